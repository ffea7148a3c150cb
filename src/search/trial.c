#include "search/trial.h"

#include <string.h>

#define OBSERVED_SHARE 50 /* of the budget, a run may take this part */
#define SEEDED_SHARE 16   /* likewise, of a search that begins with seeds */
#define LARGEST_SHARE 12
#define THREAD_STEPS 1024 /* a thread of an observed run may take these, within LARGEST_SHARE */
#define RUN_SHARE 10
#define LEAST_STEPS UINT64_C(50000)
#define OBSERVED_WORK UINT64_C(400000) /* threads times instructions of the kernel */
static const struct simulate_place FIRST_THREAD = {{0, 0, 0}, {0, 0, 0}};
enum { FINDINGS_MAX = 400, SHOWN_MAX = 200 };

bool trials_can_run(const struct trials *t) {
    return !t->is_enough && t->result->steps < t->request->step_budget;
}

/* ---- what a run is good for ---- */

static bool has_known_size(const struct trials *t, const struct trial_run *run, const struct simulate_event *e) {
    if (e->array != SIMULATE_NONE) {
        return !run->launch->arrays[e->array].unbounded;
    }
    return e->object != SIMULATE_NONE && (!t->request->kernel->objects[e->object].dynamic || t->request->knows_dynamic);
}

static bool is_just_left(const struct trial_run *run, const struct simulate_finding *f) {
    return f->rule == SIMULATE_DIVERGENCE && f->kind == FINDING_KIND_EXITED && !f->went_on && !run->launch->exit_diverges;
}

static void discard(struct trial_run *run, const char *why, loc_ref where) {
    if (!run->discarded) {
        run->discarded = why;
        run->discarded_at = where;
    }
}

/* Runs of launches that cannot be, or that cannot be followed, show nothing. */
static void judge_run(const struct trials *t, struct trial_run *run) {
    const struct simulate_result *r = run->simulated;
    if (r->assumption_failed) {
        discard(run, "the arguments contradict an assumption in the code", r->assumption);
    }
    for (uint32_t i = 0; i < r->finding_count; i++) {
        const struct simulate_finding *f = &r->findings[i];
        const struct simulate_event *e = &f->events[0];
        switch (f->rule) {
        case SIMULATE_MISALIGNED: discard(run, "a misaligned access", e->loc); break;
        case SIMULATE_TRAPPED: discard(run, "a trap", e->loc); break;
        case SIMULATE_OUT_OF_BOUNDS:
            if (f->kind != FINDING_KIND_INNER_DIMENSION &&
                (f->text || !has_known_size(t, run, e))) { /* text: memory that the access was not meant for */
                discard(run, "an address outside of every array", e->loc);
            }
            break;
        case SIMULATE_UNSUPPORTED: discard(run, f->text ? f->text : "an unsupported construct", e->loc); break;
        case SIMULATE_BUDGET:
            if (t->domain->has_assumption || (f->text && strcmp(f->text, "steps") != 0)) {
                discard(run, "the run does not end within its steps or memory", e->loc);
            }
            break;
        case SIMULATE_RACE:
        case SIMULATE_DIVERGENCE:
        case SIMULATE_UNINITIALISED:
        case SIMULATE_ASSERTION: break;
        }
    }
}

/* Behind a failing assertion or an access that was not performed executions are undefined. Behind a divergent barrier there are none. */
static unsigned rank_of(const struct trial_run *run, const struct simulate_finding *f) {
    switch (f->rule) {
    case SIMULATE_ASSERTION: return 3;
    case SIMULATE_OUT_OF_BOUNDS: return f->kind == FINDING_KIND_INNER_DIMENSION || f->wraps ? 1 : 2;
    case SIMULATE_DIVERGENCE: return is_just_left(run, f) && !run->is_strict ? 0 : 1;
    case SIMULATE_RACE: return 1;
    case SIMULATE_MISALIGNED:
    case SIMULATE_UNINITIALISED:
    case SIMULATE_TRAPPED:
    case SIMULATE_BUDGET:
    case SIMULATE_UNSUPPORTED: break;
    }
    return 0;
}

