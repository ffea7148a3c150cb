/* The search: its random steps, natural genomes, scores, and what it finds in small kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <math.h>

#include "search/fitness.h"
#include "search/genome.h"

#define HEAD                                                                                                                                         \
    "kernel \"k\"\n"                                                                                                                                 \
    "param $0 \"a\" ptr.global elem 4\n"                                                                                                             \
    "param $1 \"n\" i32\n"                                                                                                                           \
    "param $2 \"pitch\" i32\n"                                                                                                                       \
    "param $3 \"unread\" i32\n"                                                                                                                      \
    "object @0 \"s\" shared size 256 elem 4\n"                                                                                                       \
    "loc !1 \"k.cu\" \"k\" 1:1\n"                                                                                                                    \
    "loc !2 \"k.cu\" \"k\" 2:1\n"                                                                                                                    \
    "loc !3 \"k.cu\" \"k\" 3:1\n"                                                                                                                    \
    "b0:\n"                                                                                                                                          \
    " %t = sreg tid.x i32\n"                                                                                                                         \
    " %t8 = zext i64 %t\n"                                                                                                                           \
    " %o = mul i64 %t8, 4:i64\n"                                                                                                                     \
    " %p = ptradd ptr.global $0, %o\n"                                                                                                               \
    " %r = mul i32 %t, $2\n"                                                                                                                         \
    " %r8 = zext i64 %r\n"                                                                                                                           \
    " %r4 = mul i64 %r8, 4:i64\n"                                                                                                                    \
    " %q = ptradd ptr.global $0, %r4\n"                                                                                                              \
    " %go = eq i1 $1, 321\n"

#define GUARDED(address) " condbr %go -> yes, no\nyes:\n store " address ", %t !1\n br -> no\nno:\n ret\n"

struct scene {
    const char *name, *text; /* behind HEAD */
    bool is_shown, is_natural;
    enum simulate_rule rule;
};

struct fixture {
    struct arena arena;
    struct kernel *kernel;
    struct protocol *protocol;
    struct witness base;
    struct search_request request;
};

static void set_up(struct fixture *f, const char *text, uint64_t seed) {
    const char *error = NULL;
    *f = (struct fixture){.base = {.file = "k.cu"}};
    f->kernel = kernel_parse(&f->arena, arena_printf(&f->arena, "%s%s", HEAD, text), &error);
    if (!f->kernel) {
        print_message("%s\n", error);
    }
    assert_non_null(f->kernel);
    f->protocol = protocol_infer(&f->arena, f->kernel, 0);
    f->request = (struct search_request){.kernel = f->kernel, .protocol = f->protocol, .base = &f->base, .seed = seed, .step_budget = 2000000};
}

static void tear_down(struct fixture *f) {
    protocol_destroy(f->protocol);
    arena_release(&f->arena);
}

/* Means of absolute values: the root of 2/pi, and none. */
static void steps(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    struct rng rng;
    double sum = 0, mean = 0;
    uint32_t far[2] = {0};
    rng_init(&rng, 7);
    for (uint32_t i = 0; i < COUNT; i++) {
        double normal = mutation_step(&rng, MUTATION_NORMAL), cauchy = mutation_step(&rng, MUTATION_CAUCHY);
        sum += fabs(normal);
        mean += normal;
        far[0] += fabs(normal) > 10;
        far[1] += fabs(cauchy) > 10;
    }
    assert_true(fabs(sum / (double)COUNT - 0.7979) < 0.02);
    assert_true(fabs(mean / (double)COUNT) < 0.03);
    assert_int_equal(far[0], 0);
    assert_true(far[1] > COUNT / 20 && far[1] < COUNT / 12); /* 2/pi * atan(1/10) is 0.0635 */
}

static void domains(void **state) {
    (void)state;
    struct fixture f;
    set_up(&f, GUARDED("%q"), 1);
    const struct domain *d = domain_create(&f.arena, &f.request);
    assert_int_equal(d->scalar_count, 4);
    assert_true(d->scalars[1].matters && !d->scalars[1].is_stride);
    assert_true(d->scalars[2].matters && d->scalars[2].is_stride);
    assert_false(d->scalars[3].matters);
    assert_int_equal(d->constant_count, 3);
    assert_int_equal(d->constants[1], 321);
    assert_true(d->free_block[0] && !d->free_block[1] && !d->free_grid[0]);
    tear_down(&f);
}

