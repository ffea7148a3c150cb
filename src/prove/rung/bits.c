/* Queries in bit-vectors: what they are asked with. The bounds that a query states of
   its symbols are given to the solver as such, so that it needs fewer bits (smt/narrow.c). */
#include "prove/rung/bits.h"

#include <assert.h>

#include "prove/frame/budget.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/answers.h"
#include "prove/rung/decide.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"
#include "smt/smt.h"

#define BIT_STEPS UINT64_C(300000)

struct bound {
    symbol_ref symbol;
    uint64_t low, high;
    bool is_positive;
    uint64_t signed_high;
};

struct bounds {
    struct prover *prover;
    VEC(struct bound) list;
    struct map of; /* symbol -> index */
};

static struct bound *bound_of(struct bounds *bounds, symbol_ref symbol) {
    uint32_t index;
    if (!map_get(&bounds->of, symbol.id, &index)) {
        uint64_t most = UINT64_MAX >> (64 - symbol_get(bounds->prover->terms, symbol)->width_bits);
        index = bounds->list.size;
        map_set(&bounds->of, symbol.id, index);
        vec_push(&bounds->list, (struct bound){.symbol = symbol, .high = most, .signed_high = most});
    }
    return &bounds->list.data[index];
}

static bool is_symbol(const struct prover *prover, term_ref t, symbol_ref *symbol) {
    const struct term *term = term_get(prover->terms, t);
    *symbol = (symbol_ref){(uint32_t)term->value};
    return term_op_of(term) == TERM_SYMBOL && term->width_bits > 1;
}

/* symbol <= value, or < */
static void note_above(struct bound *b, bool is_signed, uint64_t sign, uint64_t value, bool is_strict) {
    if (is_strict && (value == 0 || (is_signed && value == sign)))
        return; /* below nothing: the condition itself says so */
    value -= is_strict;
    if (!is_signed)
        b->high = value < b->high ? value : b->high;
    else if (value < sign && value < b->signed_high)
        b->signed_high = value; /* counts once the symbol is known to be positive */
}

/* value <= symbol, or < */
static void note_below(struct bound *b, bool is_signed, uint64_t sign, uint64_t value, bool is_strict) {
    uint64_t most = is_signed ? sign - 1 : UINT64_MAX;
    bool is_minus_one = is_signed && is_strict && value == 2 * sign - 1;
    if (is_minus_one) {
        b->is_positive = true;
        return;
    }
    if (is_signed && value >= sign)
        return; /* a negative number */
    if (is_strict && value == most)
        return;
    value += is_strict;
    b->low = value > b->low ? value : b->low;
    b->is_positive |= is_signed;
}

/* A comparison of a symbol with a constant. */
static void note_comparison(struct bounds *bounds, term_ref t) {
    struct prover *prover = bounds->prover;
    const struct term_table *table = prover->terms;
    enum term_op op = term_op_of(term_get(table, t));
    bool is_signed = op == TERM_SLT || op == TERM_SLE, is_strict = op == TERM_ULT || op == TERM_SLT;
    if (op != TERM_ULT && op != TERM_ULE && !is_signed)
        return;
    term_ref x = term_child(table, t, 0), y = term_child(table, t, 1);
    uint64_t value, sign = UINT64_C(1) << (term_width(table, x) - 1);
    symbol_ref symbol;
    if (is_symbol(prover, x, &symbol) && term_is_const(table, y, &value))
        note_above(bound_of(bounds, symbol), is_signed, sign, value, is_strict);
    else if (is_symbol(prover, y, &symbol) && term_is_const(table, x, &value))
        note_below(bound_of(bounds, symbol), is_signed, sign, value, is_strict);
}

static void note_conditions(struct bounds *bounds, term_ref query) {
    const struct term_table *t = bounds->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, query);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (term_op_of(term_get(t, r)) == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else {
            note_comparison(bounds, r);
        }
    }
    vec_release(&pending);
}

/* The builders of terms take the ranges of built-in symbols for granted. */
static void note_range(void *context, symbol_ref symbol) {
    struct bounds *bounds = context;
    const struct symbol *s = symbol_get(bounds->prover->terms, symbol);
    if (s->role == SYMBOL_PARAM || s->role == SYMBOL_VALUE || s->width_bits == 1)
        return;
    uint64_t most = term_range_of(bounds->prover->terms, term_symbol(bounds->prover->terms, symbol)).umax;
    struct bound *b = bound_of(bounds, symbol);
    b->high = most < b->high ? most : b->high;
}

void bits_begin(struct prover *prover, struct smt_query *query, term_ref whole) {
    assert(prover_is_condition(prover, whole));
    struct bounds bounds = {.prover = prover};
    term_visit_symbols(prover->terms, whole, note_range, &bounds);
    note_conditions(&bounds, whole);
    for (uint32_t i = 0; i < bounds.list.size; i++) {
        const struct bound *b = &bounds.list.data[i];
        uint64_t high = b->is_positive && b->signed_high < b->high ? b->signed_high : b->high;
        smt_bound(query, prover->terms, b->symbol, b->low, high);
    }
    vec_release(&bounds.list);
    map_release(&bounds.of);
}

void bits_assert(struct prover *prover, struct smt_query *query, term_ref whole) {
    assert(prover_is_condition(prover, whole));
    bits_begin(prover, query, whole);
    smt_assert_term(query, prover->terms, whole);
}

struct proof decide_bits_alone(struct prover *prover, term_ref whole) {
    assert(prover_is_condition(prover, whole));
    if (prover->budget.left == 0)
        return proof_none(SMT_UNKNOWN);
    uint64_t most = budget_most(&prover->budget, BIT_STEPS);
    struct asked asked;
    struct kept_answer answer;
    asked_make(prover, QUESTION_BITS, &whole, 1, &asked);
    if (answers_find(prover, &asked, most, &answer)) {
        budget_pay(&prover->budget, answer.steps);
        prover->stats.repeated++;
    } else {
        uint64_t before = smt_steps_used(prover->smt);
        struct smt_query *q = smt_query_begin(prover->smt, SMT_BITVECTORS);
        bits_assert(prover, q, whole);
        answer = (struct kept_answer){.result = smt_check(q, most), .budget = most};
        smt_query_end(q);
        answer.steps = smt_steps_used(prover->smt) - before;
        budget_pay(&prover->budget, answer.steps);
        prover->stats.queries++;
        answers_keep(prover, &asked, answer);
    }
    asked_release(&asked);
    if (answer.result != SMT_UNSAT)
        return proof_none(answer.result);
    struct proof proof = proof_by(RUNG_BITS);
    memo_keep_impossible(prover, whole, &proof);
    return proof;
}

/* Rung 5 of the ladder, for masks and exclusive ors; symbolic products are in the way (opaque.c). Such a proof rests on
   no claim. */
struct proof decide_bits(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    return decide_bits_alone(prover, term_and(prover->terms, query, prover_facts(prover, pairing, query)));
}
