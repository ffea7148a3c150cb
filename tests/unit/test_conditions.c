/* Conditions of several violations together: each once, without those that others imply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/arena.h"
#include "prove/prove.h"
#include "term/term.h"

static void texts_are_joined(void **state) {
    (void)state;
    static const struct {
        const char *text, *joined;
    } cases[] = {
        {"a >= 1", "a >= 1"},
        {"a >= 1 && b >= 2 && a >= 1", "a >= 1 && b >= 2"},
        {"n % 2 == 0 && n % 32 == 0", "n % 32 == 0"},
        {"n % 32 == 0 && n % 2 == 0", "n % 32 == 0"},
        {"n % 32 == 0 && m % 2 == 0", "n % 32 == 0 && m % 2 == 0"},
        {"n % 12 == 0 && n % 8 == 0", "n % 12 == 0 && n % 8 == 0"},
        {"n % 32 == 1 && n % 2 == 0", "n % 32 == 1 && n % 2 == 0"},
        {"(a >= 1 && b >= 2) && a >= 1", "(a >= 1 && b >= 2) && a >= 1"},
        {"sorted(a) && increasing(a)", "increasing(a)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct term_table *terms = term_table_create();
        const struct prove_contract parts = prove_parts(&arena, cases[i].text);
        assert_string_equal(prove_join(&arena, terms, parts.conditions, parts.count).text, cases[i].joined);
        term_table_destroy(terms);
        arena_release(&arena);
    }
}

static void no_text_has_no_parts(void **state) {
    (void)state;
    struct arena arena = {0};
    assert_int_equal(prove_parts(&arena, NULL).count, 0);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_joined), cmocka_unit_test(no_text_has_no_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
