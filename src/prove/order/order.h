/* The condition that no barrier separates two accesses (order.c). */
#ifndef WP_PROVE_ORDER_H
#define WP_PROVE_ORDER_H

#include "prove/frame/prover.h"

/* The condition that no barrier separates a (by t) from b (by u), a
   executed first; several cases where loops with barriers or barriers of a
   warp are involved. None: loops nested too deeply. */
#define SHARED_MAX 16u
enum order_relation { ORDER_TOGETHER, ORDER_T_EARLIER, ORDER_U_EARLIER };
enum order_threads { ORDER_ANY_THREADS, ORDER_OTHER_WARPS, ORDER_SAME_WARP, ORDER_ONE_THREAD /* and its own asynchronous copy */ };
struct order_case {
    term_ref condition;
    uint32_t shared[SHARED_MAX], shared_count; /* loops whose iteration both threads share */
    bool forgets;                              /* barriers that may stand between were left out */
    /* in words: */
    enum order_relation relation;
    uint32_t loop;                             /* in an earlier iteration of which one of them is */
    enum order_threads threads;
};
#define ORDER_CASES_MAX 64u
uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases);

/* Whether t means the same in another iteration once the counter is replaced. */
bool order_is_closed_form(const struct prover *prover, term_ref t);
/* t with u's ordinals of the shared loops, and what threads in the same
   iterations of them share, replaced by t's. */
term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t);

/* t and u are as the order says: two threads (or blocks), or one thread. */
term_ref order_threads(struct prover *prover, enum pairing pairing, const struct order_case *order);

/* round.c: t as u sees it in the same iteration of `loop` and the loops around it. */
term_ref prover_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop);

#endif
