/* The rules of Figure 5, one function each, and those of the synchronised fragment. A block
   without a barrier is evaluated by rule par, thread by thread; around barriers all threads go
   together. See execute.h. */
#include "calculus/execute.h"

#include <stdlib.h>

#include "calculus/breakage.h"
#include "calculus/evaluate.h"
#include "calculus/phase.h"

struct machine {
    const struct baby_program *program;
    const struct baby_launch *launch;
    struct baby_run *run;
    struct baby_history history;
    uint32_t *values; /* by thread, then by name: what is substituted for the variables */
    uint32_t thread;  /* being evaluated */
    bool is_stopped;
};

static uint32_t *values_of(struct machine *m, uint32_t thread) {
    return m->values + (size_t)thread * m->program->names.size;
}

static uint32_t evaluate(struct machine *m, uint32_t expr) {
    return baby_evaluate(m->program, expr, values_of(m, m->thread));
}

static bool step(struct machine *m) {
    if (!m->is_stopped && m->run->steps++ >= m->launch->steps) {
        m->run->end = BABY_END_BUDGET;
        m->is_stopped = true;
    }
    return !m->is_stopped;
}

/* ---- one thread: A, b |_H,i B ---- */

static void run_block(struct machine *m, uint32_t first);
static void run_sync(struct machine *m);

static void note_undefined(struct machine *m, const struct baby_access *access) {
    for (uint32_t i = 0; i < m->run->undefined.size; i++)
        if (m->run->undefined.data[i].access.stmt == access->stmt)
            return;
    vec_push(&m->run->undefined, (struct baby_undefined){m->run->phases, *access});
}

/* [read], without the continuation: n to j, j joins R, y stands for lastwrite(j, {i: (R, W)} :: H).
 */
static void run_read(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    struct baby_access access = {.thread = m->thread, .stmt = at, .array = s->array, .index = evaluate(m, s->index)};
    bool is_defined = baby_lastwrite(&m->history, m->thread, access.array, access.index, &access.value);
    access.value = is_defined ? access.value : 0;
    if (!is_defined)
        note_undefined(m, &access);
    baby_note(&m->history, &access);
    values_of(m, m->thread)[s->name] = CALCULUS_BREAK(READ_VALUE) ? 0 : access.value;
    m->run->accesses++;
}

/* [write]: n to j, m to k, W[j -> k]. */
static void run_write(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    const struct baby_access access = {m->thread, at, s->array, evaluate(m, s->index), true, evaluate(m, s->value)};
    baby_note(&m->history, &access);
    m->run->accesses++;
}

/* [if-t], [if-f] */
static void run_if(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    bool holds = evaluate(m, s->condition);
    bool chooses_first = holds ? !CALCULUS_BREAK(IF_T) : CALCULUS_BREAK(IF_F);
    run_block(m, chooses_first ? s->body : s->other);
}

/* [for-1] ends the loop, [for-2] is an iteration; bounds are evaluated once, for nothing changes
 * them. */
static void run_for(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    uint32_t from = evaluate(m, s->index), to = evaluate(m, s->value);
    uint64_t end = (uint64_t)to + (CALCULUS_BREAK(FOR_2) && from < to);
    end = CALCULUS_BREAK(FOR_1) && from >= to ? (uint64_t)from + 1 : end;
    for (uint64_t x = from; x < end && step(m); x++) {
        values_of(m, m->thread)[s->name] = CALCULUS_BREAK(FOR_2_VARIABLE) ? from : (uint32_t)x;
        run_block(m, s->body);
    }
}

/* [skip] */
static void run_skip(struct machine *m) {
    if (CALCULUS_BREAK(SKIP))
        run_sync(m);
}

static void run_statement(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    switch (s->kind) {
    case BABY_SKIP: run_skip(m); break;
    case BABY_WRITE: run_write(m, at); break;
    case BABY_READ:
        run_read(m, at);
        run_block(m, s->body);
        break;
    case BABY_IF: run_if(m, at); break;
    case BABY_FOR: run_for(m, at); break;
    case BABY_SYNC:
    case BABY_RD:
    case BABY_WR: break;
    }
}

/* [seq] for every ';' of the block: what one leaves, the next begins with. */
static void run_block(struct machine *m, uint32_t first) {
    uint32_t before = m->history.log.size;
    for (uint32_t at = first; at != BABY_NONE && step(m); at = m->program->stmts.data[at].next) {
        if (CALCULUS_BREAK(SEQ) && at != first)
            m->history.log.size = before;
        run_statement(m, at);
    }
}

/* ---- all threads: P :: H, b | Q :: H ---- */

static void run_together(struct machine *m, uint32_t first);

/* [par]: every thread for itself, with tid for its identifier; nobody sees what others do in this
 * phase. */
