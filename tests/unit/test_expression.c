/* C expressions over a launch: the term each must give, or the error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/expression.h"

static const char KERNEL[] = "protocol \"k\" \"void k<pair<int, int>, 3>(int*, unsigned int, int, unsigned long, short)\" at \"k.cu\":1 {\n"
                             "array a: parameter global param 0 element 4 extent ?\n"
                             "symbol n: i32 uniform param\nsymbol m: i32 uniform param\n"
                             "param \"a\": pointer = a\nparam \"n\": scalar = n\nparam \"m\": scalar = m\n"
                             "param \"size\": scalar\nparam \"w\": scalar\nsymbol s.ne[1]: i32 uniform param\nsymbol s.12: i32 uniform param\n"
                             "param \"s\": pointer\nmember \"s.ne[1]\" of 5 at 4: \"unsigned int\"\nmember \"s.12\" of 5 at 12: \"\"\n"
                             "member \"s.in.n\" of 5 at 8: \"long\"\nmember \"s.f\" of 5 at 16: \"float\" }";

struct example {
    const char *text, *expected; /* the printed term, or the error */
};

static const struct example NUMBERS[] = {
    {"42", "42:64"},
    {" 0x1F ", "31:64"},
    {"7ull", "7:64"},
    {"n", "zext64(n)"},
    {"m", "sext64(m)"},
    {"w", "sext64(w)"},
    {"size", "size"},
    {"s.ne[1] * 2", "zext64(s.ne[1]) *s 2:64"},
    {"s.4", "zext64(s.ne[1])"},
    {"s.12", "sext64(s.12)"},
    {"s.in.n", "s.in.n"},
    {"s.8", "s.in.n"},
    {"s.f", "'s.f' is no integer"},
    {"s.16", "'s.f' is no integer"},
    {"s.ne", "the kernel has no parameter 's.ne'"},
    {"s.ne[2]", "the kernel has no parameter 's.ne[2]'"},
    {"s.20", "the kernel has no parameter 's.20'"},
    {"2 + 3 * 4", "14:64"},
    {"(2 + 3) * 4", "20:64"},
    {"10 - 3 - 2", "5:64"},
    {"-7 / 2", "-3:64"},
    {"-7 % 4", "-3:64"},
    {"1 << 4 | 1", "17:64"},
    {"~0", "-1:64"},
    {"!5", "0:64"},
    {"3 > 2", "1:64"},
    {"1 ? 2 : 0 ? 3 : 4", "2:64"},
    {"0 ? 2 : 0 ? 3 : 4", "4:64"},
    {"1 || 0 && 0", "1:64"},
    {"1 == 2 < 3", "1:64"},
    {"min(3, max(1, 2))", "2:64"},
    {"warpSize", "32:64"},
    {"blockDim.x", "zext64(bdim.x)"},
    {"", "expected a number or a name at the end of ''"},
    {"1 +", "expected a number or a name at the end of '1 +'"},
    {"(1", "expected ')' at the end of '(1'"},
    {"1 2", "expected an operator, found '2'"},
    {"1.5", "expected a decimal or hexadecimal integer, found '1.5'"},
    {"99999999999999999999", "expected a decimal or hexadecimal integer, found '99999999999999999999'"},
    {"threadIdx.x", "the kernel has no parameter 'threadIdx.x'"},
    {"q", "the kernel has no parameter 'q'"},
    {"a", "'a' is no integer"},
};

static const struct example CONDITIONS[] = {
    {"n", "!(n == 0)"},
    {"blockDim.x == 64", "bdim.x == 64"},
    {"m > 0 && m < 100", NULL},
};

static struct protocol *kernel(struct arena *arena) {
    const char *error = NULL;
    struct protocol *p = protocol_parse(arena, KERNEL, "k.map", &error);
    if (!p)
        fail_msg("%s", error);
    return p;
}

static void check(struct arena *arena, const struct example *e, bool is_condition) {
    struct protocol *p = kernel(arena);
    const char *error = NULL;
    struct buffer out = {0};
    term_ref t = (is_condition ? expression_condition : expression_number)(p, arena, e->text, &error);
    assert_true(term_is_none(t) == (error != NULL));
    if (error)
        buffer_add(&out, error);
    else
        term_print(p->terms, t, &out);
    if (e->expected)
        assert_string_equal(buffer_text(&out), e->expected);
    if (!term_is_none(t))
        assert_int_equal(term_width(p->terms, t), is_condition ? 1 : 64);
    buffer_release(&out);
    protocol_destroy(p);
}

static void test_numbers(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        check(&arena, &NUMBERS[i], false);
    arena_release(&arena);
}

static void test_conditions(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof CONDITIONS / sizeof *CONDITIONS; i++)
        check(&arena, &CONDITIONS[i], true);
    arena_release(&arena);
}

/* Names are not looked up; nesting is bounded. */
static void test_syntax(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    char deep[1000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    assert_null(expression_syntax(&arena, "anything * (gridDim.x - 1)"));
    assert_non_null(expression_syntax(&arena, "anything *"));
    assert_non_null(expression_syntax(&arena, deep));
    memset(deep, '!', sizeof deep - 1);
    assert_non_null(expression_syntax(&arena, deep));
    arena_release(&arena);
}

/* A dimension in an expression counts as read: it is not taken to be 1. */
static void test_reads(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    struct protocol *p = kernel(&arena);
    const char *error = NULL;
    assert_false(p->reads_gdim[1]);
    assert_false(term_is_none(expression_condition(p, &arena, "gridDim.y < 4", &error)));
    assert_true(p->reads_gdim[1]);
    protocol_destroy(p);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_syntax),
        cmocka_unit_test(test_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
