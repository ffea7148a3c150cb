/* Memory operations per source location, between the passes. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/llvm.h"

static bool kind_of(LLVMValueRef instruction, enum llvm_access_kind *kind, LLVMValueRef *pointer) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    *pointer = LLVMGetNumOperands(instruction) > 0 ? LLVMGetOperand(instruction, 0) : NULL;
    if (opcode == LLVMLoad) {
        *kind = LLVM_ACCESS_LOAD;
        return true;
    }
    if (opcode == LLVMStore) {
        *kind = LLVM_ACCESS_STORE;
        *pointer = LLVMGetOperand(instruction, 1);
        return true;
    }
    if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg) {
        *kind = LLVM_ACCESS_ATOMIC;
        return true;
    }
    LLVMValueRef callee = opcode == LLVMCall ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
    const char *name = callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    if (strncmp(name, "llvm.nvvm.atomic.", 17) == 0) {
        *kind = LLVM_ACCESS_ATOMIC;
        return true;
    }
    *kind = LLVM_ACCESS_TRANSFER;
    return strncmp(name, "llvm.mem", 8) == 0;
}

static int compare_counts(const void *a, const void *b) {
    const struct llvm_access_count *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (order == 0) {
        order = (x->line > y->line) - (x->line < y->line);
    }
    if (order == 0) {
        order = (x->column > y->column) - (x->column < y->column);
    }
    if (order == 0) {
        order = (int)x->kind - (int)y->kind;
    }
    return order ? order : (int)x->is_private - (int)y->is_private;
}

static struct llvm_access_count entry_of(struct arena *arena, LLVMValueRef instruction) {
    struct llvm_access_count entry = {.file = "", .count = 1};
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (location) {
        entry.file = location_file(arena, LLVMDILocationGetScope(location));
        entry.line = LLVMDILocationGetLine(location);
        entry.column = LLVMDILocationGetColumn(location);
    }
    return entry;
}

bool llvm_count_accesses(struct arena *arena, const char *path, uint32_t passes, struct llvm_access_count **counts, uint32_t *count,
                         const char **error) {
    struct llvm_module *m = llvm_load_stages(arena, path, NULL, passes, error);
    if (!m) {
        return false;
    }
    VEC(struct llvm_access_count) list = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                enum llvm_access_kind kind;
                LLVMValueRef pointer;
                if (kind_of(i, &kind, &pointer)) {
                    struct llvm_access_count entry = entry_of(arena, i);
                    entry.kind = kind;
                    entry.is_private = LLVMIsAAllocaInst(normalise_base_of(pointer)) != NULL;
                    vec_push(&list, entry);
                }
            }
        }
    }
    llvm_release(m);
    uint32_t kept = 0;
    if (list.size > 0) {
        qsort(list.data, list.size, sizeof *list.data, compare_counts);
    }
    for (uint32_t i = 0; i < list.size; i++) {
        if (kept > 0 && compare_counts(&list.data[kept - 1], &list.data[i]) == 0) {
            list.data[kept - 1].count++;
        } else {
            list.data[kept++] = list.data[i];
        }
    }
    *counts = arena_alloc(arena, kept * sizeof **counts);
    if (kept > 0) {
        memcpy(*counts, list.data, kept * sizeof **counts);
    }
    *count = kept;
    vec_release(&list);
    return true;
}
