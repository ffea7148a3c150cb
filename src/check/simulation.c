#include "check/simulation.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "check/simulation_finding.h"
#include "kernel/names.h"
#include "protocol/protocol.h"
#include "simulate/value.h"
#include "simulate/witness_words.h"

enum { FINDINGS_MAX = 4000, HEAD_ELEMENTS = 8 };
#define BLOCK_THREADS_MAX UINT64_C(65536)
#define BLOCKS_MAX (UINT64_C(1) << 22)
#define KEEP_BYTES_MAX (UINT64_C(1) << 28)

struct observer {
    struct arena *arena;
    const struct simulation_request *request;
    const struct kernel *kernel;
    struct simulation_view view;
    struct simulate_input input;
    struct kernel_result *result;
    struct simulation *simulation;
    struct simulation_contents *contents;
    VEC(struct simulate_finding) seen; /* of all runs */
    VEC(struct finding) findings;
    VEC(struct unproved) unproved;
    bool refuted[PROP_COUNT];
    bool is_expected_seen;
    uint64_t steps_before; /* of earlier runs */
};

static void add_unproved(struct observer *o, unsigned property, enum reason_kind reason, loc_ref where, const char *detail) {
    struct unproved u = {property, reason_name(reason), simulation_place(&o->view, where), detail, {0}};
    for (uint32_t i = 0; i < o->unproved.size; i++) {
        const struct unproved *old = &o->unproved.data[i];
        if (old->property == property && strcmp(old->reason, u.reason) == 0 && strcmp(old->detail, detail) == 0)
            return;
    }
    vec_push(&o->unproved, u);
}

static void add_to_all(struct observer *o, enum reason_kind reason, loc_ref where, const char *detail) {
    for (unsigned property = 0; property < PROP_COUNT; property++)
        add_unproved(o, property, reason, where, detail);
}

static void judge_limit(struct observer *o, const struct simulate_finding *seen) {
    const struct simulate_event *e = &seen->events[0];
    const char *where = arena_printf(o->arena, "thread (%u,%u,%u) of block (%u,%u,%u)", e->thread[0], e->thread[1], e->thread[2], e->block[0],
                                     e->block[1], e->block[2]);
    if (seen->rule == SIMULATE_UNSUPPORTED)
        add_to_all(o, REASON_UNSUPPORTED, e->loc, seen->text ? seen->text : "");
    else if (seen->text && strcmp(seen->text, "steps") == 0)
        add_to_all(o, REASON_REPLAY_BUDGET, e->loc,
                   arena_printf(o->arena, "the run was stopped after %" PRIu64 " instructions; %s was here%s", simulate_interpreted_budget(&o->input),
                                where, o->request->interpreted_budget > 0 ? "; --budget allows more" : ""));
    else
        add_to_all(o, REASON_REPLAY_BUDGET, e->loc,
                   arena_printf(o->arena, "the run was stopped for lack of %s; %s was here", seen->text ? seen->text : "memory", where));
}

static void judge(struct observer *o, const struct simulate_finding *seen) {
    enum rule rule;
    unsigned property;
    if (!simulation_rule(seen, &rule, &property)) {
        judge_limit(o, seen);
        return;
    }
    struct finding f = simulation_finding(&o->view, seen, &property);
    vec_push(&o->findings, f);
    if (!finding_is_violation(&f) && f.certainty == CERTAINTY_CONFIRMED)
        return;
    if (rule == RULE_TRAP) { // a trap breaks no property; what would come after it was not seen
        add_to_all(o, REASON_TRAP, seen->events[0].loc, "");
        return;
    }
    if (f.certainty == CERTAINTY_CONFIRMED)
        o->refuted[property] = true;
    else if (simulation_is_flagged(&o->view, seen))
        add_unproved(o, property, REASON_FLAG_SYNCHRONISATION, seen->events[0].loc,
                     "accesses without a barrier between them; a fence, an exchange or a flag may order them");
    else
        add_unproved(o, property, REASON_DATA_DEPENDENT, seen->events[0].loc,
                     arena_printf(o->arena, "%s, if a value that the run does not know exactly is as it was here", rule_name(rule)));
}

