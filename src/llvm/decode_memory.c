/* Loads, stores, atomics and fences.
 *
 * A vector is one access of all its lanes; a struct or array is one access per field, at
 * the field's offset and the same location. Memory consists of bytes: an integer whose
 * width is no multiple of 8 is loaded and stored with the next greater width.
 *
 * Orders are fences beside the access: in front of what releases, behind what acquires.
 * CUDA's atomic functions are relaxed, though clang writes seq_cst, so seq_cst counts
 * only on atomic loads and stores. */
#include <string.h>

#include "llvm/decode.h"

enum { LANES_LIMIT = 16 };

struct access {
    uint8_t flags;
    uint16_t scope;
    uint64_t align_bytes; /* of the whole access; 0: natural */
};

/* The alignment of a part at an offset, 0 where it is natural. */
static uint64_t part_align(struct access access, uint64_t offset, struct type type) {
    uint64_t natural = (uint64_t)type.width_bits / 8 * type.lanes, align = access.align_bytes;
    while (align > 0 && offset % align != 0) {
        align /= 2;
    }
    return align < natural ? align : 0;
}

static struct type memory_type(struct type type) {
    if (type.kind == TYPE_INT) {
        type.width_bits = (uint8_t)((type.width_bits + 7) / 8 * 8);
    }
    return type;
}

static struct inst access_inst(enum inst_op op, struct access access, struct type type, uint64_t offset) {
    return (struct inst){.op = (uint8_t)op,
                         .flags = access.flags,
                         .scope = access.scope,
                         .type = op == INST_LOAD ? type : type_void,
                         .imm = part_align(access, offset, type)};
}

static value_ref load_scalar(struct decoder *d, struct access access, value_ref pointer, uint64_t offset, struct type type) {
    struct inst load = access_inst(INST_LOAD, access, memory_type(type), offset);
    value_ref address = emit_pointer_add(d, pointer, offset);
    value_ref loaded = emit_full(d, load, &address, 1);
    return type.kind == TYPE_INT ? emit_resize(d, loaded, type.width_bits, false) : loaded;
}

/* Integers as wide as their bytes. */
static value_ref in_memory(struct decoder *d, value_ref value) {
    struct type type = emit_type_of(d, value);
    return type.kind == TYPE_INT ? emit_resize(d, value, memory_type(type).width_bits, false) : value;
}

static void store_value(struct decoder *d, struct access access, value_ref pointer, uint64_t offset, value_ref value) {
    struct inst store = access_inst(INST_STORE, access, emit_type_of(d, value), offset);
    emit_full(d, store, (value_ref[]){emit_pointer_add(d, pointer, offset), value}, 2);
}

/* Whether leaves are the lanes of one vector, or the pieces of one wide integer. */
static bool is_vector_access(LLVMTypeRef type, const struct leaves *leaves) {
    uint32_t count = leaves->list.size;
    bool is_candidate = LLVMGetTypeKind(type) == LLVMVectorTypeKind || type_is_wide(type);
    if (!is_candidate || count < 2) {
        return false;
    }
    struct type first = leaves->list.data[0].type;
    return memcmp(&first, &leaves->list.data[count - 1].type, sizeof first) == 0;
}

/* Leaves that do not start at bytes have no access of ours. */
static void unsupported_access(struct decoder *d, LLVMValueRef value, bool is_load) {
    if (is_load) {
        span_define_unsupported(d, value, UNSUPPORTED_MEMORY, "load of this type");
    } else {
        emit_unsupported(d, type_void, UNSUPPORTED_MEMORY, "store of this type");
    }
}

static uint32_t lanes_from(const struct leaves *leaves, uint32_t first) {
    uint32_t left = leaves->list.size - first;
    return left < LANES_LIMIT ? left : LANES_LIMIT;
}

