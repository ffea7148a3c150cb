/* Which accesses surely lie in one barrier interval: the other side of order.h,
   which asks when no barrier is known to lie between. */
#ifndef WP_PROVE_INTERVAL_H
#define WP_PROVE_INTERVAL_H

#include "prove/prover.h"

/* A thread of the query: t, or u. */
struct actor { enum pairing pairing; bool is_second; };
term_ref actor_sees(struct prover *prover, struct actor actor, term_ref t);

/* A condition under which no barrier of any kind is executed between item x by
   a and item y by b, threads of one block; false if none is found. For one
   thread, x and y are in the same iteration of all loops around both. */
term_ref interval_shared(struct prover *prover, uint32_t x, struct actor a, uint32_t y, struct actor b);

/* A condition under which `thread` does not write the `bytes` at `offset` of
   the array of x and y between its items x and y, in the same iteration of all
   loops around both; false if none is found. */
term_ref interval_unwritten(struct prover *prover, uint32_t x, uint32_t y, struct actor thread, term_ref offset, uint64_t bytes);

#endif
