/* Constants, and the memory objects behind global variables.
 *
 * Constant expressions are decoded like instructions, into the entry block (decode.c
 * visits them there before anything else), so that one decoding serves all uses. */
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/members.h"

enum { INITIALISER_LIMIT_BYTES = 1 << 22 };

static LLVMValueRef strip_alias(LLVMValueRef value) {
    for (int depth = 0; depth < 100 && LLVMIsAGlobalAlias(value); depth++) {
        value = LLVMAliasGetAliasee(value);
    }
    return value;
}

const char *constant_text(struct decoder *d, LLVMValueRef pointer) {
    while (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast) {
        pointer = LLVMGetOperand(pointer, 0);
    }
    LLVMValueRef global = LLVMIsAGlobalVariable(pointer);
    LLVMValueRef text = global ? LLVMGetInitializer(global) : NULL;
    if (!text || !LLVMIsConstantString(text)) {
        return NULL;
    }
    size_t length = 0;
    const char *bytes = LLVMGetAsString(text, &length);
    return arena_strndup(d->arena, bytes, length);
}

/* The bits of a float or of an integer of at most 64 bits. */
static uint64_t constant_bits(const struct llvm_module *m, LLVMValueRef constant) {
    if (LLVMIsAConstantFP(constant)) {
        unsigned bits = (unsigned)LLVMSizeOfTypeInBits(m->layout, LLVMTypeOf(constant));
        constant = LLVMConstBitCast(constant, LLVMIntTypeInContext(m->context, bits));
    }
    return LLVMConstIntGetZExtValue(constant);
}

/* Functions have distinct addresses, of which only equality means anything. */
static uint64_t function_address(struct decoder *d, LLVMValueRef function) {
    enum { SPACING_BITS = 8 };
    uint32_t number;
    if (!map_get(&d->functions_taken, key_of(function), &number)) {
        number = d->functions_taken.size + 1;
        map_set(&d->functions_taken, key_of(function), number);
    }
    return (UINT64_C(1) << 62) + ((uint64_t)number << SPACING_BITS);
}

struct contents {
    uint8_t *bytes, *unknown;
    bool has_unknown;
};

static void write_bits(struct contents *to, uint64_t offset, uint64_t value, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) {
        to->bytes[offset + i] = (uint8_t)(value >> (8 * i));
    }
}

/* What is undefined is not known either. */
static void write_constant(struct decoder *d, LLVMValueRef constant, struct contents *to, uint64_t offset) {
    const struct llvm_module *m = d->module;
    LLVMTypeRef type = LLVMTypeOf(constant);
    uint64_t size = LLVMStoreSizeOfType(m->layout, type);
    if (LLVMIsNull(constant)) {
        return;
    }
    if (LLVMIsConstantString(constant)) {
        size_t length = 0;
        const char *text = LLVMGetAsString(constant, &length);
        memcpy(to->bytes + offset, text, length);
        return;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind && LLVMIsAConstantStruct(constant)) {
        unsigned count = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < count; i++) {
            write_constant(d, LLVMGetOperand(constant, i), to, offset + LLVMOffsetOfElement(m->layout, type, i));
        }
        return;
    }
    if ((kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) && !LLVMIsUndef(constant)) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t count = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
        uint64_t stride = LLVMABISizeOfType(m->layout, element);
        for (uint64_t i = 0; i < count; i++) {
            LLVMValueRef part = LLVMGetAggregateElement(constant, (unsigned)i);
            if (part) {
                write_constant(d, part, to, offset + i * stride);
            } else {
                memset(to->unknown + offset + i * stride, UINT8_MAX, LLVMStoreSizeOfType(m->layout, element));
                to->has_unknown = true;
            }
        }
        return;
    }
    LLVMValueRef target = strip_alias(constant);
    if (LLVMIsAFunction(target)) {
        write_bits(to, offset, function_address(d, target), size);
    } else if (LLVMIsAConstantFP(constant) || (LLVMIsAConstantInt(constant) && !type_is_wide(type))) {
        write_bits(to, offset, constant_bits(m, constant), size);
    } else {
        memset(to->unknown + offset, UINT8_MAX, size);
        to->has_unknown = true;
    }
}

