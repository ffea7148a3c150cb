/* See host_fill.h.
 *
 * A loop is read if it has one block that branches back and one edge that leaves it, from the first block or the one that branches back,
 * on a comparison of a counter with a bound. With k = 0, 1, ... the number of the round, values of the loop are a * k + b (counters, and
 * sums and products of them that do not wrap), or lie in a range. Nothing is concluded from conditions that hold later at the launch
 * about values of the loop; values from before the loop are those that are current at the launch, since the loop dominates it. */
#include "llvm/host_fill.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };

/* The value in round k: a * k + b; where a is NULL, something in [low, high]. */
struct shape {
    const struct host_value *a, *b;
    const struct host_value *low, *high; /* NULL: not known */
    bool is_sorted;
};

struct loop {
    struct host_scope *s; /* of values from before the loop */
    struct host_scope within;
    struct host_graph *g;
    LLVMBasicBlockRef header, latch, before;
    bool *has;                       /* by block */
    const struct host_value *rounds; /* NULL: not known yet */
};

/* ---- whole numbers ---- */

/* Numbers stand last, and are added up. */
static const struct host_value *plus(const struct loop *l, const struct host_value *x, const struct host_value *y) {
    struct arena *arena = l->s->r->arena;
    if (!x || !y)
        return NULL;
    if (x->op == HOST_NUMBER && y->op != HOST_NUMBER)
        return plus(l, y, x);
    if (x->op == HOST_ADD && x->b->op == HOST_NUMBER && y->op == HOST_NUMBER && !host_has_claim(x))
        return host_combine(arena, HOST_ADD, x->a, host_combine(arena, HOST_ADD, x->b, y));
    return host_combine(arena, HOST_ADD, x, y);
}

static const struct host_value *number(const struct loop *l, int64_t n) {
    return host_number(l->s->r->arena, n);
}

static const struct host_value *times(const struct loop *l, const struct host_value *x, const struct host_value *y) {
    bool is_zero = x && y && ((x->op == HOST_NUMBER && x->number == 0) || (y->op == HOST_NUMBER && y->number == 0));
    if (is_zero)
        return number(l, 0);
    return x && x->op == HOST_NUMBER ? host_combine(l->s->r->arena, HOST_MUL, y, x) : host_combine(l->s->r->arena, HOST_MUL, x, y);
}

static const struct host_value *minus(const struct loop *l, const struct host_value *x, const struct host_value *y) {
    if (host_value_is_same(x, y))
        return x ? number(l, 0) : NULL;
    if (y && y->op == HOST_NUMBER)
        return plus(l, x, host_combine(l->s->r->arena, HOST_SUB, number(l, 0), y));
    return host_combine(l->s->r->arena, HOST_SUB, x, y);
}

static bool is_number(const struct host_value *v, int64_t n) {
    return v && v->op == HOST_NUMBER && v->number == n;
}

__extension__ typedef __int128 wide;

/* ---- values in round k ---- */

static bool is_exact(const struct host_value *v) {
    return v && !host_has_claim(v);
}

static struct shape constant(const struct loop *l, const struct host_value *b) {
    return is_exact(b) ? (struct shape){.a = number(l, 0), .b = b, .low = b, .high = b, .is_sorted = true} : (struct shape){0};
}

/* The first and the last round's values bound the others. */
static struct shape linear(const struct loop *l, const struct host_value *a, const struct host_value *b) {
    struct shape shape = {.a = a, .b = b};
    if (!is_exact(a) || !is_exact(b))
        return (struct shape){0};
    const struct host_value *last = l->rounds ? minus(l, l->rounds, number(l, 1)) : NULL;
    const struct host_value *end = is_number(a, -1) && last ? minus(l, b, last) : plus(l, times(l, a, last), b);
    shape.is_sorted = a->least >= 0;
    if (a->least >= 0) {
        shape.low = b;
        shape.high = end;
    } else if (a->most <= 0) {
        shape.low = end;
        shape.high = b;
    }
    return shape;
}

