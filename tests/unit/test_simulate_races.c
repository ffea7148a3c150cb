/* The simulator's shadow against the definition of a race, on random straight-line
 * kernels: two threads' accesses race iff no chain of barriers leads from one to the
 * other. Every pair of threads and accesses is tried here; the shadow keeps a few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simulate_run.h"

enum { OPS = 7, THREADS = 40, BLOCKS = 3, ALL = THREADS * BLOCKS, KERNELS = 300, RUNS = 2 };

enum op_kind { OP_READ, OP_WRITE, OP_ATOMIC, OP_BLOCK_ATOMIC, OP_BARRIER };
enum barrier_group { GROUP_BLOCK, GROUP_WARP, GROUP_HALF, GROUP_PARITY, GROUP_NAMED, GROUP_GRID };

struct op {
    enum op_kind kind;
    enum barrier_group group;
    uint32_t place, value, guard; /* which functions of the thread */
    bool is_shared;
};

static const char *const places[] = {"add i32 %t, 0", "udiv i32 %t, 2", "xor i32 %t, 1", "urem i32 %t, 3",
                                     "add i32 %t, 1", "add i32 %t, %b", "lshr i32 %t, 5"};

static uint32_t place_of(uint32_t function, uint32_t t, uint32_t b) {
    const uint32_t all[] = {t, t / 2, t ^ 1, t % 3, t + 1, t + b, t >> 5};
    return all[function];
}

static const char *const values[] = {"7", "%t", "%b", "%h"};

static uint32_t value_of(uint32_t function, uint32_t t, uint32_t b) {
    const uint32_t all[] = {7, t, b, t / 2};
    return all[function];
}

static const char *const guards[] = {"ule i1 0, %t", "eq i1 %t, 0", "eq i1 %b, 0", "ult i1 %t, 35", "eq i1 %t, 33"};

static bool guard_of(uint32_t function, uint32_t t, uint32_t b) {
    const bool all[] = {true, t == 0, b == 0, t < 35, t == 33};
    return all[function];
}

static void random_op(struct rng *rng, struct op *op, bool allow_named) {
    uint64_t kind = rng_below(rng, 7);
    op->kind = kind < OP_BARRIER ? (enum op_kind)kind : OP_BARRIER;
    op->group = (enum barrier_group)rng_below(rng, 6);
    if (op->group == GROUP_NAMED && !allow_named) {
        op->group = GROUP_BLOCK;
    }
    op->place = (uint32_t)rng_below(rng, 7);
    op->value = (uint32_t)rng_below(rng, 4);
    op->guard = (uint32_t)rng_below(rng, 5);
    op->is_shared = rng_below(rng, 3) == 0;
}

static void print_op(struct buffer *out, const struct op *op, uint32_t n) {
    static const char *const barriers[] = {"block", "warp -1", "warp %half", "warp %parity", "named 3", "grid"};
    if (op->kind == OP_BARRIER) {
        buffer_printf(out, " barrier %s !%u\n", barriers[op->group], n + 1);
        return;
    }
    buffer_printf(out, " %%g%u = %s\n condbr %%g%u -> then%u, end%u\nthen%u:\n", n, guards[op->guard], n, n, n, n);
    buffer_printf(out, " %%x%u = %s\n", n, places[op->place]);
    buffer_printf(out, " %%w%u = zext i64 %%x%u\n %%o%u = mul i64 %%w%u, 4:i64\n", n, n, n, n);
    buffer_printf(out, " %%p%u = ptradd %s, %%o%u\n", n, op->is_shared ? "ptr.shared @0" : "ptr.global $0", n);
    if (op->kind == OP_READ) {
        buffer_printf(out, " %%r%u = load i32 %%p%u !%u\n", n, n, n + 1);
    } else if (op->kind == OP_WRITE) {
        buffer_printf(out, " store %%p%u, %s !%u\n", n, values[op->value], n + 1);
    } else {
        buffer_printf(out, " %%r%u = atomic add %s i32 %%p%u, 1 !%u\n", n, op->kind == OP_ATOMIC ? "device" : "block", n, n + 1);
    }
    buffer_printf(out, " br -> end%u\nend%u:\n", n, n);
}

static struct kernel *print_kernel(struct arena *arena, const struct op *ops) {
    struct buffer text = {0};
    buffer_add(&text, "kernel \"k\"\nparam $0 \"a\" ptr.global\n"
                      "object @0 \"s\" shared size 1024 init ");
    for (uint32_t i = 0; i < 1024; i++) {
        buffer_add(&text, "00");
    }
    buffer_add(&text, "\nb0:\n %t = sreg tid.x i32\n %b = sreg bid.x i32\n"
                      " %h = udiv i32 %t, 2\n %lane = sreg lane i32\n"
                      " %low = ult i1 %lane, 16\n %half = select i32 %low, 65535, 0xffff0000\n"
                      " %odd = and i32 %lane, 1\n %even = eq i1 %odd, 0\n"
                      " %parity = select i32 %even, 0x55555555, 0xaaaaaaaa\n");
    for (uint32_t i = 0; i < OPS; i++) {
        print_op(&text, &ops[i], i);
    }
    buffer_add(&text, " ret\n");
    struct kernel *kernel = simulate_parse(arena, buffer_text(&text));
    buffer_release(&text);
    return kernel;
}

/* The group of a thread at a barrier; threads of one group meet. */
static uint32_t group_of(enum barrier_group group, uint32_t thread) {
    uint32_t block = thread / THREADS, t = thread % THREADS, warp = block * 2 + t / 32;
    const uint32_t groups[] = {block, warp, warp * 2 + t % 32 / 16, warp * 2 + t % 2, block, 0};
    return groups[group];
}

