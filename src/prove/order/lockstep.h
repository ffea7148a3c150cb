/* The order of steps, where the threads of a warp run in lockstep. */
#ifndef WP_PROVE_LOCKSTEP_H
#define WP_PROVE_LOCKSTEP_H

#include "prove/frame/prover.h"

/* The order of steps of a warp counts for the accesses a and b. */
bool lockstep_rules(const struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* Lanes of one warp execute a and b in the order of steps: in the same iteration
   of all loops around both, or (`rounds` is such a loop) in different iterations
   of it and the same of the loops around it. Order by barriers is not looked at. */
bool lockstep_orders(const struct prover *prover, uint32_t a, uint32_t b, uint32_t rounds);

#endif
