/* See interval.h. What may be executed between two items of one interval stands
   between them in the protocol, or in a loop around only one of them. */
#include "prove/order/interval.h"

#include <assert.h>

#include "prove/frame/actor.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

bool interval_is_inside(const struct protocol *p, uint32_t loop, uint32_t item) {
    assert(item < p->item_count);
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    return loop != PROTOCOL_NONE && p->loops[loop].begin <= item && item < p->loops[loop].end;
}

uint32_t interval_loop_apart(const struct protocol *p, uint32_t x, uint32_t y) {
    assert(x < p->item_count && y < p->item_count);
    uint32_t apart = PROTOCOL_NONE;
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE && !interval_is_inside(p, loop, y); loop = p->loops[loop].parent)
        apart = loop;
    return apart;
}

struct stretch {
    uint32_t begin, end;
};

/* The items that may be executed between x and y, x < y. */
static struct stretch stretch_of(const struct protocol *p, uint32_t x, uint32_t y) {
    assert(x < p->item_count && y < p->item_count);
    uint32_t first = interval_loop_apart(p, x, y), last = interval_loop_apart(p, y, x);
    return (struct stretch){first == PROTOCOL_NONE ? x + 1 : p->loops[first].begin, last == PROTOCOL_NONE ? y : p->loops[last].end};
}

bool interval_is_level(const struct protocol *p, uint32_t item, uint32_t x, uint32_t y) {
    assert(item < p->item_count);
    assert(x < p->item_count && y < p->item_count);
    uint32_t loop = p->items[item].loop;
    return loop == PROTOCOL_NONE || (interval_is_inside(p, loop, x) && interval_is_inside(p, loop, y));
}

/* Threads of two blocks meet at barriers of the grid only. */
static bool is_barrier(const struct proto_item *item, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    return item->kind == ITEM_BARRIER && (pairing == WITHIN_BLOCK || item->barrier == BARRIER_GRID);
}

static bool has_any_barrier(const struct protocol *p, uint32_t loop, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    for (uint32_t i = p->loops[loop].begin; i < p->loops[loop].end; i++)
        if (is_barrier(&p->items[i], pairing))
            return true;
    return false;
}

bool interval_has_barrier(const struct protocol *p, enum barrier_kind kind) {
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_BARRIER && p->items[i].barrier == kind)
            return true;
    return false;
}

static term_ref same_rounds(struct prover *prover, enum pairing pairing, uint32_t x, struct actor a, uint32_t y, struct actor b) {
    assert(pairing < PAIRING_COUNT);
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref same = term_true(t);
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!interval_is_inside(p, loop, y) || !has_any_barrier(p, loop, pairing))
            continue;
        if (p->loops[loop].wraps && (a.writer || b.writer))
            return term_false(t);
        term_ref k = term_symbol(t, p->loops[loop].counter);
        same = term_and(t, same, term_eq(t, actor_sees(prover, a, k), actor_sees(prover, b, k)));
    }
    return same;
}

static term_ref not_by(struct prover *prover, struct actor actor, term_ref so_far, term_ref condition) {
    assert(prover_is_condition(prover, condition));
    return term_and(prover->terms, so_far, term_not(prover->terms, actor_sees(prover, actor, condition)));
}

term_ref interval_shared(struct prover *prover, enum pairing pairing, uint32_t x, struct actor a, uint32_t y, struct actor b) {
    assert(pairing < PAIRING_COUNT);
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    const struct protocol *p = prover->protocol;
    term_ref none = same_rounds(prover, pairing, x, a, y, b);
    struct stretch between = x < y ? stretch_of(p, x, y) : stretch_of(p, y, x);
    for (uint32_t i = between.begin; x != y && i < between.end; i++) {
        if (!is_barrier(&p->items[i], pairing))
            continue;
        if (!interval_is_level(p, i, x, y))
            return term_false(prover->terms);
        none = not_by(prover, a, none, prover->frame->items[i].guard);
        none = not_by(prover, b, none, prover->frame->items[i].guard);
    }
    return none;
}

