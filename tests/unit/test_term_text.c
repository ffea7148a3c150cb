/* Normal forms as text, and printing and parsing as inverses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "term_tree.h"

static struct term_table *new_table(void) {
    struct term_table *table = term_table_create();
    static const struct symbol symbols[] = {
        {.name = "tid.x", .width_bits = 32, .role = SYMBOL_TID, .scope = SCOPE_THREAD},
        {.name = "bid.x", .width_bits = 32, .role = SYMBOL_BID, .scope = SCOPE_BLOCK},
        {.name = "bdim.x", .width_bits = 32, .role = SYMBOL_BDIM},
        {.name = "n", .width_bits = 32, .role = SYMBOL_PARAM},
        {.name = "m", .width_bits = 32, .role = SYMBOL_PARAM},
        {.name = "k", .width_bits = 32, .role = SYMBOL_COUNTER},
        {.name = "wide", .width_bits = 64, .role = SYMBOL_PARAM},
        {.name = "b", .width_bits = 8, .role = SYMBOL_VALUE},
        {.name = "p", .width_bits = 1, .role = SYMBOL_VALUE},
        {.name = "q", .width_bits = 1, .role = SYMBOL_VALUE},
        {.name = "r", .width_bits = 1, .role = SYMBOL_VALUE},
        {.name = "x3", .width_bits = 3, .role = SYMBOL_VALUE},
        {.name = "y3", .width_bits = 3, .role = SYMBOL_VALUE},
    };
    for (uint32_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        symbol_create(table, &symbols[i]);
    function_intern(table, "load \"A\" \\ 4", DEP_MEMORY);
    function_intern(table, "f", 0);
    return table;
}

static term_ref parse(struct term_table *table, const char *text) {
    struct arena arena;
    arena_init(&arena);
    const char *at = text, *error = NULL;
    term_ref t = term_parse(table, &at, &arena, &error);
    if (term_is_none(t))
        print_message("%s: at '%s': expected %s\n", text, at, error);
    assert_false(term_is_none(t));
    assert_string_equal(at, "");
    arena_release(&arena);
    return t;
}

/* What is written, and its normal form ("" if it is normal). */
static const char *const forms[][2] = {
    {"tid.x", ""},
    {"-1", ""},
    {"4294967295", "-1"},
    {"2147483648", ""},
    {"-1:64", ""},
    {"255:8", "-1:8"},
    {"1:1", "true"},
    /* sums */
    {"(n + 1) + 2", "n + 3"},
    {"(n +s 1) +s 2", "n +s 3"},
    {"(n +s 2147483647) +s 1", "n + 2147483648"},
    {"(n +u 5) + -3", "n +u 2"},
    {"(n +s 5) + -3", "n +s 2"},
    {"(n +s 5) + 3", "n + 8"},
    {"(n + 1) + m", "(n + m) + 1"},
    {"m + n", "n + m"},
    {"(m +s n) +s 1", "(n +s m) +s 1"},
    {"(n +s 1) +s m", "m +s (n +s 1)"},
    {"n - n", "0"},
    {"(n + m) - n", "m"},
    {"(n +s m) - n", "m"},
    {"(n * 2) + (n * 3)", "n * 5"},
    {"n +s n", "n *s 2"},
    {"n + (n * -1)", "0"},
    {"(n *s 3) +s (n *s 4)", "n *s 7"},
    {"((y3 +s x3) +s 3:3) +s ((y3 *s -1:3) +s 3:3)", "x3 + -2:3"},
    {"((y3 +s x3) +s 1:3) +s ((y3 *s -1:3) +s 1:3)", "x3 +s 2:3"},
    {"((y3 +s x3) +s 1:3) +s ((y3 * -1:3) +s 1:3)", "x3 + 2:3"},
    {"tid.x - n", "tid.x + (n * -1)"},
    {"tid.x -s n", "tid.x +s (n *s -1)"},
    {"n -s m", "n + (m * -1)"},
    {"n -s 1", "n +s -1"},
    {"((tid.x +u n) +u m) +u tid.x", "((tid.x *u 2) +u n) +u m"},
    {"((n /s m) *s m) +s (n %s m)", "n"},
    {"((tid.x >>u 5) *s 32) +s (tid.x & 31)", "tid.x"},
    {"(((n + m) /u k) * k) + ((n + m) %u k)", "n + m"},
    {"((((n + m) /u 6) * 12) + k) + (((n + m) %u 6) * 2)", "((n * 2) + (m * 2)) + k"},
    /* products */
    {"(n + 3) * 4", "(n * 4) + 12"},
    {"(n +s 3) *s 4", ""},
    {"(n +u 3) *u 4", "(n *u 4) +u 12"},
    {"(n *s 3) *s 5", "n *s 15"},
    {"(m * n) * tid.x", "(tid.x * n) * m"},
    {"(m * 3) * (n * 5)", "(n * m) * 15"},
    {"n << 3", "n * 8"},
    {"n <<s 3", "n *s 8"},
    {"n <<s 31", "n * 2147483648"},
    {"n << 32", "0"},
    {"n << m", ""},
    /* division and shifts */
    {"n /u 8", "n >>u 3"},
    {"n %u 8", "n & 7"},
    {"tid.x /s 8", "tid.x >>u 3"},
    {"n /s 8", ""},
    {"n /s -1", "n * -1"},
    {"tid.x /u 2048", "0"},
    {"tid.x %u 1024", "tid.x"},
    {"(n >>u 3) >>u 4", "n >>u 7"},
    {"(n /u 3) /u 5", "n /u 15"},
    {"n /u 0", "-1"},
    {"n %u 0", "n"},
    {"tid.x >>s 2", "tid.x >>u 2"},
    /* bits */
    {"(n & 12) & 10", "n & 8"},
    {"tid.x & 1023", "tid.x"},
    {"(tid.x * 4) & 3", "0"},
    {"(tid.x * 4) | 3", "(tid.x * 4) +su 3"},
    {"n ^ n", "0"},
    {"(n ^ m) ^ n", "m"},
    {"~(~n)", "n"},
    {"n ^ -1", "~n"},
    {"n & ~n", "0"},
    {"n | (n & m)", "n"},
    /* casts */
    {"zext64(trunc8(wide))", "wide & 255:64"},
    {"zext64(trunc8(n))", "zext64(n & 255)"},
    {"trunc8(zext64(n))", "trunc8(n)"},
    {"trunc32(sext64(n))", "n"},
    {"trunc32(sext64(b))", "sext32(b)"},
    {"sext64(zext32(b))", "zext64(b)"},
    {"sext64(sext32(b))", "sext64(b)"},
    {"sext64(tid.x)", "zext64(tid.x)"},
    {"zext64(n +u 1)", ""},
    {"sext64(n +s 1)", ""},
    /* comparisons */
    {"n <u 1", "n == 0"},
    {"n <=u 4", "n <u 5"},
    {"4 <u n", "5 <=u n"},
    {"n >s 4", "5 <=s n"},
    {"!(n <s m)", "m <=s n"},
    {"!(n == m)", ""},
    {"n != 0", "!(n == 0)"},
    {"0 <u n", "!(n == 0)"},
    {"(n + 3) == 5", "n == 2"},
    {"(n * -1) == 5", "n == -5"},
    {"(n * 2) == 5", "false"},
    {"(n * 6) == 12", "(n * 2) == 4"},
    {"(n + m) == (n + k)", "m == k"},
    {"(n + 1) == m", "m == (n + 1)"},
    {"m == (n + 1)", "m == (n + 1)"},
    {"(m + -1) == n", "m == (n + 1)"},
    {"n == (m + -1)", "m == (n + 1)"},
    {"tid.x <s 10", "tid.x <u 10"},
    {"tid.x <s 2000", "true"},
    {"zext64(n) <s zext64(m)", "n <u m"},
    {"sext64(n) <s sext64(m)", "n <s m"},
    {"sext64(n) <u sext64(m)", "n <u m"},
    {"sext64(n) <s 100:64", "n <s 100"},
    {"sext64(n) == 5000000000:64", "false"},
    {"zext64(b) <u zext64(n)", "zext32(b) <u n"},
    {"sext64(n) <u 5000000000:64", "0 <=s n"},
    {"ite(p, 1, 2) == 2", "!p"},
    {"ite(p, 5, n) == 6", "!p & (n == 6)"},
    {"ite(p, 6, n) == 6", "p | (n == 6)"},
    {"ite(p, 5, 9) <u 7", "p"},
    {"zext32(p) == 1", "p"},
    {"(n & 1) == 1", "!((n & 1) == 0)"},
    {"(n ^ 3) == 5", "n == 6"},
    {"(zext64(n) * 4:64) == (zext64(m) * 4:64)", "n == m"},
    {"(sext64(n) *s 12:64) == ((sext64(m) *s 12:64) +s 24:64)", "sext64(n) == (sext64(m) + 2:64)"},
    {"(sext64(n) * 4:64) == -8:64", "n == -2"},
    {"(zext64(n) * 4:64) <u (zext64(m) * 4:64)", "n <u m"},
    {"(sext64(n) * 4:64) <s 10:64", "n <s 3"},
    {"(sext64(n) * 4:64) <=s -10:64", "n <s -2"},
    {"11:64 <s (sext64(n) * 4:64)", "3 <=s n"},
    {"(tid.x + 1) <u 256", "tid.x <u 255"},
    {"(tid.x + -5) <s 3", "tid.x <u 8"},
    {"(tid.x * 4) <u 10", "tid.x <u 3"},
    /* digits */
    {"((n * 4) + m) & 3", "m & 3"},
    {"(n + 9) & 7", "(n + 1) & 7"},
    {"((bid.x & 255) * 1024) + tid.x", "tid.x + ((bid.x & 255) * 1024)"},
    {"(((bid.x & 255) * 1024) + tid.x) >>u 10", "bid.x & 255"},
    {"(((bid.x & 255) * 1024) + tid.x) & 1023", "tid.x"},
    {"(((bid.x & 255) * 3000) + tid.x) /u 3000", "bid.x & 255"},
    {"(((bid.x & 255) * 3000) + tid.x) %s 1500", "tid.x"},
    {"(tid.x * 4) /u 12", "tid.x /u 3"},
    {"(tid.x * 4) %u 12", "(tid.x %u 3) * 4"},
    {"trunc8((n * 256) + m)", "trunc8(m)"},
    {"trunc32((sext64(n) * 4:64) + 8:64)", "(n * 4) + 8"},
    /* Booleans */
    {"p & !p", "false"},
    {"p & (p | q)", "p"},
    {"p & (!p | q)", "p & q"},
    {"(p & q) | (p & !q)", "p"},
    {"(p & q) | (p & r)", "p & (q | r)"},
    {"(p | q) & (p | !q)", "p"},
    {"(q & p) & q", "p & q"},
    {"p == true", "p"},
    {"p == false", "!p"},
    {"p ^ q", "!(p == q)"},
    {"!p == !q", "p == q"},
    {"(n <u 5) & (n <u 9)", "n <u 5"},
    {"(n <u 5) & (n == 7)", "false"},
    {"(n <u 5) | (4 <=u n)", "true"},
    {"(n <u 5) & !(n == 7)", "n <u 5"},
    {"ite(p, q, false)", "p & q"},
    {"ite(!p, n, m)", "ite(p, m, n)"},
    {"ite(p, n, n)", "n"},
    {"ite(p, 1, 0)", "zext32(p)"},
    {"ite(p, ite(p, n, m), k)", "ite(p, n, k)"},
    {"ite(n <=s m, n, m)", "ite(m <s n, m, n)"},
    /* applications */
    {"\"load \\\"A\\\" \\\\ 4\":8(n + 1, p)", ""},
    {"\"f\":32()", ""},
    {"\"f\":32(\"f\":16(n), (n & m) + 3)", ""},
};

