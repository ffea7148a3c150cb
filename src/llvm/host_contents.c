/* What memory holds when a kernel begins, where host code shows it: `cudaMemset(a, 0, bytes)`, `cudaMemcpy(a, from, bytes)` of a constant
 * table or of memory of which that is known, and stores of the host to memory that devices see (host_fill.c), before the launch on every
 * path, and nothing in between that may write the memory. What may write it: every launch (a kernel
 * may have been given its address before), every call that gets a pointer into it, or that is not known, and every store through such a
 * pointer; memory of the host of which no call keeps a pointer is written by calls that get one only. Nothing is told where the pointer is kept in memory that others reach, or where the program has streams that do not wait
 * for the default one, graphs, or callbacks: there the order of calls is not that of what they do. Stores of the host do not wait for
 * kernels: they count only where no call before them gets the memory that devices see. */
#include <string.h>

#include "kernel/signature.h"
#include "llvm/host_fill.h"
#include "llvm/unset.h"

enum { TABLE_MOST = 1 << 16, POINTERS_MOST = 1000, CELLS_MOST = 64, COPIES_MOST = 4, CONTENTS_MOST = 4 + HOST_FILL_ELEMENTS };

struct values {
    VEC(LLVMValueRef) list;
    bool is_private;               /* of pointers: no call keeps one */
    bool is_kept;                  /* of memory of the host: devices may have got it by such a call */
    bool is_variable, is_constant; /* of the device; kernels do not write it */
};

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
    return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
           (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
}

/* Whether what the value was in an earlier round may be chosen: the choice stands before it, at the head of a loop around both. Elsewhere
   every path from the value to a use of the choice leads through the choice again. */
static bool is_from_before(LLVMValueRef phi, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && host_graph_dominates(LLVMGetInstructionParent(phi), LLVMGetInstructionParent(value));
}

LLVMValueRef host_beside_null(LLVMValueRef pointer) {
    LLVMValueRef found = NULL;
    for (unsigned i = 0; LLVMIsAPHINode(pointer) && i < LLVMCountIncoming(pointer); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(pointer, i);
        if (LLVMIsAConstantPointerNull(value) || value == found)
            continue;
        if (found || value == pointer)
            return pointer;
        found = value;
    }
    return found && !is_from_before(pointer, found) ? found : pointer;
}

/* The number of a pointer, of which only differences and comparisons are made. */
static bool is_measured(LLVMValueRef user) {
    bool is_number = LLVMIsAPtrToIntInst(user) != NULL;
    for (LLVMUseRef u = is_number ? LLVMGetFirstUse(user) : NULL; u && is_number; u = LLVMGetNextUse(u)) {
        LLVMValueRef by = LLVMGetUser(u);
        is_number = LLVMIsAICmpInst(by) || (LLVMIsAInstruction(by) && LLVMGetInstructionOpcode(by) == LLVMSub &&
                                            LLVMIsAPtrToIntInst(LLVMGetOperand(by, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(by, 1)));
    }
    return is_number;
}

/* Nothing but constants that nobody uses. */
static bool is_unused(LLVMValueRef user) {
    bool is_left = LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user);
    for (LLVMUseRef u = is_left ? LLVMGetFirstUse(user) : NULL; u && is_left; u = LLVMGetNextUse(u))
        is_left = is_unused(LLVMGetUser(u));
    return is_left;
}

/* The pointers that are computed from the allocation, or variable, in the function; false: it may be reached in another way. */
static bool follow(struct values *pointers, LLVMValueRef allocation, LLVMValueRef function) {
    vec_push(&pointers->list, allocation);
    pointers->is_private = LLVMIsAAllocaInst(allocation) || (host_is_allocation(allocation) && !begins_with(host_callee_name(allocation), "__wp"));
    for (uint32_t i = 0; i < pointers->list.size; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_unused(user))
                continue;
            bool is_kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointers->list.data[i];
            if (LLVMIsAInstruction(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != function)
                return false;
            bool is_known = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
                            LLVMIsAStoreInst(user) || is_measured(user);
            if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))
                pointers->is_private &= host_keeps_nothing(user, pointers->list.data[i]);
            if (is_derived(user) && !has(pointers, user))
                vec_push(&pointers->list, user);
            if (is_kept || (!is_known && !is_derived(user)) || pointers->list.size > POINTERS_MOST)
                return false;
        }
    return true;
}

