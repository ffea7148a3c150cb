/* A conjunction (disjunction) is a chain of distinct members in the order of their
 * ids. No two members simplify each other: none is the other's negation, implies
 * the other through containment, or shares a member with it when both are of the
 * dual kind ((g & a) | (g & b) is g & (a | b)), and no two are comparisons of one
 * term with constants of which one is redundant.
 *
 * Every simplification makes the number of leaves smaller, so building ends; each
 * pair of members is looked at once per change. */
#include "term/junction.h"

#include "term/bits.h"

/* Nested simplifications; what is deeper stays as it is. */
enum { DEPTH_LIMIT = 50 };

struct members {
    uint32_t count;
    term_ref items[2 * JUNCTION_CAP];
};

static bool is_not(const struct term_table *table, term_ref t, term_ref *inner) {
    uint64_t c;
    return table_width(table, t) == 1 && table_match_const(table, t, TERM_XOR, inner, &c);
}

bool junction_is_complement(const struct term_table *table, term_ref a, term_ref b) {
    const struct term *x = table_at(table, a.id), *y = table_at(table, b.id);
    term_ref inner;
    if (x->op == TERM_XOR && is_not(table, a, &inner))
        return term_same(inner, b);
    if (y->op == TERM_XOR && is_not(table, b, &inner))
        return term_same(inner, a);
    bool is_order_pair = (x->op == TERM_ULT && y->op == TERM_ULE) || (x->op == TERM_ULE && y->op == TERM_ULT) ||
                         (x->op == TERM_SLT && y->op == TERM_SLE) || (x->op == TERM_SLE && y->op == TERM_SLT);
    if (is_order_pair)
        return term_same(table_child(table, x, 0), table_child(table, y, 1)) && term_same(table_child(table, x, 1), table_child(table, y, 0));
    return x->op == TERM_CONST && y->op == TERM_CONST && x->value != y->value;
}

static enum term_op dual(enum term_op op) {
    return op == TERM_AND ? TERM_OR : TERM_AND;
}

static uint32_t member_count(const struct term_table *table, enum term_op op, term_ref t) {
    const struct term *term = table_at(table, t.id);
    return term->op == op && term->width_bits == 1 ? (uint32_t)term->value : 1;
}

static void add_member(struct members *members, term_ref t) {
    uint32_t at = members->count;
    while (at > 0 && members->items[at - 1].id > t.id)
        at--;
    if (at > 0 && members->items[at - 1].id == t.id)
        return;
    assert(members->count < 2 * JUNCTION_CAP);
    memmove(&members->items[at + 1], &members->items[at], (members->count - at) * sizeof t);
    members->items[at] = t;
    members->count++;
}

static void remove_member(struct members *members, uint32_t at) {
    members->count--;
    memmove(&members->items[at], &members->items[at + 1], (members->count - at) * sizeof members->items[0]);
}

/* The members of t as an op-junction; t itself if it is none or opaque. */
static void collect(const struct term_table *table, enum term_op op, term_ref t, struct members *members) {
    while (member_count(table, op, t) > 1) {
        const struct term *term = table_at(table, t.id);
        collect(table, op, table_child(table, term, 1), members);
        t = table_child(table, term, 0);
    }
    add_member(members, t);
}

static term_ref raw_join(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    uint32_t count = member_count(table, op, a) + member_count(table, op, b);
    return table_intern2(table, op, 1, 0, count <= JUNCTION_CAP ? count : 1, a, b);
}

static term_ref build_chain(struct term_table *table, enum term_op op, const struct members *members) {
    if (members->count == 0)
        return term_const(table, 1, op == TERM_AND);
    term_ref built = members->items[0];
    for (uint32_t i = 1; i < members->count; i++)
        built = raw_join(table, op, built, members->items[i]);
    return built;
}

/* A comparison of x with a constant: the values of x between low and high. */
struct interval {
    term_ref x;
    bool is_signed;
    uint64_t low, high;
};

