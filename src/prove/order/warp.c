/* Warps: threads by lane, and the lanes that a mask names.

   A mask is taken apart as it was built (runs of ones, shifted runs as tiles
   have them, choices and combinations), because bits of a variable mask mean
   nothing to linear integers. */
#include "prove/order/warp.h"

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

#define MASK_DEPTH_MAX 6u

static term_ref linear_thread(struct prover *prover) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint8_t both = TERM_NSW | TERM_NUW;
    term_ref rows = term_add(t, term_mul(t, p->tid[2], p->bdim[1], both), p->tid[1], both);
    return prover_scoped(prover, term_add(t, term_mul(t, rows, p->bdim[0], both), p->tid[0], both));
}

term_ref warp_same(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref warp = term_binary(t, TERM_LSHR, linear_thread(prover), term_const(t, 32, 5));
    return term_eq(t, warp, prover_second(prover, WITHIN_BLOCK, warp));
}

term_ref warp_line(struct prover *prover, bool is_second) {
    term_ref line = linear_thread(prover);
    return is_second ? prover_second(prover, WITHIN_BLOCK, line) : line;
}

term_ref warp_lane(struct prover *prover, bool is_second) {
    struct term_table *t = prover->terms;
    term_ref lane = term_and(t, linear_thread(prover), term_const(t, 32, WARP_THREADS - 1));
    return is_second ? prover_second(prover, WITHIN_BLOCK, lane) : lane;
}

term_ref warp_has_lane(struct prover *prover, uint32_t lane) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint8_t both = TERM_NSW | TERM_NUW;
    if (lane == 0 || lane == PROTOCOL_NONE)
        return term_true(t);
    term_ref threads = term_mul(t, term_mul(t, p->bdim[0], p->bdim[1], both), p->bdim[2], both);
    term_ref first = term_mul(t, term_binary(t, TERM_LSHR, linear_thread(prover), term_const(t, 32, 5)), term_const(t, 32, WARP_THREADS), both);
    return term_ult(t, term_add(t, first, term_const(t, 32, lane), both), prover_scoped(prover, threads));
}

bool warp_mask_is_full(const struct prover *prover, term_ref mask) {
    uint64_t value;
    return !term_is_none(mask) && term_is_const(prover->terms, mask, &value) && value == UINT32_MAX;
}

/* shift + low <= lane <= shift + high. */
static term_ref in_run(struct prover *prover, term_ref lane, term_ref shift, uint32_t low, uint32_t high) {
    struct term_table *t = prover->terms;
    uint8_t both = TERM_NSW | TERM_NUW;
    term_ref first = term_add(t, shift, term_const(t, 32, low), both), last = term_add(t, shift, term_const(t, 32, high), both);
    return term_and(t, term_ule(t, first, lane), term_ule(t, lane, last));
}

static term_ref in_constant(struct prover *prover, uint32_t mask, term_ref shift, term_ref lane) {
    struct term_table *t = prover->terms;
    term_ref any = term_false(t);
    for (uint32_t low = 0; low < WARP_THREADS; low++) {
        if (!(mask >> low & 1))
            continue;
        uint32_t high = low;
        while (high + 1 < WARP_THREADS && (mask >> (high + 1) & 1))
            high++;
        any = term_or(t, any, in_run(prover, lane, shift, low, high));
        low = high;
    }
    return any;
}

/* Whose lane is asked about, and what is known of the bits of symbols. */
struct asking {
    struct prover *prover;
    term_ref lane;
    warp_bit known;
    const void *context;
};

static term_ref names(const struct asking *a, term_ref mask, uint32_t depth) {
    struct prover *prover = a->prover;
    struct term_table *t = prover->terms;
    term_ref lane = a->lane;
    const struct term *term = term_get(t, mask);
    enum term_op op = term_op_of(term);
    uint64_t value;
    if (term_is_const(t, mask, &value))
        return in_constant(prover, (uint32_t)value, term_const(t, 32, 0), lane);
    if (depth > 0 && op == TERM_SHL && term_is_const(t, term_child(t, mask, 0), &value) &&
        term_range_of(t, term_child(t, mask, 1)).umax < WARP_THREADS)
        return in_constant(prover, (uint32_t)value, term_child(t, mask, 1), lane);
    if (depth > 0 && op == TERM_ITE) {
        term_ref c = term_child(t, mask, 0), x = term_child(t, mask, 1), y = term_child(t, mask, 2);
        return term_ite(t, c, names(a, x, depth - 1), names(a, y, depth - 1));
    }
    if (depth > 0 && (op == TERM_AND || op == TERM_OR || op == TERM_XOR)) {
        term_ref x = term_child(t, mask, 0), y = term_child(t, mask, 1);
        return term_binary(t, op, names(a, x, depth - 1), names(a, y, depth - 1));
    }
    if (op == TERM_SYMBOL && a->known) {
        term_ref known = a->known(a->context, (symbol_ref){(uint32_t)term->value});
        if (!term_is_none(known))
            return known;
    }
    term_ref bit = term_and(t, term_binary(t, TERM_LSHR, mask, lane), term_const(t, 32, 1));
    return term_eq(t, bit, term_const(t, 32, 1));
}

term_ref warp_names_as(struct prover *prover, term_ref mask, term_ref lane, warp_bit known, const void *context) {
    const struct asking asking = {prover, lane, known, context};
    if (warp_mask_is_full(prover, mask))
        return term_true(prover->terms);
    return names(&asking, mask, MASK_DEPTH_MAX);
}

term_ref warp_names(struct prover *prover, term_ref mask, term_ref lane) {
    return warp_names_as(prover, mask, lane, NULL, NULL);
}

term_ref warp_masks_differ(struct prover *prover, term_ref mask, term_ref other) {
    struct term_table *t = prover->terms;
    bool are_shifts = term_op_of(term_get(t, mask)) == TERM_SHL && term_op_of(term_get(t, other)) == TERM_SHL;
    if (are_shifts && term_same(term_child(t, mask, 0), term_child(t, other, 0)) && term_is_const(t, term_child(t, mask, 0), NULL))
        return term_ne(t, term_child(t, mask, 1), term_child(t, other, 1));
    return term_ne(t, mask, other);
}

static bool is_warp_barrier(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_BARRIER && p->items[i].barrier == BARRIER_WARP;
}

static bool is_collective(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_COLLECTIVE && !term_is_none(p->items[i].mask);
}

bool meeting_is(const struct protocol *p, uint32_t i) {
    return is_warp_barrier(p, i) || is_collective(p, i);
}
