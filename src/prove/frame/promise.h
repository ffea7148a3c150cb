/* What traps, assertions and assumptions of the program say of threads that get past them. */
#ifndef WP_PROVE_PROMISE_H
#define WP_PROVE_PROMISE_H

#include "prove/frame/prover.h"

/* The conjunction of those of the program's first `claims` claims that hold of every thread that gets to a place: they stand
   before the place, in `loop` or a loop around it. The place is item `position`, or (not is_item) the point before that item. */
term_ref promises_at(struct prover *prover, uint32_t position, bool is_item, uint32_t loop, uint32_t claims);
/* Fills frame.facts and frame.launch_facts, and adds the claims to the guards of accesses. */
void promises_apply(struct prover *prover);
/* The condition that every thread satisfies that gets past the claim. */
term_ref promise_says(struct prover *prover, const struct proto_assert *claim);

#endif
