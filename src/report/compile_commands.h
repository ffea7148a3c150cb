/* Reading compile_commands.json, the compilation database of CMake and clang. JSON is read in this room only. */
#ifndef WP_REPORT_COMPILE_COMMANDS_H
#define WP_REPORT_COMPILE_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct compile_command {
    const char *directory, *file; /* directory: NULL, not given */
    const char *command;          /* one line, or NULL: words */
    const char **words;           /* the compiler first */
    uint32_t word_count;
};

/* The entries, in the arena; NULL and *error if the text is no compilation database. */
struct compile_command *compile_commands_read(struct arena *arena, const char *text, size_t size, uint32_t *count, const char **error);

#endif