static int64_t least_of(unsigned width, bool is_signed) {
    return !is_signed ? 0 : width >= 64 ? INT64_MIN : -((int64_t)1 << (width - 1));
}

static int64_t most_of(unsigned width, bool is_signed) {
    return is_signed ? (width >= 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1) : width >= 63 ? INT64_MAX : ((int64_t)1 << width) - 1;
}

static bool fits(const struct shape *v, unsigned width, bool is_signed) {
    return v->low && v->high && v->low->least >= least_of(width, is_signed) && v->high->most <= most_of(width, is_signed);
}

static unsigned width_of(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) : 0;
}

static bool is_within(const struct loop *l, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && l->has[host_graph_index(l->g, LLVMGetInstructionParent(value))];
}

static struct shape shape_of(struct loop *l, LLVMValueRef value, bool is_signed, int depth);

/* The value of the loop is made by a sum or product that overflows for numbers of the operands' ranges: that they do not meet such numbers
   would be an assumption, which for `rand() * rand()` is false. */
static bool may_overflow(struct loop *l, LLVMValueRef value, int depth) {
    if (!is_within(l, value) || !LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || LLVMIsACallInst(value) || LLVMIsALoadInst(value))
        return false;
    if (depth > DEEPEST)
        return true;
    bool may = false;
    for (int i = 0; i < LLVMGetNumOperands(value) && !may; i++)
        may = width_of(LLVMGetOperand(value, (unsigned)i)) > 0 && may_overflow(l, LLVMGetOperand(value, (unsigned)i), depth + 1);
    LLVMOpcode op = LLVMGetInstructionOpcode(value);
    if (may || (op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMShl) || (!LLVMGetNSW(value) && !LLVMGetNUW(value)))
        return may;
    const struct host_value *parts[2];
    const bool is_signed = LLVMGetNSW(value);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = LLVMGetOperand(value, i);
        parts[i] = host_integer_known(is_within(l, part) ? &l->within : l->s, part, is_signed);
    }
    if (!parts[0] || !parts[1])
        return true;
    const wide a[2] = {parts[0]->least, parts[0]->most}, b[2] = {parts[1]->least, parts[1]->most};
    for (int i = 0; i < 4 && !may; i++) {
        const wide x = a[i & 1], y = b[i >> 1];
        const wide result = op == LLVMAdd ? x + y : op == LLVMSub ? x - y : op == LLVMMul ? x * y : y >= 0 && y < 63 ? x << y : INT64_MAX;
        may = result < least_of(width_of(value), is_signed) || result > most_of(width_of(value), is_signed);
    }
    return may;
}

/* A value of the loop of which only the range is known, whatever holds later. */
static struct shape range_of(struct loop *l, LLVMValueRef value, bool is_signed) {
    if (may_overflow(l, value, 0))
        return (struct shape){0};
    const struct host_value *v = host_integer_known(&l->within, value, is_signed);
    bool is_narrow = v && (v->least > least_of(width_of(value), is_signed) || v->most < most_of(width_of(value), is_signed));
    return is_exact(v) && is_narrow ? (struct shape){.low = number(l, v->least), .high = number(l, v->most)} : (struct shape){0};
}

/* Of 64 bits, an unsigned counter does not reach 2^63: it numbers elements of memory. */
static struct shape counter(struct loop *l, LLVMValueRef phi, bool is_signed) {
    LLVMValueRef start = NULL, next = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && LLVMCountIncoming(phi) == 2; i++)
        *(LLVMGetIncomingBlock(phi, i) == l->latch ? &next : &start) = LLVMGetIncomingValue(phi, i);
    bool is_step = start && next && LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == phi &&
                   LLVMIsAConstantInt(LLVMGetOperand(next, 1));
    if (!is_step || is_within(l, start))
        return (struct shape){0};
    const int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
    const struct host_value *first = host_integer_known(l->s, start, is_signed);
    bool nsw = LLVMGetNSW(next), nuw = LLVMGetNUW(next), is_up = by > 0 && first && first->least >= 0;
    bool is_whole = is_signed ? nsw || (nuw && is_up && width_of(phi) == 64) : (nuw || nsw) && is_up;
    return is_whole ? linear(l, number(l, by), first) : (struct shape){0};
}

