#include "prove/rung/encode.h"

#include <stdio.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "smt/smt.h"

#define LEMMA_PRODUCTS_MAX 24u
#define LIMITS_MAX 4u /* of one product */
#define THREADS_MOST 1024
#define GRID_LEAST_MOST 65535 /* gridDim.y and gridDim.z are at most that in every launch */

void encoder_init(struct encoder *encoder, struct integer_space *space, struct smt *smt) {
    *encoder = (struct encoder){.space = space, .smt = smt};
    map_init(&encoder->boolean_of);
    map_init(&encoder->lemma_of);
    map_init(&encoder->asserted);
}

void encoder_release(struct encoder *encoder) {
    vec_release(&encoder->atom_variables);
    vec_release(&encoder->formula_refs);
    map_release(&encoder->boolean_of);
    map_release(&encoder->lemma_of);
    map_release(&encoder->asserted);
}

smt_ref encoder_atom(struct encoder *encoder, uint32_t atom) {
    if (encoder->atom_variables.size <= atom)
        vec_resize_zero(&encoder->atom_variables, encoder->space->atoms.size);
    if (encoder->atom_variables.data[atom].id == 0) {
        char name[24];
        (void)snprintf(name, sizeof name, "a%u", atom);
        encoder->atom_variables.data[atom] = smt_int_variable(encoder->smt, name);
    }
    return encoder->atom_variables.data[atom];
}

static smt_ref linear_relation(struct encoder *encoder, const struct linear *l, bool equal) {
    int64_t *coefficients = arena_alloc(encoder->space->arena, (l->count + 1) * sizeof *coefficients);
    smt_ref *variables = arena_alloc(encoder->space->arena, (l->count + 1) * sizeof *variables);
    for (uint32_t i = 0; i < l->count; i++) {
        coefficients[i] = l->monomials[i].coefficient;
        variables[i] = encoder_atom(encoder, l->monomials[i].atom);
    }
    return equal ? smt_linear_eq(encoder->smt, coefficients, variables, l->count, l->constant)
                 : smt_linear_le(encoder->smt, coefficients, variables, l->count, l->constant);
}

static smt_ref boolean_variable(struct encoder *encoder, formula_ref f) {
    const struct formula *formula = &encoder->space->formulas.data[f.id];
    uint64_t key = term_is_none(formula->variable) ? UINT64_C(1) << 40 | f.id : formula->variable.id;
    uint32_t found;
    if (!map_get(&encoder->boolean_of, key, &found)) {
        char name[32];
        (void)snprintf(name, sizeof name, "b%llu", (unsigned long long)key);
        found = smt_bool_variable(encoder->smt, name).id;
        map_set(&encoder->boolean_of, key, found);
    }
    return (smt_ref){found};
}

static smt_ref make(struct encoder *encoder, formula_ref f) {
    const struct formula formula = encoder->space->formulas.data[f.id];
    smt_ref parts[2];
    for (uint32_t i = 0; i < formula.count; i++)
        parts[i] = encoder_formula(encoder, formula.parts[i]);
    switch (formula.kind) {
    case FORMULA_TRUE: return smt_true(encoder->smt);
    case FORMULA_FALSE: return smt_false(encoder->smt);
    case FORMULA_LE: return linear_relation(encoder, &formula.linear, false);
    case FORMULA_EQ: return linear_relation(encoder, &formula.linear, true);
    case FORMULA_VARIABLE: return boolean_variable(encoder, f);
    case FORMULA_NOT: return smt_not(encoder->smt, parts[0]);
    case FORMULA_AND: return smt_and(encoder->smt, parts, formula.count);
    case FORMULA_OR: return smt_or(encoder->smt, parts, formula.count);
    }
    return smt_true(encoder->smt);
}

/* Parts have smaller ids than their formula, so the recursion is bounded by
   building what is missing from below. */
smt_ref encoder_formula(struct encoder *encoder, formula_ref f) {
    if (encoder->formula_refs.size < encoder->space->formulas.size)
        vec_resize_zero(&encoder->formula_refs, encoder->space->formulas.size);
    if (encoder->formula_refs.data[f.id].id == 0) {
        smt_ref made = make(encoder, f);
        encoder->formula_refs.data[f.id] = made;
    }
    return encoder->formula_refs.data[f.id];
}

