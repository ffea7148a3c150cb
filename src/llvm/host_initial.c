/* Variables of the device that hold at a launch what they are initialised with: nothing in the program writes them before. What that is, the
 * kernel's half knows. */
#include <string.h>

#include "host/launch_site.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

/* The use reads, or asks for the size. */
static bool only_reads(LLVMValueRef variable, LLVMValueRef user) {
    const char *name = host_callee_name(user);
    if (LLVMIsALoadInst(user) || strcmp(name, "__cudaRegisterVar") == 0 || strstr(name, "cudaGetSymbolSize"))
        return true;
    return strcmp(name, "__wp_host_copy") == 0 && LLVMGetOperand(user, 0) != variable;
}

static bool is_only_read(LLVMValueRef variable) {
    bool is = true;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u && is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        is = LLVMIsAConstant(user) ? !LLVMGetFirstUse(user) : only_reads(variable, user);
    }
    return is;
}

/* Some instruction before the launch may write variables of the device that kernels write, the launch itself in an earlier round included. */
static bool has_writers(struct host_reader *r, LLVMValueRef launch) {
    LLVMValueRef own = LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch));
    struct arena scratch;
    bool has = false;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, own);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f && !has; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && !has; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !has; i = LLVMGetNextInstruction(i))
                has = !LLVMIsAStoreInst(i) && host_may_write_variables(r, i) && (f != own || host_graph_comes_before(&g, i, launch));
    arena_release(&scratch);
    return has;
}

static bool is_listed(const struct host_launch *told, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < told->initial_count; i++)
        is |= strcmp(told->initial[i], name) == 0;
    return is;
}

void host_read_initial(struct host_reader *r, LLVMValueRef launch, struct host_launch *told) {
    const char **list = arena_alloc(r->arena, (r->variable_names.size + (size_t)2) * sizeof *list);
    bool is_closed = r->is_whole && r->lost.size == 0 && !r->assembly.is_there;
    bool is_first = is_closed && r->is_ordered && r->variable_names.size > 0 && !has_writers(r, launch);
    told->initial = list;
    if (is_closed)
        list[told->initial_count++] = LAUNCH_UNNAMED;
    for (uint32_t i = 0; i < r->variable_names.size && is_closed; i++) {
        const char *name = r->variable_names.data[i];
        uint32_t kind = host_named_kind(r, name);
        LLVMValueRef variable = LLVMGetNamedGlobal(r->module, name);
        if (kind != 0 && ((kind & HOST_VARIABLE_CONSTANT) || is_first) && (!variable || is_only_read(variable)) && !is_listed(told, name))
            list[told->initial_count++] = name;
    }
}
