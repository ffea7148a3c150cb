/* The frame of the code: the loop over threads, blocks and edges, points. */
#include "llvm/native_emit.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "llvm/native_live.h"

LLVMBasicBlockRef native_block(struct emitter *e, const char *name) {
    return LLVMAppendBasicBlockInContext(e->llvm, e->function, name);
}

LLVMValueRef native_bits(const struct emitter *e, uint64_t bits) {
    return LLVMConstInt(e->i64, bits, false);
}

static LLVMValueRef word(const struct emitter *e, uint64_t value) {
    return LLVMConstInt(e->i32, value, false);
}

LLVMTypeRef native_type(const struct emitter *e, struct type type) {
    if (native_is_float(type)) {
        return type.width_bits == 64 ? LLVMDoubleTypeInContext(e->llvm) : LLVMFloatTypeInContext(e->llvm);
    }
    return LLVMIntTypeInContext(e->llvm, type.width_bits);
}

struct type native_operand_type(const struct emitter *e, const struct inst *inst, uint32_t n) {
    return kernel_inst(e->kernel, kernel_operand(e->kernel, inst, n))->type;
}

LLVMValueRef native_to_bits(struct emitter *e, LLVMValueRef value, struct type type) {
    LLVMTypeRef integer = LLVMIntTypeInContext(e->llvm, type.width_bits);
    LLVMValueRef bits = native_is_float(type) ? LLVMBuildBitCast(e->builder, value, integer, "") : value;
    return LLVMBuildZExt(e->builder, bits, e->i64, "");
}

LLVMValueRef native_from_bits(struct emitter *e, LLVMValueRef bits, struct type type) {
    LLVMTypeRef integer = LLVMIntTypeInContext(e->llvm, type.width_bits);
    LLVMValueRef narrow = LLVMBuildTrunc(e->builder, bits, integer, "");
    return native_is_float(type) ? LLVMBuildBitCast(e->builder, narrow, native_type(e, type), "") : narrow;
}

LLVMValueRef native_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *types, uint32_t type_count, LLVMValueRef *arguments, uint32_t count) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(e->module, id, types, type_count);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->llvm, id, types, type_count);
    return LLVMBuildCall2(e->builder, type, callee, arguments, count, "");
}

LLVMValueRef native_helper(struct emitter *e, uintptr_t address, LLVMTypeRef result, LLVMTypeRef *types, LLVMValueRef *arguments, uint32_t count) {
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef callee = LLVMConstIntToPtr(native_bits(e, address), e->pointer);
    return LLVMBuildCall2(e->builder, type, callee, arguments, count, "");
}

static void set_weights(struct emitter *e, LLVMValueRef branch, uint32_t then, uint32_t otherwise) {
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(e->llvm, "branch_weights", 14), LLVMValueAsMetadata(word(e, then)),
                               LLVMValueAsMetadata(word(e, otherwise))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->llvm, parts, 3);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(e->llvm, "prof", 4), LLVMMetadataAsValue(e->llvm, node));
}

void native_branch_likely(struct emitter *e, LLVMValueRef condition, LLVMBasicBlockRef then, LLVMBasicBlockRef otherwise) {
    set_weights(e, LLVMBuildCondBr(e->builder, condition, then, otherwise), 1 << 20, 1);
}

static void fail_from_here(struct emitter *e) {
    LLVMBuildStore(e->builder, word(e, e->inst), e->failed_inst);
}

void native_require(struct emitter *e, LLVMValueRef holds) {
    LLVMBasicBlockRef next = native_block(e, "");
    fail_from_here(e);
    native_branch_likely(e, holds, next, e->failed);
    LLVMPositionBuilderAtEnd(e->builder, next);
}

/* Ends the block being built: the run is over. */
static void fail(struct emitter *e) {
    fail_from_here(e);
    LLVMBuildBr(e->builder, e->failed);
}

static LLVMValueRef load_field(struct emitter *e, size_t offset, LLVMTypeRef type) {
    LLVMValueRef at = native_bits(e, offset);
    LLVMValueRef address = LLVMBuildGEP2(e->builder, e->i8, e->context, &at, 1, "");
    return LLVMBuildLoad2(e->builder, type, address, "");
}