bool trial_counts(const struct trial_run *run, const struct simulate_finding *f) {
    unsigned rank = rank_of(run, f), highest = 0;
    for (uint32_t i = 0; i < run->simulated->finding_count; i++) {
        unsigned other = rank_of(run, &run->simulated->findings[i]);
        highest = other > highest ? other : highest;
    }
    bool is_exact = !f->approximate && !(f->rule == SIMULATE_RACE && f->same_value && f->approximate_value);
    return rank > 0 && rank == highest && is_exact;
}

/* ---- runs ---- */

static const char *own_condition(const struct trials *t, const struct genome *genome) {
    struct nature nature;
    uint32_t at = 0;
    return genome_broken(t->domain, genome, &at, &nature) ? nature_text(t->arena, t->domain, &nature) : NULL;
}

/* One run that does not end shall not end the search, and many that take far longer than
   those that end shall not use it up: only one in four may. */
static uint64_t steps_of_run(const struct trials *t, uint64_t threads, bool observed) {
    uint64_t part = t->request->step_budget / (!observed ? RUN_SHARE : t->request->seed_count > 0 ? SEEDED_SHARE : OBSERVED_SHARE);
    uint64_t wanted = threads * THREAD_STEPS, most = t->request->step_budget / LARGEST_SHARE;
    wanted = wanted < most ? wanted : most;
    part = observed && part < wanted ? wanted : part;
    uint64_t usual = t->ended_runs > 0 ? t->ended_steps / t->ended_runs * 3 / 2 : part;
    bool is_short = observed && usual < part && t->result->runs % 4 != 0;
    part = is_short ? usual : part;
    return part < LEAST_STEPS ? LEAST_STEPS : part;
}

struct trial_run trials_simulate(struct trials *t, struct arena *arena, const struct kernel *kernel, const struct genome *genome, bool observed) {
    struct trial_run run = {.launch = genome_launch(arena, t->domain, genome), .is_strict = t->request->is_strict};
    const char *error = NULL, *condition = NULL;
    struct simulate_input input;
    enum search_nature nature = SEARCH_ILLEGAL;
    if (run.launch) {
        nature = t->request->judge ? t->request->judge(t->request->context, run.launch, &condition) : SEARCH_NATURAL;
        run.launch->step_budget = steps_of_run(t, genome_all_threads(genome), observed);
    }
    if (nature == SEARCH_ILLEGAL || !witness_input(arena, t->request->kernel, run.launch, &input, &error)) {
        run.launch = NULL;
        return run;
    }
    uint64_t left = t->request->step_budget - t->result->steps;
    input.step_budget = left < input.step_budget ? left : input.step_budget;
    run.launch->step_budget = input.step_budget;
    input.finding_limit = FINDINGS_MAX;
    input.overflow_taints = true;
    input.engine = observed || kernel != t->request->kernel ? NULL : t->engine;
    if (observed) {
        fitness_begin(&t->meter, &input);
        input.observe = fitness_observe;
        input.observe_context = &t->meter;
        input.follow = fitness_follow;
        input.follow_context = &t->meter;
        input.followed = &FIRST_THREAD;
        input.followed_count = 1;
    }
    run.simulated = simulate_run(arena, kernel, &input);
    t->result->steps += run.simulated->steps + genome_threads(genome);
    if (observed && run.simulated->complete) {
        t->ended_runs++;
        t->ended_steps += run.simulated->steps;
    }
    run.condition = nature == SEARCH_UNNATURAL ? condition : own_condition(t, genome);
    judge_run(t, &run);
    return run;
}

/* ---- what was shown ---- */

