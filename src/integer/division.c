/* Views of quotients and remainders, and of what they are in another form: masks, shifts. */
#include <assert.h>

#include "base/breakage.h"
#include "base/divisor.h"
#include "integer/view.h"

/* Quotient and remainder of x by d, both >= 0 where x >= 0 and d >= 1;
   rounding towards zero for signed operands, downwards for `floors`. Both lie
   in [least, most], the range of the operation's width, whatever d is. */
static void division(struct integer_space *space, const struct linear *x, const struct linear *d, bool floors, int64_t least, int64_t most,
                     uint32_t *q, uint32_t *r) {
    uint64_t key = integer_hash(integer_hash(hash_mix(77, (uint64_t)x->constant), x), d);
    key = hash_mix(hash_mix(hash_mix(hash_mix(key, (uint64_t)d->constant), floors), (uint64_t)least), (uint64_t)most);
    uint32_t known;
    for (; map_get(&space->division_of, key, &known); key++) {
        const struct division *old = &space->divisions.data[known];
        if (integer_equal(&old->x, x) && integer_equal(&old->d, d) && old->floors == floors && old->least == least && old->most == most) {
            *q = old->quotient;
            *r = *q + 1;
            return;
        }
    }
    int64_t low, high, d_low, d_high;
    integer_range(space, x, &low, &high);
    integer_range(space, d, &d_low, &d_high);
    bool fixed = d->count == 0 && d->constant >= 1;
    int64_t q_low = low < 0 ? low : 0, q_high = high < 0 ? 0 : high;
    if (fixed) {
        q_low = low <= -INTEGER_LIMIT ? low : low / d->constant - (low % d->constant < 0 && floors);
        q_high = high >= INTEGER_LIMIT ? high : high / d->constant;
    }
    int64_t r_high = d_high < INTEGER_LIMIT && d_low >= 1 ? d_high - 1 : INTEGER_LIMIT;
    int64_t r_low = low >= 0 || floors ? 0 : -r_high < low ? low : -r_high; /* towards zero the remainder has the sign of x */
    if (high >= 0 && low >= 0 && high < r_high)
        r_high = high;
    bool known_sign = d_low >= 1;
    if (!known_sign && low >= 0 && !floors) { /* whatever d is, 0 included: x % 0 is x, x / 0 is -1 or the largest number */
        known_sign = true;
        r_low = 0;
        r_high = high;
        q_high = least < 0 && high >= 1 && high < most ? high : most;
        q_low = least < 0 && high >= 1 && -high > -most ? -high : least < 0 ? -most : 0;
    }
    *q = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .low = known_sign ? q_low : least, .high = known_sign ? q_high : most});
    *r = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .low = known_sign ? r_low : least, .high = known_sign ? r_high : most});
    vec_push(&space->divisions, (struct division){*x, *d, floors, least, most, *q});
    map_set(&space->division_of, key, space->divisions.size - 1);
    struct linear lq = integer_atom(space, *q), lr = integer_atom(space, *r), product, sum, zero = integer_constant(0), one = integer_constant(1);
    if (!integer_multiply(space, lq, *d, &product) || !integer_combine(space, 1, &product, 1, &lr, &sum) ||
        !integer_combine(space, 1, &sum, -1, x, &sum))
        return;
    formula_ref law = formula_eq(space, &sum);
    formula_ref positive = formula_less(space, &one, d, true), x_positive = formula_less(space, &zero, x, true);
    formula_ref below = formula_less(space, &lr, d, false), above = formula_less(space, &zero, &lr, true);
    formula_ref rounding = formula_and(space, above, below);
    if (!floors && low < 0 && !BREAK(REMAINDER)) {
        struct linear minus;
        if (!integer_combine(space, -1, d, 0, &zero, &minus))
            return;
        formula_ref negative = formula_and(space, formula_less(space, &minus, &lr, false), formula_less(space, &lr, &zero, true));
        rounding = formula_and(space, formula_or(space, formula_not(space, x_positive), rounding), formula_or(space, x_positive, negative));
    }
    law = formula_and(space, law, rounding);
    if (d_low < 1) { /* of a positive d, which the bounds of q do not presume */
        formula_ref natural = formula_and(space, formula_less(space, &zero, &lq, true), formula_less(space, &lq, x, true));
        law = formula_and(space, law, low >= 0 ? natural : formula_or(space, formula_not(space, x_positive), natural));
    }
    if (d_low < 1)
        law = formula_or(space, formula_not(space, positive), law);
    if (d_low < 0 && least < 0 && !floors) { /* by a negative d, of x >= 0: -x <= q <= 0 */
        struct linear minus, minus_one = integer_constant(-1);
        if (!integer_combine(space, -1, x, 0, &zero, &minus))
            return;
        formula_ref asked = formula_and(space, formula_less(space, d, &minus_one, true), x_positive);
        formula_ref between = formula_and(space, formula_less(space, &lq, &zero, true), formula_less(space, &minus, &lq, true));
        law = formula_and(space, law, formula_or(space, formula_not(space, asked), between));
    }
    space->atoms.data[*q].definition = law;
    space->atoms.data[*r].definition = law;
}

