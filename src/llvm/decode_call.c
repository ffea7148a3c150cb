/* Calls: intrinsics, the functions that the device headers declare, and the rest.
 *
 * What is neither in the tables here nor without memory effects by its attributes becomes
 * UNSUPPORTED with effect MEMORY. */
#include <string.h>

#include "llvm/decode.h"
#include "llvm/decode_lanes.h"

enum { OPERAND_LIMIT = 16 };

static value_ref argument(struct decoder *d, LLVMValueRef call, unsigned n) {
    return span_scalar(d, LLVMGetOperand(call, n));
}

static bool has_result(LLVMValueRef call) {
    return LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
}

/* The result of a call whose value nothing should depend on. */
static void define_any(struct decoder *d, LLVMValueRef call) {
    struct leaves leaves = {0};
    if (has_result(call) && type_flatten(d->module, LLVMTypeOf(call), &leaves)) {
        uint32_t first = span_begin(d);
        for (uint32_t i = 0; i < leaves.list.size; i++) {
            span_push(d, emit_undef(d, leaves.list.data[i].type));
        }
        span_define(d, call, first);
    }
    vec_release(&leaves.list);
}

static uint32_t arguments(struct decoder *d, LLVMValueRef call, value_ref *operands) {
    unsigned count = LLVMGetNumArgOperands(call);
    uint32_t n = 0;
    for (unsigned i = 0; i < count && n < OPERAND_LIMIT; i++) {
        operands[n++] = argument(d, call, i);
    }
    return n;
}

/* A call without the intrinsic's type suffixes: "llvm.fma.v2f16" gives "llvm.fma". */
static const char *strip_types(struct arena *arena, const char *name) {
    char *copy = arena_strdup(arena, name);
    for (char *dot = strrchr(copy, '.'); dot && dot > copy; dot = strrchr(copy, '.')) {
        const char *c = dot + 1;
        while (*c >= 'a' && *c <= 'z' && c - dot < 4) {
            c++;
        }
        if (c == dot + 1 || *c < '0' || *c > '9') {
            break;
        }
        *dot = '\0';
    }
    return copy;
}

static void named_call(struct decoder *d, LLVMValueRef call, const char *name) {
    unsigned count = LLVMGetNumArgOperands(call);
    struct leaves leaves = {0};
    bool is_flat = has_result(call) && type_flatten(d->module, LLVMTypeOf(call), &leaves);
    uint32_t lanes = leaves.list.size;
    bool is_plain = is_flat && count <= OPERAND_LIMIT &&
                    LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind && !type_is_wide(LLVMTypeOf(call));
    struct span spans[OPERAND_LIMIT];
    for (unsigned i = 0; i < count && is_plain; i++) {
        LLVMValueRef operand = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMMetadataTypeKind) {
            count = i;
            break;
        }
        spans[i] = span_of(d, operand);
        is_plain = spans[i].count == lanes || spans[i].count == 1;
    }
    if (!is_plain) {
        vec_release(&leaves.list);
        span_define_unsupported(d, call, UNSUPPORTED_VALUE, arena_printf(d->arena, "call to %s", name));
        return;
    }
    uint32_t first = span_begin(d);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        value_ref operands[OPERAND_LIMIT];
        for (unsigned i = 0; i < count; i++) {
            operands[i] = span_at(d, spans[i], spans[i].count == 1 ? 0 : lane);
        }
        struct inst inst = {.op = INST_CALL, .type = leaves.list.data[lane].type, .name = name};
        span_push(d, emit_full(d, inst, operands, count));
    }
    vec_release(&leaves.list);
    span_define(d, call, first);
}

