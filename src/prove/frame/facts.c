/* What is known of the symbols of a query, of its launch, and of the elements of arrays that it speaks of. */
#include <assert.h>

#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

struct facts {
    struct prover *prover;
    enum pairing pairing;
    VEC(term_ref) pending;
    struct map seen;
    term_ref all;
};

static void add_facts_of(void *context, symbol_ref symbol) {
    struct facts *facts = context;
    struct prover *prover = facts->prover;
    if (map_get(&facts->seen, symbol.id, NULL))
        return;
    map_set(&facts->seen, symbol.id, 1);
    bool is_copy = threads_is_second(prover, symbol);
    symbol_ref source = threads_own(prover, symbol);
    for (uint32_t i = 0; i < symbol_fact_count(prover->terms, source); i++) {
        term_ref fact = prover_scoped(prover, symbol_fact(prover->terms, source, i));
        if (is_copy)
            fact = prover_second(prover, facts->pairing, fact);
        vec_push(&facts->pending, fact);
    }
}

static void collect_facts(struct facts *facts) {
    struct prover *prover = facts->prover;
    while (facts->pending.size > 0) {
        term_ref fact = vec_pop(&facts->pending);
        facts->all = term_and(prover->terms, facts->all, fact);
        term_visit_symbols(prover->terms, fact, add_facts_of, facts);
    }
}

term_ref prover_facts(struct prover *prover, enum pairing pairing, term_ref t) {
    assert(pairing < PAIRING_COUNT);
    struct facts facts = {.prover = prover, .pairing = pairing, .all = term_true(prover->terms)};
    map_init(&facts.seen);
    term_visit_symbols(prover->terms, t, add_facts_of, &facts);
    for (uint32_t i = 0; i < prover->frame->launch_facts.size; i++)
        vec_push(&facts.pending, prover->frame->launch_facts.data[i]);
    collect_facts(&facts);
    if (prover->frame->stated.size > 0) {
        struct term_table *terms = prover->terms;
        term_ref of = term_width(terms, t) == 1 ? t : term_ne(terms, t, term_const(terms, term_width(terms, t), 0));
        vec_push(&facts.pending, elements_facts(prover, term_and(terms, of, facts.all)));
        collect_facts(&facts);
    }
    map_release(&facts.seen);
    vec_release(&facts.pending);
    return facts.all;
}
