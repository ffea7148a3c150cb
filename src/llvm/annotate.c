/* GPUVerify's annotations whose meaning depends on where they stand.
 *
 *   __requires(e)   in a function that the kernel calls: to be proved at the call, an assertion
 *   __ensures(e)    an assertion at each return, of the function's result and of the arguments it
 *                   was given; so only what depends on the result moves to the returns
 *   __axiom(e)      a function of its own, which every kernel then calls first
 *
 * A postcondition that reads memory, or that stands behind something else that the function does,
 * stays where it is: it is asked and not judged (calls.def). A function that has a specification
 * alone (__spec_...) returns any value, and what it promises is not used. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode.h"

enum { SLICE_MAX = 64 };

static const char *callee_name(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
    return callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
}

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_result(LLVMValueRef value) {
    return starts_with(callee_name(value), "__wp_annotation_result_");
}

static bool is_other(LLVMValueRef value) {
    return starts_with(callee_name(value), "__wp_annotation_other") || starts_with(callee_name(value), "__wp_annotation_same_group");
}

/* A declaration with the type of the call's callee. */
static LLVMValueRef declared(struct llvm_module *m, LLVMValueRef call, const char *name) {
    LLVMValueRef function = LLVMGetNamedFunction(m->module, name);
    return function ? function : LLVMAddFunction(m->module, name, LLVMGetCalledFunctionType(call));
}

/* ---- postconditions ---- */

/* The condition's instructions that depend on the result, in the order in which they stand. */
struct slice {
    LLVMValueRef list[SLICE_MAX];
    uint32_t count;
    LLVMTypeRef result; /* NULL: it asks for none */
    bool has_other;     /* it speaks of another thread, which may be at another return */
};

static bool is_in(const struct slice *slice, LLVMValueRef value) {
    bool found = false;
    for (uint32_t i = 0; i < slice->count && !found; i++) {
        found = slice->list[i] == value;
    }
    return found;
}

/* What the variable that the load reads holds, if it is given one value only; or NULL. */
static LLVMValueRef only_value(LLVMValueRef load) {
    LLVMValueRef variable = LLVMGetOperand(load, 0), value = NULL;
    for (LLVMUseRef use = LLVMIsAAllocaInst(variable) ? LLVMGetFirstUse(variable) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
        if (!is_store && !LLVMIsALoadInst(user)) {
            return NULL;
        }
        if (is_store && value) {
            return NULL;
        }
        value = is_store ? LLVMGetOperand(user, 0) : value;
    }
    return value && LLVMTypeOf(value) == LLVMTypeOf(load) ? value : NULL;
}

/* Whether the value may be computed at the postcondition and used at the returns, apart from what
 * the slice gets. */
static bool add_to_slice(struct slice *slice, LLVMValueRef value, LLVMBasicBlockRef entry, bool *depends) {
    *depends = false;
    if (!LLVMIsAInstruction(value)) {
        return true;
    }
    if (is_in(slice, value)) {
        *depends = true;
        return true;
    }
    if (LLVMGetInstructionParent(value) != entry || LLVMIsAPHINode(value)) {
        return false;
    }
    bool is_call = LLVMIsACallInst(value) != NULL, is_value = true;
    if (access_log_is_query(value)) { /* of the accesses that the function makes, too */
        is_value = add_to_slice(slice, LLVMGetOperand(value, 0), entry, depends);
        is_call = true;
        *depends = true;
    } else if (is_other(value)) {
        slice->has_other = true;
        is_value = LLVMGetNumArgOperands(value) == 0 || add_to_slice(slice, LLVMGetOperand(value, 0), entry, depends);
        is_call = true;
        *depends = true;
    } else if (is_result(value)) {
        is_value = !slice->result || slice->result == LLVMTypeOf(value);
        slice->result = LLVMTypeOf(value);
        *depends = true;
    } else if (LLVMIsALoadInst(value) && only_value(value) && is_result(only_value(value))) {
        is_value = add_to_slice(slice, only_value(value), entry, depends);
        is_call = true; /* the address does not matter */
    } else if (LLVMIsALoadInst(value)) {
        return LLVMIsAAllocaInst(normalise_base_of(LLVMGetOperand(value, 0))) != NULL;
    } else if (is_call) {
        const char *name = callee_name(value);
        return call_is_pure(value) || starts_with(name, "__wp_annotation_value") || starts_with(name, "__wp_annotation_enabled");
    }
    for (int i = 0; is_value && !is_call && i < LLVMGetNumOperands(value); i++) {
        bool one = false;
        is_value = add_to_slice(slice, LLVMGetOperand(value, (unsigned)i), entry, &one);
        *depends = *depends || one;
    }
    if (is_value && *depends) {
        is_value = slice->count < SLICE_MAX;
        slice->list[is_value ? slice->count++ : 0] = value;
    }
    return is_value;
}

static bool is_argument(LLVMValueRef value) {
    return LLVMIsAArgument(LLVMIsACastInst(value) ? LLVMGetOperand(value, 0) : value) != NULL;
}

