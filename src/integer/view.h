/* What makes views (integer.h): integer.c, claim.c, division.c and comparison.c. */
#ifndef WP_INTEGER_VIEW_H
#define WP_INTEGER_VIEW_H

#include "integer/integer.h"

#define VIEW_DEPTH_MAX 1500u  /* deeper terms are unknown values */
#define VIEW_CLAIMS_MAX 1024u /* so are choices on which more claims rest: each choice doubles those below it */

/* integer.c */
struct integer_view view_of_linear(struct integer_space *space, struct linear l);
/* The numbers of a width; INTEGER_LIMIT where there is no bound. */
void view_target_range(uint8_t width, bool is_signed, int64_t *low, int64_t *high);
/* An unknown value of a term within the bounds of the view. */
struct integer_view view_opaque(struct integer_space *space, term_ref t, bool is_signed);
/* The value of t, which v is up to multiples of 2^width, in the wanted view. */
struct integer_view view_fit(struct integer_space *space, term_ref t, struct integer_view v, bool is_signed, bool may_claim,
                             enum assumption_kind kind);
/* The view of the other sign, brought to this one. */
struct integer_view view_convert(struct integer_space *space, term_ref t, bool to_signed);

/* claim.c */
void view_add_claims(struct integer_space *space, struct integer_view *into, const uint32_t *claims, uint32_t count);
/* The claims, made only where the condition holds. */
void view_add_claims_under(struct integer_space *space, struct integer_view *into, formula_ref condition, const uint32_t *claims, uint32_t count);
uint32_t claim_add(struct integer_space *space, enum assumption_kind kind, term_ref t, bool is_signed, formula_ref f);
/* No claim may be made that r does not wrap: it does in an ordinary launch, the launch decides it, or it was refused before. */
bool claim_is_refused(const struct integer_space *space, term_ref r, bool is_signed);

/* division.c */
struct integer_view view_divided(struct integer_space *space, struct integer_view x, struct integer_view d, bool floors, bool remainder);
struct integer_view view_and(struct integer_space *space, term_ref t);
/* With a constant m: x | m = x + m - (x & m), x ^ m = x + m - 2 * (x & m); `common` is 1 or 2. */
struct integer_view view_or(struct integer_space *space, term_ref t, int64_t common);
struct integer_view view_shift_or_divide(struct integer_space *space, term_ref t, bool is_signed);

#endif
