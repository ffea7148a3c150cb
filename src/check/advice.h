/* Advice about barriers, from what the prover answered. */
#ifndef WP_CHECK_ADVICE_H
#define WP_CHECK_ADVICE_H

#include "check/check.h"
#include "prove/prove.h"

/* Whether plain accesses may be messages: the kernel has a memory fence. */
bool advice_has_fence(const struct kernel *kernel);

/* Fills advice and kept_barriers of the result: redundant-barrier where race and
   divergence are proved and no clock is read (what is timed is between barriers),
   every other place with a barrier is kept. `kernel` may be NULL. */
void advice_on_barriers(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct prove_report *report,
                        struct kernel_result *result);

#endif
