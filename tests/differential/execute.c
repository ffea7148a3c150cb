/* What an execution shows must not be proved impossible by any check whose scope holds it, unless
 * the execution breaks an assumption that the check lists; one about sizes excuses nothing where
 * the launch and its numbers are fixed. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "check/required.h"
#include "protocol/expression.h"

/* No index of 32 bits leaves an array. */
#define HUGE_BYTES (UINT64_C(1) << 36)

static bool assumes(const struct claim *claim, enum assumption_kind kind) {
    for (uint32_t i = 0; i < claim->report->assumption_count; i++) {
        if (claim->report->assumptions[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* A condition on sizes that the check lists is false in the launch. */
static bool breaks_sizes(const struct bench *b, const struct claim *claim, const struct launch *launch) {
    static const char *const names[LAUNCH_NUMBERS] = {"n", "m", "w", "z"};
    struct prove_named numbers[LAUNCH_NUMBERS];
    bool breaks = false;
    for (uint32_t i = 0; i < LAUNCH_NUMBERS; i++) {
        bool is_wide = i + 1 == LAUNCH_NUMBERS;
        numbers[i] = (struct prove_named){names[i], is_wide ? (uint64_t)launch->numbers[i] : (uint32_t)launch->numbers[i], is_wide ? 64 : 32};
    }
    for (uint32_t i = 0; i < claim->report->assumption_count && !breaks; i++) {
        const struct prove_assumption *a = &claim->report->assumptions[i];
        bool is_of_sizes = a->kind == ASSUMPTION_NO_WRAP || a->kind == ASSUMPTION_NO_SIGNED_OVERFLOW;
        const char *error;
        term_ref term = is_of_sizes ? expression_condition(b->protocol, b->arena, a->text, &error) : TERM_NONE;
        const struct prove_condition condition = {.text = a->text, .term = term};
        breaks = !term_is_none(term) && !required_hold(b->protocol, &condition, 1, launch->block, launch->grid, numbers, LAUNCH_NUMBERS);
    }
    return breaks;
}

static void describe_event(const struct kernel *kernel, const struct simulate_event *event, struct buffer *out) {
    static const char *const modes[] = {"read", "write", "atomic", "barrier", "other"};
    const struct loc *loc = &kernel->locs[event->loc.id];
    buffer_printf(out, "  %s line %u:%u thread (%u,%u,%u) block (%u,%u,%u) offset %lld size %llu\n", modes[event->mode], loc->line, loc->column,
                  event->thread[0], event->thread[1], event->thread[2], event->block[0], event->block[1], event->block[2],
                  (long long)event->offset_bytes, (unsigned long long)event->size_bytes);
}

static void fail(struct bench *b, enum failure failure, int scope, const struct launch *launch, const struct simulate_finding *f, uint64_t contents) {
    static const char *const scopes[] = {"every launch", "this launch", "this block, n and w", "this launch with these numbers"};
    const struct prove_report *report = b->claims[scope].report;
    struct buffer text = {0};
    buffer_printf(&text, "%s for %s%s\n", failure_names[failure], scopes[scope], b->claims[scope].options.strict ? " (strict)" : "");
    buffer_printf(&text, "block (%u,%u,%u) grid (%u,%u,%u) n=%lld m=%lld w=%lld z=%lld contents %llu\n", launch->block[0], launch->block[1],
                  launch->block[2], launch->grid[0], launch->grid[1], launch->grid[2], (long long)launch->numbers[0], (long long)launch->numbers[1],
                  (long long)launch->numbers[2], (long long)launch->numbers[3], (unsigned long long)(contents % 5));
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

bool bench_in_scope(const struct claim *claim, const struct launch *launch) {
    bool inside = claim->report != NULL;
    for (int axis = 0; axis < 3; axis++) {
        inside = inside && (!claim->options.block[axis] || claim->options.block[axis] == launch->block[axis]);
        inside = inside && (!claim->options.grid[axis] || claim->options.grid[axis] == launch->grid[axis]);
    }
    for (uint32_t i = 0; i < LAUNCH_NUMBERS; i++) {
        inside = inside && (!claim->fixes[i] || claim->numbers[i] == launch->numbers[i]);
    }
    return inside && claim->sizes == launch->sizes && (!claim->requirement || claim->requirement->holds(launch));
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

/* Whether the prover left this pair of accesses open. It says of some pairs that they write one value;
   what an access out of bounds reads is undefined, so that a run with one says nothing about values. */
static bool is_open(const struct kernel *kernel, const struct protocol *p, const struct claim *claim, const struct simulate_finding *f,
                    bool values_count) {
    for (uint32_t i = 0; i < claim->report->conflict_count; i++) {
        const struct prove_conflict *c = &claim->report->conflicts[i];
        const struct proto_item *x = &p->items[c->item[0]], *y = &p->items[c->item[1]];
        bool straight = is_item(kernel, x, &f->events[0]) && is_item(kernel, y, &f->events[1]);
        bool crossed = is_item(kernel, y, &f->events[0]) && is_item(kernel, x, &f->events[1]);
        bool differs = c->outcome == PROVE_MODEL && c->same_value && !f->same_value && values_count;
        if ((straight || crossed) && c->between_blocks == (f->scope == FINDING_SCOPE_GRID) && !differs) {
            return true;
        }
    }
    return false;
}

static bool leaves_array(const struct simulate_result *run) {
    for (uint32_t i = 0; i < run->finding_count; i++) {
        const struct simulate_finding *f = &run->findings[i];
        if (f->rule == SIMULATE_OUT_OF_BOUNDS && f->kind != FINDING_KIND_INNER_DIMENSION) {
            return true;
        }
    }
    return false;
}

static enum failure contradicts(const struct bench *b, const struct claim *claim, const struct simulate_result *run,
                                const struct simulate_finding *f) {
    static const enum verdict nothing[PROP_COUNT] = {VERDICT_UNCHECKED};
    const enum verdict *properties = claim->result ? claim->result->properties : nothing;
    bool open = is_open(b->kernel, b->protocol, claim, f, true);
    bool equal_but_undefined = !open && leaves_array(run) && is_open(b->kernel, b->protocol, claim, f, false);
    bool counts = (!f->same_value && !equal_but_undefined) || claim->options.strict;
    if (f->rule == SIMULATE_RACE && counts && properties[PROP_RACE] == VERDICT_PROVED) {
        return FAILURE_RACE;
    }
    if (f->rule == SIMULATE_RACE && claim->judges_pairs && !open && !equal_but_undefined) {
        return FAILURE_PAIR;
    }
    bool is_undefined = f->approximate && leaves_array(run); /* each thread reads a value of its own */
    if (is_divergence(f) && !is_undefined && (claim->all_meet || properties[PROP_DIVERGENCE] == VERDICT_PROVED)) {
        return FAILURE_DIVERGENCE;
    }
    if (f->rule == SIMULATE_OUT_OF_BOUNDS && properties[PROP_BOUNDS] == VERDICT_PROVED) {
        return FAILURE_BOUNDS;
    }
    return f->rule == SIMULATE_ASSERTION && properties[PROP_ASSERT] == VERDICT_PROVED ? FAILURE_ASSERT : FAILURE_NONE;
}

static bool is_excused(const struct bench *b, const struct claim *claim, const struct launch *launch, const struct simulate_result *run) {
    bool out = leaves_array(run) || !run->complete; /* some access may still have left its array */
    bool is_whole = claim->options.grid[0] && claim->options.block[0] && claim->options.param_count == LAUNCH_NUMBERS;
    return (out && assumes(claim, ASSUMPTION_IN_BOUNDS)) || run->overflowed ||
           (!is_whole && ((run->wrapped && assumes(claim, ASSUMPTION_NO_WRAP)) || breaks_sizes(b, claim, launch)));
}

static void compare(struct bench *b, const struct simulate_result *run, const struct launch *launch, uint64_t contents) {
    for (int scope = 0; scope < EXTENT_COUNT; scope++) {
        const struct claim *claim = &b->claims[scope];
        if (!bench_in_scope(claim, launch)) {
            continue;
        }
        for (uint32_t i = 0; i < run->finding_count; i++) {
            const struct simulate_finding *f = &run->findings[i];
            enum failure failure = contradicts(b, claim, run, f);
            b->judgement->race_seen[scope] |= f->rule == SIMULATE_RACE && !f->same_value;
            b->judgement->divergence_seen[scope] |= is_divergence(f);
            if (failure == FAILURE_NONE || b->judgement->failure != FAILURE_NONE) {
                continue;
            }
            if (is_excused(b, claim, launch, run)) {
                b->judgement->runs_excused++;
                break;
            }
            fail(b, failure, scope, launch, f, contents);
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

static bool is_same_array(const struct simulate_event *a, const struct simulate_event *b) {
    return a->array == b->array && a->object == b->object && a->member == b->member;
}

/* Both of the finding's accesses race in this run, too: of several accesses that race for the same bytes a run shows some pairs, which
   depends on the order of the threads. */
static bool are_racing(const struct simulate_result *run, const struct simulate_finding *f) {
    bool is_racing[2] = {false, false};
    for (uint32_t i = 0; i < run->finding_count; i++) {
        const struct simulate_finding *g = &run->findings[i];
        for (int side = 0; side < 4 && g->rule == SIMULATE_RACE && (g->scope != FINDING_SCOPE_GRID || f->scope == FINDING_SCOPE_GRID); side++)
            is_racing[side % 2] |=
                g->events[side / 2].inst.id == f->events[side % 2].inst.id && is_same_array(&g->events[side / 2], &f->events[side % 2]);
    }
    return is_racing[0] && is_racing[1];
}

/* One access that each thread executes once at most. */
static bool is_single(const struct kernel *kernel, const struct protocol *p, const struct simulate_finding *f) {
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        if (is_item(kernel, item, &f->events[0]) && is_item(kernel, item, &f->events[1]) && item->loop == PROTOCOL_NONE)
            return true;
    }
    return false;
}

/* Possible for all that the prover said, and no barrier is needed against it: between blocks, or there is
   none from one to the other, or only equal values are written, which is no race unless checked strictly; or it
   rests on memory that nobody has written, in which the two runs need not find the same. */
static bool is_open_anyway(const struct bench *b, const struct claim *claim, const struct simulate_finding *f) {
    bool is_harmless = f->same_value && !claim->options.strict;
    return (f->scope == FINDING_SCOPE_GRID || is_single(b->kernel, b->protocol, f) || is_harmless || f->approximate) &&
           is_open(b->kernel, b->protocol, claim, f, true);
}

/* Some thread waits at a barrier for others that have left: what that orders is nothing that a barrier does. */
static bool is_divergent(const struct simulate_result *run) {
    for (uint32_t i = 0; i < run->finding_count; i++) {
        if (is_divergence(&run->findings[i]))
            return true;
    }
    return false;
}

/* Without the barriers that are called redundant, no pair races that did not race with them. */
static void execute_reduced(struct bench *b, const struct simulate_result *run, const struct simulate_input *input, const struct launch *launch,
                            uint64_t contents) {
    for (int scope = 0; scope < EXTENT_COUNT && !is_divergent(run); scope++) {
        const struct claim *claim = &b->claims[scope];
        for (uint32_t i = 0; i < claim->reduced_count && bench_in_scope(claim, launch) && b->judgement->failure == FAILURE_NONE; i++) {
            struct arena scratch;
            arena_init(&scratch);
            const struct simulate_result *without = simulate_run(&scratch, claim->reduced[i], input);
            b->judgement->runs_reduced++;
            for (uint32_t j = 0; j < without->finding_count; j++) {
                const struct simulate_finding *f = &without->findings[j];
                bool is_new = f->rule == SIMULATE_RACE && run->complete && !is_pair_of(run, f) && !are_racing(run, f) && !is_open_anyway(b, claim, f);
                if (is_new && !without->wrapped && !is_excused(b, claim, launch, without)) {
                    fail(b, FAILURE_REDUNDANT, scope, launch, f, contents);
                    break;
                }
            }
            arena_release(&scratch);
        }
    }
}

void bench_execute(struct bench *b, const struct launch *launch) {
    struct launch_input in;
    struct arena scratch;
    arena_init(&scratch);
    launch_input(&b->rng, launch, HUGE_BYTES, &in);
    in.input.lockstep = b->lockstep;
    const struct simulate_result *run = simulate_run(&scratch, b->kernel, &in.input);
    b->judgement->runs++;
    if (run->assumption_failed) {
        b->judgement->runs_skipped++;
    } else {
        compare(b, run, launch, in.modes[2]);
        execute_reduced(b, run, &in.input, launch, in.modes[2]);
    }
    arena_release(&scratch);
}
