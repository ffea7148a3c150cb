/* How often a loop goes round, where its header's test alone tells.

   A loop that shifts, doubles or halves a value ends within as many iterations
   as the value has bits (docs/theory.md, "Loops"). Where the test depends on nothing but the
   counter, it is evaluated for one ordinal after another until it fails: the
   loop then has that constant number of iterations. */
#include "protocol/infer.h"

#define TRIPS_MAX 64u

struct only {
    symbol_ref counter;
    bool others;
};

static void note_other(void *context, symbol_ref symbol) {
    struct only *only = context;
    only->others |= symbol.id != only->counter.id;
}

/* x in iteration number k. */
static term_ref at(struct term_table *t, term_ref x, symbol_ref counter, uint64_t k) {
    return term_replace(t, x, counter, term_const(t, symbol_get(t, counter)->width_bits, k));
}

bool trips_constant(struct term_table *t, term_ref stays, symbol_ref counter, uint64_t *trips) {
    struct only only = {counter, false};
    term_visit_symbols(t, stays, note_other, &only);
    if (only.others)
        return false;
    for (uint64_t k = 0; k <= TRIPS_MAX; k++) {
        term_ref now = at(t, stays, counter, k);
        if (term_is_false(t, now)) {
            *trips = k;
            return true;
        }
        if (!term_is_true(t, now))
            return false;
    }
    return false;
}

/* ite(k < c, k, c - 1): the counter, held below c. */
static bool is_held(const struct term_table *t, term_ref x, symbol_ref counter) {
    term_ref condition = term_child(t, x, 0), then = term_child(t, x, 1);
    uint64_t limit, most;
    const struct term *k = term_get(t, then);
    return term_op_of(k) == TERM_SYMBOL && k->value == counter.id && term_op_of(term_get(t, condition)) == TERM_ULT &&
           term_same(term_child(t, condition, 0), then) && term_is_const(t, term_child(t, condition, 1), &limit) &&
           term_is_const(t, term_child(t, x, 2), &most) && most + 1 == limit;
}

/* A Boolean's negation. */
static bool is_complement(const struct term_table *t, term_ref x) {
    uint64_t ones;
    return term_get(t, x)->width_bits == 1 && term_is_const(t, term_child(t, x, 1), &ones) && ones == 1;
}

static bool grows(const struct term_table *t, term_ref x, symbol_ref counter);

/* x, unsigned, never becomes larger as the counter grows. */
static bool shrinks(const struct term_table *t, term_ref x, symbol_ref counter) {
    enum term_op op = term_op_of(term_get(t, x));
    uint64_t zero;
    if (!term_has_symbol(t, x, counter))
        return true;
    if (op == TERM_LSHR)
        return shrinks(t, term_child(t, x, 0), counter) && grows(t, term_child(t, x, 1), counter);
    if (op == TERM_ITE) /* condition ? x : 0 */
        return term_is_const(t, term_child(t, x, 2), &zero) && zero == 0 && shrinks(t, term_child(t, x, 0), counter) &&
               shrinks(t, term_child(t, x, 1), counter);
    if (op == TERM_ULT || op == TERM_ULE) /* true, then false */
        return grows(t, term_child(t, x, 0), counter) && shrinks(t, term_child(t, x, 1), counter);
    return op == TERM_XOR && is_complement(t, x) && grows(t, term_child(t, x, 0), counter);
}

/* x, unsigned, never becomes smaller as the counter grows. */
static bool grows(const struct term_table *t, term_ref x, symbol_ref counter) {
    const struct term *term = term_get(t, x);
    enum term_op op = term_op_of(term);
    uint64_t zero;
    if (!term_has_symbol(t, x, counter) || op == TERM_SYMBOL)
        return true;
    if (op == TERM_ITE)
        return is_held(t, x, counter);
    bool joins = term->width_bits == 1 && (op == TERM_AND || op == TERM_OR);
    if (joins || (op == TERM_MUL && (term->flags & TERM_NUW)))
        return grows(t, term_child(t, x, 0), counter) && grows(t, term_child(t, x, 1), counter);
    if (op == TERM_ULT || op == TERM_ULE)
        return shrinks(t, term_child(t, x, 0), counter) && grows(t, term_child(t, x, 1), counter);
    if (op == TERM_EQ && term_is_const(t, term_child(t, x, 1), &zero) && zero == 0)
        return shrinks(t, term_child(t, x, 0), counter);
    return op == TERM_XOR && is_complement(t, x) && shrinks(t, term_child(t, x, 0), counter);
}

