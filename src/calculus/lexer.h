/* The words of BabyCUDA text, one at a time, with their places. */
#ifndef WP_CALCULUS_LEXER_H
#define WP_CALCULUS_LEXER_H

#include "calculus/baby.h"

enum baby_token_kind {
    BABY_TOKEN_END,
    BABY_TOKEN_NAME, /* a letter or '_', then letters, digits, '_', and '.' between two of these */
    BABY_TOKEN_NUMBER,
    BABY_TOKEN_MARK /* an operator or a sign of punctuation */
};

struct baby_token {
    enum baby_token_kind kind;
    const char *start;
    uint32_t length;
    uint32_t number;
    struct baby_place place;
};

struct baby_lexer {
    struct arena *arena;
    const char *at, *end;
    struct baby_place place; /* of `at` */
    struct baby_token token; /* the current one */
    const char *error;       /* the first one, "line:column: error: ... [rule]", or NULL; then the token is END */
};

void baby_lexer_init(struct baby_lexer *lexer, struct arena *arena, const char *text, size_t size);
/* Goes on to the next token. */
void baby_lexer_next(struct baby_lexer *lexer);
/* Whether the current token is this word or mark. */
bool baby_lexer_is(const struct baby_lexer *lexer, const char *text);
/* Fails at a place, unless something failed before. */
void baby_lexer_fail(struct baby_lexer *lexer, struct baby_place place, enum baby_file_rule rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The current token in quotes for a message, or "the end of the text". */
const char *baby_lexer_shown(const struct baby_lexer *lexer);

#endif
