/* The condition that no barrier separates two accesses (order.c). */
#ifndef WP_PROVE_ORDER_H
#define WP_PROVE_ORDER_H

#include "prove/frame/prover.h"

/* order_cases gives the conditions under which no barrier separates a (by t) from b (by u). Loops with barriers, and barriers
   of a warp, make several cases: a race is possible if the condition of any of them is. Count 0: loops are nested too deeply. */
#define SHARED_MAX 16u
enum order_relation { ORDER_TOGETHER, ORDER_T_EARLIER, ORDER_U_EARLIER };
enum order_threads { ORDER_ANY_THREADS, ORDER_OTHER_WARPS, ORDER_SAME_WARP, ORDER_ONE_THREAD /* and its own asynchronous copy */ };
struct order_case {
    term_ref condition;
    uint32_t shared[SHARED_MAX], shared_count; /* loops whose iteration both threads share */
    bool forgets;                              /* the condition leaves out barriers that may lie between */
    /* for texts: */
    enum order_relation relation;
    uint32_t loop; /* T_EARLIER, U_EARLIER: that thread is in an earlier iteration of this loop */
    enum order_threads threads;
};
#define ORDER_CASES_MAX 64u
uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases);

/* Whether replacing the counter in t gives t's value in another iteration: t has no unknown value of its iteration. */
bool order_is_closed_form(const struct prover *prover, term_ref t);
/* Likewise, of other iterations of this loop: unknown values that an item outside of it gives stay. */
bool order_is_closed_in(const struct prover *prover, term_ref t, uint32_t loop);
/* The term with symbols of u replaced by those of t that have the same value: u's ordinals of the shared loops, and values
   that threads in the same iterations of these loops share. */
term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t);

/* The condition that t and u are the threads of the case: two different threads (or blocks), or one thread. */
term_ref order_threads(struct prover *prover, enum pairing pairing, const struct order_case *order);

/* round.c: the term for u, in the same iteration of `loop` and the loops around it. */
term_ref prover_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop);

#endif