static void load_vector(struct decoder *d, struct access access, value_ref pointer, const struct leaves *leaves) {
    struct type lane = leaves->list.data[0].type, vector_type = memory_type(lane);
    for (uint32_t at = 0; at < leaves->list.size; at += LANES_LIMIT) {
        uint32_t count = lanes_from(leaves, at);
        uint64_t offset = leaves->list.data[at].offset_bytes;
        if (count == 1) {
            span_push(d, load_scalar(d, access, pointer, offset, lane));
            continue;
        }
        vector_type.lanes = (uint8_t)count;
        value_ref address = emit_pointer_add(d, pointer, offset);
        value_ref vector = emit_full(d, access_inst(INST_LOAD, access, vector_type, offset), &address, 1);
        for (uint32_t i = 0; i < count; i++) {
            value_ref value = emit(d, INST_LANE, memory_type(lane), i, &vector, 1);
            span_push(d, lane.kind == TYPE_INT ? emit_resize(d, value, lane.width_bits, false) : value);
        }
    }
}

static void load_leaves(struct decoder *d, LLVMValueRef result, struct access access, value_ref pointer) {
    struct leaves leaves = {0};
    LLVMTypeRef type = LLVMTypeOf(result);
    if (!type_flatten(d->module, type, &leaves) || leaves.is_packed_bits) {
        unsupported_access(d, result, true);
    } else {
        uint32_t first = span_begin(d);
        if (is_vector_access(type, &leaves)) {
            load_vector(d, access, pointer, &leaves);
        } else {
            for (uint32_t i = 0; i < leaves.list.size; i++) {
                struct leaf leaf = leaves.list.data[i];
                span_push(d, load_scalar(d, access, pointer, leaf.offset_bytes, leaf.type));
            }
        }
        span_define(d, result, first);
    }
    vec_release(&leaves.list);
}

void decode_load(struct decoder *d, LLVMValueRef result, value_ref pointer, unsigned flags, enum scope_kind scope) {
    load_leaves(d, result, (struct access){(uint8_t)flags, (uint16_t)scope, UINT64_C(1) << 32}, pointer);
}

static void store_vector(struct decoder *d, struct access access, value_ref pointer, const struct leaves *leaves, struct span source) {
    for (uint32_t at = 0; at < leaves->list.size; at += LANES_LIMIT) {
        uint32_t count = lanes_from(leaves, at);
        value_ref lanes[LANES_LIMIT];
        for (uint32_t i = 0; i < count; i++) {
            lanes[i] = in_memory(d, span_at(d, source, at + i));
        }
        struct type pack = emit_type_of(d, lanes[0]);
        pack.lanes = (uint8_t)count;
        value_ref value = count > 1 ? emit(d, INST_PACK, pack, 0, lanes, count) : lanes[0];
        store_value(d, access, pointer, leaves->list.data[at].offset_bytes, value);
    }
}

static void store_leaves(struct decoder *d, LLVMValueRef value, struct access access, value_ref pointer) {
    struct leaves leaves = {0};
    LLVMTypeRef type = LLVMTypeOf(value);
    struct span source = span_of(d, value);
    if (!type_flatten(d->module, type, &leaves) || leaves.is_packed_bits) {
        unsupported_access(d, value, false);
    } else if (is_vector_access(type, &leaves)) {
        store_vector(d, access, pointer, &leaves, source);
    } else {
        for (uint32_t i = 0; i < leaves.list.size; i++) {
            value_ref part = in_memory(d, span_at(d, source, i));
            store_value(d, access, pointer, leaves.list.data[i].offset_bytes, part);
        }
    }
    vec_release(&leaves.list);
}

void decode_load_aligned(struct decoder *d, LLVMValueRef result, value_ref pointer, uint64_t align_bytes) {
    load_leaves(d, result, (struct access){.align_bytes = align_bytes}, pointer);
}

void decode_store_aligned(struct decoder *d, LLVMValueRef value, value_ref pointer, uint64_t align_bytes) {
    store_leaves(d, value, (struct access){.align_bytes = align_bytes}, pointer);
}

