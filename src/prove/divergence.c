/* Barrier divergence (design section 3.7): a barrier that thread t reaches and
   thread u of its block does not, in the same round. In loops around the
   barrier both threads are in the same iteration. A thread that has left the
   kernel counts as arrived unless the scope says otherwise. */
#include "prove/prover.h"

struct shared_loops { struct prover *prover; uint32_t innermost; };

static term_ref same_round(void *context, symbol_ref symbol) {
    const struct shared_loops *shared = context;
    const struct protocol *p = shared->prover->protocol;
    for (uint32_t loop = shared->innermost; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (p->loops[loop].counter.id == symbol.id)
            return term_symbol(shared->prover->terms, symbol);
    return prover_second(shared->prover, WITHIN_BLOCK, term_symbol(shared->prover->terms, symbol));
}

static term_ref in_same_round(struct prover *prover, term_ref t, uint32_t loop) {
    struct shared_loops context = {prover, loop};
    struct substitution *s = substitution_create(prover->terms, same_round, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

/* u has left the kernel before the barrier at position `at`. */
static term_ref has_exited(struct prover *prover, uint32_t at, uint32_t loop) {
    term_ref exited = term_false(prover->terms);
    for (uint32_t i = 0; i < prover->protocol->item_count; i++)
        if (prover->protocol->items[i].kind == ITEM_EXIT && i < at)
            exited = term_or(prover->terms, exited, prover->items[i].guard);
    return in_same_round(prover, exited, loop);
}

static enum prove_outcome settle(struct prover *prover, term_ref query, struct prove_divergence *d) {
    if (term_is_false(prover->terms, query))
        return PROVE_PROVED;
    enum smt_result result = decide_integers(prover, WITHIN_BLOCK, query);
    if (result == SMT_UNSAT)
        return PROVE_PROVED;
    bool unknown = false;
    d->approximation = prover_approximation(prover, query);
    if (witness_find_with(prover, WITHIN_BLOCK, query, NULL, &d->witness, &unknown))
        return PROVE_MODEL;
    d->reason = unknown || prover->steps_left == 0 ? REASON_SOLVER_BUDGET
                : d->approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return PROVE_UNKNOWN;
}

/* The guard without the parts that make it a barrier of one warp are not
   modelled: warp and named barriers are judged elsewhere. */
static bool is_block_barrier(enum barrier_kind kind) {
    return kind != BARRIER_WARP && kind != BARRIER_NAMED;
}

static void judge(struct prover *prover, uint32_t i, struct prove_report *report, struct prove_divergence *found, uint32_t *count) {
    struct term_table *t = prover->terms;
    uint32_t loop = prover->protocol->items[i].loop;
    term_ref guard = prover->items[i].guard, other = in_same_round(prover, guard, loop);
    if (term_same(guard, other))
        return;
    term_ref exited = has_exited(prover, i, loop);
    term_ref misses = term_and(t, guard, term_not(t, other));
    term_ref waits = prover->scope->exit_diverges ? misses : term_and(t, misses, term_not(t, exited));
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES};
    d.outcome = settle(prover, waits, &d);
    if (d.outcome != PROVE_PROVED) {
        report->aligned = false;
        if (d.outcome == PROVE_MODEL && loop != PROTOCOL_NONE)
            d.kind = FINDING_KIND_ROUNDS;
        found[(*count)++] = d;
        return;
    }
    if (prover->scope->exit_diverges || term_is_false(t, term_and(t, misses, exited)))
        return;
    struct prove_divergence left = {.item = i, .kind = FINDING_KIND_EXITED};
    left.outcome = settle(prover, term_and(t, misses, exited), &left);
    if (left.outcome == PROVE_PROVED)
        return;
    report->exited = true;
    if (left.outcome == PROVE_MODEL)
        found[(*count)++] = left;
}

void prove_divergence(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct prove_divergence *found = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *found);
    uint32_t count = 0;
    report->aligned = true;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_BARRIER && is_block_barrier(p->items[i].barrier))
            judge(prover, i, report, found, &count);
    report->divergences = found;
    report->divergence_count = count;
}
