/* Barrier divergence (design section 3.7): a barrier that thread t reaches and
   thread u of its block (of the grid, for a grid-wide barrier) does not, in the
   same round. In loops around the
   barrier both threads are in the same iteration. A thread that goes straight
   to the end of the kernel instead, with no access and no barrier on its way,
   has left: it counts as arrived unless the scope says otherwise. (In the
   control flow graph an early return and a condition around the rest of the
   kernel are the same thing.) */
#include "base/breakage.h"
#include "prove/prover.h"

struct shared_loops { struct prover *prover; enum pairing pairing; uint32_t innermost; };

static term_ref same_round(void *context, symbol_ref symbol) {
    const struct shared_loops *shared = context;
    const struct protocol *p = shared->prover->protocol;
    const struct symbol *s = symbol_get(shared->prover->terms, symbol);
    bool in_iteration = prover_shared_in_iteration(shared->prover, shared->pairing, symbol);
    for (uint32_t loop = shared->innermost; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (p->loops[loop].counter.id == symbol.id || (in_iteration && s->in_loop == loop + 1))
            return term_symbol(shared->prover->terms, symbol);
    return prover_second(shared->prover, shared->pairing, term_symbol(shared->prover->terms, symbol));
}

static term_ref in_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop) {
    struct shared_loops context = {prover, pairing, loop};
    struct substitution *s = substitution_create(prover->terms, same_round, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

static bool encloses(const struct protocol *p, uint32_t loop, uint32_t item) {
    return p->loops[loop].begin <= item && item < p->loops[loop].end;
}

/* u is in a later iteration than t of some loop around both items. */
static term_ref is_later_round(struct prover *prover, enum pairing pairing, uint32_t round, uint32_t item) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref later = term_false(t);
    for (uint32_t loop = round; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        term_ref k = term_symbol(t, p->loops[loop].counter);
        if (encloses(p, loop, item))
            later = term_or(t, later, term_ult(t, k, prover_second(prover, pairing, k)));
    }
    return later;
}

/* u, which does not reach the barrier at position `at` (or leaves the loop that
   ends there), does something after it or instead of it; `round` is the
   innermost loop whose iteration it shares with t. Counters of loops that only the other item is in stay
   free: any iteration will do. */
static term_ref goes_on(struct prover *prover, enum pairing pairing, uint32_t at, uint32_t round) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    bool is_barrier = p->items[at].kind == ITEM_BARRIER;
    term_ref does = term_false(t), barrier = prover->items[at].guard;
    struct map seen;
    map_init(&seen);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_ACCESS && p->items[i].kind != ITEM_BARRIER)
            continue;
        term_ref guard = prover->items[i].guard;
        uint64_t key = (uint64_t)guard.id << 32 | (uint64_t)(i > at) << 31 | (p->items[i].loop + 1u);
        if (map_get(&seen, key, NULL))
            continue;
        map_set(&seen, key, 1);
        bool instead = is_barrier && term_is_false(t, term_and(t, guard, barrier));
        if (i > at || instead)
            does = term_or(t, does, in_same_round(prover, pairing, guard, round));
        term_ref later = is_later_round(prover, pairing, round, i);
        if (!term_is_false(t, later))
            does = term_or(t, does, term_and(t, later, prover_second(prover, pairing, guard)));
    }
    map_release(&seen);
    return does;
}

static enum prove_outcome settle(struct prover *prover, enum pairing pairing, term_ref reached, term_ref query, struct prove_divergence *d) {
    if (term_is_false(prover->terms, query) || BREAK(DIVERGENT))
        return PROVE_PROVED;
    enum smt_result result = decide_integers(prover, pairing, query);
    if (result == SMT_UNSAT && claims_allow(prover, pairing, reached))
        return PROVE_PROVED;
    bool unknown = false;
    d->approximation = prover_approximation(prover, query);
    if (witness_find_with(prover, pairing, query, NULL, &d->witness, &unknown))
        return PROVE_MODEL;
    d->reason = unknown || prover->steps_left == 0 ? REASON_SOLVER_BUDGET
                : d->approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return PROVE_UNKNOWN;
}

/* Named barriers are reported as not modelled (check). */
static bool is_block_barrier(enum barrier_kind kind) {
    return kind != BARRIER_WARP && kind != BARRIER_NAMED;
}

static void judge(struct prover *prover, enum pairing pairing, uint32_t i, struct prove_report *report, struct prove_divergence *found,
                  uint32_t *count) {
    struct term_table *t = prover->terms;
    uint32_t loop = prover->protocol->items[i].loop;
    term_ref guard = prover->items[i].guard, other = in_same_round(prover, pairing, guard, loop);
    if (term_same(guard, other))
        return;
    term_ref misses = term_and(t, guard, term_not(t, other)), active = goes_on(prover, pairing, i, loop);
    bool exit_counts = !prover->scope->exit_diverges && pairing == WITHIN_BLOCK;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES};
    d.outcome = settle(prover, pairing, guard, exit_counts ? term_and(t, misses, active) : misses, &d);
    if (d.outcome != PROVE_PROVED) {
        report->aligned = false;
        if (d.outcome == PROVE_MODEL && loop != PROTOCOL_NONE)
            d.kind = FINDING_KIND_ROUNDS;
        found[(*count)++] = d;
        return;
    }
    if (!exit_counts)
        return;
    struct prove_divergence left = {.item = i, .kind = FINDING_KIND_EXITED};
    left.outcome = settle(prover, pairing, guard, misses, &left);
    if (left.outcome == PROVE_PROVED)
        return;
    report->exited = true;
    if (left.outcome == PROVE_MODEL)
        found[(*count)++] = left;
}

