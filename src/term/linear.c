/* Sums and products in normal form.
 *
 * A sum without wrap flags is a chain of monomials sorted by the ids of their
 * atoms, the constant last. A flag says something about exactly one addition, and
 * reordering would lose it, so a flagged ADD keeps its shape and is one atom of
 * the unflagged sums above it, until something cancels. Flags are kept under the
 * definition: if no flagged node of the operands wraps and the operation asked for
 * does not wrap (where flagged), then no flagged node of the result wraps. Each
 * place that keeps a flag says why.
 *
 * Requires that builders produced the operands; every chain made here is rebuilt
 * to itself from its own children. All work is bounded by LINEAR_CAP. */
#include "term/linear.h"

#include "term/bits.h"

enum { PRODUCT_CAP = 8 };

/* Leaves of t in the sums above it; 1 for everything but a sum that is not opaque. */
static uint32_t leaf_count(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    if (term->op == TERM_MUL) {
        const struct term *right = table_at(table, table_child(table, term, 1).id);
        if (right->op != TERM_CONST)
            return 1;
        term = table_at(table, table_child(table, term, 0).id);
    }
    return term->op == TERM_ADD ? (uint32_t)term->value : 1;
}

static bool is_open_sum(const struct term *term) {
    return term->op == TERM_ADD && term->value > 1;
}

bool linear_is_sum(const struct term_table *table, term_ref t) {
    term_ref x;
    uint64_t c;
    return table_op(table, t) == TERM_ADD || table_match_const(table, t, TERM_MUL, &x, &c);
}

static void insert(struct linear *sum, struct monomial m) {
    uint64_t mask = bits_mask(sum->width_bits);
    m.coefficient &= mask;
    uint32_t at = sum->count;
    while (at > 0 && sum->monomials[at - 1].atom.id > m.atom.id)
        at--;
    if (at > 0 && sum->monomials[at - 1].atom.id == m.atom.id) {
        struct monomial *old = &sum->monomials[at - 1];
        old->is_exact = old->is_exact && m.is_exact &&
                        bits_add_fits_signed(sum->width_bits, old->coefficient, m.coefficient);
        old->nuw = old->nuw && m.nuw;
        old->node = TERM_NONE;
        old->coefficient = (old->coefficient + m.coefficient) & mask;
        if (old->coefficient == 0) {
            sum->constant_exact = sum->constant_exact && old->is_exact;
            memmove(old, old + 1, (sum->count - at) * sizeof *old);
            sum->count--;
        }
        return;
    }
    if (m.coefficient == 0)
        return;
    assert(sum->count < 2 * LINEAR_CAP);
    memmove(&sum->monomials[at + 1], &sum->monomials[at], (sum->count - at) * sizeof m);
    sum->monomials[at] = m;
    sum->count++;
}

static void add_constant(struct linear *sum, uint64_t constant, bool is_exact) {
    sum->constant_exact = sum->constant_exact && is_exact &&
                          bits_add_fits_signed(sum->width_bits, sum->constant, constant);
    sum->constant = (sum->constant + constant) & bits_mask(sum->width_bits);
}

/* Adds factor * t; is_exact: so far the factor is exact as a signed number. */
static void collect(const struct term_table *table, struct linear *sum, term_ref t,
                    uint64_t factor, bool is_exact) {
    const struct term *term = table_at(table, t.id);
    uint8_t width = sum->width_bits;
    if (term->op == TERM_CONST) {
        add_constant(sum, factor * term->value & bits_mask(width),
                     is_exact && bits_mul_fits_signed(width, factor, term->value));
        return;
    }
    if (is_open_sum(term)) {
        sum->any |= term->flags;
        sum->all &= term->flags;
        collect(table, sum, table_child(table, term, 0), factor, is_exact);
        collect(table, sum, table_child(table, term, 1), factor, is_exact);
        return;
    }
    term_ref x;
    uint64_t c;
    if (!table_match_const(table, t, TERM_MUL, &x, &c)) {
        insert(sum, (struct monomial){.atom = t,
                                      .coefficient = factor,
                                      .node = factor == 1 ? t : TERM_NONE,
                                      .is_exact = is_exact,
                                      .nuw = true});
        return;
    }
    bool stays_exact =
        is_exact && (term->flags & TERM_NSW) && bits_mul_fits_signed(width, factor, c);
    if (is_open_sum(table_at(table, x.id))) {
        sum->any |= term->flags;
        sum->all &= term->flags;
        collect(table, sum, x, factor * c & bits_mask(width), stays_exact);
        return;
    }
    insert(sum, (struct monomial){.atom = x,
                                  .coefficient = factor * c,
                                  .node = factor == 1 ? t : TERM_NONE,
                                  .is_exact = stays_exact,
                                  .nuw = (term->flags & TERM_NUW) != 0});
}

