/* kernel_check: the invariants of kernel.h, in three passes, each of which relies on the
 * ones before: shape of the tables and of the control flow; numbering and dominance;
 * types of operands (types.c). The first violation is reported. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/check.h"
#include "kernel/rpo.h"

const char *check_fail(struct check *c, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return arena_strdup(c->kernel->arena, text);
}

static bool members_fit(const struct kernel *k, const struct param *param) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < param->member_count; i++) {
        const struct param_member *member = &param->members[i];
        bool is_good = param->by_value_struct && member->name && member->name[0] && member->type && member->size_bytes > 0 &&
                       member->offset_bytes >= end && member->offset_bytes <= k->objects[param->object].size_bytes &&
                       member->size_bytes <= k->objects[param->object].size_bytes - member->offset_bytes;
        if (!is_good) {
            return false;
        }
        end = member->offset_bytes + member->size_bytes;
    }
    return true;
}

static const char *check_tables(struct check *c) {
    const struct kernel *k = c->kernel;
    if (k->inst_count == 0 || k->loc_count == 0 || k->block_count == 0) {
        return check_fail(c, "no entry block, or a table without its entry 0");
    }
    for (uint32_t i = 1; i < k->loc_count; i++) {
        if (k->locs[i].inlined_at.id >= i || !k->locs[i].file || !k->locs[i].function) {
            return check_fail(c, "!%u: no file or function, or inlined at a later location", i);
        }
    }
    for (uint32_t i = 0; i < k->param_count; i++) {
        const struct param *param = &k->params[i];
        if (!param->name || param->type.kind == TYPE_VOID) {
            return check_fail(c, "$%u: no name or no type", i);
        }
        if (param->by_value_struct && (param->type.kind != TYPE_POINTER || param->object >= k->object_count ||
                                       k->objects[param->object].space != SPACE_PARAM || k->objects[param->object].param != i)) {
            return check_fail(c, "$%u: a by-value struct without its object", i);
        }
        if (!members_fit(k, param)) {
            return check_fail(c, "$%u: members of no struct, without a name, out of order or outside of it", i);
        }
    }
    for (uint32_t i = 0; i < k->object_count; i++) {
        const struct object *object = &k->objects[i];
        if (!object->name || object->loc.id >= k->loc_count) {
            return check_fail(c, "@%u: no name, or an unknown location", i);
        }
        if (object->space == SPACE_PARAM && object->param >= k->param_count) {
            return check_fail(c, "@%u: its parameter does not exist", i);
        }
        if (object->is_argument && (!object->dynamic || object->param >= k->param_count)) {
            return check_fail(c, "@%u: an argument that is not dynamic, or of no parameter", i);
        }
        if (object->dynamic && object->space != SPACE_SHARED) {
            return check_fail(c, "@%u: dynamic, but not in shared memory", i);
        }
    }
    return NULL;
}

static const char *check_inst_shape(struct check *c, uint32_t id, bool in_block) {
    const struct kernel *k = c->kernel;
    const struct inst *inst = &k->insts[id];
    if (inst->op >= INST_OP_COUNT) {
        return check_fail(c, "%%%u: no such instruction", id);
    }
    if (in_block != (inst->op > INST_NULLPTR)) {
        return check_fail(c, in_block ? "%%%u: a leaf in a block" : "%%%u: not in its block", id);
    }
    if (inst->loc.id >= k->loc_count) {
        return check_fail(c, "%%%u: unknown location", id);
    }
    if (inst->operand_count > k->operand_total || inst->first_operand > k->operand_total - inst->operand_count) {
        return check_fail(c, "%%%u: operands outside their table", id);
    }
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        uint32_t operand = kernel_operand(k, inst, i).id;
        if (operand == 0 || operand >= k->inst_count) {
            return check_fail(c, "%%%u (%s): operand %u is missing", id, inst_op_name(inst->op), i);
        }
    }
    return NULL;
}

/* Each block's slice of order, and that each instruction is in one block or a leaf. */
static const char *check_blocks(struct check *c) {
    const struct kernel *k = c->kernel;
    uint32_t expected = 0;
    for (uint32_t b = 0; b < k->block_count; b++) {
        const struct block *block = &k->blocks[b];
        if (block->first_inst != expected || block->inst_count == 0 || block->inst_count > k->order_total - expected) {
            return check_fail(c, "b%u: empty, or its instructions do not follow b%u's", b, b - 1);
        }
        expected += block->inst_count;
        for (uint32_t i = 0; i < block->inst_count; i++) {
            uint32_t id = kernel_at(k, b, i).id;
            if (id == 0 || id >= k->inst_count || c->place[id] != 0) {
                return check_fail(c, "b%u: instruction %u is unknown or listed twice", b, i);
            }
            c->place[id] = block->first_inst + i + 1;
            if (k->insts[id].block.id != b) {
                return check_fail(c, "%%%u: listed in b%u, says b%u", id, b, k->insts[id].block.id);
            }
        }
    }
    if (expected != k->order_total) {
        return check_fail(c, "instructions after the last block");
    }
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const char *error = check_inst_shape(c, id, c->place[id] != 0);
        if (error) {
            return error;
        }
    }
    for (uint32_t b = 0; b < k->block_count; b++) {
        bool phis_over = false;
        for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
            enum inst_op op = kernel_inst(k, kernel_at(k, b, i))->op;
            bool is_last = i + 1 == k->blocks[b].inst_count;
            if ((inst_class_of(op) == CLASS_TERMINATOR) != is_last) {
                return check_fail(c, "b%u: %s", b, is_last ? "no terminator" : "a terminator inside the block");
            }
            if (op == INST_PHI && phis_over) {
                return check_fail(c, "%%%u: a phi after other instructions", kernel_at(k, b, i).id);
            }
            phis_over = phis_over || op != INST_PHI;
        }
    }
    return NULL;
}

