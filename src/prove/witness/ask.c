/* One question in one concrete launch, in bit-vectors. */
#include <assert.h>

#include "integer/integer.h"
#include "prove/frame/budget.h"
#include "prove/frame/prover.h"
#include "prove/rung/answers.h"
#include "prove/rung/bits.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

/* The operation the claim speaks about does not wrap, in this launch. */
static void assert_claim(struct prover *prover, struct smt_query *query, const struct launch *launch, const struct claim *claim) {
    const struct term term = *term_get(prover->terms, claim->term);
    enum term_op op = term_op_of(&term);
    if (claim_is_cut(prover->terms, claim->term)) {
        term_ref whole = term_child(prover->terms, claim->term, 0);
        uint8_t width = term_width(prover->terms, whole);
        term_ref same = term_eq(prover->terms, whole,
                                claim->is_signed ? term_sext(prover->terms, claim->term, width) : term_zext(prover->terms, claim->term, width));
        smt_assert_term(query, prover->terms, substitution_apply(launch->substitution, same));
        return;
    }
    if ((op != TERM_ADD && op != TERM_MUL) || term.width_bits == 1)
        return;
    term_ref a = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 0));
    term_ref b = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 1));
    bool is_constant = term_is_const(prover->terms, a, NULL) && term_is_const(prover->terms, b, NULL);
    struct smt_operation operation = {op, a, b, substitution_apply(launch->substitution, claim->term), claim->is_signed};
    if (!is_constant)
        smt_assert_no_wrap(query, prover->terms, &operation);
}

static void assert_claims(struct prover *prover, term_ref of, struct smt_query *query, const struct launch *launch) {
    const uint32_t *claims;
    uint32_t count;
    (void)integer_query_of(prover->integers, of, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim claim = prover->integers->claims.data[claims[i]];
        assert_claim(prover, query, launch, &claim);
    }
}

/* In a query of its own; what the question's symbols are, if that is known (values not NULL). */
static struct smt_query *pose(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, const struct asked *asked,
                              const uint64_t *values) {
    assert(prover_is_condition(prover, whole));
    struct term_table *t = prover->terms;
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_begin(prover, query, whole);
    assert_claims(prover, claims_of, query, launch);
    smt_assert_term(query, t, whole);
    for (uint32_t i = 0; values && i < asked->symbols.size; i++) {
        term_ref symbol = term_symbol(t, asked->symbols.data[i]);
        smt_assert_term(query, t, term_eq(t, symbol, term_const(t, term_width(t, symbol), values[i])));
    }
    return query;
}

/* As it was answered before; a model is made again from its values. */
static bool repeat(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, const struct asked *asked, uint64_t steps,
                   enum smt_result *result, struct smt_query **query) {
    assert(prover_is_condition(prover, whole));
    struct kept_answer answer;
    if (!answers_find(prover, asked, steps, &answer))
        return false;
    if (answer.result == SMT_SAT) {
        *query = pose(prover, claims_of, launch, whole, asked, answer.values);
        if (smt_check(*query, steps) != SMT_SAT) {
            smt_query_end(*query);
            *query = NULL;
            return false;
        }
    }
    *result = answer.result;
    budget_pay(&prover->budget, answer.steps);
    prover->stats.repeated++;
    return true;
}

static void keep_answer(struct prover *prover, const struct asked *asked, struct kept_answer answer, struct smt_query *query) {
    VEC(uint64_t) values = {0};
    for (uint32_t i = 0; answer.result == SMT_SAT && i < asked->symbols.size; i++)
        vec_push(&values, smt_model_term(query, prover->terms, term_symbol(prover->terms, asked->symbols.data[i])));
    answer.values = answer.result == SMT_SAT ? values.data : NULL;
    answers_keep(prover, asked, answer);
    vec_release(&values);
}

/* The query, what its launch makes of its claims, and their kind. */
static void ask_for_model(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, struct asked *asked) {
    assert(prover_is_condition(prover, whole));
    const uint32_t *claims;
    uint32_t count;
    VEC(term_ref) terms = {0};
    vec_push(&terms, whole);
    (void)integer_formula_of(prover->integers, claims_of, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim claim = prover->integers->claims.data[claims[i]];
        const struct term term = *term_get(prover->terms, claim.term);
        for (uint32_t k = 0; k < term.arity; k++)
            vec_push(&terms, substitution_apply(launch->substitution, term_child(prover->terms, claim.term, k)));
        vec_push(&terms, term_const(prover->terms, 32, (uint64_t)term.op << 1 | claim.is_signed));
    }
    asked_make(prover, QUESTION_MODEL, terms.data, terms.size, asked);
    vec_release(&terms);
}

enum smt_result witness_solve(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, uint64_t steps,
                              struct smt_query **query) {
    assert(prover_is_condition(prover, whole));
    *query = NULL;
    if (term_is_false(prover->terms, whole))
        return SMT_UNSAT;
    if (prover->budget.left == 0)
        return SMT_UNKNOWN;
    struct asked asked;
    enum smt_result result;
    ask_for_model(prover, claims_of, launch, whole, &asked);
    steps = budget_most(&prover->budget, steps);
    if (!repeat(prover, claims_of, launch, whole, &asked, steps, &result, query)) {
        uint64_t before = smt_steps_used(prover->smt);
        *query = pose(prover, claims_of, launch, whole, &asked, NULL);
        result = smt_check(*query, steps);
        uint64_t used = smt_steps_used(prover->smt) - before;
        budget_pay(&prover->budget, used);
        prover->stats.queries++;
        keep_answer(prover, &asked, (struct kept_answer){.result = result, .budget = steps, .steps = used}, *query);
        if (result != SMT_SAT) {
            smt_query_end(*query);
            *query = NULL;
        }
    }
    asked_release(&asked);
    return result;
}

struct witness_request witness_alone(const struct prover *prover, term_ref query, const struct witness_terms *show) {
    assert(prover_is_condition(prover, query));
    return (struct witness_request){.pairing = WITHIN_BLOCK,
                                    .query = query,
                                    .known = term_true(prover->terms),
                                    .shape = query,
                                    .items = {PROTOCOL_NONE, PROTOCOL_NONE},
                                    .show = show};
}

struct model_params {
    struct prover *prover;
    struct smt_query *model;
    const struct launch *launch;
    VEC(struct prove_named) params;
};

static void read_param(void *context, symbol_ref symbol) {
    struct model_params *m = context;
    struct term_table *t = m->prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    term_ref value = substitution_apply(m->launch->substitution, term_symbol(t, symbol));
    if (s.role == SYMBOL_PARAM)
        vec_push(&m->params, ((struct prove_named){s.name, smt_model_term(m->model, t, value), s.width_bits}));
}

struct prove_named *witness_params(struct prover *prover, const struct launch *launch, term_ref whole, struct smt_query *model, uint32_t *count) {
    struct model_params m = {.prover = prover, .model = model, .launch = launch};
    term_visit_symbols(prover->terms, whole, read_param, &m);
    *count = m.params.size;
    struct prove_named *params = arena_alloc(prover->arena, (m.params.size + 1) * sizeof *params);
    for (uint32_t i = 0; i < m.params.size; i++)
        params[i] = m.params.data[i];
    vec_release(&m.params);
    return params;
}
