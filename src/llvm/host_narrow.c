/* Numbers of elements, as host code has them before it is optimised: a vector's size is the distance of two pointers by the size of an element,
 * `int n = v.size()` its low 32 bits, and `n * sizeof(long)` those once more, shifted. LLVM makes one chain of shifts of the distance of each,
 * in which nothing says that they are of one number: here each is the number, cut to 32 bits, extended and scaled. */
#include <llvm-c/DebugInfo.h>

#include "base/vec.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

static bool is_op(LLVMValueRef value, LLVMOpcode op) {
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == op;
}

static bool number_of(LLVMValueRef value, uint64_t *number) {
    bool is = LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64;
    *number = is ? LLVMConstIntGetZExtValue(value) : 0;
    return is;
}

static bool is_distance(LLVMValueRef value) {
    return is_op(value, LLVMSub) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64 &&
           LLVMIsAPtrToIntInst(LLVMGetOperand(value, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(value, 1));
}

/* By which power of two the user divides the distance without a remainder; 0: it does not. */
static uint64_t exact_shift(LLVMValueRef user) {
    uint64_t by;
    return (is_op(user, LLVMAShr) || is_op(user, LLVMLShr)) && LLVMGetExact(user) && number_of(LLVMGetOperand(user, 1), &by) && by < 16 ? by : 0;
}

bool host_counts_elements(LLVMValueRef value) {
    bool is_exact = exact_shift(value) > 0 || (is_op(value, LLVMSDiv) && LLVMGetExact(value));
    return is_exact && is_distance(LLVMGetOperand(value, 0));
}

static LLVMValueRef constant(LLVMValueRef like, uint64_t number) {
    return LLVMConstInt(LLVMTypeOf(like), number, false);
}

/* Where `second` is executed, `first` has been. */
static bool comes_first(LLVMValueRef first, LLVMValueRef second) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(first), b = LLVMGetInstructionParent(second);
    if (a != b || LLVMIsAPHINode(second))
        return a != b && !LLVMIsAPHINode(second) && host_graph_dominates(a, b);
    while (first && first != second)
        first = LLVMGetNextInstruction(first);
    return first != NULL;
}

/* Behind a division without a remainder, the distance is the number of elements, times their size: elsewhere nothing says so. */
static void count_elements(struct host_reader *r, LLVMValueRef distance) {
    VEC(LLVMValueRef) users = {0};
    LLVMValueRef count = NULL;
    uint64_t by = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(distance); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint64_t shift = exact_shift(user);
        count = shift > by ? user : count;
        by = shift > by ? shift : by;
        vec_push(&users, user);
    }
    if (count) {
        LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(count));
        LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(count));
        const LLVMValueRef size = constant(distance, UINT64_C(1) << by);
        LLVMValueRef bytes = is_op(count, LLVMAShr) ? LLVMBuildNSWMul(r->builder, count, size, "") : LLVMBuildNUWMul(r->builder, count, size, "");
        for (uint32_t i = 0; i < users.size; i++) {
            if (users.data[i] == count || !LLVMIsAInstruction(users.data[i]) || !comes_first(bytes, users.data[i]))
                continue;
            for (int k = 0; k < LLVMGetNumOperands(users.data[i]); k++)
                if (LLVMGetOperand(users.data[i], (unsigned)k) == distance)
                    LLVMSetOperand(users.data[i], (unsigned)k, bytes);
        }
    }
    vec_release(&users);
}

/* What is shifted, and by how much to the left: through shifts, and products with powers of two that count_elements has made. */
static LLVMValueRef base_of_shifts(LLVMValueRef value, uint64_t *left) {
    uint64_t by;
    for (;;) {
        if (is_op(value, LLVMShl) && number_of(LLVMGetOperand(value, 1), &by) && by + *left < 64) {
            *left += by;
        } else if (is_op(value, LLVMMul) && number_of(LLVMGetOperand(value, 1), &by) && by > 0 && (by & (by - 1)) == 0 &&
                   (uint64_t)__builtin_ctzll(by) + *left < 64) {
            *left += (uint64_t)__builtin_ctzll(by);
        } else {
            return value;
        }
        value = LLVMGetOperand(value, 0);
    }
}

