/* Launches whose arrays hold what is stated of their contents (protocol/stated.h). */
#ifndef WP_CHECK_CONTENTS_H
#define WP_CHECK_CONTENTS_H

#include "prove/prove.h"
#include "simulate/witness.h"

/* Fills the arrays that the conditions speak of with contents that satisfy them and have the launch's cells. Memory without bounds
   whose elements cannot all satisfy them ends where they cannot. NULL, or the text of a condition that the cells break, or for
   which no contents are found: the launch must not be run. Memory of the cells is in `arena`. `params` has the scalar arguments. */
const char *contents_satisfy(struct arena *arena, const struct protocol *protocol, const struct prove_condition *conditions, uint32_t count,
                             const struct prove_named *params, uint32_t param_count, struct witness *witness);

#endif