static struct shape sum(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    struct shape x = shape_of(l, LLVMGetOperand(value, 0), is_signed, depth), y = shape_of(l, LLVMGetOperand(value, 1), is_signed, depth);
    const bool is_sub = LLVMGetInstructionOpcode(value) == LLVMSub, flag = is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
    if (!x.a || !y.a)
        return (struct shape){0};
    struct shape v = is_sub ? linear(l, minus(l, x.a, y.a), minus(l, x.b, y.b)) : linear(l, plus(l, x.a, y.a), plus(l, x.b, y.b));
    return flag || fits(&v, width_of(value), is_signed) ? v : (struct shape){0};
}

static struct shape product(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    const bool is_shift = LLVMGetInstructionOpcode(value) == LLVMShl, flag = is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
    LLVMValueRef by = LLVMGetOperand(value, 1);
    bool is_small = !is_shift || (LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < 62);
    struct shape x = shape_of(l, LLVMGetOperand(value, 0), is_signed, depth), y = {0};
    if (is_small)
        y = is_shift ? constant(l, number(l, (int64_t)1 << LLVMConstIntGetZExtValue(by))) : shape_of(l, by, is_signed, depth);
    if (!x.a || !y.a || (!is_number(x.a, 0) && !is_number(y.a, 0)))
        return (struct shape){0};
    struct shape v = is_number(y.a, 0) ? linear(l, times(l, x.a, y.b), times(l, x.b, y.b)) : linear(l, times(l, x.b, y.a), times(l, x.b, y.b));
    return flag || fits(&v, width_of(value), is_signed) ? v : (struct shape){0};
}

static bool is_natural(const struct shape *v) {
    return v->low && v->low->least >= 0;
}

/* x % y of x >= 0 lies below |y|. Where the element is written, y is not 0. */
static struct shape modulus(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    struct shape x = shape_of(l, LLVMGetOperand(value, 0), is_signed, depth), y = shape_of(l, LLVMGetOperand(value, 1), is_signed, depth);
    if (!is_natural(&x) || !is_number(y.a, 0))
        return (struct shape){0};
    const struct host_value *size = y.b->least >= 0 ? y.b : host_combine(l->s->r->arena, HOST_MAX, y.b, minus(l, number(l, 0), y.b));
    return (struct shape){.low = number(l, 0), .high = minus(l, size, number(l, 1))};
}

/* x / y of x >= 0 and y > 0. */
static struct shape quotient(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    const bool is_shift = LLVMGetInstructionOpcode(value) == LLVMLShr || LLVMGetInstructionOpcode(value) == LLVMAShr;
    LLVMValueRef by = LLVMGetOperand(value, 1);
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) > INT32_MAX || (is_shift && LLVMConstIntGetZExtValue(by) > 61))
        return (struct shape){0};
    const int64_t divisor = is_shift ? (int64_t)1 << LLVMConstIntGetZExtValue(by) : (int64_t)LLVMConstIntGetZExtValue(by);
    struct shape x = shape_of(l, LLVMGetOperand(value, 0), is_signed, depth);
    if (!is_natural(&x) || divisor < 1)
        return (struct shape){0};
    return (struct shape){.low = number(l, 0), .high = host_combine(l->s->r->arena, HOST_DIV, x.high, number(l, divisor)), .is_sorted = x.is_sorted};
}

/* x & m of m >= 0. */
static struct shape masked(struct loop *l, LLVMValueRef value) {
    LLVMValueRef mask = LLVMGetOperand(value, 1);
    bool is_low = LLVMIsAConstantInt(mask) && LLVMConstIntGetSExtValue(mask) >= 0;
    return is_low ? (struct shape){.low = number(l, 0), .high = number(l, LLVMConstIntGetSExtValue(mask))} : (struct shape){0};
}

