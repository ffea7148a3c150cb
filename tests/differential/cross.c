#include "cross.h"

#include <stdio.h>
#include <string.h>

static bool is_update(const struct inst *inst) {
    return inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG;
}

static bool commutes(uint64_t op) {
    return op == ATOMIC_ADD || op == ATOMIC_AND || op == ATOMIC_OR || op == ATOMIC_XOR || op == ATOMIC_MAX || op == ATOMIC_MIN || op == ATOMIC_UMAX ||
           op == ATOMIC_UMIN;
}

bool cross_is_ordered(const struct kernel *k) {
    uint64_t seen = ATOMIC_OP_COUNT;
    for (uint32_t i = 0; i < k->order_total; i++) {
        const struct inst *inst = &k->insts[k->order[i]];
        if (inst->op == INST_CMPXCHG || (inst->flags & INST_ATOMIC_ACCESS)) {
            return false;
        }
        if (inst->op == INST_ATOMIC) {
            if (!commutes(inst->imm) || (seen != ATOMIC_OP_COUNT && seen != inst->imm)) {
                return false;
            }
            seen = inst->imm;
        }
        for (uint32_t j = 0; j < inst->operand_count; j++) {
            if (is_update(kernel_inst(k, kernel_operand(k, inst, j)))) {
                return false;
            }
        }
    }
    return true;
}

static bool is_clean(const struct simulate_result *run) {
    return run->finding_count == 0 && run->complete && !run->incomplete_memory && !run->assumption_failed;
}

/* What went wrong rests on values that differ from run to run. */
static bool is_undefined(const struct simulate_result *run) {
    bool all = run->finding_count > 0;
    for (uint32_t i = 0; i < run->finding_count; i++) {
        all &= run->findings[i].approximate;
    }
    return all;
}

/* The first byte in which two memories differ, as text. */
static bool differs(const char *what, const uint8_t *const *one, const uint8_t *const *other, char *text, size_t size) {
    static const char names[LAUNCH_ARRAYS + 1] = "abcdep";
    for (uint32_t i = 0; i < LAUNCH_ARRAYS; i++) {
        if (memcmp(one[i], other[i], HOST_ARRAY_BYTES) == 0) {
            continue;
        }
        int at = 0;
        while (one[i][at] == other[i][at]) {
            at++;
        }
        snprintf(text, size, "%s: byte %d of %c: %d instead of %d", what, at - HOST_ARRAY_BYTES / 2, names[i], other[i][at], one[i][at]);
        return true;
    }
    return false;
}

static enum host_outcome run_host(host_kernel host, const struct launch *launch, struct launch_input *in, bool backwards, const uint8_t **contents) {
    struct host_launch order = {.backwards = backwards};
    memcpy(order.block, launch->block, sizeof order.block);
    memcpy(order.grid, launch->grid, sizeof order.grid);
    memcpy(order.numbers, launch->numbers, sizeof order.numbers);
    for (uint32_t i = 0; i < LAUNCH_ARRAYS; i++) {
        uint8_t *array = host_array(i);
        launch_fill(in, i, array, HOST_ARRAY_BYTES);
        contents[i] = array;
    }
    return host_run(host, &order);
}

static struct cross compare_host(host_kernel host, const struct launch *launch, struct launch_input *in, bool backwards,
                                 const uint8_t *const *interpreted) {
    struct cross cross = {.outcome = CROSS_SAME};
    const uint8_t *contents[LAUNCH_ARRAYS];
    switch (run_host(host, launch, in, backwards, contents)) {
    case HOST_DONE:
        if (differs("the machine", interpreted, contents, cross.text, sizeof cross.text)) {
            cross.outcome = CROSS_HOST;
        }
        break;
    case HOST_UNDEFINED: cross.outcome = CROSS_UNDEFINED; break;
    case HOST_OUTSIDE:
        cross.outcome = CROSS_HOST;
        snprintf(cross.text, sizeof cross.text, "the machine: an access outside of all arrays");
        break;
    case HOST_STUCK:
        cross.outcome = CROSS_HOST;
        snprintf(cross.text, sizeof cross.text, "the machine: threads wait for each other");
        break;
    }
    return cross;
}

static struct cross compare(struct arena *arena, struct rng *rng, const struct kernel *kernel, host_kernel host, struct simulate_engine *engine,
                            const struct launch *launch) {
    struct cross cross = {.outcome = CROSS_FINDINGS};
    struct launch_input in;
    launch_input(rng, launch, HOST_ARRAY_BYTES, &in);
    in.input.keep_contents = true;
    const struct simulate_result *first = simulate_run(arena, kernel, &in.input);
    if (!is_clean(first)) {
        return cross;
    }
    if (first->overflowed) {
        cross.outcome = CROSS_UNDEFINED;
        return cross;
    }
    const uint8_t *const *contents = (const uint8_t *const *)first->contents;
    in.input.seed++;
    const struct simulate_result *second = simulate_run(arena, kernel, &in.input);
    if (is_undefined(second)) {
        cross.outcome = CROSS_UNDEFINED;
        return cross;
    }
    if (!is_clean(second) || differs("another schedule", contents, (const uint8_t *const *)second->contents, cross.text, sizeof cross.text)) {
        cross.outcome = CROSS_SCHEDULES;
        return cross;
    }
    in.input.engine = engine;
    const struct simulate_result *native = simulate_run(arena, kernel, &in.input);
    if (!is_clean(native) || differs("native code", contents, (const uint8_t *const *)native->contents, cross.text, sizeof cross.text)) {
        cross.outcome = CROSS_NATIVE;
        return cross;
    }
    cross = compare_host(host, launch, &in, rng_below(rng, 2) == 0, contents);
    cross.native = native->native;
    return cross;
}

struct cross cross_run(struct rng *rng, const struct kernel *kernel, host_kernel host, struct simulate_engine *engine, const struct launch *launch) {
    struct arena scratch;
    arena_init(&scratch);
    struct cross cross = compare(&scratch, rng, kernel, host, engine, launch);
    arena_release(&scratch);
    return cross;
}
