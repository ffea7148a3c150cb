/* The exact division needs ranges: the quotient q and the remainder r are built as
 * terms; if r < divisor and divisor * q + r fits the width, then that number is not
 * only congruent to the sum but equal to it. The reduction modulo a power of two
 * needs nothing. */
#include "term/digits.h"

#include "term/bits.h"
#include "term/linear.h"

enum { ZEROS_DEPTH = 6 };

/* Low bits of t that are zero in every model. */
static uint8_t trailing_zeros(const struct term_table *table, term_ref t, int depth) {
    const struct term *term = table_at(table, t.id);
    if (term->op == TERM_CONST) {
        uint8_t zeros = bits_trailing_zeros(term->value);
        return zeros < term->width_bits ? zeros : term->width_bits;
    }
    if (depth == 0 || term->arity == 0 || term->op == TERM_APPLY)
        return 0;
    uint8_t first = 0, second = 0, width = term->width_bits;
    if (term->op == TERM_ADD || term->op == TERM_MUL || term->op == TERM_AND) {
        first = trailing_zeros(table, table_child(table, term, 0), depth - 1);
        second = trailing_zeros(table, table_child(table, term, 1), depth - 1);
    }
    if (term->op == TERM_ADD)
        return first < second ? first : second;
    if (term->op == TERM_AND)
        return first > second ? first : second;
    if (term->op == TERM_MUL)
        return first + second < width ? (uint8_t)(first + second) : width;
    if (term->op == TERM_ZEXT || term->op == TERM_SEXT || term->op == TERM_TRUNC)
        first = trailing_zeros(table, table_child(table, term, 0), depth - 1);
    return first < width ? first : width;
}

uint8_t digits_trailing_zeros(const struct term_table *table, term_ref t) {
    return trailing_zeros(table, t, ZEROS_DEPTH);
}

static uint64_t possible(struct term_table *table, term_ref t, int depth) {
    const struct term term = *table_at(table, t.id);
    uint8_t width = term.width_bits;
    if (term.op == TERM_CONST)
        return term.value;
    uint8_t zeros = trailing_zeros(table, t, depth);
    uint64_t most = term_range_of(table, t).umax, c;
    uint64_t bits = zeros < 64 && most > 0 ? bits_mask(bits_length(most)) & UINT64_MAX << zeros : 0;
    if (depth == 0 || term.arity == 0 || term.op == TERM_APPLY || width == 1)
        return bits;
    term_ref x = table_child(table, &term, 0), y = term.arity == 2 ? table_child(table, &term, 1) : x;
    if (term.op == TERM_ZEXT || term.op == TERM_TRUNC)
        return bits & possible(table, x, depth - 1);
    if (term.op == TERM_AND)
        return bits & possible(table, x, depth - 1) & possible(table, y, depth - 1);
    if (term.op == TERM_MUL && term_is_const(table, y, &c) && bits_is_power_of_two(c))
        return bits & possible(table, x, depth - 1) << bits_trailing_zeros(c);
    if (term.op == TERM_LSHR && term_is_const(table, y, &c) && c < width)
        return bits & possible(table, x, depth - 1) >> c;
    if (term.op != TERM_ADD && term.op != TERM_OR && term.op != TERM_XOR)
        return bits;
    uint64_t a = possible(table, x, depth - 1), b = possible(table, y, depth - 1);
    return term.op == TERM_ADD && (a & b) != 0 ? bits : bits & (a | b);
}

uint64_t digits_possible(struct term_table *table, term_ref t) {
    return possible(table, t, ZEROS_DEPTH);
}

uint32_t digits_parts(struct term_table *table, term_ref t, term_ref *parts) {
    struct linear sum;
    if (!linear_is_sum(table, t))
        return 0;
    linear_of(table, t, &sum);
    if (linear_leaves(&sum) < 2 || linear_leaves(&sum) > LINEAR_CAP)
        return 0;
    uint64_t taken = sum.constant;
    uint32_t count = 0;
    for (uint32_t i = 0; i < sum.count; i++) {
        term_ref part = linear_monomial_term(table, &sum.monomials[i], 0);
        uint64_t bits = digits_possible(table, part);
        if (bits & taken)
            return 0;
        taken |= bits;
        parts[count++] = part;
    }
    if (sum.constant)
        parts[count++] = term_const(table, sum.width_bits, sum.constant);
    return count;
}

/* Low bits of the monomial that are zero. */
static uint8_t zeros_of(const struct term_table *table, const struct monomial *m) {
    unsigned zeros = bits_trailing_zeros(m->coefficient) + digits_trailing_zeros(table, m->atom);
    return zeros < 64 ? (uint8_t)zeros : 64;
}

