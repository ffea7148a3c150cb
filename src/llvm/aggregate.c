/* Members of aggregates in registers: `extractvalue` of what `insertvalue` put there is that value. Functions that return a small structure
 * leave such pairs behind once they are inlined, and a pointer that goes through one is lost to sroa. */
#include "llvm/decode.h"

enum { PATH_MOST = 16 };

struct path {
    unsigned index[PATH_MOST], count;
};

/* Puts the indices of the instruction in front of the path. */
static bool prepend(struct path *path, LLVMValueRef instruction) {
    unsigned more = LLVMGetNumIndices(instruction);
    if (path->count + more > PATH_MOST)
        return false;
    for (unsigned i = path->count; i-- > 0;)
        path->index[i + more] = path->index[i];
    for (unsigned i = 0; i < more; i++)
        path->index[i] = LLVMGetIndices(instruction)[i];
    path->count += more;
    return true;
}

/* The value that stands at the path in the aggregate; NULL: not known, or not one value. */
static LLVMValueRef member_at(LLVMValueRef aggregate, struct path path) {
    while (path.count > 0) {
        if (LLVMIsAExtractValueInst(aggregate)) {
            if (!prepend(&path, aggregate))
                return NULL;
            aggregate = LLVMGetOperand(aggregate, 0);
            continue;
        }
        if (!LLVMIsAInsertValueInst(aggregate))
            return NULL;
        unsigned count = LLVMGetNumIndices(aggregate), same = 0;
        const unsigned *index = LLVMGetIndices(aggregate);
        while (same < count && same < path.count && index[same] == path.index[same])
            same++;
        if (same == count) {
            aggregate = LLVMGetOperand(aggregate, 1);
            path.count -= count;
            for (unsigned i = 0; i < path.count; i++)
                path.index[i] = path.index[i + count];
        } else if (same == path.count) {
            return NULL;
        } else {
            aggregate = LLVMGetOperand(aggregate, 0);
        }
    }
    return aggregate;
}

bool aggregate_fold(LLVMValueRef function) {
    bool is_folded = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            struct path path = {.count = 0};
            if (!LLVMIsAExtractValueInst(i) || !prepend(&path, i))
                continue;
            LLVMValueRef member = member_at(LLVMGetOperand(i, 0), path);
            if (!member || member == i)
                continue;
            LLVMReplaceAllUsesWith(i, member);
            LLVMInstructionEraseFromParent(i);
            is_folded = true;
        }
    }
    for (LLVMBasicBlockRef b = LLVMGetLastBasicBlock(function); b && is_folded; b = LLVMGetPreviousBasicBlock(b)) {
        LLVMValueRef before;
        for (LLVMValueRef i = LLVMGetLastInstruction(b); i; i = before) {
            before = LLVMGetPreviousInstruction(i);
            if ((LLVMIsAInsertValueInst(i) || LLVMIsAExtractValueInst(i)) && !LLVMGetFirstUse(i))
                LLVMInstructionEraseFromParent(i);
        }
    }
    return is_folded;
}
