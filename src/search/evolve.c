/* The generations (Simulee, algorithm 1): two children of each individual, one by normal and one by Cauchy mutation; the
   best towards each goal in turn survive. */
#include "search/trial.h"

enum {
    POPULATION = 24,
    INITIAL = 32,
    ODD = 24,
    GENERATIONS = 40,
    CLEAN_KEPT = 6,
    WILD_SLOWNESS = 16,
    PATIENCE = 6, /* generations without anything new, once something but equal values was found */
    RUNS_WANTED = 100,
    EXPLAIN_SHARE = 4 /* of the budget, this part is kept for conditions, and this for barriers */
};

struct individual {
    const struct genome *genome;
    struct fitness fitness;
    bool taken;
};

struct evolution {
    struct trials *trials;
    uint64_t threads; /* of the runs so far */
    struct rng rng;
    VEC(struct individual) population;
    VEC(const struct genome *) clean; /* natural ones that showed nothing, crowded ones first */
    double clean_crowding[CLEAN_KEPT];
};

static void keep_clean(struct evolution *e, const struct individual *one) {
    struct nature nature;
    uint32_t at = 0, place = 0;
    if (genome_broken(e->trials->domain, one->genome, &at, &nature)) {
        return;
    }
    if (e->clean.size < CLEAN_KEPT) {
        e->clean_crowding[e->clean.size] = 2;
        vec_push(&e->clean, one->genome);
        place = e->clean.size - 1;
    } else {
        for (uint32_t i = 1; i < CLEAN_KEPT; i++) {
            place = e->clean_crowding[i] > e->clean_crowding[place] ? i : place;
        }
        if (one->fitness.crowding >= e->clean_crowding[place]) {
            return;
        }
    }
    e->clean.data[place] = one->genome;
    e->clean_crowding[place] = one->fitness.crowding;
}

/* Whether launches like it, going by the runs so far, would be too few. */
static bool is_dear(const struct evolution *e, const struct genome *genome) {
    const struct trials *t = e->trials;
    double steps_per_thread = e->threads > 0 ? (double)t->result->steps / (double)e->threads : 0;
    return steps_per_thread * (double)genome_all_threads(genome) * (double)RUNS_WANTED > (double)t->request->step_budget;
}

/* The first few are launches as large as they are usual, and so is one in two later ones. */
static void try_genome(struct evolution *e, struct genome *genome) {
    struct individual one = {.genome = genome};
    if (e->trials->result->runs >= INITIAL / 4 && e->trials->result->runs % 2 == 0 && is_dear(e, genome)) {
        genome_make_small(e->trials->domain, genome);
    }
    e->threads += genome_all_threads(genome);
    enum trial_outcome outcome = trials_run(e->trials, genome, &one.fitness);
    if (outcome == TRIAL_CLEAN) {
        keep_clean(e, &one);
    }
    if (outcome != TRIAL_DISCARDED || one.fitness.fresh > 0) {
        vec_push(&e->population, one);
    }
}

static void begin(struct evolution *e) {
    const struct domain *d = e->trials->domain;
    for (uint32_t n = 0; n < SEED_WAYS * e->trials->request->seed_count && trials_can_run(e->trials); n++) {
        try_genome(e, genome_seeded(e->trials->arena, d, &e->rng, n));
    }
    for (uint32_t n = 0; n < INITIAL && trials_can_run(e->trials); n++) {
        try_genome(e, genome_initial(e->trials->arena, d, &e->rng, n));
    }
    for (uint32_t n = 0; n < ODD && trials_can_run(e->trials); n++) {
        struct genome *odd = genome_odd(e->trials->arena, d, &e->rng, n);
        if (odd) {
            try_genome(e, odd);
        }
    }
}

static uint32_t best_left(const struct evolution *e, enum fitness_goal goal) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < e->population.size; i++) {
        const struct individual *one = &e->population.data[i];
        if (!one->taken && (best == UINT32_MAX || fitness_better(goal, &one->fitness, &e->population.data[best].fitness))) {
            best = i;
        }
    }
    return best;
}

