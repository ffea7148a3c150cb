/* Lanes, warps and masks. */
#ifndef WP_PROVE_WARP_H
#define WP_PROVE_WARP_H

#include "prove/frame/prover.h"

/* t and u, threads of one block, are in one warp. */
term_ref warp_same(struct prover *prover);
/* The number of t, or of u, in its block. */
term_ref warp_line(struct prover *prover, bool is_second);
/* The lane of t, or of u. */
term_ref warp_lane(struct prover *prover, bool is_second);
/* The bit of `lane` is set in `mask`; masks of t and of u differ. Both are 32 bits wide. */
term_ref warp_names(struct prover *prover, term_ref mask, term_ref lane);
/* The same, where more may be known of the lane's bit in a symbol: its value, or TERM_NONE. */
typedef term_ref (*warp_bit)(const void *context, symbol_ref symbol);
term_ref warp_names_as(struct prover *prover, term_ref mask, term_ref lane, warp_bit known, const void *context);
term_ref warp_masks_differ(struct prover *prover, term_ref mask, term_ref other);
/* t's warp has so many lanes that this one exists. */
term_ref warp_has_lane(struct prover *prover, uint32_t lane);
/* The mask names every lane. */
bool warp_mask_is_full(const struct prover *prover, term_ref mask);
/* Item i is a warp barrier, or a collective with a mask. */
bool meeting_is(const struct protocol *p, uint32_t i);

#endif