/* ~x = -1 - x */
static struct shape complement(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    LLVMValueRef by = LLVMGetOperand(value, 1);
    bool is_all = is_signed && LLVMIsAConstantInt(by) && LLVMConstIntGetSExtValue(by) == -1;
    struct shape x = is_all ? shape_of(l, LLVMGetOperand(value, 0), true, depth) : (struct shape){0};
    return x.a ? linear(l, minus(l, number(l, 0), x.a), minus(l, number(l, -1), x.b)) : (struct shape){0};
}

static struct shape instruction(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    struct shape v = {0};
    LLVMValueRef from = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
    switch ((int)LLVMGetInstructionOpcode(value)) {
    case LLVMPHI: return LLVMGetInstructionParent(value) == l->header ? counter(l, value, is_signed) : v;
    case LLVMAdd:
    case LLVMSub: return sum(l, value, is_signed, depth);
    case LLVMMul:
    case LLVMShl: return product(l, value, is_signed, depth);
    case LLVMURem: v = modulus(l, value, false, depth); break;
    case LLVMSRem: v = modulus(l, value, true, depth); break;
    case LLVMUDiv:
    case LLVMLShr: v = quotient(l, value, false, depth); break;
    case LLVMSDiv:
    case LLVMAShr: v = quotient(l, value, true, depth); break;
    case LLVMAnd: v = masked(l, value); break;
    case LLVMXor: return complement(l, value, is_signed, depth);
    case LLVMSExt: v = shape_of(l, from, true, depth); break;
    case LLVMZExt:
    case LLVMTrunc: v = shape_of(l, from, false, depth); break;
    default: return v;
    }
    return fits(&v, width_of(value), is_signed) ? v : (struct shape){0};
}

static struct shape shape_of(struct loop *l, LLVMValueRef value, bool is_signed, int depth) {
    if (width_of(value) == 0 || width_of(value) > 64 || depth > DEEPEST)
        return (struct shape){0};
    if (!is_within(l, value))
        return constant(l, host_integer_known(l->s, value, is_signed));
    struct shape v = instruction(l, value, is_signed, depth + 1);
    return v.a || v.low || v.high ? v : range_of(l, value, is_signed);
}

/* Bytes behind `base`, in round k. */
static struct shape offset_of(struct loop *l, LLVMValueRef pointer, LLVMValueRef base, int depth) {
    if (host_beside_null(pointer) == base)
        return constant(l, number(l, 0));
    if (LLVMIsAPHINode(pointer) && LLVMGetInstructionParent(pointer) == l->header && LLVMCountIncoming(pointer) == 2 && depth < DEEPEST) {
        LLVMValueRef start = NULL, next = NULL;
        for (unsigned i = 0; i < 2; i++)
            *(LLVMGetIncomingBlock(pointer, i) == l->latch ? &next : &start) = LLVMGetIncomingValue(pointer, i);
        bool is_step = start && next && !is_within(l, start) && LLVMIsAGetElementPtrInst(next) && LLVMGetOperand(next, 0) == pointer &&
                       LLVMIsInBounds(next) && LLVMGetNumOperands(next) == 2 && LLVMIsAConstantInt(LLVMGetOperand(next, 1));
        struct shape first = is_step ? offset_of(l, start, base, depth + 1) : (struct shape){0};
        int64_t size = is_step ? (int64_t)LLVMABISizeOfType(l->s->r->layout, LLVMGetGEPSourceElementType(next)) : 0;
        return first.a ? linear(l, times(l, number(l, size), number(l, LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)))), first.b) : first;
    }
    struct host_step step;
    if (!LLVMIsAGetElementPtrInst(pointer) || depth > DEEPEST || !host_step_parts(l->s->r, pointer, &step))
        return (struct shape){0};
    struct shape at = offset_of(l, LLVMGetOperand(pointer, 0), base, depth + 1);
    at = at.a ? linear(l, at.a, plus(l, at.b, number(l, step.bytes))) : at;
    for (uint32_t i = 0; i < step.count && at.a; i++) {
        struct shape index = shape_of(l, step.index[i], true, 0);
        const struct host_value *size = number(l, step.size_bytes[i]);
        at = index.a ? linear(l, plus(l, at.a, times(l, index.a, size)), plus(l, at.b, times(l, index.b, size))) : (struct shape){0};
    }
    return at;
}

