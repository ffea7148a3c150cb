#include "check/open.h"

/* A run may decide what the prover could not. Other reasons, e.g. an unsupported construct, are obstacles to runs, too. */
static bool is_undecided(enum reason_kind reason) {
    return reason == REASON_SOLVER_BUDGET || reason == REASON_DATA_DEPENDENT || reason == REASON_NO_WITNESS || reason == REASON_NOT_REPLAYED;
}

unsigned open_property(const struct open_question *q) {
    return q->conflict ? PROP_RACE : q->divergence ? PROP_DIVERGENCE : q->violation ? PROP_BOUNDS : PROP_ASSERT;
}

static bool is_open(const struct open_question *q, const struct replay_verdict *v) {
    if (q->outcome == PROVE_MODEL)
        return v->outcome != REPLAY_CONFIRMED && !q->witness->precondition && !v->witness.precondition;
    return q->outcome == PROVE_UNKNOWN && is_undecided(q->reason);
}

/* All that is not proved, in the order of the report. */
static struct open_questions questions_of(struct arena *arena, const struct protocol *protocol, const struct prove_report *r) {
    uint32_t most = r->conflict_count + r->divergence_count + r->bound_count + r->assert_count;
    struct open_questions all = {.protocol = protocol};
    all.list = arena_alloc(arena, (most + 1) * sizeof *all.list);
    for (uint32_t i = 0; i < r->conflict_count; i++) {
        const struct prove_conflict *c = &r->conflicts[i];
        all.list[all.count++] = (struct open_question){.conflict = c, .outcome = c->outcome, .reason = c->reason, .witness = &c->witness};
    }
    for (uint32_t i = 0; i < r->divergence_count; i++) {
        const struct prove_divergence *d = &r->divergences[i];
        all.list[all.count++] = (struct open_question){.divergence = d, .outcome = d->outcome, .reason = d->reason, .witness = &d->witness};
    }
    for (uint32_t i = 0; i < r->bound_count; i++) {
        const struct prove_violation *v = &r->bounds[i];
        all.list[all.count++] = (struct open_question){.violation = v, .outcome = v->outcome, .reason = v->reason, .witness = &v->witness};
    }
    for (uint32_t i = 0; i < r->assert_count; i++) {
        const struct prove_violation *v = &r->asserts[i];
        all.list[all.count++] = (struct open_question){.assertion = v, .outcome = v->outcome, .reason = v->reason, .witness = &v->witness};
    }
    return all;
}

static const struct replay_verdict *verdict_of(const struct open_question *q, const struct prove_report *report, const struct replay_report *replay) {
    return q->conflict     ? &replay->conflicts[q->conflict - report->conflicts]
           : q->divergence ? &replay->divergences[q->divergence - report->divergences]
           : q->violation  ? &replay->bounds[q->violation - report->bounds]
                           : &replay->asserts[q->assertion - report->asserts];
}

struct open_questions open_questions_of(struct arena *arena, const struct protocol *protocol, const struct prove_report *report,
                                        const struct replay_report *replay) {
    struct open_questions open = questions_of(arena, protocol, report);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open.count; i++) {
        const struct open_question *q = &open.list[i];
        bool is_note = (q->conflict && q->conflict->same_value) || (q->divergence && q->divergence->kind == FINDING_KIND_EXITED);
        if (!is_note && is_open(q, verdict_of(q, report, replay)))
            open.list[kept++] = *q;
    }
    open.count = kept;
    return open;
}

struct open_questions open_undecided(struct arena *arena, const struct protocol *protocol, const struct prove_report *report) {
    struct open_questions open = questions_of(arena, protocol, report);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open.count; i++)
        if (open.list[i].outcome == PROVE_UNKNOWN)
            open.list[kept++] = open.list[i];
    open.count = kept;
    return open;
}

static bool is_about_race(const struct open_questions *open, const struct prove_conflict *c, const struct simulate_finding *f) {
    uint32_t a = open->protocol->items[c->item[0]].location.id, b = open->protocol->items[c->item[1]].location.id;
    uint32_t x = f->events[0].loc.id, y = f->events[f->event_count - 1].loc.id;
    return !f->same_value && (f->scope == FINDING_SCOPE_GRID) == c->between_blocks && ((a == x && b == y) || (a == y && b == x));
}

static bool is_about(const struct open_questions *open, const struct open_question *q, const struct simulate_finding *f) {
    bool is_inner = f->kind == FINDING_KIND_INNER_DIMENSION;
    switch (f->rule) {
    case SIMULATE_RACE: return q->conflict && is_about_race(open, q->conflict, f);
    case SIMULATE_DIVERGENCE: /* a search shows none that is excused: threads that have left the kernel count where it says so */
        return q->divergence && (open->protocol->items[q->divergence->item].location.id == f->events[0].loc.id ||
                                 open->protocol->items[q->divergence->item].location.id == f->events[f->event_count - 1].loc.id);
    case SIMULATE_OUT_OF_BOUNDS:
        return q->violation && is_inner == (q->violation->claim != PROTOCOL_NONE) &&
               protocol_access(open->protocol, q->violation->at)->location.id == f->events[0].loc.id;
    case SIMULATE_ASSERTION: return q->assertion && open->protocol->asserts[q->assertion->at].location.id == f->events[0].loc.id;
    case SIMULATE_MISALIGNED:
    case SIMULATE_UNINITIALISED:
    case SIMULATE_TRAPPED:
    case SIMULATE_BUDGET:
    case SIMULATE_UNSUPPORTED: break;
    }
    return false;
}

struct open_question *open_question_about(const struct open_questions *open, const struct simulate_finding *found) {
    for (uint32_t i = 0; i < open->count; i++)
        if (is_about(open, &open->list[i], found))
            return &open->list[i];
    return NULL;
}

static bool is_at(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0;
}

const bool *open_shown_conflicts(const struct conductor *c, const struct prove_report *report, const struct replay_report *replay) {
    bool *shown = arena_alloc(c->arena, (report->conflict_count + 1) * sizeof *shown);
    for (uint32_t i = 0; i < report->conflict_count; i++) {
        const struct source_place a = conductor_place(c, c->protocol->items[report->conflicts[i].item[0]].location);
        const struct source_place b = conductor_place(c, c->protocol->items[report->conflicts[i].item[1]].location);
        shown[i] = replay && replay->conflicts[i].outcome == REPLAY_CONFIRMED;
        for (uint32_t f = 0; f < c->findings.size && !shown[i]; f++) {
            const struct finding *found = &c->findings.data[f];
            bool is_race = found->rule == RULE_DATA_RACE && found->certainty == CERTAINTY_CONFIRMED && found->access_count == 2;
            shown[i] = is_race && ((is_at(&found->accesses[0].place, &a) && is_at(&found->accesses[1].place, &b)) ||
                                   (is_at(&found->accesses[0].place, &b) && is_at(&found->accesses[1].place, &a)));
        }
    }
    return shown;
}
