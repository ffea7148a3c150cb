/* The prover's entry: scope, divergence, races, and what the proofs rested on. */
#include <string.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/condition/counterexample.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/property/dump.h"
#include "prove/property/property.h"
#include "prove/property/stray.h"
#include "prove/property/trace.h"
#include "prove/rung/answers.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "prove/value/values.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

#define BOUNDS_SHARE 8u /* of what is left for races: what bounds have when races end the budget */

static void add_assumption(struct prover *prover, struct prove_report *report, enum assumption_kind kind, const char *text) {
    for (uint32_t i = 0; i < report->assumption_count; i++)
        if (report->assumptions[i].kind == kind && strcmp(report->assumptions[i].text, text) == 0)
            return;
    struct prove_assumption *grown = arena_alloc(prover->arena, (report->assumption_count + 1) * sizeof *grown);
    for (uint32_t i = 0; i < report->assumption_count; i++)
        grown[i] = report->assumptions[i];
    grown[report->assumption_count] = (struct prove_assumption){kind, text};
    report->assumptions = grown;
    report->assumption_count++;
}

/* Claims about values of memory, which no condition on sizes makes true. */
static void list_worded(struct prover *prover, struct prove_report *report) {
    for (uint32_t i = 0; i < prover->ledger->demands->worded.size; i++) {
        const struct claim *claim = &prover->integers->claims.data[prover->ledger->demands->worded.data[i]];
        struct buffer text = {0};
        if (!term_print_limited(prover->terms, demand_original(prover, claim->term), &text, 60)) {
            buffer_clear(&text);
            buffer_add(&text, "an index expression");
        }
        add_assumption(prover, report, claim->kind, arena_printf(prover->arena, "no %s in %s", claim->kind == ASSUMPTION_NO_WRAP ? "wrap" : "signed overflow",
                                                                 prover_in_cuda(prover, buffer_text(&text))));
        buffer_release(&text);
    }
}

/* What the claims that proofs rest on demand of sizes: one condition for those of a kind. */
static void list_claims(struct prover *prover, struct prove_report *report) {
    static const enum assumption_kind kinds[] = {ASSUMPTION_NO_SIGNED_OVERFLOW, ASSUMPTION_NO_WRAP};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *text = demands_text(prover, kinds[i]);
        if (text)
            add_assumption(prover, report, kinds[i], text);
    }
    list_worded(prover, report);
}

static void list_axes(struct prover *prover, struct prove_report *report) {
    static const char axes[3] = {'x', 'y', 'z'};
    struct buffer block = {0}, grid = {0};
    const struct protocol *p = prover->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        bool asked_block = prover->scope->block[a] || p->required_block[a] || required_dimension(prover, SYMBOL_BDIM, a);
        bool asked_grid = prover->scope->grid[a] || required_dimension(prover, SYMBOL_GDIM, a);
        if (prover->frame->fixed_block[a] && !asked_block)
            buffer_printf(&block, "%sblockDim.%c", block.size ? " = " : "", axes[a]);
        if (prover->frame->fixed_grid[a] && !asked_grid)
            buffer_printf(&grid, "%sgridDim.%c", grid.size ? " = " : "", axes[a]);
    }
    const char *both = block.size && grid.size ? ", " : "";
    if (block.size || grid.size)
        add_assumption(prover, report, ASSUMPTION_UNREAD_AXES,
                       arena_printf(prover->arena, "%s%s%s%s%s: the kernel reads no index of these axes", buffer_text(&block),
                                    block.size ? " = 1" : "", both, buffer_text(&grid), grid.size ? " = 1" : ""));
    buffer_release(&block);
    buffer_release(&grid);
}

/* Distinct arrays behind pointers, one of them written. */
static void list_pointers(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint32_t behind_pointers = 0, written = 0;
    for (uint32_t i = 0; i < p->array_count; i++) {
        if (p->arrays[i].kind != ARRAY_PARAM && p->arrays[i].kind != ARRAY_GLOBAL)
            continue;
        behind_pointers++;
        written += p->arrays[i].written;
    }
    if (behind_pointers > 1 && written > 0)
        add_assumption(prover, report, ASSUMPTION_DISTINCT_POINTERS, "distinct pointer arguments do not overlap");
}

