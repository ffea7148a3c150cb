/* Which threads named barriers and tiles are for (order/part.c): those of whom it is proved that all of them come. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/part.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

enum { WARP_THREADS = 32, BLOCK_THREADS = 1024 };

static bool is_impossible(struct prover *prover, uint32_t item, term_ref query) {
    assert(item < prover->protocol->item_count);
    assert(prover_is_condition(prover, query));
    if (term_is_false(prover->terms, query))
        return true;
    struct proof proof = decide_integers(prover, WITHIN_BLOCK, query);
    bool is_shown = proof.holds && claims_allow(prover, WITHIN_BLOCK, &proof, prover->frame->items[item].guard);
    if (is_shown)
        ledger_list_kept(prover, &proof);
    return is_shown;
}

/* Guards in the loop say exactly which rounds there are, or all threads take the same. */
static bool has_known_rounds(struct prover *prover, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    const struct protocol *p = prover->protocol;
    for (; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        term_ref on = prover_scoped(prover, p->loops[loop].proceeds);
        if (!p->loops[loop].exact && (term_is_none(on) || !term_same(on, prover_same_round(prover, WITHIN_BLOCK, on, loop))))
            return false;
    }
    return true;
}

/* Whoever takes part with one that executes the item executes it too, in the same round. */
static bool all_come(struct prover *prover, uint32_t item) {
    assert(item < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    term_ref guard = prover->frame->items[item].guard;
    term_ref other = prover_same_round(prover, WITHIN_BLOCK, guard, prover->protocol->items[item].loop);
    term_ref misses = term_and(t, term_and(t, guard, term_not(t, other)), part_includes(prover, item, false));
    return is_impossible(prover, item, misses);
}

static bool is_for(struct prover *prover, uint32_t item, uint32_t first) {
    assert(item < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    prover->frame->parts[item].first = first;
    term_ref outside = term_and(t, prover->frame->items[item].guard, term_not(t, part_in_range(prover, &prover->frame->parts[item], false)));
    return is_impossible(prover, item, outside) && all_come(prover, item);
}

static void find_range(struct prover *prover, uint32_t item) {
    assert(item < prover->protocol->item_count);
    struct part *part = &prover->frame->parts[item];
    const struct scoped_item *s = &prover->frame->items[item];
    uint64_t count, id;
    if (term_is_none(s->mask) || term_is_none(s->count) || !term_is_const(prover->terms, s->mask, &id) || id == 0 ||
        !term_is_const(prover->terms, s->count, &count) || count == 0 || count % WARP_THREADS != 0 || count > BLOCK_THREADS)
        return;
    *part = (struct part){PART_RANGE, 0, (uint32_t)count};
    for (uint32_t first = 0; first + count <= BLOCK_THREADS; first += (uint32_t)count)
        if (is_for(prover, item, first))
            return;
    for (uint32_t first = 0; first + count <= BLOCK_THREADS; first += WARP_THREADS)
        if (first % count != 0 && is_for(prover, item, first))
            return;
    part->kind = PART_UNKNOWN;
}

static void find_tile(struct prover *prover, uint32_t item) {
    assert(item < prover->protocol->item_count);
    uint64_t count;
    term_ref mask = prover->frame->items[item].mask;
    if (term_is_none(mask) || !term_is_const(prover->terms, mask, &count) || count < WARP_THREADS || count > BLOCK_THREADS ||
        (count & (count - 1)) != 0)
        return;
    prover->frame->parts[item] = (struct part){PART_TILE, 0, (uint32_t)count};
    if (!all_come(prover, item))
        prover->frame->parts[item].kind = PART_UNKNOWN;
}

static bool is_named(const struct prover *prover, uint32_t i) {
    const struct proto_item *item = &prover->protocol->items[i];
    return item->kind == ITEM_BARRIER && item->barrier == BARRIER_NAMED;
}

/* Another item uses the same barrier for others, or may do so. */
static bool is_shared(const struct prover *prover, const struct part *parts, uint32_t item) {
    assert(item < prover->protocol->item_count);
    uint64_t id = 0, other = 0;
    (void)term_is_const(prover->terms, prover->frame->items[item].mask, &id);
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        if (i == item || !is_named(prover, i))
            continue;
        bool known = !term_is_none(prover->frame->items[i].mask) && term_is_const(prover->terms, prover->frame->items[i].mask, &other);
        if (known && other != id)
            continue;
        bool same = parts[i].kind == PART_RANGE && parts[i].first == parts[item].first && parts[i].count == parts[item].count;
        if (!known || !same)
            return true;
    }
    return false;
}

void part_find(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct part *found = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *found);
    prover->frame->parts = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *prover->frame->parts);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (!has_known_rounds(prover, p->items[i].loop) || p->items[i].kind != ITEM_BARRIER)
            continue;
        if (p->items[i].barrier == BARRIER_NAMED)
            find_range(prover, i);
        else if (p->items[i].barrier == BARRIER_TILE)
            find_tile(prover, i);
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        found[i] = prover->frame->parts[i];
        if (is_named(prover, i) && found[i].kind == PART_RANGE && is_shared(prover, prover->frame->parts, i))
            found[i].kind = PART_UNKNOWN;
    }
    prover->frame->parts = found;
}
