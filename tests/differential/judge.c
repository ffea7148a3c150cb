/* A kernel is checked for every launch, and for one launch or one block with some arguments;
 * then it is executed for many launches. What an execution shows must not be proved impossible
 * by any check whose scope holds it, unless the execution breaks an assumption that the check
 * lists. */
#include "judge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "cross.h"

const char *const failure_names[FAILURE_COUNT] = {"none",
                                                  "wrong race proof",
                                                  "wrong proof of a pair",
                                                  "model without replay",
                                                  "witness outside the launch",
                                                  "wrong divergence proof",
                                                  "wrong bounds proof",
                                                  "wrong assertion proof",
                                                  "wrong redundant barrier",
                                                  "kernel_check",
                                                  "protocol_check",
                                                  "protocol text",
                                                  "crash",
                                                  "slow",
                                                  "schedules differ",
                                                  "native code differs",
                                                  "the machine differs"};

enum { RUNS_ANY = 10, RUNS_FIXED = 5, CROSS_TRIES = 5, CROSS_ENOUGH = 2, LOCKSTEP_ONE_IN = 12 };

static double now(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The launch that a claim is about, or another one in its scope. */
static struct launch launch_in_scope(struct bench *b, const struct launch *fixed, int scope) {
    struct launch launch = launch_any(&b->rng, b->kernel, b->axes);
    if (scope != EXTENT_ANY) {
        memcpy(launch.block, fixed->block, sizeof launch.block);
    }
    if (scope == EXTENT_LAUNCH || scope == EXTENT_WHOLE) {
        memcpy(launch.grid, fixed->grid, sizeof launch.grid);
    }
    for (uint32_t i = 0; i < LAUNCH_NUMBERS && b->claims[scope].report; i++) {
        if (b->claims[scope].fixes[i]) {
            launch.numbers[i] = b->claims[scope].numbers[i];
        }
    }
    launch.sizes = b->claims[scope].sizes;
    return launch;
}

static void execute_all(struct bench *b, const struct launch *fixed) {
    for (uint32_t i = 0; i < RUNS_ANY + 2 * RUNS_FIXED + LAUNCH_SMALL && b->judgement->failure == FAILURE_NONE; i++) {
        int scope = i < RUNS_ANY ? EXTENT_ANY : b->limited;
        struct launch launch = launch_in_scope(b, fixed, scope);
        if (i >= RUNS_ANY + 2 * RUNS_FIXED) {
            launch = launch_small(&b->rng, b->kernel, b->axes, i - RUNS_ANY - 2 * RUNS_FIXED);
        }
        bench_execute(b, &launch);
    }
}

static bool is_proved(const struct bench *b, const struct launch *launch) {
    for (int scope = 0; scope < EXTENT_COUNT; scope++) {
        if (b->judgement->race[scope] == VERDICT_PROVED && bench_in_scope(&b->claims[scope], launch)) {
            return true;
        }
    }
    return false;
}

static void note_cross(struct judgement *j, const struct cross *cross, const struct launch *launch, bool proved) {
    bool failed = cross->outcome != CROSS_SAME && cross->outcome != CROSS_FINDINGS && cross->outcome != CROSS_UNDEFINED;
    j->crossed += cross->outcome == CROSS_SAME;
    j->crossed_proved += cross->outcome == CROSS_SAME && proved;
    j->crossed_native += cross->outcome == CROSS_SAME && cross->native;
    j->crossed_undefined += cross->outcome == CROSS_UNDEFINED;
    if (failed) {
        j->failure = cross->outcome == CROSS_HOST ? FAILURE_HOST : cross->outcome == CROSS_NATIVE ? FAILURE_NATIVE : FAILURE_SCHEDULES;
        snprintf(j->text, TEXT_BYTES, "%s\nblock (%u,%u,%u) grid (%u,%u,%u) n=%lld m=%lld w=%lld z=%lld\n", cross->text, launch->block[0],
                 launch->block[1], launch->block[2], launch->grid[0], launch->grid[1], launch->grid[2], (long long)launch->numbers[0],
                 (long long)launch->numbers[1], (long long)launch->numbers[2], (long long)launch->numbers[3]);
    }
}

static void cross_all(struct bench *b, const struct launch *fixed, host_kernel host) {
    struct judgement *j = b->judgement;
    j->unordered = !cross_is_ordered(b->kernel);
    if (b->lockstep || j->unordered || !host) {
        return;
    }
    struct simulate_engine *engine = simulate_engine_create(SIMULATE_NATIVE);
    for (uint32_t i = 0; i < CROSS_TRIES && j->crossed < CROSS_ENOUGH && j->failure == FAILURE_NONE; i++) {
        struct launch launch = launch_in_scope(b, fixed, i % 2 == 0 ? EXTENT_ANY : b->limited);
        launch.sizes = SIZES_UNKNOWN;
        struct cross cross = cross_run(&b->rng, b->kernel, host, engine, &launch);
        note_cross(j, &cross, &launch, is_proved(b, &launch));
    }
    simulate_engine_release(engine);
}

static void check_text(struct bench *b) {
    struct buffer first = {0}, second = {0};
    const char *error = NULL;
    protocol_print(b->protocol, &first);
    struct protocol *again = protocol_parse(b->arena, buffer_text(&first), "text", &error);
    if (again) {
        protocol_print(again, &second);
        protocol_destroy(again);
    }
    if (!again || strcmp(buffer_text(&first), buffer_text(&second)) != 0) {
        b->judgement->failure = FAILURE_TEXT;
        snprintf(b->judgement->text, TEXT_BYTES, "%s", error ? error : "the text of the parsed protocol differs");
    }
    buffer_release(&first);
    buffer_release(&second);
}

static void note_barriers(struct bench *b) {
    for (uint32_t i = 0; i < b->protocol->item_count; i++) {
        const struct proto_item *item = &b->protocol->items[i];
        b->judgement->has_barrier_in_loop |= item->kind == ITEM_BARRIER && item->barrier != BARRIER_WARP && item->loop != PROTOCOL_NONE;
    }
}

/* What a warp in step orders. */
static void make_volatile(struct kernel *kernel, struct rng *rng) {
    uint64_t one_in = rng_below(rng, 3) + 1;
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        struct inst *inst = &kernel->insts[kernel->order[i]];
        bool is_access = inst->op == INST_LOAD || inst->op == INST_STORE;
        if (is_access && rng_below(rng, one_in) == 0) {
            inst->flags |= INST_VOLATILE;
        }
    }
}

