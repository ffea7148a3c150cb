#ifndef WP_CHECK_EXITS_H
#define WP_CHECK_EXITS_H

#include "base/arena.h"
#include "finding/finding.h"

/* Of the findings that only the rule for exited threads excuses (kind `exited`, excused) the first stays, for all
   of the kernel: `if (i >= n) return;` in front of ten barriers is told once. Its message names the lines of the others.
   Returns how many findings are left. */
uint32_t exits_join(struct arena *arena, struct finding *findings, uint32_t count);

#endif
