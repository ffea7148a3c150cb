/* Rung 2 of the ladder (design section 3.5): mixed-radix numbers, no solver.

   Two offsets are equal. If both are X*W + low with 0 <= low < W, then X and X'
   are equal and so are low and low' (delinearisation); applied again and again
   this gives equations between single symbols. If they make the two threads the
   same thread (or their blocks the same block), the accesses never meet. W is a
   constant or a symbolic product; low < W follows from ranges, from the launch
   (threadIdx < blockDim), or is literally one of the guard's conjuncts. */
#include "prove/prover.h"

#define FACTS_MAX 64u
#define PEEL_DEPTH_MAX 8u

struct peeling {
    struct prover *prover;
    struct integer_space *space;
    struct linear facts[FACTS_MAX]; /* each <= 0 */
    uint32_t fact_count;
    term_ref equal[16];             /* symbols of t that equal u's */
    uint32_t equal_count;
};

static void collect_facts(struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    if (formula->kind == FORMULA_AND) {
        for (uint32_t i = 0; i < formula->count; i++)
            collect_facts(peeling, formula->parts[i]);
    } else if (formula->kind == FORMULA_LE && peeling->fact_count < FACTS_MAX) {
        peeling->facts[peeling->fact_count++] = formula->linear;
    }
}

/* low < w and low >= 0. */
static bool is_digit(struct peeling *peeling, const struct linear *low, const struct linear *w) {
    struct integer_space *space = peeling->space;
    int64_t least, most, w_least, w_most;
    integer_range(space, low, &least, &most);
    integer_range(space, w, &w_least, &w_most);
    struct linear excess, one = integer_constant(1), minus, zero = integer_constant(0);
    if (!integer_combine(space, 1, low, -1, w, &excess) || !integer_combine(space, 1, &excess, 1, &one, &excess) ||
        !integer_combine(space, -1, low, 0, &zero, &minus))
        return false;
    bool below = most < w_least, natural = least >= 0;
    for (uint32_t i = 0; i < peeling->fact_count; i++) {
        below |= integer_equal(&peeling->facts[i], &excess);
        natural |= integer_equal(&peeling->facts[i], &minus);
    }
    return below && natural && w_least >= 1;
}

/* l = scale * (x * w + low), for the monomial at `index`: w its weight there. */
struct split { struct linear x, w, low; };

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
    if (!integer_shared(space, p, q, &w, &x, &y) || !is_digit(peeling, &low_a, &w) || !is_digit(peeling, &low_b, &w))
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
    if (!is_digit(peeling, &low_a, &w) || !is_digit(peeling, &low_b, &w))
        return false;
    return equate(peeling, &xa, &xb, depth + 1) && equate(peeling, &low_a, &low_b, depth + 1);
}

/* a = b, both single symbols: u's is the copy of t's. */
static bool equate_symbols(struct peeling *peeling, const struct linear *a, const struct linear *b) {
    struct prover *prover = peeling->prover;
    const struct atom *x = &peeling->space->atoms.data[a->monomials[0].atom], *y = &peeling->space->atoms.data[b->monomials[0].atom];
    if (x->kind != ATOM_SYMBOL || y->kind != ATOM_SYMBOL || a->constant != b->constant ||
        a->monomials[0].coefficient != b->monomials[0].coefficient || peeling->equal_count >= 16)
        return false;
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
    if (a->count == 1 && b->count == 1 && equate_symbols(peeling, a, b))
        return true;
    return peel_constant(peeling, a, b, depth);
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
    if (!equate(&peeling, &a->linear, &b->linear, 0) || !same_place(&peeling, pairing))
        return false;
    mark_claims(prover, claims, count);
    mark_claims(prover, a->claims, a->claim_count);
    mark_claims(prover, b->claims, b->claim_count);
    return true;
}
