/* Builders of extensions, truncation and choice. */
#include "term/bits.h"
#include "term/digits.h"
#include "term/junction.h"
#include "term/linear.h"

#define PARTS_MAX 48u

static term_ref raw_cast(struct term_table *table, enum term_op op, term_ref a, uint8_t width) {
    return table_intern(table, op, width, 0, 0, &a.id, 1);
}

term_ref term_zext(struct term_table *table, term_ref a, uint8_t width_bits) {
    const struct term *term = table_at(table, a.id);
    uint8_t width = term->width_bits;
    assert(width_bits >= width && width_bits <= 64);
    if (width == width_bits)
        return a;
    if (term->op == TERM_CONST)
        return term_const(table, width_bits, term->value);
    if (term->op == TERM_ZEXT)
        return raw_cast(table, TERM_ZEXT, table_child(table, term, 0), width_bits);
    if (term->op != TERM_TRUNC)
        return raw_cast(table, TERM_ZEXT, a, width_bits);
    /* The bits that the truncation took away become a mask. */
    term_ref x = table_child(table, term, 0), mask;
    uint8_t wide = table_width(table, x);
    if (wide < width_bits) {
        mask = term_const(table, wide, bits_mask(width));
        return term_zext(table, term_and(table, x, mask), width_bits);
    }
    mask = term_const(table, width_bits, bits_mask(width));
    return term_and(table, term_trunc(table, x, width_bits), mask);
}

term_ref term_sext(struct term_table *table, term_ref a, uint8_t width_bits) {
    const struct term *term = table_at(table, a.id);
    uint8_t width = term->width_bits;
    assert(width_bits >= width && width_bits <= 64);
    if (width == width_bits)
        return a;
    if (term->op == TERM_CONST)
        return term_const(table, width_bits, (uint64_t)bits_signed(term->value, width));
    if (term->op == TERM_SEXT)
        return raw_cast(table, TERM_SEXT, table_child(table, term, 0), width_bits);
    if (width > 1 && term_range_of(table, a).smin >= 0)
        return term_zext(table, a, width_bits);
    return raw_cast(table, TERM_SEXT, a, width_bits);
}

/* A sum without carries, cut back, is the sum of its parts cut back, if one of them is masked. */
static term_ref trunc_parts(struct term_table *table, term_ref a, uint8_t width_bits) {
    term_ref parts[LINEAR_CAP + 1], all = term_const(table, width_bits, 0);
    uint32_t count = digits_parts(table, a, parts), masked = 0;
    for (uint32_t i = 0; i < count; i++)
        masked += table_op(table, parts[i]) == TERM_AND;
    for (uint32_t i = 0; i < count; i++)
        all = term_add(table, all, term_trunc(table, parts[i], width_bits), TERM_NSW | TERM_NUW);
    return masked ? all : TERM_NONE;
}

/* Sums and products of extended terms and constants; *room is left for so many parts. */
static bool is_extended(const struct term_table *table, term_ref a, uint32_t *room) {
    const struct term *term = table_at(table, a.id);
    if (*room == 0)
        return false;
    --*room;
    if (term->op == TERM_CONST || term->op == TERM_ZEXT || term->op == TERM_SEXT)
        return true;
    return (term->op == TERM_ADD || term->op == TERM_MUL) && is_extended(table, table_child(table, term, 0), room) &&
           is_extended(table, table_child(table, term, 1), room);
}

static term_ref trunc_product(struct term_table *table, term_ref a, uint8_t width_bits) {
    const struct term *term = table_at(table, a.id);
    term_ref x = table_child(table, term, 0), y = table_child(table, term, 1);
    x = term_trunc(table, x, width_bits);
    return term_mul(table, x, term_trunc(table, y, width_bits), 0);
}

/* A sum or product of extended terms, cut back, is that of these terms cut back. */
static term_ref trunc_sum(struct term_table *table, term_ref a, uint8_t width_bits) {
    struct linear sum;
    uint32_t room = PARTS_MAX;
    if (!is_extended(table, a, &room))
        return TERM_NONE;
    if (!linear_is_sum(table, a))
        return table_op(table, a) == TERM_MUL ? trunc_product(table, a, width_bits) : TERM_NONE;
    linear_of(table, a, &sum);
    term_ref built = term_const(table, width_bits, sum.constant);
    for (uint32_t i = 0; i < sum.count; i++) {
        term_ref factor = term_const(table, width_bits, sum.monomials[i].coefficient);
        term_ref atom = term_trunc(table, sum.monomials[i].atom, width_bits);
        built = term_add(table, built, term_mul(table, atom, factor, 0), 0);
    }
    return built;
}

/* A few nested choices at most. */
static bool is_small(const struct term_table *table, term_ref a, uint32_t depth) {
    const struct term *term = table_at(table, a.id);
    enum term_op op = term_op_of(term);
    return op == TERM_CONST || op == TERM_SYMBOL || op == TERM_ZEXT || op == TERM_SEXT ||
           (op == TERM_ITE && depth > 0 && is_small(table, table_child(table, term, 1), depth - 1) &&
            is_small(table, table_child(table, term, 2), depth - 1));
}

