/* A kernel is checked for every launch, for one launch, and for one block with some arguments;
 * then it is executed for many launches. What an execution shows must not be proved impossible
 * by any check whose scope holds it, unless the execution breaks an assumption that the check
 * lists. */
#include "judge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "kernel/edit.h"
#include "prove/prove.h"
#include "simulate/simulate.h"

const char *const failure_names[FAILURE_COUNT] = {"none", "wrong race proof", "wrong proof of a pair", "model without replay", "wrong divergence proof", "wrong bounds proof", "wrong assertion proof", "wrong redundant barrier",
                                                  "kernel_check", "protocol_check", "protocol text", "crash", "slow"};

enum { RUNS_ANY = 14, RUNS_FIXED = 5, ARRAYS = 6, PARAMETERS = 10, REDUCED_MAX = 4, STEP_BUDGET = 60000, BUDGET = 1500000 };

struct launch { uint32_t block[3], grid[3]; };

/* A scope and what was proved of it. */
struct claim {
    struct check_options options;
    struct check_param params[2];
    const struct kernel_result *result; /* NULL: only the prover was asked */
    const struct prove_report *report;
    bool judges_pairs;
    const struct kernel *reduced[REDUCED_MAX]; /* without barriers called redundant */
    uint32_t reduced_count;
};

struct bench {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    struct rng rng;
    bool lockstep;
    struct judgement *judgement;
    struct claim claims[EXTENT_COUNT];
};

static uint32_t below(struct bench *b, uint32_t bound) {
    return (uint32_t)rng_below(&b->rng, bound);
}