LLVMValueRef host_base_of(LLVMValueRef pointer) {
    for (LLVMValueRef last = NULL; pointer != last;) {
        last = pointer;
        bool is_step = LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
                       (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
        pointer = host_beside_null(is_step ? LLVMGetOperand(pointer, 0) : pointer);
    }
    return pointer;
}

/* A pointer to such memory is not computed from pointers into other memory. */
static bool is_own(LLVMValueRef base) {
    return host_is_allocation(base) || LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base);
}

/* The call only reads what it gets pointers to into the allocation, or writes other memory. */
static bool writes_elsewhere(const char *name, LLVMValueRef call, const struct values *pointers) {
    LLVMValueRef to = LLVMGetNumArgOperands(call) > 0 ? host_base_of(LLVMGetOperand(call, 0)) : NULL;
    if (strcmp(name, "__wp_host_to_variable") == 0)
        return !has(pointers, to) && !has(pointers, LLVMGetOperand(call, 0)) && (LLVMIsAGlobalVariable(to) || !pointers->is_variable);
    bool is_copy = strcmp(name, "__wp_host_copy") == 0 || strcmp(name, "__wp_host_set") == 0 || strcmp(name, "__wp_host_fill") == 0 ||
                   begins_with(name, "llvm.memcpy.") || begins_with(name, "llvm.memset.") || begins_with(name, "llvm.memmove.");
    return is_copy && to && is_own(to) && !has(pointers, to);
}

static bool may_write(const struct host_reader *r, LLVMValueRef i, const struct values *pointers) {
    static const char *const quiet[] = {"__wp_host_allocate", "__wp_host_status", "__wp_host_pitch", "__wp_host_free", "__wp_host_texture"};
    if (LLVMIsAStoreInst(i)) /* a pointer that a call has kept may come back */
        return has(pointers, LLVMGetOperand(i, 1)) || (!pointers->is_private && !is_own(host_base_of(LLVMGetOperand(i, 1))));
    if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
        return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
    const char *name = host_callee_name(i);
    bool gets_it = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
        gets_it |= has(pointers, LLVMGetOperand(i, k));
    for (size_t k = 0; k < sizeof quiet / sizeof *quiet; k++)
        if (strcmp(name, quiet[k]) == 0)
            return false;
    if (!gets_it && (pointers->is_private || (pointers->is_constant && strcmp(name, host_launch_name) == 0)))
        return false;
    if (begins_with(name, "llvm.dbg.") || begins_with(name, "llvm.lifetime.") || strcmp(name, "llvm.assume") == 0 || unset_is(i))
        return false;
    if (writes_elsewhere(name, i, pointers))
        return false;
    bool is_plain = host_is_library_of(r, name) && !begins_with(name, "__wp") && !begins_with(name, "cu") && !begins_with(name, "llvm.mem") &&
                    !strstr(name, "thrust");
    bool only_asks = begins_with(name, "cudaGet") || begins_with(name, "cudaDeviceSynchronize") || begins_with(name, "cudaPeek") ||
                     begins_with(name, "cudaEvent") || begins_with(name, "cudaStreamSynchronize");
    return gets_it || !(is_plain || only_asks);
}

bool host_may_write_variables(const struct host_reader *r, LLVMValueRef instruction) {
    const struct values none = {.is_variable = true};
    return may_write(r, instruction, &none);
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

/* ---- what was written ---- */

/* One launch, and the type of the elements that are asked about. */
struct question {
    struct host_scope *s;
    struct host_graph *g;
    uint32_t element_bytes;
    bool is_integer, reads_unsigned;
};

struct written {
    struct host_filled filled;
    LLVMValueRef bytes; /* how many were written; NULL: as `filled` says */
};

static bool contents_of(struct question *q, LLVMValueRef base, LLVMValueRef at, int depth, struct written *out);

static const struct host_value *elements_of(struct question *q, LLVMValueRef bytes) {
    const struct host_value *v = host_integer_known(q->s, bytes, true);
    const int64_t size = q->element_bytes;
    struct arena *arena = q->s->r->arena;
    if (!v || size == 0 || host_has_claim(v))
        return NULL;
    if (v->op == HOST_NUMBER)
        return host_number(arena, v->number / size);
    if (size > 1 && (v->op != HOST_MUL || v->b->op != HOST_NUMBER || v->b->number % size != 0))
        return NULL;
    return size == 1 ? v : host_combine(arena, HOST_MUL, v->a, host_number(arena, v->b->number / size));
}

/* The elements of a constant array of integers; 0: it is none. */
static uint32_t table_of(struct question *q, LLVMValueRef variable, int64_t **elements) {
    LLVMValueRef value = LLVMIsAGlobalVariable(variable) && LLVMIsGlobalConstant(variable) ? LLVMGetInitializer(variable) : NULL;
    LLVMTypeRef type = value ? LLVMTypeOf(value) : NULL;
    bool is_array = type && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
                    LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8 * q->element_bytes;
    uint64_t count = is_array ? LLVMGetArrayLength2(type) : 0;
    if (count == 0 || count > TABLE_MOST)
        return 0;
    *elements = arena_alloc(q->s->r->arena, count * sizeof **elements);
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(value, (unsigned)i);
        if (!element || !LLVMIsAConstantInt(element))
            return 0;
        (*elements)[i] = q->reads_unsigned ? (int64_t)LLVMConstIntGetZExtValue(element) : LLVMConstIntGetSExtValue(element);
        if (q->reads_unsigned && q->element_bytes == 8 && (*elements)[i] < 0)
            return 0;
    }
    return (uint32_t)count;
}