static LLVMValueRef load_entry(struct emitter *e, LLVMValueRef table, uint64_t offset, LLVMTypeRef type) {
    LLVMValueRef at = native_bits(e, offset);
    LLVMValueRef address = LLVMBuildGEP2(e->builder, e->i8, table, &at, 1, "");
    return LLVMBuildLoad2(e->builder, type, address, "");
}

#define FIELD(name, type) load_field(e, offsetof(struct native_context, name), type)

static void load_places(struct emitter *e) {
    LLVMValueRef places = FIELD(places, e->pointer);
    e->bases = arena_alloc(e->arena, e->plan->area_count * sizeof *e->bases);
    for (uint32_t i = 0; i < e->plan->area_count; i++) {
        uint64_t at = i * sizeof(struct native_place);
        struct native_base *base = &e->bases[i];
        base->bytes = load_entry(e, places, at + offsetof(struct native_place, bytes), e->pointer);
        base->cells = load_entry(e, places, at + offsetof(struct native_place, cells), e->pointer);
        base->size_bytes = load_entry(e, places, at + offsetof(struct native_place, size_bytes), e->i64);
        base->address = load_entry(e, places, at + offsetof(struct native_place, address), e->i64);
    }
}

static void load_context(struct emitter *e) {
    const struct kernel *k = e->kernel;
    e->block_tag = FIELD(block_tag, e->i64);
    e->interval_tag = FIELD(interval_tag, e->i64);
    e->unknown = FIELD(unknown, e->i64);
    e->step_limit = FIELD(step_limit, e->i64);
    e->locals = FIELD(locals, e->pointer);
    e->local_step = FIELD(local_step, e->i64);
    e->points = FIELD(points, e->pointer);
    e->frames = FIELD(frames, e->pointer);
    e->mail = FIELD(mail, e->pointer);
    e->rounds = FIELD(rounds, e->pointer);
    e->warp_tags = FIELD(warp_tags, e->pointer);
    for (uint32_t axis = 0; axis < 3; axis++) {
        e->thread_ids[axis] = FIELD(thread_ids[axis], e->pointer);
        e->id[0][axis] = FIELD(block_id[axis], e->i32);
        e->id[1][axis] = FIELD(block_size[axis], e->i32);
        e->id[2][axis] = FIELD(grid_size[axis], e->i32);
    }
    LLVMValueRef arguments = FIELD(arguments, e->pointer);
    e->arguments = arena_alloc(e->arena, k->param_count * sizeof *e->arguments);
    for (uint32_t i = 0; i < k->param_count; i++) {
        e->arguments[i] = load_entry(e, arguments, i * sizeof(uint64_t), e->i64);
    }
    load_places(e);
}

static LLVMValueRef leaf(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    LLVMValueRef bits = native_bits(e, inst->imm);
    if (inst->op == INST_UNDEF) {
        bits = LLVMBuildMul(e->builder, e->unknown, native_bits(e, 2 * (uint64_t)id + 1), "");
    } else if (inst->op == INST_PARAM && !e->kernel->params[inst->imm].by_value_struct) {
        bits = e->arguments[inst->imm];
    } else if (inst->op == INST_PARAM || inst->op == INST_OBJECT) {
        uint32_t area = e->plan->area_of[id];
        bits = e->bases[area].address;
        if (e->plan->areas[area].watch == NATIVE_LOCAL) {
            LLVMValueRef step = LLVMBuildMul(e->builder, e->thread_64, e->local_step, "");
            bits = LLVMBuildAdd(e->builder, bits, step, "");
        }
    } else if (inst->op == INST_NULLPTR) {
        bits = native_bits(e, 0);
    }
    return native_from_bits(e, bits, inst->type);
}

/* Of the thread that begins its turn. */
static void emit_leaves(struct emitter *e) {
    for (uint32_t id = 1; id < e->kernel->inst_count; id++) {
        const struct inst *inst = &e->kernel->insts[id];
        for (uint32_t lane = 0; native_is_leaf(inst) && lane < inst->type.lanes; lane++) {
            e->values[e->slot[id] + lane] = leaf(e, id);
        }
    }
}

