/* Accesses: bounds and alignment, order, and then the access itself. */
#include "llvm/native_emit.h"

enum { INLINE_CELLS = 4, MOST_BYTES = 128 };

struct access {
    uint32_t inst, area;
    struct type type; /* of what is loaded or stored */
    uint32_t size_bytes, alignment_bytes;
    enum native_mode mode;
    LLVMValueRef pointer, offset, bytes;
};

static uint32_t lane_bytes(struct type type) {
    return (type.width_bits + 7u) / 8;
}

static uint32_t needed_alignment(const struct inst *inst, uint32_t size_bytes) {
    uint32_t natural = 1;
    while (natural * 2 <= size_bytes) {
        natural *= 2;
    }
    bool promised = (inst->op == INST_LOAD || inst->op == INST_STORE) && inst->imm != 0;
    return promised && inst->imm < natural ? (uint32_t)inst->imm : natural;
}

static LLVMValueRef and_(struct emitter *e, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildAnd(e->builder, a, b, "");
}

static LLVMValueRef or_(struct emitter *e, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildOr(e->builder, a, b, "");
}

static LLVMValueRef same(struct emitter *e, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(e->builder, LLVMIntEQ, a, b, "");
}

static LLVMValueRef below(struct emitter *e, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(e->builder, LLVMIntULT, a, b, "");
}

/* Inside the area, and aligned: rotated right by the alignment, a misaligned offset is
 * beyond every size. */
static void require_bounds(struct emitter *e, struct access *a) {
    const struct native_base *base = &e->bases[a->area];
    LLVMValueRef area = base->address;
    if (e->plan->areas[a->area].watch == NATIVE_LOCAL) {
        LLVMValueRef step = LLVMBuildMul(e->builder, e->thread_64, e->local_step, "");
        area = LLVMBuildAdd(e->builder, area, step, "");
    }
    a->offset = LLVMBuildSub(e->builder, a->pointer, area, "");
    uint32_t log = 0;
    while (1u << log < a->alignment_bytes) {
        log++;
    }
    LLVMValueRef needed = native_bits(e, a->size_bytes), by = native_bits(e, log);
    LLVMValueRef fits = LLVMBuildICmp(e->builder, LLVMIntUGE, base->size_bytes, needed, "");
    LLVMValueRef room = LLVMBuildSub(e->builder, base->size_bytes, needed, "");
    LLVMValueRef count = LLVMBuildAdd(e->builder, LLVMBuildLShr(e->builder, room, by, ""), native_bits(e, 1), "");
    count = LLVMBuildSelect(e->builder, fits, count, native_bits(e, 0), "");
    LLVMValueRef arguments[] = {a->offset, a->offset, by};
    LLVMValueRef place = native_intrinsic(e, "llvm.fshr", &e->i64, 1, arguments, 3);
    native_require(e, below(e, place, count));
    a->bytes = base->bytes;
    if (e->plan->areas[a->area].watch == NATIVE_LOCAL) {
        uint64_t step = 2 * (uint64_t)e->plan->local_bytes;
        LLVMValueRef at = LLVMBuildMul(e->builder, e->thread_64, native_bits(e, step), "");
        at = LLVMBuildAdd(e->builder, at, native_bits(e, e->plan->areas[a->area].local_bytes), "");
        a->bytes = LLVMBuildGEP2(e->builder, e->i8, e->locals, &at, 1, "");
    }
    a->bytes = LLVMBuildGEP2(e->builder, e->i8, a->bytes, &a->offset, 1, "");
}

/* One cell being checked. */
struct cell {
    LLVMValueRef address, read_address, write, read;
    bool is_shared;
};

/* Tags of the own block's earlier intervals. */
static LLVMValueRef is_earlier(struct emitter *e, LLVMValueRef tag) {
    LLVMValueRef since = LLVMBuildSub(e->builder, tag, e->block_tag, "");
    return below(e, since, LLVMBuildSub(e->builder, e->interval_tag, e->block_tag, ""));
}

