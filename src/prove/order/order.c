/* Which barriers stand between two accesses (docs/theory.md, "Barrier intervals").

   All threads of a block execute the same sequence of barriers (that is what
   divergence proves), so an access x by one thread is ordered before an access
   y by another if some barrier is executed after x and before y. Instead of
   cutting the kernel into intervals, each pair gets the condition that none
   is: the conjunction of the negated guards of barrier executions that lie
   between. Leaving one out only weakens the condition.

   In loops with barriers ("synchronised loops") all threads are in the same
   iteration, so ordinals are compared: x and y in the same iteration of every
   common synchronised loop, or apart for the first time at one of them. For
   x's own loops below that point the rest of the iteration and, if it goes on,
   the next one lie between, for y's the beginning of the iteration, the previous
   one and the first. At the loop itself the iteration after x's and the one before
   y's do.

   Two threads of one warp are ordered by __syncwarp as well, if the mask of the
   one that executes it names the other; then loops with a __syncwarp are
   synchronised, too. That all lanes of a mask execute it in the same round is
   what divergence proves. */
#include "prove/order/order.h"

#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/lockstep.h"
#include "prove/order/side.h"
#include "prove/order/warp.h"

#define ORDER_DEPTH_MAX 7u

static term_ref none_of(const struct side *side, term_ref so_far, uint32_t i, struct iteration at) {
    if (BREAK(CONDITION))
        return term_false(side->prover->terms);
    return term_and(side->prover->terms, so_far, term_not(side->prover->terms, side_executes(side, i, at)));
}

static bool is_conjunct(const struct term_table *t, term_ref part, term_ref whole) {
    bool found = term_same(part, whole);
    const struct term *term = term_get(t, whole);
    for (uint32_t i = 0; !found && term_op_of(term) == TERM_AND && i < term->arity; i++)
        found = is_conjunct(t, part, term_child(t, whole, i));
    return found;
}

static bool picks_iterations(const struct term_table *t, term_ref guard, symbol_ref counter, term_ref proceeds) {
    if (!term_has_symbol(t, guard, counter) || (!term_is_none(proceeds) && is_conjunct(t, guard, proceeds)))
        return false;
    const struct term *term = term_get(t, guard);
    bool found = term_op_of(term) != TERM_AND;
    for (uint32_t i = 0; !found && i < term->arity; i++)
        found = picks_iterations(t, term_child(t, guard, i), counter, proceeds);
    return found;
}

/* Iterations that are not looked at may execute the barrier where those that are do not. */
static void note_picking(const struct side *side, uint32_t i, uint32_t loop) {
    struct prover *prover = side->prover;
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref proceeds = term_is_none(l->proceeds) ? l->proceeds : prover_scoped(prover, l->proceeds);
    *side->forgets |= picks_iterations(prover->terms, prover->frame->items[i].guard, l->counter, proceeds);
}

/* Barriers directly in `level` (PROTOCOL_NONE: in no loop) or in the first
   iteration of a loop directly in it, between positions from and to (exclusive). */
static term_ref none_between(const struct side *side, term_ref so_far, uint32_t level, uint32_t from, uint32_t to) {
    struct prover *prover = side->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t i = from + 1; i < to; i++) {
        if (!side_orders(side, i))
            continue;
        uint32_t loop = p->items[i].loop;
        if (loop == level)
            so_far = none_of(side, so_far, i, THIS_ITERATION);
        else if (loop != PROTOCOL_NONE && p->loops[loop].parent == level && p->loops[loop].begin > from && p->loops[loop].end <= to &&
                 side_is_closed(prover, i, loop)) {
            so_far = none_of(side, so_far, i, (struct iteration){ITERATION_FIRST, loop, 0});
            note_picking(side, i, loop);
        } else {
            *side->forgets = true;
        }
    }
    return so_far;
}

/* Barriers directly in the iteration's loop, if `when`. */
static term_ref none_in_iteration(const struct side *side, term_ref so_far, struct iteration at, term_ref when) {
    struct prover *prover = side->prover;
    struct term_table *t = prover->terms;
    const struct proto_loop *l = &prover->protocol->loops[at.loop];
    for (uint32_t i = l->begin; i < l->end; i++) {
        if (!side_orders(side, i))
            continue;
        if (prover->protocol->items[i].loop == at.loop && side_is_closed(prover, i, at.loop)) {
            so_far = term_and(t, so_far, term_not(t, term_and(t, when, side_executes(side, i, at))));
            note_picking(side, i, at.loop);
        } else {
            *side->forgets = true;
        }
    }
    return so_far;
}

