/* Counterexamples, in natural launches first; outside of a precondition where one is found. */
#ifndef WP_PROVE_COUNTEREXAMPLE_H
#define WP_PROVE_COUNTEREXAMPLE_H

#include "prove/frame/prover.h"
#include "prove/witness/witness.h"

/* A counterexample in some launch in scope; *unknown: the budget ran out for
   one of the launches tried. One that agrees with what is `known` is preferred. */
bool witness_find(struct prover *prover, const struct witness_request *request, struct prove_witness *witness, bool *unknown);
/* The same in a launch of the solver's choice, for what is found in no launch of the list and not proved: a warning. */
bool witness_find_anywhere(struct prover *prover, const struct witness_request *request, struct prove_witness *witness);
/* contradiction.c: the first assumption that contradicts those before it, or PROTOCOL_NONE;
   *is_certain: else it was only not seen to be possible. */
uint32_t promises_contradiction(struct prover *prover, bool *is_certain);

#endif
