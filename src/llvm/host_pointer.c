/* Pointers of host code: the allocation that one points into, whether the allocation is still there at a launch, and whether two
 * pointers may point into one allocation. An allocation whose pointer is stored, or passed to a function that is not known, may be
 * freed anywhere. */
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { DEEPEST = 16 };

bool host_step_parts(const struct host_reader *r, LLVMValueRef gep, struct host_step *step) {
    const unsigned count = (unsigned)LLVMGetNumOperands(gep) - 1;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    *step = (struct host_step){0};
    for (unsigned i = 0; i < count && i < HOST_STEP_MOST; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (i > 0 && kind == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            step->bytes += (int64_t)LLVMOffsetOfElement(r->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 0 && kind != LLVMArrayTypeKind)
            return false;
        type = i > 0 ? LLVMGetElementType(type) : type;
        step->index[step->count] = index;
        step->size_bytes[step->count++] = (int64_t)LLVMABISizeOfType(r->layout, type);
    }
    return count <= HOST_STEP_MOST;
}

struct host_target host_target_of(struct host_scope *s, LLVMValueRef pointer) {
    struct host_target t = {pointer, host_number(s->r->arena, 0)};
    struct arena *arena = s->r->arena;
    while (host_is_step(t.base)) {
        struct host_step step;
        LLVMValueRef gep = t.base;
        t.base = LLVMGetOperand(gep, 0);
        if (LLVMIsABitCastInst(gep))
            continue;
        bool is_plain = LLVMIsAGetElementPtrInst(gep) && host_step_parts(s->r, gep, &step);
        t.offset = is_plain ? host_combine(arena, HOST_ADD, t.offset, host_number(arena, step.bytes)) : NULL;
        for (uint32_t i = 0; is_plain && i < step.count; i++)
            t.offset =
                host_combine(arena, HOST_ADD, t.offset,
                             host_combine(arena, HOST_MUL, host_integer_known(s, step.index[i], true), host_number(arena, step.size_bytes[i])));
    }
    return t;
}

/* ---- differences ---- */

/* Whether the value is that number wherever the edge is taken, by the comparison that the edge depends on. */
static bool is_on_edge(struct host_scope *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const struct host_value *v, int64_t number) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from), compare = NULL;
    int64_t factor = 1;
    if (v->op == HOST_MUL && v->b->op == HOST_NUMBER && v->b->number > 0) {
        factor = v->b->number;
        v = v->a;
    }
    if (LLVMIsABranchInst(end) && LLVMIsConditional(end) && LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1))
        compare = LLVMGetCondition(end);
    if (!compare || !LLVMIsAInstruction(compare) || LLVMGetInstructionOpcode(compare) != LLVMICmp || !LLVMIsAConstantInt(LLVMGetOperand(compare, 1)))
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    bool is_equal = (p == LLVMIntEQ && LLVMGetSuccessor(end, 0) == to) || (p == LLVMIntNE && LLVMGetSuccessor(end, 1) == to);
    const struct host_value *compared = host_integer_known(s, LLVMGetOperand(compare, 0), true);
    return is_equal && number % factor == 0 && host_value_is_same(compared, v) &&
           LLVMConstIntGetSExtValue(LLVMGetOperand(compare, 1)) == number / factor;
}

/* The end of a vector is chosen by its size: n elements behind the beginning, and in the cases of 0 and of 1 element that many. */
const struct host_value *host_distance(struct host_scope *s, LLVMValueRef end, LLVMValueRef start) {
    const struct host_target from = host_target_of(s, start), to = host_target_of(s, end);
    const struct host_value *offset = NULL;
    struct arena *arena = s->r->arena;
    if (!from.offset || !to.offset)
        return NULL;
    if (from.base == to.base)
        return host_combine(arena, HOST_SUB, to.offset, from.offset);
    if (!LLVMIsAPHINode(to.base) || to.base != end || from.base != start)
        return NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(end); i++) {
        const struct host_target way = host_target_of(s, LLVMGetIncomingValue(end, i));
        if (way.base != start || !way.offset || host_has_claim(way.offset))
            return NULL;
        bool is_number = way.offset->op == HOST_NUMBER;
        if (!is_number && offset && !host_value_is_same(offset, way.offset))
            return NULL;
        offset = is_number ? offset : way.offset;
    }
    for (unsigned i = 0; offset && i < LLVMCountIncoming(end); i++) {
        const struct host_value *other = host_target_of(s, LLVMGetIncomingValue(end, i)).offset;
        if (other->op == HOST_NUMBER && !is_on_edge(s, LLVMGetIncomingBlock(end, i), LLVMGetInstructionParent(end), offset, other->number))
            return NULL;
    }
    return offset;
}

