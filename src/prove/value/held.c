/* Writes of the value that the cell holds already (docs/theory.md, "Writes of what is there").

   Write W and read R of two threads meet in cell c, and W stores x. A write P
   of some thread p has put x there before: p is the reader itself, earlier in
   its own program, or a barrier stands between P and both W and R. Every other
   write that may touch c, of any thread z, stores x as well, or is ordered
   before P or after W and R by a barrier. Then c holds x whenever R reads it. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/rung/decide.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

#define QUERIES_MAX 24u

struct held {
    struct prover *prover;
    enum pairing pairing;
    const struct order_case *order;
    uint32_t write, read;
    bool by_u;      /* the write is u's */
    term_ref query; /* shared */
    uint32_t queries;
    struct proof proof; /* of what was shown on the way */
};

/* The thread that executes P: t or u, or thread (x, 0, 0) of their block. */
struct holder {
    bool is_fixed, is_u;
    uint32_t x;
};

static const struct proto_item *item_of(const struct held *held, uint32_t i) {
    return &held->prover->protocol->items[i];
}

static term_ref seen_by(const struct held *held, bool by_u, term_ref t) {
    return by_u ? prover_second(held->prover, held->pairing, t) : t;
}

static bool is_impossible(struct held *held, term_ref query) {
    if (term_is_false(held->prover->terms, query))
        return true;
    if (held->queries++ >= QUERIES_MAX)
        return false;
    struct proof proof = decide_integers(held->prover, held->pairing, query);
    if (proof.holds)
        proof_add(held->prover->arena, &held->proof, &proof);
    return proof.holds;
}

static bool is_shared_memory(const struct held *held) {
    enum array_kind kind = held->prover->protocol->arrays[item_of(held, held->write)->array].kind;
    return kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC;
}

/* A barrier outside of loops, between positions from and to, that a thread passes
   which executes item `by`. Memory that other blocks write is ordered by the grid's only. */
static bool is_separated(struct held *held, uint32_t from, uint32_t to, uint32_t by) {
    struct prover *prover = held->prover;
    struct term_table *t = prover->terms;
    for (uint32_t i = from + 1; i < to; i++) {
        const struct proto_item *item = item_of(held, i);
        if (item->kind != ITEM_BARRIER || item->loop != PROTOCOL_NONE || item->barrier == BARRIER_WARP || item->barrier == BARRIER_NAMED ||
            item->barrier == BARRIER_TILE || !fence_orders(item->fence, prover->protocol->arrays[item_of(held, held->write)->array].space) ||
            (item->barrier != BARRIER_GRID && !is_shared_memory(held)))
            continue;
        if (is_impossible(held, term_and(t, prover->frame->items[by].guard, term_not(t, prover->frame->items[i].guard))))
            return true;
    }
    return false;
}

struct fixing {
    struct held *held;
    struct holder holder;
    bool failed;
};

static term_ref fix_thread(void *context, symbol_ref symbol) {
    struct fixing *fixing = context;
    struct term_table *t = fixing->held->prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    if (s->role == SYMBOL_TID)
        return term_const(t, s->width_bits, s->axis == 0 ? fixing->holder.x : 0);
    fixing->failed |= s->scope == SCOPE_THREAD || s->in_loop != 0;
    return TERM_NONE;
}

/* t as the holder sees it; TERM_NONE if that cannot be told. */
static term_ref seen_by_holder(struct held *held, struct holder holder, term_ref t) {
    struct fixing fixing = {held, holder, false};
    if (!holder.is_fixed)
        return seen_by(held, holder.is_u, t);
    struct substitution *s = substitution_create(held->prover->terms, fix_thread, &fixing);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return fixing.failed ? TERM_NONE : result;
}

/* The holder exists, executes P, and stores in W's cell what W stores. */
static term_ref holds(struct held *held, uint32_t p, struct holder holder) {
    struct prover *prover = held->prover;
    struct term_table *t = prover->terms;
    const struct scoped_item *own = &prover->frame->items[p], *w = &prover->frame->items[held->write];
    term_ref guard = seen_by_holder(held, holder, own->guard), offset = seen_by_holder(held, holder, own->offset);
    term_ref value = seen_by_holder(held, holder, own->value);
    if (term_is_none(guard) || term_is_none(offset) || term_is_none(value))
        return term_false(t);
    if (holder.is_fixed)
        guard = term_and(t, guard, term_ult(t, term_const(t, 32, holder.x), prover_scoped(prover, prover->protocol->bdim[0])));
    term_ref same = term_and(t, term_eq(t, offset, seen_by(held, held->by_u, w->offset)), term_eq(t, value, seen_by(held, held->by_u, w->value)));
    return order_share(prover, held->pairing, held->order, term_and(t, guard, same));
}

/* What item z, executed by any thread, stores in W's cell is what W stores. */
static bool keeps(struct held *held, uint32_t z, term_ref holding) {
    struct prover *prover = held->prover;
    struct term_table *t = prover->terms;
    const struct proto_item *item = item_of(held, z), *write = item_of(held, held->write);
    const struct scoped_item *w = &prover->frame->items[held->write];
    bool any_block = !is_shared_memory(held);
    term_ref offset = prover_third(prover, any_block, prover->frame->items[z].offset),
             size = prover_third(prover, any_block, prover->frame->items[z].size);
    term_ref own = seen_by(held, held->by_u, w->offset), own_size = seen_by(held, held->by_u, w->size);
    term_ref touches = term_and(t, term_slt(t, offset, term_add(t, own, own_size, TERM_NSW)), term_slt(t, own, term_add(t, offset, size, TERM_NSW)));
    if (item->mode == ACCESS_WRITE && !item->is_fill && !term_is_none(prover->frame->items[z].value) && item->value_bits == write->value_bits &&
        term_same(prover->frame->items[z].size, w->size)) {
        term_ref value = prover_third(prover, any_block, prover->frame->items[z].value);
        term_ref same = term_and(t, term_eq(t, offset, own), term_eq(t, value, seen_by(held, held->by_u, w->value)));
        touches = term_and(t, touches, term_not(t, same));
    }
    term_ref harm = term_and(t, prover_third(prover, any_block, prover->frame->items[z].guard), touches);
    harm = order_share(prover, held->pairing, held->order, harm);
    return BREAK(HELD) || is_impossible(held, term_and(t, term_and(t, held->query, holding), harm));
}

