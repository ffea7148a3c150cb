/* Equations between indices of rows (delinearisation).

   X*W + low = 0 and -s*W < low < s*W, s dividing X: then X = 0 and low = 0, for if X were not 0 its product
   with W would be at least s*W from 0. Whether low is that small the solver says, from the inequalities that
   hold of both threads, or from all that is known of them: linear arithmetic, where a guard or a condition
   bounds the row. The equation is replaced by the two, so that what is left to ask has a product less. */
#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/frame/budget.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/encode.h"
#include "prove/rung/radix.h"
#include "smt/smt.h"

#define ROW_STEPS UINT64_C(80000) /* for one stride */
#define STRIDES_MAX 6u            /* tried for one equation */
#define SPLITS_MAX 8u             /* of one query */
#define STEPS_MAX UINT64_C(500000)

struct rows {
    struct prover *prover;
    const uint32_t *claims;
    uint32_t claim_count;
    VEC(formula_ref) parts; /* their conjunction is the query */
    uint32_t splits;
    uint64_t steps;
};

static void collect(struct rows *rows, formula_ref root) {
    const struct integer_space *space = rows->prover->integers;
    VEC(formula_ref) pending = {0};
    vec_push(&pending, root);
    while (pending.size > 0) {
        formula_ref f = vec_pop(&pending);
        const struct formula *formula = &space->formulas.data[f.id];
        if (formula->kind != FORMULA_AND)
            vec_push(&rows->parts, f);
        for (uint32_t i = formula->count; formula->kind == FORMULA_AND && i-- > 0;)
            vec_push(&pending, formula->parts[i]);
    }
    vec_release(&pending);
}

static bool has_product(const struct integer_space *space, const struct linear *l) {
    bool has = false;
    for (uint32_t i = 0; i < l->count; i++)
        has |= space->atoms.data[l->monomials[i].atom].kind == ATOM_PRODUCT;
    return has;
}

static bool is_about_products(const struct integer_space *space, formula_ref f) {
    const struct formula *formula = &space->formulas.data[f.id];
    bool is = (formula->kind == FORMULA_LE || formula->kind == FORMULA_EQ) && has_product(space, &formula->linear);
    for (uint32_t i = 0; i < formula->count && !is; i++)
        is = is_about_products(space, formula->parts[i]);
    return is;
}

/* What is asked with: the inequalities alone and claims that are not about products, all claims, all but equations of products. */
enum extent { INEQUALITIES, CLAIMS, EVERYTHING };

/* No thread satisfies these parts of the query and `also`. */
static enum smt_result ask(struct rows *rows, formula_ref also, enum extent extent) {
    struct prover *prover = rows->prover;
    const struct integer_space *space = prover->integers;
    uint64_t before = smt_steps_used(prover->smt), steps = budget_most(&prover->budget, ROW_STEPS);
    formula_ref *all = arena_alloc(prover->arena, (rows->parts.size + 1) * sizeof *all);
    uint32_t *claims = arena_alloc(prover->arena, (rows->claim_count + 1) * sizeof *claims), count = 1, claim_count = 0;
    all[0] = also;
    for (uint32_t i = 0; i < rows->parts.size; i++) {
        const struct formula *part = &space->formulas.data[rows->parts.data[i].id];
        bool is_linear = part->kind == FORMULA_LE || (part->kind == FORMULA_EQ && !has_product(space, &part->linear));
        is_linear &= extent != INEQUALITIES || !has_product(space, &part->linear);
        if (is_linear || (extent == EVERYTHING && part->kind != FORMULA_EQ))
            all[count++] = rows->parts.data[i];
    }
    for (uint32_t i = 0; i < rows->claim_count; i++)
        if (extent != INEQUALITIES || !is_about_products(space, space->claims.data[rows->claims[i]].formula))
            claims[claim_count++] = rows->claims[i];
    struct smt_query *query = smt_query_begin(prover->smt, SMT_INTEGERS);
    encoder_assert(&prover->arithmetic->encoder, query, all, count, claims, claim_count);
    enum smt_result result = smt_check(query, steps);
    smt_query_end(query);
    uint64_t used = smt_steps_used(prover->smt) - before;
    budget_pay(&prover->budget, used);
    rows->steps += used;
    prover->stats.queries++;
    return result;
}

/* a < b follows from the query. */
static bool is_below(struct rows *rows, const struct linear *a, const struct linear *b) {
    formula_ref otherwise = formula_less(rows->prover->integers, b, a, true);
    enum smt_result result = ask(rows, otherwise, INEQUALITIES);
    if (result == SMT_SAT && rows->steps < STEPS_MAX)
        result = ask(rows, otherwise, CLAIMS);
    if (result == SMT_SAT && rows->steps < STEPS_MAX)
        result = ask(rows, otherwise, EVERYTHING);
    return result == SMT_UNSAT;
}

/* Replaces the equation by two. */
static bool split_by(struct rows *rows, uint32_t index, const struct linear *equation, const struct linear *w) {
    struct integer_space *space = rows->prover->integers;
    struct linear x, low, minus, scaled, zero = integer_constant(0);
    if (!radix_divide(space, equation, w, &x, &low) || x.count == 0 || !integer_combine(space, integer_content(&x), w, 0, &zero, &scaled) ||
        !integer_combine(space, -1, &low, 0, &zero, &minus))
        return false;
    if (!BREAK(ROWS) && (!is_below(rows, &low, &scaled) || !is_below(rows, &minus, &scaled)))
        return false;
    rows->parts.data[index] = formula_eq(space, &x);
    vec_push(&rows->parts, formula_eq(space, &low));
    return true;
}

static bool is_known(const struct linear *list, uint32_t count, const struct linear *l) {
    bool known = false;
    for (uint32_t i = 0; i < count; i++)
        known |= integer_equal(&list[i], l);
    return known;
}

/* With the first stride that rows turn out to be no longer than. */
static bool split(struct rows *rows, uint32_t index) {
    struct integer_space *space = rows->prover->integers;
    const struct formula equation = space->formulas.data[rows->parts.data[index].id];
    struct linear tried[STRIDES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; equation.kind == FORMULA_EQ && i < equation.linear.count; i++) {
        const struct atom product = space->atoms.data[equation.linear.monomials[i].atom];
        for (uint32_t f = 0; product.kind == ATOM_PRODUCT && f < product.factor_count; f++) {
            if (count == STRIDES_MAX || is_known(tried, count, &product.factors[f]) || !radix_is_uniform(space, &product.factors[f]))
                continue;
            tried[count++] = product.factors[f];
            if (split_by(rows, index, &equation.linear, &product.factors[f]))
                return true;
        }
    }
    for (uint32_t i = 0; equation.kind == FORMULA_EQ && i < equation.linear.count && count < STRIDES_MAX; i++) {
        struct linear w;
        if (!radix_sum_beside(space, &equation.linear, equation.linear.monomials[i].atom, &w) || is_known(tried, count, &w))
            continue;
        tried[count++] = w;
        if (split_by(rows, index, &equation.linear, &w))
            return true;
    }
    return false;
}

formula_ref rows_split(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    struct rows rows = {.prover = prover, .claims = claims, .claim_count = count};
    collect(&rows, f);
    for (uint32_t i = 0; i < rows.parts.size;)
        if (rows.splits < SPLITS_MAX && split(&rows, i))
            rows.splits++;
        else
            i++;
    for (uint32_t i = 0; rows.splits > 0 && i < rows.parts.size; i++)
        f = i == 0 ? rows.parts.data[0] : formula_and(prover->integers, f, rows.parts.data[i]);
    vec_release(&rows.parts);
    return f;
}
