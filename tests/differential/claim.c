/* What the prover and the conductor say of a kernel for one scope. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "check/check_scope.h"
#include "kernel/edit.h"

enum { BUDGET = 100000, MUCH_ONE_IN = 12, MUCH = 8 };

static uint32_t below(struct bench *b, uint32_t bound) {
    return (uint32_t)rng_below(&b->rng, bound);
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
    struct check_options options = claim->options;
    options.advice = false;
    const struct extents extents = extents_make(b->arena, b->protocol, &options);
    const struct prove_scope scope = check_scope_make(b->arena, b->kernel, b->protocol, &options, &extents);
    claim->report = prove_protocol(b->arena, b->protocol, &scope, PROPERTY_RACE | PROPERTY_DIVERGENCE);
    claim->judges_pairs = claim->report->aligned && !has_problems(b->protocol);
    claim->all_meet = claim->judges_pairs;
    for (uint32_t i = 0; i < claim->report->divergence_count; i++) {
        const struct prove_divergence *d = &claim->report->divergences[i];
        claim->all_meet = claim->all_meet && d->outcome == PROVE_MODEL && d->kind == FINDING_KIND_EXITED;
    }
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
            int written = snprintf(j->text, TEXT_BYTES, "%s, line %u: %s\n--block %u,%u,%u --grid %u,%u,%u --budget %llu%s%s", u->reason,
                                   u->place.line, u->detail, o->block[0], o->block[1], o->block[2], o->grid[0], o->grid[1], o->grid[2],
                                   (unsigned long long)o->budget_steps, o->strict ? " --strict" : "", o->lockstep ? " --warp lockstep" : "");
            for (size_t n = 0; n < o->param_count && written < TEXT_BYTES; n++) {
                written +=
                    snprintf(j->text + written, TEXT_BYTES - (size_t)written, " --param %s=%lld", o->params[n].name, (long long)o->params[n].value);
            }
            for (size_t n = 0; n < o->extent_count && written < TEXT_BYTES; n++) {
                written +=
                    snprintf(j->text + written, TEXT_BYTES - (size_t)written, " --extent '%s=%s'", o->extents[n].name, o->extents[n].expression);
            }
            if (o->required_count > 0 && written < TEXT_BYTES) {
                snprintf(j->text + written, TEXT_BYTES - (size_t)written, " --requires '%s'", o->required[0]);
            }
        }
    }
}

static bool is_inside(const uint32_t index[3], const uint32_t size[3]) {
    return index[0] < size[0] && index[1] < size[1] && index[2] < size[2];
}

static bool is_fixed_to(const uint32_t asked[3], const uint32_t size[3]) {
    return asked[0] == 0 || memcmp(asked, size, 3 * sizeof *size) == 0;
}

/* What is confirmed was executed in a launch in scope, by threads that it has. */
static void check_witnesses(struct bench *b, int scope) {
    const struct kernel_result *result = b->claims[scope].result;
    const struct check_options *o = &b->claims[scope].options;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        const struct finding *f = &result->findings[i];
        bool good = f->certainty != CERTAINTY_CONFIRMED || !f->has_witness ||
                    (is_fixed_to(o->block, f->witness.block) && is_fixed_to(o->grid, f->witness.grid));
        for (uint32_t a = 0; a < f->access_count && f->certainty == CERTAINTY_CONFIRMED && f->has_witness; a++) {
            good = good && is_inside(f->accesses[a].thread, f->witness.block) && is_inside(f->accesses[a].block, f->witness.grid);
        }
        if (!good) {
            b->judgement->failure = FAILURE_WITNESS;
            snprintf(b->judgement->text, TEXT_BYTES, "%s\n", f->message);
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
        if (redundant && !a->together && claim->reduced_count + 1 < BENCH_REDUCED_MAX) {
            claim->reduced[claim->reduced_count++] = reduce(b, claim->result, a);
        }
    }
    if (any) {
        claim->reduced[claim->reduced_count++] = reduce(b, claim->result, NULL);
    }
}

