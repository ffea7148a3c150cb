/* One pair of classes of accesses that can conflict (docs/theory.md, "Two threads suffice"); races.c has the pairs.

   A pair of classes (classes.h) that is proved race-free is proved for all members. Where it is not, the members are told
   apart by the values they write, because equal values make a note. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/condition/counterexample.h"
#include "prove/condition/precondition.h"
#include "prove/decide/ladder.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/property/classes.h"
#include "prove/property/property.h"
#include "prove/property/race_pair.h"
#include "prove/property/race_query.h"
#include "prove/property/trace.h"
#include "prove/rung/decide.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "prove/value/inside.h"
#include "prove/value/values.h"
#include "prove/witness/witness.h"
#include "term/walk.h"

#define READS_AGREE_STEPS UINT64_C(60000) /* reads of two threads are often of two cells: few steps show where they are of one */
#define VALUE_PAIRS_MAX 64u
#define PAIR_STEPS 500u
#define TERM_STEPS 20u

static const struct proto_item *item_at(const struct race_work *work, uint32_t i) {
    return &work->prover->protocol->items[i];
}

/* The answer rests on the proof. */
static void use(struct race_work *work, const struct proof *proof) {
    ledger_list(work->prover, proof);
    basis_add(&work->basis, proof->basis);
}

static struct witness_terms shown(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    const struct scoped_item *x = &prover->frame->items[a], *y = &prover->frame->items[b];
    const struct race_places places = race_places(prover, pairing, a, b);
    return (struct witness_terms){
        {places.offset[0], order_share(prover, pairing, order, places.offset[1])},
        {x->size, order_share(prover, pairing, order, prover_second(prover, pairing, y->size))},
        {x->value, term_is_none(y->value) ? y->value : order_share(prover, pairing, order, prover_second(prover, pairing, y->value))}};
}

/* Members of a class that write one value. */
struct value_group {
    const uint32_t *members;
    uint32_t count;
};

static void record(struct race_work *work, struct value_group a, struct value_group b, struct prove_conflict conflict) {
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = a.members == b.members ? i : 0; j < b.count; j++) {
            if (work->conflicts.size >= CONFLICTS_MAX) {
                work->is_full = true;
                return;
            }
            conflict.item[0] = a.members[i];
            conflict.item[1] = b.members[j];
            vec_push(&work->conflicts, conflict);
        }
    }
}

/* A pair in one case of barrier order, what is asked of it, and whether a budget ended while it was decided. */
struct pair_case {
    struct access_pair pair;
    struct question question;
    term_ref guards;
    bool gave_up;
};

static term_ref both_intended(struct prover *prover, const struct access_pair *pair) {
    term_ref by_t = inside_intended(prover, pair->a), by_u = prover_second(prover, pair->pairing, inside_intended(prover, pair->b));
    return order_share(prover, pair->pairing, pair->order, term_and(prover->terms, by_t, by_u));
}

static const char *approximation_of(const struct race_work *work, const struct access_pair *pair, term_ref query) {
    const struct prover *prover = work->prover;
    const char *approximation = prover_approximation(prover, query);
    if (!approximation && ((item_at(work, pair->a)->marks | item_at(work, pair->b)->marks) & MARK_GUARD))
        approximation = prover_left_before;
    if (!approximation && pair->order->forgets)
        approximation = "whether a barrier stands between";
    if (!approximation && pair->pairing == WITHIN_BLOCK && prover->scope->lockstep && prover->protocol->has_fence)
        approximation = "whether lanes of a warp meet at a fence";
    return approximation;
}

/* A counterexample of the pair is kept that needs no condition. */
static bool has_counterexample(const struct race_work *work, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < work->conflicts.size; i++) {
        const struct prove_conflict *c = &work->conflicts.data[i];
        if (c->item[0] == a && c->item[1] == b && c->outcome == PROVE_MODEL && !c->same_value && !c->witness.precondition)
            return true;
    }
    return false;
}

/* A model of the query, or a late proof that there is none, which *proof gets. `meeting`: the query, or what it says
   without the values; `harmful`: the query, where values differ that are not known exactly. `is_harmless`: the values are
   equal. */
