/* Arithmetic, with the meaning that the simulator's value_*.c gives it. */
#include "llvm/native_emit.h"

LLVMValueRef native_evaluate(struct emitter *e, uint32_t inst, struct type result, const LLVMValueRef *bits, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef at = native_bits(e, i);
        LLVMBuildStore(e->builder, bits[i], LLVMBuildGEP2(e->builder, e->i64, e->operand_array, &at, 1, ""));
    }
    LLVMTypeRef types[] = {e->pointer, e->i32, e->pointer};
    LLVMValueRef arguments[] = {e->context, LLVMConstInt(e->i32, inst, false), e->operand_array};
    LLVMValueRef value = native_helper(e, (uintptr_t)e->plan->helpers.evaluate, e->i64, types, arguments, 3);
    return native_from_bits(e, value, result);
}

static LLVMValueRef evaluate_inst(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    LLVMValueRef bits[16];
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        bits[i] = native_to_bits(e, native_operand(e, inst, i, 0), native_operand_type(e, inst, i));
    }
    return native_evaluate(e, id, inst->type, bits, inst->operand_count);
}

static LLVMValueRef select(struct emitter *e, LLVMValueRef condition, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(e->builder, condition, a, b, "");
}

/* x / 0 is all ones, x % 0 is x; the least number divided by -1 is itself. */
static LLVMValueRef divide(struct emitter *e, enum inst_op op, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef zero = LLVMConstNull(type), ones = LLVMConstAllOnes(type);
    LLVMValueRef one = LLVMConstInt(type, 1, false);
    LLVMValueRef by_zero = LLVMBuildICmp(e->builder, LLVMIntEQ, b, zero, "");
    if (op == INST_UDIV || op == INST_UREM) {
        LLVMValueRef safe = select(e, by_zero, one, b);
        return op == INST_UDIV ? select(e, by_zero, ones, LLVMBuildUDiv(e->builder, a, safe, ""))
                               : select(e, by_zero, a, LLVMBuildURem(e->builder, a, safe, ""));
    }
    LLVMValueRef by_minus = LLVMBuildICmp(e->builder, LLVMIntEQ, b, ones, "");
    LLVMValueRef odd = LLVMBuildOr(e->builder, by_zero, by_minus, "");
    LLVMValueRef safe = select(e, odd, one, b), negative = LLVMBuildNeg(e->builder, a, "");
    if (op == INST_SREM) {
        LLVMValueRef rest = LLVMBuildSRem(e->builder, a, safe, "");
        return select(e, by_zero, a, select(e, by_minus, zero, rest));
    }
    LLVMValueRef is_negative = LLVMBuildICmp(e->builder, LLVMIntSLT, a, zero, "");
    LLVMValueRef quotient = LLVMBuildSDiv(e->builder, a, safe, "");
    return select(e, by_zero, select(e, is_negative, one, ones), select(e, by_minus, negative, quotient));
}

/* Amounts beyond the width shift everything out. */
static LLVMValueRef shift(struct emitter *e, enum inst_op op, uint32_t width_bits, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef zero = LLVMConstNull(type), most = LLVMConstInt(type, width_bits - 1, false);
    LLVMValueRef over = LLVMBuildICmp(e->builder, LLVMIntUGT, b, most, "");
    LLVMValueRef amount = select(e, over, op == INST_ASHR ? most : zero, b);
    if (op == INST_ASHR) {
        return LLVMBuildAShr(e->builder, a, amount, "");
    }
    LLVMValueRef shifted = op == INST_SHL ? LLVMBuildShl(e->builder, a, amount, "") : LLVMBuildLShr(e->builder, a, amount, "");
    return select(e, over, zero, shifted);
}

static LLVMValueRef high_product(struct emitter *e, uint32_t width_bits, LLVMValueRef a, LLVMValueRef b, bool is_signed) {
    LLVMTypeRef wide = LLVMIntTypeInContext(e->llvm, width_bits * 2);
    LLVMValueRef x = is_signed ? LLVMBuildSExt(e->builder, a, wide, "") : LLVMBuildZExt(e->builder, a, wide, "");
    LLVMValueRef y = is_signed ? LLVMBuildSExt(e->builder, b, wide, "") : LLVMBuildZExt(e->builder, b, wide, "");
    LLVMValueRef product = LLVMBuildMul(e->builder, x, y, "");
    LLVMValueRef by = LLVMConstInt(wide, width_bits, false);
    return LLVMBuildTrunc(e->builder, LLVMBuildLShr(e->builder, product, by, ""), LLVMTypeOf(a), "");
}

