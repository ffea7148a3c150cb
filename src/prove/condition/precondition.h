/* Preconditions: the candidates that exclude a violation (docs/theory.md, "Preconditions"). */
#ifndef WP_PROVE_PRECONDITION_H
#define WP_PROVE_PRECONDITION_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/condition/candidate.h"
#include "prove/frame/prover.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"

/* Conditions that together exclude a violation. */
struct precondition {
    const struct prove_condition *conditions;
    uint32_t count;
    const struct candidate *candidates; /* by condition: the candidate it comes from */
    const struct candidate *helpers;
    uint32_t helper_count; /* candidates that follow from the conditions and were needed for the proof */
    const char *text;
    uint32_t limit[LAUNCH_AXES]; /* the limits it sets on the block's axes, then the grid's; 0: none */
    enum pairing pairing;        /* of the violation it was found for */
    term_ref query, shape;       /* of that violation; see witness_request */
};

/* What pairs of accesses to an array suggest that were not asked about. */
struct array_suggested {
    uint32_t array, pairs;
    struct prove_condition *list;
    uint32_t count;
};

struct conditions {
    VEC(struct precondition) found;        /* for earlier violations: tried first */
    uint64_t steps;                        /* left for the search of preconditions */
    struct bounding *scratch;              /* largest.c */
    struct item_sums *sums;                /* places.c */
    struct kept_models *models;            /* guess.c */
    uint32_t counterexamples;              /* search.c: that nicer ones were asked for */
    uint32_t brief_open;                   /* counterexample.c: brief searches in a row that ended their steps */
    VEC(struct array_suggested) suggested; /* suggested.c */
    struct map is_suggesting;              /* suggested.c: items of pairs that were not asked about, and whose conditions are known */
};

/* The most natural condition found that makes the query impossible in every
   launch and leaves the shape possible: two threads in a block of some size.
   False if there is none among the candidates, or the budget is spent. */
bool precondition_find(struct prover *prover, const struct witness_request *request, const struct candidates *candidates, struct precondition *found);
/* natural.c: some natural launch within the limits (0: none) on the block's axes, then the grid's, with enough threads lets
   two threads do what they do under `condition` (a truth value). */
bool precondition_is_natural(struct prover *prover, const struct precondition *found, term_ref condition, const uint32_t limit[LAUNCH_AXES]);
/* join.c: the condition is among those of the list, or one there implies it. */
bool condition_is_implied(const struct term_table *t, const struct prove_condition *condition, const struct prove_condition *list, uint32_t count);
/* The conditions of both become those of w. */
void precondition_merge(struct prover *prover, struct prove_witness *w, const struct prove_witness *other);
/* Makes the conjunction of the conditions a contract. False if the threads of some violation that one of them was found for cannot
   execute their items (its shape) under all of them. */
bool precondition_join(struct prover *prover, const struct prove_condition *conditions, uint32_t count, struct prove_contract *contract);

#endif
