/* Is a query impossible in every launch in scope? The rungs of the ladder that ask that of a query alone. */
#ifndef WP_PROVE_DECIDE_H
#define WP_PROVE_DECIDE_H

#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* algebra.c, without a solver: offsets x (of t) and y (of u) can be equal under the guards only if t and u are one
   thread (one block), or not at all; with sizes in bytes (not NULL), the accesses do not overlap. */
struct equal_offsets { term_ref guards, x, y; };
struct proof algebra_disjoint(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, const uint64_t *size);
/* `differ` is false where the offsets are equal, for what u's indices then have to be: t's. */
struct proof algebra_agrees(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, term_ref differ);
/* The formula with what follows from its equations: digits of equal numbers are equal. */
formula_ref algebra_learn(struct prover *prover, formula_ref f);

/* decide.c: the query is impossible in every launch in scope, in integers. */
struct proof decide_integers(struct prover *prover, enum pairing pairing, term_ref query);
/* The same for the query with what it says of sizes put into it, facts included. */
struct proof decide_known(struct prover *prover, enum pairing pairing, term_ref whole);
/* integers.c: the same by one question to the solver. */
struct proof decide_once(struct prover *prover, enum pairing pairing, term_ref query);
/* powers.c: the query, facts included, is impossible for each power of two (and zero) that the symbol can be. */
struct proof decide_power(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref symbol);
/* split.c: a proof by cases, where loops shift. */
struct proof split_proves(struct prover *prover, enum pairing pairing, term_ref query);
/* bits.c: in bit-vectors. */
struct proof decide_bits(struct prover *prover, enum pairing pairing, term_ref query);
/* The same for a query with all the facts that it needs in it. */
struct proof decide_bits_alone(struct prover *prover, term_ref whole);

/* allow.c: a proof that rests on claims must leave `condition` possible: otherwise it only shows that the claims
   contradict it. */
bool claims_allow(struct prover *prover, enum pairing pairing, const struct proof *proof, term_ref condition);
/* An access happens, at some offset: brings in the claims of both terms. */
term_ref access_happens(struct prover *prover, term_ref guard, term_ref offset);

#endif
