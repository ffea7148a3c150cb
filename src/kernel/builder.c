/* Building kernels.
 *
 * While building, instructions of a block, and operands of a phi, are linked lists in
 * creation order; all links are indices. builder_finish lays everything out densely:
 * leaves first, in the order of their first use, then the instructions of the blocks in
 * reverse post-order. So an operand's id is below its user's (phis excepted), unused
 * leaves are gone, and equal texts give equal kernels. Value references given out before
 * builder_finish are not valid after it. */
#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "kernel/kernel.h"
#include "kernel/rpo.h"

#define LIST_END UINT32_MAX

struct draft_block {
    uint32_t first_inst, last_inst; /* LIST_END: empty */
    uint32_t first_succ, succ_count;
};

struct draft_phi {
    value_ref value;
    uint32_t from, next;
};

struct kernel_builder {
    struct kernel *kernel;
    VEC(struct param) params;
    VEC(struct object) objects;
    VEC(struct loc) locs;
    VEC(struct inst) insts;
    VEC(uint32_t) next_inst; /* in the block; for each instruction */
    VEC(uint32_t) first_phi; /* for each instruction */
    VEC(struct draft_phi) phis;
    VEC(value_ref) operands;
    VEC(struct draft_block) blocks;
    VEC(uint32_t) successors;
    struct string_map leaf_ids, loc_ids, text_ids;
    VEC(const char *) texts;
};

static const char *intern(struct kernel_builder *b, const char *text) {
    if (!text) {
        return NULL;
    }
    uint32_t id;
    if (!string_map_get(&b->text_ids, text, &id)) {
        id = b->texts.size;
        vec_push(&b->texts, (const char *)arena_strdup(b->kernel->arena, text));
        string_map_set(&b->text_ids, text, id);
    }
    return b->texts.data[id];
}

static const char *intern_or_empty(struct kernel_builder *b, const char *text) {
    return intern(b, text ? text : "");
}

/* The tables so far can be read through builder_kernel while building. */
static void publish(struct kernel_builder *b) {
    struct kernel *k = b->kernel;
    k->params = b->params.data;
    k->param_count = b->params.size;
    k->objects = b->objects.data;
    k->object_count = b->objects.size;
    k->locs = b->locs.data;
    k->loc_count = b->locs.size;
    k->insts = b->insts.data;
    k->inst_count = b->insts.size;
    k->operands = b->operands.data;
    k->operand_total = b->operands.size;
}

static value_ref append_inst(struct kernel_builder *b, const struct inst *inst, const value_ref *operands, uint32_t count) {
    struct inst copy = *inst;
    copy.name = intern(b, inst->name);
    if (copy.type.kind == TYPE_VOID) {
        copy.type = (struct type){0};
    }
    copy.first_operand = b->operands.size;
    copy.operand_count = count;
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&b->operands, operands[i]);
    }
    value_ref ref = {b->insts.size};
    vec_push(&b->insts, copy);
    vec_push(&b->next_inst, LIST_END);
    vec_push(&b->first_phi, LIST_END);
    publish(b);
    return ref;
}

struct kernel_builder *builder_create(struct arena *arena, const char *name) {
    struct kernel_builder *b = mem_alloc(sizeof *b);
    memset(b, 0, sizeof *b);
    string_map_init(&b->leaf_ids);
    string_map_init(&b->loc_ids);
    string_map_init(&b->text_ids);
    b->kernel = arena_alloc(arena, sizeof *b->kernel);
    b->kernel->arena = arena;
    b->kernel->name = intern_or_empty(b, name);
    b->kernel->display = b->kernel->name;
    b->kernel->file = intern(b, "");
    append_inst(b, &(struct inst){.op = INST_UNDEF}, NULL, 0);
    vec_push(&b->locs, (struct loc){.file = intern(b, ""), .function = intern(b, "")});
    publish(b);
    return b;
}

struct kernel *builder_kernel(struct kernel_builder *b) {
    return b->kernel;
}

uint32_t builder_add_param(struct kernel_builder *b, const struct param *param) {
    struct param copy = *param;
    copy.name = intern_or_empty(b, param->name);
    copy.object = param->by_value_struct ? param->object : 0;
    copy.members = NULL;
    copy.member_count = 0;
    copy.structs = NULL;
    copy.struct_count = 0;
    vec_push(&b->params, copy);
    publish(b);
    return b->params.size - 1;
}

/* The table grows to the next power of two. */
void builder_add_member(struct kernel_builder *b, const struct param_member *member) {
    struct param *param = &vec_last(&b->params);
    uint32_t count = param->member_count;
    if ((count & (count - 1)) == 0) {
        struct param_member *more = arena_alloc(b->kernel->arena, (2 * (size_t)count + 1) * sizeof *more);
        if (count > 0) {
            memcpy(more, param->members, count * sizeof *more);
        }
        param->members = more;
    }
    param->members[count] = *member;
    param->members[count].name = intern_or_empty(b, member->name);
    param->members[count].type = intern_or_empty(b, member->type);
    param->member_count++;
}

