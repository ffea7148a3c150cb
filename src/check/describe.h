/* One line for a finding, for reports. */
#ifndef WP_CHECK_DESCRIBE_H
#define WP_CHECK_DESCRIBE_H

#include "base/arena.h"
#include "finding/finding.h"
#include "protocol/protocol.h"
#include "prove/prove.h"

/* For rules data-race and same-value-write; needs scope, array, space and two accesses. `copies`: one of the accesses is an
   asynchronous copy. */
const char *describe_race(struct arena *arena, const struct finding *finding, bool copies);
/* `operation`: of the collective that lanes miss; NULL: a barrier. */
const char *describe_divergence(struct arena *arena, const struct finding *finding, const char *operation);
/* An index leaves its dimension of `array`; `does`: "read", "write" or "atomic update". */
const char *describe_dimension(struct arena *arena, const char *does, const char *array, int64_t index, uint64_t extent);
/* A barrier or collective of which it was not decided whether all threads that it is for come to it. */
const char *describe_undecided(struct arena *arena, const struct proto_item *item, const struct prove_divergence *d);
/* What a reader calls it: "shuffle". */
const char *describe_collective(const char *operation);

#endif