/* ---- frees ---- */

struct uses {
    VEC(LLVMValueRef) pointers, frees;
    bool has_escaped;
    uint32_t depth, *calls; /* of calls that the pointer has come through; how many were followed in all */
};

static bool is_known_pointer(const struct uses *u, LLVMValueRef pointer) {
    for (uint32_t i = 0; i < u->pointers.size; i++)
        if (u->pointers.data[i] == pointer)
            return true;
    return false;
}

/* Calls of CUDA's libraries that use memory and leave it where it is. */
static bool leaves_memory(const char *name) {
    static const char *const words[] = {"Free",     "Destroy",  "Unregister", "Close",  "Reset",    "Release",
                                        "Callback", "HostFunc", "Graph",      "Create", "Register", "Import"};
    if (strcmp(name, host_launch_name) == 0 || strcmp(name, "__wp_host_fill") == 0 || strcmp(name, "__wp_host_set") == 0 ||
        strcmp(name, "__wp_host_copy") == 0 || strncmp(name, "llvm.lifetime", 13) == 0 || strncmp(name, "llvm.mem", 8) == 0 ||
        strcmp(name, "llvm.assume") == 0)
        return true;
    if (strncmp(name, "cudaMem", 7) != 0 && strncmp(name, "cublas", 6) != 0 && strncmp(name, "cufft", 5) != 0 && strncmp(name, "curand", 6) != 0)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return false;
    return true;
}

/* A variable of the function that is only read and written, by no other function: what is stored in it is read from it, or lost. */
static bool is_private(LLVMValueRef variable, struct uses *loads) {
    struct uses parts = {0};
    bool is_found = LLVMIsAAllocaInst(variable) != NULL;
    vec_push(&parts.pointers, variable);
    for (uint32_t i = 0; i < parts.pointers.size && is_found; i++) {
        LLVMValueRef part = parts.pointers.data[i];
        for (LLVMUseRef use = LLVMGetFirstUse(part); use && is_found; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            const char *name = host_callee_name(user);
            if (LLVMIsAGetElementPtrInst(user))
                vec_push(&parts.pointers, user);
            else if (LLVMIsALoadInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind)
                vec_push(&loads->pointers, user);
            else
                is_found = (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != part) || strncmp(name, "llvm.lifetime", 13) == 0 ||
                           strncmp(name, "llvm.memset.", 12) == 0;
        }
    }
    vec_release(&parts.pointers);
    return is_found;
}

/* The pointer is stored: whatever is read from the variable may be it. Whether it can only be found there. */
static bool follow_store(struct uses *u, LLVMValueRef store) {
    struct uses loads = {0};
    LLVMValueRef variable = LLVMGetOperand(store, 1);
    while (LLVMIsAGetElementPtrInst(variable))
        variable = LLVMGetOperand(variable, 0);
    bool is_followed = is_private(variable, &loads);
    for (uint32_t i = 0; i < loads.pointers.size && is_followed; i++)
        if (!is_known_pointer(u, loads.pointers.data[i]))
            vec_push(&u->pointers, loads.pointers.data[i]);
    vec_release(&loads.pointers);
    return is_followed;
}

