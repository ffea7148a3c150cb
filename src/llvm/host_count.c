/* Loops of host code that count: when they end, and of which each round makes a launch. */
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

bool host_ends_count(struct host_graph *g, uint32_t block, uint32_t edge) {
    LLVMValueRef compare = LLVMGetCondition(LLVMGetBasicBlockTerminator(g->blocks[block]));
    if (!LLVMIsAInstruction(compare) || LLVMGetInstructionOpcode(compare) != LLVMICmp)
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    LLVMValueRef phi = LLVMGetOperand(compare, 0), bound = LLVMGetOperand(compare, 1);
    bool goes_on = (edge == 1 && (p == LLVMIntSLT || p == LLVMIntULT)) || (edge == 0 && (p == LLVMIntSGE || p == LLVMIntUGE));
    if (!goes_on || !LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != g->blocks[block] || LLVMCountIncoming(phi) != 2)
        return false;
    uint32_t bound_block = LLVMIsAInstruction(bound) ? host_graph_index(g, LLVMGetInstructionParent(bound)) : HOST_GRAPH_NONE;
    bool is_before =
        bound_block == HOST_GRAPH_NONE || (bound_block != block && !host_graph_reaches(g, HOST_GRAPH_NONE, block, HOST_GRAPH_NONE, 0, bound_block));
    bool is_step = false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        is_step |= LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == phi &&
                   LLVMIsAConstantInt(LLVMGetOperand(next, 1)) && LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)) > 0 &&
                   (LLVMGetNSW(next) || LLVMGetNUW(next)) && g->next_count[block] == 2 &&
                   host_graph_reaches(g, g->next[block][1 - edge], block, HOST_GRAPH_NONE, 0, HOST_GRAPH_NONE);
    }
    return is_before && is_step;
}

enum { BLOCKS_MOST = 400 }; /* of a function whose paths are searched for one counter */

/* An error code of the runtime, of which nothing else is known. A query's tells more: whether work is done. */
static bool is_status(LLVMValueRef value) {
    const char *callee = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value) ? host_callee_name(value) : "";
    return strcmp(callee, "__wp_host_status") == 0 || (strncmp(callee, "cuda", 4) == 0 && !strstr(callee, "Query"));
}

/* The block's edge is taken only if a call of the runtime fails, and programs are meant to go on. */
static bool is_failure(const struct host_graph *g, uint32_t block, uint32_t edge) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[block]);
    if (LLVMIsAInvokeInst(end))
        return edge == 1 && (strncmp(host_callee_name(end), "cuda", 4) == 0 || strncmp(host_callee_name(end), "__wp_host_", 10) == 0);
    LLVMValueRef compare = LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
    if (!compare || !LLVMIsAICmpInst(compare) || !is_status(LLVMGetOperand(compare, 0)))
        return false;
    LLVMValueRef success = LLVMGetOperand(compare, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    bool is_other = (p == LLVMIntEQ && edge == 1) || (p == LLVMIntNE && edge == 0);
    return is_other && LLVMIsAConstantInt(success) && LLVMConstIntGetZExtValue(success) == 0;
}

/* A call that may not return; a volatile access, which may fail or be waited for. */
static bool may_stop(const struct host_reader *r, LLVMBasicBlockRef block) {
    bool may = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !may; i = LLVMGetNextInstruction(i))
        may = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) ? host_may_stop(r, i) : (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i);
    return may;
}

/* Whether no round of the loop with this header ends it but by the test there, whose exit is `exit`, or because a call of the runtime fails, upon
   which the program does not go on behind the loop: one that does may look for how often the call succeeds. */
static bool is_left_by_test(const struct host_reader *r, struct host_graph *g, uint32_t header, uint32_t exit) {
    struct arena scratch;
    arena_init(&scratch);
    const uint32_t behind = g->next[header][exit];
    const bool *is_in = host_graph_loop(g, &scratch, header);
    bool is = is_in && is_in[g->next[header][1 - exit]] && !is_in[behind];
    for (uint32_t b = 0; b < g->count && is; b++) {
        is = !is_in[b] || !may_stop(r, g->blocks[b]);
        for (uint32_t n = 0; n < g->next_count[b] && is_in[b] && b != header && is; n++) {
            uint32_t next = g->next[b][n];
            is = is_in[next] || (is_failure(g, b, n) && next != behind && !host_graph_reaches(g, next, behind, HOST_GRAPH_NONE, 0, HOST_GRAPH_NONE));
        }
    }
    arena_release(&scratch);
    return is;
}

