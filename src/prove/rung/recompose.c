/* Digits of one number, put together again (bounding.h): x / d * d + x % d is x, and x / (e * d) * d + (x / e) % d is x / e. The bounds of
   the digits one by one give more than the number itself can be: with x < n, c * n for x / (e * c) * c + (x / e) % c. Both equations
   hold for division towards zero whatever the signs are; division by zero is undefined. */
#include "integer/polynomial.h"
#include "prove/rung/bounding.h"

enum { PAIRS_MAX = 16, BITS_MAX = 62 };

/* A leaf that is x / d or x % d, of numbers that are all read as signed or all as unsigned. */
struct digit {
    struct polynomial x, d;
    bool is_remainder, is_signed;
};

static bool powers(const struct term_table *t, term_ref exponent, struct polynomial *d) {
    uint64_t by;
    if (!term_is_const(t, exponent, &by) || by >= BITS_MAX)
        return false;
    *d = polynomial_constant(INT64_C(1) << by);
    return true;
}

/* Ones in the low bits: x & mask is x % (mask + 1). */
static bool mask_divisor(const struct term_table *t, term_ref mask, struct polynomial *d) {
    uint64_t ones;
    if (!term_is_const(t, mask, &ones) || ones == 0 || (ones & (ones + 1)) != 0 || ones >> BITS_MAX != 0)
        return false;
    *d = polynomial_constant((int64_t)ones + 1);
    return true;
}

static bool digit_of_leaf(struct bounding *b, uint32_t atom, uint32_t depth, struct digit *digit) {
    struct term_table *t = b->prover->terms;
    const struct leaf leaf = b->leaves[atom];
    enum term_op op = term_op_of(term_get(t, leaf.term));
    bool is_divided = op == TERM_SDIV || op == TERM_SREM || op == TERM_UDIV || op == TERM_UREM;
    digit->is_signed = op == TERM_SDIV || op == TERM_SREM;
    digit->is_remainder = op == TERM_SREM || op == TERM_UREM || op == TERM_AND;
    if ((!is_divided && op != TERM_LSHR && op != TERM_AND) || (leaf.is_signed && !digit->is_signed) || depth > DEPTH_MAX)
        return false;
    term_ref x = term_child(t, leaf.term, 0), d = term_child(t, leaf.term, 1);
    bool has_divisor = op == TERM_LSHR  ? powers(t, d, &digit->d)
                       : op == TERM_AND ? mask_divisor(t, d, &digit->d)
                                        : bounding_flatten(b, d, digit->is_signed, depth + 1, &digit->d);
    return has_divisor && bounding_flatten(b, x, digit->is_signed, depth + 1, &digit->x);
}

/* q and r are the quotient and the remainder of one number, r.x, by r.d. */
static bool are_of_one_number(struct bounding *b, const struct digit *q, const struct digit *r, uint32_t depth) {
    if (q->is_remainder || q->is_signed != r->is_signed)
        return false;
    if (polynomial_equal(&q->x, &r->x) && polynomial_equal(&q->d, &r->d))
        return true;
    struct digit first;
    struct polynomial whole;
    bool is_leaf = r->x.count == 1 && r->x.terms[0].degree == 1 && r->x.terms[0].coefficient == 1;
    return is_leaf && digit_of_leaf(b, r->x.terms[0].atoms[0], depth + 1, &first) && !first.is_remainder && first.is_signed == q->is_signed &&
           polynomial_equal(&first.x, &q->x) && polynomial_multiply(&first.d, &r->d, &whole) && polynomial_equal(&whole, &q->d);
}

/* The summands of `part` are summands of p. */
static bool has_all(const struct polynomial *p, const struct polynomial *part) {
    struct polynomial rest = *p;
    return polynomial_add(&rest, -1, part) && rest.count + part->count == p->count;
}

/* With monomial `at` of p = rest * (x % d) and rest * d * (x / d) in p: rest * x in place of both. */
static bool join_at(struct bounding *b, struct polynomial *p, uint32_t at, uint32_t place, uint32_t depth) {
    const struct power_product m = p->terms[at];
    struct digit r, q;
    if (!digit_of_leaf(b, m.atoms[place], depth, &r) || !r.is_remainder)
        return false;
    struct power_product rest, own = {.coefficient = 1, .atoms = {m.atoms[place]}, .degree = 1};
    if (!polynomial_divides(&m, &own, &rest))
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree && i != at; a++) {
            struct polynomial quotient = polynomial_atom(p->terms[i].atoms[a]), whole, part = polynomial_constant(0), next = *p;
            struct polynomial remainder = polynomial_atom(m.atoms[place]);
            if (!digit_of_leaf(b, p->terms[i].atoms[a], depth, &q) || !are_of_one_number(b, &q, &r, depth) ||
                !polynomial_multiply(&r.d, &quotient, &whole) || !polynomial_add(&whole, 1, &remainder) ||
                !polynomial_add_product(&part, rest.coefficient, &rest, &whole) || !has_all(p, &part) || !polynomial_add(&next, -1, &part) ||
                !polynomial_add_product(&next, rest.coefficient, &rest, &r.x))
                continue;
            *p = next;
            return true;
        }
    return false;
}

static bool join_one(struct bounding *b, struct polynomial *p, uint32_t depth) {
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            if (join_at(b, p, i, a, depth))
                return true;
    return false;
}

void bounding_recompose(struct bounding *b, struct polynomial *p, uint32_t depth) {
    for (uint32_t n = 0; n < PAIRS_MAX && join_one(b, p, depth); n++)
        continue;
}

bool bounding_quotient_of(struct bounding *b, uint32_t atom, uint32_t depth, struct polynomial *x, struct polynomial *d) {
    struct digit digit;
    if (!digit_of_leaf(b, atom, depth, &digit) || digit.is_remainder)
        return false;
    *x = digit.x;
    *d = digit.d;
    return true;
}
