/* The module, its optimisation, and the machine that it runs on. */
#include "llvm/native.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "llvm/native_emit.h"

struct owned_code {
    struct native_code code;
    struct arena arena;
    LLVMOrcLLJITRef jit;
};

static LLVMTargetMachineRef create_machine(void) {
    LLVMTargetRef target = NULL;
    char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
    LLVMTargetMachineRef machine = NULL;
    if (!LLVMInitializeNativeTarget() && !LLVMInitializeNativeAsmPrinter() && !LLVMGetTargetFromTriple(triple, &target, &message)) {
        char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
        machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelJITDefault);
        LLVMDisposeMessage(cpu);
        LLVMDisposeMessage(features);
    }
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(triple);
    return machine;
}

/* True if there was one. */
static bool drop_error(LLVMErrorRef error) {
    if (error) {
        LLVMConsumeError(error);
    }
    return error != NULL;
}

static void create_types(struct emitter *e) {
    e->i1 = LLVMInt1TypeInContext(e->llvm);
    e->i8 = LLVMInt8TypeInContext(e->llvm);
    e->i16 = LLVMInt16TypeInContext(e->llvm);
    e->i32 = LLVMInt32TypeInContext(e->llvm);
    e->i64 = LLVMInt64TypeInContext(e->llvm);
    e->pointer = LLVMPointerTypeInContext(e->llvm, 0);
    LLVMTypeRef parameters[] = {e->pointer, e->i32, e->i32};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->llvm), parameters, 3, false);
    e->function = LLVMAddFunction(e->module, "run", type);
}

/* The machine code of the module; takes module and context. */
static const char *create_jit(struct owned_code *owned, LLVMModuleRef module, LLVMOrcThreadSafeContextRef context, LLVMTargetMachineRef machine) {
    LLVMOrcThreadSafeModuleRef safe = LLVMOrcCreateNewThreadSafeModule(module, context);
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    if (drop_error(LLVMOrcCreateLLJIT(&owned->jit, builder))) {
        LLVMOrcDisposeThreadSafeModule(safe);
        return "no compiler for this machine";
    }
    LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(owned->jit);
    LLVMOrcDefinitionGeneratorRef process;
    char prefix = LLVMOrcLLJITGetGlobalPrefix(owned->jit);
    if (!drop_error(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, prefix, NULL, NULL))) {
        LLVMOrcJITDylibAddGenerator(library, process);
    }
    LLVMOrcExecutorAddress address = 0;
    if (drop_error(LLVMOrcLLJITAddLLVMIRModule(owned->jit, library, safe)) || drop_error(LLVMOrcLLJITLookup(owned->jit, &address, "run"))) {
        return "no machine code";
    }
    owned->code.run = (void (*)(struct native_context *, uint32_t, uint32_t))(uintptr_t)address;
    return NULL;
}

static void optimise(LLVMModuleRef module, LLVMTargetMachineRef machine) {
    char *triple = LLVMGetTargetMachineTriple(machine);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(module, triple);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    drop_error(LLVMRunPasses(module, "default<O2>", machine, options));
    LLVMDisposePassBuilderOptions(options);
}

struct native_code *native_compile(const struct native_plan *plan, const char **error) {
    LLVMTargetMachineRef machine = create_machine();
    if (!machine) {
        *error = "no compiler for this machine";
        return NULL;
    }
    struct owned_code *owned = mem_alloc(sizeof *owned);
    *owned = (struct owned_code){.jit = NULL};
    LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContext();
    struct emitter e = {.plan = plan, .kernel = plan->kernel, .arena = &owned->arena};
    e.llvm = LLVMOrcThreadSafeContextGetContext(context);
    e.module = LLVMModuleCreateWithNameInContext("native", e.llvm);
    e.builder = LLVMCreateBuilderInContext(e.llvm);
    create_types(&e);
    native_emit_function(&e);
    LLVMDisposeBuilder(e.builder);
    owned->code.frame_words = e.frame_words;
    owned->code.round_words = e.round_words;
    owned->code.point_count = e.point_insts.size;
    uint32_t *points = arena_alloc(&owned->arena, e.point_insts.size * sizeof *points);
    memcpy(points, e.point_insts.data, e.point_insts.size * sizeof *points);
    owned->code.point_inst = points;
    vec_release(&e.point_insts);
    if (LLVMVerifyModule(e.module, LLVMReturnStatusAction, NULL)) {
        *error = "invalid code";
        LLVMDisposeModule(e.module);
        LLVMDisposeTargetMachine(machine);
    } else {
        optimise(e.module, machine);
        *error = create_jit(owned, e.module, context, machine);
    }
    LLVMOrcDisposeThreadSafeContext(context);
    if (*error) {
        native_release(&owned->code);
        return NULL;
    }
    return &owned->code;
}

void native_release(struct native_code *code) {
    struct owned_code *owned = (struct owned_code *)code;
    if (owned->jit) {
        drop_error(LLVMOrcDisposeLLJIT(owned->jit));
    }
    arena_release(&owned->arena);
    mem_free(owned, sizeof *owned);
}