static struct prove_conflict refute(struct race_work *work, const struct pair_case *c, term_ref meeting, term_ref query, term_ref harmful,
                                    bool is_harmless, struct proof *proof) {
    struct prover *prover = work->prover;
    const struct access_pair *pair = &c->pair;
    struct prove_conflict conflict = {
        .between_blocks = pair->pairing == BETWEEN_BLOCKS, .outcome = PROVE_MODEL, .approximation = approximation_of(work, pair, query)};
    struct witness_terms show = shown(prover, pair->pairing, pair->a, pair->b, pair->order);
    bool unknown = false;
    if (pair->order->threads == ORDER_ONE_THREAD) /* sharing has put t in u's place */
        query = term_and(prover->terms, query, order_threads(prover, pair->pairing, pair->order));
    uint64_t arrays = 0;
    term_ref known = contents_known(prover, pair->pairing, query, pair->order, true, &arrays);
    known = term_and(prover->terms, known, both_intended(prover, pair));
    term_ref threads = order_threads(prover, pair->pairing, pair->order);
    struct witness_request request = {.pairing = pair->pairing,
                                      .query = query,
                                      .known = known,
                                      .items = {pair->a, pair->b},
                                      .show = &show,
                                      .is_known = has_counterexample(work, pair->a, pair->b),
                                      .shape = term_and(prover->terms, c->guards, threads),
                                      .meeting = meeting,
                                      .harmful = harmful,
                                      .is_harmless = is_harmless};
    *proof = proof_none(SMT_SAT);
    bool is_found = witness_find(prover, &request, &conflict.witness, &unknown);
    if (!is_found || witness_is_odd(&conflict.witness)) {
        struct question late = question_with(&c->question, query);
        *proof = ladder_decide_late(prover, &late);
    }
    is_found |= !proof->holds && !is_found && !unknown && !c->gave_up && witness_find_anywhere(prover, &request, &conflict.witness);
    if (is_found && !proof->holds)
        return conflict;
    conflict.outcome = proof->holds ? PROVE_PROVED : PROVE_UNKNOWN;
    if (!proof->holds && conflict.witness.condition_count > 0)
        conflict.reason = REASON_NEEDS_PRECONDITION;
    else
        conflict.reason = ladder_reason(prover, c->gave_up || unknown, conflict.approximation);
    return conflict;
}

struct unknown {
    const struct prover *prover;
    bool found, is_read;
};

static void note_unknown(void *context, symbol_ref symbol) {
    struct unknown *unknown = context;
    bool is_copy = threads_is_second(unknown->prover, symbol);
    bool is_shared = is_copy && prover_is_lane_value(unknown->prover, threads_own(unknown->prover, symbol).id);
    bool is_read = is_copy && contents_may_know(unknown->prover, symbol);
    unknown->is_read |= is_read;
    unknown->found |= is_copy && !is_shared && !is_read && symbol_get(unknown->prover->terms, symbol)->approximate;
}

/* Values that differ only by what floating-point operations and other functions
   give, or by what memory holds: equal arguments give equal values, and so do reads
   of one cell that nobody writes in between. Other unknown values of u are no
   function, unless its warp shares them. */
static bool functions_agree(struct race_work *work, const struct pair_case *c, term_ref differ) {
    struct prover *prover = work->prover;
    struct unknown unknown = {prover, false, false};
    term_visit_symbols(prover->terms, differ, note_unknown, &unknown);
    if (unknown.found)
        return false;
    struct question harmful = question_with(&c->question, term_and(prover->terms, c->question.query, differ));
    struct budget_share share = budget_begin(&prover->budget, unknown.is_read ? READS_AGREE_STEPS : UINT64_MAX);
    struct proof proof = ladder_decide(prover, &harmful);
    if (!proof.holds && !unknown.is_read)
        proof = ladder_decide_late(prover, &harmful);
    (void)budget_end(&prover->budget, share);
    if (proof.holds)
        use(work, &proof);
    return proof.holds;
}

