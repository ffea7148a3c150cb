/* Floating-point constants: what is decided of them, what is left alone (term/real.h). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "term/real.h"
#include "term/term.h"

enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };

static term_ref real(struct term_table *t, double value, uint8_t width) {
    return term_const(t, width, real_bits_of(value, width));
}

static term_ref apply(struct term_table *t, const char *name, uint8_t width, const term_ref *arguments, uint32_t count) {
    return term_apply(t, function_intern(t, name, DEP_APPROX), width, arguments, count);
}

static void test_comparisons(void **state) {
    (void)state;
    static const double values[] = {-2.5, -0.0, 0.0, 1.0, 1.5, INFINITY, NAN};
    struct term_table *t = term_table_create();
    for (unsigned predicate = 0; predicate < 16; predicate++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            for (size_t j = 0; j < sizeof values / sizeof *values; j++)
                for (uint8_t width = 32; width <= 64; width += 32) {
                    char name[16];
                    const double a = values[i], b = values[j];
                    const term_ref arguments[] = {real(t, a, width), real(t, b, width)};
                    unsigned is = isnan(a) || isnan(b) ? UNORDERED : a < b ? LESS : a > b ? GREATER : EQUAL;
                    snprintf(name, sizeof name, "fcmp.%u", predicate);
                    assert_true(term_same(apply(t, name, 1, arguments, 2), predicate & is ? term_true(t) : term_false(t)));
                }
    term_table_destroy(t);
}

static void test_conversions(void **state) {
    (void)state;
    struct term_table *t = term_table_create();
    const term_ref single = real(t, 0.1, 32), wide = real(t, 0.1, 64), minus = real(t, -0.0, 32), zero = real(t, 0, 32);
    assert_true(term_same(apply(t, "fpext", 64, &single, 1), real(t, (double)0.1f, 64)));
    assert_true(term_same(apply(t, "fptrunc", 32, &wide, 1), single));
    assert_true(term_same(apply(t, "fneg", 32, &zero, 1), minus));
    assert_int_equal(real_bits_of(1, 16), 0x3c00);
    static const struct {
        double number;
        uint64_t bits;
    } halves[] = {{-2, 0xc000},     {0.5, 0x3800},      {-0.0, 0x8000},      {65504, 0x7bff},       {65520, 0x7c00},
                  {2049, 0x6800},   {2051, 0x6802},     {0x1p-14, 0x0400},   {0x1p-24, 0x0001},     {0x1p-25, 0},
                  {4095.9, 0x6c00}, {INFINITY, 0x7c00}, {-INFINITY, 0xfc00}, {0x1.ff8p-15, 0x03ff}, {0x1.ffcp-15, 0x0400}};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        assert_int_equal(real_bits_of(halves[i].number, 16), halves[i].bits);
    term_table_destroy(t);
}

/* Subnormal numbers may be 0 on a device; sums may be fused; 16 bits have two formats. */
static void test_left_alone(void **state) {
    (void)state;
    struct term_table *t = term_table_create();
    const term_ref tiny[] = {real(t, 1e-40, 32), real(t, 0, 32)}, ones[] = {real(t, 1, 32), real(t, 1, 32)};
    const term_ref halves[] = {term_const(t, 16, 0x3c00), term_const(t, 16, 0x3c00)};
    assert_false(term_is_const(t, apply(t, "fcmp.14", 1, tiny, 2), NULL));
    assert_false(term_is_const(t, apply(t, "fadd", 32, ones, 2), NULL));
    assert_false(term_is_const(t, apply(t, "fcmp.1", 1, halves, 2), NULL));
    assert_false(term_is_const(t, apply(t, "fcmp.16", 1, ones, 2), NULL));
    term_table_destroy(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_left_alone),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
