/* Terms of one query as bit-vectors that have no more bits than the query lets them use.

   What a query says of its symbols (their bounds, sums and products that do not wrap)
   limits every term's value, by interval arithmetic. A value below 2^n is a vector of n
   bits, one that may be negative has a bit for the sign: a product of a thread's index and
   a parameter below 2^16 needs a multiplier of 26 bits where the term has 64. (Bit-width
   reduction: Johannsen and Drechsler, "Formal verification on the RT level computing
   one-to-one design abstractions by signal width reduction", VLSI-SOC 2001.) Bounds are
   asserted where they are given, so nothing rests on the caller. Comparisons are left to
   Z3: a bound must not decide the condition that it came from. */
#include <stdio.h>

#include "smt/context.h"

/* Numbers of -2^63 to 2^64 - 1, and their products. */
typedef smt_wide wide;

static uint64_t mask_of(uint8_t width_bits) {
    return UINT64_MAX >> (64 - width_bits);
}

static wide half_of(uint8_t width_bits) {
    return (wide)1 << (width_bits - 1);
}

/* Bits of a number that is not negative, at least 1. */
static unsigned bits_of(wide high) {
    uint64_t upper = (uint64_t)(high >> 64), lower = (uint64_t)high;
    return upper ? 128u - (unsigned)__builtin_clzll(upper) : lower ? 64u - (unsigned)__builtin_clzll(lower) : 1;
}

static unsigned bits_between(wide low, wide high) {
    if (low >= 0)
        return bits_of(high);
    wide most = high > -(low + 1) ? high : -(low + 1);
    return most == 0 ? 1 : bits_of(most) + 1;
}

static wide smaller(wide a, wide b) {
    return a < b ? a : b;
}
static wide larger(wide a, wide b) {
    return a > b ? a : b;
}
static wide magnitude(wide a) {
    return a < 0 ? -a : a;
}

void smt_narrowing_clear(struct smt_query *query) {
    map_release(&query->narrowed);
    map_init(&query->narrowed);
    map_release(&query->bounds);
    map_init(&query->bounds);
    vec_clear(&query->narrows);
}

/* ---- vectors ---- */

static Z3_ast numeral(Z3_context c, unsigned bits, uint64_t value) {
    return Z3_mk_unsigned_int64(c, value, Z3_mk_bv_sort(c, bits));
}

/* Two's complement where it is negative, and cut: of at most 64 bits then. */
static Z3_ast number(Z3_context c, unsigned bits, wide value) {
    return numeral(c, bits, bits < 64 ? (uint64_t)value & mask_of((uint8_t)bits) : (uint64_t)value);
}

/* The low bits, more of them than there are, or fewer. */
static Z3_ast in_bits(Z3_context c, struct narrow v, unsigned bits) {
    if (v.low == v.high && bits <= 64)
        return number(c, bits, v.low);
    if (v.bits >= bits)
        return v.bits > bits ? Z3_mk_extract(c, bits - 1, 0, v.ast) : v.ast;
    return v.low < 0 ? Z3_mk_sign_ext(c, bits - v.bits, v.ast) : Z3_mk_zero_ext(c, bits - v.bits, v.ast);
}

/* `ast` of `bits` bits, known to be between these. */
static struct narrow between(Z3_context c, Z3_ast ast, unsigned bits, wide low, wide high) {
    unsigned needed = bits_between(low, high);
    struct narrow v = {ast, (uint8_t)bits, low, high};
    if (needed < bits) {
        v.ast = Z3_mk_extract(c, needed - 1, 0, ast);
        v.bits = (uint8_t)needed;
    }
    return v;
}

static struct narrow constant(Z3_context c, uint64_t value) {
    return (struct narrow){numeral(c, bits_of(value), value), (uint8_t)bits_of(value), value, value};
}

/* A value of which nothing is known. */
static struct narrow whole(Z3_ast ast, uint8_t width_bits) {
    return (struct narrow){ast, width_bits, 0, mask_of(width_bits)};
}

