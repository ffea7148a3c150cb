/* Counts of bits. What popc, clz and ctz compute is not modelled; that they give at most the operand's width is, that popc of the k low
   bits is k, and that popc(x & m) is at most the ones of m, where m is a constant or the k low bits: a lane's rank among those that vote. */
#include <assert.h>

#include "protocol/infer.h"

/* x is c, by value. */
static bool is_number(const struct term_table *t, term_ref x, uint64_t c) {
    uint64_t value;
    return term_is_const(t, x, &value) && value == c;
}

/* 2^k - 1 or ~(-1 << k): k, at least the ones of x; else TERM_NONE. */
static term_ref low_bits(const struct term_table *t, term_ref x) {
    const struct term *term = term_get(t, x);
    uint64_t all = UINT64_MAX >> (64 - term->width_bits);
    if (term->op != TERM_ADD && term->op != TERM_XOR)
        return TERM_NONE;
    uint64_t shifted = term->op == TERM_ADD ? 1 : all;
    for (uint32_t i = 0; i < 2; i++) {
        const struct term *other = term_get(t, term_child(t, x, i));
        if (is_number(t, term_child(t, x, 1 - i), all) && other->op == TERM_SHL && is_number(t, term_child(t, term_child(t, x, i), 0), shifted))
            return term_child(t, term_child(t, x, i), 1);
    }
    return TERM_NONE;
}

enum { NESTED_MOST = 4 }; /* conjunctions that are looked into */

/* At least the ones of x. */
static term_ref most_ones(struct term_table *t, term_ref x, int depth) {
    uint8_t width = term_width(t, x);
    uint64_t value;
    term_ref most = low_bits(t, x);
    if (!term_is_none(most))
        return most;
    if (term_is_const(t, x, &value))
        return term_const(t, width, (uint64_t)__builtin_popcountll(value));
    most = term_const(t, width, width);
    bool is_cut = false;
    for (uint32_t i = 0; i < 2 && term_get(t, x)->op == TERM_AND && depth < NESTED_MOST && !is_cut; i++) {
        term_ref part = most_ones(t, term_child(t, x, i), depth + 1);
        is_cut = !is_number(t, part, width);
        most = is_cut ? part : most;
    }
    return most;
}

term_ref bit_count_limited(struct inference *inf, const struct inst *inst, term_ref operand, term_ref count) {
    struct term_table *t = inf->terms;
    assert(inst->op == INST_POPC || inst->op == INST_CTLZ || inst->op == INST_CTTZ);
    uint8_t width = term_width(t, operand);
    if (width < 8) /* the width is no number of so few bits */
        return count;
    term_ref none = term_eq(t, operand, term_const(t, width, 0)), most = term_const(t, width, width), low = low_bits(t, operand);
    if (inst->op == INST_POPC && !term_is_none(low)) /* the rank of a lane in a whole warp */
        return term_ite(t, term_ult(t, low, most), low, most);
    if (inst->op == INST_POPC)
        most = most_ones(t, operand, 0);
    else
        most = term_ite(t, none, most, term_const(t, width, width - 1U));
    return term_ite(t, term_ule(t, count, most), count, most);
}
