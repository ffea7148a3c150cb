/* Premises as terms (premise.h). */
#include "prove/rung/premise.h"

#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/demand.h"
#include "prove/rung/radix.h"

enum { TERM_DEPTH_MAX = 12 };

static term_ref term_of(struct prover *prover, const struct integer_space *space, const struct linear *l, uint32_t depth);

/* The bits of the division's operands, by the range of its results. */
static uint8_t width_of(const struct division *division) {
    uint8_t bits = division->least < 0;
    for (int64_t most = division->most; most > 0; most >>= 1)
        bits++;
    return bits < 64 ? bits : 64;
}

/* As the kernel has the operation, if one of that width has the same operands: a bound of the result is then one of the kernel's own. */
static term_ref own_division(struct term_table *t, const struct division *division, bool is_remainder, term_ref x, term_ref d) {
    static const enum term_op ops[2][2] = {{TERM_UDIV, TERM_UREM}, {TERM_SDIV, TERM_SREM}};
    uint8_t width = width_of(division);
    bool is_signed = division->least < 0;
    if (width == 64 || division->floors) /* masks and shifts, viewed as divisions */
        return TERM_NONE;
    x = term_trunc(t, x, width);
    d = term_trunc(t, d, width);
    if (term_op_of(term_get(t, x)) == TERM_TRUNC || term_op_of(term_get(t, d)) == TERM_TRUNC)
        return TERM_NONE;
    term_ref own = term_binary(t, ops[is_signed][is_remainder], x, d);
    return is_signed ? term_sext(t, own, 64) : term_zext(t, own, 64);
}

static term_ref term_of_division(struct prover *prover, const struct integer_space *space, const struct division *division, bool is_remainder,
                                 uint32_t depth) {
    const struct division copy = *division;
    term_ref x = term_of(prover, space, &copy.x, depth + 1), d = term_of(prover, space, &copy.d, depth + 1);
    if (term_is_none(x) || term_is_none(d))
        return TERM_NONE;
    term_ref own = own_division(prover->terms, &copy, is_remainder, x, d);
    return term_is_none(own) ? term_binary(prover->terms, is_remainder ? TERM_UREM : TERM_UDIV, x, d) : own;
}

/* The atom as a number of 64 bits; TERM_NONE: it stands for no term, such as the number of times that a sum wraps. */
static term_ref term_of_atom(struct prover *prover, const struct integer_space *space, uint32_t id, uint32_t depth) {
    struct term_table *t = prover->terms;
    const struct atom atom = space->atoms.data[id];
    const struct division *q = division_with(space, id, false), *r = division_with(space, id, true);
    if (q || r)
        return term_of_division(prover, space, q ? q : r, !q, depth);
    if (atom.kind != ATOM_PRODUCT)
        return term_is_none(atom.term) ? TERM_NONE : atom.low < 0 ? term_sext(t, atom.term, 64) : term_zext(t, atom.term, 64);
    term_ref product = term_const(t, 64, 1);
    for (uint32_t i = 0; i < atom.factor_count && !term_is_none(product); i++) {
        term_ref factor = term_of(prover, space, &atom.factors[i], depth + 1);
        product = term_is_none(factor) ? TERM_NONE : term_mul(t, product, factor, TERM_NSW);
    }
    return product;
}

/* The linear form as a sum of 64 bits; TERM_NONE: one of its atoms stands for no term. */
static term_ref term_of(struct prover *prover, const struct integer_space *space, const struct linear *l, uint32_t depth) {
    struct term_table *t = prover->terms;
    term_ref sum = term_const(t, 64, (uint64_t)l->constant);
    for (uint32_t i = 0; i < l->count; i++) {
        term_ref atom = depth < TERM_DEPTH_MAX ? term_of_atom(prover, space, l->monomials[i].atom, depth) : TERM_NONE;
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
    bool has = false;
    for (uint32_t i = 0; i < premises->count && !has; i++) {
        const struct premise *old = &premises->list[i];
        has = term_same(old->radix, premise->radix);
        for (uint32_t side = 0; side < 2 && has; side++)
            has = term_same(old->low[side], premise->low[side]) && term_same(old->high[side], premise->high[side]);
    }
    return has;
}

/* The number counts in steps of a parameter: no constant is meant to be larger. */
static bool counts_parameters(const struct prover *prover, const struct integer_space *space, const struct linear *l) {
    bool counts = false;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom atom = space->atoms.data[l->monomials[i].atom];
        for (uint32_t f = 0; atom.kind == ATOM_PRODUCT && f < atom.factor_count; f++) {
            bool is_symbol = radix_is_atom(&atom.factors[f]);
            term_ref factor = is_symbol ? space->atoms.data[atom.factors[f].monomials[0].atom].term : TERM_NONE;
            counts |= !term_is_none(factor) && (term_deps(prover->terms, factor) & DEP_INPUT) && !varies(prover->terms, factor);
        }
    }
    return counts;
}

bool premise_add(struct prover *prover, struct integer_space *space, struct premises *premises, const struct digits numbers[2],
                 const struct linear *radix) {
    term_ref w = term_of(prover, space, radix, 0);
    bool is_constant = !term_is_none(w) && term_is_const(prover->terms, w, NULL);
    if (varies(prover->terms, w) || (!is_constant && !(term_deps(prover->terms, w) & DEP_INPUT)))
        return false;
    if (is_constant && (counts_parameters(prover, space, numbers[0].low) || counts_parameters(prover, space, numbers[1].low)))
        return false;
    struct premise premise = {.radix = demand_original(prover, w)};
    for (uint32_t side = 0; side < 2; side++) {
        term_ref low = term_of(prover, space, numbers[side].low, 0), high = term_of(prover, space, numbers[side].high, 0);
        if (term_is_none(low))
            return false;
        premise.is_stride |= varies(prover->terms, high);
        premise.low[side] = demand_original(prover, low);
        premise.high[side] = term_is_none(high) ? TERM_NONE : demand_original(prover, high);
    }
    if (has_premise(premises, &premise))
        return true;
    if (premises->count == PREMISES_MAX)
        return false;
    premises->list[premises->count++] = premise;
    return true;
}

struct integer_space *premise_space(struct prover *prover) {
    if (!prover->arithmetic->meant) {
        prover->arithmetic->meant = arena_alloc(prover->arena, sizeof *prover->arithmetic->meant);
        integer_space_init(prover->arithmetic->meant, prover->arena, prover->terms, false);
        prover->arithmetic->meant->ignores_wraps = true;
    }
    return prover->arithmetic->meant;
}
