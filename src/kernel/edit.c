#include "kernel/edit.h"

#include <string.h>

#include "kernel/part.h"

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

/* ---- contracts ---- */

bool kernel_is_contract(const char *text) {
    static const char *const words[] = {"wp_requires(", "__requires("};
    return text && (strncmp(text, words[0], strlen(words[0])) == 0 || strncmp(text, words[1], strlen(words[1])) == 0);
}

struct kernel *kernel_with_contract(struct arena *arena, const struct kernel *kernel) {
    struct kernel *copy = NULL;
    for (uint32_t i = 0; i < kernel->inst_count; i++) {
        if (kernel->insts[i].op != INST_ASSUME || !kernel_is_contract(kernel->insts[i].name))
            continue;
        if (!copy) {
            copy = arena_alloc(arena, sizeof *copy);
            *copy = *kernel;
            copy->insts = arena_alloc(arena, kernel->inst_count * sizeof *copy->insts);
            memcpy(copy->insts, kernel->insts, kernel->inst_count * sizeof *copy->insts);
        }
        copy->insts[i].op = INST_ASSERT;
    }
    return copy;
}

struct kernel *kernel_without_contract(struct arena *arena, const struct kernel *kernel) {
    bool *dropped = arena_alloc(arena, (kernel->inst_count + 1) * sizeof *dropped);
    for (uint32_t i = 0; i < kernel->inst_count; i++)
        dropped[i] = kernel->insts[i].op == INST_ASSUME && kernel_is_contract(kernel->insts[i].name);
    return kernel_without(arena, kernel, dropped);
}

/* ---- pointers into one allocation ---- */

enum { NEW_LEAVES = 3, NEW_INSTS = 3 };

/* Leaves come first in a kernel's table of instructions, and instructions after what they use: the new ones stand behind the leaves. */
static uint32_t count_leaves(const struct kernel *kernel) {
    uint32_t count = 0;
    while (count + 1 < kernel->inst_count && kernel->insts[count + 1].op <= INST_NULLPTR)
        count++;
    return count;
}

static bool is_leaf_of(const struct inst *inst, uint32_t param) {
    return inst->op == INST_PARAM && inst->imm == param;
}

static struct kernel *with_same_pointer(struct arena *arena, const struct kernel *kernel, const struct kernel_alias *alias) {
    struct kernel *copy = arena_alloc(arena, sizeof *copy);
    *copy = *kernel;
    copy->insts = arena_alloc(arena, kernel->inst_count * sizeof *copy->insts);
    memcpy(copy->insts, kernel->insts, kernel->inst_count * sizeof *copy->insts);
    for (uint32_t i = 1; i < copy->inst_count; i++) {
        struct inst *inst = &copy->insts[i];
        if (!is_leaf_of(inst, alias->param))
            continue;
        inst->op = alias->of == KERNEL_ALIAS_NULL ? INST_NULLPTR : INST_PARAM;
        inst->imm = alias->of == KERNEL_ALIAS_NULL ? 0 : alias->of;
    }
    return copy;
}

static uint32_t add_offset_param(struct arena *arena, struct kernel *copy, const struct kernel_alias *alias) {
    struct param *params = arena_alloc(arena, (copy->param_count + 1) * sizeof *params);
    memcpy(params, copy->params, copy->param_count * sizeof *params);
    params[copy->param_count] = (struct param){.name = alias->offset, .type = {.kind = TYPE_INT, .width_bits = KERNEL_OFFSET_BITS, .lanes = 1}};
    copy->params = params;
    return copy->param_count++;
}

/* The operands of all instructions under their new numbers, then those of the new ones. */
static void renumber(struct arena *arena, struct kernel *copy, const struct kernel *kernel, const uint32_t *numbers, uint32_t first) {
    copy->operands = arena_alloc(arena, (kernel->operand_total + 2 * (size_t)NEW_INSTS) * sizeof *copy->operands);
    for (uint32_t i = 0; i < kernel->operand_total; i++)
        copy->operands[i].id = numbers[kernel->operands[i].id];
    const uint32_t of = first, offset = first + 1, size = first + 2, wide = first + NEW_LEAVES, bytes = wide + 1,
                   operands[] = {offset, wide, size, of, bytes};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        copy->operands[copy->operand_total++].id = operands[i];
}

/* The first block begins with the new instructions. */
static void order_anew(struct kernel *copy, const struct kernel *kernel, const uint32_t *numbers, uint32_t first) {
    for (uint32_t i = 0; i < NEW_INSTS; i++)
        copy->order[copy->order_total++] = first + NEW_LEAVES + i;
    for (uint32_t i = 0; i < kernel->order_total; i++)
        copy->order[copy->order_total++] = numbers[kernel->order[i]];
    for (uint32_t b = 0; b < copy->block_count; b++)
        copy->blocks[b].first_inst += b > 0 ? (uint32_t)NEW_INSTS : 0;
    copy->blocks[0].inst_count += NEW_INSTS;
}

