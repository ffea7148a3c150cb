/* Calls about the launch and its threads: special registers, barriers, fences, warps. */
#include "llvm/decode_call.h"

#include <string.h>

static value_ref emit_sreg(struct decoder *d, enum sreg sreg, const char *name, unsigned width_bits) {
    struct inst inst = {.op = INST_SREG, .type = type_i32, .imm = sreg};
    inst.type.width_bits = (uint8_t)width_bits;
    inst.name = sreg == SREG_OTHER ? name : NULL;
    return emit_full(d, inst, NULL, 0);
}

value_ref emit_lane(struct decoder *d) {
    return emit_sreg(d, SREG_LANE, NULL, 32);
}

/* Bits of the lanes equal to, below, or not above this one. */
static value_ref emit_lanemask(struct decoder *d, const char *kind) {
    value_ref one = emit_constant(d, type_i32, 1), ones = emit_constant(d, type_i32, UINT32_MAX);
    value_ref lane = emit_lane(d);
    value_ref eq = emit2(d, INST_SHL, type_i32, one, lane);
    value_ref below = emit2(d, INST_SUB, type_i32, eq, one);
    value_ref up_to = emit2(d, INST_OR, type_i32, below, eq);
    if (strcmp(kind, "eq") == 0) {
        return eq;
    }
    if (strcmp(kind, "lt") == 0) {
        return below;
    }
    if (strcmp(kind, "le") == 0) {
        return up_to;
    }
    return emit2(d, INST_XOR, type_i32, strcmp(kind, "gt") == 0 ? up_to : below, ones);
}

enum { DEAD_DEPTH = 8 };

/* Nothing but arithmetic whose result nobody uses takes the value: `int by = blockIdx.y;` of code that begins with all of the indices. */
static bool is_dead(LLVMValueRef value, int depth) {
    bool is = depth < DEAD_DEPTH;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMOpcode op = LLVMGetInstructionOpcode(user);
        bool divides = op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem; /* by 0, maybe */
        is = (LLVMIsABinaryOperator(user) || LLVMIsACastInst(user)) && !divides && is_dead(user, depth + 1);
    }
    return is;
}

value_ref call_special_register(struct decoder *d, const char *name, struct type type) {
    static const struct {
        const char *name;
        enum sreg sreg;
    } registers[] = {
        {"tid.x", SREG_TID_X},          {"tid.y", SREG_TID_Y},          {"tid.z", SREG_TID_Z},      {"ctaid.x", SREG_BID_X},
        {"ctaid.y", SREG_BID_Y},        {"ctaid.z", SREG_BID_Z},        {"ntid.x", SREG_BDIM_X},    {"ntid.y", SREG_BDIM_Y},
        {"ntid.z", SREG_BDIM_Z},        {"nctaid.x", SREG_GDIM_X},      {"nctaid.y", SREG_GDIM_Y},  {"nctaid.z", SREG_GDIM_Z},
        {"laneid", SREG_LANE},          {"warpsize", SREG_WARPSIZE},    {"WARP_SZ", SREG_WARPSIZE}, {"warpid", SREG_WARPID},
        {"clock", SREG_CLOCK},          {"clock64", SREG_CLOCK},        {"clock_hi", SREG_CLOCK},   {"globaltimer", SREG_CLOCK},
        {"globaltimer_lo", SREG_CLOCK}, {"globaltimer_hi", SREG_CLOCK},
    };
    value_ref value = {0};
    if (strncmp(name, "lanemask", 8) == 0) {
        value = emit_lanemask(d, name + 9);
    }
    enum sreg sreg = SREG_OTHER;
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        if (strcmp(registers[i].name, name) == 0) {
            sreg = registers[i].sreg;
        }
    }
    if (value.id == 0) {
        bool any_width = sreg == SREG_CLOCK || sreg == SREG_OTHER;
        value = emit_sreg(d, sreg, name, any_width ? type.width_bits : 32);
    }
    return type.kind == TYPE_INT ? emit_resize(d, value, type.width_bits, false) : value;
}

void call_sreg(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    struct type type = type_lane(d->module, LLVMTypeOf(call));
    if (is_dead(call, 0)) /* the kernel does not read the register */
        span_define_scalar(d, call, emit_constant(d, type, 0));
    else
        span_define_scalar(d, call, call_special_register(d, name + strlen("llvm.nvvm.read.ptx.sreg."), type));
}

