/* One module of all host halves of a program, and of each program where there are several (host_program.c).
 *
 * Each half is read, its kernels' stubs are rewritten (host_stub.c), and all are linked. If `main` is there and every function that
 * is called is either defined or a library's, nothing else calls into the program: then only main, initialisers and functions whose
 * address is taken are called from outside. Else every function that another file may call keeps parameters that are not known.
 *
 * The passes inline what leads to a launch, allocates, frees or copies to variables of the device, unroll loops of few rounds (host_unroll.c), note of other functions which pointers they keep and what they change (function-attrs), put variables into registers, fold, and forward stores to loads. Memory that may be
 * changed elsewhere is LLVM's to know; the functions __wp_host_* (share/warpproof/cuda/__wp/host.h) get the attributes that say what
 * they touch. A launch touches whatever has escaped: a kernel writes managed memory. */
#include <llvm-c/Comdat.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"
#include "llvm/inline_bound.h"
#include "llvm/unset.h"

static void note(struct host_reader *r, const char *text) {
    vec_push(&r->code->notes, text);
}

/* A launch of which nothing is known, not even the kernel. */
static void add_unknown(struct host_reader *r, const char *file, const char *why) {
    struct host_launch launch = {.file = file, .is_general = true, .why = why};
    r->is_open = true;
    vec_push(&r->code->launches, launch);
}

static void keep_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    struct host_reader *r = context;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && r->diagnostic.size == 0) {
        char *text = LLVMGetDiagInfoDescription(info);
        buffer_add(&r->diagnostic, text);
        LLVMDisposeMessage(text);
    }
}

/* A module that LLVM found wrong debug information in has none: not its lines, and not which functions of a library's name the program
 * declares itself. */
static bool has_debug_information(LLVMModuleRef module) {
    return LLVMGetNamedMetadata(module, "llvm.dbg.cu", strlen("llvm.dbg.cu")) != NULL;
}

static LLVMModuleRef read_half(struct host_reader *r, const char *path) {
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) || LLVMParseIRInContext(r->context, buffer, &module, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (!has_debug_information(module)) {
        LLVMDisposeModule(module);
        return NULL;
    }
    return module;
}

/* ---- which functions are the program's own ---- */

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* A function without a body that is a library's, and not one that the program declares itself. */
bool host_is_library_of(const struct host_reader *r, const char *name) {
    return host_is_library(name) && !map_get(&r->own, hash_bytes(name, strlen(name)), NULL);
}

/* A weak definition: another file may have the one that counts. */
static bool is_weak(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMCommonLinkage;
}

/* A function that the program calls, and another file must, or may, define; NULL: there is none. */
static const char *find_foreign(const struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        bool is_foreign = LLVMIsDeclaration(f) && !host_is_library_of(r, name) && !host_is_dropped(f);
        if (LLVMGetFirstUse(f) && (is_foreign || is_weak(f)))
            return name;
    }
    return NULL;
}

/* Whether nothing but the files given calls their functions. */
static bool is_closed(struct host_reader *r) {
    LLVMValueRef main = LLVMGetNamedFunction(r->module, "main");
    bool has_main = main && !LLVMIsDeclaration(main);
    const char *foreign = find_foreign(r);
    if (!has_main)
        note(r, "no file has main: functions may be called from other files");
    else if (foreign)
        note(r, arena_printf(r->arena, "no file defines %s: functions may be called from other files", name_demangle(r->arena, foreign)));
    return has_main && !foreign && !r->is_open;
}

static void set_linkage(LLVMValueRef global, LLVMLinkage linkage) {
    LLVMSetVisibility(global, LLVMDefaultVisibility);
    LLVMSetLinkage(global, linkage);
}

static bool is_of_headers(LLVMLinkage linkage) {
    return linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMWeakODRLinkage;
}

