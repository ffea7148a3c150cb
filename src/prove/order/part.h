/* Barriers that a part of the block takes part in: named barriers, and tiles of more than 32 threads. */
#ifndef WP_PROVE_PART_H
#define WP_PROVE_PART_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* The condition that the other thread of the pair belongs to the part that t (or u, by_second) executes barrier `item` with. */
term_ref part_includes(struct prover *prover, uint32_t item, bool by_second);
/* The condition that the block has fewer threads than the barrier waits for. */
term_ref part_is_cut(struct prover *prover, uint32_t item);
/* The condition that t (or u) is in the range of the part. */
term_ref part_in_range(struct prover *prover, const struct part *part, bool is_second);

#endif