/* Nothing of others, or what came before. */
static LLVMValueRef is_ordered(struct emitter *e, const struct cell *cell, LLVMValueRef tag) {
    LLVMValueRef old = cell->is_shared ? below(e, tag, e->interval_tag) : or_(e, same(e, tag, native_bits(e, 0)), is_earlier(e, tag));
    return or_(e, same(e, tag, e->tag), old);
}

/* A read after writes that came before it. The tag for reads then has this thread. */
static LLVMValueRef is_fine_read(struct emitter *e, const struct cell *cell) {
    LLVMValueRef fine = cell->is_shared ? or_(e, same(e, cell->write, e->tag), is_earlier(e, cell->write)) : is_ordered(e, cell, cell->write);
    if (!e->plan->warp_orders) {
        return fine;
    }
    LLVMValueRef noted = same(e, cell->read, e->tag);
    LLVMValueRef several = LLVMBuildICmp(e->builder, LLVMIntSLT, cell->read, native_bits(e, 0), "");
    return and_(e, fine, or_(e, noted, several));
}

static void note_read(struct emitter *e, const struct cell *cell) {
    LLVMBasicBlockRef update = native_block(e, "note"), next = native_block(e, "");
    LLVMValueRef done = same(e, cell->read, e->tag), zero = native_bits(e, 0);
    if (!cell->is_shared) {
        done = or_(e, done, LLVMBuildICmp(e->builder, LLVMIntSLT, cell->read, zero, ""));
    }
    LLVMBuildCondBr(e->builder, done, next, update);
    LLVMPositionBuilderAtEnd(e->builder, update);
    LLVMValueRef change = LLVMBuildXor(e->builder, cell->read, e->tag, "");
    LLVMValueRef now = below(e, change, native_bits(e, (uint64_t)1 << NATIVE_STAMP_SHIFT));
    LLVMValueRef any = or_(e, e->tag, native_bits(e, NATIVE_ANY)), alone = e->tag;
    if (!cell->is_shared) {
        LLVMValueRef others = and_(e, LLVMBuildICmp(e->builder, LLVMIntNE, cell->read, zero, ""), below(e, cell->read, e->block_tag));
        LLVMValueRef flag = LLVMBuildSelect(e->builder, others, native_bits(e, NATIVE_BLOCKS), zero, "");
        alone = or_(e, alone, flag);
    }
    LLVMBuildStore(e->builder, LLVMBuildSelect(e->builder, now, any, alone, ""), cell->read_address);
    LLVMBuildBr(e->builder, next);
    LLVMPositionBuilderAtEnd(e->builder, next);
}

static LLVMValueRef is_fine_write(struct emitter *e, const struct cell *cell) {
    return and_(e, is_ordered(e, cell, cell->write), is_ordered(e, cell, cell->read));
}

/* Atomics: the inlined cases are those where several threads or blocks did the same. */
static LLVMValueRef is_fine_update(struct emitter *e, const struct cell *cell) {
    LLVMValueRef tag = or_(e, e->tag, native_bits(e, NATIVE_ATOMIC));
    LLVMValueRef fine = same(e, cell->write, tag);
    if (!cell->is_shared) {
        LLVMValueRef several = LLVMBuildICmp(e->builder, LLVMIntSLT, cell->write, native_bits(e, 0), "");
        return and_(e, or_(e, fine, several), same(e, cell->read, native_bits(e, 0)));
    }
    if (!e->plan->warp_orders) {
        LLVMValueRef any = or_(e, tag, native_bits(e, NATIVE_ANY));
        fine = or_(e, fine, same(e, cell->write, any));
    }
    return and_(e, fine, below(e, cell->read, e->interval_tag));
}

