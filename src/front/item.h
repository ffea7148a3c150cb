/* What a translation unit consists of: its functions, classes, variables and other declarations.
 *
 * Not a parser of C++: it tells where a declaration begins and ends, and where a function's body
 * is, well enough for code that compiles up to some names. A caller that cuts wrongly by it gets
 * text that clang does not accept. */
#ifndef WP_FRONT_ITEM_H
#define WP_FRONT_ITEM_H

#include "front/token.h"

enum item_kind { ITEM_FUNCTION, ITEM_CLASS, ITEM_OTHER };

struct item {
    uint32_t first, end; /* tokens; end is the one behind */
    uint32_t body;       /* the brace that opens a function's or a class's body; else TOKEN_NONE */
    uint32_t colon;      /* of the initialisers or bases before the body; TOKEN_NONE: none */
    uint32_t outer;      /* the outermost class around it, by index; TOKEN_NONE: none */
    uint8_t kind;        /* enum item_kind */
    bool is_template;    /* begins with "template" */
    bool is_specialised; /* begins with "template <>", or a class's name has arguments */
};

struct item_list {
    VEC(struct item) items;
};

/* In the order of their first tokens, a class before its members. */
void item_list_make(const struct token_list *tokens, struct item_list *list);
void item_list_release(struct item_list *list);

/* The innermost item that holds the token; NULL: none. */
const struct item *item_of(const struct item_list *list, uint32_t token);

/* Whether a token from first to end (exclusive) marks device code: __attribute__((device)) and the like. */
bool item_has_device_code(const struct token_list *tokens, uint32_t first, uint32_t end);

#endif
