/* What proofs rested on, listed for a report when all is decided: for each property on its own, and for those asked for together. */
#ifndef WP_PROVE_ASSUMPTIONS_H
#define WP_PROVE_ASSUMPTIONS_H

#include "prove/frame/prover.h"
#include "prove/prove.h"

/* Fills the assumptions of the report. `contents`: arrays on whose contents the answers about divergence rest, as bits: such an answer
   rests on what the races of these arrays rest on, too. */
void assumptions_list(struct prover *prover, struct prove_report *report, unsigned properties, uint64_t contents);
/* What is noted since then, for the advice: what that rests on and the verdicts do not. */
void assumptions_of_advice(struct prover *prover, struct prove_report *report);

#endif