/* Every genome keeps the limits, natural ones the conditions; what breaks them can be repaired. */
static void genomes(void **state) {
    (void)state;
    struct fixture f;
    struct rng rng;
    uint32_t broken = 0;
    set_up(&f, GUARDED("%q"), 1);
    const struct domain *d = domain_create(&f.arena, &f.request);
    rng_init(&rng, 3);
    const struct genome *parent = genome_initial(&f.arena, d, &rng, 0);
    for (uint32_t i = 0; i < 2000; i++) {
        struct nature nature;
        uint32_t at = 0;
        bool is_wild = i % 2;
        struct genome *g = genome_child(&f.arena, d, &rng, parent, i % 4 < 2 ? MUTATION_NORMAL : MUTATION_CAUCHY, is_wild);
        assert_in_range(genome_threads(g), 1, 1024);
        assert_true(g->block[1] == 1 && g->grid[0] == 1);
        if (genome_broken(d, g, &at, &nature)) {
            broken++;
            assert_true(is_wild);
            assert_non_null(nature_text(&f.arena, d, &nature));
            genome_naturalise(d, g);
            at = 0;
            assert_false(genome_broken(d, g, &at, &nature));
        }
        parent = g;
    }
    assert_true(broken > 300);
    tear_down(&f);
}

static struct simulate_event access_at(uint32_t thread, int64_t offset, bool writes, uint32_t inst) {
    struct simulate_event e = {.mode = writes ? SIMULATE_WRITE : SIMULATE_READ,
                               .inst = {inst},
                               .array = 0,
                               .object = SIMULATE_NONE,
                               .offset_bytes = offset,
                               .size_bytes = 4};
    e.thread[0] = thread;
    return e;
}

static struct fitness score(struct fitness_meter *m, const struct simulate_event *events, uint32_t count) {
    const struct simulate_array array = {.size_bytes = 64};
    const struct simulate_input input = {.block = {4, 1, 1}, .grid = {1, 1, 1}, .arrays = &array, .array_count = 1};
    fitness_begin(m, &input);
    for (uint32_t i = 0; i < count; i++) {
        fitness_observe(m, &events[i]);
    }
    return fitness_end(m);
}

static void scores(void **state) {
    (void)state;
    struct fixture f;
    struct fitness_meter m;
    set_up(&f, GUARDED("%p"), 1);
    fitness_init(&m, f.kernel);
    const struct simulate_event apart[] = {access_at(0, 0, true, 5), access_at(1, 4, true, 5), access_at(2, 40, true, 5)};
    const struct simulate_event meet[] = {access_at(0, 0, true, 5), access_at(1, 0, true, 5), access_at(2, 8, true, 6), access_at(2, 8, true, 6)};
    const struct simulate_event reads[] = {access_at(0, 0, false, 5), access_at(1, 0, false, 5)};
    struct fitness a = score(&m, apart, 3), b = score(&m, meet, 4), c = score(&m, reads, 2);
    assert_true(a.crowding == 1.0 && a.fresh == 1 && a.divergence == 0 && a.slack == 0);
    assert_true(fabs(b.crowding - 2.0 / 3) < 1e-9 && b.fresh == 1 && b.divergence == 0.5);
    assert_true(c.crowding == 1.0 && c.fresh == 0);
    assert_true(fitness_better(GOAL_RACE, &b, &a) && fitness_better(GOAL_RACE, &a, &c));
    assert_true(fitness_better(GOAL_DIVERGENCE, &b, &a) && !fitness_better(GOAL_FRESH, &c, &a));
    struct simulate_event later = access_at(1, 0, true, 5); /* behind a barrier: another interval */
    later.interval = 1;
    const struct simulate_event ordered[] = {access_at(0, 0, true, 5), later};
    assert_true(score(&m, ordered, 2).crowding == 1.0);
    fitness_release(&m);
    tear_down(&f);
}

