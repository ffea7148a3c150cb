/* Contents of arrays in files: raw bytes, or NumPy's .npy (format 1.0 to 3.0, numbers in C
   order, little-endian: numpy.lib.format). */
#ifndef WP_SIMULATE_ARRAY_FILE_H
#define WP_SIMULATE_ARRAY_FILE_H

#include "base/arena.h"
#include "kernel/kernel.h"

struct array_file {
    bool is_typed;    /* .npy; else type means nothing */
    struct type type; /* of an element */
    const uint8_t *bytes;
    uint64_t byte_count;
};

/* Reads a file of at most 1 GiB into the arena; which of the two it is, its first bytes say.
   False and *error, which names the file, if it cannot be read or its header is wrong. */
bool array_file_read(struct arena *arena, const char *path, struct array_file *file, const char **error);

/* Writes .npy if the path ends so, else raw bytes. */
bool array_file_write(struct arena *arena, const char *path, struct type type, const uint8_t *bytes, uint64_t byte_count, const char **error);

#endif
