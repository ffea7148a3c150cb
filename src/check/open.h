/* What stays possible after replays: counterexamples that no run has shown, and questions that the prover has not decided. A search by
   default (check/search.h) looks for these and tells nothing else. */
#ifndef WP_CHECK_OPEN_H
#define WP_CHECK_OPEN_H

#include "check/conductor.h"
#include "check/replay.h"
#include "simulate/simulate.h"

/* One of the four pointers is set. */
struct open_question {
    const struct prove_conflict *conflict;
    const struct prove_divergence *divergence;
    const struct prove_violation *violation, *assertion;
    enum prove_outcome outcome; /* PROVE_MODEL or PROVE_UNKNOWN */
    enum reason_kind reason;    /* PROVE_UNKNOWN */
    const struct prove_witness *witness;
    bool is_shown; /* for the caller */
};

struct open_questions {
    struct open_question *list;
    uint32_t count;
    const struct protocol *protocol;
};

/* PROP_RACE, ... */
unsigned open_property(const struct open_question *question);
/* The questions live in `arena`. Counterexamples under a precondition and pairs of one value are not open. */
struct open_questions open_questions_of(struct arena *arena, const struct protocol *protocol, const struct prove_report *report,
                                        const struct replay_report *replay);
/* All questions that the prover has not decided, whatever kept it from that. */
struct open_questions open_undecided(struct arena *arena, const struct protocol *protocol, const struct prove_report *report);
/* The question that the finding of a run answers: same rule and same places; or NULL. */
struct open_question *open_question_about(const struct open_questions *open, const struct simulate_finding *found);
/* By conflict of the report, whether a run shows the race: a replay, or a run of a search whose findings the conductor has. */
const bool *open_shown_conflicts(const struct conductor *c, const struct prove_report *report, const struct replay_report *replay);

#endif
