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

   A proof that uses this rests on the arrays read being free of races, and on
   all barriers being aligned. Which arrays those are is tried from the largest
   set downwards (prove.c): an array that then turns out not to be proved is
   given up, and every proof that rested on it is made again. */
#ifndef WP_PROVE_CONTENTS_H
#define WP_PROVE_CONTENTS_H

#include "prove/frame/prover.h"
#include "prove/order/order.h"

/* Sets of arrays are bits; arrays beyond the first 64 are in none. */
static inline uint64_t contents_bit(uint32_t array) {
    return array < 64 ? UINT64_C(1) << array : 0;
}

/* The arrays whose contents may be used at all, as bits; none if something in
   the kernel may write anything or orders threads in an unknown way. */
uint64_t contents_candidates(const struct prover *prover);

/* Notes which access reads which symbol. */
void contents_index(struct prover *prover);

/* A value read: the symbol as it occurs in a query, whether it is the second
   thread's copy, the access, and how far into it. */
struct contents_read {
    symbol_ref symbol;
    bool is_second;
    uint32_t item, lane_bytes;
};

/* What is known of the values read that the query speaks about; true if
   nothing. `shared`: the loops whose iteration both threads share. With
   `writes` also what the writes that can reach the reads say. `*arrays` gets the
   arrays that this rests on. */
term_ref contents_known(struct prover *prover, enum pairing pairing, term_ref query, const struct order_case *shared, bool writes,
                        uint64_t *arrays);

/* The symbol is a value read from an array whose contents proofs may use, by t or by u. */
bool contents_may_know(const struct prover *prover, symbol_ref symbol);

/* What the writes that can reach them say of the value that t reads at `item`;
   true if nothing, TERM_NONE if the array is not trusted or nothing needs the value. */
term_ref contents_of_read(struct prover *prover, uint32_t item, uint32_t lane);

/* Some arrays are not trusted any more. */
void contents_distrust(struct prover *prover, uint64_t arrays);

#endif
