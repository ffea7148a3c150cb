/* See race_query.h. */
#include "prove/property/race_query.h"

#include <assert.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/decide/ladder.h"
#include "prove/frame/behind.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/warp.h"
#include "prove/rung/bits.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

#define ARGUMENTS_DEPTH 4u

static const struct proto_item *item_at(const struct prover *prover, uint32_t i) {
    return &prover->protocol->items[i];
}

/* Whether two atomics with these scopes exclude each other's threads. */
static bool scopes_include(const struct proto_item *a, const struct proto_item *b, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    enum scope_kind weakest = a->scope > b->scope ? a->scope : b->scope;
    return pairing == WITHIN_BLOCK ? weakest <= SCOPE_KIND_BLOCK : weakest <= SCOPE_KIND_DEVICE;
}

bool race_is_asked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    const struct proto_item *x = &prover->protocol->items[a], *y = &prover->protocol->items[b];
    const struct proto_array *array = &prover->protocol->arrays[x->array];
    if (x->array != y->array || (x->mode == ACCESS_READ && y->mode == ACCESS_READ))
        return false;
    if (pairing == BETWEEN_BLOCKS && BREAK(BLOCKS))
        return false;
    if (pairing == BETWEEN_BLOCKS && (array->kind == ARRAY_SHARED || array->kind == ARRAY_DYNAMIC))
        return false;
    bool atomic = x->is_atomic && y->is_atomic;
    bool same_size = term_same(prover->frame->items[a].size, prover->frame->items[b].size);
    return !(atomic && same_size && scopes_include(x, y, pairing));
}

struct race_places race_places(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct race_places places = {{prover->frame->items[a].offset, prover_second(prover, pairing, prover->frame->items[b].offset)},
                                 term_true(prover->terms)};
    if (prover->protocol->arrays[prover->protocol->items[a].array].kind == ARRAY_LOADED)
        places.one_base = behind_one_pointer(prover->terms, &places.offset[0], &places.offset[1]);
    return places;
}

static term_ref overlap(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct race_places *places) {
    struct term_table *t = prover->terms;
    term_ref x = places->offset[0], y = places->offset[1];
    term_ref sx = prover->frame->items[a].size, sy = prover_second(prover, pairing, prover->frame->items[b].size);
    term_ref below = term_slt(t, x, term_add(t, y, sy, TERM_NSW)), above = term_slt(t, y, term_add(t, x, sx, TERM_NSW));
    return term_and(t, below, above);
}

/* Offsets that are both multiples of the common size overlap only if equal. */
bool race_is_exact(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    uint64_t size;
    const struct scoped_item *x = &prover->frame->items[a], *y = &prover->frame->items[b];
    if (!term_same(x->size, y->size) || !term_is_const(prover->terms, x->size, &size) || size == 0 || (size & (size - 1)) != 0)
        return false;
    const struct race_places places = race_places(prover, pairing, a, b);
    return prover_is_aligned(prover->terms, places.offset[0], size) && prover_is_aligned(prover->terms, places.offset[1], size);
}

static term_ref conflict_overlap(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    struct term_table *t = prover->terms;
    const struct race_places places = race_places(prover, pairing, a, b);
    bool is_exact = race_is_exact(prover, pairing, a, b) || BREAK(OVERLAP);
    return term_and(t, places.one_base, is_exact ? term_eq(t, places.offset[0], places.offset[1]) : overlap(prover, pairing, a, b, &places));
}

/* What follows from x != y: of results of one function, that the arguments differ. */
static term_ref apart(struct term_table *t, term_ref x, term_ref y, uint32_t depth) {
    const struct term a = *term_get(t, x), b = *term_get(t, y);
    bool is_function = depth < ARGUMENTS_DEPTH && term_op_of(&a) == TERM_APPLY && term_op_of(&b) == TERM_APPLY && a.value == b.value &&
                       a.arity == b.arity && a.width_bits == b.width_bits;
    term_ref any = term_false(t);
    for (uint32_t i = 0; is_function && i < a.arity; i++) {
        term_ref p = term_child(t, x, i), q = term_child(t, y, i);
        is_function = term_width(t, p) == term_width(t, q);
        if (is_function)
            any = term_or(t, any, apart(t, p, q, depth + 1));
    }
    term_ref differ = term_ne(t, x, y);
    return is_function ? term_and(t, differ, any) : differ;
}

/* A byte of both is one of the source, if what they copy is as far from where they put it. */
static term_ref copies_differ(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    if (prover->protocol->items[a].source != prover->protocol->items[b].source)
        return term_true(t);
    const struct scoped_item *x = &prover->frame->items[a], *y = &prover->frame->items[b];
    term_ref far_x = term_sub(t, x->source, x->offset, 0), far_y = term_sub(t, y->source, y->offset, 0);
    return term_ne(t, far_x, prover_second(prover, pairing, far_y));
}

/* Both are plain writes of one known scalar of one size, and overlap completely or not at all. */
term_ref race_values_differ(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct proto_item *x = item_at(prover, a), *y = item_at(prover, b);
    term_ref vx = prover->frame->items[a].value, vy = prover->frame->items[b].value;
    if (BREAK(STORED))
        return term_false(t);
    if (x->is_fill && y->is_fill && !term_is_none(vx) && !term_is_none(vy))
        return apart(t, vx, prover_second(prover, pairing, vy), 0);
    if (x->is_copy && y->is_copy)
        return copies_differ(prover, pairing, a, b);
    if (x->is_fill || y->is_fill || x->mode != ACCESS_WRITE || y->mode != ACCESS_WRITE || x->is_atomic || y->is_atomic || term_is_none(vx) ||
        term_is_none(vy) || term_width(t, vx) != term_width(t, vy) || !term_same(prover->frame->items[a].size, prover->frame->items[b].size))
        return term_true(t);
    const struct race_places places = race_places(prover, pairing, a, b);
    term_ref elsewhere = term_ne(t, places.offset[0], places.offset[1]);
    term_ref partial = race_is_exact(prover, pairing, a, b) ? term_false(t) : elsewhere; /* the query says that they are equal */
    return term_or(t, partial, apart(t, vx, prover_second(prover, pairing, vy), 0));
}

