/* Which barriers stand between two accesses (design section 3.2).

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
   one and the first.

   Two threads of one warp are ordered by __syncwarp as well, if the mask of the
   one that executes it names the other; then loops with a __syncwarp are
   synchronised, too. That all lanes of a mask execute it in the same round is
   what divergence proves. */
#include "base/breakage.h"
#include "prove/prover.h"

#define ORDER_DEPTH_MAX 7u

/* One of the two threads; in_warp: barriers of their warp order them too;
   in_step: so does the order of steps in lockstep; *forgets: a barrier was left out
   that may stand between. */
struct side { struct prover *prover; enum pairing pairing; bool is_second, in_warp, in_step, *forgets; };

static bool orders(const struct side *side, uint32_t i) {
    const struct proto_item *item = &side->prover->protocol->items[i];
    if (item->kind != ITEM_BARRIER || (side->prover->removed && side->prover->removed[i]))
        return false;
    switch (item->barrier) {
    case BARRIER_GRID:
        return true;
    case BARRIER_BLOCK: case BARRIER_COUNT: case BARRIER_AND: case BARRIER_OR:
        return side->pairing == WITHIN_BLOCK;
    case BARRIER_WARP:
        return side->in_warp && !term_is_none(item->mask);
    case BARRIER_NAMED: case BARRIER_TILE:
        return side->pairing == WITHIN_BLOCK && side->prover->parts[i].kind != PART_UNKNOWN &&
               (item->barrier == BARRIER_NAMED || term_is_none(item->count));
    case BARRIER_KIND_COUNT:
        break;
    }
    return false;
}

static bool is_synchronised(const struct side *side, uint32_t loop) {
    const struct proto_loop *l = &side->prover->protocol->loops[loop];
    if (side->in_step)
        return true;
    for (uint32_t i = l->begin; (l->has_barrier || side->in_warp) && i < l->end; i++)
        if (orders(side, i))
            return true;
    return false;
}

static bool contains(const struct prover *prover, uint32_t loop, uint32_t item) {
    const struct proto_loop *l = &prover->protocol->loops[loop];
    return l->begin <= item && item < l->end;
}

static term_ref seen_by(const struct side *side, term_ref t) {
    return side->is_second ? prover_second(side->prover, side->pairing, t) : t;
}

static term_ref counter_of(const struct side *side, uint32_t loop) {
    struct prover *prover = side->prover;
    return seen_by(side, term_symbol(prover->terms, prover->protocol->loops[loop].counter));
}

struct other_iterations { const struct prover *prover; bool found; };

static void note_iteration_value(void *context, symbol_ref symbol) {
    struct other_iterations *other = context;
    const struct symbol *s = symbol_get(other->prover->terms, symbol);
    other->found |= s->role == SYMBOL_VALUE || (s->role == SYMBOL_FINAL && (s->scope == SCOPE_THREAD || s->in_loop != 0));
}

bool order_is_closed_form(const struct prover *prover, term_ref t) {
    struct other_iterations other = {prover, false};
    term_visit_symbols(prover->terms, t, note_iteration_value, &other);
    return !other.found;
}

struct reset { struct term_table *terms; symbol_ref counter; };

static term_ref reset_map(void *context, symbol_ref symbol) {
    const struct reset *reset = context;
    return symbol.id == reset->counter.id ? term_const(reset->terms, symbol_get(reset->terms, symbol)->width_bits, 0) : TERM_NONE;
}

/* The iteration of a loop in which a barrier is looked at. */
struct iteration { enum { ITERATION_SAME, ITERATION_FIRST, ITERATION_SHIFTED } kind; uint32_t loop; int64_t by; };

static const struct iteration THIS_ITERATION = {.kind = ITERATION_SAME};

