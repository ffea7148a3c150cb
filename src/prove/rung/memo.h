/* Queries that were decided before. */
#ifndef WP_PROVE_MEMO_H
#define WP_PROVE_MEMO_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* The conjuncts of a query that was shown to be impossible, in order (shown.c). */
struct shown { const uint32_t *terms; uint32_t count; uint64_t signature; struct proof proof; };

struct memo {
    struct map decided;      /* integer query -> its answer: asked once */
    struct map undivided;    /* query and pairing -> no proof by cases was found (split.c) */
    struct map allowed;      /* condition and pairing -> whether claims leave it possible */
    VEC(struct shown) shown;
};

/* shown.c: the query, facts included, says more than one that was shown to be impossible, by *proof. */
bool shown_before(struct prover *prover, term_ref query, struct proof *proof);
/* The query has been shown to be impossible. */
void shown_now(struct prover *prover, term_ref query, const struct proof *proof);

#endif