/* x as d * quotient + rest: the parts that d divides, and the others. */
static void part_by(struct integer_space *space, const struct linear *x, int64_t d, struct linear *quotient, struct linear *rest) {
    int64_t low = x->constant % d < 0 ? x->constant % d + d : x->constant % d;
    *quotient = (struct linear){arena_alloc(space->arena, (x->count + 1) * sizeof *quotient->monomials), 0, (x->constant - low) / d};
    *rest = (struct linear){arena_alloc(space->arena, (x->count + 1) * sizeof *rest->monomials), 0, low};
    for (uint32_t i = 0; i < x->count; i++) {
        struct monomial m = x->monomials[i];
        if (m.coefficient % d == 0)
            quotient->monomials[quotient->count++] = (struct monomial){m.atom, m.coefficient / d};
        else
            rest->monomials[rest->count++] = m;
    }
}

static int64_t floor_of(int64_t x, int64_t d) {
    return x <= -INTEGER_LIMIT || x >= INTEGER_LIMIT ? x : x / d - (x % d < 0);
}

/* Without a new value: what d does not divide is below d. Towards zero that is said of numbers that are not negative, or
   where nothing remains. */
static bool divided_exactly(struct integer_space *space, const struct integer_view *x, const struct linear *d, bool floors, bool remainder,
                            struct integer_view *out) {
    if (d->count != 0 || d->constant < 2)
        return false;
    struct linear quotient, rest;
    int64_t low, high;
    part_by(space, &x->linear, d->constant, &quotient, &rest);
    integer_range(space, &rest, &low, &high);
    if (low < 0 || high >= d->constant || (!floors && x->low < 0 && high > 0))
        return false;
    *out = view_of_linear(space, remainder ? rest : quotient);
    if (!remainder) {
        int64_t least = floor_of(x->low, d->constant), most = floor_of(x->high, d->constant);
        out->low = least > out->low ? least : out->low;
        out->high = most < out->high ? most : out->high;
    }
    return true;
}

/* ---- multiples: what is left of a number without its remainder ---- */

enum { QUOTIENTS_MAX = 8, EXPANSIONS_MAX = 4 };
struct expansion {
    struct integer_space *space;
    uint32_t quotients[QUOTIENTS_MAX], count;
};

/* x % d is x - x / d * d; false if the atom is no remainder. */
static bool expand_remainder(struct expansion *e, uint32_t atom, struct linear *out) {
    const struct division *known = division_with(e->space, atom, true);
    if (!known || e->count == QUOTIENTS_MAX)
        return false;
    struct division division = *known;
    struct linear whole;
    e->quotients[e->count++] = division.quotient;
    return integer_multiply(e->space, division.d, integer_atom(e->space, division.quotient), &whole) &&
           integer_combine(e->space, 1, &division.x, -1, &whole, out);
}

static bool expand(struct expansion *e, const struct linear *x, bool with_products, struct linear *out);

/* A product some factor of which has a remainder. */
static bool expand_product(struct expansion *e, uint32_t atom, struct linear *out) {
    const struct atom product = e->space->atoms.data[atom];
    bool found = false;
    *out = integer_constant(1);
    for (uint32_t i = 0; i < product.factor_count; i++) {
        struct linear factor = product.factors[i], expanded;
        if (expand(e, &factor, false, &expanded)) {
            factor = expanded;
            found = true;
        }
        if (!integer_multiply(e->space, *out, factor, out))
            return false;
    }
    return found;
}

