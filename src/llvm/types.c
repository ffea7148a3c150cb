#include "llvm/decode.h"

const struct type type_void = {.kind = TYPE_VOID};
const struct type type_i1 = {.kind = TYPE_INT, .width_bits = 1, .lanes = 1};
const struct type type_i8 = {.kind = TYPE_INT, .width_bits = 8, .lanes = 1};
const struct type type_i32 = {.kind = TYPE_INT, .width_bits = 32, .lanes = 1};
const struct type type_i64 = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};

enum space type_space(const struct llvm_module *module, unsigned address_space) {
    static const enum space spir[] = {SPACE_LOCAL, SPACE_GLOBAL, SPACE_CONSTANT, SPACE_SHARED, SPACE_GENERIC};
    if (module->target == TARGET_SPIR) {
        return address_space < 5 ? spir[address_space] : SPACE_GENERIC;
    }
    switch (address_space) {
    case SPACE_GLOBAL:
    case SPACE_SHARED:
    case SPACE_CONSTANT:
    case SPACE_LOCAL:
    case SPACE_PARAM: return (enum space)address_space;
    default: return SPACE_GENERIC;
    }
}

static struct type int_type(unsigned width_bits) {
    return (struct type){.kind = TYPE_INT, .width_bits = (uint8_t)width_bits, .lanes = 1};
}

static struct type float_type(enum type_kind kind, unsigned width_bits) {
    return (struct type){.kind = (uint8_t)kind, .width_bits = (uint8_t)width_bits, .lanes = 1};
}

bool type_is_wide(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64;
}

static bool add_leaf(struct leaves *leaves, struct type type, uint64_t offset_bytes) {
    if (leaves->list.size >= LEAF_LIMIT) {
        return false;
    }
    vec_push(&leaves->list, (struct leaf){type, offset_bytes});
    return true;
}

static bool flatten(const struct llvm_module *m, LLVMTypeRef type, uint64_t offset, struct leaves *leaves);

static bool flatten_int(LLVMTypeRef type, uint64_t offset, struct leaves *leaves) {
    unsigned width = LLVMGetIntTypeWidth(type);
    for (; width > 64; width -= 64, offset += 8) {
        if (!add_leaf(leaves, int_type(64), offset)) {
            return false;
        }
    }
    return add_leaf(leaves, int_type(width), offset);
}

static bool flatten_struct(const struct llvm_module *m, LLVMTypeRef type, uint64_t offset, struct leaves *leaves) {
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++) {
        uint64_t at = offset + LLVMOffsetOfElement(m->layout, type, i);
        if (!flatten(m, LLVMStructGetTypeAtIndex(type, i), at, leaves)) {
            return false;
        }
    }
    return true;
}

static bool flatten_elements(const struct llvm_module *m, LLVMTypeRef type, uint64_t count, uint64_t stride_bits, uint64_t offset,
                             struct leaves *leaves) {
    LLVMTypeRef element = LLVMGetElementType(type);
    if (stride_bits % 8 != 0) {
        leaves->is_packed_bits = true;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!flatten(m, element, offset + i * stride_bits / 8, leaves)) {
            return false;
        }
    }
    return true;
}

static bool flatten(const struct llvm_module *m, LLVMTypeRef type, uint64_t offset, struct leaves *leaves) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return true;
    case LLVMHalfTypeKind: return add_leaf(leaves, float_type(TYPE_FLOAT, 16), offset);
    case LLVMBFloatTypeKind: return add_leaf(leaves, float_type(TYPE_BFLOAT, 16), offset);
    case LLVMFloatTypeKind: return add_leaf(leaves, float_type(TYPE_FLOAT, 32), offset);
    case LLVMDoubleTypeKind: return add_leaf(leaves, float_type(TYPE_FLOAT, 64), offset);
    case LLVMIntegerTypeKind: return flatten_int(type, offset, leaves);
    case LLVMPointerTypeKind: {
        struct type pointer = {.kind = TYPE_POINTER, .width_bits = 64, .lanes = 1};
        pointer.space = (uint8_t)type_space(m, LLVMGetPointerAddressSpace(type));
        return add_leaf(leaves, pointer, offset);
    }
    case LLVMStructTypeKind: return !LLVMIsOpaqueStruct(type) && flatten_struct(m, type, offset, leaves);
    case LLVMArrayTypeKind:
        return flatten_elements(m, type, LLVMGetArrayLength2(type), 8 * LLVMABISizeOfType(m->layout, LLVMGetElementType(type)), offset, leaves);
    case LLVMVectorTypeKind:
        return flatten_elements(m, type, LLVMGetVectorSize(type), LLVMSizeOfTypeInBits(m->layout, LLVMGetElementType(type)), offset, leaves);
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
    case LLVMTargetExtTypeKind: return false;
    }
    return false;
}

bool type_flatten(const struct llvm_module *module, LLVMTypeRef type, struct leaves *leaves) {
    vec_clear(&leaves->list);
    leaves->is_packed_bits = false;
    return flatten(module, type, 0, leaves);
}

uint32_t type_leaf_count(const struct llvm_module *module, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return 1;
    case LLVMVoidTypeKind: return 0;
    case LLVMIntegerTypeKind: return (LLVMGetIntTypeWidth(type) + 63) / 64;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
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
    struct leaves leaves = {0};
    uint32_t count = type_flatten(module, type, &leaves) ? leaves.list.size : 0;
    vec_release(&leaves.list);
    return count;
}

struct type type_lane(const struct llvm_module *module, LLVMTypeRef type) {
    LLVMTypeRef scalar = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
    struct leaves leaves = {0};
    bool is_known = type_flatten(module, scalar, &leaves) && leaves.list.size == 1;
    struct type lane = is_known ? leaves.list.data[0].type : type_void;
    vec_release(&leaves.list);
    return lane;
}

uint32_t type_element_bytes(const struct llvm_module *module, LLVMTypeRef type) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind || LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        type = LLVMGetElementType(type);
    }
    struct leaves leaves = {0};
    uint32_t bytes = 0;
    if (type_flatten(module, type, &leaves) && leaves.list.size > 0) {
        bytes = (leaves.list.data[0].type.width_bits + 7u) / 8;
        for (uint32_t i = 1; i < leaves.list.size; i++) {
            if ((leaves.list.data[i].type.width_bits + 7u) / 8 != bytes) {
                bytes = 0;
                break;
            }
        }
    }
    vec_release(&leaves.list);
    return bytes;
}
