/* Assumptions of the program that contradict each other. */
#include <assert.h>

#include "prove/condition/counterexample.h"
#include "prove/frame/frame.h"
#include "prove/frame/promise.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

#define POSSIBLE_STEPS UINT64_C(300000)

enum possible { POSSIBLE, NOT_SEEN, IMPOSSIBLE };

/* In a launch of the solver's choice: one that the assumption asks for need not be among those that are looked at. */
static bool is_possible_somewhere(struct prover *prover, term_ref condition) {
    struct smt_query *model;
    term_ref whole = term_and(prover->terms, condition, prover_facts(prover, WITHIN_BLOCK, condition));
    bool found = witness_solve(prover, condition, launch_open(prover), whole, POSSIBLE_STEPS, &model) == SMT_SAT;
    if (found)
        smt_query_end(model);
    return found;
}

static enum possible possible(struct prover *prover, term_ref condition) {
    assert(prover_is_condition(prover, condition));
    struct prove_witness witness;
    bool unknown = false;
    struct witness_request request = witness_alone(prover, condition, NULL);
    if (term_is_true(prover->terms, condition) || witness_find(prover, &request, &witness, &unknown) || is_possible_somewhere(prover, condition))
        return POSSIBLE;
    return decide_integers(prover, WITHIN_BLOCK, condition).holds ? IMPOSSIBLE : NOT_SEEN;
}

struct corner {
    struct prover *prover;
    bool is_last;
};

/* The first thread of the first block, or the last of the last: every launch has both. */
static term_ref corner_map(void *context, symbol_ref symbol) {
    const struct corner *corner = context;
    struct prover *prover = corner->prover;
    struct term_table *t = prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    if (s->role != SYMBOL_TID && s->role != SYMBOL_BID)
        return TERM_NONE;
    const struct protocol *p = prover->protocol;
    term_ref extent = prover_scoped(prover, (s->role == SYMBOL_TID ? p->bdim : p->gdim)[s->axis]);
    return corner->is_last ? term_sub(t, extent, term_const(t, 32, 1), TERM_NSW) : term_const(t, 32, 0);
}

static term_ref at_corner(struct prover *prover, term_ref condition, bool is_last) {
    assert(prover_is_condition(prover, condition));
    struct corner corner = {prover, is_last};
    struct substitution *s = substitution_create(prover->terms, corner_map, &corner);
    term_ref result = substitution_apply(s, condition);
    substitution_destroy(s);
    return result;
}

/* Given what was assumed before: some thread gets to the claim and satisfies it
   (or none gets there), and the threads that every launch has can satisfy all. */
static enum possible agrees(struct prover *prover, term_ref before, const struct proto_assert *claim) {
    struct term_table *t = prover->terms;
    term_ref there = term_and(t, before, prover_scoped(prover, claim->guard));
    enum possible kept = possible(prover, term_and(t, there, prover_scoped(prover, claim->condition)));
    if (kept != POSSIBLE && possible(prover, there) != IMPOSSIBLE)
        return kept;
    term_ref all = term_and(t, before, promise_says(prover, claim));
    for (int last = 0; last < 2; last++) {
        enum possible corner = possible(prover, at_corner(prover, all, last == 1));
        if (corner != POSSIBLE)
            return corner;
    }
    return POSSIBLE;
}

uint32_t promises_contradiction(struct prover *prover, bool *is_certain) {
    const struct protocol *p = prover->protocol;
    term_ref before = term_true(prover->terms);
    uint32_t found = PROTOCOL_NONE, facts = prover->frame->launch_facts.size;
    if (prover->launches->list.size == 0)
        launch_list(prover);
    prover->frame->launch_facts.size = prover->frame->own_facts; /* without those in question */
    for (uint32_t i = 0; i < p->assert_count && found == PROTOCOL_NONE; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (!prover->frame->is_used[i])
            continue;
        enum possible answer = agrees(prover, before, claim);
        if (claim->kind == CLAIM_ASSUME && answer != POSSIBLE) {
            *is_certain = answer == IMPOSSIBLE;
            found = i;
        }
        before = term_and(prover->terms, before, promise_says(prover, claim));
    }
    prover->frame->launch_facts.size = facts;
    return found;
}
