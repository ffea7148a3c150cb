/* The assumptions of a report: the claims and tickets that the proofs of its answers rest on. */
#ifndef WP_PROVE_LEDGER_H
#define WP_PROVE_LEDGER_H

#include "base/vec.h"
#include "finding/finding.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

struct demands;

struct ledger {
    unsigned asking;                   /* PROPERTY_ bits: the properties that what is listed now counts for */
    bool asked_divergence;             /* the prover had to decide whether all threads come to some barrier */
    VEC(uint8_t) claim_used;           /* by claim */
    struct demands *demands;           /* what the claims in use demand of sizes (demand.h) */
    uint64_t tickets_used[PROP_COUNT]; /* by property, as bits (ticket.c) */
    uint64_t bounds_rest_on;           /* arrays whose contents proofs of bounds use, as bits */
    uint64_t unproved;                 /* arrays with a pair that is not proved, as bits; set when all pairs are decided */
};

/* The proof is not used, or not yet. Those of its claims that may not be made are refused, so that the next round does not make
   them; nothing is listed. */
void ledger_refuse(struct prover *prover, const struct proof *proof);
/* An answer of the report uses the proof: lists its claims and tickets, for the properties that are being decided. */
void ledger_list(struct prover *prover, const struct proof *proof);
/* The proof is of a fact that is found once and that every property may use: lists it for all of them. */
void ledger_list_kept(struct prover *prover, const struct proof *proof);

#endif