/* A number of 32 bits, extended and shifted. */
struct narrow {
    LLVMValueRef base;
    uint64_t left, added;
    bool is_signed, fits; /* fits: what is added does not leave the 32 bits */
};

/* ((base << left) + added) >> right is the low 32 bits of base and what is added, extended and shifted. */
static bool is_signed_chain(LLVMValueRef value, struct narrow *n) {
    uint64_t right, added = 0;
    LLVMValueRef inner = is_op(value, LLVMAShr) ? LLVMGetOperand(value, 0) : NULL;
    if (!inner || !number_of(LLVMGetOperand(value, 1), &right))
        return false;
    *n = (struct narrow){.is_signed = true};
    if (is_op(inner, LLVMAdd) && number_of(LLVMGetOperand(inner, 1), &added)) {
        n->fits = LLVMGetNSW(inner);
        inner = LLVMGetOperand(inner, 0);
    }
    uint64_t left = 0;
    n->base = base_of_shifts(inner, &left);
    n->added = added >> 32;
    n->left = left - right;
    return left == 32 && right <= left && (added & UINT32_MAX) == 0;
}

/* (base << left) & (2^32 - 1 << left) */
static bool is_unsigned_chain(LLVMValueRef value, struct narrow *n) {
    uint64_t mask, left = 0;
    if (!is_op(value, LLVMAnd) || !number_of(LLVMGetOperand(value, 1), &mask))
        return false;
    *n = (struct narrow){.base = base_of_shifts(LLVMGetOperand(value, 0), &left)};
    n->left = left;
    return left > 0 && left < 32 && (mask | ((UINT64_C(1) << left) - 1)) == ((UINT64_C(1) << (left + 32)) - 1);
}

/* The mask clears bits that are 0 in a product: in (4 * x) & -4 the last two. */
static LLVMValueRef without_mask(LLVMValueRef value) {
    uint64_t mask, by;
    LLVMValueRef product = is_op(value, LLVMAnd) ? LLVMGetOperand(value, 0) : NULL;
    bool is_mask = product && number_of(LLVMGetOperand(value, 1), &mask) && mask != 0 && (-mask & (-mask - 1)) == 0;
    return is_mask && is_op(product, LLVMMul) && number_of(LLVMGetOperand(product, 1), &by) && (by & ~mask) == 0 ? product : NULL;
}

static void make_narrow(struct host_reader *r, LLVMValueRef value, const struct narrow *n) {
    LLVMTypeRef word = LLVMInt32TypeInContext(r->context);
    LLVMPositionBuilderBefore(r->builder, value);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(value));
    LLVMValueRef low = LLVMBuildTrunc(r->builder, n->base, word, ""), by = LLVMConstInt(word, n->added, false);
    if (n->added != 0)
        low = n->fits ? LLVMBuildNSWAdd(r->builder, low, by, "") : LLVMBuildAdd(r->builder, low, by, "");
    LLVMValueRef whole = n->is_signed ? LLVMBuildSExt(r->builder, low, LLVMTypeOf(value), "") : LLVMBuildZExt(r->builder, low, LLVMTypeOf(value), "");
    if (n->left > 0)
        whole = LLVMBuildNSWMul(r->builder, whole, constant(value, UINT64_C(1) << n->left), "");
    LLVMReplaceAllUsesWith(value, whole);
}

void host_narrow_numbers(struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_distance(i))
                    count_elements(r, i);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                struct narrow n;
                bool is_64 = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 64;
                LLVMValueRef product = is_64 ? without_mask(i) : NULL;
                if (product)
                    LLVMReplaceAllUsesWith(i, product);
                else if (is_64 && (is_signed_chain(i, &n) || is_unsigned_chain(i, &n)))
                    make_narrow(r, i, &n);
            }
}
