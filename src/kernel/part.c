#include "kernel/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "kernel/signature.h"

bool struct_place(const struct kernel *kernel, value_ref pointer, uint32_t *param, uint64_t *offset_bytes) {
    *offset_bytes = 0;
    for (;;) {
        const struct inst *inst = kernel_inst(kernel, pointer);
        if (inst->op == INST_PTRADD) {
            const struct inst *by = kernel_inst(kernel, kernel_operand(kernel, inst, 1));
            if (by->op != INST_CONST) {
                return false;
            }
            *offset_bytes += by->imm;
        } else if (inst->op == INST_OBJECT) {
            *param = kernel->objects[inst->imm].param;
            return kernel->objects[inst->imm].space == SPACE_PARAM;
        } else if (inst->op == INST_PARAM && kernel->params[inst->imm].by_value_struct) {
            *param = (uint32_t)inst->imm;
            return true;
        } else if (inst->op != INST_PTRCAST) {
            return false;
        }
        pointer = kernel_operand(kernel, inst, 0);
    }
}

struct part_list {
    VEC(struct struct_part) reads; /* in the order of the loads */
    VEC(uint64_t) cuts;
    VEC(struct struct_part) parts;
};

static uint32_t bytes_of(struct type type) {
    return type.kind == TYPE_POINTER ? 8 : (type.width_bits + 7u) / 8u;
}

static uint64_t end_of(const struct struct_part *part) {
    return part->offset_bytes + part->size_bytes;
}

static void find_reads(struct part_list *list, const struct kernel *kernel, uint32_t param) {
    uint64_t size_bytes = kernel->objects[kernel->params[param].object].size_bytes;
    for (uint32_t id = 1; id < kernel->inst_count; id++) {
        const struct inst *inst = &kernel->insts[id];
        uint32_t of;
        uint64_t at;
        if (inst->op != INST_LOAD || !struct_place(kernel, kernel_operand(kernel, inst, 0), &of, &at) || of != param) {
            continue;
        }
        struct type lane = inst->type;
        lane.lanes = 1;
        for (uint32_t n = 0; n < inst->type.lanes; n++) {
            struct struct_part read = {at + (uint64_t)n * bytes_of(lane), bytes_of(lane), lane};
            if (read.offset_bytes < size_bytes && read.size_bytes <= size_bytes - read.offset_bytes) {
                vec_push(&list->reads, read);
            }
        }
    }
}

static bool overlap(const struct struct_part *a, const struct struct_part *b) {
    return a->offset_bytes < end_of(b) && b->offset_bytes < end_of(a);
}

static bool may_be_cut(const struct part_list *list, const struct struct_part *read) {
    bool may = read->size_bytes <= 8;
    for (uint32_t i = 0; i < list->reads.size; i++) {
        const struct struct_part *other = &list->reads.data[i];
        may &= !overlap(other, read) || (other->type.kind != TYPE_POINTER && other->type.width_bits == other->size_bytes * 8);
    }
    return may;
}

