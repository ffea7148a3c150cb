/* The launches in which models are looked for. */
#ifndef WP_PROVE_LAUNCH_H
#define WP_PROVE_LAUNCH_H

#include "base/vec.h"
#include "prove/frame/prover.h"

enum { LAUNCH_AXES = 6 };

struct launch {
    uint32_t block[3], grid[3];
    struct substitution *substitution;
    struct prover *prover;
    bool natural;
    const char *precondition;
};

struct launches {
    VEC(struct launch) list; /* [within block..., between blocks...] */
    uint32_t first_between;
    VEC(struct launch) small; /* launches with blocks cut to a limit, or chosen by the solver */
    struct launch open;       /* the launch of launch_open, made by its first call */
    uint64_t choice_steps;    /* left for launches of the solver's choice */
};

/* Launch i with a block of twice the limit along an axis that has one (0: none), cut along the other axes to at most 1024 threads;
   or NULL. */
const struct launch *launch_beyond(struct prover *prover, uint32_t i, const uint32_t limit[3]);
/* A launch whose dimensions are symbols. */
const struct launch *launch_open(struct prover *prover);
/* A launch with these dimensions, or NULL if the kernel does not allow them. */
const struct launch *launch_of(struct prover *prover, const uint32_t block[3], const uint32_t grid[3]);
extern const char launch_odd_precondition[]; /* of launches that are not natural */
/* Fills launches.list, on its first call. */
void launch_list(struct prover *prover);
/* Launch i with its block and grid cut to the limits (0 none), or NULL if there is no such launch in scope. */
const struct launch *launch_within(struct prover *prover, uint32_t i, const uint32_t limit[LAUNCH_AXES]);

#endif
