#include "check/replay.h"

#include <inttypes.h>
#include <string.h>

#include "check/executed.h"
#include "check/replay_launch.h"
#include "check/required.h"
#include "kernel/cfg.h"

enum { RUNS_MAX = 96, FINDINGS_MAX = 4000 };
#define MODEL_STEPS UINT64_C(2000000)
#define VARIATION_STEPS UINT64_C(500000)
#define LEAST_STEPS UINT64_C(100000)
#define ALL_STEPS UINT64_C(10000000)
/* Steps of a long run, for an exact model whose run ended at its budget: the violation may come in a late iteration. */
#define LATE_STEPS UINT64_C(8000000)
#define SMALLEST_STEPS UINT64_C(32000000) /* in the smallest block, where the end of a million rounds is near enough */
#define ALL_LATE_STEPS UINT64_C(60000000)
#define SMALLER_BUDGET UINT64_C(2000000) /* solver steps */

/* The attempts in order: the model as it is; then, if that run does not show the violation, variations of it. */
static const struct attempt {
    enum replay_contents contents;
    bool plain_contents, spread_guesses;
    uint64_t other_scalars, most, seed;
    double real;
    bool least_strides, raises;
} ATTEMPTS[] = {
    {CONTENTS_ZERO, false, false, 1, 0, 0, 1.0, false, false},     {CONTENTS_SMALL, true, false, 64, 64, 1, 1.0, false, false},
    {CONTENTS_SMALL, false, true, 1, 4, 2, 0.125, false, false},
    {CONTENTS_ZERO, false, false, 1, 0, 11, 1.0, false, false}, /* keeping pace */
    {CONTENTS_ZERO, false, false, 1, 0, 13, 1.0, false, false}, /* waiting before writes */
    {CONTENTS_FLOAT, false, false, 64, 64, 3, 100.0, false, false},
    {CONTENTS_ANY, false, false, 1000, 1024, 4, -1.0, false, false}, {CONTENTS_SMALL, false, false, 3, 1, 5, 1e6, false, false},
    {CONTENTS_SMALL, false, true, 0, 0, 6, 0.0, false, false},     {CONTENTS_SMALL, false, false, 1, 0, 7, 1.0, true, false},
    {CONTENTS_RARE, true, false, 64, 64, 8, 1.0, false, true},     {CONTENTS_RARE, true, false, 3, 3, 9, 1.0, false, true},
};
enum { ATTEMPT_COUNT = sizeof ATTEMPTS / sizeof *ATTEMPTS };

/* A counterexample: of a conflict, of a divergence, of an access out of bounds or
   of an assertion. */
struct member {
    const struct prove_conflict *conflict;
    const struct prove_divergence *divergence;
    const struct prove_violation *violation, *assertion;
    const struct prove_witness *model;
    const char *approximation;    /* the model's, or NULL */
    struct replay_verdict *verdict;
    bool joined, done;            /* in the current run; in one of the current attempt */
    bool shown;                   /* by the current run, so far */
};

struct replayer {
    struct arena *arena;
    const struct replay_request *request;
    struct replay_target *target;
    struct replay_report *report;
    struct member *members; uint32_t member_count;
    uint64_t late_steps;          /* of the report's, those of long runs */
    bool asked_smaller;
    const struct prove_report *smaller; /* models in the smallest block, once asked for; NULL: there is none */
    /* of the current run */
    const struct replay_launch *launch;
    struct witness *witness;
    const struct simulate_result *result;
    struct prove_witness used;
};

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

static bool shows_item(const struct replayer *r, const struct simulate_event *event, const struct proto_item *item) {
    int64_t offset;
    if (event->loc.id != item->location.id || replay_array_of(r->target, event, &offset) != item->array)
        return false;
    switch (item->mode) {
    case ACCESS_READ:
        return event->mode == SIMULATE_READ;
    case ACCESS_WRITE:
        return event->mode == SIMULATE_WRITE;
    case ACCESS_ATOMIC:
        return event->mode == SIMULATE_ATOMIC || kernel_inst(r->request->kernel, event->inst)->op == INST_CMPXCHG;
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
    static const char *const names[CONTENTS_COUNT] = {NULL, "small numbers", "floating-point numbers", "any numbers", "few positive numbers"};
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
        if (v->outcome != REPLAY_CONFIRMED)
            continue;
        struct prove_witness w = executed(r);
        for (int who = 0; who < 2; who++)
            show_access(r, &w, who, &f->events[who ^ swapped], item_of(r, c->item[who]));
        bool is_unknown = item_of(r, c->item[0])->array == r->target->unknown_array;
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
            v->other = f->events[1 - at].loc;
    }
}

