/* What threads see in the same iteration of a loop. */
#include <assert.h>

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"

struct shared_loops {
    struct prover *prover;
    enum pairing pairing;
    uint32_t innermost;
};

static term_ref same_round(void *context, symbol_ref symbol) {
    const struct shared_loops *shared = context;
    const struct protocol *p = shared->prover->protocol;
    const struct symbol *s = symbol_get(shared->prover->terms, symbol);
    bool in_iteration = prover_shared_in_iteration(shared->prover, shared->pairing, symbol);
    for (uint32_t loop = shared->innermost; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (p->loops[loop].counter.id == symbol.id || (in_iteration && s->in_loop == loop + 1))
            return term_symbol(shared->prover->terms, symbol);
    return prover_second(shared->prover, shared->pairing, term_symbol(shared->prover->terms, symbol));
}

term_ref prover_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop) {
    assert(pairing < PAIRING_COUNT);
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    struct shared_loops context = {prover, pairing, loop};
    struct substitution *s = substitution_create(prover->terms, same_round, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}