/* Whether each round of that loop comes to block number `to`. */
static bool each_round_comes(struct host_graph *g, uint32_t header, uint32_t exit, uint32_t to) {
    uint32_t body = g->next[header][1 - exit];
    return to != header && (body == to || (host_graph_reaches(g, body, to, HOST_GRAPH_NONE, 0, header) &&
                                           !host_graph_reaches(g, body, header, HOST_GRAPH_NONE, 0, to)));
}

static bool counts_by_one(LLVMValueRef phi) {
    bool is_by_one = false, has_start = false;
    for (unsigned i = 0; i < 2 && LLVMIsAPHINode(phi) && LLVMCountIncoming(phi) == 2; i++) {
        LLVMValueRef from = LLVMGetIncomingValue(phi, i);
        bool is_step = LLVMIsAInstruction(from) && LLVMGetInstructionOpcode(from) == LLVMAdd && LLVMGetOperand(from, 0) == phi;
        is_by_one |= is_step && LLVMIsAConstantInt(LLVMGetOperand(from, 1)) && LLVMConstIntGetSExtValue(LLVMGetOperand(from, 1)) == 1;
        has_start |= LLVMIsAConstantInt(from) != NULL;
    }
    return is_by_one && has_start;
}

static bool is_plain_count(const struct host_reader *r, struct host_graph *g, uint32_t header, uint32_t exit) {
    return host_ends_count(g, header, exit) && counts_by_one(LLVMGetOperand(LLVMGetCondition(LLVMGetBasicBlockTerminator(g->blocks[header])), 0)) &&
           is_left_by_test(r, g, header, exit);
}

bool host_counts_plainly(const struct host_reader *r, LLVMValueRef phi) {
    struct arena scratch;
    if (!counts_by_one(phi) || LLVMCountBasicBlocks(LLVMGetBasicBlockParent(LLVMGetInstructionParent(phi))) > BLOCKS_MOST)
        return false;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(phi)));
    uint32_t header = host_graph_index(&g, LLVMGetInstructionParent(phi));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g.blocks[header]);
    bool is = false;
    for (uint32_t exit = 0; exit < 2 && LLVMIsABranchInst(end) && LLVMIsConditional(end); exit++)
        is |= is_plain_count(r, &g, header, exit) && LLVMGetOperand(LLVMGetCondition(end), 0) == phi;
    arena_release(&scratch);
    return is;
}

/* A condition that is told ends the loop: the symbol lies below a value. */
static bool has_end(const struct host_launch *told, uint32_t symbol) {
    bool has = false;
    for (uint32_t i = 0; i < told->condition_count; i++) {
        const struct host_condition *c = &told->conditions[i];
        has |= (c->op == HOST_LT || c->op == HOST_LE) && c->a->op == HOST_SYMBOL && c->a->symbol == symbol && !host_has_claim(c->b);
    }
    return has;
}

void host_read_counters(struct host_scope *s, struct host_graph *g, LLVMValueRef launch, struct host_launch *told) {
    uint32_t to = host_graph_index(g, LLVMGetInstructionParent(launch));
    uint32_t *each = arena_alloc(s->r->arena, (g->count + 1) * sizeof *each);
    told->each = each;
    for (uint32_t b = 0; b < g->count && g->count <= BLOCKS_MOST; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[b]);
        for (uint32_t exit = 0; exit < 2 && end && LLVMIsABranchInst(end) && LLVMIsConditional(end); exit++) {
            if (!host_ends_count(g, b, exit) || !each_round_comes(g, b, exit, to) || !is_plain_count(s->r, g, b, exit))
                continue;
            const struct host_value *v = host_integer_known(s, LLVMGetOperand(LLVMGetCondition(end), 0), true);
            if (v && v->op == HOST_SYMBOL && !host_has_claim(v) && has_end(told, v->symbol))
                each[told->each_count++] = v->symbol;
        }
    }
}
