/* What counters of host loops are, besides the conditions of their tests: no larger than where they begin if each round takes something away or halves them, no
   smaller if it adds something or doubles them, and powers of two if they begin at one and are doubled or halved. Where a counter begins, what a round does
   and where the loop ends are constants, its values are counted. */
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { ROUNDS_MOST = 64 };

struct step {
    LLVMValueRef start, next;
    LLVMOpcode op;
    int64_t by;
    unsigned width;
    bool is_exact; /* no signed overflow */
};

static bool is_small_constant(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static bool step_of(LLVMValueRef phi, struct step *s) {
    if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind || LLVMCountIncoming(phi) != 2)
        return false;
    s->width = LLVMGetIntTypeWidth(LLVMTypeOf(phi));
    for (unsigned i = 0; i < 2 && s->width <= 64; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (!LLVMIsABinaryOperator(next) || LLVMGetOperand(next, 0) != phi || !is_small_constant(LLVMGetOperand(next, 1)))
            continue;
        s->op = LLVMGetInstructionOpcode(next);
        s->next = next;
        s->start = LLVMGetIncomingValue(phi, 1 - i);
        s->by = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
        s->is_exact = (s->op == LLVMAdd || s->op == LLVMMul || s->op == LLVMShl) && LLVMGetNSW(next);
        return true;
    }
    return false;
}

static bool is_power(int64_t x) {
    return x > 0 && (x & (x - 1)) == 0;
}

static bool doubles(const struct step *s) {
    return (s->op == LLVMShl && s->by > 0 && s->by < s->width) || (s->op == LLVMMul && s->by > 1 && is_power(s->by));
}

static bool halves(const struct step *s) {
    bool shifts = (s->op == LLVMLShr || s->op == LLVMAShr) && s->by > 0 && s->by < s->width;
    return shifts || ((s->op == LLVMSDiv || s->op == LLVMUDiv) && s->by > 1 && is_power(s->by));
}

/* ---- rounds of constants ---- */

/* One more round, modulo 2^width, as a signed number. */
static int64_t after(const struct step *s, int64_t x) {
    const uint64_t bits = (uint64_t)x, by = (uint64_t)s->by;
    uint64_t next = s->op == LLVMAdd ? bits + by : s->op == LLVMMul ? bits * by : bits << by;
    if (halves(s)) /* of what is not negative */
        next = bits >> (s->op == LLVMSDiv || s->op == LLVMUDiv ? (uint64_t)__builtin_ctzll(by) : by);
    return (int64_t)(next << (64 - s->width)) >> (64 - s->width);
}

/* A test of the value against a constant, made in each round, that decides whether the loop goes on. */
struct test {
    LLVMValueRef compare;
    bool stays_if;
};

static struct test test_of(struct host_graph *g, const bool *is_in, LLVMBasicBlockRef latch, LLVMValueRef value) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef compare = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(compare) || LLVMGetOperand(compare, 0) != value || !is_small_constant(LLVMGetOperand(compare, 1)))
            continue;
        for (LLVMUseRef b = LLVMGetFirstUse(compare); b; b = LLVMGetNextUse(b)) {
            LLVMValueRef branch = LLVMGetUser(b);
            if (!LLVMIsABranchInst(branch) ||
                !host_graph_is_dominated(g, host_graph_index(g, LLVMGetInstructionParent(branch)), host_graph_index(g, latch)))
                continue;
            bool first = is_in[host_graph_index(g, LLVMGetSuccessor(branch, 0))], second = is_in[host_graph_index(g, LLVMGetSuccessor(branch, 1))];
            if (first != second)
                return (struct test){compare, first};
        }
    }
    return (struct test){NULL, false};
}

static bool stays(const struct test *t, int64_t x) {
    return !t->compare || host_compares(LLVMGetICmpPredicate(t->compare), x, LLVMConstIntGetSExtValue(LLVMGetOperand(t->compare, 1))) == t->stays_if;
}

struct counted {
    int64_t least, most;
    bool are_powers;
};

