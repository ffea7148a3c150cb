/* Text about terms in the words of the source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/source_terms.h"

static const char KERNEL[] = "protocol \"k\" \"k()\" at \"k.cu\":1 {\n"
                             "array x: parameter global param 0 element 4 extent ? written\n"
                             "symbol n: i32 uniform param\nparam \"x\": pointer = x\nparam \"n\": scalar = n\n"
                             "location L1 \"k.cu\":7:3 location L2 \"k.cu\":8:5\n"
                             "symbol k0: i32 thread counter loop 0\nsymbol k1: i32 thread counter loop 1\n"
                             "symbol v1: i32 thread value \"value read from x\"\n"
                             "loop 0 counter k0 header L1 at L1 { loop 1 counter k1 header L2 at L2 { read x[sext64(k0 + k1)] bytes 4 at L2 } } }";

struct example {
    const char *text, *expected;
};

static const struct example EXAMPLES[] = {
    {"no wrap in threadIdx.x + n", "no wrap in threadIdx.x + n"},
    {"no wrap in sext64(k0) * 4", "no wrap in round * 4 (round: of the loop in line 7)"},
    {"k1 + k0 + k1", "round + round2 + round (round: of the loop in line 8, round2: of the loop in line 7)"},
    {"zext64(n + 1) * 2", "(n + 1) * 2"},
    {"ite(n < 3, zext64(n), (n, 1))", "(n < 3 ? n : (n, 1))"},
    {"ite(ite(a, b, c), 1, 2)", "((a ? b : c) ? 1 : 2)"},
    {"v1 + 1", "value + 1 (value: value read from x)"},
    {"sext(n)", "sext(n)"},
    {"sext64(n", "sext64(n"},
    {"ite()", "( ?  : )"},
    {"k0k1 k", "k0k1 k"},
    {"", ""},
};

static struct protocol *parse(struct arena *arena) {
    const char *error = NULL;
    struct protocol *protocol = protocol_parse(arena, KERNEL, "k.map", &error);
    if (!protocol) {
        fail_msg("%s", error);
    }
    return protocol;
}

static void test_terms(void **state) {
    (void)state;
    struct arena arena = {0};
    struct protocol *protocol = parse(&arena);
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++) {
        assert_string_equal(source_terms(&arena, protocol, EXAMPLES[i].text), EXAMPLES[i].expected);
    }
    assert_string_equal(source_name(&arena, protocol, "k1"), "round of the loop in line 8");
    assert_string_equal(source_name(&arena, protocol, "n"), "n");
    assert_string_equal(source_name(&arena, protocol, "value read from x"), "value read from x");
    protocol_destroy(protocol);
    arena_release(&arena);
}

/* Deeply nested text ends. */
static void test_deep(void **state) {
    (void)state;
    struct arena arena = {0};
    struct protocol *protocol = parse(&arena);
    struct buffer text = {0};
    for (int i = 0; i < 3000; i++) {
        buffer_add(&text, "ite(");
    }
    buffer_add(&text, "n");
    for (int i = 0; i < 3000; i++) {
        buffer_add(&text, ")");
    }
    assert_non_null(source_terms(&arena, protocol, buffer_text(&text)));
    buffer_release(&text);
    protocol_destroy(protocol);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_terms), cmocka_unit_test(test_deep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