static bool small_block(const struct launch *launch) {
    return launch->block[0] <= 48;
}
static bool whole_warps(const struct launch *launch) {
    return launch->block[0] % 32 == 0;
}
static bool few(const struct launch *launch) {
    return (int32_t)launch->numbers[0] >= 1 && (int32_t)launch->numbers[0] <= 16;
}
static bool as_threads(const struct launch *launch) {
    return launch->numbers[0] == (int64_t)((uint64_t)launch->block[0] * launch->grid[0]);
}

static const struct requirement requirements[] = {{"blockDim.x <= 48", small_block},
                                                  {"blockDim.x % 32 == 0", whole_warps},
                                                  {"n >= 1 && n <= 16", few},
                                                  {"n == blockDim.x * gridDim.x", as_threads}};

static void fix_number(struct claim *claim, uint32_t number, int64_t value) {
    static const char *const names[LAUNCH_NUMBERS] = {"n", "m", "w", "z"};
    claim->fixes[number] = true;
    claim->numbers[number] = number == 2 ? value & 0xffff : value;
    claim->params[claim->options.param_count++] = (struct check_param){.name = names[number], .value = claim->numbers[number]};
    claim->options.params = claim->params;
}

/* Sizes of arrays, requirements: in combination with what is fixed. */
static void state_more(struct bench *b, struct claim *claim, int scope) {
    static const char *const names[LAUNCH_SIZED] = {"a", "b", "c", "d", "e"};
    if (scope != EXTENT_ANY && below(b, 3) == 0) {
        claim->sizes = (enum launch_sizes)(1 + below(b, SIZES_COUNT - 1));
        for (uint32_t i = 0; i < LAUNCH_SIZED; i++) {
            claim->extents[i] = (struct check_extent){.name = names[i], .expression = launch_size_texts[claim->sizes]};
        }
        claim->options.extents = claim->extents;
        claim->options.extent_count = LAUNCH_SIZED;
    }
    if (scope != EXTENT_WHOLE && below(b, 6) == 0) {
        claim->requirement = &requirements[below(b, sizeof requirements / sizeof *requirements)];
        claim->required = claim->requirement->text;
        claim->options.required = &claim->required;
        claim->options.required_count = 1;
    }
}

/* The whole conductor is asked where it can be quick: with no race to replay, or for one scope. */
void bench_check(struct bench *b, int scope, const struct launch *launch) {
    struct claim *claim = &b->claims[scope];
    struct judgement *j = b->judgement;
    claim->options.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT;
    claim->options.budget_steps = BUDGET * (below(b, MUCH_ONE_IN) == 0 ? MUCH : 1);
    claim->options.lockstep = b->lockstep;
    claim->options.advice = true;
    claim->options.strict = below(b, 2) == 0;
    if (scope != EXTENT_ANY) {
        memcpy(claim->options.block, launch->block, sizeof launch->block);
    }
    if (scope == EXTENT_LAUNCH || scope == EXTENT_WHOLE) {
        memcpy(claim->options.grid, launch->grid, sizeof launch->grid);
    }
    if (scope == EXTENT_BLOCK) {
        fix_number(claim, 0, launch_number(&b->rng, launch));
        fix_number(claim, 2, launch_number(&b->rng, launch));
    }
    for (uint32_t i = 0; scope == EXTENT_WHOLE && i < LAUNCH_NUMBERS; i++) {
        fix_number(claim, i, launch_number(&b->rng, launch));
    }
    state_more(b, claim, scope);
    ask_prover(b, claim);
    j->race[scope] = VERDICT_UNPROVED;
    j->divergence[scope] = claim->all_meet ? VERDICT_PROVED : VERDICT_UNPROVED;
    if (!is_undecided(claim) || (scope != EXTENT_ANY && below(b, 4) == 0)) {
        claim->result = check_kernel(b->arena, b->kernel, b->protocol, &claim->options);
        note_result(b, scope);
        check_witnesses(b, scope);
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