static double now(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool reads(const struct protocol *p, bool of_grid, int axis) {
    return of_grid ? p->reads_bid[axis] || p->reads_gdim[axis] : p->reads_tid[axis] || p->reads_bdim[axis];
}

static struct launch any_launch(struct bench *b) {
    static const uint32_t flat[] = {1, 2, 3, 8, 31, 32, 32, 33, 40, 48, 64, 64, 64, 96};
    static const uint32_t deep[][3] = {{8, 4, 1}, {4, 8, 1}, {5, 3, 1}, {16, 2, 1}, {2, 2, 2}, {1, 7, 1}, {16, 4, 1}, {4, 4, 3}, {32, 2, 1}, {3, 1, 2}};
    static const uint32_t grids[][3] = {{1, 1, 1}, {1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {1, 2, 1}, {5, 1, 1}};
    const struct protocol *p = b->protocol;
    struct launch launch = {.block = {flat[below(b, sizeof flat / sizeof *flat)], 1, 1}};
    bool is_deep = reads(p, false, 1) || reads(p, false, 2);
    if (is_deep && below(b, 8) != 0) {
        memcpy(launch.block, deep[below(b, sizeof deep / sizeof *deep)], sizeof launch.block);
    }
    memcpy(launch.grid, grids[below(b, sizeof grids / sizeof *grids)], sizeof launch.grid);
    for (int axis = 0; axis < 3; axis++) {
        launch.block[axis] = axis == 0 || reads(p, false, axis) ? launch.block[axis] : 1;
        launch.grid[axis] = reads(p, true, axis) ? launch.grid[axis] : 1;
    }
    uint32_t limit = b->kernel->max_threads;
    while (limit && launch.block[0] * launch.block[1] * launch.block[2] > limit) {
        launch.block[0] = launch.block[0] > 1 ? launch.block[0] / 2 : 1;
        launch.block[2] = 1;
    }
    return launch;
}

static int64_t any_number(struct bench *b, const struct launch *launch) {
    static const int64_t numbers[] = {0, 1, -1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 32, 33, 64, 100, -5, -32, 1000};
    switch (below(b, 8)) {
    case 0: return launch->block[0];
    case 1: return (int64_t)launch->block[0] * launch->grid[0];
    case 2: return (int64_t)launch->block[0] * launch->grid[0] * (1 + below(b, 3)) - below(b, 3);
    case 3: return launch->block[0] / 2;
    default: return numbers[below(b, sizeof numbers / sizeof *numbers)];
    }
}

/* Contents: mostly small numbers, so that they are good indices. */
static uint64_t element(void *context, uint64_t index) {
    uint64_t mode = *(const uint64_t *)context, h = (index + mode * 977) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
    h *= UINT64_C(0xBF58476D1CE4E5B9);
    h ^= h >> 32;
    switch (mode % 5) {
    case 0: return 0;
    case 1: return h % 64;
    case 2: return index & 0xffff;
    case 3: return h % 5 == 0 ? h & UINT32_MAX : h % 200 - 20;
    default: return h % 3;
    }
}

static bool has_problems(const struct protocol *p) {
    for (uint32_t i = 0; i < p->problem_count; i++) {
        if (p->problems[i].properties & PROPERTY_RACE) {
            return true;
        }
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        if ((item->kind == ITEM_ACCESS && p->arrays[item->array].kind == ARRAY_UNKNOWN) ||
            (item->kind == ITEM_BARRIER && item->barrier == BARRIER_NAMED)) {
            return true;
        }
    }
    return false;
}

static void ask_prover(struct bench *b, struct claim *claim) {
    struct prove_scope scope = {.lockstep = b->lockstep, .budget_steps = claim->options.budget_steps, .param_count = claim->options.param_count};
    struct prove_param params[2];
    memcpy(scope.block, claim->options.block, sizeof scope.block);
    memcpy(scope.grid, claim->options.grid, sizeof scope.grid);
    for (uint32_t i = 0; i < scope.param_count; i++) {
        params[i] = (struct prove_param){claim->params[i].name, claim->params[i].value};
    }
    scope.params = params;
    claim->report = prove_protocol(b->arena, b->protocol, &scope, PROPERTY_RACE | PROPERTY_DIVERGENCE);
    claim->judges_pairs = claim->report->aligned && !has_problems(b->protocol);
}

static bool is_undecided(const struct claim *claim) {
    for (uint32_t i = 0; i < claim->report->conflict_count; i++) {
        if (claim->report->conflicts[i].outcome != PROVE_MODEL || !claim->report->conflicts[i].same_value) {
            return true;
        }
    }
    return !claim->judges_pairs;
}

static bool has_exact_model(const struct prove_report *report) {
    for (uint32_t i = 0; i < report->conflict_count; i++) {
        const struct prove_conflict *c = &report->conflicts[i];
        if (c->outcome == PROVE_MODEL && !c->same_value && !c->approximation && !c->witness.precondition) {
            return true;
        }
    }
    return false;
}

static void note_result(struct bench *b, int scope) {
    const struct kernel_result *result = b->claims[scope].result;
    struct judgement *j = b->judgement;
    j->race[scope] = result->properties[PROP_RACE];
    j->divergence[scope] = result->properties[PROP_DIVERGENCE];
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *u = &result->unproved[i];
        if (strcmp(u->reason, reason_name(REASON_INTERNAL_ERROR)) == 0) {
            j->failure = FAILURE_REPLAY;
            const struct check_options *o = &b->claims[scope].options;
            snprintf(j->text, TEXT_BYTES, "%s, line %u: %s\n--block %u,%u,%u --grid %u,%u,%u\n", u->reason, u->place.line, u->detail, o->block[0],
                     o->block[1], o->block[2], o->grid[0], o->grid[1], o->grid[2]);
        }
    }
}

static bool is_at(const struct kernel *kernel, uint32_t inst, const struct source_place *place) {
    const struct loc *loc = &kernel->locs[kernel->insts[inst].loc.id];
    return kernel->insts[inst].op == INST_BARRIER && loc->line == place->line && loc->column == place->column;
}

/* The kernel without the barriers that can go at once (which: none), or without one. */
static const struct kernel *reduce(struct bench *b, const struct kernel_result *result, const struct advice *which) {
    bool *dropped = arena_alloc(b->arena, b->kernel->inst_count * sizeof *dropped);
    for (uint32_t i = 1; i < b->kernel->inst_count; i++) {
        for (uint32_t j = 0; j < result->advice_count; j++) {
            const struct advice *a = &result->advice[j];
            dropped[i] |= a->rule == ADVICE_REDUNDANT_BARRIER && (which ? a == which : a->together) && is_at(b->kernel, i, &a->place);
        }
    }
    return kernel_without(b->arena, b->kernel, dropped);
}

static void note_advice(struct bench *b, struct claim *claim) {
    bool any = false;
    for (uint32_t i = 0; i < claim->result->advice_count; i++) {
        const struct advice *a = &claim->result->advice[i];
        bool redundant = a->rule == ADVICE_REDUNDANT_BARRIER;
        b->judgement->redundant += redundant;
        any |= redundant && a->together;
        if (redundant && !a->together && claim->reduced_count + 1 < REDUCED_MAX) {
            claim->reduced[claim->reduced_count++] = reduce(b, claim->result, a);
        }
    }
    if (any) {
        claim->reduced[claim->reduced_count++] = reduce(b, claim->result, NULL);
    }
}

/* The whole conductor is asked where it can be quick: with no race to replay, or for one scope. */
static void check_scope(struct bench *b, int scope, const struct launch *launch) {
    struct claim *claim = &b->claims[scope];
    struct judgement *j = b->judgement;
    claim->options.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT;
    claim->options.budget_steps = BUDGET;
    claim->options.lockstep = b->lockstep;
    claim->options.advice = true;
    claim->options.strict = below(b, 2) == 0;
    if (scope != EXTENT_ANY) {
        memcpy(claim->options.block, launch->block, sizeof launch->block);
    }
    if (scope == EXTENT_LAUNCH) {
        memcpy(claim->options.grid, launch->grid, sizeof launch->grid);
    }
    if (scope == EXTENT_BLOCK) {
        claim->params[0] = (struct check_param){"n", any_number(b, launch)};
        claim->params[1] = (struct check_param){"w", any_number(b, launch) & 0xffff};
        claim->options.params = claim->params;
        claim->options.param_count = 2;
    }
    ask_prover(b, claim);
    j->race[scope] = VERDICT_UNPROVED;
    j->divergence[scope] = claim->judges_pairs ? VERDICT_PROVED : VERDICT_UNPROVED;
    if (!is_undecided(claim) || (scope == EXTENT_LAUNCH && below(b, 4) == 0)) {
        claim->result = check_kernel(b->arena, b->kernel, b->protocol, &claim->options);
        note_result(b, scope);
        note_advice(b, claim);
    }
    j->possible[scope] = has_exact_model(claim->report);
    for (uint32_t i = 0; scope == EXTENT_ANY && i < claim->report->conflict_count; i++) {
        const struct prove_conflict *c = &claim->report->conflicts[i];
        uint32_t reason = c->outcome == PROVE_MODEL ? (uint32_t)REASON_NOT_REPLAYED : (uint32_t)c->reason;
        if (!c->same_value && reason < REASON_KINDS) {
            j->reasons[reason]++;
        }
    }
}

static bool assumes(const struct claim *claim, enum assumption_kind kind) {
    for (uint32_t i = 0; i < claim->report->assumption_count; i++) {
        if (claim->report->assumptions[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static void describe_event(const struct kernel *kernel, const struct simulate_event *event, struct buffer *out) {
    static const char *const modes[] = {"read", "write", "atomic", "barrier", "other"};
    const struct loc *loc = &kernel->locs[event->loc.id];
    buffer_printf(out, "  %s line %u:%u thread (%u,%u,%u) block (%u,%u,%u) offset %lld size %llu\n", modes[event->mode], loc->line, loc->column,
                  event->thread[0], event->thread[1], event->thread[2], event->block[0], event->block[1], event->block[2],
                  (long long)event->offset_bytes, (unsigned long long)event->size_bytes);
}

static void fail(struct bench *b, enum failure failure, int scope, const struct launch *launch, const int64_t *numbers,
                 const struct simulate_finding *f, uint64_t contents) {
    static const char *const scopes[] = {"every launch", "this launch", "this block, n and w"};
    const struct prove_report *report = b->claims[scope].report;
    struct buffer text = {0};
    buffer_printf(&text, "%s for %s%s\n", failure_names[failure], scopes[scope], b->claims[scope].options.strict ? " (strict)" : "");
    buffer_printf(&text, "block (%u,%u,%u) grid (%u,%u,%u) n=%lld m=%lld w=%lld z=%lld contents %llu\n", launch->block[0], launch->block[1],
                  launch->block[2], launch->grid[0], launch->grid[1], launch->grid[2], (long long)numbers[0], (long long)numbers[1],
                  (long long)numbers[2], (long long)numbers[3], (unsigned long long)(contents % 5));
    buffer_printf(&text, "%s %s, %s%s%s\n", simulate_rule_name(f->rule), finding_kind_name(f->kind), finding_scope_name(f->scope),
                  f->same_value ? ", same value" : "", f->approximate ? ", approximate" : "");
    for (uint32_t i = 0; i < f->event_count; i++) {
        describe_event(b->kernel, &f->events[i], &text);
    }
    for (uint32_t i = 0; i < report->assumption_count; i++) {
        buffer_printf(&text, "  assumes: %s\n", report->assumptions[i].text);
    }
    b->judgement->failure = failure;
    snprintf(b->judgement->text, TEXT_BYTES, "%s", buffer_text(&text));
    buffer_release(&text);
}

static bool in_scope(const struct claim *claim, const struct launch *launch, const int64_t *numbers) {
    bool inside = true;
    for (int axis = 0; axis < 3; axis++) {
        inside = inside && (!claim->options.block[axis] || claim->options.block[axis] == launch->block[axis]);
        inside = inside && (!claim->options.grid[axis] || claim->options.grid[axis] == launch->grid[axis]);
    }
    return inside && (!claim->options.param_count || (claim->params[0].value == numbers[0] && claim->params[1].value == numbers[2]));
}

/* A thread that left for good is no divergence; one that did something else first is. */
static bool is_divergence(const struct simulate_finding *f) {
    return f->rule == SIMULATE_DIVERGENCE && (f->kind != FINDING_KIND_EXITED || f->went_on);
}

static bool is_item(const struct kernel *kernel, const struct proto_item *item, const struct simulate_event *event) {
    const struct inst *inst = kernel_inst(kernel, event->inst);
    bool is_atomic = inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG;
    bool same_mode = is_atomic ? item->mode == ACCESS_ATOMIC : (event->mode == SIMULATE_WRITE) == (item->mode == ACCESS_WRITE);
    return inst->loc.id == item->location.id && same_mode;
}

/* Whether the prover left this pair of accesses open. */
static bool is_open(const struct kernel *kernel, const struct protocol *p, const struct claim *claim, const struct simulate_finding *f) {
    for (uint32_t i = 0; i < claim->report->conflict_count; i++) {
        const struct prove_conflict *c = &claim->report->conflicts[i];
        const struct proto_item *x = &p->items[c->item[0]], *y = &p->items[c->item[1]];
        bool straight = is_item(kernel, x, &f->events[0]) && is_item(kernel, y, &f->events[1]);
        bool crossed = is_item(kernel, y, &f->events[0]) && is_item(kernel, x, &f->events[1]);
        bool same_value = c->outcome == PROVE_MODEL && c->same_value;
        if ((straight || crossed) && c->between_blocks == (f->scope == FINDING_SCOPE_GRID) && (!same_value || f->same_value)) {
            return true;
        }
    }
    return false;
}

static enum failure contradicts(const struct bench *b, const struct claim *claim, const struct simulate_finding *f) {
    static const enum verdict nothing[PROP_COUNT] = {VERDICT_UNCHECKED};
    const enum verdict *properties = claim->result ? claim->result->properties : nothing;
    bool counts = !f->same_value || claim->options.strict;
    if (f->rule == SIMULATE_RACE && counts && properties[PROP_RACE] == VERDICT_PROVED) {
        return FAILURE_RACE;
    }
    if (f->rule == SIMULATE_RACE && claim->judges_pairs && !is_open(b->kernel, b->protocol, claim, f)) {
        return FAILURE_PAIR;
    }
    if (is_divergence(f) && (claim->judges_pairs || properties[PROP_DIVERGENCE] == VERDICT_PROVED)) {
        return FAILURE_DIVERGENCE;
    }
    if (f->rule == SIMULATE_OUT_OF_BOUNDS && properties[PROP_BOUNDS] == VERDICT_PROVED) {
        return FAILURE_BOUNDS;
    }
    return f->rule == SIMULATE_ASSERTION && properties[PROP_ASSERT] == VERDICT_PROVED ? FAILURE_ASSERT : FAILURE_NONE;
}

static bool is_excused(const struct claim *claim, const struct simulate_result *run) {
    bool out = false;
    for (uint32_t i = 0; i < run->finding_count; i++) {
        out = out || run->findings[i].rule == SIMULATE_OUT_OF_BOUNDS;
    }
    return (out && assumes(claim, ASSUMPTION_IN_BOUNDS)) || (run->wrapped && assumes(claim, ASSUMPTION_NO_WRAP)) || run->overflowed;
}

static void compare(struct bench *b, const struct simulate_result *run, const struct launch *launch, const int64_t *numbers, uint64_t contents) {
    for (int scope = 0; scope < EXTENT_COUNT; scope++) {
        const struct claim *claim = &b->claims[scope];
        if (!in_scope(claim, launch, numbers)) {
            continue;
        }
        for (uint32_t i = 0; i < run->finding_count; i++) {
            const struct simulate_finding *f = &run->findings[i];
            enum failure failure = contradicts(b, claim, f);
            b->judgement->race_seen[scope] |= f->rule == SIMULATE_RACE && !f->same_value;
            b->judgement->divergence_seen[scope] |= is_divergence(f);
            if (failure == FAILURE_NONE || b->judgement->failure != FAILURE_NONE) {
                continue;
            }
            if (is_excused(claim, run)) {
                b->judgement->runs_excused++;
                break;
            }
            fail(b, failure, scope, launch, numbers, f, contents);
        }
    }
}

static bool is_pair_of(const struct simulate_result *run, const struct simulate_finding *f) {
    for (uint32_t i = 0; i < run->finding_count; i++) {
        const struct simulate_finding *g = &run->findings[i];
        uint32_t a = g->events[0].inst.id, b = g->events[1].inst.id, x = f->events[0].inst.id, y = f->events[1].inst.id;
        if (g->rule == SIMULATE_RACE && g->scope == f->scope && ((a == x && b == y) || (a == y && b == x))) {
            return true;
        }
    }
    return false;
}

/* Without the barriers that are called redundant, no pair races that did not race with them. */
static void execute_reduced(struct bench *b, const struct simulate_result *run, const struct simulate_input *input, const struct launch *launch,
                            const int64_t *numbers, uint64_t contents) {
    for (int scope = 0; scope < EXTENT_COUNT; scope++) {
        const struct claim *claim = &b->claims[scope];
        for (uint32_t i = 0; i < claim->reduced_count && in_scope(claim, launch, numbers) && b->judgement->failure == FAILURE_NONE; i++) {
            struct arena scratch;
            arena_init(&scratch);
            const struct simulate_result *without = simulate_run(&scratch, claim->reduced[i], input);
            b->judgement->runs_reduced++;
            for (uint32_t j = 0; j < without->finding_count; j++) {
                const struct simulate_finding *f = &without->findings[j];
                if (f->rule == SIMULATE_RACE && run->complete && !is_pair_of(run, f) && !without->wrapped && !is_excused(claim, without)) {
                    fail(b, FAILURE_REDUNDANT, scope, launch, numbers, f, contents);
                    break;
                }
            }
            arena_release(&scratch);
        }
    }
}

/* Parameters as generate.c declares them: a b c d e p n m w z. */
static void simulate(struct bench *b, const struct launch *launch, const int64_t *numbers) {
    enum { MIDDLE_BITS = 35 };
    static const uint32_t element_bytes[ARRAYS] = {4, 4, 4, 4, 1, 4};
    struct simulate_array arrays[ARRAYS];
    struct simulate_argument arguments[PARAMETERS];
    uint64_t modes[ARRAYS];
    memset(arguments, 0, sizeof arguments);
    for (uint32_t i = 0; i < ARRAYS; i++) {
        modes[i] = below(b, 1000);
        arrays[i] = (struct simulate_array){.size_bytes = UINT64_C(2) << MIDDLE_BITS, .element = element, .context = &modes[i], .elem_bytes = element_bytes[i]};
        arguments[i] = (struct simulate_argument){.array = i, .offset_bytes = INT64_C(1) << MIDDLE_BITS};
    }
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t bits = (uint64_t)numbers[i];
        arguments[ARRAYS + i] = (struct simulate_argument){.bits = i < 3 ? bits & UINT32_MAX : bits, .array = SIMULATE_NONE};
    }
    struct simulate_input input = {.dynamic_shared_bytes = 4096, .arguments = arguments, .arrays = arrays, .array_count = ARRAYS, .lockstep = b->lockstep,
                                   .seed = rng_next(&b->rng), .step_budget = STEP_BUDGET};
    memcpy(input.block, launch->block, sizeof input.block);
    memcpy(input.grid, launch->grid, sizeof input.grid);
    struct arena scratch;
    arena_init(&scratch);
    const struct simulate_result *run = simulate_run(&scratch, b->kernel, &input);
    b->judgement->runs++;
    if (run->assumption_failed) {
        b->judgement->runs_skipped++;
    } else {
        compare(b, run, launch, numbers, modes[2]);
        execute_reduced(b, run, &input, launch, numbers, modes[2]);
    }
    arena_release(&scratch);
}

static void execute_all(struct bench *b, const struct launch *fixed) {
    for (uint32_t i = 0; i < RUNS_ANY + 2 * RUNS_FIXED && b->judgement->failure == FAILURE_NONE; i++) {
        struct launch launch = any_launch(b);
        int64_t numbers[4];
        for (uint32_t j = 0; j < 4; j++) {
            numbers[j] = any_number(b, &launch);
        }
        if (i >= RUNS_ANY) {
            memcpy(launch.block, fixed->block, sizeof launch.block);
        }
        if (i >= RUNS_ANY && i < RUNS_ANY + RUNS_FIXED) {
            launch = *fixed;
        } else if (i >= RUNS_ANY) {
            numbers[0] = b->claims[EXTENT_BLOCK].params[0].value;
            numbers[2] = b->claims[EXTENT_BLOCK].params[1].value;
        }
        simulate(b, &launch, numbers);
    }
}

static void check_text(struct bench *b) {
    struct buffer first = {0}, second = {0};
    const char *error = NULL;
    protocol_print(b->protocol, &first);
    struct protocol *again = protocol_parse(b->arena, buffer_text(&first), "text", &error);
    if (again) {
        protocol_print(again, &second);
        protocol_destroy(again);
    }
    if (!again || strcmp(buffer_text(&first), buffer_text(&second)) != 0) {
        b->judgement->failure = FAILURE_TEXT;
        snprintf(b->judgement->text, TEXT_BYTES, "%s", error ? error : "the text of the parsed protocol differs");
    }
    buffer_release(&first);
    buffer_release(&second);
}

static void note_barriers(struct bench *b) {
    for (uint32_t i = 0; i < b->protocol->item_count; i++) {
        const struct proto_item *item = &b->protocol->items[i];
        b->judgement->has_barrier_in_loop |= item->kind == ITEM_BARRIER && item->barrier != BARRIER_WARP && item->loop != PROTOCOL_NONE;
    }
}

/* What a warp in step orders. */
static void make_volatile(struct kernel *kernel, struct rng *rng) {
    uint64_t one_in = rng_below(rng, 3) + 1;
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        struct inst *inst = &kernel->insts[kernel->order[i]];
        bool is_access = inst->op == INST_LOAD || inst->op == INST_STORE;
        if (is_access && rng_below(rng, one_in) == 0) {
            inst->flags |= INST_VOLATILE;
        }
    }
}

void judge_kernel(struct kernel *kernel, uint64_t seed, bool lockstep, struct judgement *judgement) {
    struct arena arena;
    arena_init(&arena);
    struct bench b = {.arena = &arena, .kernel = kernel, .judgement = judgement};
    rng_init(&b.rng, seed);
    double start = now();
    b.lockstep = lockstep;
    if (lockstep) {
        make_volatile(kernel, &b.rng);
    }
    const char *broken = kernel_check(kernel);
    struct protocol *protocol = protocol_infer(&arena, kernel, 1024);
    if (lockstep) {
        protocol_add_sides(protocol, kernel);
    }
    b.protocol = protocol;
    const char *broken_protocol = protocol_check(protocol);
    if (broken || broken_protocol) {
        judgement->failure = broken ? FAILURE_KERNEL : FAILURE_PROTOCOL;
        snprintf(judgement->text, TEXT_BYTES, "%s", broken ? broken : broken_protocol);
    } else {
        check_text(&b);
    }
    note_barriers(&b);
    struct launch fixed = any_launch(&b);
    if (judgement->failure == FAILURE_NONE) {
        for (int scope = 0; scope < EXTENT_COUNT && judgement->failure == FAILURE_NONE; scope++) {
            check_scope(&b, scope, &fixed);
        }
        judgement->check_seconds = now() - start;
        start = now();
        if (judgement->failure == FAILURE_NONE) {
            execute_all(&b, &fixed);
        }
        judgement->simulate_seconds = now() - start;
    }
    protocol_destroy(protocol);
    arena_release(&arena);
}
