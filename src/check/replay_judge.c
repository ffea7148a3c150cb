/* What a run says of counterexamples: which of its findings is which, and why it does not show the others. */
#include "check/replay_parts.h"

#include <inttypes.h>
#include <string.h>

static const struct proto_item *item_of(const struct replayer *r, uint32_t item) {
    return &r->request->protocol->items[item];
}

/* The findings of the run; none if it broke an assumption of the program. */
static uint32_t finding_count(const struct replayer *r) {
    return r->result->assumption_failed ? 0 : r->result->finding_count;
}

/* ---- races ---- */

static enum finding_kind race_kind(const struct proto_item *a, const struct proto_item *b) {
    if (a->is_atomic && b->is_atomic)
        return FINDING_KIND_ATOMIC_ATOMIC;
    if (a->is_atomic || b->is_atomic)
        return FINDING_KIND_ATOMIC_PLAIN;
    return a->mode == ACCESS_WRITE && b->mode == ACCESS_WRITE ? FINDING_KIND_WRITE_WRITE : FINDING_KIND_READ_WRITE;
}

/* The event's array is the item's: any memory that is reached through pointers in memory is that of an item which is reached so. */
static bool is_there(const struct replayer *r, uint32_t array, const struct simulate_event *event, uint32_t of_item) {
    const struct protocol *p = r->request->protocol;
    bool is_loaded = p->arrays[of_item].kind == ARRAY_LOADED || p->arrays[of_item].kind == ARRAY_UNKNOWN;
    return array == of_item || (is_loaded && replay_is_loaded(r->target, event));
}

static bool shows_item(const struct replayer *r, const struct simulate_event *event, const struct proto_item *item) {
    int64_t offset;
    if (event->loc.id != item->location.id || !is_there(r, replay_array_of(r->target, event, &offset), event, item->array))
        return false;
    switch (item->mode) {
    case ACCESS_READ: return event->mode == SIMULATE_READ;
    case ACCESS_WRITE: return event->mode == SIMULATE_WRITE;
    case ACCESS_ATOMIC: return event->mode == SIMULATE_ATOMIC || kernel_inst(r->request->kernel, event->inst)->op == INST_CMPXCHG;
    }
    return false;
}

/* Which event is the first item's, or -1 if the finding is another one. */
static int match_race(const struct replayer *r, const struct simulate_finding *f, const struct prove_conflict *c) {
    const struct proto_item *a = item_of(r, c->item[0]), *b = item_of(r, c->item[1]);
    if (f->rule != SIMULATE_RACE || f->kind != race_kind(a, b) || (f->scope == FINDING_SCOPE_GRID) != c->between_blocks)
        return -1;
    if (shows_item(r, &f->events[0], a) && shows_item(r, &f->events[1], b))
        return 0;
    return shows_item(r, &f->events[0], b) && shows_item(r, &f->events[1], a) ? 1 : -1;
}

static void show_access(const struct replayer *r, struct prove_witness *w, int who, const struct simulate_event *event,
                        const struct proto_item *item) {
    memcpy(w->thread[who], event->thread, sizeof event->thread);
    memcpy(w->block_index[who], event->block, sizeof event->block);
    (void)replay_array_of(r->target, event, &w->offset[who]);
    w->size[who] = event->size_bytes;
    const struct kernel *kernel = r->request->kernel;
    const struct inst *inst = kernel_inst(kernel, event->inst);
    bool is_store = inst->op == INST_STORE && kernel_inst(kernel, kernel_operand(kernel, inst, 1))->type.kind != TYPE_POINTER;
    w->has_value[who] = is_store && item->value_bits > 0 && event->size_bytes <= 8;
    w->value[who] = event->value;
}

/* The launch of the run in place of the model's. */
static struct prove_witness executed(const struct replayer *r) {
    struct prove_witness w = r->used;
    memcpy(w.block, r->launch->block, sizeof w.block);
    memcpy(w.grid, r->launch->grid, sizeof w.grid);
    w.precondition = r->launch->precondition;
    return w;
}

