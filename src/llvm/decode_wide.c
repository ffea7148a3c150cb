/* Arithmetic on 128-bit integers, as two 64-bit pieces, lowest first. Division, shifts by
 * a variable amount, and other widths above 64 bits are not decoded. */
#include "llvm/decode.h"

struct wide {
    value_ref low, high;
};

static value_ref op64(struct decoder *d, enum inst_op op, value_ref a, value_ref b) {
    return emit2(d, op, type_i64, a, b);
}

static value_ref constant64(struct decoder *d, uint64_t bits) {
    return emit_constant(d, type_i64, bits);
}

static value_ref carry_of(struct decoder *d, value_ref a, value_ref b) {
    return emit_resize(d, emit2(d, INST_ULT, type_i1, a, b), 64, false);
}

static struct wide add(struct decoder *d, struct wide a, struct wide b) {
    value_ref low = op64(d, INST_ADD, a.low, b.low);
    value_ref high = op64(d, INST_ADD, a.high, b.high);
    return (struct wide){low, op64(d, INST_ADD, high, carry_of(d, low, a.low))};
}

static struct wide subtract(struct decoder *d, struct wide a, struct wide b) {
    value_ref high = op64(d, INST_SUB, a.high, b.high);
    return (struct wide){op64(d, INST_SUB, a.low, b.low), op64(d, INST_SUB, high, carry_of(d, a.low, b.low))};
}

static struct wide multiply(struct decoder *d, struct wide a, struct wide b) {
    value_ref high = op64(d, INST_MULHI_U, a.low, b.low);
    high = op64(d, INST_ADD, high, op64(d, INST_MUL, a.low, b.high));
    high = op64(d, INST_ADD, high, op64(d, INST_MUL, a.high, b.low));
    return (struct wide){op64(d, INST_MUL, a.low, b.low), high};
}

static struct wide shift_left(struct decoder *d, struct wide a, uint64_t amount) {
    if (amount >= 64) {
        value_ref high = op64(d, INST_SHL, a.low, constant64(d, amount - 64));
        return (struct wide){constant64(d, 0), high};
    }
    value_ref by = constant64(d, amount);
    return (struct wide){op64(d, INST_SHL, a.low, by), emit3(d, INST_FSHL, type_i64, a.high, a.low, by)};
}

static struct wide shift_right(struct decoder *d, struct wide a, uint64_t amount, bool is_signed) {
    enum inst_op op = is_signed ? INST_ASHR : INST_LSHR;
    if (amount >= 64) {
        value_ref high = is_signed ? op64(d, INST_ASHR, a.high, constant64(d, 63)) : constant64(d, 0);
        return (struct wide){op64(d, op, a.high, constant64(d, amount - 64)), high};
    }
    value_ref by = constant64(d, amount);
    return (struct wide){emit3(d, INST_FSHR, type_i64, a.high, a.low, by), op64(d, op, a.high, by)};
}

static struct wide pieces_of(struct decoder *d, LLVMValueRef value) {
    struct span span = span_of(d, value);
    return (struct wide){span_at(d, span, 0), span_at(d, span, 1)};
}

static bool is_128_bits(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128;
}

static bool constant_amount(struct decoder *d, LLVMValueRef value, uint64_t *amount) {
    if (!LLVMIsAConstantInt(value)) {
        return false;
    }
    const struct kernel *k = builder_kernel(d->builder);
    struct wide pieces = pieces_of(d, value);
    *amount = kernel_inst(k, pieces.low)->imm;
    return kernel_inst(k, pieces.high)->imm == 0 && *amount < 128;
}

bool decode_wide_binary(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode) {
    if (!is_128_bits(LLVMTypeOf(value))) {
        return false;
    }
    struct wide a = pieces_of(d, LLVMGetOperand(value, 0)), result;
    struct wide b = pieces_of(d, LLVMGetOperand(value, 1));
    bool is_shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    uint64_t amount = 0;
    if (opcode == LLVMAdd) {
        result = add(d, a, b);
    } else if (opcode == LLVMSub) {
        result = subtract(d, a, b);
    } else if (opcode == LLVMMul) {
        result = multiply(d, a, b);
    } else if (!is_shift || !constant_amount(d, LLVMGetOperand(value, 1), &amount)) {
        return false;
    } else if (opcode == LLVMShl) {
        result = shift_left(d, a, amount);
    } else {
        result = shift_right(d, a, amount, opcode == LLVMAShr);
    }
    uint32_t first = span_begin(d);
    span_push(d, result.low);
    span_push(d, result.high);
    span_define(d, value, first);
    return true;
}

/* a < b, or a <= b. */
static value_ref is_less(struct decoder *d, struct wide a, struct wide b, bool is_signed, bool or_equal) {
    value_ref high = emit2(d, is_signed ? INST_SLT : INST_ULT, type_i1, a.high, b.high);
    value_ref low = emit2(d, or_equal ? INST_ULE : INST_ULT, type_i1, a.low, b.low);
    value_ref same = emit2(d, INST_EQ, type_i1, a.high, b.high);
    return emit3(d, INST_SELECT, type_i1, same, low, high);
}

bool decode_wide_compare(struct decoder *d, LLVMValueRef value, LLVMIntPredicate predicate) {
    if (!is_128_bits(LLVMTypeOf(LLVMGetOperand(value, 0)))) {
        return false;
    }
    struct wide a = pieces_of(d, LLVMGetOperand(value, 0));
    struct wide b = pieces_of(d, LLVMGetOperand(value, 1));
    bool is_signed = predicate >= LLVMIntSGT;
    bool is_greater = predicate == LLVMIntUGT || predicate == LLVMIntUGE || predicate == LLVMIntSGT || predicate == LLVMIntSGE;
    bool or_equal = predicate == LLVMIntUGE || predicate == LLVMIntULE || predicate == LLVMIntSGE || predicate == LLVMIntSLE;
    span_define_scalar(d, value, is_less(d, is_greater ? b : a, is_greater ? a : b, is_signed, or_equal));
    return true;
}
