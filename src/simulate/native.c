/* Blocks one after another; the threads of each from barrier to barrier. */
#include "simulate/native.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "simulate/callee.h"
#include "simulate/value.h"

enum { MOST_OPERANDS = 16 };
/* Instructions of a block between two barriers: more, and it may wait for another block. */
#define LONGEST_TURN ((uint64_t)1 << 33)

static uint64_t evaluate(struct native_context *context, uint32_t id, const uint64_t *in) {
    const struct native_launch *l = context->owner;
    const struct kernel *k = l->kernel;
    const struct inst *inst = &k->insts[id];
    struct type types[MOST_OPERANDS] = {{0}};
    bool exact;
    for (uint32_t i = 0; i < inst->operand_count && i < MOST_OPERANDS; i++) {
        types[i] = kernel_inst(k, kernel_operand(k, inst, i))->type;
    }
    enum inst_op op = (enum inst_op)inst->op;
    if (op == INST_CALL) {
        return callee_evaluate(inst->name, inst->type, types, in, inst->operand_count, &exact);
    }
    if (op == INST_ATOMIC) {
        return value_atomic((enum atomic_op)inst->imm, inst->type, in[0], in[1]);
    }
    if (op >= INST_FADD && op <= INST_FNEG) {
        return value_float(op, inst->type, in[0], op == INST_FNEG ? 0 : in[1]);
    }
    if (op == INST_FCMP) {
        return value_fcmp(inst->imm, types[0], in[0], in[1]);
    }
    return op == INST_BSWAP ? value_unary(op, inst->type.width_bits, in[0]) : value_convert(op, inst->type, types[0], in[0]);
}

static uint64_t next_tag(struct native_launch *l) {
    return ++l->stamp << NATIVE_STAMP_SHIFT;
}

static void begin_interval(struct native_launch *l) {
    l->context.interval_tag = next_tag(l);
    for (uint32_t i = 0; i < l->warp_count; i++) {
        l->warp_tags[i] = l->context.interval_tag;
    }
}

static void begin_block(struct native_launch *l) {
    const uint32_t *grid = l->input->grid;
    uint64_t b = l->block_number;
    const uint32_t linear[] = {(uint32_t)(b % grid[0]), (uint32_t)(b / grid[0] % grid[1]), (uint32_t)(b / grid[0] / grid[1])};
    memcpy(l->context.block_id, l->input->block_count ? l->input->blocks[b] : linear, sizeof linear);
    begin_interval(l);
    l->context.block_tag = l->context.interval_tag;
    memset(l->context.points, 0, l->thread_count * sizeof *l->context.points);
    native_memory_enter_block(l);
}

static void turn(struct native_launch *l, uint32_t first, uint32_t count) {
    uint64_t budget = l->input->step_budget, limit = l->context.steps + LONGEST_TURN;
    l->context.step_limit = budget && budget < limit ? budget : limit;
    l->code->run(&l->context, first, first + count);
    if (budget && l->context.steps > budget && !l->context.event) {
        l->context.event = l->kernel->order[0];
    }
}

static const struct inst *inst_at(const struct native_launch *l, uint32_t point) {
    return &l->kernel->insts[l->code->point_inst[point]];
}

/* All of `count` threads from `first` are where the first is. */
static bool are_together(const struct native_launch *l, uint32_t first, uint32_t count) {
    const uint32_t *points = l->context.points + first;
    for (uint32_t i = 1; i < count; i++) {
        if (points[i] != points[0]) {
            return false;
        }
    }
    return true;
}

static bool same_round(const struct native_launch *l) {
    uint32_t words = l->code->round_words;
    uint32_t point = l->context.points[0], depth = 0;
    uint32_t loop = l->plan.cfg->loop_of[inst_at(l, point)->block.id];
    depth = loop == CFG_NONE ? 0 : l->plan.cfg->loops[loop].depth;
    for (uint32_t t = 1; t < l->thread_count && depth > 0; t++) {
        if (memcmp(l->context.rounds, l->context.rounds + (size_t)t * words, depth * sizeof(uint32_t)) != 0) {
            return false;
        }
    }
    return true;
}

/* Lets warps go on from warp barriers and collectives until each waits for its block or
 * has exited. NULL, or what stands in the way. */
static const char *run_warps(struct native_launch *l) {
    for (uint32_t warp = 0; warp < l->warp_count; warp++) {
        uint32_t first = warp * NATIVE_WARP_THREADS, left = l->thread_count - first;
        uint32_t lanes = left < NATIVE_WARP_THREADS ? left : NATIVE_WARP_THREADS;
        while (true) {
            uint32_t point = l->context.points[first];
            if (!are_together(l, first, lanes)) {
                return "threads of a warp apart";
            }
            const struct inst *inst = point == NATIVE_EXITED ? NULL : inst_at(l, point);
            bool is_barrier = inst && inst->op == INST_BARRIER;
            if (!inst || (is_barrier && inst->imm != BARRIER_WARP)) {
                break;
            }
            uint64_t *mail = l->context.mail + (size_t)first * NATIVE_MAIL;
            uint32_t existing = (uint32_t)(((uint64_t)1 << lanes) - 1);
            for (uint32_t lane = 0; is_barrier && lane < lanes; lane++) {
                uint64_t mask = mail[lane * NATIVE_MAIL];
                if (mask != mail[0] || (mask & existing) != existing) {
                    return "barrier of some threads of a warp";
                }
            }
            if (!is_barrier && !native_warp_exchange(inst, mail, lanes)) {
                return "collective";
            }
            if (is_barrier) {
                l->warp_tags[warp] = next_tag(l);
            }
            turn(l, first, lanes);
            if (l->context.event) {
                return "event";
            }
        }
    }
    return NULL;
}