static const char *contents_text(const struct replayer *r) {
    static const char *const names[CONTENTS_COUNT] = {NULL,          "small numbers",        "floating-point numbers",
                                                      "any numbers", "few positive numbers", "small numbers and rows that follow each other"};
    const char *name = names[r->launch->contents];
    return name ? arena_printf(r->arena, "%s of seed %" PRIu64, name, r->launch->seed) : NULL;
}

static struct replay_verdict confirmed(const struct replayer *r, const struct simulate_finding *f, const struct prove_witness *w) {
    return (struct replay_verdict){.outcome = REPLAY_CONFIRMED, .witness = *w, .kind = f->kind, .contents = contents_text(r)};
}

/* The two witnesses have the same threads, so that iterations and unknown values of one are those of the other. */
static bool same_threads(const struct prove_witness *a, const struct prove_witness *b) {
    return memcmp(a->thread, b->thread, sizeof a->thread) == 0 && memcmp(a->block_index, b->block_index, sizeof a->block_index) == 0;
}

/* Stores to a place that is every thread's: whether they store one value is the question. */
static bool is_of_all(const struct replayer *r, const struct prove_conflict *c) {
    const struct protocol *p = r->request->protocol;
    return !((term_deps(p->terms, item_of(r, c->item[0])->offset) | term_deps(p->terms, item_of(r, c->item[1])->offset)) & (DEP_THREAD | DEP_APPROX));
}

/* Some access of the run has left its array: what it read is anything, and where values differ by that they may not. */
static bool has_left_arrays(const struct replayer *r) {
    bool has = false;
    for (uint32_t i = 0; i < finding_count(r); i++)
        has |= r->result->findings[i].rule == SIMULATE_OUT_OF_BOUNDS;
    return has;
}

/* The outcome for a finding of the right rule and places. */
static enum replay_outcome race_outcome(const struct simulate_finding *f, const struct prove_conflict *c) {
    if (f->same_value != c->same_value)
        return f->same_value ? REPLAY_SAME_VALUE : REPLAY_NOT_SHOWN;
    return f->approximate || (f->same_value && f->approximate_value) ? REPLAY_APPROXIMATE : REPLAY_CONFIRMED;
}

static void judge_race(struct replayer *r, const struct prove_conflict *c, struct replay_verdict *v) {
    for (uint32_t i = 0; i < finding_count(r) && v->outcome != REPLAY_CONFIRMED; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        int swapped = match_race(r, f, c);
        if (swapped < 0)
            continue;
        v->outcome = race_outcome(f, c);
        if (v->outcome == REPLAY_CONFIRMED && !f->same_value && f->approximate_value && is_of_all(r, c) && has_left_arrays(r))
            v->outcome = REPLAY_APPROXIMATE;
        if (v->outcome == REPLAY_NOT_SHOWN && has_left_arrays(r)) {
            v->outcome = REPLAY_APPROXIMATE;
            v->detail = "values that are read outside of an array";
        }
        if (v->outcome != REPLAY_CONFIRMED)
            continue;
        v->detail = NULL;
        struct prove_witness w = executed(r);
        for (int who = 0; who < 2; who++)
            show_access(r, &w, who, &f->events[who ^ swapped], item_of(r, c->item[who]));
        bool is_unknown = replay_is_loaded(r->target, &f->events[0]);
        for (int who = 0; who < 2 && !is_unknown && r->launch->seed == 0 && same_threads(&w, &c->witness); who++) {
            w.values[who] = c->witness.values[who];
            w.value_count[who] = c->witness.value_count[who];
        }
        *v = confirmed(r, f, &w);
        if (is_unknown) {
            const struct witness_array *array = &r->witness->arrays[f->events[0].array];
            v->array = array->name;
            v->elem_bytes = array->type.width_bits / 8u;
        }
    }
}

