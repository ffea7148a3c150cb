/* Elements of tables in host code: whether two addresses behind one base are never of one element, as in d[cur] and d[1 - cur], or
 * d[k % 3] and d[(k + 1) % 3]. */
#include "llvm/host_parts.h"

enum { TERMS_MOST = 16, DEEPEST = 12, ROOTS_MOST = 8, PAIRS_MOST = 32 };

/* An address: base + bytes + the sum of index * size. */
struct address {
    LLVMValueRef base;
    int64_t bytes;
    struct {
        LLVMValueRef index;
        int64_t size_bytes;
    } terms[TERMS_MOST];
    uint32_t count;
};

static bool read_address(const struct host_reader *r, LLVMValueRef pointer, struct address *out) {
    *out = (struct address){.base = pointer};
    while (LLVMIsAGetElementPtrInst(out->base)) {
        struct host_step step;
        if (!host_step_parts(r, out->base, &step))
            return false;
        out->bytes += step.bytes;
        for (uint32_t i = 0; i < step.count; i++) {
            LLVMValueRef index = step.index[i];
            if (LLVMIsAConstantInt(index)) {
                out->bytes += LLVMConstIntGetSExtValue(index) * step.size_bytes[i];
                continue;
            }
            if (out->count == TERMS_MOST)
                return false;
            out->terms[out->count].index = index;
            out->terms[out->count++].size_bytes = step.size_bytes[i];
        }
        out->base = LLVMGetOperand(out->base, 0);
    }
    return true;
}

/* Takes terms away that both have. */
static void cancel(struct address *x, struct address *y) {
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t j = 0; j < y->count; j++)
            if (x->terms[i].index == y->terms[j].index && x->terms[i].size_bytes == y->terms[j].size_bytes) {
                x->terms[i--] = x->terms[--x->count];
                y->terms[j] = y->terms[--y->count];
                break;
            }
}

/* ---- numbers that differ ---- */

/* The lowest bit of a number: a constant, and the numbers whose lowest bits are added to it. */
struct parity {
    LLVMValueRef roots[ROOTS_MOST];
    uint32_t count;
    bool bit, is_known;
};

static void add_root(struct parity *p, LLVMValueRef root) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->roots[i] == root) {
            p->roots[i] = p->roots[--p->count];
            return;
        }
    p->is_known &= p->count < ROOTS_MOST;
    if (p->is_known)
        p->roots[p->count++] = root;
}

static bool is_constant(LLVMValueRef v, uint64_t *number) {
    bool is_number = LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64;
    *number = is_number ? LLVMConstIntGetZExtValue(v) : 0;
    return is_number;
}

/* What the choices of a block are where `edge` leads to it: numbers of the round before. */
struct entry {
    LLVMBasicBlockRef block, from;
};

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* entry: v is of the round that begins there, and is told in numbers of the one before; NULL: of the same round as the others. */
static void add_parity(struct parity *p, LLVMValueRef v, const struct entry *entry, int depth) {
    uint64_t number;
    if (is_constant(v, &number)) {
        p->bit ^= number & 1;
        return;
    }
    if (entry && LLVMIsAPHINode(v) && LLVMGetInstructionParent(v) == entry->block && incoming(v, entry->from)) {
        add_parity(p, incoming(v, entry->from), NULL, depth + 1);
        return;
    }
    LLVMOpcode op = LLVMIsAInstruction(v) && depth < DEEPEST ? LLVMGetInstructionOpcode(v) : LLVMPHI;
    bool has_number = op != LLVMPHI && LLVMGetNumOperands(v) == 2 && is_constant(LLVMGetOperand(v, 1), &number);
    bool is_sum = op == LLVMAdd || op == LLVMSub || op == LLVMXor, is_conversion = op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc;
    bool is_multiple = has_number && (op == LLVMAnd || op == LLVMMul);
    bool is_remainder = has_number && number > 0 && (number & 1) == 0 && (op == LLVMSRem || op == LLVMURem);
    if (is_sum) {
        add_parity(p, LLVMGetOperand(v, 0), entry, depth + 1);
        add_parity(p, LLVMGetOperand(v, 1), entry, depth + 1);
    } else if (is_conversion || is_remainder || (is_multiple && (number & 1))) {
        add_parity(p, LLVMGetOperand(v, 0), entry, depth + 1);
    } else if (!is_multiple) {
        p->is_known &= !entry || !LLVMIsAInstruction(v); /* another number in each round */
        add_root(p, v);
    }
}

static bool has_other_parity(LLVMValueRef x, LLVMValueRef y, const struct entry *entry_of_y) {
    struct parity p = {.is_known = true};
    add_parity(&p, x, NULL, 0);
    add_parity(&p, y, entry_of_y, 0);
    return p.is_known && p.count == 0 && p.bit;
}

