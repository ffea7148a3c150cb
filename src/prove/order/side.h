/* One of the two threads of a pair, and the barriers it executes. order.c and copies.c share it. */
#ifndef WP_PROVE_SIDE_H
#define WP_PROVE_SIDE_H

#include "prove/frame/prover.h"

/* in_warp: barriers of the warp order the two threads; in_step: the order of steps in lockstep does, too. *forgets is set if a
   barrier that may lie between is left out. A block barrier orders only if its fence covers `space`, the memory of both
   accesses. */
struct side {
    struct prover *prover;
    enum pairing pairing;
    enum space space;
    bool is_second, in_warp, in_step, *forgets;
};

/* The iteration of a loop in which an item is looked at. */
struct iteration {
    enum { ITERATION_SAME, ITERATION_FIRST, ITERATION_SHIFTED } kind;
    uint32_t loop;
    int64_t by;
};
#define THIS_ITERATION ((struct iteration){.kind = ITERATION_SAME})

/* Item i is a barrier that orders the threads of the pair. */
bool side_orders(const struct side *side, uint32_t i);
/* The loop has a barrier that orders the threads of the pair, so both are in corresponding iterations of it. */
bool side_is_synchronised(const struct side *side, uint32_t loop);
/* The item is in the loop. */
bool side_contains(const struct prover *prover, uint32_t loop, uint32_t item);
/* The term for this side's thread. */
term_ref side_sees(const struct side *side, term_ref t);
/* The ordinal of the loop for this side's thread. */
term_ref side_counter(const struct side *side, uint32_t loop);
/* The term in that iteration. */
term_ref side_iteration(struct prover *prover, term_ref t, struct iteration at);
/* Whether guard and mask of item i can be stated for other iterations of the loop: what they have of unknown values is made
   outside of it. */
bool side_is_closed(const struct prover *prover, uint32_t i, uint32_t loop);
/* The condition that this side's thread executes barrier i in that iteration and, for a warp barrier, that its mask names the
   other thread. */
term_ref side_executes(const struct side *side, uint32_t i, struct iteration at);
/* The last position of the loop directly in `level` that contains the item, and the position before its first; the item's own
   position if it is directly in `level`. */
uint32_t side_end_inside(const struct prover *prover, uint32_t x, uint32_t level);
uint32_t side_begin_inside(const struct prover *prover, uint32_t y, uint32_t level);

/* copies.c: as together() and apart() of order.c, where x is an asynchronous copy: only barriers
   after its completion order. `own`: both sides are one thread, and its waits order. */
term_ref copies_together(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t level, bool own);
term_ref copies_apart(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t loop, bool own);

#endif
