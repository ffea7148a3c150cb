/* See rerun.h. */
#include "check/rerun.h"

#include <string.h>

#include "check/launches.h"
#include "check/simulation.h"

enum { THREADS_MOST = 1 << 16, RUNS_MOST = 600 };

static uint64_t linear(const uint32_t at[3], const uint32_t extent[3]) {
    return ((uint64_t)at[2] * extent[1] + at[1]) * extent[0] + at[0];
}

/* Which of the finding's accesses stand there, as bits. */
static uint32_t accesses_at(struct rerun *r, loc_ref loc) {
    const struct source_place place = simulation_place(&r->view, loc);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < r->f->access_count && i < 2; i++)
        bits |= (uint32_t)(r->f->accesses[i].place.line == place.line && r->f->accesses[i].place.column == place.column) << i;
    return bits;
}

static void note_access(void *context, const struct simulate_event *event) {
    struct rerun *r = context;
    uint64_t key = (uint64_t)event->inst.id + 1;
    uint32_t bits;
    if (!map_get(&r->places, key, &bits)) {
        bits = accesses_at(r, event->loc);
        map_set(&r->places, key, bits);
    }
    r->seen[linear(event->block, r->w->grid) * simulation_product(r->w->block) + linear(event->thread, r->w->block)] |= (uint8_t)bits;
}

/* The violation of the finding; where threads are that do not come to a barrier is not asked. */
static bool is_same(const struct finding *seen, const struct finding *f) {
    if (seen->rule != f->rule)
        return false;
    if (f->rule != RULE_BARRIER_DIVERGENCE || f->access_count == 0)
        return launches_is_same_violation(seen, f);
    bool is = false;
    for (uint32_t i = 0; i < seen->access_count; i++)
        is |= strcmp(seen->accesses[i].mode, "barrier") == 0 && launches_is_same_place(&seen->accesses[i].place, &f->accesses[0].place);
    return is;
}

static struct rerun_result run_once(struct rerun *r) {
    const uint64_t threads = simulation_product(r->w->grid) * simulation_product(r->w->block);
    struct rerun_result run = {.steps = 0};
    struct simulation_contents contents = {0};
    const char *error = NULL;
    const struct simulation_request request = {.kernel = r->kernel, .witness = r->w, .schedules = 1, .observe = note_access, .observe_context = r};
    memset(r->seen, 0, threads);
    r->w->step_budget = r->base.steps > 0 && r->base.steps < r->most / 16 ? 4 * r->base.steps + 4096 : r->most / 4;
    const struct kernel_result *result = simulation_run(r->arena, &request, &contents, &error);
    r->runs++;
    if (!result)
        return run;
    run.steps = result->simulation->steps;
    r->steps += run.steps;
    run.is_ended = result->simulation->complete;
    run.is_whole = run.is_ended && result->unproved_count == 0;
    run.is_clean = true;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        const struct finding *f = &result->findings[i];
        run.is_clean &= !finding_is_violation(f) && f->rule != RULE_SAME_VALUE_WRITE; /* other values would differ */
        run.is_shown |= is_same(f, r->f);
        run.is_near |= f->rule == r->f->rule && strcmp(f->array ? f->array : "", r->f->array ? r->f->array : "") == 0;
    }
    for (uint64_t t = 0; t < threads; t++)
        for (int i = 0; i < 2; i++)
            run.threads[i] += r->seen[t] >> i & 1;
    return run;
}

bool rerun_begin(struct rerun *r, struct arena *arena, const struct kernel *kernel, const struct finding *f, struct witness *w, uint64_t most) {
    *r = (struct rerun){.arena = arena, .kernel = kernel, .f = f, .w = w, .view = {arena, kernel, w, false}, .most = most};
    map_init(&r->places);
    if (simulation_product(w->grid) > THREADS_MOST || simulation_product(w->grid) * simulation_product(w->block) > THREADS_MOST)
        return false;
    w->expected = NULL;
    w->block_count = 0;
    r->seen = arena_alloc(arena, THREADS_MOST);
    const struct rerun_result base = run_once(r);
    r->base = base;
    return base.is_shown && base.steps > 0;
}

bool rerun_avoids(struct rerun *r) {
    const struct rerun_result run = run_once(r);
    const uint32_t share = r->is_half_enough ? 2 : 1;
    return run.is_whole && run.is_clean && share * run.threads[0] >= r->base.threads[0] && share * run.threads[1] >= r->base.threads[1] &&
           2 * run.steps >= r->base.steps;
}

bool rerun_avoids_with_fewer(struct rerun *r) {
    if (simulation_product(r->w->grid) * simulation_product(r->w->block) > THREADS_MOST)
        return false;
    const struct rerun_result run = run_once(r);
    return run.is_whole && run.is_clean && run.threads[0] > 0 && (r->f->access_count < 2 || run.threads[1] > 0);
}

bool rerun_avoids_this(struct rerun *r) {
    const struct rerun_result run = run_once(r);
    return run.is_ended && !run.is_shown && !run.is_near && run.threads[0] > 0 && (r->f->access_count < 2 || run.threads[1] > 0);
}

bool rerun_is_clean(struct rerun *r) {
    const struct rerun_result run = run_once(r);
    return run.is_whole && run.is_clean;
}

bool rerun_is_over(const struct rerun *r) {
    return r->runs >= RUNS_MOST || r->steps >= r->most;
}

void rerun_end(struct rerun *r) {
    map_release(&r->places);
}
