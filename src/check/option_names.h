/* Which names in --param, --extent and --requires a kernel has: a name that no kernel has is a mistake on
   the command line, which would otherwise change nothing without a word. */
#ifndef WP_CHECK_OPTION_NAMES_H
#define WP_CHECK_OPTION_NAMES_H

#include "check/check.h"

struct option_names {
    const char **problems; /* of each --param, --extent, --requires, --alias, in this order: NULL if it fits the kernel */
    uint32_t count;
    const char **scalars, **pointers; /* parameters and members of structs, as options call them */
    uint32_t scalar_count, pointer_count;
};

/* Strings belong to `arena`. Expressions of --requires get their symbols. */
struct option_names option_names_find(struct arena *arena, struct protocol *protocol, const struct check_options *options);

/* The members of structs in --param and --extent get the names that the protocol has for them. */
void option_names_members(struct arena *arena, const struct protocol *protocol, struct check_options *options);

#endif