static void lane_call(struct decoder *d, LLVMValueRef call, const char *name, lane_function function, uint32_t count) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
    if (type_is_wide(type)) {
        span_define_unsupported(d, call, UNSUPPORTED_VALUE, arena_printf(d->arena, "%u-bit %s", LLVMGetIntTypeWidth(type), name));
        return;
    }
    struct span spans[3];
    for (uint32_t i = 0; i < count; i++) {
        spans[i] = span_of(d, LLVMGetOperand(call, i));
    }
    uint32_t first = span_begin(d);
    for (uint32_t lane = 0; lane < spans[0].count; lane++) {
        value_ref operands[3];
        for (uint32_t i = 0; i < count; i++) {
            operands[i] = span_at(d, spans[i], lane);
        }
        span_push(d, function(d, operands));
    }
    span_define(d, call, first);
}

/* Handlers: imm and name are the table entry's imm and the callee's name. */

static void call_drop(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    define_any(d, call);
}

static void call_first(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    struct span source = span_of(d, LLVMGetOperand(call, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < source.count; i++) {
        span_push(d, span_at(d, source, i));
    }
    span_define(d, call, first);
}

static void call_constant(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    span_define_scalar(d, call, emit_constant(d, type_lane(d->module, LLVMTypeOf(call)), imm));
}

static value_ref emit_sreg(struct decoder *d, enum sreg sreg, const char *name, unsigned width_bits) {
    struct inst inst = {.op = INST_SREG, .type = type_i32, .imm = sreg};
    inst.type.width_bits = (uint8_t)width_bits;
    inst.name = sreg == SREG_OTHER ? name : NULL;
    return emit_full(d, inst, NULL, 0);
}

/* Bits of the lanes equal to, below, or not above this one. */
static value_ref emit_lanemask(struct decoder *d, const char *kind) {
    value_ref one = emit_constant(d, type_i32, 1), ones = emit_constant(d, type_i32, UINT32_MAX);
    value_ref lane = emit_sreg(d, SREG_LANE, NULL, 32);
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

value_ref call_special_register(struct decoder *d, const char *name, struct type type) {
    static const struct {
        const char *name;
        enum sreg sreg;
    } registers[] = {
        {"tid.x", SREG_TID_X},     {"tid.y", SREG_TID_Y},     {"tid.z", SREG_TID_Z},
        {"ctaid.x", SREG_BID_X},   {"ctaid.y", SREG_BID_Y},   {"ctaid.z", SREG_BID_Z},
        {"ntid.x", SREG_BDIM_X},   {"ntid.y", SREG_BDIM_Y},   {"ntid.z", SREG_BDIM_Z},
        {"nctaid.x", SREG_GDIM_X}, {"nctaid.y", SREG_GDIM_Y}, {"nctaid.z", SREG_GDIM_Z},
        {"laneid", SREG_LANE},     {"warpsize", SREG_WARPSIZE}, {"WARP_SZ", SREG_WARPSIZE},
        {"warpid", SREG_WARPID},   {"clock", SREG_CLOCK},     {"clock64", SREG_CLOCK},
        {"clock_hi", SREG_CLOCK},  {"globaltimer", SREG_CLOCK}, {"globaltimer_lo", SREG_CLOCK},
        {"globaltimer_hi", SREG_CLOCK},
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

static void call_sreg(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    struct type type = type_lane(d->module, LLVMTypeOf(call));
    span_define_scalar(d, call, call_special_register(d, name + strlen("llvm.nvvm.read.ptx.sreg."), type));
}

static void call_lanemask(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    span_define_scalar(d, call, emit_lanemask(d, "lt"));
}

static void call_barrier(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = arguments(d, call, operands);
    struct type type = has_result(call) ? type_i32 : type_void;
    if (imm == BARRIER_NAMED && count == 1) {
        const struct inst *id = kernel_inst(builder_kernel(d->builder), operands[0]);
        if (id->op == INST_CONST && id->imm == 0) {
            imm = BARRIER_BLOCK;
            count = 0;
        }
    }
    value_ref result = emit(d, INST_BARRIER, type, imm, operands, count);
    if (has_result(call)) {
        span_define_scalar(d, call, result);
    }
}

static void call_grid_barrier(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit(d, INST_BARRIER, type_void, BARRIER_GRID, NULL, 0);
    define_any(d, call);
}

/* barrier.cta.red.<op>.aligned.all(id, predicate), of later LLVM versions. */
static void call_barrier_reduction(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    LLVMValueRef id = LLVMGetOperand(call, 0);
    bool is_block = strstr(name, ".all") && LLVMIsAConstantInt(id) && LLVMConstIntGetZExtValue(id) == 0;
    if (!is_block || LLVMGetNumArgOperands(call) != 2) {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "reduction at a named barrier");
        return;
    }
    struct type type = type_lane(d->module, LLVMTypeOf(call));
    value_ref predicate = emit_resize(d, argument(d, call, 1), 32, false);
    value_ref result = emit(d, INST_BARRIER, type_i32, imm, &predicate, 1);
    if (type.width_bits == 1) {
        result = emit2(d, INST_NE, type_i1, result, emit_constant(d, type_i32, 0));
    }
    span_define_scalar(d, call, result);
}

static void call_fence(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    emit(d, INST_FENCE, type_void, imm, NULL, 0);
    define_any(d, call);
}

/* A value and, for the forms that give a predicate too, a second instruction for it. */
static void call_collective(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = arguments(d, call, operands);
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

static void call_transfer(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref destination = argument(d, call, 0);
    value_ref operands[] = {emit_plain(d, destination), argument(d, call, 1), argument(d, call, 2)};
    struct inst inst = {.op = (uint8_t)imm, .type = type_void};
    LLVMValueRef is_volatile = LLVMGetNumArgOperands(call) > 3 ? LLVMGetOperand(call, 3) : NULL;
    inst.flags = is_volatile && LLVMIsAConstantInt(is_volatile) && !LLVMIsNull(is_volatile) ? INST_VOLATILE : 0;
    if (imm == INST_MEMSET) {
        operands[1] = emit_resize(d, operands[1], 8, false);
    } else {
        operands[1] = emit_plain(d, operands[1]);
    }
    operands[2] = emit_resize(d, operands[2], 64, false);
    emit_full(d, inst, operands, 3);
    if (has_result(call)) {
        span_define_scalar(d, call, destination);
    }
}

static void call_load(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    decode_load(d, call, emit_plain(d, argument(d, call, 0)), 0, SCOPE_KIND_SYSTEM);
}

static bool find_atomic(const char *text, bool is_float, enum atomic_op *op) {
    static const struct {
        const char *text;
        enum atomic_op op;
    } ops[] = {
        {"add.", ATOMIC_ADD}, {"exch.", ATOMIC_XCHG}, {"max.", ATOMIC_MAX}, {"min.", ATOMIC_MIN}, {"inc.", ATOMIC_INC},
        {"dec.", ATOMIC_DEC}, {"and.", ATOMIC_AND},   {"or.", ATOMIC_OR},   {"xor.", ATOMIC_XOR},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strncmp(text, ops[i].text, strlen(ops[i].text)) == 0) {
            *op = is_float && ops[i].op == ATOMIC_ADD ? ATOMIC_FADD : ops[i].op;
            return true;
        }
    }
    return false;
}

/* llvm.nvvm.atomic.OP.gen.i.SCOPE..., llvm.nvvm.atomic.load.OP... */
static void call_atomic(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    const char *op_text = name + strlen("llvm.nvvm.atomic.");
    if (strncmp(op_text, "load.", 5) == 0) {
        op_text += 5;
    }
    struct inst inst = {.op = INST_ATOMIC, .type = type_lane(d->module, LLVMTypeOf(call)), .scope = SCOPE_KIND_DEVICE};
    inst.scope = strstr(name, ".cta") ? SCOPE_KIND_BLOCK : strstr(name, ".sys") ? SCOPE_KIND_SYSTEM : SCOPE_KIND_DEVICE;
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = arguments(d, call, operands);
    operands[0] = emit_plain(d, operands[0]);
    enum atomic_op op;
    if (strncmp(op_text, "cas.", 4) == 0 && count == 3) {
        inst.op = INST_CMPXCHG;
    } else if (find_atomic(op_text, inst.type.kind != TYPE_INT, &op) && count == 2) {
        inst.imm = op;
    } else {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, arena_printf(d->arena, "call to %s", name));
        return;
    }
    span_define_scalar(d, call, emit_full(d, inst, operands, count));
}

static void call_assume(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit1(d, INST_ASSUME, type_void, argument(d, call, 0));
}

static void call_end(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)call;
    (void)name;
    emit_end(d, (enum inst_op)imm);
}

static void call_assert(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    value_ref never = emit_constant(d, type_i1, 0);
    const char *text = constant_text(d, LLVMGetOperand(call, 0));
    struct inst inst = {.op = INST_ASSERT, .type = type_void, .name = text ? text : "assertion"};
    emit_full(d, inst, &never, 1);
    emit_end(d, INST_UNREACHABLE);
}

/* imm: the second argument is a buffer with the arguments. */
static void call_printf(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    struct type generic = {.kind = TYPE_POINTER, .width_bits = 64, .lanes = 1};
    value_ref buffer = builder_leaf(d->builder, INST_NULLPTR, generic, 0);
    bool has_buffer = imm && LLVMGetNumArgOperands(call) == 2;
    emit2(d, INST_PRINTF, type_void, argument(d, call, 0), has_buffer ? argument(d, call, 1) : buffer);
    define_any(d, call);
}

static void call_overflow(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    bool is_signed = name[strlen("llvm.")] == 's';
    struct span a = span_of(d, LLVMGetOperand(call, 0)), b = span_of(d, LLVMGetOperand(call, 1));
    if (type_is_wide(LLVMTypeOf(LLVMGetOperand(call, 0)))) {
        span_define_unsupported(d, call, UNSUPPORTED_VALUE, "128-bit arithmetic with overflow");
        return;
    }
    VEC(value_ref) results = {0};
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < a.count; i++) {
            value_ref pair[] = {span_at(d, a, i), span_at(d, b, i)}, result;
            value_ref wraps = lane_overflow(d, (enum inst_op)imm, is_signed, pair, &result);
            vec_push(&results, pass == 0 ? result : wraps);
        }
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < results.size; i++) {
        span_push(d, results.data[i]);
    }
    vec_release(&results);
    span_define(d, call, first);
}

