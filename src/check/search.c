#include "check/search.h"

#include <inttypes.h>
#include <string.h>

#include "check/contents.h"
#include "check/doubling.h"
#include "check/open.h"
#include "check/param_value.h"
#include "check/required.h"
#include "check/simulation_finding.h"
#include "check/suggested.h"
#include "check/tidy.h"
#include "protocol/stated.h"
#include "search/search.h"
#include "simulate/layout.h"
#include "simulate/witness.h"

#define DYNAMIC_BYTES UINT64_C(232448) /* the most a block of current hardware may have */
#define DEFAULT_STEPS UINT64_C(16000000)
#define OPEN_STEPS UINT64_C(4000000) /* of a search by default, */
#define MORE_STEPS UINT64_C(1000000) /* and where it can only add to what is known */
enum { SMALL_NUMBER = 1024, SEEDS_MAX = 4 };

static const char WRAPS[] = "unsigned sums and products do not wrap";

struct hunt {
    struct conductor *c;
    const struct prove_report *report;
    const struct prove_scope *scope;
    bool wanted[PROP_COUNT];         /* of search_unproved: not proved */
    bool found[PROP_COUNT];          /* by a natural launch */
    struct open_questions open;      /* of search_open: what is looked for; else none */
    struct open_questions undecided; /* by the prover */
    struct search_seed seeds[SEEDS_MAX];
    uint32_t seed_count;
};

/* It begins with a launch that keeps what undecided questions suggest. */
static struct hunt hunt_of(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope) {
    struct hunt h = {.c = c, .report = report, .scope = scope, .undecided = open_undecided(c->arena, c->protocol, report)};
    h.seed_count = suggested_seed(c->arena, c->protocol, &h.undecided, c->options, &h.seeds[0]);
    return h;
}

/* ---- launches ---- */

static struct prove_named *numbers_of(const struct witness *w, uint32_t *count) {
    struct prove_named *list = mem_alloc((w->argument_count + 1) * sizeof *list);
    *count = 0;
    for (uint32_t i = 0; i < w->argument_count; i++) {
        const struct witness_argument *a = &w->arguments[i];
        if (a->type.kind != TYPE_POINTER && a->type.kind != TYPE_VOID) {
            list[(*count)++] = (struct prove_named){a->name, a->bits, a->type.width_bits};
        }
    }
    return list;
}

static void release_numbers(const struct witness *w, struct prove_named *list) {
    mem_free(list, (w->argument_count + 1) * sizeof *list);
}

/* Arrays get the sizes that options tell; false if there is no such launch. */
static bool size_arrays(const struct hunt *h, struct witness *w, const struct prove_named *numbers, uint32_t count) {
    const struct protocol *p = h->c->protocol;
    for (uint32_t i = 0; h->scope->extents && i < p->array_count; i++) {
        uint32_t at = term_is_none(h->scope->extents[i]) ? SIMULATE_NONE : witness_find_array(w, p->arrays[i].name);
        uint64_t size_bytes;
        if (at == SIMULATE_NONE || p->arrays[i].kind != ARRAY_PARAM) {
            continue;
        }
        if (!required_number(p, h->scope->extents[i], w->block, w->grid, numbers, count, &size_bytes) || size_bytes >= WITNESS_ARRAY_BYTES) {
            return false;
        }
        w->arrays[at].unbounded = false;
        w->arrays[at].size_bytes = size_bytes;
    }
    return true;
}

static bool is_about_contents(const struct protocol *p, term_ref t) {
    bool is_conjunction = term_op_of(term_get(p->terms, t)) == TERM_AND && term_width(p->terms, t) == 1;
    return stated_of_term(p, t) ||
           (is_conjunction && (is_about_contents(p, term_child(p->terms, t, 0)) || is_about_contents(p, term_child(p->terms, t, 1))));
}

/* Contents that are asked for in turn, each together with those before it. */
struct asked_contents {
    VEC(struct prove_condition) conditions;
    const struct witness_array *before; /* the arrays as the search has them */
};

