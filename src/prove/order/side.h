/* One of the two threads of a pair, and what it executes: what order.c and
   copies.c share. */
#ifndef WP_PROVE_SIDE_H
#define WP_PROVE_SIDE_H

#include "prove/frame/prover.h"

/* in_warp: barriers of their warp order the threads, too; in_step: so does the order of
   steps in lockstep; *forgets: a barrier was left out that may stand between. A block barrier orders
   only where its fence covers `space`, the memory of both accesses. */
struct side { struct prover *prover; enum pairing pairing; enum space space; bool is_second, in_warp, in_step, *forgets; };

/* The iteration of a loop in which an item is looked at. */
struct iteration { enum { ITERATION_SAME, ITERATION_FIRST, ITERATION_SHIFTED } kind; uint32_t loop; int64_t by; };
#define THIS_ITERATION ((struct iteration){.kind = ITERATION_SAME})

/* Item i is a barrier that orders the threads of the pair. */
bool side_orders(const struct side *side, uint32_t i);
/* The loop has one, so both threads are in the same iteration of it. */
bool side_is_synchronised(const struct side *side, uint32_t loop);
bool side_contains(const struct prover *prover, uint32_t loop, uint32_t item);
term_ref side_sees(const struct side *side, term_ref t);
term_ref side_counter(const struct side *side, uint32_t loop);
term_ref side_iteration(struct prover *prover, term_ref t, struct iteration at);
/* Whether what is known of item i, a barrier or the like, holds in other iterations, too. */
bool side_is_closed(const struct prover *prover, uint32_t i);
/* The side executes barrier i, and (of a warp) its mask names the other thread. */
term_ref side_executes(const struct side *side, uint32_t i, struct iteration at);
/* The position at which what contains the item ends, or begins, inside `level`. */
uint32_t side_end_inside(const struct prover *prover, uint32_t x, uint32_t level);
uint32_t side_begin_inside(const struct prover *prover, uint32_t y, uint32_t level);

/* copies.c: as together() and apart() of order.c, where x is an asynchronous copy: only barriers
   after its completion order. `own`: both sides are one thread, and its waits order. */
term_ref copies_together(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t level, bool own);
term_ref copies_apart(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t loop, bool own);

#endif
