/* Replay: every counterexample of the prover is executed (docs/soundness.md, "Confirmed").

   A model becomes a concrete launch: scalars from the model, arrays without
   bounds on either side whose contents come from the model. The simulator runs
   the blocks of the two threads. The counterexample is confirmed if the run
   shows the violation: same rule, same kind, same array, same unordered pair of
   locations. Models that fit one launch share a run; a model that does not
   replay is tried again with other contents, arguments and schedules. Where a run
   ends at its step budget and the model is exact, the prover is asked for one in the
   smallest block, and long runs are made of both. */
#ifndef WP_CHECK_REPLAY_H
#define WP_CHECK_REPLAY_H

#include "check/check.h"
#include "prove/prove.h"

enum replay_outcome {
    REPLAY_NONE, /* not tried: no kernel, or too many counterexamples */
    REPLAY_CONFIRMED,
    REPLAY_NOT_SHOWN,   /* runs ended and did not show it */
    REPLAY_SAME_VALUE,  /* shown, but both threads write the same value, or the cell held the written value before */
    REPLAY_APPROXIMATE, /* shown, but it depends on values that are not known exactly, or on a signed
                         result that overflowed */
    REPLAY_EXHAUSTED,   /* not shown within the step budget */
    REPLAY_PREVENTED    /* the run ended, or another finding intervened, before it could be shown; `detail` says why */
};

struct replay_verdict {
    enum replay_outcome outcome;
    struct prove_witness witness; /* CONFIRMED: what was executed, and the two accesses it showed; else the model */
    enum finding_kind kind;       /* CONFIRMED: as the run showed it */
    const char *contents;         /* CONFIRMED: the contents of arrays outside of the witness's cells, in words; NULL: zeros */
    const char *array;
    uint32_t elem_bytes;          /* CONFIRMED, of memory that pointers in memory lead to: as the launch has it; else NULL */
    bool is_crowded;              /* CONFIRMED only in a run whose strides in memory are the model's own */
    loc_ref other;                /* CONFIRMED divergence: the barrier where the other thread waits; else 0 */
    const struct witness *launch; /* the launch that was executed: of the run that confirmed, else of the first; NULL: none */
    const char *detail;           /* of outcomes that are not CONFIRMED, or NULL */
};

struct replay_report {
    struct replay_verdict *conflicts;   /* one per conflict of the prover's report; others than models stay NONE */
    struct replay_verdict *divergences; /* likewise */
    struct replay_verdict *bounds;      /* likewise */
    struct replay_verdict *asserts;     /* likewise */
    uint32_t runs;
    uint64_t steps;
};

struct replay_request {
    const struct kernel *kernel;     /* NULL: nothing is replayed */
    const struct protocol *protocol; /* inferred from it */
    const struct check_options *options;
    const term_ref *extents; /* bytes by array, as in the prover's scope; or NULL */
    const struct prove_condition *required;
    uint32_t required_count;         /* of every run */
    const struct prove_scope *scope; /* in which the models were found; NULL: no others are asked for */
    unsigned properties;             /* PROPERTY_ bits that were asked for */
};

/* Everything in the result lives in `arena`, or where `models` does. */
struct replay_report *replay_models(struct arena *arena, const struct replay_request *request, const struct prove_report *models);

#endif
