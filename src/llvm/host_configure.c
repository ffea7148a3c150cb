/* What `<<<...>>>` says stays what it is while the arguments of the launch are computed.
 *
 * clang has the configuration put aside first (cudaConfigureCall), then the arguments computed, then the kernel's stub called, which takes it
 * from there. The CUDA runtime keeps a stack: what the arguments launch or call does not change it. Here it is one variable
 * (__wp_host/host_calls.h): the sizes are read behind the configuration and stored again before the call of the stub.
 *
 *     %c = call i32 @cudaConfigureCall(...)
 *     br i1 %failed, label %end, label %ok
 *   ok:                                        ; and others
 *     call void @__device_stub__kernel(...)    ; the last call before %end
 *     br label %end
 */
#include <string.h>

#include "llvm/host_parts.h"

enum { BLOCKS_MOST = 4 };

void host_load_configuration(const struct host_reader *r, LLVMValueRef now, LLVMValueRef sizes[HOST_SIZES]) {
    for (unsigned n = 0; n < HOST_SIZES; n++) {
        LLVMTypeRef type = LLVMIntTypeInContext(r->context, n == HOST_SIZES - 1 ? 64 : 32);
        sizes[n] = LLVMBuildLoad2(r->builder, type, host_element_at(r, now, 4 * n), "");
    }
}

void host_store_configuration(const struct host_reader *r, LLVMValueRef now, LLVMValueRef const sizes[HOST_SIZES]) {
    for (unsigned n = 0; n < HOST_SIZES; n++)
        LLVMBuildStore(r->builder, sizes[n], host_element_at(r, now, 4 * n));
}

static LLVMValueRef last_call(LLVMBasicBlockRef block) {
    LLVMValueRef i = LLVMGetLastInstruction(block);
    while (i && !LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
        i = LLVMGetPreviousInstruction(i);
    return i;
}

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    bool leads = false;
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
        leads |= LLVMGetSuccessor(end, i) == to;
    return leads;
}

/* The block from which `to` is entered; NULL: there is none besides `but`, or several. */
static LLVMBasicBlockRef block_before(LLVMBasicBlockRef to, LLVMBasicBlockRef but) {
    LLVMBasicBlockRef found = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(to)); b; b = LLVMGetNextBasicBlock(b)) {
        if (b == but || !leads_to(b, to))
            continue;
        if (found)
            return NULL;
        found = b;
    }
    return found;
}

/* What comes after the call has returned. */
static LLVMValueRef behind(LLVMValueRef call) {
    return LLVMIsAInvokeInst(call) ? LLVMGetFirstInstruction(LLVMGetNormalDest(call)) : LLVMGetNextInstruction(call);
}

/* The call of the stub that the configuration is for, or NULL. */
static LLVMValueRef call_of_stub(LLVMValueRef configure) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(behind(configure));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(own), call = NULL;
    if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return NULL;
    LLVMBasicBlockRef at = block_before(LLVMGetSuccessor(end, 0), own);
    for (int i = 0; i < BLOCKS_MOST && at && at != own && !call; i++) {
        call = last_call(at);
        at = block_before(at, NULL);
    }
    return call && call != configure ? call : NULL;
}

static void keep_sizes(const struct host_reader *r, LLVMValueRef now, LLVMValueRef configure) {
    LLVMValueRef call = call_of_stub(configure), kept[HOST_SIZES];
    if (!call)
        return;
    LLVMPositionBuilderBefore(r->builder, behind(configure));
    host_load_configuration(r, now, kept);
    LLVMPositionBuilderBefore(r->builder, call);
    host_store_configuration(r, now, kept);
}

void host_keep_configurations(struct host_reader *r, LLVMModuleRef module) {
    LLVMValueRef configure = LLVMGetNamedFunction(module, "cudaConfigureCall"), now = LLVMGetNamedGlobal(module, "__wp_host_now");
    for (LLVMUseRef u = configure && now ? LLVMGetFirstUse(configure) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
        if (is_call && LLVMGetCalledValue(call) == configure && !LLVMIsAPHINode(behind(call)))
            keep_sizes(r, now, call);
    }
}