/* Only what nobody can have written before the kernel starts has known contents; of others, host code may show that nobody has. */
static void initialise(struct decoder *d, LLVMValueRef global, struct object *object) {
    LLVMValueRef initialiser = LLVMGetInitializer(global);
    uint64_t size_bytes = object->size_bytes;
    bool is_known = LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global);
    bool is_variable = object->space == SPACE_CONSTANT || object->space == SPACE_GLOBAL;
    if (!initialiser || LLVMIsUndef(initialiser) || !(is_known || is_variable) || size_bytes == 0 || size_bytes > INITIALISER_LIMIT_BYTES) {
        return;
    }
    struct contents contents = {arena_alloc(d->arena, size_bytes), arena_alloc(d->arena, size_bytes), false};
    write_constant(d, initialiser, &contents, 0);
    *(is_known ? &object->initialiser : &object->initial) = contents.bytes;
    object->unknown = contents.has_unknown ? contents.unknown : NULL;
}

static value_ref object_leaf(struct decoder *d, uint32_t object, enum space space) {
    struct type type = {.kind = TYPE_POINTER, .width_bits = 64, .space = (uint8_t)space, .lanes = 1};
    return builder_leaf(d->builder, INST_OBJECT, type, object);
}

static const char *object_name(struct decoder *d, LLVMValueRef global) {
    size_t length;
    const char *mangled = LLVMGetValueName2(global, &length);
    if (strncmp(mangled, "_Z", 2) == 0) {
        return name_last_component(d->arena, name_demangle(d->arena, mangled));
    }
    const char *dot = strrchr(mangled, '.');
    if (strncmp(mangled, "__const.", 8) == 0 || (dot && d->module->language == LANGUAGE_OPENCL && dot[1] > '9')) {
        return arena_strdup(d->arena, dot + 1);
    }
    return name_without_suffix(d->arena, mangled);
}

/* The address of a global variable, in the variable's own address space as LLVM has it. */
value_ref decode_object(struct decoder *d, LLVMValueRef global) {
    uint32_t id;
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    enum space declared = type_space(d->module, LLVMGetPointerAddressSpace(LLVMTypeOf(global)));
    enum space space = declared == SPACE_GENERIC ? SPACE_GLOBAL : declared;
    if (!map_get(&d->objects, key_of(global), &id)) {
        bool is_sized = LLVMTypeIsSized(type);
        uint64_t size = is_sized ? LLVMABISizeOfType(d->module->layout, type) : 0;
        struct object object = {
            .name = object_name(d, global),
            .symbol = arena_strdup(d->arena, LLVMGetValueName2(global, &(size_t){0})),
            .is_internal = LLVMGetInitializer(global) && !LLVMIsExternallyInitialized(global), /* clang's word for it; linkage is gone by now */
            .space = space,
            .size_bytes = size,
            .elem_bytes = is_sized ? type_element_bytes(d->module, type) : 0,
            .dynamic = space == SPACE_SHARED && LLVMIsDeclaration(global) && size == 0,
            .leads_to_numbers = members_of_variable_lead_to_numbers(&(struct members){.arena = d->arena, .context = d->module->context}, global),
            .is_constant = space == SPACE_CONSTANT || (LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global)),
        };
        initialise(d, global, &object);
        id = builder_add_object(d->builder, &object);
        map_set(&d->objects, key_of(global), id);
    }
    value_ref leaf = object_leaf(d, id, space);
    return declared == space ? leaf : emit_pointer_cast(d, leaf, declared);
}

static value_ref decode_function_address(struct decoder *d, LLVMValueRef function) {
    struct type type = {.kind = TYPE_POINTER, .width_bits = 64, .space = SPACE_GENERIC, .lanes = 1};
    value_ref bits = emit_constant(d, type_i64, function_address(d, function));
    return emit1(d, INST_INTTOPTR, type, bits);
}

static struct span define_leaves(struct decoder *d, LLVMValueRef constant, bool is_undef) {
    struct leaves leaves = {0};
    uint32_t first = span_begin(d);
    if (type_flatten(d->module, LLVMTypeOf(constant), &leaves)) {
        for (uint32_t i = 0; i < leaves.list.size; i++) {
            struct type type = leaves.list.data[i].type;
            enum inst_op zero = type.kind == TYPE_POINTER ? INST_NULLPTR : INST_CONST;
            span_push(d, builder_leaf(d->builder, is_undef ? INST_UNDEF : zero, type, 0));
        }
    }
    vec_release(&leaves.list);
    return span_define(d, constant, first);
}

