/* What the user requires of launches. */
#ifndef WP_PROVE_REQUIRED_H
#define WP_PROVE_REQUIRED_H

#include "prove/frame/prover.h"

/* Notes the equalities, powers of two and multiples among what the user requires. Call before the scope is chosen. */
void required_note(struct prover *prover);
/* The condition on contents (protocol/stated.h) is required: frame.stated has it. */
bool required_says(const struct prover *prover, symbol_ref symbol);
/* The constant that the dimension is required to equal; 0: none. */
uint32_t required_dimension(const struct prover *prover, enum symbol_role role, uint32_t axis);
/* The term that the parameter is required to equal; TERM_NONE: none. */
term_ref required_value(const struct prover *prover, symbol_ref symbol);

#endif
