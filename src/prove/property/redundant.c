/* Redundant barriers (docs/theory.md, "Redundant barriers").

   A barrier is a place in the source: all its inlined copies go together. It is
   redundant if without it every two conflicting accesses of threads of one block
   are ordered by another barrier or touch different bytes; conflicting are also
   pairs of atomics and writes of one value, which are no race. Then the kernel
   without it has the same executions: whatever a thread reads was written by the
   same access as before, by induction over the first access for which this would
   not hold. So every property that was proved stays proved, values of memory that
   the proofs used included. Blocks are not ordered by block barriers, but what
   one thread says about another thread's writes to a third party, through an
   atomic or volatile access or behind a fence, rests on the barrier between. Such
   barriers are kept, as are those of other kinds than __syncthreads.

   Races that are open do not stand against it if their arrays are known: each pair that the removal concerns, of these arrays too, has to be
   ordered or apart without the barrier, so that no pair becomes unordered. Values of their elements are unknown to every proof.
   Nor do divergence and bounds that are not proved: what is said is then said of launches in which every thread reaches each
   barrier, and in which accesses stay in their arrays; order.c asks no more of a launch, and contents are used by no proof. */
#include <assert.h>
#include <string.h>

#include "prove/decide/ladder.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/property/classes.h"
#include "prove/property/property.h"
#include "prove/property/race_query.h"
#include "prove/rung/ledger.h"
#include "prove/value/contents.h"
#include "prove/witness/witness.h"

#define ADVICE_SHARE 16u /* of the kernel's budget */
#define PAIR_STEPS 200u
#define TERM_STEPS 20u
#define PAIRS_MAX 20000u
#define BARRIERS_MAX 64u /* places */

struct pair {
    uint32_t a, b;
};

struct redundancy {
    struct prover *prover;
    VEC(struct pair) pairs;
    struct prove_barrier *barriers;
    uint32_t count;
    uint32_t *place_of; /* item -> barrier + 1, 0: no barrier */
    bool *removed;      /* by item */
    bool raced;         /* some pairs are notes: what is asked about need not be excluded */
};

static const struct proto_item *item_at(const struct redundancy *r, uint32_t i) {
    return &r->prover->protocol->items[i];
}

static bool is_same_place(const struct protocol *p, loc_ref a, loc_ref b) {
    const struct loc *x = &p->locs[a.id], *y = &p->locs[b.id];
    return x->line == y->line && x->column == y->column && (x->file == y->file || strcmp(x->file, y->file) == 0);
}

static bool has_place(const struct protocol *p, loc_ref l) {
    return l.id != 0 && l.id < p->loc_count && p->locs[l.id].file && p->locs[l.id].line != 0;
}

static uint32_t find_place(struct redundancy *r, uint32_t item) {
    const struct protocol *p = r->prover->protocol;
    for (uint32_t i = 0; i < r->count; i++)
        if (is_same_place(p, p->items[r->barriers[i].item].location, p->items[item].location))
            return i;
    r->barriers[r->count] = (struct prove_barrier){.item = item, .redundant = true, .together = true};
    return r->count++;
}

/* A place is a candidate if every copy is __syncthreads. */
static void collect_barriers(struct redundancy *r) {
    const struct protocol *p = r->prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_BARRIER || !has_place(p, p->items[i].location))
            continue;
        uint32_t place = find_place(r, i);
        r->place_of[i] = place + 1;
        r->barriers[place].redundant &= p->items[i].barrier == BARRIER_BLOCK && p->items[i].fence != FENCE_NEITHER; /* that one is no __syncthreads */
    }
}

static void collect_pairs(struct redundancy *r) {
    struct prover *prover = r->prover;
    uint32_t count;
    const uint32_t *items = race_representatives(prover, &count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j < count && r->pairs.size <= PAIRS_MAX; j++) {
            const struct proto_item *x = item_at(r, items[i]), *y = item_at(r, items[j]);
            if (x->array == y->array && (x->mode != ACCESS_READ || y->mode != ACCESS_READ))
                vec_push(&r->pairs, (struct pair){items[i], items[j]});
        }
}

static bool share_loop(const struct protocol *p, uint32_t x, uint32_t y) {
    assert(x < p->item_count && y < p->item_count);
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (p->loops[loop].begin <= y && y < p->loops[loop].end)
            return true;
    return false;
}

