/* What holds at a launch: the condition of each branch one of whose edges every path to the launch takes, and each that is assumed on every
   path (llvm.assume: what lies behind the other edge has no meaning). The branch was executed
   last with the values that are current at the launch: a path that computes one of them again goes through the branch again. */
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { CONDITIONS_MOST = 64, NESTING_MOST = 16 };

struct conditions {
    VEC(struct host_condition) list;
};

/* Whether the condition is told, like those below. */
static bool add(struct conditions *c, enum host_compare op, const struct host_value *a, const struct host_value *b) {
    bool is_told = a && b && c->list.size < CONDITIONS_MOST;
    for (uint32_t i = 0; i < c->list.size && is_told; i++) {
        const struct host_condition *known = &c->list.data[i];
        if (known->op == op && host_value_is_same(known->a, a) && host_value_is_same(known->b, b))
            return true;
    }
    if (is_told && (a->op != HOST_NUMBER || b->op != HOST_NUMBER))
        vec_push(&c->list, (struct host_condition){.op = op, .a = a, .b = b});
    return is_told;
}

/* What is left of a number divided by 2^k, where it is compared with 0: of both readings of the number it is 0 or not, and the signed
   one is what sizes are computed from. NULL: it is no such value. */
static const struct host_value *remainder_of(struct host_scope *s, LLVMValueRef x, LLVMValueRef y) {
    bool is_mask = LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(x, 1)) &&
                   LLVMIsAConstantInt(y) && LLVMConstIntGetZExtValue(y) == 0;
    uint64_t mask = is_mask ? LLVMConstIntGetZExtValue(LLVMGetOperand(x, 1)) : 0;
    if (mask == 0 || mask >= INT32_MAX || (mask & (mask + 1)) != 0)
        return NULL;
    return host_combine(s->r->arena, HOST_REM, host_integer_known(s, LLVMGetOperand(x, 0), true), host_number(s->r->arena, (int64_t)mask + 1));
}

/* x or `x + c` compared with a number as an unsigned one, which is what compilers make of `1 <= x && x <= 100`: x lies in an interval of the numbers
 * modulo 2^width, and between two numbers where that interval has no end of x's type in it, of its signed reading or of the unsigned one. */
static bool add_interval(struct host_scope *s, struct conditions *c, LLVMValueRef compare, bool holds) {
    LLVMValueRef sum = LLVMGetOperand(compare, 0), y = LLVMGetOperand(compare, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    bool is_below = p == LLVMIntULT || p == LLVMIntULE, is_above = p == LLVMIntUGT || p == LLVMIntUGE;
    unsigned width = LLVMGetTypeKind(LLVMTypeOf(y)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(y)) : 0;
    bool is_sum = LLVMIsAInstruction(sum) && LLVMGetInstructionOpcode(sum) == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(sum, 1));
    if (!(is_below || is_above) || !LLVMIsAConstantInt(y) || width == 0 || width > 64)
        return false;
    LLVMValueRef number_of = is_sum ? LLVMGetOperand(sum, 0) : sum;
    uint64_t mask = UINT64_MAX >> (64 - width), number = LLVMConstIntGetZExtValue(y);
    uint64_t added = is_sum ? LLVMConstIntGetZExtValue(LLVMGetOperand(sum, 1)) : 0;
    bool is_least = is_above == holds; /* the number, or the one next to it, is the least; else the largest */
    bool is_next = (p == LLVMIntULT || p == LLVMIntUGT) == holds;
    if (is_next && number == (is_least ? mask : 0))
        return false;
    uint64_t end = number + (is_next ? (is_least ? 1 : UINT64_MAX) : 0), least = is_least ? end : 0, most = is_least ? mask : end;
    least = (least - added) & mask;
    most = (most - added) & mask;
    bool is_told = false;
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        bool is_reached = is_signed || (least <= INT64_MAX && most <= INT64_MAX);
        int64_t low = is_signed ? (int64_t)(least << (64 - width)) >> (64 - width) : (int64_t)least;
        int64_t high = is_signed ? (int64_t)(most << (64 - width)) >> (64 - width) : (int64_t)most;
        const struct host_value *x = is_reached && low <= high ? host_integer_known(s, number_of, is_signed) : NULL;
        is_told |= x && add(c, HOST_LE, host_number(s->r->arena, low), x) && add(c, HOST_LE, x, host_number(s->r->arena, high));
    }
    return is_told;
}