/* Arrays get contents that satisfy these conditions as well; if none are found, they keep what they have. */
static bool add_contents(const struct hunt *h, struct witness *w, const struct prove_named *numbers, uint32_t count,
                         const struct prove_condition *conditions, uint32_t condition_count, struct asked_contents *asked) {
    struct witness_array *had = w->arrays;
    uint32_t size = asked->conditions.size;
    for (uint32_t i = 0; i < condition_count; i++) {
        bool is_new = is_about_contents(h->c->protocol, conditions[i].term);
        for (uint32_t j = 0; j < asked->conditions.size; j++) {
            is_new &= !term_same(asked->conditions.data[j].term, conditions[i].term);
        }
        if (is_new) {
            vec_push(&asked->conditions, conditions[i]);
        }
    }
    if (asked->conditions.size == size) {
        return true;
    }
    w->arrays = mem_alloc((w->array_count + 1) * sizeof *w->arrays);
    memcpy(w->arrays, asked->before, w->array_count * sizeof *w->arrays);
    bool is_found = !contents_satisfy(h->c->arena, h->c->protocol, asked->conditions.data, asked->conditions.size, numbers, count, w);
    if (is_found) {
        memcpy(had, w->arrays, w->array_count * sizeof *had);
    } else {
        asked->conditions.size = size;
    }
    mem_free(w->arrays, (w->array_count + 1) * sizeof *w->arrays);
    w->arrays = had;
    return is_found;
}

static bool keeps(const struct hunt *h, struct witness *w, const struct prove_named *numbers, uint32_t count, const struct prove_witness *model,
                  struct asked_contents *asked, const char **condition) {
    bool kept = required_hold(h->c->protocol, model->conditions, model->condition_count, w->block, w->grid, numbers, count) &&
                add_contents(h, w, numbers, count, model->conditions, model->condition_count, asked);
    *condition = kept ? *condition : model->precondition;
    return kept;
}

/* The preconditions that the prover found are what launches must keep to be natural. */
static enum search_nature nature_of(const struct hunt *h, struct witness *w, const struct prove_named *numbers, uint32_t count,
                                    struct asked_contents *asked, const char **condition) {
    const struct prove_report *r = h->report;
    bool natural = true;
    for (uint32_t i = 0; i < r->conflict_count && natural; i++) {
        natural = r->conflicts[i].outcome != PROVE_MODEL || keeps(h, w, numbers, count, &r->conflicts[i].witness, asked, condition);
    }
    for (uint32_t i = 0; i < r->divergence_count && natural; i++) {
        natural = r->divergences[i].outcome != PROVE_MODEL || keeps(h, w, numbers, count, &r->divergences[i].witness, asked, condition);
    }
    for (uint32_t i = 0; i < r->bound_count && natural; i++) {
        natural = r->bounds[i].outcome != PROVE_MODEL || keeps(h, w, numbers, count, &r->bounds[i].witness, asked, condition);
    }
    for (uint32_t i = 0; i < r->assert_count && natural; i++) {
        natural = r->asserts[i].outcome != PROVE_MODEL || keeps(h, w, numbers, count, &r->asserts[i].witness, asked, condition);
    }
    const char *broken = natural ? doubling_broken(h->c->arena, h->c->protocol, numbers, count) : NULL;
    *condition = broken ? broken : *condition;
    return natural && !broken ? SEARCH_NATURAL : SEARCH_UNNATURAL;
}

static enum search_nature judge(void *context, struct witness *w, const char **condition) {
    const struct hunt *h = context;
    uint32_t count;
    struct prove_named *numbers = numbers_of(w, &count);
    bool is_legal = required_hold(h->c->protocol, h->scope->required, h->scope->required_count, w->block, w->grid, numbers, count) &&
                    size_arrays(h, w, numbers, count);
    struct witness_array *before = mem_alloc((w->array_count + 1) * sizeof *before);
    memcpy(before, w->arrays, w->array_count * sizeof *before);
    struct asked_contents asked = {.before = before};
    is_legal = is_legal && add_contents(h, w, numbers, count, h->scope->required, h->scope->required_count, &asked);
    enum search_nature nature = is_legal ? nature_of(h, w, numbers, count, &asked, condition) : SEARCH_ILLEGAL;
    vec_release(&asked.conditions);
    mem_free(before, (w->array_count + 1) * sizeof *before);
    release_numbers(w, numbers);
    return nature;
}

