/* The stories of two threads, side by side, up to their conflict.

   The threads are those of the launch (struct witness); each row is a step in the order of the
   run: a source line that a thread comes to, what it reads and writes there, a barrier. */
#ifndef WP_REPORT_REPORT_TRACE_H
#define WP_REPORT_REPORT_TRACE_H

#include "finding/finding.h"
#include "simulate/witness.h"

struct trace;

struct trace *trace_create(const struct kernel *kernel, const struct witness *launch);
void trace_destroy(struct trace *trace);

/* Whom it tells about: the threads of the expected finding, else the first two of the launch;
   at most two. */
const struct simulate_place *trace_threads(const struct trace *trace, uint32_t *count);

/* A follower of simulate_input; the context is the trace. */
void trace_add(void *context, const struct simulate_event *event);

/* `result` may be NULL. */
void trace_print(const struct trace *trace, const struct kernel_result *result, struct buffer *out);

#endif
