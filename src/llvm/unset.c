/* See unset.h. */
#include "llvm/unset.h"

#include <llvm-c/Target.h>
#include <stdint.h>
#include <string.h>

#include "base/vec.h"

static const char function_prefix[] = "__wp_host_unset.";
static const char start_prefix[] = "llvm.lifetime.start.";
enum { MEMORY_INACCESSIBLE_ONLY = 12 }; /* LLVM's encoding: reads and writes memory that the program cannot name */

struct leaves {
    VEC(LLVMTypeRef) types; /* each a number, a vector or a pointer */
    VEC(unsigned) paths;    /* of each: its depth, then the indices from the variable */
    unsigned path[8], depth, most;
    bool is_too_large;
};

static void collect(struct leaves *l, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    const unsigned deepest = sizeof l->path / sizeof *l->path;
    bool is_struct = kind == LLVMStructTypeKind, is_array = kind == LLVMArrayTypeKind;
    uint64_t count = is_struct ? LLVMCountStructElementTypes(type) : is_array ? LLVMGetArrayLength2(type) : 0;
    l->is_too_large |= l->types.size >= l->most || count > l->most || (count > 0 && l->depth == deepest);
    if (l->is_too_large)
        return;
    if (!is_struct && !is_array) {
        vec_push(&l->types, type);
        vec_push(&l->paths, l->depth);
        for (unsigned i = 0; i < l->depth; i++)
            vec_push(&l->paths, l->path[i]);
        return;
    }
    for (unsigned i = 0; i < count && !l->is_too_large; i++) {
        l->path[l->depth++] = i;
        collect(l, is_struct ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type));
        l->depth--;
    }
}

/* A call gets the address. */
static bool is_passed(LLVMValueRef pointer) {
    bool is_found = false;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && !is_found; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool is_own = callee && LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &(size_t){0}), "llvm.lifetime.", 14) == 0;
        is_found = LLVMIsAGetElementPtrInst(user) ? is_passed(user) : callee && !is_own;
    }
    return is_found;
}

/* The variable holds a function that is called, and nothing else is done with it: where it has none the call goes nowhere, and what it would do
 * says nothing of the kernel. */
static bool is_called_only(LLVMValueRef variable) {
    bool is_called = false, is_fine = true;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u && is_fine; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user)) {
            is_fine = LLVMIsAFunction(LLVMGetOperand(user, 0)) != NULL;
        } else if (LLVMIsALoadInst(user)) {
            for (LLVMUseRef c = LLVMGetFirstUse(user); c && is_fine; c = LLVMGetNextUse(c)) {
                is_fine = LLVMIsACallInst(LLVMGetUser(c)) && LLVMGetCalledValue(LLVMGetUser(c)) == user;
                is_called |= is_fine;
            }
        } else {
            is_fine = LLVMIsACallInst(user) && strncmp(LLVMGetValueName2(LLVMGetCalledValue(user), &(size_t){0}), "llvm.lifetime.", 14) == 0;
        }
    }
    return is_fine && is_called;
}

/* A function for each type; the passes tell its calls apart. */
static LLVMValueRef giver_of(LLVMModuleRef module, LLVMTypeRef type) {
    char name[64], number[16];
    char *text = LLVMPrintTypeToString(type);
    unsigned hash = 5381;
    for (const char *c = text; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    LLVMDisposeMessage(text);
    size_t length = sizeof number;
    number[--length] = 0;
    for (; hash > 0; hash /= 10)
        number[--length] = (char)('0' + hash % 10);
    memcpy(name, function_prefix, sizeof function_prefix);
    strcat(name, number + length);
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (function)
        return LLVMGetReturnType(LLVMGlobalGetValueType(function)) == type ? function : NULL;
    static const struct {
        const char *name;
        uint64_t value;
    } attributes[] = {{"memory", MEMORY_INACCESSIBLE_ONLY}, {"nounwind", 0}, {"willreturn", 0}, {"nocallback", 0}, {"nosync", 0}};
    function = LLVMAddFunction(module, name, LLVMFunctionType(type, NULL, 0, false));
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i].name, strlen(attributes[i].name));
        LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, attributes[i].value));
    }
    return function;
}

LLVMValueRef unset_value(LLVMModuleRef module, LLVMBuilderRef builder, LLVMTypeRef type) {
    LLVMValueRef giver = giver_of(module, type);
    return giver ? LLVMBuildCall2(builder, LLVMGlobalGetValueType(giver), giver, NULL, 0, "") : NULL;
}

