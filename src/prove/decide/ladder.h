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
    struct proof given;       /* everything that facts in the query rest on */
    term_ref happens[2];      /* conditions (of t, of u) that the claims of a proof must leave possible; TERM_NONE: none */
    bool shares;              /* contents of memory may be used */
    struct order_case shared; /* if `shares`: the loops whose iteration both threads share, and which threads they are */
    uint32_t accesses[2];     /* accesses whose proved bounds may be used; PROTOCOL_NONE: none */
    bool has_offsets;         /* the query says that two offsets are equal, or (sizes) that two accesses overlap */
    bool has_sizes;
    struct equal_offsets offsets;
    uint64_t sizes[2];
    bool hides_products; /* products become symbols before bit-vectors are asked */
};

/* A question about one thread of a block. */
struct question question_alone(const struct prover *prover, term_ref query, term_ref happens);
/* The question with a stronger query: it implies the question's. */
struct question question_with(const struct question *question, term_ref query);

/* Climbs the first rungs, which are tried before models are looked for. */
struct proof ladder_decide(struct prover *prover, const struct question *question);
/* Climbs the last rungs, which are tried when no model was found. */
struct proof ladder_decide_late(struct prover *prover, const struct question *question);
/* The rung of integers alone. */
struct proof ladder_decide_plainly(struct prover *prover, const struct question *question);
/* The reason why a property is unproved if neither a model nor a proof was found. `gave_up`: a budget ended on the way;
   `approximation`: the name of an approximate value that the query depends on, or NULL. */
enum reason_kind ladder_reason(const struct prover *prover, bool gave_up, const char *approximation);

#endif
