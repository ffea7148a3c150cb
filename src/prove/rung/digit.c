/* Digits of mixed-radix numbers with symbolic radices.

   Kernels take a number apart by x % n, x / n % m, x / (n * m), n and m being
   parameters, and put the digits together again in another order. That a
   remainder lies below its divisor is all one has to know; of which sign the
   divisor is does not matter, for the quotients of all threads then have it. */
#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/rung/algebra.h"
#include "prove/rung/radix.h"

#define DIGIT_DEPTH_MAX 6u
#define DIGIT_STEPS_MAX 4000u /* for one pair of accesses */
#define NATURAL_DEPTH_MAX 8u

static bool is_digit(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth);

/* The n-th number that a fact says is no larger than the atom l; false: there are no more. */
static bool said_below(struct peeling *p, const struct linear *l, uint32_t *n, struct linear *smaller) {
    for (; radix_is_atom(l) && *n < p->fact_count; ++*n)
        for (uint32_t m = 0; m < p->facts[*n].count; m++)
            if (p->facts[*n].monomials[m].atom == l->monomials[0].atom && p->facts[*n].monomials[m].coefficient == -1 &&
                integer_combine(p->space, 1, &p->facts[*n], 1, l, smaller)) {
                ++*n;
                return true;
            }
    return false;
}

static bool is_at_least(struct peeling *p, const struct linear *l, int64_t bound, uint32_t depth);

static bool are_factors_at_least(struct peeling *p, const struct linear *l, int64_t bound, uint32_t depth) {
    const struct atom product = p->space->atoms.data[l->monomials[0].atom];
    bool all = product.kind == ATOM_PRODUCT;
    for (uint32_t f = 0; f < product.factor_count && all; f++)
        all = is_at_least(p, &product.factors[f], bound, depth + 1);
    return all;
}

/* l >= bound, which is 0 or 1: by its range, as a product of such numbers, or by what facts say is no larger. */
static bool is_at_least(struct peeling *p, const struct linear *l, int64_t bound, uint32_t depth) {
    int64_t least, most;
    struct linear smaller;
    integer_range(p->space, l, &least, &most);
    if (least >= bound)
        return true;
    if (l->count == 1 && l->constant >= 0 && l->monomials[0].coefficient > 1) { /* c * x + constant >= x */
        const struct linear atom = integer_atom(p->space, l->monomials[0].atom);
        return is_at_least(p, &atom, l->constant >= bound ? 0 : bound, depth);
    }
    if (depth > NATURAL_DEPTH_MAX || !radix_is_atom(l) || p->digit_steps++ > DIGIT_STEPS_MAX)
        return false;
    bool holds = are_factors_at_least(p, l, bound, depth);
    for (uint32_t n = 0; !holds && said_below(p, l, &n, &smaller);)
        holds = (smaller.count == 0 && smaller.constant >= bound) ||
                (smaller.count > 0 && smaller.constant >= 0 && is_at_least(p, &smaller, bound, depth + 1));
    return holds;
}

bool digit_is_natural(struct peeling *p, const struct linear *l) {
    struct linear minus, zero = integer_constant(0);
    bool natural = is_at_least(p, l, 0, 0);
    if (!natural && integer_combine(p->space, -1, l, 0, &zero, &minus))
        for (uint32_t i = 0; i < p->fact_count; i++)
            natural |= integer_equal(&p->facts[i], &minus);
    const struct division *r = radix_is_atom(l) && !natural ? division_with(p->space, l->monomials[0].atom, true) : NULL;
    const struct division *q = radix_is_atom(l) && !natural ? division_with(p->space, l->monomials[0].atom, false) : NULL;
    return natural || (r && digit_is_natural(p, &r->x)) || (q && is_at_least(p, &q->d, 1, 0) && digit_is_natural(p, &q->x));
}

static bool is_positive(struct peeling *p, const struct linear *l) {
    return is_at_least(p, l, 1, 0);
}

/* A fact says low < w, or that of something that is no smaller than low. */
static bool is_said_below(struct peeling *p, const struct linear *low, const struct linear *w) {
    struct linear excess, more, one = integer_constant(1);
    bool said = false;
    if (!integer_combine(p->space, 1, low, -1, w, &excess) || !integer_combine(p->space, 1, &excess, 1, &one, &excess))
        return false;
    for (uint32_t i = 0; i < p->fact_count && !said; i++) {
        int64_t least, most;
        if (!integer_combine(p->space, 1, &p->facts[i], -1, &excess, &more))
            continue;
        integer_range(p->space, &more, &least, &most);
        said = least >= 0;
    }
    return said;
}

