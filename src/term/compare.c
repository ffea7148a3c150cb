/* Builders of comparisons.
 *
 * Normal forms: a constant operand is strict on the right (x < c) and weak on the
 * left (c <= x), so that a comparison and its negation are both normal; a signed
 * comparison of numbers known to be non-negative is unsigned; operands extended
 * the same way are compared before the extension; equal summands of an equality
 * cancel. Comparisons of Booleans are connectives. */
#include "base/divisor.h"
#include "term/bits.h"
#include "term/junction.h"
#include "term/linear.h"

static term_ref raw_compare(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    return table_intern2(table, op, 1, 0, 0, a, b);
}

static bool ranges_are_disjoint(struct term_table *table, term_ref a, term_ref b) {
    struct term_range x = term_range_of(table, a), y = term_range_of(table, b);
    return x.umax < y.umin || y.umax < x.umin || x.smax < y.smin || y.smax < x.smin;
}

/* The bits of c before the extension op, if it was extended so. */
static bool unextend(enum term_op op, uint8_t narrow, uint8_t wide, uint64_t c, uint64_t *out) {
    *out = c & bits_mask(narrow);
    if (op == TERM_ZEXT)
        return *out == c;
    return ((uint64_t)bits_signed(*out, narrow) & bits_mask(wide)) == c;
}

static bool is_extension(const struct term *term) {
    return term->op == TERM_ZEXT || term->op == TERM_SEXT;
}

/* Replaces both operands, extended the same way, by the narrower ones. An order
 * stays what it is: zero extension keeps the unsigned one, sign extension both. */
static bool narrow_operands(struct term_table *table, term_ref *a, term_ref *b) {
    const struct term *x = table_at(table, a->id), *y = table_at(table, b->id);
    if (!is_extension(x) || x->op != y->op)
        return false;
    *a = table_child(table, x, 0);
    *b = table_child(table, y, 0);
    uint8_t m = table_width(table, *a), n = table_width(table, *b);
    enum term_op op = term_op_of(x);
    if (m < n)
        *a = op == TERM_ZEXT ? term_zext(table, *a, n) : term_sext(table, *a, n);
    else if (n < m)
        *b = op == TERM_ZEXT ? term_zext(table, *b, m) : term_sext(table, *b, m);
    return true;
}

static term_ref equal_booleans(struct term_table *table, term_ref a, term_ref b) {
    uint64_t c;
    if (term_is_const(table, b, &c))
        return c ? a : term_not(table, a);
    if (junction_is_complement(table, a, b))
        return term_false(table);
    bool is_negated = false;
    term_ref *operands[2] = {&a, &b};
    for (int i = 0; i < 2; i++)
        if (table_match_const(table, *operands[i], TERM_XOR, operands[i], &c))
            is_negated = !is_negated;
    table_order(table, &a, &b);
    term_ref equality = raw_compare(table, TERM_EQ, a, b);
    return is_negated ? term_not(table, equality) : equality;
}

/* What remains of a == b when equal summands are taken away. */
enum cancel_result { CANCEL_NOTHING, CANCEL_TRUE, CANCEL_FALSE, CANCEL_CHANGED };

/* Whether t * 2^zeros does not wrap, signed or unsigned. */
static bool is_in_window(struct term_table *table, term_ref t, uint8_t zeros, bool is_signed) {
    uint8_t narrow = (uint8_t)(table_width(table, t) - zeros);
    struct term_range range = term_range_of(table, t);
    return is_signed ? range.smin >= bits_smin(narrow) && range.smax <= bits_smax(narrow) : range.umax <= bits_mask(narrow);
}

