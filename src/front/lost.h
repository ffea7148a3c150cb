/* What host code that is left out may have named. Clang rejects a function's body, say: it may have called, launched and changed whatever it
 * names, and whatever that names in turn. The names are an over-approximation by tokens: a function or variable of the file whose name
 * is among them adds all names in its text, a class too, and operators and what a range-based loop calls add theirs in any case. */
#ifndef WP_FRONT_LOST_H
#define WP_FRONT_LOST_H

#include "base/map.h"
#include "front/front.h"
#include "front/item.h"

struct lost {
    struct map known; /* by hash of the name */
    VEC(const char *) names;
};

/* Adds the names among the tokens. Texts in arena. */
void lost_add(struct lost *lost, struct arena *arena, const struct token_list *tokens, uint32_t first, uint32_t end);
/* Adds what is named in turn, in what is left of the text; nothing if nothing was lost. */
void lost_close(struct lost *lost, struct arena *arena, const struct token_list *tokens, const struct item_list *items);
void lost_release(struct lost *lost);

/* The name of a macro that a file of the program asks for in #if and kin before any file defines it, so that a header that is
 * absent may; NULL: there is none. `given`: options of the compiler. */
const char *lost_macro(struct arena *arena, const struct token_list *tokens, const char *const *given, size_t given_count);

#endif
