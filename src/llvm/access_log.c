/* Predicates about the accesses that a work-item has made: __read, __write, __read_offset_bytes, __write_offset_bytes,
 * __ptr_offset_bytes.
 *
 * They speak of one access to an array, whichever: what they are used for has to hold for each access that the work-item has made
 * since the last barrier that orders the array's memory, and for none. So each array and mode that is asked about gets two
 * variables of the work-item, a flag and an offset, and each access either replaces what they hold or does not: a choice that
 * is any value (kernel.h, UNSUPPORTED_CHOICE). The idea is GPUVerify's (Betts et al., OOPSLA 2012, section 4.2: the log of one access).
 *
 * Of an array all of whose accesses cannot be told, the predicates stay values that are not known: if an access goes through
 * a pointer that is not the array's alone, an atomic operation or another call gets the array, or a barrier comes of which it is not known
 * whether it begins a new log. A barrier of a work-group orders global memory for its work-items only, so arrays in global
 * memory have no log in kernels with such a barrier. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode.h"

enum { LOGS_MAX = 32, MODES = 2, QUERY_READ = 0, QUERY_WRITE = 1, QUERY_OFFSET = 2, QUERY_POINTER = 4, SPACE_OF_WORK_GROUP = 3 };
enum barrier_effect { NO_BARRIER, ORDERS_LOCAL, ORDERS_GLOBAL, ORDERS_BOTH, ORDERS_UNKNOWN };

struct log {
    LLVMValueRef base;
    bool is_unclear, is_local;
    LLVMValueRef flag[MODES], offset[MODES]; /* variables; NULL until asked for */
};

struct logs {
    struct llvm_module *module;
    LLVMBuilderRef builder;
    LLVMValueRef function;
    LLVMTypeRef truth, number;
    struct log list[LOGS_MAX];
    uint32_t count;
};

static const char *callee_name(LLVMValueRef i) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    return callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
}

bool access_log_is_query(LLVMValueRef i) {
    return strstr(callee_name(i), "__wp_annotation_log") != NULL;
}

static uint64_t kind_of(LLVMValueRef query) {
    LLVMValueRef kind = LLVMGetOperand(query, 1);
    return LLVMIsAConstantInt(kind) ? LLVMConstIntGetZExtValue(kind) : UINT64_MAX;
}

static struct log *log_of(struct logs *l, LLVMValueRef base) {
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->list[i].base == base) {
            return &l->list[i];
        }
    }
    return NULL;
}

static void all_unclear(struct logs *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        l->list[i].is_unclear = true;
    }
}

static bool is_array(LLVMValueRef base) {
    return LLVMIsAArgument(base) || LLVMIsAGlobalVariable(base);
}

/* Of a global variable it is its own; CUDA's arguments are generic pointers into global memory. */
static bool is_in_local_memory(LLVMValueRef base) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(base)) == SPACE_OF_WORK_GROUP;
}

/* Names are clang's for CUDA, and what OpenCL's mangle to. */
static enum barrier_effect barrier_effect(LLVMValueRef i) {
    const char *name = callee_name(i);
    if (strcmp(name, "llvm.nvvm.barrier0") == 0) {
        return ORDERS_BOTH;
    }
    if (strcmp(name, "_Z7barrierj") == 0 || strcmp(name, "_Z18work_group_barrierj") == 0) {
        LLVMValueRef flags = LLVMGetOperand(i, 0);
        uint64_t bits = LLVMIsAConstantInt(flags) ? LLVMConstIntGetZExtValue(flags) : 4;
        return bits == 0 ? NO_BARRIER : bits < 4 ? (enum barrier_effect)bits : ORDERS_UNKNOWN;
    }
    bool is_known = !LLVMIsACallInst(i) || strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0 ||
                    strncmp(name, "llvm.nvvm.read.ptx.", 19) == 0 || strncmp(name, "__wp_annotation_", 16) == 0 || strcmp(name, "__wp_assume") == 0 ||
                    access_log_is_query(i) || call_is_pure(i);
    return is_known ? NO_BARRIER : ORDERS_UNKNOWN;
}

/* The pointer that a load or store goes through; or NULL. */
static LLVMValueRef accessed(LLVMValueRef i) {
    return LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
}

static bool is_logged(LLVMValueRef i) {
    return accessed(i) && !(LLVMIsALoadInst(i) && annotation_reads(i));
}