/* The values in all rounds; false: they are not known. */
static bool count(struct host_graph *g, LLVMValueRef phi, const struct step *s, struct counted *out) {
    struct arena scratch;
    bool is_known =
        s->op == LLVMAdd || s->op == LLVMMul || doubles(s) || (halves(s) && is_small_constant(s->start) && LLVMConstIntGetSExtValue(s->start) >= 0);
    if (!is_small_constant(s->start) || !is_known)
        return false;
    arena_init(&scratch);
    LLVMBasicBlockRef latch = LLVMGetInstructionParent(s->next);
    for (unsigned i = 0; i < 2; i++)
        if (LLVMGetIncomingValue(phi, i) == s->next)
            latch = LLVMGetIncomingBlock(phi, i);
    const bool *is_in = host_graph_loop(g, &scratch, host_graph_index(g, LLVMGetInstructionParent(phi)));
    struct test before = is_in ? test_of(g, is_in, latch, phi) : (struct test){NULL, false};
    struct test behind = is_in ? test_of(g, is_in, latch, s->next) : (struct test){NULL, false};
    int64_t x = LLVMConstIntGetSExtValue(s->start);
    *out = (struct counted){INT64_MAX, INT64_MIN, true};
    bool is_ended = !before.compare && !behind.compare;
    for (int round = 0; round < ROUNDS_MOST && !is_ended; round++) {
        out->least = x < out->least ? x : out->least; /* also of the round that the test ends: it may stand behind the launch */
        out->most = x > out->most ? x : out->most;
        out->are_powers &= is_power(x);
        is_ended = !stays(&before, x);
        x = after(s, x);
        is_ended |= !stays(&behind, x);
    }
    arena_release(&scratch);
    return is_ended && out->least <= out->most;
}

/* ---- conditions ---- */

static bool begins_at_power(LLVMValueRef start) {
    struct step s;
    if (is_small_constant(start))
        return is_power(LLVMConstIntGetSExtValue(start));
    return LLVMIsAPHINode(start) && step_of(start, &s) && is_small_constant(s.start) && is_power(LLVMConstIntGetSExtValue(s.start)) &&
           (halves(&s) || (doubles(&s) && s.is_exact));
}

static void read_step(struct host_scope *scope, struct host_graph *g, LLVMValueRef phi, host_condition_taker *take, void *context) {
    struct step s;
    struct counted counted;
    struct arena *arena = scope->r->arena;
    if (!step_of(phi, &s))
        return;
    const struct host_value *v = host_integer_known(scope, phi, true), *start = host_integer_known(scope, s.start, true);
    if (!v || v->op != HOST_SYMBOL || !start || host_has_claim(start))
        return;
    bool is_counted = count(g, phi, &s, &counted), are_powers = is_counted && counted.are_powers;
    if (is_counted) {
        take(context, (struct host_condition){.op = HOST_LE, .a = host_number(arena, counted.least), .b = v});
        take(context, (struct host_condition){.op = HOST_LE, .a = v, .b = host_number(arena, counted.most)});
    }
    if (halves(&s) && start->least >= 0 && !is_counted)
        take(context, (struct host_condition){.op = HOST_LE, .a = host_number(arena, 0), .b = v});
    if ((s.op == LLVMAdd && s.is_exact && s.by < 0) || (halves(&s) && start->least >= 0))
        take(context, (struct host_condition){.op = HOST_LE, .a = v, .b = start});
    else if (start->op != HOST_NUMBER && ((s.op == LLVMAdd && s.is_exact && s.by > 0) || (doubles(&s) && s.is_exact && start->least >= 0)))
        take(context, (struct host_condition){.op = HOST_LE, .a = start, .b = v});
    are_powers |= begins_at_power(s.start) && v->least >= 1 && (halves(&s) || (doubles(&s) && s.is_exact));
    if (are_powers && !(is_counted && counted.least == counted.most))
        take(context, (struct host_condition){.op = HOST_EQ, .a = v, .b = v, .is_power = true});
}

void host_read_steps(struct host_scope *scope, struct host_graph *g, LLVMBasicBlockRef launch, host_condition_taker *take, void *context) {
    const uint32_t to = host_graph_index(g, launch);
    for (uint32_t b = 0; b < g->count; b++) {
        LLVMValueRef first = LLVMGetFirstInstruction(g->blocks[b]);
        if (!first || !LLVMIsAPHINode(first) || !host_graph_is_dominated(g, b, to))
            continue;
        for (LLVMValueRef phi = first; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
            read_step(scope, g, phi, take, context);
    }
}
