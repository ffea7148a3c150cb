/* Makes the prover's scope from the options, with terms of one protocol.

   A scope holds terms of its protocol's table (sizes of arrays, what is required), so it serves
   that protocol alone: another protocol of the same kernel, such as one with a barrier more, gets its own. */
#ifndef WP_CHECK_CHECK_SCOPE_H
#define WP_CHECK_CHECK_SCOPE_H

#include "check/extents.h"
#include "prove/prove.h"

/* Solver steps for a kernel: those of the options, or the usual number. */
uint64_t check_scope_budget(const struct check_options *options);

/* In `arena`; `extents` are made of the same protocol and options. */
struct prove_scope check_scope_make(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                    const struct extents *extents);

#endif
