/* Variables that only `main` uses become variables of `main`: what they hold is then for LLVM to know, whatever functions are called in
 * between. Nothing calls `main`, and no other code of the program knows the variable. Where `main` gives its address away, whoever gets
 * it may change it, as before. */
#include <string.h>

#include "base/vec.h"
#include "llvm/host_parts.h"

enum { NESTING_MOST = 8, BYTES_MOST = 4096 };

static bool is_offset(LLVMValueRef value) {
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr;
}

/* Whether each use is an instruction of the function; constant offsets from the variable are used likewise. */
static bool is_used_in(LLVMValueRef value, LLVMValueRef function, int depth) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_own = LLVMIsAInstruction(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function;
        bool is_through = is_offset(user) && depth < NESTING_MOST && LLVMGetOperand(user, 0) == value && is_used_in(user, function, depth + 1);
        if (!is_own && !is_through)
            return false;
    }
    return true;
}

struct users {
    VEC(LLVMValueRef) list;
};

static void replace(struct host_reader *r, LLVMValueRef constant, LLVMValueRef local);

/* The builder stands in the first block, after `local`. */
static void replace_in(struct host_reader *r, LLVMValueRef user, LLVMValueRef constant, LLVMValueRef local) {
    unsigned count = (unsigned)LLVMGetNumOperands(user);
    if (LLVMIsAInstruction(user)) {
        for (unsigned i = 0; i < count; i++)
            if (LLVMGetOperand(user, i) == constant)
                LLVMSetOperand(user, i, local);
        return;
    }
    LLVMValueRef *indices = arena_alloc(r->arena, count * sizeof(LLVMValueRef));
    for (unsigned i = 1; i < count; i++)
        indices[i - 1] = LLVMGetOperand(user, i);
    replace(r, user, LLVMBuildGEP2(r->builder, LLVMGetGEPSourceElementType(user), local, indices, count - 1, ""));
}

static void replace(struct host_reader *r, LLVMValueRef constant, LLVMValueRef local) {
    struct users users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(constant); u; u = LLVMGetNextUse(u))
        vec_push(&users.list, LLVMGetUser(u));
    for (uint32_t i = 0; i < users.list.size; i++)
        replace_in(r, users.list.data[i], constant, local);
    vec_release(&users.list);
}

/* What the variable holds when the program begins. */
static void store_first(struct host_reader *r, LLVMValueRef local, LLVMValueRef value, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t bytes = LLVMABISizeOfType(r->layout, type);
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(r->context), bytes, false);
    if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind) {
        LLVMBuildStore(r->builder, value, local);
    } else if (LLVMIsNull(value)) {
        LLVMBuildMemSet(r->builder, local, LLVMConstInt(LLVMInt8TypeInContext(r->context), 0, false), size, 1);
    } else {
        LLVMValueRef whole = LLVMAddGlobal(r->module, type, "");
        LLVMSetInitializer(whole, value);
        LLVMSetGlobalConstant(whole, true);
        LLVMSetLinkage(whole, LLVMPrivateLinkage);
        LLVMBuildMemCpy(r->builder, local, 1, whole, 1, size);
    }
}

static bool is_mains(const struct host_reader *r, LLVMValueRef variable, LLVMValueRef main) {
    LLVMValueRef value = LLVMGetInitializer(variable);
    LLVMLinkage linkage = LLVMGetLinkage(variable);
    return value && !LLVMIsUndef(value) && (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) && !LLVMIsGlobalConstant(variable) &&
           !LLVMIsThreadLocal(variable) && !LLVMIsExternallyInitialized(variable) && LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == 0 &&
           LLVMABISizeOfType(r->layout, LLVMGlobalGetValueType(variable)) <= BYTES_MOST && LLVMGetFirstUse(variable) && is_used_in(variable, main, 0);
}

void host_localise(struct host_reader *r) {
    LLVMValueRef main = LLVMGetNamedFunction(r->module, "main");
    if (!main || LLVMIsDeclaration(main) || LLVMGetFirstUse(main))
        return;
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (!is_mains(r, g, main))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main));
        LLVMPositionBuilderBefore(r->builder, first);
        LLVMSetCurrentDebugLocation2(r->builder, NULL);
        LLVMValueRef local = LLVMBuildAlloca(r->builder, type, LLVMGetValueName2(g, &(size_t){0}));
        LLVMSetAlignment(local, LLVMGetAlignment(g) > 0 ? LLVMGetAlignment(g) : 16);
        store_first(r, local, LLVMGetInitializer(g), type);
        replace(r, g, local);
        LLVMDeleteGlobal(g);
    }
}
