/* Builders of bitwise operators, shifts and divisions.
 *
 * Constants come last and are merged; AND, OR and XOR of more than one bit are
 * otherwise kept as they are built. A division by a power of two is a shift or a
 * mask, a shift left by a constant a product, a disjoint OR a sum. */
#include "term/bits.h"
#include "term/digits.h"
#include "term/junction.h"
#include "term/linear.h"

/* No bit is in both: their sum has no carry. */
static bool are_disjoint(struct term_table *table, term_ref a, term_ref b) {
    return (digits_possible(table, a) & digits_possible(table, b)) == 0;
}

static bool is_complement(const struct term_table *table, term_ref a, term_ref b) {
    term_ref x;
    uint64_t c, ones = bits_mask(table_width(table, a));
    return (table_match_const(table, a, TERM_XOR, &x, &c) && c == ones && term_same(x, b)) ||
           (table_match_const(table, b, TERM_XOR, &x, &c) && c == ones && term_same(x, a));
}

static bool is_operand_of(const struct term_table *table, enum term_op op, term_ref x, term_ref whole) {
    const struct term *term = table_at(table, whole.id);
    return term->op == op && (term_same(table_child(table, term, 0), x) || term_same(table_child(table, term, 1), x));
}

static term_ref raw_binary(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    return table_intern2(table, op, table_width(table, a), 0, 0, a, b);
}

/* a op c, folded if a is a constant too. */
static term_ref bitwise_const(struct term_table *table, enum term_op op, term_ref a, uint64_t c);

/* The parts of a sum without carries, if at most one has bits both in the mask and
 * outside; else 0. */
static uint32_t parts_apart(struct term_table *table, term_ref a, uint64_t mask, term_ref *parts) {
    uint32_t count = digits_parts(table, a, parts), cut = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = digits_possible(table, parts[i]);
        cut += (bits & mask) != 0 && (bits & ~mask) != 0;
    }
    return cut > 1 ? 0 : count;
}

/* Of the parts of a sum without carries: where at most one of them is cut. */
static term_ref and_parts(struct term_table *table, term_ref a, uint64_t c) {
    term_ref parts[LINEAR_CAP + 1], all = term_const(table, table_width(table, a), 0);
    uint32_t count = parts_apart(table, a, c, parts);
    if (count == 0)
        return TERM_NONE;
    for (uint32_t i = 0; i < count; i++)
        all = term_add(table, all, bitwise_const(table, TERM_AND, parts[i], c), TERM_NSW | TERM_NUW);
    return all;
}

static term_ref and_const(struct term_table *table, term_ref a, uint64_t c) {
    uint8_t width = table_width(table, a);
    uint64_t c1;
    term_ref x;
    if (table_match_const(table, a, TERM_AND, &x, &c1)) {
        a = x;
        c &= c1;
    }
    uint64_t possible = digits_possible(table, a);
    c &= possible;
    if (c == 0)
        return term_const(table, width, 0);
    if (c == possible)
        return a;
    if (table_match_const(table, a, TERM_OR, &x, &c1)) {
        if ((c & c1) == 0)
            return bitwise_const(table, TERM_AND, x, c);
        if ((c & ~c1) == 0)
            return term_const(table, width, c);
    }
    if (digits_reduce(table, &a, bits_length(c)))
        return bitwise_const(table, TERM_AND, a, c);
    term_ref high, low;
    uint8_t bits;
    if (digits_split(table, a, &bits, &high, &low)) {
        uint64_t c_low = c & bits_mask(bits);
        if (c_low == 0)
            return bitwise_const(table, TERM_AND, high, c);
        if (c_low == c)
            return bitwise_const(table, TERM_AND, low, c);
    }
    term_ref by_parts = and_parts(table, a, c);
    if (!term_is_none(by_parts))
        return by_parts;
    term_ref scaled;
    if (digits_mask_scaled(table, a, c, &scaled))
        return scaled;
    return raw_binary(table, TERM_AND, a, term_const(table, width, c));
}