LLVMValueRef native_value(struct emitter *e, value_ref v, uint32_t lane) {
    uint32_t slot = e->slot[v.id] + lane;
    if (!e->variables[slot]) {
        return e->values[slot];
    }
    return LLVMBuildLoad2(e->builder, native_type(e, kernel_inst(e->kernel, v)->type), e->variables[slot], "");
}

LLVMValueRef native_operand(struct emitter *e, const struct inst *inst, uint32_t n, uint32_t lane) {
    return native_value(e, kernel_operand(e->kernel, inst, n), lane);
}

void native_define(struct emitter *e, uint32_t inst, uint32_t lane, LLVMValueRef value) {
    uint32_t slot = e->slot[inst] + lane;
    if (e->variables[slot]) {
        LLVMBuildStore(e->builder, value, e->variables[slot]);
    } else {
        e->values[slot] = value;
    }
}

/* Phis, and values needed after a point, live in variables; mem2reg makes values of them. */
static void create_variables(struct emitter *e) {
    const struct kernel *k = e->kernel;
    uint32_t slots = 0;
    e->slot = arena_alloc(e->arena, k->inst_count * sizeof *e->slot);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        e->slot[id] = slots;
        slots += k->insts[id].type.kind == TYPE_VOID ? 0 : k->insts[id].type.lanes;
    }
    e->values = arena_alloc(e->arena, slots * sizeof *e->values);
    e->variables = arena_alloc(e->arena, slots * sizeof *e->variables);
    e->frame_place = arena_alloc(e->arena, slots * sizeof *e->frame_place);
    bool *kept = arena_alloc(e->arena, k->inst_count);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        for (uint32_t i = 0; e->live[id] && i < k->inst_count; i++) {
            kept[i] |= e->live[id][i];
        }
    }
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        for (uint32_t lane = 0; (kept[id] || inst->op == INST_PHI) && lane < inst->type.lanes; lane++) {
            uint32_t slot = e->slot[id] + lane;
            e->variables[slot] = LLVMBuildAlloca(e->builder, native_type(e, inst->type), "");
            e->frame_place[slot] = kept[id] ? e->frame_words++ : NATIVE_NONE;
        }
    }
}

/* Counts iterations of loops with barriers in them, as far as threads may wait there. */
static void create_rounds(struct emitter *e) {
    const struct cfg *cfg = e->plan->cfg;
    e->round_variables = arena_alloc(e->arena, cfg->loop_count * sizeof *e->round_variables);
    for (uint32_t i = 0; i < cfg->loop_count; i++) {
        if (cfg->loops[i].has_barrier) {
            e->round_variables[i] = LLVMBuildAlloca(e->builder, e->i32, "round");
            e->round_words = cfg->loops[i].depth > e->round_words ? cfg->loops[i].depth : e->round_words;
        }
    }
}

static void add_steps(struct emitter *e) {
    if (e->pending_steps > 0) {
        LLVMValueRef steps = LLVMBuildLoad2(e->builder, e->i64, e->steps, "");
        steps = LLVMBuildAdd(e->builder, steps, native_bits(e, e->pending_steps), "");
        LLVMBuildStore(e->builder, steps, e->steps);
        e->pending_steps = 0;
    }
}

/* Word `place` of a thread's part of a table. */
static LLVMValueRef entry_of(struct emitter *e, LLVMValueRef table, uint32_t words, uint32_t place, LLVMTypeRef type) {
    LLVMValueRef at = LLVMBuildMul(e->builder, e->thread_64, native_bits(e, words), "");
    at = LLVMBuildAdd(e->builder, at, native_bits(e, place), "");
    return LLVMBuildGEP2(e->builder, type, table, &at, 1, "");
}

