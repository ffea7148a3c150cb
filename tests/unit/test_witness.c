/* Witness files: what is printed reads back to the same text and runs the same; what is wrong
 * is refused with its line. */
#include <inttypes.h>

#include "simulate/links.h"
#include "simulate/value.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"
#include "simulate_run.h"

static const char WHOLE[] = "witness 1\n"
                            "source \"a \\22b.cu\"\n"
                            "clang \"-DX=1\"\n"
                            "annotations gpuverify\n"
                            "kernel \"k\"\n"
                            "block 64 2 1\n"
                            "grid 3 1 1\n"
                            "dynamic-shared 128\n"
                            "barrier-exit diverge\n"
                            "seed 9223372036854775807\n"
                            "steps 1000\n"
                            "array \"a\" i32 unbounded zero\n"
                            "  [-5] = -3\n"
                            "  byte 7 i16 = 2\n"
                            "  byte 16 ptr = \"b\" -12\n"
                            "array \"b\" f32 64 constant 0.1\n"
                            "array \"t\" i64 unbounded zero\n"
                            "  every 16 from 8 ptr = \"t[].8\" 2 1\n"
                            "  [1] = 0\n"
                            "array \"t[].8\" many f32 unbounded random 3\n"
                            "array \"@0.table\" i16 8 + 1 initial\n"
                            "array \"c\" f64 4 file \"c.bin\" iota\n"
                            "array \"rows\" i32 9 iota 5 64\n"
                            "array \"d\" i8 9 random 7\n"
                            "array \"e\" i64 9 random 7 -3 12\n"
                            "argument \"n\" i32 = -1\n"
                            "argument \"x\" f32 = 0x7fc00001\n"
                            "argument \"y\" f64 = 0.1\n"
                            "argument \"a\" ptr = \"a\" -8\n"
                            "argument \"q\" ptr = 0x0\n"
                            "argument \"p.8\" i64 = 9\n"
                            "argument \"s\" bytes 00ff7f\n"
                            "run 2 0 0\n"
                            "thread 0 1 0 of 2 0 0\n"
                            "thread 3 0 0 of 2 0 0\n"
                            "expect data-race read-write warp \"a\"\n"
                            "  write 0 1 0 of 2 0 0 \"k.cu\" 3 1 from \"k.cu\" 9 2 from \"k.cu\" 20 1\n"
                            "  read 3 0 0 of 2 0 0 \"k.cu\" 4 1\n";

static void files_read_back(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buffer out = {0};
    const char *error = NULL;
    struct witness *w = witness_parse(&arena, WHOLE, &error);
    assert_null(error);
    assert_non_null(w);
    assert_string_equal(w->file, "a \"b.cu");
    assert_true(w->arrays[0].cells[0].value == 0xfffffffd);
    assert_true(w->seed == INT64_MAX);
    witness_print(w, NULL, &out);
    assert_string_equal(buffer_text(&out), WHOLE);
    buffer_clear(&out);
    witness_print(w, "two\nlines", &out);
    assert_true(strncmp(buffer_text(&out), "; two\n; lines\nwitness 1\n", 24) == 0);
    assert_non_null(witness_parse(&arena, buffer_text(&out), &error));
    buffer_release(&out);
    arena_release(&arena);
}

#define HEAD "witness 1\nsource \"k.cu\"\nkernel \"k\"\nblock 4 1 1\ngrid 1 1 1\n"