/* c*x == k for one monomial: divides by the odd part of c. */
static enum cancel_result divide_out(struct term_table *table, const struct linear *difference, bool is_done, term_ref *a, term_ref *b) {
    const struct monomial *m = &difference->monomials[0];
    uint8_t width = difference->width_bits;
    uint64_t mask = bits_mask(width), c = m->coefficient, k = (0 - difference->constant) & mask;
    uint8_t zeros = bits_trailing_zeros(c);
    if (zeros > 0 && (k & (bits_mask(zeros))) != 0)
        return CANCEL_FALSE;
    uint64_t inverse = bits_inverse(c >> zeros, width), quotient = (k * inverse) & mask;
    for (int is_signed = 0; is_signed < 2 && zeros > 0; is_signed++)
        if (is_in_window(table, m->atom, zeros, is_signed)) {
            quotient = bits_binary(is_signed ? TERM_ASHR : TERM_LSHR, width, quotient, zeros);
            *a = m->atom;
            *b = term_const(table, width, quotient);
            return CANCEL_CHANGED;
        }
    if (is_done)
        return CANCEL_NOTHING;
    uint64_t rest = (c * inverse) & mask;
    *a = term_mul(table, m->atom, term_const(table, width, rest), 0);
    *b = term_const(table, width, quotient);
    return CANCEL_CHANGED;
}

/* Both sides times a power of two, without wrapping: takes the power away. */
static bool unscale_sides(struct term_table *table, struct linear *left, struct linear *right, term_ref *a, term_ref *b) {
    struct linear *sides[2] = {left, right};
    uint8_t width = left->width_bits, zeros = (uint8_t)(width - 2);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t low = bits_trailing_zeros(sides[i]->constant);
        zeros = low < zeros ? low : zeros;
        for (uint32_t j = 0; j < sides[i]->count; j++) {
            low = bits_trailing_zeros(sides[i]->monomials[j].coefficient);
            zeros = low < zeros ? low : zeros;
        }
    }
    if (zeros == 0)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        sides[i]->constant = bits_binary(TERM_ASHR, width, sides[i]->constant, zeros);
        for (uint32_t j = 0; j < sides[i]->count; j++)
            sides[i]->monomials[j].coefficient >>= zeros;
    }
    term_ref x = linear_build(table, left, 0), y = linear_build(table, right, 0);
    for (int is_signed = 0; is_signed < 2; is_signed++)
        if (is_in_window(table, x, zeros, is_signed) && is_in_window(table, y, zeros, is_signed)) {
            *a = x;
            *b = y;
            return true;
        }
    return false;
}

/* Positive coefficients left, negative ones right; the first that has a sign is made
 * positive. The constant goes right. */
static void split_sides(const struct linear *difference, struct linear *left, struct linear *right) {
    uint64_t mask = bits_mask(difference->width_bits), sign = bits_sign(difference->width_bits);
    uint32_t lead = 0;
    while (lead < difference->count && difference->monomials[lead].coefficient == sign)
        lead++;
    bool is_flipped = lead < difference->count && difference->monomials[lead].coefficient > sign;
    *left = (struct linear){.width_bits = difference->width_bits};
    *right = (struct linear){.width_bits = difference->width_bits};
    for (uint32_t i = 0; i < difference->count; i++) {
        struct monomial m = {.atom = difference->monomials[i].atom};
        uint64_t c = difference->monomials[i].coefficient;
        if (is_flipped)
            c = (0 - c) & mask;
        struct linear *side = c > sign ? right : left;
        m.coefficient = c > sign ? (0 - c) & mask : c;
        side->monomials[side->count++] = m;
    }
    right->constant = is_flipped ? difference->constant : (0 - difference->constant) & mask;
}

/* An odd common factor may go: it has an inverse. Whether there was one. */
static bool divide_by_odd(struct linear *left, struct linear *right) {
    struct linear *sides[2] = {left, right};
    uint8_t width = left->width_bits;
    int64_t constant = bits_signed(right->constant, width);
    uint64_t common = constant < 0 ? 0 - (uint64_t)constant : (uint64_t)constant;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < sides[i]->count; j++)
            common = common_divisor(common, sides[i]->monomials[j].coefficient);
    common >>= bits_trailing_zeros(common);
    if (common == 1)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < sides[i]->count; j++)
            sides[i]->monomials[j].coefficient /= common;
    right->constant = (uint64_t)(constant / (int64_t)common) & bits_mask(width);
    return true;
}