static bool is_enough(void *context, const struct simulate_finding *seen, bool is_natural) {
    struct hunt *h = context;
    enum rule rule;
    unsigned property;
    bool all = true;
    struct open_question *answered = is_natural ? open_question_about(&h->open, seen) : NULL;
    if (answered) {
        answered->is_shown = true;
    }
    for (uint32_t i = 0; i < h->open.count; i++) {
        all &= h->open.list[i].is_shown;
    }
    if (simulation_rule(seen, &rule, &property) && is_natural && rule != RULE_SAME_VALUE_WRITE) {
        h->found[property] = true;
    }
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        all &= !h->wanted[p] || h->found[p];
    }
    return all;
}

/* What the undecided question that the finding answers suggests, and the launch breaks; NULL: nothing. */
static const char *excluded(void *context, const struct simulate_finding *seen, const struct witness *launch) {
    struct hunt *h = context;
    const struct open_question *question = open_question_about(&h->undecided, seen);
    if (!question) {
        return NULL;
    }
    uint32_t count;
    struct prove_named *numbers = numbers_of(launch, &count);
    const char *broken = suggested_broken(h->c->arena, h->c->protocol, question, launch->block, launch->grid, numbers, count);
    release_numbers(launch, numbers);
    return broken;
}

/* ---- findings ---- */

static bool is_at(const struct protocol *p, const struct prove_conflict *conflict, const struct simulate_finding *f) {
    uint32_t a = p->items[conflict->item[0]].location.id, b = p->items[conflict->item[1]].location.id;
    uint32_t x = f->events[0].loc.id, y = f->events[f->event_count - 1].loc.id;
    return (a == x && b == y) || (a == y && b == x);
}

/* Flags and locks order accesses for those who read programs, and for the simulator they do not. */
static bool is_flagged(const struct hunt *h, const struct simulate_finding *f, const char *array) {
    const struct protocol *p = h->c->protocol;
    bool known = false, flagged = false;
    for (uint32_t i = 0; f->rule == SIMULATE_RACE && i < h->report->conflict_count; i++) {
        const struct prove_conflict *conflict = &h->report->conflicts[i];
        bool is_flag = conflict->outcome == PROVE_UNKNOWN && conflict->reason == REASON_FLAG_SYNCHRONISATION;
        const char *name = p->arrays[p->items[conflict->item[0]].array].name;
        known |= is_at(p, conflict, f) && !is_flag;
        flagged |= is_flag && (is_at(p, conflict, f) || !array || strncmp(name, array, strlen(array)) == 0);
    }
    return flagged && !known;
}

/* What else than the launch a proof rests on, if a run may break it. */
static const char *assumed(const struct hunt *h) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < h->report->assumption_count; i++) {
        const struct prove_assumption *a = &h->report->assumptions[i];
        if (a->kind == ASSUMPTION_IN_BOUNDS || a->kind == ASSUMPTION_NO_WRAP) {
            buffer_printf(&text, "%s%s", text.size > 0 ? ", and " : "", a->text);
        }
    }
    const char *kept = text.size > 0 ? arena_strdup(h->c->arena, buffer_text(&text)) : NULL;
    buffer_release(&text);
    return kept;
}

/* Products of three numbers of this size do not wrap. */
static bool has_large_numbers(const struct witness *w) {
    bool large = false;
    for (uint32_t i = 0; i < w->argument_count; i++) {
        const struct witness_argument *a = &w->arguments[i];
        large |= a->type.kind == TYPE_INT && a->type.width_bits >= 32 && a->bits > SMALL_NUMBER;
    }
    for (uint32_t a = 0; a < 3; a++) {
        large |= (uint64_t)w->block[a] * w->grid[a] > SMALL_NUMBER;
    }
    return large;
}

