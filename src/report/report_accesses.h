/* The memory access model of a run (Simulee, section 3.3.1): for each unit of one array, who
   accessed it, in which order, and how.

   A unit is an element. Its visit order, block by block, counts the barrier intervals in which
   the unit was accessed; accesses with one order are not separated by a barrier. */
#ifndef WP_REPORT_REPORT_ACCESSES_H
#define WP_REPORT_REPORT_ACCESSES_H

#include "simulate/witness.h"

struct accesses;

/* NULL if neither the launch nor the kernel has an array of this name. */
struct accesses *accesses_create(const struct kernel *kernel, const struct witness *launch, const char *array);
void accesses_destroy(struct accesses *accesses);

/* An observer of simulate_input; the context is the accesses. */
void accesses_add(void *context, const struct simulate_event *event);

/* Once, after the run. */
void accesses_print(struct accesses *accesses, struct buffer *out);

#endif
