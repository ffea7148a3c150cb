/* One question in linear integer arithmetic, with the lemmas of encode.h. */
#include <assert.h>
#include <string.h>

#include "integer/integer.h"
#include "prove/frame/budget.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/answers.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/encode.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"
#include "smt/smt.h"

#define INTEGER_STEPS UINT64_C(300000)
#define ORDERED_STEPS UINT64_C(112500) /* where comparisons tell of rows: what is left is linear, as a rule */
#define RETRY_FACTOR 4u

static enum smt_result ask_solver(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count, uint64_t steps) {
    struct encoder *encoder = &prover->arithmetic->encoder;
    uint64_t before = smt_steps_used(prover->smt);
    struct smt_query *query = smt_query_begin(prover->smt, SMT_INTEGERS);
    encoder_assert(encoder, query, &f, 1, claims, count);
    bool is_new = !encoder->takes_more || encoder->has_more;
    enum smt_result result = is_new ? smt_check(query, budget_most(&prover->budget, steps)) : SMT_SAT;
    smt_query_end(query);
    budget_pay(&prover->budget, smt_steps_used(prover->smt) - before);
    prover->stats.queries++;
    return result;
}

/* With the further lemmas where the encoder takes them: then nothing is asked if there is none. */
static enum smt_result check_formula(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    f = rows_split(prover, algebra_learn(prover, f, claims, count), claims, count);
    const formula_ref ordered = rows_order(prover, f, claims, count);
    enum smt_result result = ordered.id != f.id ? ask_solver(prover, ordered, claims, count, ORDERED_STEPS) : SMT_UNKNOWN;
    return result == SMT_UNSAT ? result : ask_solver(prover, f, claims, count, INTEGER_STEPS);
}

/* The terms that the query and its claims are about. */
static void ask_integers(const struct prover *prover, term_ref whole, const uint32_t *claims, uint32_t count, struct asked *asked) {
    assert(prover_is_condition(prover, whole));
    VEC(term_ref) terms = {0};
    vec_push(&terms, whole);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim *claim = &prover->integers->claims.data[claims[i]];
        vec_push(&terms, claim->term);
        vec_push(&terms, term_const(prover->terms, 32, (uint64_t)claim->kind << 1 | claim->is_signed));
    }
    asked_make(prover, prover->arithmetic->encoder.takes_more ? QUESTION_PRODUCTS : QUESTION_INTEGERS, terms.data, terms.size, asked);
    vec_release(&terms);
}

static enum smt_result answer_integers(struct prover *prover, term_ref whole, formula_ref f, const uint32_t *claims, uint32_t count) {
    assert(prover_is_condition(prover, whole));
    uint64_t most = budget_most(&prover->budget, INTEGER_STEPS), before = prover->budget.left;
    struct asked asked;
    struct kept_answer answer;
    ask_integers(prover, whole, claims, count, &asked);
    if (answers_find(prover, &asked, most, &answer)) {
        budget_pay(&prover->budget, answer.steps);
        prover->stats.repeated++;
    } else {
        answer = (struct kept_answer){.result = check_formula(prover, f, claims, count), .budget = most};
        answer.steps = before - prover->budget.left;
        answers_keep(prover, &asked, answer);
    }
    asked_release(&asked);
    return answer.result;
}

/* What the memo keeps of an answer: the result, and the steps that it had. */
static uint32_t kept_result(enum smt_result result, uint32_t most) {
    return most << 2 | (uint32_t)result;
}

static enum smt_result result_of(uint32_t kept) {
    return (enum smt_result)(kept & 3);
}

/* A question that ended its steps is asked again where there are many times as many. */
static bool is_worth_more(uint32_t kept, uint32_t most) {
    return result_of(kept) == SMT_UNKNOWN && most / RETRY_FACTOR > kept >> 2;
}

static enum smt_result decided_under(struct prover *prover, term_ref whole, formula_ref f, const uint32_t *claims, uint32_t count, bool is_all) {
    uint64_t key = (uint64_t)prover->arithmetic->encoder.takes_more << 33 | (uint64_t)is_all << 32 | whole.id;
    uint32_t known, most = (uint32_t)budget_most(&prover->budget, INTEGER_STEPS);
    if (!map_get(&prover->memo->decided, key, &known) || is_worth_more(known, most)) {
        known = kept_result(answer_integers(prover, whole, f, claims, count), most);
        map_set(&prover->memo->decided, key, known);
    }
    return result_of(known);
}

/* A view is what it is only under its claims, so a proof rests on the claims of every view in the query, in the
   solver's core or not; on those that stand beside a view only if there is none without them. */
struct proof decide_once(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    if (term_is_false(prover->terms, query))
        return proof_by(RUNG_INTEGERS);
    if (prover->budget.left == 0)
        return proof_none(SMT_UNKNOWN);
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    if (term_is_false(prover->terms, whole))
        return proof_by(RUNG_INTEGERS);
    const uint32_t *claims;
    uint32_t count;
    formula_ref f = integer_query_of(prover->integers, whole, &claims, &count);
    uint32_t *needed = arena_alloc(prover->arena, (count + (size_t)1) * sizeof *needed), needed_count;
    needed_count = integer_needed_claims(prover->integers, claims, count, needed);
    enum smt_result result = decided_under(prover, whole, f, needed, needed_count, false);
    if (result != SMT_UNSAT && needed_count < count) {
        result = decided_under(prover, whole, f, claims, count, true);
        needed = memcpy(needed, claims, count * sizeof *needed);
        needed_count = count;
    }
    if (result != SMT_UNSAT)
        return proof_none(result);
    struct proof proof = proof_by(RUNG_INTEGERS);
    proof_add_claims(prover->arena, &proof, needed, needed_count, whole);
    return proof;
}
