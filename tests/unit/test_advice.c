/* Where a statement could stand in a text; kernels with a barrier more or less. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/check.h"
#include "check/statement.h"
#include "kernel/edit.h"

/* The lines of a function behind its first one. One letter per line: b a statement begins, w and
   it ends there too, - neither. */
static const char opening[] = "void f() {\n";
static const struct {
    const char *text, *lines;
    uint32_t starts[9];
} sources[] = {
    {"a = 1;\nb = 2;\n", "ww-", {1, 2, 2}},
    {"f(a,\n  b);\nc = 1;\n", "b-w-", {1, 1, 3, 3}},
    {"if (x)\n  y = 1;\nelse\n  z = 1;\nw = 1;\n", "b---w-", {1, 1, 1, 1, 5, 5}},
    {"for (;;) {\n  y = 1;\n}\n", "bwb-", {1, 2, 3, 3}},
    {"a = '{' + \"{;\"[0]\n  + 1;\nb = 1'000;\n", "b-w-", {1, 1, 3, 3}},
    {"a = 1; // { (\n/* ; { ( */ b = 2;\n", "ww-", {1, 2, 2}},
    {"a = 1;\n/* one\n two */\nb = 2;\n", "w--w-", {1, 1, 1, 4, 4}},
    {"#define M(x) \\\n  (x\nb = 2;\n", "--w-", {0, 0, 3, 3}},
    {"switch (x) {\ncase 1:\n  b = 2;\n}\n", "b--b-", {1, 1, 1, 4, 4}},
    {"a = 1;\n#pragma unroll\nfor (;;)\n  b = 1;\nc = 1;\n", "wb--w-", {1, 2, 2, 2, 5, 5}},
    {"a = 1 +\n#if X\n  2;\n#endif\nb = 2;\n", "b---w-", {1, 1, 1, 1, 5, 5}},
    {"}\nint g() { return 1; }\nint x;\n", "b---", {1, 1, 1, 1}},
    {"}\nstruct s {\nint x;\nint g() const {\n return x; }\n};\n", "b---b--", {1, 1, 1, 1, 5, 5, 5}},
    {"}\nnamespace n {\nint x;\nint g()\n{\nreturn 1;\n}\n}\n", "b----wb--", {1, 1, 1, 1, 1, 6, 7, 7, 7}},
};

static void test_statements(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char path[] = "/tmp/warpproof-statement-XXXXXX";
        struct arena arena = {0};
        int fd = mkstemp(path);
        size_t size = strlen(sources[i].text);
        assert_true(fd >= 0 && write(fd, opening, strlen(opening)) == (ssize_t)strlen(opening) && write(fd, sources[i].text, size) == (ssize_t)size);
        close(fd);
        struct statement_lines source = statement_read(&arena, path);
        assert_int_equal(source.count, strlen(sources[i].lines) + 1);
        assert_false(statement_at(&source, 1)->begins);
        for (uint32_t l = 1; l < source.count; l++) {
            const struct statement_line *line = statement_at(&source, l + 1);
            char found = line->is_whole ? 'w' : line->begins ? 'b' : '-';
            uint32_t starts = line->start == 0 ? 0 : line->start - 1;
            if (found != sources[i].lines[l - 1] || starts != sources[i].starts[l - 1])
                print_message("source %zu line %u: %c, starts %u\n", i, l, found, starts);
            assert_int_equal(found, sources[i].lines[l - 1]);
            assert_int_equal(starts, sources[i].starts[l - 1]);
        }
        assert_null(statement_at(&source, 0));
        assert_null(statement_at(&source, source.count + 1));
        unlink(path);
        arena_release(&arena);
    }
}

static const char kernel_text[] = "kernel \"k\"\n"
                                  "param $0 \"a\" ptr.global elem 4\n"
                                  "object @0 \"s\" shared size 8192 elem 4\n"
                                  "loc !1 \"k.cu\" \"k\" 1:1\n"
                                  "loc !2 \"k.cu\" \"k\" 2:1\n"
                                  "loc !3 \"k.cu\" \"k\" 3:1\n"
                                  "b0:\n"
                                  " %t = sreg tid.x i32\n"
                                  " %t8 = zext i64 %t\n"
                                  " %o = mul i64 %t8, 4:i64\n"
                                  " %q = ptradd ptr.shared @0, %o\n"
                                  " store %q, %t !1\n"
                                  " barrier block !2\n"
                                  " %n = ptradd ptr.shared %q, 4:i64\n"
                                  " %v = load i32 %n !3\n"
                                  " ret\n";

