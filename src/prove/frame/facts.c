/* What is known of the symbols of a query, of its launch, and of the elements of arrays that it speaks of. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

#define CONJUNCTS_DEEP 4u

struct facts {
    struct prover *prover;
    enum pairing pairing;
    VEC(term_ref) pending;
    struct map seen;
    term_ref all;
};

static bool is_conjunct_below(const struct term_table *t, term_ref condition, term_ref counter, uint32_t depth) {
    const struct term *term = term_get(t, condition);
    if (term_op_of(term) == TERM_SLT || (BREAK(LAST_ROUND) && term_op_of(term) == TERM_SLE))
        return term_same(term_child(t, condition, 0), counter);
    bool is = false;
    for (uint32_t i = 0; i < term->arity && term_op_of(term) == TERM_AND && depth > 0 && !is; i++)
        is = is_conjunct_below(t, term_child(t, condition, i), counter, depth - 1);
    return is;
}

/* A loop that goes on while k < x, as signed numbers, for whichever x: no round k has the sign bit, since the one with the largest number
   is the last. So it is for `j += blockDim.x` in blocks of one thread; other steps are sums, of which claims say that they do not wrap. */
static term_ref fact_of_counter(struct prover *prover, symbol_ref symbol) {
    struct term_table *t = prover->terms;
    const term_ref k = term_symbol(t, symbol);
    term_ref fact = term_true(t);
    for (uint32_t i = 0; i < prover->protocol->loop_count; i++) {
        const struct proto_loop *loop = &prover->protocol->loops[i];
        if (loop->counter.id != symbol.id || term_is_none(loop->proceeds))
            continue;
        if (is_conjunct_below(t, prover_scoped(prover, loop->proceeds), k, CONJUNCTS_DEEP))
            fact = term_sle(t, term_const(t, term_width(t, k), 0), k);
    }
    return fact;
}

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
    term_ref natural = fact_of_counter(prover, source);
    if (!term_is_true(prover->terms, natural))
        vec_push(&facts->pending, is_copy ? prover_second(prover, facts->pairing, natural) : natural);
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
