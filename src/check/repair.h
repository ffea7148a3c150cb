/* Places where one more barrier would help (docs/reports.md, "Advice"). */
#ifndef WP_CHECK_REPAIR_H
#define WP_CHECK_REPAIR_H

#include "check/check.h"
#include "prove/prove.h"

/* Adds missing-barrier advice to the result, for races within a block of level
   error: the place and the kind of a barrier with which the two accesses are
   proved not to race, which all threads are proved to reach, and which stands where
   the source has a statement's beginning or end. Nothing where none is found.
   `scope` and `report` are those of `protocol`; the options are what the scope was made of. `kernel` may be NULL: then nothing.
   `is_shown`, by conflict of the report: a run shows the race; those of which none does are called possible. */
void repair_races(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct prove_scope *scope,
                  const struct prove_report *report, const bool *is_shown, const struct check_options *options, struct kernel_result *result);

#endif