static void check_slowly(struct emitter *e, const struct access *a, LLVMValueRef cells, uint32_t count) {
    LLVMTypeRef types[] = {e->pointer, e->pointer, e->i32, e->i32, e->i32, e->i32};
    LLVMValueRef arguments[] = {e->context,
                                cells,
                                LLVMConstInt(e->i32, count, false),
                                e->thread,
                                LLVMConstInt(e->i32, a->mode, false),
                                LLVMConstInt(e->i32, e->plan->areas[a->area].watch, false)};
    LLVMValueRef result = native_helper(e, (uintptr_t)e->plan->helpers.check, e->i32, types, arguments, 6);
    native_require(e, LLVMBuildICmp(e->builder, LLVMIntNE, result, LLVMConstInt(e->i32, 0, false), ""));
}

static void check_cell(struct emitter *e, const struct access *a, LLVMValueRef address) {
    struct cell cell = {.address = address};
    LLVMValueRef one = native_bits(e, 1);
    LLVMBasicBlockRef common = native_block(e, "ordered"), rare = native_block(e, "check");
    LLVMBasicBlockRef next = native_block(e, "");
    cell.is_shared = e->plan->areas[a->area].watch == NATIVE_SHARED;
    cell.read_address = LLVMBuildGEP2(e->builder, e->i64, address, &one, 1, "");
    cell.write = LLVMBuildLoad2(e->builder, e->i64, address, "");
    cell.read = LLVMBuildLoad2(e->builder, e->i64, cell.read_address, "");
    LLVMValueRef fine = a->mode == NATIVE_READ    ? is_fine_read(e, &cell)
                        : a->mode == NATIVE_WRITE ? is_fine_write(e, &cell)
                                                  : is_fine_update(e, &cell);
    native_branch_likely(e, fine, common, rare);
    LLVMPositionBuilderAtEnd(e->builder, rare);
    check_slowly(e, a, address, 1);
    LLVMBuildBr(e->builder, next);
    LLVMPositionBuilderAtEnd(e->builder, common);
    if (a->mode == NATIVE_READ && !e->plan->warp_orders) {
        note_read(e, &cell);
    } else if (a->mode == NATIVE_WRITE) {
        LLVMBuildStore(e->builder, e->tag, address);
    }
    LLVMBuildBr(e->builder, next);
    LLVMPositionBuilderAtEnd(e->builder, next);
}

