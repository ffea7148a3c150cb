/* Barrier divergence (design section 3.7): a barrier that thread t reaches and
   thread u of its block (of the grid, for a grid-wide barrier) does not, in the
   same round. In loops around the
   barrier both threads are in the same iteration. A thread that goes straight
   to the end of the kernel instead, with no access and no barrier on its way,
   has left: it counts as arrived unless the scope says otherwise, but at a barrier
   of the grid, which all threads have to come to. (In the
   control flow graph an early return and a condition around the rest of the
   kernel are the same thing.) */
#include "base/breakage.h"
#include "prove/contents.h"
#include "prove/meeting.h"
#include "prove/trace.h"

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

term_ref prover_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop) {
    struct shared_loops context = {prover, pairing, loop};
    struct substitution *s = substitution_create(prover->terms, same_round, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

static bool encloses(const struct protocol *p, uint32_t loop, uint32_t item) {
    return p->loops[loop].begin <= item && item < p->loops[loop].end;
}

/* u's current iteration of the loop, not its first, follows one that went on. */
static term_ref is_begun(struct prover *prover, enum pairing pairing, uint32_t loop) {
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref proceeds = prover_scoped(prover, l->proceeds);
    if (term_is_none(proceeds) || !order_is_closed_form(prover, proceeds))
        return term_true(prover->terms);
    return prover_second(prover, pairing, prover_shift_counter(prover, proceeds, l->counter, -1));
}

/* Both are in the same iteration of the loops around this one. */
static term_ref same_around(struct prover *prover, enum pairing pairing, uint32_t loop) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref same = term_true(t);
    for (uint32_t outer = p->loops[loop].parent; outer != PROTOCOL_NONE; outer = p->loops[outer].parent) {
        term_ref k = term_symbol(t, p->loops[outer].counter);
        same = term_and(t, same, term_eq(t, k, prover_second(prover, pairing, k)));
    }
    return same;
}

struct other_rounds { const struct prover *prover; uint32_t loop; bool moves; };

/* The item that gives the unknown value, or UINT32_MAX. */
static uint32_t giver_of(const struct prover *prover, symbol_ref symbol) {
    const struct protocol *p = prover->protocol;
    term_ref value = term_symbol(prover->terms, symbol);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind == ITEM_COLLECTIVE && term_same(p->items[i].result, value))
            return i;
        for (uint32_t lane = 0; lane < p->items[i].give_count; lane++)
            if (term_same(p->items[i].gives[lane], value))
                return i;
    }
    return UINT32_MAX;
}

/* A thread's symbol stands for its value in one iteration. */
static void note_moving(void *context, symbol_ref symbol) {
    struct other_rounds *other = context;
    const struct protocol *p = other->prover->protocol;
    const struct symbol *s = symbol_get(other->prover->terms, symbol);
    if (s->role == SYMBOL_VALUE) {
        uint32_t giver = giver_of(other->prover, symbol);
        other->moves |= giver == UINT32_MAX || encloses(p, other->loop, giver);
    } else if (s->role == SYMBOL_FINAL) {
        other->moves |= s->loop >= p->loop_count || p->loops[s->loop].parent != PROTOCOL_NONE;
    }
}

/* What of the guard, a conjunction, u's values in another iteration of the loop do not change. */
static term_ref in_other_rounds(struct prover *prover, uint32_t loop, term_ref guard) {
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
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref does = term_false(t);
    struct map seen;
    map_init(&seen);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_ACCESS && p->items[i].kind != ITEM_BARRIER && !meeting_is(p, i))
            continue;
        term_ref guard = prover->items[i].guard;
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

bool divergence_is_impossible(struct prover *prover, enum pairing pairing, term_ref reached, term_ref query, enum proof_aid aid) {
    if (decide_integers(prover, pairing, query) != SMT_UNSAT)
        return false;
    prover->proof = (struct proof_note){prover->rung, aid};
    return claims_allow(prover, pairing, reached);
}

