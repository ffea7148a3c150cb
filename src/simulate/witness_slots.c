/* The values that a kernel takes: parameters, and the fields it loads of structs that are
 * passed by value; and what lies behind those that are pointers. */
#include <string.h>

#include "base/vec.h"
#include "kernel/member.h"
#include "kernel/part.h"
#include "kernel/signature.h"
#include "simulate/witness.h"

struct slot_list {
    struct arena *arena;
    VEC(struct witness_slot) slots;
};

static void add_slot(struct slot_list *list, const struct witness_slot *slot) {
    for (uint32_t i = 0; i < list->slots.size; i++) {
        const struct witness_slot *old = &list->slots.data[i];
        if (old->param == slot->param && old->offset_bytes == slot->offset_bytes && old->is_field == slot->is_field) {
            return;
        }
    }
    vec_push(&list->slots, *slot);
}

static void add_field(struct slot_list *list, const struct kernel *kernel, uint32_t param, uint64_t at, struct type type) {
    uint64_t size_bytes = kernel->objects[kernel->params[param].object].size_bytes;
    struct witness_slot slot = {.param = param, .is_field = true, .offset_bytes = at, .type = type};
    slot.name = member_name(list->arena, &kernel->params[param], at, (type.width_bits + 7u) / 8u);
    if (at < size_bytes && (type.width_bits + 7u) / 8u <= size_bytes - at) {
        add_slot(list, &slot);
    }
}

static void add_fields(struct slot_list *list, const struct kernel *kernel, uint32_t param) {
    uint32_t before = list->slots.size;
    struct struct_parts parts = struct_parts(list->arena, kernel, param);
    for (uint32_t i = 0; i < parts.count; i++) {
        add_field(list, kernel, param, parts.parts[i].offset_bytes, parts.parts[i].type);
    }
    if (list->slots.size == before) {
        struct witness_slot slot = {.name = kernel->params[param].name, .param = param, .type = {.kind = TYPE_VOID, .lanes = 1}};
        add_slot(list, &slot);
    }
}

/* A member that debug information tells the type of. */
static void add_member(struct slot_list *list, const struct kernel *kernel, uint32_t param, const char *name) {
    int64_t place = member_place(&kernel->params[param], name);
    for (uint32_t i = 0; place >= 0 && i < kernel->params[param].member_count; i++) {
        const struct param_member *member = &kernel->params[param].members[i];
        struct signature_pointee told = signature_pointee(arena_printf(list->arena, "%s*", member->type));
        if (member->offset_bytes == (uint64_t)place && told.bytes == member->size_bytes && told.scalar.kind == TYPE_INT) {
            add_field(list, kernel, param, member->offset_bytes, told.scalar);
        }
    }
}

struct witness_slots witness_slots(struct arena *arena, const struct kernel *kernel) {
    return witness_slots_with(arena, kernel, NULL, 0);
}

struct witness_slots witness_slots_with(struct arena *arena, const struct kernel *kernel, const char *const *members, uint32_t member_count) {
    struct slot_list list = {.arena = arena};
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const struct param *param = &kernel->params[i];
        if (param->by_value_struct) {
            add_fields(&list, kernel, i);
            for (uint32_t m = 0; m < member_count; m++) {
                add_member(&list, kernel, i, members[m]);
            }
        } else if (param->type.kind != TYPE_POINTER || param->type.space != SPACE_SHARED) { /* local arguments have no contents */
            struct witness_slot slot = {.name = param->name, .param = i, .type = param->type};
            add_slot(&list, &slot);
        }
    }
    struct witness_slots result = {.count = list.slots.size};
    result.slots = arena_alloc(arena, (list.slots.size + 1) * sizeof *result.slots);
    if (list.slots.size > 0) {
        memcpy(result.slots, list.slots.data, list.slots.size * sizeof *result.slots);
    }
    vec_release(&list.slots);
    return result;
}

