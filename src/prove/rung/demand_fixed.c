/* Claims in a launch that is fixed whole: what ranges or the bit-vectors show not to wrap there is no assumption. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/decide.h"
#include "prove/rung/demand.h"
#include "prove/rung/proof.h"
#include "term/walk.h"

static bool is_fixed_whole(const struct frame *frame) {
    bool is = true;
    for (int a = 0; a < 3; a++)
        is = is && frame->fixed_block[a] && frame->fixed_grid[a];
    return is;
}

/* Reads the conjuncts of the context: a symbol x with x < c is x % c, whose range the terms know, and one with x == c is c. */
static void narrow(struct term_table *t, term_ref context, struct substitution *narrowing) {
    struct term_walk walk;
    uint64_t c;
    term_walk_begin(&walk, t, context);
    for (term_ref x; term_walk_next(&walk, &x);) {
        enum term_op op = term_op_of(term_get(t, x));
        if (op == TERM_AND)
            term_walk_enter(&walk, x);
        if ((op != TERM_ULT && op != TERM_EQ) || !term_is_const(t, term_child(t, x, 1), &c))
            continue;
        term_ref symbol = term_child(t, x, 0);
        if (term_op_of(term_get(t, symbol)) == TERM_SYMBOL && op == TERM_ULT && c > 0)
            substitution_fix(narrowing, symbol, term_binary(t, TERM_UREM, symbol, term_child(t, x, 1)));
        if (term_op_of(term_get(t, symbol)) == TERM_SYMBOL && op == TERM_EQ)
            substitution_fix(narrowing, symbol, term_child(t, x, 1));
    }
    term_walk_end(&walk);
}

static bool fits_signed(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    int64_t most = (int64_t)(UINT64_MAX >> 1 >> (64 - width)), least = -most - 1;
    int64_t xs[] = {x.smin, x.smax}, ys[] = {y.smin, y.smax}, value;
    for (int i = 0; i < 4; i++) {
        bool leaves = op == TERM_ADD ? __builtin_add_overflow(xs[i / 2], ys[i % 2], &value) : __builtin_mul_overflow(xs[i / 2], ys[i % 2], &value);
        if (leaves || value < least || value > most)
            return false;
    }
    return true;
}

static bool fits_unsigned(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    uint64_t value;
    bool leaves = op == TERM_ADD ? __builtin_add_overflow(x.umax, y.umax, &value) : __builtin_mul_overflow(x.umax, y.umax, &value);
    return !leaves && value <= UINT64_MAX >> (64 - width);
}

/* No sum or product below the term wraps by the ranges of its parts: neither the term's own, read as the claim reads it,
   nor those inside of it that C says not to wrap. */
static bool fits_by_ranges(struct term_table *t, term_ref narrowed, enum term_op op, bool is_signed) {
    struct term_walk walk;
    bool fits = term_op_of(term_get(t, narrowed)) == op;
    term_walk_begin(&walk, t, narrowed);
    for (term_ref x; fits && term_walk_next(&walk, &x);) {
        struct term term = *term_get(t, x);
        enum term_op inner = term_op_of(&term);
        term_walk_enter(&walk, x);
        if (inner != TERM_ADD && inner != TERM_MUL)
            continue;
        struct term_range a = term_range_of(t, term_child(t, x, 0)), b = term_range_of(t, term_child(t, x, 1));
        bool is_claim = term_same(x, narrowed);
        if ((is_claim && is_signed) || term.flags & TERM_NSW)
            fits = fits_signed(inner, term.width_bits, a, b);
        if ((is_claim && !is_signed) || term.flags & TERM_NUW)
            fits = fits && fits_unsigned(inner, term.width_bits, a, b);
    }
    term_walk_end(&walk);
    return fits;
}

static term_ref keep(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

static bool holds_by_ranges(struct term_table *t, const struct claim *claim, term_ref context) {
    enum term_op op = term_op_of(term_get(t, claim->term));
    struct substitution *narrowing = substitution_create(t, keep, NULL);
    narrow(t, context, narrowing);
    bool holds = fits_by_ranges(t, substitution_apply(narrowing, claim->term), op, claim->is_signed);
    substitution_destroy(narrowing);
    return holds;
}

bool demand_holds_in_launch(struct prover *prover, const struct claim *claim, term_ref context) {
    assert(prover_is_condition(prover, context));
    struct term_table *t = prover->terms;
    const struct term *term = term_get(t, claim->term);
    enum term_op op = term_op_of(term);
    uint8_t width = term->width_bits, wide = (uint8_t)(2 * width);
    if (!is_fixed_whole(prover->frame) || (op != TERM_ADD && op != TERM_MUL))
        return false;
    if (holds_by_ranges(t, claim, context))
        return true;
    if (width > 32)
        return false;
    term_ref x = term_child(t, claim->term, 0), y = term_child(t, claim->term, 1), exact, kept;
    kept = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0); /* without the flags, which say what is asked */
    x = claim->is_signed ? term_sext(t, x, wide) : term_zext(t, x, wide);
    y = claim->is_signed ? term_sext(t, y, wide) : term_zext(t, y, wide);
    exact = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0);
    kept = claim->is_signed ? term_sext(t, kept, wide) : term_zext(t, kept, wide);
    term_ref wraps = term_not(t, term_eq(t, exact, kept)); /* first of any threads: addresses that are equal are hard */
    return decide_bits_alone(prover, wraps).holds || decide_bits_alone(prover, term_and(t, context, wraps)).holds;
}
