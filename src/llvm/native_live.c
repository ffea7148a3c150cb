#include "llvm/native_live.h"

#include <string.h>

struct liveness {
    const struct kernel *kernel;
    struct arena *arena;
    bool **in;    /* by block: needed at its start, its phis' results excluded */
    bool **point; /* by instruction */
};

static void need(const struct liveness *l, bool *live, value_ref v) {
    live[v.id] |= !native_is_leaf(kernel_inst(l->kernel, v));
}

/* What is needed at the end of block b. */
static void join_successors(const struct liveness *l, uint32_t b, bool *live) {
    const struct kernel *k = l->kernel;
    for (uint32_t n = 0; n < k->blocks[b].succ_count; n++) {
        uint32_t to = kernel_succ(k, b, n).id, pred = 0;
        for (uint32_t i = 0; i < k->inst_count; i++) {
            live[i] |= l->in[to][i];
        }
        while (kernel_pred(k, to, pred).id != b) {
            pred++;
        }
        for (uint32_t i = 0; kernel_inst(k, kernel_at(k, to, i))->op == INST_PHI; i++) {
            need(l, live, kernel_operand(k, kernel_inst(k, kernel_at(k, to, i)), pred));
        }
    }
}

/* One walk backwards through block b; whether what is needed at its start grew. */
static bool walk(const struct liveness *l, uint32_t b, bool *live) {
    const struct kernel *k = l->kernel;
    memset(live, 0, k->inst_count);
    join_successors(l, b, live);
    for (uint32_t place = k->blocks[b].inst_count; place > 0; place--) {
        value_ref at = kernel_at(k, b, place - 1);
        const struct inst *inst = kernel_inst(k, at);
        live[at.id] = false;
        if (native_is_point(inst)) {
            memcpy(l->point[at.id], live, k->inst_count);
        }
        for (uint32_t i = 0; i < inst->operand_count && inst->op != INST_PHI; i++) {
            need(l, live, kernel_operand(k, inst, i));
        }
    }
    bool grew = memcmp(l->in[b], live, k->inst_count) != 0;
    memcpy(l->in[b], live, k->inst_count);
    return grew;
}

bool **native_live(struct arena *arena, const struct kernel *kernel) {
    struct liveness l = {.kernel = kernel, .arena = arena};
    l.in = arena_alloc(arena, kernel->block_count * sizeof *l.in);
    l.point = arena_alloc(arena, kernel->inst_count * sizeof *l.point);
    for (uint32_t b = 0; b < kernel->block_count; b++) {
        l.in[b] = arena_alloc(arena, kernel->inst_count);
    }
    bool any = false;
    for (uint32_t place = 0; place < kernel->order_total; place++) {
        uint32_t id = kernel->order[place];
        if (native_is_point(&kernel->insts[id])) {
            l.point[id] = arena_alloc(arena, kernel->inst_count);
            any = true;
        }
    }
    bool *live = arena_alloc(arena, kernel->inst_count);
    for (bool grew = any; grew;) {
        grew = false;
        for (uint32_t b = kernel->block_count; b > 0; b--) {
            grew |= walk(&l, b - 1, live);
        }
    }
    return l.point;
}