/* ---- divergence ---- */

/* The finding is that the other thread has left the kernel, and such threads count as arrived. */
static bool only_left(const struct replayer *r, const struct simulate_finding *f) {
    return f->kind == FINDING_KIND_EXITED && !f->went_on && !r->request->options->exit_diverges;
}

/* Which event waits at the barrier, or -1 if the finding is another one. */
static int match_divergence(const struct replayer *r, const struct simulate_finding *f, const struct prove_divergence *d) {
    uint32_t barrier = item_of(r, d->item)->location.id;
    int at = -1;
    if (f->rule != SIMULATE_DIVERGENCE || only_left(r, f) != (d->kind == FINDING_KIND_EXITED))
        return -1;
    for (int e = (int)f->event_count - 1; e >= 0; e--)
        if (f->events[e].mode == SIMULATE_BARRIER && f->events[e].loc.id == barrier)
            at = e;
    return at;
}

static void judge_divergence(struct replayer *r, const struct prove_divergence *d, struct replay_verdict *v) {
    for (uint32_t i = 0; i < finding_count(r) && v->outcome != REPLAY_CONFIRMED; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        int at = match_divergence(r, f, d);
        if (at < 0)
            continue;
        v->outcome = f->approximate ? REPLAY_APPROXIMATE : REPLAY_CONFIRMED;
        if (v->outcome != REPLAY_CONFIRMED)
            continue;
        struct prove_witness w = executed(r);
        memcpy(w.thread[1], d->witness.thread[1], sizeof w.thread[1]); /* who has left long ago is the model's */
        memcpy(w.block_index[1], d->witness.block_index[1], sizeof w.block_index[1]);
        for (int who = 0; who < (int)f->event_count; who++) {
            const struct simulate_event *event = &f->events[who ? f->event_count - 1 - (uint32_t)at : (uint32_t)at];
            memcpy(w.thread[who], event->thread, sizeof event->thread);
            memcpy(w.block_index[who], event->block, sizeof event->block);
        }
        *v = confirmed(r, f, &w);
        if (f->kind == FINDING_KIND_EXITED)
            v->kind = d->kind;
        if (f->event_count == 2 && f->kind != FINDING_KIND_EXITED && f->events[0].loc.id != f->events[1].loc.id)
            v->other = f->events[1 - at].mode == SIMULATE_OTHER ? (loc_ref){0} : f->events[1 - at].loc; /* else it has left the kernel */
    }
}

/* ---- bounds ---- */

static bool match_bounds(const struct replayer *r, const struct simulate_finding *f, const struct prove_violation *v) {
    const struct proto_item *item = protocol_access(r->request->protocol, v->at);
    enum finding_kind kind = v->claim != PROTOCOL_NONE   ? FINDING_KIND_INNER_DIMENSION
                             : item->mode == ACCESS_READ ? FINDING_KIND_READ
                                                         : FINDING_KIND_WRITE;
    return f->rule == SIMULATE_OUT_OF_BOUNDS && f->kind == kind && shows_item(r, &f->events[0], item);
}

static void judge_bounds(struct replayer *r, const struct prove_violation *violation, struct replay_verdict *v) {
    for (uint32_t i = 0; i < finding_count(r) && v->outcome != REPLAY_CONFIRMED; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        if (!match_bounds(r, f, violation))
            continue;
        v->outcome = f->approximate ? REPLAY_APPROXIMATE : REPLAY_CONFIRMED;
        if (v->outcome != REPLAY_CONFIRMED)
            continue;
        struct prove_witness w = executed(r);
        for (int who = 0; who < 2; who++)
            show_access(r, &w, who, &f->events[0], protocol_access(r->request->protocol, violation->at));
        w.has_value[0] = violation->claim != PROTOCOL_NONE;
        w.value[0] = (uint64_t)f->index;
        if (r->launch->seed == 0 && same_threads(&w, &violation->witness) && w.offset[0] == violation->witness.offset[0]) {
            w.values[0] = violation->witness.values[0];
            w.value_count[0] = violation->witness.value_count[0];
        }
        *v = confirmed(r, f, &w);
    }
}

