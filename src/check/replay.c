#include "check/replay.h"

#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "check/contents.h"
#include "check/executed.h"
#include "check/replay_launch.h"
#include "check/replay_parts.h"
#include "check/required.h"
#include "kernel/cfg.h"
#include "protocol/stated.h"

enum { RUNS_MAX = 96, FINDINGS_MAX = 4000, FINDINGS_OF_MEMBER = 8, SAME_MOST = 2 };
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
    {CONTENTS_ZERO, false, false, 1, 0, 0, 1.0, false, false},      {CONTENTS_SMALL, true, false, 64, 64, 1, 1.0, false, false},
    {CONTENTS_SMALL, false, true, 1, 4, 2, 0.125, false, false},    {CONTENTS_ZERO, false, false, 1, 0, 11, 1.0, false, false}, /* keeping pace */
    {CONTENTS_ZERO, false, false, 1, 0, 13, 1.0, false, false}, /* waiting before writes */
    {CONTENTS_FLOAT, false, false, 64, 64, 3, 100.0, false, false}, {CONTENTS_ANY, false, false, 1000, 1024, 4, -1.0, false, false},
    {CONTENTS_SMALL, false, false, 3, 1, 5, 1e6, false, false},     {CONTENTS_SMALL, false, true, 0, 0, 6, 0.0, false, false},
    {CONTENTS_SMALL, false, false, 1, 0, 7, 1.0, true, false},      {CONTENTS_RARE, true, false, 64, 64, 8, 1.0, false, true},
    {CONTENTS_RARE, true, false, 3, 3, 9, 1.0, false, true},        {CONTENTS_RISING, true, false, 64, 64, 10, 1.0, false, true},
    {CONTENTS_RISING, true, false, 3, 3, 12, 1.0, false, true},
};
enum { ATTEMPT_COUNT = sizeof ATTEMPTS / sizeof *ATTEMPTS, ANY_CONTENTS = 6, SMALL_CONTENTS = 7 };

static const struct proto_item *item_of(const struct replayer *r, uint32_t item) {
    return &r->request->protocol->items[item];
}

/* The launch cannot be run, for example because it lacks a thread or block that a model names: sets the outcome of its members. */
static void refuse(struct replayer *r, enum replay_outcome outcome, const char *why) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct replay_verdict *v = r->members[i].verdict;
        if (r->members[i].joined && v->outcome == REPLAY_NONE)
            *v = (struct replay_verdict){.outcome = outcome, .witness = v->witness, .kind = v->kind, .detail = why};
    }
}

static uint32_t bounded_arrays(const struct witness *witness) {
    uint32_t count = 0;
    for (uint32_t i = 0; witness && i < witness->array_count; i++)
        count += !witness->arrays[i].unbounded;
    return count;
}

/* Some access leaves an array that conditions on contents have made as long as they can hold. */
static bool leaves_arrays(const struct simulate_result *result) {
    bool leaves = false;
    for (uint32_t i = 0; i < result->finding_count; i++)
        leaves |= result->findings[i].rule == SIMULATE_OUT_OF_BOUNDS;
    return leaves;
}

static const char *not_whole(const struct replayer *r, const char *condition) {
    return arena_printf(r->arena, "contents of arrays for which no whole array with %s is found", condition);
}

static const char *first_on_contents(const struct replay_request *q) {
    for (uint32_t i = 0; i < q->required_count; i++)
        if (stated_of_term(q->protocol, q->required[i].term))
            return q->required[i].text;
    return "these contents";
}

static bool has_ended_steps(const struct simulate_result *result) {
    bool has = false;
    for (uint32_t i = 0; i < result->finding_count; i++)
        has |= result->findings[i].rule == SIMULATE_BUDGET;
    return has;
}