/* Whether nothing between the last execution of `set` and `at` may write the memory, but the stores `own`. */
static bool is_last(struct question *q, const struct values *pointers, LLVMValueRef set, LLVMValueRef at, const struct values *own) {
    for (uint32_t b = 0; b < q->g->count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(q->g->blocks[b]); i; i = LLVMGetNextInstruction(i))
            if (i != set && !has(own, i) && may_write(q->s->r, i, pointers) && reaches(q->g, i, set, at))
                return false;
    return true;
}

/* Whether a call that gets the memory may come before, of a variable, and of memory that a call keeps, a launch of any kernel: a device may still
   be using it. */
static bool is_used_before(struct question *q, const struct values *pointers, LLVMValueRef before) {
    static const char *const quiet[] = {"__wp_host_allocate", "__wp_host_status",         "llvm.lifetime.start", "llvm.dbg",
                                        "cudaHostRegister",   "cudaHostGetDevicePointer", "cuMemHostRegister"};
    for (uint32_t b = 0; b < q->g->count && (pointers->is_variable || pointers->is_kept); b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(q->g->blocks[b]); i; i = LLVMGetNextInstruction(i))
            if (!LLVMIsAStoreInst(i) && may_write(q->s->r, i, pointers) && host_graph_comes_before(q->g, i, before))
                return true;
    for (uint32_t p = 0; p < pointers->list.size; p++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[p]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
            for (size_t k = 0; k < sizeof quiet / sizeof *quiet && is_call; k++)
                is_call = !begins_with(host_callee_name(user), quiet[k]);
            if (is_call && host_graph_comes_before(q->g, user, before))
                return true;
        }
    return false;
}

/* Stores of a loop. */
static bool read_loops(struct question *q, const struct values *pointers, LLVMValueRef base, LLVMValueRef at, bool is_visible, struct written *out) {
    for (uint32_t p = 0; p < pointers->list.size; p++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[p]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef store = LLVMGetUser(u);
            struct values own = {0};
            struct host_fill fill;
            if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 1) != pointers->list.data[p] ||
                !host_read_fill(q->s, q->g, store, at, base, q->element_bytes, q->reads_unsigned, &fill) || !dominates(q->g, fill.before, at))
                continue;
            vec_push(&own.list, store);
            bool is_read = is_last(q, pointers, fill.before, at, &own) && !(is_visible && is_used_before(q, pointers, fill.before));
            vec_release(&own.list);
            if (is_read) {
                *out = (struct written){.filled = fill.filled};
                return true;
            }
        }
    return false;
}

/* The element that a store writes; UINT32_MAX: none of them alone. */
static uint32_t cell_of(struct question *q, LLVMValueRef base, LLVMValueRef store) {
    const struct host_target to = host_target_of(q->s, LLVMGetOperand(store, 1));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    bool is_element = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8 * q->element_bytes && !LLVMGetVolatile(store);
    bool is_cell = is_element && host_beside_null(to.base) == base && to.offset && to.offset->op == HOST_NUMBER && to.offset->number >= 0 &&
                   to.offset->number % q->element_bytes == 0 && to.offset->number / q->element_bytes < CELLS_MOST;
    return is_cell ? (uint32_t)(to.offset->number / q->element_bytes) : UINT32_MAX;
}