static void linear_init(struct linear *sum, uint8_t width_bits) {
    sum->count = 0;
    sum->width_bits = width_bits;
    sum->any = 0;
    sum->all = TERM_NSW | TERM_NUW;
    sum->constant_exact = true;
    sum->constant = 0;
}

/* If remainder is x % y in some form: the operator of x / y, x and y. */
static bool match_remainder(struct term_table *table, term_ref remainder, enum term_op *quotient,
                            term_ref *x, term_ref *y) {
    const struct term *term = table_at(table, remainder.id);
    if (term->op != TERM_UREM && term->op != TERM_SREM && term->op != TERM_AND)
        return false;
    *x = table_child(table, term, 0);
    *y = table_child(table, term, 1);
    *quotient = term->op == TERM_SREM ? TERM_SDIV : TERM_UDIV;
    if (term->op != TERM_AND)
        return true;
    uint64_t mask;
    if (!term_is_const(table, *y, &mask) || mask == UINT64_MAX || !bits_is_power_of_two(mask + 1))
        return false;
    *quotient = TERM_LSHR;
    *y = term_const(table, term->width_bits, bits_trailing_zeros(mask + 1));
    return true;
}

/* Whether the monomial is (x op y) * y * factor. */
static bool is_quotient(const struct term_table *table, const struct monomial *m, enum term_op op,
                        term_ref x, term_ref y, uint64_t factor, uint64_t mask) {
    const struct term *term = table_at(table, m->atom.id);
    uint64_t c, product = m->coefficient;
    if (term_is_const(table, y, &c))
        factor *= op == TERM_LSHR ? UINT64_C(1) << c : c;
    else if (term->op == TERM_MUL && term->arity == 2) {
        term_ref p = table_child(table, term, 0), q = table_child(table, term, 1);
        if (!term_same(p, y) && !term_same(q, y))
            return false;
        term = table_at(table, term_same(p, y) ? q.id : p.id);
    } else
        return false;
    return term->op == op && term_same(table_child(table, term, 0), x) &&
           term_same(table_child(table, term, 1), y) && ((product - factor) & mask) == 0;
}

static void remove_monomial(struct linear *sum, uint32_t at) {
    sum->count--;
    memmove(&sum->monomials[at], &sum->monomials[at + 1],
            (sum->count - at) * sizeof *sum->monomials);
}

/* Replaces remainder i and quotient j by a multiple of x. As an exact signed sum
 * that is right if x >= 0 and both parts are exact. */
static void replace_pair(struct linear *sum, uint32_t i, uint32_t j,
                         const struct linear *x, bool is_natural) {
    struct monomial whole = sum->monomials[i];
    bool is_exact = is_natural && whole.is_exact && sum->monomials[j].is_exact &&
                    whole.coefficient == 1;
    remove_monomial(sum, i > j ? i : j);
    remove_monomial(sum, i > j ? j : i);
    for (uint32_t k = 0; k < x->count; k++) {
        struct monomial m = x->monomials[k];
        m.coefficient *= whole.coefficient;
        m.is_exact = m.is_exact && is_exact;
        m.nuw = m.nuw && whole.coefficient == 1;
        m.node = m.is_exact ? m.node : TERM_NONE;
        insert(sum, m);
    }
    if (x->constant != 0)
        add_constant(sum, whole.coefficient * x->constant & bits_mask(sum->width_bits), false);
}

/* (x / y) * y + x % y is x, for every y. Where flags may be kept x must be one atom
 * (is_free: or a sum), and it never is a sum with flags. Whether something changed. */
static bool recombine(struct term_table *table, struct linear *sum, bool is_free) {
    uint64_t mask = bits_mask(sum->width_bits);
    bool is_changed = false;
    for (uint32_t i = 0; i < sum->count;) {
        const struct monomial *m = &sum->monomials[i++];
        enum term_op quotient;
        term_ref x, y;
        if (!match_remainder(table, m->atom, &quotient, &x, &y))
            continue;
        uint32_t j = 0;
        while (j < sum->count &&
               !is_quotient(table, &sum->monomials[j], quotient, x, y, m->coefficient, mask))
            j++;
        if (j == sum->count || (leaf_count(table, x) > 1 && !is_free))
            continue;
        struct linear whole;
        linear_init(&whole, sum->width_bits);
        collect(table, &whole, x, 1, true);
        if (whole.any != 0 || sum->count + whole.count > 2 * LINEAR_CAP)
            continue;
        replace_pair(sum, i - 1, j, &whole, term_range_of(table, x).smin >= 0);
        is_changed = true;
        i = 0;
    }
    return is_changed;
}