/* A constant beside terms on both sides is positive, whichever side came first: sums of sizes stay such. */
static void place_constant(struct linear *left, struct linear *right) {
    uint64_t sign = bits_sign(right->width_bits);
    if (left->count == 0 || right->count == 0 || right->constant < sign)
        return;
    left->constant = (0 - right->constant) & bits_mask(right->width_bits);
    right->constant = 0;
}

/* Positive multiples, of which the exact ones fit: smaller ones fit, too. */
static bool are_exact_multiples(const struct term_table *table, term_ref a, term_ref b, const struct linear *left, const struct linear *right) {
    const struct term *x = table_at(table, a.id), *y = table_at(table, b.id);
    uint64_t sign = bits_sign(left->width_bits);
    return x->op == TERM_MUL && y->op == TERM_MUL && (x->flags & y->flags & TERM_NSW) && left->count == 1 && right->count == 1 &&
           left->monomials[0].coefficient < sign && right->monomials[0].coefficient < sign && left->constant == 0 && right->constant == 0;
}

static enum cancel_result cancel(struct term_table *table, term_ref *a, term_ref *b) {
    struct linear left, right, difference, side[2];
    linear_of(table, *a, &left);
    linear_of(table, *b, &right);
    linear_combine(table, &left, &right, UINT64_MAX, true, &difference);
    if (difference.count == 0)
        return difference.constant == 0 ? CANCEL_TRUE : CANCEL_FALSE;
    if (difference.count == 1) {
        bool is_done = right.count == 0 && left.constant == 0 && !term_is_none(left.monomials[0].node) &&
                       bits_is_power_of_two(left.monomials[0].coefficient) && left.monomials[0].coefficient != 1;
        return divide_out(table, &difference, is_done, a, b);
    }
    if (linear_leaves(&difference) > LINEAR_CAP)
        return CANCEL_NOTHING;
    split_sides(&difference, &side[0], &side[1]);
    bool is_divided = divide_by_odd(&side[0], &side[1]);
    struct linear scaled[2] = {side[0], side[1]};
    if (unscale_sides(table, &scaled[0], &scaled[1], a, b))
        return CANCEL_CHANGED;
    bool is_shorter = linear_leaves(&difference) < linear_leaves(&left) + linear_leaves(&right);
    bool has_add = table_op(table, *a) == TERM_ADD || table_op(table, *b) == TERM_ADD || difference.any != 0;
    if (!is_shorter && !is_divided && (difference.any != 0 || !has_add))
        return CANCEL_NOTHING;
    place_constant(&side[0], &side[1]);
    if (is_divided && are_exact_multiples(table, *a, *b, &left, &right)) {
        const struct monomial *x = &side[0].monomials[0], *y = &side[1].monomials[0];
        *a = term_mul(table, x->atom, term_const(table, left.width_bits, x->coefficient), TERM_NSW);
        *b = term_mul(table, y->atom, term_const(table, left.width_bits, y->coefficient), TERM_NSW);
        return CANCEL_CHANGED;
    }
    *a = linear_build(table, &side[0], 0);
    *b = linear_build(table, &side[1], 0);
    return CANCEL_CHANGED;
}

/* Enclosing conditions of an equality under way: taken | result, or !taken & result. */
struct pending {
    term_ref taken;
    bool is_or;
};
struct pending_list {
    VEC(struct pending) items;
};

/* One step towards the normal form of a == c; *done is the result if there is one.
 * Whether *a or *c changed. ite(d, x, y) == c with a constant arm becomes a
 * connective over the equality of the other arm. */
