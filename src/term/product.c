/* Builders of products: constants are merged, put last and distributed over sums;
 * products without flags are chains of factors sorted by id. Flags as in sum.c. */
#include "term/bits.h"
#include "term/linear.h"

enum { PRODUCT_CAP = 8 };

/* (x1 + ... + xn) * c for an open sum. */
static term_ref scale_sum(struct term_table *table, term_ref a, uint64_t c, uint8_t flags) {
    struct linear sum;
    uint8_t width = table_width(table, a);
    linear_init(&sum, width);
    linear_collect(table, &sum, a, c, false);
    if (flags == 0 && (sum.any == 0 || c == bits_mask(width)))
        return linear_recombine_and_build(table, &sum, 0);
    /* Parts of a non-negative sum times c are at most the whole. */
    if (flags == TERM_NUW && sum.any == TERM_NUW && sum.all == TERM_NUW)
        return linear_recombine_and_build(table, &sum, TERM_NUW);
    return linear_raw_scale(table, a, c, flags);
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
    if (linear_is_open(table_at(table, a.id)))
        return scale_sum(table, a, c, flags);
    return linear_raw_scale(table, a, c, flags);
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
    return table_intern2(table, TERM_MUL, table_width(table, a), flags, flags == 0 && factors <= PRODUCT_CAP ? factors : 1, a, b);
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
