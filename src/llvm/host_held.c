/* Pointers that memory of the device holds (structs of pointers, arrays of them, variables, that host code copies there): whether each leads to an
 * allocation of its own. What kernels write there is not followed: that they do not is part of the assumption (docs/soundness.md). */
#include <string.h>

#include "kernel/signature.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"
#include "llvm/unset.h"

enum { DEEPEST = 4, POINTERS_MOST = 400, STORES_MOST = 64 };

/* Memory that is copied to the holder; `is_whole`: from its start to the holder's start. */
struct source {
    LLVMValueRef base;
    bool is_whole;
};

struct held {
    struct host_scope *s;
    LLVMValueRef memory;      /* of the device */
    VEC(LLVMValueRef) stores; /* of pointers, to memory that is copied there, or to it by the host */
    VEC(struct source) sources;
    bool is_copied;
};

static bool is_named(LLVMValueRef call, const char *const *names) {
    for (const char *name = host_callee_name(call); *names; names++)
        if (strncmp(name, *names, strlen(*names)) == 0)
            return true;
    return false;
}

/* The number of 64 bits may be an address: not what is extended or multiplied. */
static bool may_be_address(LLVMValueRef value, int depth) {
    if (LLVMIsAConstantInt(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
        return false;
    if (!LLVMIsABinaryOperator(value) || depth > DEEPEST)
        return true;
    const LLVMOpcode op = LLVMGetInstructionOpcode(value);
    bool is_sum = op == LLVMAdd || op == LLVMSub || op == LLVMOr || op == LLVMAnd || op == LLVMXor;
    return is_sum && (may_be_address(LLVMGetOperand(value, 0), depth + 1) || may_be_address(LLVMGetOperand(value, 1), depth + 1));
}

/* A value that is stored may be an address, or have one in it, and is not seen to be one: a number of 64 bits that memory held, a vector. */
static bool may_hide_pointer(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return LLVMGetIntTypeWidth(type) >= 64 && may_be_address(value, 0);
    return kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind && !LLVMIsAConstantAggregateZero(value);
}

static bool read_source(struct held *h, LLVMValueRef base, bool is_whole, int depth);

/* Whether what the use does with the pointer is known, and is noted if it stores pointers there. */
static bool read_use(struct held *h, LLVMValueRef user, LLVMValueRef pointer, int depth) {
    static const char *const copies[] = {"__wp_host_copy", "__wp_host_to_variable", "llvm.memcpy.", "llvm.memmove.", NULL};
    static const char *const quiet[] = {"__wp_host_set",
                                        "__wp_host_free",
                                        "__wp_host_status",
                                        "__wp_host_launch_values",
                                        "llvm.memset.",
                                        "llvm.lifetime",
                                        "llvm.dbg",
                                        "free",
                                        "_Zdl",
                                        "_Zda",
                                        NULL};
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || strcmp(host_callee_name(user), "__cudaRegisterVar") == 0)
        return true;
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef value = LLVMGetOperand(user, 0);
        if (value == pointer || may_hide_pointer(value)) /* it is kept */
            return false;
        if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
            vec_push(&h->stores, user);
        return h->stores.size <= STORES_MOST;
    }
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
        return false;
    if (!is_named(user, copies))
        return unset_is(user) || is_named(user, quiet);
    if (LLVMGetOperand(user, 0) != pointer)
        return true; /* read */
    h->is_copied = true;
    LLVMValueRef from = host_base_of(LLVMGetOperand(user, 1));
    return read_source(h, from, from == LLVMGetOperand(user, 1) && host_base_of(pointer) == pointer, depth + 1);
}

/* All uses of the memory and of pointers into it. */
static bool read_uses(struct held *h, LLVMValueRef base, int depth) {
    VEC(LLVMValueRef) list = {0};
    bool are = true;
    vec_push(&list, base);
    for (uint32_t i = 0; i < list.size && are; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(list.data[i]); u && are; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_step = LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user), is_listed = false;
            for (uint32_t k = 0; k < list.size && is_step; k++)
                is_listed |= list.data[k] == user;
            if (is_step && !is_listed)
                vec_push(&list, user);
            are = list.size <= POINTERS_MOST && (is_step || read_use(h, user, list.data[i], depth));
        }
    vec_release(&list);
    return are;
}

/* Memory that is copied there holds what is stored to it; what comes back from there is there already. Copied again to another place, a pointer
   would be there twice. */
static bool read_source(struct held *h, LLVMValueRef base, bool is_whole, int depth) {
    if (base == h->memory)
        return is_whole;
    for (uint32_t i = 0; i < h->sources.size; i++)
        if (h->sources.data[i].base == base)
            return is_whole && h->sources.data[i].is_whole;
    vec_push(&h->sources, ((struct source){base, is_whole}));
    return depth <= DEEPEST && (LLVMIsAAllocaInst(base) || host_is_allocation(base)) && read_uses(h, base, depth);
}

