/* Built-in functions of OpenCL C: finding them, and those about the launch and its work-items.
 *
 * Clang calls them by their mangled names, "_Z13get_global_idj". A function that the program
 * defines is none of them: it has been inlined. Identifiers and sizes have the terms that CUDA's
 * have: get_global_id(d) is tid + bid * bdim + offset, in 64 bits. The offset is a parameter of
 * the launch, which the kernel gets as one more parameter when it asks. */
#include "llvm/decode_opencl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

struct code_reader {
    const char *at;
    char code, first_compound; /* what S_ stands for */
    uint32_t lanes;
};

static void skip_name(struct code_reader *r) {
    char *end;
    unsigned long length = strtoul(r->at, &end, 10);
    r->at = end + (strlen(end) < length ? strlen(end) : length);
}

static void read_type(struct code_reader *r) {
    bool is_compound = false;
    for (;;) {
        if (*r->at == 'P' || *r->at == 'K' || *r->at == 'V' || *r->at == 'R') {
            r->at++;
        } else if (*r->at == 'U') {
            r->at++;
            skip_name(r);
        } else if (r->at[0] == 'D' && r->at[1] == 'v') {
            r->lanes = (uint32_t)strtoul(r->at + 2, NULL, 10);
            r->at += 2 + strspn(r->at + 2, "0123456789");
            r->at += *r->at == '_';
        } else {
            break;
        }
        is_compound = true;
    }
    if (*r->at == 'S') {
        size_t length = strcspn(r->at, "_");
        r->at += length + (r->at[length] == '_');
        r->code = r->first_compound;
    } else if (r->at[0] == 'D' && r->at[1] == 'h') {
        r->at += 2;
        r->code = 'H';
    } else if (isdigit((unsigned char)*r->at)) {
        skip_name(r);
        r->code = 'N';
        is_compound = true;
    } else {
        r->code = *r->at;
        r->at += *r->at != '\0';
    }
    if (is_compound && r->first_compound == 0) {
        r->first_compound = r->code;
    }
}

char builtin_code(const char *types, unsigned param) {
    struct code_reader r = {.at = types};
    for (unsigned i = 0; i <= param && *r.at; i++) {
        r.code = 0;
        read_type(&r);
        if (i == param) {
            return r.code;
        }
    }
    return 0;
}

uint64_t builtin_pointee_bytes(const char *types, unsigned param) {
    static const struct {
        const char *codes;
        uint64_t bytes;
    } sizes[] = {{"cah", 1}, {"stH", 2}, {"ijf", 4}, {"lmxyd", 8}};
    struct code_reader r = {.at = types};
    for (unsigned i = 0; i <= param && *r.at; i++) {
        r.code = 0;
        r.lanes = 1;
        read_type(&r);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (r.code && strchr(sizes[i].codes, r.code)) {
            return sizes[i].bytes * (r.lanes == 3 ? 4 : r.lanes);
        }
    }
    return 0;
}

bool builtin_is_signed(const char *types, unsigned param) {
    char code = builtin_code(types, param);
    return code && strchr("cailsx", code);
}

value_ref builtin_argument(struct decoder *d, const struct builtin_call *b, unsigned n) {
    return call_argument(d, b->call, n);
}

bool builtin_constant(struct decoder *d, const struct builtin_call *b, unsigned n, uint64_t *value) {
    if (LLVMGetNumArgOperands(b->call) <= n) {
        return false;
    }
    const struct inst *inst = kernel_inst(builder_kernel(d->builder), builtin_argument(d, b, n));
    *value = inst->imm;
    return inst->op == INST_CONST;
}

void builtin_unsupported(struct decoder *d, const struct builtin_call *b, enum unsupported_effect effect, const char *what) {
    span_define_unsupported(d, b->call, effect, arena_printf(d->arena, "%s (%s)", what, b->name));
}

static const struct {
    const char *name;
    builtin_handler decode;
    uint64_t imm;
} handlers[] = {
#define BUILTIN(name, handler, imm) {name, builtin_##handler, imm},
#include "llvm/opencl.def"
};

static const struct {
    const char *name, *what;
    enum unsupported_effect effect;
} unsupported_builtins[] = {
#define UNSUPPORTED_BUILTIN(name, what, effect) {name, what, UNSUPPORTED_##effect},
#include "llvm/opencl.def"
};

