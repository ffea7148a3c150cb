/* Lists of monomials, and the chains of ADD and MUL that stand for them. All work is
 * bounded by LINEAR_CAP. */
#include "term/linear.h"

#include "term/bits.h"

uint32_t linear_leaf_count(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    if (term->op == TERM_MUL) {
        const struct term *right = table_at(table, table_child(table, term, 1).id);
        if (right->op != TERM_CONST)
            return 1;
        term = table_at(table, table_child(table, term, 0).id);
    }
    return term->op == TERM_ADD ? (uint32_t)term->value : 1;
}

bool linear_is_open(const struct term *term) {
    return term->op == TERM_ADD && term->value > 1;
}

bool linear_is_sum(const struct term_table *table, term_ref t) {
    term_ref x;
    uint64_t c;
    return table_op(table, t) == TERM_ADD || table_match_const(table, t, TERM_MUL, &x, &c);
}

void linear_insert(struct linear *sum, struct monomial m) {
    uint64_t mask = bits_mask(sum->width_bits);
    m.coefficient &= mask;
    uint32_t at = sum->count;
    while (at > 0 && sum->monomials[at - 1].atom.id > m.atom.id)
        at--;
    if (at > 0 && sum->monomials[at - 1].atom.id == m.atom.id) {
        struct monomial *old = &sum->monomials[at - 1];
        old->is_exact = old->is_exact && m.is_exact && bits_add_fits_signed(sum->width_bits, old->coefficient, m.coefficient);
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

void linear_add_constant(struct linear *sum, uint64_t constant, bool is_exact) {
    sum->constant_exact = sum->constant_exact && is_exact && bits_add_fits_signed(sum->width_bits, sum->constant, constant);
    sum->constant = (sum->constant + constant) & bits_mask(sum->width_bits);
}

void linear_collect(const struct term_table *table, struct linear *sum, term_ref t, uint64_t factor, bool is_exact) {
    const struct term *term = table_at(table, t.id);
    uint8_t width = sum->width_bits;
    if (term->op == TERM_CONST) {
        linear_add_constant(sum, factor * term->value & bits_mask(width), is_exact && bits_mul_fits_signed(width, factor, term->value));
        return;
    }
    if (linear_is_open(term)) {
        sum->any |= term->flags;
        sum->all &= term->flags;
        linear_collect(table, sum, table_child(table, term, 0), factor, is_exact);
        linear_collect(table, sum, table_child(table, term, 1), factor, is_exact);
        return;
    }
    term_ref x;
    uint64_t c;
    if (!table_match_const(table, t, TERM_MUL, &x, &c)) {
        linear_insert(sum,
                      (struct monomial){.atom = t, .coefficient = factor, .node = factor == 1 ? t : TERM_NONE, .is_exact = is_exact, .nuw = true});
        return;
    }
    bool stays_exact = is_exact && (term->flags & TERM_NSW) && bits_mul_fits_signed(width, factor, c);
    if (linear_is_open(table_at(table, x.id))) {
        sum->any |= term->flags;
        sum->all &= term->flags;
        linear_collect(table, sum, x, factor * c & bits_mask(width), stays_exact);
        return;
    }
    linear_insert(sum, (struct monomial){.atom = x,
                                         .coefficient = factor * c,
                                         .node = factor == 1 ? t : TERM_NONE,
                                         .is_exact = stays_exact,
                                         .nuw = (term->flags & TERM_NUW) != 0});
}

void linear_init(struct linear *sum, uint8_t width_bits) {
    sum->count = 0;
    sum->width_bits = width_bits;
    sum->any = 0;
    sum->all = TERM_NSW | TERM_NUW;
    sum->constant_exact = true;
    sum->constant = 0;
}

/* If remainder is x % y in some form: the operator of x / y, x and y. */
static bool match_remainder(struct term_table *table, term_ref remainder, enum term_op *quotient, term_ref *x, term_ref *y) {
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
static bool is_quotient(const struct term_table *table, const struct monomial *m, enum term_op op, term_ref x, term_ref y, uint64_t factor,
                        uint64_t mask) {
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
    return term->op == op && term_same(table_child(table, term, 0), x) && term_same(table_child(table, term, 1), y) &&
           ((product - factor) & mask) == 0;
}

static void remove_monomial(struct linear *sum, uint32_t at) {
    sum->count--;
    memmove(&sum->monomials[at], &sum->monomials[at + 1], (sum->count - at) * sizeof *sum->monomials);
}

/* Replaces remainder i and quotient j by a multiple of x. As an exact signed sum
 * that is right if x >= 0 and both parts are exact. */
static void replace_pair(struct linear *sum, uint32_t i, uint32_t j, const struct linear *x, bool is_natural) {
    struct monomial whole = sum->monomials[i];
    bool is_exact = is_natural && whole.is_exact && sum->monomials[j].is_exact && whole.coefficient == 1;
    remove_monomial(sum, i > j ? i : j);
    remove_monomial(sum, i > j ? j : i);
    for (uint32_t k = 0; k < x->count; k++) {
        struct monomial m = x->monomials[k];
        m.coefficient *= whole.coefficient;
        m.is_exact = m.is_exact && is_exact;
        m.nuw = m.nuw && whole.coefficient == 1;
        m.node = m.is_exact ? m.node : TERM_NONE;
        linear_insert(sum, m);
    }
    if (x->constant != 0)
        linear_add_constant(sum, whole.coefficient * x->constant & bits_mask(sum->width_bits), false);
}

bool linear_recombine(struct term_table *table, struct linear *sum, bool is_free) {
    uint64_t mask = bits_mask(sum->width_bits);
    bool is_changed = false;
    for (uint32_t i = 0; i < sum->count;) {
        const struct monomial *m = &sum->monomials[i++];
        enum term_op quotient;
        term_ref x, y;
        if (!match_remainder(table, m->atom, &quotient, &x, &y))
            continue;
        uint32_t j = 0;
        while (j < sum->count && !is_quotient(table, &sum->monomials[j], quotient, x, y, m->coefficient, mask))
            j++;
        if (j == sum->count || (linear_leaf_count(table, x) > 1 && !is_free))
            continue;
        struct linear whole;
        linear_init(&whole, sum->width_bits);
        linear_collect(table, &whole, x, 1, true);
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
    linear_collect(table, out, t, 1, true);
    linear_recombine(table, out, false);
}

void linear_combine(struct term_table *table, const struct linear *a, const struct linear *b, uint64_t factor, bool is_free, struct linear *out) {
    uint8_t width = a->width_bits;
    linear_init(out, width);
    out->any = a->any | b->any;
    out->all = a->all & b->all;
    out->count = a->count;
    memcpy(out->monomials, a->monomials, a->count * sizeof *a->monomials);
    linear_add_constant(out, a->constant, a->constant_exact);
    linear_add_constant(out, factor * b->constant & bits_mask(width), b->constant_exact && bits_mul_fits_signed(width, factor, b->constant));
    for (uint32_t i = 0; i < b->count; i++) {
        struct monomial m = b->monomials[i];
        if (factor != 1) {
            m.is_exact = false;
            m.nuw = false;
            m.node = TERM_NONE;
            m.coefficient *= factor;
        }
        linear_insert(out, m);
    }
    linear_recombine(table, out, is_free);
}

uint32_t linear_leaves(const struct linear *sum) {
    return sum->count + (sum->constant != 0);
}

term_ref linear_raw_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    uint32_t leaves = linear_leaf_count(table, a) + linear_leaf_count(table, b);
    return table_intern2(table, TERM_ADD, table_width(table, a), flags, leaves <= LINEAR_CAP ? leaves : 1, a, b);
}

term_ref linear_ordered_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags) {
    table_order(table, &a, &b);
    return linear_raw_add(table, a, b, flags);
}

term_ref linear_raw_scale(struct term_table *table, term_ref x, uint64_t c, uint8_t flags) {
    uint8_t width = table_width(table, x);
    if (c == 1)
        return x;
    return table_intern2(table, TERM_MUL, width, flags, 1, x, term_const(table, width, c));
}

term_ref linear_monomial_term(struct term_table *table, const struct monomial *m, uint8_t flags) {
    if (!term_is_none(m->node))
        return m->node;
    return linear_raw_scale(table, m->atom, m->coefficient, (flags & TERM_NUW) && m->nuw ? TERM_NUW : 0);
}

term_ref linear_build(struct term_table *table, const struct linear *sum, uint8_t flags) {
    if (sum->count == 0)
        return term_const(table, sum->width_bits, sum->constant);
    term_ref built = linear_monomial_term(table, &sum->monomials[0], flags);
    for (uint32_t i = 1; i < sum->count; i++)
        built = linear_raw_add(table, built, linear_monomial_term(table, &sum->monomials[i], flags), flags);
    if (sum->constant != 0)
        built = linear_raw_add(table, built, term_const(table, sum->width_bits, sum->constant), flags);
    return built;
}

term_ref linear_recombined_pair(struct term_table *table, term_ref a, term_ref b) {
    term_ref operands[2] = {a, b}, x, y;
    uint64_t mask = bits_mask(table_width(table, a));
    enum term_op quotient;
    for (uint32_t i = 0; i < 2; i++) {
        struct monomial remainder = {.atom = operands[i], .coefficient = 1};
        struct monomial other = {.atom = operands[1 - i], .coefficient = 1};
        table_match_const(table, remainder.atom, TERM_MUL, &remainder.atom, &remainder.coefficient);
        table_match_const(table, other.atom, TERM_MUL, &other.atom, &other.coefficient);
        if (!match_remainder(table, remainder.atom, &quotient, &x, &y) || !is_quotient(table, &other, quotient, x, y, remainder.coefficient, mask))
            continue;
        struct linear whole;
        linear_init(&whole, table_width(table, a));
        linear_collect(table, &whole, x, remainder.coefficient, true);
        if (whole.any == 0)
            return linear_build(table, &whole, 0);
    }
    return TERM_NONE;
}

term_ref linear_recombine_and_build(struct term_table *table, struct linear *sum, uint8_t flags) {
    if (linear_recombine(table, sum, true))
        flags = 0;
    return linear_build(table, sum, flags);
}
