/* One question and one ladder: a race of two accesses, a barrier that a thread misses, an access out of bounds and an
   assertion that fails are all queries that are to be shown impossible in every launch in scope, by the same rungs. The
   properties make questions and read answers; a new rung is a line of the table in ladder.c. */
#ifndef WP_PROVE_LADDER_H
#define WP_PROVE_LADDER_H

#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/rung/decide.h"
#include "prove/rung/proof.h"

struct question {
    enum pairing pairing;
    term_ref query;
    struct proof given;        /* what the facts in the query rest on */
    term_ref happens[2];       /* what a proof under claims must leave possible, for t and for u; TERM_NONE: nothing */
    bool shares;               /* contents of memory may be used; */
    struct order_case shared;  /* then: the loops whose iteration both threads share, and who the threads are */
    uint32_t accesses[2];      /* whose bounds may be used; PROTOCOL_NONE: none */
    bool has_offsets;          /* the query says that two offsets are equal, or (sizes) that two accesses overlap */
    bool has_sizes;
    struct equal_offsets offsets;
    uint64_t sizes[2];
    bool hides_products;       /* products become symbols before bit-vectors are asked */
};

/* A question about one thread of a block. */
struct question question_alone(const struct prover *prover, term_ref query, term_ref happens);
/* The question with another query, which says more than the question's. */
struct question question_with(const struct question *question, term_ref query);

/* The first rungs: what is tried before models are looked for. */
struct proof ladder_decide(struct prover *prover, const struct question *question);
/* The last rungs: what is tried when no model was found. */
struct proof ladder_decide_late(struct prover *prover, const struct question *question);
/* The rung of integers alone. */
struct proof ladder_decide_plainly(struct prover *prover, const struct question *question);
/* No model was found, and no proof: why the property is left open. `gave_up`: a budget ended on the way; `approximation`:
   what the query depends on that is not known exactly, or NULL. */
enum reason_kind ladder_reason(const struct prover *prover, bool gave_up, const char *approximation);

#endif