static bool is_enough(void *context, const struct simulate_finding *seen) {
    const struct observer *o = context;
    enum rule rule;
    unsigned property;
    if (!simulation_rule(seen, &rule, &property) || !o->request->until_expected)
        return false;
    struct finding f = simulation_finding(&o->view, seen, &property);
    return simulation_is_expected(&o->view, &f) && simulation_has_threads(&o->view, &f);
}

/* ---- runs ---- */

/* The same pair in another run: the clearer one stays. */
static bool same_finding(const struct simulate_finding *a, const struct simulate_finding *b) {
    bool same = a->rule == b->rule && a->kind == b->kind && a->event_count == b->event_count && a->events[0].array == b->events[0].array &&
                a->events[0].object == b->events[0].object && (a->rule != SIMULATE_RACE || a->scope == b->scope);
    for (uint32_t i = 0; i < a->event_count && same; i++)
        same = a->events[i].inst.id == b->events[i].inst.id && a->events[i].mode == b->events[i].mode;
    return same;
}

static bool is_clearer(const struct simulate_finding *a, const struct simulate_finding *b) {
    if (a->approximate != b->approximate)
        return !a->approximate;
    return a->went_on != b->went_on ? a->went_on : b->same_value && !a->same_value;
}

static void merge(struct observer *o, const struct simulate_finding *f) {
    for (uint32_t i = 0; i < o->seen.size; i++) {
        if (same_finding(&o->seen.data[i], f)) {
            if (is_clearer(f, &o->seen.data[i]))
                o->seen.data[i] = *f;
            return;
        }
    }
    vec_push(&o->seen, *f);
}

static uint64_t kept_bytes(const struct witness *w) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < w->array_count; i++)
        total += w->arrays[i].unbounded || total > KEEP_BYTES_MAX ? KEEP_BYTES_MAX + 1 : w->arrays[i].size_bytes;
    return total;
}

static void note_progress(void *context, uint64_t steps) {
    const struct observer *o = context;
    o->request->progress(o->request->progress_context, o->steps_before + steps);
}

static void prepare_run(struct observer *o, uint32_t number) {
    const struct simulation_request *request = o->request;
    o->input.seed = request->witness->seed + number;
    o->input.engine = request->engine;
    o->input.interpreted_budget = request->interpreted_budget;
    o->input.finding_limit = FINDINGS_MAX;
    o->input.is_enough = is_enough;
    o->input.enough_context = o;
    o->input.keep_contents = request->keep_arrays && kept_bytes(request->witness) <= KEEP_BYTES_MAX;
    o->input.observe = number == 0 ? request->observe : NULL;
    o->input.observe_context = request->observe_context;
    o->input.follow = number == 0 ? request->follow : NULL;
    o->input.follow_context = request->follow_context;
    o->input.followed = request->followed;
    o->input.followed_count = request->followed_count;
    o->input.print = number == 0 ? request->print : NULL;
    o->input.print_context = request->print_context;
    o->input.progress = request->progress ? note_progress : NULL;
    o->input.progress_context = o;
}

static void compare_contents(struct observer *o, const struct simulate_result *result) {
    const struct witness *w = o->request->witness;
    for (uint32_t i = 0; i < w->array_count && result->contents; i++) {
        if (!o->contents->arrays[i])
            o->contents->arrays[i] = result->contents[i];
        else if (w->arrays[i].name && w->arrays[i].size_bytes > 0 &&
                 memcmp(o->contents->arrays[i], result->contents[i], w->arrays[i].size_bytes) != 0)
            o->simulation->arrays[i].differs = true;
    }
}