/* The prover's words for launches in which it found no access out of bounds at this place. */
static const char *bounds_condition(const struct hunt *h, const struct simulate_finding *f) {
    const char *condition = NULL;
    for (uint32_t i = 0; f->rule == SIMULATE_OUT_OF_BOUNDS && i < h->report->bound_count; i++) {
        const struct prove_violation *v = &h->report->bounds[i];
        bool is_here = protocol_access(h->c->protocol, v->at)->location.id == f->events[0].loc.id;
        condition = is_here && v->outcome == PROVE_MODEL && v->witness.precondition ? v->witness.precondition : condition;
    }
    return condition;
}

static const char *condition_of(const struct hunt *h, const struct search_shown *shown, bool is_proved) {
    const char *condition = shown->condition ? shown->condition : bounds_condition(h, &shown->finding);
    if (!condition && is_proved) {
        condition = assumed(h);
    }
    return condition || !shown->wrapped || !has_large_numbers(shown->launch) ? condition : WRAPS;
}

static bool is_proved_condition(const struct hunt *h, const char *condition) {
    bool proved = false;
    for (uint32_t i = 0; i < h->report->conflict_count; i++) {
        const struct prove_witness *w = &h->report->conflicts[i].witness;
        proved |=
            h->report->conflicts[i].outcome == PROVE_MODEL && w->condition_count > 0 && w->precondition && strcmp(w->precondition, condition) == 0;
    }
    for (uint32_t i = 0; i < h->report->divergence_count; i++) {
        const struct prove_witness *w = &h->report->divergences[i].witness;
        proved |=
            h->report->divergences[i].outcome == PROVE_MODEL && w->condition_count > 0 && w->precondition && strcmp(w->precondition, condition) == 0;
    }
    return proved;
}

static const char *what_of(struct arena *arena, const struct finding *f) {
    switch (f->rule) {
    case RULE_BARRIER_DIVERGENCE: return "barrier divergence";
    case RULE_OUT_OF_BOUNDS:
        return arena_printf(arena, f->kind == FINDING_KIND_INNER_DIMENSION ? "index of '%s' outside its dimension" : "access out of bounds of '%s'",
                            f->array);
    case RULE_ASSERTION: return "failing assertion";
    case RULE_DATA_RACE:
    case RULE_SAME_VALUE_WRITE:
    case RULE_MISALIGNED:
    case RULE_UNINITIALISED:
    case RULE_TRAP:
    case RULE_COUNT: break;
    }
    return arena_printf(arena, "race on '%s'", f->array ? f->array : "memory");
}

/* Reasons at the places of a finding that refutes the property are answered. */
static void drop_reasons(struct conductor *c, unsigned property, const struct finding *f) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->unproved.size; i++) {
        const struct unproved *u = &c->unproved.data[i];
        bool is_here = false;
        for (uint32_t n = 0; n < f->access_count && u->property == property; n++) {
            const struct source_place *place = &f->accesses[n].place;
            is_here |= u->place.line == place->line && u->place.column == place->column && strcmp(u->place.file, place->file) == 0;
        }
        if (!is_here) {
            c->unproved.data[kept++] = *u;
        }
    }
    c->unproved.size = kept;
}

