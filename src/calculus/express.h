/* Protocols as BabyCUDA: the way back from protocol/protocol.h to programs of the calculus, so that
   its semantics can be tried on real kernels. */
#ifndef WP_CALCULUS_EXPRESS_H
#define WP_CALCULUS_EXPRESS_H

#include "base/buffer.h"
#include "protocol/protocol.h"

/* Appends the program of one block of the kernel, whose statements name their source lines; or,
   where the protocol lies outside the fragment, a comment for each thing that does, with its place.
   False then. */
bool baby_express(const struct protocol *protocol, struct buffer *out);

#endif
