/* What a kernel computes, several times over: by the interpreter under two schedules, by native
 * code, and by what clang makes of the kernel for this machine (host.h). Where the interpreter
 * finds nothing wrong with a launch, all arrays have to be the same at its end. */
#ifndef WP_TESTS_CROSS_H
#define WP_TESTS_CROSS_H

#include "host.h"
#include "launch.h"

enum cross_outcome {
    CROSS_SAME,
    CROSS_FINDINGS,  /* the interpreter found something, or gave up */
    CROSS_UNDEFINED, /* overflow, division by zero: C says nothing */
    CROSS_SCHEDULES, /* the interpreter's schedules differ */
    CROSS_NATIVE,    /* native code differs from the interpreter */
    CROSS_HOST       /* clang's code for this machine does */
};

struct cross {
    enum cross_outcome outcome;
    bool native; /* native code was compared too */
    char text[160];
};

/* Whether the order of threads cannot show in what a race-free kernel computes: atomic updates
   give no results, and those of one kind only. */
bool cross_is_ordered(const struct kernel *kernel);

/* Of an ordered kernel. */
struct cross cross_run(struct rng *rng, const struct kernel *kernel, host_kernel host, struct simulate_engine *engine, const struct launch *launch);

#endif
