/* The atoms and formulas that a query speaks of, while its lemmas are made: what encode.c and limits.c share. */
#ifndef WP_PROVE_CLOSURE_H
#define WP_PROVE_CLOSURE_H

#include "integer/integer.h"
#include "prove/rung/encode.h"

struct closure {
    struct encoder *encoder;
    struct smt_query *query; /* NULL: nothing is asserted, it is only asked whether there are more lemmas */
    VEC(uint32_t) atoms;
    uint32_t closed; /* atoms before this one are done */
    VEC(formula_ref) pending;
    VEC(formula_ref) relations, equations; /* l <= 0, l = 0 among the formulas that were visited */
    VEC(formula_ref) more;                 /* lemmas of limits.c that are not asserted yet */
    struct map seen_atom, seen_formula;
};

/* limits.c: the atom as a linear form. */
struct linear closure_atom(struct integer_space *space, uint32_t atom);
static inline formula_ref closure_implies(struct integer_space *space, formula_ref a, formula_ref b) {
    return formula_or(space, formula_not(space, a), b);
}
/* x + 1 <= y gives x*w + w <= y*w for w >= 1, and x <= y gives x*w <= y*w for w >= 0; xw and yw are the products. */
formula_ref closure_monotone(struct integer_space *space, const struct linear *x, const struct linear *y, const struct linear *w,
                             const struct linear *xw, const struct linear *yw);

/* limits.c: adds lemmas of the late rung (encoder.takes_more) to `more`: of the product p, an index and a size, with numbers that the index is
   less than; of two products, h * P and a number by P / c. Without a query only `has_more` is set. */
void limits_of_product(struct closure *closure, uint32_t p);
void limits_of_quotient(struct closure *closure, uint32_t p, uint32_t with_quotient);

#endif
