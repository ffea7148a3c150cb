/* Whether claims leave a condition possible, such as the guard of the access that a proof is about. */
#include <assert.h>

#include "integer/integer.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"

/* A small example: thread 0 of block 0 in a launch of 4 blocks of 64, and the
   thread, or block, beside it; every parameter `size`, every ordinal 0,
   everything unknown `other`, or (`counts`) each element of an array twice its
   index: rows of two elements. */
struct example {
    const struct prover *prover;
    enum pairing pairing;
    uint64_t size, other;
    bool counts;
};

static uint64_t example_symbol(void *context, symbol_ref symbol) {
    const struct example *example = context;
    const struct symbol *s = symbol_get(example->prover->terms, symbol);
    if (s->role == SYMBOL_BDIM)
        return s->axis == 0 ? 64 : 1;
    if (s->role == SYMBOL_GDIM)
        return 4;
    if (s->role == SYMBOL_PARAM)
        return example->size;
    const struct threads *threads = example->prover->threads;
    bool is_second = symbol.id < threads->origin.size && threads->origin.data[symbol.id] > 0;
    if (is_second && s->axis == 0 && s->role == (example->pairing == WITHIN_BLOCK ? SYMBOL_TID : SYMBOL_BID))
        return 1;
    return s->role == SYMBOL_VALUE ? example->other : 0;
}

static uint64_t example_apply(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    const struct example *example = context;
    (void)function;
    return example->counts && count == 1 && width_bits >= 8 ? arguments[0] / (width_bits / 8u) * 2 : example->other;
}

/* The operation of a claim does not wrap in the example. */
static bool claim_holds(struct prover *prover, struct evaluation *e, const struct claim *claim) {
    const struct term *term = term_get(prover->terms, claim->term);
    uint8_t w = term->width_bits;
    if (claim_is_cut(prover->terms, claim->term))
        return evaluation_value(e, term_child(prover->terms, claim->term, 0)) < UINT64_C(1) << (24 - claim->is_signed);
    if (term->arity != 2 || w > 32)
        return evaluation_value(e, claim->term) < UINT64_C(1) << 40;
    int64_t v[2], sign = INT64_C(1) << (w - 1);
    for (uint32_t i = 0; i < 2; i++) {
        v[i] = (int64_t)evaluation_value(e, term_child(prover->terms, claim->term, i));
        if (claim->is_signed)
            v[i] = (v[i] ^ sign) - sign;
    }
    int64_t exact = term_op_of(term) == TERM_ADD ? v[0] + v[1] : v[0] * v[1];
    return claim->is_signed ? exact >= -sign && exact < sign : exact >= 0 && exact < 2 * sign;
}

static bool has_example(struct prover *prover, enum pairing pairing, term_ref condition) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, condition));
    static const uint64_t sizes[] = {1000, 100, 1, 64}, others[] = {0, 1, 0};
    term_ref whole = term_and(prover->terms, condition, prover_facts(prover, pairing, condition));
    const uint32_t *claims;
    uint32_t count;
    (void)integer_query_of(prover->integers, whole, &claims, &count);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes * 3; i++) {
        struct example example = {prover, pairing, sizes[i / 3], others[i % 3], i % 3 == 2};
        struct term_model model = {&example, example_symbol, example_apply};
        struct evaluation *e = evaluation_create(prover->terms, &model);
        bool holds = evaluation_value(e, whole) != 0;
        for (uint32_t c = 0; c < count && holds; c++)
            holds = claim_holds(prover, e, &prover->integers->claims.data[claims[c]]);
        evaluation_destroy(e);
        if (holds)
            return true;
    }
    return false;
}

term_ref access_happens(struct prover *prover, term_ref guard, term_ref offset) {
    struct term_table *t = prover->terms;
    if (term_is_none(prover->arithmetic->somewhere)) {
        struct symbol symbol = {.name = "somewhere", .width_bits = 64, .role = SYMBOL_VALUE, .scope = SCOPE_THREAD};
        prover->arithmetic->somewhere = term_symbol(t, symbol_create(t, &symbol));
    }
    return term_and(t, guard, term_ule(t, prover->arithmetic->somewhere, offset));
}

bool claims_allow(struct prover *prover, enum pairing pairing, const struct proof *proof, term_ref condition) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, condition));
    if (!proof->claims || term_is_true(prover->terms, condition) || has_example(prover, pairing, condition))
        return true;
    uint64_t facts = prover->frame->launch_facts.size; /* they are not always all in use */
    uint64_t key = (uint64_t)condition.id << 32 | (facts * PAIRING_COUNT + pairing);
    uint32_t allowed;
    if (!map_get(&prover->memo->allowed, key, &allowed)) {
        allowed = !decide_integers(prover, pairing, condition).holds || decide_bits(prover, pairing, condition).holds;
        if (prover->budget.left == 0)
            return false; /* the budget ended: they may contradict it */
        map_set(&prover->memo->allowed, key, allowed);
    }
    return allowed;
}