void linear_of(struct term_table *table, term_ref t, struct linear *out) {
    linear_init(out, table_width(table, t));
    collect(table, out, t, 1, true);
    recombine(table, out, false);
}

void linear_combine(struct term_table *table, const struct linear *a, const struct linear *b,
                    uint64_t factor, bool is_free, struct linear *out) {
    uint8_t width = a->width_bits;
    linear_init(out, width);
    out->any = a->any | b->any;
    out->all = a->all & b->all;
    out->count = a->count;
    memcpy(out->monomials, a->monomials, a->count * sizeof *a->monomials);
    add_constant(out, a->constant, a->constant_exact);
    add_constant(out, factor * b->constant & bits_mask(width),
                 b->constant_exact && bits_mul_fits_signed(width, factor, b->constant));
    for (uint32_t i = 0; i < b->count; i++) {
        struct monomial m = b->monomials[i];
        if (factor != 1) {
            m.is_exact = false;
            m.nuw = false;
            m.node = TERM_NONE;
            m.coefficient *= factor;
        }
        insert(out, m);
    }
    recombine(table, out, is_free);
}

uint32_t linear_leaves(const struct linear *sum) {
    return sum->count + (sum->constant != 0);
}

static term_ref raw_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint32_t leaves = leaf_count(table, a) + leaf_count(table, b);
    return table_intern2(table, TERM_ADD, table_width(table, a), flags,
                         leaves <= LINEAR_CAP ? leaves : 1, a, b);
}

static term_ref ordered_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    table_order(table, &a, &b);
    return raw_add(table, a, b, flags);
}

static term_ref raw_scale(struct term_table *table, term_ref x, uint64_t c, uint8_t flags) {
    uint8_t width = table_width(table, x);
    if (c == 1)
        return x;
    return table_intern2(table, TERM_MUL, width, flags, 1, x, term_const(table, width, c));
}

/* A monomial keeps NUW in a sum without unsigned wrap: it is at most the sum. */
static term_ref monomial_term(struct term_table *table, const struct monomial *m, uint8_t flags) {
    if (!term_is_none(m->node))
        return m->node;
    return raw_scale(table, m->atom, m->coefficient, (flags & TERM_NUW) && m->nuw ? TERM_NUW : 0);
}

term_ref linear_build(struct term_table *table, const struct linear *sum, uint8_t flags) {
    if (sum->count == 0)
        return term_const(table, sum->width_bits, sum->constant);
    term_ref built = monomial_term(table, &sum->monomials[0], flags);
    for (uint32_t i = 1; i < sum->count; i++)
        built = raw_add(table, built, monomial_term(table, &sum->monomials[i], flags), flags);
    if (sum->constant != 0)
        built = raw_add(table, built, term_const(table, sum->width_bits, sum->constant), flags);
    return built;
}

/* If a + b is (x / y) * y * c + (x % y) * c: x * c. */
static term_ref recombined_pair(struct term_table *table, term_ref a, term_ref b) {
    term_ref operands[2] = {a, b}, x, y;
    uint64_t mask = bits_mask(table_width(table, a));
    enum term_op quotient;
    for (uint32_t i = 0; i < 2; i++) {
        struct monomial remainder = {.atom = operands[i], .coefficient = 1};
        struct monomial other = {.atom = operands[1 - i], .coefficient = 1};
        table_match_const(table, remainder.atom, TERM_MUL, &remainder.atom, &remainder.coefficient);
        table_match_const(table, other.atom, TERM_MUL, &other.atom, &other.coefficient);
        if (!match_remainder(table, remainder.atom, &quotient, &x, &y) ||
            !is_quotient(table, &other, quotient, x, y, remainder.coefficient, mask))
            continue;
        struct linear whole;
        linear_init(&whole, table_width(table, a));
        collect(table, &whole, x, remainder.coefficient, true);
        if (whole.any == 0)
            return linear_build(table, &whole, 0);
    }
    return TERM_NONE;
}

/* As linear_build, when sums may have to be recombined first; that loses the flags. */
static term_ref build_list(struct term_table *table, struct linear *sum, uint8_t flags) {
    if (recombine(table, sum, true))
        flags = 0;
    return linear_build(table, sum, flags);
}