static struct narrow truth(Z3_ast ast) {
    return whole(ast, 1);
}

static bool is_natural(struct narrow a, struct narrow b) {
    return a.low >= 0 && b.low >= 0;
}

static unsigned widest(struct narrow a, struct narrow b) {
    return a.bits > b.bits ? a.bits : b.bits;
}

/* The value as a number without or with a sign, of w bits. */
static struct narrow as_unsigned(Z3_context c, struct narrow v, uint8_t w) {
    return v.low >= 0 ? v : whole(in_bits(c, v, w), w);
}

static struct narrow as_signed(Z3_context c, struct narrow v, uint8_t w) {
    if (v.high < half_of(w))
        return v;
    wide modulus = half_of(w) * 2;
    if (v.low >= half_of(w))
        return between(c, in_bits(c, v, w), w, v.low - modulus, v.high - modulus);
    return (struct narrow){in_bits(c, v, w), w, -half_of(w), half_of(w) - 1};
}

/* Bits that hold both, the sign included if one can be negative. */
static unsigned common_bits(struct narrow a, struct narrow b) {
    if (is_natural(a, b))
        return widest(a, b);
    unsigned x = a.bits + (a.low >= 0 ? 1u : 0u), y = b.bits + (b.low >= 0 ? 1u : 0u);
    return x > y ? x : y;
}

/* ---- operators; `w` is the width of the operands' terms ---- */

static struct narrow combined(Z3_context c, enum term_op op, struct narrow a, struct narrow b, uint8_t w) {
    return whole(smt_vector_operator(c, op, in_bits(c, a, w), in_bits(c, b, w)), w);
}

/* False: too large to tell. */
static bool exact_range(enum term_op op, struct narrow a, struct narrow b, wide *low, wide *high) {
    if (op == TERM_MUL && a.bits + b.bits > 120)
        return false;
    if (op == TERM_ADD) {
        *low = a.low + b.low;
        *high = a.high + b.high;
        return true;
    }
    wide corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    *low = smaller(smaller(corners[0], corners[1]), smaller(corners[2], corners[3]));
    *high = larger(larger(corners[0], corners[1]), larger(corners[2], corners[3]));
    return true;
}

static struct narrow exactly(Z3_context c, enum term_op op, struct narrow a, struct narrow b, wide low, wide high) {
    unsigned n = bits_between(low, high);
    return (struct narrow){smt_vector_operator(c, op, in_bits(c, a, n), in_bits(c, b, n)), (uint8_t)n, low, high};
}

/* As numbers without a sign, or with one, if the result is one. */
static struct narrow sum_or_product(Z3_context c, enum term_op op, struct narrow a, struct narrow b, uint8_t w) {
    wide low, high;
    if (is_natural(a, b) && exact_range(op, a, b, &low, &high) && high < half_of(w) * 2)
        return exactly(c, op, a, b, low, high);
    struct narrow x = as_signed(c, a, w), y = as_signed(c, b, w);
    bool fits = exact_range(op, x, y, &low, &high) && low >= -half_of(w) && high < half_of(w);
    return fits ? exactly(c, op, x, y, low, high) : combined(c, op, a, b, w);
}

static struct narrow unsigned_quotient(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    if (!is_natural(a, b) || b.low == 0)
        return combined(c, TERM_UDIV, a, b, w);
    unsigned n = widest(a, b);
    return between(c, Z3_mk_bvudiv(c, in_bits(c, a, n), in_bits(c, b, n)), n, a.low / b.high, a.high / b.low);
}

/* x % 0 is x. */
static struct narrow unsigned_remainder(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    if (!is_natural(a, b))
        return combined(c, TERM_UREM, a, b, w);
    unsigned n = widest(a, b);
    wide high = b.low > 0 ? smaller(a.high, b.high - 1) : a.high;
    return between(c, Z3_mk_bvurem(c, in_bits(c, a, n), in_bits(c, b, n)), n, 0, high);
}