bool trips_exit_lasts(const struct term_table *t, term_ref exit, symbol_ref counter) {
    return grows(t, exit, counter);
}

/* A test that goes on while x < bound (or bound < x): x moves by the same step in every iteration. */
struct moving {
    term_ref x, first, step, bound;
    bool upwards, is_signed, or_equal;
};

/* x = first + k * step, as far as its form shows. */
static bool is_linear(const struct term_table *t, term_ref x, symbol_ref counter) {
    enum term_op op = term_op_of(term_get(t, x));
    if (!term_has_symbol(t, x, counter) || op == TERM_SYMBOL)
        return true;
    if (op == TERM_TRUNC || op == TERM_ZEXT || op == TERM_SEXT) /* of the counter itself */
        return term_op_of(term_get(t, term_child(t, x, 0))) == TERM_SYMBOL;
    if (op == TERM_MUL && term_has_symbol(t, term_child(t, x, 0), counter) && term_has_symbol(t, term_child(t, x, 1), counter))
        return false;
    return (op == TERM_ADD || op == TERM_MUL) && is_linear(t, term_child(t, x, 0), counter) && is_linear(t, term_child(t, x, 1), counter);
}

/* The counter occurs as it is, or cut. */
static bool is_never_extended(const struct term_table *t, term_ref x, symbol_ref counter) {
    const struct term *term = term_get(t, x);
    enum term_op op = term_op_of(term);
    bool kept = op != TERM_ZEXT && op != TERM_SEXT;
    for (uint32_t i = 0; kept && i < term->arity; i++)
        kept = is_never_extended(t, term_child(t, x, i), counter);
    return kept || !term_has_symbol(t, x, counter);
}

bool trips_step(struct term_table *t, term_ref x, symbol_ref counter, uint64_t *step) {
    return is_linear(t, x, counter) && is_never_extended(t, x, counter) &&
           term_is_const(t, term_sub(t, at(t, x, counter, 1), at(t, x, counter, 0), 0), step);
}

static bool as_moving(struct term_table *t, term_ref stays, symbol_ref counter, struct moving *m) {
    enum term_op op = term_op_of(term_get(t, stays));
    if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE)
        return false;
    m->upwards = term_has_symbol(t, term_child(t, stays, 0), counter);
    m->x = term_child(t, stays, m->upwards ? 0 : 1);
    m->bound = term_child(t, stays, m->upwards ? 1 : 0);
    m->is_signed = op == TERM_SLT || op == TERM_SLE;
    m->or_equal = op == TERM_SLE || op == TERM_ULE;
    if (term_has_symbol(t, m->bound, counter) || !is_linear(t, m->x, counter))
        return false;
    m->first = at(t, m->x, counter, 0);
    m->step = term_sub(t, at(t, m->x, counter, 1), m->first, 0);
    return true;
}

/* A value that still stays moves on without a wrap, by at least 1. */
static bool cannot_jump(struct term_table *t, const struct moving *m) {
    uint8_t w = term_width(t, m->x);
    struct term_range by = term_range_of(t, m->step), to = term_range_of(t, m->bound);
    int64_t one = m->or_equal ? 0 : 1, slack = m->upwards ? by.smax - one : -by.smin - one;
    if (w > 32 || (m->upwards ? by.smin < 1 : by.smax > -1))
        return false;
    int64_t least = m->is_signed ? -(INT64_C(1) << (w - 1)) : 0, most = (INT64_C(1) << (m->is_signed ? w - 1 : w)) - 1;
    int64_t low = m->is_signed ? to.smin : (int64_t)to.umin, high = m->is_signed ? to.smax : (int64_t)to.umax;
    return m->upwards ? high + slack <= most : low - slack >= least;
}

/* The bound lies so far from the end of x's range that a value which still stays moves on without a wrap; false where the step's direction is
   not known. */
static term_ref leaves_room(struct term_table *t, const struct moving *m) {
    uint8_t w = term_width(t, m->x);
    struct term_range by = term_range_of(t, m->step);
    if (w > 32 || by.smin != by.smax || (m->upwards ? by.smin < 1 : by.smax > -1))
        return term_const(t, 1, 0);
    int64_t one = m->or_equal ? 0 : 1, slack = m->upwards ? by.smax - one : -by.smin - one;
    int64_t least = m->is_signed ? -(INT64_C(1) << (w - 1)) : 0, most = (INT64_C(1) << (m->is_signed ? w - 1 : w)) - 1;
    term_ref end = term_const(t, w, (uint64_t)(m->upwards ? most - slack : least + slack));
    term_ref low = m->upwards ? m->bound : end, high = m->upwards ? end : m->bound;
    return m->is_signed ? term_sle(t, low, high) : term_ule(t, low, high);
}

