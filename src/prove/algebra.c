/* Rung 2 of the ladder (design section 3.5): mixed-radix numbers, no solver.

   Two offsets are equal. If both are X*W + low with 0 <= low < W, then X and X'
   are equal and so are low and low' (delinearisation); applied again and again
   this gives equations between single symbols. If they make the two threads the
   same thread (or their blocks the same block), the accesses never meet. W is a
   constant or a symbolic product; low < W follows from ranges, from the launch
   (threadIdx < blockDim), or is literally one of the guard's conjuncts. */
#include "prove/algebra.h"

#define PEEL_DEPTH_MAX 8u

static void collect_facts(struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    if (formula->kind == FORMULA_AND) {
        for (uint32_t i = 0; i < formula->count; i++)
            collect_facts(peeling, formula->parts[i]);
    } else if (formula->kind == FORMULA_LE && peeling->fact_count < FACTS_MAX) {
        peeling->facts[peeling->fact_count++] = formula->linear;
    }
}

static bool divides(const struct linear *l, int64_t scale) {
    bool all = l->constant % scale == 0;
    for (uint32_t i = 0; i < l->count; i++)
        all &= l->monomials[i].coefficient % scale == 0;
    return all;
}

static struct linear divided_by(struct integer_space *space, const struct linear *l, int64_t scale) {
    struct linear out = {arena_alloc(space->arena, (l->count + 1) * sizeof *out.monomials), l->count, l->constant / scale};
    for (uint32_t i = 0; i < l->count; i++)
        out.monomials[i] = (struct monomial){l->monomials[i].atom, l->monomials[i].coefficient / scale};
    return out;
}

static struct linear without(struct integer_space *space, const struct linear *l, uint32_t index) {
    struct linear out = {arena_alloc(space->arena, (l->count + 1) * sizeof *out.monomials), 0, l->constant};
    for (uint32_t i = 0; i < l->count; i++)
        if (i != index)
            out.monomials[out.count++] = l->monomials[i];
    return out;
}

static bool equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth);

/* Two products with a common factor W: a = [X*W] + low, b = [Y*W] + low'. */
static bool peel_product(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t i, uint32_t j, uint32_t depth) {
    struct integer_space *space = peeling->space;
    uint32_t p = a->monomials[i].atom, q = b->monomials[j].atom;
    struct linear w, x, y, low_a = without(space, a, i), low_b = without(space, b, j);
    if (a->monomials[i].coefficient != 1 || b->monomials[j].coefficient != 1 ||
        space->atoms.data[p].kind != ATOM_PRODUCT || space->atoms.data[q].kind != ATOM_PRODUCT)
        return false;
    if (p == q) /* the same in both: cancels */
        return equate(peeling, &low_a, &low_b, depth + 1);
    if (!integer_shared(space, p, q, &w, &x, &y) || !digits_of(peeling, &low_a, &low_b, &w))
        return false;
    return equate(peeling, &x, &y, depth + 1) && equate(peeling, &low_a, &low_b, depth + 1);
}

static int64_t largest(const struct linear *l) {
    int64_t most = 0;
    for (uint32_t i = 0; i < l->count; i++)
        most = l->monomials[i].coefficient > most ? l->monomials[i].coefficient : most;
    return most;
}

/* Splits off the monomials with the largest coefficient: l = scale*x + low. */
static void split_constant(struct integer_space *space, const struct linear *l, int64_t scale, struct linear *x, struct linear *low) {
    *x = (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *x->monomials), 0, 0};
    *low = (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *low->monomials), 0, l->constant};
    for (uint32_t i = 0; i < l->count; i++) {
        const struct monomial m = l->monomials[i];
        if (m.coefficient % scale == 0)
            x->monomials[x->count++] = (struct monomial){m.atom, m.coefficient / scale};
        else
            low->monomials[low->count++] = m;
    }
}

