/* Errors at a launch whose numbers are related in ways that host code tells and facts do not (`m` is `3 % n`, `n` is `1 << L`), run again with
   other numbers. If what the error speaks of happens as before, by as many threads, and the violation does not, then some relation of the
   numbers excludes it, perhaps the program's. Runs only take errors back: they prove nothing. */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "check/launch_judge.h"
#include "check/required.h"
#include "check/simulation.h"
#include "check/simulation_finding.h"

enum { THREADS_MOST = 1 << 16, RUNS_MOST = 600, NUMBERS_MOST = 64 };
#define STEPS_MOST (UINT64_C(1) << 21) /* of all runs for a finding */

struct run {
    bool is_shown, is_clean, is_whole; /* is_clean: no violation at all; is_whole: all threads ran to their end */
    uint32_t threads[2];               /* that made each of the two accesses */
    uint64_t steps;
};

struct rerun {
    struct arena *arena;
    const struct judge *j;
    const struct check_options *options;
    const struct prove_condition *conditions;
    uint32_t condition_count;
    const struct finding *f;
    struct witness *w;
    struct simulation_view view;
    struct map places; /* of instructions that were seen: which of the accesses they are, as bits */
    uint8_t *seen;     /* by thread, as bits */
    struct run base;
    uint64_t steps;
    uint32_t runs;
};

static uint64_t product(const uint32_t triple[3]) {
    return (uint64_t)triple[0] * triple[1] * triple[2];
}

static uint64_t linear(const uint32_t at[3], const uint32_t extent[3]) {
    return ((uint64_t)at[2] * extent[1] + at[1]) * extent[0] + at[0];
}

/* Which of the finding's accesses stand there, as bits. */
static uint32_t accesses_at(struct rerun *q, loc_ref loc) {
    const struct source_place place = simulation_place(&q->view, loc);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < q->f->access_count && i < 2; i++)
        bits |= (uint32_t)(q->f->accesses[i].place.line == place.line && q->f->accesses[i].place.column == place.column) << i;
    return bits;
}

static void note_access(void *context, const struct simulate_event *event) {
    struct rerun *q = context;
    uint64_t key = (uint64_t)event->inst.id + 1;
    uint32_t bits;
    if (!map_get(&q->places, key, &bits)) {
        bits = accesses_at(q, event->loc);
        map_set(&q->places, key, bits);
    }
    q->seen[linear(event->block, q->w->grid) * product(q->w->block) + linear(event->thread, q->w->block)] |= (uint8_t)bits;
}

static struct run run_once(struct rerun *q) {
    const uint64_t threads = product(q->w->grid) * product(q->w->block);
    struct run run = {false, false, false, {0, 0}, 0};
    struct simulation_contents contents = {0};
    const char *error = NULL;
    const struct simulation_request request = {.kernel = q->j->kernel, .witness = q->w, .schedules = 1, .observe = note_access, .observe_context = q};
    memset(q->seen, 0, threads);
    q->w->step_budget = q->base.steps > 0 ? 4 * q->base.steps + 4096 : STEPS_MOST / 8;
    const struct kernel_result *r = simulation_run(q->arena, &request, &contents, &error);
    q->runs++;
    if (!r)
        return run;
    run.steps = r->simulation->steps;
    q->steps += run.steps;
    run.is_whole = r->simulation->complete && r->unproved_count == 0;
    run.is_clean = true;
    for (uint32_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        run.is_clean &= !finding_is_violation(f);
        run.is_shown |= f->rule == q->f->rule && launches_is_same_violation(f, q->f);
    }
    for (uint64_t t = 0; t < threads; t++)
        for (int i = 0; i < 2; i++)
            run.threads[i] += q->seen[t] >> i & 1;
    return run;
}

/* ---- numbers ---- */

struct numbers {
    uint64_t bits[NUMBERS_MOST];
    uint32_t count;
};

static uint64_t mask_of(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static void add(struct numbers *n, int64_t value, uint32_t width) {
    uint64_t bits = (uint64_t)value & mask_of(width);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->bits[i] == bits)
            return;
    if (n->count < NUMBERS_MOST)
        n->bits[n->count++] = bits;
}

static int64_t value_of(const struct witness_argument *a) {
    uint32_t unused = 64u - a->type.width_bits;
    return (int64_t)(a->bits << unused) >> unused;
}

/* Numbers that a size is often related to by: near it, twice and half of it, its logarithm, a power of two. */
static void add_related(struct numbers *n, int64_t value, uint32_t width) {
    int64_t power = 0;
    while (power < 31 && (INT64_C(1) << power) < value)
        power++;
    const int64_t related[] = {value, power, value - 1, value + 1, value / 2, 2 * value};
    for (size_t i = 0; i < sizeof related / sizeof *related; i++)
        add(n, related[i], width);
    if (value >= 0 && value < 31)
        add(n, INT64_C(1) << value, width);
}