/* ---- assertions ---- */

static bool match_assertion(const struct replayer *r, const struct simulate_finding *f, const struct prove_violation *v) {
    return f->rule == SIMULATE_ASSERTION && f->events[0].loc.id == r->request->protocol->asserts[v->at].location.id && f->is_absent == v->is_absent;
}

static void judge_assertion(struct replayer *r, const struct prove_violation *violation, struct replay_verdict *v) {
    for (uint32_t i = 0; i < finding_count(r) && v->outcome != REPLAY_CONFIRMED; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        if (!match_assertion(r, f, violation))
            continue;
        v->outcome = f->approximate ? REPLAY_APPROXIMATE : REPLAY_CONFIRMED;
        if (v->outcome != REPLAY_CONFIRMED)
            continue;
        struct prove_witness w = executed(r);
        for (uint32_t who = 0; who < 2; who++) {
            const struct simulate_event *event = &f->events[who < f->event_count ? who : 0];
            memcpy(w.thread[who], event->thread, sizeof w.thread[who]);
            memcpy(w.block_index[who], event->block, sizeof w.block_index[who]);
        }
        for (uint32_t who = 0; who < f->event_count && r->launch->seed == 0 && same_threads(&w, &violation->witness); who++) {
            w.values[who] = violation->witness.values[who];
            w.value_count[who] = violation->witness.value_count[who];
        }
        *v = confirmed(r, f, &w);
    }
}

/* ---- runs ---- */

/* Whether the run has shown all it was made for. */
bool replay_is_enough(void *context, const struct simulate_finding *f) {
    const struct replayer *r = context;
    bool all = true;
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        if (m->joined && !m->shown && m->conflict)
            m->shown = match_race(r, f, m->conflict) >= 0 && race_outcome(f, m->conflict) == REPLAY_CONFIRMED;
        else if (m->joined && !m->shown && m->divergence)
            m->shown = match_divergence(r, f, m->divergence) >= 0 && !f->approximate;
        else if (m->joined && !m->shown && m->assertion)
            m->shown = match_assertion(r, f, m->assertion) && !f->approximate;
        else if (m->joined && !m->shown)
            m->shown = match_bounds(r, f, m->violation) && !f->approximate;
        all &= !m->joined || m->shown;
    }
    return all;
}

/* What the run had to do with that it could not know: the construct if there was one. */
static const char *met_inexact(const struct replayer *r) {
    for (uint32_t i = 0; i < r->result->finding_count; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        if (f->rule == SIMULATE_UNSUPPORTED)
            return arena_printf(r->arena, "what an unsupported construct leaves behind, %s in line %" PRIu32, f->text ? f->text : "of unknown kind",
                                r->request->kernel->locs[f->events[0].loc.id].line);
    }
    return r->result->overflowed ? "undefined in the run, after a signed overflow"
                                 : "a variable without a value, or the result of a function that devices compute inexactly";
}

/* The beginning of "... in line 7". */
static const char *words_of_obstacle(struct arena *arena, const struct simulate_finding *f) {
    switch (f->rule) {
    case SIMULATE_BUDGET: return arena_printf(arena, "the run ended for lack of %s", f->text ? f->text : "memory");
    case SIMULATE_OUT_OF_BOUNDS: return "the run leaves an array before that,";
    case SIMULATE_DIVERGENCE: return "the run ends at a divergent barrier before that,";
    case SIMULATE_ASSERTION: return "an assertion fails before that,";
    case SIMULATE_TRAPPED: return "the run traps before that,";
    case SIMULATE_UNSUPPORTED: return arena_printf(arena, "the run meets an unsupported construct, %s", f->text ? f->text : "of unknown kind");
    case SIMULATE_RACE:
    case SIMULATE_UNINITIALISED:
    case SIMULATE_MISALIGNED: break;
    }
    return simulate_rule_name(f->rule);
}