/* A choice between Booleans kept in bytes is a connective: one arm at most is taken apart further than that. */
static bool is_wide_boolean(const struct term_table *table, const struct term *term, uint8_t width_bits) {
    return width_bits == 1 && term->op == TERM_ITE &&
           (is_small(table, table_child(table, term, 1), 2) || is_small(table, table_child(table, term, 2), 2));
}

term_ref term_trunc(struct term_table *table, term_ref a, uint8_t width_bits) {
    const struct term *term = table_at(table, a.id);
    uint8_t width = term->width_bits;
    assert(width_bits >= 1 && width_bits <= width);
    if (width == width_bits)
        return a;
    if (term->op == TERM_CONST)
        return term_const(table, width_bits, term->value);
    if (term->op == TERM_TRUNC)
        return raw_cast(table, TERM_TRUNC, table_child(table, term, 0), width_bits);
    if (term->op == TERM_ZEXT || term->op == TERM_SEXT) {
        term_ref x = table_child(table, term, 0);
        if (table_width(table, x) >= width_bits)
            return term_trunc(table, x, width_bits);
        return term->op == TERM_ZEXT ? term_zext(table, x, width_bits) : term_sext(table, x, width_bits);
    }
    if (is_wide_boolean(table, term, width_bits)) {
        term_ref c = table_child(table, term, 0), x = table_child(table, term, 1), y = table_child(table, term, 2);
        x = term_trunc(table, x, 1);
        return term_ite(table, c, x, term_trunc(table, y, 1));
    }
    if (digits_reduce(table, &a, width_bits))
        return term_trunc(table, a, width_bits);
    term_ref sum = trunc_sum(table, a, width_bits);
    if (term_is_none(sum))
        sum = trunc_parts(table, a, width_bits);
    return term_is_none(sum) ? raw_cast(table, TERM_TRUNC, a, width_bits) : sum;
}

/* A Boolean choice with a constant arm, or between a value and its negation. */
static term_ref choose_boolean(struct term_table *table, term_ref c, term_ref a, term_ref b) {
    uint64_t value;
    if (term_same(a, c))
        a = term_true(table);
    else if (junction_is_complement(table, a, c))
        a = term_false(table);
    if (term_same(b, c))
        b = term_false(table);
    else if (junction_is_complement(table, b, c))
        b = term_true(table);
    if (term_same(a, b))
        return a;
    if (term_is_const(table, a, &value))
        return value ? term_or(table, c, b) : term_and(table, term_not(table, c), b);
    if (term_is_const(table, b, &value))
        return value ? term_implies(table, c, a) : term_and(table, c, a);
    if (junction_is_complement(table, a, b))
        return term_eq(table, c, a);
    return TERM_NONE;
}

/* Makes the condition positive: no negation, strict orders. */
static void make_positive(struct term_table *table, term_ref *c, term_ref *a, term_ref *b) {
    const struct term *term = table_at(table, c->id);
    if (term->op != TERM_XOR && term->op != TERM_ULE && term->op != TERM_SLE)
        return;
    term_ref swap = *a;
    *c = term_not(table, *c);
    *a = *b;
    *b = swap;
}

term_ref term_ite(struct term_table *table, term_ref c, term_ref a, term_ref b) {
    assert(table_width(table, c) == 1 && table_width(table, a) == table_width(table, b));
    uint8_t width = table_width(table, a);
    for (;;) {
        uint64_t value, other;
        if (term_is_const(table, c, &value))
            return value ? a : b;
        if (term_same(a, b))
            return a;
        make_positive(table, &c, &a, &b);
        if (width == 1) {
            term_ref simple = choose_boolean(table, c, a, b);
            if (!term_is_none(simple))
                return simple;
        } else if (term_is_const(table, a, &value) && term_is_const(table, b, &other)) {
            if (value == 1 && other == 0)
                return term_zext(table, c, width);
            if (value == 0 && other == 1)
                return term_zext(table, term_not(table, c), width);
            if (value == bits_mask(width) && other == 0)
                return term_sext(table, c, width);
            if (value == 0 && other == bits_mask(width))
                return term_sext(table, term_not(table, c), width);
        }
        const struct term *x = table_at(table, a.id), *y = table_at(table, b.id);
        if (x->op == TERM_ITE) {
            term_ref d = table_child(table, x, 0);
            if (term_same(d, c)) {
                a = table_child(table, x, 1);
                continue;
            }
            if (term_same(table_child(table, x, 1), b)) {
                c = term_and(table, c, term_not(table, d));
                a = table_child(table, x, 2);
                continue;
            }
            if (term_same(table_child(table, x, 2), b)) {
                c = term_and(table, c, d);
                a = table_child(table, x, 1);
                continue;
            }
        }
        if (y->op == TERM_ITE) {
            term_ref d = table_child(table, y, 0);
            if (term_same(d, c)) {
                b = table_child(table, y, 2);
                continue;
            }
            if (term_same(table_child(table, y, 1), a)) {
                c = term_or(table, c, d);
                b = table_child(table, y, 2);
                continue;
            }
            if (term_same(table_child(table, y, 2), a)) {
                c = term_or(table, c, term_not(table, d));
                b = table_child(table, y, 1);
                continue;
            }
        }
        return table_intern(table, TERM_ITE, width, 0, 0, (uint32_t[]){c.id, a.id, b.id}, 3);
    }
}