static uint32_t first_barrier(const struct prover *prover, const struct proto_loop *l, enum pairing pairing) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = l->begin; i < l->end; i++)
        if (p->items[i].kind == ITEM_BARRIER && is_block_barrier(p->items[i].barrier) &&
            (pairing == WITHIN_BLOCK || p->items[i].barrier == BARRIER_GRID))
            return i;
    return PROTOCOL_NONE;
}

/* Rounds: by induction all threads are in the same iteration of a loop with a
   barrier, because none goes on to the next one while another leaves. */
static void judge_rounds(struct prover *prover, enum pairing pairing, uint32_t at, struct prove_report *report,
                         struct prove_divergence *found, uint32_t *count) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint32_t loop = p->items[at].body_loop;
    const struct proto_loop *l = &p->loops[loop];
    uint32_t barrier = first_barrier(prover, l, pairing);
    if (barrier == PROTOCOL_NONE)
        return;
    term_ref on = term_is_none(l->proceeds) ? term_true(t) : prover_scoped(prover, l->proceeds), entry = prover->items[at].guard;
    term_ref other = in_same_round(prover, pairing, on, loop);
    struct prove_divergence d = {.item = barrier, .kind = FINDING_KIND_ROUNDS};
    if (term_same(on, other) && !term_is_none(l->proceeds))
        return;
    term_ref both = term_and(t, entry, in_same_round(prover, pairing, entry, loop));
    term_ref parts = term_and(t, both, term_and(t, on, term_not(t, other)));
    bool exit_counts = !prover->scope->exit_diverges && pairing == WITHIN_BLOCK;
    if (exit_counts)
        parts = term_and(t, parts, goes_on(prover, pairing, l->end - 1, l->parent));
    d.outcome = term_is_none(l->proceeds) ? PROVE_UNKNOWN : settle(prover, pairing, term_and(t, entry, on), parts, &d);
    if (term_is_none(l->proceeds))
        d.reason = REASON_NO_WITNESS;
    if (d.outcome == PROVE_PROVED)
        return;
    report->aligned = false;
    found[(*count)++] = d;
}

/* __syncwarp of a full mask: the lanes of t's warp all arrive, or have left.
   Of other masks nothing is known unless the whole block agrees. */
static void judge_warp(struct prover *prover, uint32_t i, struct prove_report *report, struct prove_divergence *found, uint32_t *count) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint32_t loop = p->items[i].loop;
    uint64_t mask = 0;
    term_ref guard = prover->items[i].guard, other = in_same_round(prover, WITHIN_BLOCK, guard, loop);
    if (term_same(guard, other))
        return;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES, .outcome = PROVE_UNKNOWN, .reason = REASON_BARRIER_KIND};
    bool full = !term_is_none(prover->items[i].mask) && term_is_const(t, prover->items[i].mask, &mask) && mask == UINT32_MAX;
    term_ref same = order_same_warp(prover), misses = term_and(t, term_and(t, guard, term_not(t, other)), same);
    if (full)
        d.outcome = settle(prover, WITHIN_BLOCK, guard,
                           prover->scope->exit_diverges ? misses : term_and(t, misses, goes_on(prover, WITHIN_BLOCK, i, loop)), &d);
    if (d.outcome == PROVE_PROVED)
        return;
    (void)report; /* a warp's barrier does not order the block */
    found[(*count)++] = d;
}

void prove_divergence(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct prove_divergence *found = arena_alloc(prover->arena, (2 * p->item_count + 1) * sizeof *found);
    uint32_t count = 0;
    report->aligned = true;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind == ITEM_LOOP && p->loops[p->items[i].body_loop].has_barrier) {
            judge_rounds(prover, WITHIN_BLOCK, i, report, found, &count);
            judge_rounds(prover, BETWEEN_BLOCKS, i, report, found, &count);
        }
        if (p->items[i].kind == ITEM_BARRIER && p->items[i].barrier == BARRIER_WARP)
            judge_warp(prover, i, report, found, &count);
        if (p->items[i].kind != ITEM_BARRIER || !is_block_barrier(p->items[i].barrier))
            continue;
        judge(prover, WITHIN_BLOCK, i, report, found, &count);
        if (p->items[i].barrier == BARRIER_GRID)
            judge(prover, BETWEEN_BLOCKS, i, report, found, &count);
    }
    report->divergences = found;
    report->divergence_count = count;
}
