/* What offsets are computed from, and arrays that tell how others are laid out: a number that all threads read from one place and
   that is multiplied, in an offset, with one that differs between them is a stride. Small ones make elements overlap that the
   author keeps apart, so contents that nobody gave are large there. */
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

/* Gives an array of such numbers contents. */
void layout_fill(struct witness_array *array);

#endif