static void wrong_files(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "line 1: expected 'witness 1'"},
        {"witness 2\n", "line 1: expected 'witness 1'"},
        {"witness 1\nblock 1 1\n", "line 2: expected a number"},
        {"witness 1\nblock 1 1 99999999999\n", "line 2: expected a number of at most 4294967295"},
        {"witness 1\nfrob\n", "line 2: 'frob' begins no line of a witness file"},
        {"witness 1\nsource \"k.cu\"\nkernel \"k\"\ngrid 1 1 1\n", NULL},
        {"witness 1\nblock 1 1 1\ngrid 1 1 1\n", NULL},
        {HEAD "array \"a\" v4i32 8 zero\n", "line 6: expected a type"},
        {HEAD "array \"a\" ptr 8 zero\n", "line 6: expected an integer or a float as type of elements"},
        {HEAD "array \"a\" i32 999999999999999 zero\n", "line 6: expected a number of at most 68719476736"},
        {HEAD "array \"a\" i32 8 nothing\n", "line 6: expected zero, initial, constant, iota or random"},
        {HEAD "array \"a\" i32 8 zero\narray \"a\" i32 8 zero\n", "line 7: a second array of this name"},
        {HEAD "array \"a\" f32 8 random 1 5 2\n", "line 6: expected a range from a smaller to a larger number"},
        {HEAD "array \"a\" f32 8 random 1 nan 2\n", "line 6: expected a range from a smaller to a larger number"},
        {HEAD "array \"a\" i32 8 random 1 1e300 1e300\n", "line 6: expected a range from a smaller to a larger number"},
        {HEAD "array \"a\" i24 8 zero\n", "line 6: expected an integer or a float as type of elements"},
        {HEAD "every 8 from 0 ptr = \"b\" 1 0\n", "line 6: expected 'ptr' and arrays that pointers of the array before point into"},
        {HEAD "array \"a\" i64 8 zero\n every 8 to 0 ptr = \"b\" 1 0\n", "line 7: expected 'from' and the byte of the first pointer"},
        {HEAD "array \"a\" i64 8 zero\n every 8 from 0 ptr = \"b\" 1 70000\n", "line 7: expected a number of at most 65536"},
        {HEAD "argument \"n\" i92 = 1\n", "line 6: expected a type"},
        {HEAD "  [1] = 2\n", "line 6: expected an array before its contents"},
        {HEAD "array \"a\" i8 8 zero\n [x] = 2\n", "line 7: expected an index in brackets"},
        {HEAD "array \"a\" i8 8 zero\n [1 = 2\n", "line 7: expected an index in brackets"},
        {HEAD "array \"a\" i8 8 zero\n [1] = 300\n", "line 7: '300' is no value of this type"},
        {HEAD "argument \"n\" i32 = 1e3\n", "line 6: '1e3' is no value of this type"},
        {HEAD "argument \"n\" i32 = 4294967296\n", "line 6: '4294967296' is no value of this type"},
        {HEAD "argument \"a\" ptr = \"b\" 0\n", "line 7: argument 'a' points to an array that is missing"},
        {HEAD "argument \"s\" bytes 0\n", "line 6: expected 0 bytes in hexadecimal"},
        {HEAD "run 1 0 0\n", "line 7: a block to run is not in the grid"},
        {HEAD "expect frob read-write warp \"a\"\n", "line 6: expected one rule, kind and scope of a finding"},
        {HEAD "write 0 0 0 of 0 0 0 \"k.cu\" 1 1\n", "line 6: expected at most two accesses, behind 'expect'"},
        {HEAD "thread 0 0 0\n", "line 6: expected 'of' and a block"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        assert_null(witness_parse(&arena, cases[i].text, &error));
        assert_non_null(error);
        if (cases[i].error) {
            assert_string_equal(error, cases[i].error);
        }
        arena_release(&arena);
    }
}

/* Every prefix and every single wrong byte is refused or accepted, never more. */
static void damaged_files(void **state) {
    (void)state;
    char text[sizeof WHOLE];
    for (size_t i = 0; i < sizeof WHOLE - 1; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        memcpy(text, WHOLE, sizeof WHOLE);
        text[i] = i % 3 == 0 ? '\0' : i % 3 == 1 ? '9' : '"';
        assert_true((witness_parse(&arena, text, &error) == NULL) == (error != NULL));
        arena_release(&arena);
    }
}

#define INT(bits) ((struct type){TYPE_INT, (bits), 0, 1})
#define FLOAT(bits) ((struct type){TYPE_FLOAT, (bits), 0, 1})