/* LLVM-C 19 has no getter for the scope: a copy of the instruction without operands is
 * printed, which costs the same wherever the instruction stands. */
enum scope_kind decode_scope(struct decoder *d, LLVMValueRef instruction, enum scope_kind otherwise) {
    static const struct {
        const char *text;
        enum scope_kind scope;
    } scopes[] = {
        {"singlethread", SCOPE_KIND_WARP}, {"wavefront", SCOPE_KIND_WARP}, {"subgroup", SCOPE_KIND_WARP},
        {"workgroup", SCOPE_KIND_BLOCK},   {"block", SCOPE_KIND_BLOCK},    {"cta", SCOPE_KIND_BLOCK},
        {"agent", SCOPE_KIND_DEVICE},      {"device", SCOPE_KIND_DEVICE},  {"gpu", SCOPE_KIND_DEVICE},
    };
    (void)d;
    LLVMValueRef copy = LLVMInstructionClone(instruction);
    for (int i = 0; i < LLVMGetNumOperands(copy); i++) {
        LLVMSetOperand(copy, (unsigned)i, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(copy, (unsigned)i))));
    }
    char *text = LLVMPrintValueToString(copy);
    LLVMDeleteInstruction(copy);
    const char *scope = strstr(text, "syncscope(\"");
    enum scope_kind result = otherwise;
    if (scope) {
        scope += strlen("syncscope(\"");
        result = SCOPE_KIND_SYSTEM;
        for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
            if (strncmp(scope, scopes[i].text, strlen(scopes[i].text)) == 0) {
                result = scopes[i].scope;
                break;
            }
        }
    }
    LLVMDisposeMessage(text);
    return result;
}

static void emit_fence(struct decoder *d, enum scope_kind scope) {
    emit(d, INST_FENCE, type_void, scope, NULL, 0);
}

static struct access access_of(struct decoder *d, LLVMValueRef instruction, LLVMAtomicOrdering order) {
    struct access access = {.flags = LLVMGetVolatile(instruction) ? INST_VOLATILE : 0};
    access.align_bytes = LLVMGetAlignment(instruction);
    if (order != LLVMAtomicOrderingNotAtomic) {
        access.flags |= INST_ATOMIC_ACCESS;
        access.scope = (uint16_t)decode_scope(d, instruction, SCOPE_KIND_SYSTEM);
    }
    return access;
}

/* SPIR's events in variables: decode_opencl_events.c follows them; they have no bytes of ours. */
static bool is_event_variable(LLVMTypeRef type, LLVMValueRef pointer) {
    return LLVMGetTypeKind(type) == LLVMTargetExtTypeKind && LLVMIsAAllocaInst(normalise_base_of(pointer));
}

static void decode_load_instruction(struct decoder *d, LLVMValueRef instruction) {
    if (d->module->trusts_undefined && annotation_reads(instruction)) {
        span_define_unsupported(d, instruction, UNSUPPORTED_VALUE, "memory that an annotation reads");
        return;
    }
    if (is_event_variable(LLVMTypeOf(instruction), LLVMGetOperand(instruction, 0))) {
        span_define_unsupported(d, instruction, UNSUPPORTED_VALUE, "event");
        return;
    }
    LLVMAtomicOrdering order = LLVMGetOrdering(instruction);
    value_ref pointer = emit_plain(d, span_scalar(d, LLVMGetOperand(instruction, 0)));
    struct access access = access_of(d, instruction, order);
    load_leaves(d, instruction, access, pointer);
    if (order == LLVMAtomicOrderingAcquire || order == LLVMAtomicOrderingSequentiallyConsistent) {
        emit_fence(d, (enum scope_kind)access.scope);
    }
}