static bool equal_const_step(struct term_table *table, term_ref *a, uint64_t *c, struct pending_list *pending, term_ref *done) {
    const struct term *term = table_at(table, a->id);
    uint8_t width = term->width_bits;
    term_ref x = term->arity > 0 ? table_child(table, term, 0) : TERM_NONE;
    uint64_t c1 = 0;
    if (is_extension(term)) {
        *a = x;
        if (unextend(term_op_of(term), table_width(table, x), width, *c, c))
            return true;
        *done = term_false(table);
    } else if (term->op == TERM_ITE) {
        for (uint32_t arm = 1; arm <= 2; arm++) {
            if (!term_is_const(table, table_child(table, term, arm), &c1))
                continue;
            struct pending step = {.taken = arm == 1 ? x : term_not(table, x), .is_or = c1 == *c};
            vec_push(&pending->items, step);
            *a = table_child(table, term, 3 - arm);
            return true;
        }
    } else if (table_match_const(table, *a, TERM_XOR, &x, &c1)) {
        *a = x;
        *c ^= c1;
        return true;
    } else if (table_match_const(table, *a, TERM_AND, &x, &c1)) {
        if (*c & ~c1)
            *done = term_false(table);
        else if (*c == c1 && bits_is_power_of_two(c1))
            *done = term_not(table, raw_compare(table, TERM_EQ, *a, term_const(table, width, 0)));
    } else if (table_match_const(table, *a, TERM_OR, &x, &c1) && (c1 & ~*c))
        *done = term_false(table);
    return false;
}

/* x op y == x op z is y == z. */
static bool cancel_operand(const struct term_table *table, enum term_op op, uint8_t flags, term_ref *a, term_ref *b) {
    const struct term *x = table_at(table, a->id), *y = table_at(table, b->id);
    if (x->op != op || y->op != op || (x->flags & y->flags & flags) != flags)
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t p = i >> 1, q = i & 1;
        if (!term_same(table_child(table, x, p), table_child(table, y, q)))
            continue;
        *a = table_child(table, x, 1 - p);
        *b = table_child(table, y, 1 - q);
        return true;
    }
    return false;
}

/* Also of sums with a flag, each one atom to what cancels unflagged ones: what they add has flags of its own, and stays as it is. */
static bool cancel_same(const struct term_table *table, term_ref *a, term_ref *b) {
    return cancel_operand(table, TERM_XOR, 0, a, b) || cancel_operand(table, TERM_ADD, TERM_NSW, a, b);
}

static term_ref equal(struct term_table *table, term_ref a, term_ref b, struct pending_list *pending) {
    for (;;) {
        uint64_t c;
        table_order(table, &a, &b);
        if (term_same(a, b))
            return term_true(table);
        if (table_width(table, a) == 1)
            return equal_booleans(table, a, b);
        bool is_const = term_is_const(table, b, &c);
        if ((is_const && term_is_const(table, a, NULL)) || ranges_are_disjoint(table, a, b))
            return term_false(table);
        if (narrow_operands(table, &a, &b) || cancel_same(table, &a, &b))
            continue;
        term_ref done = TERM_NONE;
        if (is_const && equal_const_step(table, &a, &c, pending, &done)) {
            b = term_const(table, table_width(table, a), c);
            continue;
        }
        if (!term_is_none(done))
            return done;
        if (!linear_is_sum(table, a) && !linear_is_sum(table, b))
            return raw_compare(table, TERM_EQ, a, b);
        term_ref old_a = a, old_b = b;
        switch (cancel(table, &a, &b)) {
        case CANCEL_TRUE: return term_true(table);
        case CANCEL_FALSE: return term_false(table);
        case CANCEL_NOTHING: return raw_compare(table, TERM_EQ, a, b);
        case CANCEL_CHANGED: break;
        }
        table_order(table, &a, &b);
        if (term_same(a, old_a) && term_same(b, old_b))
            return raw_compare(table, TERM_EQ, a, b);
    }
}

term_ref term_eq(struct term_table *table, term_ref a, term_ref b) {
    assert(table_width(table, a) == table_width(table, b));
    struct pending_list pending = {0};
    term_ref result = equal(table, a, b, &pending);
    while (pending.items.size > 0) {
        struct pending step = vec_pop(&pending.items);
        result = step.is_or ? term_or(table, step.taken, result) : term_and(table, term_not(table, step.taken), result);
    }
    vec_release(&pending.items);
    return result;
}