static void values_are_read(void **state) {
    (void)state;
    const struct {
        struct type type;
        const char *text;
        bool fits;
        uint64_t bits;
    } cases[] = {
        {INT(32), "10", true, 10},
        {INT(32), "-1", true, 0xffffffff},
        {INT(32), "0x10", true, 16},
        {INT(32), "0b101", true, 5},
        {INT(32), "017", true, 15},
        {INT(32), "4294967295", true, 0xffffffff},
        {INT(32), "4294967296", false, 0},
        {INT(32), "-2147483648", true, 0x80000000},
        {INT(32), "-2147483649", false, 0},
        {INT(8), "'a'", true, 'a'},
        {INT(8), "true", true, 1},
        {INT(8), "256", false, 0},
        {INT(64), "0xffffffffffffffff", true, UINT64_MAX},
        {INT(64), "18446744073709551616", false, 0},
        {INT(32), "", false, 0},
        {INT(32), "-", false, 0},
        {INT(32), "1x", false, 0},
        {INT(32), "0x", false, 0},
        {INT(32), " 1", false, 0},
        {INT(32), "--1", false, 0},
        {INT(32), "08", false, 0},
        {FLOAT(32), "1.5", true, 0x3fc00000},
        {FLOAT(32), "1.5f", true, 0x3fc00000},
        {FLOAT(32), "-inf", true, 0xff800000},
        {FLOAT(32), "0x7fc00001", true, 0x7fc00001},
        {FLOAT(32), "0x1p1", true, 0x40000000},
        {FLOAT(32), "x", false, 0},
        {FLOAT(32), "", false, 0},
        {FLOAT(64), "3", true, 0x4008000000000000},
        {FLOAT(16), "1", true, 0x3c00},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t bits = 0;
        bool fits = witness_read_value(cases[i].type, cases[i].text, &bits);
        if (fits != cases[i].fits || (fits && bits != cases[i].bits)) {
            fail_msg("'%s' gives %d, %" PRIx64, cases[i].text, fits, bits);
        }
    }
}

static void fills(void **state) {
    (void)state;
    struct witness_array rows = {.type = INT(32), .fill = FILL_IOTA, .value = 5, .step = 64};
    assert_true(witness_fill_element(&rows, 0, 3) == 197);
    struct witness_array a = {.type = FLOAT(32), .fill = FILL_IOTA};
    assert_true(value_to_double(a.type, witness_fill_element(&a, 0, -3)) == -3.0);
    a = (struct witness_array){.type = INT(8), .fill = FILL_IOTA};
    assert_true(witness_fill_element(&a, 0, 257) == 1);
    a = (struct witness_array){.type = INT(32), .fill = FILL_RANDOM, .seed = 5, .has_range = true, .low = -2, .high = 2};
    bool seen[5] = {false};
    for (int64_t i = 0; i < 200; i++) {
        int64_t value = value_signed(witness_fill_element(&a, 0, i), 32);
        assert_in_range((uint64_t)(value + 2), 0, 4);
        seen[value + 2] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2] && seen[3] && seen[4]);
    a = (struct witness_array){.type = FLOAT(64), .fill = FILL_RANDOM, .seed = 5};
    for (int64_t i = -50; i < 50; i++) {
        double value = value_to_double(a.type, witness_fill_element(&a, 0, i));
        assert_true(value >= 0 && value < 1);
    }
}

static const char KERNEL[] = "kernel \"k\"\n"
                             "param $0 \"a\" ptr.global elem 4\n"
                             "param $1 \"n\" i32\n"
                             "b0:\n"
                             " %t = sreg tid.x i32\n"
                             " %w = zext i64 %t\n"
                             " %o = mul i64 %w, 4:i64\n"
                             " %p = ptradd ptr.global $0, %o\n"
                             " %v = load i32 %p !1\n"
                             " %s = add i32 %v, $1\n"
                             " store %p, %s !2\n"
                             " ret\n";