static uint32_t expected_successors(const struct inst *inst) {
    switch ((enum inst_op)inst->op) {
    case INST_BR: return 1;
    case INST_CONDBR: return 2;
    case INST_SWITCH: return inst->operand_count;
#define INST(name, text, class) INST_IF_##class(name)
#define INST_IF_VALUE(name) case INST_##name:
#define INST_IF_MEMORY(name) case INST_##name:
#define INST_IF_SYNC(name) case INST_##name:
#define INST_IF_EFFECT(name) case INST_##name:
#define INST_IF_TERMINATOR(name)
#include "kernel/ops.def"
#undef INST
    case INST_RET:
    case INST_TRAP:
    case INST_UNREACHABLE:
    case INST_OP_COUNT: break;
    }
    return 0;
}

static const char *check_edges(struct check *c) {
    const struct kernel *k = c->kernel;
    uint32_t *pred_count = arena_alloc(&c->scratch, k->block_count * sizeof *pred_count);
    uint32_t *last_from = arena_alloc(&c->scratch, k->block_count * sizeof *last_from);
    for (uint32_t b = 0; b < k->block_count; b++) {
        const struct block *block = &k->blocks[b];
        if (block->succ_count > k->edge_total || block->pred_count > k->edge_total || block->first_succ > k->edge_total - block->succ_count ||
            block->first_pred > k->edge_total - block->pred_count) {
            return check_fail(c, "b%u: edges outside their table", b);
        }
        const struct inst *last = kernel_inst(k, kernel_at(k, b, block->inst_count - 1));
        if (block->succ_count != expected_successors(last)) {
            return check_fail(c, "b%u: %u successors do not fit %s", b, block->succ_count, inst_op_name(last->op));
        }
    }
    for (uint32_t b = 0; b < k->block_count; b++) {
        for (uint32_t i = 0; i < k->blocks[b].succ_count; i++) {
            uint32_t to = kernel_succ(k, b, i).id;
            if (to >= k->block_count) {
                return check_fail(c, "b%u: a successor does not exist", b);
            }
            if (last_from[to] == b + 1) {
                continue;
            }
            last_from[to] = b + 1;
            uint32_t n = pred_count[to]++;
            if (n >= k->blocks[to].pred_count || kernel_pred(k, to, n).id != b) {
                return check_fail(c, "b%u: b%u is not predecessor %u", to, b, n);
            }
        }
    }
    for (uint32_t b = 0; b < k->block_count; b++) {
        if (pred_count[b] != k->blocks[b].pred_count) {
            return check_fail(c, "b%u: a predecessor that does not lead here", b);
        }
    }
    if (k->blocks[0].pred_count > 0) {
        return check_fail(c, "b0: the entry has predecessors");
    }
    return NULL;
}

