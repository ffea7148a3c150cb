/* The threads of a query: t, whose symbols are the protocol's; u; threads that write what they read (actor.h); and any third
   thread. A term about another thread is t's term with that thread's copies in place of the private symbols. */
#ifndef WP_PROVE_THREADS_H
#define WP_PROVE_THREADS_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"

/* Symbols of the second thread. */
struct second_thread {
    struct prover *prover;
    enum pairing pairing;
    struct substitution *substitution;
};

struct threads {
    struct substitution *scoping;
    uint32_t *copy_of; /* symbol -> its copy for u, 0: none yet; grows */
    uint32_t copy_capacity;
    VEC(uint32_t) origin; /* symbol -> what it is u's copy of + 1, 0: no copy */
    struct second_thread second[PAIRING_COUNT];
    struct map third_of[2];       /* symbol -> the third thread's, of t's block or of any */
    struct map of_third;          /* a third thread's symbol -> the one that it is a copy of */
    VEC(struct writer *) writers; /* threads that wrote what is read (actor.c) */
    struct map copied;            /* their symbols -> the writer */
};

/* Makes the copies of symbols for u. Call when the scope is chosen. */
void threads_begin(struct prover *prover);
/* Tells the integers that threadIdx.a < blockDim.a, and blockIdx.a < gridDim.a, where the scope fixes the dimension. */
void threads_note_limits(struct prover *prover);
/* The symbol is u's copy of some symbol. */
bool threads_is_second(const struct prover *prover, symbol_ref symbol);
/* The symbol that this one is u's copy of, or this symbol if it is no copy. */
symbol_ref threads_own(const struct prover *prover, symbol_ref symbol);
/* The term with the scope's constants in it. */
term_ref prover_scoped(struct prover *prover, term_ref t);
/* The term as the second thread sees it. */
term_ref prover_second(struct prover *prover, enum pairing pairing, term_ref t);
/* The term as a third thread of t's block, or of any block, sees it: it may be t or u. */
term_ref prover_third(struct prover *prover, bool any_block, term_ref t);
/* t and u have one value of the symbol in the same iteration of its loop. */
bool prover_shared_in_iteration(const struct prover *prover, enum pairing pairing, symbol_ref symbol);
/* Conjunction of the facts about every symbol of t, of the launch, and of the facts' own symbols. */
term_ref prover_facts(struct prover *prover, enum pairing pairing, term_ref t);
/* The size of an array in bytes, 64 bits; TERM_NONE if it is not known. */
term_ref prover_extent(struct prover *prover, uint32_t array);
/* t and u differ: threads of one block, or blocks. */
term_ref prover_distinct(struct prover *prover, enum pairing pairing);
/* The term with counter + by in place of the counter. */
term_ref prover_shift_counter(struct prover *prover, term_ref t, symbol_ref counter, int64_t by);
/* The name of an approximate symbol that t depends on, or NULL. */
const char *prover_approximation(const struct prover *prover, term_ref t);
/* The name of the approximation that a guard does not say whether an earlier iteration left the loop. */
extern const char *const prover_left_before;
/* Whether t is a multiple of the power of two `size`, also where its sums and products wrap. */
bool prover_is_aligned(const struct term_table *terms, term_ref t, uint64_t size);

#endif
