/* The pass list: everything inlined into the kernels, private variables in registers,
 * address spaces known, every other memory access exactly where the source has it.
 *
 * Stages, in order; a test counts the accesses per source location after each.
 *   prepare               what no selected kernel reaches is dropped; every function is made
 *                         inlinable; library functions with a meaning of their own are
 *                         replaced by declarations; kernel pointers are marked global; of OpenCL,
 *                         accesses of components of vectors touch these alone (components.c),
 *                         copies with a stride copy element by element (strided.c);
 *                         annotations get where they are judged (annotate.c)
 *   always-inline         device functions, bottom up, after variables got values that no pass chooses (unset.h)
 *   sroa<preserve-cfg>    repeated, with inlining, while it resolves calls or variables, or members of aggregates
 *                         in registers are found (aggregate.c)
 *   infer-address-spaces  after copies of constants went (constant_copy.c), and local variables and by-value structs got theirs; then variables that log
 *                         accesses for annotations (access_log.c), promoted by mem2reg
 *   loop-simplify, lcssa; then those values are undef
 *
 * sroa speculates a load from "private or other memory" on both sides of a select or phi,
 * which would invent an access to the other memory. So every load whose pointer is not yet
 * a known variable is volatile while sroa runs. */
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/inline_bound.h"
#include "llvm/llvm.h"
#include "llvm/unset.h"

const char *const normalise_undef_branch = "__wp_undef_branch";
const char *const normalise_grid_sync = "__wp_grid_sync";

enum { ROUND_LIMIT = 12, LIBRARY_INLINE_LIMIT = 12, UNSET_LEAVES = 16 };

struct normaliser {
    struct llvm_module *m;
    LLVMTargetMachineRef machine;
    LLVMPassBuilderOptionsRef options;
    LLVMBuilderRef builder;
    unsigned volatile_mark; /* metadata kind on loads that the program made volatile */
    const char *error;
};

typedef void (*instruction_visitor)(struct normaliser *n, LLVMValueRef instruction);

static void for_instructions(struct normaliser *n, LLVMValueRef function, instruction_visitor visit) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            visit(n, i);
        }
    }
}

static void for_all_instructions(struct normaliser *n, instruction_visitor visit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(n->m->module); f; f = LLVMGetNextFunction(f)) {
        for_instructions(n, f, visit);
    }
}

static void run_passes(struct normaliser *n, const char *passes) {
    if (n->error) {
        return;
    }
    LLVMErrorRef error = LLVMRunPasses(n->m->module, passes, n->machine, n->options);
    if (error) {
        char *text = LLVMGetErrorMessage(error);
        n->error = arena_printf(n->m->arena, "pass list: %s", text);
        LLVMDisposeErrorMessage(text);
    }
}

/* ---- prepare ---- */

static bool is_selected(const struct llvm_module *m, LLVMValueRef function) {
    for (uint32_t i = 0; i < m->kernels.size; i++) {
        if (m->kernels.data[i].function == function) {
            return true;
        }
    }
    return false;
}

static void delete_global(struct llvm_module *m, const char *name) {
    LLVMValueRef global = LLVMGetNamedGlobal(m->module, name);
    if (global) {
        LLVMDeleteGlobal(global);
    }
}

static void hide(LLVMValueRef global) {
    LLVMSetComdat(global, NULL);
    LLVMSetVisibility(global, LLVMDefaultVisibility);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

static void drop_unreachable(struct normaliser *n) {
    struct llvm_module *m = n->m;
    delete_global(m, "llvm.used");
    delete_global(m, "llvm.compiler.used");
    delete_global(m, "llvm.global_ctors");
    delete_global(m, "llvm.global_dtors");
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && !is_selected(m, f)) {
            hide(f);
        }
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(m->module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g)) {
            hide(g);
        }
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m->module); a; a = LLVMGetNextGlobalAlias(a)) {
        LLVMSetLinkage(a, LLVMInternalLinkage);
    }
    run_passes(n, "globaldce");
}