static void spread(const struct op *op, bool *informed) {
    bool group_informed[ALL] = {false};
    for (uint32_t t = 0; t < ALL; t++) {
        group_informed[group_of(op->group, t)] |= informed[t];
    }
    for (uint32_t t = 0; t < ALL; t++) {
        informed[t] = informed[t] || group_informed[group_of(op->group, t)];
    }
}

static bool conflicts(const struct op *a, const struct op *b, uint32_t t, uint32_t u) {
    uint32_t tb = t / THREADS, ub = u / THREADS;
    bool done = guard_of(a->guard, t % THREADS, tb) && guard_of(b->guard, u % THREADS, ub);
    bool same_cell = done && a->is_shared == b->is_shared && (!a->is_shared || tb == ub) &&
                     place_of(a->place, t % THREADS, tb) == place_of(b->place, u % THREADS, ub);
    bool atomics = a->kind >= OP_ATOMIC && b->kind >= OP_ATOMIC;
    bool narrow = a->kind == OP_BLOCK_ATOMIC || b->kind == OP_BLOCK_ATOMIC;
    return same_cell && (a->kind != OP_READ || b->kind != OP_READ) && !(atomics && (!narrow || tb == ub));
}

/* Scopes and kinds of races between two operations; `differ`: with other values. */
struct expected {
    bool races[3], differ[3];
};

static void expect(const struct op *ops, struct expected (*table)[OPS]) {
    memset(table, 0, sizeof(struct expected) * OPS * OPS);
    for (uint32_t i = 0; i < OPS; i++) {
        for (uint32_t t = 0; t < ALL && ops[i].kind != OP_BARRIER; t++) {
            bool informed[ALL] = {false};
            informed[t] = true;
            for (uint32_t j = i; j < OPS; j++) {
                if (ops[j].kind == OP_BARRIER) {
                    spread(&ops[j], informed);
                    continue;
                }
                for (uint32_t u = 0; u < ALL; u++) {
                    if (informed[u] || !conflicts(&ops[i], &ops[j], t, u)) {
                        continue;
                    }
                    uint32_t tb = t / THREADS, ub = u / THREADS;
                    uint32_t scope = tb != ub ? 2 : t % THREADS / 32 != u % THREADS / 32;
                    table[i][j].races[scope] = true;
                    table[i][j].differ[scope] |= value_of(ops[i].value, t % THREADS, tb) != value_of(ops[j].value, u % THREADS, ub);
                }
            }
        }
    }
}

static char *expected_words(struct arena *arena, const struct op *ops) {
    static const char *const scopes[] = {"warp", "block", "grid"};
    struct expected table[OPS][OPS];
    VEC(char *) lines = {0};
    struct buffer out = {0};
    expect(ops, table);
    for (uint32_t i = 0; i < OPS; i++) {
        for (uint32_t j = i; j < OPS; j++) {
            uint32_t atomics = 0;
            atomics += ops[i].kind >= OP_ATOMIC;
            atomics += ops[j].kind >= OP_ATOMIC;
            bool both_write = ops[i].kind == OP_WRITE && ops[j].kind == OP_WRITE;
            const char *kind = atomics == 2 ? "atomic-atomic" : atomics == 1 ? "atomic-plain" : both_write ? "write-write" : "read-write";
            for (uint32_t scope = 0; scope < 3; scope++) {
                const struct expected *e = &table[i][j];
                if (e->races[scope]) {
                    vec_push(&lines, arena_printf(arena, "data-race %s %s %u-%u%s", kind, scopes[scope], i + 1, j + 1,
                                                  both_write && !e->differ[scope] ? " =" : ""));
                }
            }
        }
    }
    if (lines.size > 1) {
        qsort(lines.data, lines.size, sizeof *lines.data, simulate_compare);
    }
    for (uint32_t i = 0; i < lines.size; i++) {
        buffer_printf(&out, "%s\n", lines.data[i]);
    }
    char *copy = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    vec_release(&lines);
    return copy;
}

static struct simulate_result *run(struct arena *arena, const struct kernel *k, uint64_t seed) {
    const struct simulate_array array = {.size_bytes = 1024};
    const struct simulate_argument argument = {.array = 0};
    const struct simulate_input input = {
        .block = {THREADS, 1, 1}, .grid = {BLOCKS, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1, .seed = seed};
    struct simulate_result *result = simulate_run(arena, k, &input);
    for (uint32_t i = 0; i < result->finding_count; i++) {
        struct simulate_finding *f = &result->findings[i];
        f->same_value = f->same_value && f->kind == FINDING_KIND_WRITE_WRITE;
    }
    return result;
}

static void races_are_those_of_the_definition(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 2024);
    uint32_t racy = 0, clean = 0;
    for (uint32_t n = 0; n < KERNELS; n++) {
        struct arena arena = {0};
        struct op ops[OPS];
        for (uint32_t i = 0; i < OPS; i++) {
            random_op(&rng, &ops[i], n % 4 == 0);
        }
        struct kernel *k = print_kernel(&arena, ops);
        char *expected = expected_words(&arena, ops);
        for (uint64_t seed = 0; seed < RUNS; seed++) {
            struct simulate_result *result = run(&arena, k, seed);
            char *found = simulate_summary(&arena, k, result);
            if (strcmp(found, expected) != 0) {
                struct buffer text = {0};
                kernel_print(k, &text);
                print_message("kernel %d, seed %d\n%s\nfound\n%s\n", (int)n, (int)seed, strstr(buffer_text(&text), "b0:"), found);
                buffer_release(&text);
            }
            assert_string_equal(found, expected);
            assert_true(result->complete);
        }
        racy += *expected != '\0';
        clean += *expected == '\0';
        arena_release(&arena);
    }
    assert_true(racy > KERNELS / 5 && clean > KERNELS / 20);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_are_those_of_the_definition),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