/* ---- bounds ---- */

static bool match_bounds(const struct replayer *r, const struct simulate_finding *f, const struct prove_violation *v) {
    const struct proto_item *item = protocol_access(r->request->protocol, v->at);
    enum finding_kind kind = v->claim != PROTOCOL_NONE ? FINDING_KIND_INNER_DIMENSION : item->mode == ACCESS_READ ? FINDING_KIND_READ : FINDING_KIND_WRITE;
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
    return f->rule == SIMULATE_ASSERTION && f->events[0].loc.id == r->request->protocol->asserts[v->at].location.id;
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
        for (int who = 0; who < 2; who++) {
            memcpy(w.thread[who], f->events[0].thread, sizeof w.thread[who]);
            memcpy(w.block_index[who], f->events[0].block, sizeof w.block_index[who]);
        }
        if (r->launch->seed == 0 && same_threads(&w, &violation->witness)) {
            w.values[0] = violation->witness.values[0];
            w.value_count[0] = violation->witness.value_count[0];
        }
        *v = confirmed(r, f, &w);
    }
}

/* ---- runs ---- */

/* Whether the run has shown all it was made for. */
static bool is_enough(void *context, const struct simulate_finding *f) {
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
        case SIMULATE_RACE: case SIMULATE_UNINITIALISED: case SIMULATE_MISALIGNED:
            continue;
        case SIMULATE_ASSERTION:
            if (result->complete)
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_BUDGET:
            v->outcome = REPLAY_EXHAUSTED;
            break;
        case SIMULATE_DIVERGENCE:
            if (only_left(r, f))
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_OUT_OF_BOUNDS:
            if (f->kind == FINDING_KIND_INNER_DIMENSION) /* it was performed */
                continue;
            v->outcome = REPLAY_PREVENTED;
            break;
        case SIMULATE_TRAPPED: case SIMULATE_UNSUPPORTED:
            v->outcome = REPLAY_PREVENTED;
            break;
        }
        v->detail = arena_printf(r->arena, "the run meets %s%s%s in line %" PRIu32, simulate_rule_name(f->rule), f->text ? ": " : "",
                                 f->text ? f->text : "", r->request->kernel->locs[f->events[0].loc.id].line);
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

static bool is_pending(const struct member *m) {
    return m->verdict->outcome != REPLAY_CONFIRMED;
}

static void judge(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        if (!is_pending(m) || !m->joined)
            continue;
        if (m->conflict)
            judge_race(r, m->conflict, m->verdict);
        else if (m->divergence)
            judge_divergence(r, m->divergence, m->verdict);
        else if (m->violation)
            judge_bounds(r, m->violation, m->verdict);
        else
            judge_assertion(r, m->assertion, m->verdict);
        if (is_pending(m))
            explain(r, m->verdict);
        if (m->conflict)
            explain_race(r, m->conflict, m->verdict);
        if (!is_pending(m) || !m->verdict->launch)
            m->verdict->launch = r->witness;
    }
}

/* The program has assumptions: only a run that ends shows that it satisfies them. */
static bool has_assumptions(const struct protocol *p) {
    for (uint32_t i = 0; i < p->assert_count; i++)
        if (p->asserts[i].kind == CLAIM_ASSUME)
            return true;
    return false;
}

/* The launch cannot be run, for example because it lacks a thread or block that a model names: sets the outcome of its members. */
static void refuse(struct replayer *r, const char *why) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct replay_verdict *v = r->members[i].verdict;
        if (r->members[i].joined && v->outcome == REPLAY_NONE)
            *v = (struct replay_verdict){.outcome = REPLAY_NOT_SHOWN, .witness = v->witness, .kind = v->kind, .detail = why};
    }
}