static LLVMValueRef without_extension(LLVMValueRef v) {
    while (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

/* v = *base + the result, without overflow. */
static int64_t split_sum(LLVMValueRef v, bool is_signed, LLVMValueRef *base) {
    bool is_sum = LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
                  (is_signed ? LLVMGetNSW(v) : LLVMGetNUW(v));
    *base = is_sum ? LLVMGetOperand(v, 0) : v;
    return is_sum ? LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1)) : 0;
}

/* Remainders of one division, of numbers whose difference the divisor does not divide. */
static bool are_other_remainders(LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef a = without_extension(x), b = without_extension(y), base_a, base_b;
    if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || LLVMTypeOf(a) != LLVMTypeOf(b))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(a);
    uint64_t m, n;
    if ((op != LLVMSRem && op != LLVMURem) || LLVMGetInstructionOpcode(b) != op || !is_constant(LLVMGetOperand(a, 1), &m) ||
        !is_constant(LLVMGetOperand(b, 1), &n) || m != n || m < 2 || m > INT32_MAX)
        return false;
    int64_t ahead_a = split_sum(LLVMGetOperand(a, 0), op == LLVMSRem, &base_a), ahead_b = split_sum(LLVMGetOperand(b, 0), op == LLVMSRem, &base_b);
    return base_a == base_b && (ahead_a - ahead_b) % (int64_t)m != 0;
}

struct pairs {
    LLVMValueRef a[PAIRS_MOST], b[PAIRS_MOST];
    uint32_t count;
};

/* By induction over the rounds of loops: numbers that a pair of choices had before differ. */
static bool are_different(struct pairs *known, LLVMValueRef x, LLVMValueRef y) {
    uint64_t m, n;
    x = without_extension(x);
    y = without_extension(y);
    if (LLVMTypeOf(x) != LLVMTypeOf(y))
        return false;
    if (is_constant(x, &m) && is_constant(y, &n))
        return m != n;
    if (has_other_parity(x, y, NULL) || are_other_remainders(x, y))
        return true;
    for (uint32_t i = 0; i < known->count; i++)
        if ((known->a[i] == x && known->b[i] == y) || (known->a[i] == y && known->b[i] == x))
            return true;
    bool are_choices = LLVMIsAPHINode(x) && LLVMIsAPHINode(y) && x != y && LLVMGetInstructionParent(x) == LLVMGetInstructionParent(y);
    if (!are_choices || known->count == PAIRS_MOST)
        return false;
    known->a[known->count] = x;
    known->b[known->count++] = y;
    for (unsigned i = 0; i < LLVMCountIncoming(x); i++)
        for (unsigned j = 0; j < LLVMCountIncoming(y); j++)
            if (LLVMGetIncomingBlock(x, i) == LLVMGetIncomingBlock(y, j) &&
                !are_different(known, LLVMGetIncomingValue(x, i), LLVMGetIncomingValue(y, j)))
                return false;
    return true;
}

bool host_elements_differ(const struct host_reader *r, LLVMValueRef a, LLVMValueRef b) {
    struct address x, y;
    if (!read_address(r, a, &x) || !read_address(r, b, &y) || x.base != y.base)
        return false;
    cancel(&x, &y);
    if (x.count == 0 && y.count == 0)
        return x.bytes - y.bytes >= (int64_t)sizeof(void *) || y.bytes - x.bytes >= (int64_t)sizeof(void *);
    struct pairs known = {.count = 0};
    return x.count == 1 && y.count == 1 && x.bytes == y.bytes && x.terms[0].size_bytes == y.terms[0].size_bytes &&
           x.terms[0].size_bytes >= (int64_t)sizeof(void *) && are_different(&known, x.terms[0].index, y.terms[0].index);
}

bool host_elements_rotate(const struct host_reader *r, LLVMValueRef before, LLVMValueRef now, LLVMBasicBlockRef block, LLVMBasicBlockRef from) {
    struct address x, y;
    const struct entry entry = {block, from};
    if (!read_address(r, before, &x) || !read_address(r, now, &y) || x.base != y.base || x.count > 1 || y.count != 1)
        return false;
    const int64_t size = y.terms[0].size_bytes, ahead = x.bytes - y.bytes;
    if (size < (int64_t)sizeof(void *) || ahead % size != 0 || (x.count == 1 && x.terms[0].size_bytes != size))
        return false;
    LLVMValueRef index = without_extension(y.terms[0].index);
    bool is_choice = LLVMIsAPHINode(index) && LLVMGetInstructionParent(index) == block && incoming(index, from) && x.count == 1 && ahead == 0;
    struct pairs known = {.count = 0};
    if (is_choice && are_different(&known, x.terms[0].index, incoming(index, from)))
        return true;
    struct parity p = {.is_known = true, .bit = (ahead / size) % 2 != 0};
    if (x.count == 1)
        add_parity(&p, x.terms[0].index, NULL, 0);
    add_parity(&p, index, &entry, 0);
    return p.is_known && p.count == 0 && p.bit;
}