/* Stores to single elements: numbers, or one value. */
static bool read_cells(struct question *q, const struct values *pointers, LLVMValueRef base, LLVMValueRef at, bool is_visible, struct written *out) {
    LLVMValueRef cells[CELLS_MOST] = {0};
    int64_t elements[CELLS_MOST];
    struct values own = {0};
    uint32_t count = 0;
    bool is_found = true;
    for (uint32_t p = 0; p < pointers->list.size; p++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[p]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef store = LLVMGetUser(u);
            bool is_store = LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == pointers->list.data[p];
            uint32_t cell = is_store ? cell_of(q, base, store) : UINT32_MAX;
            if (cell == UINT32_MAX)
                continue;
            is_found &= !cells[cell]; /* one store for each */
            cells[cell] = store;
            vec_push(&own.list, store);
        }
    while (count < CELLS_MOST && cells[count])
        count++;
    for (uint32_t i = 0; i < count && is_found; i++) {
        const struct host_value *v = host_integer_known(q->s, LLVMGetOperand(cells[i], 0), !q->reads_unsigned);
        is_found = v && !host_has_claim(v) && (v->op == HOST_NUMBER || count == 1) && dominates(q->g, cells[i], at) &&
                   is_last(q, pointers, cells[i], at, &own) && !(is_visible && is_used_before(q, pointers, cells[i]));
        elements[i] = is_found && v->op == HOST_NUMBER ? v->number : 0;
        if (is_found && v->op != HOST_NUMBER)
            *out = (struct written){.filled = {.count = host_number(q->s->r->arena, 1),
                                               .low = v,
                                               .high = host_combine(q->s->r->arena, HOST_ADD, v, host_number(q->s->r->arena, 1))}};
        else if (is_found && i + 1 == count)
            *out = (struct written){.filled = host_fill_of_numbers(q->s->r, elements, count)};
    }
    vec_release(&own.list);
    return is_found && count > 0;
}

static bool covers(struct question *q, const struct written *w, LLVMValueRef bytes) {
    const struct host_value *asked = elements_of(q, bytes), *count = w->filled.count;
    bool is_more = asked && count && asked->op == HOST_NUMBER && count->op == HOST_NUMBER && count->number >= asked->number;
    return (w->bytes && w->bytes == bytes) || is_more || (asked && count && host_value_is_same(asked, count));
}

/* What elements of bytes that are all `byte` are; false: no number of 64 bits. */
static bool repeated(const struct question *q, uint64_t byte, int64_t *value) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < q->element_bytes; i++)
        bits = bits << 8 | byte;
    bool is_negative = !q->reads_unsigned && q->element_bytes < 8 && byte >> 7;
    *value = is_negative ? (int64_t)(bits - (UINT64_C(1) << (8 * q->element_bytes))) : (int64_t)bits;
    return q->is_integer && q->element_bytes <= 8 && (!q->reads_unsigned || *value >= 0) && *value < INT64_MAX;
}

static struct host_filled filled_with(const struct question *q, LLVMValueRef byte) {
    struct host_filled filled = {.is_zero = LLVMIsAConstantInt(byte) && (LLVMConstIntGetZExtValue(byte) & 0xff) == 0};
    int64_t value;
    if (LLVMIsAConstantInt(byte) && !filled.is_zero && repeated(q, LLVMConstIntGetZExtValue(byte) & 0xff, &value)) {
        filled.low = host_number(q->s->r->arena, value);
        filled.high = host_number(q->s->r->arena, value + 1);
    }
    return filled;
}

/* What a fill or a copy leaves. */
static bool read_set(struct question *q, LLVMValueRef set, int depth, struct written *out) {
    const char *name = host_callee_name(set);
    LLVMValueRef value = LLVMGetOperand(set, 1), bytes = LLVMGetOperand(set, 2);
    bool is_fill = strcmp(name, "__wp_host_set") == 0 || begins_with(name, "llvm.memset.");
    struct written from = {0};
    if (is_fill) {
        *out = (struct written){.filled = filled_with(q, value)};
    } else {
        if (q->element_bytes == 0 || depth >= COPIES_MOST || !contents_of(q, value, set, depth + 1, &from) || !covers(q, &from, bytes))
            return false;
        *out = from;
    }
    out->bytes = bytes;
    out->filled.count = elements_of(q, bytes);
    return true;
}