bool decode_opencl(struct decoder *d, LLVMValueRef call, const char *name) {
    char *end;
    if (d->module->language != LANGUAGE_OPENCL || strncmp(name, "_Z", 2) != 0 || !isdigit((unsigned char)name[2])) {
        return false;
    }
    unsigned long length = strtoul(name + 2, &end, 10);
    if (strlen(end) < length) {
        return false;
    }
    struct builtin_call b = {.call = call, .name = arena_strndup(d->arena, end, length), .types = end + length};
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (name_matches(handlers[i].name, b.name)) {
            b.imm = handlers[i].imm;
            handlers[i].decode(d, &b);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof unsupported_builtins / sizeof *unsupported_builtins; i++) {
        if (name_matches(unsupported_builtins[i].name, b.name)) {
            builtin_unsupported(d, &b, unsupported_builtins[i].effect, unsupported_builtins[i].what);
            return true;
        }
    }
    return builtin_of_lanes(d, &b);
}

/* ---- work-items ---- */

value_ref launch_parameter(struct decoder *d, const char *name, struct type type) {
    const struct kernel *k = builder_kernel(d->builder);
    for (uint32_t i = 0; i < k->param_count; i++) {
        if (strcmp(k->params[i].name, name) == 0) {
            return builder_leaf(d->builder, INST_PARAM, type, i);
        }
    }
    struct param param = {.name = name, .type = type};
    return builder_leaf(d->builder, INST_PARAM, type, builder_add_param(d->builder, &param));
}

/* What follows rests on it where the language lets the host choose: OpenCL C 2.0 without -cl-uniform-work-group-size. */
static void assume_uniform_groups(struct decoder *d) {
    LLVMAttributeRef uniform =
        LLVMGetStringAttributeAtIndex(d->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "uniform-work-group-size", 23);
    unsigned length = 0;
    const char *value = uniform ? LLVMGetStringAttributeValue(uniform, &length) : "";
    if (length == 5 && memcmp(value, "false", 5) == 0) {
        struct inst inst = {.op = INST_UNSUPPORTED, .type = type_void, .imm = UNSUPPORTED_UNIFORM, .name = "the size of a work-group"};
        emit_full(d, inst, NULL, 0);
    }
}

static value_ref offset_of_axis(struct decoder *d, uint32_t axis) {
    return launch_parameter(d, arena_printf(d->arena, "global_offset_%c", "xyz"[axis]), type_i64);
}

static value_ref sum(struct decoder *d, value_ref a, value_ref b) {
    return emit2(d, INST_ADD, type_i64, a, b);
}

static value_ref product(struct decoder *d, value_ref a, value_ref b) {
    return emit2(d, INST_MUL, type_i64, a, b);
}

static value_ref special(struct decoder *d, const char *family, uint32_t axis) {
    return call_special_register(d, arena_printf(d->arena, "%s.%c", family, "xyz"[axis]), type_i64);
}

/* Along one of the three axes, 64 bits. */
static value_ref along(struct decoder *d, enum work_item_function function, uint32_t axis) {
    switch (function) {
    case WORK_LOCAL_ID: return special(d, "tid", axis);
    case WORK_GROUP_ID: return special(d, "ctaid", axis);
    case WORK_LOCAL_SIZE: assume_uniform_groups(d); return special(d, "ntid", axis);
    case WORK_ENQUEUED_SIZE: return special(d, "ntid", axis);
    case WORK_NUM_GROUPS: return special(d, "nctaid", axis);
    case WORK_GLOBAL_SIZE: assume_uniform_groups(d); return product(d, special(d, "nctaid", axis), special(d, "ntid", axis));
    case WORK_GLOBAL_OFFSET: return offset_of_axis(d, axis);
    case WORK_GLOBAL_ID:
        return sum(d, sum(d, product(d, special(d, "ctaid", axis), special(d, "ntid", axis)), special(d, "tid", axis)), offset_of_axis(d, axis));
    }
    return emit_constant(d, type_i64, 0);
}

