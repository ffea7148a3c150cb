/* The threads of a query: t, u, and threads that wrote what they read.

   A writer w is any thread of the block of t, t itself included: its symbols
   are copies of the private ones, with their facts. What a term says of w it
   says of some thread in some iteration; copies are existential. */
#ifndef WP_PROVE_ACTOR_H
#define WP_PROVE_ACTOR_H

#include "prove/frame/prover.h"

struct actor {
    enum pairing pairing;
    bool is_second;
    struct writer *writer; /* NULL: t or u */
};

term_ref actor_sees(struct prover *prover, struct actor actor, term_ref t);

/* A new writer; `anywhere`: its block may be another one. Lives as long as the prover. */
struct actor actor_writer(struct prover *prover, bool anywhere);
/* The writer's symbol is the term, from now on; call before the symbol is used. */
void actor_fix(struct actor writer, symbol_ref symbol, term_ref t);

bool actor_is_copy(const struct prover *prover, symbol_ref symbol);
/* Whether the symbol is a writer's copy; whose, and of what. */
bool actor_of_copy(const struct prover *prover, symbol_ref copy, struct actor *writer, symbol_ref *original);

/* What has been asked of the writer depends on nothing private that was not fixed. */
bool actor_is_fixed(struct actor writer);

/* a and b are one thread. */
term_ref actor_same(struct prover *prover, struct actor a, struct actor b);

void actor_release_all(struct prover *prover);

#endif
