/* See executed.h. */
#include "check/executed.h"

#include <string.h>

#include "base/map.h"
#include "calculus/execute.h"
#include "calculus/execute_map.h"

enum { PROGRAM_STEPS = 2000000, MAP_STEPS = 400000, CELL_BYTES = 4 };

/* ---- programs ---- */

struct program_run {
    const struct replay_request *request;
    const struct prove_witness *model;
    struct baby_launch launch;
    struct baby_run run;
};

/* The initial history: what the model says, anything elsewhere. */
static bool initial(void *context, uint32_t array, uint32_t index, uint32_t *value) {
    const struct program_run *r = context;
    const char *name = r->request->options->program->arrays.data[array].name;
    for (uint32_t i = 0; i < r->model->cell_count; i++) {
        const struct prove_cell *cell = &r->model->cells[i];
        if (cell->offset_bytes == (uint64_t)index * CELL_BYTES && strcmp(cell->array, name) == 0) {
            *value = (uint32_t)cell->value;
            return true;
        }
    }
    *value = (uint32_t)hash_mix(hash_mix(23, array), index) & 0xffff;
    return true;
}

static bool run_program(struct arena *arena, const struct replay_request *request, const struct prove_witness *model, bool sees_others,
                        struct program_run *r) {
    const struct baby_program *program = request->options->program;
    uint32_t *params = arena_alloc(arena, (program->param_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < program->param_count; i++)
        for (uint32_t n = 0; n < model->param_count; n++)
            if (strcmp(model->params[n].name, program->names.data[BABY_NAME_PARAMS + i].text) == 0)
                params[i] = (uint32_t)model->params[n].value;
    *r = (struct program_run){.request = request, .model = model};
    r->launch = (struct baby_launch){
        .threads = model->block[0], .params = params, .initial = initial, .context = r, .steps = PROGRAM_STEPS, .sees_others = sees_others};
    if (model->block[0] > BABY_THREADS_MAX)
        return false;
    baby_execute(program, &r->launch, &r->run);
    return true;
}

static void take_race(struct replay_verdict *verdict, const struct baby_race *race, bool is_swapped) {
    verdict->outcome = REPLAY_CONFIRMED;
    for (int who = 0; who < 2; who++) {
        const struct baby_access *a = &race->access[is_swapped ? 1 - who : who];
        verdict->witness.thread[who][0] = a->thread;
        verdict->witness.offset[who] = (int64_t)a->index * CELL_BYTES;
        verdict->witness.has_value[who] = a->is_write;
        verdict->witness.value[who] = a->value;
    }
}

/* The race at both statements in the run, or NULL; *is_swapped: in the other order. */
static const struct baby_race *find_race(const struct baby_run *run, const uint32_t stmt[2], bool *is_swapped) {
    for (uint32_t i = 0; i < run->races.size; i++) {
        const struct baby_race *race = &run->races.data[i];
        bool is_straight = race->access[0].stmt == stmt[0] && race->access[1].stmt == stmt[1];
        *is_swapped = !is_straight && race->access[0].stmt == stmt[1] && race->access[1].stmt == stmt[0];
        if (is_straight || *is_swapped)
            return race;
    }
    return NULL;
}

static void race_in_run(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict, bool sees_others,
                        struct replay_verdict *verdict) {
    struct program_run r;
    bool is_swapped = false;
    const uint32_t stmt[2] = {request->options->program_items[conflict->item[0]], request->options->program_items[conflict->item[1]]};
    if (!run_program(arena, request, &conflict->witness, sees_others, &r)) {
        verdict->outcome = REPLAY_EXHAUSTED;
        return;
    }
    const struct baby_race *race = find_race(&r.run, stmt, &is_swapped);
    verdict->contents = "anything";
    if (race && race->is_same_value && !conflict->same_value)
        verdict->outcome = REPLAY_SAME_VALUE;
    else if (race)
        take_race(verdict, race, is_swapped);
    else
        verdict->outcome = r.run.end == BABY_END_BUDGET ? REPLAY_EXHAUSTED : REPLAY_NOT_SHOWN;
    baby_run_release(&r.run);
}

/* By the rules; if the race changes nothing there, for threads do not see what others write in the
   phase, in an interleaving in which they do. */
static void program_race(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict,
                         struct replay_verdict *verdict) {
    race_in_run(arena, request, conflict, false, verdict);
    if (verdict->outcome != REPLAY_SAME_VALUE)
        return;
    struct replay_verdict interleaved = *verdict;
    race_in_run(arena, request, conflict, true, &interleaved);
    if (interleaved.outcome == REPLAY_CONFIRMED)
        *verdict = interleaved;
}

static bool stands_in(const struct baby_program *program, uint32_t first, uint32_t stmt) {
    for (uint32_t s = first; s != BABY_NONE; s = program->stmts.data[s].next)
        if (s == stmt || stands_in(program, program->stmts.data[s].body, stmt) || stands_in(program, program->stmts.data[s].other, stmt))
            return true;
    return false;
}

/* The run stops at the condition or loop around the barrier, for threads disagree on it. */
static void program_divergence(struct arena *arena, const struct replay_request *request, const struct prove_divergence *d,
                               struct replay_verdict *verdict) {
    struct program_run r;
    const struct baby_program *program = request->options->program;
    if (!run_program(arena, request, &d->witness, false, &r)) {
        verdict->outcome = REPLAY_EXHAUSTED;
        return;
    }
    bool is_there = r.run.end == BABY_END_DIVERGED;
    if (is_there) {
        const struct baby_stmt *around = &program->stmts.data[r.run.stmt];
        uint32_t barrier = request->options->program_items[d->item];
        is_there = stands_in(program, around->body, barrier) || stands_in(program, around->other, barrier);
    }
    verdict->outcome = is_there ? REPLAY_CONFIRMED : r.run.end == BABY_END_BUDGET ? REPLAY_EXHAUSTED : REPLAY_NOT_SHOWN;
    baby_run_release(&r.run);
}

/* ---- protocols ---- */

static void run_map(struct arena *arena, const struct protocol *p, const struct prove_witness *model, bool sees_others, struct map_run *run) {
    struct map_launch launch = {.block_count = 1, .param_count = model->param_count, .steps = MAP_STEPS, .sees_others = sees_others};
    struct map_param *params = arena_alloc(arena, (model->param_count + 1) * sizeof *params);
    struct map_cell *cells = arena_alloc(arena, (model->cell_count + 1) * sizeof *cells);
    for (uint32_t i = 0; i < model->param_count; i++)
        params[i] = (struct map_param){model->params[i].name, model->params[i].value};
    for (uint32_t i = 0; i < model->cell_count; i++)
        cells[i] = (struct map_cell){model->cells[i].array, model->cells[i].offset_bytes, model->cells[i].value, model->cells[i].width_bits};
    launch.params = params;
    launch.cells = cells;
    launch.cell_count = model->cell_count;
    memcpy(launch.block, model->block, sizeof launch.block);
    memcpy(launch.grid, model->grid, sizeof launch.grid);
    memcpy(launch.blocks, model->block_index, sizeof launch.blocks);
    if (memcmp(model->block_index[0], model->block_index[1], sizeof model->block_index[0]) != 0)
        launch.block_count = 2;
    map_execute(arena, p, &launch, run);
}

static uint32_t linear_thread(const struct prove_witness *model, int who) {
    return model->thread[who][0] + model->block[0] * (model->thread[who][1] + model->block[1] * model->thread[who][2]);
}

/* The event is of the item and of the model's thread. */
static bool is_of(const struct map_event *e, uint32_t item, const struct prove_witness *model, int who) {
    bool is_second_block = who == 1 && memcmp(model->block_index[0], model->block_index[1], sizeof model->block_index[0]) != 0;
    return e->item == item && e->block == (is_second_block ? 1u : 0u) && e->thread == linear_thread(model, who);
}

static void take_events(struct replay_verdict *verdict, const struct map_event *a, const struct map_event *b) {
    const struct map_event *events[2] = {a, b};
    verdict->outcome = REPLAY_CONFIRMED;
    for (int who = 0; who < 2; who++) {
        verdict->witness.offset[who] = events[who]->offset;
        verdict->witness.size[who] = events[who]->size;
        verdict->witness.has_value[who] &= events[who]->has_value;
        verdict->witness.value[who] = events[who]->value;
    }
}

static void map_race_in_run(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict, bool sees_others,
                            struct replay_verdict *verdict) {
    const struct prove_witness *model = &conflict->witness;
    struct map_run run;
    run_map(arena, request->protocol, model, sees_others, &run);
    verdict->outcome = run.refused ? REPLAY_PREVENTED : REPLAY_NOT_SHOWN;
    verdict->detail = run.refused ? arena_printf(arena, "the protocol was not executed: %s", run.refused) : NULL;
    for (uint32_t i = 0; i < run.events.size && !run.refused && verdict->outcome != REPLAY_CONFIRMED; i++)
        for (uint32_t j = 0; is_of(&run.events.data[i], conflict->item[0], model, 0) && j < run.events.size; j++) {
            if (!is_of(&run.events.data[j], conflict->item[1], model, 1))
                continue;
            enum map_conflict kind = map_conflict_of(request->protocol, &run.events.data[i], &run.events.data[j]);
            if (kind == MAP_RACE || (kind == MAP_SAME_VALUE && conflict->same_value)) {
                take_events(verdict, &run.events.data[i], &run.events.data[j]);
                verdict->contents = "anything";
                verdict->detail = NULL;
                break;
            }
            verdict->outcome = kind == MAP_SAME_VALUE ? REPLAY_SAME_VALUE : kind == MAP_UNDECIDED ? REPLAY_APPROXIMATE : verdict->outcome;
        }
    map_run_release(&run);
}

/* As program_race. */
static void map_race(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict,
                     struct replay_verdict *verdict) {
    map_race_in_run(arena, request, conflict, false, verdict);
    if (verdict->outcome != REPLAY_SAME_VALUE)
        return;
    struct replay_verdict interleaved = *verdict;
    map_race_in_run(arena, request, conflict, true, &interleaved);
    if (interleaved.outcome == REPLAY_CONFIRMED)
        *verdict = interleaved;
}

static void map_divergence(struct arena *arena, const struct replay_request *request, const struct prove_divergence *d,
                           struct replay_verdict *verdict) {
    struct map_run run;
    run_map(arena, request->protocol, &d->witness, false, &run);
    verdict->outcome = run.diverged == d->item && d->kind != FINDING_KIND_EXITED ? REPLAY_CONFIRMED
                       : run.refused                                             ? REPLAY_PREVENTED
                                                                                 : REPLAY_NOT_SHOWN;
    verdict->detail = verdict->outcome == REPLAY_PREVENTED ? arena_printf(arena, "the protocol was not executed: %s", run.refused) : NULL;
    map_run_release(&run);
}

/* ---- */

void executed_race(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict, struct replay_verdict *verdict) {
    if (request->options->program)
        program_race(arena, request, conflict, verdict);
    else if (request->options->lockstep)
        verdict->detail = "lockstep is not of the calculus";
    else
        map_race(arena, request, conflict, verdict);
}

void executed_divergence(struct arena *arena, const struct replay_request *request, const struct prove_divergence *divergence,
                         struct replay_verdict *verdict) {
    if (request->options->program)
        program_divergence(arena, request, divergence, verdict);
    else
        map_divergence(arena, request, divergence, verdict);
}
