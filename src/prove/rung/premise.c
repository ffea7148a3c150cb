/* Premises as terms (premise.h). */
#include "prove/rung/premise.h"

#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/demand.h"

enum { TERM_DEPTH_MAX = 12 };

static term_ref term_of(struct prover *prover, const struct linear *l, uint32_t depth);

static term_ref term_of_division(struct prover *prover, const struct division *division, bool is_remainder, uint32_t depth) {
    const struct division copy = *division;
    term_ref x = term_of(prover, &copy.x, depth + 1), d = term_of(prover, &copy.d, depth + 1);
    return term_is_none(x) || term_is_none(d) ? TERM_NONE : term_binary(prover->terms, is_remainder ? TERM_UREM : TERM_UDIV, x, d);
}

/* The atom as a number of 64 bits; TERM_NONE: it stands for no term, such as the number of times that a sum wraps. */
static term_ref term_of_atom(struct prover *prover, uint32_t id, uint32_t depth) {
    struct term_table *t = prover->terms;
    const struct atom atom = prover->integers->atoms.data[id];
    const struct division *q = division_with(prover->integers, id, false), *r = division_with(prover->integers, id, true);
    if (q || r)
        return term_of_division(prover, q ? q : r, !q, depth);
    if (atom.kind != ATOM_PRODUCT)
        return term_is_none(atom.term) ? TERM_NONE : atom.low < 0 ? term_sext(t, atom.term, 64) : term_zext(t, atom.term, 64);
    term_ref product = term_const(t, 64, 1);
    for (uint32_t i = 0; i < atom.factor_count && !term_is_none(product); i++) {
        term_ref factor = term_of(prover, &atom.factors[i], depth + 1);
        product = term_is_none(factor) ? TERM_NONE : term_mul(t, product, factor, TERM_NSW);
    }
    return product;
}

/* The linear form as a sum of 64 bits; TERM_NONE: one of its atoms stands for no term. */
static term_ref term_of(struct prover *prover, const struct linear *l, uint32_t depth) {
    struct term_table *t = prover->terms;
    term_ref sum = term_const(t, 64, (uint64_t)l->constant);
    for (uint32_t i = 0; i < l->count; i++) {
        term_ref atom = depth < TERM_DEPTH_MAX ? term_of_atom(prover, l->monomials[i].atom, depth) : TERM_NONE;
        if (term_is_none(atom))
            return TERM_NONE;
        sum = term_add(t, sum, term_mul(t, atom, term_const(t, 64, (uint64_t)l->monomials[i].coefficient), TERM_NSW), TERM_NSW);
    }
    return sum;
}

static bool varies(const struct term_table *t, term_ref r) {
    return term_is_none(r) || (term_deps(t, r) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) != 0;
}

static bool has_premise(const struct premises *premises, const struct premise *premise) {
    for (uint32_t i = 0; i < premises->count; i++) {
        const struct premise *old = &premises->list[i];
        if (term_same(old->low, premise->low) && term_same(old->radix, premise->radix) && old->side == premise->side)
            return true;
    }
    return false;
}

bool premise_add(struct prover *prover, struct premises *premises, const struct digits numbers[2], const struct linear *radix) {
    term_ref w = term_of(prover, radix, 0), low[2], high[2];
    bool is_stride = false;
    bool is_constant = !term_is_none(w) && term_is_const(prover->terms, w, NULL);
    if (varies(prover->terms, w) || (!is_constant && !(term_deps(prover->terms, w) & DEP_INPUT)))
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        low[side] = term_of(prover, numbers[side].low, 0);
        high[side] = term_of(prover, numbers[side].high, 0);
        if (term_is_none(low[side]))
            return false;
        is_stride |= varies(prover->terms, high[side]);
    }
    for (uint32_t side = 0; side < 2; side++) {
        struct premise premise = {demand_original(prover, low[side]), demand_original(prover, w),
                                  term_is_none(high[side]) ? TERM_NONE : demand_original(prover, high[side]), side, is_stride};
        if (has_premise(premises, &premise))
            continue;
        if (premises->count == PREMISES_MAX)
            return false;
        premises->list[premises->count++] = premise;
    }
    return true;
}