void call_lanemask(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    span_define_scalar(d, call, emit_lanemask(d, "lt"));
}

void call_barrier(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = call_arguments(d, call, operands);
    struct type type = call_has_result(call) ? type_i32 : type_void;
    if (imm == BARRIER_NAMED && count == 1) {
        const struct inst *id = kernel_inst(builder_kernel(d->builder), operands[0]);
        if (id->op == INST_CONST && id->imm == 0) {
            imm = BARRIER_BLOCK;
            count = 0;
        }
    }
    value_ref result = emit(d, INST_BARRIER, type, imm, operands, count);
    if (call_has_result(call)) {
        span_define_scalar(d, call, result);
    }
}

/* A word of another member of a tile of more than 32 threads, all of which take part. */
void call_tile_exchange(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    value_ref operands[] = {call_argument(d, call, 0), emit_constant(d, type_i32, 0)};
    emit(d, INST_BARRIER, type_void, BARRIER_TILE, operands, 2);
    span_define_unsupported(d, call, UNSUPPORTED_VALUE, "exchange in a tile of more than 32 threads");
}

void call_grid_barrier(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit(d, INST_BARRIER, type_void, BARRIER_GRID, NULL, 0);
    call_define_any(d, call);
}

/* barrier.cta.red.<op>.aligned.all(id, predicate), of later LLVM versions. */
void call_barrier_reduction(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    LLVMValueRef id = LLVMGetOperand(call, 0);
    bool is_block = strstr(name, ".all") && LLVMIsAConstantInt(id) && LLVMConstIntGetZExtValue(id) == 0;
    if (!is_block || LLVMGetNumArgOperands(call) != 2) {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "reduction at a named barrier");
        return;
    }
    struct type type = type_lane(d->module, LLVMTypeOf(call));
    value_ref predicate = emit_resize(d, call_argument(d, call, 1), 32, false);
    value_ref result = emit(d, INST_BARRIER, type_i32, imm, &predicate, 1);
    if (type.width_bits == 1) {
        result = emit2(d, INST_NE, type_i1, result, emit_constant(d, type_i32, 0));
    }
    span_define_scalar(d, call, result);
}

void call_fence(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    emit(d, INST_FENCE, type_void, imm, NULL, 0);
    call_define_any(d, call);
}

static uint64_t constant_or(struct decoder *d, value_ref value, uint64_t otherwise) {
    const struct inst *inst = kernel_inst(builder_kernel(d->builder), value);
    return inst->op == INST_CONST ? inst->imm : otherwise;
}

/* __wp_order_fence(order, scope, place) of the bundled headers: orders and scopes have the numbers of C++. What is
   no constant counts as the strongest: a pair that it may order is left open. */
void call_order_fence(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
    enum { IN_FRONT, BEHIND };
    (void)imm;
    (void)name;
    uint64_t order = constant_or(d, call_argument(d, call, 0), SEQ_CST);
    uint64_t scope = constant_or(d, call_argument(d, call, 1), SCOPE_KIND_SYSTEM);
    uint64_t place = constant_or(d, call_argument(d, call, 2), IN_FRONT);
    bool is_wanted = place == IN_FRONT ? order >= RELEASE : order != RELAXED && (place != BEHIND || order != RELEASE);
    if (is_wanted && scope <= SCOPE_KIND_BLOCK) {
        emit(d, INST_FENCE, type_void, scope, NULL, 0);
    }
}

/* A value and, for the forms that give a predicate too, a second instruction for it. */
void call_collective(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = call_arguments(d, call, operands);
    char *text = arena_strdup(d->arena, name + strlen("llvm.nvvm."));
    char *dot = strrchr(text, '.');
    if (dot && (dot[1] == 'i' || dot[1] == 'f') && dot[2] >= '0' && dot[2] <= '9') {
        *dot = '\0';
    }
    struct leaves leaves = {0};
    type_flatten(d->module, LLVMTypeOf(call), &leaves);
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < leaves.list.size; i++) {
        struct inst inst = {.op = INST_COLLECTIVE, .type = leaves.list.data[i].type, .imm = imm};
        inst.name = i == 0 ? text : arena_printf(d->arena, "%s.predicate", text);
        span_push(d, emit_full(d, inst, operands, count));
    }
    vec_release(&leaves.list);
    span_define(d, call, first);
}
