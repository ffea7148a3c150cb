/* Values that offsets are computed from, and arrays that hold strides. A number that all threads read from one place, and that an
   offset multiplies by a number that differs between threads, is a stride. Small strides make elements overlap that the author
   keeps apart, so arrays of strides whose contents are not given are filled with large numbers. */
#ifndef WP_SIMULATE_LAYOUT_H
#define WP_SIMULATE_LAYOUT_H

#include "simulate/witness.h"

#define LAYOUT_LEAST 4096.0
#define LAYOUT_MOST 65535.0

/* By instruction: values that offsets are computed from, backwards from pointer additions and numbers that become pointers. */
bool *layout_offsets(struct arena *arena, const struct kernel *kernel);

/* Names of arrays that strides are read from: slots, and structs that are passed by value and indexed. */
struct layouts {
    const char **names;
    uint32_t count;
};
struct layouts layouts_find(struct arena *arena, const struct kernel *kernel);
bool layout_is(const struct layouts *layouts, const char *name);

/* Fills an array of strides with numbers from LAYOUT_LEAST to LAYOUT_MOST. */
void layout_fill(struct witness_array *array);

#endif
