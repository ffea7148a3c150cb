#include "simulate/engine.h"

#include "base/memory.h"
#include "simulate/machine.h"
#include "simulate/native.h"

/* A launch of so many instructions (threads times the kernel's size) is compiled at once,
 * others after so many steps: compiling takes as long as some hundred thousand steps. */
#define LARGE_LAUNCH ((uint64_t)4000000)
#define PATIENCE_STEPS ((uint64_t)500000)

struct simulate_engine {
    enum simulate_engine_kind kind;
    struct simulate_engine_stats stats;
    struct native_launch last; /* whose code is kept; its plan and arena */
    struct native_code *code;
};

struct simulate_engine *simulate_engine_create(enum simulate_engine_kind kind) {
    struct simulate_engine *engine = mem_alloc(sizeof *engine);
    *engine = (struct simulate_engine){.kind = kind};
    return engine;
}

static void drop_code(struct simulate_engine *engine) {
    if (engine->code) {
        native_release(engine->code);
        arena_release(&engine->last.arena);
        engine->code = NULL;
    }
}

void simulate_engine_release(struct simulate_engine *engine) {
    if (engine) {
        drop_code(engine);
        mem_free(engine, sizeof *engine);
    }
}

const struct simulate_engine_stats *simulate_engine_stats(const struct simulate_engine *engine) {
    return &engine->stats;
}

uint64_t engine_patience(const struct simulate_engine *engine, const struct kernel *kernel, uint64_t threads) {
    if (!engine || engine->kind == SIMULATE_INTERPRETER) {
        return UINT64_MAX;
    }
    bool is_large = threads > LARGE_LAUNCH / (kernel->order_total + 1);
    return engine->kind == SIMULATE_NATIVE || is_large ? 0 : PATIENCE_STEPS;
}

static uint64_t blocks_of(const struct simulate_input *input) {
    uint64_t all = (uint64_t)input->grid[0] * input->grid[1] * input->grid[2];
    return input->block_count ? input->block_count : all;
}

/* Code for the plan of the launch: that of the last launch if the plan is the same. */
static bool provide_code(struct simulate_engine *engine, struct native_launch *launch, const char **reason) {
    if (!engine->code || !native_plan_equal(&engine->last.plan, &launch->plan)) {
        drop_code(engine);
        engine->last = (struct native_launch){.kernel = launch->kernel, .input = launch->input};
        engine->last.thread_count = launch->thread_count;
        native_plan_create(&engine->last);
        engine->last.plan.helpers = native_helpers();
        engine->code = native_compile(&engine->last.plan, reason);
        engine->stats.compilations++;
        if (!engine->code) {
            arena_release(&engine->last.arena);
        }
    }
    launch->code = engine->code;
    return engine->code != NULL;
}

struct simulate_result *engine_execute(struct simulate_engine *engine, struct arena *arena, const struct kernel *kernel,
                                       const struct simulate_input *input) {
    struct native_launch launch = {.kernel = kernel, .input = input};
    struct simulate_result *result = NULL;
    launch.thread_count = input->block[0] * input->block[1] * input->block[2];
    launch.block_count = blocks_of(input);
    const char *reason = native_plan_create(&launch);
    if (!reason && provide_code(engine, &launch, &reason)) {
        result = native_execute(&launch, arena, &reason);
    }
    arena_release(&launch.arena);
    engine->stats.native_runs += result != NULL;
    engine->stats.fallen_back += result == NULL;
    engine->stats.reason = result ? engine->stats.reason : reason;
    return result;
}

uint64_t engine_copy_steps(uint64_t count, bool is_own) {
    enum { WORD_BYTES = 4, PIECE_BYTES = 128 };
    return count / (is_own ? PIECE_BYTES : WORD_BYTES);
}

void engine_count_interpreted(struct simulate_engine *engine) {
    engine->stats.interpreted_runs++;
}