static void select_best(struct evolution *e) {
    VEC(struct individual) kept = {0};
    for (uint32_t turn = 0; kept.size < POPULATION && kept.size < e->population.size; turn++) {
        uint32_t best = best_left(e, (enum fitness_goal)(turn % GOAL_COUNT));
        vec_push(&kept, e->population.data[best]);
        e->population.data[best].taken = true;
    }
    vec_clear(&e->population);
    for (uint32_t i = 0; i < kept.size; i++) {
        kept.data[i].fitness.fresh /= 2; /* not new for ever */
        vec_push(&e->population, kept.data[i]);
    }
    vec_release(&kept);
}

/* The later the generation, the more children are unnatural, up to half of them. */
static void breed(struct evolution *e, uint32_t generation) {
    const struct domain *d = e->trials->domain;
    uint32_t parents = e->population.size;
    for (uint32_t i = 0; i < parents; i++) {
        for (int m = MUTATION_NORMAL; m <= MUTATION_CAUCHY && trials_can_run(e->trials); m++) {
            bool is_wild = rng_below(&e->rng, WILD_SLOWNESS) < (generation < WILD_SLOWNESS / 2 ? generation : WILD_SLOWNESS / 2);
            try_genome(e, genome_child(e->trials->arena, d, &e->rng, e->population.data[i].genome, (enum mutation)m, is_wild));
        }
    }
}

static uint64_t part(uint64_t budget) {
    return budget / EXPLAIN_SHARE;
}

/* Something other than equal values was found. */
static bool shows_more_than_notes(const struct trials *trials) {
    for (uint32_t i = 0; i < trials->shown.size; i++) {
        if (trials->shown.data[i].shown.finding.rule != SIMULATE_RACE || !trials->shown.data[i].shown.finding.same_value) {
            return true;
        }
    }
    return false;
}

static void evolve(struct evolution *e, struct search_request *limited, uint64_t whole) {
    limited->step_budget = whole - part(whole) - (limited->removes_barriers ? part(whole) : 0);
    begin(e);
    uint32_t known = e->trials->shown.size, quiet = 0;
    for (uint32_t g = 1; g <= GENERATIONS && trials_can_run(e->trials) && e->population.size > 0 && quiet < PATIENCE; g++) {
        select_best(e);
        breed(e, g);
        e->trials->result->generations = g;
        quiet = known == e->trials->shown.size && shows_more_than_notes(e->trials) ? quiet + 1 : 0;
        known = e->trials->shown.size;
    }
    e->trials->is_enough = false;
    limited->step_budget = whole - (limited->removes_barriers ? part(whole) : 0);
    if (limited->doubts_contents) {
        trials_doubt_contents(e->trials);
    } else {
        trials_shrink(e->trials);
        trials_explain(e->trials);
    }
    limited->step_budget = whole;
    if (limited->removes_barriers) {
        trials_remove_barriers(e->trials, e->clean.data, e->clean.size);
    }
}

struct search_result *search_run(struct arena *arena, const struct search_request *request) {
    struct search_request limited = *request;
    struct domain *domain = domain_create(arena, &limited);
    struct trials trials = {.arena = arena,
                            .request = &limited,
                            .domain = domain,
                            .engine = simulate_engine_create(SIMULATE_AUTO),
                            .result = arena_alloc(arena, sizeof *trials.result)};
    struct evolution e = {.trials = &trials};
    fitness_init(&trials.meter, request->kernel);
    rng_init(&e.rng, request->seed);
    rng_init(&trials.rng, request->seed);
    evolve(&e, &limited, request->step_budget);
    struct search_result *result = trials.result;
    result->shown = arena_alloc(arena, (trials.shown.size + 1) * sizeof *result->shown);
    for (uint32_t i = 0; i < trials.shown.size; i++) {
        result->shown[result->shown_count++] = trials.shown.data[i].shown;
    }
    vec_release(&trials.shown);
    vec_release(&e.population);
    vec_release(&e.clean);
    fitness_release(&trials.meter);
    simulate_engine_release(trials.engine);
    return result;
}