/* ---- the loop ---- */

static bool reaches(struct loop *l, uint32_t from, LLVMBasicBlockRef to, LLVMBasicBlockRef around) {
    return host_graph_reaches(l->g, from, host_graph_index(l->g, to), HOST_GRAPH_NONE, 0, host_graph_index(l->g, around));
}

static bool dominates(struct loop *l, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
    return a == b || !reaches(l, HOST_GRAPH_NONE, b, a);
}

/* The first block of the innermost loop around the block; NULL: there is none. */
static LLVMBasicBlockRef header_of(struct loop *l, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef found = NULL;
    for (uint32_t b = 0; b < l->g->count; b++)
        for (uint32_t n = 0; n < l->g->next_count[b]; n++) {
            LLVMBasicBlockRef header = l->g->blocks[l->g->next[b][n]], back = l->g->blocks[b];
            bool is_around = dominates(l, header, back) && dominates(l, header, block) &&
                             (block == back || reaches(l, host_graph_index(l->g, block), back, header));
            if (is_around && (!found || dominates(l, found, header)))
                found = header;
        }
    return found;
}

/* The loop whose first block is `header`: false if it has several ways in, back or out. `out` is the block that leaves it, by its successor number `edge`. */
static bool find_loop(struct loop *l, struct arena *scratch, LLVMBasicBlockRef *out, uint32_t *edge) {
    uint32_t header = host_graph_index(l->g, l->header), outs = 0, backs = 0, ins = 0;
    l->has = arena_alloc(scratch, l->g->count + 1);
    for (uint32_t b = 0; b < l->g->count; b++)
        for (uint32_t n = 0; n < l->g->next_count[b]; n++) {
            bool is_back = l->g->next[b][n] == header && dominates(l, l->header, l->g->blocks[b]);
            if (l->g->next[b][n] == header)
                *(is_back ? &l->latch : &l->before) = l->g->blocks[b];
            backs += is_back;
            ins += l->g->next[b][n] == header && !is_back;
        }
    if (backs != 1 || ins != 1 || l->g->next_count[host_graph_index(l->g, l->before)] != 1)
        return false;
    for (uint32_t b = 0; b < l->g->count; b++)
        l->has[b] = b == header || l->g->blocks[b] == l->latch || (reaches(l, b, l->latch, l->header) && dominates(l, l->header, l->g->blocks[b]));
    for (uint32_t b = 0; b < l->g->count; b++)
        for (uint32_t n = 0; n < l->g->next_count[b] && l->has[b]; n++)
            if (!l->has[l->g->next[b][n]]) {
                outs++;
                *out = l->g->blocks[b];
                *edge = n;
            }
    return outs == 1 && (*out == l->header || *out == l->latch);
}

/* For how many rounds k = 0, 1, ... the first such that `x < end` (or `x <= end`, `x != end`) fails comes after; NULL: not known. */
static const struct host_value *count_rounds(struct loop *l, const struct shape *x, const struct host_value *end, LLVMIntPredicate p) {
    const bool is_equal = p == LLVMIntSLE || p == LLVMIntULE, is_less = is_equal || p == LLVMIntSLT || p == LLVMIntULT;
    if (!x->a || x->a->op != HOST_NUMBER || x->a->number < 1 || !is_exact(end) || (!is_less && p != LLVMIntNE))
        return NULL;
    const int64_t by = x->a->number;
    const struct host_value *way = minus(l, end, x->b);
    way = is_equal ? plus(l, way, number(l, 1)) : way;
    if (!way || by == 1)
        return way;
    if (way->op == HOST_NUMBER)
        return is_less ? number(l, way->number / by + (way->number % by > 0)) : way->number % by == 0 ? number(l, way->number / by) : NULL;
    bool is_multiple = way->op == HOST_MUL && way->b->op == HOST_NUMBER && way->b->number % by == 0;
    return is_multiple ? times(l, way->a, number(l, way->b->number / by)) : NULL;
}

