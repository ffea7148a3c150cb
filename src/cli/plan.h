/* The order in which workers take the kernels of a file.

   Kernels of one group share what the solver answers (prove/rung/answers.h): instances of one template, GROUP_MOST of them at most, in
   the order of the file. Workers take whole groups, so that what is found of a kernel does not depend on how many workers there are. */
#ifndef WP_CLI_PLAN_H
#define WP_CLI_PLAN_H

#include <stdint.h>

#include "base/arena.h"

struct plan {
    const uint32_t *kernels; /* by group: their indices in the file */
    const uint32_t *starts;  /* group g is kernels[starts[g]] to kernels[starts[g + 1] - 1] */
    uint32_t group_count;
};

/* displays[i]: kernel i as it is written, "scale<float, 4>(float*)". In the arena. */
struct plan plan_make(struct arena *arena, const char *const *displays, uint32_t count);

#endif
