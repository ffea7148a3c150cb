/* What the answers of a report rest on: the claims of the proofs that they use, and tickets. */
#ifndef WP_PROVE_LEDGER_H
#define WP_PROVE_LEDGER_H

#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

struct demands;

struct ledger {
    VEC(uint8_t) claim_used; /* by claim */
    struct demands *demands; /* what the claims in use demand of sizes (demand.h) */
    uint64_t tickets_used;   /* as bits (ticket.c) */
    uint64_t unproved;       /* arrays with a pair that is not proved, as bits, once all are decided */
};

/* The proof was of no use, or only a part of one that failed: of its claims those that may not be made are refused, so
   that the next round tries without them. Nothing is listed. */
void ledger_reject(struct prover *prover, const struct proof *proof);
/* An answer of the report uses the proof: what it rests on is listed. */
void ledger_list(struct prover *prover, const struct proof *proof);

#endif