static bool same_event(const struct simulate_event *a, const struct simulate_event *b) {
    return a->inst.id == b->inst.id && a->mode == b->mode && a->array == b->array && a->object == b->object;
}

static bool same_finding(const struct simulate_finding *a, const struct simulate_finding *b) {
    if (a->rule != b->rule || a->kind != b->kind || a->event_count != b->event_count || a->same_value != b->same_value ||
        (a->rule == SIMULATE_RACE && (a->scope == FINDING_SCOPE_GRID) != (b->scope == FINDING_SCOPE_GRID))) {
        return false;
    }
    bool alone = a->event_count < 2;
    return (same_event(&a->events[0], &b->events[0]) && (alone || same_event(&a->events[1], &b->events[1]))) ||
           (!alone && same_event(&a->events[0], &b->events[1]) && same_event(&a->events[1], &b->events[0]));
}

static bool is_better(const struct search_shown *a, const struct search_shown *b) {
    if (!a->condition != !b->condition) {
        return !a->condition;
    }
    return !a->condition && b->wrapped && !a->wrapped;
}

static uint64_t size_of(const struct genome *g) {
    return genome_threads(g) * g->grid[0] * g->grid[1] * g->grid[2];
}

static bool keep(struct trials *t, const struct search_shown *shown, const struct genome *genome) {
    bool is_natural = !shown->condition && !shown->wrapped;
    for (uint32_t i = 0; i < t->shown.size; i++) {
        if (same_finding(&t->shown.data[i].shown.finding, &shown->finding)) {
            const struct search_shown *old = &t->shown.data[i].shown;
            bool better = is_better(shown, old) || (!is_better(old, shown) && size_of(genome) < size_of(t->shown.data[i].genome));
            if (better) {
                t->shown.data[i] = (struct trial_shown){*shown, genome};
            }
            return better;
        }
    }
    if (t->shown.size < SHOWN_MAX) {
        vec_push(&t->shown, (struct trial_shown){*shown, genome});
    }
    t->is_enough |= t->request->is_enough && t->request->is_enough(t->request->context, &shown->finding, is_natural);
    return true;
}

static const char *kept_text(struct arena *arena, const char *text) {
    return text ? arena_strdup(arena, text) : NULL;
}

/* The condition that the run's launch breaks, or one that excludes this finding. */
static const char *condition_of(const struct trials *t, const struct trial_run *run, const struct simulate_finding *finding) {
    bool is_known = run->condition || !t->request->excluded;
    return is_known ? run->condition : t->request->excluded(t->request->context, finding, run->launch);
}

/* Copies of what outlives the run: the launch is made again in the lasting arena, by the first that needs it. */
static bool keep_findings(struct trials *t, const struct trial_run *run, const struct genome *genome) {
    const struct witness *launch = NULL;
    bool any = false;
    for (uint32_t i = 0; i < run->simulated->finding_count; i++) {
        struct search_shown shown = {.finding = run->simulated->findings[i], .wrapped = run->simulated->wrapped};
        if (!trial_counts(run, &shown.finding)) {
            continue;
        }
        any = true;
        if (!launch) {
            struct witness *again = genome_launch(t->arena, t->domain, genome);
            const char *condition = NULL;
            if (t->request->judge) {
                (void)t->request->judge(t->request->context, again, &condition);
            }
            again->step_budget = run->launch->step_budget;
            launch = again;
        }
        shown.launch = launch;
        shown.condition = kept_text(t->arena, condition_of(t, run, &shown.finding));
        shown.finding.text = kept_text(t->arena, shown.finding.text);
        keep(t, &shown, genome);
    }
    return any;
}

static void count_run(struct trials *t, const struct trial_run *run) {
    t->result->runs++;
    t->result->native_runs += run->simulated->native;
    t->result->discarded += run->discarded != NULL;
    if (run->discarded && !t->result->obstacle) {
        t->result->obstacle = arena_strdup(t->arena, run->discarded);
        t->result->obstacle_at = run->discarded_at;
    }
}

