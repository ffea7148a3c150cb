/* Calls through a pointer become calls of a dispatcher: a function of its own that compares the
 * pointer with each candidate and calls the one that is equal. The inliner then dissolves it.
 *
 * Candidates are found through phis, selects and loads from constant tables. If nothing else can be
 * called, a dispatcher traps on null. A pointer from elsewhere, such as an argument of the kernel,
 * is compared with every function of its type whose address the file takes, where functions without a
 * body are assumed to do nothing but return some value (GPUVerify's annotations): the same is assumed
 * of any other function that the pointer may hold. */
#include <llvm-c/DebugInfo.h>

#include "llvm/decode.h"

enum { CANDIDATE_LIMIT = 32, VISIT_LIMIT = 256 };

struct candidates {
    const struct llvm_module *module;
    LLVMTypeRef type;
    LLVMValueRef functions[CANDIDATE_LIMIT];
    uint32_t count;
    bool may_be_null;
    bool may_be_other; /* a function that is not in the list */
    VEC(LLVMValueRef) visited;
};

static bool add_function(struct candidates *c, LLVMValueRef function) {
    if (LLVMGlobalGetValueType(function) != c->type) {
        return true; /* calling it would be undefined */
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->functions[i] == function) {
            return true;
        }
    }
    if (c->count == CANDIDATE_LIMIT) {
        return false;
    }
    c->functions[c->count++] = function;
    return true;
}

/* Functions anywhere in a constant initialiser. */
static bool add_table(struct candidates *c, LLVMValueRef constant, uint32_t depth) {
    if (LLVMIsAFunction(constant)) {
        return add_function(c, constant);
    }
    if (LLVMIsNull(constant) || LLVMIsUndef(constant)) {
        c->may_be_null = true;
        return true;
    }
    bool is_aggregate = LLVMIsAConstantArray(constant) || LLVMIsAConstantStruct(constant);
    if (!is_aggregate) {
        return depth > 0;
    }
    for (int i = 0; i < LLVMGetNumOperands(constant); i++) {
        if (!add_table(c, LLVMGetOperand(constant, (unsigned)i), depth + 1)) {
            return false;
        }
    }
    return true;
}

static bool is_kernel(const struct llvm_module *module, LLVMValueRef function) {
    bool found = false;
    for (uint32_t i = 0; i < module->kernels.size && !found; i++) {
        found = module->kernels.data[i].function == function;
    }
    return found;
}

/* Whether the function is used other than as the callee of a call. */
static bool is_address_taken(LLVMValueRef function) {
    bool taken = false;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && !taken; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        taken = !LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function;
    }
    return taken;
}

/* Every function of the type that a pointer may hold. */
static bool add_taken(struct candidates *c) {
    bool fits = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(c->module->module); f && fits; f = LLVMGetNextFunction(f)) {
        fits = LLVMIsDeclaration(f) || !is_address_taken(f) || add_function(c, f);
    }
    return fits;
}

static LLVMValueRef constant_table(LLVMValueRef pointer) {
    LLVMValueRef base = normalise_base_of(pointer);
    LLVMValueRef global = LLVMIsAGlobalVariable(base);
    bool is_fixed = global && LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global);
    return is_fixed ? LLVMGetInitializer(global) : NULL;
}

static bool add_callee(struct candidates *c, LLVMValueRef value) {
    for (uint32_t i = 0; i < c->visited.size; i++) {
        if (c->visited.data[i] == value) {
            return true;
        }
    }
    if (c->visited.size == VISIT_LIMIT) {
        return false;
    }
    vec_push(&c->visited, value);
    if (LLVMIsConstant(value)) {
        return (LLVMIsAFunction(value) || LLVMIsNull(value) || LLVMIsUndef(value)) && add_table(c, value, 0);
    }
    if (LLVMIsAAddrSpaceCastInst(value)) {
        return add_callee(c, LLVMGetOperand(value, 0));
    }
    if (LLVMIsAArgument(value)) { /* of another function: known once that is inlined */
        c->may_be_other = true;
        return c->module->trusts_undefined && is_kernel(c->module, LLVMGetParamParent(value)) && add_taken(c);
    }
    if (LLVMIsAPHINode(value)) {
        unsigned count = LLVMCountIncoming(value);
        for (unsigned i = 0; i < count; i++) {
            if (!add_callee(c, LLVMGetIncomingValue(value, i))) {
                return false;
            }
        }
        return true;
    }
    if (LLVMIsASelectInst(value)) {
        return add_callee(c, LLVMGetOperand(value, 1)) && add_callee(c, LLVMGetOperand(value, 2));
    }
    LLVMValueRef table = LLVMIsALoadInst(value) ? constant_table(LLVMGetOperand(value, 0)) : NULL;
    return table && add_table(c, table, 0);
}

