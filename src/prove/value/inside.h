/* What is proved of an access's bounds. Private to the room. */
#ifndef WP_PROVE_INSIDE_H
#define WP_PROVE_INSIDE_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

/* Claims about dimensions of access `at` (protocol_access), in order; PROTOCOL_NONE: no more. */
uint32_t inside_first(struct prover *prover, uint32_t at);
uint32_t inside_next(struct prover *prover, uint32_t claim);

/* Guard, offset and size of access `at`. The offset is what the machine computes, modulo 2^64. */
struct scoped_item inside_access(struct prover *prover, uint32_t at);
/* The element that a claim's access selects in its dimension, as an access of one byte at the
   index in an array of `extent` bytes. */
struct scoped_item inside_element(struct prover *prover, uint32_t claim);
/* Some byte of the access is not among the `extent` bytes of its array. */
term_ref inside_leaves(struct prover *prover, const struct scoped_item *s, term_ref extent);
/* No launch in scope satisfies the query, which is about this access. */
struct proof inside_decide(struct prover *prover, const struct scoped_item *s, term_ref query);

/* What is proved of item i, if it is executed: it stays in its array and its dimensions. */
term_ref inside_facts(struct prover *prover, uint32_t i);
/* The proof uses the facts of item i: it rests on what they rest on. */
void inside_add(struct prover *prover, uint32_t i, struct proof *proof);
/* Access `at` is proved to stay in its array; false if the array's extent is not known. */
bool inside_holds(struct prover *prover, uint32_t at);
/* The proof of that; one that does not hold if there is none. */
const struct proof *inside_proof(struct prover *prover, uint32_t at);
/* What an author intends of launches: accesses of the thread outside loops and in first iterations, and
   item i, stay in arrays of known extent and in their dimensions. No proof uses it: counterexamples of
   which it is true are preferred. */
term_ref inside_intended(struct prover *prover, uint32_t i);
/* The index of this claim is proved to stay in its dimension. */
bool inside_stays(struct prover *prover, uint32_t claim);
void inside_release(struct prover *prover);

#endif