/* Moves what is needed after the point between variables and the thread's frame. */
static void move_frame(struct emitter *e, uint32_t point, bool saves) {
    const struct kernel *k = e->kernel;
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        for (uint32_t lane = 0; e->live[point][id] && lane < inst->type.lanes; lane++) {
            uint32_t slot = e->slot[id] + lane;
            LLVMTypeRef type = native_type(e, inst->type);
            LLVMValueRef variable = e->variables[slot];
            LLVMValueRef at = entry_of(e, e->frames, e->frame_words, e->frame_place[slot], e->i64);
            if (saves) {
                LLVMValueRef value = LLVMBuildLoad2(e->builder, type, variable, "");
                LLVMBuildStore(e->builder, native_to_bits(e, value, inst->type), at);
            } else {
                LLVMValueRef bits = LLVMBuildLoad2(e->builder, e->i64, at, "");
                LLVMBuildStore(e->builder, native_from_bits(e, bits, inst->type), variable);
            }
        }
    }
}

/* The counters of the loops around the point lie in rounds, outermost first, and stay
 * there while the thread waits. */
static void move_rounds(struct emitter *e, uint32_t point, bool saves) {
    const struct cfg *cfg = e->plan->cfg;
    uint32_t loop = cfg->loop_of[e->kernel->insts[point].block.id];
    for (; loop != CFG_NONE; loop = cfg->loops[loop].parent) {
        LLVMValueRef variable = e->round_variables[loop];
        if (!variable) {
            continue;
        }
        LLVMValueRef at = entry_of(e, e->rounds, e->round_words, cfg->loops[loop].depth - 1, e->i32);
        if (saves) {
            LLVMBuildStore(e->builder, LLVMBuildLoad2(e->builder, e->i32, variable, ""), at);
        } else {
            LLVMBuildStore(e->builder, LLVMBuildLoad2(e->builder, e->i32, at, ""), variable);
        }
    }
}

static void wait(struct emitter *e, LLVMValueRef point) {
    LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i32, e->points, &e->thread_64, 1, "");
    LLVMBuildStore(e->builder, point, at);
    LLVMBuildBr(e->builder, e->latch);
}

static void emit_point(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    uint32_t point = e->point_insts.size;
    add_steps(e);
    for (uint32_t i = 0; i < inst->operand_count && i < NATIVE_MAIL; i++) {
        LLVMValueRef bits = native_to_bits(e, native_operand(e, inst, i, 0), native_operand_type(e, inst, i));
        LLVMBuildStore(e->builder, bits, entry_of(e, e->mail, NATIVE_MAIL, i, e->i64));
    }
    move_frame(e, id, true);
    move_rounds(e, id, true);
    wait(e, word(e, point));
    LLVMBasicBlockRef next = native_block(e, "resume");
    LLVMAddCase(e->resume, word(e, point), next);
    LLVMPositionBuilderAtEnd(e->builder, next);
    vec_push(&e->point_insts, id);
    move_frame(e, id, false);
    move_rounds(e, id, false);
    if (inst->type.kind != TYPE_VOID) {
        LLVMValueRef at = entry_of(e, e->mail, NATIVE_MAIL, 0, e->i64);
        LLVMValueRef bits = LLVMBuildLoad2(e->builder, e->i64, at, "");
        native_define(e, id, 0, native_from_bits(e, bits, inst->type));
    }
}

/* Phis take their values together: all are read before one is written. */
static void emit_phis(struct emitter *e, uint32_t from, uint32_t to) {
    const struct kernel *k = e->kernel;
    uint32_t pred = 0, lanes = 0;
    while (kernel_pred(k, to, pred).id != from) {
        pred++;
    }
    VEC(LLVMValueRef) incoming = {0};
    for (uint32_t i = 0; kernel_inst(k, kernel_at(k, to, i))->op == INST_PHI; i++) {
        const struct inst *phi = kernel_inst(k, kernel_at(k, to, i));
        for (uint32_t lane = 0; lane < phi->type.lanes; lane++) {
            vec_push(&incoming, native_operand(e, phi, pred, lane));
        }
    }
    for (uint32_t i = 0; kernel_inst(k, kernel_at(k, to, i))->op == INST_PHI; i++) {
        value_ref at = kernel_at(k, to, i);
        for (uint32_t lane = 0; lane < kernel_inst(k, at)->type.lanes; lane++) {
            native_define(e, at.id, lane, incoming.data[lanes++]);
        }
    }
    vec_release(&incoming);
}