static LLVMIntPredicate negate(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntEQ: return LLVMIntNE;
    case LLVMIntNE: return LLVMIntEQ;
    case LLVMIntSGT: return LLVMIntSLE;
    case LLVMIntSGE: return LLVMIntSLT;
    case LLVMIntSLT: return LLVMIntSGE;
    case LLVMIntSLE: return LLVMIntSGT;
    case LLVMIntUGT: return LLVMIntULE;
    case LLVMIntUGE: return LLVMIntULT;
    case LLVMIntULT: return LLVMIntUGE;
    case LLVMIntULE: return LLVMIntUGT;
    }
    return p;
}

static LLVMIntPredicate exchange(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntEQ:
    case LLVMIntNE: return p;
    }
    return p;
}

/* In the rounds of the block that branches back, the comparison stands behind the store: one round more. */
static bool read_rounds(struct loop *l, LLVMBasicBlockRef out, uint32_t edge, LLVMValueRef base) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(out), compare = LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
    if (!compare || !LLVMIsAInstruction(compare) || LLVMGetInstructionOpcode(compare) != LLVMICmp || !is_within(l, compare))
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    LLVMValueRef operands[2] = {LLVMGetOperand(compare, 0), LLVMGetOperand(compare, 1)};
    const bool is_pointer = width_of(operands[0]) == 0;
    p = edge == 0 ? negate(p) : p; /* on which the loop goes on */
    for (int side = 0; side < 2 && !l->rounds; side++) {
        const bool is_signed = p != LLVMIntULT && p != LLVMIntULE;
        LLVMValueRef x = operands[side], y = operands[1 - side];
        struct shape counted = is_pointer ? offset_of(l, x, base, 0) : shape_of(l, x, is_signed, 0);
        struct shape bound = is_pointer ? offset_of(l, y, base, 0) : shape_of(l, y, is_signed, 0);
        if (is_number(bound.a, 0))
            l->rounds = count_rounds(l, &counted, bound.b, p);
        p = exchange(p);
    }
    if (out == l->latch)
        l->rounds = plus(l, l->rounds, number(l, 1));
    return l->rounds && is_exact(l->rounds);
}

/* ---- what is written ---- */

/* Something else than the program decides it, a call or memory, and may make it any number of the range that is told. */
static bool is_given(const struct loop *l, LLVMValueRef value, int depth) {
    if (LLVMIsACallInst(value) || LLVMIsAInvokeInst(value) || LLVMIsALoadInst(value) || depth > 8)
        return true;
    if (!LLVMIsAInstruction(value) || !is_within(l, value))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(value);
    bool is_real = op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul || op == LLVMFDiv; /* nothing is told of their ranges */
    bool is_sum = op == LLVMAdd || op == LLVMSub || is_real;
    bool is_part = LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) || op == LLVMURem || op == LLVMSRem || op == LLVMUDiv || op == LLVMSDiv;
    if (op == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && width_of(value) <= 64) {
        const uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
        is_part = (mask & (mask + 1)) == 0; /* a remainder */
    }
    if (is_part)
        return is_given(l, LLVMGetOperand(value, 0), depth + 1);
    if (!is_sum) /* 2 * rand() is even */
        return false;
    LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
    bool is_left = is_given(l, left, depth + 1), is_right = is_given(l, right, depth + 1);
    return (is_left || is_right) && (is_left || !LLVMIsAInstruction(left)) && (is_right || !LLVMIsAInstruction(right));
}

