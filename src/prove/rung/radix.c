/* l = x*w + low (radix.h). */
#include "prove/rung/radix.h"

#define DEPTH_MAX 8u

bool radix_is_atom(const struct linear *l) {
    return l->count == 1 && l->constant == 0 && l->monomials[0].coefficient == 1;
}

/* The atom divided by w, which is one of its factors, a product of some of them, or the atom itself. */
static bool quotient_by(struct integer_space *space, uint32_t atom, const struct linear *w, struct linear *quotient) {
    const struct atom product = space->atoms.data[atom];
    struct linear own = integer_atom(space, atom), shared, rest;
    *quotient = integer_constant(1);
    if (integer_equal(&own, w))
        return true;
    if (radix_is_atom(w))
        return integer_shared(space, atom, w->monomials[0].atom, &shared, quotient, &rest) && integer_equal(&shared, w);
    bool found = false;
    for (uint32_t i = 0; product.kind == ATOM_PRODUCT && i < product.factor_count; i++) {
        bool is_it = !found && integer_equal(&product.factors[i], w);
        found |= is_it;
        if (!is_it && !integer_multiply(space, *quotient, product.factors[i], quotient))
            return false;
    }
    return found;
}

static struct linear empty(struct integer_space *space, const struct linear *l, int64_t constant) {
    return (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *l->monomials), 0, constant};
}

/* Summands whose coefficients w divides are x, and so is what the constant has of w. */
static void divide_by_constant(struct integer_space *space, const struct linear *l, int64_t w, struct linear *x, struct linear *low) {
    int64_t whole = l->constant > 0 ? l->constant / w : 0;
    *x = empty(space, l, whole);
    *low = empty(space, l, l->constant - whole * w);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct monomial m = l->monomials[i];
        if (m.coefficient % w == 0)
            x->monomials[x->count++] = (struct monomial){m.atom, m.coefficient / w};
        else
            low->monomials[low->count++] = m;
    }
}

/* What the atom v is multiplied with in l. */
static bool coefficient_of(struct integer_space *space, const struct linear *l, uint32_t v, struct linear *out) {
    struct linear own = integer_atom(space, v), quotient;
    *out = integer_constant(0);
    for (uint32_t i = 0; i < l->count; i++)
        if (quotient_by(space, l->monomials[i].atom, &own, &quotient) && !integer_combine(space, 1, out, l->monomials[i].coefficient, &quotient, out))
            return false;
    return true;
}

static bool is_factor(const struct integer_space *space, uint32_t atom, uint32_t v) {
    const struct atom *product = &space->atoms.data[atom];
    bool is = atom == v;
    for (uint32_t i = 0; product->kind == ATOM_PRODUCT && i < product->factor_count; i++)
        is |= radix_is_atom(&product->factors[i]) && product->factors[i].monomials[0].atom == v;
    return is;
}

/* c = k*w, k not 0. */
static bool times(struct integer_space *space, const struct linear *c, const struct linear *w, int64_t *k) {
    struct linear rest;
    *k = c->count > 0 && w->count > 0 ? c->monomials[0].coefficient / w->monomials[0].coefficient : 0;
    return *k != 0 && *k > -INT32_MAX && *k < INT32_MAX && integer_combine(space, 1, c, -*k, w, &rest) && rest.count == 0 && rest.constant == 0;
}

/* All of k*w that stands in l without an index is k of x. */
static bool take_uniform(struct integer_space *space, const struct linear *w, struct linear *x, struct linear *low) {
    struct linear rest, whole;
    for (uint32_t i = 0; i < low->count; i++) {
        int64_t k = low->monomials[i].atom == w->monomials[0].atom ? low->monomials[i].coefficient / w->monomials[0].coefficient : 0;
        bool is_whole = k > 0 && k < INT32_MAX && integer_combine(space, 1, low, -k, w, &rest) && rest.count + w->count == low->count;
        whole = integer_constant(k);
        if (is_whole) {
            *low = rest;
            return integer_combine(space, 1, x, 1, &whole, x);
        }
    }
    return true;
}

/* Atoms that are multiplied with multiples of the sum w are x. */
static bool divide_by_sum(struct integer_space *space, const struct linear *l, const struct linear *w, struct linear *x, struct linear *low) {
    struct linear coefficient;
    int64_t k;
    *x = integer_constant(0);
    *low = *l;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t v = l->monomials[i].atom;
        struct linear own = integer_atom(space, v), rest = empty(space, low, low->constant);
        if (space->atoms.data[v].kind == ATOM_PRODUCT || !coefficient_of(space, l, v, &coefficient) || !times(space, &coefficient, w, &k))
            continue;
        for (uint32_t m = 0; m < low->count; m++)
            if (!is_factor(space, low->monomials[m].atom, v))
                rest.monomials[rest.count++] = low->monomials[m];
        if (!integer_combine(space, 1, x, k, &own, x))
            return false;
        *low = rest;
    }
    return x->count == 0 || take_uniform(space, w, x, low);
}

bool radix_divide(struct integer_space *space, const struct linear *l, const struct linear *w, struct linear *x, struct linear *low) {
    struct linear quotient;
    if (w->count == 0) {
        divide_by_constant(space, l, w->constant, x, low);
        return true;
    }
    *x = integer_constant(0);
    *low = empty(space, l, l->constant);
    for (uint32_t i = 0; i < l->count; i++) {
        if (!quotient_by(space, l->monomials[i].atom, w, &quotient))
            low->monomials[low->count++] = l->monomials[i];
        else if (!integer_combine(space, 1, x, l->monomials[i].coefficient, &quotient, x))
            return false;
    }
    bool is_sum = w->count > 1 || w->constant != 0;
    return x->count > 0 || x->constant != 0 || !is_sum || divide_by_sum(space, l, w, x, low);
}

static bool is_uniform(const struct integer_space *space, const struct linear *l, uint32_t depth) {
    bool uniform = depth < DEPTH_MAX;
    for (uint32_t i = 0; i < l->count && uniform; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        const struct division *q = division_with(space, l->monomials[i].atom, false), *r = division_with(space, l->monomials[i].atom, true);
        const struct division *division = q ? q : r;
        if (!term_is_none(atom->term))
            uniform = (term_deps(space->terms, atom->term) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0;
        else if (division)
            uniform = is_uniform(space, &division->x, depth + 1) && is_uniform(space, &division->d, depth + 1);
        for (uint32_t f = 0; atom->kind == ATOM_PRODUCT && f < atom->factor_count && uniform; f++)
            uniform = is_uniform(space, &atom->factors[f], depth + 1);
        uniform &= !term_is_none(atom->term) || division || atom->kind == ATOM_PRODUCT;
    }
    return uniform;
}

bool radix_is_uniform(const struct integer_space *space, const struct linear *l) {
    return is_uniform(space, l, 0);
}

bool radix_sum_beside(struct integer_space *space, const struct linear *l, uint32_t v, struct linear *w) {
    if (space->atoms.data[v].kind == ATOM_PRODUCT || !coefficient_of(space, l, v, w) || w->count == 0 || w->constant == 0 ||
        !radix_is_uniform(space, w))
        return false;
    int64_t content = integer_content(w);
    struct linear least = empty(space, w, w->constant / content);
    for (uint32_t i = 0; i < w->count; i++)
        least.monomials[least.count++] = (struct monomial){w->monomials[i].atom, w->monomials[i].coefficient / content};
    *w = least;
    return true;
}
