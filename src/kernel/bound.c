#include "kernel/bound.h"

void kernel_bounds_init(struct arena *arena, const struct kernel *kernel, struct kernel_bounds *bounds) {
    *bounds = (struct kernel_bounds){NULL, NULL};
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        uint32_t id = kernel->order[i];
        const struct inst *inst = &kernel->insts[id];
        if (inst->op != INST_BOUND || inst->operand_count < 3)
            continue;
        if (!bounds->first) {
            bounds->first = arena_alloc(arena, kernel->inst_count * sizeof *bounds->first);
            bounds->next = arena_alloc(arena, kernel->inst_count * sizeof *bounds->next);
        }
        uint32_t address = kernel_operand(kernel, inst, 2).id;
        bounds->next[id] = bounds->first[address];
        bounds->first[address] = id;
    }
}

struct bound_walk bound_walk_begin(const struct kernel_bounds *bounds, value_ref address) {
    return (struct bound_walk){address, bounds->first ? bounds->first[address.id] : 0};
}

const struct inst *bound_walk_next(const struct kernel_bounds *bounds, const struct kernel *kernel, struct bound_walk *walk) {
    while (bounds->first && walk->next == 0) {
        const struct inst *address = kernel_inst(kernel, walk->address);
        if (address->op != INST_PTRADD && address->op != INST_PTRCAST)
            return NULL;
        walk->address = kernel_operand(kernel, address, 0);
        walk->next = bounds->first[walk->address.id];
    }
    if (!bounds->first)
        return NULL;
    const struct inst *bound = &kernel->insts[walk->next];
    walk->next = bounds->next[walk->next];
    return bound;
}
