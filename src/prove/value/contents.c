/* See contents.h. */
#include "prove/value/contents.h"

#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/actor.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/interval.h"
#include "prove/order/order.h"
#include "prove/value/reaching.h"
#include "prove/value/values.h"

#define INSTANCES_MAX 24u
#define EQUALITIES_MAX 48u
#define READS_MAX 8u
#define NESTING_MAX 1u /* reads of writers of what is read */
#define LANES_MAX 16u
#define ITEMS_MAX (UINT32_MAX / LANES_MAX)

struct gathering {
    struct prover *prover;
    enum pairing pairing;
    struct contents_read found[INSTANCES_MAX];
    uint32_t count;
};

static bool may_write_anything(const struct protocol *p) {
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->items[i].mode != ACCESS_READ && p->arrays[p->items[i].array].kind == ARRAY_UNKNOWN)
            return true;
    return false;
}

/* A matrix store by a warp: nobody knows which lane writes what. */
static bool has_collective(const struct protocol *p) {
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].collective)
            return true;
    return false;
}

/* Asynchronous copies write at a time that is not told. */
static uint64_t copied_to(const struct protocol *p) {
    uint64_t arrays = 0;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].is_async && p->items[i].mode != ACCESS_READ)
            arrays |= contents_bit(p->items[i].array);
    return arrays;
}

/* A barrier stands in the kernel that does not order this memory: what was written before it may not be there after it. */
static bool is_left_unordered(const struct protocol *p, enum space space) {
    bool found = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        found |= p->items[i].kind == ITEM_BARRIER && !fence_orders(p->items[i].fence, space);
    return found;
}

uint64_t contents_candidates(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    uint64_t all = 0;
    for (uint32_t i = 0; i < p->problem_count; i++)
        if (p->problems[i].properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE))
            return 0;
    bool has_parts = interval_has_barrier(p, BARRIER_NAMED) || interval_has_barrier(p, BARRIER_TILE) || has_collective(p);
    if (has_parts || prover->scope->lockstep || may_write_anything(p)) /* lockstep orders without barriers */
        return 0;
    for (uint32_t i = 0; i < p->array_count; i++)
        if (is_left_unordered(p, p->arrays[i].space))
            continue;
        else if (p->arrays[i].kind == ARRAY_PARAM || p->arrays[i].kind == ARRAY_GLOBAL || p->arrays[i].kind == ARRAY_SHARED ||
                 p->arrays[i].kind == ARRAY_DYNAMIC)
            all |= contents_bit(i);
    return all & ~copied_to(p);
}

void contents_index(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        if (item->kind != ITEM_ACCESS || item->mode != ACCESS_READ || item->is_atomic || item->is_volatile || i >= ITEMS_MAX)
            continue;
        for (uint32_t lane = 0; lane < item->give_count && lane < LANES_MAX; lane++)
            if (!term_is_none(item->gives[lane]))
                map_set(&prover->values->read_of, term_get(prover->terms, item->gives[lane])->value, i * LANES_MAX + lane);
    }
}

/* Whether the symbol is a value read. */
static bool find_read(const struct prover *prover, symbol_ref symbol, struct contents_read *found) {
    uint32_t key = symbol.id, read;
    found->symbol = symbol;
    found->is_second = threads_is_second(prover, symbol);
    if (found->is_second)
        key = threads_own(prover, symbol).id;
    if (!map_get(&prover->values->read_of, key, &read))
        return false;
    found->item = read / LANES_MAX;
    found->lane_bytes = read % LANES_MAX * ((symbol_get(prover->terms, symbol)->width_bits + 7u) / 8u);
    return true;
}

static bool is_trusted(const struct prover *prover, const struct contents_read *read) {
    return BREAK(TRUSTED) || (prover->values->trusted & contents_bit(prover->protocol->items[read->item].array)) != 0;
}

bool contents_may_know(const struct prover *prover, symbol_ref symbol) {
    struct contents_read read;
    return find_read(prover, symbol, &read) && is_trusted(prover, &read);
}

