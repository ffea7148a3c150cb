/* What is known of values read from memory that the kernel writes (docs/theory.md,
   "Contents of arrays"). Everything here is added to a query when it could not be
   decided without it.

   Assume-guarantee, by induction over the first race of an execution (SESA, SC
   2014, section IV; Distefano & Dubreil): until then every two conflicting
   accesses are ordered, so that

     a read gives what a write stored that can reach it, or what was there
     before (reaching.h);
     two plain reads of one cell by two threads of a block in one barrier
     interval give the same value; so do two by one thread that does not write
     the cell in between, and two in different blocks whatever the interval.

   A proof that uses these facts rests on the arrays read being free of races and
   on all barriers being aligned (docs/theory.md, "Induction over the first race").
   The set of such arrays is found from above (prove.c): it begins with all of them;
   an array with a pair that is not proved leaves it, and every proof that rested on
   the array is made again. */
#ifndef WP_PROVE_CONTENTS_H
#define WP_PROVE_CONTENTS_H

#include "prove/frame/prover.h"
#include "prove/order/order.h"

/* Sets of arrays are bits; arrays beyond the first 64 are in none. */
static inline uint64_t contents_bit(uint32_t array) {
    return array < 64 ? UINT64_C(1) << array : 0;
}

/* The arrays whose contents proofs may use at first, as bits. None if the kernel has a write to an unknown array, or a construct
   that orders threads in an unknown way. */
uint64_t contents_candidates(const struct prover *prover);

/* Fills values.read_of: which access reads which symbol. */
void contents_index(struct prover *prover);

/* A value read: the symbol as it occurs in a query, whether it is the second
   thread's copy, the access, and how far into it. */
struct contents_read {
    symbol_ref symbol;
    bool is_second;
    uint32_t item, lane_bytes;
};

/* Facts about the values read that occur in the query: equal reads and, with `writes`, reaching writes; true if there are none.
   `shared` has the loops whose iteration both threads share. `*arrays` gets the arrays that the facts rest on. */
term_ref contents_known(struct prover *prover, enum pairing pairing, term_ref query, const struct order_case *shared, bool writes, uint64_t *arrays);

/* The symbol is a value that t or u reads from an array whose contents proofs may use. */
bool contents_may_know(const struct prover *prover, symbol_ref symbol);

/* The fact that one of the writes that can reach it stored the value that t reads at `item`; true if no such fact is known,
   TERM_NONE if the array is not trusted or no query uses the value. */
term_ref contents_of_read(struct prover *prover, uint32_t item, uint32_t lane);

/* Removes the arrays from those whose contents proofs may use. */
void contents_distrust(struct prover *prover, uint64_t arrays);

#endif
