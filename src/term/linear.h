/* Linear sums: c1*x1 + ... + cn*xn + c, the form in which ADD and MUL are built
 * and equalities are decided. See linear.c. */
#ifndef WP_TERM_LINEAR_H
#define WP_TERM_LINEAR_H

#include "term/table.h"

/* Leaves of one sum; longer sums are opaque: atoms of other sums. */
enum { LINEAR_CAP = 16 };

struct monomial {
    term_ref atom;
    uint64_t coefficient;
    term_ref node; /* the term that stood for the whole monomial, if it is still one */
    bool is_exact; /* it adds coefficient * signed(atom) to the exact signed sum */
    bool nuw;      /* coefficient * atom does not wrap unsigned */
};

struct linear {
    uint32_t count;
    uint8_t width_bits;
    uint8_t any, all; /* union and intersection of the flags of the sums within */
    bool constant_exact; /* the constant, and whatever cancelled, is exact */
    uint64_t constant;
    struct monomial monomials[2 * LINEAR_CAP]; /* ascending atom ids, coefficients not 0 */
};

/* t as a sum, looking through every ADD that is not opaque and MUL by constants;
 * (x / c) * c + x % c is x. */
void linear_of(struct term_table *table, term_ref t, struct linear *out);

/* out = a + factor * b; monomials of b lose their nodes unless factor is 1. is_free:
 * no flags will be kept, so x may be a sum itself where (x / c) * c + x % c is x. */
void linear_combine(struct term_table *table, const struct linear *a, const struct linear *b,
                    uint64_t factor, bool is_free, struct linear *out);

/* Monomials and constant, counted. */
uint32_t linear_leaves(const struct linear *sum);

/* The chain ((m1 + m2) + ...) + constant, every ADD with the flags. */
term_ref linear_build(struct term_table *table, const struct linear *sum, uint8_t flags);

/* Whether t is an ADD or a MUL by a constant. */
bool linear_is_sum(const struct term_table *table, term_ref t);

#endif