/* Neither what is accessed, nor by whom, nor how often depends on memory or unknown values. */
static bool steers_alone(const struct protocol *p) {
    uint16_t deps = p->private_count > 0 ? DEP_APPROX : 0; /* not looked at */
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        const term_ref steering[] = {item->guard, item->offset, item->size, item->source_offset, item->mask, item->count};
        for (size_t k = 0; k < sizeof steering / sizeof *steering; k++)
            deps |= term_is_none(steering[k]) ? 0 : term_deps(p->terms, steering[k]);
    }
    for (uint32_t i = 0; i < p->loop_count; i++)
        deps |= term_is_none(p->loops[i].proceeds) ? DEP_APPROX : term_deps(p->terms, p->loops[i].proceeds);
    return !(deps & (DEP_MEMORY | DEP_APPROX));
}

/* What decides what a run does where the kernel steers alone, but for the turns of threads that take them at random. */
static uint64_t key_of(const struct replayer *r, const struct replay_launch *launch) {
    uint64_t key = hash_mix(launch->more_blocks, simulate_turns(r->witness ? r->witness->seed : 0));
    key = hash_mix(key, launch->dynamic_bytes);
    for (uint32_t a = 0; a < 3; a++)
        key = hash_mix(hash_mix(key, launch->block[a]), launch->grid[a]);
    for (uint32_t i = 0; i < launch->threads.size; i++)
        for (uint32_t a = 0; a < 3; a++)
            key = hash_mix(hash_mix(key, launch->threads.data[i].block[a]), launch->threads.data[i].thread[a]);
    for (uint32_t i = 0; i < r->used.param_count; i++)
        key = hash_mix(key, r->used.params[i].value);
    return key;
}

/* So many runs have done the same, with other contents, that one more would as well: that matters only to what is written. */
static bool is_repeated(const struct replayer *r, uint64_t key, uint64_t steps) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < r->done.size; i++)
        same += r->done.data[i].key == key && r->done.data[i].steps >= steps;
    for (uint32_t i = 0; i < r->member_count; i++) {
        enum replay_outcome outcome = r->members[i].verdict->outcome;
        if (r->members[i].joined && (outcome == REPLAY_NONE || outcome == REPLAY_SAME_VALUE || outcome == REPLAY_APPROXIMATE))
            return false;
    }
    return same >= SAME_MOST;
}