/* A sum of at most two leaves. With NSW on everything within, the exact signed sum
 * is in range; so is the one addition left, if its operands are exact summands,
 * and so is the one product left. NUW: operands are non-negative parts of an
 * exact sum. */
static term_ref build_small(struct term_table *table, struct linear *sum, uint8_t all) {
    if (recombine(table, sum, true))
        return linear_build(table, sum, 0);
    bool nsw = (all & TERM_NSW) != 0 && sum->constant_exact;
    if (sum->count == 1 && sum->constant == 0) {
        const struct monomial *m = &sum->monomials[0];
        if (!term_is_none(m->node))
            return m->node;
        uint8_t flags = (nsw && m->is_exact ? TERM_NSW : 0) |
                        ((all & TERM_NUW) && m->nuw ? TERM_NUW : 0);
        return raw_scale(table, m->atom, m->coefficient, flags);
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct monomial *m = &sum->monomials[i];
        if (term_is_none(m->node) && !(m->is_exact && m->coefficient == 1))
            nsw = false;
    }
    uint8_t flags = (nsw ? TERM_NSW : 0) | (all & TERM_NUW);
    if (sum->count < 2 || flags == 0 || flags == TERM_NUW)
        return linear_build(table, sum, flags);
    return ordered_add(table, monomial_term(table, &sum->monomials[0], flags),
                       monomial_term(table, &sum->monomials[1], flags), flags);
}

/* Adds the terms of t to sum, looking through ADDs without flags only. Whether all
 * leaves together still fit one open sum. */
static bool collect_shallow(const struct term_table *table, struct linear *sum, term_ref t,
                            uint32_t *leaves) {
    const struct term *term = table_at(table, t.id);
    if (is_open_sum(term) && term->flags == 0)
        return collect_shallow(table, sum, table_child(table, term, 0), leaves) &&
               collect_shallow(table, sum, table_child(table, term, 1), leaves);
    *leaves += leaf_count(table, t);
    if (*leaves > LINEAR_CAP)
        return false;
    term_ref x = t;
    uint64_t c = 1;
    if (term->op == TERM_CONST)
        add_constant(sum, term->value, false);
    else {
        table_match_const(table, t, TERM_MUL, &x, &c);
        insert(sum, (struct monomial){.atom = x, .coefficient = c, .node = t});
    }
    return true;
}

/* An unflagged addition with flagged sums inside: these are atoms. */
static term_ref add_shallow(struct term_table *table, term_ref a, term_ref b) {
    struct linear sum;
    uint32_t leaves = 0;
    linear_init(&sum, table_width(table, a));
    if (collect_shallow(table, &sum, a, &leaves) && collect_shallow(table, &sum, b, &leaves))
        return build_list(table, &sum, 0);
    return ordered_add(table, a, b, 0);
}

static bool has_cancelled_atom(const struct linear *a, const struct linear *b,
                               const struct linear *sum) {
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
    /* Without signed flags order is free: partial sums of a sum without unsigned wrap do not wrap. */
    if (any == 0 || (any == TERM_NUW && all == TERM_NUW))
        return fits ? build_list(table, &sum, flags) : ordered_add(table, a, b, flags);
    bool is_merged = leaves < linear_leaves(&left) + linear_leaves(&right);
    if (is_merged && leaves <= 2)
        return build_small(table, &sum, all);
    if (flags == 0)
        return is_merged && fits ? build_list(table, &sum, 0) : add_shallow(table, a, b);
    /* NUW survives here as above when every sum within has it. */
    if (fits && has_cancelled_atom(&left, &right, &sum))
        return build_list(table, &sum, all & TERM_NUW);
    return ordered_add(table, a, b, flags);
}

/* The flags of x + (c1 + c2), from (x + c1) with flags `inner` plus c2 with `outer`. */
static uint8_t merged_constant_flags(uint8_t width, uint64_t c1, uint8_t inner, uint64_t c2,
                                     uint8_t outer) {
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
    term_ref whole = recombined_pair(table, a, b);
    if (!term_is_none(whole))
        return whole;
    if (!linear_is_sum(table, a) && !linear_is_sum(table, b) && !term_same(a, b))
        return ordered_add(table, a, b, flags);
    return add_general(table, a, b, flags);
}

term_ref term_sub(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint8_t width = table_width(table, a);
    assert(width == table_width(table, b));
    /* a - b in range equals a + (-b) in range unless b is the least number, which has
       no negative; a - b is out of range then if a >= 0. */
    bool nsw = (flags & TERM_NSW) != 0 && (term_range_of(table, b).smin > bits_smin(width) ||
                                           term_range_of(table, a).smin >= 0);
    uint8_t kept = nsw ? TERM_NSW : 0;
    return term_add(table, a, term_mul(table, b, term_const(table, width, UINT64_MAX), kept), kept);
}