static void check_order(struct emitter *e, const struct access *a) {
    uint32_t granule = e->plan->areas[a->area].granule_bytes, log = 0;
    uint32_t count = a->size_bytes / granule;
    while (1u << log < granule) {
        log++;
    }
    LLVMValueRef number = LLVMBuildLShr(e->builder, a->offset, native_bits(e, log), "");
    LLVMValueRef at = LLVMBuildShl(e->builder, number, native_bits(e, 4), "");
    LLVMValueRef cells = LLVMBuildGEP2(e->builder, e->i8, e->bases[a->area].cells, &at, 1, "");
    if (count > INLINE_CELLS) {
        check_slowly(e, a, cells, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef offset = native_bits(e, i * sizeof(struct native_cell));
        check_cell(e, a, LLVMBuildGEP2(e->builder, e->i8, cells, &offset, 1, ""));
    }
}

/* Local memory: a read wants every byte defined, a write defines them. */
static void check_defined(struct emitter *e, const struct access *a) {
    LLVMTypeRef type = LLVMIntTypeInContext(e->llvm, a->size_bytes * 8);
    LLVMValueRef behind = native_bits(e, e->plan->local_bytes);
    LLVMValueRef map = LLVMBuildGEP2(e->builder, e->i8, a->bytes, &behind, 1, "");
    uint64_t words[MOST_BYTES / 8];
    for (uint32_t i = 0; i < MOST_BYTES / 8; i++) {
        words[i] = 0x0101010101010101;
    }
    LLVMValueRef ones = LLVMConstIntOfArbitraryPrecision(type, (a->size_bytes + 7) / 8, words);
    if (a->mode != NATIVE_WRITE) {
        LLVMValueRef defined = LLVMBuildLoad2(e->builder, type, map, "");
        LLVMSetAlignment(defined, 1);
        native_require(e, same(e, defined, ones));
    }
    if (a->mode != NATIVE_READ) {
        LLVMSetAlignment(LLVMBuildStore(e->builder, ones, map), 1);
    }
}

/* Where the bytes of the access are; the run ends if it may not be performed. */
static void reach(struct emitter *e, struct access *a) {
    if (a->area == NATIVE_NONE) {
        LLVMTypeRef types[] = {e->pointer, e->i32, e->i32, e->i64};
        LLVMValueRef arguments[] = {e->context, LLVMConstInt(e->i32, a->inst, false), e->thread, a->pointer};
        a->bytes = native_helper(e, (uintptr_t)e->plan->helpers.reach, e->pointer, types, arguments, 4);
        native_require(e, LLVMBuildIsNotNull(e->builder, a->bytes, ""));
        return;
    }
    require_bounds(e, a);
    enum native_watch watch = e->plan->areas[a->area].watch;
    if (watch == NATIVE_LOCAL) {
        check_defined(e, a);
    } else if (watch != NATIVE_UNWATCHED) {
        check_order(e, a);
    }
}

static struct access access_of(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    struct access a = {.inst = id};
    value_ref pointer = kernel_operand(e->kernel, inst, 0);
    a.area = e->plan->area_of[pointer.id];
    a.pointer = native_value(e, pointer, 0);
    a.type = inst->op == INST_STORE ? native_operand_type(e, inst, 1) : inst->type;
    a.size_bytes = lane_bytes(a.type) * a.type.lanes;
    a.alignment_bytes = needed_alignment(inst, a.size_bytes);
    bool is_atomic = (inst->flags & INST_ATOMIC_ACCESS) || inst->op > INST_STORE;
    a.mode = is_atomic ? NATIVE_UPDATE : inst->op == INST_LOAD ? NATIVE_READ : NATIVE_WRITE;
    return a;
}

static LLVMTypeRef memory_type(struct emitter *e, struct type type) {
    return LLVMIntTypeInContext(e->llvm, lane_bytes(type) * 8);
}

/* Lanes lie in memory one after another, each in whole bytes. */
static LLVMValueRef lane_address(struct emitter *e, const struct access *a, uint32_t lane) {
    LLVMValueRef at = native_bits(e, lane * lane_bytes(a->type));
    return LLVMBuildGEP2(e->builder, e->i8, a->bytes, &at, 1, "");
}

static LLVMValueRef load_lane(struct emitter *e, const struct access *a, uint32_t lane) {
    LLVMValueRef value = LLVMBuildLoad2(e->builder, memory_type(e, a->type), lane_address(e, a, lane), "");
    LLVMSetAlignment(value, 1);
    LLVMTypeRef narrow = LLVMIntTypeInContext(e->llvm, a->type.width_bits);
    value = LLVMBuildTrunc(e->builder, value, narrow, "");
    return native_is_float(a->type) ? LLVMBuildBitCast(e->builder, value, native_type(e, a->type), "") : value;
}

static void store_lane(struct emitter *e, const struct access *a, uint32_t lane, LLVMValueRef value) {
    if (native_is_float(a->type)) {
        LLVMTypeRef bits = LLVMIntTypeInContext(e->llvm, a->type.width_bits);
        value = LLVMBuildBitCast(e->builder, value, bits, "");
    }
    value = LLVMBuildZExt(e->builder, value, memory_type(e, a->type), "");
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, lane_address(e, a, lane)), 1);
}

static LLVMValueRef choose(struct emitter *e, LLVMIntPredicate predicate, LLVMValueRef old, LLVMValueRef operand) {
    LLVMValueRef keeps = LLVMBuildICmp(e->builder, predicate, old, operand, "");
    return LLVMBuildSelect(e->builder, keeps, old, operand, "");
}