static void run(struct replayer *r, const struct replay_launch *launch, uint64_t steps) {
    struct simulate_input input;
    struct arena scratch;
    r->ended_steps = false;
    if (r->report->runs >= RUNS_MAX || r->report->steps - r->late_steps >= ALL_STEPS)
        return;
    arena_init(&scratch);
    r->launch = launch;
    r->used = (struct prove_witness){.params = NULL};
    r->witness = replay_launch_build(r->target, launch, &r->used);
    const struct replay_request *q = r->request;
    const uint64_t key = r->steers_alone ? key_of(r, launch) : 0;
    if (r->steers_alone && is_repeated(r, key, steps)) {
        arena_release(&scratch);
        return;
    }
    bool is_required = required_hold(q->protocol, q->required, q->required_count, launch->block, launch->grid, r->used.params, r->used.param_count);
    uint32_t bounded = bounded_arrays(r->witness);
    const char *broken = r->witness && is_required ? contents_satisfy(r->arena, q->protocol, q->required, q->required_count, r->used.params,
                                                                      r->used.param_count, r->witness)
                                                   : NULL;
    if (broken) /* the prover knows what a condition says of the elements in a query, not that others leave no room for them */
        refuse(r, REPLAY_APPROXIMATE, not_whole(r, broken));
    if (r->witness && is_required && !broken) {
        const char *error = NULL;
        r->witness->step_budget = steps;
        if (!witness_input(&scratch, r->request->kernel, r->witness, &input, &error)) {
            refuse(r, REPLAY_NOT_SHOWN, arena_strdup(r->arena, error));
            arena_release(&scratch);
            return;
        }
        input.finding_limit = FINDINGS_MAX + FINDINGS_OF_MEMBER * r->member_count;
        input.overflow_taints = true;
        bool is_cut = bounded_arrays(r->witness) > bounded;
        input.is_enough = is_cut || r->target->has_assumptions ? NULL : replay_is_enough;
        input.enough_context = r;
        r->result = simulate_run(&scratch, r->request->kernel, &input);
        r->report->runs++;
        r->report->steps += r->result->steps;
        r->ended_steps = has_ended_steps(r->result);
        if (r->steers_alone)
            vec_push(&r->done, ((struct replay_done){key, steps}));
        if (is_cut && leaves_arrays(r->result))
            refuse(r, REPLAY_APPROXIMATE, not_whole(r, first_on_contents(q)));
        else
            replay_judge(r);
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
    return (struct replay_launch){.contents = attempt->contents,
                                  .plain_contents = attempt->plain_contents,
                                  .spread_guesses = attempt->spread_guesses,
                                  .other_scalars = attempt->other_scalars,
                                  .most = attempt->most,
                                  .more_blocks = attempt != ATTEMPTS,
                                  .other_reals = attempt != ATTEMPTS,
                                  .real = attempt->real,
                                  .seed = attempt->seed,
                                  .least_strides = attempt->least_strides,
                                  .raises = attempt->raises};
}

/* The attempt may be made for the member. With strides of 1, indices read from memory may meet that natural strides keep apart, so
   approximate members are left out. */
static bool takes(const struct member *m, const struct attempt *attempt) {
    return replay_is_pending(m) && !m->done && !(attempt->least_strides && m->approximation);
}

/* The steps of one run: an equal share of half of all steps for each open counterexample, at least LEAST_STEPS and at most `most`. */
static uint64_t share_of(const struct replayer *r, uint64_t most) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < r->member_count; i++)
        open += replay_is_pending(&r->members[i]);
    uint64_t share = ALL_STEPS / 2 / (open ? open : 1);
    share = share < LEAST_STEPS ? LEAST_STEPS : share;
    return share < most ? share : most;
}

/* Strides in memory: large ones; the model's, and else large ones; the model's, and else whatever other arrays hold. */
enum strides { STRIDES_APART, STRIDES_GIVEN, STRIDES_SMALL };

/* Some counterexample that the run was for, and did not show, is a race of one block. */
static bool is_within_block(const struct replayer *r) {
    bool is = false;
    for (uint32_t i = 0; i < r->member_count; i++)
        is |= r->members[i].joined && replay_is_pending(&r->members[i]) && r->members[i].conflict && !r->members[i].conflict->between_blocks;
    return is;
}