/* The offset of an array of unknown extent never reaches another array: of arrays of known extent that is proved (stray.h). */
static void list_bounds(struct prover *prover, struct prove_report *report) {
    if (stray_is_assumed(prover))
        add_assumption(prover, report, ASSUMPTION_IN_BOUNDS, "every access of an array of unknown size stays inside it");
}

static void list_tickets(struct prover *prover, struct prove_report *report) {
    for (uint32_t i = 0; i < prover->protocol->ticket_count; i++) {
        const char *text = prover_ticket_assumption(prover, i);
        if (text)
            add_assumption(prover, report, ASSUMPTION_NO_WRAP, text);
    }
}

/* Divergence and races, each resting on the other and on the contents of
   arrays free of races (contents.h): what rests on an array that is not is
   given up and decided again; so is what rests on what lanes share (lanes.c).
   Returns what divergence rests on. */
static struct basis decide(struct prover *prover, struct prove_report *report, unsigned properties) {
    bool races = properties & PROPERTY_RACE;
    struct race_memory memory = {0};
    const struct basis everything = {UINT64_MAX, true};
    struct basis gone = everything, by_divergence = everything, rests_on = {0, false};
    uint64_t unproved = 0;
    do {
        if (basis_meets(by_divergence, gone)) {
            by_divergence = prove_divergence(prover, report);
            while (prover_doubt_lanes(prover)) {
                by_divergence = prove_divergence(prover, report);
                gone.lanes = true;
            }
        }
        rests_on = by_divergence;
        uint64_t kept = properties & PROPERTY_BOUNDS ? prover->budget.left / BOUNDS_SHARE : 0;
        struct budget_share share = budget_begin(&prover->budget, prover->budget.left - kept);
        unproved = races || rests_on.arrays != 0 ? prove_races(prover, report, &memory, gone, &rests_on) : 0;
        (void)budget_end(&prover->budget, share);
        gone = (struct basis){BREAK(GUARANTEE) ? 0 : rests_on.arrays & (report->aligned ? unproved : UINT64_MAX), false};
        contents_distrust(prover, gone.arrays);
    } while (gone.arrays != 0);
    prover->ledger->unproved = report->aligned ? unproved : UINT64_MAX;
    vec_release(&memory.answers);
    return by_divergence;
}

/* What the advice rests on and the verdict does not. */
static void list_advice(struct prover *prover, struct prove_report *report) {
    struct prove_report all = *report;
    for (uint32_t i = 0; i < report->stray_count; i++)
        if (!report->strays[i].has_conditions)
            return;
    prove_redundant(prover, report);
    for (uint32_t i = 0; i < report->stray_count; i++)
        add_assumption(prover, &all, ASSUMPTION_IN_BOUNDS,
                       arena_printf(prover->arena, "every access of '%s' stays inside it, as it does if %s",
                                    prover->protocol->arrays[prover->protocol->items[report->strays[i].at].array].name, report->strays[i].text));
    list_claims(prover, &all);
    list_tickets(prover, &all);
    list_bounds(prover, &all);
    report->advice_assumptions = all.assumptions + report->assumption_count;
    report->advice_assumption_count = all.assumption_count - report->assumption_count;
}

/* What the program assumes, in its own words where it says them. */
static void list_promises(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != CLAIM_ASSUME || !prover->frame->is_used[i])
            continue;
        struct buffer text = {0};
        if (claim->text)
            buffer_add(&text, claim->text);
        else if (!term_print_limited(prover->terms, claim->condition, &text, 60))
            buffer_add(&text, "a condition");
        uint32_t line = claim->location.id < p->loc_count ? p->locs[claim->location.id].line : 0;
        add_assumption(prover, report, ASSUMPTION_ASSUMED,
                       arena_printf(prover->arena, line ? "%s (line %u)" : "%s", claim->text ? claim->text : prover_in_cuda(prover, buffer_text(&text)), line));
        buffer_release(&text);
    }
}