static void gather(void *context, symbol_ref symbol) {
    struct gathering *g = context;
    struct contents_read found;
    if (g->count == INSTANCES_MAX || !find_read(g->prover, symbol, &found) || !is_trusted(g->prover, &found))
        return;
    for (uint32_t i = 0; i < g->count; i++)
        if (g->found[i].symbol.id == symbol.id)
            return;
    g->found[g->count++] = found;
}

static struct actor actor_of(const struct gathering *g, const struct contents_read *x) {
    return (struct actor){g->pairing, x->is_second, NULL};
}

static term_ref guard_of(const struct gathering *g, const struct contents_read *x) {
    return actor_sees(g->prover, actor_of(g, x), g->prover->frame->items[x->item].guard);
}

static term_ref cell_of(const struct gathering *g, const struct contents_read *x) {
    struct term_table *t = g->prover->terms;
    term_ref offset = actor_sees(g->prover, actor_of(g, x), g->prover->frame->items[x->item].offset);
    return x->lane_bytes == 0 ? offset : term_add(t, offset, term_const(t, 64, x->lane_bytes), TERM_NSW);
}

/* Nobody writes the cell between the two reads, if neither races. */
static term_ref undisturbed(const struct gathering *g, const struct contents_read *x, const struct contents_read *y) {
    struct prover *prover = g->prover;
    uint8_t width = symbol_get(prover->terms, x->symbol)->width_bits;
    if (BREAK(INTERVAL))
        return term_true(prover->terms);
    enum pairing pairing = x->is_second != y->is_second ? g->pairing : WITHIN_BLOCK;
    term_ref together = interval_shared(prover, pairing, x->item, actor_of(g, x), y->item, actor_of(g, y));
    if (x->is_second != y->is_second)
        return together;
    return term_and(prover->terms, together, interval_unwritten(prover, x->item, y->item, actor_of(g, x), cell_of(g, x), (width + 7u) / 8u));
}

static bool is_comparable(const struct gathering *g, const struct contents_read *x, const struct contents_read *y) {
    const struct protocol *p = g->prover->protocol;
    const struct proto_array *array = &p->arrays[p->items[x->item].array];
    bool apart = x->is_second != y->is_second && g->pairing == BETWEEN_BLOCKS;
    if (p->items[x->item].array != p->items[y->item].array || (x->item == y->item && x->is_second == y->is_second) ||
        symbol_get(p->terms, x->symbol)->width_bits != symbol_get(p->terms, y->symbol)->width_bits)
        return false;
    return !apart || (array->kind != ARRAY_SHARED && array->kind != ARRAY_DYNAMIC);
}

static term_ref equality(const struct gathering *g, const struct contents_read *x, const struct contents_read *y) {
    struct term_table *t = g->prover->terms;
    term_ref both = term_and(t, guard_of(g, x), guard_of(g, y));
    term_ref same = term_and(t, both, term_eq(t, cell_of(g, x), cell_of(g, y)));
    same = term_and(t, same, undisturbed(g, x, y));
    return term_implies(t, same, term_eq(t, term_symbol(t, x->symbol), term_symbol(t, y->symbol)));
}

struct nested {
    struct prover *prover;
    uint32_t depth;
    term_ref all;
};

static term_ref reached(struct prover *prover, symbol_ref value, const struct contents_read *read, uint32_t depth);

/* A value that a writer of the term has read. */
static void add_nested(void *context, symbol_ref symbol) {
    struct nested *nested = context;
    struct prover *prover = nested->prover;
    struct actor writer;
    struct contents_read read;
    symbol_ref original;
    if (!actor_of_copy(prover, symbol, &writer, &original) || !find_read(prover, original, &read) || !is_trusted(prover, &read))
        return;
    term_ref known = actor_sees(prover, writer, reached(prover, original, &read, nested->depth));
    nested->all = term_and(prover->terms, nested->all, known);
}