static LLVMValueRef integer(struct emitter *e, const struct inst *inst, LLVMValueRef a, LLVMValueRef b) {
    enum inst_op op = (enum inst_op)inst->op;
    uint32_t width = inst->type.width_bits;
    if (op == INST_ADD) {
        return LLVMBuildAdd(e->builder, a, b, "");
    }
    if (op == INST_SUB) {
        return LLVMBuildSub(e->builder, a, b, "");
    }
    if (op == INST_MUL) {
        return LLVMBuildMul(e->builder, a, b, "");
    }
    if (op == INST_UDIV || op == INST_UREM || op == INST_SDIV || op == INST_SREM) {
        return divide(e, op, a, b);
    }
    if (op == INST_SHL || op == INST_LSHR || op == INST_ASHR) {
        return shift(e, op, width, a, b);
    }
    if (op == INST_AND) {
        return LLVMBuildAnd(e->builder, a, b, "");
    }
    if (op == INST_OR) {
        return LLVMBuildOr(e->builder, a, b, "");
    }
    if (op == INST_XOR) {
        return LLVMBuildXor(e->builder, a, b, "");
    }
    return high_product(e, width, a, b, op == INST_MULHI_S);
}

static LLVMValueRef compare(struct emitter *e, enum inst_op op, LLVMValueRef a, LLVMValueRef b) {
    static const LLVMIntPredicate predicates[] = {LLVMIntEQ, LLVMIntNE, LLVMIntULT, LLVMIntULE, LLVMIntSLT, LLVMIntSLE};
    return LLVMBuildICmp(e->builder, predicates[op - INST_EQ], a, b, "");
}

static LLVMValueRef count_bits(struct emitter *e, enum inst_op op, LLVMValueRef a) {
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef arguments[] = {a, LLVMConstInt(e->i1, 0, false)};
    if (op == INST_CTLZ || op == INST_CTTZ) {
        return native_intrinsic(e, op == INST_CTLZ ? "llvm.ctlz" : "llvm.cttz", &type, 1, arguments, 2);
    }
    return native_intrinsic(e, op == INST_POPC ? "llvm.ctpop" : op == INST_BREV ? "llvm.bitreverse" : "llvm.bswap", &type, 1, arguments, 1);
}

static LLVMValueRef floating(struct emitter *e, const struct inst *inst, LLVMValueRef a, LLVMValueRef b) {
    enum inst_op op = (enum inst_op)inst->op;
    if (op == INST_FADD) {
        return LLVMBuildFAdd(e->builder, a, b, "");
    }
    if (op == INST_FSUB) {
        return LLVMBuildFSub(e->builder, a, b, "");
    }
    if (op == INST_FMUL) {
        return LLVMBuildFMul(e->builder, a, b, "");
    }
    return op == INST_FDIV ? LLVMBuildFDiv(e->builder, a, b, "") : LLVMBuildFNeg(e->builder, a, "");
}

static LLVMValueRef convert(struct emitter *e, const struct inst *inst, LLVMValueRef a) {
    static const LLVMOpcode casts[INST_OP_COUNT] = {
        [INST_TRUNC] = LLVMTrunc, [INST_ZEXT] = LLVMZExt,     [INST_SEXT] = LLVMSExt,     [INST_FPTRUNC] = LLVMFPTrunc,
        [INST_FPEXT] = LLVMFPExt, [INST_SITOFP] = LLVMSIToFP, [INST_UITOFP] = LLVMUIToFP, [INST_BITCAST] = LLVMBitCast};
    LLVMTypeRef to = native_type(e, inst->type), types[] = {to, LLVMTypeOf(a)};
    if (inst->op == INST_FPTOSI || inst->op == INST_FPTOUI) {
        const char *name = inst->op == INST_FPTOSI ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
        return native_intrinsic(e, name, types, 2, &a, 1);
    }
    return LLVMBuildCast(e->builder, casts[inst->op], a, to, "");
}