/* The offset from the base, in bytes; NULL if the type of an index is not understood. Without a builder's position: no code. */
static LLVMValueRef offset_of(struct logs *l, LLVMValueRef pointer, LLVMValueRef before) {
    LLVMBuilderRef b = l->builder;
    LLVMValueRef sum = LLVMConstInt(l->number, 0, false);
    LLVMPositionBuilderBefore(b, before);
    while (!is_array(pointer)) {
        LLVMOpcode opcode = LLVMIsAConstantExpr(pointer) ? LLVMGetConstOpcode(pointer) : LLVMGetInstructionOpcode(pointer);
        if (opcode == LLVMGetElementPtr) {
            LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
            for (int n = 1; n < LLVMGetNumOperands(pointer); n++) {
                LLVMValueRef index = LLVMGetOperand(pointer, (unsigned)n);
                LLVMTypeKind kind = LLVMGetTypeKind(type);
                if (n > 1 && kind == LLVMStructTypeKind) {
                    unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
                    uint64_t bytes = LLVMOffsetOfElement(l->module->layout, type, field);
                    sum = LLVMBuildAdd(b, sum, LLVMConstInt(l->number, bytes, false), "");
                    type = LLVMStructGetTypeAtIndex(type, field);
                    continue;
                }
                if (n > 1 && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind) {
                    return NULL;
                }
                type = n > 1 ? LLVMGetElementType(type) : type;
                LLVMValueRef size = LLVMConstInt(l->number, LLVMABISizeOfType(l->module->layout, type), false);
                LLVMValueRef wide = LLVMBuildIntCast2(b, index, l->number, true, "");
                sum = LLVMBuildAdd(b, sum, LLVMBuildMul(b, wide, size, ""), "");
            }
        }
        pointer = LLVMGetOperand(pointer, 0);
    }
    return sum;
}

/* ---- what is asked, and what can be told ---- */

typedef void (*visitor)(struct logs *l, LLVMValueRef instruction);

static void for_function(struct logs *l, visitor visit) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            visit(l, i);
        }
    }
}

static void collect(struct logs *l, LLVMValueRef i) {
    if (!access_log_is_query(i) || kind_of(i) == QUERY_POINTER) {
        return;
    }
    LLVMValueRef base = normalise_base_of(LLVMGetOperand(i, 0));
    if (is_array(base) && !log_of(l, base) && l->count < LOGS_MAX) {
        l->list[l->count++] = (struct log){.base = base, .is_local = is_in_local_memory(base)};
    }
}

static void look(struct logs *l, LLVMValueRef i) {
    enum barrier_effect effect = barrier_effect(i);
    for (uint32_t n = 0; n < l->count; n++) {
        bool has_no_log = effect == ORDERS_UNKNOWN || (!l->list[n].is_local && (effect == ORDERS_GLOBAL || effect == ORDERS_BOTH));
        l->list[n].is_unclear |= has_no_log;
    }
    if (is_logged(i)) {
        LLVMValueRef base = normalise_base_of(accessed(i));
        if (!is_array(base) && !LLVMIsAAllocaInst(base)) {
            all_unclear(l);
        }
        return;
    }
    for (int n = 0; n < LLVMGetNumOperands(i) && !accessed(i) && !access_log_is_query(i); n++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)n);
        bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind;
        bool is_derived = LLVMIsAGetElementPtrInst(i) || LLVMIsAAddrSpaceCastInst(i) || LLVMIsAICmpInst(i);
        struct log *log = is_pointer && !is_derived ? log_of(l, normalise_base_of(operand)) : NULL;
        if (log) {
            log->is_unclear = true;
        }
    }
}

/* A pointer that is stored may come back as another one. */
static void look_at_store(struct logs *l, LLVMValueRef i) {
    LLVMValueRef value = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
    if (value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && log_of(l, normalise_base_of(value))) {
        log_of(l, normalise_base_of(value))->is_unclear = true;
    }
}

/* ---- the variables ---- */

static LLVMValueRef variable(struct logs *l, LLVMTypeRef type) {
    LLVMPositionBuilderBefore(l->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->function)));
    LLVMValueRef v = LLVMBuildAlloca(l->builder, type, "");
    LLVMBuildStore(l->builder, LLVMConstInt(type, 0, false), v);
    return v;
}

static LLVMValueRef chosen(struct logs *l) {
    LLVMTypeRef type = LLVMFunctionType(l->truth, NULL, 0, false);
    LLVMValueRef function = LLVMGetNamedFunction(l->module->module, "__wp_annotation_choice");
    function = function ? function : LLVMAddFunction(l->module->module, "__wp_annotation_choice", type);
    return LLVMBuildCall2(l->builder, type, function, NULL, 0, "");
}

