/* Polynomials over atoms: sums, products, quotients, values, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "integer/polynomial.h"

static uint64_t value_of(void *context, uint32_t atom) {
    return ((const uint64_t *)context)[atom];
}

/* (x - 1) * y + y */
static struct polynomial row_of(void) {
    struct polynomial x = polynomial_atom(0), y = polynomial_atom(1), one = polynomial_constant(1), product;
    assert_true(polynomial_add(&x, -1, &one));
    assert_true(polynomial_multiply(&x, &y, &product));
    assert_true(polynomial_add(&product, 1, &y));
    return product;
}

static void sums_cancel(void **state) {
    (void)state;
    struct polynomial p = row_of();
    assert_int_equal(p.count, 1);
    assert_int_equal(p.terms[0].degree, 2);
    assert_int_equal(p.terms[0].coefficient, 1);
    struct polynomial same = p;
    assert_true(polynomial_add(&p, -1, &same));
    assert_int_equal(p.count, 0);
    assert_true(polynomial_is_constant(&p));
}

static void products_divide(void **state) {
    (void)state;
    struct polynomial p = row_of(), x = polynomial_atom(0);
    struct power_product q, six = p.terms[0];
    six.coefficient = 6;
    x.terms[0].coefficient = 3;
    assert_true(polynomial_divides(&six, &x.terms[0], &q));
    assert_int_equal(q.coefficient, 2);
    assert_int_equal(q.degree, 1);
    assert_int_equal(q.atoms[0], 1);
    x.terms[0].coefficient = 4;
    assert_false(polynomial_divides(&six, &x.terms[0], &q));
    struct polynomial z = polynomial_atom(2);
    assert_false(polynomial_divides(&six, &z.terms[0], &q));
}

static void values_saturate(void **state) {
    (void)state;
    uint64_t small[] = {7, 11}, huge[] = {UINT64_MAX, UINT64_MAX};
    struct polynomial p = row_of(), minus = polynomial_constant(-1), square;
    assert_true(polynomial_evaluate(&p, value_of, small) == 77);
    assert_true(polynomial_multiply(&p, &p, &square));
    assert_true(polynomial_evaluate(&square, value_of, huge) == POLYNOMIAL_HUGE);
    assert_true(polynomial_add(&p, 1, &minus));
    assert_true(polynomial_evaluate(&p, value_of, small) == 76);
}

static void limits_are_told(void **state) {
    (void)state;
    struct polynomial sum = polynomial_constant(1), product = polynomial_constant(1), next;
    bool fits = true;
    for (uint32_t i = 0; i <= POLYNOMIAL_TERMS_MAX && fits; i++) {
        struct polynomial atom = polynomial_atom(i);
        fits = polynomial_add(&sum, 1, &atom);
    }
    assert_false(fits);
    fits = true;
    for (uint32_t i = 0; i <= POLYNOMIAL_DEGREE_MAX && fits; i++) {
        struct polynomial atom = polynomial_atom(i);
        fits = polynomial_multiply(&product, &atom, &next);
        product = next;
    }
    assert_false(fits);
    struct polynomial most = polynomial_constant(INT64_MAX), one = polynomial_constant(1);
    assert_false(polynomial_add(&most, 1, &one));
}

static void content_divides_all(void **state) {
    (void)state;
    struct polynomial p = polynomial_constant(8), x = polynomial_atom(0);
    assert_true(polynomial_add(&p, -12, &x));
    assert_int_equal(polynomial_content(&p), 4);
    assert_int_equal(polynomial_constant_of(&p), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_cancel), cmocka_unit_test(products_divide), cmocka_unit_test(values_saturate),
                                       cmocka_unit_test(limits_are_told), cmocka_unit_test(content_divides_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
