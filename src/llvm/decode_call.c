/* Calls: intrinsics, the functions that the device headers declare, and the rest.
 *
 * What is neither in the tables here nor without memory effects by its attributes becomes
 * UNSUPPORTED with effect MEMORY. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode_call.h"
#include "llvm/decode_lanes.h"
#include "llvm/decode_opencl.h"

value_ref call_argument(struct decoder *d, LLVMValueRef call, unsigned n) {
    return span_scalar(d, LLVMGetOperand(call, n));
}

bool call_has_result(LLVMValueRef call) {
    return LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
}

/* The result of a call whose value nothing should depend on. */
void call_define_any(struct decoder *d, LLVMValueRef call) {
    struct leaves leaves = {0};
    if (call_has_result(call) && type_flatten(d->module, LLVMTypeOf(call), &leaves)) {
        uint32_t first = span_begin(d);
        for (uint32_t i = 0; i < leaves.list.size; i++) {
            span_push(d, emit_undef(d, leaves.list.data[i].type));
        }
        span_define(d, call, first);
    }
    vec_release(&leaves.list);
}

uint32_t call_arguments(struct decoder *d, LLVMValueRef call, value_ref *operands) {
    unsigned count = LLVMGetNumArgOperands(call);
    uint32_t n = 0;
    for (unsigned i = 0; i < count && n < OPERAND_LIMIT; i++) {
        operands[n++] = call_argument(d, call, i);
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
    bool is_flat = call_has_result(call) && type_flatten(d->module, LLVMTypeOf(call), &leaves);
    uint32_t lanes = leaves.list.size;
    bool is_plain = is_flat && count <= OPERAND_LIMIT && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind && !type_is_wide(LLVMTypeOf(call));
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

void call_drop(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    call_define_any(d, call);
}

void call_first(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    struct span source = span_of(d, LLVMGetOperand(call, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < source.count; i++) {
        span_push(d, span_at(d, source, i));
    }
    span_define(d, call, first);
}

void call_constant(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    span_define_scalar(d, call, emit_constant(d, type_lane(d->module, LLVMTypeOf(call)), imm));
}

void call_transfer(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref destination = call_argument(d, call, 0);
    value_ref operands[] = {emit_plain(d, destination), call_argument(d, call, 1), call_argument(d, call, 2)};
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
    if (call_has_result(call)) {
        span_define_scalar(d, call, destination);
    }
}

/* __wp_wmma_load and _store(tile, stride, rows, columns, bytes of an element, columns first, which lane holds which element). */
void call_matrix(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    uint64_t shape[5];
    for (unsigned i = 0; i < 5; i++) {
        const struct inst *inst = kernel_inst(builder_kernel(d->builder), call_argument(d, call, i + 2));
        if (inst->op != INST_CONST) {
            span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "matrix access by a warp, of no constant shape");
            return;
        }
        shape[i] = inst->imm;
    }
    bool rows_first = shape[3] == 0;
    if (shape[0] > TILE_LINES_MAX || shape[1] > TILE_LINES_MAX || shape[3] > 1 || shape[4] >= TILE_FRAGMENTS_MAX - 1) {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "matrix access by a warp, of another shape");
        return;
    }
    uint64_t lines = rows_first ? shape[0] : shape[1], elements = rows_first ? shape[1] : shape[0], bytes = shape[2];
    value_ref stride = emit_resize(d, call_argument(d, call, 1), 64, false);
    struct inst scaled = {.op = INST_MUL, .flags = INST_NSW | INST_NUW, .type = type_i64};
    stride = emit_full(d, scaled, (value_ref[]){stride, emit_constant(d, type_i64, bytes)}, 2);
    value_ref operands[] = {emit_plain(d, call_argument(d, call, 0)), stride, emit_constant(d, type_i64, lines),
                            emit_constant(d, type_i64, elements * bytes), emit_constant(d, type_i64, shape[4] ? shape[4] + shape[3] : 0)};
    emit(d, (enum inst_op)imm, type_void, 0, operands, 5);
}

void call_matrix_product(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit_matrix_product(d);
    if (call_has_result(call)) {
        span_define_unsupported(d, call, UNSUPPORTED_VALUE, MATRIX_PRODUCT);
    }
}

void call_load(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    decode_load(d, call, emit_plain(d, call_argument(d, call, 0)), 0, SCOPE_KIND_SYSTEM);
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
void call_atomic(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    const char *op_text = name + strlen("llvm.nvvm.atomic.");
    if (strncmp(op_text, "load.", 5) == 0) {
        op_text += 5;
    }
    struct inst inst = {.op = INST_ATOMIC, .type = type_lane(d->module, LLVMTypeOf(call)), .scope = SCOPE_KIND_DEVICE};
    inst.scope = strstr(name, ".cta") ? SCOPE_KIND_BLOCK : strstr(name, ".sys") ? SCOPE_KIND_SYSTEM : SCOPE_KIND_DEVICE;
    value_ref operands[OPERAND_LIMIT];
    uint32_t count = call_arguments(d, call, operands);
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

void call_assume(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit1(d, INST_ASSUME, type_void, call_argument(d, call, 0));
}

/* __wp_assume(condition, text) and __wp_assert: imm is the instruction. */
void call_claim(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref condition = call_argument(d, call, 0);
    if (emit_type_of(d, condition).width_bits != 1) {
        condition = emit2(d, INST_NE, type_i1, condition, emit_constant(d, emit_type_of(d, condition), 0));
    }
    struct inst inst = {.op = (uint8_t)imm, .type = type_void, .name = constant_text(d, LLVMGetOperand(call, 1))};
    emit_full(d, inst, &condition, 1);
}

/* __wp_extent(pointer, count), both as text: what the whole kernel relies on. */
void call_extent(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    struct kernel *kernel = builder_kernel(d->builder);
    const char *pointer = constant_text(d, LLVMGetOperand(call, 0)), *count = constant_text(d, LLVMGetOperand(call, 1));
    struct kernel_extent *all = arena_alloc(kernel->arena, (kernel->extent_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < kernel->extent_count; i++) {
        all[i] = kernel->extents[i];
    }
    all[kernel->extent_count++] =
        (struct kernel_extent){arena_strdup(kernel->arena, pointer ? pointer : ""), arena_strdup(kernel->arena, count ? count : ""), d->loc};
    kernel->extents = all;
}

/* __wp_contents(condition), as text. */
void call_contents(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    struct kernel *kernel = builder_kernel(d->builder);
    const char *condition = constant_text(d, LLVMGetOperand(call, 0));
    struct kernel_extent *all = arena_alloc(kernel->arena, (kernel->content_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < kernel->content_count; i++) {
        all[i] = kernel->contents[i];
    }
    all[kernel->content_count++] = (struct kernel_extent){"", arena_strdup(kernel->arena, condition ? condition : ""), d->loc};
    kernel->contents = all;
}

void call_end(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)call;
    (void)name;
    emit_end(d, (enum inst_op)imm);
}

void call_assert(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    value_ref never = emit_constant(d, type_i1, 0);
    const char *text = constant_text(d, LLVMGetOperand(call, 0));
    struct inst inst = {.op = INST_ASSERT, .type = type_void, .name = text ? text : "assertion"};
    emit_full(d, inst, &never, 1);
    emit_end(d, INST_UNREACHABLE);
}

/* imm: the second argument is a buffer with the arguments; else they are operands. */
void call_printf(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    struct type generic = {.kind = TYPE_POINTER, .width_bits = 64, .lanes = 1};
    bool has_buffer = imm && LLVMGetNumArgOperands(call) == 2;
    unsigned count = has_buffer ? 0 : LLVMGetNumArgOperands(call);
    value_ref *operands = arena_alloc(d->arena, (count + 2) * sizeof *operands);
    operands[0] = call_argument(d, call, 0);
    operands[1] = has_buffer ? call_argument(d, call, 1) : builder_leaf(d->builder, INST_NULLPTR, generic, 0);
    for (unsigned i = 1; i < count; i++) {
        struct span argument = span_of(d, LLVMGetOperand(call, i));
        operands[i + 1] = argument.count == 1 ? span_at(d, argument, 0) : emit_undef(d, type_i64);
    }
    emit(d, INST_PRINTF, type_void, 0, operands, count > 1 ? count + 1 : 2);
    call_define_any(d, call);
}

void call_overflow(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
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

void call_reduce(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    struct span source = span_of(d, LLVMGetOperand(call, 0));
    value_ref sum = span_at(d, source, 0);
    for (uint32_t i = 1; i < source.count; i++) {
        sum = emit2(d, (enum inst_op)imm, emit_type_of(d, sum), sum, span_at(d, source, i));
    }
    span_define_scalar(d, call, sum);
}

void call_ptrmask(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    value_ref pointer = call_argument(d, call, 0);
    value_ref mask = emit_resize(d, call_argument(d, call, 1), 64, true);
    value_ref bits = emit1(d, INST_PTRTOINT, type_i64, pointer);
    bits = emit2(d, INST_AND, type_i64, bits, mask);
    span_define_scalar(d, call, emit1(d, INST_INTTOPTR, emit_type_of(d, pointer), bits));
}

/* llvm.nvvm.isspacep.SPACE: known where the pointer's space is. */
void call_isspacep(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    value_ref pointer = emit_plain(d, call_argument(d, call, 0));
    uint8_t space = emit_type_of(d, pointer).space;
    if (space == SPACE_GENERIC) {
        named_call(d, call, name);
    } else {
        span_define_scalar(d, call, emit_constant(d, type_i1, space == imm));
    }
}

void call_undef_branch(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    span_define_unsupported(d, call, UNSUPPORTED_VALUE, "branch on an uninitialised value");
}

static const struct {
    const char *pattern;
    call_handler decode;
    uint64_t imm;
} handlers[] = {
#define CALL(pattern, handler, imm) {pattern, call_##handler, imm},
#include "llvm/calls.def"
};

static const struct {
    const char *pattern, *what;
    enum unsupported_effect effect;
} unsupported_calls[] = {
#define UNSUPPORTED_CALL(pattern, name, effect) {pattern, name, UNSUPPORTED_##effect},
#include "llvm/calls.def"
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

/* The call by which calls from `from` lead back to it; NULL if none does. */
static LLVMValueRef recursive_call(LLVMValueRef from) {
    struct map seen = {0};
    VEC(LLVMValueRef) work = {0};
    vec_push(&work, from);
    LLVMValueRef found = NULL;
    while (work.size > 0 && !found) {
        LLVMValueRef function = vec_pop(&work);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
                found = found ? found : callee == from ? i : NULL;
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

static bool holds_pointer(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind)
        return holds_pointer(LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind)
        return kind == LLVMPointerTypeKind;
    bool holds = false;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !holds; i++)
        holds = holds_pointer(LLVMStructGetTypeAtIndex(type, i));
    return holds;
}

/* No argument leads to memory of the caller: numbers, and structures without pointers that are copied. */
static bool gets_values_only(LLVMValueRef callee) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), count = LLVMCountParams(callee);
    bool values = !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee));
    for (unsigned i = 0; i < count && values; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(callee, i));
        LLVMAttributeRef copied = LLVMGetEnumAttributeAtIndex(callee, i + 1, byval);
        values = !holds_pointer(copied ? LLVMGetTypeAttributeValue(copied) : type);
    }
    return values;
}

/* A function of the device library, whose result depends on its arguments. One of the program's
 * that touches no memory may still ask which thread it is. */
static bool is_library_function(LLVMValueRef callee, const char *name) {
    LLVMAttributeRef assumed = LLVMGetStringAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "llvm.assume", 11);
    unsigned length = 0;
    const char *text = assumed ? LLVMGetStringAttributeValue(assumed, &length) : "";
    return strncmp(name, "__nv_", 5) == 0 || (length >= 7 && strstr(text, "wp_pure"));
}

