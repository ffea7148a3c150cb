/* Records the prover's questions and answers: counts for --stats and, if a dump is wanted, every question. Private to the room. */
#ifndef WP_PROVE_TRACE_H
#define WP_PROVE_TRACE_H

#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/property/property.h"
#include "prove/rung/proof.h"

/* A pair of accesses in one case of barrier order, or one thing asked of a
   barrier: then the second item is PROTOCOL_NONE. */
struct recorded {
    uint32_t number; /* of the pair, from 0 */
    enum pairing pairing;
    uint32_t items[2];
    struct order_case order;
    term_ref query;
    bool is_forgotten; /* it was asked again later */
    enum prove_outcome outcome;
    struct proof proof;      /* PROVE_PROVED */
    uint64_t steps;          /* solver steps */
    enum finding_kind kind;  /* of a barrier: what was asked */
    enum reason_kind reason; /* PROVE_UNKNOWN */
    bool same_value;         /* PROVE_MODEL */
    const char *approximation;
    const struct prove_witness *witness;
};

struct formula_count {
    uint32_t formulas;
    uint64_t conjuncts;
};

struct trace {
    VEC(struct formula_count) pairs; /* by number */
    struct formula_count barriers;
    uint32_t number; /* of the pair that is being decided */
    bool is_asking;  /* a question is open */
    uint64_t steps_before;
    VEC(struct recorded) questions; /* only if dumps are wanted */
};

void trace_release(struct trace *trace);

/* The pair (divergence) is about to be decided: questions recorded for it before are marked as forgotten. */
void trace_pair(struct prover *prover, uint32_t number);
void trace_divergence(struct prover *prover);

/* Records a question; true if it must not be decided because only formulas are wanted. `order` may be NULL. */
bool trace_ask(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query);
/* Records its answer: `open` is NULL if it was proved impossible, by the proof. */
void trace_answer(struct prover *prover, const struct prove_conflict *open, const struct proof *proof);
void trace_divergence_answer(struct prover *prover, enum prove_outcome outcome, const struct prove_divergence *d, const struct proof *proof);

/* Records a pair that is open without a question: the budget is spent, or loops are nested too deeply. */
void trace_unasked(struct prover *prover, uint32_t a, uint32_t b, const struct prove_conflict *open);

/* Members of a conjunction; 0 of `true`. */
uint32_t trace_conjuncts(const struct term_table *terms, term_ref t);

/* Counts what a kernel has in all: stats.formulas, conjuncts, intervals, flows. */
void trace_count(struct prover *prover);

#endif