/* What follows x in its loops strictly inside `level`. */
static term_ref none_after(const struct side *side, term_ref so_far, uint32_t x, uint32_t level) {
    struct prover *prover = side->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t loop = p->items[x].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!side_is_synchronised(side, loop))
            continue;
        so_far = none_between(side, so_far, loop, x, p->loops[loop].end);
        term_ref proceeds = prover_scoped(prover, p->loops[loop].proceeds);
        if (!term_is_none(proceeds) && order_is_closed_in(prover, proceeds, loop))
            so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_SHIFTED, loop, 1}, side_sees(side, proceeds));
        else
            *side->forgets = true;
    }
    return so_far;
}

/* What precedes y in its loops strictly inside `level`. */
static term_ref none_before(const struct side *side, term_ref so_far, uint32_t y, uint32_t level) {
    struct prover *prover = side->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    for (uint32_t loop = p->items[y].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!side_is_synchronised(side, loop))
            continue;
        so_far = none_between(side, so_far, loop, p->loops[loop].begin - 1, y);
        term_ref k = side_counter(side, loop);
        term_ref later = term_not(t, term_eq(t, k, term_const(t, term_width(t, k), 0)));
        so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_SHIFTED, loop, -1}, later);
        so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_FIRST, loop, 0}, later);
    }
    return so_far;
}

/* x by `first`, then y by `then`, in the same iteration of `level`. */
static term_ref together(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t level) {
    struct prover *prover = first->prover;
    if (prover->protocol->items[x].is_async)
        return copies_together(first, then, x, y, level, false);
    uint32_t from = side_end_inside(prover, x, level), to = side_begin_inside(prover, y, level);
    term_ref none = none_after(first, term_true(prover->terms), x, level);
    none = none_between(first, none, level, from, to);
    none = none_between(then, none, level, from, to); /* `first` may have left since */
    return none_before(then, none, y, level);
}

struct visited {
    const struct side *first;
    uint32_t loop;
    bool is_unknown;
};

/* A symbol of `then`, of the iteration in which `first` is. */
static term_ref as_visited(void *context, symbol_ref symbol) {
    struct visited *visited = context;
    const struct side *first = visited->first;
    struct prover *prover = first->prover;
    symbol_ref own = threads_own(prover, symbol);
    const struct symbol *s = symbol_get(prover->terms, own);
    if (own.id == prover->protocol->loops[visited->loop].counter.id)
        return side_counter(first, visited->loop);
    bool of_iteration = s->role == SYMBOL_VALUE || (s->role == SYMBOL_FINAL && (s->scope == SCOPE_THREAD || s->in_loop != 0));
    if (!of_iteration)
        return TERM_NONE;
    bool is_shared = prover_shared_in_iteration(prover, first->pairing, own) && s->in_loop == visited->loop + 1;
    visited->is_unknown |= !is_shared;
    return is_shared ? side_sees(first, term_symbol(prover->terms, own)) : TERM_NONE;
}

/* What held for `then` to go on from the iteration of `loop` in which `first` is. */
static term_ref has_gone_on(const struct side *first, const struct side *then, uint32_t loop) {
    struct prover *prover = first->prover;
    term_ref proceeds = prover_scoped(prover, prover->protocol->loops[loop].proceeds);
    struct visited visited = {first, loop, false};
    if (term_is_none(proceeds))
        return term_true(prover->terms);
    struct substitution *s = substitution_create(prover->terms, as_visited, &visited);
    term_ref result = substitution_apply(s, side_sees(then, proceeds));
    substitution_destroy(s);
    return visited.is_unknown ? term_true(prover->terms) : result;
}

/* x by `first` in an earlier iteration of `loop` than y by `then`. */
static term_ref apart(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t loop) {
    struct prover *prover = first->prover;
    if (prover->protocol->items[x].is_async)
        return copies_apart(first, then, x, y, loop, false);
    struct term_table *t = prover->terms;
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref k = side_counter(first, loop), later = side_counter(then, loop);
    term_ref next = term_add(t, k, term_const(t, term_width(t, k), 1), TERM_NUW | TERM_NSW);
    term_ref none = term_and(t, term_ult(t, k, later), has_gone_on(first, then, loop));
    none = none_after(first, none, x, loop);
    none = none_between(first, none, loop, side_end_inside(prover, x, loop), l->end);
    term_ref passed = term_ult(t, next, later); /* iterations lie between the two */
    none = none_in_iteration(first, none, (struct iteration){ITERATION_SHIFTED, loop, 1}, passed);
    none = none_in_iteration(then, none, (struct iteration){ITERATION_SHIFTED, loop, -1}, passed);
    none = none_between(then, none, loop, l->begin - 1, side_begin_inside(prover, y, loop));
    return none_before(then, none, y, loop);
}