static void decode_store_instruction(struct decoder *d, LLVMValueRef instruction) {
    if (is_event_variable(LLVMTypeOf(LLVMGetOperand(instruction, 0)), LLVMGetOperand(instruction, 1))) {
        return;
    }
    LLVMAtomicOrdering order = LLVMGetOrdering(instruction);
    value_ref pointer = emit_plain(d, span_scalar(d, LLVMGetOperand(instruction, 1)));
    struct access access = access_of(d, instruction, order);
    if (order == LLVMAtomicOrderingRelease || order == LLVMAtomicOrderingSequentiallyConsistent) {
        emit_fence(d, (enum scope_kind)access.scope);
    }
    store_leaves(d, LLVMGetOperand(instruction, 0), access, pointer);
}

static bool atomic_op_of(LLVMAtomicRMWBinOp op, enum atomic_op *result) {
    static const struct {
        LLVMAtomicRMWBinOp from;
        enum atomic_op to;
    } ops[] = {
        {LLVMAtomicRMWBinOpXchg, ATOMIC_XCHG},    {LLVMAtomicRMWBinOpAdd, ATOMIC_ADD},      {LLVMAtomicRMWBinOpSub, ATOMIC_SUB},
        {LLVMAtomicRMWBinOpAnd, ATOMIC_AND},      {LLVMAtomicRMWBinOpNand, ATOMIC_NAND},    {LLVMAtomicRMWBinOpOr, ATOMIC_OR},
        {LLVMAtomicRMWBinOpXor, ATOMIC_XOR},      {LLVMAtomicRMWBinOpMax, ATOMIC_MAX},      {LLVMAtomicRMWBinOpMin, ATOMIC_MIN},
        {LLVMAtomicRMWBinOpUMax, ATOMIC_UMAX},    {LLVMAtomicRMWBinOpUMin, ATOMIC_UMIN},    {LLVMAtomicRMWBinOpFAdd, ATOMIC_FADD},
        {LLVMAtomicRMWBinOpFSub, ATOMIC_FSUB},    {LLVMAtomicRMWBinOpFMax, ATOMIC_FMAX},    {LLVMAtomicRMWBinOpFMin, ATOMIC_FMIN},
        {LLVMAtomicRMWBinOpUIncWrap, ATOMIC_INC}, {LLVMAtomicRMWBinOpUDecWrap, ATOMIC_DEC},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (ops[i].from == op) {
            *result = ops[i].to;
            return true;
        }
    }
    return false;
}

static bool releases(LLVMAtomicOrdering order) {
    return order == LLVMAtomicOrderingRelease || order == LLVMAtomicOrderingAcquireRelease;
}

static bool acquires(LLVMAtomicOrdering order) {
    return order == LLVMAtomicOrderingAcquire || order == LLVMAtomicOrderingAcquireRelease;
}

/* A vector's atomic is one atomic per lane, as CUDA defines it. */
static void decode_atomic(struct decoder *d, LLVMValueRef instruction) {
    enum atomic_op op;
    struct leaves leaves = {0};
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (!atomic_op_of(LLVMGetAtomicRMWBinOp(instruction), &op) || type_is_wide(type) || !type_flatten(d->module, type, &leaves) ||
        leaves.is_packed_bits) {
        vec_release(&leaves.list);
        span_define_unsupported(d, instruction, UNSUPPORTED_MEMORY, "atomic operation of this kind");
        return;
    }
    value_ref pointer = emit_plain(d, span_scalar(d, LLVMGetOperand(instruction, 0)));
    struct span operand = span_of(d, LLVMGetOperand(instruction, 1));
    struct inst inst = {.op = INST_ATOMIC, .imm = op};
    inst.flags = LLVMGetVolatile(instruction) ? INST_VOLATILE : 0;
    inst.scope = (uint16_t)decode_scope(d, instruction, SCOPE_KIND_DEVICE);
    LLVMAtomicOrdering order = LLVMGetOrdering(instruction);
    if (releases(order)) {
        emit_fence(d, (enum scope_kind)inst.scope);
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < leaves.list.size; i++) {
        inst.type = leaves.list.data[i].type;
        value_ref address = emit_pointer_add(d, pointer, leaves.list.data[i].offset_bytes);
        span_push(d, emit_full(d, inst, (value_ref[]){address, span_at(d, operand, i)}, 2));
    }
    span_define(d, instruction, first);
    vec_release(&leaves.list);
    if (acquires(order)) {
        emit_fence(d, (enum scope_kind)inst.scope);
    }
}

