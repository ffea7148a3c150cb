/* What memory holds when a kernel begins, where host code shows it: `cudaMemset(a, 0, bytes)`, and `cudaMemcpy(a, table, bytes)` of a
 * constant table, before the launch on every path, and nothing in between that may write the memory. What may write it: every launch (a kernel
 * may have been given its address before), every call that gets a pointer into it, or that is not known, and every store through such a
 * pointer. Nothing is told where the pointer is kept in memory that others reach, or where the program has streams that do not wait
 * for the default one, graphs, or callbacks: there the order of calls is not that of what they do. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/signature.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { TABLE_MOST = 1 << 16, POINTERS_MOST = 1000 };

struct values {
    VEC(LLVMValueRef) list;
};

static const char *callee_name(LLVMValueRef instruction) {
    bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
    LLVMValueRef callee = is_call ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
}

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Whether what a call does may happen at another time than the call. */
bool host_has_disorder(const struct host_reader *r) {
    static const char *const words[] = {"cudaGraph", "BeginCapture", "Callback", "HostFunc", "__wp_host_disorder", "cuStream"};
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        for (size_t i = 0; i < sizeof words / sizeof *words && LLVMIsDeclaration(f) && LLVMGetFirstUse(f); i++)
            if (strstr(name, words[i]))
                return true;
    }
    return false;
}

static bool has(const struct values *v, LLVMValueRef value) {
    for (uint32_t i = 0; i < v->list.size; i++)
        if (v->list.data[i] == value)
            return true;
    return false;
}

static bool is_derived(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
}

/* The pointers that are computed from the allocation; false: it may be reached in another way. */
static bool follow(struct values *pointers, LLVMValueRef allocation) {
    vec_push(&pointers->list, allocation);
    for (uint32_t i = 0; i < pointers->list.size; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointers->list.data[i];
            bool is_known =
                LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || LLVMIsAStoreInst(user);
            if (is_derived(user) && !has(pointers, user))
                vec_push(&pointers->list, user);
            if (is_kept || (!is_known && !is_derived(user)) || pointers->list.size > POINTERS_MOST)
                return false;
        }
    return true;
}

static LLVMValueRef base_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* The call only reads what it gets pointers to into the allocation, or writes other memory. */
static bool writes_elsewhere(const char *name, LLVMValueRef call, const struct values *pointers) {
    LLVMValueRef to = LLVMGetNumArgOperands(call) > 0 ? base_of(LLVMGetOperand(call, 0)) : NULL;
    bool is_copy = strcmp(name, "__wp_host_copy") == 0 || strcmp(name, "__wp_host_set") == 0 || strcmp(name, "__wp_host_fill") == 0 ||
                   begins_with(name, "llvm.memcpy.") || begins_with(name, "llvm.memset.") || begins_with(name, "llvm.memmove.");
    return is_copy && to && (host_is_allocation(to) || LLVMIsAAllocaInst(to) || LLVMIsAGlobalVariable(to)) && !has(pointers, to);
}

static bool may_write(const struct host_reader *r, LLVMValueRef i, const struct values *pointers) {
    static const char *const quiet[] = {"__wp_host_allocate", "__wp_host_status", "__wp_host_pitch", "__wp_host_free"};
    if (LLVMIsAStoreInst(i))
        return has(pointers, LLVMGetOperand(i, 1));
    if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
        return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
    const char *name = callee_name(i);
    bool gets_it = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
        gets_it |= has(pointers, LLVMGetOperand(i, k));
    for (size_t k = 0; k < sizeof quiet / sizeof *quiet; k++)
        if (strcmp(name, quiet[k]) == 0)
            return false;
    if (begins_with(name, "llvm.dbg.") || begins_with(name, "llvm.lifetime.") || strcmp(name, "llvm.assume") == 0)
        return false;
    if (writes_elsewhere(name, i, pointers))
        return false;
    bool is_plain = host_is_library_of(r, name) && !begins_with(name, "__wp") && !begins_with(name, "cu") && !begins_with(name, "llvm.mem") &&
                    !strstr(name, "thrust");
    bool only_asks = begins_with(name, "cudaGet") || begins_with(name, "cudaDeviceSynchronize") || begins_with(name, "cudaPeek") ||
                     begins_with(name, "cudaEvent") || begins_with(name, "cudaStreamSynchronize");
    return gets_it || !(is_plain || only_asks);
}

static bool is_before(LLVMValueRef first, LLVMValueRef second) {
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i))
        if (i == second)
            return true;
    return false;
}

/* Whether a path leads from the end of `from` to the launch on which `set` is not executed. */
static bool reaches(struct host_graph *g, LLVMValueRef from, LLVMValueRef set, LLVMValueRef launch) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(from), s = LLVMGetInstructionParent(set), b = LLVMGetInstructionParent(launch);
    if (a == b && from != launch && is_before(from, launch) && !(s == a && is_before(from, set) && is_before(set, launch)))
        return true;
    if ((s == a && is_before(from, set)) || (s == b && is_before(set, launch)))
        return false;
    return host_graph_reaches(g, host_graph_index(g, a), host_graph_index(g, b), HOST_GRAPH_NONE, 0, host_graph_index(g, s));
}

static bool dominates(struct host_graph *g, LLVMValueRef first, LLVMValueRef second) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(first), b = LLVMGetInstructionParent(second);
    return a == b ? is_before(first, second)
                  : !host_graph_reaches(g, HOST_GRAPH_NONE, host_graph_index(g, b), HOST_GRAPH_NONE, 0, host_graph_index(g, a));
}

/* ---- what the call wrote ---- */

static void add(struct host_launch *told, const char *text) {
    told->contents[told->content_count++] = text;
}

