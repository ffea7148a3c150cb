#include "simulate/layout.h"

#include <string.h>

#include "base/vec.h"
#include "kernel/part.h"

bool *layout_offsets(struct arena *arena, const struct kernel *kernel) {
    bool *marked = arena_alloc(arena, kernel->inst_count);
    VEC(value_ref) pending = {0};
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        if (kernel->insts[i].op == INST_PTRADD || kernel->insts[i].op == INST_INTTOPTR) {
            vec_push(&pending, kernel_operand(kernel, &kernel->insts[i], kernel->insts[i].op == INST_PTRADD));
        }
    }
    while (pending.size > 0) {
        value_ref v = vec_pop(&pending);
        const struct inst *inst = kernel_inst(kernel, v);
        if (marked[v.id]) {
            continue;
        }
        marked[v.id] = true;
        for (uint32_t i = 0; inst_class_of((enum inst_op)inst->op) == CLASS_VALUE && i < inst->operand_count; i++) {
            vec_push(&pending, kernel_operand(kernel, inst, i));
        }
    }
    vec_release(&pending);
    return marked;
}

static bool is_of_thread(const struct inst *inst) {
    switch ((enum inst_class)inst_class_of((enum inst_op)inst->op)) {
    case CLASS_MEMORY: return inst->op != INST_LOAD;
    case CLASS_SYNC:
    case CLASS_EFFECT: return true;
    case CLASS_VALUE:
    case CLASS_TERMINATOR: break;
    }
    return inst->op == INST_SREG && (inst->imm <= SREG_BID_Z || inst->imm == SREG_LANE || inst->imm >= SREG_WARPID);
}

/* Values that threads may have of their own, as far as data goes. */
static bool *differing(struct arena *arena, const struct kernel *k) {
    bool *differs = arena_alloc(arena, k->inst_count), changed = true;
    while (changed) {
        changed = false;
        for (uint32_t id = 1; id < k->inst_count; id++) {
            const struct inst *inst = &k->insts[id];
            bool now = differs[id] || is_of_thread(inst) || (inst->op == INST_OBJECT && k->objects[inst->imm].space == SPACE_LOCAL);
            for (uint32_t i = 0; i < inst->operand_count && !now; i++) {
                now = differs[kernel_operand(k, inst, i).id];
            }
            changed |= now != differs[id];
            differs[id] = now;
        }
    }
    return differs;
}

static value_ref without_casts(const struct kernel *k, value_ref v) {
    enum inst_op op = (enum inst_op)kernel_inst(k, v)->op;
    while (op == INST_ZEXT || op == INST_SEXT || op == INST_TRUNC) {
        v = kernel_operand(k, kernel_inst(k, v), 0);
        op = (enum inst_op)kernel_inst(k, v)->op;
    }
    return v;
}

/* The array that a load reads; NULL: none that launches fill, or a member of a struct by itself. */
static const char *home_of(const struct kernel *k, const struct witness_slots *slots, const struct inst *load) {
    value_ref v = kernel_operand(k, load, 0);
    uint32_t param;
    uint64_t at;
    if (struct_place(k, v, &param, &at)) {
        return NULL;
    }
    while (kernel_inst(k, v)->op == INST_PTRADD || kernel_inst(k, v)->op == INST_PTRCAST) {
        v = kernel_operand(k, kernel_inst(k, v), 0);
    }
    const struct inst *root = kernel_inst(k, v);
    if (root->op == INST_OBJECT && k->objects[root->imm].space == SPACE_PARAM) {
        return k->params[k->objects[root->imm].param].name;
    }
    if (root->op == INST_OBJECT && (k->objects[root->imm].space == SPACE_CONSTANT || k->objects[root->imm].space == SPACE_GLOBAL)) {
        return k->objects[root->imm].name;
    }
    if (root->op == INST_PARAM && k->params[root->imm].by_value_struct) {
        return k->params[root->imm].name;
    }
    for (uint32_t i = 0; i < slots->count; i++) {
        if (slots->slots[i].type.kind == TYPE_POINTER && witness_slot_is(k, &slots->slots[i], v.id)) {
            return slots->slots[i].name;
        }
    }
    return NULL;
}

struct layouts layouts_find(struct arena *arena, const struct kernel *k) {
    struct layouts layouts = {.names = arena_alloc(arena, (k->inst_count + 1) * sizeof *layouts.names)};
    struct witness_slots slots = witness_slots(arena, k);
    const bool *in_offset = layout_offsets(arena, k), *differs = differing(arena, k);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        for (uint32_t side = 0; inst->op == INST_MUL && in_offset[id] && side < 2; side++) {
            value_ref v = without_casts(k, kernel_operand(k, inst, side));
            bool is_stride = kernel_inst(k, v)->op == INST_LOAD && !differs[v.id] && differs[kernel_operand(k, inst, 1 - side).id];
            const char *home = is_stride ? home_of(k, &slots, kernel_inst(k, v)) : NULL;
            if (home && !layout_is(&layouts, home)) {
                layouts.names[layouts.count++] = home;
            }
        }
    }
    return layouts;
}

bool layout_is(const struct layouts *layouts, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < layouts->count; i++) {
        is |= strcmp(layouts->names[i], name) == 0;
    }
    return is;
}

void layout_fill(struct witness_array *array) {
    if (array->type.kind == TYPE_INT && array->type.width_bits >= 32) {
        array->fill = FILL_RANDOM;
        array->has_range = true;
        array->low = LAYOUT_LEAST;
        array->high = LAYOUT_MOST;
    }
}