static void test_normal_forms(void **state) {
    (void)state;
    struct term_table *table = new_table();
    for (uint32_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct buffer out = {0};
        term_ref t = parse(table, forms[i][0]);
        term_print(table, t, &out);
        assert_string_equal(buffer_text(&out), forms[i][forms[i][1][0] != '\0']);
        assert_true(term_same(parse(table, buffer_text(&out)), t));
        buffer_release(&out);
    }
    term_table_destroy(table);
}

/* Text, and what it fails to be; '@' marks the place. */
static const char *const errors[][2] = {
    {"@", "a term"},
    {"n + @", "a term"},
    {"(n + 1@", "')' or an operator"},
    {"n + wide@", "operands of equal width"},
    {"@unknown", "a symbol of the protocol (there is no 'unknown')"},
    {"@256:8", "a number that fits its width"},
    {"@-129:8", "a number that fits its width"},
    {"@99999999999999999999:64", "a number that fits its width"},
    {"1:@65", "a width of 1 to 64"},
    {"ite(n, 1, 2)@", "a Boolean and two terms of equal width"},
    {"ite(p, 1, 2:8)@", "a Boolean and two terms of equal width"},
    {"zext8(@n)", "an operand that is not wider"},
    {"trunc64(@n)", "a wider operand"},
    {"@foo(n)", "ite, zextN, sextN or truncN before '('"},
    {"@\"g\":32()", "the name of a function"},
    {"\"f\"@(n)", "':' and a width"},
    {"ite(p, 1@", "',', ')' or an operator"},
};