/* Each remainder once; false if there is none. */
static bool expand(struct expansion *e, const struct linear *x, bool with_products, struct linear *out) {
    bool found = false;
    *out = *x;
    for (uint32_t i = 0; i < x->count; i++) {
        struct monomial m = x->monomials[i];
        struct linear own = integer_atom(e->space, m.atom), part;
        bool is_product = e->space->atoms.data[m.atom].kind == ATOM_PRODUCT;
        if (!(is_product ? with_products && expand_product(e, m.atom, &part) : expand_remainder(e, m.atom, &part)))
            continue;
        if (!integer_combine(e->space, 1, out, -m.coefficient, &own, out) || !integer_combine(e->space, 1, out, m.coefficient, &part, out))
            return false;
        found = true;
    }
    return found && integer_gather(e->space, out);
}

/* x is d times a quotient that is known: (n - n % d) / d is n / d, and so on for the digits further up. What a division by
   0 gives is nobody's affair. */
static bool is_multiple(struct integer_space *space, const struct linear *x, const struct linear *d, struct linear *quotient) {
    struct expansion e = {.space = space};
    struct linear rest = *x, next, product;
    for (int n = 0; n < EXPANSIONS_MAX && expand(&e, &rest, true, &next); n++) {
        rest = next;
        for (uint32_t i = 0; i < e.count; i++) {
            *quotient = integer_atom(space, e.quotients[i]);
            if (integer_multiply(space, *d, *quotient, &product) && integer_equal(&product, &rest))
                return true;
        }
    }
    return false;
}

static struct integer_view divided_within(struct integer_space *space, struct integer_view x, struct integer_view d, bool floors, bool remainder,
                                          uint8_t width, bool is_signed) {
    uint32_t q, r;
    struct integer_view exact;
    if (divided_exactly(space, &x, &d.linear, floors, remainder, &exact)) {
        view_add_claims(space, &exact, x.claims, x.claim_count);
        return exact;
    }
    struct linear whole;
    if (is_multiple(space, &x.linear, &d.linear, &whole)) {
        struct integer_view out = view_of_linear(space, remainder ? integer_constant(0) : whole);
        view_add_claims(space, &out, x.claims, x.claim_count);
        view_add_claims(space, &out, d.claims, d.claim_count);
        return out;
    }
    int64_t least, most,
        common = d.linear.count == 0 && d.linear.constant > 1 ? common_divisor_of_signed(d.linear.constant, integer_content(&x.linear)) : 1;
    struct linear number = x.linear, by = d.linear, result, rest;
    if (common > 1) { /* (c * x) / (c * d) is x / d, and (c * x) % (c * d) is c * (x % d), however it rounds */
        part_by(space, &x.linear, common, &number, &rest);
        by = integer_constant(d.linear.constant / common);
    }
    view_target_range(width, is_signed, &least, &most);
    division(space, &number, &by, floors, least, most, &q, &r);
    result = integer_atom(space, remainder ? r : q);
    bool fits = !remainder || integer_combine(space, common, &result, 0, &result, &result);
    assert(fits); /* common <= d */
    (void)fits;
    struct integer_view out = view_of_linear(space, result);
    view_add_claims(space, &out, x.claims, x.claim_count);
    view_add_claims(space, &out, d.claims, d.claim_count);
    return out;
}

struct integer_view view_divided(struct integer_space *space, struct integer_view x, struct integer_view d, bool floors, bool remainder) {
    return divided_within(space, x, d, floors, remainder, 64, true);
}

static struct integer_view power_of_two(struct integer_space *space, uint64_t exponent) {
    return view_of_linear(space, integer_constant(INT64_C(1) << exponent));
}

/* x & mask for masks of ones that are contiguous. */
static struct integer_view masked(struct integer_space *space, term_ref t, struct integer_view x, uint64_t mask) {
    uint32_t shift = (uint32_t)__builtin_ctzll(mask);
    uint64_t ones = mask >> shift;
    uint32_t bits = (uint32_t)__builtin_popcountll(ones);
    if (bits + shift > 61 || (ones & (ones + 1)) != 0)
        return view_opaque(space, t, false);
    struct integer_view high = shift ? view_divided(space, x, power_of_two(space, shift), true, false) : x;
    struct integer_view middle = view_divided(space, high, power_of_two(space, bits), true, true);
    struct linear zero = integer_constant(0), scaled;
    if (!integer_combine(space, INT64_C(1) << shift, &middle.linear, 0, &zero, &scaled))
        return view_opaque(space, t, false);
    middle.linear = scaled;
    integer_range(space, &middle.linear, &middle.low, &middle.high);
    return middle;
}