/* The two write one value wherever they meet: it is the same function of indices that are equal there. */
static bool is_one_value(struct race_work *work, const struct pair_case *c, term_ref differ) {
    struct prover *prover = work->prover;
    const struct access_pair *pair = &c->pair;
    if (!race_is_exact(prover, pair->pairing, pair->a, pair->b) || pair->order->threads == ORDER_ONE_THREAD)
        return false;
    const struct race_places places = race_places(prover, pair->pairing, pair->a, pair->b);
    struct equal_offsets offsets = {c->guards, places.offset[0], order_share(prover, pair->pairing, pair->order, places.offset[1])};
    struct proof proof = algebra_agrees(prover, pair->pairing, &offsets, differ);
    for (int i = 0; i < 2 && proof.holds; i++)
        proof.holds = claims_allow(prover, pair->pairing, &proof, c->question.happens[i]);
    if (proof.holds)
        use(work, &proof);
    return proof.holds;
}

/* The condition under which what the two do differs; iterations shared. */
static term_ref differ_of(struct race_work *work, const struct pair_case *c) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    const struct access_pair *pair = &c->pair;
    term_ref query = c->question.query;
    struct proof given = proof_by(RUNG_STRUCTURE);
    term_ref differ = order_share(prover, pair->pairing, pair->order, race_values_differ(prover, pair->pairing, pair->a, pair->b));
    if (item_at(work, pair->a)->mode == ACCESS_READ || item_at(work, pair->b)->mode == ACCESS_READ)
        differ = term_not(t, prover_held(prover, pair->pairing, pair->a, pair->b, pair->order, query, &given));
    if (pair->pairing == WITHIN_BLOCK && !term_is_true(t, differ))
        differ = term_and(t, differ, prover_lane_facts(prover, term_and(t, query, differ), pair->order->shared, pair->order->shared_count, &given));
    use(work, &given);
    if (!term_is_true(t, differ) && !term_is_false(t, differ) && is_one_value(work, c, differ))
        differ = term_false(t);
    return differ;
}

/* The pair's query is not proved impossible: a race, a same-value conflict, or unknown; false if it is proved after all. */
static bool decide_open(struct race_work *work, struct pair_case *c, struct prove_conflict *conflict, struct proof *proof) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    term_ref query = c->question.query, differ = differ_of(work, c);
    bool is_approximate = (term_deps(t, differ) & DEP_APPROX) != 0;
    if (is_approximate && functions_agree(work, c, differ))
        is_approximate = false;
    if (term_is_true(t, differ) || is_approximate) {
        *conflict = refute(work, c, query, query, is_approximate ? term_and(t, query, differ) : TERM_NONE, false, proof);
        if (!conflict->approximation)
            conflict->approximation = prover_approximation(prover, differ);
        return !proof->holds;
    }
    bool is_copy = item_at(work, c->pair.a)->is_copy && item_at(work, c->pair.b)->is_copy;
    if (is_copy) { /* that they meet is easier than what they copy */
        *conflict = refute(work, c, query, query, TERM_NONE, false, proof);
        if (conflict->outcome != PROVE_MODEL)
            return !proof->holds;
    }
    term_ref harmful = term_and(t, query, differ), equal = query;
    if (!(term_deps(t, differ) & DEP_APPROX) && !term_is_false(t, harmful)) {
        struct question asked = question_with(&c->question, harmful);
        *proof = ladder_decide(prover, &asked);
        c->gave_up |= proof->gave_up;
        if (!proof->holds)
            *conflict = refute(work, c, query, harmful, TERM_NONE, false, proof);
        if (!proof->holds)
            return true;
        use(work, proof);
        equal = term_and(t, query, term_not(t, differ)); /* that they differ may be impossible by claims only, which a model need not satisfy */
    }
    *conflict = refute(work, c, query, equal, TERM_NONE, !prover->scope->is_strict, proof);
    conflict->same_value = conflict->outcome == PROVE_MODEL;
    return !proof->holds;
}

/* The pair is left open where a flag may order it, and judged where the two threads use different flags. Where flags order rounds of a loop,
   a run may show another round than an approximate model, one that they order. */
static bool decide_flagged(struct race_work *work, const struct pair_case *c, const struct flag_order *flags, struct prove_conflict *conflict) {
    struct prover *prover = work->prover;
    const struct access_pair *pair = &c->pair;
    term_ref elsewhere = term_and(prover->terms, c->question.query, order_share(prover, pair->pairing, pair->order, flags->apart));
    struct pair_case other = {*pair, question_with(&c->question, elsewhere), c->guards, false};
    struct proof proof = ladder_decide(prover, &other.question);
    other.gave_up = proof.gave_up;
    if (!proof.holds && decide_open(work, &other, conflict, &proof) && conflict->outcome == PROVE_MODEL && !conflict->same_value &&
        !(flags->by_rounds && conflict->approximation) && !conflict->witness.precondition)
        return true;
    *conflict =
        (struct prove_conflict){.between_blocks = pair->pairing == BETWEEN_BLOCKS, .outcome = PROVE_UNKNOWN, .reason = REASON_FLAG_SYNCHRONISATION};
    return true;
}