/* t and u do not execute these items as lanes of one warp, together. */
static term_ref not_together(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    if (pairing != WITHIN_BLOCK || p->items[a].collective == 0 || p->items[a].collective != p->items[b].collective)
        return term_true(t);
    term_ref together = warp_same(prover);
    for (uint32_t loop = p->items[a].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        term_ref k = term_symbol(t, p->loops[loop].counter);
        together = term_and(t, together, term_eq(t, k, prover_second(prover, pairing, k)));
    }
    return term_not(t, together);
}

/* t and u are not lanes of one warp whose accesses one lane makes, whichever it is. */
static term_ref not_owned(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    struct term_table *t = prover->terms;
    const struct scoped_item *x = &prover->frame->items[a], *y = &prover->frame->items[b];
    uint32_t owner = item_at(prover, a)->owner;
    if (pairing != WITHIN_BLOCK || owner == 0 || owner != item_at(prover, b)->owner || !term_same(x->size, y->size))
        return term_true(t);
    return term_not(t, term_and(t, warp_same(prover), term_eq(t, x->offset, prover_second(prover, pairing, y->offset))));
}

/* Proofs about the equality of offsets may use what they were before equal summands were cancelled. */
static void note_sides(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref equality) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    const struct race_places places = race_places(prover, pairing, a, b);
    bool is_equality = race_is_exact(prover, pairing, a, b) && term_is_true(prover->terms, places.one_base);
    if (!is_equality || !opaque_has_product(prover->terms, equality))
        return;
    integer_note_sides(prover->integers, order_share(prover, pairing, order, equality), order_share(prover, pairing, order, places.offset[0]),
                       order_share(prover, pairing, order, places.offset[1]));
}

/* The query; what its facts rest on is added to *given. */
static term_ref query_of(struct prover *prover, const struct access_pair *pair, struct proof *given) {
    struct term_table *t = prover->terms;
    enum pairing pairing = pair->pairing;
    uint32_t a = pair->a, b = pair->b;
    const struct order_case *order = pair->order;
    term_ref met = conflict_overlap(prover, pairing, a, b);
    note_sides(prover, pairing, a, b, order, met);
    term_ref query = term_and(t, prover->frame->items[a].guard, prover_second(prover, pairing, prover->frame->items[b].guard));
    query = term_and(t, query, term_and(t, order_threads(prover, pairing, order), order->condition));
    query = term_and(t, query, term_and(t, term_and(t, not_together(prover, pairing, a, b), not_owned(prover, pairing, a, b)), met));
    query = term_and(t, query, prover_ticket_facts(prover, pairing, query, given));
    if (pairing == WITHIN_BLOCK)
        query = term_and(t, query, prover_lane_facts(prover, query, order->shared, order->shared_count, given));
    return order_share(prover, pairing, order, query);
}

static term_ref happens(struct prover *prover, uint32_t i) {
    return access_happens(prover, prover->frame->items[i].guard, prover->frame->items[i].offset);
}

/* Offsets that are equal, or accesses of constant sizes that overlap. */
static void add_offsets(struct prover *prover, const struct access_pair *pair, struct question *q) {
    const struct scoped_item *x = &prover->frame->items[pair->a], *y = &prover->frame->items[pair->b];
    bool is_exact = race_is_exact(prover, pair->pairing, pair->a, pair->b);
    const struct race_places places = race_places(prover, pair->pairing, pair->a, pair->b);
    if (pair->order->threads == ORDER_ONE_THREAD)
        return;
    q->has_sizes = !is_exact;
    if (!is_exact && (!term_is_const(prover->terms, x->size, &q->sizes[0]) || !term_is_const(prover->terms, y->size, &q->sizes[1])))
        return;
    q->has_offsets = true;
    q->offsets = (struct equal_offsets){race_guards(prover, pair), order_share(prover, pair->pairing, pair->order, places.offset[0]),
                                        order_share(prover, pair->pairing, pair->order, places.offset[1])};
}

term_ref race_guards(struct prover *prover, const struct access_pair *pair) {
    term_ref guards =
        term_and(prover->terms, prover->frame->items[pair->a].guard, prover_second(prover, pair->pairing, prover->frame->items[pair->b].guard));
    guards = term_and(prover->terms, guards, race_places(prover, pair->pairing, pair->a, pair->b).one_base);
    return order_share(prover, pair->pairing, pair->order, guards);
}

struct question race_question(struct prover *prover, const struct access_pair *pair) {
    struct question q = {.pairing = pair->pairing,
                         .given = proof_by(RUNG_STRUCTURE),
                         .shares = true,
                         .shared = *pair->order,
                         .accesses = {pair->a, pair->b},
                         .hides_products = true};
    q.query = query_of(prover, pair, &q.given);
    if (term_is_false(prover->terms, q.query))
        return q;
    q.happens[0] = happens(prover, pair->a);
    q.happens[1] = happens(prover, pair->b);
    add_offsets(prover, pair, &q);
    return q;
}

bool race_is_excluded(struct prover *prover, const struct question *question) {
    struct proof proof = ladder_decide(prover, question);
    if (!proof.holds)
        proof = ladder_decide_late(prover, question);
    if (proof.holds)
        ledger_list(prover, &proof);
    return proof.holds;
}