/* x compared with y as an unsigned number, and x is the smaller one: where y is not negative in its signed reading, x is not either. */
static bool add_natural(struct host_scope *s, struct conditions *c, LLVMValueRef compare, bool holds) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    bool is_below = p == LLVMIntULT || p == LLVMIntULE, is_above = p == LLVMIntUGT || p == LLVMIntUGE;
    bool is_first = is_below == holds, is_equal = (p == LLVMIntULE || p == LLVMIntUGE) == holds;
    LLVMValueRef x = LLVMGetOperand(compare, is_first ? 0 : 1), y = LLVMGetOperand(compare, is_first ? 1 : 0);
    const struct host_value *most = is_below || is_above ? host_integer_known(s, y, true) : NULL;
    const struct host_value *v = most && most->least >= 0 && !host_has_claim(most) ? host_integer_known(s, x, true) : NULL;
    return v && add(c, HOST_LE, host_number(s->r->arena, 0), v) && add(c, is_equal ? HOST_LE : HOST_LT, v, most);
}

/* A value that is rotated, which is what compilers make of `switch (x)` with cases 64, 128, 256: of the difference to the first case, by so many bits. The value
   before, and what it must be for the result to be `number`; the value itself: it is not rotated. */
static LLVMValueRef unrotated(LLVMValueRef value, uint64_t *number) {
    unsigned width = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) : 0;
    bool is_rotated = LLVMIsACallInst(value) && strncmp(host_callee_name(value), "llvm.fshl.", 10) == 0 && width >= 1 && width <= 64 &&
                      LLVMGetOperand(value, 0) == LLVMGetOperand(value, 1) && LLVMIsAConstantInt(LLVMGetOperand(value, 2));
    if (!is_rotated)
        return value;
    const uint64_t mask = UINT64_MAX >> (64 - width), by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 2)) % width, now = *number & mask;
    uint64_t before = by == 0 ? now : ((now >> by) | (now << (width - by))) & mask;
    value = LLVMGetOperand(value, 0);
    LLVMOpcode op = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    if ((op == LLVMAdd || op == LLVMSub) && LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
        uint64_t added = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
        before = (op == LLVMAdd ? before - added : before + added) & mask;
        value = LLVMGetOperand(value, 0);
    }
    *number = before;
    return value;
}

/* The value is one number, or another one. */
static bool add_number(struct host_scope *s, struct conditions *c, enum host_compare op, LLVMValueRef value, LLVMValueRef constant) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(constant));
    if (width == 0 || width > 64)
        return false;
    uint64_t number = LLVMConstIntGetZExtValue(constant);
    LLVMValueRef of = unrotated(value, &number);
    return add(c, op, host_integer_known(s, of, true), host_number(s->r->arena, (int64_t)(number << (64 - width)) >> (64 - width)));
}

