/* What a counterexample is asked of, and one concrete launch. */
#ifndef WP_PROVE_WITNESS_H
#define WP_PROVE_WITNESS_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/witness/launch.h"
#include "smt/smt.h"

/* What to evaluate in a model, for the two items. */
struct witness_terms { term_ref offset[2], size[2], value[2]; };
/* What a counterexample is asked of: `items` (the second may be PROTOCOL_NONE)
   by two different threads, who do what they do under `shape` whether or not it
   violates anything. `show` may be NULL. */
struct witness_request {
    enum pairing pairing;
    term_ref query, known, shape;
    uint32_t items[2];
    const struct witness_terms *show;
    const struct scoped_item *access; uint32_t array; term_ref extent; /* one thread's, of an array of so many bytes; or NULL */
    term_ref claim;                      /* of an assertion that fails; or TERM_NONE */
    term_ref meeting;                    /* what the query says without the values of the two, which may be all there is to know; or TERM_NONE */
};
/* A request about one thread of a block. */
struct witness_request witness_alone(const struct prover *prover, term_ref query, const struct witness_terms *show);

/* ask.c: solves `whole` in one launch with the query's claims; with SMT_SAT *query is
   the model, to be ended. */
enum smt_result witness_solve(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole,
                              uint64_t steps, struct smt_query **query);
/* model.c: what the model of a query in a launch says. */
void witness_read(struct prover *prover, const struct witness_request *request, term_ref query, struct smt_query *model,
                  const struct launch *launch, struct prove_witness *w);
/* sample.c: whether a launch that is easily thought of satisfies the query. */
bool prover_has_sample(struct prover *prover, enum pairing pairing, term_ref query);
/* possible.c: some launch in scope satisfies what is required. */
bool required_is_possible(struct prover *prover, struct prove_report *report);

#endif
