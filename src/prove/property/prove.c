/* The prover's entry: scope, divergence, races, and what the proofs rested on. */
#include <string.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/condition/counterexample.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/property/assumptions.h"
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

/* Divergence and races, each resting on the other and on the contents of
   arrays free of races (contents.h): what rests on an array that is not is
   given up and decided again; so is what rests on what lanes share (lanes.c).
   Returns what divergence rests on. */
static struct basis decide(struct prover *prover, struct prove_report *report, unsigned properties, bool *races_decided) {
    bool races = (properties & PROPERTY_RACE) || ((properties & PROPERTY_BOUNDS) && bounds_read_memory(prover));
    struct race_memory memory = {0};
    const struct basis everything = {UINT64_MAX, true};
    struct basis gone = everything, by_divergence = everything, rests_on = {0, false};
    uint64_t unproved = 0;
    do {
        prover->ledger->asking = PROPERTY_DIVERGENCE | PROPERTY_RACE; /* races are decided between barriers that all threads pass */
        if (basis_meets(by_divergence, gone)) {
            by_divergence = prove_divergence(prover, report);
            while (prover_doubt_lanes(prover)) {
                by_divergence = prove_divergence(prover, report);
                gone.lanes = true;
            }
        }
        rests_on = by_divergence;
        prover->ledger->asking = PROPERTY_RACE;
        uint64_t kept = properties & PROPERTY_BOUNDS ? prover->budget.left / BOUNDS_SHARE : 0;
        struct budget_share share = budget_begin(&prover->budget, prover->budget.left - kept);
        *races_decided = races || rests_on.arrays != 0;
        unproved = *races_decided ? prove_races(prover, report, &memory, gone, &rests_on) : 0;
        (void)budget_end(&prover->budget, share);
        gone = (struct basis){BREAK(GUARANTEE) ? 0 : rests_on.arrays & (report->aligned ? unproved : UINT64_MAX), false};
        contents_distrust(prover, gone.arrays);
    } while (gone.arrays != 0);
    prover->ledger->unproved = report->aligned ? unproved : UINT64_MAX;
    vec_release(&memory.answers);
    return by_divergence;
}

/* Which barriers are redundant, and what that rests on beyond the verdicts. */
static void decide_advice(struct prover *prover, struct prove_report *report) {
    prover->ledger->asking = PROPERTY_RACE | PROPERTY_DIVERGENCE;
    prove_redundant(prover, report);
    assumptions_of_advice(prover, report);
}

/* Bounds, with contents of arrays whose pairs are all proved. That accesses with a violation do not write there is part of the same induction
   (docs/theory.md, "Induction over the first race"): what rests on such an array is decided again without it. */
static void decide_all_bounds(struct prover *prover, struct prove_report *report, bool uses_contents) {
    uint64_t rests_on, reached;
    if (uses_contents)
        contents_distrust(prover, prover->ledger->unproved);
    do {
        rests_on = prove_bounds(prover, report, uses_contents);
        reached = rests_on & stray_reaches(prover, report);
        contents_distrust(prover, reached);
    } while (reached != 0);
    prover->ledger->bounds_rest_on = rests_on;
}

/* Bounds, where they are asked for or races rest on them. */
static void decide_bounds(struct prover *prover, struct prove_report *report, unsigned properties, uint64_t contents, bool races_decided) {
    prover->ledger->asking = PROPERTY_RACE | (contents != 0 ? PROPERTY_DIVERGENCE : 0);
    bool strays = ((properties & PROPERTY_RACE) || contents != 0) && stray_exists(prover);
    report->comes_back = arena_alloc(prover->arena, (prover->protocol->array_count + 1) * sizeof *report->comes_back);
    for (uint32_t a = 0; a < prover->protocol->array_count; a++)
        report->comes_back[a] = ((properties & PROPERTY_RACE) || contents != 0) && stray_comes_back(prover, a);
    prover->ledger->asking = PROPERTY_BOUNDS | (strays ? prover->ledger->asking : 0);
    if (strays || (properties & PROPERTY_BOUNDS))
        decide_all_bounds(prover, report, races_decided && report->aligned);
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
    report->contradiction = report->broken = PROTOCOL_NONE;
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
    prover.ledger->asking = PROPERTY_ASSERT;
    if ((properties & PROPERTY_ASSERT) && !scope->formulas_only) /* few and simple; pairs may use up the budget */
        prove_asserts(&prover, report);
    bool races_decided = false;
    struct basis by_divergence = decide(&prover, report, properties, &races_decided);
    if (scope->formulas_only) {
        report->dump = dump_text(&prover);
        prover_release(&prover);
        return report;
    }
    if (!(properties & PROPERTY_RACE))
        report->conflict_count = 0;
    if (!(properties & PROPERTY_DIVERGENCE))
        report->divergence_count = 0;
    decide_bounds(&prover, report, properties, by_divergence.arrays, races_decided);
    prover.ledger->asking = PROPERTY_ALL;
    joint_contracts(&prover, report, properties);
    assumptions_list(&prover, report, properties, by_divergence.arrays);
    if (scope->advice && (properties & PROPERTY_RACE) && (properties & PROPERTY_DIVERGENCE))
        decide_advice(&prover, report);
    check_demands(&prover, report);
    report->has_demands = prover.ledger->demands->list.all.size > 0;
    (void)demand_refused(&prover, refused);
    numbering_axes(&prover, report->is_counted);
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

/* An assumption of the program that certainly holds in no launch in scope, or PROTOCOL_NONE. */
static uint32_t broken_promise(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope) {
    struct prover prover;
    bool is_certain = false;
    prover_init(&prover, arena, protocol, scope, true, (struct refusals){.count = 0});
    answers_begin(scope->answers);
    uint32_t found = promises_contradiction(&prover, &is_certain);
    prover_release(&prover);
    return is_certain ? found : PROTOCOL_NONE;
}

struct prove_report *prove_protocol(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, unsigned properties) {
    struct prove_report *report = run(arena, protocol, scope, properties, false);
    bool assumes = false;
    for (uint32_t i = 0; i < protocol->assert_count; i++)
        assumes |= protocol->asserts[i].kind == CLAIM_ASSUME;
    bool decided = is_decided(report);
    if (!assumes || report->impossible || scope->formulas_only)
        return report;
    if (decided && !report->has_demands) {
        report->broken = properties & PROPERTY_ASSERT ? broken_promise(arena, protocol, scope) : PROTOCOL_NONE;
        return report;
    }
    struct prove_report *second = run(arena, protocol, scope, properties, true);
    if (second->contradiction == PROTOCOL_NONE) /* without them, if sizes that they allow satisfy what the proofs demand */
        return decided && is_decided(second) ? report : second;
    report->contradiction = second->contradiction;
    report->is_contradictory = second->is_contradictory;
    return report;
}
