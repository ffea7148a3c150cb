/* What the answers of a report rest on: the claims of the proofs that they use, and tickets. */
#include "prove/rung/ledger.h"

#include <assert.h>

#include "prove/frame/prover.h"
#include "prove/rung/demand.h"
#include "prove/rung/proof.h"

/* The claim stands for those that say the same. */
static void mark(struct prover *prover, uint32_t claim) {
    claim = prover->integers->claims.data[claim].of;
    if (prover->ledger->claim_used.size <= claim)
        vec_resize_zero(&prover->ledger->claim_used, claim + 1);
    prover->ledger->claim_used.data[claim] = 1;
}

static void list_claim(void *context, uint32_t claim, uint32_t original, term_ref where) {
    struct prover *prover = context;
    mark(prover, original);
    demand_note(prover, claim, where);
}

static void try_claim(void *context, uint32_t claim, uint32_t original, term_ref where) {
    (void)original;
    demand_try(context, claim, where);
}

void ledger_refuse(struct prover *prover, const struct proof *proof) {
    support_look(proof->claims, try_claim, prover);
}

void ledger_list(struct prover *prover, const struct proof *proof) {
    assert(proof->holds);
    if (proof->claims)
        support_each(proof->claims, prover->ledger->asking, list_claim, prover);
    for (unsigned p = 0; p < PROP_COUNT; p++)
        prover->ledger->tickets_used[p] |= prover->ledger->asking >> p & 1u ? proof->tickets : 0;
}

void ledger_list_kept(struct prover *prover, const struct proof *proof) {
    unsigned asking = prover->ledger->asking;
    prover->ledger->asking = PROPERTY_ALL;
    ledger_list(prover, proof);
    prover->ledger->asking = asking;
}
