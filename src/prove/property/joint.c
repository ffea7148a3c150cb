/* Contracts: the conditions under which everything that is open of a property falls away, where all of it has such conditions. */
#include <string.h>

#include "prove/condition/precondition.h"
#include "prove/frame/prover.h"
#include "prove/property/property.h"

enum { CONDITIONS_MAX = 16 };

/* What is open of some property: a conflict, a divergence, a violation, an access that may leave its array. */
struct violation {
    bool is_conditional;
    const struct prove_condition *conditions;
    uint32_t count;
};

/* The conditions of all violations so far; not `is_whole`: one of them has none. */
struct joint {
    struct prove_condition all[CONDITIONS_MAX];
    uint32_t count;
    bool is_whole;
};

static struct violation conditional_on(bool is_conditional, const struct prove_witness *w) {
    return (struct violation){is_conditional, w->conditions, w->condition_count};
}

static void add(struct joint *joint, struct violation v) {
    joint->is_whole &= v.is_conditional && v.count > 0;
    for (uint32_t i = 0; i < v.count && joint->is_whole; i++) {
        bool known = false;
        for (uint32_t j = 0; j < joint->count; j++)
            known |= term_same(joint->all[j].term, v.conditions[i].term);
        if (known)
            continue;
        if (joint->count == CONDITIONS_MAX)
            joint->is_whole = false;
        else
            joint->all[joint->count++] = v.conditions[i];
    }
}

/* Accesses that may leave their array, and (`contents`) reach what divergence proofs rest on. */
static void add_strays(struct joint *joint, const struct prove_report *report, bool contents) {
    for (uint32_t i = 0; i < report->stray_count; i++) {
        const struct prove_stray *stray = &report->strays[i];
        if (stray->reaches_contents || !contents)
            add(joint, (struct violation){stray->has_conditions, stray->conditions, stray->condition_count});
    }
}

static void join(struct prover *prover, struct joint *joint, struct prove_contract *out) {
    struct prove_contract contract;
    struct prove_condition *all = arena_alloc(prover->arena, CONDITIONS_MAX * sizeof *all);
    if (!joint->is_whole)
        return;
    memcpy(all, joint->all, joint->count * sizeof *all);
    if (precondition_join(prover, all, joint->count, &contract))
        *out = contract;
}

static void join_races(struct prover *prover, struct prove_report *report) {
    struct joint joint = {.is_whole = report->aligned && report->conflict_count < CONFLICTS_MAX};
    for (uint32_t i = 0; i < report->conflict_count; i++) {
        const struct prove_conflict *c = &report->conflicts[i];
        if (c->outcome != PROVE_MODEL || !c->same_value)
            add(&joint, conditional_on(c->outcome == PROVE_MODEL || c->reason == REASON_NEEDS_PRECONDITION, &c->witness));
    }
    add_strays(&joint, report, false);
    join(prover, &joint, &report->race);
}

static void join_divergences(struct prover *prover, struct prove_report *report) {
    struct joint joint = {.is_whole = true};
    for (uint32_t i = 0; i < report->divergence_count; i++)
        if (report->divergences[i].kind != FINDING_KIND_EXITED)
            add(&joint, conditional_on(report->divergences[i].outcome == PROVE_MODEL || report->divergences[i].reason == REASON_NEEDS_PRECONDITION,
                                       &report->divergences[i].witness));
    add_strays(&joint, report, true);
    join(prover, &joint, &report->divergence);
}

static void join_violations(struct prover *prover, const struct prove_violation *violations, uint32_t count, struct prove_contract *out) {
    struct joint joint = {.is_whole = true};
    for (uint32_t i = 0; i < count; i++)
        add(&joint, conditional_on(true, &violations[i].witness));
    join(prover, &joint, out);
}

void joint_contracts(struct prover *prover, struct prove_report *report, unsigned properties) {
    if (properties & PROPERTY_RACE)
        join_races(prover, report);
    join_divergences(prover, report);
    join_violations(prover, report->bounds, report->bound_count, &report->in_bounds);
    join_violations(prover, report->asserts, report->assert_count, &report->asserts_hold);
}