enum trial_outcome trials_run(struct trials *t, const struct genome *genome, struct fitness *fitness) {
    struct arena scratch = {0};
    uint64_t work = genome_all_threads(genome) > 8192 ? UINT64_MAX : genome_all_threads(genome) * t->request->kernel->order_total;
    bool observed = work <= OBSERVED_WORK;
    struct trial_run run = trials_simulate(t, &scratch, t->request->kernel, genome, observed);
    enum trial_outcome outcome = TRIAL_DISCARDED;
    *fitness = FITNESS_UNKNOWN;
    if (run.launch) {
        count_run(t, &run);
        if (observed) {
            *fitness = fitness_end(&t->meter);
        }
        if (!run.discarded) {
            outcome = keep_findings(t, &run, genome) ? TRIAL_SHOWN : TRIAL_CLEAN;
        }
    } else {
        t->result->steps++; /* so that a search among illegal launches ends */
    }
    arena_release(&scratch);
    return outcome;
}

/* ---- smaller launches, and conditions ---- */

static bool shows(struct trials *t, const struct genome *genome, const struct simulate_finding *finding, bool *is_natural) {
    struct arena scratch = {0};
    struct trial_run run = {0};
    bool found = false;
    if (t->result->steps < t->request->step_budget) {
        run = trials_simulate(t, &scratch, t->request->kernel, genome, false);
    }
    if (run.launch) {
        count_run(t, &run);
    }
    for (uint32_t i = 0; run.launch && !run.discarded && i < run.simulated->finding_count; i++) {
        bool is_it = trial_counts(&run, &run.simulated->findings[i]) && same_finding(&run.simulated->findings[i], finding);
        *is_natural = is_it ? !condition_of(t, &run, finding) : *is_natural;
        found |= is_it;
    }
    if (found) {
        (void)keep_findings(t, &run, genome);
    }
    *is_natural = found && *is_natural;
    arena_release(&scratch);
    return found;
}

/* The caller's condition, if the launch breaks it. */
static const char *callers_condition(struct trials *t, const struct genome *genome) {
    struct arena scratch = {0};
    struct witness *launch = genome_launch(&scratch, t->domain, genome);
    const char *condition = NULL;
    bool is_broken = launch && t->request->judge && t->request->judge(t->request->context, launch, &condition) == SEARCH_UNNATURAL;
    condition = kept_text(t->arena, is_broken ? condition : NULL);
    arena_release(&scratch);
    return condition;
}

enum { SHRINKINGS = 12, KIN = 6 };

/* Step number `at`: an axis halved, first of the grid, then of the block; then the contents and scalars of a plain launch. */
static bool shrunk(const struct trials *t, struct genome *g, uint32_t at) {
    uint32_t *extent = at < 3 ? &g->grid[at] : &g->block[at % 3];
    bool is_free = at < 3 ? t->domain->free_grid[at] : t->domain->free_block[at % 3];
    uint64_t before = size_of(g);
    if (!is_free || *extent == 1) {
        return false;
    }
    *extent = (*extent + 1) / 2;
    genome_naturalise(t->domain, g);
    return size_of(g) < before;
}

static void shrink(struct trials *t, uint32_t index) {
    const struct simulate_finding finding = t->shown.data[index].shown.finding;
    uint32_t runs = 0;
    for (uint32_t at = 0; at < 6; at++) {
        bool is_natural = true;
        while (is_natural && runs < SHRINKINGS) {
            struct genome *smaller = genome_copy(t->arena, t->domain, t->shown.data[index].genome);
            is_natural = shrunk(t, smaller, at) && shows(t, smaller, &finding, &is_natural) && is_natural;
            runs++;
        }
    }
}

void trials_shrink(struct trials *t) {
    for (uint32_t i = 0; i < t->shown.size; i++) {
        if (!t->shown.data[i].shown.condition && !t->shown.data[i].shown.wrapped) {
            shrink(t, i);
        }
    }
}

