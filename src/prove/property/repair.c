/* Is a protocol, one with a barrier more, free of some races, and do all threads
   come to its barriers? Proofs only. */
#include "prove/decide/ladder.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/property/property.h"
#include "prove/property/race_query.h"
#include "prove/rung/demand.h"
#include "prove/value/values.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

static bool is_excluded(struct prover *prover, const struct prove_pair *pair) {
    struct order_case cases[ORDER_CASES_MAX];
    uint32_t count = order_cases(prover, WITHIN_BLOCK, pair->item[0], pair->item[1], cases);
    bool excluded = count > 0;
    for (uint32_t i = 0; i < count && excluded; i++) {
        struct question question = race_question(prover, &(struct access_pair){WITHIN_BLOCK, pair->item[0], pair->item[1], &cases[i]});
        excluded = term_is_false(prover->terms, question.query) ||
                   (!prover_has_sample(prover, WITHIN_BLOCK, question.query) && race_is_excluded(prover, &question));
    }
    return excluded;
}

bool prove_pairs(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, struct prove_pair *pairs, uint32_t count,
                 uint64_t *steps) {
    struct prove_scope proofs = *scope;
    struct prove_report report = {.aligned = true};
    struct prover prover;
    proofs.proofs_only = true;
    prover_init(&prover, arena, protocol, &proofs, false, (struct refusals){.count = 0});
    part_find(&prover);
    prover.values->trusted = 0; /* whose races are not all decided here */
    for (uint32_t i = 0; i < count; i++)
        pairs[i].excluded = is_excluded(&prover, &pairs[i]);
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
        any |= pairs[i].excluded;
    bool any_at_barriers = false, lanes_doubted = false;
    if (any) {
        (void)prove_divergence(&prover, &report);
        lanes_doubted = prover_doubt_lanes(&prover);
    }
    for (uint32_t i = 0; i < report.divergence_count; i++)
        any_at_barriers |= protocol->items[report.divergences[i].item].kind == ITEM_BARRIER;
    struct refusals refused;
    bool is_refused = demand_refused(&prover, &refused); /* a proof rests on a claim that may not be made */
    *steps = smt_steps_used(prover.smt);
    prover_release(&prover);
    return any && report.aligned && !any_at_barriers && !lanes_doubted && !is_refused;
}
