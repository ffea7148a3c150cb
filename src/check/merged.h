/* Assumptions as they are told: what is assumed of the sizes of one launch is one condition. */
#ifndef WP_CHECK_MERGED_H
#define WP_CHECK_MERGED_H

#include "base/arena.h"
#include "finding/finding.h"

/* Where all launches of the kernel stand, each place once: "main.cu:80". */
struct merged_places {
    const char **list;
    uint32_t count;
    bool is_shared; /* several launches stand at one of them: what a number is there, a remark behind the condition says */
};

/* Joins, in place, assumptions of one kind about overflow that are told of the same launch, or of none; conditions that others of them imply
   are left out, and what is said alike of several launches is told once. `places`: what is told of no launch is told with what is told of all
   of them; NULL: the kernel is judged for every launch. Texts live in `arena`. */
void merged_assumptions(struct arena *arena, struct assumption *list, uint32_t *count, const struct merged_places *places);

#endif