/* With the order of signed numbers mapped to that of unsigned ones. */
static bool interval_of(const struct term_table *table, term_ref t, struct interval *out) {
    const struct term *term = table_at(table, t.id);
    if (term->op < TERM_ULT || term->op > TERM_SLE)
        return false;
    term_ref a = table_child(table, term, 0), b = table_child(table, term, 1);
    uint8_t width = table_width(table, a);
    uint64_t c;
    out->is_signed = term->op == TERM_SLT || term->op == TERM_SLE;
    uint64_t flip = out->is_signed ? bits_sign(width) : 0;
    bool is_strict = term->op == TERM_ULT || term->op == TERM_SLT;
    if (term_is_const(table, b, &c) && is_strict) {
        out->x = a;
        out->low = 0;
        out->high = (c ^ flip) - 1;
        return (c ^ flip) != 0;
    }
    if (term_is_const(table, a, &c) && !is_strict) {
        out->x = b;
        out->low = c ^ flip;
        out->high = bits_mask(width);
        return true;
    }
    return false;
}

/* An equality of x with a constant, read in the order of `like`. */
static bool point_of(const struct term_table *table, term_ref t, const struct interval *like, struct interval *out) {
    const struct term *term = table_at(table, t.id);
    uint64_t c;
    if (term->op != TERM_EQ || !term_is_const(table, table_child(table, term, 1), &c))
        return false;
    out->x = table_child(table, term, 0);
    out->is_signed = like->is_signed;
    out->low = out->high = c ^ (like->is_signed ? bits_sign(table_width(table, out->x)) : 0);
    return true;
}

enum pair_result { PAIR_NONE, PAIR_DROP_FIRST, PAIR_DROP_SECOND, PAIR_ZERO, PAIR_REPLACE };

/* A comparison and an inequality of one term with constants. */
static enum pair_result join_hole(const struct term_table *table, enum term_op op, term_ref a, term_ref hole) {
    struct interval x = {.is_signed = false}, y;
    term_ref equality;
    if (!is_not(table, hole, &equality) || (!interval_of(table, a, &x) && !point_of(table, a, &x, &x)) || !point_of(table, equality, &x, &y) ||
        !term_same(x.x, y.x))
        return PAIR_NONE;
    bool is_inside = x.low <= y.low && y.low <= x.high;
    if (op == TERM_AND)
        return is_inside ? PAIR_NONE : PAIR_DROP_SECOND;
    return is_inside ? PAIR_ZERO : PAIR_DROP_FIRST;
}

/* Two comparisons of one term with constants. */
static enum pair_result join_intervals(const struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    struct interval x, y;
    if (interval_of(table, a, &x)) {
        if (!interval_of(table, b, &y) && !point_of(table, b, &x, &y))
            return PAIR_NONE;
    } else if (!interval_of(table, b, &y) || !point_of(table, a, &y, &x)) {
        uint64_t c, d;
        term_ref s, t;
        bool differ =
            op == TERM_AND && table_match_const(table, a, TERM_EQ, &s, &c) && table_match_const(table, b, TERM_EQ, &t, &d) && term_same(s, t);
        return differ ? PAIR_ZERO : PAIR_NONE;
    }
    if (!term_same(x.x, y.x) || x.is_signed != y.is_signed)
        return PAIR_NONE;
    if (op == TERM_AND && (x.high < y.low || y.high < x.low))
        return PAIR_ZERO;
    uint64_t top = bits_mask(table_width(table, x.x));
    bool covers =
        (x.low == 0 && y.high == top && (y.low == 0 || y.low - 1 <= x.high)) || (y.low == 0 && x.high == top && (x.low == 0 || x.low - 1 <= y.high));
    if (op == TERM_OR && covers)
        return PAIR_ZERO;
    bool x_in_y = x.low >= y.low && x.high <= y.high, y_in_x = y.low >= x.low && y.high <= x.high;
    if (x_in_y)
        return op == TERM_AND ? PAIR_DROP_SECOND : PAIR_DROP_FIRST;
    if (y_in_x)
        return op == TERM_AND ? PAIR_DROP_FIRST : PAIR_DROP_SECOND;
    return PAIR_NONE;
}

/* b is of the dual kind: absorb it, or shorten it by a negation of a. */
static enum pair_result join_with_dual(struct term_table *table, enum term_op op, term_ref a, term_ref b, term_ref *replacement) {
    struct members parts = {0};
    collect(table, dual(op), b, &parts);
    for (uint32_t i = 0; i < parts.count; i++) {
        if (term_same(parts.items[i], a))
            return PAIR_DROP_SECOND;
        if (junction_is_complement(table, parts.items[i], a)) {
            remove_member(&parts, i);
            *replacement = term_binary(table, op, a, build_chain(table, dual(op), &parts));
            return PAIR_REPLACE;
        }
    }
    return PAIR_NONE;
}