static term_ref or_const(struct term_table *table, term_ref a, uint64_t c) {
    uint8_t width = table_width(table, a);
    uint64_t ones = bits_mask(width), c1;
    term_ref x;
    if (table_match_const(table, a, TERM_OR, &x, &c1)) {
        a = x;
        c |= c1;
    }
    if (c == 0)
        return a;
    if (c == ones)
        return term_const(table, width, c);
    if (table_match_const(table, a, TERM_AND, &x, &c1)) {
        if ((c1 | c) == ones)
            return bitwise_const(table, TERM_OR, x, c);
        if ((c1 & c) != 0)
            return bitwise_const(table, TERM_OR, and_const(table, x, c1 & ~c), c);
    }
    term_ref constant = term_const(table, width, c);
    if (are_disjoint(table, a, constant))
        return term_add(table, a, constant, TERM_NSW | TERM_NUW);
    return raw_binary(table, TERM_OR, a, constant);
}

static term_ref xor_const(struct term_table *table, term_ref a, uint64_t c) {
    uint8_t width = table_width(table, a);
    uint64_t c1;
    term_ref x;
    if (table_match_const(table, a, TERM_XOR, &x, &c1)) {
        a = x;
        c ^= c1;
    }
    if (c == 0)
        return a;
    term_ref constant = term_const(table, width, c);
    if (width > 1 && are_disjoint(table, a, constant))
        return term_add(table, a, constant, TERM_NSW | TERM_NUW);
    return raw_binary(table, TERM_XOR, a, constant);
}

static term_ref bitwise_const(struct term_table *table, enum term_op op, term_ref a, uint64_t c) {
    uint64_t value;
    if (term_is_const(table, a, &value))
        return term_const(table, table_width(table, a), bits_binary(op, table_width(table, a), value, c));
    return op == TERM_AND ? and_const(table, a, c) : op == TERM_OR ? or_const(table, a, c) : xor_const(table, a, c);
}

/* The two operands are not constants and of more than one bit. */
static term_ref bitwise_plain(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    uint8_t width = table_width(table, a);
    bool complement = is_complement(table, a, b);
    if (op == TERM_XOR) {
        if (term_same(a, b))
            return term_const(table, width, 0);
        const struct term *term = table_at(table, a.id);
        if (is_operand_of(table, TERM_XOR, b, a))
            return table_child(table, term, term_same(table_child(table, term, 0), b));
        term = table_at(table, b.id);
        if (is_operand_of(table, TERM_XOR, a, b))
            return table_child(table, term, term_same(table_child(table, term, 0), a));
        if (complement)
            return term_const(table, width, UINT64_MAX);
    } else {
        enum term_op other = op == TERM_AND ? TERM_OR : TERM_AND;
        if (term_same(a, b) || is_operand_of(table, op, b, a) || is_operand_of(table, other, a, b))
            return a;
        if (is_operand_of(table, op, a, b) || is_operand_of(table, other, b, a))
            return b;
        if (complement)
            return term_const(table, width, op == TERM_AND ? 0 : UINT64_MAX);
    }
    if (are_disjoint(table, a, b)) {
        if (op == TERM_AND)
            return term_const(table, width, 0);
        return term_add(table, a, b, TERM_NSW | TERM_NUW);
    }
    table_order(table, &a, &b);
    return raw_binary(table, op, a, b);
}

/* The condition that a number 0 or 1 is made of, `(i < n) & (j < m)`; TERM_NONE. */
static term_ref condition_of(const struct term_table *table, term_ref a) {
    const struct term *term = table_at(table, a.id);
    term_ref x = term->op == TERM_ZEXT ? table_child(table, term, 0) : TERM_NONE;
    return !term_is_none(x) && table_width(table, x) == 1 ? x : TERM_NONE;
}

