/* Races of runs that a flag or a lock may order. Private to the room. */
#ifndef WP_CHECK_FLAGGED_H
#define WP_CHECK_FLAGGED_H

#include "kernel/kernel.h"

/* Between the instructions a and b, executed by different threads, a release and an acquire may stand:
   behind one of them a fence and a strong write or update (or an exchange, as of a lock, without a fence),
   in front of the other a strong read or update. Strong are volatile and atomic accesses. The simulator
   takes no order from that (docs/simulate.md), so a race that a run shows there is only possible.
   As of the PTX memory model, section "Release and Acquire Patterns"; the prover's rule (flag.c) is sharper. */
bool flagged_pair(const struct kernel *kernel, value_ref a, value_ref b);

#endif