/* 0 <= low < w. */
static bool is_plainly_below(struct peeling *p, const struct linear *low, const struct linear *w) {
    int64_t least, most, w_least, w_most;
    integer_range(p->space, low, &least, &most);
    integer_range(p->space, w, &w_least, &w_most);
    return digit_is_natural(p, low) && (most < w_least || is_said_below(p, low, w));
}

/* The remainder of a division by w: no farther from 0 than w - 1. */
static bool is_remainder_by(const struct peeling *p, const struct linear *l, const struct linear *w) {
    const struct division *r = radix_is_atom(l) ? division_with(p->space, l->monomials[0].atom, true) : NULL;
    return r && integer_equal(&r->d, w);
}

/* low <= y by a fact, and y < |w|. */
static bool is_below_bounded(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth) {
    for (uint32_t i = 0; i < p->fact_count; i++) {
        struct linear y;
        bool mentions = false;
        for (uint32_t m = 0; m < p->facts[i].count; m++)
            mentions |= p->facts[i].monomials[m].atom == low->monomials[0].atom && p->facts[i].monomials[m].coefficient == 1;
        if (mentions && integer_combine(p->space, 1, low, -1, &p->facts[i], &y) && (is_remainder_by(p, &y, w) || is_digit(p, &y, w, depth + 1)))
            return true;
    }
    return false;
}

/* 0 <= x < |w * d|, d not 0: the quotient x / d has d's sign, and is smaller than |w|. */
static bool is_quotient(struct peeling *p, const struct division *q, const struct linear *w, uint32_t depth) {
    struct linear whole;
    return q && integer_multiply(p->space, *w, q->d, &whole) && digit_is_nonzero(p, &q->d) && is_digit(p, &q->x, &whole, depth + 1);
}

/* 0 <= x < y, d > 0: x / d is less than y / d rounded up, which is (y + d - 1) / d; that is 0 where y <= 0. */
static bool is_below_rounded(struct peeling *p, const struct division *q, const struct linear *w, uint32_t depth) {
    const struct division *up = radix_is_atom(w) ? division_with(p->space, w->monomials[0].atom, false) : NULL;
    struct linear y, one = integer_constant(1);
    if (!up || !integer_equal(&up->d, &q->d) || !is_positive(p, &q->d) || !digit_is_natural(p, &up->x))
        return false;
    return integer_combine(p->space, 1, &up->x, -1, &up->d, &y) && integer_combine(p->space, 1, &y, 1, &one, &y) && is_digit(p, &q->x, &y, depth + 1);
}

static bool is_atomic_digit(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth) {
    const struct division *r = division_with(p->space, low->monomials[0].atom, true);
    const struct division *q = division_with(p->space, low->monomials[0].atom, false);
    if (r && digit_is_natural(p, &r->x) && (integer_equal(&r->d, w) || is_digit(p, &r->x, w, depth + 1)))
        return true;
    return (q && is_positive(p, &q->d) && is_quotient(p, q, w, depth)) || (q && is_below_rounded(p, q, w, depth)) ||
           (digit_is_natural(p, low) && is_below_bounded(p, low, w, depth));
}

/* low = x*v + rest and w = u*v, for the monomial at `index`. */
struct parts {
    struct linear v, x, u, rest;
};

static bool split_at(struct peeling *p, const struct linear *low, uint32_t index, const struct linear *w, struct parts *parts) {
    uint32_t a = low->monomials[index].atom, b = w->monomials[0].atom;
    if (!radix_is_atom(w) || low->monomials[index].coefficient != 1 || p->space->atoms.data[a].kind != ATOM_PRODUCT ||
        p->space->atoms.data[b].kind != ATOM_PRODUCT || !integer_shared(p->space, a, b, &parts->v, &parts->x, &parts->u))
        return false;
    parts->rest = (struct linear){arena_alloc(p->space->arena, (low->count + 1) * sizeof *low->monomials), 0, low->constant};
    for (uint32_t m = 0; m < low->count; m++)
        if (m != index)
            parts->rest.monomials[parts->rest.count++] = low->monomials[m];
    return true;
}

