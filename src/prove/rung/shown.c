/* Impossible queries. A query is a set of conjuncts; a query that contains all conjuncts of an impossible one is impossible, by
   the same proof.

   Pairs of accesses in one loop often differ only in that later guards have more conjuncts: the proof for the earlier pair, whose
   guards are weaker, then serves the later one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/frame/prover.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"

#define IMPOSSIBLE_MAX 512u
#define CONJUNCTS_MAX 256u

struct conjuncts {
    uint64_t signature;
    VEC(uint32_t) terms;
};

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

/* The query contains each conjunct of the impossible query. */
static bool contains(const struct conjuncts *query, const struct impossible_query *known) {
    if (known->signature & ~query->signature)
        return false;
    if (BREAK(SHOWN))
        return true;
    uint32_t at = 0;
    for (uint32_t i = 0; i < known->count; i++, at++) {
        while (at < query->terms.size && query->terms.data[at] < known->terms[i])
            at++;
        if (at == query->terms.size || query->terms.data[at] != known->terms[i])
            return false;
    }
    return true;
}

bool memo_find_impossible(struct prover *prover, term_ref query, struct proof *proof) {
    assert(prover_is_condition(prover, query));
    struct conjuncts of = {0};
    take_conjuncts(prover->terms, query, &of);
    bool found = false;
    for (uint32_t i = 0; i < prover->memo->impossible.size && of.terms.size > 0 && !found; i++) {
        const struct impossible_query *known = &prover->memo->impossible.data[i];
        found = contains(&of, known);
        if (found)
            *proof = known->proof;
    }
    vec_release(&of.terms);
    assert(!found || proof->holds);
    return found;
}

void memo_keep_impossible(struct prover *prover, term_ref query, const struct proof *proof) {
    assert(prover_is_condition(prover, query));
    struct conjuncts of = {0};
    assert(proof->holds);
    if (prover->memo->impossible.size < IMPOSSIBLE_MAX)
        take_conjuncts(prover->terms, query, &of);
    if (of.terms.size > 0) {
        uint32_t *terms = arena_alloc(prover->arena, of.terms.size * sizeof *terms);
        memcpy(terms, of.terms.data, of.terms.size * sizeof *terms);
        vec_push(&prover->memo->impossible, ((struct impossible_query){terms, of.terms.size, of.signature, *proof}));
    }
    vec_release(&of.terms);
}