static bool has_attribute(LLVMValueRef function, LLVMAttributeIndex index, const char *name) {
    return LLVMGetEnumAttributeAtIndex(function, index, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

enum { CALLS_DEEPEST = 4, CALLS_MOST = 1000, POINTERS_MOST = 1000 };

static void find_uses(struct uses *u);

/* The function has a body, which neither frees what the parameter points to nor keeps the pointer: what it frees are other pointers. */
static bool leaves_param(const struct uses *outer, LLVMValueRef function, unsigned param) {
    struct uses u = {.depth = outer->depth + 1, .calls = outer->calls};
    if (LLVMIsDeclaration(function) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || LLVMGetLinkage(function) == LLVMWeakAnyLinkage ||
        u.depth > CALLS_DEEPEST || ++*u.calls > CALLS_MOST)
        return false;
    vec_push(&u.pointers, LLVMGetParam(function, param));
    find_uses(&u);
    bool leaves = !u.has_escaped && u.frees.size == 0 && u.pointers.size < POINTERS_MOST;
    vec_release(&u.pointers);
    vec_release(&u.frees);
    return leaves;
}

/* A call of a function that keeps no such argument and does not free it: as function-attrs found, or by its body. */
static bool only_uses(const struct uses *u, LLVMValueRef call, LLVMValueRef pointer) {
    LLVMValueRef callee = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call) ? LLVMGetCalledValue(call) : NULL;
    bool only_uses = callee && callee != pointer && LLVMIsAFunction(callee) != NULL;
    bool frees_nothing = only_uses && has_attribute(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "nofree");
    for (unsigned i = 0; only_uses && i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == pointer)
            only_uses = i < LLVMCountParams(callee) && ((frees_nothing && has_attribute(callee, i + 1, "nocapture")) || leaves_param(u, callee, i));
    return only_uses;
}

static void note_use(struct uses *u, LLVMValueRef pointer, LLVMValueRef user) {
    const char *name = host_callee_name(user);
    if (host_is_free(user)) {
        vec_push(&u->frees, user);
    } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) {
        if (!follow_store(u, user))
            vec_push(&u->frees, user);
    } else if (LLVMIsAInstruction(user) && (host_is_step(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))) {
        if (!is_known_pointer(u, user))
            vec_push(&u->pointers, user);
    } else {
        bool is_harmless =
            LLVMIsALoadInst(user) || LLVMIsAStoreInst(user) || LLVMIsAICmpInst(user) || leaves_memory(name) || only_uses(u, user, pointer);
        if (!is_harmless && LLVMIsAInstruction(user)) /* whoever gets it here may free it from then on */
            vec_push(&u->frees, user);
        u->has_escaped |= !is_harmless && !LLVMIsAInstruction(user);
    }
}

/* Of all pointers of the list, to which those that are made of them are added. */
static void find_uses(struct uses *u) {
    for (uint32_t i = 0; i < u->pointers.size && u->pointers.size < POINTERS_MOST; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(u->pointers.data[i]); use; use = LLVMGetNextUse(use))
            note_use(u, u->pointers.data[i], LLVMGetUser(use));
}

static bool is_before(LLVMValueRef first, LLVMValueRef second) {
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i))
        if (i == second)
            return true;
    return false;
}

/* Whether a path leads from the call to the launch on which the allocation is not made anew. */
static bool can_reach(struct host_graph *g, LLVMValueRef call, LLVMValueRef allocation, LLVMValueRef launch) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(call), to = LLVMGetInstructionParent(launch), made = LLVMGetInstructionParent(allocation);
    if (from == to && is_before(call, launch))
        return !(made == from && is_before(call, allocation) && is_before(allocation, launch));
    if (made == from && is_before(call, allocation))
        return false;
    if (made == to && is_before(allocation, launch))
        return false;
    return host_graph_reaches(g, host_graph_index(g, from), host_graph_index(g, to), HOST_GRAPH_NONE, 0, host_graph_index(g, made));
}

static bool is_reset(LLVMValueRef instruction) {
    const char *name = host_callee_name(instruction);
    return strcmp(name, "cudaDeviceReset") == 0 || strcmp(name, "cudaThreadExit") == 0;
}

bool host_is_alive(struct host_reader *r, LLVMValueRef allocation, LLVMValueRef launch) {
    uint32_t calls = 0;
    struct uses u = {.calls = &calls};
    struct arena scratch;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch));
    (void)r;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, function);
    vec_push(&u.pointers, allocation);
    find_uses(&u);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_reset(i))
                vec_push(&u.frees, i);
    bool is_alive = !u.has_escaped && u.pointers.size < POINTERS_MOST && LLVMGetBasicBlockParent(LLVMGetInstructionParent(allocation)) == function;
    for (uint32_t i = 0; i < u.frees.size && is_alive; i++)
        is_alive = !can_reach(&g, u.frees.data[i], allocation, launch);
    vec_release(&u.pointers);
    vec_release(&u.frees);
    arena_release(&scratch);
    return is_alive;
}

