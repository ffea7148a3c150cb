/* Variables of the device in host halves: clang gives the host a variable without a value in place of each, whose address stands for it
 * in calls of the runtime. `__constant__` and `__managed__` are told by an annotation of the bundled headers (share/warpproof/cuda/__wp/qualifiers.h). Where files are compiled for the device one by
 * one, each has variables of its own for names that several may define: static and inline ones. */
#include <llvm-c/Comdat.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

static const char constant_word[] = "__wp_constant", managed_word[] = "__wp_managed";

static uint64_t name_key(LLVMValueRef global) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(global, &length);
    return hash_bytes(name, length);
}

static void add_kind(struct host_reader *r, LLVMValueRef global, uint32_t kind) {
    uint32_t known = 0;
    map_get(&r->variables, name_key(global), &known);
    map_set(&r->variables, name_key(global), known | kind);
}

static bool is_word(LLVMValueRef text, const char *wanted) {
    LLVMValueRef value = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    size_t length = 0;
    const char *word = value && LLVMIsAConstantDataSequential(value) && LLVMIsConstantString(value) ? LLVMGetAsString(value, &length) : NULL;
    return word && length == strlen(wanted) + 1 && strcmp(word, wanted) == 0;
}

/* The list of annotations would be a use of each variable. */
static void read_annotations(struct host_reader *r, LLVMModuleRef half) {
    LLVMValueRef list = LLVMGetNamedGlobal(half, "llvm.global.annotations"), all = list ? LLVMGetInitializer(list) : NULL;
    for (int i = 0; all && LLVMIsAConstantArray(all) && i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef one = LLVMGetOperand(all, (unsigned)i);
        if (LLVMGetNumOperands(one) < 2)
            continue;
        if (is_word(LLVMGetOperand(one, 1), constant_word))
            add_kind(r, LLVMGetOperand(one, 0), HOST_VARIABLE_CONSTANT);
        if (is_word(LLVMGetOperand(one, 1), managed_word))
            add_kind(r, LLVMGetOperand(one, 0), HOST_VARIABLE_MANAGED);
    }
    if (list)
        LLVMDeleteGlobal(list);
}

void host_note_variables(struct host_reader *r, LLVMModuleRef half) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(half); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef value = LLVMGetInitializer(g);
        if (!value || !LLVMIsUndef(value))
            continue;
        vec_push(&r->variable_names, arena_strdup(r->arena, LLVMGetValueName2(g, &(size_t){0})));
        add_kind(r, g, HOST_VARIABLE_ANY | (LLVMGetLinkage(g) == LLVMExternalLinkage ? 0 : HOST_VARIABLE_OWN));
        LLVMSetComdat(g, NULL);
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        LLVMSetLinkage(g, LLVMExternalLinkage);
        LLVMSetInitializer(g, NULL);
        LLVMSetGlobalConstant(g, false);
    }
    read_annotations(r, half);
}

uint32_t host_named_kind(const struct host_reader *r, const char *name) {
    uint32_t kind = 0;
    map_get(&r->variables, hash_bytes(name, strlen(name)), &kind);
    return (kind & HOST_VARIABLE_ANY) && (!(kind & HOST_VARIABLE_OWN) || r->halves == 1) ? kind : 0;
}

uint32_t host_variable_kind(const struct host_reader *r, LLVMValueRef global) {
    return host_named_kind(r, LLVMGetValueName2(global, &(size_t){0}));
}

bool host_is_variable(const struct host_reader *r, LLVMValueRef global) {
    uint32_t kind = 0;
    map_get(&r->variables, name_key(global), &kind);
    return (kind & HOST_VARIABLE_ANY) != 0;
}

/* Copies of the runtime to and from variables, and its list of them. */
static bool only_copies(LLVMValueRef user) {
    static const char *const starts[] = {"cudaMemcpy",
                                         "_Z18cudaMemcpyToSymbolI",
                                         "_Z23cudaMemcpyToSymbolAsyncI",
                                         "_Z20cudaMemcpyFromSymbolI",
                                         "_Z25cudaMemcpyFromSymbolAsyncI",
                                         "_Z17cudaGetSymbolSizeI",
                                         "cudaGetSymbolSize",
                                         "__cudaRegisterVar",
                                         "__wp_host_to_variable",
                                         "__wp_host_copy"};
    bool is_call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user), is_copy = false;
    LLVMValueRef callee = is_call ? LLVMGetCalledValue(user) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        is_copy |= strncmp(name, starts[i], strlen(starts[i])) == 0;
    return is_copy;
}

bool host_variable_escapes(LLVMValueRef global) {
    bool escapes = false;
    for (LLVMUseRef use = LLVMGetFirstUse(global); use && !escapes; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_memory = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != global);
        escapes = !is_memory && !only_copies(user);
    }
    return escapes;
}
