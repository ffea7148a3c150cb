/* What traps, assertions and assumptions of the program say of threads that get past them. */
#ifndef WP_PROVE_PROMISE_H
#define WP_PROVE_PROMISE_H

#include "prove/frame/prover.h"

/* What the claims before a place say of a thread that gets there: those among
   the first `claims` that stand before item `position`, or before what stands
   there and is no item, in loops around `loop`. */
term_ref promises_at(struct prover *prover, uint32_t position, bool is_item, uint32_t loop, uint32_t claims);
/* Fills facts, guards of accesses and launch_facts. */
void promises_apply(struct prover *prover);
/* What the claim says: who gets there satisfies it. */
term_ref promise_says(struct prover *prover, const struct proto_assert *claim);

#endif