bool trips_counts(struct term_table *t, term_ref stays, symbol_ref counter) {
    struct moving m;
    if (!as_moving(t, stays, counter, &m) || !m.is_signed || term_width(t, m.x) > term_width(t, term_symbol(t, counter)))
        return false;
    struct term_range by = term_range_of(t, m.step);
    return by.smin == by.smax && by.smin == (m.upwards ? 1 : -1);
}

/* The steps of a value that moves by as much each time; 1 if they differ. */
static uint64_t stride_of(struct term_table *t, const struct moving *m) {
    struct term_range by = term_range_of(t, m->step);
    return by.smin != by.smax ? 1 : (uint64_t)(by.smin < 0 ? -by.smin : by.smin);
}

bool trips_may_wrap(struct term_table *t, term_ref stays, symbol_ref counter) {
    struct moving m;
    return as_moving(t, stays, counter, &m) && stride_of(t, &m) > 1 && !(term_get(t, m.x)->flags & (TERM_NSW | TERM_NUW));
}

/* x is the ordinal itself, which counts up to less than half its range. */
static bool is_ordinal(const struct term_table *t, term_ref x, symbol_ref counter) {
    enum term_op op = term_op_of(term_get(t, x));
    const struct term *inner = term_get(t, op == TERM_ZEXT || op == TERM_SEXT ? term_child(t, x, 0) : x);
    return term_op_of(inner) == TERM_SYMBOL && inner->value == counter.id;
}

bool trips_may_jump(struct term_table *t, term_ref stays, symbol_ref counter, bool ordinals_return) {
    struct moving m;
    if (!as_moving(t, stays, counter, &m) || (!ordinals_return && is_ordinal(t, m.x, counter)))
        return false;
    return !(term_get(t, m.x)->flags & (m.is_signed ? TERM_NSW : TERM_NUW)) && !cannot_jump(t, &m);
}

term_ref trips_begun(struct term_table *t, term_ref stays, symbol_ref counter, bool is_rising, bool is_passed) {
    struct moving m;
    term_ref k = term_symbol(t, counter);
    uint8_t kw = term_width(t, k);
    if (!as_moving(t, stays, counter, &m) || term_width(t, m.x) > kw)
        return term_true(t);
    term_ref has_room = is_rising || cannot_jump(t, &m) ? term_true(t) : leaves_room(t, &m);
    if (term_is_false(t, has_room))
        return term_true(t);
    term_ref low = m.upwards ? m.first : m.bound, high = m.upwards ? m.bound : m.first;
    enum term_op op = m.is_signed ? (m.or_equal ? TERM_SLE : TERM_SLT) : m.or_equal ? TERM_ULE : TERM_ULT;
    term_ref far = term_sub(t, high, low, 0), last = is_passed ? k : term_sub(t, k, term_const(t, kw, 1), 0);
    far = term_width(t, far) < kw ? term_zext(t, far, kw) : far;
    uint64_t stride = stride_of(t, &m);
    bool whole = m.or_equal || stride > 1; /* that many steps fit between the two */
    far = stride > 1 ? term_binary(t, TERM_UDIV, far, term_const(t, kw, stride)) : far;
    term_ref near = term_and(t, term_binary(t, op, low, high), whole ? term_ule(t, last, far) : term_ult(t, last, far));
    return term_implies(t, has_room, is_passed ? near : term_or(t, term_eq(t, k, term_const(t, kw, 0)), near));
}

term_ref trips_first_held(struct term_table *t, term_ref stays, symbol_ref counter) {
    struct moving m;
    term_ref k = term_symbol(t, counter);
    if (as_moving(t, stays, counter, &m)) {
        struct term_range by = term_range_of(t, m.step);
        if (m.upwards ? by.smin >= 0 : m.is_signed && by.smax <= 0) /* an unsigned x falls through 0 */
            return term_true(t);
    }
    return term_or(t, term_eq(t, k, term_const(t, term_width(t, k), 0)), at(t, stays, counter, 0));
}
