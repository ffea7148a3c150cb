/* Addresses: getelementptr as byte offsets, and the bounds of the dimensions that an address goes through. */
#include "llvm/decode_opencl.h"

/* The byte offset of one address: constant part and sum of index times size. */
struct offset {
    uint64_t constant;
    value_ref sum; /* i64, or none */
};

static void offset_add(struct decoder *d, struct offset *offset, value_ref index, uint64_t size, uint8_t flags) {
    const struct inst *leaf = kernel_inst(builder_kernel(d->builder), index);
    if (leaf->op == INST_CONST) {
        uint64_t bits = leaf->imm;
        unsigned width = leaf->type.width_bits;
        if (width < 64 && bits >> (width - 1)) {
            bits |= ~UINT64_C(0) << width;
        }
        offset->constant += bits * size;
        return;
    }
    value_ref term = emit_resize(d, index, 64, true);
    if (size != 1) {
        struct inst mul = {.op = INST_MUL, .flags = flags, .type = type_i64};
        term = emit_full(d, mul, (value_ref[]){term, emit_constant(d, type_i64, size)}, 2);
    }
    if (offset->sum.id != 0) {
        struct inst add = {.op = INST_ADD, .flags = flags, .type = type_i64};
        term = emit_full(d, add, (value_ref[]){offset->sum, term}, 2);
    }
    offset->sum = term;
}

static value_ref lane_of(struct decoder *d, struct span span, uint32_t lane) {
    return span_at(d, span, span.count > 1 ? lane : 0);
}

/* Some use of the address, through casts and further indexing, accesses memory. */
static bool is_dereferenced(LLVMValueRef address, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool goes_on = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user);
        bool accesses =
            LLVMIsALoadInst(user) || LLVMIsAStoreInst(user) || LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user) || LLVMIsACallInst(user);
        if (accesses || (goes_on && (depth > 8 || is_dereferenced(user, depth + 1)))) {
            return true;
        }
    }
    return false;
}

struct dimension {
    value_ref index;
    uint64_t extent;
};
enum { DIMENSIONS_MAX = 16 };

/* The array is a whole variable: whoever leaves it leaves the variable. */
static bool is_variable(LLVMValueRef base, LLVMTypeRef array) {
    while (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMAddrSpaceCast) {
        base = LLVMGetOperand(base, 0);
    }
    if (LLVMIsAGlobalVariable(base)) {
        return LLVMGlobalGetValueType(base) == array;
    }
    return LLVMIsAAllocaInst(base) && LLVMGetAllocatedType(base) == array;
}

/* The address is that of the last field of a struct. */
static bool is_last_field(LLVMValueRef address) {
    if (!LLVMIsAGetElementPtrInst(address)) {
        return false;
    }
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    unsigned count = (unsigned)LLVMGetNumOperands(address);
    bool is_last = false;
    for (unsigned i = 2; i < count; i++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        unsigned field = is_struct ? (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i)) : 0;
        is_last = is_struct && field + 1 == LLVMCountStructElementTypes(type);
        type = is_struct ? LLVMStructGetTypeAtIndex(type, field) : LLVMGetElementType(type);
    }
    return is_last;
}

/* C's rule that an element's index lies in its own array, also in an inner dimension. */
static void emit_bounds(struct decoder *d, LLVMValueRef gep, value_ref address, const struct dimension *dimensions, uint32_t count) {
    if (count == 0 || !is_dereferenced(gep, 0)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct inst *index = kernel_inst(builder_kernel(d->builder), dimensions[i].index);
        struct inst bound = {.op = INST_BOUND, .type = type_void};
        if (index->op == INST_CONST && index->imm < dimensions[i].extent) {
            continue;
        }
        value_ref operands[] = {emit_resize(d, dimensions[i].index, 64, true), emit_constant(d, type_i64, dimensions[i].extent), address};
        emit_full(d, bound, operands, 3);
    }
}

static value_ref decode_address(struct decoder *d, LLVMValueRef value, uint32_t lane) {
    uint8_t flags = LLVMIsInBounds(value) ? INST_NSW : 0;
    struct offset offset = {0};
    struct dimension dimensions[DIMENSIONS_MAX];
    uint32_t dimension_count = 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    unsigned count = (unsigned)LLVMGetNumOperands(value);
    bool is_whole = is_variable(LLVMGetOperand(value, 0), type), ends_struct = is_last_field(LLVMGetOperand(value, 0));
    for (unsigned i = 1; i < count; i++) {
        value_ref index = lane_of(d, span_of(d, LLVMGetOperand(value, i)), lane);
        if (i == 1) {
            offset_add(d, &offset, index, LLVMABISizeOfType(d->module->layout, type), flags);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)kernel_inst(builder_kernel(d->builder), index)->imm;
            offset.constant += LLVMOffsetOfElement(d->module->layout, type, field);
            ends_struct = field + 1 == LLVMCountStructElementTypes(type);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
            bool is_array =
                LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsAGetElementPtrInst(value) && LLVMIsInBounds(value) && !(is_whole && i == 2);
            bool is_flexible = is_array && ends_struct && LLVMGetArrayLength2(type) <= 1; /* stands for as many as there is memory for */
            if (is_array && !is_flexible && dimension_count < DIMENSIONS_MAX) {
                dimensions[dimension_count++] = (struct dimension){index, LLVMGetArrayLength2(type)};
            }
            ends_struct = false;
            type = LLVMGetElementType(type);
            uint64_t size = is_vector ? LLVMSizeOfTypeInBits(d->module->layout, type) / 8 : LLVMABISizeOfType(d->module->layout, type);
            offset_add(d, &offset, index, size, flags);
        }
    }
    value_ref declared = lane_of(d, span_of(d, LLVMGetOperand(value, 0)), lane);
    value_ref base = emit_plain(d, declared);
    value_ref bytes = offset.sum;
    if (bytes.id == 0) {
        if (offset.constant == 0) {
            return declared;
        }
        bytes = emit_constant(d, type_i64, offset.constant);
    } else if (offset.constant != 0) {
        struct inst add = {.op = INST_ADD, .flags = flags, .type = type_i64};
        value_ref pair[] = {bytes, emit_constant(d, type_i64, offset.constant)};
        bytes = emit_full(d, add, pair, 2);
    }
    struct inst inst = {.op = INST_PTRADD, .type = emit_type_of(d, base)};
    inst.flags = LLVMIsInBounds(value) ? INST_INBOUNDS : 0;
    value_ref address = emit_full(d, inst, (value_ref[]){base, bytes}, 2);
    emit_bounds(d, value, address, dimensions, dimension_count);
    return emit_pointer_cast(d, address, (enum space)emit_type_of(d, declared).space);
}

static bool is_wide_index(LLVMTypeRef type) {
    return type_is_wide(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
}

void decode_gep(struct decoder *d, LLVMValueRef value) {
    uint32_t lanes = type_leaf_count(d->module, LLVMTypeOf(value));
    unsigned count = (unsigned)LLVMGetNumOperands(value);
    for (unsigned i = 0; i < count; i++) {
        span_of(d, LLVMGetOperand(value, i));
        if (is_wide_index(LLVMTypeOf(LLVMGetOperand(value, i)))) {
            span_define_unsupported(d, value, UNSUPPORTED_VALUE, "index wider than 64 bits");
            return;
        }
    }
    uint32_t first = span_begin(d);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        span_push(d, decode_address(d, value, lane));
    }
    span_define(d, value, first);
}
