/* What divergence and meetings ask: whether a thread that misses a place goes on, and whether the query is impossible. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/condition/counterexample.h"
#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/warp.h"
#include "prove/property/meeting.h"
#include "prove/property/property.h"
#include "prove/property/trace.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "prove/witness/witness.h"

static bool encloses(const struct protocol *p, uint32_t loop, uint32_t item) {
    assert(item < p->item_count);
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    return p->loops[loop].begin <= item && item < p->loops[loop].end;
}

/* u's current iteration of the loop, not its first, follows one that went on. */
static term_ref is_begun(struct prover *prover, enum pairing pairing, uint32_t loop) {
    assert(pairing < PAIRING_COUNT);
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref proceeds = prover_scoped(prover, l->proceeds);
    if (term_is_none(proceeds) || !order_is_closed_form(prover, proceeds))
        return term_true(prover->terms);
    return prover_second(prover, pairing, prover_shift_counter(prover, proceeds, l->counter, -1));
}

/* Both are in the same iteration of the loops around this one. */
static term_ref same_around(struct prover *prover, enum pairing pairing, uint32_t loop) {
    assert(pairing < PAIRING_COUNT);
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref same = term_true(t);
    for (uint32_t outer = p->loops[loop].parent; outer != PROTOCOL_NONE; outer = p->loops[outer].parent) {
        term_ref k = term_symbol(t, p->loops[outer].counter);
        same = term_and(t, same, term_eq(t, k, prover_second(prover, pairing, k)));
    }
    return same;
}

struct other_rounds {
    const struct prover *prover;
    uint32_t loop;
    bool moves;
};

/* A thread's symbol stands for its value in one iteration. */
static void note_moving(void *context, symbol_ref symbol) {
    struct other_rounds *other = context;
    const struct protocol *p = other->prover->protocol;
    const struct symbol *s = symbol_get(other->prover->terms, symbol);
    if (s->role == SYMBOL_VALUE) {
        uint32_t giver = prover_giver(other->prover, symbol);
        other->moves |= giver == PROTOCOL_NONE || encloses(p, other->loop, giver);
    } else if (s->role == SYMBOL_FINAL) {
        other->moves |= s->loop >= p->loop_count || p->loops[s->loop].parent != PROTOCOL_NONE;
    }
}

/* What of the guard, a conjunction, u's values in another iteration of the loop do not change. */
static term_ref in_other_rounds(struct prover *prover, uint32_t loop, term_ref guard) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    struct term_table *t = prover->terms;
    if (term_op_of(term_get(t, guard)) == TERM_AND && term_width(t, guard) == 1) {
        term_ref kept = term_true(t);
        for (uint32_t i = 0; i < term_get(t, guard)->arity; i++)
            kept = term_and(t, kept, in_other_rounds(prover, loop, term_child(t, guard, i)));
        return kept;
    }
    struct other_rounds other = {prover, loop, false};
    term_visit_symbols(t, guard, note_moving, &other);
    return other.moves ? term_true(t) : guard;
}

/* u does the item, which the guard is of, in a later iteration than t's of some loop around both. */
static term_ref does_later(struct prover *prover, enum pairing pairing, uint32_t round, uint32_t item, term_ref guard) {
    assert(pairing < PAIRING_COUNT);
    assert(item < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref later = term_false(t);
    for (uint32_t loop = round; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        term_ref k = term_symbol(t, p->loops[loop].counter);
        if (!encloses(p, loop, item))
            continue;
        term_ref further = term_and(t, term_ult(t, k, prover_second(prover, pairing, k)), is_begun(prover, pairing, loop));
        further = term_and(t, further, prover_second(prover, pairing, in_other_rounds(prover, loop, guard)));
        later = term_or(t, later, term_and(t, further, same_around(prover, pairing, loop)));
    }
    return later;
}

term_ref divergence_goes_on(struct prover *prover, enum pairing pairing, uint32_t at, uint32_t round) {
    assert(pairing < PAIRING_COUNT);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref does = term_false(t);
    struct map seen;
    map_init(&seen);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_ACCESS && p->items[i].kind != ITEM_BARRIER && !meeting_is(p, i))
            continue;
        term_ref guard = prover->frame->items[i].guard;
        uint64_t key = (uint64_t)guard.id << 32 | (uint64_t)(i > at) << 31 | (p->items[i].loop + 1u);
        if (map_get(&seen, key, NULL))
            continue;
        map_set(&seen, key, 1);
        if (i > at)
            does = term_or(t, does, prover_same_round(prover, pairing, guard, round));
        does = term_or(t, does, does_later(prover, pairing, round, i, guard));
    }
    map_release(&seen);
    return does;
}

