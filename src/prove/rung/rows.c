/* Equations between indices of rows (delinearisation).

   X*W + low = 0 and -s*W < low < s*W, s dividing X: then X = 0 and low = 0, for if X were not 0 its product
   with W would be at least s*W from 0. Whether low is that small the solver says, from the inequalities that
   hold of both threads, or from all that is known of them: linear arithmetic, where a guard or a condition
   bounds the row. The equation is replaced by the two, so that what is left to ask has a product less. */
#include "base/breakage.h"
#include "integer/integer.h"
#include "integer/polynomial.h"
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

/* What is asked with: the inequalities alone and claims that are not about products, all claims, all but equations of products. */
enum extent { INEQUALITIES, CLAIMS, EVERYTHING, EXTENT_COUNT };

struct atom_value {
    uint32_t atom;
    int64_t value;
};

/* A solution of the parts and claims of the extent: another question of it that holds there has one, too. */
struct solution {
    enum extent extent;
    VEC(struct atom_value) values; /* of atoms of the equation */
};

struct rows {
    struct prover *prover;
    const uint32_t *claims;
    uint32_t claim_count;
    VEC(formula_ref) parts; /* their conjunction is the query */
    VEC(struct solution) solutions;
    VEC(uint32_t) atoms; /* of the equation at hand, and of its products' factors */
    uint32_t splits;
    uint64_t steps;
};

/* The parts and claims of an extent. */
struct chosen {
    formula_ref *parts; /* the first is free for the question */
    uint32_t *claims;
    uint32_t count, claim_count;
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

static struct chosen choose(struct rows *rows, enum extent extent) {
    struct prover *prover = rows->prover;
    const struct integer_space *space = prover->integers;
    struct chosen chosen = {.parts = arena_alloc(prover->arena, (rows->parts.size + 1) * sizeof *chosen.parts),
                            .claims = arena_alloc(prover->arena, (rows->claim_count + 1) * sizeof *chosen.claims),
                            .count = 1};
    for (uint32_t i = 0; i < rows->parts.size; i++) {
        const struct formula *part = &space->formulas.data[rows->parts.data[i].id];
        bool is_linear = part->kind == FORMULA_LE || (part->kind == FORMULA_EQ && !has_product(space, &part->linear));
        is_linear &= extent != INEQUALITIES || !has_product(space, &part->linear);
        if (is_linear || (extent == EVERYTHING && part->kind != FORMULA_EQ))
            chosen.parts[chosen.count++] = rows->parts.data[i];
    }
    for (uint32_t i = 0; i < rows->claim_count; i++)
        if (extent != INEQUALITIES || !is_about_products(space, space->claims.data[rows->claims[i]].formula))
            chosen.claims[chosen.claim_count++] = rows->claims[i];
    return chosen;
}

/* l <= 0 there; false if a value is not known. */
static bool holds_in(const struct solution *solution, const struct linear *l) {
    polynomial_value sum = l->constant;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t v = 0;
        while (v < solution->values.size && solution->values.data[v].atom != l->monomials[i].atom)
            v++;
        if (v == solution->values.size)
            return false;
        sum += (polynomial_value)l->monomials[i].coefficient * solution->values.data[v].value;
    }
    return sum <= 0;
}

/* A solution that is known already is one of the question `also`, too. */
static bool is_solved(const struct rows *rows, formula_ref also, enum extent extent) {
    const struct formula *question = &rows->prover->integers->formulas.data[also.id];
    bool solved = false;
    for (uint32_t i = rows->solutions.size; i-- > 0 && !solved && question->kind == FORMULA_LE;)
        solved = rows->solutions.data[i].extent >= extent && holds_in(&rows->solutions.data[i], &question->linear);
    return solved;
}

static void keep_solution(struct rows *rows, struct smt_query *query, enum extent extent) {
    struct encoder *encoder = &rows->prover->arithmetic->encoder;
    struct solution solution = {.extent = extent};
    for (uint32_t i = 0; i < rows->atoms.size; i++) {
        struct atom_value value = {.atom = rows->atoms.data[i]};
        if (!encoder_has_asserted(encoder, value.atom))
            continue;
        value.value = smt_model_int(query, encoder_atom(encoder, value.atom));
        if (value.value > INT64_MIN && value.value < INT64_MAX)
            vec_push(&solution.values, value);
    }
    vec_push(&rows->solutions, solution);
}

static void forget_solutions(struct rows *rows) {
    for (uint32_t i = 0; i < rows->solutions.size; i++)
        vec_release(&rows->solutions.data[i].values);
    vec_clear(&rows->solutions);
}

/* No thread satisfies the chosen parts of the query and `also`. */
static enum smt_result ask(struct rows *rows, formula_ref also, enum extent extent, const struct chosen *chosen) {
    struct prover *prover = rows->prover;
    if (is_solved(rows, also, extent))
        return SMT_SAT;
    uint64_t before = smt_steps_used(prover->smt), steps = budget_most(&prover->budget, ROW_STEPS);
    struct smt_query *query = smt_query_begin(prover->smt, SMT_INTEGERS);
    chosen->parts[0] = also;
    encoder_assert(&prover->arithmetic->encoder, query, chosen->parts, chosen->count, chosen->claims, chosen->claim_count);
    enum smt_result result = smt_check(query, steps);
    if (result == SMT_SAT)
        keep_solution(rows, query, extent);
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
    enum smt_result result = SMT_SAT;
    struct chosen before = {.count = 0};
    for (enum extent extent = INEQUALITIES; extent < EXTENT_COUNT && result == SMT_SAT; extent++) {
        const struct chosen chosen = choose(rows, extent);
        bool is_more = chosen.count > before.count || chosen.claim_count > before.claim_count;
        if (extent > INEQUALITIES && rows->steps >= STEPS_MAX)
            break;
        if (is_more)
            result = ask(rows, otherwise, extent, &chosen);
        before = chosen;
    }
    return result == SMT_UNSAT;
}

static void note_atoms(struct rows *rows, const struct linear *l) {
    const struct integer_space *space = rows->prover->integers;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        vec_push(&rows->atoms, l->monomials[i].atom);
        for (uint32_t f = 0; f < atom->factor_count; f++)
            for (uint32_t m = 0; m < atom->factors[f].count; m++)
                vec_push(&rows->atoms, atom->factors[f].monomials[m].atom);
    }
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
    forget_solutions(rows);
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
    vec_clear(&rows->atoms);
    if (equation.kind == FORMULA_EQ)
        note_atoms(rows, &equation.linear);
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
    forget_solutions(&rows);
    vec_release(&rows.solutions);
    vec_release(&rows.atoms);
    vec_release(&rows.parts);
    return f;
}
