/* Barriers of a part of the block: bar.sync with a count, and tiles of more
   than 32 threads.

   bar.sync a, b lets threads go on as soon as b of them have come. It orders
   those that wait together, so it must be known who they are. That is the case
   if exactly a range of b threads executes it: one of them only if all do, in
   the same round, and nobody else uses barrier a. (Weft, PLDI 2015, tells
   generations of named barriers apart; here each is one round of one item.) */
#include "prove/prover.h"

enum { WARP_THREADS = 32, BLOCK_THREADS = 1024 };

static term_ref number(struct prover *prover, uint32_t value) {
    return term_const(prover->terms, 32, value);
}

static term_ref block_size(struct prover *prover) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint8_t both = TERM_NSW | TERM_NUW;
    return prover_scoped(prover, term_mul(t, term_mul(t, p->bdim[0], p->bdim[1], both), p->bdim[2], both));
}

static term_ref in_range(struct prover *prover, const struct part *part, bool is_second) {
    struct term_table *t = prover->terms;
    term_ref line = warp_line(prover, is_second);
    return term_and(t, term_ule(t, number(prover, part->first), line), term_ult(t, line, number(prover, part->first + part->count)));
}

static term_ref tile_of(struct prover *prover, const struct part *part, bool is_second) {
    return term_binary(prover->terms, TERM_UDIV, warp_line(prover, is_second), number(prover, part->count));
}

term_ref part_includes(struct prover *prover, uint32_t item, bool by_second) {
    const struct part *part = &prover->parts[item];
    if (part->kind == PART_RANGE)
        return in_range(prover, part, !by_second);
    return term_eq(prover->terms, tile_of(prover, part, false), tile_of(prover, part, true));
}

term_ref part_is_cut(struct prover *prover, uint32_t item) {
    struct term_table *t = prover->terms;
    const struct part *part = &prover->parts[item];
    term_ref end = number(prover, part->first + part->count);
    if (part->kind == PART_TILE) {
        uint8_t both = TERM_NSW | TERM_NUW;
        term_ref next = term_add(t, tile_of(prover, part, false), number(prover, 1), both);
        end = term_mul(t, next, number(prover, part->count), both);
    }
    return term_ult(t, block_size(prover), end);
}

static bool is_impossible(struct prover *prover, uint32_t item, term_ref query) {
    if (term_is_false(prover->terms, query))
        return true;
    return decide_integers(prover, WITHIN_BLOCK, query) == SMT_UNSAT && claims_allow(prover, WITHIN_BLOCK, prover->items[item].guard);
}

/* Guards in the loop say exactly which rounds there are, or all threads take the same. */
static bool has_known_rounds(struct prover *prover, uint32_t loop) {
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
    struct term_table *t = prover->terms;
    term_ref guard = prover->items[item].guard;
    term_ref other = prover_same_round(prover, WITHIN_BLOCK, guard, prover->protocol->items[item].loop);
    term_ref misses = term_and(t, term_and(t, guard, term_not(t, other)), part_includes(prover, item, false));
    return is_impossible(prover, item, misses);
}

static bool is_for(struct prover *prover, uint32_t item, uint32_t first) {
    struct term_table *t = prover->terms;
    prover->parts[item].first = first;
    term_ref outside = term_and(t, prover->items[item].guard, term_not(t, in_range(prover, &prover->parts[item], false)));
    return is_impossible(prover, item, outside) && all_come(prover, item);
}

static void find_range(struct prover *prover, uint32_t item) {
    struct part *part = &prover->parts[item];
    const struct scoped_item *s = &prover->items[item];
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
    uint64_t count;
    term_ref mask = prover->items[item].mask;
    if (term_is_none(mask) || !term_is_const(prover->terms, mask, &count) || count < WARP_THREADS || count > BLOCK_THREADS ||
        (count & (count - 1)) != 0)
        return;
    prover->parts[item] = (struct part){PART_TILE, 0, (uint32_t)count};
    if (!all_come(prover, item))
        prover->parts[item].kind = PART_UNKNOWN;
}

static bool is_named(const struct prover *prover, uint32_t i) {
    const struct proto_item *item = &prover->protocol->items[i];
    return item->kind == ITEM_BARRIER && item->barrier == BARRIER_NAMED;
}

/* Another item uses the same barrier for others, or may do so. */
static bool is_shared(const struct prover *prover, const struct part *parts, uint32_t item) {
    uint64_t id = 0, other = 0;
    (void)term_is_const(prover->terms, prover->items[item].mask, &id);
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        if (i == item || !is_named(prover, i))
            continue;
        bool known = !term_is_none(prover->items[i].mask) && term_is_const(prover->terms, prover->items[i].mask, &other);
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
    prover->parts = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *prover->parts);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (!has_known_rounds(prover, p->items[i].loop) || p->items[i].kind != ITEM_BARRIER)
            continue;
        if (p->items[i].barrier == BARRIER_NAMED)
            find_range(prover, i);
        else if (p->items[i].barrier == BARRIER_TILE)
            find_tile(prover, i);
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        found[i] = prover->parts[i];
        if (is_named(prover, i) && found[i].kind == PART_RANGE && is_shared(prover, prover->parts, i))
            found[i].kind = PART_UNKNOWN;
    }
    prover->parts = found;
}