struct closure {
    struct encoder *encoder;
    struct smt_query *query; /* NULL: nothing is asserted, it is only asked whether there are more lemmas */
    VEC(uint32_t) atoms;
    uint32_t closed; /* atoms before this one are done */
    VEC(formula_ref) pending;
    VEC(formula_ref) relations, equations; /* l <= 0, l = 0 among the formulas that were visited */
    struct map seen_atom, seen_formula;
};

static void visit_linear(struct closure *closure, const struct linear *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t atom = l->monomials[i].atom;
        if (map_get(&closure->seen_atom, atom, NULL))
            continue;
        map_set(&closure->seen_atom, atom, 1);
        vec_push(&closure->atoms, atom);
    }
}

static void visit_formula(struct closure *closure, formula_ref root) {
    vec_push(&closure->pending, root);
    while (closure->pending.size > 0) {
        formula_ref f = vec_pop(&closure->pending);
        if (f.id == 0 || map_get(&closure->seen_formula, f.id, NULL))
            continue;
        map_set(&closure->seen_formula, f.id, 1);
        const struct formula *formula = &closure->encoder->space->formulas.data[f.id];
        if (formula->kind == FORMULA_LE || formula->kind == FORMULA_EQ)
            visit_linear(closure, &formula->linear);
        if (formula->kind == FORMULA_LE)
            vec_push(&closure->relations, f);
        if (formula->kind == FORMULA_EQ)
            vec_push(&closure->equations, f);
        for (uint32_t i = 0; i < formula->count; i++)
            vec_push(&closure->pending, formula->parts[i]);
    }
}

static void assert_bounds(struct closure *closure, uint32_t atom) {
    const struct atom *a = &closure->encoder->space->atoms.data[atom];
    smt_ref variable = encoder_atom(closure->encoder, atom);
    struct smt *smt = closure->encoder->smt;
    int64_t minus = -1, plus = 1;
    if (a->low > -INTEGER_LIMIT)
        smt_assert(closure->query, smt_linear_le(smt, &minus, &variable, 1, a->low));
    if (a->high < INTEGER_LIMIT)
        smt_assert(closure->query, smt_linear_le(smt, &plus, &variable, 1, -a->high));
}

/* Everything the formulas speak about, transitively. */
static void close_over(struct closure *closure) {
    struct integer_space *space = closure->encoder->space;
    for (; closure->closed < closure->atoms.size; closure->closed++) {
        uint32_t id = closure->atoms.data[closure->closed];
        const struct atom atom = space->atoms.data[id];
        if (closure->query)
            assert_bounds(closure, id);
        for (uint32_t f = 0; f < atom.factor_count; f++)
            visit_linear(closure, &atom.factors[f]);
        if (atom.definition.id != 0) {
            if (closure->query)
                smt_assert(closure->query, encoder_formula(closure->encoder, atom.definition));
            visit_formula(closure, atom.definition);
        }
    }
}

static formula_ref implication(struct integer_space *space, formula_ref a, formula_ref b) {
    return formula_or(space, formula_not(space, a), b);
}

static struct linear of_atom(struct integer_space *space, uint32_t atom) {
    struct monomial *m = arena_alloc(space->arena, sizeof *m);
    *m = (struct monomial){atom, 1};
    return (struct linear){m, 1, 0};
}

/* x < y and W >= 1 give x*W + W <= y*W; x <= y and W >= 0 give x*W <= y*W. */
static formula_ref monotone(struct integer_space *space, const struct linear *x, const struct linear *y, const struct linear *w,
                            const struct linear *xw, const struct linear *yw) {
    struct linear one = integer_constant(1), zero = integer_constant(0), step;
    formula_ref positive = formula_less(space, &one, w, true), natural = formula_less(space, &zero, w, true);
    formula_ref less = formula_and(space, positive, formula_less(space, x, y, BREAK(LEMMA)));
    formula_ref at_most = formula_and(space, natural, formula_less(space, x, y, true));
    formula_ref lemma = implication(space, at_most, formula_less(space, xw, yw, true));
    if (integer_combine(space, 1, xw, 1, w, &step))
        lemma = formula_and(space, lemma, implication(space, less, formula_less(space, &step, yw, true)));
    return lemma;
}