/* The result of a counting barrier, the same for all. */
static void reduce(struct native_launch *l, const struct inst *inst) {
    uint64_t holds = 0;
    for (uint32_t t = 0; t < l->thread_count; t++) {
        holds += l->context.mail[(size_t)t * NATIVE_MAIL] != 0;
    }
    uint64_t result = inst->imm == BARRIER_COUNT ? holds : inst->imm == BARRIER_AND ? holds == l->thread_count : holds > 0;
    for (uint32_t t = 0; t < l->thread_count; t++) {
        l->context.mail[(size_t)t * NATIVE_MAIL] = result;
    }
}

static const char *run_block(struct native_launch *l) {
    begin_block(l);
    while (true) {
        turn(l, 0, l->thread_count);
        if (l->context.event) {
            return "event";
        }
        if (!are_together(l, 0, l->thread_count) || l->context.points[0] != NATIVE_EXITED) {
            const char *reason = run_warps(l);
            if (reason) {
                return reason;
            }
        }
        if (!are_together(l, 0, l->thread_count)) {
            return "threads of a block apart";
        }
        if (l->context.points[0] == NATIVE_EXITED) {
            return NULL;
        }
        const struct inst *inst = inst_at(l, l->context.points[0]);
        if (!same_round(l)) {
            return "threads in different rounds";
        }
        if (inst->operand_count > 0) {
            reduce(l, inst);
        }
        begin_interval(l);
    }
}

static void create_threads(struct native_launch *l) {
    struct native_context *c = &l->context;
    const uint32_t *block = l->input->block;
    size_t threads = l->thread_count;
    for (uint32_t axis = 0; axis < 3; axis++) {
        uint32_t *ids = arena_alloc(&l->arena, threads * sizeof *ids);
        uint32_t step = axis == 0 ? 1 : axis == 1 ? block[0] : block[0] * block[1];
        for (uint32_t t = 0; t < l->thread_count; t++) {
            ids[t] = t / step % block[axis];
        }
        c->thread_ids[axis] = ids;
        c->block_size[axis] = block[axis];
        c->grid_size[axis] = l->input->grid[axis];
    }
    l->warp_count = (l->thread_count + NATIVE_WARP_THREADS - 1) / NATIVE_WARP_THREADS;
    l->warp_tags = arena_alloc(&l->arena, l->warp_count * sizeof *l->warp_tags);
    c->warp_tags = l->warp_tags;
    c->points = arena_alloc(&l->arena, threads * sizeof *c->points);
    c->frames = arena_alloc(&l->arena, threads * l->code->frame_words * sizeof *c->frames);
    c->mail = arena_alloc(&l->arena, threads * NATIVE_MAIL * sizeof *c->mail);
    c->rounds = arena_alloc(&l->arena, threads * l->code->round_words * sizeof *c->rounds);
    c->locals = arena_alloc(&l->arena, threads * 2 * l->plan.local_bytes);
    c->places = l->places;
    c->unknown = hash_mix(l->input->seed, 1);
    c->owner = l;
}

static void set_arguments(struct native_launch *l) {
    const struct kernel *k = l->kernel;
    uint64_t *arguments = arena_alloc(&l->arena, k->param_count * sizeof *arguments);
    for (uint32_t i = 0; i < k->param_count; i++) {
        const struct simulate_argument *given = &l->input->arguments[i];
        bool is_array = k->params[i].type.kind == TYPE_POINTER && given->array != SIMULATE_NONE;
        arguments[i] = k->params[i].by_value_struct ? 0
                       : is_array                   ? simulate_address(given->array, given->offset_bytes)
                                                    : given->bits & value_mask(k->params[i].type.width_bits);
    }
    l->context.arguments = arguments;
}

struct native_helpers native_helpers(void) {
    return (struct native_helpers){.check = native_order_check, .copy = native_memory_copy, .reach = native_memory_reach, .evaluate = evaluate};
}

struct simulate_result *native_execute(struct native_launch *l, struct arena *arena, const char **reason) {
    *reason = native_memory_create(l);
    if (!*reason) {
        set_arguments(l);
        create_threads(l);
    }
    for (l->block_number = 0; !*reason && l->block_number < l->block_count; l->block_number++) {
        *reason = run_block(l);
        if (l->input->progress) {
            l->input->progress(l->input->progress_context, l->context.steps);
        }
    }
    struct simulate_result *result = NULL;
    if (!*reason) {
        result = arena_alloc(arena, sizeof *result);
        result->complete = result->native = true;
        result->steps = l->context.steps;
        result->findings = arena_alloc(arena, 0);
    }
    if (result && l->input->keep_contents) {
        result->contents = arena_alloc(arena, l->input->array_count * sizeof *result->contents);
        for (uint32_t i = 0; i < l->input->array_count; i++) {
            result->contents[i] = arena_alloc(arena, l->places[i].size_bytes);
            if (l->places[i].size_bytes > 0) {
                memcpy(result->contents[i], l->places[i].bytes, l->places[i].size_bytes);
            }
        }
    }
    native_memory_release(l);
    return result;
}