/* The n-th number w / d * d, which is not 0 and no farther from 0 than w; false: there are no more. */
static bool smaller_radix(struct peeling *p, const struct linear *w, uint32_t *n, struct linear *smaller) {
    for (; *n < p->space->divisions.size; ++*n) {
        const struct division division = p->space->divisions.data[*n];
        if (!division.floors && integer_equal(&division.x, w) && digit_is_nonzero(p, &division.d) &&
            integer_multiply(p->space, integer_atom(p->space, division.quotient), division.d, smaller) && digit_is_nonzero(p, smaller)) {
            ++*n;
            return true;
        }
    }
    return false;
}

/* 0 <= low < v, w being v times what is at least 1. */
static bool is_below_factor(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth) {
    if (!radix_is_atom(w) || p->space->atoms.data[w->monomials[0].atom].kind != ATOM_PRODUCT)
        return false;
    const struct atom product = p->space->atoms.data[w->monomials[0].atom];
    for (uint32_t f = 0; f < product.factor_count; f++) {
        bool others = true;
        for (uint32_t g = 0; g < product.factor_count && others; g++)
            others = g == f || is_positive(p, &product.factors[g]);
        if (others && is_digit(p, low, &product.factors[f], depth + 1))
            return true;
    }
    return false;
}

/* w / c: rounded down of a constant, else exact; false: c does not divide w. */
static bool scaled_down(struct peeling *p, const struct linear *w, int64_t c, struct linear *out) {
    *out = (struct linear){arena_alloc(p->space->arena, (w->count + 1) * sizeof *out->monomials), w->count, w->constant / c};
    bool divides = w->count == 0 ? w->constant >= c : w->constant % c == 0;
    for (uint32_t i = 0; i < w->count && divides; i++) {
        out->monomials[i] = (struct monomial){w->monomials[i].atom, w->monomials[i].coefficient / c};
        divides = w->monomials[i].coefficient % c == 0;
    }
    return divides;
}

/* low = c*x + rest < w, since x < w/c and rest < c. */
static bool is_below_scaled(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth) {
    struct arena *arena = p->space->arena;
    for (uint32_t i = 0; i < low->count; i++) {
        int64_t c = low->monomials[i].coefficient;
        struct linear x = {arena_alloc(arena, (low->count + 1) * sizeof *x.monomials), 0, 0}, most;
        struct linear rest = {arena_alloc(arena, (low->count + 1) * sizeof *rest.monomials), 0, low->constant};
        if (c < 2 || !scaled_down(p, w, c, &most))
            continue;
        for (uint32_t m = 0; m < low->count; m++) {
            const struct monomial one = low->monomials[m];
            if (one.coefficient % c == 0)
                x.monomials[x.count++] = (struct monomial){one.atom, one.coefficient / c};
            else
                rest.monomials[rest.count++] = one;
        }
        struct linear radix = integer_constant(c);
        if ((rest.count > 0 || rest.constant != 0) && is_digit(p, &x, &most, depth + 1) && is_digit(p, &rest, &radix, depth + 1))
            return true;
    }
    return false;
}

/* 0 <= low < |w|, if w is not 0. */
static bool is_digit(struct peeling *p, const struct linear *low, const struct linear *w, uint32_t depth) {
    if (depth > DIGIT_DEPTH_MAX || p->digit_steps++ > DIGIT_STEPS_MAX)
        return false;
    if (is_plainly_below(p, low, w) || (low->count == 0 && low->constant == 0) || (radix_is_atom(low) && is_atomic_digit(p, low, w, depth)))
        return true;
    struct linear smaller;
    struct parts parts;
    for (uint32_t i = 0; w->count == 1 && i < low->count; i++)
        if (split_at(p, low, i, w, &parts) && is_positive(p, &parts.v) && is_digit(p, &parts.x, &parts.u, depth + 1) &&
            is_digit(p, &parts.rest, &parts.v, depth + 1))
            return true;
    if (is_below_scaled(p, low, w, depth) || (w->count != 0 && is_below_factor(p, low, w, depth)))
        return true;
    for (uint32_t n = 0; smaller_radix(p, w, &n, &smaller);)
        if (is_digit(p, low, &smaller, depth + 1))
            return true;
    for (uint32_t n = 0; said_below(p, w, &n, &smaller);) /* a stride is no smaller than its row */
        if (radix_is_atom(&smaller) && is_at_least(p, &smaller, 1, 0) && (is_digit(p, low, &smaller, depth + 1) || BREAK(STRIDES)))
            return true;
    return false;
}

