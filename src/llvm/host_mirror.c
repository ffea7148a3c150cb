/* Numbers that calls write, such as `scanf("%d", &n)`, are read from a second variable that no call knows.
 *
 * LLVM forgets what n holds where it cannot tell a pointer apart from its address: behind a launch in a loop that swaps two buffers, the pointer
 * is either of two, and may be &n for all that it sees. Where the address of n is only loaded from, stored to, or passed to functions that
 * do not keep it, n changes by these stores and calls alone: each is followed by a copy to the second variable, from which everything else reads.
 */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/vec.h"
#include "llvm/host_parts.h"

struct uses {
    VEC(LLVMValueRef) loads;
    VEC(LLVMValueRef) stores;
    VEC(LLVMValueRef) calls; /* that get the address */
};

static bool collect(LLVMValueRef variable, LLVMTypeRef type, struct uses *uses) {
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type && !LLVMGetVolatile(user))
            vec_push(&uses->loads, user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable && LLVMTypeOf(LLVMGetOperand(user, 0)) == type &&
                 !LLVMGetVolatile(user))
            vec_push(&uses->stores, user);
        else if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && host_keeps_nothing(user, variable))
            vec_push(&uses->calls, user);
        else
            return false;
    }
    return uses->calls.size > 0 && uses->loads.size > 0;
}

static void copy(struct host_reader *r, LLVMTypeRef type, LLVMValueRef from, LLVMValueRef to) {
    LLVMBuildStore(r->builder, LLVMBuildLoad2(r->builder, type, from, ""), to);
}

/* At the beginning of a block that an invoke leads to. */
static void copy_in(struct host_reader *r, LLVMBasicBlockRef block, LLVMTypeRef type, LLVMValueRef from, LLVMValueRef to) {
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(r->builder, at);
    copy(r, type, from, to);
}

static void mirror(struct host_reader *r, LLVMValueRef variable, LLVMTypeRef type, const struct uses *uses) {
    LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(variable));
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    LLVMValueRef second = LLVMBuildAlloca(r->builder, type, "");
    copy(r, type, variable, second);
    for (uint32_t i = 0; i < uses->loads.size; i++)
        LLVMSetOperand(uses->loads.data[i], 0, second);
    for (uint32_t i = 0; i < uses->stores.size; i++) {
        LLVMPositionBuilderBefore(r->builder, uses->stores.data[i]);
        LLVMBuildStore(r->builder, LLVMGetOperand(uses->stores.data[i], 0), second);
    }
    for (uint32_t i = 0; i < uses->calls.size; i++) {
        LLVMValueRef call = uses->calls.data[i];
        if (strncmp(host_callee_name(call), "llvm.lifetime.", 14) == 0)
            continue;
        LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
        if (LLVMIsAInvokeInst(call)) {
            copy_in(r, LLVMGetNormalDest(call), type, variable, second);
            copy_in(r, LLVMGetUnwindDest(call), type, variable, second);
        } else {
            LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(call));
            copy(r, type, variable, second);
        }
    }
}

static bool is_number(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

void host_mirror_numbers(struct host_reader *r) {
    VEC(LLVMValueRef) variables = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMValueRef i = LLVMIsDeclaration(f) ? NULL : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && is_number(LLVMGetAllocatedType(i)) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
                LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == 1)
                vec_push(&variables, i);
    for (uint32_t i = 0; i < variables.size; i++) {
        struct uses uses = {0};
        LLVMTypeRef type = LLVMGetAllocatedType(variables.data[i]);
        if (collect(variables.data[i], type, &uses))
            mirror(r, variables.data[i], type, &uses);
        vec_release(&uses.loads);
        vec_release(&uses.stores);
        vec_release(&uses.calls);
    }
    vec_release(&variables);
}
