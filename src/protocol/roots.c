/* Which arrays a pointer may point into: a flow-insensitive fixpoint over the
   pointer values of a kernel, before anything else is inferred.

   Every array is a bit; a kernel with more than ROOTS_MAX of them sends the
   rest to the unknown array. A pointer loaded from a by-value struct parameter
   is an array of its own (distinct pointer arguments do not overlap: a listed
   assumption). A pointer loaded from anywhere else, or made from an integer,
   points into the unknown array. */
#include <string.h>

#include "kernel/member.h"
#include "kernel/part.h"
#include "kernel/signature.h"
#include "protocol/infer.h"

#define ROOTS_MAX 63u

enum { POINTER_BYTES = 8 };

static uint32_t add_array(struct inference *inf, const struct proto_array *array) {
    if (inf->arrays.size >= ROOTS_MAX)
        return roots_unknown_array(inf);
    struct proto_array named = *array;
    for (uint32_t copy = 2, i = 0; i < inf->arrays.size; i++) {
        if (strcmp(inf->arrays.data[i].name, named.name) != 0)
            continue;
        named.name = arena_printf(inf->arena, "%s.%u", array->name, copy++);
        i = UINT32_MAX; /* compare with all again */
    }
    vec_push(&inf->arrays, named);
    return inf->arrays.size - 1;
}

uint32_t roots_unknown_array(struct inference *inf) {
    if (inf->unknown_array == PROTOCOL_NONE) {
        struct proto_array array = {.name = "?", .kind = ARRAY_UNKNOWN, .space = SPACE_GENERIC, .param = PROTOCOL_NONE};
        vec_push(&inf->arrays, array);
        inf->unknown_array = inf->arrays.size - 1;
    }
    return inf->unknown_array;
}

static uint32_t array_of_param(struct inference *inf, uint32_t index) {
    if (inf->param_array[index] == PROTOCOL_NONE) {
        const struct param *param = &inf->kernel->params[index];
        struct proto_array array = {.name = param->name, .kind = ARRAY_PARAM, .space = SPACE_GLOBAL, .elem_bytes = param->elem_bytes, .param = index};
        inf->param_array[index] = add_array(inf, &array);
    }
    return inf->param_array[index];
}

static enum array_kind kind_of_object(const struct object *object) {
    if (object->is_constant || object->space == SPACE_CONSTANT || object->space == SPACE_PARAM)
        return ARRAY_CONSTANT;
    if (object->space == SPACE_SHARED)
        return object->dynamic ? ARRAY_DYNAMIC : ARRAY_SHARED;
    if (object->space == SPACE_LOCAL)
        return ARRAY_LOCAL;
    return ARRAY_GLOBAL;
}

static uint32_t array_of_object(struct inference *inf, uint32_t index) {
    if (inf->object_array[index] != PROTOCOL_NONE)
        return inf->object_array[index];
    const struct object *object = &inf->kernel->objects[index];
    enum array_kind kind = kind_of_object(object);
    uint32_t found = PROTOCOL_NONE;
    for (uint32_t i = 0; kind == ARRAY_DYNAMIC && !object->is_argument && i < inf->arrays.size; i++)
        if (inf->arrays.data[i].kind == ARRAY_DYNAMIC && inf->arrays.data[i].param == PROTOCOL_NONE)
            found = i;
    if (found == PROTOCOL_NONE) {
        struct proto_array array = {.name = object->name,
                                    .symbol = object->symbol,
                                    .is_internal = object->is_internal,
                                    .kind = kind,
                                    .space = object->space,
                                    .elem_bytes = object->elem_bytes,
                                    .extent_bytes = object->dynamic ? 0 : object->size_bytes,
                                    .param = object->space == SPACE_PARAM || object->is_argument ? object->param : PROTOCOL_NONE,
                                    .location = object->loc};
        found = add_array(inf, &array);
    }
    inf->object_array[index] = found;
    if (object->is_argument)
        inf->param_array[object->param] = found;
    return found;
}

const struct proto_member *roots_add_member(struct inference *inf, uint32_t param, uint64_t offset_bytes, uint64_t size_bytes) {
    const struct param *of = &inf->kernel->params[param];
    const struct param_member *member = member_at(of, offset_bytes, size_bytes);
    const char *name = member_name(inf->arena, of, offset_bytes, size_bytes);
    for (uint32_t i = 0; i < inf->members.size; i++)
        if (strcmp(inf->members.data[i].name, name) == 0)
            return &inf->members.data[i];
    vec_push(&inf->members, (struct proto_member){.name = name, .type = member ? member->type : "", .param = param, .offset_bytes = offset_bytes});
    return &vec_last(&inf->members);
}