static void remove_attribute(LLVMValueRef function, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

static void add_attribute(struct normaliser *n, LLVMValueRef function, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(n->m->context, kind, value);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void make_inlinable(struct normaliser *n) {
    for (LLVMValueRef f = LLVMGetFirstFunction(n->m->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) {
            continue;
        }
        remove_attribute(f, "optnone");
        remove_attribute(f, "noinline");
        if (!is_selected(n->m, f) || n->m->language == LANGUAGE_OPENCL) { /* there kernels call kernels */
            add_attribute(n, f, "alwaysinline", 0);
        }
    }
}

/* A declaration of the same type takes the function's place; globaldce removes the body. */
static LLVMValueRef replace_by_declaration(struct normaliser *n, LLVMValueRef function, const char *name) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMValueRef declaration = LLVMGetNamedFunction(n->m->module, name);
    if (!declaration || LLVMGlobalGetValueType(declaration) != type) {
        declaration = LLVMAddFunction(n->m->module, name, type);
    }
    LLVMReplaceAllUsesWith(function, declaration);
    return declaration;
}

static bool is_float_type(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind;
}

/* libdevice's functions without pointers are pure. If the library is linked, only those on floats
   that are not trivial are better without their body. */
static bool is_library_mathematics(LLVMValueRef function) {
    const char *name = LLVMGetValueName2(function, &(size_t){0});
    if (strncmp(name, "__nv_", 5) != 0) {
        return false;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    bool has_float = is_float_type(LLVMGetReturnType(type));
    for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p)) {
        if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind) {
            return false;
        }
        has_float = has_float || is_float_type(LLVMTypeOf(p));
    }
    if (LLVMIsDeclaration(function)) {
        return true;
    }
    uint32_t instructions = 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
        instructions++;
    }
    return has_float && (LLVMGetNextBasicBlock(entry) || instructions > LIBRARY_INLINE_LIMIT);
}

/* Grid-wide barriers of CUDA's cooperative groups, in any inline namespace. */
static bool is_grid_sync(struct arena *arena, LLVMValueRef function) {
    const char *name = LLVMGetValueName2(function, &(size_t){0});
    if (!strstr(name, "cooperative_groups")) {
        return false;
    }
    const char *display = name_demangle(arena, name);
    return strstr(display, "grid_group::sync(") || strstr(display, "::sync_grids(") || strstr(display, "details::grid::sync(");
}

/* What assert() calls; clang's wrapper of a toolkit's headers gives it a body, and the assertion's place would be there. */
static bool is_failing_assert(LLVMValueRef function) {
    static const char mangled[] = "_ZL13__assert_fail"; /* static */
    const char *name = LLVMGetValueName2(function, &(size_t){0});
    return !LLVMIsDeclaration(function) && (strcmp(name, "__assert_fail") == 0 || strncmp(name, mangled, sizeof mangled - 1) == 0);
}

/* "__nv_sinf" is the C library's "sinf", "__nv_fast_sinf" is CUDA's "__sinf". */
static const char *library_name(struct arena *arena, const char *name) {
    const char *plain = name + strlen("__nv_");
    return strncmp(plain, "fast_", 5) == 0 ? arena_printf(arena, "__%s", plain + 5) : arena_strdup(arena, plain);
}

static void replace_library_functions(struct normaliser *n) {
    LLVMValueRef next;
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(n->m->module); f; f = next) {
        next = LLVMGetNextFunction(f);
        if (is_grid_sync(n->m->arena, f)) {
            replace_by_declaration(n, f, normalise_grid_sync);
            any = true;
        } else if (is_failing_assert(f)) {
            replace_by_declaration(n, f, "__wp_assert_fail");
            any = true;
        } else if (is_library_mathematics(f)) {
            const char *plain = library_name(n->m->arena, LLVMGetValueName2(f, &(size_t){0}));
            LLVMValueRef declaration = replace_by_declaration(n, f, plain);
            add_attribute(n, declaration, "memory", 0);
            LLVMAddAttributeAtIndex(declaration, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(n->m->context, "llvm.assume", 11, "wp_pure", 7));
            any = true;
        }
    }
    if (any) {
        run_passes(n, "globaldce");
    }
}

/* Casts value to the address space and back, and lets all its users use the result. */
static void retype_pointer(struct normaliser *n, LLVMValueRef value, LLVMValueRef before, unsigned space) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMPositionBuilderBefore(n->builder, before);
    LLVMTypeRef typed = LLVMPointerTypeInContext(n->m->context, space);
    LLVMValueRef there = LLVMBuildAddrSpaceCast(n->builder, value, typed, "");
    LLVMValueRef back = LLVMBuildAddrSpaceCast(n->builder, there, type, "");
    LLVMReplaceAllUsesWith(value, back);
    LLVMSetOperand(there, 0, value);
}