/* Comparisons of pointers say nothing of sizes. */
static bool add_comparison(struct host_scope *s, struct conditions *c, LLVMValueRef compare, bool holds) {
    LLVMValueRef x = LLVMGetOperand(compare, 0), y = LLVMGetOperand(compare, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    if (LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMIntegerTypeKind)
        return LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind;
    if (add_interval(s, c, compare, holds) || add_natural(s, c, compare, holds))
        return true;
    bool is_signed = p != LLVMIntUGT && p != LLVMIntUGE && p != LLVMIntULT && p != LLVMIntULE;
    const struct host_value *a = host_integer_known(s, x, is_signed), *b = host_integer_known(s, y, is_signed);
    const struct host_value *remainder = p == LLVMIntEQ || p == LLVMIntNE ? remainder_of(s, x, y) : NULL;
    a = remainder ? remainder : a;
    if ((p == LLVMIntEQ || p == LLVMIntNE) && !remainder && LLVMIsAConstantInt(y))
        return add_number(s, c, (p == LLVMIntEQ) == holds ? HOST_EQ : HOST_NE, x, y);
    switch (p) {
    case LLVMIntEQ: return add(c, holds ? HOST_EQ : HOST_NE, a, b);
    case LLVMIntNE: return add(c, holds ? HOST_NE : HOST_EQ, a, b);
    case LLVMIntUGT:
    case LLVMIntSGT: return holds ? add(c, HOST_LT, b, a) : add(c, HOST_LE, a, b);
    case LLVMIntUGE:
    case LLVMIntSGE: return holds ? add(c, HOST_LE, b, a) : add(c, HOST_LT, a, b);
    case LLVMIntULT:
    case LLVMIntSLT: return holds ? add(c, HOST_LT, a, b) : add(c, HOST_LE, b, a);
    case LLVMIntULE:
    case LLVMIntSLE: return holds ? add(c, HOST_LE, a, b) : add(c, HOST_LT, b, a);
    }
    return false;
}

static bool is_constant(LLVMValueRef value, bool truth) {
    return LLVMIsAConstantInt(value) && (LLVMConstIntGetZExtValue(value) != 0) == truth;
}

/* A condition or its negation: the parts of a conjunction. */
static bool add_condition(struct host_scope *s, struct conditions *c, LLVMValueRef value, bool holds, int depth) {
    bool is_told = false;
    if (!LLVMIsAInstruction(value) || depth > NESTING_MOST)
        return LLVMIsAConstantInt(value);
    LLVMOpcode op = LLVMGetInstructionOpcode(value);
    if (op == LLVMICmp) {
        is_told = add_comparison(s, c, value, holds);
    } else if (op == (holds ? LLVMAnd : LLVMOr)) {
        is_told = add_condition(s, c, LLVMGetOperand(value, 0), holds, depth + 1);
        is_told &= add_condition(s, c, LLVMGetOperand(value, 1), holds, depth + 1);
    } else if (op == LLVMXor && is_constant(LLVMGetOperand(value, 1), true)) {
        is_told = add_condition(s, c, LLVMGetOperand(value, 0), !holds, depth + 1);
    } else if (op == LLVMSelect && is_constant(LLVMGetOperand(value, holds ? 2 : 1), !holds)) {
        is_told = add_condition(s, c, LLVMGetOperand(value, 0), holds, depth + 1);
        is_told &= add_condition(s, c, LLVMGetOperand(value, holds ? 1 : 2), holds, depth + 1);
    }
    return is_told;
}

static bool is_assumption(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) && strcmp(LLVMGetValueName2(callee, &(size_t){0}), "llvm.assume") == 0;
}

/* What is assumed before `launch` in block number `b`, on every path to block number `to`. */
static void read_assumptions(struct host_scope *s, struct host_graph *g, uint32_t b, uint32_t to, LLVMValueRef launch, struct conditions *c) {
    bool is_asked = b == to;
    for (LLVMValueRef i = LLVMGetFirstInstruction(g->blocks[b]); i && i != launch; i = LLVMGetNextInstruction(i)) {
        if (!is_assumption(i))
            continue;
        if (!is_asked && !host_graph_is_dominated(g, b, to))
            return;
        is_asked = true;
        add_condition(s, c, LLVMGetOperand(i, 0), true, 0);
    }
}

/* Every path to block number `to` goes through the switch at the end of block `b`, and not on by each of its edges: the value is one of several. */
static bool chooses(struct host_graph *g, uint32_t b, uint32_t to) {
    bool is_partial = false;
    if (b == to || !host_graph_is_dominated(g, b, to))
        return false;
    for (uint32_t n = 0; n < g->next_count[b]; n++)
        is_partial |= g->next[b][n] != to && !host_graph_reaches(g, g->next[b][n], to, HOST_GRAPH_NONE, 0, b);
    return is_partial;
}

