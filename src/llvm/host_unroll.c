/* Loops in which memory is allocated or freed, `for (i = 0; i < 4; i++) cudaMalloc(&p[i], n)`, are to be unrolled as far as their rounds are
 * known: then each of the pointers is a value of its own. (Other loops are unrolled where they are small.) */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { BLOCKS_MOST = 4000, ROUNDS_MOST = 1000, UNKNOWN_ROUNDS = 8, UNROLLED_MOST = 8000 };

static bool is_memory_call(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    return strcmp(name, "__wp_host_allocate") == 0 || strcmp(name, "__wp_host_free") == 0;
}

static bool has_memory_call(LLVMBasicBlockRef block) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (is_memory_call(i))
            return true;
    return false;
}

/* The block that the edge back leads to: the successor which every path to the block takes. */
static uint32_t header_of(struct host_graph *g, uint32_t latch) {
    for (uint32_t i = 0; i < g->next_count[latch]; i++) {
        uint32_t header = g->next[latch][i];
        if (header == latch || !host_graph_reaches(g, HOST_GRAPH_NONE, latch, HOST_GRAPH_NONE, 0, header))
            return header;
    }
    return HOST_GRAPH_NONE;
}

/* Whether the loop has a block with such a call: one that reaches the latch without the header. */
static bool holds_memory_call(struct host_graph *g, uint32_t header, uint32_t latch, const bool *has_call) {
    for (uint32_t b = 0; b < g->count; b++) {
        bool is_within = b == header || b == latch || host_graph_reaches(g, b, latch, HOST_GRAPH_NONE, 0, header);
        if (has_call[b] && is_within)
            return true;
    }
    return false;
}

/* The node of a loop names itself. */
static LLVMValueRef unrolled(struct host_reader *r) {
    static const char word[] = "llvm.loop.unroll.full";
    LLVMMetadataRef text = LLVMMDStringInContext2(r->context, word, strlen(word)), self = LLVMTemporaryMDNode(r->context, NULL, 0);
    LLVMMetadataRef parts[] = {self, LLVMMDNodeInContext2(r->context, &text, 1)}, node = LLVMMDNodeInContext2(r->context, parts, 2);
    LLVMValueRef value = LLVMMetadataAsValue(r->context, node);
    LLVMMetadataReplaceAllUsesWith(self, node);
    return value;
}

static void mark_function(struct host_reader *r, LLVMValueRef function) {
    unsigned kind = LLVMGetMDKindIDInContext(r->context, "llvm.loop", strlen("llvm.loop"));
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, function);
    bool *has_call = arena_alloc(&scratch, g.count * sizeof *has_call), is_any = false;
    for (uint32_t b = 0; b < g.count; b++) {
        has_call[b] = has_memory_call(g.blocks[b]);
        is_any |= has_call[b];
    }
    for (uint32_t b = 0; b < g.count && is_any && g.count < BLOCKS_MOST; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g.blocks[b]);
        uint32_t header = end && LLVMIsABranchInst(end) && LLVMGetMetadata(end, kind) ? header_of(&g, b) : HOST_GRAPH_NONE;
        if (header != HOST_GRAPH_NONE && holds_memory_call(&g, header, b, has_call))
            LLVMSetMetadata(end, kind, unrolled(r));
    }
    arena_release(&scratch);
}

void host_mark_loops(struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            mark_function(r, f);
}
