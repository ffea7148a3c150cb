/* Inline assembly in host code may change or call what its text names, and whatever it is given. What it names is used by somebody unknown, as
 * by code that is left out (host_lost.c): the words of its text are compared with the names of functions and variables in the object
 * file. An empty text does nothing. */
#define _GNU_SOURCE
#include <string.h>

#include "llvm/host_parts.h"

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

/* Directives and macros of the assembler make names that are not there. */
static bool makes_names(const char *text, size_t length) {
    static const char *const words[] = {"\\", ".macro", ".irp", ".include", ".incbin", ".altmacro", ".rept"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(text, length, words[i], strlen(words[i])))
            return true;
    return false;
}

static void add_words(struct host_assembly *assembly, const char *text, size_t length) {
    assembly->is_open |= makes_names(text, length);
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && is_letter(text[end]))
            end++;
        if (end > at)
            map_set(&assembly->words, hash_bytes(text + at, end - at), 1);
        assembly->is_there |= end > at;
        at = end + (end == at);
    }
}

/* Without an attribute that says which memory the call touches. */
static void forget_memory(LLVMValueRef call) {
    LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("memory", 6));
}

static void read_call(LLVMValueRef call, struct host_assembly *assembly) {
    size_t length = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *text = LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : NULL;
    if (!text || length == 0)
        return;
    add_words(assembly, text, length);
    forget_memory(call);
}

void host_read_assembly(LLVMModuleRef half, struct host_assembly *assembly) {
    size_t length = 0;
    const char *text = LLVMGetModuleInlineAsm(half, &length);
    add_words(assembly, text, length);
    for (LLVMValueRef f = LLVMGetFirstFunction(half); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) || LLVMGetInstructionOpcode(i) == LLVMCallBr)
                    read_call(i, assembly);
}

bool host_is_in_assembly(const struct host_assembly *assembly, LLVMValueRef global) {
    size_t length = 0, known = 0;
    const char *name = LLVMGetValueName2(global, &length);
    while (known < length && is_letter(name[known]))
        known++;
    return assembly->is_there && (assembly->is_open || known < length || map_get(&assembly->words, hash_bytes(name, length), NULL));
}
