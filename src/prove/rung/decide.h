/* The rungs of the ladder that need nothing but a query: each shows that it is impossible in every launch in scope, or nothing. */
#ifndef WP_PROVE_DECIDE_H
#define WP_PROVE_DECIDE_H

#include "integer/integer.h"
#include "protocol/stated.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* algebra.c, without a solver: under the guards, offsets x (of t) and y (of u) are not equal for two different threads (two
   different blocks). With sizes in bytes (not NULL): the accesses do not overlap. */
struct equal_offsets {
    term_ref guards, x, y;
};
struct proof algebra_disjoint(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, const uint64_t *size);
/* Where the offsets are equal, `differ` is false: it folds to false once u's symbols that then equal t's are replaced by these. */
struct proof algebra_agrees(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, term_ref differ);
/* The query is false once u's symbols are replaced by t's, where its own equations say that they are equal. */
struct proof algebra_contradicts(struct prover *prover, enum pairing pairing, term_ref query);
/* The formula with the equations that the mixed-radix lemma draws from its own, under no claims but these; false if they contradict. */
formula_ref algebra_learn(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count);

/* decide.c: the query is impossible in every launch in scope, in integers. */
struct proof decide_integers(struct prover *prover, enum pairing pairing, term_ref query);
/* The same for `whole`, a query with its facts, in which sizes are replaced by what it says of them (struct known). */
struct proof decide_known(struct prover *prover, enum pairing pairing, term_ref whole);
/* integers.c: the same by one question to the solver. */
struct proof decide_once(struct prover *prover, enum pairing pairing, term_ref query);
/* decide.c: as decide_integers, with the lemmas of a product and a number (encode.h); nothing is asked where there are none. */
struct proof decide_products(struct prover *prover, enum pairing pairing, term_ref query);
/* powers.c: the query, facts included, is impossible for each power of two (and zero) that the symbol can be. */
struct proof decide_power(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref symbol);
/* split.c: a proof by cases, where loops shift. */
struct proof split_proves(struct prover *prover, enum pairing pairing, term_ref query);
/* ordered.c: a proof by cases, of which row of an array comes first whose elements are in order, as `stated` says. */
struct proof ordered_proves(struct prover *prover, enum pairing pairing, term_ref query, const struct stated *stated);
/* bits.c: in bit-vectors. */
struct proof decide_bits(struct prover *prover, enum pairing pairing, term_ref query);
/* The same for a query with all the facts that it needs in it. */
struct proof decide_bits_alone(struct prover *prover, term_ref whole);

/* allow.c: the claims of the proof leave `condition` possible, or it is impossible without them. Otherwise the proof only shows
   that they contradict the condition (docs/theory.md, "Claims"). */
bool claims_allow(struct prover *prover, enum pairing pairing, const struct proof *proof, term_ref condition);
/* The guard, with a conjunct about the offset that is always possible: so its claims include those of both terms. */
term_ref access_happens(struct prover *prover, term_ref guard, term_ref offset);

#endif
