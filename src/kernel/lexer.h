/* Words and numbers of the kernel text form; private to parse.c and parse_inst.c.
 *
 * The text is read line by line; ';' starts a comment. After the first error every
 * function does nothing and returns false or 0, so callers test once per statement. */
#ifndef WP_KERNEL_LEXER_H
#define WP_KERNEL_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct lexer {
    const char *at;
    uint32_t line;
    struct arena *arena;
    const char *error; /* "line N: expected ..." in the arena */
};

struct slice {
    const char *text;
    size_t length;
};

bool slice_is(struct slice slice, const char *text);

/* Records an error unless there is one; always false. */
bool lexer_fail(struct lexer *lexer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Skips blank lines and comments; false at the end of the text. */
bool lexer_next_line(struct lexer *lexer);

/* Requires that nothing but a comment is left on the line. */
void lexer_end_line(struct lexer *lexer);
bool lexer_at_end_of_line(struct lexer *lexer);

/* Skips spaces; whether the next character is c (and takes it). */
bool lexer_peek(struct lexer *lexer, char c);
bool lexer_accept(struct lexer *lexer, char c);
void lexer_expect(struct lexer *lexer, char c);

/* A word: letters, digits, '_' and '.'; empty if the next character is none of these. */
struct slice lexer_peek_word(struct lexer *lexer);
struct slice lexer_word(struct lexer *lexer);
bool lexer_accept_word(struct lexer *lexer, const char *word);

/* A decimal or 0x number; fails above `most`. */
uint64_t lexer_number(struct lexer *lexer, uint64_t most);
uint32_t lexer_index(struct lexer *lexer);

/* A string in quotes, with \xx escapes; in the arena. */
const char *lexer_string(struct lexer *lexer);

/* Pairs of hexadecimal digits; exactly size_bytes of them, in the arena. */
const uint8_t *lexer_bytes(struct lexer *lexer, uint64_t size_bytes);

#endif