void builder_set_structs(struct kernel_builder *b, const struct param_struct *structs, uint32_t count) {
    struct param_struct *copy = arena_alloc(b->kernel->arena, (count + (size_t)1) * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (struct param_struct){intern_or_empty(b, structs[i].path), intern_or_empty(b, structs[i].type), structs[i].offset_bytes};
    }
    vec_last(&b->params).structs = copy;
    vec_last(&b->params).struct_count = count;
}

static const uint8_t *copy_bytes(struct kernel_builder *b, const uint8_t *bytes, uint64_t size_bytes) {
    uint8_t *copy = bytes && size_bytes > 0 ? arena_alloc(b->kernel->arena, size_bytes) : NULL;
    return copy ? memcpy(copy, bytes, size_bytes) : NULL;
}

uint32_t builder_add_object(struct kernel_builder *b, const struct object *object) {
    struct object copy = *object;
    copy.name = intern_or_empty(b, object->name);
    copy.symbol = object->symbol ? intern_or_empty(b, object->symbol) : NULL;
    copy.param = object->space == SPACE_PARAM || object->is_argument ? object->param : 0;
    copy.initialiser = copy_bytes(b, object->initialiser, object->size_bytes);
    copy.initial = copy_bytes(b, object->initial, object->size_bytes);
    copy.unknown = copy.initialiser || copy.initial ? copy_bytes(b, object->unknown, object->size_bytes) : NULL;
    vec_push(&b->objects, copy);
    publish(b);
    return b->objects.size - 1;
}

loc_ref builder_add_loc(struct kernel_builder *b, const struct loc *loc) {
    assert(loc->inlined_at.id < b->locs.size);
    struct loc copy = *loc;
    copy.file = intern_or_empty(b, loc->file);
    copy.function = intern_or_empty(b, loc->function);
    struct buffer key = {0};
    buffer_printf(&key, "%u %u %u\n%s\n%s", loc->line, loc->column, loc->inlined_at.id, copy.file, copy.function);
    uint32_t id;
    if (!string_map_get(&b->loc_ids, buffer_text(&key), &id)) {
        id = b->locs.size;
        vec_push(&b->locs, copy);
        string_map_set(&b->loc_ids, buffer_text(&key), id);
        publish(b);
    }
    buffer_release(&key);
    return (loc_ref){id};
}

block_ref builder_add_block(struct kernel_builder *b) {
    vec_push(&b->blocks, (struct draft_block){.first_inst = LIST_END, .last_inst = LIST_END});
    return (block_ref){b->blocks.size - 1};
}

value_ref builder_leaf(struct kernel_builder *b, enum inst_op op, struct type type, uint64_t imm) {
    assert(op <= INST_NULLPTR);
    struct buffer key = {0};
    buffer_printf(&key, "%d %u %u %u %u %llx", (int)op, type.kind, type.width_bits, type.space, type.lanes, (unsigned long long)imm);
    uint32_t id;
    if (!string_map_get(&b->leaf_ids, buffer_text(&key), &id)) {
        struct inst leaf = {.op = (uint8_t)op, .type = type, .imm = imm};
        id = append_inst(b, &leaf, NULL, 0).id;
        string_map_set(&b->leaf_ids, buffer_text(&key), id);
    }
    buffer_release(&key);
    return (value_ref){id};
}

value_ref builder_inst(struct kernel_builder *b, block_ref block, const struct inst *inst, const value_ref *operands, uint32_t count) {
    assert(block.id < b->blocks.size && inst->op > INST_NULLPTR);
    assert(inst->op != INST_PHI || count == 0);
    value_ref ref = append_inst(b, inst, operands, count);
    b->insts.data[ref.id].block = block;
    struct draft_block *draft = &b->blocks.data[block.id];
    if (draft->last_inst == LIST_END) {
        draft->first_inst = ref.id;
    } else {
        b->next_inst.data[draft->last_inst] = ref.id;
    }
    draft->last_inst = ref.id;
    return ref;
}

void builder_phi_add(struct kernel_builder *b, value_ref phi, value_ref value, block_ref from) {
    assert(b->insts.data[phi.id].op == INST_PHI);
    struct draft_phi entry = {value, from.id, b->first_phi.data[phi.id]};
    b->first_phi.data[phi.id] = b->phis.size;
    vec_push(&b->phis, entry);
}

void builder_successors(struct kernel_builder *b, block_ref block, const block_ref *successors, uint32_t count) {
    struct draft_block *draft = &b->blocks.data[block.id];
    draft->first_succ = b->successors.size;
    draft->succ_count = count;
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&b->successors, successors[i].id);
    }
}