static formula_ref pair_lemma(struct integer_space *space, const struct linear *x, const struct linear *y, const struct linear *w, uint32_t p,
                              uint32_t q) {
    struct linear xw = of_atom(space, p), yw = of_atom(space, q), dx, dp;
    formula_ref lemma = formula_and(space, monotone(space, x, y, w, &xw, &yw), monotone(space, y, x, w, &yw, &xw));
    if (integer_combine(space, 1, x, -1, y, &dx) && integer_combine(space, 1, &xw, -1, &yw, &dp))
        lemma = formula_and(space, lemma, implication(space, formula_eq(space, &dx), formula_eq(space, &dp)));
    return lemma;
}

/* x >= 1 and W >= 1 give x*W >= x and x*W >= W; x = 0 gives 0, x = 1 gives W. */
static formula_ref single_lemma(struct integer_space *space, const struct linear *x, const struct linear *w, uint32_t p) {
    struct linear xw = of_atom(space, p), one = integer_constant(1), zero = integer_constant(0), less_one, d;
    formula_ref both = formula_and(space, formula_less(space, &one, x, true), formula_less(space, &one, w, true));
    formula_ref grows = formula_and(space, formula_less(space, x, &xw, true), formula_less(space, w, &xw, true));
    formula_ref lemma = implication(space, both, grows);
    lemma = formula_and(space, lemma, implication(space, formula_eq(space, x), formula_eq(space, &xw)));
    if (integer_combine(space, 1, x, -1, &one, &less_one) && integer_combine(space, 1, &xw, -1, w, &d))
        lemma = formula_and(space, lemma, implication(space, formula_eq(space, &less_one), formula_eq(space, &d)));
    formula_ref x_natural = formula_less(space, &zero, x, true), x_negative = formula_less(space, x, &zero, true);
    formula_ref w_natural = formula_less(space, &zero, w, true);
    lemma = formula_and(space, lemma, implication(space, formula_and(space, x_natural, w_natural), formula_less(space, &zero, &xw, true)));
    return formula_and(space, lemma, implication(space, formula_and(space, x_negative, w_natural), formula_less(space, &xw, &zero, true)));
}

/* One factor against the product of the others, for each factor. */
static formula_ref own_lemma(struct integer_space *space, uint32_t p) {
    const struct atom atom = space->atoms.data[p];
    formula_ref lemma = formula_bool(space, true);
    for (uint32_t i = 0; i < atom.factor_count; i++) {
        struct linear rest = integer_constant(1);
        for (uint32_t j = 0; j < atom.factor_count; j++)
            if (j != i && !integer_multiply(space, rest, atom.factors[j], &rest))
                return lemma;
        lemma = formula_and(space, lemma, single_lemma(space, &atom.factors[i], &rest, p));
        if (atom.factor_count == 2)
            lemma = formula_and(space, lemma, single_lemma(space, &rest, &atom.factors[i], p));
    }
    return lemma;
}

static formula_ref lemma_for(struct encoder *encoder, uint32_t p, uint32_t q) {
    struct integer_space *space = encoder->space;
    uint64_t key = (uint64_t)p << 32 | q;
    uint32_t found;
    if (map_get(&encoder->lemma_of, key, &found))
        return (formula_ref){found};
    struct linear shared, x, y;
    formula_ref lemma = formula_bool(space, true);
    if (p == q)
        lemma = own_lemma(space, p);
    else if (integer_shared(space, p, q, &shared, &x, &y))
        lemma = pair_lemma(space, &x, &y, &shared, p, q);
    map_set(&encoder->lemma_of, key, lemma.id);
    return lemma;
}

/* The relation, or its negation, compares x with a number; the least number that x is below then. */
static bool is_limit(struct integer_space *space, formula_ref relation, const struct linear *x, int64_t *limit) {
    const struct linear l = space->formulas.data[relation.id].linear;
    struct linear d;
    if (l.count != x->count)
        return false;
    if (integer_combine(space, 1, &l, -1, x, &d) && d.count == 0) { /* x + d <= 0 */
        *limit = 1 - d.constant;
        return true;
    }
    if (integer_combine(space, 1, &l, 1, x, &d) && d.count == 0) { /* not d - x <= 0 */
        *limit = d.constant;
        return true;
    }
    return false;
}