static void run_par(struct machine *m, uint32_t at) {
    for (m->thread = 0; m->thread < m->launch->threads && !m->is_stopped; m->thread++) {
        if (step(m))
            run_statement(m, at);
    }
    m->thread = 0;
}

/* [sync]: the phase ends, P becomes part of H. */
static void run_sync(struct machine *m) {
    if (!CALCULUS_BREAK(SYNC))
        baby_end_phase(&m->history, m->run);
}

/* The value of the expression, if all threads agree on it; else no rule applies. */
static uint32_t common_value(struct machine *m, uint32_t at, uint32_t expr, bool asks_first) {
    m->thread = 0;
    uint32_t value = evaluate(m, expr);
    for (m->thread = 1; m->thread < m->launch->threads && !asks_first; m->thread++) {
        if (evaluate(m, expr) == value || m->is_stopped)
            continue;
        m->run->end = BABY_END_DIVERGED;
        m->run->stmt = at;
        m->is_stopped = true;
    }
    m->thread = 0;
    return value;
}

/* [if-s] */
static void run_if_s(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    uint32_t holds = common_value(m, at, s->condition, CALCULUS_BREAK(IF_S));
    if (!m->is_stopped)
        run_together(m, holds ? s->body : s->other);
}

/* [for-s] */
static void run_for_s(struct machine *m, uint32_t at) {
    const struct baby_stmt *s = &m->program->stmts.data[at];
    uint32_t from = common_value(m, at, s->index, CALCULUS_BREAK(FOR_S_BOUNDS));
    uint32_t to = common_value(m, at, s->value, CALCULUS_BREAK(FOR_S_BOUNDS));
    uint32_t phases = m->run->phases;
    for (uint64_t x = from; x < to && step(m); x++) {
        for (uint32_t thread = 0; thread < m->launch->threads; thread++)
            values_of(m, thread)[s->name] = (uint32_t)x;
        run_together(m, s->body);
        if (CALCULUS_BREAK(FOR_S) && m->run->phases > phases)
            break;
    }
}

/* [read] at the level of barriers: the continuation has some. */
static void run_read_s(struct machine *m, uint32_t at) {
    for (m->thread = 0; m->thread < m->launch->threads; m->thread++)
        run_read(m, at);
    m->thread = 0;
    run_together(m, m->program->stmts.data[at].body);
}

static void run_together(struct machine *m, uint32_t first) {
    for (uint32_t at = first; at != BABY_NONE && step(m); at = m->program->stmts.data[at].next) {
        const struct baby_stmt *s = &m->program->stmts.data[at];
        if (!s->has_sync)
            run_par(m, at);
        else if (s->kind == BABY_SYNC)
            run_sync(m);
        else if (s->kind == BABY_IF)
            run_if_s(m, at);
        else if (s->kind == BABY_FOR)
            run_for_s(m, at);
        else
            run_read_s(m, at);
    }
}

static void substitute(struct machine *m) {
    for (uint32_t thread = 0; thread < m->launch->threads; thread++) {
        uint32_t *values = values_of(m, thread);
        values[BABY_NAME_TID] = CALCULUS_BREAK(PAR) ? 0 : thread;
        values[BABY_NAME_NTID] = m->launch->threads;
        for (uint32_t i = 0; i < m->program->param_count; i++)
            values[BABY_NAME_PARAMS + i] = m->launch->params[i];
    }
}

static int compare_cells(const void *left, const void *right) {
    const uint64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static void give_cells(struct machine *m) {
    struct baby_history *h = &m->history;
    if (h->written.size > 0)
        qsort(h->written.data, h->written.size, sizeof *h->written.data, compare_cells);
    for (uint32_t i = 0; i < h->written.size; i++) {
        uint32_t value = 0;
        (void)map_get(&h->last, h->written.data[i], &value);
        vec_push(&m->run->cells, (struct baby_cell){(uint32_t)(h->written.data[i] >> 32), (uint32_t)h->written.data[i], value});
    }
}

void baby_execute(const struct baby_program *program, const struct baby_launch *launch, struct baby_run *run) {
    struct machine m = {.program = program, .launch = launch, .run = run};
    size_t bytes = (size_t)launch->threads * program->names.size * sizeof *m.values;
    *run = (struct baby_run){.end = BABY_END_DONE};
    baby_history_init(&m.history, launch);
    m.values = mem_alloc(bytes);
    memset(m.values, 0, bytes);
    substitute(&m);
    run_together(&m, program->body);
    baby_end_phase(&m.history, run);
    give_cells(&m);
    mem_free(m.values, bytes);
    baby_history_release(&m.history);
}

void baby_run_release(struct baby_run *run) {
    vec_release(&run->races);
    vec_release(&run->undefined);
    vec_release(&run->cells);
}
