/* Bounds of numbers that paths choose: `n = argc > 1 ? 5 : 4`, `if (n > 1000) n = 1000`. As signed numbers; of what is chosen, what the branch that chooses it
   says of it is used. */
#include "llvm/host_parts.h"

enum { DEPTH_MOST = 6 };

struct interval {
    int64_t least, most;
};

static bool interval_of(LLVMValueRef value, int depth, struct interval *out);

static unsigned width_of(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) : 0;
}

/* What `compare`, which holds or does not, says of the value where it compares it with a number. */
static void clip(LLVMValueRef compare, bool holds, LLVMValueRef value, struct interval *i) {
    bool is_compare = LLVMIsAICmpInst(compare) && LLVMGetOperand(compare, 0) == value && LLVMIsAConstantInt(LLVMGetOperand(compare, 1));
    if (!is_compare)
        return;
    const int64_t number = LLVMConstIntGetSExtValue(LLVMGetOperand(compare, 1));
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    struct interval said = {INT64_MIN, INT64_MAX};
    bool is_below = p == LLVMIntSLT || p == LLVMIntSLE, is_above = p == LLVMIntSGT || p == LLVMIntSGE;
    if (p == LLVMIntEQ ? holds : p == LLVMIntNE && !holds) {
        said = (struct interval){number, number};
    } else if (is_below || is_above) {
        bool bounds_above = is_below == holds, is_strict = (p == LLVMIntSLT || p == LLVMIntSGT) == holds;
        if (bounds_above && !(is_strict && number == INT64_MIN))
            said.most = number - is_strict;
        else if (!bounds_above && !(is_strict && number == INT64_MAX))
            said.least = number + is_strict;
    } else if ((p == LLVMIntULT || p == LLVMIntULE) && holds && number >= (p == LLVMIntULT)) {
        said = (struct interval){0, number - (p == LLVMIntULT)};
    }
    i->least = said.least > i->least ? said.least : i->least;
    i->most = said.most < i->most ? said.most : i->most;
}

static bool is_empty(const struct interval *i) {
    return i->least > i->most;
}

static void join(struct interval *all, const struct interval *one) {
    if (is_empty(one))
        return; /* never chosen */
    all->least = one->least < all->least ? one->least : all->least;
    all->most = one->most > all->most ? one->most : all->most;
}

/* The branch whose edge leads to `to`, directly or through `from`, which ends with a jump there; NULL: more than one does. */
static LLVMValueRef branch_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool *holds) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (int step = 0; step < 2; step++) {
        if (!end || !LLVMIsABranchInst(end))
            return NULL;
        if (LLVMIsConditional(end)) {
            *holds = LLVMGetSuccessor(end, 0) == to;
            return LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1) ? LLVMGetCondition(end) : NULL;
        }
        LLVMValueRef before = NULL;
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(from)); u; u = LLVMGetNextUse(u)) {
            if (!LLVMIsATerminatorInst(LLVMGetUser(u)))
                continue;
            if (before)
                return NULL;
            before = LLVMGetUser(u);
        }
        to = from;
        from = before ? LLVMGetInstructionParent(before) : NULL;
        end = before;
    }
    return NULL;
}

static bool interval_of(LLVMValueRef value, int depth, struct interval *out) {
    const unsigned width = width_of(value);
    if (width == 0 || width > 64)
        return false;
    if (LLVMIsAConstantInt(value)) {
        *out = (struct interval){LLVMConstIntGetSExtValue(value), LLVMConstIntGetSExtValue(value)};
        return true;
    }
    *out = (struct interval){INT64_MIN >> (64 - width), INT64_MAX >> (64 - width)};
    struct interval all = {INT64_MAX, INT64_MIN}, one;
    if (depth == DEPTH_MOST)
        return true;
    if (LLVMIsASelectInst(value)) {
        for (unsigned i = 1; i < 3; i++) {
            if (!interval_of(LLVMGetOperand(value, i), depth + 1, &one))
                return false;
            clip(LLVMGetOperand(value, 0), i == 1, LLVMGetOperand(value, i), &one);
            join(&all, &one);
        }
    } else if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
            LLVMValueRef from = LLVMGetIncomingValue(value, i);
            bool holds;
            LLVMValueRef branch = branch_to(LLVMGetIncomingBlock(value, i), LLVMGetInstructionParent(value), &holds);
            if (from == value)
                continue;
            if (!interval_of(from, depth + 1, &one))
                return false;
            if (branch)
                clip(branch, holds, from, &one);
            join(&all, &one);
        }
    } else {
        return true;
    }
    *out = is_empty(&all) ? *out : all;
    return true;
}

bool host_joined(LLVMValueRef value, int64_t *least, int64_t *most) {
    struct interval all;
    if ((!LLVMIsAPHINode(value) && !LLVMIsASelectInst(value)) || !interval_of(value, 0, &all))
        return false;
    *least = all.least;
    *most = all.most;
    return true;
}
