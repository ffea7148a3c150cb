/* Loops in which memory is allocated or freed, `for (i = 0; i < 4; i++) cudaMalloc(&p[i], n)`, are to be unrolled as far as their rounds are
 * known: then each of the pointers is a value of its own. So are loops that launch something for each element of a small table. (Other loops are unrolled where they are small.) Not where that makes a function of many
 * thousand instructions, as of a benchmark whose hundred rounds allocate a workspace each: LLVM's passes then run for minutes. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { BLOCKS_MOST = 4000, ROUNDS_MOST = 1000, UNKNOWN_ROUNDS = 8, UNROLL_ROUNDS = 64, UNROLLED_MOST = 8000 };

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

enum { TABLE_MOST = 8 };

/* The load reads an element of a small table, by an index or through a pointer that goes along it: `for (int n : {128, 256, 512})`. */
static bool reads_table(LLVMValueRef load) {
    LLVMValueRef from = LLVMGetOperand(load, 0);
    bool is_moved = false;
    for (int depth = 0; depth < 6 && !LLVMIsAAllocaInst(from) && !LLVMIsAGlobalVariable(from); depth++) {
        if (LLVMIsAPHINode(from)) {
            is_moved = true;
            LLVMValueRef first = LLVMGetIncomingValue(from, 0), second = LLVMCountIncoming(from) == 2 ? LLVMGetIncomingValue(from, 1) : first;
            from = LLVMIsAGetElementPtrInst(first) && LLVMGetOperand(first, 0) == from ? second : first;
        } else if (LLVMIsAGetElementPtrInst(from)) {
            for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(from); i++)
                is_moved |= !LLVMIsAConstantInt(LLVMGetOperand(from, i));
            from = LLVMGetOperand(from, 0);
        } else {
            return false;
        }
    }
    LLVMTypeRef type = LLVMIsAAllocaInst(from) ? LLVMGetAllocatedType(from) : LLVMIsAGlobalVariable(from) ? LLVMGlobalGetValueType(from) : NULL;
    return is_moved && type && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) <= TABLE_MOST;
}

static bool has_table(LLVMBasicBlockRef block) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsALoadInst(i) && reads_table(i))
            return true;
    return false;
}

static bool has_launch(LLVMBasicBlockRef block) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && strncmp(host_callee_name(i), "__wp_host_launch", 16) == 0)
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

struct loop {
    uint32_t header, latch;
    bool *has; /* by block: those that reach the latch without the header */
    uint32_t block_count;
};

static void find_blocks(struct host_graph *g, struct loop *loop) {
    for (uint32_t b = 0; b < g->count; b++) {
        loop->has[b] = b == loop->header || b == loop->latch || host_graph_reaches(g, b, loop->latch, HOST_GRAPH_NONE, 0, loop->header);
        loop->block_count += loop->has[b];
    }
}

/* ---- rounds ---- */

static bool small_constant(LLVMValueRef value, int64_t *number) {
    bool is = LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
    *number = is ? LLVMConstIntGetSExtValue(value) : 0;
    return is && *number >= INT32_MIN && *number <= INT32_MAX;
}

/* The number that the header's phi begins with and what a round adds. */
static bool is_counter(const struct host_graph *g, const struct loop *loop, LLVMValueRef phi, int64_t *start, int64_t *step) {
    bool has_start = false, has_step = false;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(phi, i);
        bool is_next = loop->has[host_graph_index(g, LLVMGetIncomingBlock(phi, i))];
        bool is_sum = is_next && LLVMIsAInstruction(from) && LLVMGetInstructionOpcode(from) == LLVMAdd && LLVMGetOperand(from, 0) == phi;
        has_start |= !is_next && small_constant(from, start);
        has_step |= is_sum && small_constant(LLVMGetOperand(from, 1), step);
    }
    return has_start && has_step && LLVMCountIncoming(phi) == 2;
}

/* How often the loop's body is executed at most, by an exit that compares a counter with a number; 0: not known. */
static uint32_t rounds_by(const struct host_graph *g, const struct loop *loop, LLVMValueRef branch) {
    LLVMValueRef compare = LLVMGetCondition(branch);
    bool is_compare = LLVMIsAInstruction(compare) && LLVMGetInstructionOpcode(compare) == LLVMICmp;
    LLVMValueRef value = is_compare ? LLVMGetOperand(compare, 0) : NULL;
    int64_t bound, start, step, offset = 0;
    if (!is_compare || !small_constant(LLVMGetOperand(compare, 1), &bound))
        return 0;
    if (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd && small_constant(LLVMGetOperand(value, 1), &offset))
        value = LLVMGetOperand(value, 0);
    bool is_here = LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == g->blocks[loop->header];
    if (!is_here || !is_counter(g, loop, value, &start, &step))
        return 0;
    bool leaves_if = !loop->has[host_graph_index(g, LLVMGetSuccessor(branch, 0))];
    for (uint32_t round = 0; round < ROUNDS_MOST; round++)
        if (host_compares(LLVMGetICmpPredicate(compare), start + round * step + offset, bound) == leaves_if)
            return round + 1;
    return ROUNDS_MOST;
}

