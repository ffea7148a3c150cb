/* Barrier divergence (docs/theory.md, "Divergence"): a barrier that thread t reaches and
   thread u of its block (of the grid, for a grid-wide barrier) does not, in the
   same round. In loops around the
   barrier both threads are in the same iteration. A thread that goes straight
   to the end of the kernel instead, with no access and no barrier on its way,
   has left: it counts as arrived unless the scope says otherwise, but at a barrier
   of the grid, which all threads have to come to. (In the
   control flow graph an early return and a condition around the rest of the
   kernel are the same thing.) */
#include <assert.h>

#include "base/breakage.h"
#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/part.h"
#include "prove/order/warp.h"
#include "prove/property/meeting.h"
#include "prove/property/property.h"
#include "prove/property/trace.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"

static bool is_part_barrier(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_BARRIER && (p->items[i].barrier == BARRIER_NAMED || p->items[i].barrier == BARRIER_TILE);
}

static bool is_block_barrier(enum barrier_kind kind) {
    return kind != BARRIER_WARP && kind != BARRIER_NAMED && kind != BARRIER_TILE;
}

static void add(struct divergences *all, struct prove_divergence d) {
    all->found[all->count++] = d;
}

static enum prove_outcome settle(struct divergences *all, enum pairing pairing, uint32_t round, term_ref reached, term_ref query,
                                 struct prove_divergence *d) {
    assert(pairing < PAIRING_COUNT);
    struct question q = divergence_question(all->prover, pairing, round, reached, query);
    return divergence_settle(all, &q, d);
}

static void judge(struct divergences *all, enum pairing pairing, uint32_t i) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = all->prover;
    struct term_table *t = prover->terms;
    uint32_t loop = prover->protocol->items[i].loop;
    term_ref guard = prover->frame->items[i].guard, other = prover_same_round(prover, pairing, guard, loop);
    if (term_same(guard, other))
        return;
    term_ref facts = term_and(t, prover->frame->facts[i], prover_same_round(prover, pairing, prover->frame->facts[i], loop));
    term_ref misses = term_and(t, facts, term_and(t, guard, term_not(t, other))), active = divergence_goes_on(prover, pairing, i, loop);
    bool exit_counts = !prover->scope->exit_diverges && prover->protocol->items[i].barrier != BARRIER_GRID;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES};
    d.outcome = settle(all, pairing, loop, guard, exit_counts ? term_and(t, misses, active) : misses, &d);
    if (d.outcome != PROVE_PROVED) {
        all->report->aligned = false;
        if (d.outcome == PROVE_MODEL && loop != PROTOCOL_NONE)
            d.kind = FINDING_KIND_ROUNDS;
        add(all, d);
        return;
    }
    if (!exit_counts)
        return;
    struct prove_divergence left = {.item = i, .kind = FINDING_KIND_EXITED};
    left.outcome = settle(all, pairing, loop, guard, misses, &left);
    if (left.outcome == PROVE_PROVED)
        return;
    all->report->exited = true;
    if (left.outcome == PROVE_MODEL)
        add(all, left);
}

static bool is_judged_barrier(const struct protocol *p, uint32_t i, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    return p->items[i].kind == ITEM_BARRIER && is_block_barrier(p->items[i].barrier) &&
           (pairing == WITHIN_BLOCK || p->items[i].barrier == BARRIER_GRID);
}

static uint32_t first_barrier(const struct prover *prover, const struct proto_loop *l, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    const struct protocol *p = prover->protocol;
    for (uint32_t i = l->begin; i < l->end; i++)
        if (is_judged_barrier(p, i, pairing))
            return i;
    return PROTOCOL_NONE;
}