/* Why the first run, that of the model alone, did not show it: the first thing that went wrong. */
static void explain(const struct replayer *r, struct replay_verdict *v) {
    const struct simulate_result *result = r->result;
    if (v->outcome != REPLAY_NONE)
        return;
    v->outcome = result->assumption_failed ? REPLAY_PREVENTED : REPLAY_NOT_SHOWN;
    v->detail = result->assumption_failed ? "the arguments contradict an assumption in the code" : NULL;
    for (uint32_t i = 0; i < result->finding_count && !v->detail; i++) {
        const struct simulate_finding *f = &result->findings[i];
        switch (f->rule) {
        case SIMULATE_RACE:
        case SIMULATE_UNINITIALISED:
        case SIMULATE_MISALIGNED: continue;
        case SIMULATE_ASSERTION:
            if (result->complete)
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_BUDGET: v->outcome = REPLAY_EXHAUSTED; break;
        case SIMULATE_DIVERGENCE:
            if (only_left(r, f))
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_OUT_OF_BOUNDS:
            if (f->kind == FINDING_KIND_INNER_DIMENSION || f->wraps) /* it was performed */
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_TRAPPED:
        case SIMULATE_UNSUPPORTED: v->outcome = REPLAY_PREVENTED; break;
        }
        v->detail = arena_printf(r->arena, "%s in line %" PRIu32, words_of_obstacle(r->arena, f), r->request->kernel->locs[f->events[0].loc.id].line);
    }
}

/* Explains a race with an atomic access that the run did not show, if the run shows a different race on one of the two accesses. That
   race came first; the shadow merged its records with those of the access, and results of atomics depend on its order. So this run
   cannot decide. */
static void explain_race(const struct replayer *r, const struct prove_conflict *c, struct replay_verdict *v) {
    const struct protocol *p = r->request->protocol;
    bool is_atomic = p->items[c->item[0]].mode == ACCESS_ATOMIC || p->items[c->item[1]].mode == ACCESS_ATOMIC;
    for (uint32_t i = 0; i < r->result->finding_count && is_atomic && v->outcome == REPLAY_NOT_SHOWN && !v->detail; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        bool is_one = false;
        for (int who = 0; f->rule == SIMULATE_RACE && who < 2; who++)
            is_one |= shows_item(r, &f->events[who], &p->items[c->item[0]]) || shows_item(r, &f->events[who], &p->items[c->item[1]]);
        if (!is_one)
            continue;
        v->outcome = REPLAY_PREVENTED;
        v->detail = "the run shows another race of one of the accesses";
    }
}

bool replay_is_pending(const struct member *m) {
    return m->verdict->outcome != REPLAY_CONFIRMED;
}

void replay_judge(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        if (!replay_is_pending(m) || !m->joined)
            continue;
        bool was_inexact = m->verdict->outcome == REPLAY_APPROXIMATE;
        if (m->conflict)
            judge_race(r, m->conflict, m->verdict);
        else if (m->divergence)
            judge_divergence(r, m->divergence, m->verdict);
        else if (m->violation)
            judge_bounds(r, m->violation, m->verdict);
        else
            judge_assertion(r, m->assertion, m->verdict);
        if (m->verdict->outcome == REPLAY_APPROXIMATE && !was_inexact)
            m->verdict->detail = met_inexact(r);
        if (replay_is_pending(m))
            explain(r, m->verdict);
        if (m->conflict)
            explain_race(r, m->conflict, m->verdict);
        if (!replay_is_pending(m) || !m->verdict->launch)
            m->verdict->launch = r->witness;
    }
}