static uint32_t rounds_of(const struct host_graph *g, const struct loop *loop) {
    uint32_t least = 0;
    for (uint32_t b = 0; b < g->count; b++) {
        LLVMValueRef end = loop->has[b] ? LLVMGetBasicBlockTerminator(g->blocks[b]) : NULL;
        if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
            continue;
        bool leaves = loop->has[host_graph_index(g, LLVMGetSuccessor(end, 0))] != loop->has[host_graph_index(g, LLVMGetSuccessor(end, 1))];
        uint32_t rounds = leaves ? rounds_by(g, loop, end) : 0;
        least = rounds > 0 && (least == 0 || rounds < least) ? rounds : least;
    }
    return least > 0 ? least : UNKNOWN_ROUNDS;
}

/* ---- marks ---- */

static int compare_loops(const void *a, const void *b) {
    const struct loop *x = a, *y = b;
    int order = (x->block_count > y->block_count) - (x->block_count < y->block_count);
    return order ? order : (x->latch > y->latch) - (x->latch < y->latch);
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

/* By block: calls that allocate or free; launches; loads of a small table's elements. */
struct wanted {
    bool *has_call, *has_launch, *has_table;
};

/* The loops with such a call, or with a launch and such a load, the inner ones first. */
static struct loop *find_loops(struct arena *scratch, struct host_graph *g, const struct wanted *wanted, unsigned kind, uint32_t *count) {
    struct loop *loops = arena_alloc(scratch, (g->count + (size_t)1) * sizeof *loops);
    for (uint32_t b = 0; b < g->count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[b]);
        uint32_t header = end && LLVMIsABranchInst(end) && LLVMGetMetadata(end, kind) ? header_of(g, b) : HOST_GRAPH_NONE;
        if (header == HOST_GRAPH_NONE)
            continue;
        struct loop loop = {.header = header, .latch = b, .has = arena_alloc(scratch, g->count * sizeof *loop.has)};
        find_blocks(g, &loop);
        bool is_called = false, is_launched = false, is_read = false;
        for (uint32_t k = 0; k < g->count; k++) {
            is_called |= loop.has[k] && wanted->has_call[k];
            is_launched |= loop.has[k] && wanted->has_launch[k];
            is_read |= loop.has[k] && wanted->has_table[k];
        }
        if (is_called || (is_launched && is_read))
            loops[(*count)++] = loop;
    }
    if (*count > 1)
        qsort(loops, *count, sizeof *loops, compare_loops);
    return loops;
}

/* `sizes`: of the blocks, in instructions, all copies together. */
static void mark_loops(struct host_reader *r, struct host_graph *g, const struct loop *loops, uint32_t count, uint64_t *sizes, unsigned kind) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t rounds = rounds_of(g, &loops[i]);
        uint64_t size = 0;
        for (uint32_t b = 0; b < g->count; b++)
            size += loops[i].has[b] ? sizes[b] * rounds : 0;
        if (size > UNROLLED_MOST || rounds > UNROLL_ROUNDS)
            continue;
        for (uint32_t b = 0; b < g->count; b++)
            sizes[b] *= loops[i].has[b] ? rounds : 1;
        LLVMSetMetadata(LLVMGetBasicBlockTerminator(g->blocks[loops[i].latch]), kind, unrolled(r));
    }
}

static void mark_function(struct host_reader *r, LLVMValueRef function) {
    unsigned kind = LLVMGetMDKindIDInContext(r->context, "llvm.loop", strlen("llvm.loop"));
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, function);
    struct wanted wanted = {arena_alloc(&scratch, g.count * sizeof *wanted.has_call), arena_alloc(&scratch, g.count * sizeof *wanted.has_call),
                            arena_alloc(&scratch, g.count * sizeof *wanted.has_call)};
    bool is_any = false;
    uint64_t *sizes = arena_alloc(&scratch, g.count * sizeof *sizes);
    for (uint32_t b = 0; b < g.count; b++) {
        wanted.has_call[b] = has_memory_call(g.blocks[b]);
        wanted.has_launch[b] = has_launch(g.blocks[b]);
        wanted.has_table[b] = has_table(g.blocks[b]);
        is_any |= wanted.has_call[b] || wanted.has_launch[b];
        for (LLVMValueRef i = LLVMGetFirstInstruction(g.blocks[b]); i; i = LLVMGetNextInstruction(i))
            sizes[b]++;
    }
    if (is_any && g.count < BLOCKS_MOST) {
        uint32_t count = 0;
        const struct loop *loops = find_loops(&scratch, &g, &wanted, kind, &count);
        mark_loops(r, &g, loops, count, sizes, kind);
    }
    arena_release(&scratch);
}

void host_mark_loops(struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            mark_function(r, f);
}
