/* One phase of a run: who read and wrote what, and which of it races. Private to execute.c. */
#ifndef WP_CALCULUS_PHASE_H
#define WP_CALCULUS_PHASE_H

#include "base/map.h"
#include "calculus/execute.h"

struct baby_history {
    const struct baby_launch *launch;
    struct map last;       /* of earlier phases: cell -> value of the last write */
    VEC(uint64_t) written; /* the cells of `last`, once each */
    struct map own;        /* of this phase: thread and cell -> the thread's last write */
    VEC(struct baby_access) log;
};

/* A cell as the key of a map. */
static inline uint64_t baby_cell_key(uint32_t array, uint32_t index) {
    return (uint64_t)array << 32 | index;
}

/* lastwrite(j, {i: (R, W)} :: H) for thread i; false: undefined. */
bool baby_lastwrite(const struct baby_history *history, uint32_t thread, uint32_t array, uint32_t index, uint32_t *value);
/* R with j; W[j -> k]. */
void baby_note(struct baby_history *history, const struct baby_access *access);
/* Adds the races of the phase that ends to run->races (Definition 1), and makes the phase the head
 * of H. */
void baby_end_phase(struct baby_history *history, struct baby_run *run);

void baby_history_init(struct baby_history *history, const struct baby_launch *launch);
void baby_history_release(struct baby_history *history);

#endif
