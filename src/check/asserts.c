/* Verdicts and findings about assertions, and about what the program assumes. */
#include <string.h>

#include "check/basis.h"
#include "check/conductor.h"

static void assertion_finding(struct conductor *c, const struct prove_violation *violation, const struct replay_verdict *v) {
    const struct proto_assert *claim = &c->protocol->asserts[violation->at];
    const struct prove_witness *w = &v->witness;
    const struct proto_item here = {.kind = ITEM_EXIT, .location = claim->location};
    struct finding f = {.rule = RULE_ASSERTION,
                        .certainty = conductor_certainty(v),
                        .kind = FINDING_KIND_FAILS,
                        .scope = FINDING_SCOPE_BLOCK,
                        .has_witness = true,
                        .instances = 1,
                        .precondition = w->precondition,
                        .precondition_proved = violation->witness.condition_count > 0};
    f.approximation = conductor_approximation(v, violation->approximation);
    f.level = conductor_level(&f, v);
    f.access_count = violation->about_two ? 2 : 1;
    f.accesses = arena_alloc(c->arena, f.access_count * sizeof *f.accesses);
    for (uint32_t i = 0; i < f.access_count; i++) {
        f.accesses[i] = conductor_access(c, &here, w, (int)i);
        f.accesses[i].mode = i == 1 && violation->is_absent ? "absent" : "assert";
        f.accesses[i].basis = basis_of_claim(c->arena, c->protocol, claim, &f.accesses[i].depends_on);
    }
    if (violation->about_two && memcmp(w->block_index[0], w->block_index[1], sizeof w->block_index[0]) != 0)
        f.scope = FINDING_SCOPE_GRID;
    f.witness = conductor_witness(c, w, v->contents);
    for (uint32_t i = 0; i < f.witness.value_count && !violation->about_two; i++)
        f.witness.values[i].name = w->values[0][i].name; /* there is one thread only */
    f.message = arena_printf(c->arena, "assertion fails: %s", claim->text ? claim->text : "assertion");
    f.witness.text = conductor_text(c, &f, v);
    conductor_tell(c, &f, &violation->witness);
    conductor_settle(c, PROP_ASSERT, &f, v, claim->location, "failing assertion");
}

void judge_asserts(struct conductor *c, const struct prove_report *report, const struct replay_report *replay) {
    for (uint32_t i = 0; i < report->assert_count; i++) {
        const struct prove_violation *v = &report->asserts[i];
        const struct proto_assert *claim = &c->protocol->asserts[v->at];
        if (v->outcome == PROVE_MODEL)
            assertion_finding(c, v, &replay->asserts[i]);
        else if (v->reason == REASON_NEEDS_PRECONDITION)
            conductor_unproved(c, PROP_ASSERT, v->reason, claim->location,
                               arena_printf(c->arena, "assertion %s holds if %s; no other launch was found in which it fails",
                                            claim->text ? claim->text : "", v->witness.precondition));
        else
            conductor_unproved(c, PROP_ASSERT, v->reason, claim->location,
                               arena_printf(c->arena, "assertion %s%s%s", claim->text ? claim->text : "", v->approximation ? "; depends on " : "",
                                            v->approximation ? v->approximation : ""));
    }
}

void judge_contradiction(struct conductor *c, const struct prove_report *report) {
    if (report->broken != PROTOCOL_NONE && (c->options->properties & 1u << PROP_ASSERT)) {
        const struct proto_assert *claim = &c->protocol->asserts[report->broken];
        conductor_unproved(c, PROP_ASSERT, REASON_CONTRADICTION, claim->location,
                           arena_printf(c->arena, "%s cannot hold here in any launch: what is launched breaks it, or it contradicts itself",
                                        claim->text ? claim->text : "what is assumed"));
    }
    if (report->contradiction == PROTOCOL_NONE)
        return;
    const struct proto_assert *claim = &c->protocol->asserts[report->contradiction];
    const char *detail = report->is_contradictory
                             ? "%s cannot hold here in any launch, so nothing is concluded from what the program assumes"
                             : "no launch was found in which %s holds here, so nothing is concluded from what the program assumes";
    for (unsigned property = 0; property < PROP_COUNT; property++)
        if (c->options->properties & 1u << property)
            conductor_unproved(c, property, REASON_CONTRADICTION, claim->location,
                               arena_printf(c->arena, detail, claim->text ? claim->text : "what is assumed"));
}
