/* Whether host code computes what an array holds, in whatever way: then no contents but the program's arise, even where it is not followed
 * which those are. What files and users give may be anything.
 *
 * The last copies into the array are not told from earlier ones: this takes errors back and proves nothing. */
#include <string.h>

#include "base/vec.h"
#include "llvm/host_parts.h"

enum { POINTERS_MOST = 64, COPIES_MOST = 4 };

struct pointers {
    VEC(LLVMValueRef) list; /* into one piece of memory */
};

static bool is_step(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
}

static void find_pointers(struct pointers *p, LLVMValueRef base) {
    vec_push(&p->list, base);
    for (uint32_t i = 0; i < p->list.size; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(p->list.data[i]); u && p->list.size < POINTERS_MOST; u = LLVMGetNextUse(u))
            if (is_step(LLVMGetUser(u)) && LLVMGetOperand(LLVMGetUser(u), 0) == p->list.data[i])
                vec_push(&p->list, LLVMGetUser(u));
}

/* A copy of memory of the host to this pointer: where from; NULL: it is none. */
static LLVMValueRef source_of(LLVMValueRef user, LLVMValueRef pointer) {
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
            LLVMValueRef user = LLVMGetUser(u), source = source_of(user, p.list.data[i]);
            is = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == p.list.data[i] && is_computed(r, LLVMGetOperand(user, 0));
            is = is || (source && depth < COPIES_MOST && is_made(r, host_base_of(source), depth + 1));
        }
    vec_release(&p.list);
    return is;
}

bool host_is_made(const struct host_reader *r, LLVMValueRef base) {
    return is_made(r, base, 0);
}