static bool is_set(LLVMValueRef user) {
    static const char *const names[] = {"__wp_host_set", "__wp_host_copy", "__wp_host_to_variable", "llvm.memset.", "llvm.memcpy."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins_with(host_callee_name(user), names[i]))
            return true;
    return false;
}

/* Fills and copies. */
static bool read_sets(struct question *q, const struct values *pointers, LLVMValueRef base, LLVMValueRef at, int depth, struct written *out) {
    const struct values none = {0};
    for (uint32_t p = 0; p < pointers->list.size; p++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers->list.data[p]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef set = LLVMGetUser(u);
            if (is_set(set) && LLVMGetOperand(set, 0) == pointers->list.data[p] && host_beside_null(pointers->list.data[p]) == base &&
                dominates(q->g, set, at) && is_last(q, pointers, set, at, &none) && read_set(q, set, depth, out))
                return true;
        }
    return false;
}

/* What the memory at `base` holds at the instruction. */
static bool contents_of(struct question *q, LLVMValueRef base, LLVMValueRef at, int depth, struct written *out) {
    struct values pointers = {0};
    int64_t *elements = NULL;
    uint32_t count = q->is_integer ? table_of(q, base, &elements) : 0;
    base = host_beside_null(base);
    if (count > 0) {
        *out = (struct written){.filled = host_fill_of_numbers(q->s->r, elements, count)};
        return true;
    }
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    bool is_visible = LLVMIsAInstruction(base) && strcmp(host_callee_name(base), "__wp_host_allocate") == 0;
    bool is_memory = LLVMIsAInstruction(base) && (host_is_allocation(base) || LLVMIsAAllocaInst(base)) &&
                     LLVMGetBasicBlockParent(LLVMGetInstructionParent(base)) == function;
    uint32_t variable = LLVMIsAGlobalVariable(base) ? host_variable_kind(q->s->r, base) : 0;
    pointers.is_variable = variable != 0;
    pointers.is_constant = variable & HOST_VARIABLE_CONSTANT;
    bool is_managed = variable & HOST_VARIABLE_MANAGED; /* stores of the host are of the device's variable */
    bool is_read = (is_memory || variable) && follow(&pointers, base, function);
    pointers.is_kept = is_memory && !is_visible && !pointers.is_private; /* registered, or given to a kernel as it is */
    is_visible |= is_managed || pointers.is_kept;
    is_read = is_read && (read_sets(q, &pointers, base, at, depth, out) ||
                          ((is_memory || is_managed) && q->is_integer &&
                           (read_loops(q, &pointers, base, at, is_visible, out) || read_cells(q, &pointers, base, at, is_visible, out))));
    vec_release(&pointers.list);
    return is_read;
}

/* ---- what is told ---- */

static bool is_unsigned(const char *type) {
    return strncmp(type, "unsigned", 8) == 0 || strncmp(type, "bool", 4) == 0;
}

static void add(struct host_launch *told, struct host_content content) {
    told->contents[told->content_count++] = content;
}

static void tell(struct arena *arena, const char *name, const struct host_filled *filled, bool is_whole, struct host_launch *told) {
    struct host_content content = {.name = name, .count = is_whole ? NULL : filled->count};
    const struct {
        enum host_content_kind kind;
        bool holds;
    } all[] = {{HOST_ZERO, filled->is_zero},
               {HOST_IN_RANGE, !filled->is_zero && filled->low && filled->high},
               {HOST_DISTINCT, filled->is_distinct && !filled->is_zero},
               {HOST_INCREASING, filled->is_increasing && !filled->is_zero},
               {HOST_SORTED, filled->is_sorted && !filled->is_increasing && !filled->is_zero}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        content.kind = all[i].kind;
        content.low = content.kind == HOST_IN_RANGE ? filled->low : NULL;
        content.high = content.kind == HOST_IN_RANGE ? filled->high : NULL;
        if (all[i].holds)
            add(told, content);
    }
    content.kind = HOST_IN_RANGE;
    for (int64_t i = 0; filled->elements && !filled->is_zero && filled->count && i < filled->count->number && i < HOST_FILL_ELEMENTS; i++) {
        content.low = host_number(arena, filled->elements[i]);
        content.high = host_number(arena, filled->elements[i] + 1);
        content.first = host_number(arena, i);
        content.count = host_number(arena, i + 1);
        add(told, content);
    }
}

/* It is made of a number that host code computes in a way which is not followed. */
static bool is_unfollowed(const struct host_reader *r, const struct host_value *v) {
    return v && (v->op == HOST_SYMBOL ? !r->code->symbols.data[v->symbol].is_input : is_unfollowed(r, v->a) || is_unfollowed(r, v->b));
}