bool digits_split(struct term_table *table, term_ref t, uint8_t *bits, term_ref *high, term_ref *low) {
    struct linear sum, parts[2];
    uint8_t width = table_width(table, t);
    if (!linear_is_sum(table, t))
        return false;
    linear_of(table, t, &sum);
    if (linear_leaves(&sum) < 2 || linear_leaves(&sum) > LINEAR_CAP)
        return false;
    for (uint32_t i = 0; i < sum.count; i++) {
        uint8_t at = zeros_of(table, &sum.monomials[i]);
        if (at == 0 || at >= width)
            continue;
        parts[0] = parts[1] = sum;
        parts[0].count = parts[1].count = 0;
        for (uint32_t j = 0; j < sum.count; j++) {
            struct linear *part = &parts[zeros_of(table, &sum.monomials[j]) >= at];
            part->monomials[part->count++] = sum.monomials[j];
        }
        parts[0].constant = sum.constant & bits_mask(at);
        parts[1].constant = sum.constant & ~bits_mask(at);
        if (linear_leaves(&parts[0]) == 0)
            continue;
        *low = linear_build(table, &parts[0], 0);
        if (term_range_of(table, *low).umax > bits_mask(at))
            continue;
        *high = linear_build(table, &parts[1], 0);
        *bits = at;
        return true;
    }
    return false;
}

bool digits_reduce(struct term_table *table, term_ref *t, uint8_t bits) {
    if (!linear_is_sum(table, *t) || bits >= table_width(table, *t))
        return false;
    struct linear sum;
    uint64_t mask = bits_mask(bits);
    linear_of(table, *t, &sum);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sum.count; i++)
        if (zeros_of(table, &sum.monomials[i]) < bits)
            sum.monomials[kept++] = sum.monomials[i];
    if (kept == sum.count && sum.constant <= mask)
        return false;
    sum.count = kept;
    sum.constant &= mask;
    *t = linear_build(table, &sum, 0);
    return true;
}

/* t = 2^k * x with k >= 1, modulo the width: x, of the sum's or the product's coefficients. */
static bool take_power(struct term_table *table, term_ref t, uint8_t *k, term_ref *x) {
    uint8_t width = table_width(table, t);
    uint64_t c, all;
    if (table_match_const(table, t, TERM_MUL, x, &c)) { /* x keeps its flags */
        *k = bits_trailing_zeros(c);
        *x = term_mul(table, *x, term_const(table, width, c >> *k), 0);
        return *k > 0;
    }
    struct linear sum;
    if (!linear_is_sum(table, t))
        return false;
    linear_of(table, t, &sum);
    all = sum.constant;
    for (uint32_t i = 0; i < sum.count; i++)
        all |= sum.monomials[i].coefficient;
    *k = bits_trailing_zeros(all);
    if (all == 0 || *k == 0)
        return false;
    sum.constant >>= *k;
    for (uint32_t i = 0; i < sum.count; i++)
        sum.monomials[i] = (struct monomial){.atom = sum.monomials[i].atom, .coefficient = sum.monomials[i].coefficient >> *k};
    *x = linear_build(table, &sum, 0);
    return true;
}

bool digits_mask_scaled(struct term_table *table, term_ref t, uint64_t mask, term_ref *out) {
    uint8_t k, width = table_width(table, t);
    term_ref x;
    if (!take_power(table, t, &k, &x))
        return false;
    /* bit j of t is bit j - k of x, whatever wraps, and the product has no more bits than the mask */
    term_ref low = term_binary(table, TERM_AND, x, term_const(table, width, mask >> k));
    *out = term_mul(table, low, term_const(table, width, UINT64_C(1) << k), TERM_NUW);
    return true;
}

/* (x * c) / (c * e) is x / e and (x * c) % (c * e) is (x % e) * c, without wrapping. */
static bool divide_product(struct term_table *table, term_ref t, uint64_t divisor, term_ref *quotient, term_ref *remainder) {
    uint8_t width = table_width(table, t);
    term_ref x;
    uint64_t c;
    if (!table_match_const(table, t, TERM_MUL, &x, &c) || divisor % c != 0 || term_range_of(table, x).umax > bits_mask(width) / c)
        return false;
    term_ref rest = term_const(table, width, divisor / c);
    *quotient = term_binary(table, TERM_UDIV, x, rest);
    *remainder = term_mul(table, term_binary(table, TERM_UREM, x, rest), term_const(table, width, c), 0);
    return true;
}

bool digits_divide(struct term_table *table, term_ref t, uint64_t divisor, term_ref *quotient, term_ref *remainder) {
    if (divisor < 2 || !linear_is_sum(table, t))
        return false;
    if (divide_product(table, t, divisor, quotient, remainder))
        return true;
    struct linear sum, high, low;
    uint64_t mask = bits_mask(table_width(table, t));
    linear_of(table, t, &sum);
    high = low = (struct linear){.width_bits = sum.width_bits};
    for (uint32_t i = 0; i < sum.count; i++) {
        struct monomial m = {.atom = sum.monomials[i].atom};
        m.coefficient = sum.monomials[i].coefficient;
        if (m.coefficient % divisor != 0)
            low.monomials[low.count++] = m;
        else {
            m.coefficient /= divisor;
            high.monomials[high.count++] = m;
        }
    }
    if (high.count == 0 || linear_leaves(&sum) > LINEAR_CAP)
        return false;
    high.constant = sum.constant / divisor;
    low.constant = sum.constant % divisor;
    *remainder = linear_build(table, &low, 0);
    uint64_t most = term_range_of(table, *remainder).umax;
    if (most >= divisor)
        return false;
    *quotient = linear_build(table, &high, 0);
    return term_range_of(table, *quotient).umax <= (mask - most) / divisor;
}
