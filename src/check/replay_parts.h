/* The replay of a kernel's counterexamples under way. Private to replay.c and replay_judge.c. */
#ifndef WP_CHECK_REPLAY_PARTS_H
#define WP_CHECK_REPLAY_PARTS_H

#include "check/replay.h"
#include "check/replay_launch.h"

/* A counterexample: of a conflict, of a divergence, of an access out of bounds or
   of an assertion. */
struct member {
    const struct prove_conflict *conflict;
    const struct prove_divergence *divergence;
    const struct prove_violation *violation, *assertion;
    const struct prove_witness *model;
    const char *approximation; /* the model's, or NULL */
    struct replay_verdict *verdict;
    bool joined, done; /* in the current run; in one of the current attempt */
    bool shown;        /* by the current run, so far */
};

/* A run: what decides what it does (replay.c), and its steps at most. */
struct replay_done {
    uint64_t key, steps;
};

struct replayer {
    struct arena *arena;
    const struct replay_request *request;
    struct replay_target *target;
    struct replay_report *report;
    struct member *members;
    uint32_t member_count;
    uint64_t late_steps;          /* of the report's, those of long runs */
    bool steers_alone;            /* the kernel: neither contents of memory nor unknown values decide which accesses are made */
    bool has_counted_loop;        /* the kernel: rounds that sizes count */
    VEC(struct replay_done) done; /* where it steers alone */
    bool asked_smaller;
    const struct prove_report *smaller; /* models in the smallest block, once asked for; NULL: there is none */
    /* of the current run */
    const struct replay_launch *launch;
    struct witness *witness;
    const struct simulate_result *result;
    struct prove_witness used;
    bool ended_steps; /* the run that was made last */
};

/* No run has confirmed the counterexample so far. */
bool replay_is_pending(const struct member *m);
/* Whether the run, `context` is its replayer, has shown all that it was made for, with this finding. */
bool replay_is_enough(void *context, const struct simulate_finding *f);
/* Writes what the run that has ended says to the verdicts of the counterexamples that it was made for. */
void replay_judge(struct replayer *r);

#endif