static void emit_round(struct emitter *e, uint32_t from, uint32_t to) {
    const struct cfg *cfg = e->plan->cfg;
    for (uint32_t i = 0; i < cfg->loop_count; i++) {
        LLVMValueRef variable = e->round_variables[i];
        if (cfg->loops[i].header != to || !variable) {
            continue;
        }
        LLVMValueRef count = word(e, 0);
        if (cfg_loop_contains(cfg, i, from)) {
            count = LLVMBuildLoad2(e->builder, e->i32, variable, "");
            count = LLVMBuildAdd(e->builder, count, word(e, 1), "");
        }
        LLVMBuildStore(e->builder, count, variable);
    }
}

/* A block of its own for the edge to successor n. */
static LLVMBasicBlockRef emit_edge(struct emitter *e, uint32_t from, uint32_t n) {
    uint32_t to = kernel_succ(e->kernel, from, n).id;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), edge = native_block(e, "edge");
    LLVMPositionBuilderAtEnd(e->builder, edge);
    emit_phis(e, from, to);
    emit_round(e, from, to);
    if (to <= from) {
        LLVMValueRef steps = LLVMBuildLoad2(e->builder, e->i64, e->steps, "");
        native_require(e, LLVMBuildICmp(e->builder, LLVMIntULE, steps, e->step_limit, ""));
    }
    LLVMBuildBr(e->builder, e->blocks[to]);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return edge;
}

static void emit_switch(struct emitter *e, const struct inst *inst, uint32_t block) {
    LLVMValueRef value = native_operand(e, inst, 0, 0);
    LLVMBasicBlockRef otherwise = emit_edge(e, block, 0);
    LLVMValueRef branch = LLVMBuildSwitch(e->builder, value, otherwise, inst->operand_count);
    for (uint32_t i = 1; i < inst->operand_count; i++) {
        LLVMValueRef label = native_operand(e, inst, i, 0);
        bool is_new = true;
        for (uint32_t j = 1; j < i; j++) {
            is_new = is_new && native_operand(e, inst, j, 0) != label;
        }
        if (is_new) {
            LLVMAddCase(branch, label, emit_edge(e, block, i));
        }
    }
}

static void emit_terminator(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    uint32_t block = inst->block.id;
    add_steps(e);
    if (inst->op == INST_BR) {
        LLVMBuildBr(e->builder, emit_edge(e, block, 0));
    } else if (inst->op == INST_CONDBR) {
        LLVMValueRef condition = native_operand(e, inst, 0, 0);
        LLVMBasicBlockRef then = emit_edge(e, block, 0), otherwise = emit_edge(e, block, 1);
        LLVMBuildCondBr(e->builder, condition, then, otherwise);
    } else if (inst->op == INST_SWITCH) {
        emit_switch(e, inst, block);
    } else if (inst->op == INST_RET) {
        wait(e, word(e, NATIVE_EXITED));
    } else {
        fail(e);
    }
}

static void emit_inst(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    e->inst = id;
    e->pending_steps += inst->op != INST_PHI;
    switch (inst_class_of((enum inst_op)inst->op)) {
    case CLASS_VALUE:
        if (inst->op != INST_PHI) {
            native_emit_value(e, id);
        }
        break;
    case CLASS_MEMORY: native_emit_memory(e, id); break;
    case CLASS_SYNC:
        if (native_is_point(inst)) {
            emit_point(e, id);
        }
        break;
    case CLASS_EFFECT:
        if (inst->op == INST_ASSERT || inst->op == INST_ASSUME) {
            native_require(e, native_operand(e, inst, 0, 0));
        } else if (inst->op == INST_BOUND) {
            LLVMValueRef index = native_operand(e, inst, 0, 0), extent = native_operand(e, inst, 1, 0);
            native_require(e, LLVMBuildICmp(e->builder, LLVMIntULT, index, extent, ""));
        } else {
            native_require(e, LLVMConstInt(e->i1, 0, false));
            for (uint32_t lane = 0; inst->type.kind != TYPE_VOID && lane < inst->type.lanes; lane++) {
                native_define(e, id, lane, LLVMGetUndef(native_type(e, inst->type)));
            }
        }
        break;
    case CLASS_TERMINATOR: emit_terminator(e, id); break;
    }
}

