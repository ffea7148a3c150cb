/* One kernel, proved and executed: what disagrees. */
#ifndef WP_TESTS_JUDGE_H
#define WP_TESTS_JUDGE_H

#include "check/check.h"
#include "kernel/kernel.h"

enum failure {
    FAILURE_NONE,
    FAILURE_RACE,        /* proved, and a race seen */
    FAILURE_PAIR,        /* not proved, but the pair that raced is not among the reasons */
    FAILURE_REPLAY,      /* an exact model that does not replay */
    FAILURE_DIVERGENCE,
    FAILURE_BOUNDS,
    FAILURE_ASSERT,
    FAILURE_REDUNDANT,   /* a barrier is called redundant, and a pair races only without it */
    FAILURE_KERNEL,      /* kernel_check */
    FAILURE_PROTOCOL,    /* protocol_check */
    FAILURE_TEXT,        /* the protocol's text form does not come back */
    FAILURE_CRASH,
    FAILURE_SLOW,
    FAILURE_COUNT
};
extern const char *const failure_names[FAILURE_COUNT];

enum { EXTENT_ANY, EXTENT_LAUNCH, EXTENT_BLOCK, EXTENT_COUNT, REASON_KINDS = 24, TEXT_BYTES = 2048 };

/* Lies in memory shared with the process that judges. */
struct judgement {
    bool begun, done;
    enum failure failure;
    enum verdict race[EXTENT_COUNT], divergence[EXTENT_COUNT];
    bool possible[EXTENT_COUNT];        /* a race found, not replayed, with nothing approximate in it */
    bool race_seen[EXTENT_COUNT], divergence_seen[EXTENT_COUNT];
    uint32_t runs, runs_skipped, runs_excused; /* excused: a violation under a broken assumption */
    uint32_t reasons[REASON_KINDS];    /* of unproved races for every launch */
    bool has_barrier_in_loop;
    uint32_t redundant, runs_reduced;  /* barriers called redundant; executions without them */
    double check_seconds, simulate_seconds;
    char text[TEXT_BYTES];             /* of the failure */
};

/* In lockstep, some or all accesses are made volatile first. */
void judge_kernel(struct kernel *kernel, uint64_t seed, bool lockstep, struct judgement *judgement);

#endif