/* The write at item i touches none of the bytes. */
static term_ref spares(struct prover *prover, uint32_t i, struct actor thread, term_ref offset, uint64_t bytes) {
    struct term_table *t = prover->terms;
    term_ref at = actor_sees(prover, thread, prover->frame->items[i].offset), size = actor_sees(prover, thread, prover->frame->items[i].size);
    term_ref below = term_sle(t, term_add(t, at, size, TERM_NSW), offset);
    term_ref above = term_sle(t, term_add(t, offset, term_const(t, 64, bytes), TERM_NSW), at);
    term_ref executed = actor_sees(prover, thread, prover->frame->items[i].guard);
    return term_or(t, term_not(t, executed), term_or(t, below, above));
}

term_ref interval_unwritten(struct prover *prover, uint32_t x, uint32_t y, struct actor thread, term_ref offset, uint64_t bytes) {
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref none = term_true(t);
    struct stretch between = x < y ? stretch_of(p, x, y) : stretch_of(p, y, x);
    for (uint32_t i = between.begin; i < between.end; i++) {
        const struct proto_item *item = &p->items[i];
        if (item->kind != ITEM_ACCESS || item->mode == ACCESS_READ || item->array != p->items[x].array)
            continue;
        if (!interval_is_level(p, i, x, y))
            return term_false(t);
        none = term_and(t, none, spares(prover, i, thread, offset, bytes));
    }
    return none;
}

static term_ref ordinal(struct prover *prover, uint32_t loop, struct actor actor) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    return actor_sees(prover, actor, term_symbol(prover->terms, prover->protocol->loops[loop].counter));
}

/* Earlier in a round of the loop, or in an earlier round; `within` says what
   must hold in one round. */
static term_ref in_order(struct prover *prover, uint32_t loop, struct actor a, struct actor b, term_ref within) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    struct term_table *t = prover->terms;
    term_ref x = ordinal(prover, loop, a), y = ordinal(prover, loop, b);
    return term_or(t, term_ult(t, x, y), term_and(t, term_eq(t, x, y), within));
}

term_ref interval_may_precede(struct prover *prover, uint32_t x, struct actor a, uint32_t y, struct actor b) {
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref before = x < y ? term_true(t) : term_false(t);
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!interval_is_inside(p, loop, y))
            continue;
        term_ref earlier = p->loops[loop].wraps ? term_true(t) : in_order(prover, loop, a, b, before);
        if (has_any_barrier(p, loop, WITHIN_BLOCK))
            before = earlier;
        else /* without a barrier nothing is ordered but what one thread does */
            before = term_or(t, term_not(t, actor_same(prover, a, b)), earlier);
    }
    return before;
}

term_ref interval_precedes(struct prover *prover, uint32_t x, struct actor a, uint32_t y, struct actor b) {
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref before = x < y ? term_true(t) : term_false(t);
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        if (!interval_is_inside(p, loop, y))
            continue;
        if (p->loops[loop].wraps)
            return term_false(t);
        before = in_order(prover, loop, a, b, before);
    }
    return before;
}

static bool parts_block(enum barrier_kind kind) {
    return kind != BARRIER_WARP && kind != BARRIER_NAMED && kind != BARRIER_TILE;
}

term_ref interval_parted(struct prover *prover, uint32_t x, uint32_t y, struct actor b) {
    assert(x < prover->protocol->item_count && y < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref parted = term_false(t);
    for (uint32_t i = x + 1; i < y; i++)
        if (p->items[i].kind == ITEM_BARRIER && parts_block(p->items[i].barrier) && interval_is_level(p, i, x, y))
            parted = term_or(t, parted, actor_sees(prover, b, prover->frame->items[i].guard));
    return parted;
}

bool interval_is_exact(const struct protocol *p, uint32_t item) {
    assert(item < p->item_count);
    for (uint32_t loop = p->items[item].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (!p->loops[loop].exact)
            return false;
    return true;
}
