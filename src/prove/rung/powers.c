/* Proofs for each value of a size that is a power of two. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"

/* 2^p for the symbol, in a range that the symbol has. */
static struct exponent exponent_of(struct prover *prover, symbol_ref symbol) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->arithmetic->exponents.size; i++)
        if (prover->arithmetic->exponents.data[i].symbol.id == symbol.id)
            return prover->arithmetic->exponents.data[i];
    const struct symbol s = *symbol_get(t, symbol);
    struct symbol logarithm = {
        .name = arena_printf(prover->arena, "log2.%s", s.name), .width_bits = s.width_bits, .role = SYMBOL_PARAM, .scope = s.scope};
    term_ref p = term_symbol(t, symbol_create(t, &logarithm)), power = term_shl(t, term_const(t, s.width_bits, 1), p, 0);
    term_ref range = term_and(t, term_ult(t, p, term_const(t, s.width_bits, s.width_bits)),
                              term_ule(t, power, term_const(t, s.width_bits, term_range_of(t, term_symbol(t, symbol)).umax)));
    struct exponent made = {symbol, power, range};
    vec_push(&prover->arithmetic->exponents, made);
    return made;
}

static struct proof decide_case(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct proof proof = decide_once(prover, pairing, query);
    return proof.holds ? proof : split_proves(prover, pairing, query);
}

/* All powers at once where loops shift: what is left of them after shifting takes few values (split.c). Else one after
   the other. */
struct proof decide_power(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref symbol) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct term_table *t = prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    const struct exponent exponent = exponent_of(prover, symbol);
    struct proof zero = decide_case(prover, pairing, term_replace(t, query, symbol, term_const(t, s.width_bits, 0)));
    if (!zero.holds)
        return zero;
    struct proof proof = proof_by(RUNG_POWERS);
    proof_add(prover->arena, &proof, &zero);
    struct proof all = split_proves(prover, pairing, term_and(t, term_replace(t, query, symbol, exponent.power), exponent.range));
    if (all.holds) {
        proof_add(prover->arena, &proof, &all);
        return proof;
    }
    uint32_t cases = s.role == SYMBOL_BDIM ? 11 : s.role == SYMBOL_GDIM ? 31 : s.width_bits;
    for (uint32_t i = 0; i < cases; i++) {
        term_ref one = term_replace(t, query, symbol, term_const(t, s.width_bits, UINT64_C(1) << i));
        struct proof power = decide_case(prover, pairing, one);
        if (!power.holds) {
            ledger_refuse(prover, &proof);
            return power;
        }
        proof_add(prover->arena, &proof, &power);
    }
    return proof;
}