/* `size`: bytes of the whole array. */
static void tell_array(struct question *q, LLVMValueRef base, LLVMValueRef launch, const char *name, LLVMValueRef size_value,
                       const struct host_value *size, struct host_launch *told) {
    struct written w = {0};
    if (!contents_of(q, base, launch, 0, &w)) {
        if (host_is_made(q->s->r, base))
            told->summaries[told->summary_count++] = name;
        return;
    }
    const struct host_value *bytes = w.bytes ? host_integer_known(q->s, w.bytes, true) : NULL;
    if (!w.bytes && w.filled.count && q->element_bytes > 0)
        bytes = host_combine(q->s->r->arena, HOST_MUL, w.filled.count, host_number(q->s->r->arena, q->element_bytes));
    bool is_same = bytes && size && !host_has_claim(bytes) && !host_has_claim(size) && host_value_is_same(bytes, size);
    bool is_whole = is_same || (w.bytes && w.bytes == size_value);
    w.filled.is_summary |= is_unfollowed(q->s->r, w.filled.low) || is_unfollowed(q->s->r, w.filled.high);
    if (w.filled.is_summary && (is_whole || w.filled.count))
        told->summaries[told->summary_count++] = name;
    if (is_whole || w.filled.count)
        tell(q->s->r->arena, name, &w.filled, is_whole, told);
}

static void read_argument(struct question *q, const struct host_kernel *kernel, LLVMValueRef launch, uint32_t index, struct host_launch *told) {
    const struct host_argument *argument = &told->arguments[index];
    LLVMValueRef allocation = host_beside_null(LLVMGetOperand(launch, HOST_LAUNCH_VALUES + index));
    if (!argument->is_pointer || !*argument->name || strchr(argument->name, '.') || !LLVMIsAInstruction(allocation) ||
        strcmp(host_callee_name(allocation), "__wp_host_allocate") != 0)
        return;
    const char *type = signature_type(q->s->r->arena, kernel->display, argument->param);
    struct signature_pointee pointee = signature_pointee(type);
    q->element_bytes = pointee.bytes;
    q->reads_unsigned = is_unsigned(type);
    q->is_integer = pointee.bytes > 0 && pointee.scalar.kind == TYPE_INT && pointee.scalar.width_bits == 8 * pointee.bytes && !strstr(type, "**");
    LLVMValueRef size = LLVMGetOperand(allocation, 0);
    tell_array(q, allocation, launch, argument->name, size, host_integer_known(q->s, size, true), told);
}

/* Elements of variables are read as signed numbers. */
static void read_variable(struct question *q, LLVMValueRef variable, LLVMValueRef launch, struct host_launch *told) {
    struct host_reader *r = q->s->r;
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    type = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : type;
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 || LLVMGetIntTypeWidth(type) % 8 != 0)
        return;
    q->element_bytes = LLVMGetIntTypeWidth(type) / 8;
    q->is_integer = true;
    q->reads_unsigned = false;
    tell_array(q, variable, launch, arena_printf(r->arena, SIGNATURE_VARIABLE "%s", LLVMGetValueName2(variable, &(size_t){0})), NULL,
               host_number(r->arena, (int64_t)LLVMABISizeOfType(r->layout, LLVMGlobalGetValueType(variable))), told);
}

void host_read_contents(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told) {
    struct values variables = {0};
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch)));
    struct question q = {.s = s, .g = &g};
    for (LLVMValueRef v = LLVMGetFirstGlobal(s->r->module); v; v = LLVMGetNextGlobal(v))
        if (host_variable_kind(s->r, v) && LLVMGetFirstUse(v))
            vec_push(&variables.list, v);
    told->contents = arena_alloc(s->r->arena, (CONTENTS_MOST * ((size_t)told->argument_count + variables.list.size) + 1) * sizeof *told->contents);
    told->summaries = arena_alloc(s->r->arena, ((size_t)told->argument_count + variables.list.size + 1) * sizeof *told->summaries);
    for (uint32_t i = 0; i < told->argument_count; i++)
        read_argument(&q, kernel, launch, i, told);
    for (uint32_t i = 0; i < variables.list.size; i++)
        read_variable(&q, variables.list.data[i], launch, told);
    vec_release(&variables.list);
    arena_release(&scratch);
}
