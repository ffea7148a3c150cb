/* Polynomials over atoms (polynomial.h). */
#include "integer/polynomial.h"

#include <assert.h>
#include <string.h>

#include "base/divisor.h"

struct polynomial polynomial_constant(int64_t value) {
    struct polynomial p = {.count = 0};
    if (value != 0)
        p.terms[p.count++] = (struct power_product){.coefficient = value};
    return p;
}

struct polynomial polynomial_atom(uint32_t atom) {
    struct polynomial p = {.count = 1};
    p.terms[0] = (struct power_product){.coefficient = 1, .atoms = {atom}, .degree = 1};
    return p;
}

/* Orders monomials by degree, then by their atoms. */
static int compare(const struct power_product *a, const struct power_product *b) {
    if (a->degree != b->degree)
        return a->degree < b->degree ? -1 : 1;
    for (uint32_t i = 0; i < a->degree; i++)
        if (a->atoms[i] != b->atoms[i])
            return a->atoms[i] < b->atoms[i] ? -1 : 1;
    return 0;
}

static bool add_term(struct polynomial *p, const struct power_product *term) {
    if (term->coefficient == 0)
        return true;
    uint32_t at = 0;
    while (at < p->count && compare(&p->terms[at], term) < 0)
        at++;
    if (at < p->count && compare(&p->terms[at], term) == 0) {
        if (__builtin_add_overflow(p->terms[at].coefficient, term->coefficient, &p->terms[at].coefficient))
            return false;
        if (p->terms[at].coefficient == 0) {
            memmove(&p->terms[at], &p->terms[at + 1], (p->count - at - 1) * sizeof *p->terms);
            p->count--;
        }
        return true;
    }
    if (p->count == POLYNOMIAL_TERMS_MAX)
        return false;
    memmove(&p->terms[at + 1], &p->terms[at], (p->count - at) * sizeof *p->terms);
    p->terms[at] = *term;
    p->count++;
    return true;
}

/* The product of two monomials, its atoms in ascending order. */
static bool multiply_terms(const struct power_product *a, const struct power_product *b, struct power_product *out) {
    if (a->degree + b->degree > POLYNOMIAL_DEGREE_MAX || __builtin_mul_overflow(a->coefficient, b->coefficient, &out->coefficient))
        return false;
    uint32_t i = 0, j = 0;
    out->degree = a->degree + b->degree;
    for (uint32_t n = 0; n < out->degree; n++)
        out->atoms[n] = j == b->degree || (i < a->degree && a->atoms[i] <= b->atoms[j]) ? a->atoms[i++] : b->atoms[j++];
    return true;
}

bool polynomial_add(struct polynomial *into, int64_t factor, const struct polynomial *p) {
    const struct power_product one = {.coefficient = 1};
    return polynomial_add_product(into, factor, &one, p);
}

bool polynomial_add_product(struct polynomial *into, int64_t factor, const struct power_product *m, const struct polynomial *p) {
    assert(into != p && "the sum is read while it is written");
    for (uint32_t i = 0; i < p->count; i++) {
        struct power_product scaled = *m, product;
        scaled.coefficient = factor;
        if (!multiply_terms(&scaled, &p->terms[i], &product) || !add_term(into, &product))
            return false;
    }
    return true;
}

bool polynomial_multiply(const struct polynomial *a, const struct polynomial *b, struct polynomial *out) {
    assert(out != a && out != b && "the product is read while it is written");
    *out = polynomial_constant(0);
    for (uint32_t i = 0; i < a->count; i++)
        if (!polynomial_add_product(out, a->terms[i].coefficient, &a->terms[i], b))
            return false;
    return true;
}

bool polynomial_divides(const struct power_product *m, const struct power_product *d, struct power_product *quotient) {
    assert(d->coefficient != 0 && "a monomial of a polynomial");
    *quotient = (struct power_product){.coefficient = m->coefficient / d->coefficient};
    uint32_t at = 0;
    for (uint32_t i = 0; i < m->degree; i++) {
        if (at < d->degree && d->atoms[at] == m->atoms[i])
            at++;
        else
            quotient->atoms[quotient->degree++] = m->atoms[i];
    }
    return at == d->degree && m->coefficient % d->coefficient == 0;
}

bool polynomial_equal(const struct polynomial *a, const struct polynomial *b) {
    struct polynomial apart = *a;
    return polynomial_add(&apart, -1, b) && apart.count == 0;
}

int64_t polynomial_constant_of(const struct polynomial *p) {
    return p->count > 0 && p->terms[0].degree == 0 ? p->terms[0].coefficient : 0;
}

bool polynomial_is_constant(const struct polynomial *p) {
    return p->count == 0 || (p->count == 1 && p->terms[0].degree == 0);
}

int64_t polynomial_content(const struct polynomial *p) {
    int64_t divisor = 0;
    for (uint32_t i = 0; i < p->count; i++)
        divisor = common_divisor_of_signed(divisor, p->terms[i].coefficient);
    return divisor;
}

static polynomial_value saturated(polynomial_value v) {
    return v > POLYNOMIAL_HUGE ? POLYNOMIAL_HUGE : v < -POLYNOMIAL_HUGE ? -POLYNOMIAL_HUGE : v;
}

polynomial_value polynomial_evaluate(const struct polynomial *p, uint64_t (*value)(void *context, uint32_t atom), void *context) {
    polynomial_value sum = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct power_product *m = &p->terms[i];
        polynomial_value product = m->coefficient < 0 ? -(polynomial_value)m->coefficient : m->coefficient;
        bool is_zero = false, is_huge = false;
        for (uint32_t a = 0; a < m->degree; a++) {
            polynomial_value factor = value(context, m->atoms[a]);
            is_zero |= factor == 0;
            is_huge |= factor != 0 && product > POLYNOMIAL_HUGE / factor;
            product = is_zero || is_huge ? 1 : product * factor;
        }
        product = is_zero ? 0 : is_huge ? POLYNOMIAL_HUGE : product;
        sum = saturated(m->coefficient < 0 ? sum - product : sum + product);
    }
    return sum;
}
