/* Barriers of a part of the block. */
#ifndef WP_PROVE_PART_H
#define WP_PROVE_PART_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* Thread `other` (of the block) takes part where t, or u, does. */
term_ref part_includes(struct prover *prover, uint32_t item, bool by_second);
/* Fewer threads than the barrier waits for can exist. */
term_ref part_is_cut(struct prover *prover, uint32_t item);
/* Thread t is among those of a range. */
term_ref part_in_range(struct prover *prover, const struct part *part, bool is_second);

#endif