static LLVMValueRef special(struct emitter *e, const struct inst *inst) {
    enum sreg sreg = (enum sreg)inst->imm;
    LLVMTypeRef type = native_type(e, inst->type);
    LLVMValueRef value;
    if (sreg <= SREG_TID_Z) {
        LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i32, e->thread_ids[sreg], &e->thread_64, 1, "");
        value = LLVMBuildLoad2(e->builder, e->i32, at, "");
    } else if (sreg <= SREG_GDIM_Z) {
        value = e->id[(sreg - SREG_BID_X) / 3][(sreg - SREG_BID_X) % 3];
    } else if (sreg == SREG_WARPSIZE) {
        value = LLVMConstInt(e->i32, 32, false);
    } else if (sreg == SREG_LANE) {
        value = LLVMBuildAnd(e->builder, e->thread, LLVMConstInt(e->i32, 31, false), "");
    } else if (sreg == SREG_WARPID) {
        value = LLVMBuildLShr(e->builder, e->thread, LLVMConstInt(e->i32, 5, false), "");
    } else {
        native_require(e, LLVMConstInt(e->i1, 0, false));
        value = LLVMConstInt(e->i32, 0, false);
    }
    return LLVMBuildIntCast2(e->builder, value, type, false, "");
}

static bool has_narrow_float(const struct emitter *e, const struct inst *inst) {
    bool narrow = (inst->type.kind == TYPE_FLOAT || inst->type.kind == TYPE_BFLOAT) && inst->type.width_bits < 32;
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        struct type type = native_operand_type(e, inst, i);
        narrow |= (type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT) && type.width_bits < 32;
    }
    return narrow;
}

static bool is_evaluated(const struct emitter *e, const struct inst *inst) {
    bool on_floats = inst->op >= INST_FADD && inst->op <= INST_UITOFP;
    return inst->op == INST_FREM || inst->op == INST_CALL || (on_floats && has_narrow_float(e, inst)) ||
           (inst->op == INST_BSWAP && inst->type.width_bits % 16 != 0);
}

static LLVMValueRef scalar(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    enum inst_op op = (enum inst_op)inst->op;
    if (is_evaluated(e, inst)) {
        return evaluate_inst(e, id);
    }
    if (op == INST_SREG) {
        return special(e, inst);
    }
    LLVMValueRef a = native_operand(e, inst, 0, 0);
    LLVMValueRef b = inst->operand_count > 1 ? native_operand(e, inst, 1, 0) : NULL;
    if (op <= INST_XOR || op == INST_MULHI_U || op == INST_MULHI_S) {
        return integer(e, inst, a, b);
    }
    if (op <= INST_SLE) {
        return compare(e, op, a, b);
    }
    if (op >= INST_BSWAP && op <= INST_BREV) {
        return count_bits(e, op, a);
    }
    if (op == INST_FSHL || op == INST_FSHR) {
        LLVMTypeRef type = LLVMTypeOf(a);
        LLVMValueRef arguments[] = {a, b, native_operand(e, inst, 2, 0)};
        return native_intrinsic(e, op == INST_FSHL ? "llvm.fshl" : "llvm.fshr", &type, 1, arguments, 3);
    }
    if (op >= INST_FADD && op <= INST_FNEG) {
        return floating(e, inst, a, b);
    }
    if (op == INST_FCMP) {
        return LLVMBuildFCmp(e->builder, (LLVMRealPredicate)inst->imm, a, b, "");
    }
    if (op == INST_PTRADD) {
        return LLVMBuildAdd(e->builder, a, b, "");
    }
    if (op == INST_PTRTOINT || op == INST_INTTOPTR) {
        return LLVMBuildIntCast2(e->builder, a, native_type(e, inst->type), false, "");
    }
    return op == INST_PTRCAST ? a : convert(e, inst, a);
}

void native_emit_value(struct emitter *e, uint32_t id) {
    const struct inst *inst = &e->kernel->insts[id];
    uint32_t lanes = inst->type.lanes;
    if (inst->op == INST_LANE) {
        native_define(e, id, 0, native_operand(e, inst, 0, (uint32_t)inst->imm));
        return;
    }
    if (inst->op == INST_CALL && (lanes > 1 || inst->operand_count > 16)) {
        native_require(e, LLVMConstInt(e->i1, 0, false));
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        LLVMValueRef value;
        if (inst->op == INST_PACK) {
            value = native_operand(e, inst, lane, 0);
        } else if (inst->op == INST_SELECT) {
            value = select(e, native_operand(e, inst, 0, 0), native_operand(e, inst, 1, lane), native_operand(e, inst, 2, lane));
        } else if (lanes > 1 || (inst->op == INST_CALL && inst->operand_count > 16)) {
            value = LLVMGetUndef(native_type(e, inst->type));
        } else {
            value = scalar(e, id);
        }
        native_define(e, id, lane, value);
    }
}