static void test_errors(void **state) {
    (void)state;
    struct term_table *table = new_table();
    struct arena arena;
    arena_init(&arena);
    for (uint32_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct buffer text = {0};
        const char *mark = strchr(errors[i][0], '@');
        buffer_add_n(&text, errors[i][0], (size_t)(mark - errors[i][0]));
        buffer_add(&text, mark + 1);
        const char *start = buffer_text(&text), *at = start, *error = NULL;
        assert_true(term_is_none(term_parse(table, &at, &arena, &error)));
        assert_string_equal(error, errors[i][1]);
        size_t offset = (size_t)(at - start);
        if (offset != (size_t)(mark - errors[i][0]) && errors[i][0][offset] != ')')
            print_message("%s: stopped at %zu\n", errors[i][0], offset);
        buffer_release(&text);
    }
    arena_release(&arena);
    term_table_destroy(table);
}

/* A term ends where the notation says it ends. */
static void test_rest(void **state) {
    (void)state;
    struct term_table *table = new_table();
    struct arena arena;
    arena_init(&arena);
    static const char *const texts[][2] = {
        {"n + 1 + 2", " + 2"}, {"n ; rest", " ; rest"}, {"(n + 1), m", ", m"}, {"n\n", "\n"}, {"tid.x ]", " ]"}, {"!p & q) x", ") x"},
    };
    for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *at = texts[i][0], *error = NULL;
        assert_false(term_is_none(term_parse(table, &at, &arena, &error)));
        assert_string_equal(at, texts[i][1]);
    }
    arena_release(&arena);
    term_table_destroy(table);
}

