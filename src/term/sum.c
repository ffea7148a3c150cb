/* Builders of sums.
 *
 * A sum without wrap flags is a chain of monomials sorted by the ids of their
 * atoms, the constant last. A flag says something about exactly one addition, and
 * reordering would lose it, so a flagged ADD keeps its shape and is one atom of
 * the unflagged sums above it, until something cancels. Flags are kept under the
 * definition: if no flagged node of the operands wraps and the operation asked for
 * does not wrap (where flagged), then no flagged node of the result wraps; for NSW
 * and NUW apart. Each place that keeps a flag says why.
 *
 * Requires that builders produced the operands; every chain made here is rebuilt
 * to itself from its own children. */
#include "term/bits.h"
#include "term/linear.h"

/* A sum of at most two leaves. With NSW on everything within, the exact signed sum
 * is in range; so is the one addition left, if its operands are exact summands,
 * and so is the one product left. NUW: operands are non-negative parts of an
 * exact sum. */
static term_ref build_small(struct term_table *table, struct linear *sum, uint8_t all) {
    if (linear_recombine(table, sum, true))
        return linear_build(table, sum, 0);
    bool nsw = (all & TERM_NSW) != 0 && sum->constant_exact;
    if (sum->count == 1 && sum->constant == 0) {
        const struct monomial *m = &sum->monomials[0];
        if (!term_is_none(m->node))
            return m->node;
        uint8_t flags = (nsw && m->is_exact ? TERM_NSW : 0) | ((all & TERM_NUW) && m->nuw ? TERM_NUW : 0);
        return linear_raw_scale(table, m->atom, m->coefficient, flags);
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct monomial *m = &sum->monomials[i];
        if (term_is_none(m->node) && !(m->is_exact && m->coefficient == 1))
            nsw = false;
    }
    uint8_t flags = (nsw ? TERM_NSW : 0) | (all & TERM_NUW);
    if (sum->count < 2 || flags == 0 || flags == TERM_NUW)
        return linear_build(table, sum, flags);
    return linear_ordered_add(table, linear_monomial_term(table, &sum->monomials[0], flags), linear_monomial_term(table, &sum->monomials[1], flags),
                              flags);
}

/* Adds the terms of t to sum, looking through ADDs without flags only. Whether all
 * leaves together still fit one open sum. */
static bool collect_shallow(const struct term_table *table, struct linear *sum, term_ref t, uint32_t *leaves) {
    const struct term *term = table_at(table, t.id);
    if (linear_is_open(term) && term->flags == 0)
        return collect_shallow(table, sum, table_child(table, term, 0), leaves) && collect_shallow(table, sum, table_child(table, term, 1), leaves);
    *leaves += linear_leaf_count(table, t);
    if (*leaves > LINEAR_CAP)
        return false;
    term_ref x = t;
    uint64_t c = 1;
    if (term->op == TERM_CONST)
        linear_add_constant(sum, term->value, false);
    else {
        table_match_const(table, t, TERM_MUL, &x, &c);
        linear_insert(sum, (struct monomial){.atom = x, .coefficient = c, .node = t});
    }
    return true;
}

/* An unflagged addition with flagged sums inside: these are atoms. */
static term_ref add_shallow(struct term_table *table, term_ref a, term_ref b) {
    struct linear sum;
    uint32_t leaves = 0;
    linear_init(&sum, table_width(table, a));
    if (collect_shallow(table, &sum, a, &leaves) && collect_shallow(table, &sum, b, &leaves))
        return linear_recombine_and_build(table, &sum, 0);
    return linear_ordered_add(table, a, b, 0);
}

static bool has_cancelled_atom(const struct linear *a, const struct linear *b, const struct linear *sum) {
    uint32_t j = 0, k = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t atom = a->monomials[i].atom.id;
        while (j < b->count && b->monomials[j].atom.id < atom)
            j++;
        while (k < sum->count && sum->monomials[k].atom.id < atom)
            k++;
        bool in_b = j < b->count && b->monomials[j].atom.id == atom;
        bool in_sum = k < sum->count && sum->monomials[k].atom.id == atom;
        if (in_b && !in_sum)
            return true;
    }
    return false;
}