static term_ref reached(struct prover *prover, symbol_ref value, const struct contents_read *read, uint32_t depth) {
    uint64_t key = (uint64_t)value.id * (NESTING_MAX + 1) + depth;
    uint32_t found;
    if (map_get(&prover->values->reached, key, &found))
        return (term_ref){found};
    term_ref known = reaching_writes(prover, read->item, read->lane_bytes, value);
    struct nested nested = {prover, depth - 1, known};
    if (depth > 0)
        term_visit_symbols(prover->terms, known, add_nested, &nested);
    map_set(&prover->values->reached, key, nested.all.id);
    return nested.all;
}

struct used {
    const struct prover *prover;
    uint64_t arrays;
};

static void note_used(void *context, symbol_ref symbol) {
    struct used *used = context;
    struct contents_read read;
    struct actor writer;
    const struct prover *prover = used->prover;
    symbol_ref original = threads_own(prover, symbol);
    while (actor_of_copy(prover, original, &writer, &symbol))
        original = symbol;
    if (find_read(prover, original, &read) && is_trusted(prover, &read))
        used->arrays |= prover->values->trusted & contents_bit(prover->protocol->items[read.item].array);
}

/* Equal reads; conditions bring in more of them. */
static term_ref equalities(struct gathering *g, const struct order_case *shared, term_ref known) {
    struct term_table *t = g->prover->terms;
    uint32_t count = 0;
    for (uint32_t i = 1; i < g->count; i++) {
        for (uint32_t j = 0; j < i && count < EQUALITIES_MAX; j++) {
            if (!is_comparable(g, &g->found[i], &g->found[j]))
                continue;
            term_ref fact = order_share(g->prover, g->pairing, shared, equality(g, &g->found[i], &g->found[j]));
            if (term_is_true(t, fact))
                continue;
            count++;
            known = term_and(t, known, fact);
            term_visit_symbols(t, fact, gather, g);
        }
    }
    return known;
}

/* What the writes that reach them say of the reads, and of those that they bring in. */
static term_ref from_writes(struct gathering *g, const struct order_case *shared) {
    struct prover *prover = g->prover;
    term_ref known = term_true(prover->terms);
    for (uint32_t i = 0; i < g->count && i < READS_MAX; i++) {
        const struct contents_read *read = &g->found[i];
        symbol_ref value = read->is_second ? threads_own(prover, read->symbol) : read->symbol;
        term_ref fact = reached(prover, value, read, NESTING_MAX);
        if (read->is_second)
            fact = order_share(prover, g->pairing, shared, prover_second(prover, g->pairing, fact));
        known = term_and(prover->terms, known, fact);
        term_visit_symbols(prover->terms, fact, gather, g);
    }
    return known;
}

term_ref contents_known(struct prover *prover, enum pairing pairing, term_ref query, const struct order_case *shared, bool writes, uint64_t *arrays) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct gathering g = {.prover = prover, .pairing = pairing};
    term_ref known = term_true(prover->terms);
    if ((prover->values->trusted == 0 && !BREAK(TRUSTED)) || !(term_deps(prover->terms, query) & DEP_APPROX))
        return known;
    term_visit_symbols(prover->terms, query, gather, &g);
    if (writes)
        known = from_writes(&g, shared);
    known = equalities(&g, shared, known);
    struct used used = {prover, 0};
    term_visit_symbols(prover->terms, known, note_used, &used);
    *arrays |= used.arrays;
    return known;
}

term_ref contents_of_read(struct prover *prover, uint32_t item, uint32_t lane) {
    assert(item < prover->protocol->item_count);
    const struct proto_item *read = &prover->protocol->items[item];
    struct contents_read found;
    if (lane >= read->give_count || term_is_none(read->gives[lane]))
        return TERM_NONE;
    symbol_ref symbol = {(uint32_t)term_get(prover->terms, read->gives[lane])->value};
    if (!find_read(prover, symbol, &found) || !is_trusted(prover, &found))
        return TERM_NONE;
    return reached(prover, symbol, &found, NESTING_MAX);
}

void contents_distrust(struct prover *prover, uint64_t arrays) {
    prover->values->trusted &= ~arrays;
    map_release(&prover->values->reached);
    map_init(&prover->values->reached);
}