static void hide_globals(struct host_reader *r, bool is_whole) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        if (LLVMIsDeclaration(f))
            continue;
        if (host_is_used_by_library(r, f) || host_is_in_assembly(&r->assembly, f) ||
            (host_is_lost(&r->lost, f) && !strstr(name, "__device_stub__"))) {
            LLVMSetComdat(f, NULL);
            set_linkage(f, LLVMExternalLinkage);
            continue;
        }
        bool is_stub = strstr(name, "__device_stub__") != NULL;
        if (is_stub || is_of_headers(LLVMGetLinkage(f)) || (is_whole && strcmp(name, "main") != 0)) {
            LLVMSetComdat(f, NULL);
            set_linkage(f, LLVMInternalLinkage);
        }
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName2(g, &(size_t){0});
        LLVMLinkage linkage = LLVMGetLinkage(g);
        bool is_configuration = strcmp(name, "__wp_host_now") == 0; /* other files' launches write it as well */
        if (LLVMIsDeclaration(g) || begins_with(name, "llvm.") || linkage == LLVMAppendingLinkage)
            continue;
        if (is_configuration || host_is_used_by_library(r, g) || host_is_in_assembly(&r->assembly, g) ||
            (!LLVMIsGlobalConstant(g) && host_is_lost(&r->lost, g))) {
            LLVMSetComdat(g, NULL);
            set_linkage(g, LLVMExternalLinkage);
        } else if (is_whole && !is_weak(g)) {
            LLVMSetComdat(g, NULL);
            set_linkage(g, LLVMInternalLinkage);
        }
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(r->module); a && is_whole; a = LLVMGetNextGlobalAlias(a))
        set_linkage(a, LLVMInternalLinkage);
}

/* ---- before the passes ---- */

static void remove_attribute(LLVMValueRef function, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

static bool run(LLVMModuleRef module, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        LLVMConsumeError(error);
    return !error;
}

/* Bodies that a header offers of functions that another file defines become declarations. */
static bool drop_bodies(LLVMModuleRef module) {
    return run(module, "elim-avail-extern");
}

struct reached {
    struct map functions;
    VEC(LLVMValueRef) list;
};

static uint64_t key_of_value(LLVMValueRef value) {
    return (uint64_t)(uintptr_t)value;
}

static void reach(struct reached *found, LLVMValueRef function) {
    uint32_t known;
    if (!map_get(&found->functions, key_of_value(function), &known)) {
        map_set(&found->functions, key_of_value(function), 1);
        vec_push(&found->list, function);
    }
}

/* The functions that use the value, through constants as well. */
static void reach_users(struct reached *found, LLVMValueRef value, int depth) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && depth < 8; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user))
            reach(found, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        else if (LLVMIsAConstantExpr(user))
            reach_users(found, user, depth + 1);
    }
}

/* Functions that lead to a launch, allocate, free, or copy to a variable of the device are inlined into their callers, unless they call themselves. */
static void mark_launching(struct host_reader *r) {
    static const char *const launches[] = {"__wp_host_launch", "__wp_host_launch_values", "__wp_host_allocate", "__wp_host_free",
                                           "__wp_host_to_variable"};
    struct reached found = {0};
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(r->module, launches[i]);
        if (f)
            reach_users(&found, f, 0);
    }
    for (uint32_t i = 0; i < found.list.size; i++)
        reach_users(&found, found.list.data[i], 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        remove_attribute(f, "optnone");
        remove_attribute(f, "noinline");
    }
    for (uint32_t i = 0; i < found.list.size; i++) {
        LLVMValueRef f = found.list.data[i];
        if (!LLVMIsDeclaration(f) && strcmp(LLVMGetValueName2(f, &(size_t){0}), "main") != 0)
            host_add_attribute(r, f, "alwaysinline", 0);
    }
    vec_release(&found.list);
    map_release(&found.functions);
}

enum { UNSET_LEAVES = 64 };

static bool run_passes(struct host_reader *r) {
    static const char *const first =
        "function(lower-expect),globaldce,inferattrs,globalopt,always-inline,"
        "cgscc(devirt<4>(inline,function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>),function-attrs)),"
        "globalopt,deadargelim,globaldce,function(sroa,gvn,simplifycfg,instcombine<no-verify-fixpoint>)";
    static const char *const again = "function(sroa,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(loop-unroll-full),sroa,early-cse<memssa>"
                                     ",gvn,simplifycfg,instcombine<no-verify-fixpoint>),globalopt,globaldce,require<globals-aa>,"
                                     "function(sroa,early-cse<memssa>,gvn,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify)";
    unset_begin(r->module, UNSET_LEAVES, true);
    inline_bound(r->module);
    if (!run(r->module, first))
        return false;
    if (host_resolve_calls(r)) {
        inline_bound(r->module);
        if (!run(r->module, "always-inline"))
            return false;
    }
    host_rewrite_lists(r);
    if (r->is_whole)
        host_localise(r);
    host_mirror_numbers(r);
    host_mark_loops(r);
    bool is_run = run(r->module, again);
    host_narrow_numbers(r);
    unset_leave_memory(r->module);
    return is_run;
}

enum { FACTOR_MOST = 1024 };