static term_ref add_general(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    struct linear left, right, sum;
    linear_of(table, a, &left);
    linear_of(table, b, &right);
    linear_combine(table, &left, &right, 1, flags == 0, &sum);
    uint32_t leaves = linear_leaves(&sum);
    uint8_t any = sum.any | flags, all = sum.all & flags;
    bool fits = leaves <= LINEAR_CAP;
    /* Without signed flags order is free: partial sums of a sum without unsigned wrap do not wrap.
     */
    if (any == 0 || (any == TERM_NUW && all == TERM_NUW))
        return fits ? linear_recombine_and_build(table, &sum, flags) : linear_ordered_add(table, a, b, flags);
    bool is_merged = leaves < linear_leaves(&left) + linear_leaves(&right);
    if (is_merged && leaves <= 2)
        return build_small(table, &sum, all);
    if (flags == 0)
        return is_merged && fits ? linear_recombine_and_build(table, &sum, 0) : add_shallow(table, a, b);
    /* NUW survives here as above when every sum within has it. */
    if (fits && has_cancelled_atom(&left, &right, &sum))
        return linear_recombine_and_build(table, &sum, all & TERM_NUW);
    return linear_ordered_add(table, a, b, flags);
}

/* The flags of x + (c1 + c2), from (x + c1) with flags `inner` plus c2 with `outer`. */
static uint8_t merged_constant_flags(uint8_t width, uint64_t c1, uint8_t inner, uint64_t c2, uint8_t outer) {
    uint64_t c = (c1 + c2) & bits_mask(width);
    int64_t s1 = bits_signed(c1, width), s = bits_signed(c, width);
    uint8_t flags = 0;
    /* x + c1 and (x + c1) + c2 in range, and c exact: the sum is the same number. */
    if ((inner & outer & TERM_NSW) && bits_add_fits_signed(width, c1, c2))
        flags |= TERM_NSW;
    /* x + c lies between x and x + c1. */
    if ((inner & TERM_NSW) && ((s >= 0 && s <= s1) || (s <= 0 && s >= s1)))
        flags |= TERM_NSW;
    /* x + c1 + c2 < 2^width, so c1 + c2 did not wrap either. */
    if (inner & outer & TERM_NUW)
        flags |= TERM_NUW;
    /* x + c <= x + c1. */
    if ((inner & TERM_NUW) && c <= c1)
        flags |= TERM_NUW;
    return flags;
}

term_ref term_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint8_t width = table_width(table, a);
    assert(width == table_width(table, b));
    if (width == 1)
        return term_binary(table, TERM_XOR, a, b);
    for (;;) {
        uint64_t c1, c2;
        if (term_is_const(table, a, &c1)) {
            if (term_is_const(table, b, &c2))
                return term_const(table, width, c1 + c2);
            table_order(table, &a, &b);
        }
        if (!term_is_const(table, b, &c2))
            break;
        if (c2 == 0)
            return a;
        term_ref x;
        if (!table_match_const(table, a, TERM_ADD, &x, &c1))
            break;
        flags = merged_constant_flags(width, c1, table_at(table, a.id)->flags, c2, flags);
        a = x;
        b = term_const(table, width, c1 + c2);
    }
    term_ref whole = linear_recombined_pair(table, a, b);
    if (!term_is_none(whole))
        return whole;
    if (!linear_is_sum(table, a) && !linear_is_sum(table, b) && !term_same(a, b))
        return linear_ordered_add(table, a, b, flags);
    return add_general(table, a, b, flags);
}

term_ref term_sub(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint8_t width = table_width(table, a);
    assert(width == table_width(table, b));
    /* a - b in range equals a + (-b) in range unless b is the least number, which has
       no negative; a - b is out of range then if a >= 0. */
    bool nsw = (flags & TERM_NSW) != 0 && (term_range_of(table, b).smin > bits_smin(width) || term_range_of(table, a).smin >= 0);
    uint8_t kept = nsw ? TERM_NSW : 0;
    return term_add(table, a, term_mul(table, b, term_const(table, width, UINT64_MAX), kept), kept);
}

term_ref term_neg(struct term_table *table, term_ref a) {
    return term_mul(table, a, term_const(table, table_width(table, a), UINT64_MAX), 0);
}
