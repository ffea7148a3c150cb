/* See side.h. */
#include "prove/order/side.h"

#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/part.h"
#include "prove/order/warp.h"

bool side_orders(const struct side *side, uint32_t i) {
    const struct proto_item *item = &side->prover->protocol->items[i];
    if (item->kind != ITEM_BARRIER || (side->prover->frame->removed && side->prover->frame->removed[i]))
        return false;
    switch (item->barrier) {
    case BARRIER_GRID: return true;
    case BARRIER_BLOCK:
    case BARRIER_COUNT:
    case BARRIER_AND:
    case BARRIER_OR: return side->pairing == WITHIN_BLOCK && fence_orders(item->fence, side->space);
    case BARRIER_WARP: return side->in_warp && !term_is_none(item->mask) && !item->is_sub_group;
    case BARRIER_NAMED:
    case BARRIER_TILE:
        *side->forgets |= side->pairing == WITHIN_BLOCK && side->prover->frame->parts[i].kind == PART_UNKNOWN;
        return side->pairing == WITHIN_BLOCK && side->prover->frame->parts[i].kind != PART_UNKNOWN &&
               (item->barrier == BARRIER_NAMED || term_is_none(item->count));
    case BARRIER_SAME:
    case BARRIER_KIND_COUNT: break;
    }
    return false;
}

bool side_is_synchronised(const struct side *side, uint32_t loop) {
    const struct proto_loop *l = &side->prover->protocol->loops[loop];
    if (side->in_step)
        return true;
    for (uint32_t i = l->begin; (l->has_barrier || side->in_warp) && i < l->end; i++)
        if (side_orders(side, i))
            return true;
    return false;
}

bool side_contains(const struct prover *prover, uint32_t loop, uint32_t item) {
    assert(item < prover->protocol->item_count);
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    const struct proto_loop *l = &prover->protocol->loops[loop];
    return l->begin <= item && item < l->end;
}

term_ref side_sees(const struct side *side, term_ref t) {
    return side->is_second ? prover_second(side->prover, side->pairing, t) : t;
}

term_ref side_counter(const struct side *side, uint32_t loop) {
    struct prover *prover = side->prover;
    return side_sees(side, term_symbol(prover->terms, prover->protocol->loops[loop].counter));
}

struct other_iterations {
    const struct prover *prover;
    uint32_t loop; /* PROTOCOL_NONE: any */
    bool found;
};

static void note_iteration_value(void *context, symbol_ref symbol) {
    struct other_iterations *other = context;
    const struct prover *prover = other->prover;
    const struct symbol *s = symbol_get(prover->terms, symbol);
    bool is_asked = other->loop != PROTOCOL_NONE && s->role == SYMBOL_VALUE;
    uint32_t giver = is_asked ? prover_giver(prover, symbol) : PROTOCOL_NONE;
    bool is_of_launch = s->scope == SCOPE_UNIFORM && s->in_loop == 0;
    bool is_outside = is_asked && (is_of_launch || (giver != PROTOCOL_NONE && !side_contains(prover, other->loop, giver)));
    other->found |= (s->role == SYMBOL_VALUE && !is_outside) || (s->role == SYMBOL_FINAL && (s->scope == SCOPE_THREAD || s->in_loop != 0));
}

bool order_is_closed_form(const struct prover *prover, term_ref t) {
    return order_is_closed_in(prover, t, PROTOCOL_NONE);
}

bool order_is_closed_in(const struct prover *prover, term_ref t, uint32_t loop) {
    struct other_iterations other = {prover, loop, false};
    term_visit_symbols(prover->terms, t, note_iteration_value, &other);
    return !other.found;
}

struct reset {
    struct term_table *terms;
    symbol_ref counter;
};

static term_ref reset_map(void *context, symbol_ref symbol) {
    const struct reset *reset = context;
    return symbol.id == reset->counter.id ? term_const(reset->terms, symbol_get(reset->terms, symbol)->width_bits, 0) : TERM_NONE;
}

term_ref side_iteration(struct prover *prover, term_ref t, struct iteration at) {
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

bool side_is_closed(const struct prover *prover, uint32_t i, uint32_t loop) {
    term_ref mask = prover->frame->items[i].mask;
    return order_is_closed_in(prover, prover->frame->items[i].guard, loop) && (term_is_none(mask) || order_is_closed_in(prover, mask, loop));
}

term_ref side_executes(const struct side *side, uint32_t i, struct iteration at) {
    struct prover *prover = side->prover;
    term_ref guard = side_sees(side, side_iteration(prover, prover->frame->items[i].guard, at));
    if (prover->protocol->items[i].barrier == BARRIER_NAMED || prover->protocol->items[i].barrier == BARRIER_TILE)
        return term_and(prover->terms, guard, part_includes(prover, i, side->is_second));
    if (prover->protocol->items[i].barrier != BARRIER_WARP)
        return guard;
    term_ref mask = side_sees(side, side_iteration(prover, prover->frame->items[i].mask, at));
    return term_and(prover->terms, guard, warp_names(prover, mask, warp_lane(prover, !side->is_second)));
}

uint32_t side_end_inside(const struct prover *prover, uint32_t x, uint32_t level) {
    const struct protocol *p = prover->protocol;
    uint32_t end = x;
    for (uint32_t loop = p->items[x].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        end = p->loops[loop].end - 1;
    return end;
}

uint32_t side_begin_inside(const struct prover *prover, uint32_t y, uint32_t level) {
    const struct protocol *p = prover->protocol;
    uint32_t begin = y;
    for (uint32_t loop = p->items[y].loop; loop != level && loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        begin = p->loops[loop].begin - 1;
    return begin;
}
