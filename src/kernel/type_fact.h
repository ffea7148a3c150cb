/* Conditions on the members of a type, as text: "ggml_tensor: nb[1] >= nb[0] * ne[0]". A member is named as in the source: `ne[1]`, `inner.n`. */
#ifndef WP_KERNEL_TYPE_FACT_H
#define WP_KERNEL_TYPE_FACT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Of every struct of the type. */
struct type_fact {
    const char *type, *condition;
};

/* What stands for the member in the text; NULL: nothing does. */
typedef const char *(*type_fact_name)(void *context, const char *member);

/* The condition with names in place of members; *count of them (NULL: not asked for). NULL if a member has none; and, with *error in `arena`, if the condition speaks
   of anything but members and numbers. */
const char *type_fact_text(struct arena *arena, const char *condition, type_fact_name name, void *context, uint32_t *count, const char **error);

/* Whether the condition, which is none that type_fact_text finds an error in, speaks of the member. */
bool type_fact_names(struct arena *arena, const char *condition, const char *member);

#endif
