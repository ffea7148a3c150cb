/* The launch of an error, run again with something changed: whether what it speaks of happens as before, and the violation does not. */
#ifndef WP_CHECK_RERUN_H
#define WP_CHECK_RERUN_H

#include "base/map.h"
#include "check/simulation_finding.h"

/* What a run was like. */
struct rerun_result {
    bool is_shown, is_near, is_clean; /* the error; one of its kind on its array; no violation at all */
    bool is_ended, is_whole;          /* all threads ran to their end; and nothing was left open */
    uint32_t threads[2];              /* that made each of the two accesses */
    uint64_t steps;
};

struct rerun {
    struct arena *arena; /* of the runs */
    const struct kernel *kernel;
    const struct finding *f;
    struct witness *w; /* to be changed between runs */
    struct simulation_view view;
    struct map places; /* of instructions that were seen: which of the accesses they are, as bits */
    uint8_t *seen;     /* by thread, as bits */
    struct rerun_result base;
    uint64_t steps, most; /* of all runs; at most so many */
    bool is_half_enough;  /* half as many threads make the accesses, where which ones do depends on contents */
    uint32_t runs;
};

/* Runs the launch as it is, all blocks of it; false: it is too large, or does not show the error. The witness is the caller's to change, and
   `most` steps are for all runs. Call rerun_end in any case. */
bool rerun_begin(struct rerun *r, struct arena *arena, const struct kernel *kernel, const struct finding *f, struct witness *w, uint64_t most);
/* Runs it as it is now: the accesses are made by as many threads as at first (`is_half_enough`: or half of them), and there is no violation. */
bool rerun_avoids(struct rerun *r);
/* The same where fewer threads run: some thread makes each access. */
bool rerun_avoids_with_fewer(struct rerun *r);
/* No error of the kind is shown on the array, whatever else is, and some thread makes each access. */
bool rerun_avoids_this(struct rerun *r);
/* There is no violation, whatever happens. */
bool rerun_is_clean(struct rerun *r);
bool rerun_is_over(const struct rerun *r);
void rerun_end(struct rerun *r);

#endif
