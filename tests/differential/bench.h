/* A kernel being judged; private to judge.c, claim.c and execute.c. */
#ifndef WP_TESTS_BENCH_H
#define WP_TESTS_BENCH_H

#include "judge.h"
#include "launch.h"
#include "prove/prove.h"

enum { BENCH_REDUCED_MAX = 4 };

/* A scope and what was proved of it. */
struct claim {
    struct check_options options;
    struct check_param params[2];
    const struct kernel_result *result; /* NULL: only the prover was asked */
    const struct prove_report *report;
    bool judges_pairs;
    bool all_meet;     /* no thread misses a barrier, no lane a collective */
    const struct kernel *reduced[BENCH_REDUCED_MAX]; /* without barriers called redundant */
    uint32_t reduced_count;
};

struct bench {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    struct rng rng;
    bool lockstep;
    struct judgement *judgement;
    struct claim claims[EXTENT_COUNT];
};

/* claim.c: fills the claim of the scope; the launch is what limited scopes are limited to. */
void bench_check(struct bench *b, int scope, const struct launch *launch);

/* execute.c: executes the launch once, and compares what it shows with all claims. */
void bench_execute(struct bench *b, const struct launch *launch);
bool bench_in_scope(const struct claim *claim, const struct launch *launch);

#endif