static void run(struct replayer *r, const struct replay_launch *launch, uint64_t steps) {
    struct simulate_input input;
    struct arena scratch;
    if (r->report->runs >= RUNS_MAX || r->report->steps - r->late_steps >= ALL_STEPS)
        return;
    arena_init(&scratch);
    r->launch = launch;
    r->used = (struct prove_witness){.params = NULL};
    r->witness = replay_launch_build(r->target, launch, &r->used);
    const struct replay_request *q = r->request;
    bool is_required = required_hold(q->protocol, q->required, q->required_count, launch->block, launch->grid, r->used.params,
                                     r->used.param_count);
    if (r->witness && is_required) {
        const char *error = NULL;
        r->witness->step_budget = steps;
        if (!witness_input(&scratch, r->request->kernel, r->witness, &input, &error)) {
            refuse(r, arena_strdup(r->arena, error));
            arena_release(&scratch);
            return;
        }
        input.finding_limit = FINDINGS_MAX;
        input.overflow_taints = true;
        input.is_enough = has_assumptions(r->request->protocol) ? NULL : is_enough;
        input.enough_context = r;
        r->result = simulate_run(&scratch, r->request->kernel, &input);
        r->report->runs++;
        r->report->steps += r->result->steps;
        judge(r);
    }
    arena_release(&scratch);
}

static void reach_dynamic(const struct replayer *r, struct replay_launch *launch, const struct member *m) {
    const struct protocol *p = r->request->protocol;
    if (!m->conflict || p->arrays[item_of(r, m->conflict->item[0])->array].kind != ARRAY_DYNAMIC)
        return;
    for (int who = 0; who < 2; who++) {
        uint64_t end = (uint64_t)m->model->offset[who] + m->model->size[who];
        if (m->model->offset[who] >= 0 && end > launch->dynamic_bytes && end < UINT64_C(1) << 32)
            launch->dynamic_bytes = end;
    }
}

static struct replay_launch launch_of(const struct attempt *attempt) {
    return (struct replay_launch){.contents = attempt->contents, .plain_contents = attempt->plain_contents,
                                  .spread_guesses = attempt->spread_guesses, .other_scalars = attempt->other_scalars,
                                  .most = attempt->most, .more_blocks = attempt != ATTEMPTS,
                                  .other_reals = attempt != ATTEMPTS, .real = attempt->real, .seed = attempt->seed,
                                  .least_strides = attempt->least_strides, .raises = attempt->raises};
}

/* The attempt may be made for the member. With strides of 1, indices read from memory may meet that natural strides keep apart, so
   approximate members are left out. */
static bool takes(const struct member *m, const struct attempt *attempt) {
    return is_pending(m) && !m->done && !(attempt->least_strides && m->approximation);
}

/* The steps of one run: an equal share of half of all steps for each open counterexample, at least LEAST_STEPS and at most `most`. */
static uint64_t share_of(const struct replayer *r, uint64_t most) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < r->member_count; i++)
        open += is_pending(&r->members[i]);
    uint64_t share = ALL_STEPS / 2 / (open ? open : 1);
    share = share < LEAST_STEPS ? LEAST_STEPS : share;
    return share < most ? share : most;
}

/* One run for a member and all later ones that fit. */
static void replay_member(struct replayer *r, uint32_t at, const struct attempt *attempt, bool apart) {
    struct replay_launch launch = launch_of(attempt);
    launch.apart_layouts = apart;
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        bool fits = r->target->layouts.count == 0 || !m->conflict == !r->members[at].conflict;
        m->joined = i >= at && fits && takes(m, attempt) && replay_launch_add(&launch, m->model);
        m->done |= m->joined;
        m->shown = false;
        if (m->joined)
            reach_dynamic(r, &launch, m);
    }
    run(r, &launch, share_of(r, attempt == ATTEMPTS ? MODEL_STEPS : VARIATION_STEPS));
    replay_launch_release(&launch);
}

/* ---- long runs ---- */

/* Neither the user nor the kernel fixes the block's size, so a smaller block may be used. */
static bool may_shrink(const struct replayer *r) {
    const struct prove_scope *scope = r->request->scope;
    const struct protocol *p = r->request->protocol;
    for (int a = 0; a < 3; a++)
        if (!scope || scope->block[a] || p->required_block[a])
            return false;
    return true;
}

/* The prover's models in blocks of two threads along each axis in use; made once. */
static const struct prove_report *smaller_models(struct replayer *r, const struct prove_witness *model) {
    if (r->asked_smaller || !may_shrink(r))
        return r->smaller;
    struct prove_scope scope = *r->request->scope;
    for (int a = 0; a < 3; a++)
        scope.block[a] = model->block[a] < 2 ? model->block[a] : 2;
    scope.budget_steps = scope.budget_steps < SMALLER_BUDGET ? scope.budget_steps : SMALLER_BUDGET;
    scope.dumps = 0;
    scope.advice = false;
    r->asked_smaller = true;
    r->smaller = prove_protocol(r->arena, r->request->protocol, &scope, r->request->properties);
    return r->smaller;
}