term_ref term_ne(struct term_table *table, term_ref a, term_ref b) {
    return term_not(table, term_eq(table, a, b));
}

static term_ref compare_booleans(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    if (op == TERM_ULT)
        return term_and(table, term_not(table, a), b);
    if (op == TERM_ULE)
        return term_or(table, term_not(table, a), b);
    if (op == TERM_SLT)
        return term_and(table, a, term_not(table, b));
    return term_or(table, a, term_not(table, b));
}

/* What the operands' ranges say: 1 true, 0 false, -1 nothing. */
static int decide_by_range(enum term_op op, const struct term_range *x, const struct term_range *y) {
    if (op == TERM_ULT)
        return x->umax < y->umin ? 1 : x->umin >= y->umax ? 0 : -1;
    if (op == TERM_ULE)
        return x->umax <= y->umin ? 1 : x->umin > y->umax ? 0 : -1;
    if (op == TERM_SLT)
        return x->smax < y->smin ? 1 : x->smin >= y->smax ? 0 : -1;
    assert(op == TERM_SLE);
    return x->smax <= y->smin ? 1 : x->smin > y->smax ? 0 : -1;
}

/* x op c or c op x, in the order mapped to the unsigned one; c is not at the end
 * where the answer is known. */
static term_ref compare_const(struct term_table *table, bool is_signed, bool is_strict, bool is_left, term_ref x, uint64_t c) {
    uint8_t width = table_width(table, x);
    uint64_t flip = is_signed ? bits_sign(width) : 0, top = bits_mask(width);
    enum term_op strict = is_signed ? TERM_SLT : TERM_ULT, weak = is_signed ? TERM_SLE : TERM_ULE;
    uint64_t bound = c ^ flip;
    /* x < bound is wanted, or bound <= x. */
    if (is_left == is_strict)
        bound = (bound + 1) & top;
    assert(bound != 0);
    bool is_below = !is_left;
    term_ref result;
    if (bound == 1) {
        result = term_eq(table, x, term_const(table, width, flip));
        return is_below ? result : term_not(table, result);
    }
    if (bound == top) {
        result = term_eq(table, x, term_const(table, width, top ^ flip));
        return is_below ? term_not(table, result) : result;
    }
    term_ref constant = term_const(table, width, bound ^ flip);
    return is_below ? raw_compare(table, strict, x, constant) : raw_compare(table, weak, constant, x);
}

/* x * c + k against a constant, where the range of x rules out wrapping: moves c and k
 * over. The constant is *c; is_up: rounding is upwards (x < ceil, ceil <= x). */
static bool unscale(struct term_table *table, bool is_signed, bool is_up, term_ref *x, uint64_t *c) {
    uint8_t width = table_width(table, *x);
    uint64_t k, mask = bits_mask(width);
    term_ref inner;
    if (table_match_const(table, *x, TERM_ADD, &inner, &k)) {
        struct term_range range = term_range_of(table, inner);
        uint64_t moved = (*c - k) & mask, low = (uint64_t)range.smin & mask;
        uint64_t high = (uint64_t)range.smax & mask;
        bool fits = is_signed ? bits_add_fits_signed(width, low, k) && bits_add_fits_signed(width, high, k) && bits_add_fits_signed(width, moved, k)
                              : range.umax <= mask - k && *c >= k;
        if (fits) {
            *x = inner;
            *c = moved;
        }
        return fits;
    }
    if (!table_match_const(table, *x, TERM_MUL, &inner, &k) || k > (uint64_t)bits_smax(width))
        return false;
    struct term_range range = term_range_of(table, inner);
    if (is_signed) {
        int64_t factor = (int64_t)k, number = bits_signed(*c, width);
        if (range.smin < bits_smin(width) / factor || range.smax > bits_smax(width) / factor)
            return false;
        int64_t quotient = number / factor, rest = number % factor;
        quotient += is_up && rest > 0 ? 1 : !is_up && rest < 0 ? -1 : 0;
        *c = (uint64_t)quotient & mask;
    } else {
        if (range.umax > mask / k)
            return false;
        *c = *c / k + (is_up && *c % k != 0);
    }
    *x = inner;
    return true;
}