static void run(struct observer *o, uint32_t number) {
    struct arena scratch;
    arena_init(&scratch);
    prepare_run(o, number);
    const struct simulate_result *result = simulate_run(number == 0 ? o->arena : &scratch, o->kernel, &o->input);
    o->simulation->steps += result->steps;
    o->steps_before = o->simulation->steps;
    o->simulation->complete &= result->complete;
    o->simulation->native_runs += result->native;
    if (result->assumption_failed)
        add_to_all(o, REASON_NEEDS_PRECONDITION, result->assumption,
                   "the arguments contradict an assumption in the code; what follows means nothing");
    for (uint32_t i = 0; i < result->finding_count && !result->assumption_failed; i++)
        merge(o, &result->findings[i]);
    if (result->findings_dropped)
        add_to_all(o, REASON_REPLAY_BUDGET, (loc_ref){0}, "more findings than are kept");
    compare_contents(o, result);
    arena_release(&scratch);
}

/* ---- arrays at the end ---- */

static uint64_t element_at(const uint8_t *bytes, uint64_t index, uint32_t elem_bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes + index * elem_bytes, elem_bytes);
    return value;
}

static void tell_array(struct observer *o, uint32_t index) {
    const struct witness_array *array = &o->request->witness->arrays[index];
    struct simulated_array *out = &o->simulation->arrays[index];
    const struct simulate_array *before = &o->input.arrays[index];
    const uint8_t *bytes = o->contents->arrays[index];
    uint32_t elem_bytes = array->type.width_bits / 8u;
    struct buffer text = {0};
    type_print(array->type, &text);
    out->name = array->name;
    out->type = arena_strdup(o->arena, buffer_text(&text));
    out->elements = array->size_bytes / elem_bytes;
    buffer_clear(&text);
    for (uint64_t i = 0; i < out->elements; i++) {
        uint64_t value = element_at(bytes, i, elem_bytes);
        out->changed += value != (before->element ? before->element(before->context, 0, i) : 0);
        if (i < HEAD_ELEMENTS) {
            buffer_add(&text, i > 0 ? ", " : "");
            witness_print_value(array->type, value, &text);
        }
    }
    buffer_add(&text, out->elements > HEAD_ELEMENTS ? ", ..." : "");
    out->head = arena_strdup(o->arena, buffer_text(&text));
    buffer_release(&text);
}

static void tell_arrays(struct observer *o) {
    struct simulation *s = o->simulation;
    const struct witness *w = o->request->witness;
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->array_count; i++)
        if (w->arrays[i].name && o->contents->arrays[i])
            tell_array(o, i);
    for (uint32_t i = 0; i < w->array_count; i++)
        if (s->arrays[i].name)
            s->arrays[count++] = s->arrays[i];
    s->array_count = count;
}

/* ---- the result ---- */

static bool finding_before(const struct finding *a, const struct finding *b) {
    const struct source_place *x = &a->accesses[0].place, *y = &b->accesses[0].place;
    if (a->level != b->level)
        return a->level > b->level;
    return x->line != y->line ? x->line < y->line : x->column < y->column;
}

static void sort_findings(struct observer *o) {
    for (uint32_t i = 1; i < o->findings.size; i++)
        for (uint32_t j = i; j > 0 && finding_before(&o->findings.data[j], &o->findings.data[j - 1]); j--) {
            struct finding swap = o->findings.data[j];
            o->findings.data[j] = o->findings.data[j - 1];
            o->findings.data[j - 1] = swap;
        }
}