/* There is a further lemma; it is not to be made. */
static bool only_asks(struct closure *closure) {
    closure->encoder->has_more = true;
    return !closure->query;
}

static void assert_more(struct closure *closure, formula_ref lemma) {
    visit_formula(closure, lemma);
    smt_assert(closure->query, encoder_formula(closure->encoder, lemma));
}

/* Some part of it belongs to a thread, a block or a round of a loop. */
static bool is_index(const struct integer_space *space, const struct linear *l) {
    bool is = false;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        is |= atom->kind == ATOM_SYMBOL && (term_deps(space->terms, atom->term) & (DEP_THREAD | DEP_BLOCK | DEP_COUNTER));
    }
    return is;
}

/* What the index is below by the ranges of its parts, where that says more than the hardware does: the launch is fixed. */
static int64_t limit_of_range(struct integer_space *space, const struct linear *x) {
    int64_t low, high;
    integer_range(space, x, &low, &high);
    bool is_hardware = high >= GRID_LEAST_MOST - 1 || (x->count == 1 && high == THREADS_MOST - 1);
    return is_hardware ? 0 : high + 1;
}

static void assert_limit(struct closure *closure, uint32_t p, const struct linear *x, const struct linear *w, int64_t limit) {
    struct integer_space *space = closure->encoder->space;
    const struct linear xw = of_atom(space, p), y = integer_constant(limit);
    struct linear cw;
    if (!only_asks(closure) && integer_combine(space, limit, w, 0, w, &cw))
        assert_more(closure, monotone(space, x, &y, w, &xw, &cw));
}

/* x * W for each index x that is compared with a number c, and a size W: x < c gives x*W + W <= c*W, as of two products; c*W is none. */
static void assert_limits(struct closure *closure, uint32_t p) {
    struct integer_space *space = closure->encoder->space;
    const struct atom atom = space->atoms.data[p];
    uint32_t found = 0;
    for (uint32_t f = 0; f < atom.factor_count && atom.factor_count == 2; f++) {
        const struct linear x = atom.factors[f], w = atom.factors[1 - f];
        int64_t limit = limit_of_range(space, &x);
        if (!is_index(space, &x) || is_index(space, &w))
            continue;
        if (limit > 1)
            assert_limit(closure, p, &x, &w, limit);
        for (uint32_t i = 0; i < closure->relations.size && found < LIMITS_MAX; i++)
            if (is_limit(space, closure->relations.data[i], &x, &limit) && limit > 1) {
                found++;
                assert_limit(closure, p, &x, &w, limit);
            }
    }
}

/* The two are one number, or some formula compares them: where they are not equal, a lemma about both is no use, and true. */
static bool is_compared(struct closure *closure, const struct linear *a, const struct linear *b) {
    struct integer_space *space = closure->encoder->space;
    struct linear d, e;
    bool is = integer_equal(a, b);
    if (is || !integer_combine(space, 1, a, -1, b, &d) || !integer_combine(space, -1, &d, 0, &d, &e))
        return is;
    for (uint32_t i = 0; i < closure->equations.size && !is; i++) {
        const struct linear *l = &space->formulas.data[closure->equations.data[i].id].linear;
        is = integer_equal(l, &d) || integer_equal(l, &e);
    }
    return is;
}

/* The products h * P and y * (P / c), with numbers h and P that are not negative: P >= c * (P / c), and so h * P >= c * h * (P / c), which is a
   product to compare y * (P / c) with. */
