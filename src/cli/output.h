/* Files that a run writes.

   A regular file is written beside its place and renamed when it is whole, so that an interrupted run leaves what was
   there; a symbolic link is replaced, not followed. Devices and pipes are written directly. */
#ifndef WP_CLI_OUTPUT_H
#define WP_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

struct output {
    const char *path;      /* NULL: standard output */
    const char *temporary; /* beside it; NULL: none */
    FILE *stream;
};

/* False and *error if the file cannot be made, or is one of the inputs. */
bool output_open(struct output *output, struct arena *arena, const char *path, const char *const *inputs, size_t input_count, const char **error);

/* False and errno if not everything could be written. */
bool output_write(struct output *output, const char *bytes, size_t size);

/* Closes the file and puts it in its place; false and errno if that fails. */
bool output_finish(struct output *output);

/* Closes and removes what was written beside. */
void output_abandon(struct output *output);

#endif