struct sharing {
    struct prover *prover;
    enum pairing pairing;
    const struct order_case *order;
};

static bool shares_loop(const struct order_case *order, uint32_t loop) {
    for (uint32_t i = 0; i < order->shared_count; i++)
        if (order->shared[i] == loop)
            return true;
    return false;
}

/* u's copy of what threads in the same iterations share becomes t's; one thread has one index. */
static term_ref sharing_map(void *context, symbol_ref symbol) {
    const struct sharing *sharing = context;
    struct prover *prover = sharing->prover;
    if (symbol.id >= prover->threads->origin.size || prover->threads->origin.data[symbol.id] == 0)
        return TERM_NONE;
    symbol_ref own = {threads_own(prover, symbol).id};
    const struct symbol *s = symbol_get(prover->terms, own);
    if (s->role == SYMBOL_COUNTER)
        return shares_loop(sharing->order, s->loop) ? term_symbol(prover->terms, own) : TERM_NONE;
    if (sharing->order->threads == ORDER_ONE_THREAD && s->role == SYMBOL_TID)
        return term_symbol(prover->terms, own);
    if (!prover_shared_in_iteration(prover, sharing->pairing, own))
        return TERM_NONE;
    for (uint32_t loop = s->in_loop - 1; loop != PROTOCOL_NONE; loop = prover->protocol->loops[loop].parent)
        if (!shares_loop(sharing->order, loop))
            return TERM_NONE;
    return term_symbol(prover->terms, own);
}

term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t) {
    assert(pairing < PAIRING_COUNT);
    if (order->shared_count == 0 && order->threads != ORDER_ONE_THREAD)
        return t;
    struct sharing context = {prover, pairing, order};
    struct substitution *s = substitution_create(prover->terms, sharing_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

term_ref order_threads(struct prover *prover, enum pairing pairing, const struct order_case *order) {
    assert(pairing < PAIRING_COUNT);
    term_ref distinct = prover_distinct(prover, pairing);
    return order->threads == ORDER_ONE_THREAD ? term_not(prover->terms, distinct) : distinct;
}

static void share(const struct side *side, struct order_case *order, enum order_relation relation, uint32_t loop, const uint32_t *loops,
                  uint32_t count) {
    order->forgets = *side->forgets;
    *side->forgets = false;
    order->relation = relation;
    order->loop = loop;
    order->threads = ORDER_ANY_THREADS;
    order->shared_count = count;
    for (uint32_t i = 0; i < count; i++)
        order->shared[i] = loops[i];
}

/* The cases of one order; 0 if there are more than `max`. */
static uint32_t cases_of(const struct side *by_t, const struct side *by_u, uint32_t a, uint32_t b, struct order_case *cases, uint32_t max) {
    struct prover *prover = by_t->prover;
    const struct protocol *p = prover->protocol;
    uint32_t common[16], depth = 0, count = 0;
    for (uint32_t loop = p->items[a].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!side_contains(prover, loop, b) || !side_is_synchronised(by_t, loop))
            continue;
        if (depth == ORDER_DEPTH_MAX)
            return 0;
        common[depth++] = loop; /* innermost first */
    }
    uint32_t level = depth ? common[0] : PROTOCOL_NONE;
    bool in_step = by_t->in_step && lockstep_orders(prover, a, b, PROTOCOL_NONE);
    cases[count].condition = in_step ? term_false(prover->terms) : a <= b ? together(by_t, by_u, a, b, level) : together(by_u, by_t, b, a, level);
    share(by_t, &cases[count++], ORDER_TOGETHER, PROTOCOL_NONE, common, depth);
    for (uint32_t i = BREAK(ROUNDS) ? 0 : depth; i-- > 0;) {
        if (count + 2 > max)
            return 0;
        in_step = by_t->in_step && lockstep_orders(prover, a, b, common[i]);
        cases[count].condition = in_step ? term_false(prover->terms) : apart(by_t, by_u, a, b, common[i]);
        share(by_t, &cases[count++], ORDER_T_EARLIER, common[i], common + i + 1, depth - i - 1);
        if (a == b)
            continue;
        cases[count].condition = in_step ? term_false(prover->terms) : apart(by_u, by_t, b, a, common[i]);
        share(by_t, &cases[count++], ORDER_U_EARLIER, common[i], common + i + 1, depth - i - 1);
    }
    return count;
}

#define UNKNOWN_CASES UINT32_MAX

/* Asynchronous copy x by one thread, and what it does itself at y; UNKNOWN_CASES: loops nested too deeply. */
static uint32_t own_cases(const struct side *first, const struct side *then, uint32_t x, uint32_t y, struct order_case *cases, uint32_t max) {
    struct prover *prover = first->prover;
    const struct protocol *p = prover->protocol;
    uint32_t common[ORDER_DEPTH_MAX], depth = 0, count = 0;
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!side_contains(prover, loop, y))
            continue;
        if (depth == ORDER_DEPTH_MAX || depth + 2 > max)
            return UNKNOWN_CASES;
        common[depth++] = loop;
    }
    if (x < y) {
        cases[count].condition = copies_together(first, then, x, y, depth ? common[0] : PROTOCOL_NONE, true);
        share(first, &cases[count++], ORDER_TOGETHER, PROTOCOL_NONE, common, depth);
    }
    for (uint32_t i = depth; i-- > 0;) {
        cases[count].condition = copies_apart(first, then, x, y, common[i], true);
        share(first, &cases[count++], first->is_second ? ORDER_U_EARLIER : ORDER_T_EARLIER, common[i], common + i + 1, depth - i - 1);
    }
    for (uint32_t i = 0; i < count; i++)
        cases[i].threads = ORDER_ONE_THREAD;
    return count;
}