static bool is_generic_pointer(const struct llvm_module *m, LLVMTypeRef type) {
    return m->target == TARGET_NVPTX && LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == SPACE_GENERIC;
}

static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static LLVMValueRef first_instruction(LLVMValueRef function) {
    return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
}

static void mark_global_parameters(struct normaliser *n, LLVMValueRef kernel) {
    unsigned index = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(kernel); p; p = LLVMGetNextParam(p), index++) {
        if (is_generic_pointer(n->m, LLVMTypeOf(p)) && !by_value_type(kernel, index)) {
            retype_pointer(n, p, first_instruction(kernel), SPACE_GLOBAL);
        }
    }
}

static void mark_volatile(struct normaliser *n, LLVMValueRef instruction) {
    if (LLVMIsALoadInst(instruction) && LLVMGetVolatile(instruction)) {
        LLVMValueRef node = LLVMMetadataAsValue(n->m->context, LLVMMDNodeInContext2(n->m->context, NULL, 0));
        LLVMSetMetadata(instruction, n->volatile_mark, node);
    }
}

static void stage_prepare(struct normaliser *n) {
    if (n->m->trusts_undefined) {
        annotate_functions(n->m, n->builder);
    }
    drop_unreachable(n);
    replace_library_functions(n);
    strided_define(n->m, n->builder);
    make_inlinable(n);
    for (uint32_t i = 0; i < n->m->kernels.size; i++) {
        mark_global_parameters(n, n->m->kernels.data[i].function);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(n->m->module); f && n->m->language == LANGUAGE_OPENCL; f = LLVMGetNextFunction(f)) {
        components_split(n->m, f, n->builder);
    }
    for_all_instructions(n, mark_volatile);
}

/* ---- inlining and sroa ---- */

LLVMValueRef normalise_base_of(LLVMValueRef pointer) {
    for (;;) {
        LLVMOpcode opcode = LLVMIsAInstruction(pointer)    ? LLVMGetInstructionOpcode(pointer)
                            : LLVMIsAConstantExpr(pointer) ? LLVMGetConstOpcode(pointer)
                                                           : LLVMRet;
        if (opcode != LLVMGetElementPtr && opcode != LLVMAddrSpaceCast && opcode != LLVMBitCast) {
            return pointer;
        }
        pointer = LLVMGetOperand(pointer, 0);
    }
}

static void protect_load(struct normaliser *n, LLVMValueRef instruction) {
    (void)n;
    if (LLVMIsALoadInst(instruction)) {
        LLVMValueRef base = normalise_base_of(LLVMGetOperand(instruction, 0));
        if (LLVMIsAInstruction(base) && !LLVMIsAAllocaInst(base)) {
            LLVMSetVolatile(instruction, true);
        }
    }
}

static void unprotect_load(struct normaliser *n, LLVMValueRef instruction) {
    if (LLVMIsALoadInst(instruction) && LLVMGetVolatile(instruction) && !LLVMGetMetadata(instruction, n->volatile_mark)) {
        LLVMSetVolatile(instruction, false);
    }
}

struct remaining {
    uint32_t calls, variables, accesses;
};

static struct remaining count_remaining(const struct llvm_module *m) {
    struct remaining r = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
                r.variables += opcode == LLVMAlloca;
                r.accesses += opcode == LLVMLoad || opcode == LLVMStore;
                if (opcode == LLVMCall) {
                    LLVMValueRef callee = LLVMGetCalledValue(i);
                    bool is_opaque = LLVMIsAInlineAsm(callee) || (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee));
                    r.calls += !is_opaque;
                }
            }
        }
    }
    return r;
}

static void resolve_call(struct normaliser *n, LLVMValueRef instruction) {
    if (LLVMIsACallInst(instruction)) {
        devirtualise_call(n->m, instruction);
    }
}

static void inline_calls(struct normaliser *n) {
    inline_bound(n->m->module);
    run_passes(n, "always-inline");
}

