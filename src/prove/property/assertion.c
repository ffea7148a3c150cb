/* Assertions: a property of one thread, which satisfies the condition whenever it
   gets there; or of two (other.c). What stands before an assertion may be used for it. */
#include <assert.h>
#include <string.h>

#include "prove/condition/counterexample.h"
#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/promise.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/property/property.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/witness/witness.h"

bool find_alone(struct prover *prover, const struct witness_request *request, struct prove_violation *v, bool *unknown) {
    struct prove_witness *w = &v->witness;
    if (!witness_find(prover, request, w, unknown))
        return false;
    memcpy(w->thread[1], w->thread[0], sizeof w->thread[1]);
    memcpy(w->block_index[1], w->block_index[0], sizeof w->block_index[1]);
    w->value_count[1] = 0;
    v->outcome = PROVE_MODEL;
    return true;
}

/* Whether guards in the loop say that no earlier iteration left it. */
static bool is_exact(const struct protocol *p, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    for (; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (!p->loops[loop].exact)
            return false;
    return true;
}

static struct prove_violation decide(struct prover *prover, uint32_t at) {
    struct term_table *t = prover->terms;
    const struct proto_assert *claim = &prover->protocol->asserts[at];
    struct prove_violation v = {.at = at, .claim = PROTOCOL_NONE, .outcome = PROVE_PROVED};
    term_ref guard = prover_scoped(prover, claim->guard), condition = prover_scoped(prover, claim->condition);
    if (claim->position != PROTOCOL_NONE)
        guard = term_and(t, guard, promises_at(prover, claim->position, false, claim->loop, at));
    term_ref query = term_and(t, guard, term_not(t, condition));
    if (term_is_false(t, query))
        return v;
    struct question question = question_alone(prover, query, guard);
    struct proof proof = ladder_decide(prover, &question);
    bool unknown = false, gave_up = proof.gave_up;
    if (proof.holds) {
        ledger_list(prover, &proof);
        return v;
    }
    v.approximation = prover_approximation(prover, query);
    if (!v.approximation && !is_exact(prover->protocol, claim->loop))
        v.approximation = prover_left_before;
    struct witness_request request = witness_alone(prover, query, NULL);
    request.shape = guard;
    request.claim = condition;
    if (find_alone(prover, &request, &v, &unknown))
        return v;
    proof = ladder_decide_late(prover, &question);
    if (proof.holds) {
        ledger_list(prover, &proof);
        return v;
    }
    v.outcome = PROVE_UNKNOWN;
    v.reason = v.witness.condition_count > 0 ? REASON_NEEDS_PRECONDITION : ladder_reason(prover, gave_up || unknown, v.approximation);
    return v;
}

void prove_asserts(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint32_t facts = prover->frame->launch_facts.size;
    prover->frame->launch_facts.size = prover->frame->facts_for_asserts;
    report->asserts = arena_alloc(prover->arena, (p->assert_count + 1) * sizeof *report->asserts);
    for (uint32_t i = 0; i < p->assert_count; i++) {
        if (p->asserts[i].kind != CLAIM_ASSERT)
            continue;
        struct prove_violation v = assertion_is_about_two(prover, &p->asserts[i]) ? decide_about_two(prover, i) : decide(prover, i);
        if (v.outcome != PROVE_PROVED)
            report->asserts[report->assert_count++] = v;
    }
    prover->frame->launch_facts.size = facts;
}