static void assert_quotient(struct closure *closure, uint32_t p, uint32_t with_quotient) {
    struct encoder *encoder = closure->encoder;
    struct integer_space *space = encoder->space;
    const struct atom whole = space->atoms.data[p], part = space->atoms.data[with_quotient];
    for (uint32_t i = 0; i < space->divisions.size && whole.factor_count == 2 && part.factor_count == 2; i++) {
        const struct division division = space->divisions.data[i];
        const struct linear q = of_atom(space, division.quotient), zero = integer_constant(0);
        for (uint32_t f = 0; f < 4 && division.d.count == 0 && division.d.constant >= 2; f++) {
            const struct linear h = whole.factors[1 - f / 2], hp = of_atom(space, p), own = part.factors[f % 2];
            struct linear hq, scaled, apart;
            if (!integer_equal(&whole.factors[f / 2], &division.x) || !is_compared(closure, &own, &q))
                continue;
            if (only_asks(closure) || !integer_multiply(space, h, own, &hq) || !integer_combine(space, division.d.constant, &hq, 0, &hq, &scaled) ||
                !integer_combine(space, 1, &own, -1, &q, &apart))
                continue;
            formula_ref natural = formula_and(space, formula_less(space, &zero, &h, true), formula_less(space, &zero, &division.x, true));
            natural = formula_and(space, natural, formula_eq(space, &apart));
            assert_more(closure, implication(space, natural, formula_less(space, &scaled, &hp, true)));
        }
    }
}

/* Lemmas mention sub-products, which get their bounds and lemmas in turn. */
static void assert_lemmas(struct closure *closure) {
    struct encoder *encoder = closure->encoder;
    uint32_t products[LEMMA_PRODUCTS_MAX], count = 0;
    for (uint32_t i = 0; i < closure->atoms.size && count < LEMMA_PRODUCTS_MAX; i++) {
        uint32_t atom = closure->atoms.data[i];
        if (encoder->space->atoms.data[atom].kind != ATOM_PRODUCT)
            continue;
        products[count++] = atom;
        for (uint32_t j = 0; j < count; j++) {
            if (encoder->takes_more) {
                assert_quotient(closure, products[j], atom);
                assert_quotient(closure, atom, products[j]);
            }
            formula_ref lemma = closure->query ? lemma_for(encoder, products[j], atom) : formula_bool(encoder->space, true);
            if (encoder->space->formulas.data[lemma.id].kind == FORMULA_TRUE)
                continue;
            visit_formula(closure, lemma);
            smt_assert(closure->query, encoder_formula(encoder, lemma));
        }
        if (encoder->takes_more)
            assert_limits(closure, atom);
        close_over(closure);
    }
}

static struct closure begin(struct encoder *encoder, struct smt_query *query) {
    struct closure closure = {.encoder = encoder, .query = query};
    map_init(&closure.seen_atom);
    map_init(&closure.seen_formula);
    encoder->has_more = false;
    return closure;
}

/* But the atoms that were seen. */
static void end(struct closure *closure) {
    map_release(&closure->seen_formula);
    vec_release(&closure->atoms);
    vec_release(&closure->pending);
    vec_release(&closure->relations);
    vec_release(&closure->equations);
}

bool encoder_has_more(struct encoder *encoder, formula_ref formula, const uint32_t *claims, uint32_t claim_count) {
    struct closure closure = begin(encoder, NULL);
    const bool takes_more = encoder->takes_more;
    encoder->takes_more = true;
    visit_formula(&closure, formula);
    for (uint32_t i = 0; i < claim_count; i++)
        visit_formula(&closure, encoder->space->claims.data[claims[i]].formula);
    close_over(&closure);
    assert_lemmas(&closure);
    encoder->takes_more = takes_more;
    map_release(&closure.seen_atom);
    end(&closure);
    return encoder->has_more;
}

void encoder_assert(struct encoder *encoder, struct smt_query *query, const formula_ref *formulas, uint32_t count, const uint32_t *claims,
                    uint32_t claim_count) {
    struct closure closure = begin(encoder, query);
    for (uint32_t i = 0; i < count; i++) {
        visit_formula(&closure, formulas[i]);
        smt_assert(query, encoder_formula(encoder, formulas[i]));
    }
    for (uint32_t i = 0; i < claim_count; i++) {
        formula_ref f = encoder->space->claims.data[claims[i]].formula;
        visit_formula(&closure, f);
        smt_assert(query, encoder_formula(encoder, f));
    }
    close_over(&closure);
    assert_lemmas(&closure);
    map_release(&encoder->asserted);
    encoder->asserted = closure.seen_atom;
    end(&closure);
}

bool encoder_has_asserted(const struct encoder *encoder, uint32_t atom) {
    return map_get(&encoder->asserted, atom, NULL);
}