/* The layout of the finished kernel, as places of the draft's things. */
struct layout {
    uint32_t block_count;
    uint32_t *order;  /* draft block at each place */
    uint32_t *number; /* place of a draft block, or RPO_NONE */
    uint32_t *value;  /* final id of a draft instruction, 0: dropped */
};

static void number_blocks(struct kernel_builder *b, struct arena *scratch, struct layout *layout) {
    uint32_t count = b->blocks.size;
    uint32_t *first = arena_alloc(scratch, (count + (size_t)1) * sizeof *first);
    for (uint32_t n = 0; n < count; n++) {
        first[n + 1] = first[n] + b->blocks.data[n].succ_count;
    }
    uint32_t *targets = arena_alloc(scratch, first[count] * sizeof *targets);
    for (uint32_t n = 0; n < count; n++) {
        const struct draft_block *draft = &b->blocks.data[n];
        for (uint32_t i = 0; i < draft->succ_count; i++) {
            targets[first[n] + i] = b->successors.data[draft->first_succ + i];
        }
    }
    struct graph graph = {count, first, targets};
    layout->order = arena_alloc(scratch, count * sizeof *layout->order);
    layout->number = arena_alloc(scratch, count * sizeof *layout->number);
    layout->block_count = rpo_number(&graph, layout->order, layout->number);
}

/* Successors as they are; predecessors distinct and ascending. */
static void lay_out_edges(struct kernel_builder *b, struct arena *scratch, const struct layout *layout) {
    struct kernel *k = b->kernel;
    k->block_count = layout->block_count;
    k->blocks = arena_alloc(k->arena, k->block_count * sizeof *k->blocks);
    uint32_t *last_seen = arena_alloc(scratch, k->block_count * sizeof *last_seen);
    uint32_t succ_total = 0, pred_total = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t n = 0; n < k->block_count; n++) {
            last_seen[n] = RPO_NONE;
        }
        for (uint32_t n = 0; n < k->block_count; n++) {
            const struct draft_block *draft = &b->blocks.data[layout->order[n]];
            for (uint32_t i = 0; i < draft->succ_count; i++) {
                uint32_t to = layout->number[b->successors.data[draft->first_succ + i]];
                struct block *target = &k->blocks[to];
                if (pass == 1) {
                    k->edges[k->blocks[n].first_succ + i] = (block_ref){to};
                }
                if (last_seen[to] == n) {
                    continue;
                }
                last_seen[to] = n;
                if (pass == 1) {
                    k->edges[target->first_pred + target->pred_count] = (block_ref){n};
                }
                target->pred_count++;
            }
        }
        if (pass == 1) {
            break;
        }
        for (uint32_t n = 0; n < k->block_count; n++) {
            k->blocks[n].first_succ = succ_total;
            k->blocks[n].succ_count = b->blocks.data[layout->order[n]].succ_count;
            succ_total += k->blocks[n].succ_count;
        }
        for (uint32_t n = 0; n < k->block_count; n++) {
            k->blocks[n].first_pred = succ_total + pred_total;
            pred_total += k->blocks[n].pred_count;
            k->blocks[n].pred_count = 0;
        }
        k->edge_total = succ_total + pred_total;
        k->edges = arena_alloc(k->arena, k->edge_total * sizeof *k->edges);
    }
}

/* Appends the phi's operands, one per predecessor of the block at `place`, as draft
 * references. `slot` has an entry per block, of no meaning between calls. */
static void resolve_phi(const struct kernel_builder *b, const struct layout *layout, uint32_t phi, uint32_t place, uint32_t *slot,
                        value_ref *resolved) {
    const struct kernel *k = b->kernel;
    const struct block *block = &k->blocks[place];
    for (uint32_t p = 0; p < block->pred_count; p++) {
        slot[kernel_pred(k, place, p).id] = p;
        resolved[p] = (value_ref){0};
    }
    for (uint32_t e = b->first_phi.data[phi]; e != LIST_END; e = b->phis.data[e].next) {
        uint32_t from = layout->number[b->phis.data[e].from];
        if (from == RPO_NONE) {
            continue;
        }
        uint32_t p = slot[from];
        if (p < block->pred_count && kernel_pred(k, place, p).id == from) {
            resolved[p] = b->phis.data[e].value;
        }
    }
}

