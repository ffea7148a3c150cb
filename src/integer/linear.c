/* Linear forms and formulas over them. */
#include "integer/integer.h"

#include <assert.h>

__extension__ typedef __int128 wide;

struct linear integer_constant(int64_t constant) {
    return (struct linear){NULL, 0, constant};
}

static bool narrow(wide value, int64_t *out) {
    if (value > INTEGER_LIMIT || value < -INTEGER_LIMIT)
        return false;
    *out = (int64_t)value;
    return true;
}

bool integer_combine(struct integer_space *space, int64_t x, const struct linear *a, int64_t y, const struct linear *b, struct linear *out) {
    struct linear result = {NULL, 0, 0};
    if (!narrow((wide)x * a->constant + (wide)y * b->constant, &result.constant))
        return false;
    result.monomials = arena_alloc(space->arena, (a->count + b->count) * sizeof *result.monomials);
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        uint32_t atom = i >= a->count                                 ? b->monomials[j].atom
                        : j >= b->count                               ? a->monomials[i].atom
                        : a->monomials[i].atom < b->monomials[j].atom ? a->monomials[i].atom
                                                                      : b->monomials[j].atom;
        wide sum = 0;
        if (i < a->count && a->monomials[i].atom == atom)
            sum += (wide)x * a->monomials[i++].coefficient;
        if (j < b->count && b->monomials[j].atom == atom)
            sum += (wide)y * b->monomials[j++].coefficient;
        int64_t coefficient;
        if (!narrow(sum, &coefficient))
            return false;
        if (coefficient != 0)
            result.monomials[result.count++] = (struct monomial){atom, coefficient};
    }
    *out = result;
    return true;
}

bool integer_equal(const struct linear *a, const struct linear *b) {
    if (a->count != b->count || a->constant != b->constant)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->monomials[i].atom != b->monomials[i].atom || a->monomials[i].coefficient != b->monomials[i].coefficient)
            return false;
    return true;
}

static int64_t saturate(wide value) {
    return value > INTEGER_LIMIT ? INTEGER_LIMIT : value < -INTEGER_LIMIT ? -INTEGER_LIMIT : (int64_t)value;
}

void integer_range(const struct integer_space *space, const struct linear *a, int64_t *low, int64_t *high) {
    wide lo = a->constant, hi = a->constant;
    bool no_low = false, no_high = false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct atom *atom = &space->atoms.data[a->monomials[i].atom];
        int64_t c = a->monomials[i].coefficient;
        int64_t least = c > 0 ? atom->low : atom->high, most = c > 0 ? atom->high : atom->low;
        no_low |= least == INTEGER_LIMIT || least == -INTEGER_LIMIT;
        no_high |= most == INTEGER_LIMIT || most == -INTEGER_LIMIT;
        lo += (wide)c * least;
        hi += (wide)c * most;
    }
    *low = no_low ? -INTEGER_LIMIT : saturate(lo);
    *high = no_high ? INTEGER_LIMIT : saturate(hi);
}

static formula_ref add(struct integer_space *space, struct formula f) {
    vec_push(&space->formulas, f);
    return (formula_ref){space->formulas.size - 1};
}

formula_ref formula_bool(struct integer_space *space, bool value) {
    (void)space;
    return (formula_ref){value ? 1 : 2};
}

/* l / g for the greatest g that divides all coefficients; the constant is rounded up. */
static struct linear without_divisor(struct integer_space *space, const struct linear *l, int64_t *rest) {
    int64_t g = integer_divisor(l);
    *rest = g > 1 ? l->constant % g : 0;
    if (g <= 1)
        return *l;
    struct linear out = {arena_alloc(space->arena, l->count * sizeof *out.monomials), l->count, l->constant / g + (*rest > 0)};
    for (uint32_t i = 0; i < l->count; i++)
        out.monomials[i] = (struct monomial){l->monomials[i].atom, l->monomials[i].coefficient / g};
    return out;
}

formula_ref formula_le(struct integer_space *space, const struct linear *whole) {
    int64_t low, high, rest;
    const struct linear divided = without_divisor(space, whole, &rest), *l = &divided;
    integer_range(space, l, &low, &high);
    if (high <= 0)
        return l->count == 0 ? formula_bool(space, true) : add(space, (struct formula){.kind = FORMULA_LE, .linear = *l});
    if (low > 0 && l->count == 0)
        return formula_bool(space, false);
    return add(space, (struct formula){.kind = FORMULA_LE, .linear = *l});
}

formula_ref formula_eq(struct integer_space *space, const struct linear *l) {
    if (l->count == 0)
        return formula_bool(space, l->constant == 0);
    int64_t rest;
    const struct linear divided = without_divisor(space, l, &rest);
    return rest == 0 ? add(space, (struct formula){.kind = FORMULA_EQ, .linear = divided}) : formula_bool(space, false);
}

formula_ref formula_not(struct integer_space *space, formula_ref a) {
    const struct formula f = space->formulas.data[a.id];
    if (f.kind == FORMULA_TRUE || f.kind == FORMULA_FALSE)
        return formula_bool(space, f.kind == FORMULA_FALSE);
    if (f.kind == FORMULA_NOT)
        return f.parts[0];
    if (f.kind == FORMULA_LE) { /* not (l <= 0) is 1 - l <= 0 */
        struct linear negated, one = integer_constant(1);
        if (integer_combine(space, -1, &f.linear, 1, &one, &negated))
            return formula_le(space, &negated);
    }
    formula_ref *parts = arena_alloc(space->arena, sizeof *parts);
    parts[0] = a;
    return add(space, (struct formula){.kind = FORMULA_NOT, .parts = parts, .count = 1});
}

formula_ref formula_variable(struct integer_space *space, term_ref boolean) {
    return add(space, (struct formula){.kind = FORMULA_VARIABLE, .variable = boolean});
}

formula_ref formula_free(struct integer_space *space) {
    return add(space, (struct formula){.kind = FORMULA_VARIABLE});
}

static formula_ref join(struct integer_space *space, enum formula_kind kind, formula_ref a, formula_ref b) {
    const struct formula *fa = &space->formulas.data[a.id], *fb = &space->formulas.data[b.id];
    enum formula_kind neutral = kind == FORMULA_AND ? FORMULA_TRUE : FORMULA_FALSE;
    enum formula_kind absorbing = kind == FORMULA_AND ? FORMULA_FALSE : FORMULA_TRUE;
    if (fa->kind == neutral || fb->kind == absorbing || a.id == b.id)
        return b;
    if (fb->kind == neutral || fa->kind == absorbing)
        return a;
    formula_ref *parts = arena_alloc(space->arena, 2 * sizeof *parts);
    parts[0] = a;
    parts[1] = b;
    return add(space, (struct formula){.kind = kind, .parts = parts, .count = 2});
}

formula_ref formula_and(struct integer_space *space, formula_ref a, formula_ref b) {
    return join(space, FORMULA_AND, a, b);
}

formula_ref formula_or(struct integer_space *space, formula_ref a, formula_ref b) {
    return join(space, FORMULA_OR, a, b);
}

formula_ref formula_less(struct integer_space *space, const struct linear *a, const struct linear *b, bool or_equal) {
    struct linear difference, one = integer_constant(or_equal ? 0 : 1);
    if (!integer_combine(space, 1, a, -1, b, &difference) || !integer_combine(space, 1, &difference, 1, &one, &difference))
        return formula_free(space);
    return formula_le(space, &difference);
}