/* Attributes of the call's argument n, such as byval, onto another call or function. */
static void copy_attributes(LLVMValueRef call, unsigned argument, LLVMValueRef to, unsigned index) {
    LLVMAttributeRef attributes[32];
    unsigned count = LLVMGetCallSiteAttributeCount(call, argument + 1);
    if (count > 32) {
        return;
    }
    LLVMGetCallSiteAttributes(call, argument + 1, attributes);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMIsAFunction(to)) {
            LLVMAddAttributeAtIndex(to, index + 1, attributes[i]);
        } else {
            LLVMAddCallSiteAttribute(to, index + 1, attributes[i]);
        }
    }
}

struct site {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef call, dispatcher;
    unsigned argument_count;
};

static void build_case(struct site *s, LLVMTypeRef type, LLVMValueRef function) {
    LLVMValueRef arguments[64];
    for (unsigned i = 0; i < s->argument_count; i++) {
        arguments[i] = LLVMGetParam(s->dispatcher, i + 1);
    }
    LLVMValueRef call = LLVMBuildCall2(s->builder, type, function, arguments, s->argument_count, "");
    for (unsigned i = 0; i < s->argument_count; i++) {
        copy_attributes(s->call, i, call, i);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(s->builder);
    } else {
        LLVMBuildRet(s->builder, call);
    }
}

static void build_trap(struct site *s) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), NULL, 0, false);
    LLVMValueRef trap = LLVMGetNamedFunction(s->module, "llvm.trap");
    if (!trap) {
        trap = LLVMAddFunction(s->module, "llvm.trap", type);
    }
    LLVMBuildCall2(s->builder, type, trap, NULL, 0, "");
    LLVMBuildUnreachable(s->builder);
}

/* The decoder knows the function by its name (calls.def). */
static void build_other(struct site *s) {
    LLVMTypeRef result = LLVMTypeOf(s->call), type = LLVMFunctionType(result, NULL, 0, false);
    LLVMValueRef function = LLVMAddFunction(s->module, "__wp_other_callee", type);
    LLVMValueRef call = LLVMBuildCall2(s->builder, type, function, NULL, 0, "");
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(s->builder);
    } else {
        LLVMBuildRet(s->builder, call);
    }
}

static void build_dispatcher(struct site *s, const struct candidates *c) {
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(s->context, s->dispatcher, "");
    for (uint32_t i = 0; i < c->count; i++) {
        LLVMPositionBuilderAtEnd(s->builder, block);
        if (i + 1 == c->count && !c->may_be_null && !c->may_be_other) {
            build_case(s, c->type, c->functions[i]);
            return;
        }
        LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(s->context, s->dispatcher, "");
        LLVMBasicBlockRef no = LLVMAppendBasicBlockInContext(s->context, s->dispatcher, "");
        LLVMValueRef callee = LLVMGetParam(s->dispatcher, 0);
        LLVMValueRef same = LLVMBuildICmp(s->builder, LLVMIntEQ, callee, c->functions[i], "");
        LLVMBuildCondBr(s->builder, same, yes, no);
        LLVMPositionBuilderAtEnd(s->builder, yes);
        build_case(s, c->type, c->functions[i]);
        block = no;
    }
    LLVMPositionBuilderAtEnd(s->builder, block);
    if (c->may_be_other) {
        build_other(s);
    } else {
        build_trap(s);
    }
}

static void replace_call(struct llvm_module *m, LLVMValueRef call, const struct candidates *c) {
    struct site s = {m->module, m->context, LLVMCreateBuilderInContext(m->context), call, NULL, 0};
    LLVMTypeRef parameters[65];
    LLVMValueRef arguments[65];
    s.argument_count = LLVMGetNumArgOperands(call);
    arguments[0] = LLVMGetCalledValue(call);
    for (unsigned i = 0; i < s.argument_count; i++) {
        arguments[i + 1] = LLVMGetOperand(call, i);
    }
    for (unsigned i = 0; i <= s.argument_count; i++) {
        parameters[i] = LLVMTypeOf(arguments[i]);
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), parameters, s.argument_count + 1, false);
    s.dispatcher = LLVMAddFunction(m->module, "__wp_dispatch", type);
    LLVMSetLinkage(s.dispatcher, LLVMInternalLinkage);
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    LLVMAddAttributeAtIndex(s.dispatcher, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(m->context, kind, 0));
    LLVMPositionBuilderBefore(s.builder, call);
    LLVMValueRef replacement = LLVMBuildCall2(s.builder, type, s.dispatcher, arguments, s.argument_count + 1, "");
    LLVMInstructionSetDebugLoc(replacement, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < s.argument_count; i++) {
        copy_attributes(call, i, replacement, i + 1);
        copy_attributes(call, i, s.dispatcher, i + 1);
    }
    build_dispatcher(&s, c);
    LLVMReplaceAllUsesWith(call, replacement);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(s.builder);
}

bool devirtualise_call(struct llvm_module *module, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee) || LLVMIsAFunction(callee) || LLVMGetNumArgOperands(call) > 64 ||
        LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call))) {
        return false;
    }
    struct candidates c = {.module = module, .type = LLVMGetCalledFunctionType(call)};
    bool is_known = add_callee(&c, callee) && c.count > 0;
    vec_release(&c.visited);
    if (is_known) {
        replace_call(module, call, &c);
    }
    return is_known;
}
