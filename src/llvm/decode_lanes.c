/* Pure integer intrinsics, one lane at a time, written with the kernel IR's operators. */
#include "llvm/decode_lanes.h"

static value_ref zero_like(struct decoder *d, value_ref a) {
    return emit_constant(d, emit_type_of(d, a), 0);
}

static value_ref choose(struct decoder *d, value_ref condition, value_ref a, value_ref b) {
    return emit3(d, INST_SELECT, emit_type_of(d, a), condition, a, b);
}

static value_ref binary(struct decoder *d, enum inst_op op, value_ref a, value_ref b) {
    return emit2(d, op, emit_type_of(d, a), a, b);
}

static value_ref less(struct decoder *d, bool is_signed, value_ref a, value_ref b) {
    return emit2(d, is_signed ? INST_SLT : INST_ULT, type_i1, a, b);
}

static value_ref smin(struct decoder *d, const value_ref *a) {
    return choose(d, less(d, true, a[1], a[0]), a[1], a[0]);
}

static value_ref smax(struct decoder *d, const value_ref *a) {
    return choose(d, less(d, true, a[0], a[1]), a[1], a[0]);
}

static value_ref umin(struct decoder *d, const value_ref *a) {
    return choose(d, less(d, false, a[1], a[0]), a[1], a[0]);
}

static value_ref umax(struct decoder *d, const value_ref *a) {
    return choose(d, less(d, false, a[0], a[1]), a[1], a[0]);
}

static value_ref absolute(struct decoder *d, const value_ref *a) {
    value_ref zero = zero_like(d, a[0]);
    return choose(d, less(d, true, a[0], zero), binary(d, INST_SUB, zero, a[0]), a[0]);
}

static value_ref popc(struct decoder *d, const value_ref *a) {
    return emit1(d, INST_POPC, emit_type_of(d, a[0]), a[0]);
}

static value_ref ctlz(struct decoder *d, const value_ref *a) {
    return emit1(d, INST_CTLZ, emit_type_of(d, a[0]), a[0]);
}

static value_ref cttz(struct decoder *d, const value_ref *a) {
    return emit1(d, INST_CTTZ, emit_type_of(d, a[0]), a[0]);
}

static value_ref brev(struct decoder *d, const value_ref *a) {
    return emit1(d, INST_BREV, emit_type_of(d, a[0]), a[0]);
}

static value_ref bswap(struct decoder *d, const value_ref *a) {
    return emit1(d, INST_BSWAP, emit_type_of(d, a[0]), a[0]);
}

/* popc and clz of any width give 32 bits in PTX. */
static value_ref popc_i32(struct decoder *d, const value_ref *a) {
    return emit_resize(d, popc(d, a), 32, false);
}

static value_ref ctlz_i32(struct decoder *d, const value_ref *a) {
    return emit_resize(d, ctlz(d, a), 32, false);
}

static value_ref fshl(struct decoder *d, const value_ref *a) {
    return emit3(d, INST_FSHL, emit_type_of(d, a[0]), a[0], a[1], a[2]);
}

static value_ref fshr(struct decoder *d, const value_ref *a) {
    return emit3(d, INST_FSHR, emit_type_of(d, a[0]), a[0], a[1], a[2]);
}

static value_ref mulhi_u(struct decoder *d, const value_ref *a) {
    return binary(d, INST_MULHI_U, a[0], a[1]);
}

static value_ref mulhi_s(struct decoder *d, const value_ref *a) {
    return binary(d, INST_MULHI_S, a[0], a[1]);
}

/* The low 24 bits of each operand, extended. */
static value_ref mul24(struct decoder *d, const value_ref *a, bool is_signed) {
    value_ref factor[2];
    for (int i = 0; i < 2; i++) {
        value_ref eight = emit_constant(d, type_i32, 8);
        value_ref high = binary(d, INST_SHL, a[i], eight);
        factor[i] = binary(d, is_signed ? INST_ASHR : INST_LSHR, high, eight);
    }
    return binary(d, INST_MUL, factor[0], factor[1]);
}

static value_ref mul24_s(struct decoder *d, const value_ref *a) {
    return mul24(d, a, true);
}

static value_ref mul24_u(struct decoder *d, const value_ref *a) {
    return mul24(d, a, false);
}

static value_ref ones_like(struct decoder *d, value_ref a) {
    return emit_constant(d, emit_type_of(d, a), UINT64_MAX);
}

static value_ref uadd_sat(struct decoder *d, const value_ref *a) {
    value_ref sum = binary(d, INST_ADD, a[0], a[1]);
    return choose(d, less(d, false, sum, a[0]), ones_like(d, a[0]), sum);
}

static value_ref usub_sat(struct decoder *d, const value_ref *a) {
    return choose(d, less(d, false, a[0], a[1]), zero_like(d, a[0]), binary(d, INST_SUB, a[0], a[1]));
}

