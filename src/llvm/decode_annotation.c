/* GPUVerify's annotations as calls: what they read, and those that are not judged here. Which call
 * stands for which annotation is said in share/warpproof/gpuverify; annotate.c moves some first. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode_call.h"

enum { USE_DEPTH = 12 };

/* Whether all that is made of the value goes into conditions of annotations; or, if they count, into
 * permissions to read, which use no value. */
static bool is_for_annotations(LLVMValueRef value, bool permissions_count, uint32_t depth) {
    if (depth == 0 || !LLVMGetFirstUse(value)) {
        return false;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user)) {
            const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &(size_t){0});
            bool is_permission = permissions_count && strcmp(name, "__wp_permission") == 0;
            if (strncmp(name, "__wp_annotation_", 16) != 0 && strcmp(name, "__wp_assume") != 0 && !is_permission) {
                return false;
            }
        } else if (LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMVoidTypeKind || LLVMIsALoadInst(user) ||
                   !is_for_annotations(user, permissions_count, depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Variables of the thread, structures that are passed by value, and constants: reading them is no
 * access that matters, and what they hold may be known. */
static bool is_own_memory(LLVMValueRef pointer) {
    LLVMValueRef base = normalise_base_of(pointer);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    if (LLVMIsAArgument(base)) {
        LLVMValueRef function = LLVMGetParamParent(base);
        unsigned index = 0;
        while (LLVMGetParam(function, index) != base) {
            index++;
        }
        return LLVMGetEnumAttributeAtIndex(function, index + 1, byval) != NULL;
    }
    return LLVMIsAAllocaInst(base) || (LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base));
}

bool annotation_reads(LLVMValueRef load) {
    return !is_own_memory(LLVMGetOperand(load, 0)) && is_for_annotations(load, false, USE_DEPTH);
}

/* Of the call's last argument. */
static const char *text_of(struct decoder *d, LLVMValueRef call) {
    const char *text = constant_text(d, LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1));
    return text ? text : "annotation";
}

void call_annotation(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    const char *text = text_of(d, call);
    span_define_unsupported(d, call, (enum unsupported_effect)imm, imm == UNSUPPORTED_IGNORED ? text : arena_printf(d->arena, "annotation %s", text));
}

/* The value of another thread; of an integer, else it is not known. */
void call_other(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) {
        call_annotation(d, call, UNSUPPORTED_VALUE, name);
        return;
    }
    (void)imm;
    value_ref value = call_argument(d, call, 0);
    struct inst inst = {.op = INST_OTHER, .type = emit_type_of(d, value), .name = text_of(d, call)};
    span_define_scalar(d, call, emit_full(d, inst, &value, 1));
}

/* Something made of the value is asked of another thread. */
static bool is_of_other(LLVMValueRef value, uint32_t depth) {
    bool is = false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && !is && depth > 0; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        is = callee && LLVMIsAFunction(callee) ? strstr(LLVMGetValueName2(callee, &(size_t){0}), "__wp_annotation_other") != NULL
                                               : LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVoidTypeKind && is_of_other(user, depth - 1);
    }
    return is;
}

/* __enabled() and __same_group; imm: the instruction. Who gets there gets there. */
void call_enabled(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    if (imm == INST_ENABLED && !is_of_other(call, USE_DEPTH)) {
        span_define_scalar(d, call, emit_constant(d, type_i1, 1));
        return;
    }
    const char *text = imm == INST_OTHER ? "__same_group" : NULL;
    span_define_scalar(d, call, emit_full(d, (struct inst){.op = (uint8_t)imm, .type = type_i1, .name = text}, NULL, 0));
}

/* Of a kernel it is what the kernel relies on; one that another kernel calls is a function. */
void call_required(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
    bool is_called = location && LLVMDILocationGetInlinedAt(location);
    call_claim(d, call, is_called ? INST_ASSERT : INST_ASSUME, name);
}

/* Nothing of the program depends on what lies behind the pointer: it is read for annotations, or
 * for a permission, which uses no value. */
static bool is_ghost(LLVMValueRef pointer, uint32_t depth) {
    bool ghost = depth > 0;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && ghost; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMOpcode opcode = LLVMIsAInstruction(user)    ? LLVMGetInstructionOpcode(user)
                            : LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user)
                                                        : LLVMRet;
        if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast) {
            ghost = is_ghost(user, depth - 1);
        } else if (opcode == LLVMCall) {
            const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &(size_t){0});
            ghost = strstr(name, "__wp_annotation_snapshot") != NULL;
        } else {
            ghost = opcode == LLVMLoad && is_for_annotations(user, true, USE_DEPTH);
        }
    }
    return ghost;
}

/* __array_snapshot(destination, source): of arrays that nothing but annotations reads. */
void call_snapshot(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    bool ghost = is_ghost(normalise_base_of(LLVMGetOperand(call, 0)), USE_DEPTH);
    span_define_unsupported(d, call, ghost ? UNSUPPORTED_IGNORED : UNSUPPORTED_MEMORY, text_of(d, call));
}