/* One store stores a new allocation each time, or is executed once. */
static bool is_new(LLVMValueRef store) {
    LLVMValueRef value = host_base_of(LLVMGetOperand(store, 0));
    bool is_fresh = host_is_allocation(value) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(store);
    return is_fresh || LLVMIsConstant(value) || !host_is_repeated(store);
}

/* The pointer that the store of one holder puts there is no argument of the launch, and none that another store of any holder puts
   elsewhere. Stores from `own` on are those of one holder. */
static bool is_apart(const struct held *h, uint32_t index, uint32_t own, LLVMValueRef launch, uint32_t argument_count) {
    LLVMValueRef value = LLVMGetOperand(h->stores.data[index], 0), base = host_base_of(value);
    if (LLVMIsAConstantPointerNull(base) || LLVMIsUndef(base) || unset_is(base))
        return true;
    bool is = host_is_allocation(base) && is_new(h->stores.data[index]);
    for (uint32_t k = 0; k < h->stores.size && is; k++) {
        LLVMValueRef store = h->stores.data[k];
        if (k == index || LLVMIsUndef(LLVMGetOperand(store, 0)) || LLVMIsAConstantPointerNull(LLVMGetOperand(store, 0)))
            continue;
        is = (k >= own && host_is_one_cell(h->s, h->stores.data[index], store)) || host_is_distinct(h->s, value, LLVMGetOperand(store, 0));
    }
    for (uint32_t k = 0; k < argument_count && is; k++) {
        LLVMValueRef other = LLVMGetOperand(launch, HOST_LAUNCH_VALUES + k);
        is = LLVMGetTypeKind(LLVMTypeOf(other)) != LLVMPointerTypeKind || LLVMIsAConstantPointerNull(other) || host_is_distinct(h->s, value, other);
    }
    return is;
}

/* Adds what the memory holds; false, and nothing is added: not all of that is seen, or it is not apart. */
static bool add_holder(struct held *h, LLVMValueRef memory, LLVMValueRef launch, uint32_t argument_count) {
    const uint32_t own = h->stores.size;
    h->memory = memory;
    h->is_copied = false;
    h->sources.size = 0;
    bool is = read_uses(h, memory, 0) && (h->is_copied || h->stores.size > own);
    for (uint32_t i = own; i < h->stores.size && is; i++)
        is = is_apart(h, i, own, launch, argument_count);
    h->stores.size = is ? h->stores.size : own;
    return is;
}

/* Nothing but numbers of up to 32 bits, and floating-point ones. */
static bool holds_no_pointers(struct host_scope *s, const struct host_kernel *kernel, const struct host_argument *argument) {
    const char *type = strchr(argument->name, '.') ? "" : signature_type(s->r->arena, kernel->display, argument->param);
    const struct signature_pointee pointee = signature_pointee(type);
    return pointee.bytes > 0 && (pointee.scalar.kind == TYPE_FLOAT || pointee.scalar.width_bits <= 32);
}

static bool add_arguments(struct held *h, const struct host_kernel *kernel, LLVMValueRef launch, const struct host_launch *told) {
    bool are = true;
    for (uint32_t i = 0; i < told->argument_count && are; i++) {
        LLVMValueRef pointer = LLVMGetOperand(launch, HOST_LAUNCH_VALUES + i), base = host_base_of(pointer);
        if (!told->arguments[i].is_pointer || LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind ||
            holds_no_pointers(h->s, kernel, &told->arguments[i]) || LLVMIsAConstantPointerNull(base))
            continue;
        if (LLVMIsAArgument(base) && host_is_input(h->s->r, base)) /* as distinct as other pointers that come from outside */
            continue;
        are = host_is_allocation(base) && add_holder(h, base, launch, told->argument_count);
    }
    return are;
}

void host_read_held(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told) {
    struct host_reader *r = s->r;
    const char **names = arena_alloc(r->arena, (r->variable_names.size + (size_t)1) * sizeof *names);
    struct held h = {.s = s};
    told->has_pointers_apart = add_arguments(&h, kernel, launch, told);
    h.stores.size = told->has_pointers_apart ? h.stores.size : 0;
    for (uint32_t i = 0; i < r->variable_names.size; i++) {
        LLVMValueRef variable = host_named_kind(r, r->variable_names.data[i]) ? LLVMGetNamedGlobal(r->module, r->variable_names.data[i]) : NULL;
        if (variable && add_holder(&h, variable, launch, told->argument_count))
            names[told->held_count++] = r->variable_names.data[i];
    }
    told->held = names;
    vec_release(&h.stores);
    vec_release(&h.sources);
}