/* Nothing but annotations and arguments' way into variables stands before it. */
static bool is_at_beginning(LLVMValueRef call, LLVMBasicBlockRef entry) {
    bool plain = LLVMGetInstructionParent(call) == entry;
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); plain && i != call; i = LLVMGetNextInstruction(i)) {
        const char *name = callee_name(i);
        if (LLVMIsAStoreInst(i)) {
            plain = is_argument(LLVMGetOperand(i, 0)) || is_result(LLVMGetOperand(i, 0));
        } else if (LLVMIsACallInst(i)) {
            plain = starts_with(name, "__wp_") || access_log_is_query(i) || starts_with(name, "llvm.") || call_is_pure(i);
        }
    }
    return plain;
}

static LLVMValueRef copied(const struct slice *slice, const LLVMValueRef *copies, LLVMValueRef value) {
    for (uint32_t i = 0; i < slice->count; i++) {
        if (slice->list[i] == value) {
            return copies[i];
        }
    }
    return value;
}

static void assert_before(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef call, const struct slice *slice, LLVMValueRef end) {
    LLVMValueRef copies[SLICE_MAX], function = declared(m, call, "__wp_annotation_assert");
    LLVMPositionBuilderBefore(builder, end);
    for (uint32_t i = 0; i < slice->count; i++) {
        if (is_result(slice->list[i])) {
            copies[i] = LLVMGetOperand(end, 0);
            continue;
        }
        if (LLVMIsALoadInst(slice->list[i])) {
            copies[i] = copied(slice, copies, only_value(slice->list[i]));
            continue;
        }
        copies[i] = LLVMInstructionClone(slice->list[i]);
        for (int n = 0; n < LLVMGetNumOperands(copies[i]); n++) {
            LLVMSetOperand(copies[i], (unsigned)n, copied(slice, copies, LLVMGetOperand(copies[i], (unsigned)n)));
        }
        LLVMInsertIntoBuilder(builder, copies[i]);
    }
    LLVMValueRef arguments[] = {copied(slice, copies, LLVMGetOperand(call, 0)), LLVMGetOperand(call, 1)};
    LLVMValueRef claim = LLVMBuildCall2(builder, LLVMGetCalledFunctionType(call), function, arguments, 2, "");
    LLVMInstructionSetDebugLoc(claim, LLVMInstructionGetDebugLoc(call));
}

static bool move_to_returns(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    struct slice slice = {.count = 0};
    bool depends, any = false;
    if (!is_at_beginning(call, entry) || !add_to_slice(&slice, LLVMGetOperand(call, 0), entry, &depends)) {
        return false;
    }
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(LLVMGetBasicBlockParent(entry)));
    if (slice.result && slice.result != result) {
        return false;
    }
    uint32_t returns = 0;
    for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        returns += end && LLVMIsAReturnInst(end);
    }
    if (slice.has_other && returns > 1) {
        return false;
    }
    for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end)) {
            assert_before(m, builder, call, &slice, end);
            any = true;
        }
    }
    return any;
}

/* ---- functions ---- */

/* A function that is nothing but its specification, by its name. */
static bool is_specification(LLVMValueRef function) {
    const char *name = LLVMGetValueName2(function, &(size_t){0});
    return strstr(name, "__spec_") != NULL;
}

/* Such a function does not say what it returns: in C++ its end is not to be reached. */
static void return_any(LLVMBuilderRef builder, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAUnreachableInst(end)) {
            LLVMPositionBuilderBefore(builder, end);
            LLVMTypeKind kind = LLVMGetTypeKind(type);
            kind == LLVMVoidTypeKind ? LLVMBuildRetVoid(builder) : LLVMBuildRet(builder, LLVMGetUndef(type));
            LLVMInstructionEraseFromParent(end);
        }
    }
}

static void annotate_call(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef call, bool is_kernel, bool is_spec) {
    const char *name = callee_name(call);
    bool is_ensures = strcmp(name, "__wp_annotation_ensures") == 0;
    const char *instead = strcmp(name, "__wp_annotation_requires") == 0 && !is_kernel ? "__wp_annotation_assert"
                          : is_ensures && is_spec                                     ? "__wp_annotation_promise"
                                                                                      : NULL;
    if (instead) {
        LLVMSetOperand(call, (unsigned)LLVMGetNumArgOperands(call), declared(m, call, instead));
    } else if (is_ensures && move_to_returns(m, builder, call)) {
        LLVMInstructionEraseFromParent(call);
    }
}

static bool is_kernel_of(const struct llvm_module *m, LLVMValueRef function) {
    bool found = false;
    for (uint32_t i = 0; i < m->kernels.size && !found; i++) {
        found = m->kernels.data[i].function == function;
    }
    return found;
}

static void call_first(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef kernel, LLVMValueRef axiom) {
    LLVMMetadataRef program = LLVMGetSubprogram(kernel);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(axiom), axiom, NULL, 0, "");
    if (program) {
        LLVMInstructionSetDebugLoc(call, LLVMDIBuilderCreateDebugLocation(m->context, LLVMDISubprogramGetLine(program), 0, program, NULL));
    }
}

void annotate_functions(struct llvm_module *m, LLVMBuilderRef builder) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) {
            continue;
        }
        if (strstr(LLVMGetValueName2(f, &(size_t){0}), "__wp_axiom_")) {
            for (uint32_t i = 0; i < m->kernels.size; i++) {
                call_first(m, builder, m->kernels.data[i].function, f);
            }
            continue;
        }
        bool is_kernel = is_kernel_of(m, f), is_spec = is_specification(f);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef next;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                annotate_call(m, builder, i, is_kernel, is_spec);
            }
        }
        if (is_spec) {
            return_any(builder, f);
        }
    }
}