static bool same_cases(const struct order_case *a, uint32_t a_count, const struct order_case *b, uint32_t b_count) {
    bool same = a_count == b_count;
    for (uint32_t i = 0; same && i < a_count; i++)
        same = term_same(a[i].condition, b[i].condition) && a[i].shared_count == b[i].shared_count &&
               memcmp(a[i].shared, b[i].shared, a[i].shared_count * sizeof a[i].shared[0]) == 0;
    return same;
}

static void restrict_to(struct prover *prover, struct order_case *cases, uint32_t count, enum order_threads threads) {
    struct term_table *t = prover->terms;
    term_ref same = warp_same(prover), where = threads == ORDER_SAME_WARP ? same : term_not(t, same);
    for (uint32_t i = 0; i < count; i++) {
        cases[i].condition = term_and(t, cases[i].condition, where);
        cases[i].threads = threads;
    }
}

/* Of two threads. */
static uint32_t pair_cases(struct side by_t, struct side by_u, uint32_t a, uint32_t b, struct order_case *cases, uint32_t max) {
    uint32_t half = max / 2, count = cases_of(&by_t, &by_u, a, b, cases, half);
    bool in_step = lockstep_rules(by_t.prover, by_t.pairing, a, b);
    if (count == 0 || by_t.pairing != WITHIN_BLOCK || (!by_t.prover->frame->has_warp_barrier && !in_step))
        return count;
    by_t.in_warp = by_u.in_warp = true;
    by_t.in_step = by_u.in_step = in_step;
    struct order_case *inside = cases + count;
    uint32_t inside_count = cases_of(&by_t, &by_u, a, b, inside, half);
    if (inside_count == 0 || same_cases(cases, count, inside, inside_count))
        return inside_count == 0 ? 0 : count;
    restrict_to(by_t.prover, cases, count, ORDER_OTHER_WARPS);
    restrict_to(by_t.prover, inside, inside_count, ORDER_SAME_WARP);
    return count + inside_count;
}

/* Where both accesses are; generic: not known. */
static enum space space_of_pair(const struct protocol *p, uint32_t a, uint32_t b) {
    enum space first = p->arrays[p->items[a].array].space, second = p->arrays[p->items[b].array].space;
    return first == second ? first : first == SPACE_GENERIC ? second : second == SPACE_GENERIC ? first : SPACE_GENERIC;
}

uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    const struct proto_item *items = prover->protocol->items;
    bool forgets = false;
    struct side by_t = {.prover = prover, .pairing = pairing, .space = space_of_pair(prover->protocol, a, b), .forgets = &forgets}, by_u = by_t;
    by_u.is_second = true;
    uint32_t count = pair_cases(by_t, by_u, a, b, cases, ORDER_CASES_MAX / 2), own[] = {0, 0};
    if (count == 0 || pairing != WITHIN_BLOCK)
        return count;
    if (items[a].is_async)
        own[0] = own_cases(&by_t, &by_u, a, b, cases + count, ORDER_CASES_MAX / 4);
    if (items[b].is_async && a != b && own[0] != UNKNOWN_CASES)
        own[1] = own_cases(&by_u, &by_t, b, a, cases + count + own[0], ORDER_CASES_MAX / 4);
    return own[0] == UNKNOWN_CASES || own[1] == UNKNOWN_CASES ? 0 : count + own[0] + own[1];
}
