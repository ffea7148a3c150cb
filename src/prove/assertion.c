/* Assertions: a property of one thread, which satisfies the condition whenever it
   gets there. What stands before an assertion may be used for it. */
#include "prove/prover.h"

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
    bool unknown = false;
    if (term_is_false(t, query))
        return v;
    enum smt_result result = decide_integers(prover, WITHIN_BLOCK, query);
    if (result == SMT_UNSAT && claims_allow(prover, WITHIN_BLOCK, guard))
        return v;
    v.approximation = prover_approximation(prover, query);
    if (!v.approximation && !is_exact(prover->protocol, claim->loop))
        v.approximation = prover_left_before;
    struct witness_request request = witness_alone(prover, query, NULL);
    request.shape = guard;
    request.claim = condition;
    if (find_alone(prover, &request, &v, &unknown) || decide_bits(prover, WITHIN_BLOCK, query) == SMT_UNSAT)
        return v;
    v.outcome = PROVE_UNKNOWN;
    unknown |= result == SMT_UNKNOWN;
    bool exhausted = prover->steps_left == 0 || (unknown && !v.approximation);
    v.reason = exhausted ? REASON_SOLVER_BUDGET : v.approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return v;
}

void prove_asserts(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint32_t facts = prover->launch_facts.size;
    prover->launch_facts.size = prover->facts_for_asserts;
    report->asserts = arena_alloc(prover->arena, (p->assert_count + 1) * sizeof *report->asserts);
    for (uint32_t i = 0; i < p->assert_count; i++) {
        if (p->asserts[i].kind != CLAIM_ASSERT)
            continue;
        struct prove_violation v = decide(prover, i);
        if (v.outcome != PROVE_PROVED)
            report->asserts[report->assert_count++] = v;
    }
    prover->launch_facts.size = facts;
}