static bool is_unsigned(const char *type) {
    return strncmp(type, "unsigned", 8) == 0 || strcmp(type, "bool") == 0;
}

static int compare_numbers(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The elements of a constant array of integers of so many bytes; 0: it is none. */
static uint32_t table_of(struct host_reader *r, LLVMValueRef variable, uint32_t bytes, bool reads_unsigned, int64_t **elements) {
    LLVMValueRef value = LLVMIsAGlobalVariable(variable) && LLVMIsGlobalConstant(variable) ? LLVMGetInitializer(variable) : NULL;
    LLVMTypeRef type = value ? LLVMTypeOf(value) : NULL;
    bool is_array = type && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
                    LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8 * bytes;
    uint64_t count = is_array ? LLVMGetArrayLength2(type) : 0;
    if (count == 0 || count > TABLE_MOST)
        return 0;
    *elements = arena_alloc(r->arena, count * sizeof **elements);
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(value, (unsigned)i);
        if (!element || !LLVMIsAConstantInt(element))
            return 0;
        (*elements)[i] = reads_unsigned ? (int64_t)LLVMConstIntGetZExtValue(element) : LLVMConstIntGetSExtValue(element);
        if (reads_unsigned && bytes == 8 && (*elements)[i] < 0)
            return 0;
    }
    return (uint32_t)count;
}

static void tell_table(struct host_reader *r, const char *name, int64_t *elements, uint32_t count, struct host_launch *told) {
    bool is_sorted = true, is_distinct = true;
    for (uint32_t i = 1; i < count; i++)
        is_sorted &= elements[i - 1] <= elements[i];
    qsort(elements, count, sizeof *elements, compare_numbers);
    for (uint32_t i = 1; i < count; i++)
        is_distinct &= elements[i - 1] != elements[i];
    int64_t low = elements[0], high = elements[count - 1];
    if (low < -INT64_C(0x7fffffffffff) || high > INT64_C(0x7fffffffffff))
        return;
    add(told, arena_printf(r->arena, "in_range(%s, %s%" PRId64 ", %s%" PRId64 ")", name, low < 0 ? "0 - " : "", low < 0 ? -low : low,
                           high + 1 < 0 ? "0 - " : "", high + 1 < 0 ? -(high + 1) : high + 1));
    if (is_distinct)
        add(told, arena_printf(r->arena, "distinct(%s)", name));
    if (is_sorted)
        add(told, arena_printf(r->arena, "sorted(%s)", name));
}

/* The whole allocation was written by the call, with something that can be told. */
static void tell(struct host_scope *s, const struct host_kernel *kernel, const struct host_argument *argument, LLVMValueRef allocation,
                 LLVMValueRef set, struct host_launch *told) {
    struct host_reader *r = s->r;
    bool is_fill = strcmp(callee_name(set), "__wp_host_set") == 0;
    LLVMValueRef bytes = LLVMGetOperand(set, 2), size = LLVMGetOperand(allocation, 0), value = LLVMGetOperand(set, 1);
    const struct host_value *written = host_integer_known(s, bytes, true), *all = host_integer_known(s, size, true);
    bool is_whole = bytes == size || (written && all && !host_has_claim(written) && !host_has_claim(all) && host_value_is_same(written, all));
    struct signature_pointee pointee = signature_pointee(signature_type(r->arena, kernel->display, argument->param));
    if (!is_whole)
        return;
    if (is_fill) {
        if (LLVMIsAConstantInt(value) && (LLVMConstIntGetZExtValue(value) & 0xff) == 0)
            add(told, arena_printf(r->arena, "zero(%s)", argument->name));
        return;
    }
    int64_t *elements = NULL;
    bool reads_unsigned = is_unsigned(signature_type(r->arena, kernel->display, argument->param));
    uint32_t count = pointee.bytes > 0 && pointee.bytes <= 8 ? table_of(r, value, pointee.bytes, reads_unsigned, &elements) : 0;
    if (count > 0 && all->op == HOST_NUMBER && all->number == (int64_t)count * pointee.bytes)
        tell_table(r, argument->name, elements, count, told);
}

void host_read_contents(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef launch, uint32_t index, struct host_launch *told) {
    const struct host_argument *argument = &told->arguments[index];
    LLVMValueRef allocation = LLVMGetOperand(launch, HOST_LAUNCH_VALUES + index),
                 function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch));
    struct values pointers = {0}, sets = {0};
    struct arena scratch;
    if (!argument->is_pointer || !*argument->name || strchr(argument->name, '.') || !LLVMIsAInstruction(allocation) ||
        strcmp(callee_name(allocation), "__wp_host_allocate") != 0 || LLVMGetBasicBlockParent(LLVMGetInstructionParent(allocation)) != function)
        return;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, function);
    bool is_followed = follow(&pointers, allocation);
    for (LLVMUseRef u = is_followed ? LLVMGetFirstUse(allocation) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const char *name = callee_name(user);
        bool is_set = strcmp(name, "__wp_host_set") == 0 || strcmp(name, "__wp_host_copy") == 0;
        if (is_set && LLVMGetOperand(user, 0) == allocation && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function &&
            dominates(&g, user, launch))
            vec_push(&sets.list, user);
    }
    for (uint32_t i = 0; i < sets.list.size; i++) {
        bool is_last = true;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && is_last; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef at = LLVMGetFirstInstruction(b); at && is_last; at = LLVMGetNextInstruction(at))
                is_last = at == sets.list.data[i] || !may_write(s->r, at, &pointers) || !reaches(&g, at, sets.list.data[i], launch);
        if (is_last)
            tell(s, kernel, argument, allocation, sets.list.data[i], told);
    }
    vec_release(&pointers.list);
    vec_release(&sets.list);
    arena_release(&scratch);
}
