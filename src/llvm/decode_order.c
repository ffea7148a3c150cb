/* The order in which the blocks of a kernel are decoded, without those that constant branches leave out.
 *
 * Inlining and sroa leave comparisons of constants, and phis of which one edge is left, since no pass may run behind them that could drop
 * an access: the kind of a cooperative group that a function gets, say, and the barriers of all other kinds. Found in rounds: a block that
 * no edge leads to any more may make another phi constant. */
#include <assert.h>

#include "llvm/decode.h"

enum { ROUNDS_MAX = 8, DEPTH_MAX = 8 };

static bool compares(LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b) {
    uint64_t u = LLVMConstIntGetZExtValue(a), v = LLVMConstIntGetZExtValue(b);
    int64_t s = LLVMConstIntGetSExtValue(a), t = LLVMConstIntGetSExtValue(b);
    switch (predicate) {
    case LLVMIntEQ: return u == v;
    case LLVMIntNE: return u != v;
    case LLVMIntUGT: return u > v;
    case LLVMIntUGE: return u >= v;
    case LLVMIntULT: return u < v;
    case LLVMIntULE: return u <= v;
    case LLVMIntSGT: return s > t;
    case LLVMIntSGE: return s >= t;
    case LLVMIntSLT: return s < t;
    case LLVMIntSLE: return s <= t;
    }
    return false;
}

/* As far as the round before knows, all edges before the first. */
static bool may_pass(const struct decoder *d, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    uint32_t number;
    if (d->order.size == 0) {
        return true;
    }
    return map_get(&d->blocks, key_of(from), &number) && (!d->taken.data[number] || d->taken.data[number] == to);
}

/* The constant that the value is, an integer of up to 64 bits, or NULL. */
static LLVMValueRef constant_of(const struct decoder *d, LLVMValueRef value, unsigned depth) {
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) {
        return NULL;
    }
    if (LLVMIsAConstantInt(value) || depth == 0) {
        return LLVMIsAConstantInt(value);
    }
    if (LLVMIsAICmpInst(value)) {
        LLVMValueRef a = constant_of(d, LLVMGetOperand(value, 0), depth - 1);
        LLVMValueRef b = a ? constant_of(d, LLVMGetOperand(value, 1), depth - 1) : NULL;
        return b ? LLVMConstInt(LLVMTypeOf(value), compares(LLVMGetICmpPredicate(value), a, b), false) : NULL;
    }
    LLVMValueRef all = NULL;
    for (unsigned n = 0; LLVMIsAPHINode(value) && n < LLVMCountIncoming(value); n++) {
        if (!may_pass(d, LLVMGetIncomingBlock(value, n), LLVMGetInstructionParent(value))) {
            continue;
        }
        LLVMValueRef one = constant_of(d, LLVMGetIncomingValue(value, n), depth - 1);
        if (!one || (all && all != one)) { /* there is one object for each constant of a type */
            return NULL;
        }
        all = one;
    }
    return all;
}

/* The only successor of a conditional branch or switch on a constant, or NULL. */
static LLVMBasicBlockRef constant_target(const struct decoder *d, LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(last);
    bool is_switch = opcode == LLVMSwitch, is_branch = opcode == LLVMBr && LLVMIsConditional(last);
    LLVMValueRef value = is_branch ? LLVMGetCondition(last) : is_switch ? LLVMGetOperand(last, 0) : NULL;
    value = value ? constant_of(d, value, DEPTH_MAX) : NULL;
    if (!value) {
        return NULL;
    }
    if (is_branch) {
        return LLVMGetSuccessor(last, LLVMIsNull(value) ? 1 : 0);
    }
    for (unsigned i = 1; i < LLVMGetNumSuccessors(last); i++) {
        if (LLVMGetOperand(last, 2 * i) == value) {
            return LLVMGetSuccessor(last, i);
        }
    }
    return LLVMGetSuccessor(last, 0);
}

struct order {
    struct map number; /* of each block */
    VEC(LLVMBasicBlockRef) blocks, taken;
};

/* Reverse post-order of the blocks that constant branches leave reachable. */
static void find_order(const struct decoder *d, struct order *order) {
    struct visit {
        LLVMBasicBlockRef block, only;
        unsigned next, count;
    };
    VEC(struct visit) stack = {0};
    VEC(struct visit) post = {0};
    struct map seen;
    map_init(&seen);
    LLVMBasicBlockRef next = LLVMGetEntryBasicBlock(d->function);
    while (next || stack.size > 0) {
        if (next && !map_get(&seen, key_of(next), NULL)) {
            unsigned count = LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(next));
            map_set(&seen, key_of(next), 0);
            vec_push(&stack, (struct visit){next, constant_target(d, next), 0, count});
        }
        struct visit *visit = &vec_last(&stack);
        if (visit->next == visit->count) {
            vec_push(&post, *visit);
            (void)vec_pop(&stack);
            next = NULL;
            continue;
        }
        next = visit->only ? visit->only : LLVMGetSuccessor(LLVMGetBasicBlockTerminator(visit->block), visit->next);
        visit->next = visit->only ? visit->count : visit->next + 1;
    }
    while (post.size > 0) {
        struct visit visit = vec_pop(&post);
        map_set(&order->number, key_of(visit.block), order->blocks.size);
        vec_push(&order->blocks, visit.block);
        vec_push(&order->taken, visit.only);
    }
    vec_release(&stack);
    vec_release(&post);
    map_release(&seen);
}

static uint32_t count_taken(const struct decoder *d) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->taken.size; i++) {
        count += d->taken.data[i] != NULL;
    }
    return count;
}

/* What a round found is what the next one knows. Whether it found more than the one before. */
static bool take_order(struct decoder *d, struct order *order) {
    uint32_t blocks = d->order.size, taken = count_taken(d);
    bool is_first = blocks == 0;
    map_release(&d->blocks);
    d->blocks = order->number;
    d->order.size = d->taken.size = 0;
    for (uint32_t i = 0; i < order->blocks.size; i++) {
        vec_push(&d->order, order->blocks.data[i]);
        vec_push(&d->taken, order->taken.data[i]);
    }
    vec_release(&order->blocks);
    vec_release(&order->taken);
    return is_first ? count_taken(d) > 0 : d->order.size != blocks || count_taken(d) != taken;
}

void decode_order(struct decoder *d) {
    assert(d->order.size == 0);
    bool found = true;
    for (uint32_t round = 0; round < ROUNDS_MAX && found; round++) {
        struct order order = {.blocks = {0}};
        map_init(&order.number);
        find_order(d, &order);
        found = take_order(d, &order);
    }
    for (uint32_t i = 0; i < d->order.size; i++) {
        (void)builder_add_block(d->builder);
        vec_push(&d->cut, false);
    }
}
