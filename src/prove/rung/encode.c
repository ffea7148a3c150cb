#include "prove/rung/encode.h"

#include <stdio.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/rung/closure.h"
#include "prove/rung/radix.h"
#include "smt/smt.h"

#define LEMMA_PRODUCTS_MAX 24u

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

static formula_ref pair_lemma(struct integer_space *space, const struct linear *x, const struct linear *y, const struct linear *w, uint32_t p,
                              uint32_t q) {
    struct linear xw = closure_atom(space, p), yw = closure_atom(space, q), dx, dp;
    formula_ref lemma = formula_and(space, closure_monotone(space, x, y, w, &xw, &yw), closure_monotone(space, y, x, w, &yw, &xw));
    if (integer_combine(space, 1, x, -1, y, &dx) && integer_combine(space, 1, &xw, -1, &yw, &dp))
        lemma = formula_and(space, lemma, closure_implies(space, formula_eq(space, &dx), formula_eq(space, &dp)));
    return lemma;
}

/* x >= 1 and W >= 1 give x*W >= x and x*W >= W; x = 0 gives 0, x = 1 gives W. Of sizes: x <= 0 and W >= 1 give x*W <= x. */
static formula_ref single_lemma(struct integer_space *space, const struct linear *x, const struct linear *w, uint32_t p) {
    struct linear xw = closure_atom(space, p), one = integer_constant(1), zero = integer_constant(0), less_one, d;
    formula_ref both = formula_and(space, formula_less(space, &one, x, true), formula_less(space, &one, w, true));
    formula_ref grows = formula_and(space, formula_less(space, x, &xw, true), formula_less(space, w, &xw, true));
    formula_ref lemma = closure_implies(space, both, grows);
    lemma = formula_and(space, lemma, closure_implies(space, formula_eq(space, x), formula_eq(space, &xw)));
    if (integer_combine(space, 1, x, -1, &one, &less_one) && integer_combine(space, 1, &xw, -1, w, &d))
        lemma = formula_and(space, lemma, closure_implies(space, formula_eq(space, &less_one), formula_eq(space, &d)));
    formula_ref x_natural = formula_less(space, &zero, x, true), x_negative = formula_less(space, x, &zero, true);
    formula_ref w_natural = formula_less(space, &zero, w, true);
    lemma = formula_and(space, lemma, closure_implies(space, formula_and(space, x_natural, w_natural), formula_less(space, &zero, &xw, true)));
    formula_ref shrinks = formula_bool(space, true);
    if (radix_is_uniform(space, x) && radix_is_uniform(space, w))
        shrinks = closure_implies(space, formula_and(space, x_negative, formula_less(space, &one, w, true)), formula_less(space, &xw, x, true));
    lemma = formula_and(space, lemma, closure_implies(space, formula_and(space, x_negative, w_natural), formula_less(space, &xw, &zero, true)));
    return formula_and(space, lemma, shrinks);
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

/* x + k <= y and W >= 0 give x*W + k*W <= y*W, and y + 1 <= x + k gives the other way round: for a relation x - y + k <= 0. The
   monotone lemma says it of k = 0 and 1. */
static formula_ref shifted_lemma(struct integer_space *space, formula_ref relation, const struct linear *x, const struct linear *y,
                                 const struct linear *w, const struct linear *xw, const struct linear *yw) {
    const struct linear l = space->formulas.data[relation.id].linear, zero = integer_constant(0);
    struct linear d, rest, step, back;
    if (l.count > x->count + y->count || !integer_combine(space, 1, x, -1, y, &d) || l.count != d.count ||
        !integer_combine(space, 1, &l, -1, &d, &rest) || rest.count > 0 || rest.constant == 0 || rest.constant == 1)
        return formula_bool(space, true);
    if (!integer_combine(space, 1, xw, -1, yw, &step) || !integer_combine(space, 1, &step, rest.constant, w, &step) ||
        !integer_combine(space, -1, &step, 1, w, &back))
        return formula_bool(space, true);
    formula_ref natural = formula_less(space, &zero, w, true);
    formula_ref lemma = closure_implies(space, formula_and(space, natural, relation), formula_le(space, &step));
    return formula_and(space, lemma, closure_implies(space, formula_and(space, natural, formula_not(space, relation)), formula_le(space, &back)));
}

/* Of two products with a common factor, and the first `count` relations. */
static void assert_shifted(struct closure *closure, uint32_t p, uint32_t q, uint32_t count) {
    struct integer_space *space = closure->encoder->space;
    struct linear w, x, y;
    if (!closure->query || p == q || !integer_shared(space, p, q, &w, &x, &y))
        return;
    const struct linear xw = closure_atom(space, p), yw = closure_atom(space, q);
    for (uint32_t i = 0; i < 2 * count; i++) {
        const formula_ref relation = closure->relations.data[i / 2];
        const bool is_swapped = i % 2;
        formula_ref lemma =
            shifted_lemma(space, relation, is_swapped ? &y : &x, is_swapped ? &x : &y, &w, is_swapped ? &yw : &xw, is_swapped ? &xw : &yw);
        if (space->formulas.data[lemma.id].kind == FORMULA_TRUE)
            continue;
        visit_formula(closure, lemma);
        smt_assert(closure->query, encoder_formula(closure->encoder, lemma));
    }
}

/* What an equation says that the atom is, in terms of other sizes; false: it does not, or in terms of products and quotients. */
static bool solve_for(struct integer_space *space, formula_ref equation, uint32_t atom, struct linear *value) {
    const struct linear l = space->formulas.data[equation.id].linear, zero = integer_constant(0);
    int64_t by = 0;
    for (uint32_t i = 0; i < l.count; i++) {
        if (space->atoms.data[l.monomials[i].atom].kind != ATOM_SYMBOL)
            return false;
        by = l.monomials[i].atom == atom ? l.monomials[i].coefficient : by;
    }
    const struct linear self = closure_atom(space, atom);
    return l.count == 2 && (by == 1 || by == -1) && integer_combine(space, -by, &l, 1, &self, value) &&
           integer_combine(space, 1, value, 0, &zero, value);
}

/* A product of a size that is a multiple of another one, `stride == 32 * columns`, is that multiple of the other's product: so it can be
   compared with products of the other. */
static void assert_multiples(struct closure *closure, uint32_t p, uint32_t count) {
    struct integer_space *space = closure->encoder->space;
    const struct atom atom = space->atoms.data[p];
    for (uint32_t f = 0; f < atom.factor_count && closure->query; f++) {
        struct linear value, rest = integer_constant(1), product = closure_atom(space, p), d;
        const struct linear *own = &atom.factors[f];
        bool is_known = own->count == 1 && own->constant == 0 && own->monomials[0].coefficient == 1;
        for (uint32_t k = 0; k < atom.factor_count && is_known; k++)
            is_known = k == f || integer_multiply(space, rest, atom.factors[k], &rest);
        for (uint32_t i = 0; i < count && is_known; i++) {
            const formula_ref equation = closure->equations.data[i];
            if (!solve_for(space, equation, own->monomials[0].atom, &value) || !integer_multiply(space, value, rest, &value) ||
                !integer_combine(space, 1, &product, -1, &value, &d))
                continue;
            formula_ref lemma = closure_implies(space, equation, formula_eq(space, &d));
            visit_formula(closure, lemma);
            smt_assert(closure->query, encoder_formula(closure->encoder, lemma));
            break;
        }
    }
}

static void assert_more(struct closure *closure) {
    for (uint32_t i = 0; i < closure->more.size; i++) {
        visit_formula(closure, closure->more.data[i]);
        smt_assert(closure->query, encoder_formula(closure->encoder, closure->more.data[i]));
    }
    closure->more.size = 0;
}

/* Lemmas mention sub-products, which get their bounds and lemmas in turn. */
static void assert_lemmas(struct closure *closure) {
    struct encoder *encoder = closure->encoder;
    uint32_t products[LEMMA_PRODUCTS_MAX], count = 0, relations = closure->relations.size, equations = closure->equations.size;
    for (uint32_t i = 0; i < closure->atoms.size && count < LEMMA_PRODUCTS_MAX; i++) {
        uint32_t atom = closure->atoms.data[i];
        if (encoder->space->atoms.data[atom].kind != ATOM_PRODUCT)
            continue;
        products[count++] = atom;
        assert_multiples(closure, atom, equations);
        for (uint32_t j = 0; j < count; j++) {
            if (encoder->takes_more) {
                limits_of_quotient(closure, products[j], atom);
                limits_of_quotient(closure, atom, products[j]);
                assert_more(closure);
            }
            assert_shifted(closure, products[j], atom, relations);
            formula_ref lemma = closure->query ? lemma_for(encoder, products[j], atom) : formula_bool(encoder->space, true);
            if (encoder->space->formulas.data[lemma.id].kind == FORMULA_TRUE)
                continue;
            visit_formula(closure, lemma);
            smt_assert(closure->query, encoder_formula(encoder, lemma));
        }
        if (encoder->takes_more) {
            limits_of_product(closure, atom);
            assert_more(closure);
        }
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
    vec_release(&closure->more);
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
