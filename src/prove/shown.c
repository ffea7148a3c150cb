/* Queries that were shown to be impossible: what says more than one of them is impossible too, under the same claims.

   Pairs of accesses in one loop often differ only in how much stands in their guards: what is shown of the
   weaker guards, which come first in the program, is not shown again. A query is the set of its conjuncts. */
#include <stdlib.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/prover.h"

#define SHOWN_MAX 512u
#define CONJUNCTS_MAX 256u

struct conjuncts { uint64_t signature; VEC(uint32_t) terms; };

static int compare_terms(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* In the order of their indices; none if there are too many. */
static void take_conjuncts(const struct term_table *t, term_ref query, struct conjuncts *of) {
    VEC(term_ref) pending = {0};
    vec_push(&pending, query);
    while (pending.size > 0 && of->terms.size <= CONJUNCTS_MAX) {
        term_ref r = vec_pop(&pending);
        if (term_op_of(term_get(t, r)) == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else {
            vec_push(&of->terms, r.id);
            of->signature |= UINT64_C(1) << (r.id % 64);
        }
    }
    vec_release(&pending);
    if (of->terms.size > CONJUNCTS_MAX)
        vec_clear(&of->terms);
    else
        qsort(of->terms.data, of->terms.size, sizeof *of->terms.data, compare_terms);
}

/* Each conjunct of what was shown is one of the query's. */
static bool says_more(const struct conjuncts *query, const struct shown *shown) {
    if (shown->signature & ~query->signature)
        return false;
    if (BREAK(SHOWN))
        return true;
    uint32_t at = 0;
    for (uint32_t i = 0; i < shown->count; i++, at++) {
        while (at < query->terms.size && query->terms.data[at] < shown->terms[i])
            at++;
        if (at == query->terms.size || query->terms.data[at] != shown->terms[i])
            return false;
    }
    return true;
}

bool shown_before(struct prover *prover, term_ref query) {
    struct conjuncts of = {0};
    take_conjuncts(prover->terms, query, &of);
    bool found = false;
    for (uint32_t i = 0; i < prover->shown.size && of.terms.size > 0 && !found; i++) {
        const struct shown *shown = &prover->shown.data[i];
        found = says_more(&of, shown);
        for (uint32_t c = 0; c < shown->claim_count && found; c++)
            mark_claim(prover, shown->claims[c]);
        if (found) {
            prover->rests_on_claims = shown->rests_on_claims;
            prover->rung = shown->rung;
        }
    }
    vec_release(&of.terms);
    return found;
}

static const uint32_t *kept(struct prover *prover, const uint32_t *list, uint32_t count) {
    uint32_t *copy = arena_alloc(prover->arena, (count + 1) * sizeof *copy);
    if (count > 0)
        memcpy(copy, list, count * sizeof *copy);
    return copy;
}

void shown_now(struct prover *prover, term_ref query, bool rests_on_claims, enum proof_rung rung) {
    struct conjuncts of = {0};
    if (prover->shown.size < SHOWN_MAX)
        take_conjuncts(prover->terms, query, &of);
    if (of.terms.size > 0) {
        if (prover->noted.size > 1)
            qsort(prover->noted.data, prover->noted.size, sizeof *prover->noted.data, compare_terms);
        uint32_t claims = 0;
        for (uint32_t i = 0; i < prover->noted.size; i++)
            if (i == 0 || prover->noted.data[i] != prover->noted.data[i - 1])
                prover->noted.data[claims++] = prover->noted.data[i];
        vec_push(&prover->shown, ((struct shown){kept(prover, of.terms.data, of.terms.size), kept(prover, prover->noted.data, claims), of.terms.size,
                                                 claims, of.signature, rests_on_claims, rung}));
    }
    vec_release(&of.terms);
}
