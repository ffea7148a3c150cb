/* Order after an asynchronous copy (cp.async; PTX ISA, 9.7.9.25.3).

   A copy is under way from its instruction until the thread that issued it waits
   for its group, and until then it is ordered with nothing: a barrier orders what
   comes later only if it stands behind such a wait, and what the thread itself
   does comes later only behind a wait.

   The walk meets what is executed after the copy in the order of time: commits
   and waits of the thread that issued it, and barriers. A wait for all groups but
   N completes the copy if N + 1 commits stand between them, the copy's own
   included; each commit counts under its condition. Of loops, iterations near both
   ends are looked at. Commits, waits and barriers left out only weaken the order. */
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/interval.h"
#include "prove/order/order.h"
#include "prove/order/side.h"

enum { GROUPS_MAX = 8 };

struct walk {
    struct prover *prover;
    const struct side *first, *then;
    uint32_t y;
    bool own;                          /* one thread: its waits order */
    uint32_t depth;                    /* iterations looked at beside the first and the current one */
    term_ref none, done;               /* nothing orders so far; the copy is complete */
    term_ref at_least[GROUPS_MAX + 2]; /* so many commits were executed */
};

/* Who executes what is met: x's thread in x's iterations; both threads in one iteration; y's thread,
   and x's in the same iterations of y's loops. */
enum stretch { AFTER_X, BETWEEN, BEFORE_Y };

static const struct proto_item *item_of(const struct walk *w, uint32_t i) {
    return &w->prover->protocol->items[i];
}

static bool is_of_copies(const struct proto_item *item) {
    return item->kind == ITEM_COPY_COMMIT || item->kind == ITEM_COPY_WAIT;
}

/* Of a wait: the groups that may still be under way; GROUPS_MAX + 1: too many, or not known. */
static uint32_t groups_left(const struct walk *w, uint32_t i) {
    uint64_t groups;
    bool is_known = term_is_const(w->prover->terms, w->prover->frame->items[i].count, &groups);
    return is_known && groups <= GROUPS_MAX ? (uint32_t)groups : GROUPS_MAX + 1;
}

static term_ref borrow_map(void *context, symbol_ref symbol) {
    const struct walk *w = context;
    const struct protocol *p = w->prover->protocol;
    for (uint32_t loop = p->items[w->y].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (term_get(w->prover->terms, side_counter(w->first, loop))->value == symbol.id)
            return side_counter(w->then, loop);
    return TERM_NONE;
}

/* The term as x's thread sees it in y's iterations. */
static term_ref in_rounds_of_y(struct walk *w, term_ref t) {
    struct substitution *s = substitution_create(w->prover->terms, borrow_map, w);
    term_ref result = substitution_apply(s, side_sees(w->first, t));
    substitution_destroy(s);
    return result;
}

/* x's thread executes commit or wait i; false if that is not known. */
static term_ref passes(struct walk *w, uint32_t i, struct iteration at, enum stretch stretch) {
    struct prover *prover = w->prover;
    bool moved = at.kind != ITERATION_SAME || (stretch == BEFORE_Y && !w->own);
    bool is_first = at.kind == ITERATION_FIRST && stretch != BEFORE_Y;
    if (moved && (!side_is_closed(prover, i, PROTOCOL_NONE) || (!is_first && !interval_is_exact(prover->protocol, i))))
        return term_false(prover->terms);
    term_ref guard = side_iteration(prover, prover->frame->items[i].guard, at);
    if (stretch != BEFORE_Y)
        return side_sees(w->first, guard);
    return w->own ? side_sees(w->then, guard) : in_rounds_of_y(w, guard);
}

static void commit(struct walk *w, term_ref executed) {
    for (uint32_t n = GROUPS_MAX + 1; n > 0; n--)
        w->at_least[n] = term_or(w->prover->terms, w->at_least[n], term_and(w->prover->terms, w->at_least[n - 1], executed));
}

static void wait(struct walk *w, uint32_t i, term_ref executed) {
    struct term_table *t = w->prover->terms;
    uint32_t left = groups_left(w, i);
    if (left > GROUPS_MAX)
        return;
    term_ref completes = term_and(t, executed, w->at_least[left + 1]);
    w->done = term_or(t, w->done, completes);
    if (w->own)
        w->none = term_and(t, w->none, term_not(t, completes));
}

static void meet_barrier(struct walk *w, const struct side *by, uint32_t i, struct iteration at, term_ref when) {
    struct term_table *t = w->prover->terms;
    term_ref executed = term_and(t, when, side_executes(by, i, at));
    w->none = term_and(t, w->none, term_not(t, term_and(t, executed, w->done)));
}

/* What matters is met, if `when`. The first iteration may be the previous one as well: its commits do not count. */
static void meet(struct walk *w, uint32_t i, struct iteration at, term_ref when, enum stretch stretch) {
    struct term_table *t = w->prover->terms;
    const struct proto_item *item = item_of(w, i);
    if (item->kind == ITEM_COPY_WAIT)
        wait(w, i, term_and(t, when, passes(w, i, at, stretch)));
    else if (item->kind == ITEM_COPY_COMMIT && !(at.kind == ITERATION_FIRST && stretch == BEFORE_Y))
        commit(w, term_and(t, when, passes(w, i, at, stretch)));
    if (item->kind != ITEM_BARRIER || (at.kind != ITERATION_SAME && !side_is_closed(w->prover, i, PROTOCOL_NONE)))
        return;
    if (stretch != BEFORE_Y)
        meet_barrier(w, w->first, i, at, when);
    if (stretch != AFTER_X)
        meet_barrier(w, w->then, i, at, when);
}

static bool matters(const struct walk *w, uint32_t i) {
    return is_of_copies(item_of(w, i)) || (!w->own && side_orders(w->first, i));
}

/* What stands directly in `level`, or in the first iteration of a loop directly in it, between the positions. */
static void meet_between(struct walk *w, uint32_t level, uint32_t from, uint32_t to, enum stretch stretch) {
    const struct protocol *p = w->prover->protocol;
    for (uint32_t i = from + 1; i < to; i++) {
        uint32_t loop = p->items[i].loop;
        if (!matters(w, i))
            continue;
        if (loop == level)
            meet(w, i, THIS_ITERATION, term_true(w->prover->terms), stretch);
        else if (loop != PROTOCOL_NONE && p->loops[loop].parent == level && p->loops[loop].begin > from && p->loops[loop].end <= to)
            meet(w, i, (struct iteration){ITERATION_FIRST, loop, 0}, term_true(w->prover->terms), stretch);
    }
}

static void meet_iteration(struct walk *w, struct iteration at, term_ref when, enum stretch stretch) {
    const struct protocol *p = w->prover->protocol;
    for (uint32_t i = p->loops[at.loop].begin; i < p->loops[at.loop].end; i++)
        if (p->items[i].loop == at.loop && matters(w, i))
            meet(w, i, at, when, stretch);
}

/* What follows x in its loops strictly inside `level`. */
static void meet_after(struct walk *w, uint32_t x, uint32_t level) {
    struct prover *prover = w->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t loop = p->items[x].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        meet_between(w, loop, x, p->loops[loop].end, AFTER_X);
        term_ref proceeds = prover_scoped(prover, p->loops[loop].proceeds), goes_on = term_true(prover->terms);
        bool is_known = !term_is_none(proceeds) && order_is_closed_form(prover, proceeds);
        for (uint32_t by = 1; is_known && by <= w->depth; by++) {
            term_ref so_far = side_iteration(prover, proceeds, (struct iteration){ITERATION_SHIFTED, loop, by - 1});
            goes_on = term_and(prover->terms, goes_on, side_sees(w->first, so_far));
            meet_iteration(w, (struct iteration){ITERATION_SHIFTED, loop, by}, goes_on, AFTER_X);
        }
    }
}

