/* Claims that proofs used and may not: they are refused, and all is decided again without them (demand.h). */
#include <string.h>

#include "integer/integer.h"
#include "integer/polynomial.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/bits.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"
#include "smt/smt.h"

#define CHECK_STEPS 1000000
enum { MANY_MOST = 1 << 10, SIZE_MOST = 1 << 24 };

void demand_refuse(struct prover *prover, const struct claim *claim) {
    vec_push(&prover->ledger->demands->refused, ((struct refusal){demand_original(prover, claim->term), claim->is_signed}));
}

bool demand_is_redone(const struct prover *prover) {
    const struct demands *demands = prover->ledger->demands;
    return demands->refused.size > 0 && !demands->banned.all;
}

static bool is_banned(void *context, term_ref t, bool is_signed) {
    struct prover *prover = context;
    const struct refusals *banned = &prover->ledger->demands->banned;
    if (banned->all || banned->count == 0)
        return banned->all;
    term_ref original = demand_original(prover, t);
    for (uint32_t i = 0; i < banned->count; i++)
        if (term_same(banned->list[i].term, original) && banned->list[i].is_signed == is_signed)
            return true;
    return false;
}

void demand_ban(struct prover *prover, struct refusals refused) {
    prover->ledger->demands->banned = refused;
    integer_refuse(prover->integers, is_banned, prover);
}

bool demand_refused(struct prover *prover, struct refusals *all) {
    const struct demands *demands = prover->ledger->demands;
    uint32_t before = demands->banned.count, now = demands->refused.size;
    struct refusal *list = arena_alloc(prover->arena, (before + now + 1) * sizeof *list);
    if (before > 0)
        memcpy(list, demands->banned.list, before * sizeof *list);
    if (now > 0)
        memcpy(list + before, demands->refused.data, now * sizeof *list);
    *all = (struct refusals){list, before + now, demands->banned.all};
    return now > 0;
}

struct example {
    struct prover *prover;
    struct evaluation *evaluation;
};

static uint64_t example_of(void *context, uint32_t atom) {
    const struct example *example = context;
    return evaluation_value(example->evaluation, (term_ref){atom});
}

static bool holds_in(struct prover *prover, const struct term_model *model) {
    struct example example = {prover, evaluation_create(prover->terms, model)};
    const struct demands *demands = prover->ledger->demands;
    bool holds = true;
    for (uint32_t i = 0; i < demands->list.all.size; i++) {
        const struct demand *d = &demands->list.all.data[i];
        holds = holds && polynomial_evaluate(&d->sum, example_of, &example) <= d->limit;
        for (uint32_t k = 0; k < d->sign_count; k++) {
            uint8_t width = term_width(prover->terms, (term_ref){d->signs[k]});
            holds = holds && example_of(&example, d->signs[k]) >> (width - 1) == 0;
        }
    }
    evaluation_destroy(example.evaluation);
    return holds;
}

/* The demands as a term, for sizes below SIZE_MOST, so that nothing wraps in 64 bits. */
static term_ref as_term(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < prover->ledger->demands->list.all.size; i++) {
        const struct demand *d = &prover->ledger->demands->list.all.data[i];
        term_ref sum = term_const(t, 64, 0);
        for (uint32_t m = 0; m < d->sum.count; m++) {
            const struct power_product *product = &d->sum.terms[m];
            term_ref value = term_const(t, 64, (uint64_t)product->coefficient);
            for (uint32_t a = 0; a < product->degree; a++) {
                term_ref size = term_zext(t, (term_ref){product->atoms[a]}, 64);
                bool is_many = product->degree > 2;
                all = term_and(t, all, term_ult(t, size, term_const(t, 64, is_many ? MANY_MOST : SIZE_MOST)));
                value = term_mul(t, value, size, 0);
            }
            sum = term_add(t, sum, value, 0);
        }
        all = term_and(t, all, term_ule(t, sum, term_const(t, 64, (uint64_t)d->limit)));
    }
    return all;
}

void demand_check(struct prover *prover, const struct term_model *example) {
    if (prover->ledger->demands->list.all.size == 0 || !demand_is_restricted(prover) || (example && holds_in(prover, example)))
        return;
    term_ref facts = prover_facts(prover, WITHIN_BLOCK, term_true(prover->terms));
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_assert(prover, query, term_and(prover->terms, facts, as_term(prover)));
    enum smt_result result = smt_check(query, CHECK_STEPS);
    smt_query_end(query);
    for (uint32_t i = 0; result != SMT_SAT && i < prover->ledger->claim_used.size; i++)
        if (prover->ledger->claim_used.data[i])
            demand_refuse(prover, &prover->integers->claims.data[i]);
}

struct demands *demands_create(struct prover *prover) {
    struct demands *demands = arena_alloc(prover->arena, sizeof *demands);
    *demands = (struct demands){0};
    map_init(&demands->known);
    map_init(&demands->natural);
    map_init(&demands->below);
    map_init(&demands->implied);
    map_init(&demands->tried);
    map_init(&demands->in_launch);
    return demands;
}

void demands_release(struct demands *demands) {
    map_release(&demands->known);
    map_release(&demands->natural);
    map_release(&demands->below);
    map_release(&demands->implied);
    map_release(&demands->tried);
    map_release(&demands->in_launch);
    vec_release(&demands->list.all);
    vec_release(&demands->needed);
    vec_release(&demands->worded);
    vec_release(&demands->refused);
}