/* Some execution of x comes before one of y. */
static bool may_precede(const struct redundancy *r, uint32_t x, uint32_t y) {
    return x < y || share_loop(r->prover->protocol, x, y);
}

static bool may_stand_between(const struct redundancy *r, uint32_t barrier, uint32_t x, uint32_t y) {
    return (may_precede(r, x, barrier) && may_precede(r, barrier, y)) || (may_precede(r, y, barrier) && may_precede(r, barrier, x));
}

static bool removal_concerns(const struct redundancy *r, const struct pair *pair) {
    for (uint32_t i = 0; i < r->prover->protocol->item_count; i++)
        if (r->removed[i] && may_stand_between(r, i, pair->a, pair->b))
            return true;
    return false;
}

static bool is_same_case(const struct order_case *a, const struct order_case *b) {
    bool same = term_same(a->condition, b->condition) && a->shared_count == b->shared_count;
    for (uint32_t i = 0; i < a->shared_count && same; i++)
        same = a->shared[i] == b->shared[i];
    return same;
}

static void charge(struct prover *prover, uint32_t made) {
    budget_pay(&prover->budget, PAIR_STEPS + (uint64_t)made * TERM_STEPS);
}

/* Without the removed barriers the two accesses are ordered or apart. A race
   that was excluded stays so where no condition of order has changed. */
static bool stays_excluded(struct redundancy *r, const struct pair *pair) {
    struct prover *prover = r->prover;
    struct order_case before[ORDER_CASES_MAX], after[ORDER_CASES_MAX];
    uint32_t terms = term_count(prover->terms);
    uint32_t count = order_cases(prover, WITHIN_BLOCK, pair->a, pair->b, after), had = 0;
    bool was_excluded = !r->raced && race_is_asked(prover, WITHIN_BLOCK, pair->a, pair->b), kept = count > 0;
    if (was_excluded) {
        prover->frame->removed = NULL;
        had = order_cases(prover, WITHIN_BLOCK, pair->a, pair->b, before);
        prover->frame->removed = r->removed;
    }
    for (uint32_t i = 0; i < count && kept; i++) {
        bool same = had == count && is_same_case(&before[i], &after[i]);
        if (same)
            continue;
        struct question question = race_question(prover, &(struct access_pair){WITHIN_BLOCK, pair->a, pair->b, &after[i]});
        kept = !prover_has_sample(prover, WITHIN_BLOCK, question.query) && race_is_excluded(prover, &question);
    }
    charge(prover, term_count(prover->terms) - terms);
    return kept && prover->budget.left > 0;
}

static bool is_seen_outside(const struct redundancy *r, const struct proto_item *item) {
    if (item->kind != ITEM_ACCESS)
        return false;
    enum array_kind kind = r->prover->protocol->arrays[item->array].kind;
    return kind == ARRAY_PARAM || kind == ARRAY_GLOBAL || kind == ARRAY_LOADED || kind == ARRAY_UNKNOWN;
}

/* A write that others may take as a message, a read that may take one. */
static bool is_message(const struct redundancy *r, const struct proto_item *item, bool is_sent) {
    bool writes = item->mode != ACCESS_READ, reads = item->mode != ACCESS_WRITE;
    return is_seen_outside(r, item) && (is_sent ? writes : reads) && (item->is_atomic || item->is_volatile || r->prover->scope->has_fence);
}

/* Other blocks, or the host, may learn through a message behind the barrier of
   writes before it; or this block, through one before it, of writes that it reads behind it. */
static bool carries_message(const struct redundancy *r, uint32_t barrier) {
    const struct protocol *p = r->prover->protocol;
    bool written = false, sent = false, received = false, used = false;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        bool outside = is_seen_outside(r, item), before = may_precede(r, i, barrier), behind = may_precede(r, barrier, i);
        written |= before && outside && item->mode != ACCESS_READ;
        sent |= behind && is_message(r, item, true);
        received |= before && is_message(r, item, false);
        used |= behind && outside;
    }
    return (written && sent) || (received && used);
}

static void set_removed(struct redundancy *r, uint32_t barrier, bool removed) {
    for (uint32_t i = 0; i < r->prover->protocol->item_count; i++)
        if (r->place_of[i] == barrier + 1)
            r->removed[i] = removed;
}

