/* Lanes, warps and masks: conditions about where two threads are in their warp. */
#ifndef WP_PROVE_WARP_H
#define WP_PROVE_WARP_H

#include "prove/frame/prover.h"

#define WARP_THREADS 32u

/* The condition that t and u, threads of one block, are in one warp. */
term_ref warp_same(struct prover *prover);
/* The linear index of t, or of u, in its block, x fastest. */
term_ref warp_line(struct prover *prover, bool is_second);
/* The lane of t, or of u: its linear index modulo 32. */
term_ref warp_lane(struct prover *prover, bool is_second);
/* The condition that bit `lane` of `mask` is set. Both are 32 bits wide. */
term_ref warp_names(struct prover *prover, term_ref mask, term_ref lane);
/* The same with `known`, which gives the lane's bit of a symbol in the mask, or TERM_NONE. */
typedef term_ref (*warp_bit)(const void *context, symbol_ref symbol);
term_ref warp_names_as(struct prover *prover, term_ref mask, term_ref lane, warp_bit known, const void *context);
/* The condition that the two masks differ. */
term_ref warp_masks_differ(struct prover *prover, term_ref mask, term_ref other);
/* The condition that t's warp, which may be the block's last and incomplete, has this lane. */
term_ref warp_has_lane(struct prover *prover, uint32_t lane);
/* The mask names every lane. */
bool warp_mask_is_full(const struct prover *prover, term_ref mask);
/* Item i is a warp barrier, or a collective with a mask. */
bool meeting_is(const struct protocol *p, uint32_t i);

#endif