static const struct prove_witness *model_of(const struct prove_violation *found, uint32_t count, uint32_t at) {
    for (uint32_t i = 0; i < count; i++)
        if (found[i].at == at && found[i].outcome == PROVE_MODEL && !found[i].approximation)
            return &found[i].witness;
    return NULL;
}

/* The same counterexample in the smallest block, exact and natural; or NULL. */
static const struct prove_witness *smaller_model(struct replayer *r, const struct member *m) {
    const struct prove_report *s = smaller_models(r, m->model);
    const struct prove_witness *found = NULL;
    for (uint32_t i = 0; s && m->conflict && i < s->conflict_count && !found; i++) {
        const struct prove_conflict *c = &s->conflicts[i];
        bool is_same = memcmp(c->item, m->conflict->item, sizeof c->item) == 0 && c->between_blocks == m->conflict->between_blocks;
        if (is_same && c->outcome == PROVE_MODEL && c->same_value == m->conflict->same_value && !c->approximation)
            found = &c->witness;
    }
    for (uint32_t i = 0; s && m->divergence && i < s->divergence_count && !found; i++) {
        const struct prove_divergence *d = &s->divergences[i];
        if (d->item == m->divergence->item && d->kind == m->divergence->kind && d->outcome == PROVE_MODEL && !d->approximation)
            found = &d->witness;
    }
    if (s && m->violation)
        found = model_of(s->bounds, s->bound_count, m->violation->at);
    if (s && m->assertion)
        found = model_of(s->asserts, s->assert_count, m->assertion->at);
    return found && !found->precondition ? found : NULL;
}

/* The member is an exact model in a natural launch whose run ended at its budget. */
static bool is_late(const struct member *m) {
    return m->verdict->outcome == REPLAY_EXHAUSTED && !m->approximation && !m->model->precondition;
}

/* A long run of the model, for all that fit it. */
static void run_late(struct replayer *r, const struct prove_witness *model, struct member *member) {
    struct replay_launch launch = launch_of(ATTEMPTS);
    uint64_t before = r->report->steps, left = ALL_LATE_STEPS - r->late_steps;
    bool is_own = model == member->model;
    uint64_t most = is_own ? LATE_STEPS : SMALLEST_STEPS;
    (void)replay_launch_add(&launch, model);
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        m->joined = m == member || (is_own && is_late(m) && replay_launch_add(&launch, m->model));
        m->shown = false;
        if (m->joined)
            reach_dynamic(r, &launch, m);
        if (m->joined && is_own)
            *m->verdict = (struct replay_verdict){.witness = *m->model, .kind = m->verdict->kind, .launch = m->verdict->launch};
    }
    run(r, &launch, left < most ? left : most);
    r->late_steps += r->report->steps - before;
    replay_launch_release(&launch);
}

static void replay_late(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        if (is_late(m) && r->late_steps < ALL_LATE_STEPS)
            run_late(r, m->model, m);
        const struct prove_witness *smaller = is_late(m) ? smaller_model(r, m) : NULL;
        if (smaller && r->late_steps < ALL_LATE_STEPS)
            run_late(r, smaller, m);
    }
}

static bool chooses_strides(const struct replayer *r, const struct member *m) {
    bool does = false;
    for (uint32_t i = 0; i < m->model->cell_count; i++)
        does |= layout_is(&r->target->layouts, m->model->cells[i].array);
    return does;
}

/* Replays open members with the model's own strides in memory. A race shown only then is_crowded: such strides make elements overlap
   that natural ones keep apart. */
static void replay_crowded(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        m->done = false;
        if (!m->conflict || !is_pending(m) || !chooses_strides(r, m))
            continue;
        for (uint32_t j = 0; j < r->member_count; j++)
            r->members[j].done = j != i;
        replay_member(r, i, ATTEMPTS, false);
        m->verdict->is_crowded = m->verdict->outcome == REPLAY_CONFIRMED;
    }
}

