/* The operational semantics of BabyCUDA (Figure 5), executed: every thread for itself through a
   phase, then the next phase. It decides whether a concrete program is DRF (Definition 1).

   A history is a list of phases, a phase maps each thread to what it read and wrote. Here the phase
   that is being evaluated is a log of accesses in order of execution; of the phases before it only
   the last write of each cell is kept, for `lastwrite` asks for nothing else. The initial history H
   is a function, so that it may define every cell. */
#ifndef WP_CALCULUS_EXECUTE_H
#define WP_CALCULUS_EXECUTE_H

#include "calculus/baby.h"

enum { BABY_THREADS_MAX = 1 << 16 };

struct baby_access {
    uint32_t thread, stmt, array, index;
    bool is_write;
    uint32_t value; /* written, or read */
};

/* Two threads access a cell in one phase, one of them writing. */
struct baby_race {
    uint32_t phase;
    struct baby_access access[2];
    bool is_same_value; /* both write one value, or what is written was there when the phase began:
                           so for every pair of threads at these two statements */
};

/* A read of a cell that was never written: lastwrite-undef. The run goes on with 0. */
struct baby_undefined {
    uint32_t phase;
    struct baby_access access;
};

enum baby_end {
    BABY_END_DONE,
    BABY_END_BUDGET,  /* the steps did not suffice */
    BABY_END_DIVERGED /* threads disagree on a condition or bound around a barrier: no rule applies
                       */
};

struct baby_cell {
    uint32_t array, index, value;
};

struct baby_launch {
    uint32_t threads;
    const uint32_t *params; /* by position */
    /* The initial history: whether it defines the cell, and the last value written. */
    bool (*initial)(void *context, uint32_t array, uint32_t index, uint32_t *value);
    /* A phase has ended: its accesses in order of execution. Or NULL. */
    void (*phase)(void *context, uint32_t phase, const struct baby_access *accesses, uint32_t count);
    void *context;
    uint64_t steps; /* most; a statement or an iteration is a step */
    /* Instead of rule par one interleaving: a thread sees what the threads that were evaluated
       before it have written in this phase, as a racy program may beyond Figure 5. */
    bool sees_others;
};

struct baby_run {
    enum baby_end end;
    uint32_t stmt; /* BABY_END_DIVERGED: where */
    uint32_t phases;
    uint64_t steps, accesses;
    VEC(struct baby_race)
    races;                                /* one for each pair of statements, the first; is_same_value is of all */
    VEC(struct baby_undefined) undefined; /* one for each statement */
    VEC(struct baby_cell) cells;          /* written ones, by array and index: the final arrays */
};

/* Whether no two threads race: no races, of one value or of several. */
static inline bool baby_run_is_drf(const struct baby_run *run) {
    return run->races.size == 0;
}

void baby_execute(const struct baby_program *program, const struct baby_launch *launch, struct baby_run *run);
void baby_run_release(struct baby_run *run);

#endif