struct integer_view view_and(struct integer_space *space, term_ref t) {
    uint64_t mask;
    uint8_t w = term_width(space->terms, t);
    if (!term_is_const(space->terms, term_child(space->terms, t, 1), &mask) || mask == 0)
        return view_opaque(space, t, false);
    uint64_t all = UINT64_MAX >> (64 - w);
    term_ref x = term_child(space->terms, t, 0);
    struct integer_view v = *integer_view_of(space, x, false);
    uint64_t low = ~mask & all;
    if ((low & (low + 1)) == 0 && low != 0 && low < (uint64_t)INTEGER_LIMIT) { /* clears the low bits: x - x mod 2^c */
        struct integer_view r = view_divided(space, v, view_of_linear(space, integer_constant((int64_t)low + 1)), true, true);
        struct linear difference;
        if (!integer_combine(space, 1, &v.linear, -1, &r.linear, &difference))
            return view_opaque(space, t, false);
        r.linear = difference;
        r.low = 0;
        r.high = v.high;
        view_add_claims(space, &r, v.claims, v.claim_count);
        return r;
    }
    if (w == 64 &&
        term_op_of(term_get(space->terms, x)) == TERM_APPLY) /* a value from memory is known by its signed view; its low bits are the same */
        v = *integer_view_of(space, x, true);
    return masked(space, t, v, mask);
}

/* With a constant m: x | m = x + m - (x & m), x ^ m = x + m - 2 * (x & m). */
struct integer_view view_or(struct integer_space *space, term_ref t, int64_t common) {
    uint64_t mask;
    uint8_t w = term_width(space->terms, t);
    term_ref x = term_child(space->terms, t, 0), m = term_child(space->terms, t, 1);
    if (!term_is_const(space->terms, m, &mask) || mask >= (uint64_t)INTEGER_LIMIT)
        return view_opaque(space, t, false);
    struct integer_view out = *integer_view_of(space, x, false);
    const struct integer_view *both = integer_view_of(space, term_and(space->terms, x, m), false);
    struct linear set = integer_constant((int64_t)mask);
    if (!integer_combine(space, 1, &out.linear, -common, &both->linear, &out.linear) || !integer_combine(space, 1, &out.linear, 1, &set, &out.linear))
        return view_opaque(space, t, false);
    view_add_claims(space, &out, both->claims, both->claim_count);
    out.low = 0;
    out.high = w < 62 ? (INT64_C(1) << w) - 1 : INTEGER_LIMIT;
    return out;
}

/* The unsigned quotient or remainder t as a signed number. That it is one of the same value, which it is below half the type's range, is
   claimed as it is of sums: an author who divides an unsigned index and keeps the quotient as an int means that. */
static struct integer_view unsigned_as_signed(struct integer_space *space, term_ref t) {
    bool may_claim = !space->modular && term_width(space->terms, t) >= 32 && integer_is_size(space->terms, t) && !claim_is_refused(space, t, true);
    return view_fit(space, t, *integer_view_of(space, t, false), true, may_claim, ASSUMPTION_NO_WRAP);
}

struct integer_view view_shift_or_divide(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    term_ref x = term_child(space->terms, t, 0), y = term_child(space->terms, t, 1);
    uint64_t amount;
    bool is_constant = term_is_const(space->terms, y, &amount);
    bool signed_operation = op == TERM_ASHR || op == TERM_SDIV || op == TERM_SREM;
    if (is_signed && (op == TERM_UDIV || op == TERM_UREM))
        return unsigned_as_signed(space, t);
    if (signed_operation != is_signed)
        return view_convert(space, t, is_signed);
    struct integer_view vx = *integer_view_of(space, x, is_signed);
    if (op == TERM_LSHR || op == TERM_ASHR) {
        if (!is_constant || amount > 60)
            return view_opaque(space, t, is_signed);
        return view_divided(space, vx, power_of_two(space, amount), true, false);
    }
    struct integer_view vy = *integer_view_of(space, y, is_signed);
    return divided_within(space, vx, vy, false, op == TERM_UREM || op == TERM_SREM, term->width_bits, is_signed);
}