/* No two threads have one of them positive and one negative: quotients of natural numbers by one divisor. */
static bool have_one_sign(struct peeling *p, const struct linear *a, const struct linear *b) {
    const struct division *qa = radix_is_atom(a) ? division_with(p->space, a->monomials[0].atom, false) : NULL;
    const struct division *qb = radix_is_atom(b) ? division_with(p->space, b->monomials[0].atom, false) : NULL;
    return qa && qb && integer_equal(&qa->d, &qb->d) && digit_is_nonzero(p, &qa->d) && digit_is_natural(p, &qa->x) && digit_is_natural(p, &qb->x);
}

/* Remainders of numbers of one sign by w have that sign too. */
static bool are_remainders(struct peeling *p, const struct linear *a, const struct linear *b, const struct linear *w) {
    return is_remainder_by(p, a, w) && is_remainder_by(p, b, w) &&
           have_one_sign(p, &division_with(p->space, a->monomials[0].atom, true)->x, &division_with(p->space, b->monomials[0].atom, true)->x);
}

static bool are_digits(struct peeling *p, const struct linear *a, const struct linear *b, const struct linear *w, uint32_t depth) {
    if (depth > DIGIT_DEPTH_MAX || p->digit_steps++ > DIGIT_STEPS_MAX)
        return false;
    if ((is_digit(p, a, w, depth) && is_digit(p, b, w, depth)) || are_remainders(p, a, b, w))
        return true;
    const struct division *qa = radix_is_atom(a) ? division_with(p->space, a->monomials[0].atom, false) : NULL;
    const struct division *qb = radix_is_atom(b) ? division_with(p->space, b->monomials[0].atom, false) : NULL;
    if (qa && qb && integer_equal(&qa->d, &qb->d) && is_quotient(p, qa, w, depth) && is_quotient(p, qb, w, depth))
        return true;
    struct linear smaller;
    struct parts of_a, of_b;
    for (uint32_t i = 0; w->count == 1 && i < a->count; i++)
        for (uint32_t j = 0; split_at(p, a, i, w, &of_a) && j < b->count; j++)
            if (split_at(p, b, j, w, &of_b) && integer_equal(&of_a.v, &of_b.v) && are_digits(p, &of_a.x, &of_b.x, &of_a.u, depth + 1) &&
                are_digits(p, &of_a.rest, &of_b.rest, &of_a.v, depth + 1))
                return true;
    for (uint32_t n = 0; smaller_radix(p, w, &n, &smaller);)
        if (are_digits(p, a, b, &smaller, depth + 1))
            return true;
    return false;
}

/* a and b without the summands and the constant that they share. */
static void without_common(struct peeling *p, struct linear *a, struct linear *b) {
    struct linear *both[2] = {a, b}, left[2];
    int64_t common = a->constant < b->constant ? a->constant : b->constant;
    for (uint32_t side = 0; side < 2; side++) {
        const struct linear *own = both[side], *other = both[1 - side];
        left[side] = (struct linear){arena_alloc(p->space->arena, (own->count + 1) * sizeof *own->monomials), 0, own->constant - common};
        for (uint32_t i = 0; i < own->count; i++) {
            bool is_shared = false;
            for (uint32_t j = 0; j < other->count; j++)
                is_shared |= own->monomials[i].atom == other->monomials[j].atom && own->monomials[i].coefficient == other->monomials[j].coefficient;
            if (!is_shared)
                left[side].monomials[left[side].count++] = own->monomials[i];
        }
    }
    *a = left[0];
    *b = left[1];
}

bool digits_of(struct peeling *peeling, const struct linear *a, const struct linear *b, const struct linear *w) {
    struct linear own = *a, other = *b;
    if (!digit_is_nonzero(peeling, w))
        return false;
    if (are_digits(peeling, a, b, w, 0))
        return true;
    without_common(peeling, &own, &other);
    return (own.count != a->count || own.constant != a->constant) && are_digits(peeling, &own, &other, w, 0);
}

bool digits_assumed(struct peeling *peeling, const struct digits *a, const struct digits *b, const struct linear *w) {
    return digits_of(peeling, a->low, b->low, w) ||
           (peeling->missing && premise_add(peeling->prover, peeling->space, peeling->missing, (const struct digits[2]){*a, *b}, w));
}

