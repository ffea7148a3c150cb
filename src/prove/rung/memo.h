/* Results of earlier queries of the kernel. */
#ifndef WP_PROVE_MEMO_H
#define WP_PROVE_MEMO_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* An impossible query: its conjuncts in ascending order, and its proof (shown.c). */
struct impossible_query {
    const uint32_t *terms;
    uint32_t count;
    uint64_t signature;
    struct proof proof;
};

struct memo {
    struct map decided;   /* integer query -> its answer, and in how many steps: asked again only with many more */
    struct map undivided; /* query and pairing -> no proof by cases was found (split.c) */
    struct map allowed;   /* condition and pairing -> whether claims leave it possible */
    VEC(struct impossible_query) impossible;
};

/* shown.c: the conjuncts of the query, facts included, contain all those of an impossible query, whose proof *proof gets. */
bool memo_find_impossible(struct prover *prover, term_ref query, struct proof *proof);
/* Keeps the query as impossible, by the proof. */
void memo_keep_impossible(struct prover *prover, term_ref query, const struct proof *proof);

#endif
