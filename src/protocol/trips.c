/* How often a loop goes round, where its header's test alone tells.

   A loop that shifts, doubles or halves a value ends within as many iterations
   as the value has bits (design section 3.3). Where nothing but the counter
   decides its test, the test is evaluated, ordinal by ordinal, until it fails:
   the loop is then one that runs to a constant, whatever it computes. */
#include "protocol/infer.h"

#define TRIPS_MAX 64u

struct only { symbol_ref counter; bool others; };

static void note_other(void *context, symbol_ref symbol) {
    struct only *only = context;
    only->others |= symbol.id != only->counter.id;
}

struct fixed { symbol_ref counter; term_ref value; };

static term_ref fix_counter(void *context, symbol_ref symbol) {
    const struct fixed *fixed = context;
    return symbol.id == fixed->counter.id ? fixed->value : TERM_NONE;
}

bool trips_constant(struct term_table *t, term_ref stays, symbol_ref counter, uint64_t *trips) {
    struct only only = {counter, false};
    term_visit_symbols(t, stays, note_other, &only);
    if (only.others)
        return false;
    uint8_t width = symbol_get(t, counter)->width_bits;
    for (uint64_t k = 0; k <= TRIPS_MAX; k++) {
        struct fixed fixed = {counter, term_const(t, width, k)};
        struct substitution *s = substitution_create(t, fix_counter, &fixed);
        term_ref now = substitution_apply(s, stays);
        substitution_destroy(s);
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