/* A fact says 1 <= c * product, or c times the symbol itself, with c >= 1: rest - c * product <= 0 with rest >= 1. */
static bool is_said_positive(struct peeling *p, uint32_t atom) {
    for (uint32_t i = 0; i < p->fact_count; i++) {
        const struct linear *fact = &p->facts[i];
        for (uint32_t m = 0; m < fact->count; m++) {
            struct linear own = integer_atom(p->space, atom), rest;
            int64_t least, most;
            int64_t factor = fact->monomials[m].coefficient;
            if (fact->monomials[m].atom != atom || factor >= 0 || !integer_combine(p->space, 1, fact, -factor, &own, &rest))
                continue;
            integer_range(p->space, &rest, &least, &most);
            if (least >= 1)
                return true;
        }
    }
    return false;
}

/* The atom is a factor of something that a fact says is positive. */
static bool is_factor_nonzero(struct peeling *p, const struct linear *factor) {
    int64_t least, most;
    integer_range(p->space, factor, &least, &most);
    bool nonzero = least >= 1 || most <= -1 || (radix_is_atom(factor) && is_said_positive(p, factor->monomials[0].atom));
    for (uint32_t i = 0; i < p->fact_count && !nonzero; i++)
        for (uint32_t m = 0; m < p->facts[i].count && !nonzero; m++) {
            const struct atom *atom = &p->space->atoms.data[p->facts[i].monomials[m].atom];
            bool holds = false;
            for (uint32_t f = 0; atom->kind == ATOM_PRODUCT && f < atom->factor_count; f++)
                holds |= integer_equal(&atom->factors[f], factor);
            nonzero = holds && is_said_positive(p, p->facts[i].monomials[m].atom);
        }
    return nonzero;
}

bool digit_is_nonzero(struct peeling *peeling, const struct linear *w) {
    struct integer_space *space = peeling->space;
    if (is_factor_nonzero(peeling, w) || is_at_least(peeling, w, 1, 0))
        return true;
    if (w->count == 1 && w->constant == 0 && w->monomials[0].coefficient != 1) { /* a multiple of an atom */
        const struct linear atom = integer_atom(space, w->monomials[0].atom);
        return digit_is_nonzero(peeling, &atom);
    }
    for (uint32_t i = 0; i < space->divisions.size; i++) { /* w / d is not 0 */
        const struct division division = space->divisions.data[i];
        if (integer_equal(&division.x, w) && is_said_positive(peeling, division.quotient) && is_factor_nonzero(peeling, &division.d))
            return true;
    }
    if (!radix_is_atom(w) || space->atoms.data[w->monomials[0].atom].kind != ATOM_PRODUCT)
        return false;
    const struct atom product = space->atoms.data[w->monomials[0].atom];
    bool nonzero = true;
    for (uint32_t f = 0; f < product.factor_count && nonzero; f++)
        nonzero = is_factor_nonzero(peeling, &product.factors[f]);
    return nonzero;
}

static int64_t coefficient_in(const struct linear *l, uint32_t atom) {
    for (uint32_t i = 0; i < l->count; i++)
        if (l->monomials[i].atom == atom)
            return l->monomials[i].coefficient;
    return 0;
}

/* How often all of x, without its constant, is in l; 0: not at all. */
static int64_t times_in(const struct linear *l, const struct linear *x) {
    int64_t times = x->count > 0 ? coefficient_in(l, x->monomials[0].atom) / x->monomials[0].coefficient : 0;
    for (uint32_t i = 0; i < x->count; i++) {
        int64_t whole;
        if (__builtin_mul_overflow(times, x->monomials[i].coefficient, &whole) || coefficient_in(l, x->monomials[i].atom) != whole)
            return 0;
    }
    return times;
}

bool digit_spread(struct integer_space *space, const struct linear *l, struct linear *out) {
    bool found = false;
    *out = *l;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct division *r = division_with(space, l->monomials[i].atom, true);
        if (!r)
            continue;
        struct linear x = r->x, d = r->d, high, low = integer_atom(space, r->quotient + 1), parts;
        int64_t least, most, times = times_in(out, &x);
        integer_range(space, &d, &least, &most);
        if (times == 0 || least < 1) /* what is divided by 0 has no digits */
            continue;
        if (integer_multiply(space, integer_atom(space, r->quotient), d, &high) && integer_combine(space, 1, &high, 1, &low, &parts) &&
            integer_combine(space, 1, &parts, -1, &x, &parts) && integer_combine(space, 1, out, times, &parts, out))
            found = true;
    }
    return found;
}
