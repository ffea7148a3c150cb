/* A toolkit's own host code (CUB, Thrust and what they rest on): bodies that its headers define are dropped, for it launches kernels of its own,
 * and those of the program whose address it is given. A function without a body may do anything to what it can reach. What a dropped body used of the
 * program's stays visible: a function of the program that it called is called by somebody unknown, a variable may be written by anyone. */
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

static const char attribute[] = "warpproof-library";

static void mark(struct host_reader *r, LLVMValueRef function, const char *how) {
    LLVMAttributeRef made = LLVMCreateStringAttribute(r->context, attribute, sizeof attribute - 1, how, (unsigned)strlen(how));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, made);
}

static bool is_marked(LLVMValueRef function, const char *how) {
    LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute, sizeof attribute - 1);
    unsigned length = 0;
    const char *value = found ? LLVMGetStringAttributeValue(found, &length) : "";
    return length == strlen(how) && memcmp(value, how, length) == 0;
}

bool host_is_dropped(LLVMValueRef function) {
    return is_marked(function, "dropped");
}

bool host_is_used_by_library(const struct host_reader *r, LLVMValueRef value) {
    if (LLVMIsAFunction(value))
        return is_marked(value, "calls");
    const char *name = LLVMGetValueName2(value, &(size_t){0});
    for (uint32_t i = 0; i < r->library_variables.size; i++)
        if (strcmp(r->library_variables.data[i], name) == 0)
            return true;
    return false;
}

/* The file of the toolkit that defines the function; NULL: none does. */
static const char *file_in_toolkit(struct host_reader *r, LLVMValueRef function, const char *toolkit) {
    LLVMMetadataRef subprogram = LLVMIsDeclaration(function) ? NULL : LLVMGetSubprogram(function);
    const char *file = subprogram ? location_file(r->arena, subprogram) : NULL;
    size_t length = strlen(toolkit);
    return file && strncmp(file, toolkit, length) == 0 && (file[length] == '/' || length == 0 || toolkit[length - 1] == '/') ? file : NULL;
}

/* The templates around the runtime's functions stay, which host code calls by their names. */
static bool is_left_out(struct host_reader *r, LLVMValueRef function, const char *toolkit) {
    static const char *const kept[] = {"cuda_runtime.h",       "cuda_runtime_api.h", "vector_functions.h",
                                       "vector_functions.hpp", "vector_types.h",     "driver_types.h"};
    const char *file = file_in_toolkit(r, function, toolkit), *slash = file ? strrchr(file, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof kept / sizeof *kept; i++)
        if (strcmp(slash + 1, kept[i]) == 0)
            return false;
    return file != NULL;
}

/* Seen from outside: linked in any case, under a name that no other file has. */
static void show(struct host_reader *r, LLVMValueRef global, unsigned file) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceAnyLinkage) {
        LLVMSetLinkage(global, LLVMWeakODRLinkage);
    } else if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) {
        const char *name = arena_printf(r->arena, "%s.%u", LLVMGetValueName2(global, &(size_t){0}), file);
        LLVMSetValueName2(global, name, strlen(name));
        LLVMSetLinkage(global, LLVMExternalLinkage);
    }
}

/* What the value names of the program's, through constants as well. */
static void show_used(struct host_reader *r, LLVMValueRef value, const char *toolkit, unsigned file, int depth) {
    if (LLVMIsAFunction(value)) {
        if (!LLVMIsDeclaration(value) && !host_is_used_by_library(r, value) && !file_in_toolkit(r, value, toolkit)) {
            mark(r, value, "calls");
            show(r, value, file);
        }
    } else if (LLVMIsAGlobalVariable(value)) {
        if (!LLVMIsDeclaration(value) && !LLVMIsGlobalConstant(value) && !host_is_used_by_library(r, value)) {
            show(r, value, file);
            vec_push(&r->library_variables, arena_strdup(r->arena, LLVMGetValueName2(value, &(size_t){0})));
        }
    } else if (LLVMIsAConstantExpr(value) && depth < 8) {
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            show_used(r, LLVMGetOperand(value, (unsigned)i), toolkit, file, depth + 1);
    }
}

void host_leave_library_out(struct host_reader *r, LLVMModuleRef half, const char *toolkit, unsigned file) {
    VEC(LLVMValueRef) dropped = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(half); f; f = LLVMGetNextFunction(f))
        if (is_left_out(r, f, toolkit))
            vec_push(&dropped, f);
    for (uint32_t d = 0; d < dropped.size; d++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(dropped.data[d]); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                for (int o = 0; o < LLVMGetNumOperands(i); o++)
                    show_used(r, LLVMGetOperand(i, (unsigned)o), toolkit, file, 0);
    for (uint32_t d = 0; d < dropped.size; d++) {
        mark(r, dropped.data[d], "dropped");
        LLVMSetComdat(dropped.data[d], NULL);
        LLVMSetLinkage(dropped.data[d], LLVMAvailableExternallyLinkage);
    }
    vec_release(&dropped);
}