/* Of dimensions that a launch does not have identifiers are 0 and sizes are 1. */
static uint64_t of_no_axis(enum work_item_function function) {
    return function == WORK_GLOBAL_SIZE || function == WORK_LOCAL_SIZE || function == WORK_ENQUEUED_SIZE || function == WORK_NUM_GROUPS;
}

void builtin_work_item(struct decoder *d, const struct builtin_call *b) {
    enum work_item_function function = (enum work_item_function)b->imm;
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    uint64_t axis;
    value_ref value;
    if (builtin_constant(d, b, 0, &axis)) {
        value = axis < 3 ? along(d, function, (uint32_t)axis) : emit_constant(d, type_i64, of_no_axis(function));
    } else {
        value_ref given = builtin_argument(d, b, 0);
        value = emit_constant(d, type_i64, of_no_axis(function));
        for (uint32_t i = 3; i-- > 0;) {
            value_ref is_it = emit2(d, INST_EQ, type_i1, given, emit_constant(d, emit_type_of(d, given), i));
            value = emit3(d, INST_SELECT, type_i64, is_it, along(d, function, i), value);
        }
    }
    span_define_scalar(d, b->call, emit_resize(d, value, type.width_bits, false));
}

/* (z * height + y) * width + x, without offsets. */
void builtin_linear_id(struct decoder *d, const struct builtin_call *b) {
    bool is_local = b->imm == WORK_LOCAL_ID;
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    value_ref value = {0};
    for (uint32_t axis = 3; axis-- > 0;) {
        value_ref id = special(d, "tid", axis);
        if (!is_local) {
            id = sum(d, product(d, special(d, "ctaid", axis), special(d, "ntid", axis)), id);
        }
        value = axis == 2 ? id : sum(d, product(d, value, along(d, is_local ? WORK_LOCAL_SIZE : WORK_GLOBAL_SIZE, axis)), id);
    }
    span_define_scalar(d, b->call, emit_resize(d, value, type.width_bits, false));
}

/* Whether the kernel asks for an index or an extent along the axis. Reading its size would be such a question, too. */
static bool is_axis_asked(struct decoder *d, uint32_t axis) {
    bool asked = false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(d->function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !asked; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
            const char *name = callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
            bool is_linear = strstr(name, "_linear_id") != NULL;
            bool is_question = strncmp(name, "_Z", 2) == 0 && (strstr(name, "get_global_") || strstr(name, "get_local_") ||
                                                               strstr(name, "get_group_id") || strstr(name, "get_num_groups"));
            LLVMValueRef given = is_question && LLVMGetNumArgOperands(i) == 1 ? LLVMGetOperand(i, 0) : NULL;
            asked = is_linear || (given && (!LLVMIsAConstantInt(given) || LLVMConstIntGetZExtValue(given) == axis));
        }
    }
    return asked;
}

/* 1 to 3; along the axes behind it sizes are 1. */
void builtin_work_dim(struct decoder *d, const struct builtin_call *b) {
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    value_ref dimensions = launch_parameter(d, "work_dim", type_i32), one = emit_constant(d, type_i64, 1);
    value_ref holds =
        emit2(d, INST_ULT, type_i1, emit2(d, INST_SUB, type_i32, dimensions, emit_constant(d, type_i32, 1)), emit_constant(d, type_i32, 3));
    for (uint32_t axis = 1; axis < 3; axis++) {
        if (is_axis_asked(d, axis)) {
            value_ref has_axis = emit2(d, INST_ULT, type_i1, emit_constant(d, type_i32, axis), dimensions);
            value_ref is_one = emit2(d, INST_AND, type_i1, emit2(d, INST_EQ, type_i1, special(d, "ntid", axis), one),
                                     emit2(d, INST_EQ, type_i1, special(d, "nctaid", axis), one));
            holds = emit2(d, INST_AND, type_i1, holds, emit2(d, INST_OR, type_i1, has_axis, is_one));
        }
    }
    struct inst assume = {.op = INST_ASSUME, .type = type_void, .name = "get_work_dim() is 1, 2 or 3, and sizes of other dimensions are 1"};
    emit_full(d, assume, &holds, 1);
    span_define_scalar(d, b->call, emit_resize(d, dimensions, type.width_bits, false));
}

enum { NARROW_DEPTH = 8 };