/* One pair in one case of barrier order; false if it is proved race-free, by *proof. */
static bool decide_case(struct race_work *work, const struct access_pair *pair, struct prove_conflict *conflict, struct proof *proof) {
    struct prover *prover = work->prover;
    struct pair_case c = {*pair, race_question(prover, pair), TERM_NONE, false};
    *proof = proof_none(SMT_SAT);
    basis_add(&work->basis, c.question.given.basis);
    if (trace_ask(prover, pair->pairing, pair->a, pair->b, pair->order, c.question.query))
        return false;
    *proof = ladder_decide(prover, &c.question);
    prover->stats.structural += proof->rung == RUNG_STRUCTURE;
    prover->stats.algebra += proof->rung == RUNG_ALGEBRA;
    if (proof->holds)
        return false;
    c.gave_up = proof->gave_up;
    if (demand_is_redone(prover)) {
        *conflict = (struct prove_conflict){.outcome = PROVE_UNKNOWN, .reason = REASON_NO_WITNESS};
        return true;
    }
    c.guards = race_guards(prover, pair);
    struct flag_order flags;
    if (prover_flag_between(prover, pair->pairing, pair->a, pair->b, &flags))
        return decide_flagged(work, &c, &flags, conflict);
    return decide_open(work, &c, conflict, proof);
}

/* The more telling of two answers about one pair. */
static bool is_worse(const struct prove_conflict *a, const struct prove_conflict *b) {
    int rank_a = a->outcome == PROVE_MODEL ? (a->same_value ? 1 : a->witness.precondition ? 3 : 4) : 2;
    int rank_b = b->outcome == PROVE_MODEL ? (b->same_value ? 1 : b->witness.precondition ? 3 : 4) : 2;
    return rank_a > rank_b;
}

/* Two cases of one pair: the more telling one, under the preconditions of both.
   A case without a proved precondition leaves the pair without one. */
static struct prove_conflict both_cases(struct prover *prover, const struct prove_conflict *a, const struct prove_conflict *b) {
    bool second = is_worse(b, a);
    struct prove_conflict kept = second ? *b : *a;
    const struct prove_conflict *other = second ? a : b;
    if (kept.witness.condition_count > 0 && other->witness.condition_count > 0)
        precondition_merge(prover, &kept.witness, &other->witness);
    else
        kept.witness.condition_count = 0;
    if (kept.outcome == PROVE_UNKNOWN && kept.reason == REASON_NEEDS_PRECONDITION && kept.witness.condition_count == 0)
        kept.reason = other->outcome == PROVE_UNKNOWN ? other->reason : REASON_NO_WITNESS;
    return kept;
}

/* The work on terms counts against the budget too, in solver steps. */
static void charge_terms(struct prover *prover, uint32_t made) {
    budget_pay(&prover->budget, PAIR_STEPS + (uint64_t)made * TERM_STEPS);
}

static struct prove_conflict unasked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, enum reason_kind reason) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct prove_conflict open = {.outcome = PROVE_UNKNOWN, .reason = reason, .between_blocks = pairing == BETWEEN_BLOCKS};
    const struct scoped_item *x = &prover->frame->items[a], *y = &prover->frame->items[b];
    const term_ref query = term_and(prover->terms, x->guard, prover_second(prover, pairing, y->guard));
    witness_suggest(prover, &(struct witness_request){.pairing = pairing, .items = {a, b}, .query = query}, &open.witness);
    trace_unasked(prover, a, b, &open);
    return open;
}

