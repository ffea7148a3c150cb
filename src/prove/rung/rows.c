/* Equations between indices of rows (delinearisation).

   X*W + low = 0 and -s*W < low < s*W, s dividing X: then X = 0 and low = 0, for if X were not 0 its product
   with W would be at least s*W from 0. Whether low is that small the solver says, from the inequalities that
   hold of both threads, or from all that is known of them: linear arithmetic, where a guard or a condition
   bounds the row. The equation is replaced by the two, so that what is left to ask has a product less. */
#include "base/breakage.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/row_query.h"
#include "prove/rung/row_strides.h"

#define ROW_STEPS UINT64_C(20000) /* for one question */
#define SPLITS_MAX 8u             /* of one query */

/* Replaces the equation x*w + low = 0 by two. */
static bool split_into(struct row_query *query, uint32_t index, const struct linear *w, const struct linear *x, const struct linear *low) {
    struct integer_space *space = query->prover->integers;
    struct linear minus, scaled, zero = integer_constant(0);
    if (x->count == 0 || !integer_combine(space, integer_content(x), w, 0, &zero, &scaled) || !integer_combine(space, -1, low, 0, &zero, &minus))
        return false;
    if (!BREAK(ROWS) && (!row_query_below(query, low, &scaled) || !row_query_below(query, &minus, &scaled)))
        return false;
    row_query_replace(query, index, formula_eq(space, x));
    row_query_add(query, formula_eq(space, low));
    return true;
}

static bool split_by_divided(struct row_query *query, uint32_t index, const struct divided *d) {
    struct integer_space *space = query->prover->integers;
    struct linear w, x, low;
    return stride_collapse(space, &d->w, &w) && stride_collapse(space, &d->x, &x) && stride_collapse(space, &d->low, &low) &&
           split_into(query, index, &w, &x, &low);
}

/* By what indices are multiplied with, a sum of sizes maybe; low is linear. */
static bool split_by_strides(struct row_query *query, uint32_t index, const struct linear *equation) {
    struct integer_space *space = query->prover->integers;
    struct divided *list = arena_alloc(query->prover->arena, STRIDES_MAX * sizeof *list);
    struct polynomial p;
    const uint32_t count = row_query_expand(query, equation, &p) ? strides_of(space, &p, list) : 0;
    bool is_split = false;
    for (uint32_t i = 0; i < count && !is_split; i++)
        is_split = stride_is_linear(space, &list[i].low) &&
                   (split_by_divided(query, index, &list[i]) || (stride_negate(&list[i]) && split_by_divided(query, index, &list[i])));
    return is_split;
}

static bool split(struct row_query *query, uint32_t index) {
    const struct formula equation = query->prover->integers->formulas.data[query->parts.data[index].id];
    if (equation.kind != FORMULA_EQ)
        return false;
    row_query_about(query, &equation.linear);
    return split_by_strides(query, index, &equation.linear);
}

formula_ref rows_split(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    struct row_query query;
    row_query_begin(&query, prover, f, claims, count, ROW_STEPS);
    uint32_t splits = 0;
    for (uint32_t i = 0; i < query.parts.size;)
        if (splits < SPLITS_MAX && split(&query, i))
            splits++;
        else
            i++;
    if (splits > 0)
        f = row_query_whole(&query);
    row_query_release(&query);
    return f;
}
