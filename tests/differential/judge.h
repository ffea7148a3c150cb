/* One kernel, proved and executed: what disagrees. */
#ifndef WP_TESTS_JUDGE_H
#define WP_TESTS_JUDGE_H

#include "check/check.h"
#include "host.h"
#include "kernel/kernel.h"

enum failure {
    FAILURE_NONE,
    FAILURE_RACE,    /* proved, and a race seen */
    FAILURE_PAIR,    /* not proved, but the pair that raced is not among the reasons */
    FAILURE_REPLAY,  /* an exact model that does not replay */
    FAILURE_WITNESS, /* a confirmed finding has a thread or block that the launch does not have, or is in another launch */
    FAILURE_DIVERGENCE,
    FAILURE_BOUNDS,
    FAILURE_ASSERT,
    FAILURE_REDUNDANT, /* a barrier is called redundant, and a pair races only without it */
    FAILURE_KERNEL,    /* kernel_check */
    FAILURE_PROTOCOL,  /* protocol_check */
    FAILURE_TEXT,      /* the protocol's text form does not come back */
    FAILURE_CRASH,
    FAILURE_SLOW,
    FAILURE_SCHEDULES, /* no race, and two schedules compute different things */
    FAILURE_NATIVE,    /* or native code does */
    FAILURE_HOST,      /* or the kernel compiled for this machine */
    FAILURE_COUNT
};
extern const char *const failure_names[FAILURE_COUNT];

enum { EXTENT_ANY, EXTENT_LAUNCH, EXTENT_BLOCK, EXTENT_WHOLE, EXTENT_COUNT, REASON_KINDS = 24, TEXT_BYTES = 2048 };

/* Lies in memory shared with the process that judges. */
struct judgement {
    bool begun, done;
    enum failure failure;
    enum verdict race[EXTENT_COUNT], divergence[EXTENT_COUNT];
    bool possible[EXTENT_COUNT]; /* a race found, not replayed, with nothing approximate in it */
    bool race_seen[EXTENT_COUNT], divergence_seen[EXTENT_COUNT];
    uint32_t runs, runs_skipped, runs_excused; /* excused: a violation under a broken assumption */
    uint32_t reasons[REASON_KINDS];            /* of unproved races for every launch */
    bool has_barrier_in_loop;
    uint32_t redundant, runs_reduced;                                    /* barriers called redundant; executions without them */
    bool unordered;                                                      /* what it computes may depend on the order of atomics */
    uint32_t crossed, crossed_proved, crossed_native, crossed_undefined; /* launches, see cross.h */
    double check_seconds, simulate_seconds, cross_seconds;               /* of the processor */
    char text[TEXT_BYTES];                                               /* of the failure */
};

/* In lockstep, some or all accesses are made volatile first. `host`: the same kernel, or NULL. */
void judge_kernel(struct kernel *kernel, uint64_t seed, bool lockstep, host_kernel host, struct judgement *judgement);

#endif