static bool is_arithmetic(const struct inst *inst) {
    return inst->op == INST_ADD || inst->op == INST_SUB || inst->op == INST_MUL;
}

static bool is_narrowable(struct decoder *d, value_ref value, unsigned width_bits, uint32_t depth) {
    const struct kernel *k = builder_kernel(d->builder);
    const struct inst *inst = kernel_inst(k, value);
    if (is_arithmetic(inst) && depth > 0) {
        return is_narrowable(d, kernel_operand(k, inst, 0), width_bits, depth - 1) &&
               is_narrowable(d, kernel_operand(k, inst, 1), width_bits, depth - 1);
    }
    bool is_wider = (inst->op == INST_ZEXT || inst->op == INST_SEXT) && emit_type_of(d, kernel_operand(k, inst, 0)).width_bits == width_bits;
    return is_wider || inst->op == INST_CONST || (inst->op == INST_PARAM && strncmp(k->params[inst->imm].name, "global_offset_", 14) == 0);
}

static value_ref narrow(struct decoder *d, value_ref value, struct type type) {
    const struct kernel *k = builder_kernel(d->builder);
    struct inst inst = *kernel_inst(k, value);
    if (is_arithmetic(&inst)) {
        value_ref a = kernel_operand(k, &inst, 0), b = kernel_operand(k, &inst, 1);
        a = narrow(d, a, type);
        b = narrow(d, b, type);
        return emit2(d, (enum inst_op)inst.op, type, a, b);
    }
    bool is_wider = inst.op == INST_ZEXT || inst.op == INST_SEXT;
    return is_wider                ? kernel_operand(k, &inst, 0)
           : inst.op == INST_CONST ? emit_constant(d, type, inst.imm)
                                   : emit_resize(d, value, type.width_bits, false);
}

value_ref builtin_narrowed(struct decoder *d, value_ref value, unsigned width_bits) {
    struct type type = {.kind = TYPE_INT, .width_bits = (uint8_t)width_bits, .lanes = 1};
    bool is_sum = is_arithmetic(kernel_inst(builder_kernel(d->builder), value));
    return is_sum && is_narrowable(d, value, width_bits, NARROW_DEPTH) ? narrow(d, value, type) : (value_ref){0};
}

/* ---- barriers and fences ---- */

enum { FLAG_LOCAL = 1, FLAG_GLOBAL = 2, FLAG_IMAGE = 4 };
/* OpenCL's memory_scope, as clang numbers it. */
enum memory_scope { MEMORY_SCOPE_WORK_ITEM, MEMORY_SCOPE_WORK_GROUP, MEMORY_SCOPE_DEVICE, MEMORY_SCOPE_SYSTEM, MEMORY_SCOPE_SUB_GROUP };

static enum fence_kind fence_of(uint64_t flags) {
    bool is_local = (flags & FLAG_LOCAL) != 0, is_global = (flags & FLAG_GLOBAL) != 0;
    return is_local && is_global ? FENCE_BOTH : is_local ? FENCE_SHARED : is_global ? FENCE_GLOBAL : FENCE_NEITHER;
}

static value_ref emit_barrier(struct decoder *d, enum barrier_kind kind, enum fence_kind fence, value_ref predicate) {
    bool votes = kind != BARRIER_BLOCK;
    struct inst inst = {.op = INST_BARRIER, .type = votes ? type_i32 : type_void, .imm = kind, .scope = (uint16_t)fence};
    return emit_full(d, inst, &predicate, votes ? 1 : 0);
}

/* `n`: the argument that is the memory scope of a barrier or fence; without it the work-group, or the device. Names why the scope is not
 * understood; NULL: it is `*scope`. */
static const char *memory_scope(struct decoder *d, const struct builtin_call *b, unsigned n, enum memory_scope *scope) {
    uint64_t number = *scope;
    if (LLVMGetNumArgOperands(b->call) > n && !builtin_constant(d, b, n, &number)) {
        return "memory scope that is not constant";
    }
    *scope = (enum memory_scope)number;
    return number == MEMORY_SCOPE_SUB_GROUP  ? "memory scope of a sub-group"
           : number > MEMORY_SCOPE_SUB_GROUP ? "memory scope that is not known"
                                             : NULL;
}