static int compare_cuts(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

static void find_cuts(struct part_list *list, const struct param *param) {
    for (uint32_t i = 0; i < list->reads.size; i++) {
        vec_push(&list->cuts, list->reads.data[i].offset_bytes);
        vec_push(&list->cuts, end_of(&list->reads.data[i]));
    }
    for (uint32_t i = 0; i < param->member_count; i++) {
        vec_push(&list->cuts, param->members[i].offset_bytes);
        vec_push(&list->cuts, param->members[i].offset_bytes + param->members[i].size_bytes);
    }
    if (list->cuts.size > 0) {
        qsort(list->cuts.data, list->cuts.size, sizeof *list->cuts.data, compare_cuts);
    }
}

/* As it is read; integers are preferred, since they say most. */
static struct type type_of_part(struct arena *arena, const struct part_list *list, const struct param *param, uint64_t at, uint32_t bytes) {
    struct type found = {.kind = TYPE_VOID, .lanes = 1};
    for (uint32_t i = 0; i < list->reads.size; i++) {
        const struct struct_part *read = &list->reads.data[i];
        bool is_it = read->offset_bytes == at && read->size_bytes == bytes;
        found = is_it && (found.kind == TYPE_VOID || (found.kind != TYPE_INT && read->type.kind == TYPE_INT)) ? read->type : found;
    }
    for (uint32_t i = 0; i < param->member_count && found.kind == TYPE_VOID; i++) {
        const struct param_member *member = &param->members[i];
        struct signature_pointee told = signature_pointee(arena_printf(arena, "%s*", member->type));
        bool is_it = member->offset_bytes == at && member->size_bytes == bytes;
        found = is_it && told.bytes == bytes && told.scalar.width_bits == bytes * 8 ? told.scalar : found;
    }
    return found.kind != TYPE_VOID ? found : (struct type){.kind = TYPE_INT, .width_bits = (uint8_t)(bytes * 8), .lanes = 1};
}

static void add_part(struct part_list *list, const struct struct_part *part) {
    for (uint32_t i = 0; i < list->parts.size; i++) {
        if (list->parts.data[i].offset_bytes == part->offset_bytes) {
            return;
        }
    }
    vec_push(&list->parts, *part);
}

static void cut(struct arena *arena, struct part_list *list, const struct param *param, const struct struct_part *read) {
    uint64_t begin = read->offset_bytes;
    for (uint32_t i = 0; i < list->cuts.size; i++) {
        uint64_t end = list->cuts.data[i];
        if (end > begin && end <= end_of(read)) {
            struct struct_part part = {begin, (uint32_t)(end - begin), type_of_part(arena, list, param, begin, (uint32_t)(end - begin))};
            add_part(list, &part);
            begin = end;
        }
    }
}

struct struct_parts struct_parts(struct arena *arena, const struct kernel *kernel, uint32_t param) {
    struct part_list list = {0};
    struct struct_parts result = {0};
    find_reads(&list, kernel, param);
    find_cuts(&list, &kernel->params[param]);
    for (uint32_t i = 0; i < list.reads.size; i++) {
        if (may_be_cut(&list, &list.reads.data[i])) {
            cut(arena, &list, &kernel->params[param], &list.reads.data[i]);
        } else {
            add_part(&list, &list.reads.data[i]);
        }
    }
    result.count = list.parts.size;
    result.parts = arena_alloc(arena, (list.parts.size + 1) * sizeof *result.parts);
    if (list.parts.size > 0) {
        memcpy(result.parts, list.parts.data, list.parts.size * sizeof *result.parts);
    }
    vec_release(&list.reads);
    vec_release(&list.cuts);
    vec_release(&list.parts);
    return result;
}

/* Values that are pointers into the struct. */
static bool *reached_from(const struct kernel *kernel, uint32_t param) {
    bool *reached = mem_alloc(kernel->inst_count), changed = true;
    memset(reached, 0, kernel->inst_count);
    while (changed) {
        changed = false;
        for (uint32_t id = 1; id < kernel->inst_count; id++) {
            const struct inst *inst = &kernel->insts[id];
            bool passes = inst->op == INST_PTRADD || inst->op == INST_PTRCAST || inst->op == INST_PHI || inst->op == INST_SELECT;
            bool now = (inst->op == INST_PARAM && inst->imm == param) ||
                       (inst->op == INST_OBJECT && kernel->objects[inst->imm].space == SPACE_PARAM && kernel->objects[inst->imm].param == param);
            for (uint32_t i = 0; passes && inst->type.kind == TYPE_POINTER && i < inst->operand_count; i++) {
                now |= reached[kernel_operand(kernel, inst, i).id];
            }
            changed |= now && !reached[id];
            reached[id] |= now;
        }
    }
    return reached;
}

static void widen(struct type *element, struct type type) {
    bool is_float = type.kind != TYPE_INT && (element->kind == TYPE_VOID || (element->kind == type.kind && element->width_bits == type.width_bits));
    uint8_t width = type.width_bits > element->width_bits ? type.width_bits : element->width_bits;
    bool is_size = type.width_bits == 8 || type.width_bits == 16 || type.width_bits == 32 || type.width_bits == 64;
    if (is_size && type.kind != TYPE_POINTER) {
        *element = (struct type){.kind = is_float ? type.kind : TYPE_INT, .width_bits = width, .lanes = 1};
    }
}

bool struct_is_indexed(const struct kernel *kernel, uint32_t param, struct type *element) {
    bool *reached = reached_from(kernel, param), is_indexed = false;
    *element = (struct type){.kind = TYPE_VOID, .lanes = 1};
    for (uint32_t id = 1; id < kernel->inst_count; id++) {
        const struct inst *inst = &kernel->insts[id];
        uint32_t of;
        uint64_t at;
        if (inst->op == INST_MEMCPY) {
            is_indexed |= reached[kernel_operand(kernel, inst, 1).id];
        } else if (inst->op == INST_LOAD && reached[kernel_operand(kernel, inst, 0).id] &&
                   !struct_place(kernel, kernel_operand(kernel, inst, 0), &of, &at)) {
            is_indexed = true;
            widen(element, inst->type);
        }
    }
    mem_free(reached, kernel->inst_count);
    if (element->kind == TYPE_VOID) {
        *element = (struct type){.kind = TYPE_INT, .width_bits = 32, .lanes = 1};
    }
    return is_indexed;
}
