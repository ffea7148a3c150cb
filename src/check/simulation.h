/* A launch run by the simulator, its findings told as `check` tells them.

   One run shows violations and never their absence: properties are refuted, unproved (the run
   could not be finished or judged) or unchecked. Out-of-bounds, misaligned and uninitialised
   accesses count for bounds, assertions and traps for assert. */
#ifndef WP_CHECK_SIMULATION_H
#define WP_CHECK_SIMULATION_H

#include "finding/finding.h"
#include "simulate/witness.h"

struct simulation_request {
    const struct kernel *kernel;
    const struct witness *witness;
    uint32_t schedules;             /* runs, with seeds one after the other; at least 1 */
    struct simulate_engine *engine; /* NULL: the interpreter */
    uint64_t interpreted_budget;    /* as in struct simulate_input; the user may allow more */
    bool strict;                    /* same-value writes refute */
    bool keep_arrays;               /* tell what is in them at the end */
    bool until_expected;            /* a run ends when it has shown what the witness expects, by its threads */
    /* Hooks of the first run; see struct simulate_input. */
    void (*observe)(void *context, const struct simulate_event *event);
    void *observe_context;
    void (*follow)(void *context, const struct simulate_event *event);
    void *follow_context;
    const struct simulate_place *followed;
    uint32_t followed_count; /* threads */
    void (*print)(void *context, const char *text, size_t size);
    void *print_context;
    void (*progress)(void *context, uint64_t steps);
    void *progress_context; /* of all runs together */
};

/* Contents at the end of the first run, by array of the witness; NULL: not kept (too large). */
struct simulation_contents {
    const uint8_t **arrays;
};

/* Threads of a block, or blocks of a grid; UINT64_MAX: more than can be run. */
uint64_t simulation_product(const uint32_t triple[3]);

/* False and *error if the launch has too many threads or blocks to be run. */
bool simulation_is_runnable(struct arena *arena, const struct witness *witness, const char **error);

/* NULL and *error if the witness does not fit the kernel or is too large to run. */
struct kernel_result *simulation_run(struct arena *arena, const struct simulation_request *request, struct simulation_contents *contents,
                                     const char **error);

#endif