static const struct kernel_result *check(struct arena *arena, const struct kernel *kernel) {
    struct check_options options = {.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE, .advice = true};
    assert_null(kernel_check(kernel));
    struct protocol *protocol = protocol_infer(arena, kernel, 0);
    const struct kernel_result *result = check_kernel(arena, kernel, protocol, &options);
    protocol_destroy(protocol);
    return result;
}

/* The needed barrier is kept; without it one is missing; with two, each is redundant alone. */
static void test_kernels(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *error = NULL;
    const struct kernel *kernel = kernel_parse(&arena, kernel_text, &error);
    assert_non_null(kernel);
    uint32_t at = 0;
    while (kernel_inst(kernel, kernel_at(kernel, 0, at))->op != INST_BARRIER)
        at++;
    const struct kernel_result *result = check(&arena, kernel);
    assert_int_equal(result->verdict, VERDICT_PROVED);
    assert_int_equal(result->advice_count, 0);
    assert_int_equal(result->kept_barrier_count, 1);

    bool *dropped = arena_alloc(&arena, kernel->inst_count * sizeof *dropped);
    dropped[kernel_at(kernel, 0, at).id] = true;
    struct kernel *without = kernel_without(&arena, kernel, dropped);
    assert_int_equal(without->order_total, kernel->order_total - 1);
    struct protocol *protocol = protocol_infer(&arena, without, 0);
    assert_null(protocol_check(protocol));
    struct check_options options = {.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE, .advice = true};
    result = check_kernel(&arena, without, protocol, &options);
    assert_int_equal(result->verdict, VERDICT_REFUTED);
    assert_int_equal(result->advice_count, 1);
    assert_int_equal(result->advice[0].rule, ADVICE_MISSING_BARRIER);
    assert_int_equal(result->advice[0].place.line, 3);
    assert_string_equal(result->advice[0].where, "before");
    assert_string_equal(result->advice[0].barrier, "__syncthreads()");
    protocol_destroy(protocol);

    struct kernel *with = kernel_with_barrier(&arena, kernel, 0, at + 2, (loc_ref){3});
    result = check(&arena, with);
    assert_int_equal(result->verdict, VERDICT_PROVED);
    assert_int_equal(result->advice_count, 2);
    assert_int_equal(result->kept_barrier_count, 0);
    assert_true(result->advice[0].together);
    assert_false(result->advice[1].together);
    arena_release(&arena);
}

/* What one kernel of a file needs is redundant in none. */
static void test_agreement(void **state) {
    (void)state;
    struct source_place place = {"k.cu", 5, 3, "put"}, other = {"k.cu", 6, 3, "put"};
    struct advice first[] = {{.rule = ADVICE_REDUNDANT_BARRIER, .place = place, .together = true, .message = "redundant"},
                             {.rule = ADVICE_REDUNDANT_BARRIER, .place = other, .together = true, .message = "redundant"}};
    struct advice second[] = {{.rule = ADVICE_REDUNDANT_BARRIER, .place = other, .together = false, .message = "redundant"}};
    struct kernel_result a = {.advice = first, .advice_count = 2},
                         b = {.advice = second, .advice_count = 1, .kept_barriers = &place, .kept_barrier_count = 1};
    struct kernel_result *kernels[] = {&a, &b};
    struct file_result file = {.path = "k.cu", .kernels = kernels, .kernel_count = 2};
    struct arena arena = {0};
    file_result_agree(&arena, &file, false);
    assert_int_equal(a.advice_count, 1);
    assert_int_equal(a.advice[0].place.line, 6);
    assert_false(a.advice[0].together);
    assert_int_equal(b.advice_count, 1);
    assert_string_equal(a.advice[0].message, "redundant");
    file.path = "main.cu";
    file.kernels_left_out = 1;
    file_result_agree(&arena, &file, false);
    assert_non_null(strstr(a.advice[0].message, "kernels that --kernel leaves out"));
    assert_non_null(strstr(a.advice[0].message, "other files that include it"));
    file_result_agree(&arena, &file, true);
    assert_int_equal(a.advice_count + b.advice_count, 0);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_statements), cmocka_unit_test(test_kernels), cmocka_unit_test(test_agreement)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