/* The loops whose iteration t and u share: `innermost` and those around it. */
static struct order_case shared_from(const struct prover *prover, uint32_t innermost) {
    struct order_case shared = {.condition = TERM_NONE};
    for (uint32_t loop = innermost; loop != PROTOCOL_NONE && shared.shared_count < SHARED_MAX; loop = prover->protocol->loops[loop].parent)
        shared.shared[shared.shared_count++] = loop;
    return shared;
}

struct question divergence_question(const struct prover *prover, enum pairing pairing, uint32_t round, term_ref reached, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    assert(prover_is_condition(prover, reached));
    struct question q = question_alone(prover, query, reached);
    q.pairing = pairing;
    q.shares = true;
    q.shared = shared_from(prover, round);
    return q;
}

static enum prove_outcome ask(struct prover *prover, const struct question *q, struct prove_divergence *d, struct proof *proof) {
    struct term_table *t = prover->terms;
    *proof = BREAK(DIVERGENT) ? proof_by(RUNG_STRUCTURE) : ladder_decide(prover, q);
    if (proof->holds)
        return PROVE_PROVED;
    bool unknown = false, gave_up = proof->gave_up;
    uint64_t arrays = 0;
    term_ref known = contents_known(prover, q->pairing, q->query, &q->shared, true, &arrays), reached = q->happens[0];
    d->approximation = prover_approximation(prover, q->query);
    if (!d->approximation && (prover->protocol->items[d->item].marks & MARK_GUARD))
        d->approximation = prover_left_before;
    term_ref two = prover_distinct(prover, q->pairing); /* a thread whose values are not known may seem to disagree with itself */
    struct witness_request request = {.pairing = q->pairing,
                                      .query = q->pairing == WITHIN_BLOCK ? term_and(t, q->query, two) : q->query,
                                      .known = known,
                                      .items = {d->item, PROTOCOL_NONE},
                                      .shape = term_and(t, reached, two)};
    if (witness_find(prover, &request, &d->witness, &unknown))
        return PROVE_MODEL;
    *proof = ladder_decide_late(prover, q);
    if (proof->holds)
        return PROVE_PROVED;
    if (!unknown && witness_find_anywhere(prover, &request, &d->witness))
        return PROVE_MODEL;
    d->reason = d->witness.condition_count > 0 ? REASON_NEEDS_PRECONDITION : ladder_reason(prover, gave_up || unknown, d->approximation);
    return PROVE_UNKNOWN;
}

enum prove_outcome divergence_settle(struct divergences *all, const struct question *q, struct prove_divergence *d) {
    struct prover *prover = all->prover;
    enum prove_outcome outcome = PROVE_PROVED;
    struct proof proof = proof_none(SMT_SAT);
    prover->ledger->asked_divergence = true;
    basis_add(&all->basis, q->given.basis);
    if (!trace_ask(prover, q->pairing, d->item, PROTOCOL_NONE, &q->shared, q->query))
        outcome = ask(prover, q, d, &proof);
    if (proof.holds) {
        ledger_list(prover, &proof);
        basis_add(&all->basis, proof.basis);
    }
    trace_divergence_answer(prover, outcome, d, &proof);
    return outcome;
}
