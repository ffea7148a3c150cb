/* Linear sums: c1*x1 + ... + cn*xn + c, the form in which ADD and MUL are built
 * and equalities are decided. See sum.c. */
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
    uint8_t any, all;    /* union and intersection of the flags of the sums within */
    bool constant_exact; /* the constant, and whatever cancelled, is exact */
    uint64_t constant;
    struct monomial monomials[2 * LINEAR_CAP]; /* ascending atom ids, coefficients not 0 */
};

/* t as a sum, looking through every ADD that is not opaque and MUL by constants;
 * (x / c) * c + x % c is x. */
void linear_of(struct term_table *table, term_ref t, struct linear *out);

/* out = a + factor * b; monomials of b lose their nodes unless factor is 1. is_free:
 * no flags will be kept, so x may be a sum itself where (x / c) * c + x % c is x. */
void linear_combine(struct term_table *table, const struct linear *a, const struct linear *b, uint64_t factor, bool is_free, struct linear *out);

/* Monomials and constant, counted. */
uint32_t linear_leaves(const struct linear *sum);

/* The chain ((m1 + m2) + ...) + constant, every ADD with the flags. */
term_ref linear_build(struct term_table *table, const struct linear *sum, uint8_t flags);

/* Whether t is an ADD or a MUL by a constant. */
bool linear_is_sum(const struct term_table *table, term_ref t);

/* The rest is for the builders of sums and products. */

/* Leaves of t in the sums above it; 1 for everything but a sum that is not opaque. */
uint32_t linear_leaf_count(const struct term_table *table, term_ref t);

/* Whether t is a sum that is not opaque. */
bool linear_is_open(const struct term *t);

void linear_init(struct linear *sum, uint8_t width_bits);
void linear_insert(struct linear *sum, struct monomial m);
void linear_add_constant(struct linear *sum, uint64_t constant, bool is_exact);

/* Adds factor * t; is_exact: so far the factor is exact as a signed number. */
void linear_collect(const struct term_table *table, struct linear *sum, term_ref t, uint64_t factor, bool is_exact);

/* Makes (x / y) * y + x % y to x, for every y. Where flags may be kept x must be one
 * atom (is_free: or a sum), and it never is a sum with flags. Whether anything changed. */
bool linear_recombine(struct term_table *table, struct linear *sum, bool is_free);

/* If a + b is (x / y) * y * c + (x % y) * c: x * c. */
term_ref linear_recombined_pair(struct term_table *table, term_ref a, term_ref b);

/* As linear_build, when sums may have to be recombined first; that loses the flags. */
term_ref linear_recombine_and_build(struct term_table *table, struct linear *sum, uint8_t flags);

/* One ADD as given; with its operands in the order of their ids; one x * c. */
term_ref linear_raw_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags);
term_ref linear_ordered_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags);
term_ref linear_raw_scale(struct term_table *table, term_ref x, uint64_t c, uint8_t flags);

/* A monomial in a sum with these flags. It keeps NUW there: it is at most the sum. */
term_ref linear_monomial_term(struct term_table *table, const struct monomial *m, uint8_t flags);

#endif