/* What the program says and the proofs do not use. */
static void list_ignored(struct prover *prover, struct prove_report *report, const char *text, loc_ref location, const char *why) {
    const struct protocol *p = prover->protocol;
    uint32_t line = location.id < p->loc_count ? p->locs[location.id].line : 0;
    add_assumption(prover, report, ASSUMPTION_IGNORED, arena_printf(prover->arena, "%s (line %u) is not used%s", text, line, why));
}

static bool is_fixed_whole(const struct frame *frame) {
    bool is = true;
    for (uint32_t a = 0; a < 3; a++)
        is = is && frame->fixed_block[a] && frame->fixed_grid[a];
    return is;
}

static void list_trusts(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->trust_count; i++) {
        const struct proto_trust *trust = &p->trusts[i];
        switch (trust->kind) {
        case TRUST_IGNORED:
            list_ignored(prover, report, trust->function, trust->location, "");
            break;
        case TRUST_UNIFORM:
            if (!is_fixed_whole(prover->frame))
                add_assumption(prover, report, ASSUMPTION_UNIFORM_GROUPS,
                               "all work-groups of a launch have the same size (-cl-uniform-work-group-size); OpenCL C 2.0 and later allow last ones that are smaller");
            break;
        case TRUST_NOT_NULL:
            add_assumption(prover, report, ASSUMPTION_IN_BOUNDS, arena_printf(prover->arena, "no access goes through %s (line %u)", trust->function,
                                                                              trust->location.id < p->loc_count ? p->locs[trust->location.id].line : 0));
            break;
        case TRUST_FUNCTION:
            add_assumption(prover, report, ASSUMPTION_EFFECT_FREE,
                           arena_printf(prover->arena, "%s, which has no body here, touches no memory of the kernel, passes no barrier and returns",
                                        trust->function));
            break;
        }
    }
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind == CLAIM_ASSUME && claim->text && term_deps(prover->terms, claim->condition) & DEP_APPROX)
            list_ignored(prover, report, claim->text, claim->location, ": what it rests on is not known");
    }
}

/* Bounds, where they are asked for or races rest on them. */
static void decide_bounds(struct prover *prover, struct prove_report *report, unsigned properties, uint64_t contents) {
    bool strays = ((properties & PROPERTY_RACE) || contents != 0) && stray_exists(prover);
    if (strays || (properties & PROPERTY_BOUNDS))
        prove_bounds(prover, report);
    if (strays)
        stray_collect(prover, report, contents);
    if (!(properties & PROPERTY_BOUNDS))
        report->bound_count = 0;
}

static uint64_t example_symbol(void *context, symbol_ref symbol) {
    const struct prove_report *report = ((void **)context)[0];
    const struct prover *prover = ((void **)context)[1];
    const struct symbol *s = symbol_get(prover->terms, symbol);
    if (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM)
        return (s->role == SYMBOL_BDIM ? report->example.block : report->example.grid)[s->axis];
    for (uint32_t i = 0; i < report->example.param_count; i++)
        if (strcmp(report->example.params[i].name, s->name) == 0)
            return report->example.params[i].value;
    return 1;
}