uint32_t roots_field_array(struct inference *inf, uint32_t param, uint64_t offset_bytes) {
    uint64_t key = (uint64_t)param << 32 | (offset_bytes & UINT32_MAX);
    uint32_t found;
    if (map_get(&inf->field_arrays, key, &found))
        return found;
    const struct proto_member *member = roots_add_member(inf, param, offset_bytes, POINTER_BYTES);
    struct signature_pointee pointee = signature_pointee(member->type);
    struct proto_array array = {
        .name = member->name, .kind = ARRAY_PARAM, .space = SPACE_GLOBAL, .elem_bytes = pointee.scalar.width_bits / 8u, .param = param};
    found = add_array(inf, &array);
    map_set(&inf->field_arrays, key, found);
    return found;
}

static uint64_t roots_of_leaf(struct inference *inf, const struct inst *inst) {
    const struct param *param = &inf->kernel->params[inst->imm];
    if (inst->op == INST_OBJECT)
        return UINT64_C(1) << array_of_object(inf, (uint32_t)inst->imm);
    if (param->by_value_struct)
        return UINT64_C(1) << array_of_object(inf, param->object);
    return UINT64_C(1) << array_of_param(inf, (uint32_t)inst->imm);
}

static uint64_t roots_of(struct inference *inf, value_ref v) {
    const struct kernel *kernel = inf->kernel;
    const struct inst *inst = kernel_inst(kernel, v);
    uint32_t param;
    uint64_t offset, all = 0;
    if (inst->op == INST_PARAM || inst->op == INST_OBJECT)
        return roots_of_leaf(inf, inst);
    if (inst->op == INST_NULLPTR || inst->op == INST_UNDEF)
        return 0;
    if (inst->op == INST_PTRADD || inst->op == INST_PTRCAST)
        return inf->roots[kernel_operand(kernel, inst, 0).id];
    if (inst->op == INST_SELECT || inst->op == INST_PHI) {
        for (uint32_t i = inst->op == INST_SELECT; i < inst->operand_count; i++)
            all |= inf->roots[kernel_operand(kernel, inst, i).id];
        return all;
    }
    if (inst->op == INST_LOAD && struct_place(kernel, kernel_operand(kernel, inst, 0), &param, &offset))
        return UINT64_C(1) << roots_field_array(inf, param, offset);
    return UINT64_C(1) << roots_unknown_array(inf);
}

static void mark_written(struct inference *inf, value_ref pointer) {
    uint64_t roots = inf->roots[pointer.id];
    for (uint32_t i = 0; i < inf->arrays.size; i++)
        if (roots >> i & 1)
            inf->arrays.data[i].written = true;
    if (inf->unknown_array != PROTOCOL_NONE && (roots >> inf->unknown_array & 1))
        inf->everything_written = true;
}

static void find_writes(struct inference *inf) {
    const struct kernel *kernel = inf->kernel;
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        const struct inst *inst = &kernel->insts[kernel->order[i]];
        if (inst->op == INST_STORE || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || inst->op == INST_MEMCPY || inst->op == INST_MEMSET ||
            inst->op == INST_MATRIX_STORE)
            mark_written(inf, kernel_operand(kernel, inst, 0));
        if (inst->op == INST_UNSUPPORTED && inst->imm == UNSUPPORTED_MEMORY)
            inf->everything_written = true;
    }
}

void roots_compute(struct inference *inf) {
    const struct kernel *kernel = inf->kernel;
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        const struct inst *inst = &kernel->insts[i];
        if (inst->type.kind == TYPE_POINTER && inst->op != INST_PHI && inst->op != INST_PTRADD && inst->op != INST_PTRCAST && inst->op != INST_SELECT)
            inf->roots[i] = roots_of(inf, (value_ref){i});
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < kernel->order_total; i++) {
            uint32_t id = kernel->order[i];
            if (kernel->insts[id].type.kind != TYPE_POINTER)
                continue;
            uint64_t roots = inf->roots[id] | roots_of(inf, (value_ref){id});
            if (roots != inf->roots[id])
                changed = true;
            inf->roots[id] = roots;
        }
    }
    find_writes(inf);
}

bool roots_array_written(const struct inference *inf, uint32_t array) {
    const struct proto_array *a = &inf->arrays.data[array];
    if (a->kind == ARRAY_CONSTANT)
        return false;
    return a->written || (inf->everything_written && a->kind != ARRAY_LOCAL) || a->kind == ARRAY_UNKNOWN;
}