static bool is_large(LLVMValueRef factor) {
    bool is_number = LLVMIsAConstantInt(factor) && LLVMGetIntTypeWidth(LLVMTypeOf(factor)) <= 64;
    int64_t number = is_number ? LLVMConstIntGetSExtValue(factor) : 0;
    return number >= FACTOR_MOST || number <= -FACTOR_MOST;
}

/* Large multiples of numbers, as of hashes, overflow in programs of ordinary size, and wrap then on machines: LLVM's passes would take them
   not to. Of what else they take not to overflow facts say so (host_value.c). */
static void let_hashes_wrap(LLVMModuleRef module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMGetInstructionOpcode(i) == LLVMMul && (is_large(LLVMGetOperand(i, 0)) || is_large(LLVMGetOperand(i, 1))))
                    LLVMSetNSW(i, false);
}

/* ---- all files ---- */

static void add_half(struct host_reader *r, const struct host_input *input, LLVMModuleRef half) {
    host_note_own(r, input, half);
    host_read_assembly(half, &r->assembly);
    if (input->toolkit)
        host_leave_library_out(r, half, input->toolkit, r->halves);
    r->halves++;
    if (!drop_bodies(half)) {
        add_unknown(r, input->path, "its host code cannot be read");
        LLVMDisposeModule(half);
        return;
    }
    host_note_variables(r, half);
    let_hashes_wrap(half);
    host_rewrite_stubs(r, half, input->path);
    host_keep_configurations(r, half);
    if (!r->module) {
        r->module = half;
    } else if (LLVMLinkModules2(r->module, half)) {
        add_unknown(r, input->path, "its host code cannot be linked with the other files'");
        buffer_clear(&r->diagnostic);
    }
}

static void release_reader(struct host_reader *r) {
    host_forget_numbers(r);
    if (r->given) {
        map_release(&r->given->read_in);
        map_release(&r->given->answers);
        map_release(&r->given->functions);
        vec_release(&r->given->origins);
    }
    if (r->module)
        LLVMDisposeModule(r->module);
    for (uint32_t i = 0; i < r->kernels.size; i++) {
        vec_release(&r->kernels.data[i].leaves);
        vec_release(&r->kernels.data[i].params);
    }
    vec_release(&r->kernels);
    vec_release(&r->types);
    vec_release(&r->spoken_structs);
    map_release(&r->spoken);
    map_release(&r->written);
    vec_release(&r->read_members);
    vec_release(&r->library_variables);
    vec_release(&r->variable_names);
    vec_release(&r->stored);
    map_release(&r->symbols);
    map_release(&r->lost);
    map_release(&r->own);
    map_release(&r->variables);
    map_release(&r->assembly.words);
    buffer_release(&r->diagnostic);
    LLVMDisposeBuilder(r->builder);
}

/* Halves of files that are in other programs as well are copied. */
static void read_program(struct host_reader *r, const struct host_input *inputs, const LLVMModuleRef *halves, const struct host_program *program) {
    LLVMContextSetDiagnosticHandler(r->context, keep_diagnostic, r);
    r->builder = LLVMCreateBuilderInContext(r->context);
    for (uint32_t i = 0; i < program->count; i++) {
        LLVMModuleRef half = halves[program->files[i]];
        if (half)
            host_add_lost(&r->lost, &inputs[program->files[i]]);
    }
    for (uint32_t i = 0; i < program->count; i++)
        for (uint32_t k = 0; k < program->count && halves[program->files[i]]; k++)
            if (halves[program->files[k]])
                host_add_lost_launches(r, &inputs[program->files[i]], halves[program->files[k]]);
    for (uint32_t i = 0; i < program->count; i++) {
        LLVMModuleRef half = halves[program->files[i]];
        if (half)
            add_half(r, &inputs[program->files[i]], program->is_whole ? half : LLVMCloneModule(half));
    }
    if (!r->module)
        return;
    r->layout = LLVMGetModuleDataLayout(r->module);
    r->is_whole = is_closed(r);
    hide_globals(r, r->is_whole);
    host_describe_calls(r);
    host_note_members(r);
    mark_launching(r);
    if (run_passes(r)) {
        r->given = arena_alloc(r->arena, sizeof *r->given);
        host_read_launches(r);
    } else {
        add_unknown(r, inputs[program->files[0]].path, "its host code cannot be simplified");
    }
}