static struct kernel *with_offset(struct arena *arena, const struct kernel *kernel, const struct kernel_alias *alias) {
    const struct type whole = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1}, pointer = kernel->params[alias->param].type;
    struct kernel *copy = copy_of(arena, kernel, kernel->order_total + NEW_INSTS);
    uint32_t leaves = count_leaves(kernel), first = leaves + 1, added = NEW_LEAVES + NEW_INSTS, param = add_offset_param(arena, copy, alias);
    uint32_t *numbers = arena_alloc(arena, kernel->inst_count * sizeof *numbers), at = kernel->operand_total;
    copy->insts = arena_alloc(arena, (kernel->inst_count + (size_t)added) * sizeof *copy->insts);
    copy->inst_count = kernel->inst_count + added;
    for (uint32_t i = 0; i < kernel->inst_count; i++) {
        uint32_t to = i <= leaves ? i : i + added;
        copy->insts[to] = kernel->insts[i];
        numbers[i] = to;
        if (is_leaf_of(&kernel->insts[i], alias->param)) {
            numbers[i] = first + added - 1;
            copy->insts[to] = (struct inst){.op = INST_UNDEF, .type = kernel->insts[i].type}; /* nobody uses it */
        }
    }
    struct inst *new = &copy->insts[first];
    new[0] = (struct inst){.op = INST_PARAM, .type = pointer, .imm = alias->of};
    new[1] = (struct inst){.op = INST_PARAM, .type = copy->params[param].type, .imm = param};
    new[2] = (struct inst){.op = INST_CONST, .type = whole, .imm = alias->elem_bytes};
    new[3] = (struct inst){.op = INST_SEXT, .type = whole, .first_operand = at, .operand_count = 1};
    new[4] = (struct inst){.op = INST_MUL, .type = whole, .flags = INST_NSW, .first_operand = at + 1, .operand_count = 2};
    new[5] = (struct inst){.op = INST_PTRADD, .type = pointer, .first_operand = at + 3, .operand_count = 2};
    renumber(arena, copy, kernel, numbers, first);
    order_anew(copy, kernel, numbers, first);
    return copy;
}

/* Loads of a null pointer become casts of it; it is a leaf more. */
static struct kernel *with_null_member(struct arena *arena, const struct kernel *kernel, const struct kernel_alias *alias) {
    struct kernel *copy = copy_of(arena, kernel, kernel->order_total);
    uint32_t leaf = count_leaves(kernel) + 1;
    copy->order_total = kernel->order_total;
    copy->inst_count = kernel->inst_count + 1;
    copy->insts = arena_alloc(arena, copy->inst_count * sizeof *copy->insts);
    copy->operands = arena_alloc(arena, (kernel->operand_total + (size_t)kernel->inst_count) * sizeof *copy->operands);
    for (uint32_t i = 0; i < kernel->operand_total; i++)
        copy->operands[i].id = kernel->operands[i].id + (kernel->operands[i].id >= leaf);
    for (uint32_t i = 0; i < kernel->order_total; i++)
        copy->order[i] = kernel->order[i] + (kernel->order[i] >= leaf);
    copy->insts[leaf] = (struct inst){.op = INST_NULLPTR, .type = {.kind = TYPE_POINTER, .space = SPACE_GENERIC, .width_bits = 64, .lanes = 1}};
    for (uint32_t i = 0; i < kernel->inst_count; i++) {
        struct inst *inst = &copy->insts[i + (i >= leaf)];
        uint32_t param;
        uint64_t offset;
        *inst = kernel->insts[i];
        bool is_it = inst->op == INST_LOAD && inst->type.kind == TYPE_POINTER && inst->type.lanes == 1 &&
                     struct_place(kernel, kernel_operand(kernel, inst, 0), &param, &offset) && param == alias->param && offset == alias->member_bytes;
        if (!is_it)
            continue;
        *inst = (struct inst){.op = INST_PTRCAST, .type = inst->type, .loc = inst->loc, .block = inst->block};
        inst->first_operand = copy->operand_total;
        inst->operand_count = 1;
        copy->operands[copy->operand_total++].id = leaf;
    }
    return copy;
}

struct kernel *kernel_with_alias(struct arena *arena, const struct kernel *kernel, const struct kernel_alias *alias) {
    if (alias->of == KERNEL_ALIAS_NULL && kernel->params[alias->param].by_value_struct)
        return with_null_member(arena, kernel, alias);
    return alias->offset ? with_offset(arena, kernel, alias) : with_same_pointer(arena, kernel, alias);
}

struct kernel *kernel_with_initial(struct arena *arena, const struct kernel *kernel, const char *const *symbols, uint32_t count) {
    struct kernel *copy = arena_alloc(arena, sizeof *copy);
    struct object *objects = arena_alloc(arena, (kernel->object_count + (size_t)1) * sizeof *objects);
    bool is_some = false;
    *copy = *kernel;
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        objects[i] = kernel->objects[i];
        for (uint32_t k = 0; k < count; k++) {
            if (!objects[i].initial || !objects[i].symbol || strcmp(objects[i].symbol, symbols[k]) != 0)
                continue;
            objects[i].initialiser = objects[i].initial;
            objects[i].is_constant = true;
            is_some = true;
        }
    }
    copy->objects = objects;
    return is_some ? copy : NULL;
}
