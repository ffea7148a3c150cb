/* One line for a finding, for reports. */
#ifndef WP_CHECK_DESCRIBE_H
#define WP_CHECK_DESCRIBE_H

#include "base/arena.h"
#include "finding/finding.h"

/* Of rules data-race and same-value-write; needs scope, array, space and two accesses. */
const char *describe_race(struct arena *arena, const struct finding *finding);
const char *describe_divergence(enum finding_kind kind, enum finding_scope scope);

#endif