/* A load of several lanes gives each of them; of a number it may be part of. */
bool witness_slot_is(const struct kernel *kernel, const struct witness_slot *slot, uint32_t id) {
    const struct inst *inst = &kernel->insts[id];
    uint32_t param, bytes = (inst->type.width_bits + 7u) / 8u, own = (slot->type.width_bits + 7u) / 8u;
    uint64_t at;
    if (!slot->is_field) {
        return inst->op == INST_PARAM && inst->imm == slot->param;
    }
    if (inst->op != INST_LOAD || (inst->type.kind == TYPE_POINTER) != (slot->type.kind == TYPE_POINTER) || bytes < own) {
        return false;
    }
    return struct_place(kernel, kernel_operand(kernel, inst, 0), &param, &at) && param == slot->param && slot->offset_bytes >= at &&
           slot->offset_bytes - at + own <= (uint64_t)inst->type.lanes * bytes;
}

/* ---- what is behind a pointer ---- */

/* Values that are pointers from the slot: an instruction's operands have lower numbers, but for
 * those of phis. */
static bool *reached_from(const struct kernel *kernel, const struct witness_slot *slot) {
    bool *reached = mem_alloc(kernel->inst_count);
    bool changed = true;
    memset(reached, 0, kernel->inst_count);
    while (changed) {
        changed = false;
        for (uint32_t id = 1; id < kernel->inst_count; id++) {
            const struct inst *inst = &kernel->insts[id];
            bool now = reached[id] || (slot->type.kind == TYPE_POINTER && witness_slot_is(kernel, slot, id));
            bool passes = inst->op == INST_PTRADD || inst->op == INST_PTRCAST || inst->op == INST_PHI || inst->op == INST_SELECT;
            for (uint32_t i = 0; passes && inst->type.kind == TYPE_POINTER && !now && i < inst->operand_count; i++) {
                now = reached[kernel_operand(kernel, inst, i).id];
            }
            changed |= now && !reached[id];
            reached[id] = now;
        }
    }
    return reached;
}

static bool accessed_type(const struct kernel *kernel, const struct inst *inst, struct type *type) {
    if (inst->op == INST_STORE) {
        *type = kernel_inst(kernel, kernel_operand(kernel, inst, 1))->type;
    } else if (inst->op == INST_LOAD || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG) {
        *type = inst->type;
    } else {
        return false;
    }
    type->lanes = 1;
    return true;
}

/* By the kernel's accesses of numbers: bytes if they differ in size, integers if only in kind (fields of a structure). */
static struct type accessed_pointee(const struct kernel *kernel, const struct witness_slot *slot) {
    struct type byte = {.kind = TYPE_INT, .width_bits = 8, .lanes = 1}, found = {0}, type;
    bool *reached = reached_from(kernel, slot), agree = true, has_pointers = false;
    for (uint32_t id = 1; id < kernel->inst_count; id++) {
        const struct inst *inst = &kernel->insts[id];
        if (!accessed_type(kernel, inst, &type) || !reached[kernel_operand(kernel, inst, 0).id]) {
            continue;
        }
        if (type.kind == TYPE_POINTER) {
            has_pointers = true;
            continue;
        }
        agree = agree && (found.width_bits == 0 || found.width_bits == type.width_bits);
        bool is_mixed = found.width_bits > 0 && found.kind != type.kind;
        found = type;
        found.kind = is_mixed ? TYPE_INT : type.kind;
    }
    mem_free(reached, kernel->inst_count);
    if (has_pointers && found.width_bits == 0) {
        found = (struct type){.kind = TYPE_INT, .width_bits = 64, .lanes = 1};
    }
    return agree && found.width_bits >= 8 ? found : byte;
}

struct type witness_pointee(const struct kernel *kernel, const struct witness_slot *slot) {
    struct arena scratch;
    arena_init(&scratch);
    struct signature_pointee told = {0};
    if (slot->is_field) {
        const struct param_member *member = member_at(&kernel->params[slot->param], slot->offset_bytes, (slot->type.width_bits + 7u) / 8u);
        told = signature_pointee(member ? member->type : "");
    } else if (kernel->display) {
        told = signature_pointee(signature_type(&scratch, kernel->display, slot->param));
    }
    arena_release(&scratch);
    return told.bytes > 0 ? told.scalar : accessed_pointee(kernel, slot);
}