static void launches_run(void **state) {
    (void)state;
    static const struct {
        const char *text, *summary, *error;
        int32_t last;
    } cases[] = {
        {HEAD "array \"a\" i32 4 iota\n[3] = 50\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\n", "", NULL, 57},
        {HEAD "array \"a\" i32 4 iota\n[3] = 1\nbyte 13 i16 = 0x201\nbyte 12 i8 = 9\nbyte 14 i8 = 0\n[2] = -1\nargument \"a\" ptr = \"a\" 0\n"
              "argument \"n\" i32 = 7\n",
         "", NULL, 0x110},
        {HEAD "array \"a\" i32 3 iota\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\n", "out-of-bounds read 1\nout-of-bounds write 2\n", NULL,
         9},
        {HEAD "array \"a\" i32 4 iota\nargument \"a\" ptr = \"a\" 4\nargument \"n\" i32 = 7\n", "out-of-bounds read 1\nout-of-bounds write 2\n", NULL,
         10},
        {HEAD "array \"a\" i32 4 iota\nargument \"a\" ptr = \"a\" 0\n", NULL, "no argument for 'n'", 0},
        {HEAD "array \"a\" i32 4 iota\nbyte 0 ptr = \"b\" 4\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\narray \"b\" i8 8 zero\n", "", NULL,
         10},
        {HEAD "array \"a\" i32 4 iota\nbyte 0 ptr = \"c\" 4\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\n", NULL,
         "a cell of 'a' points into 'c', which is no array of this launch", 0},
        {HEAD, NULL, "no argument for 'a', 'n'", 0},
        {HEAD "array \"@3.t\" i32 4 iota\n", NULL, "the kernel has no variable '@3.t'", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        struct kernel *kernel = simulate_parse(&arena, KERNEL);
        struct witness *w = witness_parse(&arena, cases[i].text, &error);
        assert_non_null(w);
        struct simulate_input input;
        bool is_whole = witness_input(&arena, kernel, w, &input, &error);
        assert_true(is_whole == (cases[i].error == NULL));
        if (!is_whole) {
            assert_string_equal(error, cases[i].error);
        } else {
            input.keep_contents = true;
            struct simulate_result *result = simulate_run(&arena, kernel, &input);
            assert_string_equal(simulate_summary(&arena, kernel, result), cases[i].summary);
            int32_t last;
            memcpy(&last, result->contents[0] + w->arrays[0].size_bytes - 4, 4);
            assert_int_equal(last, cases[i].last);
        }
        arena_release(&arena);
    }
}

/* A launch made in memory is held to what the parser demands of one in a file. */
static void places_are_inside(void **state) {
    (void)state;
    static const struct {
        struct simulate_place place;
        const char *error;
    } cases[] = {
        {{{3, 0, 0}, {0, 0, 0}}, NULL},
        {{{4, 0, 0}, {0, 0, 0}}, "thread (4,0,0) of block (0,0,0) is not in the launch"},
        {{{0, 1, 0}, {0, 0, 0}}, "thread (0,1,0) of block (0,0,0) is not in the launch"},
        {{{0, 0, 0}, {4096, 0, 0}}, "block (4096,0,0) is not in the grid (1,1,1)"},
        {{{0, 0, 0}, {0, 0, 1}}, "block (0,0,1) is not in the grid (1,1,1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        struct kernel *kernel = simulate_parse(&arena, KERNEL);
        struct witness *w = witness_parse(&arena, HEAD "array \"a\" i32 4 iota\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\n", &error);
        assert_non_null(w);
        w->threads = &cases[i].place;
        w->blocks = &cases[i].place.block;
        w->thread_count = w->block_count = 1;
        struct simulate_input input;
        assert_true(witness_input(&arena, kernel, w, &input, &error) == (cases[i].error == NULL));
        if (cases[i].error)
            assert_string_equal(error, cases[i].error);
        arena_release(&arena);
    }
}

static const char POINTERS[] = "kernel \"k\"\n"
                               "param $0 \"a\" ptr.global elem 8\n"
                               "param $1 \"by\" i32\n"
                               "b0:\n"
                               " %t = sreg tid.x i32\n"
                               " %i = mul i32 %t, $1\n"
                               " %w = zext i64 %i\n"
                               " %o = mul i64 %w, 8:i64\n"
                               " %p = ptradd ptr.global $0, %o\n"
                               " %q = load ptr.global %p !1\n"
                               " %n = ptradd ptr.global %q, 8:i64\n"
                               " %r = load ptr.global %n !2\n"
                               " store %r, %t !3\n"
                               " ret\n";

/* Pointers in memory: each leads to memory of its own, and so do those in there. */
static void links_run(void **state) {
    (void)state;
    static const struct {
        const char *text, *summary, *error;
    } cases[] = {
        {"array \"a\" i64 unbounded zero\n every 8 from 0 ptr = \"b\" 2 0\narray \"b\" many i64 unbounded zero\n every 0 from 8 ptr = \"b\" 2 1\n"
         "argument \"by\" i32 = 1\n",
         "", NULL},
        {"array \"a\" i64 unbounded zero\n every 8 from 0 ptr = \"b\" 2 0\narray \"b\" many i64 unbounded zero\n every 0 from 8 ptr = \"b\" 2 1\n"
         "argument \"by\" i32 = 0\n",
         "data-race write-write warp 3-3\n", NULL},
        {"array \"a\" i64 unbounded zero\n every 8 from 0 ptr = \"b\" 1 0\narray \"b\" many i64 unbounded zero\n every 16 from 8 ptr = \"b\" 1 "
         "65532\n"
         "argument \"by\" i32 = 1\n",
         "out-of-bounds write 3\n", NULL}, /* member 0 has the last pointers there are */
        {"array \"a\" i64 unbounded zero\n every 16 from 0 ptr = \"b\" 1 0\narray \"b\" many i64 unbounded zero\n every 16 from 8 ptr = \"c\" 1 0\n"
         "array \"c\" many i8 3 zero\nargument \"by\" i32 = 2\n",
         "out-of-bounds write 3\n", NULL},
        {"array \"a\" i64 unbounded zero\n every 8 from 0 ptr = \"b\" 1 0\n byte 8 ptr = \"b\" 0\narray \"b\" many i64 unbounded zero\n"
         " every 0 from 8 ptr = \"c\" 1 0\narray \"c\" many i32 1 zero\nargument \"by\" i32 = 1\n",
         "data-race write-write warp 3-3\n", NULL},
        {"array \"a\" i64 unbounded zero\n every 8 from 0 ptr = \"b\" 1 0\narray \"b\" i64 unbounded zero\nargument \"by\" i32 = 1\n", NULL,
         "pointers of 'a' point into 'b', which is no array of many of this launch"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        struct kernel *kernel = simulate_parse(&arena, POINTERS);
        struct witness *w = witness_parse(&arena, arena_printf(&arena, "%s%sargument \"a\" ptr = \"a\" 0\n", HEAD, cases[i].text), &error);
        assert_non_null(w);
        struct simulate_input input;
        bool is_whole = witness_input(&arena, kernel, w, &input, &error);
        assert_true(is_whole == (cases[i].error == NULL));
        if (is_whole) {
            assert_string_equal(simulate_summary(&arena, kernel, simulate_run(&arena, kernel, &input)), cases[i].summary);
        } else {
            assert_string_equal(error, cases[i].error);
        }
        arena_release(&arena);
    }
}

/* What lies where, told from the accesses. */
static void links_are_found(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *kernel = simulate_parse(&arena, POINTERS);
    const struct links *links = links_find(&arena, kernel);
    assert_int_equal(links->family_count, 2);
    assert_string_equal(links->families[0].name, "a[]");
    assert_string_equal(links->families[1].name, "a[][].8");
    assert_int_equal(links->families[1].type.width_bits, 32);
    assert_int_equal(links->place_count, 2);
    assert_string_equal(links->places[0].home, "a");
    assert_true(links->places[0].offset_bytes == 0 && links->places[0].stride_bytes == 8);
    assert_string_equal(links->places[1].home, "a[]");
    assert_true(links->places[1].offset_bytes == 8 && links->places[1].stride_bytes == 0);
    arena_release(&arena);
}

/* As many cells as a large file may give: none is looked for in vain. */
static void many_cells(void **state) {
    (void)state;
    enum { CELLS = 200000 };
    struct arena arena = {0};
    const char *error = NULL;
    struct kernel *kernel = simulate_parse(&arena, KERNEL);
    struct witness *w = witness_parse(&arena, HEAD "array \"a\" i32 200000 iota\nargument \"a\" ptr = \"a\" 0\nargument \"n\" i32 = 7\n", &error);
    assert_non_null(w);
    w->arrays[0].cells = arena_alloc(&arena, CELLS * sizeof *w->arrays[0].cells);
    w->arrays[0].cell_count = CELLS;
    for (uint32_t i = 0; i < CELLS; i++) {
        uint32_t at = (i * 7919) % CELLS;
        w->arrays[0].cells[i] = (struct witness_cell){.offset_bytes = 4 * (int64_t)at, .size_bytes = 4, .value = 3 * at};
    }
    struct simulate_input input;
    assert_true(witness_input(&arena, kernel, w, &input, &error));
    input.keep_contents = true;
    struct simulate_result *result = simulate_run(&arena, kernel, &input);
    for (uint32_t i = 4; i < CELLS; i++) {
        uint32_t value;
        memcpy(&value, result->contents[0] + 4 * i, 4);
        assert_int_equal(value, 3 * i);
    }
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_read_back), cmocka_unit_test(wrong_files),     cmocka_unit_test(damaged_files),     cmocka_unit_test(values_are_read),
        cmocka_unit_test(fills),           cmocka_unit_test(launches_run),    cmocka_unit_test(places_are_inside), cmocka_unit_test(many_cells),
        cmocka_unit_test(links_run),       cmocka_unit_test(links_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
