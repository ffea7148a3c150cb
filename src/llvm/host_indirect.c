/* Kernels that are launched through pointers. Where every value that may reach the pointer is a kernel's stub, a call of the pointer
 * becomes a call of each of them: these are the launches that there may be, and a launch changes nothing of the host's but what has
 * escaped, and the sizes of the next one. Values come from functions, choices, and tables that nobody changes. */
#include <string.h>

#include "llvm/host_parts.h"

enum { TARGETS_MOST = 32, DEEPEST = 8 };

struct targets {
    VEC(LLVMValueRef) stubs;
    VEC(LLVMValueRef) phis; /* seen: a loop may lead a pointer round */
};

static bool add_target(struct host_reader *r, LLVMValueRef function, struct targets *out) {
    const char *name = host_kernel_of_stub(r->arena, LLVMGetValueName2(function, &(size_t){0}));
    for (uint32_t i = 0; i < out->stubs.size; i++)
        if (out->stubs.data[i] == function)
            return true;
    if (!name || LLVMIsDeclaration(function) || out->stubs.size == TARGETS_MOST)
        return false;
    vec_push(&out->stubs, function);
    return true;
}

/* The functions in a table. */
static bool add_constants(struct host_reader *r, LLVMValueRef constant, struct targets *out, int depth) {
    bool is_known = depth < DEEPEST;
    if (LLVMIsAFunction(constant))
        return add_target(r, constant, out);
    if (!LLVMIsAConstantArray(constant) && !LLVMIsAConstantStruct(constant))
        return !LLVMIsAConstantExpr(constant) && !LLVMIsAGlobalAlias(constant) && !LLVMIsAGlobalIFunc(constant);
    for (int i = 0; i < LLVMGetNumOperands(constant) && is_known; i++)
        is_known = add_constants(r, LLVMGetOperand(constant, (unsigned)i), out, depth + 1);
    return is_known;
}

static bool is_fixed(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    bool is_own = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage || linkage == LLVMExternalLinkage;
    return LLVMIsGlobalConstant(global) && LLVMGetInitializer(global) && is_own;
}

static bool add_values(struct host_reader *r, LLVMValueRef value, struct targets *out, int depth) {
    bool is_known = depth < DEEPEST;
    if (LLVMIsAFunction(value))
        return add_target(r, value, out);
    if (LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value)) /* nothing is called through them */
        return true;
    if (LLVMIsASelectInst(value))
        return is_known && add_values(r, LLVMGetOperand(value, 1), out, depth + 1) && add_values(r, LLVMGetOperand(value, 2), out, depth + 1);
    if (LLVMIsAPHINode(value)) {
        for (uint32_t i = 0; i < out->phis.size; i++)
            if (out->phis.data[i] == value)
                return true;
        vec_push(&out->phis, value);
        for (unsigned i = 0; i < LLVMCountIncoming(value) && is_known; i++)
            is_known = add_values(r, LLVMGetIncomingValue(value, i), out, depth + 1);
        return is_known;
    }
    LLVMValueRef table = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    while (table && (LLVMIsAGetElementPtrInst(table) || (LLVMIsAConstantExpr(table) && LLVMGetConstOpcode(table) == LLVMGetElementPtr)))
        table = LLVMGetOperand(table, 0);
    return table && LLVMIsAGlobalVariable(table) && is_fixed(table) && add_constants(r, LLVMGetInitializer(table), out, depth);
}

bool host_find_stubs(struct host_reader *r, LLVMValueRef pointer, LLVMValueRef stubs[], uint32_t most, uint32_t *count) {
    struct targets found = {0};
    bool is_known = add_values(r, pointer, &found, 0) && found.stubs.size > 0 && found.stubs.size <= most;
    for (*count = 0; is_known && *count < found.stubs.size; (*count)++)
        stubs[*count] = found.stubs.data[*count];
    vec_release(&found.stubs);
    vec_release(&found.phis);
    return is_known;
}

/* Everything made of the value is compared, or nothing is made of it. */
static bool is_only_compared(LLVMValueRef value, struct targets *seen) {
    bool is_harmless = true;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && is_harmless; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_seen = false;
        for (uint32_t i = 0; i < seen->phis.size && !is_seen; i++)
            is_seen = seen->phis.data[i] == user;
        if (is_seen || LLVMIsAICmpInst(user))
            continue;
        is_harmless = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
        if (is_harmless) {
            vec_push(&seen->phis, user);
            is_harmless = is_only_compared(user, seen);
        }
    }
    return is_harmless;
}

bool host_is_never_called(LLVMValueRef stub) {
    struct targets seen = {0};
    bool is_harmless = is_only_compared(stub, &seen);
    vec_release(&seen.phis);
    return is_harmless;
}

/* ---- calls ---- */

static bool have_type(LLVMValueRef const stubs[], uint32_t count, LLVMTypeRef type) {
    bool is_same = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
    for (uint32_t i = 0; i < count; i++)
        is_same &= LLVMGlobalGetValueType(stubs[i]) == type;
    return is_same;
}

/* Each stub reads the sizes that cudaConfigureCall left for the one call. */
static void call_each(struct host_reader *r, LLVMValueRef call, LLVMValueRef const stubs[], uint32_t count) {
    LLVMValueRef now = LLVMGetNamedGlobal(r->module, "__wp_host_now"), arguments[256];
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef kept[HOST_SIZES];
    unsigned argument_count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < argument_count; i++)
        arguments[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(r->builder, call);
    host_load_configuration(r, now, kept);
    for (uint32_t i = 0; i < count; i++) {
        host_store_configuration(r, now, kept);
        LLVMBuildCall2(r->builder, type, stubs[i], arguments, argument_count, "");
    }
    LLVMInstructionEraseFromParent(call);
}

static bool resolve(struct host_reader *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call), stubs[TARGETS_MOST];
    uint32_t count;
    bool is_pointer = !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee) && LLVMGetNumArgOperands(call) <= 256;
    if (!is_pointer || !host_find_stubs(r, callee, stubs, TARGETS_MOST, &count) || !have_type(stubs, count, LLVMGetCalledFunctionType(call)))
        return false;
    call_each(r, call, stubs, count);
    return true;
}

bool host_resolve_calls(struct host_reader *r) {
    bool is_found = false;
    LLVMValueRef next;
    if (!LLVMGetNamedGlobal(r->module, "__wp_host_now"))
        return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                is_found |= LLVMIsACallInst(i) && resolve(r, i);
            }
    return is_found;
}