/* Both are of the dual kind: take out what they share. */
static enum pair_result factor_duals(struct term_table *table, enum term_op op, term_ref a, term_ref b, term_ref *replacement) {
    struct members left = {0}, right = {0}, common = {0};
    collect(table, dual(op), a, &left);
    collect(table, dual(op), b, &right);
    for (uint32_t i = 0; i < left.count;) {
        uint32_t j = 0;
        while (j < right.count && !term_same(left.items[i], right.items[j]))
            j++;
        if (j == right.count) {
            i++;
            continue;
        }
        add_member(&common, left.items[i]);
        remove_member(&left, i);
        remove_member(&right, j);
    }
    if (common.count == 0)
        return PAIR_NONE;
    if (left.count == 0)
        return PAIR_DROP_SECOND;
    if (right.count == 0)
        return PAIR_DROP_FIRST;
    term_ref rest = term_binary(table, op, build_chain(table, dual(op), &left), build_chain(table, dual(op), &right));
    *replacement = term_binary(table, dual(op), build_chain(table, dual(op), &common), rest);
    return PAIR_REPLACE;
}

static enum pair_result join_pair(struct term_table *table, enum term_op op, term_ref a, term_ref b, term_ref *replacement) {
    if (junction_is_complement(table, a, b))
        return PAIR_ZERO;
    bool a_dual = member_count(table, dual(op), a) > 1, b_dual = member_count(table, dual(op), b) > 1;
    if (a_dual && b_dual)
        return factor_duals(table, op, a, b, replacement);
    if (b_dual)
        return join_with_dual(table, op, a, b, replacement);
    if (a_dual) {
        enum pair_result result = join_with_dual(table, op, b, a, replacement);
        return result == PAIR_DROP_SECOND ? PAIR_DROP_FIRST : result;
    }
    enum pair_result result = join_hole(table, op, a, b);
    if (result != PAIR_NONE)
        return result;
    result = join_hole(table, op, b, a);
    if (result != PAIR_NONE)
        return result == PAIR_DROP_FIRST ? PAIR_DROP_SECOND : result == PAIR_DROP_SECOND ? PAIR_DROP_FIRST : result;
    return join_intervals(table, op, a, b);
}

/* Simplifies until no pair joins; false if the whole is the operator's zero. */
static bool simplify(struct term_table *table, enum term_op op, struct members *members) {
    for (uint32_t i = 0; i < members->count; i++)
        for (uint32_t j = 0; j < i;) {
            term_ref replacement = TERM_NONE;
            uint64_t value;
            switch (join_pair(table, op, members->items[j], members->items[i], &replacement)) {
            case PAIR_NONE: j++; continue;
            case PAIR_ZERO: return false;
            case PAIR_DROP_FIRST: remove_member(members, j); break;
            case PAIR_DROP_SECOND: remove_member(members, i); break;
            case PAIR_REPLACE:
                if (members->count - 2 + member_count(table, op, replacement) > 2 * JUNCTION_CAP) {
                    j++;
                    continue;
                }
                remove_member(members, i);
                remove_member(members, j);
                if (!term_is_const(table, replacement, &value))
                    collect(table, op, replacement, members);
                else if (value != (op == TERM_AND))
                    return false;
                break;
            }
            i = j = 0;
        }
    return true;
}

term_ref junction_build(struct term_table *table, enum term_op op, term_ref a, term_ref b) {
    assert((op == TERM_AND || op == TERM_OR) && table_width(table, a) == 1 && table_width(table, b) == 1);
    uint64_t unit = op == TERM_AND, value;
    if (term_is_const(table, a, &value))
        return value == unit ? b : a;
    if (term_is_const(table, b, &value))
        return value == unit ? a : b;
    if (term_same(a, b))
        return a;
    struct members members = {0};
    collect(table, op, a, &members);
    collect(table, op, b, &members);
    table->depth++;
    bool is_zero = table->depth <= DEPTH_LIMIT && !simplify(table, op, &members);
    table->depth--;
    if (is_zero)
        return term_const(table, 1, !unit);
    if (members.count <= JUNCTION_CAP && table->depth < DEPTH_LIMIT)
        return build_chain(table, op, &members);
    table_order(table, &a, &b);
    return table_intern2(table, op, 1, 0, 1, a, b);
}
