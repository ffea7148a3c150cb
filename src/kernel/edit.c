#include "kernel/edit.h"

#include <string.h>

static struct kernel *copy_of(struct arena *arena, const struct kernel *kernel, uint32_t order_total) {
    struct kernel *copy = arena_alloc(arena, sizeof *copy);
    *copy = *kernel;
    copy->order = arena_alloc(arena, (order_total + 1) * sizeof *copy->order);
    copy->blocks = arena_alloc(arena, (kernel->block_count + 1) * sizeof *copy->blocks);
    memcpy(copy->blocks, kernel->blocks, kernel->block_count * sizeof *copy->blocks);
    copy->order_total = 0;
    return copy;
}

struct kernel *kernel_without(struct arena *arena, const struct kernel *kernel, const bool *dropped) {
    struct kernel *copy = copy_of(arena, kernel, kernel->order_total);
    for (uint32_t b = 0; b < kernel->block_count; b++) {
        struct block *block = &copy->blocks[b];
        block->first_inst = copy->order_total;
        for (uint32_t i = 0; i < kernel->blocks[b].inst_count; i++) {
            uint32_t id = kernel_at(kernel, b, i).id;
            if (!dropped[id])
                copy->order[copy->order_total++] = id;
        }
        block->inst_count = copy->order_total - block->first_inst;
    }
    return copy;
}

struct kernel *kernel_with_barrier(struct arena *arena, const struct kernel *kernel, uint32_t block, uint32_t position, loc_ref loc) {
    struct kernel *copy = copy_of(arena, kernel, kernel->order_total + 1);
    copy->insts = arena_alloc(arena, (kernel->inst_count + 1) * sizeof *copy->insts);
    memcpy(copy->insts, kernel->insts, kernel->inst_count * sizeof *copy->insts);
    copy->insts[copy->inst_count++] =
        (struct inst){.op = INST_BARRIER, .loc = loc, .block = {block}, .imm = BARRIER_BLOCK, .type = {.kind = TYPE_VOID, .lanes = 1}};
    for (uint32_t b = 0; b < kernel->block_count; b++) {
        struct block *at = &copy->blocks[b];
        at->first_inst = copy->order_total;
        for (uint32_t i = 0; i < kernel->blocks[b].inst_count; i++) {
            if (b == block && i == position)
                copy->order[copy->order_total++] = kernel->inst_count;
            copy->order[copy->order_total++] = kernel_at(kernel, b, i).id;
        }
        at->inst_count = copy->order_total - at->first_inst;
    }
    return copy;
}