static void test_random_round_trip(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 42);
    for (uint8_t w = 1; w <= 6; w++) {
        struct term_table *table = term_table_create();
        term_ref variables[TREE_VARIABLES];
        for (uint32_t i = 0; i < TREE_VARIABLES; i++) {
            struct symbol symbol = {.name = i % 2 ? "x" : "loop.i", .role = SYMBOL_VALUE};
            symbol.width_bits = i == TREE_VARIABLES - 1 ? 1 : w;
            variables[i] = term_symbol(table, symbol_create(table, &symbol));
        }
        for (uint32_t i = 0; i < 20000; i++) {
            struct tree_pool pool = {.used = 0, .w = w};
            struct buffer out = {0};
            term_ref t = tree_build(table, tree_random(&pool, &rng, w, 5), variables);
            term_print(table, t, &out);
            term_ref again = parse(table, buffer_text(&out));
            if (!term_same(again, t)) {
                buffer_add(&out, "\n   ");
                term_print(table, again, &out);
                print_message("%s\n", buffer_text(&out));
            }
            assert_true(term_same(again, t));
            buffer_release(&out);
        }
        term_table_destroy(table);
    }
}

/* Any bytes are refused or parsed, never a crash. */
static void test_garbage(void **state) {
    (void)state;
    static const char *const pieces[] = {"n",   "(",     ")",    "+s ", " ",  "!",  "~", "ite(", ",", "p",       "zext8",
                                         "1:8", "\"f\"", ":32(", "-1",  "<u", "&&", "*", "\"",   "m", "trunc1(", "\\"};
    struct term_table *table = new_table();
    struct arena arena;
    struct rng rng;
    arena_init(&arena);
    rng_init(&rng, 5);
    for (uint32_t i = 0; i < 50000; i++) {
        struct buffer text = {0};
        for (uint64_t n = rng_below(&rng, 12); n > 0; n--)
            buffer_add(&text, pieces[rng_below(&rng, sizeof pieces / sizeof *pieces)]);
        const char *at = buffer_text(&text), *error = NULL;
        if (term_is_none(term_parse(table, &at, &arena, &error)))
            assert_non_null(error);
        buffer_release(&text);
    }
    arena_release(&arena);
    term_table_destroy(table);
}

static void test_limit(void **state) {
    (void)state;
    struct term_table *table = new_table();
    term_ref t = parse(table, "n ^ m");
    for (int i = 0; i < 200; i++)
        t = term_binary(table, TERM_XOR, term_binary(table, TERM_UREM, t, parse(table, "m")), term_binary(table, TERM_UDIV, t, parse(table, "k")));
    struct buffer out = {0};
    buffer_add(&out, "start ");
    assert_false(term_print_limited(table, t, &out, 1000));
    assert_string_equal(buffer_text(&out), "start ");
    term_print(table, t, &out);
    assert_string_equal(buffer_text(&out), "start <a term of more than 100000 nodes>");
    buffer_release(&out);
    assert_true(term_print_limited(table, parse(table, "n + 1"), &out, 3));
    assert_false(term_print_limited(table, parse(table, "n + 1"), &out, 2));
    buffer_release(&out);
    term_table_destroy(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal_forms),      cmocka_unit_test(test_errors),  cmocka_unit_test(test_rest),
        cmocka_unit_test(test_random_round_trip), cmocka_unit_test(test_garbage), cmocka_unit_test(test_limit),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
