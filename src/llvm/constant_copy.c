/* Local arrays that are copies of constants: `const int dx[4] = {...};` in a function is memory of the thread that a copy fills from a
 * constant. Where nothing else writes it, and no address of it leaves the function, its reads are reads of the constant. A read before the
 * copy has no value of its own in C, so where the copy stands does not matter (InstCombine does the same). */
#include <llvm-c/DebugInfo.h>

#include "llvm/decode.h"

enum { USES_MOST = 4096, INDICES_MOST = 8 };

static bool is_copy_to(LLVMValueRef user, LLVMValueRef address) {
    return (LLVMIsAMemCpyInst(user) || LLVMIsAMemMoveInst(user)) && LLVMGetOperand(user, 0) == address && LLVMGetOperand(user, 1) != address;
}

/* The constant of which the copy fills all `size` bytes; or NULL. */
static LLVMValueRef copied_constant(const struct llvm_module *m, LLVMValueRef copy, uint64_t size) {
    LLVMValueRef source = LLVMGetOperand(copy, 1), length = LLVMGetOperand(copy, 2), is_volatile = LLVMGetOperand(copy, 3);
    if (!LLVMIsAGlobalVariable(source) || !LLVMIsGlobalConstant(source) || LLVMIsExternallyInitialized(source) || !LLVMGetInitializer(source))
        return NULL;
    bool is_whole = LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) == size &&
                    LLVMABISizeOfType(m->layout, LLVMGlobalGetValueType(source)) == size;
    return is_whole && LLVMConstIntGetZExtValue(is_volatile) == 0 ? source : NULL;
}

/* Whether all uses of the address are reads, but for one copy to the whole array, which *copy then is. */
static bool is_read_only(LLVMValueRef address, LLVMValueRef array, LLVMValueRef *copy, uint32_t *uses) {
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (++*uses > USES_MOST)
            return false;
        if (LLVMIsALoadInst(user) && !LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic)
            continue;
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind) {
            if (LLVMGetNumOperands(user) > INDICES_MOST + 1 || !is_read_only(user, array, copy, uses))
                return false;
        } else if (address == array && !*copy && is_copy_to(user, address)) {
            *copy = user;
        } else {
            return false;
        }
    }
    return true;
}

/* Reads through the address read through `constant`, which points to as much in another memory. */
static void read_from(LLVMBuilderRef builder, LLVMValueRef address, LLVMValueRef constant) {
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsALoadInst(user)) {
            LLVMSetOperand(user, 0, constant);
            continue;
        }
        LLVMValueRef indices[INDICES_MOST];
        unsigned count = (unsigned)LLVMGetNumOperands(user) - 1;
        for (unsigned i = 0; i < count; i++)
            indices[i] = LLVMGetOperand(user, i + 1);
        LLVMPositionBuilderBefore(builder, user);
        LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
        LLVMValueRef element = LLVMIsInBounds(user) ? LLVMBuildInBoundsGEP2(builder, type, constant, indices, count, "")
                                                    : LLVMBuildGEP2(builder, type, constant, indices, count, "");
        if (LLVMIsAInstruction(element)) /* not folded */
            LLVMInstructionSetDebugLoc(element, LLVMInstructionGetDebugLoc(user));
        read_from(builder, user, element);
        LLVMInstructionEraseFromParent(user);
    }
}

void constant_copies_read(const struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef array = LLVMGetFirstInstruction(b); array; array = next) {
            LLVMValueRef copy = NULL, constant;
            uint32_t uses = 0;
            next = LLVMGetNextInstruction(array);
            if (!LLVMIsAAllocaInst(array) || !LLVMIsConstant(LLVMGetOperand(array, 0)) || !is_read_only(array, array, &copy, &uses) || !copy)
                continue;
            constant = copied_constant(m, copy, LLVMABISizeOfType(m->layout, LLVMGetAllocatedType(array)));
            if (!constant)
                continue;
            LLVMInstructionEraseFromParent(copy);
            read_from(builder, array, constant);
            next = LLVMGetNextInstruction(array);
            LLVMInstructionEraseFromParent(array);
        }
    }
}