static term_ref in_iteration(struct prover *prover, term_ref t, struct iteration at) {
    if (at.kind == ITERATION_SAME)
        return t;
    symbol_ref counter = prover->protocol->loops[at.loop].counter;
    if (at.kind == ITERATION_SHIFTED)
        return prover_shift_counter(prover, t, counter, at.by);
    struct reset context = {prover->terms, counter};
    struct substitution *s = substitution_create(prover->terms, reset_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

/* Whether what is known of barrier i holds in other iterations, too. */
static bool is_closed_barrier(const struct prover *prover, uint32_t i) {
    term_ref mask = prover->items[i].mask;
    return order_is_closed_form(prover, prover->items[i].guard) && (term_is_none(mask) || order_is_closed_form(prover, mask));
}

/* The side executes barrier i, and (of a warp) its mask names the other thread. */
static term_ref executes(const struct side *side, uint32_t i, struct iteration at) {
    struct prover *prover = side->prover;
    term_ref guard = seen_by(side, in_iteration(prover, prover->items[i].guard, at));
    if (prover->protocol->items[i].barrier == BARRIER_NAMED || prover->protocol->items[i].barrier == BARRIER_TILE)
        return term_and(prover->terms, guard, part_includes(prover, i, side->is_second));
    if (prover->protocol->items[i].barrier != BARRIER_WARP)
        return guard;
    term_ref mask = seen_by(side, in_iteration(prover, prover->items[i].mask, at));
    return term_and(prover->terms, guard, warp_names(prover, mask, warp_lane(prover, !side->is_second)));
}

static term_ref none_of(const struct side *side, term_ref so_far, uint32_t i, struct iteration at) {
    if (BREAK(CONDITION))
        return term_false(side->prover->terms);
    return term_and(side->prover->terms, so_far, term_not(side->prover->terms, executes(side, i, at)));
}

/* Barriers directly in `level` (PROTOCOL_NONE: in no loop) or in the first
   iteration of a loop directly in it, between positions from and to (exclusive). */
static term_ref none_between(const struct side *side, term_ref so_far, uint32_t level, uint32_t from, uint32_t to) {
    struct prover *prover = side->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t i = from + 1; i < to; i++) {
        if (!orders(side, i))
            continue;
        uint32_t loop = p->items[i].loop;
        if (loop == level)
            so_far = none_of(side, so_far, i, THIS_ITERATION);
        else if (loop != PROTOCOL_NONE && p->loops[loop].parent == level && p->loops[loop].begin > from &&
                 p->loops[loop].end <= to && is_closed_barrier(prover, i))
            so_far = none_of(side, so_far, i, (struct iteration){ITERATION_FIRST, loop, 0});
        else
            *side->forgets = true;
    }
    return so_far;
}

/* Barriers directly in the iteration's loop, if `when`. */
static term_ref none_in_iteration(const struct side *side, term_ref so_far, struct iteration at, term_ref when) {
    struct prover *prover = side->prover;
    struct term_table *t = prover->terms;
    const struct proto_loop *l = &prover->protocol->loops[at.loop];
    for (uint32_t i = l->begin; i < l->end; i++) {
        if (!orders(side, i))
            continue;
        if (prover->protocol->items[i].loop == at.loop && is_closed_barrier(prover, i))
            so_far = term_and(t, so_far, term_not(t, term_and(t, when, executes(side, i, at))));
        else
            *side->forgets = true;
    }
    return so_far;
}

/* What follows x in its loops strictly inside `level`. */
static term_ref none_after(const struct side *side, term_ref so_far, uint32_t x, uint32_t level) {
    struct prover *prover = side->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t loop = p->items[x].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!is_synchronised(side, loop))
            continue;
        so_far = none_between(side, so_far, loop, x, p->loops[loop].end);
        term_ref proceeds = prover_scoped(prover, p->loops[loop].proceeds);
        if (!term_is_none(proceeds) && order_is_closed_form(prover, proceeds))
            so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_SHIFTED, loop, 1}, seen_by(side, proceeds));
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
        if (!is_synchronised(side, loop))
            continue;
        so_far = none_between(side, so_far, loop, p->loops[loop].begin - 1, y);
        term_ref k = counter_of(side, loop);
        term_ref later = term_not(t, term_eq(t, k, term_const(t, term_width(t, k), 0)));
        so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_SHIFTED, loop, -1}, later);
        so_far = none_in_iteration(side, so_far, (struct iteration){ITERATION_FIRST, loop, 0}, later);
    }
    return so_far;
}