/* One run for a member and all later ones that fit. */
static void replay_member(struct replayer *r, uint32_t at, const struct attempt *attempt, enum strides strides) {
    struct replay_launch launch = launch_of(attempt);
    launch.apart_layouts = strides == STRIDES_APART;
    launch.small_layouts = strides == STRIDES_SMALL;
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
    if (launch.more_blocks && r->ended_steps && is_within_block(r)) { /* the block of the counterexample may end in as many steps */
        launch.more_blocks = false;
        run(r, &launch, share_of(r, VARIATION_STEPS));
    }
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

/* Some loop goes round as often as sizes say: the end of a run's steps may come before its last rounds. Threads that wait in a loop for what
   memory holds wait for ever. */
static bool has_counted_loop(const struct protocol *p) {
    bool has = false;
    for (uint32_t i = 0; i < p->loop_count; i++)
        has |= !term_is_none(p->loops[i].proceeds) && !(term_deps(p->terms, p->loops[i].proceeds) & (DEP_MEMORY | DEP_APPROX));
    return has;
}

/* The member is an exact model in a natural launch whose run ended so. */
static bool is_exact_with(const struct member *m, enum replay_outcome outcome) {
    return m->verdict->outcome == outcome && !m->approximation && !m->model->precondition;
}

static bool is_late(const struct member *m) {
    return is_exact_with(m, REPLAY_EXHAUSTED);
}

/* A long run of the model, for all that fit it and whose runs ended like the member's. */
static void run_late(struct replayer *r, const struct prove_witness *model, struct member *member, enum replay_contents contents) {
    struct replay_launch launch = launch_of(ATTEMPTS);
    const enum replay_outcome outcome = member->verdict->outcome;
    launch.contents = contents;
    uint64_t before = r->report->steps, left = ALL_LATE_STEPS - r->late_steps;
    bool is_own = model == member->model;
    uint64_t most = is_own ? LATE_STEPS : SMALLEST_STEPS;
    (void)replay_launch_add(&launch, model);
    for (uint32_t i = 0; i < r->member_count; i++) {
        struct member *m = &r->members[i];
        m->joined = m == member || (is_own && is_exact_with(m, outcome) && replay_launch_add(&launch, m->model));
        m->shown = false;
        if (m->joined)
            reach_dynamic(r, &launch, m);
        if (m->joined && is_own && outcome == REPLAY_EXHAUSTED) /* what else an earlier run has shown stays, unless this one shows more */
            *m->verdict = (struct replay_verdict){.witness = *m->model, .kind = m->verdict->kind, .launch = m->verdict->launch};
    }
    run(r, &launch, left < most ? left : most);
    r->late_steps += r->report->steps - before;
    replay_launch_release(&launch);
}

static void replay_late(struct replayer *r) {
    for (uint32_t i = 0; i < r->member_count && r->has_counted_loop; i++) {
        struct member *m = &r->members[i];
        bool was_late = is_late(m);
        if (was_late && r->late_steps < ALL_LATE_STEPS)
            run_late(r, m->model, m, CONTENTS_ZERO);
        if (was_late && m->verdict->outcome == REPLAY_SAME_VALUE && r->late_steps < ALL_LATE_STEPS) /* zeros, on zeros */
            run_late(r, m->model, m, CONTENTS_SMALL);
        const struct prove_witness *smaller = is_late(m) ? smaller_model(r, m) : NULL;
        if (smaller && r->late_steps < ALL_LATE_STEPS)
            run_late(r, smaller, m, CONTENTS_ZERO);
    }
}

static bool chooses_strides(const struct replayer *r, const struct member *m) {
    bool does = false;
    for (uint32_t i = 0; i < m->model->cell_count; i++)
        does |= layout_is(&r->target->layouts, m->model->cells[i].array);
    return does;
}

/* Where the two accesses meet is decided by threads, the launch and rounds of loops alone: no strides make them meet. */
static bool meets_without_contents(const struct replayer *r, const struct prove_conflict *conflict) {
    const struct protocol *p = r->request->protocol;
    uint16_t deps = 0;
    for (int i = 0; i < 2; i++)
        deps |= term_deps(p->terms, p->items[conflict->item[i]].offset);
    return !(deps & (DEP_INPUT | DEP_MEMORY | DEP_APPROX));
}

/* Replays open members with the model's own strides in memory; contents of 0 first, then any: a write of what is there already shows no
   race. Last with small strides, the model's or not: a stride that is the length of a row, too, makes loops long. A race shown only then
   is_crowded if the strides are part of its offsets: such strides make elements overlap that natural ones keep apart.
   `early`: only of races that rest on no strides, whose runs ended for lack of steps: others with large strides would end so, too. */
static void replay_crowded(struct replayer *r, bool early) {
    static const struct {
        uint32_t attempt;
        enum strides strides;
    } runs[] = {{0, STRIDES_GIVEN}, {ANY_CONTENTS, STRIDES_GIVEN}, {SMALL_CONTENTS, STRIDES_SMALL}};
    for (uint32_t i = 0; i < r->member_count && r->target->layouts.count > 0; i++) {
        struct member *m = &r->members[i];
        m->done = false;
        if (!m->conflict || !replay_is_pending(m))
            continue;
        if (early && (m->verdict->outcome != REPLAY_EXHAUSTED || !meets_without_contents(r, m->conflict)))
            continue;
        for (uint32_t k = 0; k < sizeof runs / sizeof *runs && replay_is_pending(m); k++) {
            if (runs[k].strides == STRIDES_GIVEN && !chooses_strides(r, m))
                continue;
            for (uint32_t j = 0; j < r->member_count; j++)
                r->members[j].done = j != i;
            replay_member(r, i, &ATTEMPTS[runs[k].attempt], runs[k].strides);
        }
        m->verdict->is_crowded = m->verdict->outcome == REPLAY_CONFIRMED && !meets_without_contents(r, m->conflict);
    }
}

static void replay_members(struct replayer *r) {
    for (uint32_t attempt = 0; attempt < ATTEMPT_COUNT; attempt++) {
        if (attempt == 1)
            replay_late(r);
        if (attempt == 2)
            replay_crowded(r, true);
        for (uint32_t i = 0; i < r->member_count; i++)
            r->members[i].done = false;
        for (uint32_t i = 0; i < r->member_count; i++)
            if (takes(&r->members[i], &ATTEMPTS[attempt]))
                replay_member(r, i, &ATTEMPTS[attempt], r->members[i].conflict ? STRIDES_APART : STRIDES_GIVEN);
    }
    replay_crowded(r, false);
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
            r->members[r->member_count++] =
                (struct member){.conflict = c, .model = &c->witness, .approximation = c->approximation, .verdict = &r->report->conflicts[i]};
    }
}