static void call_reduce(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    struct span source = span_of(d, LLVMGetOperand(call, 0));
    value_ref sum = span_at(d, source, 0);
    for (uint32_t i = 1; i < source.count; i++) {
        sum = emit2(d, (enum inst_op)imm, emit_type_of(d, sum), sum, span_at(d, source, i));
    }
    span_define_scalar(d, call, sum);
}

static void call_ptrmask(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    value_ref pointer = argument(d, call, 0);
    value_ref mask = emit_resize(d, argument(d, call, 1), 64, true);
    value_ref bits = emit1(d, INST_PTRTOINT, type_i64, pointer);
    bits = emit2(d, INST_AND, type_i64, bits, mask);
    span_define_scalar(d, call, emit1(d, INST_INTTOPTR, emit_type_of(d, pointer), bits));
}

static void call_undef_branch(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    span_define_unsupported(d, call, UNSUPPORTED_VALUE, "branch on an uninitialised value");
}

static void call_pure(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    named_call(d, call, name);
}

/* Named, because the callee's own name says little; imm: effect. */
static const struct {
    const char *pattern, *what;
    enum unsupported_effect effect;
} unsupported_calls[] = {
    {"malloc", "device heap allocation", UNSUPPORTED_VALUE},
    {"_Znwm", "device heap allocation", UNSUPPORTED_VALUE},
    {"_Znam", "device heap allocation", UNSUPPORTED_VALUE},
    {"free", "device heap release", UNSUPPORTED_MEMORY},
    {"_ZdlPv*", "device heap release", UNSUPPORTED_MEMORY},
    {"_ZdaPv*", "device heap release", UNSUPPORTED_MEMORY},
    {"__wp_cluster_sync", "cluster barrier", UNSUPPORTED_MEMORY},
    {"__wp_tile_sync", "barrier of a tile of more than 32 threads", UNSUPPORTED_MEMORY},
    {"__wp_tile_word", "exchange in a tile of more than 32 threads", UNSUPPORTED_MEMORY},
    {"__wp_pipeline_shared", "pipeline shared by threads", UNSUPPORTED_MEMORY},
    {"__wp_group_memcpy_async", "asynchronous copy by a group", UNSUPPORTED_MEMORY},
    {"__wp_group_wait", "wait for a group's asynchronous copies", UNSUPPORTED_MEMORY},
    {"__wp_pipeline_memcpy_async", "asynchronous copy", UNSUPPORTED_MEMORY},
    {"__wp_pipeline_*", "wait for asynchronous copies", UNSUPPORTED_MEMORY},
    {"__wp_barrier_*", "barrier object", UNSUPPORTED_MEMORY},
    {"__wp_surface_*", "surface access", UNSUPPORTED_MEMORY},
    {"__wp_wmma_value", "element of a matrix fragment", UNSUPPORTED_VALUE},
    {"__wp_wmma_load", "matrix load by a warp", UNSUPPORTED_MEMORY},
    {"__wp_wmma_store", "matrix store by a warp", UNSUPPORTED_MEMORY},
    {"__wp_atomic_cas_128", "128-bit atomic compare and swap", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.barrier.cluster.*", "cluster barrier", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.barrier.cta.arrive*", "arrival at a named barrier", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.cp.async.bulk*", "bulk asynchronous copy", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.cp.async.*.shared.global*", "asynchronous copy", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.cp.async.*", "wait for asynchronous copies", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.mbarrier.*", "barrier object", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.wmma.*.load.*", "matrix load by a warp", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.wmma.*.store.*", "matrix store by a warp", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.wmma.*", "matrix product by a warp", UNSUPPORTED_VALUE},
    {"llvm.nvvm.mma.*", "matrix product by a warp", UNSUPPORTED_VALUE},
    {"llvm.nvvm.ldmatrix.*", "matrix load by a warp", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.tex.*", "texture access", UNSUPPORTED_VALUE},
    {"llvm.nvvm.tld4.*", "texture access", UNSUPPORTED_VALUE},
    {"llvm.nvvm.suld.*", "surface access", UNSUPPORTED_MEMORY},
    {"llvm.nvvm.sust.*", "surface access", UNSUPPORTED_MEMORY},
    {"llvm.masked.*", "masked vector access", UNSUPPORTED_MEMORY},
    {"llvm.va_*", "variadic arguments", UNSUPPORTED_MEMORY},
};

struct handler {
    const char *pattern;
    void (*decode)(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name);
    uint64_t imm;
};

static const struct handler handlers[] = {
    {"llvm.nvvm.read.ptx.sreg.*", call_sreg, 0},
    {"llvm.nvvm.barrier0", call_barrier, BARRIER_BLOCK},
    {"llvm.nvvm.barrier0.popc", call_barrier, BARRIER_COUNT},
    {"llvm.nvvm.barrier0.and", call_barrier, BARRIER_AND},
    {"llvm.nvvm.barrier0.or", call_barrier, BARRIER_OR},
    {"llvm.nvvm.barrier.cta.red.popc*", call_barrier_reduction, BARRIER_COUNT},
    {"llvm.nvvm.barrier.cta.red.and*", call_barrier_reduction, BARRIER_AND},
    {"llvm.nvvm.barrier.cta.red.or*", call_barrier_reduction, BARRIER_OR},
    {"llvm.nvvm.barrier.cta.sync.*", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.barrier.n", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.barrier", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.barrier.sync", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.barrier.sync.cnt", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.bar.sync", call_barrier, BARRIER_NAMED},
    {"llvm.nvvm.bar.warp.sync", call_barrier, BARRIER_WARP},
    {"__wp_grid_sync*", call_grid_barrier, 0},
    {"llvm.nvvm.shfl.*", call_collective, COLLECTIVE_SHFL},
    {"llvm.nvvm.vote.*", call_collective, COLLECTIVE_VOTE},
    {"llvm.nvvm.match.*", call_collective, COLLECTIVE_MATCH},
    {"llvm.nvvm.redux.*", call_collective, COLLECTIVE_REDUX},
    {"llvm.nvvm.activemask", call_collective, COLLECTIVE_ACTIVEMASK},
    {"llvm.nvvm.membar.cta", call_fence, SCOPE_KIND_BLOCK},
    {"llvm.nvvm.membar.gl", call_fence, SCOPE_KIND_DEVICE},
    {"llvm.nvvm.membar.sys", call_fence, SCOPE_KIND_SYSTEM},
    {"llvm.nvvm.fence.sc.cluster", call_fence, SCOPE_KIND_BLOCK},
    {"llvm.nvvm.fence.proxy.*", call_fence, SCOPE_KIND_BLOCK},
    {"llvm.nvvm.fence.acq_rel*", call_fence, SCOPE_KIND_BLOCK},
    {"llvm.nvvm.atomic.*", call_atomic, 0},
    {"llvm.nvvm.ldg.*", call_load, 0},
    {"llvm.nvvm.ldu.*", call_load, 0},
    {"llvm.nvvm.exit", call_end, INST_RET},
    {"llvm.nvvm.prefetch*", call_drop, 0},
    {"llvm.nvvm.nanosleep", call_drop, 0},
    {"llvm.nvvm.ptr.*.to.*", call_first, 0},
    {"llvm.trap", call_end, INST_TRAP},
    {"llvm.ubsantrap", call_end, INST_TRAP},
    {"llvm.debugtrap", call_drop, 0},
    {"llvm.memcpy", call_transfer, INST_MEMCPY},
    {"llvm.memcpy.inline", call_transfer, INST_MEMCPY},
    {"llvm.memmove", call_transfer, INST_MEMCPY},
    {"llvm.memset", call_transfer, INST_MEMSET},
    {"llvm.memset.inline", call_transfer, INST_MEMSET},
    {"memcpy", call_transfer, INST_MEMCPY},
    {"memmove", call_transfer, INST_MEMCPY},
    {"memset", call_transfer, INST_MEMSET},
    {"llvm.assume", call_assume, 0},
    {"llvm.expect", call_first, 0},
    {"llvm.expect.with.probability", call_first, 0},
    {"llvm.annotation", call_first, 0},
    {"llvm.ptr.annotation", call_first, 0},
    {"llvm.launder.invariant.group", call_first, 0},
    {"llvm.strip.invariant.group", call_first, 0},
    {"llvm.ssa.copy", call_first, 0},
    {"llvm.arithmetic.fence", call_first, 0},
    {"llvm.ptrmask", call_ptrmask, 0},
    {"llvm.is.constant", call_constant, 0},
    {"llvm.objectsize", call_constant, UINT64_MAX},
    {"llvm.lifetime.*", call_drop, 0},
    {"llvm.dbg.*", call_drop, 0},
    {"llvm.var.annotation", call_drop, 0},
    {"llvm.invariant.*", call_drop, 0},
    {"llvm.experimental.noalias.scope.decl", call_drop, 0},
    {"llvm.sideeffect", call_drop, 0},
    {"llvm.donothing", call_drop, 0},
    {"llvm.prefetch", call_drop, 0},
    {"llvm.stacksave", call_drop, 0},
    {"llvm.stackrestore", call_drop, 0},
    {"llvm.pseudoprobe", call_drop, 0},
    {"llvm.fake.use", call_drop, 0},
    {"llvm.sadd.with.overflow", call_overflow, INST_ADD},
    {"llvm.uadd.with.overflow", call_overflow, INST_ADD},
    {"llvm.ssub.with.overflow", call_overflow, INST_SUB},
    {"llvm.usub.with.overflow", call_overflow, INST_SUB},
    {"llvm.smul.with.overflow", call_overflow, INST_MUL},
    {"llvm.umul.with.overflow", call_overflow, INST_MUL},
    {"llvm.vector.reduce.add", call_reduce, INST_ADD},
    {"llvm.vector.reduce.mul", call_reduce, INST_MUL},
    {"llvm.vector.reduce.and", call_reduce, INST_AND},
    {"llvm.vector.reduce.or", call_reduce, INST_OR},
    {"llvm.vector.reduce.xor", call_reduce, INST_XOR},
    {"vprintf", call_printf, 1},
    {"__wp_printf", call_printf, 0},
    {"__assertfail", call_assert, 0},
    {"__assert_fail", call_assert, 0},
    {"__wp_lanemask_lt", call_lanemask, 0},
    {"nan", call_constant, UINT64_C(0x7ff8000000000000)},
    {"nanf", call_constant, UINT64_C(0x7fc00000)},
    {"__wp_undef_branch*", call_undef_branch, 0},
};

/* memory(none) is 0 in the attribute's encoding. */
static bool attribute_is_pure(LLVMAttributeRef attribute) {
    return attribute && LLVMGetEnumAttributeValue(attribute) == 0;
}

bool call_is_pure(LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
    return attribute_is_pure(LLVMGetCallSiteEnumAttribute(call, at, kind)) ||
           (callee && attribute_is_pure(LLVMGetEnumAttributeAtIndex(callee, at, kind)));
}

/* Whether calls from `from` lead back to it. */
static bool is_recursive(LLVMValueRef from) {
    struct map seen = {0};
    VEC(LLVMValueRef) work = {0};
    vec_push(&work, from);
    bool found = false;
    while (work.size > 0 && !found) {
        LLVMValueRef function = vec_pop(&work);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
                found = found || callee == from;
                if (callee && !map_get(&seen, key_of(callee), NULL)) {
                    map_set(&seen, key_of(callee), 1);
                    vec_push(&work, callee);
                }
            }
        }
    }
    vec_release(&work);
    map_release(&seen);
    return found;
}

static void unknown_call(struct decoder *d, LLVMValueRef call, LLVMValueRef callee, const char *name) {
    if (call_is_pure(call)) {
        named_call(d, call, name_demangle(d->arena, name));
        return;
    }
    const char *display = name_demangle(d->arena, name);
    const char *what;
    if (LLVMIsDeclaration(callee)) {
        what = arena_printf(d->arena, "call to undefined function %s", display);
    } else if (is_recursive(callee)) {
        what = arena_printf(d->arena, "call to recursive function %s", display);
    } else {
        what = arena_printf(d->arena, "call to %s, which could not be inlined", display);
    }
    span_define_unsupported(d, call, UNSUPPORTED_MEMORY, what);
}

static void named_callee(struct decoder *d, LLVMValueRef call, LLVMValueRef callee) {
    const char *name = LLVMGetValueName2(callee, &(size_t){0});
    bool is_nvvm = strncmp(name, "llvm.nvvm.", 10) == 0;
    const char *base = strncmp(name, "llvm.", 5) == 0 && !is_nvvm ? strip_types(d->arena, name) : name;
    uint32_t operands = 0;
    lane_function lane = lane_function_of(base, &operands);
    if (lane) {
        lane_call(d, call, base, lane, operands);
        return;
    }
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (name_matches(handlers[i].pattern, base)) {
            handlers[i].decode(d, call, handlers[i].imm, name);
            return;
        }
    }
    for (size_t i = 0; i < sizeof unsupported_calls / sizeof *unsupported_calls; i++) {
        if (name_matches(unsupported_calls[i].pattern, base)) {
            span_define_unsupported(d, call, unsupported_calls[i].effect, unsupported_calls[i].what);
            return;
        }
    }
    if (strncmp(base, "llvm.", 5) == 0 && call_is_pure(call)) {
        call_pure(d, call, 0, base);
        return;
    }
    unknown_call(d, call, callee, name);
}

void decode_call(struct decoder *d, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) {
        decode_asm(d, call);
    } else if (LLVMIsAFunction(callee) && LLVMGlobalGetValueType(callee) == LLVMGetCalledFunctionType(call)) {
        named_callee(d, call, callee);
    } else {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "indirect call");
    }
}