/* The conjuncts of the condition that say the same of all threads and rounds of a launch. */
static term_ref of_launches(struct prover *prover, term_ref condition) {
    struct term_table *t = prover->terms;
    const struct term term = *term_get(t, condition);
    if (term_op_of(&term) == TERM_AND) {
        term_ref all = term_true(t);
        for (uint32_t i = 0; i < term.arity; i++)
            all = term_and(t, all, of_launches(prover, term_child(t, condition, i)));
        return all;
    }
    return (term.deps & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0 ? condition : term_true(t);
}

/* No thread executes the barrier, in any round. */
static bool is_never_executed(struct divergences *all, uint32_t i) {
    struct prover *prover = all->prover;
    term_ref guard = prover->frame->items[i].guard;
    struct question q = question_alone(prover, term_and(prover->terms, guard, prover->frame->facts[i]), guard);
    struct proof proof = ladder_decide(prover, &q);
    if (!proof.holds)
        return false;
    ledger_list(prover, &proof);
    basis_add(&all->basis, proof.basis);
    return true;
}

/* Holds in each launch in which some thread executes one of the loop's barriers. */
static term_ref executes_barriers(struct divergences *all, const struct proto_loop *l, enum pairing pairing) {
    struct prover *prover = all->prover;
    term_ref any = term_false(prover->terms);
    for (uint32_t i = l->begin; i < l->end; i++)
        if (is_judged_barrier(prover->protocol, i, pairing) && !is_never_executed(all, i))
            any = term_or(prover->terms, any, of_launches(prover, prover->frame->items[i].guard));
    return any;
}

/* Rounds: by induction all threads are in the same iteration of a loop with a
   barrier, because none goes on to the next one while another leaves. Where no thread executes a barrier of the loop, threads may go round
   it as they like: that is no divergence, but what rests on equal rounds is not proved. */
static void judge_rounds(struct divergences *all, enum pairing pairing, uint32_t at) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = all->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint32_t loop = p->items[at].body_loop;
    const struct proto_loop *l = &p->loops[loop];
    uint32_t barrier = first_barrier(prover, l, pairing);
    if (barrier == PROTOCOL_NONE)
        return;
    term_ref on = term_is_none(l->proceeds) ? term_true(t) : prover_scoped(prover, l->proceeds), entry = prover->frame->items[at].guard;
    term_ref other = prover_same_round(prover, pairing, on, loop);
    struct prove_divergence d = {.item = barrier, .kind = FINDING_KIND_ROUNDS};
    if (term_same(on, other) && !term_is_none(l->proceeds))
        return;
    term_ref both = term_and(t, entry, prover_same_round(prover, pairing, entry, loop));
    both = term_and(t, both, term_and(t, prover->frame->facts[at], prover_same_round(prover, pairing, prover->frame->facts[at], loop)));
    term_ref parts = term_and(t, both, term_and(t, on, term_not(t, other)));
    bool exit_counts = !prover->scope->exit_diverges && first_barrier(prover, l, BETWEEN_BLOCKS) == PROTOCOL_NONE;
    if (exit_counts)
        parts = term_and(t, parts, divergence_goes_on(prover, pairing, l->end - 1, l->parent));
    d.outcome = term_is_none(l->proceeds) ? PROVE_UNKNOWN : settle(all, pairing, loop, term_and(t, entry, on), parts, &d);
    if (term_is_none(l->proceeds))
        d.reason = REASON_NO_WITNESS;
    if (d.outcome == PROVE_PROVED)
        return;
    all->report->aligned = false;
    term_ref executes = executes_barriers(all, l, pairing);
    if (d.outcome == PROVE_MODEL && !term_is_true(t, executes)) {
        d = (struct prove_divergence){.item = barrier, .kind = FINDING_KIND_ROUNDS};
        d.outcome = settle(all, pairing, loop, term_and(t, entry, on), term_and(t, parts, executes), &d);
    }
    if (d.outcome != PROVE_PROVED)
        add(all, d);
}

/* Barriers of a part of the block: part.c has shown that all of it come, if it
   knows the part. A thread that leaves is missed. */
static void judge_part(struct divergences *all, uint32_t i) {
    struct prover *prover = all->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES, .outcome = PROVE_UNKNOWN, .reason = REASON_BARRIER_KIND};
    if (term_is_false(t, prover->frame->items[i].guard))
        return;
    if (prover->frame->parts[i].kind == PART_UNKNOWN) {
        all->report->unmodelled[i] = true;
    } else {
        struct prove_divergence cut = {.item = i};
        d.outcome = settle(all, WITHIN_BLOCK, p->items[i].loop, prover->frame->items[i].guard,
                           term_and(t, prover->frame->items[i].guard, part_is_cut(prover, i)), &cut);
        d.reason = REASON_NEEDS_PRECONDITION;
        d.approximation = "the number of threads in the block";
    }
    if (d.outcome == PROVE_PROVED)
        return;
    d.outcome = PROVE_UNKNOWN;
    all->report->aligned = false;
    add(all, d);
}

struct basis prove_divergence(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct divergences all = {.prover = prover,
                              .report = report,
                              .found = arena_alloc(prover->arena, (4 * p->item_count + 1) * sizeof *all.found),
                              .is_apart = arena_alloc(prover->arena, p->item_count + 1)};
    report->aligned = true;
    report->exited = false;
    prover->frame->comes_together = arena_alloc(prover->arena, p->item_count + 1);
    trace_divergence(prover);
    report->unmodelled = arena_alloc(prover->arena, p->item_count + 1);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind == ITEM_LOOP && p->loops[p->items[i].body_loop].has_barrier) {
            judge_rounds(&all, WITHIN_BLOCK, i);
            judge_rounds(&all, BETWEEN_BLOCKS, i);
        }
        if (p->items[i].kind == ITEM_LOOP)
            meeting_judge_rounds(&all, i);
        if (is_part_barrier(p, i))
            judge_part(&all, i);
        if (meeting_is(p, i))
            meeting_judge(&all, i);
        if (p->items[i].kind != ITEM_BARRIER || !is_block_barrier(p->items[i].barrier))
            continue;
        judge(&all, WITHIN_BLOCK, i);
        if (p->items[i].barrier == BARRIER_GRID)
            judge(&all, BETWEEN_BLOCKS, i);
    }
    report->divergences = all.found;
    report->divergence_count = all.count;
    return all.basis;
}
