/* Native code against the interpreter on random straight-line kernels: accesses of 1 to 8
 * bytes to cells near each other, between barriers of blocks and warps. Native code must
 * finish exactly the launches that have no findings, and leave the same behind. (The
 * interpreter is held to the definition of a race in test_simulate_races.c.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simulate_run.h"

enum { OPS = 5, THREADS = 40, BLOCKS = 3, KERNELS = 400 };

static const char *const places[] = {"add i32 %t, 0", "add i32 %t, 0",  "add i32 %g, 0", "add i32 %g, 0",
                                     "xor i32 %t, 1", "urem i32 %t, 3", "add i32 %t, 1", "lshr i32 %t, 5"};
static const char *const guards[] = {"ule i1 0, %t", "ule i1 0, %t", "eq i1 %t, 0", "eq i1 %b, 0", "eq i1 %b, 2", "eq i1 %g, 33", "ult i1 %t, 35"};
static const char *const values[] = {"trunc i8 %t", "trunc i16 %t", "add i32 %t, 0", "zext i64 %t"};

static void print_op(struct buffer *out, struct rng *rng, uint32_t n, uint32_t size_log, bool *warps) {
    uint32_t kind = (uint32_t)rng_below(rng, 10), size = 1u << size_log, width = 8u << size_log;
    bool is_shared = rng_below(rng, 2) == 0, is_atomic = (kind == 2 || kind == 3) && size_log == 2;
    if (kind >= 6) {
        *warps |= kind == 9;
        buffer_printf(out, " barrier %s !%u\n", kind == 9 ? "warp -1" : "block", n + 1);
        return;
    }
    buffer_printf(out, " %%g%u = %s\n condbr %%g%u -> then%u, end%u\nthen%u:\n", n, guards[rng_below(rng, 7)], n, n, n, n);
    buffer_printf(out, " %%x%u = %s\n %%w%u = zext i64 %%x%u\n", n, places[rng_below(rng, 8)], n, n);
    buffer_printf(out, " %%o%u = mul i64 %%w%u, %u:i64\n", n, n, size);
    buffer_printf(out, " %%p%u = ptradd %s, %%o%u\n", n, is_shared ? "ptr.shared @0" : "ptr.global $0", n);
    if (is_atomic) {
        buffer_printf(out, " %%r%u = atomic add device i32 %%p%u, 1 !%u\n", n, n, n + 1);
    } else if (kind < 2) {
        buffer_printf(out, " %%r%u = load i%u %%p%u !%u\n", n, width, n, n + 1);
    } else {
        buffer_printf(out, " %%v%u = %s\n store %%p%u, %%v%u !%u\n", n, values[size_log], n, n, n + 1);
    }
    buffer_printf(out, " br -> end%u\nend%u:\n", n, n);
}

/* All of the shared variable is written first. */
static struct kernel *random_kernel(struct arena *arena, struct rng *rng, bool *warps) {
    struct buffer text = {0};
    static const uint32_t logs[] = {0, 1, 2, 2, 2, 3};
    uint32_t size_log = logs[rng_below(rng, 6)];
    bool mixed = rng_below(rng, 3) == 0;
    buffer_add(&text, "kernel \"k\"\nparam $0 \"a\" ptr.global\nobject @0 \"s\" shared size 640\n"
                      "\nb0:\n %t = sreg tid.x i32\n %b = sreg bid.x i32\n %d = sreg bdim.x i32\n"
                      " %bd = mul i32 %b, %d\n %g = add i32 %bd, %t\n %t64 = zext i64 %t\n"
                      " %first = mul i64 %t64, 8:i64\n %second = add i64 %first, 320:i64\n"
                      " %pa = ptradd ptr.shared @0, %first\n %pb = ptradd ptr.shared @0, %second\n"
                      " store %pa, %t64\n store %pb, %t64\n barrier block\n");
    for (uint32_t i = 0; i < OPS; i++) {
        print_op(&text, rng, i, mixed ? (uint32_t)rng_below(rng, 4) : size_log, warps);
    }
    buffer_add(&text, " ret\n");
    struct kernel *kernel = simulate_parse(arena, buffer_text(&text));
    buffer_release(&text);
    return kernel;
}

static void dump(const struct kernel *k, const char *findings) {
    struct buffer text = {0};
    kernel_print(k, &text);
    print_message("%s\ninterpreter: %s\n", buffer_text(&text), findings);
    buffer_release(&text);
}

