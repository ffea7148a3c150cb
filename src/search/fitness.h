/* How promising a run was, from the accesses it made. Private to the room.

   crowding: distinct addresses over threads that accessed them, over arrays that somebody wrote: the paper's primary
   score; from 0 to 1, small is good. Accesses that a block barrier orders do not crowd. spread: bytes from the first to the
   last address over addresses, the secondary score, for those that do not meet at all. divergence: how differently
   long the paths of a block's threads were, from 0 (all alike) to 1. slack: bytes between an access and the end of an array
   whose size is known, the least. fresh: instructions that were never executed before, by the first thread or as accesses. */
#ifndef WP_SEARCH_FITNESS_H
#define WP_SEARCH_FITNESS_H

#include "base/map.h"
#include "base/vec.h"
#include "simulate/simulate.h"

struct fitness {
    double crowding, spread, divergence, slack;
    uint32_t fresh;
};
/* Of runs that were not watched. */
#define FITNESS_UNKNOWN ((struct fitness){1, 1e18, 0, 1e18, 0})

enum fitness_goal { GOAL_RACE, GOAL_DIVERGENCE, GOAL_BOUNDS, GOAL_FRESH, GOAL_COUNT };
/* Whether `a` is better than `b` towards the goal. */
bool fitness_better(enum fitness_goal goal, const struct fitness *a, const struct fitness *b);

struct fitness_area;
struct fitness_meter {
    const struct kernel *kernel;
    const struct simulate_input *input;
    bool *reached;                             /* by instruction, over all runs */
    struct map areas, places, visits, lengths; /* of one run */
    VEC(struct fitness_area) list;
    VEC(uint32_t) events;       /* by thread that accessed something */
    VEC(uint64_t) event_blocks; /* its block */
    uint64_t seen;
    double slack;
    uint32_t fresh;
};

void fitness_init(struct fitness_meter *meter, const struct kernel *kernel);
void fitness_begin(struct fitness_meter *meter, const struct simulate_input *input);
/* A hook of simulate_input; the context is the meter. */
void fitness_observe(void *context, const struct simulate_event *event);
/* Another, for threads that are followed. */
void fitness_follow(void *context, const struct simulate_event *event);
struct fitness fitness_end(struct fitness_meter *meter);
void fitness_release(struct fitness_meter *meter);

#endif
