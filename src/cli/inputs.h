/* Which files a run analyses, and with which compiler options: folders, lists of files, compile_commands.json. */
#ifndef WP_CLI_INPUTS_H
#define WP_CLI_INPUTS_H

#include "cli/options.h"

/* Words of a command line: separated by white space, quoted as in a shell; nothing is expanded. The result ends with NULL. */
const char **inputs_split(struct arena *arena, const char *text, uint32_t *count);

/* The whole file as text that ends with a NUL, or NULL and *error. */
char *inputs_read(struct arena *arena, const char *path, size_t *size, const char **error);

/* Replaces options->files: a folder by the .cu and .cl files below it, in the order of their names; --files-from adds the
   files of a list; with -p each file comes with the options of its entries, and without operands every entry in a GPU
   language is a file. Host code in the folders of such files is in options->beside. False and *error if something cannot be read. */
bool inputs_expand(struct arena *arena, struct options *options, const char **error);

#endif