static void emit_tag(struct emitter *e) {
    LLVMValueRef stamp = e->interval_tag;
    if (e->plan->warp_orders) {
        LLVMValueRef warp = LLVMBuildLShr(e->builder, e->thread_64, native_bits(e, 5), "");
        LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i64, e->warp_tags, &warp, 1, "");
        stamp = LLVMBuildLoad2(e->builder, e->i64, at, "");
    }
    e->tag = LLVMBuildOr(e->builder, stamp, e->thread_64, "tag");
}

/* entry: loads what stays the same; then a turn per thread. */
static void emit_frame(struct emitter *e) {
    LLVMValueRef first = LLVMGetParam(e->function, 1), last = LLVMGetParam(e->function, 2);
    LLVMBasicBlockRef entry = native_block(e, "entry"), turn = native_block(e, "turn");
    LLVMBasicBlockRef done = native_block(e, "done");
    e->latch = native_block(e, "latch");
    e->failed = native_block(e, "failed");
    LLVMPositionBuilderAtEnd(e->builder, entry);
    e->context = LLVMGetParam(e->function, 0);
    load_context(e);
    e->steps = LLVMBuildAlloca(e->builder, e->i64, "steps");
    e->failed_inst = LLVMBuildAlloca(e->builder, e->i32, "failed");
    e->operand_array = LLVMBuildArrayAlloca(e->builder, e->i64, word(e, 16), "");
    LLVMBuildStore(e->builder, FIELD(steps, e->i64), e->steps);
    create_variables(e);
    create_rounds(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, first, last, ""), turn, done);
    LLVMPositionBuilderAtEnd(e->builder, turn);
    e->thread = LLVMBuildPhi(e->builder, e->i32, "thread");
    e->thread_64 = LLVMBuildZExt(e->builder, e->thread, e->i64, "");
    emit_tag(e);
    LLVMPositionBuilderAtEnd(e->builder, e->latch);
    LLVMValueRef next = LLVMBuildAdd(e->builder, e->thread, word(e, 1), "");
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, last, "");
    LLVMBuildCondBr(e->builder, more, turn, done);
    LLVMAddIncoming(e->thread, (LLVMValueRef[]){first, next}, (LLVMBasicBlockRef[]){entry, e->latch}, 2);
    LLVMPositionBuilderAtEnd(e->builder, done);
    LLVMValueRef at = native_bits(e, offsetof(struct native_context, steps));
    LLVMBuildStore(e->builder, LLVMBuildLoad2(e->builder, e->i64, e->steps, ""), LLVMBuildGEP2(e->builder, e->i8, e->context, &at, 1, ""));
    LLVMBuildRetVoid(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->failed);
    at = native_bits(e, offsetof(struct native_context, event));
    LLVMBuildStore(e->builder, LLVMBuildLoad2(e->builder, e->i32, e->failed_inst, ""), LLVMBuildGEP2(e->builder, e->i8, e->context, &at, 1, ""));
    LLVMBuildRetVoid(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, turn);
}

void native_emit_function(struct emitter *e) {
    const struct kernel *k = e->kernel;
    e->live = native_live(e->arena, k);
    emit_frame(e);
    emit_leaves(e);
    e->blocks = arena_alloc(e->arena, k->block_count * sizeof *e->blocks);
    for (uint32_t b = 0; b < k->block_count; b++) {
        char name[16];
        snprintf(name, sizeof name, "b%u", b);
        e->blocks[b] = native_block(e, name);
    }
    LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i32, e->points, &e->thread_64, 1, "");
    LLVMValueRef point = LLVMBuildLoad2(e->builder, e->i32, at, "");
    e->resume = LLVMBuildSwitch(e->builder, point, e->latch, 8);
    LLVMAddCase(e->resume, word(e, 0), e->blocks[0]);
    vec_push(&e->point_insts, 0);
    for (uint32_t b = 0; b < k->block_count; b++) {
        LLVMPositionBuilderAtEnd(e->builder, e->blocks[b]);
        for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
            emit_inst(e, kernel_at(k, b, i).id);
        }
    }
}