static struct span define_aggregate(struct decoder *d, LLVMValueRef constant, uint64_t count) {
    VEC(value_ref) parts = {0};
    for (uint64_t i = 0; i < count; i++) {
        struct span part = span_of(d, LLVMGetAggregateElement(constant, (unsigned)i));
        for (uint32_t n = 0; n < part.count; n++) {
            vec_push(&parts, span_at(d, part, n));
        }
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < parts.size; i++) {
        span_push(d, parts.data[i]);
    }
    vec_release(&parts);
    return span_define(d, constant, first);
}

enum { WIDE_LIMIT = 64 };

/* Adds a decimal digit to the number in `pieces`, lowest first. */
static void push_digit(uint64_t *pieces, uint32_t count, uint32_t digit) {
    uint64_t carry = digit;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t low = (pieces[i] & UINT32_MAX) * 10 + carry;
        uint64_t high = (pieces[i] >> 32) * 10 + (low >> 32);
        pieces[i] = high << 32 | (low & UINT32_MAX);
        carry = high >> 32;
    }
}

static void negate(uint64_t *pieces, uint32_t count) {
    uint64_t carry = 1;
    for (uint32_t i = 0; i < count; i++) {
        pieces[i] = ~pieces[i] + carry;
        carry = carry && pieces[i] == 0;
    }
}

/* LLVM-C gives no more than 64 bits of a constant; its text, "i128 -5", has all. */
static struct span define_wide(struct decoder *d, LLVMValueRef constant) {
    struct leaves leaves = {0};
    uint64_t pieces[WIDE_LIMIT] = {0};
    type_flatten(d->module, LLVMTypeOf(constant), &leaves);
    uint32_t count = leaves.list.size;
    if (count > WIDE_LIMIT) {
        vec_release(&leaves.list);
        span_define_unsupported(d, constant, UNSUPPORTED_VALUE, "integer of this width");
        return span_of(d, constant);
    }
    char *text = LLVMPrintValueToString(constant);
    const char *digits = strchr(text, ' ');
    bool is_negative = digits && digits[1] == '-';
    for (const char *c = digits ? digits + 1 + is_negative : ""; *c >= '0' && *c <= '9'; c++) {
        push_digit(pieces, count, (uint32_t)(*c - '0'));
    }
    if (is_negative) {
        negate(pieces, count);
    }
    LLVMDisposeMessage(text);
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < count; i++) {
        span_push(d, emit_constant(d, leaves.list.data[i].type, pieces[i]));
    }
    vec_release(&leaves.list);
    return span_define(d, constant, first);
}

struct span decode_constant(struct decoder *d, LLVMValueRef constant) {
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsUndef(constant)) {
        return define_leaves(d, constant, true);
    }
    if (LLVMIsNull(constant)) {
        return define_leaves(d, constant, false);
    }
    LLVMValueRef target = strip_alias(constant);
    if (LLVMIsAGlobalVariable(target)) {
        span_define_scalar(d, constant, decode_object(d, target));
        return span_of(d, constant);
    }
    if (LLVMIsAFunction(target)) {
        span_define_scalar(d, constant, decode_function_address(d, target));
        return span_of(d, constant);
    }
    if (LLVMIsAConstantExpr(constant)) {
        if (!decode_value(d, constant, LLVMGetConstOpcode(constant))) {
            span_define_unsupported(d, constant, UNSUPPORTED_VALUE, "constant expression");
        }
        return span_of(d, constant);
    }
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        if (type_is_wide(type)) {
            return define_wide(d, constant);
        }
        span_define_scalar(d, constant, emit_constant(d, type_lane(d->module, type), LLVMConstIntGetZExtValue(constant)));
        return span_of(d, constant);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        span_define_scalar(d, constant, emit_constant(d, type_lane(d->module, type), constant_bits(d->module, constant)));
        return span_of(d, constant);
    case LLVMStructTypeKind: return define_aggregate(d, constant, LLVMCountStructElementTypes(type));
    case LLVMArrayTypeKind: return define_aggregate(d, constant, LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind: return define_aggregate(d, constant, LLVMGetVectorSize(type));
    case LLVMVoidTypeKind:
    case LLVMPointerTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMLabelTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
    case LLVMScalableVectorTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTargetExtTypeKind: break;
    }
    span_define_unsupported(d, constant, UNSUPPORTED_VALUE, "constant of an unknown kind");
    return span_of(d, constant);
}
