/* async_work_group_strided_copy, which gathers or scatters elements (OpenCL C 3.0, 6.15.11).
 *
 * Each declaration of it becomes a function that copies element by element, asynchronously, and
 * then calls what was declared, at which all work-items come together: the elements are one group
 * of copies (decode_opencl_copy.c). The stride is of the global array, and counts elements. */
#include <string.h>

#include "llvm/decode.h"
#include "llvm/decode_opencl.h"

static const char prefix[] = "_Z29async_work_group_strided_copy";
enum { PARAMS = 5, LOCAL_MEMORY = 3 };

static bool is_strided_copy(LLVMValueRef function) {
    LLVMTypeRef types[PARAMS], type = LLVMGlobalGetValueType(function);
    if (!LLVMIsDeclaration(function) || LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type) != PARAMS ||
        strncmp(LLVMGetValueName2(function, &(size_t){0}), prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    LLVMGetParamTypes(type, types);
    return LLVMGetTypeKind(types[0]) == LLVMPointerTypeKind && LLVMGetTypeKind(types[1]) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(types[2]) == LLVMIntegerTypeKind && types[2] == types[3];
}

/* The address of an element. */
static LLVMValueRef element(LLVMBuilderRef b, LLVMTypeRef byte, LLVMValueRef base, LLVMValueRef index, uint64_t bytes) {
    LLVMValueRef offset = LLVMBuildMul(b, index, LLVMConstInt(LLVMTypeOf(index), bytes, false), "");
    return LLVMBuildGEP2(b, byte, base, &offset, 1, "");
}

static LLVMValueRef copier(struct llvm_module *m, LLVMTypeRef to, LLVMTypeRef from, LLVMTypeRef size) {
    unsigned spaces[] = {LLVMGetPointerAddressSpace(to), LLVMGetPointerAddressSpace(from)};
    const char *name = arena_printf(m->arena, "__wp_group_element_%u_%u", spaces[0], spaces[1]);
    LLVMValueRef function = LLVMGetNamedFunction(m->module, name);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), (LLVMTypeRef[]){to, from, size}, 3, false);
    return function ? function : LLVMAddFunction(m->module, name, type);
}

static void define(struct llvm_module *m, LLVMValueRef function, uint64_t bytes, LLVMBuilderRef b) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function), byte = LLVMInt8TypeInContext(m->context);
    const char *name = arena_strdup(m->arena, LLVMGetValueName2(function, &(size_t){0}));
    LLVMSetValueName2(function, "__wp_strided_copy", strlen("__wp_strided_copy"));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMValueRef declared = LLVMAddFunction(m->module, name, type), params[PARAMS];
    LLVMGetParams(function, params);
    LLVMTypeRef number = LLVMTypeOf(params[2]);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, function, ""), head = LLVMAppendBasicBlockInContext(m->context, function, ""),
                      body = LLVMAppendBasicBlockInContext(m->context, function, ""), end = LLVMAppendBasicBlockInContext(m->context, function, "");
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef i = LLVMBuildPhi(b, number, ""), zero = LLVMConstInt(number, 0, false);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, i, params[2], ""), body, end);
    LLVMPositionBuilderAtEnd(b, body);
    bool gathers = LLVMGetPointerAddressSpace(LLVMTypeOf(params[0])) == LOCAL_MEMORY;
    LLVMValueRef far = LLVMBuildMul(b, i, params[3], "");
    LLVMValueRef operands[] = {element(b, byte, params[0], gathers ? i : far, bytes), element(b, byte, params[1], gathers ? far : i, bytes),
                               LLVMConstInt(number, bytes, false)};
    LLVMValueRef copy = copier(m, LLVMTypeOf(params[0]), LLVMTypeOf(params[1]), number);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(copy), copy, operands, 3, "");
    LLVMValueRef next = LLVMBuildNUWAdd(b, i, LLVMConstInt(number, 1, false), "");
    LLVMBuildBr(b, head);
    LLVMAddIncoming(i, (LLVMValueRef[]){zero, next}, (LLVMBasicBlockRef[]){entry, body}, 2);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRet(b, LLVMBuildCall2(b, type, declared, params, PARAMS, ""));
}

void strided_define(struct llvm_module *m, LLVMBuilderRef builder) {
    LLVMValueRef next;
    if (m->language != LANGUAGE_OPENCL) {
        return;
    }
    LLVMValueRef last = LLVMGetLastFunction(m->module); /* define adds others behind it */
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = f == last ? NULL : next) {
        next = LLVMGetNextFunction(f);
        if (!is_strided_copy(f)) {
            continue;
        }
        uint64_t bytes = builtin_pointee_bytes(LLVMGetValueName2(f, &(size_t){0}) + sizeof prefix - 1, 0);
        if (bytes != 0) {
            define(m, f, bytes, builder);
        }
    }
}
