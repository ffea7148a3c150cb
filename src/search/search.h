/* Evolutionary search for launches of a kernel that do wrong.

   After Simulee (Wu et al., ICSE 2020, section 3.1): launches and arguments are individuals, executed by the simulator,
   ranked by how much their threads' accesses crowd together, and mutated by steps (dimensions) and by normally and
   Cauchy distributed amounts (arguments). Beyond it: any legal launch, contents of arrays as genes, only inputs that
   reach an index, a branch, a loop or an assertion vary, constants of the kernel's comparisons are genes, and
   individuals are ranked by divergence of paths, by nearness to bounds and by what they reach first as well.

   A launch shows a violation only if it is one that can be: sizes that the hardware and the kernel's attributes allow,
   memory of distinct parameters apart, no trap, no broken assumption, no access out of an array whose size is not known, none
   misaligned. Other runs are discarded as a whole. What rests on values that are not known exactly, or on a signed result
   that overflowed, does not count.

   Launches are natural or not (docs/contracts.md). Unnatural ones come last, and what only they show is told with the
   condition that excludes it, as far as runs tell.

   The same request gives the same result. */
#ifndef WP_SEARCH_SEARCH_H
#define WP_SEARCH_SEARCH_H

#include "protocol/protocol.h"
#include "simulate/witness.h"

struct search_fixed {
    const char *name; /* of a scalar: a parameter, or "parameter.BYTES" */
    int64_t value;
    double real; /* of a floating-point scalar, which `value` says nothing of */
};

/* A launch to begin with, as far as it is known: zeros and missing numbers are the search's choice. */
struct search_seed {
    uint32_t block[3], grid[3];
    const struct search_fixed *numbers;
    uint32_t number_count;
};

enum search_nature { SEARCH_NATURAL, SEARCH_UNNATURAL, SEARCH_ILLEGAL };

struct search_request {
    const struct kernel *kernel;
    const struct protocol *protocol; /* inferred from it */
    uint32_t block[3], grid[3];      /* zeros: any legal size */
    const struct search_fixed *fixed;
    uint32_t fixed_count;
    const struct search_seed *seeds; /* tried first; made natural */
    uint32_t seed_count;
    const struct witness *base; /* source, clang options, dynamic shared memory, warps, exits: for every launch */
    uint64_t seed, step_budget; /* step_budget: instructions of all runs together */
    bool knows_dynamic;         /* base tells the size of dynamic shared memory; else it is as much as there can be, and what
                                          is beyond it shows nothing */
    bool is_strict;             /* a thread that leaves before a barrier violates it, whatever base says of exits */
    bool removes_barriers;      /* look for barriers that may be superfluous */
    bool doubts_contents;       /* find out which findings need_contents */
    /* What the caller knows of launches, or NULL. May give arrays sizes; *condition tells what an unnatural launch breaks. */
    enum search_nature (*judge)(void *context, struct witness *launch, const char **condition);
    /* Whether a finding, shown by a natural launch, or by an unnatural one, leaves nothing to look for; or NULL. */
    bool (*is_enough)(void *context, const struct simulate_finding *finding, bool is_natural);
    /* A condition that excludes what the finding shows, and that the launch breaks; NULL: it breaks none, or the caller knows none. */
    const char *(*excluded)(void *context, const struct simulate_finding *finding, const struct witness *launch);
    void *context;
};

struct search_shown {
    struct simulate_finding finding;
    const struct witness *launch;
    const char *condition; /* that excludes the launch; NULL: a natural one */
    bool wrapped;          /* unsigned sums or products wrapped in the run */
    bool needs_contents;   /* of a search that doubts_contents: not shown where arrays whose contents reach an index hold 0, 1, 2, ... */
};

struct search_result {
    struct search_shown *shown; /* in the order in which they were found */
    uint32_t shown_count;
    uint32_t runs, native_runs, discarded, generations;
    uint64_t steps;
    const char *obstacle; /* why runs were discarded, of the first one; or NULL */
    loc_ref obstacle_at;
    loc_ref *removable; /* barriers without which no run showed a conflict, a location each */
    uint32_t removable_count;
    uint32_t removal_runs; /* of these runs */
};

/* All in `arena`. */
struct search_result *search_run(struct arena *arena, const struct search_request *request);

#endif
