/* Contracts: for which launches the properties of a kernel hold (docs/contracts.md). */
#ifndef WP_CHECK_CONTRACT_H
#define WP_CHECK_CONTRACT_H

#include "check/launches.h"

/* check_kernel, and the result's contract: a condition of which it is proved that the properties asked for hold
   under it, with a launch that satisfies it and, for each part, what happens without the part. The
   properties and findings are those without the condition. */
struct kernel_result *contract_kernel(struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                      const struct check_options *options, struct launch_protocols *protocols);

#endif