/* The position at which what contains x ends inside `level`. */
static uint32_t end_inside(const struct prover *prover, uint32_t x, uint32_t level) {
    const struct protocol *p = prover->protocol;
    uint32_t end = x;
    for (uint32_t loop = p->items[x].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        end = p->loops[loop].end - 1;
    return end;
}

static uint32_t begin_inside(const struct prover *prover, uint32_t y, uint32_t level) {
    const struct protocol *p = prover->protocol;
    uint32_t begin = y;
    for (uint32_t loop = p->items[y].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        begin = p->loops[loop].begin - 1;
    return begin;
}

/* x by `first`, then y by `then`, in the same iteration of `level`. */
static term_ref together(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t level) {
    struct prover *prover = first->prover;
    uint32_t from = end_inside(prover, x, level), to = begin_inside(prover, y, level);
    term_ref none = none_after(first, term_true(prover->terms), x, level);
    none = none_between(first, none, level, from, to);
    none = none_between(then, none, level, from, to); /* `first` may have left since */
    return none_before(then, none, y, level);
}

/* x by `first` in an earlier iteration of `loop` than y by `then`. */
static term_ref apart(const struct side *first, const struct side *then, uint32_t x, uint32_t y, uint32_t loop) {
    struct prover *prover = first->prover;
    struct term_table *t = prover->terms;
    const struct proto_loop *l = &prover->protocol->loops[loop];
    term_ref k = counter_of(first, loop), later = counter_of(then, loop);
    term_ref next = term_add(t, k, term_const(t, term_width(t, k), 1), TERM_NUW | TERM_NSW);
    term_ref none = term_ult(t, k, later);
    none = none_after(first, none, x, loop);
    none = none_between(first, none, loop, end_inside(prover, x, loop), l->end);
    none = none_in_iteration(first, none, (struct iteration){ITERATION_SHIFTED, loop, 1}, term_ult(t, next, later));
    none = none_between(then, none, loop, l->begin - 1, begin_inside(prover, y, loop));
    return none_before(then, none, y, loop);
}

struct sharing { struct prover *prover; enum pairing pairing; const struct order_case *order; };

static bool shares_loop(const struct order_case *order, uint32_t loop) {
    for (uint32_t i = 0; i < order->shared_count; i++)
        if (order->shared[i] == loop)
            return true;
    return false;
}

/* u's copy of what threads in the same iterations share becomes t's. */
static term_ref sharing_map(void *context, symbol_ref symbol) {
    const struct sharing *sharing = context;
    struct prover *prover = sharing->prover;
    if (symbol.id >= prover->origin.size || prover->origin.data[symbol.id] == 0)
        return TERM_NONE;
    symbol_ref own = {prover->origin.data[symbol.id] - 1};
    const struct symbol *s = symbol_get(prover->terms, own);
    if (s->role == SYMBOL_COUNTER)
        return shares_loop(sharing->order, s->loop) ? term_symbol(prover->terms, own) : TERM_NONE;
    if (!prover_shared_in_iteration(prover, sharing->pairing, own))
        return TERM_NONE;
    for (uint32_t loop = s->in_loop - 1; loop != PROTOCOL_NONE; loop = prover->protocol->loops[loop].parent)
        if (!shares_loop(sharing->order, loop))
            return TERM_NONE;
    return term_symbol(prover->terms, own);
}

term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t) {
    if (order->shared_count == 0)
        return t;
    struct sharing context = {prover, pairing, order};
    struct substitution *s = substitution_create(prover->terms, sharing_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
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
        if (!contains(prover, loop, b) || !is_synchronised(by_t, loop))
            continue;
        if (depth == ORDER_DEPTH_MAX)
            return 0;
        common[depth++] = loop; /* innermost first */
    }
    uint32_t level = depth ? common[0] : PROTOCOL_NONE;
    bool in_step = by_t->in_step && lockstep_orders(prover, a, b, PROTOCOL_NONE);
    cases[count].condition = in_step ? term_false(prover->terms)
                             : a <= b ? together(by_t, by_u, a, b, level) : together(by_u, by_t, b, a, level);
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

uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases) {
    bool forgets = false;
    struct side by_t = {.prover = prover, .pairing = pairing, .forgets = &forgets}, by_u = by_t;
    by_u.is_second = true;
    uint32_t half = ORDER_CASES_MAX / 2, count = cases_of(&by_t, &by_u, a, b, cases, half);
    bool in_step = lockstep_rules(prover, pairing, a, b);
    if (count == 0 || pairing != WITHIN_BLOCK || (!prover->has_warp_barrier && !in_step))
        return count;
    by_t.in_warp = by_u.in_warp = true;
    by_t.in_step = by_u.in_step = in_step;
    struct order_case *inside = cases + count;
    uint32_t inside_count = cases_of(&by_t, &by_u, a, b, inside, half);
    if (inside_count == 0 || same_cases(cases, count, inside, inside_count))
        return inside_count == 0 ? 0 : count;
    restrict_to(prover, cases, count, ORDER_OTHER_WARPS);
    restrict_to(prover, inside, inside_count, ORDER_SAME_WARP);
    return count + inside_count;
}
