/* A search for conditions that make one violation impossible: which sets of the candidates suffice (hunt.c). Sets are bits, by candidate.
   Private to precondition.c and hunt.c. */
#ifndef WP_PROVE_HUNT_H
#define WP_PROVE_HUNT_H

#include "prove/condition/candidate.h"
#include "prove/rung/proof.h"

#define TRIAL_STEPS UINT64_C(60000) /* of each attempt without a condition, at least */

struct hunt {
    struct prover *prover;
    const struct witness_request *request;
    const struct candidates *candidates;
    term_ref query; /* with facts */
};

/* All conditions of the set, as they are stated. */
term_ref hunt_conjunction(const struct hunt *hunt, uint32_t set);
/* The candidates that are about contents; those of a class. */
uint32_t hunt_about_contents(const struct hunt *hunt);
uint32_t hunt_class(const struct candidates *c, enum candidate_class class);
/* The conditions of the set exclude the violation, shown within `most` steps of the solver; *proof is then their proof. */
bool hunt_excludes(const struct hunt *hunt, uint32_t set, uint64_t most, struct proof *proof);
/* The set without conditions that follow from the others. */
uint32_t hunt_independent(const struct hunt *hunt, uint32_t set, struct proof *proof);
/* Its conditions on sizes do not suffice. */
bool hunt_needs_contents(const struct hunt *hunt, uint32_t set);
/* One condition of the set, on contents, if it suffices alone; else the set. */
uint32_t hunt_lone_contents(const struct hunt *hunt, uint32_t set, struct proof *proof);
/* The set without what is not needed; what takes longer than `steps` and `trial` to prove counts as needed. */
uint32_t hunt_reduced(const struct hunt *hunt, uint32_t set, uint64_t steps, uint64_t trial, struct proof *proof);
/* The conditions are limits of dimensions; `of_blocks`: of blocks, and axes of one thread or block. */
bool hunt_are_limits(const struct hunt *hunt, uint32_t set, bool of_blocks);
/* One condition that follows from several limits of the set and suffices alone; else the set. */
uint32_t hunt_weakened(const struct hunt *hunt, uint32_t set, struct proof *proof);

#endif
