/* From what host code says (host_code.h) to launch sites: the host's symbols are told by the kernel's own parameters and sizes. A fact
   that needs a symbol which no parameter has is left out, and the site is as general as what is left. */
#ifndef WP_HOST_FACTS_H
#define WP_HOST_FACTS_H

#include "base/buffer.h"
#include "host/host_code.h"
#include "host/launch_site.h"

/* The site of launches.data[index], in `arena`. The kernel of a general launch is "*". */
struct launch_site host_site(struct arena *arena, const struct host_code *code, uint32_t index);

/* `warpproof launches`: what is known of each launch, where from, and what is not understood. */
void host_print(struct arena *arena, const struct host_code *code, struct buffer *out);

#endif