static void tell(struct hunt *h, const struct search_shown *shown, bool is_proved) {
    struct conductor *c = h->c;
    const struct simulation_view view = {c->arena, c->kernel, shown->launch, c->options->strict};
    unsigned property;
    struct finding f = simulation_finding(&view, &shown->finding, &property);
    const struct replay_verdict verdict = {.outcome = f.certainty == CERTAINTY_CONFIRMED ? REPLAY_CONFIRMED : REPLAY_APPROXIMATE,
                                           .kind = shown->finding.kind,
                                           .launch = shown->launch,
                                           .detail = f.approximation};
    f.precondition = condition_of(h, shown, is_proved);
    if (!finding_is_violation(&f)) {
        f.precondition = NULL;
    }
    if (f.precondition) {
        f.level = LEVEL_WARNING;
        f.precondition_proved = is_proved_condition(h, f.precondition);
    }
    if (f.level == LEVEL_ERROR && !f.precondition)
        f.precondition = tidy_axes(c->arena, c->kernel, h->report->is_counted, &f, shown->launch, &c->rerun_steps);
    if (f.level == LEVEL_ERROR && !f.precondition)
        f.precondition = tidy_race(c->arena, c->kernel, c->protocol, c->options, &f, shown->launch, &c->rerun_steps);
    f.level = f.level == LEVEL_ERROR && f.precondition ? LEVEL_WARNING : f.level;
    f.witness.text = conductor_text(c, &f, &verdict);
    conductor_tell(c, &f, NULL);
    if (f.level == LEVEL_ERROR) {
        drop_reasons(c, property, &f);
    }
    conductor_settle(c, property, &f, &verdict, shown->finding.events[0].loc, what_of(c->arena, &f));
}

static void summarise(struct hunt *h, const struct search_result *found) {
    struct search_summary *s = arena_alloc(h->c->arena, sizeof *s);
    *s = (struct search_summary){.is_alone = h->c->options->search == SEARCH_ALONE,
                                 .seed = h->c->options->search_seed,
                                 .steps = found->steps,
                                 .runs = found->runs,
                                 .native_runs = found->native_runs,
                                 .discarded = found->discarded,
                                 .generations = found->generations,
                                 .obstacle = found->obstacle,
                                 .removal_runs = found->removal_runs};
    s->removable = arena_alloc(h->c->arena, (found->removable_count + 1) * sizeof *s->removable);
    for (uint32_t i = 0; i < found->removable_count; i++) {
        s->removable[s->removable_count++] = conductor_place(h->c, found->removable[i]);
    }
    h->c->result->search = s;
}

/* ---- the search ---- */

/* What a search by default may use. Little where what it could show only joins findings that refute the property already, or is about
   memory behind pointers from memory, whose unknown array the prover takes for any: most such races are none; and at a launch whose sizes
   and numbers host code tells, for little is left to choose. */
static uint64_t open_steps(const struct hunt *h) {
    const struct protocol *p = h->c->protocol;
    bool is_worth = false;
    for (uint32_t i = 0; i < h->open.count; i++) {
        const struct open_question *q = &h->open.list[i];
        bool is_unknown = q->conflict && p->arrays[p->items[q->conflict->item[0]].array].kind == ARRAY_UNKNOWN;
        is_worth |= !is_unknown && !h->c->refuted[open_property(q)];
    }
    return is_worth && !h->c->options->is_launch ? OPEN_STEPS : MORE_STEPS;
}

static const struct search_result *search(struct hunt *h, bool removes_barriers) {
    const struct check_options *o = h->c->options;
    struct witness base = {.file = h->c->kernel->file,
                           .exit_diverges = o->exit_diverges,
                           .lockstep = o->lockstep,
                           .dynamic_shared_bytes = o->dynamic_shared_given ? o->dynamic_shared_bytes : DYNAMIC_BYTES};
    if (o->witness_base) {
        base.file = o->witness_base->file;
        base.clang_args = o->witness_base->clang_args;
        base.clang_arg_count = o->witness_base->clang_arg_count;
        base.gpuverify_annotations = o->witness_base->gpuverify_annotations;
    }
    struct search_fixed *fixed = arena_alloc(h->c->arena, (o->param_count + 1) * sizeof *fixed);
    for (uint32_t i = 0; i < o->param_count; i++) {
        fixed[i] = (struct search_fixed){o->params[i].name, (int64_t)param_value_in(h->c->protocol, &o->params[i]),
                                         o->params[i].is_real ? o->params[i].real : (double)o->params[i].value};
    }
    bool is_short = h->open.count > 0;
    struct search_request request = {.seeds = h->seeds,
                                     .seed_count = h->seed_count,
                                     .doubts_contents = is_short,
                                     .kernel = h->c->kernel,
                                     .protocol = h->c->protocol,
                                     .fixed = fixed,
                                     .fixed_count = o->param_count,
                                     .base = &base,
                                     .seed = o->search_seed,
                                     .removes_barriers = removes_barriers,
                                     .is_strict = o->strict,
                                     .knows_dynamic = o->dynamic_shared_given,
                                     .step_budget = is_short          ? open_steps(h)
                                                    : o->search_steps ? o->search_steps
                                                                      : DEFAULT_STEPS,
                                     .judge = judge,
                                     .is_enough = removes_barriers ? NULL : is_enough,
                                     .excluded = excluded,
                                     .context = h};
    memcpy(request.block, o->block, sizeof request.block);
    memcpy(request.grid, o->grid, sizeof request.grid);
    const struct search_result *found = search_run(h->c->arena, &request);
    if (!is_short) {
        summarise(h, found);
    }
    return found;
}

