/* Sizes that are meant to be powers of two, though nothing but runs says so: limits of loops whose counter doubles, where threads find
   their partners by an exclusive or. */
#ifndef WP_CHECK_DOUBLING_H
#define WP_CHECK_DOUBLING_H

#include "base/arena.h"
#include "protocol/protocol.h"
#include "prove/prove.h"

/* The condition of such a kind that the launch breaks, in the arena; NULL: none. `numbers` are its arguments. */
const char *doubling_broken(struct arena *arena, const struct protocol *protocol, const struct prove_named *numbers, uint32_t count);

#endif