/* The worst answer over all cases of barrier order. */
static struct prove_conflict decide_items(struct race_work *work, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = work->prover;
    if (prover->budget.left == 0 || work->is_full) /* what is found could not be reported */
        return unasked(prover, pairing, a, b, REASON_SOLVER_BUDGET);
    uint32_t terms = term_count(prover->terms);
    struct order_case cases[ORDER_CASES_MAX];
    struct prove_conflict worst = {.outcome = PROVE_PROVED};
    uint32_t count = order_cases(prover, pairing, a, b, cases);
    for (uint32_t i = 0; i < count; i++) {
        struct prove_conflict conflict;
        struct proof proof;
        bool is_open = decide_case(work, &(struct access_pair){pairing, a, b, &cases[i]}, &conflict, &proof);
        if (proof.holds)
            use(work, &proof);
        trace_answer(prover, is_open ? &conflict : NULL, &proof);
        if (is_open)
            worst = worst.outcome == PROVE_PROVED ? conflict : both_cases(prover, &worst, &conflict);
    }
    if (count == 0) /* loops nested too deeply for order_cases */
        worst = unasked(prover, pairing, a, b, REASON_BARRIER_IN_LOOP);
    worst.between_blocks = pairing == BETWEEN_BLOCKS;
    charge_terms(prover, term_count(prover->terms) - terms);
    return worst;
}

/* What is written: a value, or the bytes of an array from somewhere on. */
static uint64_t stored_key(const struct scoped_item *items, uint32_t item) {
    return (uint64_t)items[item].value.id << 32 | items[item].source.id;
}

/* Members sorted by value; the groups are runs of equal values. */
static uint32_t make_groups(const struct race_work *work, struct access_class *class, struct value_group *groups) {
    uint32_t *m = class->members.data, count = 0;
    const struct scoped_item *items = work->prover->frame->items;
    for (uint32_t i = 1; i < class->members.size; i++)
        for (uint32_t j = i; j > 0 && stored_key(items, m[j]) < stored_key(items, m[j - 1]); j--) {
            uint32_t swap = m[j];
            m[j] = m[j - 1];
            m[j - 1] = swap;
        }
    for (uint32_t i = 0; i < class->members.size; i++) {
        if (i == 0 || stored_key(items, m[i]) != stored_key(items, m[i - 1]))
            groups[count++] = (struct value_group){m + i, 0};
        groups[count - 1].count++;
    }
    return count;
}

void race_decide_pair(struct race_work *work, enum pairing pairing, struct access_class *ca, struct access_class *cb) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = work->prover;
    struct prove_conflict first = decide_items(work, pairing, ca->representative, cb->representative);
    if (first.outcome == PROVE_PROVED && !first.same_value)
        return;
    bool writes = item_at(work, ca->representative)->mode == ACCESS_WRITE && item_at(work, cb->representative)->mode == ACCESS_WRITE;
    if (!writes && !first.same_value) {
        record(work, (struct value_group){ca->members.data, ca->members.size}, (struct value_group){cb->members.data, cb->members.size}, first);
        return;
    }
    struct value_group *ga = arena_alloc(prover->arena, ca->members.size * sizeof *ga);
    struct value_group *gb = ca == cb ? ga : arena_alloc(prover->arena, cb->members.size * sizeof *gb);
    uint32_t na = make_groups(work, ca, ga), nb = ca == cb ? na : make_groups(work, cb, gb), decided = 0;
    for (uint32_t i = 0; i < na; i++) {
        for (uint32_t j = ca == cb ? i : 0; j < nb; j++) {
            struct prove_conflict conflict = first;
            if (na > 1 || nb > 1)
                conflict = ++decided <= VALUE_PAIRS_MAX ? decide_items(work, pairing, ga[i].members[0], gb[j].members[0])
                                                        : unasked(prover, pairing, ga[i].members[0], gb[j].members[0], REASON_SOLVER_BUDGET);
            if (conflict.outcome != PROVE_PROVED)
                record(work, ga[i], gb[j], conflict);
        }
    }
}

void race_foresee_pair(struct race_work *work, enum pairing pairing, const struct access_class *ca, const struct access_class *cb) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = work->prover;
    struct order_case cases[ORDER_CASES_MAX];
    uint32_t a = ca->representative, b = cb->representative, count = order_cases(prover, pairing, a, b, cases);
    for (uint32_t i = 0; i < count; i++) {
        struct question question = race_question(prover, &(struct access_pair){pairing, a, b, &cases[i]});
        struct proof proof = ladder_decide(prover, &question);
        if (proof.holds)
            ledger_refuse(prover, &proof);
    }
}