/* A bit more than both need, for the least number by -1; x / 0 is 1 or -1. */
static struct narrow signed_quotient(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    struct narrow x = as_signed(c, a, w), y = as_signed(c, b, w);
    if (is_natural(x, y) && y.low > 0)
        return unsigned_quotient(c, x, y, w);
    wide most = larger(larger(magnitude(x.low), magnitude(x.high)), 1);
    unsigned n = (x.bits > y.bits ? x.bits : y.bits) + 2u;
    if (n >= w)
        return combined(c, TERM_SDIV, a, b, w);
    return between(c, Z3_mk_bvsdiv(c, in_bits(c, x, n), in_bits(c, y, n)), n, -most, most);
}

static struct narrow signed_remainder(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    struct narrow x = as_signed(c, a, w), y = as_signed(c, b, w);
    if (is_natural(x, y))
        return unsigned_remainder(c, x, y, w);
    wide most = larger(magnitude(x.low), magnitude(x.high));
    if (y.low > 0 || y.high < 0)
        most = smaller(most, larger(magnitude(y.low), magnitude(y.high)) - 1);
    unsigned n = (x.bits > y.bits ? x.bits : y.bits) + 1u;
    if (n >= w)
        n = w;
    return between(c, Z3_mk_bvsrem(c, in_bits(c, x, n), in_bits(c, y, n)), n, x.low < 0 ? -most : 0, x.high > 0 ? most : 0);
}

static struct narrow bitwise(Z3_context c, enum term_op op, struct narrow a, struct narrow b, uint8_t w) {
    if (op == TERM_AND && (a.low >= 0 || b.low >= 0)) {
        wide high = a.low < 0 ? b.high : b.low < 0 ? a.high : smaller(a.high, b.high);
        unsigned n = bits_of(high);
        return (struct narrow){Z3_mk_bvand(c, in_bits(c, b, n), in_bits(c, a, n)), (uint8_t)n, 0, high};
    }
    if (!is_natural(a, b)) {
        a = as_signed(c, a, w);
        b = as_signed(c, b, w);
    }
    unsigned n = common_bits(a, b);
    Z3_ast ast = smt_vector_operator(c, op, in_bits(c, a, n), in_bits(c, b, n));
    bool natural = is_natural(a, b);
    return (struct narrow){ast, (uint8_t)n, natural ? 0 : -half_of((uint8_t)n), natural ? (wide)mask_of((uint8_t)n) : half_of((uint8_t)n) - 1};
}

static struct narrow shifted_left(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    bool is_constant = b.low == b.high && b.low >= 0 && b.high < w;
    return is_constant ? sum_or_product(c, TERM_MUL, a, constant(c, UINT64_C(1) << b.high), w) : combined(c, TERM_SHL, a, b, w);
}

/* Amounts no smaller than the bits give 0, whether they are the width's or fewer. */
static struct narrow shifted_right(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    a = as_unsigned(c, a, w);
    b = as_unsigned(c, b, w);
    unsigned n = widest(a, b);
    if (b.low != b.high)
        return between(c, Z3_mk_bvlshr(c, in_bits(c, a, n), in_bits(c, b, n)), n, 0, a.high);
    if (b.high >= a.bits)
        return constant(c, 0);
    unsigned amount = (unsigned)b.high;
    return between(c, Z3_mk_extract(c, a.bits - 1u, amount, a.ast), a.bits - amount, a.low >> amount, a.high >> amount);
}

static struct narrow shifted_with_sign(Z3_context c, struct narrow a, struct narrow b, uint8_t w) {
    struct narrow x = as_signed(c, a, w);
    if (x.low >= 0)
        return shifted_right(c, x, b, w);
    b = as_unsigned(c, b, w);
    if (b.low != b.high || b.high >= x.bits)
        return combined(c, TERM_ASHR, a, b, w);
    unsigned amount = (unsigned)b.high;
    return between(c, Z3_mk_extract(c, x.bits - 1u, amount, x.ast), x.bits - amount, x.low >> amount, x.high >> amount);
}

