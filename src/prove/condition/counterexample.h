/* Counterexamples: natural launches are tried first. If a precondition is found, the counterexample violates it. */
#ifndef WP_PROVE_COUNTEREXAMPLE_H
#define WP_PROVE_COUNTEREXAMPLE_H

#include "prove/frame/prover.h"
#include "prove/witness/witness.h"

/* Finds a counterexample in a launch of the list; one that satisfies request->known is preferred. *unknown: the budget ran out in
   one of the launches tried. */
bool witness_find(struct prover *prover, const struct witness_request *request, struct prove_witness *witness, bool *unknown);
/* Finds one in a launch that the solver chooses. Call if no launch of the list shows one and there is no proof: the finding is a
   warning. */
bool witness_find_anywhere(struct prover *prover, const struct witness_request *request, struct prove_witness *witness);
/* suggested.c: notes the conditions on sizes that the request suggests, where nothing is asked: the steps have ended. */
void witness_suggest(struct prover *prover, const struct witness_request *request, struct prove_witness *witness);
/* contradiction.c: the first assumption that contradicts those before it, or PROTOCOL_NONE;
   *is_certain: else it was only not seen to be possible. */
uint32_t promises_contradiction(struct prover *prover, bool *is_certain);

/* numbering.c. The axes of the block (0 to 2) and of the grid (3 to 5), y and z only, that the kernel reads to number its threads or blocks and
   for nothing else. */
void numbering_axes(const struct prover *prover, bool is_counted[LAUNCH_AXES]);

#endif