static struct numbers numbers_for(const struct rerun *q, const struct witness_argument *a) {
    static const int64_t plain[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 64, 127, 256, 1021, 1024, 65537, 1000003, -1, -100, -100000};
    static const double reals[] = {0, 1, -1, 0.5, 2, -0.25, 0.999, 3.5, 1e-3, -17.5, 1000.5, -1e6};
    struct numbers n = {.count = 0};
    for (size_t i = 0; a->type.kind == TYPE_FLOAT && i < sizeof reals / sizeof *reals; i++) {
        float narrow = (float)reals[i];
        uint32_t narrow_bits;
        uint64_t bits;
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        memcpy(&bits, &reals[i], sizeof bits);
        add(&n, (int64_t)(a->type.width_bits == 32 ? narrow_bits : bits), a->type.width_bits);
    }
    if (a->type.kind == TYPE_FLOAT)
        return n;
    for (uint32_t i = 0; i < q->w->argument_count; i++) {
        const struct witness_argument *other = &q->w->arguments[i];
        if (other != a && other->type.kind == TYPE_INT && other->type.width_bits >= 8)
            add_related(&n, value_of(other), a->type.width_bits);
    }
    add_related(&n, (int64_t)product(q->w->block), a->type.width_bits);
    add_related(&n, (int64_t)(product(q->w->block) * product(q->w->grid)), a->type.width_bits);
    add_related(&n, value_of(a), a->type.width_bits);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add(&n, plain[i], a->type.width_bits);
    return n;
}

/* ---- launches ---- */

/* What is known of the numbers holds for these. */
static bool is_within_facts(const struct rerun *q) {
    const struct finding_witness *told = &q->f->witness;
    struct prove_named *list = arena_alloc(q->arena, (q->w->argument_count + (size_t)told->param_count + 1) * sizeof *list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->w->argument_count; i++) {
        const struct witness_argument *a = &q->w->arguments[i];
        if (a->type.kind == TYPE_INT)
            list[count++] = (struct prove_named){a->name, a->bits, (uint8_t)a->type.width_bits};
    }
    for (uint32_t i = 0; i < told->param_count; i++) {
        bool is_int = strncmp(told->params[i].name, "host.int", 8) == 0;
        if (strncmp(told->params[i].name, "host.", 5) == 0)
            list[count++] = (struct prove_named){told->params[i].name, (uint64_t)strtoll(told->params[i].value, NULL, 0) & mask_of(is_int ? 32 : 64),
                                                 is_int ? 32 : 64};
    }
    return required_hold(q->j->protocol, q->conditions, q->condition_count, q->w->block, q->w->grid, list, count);
}

static bool is_fixed(const struct check_options *options, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < options->param_count; i++)
        is |= strcmp(options->params[i].name, name) == 0;
    return is;
}

static bool is_other(const struct rerun *q, const struct run *run) {
    return run->is_whole && run->is_clean && run->threads[0] >= q->base.threads[0] && run->threads[1] >= q->base.threads[1] &&
           2 * run->steps >= q->base.steps;
}

/* With one of the arguments another number, the violation does not happen. */
static bool is_avoided(struct rerun *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->w->argument_count && !is; i++) {
        struct witness_argument *a = &q->w->arguments[i];
        bool is_number = a->type.kind == TYPE_INT || (a->type.kind == TYPE_FLOAT && a->type.width_bits >= 32);
        if (!is_number || a->type.width_bits < 8 || is_fixed(q->options, a->name))
            continue;
        const uint64_t own = a->bits;
        const struct numbers n = numbers_for(q, a);
        for (uint32_t k = 0; k < n.count && !is && q->runs < RUNS_MOST && q->steps < STEPS_MOST; k++) {
            a->bits = n.bits[k];
            if (a->bits == own || !is_within_facts(q))
                continue;
            const struct run run = run_once(q);
            is = is_other(q, &run);
        }
        a->bits = own;
    }
    return is;
}

static bool is_by_relation(struct arena *arena, const void *context, struct finding *f) {
    struct rerun q = *(const struct rerun *)context;
    struct arena scratch;
    const char *error = NULL;
    bool is = false, is_run = f->rule == RULE_DATA_RACE || f->rule == RULE_ASSERTION || f->rule == RULE_BARRIER_DIVERGENCE;
    (void)arena;
    if (!is_run || !f->has_witness || !f->witness.text || !q.j->kernel)
        return false;
    arena_init(&scratch);
    q.arena = &scratch;
    q.f = f;
    q.w = witness_parse(&scratch, f->witness.text, &error);
    if (q.w && product(q.w->grid) <= THREADS_MOST && product(q.w->grid) * product(q.w->block) <= THREADS_MOST) {
        q.w->expected = NULL;
        q.w->block_count = 0;
        q.view = (struct simulation_view){&scratch, q.j->kernel, q.w, false};
        q.seen = arena_alloc(&scratch, THREADS_MOST);
        q.conditions = required_make(&scratch, q.j->protocol, q.options->required, q.options->required_count, &q.condition_count);
        map_init(&q.places);
        const struct run base = run_once(&q);
        q.base = base;
        is = base.is_shown && base.steps > 0 && is_avoided(&q);
        map_release(&q.places);
    }
    arena_release(&scratch);
    return is;
}

void launches_rerun_numbers(struct judge *j, const struct check_options *options, struct kernel_result *r, const char *why) {
    const struct rerun q = {.j = j, .options = options};
    launches_doubt_where(j->arena, NULL, r, why, is_by_relation, &q);
}
