/* What textures are made of: CUDA arrays, which kernels write through surfaces only, or memory that a launch may get a pointer to as well. */
#include <string.h>

#include "llvm/host_parts.h"

enum { RESOURCE_ARRAY = 0, RESOURCE_MIPMAPPED_ARRAY = 1 }; /* cudaResourceType */

/* Textures are made in another way, too, or by code that is not seen. */
static bool are_hidden(const struct host_reader *r) {
    static const char *const others[] = {"BindTexture", "cuTex", "nvrtc", "cuModule", "cuLibrary"};
    bool are = !r->is_whole || r->lost.size > 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f && !are; f = LLVMGetNextFunction(f))
        for (size_t i = 0; i < sizeof others / sizeof *others && LLVMGetFirstUse(f); i++)
            are |= strstr(LLVMGetValueName2(f, &(size_t){0}), others[i]) != NULL;
    return are;
}

/* The memory of the texture against the pointers that the launch passes. Where a kernel writes by others, from memory or out of a number,
   nothing is proved at a launch that is seen. */
static enum host_textures compare(struct host_scope *s, LLVMValueRef texture, LLVMValueRef launch) {
    LLVMValueRef kind = LLVMGetOperand(texture, 0), memory = LLVMGetOperand(texture, 1);
    if (LLVMIsAConstantInt(kind) && LLVMConstIntGetZExtValue(kind) <= RESOURCE_MIPMAPPED_ARRAY)
        return HOST_TEXTURES_APART;
    bool are_apart = host_is_allocation(host_target_of(s, memory).base);
    for (unsigned i = HOST_LAUNCH_VALUES; i < LLVMGetNumArgOperands(launch); i++) {
        LLVMValueRef value = LLVMGetOperand(launch, i);
        if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
            continue;
        if (host_target_of(s, memory).base == host_target_of(s, value).base)
            return HOST_TEXTURES_SHARED;
        are_apart &= host_is_distinct(s, memory, value);
    }
    return are_apart ? HOST_TEXTURES_APART : HOST_TEXTURES_UNKNOWN;
}

enum host_textures host_textures_of(struct host_scope *s, LLVMValueRef launch) {
    LLVMValueRef textures = LLVMGetNamedFunction(s->r->module, "__wp_host_texture");
    enum host_textures all = are_hidden(s->r) ? HOST_TEXTURES_UNKNOWN : HOST_TEXTURES_APART;
    for (LLVMUseRef u = textures ? LLVMGetFirstUse(textures) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool is_call = (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == textures;
        enum host_textures one = is_call ? compare(s, call, launch) : HOST_TEXTURES_UNKNOWN;
        all = one > all ? one : all;
    }
    return all;
}
