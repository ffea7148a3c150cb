/* What the user requires of launches. */
#ifndef WP_PROVE_REQUIRED_H
#define WP_PROVE_REQUIRED_H

#include "prove/frame/prover.h"

/* Before the scope is chosen: notes equalities, powers of two and multiples. */
void required_note(struct prover *prover);
/* What the dimension is required to be; 0: nothing. */
uint32_t required_dimension(const struct prover *prover, enum symbol_role role, uint32_t axis);
/* What the parameter is required to be; TERM_NONE: nothing. */
term_ref required_value(const struct prover *prover, symbol_ref symbol);

#endif