/* What precedes y in its loops strictly inside `level`, the outermost first. */
static void meet_before(struct walk *w, uint32_t level, uint32_t inner) {
    struct prover *prover = w->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    if (inner == level || inner == PROTOCOL_NONE)
        return;
    meet_before(w, level, p->loops[inner].parent);
    if (!w->own && !side_is_synchronised(w->then, inner))
        return;
    term_ref k = side_counter(w->then, inner);
    term_ref later = term_not(t, term_eq(t, k, term_const(t, term_width(t, k), 0)));
    meet_iteration(w, (struct iteration){ITERATION_FIRST, inner, 0}, later, BEFORE_Y);
    for (uint32_t by = w->depth; by > 0; by--)
        meet_iteration(w, (struct iteration){ITERATION_SHIFTED, inner, -(int64_t)by}, term_ule(t, term_const(t, term_width(t, k), by), k), BEFORE_Y);
    meet_between(w, inner, p->loops[inner].begin - 1, side_begin_inside(prover, w->y, inner), BEFORE_Y);
}

static struct walk walk_begin(const struct side *first, const struct side *then, uint32_t y, bool own) {
    struct prover *prover = first->prover;
    struct term_table *t = prover->terms;
    struct walk w = {.prover = prover, .first = first, .then = then, .y = y, .own = own, .depth = 1, .none = term_true(t), .done = term_false(t)};
    for (uint32_t n = 0; n < GROUPS_MAX + 2; n++)
        w.at_least[n] = n == 0 ? term_true(t) : term_false(t);
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        if (item_of(&w, i)->kind != ITEM_COPY_WAIT)
            continue;
        uint32_t left = groups_left(&w, i);
        w.depth = left <= GROUPS_MAX && left > w.depth ? left : w.depth;
        *first->forgets = true;
    }
    return w;
}

term_ref copies_together(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t level, bool own) {
    struct walk w = walk_begin(first, then, y, own);
    meet_after(&w, x, level);
    meet_between(&w, level, side_end_inside(w.prover, x, level), side_begin_inside(w.prover, y, level), own ? AFTER_X : BETWEEN);
    meet_before(&w, level, w.prover->protocol->items[y].loop);
    return w.none;
}

term_ref copies_apart(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t loop, bool own) {
    struct walk w = walk_begin(first, then, y, own);
    struct prover *prover = w.prover;
    struct term_table *t = prover->terms;
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref k = side_counter(first, loop), later = side_counter(then, loop);
    w.none = term_ult(t, k, later);
    term_ref rounds = term_sub(t, later, k, 0);
    meet_after(&w, x, loop);
    meet_between(&w, loop, side_end_inside(prover, x, loop), l->end, AFTER_X);
    for (uint32_t by = 1; by <= w.depth; by++)
        meet_iteration(&w, (struct iteration){ITERATION_SHIFTED, loop, by}, term_ult(t, term_const(t, term_width(t, k), by), rounds), AFTER_X);
    meet_between(&w, loop, l->begin - 1, side_begin_inside(prover, y, loop), BEFORE_Y);
    meet_before(&w, loop, prover->protocol->items[y].loop);
    return w.none;
}