static term_ref bitwise(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    term_ref x = condition_of(table, a), y = condition_of(table, b);
    if (!term_is_none(x) && !term_is_none(y))
        return term_zext(table, term_binary(table, op, x, y), table_width(table, a));
    uint64_t unit = op == TERM_AND ? bits_mask(table_width(table, a)) : 0, c = unit, c1;
    if (table_match_const(table, a, op, &x, &c1)) {
        a = x;
        c = bits_binary(op, table_width(table, a), c, c1);
    }
    if (table_match_const(table, b, op, &x, &c1)) {
        b = x;
        c = bits_binary(op, table_width(table, a), c, c1);
    }
    if (term_is_const(table, a, &c1)) {
        a = b;
        c = bits_binary(op, table_width(table, a), c, c1);
    } else if (term_is_const(table, b, &c1))
        c = bits_binary(op, table_width(table, a), c, c1);
    else {
        a = bitwise_plain(table, op, a, b);
        if (c == unit)
            return a;
    }
    return bitwise_const(table, op, a, c);
}

static term_ref boolean_xor(struct term_table *table, term_ref a, term_ref b) {
    uint64_t c;
    if (term_is_const(table, b, &c))
        return c ? term_not(table, a) : a;
    if (term_is_const(table, a, &c))
        return c ? term_not(table, b) : b;
    return term_not(table, term_eq(table, a, b));
}

term_ref term_and(struct term_table *table, term_ref a, term_ref b) {
    assert(table_width(table, a) == table_width(table, b));
    if (table_width(table, a) == 1)
        return junction_build(table, TERM_AND, a, b);
    return bitwise(table, TERM_AND, a, b);
}

term_ref term_or(struct term_table *table, term_ref a, term_ref b) {
    assert(table_width(table, a) == table_width(table, b));
    if (table_width(table, a) == 1)
        return junction_build(table, TERM_OR, a, b);
    return bitwise(table, TERM_OR, a, b);
}

term_ref term_implies(struct term_table *table, term_ref a, term_ref b) {
    return term_or(table, term_not(table, a), b);
}

term_ref term_not(struct term_table *table, term_ref a) {
    const struct term *term = table_at(table, a.id);
    uint64_t ones = bits_mask(term->width_bits);
    if (term->op == TERM_CONST)
        return term_const(table, term->width_bits, ~term->value);
    if (term->width_bits > 1)
        return xor_const(table, a, ones);
    term_ref x = term->arity == 2 ? table_child(table, term, 0) : TERM_NONE;
    term_ref y = term->arity == 2 ? table_child(table, term, 1) : TERM_NONE;
    if (term->op == TERM_ULT)
        return term_ule(table, y, x);
    if (term->op == TERM_ULE)
        return term_ult(table, y, x);
    if (term->op == TERM_SLT)
        return term_sle(table, y, x);
    if (term->op == TERM_SLE)
        return term_slt(table, y, x);
    return xor_const(table, a, 1);
}

term_ref term_shl(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint8_t width = table_width(table, a);
    assert(width == table_width(table, b));
    if (width == 1)
        return term_and(table, a, term_not(table, b));
    uint64_t amount, value;
    if (!term_is_const(table, b, &amount)) {
        if (term_is_const(table, a, &value) && value == 0)
            return a;
        return table_intern2(table, TERM_SHL, width, flags, 0, a, b);
    }
    if (amount >= width)
        return term_const(table, width, 0);
    /* 2^(width-1) is negative as a signed factor; smaller powers mean the same product. */
    if (amount == (uint64_t)width - 1u)
        flags &= TERM_NUW;
    return term_mul(table, a, term_const(table, width, UINT64_C(1) << amount), flags);
}

static term_ref boolean_shift_or_divide(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    if (op == TERM_ASHR)
        return a;
    if (op == TERM_UDIV || op == TERM_SDIV)
        return term_implies(table, b, a);
    return term_and(table, a, term_not(table, b));
}

static term_ref shift_right(struct term_table *table, enum term_op op, term_ref a, term_ref b);

/* Of the parts of a sum without carries: where at most one of them loses bits. */
static term_ref shift_parts(struct term_table *table, term_ref a, term_ref amount, uint64_t lost) {
    term_ref parts[LINEAR_CAP + 1], all = term_const(table, table_width(table, a), 0);
    uint32_t count = parts_apart(table, a, lost, parts);
    if (count == 0)
        return TERM_NONE;
    for (uint32_t i = 0; i < count; i++)
        all = term_add(table, all, shift_right(table, TERM_LSHR, parts[i], amount), TERM_NSW | TERM_NUW);
    return all;
}