static bool is_asked(const struct conductor *c, unsigned property) {
    return c->options->properties & 1u << property;
}

static bool property_of(const struct search_shown *shown, unsigned *property) {
    enum rule rule;
    return simulation_rule(&shown->finding, &rule, property);
}

static const char *array_of(const struct hunt *h, const struct search_shown *shown) {
    return witness_memory_of(h->c->kernel, shown->launch, &shown->finding.events[0]).name;
}

/* What is proved can only be told as what its assumptions are worth, or refuted. */
static bool is_worth_telling(const struct hunt *h, const struct search_shown *shown, unsigned property) {
    enum verdict verdict = h->c->result->properties[property];
    bool is_same_value = shown->finding.rule == SIMULATE_RACE && shown->finding.same_value;
    if (verdict == VERDICT_PROVED) {
        return !is_same_value && !condition_of(h, shown, true);
    }
    return verdict != VERDICT_REFUTED;
}

void search_unproved(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope) {
    struct hunt h = hunt_of(c, report, scope);
    bool any = false;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        h.wanted[p] = c->result->properties[p] == VERDICT_UNPROVED && is_asked(c, p);
        any |= h.wanted[p];
    }
    if (!any) {
        return;
    }
    const struct search_result *found = search(&h, false);
    for (uint32_t i = 0; i < found->shown_count; i++) {
        const struct search_shown *shown = &found->shown[i];
        unsigned property;
        if (property_of(shown, &property) && is_asked(c, property) && is_worth_telling(&h, shown, property) &&
            !is_flagged(&h, &shown->finding, array_of(&h, shown))) {
            tell(&h, shown, c->result->properties[property] == VERDICT_PROVED);
        }
    }
}

/* The launches of open counterexamples, each once. */
static void add_seeds(struct hunt *h) {
    for (uint32_t i = 0; i < h->open.count && h->seed_count < SEEDS_MAX; i++) {
        const struct prove_witness *model = h->open.list[i].outcome == PROVE_MODEL ? h->open.list[i].witness : NULL;
        bool is_known = !model;
        for (uint32_t n = 0; n < h->seed_count && model; n++) {
            const struct search_seed *known = &h->seeds[n];
            bool is_same = memcmp(known->block, model->block, sizeof known->block) == 0 && known->number_count == model->param_count;
            for (uint32_t p = 0; p < model->param_count && is_same; p++) {
                is_same = (uint64_t)known->numbers[p].value == model->params[p].value && strcmp(known->numbers[p].name, model->params[p].name) == 0;
            }
            is_known |= is_same;
        }
        if (is_known) {
            continue;
        }
        struct search_fixed *numbers = arena_alloc(h->c->arena, (model->param_count + 1) * sizeof *numbers);
        for (uint32_t p = 0; p < model->param_count; p++) {
            numbers[p] = (struct search_fixed){model->params[p].name, (int64_t)model->params[p].value, 0};
        }
        struct search_seed *seed = &h->seeds[h->seed_count++];
        *seed = (struct search_seed){.numbers = numbers, .number_count = model->param_count};
        memcpy(seed->block, model->block, sizeof seed->block);
        memcpy(seed->grid, model->grid, sizeof seed->grid);
    }
}

