/* Proofs in integers: is a query impossible in every launch in scope?

   As it is; by cases, where loops shift; for each power of two that a size can be; with what is required or said of
   sizes put into its terms. */
#include "prove/rung/decide.h"

#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"

/* By what is required or said of the order of elements. */
static struct proof decide_ordered(struct prover *prover, enum pairing pairing, term_ref query) {
    for (uint32_t i = 0; i < prover->frame->stated.size; i++) {
        const struct stated stated = *stated_of(prover->protocol, prover->frame->stated.data[i]);
        struct proof proof = ordered_proves(prover, pairing, query, &stated);
        if (proof.holds)
            return proof;
    }
    return proof_none(SMT_SAT);
}

static struct proof decide_split(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct proof proof = decide_once(prover, pairing, query);
    if (proof.holds)
        return proof;
    struct proof ordered = decide_ordered(prover, pairing, query);
    if (ordered.holds)
        return ordered;
    struct proof cases = split_proves(prover, pairing, query);
    return cases.holds ? cases : proof;
}

static struct proof decide_powers(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    if (prover->frame->powers.size == 0 || !term_has_symbol(prover->terms, query, prover->frame->powers.data[0]))
        return decide_split(prover, pairing, query);
    struct proof proof = decide_once(prover, pairing, query);
    if (proof.holds)
        return proof;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    struct proof powers = decide_power(prover, pairing, whole, prover->frame->powers.data[0]);
    return powers.holds ? powers : proof;
}

struct proof decide_known(struct prover *prover, enum pairing pairing, term_ref whole) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, whole));
    struct known known;
    struct proof proof = proof_none(SMT_SAT);
    known_fixed(prover, whole, &known);
    if (!term_same(known.query, whole))
        proof = decide_once(prover, pairing, known.query);
    if (proof.holds)
        proof_add_claims(prover->arena, &proof, known.claims.data, known.claims.size, whole);
    vec_release(&known.claims);
    return proof;
}

/* What is required to be a multiple is put in first: that decides more, and sooner. */
static struct proof decide_whole(struct prover *prover, enum pairing pairing, term_ref query, term_ref whole) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    assert(prover_is_condition(prover, whole));
    term_ref fixed = multiples_fixed(prover, whole);
    struct proof proof = proof_none(SMT_SAT);
    if (!term_same(fixed, whole))
        proof = decide_powers(prover, pairing, fixed);
    if (proof.holds)
        return proof;
    proof = decide_powers(prover, pairing, query);
    if (proof.holds)
        return proof;
    struct proof known = decide_known(prover, pairing, whole);
    return known.holds ? known : proof;
}

struct proof decide_integers(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    struct proof proof;
    if (memo_find_impossible(prover, whole, &proof))
        return proof;
    proof = decide_whole(prover, pairing, query, whole);
    if (proof.holds)
        memo_keep_impossible(prover, whole, &proof);
    return proof;
}

struct proof decide_products(struct prover *prover, enum pairing pairing, term_ref query) {
    struct encoder *encoder = &prover->arithmetic->encoder;
    const uint32_t *claims;
    uint32_t count;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    formula_ref f = integer_query_of(prover->integers, whole, &claims, &count);
    if (!encoder_has_more(encoder, f, claims, count))
        return proof_none(SMT_SAT);
    encoder->takes_more = true;
    struct proof proof = decide_integers(prover, pairing, query);
    encoder->takes_more = false;
    return proof;
}