void builtin_work_group_barrier(struct decoder *d, const struct builtin_call *b) {
    uint64_t flags = 0;
    enum memory_scope scope = MEMORY_SCOPE_WORK_GROUP;
    const char *unknown = memory_scope(d, b, 1, &scope);
    if (unknown) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, unknown);
        emit_barrier(d, BARRIER_BLOCK, FENCE_NEITHER, (value_ref){0});
        return;
    }
    if (scope == MEMORY_SCOPE_WORK_ITEM) { /* the work-items come together, and nothing is made visible to others */
        emit_barrier(d, BARRIER_BLOCK, FENCE_NEITHER, (value_ref){0});
        return;
    }
    if (!builtin_constant(d, b, 0, &flags)) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "barrier whose fence flags are not constant");
    } else if ((flags & FLAG_IMAGE) && !(flags & FLAG_GLOBAL)) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "barrier that orders images alone");
    } else if ((flags & FLAG_GLOBAL) && !(flags & FLAG_IMAGE) && image_is_written(d->function)) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "barrier that orders global memory and maybe not the images that the kernel writes");
    } else {
        emit_barrier(d, BARRIER_BLOCK, fence_of(flags), (value_ref){0});
    }
}

void builtin_memory_fence(struct decoder *d, const struct builtin_call *b) {
    enum memory_scope scope = MEMORY_SCOPE_DEVICE;
    const char *unknown = b->imm ? memory_scope(d, b, 2, &scope) : NULL;
    if (unknown) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, unknown);
    } else if (scope != MEMORY_SCOPE_WORK_ITEM) {
        emit(d, INST_FENCE, type_void, scope == MEMORY_SCOPE_WORK_GROUP ? SCOPE_KIND_BLOCK : SCOPE_KIND_DEVICE, NULL, 0);
    }
}

/* All work-items of the group come together; memory is not ordered. */
void builtin_vote(struct decoder *d, const struct builtin_call *b) {
    value_ref holds = builtin_argument(d, b, 0);
    value_ref predicate = emit2(d, INST_NE, type_i1, holds, emit_constant(d, emit_type_of(d, holds), 0));
    value_ref result = emit_barrier(d, (enum barrier_kind)b->imm, FENCE_NEITHER, emit_resize(d, predicate, 32, false));
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    span_define_scalar(d, b->call, emit_resize(d, result, type.width_bits, false));
}

/* What a vote about an unknown value gives is any value, the same for the work-group. */
static value_ref any_of_group(struct decoder *d, const char *what) {
    return emit_barrier(d, BARRIER_OR, FENCE_NEITHER, emit_unsupported(d, type_i32, UNSUPPORTED_VALUE, what));
}

/* imm: enum group_value. The work-item whose value is broadcast has to be the same for all (OpenCL C 3.0, 6.15.16). */
void builtin_group_value(struct decoder *d, const struct builtin_call *b) {
    static const char what[] = "value that a work-group computes together";
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    unsigned bits = type.width_bits;
    for (unsigned i = 1; b->imm == ONE_OF_A_WORK_ITEM && i < LLVMGetNumArgOperands(b->call); i++) {
        builtin_come_with(d, builtin_argument(d, b, i));
    }
    if (b->imm == EACH_ITS_OWN || type.lanes != 1 || (bits != 32 && bits != 64) || (type.kind != TYPE_INT && type.kind != TYPE_FLOAT)) {
        emit_barrier(d, BARRIER_BLOCK, FENCE_NEITHER, (value_ref){0});
        builtin_unsupported(d, b, UNSUPPORTED_VALUE, what);
        return;
    }
    const char *name = arena_printf(d->arena, "%s (%s)", what, b->name);
    value_ref value = any_of_group(d, name);
    if (bits == 64) {
        value_ref high = emit2(d, INST_SHL, type_i64, emit_resize(d, value, 64, false), emit_constant(d, type_i64, 32));
        value = emit2(d, INST_OR, type_i64, high, emit_resize(d, any_of_group(d, name), 64, false));
    }
    span_define_scalar(d, b->call, type.kind == TYPE_INT ? value : emit1(d, INST_BITCAST, type, value));
}

void builtin_nothing(struct decoder *d, const struct builtin_call *b) {
    call_define_any(d, b->call);
}
