/* Where a statement could be inserted into C++ source, told from its text alone:
   characters, comments, literals, parentheses. */
#ifndef WP_CHECK_STATEMENT_H
#define WP_CHECK_STATEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct statement_line {
    uint32_t column; /* of the first token; 0: the line has none */
    uint32_t start;  /* the line at which what stands here begins; 0 unknown */
    bool begins;     /* in a function: a statement, or the end of a block, begins with the first token:
                        another statement could stand in the line before */
    bool is_whole;   /* one or more statements begin and end in this line */
};

struct statement_lines {
    const struct statement_line *lines;
    uint32_t count;
}; /* lines[0] is line 1 */

/* The lines of a file; no lines where it cannot be read. */
struct statement_lines statement_read(struct arena *arena, const char *path);

/* NULL if there is no such line. */
const struct statement_line *statement_at(const struct statement_lines *source, uint32_t line);

#endif
