/* See trace.h. */
#include "prove/property/trace.h"

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/property/property.h"
#include "prove/rung/proof.h"
#include "smt/smt.h"
#include "term/walk.h"

void trace_release(struct trace *trace) {
    vec_release(&trace->pairs);
    vec_release(&trace->questions);
}

static bool is_recorded(const struct prover *prover) {
    return prover->scope->dumps != 0;
}

static void forget(struct trace *trace, bool barriers, uint32_t number) {
    for (uint32_t i = 0; i < trace->questions.size; i++) {
        struct recorded *q = &trace->questions.data[i];
        bool of_barrier = q->items[1] == PROTOCOL_NONE;
        q->is_forgotten |= of_barrier == barriers && (barriers || q->number == number);
    }
}

void trace_pair(struct prover *prover, uint32_t number) {
    struct trace *trace = prover->trace;
    if (trace->pairs.size <= number)
        vec_resize_zero(&trace->pairs, number + 1);
    else
        forget(trace, false, number);
    trace->pairs.data[number] = (struct formula_count){0};
    trace->number = number;
}

void trace_divergence(struct prover *prover) {
    forget(prover->trace, true, 0);
    prover->trace->barriers = (struct formula_count){0};
}

uint32_t trace_conjuncts(const struct term_table *terms, term_ref t) {
    struct term_walk walk;
    uint32_t count = 0;
    term_walk_begin(&walk, terms, t);
    for (term_ref r; term_walk_next(&walk, &r);) {
        if (term_op_of(term_get(terms, r)) == TERM_AND)
            term_walk_enter(&walk, r);
        else
            count += !term_is_true(terms, r);
    }
    term_walk_end(&walk);
    return count;
}

bool trace_ask(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query) {
    struct trace *trace = prover->trace;
    struct formula_count *count = b == PROTOCOL_NONE ? &trace->barriers : &trace->pairs.data[trace->number];
    count->formulas++;
    count->conjuncts += trace_conjuncts(prover->terms, query);
    trace->is_asking = true;
    trace->steps_before = smt_steps_used(prover->smt);
    if (!is_recorded(prover))
        return false;
    struct recorded q = {.number = trace->number, .pairing = pairing, .items = {a, b}, .query = query};
    if (order)
        q.order = *order;
    vec_push(&trace->questions, q);
    return prover->scope->formulas_only;
}

static struct recorded *answered(struct prover *prover, enum prove_outcome outcome, const struct proof *proof) {
    struct trace *trace = prover->trace;
    bool was_asking = trace->is_asking;
    trace->is_asking = false;
    if (!is_recorded(prover) || !was_asking)
        return NULL;
    struct recorded *q = &trace->questions.data[trace->questions.size - 1];
    q->outcome = outcome;
    q->proof = *proof;
    q->steps = smt_steps_used(prover->smt) - trace->steps_before;
    return q;
}

static const struct prove_witness *kept(struct prover *prover, const struct prove_witness *witness) {
    struct prove_witness *copy = arena_alloc(prover->arena, sizeof *copy);
    *copy = *witness;
    return copy;
}

static void tell(struct prover *prover, struct recorded *q, const struct prove_conflict *open) {
    q->outcome = open->outcome;
    q->reason = open->reason;
    q->same_value = open->same_value;
    q->approximation = open->approximation;
    bool is_conditional = open->outcome == PROVE_MODEL || open->reason == REASON_NEEDS_PRECONDITION;
    q->witness = is_conditional ? kept(prover, &open->witness) : NULL;
}

void trace_answer(struct prover *prover, const struct prove_conflict *open, const struct proof *proof) {
    struct recorded *q = answered(prover, open ? open->outcome : PROVE_PROVED, proof);
    if (q && open)
        tell(prover, q, open);
}

void trace_unasked(struct prover *prover, uint32_t a, uint32_t b, const struct prove_conflict *open) {
    struct recorded q = {
        .number = prover->trace->number, .pairing = open->between_blocks ? BETWEEN_BLOCKS : WITHIN_BLOCK, .items = {a, b}, .query = TERM_NONE};
    if (!is_recorded(prover))
        return;
    tell(prover, &q, open);
    vec_push(&prover->trace->questions, q);
}

void trace_divergence_answer(struct prover *prover, enum prove_outcome outcome, const struct prove_divergence *d, const struct proof *proof) {
    struct recorded *q = answered(prover, outcome, proof);
    if (!q)
        return;
    q->kind = d->kind;
    if (outcome == PROVE_PROVED)
        return;
    q->reason = d->reason;
    q->approximation = d->approximation;
    q->witness = outcome == PROVE_MODEL ? kept(prover, &d->witness) : NULL;
}

static bool parts_block(const struct prover *prover, uint32_t i) {
    const struct proto_item *item = &prover->protocol->items[i];
    bool is_block = item->barrier == BARRIER_BLOCK || item->barrier == BARRIER_COUNT || item->barrier == BARRIER_AND || item->barrier == BARRIER_OR ||
                    item->barrier == BARRIER_GRID;
    return item->kind == ITEM_BARRIER && is_block && !term_is_false(prover->terms, prover->frame->items[i].guard);
}

/* Conditions that part the threads, of which a condition and its negation are one. */
struct conditions {
    struct map seen;
    uint64_t count;
};

static void add_condition(struct prover *prover, struct conditions *conditions, term_ref guard) {
    struct term_table *t = prover->terms;
    if (!(term_deps(t, guard) & DEP_THREAD) || map_get(&conditions->seen, guard.id, NULL))
        return;
    map_set(&conditions->seen, guard.id, 1);
    map_set(&conditions->seen, term_not(t, guard).id, 1);
    conditions->count++;
}

/* Between two barriers in the text of the protocol. */
static void count_stretch(struct prover *prover, uint32_t from, uint32_t to) {
    struct conditions conditions = {.count = 1};
    map_init(&conditions.seen);
    for (uint32_t i = from; i < to; i++)
        if (prover->protocol->items[i].kind == ITEM_ACCESS)
            add_condition(prover, &conditions, prover->frame->items[i].guard);
    if (conditions.count > prover->stats.flows)
        prover->stats.flows = conditions.count;
    map_release(&conditions.seen);
}

void trace_count(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct prove_stats *stats = &prover->stats;
    struct trace *trace = prover->trace;
    uint32_t from = 0;
    stats->formulas = trace->barriers.formulas;
    stats->conjuncts = trace->barriers.conjuncts;
    for (uint32_t i = 0; i < trace->pairs.size; i++) {
        stats->formulas += trace->pairs.data[i].formulas;
        stats->conjuncts += trace->pairs.data[i].conjuncts;
    }
    stats->flows = 1;
    stats->intervals = 1;
    for (uint32_t i = 0; i < p->item_count; i++) {
        stats->formulas++;
        stats->conjuncts += trace_conjuncts(prover->terms, prover->frame->items[i].guard) + 1u;
        if (!parts_block(prover, i))
            continue;
        stats->intervals++;
        count_stretch(prover, from, i);
        from = i + 1;
    }
    count_stretch(prover, from, p->item_count);
}