static void ask(struct logs *l, LLVMValueRef i) {
    uint64_t kind = access_log_is_query(i) ? kind_of(i) : UINT64_MAX;
    LLVMValueRef base = kind <= QUERY_POINTER ? normalise_base_of(LLVMGetOperand(i, 0)) : NULL, answer = NULL;
    LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(i));
    if (base && kind == QUERY_POINTER && is_array(base)) {
        answer = offset_of(l, LLVMGetOperand(i, 0), i);
    }
    struct log *log = base && kind < QUERY_POINTER ? log_of(l, base) : NULL;
    if (log && !log->is_unclear) {
        unsigned mode = (unsigned)kind & 1;
        if (!log->flag[mode]) {
            LLVMSetCurrentDebugLocation2(l->builder, NULL);
            log->flag[mode] = variable(l, l->truth);
            log->offset[mode] = variable(l, l->number);
            LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(i));
        }
        bool is_offset = (kind & QUERY_OFFSET) != 0;
        LLVMPositionBuilderBefore(l->builder, i);
        answer = LLVMBuildLoad2(l->builder, is_offset ? l->number : l->truth, (is_offset ? log->offset : log->flag)[mode], "");
    }
    if (answer) {
        LLVMReplaceAllUsesWith(i, LLVMBuildIntCast2(l->builder, answer, LLVMTypeOf(i), false, ""));
        LLVMInstructionEraseFromParent(i);
    }
}

static void note_access(struct logs *l, LLVMValueRef i) {
    LLVMValueRef pointer = accessed(i);
    struct log *log = log_of(l, normalise_base_of(pointer));
    unsigned mode = LLVMIsAStoreInst(i) ? QUERY_WRITE : QUERY_READ;
    if (!log || log->is_unclear || !log->flag[mode]) {
        return;
    }
    LLVMBuilderRef b = l->builder;
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef next = LLVMGetNextInstruction(i), offset = offset_of(l, pointer, next);
    LLVMValueRef choice = chosen(l), flag = LLVMBuildLoad2(b, l->truth, log->flag[mode], "");
    LLVMValueRef earlier = LLVMBuildLoad2(b, l->number, log->offset[mode], "");
    LLVMBuildStore(b, LLVMBuildOr(b, choice, flag, ""), log->flag[mode]);
    LLVMBuildStore(b, LLVMBuildSelect(b, choice, offset, earlier, ""), log->offset[mode]);
}

static void begin_again(struct logs *l, LLVMValueRef barrier) {
    LLVMPositionBuilderBefore(l->builder, barrier);
    for (uint32_t n = 0; n < l->count; n++) {
        for (unsigned mode = 0; mode < MODES; mode++) {
            if (l->list[n].is_local && !l->list[n].is_unclear && l->list[n].flag[mode]) {
                LLVMBuildStore(l->builder, LLVMConstInt(l->truth, 0, false), l->list[n].flag[mode]);
            }
        }
    }
}

static void keep(struct logs *l, LLVMValueRef i) {
    enum barrier_effect effect = barrier_effect(i);
    bool is_variable = accessed(i) && LLVMIsAAllocaInst(normalise_base_of(accessed(i)));
    if (is_logged(i) && !is_variable) {
        note_access(l, i);
    } else if (effect == ORDERS_LOCAL || effect == ORDERS_BOTH) {
        begin_again(l, i);
    }
}

/* Whether every offset that the variables would get is understood. */
static void look_at_offset(struct logs *l, LLVMValueRef i) {
    struct log *log = is_logged(i) ? log_of(l, normalise_base_of(accessed(i))) : NULL;
    for (LLVMValueRef p = log ? accessed(i) : NULL; p && !is_array(p); p = LLVMGetOperand(p, 0)) {
        bool is_typed = !LLVMIsAGetElementPtrInst(p) || LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) != LLVMScalableVectorTypeKind;
        log->is_unclear |= !is_typed;
    }
}

bool access_log_define(struct llvm_module *m, LLVMBuilderRef builder) {
    bool any = false;
    for (uint32_t k = 0; k < m->kernels.size; k++) {
        struct logs l = {.module = m, .builder = builder, .function = m->kernels.data[k].function};
        l.truth = LLVMInt1TypeInContext(m->context);
        l.number = LLVMInt64TypeInContext(m->context);
        for_function(&l, collect);
        for_function(&l, look);
        for_function(&l, look_at_store);
        for_function(&l, look_at_offset);
        for_function(&l, ask);
        for_function(&l, keep);
        any = any || l.count > 0;
    }
    return any;
}