static struct narrow comparison(Z3_context c, enum term_op op, struct narrow a, struct narrow b, uint8_t w) {
    bool is_signed = op == TERM_SLT || op == TERM_SLE || (op == TERM_EQ && !is_natural(a, b));
    struct narrow x = is_signed ? as_signed(c, a, w) : as_unsigned(c, a, w), y = is_signed ? as_signed(c, b, w) : as_unsigned(c, b, w);
    unsigned n = common_bits(x, y);
    enum term_op plain = op == TERM_SLT ? TERM_ULT : op == TERM_SLE ? TERM_ULE : op;
    return truth(smt_vector_operator(c, is_natural(x, y) ? plain : op, in_bits(c, x, n), in_bits(c, y, n)));
}

static struct narrow binary(Z3_context c, enum term_op op, struct narrow a, struct narrow b, uint8_t w) {
    switch (op) {
    case TERM_ADD:
    case TERM_MUL: return sum_or_product(c, op, a, b, w);
    case TERM_UDIV: return unsigned_quotient(c, a, b, w);
    case TERM_SDIV: return signed_quotient(c, a, b, w);
    case TERM_UREM: return unsigned_remainder(c, a, b, w);
    case TERM_SREM: return signed_remainder(c, a, b, w);
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return bitwise(c, op, a, b, w);
    case TERM_SHL: return shifted_left(c, a, b, w);
    case TERM_LSHR: return shifted_right(c, a, b, w);
    case TERM_ASHR: return shifted_with_sign(c, a, b, w);
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return comparison(c, op, a, b, w);
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    assert(false);
    return a;
}

static struct narrow chosen(Z3_context c, Z3_ast condition, struct narrow a, struct narrow b, uint8_t w) {
    if (!is_natural(a, b)) {
        a = as_signed(c, a, w);
        b = as_signed(c, b, w);
    }
    unsigned n = common_bits(a, b);
    return between(c, Z3_mk_ite(c, condition, in_bits(c, a, n), in_bits(c, b, n)), n, smaller(a.low, b.low), larger(a.high, b.high));
}

static struct narrow truncated(Z3_context c, struct narrow v, uint8_t to) {
    bool fits = v.low >= 0 ? v.high < half_of(to) * 2 : v.low >= -half_of(to) && v.high < half_of(to);
    return fits ? v : whole(in_bits(c, v, to), to);
}

static struct narrow resized(Z3_context c, enum term_op op, struct narrow v, uint8_t from, uint8_t to) {
    if (op == TERM_TRUNC && to == 1)
        return truth(Z3_mk_eq(c, in_bits(c, v, 1), numeral(c, 1, 1)));
    if (op == TERM_TRUNC)
        return truncated(c, v, to);
    if (from == 1)
        return (struct narrow){Z3_mk_ite(c, v.ast, numeral(c, 1, 1), numeral(c, 1, 0)), 1, op == TERM_SEXT ? -1 : 0, op == TERM_SEXT ? 0 : 1};
    return op == TERM_SEXT ? as_signed(c, v, from) : as_unsigned(c, v, from);
}

/* ---- terms ---- */

static struct narrow symbol_value(struct smt_query *query, const struct term_table *table, symbol_ref symbol) {
    Z3_context c = smt_context(query->smt);
    const struct symbol *s = symbol_get(table, symbol);
    uint32_t index;
    if (map_get(&query->bounds, symbol.id, &index))
        return query->narrows.data[index];
    Z3_sort sort = s->width_bits == 1 ? Z3_mk_bool_sort(c) : Z3_mk_bv_sort(c, s->width_bits);
    return whole(Z3_mk_const(c, smt_symbol(query->smt, s->name, ""), sort), s->width_bits);
}

static struct narrow child_value(const struct smt_query *query, const struct term_table *table, term_ref t, uint32_t i) {
    uint32_t index = 0;
    bool is_known = map_get(&query->narrowed, term_child(table, t, i).id, &index);
    assert(is_known);
    (void)is_known;
    return query->narrows.data[index];
}

static struct narrow application(struct smt_query *query, const struct term_table *table, term_ref t) {
    Z3_context c = smt_context(query->smt);
    const struct term *term = term_get(table, t);
    VEC(Z3_ast) arguments = {0};
    for (uint32_t i = 0; i < term->arity; i++) {
        uint8_t width = term_width(table, term_child(table, t, i));
        struct narrow v = child_value(query, table, t, i);
        vec_push(&arguments, width == 1 ? v.ast : in_bits(c, v, width));
    }
    Z3_ast ast = smt_apply(query->smt, table, t, arguments.data);
    vec_release(&arguments);
    return whole(ast, term->width_bits);
}

/* Requires that the children are translated. */
static struct narrow translated(struct smt_query *query, const struct term_table *table, term_ref t) {
    Z3_context c = smt_context(query->smt);
    const struct term *term = term_get(table, t);
    enum term_op op = term_op_of(term);
    struct narrow v[3];
    if (op == TERM_CONST)
        return term->width_bits == 1 ? truth(term->value & 1 ? Z3_mk_true(c) : Z3_mk_false(c)) : constant(c, term->value);
    if (op == TERM_SYMBOL)
        return symbol_value(query, table, (symbol_ref){(uint32_t)term->value});
    if (op == TERM_APPLY)
        return application(query, table, t);
    for (uint32_t i = 0; i < term->arity; i++)
        v[i] = child_value(query, table, t, i);
    uint8_t from = term_width(table, term_child(table, t, 0));
    if (op == TERM_ITE)
        return term->width_bits == 1 ? truth(Z3_mk_ite(c, v[0].ast, v[1].ast, v[2].ast)) : chosen(c, v[0].ast, v[1], v[2], term->width_bits);
    if (op == TERM_ZEXT || op == TERM_SEXT || op == TERM_TRUNC)
        return from == term->width_bits ? v[0] : resized(c, op, v[0], from, term->width_bits);
    if (from == 1)
        return truth(smt_boolean_operator(c, op, v[0].ast, v[1].ast));
    return binary(c, op, v[0], v[1], from);
}

static bool push_children(struct smt_query *query, const struct term_table *table, term_ref t) {
    bool any = false;
    for (uint32_t i = 0; i < term_get(table, t)->arity; i++) {
        uint32_t child = term_child(table, t, i).id;
        if (!map_get(&query->narrowed, child, NULL)) {
            vec_push(&query->smt->pending, child);
            any = true;
        }
    }
    return any;
}

static void set_value(struct smt_query *query, term_ref t, struct narrow v) {
    map_set(&query->narrowed, t.id, query->narrows.size);
    vec_push(&query->narrows, v);
}

static struct narrow value_of(struct smt_query *query, const struct term_table *table, term_ref t) {
    struct smt *smt = query->smt;
    uint32_t index;
    assert(t.id > 0 && t.id < term_count(table));
    vec_push(&smt->pending, t.id);
    while (smt->pending.size > 0) {
        term_ref top = {vec_last(&smt->pending)};
        if (!map_get(&query->narrowed, top.id, NULL)) {
            if (push_children(query, table, top))
                continue;
            struct narrow made = translated(query, table, top);
            smt->has_failed |= made.ast == NULL;
            made.ast = made.ast ? made.ast : Z3_mk_true(smt_context(smt));
            set_value(query, top, made);
        }
        (void)vec_pop(&smt->pending);
    }
    (void)map_get(&query->narrowed, t.id, &index);
    return query->narrows.data[index];
}

/* ---- queries ---- */

void smt_bound(struct smt_query *query, const struct term_table *table, symbol_ref symbol, uint64_t low, uint64_t high) {
    Z3_context c = smt_context(query->smt);
    const struct symbol *s = symbol_get(table, symbol);
    uint8_t w = s->width_bits;
    high = high < mask_of(w) ? high : mask_of(w);
    assert(w > 1 && query->narrowed.size == 0);
    if (low > high) {
        smt_query_assert(query, Z3_mk_false(c));
        return;
    }
    char mark[16]; /* symbols of one name differ in width */
    snprintf(mark, sizeof mark, "!%u", symbol.id);
    unsigned n = bits_of(high);
    struct narrow v = {Z3_mk_const(c, smt_symbol(query->smt, s->name, mark), Z3_mk_bv_sort(c, n)), (uint8_t)n, low, high};
    if (high < mask_of((uint8_t)n))
        smt_query_assert(query, Z3_mk_bvule(c, v.ast, numeral(c, n, high)));
    if (low > 0)
        smt_query_assert(query, Z3_mk_bvule(c, numeral(c, n, low), v.ast));
    map_set(&query->bounds, symbol.id, query->narrows.size);
    vec_push(&query->narrows, v);
}

void smt_assert_term(struct smt_query *query, const struct term_table *table, term_ref t) {
    assert(term_width(table, t) == 1);
    smt_query_assert(query, value_of(query, table, t).ast);
}

/* Of operands that take many bits. */
static void assert_no_wrap(struct smt_query *query, enum term_op op, Z3_ast x, Z3_ast y, bool is_signed) {
    Z3_context c = smt_context(query->smt);
    bool adds = op == TERM_ADD;
    smt_query_assert(query, adds ? Z3_mk_bvadd_no_overflow(c, x, y, is_signed) : Z3_mk_bvmul_no_overflow(c, x, y, is_signed));
    if (is_signed)
        smt_query_assert(query, adds ? Z3_mk_bvadd_no_underflow(c, x, y) : Z3_mk_bvmul_no_underflow(c, x, y));
}

/* Where the exact result has few bits, one multiplication serves the claim and the term. */
void smt_assert_no_wrap(struct smt_query *query, const struct term_table *table, const struct smt_operation *o) {
    Z3_context c = smt_context(query->smt);
    uint8_t w = term_width(table, o->a);
    struct narrow a = value_of(query, table, o->a), b = value_of(query, table, o->b);
    struct narrow x = o->is_signed ? as_signed(c, a, w) : as_unsigned(c, a, w), y = o->is_signed ? as_signed(c, b, w) : as_unsigned(c, b, w);
    wide least = o->is_signed ? -half_of(w) : 0, most = o->is_signed ? half_of(w) - 1 : (wide)mask_of(w), low, high;
    unsigned bits = o->op == TERM_ADD ? widest(x, y) + 2u : x.bits + y.bits + 1u;
    if (bits > w + w / 2u || !exact_range(o->op, x, y, &low, &high)) {
        assert_no_wrap(query, o->op, in_bits(c, a, w), in_bits(c, b, w), o->is_signed);
        return;
    }
    if (low >= least && high <= most)
        return;
    struct narrow exact = exactly(c, o->op, x, y, low, high);
    bool has_sign = low < 0;
    if (high > most)
        smt_query_assert(query, (has_sign ? Z3_mk_bvsle : Z3_mk_bvule)(c, exact.ast, number(c, exact.bits, most)));
    if (low < least)
        smt_query_assert(query, Z3_mk_bvsle(c, in_bits(c, (struct narrow){number(c, w, least), w, least, least}, exact.bits), exact.ast));
    if (!map_get(&query->narrowed, o->result.id, NULL))
        set_value(query, o->result, between(c, exact.ast, exact.bits, larger(low, least), smaller(high, most)));
}

struct narrow smt_query_term(struct smt_query *query, const struct term_table *table, term_ref t) {
    return value_of(query, table, t);
}
