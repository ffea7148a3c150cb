/* What the judgements of many kernels add up to. */
#ifndef WP_TESTS_FIGURES_H
#define WP_TESTS_FIGURES_H

#include "judge.h"

struct figures {
    uint32_t kernels, failures, compile_errors, host_errors, slow, failed[FAILURE_COUNT];
    uint32_t race[EXTENT_COUNT][VERDICT_COUNT], divergence[EXTENT_COUNT][VERDICT_COUNT];
    uint32_t possible[EXTENT_COUNT], possible_seen[EXTENT_COUNT], seen[EXTENT_COUNT], divergence_seen[EXTENT_COUNT];
    uint32_t racy, decided; /* a race was seen; proved for every launch, or a race predicted and seen */
    uint32_t barrier_in_loop, reasons[REASON_KINDS];
    uint64_t runs, runs_skipped, runs_excused, redundant, runs_reduced;
    uint64_t crossed, crossed_proved, crossed_native, crossed_undefined;
    uint32_t crossed_kernels, unordered;
    double check_seconds, simulate_seconds, cross_seconds;
};

void figures_count(struct figures *f, const struct judgement *j);
/* Each line begins with `lead`. */
void figures_print(const struct figures *f, const char *lead);

/* Whether the kernels are worth their time: 20 % racy, 20 % with a barrier in a loop, half decided. */
bool figures_are_telling(const struct figures *f);

#endif
