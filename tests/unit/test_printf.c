/* What threads print: formats against what C prints, with arguments as operands and in a buffer. */
#include <stdio.h>

#include "simulate_run.h"

struct scene {
    const char *format;   /* hexadecimal is made of it */
    const char *operands; /* behind the two pointers */
    const char *stores;   /* the same in a buffer @1: ";" separates offset and value */
    const char *expected;
};

static void take(void *context, const char *text, size_t size) {
    buffer_add_n(context, text, size);
}

static struct kernel *make_kernel(struct arena *arena, const struct scene *scene, bool in_buffer) {
    struct buffer text = {0};
    size_t size = strlen(scene->format) + 1;
    buffer_printf(&text,
                  "kernel \"k\"\nparam $0 \"a\" ptr.global\n"
                  "object @0 \"f\" constant size %zu elem 1 constant init ",
                  size);
    for (size_t i = 0; i < size; i++) {
        buffer_printf(&text, "%02x", (unsigned char)scene->format[i]);
    }
    buffer_add(&text, "\nobject @1 \"b\" local size 64 elem 4\n"
                      "object @2 \"s\" constant size 4 elem 1 constant init 61626300\n"
                      "b0:\n %s = ptrcast ptr @2\n");
    if (in_buffer) {
        for (const char *at = scene->stores; *at;) {
            int offset, used;
            char value[40];
            assert_int_equal(sscanf(at, "%d %39[^;];%n", &offset, value, &used), 2);
            buffer_printf(&text, " %%p%d = ptradd ptr.local @1, %d:i64\n store %%p%d, %s\n", offset, offset, offset, value);
            at += used;
        }
        buffer_add(&text, " printf @0, @1\n ret\n");
    } else {
        buffer_printf(&text, " printf @0, null:ptr%s%s\n ret\n", *scene->operands ? ", " : "", scene->operands);
    }
    const char *error = NULL;
    struct kernel *kernel = kernel_parse(arena, buffer_text(&text), &error);
    if (!kernel) {
        fail_msg("%s\n%s", error, buffer_text(&text));
    }
    buffer_release(&text);
    return kernel;
}

static void formats(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"plain\n", "", "", "plain\n"},
        {"100%%", "", "", "100%"},
        {"%d", "-5", "0 -5;", "-5"},
        {"%i|%u", "-1, -1", "0 -1;4 -1;", "-1|4294967295"},
        {"%5d|%-5d|%05d|%+d", "7, 7, 7, 7", "0 7;4 7;8 7;12 7;", "    7|7    |00007|+7"},
        {"%x %X %#x %o", "255, 255, 255, 8", "0 255;4 255;8 255;12 8;", "ff FF 0xff 10"},
        {"%ld %lld %lu", "-1:i64, -2:i64, -1:i64", "0 -1:i64;8 -2:i64;16 -1:i64;", "-1 -2 18446744073709551615"},
        {"%d %ld %d", "1, 2:i64, 3", "0 1;8 2:i64;16 3;", "1 2 3"},
        {"%zu %hhd %hd", "5:i64, 300, 70000", "0 5:i64;8 300;12 70000;", "5 44 4464"},
        {"%f", "0x3ff8000000000000:f64", "0 0x3ff8000000000000:f64;", "1.500000"},
        {"%8.2f|%-8.1f|%e|%g", "1.5:f64, 1.5:f64, 1.5:f64, 1.5:f64", "0 1.5:f64;8 1.5:f64;16 1.5:f64;24 1.5:f64;",
         "    1.50|1.5     |1.500000e+00|1.5"},
        {"%*d|%-*d|%.*f", "4, 7, 4, 7, 1, 1.25:f64", "0 4;4 7;8 4;12 7;16 1;24 1.25:f64;", "   7|7   |1.2"},
        {"%*d", "-4, 7", "0 -4;4 7;", "7   "},
        {"%c%c", "97, 98", "0 97;4 98;", "ab"},
        {"%s|%5s|%-5s|%.2s", "%s, %s, %s, %s", "0 %s;8 %s;16 %s;24 %s;", "abc|  abc|abc  |ab"},
        {"%s", "null:ptr", "0 null:ptr;", "(null)"},
        {"%p", "null:ptr", "0 null:ptr;", "0x0"},
        {"%y %d", "3", "0 3;", "%y 3"},
        {"%", "", "", "%"},
        {"%d %", "1", "0 1;", "1 %"},
        {"%l", "", "", "%l"},
        {"%d", "", "0 0;", "0"},
        {"%99999999999d", "1", "0 1;", NULL},
        {"%.99999999999f", "1.0:f64", "0 1.0:f64;", NULL},
        {"%0-+ #d", "1", "0 1;", "+1"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        for (int in_buffer = 0; in_buffer < 2; in_buffer++) {
            struct arena arena = {0};
            struct buffer out = {0};
            const struct simulate_argument argument = {.array = SIMULATE_NONE};
            struct kernel *kernel = make_kernel(&arena, &scenes[i], in_buffer != 0);
            const struct simulate_input input = {.block = {1, 1, 1}, .grid = {1, 1, 1}, .arguments = &argument, .print = take, .print_context = &out};
            struct simulate_result *result = simulate_run(&arena, kernel, &input);
            assert_int_equal(result->finding_count, 0);
            assert_true(result->complete);
            if (scenes[i].expected) {
                assert_string_equal(buffer_text(&out), scenes[i].expected);
            } else {
                assert_in_range(out.size, 100, 1000);
            }
            buffer_release(&out);
            arena_release(&arena);
        }
    }
}

/* Every thread prints, in the order of the schedule; a run without a printer prints nothing. */
static void threads_print(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buffer out = {0};
    const struct simulate_argument argument = {.array = SIMULATE_NONE};
    const struct scene scene = {"x", "", "", ""};
    struct kernel *kernel = make_kernel(&arena, &scene, false);
    struct simulate_input input = {.block = {8, 2, 1}, .grid = {3, 1, 1}, .arguments = &argument, .print = take, .print_context = &out};
    simulate_run(&arena, kernel, &input);
    assert_int_equal(out.size, 48);
    input.print = NULL;
    assert_true(simulate_run(&arena, kernel, &input)->complete);
    buffer_release(&out);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats),
        cmocka_unit_test(threads_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
