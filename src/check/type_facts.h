/* Facts about types: "view: stride >= width" (--type-fact) holds of every struct of the type `view` that a kernel is passed by value, or
   that is a part of one. It becomes a requirement of the kernel: p.stride >= p.width. */
#ifndef WP_CHECK_TYPE_FACTS_H
#define WP_CHECK_TYPE_FACTS_H

#include "check/check.h"

/* "TYPE: EXPR" over members of the type. *error in `arena` if it is none. */
struct type_fact type_fact_parse(struct arena *arena, const char *text, const char **error);

/* The options with what they say of the types of the kernel's parameters. *problem: what cannot be said of them, or NULL. */
struct check_options type_facts_apply(struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                      const struct check_options *options, const char **problem);

#endif