/* Some of the edges of block `b` lead to block number `to`, and others never do: where not every path goes through `b`, that is one of several
   conditions of which some hold (`find(..) == end` of an array whose elements are known). */
static bool is_one_of_several(struct host_graph *g, uint32_t b, uint32_t to) {
    bool some = false, all = true;
    for (uint32_t n = 0; n < g->next_count[b]; n++) {
        bool comes = g->next[b][n] == to || host_graph_origins(g, to)[g->next[b][n]];
        some |= comes;
        all &= comes;
    }
    return some && !all;
}

/* The edge leaves a loop around the branch, which is left sooner or later. */
static bool leaves_loop(struct host_graph *g, uint32_t block, uint32_t edge) {
    return g->next_count[block] == 2 && host_graph_reaches(g, g->next[block][1 - edge], block, HOST_GRAPH_NONE, 0, HOST_GRAPH_NONE) &&
           !host_graph_reaches(g, g->next[block][edge], block, HOST_GRAPH_NONE, 0, HOST_GRAPH_NONE);
}

/* Whether a path leads from the edge to the block, and not through `from` again. */
static bool leads(struct host_graph *g, uint32_t from, uint32_t edge, uint32_t to) {
    uint32_t next = g->next[from][edge];
    return next == to || (next != from && host_graph_reaches(g, next, to, HOST_GRAPH_NONE, 0, from));
}

/* Several cases of a switch lead to the launch, and nothing else of it: the number lies between the least and the greatest of them. True if it may
   be each number between them. */
static bool add_cases(struct host_scope *s, struct host_graph *g, uint32_t block, uint32_t to, LLVMValueRef end, struct conditions *c) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    uint32_t count = 0;
    if (leads(g, block, 0, to))
        return false;
    for (uint32_t n = 1; n < g->next_count[block]; n++) {
        LLVMValueRef value = LLVMGetOperand(end, 2 * n);
        if (!leads(g, block, n, to))
            continue;
        if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
            return false;
        int64_t number = LLVMConstIntGetSExtValue(value);
        least = number < least ? number : least;
        most = number > most ? number : most;
        count++;
    }
    const struct host_value *v = count > 0 ? host_integer_known(s, LLVMGetOperand(end, 0), true) : NULL;
    bool is_told = v && add(c, HOST_LE, host_number(s->r->arena, least), v) && add(c, HOST_LE, v, host_number(s->r->arena, most));
    return is_told && (uint64_t)most - (uint64_t)least == count - 1;
}

static void read_all(struct host_scope *s, struct host_graph *g, uint32_t to, LLVMValueRef launch, struct conditions *c) {
    for (uint32_t b = 0; b < g->count; b++) {
        read_assumptions(s, g, b, to, launch, c);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[b]);
        bool is_branch = end && LLVMIsABranchInst(end) && LLVMIsConditional(end), is_switch = end && LLVMIsASwitchInst(end);
        bool is_chosen = is_switch && chooses(g, b, to), is_passed = false;
        for (uint32_t n = 0; n < g->next_count[b] && (is_branch || is_switch); n++) {
            uint32_t others = 0;
            for (uint32_t i = 0; i < g->next_count[b]; i++)
                others += g->next[b][i] == g->next[b][n];
            if (others > 1 || !host_graph_is_dominated(g, b, to) || host_graph_reaches(g, HOST_GRAPH_NONE, to, b, n, HOST_GRAPH_NONE))
                continue;
            const uint32_t first = c->list.size;
            bool is_told = false;
            is_passed = true;
            if (is_branch && host_ends_count(g, b, n)) {
                continue;
            } else if (is_branch) {
                is_told = add_condition(s, c, LLVMGetCondition(end), n == 0, 0);
            } else if (n > 0) {
                LLVMValueRef value = LLVMGetOperand(end, 2 * n);
                is_told = LLVMIsAConstantInt(value) && add_number(s, c, HOST_EQ, LLVMGetOperand(end, 0), value);
            }
            bool is_exit = s->r->gets_nothing && is_branch && leaves_loop(g, b, n); /* nobody else asks */
            for (uint32_t i = first; i < c->list.size; i++)
                c->list.data[i].is_exit = is_exit;
            if (!is_told)
                vec_push(&s->lost, ((struct host_lost){end, is_exit}));
            is_chosen &= !is_told;
        }
        is_chosen = is_chosen && !add_cases(s, g, b, to, end, c);
        if (is_chosen || (is_branch && !is_passed && is_one_of_several(g, b, to)))
            vec_push(&s->lost, ((struct host_lost){end, false}));
    }
}

