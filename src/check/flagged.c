#include "check/flagged.h"

#include <stdlib.h>

#include "base/vec.h"

struct reach {
    const struct kernel *kernel;
    bool *blocks; /* entered behind the instruction */
    uint32_t block, position;
};

static uint32_t position_of(const struct kernel *k, value_ref v) {
    uint32_t block = kernel_inst(k, v)->block.id, i = 0;
    while (i < k->blocks[block].inst_count && kernel_at(k, block, i).id != v.id)
        i++;
    return i;
}

/* The blocks that control may enter after `from`. */
static struct reach reach_from(const struct kernel *k, value_ref from) {
    struct reach r = {k, calloc(k->block_count + 1, sizeof *r.blocks), kernel_inst(k, from)->block.id, position_of(k, from)};
    VEC(uint32_t) open = {0};
    vec_push(&open, r.block);
    while (r.blocks && open.size > 0) {
        uint32_t b = vec_pop(&open);
        for (uint32_t s = 0; s < k->blocks[b].succ_count; s++) {
            uint32_t to = kernel_succ(k, b, s).id;
            if (r.blocks[to])
                continue;
            r.blocks[to] = true;
            vec_push(&open, to);
        }
    }
    vec_release(&open);
    return r;
}

static bool reaches(const struct reach *r, value_ref to) {
    uint32_t block = kernel_inst(r->kernel, to)->block.id;
    return !r->blocks || r->blocks[block] || (block == r->block && position_of(r->kernel, to) > r->position);
}

static bool is_strong(const struct inst *inst, bool writes) {
    bool is_marked = (inst->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS)) != 0;
    return inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || (is_marked && inst->op == (writes ? INST_STORE : INST_LOAD));
}

static bool is_exchange(const struct inst *inst) {
    return inst->op == INST_CMPXCHG || (inst->op == INST_ATOMIC && inst->imm == ATOMIC_XCHG);
}

/* A strong write comes behind `from`; without a fence (`any` false) only an exchange counts. */
static bool has_write_behind(const struct kernel *k, value_ref from, bool any) {
    struct reach r = reach_from(k, from);
    bool found = false;
    for (uint32_t i = 0; i < k->order_total && !found; i++) {
        const struct inst *inst = &k->insts[k->order[i]];
        found = (any ? is_strong(inst, true) : is_exchange(inst)) && reaches(&r, (value_ref){k->order[i]});
    }
    free(r.blocks);
    return found;
}

static bool has_release_behind(const struct kernel *k, value_ref from) {
    struct reach r = reach_from(k, from);
    bool found = has_write_behind(k, from, false);
    for (uint32_t i = 0; i < k->order_total && !found; i++) {
        value_ref fence = {k->order[i]};
        found = kernel_inst(k, fence)->op == INST_FENCE && reaches(&r, fence) && has_write_behind(k, fence, true);
    }
    free(r.blocks);
    return found;
}

static bool has_acquire_before(const struct kernel *k, value_ref to) {
    bool found = false;
    for (uint32_t i = 0; i < k->order_total && !found; i++) {
        value_ref at = {k->order[i]};
        if (at.id == to.id || !is_strong(kernel_inst(k, at), false))
            continue;
        struct reach r = reach_from(k, at);
        found = reaches(&r, to);
        free(r.blocks);
    }
    return found;
}

bool flagged_pair(const struct kernel *k, value_ref a, value_ref b) {
    return (has_release_behind(k, a) && has_acquire_before(k, b)) || (has_release_behind(k, b) && has_acquire_before(k, a));
}
