/* Whether host code may write members of a struct that facts of its type name: the function that reads them, and those with a body that it calls,
 * through pointers as well. Functions without a body do not: the facts say so.
 *
 * A store of a number reaches such a member if it has the member's size, and nothing shows that it goes elsewhere: to a local variable or to
 * memory whose type debug information tells, a struct that neither is in the one nor has it in itself, or a number of another kind. C++ lets
 * nobody write a struct as if it were another one. */
#include <string.h>

#include "kernel/kernel.h"
#include "llvm/decode.h"
#include "llvm/host_parts.h"

struct writes {
    struct host_reader *r;
    const struct host_type *type;
    uint32_t sizes; /* bit s: a member that facts name has s bytes */
    struct map seen;
    VEC(LLVMValueRef) functions;
};

static void add_function(struct writes *w, LLVMValueRef function) {
    if (LLVMIsDeclaration(function) || map_get(&w->seen, key_of(function), NULL))
        return;
    map_set(&w->seen, key_of(function), 1);
    vec_push(&w->functions, function);
}

/* Each function whose address is more than called. */
static void add_all_addressed(struct writes *w) {
    for (LLVMValueRef f = LLVMGetFirstFunction(w->r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
            if (!is_call || LLVMGetCalledValue(user) != f)
                add_function(w, f);
        }
}

/* The one is the other, or is in it. */
static bool are_related(const struct host_type *a, const struct host_type *b) {
    bool are = !*a->name || !*b->name || a->is_cut || b->is_cut;
    for (uint32_t i = 0; i < a->struct_count; i++)
        are |= strcmp(a->structs[i].type, b->name) == 0;
    for (uint32_t i = 0; i < b->struct_count; i++)
        are |= strcmp(b->structs[i].type, a->name) == 0;
    return are;
}

/* Memory that a function which is called has just allocated: what it writes there is the struct's first value. */
static bool is_fresh(const struct writes *w, LLVMValueRef pointer) {
    static const char *const allocators[] = {"_Znwm", "_Znam", "malloc", "calloc"};
    const char *name = LLVMIsACallInst(pointer) || LLVMIsAInvokeInst(pointer) ? host_callee_name(pointer) : "";
    bool is_allocator = false;
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        is_allocator |= strcmp(name, allocators[i]) == 0;
    return is_allocator && LLVMGetBasicBlockParent(LLVMGetInstructionParent(pointer)) != w->functions.data[0];
}

/* `bytes` of a number, 0: any number of bytes of any kind. */
static bool reaches(const struct writes *w, LLVMValueRef pointer, uint32_t bytes) {
    bool is_size = bytes == 0 || (bytes < 32 && (w->sizes >> bytes & 1));
    while (LLVMIsAGetElementPtrInst(pointer) || (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    if (is_fresh(w, pointer))
        return false;
    const bool is_local = LLVMIsAAllocaInst(pointer) != NULL, is_global = LLVMIsAGlobalVariable(pointer) != NULL;
    const struct host_type *to = is_local || is_global ? NULL : host_type_behind(w->r, pointer);
    if (is_global && strncmp(LLVMGetValueName2(pointer, &(size_t){0}), "__wp_", 5) == 0)
        return false;
    if (is_local || is_global) {
        LLVMTypeRef type = is_local ? LLVMGetAllocatedType(pointer) : LLVMGlobalGetValueType(pointer);
        while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
            type = LLVMGetElementType(type);
        return is_size && LLVMGetTypeKind(type) == LLVMStructTypeKind && host_may_be_struct(w->r, type, w->type);
    }
    return is_size && (!to || are_related(to, w->type));
}

/* Passes store an integer's bits as a floating-point number where they come from one. */
static bool store_reaches(const struct writes *w, LLVMValueRef pointer, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool is_scalar = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    return kind != LLVMPointerTypeKind && reaches(w, pointer, is_scalar ? (uint32_t)LLVMABISizeOfType(w->r->layout, type) : 0);
}

static bool call_reaches(struct writes *w, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = host_callee_name(call);
    bool is_copy = strncmp(name, "llvm.mem", 8) == 0 || strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0 || strcmp(name, "memset") == 0;
    if (LLVMIsAInlineAsm(callee))
        return true;
    if (is_copy)
        return reaches(w, LLVMGetOperand(call, 0), 0);
    if (LLVMIsAFunction(callee))
        add_function(w, callee);
    else
        add_all_addressed(w);
    return false;
}

static bool instruction_reaches(struct writes *w, LLVMValueRef i) {
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMStore: return store_reaches(w, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)));
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return store_reaches(w, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)));
    case LLVMCall:
    case LLVMInvoke: return call_reaches(w, i);
    default: return false;
    }
}

bool host_may_write_members(struct host_reader *r, LLVMValueRef function, const struct host_type *type, uint32_t sizes) {
    const uint64_t key = hash_mix(hash_mix(key_of(function), key_of(type)), sizes);
    uint32_t known;
    if (map_get(&r->written, key, &known))
        return known != 0;
    struct writes w = {.r = r, .type = type, .sizes = sizes};
    bool may = false;
    add_function(&w, function);
    for (uint32_t k = 0; k < w.functions.size && !may; k++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w.functions.data[k]); b && !may; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !may; i = LLVMGetNextInstruction(i))
                may = instruction_reaches(&w, i);
    vec_release(&w.functions);
    map_release(&w.seen);
    map_set(&r->written, key, may);
    return may;
}
