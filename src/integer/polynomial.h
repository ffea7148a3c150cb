/* Polynomials with integer coefficients over atoms: what a claim demands of sizes is one
   (demand.h).

   An atom is a number of the caller's. A polynomial has at most POLYNOMIAL_TERMS_MAX monomials of
   at most POLYNOMIAL_DEGREE_MAX factors; an operation that would exceed a limit, or a coefficient,
   returns false and leaves the result undefined. Monomials are ordered and distinct, coefficients
   are not zero. */
#ifndef WP_INTEGER_POLYNOMIAL_H
#define WP_INTEGER_POLYNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

enum { POLYNOMIAL_TERMS_MAX = 48, POLYNOMIAL_DEGREE_MAX = 8 };

struct power_product {
    int64_t coefficient;
    uint32_t atoms[POLYNOMIAL_DEGREE_MAX], degree;
};
struct polynomial {
    struct power_product terms[POLYNOMIAL_TERMS_MAX];
    uint32_t count;
};

/* The number as a polynomial. */
struct polynomial polynomial_constant(int64_t value);
/* The atom as a polynomial. */
struct polynomial polynomial_atom(uint32_t atom);
/* *into += factor * p */
bool polynomial_add(struct polynomial *into, int64_t factor, const struct polynomial *p);
/* *into += factor * (m without its coefficient, times p) */
bool polynomial_add_product(struct polynomial *into, int64_t factor, const struct power_product *m, const struct polynomial *p);
/* *out = a * b; `out` is neither of them. */
bool polynomial_multiply(const struct polynomial *a, const struct polynomial *b, struct polynomial *out);
/* m = coefficient * quotient * d with integers: the quotient with its coefficient; false if d does
 * not divide m. */
bool polynomial_divides(const struct power_product *m, const struct power_product *d, struct power_product *quotient);
bool polynomial_equal(const struct polynomial *a, const struct polynomial *b);
/* The constant summand. */
int64_t polynomial_constant_of(const struct polynomial *p);
/* What divides all coefficients, the constant's too; 0 for the polynomial 0. */
int64_t polynomial_content(const struct polynomial *p);
bool polynomial_is_constant(const struct polynomial *p);

/* A value beyond every bound that is asked about. */
#define POLYNOMIAL_HUGE ((__extension__(__int128) 1) << 100)
/* The value where atom i is value(context, i), not negative; saturates at +-POLYNOMIAL_HUGE. */
__extension__ typedef __int128 polynomial_value;
polynomial_value polynomial_evaluate(const struct polynomial *p, uint64_t (*value)(void *context, uint32_t atom), void *context);

#endif
