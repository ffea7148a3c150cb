/* The exact division needs ranges: the quotient q and the remainder r are built as
 * terms; if r < divisor and divisor * q + r fits the width, then that number is not
 * only congruent to the sum but equal to it. The reduction modulo a power of two
 * needs nothing. */
#include "term/digits.h"

#include "term/bits.h"
#include "term/linear.h"

bool digits_reduce(struct term_table *table, term_ref *t, uint8_t bits) {
    if (!linear_is_sum(table, *t) || bits >= table_width(table, *t))
        return false;
    struct linear sum;
    uint64_t mask = bits_mask(bits);
    linear_of(table, *t, &sum);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sum.count; i++)
        if (sum.monomials[i].coefficient & mask)
            sum.monomials[kept++] = sum.monomials[i];
    if (kept == sum.count && sum.constant <= mask)
        return false;
    sum.count = kept;
    sum.constant &= mask;
    *t = linear_build(table, &sum, 0);
    return true;
}

/* (x * c) / (c * e) is x / e and (x * c) % (c * e) is (x % e) * c, without wrapping. */
static bool divide_product(struct term_table *table, term_ref t, uint64_t divisor,
                           term_ref *quotient, term_ref *remainder) {
    uint8_t width = table_width(table, t);
    term_ref x;
    uint64_t c;
    if (!table_match_const(table, t, TERM_MUL, &x, &c) || divisor % c != 0 ||
        term_range_of(table, x).umax > bits_mask(width) / c)
        return false;
    term_ref rest = term_const(table, width, divisor / c);
    *quotient = term_binary(table, TERM_UDIV, x, rest);
    *remainder =
        term_mul(table, term_binary(table, TERM_UREM, x, rest), term_const(table, width, c), 0);
    return true;
}

bool digits_divide(struct term_table *table, term_ref t, uint64_t divisor, term_ref *quotient,
                   term_ref *remainder) {
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
