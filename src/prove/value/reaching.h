/* The writes that can reach a read (docs/theory.md, "Contents of arrays"): SESA's resolvable
   reads, the eta of Distefano & Dubreil's array functions. */
#ifndef WP_PROVE_REACHING_H
#define WP_PROVE_REACHING_H

#include "prove/frame/prover.h"

/* The fact that one of the writes that can reach it stored the value that t reads at `item`, `lane_bytes` into the access. True if
   that is not known, for example if the cell may not have been written before. The fact holds until the first race of an
   execution, provided that all writes to the array are items. */
term_ref reaching_writes(struct prover *prover, uint32_t item, uint32_t lane_bytes, symbol_ref value);

#endif