static value_ref signed_overflow(struct decoder *d, enum inst_op op, const value_ref *a, value_ref result) {
    value_ref other = op == INST_ADD ? result : a[1];
    value_ref changed = binary(d, INST_XOR, a[0], result);
    value_ref differs = op == INST_ADD ? binary(d, INST_XOR, a[1], other) : binary(d, INST_XOR, a[0], other);
    return less(d, true, binary(d, INST_AND, changed, differs), zero_like(d, a[0]));
}

static value_ref signed_sat(struct decoder *d, enum inst_op op, const value_ref *a) {
    struct type type = emit_type_of(d, a[0]);
    value_ref result = binary(d, op, a[0], a[1]);
    value_ref most = emit_constant(d, type, (UINT64_C(1) << (type.width_bits - 1)) - 1);
    value_ref least = emit_constant(d, type, UINT64_C(1) << (type.width_bits - 1));
    value_ref limit = choose(d, less(d, true, a[0], zero_like(d, a[0])), least, most);
    return choose(d, signed_overflow(d, op, a, result), limit, result);
}

static value_ref sadd_sat(struct decoder *d, const value_ref *a) {
    return signed_sat(d, INST_ADD, a);
}

static value_ref ssub_sat(struct decoder *d, const value_ref *a) {
    return signed_sat(d, INST_SUB, a);
}

static value_ref mul_overflow(struct decoder *d, bool is_signed, const value_ref *a, value_ref low) {
    struct type type = emit_type_of(d, a[0]);
    if (type.width_bits == 64 || type.width_bits == 32) {
        value_ref high = binary(d, is_signed ? INST_MULHI_S : INST_MULHI_U, a[0], a[1]);
        value_ref expected = zero_like(d, a[0]);
        if (is_signed) {
            expected = binary(d, INST_ASHR, low, emit_constant(d, type, type.width_bits - 1u));
        }
        return emit2(d, INST_NE, type_i1, high, expected);
    }
    value_ref x = emit_resize(d, a[0], 64, is_signed), y = emit_resize(d, a[1], 64, is_signed);
    if (type.width_bits > 32) {
        return emit_unsupported(d, type_i1, UNSUPPORTED_VALUE, "overflow of a multiplication of this width");
    }
    value_ref product = binary(d, INST_MUL, x, y);
    return emit2(d, INST_NE, type_i1, product, emit_resize(d, low, 64, is_signed));
}

value_ref lane_overflow(struct decoder *d, enum inst_op op, bool is_signed, const value_ref *a, value_ref *result) {
    *result = binary(d, op, a[0], a[1]);
    if (op == INST_MUL) {
        return mul_overflow(d, is_signed, a, *result);
    }
    if (is_signed) {
        return signed_overflow(d, op, a, *result);
    }
    return op == INST_ADD ? less(d, false, *result, a[0]) : less(d, false, a[0], a[1]);
}

static const struct {
    const char *name;
    uint32_t operands; /* those after are flags */
    lane_function function;
} functions[] = {
    {"llvm.smin", 2, smin},
    {"llvm.smax", 2, smax},
    {"llvm.umin", 2, umin},
    {"llvm.umax", 2, umax},
    {"llvm.abs", 1, absolute},
    {"llvm.ctpop", 1, popc},
    {"llvm.ctlz", 1, ctlz},
    {"llvm.cttz", 1, cttz},
    {"llvm.bitreverse", 1, brev},
    {"llvm.bswap", 1, bswap},
    {"llvm.fshl", 3, fshl},
    {"llvm.fshr", 3, fshr},
    {"llvm.uadd.sat", 2, uadd_sat},
    {"llvm.usub.sat", 2, usub_sat},
    {"llvm.sadd.sat", 2, sadd_sat},
    {"llvm.ssub.sat", 2, ssub_sat},
    {"llvm.nvvm.mulhi.i", 2, mulhi_s},
    {"llvm.nvvm.mulhi.ui", 2, mulhi_u},
    {"llvm.nvvm.mulhi.ll", 2, mulhi_s},
    {"llvm.nvvm.mulhi.ull", 2, mulhi_u},
    {"llvm.nvvm.mulhi.s", 2, mulhi_s},
    {"llvm.nvvm.mulhi.us", 2, mulhi_u},
    {"llvm.nvvm.mul24.i", 2, mul24_s},
    {"llvm.nvvm.mul24.ui", 2, mul24_u},
    {"llvm.nvvm.brev32", 1, brev},
    {"llvm.nvvm.brev64", 1, brev},
    {"llvm.nvvm.popc.i", 1, popc_i32},
    {"llvm.nvvm.popc.ll", 1, popc_i32},
    {"llvm.nvvm.clz.i", 1, ctlz_i32},
    {"llvm.nvvm.clz.ll", 1, ctlz_i32},
    {"llvm.nvvm.abs.i", 1, absolute},
    {"llvm.nvvm.abs.ll", 1, absolute},
};

lane_function lane_function_of(const char *name, uint32_t *operands) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0) {
            *operands = functions[i].operands;
            return functions[i].function;
        }
    }
    return NULL;
}