/* (x << n) >> amount, amount at least n: the lower bits of x, extended. */
static term_ref shift_back(struct term_table *table, enum term_op op, term_ref a, uint64_t amount) {
    uint8_t width = table_width(table, a);
    term_ref x;
    uint64_t factor;
    if (!table_match_const(table, a, TERM_MUL, &x, &factor) || !bits_is_power_of_two(factor) ||
        (term_get(table, a)->flags & (op == TERM_LSHR ? TERM_NUW : TERM_NSW)))
        return TERM_NONE;
    uint8_t lost = (uint8_t)bits_trailing_zeros(factor);
    if (lost > amount)
        return TERM_NONE;
    term_ref low = term_trunc(table, x, (uint8_t)(width - lost));
    low = op == TERM_LSHR ? term_zext(table, low, width) : term_sext(table, low, width);
    return shift_right(table, op, low, term_const(table, width, amount - lost));
}

static term_ref shift_right(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    uint8_t width = table_width(table, a);
    if (width == 1)
        return boolean_shift_or_divide(table, op, a, b);
    uint64_t amount, value;
    if (op == TERM_ASHR && term_range_of(table, a).smin >= 0)
        op = TERM_LSHR;
    if (term_is_const(table, a, &value)) {
        if (term_is_const(table, b, &amount))
            return term_const(table, width, bits_binary(op, width, value, amount));
        if (value == 0 || (op == TERM_ASHR && value == bits_mask(width)))
            return a;
    }
    if (!term_is_const(table, b, &amount))
        return raw_binary(table, op, a, b);
    if (amount == 0)
        return a;
    if (amount >= width) {
        if (op == TERM_LSHR)
            return term_const(table, width, 0);
        amount = width - 1u;
    }
    term_ref x;
    uint64_t inner;
    if (table_match_const(table, a, op, &x, &inner)) {
        a = x;
        amount += inner;
        if (amount >= width) {
            if (op == TERM_LSHR)
                return term_const(table, width, 0);
            amount = width - 1u;
        }
    }
    if (op == TERM_LSHR && term_range_of(table, a).umax >> amount == 0)
        return term_const(table, width, 0);
    term_ref quotient, remainder;
    if (op == TERM_LSHR && digits_divide(table, a, UINT64_C(1) << amount, &quotient, &remainder))
        return quotient;
    uint8_t bits;
    if (op == TERM_LSHR && digits_split(table, a, &bits, &quotient, &remainder) && amount >= bits)
        return shift_right(table, op, quotient, term_const(table, width, amount));
    term_ref by_parts = op == TERM_LSHR ? shift_parts(table, a, term_const(table, width, amount), bits_mask((uint8_t)amount)) : TERM_NONE;
    if (!term_is_none(by_parts))
        return by_parts;
    if (op == TERM_LSHR && table_match_const(table, a, TERM_AND, &x, &inner) && bits_mask((uint8_t)amount) >= (inner ^ bits_mask(width)))
        return shift_right(table, op, x, term_const(table, width, amount)); /* the mask takes away what is shifted out */
    term_ref back = shift_back(table, op, a, amount);
    if (!term_is_none(back))
        return back;
    return raw_binary(table, op, a, term_const(table, width, amount));
}

static term_ref divide_unsigned(struct term_table *table, term_ref a, uint64_t c) {
    uint8_t width = table_width(table, a);
    if (c == 0)
        return term_const(table, width, UINT64_MAX);
    if (bits_is_power_of_two(c))
        return shift_right(table, TERM_LSHR, a, term_const(table, width, bits_trailing_zeros(c)));
    term_ref x;
    uint64_t c1;
    if (table_match_const(table, a, TERM_UDIV, &x, &c1)) {
        if (!bits_mul_fits_unsigned(width, c1, c))
            return term_const(table, width, 0);
        a = x;
        c *= c1;
    }
    if (term_range_of(table, a).umax < c)
        return term_const(table, width, 0);
    term_ref quotient, remainder;
    if (digits_divide(table, a, c, &quotient, &remainder))
        return quotient;
    return raw_binary(table, TERM_UDIV, a, term_const(table, width, c));
}

