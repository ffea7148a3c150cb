/* Names of a kernel's parameters where the bitcode has none: clang drops the names of values unless told otherwise, and
 * debug information keeps those of variables. A variable of the kernel's own scope that is one of its arguments, or
 * memory into which an argument is stored, names it.
 *
 * LLVM-C cannot walk debug records, so the module is put into the form with llvm.dbg.value and llvm.dbg.declare calls meanwhile. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode.h"

enum { OPERAND_SCOPE = 0, OPERAND_NAME = 1, OPERANDS_MAX = 16 };

/* The operands of a metadata node; 0 if there are too many. */
static unsigned operands_of(LLVMValueRef node, LLVMValueRef operands[OPERANDS_MAX]) {
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count > 0 && count <= OPERANDS_MAX) {
        LLVMGetMDNodeOperands(node, operands);
        return count;
    }
    return 0;
}

/* The argument that is kept in a variable; NULL: none is. */
static LLVMValueRef stored_argument(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable && LLVMIsAArgument(LLVMGetOperand(user, 0))) {
            return LLVMGetOperand(user, 0);
        }
    }
    return NULL;
}

static void name_by(LLVMValueRef function, LLVMMetadataRef subprogram, LLVMValueRef call) {
    LLVMValueRef value[OPERANDS_MAX], variable[OPERANDS_MAX];
    size_t length;
    if (operands_of(LLVMGetOperand(call, 0), value) != 1 || !value[0]) {
        return;
    }
    LLVMValueRef argument = LLVMIsAAllocaInst(value[0]) ? stored_argument(value[0]) : value[0];
    if (!argument || !LLVMIsAArgument(argument) || LLVMGetParamParent(argument) != function) {
        return;
    }
    (void)LLVMGetValueName2(argument, &length);
    if (length > 0 || operands_of(LLVMGetOperand(call, 1), variable) <= OPERAND_NAME || !variable[OPERAND_SCOPE] || !variable[OPERAND_NAME] ||
        LLVMValueAsMetadata(variable[OPERAND_SCOPE]) != subprogram) {
        return;
    }
    unsigned size = 0;
    const char *name = LLVMGetMDString(variable[OPERAND_NAME], &size);
    if (name && size > 0) {
        LLVMSetValueName2(argument, name, size);
    }
}

static bool is_debug_call(const char *name, size_t length) {
    static const char value[] = "llvm.dbg.value", declare[] = "llvm.dbg.declare";
    return (length == sizeof value - 1 && memcmp(name, value, length) == 0) || (length == sizeof declare - 1 && memcmp(name, declare, length) == 0);
}

static bool has_unnamed(LLVMValueRef function) {
    bool has = false;
    for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p)) {
        size_t length;
        (void)LLVMGetValueName2(p, &length);
        has |= length == 0;
    }
    return has;
}

void param_names_find(struct llvm_module *module, LLVMValueRef function) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram || !has_unnamed(function)) {
        return;
    }
    LLVMSetIsNewDbgInfoFormat(module->module, false);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst)) {
            LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
            size_t length = 0;
            const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
            if (is_debug_call(name, length)) {
                name_by(function, subprogram, inst);
            }
        }
    }
    LLVMSetIsNewDbgInfoFormat(module->module, true);
}