static uint64_t example_function(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

static void check_demands(struct prover *prover, struct prove_report *report) {
    void *context[2] = {report, prover};
    struct term_model model = {context, example_symbol, example_function};
    demand_check(prover, report->has_example ? &model : NULL);
}

enum { ROUNDS_MAX = 6 };

/* One round: refuses the claims in *refused, and adds those that a proof used and may not. */
static struct prove_report *run_once(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, unsigned properties,
                                     bool assumes, struct refusals *refused) {
    struct prove_report *report = arena_alloc(arena, sizeof *report);
    struct prover prover;
    prover_init(&prover, arena, protocol, scope, assumes, *refused);
    answers_begin(scope->answers);
    report->contradiction = PROTOCOL_NONE;
    if (assumes)
        report->contradiction = promises_contradiction(&prover, &report->is_contradictory);
    if (report->contradiction != PROTOCOL_NONE) {
        prover_release(&prover);
        return report;
    }
    if (!required_is_possible(&prover, report)) {
        report->impossible = true;
        prover_release(&prover);
        return report;
    }
    part_find(&prover);
    if ((properties & PROPERTY_ASSERT) && !scope->formulas_only) /* few and simple; pairs may use up the budget */
        prove_asserts(&prover, report);
    struct basis by_divergence = decide(&prover, report, properties);
    if (scope->formulas_only) {
        report->dump = dump_text(&prover);
        prover_release(&prover);
        return report;
    }
    if (!(properties & PROPERTY_RACE))
        report->conflict_count = 0;
    if (!(properties & PROPERTY_DIVERGENCE))
        report->divergence_count = 0;
    decide_bounds(&prover, report, properties, by_divergence.arrays);
    joint_contracts(&prover, report, properties);
    for (uint32_t i = 0; i < scope->required_count; i++)
        add_assumption(&prover, report, ASSUMPTION_REQUIRED, arena_printf(arena, "required: %s", scope->required[i].text));
    list_axes(&prover, report);
    list_pointers(&prover, report);
    if (properties & PROPERTY_RACE)
        list_bounds(&prover, report);
    list_claims(&prover, report);
    list_tickets(&prover, report);
    if (scope->lockstep)
        add_assumption(&prover, report, ASSUMPTION_LOCKSTEP, "the threads of a warp execute in lockstep, as before Volta");
    list_promises(&prover, report);
    list_trusts(&prover, report);
    if (report->exited)
        add_assumption(&prover, report, ASSUMPTION_EXITED_THREADS, "threads that have left the kernel count as arrived at a barrier");
    if (scope->advice && (properties & PROPERTY_RACE) && (properties & PROPERTY_DIVERGENCE))
        list_advice(&prover, report);
    check_demands(&prover, report);
    report->has_demands = prover.ledger->demands->list.size > 0;
    (void)demand_refused(&prover, refused);
    trace_count(&prover);
    report->stats = prover.stats;
    report->stats.steps = smt_steps_used(prover.smt);
    report->dump = scope->dumps ? dump_text(&prover) : NULL;
    prover_release(&prover);
    return report;
}

/* Until no proof rests on a claim that may not be made. */
static struct prove_report *run(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, unsigned properties,
                                bool assumes) {
    struct refusals refused = {.count = 0};
    for (uint32_t round = 0;; round++) {
        uint32_t before = refused.count;
        bool all = refused.all;
        struct prove_report *report = run_once(arena, protocol, scope, properties, assumes, &refused);
        if (refused.count == before || all)
            return report;
        refused.all = round == ROUNDS_MAX;
    }
}

/* Nothing is left to prove: notes do not count. */
static bool is_decided(const struct prove_report *report) {
    bool open = false;
    for (uint32_t i = 0; i < report->conflict_count; i++)
        open |= report->conflicts[i].outcome != PROVE_MODEL || !report->conflicts[i].same_value;
    for (uint32_t i = 0; i < report->divergence_count; i++)
        open |= report->divergences[i].outcome != PROVE_MODEL || report->divergences[i].kind != FINDING_KIND_EXITED;
    return !open && report->bound_count == 0 && report->stray_count == 0 && report->assert_count == 0 && report->aligned;
}

struct prove_report *prove_protocol(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope,
                                    unsigned properties) {
    struct prove_report *report = run(arena, protocol, scope, properties, false);
    bool assumes = false;
    for (uint32_t i = 0; i < protocol->assert_count; i++)
        assumes |= protocol->asserts[i].kind == CLAIM_ASSUME;
    bool decided = is_decided(report);
    if (!assumes || report->impossible || scope->formulas_only || (decided && !report->has_demands))
        return report;
    struct prove_report *second = run(arena, protocol, scope, properties, true);
    if (second->contradiction == PROTOCOL_NONE) /* without them, if sizes that they allow satisfy what the proofs demand */
        return decided && is_decided(second) ? report : second;
    report->contradiction = second->contradiction;
    report->is_contradictory = second->is_contradictory;
    return report;
}
