/* Requests for counterexamples, and queries in one concrete launch. */
#ifndef WP_PROVE_WITNESS_H
#define WP_PROVE_WITNESS_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/witness/launch.h"
#include "smt/smt.h"

/* Terms of the two items that a witness evaluates in its model. */
struct witness_terms {
    term_ref offset[2], size[2], value[2];
};
/* A request for a counterexample: two threads execute `items` (the second may be PROTOCOL_NONE) and satisfy `query`. `shape` says
   only that they execute them; a precondition must leave it possible. Models that also satisfy `known` are preferred. `show` may
   be NULL. */
struct witness_request {
    enum pairing pairing;
    term_ref query, known, shape;
    uint32_t items[2];
    const struct witness_terms *show;
    const struct scoped_item *access;
    uint32_t array;
    term_ref extent;  /* bounds: the access, its array and the array's bytes; or NULL */
    term_ref claim;   /* of an assertion that fails; or TERM_NONE */
    bool is_harmless; /* what it shows is a note: a condition is sought where no launch is found at once */
    bool is_known;    /* another counterexample shows the same two accesses: this one is sought briefly */
    term_ref meeting; /* the query without the condition that the values differ; or TERM_NONE */
    term_ref harmful; /* the query with the condition that values differ which are not known exactly; or TERM_NONE */
};
/* A model of launches that nobody makes, as far as is seen, and no condition excludes it: claims may. */
static inline bool witness_is_odd(const struct prove_witness *w) {
    return w->precondition != NULL && w->condition_count == 0;
}
/* A request about one thread of a block. */
struct witness_request witness_alone(const struct prover *prover, term_ref query, const struct witness_terms *show);

/* ask.c: solves `whole` in one launch, under the claims of `claims_of`. With SMT_SAT *query holds the model; the caller ends it. */
enum smt_result witness_solve(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, uint64_t steps,
                              struct smt_query **query);
/* model.c: fills the witness from the model of the query in the launch. */
void witness_read(struct prover *prover, const struct witness_request *request, term_ref query, struct smt_query *model, const struct launch *launch,
                  struct prove_witness *w);
/* ask.c: what the model says of the parameters in `whole`, by name; in the prover's arena. */
struct prove_named *witness_params(struct prover *prover, const struct launch *launch, term_ref whole, struct smt_query *model, uint32_t *count);
/* sample.c: whether one of a few small launches satisfies the query. */
bool prover_has_sample(struct prover *prover, enum pairing pairing, term_ref query);
/* crowd.c. Whether some array holds what conditions on contents say, in this launch. */
bool crowd_fits(struct prover *prover, const struct launch *launch, const struct prove_named *params, uint32_t param_count);
/* There are so many values for elements that must differ. */
term_ref crowd_wish(struct prover *prover, uint64_t count);
/* possible.c: some launch in scope satisfies the requirements. The report gets it as its example if it is among those tried. */
bool required_is_possible(struct prover *prover, struct prove_report *report);

#endif
