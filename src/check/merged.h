/* Assumptions as they are told: what is assumed of the sizes of one launch is one condition. */
#ifndef WP_CHECK_MERGED_H
#define WP_CHECK_MERGED_H

#include "base/arena.h"
#include "finding/finding.h"

/* Joins, in place, assumptions of one kind about overflow that are told of the same launch, or of none; conditions that others of them imply
   are left out, and what is said alike of several launches is told once. `only`: where all launches of the kernel stand, so that whatever is told
   is told of them; NULL: it is judged for every launch, or they stand at several places. Texts live in `arena`. */
void merged_assumptions(struct arena *arena, struct assumption *list, uint32_t *count, const char *only);

#endif