static void stage_sroa(struct normaliser *n) {
    struct remaining before = count_remaining(n->m);
    for (uint32_t round = 0; round < ROUND_LIMIT && !n->error; round++) {
        if (round > 0 && before.calls > 0) {
            inline_calls(n);
        }
        for_all_instructions(n, protect_load);
        run_passes(n, "function(sroa<preserve-cfg>)");
        for_all_instructions(n, unprotect_load);
        bool is_folded = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(n->m->module); f; f = LLVMGetNextFunction(f)) {
            is_folded = aggregate_fold(f) || is_folded;
        }
        if (before.calls > 0) {
            for_all_instructions(n, resolve_call);
        }
        struct remaining after = count_remaining(n->m);
        bool is_stable = !is_folded && memcmp(&before, &after, sizeof before) == 0;
        before = after;
        if (is_stable || (after.calls == 0 && after.variables == 0)) {
            break;
        }
    }
}

/* ---- address spaces ---- */

/* Whether nothing writes through the pointer or takes it elsewhere. */
static bool is_only_read(LLVMValueRef pointer, uint32_t depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || depth > 20) {
            return false;
        }
        LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
        bool is_derived = opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast;
        if (is_derived ? !is_only_read(user, depth + 1) : opcode != LLVMLoad && opcode != LLVMICmp) {
            LLVMValueRef callee = opcode == LLVMCall ? LLVMGetCalledValue(user) : NULL;
            const char *name = callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
            bool is_copy = strncmp(name, "llvm.memcpy", 11) == 0 || strncmp(name, "llvm.memmove", 12) == 0;
            bool is_marker = strncmp(name, "llvm.lifetime", 13) == 0;
            if (!is_marker && !(is_copy && LLVMGetOperand(user, 0) != pointer)) {
                return false;
            }
        }
    }
    return true;
}

/* A by-value struct that the kernel changes lives in a private copy. */
static bool copy_written_parameters(struct normaliser *n, LLVMValueRef kernel) {
    bool any = false;
    unsigned index = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(kernel); p; p = LLVMGetNextParam(p), index++) {
        LLVMTypeRef type = by_value_type(kernel, index);
        if (!type || is_only_read(p, 0)) {
            continue;
        }
        size_t length;
        LLVMPositionBuilderBefore(n->builder, first_instruction(kernel));
        LLVMValueRef copy = LLVMBuildAlloca(n->builder, type, LLVMGetValueName2(p, &length));
        if (LLVMTypeOf(copy) != LLVMTypeOf(p)) {
            LLVMInstructionEraseFromParent(copy);
            continue;
        }
        LLVMReplaceAllUsesWith(p, copy);
        LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(n->m->context), LLVMABISizeOfType(n->m->layout, type), false);
        LLVMBuildMemCpy(n->builder, copy, 1, p, 1, size);
        any = true;
    }
    return any;
}

static void mark_loaded_pointers(struct normaliser *n, LLVMValueRef pointer) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user)) {
            mark_loaded_pointers(n, user);
        } else if (LLVMIsALoadInst(user) && is_generic_pointer(n->m, LLVMTypeOf(user))) {
            retype_pointer(n, user, LLVMGetNextInstruction(user), SPACE_GLOBAL);
        }
    }
}

static void drop_lifetime(struct normaliser *n, LLVMValueRef instruction) {
    (void)n;
    if (LLVMIsACallInst(instruction)) {
        const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &(size_t){0});
        if (strncmp(name, "llvm.lifetime.", 14) == 0) {
            LLVMInstructionEraseFromParent(instruction);
        }
    }
}

static void mark_local(struct normaliser *n, LLVMValueRef instruction) {
    if (LLVMIsAAllocaInst(instruction) && is_generic_pointer(n->m, LLVMTypeOf(instruction))) {
        retype_pointer(n, instruction, LLVMGetNextInstruction(instruction), SPACE_LOCAL);
    }
}

