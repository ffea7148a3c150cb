/* Words, numbers and strings of the protocol text form; private to parse.c.

   Comments (from // to the end of the line) are blanked when reading begins.
   After the first error every function does nothing and returns false, 0 or "". */
#ifndef WP_PROTOCOL_READER_H
#define WP_PROTOCOL_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct reader {
    const char *start, *at;
    struct arena *arena;
    const char *error; /* "line N: expected ..., found ..." in the arena */
};

struct word {
    const char *text;
    size_t length; /* 0: none */
};

void reader_init(struct reader *reader, struct arena *arena, const char *text);

bool reader_is_at_end(struct reader *reader);
uint32_t reader_line(const struct reader *reader);

/* Records "expected <what>, found <what stands there>"; always false. */
bool reader_expected(struct reader *reader, const char *what);
/* Records a message about the current line; always false. */
bool reader_fail(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether the next character is c; accept and expect take it. */
bool reader_peek(struct reader *reader, char c);
bool reader_accept(struct reader *reader, char c);
bool reader_expect(struct reader *reader, char c);

/* A word: a letter or '_', then letters, digits, '_' and '.'. */
struct word reader_peek_word(struct reader *reader);
bool reader_accept_word(struct reader *reader, const char *text);
bool reader_expect_word(struct reader *reader, const char *text);
/* Any word, in the arena. */
const char *reader_name(struct reader *reader, const char *what);
const char *reader_symbol(struct reader *reader, const char *what); /* subscripts in it, too: p.ne[1] */

uint64_t reader_number(struct reader *reader, uint64_t most);
bool reader_peek_string(struct reader *reader);
const char *reader_string(struct reader *reader);

#endif