static void finish(struct observer *o) {
    struct kernel_result *r = o->result;
    for (uint32_t i = 0; i < o->seen.size; i++)
        judge(o, &o->seen.data[i]);
    sort_findings(o);
    for (uint32_t i = 0; i < o->findings.size; i++)
        o->is_expected_seen |= simulation_is_expected(&o->view, &o->findings.data[i]);
    if (o->request->witness->expected)
        o->simulation->replay = o->is_expected_seen ? "confirmed" : "not-confirmed";
    r->findings = arena_alloc(o->arena, (o->findings.size + 1) * sizeof *r->findings);
    for (; r->finding_count < o->findings.size; r->finding_count++)
        r->findings[r->finding_count] = o->findings.data[r->finding_count];
    r->unproved = arena_alloc(o->arena, (o->unproved.size + 1) * sizeof *r->unproved);
    bool is_open[PROP_COUNT] = {false};
    for (; r->unproved_count < o->unproved.size; r->unproved_count++) {
        r->unproved[r->unproved_count] = o->unproved.data[r->unproved_count];
        is_open[r->unproved[r->unproved_count].property] = true;
    }
    for (unsigned property = 0; property < PROP_COUNT; property++)
        r->properties[property] = o->refuted[property] ? VERDICT_REFUTED : is_open[property] ? VERDICT_UNPROVED : VERDICT_UNCHECKED;
    r->verdict = kernel_result_verdict(r);
}

uint64_t simulation_product(const uint32_t triple[3]) {
    uint64_t two = (uint64_t)triple[0] * triple[1];
    return two > UINT32_MAX ? UINT64_MAX : two * triple[2];
}

bool simulation_is_runnable(struct arena *arena, const struct witness *w, const char **error) {
    uint64_t threads = simulation_product(w->block), blocks = w->block_count ? w->block_count : simulation_product(w->grid);
    if (threads > BLOCK_THREADS_MAX)
        *error = arena_printf(arena, "a block of (%u,%u,%u) threads is too large to run; at most %" PRIu64 " threads can be", w->block[0],
                              w->block[1], w->block[2], BLOCK_THREADS_MAX);
    else if (blocks > BLOCKS_MAX)
        *error = arena_printf(arena, "a grid of (%u,%u,%u) blocks is too large to run; at most %" PRIu64 " blocks can be", w->grid[0], w->grid[1],
                              w->grid[2], BLOCKS_MAX);
    return !*error;
}

static void describe_kernel(struct observer *o) {
    const struct witness *w = o->request->witness;
    struct kernel_result *r = o->result;
    r->name = o->kernel->name;
    r->display = o->kernel->display;
    r->file = o->kernel->file;
    r->line = o->kernel->line;
    r->language = o->kernel->language;
    r->block_given = r->grid_given = true;
    memcpy(r->block, w->block, sizeof r->block);
    memcpy(r->grid, w->grid, sizeof r->grid);
    r->simulation = o->simulation;
    o->simulation->seed = w->seed;
    o->simulation->schedules = o->request->schedules;
    o->simulation->threads = simulation_product(w->block) * (w->block_count ? w->block_count : simulation_product(w->grid));
    o->simulation->complete = true;
    o->simulation->arrays = arena_alloc(o->arena, (w->array_count + 1) * sizeof *o->simulation->arrays);
    o->contents->arrays = arena_alloc(o->arena, (w->array_count + 1) * sizeof *o->contents->arrays);
}

struct kernel_result *simulation_run(struct arena *arena, const struct simulation_request *request, struct simulation_contents *contents,
                                     const char **error) {
    struct observer o = {.arena = arena,
                         .request = request,
                         .kernel = request->kernel,
                         .view = {arena, request->kernel, request->witness, request->strict},
                         .contents = contents,
                         .result = arena_alloc(arena, sizeof *o.result),
                         .simulation = arena_alloc(arena, sizeof *o.simulation)};
    *error = NULL;
    if (!simulation_is_runnable(arena, request->witness, error) || !witness_input(arena, request->kernel, request->witness, &o.input, error))
        return NULL;
    describe_kernel(&o);
    for (uint32_t i = 0; i < request->schedules; i++)
        run(&o, i);
    finish(&o);
    tell_arrays(&o);
    vec_release(&o.seen);
    vec_release(&o.findings);
    vec_release(&o.unproved);
    return o.result;
}