static enum prove_outcome ask(struct prover *prover, enum pairing pairing, const struct order_case *shared, term_ref reached, term_ref query,
                              struct prove_divergence *d) {
    if (term_is_false(prover->terms, query) || BREAK(DIVERGENT)) {
        prover->proof.rung = RUNG_STRUCTURE;
        return PROVE_PROVED;
    }
    if (divergence_is_impossible(prover, pairing, reached, query, AID_NONE))
        return PROVE_PROVED;
    uint64_t arrays = 0;
    term_ref known = term_true(prover->terms);
    for (int writes = 0; writes < 2; writes++) {
        term_ref more = contents_known(prover, pairing, query, shared, writes != 0, &arrays);
        if (!term_same(more, known) &&
            divergence_is_impossible(prover, pairing, reached, term_and(prover->terms, query, more), writes ? AID_WRITES : AID_EQUAL_READS)) {
            prover->rests_on.arrays |= arrays;
            return PROVE_PROVED;
        }
        known = more;
    }
    bool unknown = false;
    d->approximation = prover_approximation(prover, query);
    if (!d->approximation && (prover->protocol->items[d->item].marks & MARK_GUARD))
        d->approximation = prover_left_before;
    term_ref two = prover_distinct(prover, pairing); /* a thread whose values are not known may seem to disagree with itself */
    struct witness_request request = {.pairing = pairing, .query = pairing == WITHIN_BLOCK ? term_and(prover->terms, query, two) : query, .known = known,
                                      .items = {d->item, PROTOCOL_NONE}, .shape = term_and(prover->terms, reached, two)};
    if (witness_find(prover, &request, &d->witness, &unknown))
        return PROVE_MODEL;
    if (decide_bits(prover, pairing, query) == SMT_UNSAT) {
        prover->proof = (struct proof_note){RUNG_BITS, AID_NONE};
        return PROVE_PROVED;
    }
    if (!unknown && witness_find_anywhere(prover, &request, &d->witness))
        return PROVE_MODEL;
    d->reason = unknown || prover->steps_left == 0 ? REASON_SOLVER_BUDGET
                : d->approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return PROVE_UNKNOWN;
}

/* `round`: the innermost loop whose iteration both threads share. */
enum prove_outcome divergence_settle(struct prover *prover, enum pairing pairing, uint32_t round, term_ref reached, term_ref query,
                                     struct prove_divergence *d) {
    struct order_case shared = shared_from(prover, round);
    enum prove_outcome outcome = PROVE_PROVED;
    if (!trace_ask(prover, pairing, d->item, PROTOCOL_NONE, &shared, query))
        outcome = ask(prover, pairing, &shared, reached, query, d);
    trace_divergence_answer(prover, outcome, d);
    return outcome;
}

static bool is_part_barrier(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_BARRIER && (p->items[i].barrier == BARRIER_NAMED || p->items[i].barrier == BARRIER_TILE);
}

static bool is_block_barrier(enum barrier_kind kind) {
    return kind != BARRIER_WARP && kind != BARRIER_NAMED && kind != BARRIER_TILE;
}