static bool can_go(struct redundancy *r) {
    r->prover->frame->removed = r->removed;
    bool can = r->pairs.size <= PAIRS_MAX;
    for (uint32_t i = 0; i < r->pairs.size && can; i++)
        can = !removal_concerns(r, &r->pairs.data[i]) || stays_excluded(r, &r->pairs.data[i]);
    r->prover->frame->removed = NULL;
    return can;
}

static void judge_alone(struct redundancy *r, uint32_t barrier) {
    struct prove_barrier *b = &r->barriers[barrier];
    const struct protocol *p = r->prover->protocol;
    for (uint32_t i = 0; i < p->item_count && b->redundant; i++)
        b->redundant = r->place_of[i] != barrier + 1 || !carries_message(r, i);
    if (!b->redundant)
        return;
    set_removed(r, barrier, true);
    b->redundant = can_go(r);
    set_removed(r, barrier, false);
}

/* Greedily in source order; fewer barriers are removable if more are. */
static void judge_together(struct redundancy *r) {
    bool any = false;
    for (uint32_t i = 0; i < r->count; i++) {
        struct prove_barrier *b = &r->barriers[i];
        b->together = b->redundant;
        if (!b->redundant)
            continue;
        set_removed(r, i, true);
        b->together = !any || can_go(r);
        if (!b->together)
            set_removed(r, i, false);
        any = true;
    }
}

/* Sorts by source order, which is the order of the greedy set. */
static void sort_places(struct redundancy *r) {
    const struct protocol *p = r->prover->protocol;
    for (uint32_t i = 1; i < r->count; i++)
        for (uint32_t j = i; j > 0; j--) {
            const struct loc *x = &p->locs[p->items[r->barriers[j - 1].item].location.id];
            const struct loc *y = &p->locs[p->items[r->barriers[j].item].location.id];
            int order = strcmp(x->file, y->file);
            if (order < 0 || (order == 0 && (x->line < y->line || (x->line == y->line && x->column <= y->column))))
                break;
            struct prove_barrier swap = r->barriers[j];
            r->barriers[j] = r->barriers[j - 1];
            r->barriers[j - 1] = swap;
        }
    for (uint32_t i = 0; i < p->item_count; i++)
        for (uint32_t b = 0; b < r->count && r->place_of[i]; b++)
            if (is_same_place(p, p->items[r->barriers[b].item].location, p->items[i].location))
                r->place_of[i] = b + 1;
}

/* Races that are open are of known arrays. */
static bool knows_arrays(const struct protocol *p, const struct prove_report *report) {
    bool known = true;
    for (uint32_t i = 0; i < report->conflict_count; i++)
        known &= (report->conflicts[i].outcome == PROVE_MODEL && report->conflicts[i].same_value) ||
                 p->arrays[p->items[report->conflicts[i].item[0]].array].kind != ARRAY_UNKNOWN;
    return known;
}

/* Block barriers keep the generations of other barriers apart, and the steps of
   warps that run in lockstep: not judged. */
static bool has_other_order(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool found = prover->scope->lockstep;
    for (uint32_t i = 0; i < p->item_count; i++)
        found |= p->items[i].kind == ITEM_BARRIER && (p->items[i].barrier == BARRIER_NAMED || p->items[i].barrier == BARRIER_TILE);
    return found;
}

void prove_redundant(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct redundancy r = {.prover = prover, .raced = report->conflict_count > 0 || !report->aligned};
    r.barriers = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *r.barriers);
    r.place_of = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *r.place_of);
    r.removed = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *r.removed);
    collect_barriers(&r);
    sort_places(&r);
    report->barriers = r.barriers;
    report->barrier_count = r.count;
    bool can_judge = knows_arrays(p, report) && r.count <= BARRIERS_MAX && !has_other_order(prover);
    for (uint32_t i = 0; i < r.count; i++)
        r.barriers[i].redundant &= can_judge;
    if (can_judge && r.count > 0) {
        contents_distrust(prover, prover->ledger->unproved);
        struct budget_share own = budget_begin_own(&prover->budget, prover->scope->budget_steps / ADVICE_SHARE);
        collect_pairs(&r);
        for (uint32_t i = 0; i < r.count; i++)
            judge_alone(&r, i);
        judge_together(&r);
        (void)budget_end_own(&prover->budget, own);
    }
    for (uint32_t i = 0; i < r.count; i++)
        r.barriers[i].together &= r.barriers[i].redundant;
    vec_release(&r.pairs);
}
