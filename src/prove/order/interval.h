/* Conditions under which two accesses certainly lie in one barrier interval. order.h has the weaker condition, that no
   barrier is known to lie between; a condition from here is sufficient, one from there is necessary. */
#ifndef WP_PROVE_INTERVAL_H
#define WP_PROVE_INTERVAL_H

#include "prove/frame/actor.h"
#include "prove/frame/prover.h"

/* Whether the item is in the loop; false for PROTOCOL_NONE. */
bool interval_is_inside(const struct protocol *p, uint32_t loop, uint32_t item);

/* The outermost loop around x that is not around y, or PROTOCOL_NONE. */
uint32_t interval_loop_apart(const struct protocol *p, uint32_t x, uint32_t y);

/* Whether every loop around the item is around both x and y. */
bool interval_is_level(const struct protocol *p, uint32_t item, uint32_t x, uint32_t y);

/* The protocol has a barrier of this kind. */
bool interval_has_barrier(const struct protocol *p, enum barrier_kind kind);

/* A condition under which no barrier of any kind is executed between item x by
   a and item y by b, threads of one block, or no barrier of the grid between threads
   of two blocks; false if none is found. For one thread, x and y are in the same
   iteration of all loops around both. */
term_ref interval_shared(struct prover *prover, enum pairing pairing, uint32_t x, struct actor a, uint32_t y, struct actor b);

/* A condition under which `thread` does not write the `bytes` at `offset` of
   the array of x and y between its items x and y, in the same iteration of all
   loops around both; false if none is found. */
term_ref interval_unwritten(struct prover *prover, uint32_t x, uint32_t y, struct actor thread, term_ref offset, uint64_t bytes);

/* A condition that holds if item x by a comes before item y by b, in program
   order or because of barriers. */
term_ref interval_may_precede(struct prover *prover, uint32_t x, struct actor a, uint32_t y, struct actor b);

/* A condition under which item x by a does not come after item y by b; y's
   loops have a block barrier that b executes later in this round. */
term_ref interval_precedes(struct prover *prover, uint32_t x, struct actor a, uint32_t y, struct actor b);

/* A condition under which b passes a block barrier after item x and before its
   own item y, in the same iteration of all loops around x. */
term_ref interval_parted(struct prover *prover, uint32_t x, uint32_t y, struct actor b);

/* The guard of the item holds only in iterations that are really begun. */
bool interval_is_exact(const struct protocol *p, uint32_t item);

#endif