static bool peel_constant(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    struct integer_space *space = peeling->space;
    int64_t scale = largest(a);
    struct linear xa, xb, low_a, low_b, w = integer_constant(scale);
    if (scale <= 1 || scale != largest(b))
        return false;
    split_constant(space, a, scale, &xa, &low_a);
    split_constant(space, b, scale, &xb, &low_b);
    if (!digits_of(peeling, &low_a, &low_b, &w))
        return false;
    return equate(peeling, &xa, &xb, depth + 1) && equate(peeling, &low_a, &low_b, depth + 1);
}

static bool is_pair(const struct peeling *peeling, uint32_t first, uint32_t second) {
    for (uint32_t i = 0; i < peeling->pair_count; i++)
        if (peeling->pairs[i].first == first && peeling->pairs[i].second == second)
            return true;
    return false;
}

static void add_pair(struct peeling *peeling, uint32_t first, uint32_t second) {
    if (peeling->pair_count < PAIRS_MAX && !is_pair(peeling, first, second))
        peeling->pairs[peeling->pair_count++] = (struct atom_pair){first, second};
}

/* a = b, both single atoms: a symbol of u is the copy of t's, or quotients or remainders are equal. */
static bool equate_atoms(struct peeling *peeling, const struct linear *a, const struct linear *b) {
    struct prover *prover = peeling->prover;
    uint32_t first = a->monomials[0].atom, second = b->monomials[0].atom;
    const struct atom *x = &peeling->space->atoms.data[first], *y = &peeling->space->atoms.data[second];
    if (x->kind != y->kind || x->kind == ATOM_PRODUCT || a->constant != b->constant ||
        a->monomials[0].coefficient != b->monomials[0].coefficient || peeling->equal_count >= 16)
        return false;
    add_pair(peeling, first, second);
    if (x->kind == ATOM_DEFINED)
        return true;
    symbol_ref copy = {(uint32_t)term_get(prover->terms, y->term)->value}, own = {(uint32_t)term_get(prover->terms, x->term)->value};
    if (copy.id < prover->origin.size && prover->origin.data[copy.id] == own.id + 1)
        peeling->equal[peeling->equal_count++] = x->term;
    return true;
}

/* Draws what it can from a = b; false if nothing is certain. */
static bool equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    if (integer_equal(a, b))
        return true;
    if (depth > PEEL_DEPTH_MAX || a->count == 0 || b->count == 0)
        return false;
    int64_t scale = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        int64_t c = a->monomials[i].coefficient < 0 ? -a->monomials[i].coefficient : a->monomials[i].coefficient;
        scale = scale == 0 || c < scale ? c : scale;
    }
    if (scale > 1 && divides(a, scale) && divides(b, scale)) {
        struct linear da = divided_by(peeling->space, a, scale), db = divided_by(peeling->space, b, scale);
        return equate(peeling, &da, &db, depth + 1);
    }
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (peel_product(peeling, a, b, i, j, depth))
                return true;
    if (a->count == 1 && b->count == 1 && equate_atoms(peeling, a, b))
        return true;
    return peel_constant(peeling, a, b, depth);
}

static bool is_same_division(const struct division *a, const struct division *b) {
    return integer_equal(&a->d, &b->d) && a->floors == b->floors && a->least == b->least && a->most == b->most;
}

/* x / (d * e) is x / d / e; from `whole`, x / (d * e), the quotient of the second step if it is a division
   of the kernel with these d and e; NULL: none. */
static const struct division *second_step(struct integer_space *space, const struct division *whole, const struct division *first, const struct linear *e) {
    struct linear product, middle = integer_atom(space, first->quotient);
    if (!integer_equal(&first->x, &whole->x) || first->floors != whole->floors || !integer_multiply(space, first->d, *e, &product) ||
        !integer_equal(&product, &whole->d))
        return NULL;
    for (uint32_t i = 0; i < space->divisions.size; i++) {
        const struct division *d = &space->divisions.data[i];
        if (integer_equal(&d->x, &middle) && integer_equal(&d->d, e) && d->floors == whole->floors)
            return d;
    }
    return NULL;
}