/* x * c against y * c, where the ranges rule out wrapping. */
static bool unscale_both(struct term_table *table, bool is_signed, term_ref *a, term_ref *b) {
    term_ref x, y;
    uint64_t c, d;
    if (!table_match_const(table, *a, TERM_MUL, &x, &c) || !table_match_const(table, *b, TERM_MUL, &y, &d) || c != d)
        return false;
    uint8_t width = table_width(table, x);
    struct term_range p = term_range_of(table, x), q = term_range_of(table, y);
    int64_t factor = bits_signed(c, width);
    bool fits = is_signed ? factor > 0 && p.smin >= bits_smin(width) / factor && q.smin >= bits_smin(width) / factor &&
                                p.smax <= bits_smax(width) / factor && q.smax <= bits_smax(width) / factor
                          : p.umax <= bits_mask(width) / c && q.umax <= bits_mask(width) / c;
    if (fits) {
        *a = x;
        *b = y;
    }
    return fits;
}

/* sext(x) against a constant that is no sign extension, unsigned: only the sign of x counts. */
static term_ref compare_with_gap(struct term_table *table, bool is_left, term_ref x) {
    term_ref zero = term_const(table, table_width(table, x), 0);
    return is_left ? term_slt(table, x, zero) : term_sle(table, zero, x);
}

static term_ref compare(struct term_table *table, enum term_op op, term_ref a, term_ref b);

static bool is_const_ite(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    return term->op == TERM_ITE && term_is_const(table, table_child(table, term, 1), NULL) && term_is_const(table, table_child(table, term, 2), NULL);
}

static bool differ_by_nothing(struct term_table *table, term_ref a, term_ref b) {
    struct linear left, right, difference;
    if (!linear_is_sum(table, a) || !linear_is_sum(table, b))
        return false;
    linear_of(table, a, &left);
    linear_of(table, b, &right);
    linear_combine(table, &left, &right, UINT64_MAX, true, &difference);
    return difference.count == 0 && difference.constant == 0;
}

enum choice { CHOICE_OTHER, CHOICE_LEAST, CHOICE_GREATEST };
enum { CHOICE_DEPTH = 3 }; /* of choices among choices: each level asks for some comparisons of the next one */

static bool is_deeper(const struct term_table *table, term_ref t, uint32_t depth) {
    const struct term *term = table_at(table, t.id);
    if (term->op != TERM_ITE)
        return false;
    return depth == 0 || is_deeper(table, table_child(table, term, 1), depth - 1) || is_deeper(table, table_child(table, term, 2), depth - 1);
}

/* Whether `t` is the lesser or the greater one of its two arms, in the order that the comparison is about. */
static enum choice choice_of(struct term_table *table, bool is_signed, term_ref t, term_ref arms[2]) {
    const struct term *term = table_at(table, t.id);
    if (term->op != TERM_ITE || is_const_ite(table, t) || is_deeper(table, t, CHOICE_DEPTH))
        return CHOICE_OTHER;
    term_ref c = table_child(table, term, 0);
    enum term_op less = is_signed ? TERM_SLT : TERM_ULT, no_more = is_signed ? TERM_SLE : TERM_ULE;
    arms[0] = table_child(table, term, 1);
    arms[1] = table_child(table, term, 2);
    if (term_same(c, compare(table, less, arms[0], arms[1])) || term_same(c, compare(table, no_more, arms[0], arms[1])))
        return CHOICE_LEAST;
    if (term_same(c, compare(table, less, arms[1], arms[0])) || term_same(c, compare(table, no_more, arms[1], arms[0])))
        return CHOICE_GREATEST;
    return CHOICE_OTHER;
}