static const char *check_numbering(struct check *c) {
    const struct kernel *k = c->kernel;
    uint32_t count = k->block_count;
    uint32_t *succ_first = arena_alloc(&c->scratch, (count + (size_t)1) * sizeof(uint32_t));
    uint32_t *pred_first = arena_alloc(&c->scratch, (count + (size_t)1) * sizeof(uint32_t));
    uint32_t *succs = arena_alloc(&c->scratch, k->edge_total * sizeof(uint32_t));
    uint32_t *preds = arena_alloc(&c->scratch, k->edge_total * sizeof(uint32_t));
    for (uint32_t b = 0; b < count; b++) {
        succ_first[b + 1] = succ_first[b] + k->blocks[b].succ_count;
        pred_first[b + 1] = pred_first[b] + k->blocks[b].pred_count;
        for (uint32_t i = 0; i < k->blocks[b].succ_count; i++) {
            succs[succ_first[b] + i] = kernel_succ(k, b, i).id;
        }
        for (uint32_t i = 0; i < k->blocks[b].pred_count; i++) {
            preds[pred_first[b] + i] = kernel_pred(k, b, i).id;
        }
    }
    uint32_t *order = arena_alloc(&c->scratch, count * sizeof *order);
    uint32_t *number = arena_alloc(&c->scratch, count * sizeof *number);
    struct graph forward = {count, succ_first, succs}, backward = {count, pred_first, preds};
    if (rpo_number(&forward, order, number) != count) {
        return check_fail(c, "a block is unreachable");
    }
    for (uint32_t b = 0; b < count; b++) {
        if (number[b] != b) {
            return check_fail(c, "b%u: not in reverse post-order", b);
        }
    }
    uint32_t *idom = arena_alloc(&c->scratch, count * sizeof *idom);
    c->dom_first = arena_alloc(&c->scratch, count * sizeof *c->dom_first);
    c->dom_last = arena_alloc(&c->scratch, count * sizeof *c->dom_last);
    rpo_dominators(&backward, idom);
    rpo_tree_intervals(count, idom, c->dom_first, c->dom_last);
    return NULL;
}

static bool block_dominates(const struct check *c, uint32_t a, uint32_t b) {
    return c->dom_first[a] <= c->dom_first[b] && c->dom_first[b] <= c->dom_last[a];
}

/* Whether `value` is computed before place `before` of block b is reached. */
static bool is_defined(const struct check *c, uint32_t value, uint32_t b, uint32_t before) {
    if (c->place[value] == 0) {
        return true;
    }
    uint32_t home = c->kernel->insts[value].block.id;
    return home == b ? c->place[value] < before : block_dominates(c, home, b);
}

static const char *check_definitions(struct check *c) {
    const struct kernel *k = c->kernel;
    for (uint32_t place = 0; place < k->order_total; place++) {
        uint32_t id = k->order[place];
        const struct inst *inst = &k->insts[id];
        bool is_phi = inst->op == INST_PHI;
        if (is_phi && inst->operand_count != k->blocks[inst->block.id].pred_count) {
            return check_fail(c, "%%%u (phi): %u operands for %u predecessors", id, inst->operand_count, k->blocks[inst->block.id].pred_count);
        }
        for (uint32_t i = 0; i < inst->operand_count; i++) {
            uint32_t b = is_phi ? kernel_pred(k, inst->block.id, i).id : inst->block.id;
            uint32_t before = is_phi ? UINT32_MAX : place + 1;
            uint32_t operand = kernel_operand(k, inst, i).id;
            if (!is_defined(c, operand, b, before)) {
                return check_fail(c, "%%%u (%s): operand %%%u is not defined before use", id, inst_op_name(inst->op), operand);
            }
        }
    }
    return NULL;
}

const char *kernel_check(const struct kernel *kernel) {
    struct check check = {.kernel = kernel};
    struct check *c = &check;
    arena_init(&c->scratch);
    c->place = arena_alloc(&c->scratch, kernel->inst_count * sizeof *c->place);
    const char *(*const passes[])(struct check *) = {check_tables, check_blocks, check_edges, check_numbering, check_definitions, check_types};
    const char *error = NULL;
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !error; i++) {
        error = passes[i](c);
    }
    arena_release(&c->scratch);
    return error;
}