static term_ref remainder_unsigned(struct term_table *table, term_ref a, uint64_t c) {
    uint8_t width = table_width(table, a);
    if (c == 0)
        return a;
    if (bits_is_power_of_two(c))
        return bitwise_const(table, TERM_AND, a, c - 1);
    if (term_range_of(table, a).umax < c)
        return a;
    term_ref quotient, remainder;
    if (digits_divide(table, a, c, &quotient, &remainder))
        return remainder;
    return raw_binary(table, TERM_UREM, a, term_const(table, width, c));
}

/* sext(x) / c and sext(x) % c are those of x, extended, where c is one of x's numbers and not 0 or -1. */
static term_ref divide_narrow(struct term_table *table, enum term_op op, term_ref a, uint64_t c) {
    const struct term *term = table_at(table, a.id);
    if (term->op != TERM_SEXT)
        return TERM_NONE;
    uint8_t width = term->width_bits;
    term_ref x = table_child(table, term, 0);
    uint8_t narrow = table_width(table, x);
    int64_t by = bits_signed(c, width);
    if (narrow == 1 || by == 0 || by == -1 || by < bits_smin(narrow) || by > bits_smax(narrow))
        return TERM_NONE;
    return term_sext(table, term_binary(table, op, x, term_const(table, narrow, c)), width);
}

static term_ref divide(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    uint8_t width = table_width(table, a);
    if (width == 1)
        return boolean_shift_or_divide(table, op, a, b);
    uint64_t c, value;
    bool is_const = term_is_const(table, b, &c);
    if (is_const && term_is_const(table, a, &value))
        return term_const(table, width, bits_binary(op, width, value, c));
    if (is_const && c != 0 && op == TERM_SDIV && (c == 1 || c == bits_mask(width)))
        return c == 1 ? a : term_neg(table, a);
    if (is_const && op == TERM_SREM && (c == 1 || c == bits_mask(width)))
        return term_const(table, width, 0);
    if ((op == TERM_SDIV || op == TERM_SREM) && term_range_of(table, a).smin >= 0 && term_range_of(table, b).smin >= 0)
        op = op == TERM_SDIV ? TERM_UDIV : TERM_UREM;
    if (is_const && op == TERM_UDIV)
        return divide_unsigned(table, a, c);
    if (is_const && op == TERM_UREM)
        return remainder_unsigned(table, a, c);
    term_ref narrow = is_const && (op == TERM_SDIV || op == TERM_SREM) ? divide_narrow(table, op, a, c) : TERM_NONE;
    if (!term_is_none(narrow))
        return narrow;
    struct term_range x = term_range_of(table, a), y = term_range_of(table, b);
    if (op == TERM_UDIV && x.umax < y.umin)
        return term_const(table, width, 0);
    if (op == TERM_UREM && x.umax < y.umin)
        return a;
    return raw_binary(table, op, a, b);
}

term_ref term_binary(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    assert(table_width(table, a) == table_width(table, b));
    switch (op) {
    case TERM_ADD: {
        if (table_width(table, a) == 1)
            return boolean_xor(table, a, b);
        return term_add(table, a, b, 0);
    }
    case TERM_MUL: return term_mul(table, a, b, 0);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: return divide(table, op, a, b);
    case TERM_AND: return term_and(table, a, b);
    case TERM_OR: return term_or(table, a, b);
    case TERM_XOR:
        if (table_width(table, a) == 1)
            return boolean_xor(table, a, b);
        return bitwise(table, TERM_XOR, a, b);
    case TERM_SHL: return term_shl(table, a, b, 0);
    case TERM_LSHR:
    case TERM_ASHR: return shift_right(table, op, a, b);
    case TERM_EQ: return term_eq(table, a, b);
    case TERM_ULT: return term_ult(table, a, b);
    case TERM_ULE: return term_ule(table, a, b);
    case TERM_SLT: return term_slt(table, a, b);
    case TERM_SLE: return term_sle(table, a, b);
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    assert(false && "a two-operand operator");
    return TERM_NONE;
}