/* No write comes between P and the two accesses, or it stores the same. */
static bool is_kept(struct held *held, uint32_t p, bool is_own, term_ref holding) {
    const struct protocol *protocol = held->prover->protocol;
    uint32_t last = held->write > held->read ? held->write : held->read;
    uint32_t array = item_of(held, held->write)->array;
    for (uint32_t z = 0; z < protocol->item_count; z++) {
        const struct proto_item *item = item_of(held, z);
        if (item->kind != ITEM_ACCESS || item->mode == ACCESS_READ || item->array != array)
            continue;
        bool before = z < p && item_of(held, p)->loop == PROTOCOL_NONE && is_separated(held, z, p, p);
        bool after = z > last && !is_own && is_separated(held, last, z, z);
        if (!before && !after && !keeps(held, z, holding))
            return false;
    }
    return true;
}

static bool is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    while (loop != outer && loop != PROTOCOL_NONE)
        loop = p->loops[loop].parent;
    return loop == outer;
}

/* P holds for W by this holder; or false. */
static term_ref held_by(struct held *held, uint32_t p, struct holder holder) {
    struct prover *prover = held->prover;
    term_ref no = term_false(prover->terms);
    const struct proto_item *item = item_of(held, p);
    bool is_reader = !holder.is_fixed && holder.is_u != held->by_u;
    bool is_own = is_reader && p < held->read && is_around(prover->protocol, item->loop, item_of(held, held->read)->loop);
    term_ref holding = holds(held, p, holder);
    if (term_is_false(prover->terms, holding))
        return no;
    bool is_earlier = held->pairing == WITHIN_BLOCK && item->loop == PROTOCOL_NONE && is_separated(held, p, held->write, held->write) &&
                      is_separated(held, p, held->read, held->read);
    return (is_own || is_earlier) && is_kept(held, p, is_own, holding) ? holding : no;
}

static bool is_candidate(const struct held *held, uint32_t p) {
    const struct proto_item *item = item_of(held, p), *write = item_of(held, held->write);
    return item->kind == ITEM_ACCESS && item->mode == ACCESS_WRITE && item->array == write->array && !item->is_fill && !item->is_atomic &&
           !term_is_none(item->value) && item->value_bits == write->value_bits &&
           term_same(held->prover->frame->items[p].size, held->prover->frame->items[held->write].size);
}

/* The x of a guard that says threadIdx.x == x. */
static uint32_t guarded_thread(const struct prover *prover, uint32_t p) {
    const struct term_table *t = prover->terms;
    VEC(term_ref) pending = {0};
    uint64_t value = 0;
    vec_push(&pending, prover->frame->items[p].guard);
    while (pending.size > 0 && value == 0) {
        term_ref r = vec_pop(&pending);
        enum term_op op = term_op_of(term_get(t, r));
        for (uint32_t i = 0; op == TERM_AND && i < term_get(t, r)->arity; i++)
            vec_push(&pending, term_child(t, r, i));
        for (uint32_t i = 0; op == TERM_EQ && i < 2; i++)
            if (term_same(term_child(t, r, i), prover->protocol->tid[0]))
                (void)term_is_const(t, term_child(t, r, 1 - i), &value);
    }
    vec_release(&pending);
    return value < UINT32_MAX ? (uint32_t)value : 0;
}

term_ref prover_held(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query,
                     struct proof *given) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    assert(prover_is_condition(prover, query));
    const struct protocol *p = prover->protocol;
    bool by_u = p->items[b].mode == ACCESS_WRITE;
    struct held held = {.prover = prover,
                        .pairing = pairing,
                        .order = order,
                        .write = by_u ? b : a,
                        .read = by_u ? a : b,
                        .by_u = by_u,
                        .query = query,
                        .proof = proof_by(RUNG_STRUCTURE)};
    const struct proto_item *write = item_of(&held, held.write);
    term_ref holding = term_false(prover->terms);
    if (write->mode != ACCESS_WRITE || item_of(&held, held.read)->mode != ACCESS_READ || write->is_atomic || write->is_fill ||
        term_is_none(write->value))
        return holding;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].is_async && p->items[i].array == write->array)
            return holding;
    for (uint32_t i = 0; i < p->item_count && held.queries < QUERIES_MAX; i++) {
        if (!is_candidate(&held, i))
            continue;
        struct holder holders[] = {{.is_fixed = true, .x = guarded_thread(prover, i)}, {.is_u = !by_u}, {.is_u = by_u}};
        for (uint32_t h = 0; h < 3 && !term_is_true(prover->terms, holding); h++)
            holding = term_or(prover->terms, holding, held_by(&held, i, holders[h]));
    }
    if (!term_is_false(prover->terms, holding))
        proof_add(prover->arena, given, &held.proof);
    return holding;
}