term_ref term_neg(struct term_table *table, term_ref a) {
    return term_mul(table, a, term_const(table, table_width(table, a), UINT64_MAX), 0);
}

/* (x1 + ... + xn) * c for an open sum. */
static term_ref scale_sum(struct term_table *table, term_ref a, uint64_t c, uint8_t flags) {
    struct linear sum;
    uint8_t width = table_width(table, a);
    linear_init(&sum, width);
    collect(table, &sum, a, c, false);
    if (flags == 0 && (sum.any == 0 || c == bits_mask(width)))
        return build_list(table, &sum, 0);
    /* Parts of a non-negative sum times c are at most the whole. */
    if (flags == TERM_NUW && sum.any == TERM_NUW && sum.all == TERM_NUW)
        return build_list(table, &sum, TERM_NUW);
    return raw_scale(table, a, c, flags);
}

static term_ref scale(struct term_table *table, term_ref a, uint64_t c, uint8_t flags) {
    uint8_t width = table_width(table, a);
    term_ref x;
    uint64_t c1;
    if (table_match_const(table, a, TERM_MUL, &x, &c1)) {
        uint8_t both = flags & table_at(table, a.id)->flags, kept = 0;
        /* (x * c1) * c in range is x * (c1 * c) in range, if c1 * c is exact. */
        if ((both & TERM_NSW) && bits_mul_fits_signed(width, c1, c))
            kept |= TERM_NSW;
        if ((both & TERM_NUW) && bits_mul_fits_unsigned(width, c1, c))
            kept |= TERM_NUW;
        a = x;
        c = c1 * c & bits_mask(width);
        flags = kept;
    }
    if (term_is_const(table, a, &c1))
        return term_const(table, width, c1 * c);
    if (c == 0)
        return term_const(table, width, 0);
    if (c == 1)
        return a;
    if (is_open_sum(table_at(table, a.id)))
        return scale_sum(table, a, c, flags);
    return raw_scale(table, a, c, flags);
}

struct product {
    uint32_t count;
    uint64_t coefficient;
    term_ref factors[2 * PRODUCT_CAP];
};

/* Multiplies by t, looking through products without flags that are not opaque. */
static void collect_factors(const struct term_table *table, struct product *product, term_ref t) {
    term_ref x;
    uint64_t c;
    if (table_match_const(table, t, TERM_MUL, &x, &c)) {
        product->coefficient *= c;
        t = x;
    }
    const struct term *term = table_at(table, t.id);
    if (term->op == TERM_MUL && term->flags == 0 && term->value > 1) {
        collect_factors(table, product, table_child(table, term, 0));
        collect_factors(table, product, table_child(table, term, 1));
        return;
    }
    assert(product->count < 2 * PRODUCT_CAP);
    uint32_t at = product->count++;
    for (; at > 0 && product->factors[at - 1].id > t.id; at--)
        product->factors[at] = product->factors[at - 1];
    product->factors[at] = t;
}

static uint32_t factor_count(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    return term->op == TERM_MUL && term->flags == 0 ? (uint32_t)term->value : 1;
}

static term_ref raw_mul(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint32_t factors = factor_count(table, a) + factor_count(table, b);
    return table_intern2(table, TERM_MUL, table_width(table, a), flags,
                         flags == 0 && factors <= PRODUCT_CAP ? factors : 1, a, b);
}

term_ref term_mul(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint8_t width = table_width(table, a);
    assert(width == table_width(table, b));
    if (width == 1)
        return term_and(table, a, b);
    table_order(table, &a, &b);
    uint64_t c;
    if (term_is_const(table, b, &c))
        return scale(table, a, c, flags);
    if (flags != 0)
        return raw_mul(table, a, b, flags);
    struct product product = {.coefficient = 1};
    collect_factors(table, &product, a);
    collect_factors(table, &product, b);
    term_ref built = product.factors[0];
    if (product.count <= PRODUCT_CAP)
        for (uint32_t i = 1; i < product.count; i++)
            built = raw_mul(table, built, product.factors[i], 0);
    else {
        uint64_t unused;
        table_match_const(table, a, TERM_MUL, &a, &unused);
        table_match_const(table, b, TERM_MUL, &b, &unused);
        table_order(table, &a, &b);
        built = raw_mul(table, a, b, 0);
    }
    return scale(table, built, product.coefficient & bits_mask(width), 0);
}
