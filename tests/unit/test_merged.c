/* Assumptions as they are told: lists before and after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "check/merged.h"

enum { MOST = 7 };

struct line {
    enum assumption_kind kind;
    const char *text;
};

static void expect_at(const struct merged_places *places, const struct line before[MOST], const struct line after[MOST]) {
    struct arena arena;
    struct assumption list[MOST];
    uint32_t count = 0, expected = 0;
    arena_init(&arena);
    for (; count < MOST && before[count].text; count++)
        list[count] = (struct assumption){before[count].kind, before[count].text};
    while (expected < MOST && after[expected].text)
        expected++;
    merged_assumptions(&arena, list, &count, places);
    assert_int_equal(count, expected);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(list[i].text, after[i].text);
        assert_int_equal(list[i].kind, after[i].kind);
    }
    arena_release(&arena);
}

static void expect(const struct line before[MOST], const struct line after[MOST]) {
    expect_at(NULL, before, after);
}

#define SIGNED ASSUMPTION_NO_SIGNED_OVERFLOW
#define WRAP ASSUMPTION_NO_WRAP

static void conditions_of_one_launch_are_one(void **state) {
    (void)state;
    expect((const struct line[MOST]){{WRAP, "n * 4 < 2^63 (launched at a.cu:1)"}, {SIGNED, "n >= 0"}, {WRAP, "0 <= n < 2^31 (launched at a.cu:1)"}},
           (const struct line[MOST]){{WRAP, "n * 4 < 2^63 && 0 <= n < 2^31 (launched at a.cu:1)"}, {SIGNED, "n >= 0"}});
}

static void launches_stay_apart(void **state) {
    (void)state;
    const struct line both[MOST] = {{WRAP, "n < 2^31 (launched at a.cu:1)"}, {WRAP, "n < 2^30 (launched at a.cu:2)"}, {WRAP, "n < 2^32"}};
    expect(both, both);
}

static void other_launches_keep_what_one_has_no_need_of(void **state) {
    (void)state;
    const struct line both[MOST] = {{WRAP, "n < 2^32"}, {WRAP, "n < 2^31 (launched at a.cu:1)"}};
    expect(both, both);
    expect((const struct line[MOST]){{WRAP, "n < 2^31 (launched at a.cu:1)"}, {WRAP, "n < 2^31"}}, (const struct line[MOST]){{WRAP, "n < 2^31"}});
}

static void the_smallest_limit_stays(void **state) {
    (void)state;
    expect((const struct line[MOST]){{SIGNED, "b >= 0 && a * host.int1 <= 2^55"},
                                     {SIGNED, "a * host.int1 < 2^22, a product of signed numbers (launched at a.cu:1)"},
                                     {SIGNED, "a * b < 2^31, a product of signed numbers (launched at a.cu:1)"},
                                     {SIGNED, "(b * c) * a < 2^24, a product of signed numbers (launched at a.cu:1)"},
                                     {SIGNED, "(a * b) * c < 2^22, a product of signed numbers (launched at a.cu:1)"},
                                     {SIGNED, "b >= 0"}},
           (const struct line[MOST]){
               {SIGNED, "b >= 0"},
               {SIGNED, "a * host.int1 < 2^22 && a * b < 2^31 && (a * b) * c < 2^22, products of signed numbers (launched at a.cu:1)"}});
}

static void equal_limits_are_told_once(void **state) {
    (void)state;
    expect((const struct line[MOST]){{WRAP, "a * b < 2^31"}, {WRAP, "b * a <= 2147483647 && c < 2^31"}},
           (const struct line[MOST]){{WRAP, "a * b < 2^31 && c < 2^31"}});
}

static void sums_are_not_products(void **state) {
    (void)state;
    expect((const struct line[MOST]){{WRAP, "a * (b + c) < 2^31"}, {WRAP, "(a * b) + c < 2^30"}},
           (const struct line[MOST]){{WRAP, "a * (b + c) < 2^31 && (a * b) + c < 2^30"}});
}

static void a_signed_product_has_two_limits(void **state) {
    (void)state;
    const struct line both[MOST] = {{SIGNED, "a * b < 2^31, a product of signed numbers"}, {WRAP, "a * b < 2^22"}};
    expect(both, both);
}

static void what_is_told_of_no_launch_is_of_the_only_one(void **state) {
    (void)state;
    const struct line before[MOST] = {
        {SIGNED, "b >= 0"}, {SIGNED, "a * b < 2^31, a product of signed numbers (launched at a.cu:1)"}, {WRAP, "n < 2^31"}};
    const char *place = "a.cu:1";
    expect_at(&(struct merged_places){&place, 1, false}, before,
              (const struct line[MOST]){{SIGNED, "b >= 0 && a * b < 2^31, a product of signed numbers (launched at a.cu:1)"}, {WRAP, "n < 2^31"}});
    expect(before, before);
}

static void what_is_told_alike_of_two_launches_is_told_once(void **state) {
    (void)state;
    expect((const struct line[MOST]){{WRAP, "n < 2^31 && m < 2^31 (launched at a.cu:1)"},
                                     {SIGNED, "k >= 0 (launched at a.cu:1)"},
                                     {WRAP, "n < 2^31 && m < 2^31 (launched at a.cu:2)"},
                                     {WRAP, "n < 2^31 (launched at a.cu:3)"}},
           (const struct line[MOST]){{WRAP, "n < 2^31 && m < 2^31 (launched at a.cu:1, a.cu:2)"},
                                     {SIGNED, "k >= 0 (launched at a.cu:1)"},
                                     {WRAP, "n < 2^31 (launched at a.cu:3)"}});
}

static void what_is_told_of_no_launch_is_told_with_all_of_them(void **state) {
    (void)state;
    const char *places[] = {"a.cu:1", "a.cu:2", "a.cu:3"};
    const struct line before[MOST] = {{WRAP, "k < 2^31"}, {WRAP, "n < 2^31 (launched at a.cu:1)"}, {WRAP, "n < 2^31 (launched at a.cu:2)"}};
    expect_at(&(struct merged_places){places, 2, false}, before,
              (const struct line[MOST]){{WRAP, "k < 2^31 && n < 2^31 (launched at a.cu:1, a.cu:2)"}});
    expect_at(&(struct merged_places){places, 3, false}, before,
              (const struct line[MOST]){{WRAP, "k < 2^31"}, {WRAP, "n < 2^31 (launched at a.cu:1, a.cu:2)"}});
}

static void numbers_of_two_launches_at_one_place_are_two(void **state) {
    (void)state;
    const char *place = "a.cu:1";
    const struct line both[MOST] = {
        {WRAP,
         "host.long1 < 2^31 (host.long1: of a.cu:7) && host.long1 < 2^31 (host.long1: of a.cu:8) && n < 2^31 (n: of a.cu:7) (launched at a.cu:1)"}};
    expect_at(&(struct merged_places){&place, 1, true}, both, both);
    expect_at(&(struct merged_places){&place, 1, false}, both,
              (const struct line[MOST]){{WRAP, "host.long1 < 2^31 (host.long1: of a.cu:7) && n < 2^31 (n: of a.cu:7) (launched at a.cu:1)"}});
}

static void multiples_bound_what_they_are_of(void **state) {
    (void)state;
    expect((const struct line[MOST]){{WRAP, "a * b < 2^32"}, {WRAP, "(b * a) * 4 < 2^32 && a * 3 * 2 <= 7"}, {WRAP, "a <= 2"}},
           (const struct line[MOST]){{WRAP, "(b * a) * 4 < 2^32 && a * 3 * 2 <= 7"}});
    expect((const struct line[MOST]){{WRAP, "a * 4 < 2^32"}, {WRAP, "a < 2^29"}}, (const struct line[MOST]){{WRAP, "a < 2^29"}});
}

static void comparisons_within_a_value_are_no_limits(void **state) {
    (void)state;
    const struct line both[MOST] = {{WRAP, "n < 2 && (n < 3 ? 1 : 2) * k < 2^31"}};
    expect(both, both);
}

static void operations_in_words_are_joined(void **state) {
    (void)state;
    expect((const struct line[MOST]){{SIGNED, "no signed overflow in f(a && b)"}, {SIGNED, "no signed overflow in g(c)"}, {WRAP, "no wrap in g(c)"}},
           (const struct line[MOST]){{SIGNED, "no signed overflow in f(a && b); g(c)"}, {WRAP, "no wrap in g(c)"}});
}

static void other_kinds_are_left_alone(void **state) {
    (void)state;
    const struct line both[MOST] = {{ASSUMPTION_REQUIRED, "required: n < 2^31"}, {ASSUMPTION_REQUIRED, "required: n < 2^31"}, {WRAP, "n < 2^31"}};
    expect(both, both);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_of_one_launch_are_one),
        cmocka_unit_test(launches_stay_apart),
        cmocka_unit_test(other_launches_keep_what_one_has_no_need_of),
        cmocka_unit_test(the_smallest_limit_stays),
        cmocka_unit_test(equal_limits_are_told_once),
        cmocka_unit_test(sums_are_not_products),
        cmocka_unit_test(operations_in_words_are_joined),
        cmocka_unit_test(a_signed_product_has_two_limits),
        cmocka_unit_test(what_is_told_of_no_launch_is_of_the_only_one),
        cmocka_unit_test(what_is_told_alike_of_two_launches_is_told_once),
        cmocka_unit_test(what_is_told_of_no_launch_is_told_with_all_of_them),
        cmocka_unit_test(numbers_of_two_launches_at_one_place_are_two),
        cmocka_unit_test(multiples_bound_what_they_are_of),
        cmocka_unit_test(comparisons_within_a_value_are_no_limits),
        cmocka_unit_test(other_kinds_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
