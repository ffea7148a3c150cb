/* Sizes that are multiples of a constant.

   Of 2^k * c the factor 2^k is put into the query: P becomes 2^k * q. A parameter's q has k bits less,
   a dimension's is in the dimension's range divided by 2^k: that is every such P once, and does not wrap. Integers then have the factor in front of each product of P,
   where they see what it divides. What is left of the condition stays in the query. */
#include <assert.h>

#include "protocol/expression.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"

enum { FACTOR_MAX = 12 };

static struct quotient quotient_of(struct prover *prover, symbol_ref symbol, uint8_t k) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->arithmetic->quotients.size; i++)
        if (prover->arithmetic->quotients.data[i].symbol.id == symbol.id && prover->arithmetic->quotients.data[i].shift == k)
            return prover->arithmetic->quotients.data[i];
    struct symbol s = *symbol_get(t, symbol);
    uint8_t width = s.width_bits;
    bool is_size = s.role == SYMBOL_BDIM; /* whose range leaves room for the factor */
    bool is_unsigned = s.role == SYMBOL_PARAM && expression_is_unsigned(prover->protocol, s.name);
    s.name = arena_printf(prover->arena, "%s.div.%u", s.name, 1u << k);
    s.width_bits = is_size ? width : (uint8_t)(width - k);
    term_ref q = term_symbol(t, symbol_create(t, &s)), factor = term_const(t, width, UINT64_C(1) << k), range = term_true(t);
    if (is_size)
        range = term_ule(t, q, term_const(t, width, term_range_of(t, term_symbol(t, symbol)).umax >> k));
    term_ref part = is_unsigned ? term_zext(t, q, width) : term_sext(t, q, width);
    struct quotient made = {symbol, k, part, range, term_mul(t, part, factor, is_size ? TERM_NSW | TERM_NUW : is_unsigned ? TERM_NUW : TERM_NSW)};
    vec_push(&prover->arithmetic->quotients, made);
    return made;
}

term_ref multiple_fixed(struct prover *prover, term_ref query, symbol_ref symbol, uint64_t of) {
    assert(prover_is_condition(prover, query));
    struct term_table *t = prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    uint8_t k = (uint8_t)__builtin_ctzll(of);
    if (k == 0 || k > FACTOR_MAX || k + 8 > s->width_bits || (s->role != SYMBOL_BDIM && s->role != SYMBOL_PARAM) ||
        !term_has_symbol(t, query, symbol))
        return query;
    struct quotient quotient = quotient_of(prover, symbol, k);
    return term_and(t, term_replace(t, query, symbol, quotient.value), quotient.range);
}

term_ref multiples_fixed(struct prover *prover, term_ref query) {
    assert(prover_is_condition(prover, query));
    for (uint32_t i = 0; i < prover->frame->multiples.size; i++)
        query = multiple_fixed(prover, query, prover->frame->multiples.data[i].symbol, prover->frame->multiples.data[i].of);
    return query;
}
