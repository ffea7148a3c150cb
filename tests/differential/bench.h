/* A kernel being judged; private to judge.c, claim.c and execute.c. */
#ifndef WP_TESTS_BENCH_H
#define WP_TESTS_BENCH_H

#include "judge.h"
#include "launch.h"
#include "prove/prove.h"

enum { BENCH_REDUCED_MAX = 4 };

/* A condition on launches that a check may be asked to presume. */
struct requirement {
    const char *text;
    bool (*holds)(const struct launch *launch);
};

/* A scope and what was proved of it. */
struct claim {
    struct check_options options;
    struct check_param params[LAUNCH_NUMBERS];
    bool fixes[LAUNCH_NUMBERS];      /* of n, m, w, z */
    int64_t numbers[LAUNCH_NUMBERS]; /* to these */
    enum launch_sizes sizes;         /* stated of the arrays */
    struct check_extent extents[LAUNCH_ARRAYS];
    const struct requirement *requirement; /* of launches, or NULL */
    const char *required;
    const struct kernel_result *result; /* NULL: only the prover was asked */
    const struct prove_report *report;
    bool judges_pairs;
    bool all_meet;                                   /* no thread misses a barrier, no lane a collective */
    const struct kernel *reduced[BENCH_REDUCED_MAX]; /* without barriers called redundant */
    uint32_t reduced_count;
};

struct bench {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    const struct protocol *axes; /* it, as inferred: options that mention an axis make it one that is read */
    struct rng rng;
    bool lockstep;
    int limited; /* the scope besides EXTENT_ANY */
    struct judgement *judgement;
    struct claim claims[EXTENT_COUNT];
};

/* claim.c: fills the claim of the scope; the launch is what limited scopes are limited to. */
void bench_check(struct bench *b, int scope, const struct launch *launch);

/* execute.c: executes the launch once, and compares what it shows with all claims. */
void bench_execute(struct bench *b, const struct launch *launch);
bool bench_in_scope(const struct claim *claim, const struct launch *launch);

#endif
