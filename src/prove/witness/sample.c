/* A small launch that satisfies a query: no proof need be tried. */
#include <assert.h>

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/witness/witness.h"

/* What each symbol is for t and u. */
struct sample {
    const struct prover *prover;
    uint32_t thread[2], round[2];
    uint64_t size;
};

static uint64_t sample_symbol(void *context, symbol_ref symbol) {
    const struct sample *sample = context;
    const struct prover *prover = sample->prover;
    const struct symbol *s = symbol_get(prover->terms, symbol);
    bool is_copy = threads_is_second(prover, symbol);
    switch (s->role) {
    case SYMBOL_TID: return s->axis == 0 ? sample->thread[is_copy] : 0;
    case SYMBOL_BDIM: return s->axis == 0 ? 64 : 1;
    case SYMBOL_GDIM: return 4;
    case SYMBOL_COUNTER: return sample->round[is_copy];
    case SYMBOL_PARAM: return sample->size;
    case SYMBOL_FINAL: return 4;
    case SYMBOL_BID:
    case SYMBOL_VALUE: break;
    }
    return 0;
}

static uint64_t sample_apply(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

bool prover_has_sample(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    static const uint32_t threads[][2] = {{0, 1}, {1, 0}, {0, 32}, {32, 0}, {2, 3}, {0, 2}, {31, 33}};
    static const uint32_t rounds[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++) {
            struct sample sample = {prover, {threads[t][0], threads[t][1]}, {rounds[k][0], rounds[k][1]}, 64};
            struct term_model model = {&sample, sample_symbol, sample_apply};
            struct evaluation *e = evaluation_create(prover->terms, &model);
            bool holds = evaluation_value(e, whole) != 0;
            evaluation_destroy(e);
            if (holds)
                return true;
        }
    return false;
}