static void replay_members(struct replayer *r) {
    for (uint32_t attempt = 0; attempt < ATTEMPT_COUNT; attempt++) {
        if (attempt == 1)
            replay_late(r);
        for (uint32_t i = 0; i < r->member_count; i++)
            r->members[i].done = false;
        for (uint32_t i = 0; i < r->member_count; i++)
            if (takes(&r->members[i], &ATTEMPTS[attempt]))
                replay_member(r, i, &ATTEMPTS[attempt], r->members[i].conflict != NULL);
    }
    replay_crowded(r);
}

/* Sets the outcome of members that were not run because the budget ended. */
static void explain_rest(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++)
        if (r->members[i].verdict->outcome == REPLAY_NONE) {
            r->members[i].verdict->outcome = REPLAY_EXHAUSTED;
            r->members[i].verdict->detail = "other counterexamples used up the steps for replays";
        }
}

/* Models about memory behind unknown pointers say nothing about which memory it is. */
static void add_conflicts(struct replayer *r, const struct prove_report *models, bool unknown) {
    const struct protocol *p = r->request->protocol;
    for (uint32_t i = 0; i < models->conflict_count; i++) {
        const struct prove_conflict *c = &models->conflicts[i];
        bool is_unknown = p->arrays[item_of(r, c->item[0])->array].kind == ARRAY_UNKNOWN;
        r->report->conflicts[i] = unknown ? r->report->conflicts[i] : (struct replay_verdict){.witness = c->witness};
        if (c->outcome == PROVE_MODEL && is_unknown == unknown)
            r->members[r->member_count++] = (struct member){.conflict = c, .model = &c->witness, .approximation = c->approximation, .verdict = &r->report->conflicts[i]};
    }
}

static void add_members(struct replayer *r, const struct prove_report *models) {
    add_conflicts(r, models, false);
    for (uint32_t i = 0; i < models->divergence_count; i++) {
        const struct prove_divergence *d = &models->divergences[i];
        r->report->divergences[i] = (struct replay_verdict){.witness = d->witness, .kind = d->kind};
        if (d->outcome == PROVE_MODEL)
            r->members[r->member_count++] = (struct member){.divergence = d, .model = &d->witness, .approximation = d->approximation, .verdict = &r->report->divergences[i]};
    }
    for (uint32_t i = 0; i < models->assert_count; i++) {
        const struct prove_violation *v = &models->asserts[i];
        r->report->asserts[i] = (struct replay_verdict){.witness = v->witness};
        if (v->outcome == PROVE_MODEL)
            r->members[r->member_count++] = (struct member){.assertion = v, .model = &v->witness, .approximation = v->approximation, .verdict = &r->report->asserts[i]};
    }
    for (uint32_t i = 0; i < models->bound_count; i++) {
        const struct prove_violation *v = &models->bounds[i];
        r->report->bounds[i] = (struct replay_verdict){.witness = v->witness};
        if (v->outcome == PROVE_MODEL)
            r->members[r->member_count++] = (struct member){.violation = v, .model = &v->witness, .approximation = v->approximation, .verdict = &r->report->bounds[i]};
    }
    add_conflicts(r, models, true);
}

/* Executes the members by the semantics of the calculus: there is no kernel to simulate. */
static void execute_members(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        if (m->conflict)
            executed_race(r->arena, r->request, m->conflict, m->verdict);
        else if (m->divergence)
            executed_divergence(r->arena, r->request, m->divergence, m->verdict);
    }
}

struct replay_report *replay_models(struct arena *arena, const struct replay_request *request, const struct prove_report *models) {
    struct replayer r = {.arena = arena, .request = request, .report = arena_alloc(arena, sizeof *r.report)};
    r.members = arena_alloc(arena, (models->conflict_count + models->divergence_count + models->bound_count + models->assert_count + 1) * sizeof *r.members);
    r.report->conflicts = arena_alloc(arena, (models->conflict_count + 1) * sizeof *r.report->conflicts);
    r.report->asserts = arena_alloc(arena, (models->assert_count + 1) * sizeof *r.report->asserts);
    r.report->bounds = arena_alloc(arena, (models->bound_count + 1) * sizeof *r.report->bounds);
    r.report->divergences = arena_alloc(arena, (models->divergence_count + 1) * sizeof *r.report->divergences);
    add_members(&r, models);
    if (request->kernel && r.member_count > 0) {
        r.target = replay_target_create(arena, request);
        replay_members(&r);
        explain_rest(&r);
    } else if (request->options->search != SEARCH_ALONE) {
        execute_members(&r);
    }
    return r.report;
}
