/* Proofs that an access stays in its array and its dimensions. Private to the room. */
#ifndef WP_PROVE_INSIDE_H
#define WP_PROVE_INSIDE_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* The first claim about a dimension of access `at` (protocol_access), and the next one after `claim`; PROTOCOL_NONE: no more. */
uint32_t inside_first(struct prover *prover, uint32_t at);
uint32_t inside_next(struct prover *prover, uint32_t claim);

/* Guard, offset and size of access `at`. The offset is what the machine computes, modulo 2^64. */
struct scoped_item inside_access(struct prover *prover, uint32_t at);
/* The claim's index in its dimension, as an access of one byte: its offset is the index, so that inside_leaves with the
   dimension's number of elements as `extent` says that the index leaves it. */
struct scoped_item inside_element(struct prover *prover, uint32_t claim);
/* The condition that some byte of the access lies outside of its array of `extent` bytes. */
term_ref inside_leaves(struct prover *prover, const struct scoped_item *s, term_ref extent);
/* A proof that the query, which is about this access, is impossible. */
struct proof inside_decide(struct prover *prover, const struct scoped_item *s, term_ref query);

/* The proved facts about item i, if it is executed: it stays in its array, and its indices in their dimensions. */
term_ref inside_facts(struct prover *prover, uint32_t i);
/* Adds to the proof everything that the facts of item i rest on. */
void inside_add(struct prover *prover, uint32_t i, struct proof *proof);
/* Access `at` is proved to stay in its array; false if the array's extent is not known. */
bool inside_holds(struct prover *prover, uint32_t at);
/* The proof of inside_holds; one with holds = false if there is none. */
const struct proof *inside_proof(struct prover *prover, uint32_t at);
/* The condition that item i, and the thread's accesses outside of loops and in first iterations, stay in arrays of known extent and
   in their dimensions. Counterexamples that satisfy it are preferred; no proof uses it. */
term_ref inside_intended(struct prover *prover, uint32_t i);
/* The index of this claim is proved to stay in its dimension. */
bool inside_stays(struct prover *prover, uint32_t claim);
void inside_release(struct prover *prover);

#endif
