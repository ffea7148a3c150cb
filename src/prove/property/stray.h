/* Accesses that are not proved to stay in their array and may reach another one.

   Races are judged array by array. That an access of an array of known extent stays inside it
   is used only where it is proved; where it is not, and other memory of the same kind lies beyond,
   races of that memory are not proved either (docs/soundness.md, "Assumptions that are printed").
   Of an array of unknown extent it is an assumption. Private to the room. */
#ifndef WP_PROVE_STRAY_H
#define WP_PROVE_STRAY_H

#include "prove/frame/prover.h"

/* Some access may stray. Decides the bounds of accesses of arrays of known extent, each once. */
bool stray_exists(struct prover *prover);
/* The arrays, as bits, that accesses with a violation in the report may write. */
uint64_t stray_reaches(struct prover *prover, const struct prove_report *report);
/* Some access of an array of unknown extent would conflict with another array if it left its own. */
bool stray_is_assumed(struct prover *prover);
/* Of an array in shared memory that is written: some access is not proved to stay inside it, and may lie so far beyond (2^30 bytes) that
   addresses of 32 bits lead back: that none does is an assumption. What the proofs for the others rest on is listed. */
bool stray_comes_back(struct prover *prover, uint32_t array);
/* Fills report->strays from the violations of bounds that were found, one entry for each array whose
   accesses may stray; `contents`: the arrays whose contents divergence proofs rest on (contents_bit). */
void stray_collect(struct prover *prover, struct prove_report *report, uint64_t contents);

#endif