static void finds(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"a constant", GUARDED("$0"), true, true, SIMULATE_RACE},
        {"apart", GUARDED("%p"), false, false, SIMULATE_RACE},
        {"a stride of zero", GUARDED("%q"), true, false, SIMULATE_RACE},
        {"beyond a variable", " %e = ptradd ptr.shared @0, %o\n store %e, 1 !1\n ret\n", true, true, SIMULATE_OUT_OF_BOUNDS},
        {"divergence", " %low = ult i1 %t, 5\n condbr %low -> yes, no\nyes:\n barrier block !1\n br -> no\nno:\n barrier block !2\n ret\n", true,
         true, SIMULATE_DIVERGENCE},
        {"a trap", " store $0, %t !1\n trap\n", false, false, SIMULATE_RACE},
        {"overflow",
         " %w = add nsw i32 $1, 2147483647:i32\n %low = slt i1 %w, 0\n %some = slt i1 0, $1\n %big = and i1 %low, %some\n condbr %big -> yes, "
         "no\nyes:\n store $0, %t !1\n br -> no\nno:\n ret\n",
         false, false, SIMULATE_RACE},
        {"an assumption", " %z = eq i1 $1, 5\n assume %z\n condbr %go -> yes, no\nyes:\n store $0, %t !1\n br -> no\nno:\n ret\n", false, false,
         SIMULATE_RACE},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct fixture f;
            set_up(&f, scenes[i].text, seed);
            const struct search_result *r = search_run(&f.arena, &f.request);
            bool is_right = (r->shown_count > 0) == scenes[i].is_shown;
            if (is_right && r->shown_count > 0) {
                is_right = r->shown[0].finding.rule == scenes[i].rule && !r->shown[0].condition == scenes[i].is_natural;
            }
            if (!is_right) {
                print_message("%s, seed %u: %u shown\n", scenes[i].name, (unsigned)seed, r->shown_count);
            }
            assert_true(is_right);
            tear_down(&f);
        }
    }
}

/* `s[t] = t; barrier; a[t] = s[t]` needs no barrier; with s[63 - t] it does. */
#define WITH_BARRIER(address)                                                                                                                        \
    " %u = and i32 %t, 63\n %u8 = zext i64 %u\n %v = mul i64 %u8, 4:i64\n %low = ult i1 %t, 64\n condbr %low -> yes, no\nyes:\n"                     \
    " %e = ptradd ptr.shared @0, %v\n store %e, %t !1\n br -> no\nno:\n barrier block !2\n condbr %low -> more, end\nmore:\n"                        \
    " %m = sub i64 252:i64, %v\n %x = ptradd ptr.shared @0, " address "\n %y = load i32 %x !3\n store %p, %y !3\n br -> end\nend:\n ret\n"

static void barriers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t removable;
    } scenes[] = {{WITH_BARRIER("%v"), 1}, {WITH_BARRIER("%m"), 0}};
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        set_up(&f, scenes[i].text, 1);
        f.request.removes_barriers = true;
        const struct search_result *r = search_run(&f.arena, &f.request);
        assert_int_equal(r->shown_count, 0);
        assert_int_equal(r->removable_count, scenes[i].removable);
        assert_true(r->removal_runs > 0);
        tear_down(&f);
    }
}

/* Launches that begin with a counterexample: its block first, then twice the block that the kernel is written for, with random contents. */
static void seeds(void **state) {
    (void)state;
    struct fixture f;
    struct rng rng;
    set_up(&f, GUARDED("%q"), 1);
    const struct search_seed seed = {.block = {96, 1, 1}, .grid = {1, 1, 1}};
    f.request.seeds = &seed;
    f.request.seed_count = 1;
    struct domain *d = domain_create(&f.arena, &f.request);
    rng_init(&rng, 3);
    assert_true(d->shapes.count > 0);
    assert_int_equal(genome_seeded(&f.arena, d, &rng, 0)->block[0], 96);
    const struct genome *shaped = genome_seeded(&f.arena, d, &rng, 1);
    assert_int_equal(shaped->block[0], d->shapes.blocks[0][0]);
    assert_int_equal(shaped->contents[0].kind, CONTENTS_RANGE);
    assert_int_equal(genome_seeded(&f.arena, d, &rng, 2)->block[0], d->shapes.blocks[0][0]);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps),  cmocka_unit_test(domains), cmocka_unit_test(genomes), cmocka_unit_test(seeds),
                                       cmocka_unit_test(scores), cmocka_unit_test(finds),   cmocka_unit_test(barriers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
