/* See row_query.h. */
#include "prove/rung/row_query.h"

#include "prove/frame/budget.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/encode.h"
#include "prove/rung/row_strides.h"
#include "smt/smt.h"

#define STEPS_MAX UINT64_C(500000)

/* What is asked with: the inequalities alone and claims that are not about products, all claims, all but equations of products. */
enum extent { INEQUALITIES, CLAIMS, EVERYTHING, EXTENT_COUNT };

struct atom_value {
    uint32_t atom;
    int64_t value;
};

/* A solution of the parts and claims of the extent: another question of it that holds there has one, too. */
struct row_solution {
    enum extent extent;
    VEC(struct atom_value) values; /* of atoms of the equation */
};

/* The parts and claims of an extent. */
struct chosen {
    formula_ref *parts; /* the first is free for the question */
    uint32_t *claims;
    uint32_t count, claim_count;
};

static void collect(struct row_query *query, formula_ref root) {
    const struct integer_space *space = query->prover->integers;
    VEC(formula_ref) pending = {0};
    vec_push(&pending, root);
    while (pending.size > 0) {
        formula_ref f = vec_pop(&pending);
        const struct formula *formula = &space->formulas.data[f.id];
        if (formula->kind != FORMULA_AND)
            vec_push(&query->parts, f);
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

/* `x - y*z = 0`, of sizes. */
static void note_name(struct row_query *query, const struct linear *l) {
    const struct integer_space *space = query->prover->integers;
    for (uint32_t i = 0; i < l->count && l->count == 2 && l->constant == 0; i++) {
        const struct monomial name = l->monomials[i], other = l->monomials[1 - i];
        const struct linear product = {(struct monomial[]){{other.atom, 1}}, 1, 0}, own = {(struct monomial[]){{name.atom, 1}}, 1, 0};
        struct polynomial p, x;
        bool is_pair = (name.coefficient == 1 || name.coefficient == -1) && other.coefficient == -name.coefficient &&
                       space->atoms.data[name.atom].kind == ATOM_SYMBOL && stride_expand(space, &product, &p) && stride_expand(space, &own, &x);
        if (is_pair && p.count == 1 && p.terms[0].degree > 1 && p.terms[0].coefficient == 1 && stride_is_uniform(space, &p) &&
            stride_is_uniform(space, &x))
            vec_push(&query->named, (struct named_product){p.terms[0], name.atom});
    }
}

bool row_query_expand(const struct row_query *query, const struct linear *l, struct polynomial *out) {
    bool is = stride_expand(query->prover->integers, l, out);
    for (uint32_t i = 0; i < query->named.size && is; i++)
        is = stride_name(out, &query->named.data[i].product, query->named.data[i].atom);
    return is;
}

static bool is_about_products(const struct integer_space *space, formula_ref f) {
    const struct formula *formula = &space->formulas.data[f.id];
    bool is = (formula->kind == FORMULA_LE || formula->kind == FORMULA_EQ) && has_product(space, &formula->linear);
    for (uint32_t i = 0; i < formula->count && !is; i++)
        is = is_about_products(space, formula->parts[i]);
    return is;
}

static struct chosen choose(struct row_query *query, enum extent extent) {
    struct prover *prover = query->prover;
    const struct integer_space *space = prover->integers;
    struct chosen chosen = {.parts = arena_alloc(prover->arena, (query->parts.size + 1) * sizeof *chosen.parts),
                            .claims = arena_alloc(prover->arena, (query->claim_count + 1) * sizeof *chosen.claims),
                            .count = 1};
    for (uint32_t i = 0; i < query->parts.size; i++) {
        const struct formula *part = &space->formulas.data[query->parts.data[i].id];
        bool is_linear = part->kind == FORMULA_LE || (part->kind == FORMULA_EQ && !has_product(space, &part->linear));
        is_linear &= extent != INEQUALITIES || !has_product(space, &part->linear);
        if (is_linear || (extent == EVERYTHING && part->kind != FORMULA_EQ))
            chosen.parts[chosen.count++] = query->parts.data[i];
    }
    for (uint32_t i = 0; i < query->claim_count; i++)
        if (extent != INEQUALITIES || !is_about_products(space, space->claims.data[query->claims[i]].formula))
            chosen.claims[chosen.claim_count++] = query->claims[i];
    return chosen;
}

/* l <= 0 there; false if a value is not known. */
static bool holds_in(const struct row_solution *solution, const struct linear *l) {
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
static bool is_solved(const struct row_query *query, formula_ref also, enum extent extent) {
    const struct formula *question = &query->prover->integers->formulas.data[also.id];
    bool solved = false;
    for (uint32_t i = query->solutions.size; i-- > 0 && !solved && question->kind == FORMULA_LE;)
        solved = query->solutions.data[i]->extent >= extent && holds_in(query->solutions.data[i], &question->linear);
    return solved;
}

static void keep_solution(struct row_query *query, struct smt_query *solved, enum extent extent) {
    struct encoder *encoder = &query->prover->arithmetic->encoder;
    struct row_solution *solution = arena_alloc(query->prover->arena, sizeof *solution);
    *solution = (struct row_solution){.extent = extent};
    for (uint32_t i = 0; i < query->atoms.size; i++) {
        struct atom_value value = {.atom = query->atoms.data[i]};
        if (!encoder_has_asserted(encoder, value.atom))
            continue;
        value.value = smt_model_int(solved, encoder_atom(encoder, value.atom));
        if (value.value > INT64_MIN && value.value < INT64_MAX)
            vec_push(&solution->values, value);
    }
    vec_push(&query->solutions, solution);
}

static void forget_solutions(struct row_query *query) {
    for (uint32_t i = 0; i < query->solutions.size; i++)
        vec_release(&query->solutions.data[i]->values);
    vec_clear(&query->solutions);
}

/* No thread satisfies the chosen parts of the query and `also`. */
static enum smt_result ask(struct row_query *query, formula_ref also, enum extent extent, const struct chosen *chosen) {
    struct prover *prover = query->prover;
    if (is_solved(query, also, extent))
        return SMT_SAT;
    uint64_t before = smt_steps_used(prover->smt), steps = budget_most(&prover->budget, query->steps_each);
    struct smt_query *asked = smt_query_begin(prover->smt, SMT_INTEGERS);
    chosen->parts[0] = also;
    encoder_assert(&prover->arithmetic->encoder, asked, chosen->parts, chosen->count, chosen->claims, chosen->claim_count);
    enum smt_result result = smt_check(asked, steps);
    if (result == SMT_SAT)
        keep_solution(query, asked, extent);
    smt_query_end(asked);
    uint64_t used = smt_steps_used(prover->smt) - before;
    budget_pay(&prover->budget, used);
    query->steps += used;
    prover->stats.queries++;
    return result;
}

bool row_query_below(struct row_query *query, const struct linear *a, const struct linear *b) {
    formula_ref otherwise = formula_less(query->prover->integers, b, a, true);
    enum smt_result result = SMT_SAT;
    struct chosen before = {.count = 0};
    for (enum extent extent = INEQUALITIES; extent < EXTENT_COUNT && result == SMT_SAT; extent++) {
        const struct chosen chosen = choose(query, extent);
        bool is_more = chosen.count > before.count || chosen.claim_count > before.claim_count;
        if (extent > INEQUALITIES && query->steps >= STEPS_MAX)
            break;
        if (is_more)
            result = ask(query, otherwise, extent, &chosen);
        before = chosen;
    }
    return result == SMT_UNSAT;
}

static void note_atoms(struct row_query *query, const struct linear *l) {
    const struct integer_space *space = query->prover->integers;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        vec_push(&query->atoms, l->monomials[i].atom);
        for (uint32_t f = 0; f < atom->factor_count; f++)
            for (uint32_t m = 0; m < atom->factors[f].count; m++)
                vec_push(&query->atoms, atom->factors[f].monomials[m].atom);
    }
}

void row_query_about(struct row_query *query, const struct linear *l) {
    vec_clear(&query->atoms);
    note_atoms(query, l);
}

void row_query_begin(struct row_query *query, struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t claim_count,
                     uint64_t steps_each) {
    *query = (struct row_query){.prover = prover, .claims = claims, .claim_count = claim_count, .steps_each = steps_each};
    collect(query, f);
    for (uint32_t i = 0; i < query->parts.size; i++) {
        const struct formula *part = &prover->integers->formulas.data[query->parts.data[i].id];
        if (part->kind == FORMULA_EQ)
            note_name(query, &part->linear);
    }
}

void row_query_release(struct row_query *query) {
    forget_solutions(query);
    vec_release(&query->solutions);
    vec_release(&query->named);
    vec_release(&query->atoms);
    vec_release(&query->parts);
}

void row_query_add(struct row_query *query, formula_ref f) {
    vec_push(&query->parts, f);
    forget_solutions(query);
}

void row_query_replace(struct row_query *query, uint32_t part, formula_ref f) {
    query->parts.data[part] = f;
    forget_solutions(query);
}

formula_ref row_query_whole(const struct row_query *query) {
    struct integer_space *space = query->prover->integers;
    formula_ref all = formula_bool(space, true);
    for (uint32_t i = 0; i < query->parts.size; i++)
        all = i == 0 ? query->parts.data[0] : formula_and(space, all, query->parts.data[i]);
    return all;
}