static void judge(struct prover *prover, enum pairing pairing, uint32_t i, struct prove_report *report, struct prove_divergence *found,
                  uint32_t *count) {
    struct term_table *t = prover->terms;
    uint32_t loop = prover->protocol->items[i].loop;
    term_ref guard = prover->items[i].guard, other = prover_same_round(prover, pairing, guard, loop);
    if (term_same(guard, other))
        return;
    term_ref facts = term_and(t, prover->facts[i], prover_same_round(prover, pairing, prover->facts[i], loop));
    term_ref misses = term_and(t, facts, term_and(t, guard, term_not(t, other))), active = divergence_goes_on(prover, pairing, i, loop);
    bool exit_counts = !prover->scope->exit_diverges && prover->protocol->items[i].barrier != BARRIER_GRID;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES};
    d.outcome = divergence_settle(prover, pairing, loop, guard, exit_counts ? term_and(t, misses, active) : misses, &d);
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
    left.outcome = divergence_settle(prover, pairing, loop, guard, misses, &left);
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
    term_ref other = prover_same_round(prover, pairing, on, loop);
    struct prove_divergence d = {.item = barrier, .kind = FINDING_KIND_ROUNDS};
    if (term_same(on, other) && !term_is_none(l->proceeds))
        return;
    term_ref both = term_and(t, entry, prover_same_round(prover, pairing, entry, loop));
    both = term_and(t, both, term_and(t, prover->facts[at], prover_same_round(prover, pairing, prover->facts[at], loop)));
    term_ref parts = term_and(t, both, term_and(t, on, term_not(t, other)));
    bool exit_counts = !prover->scope->exit_diverges && first_barrier(prover, l, BETWEEN_BLOCKS) == PROTOCOL_NONE;
    if (exit_counts)
        parts = term_and(t, parts, divergence_goes_on(prover, pairing, l->end - 1, l->parent));
    d.outcome = term_is_none(l->proceeds) ? PROVE_UNKNOWN : divergence_settle(prover, pairing, loop, term_and(t, entry, on), parts, &d);
    if (term_is_none(l->proceeds))
        d.reason = REASON_NO_WITNESS;
    if (d.outcome == PROVE_PROVED)
        return;
    report->aligned = false;
    found[(*count)++] = d;
}

/* Barriers of a part of the block: part.c has shown that all of it come, if it
   knows the part. A thread that leaves is missed. */
static void judge_part(struct prover *prover, uint32_t i, struct prove_report *report, struct prove_divergence *found, uint32_t *count) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES, .outcome = PROVE_UNKNOWN, .reason = REASON_BARRIER_KIND};
    if (term_is_false(t, prover->items[i].guard))
        return;
    if (prover->parts[i].kind == PART_UNKNOWN) {
        report->unmodelled[i] = true;
    } else {
        struct prove_divergence cut = {.item = i};
        d.outcome = divergence_settle(prover, WITHIN_BLOCK, p->items[i].loop, prover->items[i].guard, term_and(t, prover->items[i].guard, part_is_cut(prover, i)), &cut);
        d.reason = REASON_NEEDS_PRECONDITION;
        d.approximation = "the number of threads in the block";
    }
    if (d.outcome == PROVE_PROVED)
        return;
    d.outcome = PROVE_UNKNOWN;
    report->aligned = false;
    found[(*count)++] = d;
}

struct basis prove_divergence(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct divergences all = {prover, report, arena_alloc(prover->arena, (4 * p->item_count + 1) * sizeof *all.found), 0,
                              arena_alloc(prover->arena, p->item_count + 1)};
    report->aligned = true;
    report->exited = false;
    prover->rests_on = (struct basis){0, false};
    prover->comes_together = arena_alloc(prover->arena, p->item_count + 1);
    trace_divergence(prover);
    report->unmodelled = arena_alloc(prover->arena, p->item_count + 1);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind == ITEM_LOOP && p->loops[p->items[i].body_loop].has_barrier) {
            judge_rounds(prover, WITHIN_BLOCK, i, report, all.found, &all.count);
            judge_rounds(prover, BETWEEN_BLOCKS, i, report, all.found, &all.count);
        }
        if (p->items[i].kind == ITEM_LOOP)
            meeting_judge_rounds(&all, i);
        if (is_part_barrier(p, i))
            judge_part(prover, i, report, all.found, &all.count);
        if (meeting_is(p, i))
            meeting_judge(&all, i);
        if (p->items[i].kind != ITEM_BARRIER || !is_block_barrier(p->items[i].barrier))
            continue;
        judge(prover, WITHIN_BLOCK, i, report, all.found, &all.count);
        if (p->items[i].barrier == BARRIER_GRID)
            judge(prover, BETWEEN_BLOCKS, i, report, all.found, &all.count);
    }
    report->divergences = all.found;
    report->divergence_count = all.count;
    return prover->rests_on;
}