static void unknown_call(struct decoder *d, LLVMValueRef call, LLVMValueRef callee, const char *name) {
    const char *display = name_demangle(d->arena, name);
    if (call_is_pure(call) && is_library_function(callee, name)) {
        named_call(d, call, display);
        return;
    }
    const char *what;
    LLVMValueRef back = recursive_call(callee);
    if (call_is_pure(call)) {
        span_define_unsupported(d, call, UNSUPPORTED_VALUE, arena_printf(d->arena, "result of undefined function %s", display));
        return;
    }
    if (LLVMIsDeclaration(callee) && d->module->trusts_undefined && gets_values_only(callee)) {
        span_define_unsupported(d, call, UNSUPPORTED_ASSUMED, display);
        return;
    }
    if (LLVMIsDeclaration(callee)) {
        what = arena_printf(d->arena, "call to undefined function %s", display);
    } else if (back && LLVMInstructionGetDebugLoc(back)) {
        what = arena_printf(d->arena, "call to recursive function %s, called again in line %u", display,
                            LLVMDILocationGetLine(LLVMInstructionGetDebugLoc(back)));
    } else if (back) {
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
        named_call(d, call, base);
        return;
    }
    if (!LLVMIsDeclaration(callee) || !decode_opencl(d, call, name)) {
        unknown_call(d, call, callee, name);
    }
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