/* Sets inst_count of the blocks, order (draft ids), and the total of operands. */
static void order_insts(struct kernel_builder *b, const struct layout *layout) {
    struct kernel *k = b->kernel;
    k->order = arena_alloc(k->arena, b->insts.size * sizeof *k->order);
    k->order_total = 0;
    k->operand_total = 0;
    for (uint32_t n = 0; n < k->block_count; n++) {
        struct block *block = &k->blocks[n];
        block->first_inst = k->order_total;
        uint32_t id = b->blocks.data[layout->order[n]].first_inst;
        for (; id != LIST_END; id = b->next_inst.data[id]) {
            bool is_phi = b->insts.data[id].op == INST_PHI;
            k->order[k->order_total++] = id;
            k->operand_total += is_phi ? block->pred_count : b->insts.data[id].operand_count;
        }
        block->inst_count = k->order_total - block->first_inst;
    }
}

/* Fills the operands, still as draft references, and numbers leaves by first use. */
static uint32_t resolve_operands(struct kernel_builder *b, struct arena *scratch, struct layout *layout) {
    struct kernel *k = b->kernel;
    uint32_t *slot = arena_alloc(scratch, k->block_count * sizeof *slot);
    uint32_t next = 0, leaf_count = 0;
    for (uint32_t n = 0; n < k->block_count; n++) {
        for (uint32_t i = 0; i < k->blocks[n].inst_count; i++) {
            uint32_t id = k->order[k->blocks[n].first_inst + i];
            struct inst *inst = &b->insts.data[id];
            if (inst->op == INST_PHI) {
                inst->operand_count = k->blocks[n].pred_count;
                resolve_phi(b, layout, id, n, slot, k->operands + next);
            } else if (inst->operand_count > 0) {
                memcpy(k->operands + next, b->operands.data + inst->first_operand, inst->operand_count * sizeof *k->operands);
            }
            inst->first_operand = next;
            inst->block = (block_ref){n};
            next += inst->operand_count;
        }
    }
    for (uint32_t i = 0; i < k->operand_total; i++) {
        uint32_t id = k->operands[i].id;
        if (id != 0 && b->insts.data[id].op <= INST_NULLPTR && layout->value[id] == 0) {
            layout->value[id] = ++leaf_count;
        }
    }
    return leaf_count;
}

static void lay_out_insts(struct kernel_builder *b, struct arena *scratch, struct layout *layout) {
    struct kernel *k = b->kernel;
    layout->value = arena_alloc(scratch, b->insts.size * sizeof *layout->value);
    order_insts(b, layout);
    k->operands = arena_alloc(k->arena, k->operand_total * sizeof *k->operands);
    uint32_t leaf_count = resolve_operands(b, scratch, layout);
    k->inst_count = leaf_count + k->order_total + 1;
    k->insts = arena_alloc(k->arena, k->inst_count * sizeof *k->insts);
    for (uint32_t id = 1; id < b->insts.size; id++) {
        if (layout->value[id] != 0) {
            b->insts.data[id].first_operand = 0;
            k->insts[layout->value[id]] = b->insts.data[id];
        }
    }
    for (uint32_t i = 0; i < k->order_total; i++) {
        uint32_t id = k->order[i];
        layout->value[id] = leaf_count + 1 + i;
        k->insts[layout->value[id]] = b->insts.data[id];
        k->order[i] = layout->value[id];
    }
    for (uint32_t i = 0; i < k->operand_total; i++) {
        k->operands[i] = (value_ref){layout->value[k->operands[i].id]};
    }
}

static void *table_copy(struct arena *arena, const void *data, size_t size_bytes) {
    void *copy = arena_alloc(arena, size_bytes);
    if (size_bytes > 0) {
        memcpy(copy, data, size_bytes);
    }
    return copy;
}

static void builder_destroy(struct kernel_builder *b) {
    vec_release(&b->params);
    vec_release(&b->objects);
    vec_release(&b->locs);
    vec_release(&b->insts);
    vec_release(&b->next_inst);
    vec_release(&b->first_phi);
    vec_release(&b->phis);
    vec_release(&b->operands);
    vec_release(&b->blocks);
    vec_release(&b->successors);
    vec_release(&b->texts);
    string_map_release(&b->leaf_ids);
    string_map_release(&b->loc_ids);
    string_map_release(&b->text_ids);
    mem_free(b, sizeof *b);
}

struct kernel *builder_finish(struct kernel_builder *b) {
    struct kernel *k = b->kernel;
    struct arena scratch;
    arena_init(&scratch);
    struct layout layout = {0};
    number_blocks(b, &scratch, &layout);
    lay_out_edges(b, &scratch, &layout);
    lay_out_insts(b, &scratch, &layout);
    k->params = table_copy(k->arena, b->params.data, b->params.size * sizeof *k->params);
    k->objects = table_copy(k->arena, b->objects.data, b->objects.size * sizeof *k->objects);
    k->locs = table_copy(k->arena, b->locs.data, b->locs.size * sizeof *k->locs);
    k->name = intern_or_empty(b, k->name);
    k->display = intern_or_empty(b, k->display);
    k->file = intern_or_empty(b, k->file);
    arena_release(&scratch);
    builder_destroy(b);
    return k;
}