static void native_code_finishes_what_has_no_findings(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 7);
    uint32_t clean = 0, finished = 0;
    for (uint32_t n = 0; n < KERNELS; n++) {
        struct arena arena = {0};
        bool warps = false;
        struct kernel *k = random_kernel(&arena, &rng, &warps);
        const struct simulate_array array = {.size_bytes = 2048};
        const struct simulate_argument argument = {.array = 0};
        struct simulate_input input = {
            .block = {THREADS, 1, 1}, .grid = {BLOCKS, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1, .keep_contents = true};
        struct simulate_result *slow = simulate_run(&arena, k, &input);
        input.engine = simulate_engine_create(SIMULATE_NATIVE);
        struct simulate_result *fast = simulate_run(&arena, k, &input);
        bool is_clean = slow->finding_count == 0;
        clean += is_clean;
        finished += fast->native;
        if (fast->native != is_clean && (!warps || fast->native)) {
            dump(k, simulate_summary(&arena, k, slow));
            fail();
        }
        if (fast->native) {
            assert_int_equal(fast->steps, slow->steps);
            assert_memory_equal(fast->contents[0], slow->contents[0], array.size_bytes);
        }
        simulate_engine_release(input.engine);
        arena_release(&arena);
    }
    assert_true(clean >= KERNELS / 5 && clean <= KERNELS * 4 / 5);
    assert_true(finished * 10 >= clean * 9);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Sums that wrap, one of them undefined in C: native code gives the same memory and says nothing of it. */
static void native_code_notes_no_wraps(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = simulate_parse(&arena, "kernel \"k\"\nparam $0 \"a\" ptr.global\nb0:\n %t = sreg tid.x i32\n"
                                              " %u = add i32 %t, -1\n %v = add nsw i32 %t, 2147483647\n %w = add i32 %u, %v\n"
                                              " %z = zext i64 %t\n %o = mul i64 %z, 4:i64\n %p = ptradd ptr.global $0, %o\n"
                                              " store %p, %w !1\n ret\n");
    const struct simulate_array array = {.size_bytes = 256};
    const struct simulate_argument argument = {.array = 0};
    struct simulate_input input = {
        .block = {64, 1, 1}, .grid = {1, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1, .keep_contents = true};
    struct simulate_result *slow = simulate_run(&arena, k, &input);
    input.engine = simulate_engine_create(SIMULATE_NATIVE);
    struct simulate_result *fast = simulate_run(&arena, k, &input);
    assert_true(slow->wrapped && slow->overflowed && !slow->native);
    assert_true(fast->native && !fast->wrapped && !fast->overflowed);
    assert_memory_equal(fast->contents[0], slow->contents[0], array.size_bytes);
    simulate_engine_release(input.engine);
    arena_release(&arena);
}

/* What a cell must remember after it was overwritten: straight-line kernels in which the
 * last access races, or would if one of those before it were different. */
static const struct history {
    const char *what, *body;
    bool is_clean;
} histories[] = {
    {"atomics after a plain write of another block", "if0 W bar any A", false},
    {"atomics of the block that wrote plainly", "if0 W bar if0 A", true},
    {"a write after reads of other blocks", "any R if2 W", false},
    {"a write after reads of its own block", "if2 R bar if2 W", true},
    {"a read after atomics of all blocks", "any A bar if2 R", false},
    {"a read after atomics of its own block", "if2 A bar if2 R", true},
    {"a write after atomics of all blocks", "any A bar if2 W", false},
    {"atomics after reads of another block", "if0 R any A", false},
    {"atomics after a read, a barrier and atomics", "if0 R bar if0 A bar if1 A", false},
    {"a write, read in a later interval, written by another block", "if0 W bar if0 R bar if1 W", false},
    {"reads by all blocks", "any R bar any R", true},
    {"a neighbour's cell in another interval", "any w bar any n", true},
    {"a neighbour's cell in the same interval", "any w any n", false},
    {"a neighbour's cell behind a warp barrier", "any w warp any n", false},
    {"a partner's cell behind a warp barrier", "any w warp any x", true},
    {"a partner's cell written after it was read", "any x warp any w", true},
    {"a neighbour's cell written after it was read", "any n warp any w", false},
    {"reads of two warps, then a write of one", "any z warp any o", false},
    {"reads of two warps, then a write in the next interval", "any z bar any o", true},
    {"writes of one warp, read by the other", "any o warp any z", false},
    {"atomics in an interval with the write before them", "any o any a", false},
    {"atomics behind the write before them", "any o bar any a", true},
    {"a read among atomics", "any a any z", false},
    {"a read behind atomics", "any a bar any z", true},
    {"atomics of two warps behind a warp's write", "any o warp any a", false},
};

/* Of the word: accesses of a[t] (W, R, A), of s[t], s[t + 1], s[t ^ 1], s[0]. */
static const char *access_of(char letter) {
    switch (letter) {
    case 'W': return " store %pg, %t !1\n";
    case 'R': return " %r@ = load i32 %pg !1\n";
    case 'A': return " %r@ = atomic add device i32 %pg, 1 !1\n";
    case 'w': return " store %ps, %t !1\n";
    case 'n': return " %r@ = load i32 %pn !1\n";
    case 'x': return " %r@ = load i32 %px !1\n";
    case 'z': return " %r@ = load i32 %s0 !1\n";
    case 'o': return " %c@ = eq i1 %t, 0\n condbr %c@ -> one@, other@\none@:\n store %s0, %t !1\n br -> other@\nother@:\n";
    default: return " %r@ = atomic add device i32 %s0, 1 !1\n";
    }
}

static void add_numbered(struct buffer *text, const char *line, uint32_t number) {
    for (; *line; line++) {
        if (*line == '@' && (line[1] < '0' || line[1] > '9')) {
            buffer_printf(text, "%u", number);
        } else {
            buffer_char(text, *line);
        }
    }
}

static struct kernel *kernel_of(struct arena *arena, const char *words) {
    struct buffer text = {0};
    buffer_add(&text, "kernel \"k\"\nparam $0 \"a\" ptr.global\nobject @0 \"s\" shared size 512\n"
                      "\nb0:\n %t = sreg tid.x i32\n %b = sreg bid.x i32\n %w = zext i64 %t\n %o = mul i64 %w, 4:i64\n"
                      " %pg = ptradd ptr.global $0, %o\n %ps = ptradd ptr.shared @0, %o\n %pn = ptradd ptr.shared %ps, 4:i64\n"
                      " %xt = xor i32 %t, 1\n %xw = zext i64 %xt\n %xo = mul i64 %xw, 4:i64\n %px = ptradd ptr.shared @0, %xo\n"
                      " %pz = ptradd ptr.shared %ps, 160:i64\n %s0 = ptradd ptr.shared @0, 0:i64\n store %ps, %t\n store %pz, %t\n barrier block\n");
    uint32_t number = 0;
    for (const char *word = words; *word; number++) {
        if (word[0] == 'b' || (word[0] == 'w' && word[1] == 'a')) {
            buffer_add(&text, word[0] == 'b' ? " barrier block\n" : " barrier warp -1\n");
            word += word[0] == 'b' ? 3 : 4;
        } else {
            const char *guard = word[0] == 'a' ? " %g@ = ule i1 0, %b\n" : arena_printf(arena, " %%g@ = eq i1 %%b, %c\n", word[2]);
            add_numbered(&text, guard, number);
            add_numbered(&text, " condbr %g@ -> then@, end@\nthen@:\n", number);
            add_numbered(&text, access_of(word[4]), number);
            add_numbered(&text, " br -> end@\nend@:\n", number);
            word += 5;
        }
        word += *word == ' ';
    }
    buffer_add(&text, " ret\n");
    struct kernel *kernel = simulate_parse(arena, buffer_text(&text));
    buffer_release(&text);
    return kernel;
}

static void cells_remember_what_matters(void **state) {
    (void)state;
    for (uint32_t i = 0; i < sizeof histories / sizeof *histories; i++) {
        struct arena arena = {0};
        struct kernel *k = kernel_of(&arena, histories[i].body);
        const struct simulate_array array = {.size_bytes = 2048};
        const struct simulate_argument argument = {.array = 0};
        struct simulate_input input = {.block = {THREADS, 1, 1}, .grid = {BLOCKS, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1};
        struct simulate_result *slow = simulate_run(&arena, k, &input);
        input.engine = simulate_engine_create(SIMULATE_NATIVE);
        struct simulate_result *fast = simulate_run(&arena, k, &input);
        if ((slow->finding_count == 0) != histories[i].is_clean || fast->native != histories[i].is_clean) {
            print_message("%s: %s\n", histories[i].what, fast->native ? "native code finished" : simulate_engine_stats(input.engine)->reason);
            dump(k, simulate_summary(&arena, k, slow));
            fail();
        }
        simulate_engine_release(input.engine);
        arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_remember_what_matters), cmocka_unit_test(native_code_notes_no_wraps),
                                       cmocka_unit_test(native_code_finishes_what_has_no_findings)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
