/* Tokens of preprocessed C++, with their brackets matched.
 *
 * The text is what clang -E prints: no comments, no macros, no directives but line markers and
 * pragmas. Nothing is copied; offsets are bytes in the text. */
#ifndef WP_FRONT_TOKEN_H
#define WP_FRONT_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define TOKEN_NONE UINT32_MAX

enum token_kind { TOKEN_NAME, TOKEN_LITERAL, TOKEN_MARK };

struct token {
    uint32_t offset, size;
    uint32_t line;  /* 1-based, of the text */
    uint8_t kind;   /* enum token_kind; marks are single characters, but for "::" and "->" */
    uint32_t match; /* of a bracket: its partner; else TOKEN_NONE */
    uint32_t up;    /* the innermost open bracket around it; TOKEN_NONE: none */
};

/* A line marker: the next line of the text is line `line` of `file`. */
struct line_marker {
    uint32_t text_line, line;
    const char *file;
    bool is_system;
};

struct token_list {
    const char *text;
    VEC(struct token) tokens;
    VEC(struct line_marker) markers;
};

/* False if brackets do not match; the list is to be released in either case. File names belong to
   arena, the text must outlive the list. */
bool token_list_make(struct arena *arena, const char *text, struct token_list *list);
void token_list_release(struct token_list *list);

bool token_is(const struct token_list *list, uint32_t token, const char *text);

/* The token at or after a place of the text, by 1-based line and column; TOKEN_NONE: none. */
uint32_t token_at(const struct token_list *list, uint32_t line, uint32_t column);

/* Where a line of the text comes from; NULL: before the first marker. */
const struct line_marker *marker_of(const struct token_list *list, uint32_t text_line);

#endif