static void stage_address_spaces(struct normaliser *n) {
    bool is_copied = false;
    for (uint32_t i = 0; i < n->m->kernels.size; i++) {
        is_copied = copy_written_parameters(n, n->m->kernels.data[i].function) || is_copied;
    }
    if (is_copied) {
        stage_sroa(n);
    }
    for_all_instructions(n, drop_lifetime);
    unset_leave_memory(n->m->module);
    for (uint32_t i = 0; i < n->m->kernels.size; i++) {
        LLVMValueRef kernel = n->m->kernels.data[i].function;
        unsigned index = 0;
        for (LLVMValueRef p = LLVMGetFirstParam(kernel); p; p = LLVMGetNextParam(p), index++) {
            if (by_value_type(kernel, index) && is_generic_pointer(n->m, LLVMTypeOf(p))) {
                mark_loaded_pointers(n, p);
                retype_pointer(n, p, first_instruction(kernel), SPACE_PARAM);
            }
        }
        constant_copies_read(n->m, n->builder, kernel);
        for_instructions(n, kernel, mark_local);
    }
    run_passes(n, "function(infer-address-spaces)");
    if (n->m->trusts_undefined && !n->error && access_log_define(n->m, n->builder)) {
        run_passes(n, "function(mem2reg)");
    }
}

/* ---- loops ---- */

/* loop-simplify would choose a side. */
static void name_undef_branch(struct normaliser *n, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    bool is_branch = opcode == LLVMBr && LLVMIsConditional(instruction);
    if (!is_branch && opcode != LLVMSwitch) {
        return;
    }
    LLVMValueRef condition = is_branch ? LLVMGetCondition(instruction) : LLVMGetOperand(instruction, 0);
    if (!LLVMIsUndef(condition)) {
        return;
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(condition), NULL, 0, false);
    const char *name = arena_printf(n->m->arena, "%s.i%u", normalise_undef_branch, LLVMGetIntTypeWidth(LLVMTypeOf(condition)));
    LLVMValueRef function = LLVMGetNamedFunction(n->m->module, name);
    if (!function) {
        function = LLVMAddFunction(n->m->module, name, type);
    }
    LLVMPositionBuilderBefore(n->builder, instruction);
    LLVMValueRef unknown = LLVMBuildCall2(n->builder, type, function, NULL, 0, "");
    LLVMInstructionSetDebugLoc(unknown, LLVMInstructionGetDebugLoc(instruction));
    if (is_branch) {
        LLVMSetCondition(instruction, unknown);
    } else {
        LLVMSetOperand(instruction, 0, unknown);
    }
}

static void stage_inline(struct normaliser *n) {
    unset_begin(n->m->module, UNSET_LEAVES, false);
    inline_calls(n);
}

static void stage_loops(struct normaliser *n) {
    for_all_instructions(n, name_undef_branch);
    run_passes(n, "function(loop-simplify)");
}

static void stage_lcssa(struct normaliser *n) {
    run_passes(n, "function(lcssa)");
    unset_end(n->m->module);
}

static const struct {
    const char *name;
    void (*run)(struct normaliser *n);
} stages[] = {
    {"prepare", stage_prepare},         {"always-inline", stage_inline},
    {"sroa<preserve-cfg>", stage_sroa}, {"infer-address-spaces", stage_address_spaces},
    {"loop-simplify", stage_loops},     {"lcssa", stage_lcssa},
};

uint32_t llvm_pass_count(void) {
    return (uint32_t)(sizeof stages / sizeof *stages);
}

const char *llvm_pass_name(uint32_t pass) {
    assert(pass < llvm_pass_count());
    return stages[pass].name;
}

/* infer-address-spaces asks the target which space is the generic one. */
static LLVMTargetMachineRef create_machine(const struct llvm_module *m) {
    if (m->target != TARGET_NVPTX) {
        return NULL;
    }
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMTargetRef target = NULL;
    char *message = NULL;
    const char *triple = LLVMGetTarget(m->module);
    if (LLVMGetTargetFromTriple(triple[0] ? triple : "nvptx64-nvidia-cuda", &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, triple, "sm_80", "", LLVMCodeGenLevelNone, LLVMRelocDefault, LLVMCodeModelDefault);
}

const char *normalise_run(struct llvm_module *module, uint32_t stage_end) {
    struct normaliser n = {.m = module};
    n.machine = create_machine(module);
    n.options = LLVMCreatePassBuilderOptions();
    n.builder = LLVMCreateBuilderInContext(module->context);
    n.volatile_mark = LLVMGetMDKindIDInContext(module->context, "wp.volatile", 11);
    for (uint32_t i = 0; i < stage_end && i < llvm_pass_count() && !n.error; i++) {
        stages[i].run(&n);
    }
    LLVMDisposeBuilder(n.builder);
    LLVMDisposePassBuilderOptions(n.options);
    if (n.machine) {
        LLVMDisposeTargetMachine(n.machine);
    }
    return n.error;
}