/* The quotients a and b of equal divisors are equal, and so are those of their second steps. */
static void equate_steps(struct peeling *peeling, const struct division *a, const struct division *b) {
    struct integer_space *space = peeling->space;
    for (uint32_t i = 0; i < space->divisions.size && !a->floors; i++) {
        const struct division first = space->divisions.data[i];
        for (uint32_t j = 0; j < space->divisions.size && integer_equal(&first.x, &a->x); j++) {
            const struct linear e = space->divisions.data[j].d;
            const struct division *own = second_step(space, a, &first, &e);
            for (uint32_t k = 0; own && k < space->divisions.size; k++) {
                const struct division other = space->divisions.data[k];
                const struct division *copy = is_same_division(&first, &other) ? second_step(space, b, &other, &e) : NULL;
                bool composes = digit_is_natural(peeling, &a->x) && digit_is_natural(peeling, &b->x);
                if (copy && composes && digit_is_nonzero(peeling, &first.d) && digit_is_nonzero(peeling, &e))
                    add_pair(peeling, own->quotient, copy->quotient);
            }
        }
    }
}

/* Equal quotients and remainders of equal divisors are those of equal numbers. */
static void equate_divided(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        struct atom_pair pair = peeling->pairs[i];
        const struct division *a = division_with(peeling->space, pair.first, false), *b = division_with(peeling->space, pair.second, false);
        if (a && b && is_same_division(a, b))
            equate_steps(peeling, &(struct division){a->x, a->d, a->floors, a->least, a->most, a->quotient},
                         &(struct division){b->x, b->d, b->floors, b->least, b->most, b->quotient});
        for (uint32_t j = 0; j <= i; j++) {
            struct atom_pair q = peeling->pairs[j], r = pair;
            for (uint32_t order = 0; order < 2; order++) {
                struct atom_pair swap = q;
                const struct division *own = division_with(peeling->space, q.first, false), *copy = division_with(peeling->space, q.second, false);
                bool are_both = own && copy && r.first == own->quotient + 1 && r.second == copy->quotient + 1;
                if (are_both && is_same_division(own, copy) && digit_is_nonzero(peeling, &own->d)) {
                    struct linear x = own->x, y = copy->x;
                    (void)equate(peeling, &x, &y, 0);
                }
                q = r;
                r = swap;
            }
        }
    }
}

static bool is_found(const struct peeling *peeling, term_ref t) {
    for (uint32_t i = 0; i < peeling->equal_count; i++)
        if (term_same(peeling->equal[i], t))
            return true;
    return false;
}

/* Every axis in which the threads (blocks) may differ is equal. */
static bool same_place(const struct peeling *peeling, enum pairing pairing) {
    struct prover *prover = peeling->prover;
    for (uint32_t a = 0; a < 3; a++) {
        term_ref own = prover_scoped(prover, pairing == WITHIN_BLOCK ? prover->protocol->tid[a] : prover->protocol->bid[a]);
        if (!term_is_const(prover->terms, own, NULL) && !is_found(peeling, own))
            return false;
    }
    return true;
}

static void mark_claims(struct prover *prover, const uint32_t *claims, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (prover->claim_used.size <= claims[i])
            vec_resize_zero(&prover->claim_used, claims[i] + 1);
        prover->claim_used.data[claims[i]] = 1;
    }
    prover->rests_on_claims |= count > 0;
}

bool algebra_disjoint(struct prover *prover, enum pairing pairing, term_ref guards, term_ref x, term_ref y) {
    struct integer_space *space = &prover->integers;
    struct peeling peeling = {.prover = prover, .space = space};
    term_ref whole = term_and(prover->terms, guards, prover_facts(prover, pairing, term_and(prover->terms, guards, term_eq(prover->terms, x, y))));
    const uint32_t *claims;
    uint32_t count;
    collect_facts(&peeling, integer_formula_of(space, whole, &claims, &count));
    const struct integer_view *a = integer_view_of(space, x, true), *b = integer_view_of(space, y, true);
    prover->rests_on_claims = false;
    if (!equate(&peeling, &a->linear, &b->linear, 0))
        return false;
    equate_divided(&peeling);
    if (!same_place(&peeling, pairing))
        return false;
    mark_claims(prover, claims, count);
    mark_claims(prover, a->claims, a->claim_count);
    mark_claims(prover, b->claims, b->claim_count);
    return true;
}
