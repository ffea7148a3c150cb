/* One temporary directory of a run: bitcode and copies of standard input. */
#ifndef WP_CLI_TEMPDIR_H
#define WP_CLI_TEMPDIR_H

#include "base/arena.h"

/* A new directory below $TMPDIR or /tmp; NULL if none can be made. */
const char *tempdir_create(struct arena *arena);

/* Removes it and all in it; allocates nothing by itself. */
void tempdir_remove(const char *path);

/* Copies standard input to a file of the directory whose name ends in .LANGUAGE; source text
   calls itself "<stdin>". NULL and *error if that fails. */
const char *tempdir_save_stdin(struct arena *arena, const char *directory, const char *language, const char **error);

/* Writes the bytes to a file of the directory whose name ends in .LANGUAGE; source text calls itself `name`.
   NULL and *error if that fails. */
const char *tempdir_save_text(struct arena *arena, const char *directory, const char *name, const char *language, const char *bytes,
                              size_t size_bytes, const char **error);

#endif