static struct host_filled tell(struct loop *l, const struct shape *v, LLVMValueRef value) {
    struct host_filled filled = {.count = l->rounds};
    bool is_known = l->rounds->op == HOST_NUMBER && l->rounds->number >= 1 && l->rounds->number <= HOST_FILL_ELEMENTS && v->a && v->b &&
                    v->a->op == HOST_NUMBER && v->b->op == HOST_NUMBER && v->low && v->high;
    if (is_known) {
        int64_t elements[HOST_FILL_ELEMENTS];
        for (int64_t i = 0; i < l->rounds->number; i++)
            elements[i] = (int64_t)((uint64_t)v->b->number + (uint64_t)v->a->number * (uint64_t)i); /* within low and high */
        return host_fill_of_numbers(l->s->r, elements, (uint32_t)l->rounds->number);
    }
    filled.is_zero = is_number(v->a, 0) && is_number(v->b, 0);
    filled.is_increasing = v->a && v->a->least >= 1;
    filled.is_distinct = filled.is_increasing || (v->a && v->a->most <= -1);
    filled.is_sorted = v->is_sorted;
    filled.is_summary = !is_number(v->a, 0) && !is_given(l, value, 0);
    filled.low = v->low;
    filled.high = plus(l, v->high, number(l, 1));
    return filled;
}

bool host_read_fill(struct host_scope *s, struct host_graph *g, LLVMValueRef store, LLVMValueRef at, LLVMValueRef base, uint32_t element_bytes,
                    bool reads_unsigned, struct host_fill *out) {
    struct loop l = {.s = s, .within = {.r = s->r}, .g = g};
    struct arena scratch;
    LLVMBasicBlockRef leaves = NULL;
    uint32_t edge = 0;
    LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
    bool is_read = false;
    arena_init(&scratch);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(store);
    l.header = header_of(&l, block);
    bool is_loop = l.header && width_of(value) == 8 * element_bytes && !LLVMGetVolatile(store) && find_loop(&l, &scratch, &leaves, &edge);
    is_loop = is_loop && !is_within(&l, at); /* in the loop it is not done */
    bool is_always = is_loop && (block == l.latch || !reaches(&l, host_graph_index(g, l.header), l.latch, block));
    if (is_always && read_rounds(&l, leaves, edge, base)) {
        struct shape place = offset_of(&l, address, base, 0);
        const uint32_t bounds = s->bounds.size;
        if (l.rounds->op == HOST_SYMBOL) /* in each round there is one */
            vec_push(&s->bounds, (struct host_bound){l.rounds->symbol, 1, INT64_MAX});
        host_scope_forget(s);
        struct shape v = shape_of(&l, value, !reads_unsigned, 0);
        s->bounds.size = bounds;
        host_scope_forget(s);
        is_read = is_number(place.a, element_bytes) && is_number(place.b, 0);
        if (is_read)
            *out = (struct host_fill){LLVMGetBasicBlockTerminator(l.before), tell(&l, &v, value)};
    }
    host_scope_release(&l.within);
    arena_release(&scratch);
    return is_read;
}

/* ---- elements that are known ---- */

static int compare_numbers(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

struct host_filled host_fill_of_numbers(struct host_reader *r, int64_t *elements, uint32_t count) {
    struct host_filled filled = {
        .count = host_number(r->arena, count), .is_sorted = true, .is_increasing = true, .is_distinct = true, .is_zero = true};
    int64_t *each = arena_alloc(r->arena, HOST_FILL_ELEMENTS * sizeof *each);
    for (uint32_t i = 0; i < count; i++) {
        filled.is_zero &= elements[i] == 0;
        if (i < HOST_FILL_ELEMENTS)
            each[i] = elements[i];
    }
    for (uint32_t i = 1; i < count; i++) {
        filled.is_sorted &= elements[i - 1] <= elements[i];
        filled.is_increasing &= elements[i - 1] < elements[i];
    }
    qsort(elements, count, sizeof *elements, compare_numbers);
    for (uint32_t i = 1; i < count; i++)
        filled.is_distinct &= elements[i - 1] != elements[i];
    filled.is_summary = count > HOST_FILL_ELEMENTS && elements[0] != elements[count - 1];
    const int64_t most = INT64_C(0x7fffffffffff);
    if (elements[0] >= -most && elements[count - 1] <= most) {
        filled.elements = count > 1 && count <= HOST_FILL_ELEMENTS ? each : NULL;
        filled.low = host_number(r->arena, elements[0]);
        filled.high = host_number(r->arena, elements[count - 1] + 1);
    }
    return filled;
}