void judge_kernel(struct kernel *kernel, uint64_t seed, bool lockstep, host_kernel host, struct judgement *judgement) {
    struct arena arena;
    arena_init(&arena);
    struct bench b = {.arena = &arena, .kernel = kernel, .judgement = judgement};
    rng_init(&b.rng, seed);
    double start = now();
    b.lockstep = lockstep || rng_below(&b.rng, LOCKSTEP_ONE_IN) == 0;
    if (b.lockstep) {
        make_volatile(kernel, &b.rng);
    }
    const char *broken = kernel_check(kernel);
    struct protocol *protocol = protocol_infer(&arena, kernel, 1024);
    if (b.lockstep) {
        protocol_add_sides(protocol, kernel);
    }
    const struct protocol inferred = *protocol;
    b.protocol = protocol;
    b.axes = &inferred;
    const char *broken_protocol = protocol_check(protocol);
    if (broken || broken_protocol) {
        judgement->failure = broken ? FAILURE_KERNEL : FAILURE_PROTOCOL;
        snprintf(judgement->text, TEXT_BYTES, "%s", broken ? broken : broken_protocol);
    } else {
        check_text(&b);
    }
    note_barriers(&b);
    struct launch fixed = launch_any(&b.rng, kernel, &inferred);
    if (judgement->failure == FAILURE_NONE) {
        static const int scopes[] = {EXTENT_LAUNCH, EXTENT_BLOCK, EXTENT_WHOLE};
        int limited = b.limited = scopes[rng_below(&b.rng, 3)];
        bench_check(&b, EXTENT_ANY, &fixed);
        if (judgement->failure == FAILURE_NONE) {
            bench_check(&b, limited, &fixed);
        }
        judgement->check_seconds = now() - start;
        start = now();
        if (judgement->failure == FAILURE_NONE) {
            execute_all(&b, &fixed);
        }
        judgement->simulate_seconds = now() - start;
        start = now();
        if (judgement->failure == FAILURE_NONE) {
            cross_all(&b, &fixed, host);
        }
        judgement->cross_seconds = now() - start;
    }
    protocol_destroy(protocol);
    arena_release(&arena);
}
