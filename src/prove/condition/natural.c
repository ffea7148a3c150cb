/* Whether a condition leaves something to exclude: a natural launch in which two threads do what they do. */
#include <assert.h>
#include <string.h>

#include "prove/condition/index.h"
#include "prove/condition/precondition.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

enum { SMALL_DIVISOR = 8, LAUNCHES_MAX = 4, THREADS_WANTED = 64 };
#define NATURAL_STEPS UINT64_C(300000)
#define NATURAL_PARAM_MAX 65535u

struct ordinary {
    struct term_table *terms;
    term_ref all;
};

static void note_param(void *context, symbol_ref symbol) {
    struct ordinary *ordinary = context;
    struct term_table *t = ordinary->terms;
    const struct symbol s = *symbol_get(t, symbol);
    if (s.role != SYMBOL_PARAM || s.width_bits < 16)
        return;
    term_ref p = term_symbol(t, symbol);
    term_ref low = term_sle(t, term_const(t, s.width_bits, 0), p);
    term_ref high = term_sle(t, p, term_const(t, s.width_bits, s.width_bits > 16 ? NATURAL_PARAM_MAX : 16383));
    ordinary->all = term_and(t, ordinary->all, term_and(t, low, high));
}

/* Arguments of ordinary size, none negative. */
static term_ref ordinary(struct term_table *t, term_ref of) {
    struct ordinary context = {t, term_true(t)};
    term_visit_symbols(t, of, note_param, &context);
    return context.all;
}

static uint32_t threads_of(const struct launch *launch) {
    return launch->block[0] * launch->block[1] * launch->block[2];
}

static term_ref with_small_divisors(struct term_table *t, const struct index_divisors *divisors, term_ref query) {
    for (uint32_t i = 0; i < divisors->count; i++)
        query = term_replace(t, query, divisors->list[i], term_const(t, symbol_get(t, divisors->list[i])->width_bits, SMALL_DIVISOR));
    return query;
}

/* Conditions on contents that are asked for beside those that the kernel states, as long as it is asked whether arrays satisfy them all. */
static uint32_t state(struct prover *prover, const struct precondition *found) {
    const uint32_t before = prover->frame->stated.size;
    for (uint32_t i = 0; i < found->count && before > 0; i++)
        if (found->candidates[i].is_contents)
            vec_push(&prover->frame->stated, ((symbol_ref){(uint32_t)term_get(prover->terms, found->candidates[i].condition.term)->value}));
    return before;
}

/* Some arrays hold in the model's launch what is stated of them. */
static bool has_arrays(struct prover *prover, const struct launch *launch, term_ref whole, struct smt_query *model) {
    uint32_t count;
    const struct prove_named *params = prover->frame->stated.size > 0 ? witness_params(prover, launch, whole, model, &count) : NULL;
    return !params || crowd_fits(prover, launch, params, count);
}

static bool is_possible(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref query) {
    assert(prover_is_condition(prover, query));
    struct smt_query *model;
    term_ref here = substitution_apply(launch->substitution, query);
    if (witness_solve(prover, claims_of, launch, here, NATURAL_STEPS, &model) != SMT_SAT)
        return false;
    bool has = has_arrays(prover, launch, query, model);
    smt_query_end(model);
    return has;
}

/* Where a number is taken apart, small parts are tried first: the rest is linear then. */
static bool is_natural(struct prover *prover, const struct precondition *found, term_ref condition, const uint32_t limit[LAUNCH_AXES]) {
    struct term_table *t = prover->terms;
    uint32_t first = found->pairing == WITHIN_BLOCK ? 0 : prover->launches->first_between;
    uint32_t end = found->pairing == WITHIN_BLOCK ? prover->launches->first_between : prover->launches->list.size;
    uint32_t most = prover->protocol->max_threads, wanted = most && most < THREADS_WANTED ? most : THREADS_WANTED;
    term_ref whole = term_and(t, found->shape, condition);
    whole = term_and(t, whole, elements_meant(prover, condition, found->query));
    whole = term_and(t, whole, prover_facts(prover, found->pairing, whole));
    whole = term_and(t, whole, ordinary(t, whole));
    struct index_divisors divisors = {.count = 0};
    index_divisors(t, found->query, &divisors);
    for (uint32_t i = first, tried = 0; i < end && tried < LAUNCHES_MAX; i++) {
        const struct launch *launch = prover->launches->list.data[i].natural ? launch_within(prover, i, limit) : NULL;
        bool is_cut = launch && memcmp(launch->block, prover->launches->list.data[i].block, sizeof launch->block) != 0;
        if (!launch || (!is_cut && threads_of(launch) < wanted && !prover->frame->fixed_block[0]))
            continue;
        const term_ref wish = prover->frame->stated.size > 0 ? crowd_wish(prover, threads_of(launch)) : term_true(t);
        tried++;
        if ((divisors.count > 0 &&
             is_possible(prover, with_small_divisors(t, &divisors, found->query), launch, with_small_divisors(t, &divisors, whole))) ||
            (!term_is_true(t, wish) && is_possible(prover, found->query, launch, term_and(t, whole, wish))) ||
            is_possible(prover, found->query, launch, whole))
            return true;
    }
    return false;
}

bool precondition_is_natural(struct prover *prover, const struct precondition *found, term_ref condition, const uint32_t limit[LAUNCH_AXES]) {
    assert(prover_is_condition(prover, condition));
    const uint32_t before = state(prover, found);
    bool is = is_natural(prover, found, condition, limit);
    while (prover->frame->stated.size > before)
        (void)vec_pop(&prover->frame->stated);
    return is;
}
