/* The decomposition of the mixed-radix lemma (docs/theory.md, "The mixed-radix lemma"): l = x*w + low.

   The lemma stands in two rungs, which differ in who says that |low| < w: ranges and facts (algebra.c, digit.c), or the solver (rows.c).
   Where nobody says it, algebra_premises records it. */
#ifndef WP_PROVE_RADIX_H
#define WP_PROVE_RADIX_H

#include "integer/integer.h"

/* l = x*w + low, where w is a constant above 1, an atom, a factor of products, or a sum that atoms are multiplied with; x is 0 if no
   summand of l is a multiple of w. False: coefficients are too large. */
bool radix_divide(struct integer_space *space, const struct linear *l, const struct linear *w, struct linear *x, struct linear *low);

/* The sum with a constant that atom v, no product, is multiplied with in l, all of it uniform: `n + 1` of `4*n*v + 4*v`, without what
   divides all its coefficients. False: there is none. */
bool radix_sum_beside(struct integer_space *space, const struct linear *l, uint32_t v, struct linear *w);

/* All threads have one value of l: it is made of launch dimensions and parameters alone. */
bool radix_is_uniform(const struct integer_space *space, const struct linear *l);

/* l is one atom. */
bool radix_is_atom(const struct linear *l);

#endif
