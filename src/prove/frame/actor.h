/* The threads of a query: t, u, and threads that wrote what they read.

   A writer w is any thread of t's block, t itself included. Its symbols are copies of the
   private symbols, with the same facts. A query is satisfied if some values of the copies
   satisfy it, so a term over them speaks of some thread in some iteration. */
#ifndef WP_PROVE_ACTOR_H
#define WP_PROVE_ACTOR_H

#include "prove/frame/prover.h"

struct actor {
    enum pairing pairing;
    bool is_second;
    struct writer *writer; /* NULL: t or u */
};

/* The term with the actor's symbols in place of t's. */
term_ref actor_sees(struct prover *prover, struct actor actor, term_ref t);

/* A new writer, of t's block or (`anywhere`) of any block. It lives as long as the prover. */
struct actor actor_writer(struct prover *prover, bool anywhere);
/* Replaces the writer's copy of the symbol by the term. Call before actor_sees has used the symbol. */
void actor_fix(struct actor writer, symbol_ref symbol, term_ref t);

/* The symbol is some writer's copy. */
bool actor_is_copy(const struct prover *prover, symbol_ref symbol);
/* Whether the symbol is a writer's copy; then *writer is the writer and *original the symbol that was copied. */
bool actor_of_copy(const struct prover *prover, symbol_ref copy, struct actor *writer, symbol_ref *original);

/* Every private symbol that actor_sees has replaced for the writer was fixed by actor_fix. */
bool actor_is_fixed(struct actor writer);

/* The condition that a and b are the same thread. */
term_ref actor_same(struct prover *prover, struct actor a, struct actor b);

/* Releases all writers of the prover. */
void actor_release_all(struct prover *prover);

#endif