/* x < min(p, q) is x < p and x < q; of what is not less than both, one is not more: four cases, of either side. TERM_NONE: neither side is a
   least or greatest one. */
static term_ref compare_choice(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    bool is_signed = op == TERM_SLT || op == TERM_SLE;
    term_ref arms[2];
    enum choice choice = choice_of(table, is_signed, b, arms);
    if (choice != CHOICE_OTHER) {
        term_ref first = compare(table, op, a, arms[0]), second = compare(table, op, a, arms[1]);
        return choice == CHOICE_LEAST ? term_and(table, first, second) : term_or(table, first, second);
    }
    choice = choice_of(table, is_signed, a, arms);
    if (choice == CHOICE_OTHER)
        return TERM_NONE;
    term_ref first = compare(table, op, arms[0], b), second = compare(table, op, arms[1], b);
    return choice == CHOICE_GREATEST ? term_and(table, first, second) : term_or(table, first, second);
}

static term_ref compare(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    assert(table_width(table, a) == table_width(table, b));
    for (;;) {
        if (table_width(table, a) == 1)
            return compare_booleans(table, op, a, b);
        struct term_range x = term_range_of(table, a), y = term_range_of(table, b);
        if (op == TERM_SLT && x.smin >= 0 && y.smin >= 0)
            op = TERM_ULT;
        if (op == TERM_SLE && x.smin >= 0 && y.smin >= 0)
            op = TERM_ULE;
        int decided = decide_by_range(op, &x, &y);
        if (decided >= 0)
            return term_const(table, 1, (uint64_t)decided);
        bool is_strict = op == TERM_ULT || op == TERM_SLT;
        bool is_signed = op == TERM_SLT || op == TERM_SLE;
        if (term_same(a, b) || differ_by_nothing(table, a, b))
            return term_const(table, 1, !is_strict);
        if (narrow_operands(table, &a, &b) || unscale_both(table, is_signed, &a, &b))
            continue;
        term_ref chosen = compare_choice(table, op, a, b);
        if (!term_is_none(chosen))
            return chosen;
        uint64_t c = 0;
        bool is_left = term_is_const(table, a, &c);
        if (!is_left && !term_is_const(table, b, &c))
            return raw_compare(table, op, a, b);
        term_ref variable = is_left ? b : a;
        const struct term *term = table_at(table, variable.id);
        if (is_extension(term)) {
            term_ref inner = table_child(table, term, 0);
            uint8_t narrow = table_width(table, inner);
            if (unextend(term_op_of(term), narrow, term->width_bits, c, &c)) {
                term_ref constant = term_const(table, narrow, c);
                a = is_left ? constant : inner;
                b = is_left ? inner : constant;
                continue;
            }
            if (!is_signed && term->op == TERM_SEXT)
                return compare_with_gap(table, is_left, inner);
        }
        if (unscale(table, is_signed, is_strict != is_left, &variable, &c)) {
            term_ref constant = term_const(table, table_width(table, variable), c);
            a = is_left ? constant : variable;
            b = is_left ? variable : constant;
            continue;
        }
        if (is_const_ite(table, variable)) {
            term_ref arms[2];
            for (uint32_t i = 0; i < 2; i++) {
                term_ref arm = table_child(table, term, i + 1);
                arms[i] = is_left ? compare(table, op, a, arm) : compare(table, op, arm, b);
            }
            return term_ite(table, table_child(table, term, 0), arms[0], arms[1]);
        }
        return compare_const(table, is_signed, is_strict, is_left, variable, c);
    }
}

term_ref term_ult(struct term_table *table, term_ref a, term_ref b) {
    return compare(table, TERM_ULT, a, b);
}

term_ref term_ule(struct term_table *table, term_ref a, term_ref b) {
    return compare(table, TERM_ULE, a, b);
}

term_ref term_slt(struct term_table *table, term_ref a, term_ref b) {
    return compare(table, TERM_SLT, a, b);
}

term_ref term_sle(struct term_table *table, term_ref a, term_ref b) {
    return compare(table, TERM_SLE, a, b);
}