static void decode_cmpxchg(struct decoder *d, LLVMValueRef instruction) {
    LLVMValueRef compare = LLVMGetOperand(instruction, 1);
    if (type_is_wide(LLVMTypeOf(compare))) {
        span_define_unsupported(d, instruction, UNSUPPORTED_MEMORY, "128-bit atomic compare and swap");
        return;
    }
    value_ref operands[] = {emit_plain(d, span_scalar(d, LLVMGetOperand(instruction, 0))), span_scalar(d, compare),
                            span_scalar(d, LLVMGetOperand(instruction, 2))};
    struct inst inst = {.op = INST_CMPXCHG, .type = emit_type_of(d, operands[1])};
    inst.flags = LLVMGetVolatile(instruction) ? INST_VOLATILE : 0;
    inst.scope = (uint16_t)decode_scope(d, instruction, SCOPE_KIND_DEVICE);
    LLVMAtomicOrdering order = LLVMGetCmpXchgSuccessOrdering(instruction);
    if (releases(order)) {
        emit_fence(d, (enum scope_kind)inst.scope);
    }
    value_ref old = emit_full(d, inst, operands, 3);
    if (acquires(order) || acquires(LLVMGetCmpXchgFailureOrdering(instruction))) {
        emit_fence(d, (enum scope_kind)inst.scope);
    }
    value_ref is_equal = emit2(d, INST_EQ, type_i1, old, operands[1]);
    uint32_t first = span_begin(d);
    span_push(d, old);
    span_push(d, is_equal);
    span_define(d, instruction, first);
}

static void decode_alloca(struct decoder *d, LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMGetAllocatedType(instruction);
    LLVMValueRef count = LLVMGetOperand(instruction, 0);
    bool is_static = LLVMIsAConstantInt(count);
    size_t length;
    const char *name = LLVMGetValueName2(instruction, &length);
    uint64_t size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(d->module->layout, type) : 0;
    struct object object = {
        .name = length > 0 ? name_without_suffix(d->arena, name) : "local",
        .space = SPACE_LOCAL,
        .size_bytes = is_static ? size * LLVMConstIntGetZExtValue(count) : 0,
        .elem_bytes = type_element_bytes(d->module, type),
        .loc = d->loc,
    };
    uint32_t id = builder_add_object(d->builder, &object);
    struct type pointer = {.kind = TYPE_POINTER, .width_bits = 64, .space = SPACE_LOCAL, .lanes = 1};
    value_ref leaf = builder_leaf(d->builder, INST_OBJECT, pointer, id);
    span_define_scalar(d, instruction, emit_declared(d, leaf, instruction));
}

bool decode_memory(struct decoder *d, LLVMValueRef instruction, LLVMOpcode opcode) {
    static const struct {
        LLVMOpcode opcode;
        void (*decode)(struct decoder *d, LLVMValueRef instruction);
    } table[] = {
        {LLVMLoad, decode_load_instruction}, {LLVMStore, decode_store_instruction}, {LLVMAtomicRMW, decode_atomic},
        {LLVMAtomicCmpXchg, decode_cmpxchg}, {LLVMAlloca, decode_alloca},
    };
    if (opcode == LLVMFence) {
        emit_fence(d, decode_scope(d, instruction, SCOPE_KIND_SYSTEM));
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].opcode == opcode) {
            table[i].decode(d, instruction);
            return true;
        }
    }
    return false;
}