/* A launch of a kernel that is not known may be of one that the program loads: of any file without a `main`. */
static void set_files(struct arena *arena, struct host_launch *launch, const struct host_input *inputs, uint32_t count,
                      const struct host_program *program, const bool *is_main) {
    const char **files = arena_alloc(arena, count * sizeof *files);
    for (uint32_t i = 0, next = 0; i < count; i++) {
        bool is_own = next < program->count && program->files[next] == i;
        next += is_own;
        if (is_own || (!launch->kernel && !is_main[i]))
            files[launch->program_count++] = inputs[i].path;
    }
    launch->program = files;
}

/* What was read since the list had `first_launch` and `first_note` elements is of the program. */
static void tell_program(struct arena *arena, struct host_code *code, const struct host_input *inputs, uint32_t count,
                         const struct host_program *program, const bool *is_main, uint32_t first_launch, uint32_t first_note) {
    const char *name = inputs[program->files[0]].path;
    for (uint32_t i = 0; i < program->count; i++)
        name = is_main[program->files[i]] ? inputs[program->files[i]].path : name;
    for (uint32_t i = first_launch; i < code->launches.size; i++)
        if (code->launches.data[i].program_count == 0)
            set_files(arena, &code->launches.data[i], inputs, count, program, is_main);
    for (uint32_t i = first_note; i < code->notes.size; i++)
        code->notes.data[i] = arena_printf(arena, "in the program of %s %s", name, code->notes.data[i]);
    if (program->has_main)
        vec_push(&code->notes, arena_printf(arena, "%s has a main: it forms a program with %u other file%s", name, program->count - 1,
                                            program->count == 2 ? "" : "s"));
}

/* How far LLVM looks for the store that a load reads, and how many uses of an address it follows: a `main` of hundreds of calls
 * is beyond the limits that a compiler sets itself, and a size that is read twice in it would be two values. The limits are those
 * of the process; the passes over kernels do not ask for them. */
static void raise_limits(void) {
    static const char *const limits[] = {"warpproof", "-memssa-check-limit=2000", "-memdep-block-scan-limit=2000",
                                         "-earlycse-mssa-optimization-cap=20000", "-capture-tracking-max-uses-to-explore=2000"};
    static bool is_done;
    if (!is_done)
        LLVMParseCommandLineOptions(sizeof limits / sizeof *limits, limits, NULL);
    is_done = true;
}

void llvm_read_host(struct arena *arena, const struct host_input *inputs, uint32_t count, struct host_code *code) {
    struct host_reader first = {.arena = arena, .code = code, .context = LLVMContextCreate()};
    LLVMModuleRef *halves = arena_alloc(arena, (count + 1) * sizeof(LLVMModuleRef));
    bool *is_main = arena_alloc(arena, (count + 1) * sizeof *is_main), is_unread = false;
    uint32_t program_count = 0;
    raise_limits();
    LLVMContextSetDiagnosticHandler(first.context, keep_diagnostic, &first);
    LLVMContextSetDiscardValueNames(first.context, false);
    for (uint32_t i = 0; i < count; i++) {
        halves[i] = inputs[i].bitcode ? read_half(&first, inputs[i].bitcode) : NULL;
        if (!halves[i])
            add_unknown(&first, inputs[i].path, inputs[i].why ? inputs[i].why : "its host code cannot be read");
        is_unread |= !halves[i];
        if (inputs[i].lost_why)
            note(&first, arena_printf(arena, "%s:%u: %s", inputs[i].lost_file, inputs[i].lost_line, inputs[i].lost_why));
    }
    buffer_release(&first.diagnostic);
    struct host_program *programs = host_find_programs(arena, inputs, halves, count, &program_count);
    for (uint32_t i = 0; i < program_count; i++)
        for (uint32_t k = 0; k < programs[i].count; k++)
            is_main[programs[i].files[k]] |= programs[i].has_main && halves[programs[i].files[k]] && host_has_main(halves[programs[i].files[k]]);
    for (uint32_t i = 0; i < program_count; i++) {
        struct host_reader r = {.arena = arena, .code = code, .context = first.context, .is_open = is_unread};
        uint32_t first_launch = code->launches.size, first_note = code->notes.size;
        read_program(&r, inputs, halves, &programs[i]);
        if (!programs[i].is_whole)
            tell_program(arena, code, inputs, count, &programs[i], is_main, first_launch, first_note);
        release_reader(&r);
    }
    for (uint32_t i = 0; i < count && program_count > 0 && !programs[0].is_whole; i++)
        if (halves[i])
            LLVMDisposeModule(halves[i]);
    LLVMContextDispose(first.context);
}
