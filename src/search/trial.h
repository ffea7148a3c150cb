/* Runs of genomes: which findings count, and what is known so far. Private to the room. */
#ifndef WP_SEARCH_TRIAL_H
#define WP_SEARCH_TRIAL_H

#include "search/fitness.h"
#include "search/genome.h"

struct trial_shown {
    struct search_shown shown;
    const struct genome *genome; /* that showed it */
};

struct trials {
    struct rng rng;
    struct arena *arena;
    const struct search_request *request;
    const struct domain *domain;
    struct fitness_meter meter;
    struct simulate_engine *engine;
    struct search_result *result;
    VEC(struct trial_shown) shown;
    uint64_t ended_runs, ended_steps; /* of observed runs to the end of all threads */
    bool is_enough;                   /* the caller needs no more */
};

enum trial_outcome {
    TRIAL_CLEAN,    /* nothing to see */
    TRIAL_SHOWN,    /* something that counts */
    TRIAL_DISCARDED /* no launch that can be, or a run that cannot be judged */
};

/* Whether there are steps left for a run. */
bool trials_can_run(const struct trials *trials);
/* Runs it; new findings are kept. */
enum trial_outcome trials_run(struct trials *trials, const struct genome *genome, struct fitness *fitness);
/* Smaller launches that show what natural ones did. */
void trials_shrink(struct trials *trials);
/* Looks for natural launches that show what only unnatural ones did, and for the conditions that these break. */
void trials_explain(struct trials *trials);
/* Sets needs_contents of what natural ones showed. */
void trials_doubt_contents(struct trials *trials);
/* Barriers without which none of these clean genomes runs into a conflict. */
void trials_remove_barriers(struct trials *trials, const struct genome *const *genomes, uint32_t count);

/* A run of a kernel as the search judges it. */
struct trial_run {
    struct witness *launch; /* NULL: there is none */
    struct simulate_result *simulated;
    const char *condition; /* that the launch breaks; NULL: natural */
    bool is_strict;        /* threads that have left do not count as arrived */
    const char *discarded; /* why the run shows nothing; or NULL */
    loc_ref discarded_at;
};
/* `observed`: with the meter, by the interpreter. In `arena`. */
struct trial_run trials_simulate(struct trials *trials, struct arena *arena, const struct kernel *kernel, const struct genome *genome, bool observed);
/* Whether a finding of a run that was not discarded counts. */
bool trial_counts(const struct trial_run *run, const struct simulate_finding *finding);

#endif
