/* Barriers that have a number (PTX `bar.sync id`), and wait for the whole block. */
#include "protocol/infer.h"

/* Some barrier with a number waits for part of the block. */
static bool has_counted_barrier(const struct kernel *k) {
    for (uint32_t i = 0; i < k->order_total; i++) {
        const struct inst *inst = &k->insts[k->order[i]];
        if (inst->op == INST_BARRIER && inst->imm == BARRIER_NAMED && inst->operand_count > 1)
            return true;
    }
    return false;
}

/* How many instructions name the number. */
static uint32_t sites_of_number(const struct kernel *k, uint64_t number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->order_total; i++) {
        const struct inst *inst = &k->insts[k->order[i]];
        const struct inst *id = inst->op == INST_BARRIER && inst->imm == BARRIER_NAMED ? kernel_inst(k, kernel_operand(k, inst, 0)) : NULL;
        count += id && (id->op != INST_CONST || id->imm == number);
    }
    return count;
}

void numbered_barrier(struct inference *inf, struct proto_item *item) {
    uint64_t number;
    bool is_whole = item->barrier == BARRIER_NAMED && term_is_none(item->count) && term_is_const(inf->terms, item->mask, &number);
    if (is_whole && !has_counted_barrier(inf->kernel) &&
        (!(term_deps(inf->terms, item->guard) & DEP_THREAD) || sites_of_number(inf->kernel, number) == 1)) {
        item->barrier = BARRIER_BLOCK;
        item->mask = TERM_NONE;
    }
}