static void give(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable, unsigned leaves_most, bool is_host) {
    struct leaves l = {.most = leaves_most};
    LLVMTypeRef type = LLVMGetAllocatedType(variable), index = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    if (is_called_only(variable) || (is_host && LLVMGetTypeKind(type) == LLVMArrayTypeKind && is_passed(variable)))
        return;
    collect(&l, type);
    for (uint32_t i = 0, at = 0; i < l.types.size && !l.is_too_large; i++) {
        LLVMValueRef indices[1 + sizeof l.path / sizeof *l.path] = {LLVMConstInt(index, 0, false)};
        unsigned depth = l.paths.data[at++];
        for (unsigned k = 0; k < depth; k++)
            indices[k + 1] = LLVMConstInt(index, l.paths.data[at++], false);
        bool is_skipped = is_host && LLVMGetTypeKind(l.types.data[i]) == LLVMPointerTypeKind;
        LLVMValueRef value = is_skipped ? NULL : unset_value(module, builder, l.types.data[i]);
        if (!value)
            continue;
        LLVMBuildStore(builder, value, depth == 0 ? variable : LLVMBuildInBoundsGEP2(builder, type, variable, indices, depth + 1, ""));
    }
    vec_release(&l.types);
    vec_release(&l.paths);
}

void unset_begin(LLVMModuleRef module, unsigned leaves_most, bool is_host) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (strncmp(LLVMGetValueName2(f, &(size_t){0}), start_prefix, sizeof start_prefix - 1) != 0)
            continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u), variable = LLVMIsACallInst(call) ? LLVMGetOperand(call, 1) : NULL;
            if (!variable || !LLVMIsAAllocaInst(variable))
                continue;
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
            give(module, builder, variable, leaves_most, is_host);
        }
    }
    LLVMDisposeBuilder(builder);
}

static bool is_giver(LLVMValueRef function) {
    return strncmp(LLVMGetValueName2(function, &(size_t){0}), function_prefix, sizeof function_prefix - 1) == 0;
}

bool unset_is(LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && is_giver(callee);
}

/* How many bytes behind its base an address lies; false: that is not constant. */
static bool add_offset(LLVMTargetDataRef layout, LLVMValueRef address, int64_t *bytes) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
        LLVMValueRef index = LLVMGetOperand(address, i);
        if (!LLVMIsAConstantInt(index))
            return false;
        bool is_struct = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
        unsigned member = is_struct ? (unsigned)LLVMConstIntGetZExtValue(index) : 0;
        if (i > 1 && !is_struct)
            type = LLVMGetElementType(type);
        *bytes += is_struct ? (int64_t)LLVMOffsetOfElement(layout, type, member)
                            : LLVMConstIntGetSExtValue(index) * (int64_t)LLVMABISizeOfType(layout, type);
        type = is_struct ? LLVMStructGetTypeAtIndex(type, member) : type;
    }
    return true;
}

/* Within a local variable, at a place that is known, as where its life begins; elsewhere the program writes, a value or none. */
static bool is_own_variable(LLVMTargetDataRef layout, LLVMValueRef store) {
    LLVMValueRef pointer = LLVMGetOperand(store, 1);
    int64_t bytes = 0;
    bool is_known = true;
    for (; LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsABitCastInst(pointer);
         pointer = LLVMGetOperand(pointer, 0))
        is_known = is_known && (!LLVMIsAGetElementPtrInst(pointer) || add_offset(layout, pointer, &bytes));
    if (!is_known || !LLVMIsAAllocaInst(pointer) || bytes < 0)
        return false;
    uint64_t end = (uint64_t)bytes + LLVMStoreSizeOfType(layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
    return end <= LLVMABISizeOfType(layout, LLVMGetAllocatedType(pointer));
}

static void drop_stores(LLVMTargetDataRef layout, LLVMValueRef call) {
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == call && is_own_variable(layout, user))
            LLVMInstructionEraseFromParent(user);
    }
}

void unset_leave_memory(LLVMModuleRef module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMUseRef u = is_giver(f) ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
            drop_stores(LLVMGetModuleDataLayout(module), LLVMGetUser(u));
}

void unset_end(LLVMModuleRef module) {
    LLVMValueRef next;
    unset_leave_memory(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!is_giver(f))
            continue;
        while (LLVMGetFirstUse(f)) {
            LLVMValueRef call = LLVMGetUser(LLVMGetFirstUse(f));
            LLVMReplaceAllUsesWith(call, LLVMGetUndef(LLVMTypeOf(call)));
            LLVMInstructionEraseFromParent(call);
        }
        LLVMDeleteFunction(f);
    }
}