static void add_members(struct replayer *r, const struct prove_report *models) {
    add_conflicts(r, models, false);
    for (uint32_t i = 0; i < models->divergence_count; i++) {
        const struct prove_divergence *d = &models->divergences[i];
        r->report->divergences[i] = (struct replay_verdict){.witness = d->witness, .kind = d->kind};
        if (d->outcome == PROVE_MODEL)
            r->members[r->member_count++] =
                (struct member){.divergence = d, .model = &d->witness, .approximation = d->approximation, .verdict = &r->report->divergences[i]};
    }
    for (uint32_t i = 0; i < models->assert_count; i++) {
        const struct prove_violation *v = &models->asserts[i];
        r->report->asserts[i] = (struct replay_verdict){.witness = v->witness};
        if (v->outcome == PROVE_MODEL)
            r->members[r->member_count++] =
                (struct member){.assertion = v, .model = &v->witness, .approximation = v->approximation, .verdict = &r->report->asserts[i]};
    }
    for (uint32_t i = 0; i < models->bound_count; i++) {
        const struct prove_violation *v = &models->bounds[i];
        r->report->bounds[i] = (struct replay_verdict){.witness = v->witness};
        if (v->outcome == PROVE_MODEL)
            r->members[r->member_count++] =
                (struct member){.violation = v, .model = &v->witness, .approximation = v->approximation, .verdict = &r->report->bounds[i]};
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
    r.members =
        arena_alloc(arena, (models->conflict_count + models->divergence_count + models->bound_count + models->assert_count + 1) * sizeof *r.members);
    r.report->conflicts = arena_alloc(arena, (models->conflict_count + 1) * sizeof *r.report->conflicts);
    r.report->asserts = arena_alloc(arena, (models->assert_count + 1) * sizeof *r.report->asserts);
    r.report->bounds = arena_alloc(arena, (models->bound_count + 1) * sizeof *r.report->bounds);
    r.report->divergences = arena_alloc(arena, (models->divergence_count + 1) * sizeof *r.report->divergences);
    add_members(&r, models);
    if (request->kernel && r.member_count > 0) {
        r.target = replay_target_create(arena, request);
        r.steers_alone = steers_alone(request->protocol);
        r.has_counted_loop = has_counted_loop(request->protocol);
        replay_members(&r);
        vec_release(&r.done);
        explain_rest(&r);
    } else if (request->options->search != SEARCH_ALONE) {
        execute_members(&r);
    }
    return r.report;
}
