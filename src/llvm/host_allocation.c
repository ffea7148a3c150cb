/* Calls that allocate and free memory, of the device and of the host. */
#include <string.h>

#include "llvm/host_parts.h"

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Memory of the host is one, too: a device may be given it. */
bool host_is_allocation(LLVMValueRef value) {
    static const char *const names[] = {"__wp_host_allocate",
                                        "malloc",
                                        "calloc",
                                        "aligned_alloc",
                                        "_Znwm",
                                        "_Znam",
                                        "_ZnwmRKSt9nothrow_t",
                                        "_ZnamRKSt9nothrow_t",
                                        "_ZnwmSt11align_val_t",
                                        "_ZnamSt11align_val_t",
                                        NULL};
    return LLVMIsAInstruction(value) && is_one_of(host_callee_name(value), names);
}

const struct host_value *host_allocated_bytes(struct host_scope *s, LLVMValueRef allocation) {
    const char *name = host_callee_name(allocation);
    const bool is_aligned = strcmp(name, "aligned_alloc") == 0;
    const struct host_value *bytes = host_integer_known(s, LLVMGetOperand(allocation, is_aligned ? 1 : 0), true);
    if (strcmp(name, "calloc") != 0)
        return bytes;
    const struct host_value *each = host_integer_known(s, LLVMGetOperand(allocation, 1), true);
    return bytes && each ? host_combine(s->r->arena, HOST_MUL, bytes, each) : NULL;
}

bool host_is_free(LLVMValueRef value) {
    static const char *const names[] = {"__wp_host_free",
                                        "free",
                                        "_ZdlPv",
                                        "_ZdaPv",
                                        "_ZdlPvm",
                                        "_ZdaPvm",
                                        "_ZdlPvRKSt9nothrow_t",
                                        "_ZdaPvRKSt9nothrow_t",
                                        "_ZdlPvSt11align_val_t",
                                        "_ZdaPvSt11align_val_t",
                                        "_ZdlPvmSt11align_val_t",
                                        "_ZdaPvmSt11align_val_t",
                                        NULL};
    return is_one_of(host_callee_name(value), names);
}