void search_open(struct conductor *c, const struct prove_report *report, const struct replay_report *replay, const struct prove_scope *scope) {
    struct hunt h = hunt_of(c, report, scope);
    h.open = open_questions_of(c->arena, c->protocol, report, replay);
    if (h.open.count == 0) {
        return;
    }
    add_seeds(&h);
    /* strides and dimensions that are read from memory are the search's choice, and may make elements meet that the host keeps apart */
    bool has_layouts = layouts_find(c->arena, c->kernel).count > 0;
    const struct search_result *found = search(&h, false);
    for (uint32_t i = 0; i < found->shown_count; i++) {
        const struct search_shown *shown = &found->shown[i];
        unsigned property;
        bool chooses_strides = has_layouts && shown->finding.rule == SIMULATE_RACE;
        const char *suggested = excluded(&h, &shown->finding, shown->launch), *condition = condition_of(&h, shown, false);
        bool is_suggested = suggested && condition && strcmp(suggested, condition) == 0;
        bool is_sound = !chooses_strides && !shown->needs_contents && (!condition || is_suggested) && open_question_about(&h.open, &shown->finding);
        if (is_sound && property_of(shown, &property) && is_asked(c, property) && !is_flagged(&h, &shown->finding, array_of(&h, shown))) {
            tell(&h, shown, false);
        }
    }
}

static bool is_removable(const struct search_summary *s, const struct source_place *place) {
    for (uint32_t i = 0; i < s->removable_count; i++) {
        if (s->removable[i].line == place->line && s->removable[i].column == place->column && strcmp(s->removable[i].file, place->file) == 0) {
            return true;
        }
    }
    return false;
}

/* Barriers are told of if they are proved redundant, and no run says otherwise. */
static void keep_advice(struct kernel_result *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->advice_count; i++) {
        const struct advice *a = &r->advice[i];
        if (a->rule == ADVICE_REDUNDANT_BARRIER && is_removable(r->search, &a->place)) {
            r->advice[kept++] = *a;
        } else if (a->rule == ADVICE_REDUNDANT_BARRIER) {
            r->kept_barriers[r->kept_barrier_count++] = a->place;
        }
    }
    r->advice_count = kept;
}

/* Nothing could be run, or all that was run shows nothing. */
static void judge_obstacle(struct conductor *c, const struct search_result *found) {
    if (found->runs > found->discarded) {
        return;
    }
    const char *detail =
        found->runs == 0 ? "no launch could be run" : arena_printf(c->arena, "no run shows anything; in the first there is %s", found->obstacle);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (is_asked(c, p)) {
            conductor_unproved(c, p, REASON_REPLAY_BUDGET, found->obstacle_at, detail);
        }
    }
}

void search_alone(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope) {
    struct hunt h = hunt_of(c, report, scope);
    struct kernel_result *r = c->result;
    enum verdict proved[PROP_COUNT];
    const struct search_result *found = search(&h, true);
    memcpy(proved, r->properties, sizeof proved);
    vec_clear(&c->findings);
    vec_clear(&c->excludes);
    vec_clear(&c->unproved);
    vec_clear(&c->assumptions);
    vec_clear(&c->unchecked);
    memset(c->refuted, 0, sizeof c->refuted);
    for (uint32_t i = 0; i < found->shown_count; i++) {
        const struct search_shown *shown = &found->shown[i];
        unsigned property;
        if (property_of(shown, &property) && is_asked(c, property) && !is_flagged(&h, &shown->finding, array_of(&h, shown))) {
            tell(&h, shown, proved[property] == VERDICT_PROVED);
        }
    }
    judge_obstacle(c, found);
    keep_advice(r);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        r->properties[p] = VERDICT_UNCHECKED;
        for (uint32_t i = 0; i < c->unproved.size; i++) {
            r->properties[p] = c->unproved.data[i].property == p ? VERDICT_UNPROVED : r->properties[p];
        }
        r->properties[p] = c->refuted[p] ? VERDICT_REFUTED : r->properties[p];
        r->sufficient[p] = NULL;
    }
    r->verdict = kernel_result_verdict(r);
}