static void take_step(void *context, struct host_condition condition) {
    struct conditions *c = context;
    const uint32_t count = c->list.size;
    if (!condition.is_power)
        add(c, condition.op, condition.a, condition.b);
    else if (count < CONDITIONS_MOST)
        vec_push(&c->list, condition);
    if (c->list.size > count)
        vec_last(&c->list).is_shown = true;
}

/* small <= large: each bounds the other, as far as it is bounded. */
static void order(struct host_scope *s, const struct host_value *small, const struct host_value *large) {
    vec_push(&s->ordered, ((struct host_ordered){small, large}));
    if (large->op == HOST_SYMBOL && small->least > large->least)
        vec_push(&s->bounds, ((struct host_bound){large->symbol, small->least, INT64_MAX}));
    if (small->op == HOST_SYMBOL && large->most < small->most)
        vec_push(&s->bounds, ((struct host_bound){small->symbol, INT64_MIN, large->most}));
}

static void narrow(struct host_scope *s, const struct host_condition *c) {
    if (c->is_power)
        return;
    if ((c->op == HOST_LT || c->op == HOST_LE) && c->a->op != HOST_NUMBER && c->b->op != HOST_NUMBER && !host_has_claim(c->a) &&
        !host_has_claim(c->b))
        order(s, c->a, c->b);
    bool is_left = c->a->op == HOST_SYMBOL && c->b->op == HOST_NUMBER, is_right = c->b->op == HOST_SYMBOL && c->a->op == HOST_NUMBER;
    struct host_bound bound = {is_left ? c->a->symbol : c->b->symbol, INT64_MIN, INT64_MAX};
    int64_t number = is_left ? c->b->number : c->a->number;
    if ((!is_left && !is_right) || host_has_claim(c->a) || host_has_claim(c->b))
        return;
    switch (c->op) {
    case HOST_EQ: bound.least = bound.most = number; break;
    case HOST_NE: return;
    case HOST_LT:
        if (number == (is_left ? INT64_MIN : INT64_MAX))
            return;
        *(is_left ? &bound.most : &bound.least) = number + (is_left ? -1 : 1);
        break;
    case HOST_LE: *(is_left ? &bound.most : &bound.least) = number; break;
    }
    vec_push(&s->bounds, bound);
}

void host_read_conditions(struct host_scope *s, LLVMValueRef launch, struct host_launch *told) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(launch);
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(block));
    struct conditions all = {0};
    const bool claims = s->claims;
    for (int round = 0; round < 3; round++) { /* with the bounds of the one before; nothing is claimed of a number that conditions bound */
        vec_clear(&all.list);
        vec_clear(&s->lost);
        s->claims = claims && round > 0;
        read_all(s, &g, host_graph_index(&g, block), launch, &all);
        host_read_steps(s, &g, block, take_step, &all);
        for (uint32_t i = 0; i < all.list.size; i++)
            narrow(s, &all.list.data[i]);
        host_scope_forget(s);
    }
    told->conditions = arena_alloc(s->r->arena, (all.list.size + 1) * sizeof *told->conditions);
    for (uint32_t i = 0; i < all.list.size; i++)
        told->conditions[told->condition_count++] = all.list.data[i];
    host_read_counters(s, &g, launch, told);
    vec_release(&all.list);
    arena_release(&scratch);
}