/* The genome with all conditions repaired, and natural children of that. */
static bool has_natural_kin(struct trials *t, const struct genome *genome, const struct simulate_finding *finding) {
    struct genome *whole = genome_copy(t->arena, t->domain, genome);
    bool is_natural = false;
    genome_naturalise(t->domain, whole);
    (void)shows(t, whole, finding, &is_natural);
    for (uint32_t i = 0; i < KIN && !is_natural; i++) {
        const struct genome *child = genome_child(t->arena, t->domain, &t->rng, whole, i % 2 ? MUTATION_NORMAL : MUTATION_CAUCHY, false);
        (void)shows(t, child, finding, &is_natural);
    }
    return is_natural;
}

/* Repairs conditions one by one while the finding stays; the first with which it goes excludes it. */
static void explain(struct trials *t, uint32_t index) {
    const struct simulate_finding finding = t->shown.data[index].shown.finding;
    struct genome *genome = genome_copy(t->arena, t->domain, t->shown.data[index].genome);
    const char *condition = NULL;
    struct nature nature;
    bool is_natural = false;
    if (has_natural_kin(t, genome, &finding)) {
        return;
    }
    for (uint32_t at = 0; !condition && !is_natural && genome_broken(t->domain, genome, &at, &nature);) {
        struct genome *repaired = genome_copy(t->arena, t->domain, genome);
        genome_repair(t->domain, repaired, &nature);
        if (shows(t, repaired, &finding, &is_natural)) {
            genome = repaired;
        } else {
            condition = nature_text(t->arena, t->domain, &nature);
        }
    }
    const char *callers = callers_condition(t, genome);
    condition = callers ? callers : condition;
    if (!is_natural && condition) {
        t->shown.data[index].shown.condition = condition;
    }
}

void trials_explain(struct trials *t) {
    for (uint32_t i = 0; i < t->shown.size; i++) {
        if (t->shown.data[i].shown.condition) {
            explain(t, i);
        }
    }
}

/* One run for all findings of a genome. */
static void doubt(struct trials *t, const struct genome *genome, const struct genome *ordered) {
    struct arena scratch = {0};
    struct trial_run run = {0};
    if (t->result->steps < t->request->step_budget) {
        run = trials_simulate(t, &scratch, t->request->kernel, ordered, false);
    }
    if (run.launch) {
        count_run(t, &run);
    }
    for (uint32_t i = 0; i < t->shown.size; i++) {
        struct search_shown *shown = &t->shown.data[i].shown;
        bool is_shown = false;
        for (uint32_t f = 0; run.launch && !run.discarded && !run.condition && f < run.simulated->finding_count; f++) {
            is_shown |= trial_counts(&run, &run.simulated->findings[f]) && same_finding(&run.simulated->findings[f], &shown->finding);
        }
        shown->needs_contents &= t->shown.data[i].genome != genome || !is_shown;
    }
    arena_release(&scratch);
}

void trials_doubt_contents(struct trials *t) {
    for (uint32_t i = 0; i < t->shown.size; i++) {
        t->shown.data[i].shown.needs_contents = !t->shown.data[i].shown.condition;
    }
    for (uint32_t i = 0; i < t->shown.size; i++) {
        const struct genome *genome = t->shown.data[i].genome;
        struct genome *ordered;
        bool is_first = !t->shown.data[i].shown.condition;
        for (uint32_t n = 0; n < i; n++) {
            is_first &= t->shown.data[n].genome != genome;
        }
        if (!is_first) {
            continue;
        }
        if (genome_orders_contents(t->arena, t->domain, genome, &ordered)) {
            doubt(t, genome, ordered);
            continue;
        }
        for (uint32_t n = i; n < t->shown.size; n++) {
            t->shown.data[n].shown.needs_contents &= t->shown.data[n].genome != genome;
        }
    }
}
