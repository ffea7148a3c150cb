/* Whether the program computes what an array holds, in whatever way: then no contents but the program's arise, even where it is not followed
 * which those are. What files and users give may be anything. Host code computes, and kernels do, which store to what they are given.
 *
 * The last copies into the array are not told from earlier ones: this takes errors back and proves nothing. */
#include <string.h>

#include "base/vec.h"
#include "kernel/signature.h"
#include "llvm/host_parts.h"

enum { POINTERS_MOST = 64, COPIES_MOST = 4 };

struct pointers {
    VEC(LLVMValueRef) list; /* into one piece of memory */
};

bool host_is_step(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
}

static void find_pointers(struct pointers *p, LLVMValueRef base) {
    vec_push(&p->list, base);
    for (uint32_t i = 0; i < p->list.size; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(p->list.data[i]); u && p->list.size < POINTERS_MOST; u = LLVMGetNextUse(u))
            if (host_is_step(LLVMGetUser(u)) && LLVMGetOperand(LLVMGetUser(u), 0) == p->list.data[i])
                vec_push(&p->list, LLVMGetUser(u));
}

LLVMValueRef host_copy_source(LLVMValueRef user, LLVMValueRef pointer) {
    static const char *const names[] = {"__wp_host_copy", "__wp_host_to_variable", "llvm.memcpy.", "llvm.memmove."};
    const char *name = host_callee_name(user);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0 && LLVMGetOperand(user, 0) == pointer)
            return LLVMGetOperand(user, 1);
    return NULL;
}

static bool is_computed(const struct host_reader *r, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && !host_is_input(r, value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

static bool is_made(const struct host_reader *r, LLVMValueRef base, int depth) {
    struct pointers p = {0};
    bool is = false;
    find_pointers(&p, base);
    for (uint32_t i = 0; i < p.list.size && !is; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(p.list.data[i]); u && !is; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u), source = host_copy_source(user, p.list.data[i]);
            is = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == p.list.data[i] && is_computed(r, LLVMGetOperand(user, 0));
            is = is || (source && depth < COPIES_MOST && is_made(r, host_base_of(source), depth + 1));
        }
    vec_release(&p.list);
    return is;
}

bool host_is_made(const struct host_reader *r, LLVMValueRef base) {
    return is_made(r, base, 0);
}

/* ---- what kernels store ---- */

/* The kernel may store to what the pointer parameter points to: its type, of which extern "C" names say nothing, does not exclude it. */
static bool may_store(const struct host_reader *r, const struct host_kernel *kernel, uint32_t param) {
    const char *type = signature_type(r->arena, kernel->display, param);
    return strstr(type, "const*") == NULL && strstr(type, "const *") == NULL;
}

/* Notes each pointer that some launch passes to a kernel which may store there. */
static void find_stored(struct host_reader *r) {
    LLVMValueRef launches = LLVMGetNamedFunction(r->module, host_launch_name);
    for (LLVMUseRef u = launches ? LLVMGetFirstUse(launches) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        const struct host_kernel *kernel =
            strcmp(host_callee_name(call), host_launch_name) == 0
                ? host_find_kernel(r, LLVMGetOperand(call, HOST_LAUNCH_KERNEL), arena_alloc(r->arena, sizeof(const char *)))
                : NULL;
        for (uint32_t i = 0; kernel && i < kernel->leaves.size; i++) {
            LLVMValueRef pointer = LLVMGetOperand(call, HOST_LAUNCH_VALUES + i);
            if (LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind && may_store(r, kernel, kernel->leaves.data[i].param))
                vec_push(&r->stored, ((struct host_stored){kernel->name, host_base_of(pointer)}));
        }
        if (kernel)
            vec_push(&r->stored, ((struct host_stored){kernel->name, NULL}));
    }
}

/* Another kernel of the program may store there: it gets a pointer to the same memory, or both pointers are not followed; to variables of the
   device (`base` NULL), any kernel. */
static bool is_stored(const struct host_reader *r, const struct host_kernel *kernel, LLVMValueRef base) {
    bool is = false;
    for (uint32_t i = 0; i < r->stored.size && !is; i++) {
        const struct host_stored *s = &r->stored.data[i];
        bool is_there = s->base == base || (base && s->base && !host_is_allocation(base) && !host_is_allocation(s->base));
        is = is_there && strcmp(s->kernel, kernel->name) != 0;
    }
    return is;
}

/* The use lets no host code write there but fills with one byte. */
static bool is_of_devices(LLVMValueRef user, LLVMValueRef pointer) {
    static const char *const others[] = {"__wp_host_launch_values", "__wp_host_set", "__wp_host_free", "__wp_host_status",
                                         "__wp_host_copy",          "llvm.memset.",  "llvm.lifetime.", "llvm.dbg."};
    const char *name = host_callee_name(user);
    bool is = (host_is_step(user) && LLVMGetOperand(user, 0) == pointer) || LLVMIsAICmpInst(user) != NULL || LLVMIsALoadInst(user) != NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others && !is; i++)
        is = strncmp(name, others[i], strlen(others[i])) == 0;
    return is && !host_copy_source(user, pointer);
}

static bool only_devices_write(LLVMValueRef base) {
    struct pointers p = {0};
    bool is = true;
    find_pointers(&p, base);
    for (uint32_t i = 0; i < p.list.size && is; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(p.list.data[i]); u && is; u = LLVMGetNextUse(u))
            is = is_of_devices(LLVMGetUser(u), p.list.data[i]);
    vec_release(&p.list);
    return is;
}

static void add_summary(struct host_reader *r, const char *name, struct host_launch *told) {
    const char **all = arena_alloc(r->arena, (told->summary_count + (size_t)1) * sizeof *all);
    for (uint32_t i = 0; i < told->summary_count; i++)
        all[i] = told->summaries[i];
    all[told->summary_count++] = name;
    told->summaries = all;
}

void host_read_stored(struct host_reader *r, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told) {
    if (r->stored.size == 0)
        find_stored(r);
    told->stored = arena_alloc(r->arena, ((size_t)told->argument_count + r->variable_names.size + 1) * sizeof *told->stored);
    for (uint32_t i = 0; i < told->argument_count; i++) {
        const struct host_argument *argument = &told->arguments[i];
        LLVMValueRef base = host_base_of(LLVMGetOperand(launch, HOST_LAUNCH_VALUES + i));
        if (!argument->is_pointer || !*argument->name || !is_stored(r, kernel, base))
            continue;
        told->stored[told->stored_count++] = argument->name;
        if (host_is_allocation(base) && only_devices_write(base))
            add_summary(r, argument->name, told);
    }
    for (uint32_t i = 0; i < r->variable_names.size; i++) {
        const char *name = r->variable_names.data[i];
        if (!(host_named_kind(r, name) & HOST_VARIABLE_CONSTANT) && is_stored(r, kernel, NULL))
            told->stored[told->stored_count++] = arena_printf(r->arena, SIGNATURE_VARIABLE "%s", name);
    }
}