/* ---- overlap ---- */

static LLVMValueRef base_of(LLVMValueRef pointer) {
    while (host_is_step(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

struct pair {
    LLVMValueRef a, b;
};
struct pairs {
    VEC(struct pair) list;
    bool is_open; /* of sources: there may be any other one */
};
struct cells {
    VEC(LLVMValueRef) stores;
};

static bool are_distinct(struct pairs *known, LLVMValueRef a, LLVMValueRef b);
static bool collect_stores(LLVMValueRef variable, struct cells *out);

/* A pointer that is read from a variable which is only read and written is one of those that are stored there, or null. */
static bool are_cells_distinct(struct pairs *known, LLVMValueRef load, LLVMValueRef other) {
    struct cells all = {0};
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    while (LLVMIsAGetElementPtrInst(variable))
        variable = LLVMGetOperand(variable, 0);
    bool are = collect_stores(variable, &all);
    for (uint32_t i = 0; i < all.stores.size && are; i++)
        are = are_distinct(known, LLVMGetOperand(all.stores.data[i], 0), other);
    vec_release(&all.stores);
    return are;
}

/* Whether the pointers are known to point into different allocations, once the pairs on the way are. */
static bool are_distinct(struct pairs *known, LLVMValueRef a, LLVMValueRef b) {
    a = base_of(a);
    b = base_of(b);
    if (a == b)
        return false;
    for (uint32_t i = 0; i < known->list.size; i++)
        if (known->list.data[i].a == a && known->list.data[i].b == b)
            return true;
    if (known->list.size > 200)
        return false;
    vec_push(&known->list, (struct pair){a, b});
    if (LLVMIsAPHINode(a) && LLVMIsAPHINode(b) && LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b)) {
        for (unsigned i = 0; i < LLVMCountIncoming(a); i++)
            for (unsigned j = 0; j < LLVMCountIncoming(b); j++)
                if (LLVMGetIncomingBlock(a, i) == LLVMGetIncomingBlock(b, j) &&
                    !are_distinct(known, LLVMGetIncomingValue(a, i), LLVMGetIncomingValue(b, j)))
                    return false;
        return true;
    }
    if (LLVMIsASelectInst(a) && LLVMIsASelectInst(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0))
        return are_distinct(known, LLVMGetOperand(a, 1), LLVMGetOperand(b, 1)) && are_distinct(known, LLVMGetOperand(a, 2), LLVMGetOperand(b, 2));
    bool is_choice = LLVMIsASelectInst(a) || LLVMIsAPHINode(a);
    if (!is_choice && (LLVMIsASelectInst(b) || LLVMIsAPHINode(b))) /* a pair is taken for known only once its first pointer is replaced */
        return are_distinct(known, b, a);
    if (LLVMIsASelectInst(a))
        return are_distinct(known, LLVMGetOperand(a, 1), b) && are_distinct(known, LLVMGetOperand(a, 2), b);
    if (LLVMIsAPHINode(a)) {
        for (unsigned i = 0; i < LLVMCountIncoming(a); i++)
            if (!are_distinct(known, LLVMGetIncomingValue(a, i), b))
                return false;
        return true;
    }
    if (LLVMIsALoadInst(a) || LLVMIsALoadInst(b))
        return LLVMIsALoadInst(a) ? are_cells_distinct(known, a, b) : are_cells_distinct(known, b, a);
    return (host_is_allocation(a) && (host_is_allocation(b) || LLVMIsAConstantPointerNull(b))) ||
           (LLVMIsAConstantPointerNull(a) && host_is_allocation(b));
}

/* Whether a store may be to the place that the load reads: not if both are known, and differ. */
static bool is_same_cell(struct host_scope *s, LLVMValueRef store, LLVMValueRef load) {
    const struct host_target to = host_target_of(s, LLVMGetOperand(store, 1)), from = host_target_of(s, LLVMGetOperand(load, 0));
    bool are_known = to.offset && from.offset && to.offset->op == HOST_NUMBER && from.offset->op == HOST_NUMBER;
    return !are_known || to.offset->number == from.offset->number;
}

static void add_sources(struct host_scope *s, struct pairs *out, LLVMValueRef pointer, int depth);

/* Pointers that a number is computed from, which becomes a pointer again; a number that is not followed may be any address. */
static void add_computed(struct host_scope *s, struct pairs *out, LLVMValueRef number, int depth) {
    bool is_followed = LLVMIsAInstruction(number) && depth < DEEPEST, is_known = false;
    for (uint32_t i = 0; i < out->list.size; i++)
        is_known |= out->list.data[i].a == number;
    if (is_known || LLVMIsAConstantInt(number))
        return;
    if (is_followed && LLVMIsAPtrToIntInst(number)) {
        add_sources(s, out, LLVMGetOperand(number, 0), depth + 1);
        return;
    }
    vec_push(&out->list, (struct pair){number, number});
    bool is_cast = LLVMIsASExtInst(number) || LLVMIsAZExtInst(number) || LLVMIsATruncInst(number);
    if (!is_followed || !(is_cast || LLVMIsABinaryOperator(number) || LLVMIsAPHINode(number) || LLVMIsASelectInst(number))) {
        out->is_open = true;
        return;
    }
    if (LLVMIsAPHINode(number)) {
        for (unsigned i = 0; i < LLVMCountIncoming(number); i++)
            add_computed(s, out, LLVMGetIncomingValue(number, i), depth + 1);
        return;
    }
    for (unsigned i = LLVMIsASelectInst(number) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(number); i++)
        add_computed(s, out, LLVMGetOperand(number, i), depth + 1);
}

/* The sources of a pointer through choices, loops, and variables that are only read and written. */
static void add_sources(struct host_scope *s, struct pairs *out, LLVMValueRef pointer, int depth) {
    pointer = base_of(pointer);
    for (uint32_t i = 0; i < out->list.size; i++)
        if (out->list.data[i].a == pointer)
            return;
    vec_push(&out->list, (struct pair){pointer, pointer});
    if (depth >= DEEPEST)
        return;
    if (LLVMIsAIntToPtrInst(pointer))
        add_computed(s, out, LLVMGetOperand(pointer, 0), depth);
    if (LLVMIsAPHINode(pointer))
        for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
            add_sources(s, out, LLVMGetIncomingValue(pointer, i), depth + 1);
    if (LLVMIsASelectInst(pointer)) {
        add_sources(s, out, LLVMGetOperand(pointer, 1), depth + 1);
        add_sources(s, out, LLVMGetOperand(pointer, 2), depth + 1);
    }
    if (LLVMIsALoadInst(pointer)) {
        struct cells all = {0};
        bool are_all = collect_stores(base_of(LLVMGetOperand(pointer, 0)), &all);
        for (uint32_t i = 0; i < all.stores.size && are_all; i++)
            if (is_same_cell(s, all.stores.data[i], pointer))
                add_sources(s, out, LLVMGetOperand(all.stores.data[i], 0), depth + 1);
        vec_release(&all.stores);
    }
}

/* Two elements of a table whose contents are not known: one element, unless both places are known, and differ. */
static bool is_one_table(struct host_scope *s, LLVMValueRef a, LLVMValueRef b) {
    if (!LLVMIsALoadInst(a) || !LLVMIsALoadInst(b) || base_of(LLVMGetOperand(a, 0)) != base_of(LLVMGetOperand(b, 0)))
        return false;
    const struct host_target x = host_target_of(s, LLVMGetOperand(a, 0)), y = host_target_of(s, LLVMGetOperand(b, 0));
    bool are_known = x.offset && y.offset && x.offset->op == HOST_NUMBER && y.offset->op == HOST_NUMBER;
    return !are_known || x.offset->number == y.offset->number;
}

/* A store to different cells in different rounds stores a new allocation each time. */
static bool stores_new(LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return host_is_allocation(value) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(store);
}

bool host_is_one_cell(struct host_scope *s, LLVMValueRef first, LLVMValueRef second) {
    struct host_target x = host_target_of(s, LLVMGetOperand(first, 1)), y = host_target_of(s, LLVMGetOperand(second, 1));
    bool are_known = x.offset && y.offset && x.offset->op == HOST_NUMBER && y.offset->op == HOST_NUMBER;
    return are_known && x.base == y.base && x.offset->number == y.offset->number;
}

static bool are_values_distinct(LLVMValueRef a, LLVMValueRef b) {
    struct pairs known = {0};
    bool are = are_distinct(&known, a, b);
    vec_release(&known.list);
    return are;
}

/* The stores to a table no two elements of which ever hold one allocation. */
static bool has_distinct_elements(struct host_scope *s, LLVMValueRef table, struct cells *all) {
    bool are = collect_stores(table, all);
    for (uint32_t i = 0; i < all->stores.size && are; i++)
        for (uint32_t j = i; j < all->stores.size && are; j++) {
            LLVMValueRef first = all->stores.data[i], second = all->stores.data[j];
            are = host_is_one_cell(s, first, second) ||
                  (i == j ? stores_new(first) : are_values_distinct(LLVMGetOperand(first, 0), LLVMGetOperand(second, 0)));
        }
    return are;
}

/* Two loads of one round from different elements of such a table. */
static bool are_elements_distinct(struct host_scope *s, LLVMValueRef a, LLVMValueRef b) {
    struct cells all = {0};
    bool are = LLVMIsALoadInst(a) && LLVMIsALoadInst(b) && host_elements_differ(s->r, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)) &&
               has_distinct_elements(s, base_of(LLVMGetOperand(a, 0)), &all);
    vec_release(&all.stores);
    return are;
}

/* The allocation is stored in no element that the load may read in the round that begins at the edge. */
static bool is_stored_elsewhere(struct host_scope *s, const struct cells *all, LLVMValueRef value, LLVMValueRef load, LLVMBasicBlockRef block,
                                LLVMBasicBlockRef from) {
    bool is = host_is_allocation(value);
    for (uint32_t i = 0; i < all->stores.size && is; i++) {
        LLVMValueRef stored = LLVMGetOperand(all->stores.data[i], 0);
        is = stored == value ? host_elements_rotate(s->r, LLVMGetOperand(all->stores.data[i], 1), LLVMGetOperand(load, 0), block, from)
                             : are_values_distinct(stored, value);
    }
    return is;
}

/* An element that the round before has read, and another one of this round: d[cur], d[1 - cur] and cur = 1 - cur, where the optimiser keeps
   the second pointer for the next round. */
static bool are_rotated(struct host_scope *s, LLVMValueRef kept, LLVMValueRef load) {
    struct cells all = {0};
    bool are = LLVMIsAPHINode(kept) && LLVMIsALoadInst(load) && has_distinct_elements(s, base_of(LLVMGetOperand(load, 0)), &all);
    for (unsigned i = 0; are && i < LLVMCountIncoming(kept); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(kept, i);
        LLVMBasicBlockRef block = LLVMGetInstructionParent(kept), from = LLVMGetIncomingBlock(kept, i);
        are = LLVMIsALoadInst(value) ? host_elements_rotate(s->r, LLVMGetOperand(value, 0), LLVMGetOperand(load, 0), block, from)
                                     : is_stored_elsewhere(s, &all, value, load, block, from);
    }
    vec_release(&all.stores);
    return are;
}

uint32_t host_choices(LLVMValueRef pointer, LLVMValueRef sources[], uint32_t most) {
    struct uses seen = {0};
    uint32_t count = 0;
    vec_push(&seen.pointers, pointer);
    for (uint32_t i = 0; i < seen.pointers.size && count <= most; i++) {
        LLVMValueRef p = seen.pointers.data[i];
        bool is_phi = LLVMIsAPHINode(p) != NULL;
        unsigned choices = is_phi ? LLVMCountIncoming(p) : LLVMIsASelectInst(p) ? 2 : 0;
        for (unsigned k = 0; k < choices; k++) {
            LLVMValueRef choice = is_phi ? LLVMGetIncomingValue(p, k) : LLVMGetOperand(p, k + 1);
            if (!is_known_pointer(&seen, choice))
                vec_push(&seen.pointers, choice);
        }
        if (choices == 0 && count++ < most)
            sources[count - 1] = p;
    }
    vec_release(&seen.pointers);
    return count <= most ? count : 0;
}

/* ---- arrays of pointers ---- */

static bool collect_stores(LLVMValueRef variable, struct cells *out) {
    struct uses parts = {0}, loads = {0};
    bool is_found = is_private(variable, &loads);
    vec_push(&parts.pointers, variable);
    for (uint32_t i = 0; i < parts.pointers.size && is_found; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(parts.pointers.data[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAGetElementPtrInst(user))
                vec_push(&parts.pointers, user);
            else if (LLVMIsAStoreInst(user))
                vec_push(&out->stores, user);
        }
    vec_release(&parts.pointers);
    vec_release(&loads.pointers);
    return is_found;
}

static bool dominates(struct host_graph *g, LLVMValueRef first, LLVMValueRef second) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(first), b = LLVMGetInstructionParent(second);
    return a == b ? is_before(first, second)
                  : !host_graph_reaches(g, HOST_GRAPH_NONE, host_graph_index(g, b), HOST_GRAPH_NONE, 0, host_graph_index(g, a));
}

uint32_t host_cells(struct host_scope *s, LLVMValueRef load, LLVMValueRef cells[], uint32_t most) {
    struct host_target at = LLVMIsALoadInst(load) ? host_target_of(s, LLVMGetOperand(load, 0)) : (struct host_target){0};
    struct cells all = {0};
    struct arena scratch;
    arena_init(&scratch);
    bool is_array = at.base && LLVMIsAAllocaInst(at.base) && collect_stores(at.base, &all) && all.stores.size > 0 && all.stores.size <= most;
    uint64_t count = is_array ? LLVMABISizeOfType(s->r->layout, LLVMGetAllocatedType(at.base)) / sizeof(void *) : 0;
    bool *is_set = arena_alloc(&scratch, (count <= most ? count : 0) + 1);
    uint32_t set = 0, found = 0;
    struct host_graph g = {0};
    if (count > 0 && count <= most && LLVMIsConstant(LLVMGetOperand(at.base, 0)))
        g = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
    for (uint32_t i = 0; i < all.stores.size && g.count > 0; i++) {
        LLVMValueRef store = all.stores.data[i];
        struct host_target to = host_target_of(s, LLVMGetOperand(store, 1));
        int64_t offset = to.offset && to.offset->op == HOST_NUMBER ? to.offset->number : -1;
        cells[found++] = LLVMGetOperand(store, 0);
        if (offset < 0 || offset % (int64_t)sizeof(void *) != 0 || (uint64_t)offset / sizeof(void *) >= count || !dominates(&g, store, load))
            continue;
        set += !is_set[offset / (int64_t)sizeof(void *)];
        is_set[offset / (int64_t)sizeof(void *)] = true;
    }
    vec_release(&all.stores);
    arena_release(&scratch);
    return set == count ? found : 0;
}

bool host_is_distinct(struct host_scope *s, LLVMValueRef a, LLVMValueRef b) {
    struct pairs known = {0};
    bool is_distinct = are_distinct(&known, a, b) || are_elements_distinct(s, a, b) || are_rotated(s, a, b) || are_rotated(s, b, a);
    vec_release(&known.list);
    return is_distinct;
}

bool host_may_overlap(struct host_scope *s, LLVMValueRef a, LLVMValueRef b) {
    struct pairs x = {0}, y = {0};
    bool may = false, are_loads = LLVMIsALoadInst(a) && LLVMIsALoadInst(b);
    if (host_is_distinct(s, a, b))
        return false;
    bool differ = are_loads && host_elements_differ(s->r, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
    add_sources(s, &x, a, 0);
    add_sources(s, &y, b, 0);
    may = x.is_open || y.is_open;
    for (uint32_t i = 0; i < x.list.size; i++)
        for (uint32_t j = 0; j < y.list.size; j++) {
            LLVMValueRef first = x.list.data[i].a, second = y.list.data[j].a;
            may |=
                (first == second && !LLVMIsAConstantPointerNull(first)) || (!(differ && first == a && second == b) && is_one_table(s, first, second));
        }
    vec_release(&x.list);
    vec_release(&y.list);
    return may;
}