/* What an atomic leaves. */
static LLVMValueRef updated(struct emitter *e, uint32_t id, LLVMValueRef old, LLVMValueRef operand) {
    const struct inst *inst = &e->kernel->insts[id];
    bool is_float = inst->type.kind == TYPE_FLOAT || inst->type.kind == TYPE_BFLOAT;
    enum atomic_op op = (enum atomic_op)inst->imm;
    if (op == ATOMIC_XCHG) {
        return operand;
    }
    if ((op == ATOMIC_ADD || op == ATOMIC_FADD) && native_is_float(inst->type)) {
        return LLVMBuildFAdd(e->builder, old, operand, "");
    }
    if (!is_float && op == ATOMIC_ADD) {
        return LLVMBuildAdd(e->builder, old, operand, "");
    }
    if (!is_float && op == ATOMIC_SUB) {
        return LLVMBuildSub(e->builder, old, operand, "");
    }
    if (!is_float && op == ATOMIC_OR) {
        return or_(e, old, operand);
    }
    if (!is_float && op == ATOMIC_AND) {
        return and_(e, old, operand);
    }
    if (!is_float && (op == ATOMIC_MAX || op == ATOMIC_MIN)) {
        return choose(e, op == ATOMIC_MAX ? LLVMIntSGE : LLVMIntSLT, old, operand);
    }
    if (!is_float && (op == ATOMIC_UMAX || op == ATOMIC_UMIN)) {
        return choose(e, op == ATOMIC_UMAX ? LLVMIntUGE : LLVMIntULT, old, operand);
    }
    LLVMValueRef bits[] = {native_to_bits(e, old, inst->type), native_to_bits(e, operand, inst->type)};
    return native_evaluate(e, id, inst->type, bits, 2);
}

static void emit_update(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    struct access a = access_of(e, id);
    reach(e, &a);
    LLVMValueRef old = load_lane(e, &a, 0), operand = native_operand(e, inst, 1, 0), new;
    if (inst->op == INST_CMPXCHG) {
        LLVMValueRef equal = same(e, native_to_bits(e, old, inst->type), native_to_bits(e, operand, inst->type));
        new = LLVMBuildSelect(e->builder, equal, native_operand(e, inst, 2, 0), old, "");
    } else {
        new = updated(e, id, old, operand);
    }
    store_lane(e, &a, 0, new);
    native_define(e, id, 0, old);
}

static void emit_copy(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    LLVMTypeRef types[] = {e->pointer, e->i32, e->i32, e->i64, e->i64, e->i64};
    LLVMValueRef second = native_operand(e, inst, 1, 0);
    LLVMValueRef arguments[] = {e->context,
                                LLVMConstInt(e->i32, id, false),
                                e->thread,
                                native_operand(e, inst, 0, 0),
                                LLVMBuildZExt(e->builder, second, e->i64, ""),
                                native_operand(e, inst, 2, 0)};
    LLVMValueRef result = native_helper(e, (uintptr_t)e->plan->helpers.copy, e->i64, types, arguments, 6);
    native_require(e, LLVMBuildICmp(e->builder, LLVMIntNE, result, native_bits(e, 0), ""));
    LLVMValueRef steps = LLVMBuildLoad2(e->builder, e->i64, e->steps, "");
    LLVMBuildStore(e->builder, LLVMBuildAdd(e->builder, steps, LLVMBuildSub(e->builder, result, native_bits(e, 1), ""), ""), e->steps);
}

void native_emit_memory(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    if (inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG) {
        emit_update(e, id);
        return;
    }
    if (inst->op == INST_MEMCPY || inst->op == INST_MEMSET) {
        emit_copy(e, id);
        return;
    }
    struct access a = access_of(e, id);
    reach(e, &a);
    for (uint32_t lane = 0; lane < a.type.lanes; lane++) {
        if (inst->op == INST_STORE) {
            store_lane(e, &a, lane, native_operand(e, inst, 1, lane));
        } else {
            native_define(e, id, lane, load_lane(e, &a, lane));
        }
    }
}
