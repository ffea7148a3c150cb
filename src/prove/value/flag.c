/* Flags: a write that a thread makes known by a release, and an access of
   another thread that waits for it or tests whether it happened.

     t: first ... fence ... release    a strong write or update of the flag
     u: acquire ... then               a strong read or update of the flag, on
                                       whose value it depends that u gets here

   The release or the wait may be another thread's of the same block, if a
   barrier passes it on (last-block reductions, grid barriers). Of locks that
   are taken and given back by exchanges around both accesses no fence is asked.
   Nothing is concluded from such a pattern: the pair is neither proved nor
   reported (docs/soundness.md, "Order"; reason flag-synchronisation). Patterns are
   those of the PTX memory model, section "Release and Acquire Patterns". */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/value/values.h"

struct flags {
    struct prover *prover;
    enum pairing pairing;
    bool unconditional;
    term_ref other_cell;
    bool found;
};

static const struct proto_item *item_of(const struct prover *prover, uint32_t i) {
    return &prover->protocol->items[i];
}

bool prover_has_flags(const struct prover *prover) {
    for (uint32_t i = 0; i < prover->protocol->item_count; i++)
        if (item_of(prover, i)->kind == ITEM_FENCE || item_of(prover, i)->is_exchange)
            return true;
    return false;
}

static bool is_wide_enough(enum scope_kind scope, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    return scope <= (pairing == WITHIN_BLOCK ? SCOPE_KIND_BLOCK : SCOPE_KIND_DEVICE);
}

static bool is_strong(const struct flags *flags, uint32_t i) {
    const struct proto_item *item = item_of(flags->prover, i);
    return item->kind == ITEM_ACCESS && (item->is_atomic ? is_wide_enough(item->scope, flags->pairing) : item->is_volatile);
}

static bool is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    while (loop != outer && loop != PROTOCOL_NONE)
        loop = p->loops[loop].parent;
    return loop == outer;
}

/* A thread that executes x executes y in the same iteration of the loops around y. */
static bool implies(struct flags *flags, uint32_t x, uint32_t y) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    if (!is_around(prover->protocol, item_of(prover, y)->loop, item_of(prover, x)->loop))
        return false;
    term_ref without = term_and(t, prover->frame->items[x].guard, term_not(t, prover->frame->items[y].guard));
    return term_is_false(t, without) || decide_integers(prover, flags->pairing, without).holds;
}

/* A barrier of the block that a thread at `at` passes, between positions from and to. */
static bool passes_barrier(struct flags *flags, uint32_t at, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const struct proto_item *item = item_of(flags->prover, i);
        if (item->kind == ITEM_BARRIER && item->barrier != BARRIER_WARP && item->barrier != BARRIER_NAMED && item->barrier != BARRIER_TILE &&
            implies(flags, at, i))
            return true;
    }
    return false;
}

static bool is_fenced(struct flags *flags, uint32_t first, uint32_t release) {
    for (uint32_t i = first + 1; i < release; i++) {
        const struct proto_item *item = item_of(flags->prover, i);
        if (item->kind == ITEM_FENCE && is_wide_enough(item->scope, flags->pairing) && (implies(flags, first, i) || implies(flags, release, i)))
            return true;
    }
    return false;
}

static bool mentions(const struct prover *prover, term_ref t, const struct proto_item *source) {
    for (uint32_t i = 0; i < source->give_count && !term_is_none(t); i++)
        if (!term_is_none(source->gives[i]) &&
            term_has_symbol(prover->terms, t, (symbol_ref){(uint32_t)term_get(prover->terms, source->gives[i])->value}))
            return true;
    return false;
}

/* Which thread of u's block tells whether u gets there, by what it found. */
enum control { NO_CONTROL, BY_SELF, BY_BLOCK };

struct fixed {
    const struct protocol *protocol;
    uint32_t loop;
    bool varies;
};

static void note_varying(void *context, symbol_ref symbol) {
    struct fixed *fixed = context;
    const struct symbol *s = symbol_get(fixed->protocol->terms, symbol);
    fixed->varies |=
        s->role == SYMBOL_FINAL || s->role == SYMBOL_VALUE || (s->role == SYMBOL_COUNTER && !is_around(fixed->protocol, s->loop, fixed->loop));
}

/* The offset of the acquire is the same in all iterations before one of `then`. */
static bool is_fixed(const struct prover *prover, uint32_t acquire, uint32_t then) {
    struct fixed fixed = {prover->protocol, item_of(prover, then)->loop, false};
    term_visit_symbols(prover->terms, prover->frame->items[acquire].offset, note_varying, &fixed);
    return !fixed.varies;
}

/* A loop around the acquire that `then` is behind waits for its value. */
static enum control waits(struct flags *flags, uint32_t acquire, uint32_t then) {
    struct prover *prover = flags->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t loop = item_of(prover, acquire)->loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        const struct proto_loop *l = &p->loops[loop];
        if (l->end > then)
            return NO_CONTROL;
        if (!mentions(prover, l->proceeds, item_of(prover, acquire)))
            continue;
        if (implies(flags, then, l->begin - 1))
            return is_fixed(prover, acquire, then) ? BY_SELF : BY_BLOCK;
        if (passes_barrier(flags, then, l->end, then))
            return BY_BLOCK;
    }
    return NO_CONTROL;
}

/* What the acquire found is written to shared memory and read behind a barrier. */
static bool is_passed_on(struct flags *flags, uint32_t acquire, uint32_t then) {
    struct prover *prover = flags->prover;
    for (uint32_t w = acquire + 1; w < then; w++) {
        const struct proto_item *write = item_of(prover, w), *source = item_of(prover, acquire);
        if (write->kind != ITEM_ACCESS || write->mode == ACCESS_READ || prover->protocol->arrays[write->array].space != SPACE_SHARED ||
            !(mentions(prover, write->value, source) || mentions(prover, write->guard, source)))
            continue;
        for (uint32_t r = w + 1; r <= then; r++) {
            const struct proto_item *read = item_of(prover, r);
            if (read->kind == ITEM_ACCESS && read->array == write->array && mentions(prover, item_of(prover, then)->guard, read) &&
                passes_barrier(flags, then, w, r))
                return true;
        }
    }
    return false;
}

/* Whether u gets to `then` depends on the value of the acquire. */
static enum control controls(struct flags *flags, uint32_t acquire, uint32_t then) {
    const struct proto_item *item = item_of(flags->prover, acquire);
    if (acquire >= then || !is_strong(flags, acquire) || item->mode == ACCESS_WRITE)
        return NO_CONTROL;
    if (mentions(flags->prover, item_of(flags->prover, then)->guard, item))
        return BY_SELF;
    enum control waiting = waits(flags, acquire, then);
    return waiting == NO_CONTROL && is_passed_on(flags, acquire, then) ? BY_BLOCK : waiting;
}

static bool is_release(struct flags *flags, uint32_t first, uint32_t release, uint32_t array) {
    const struct proto_item *item = item_of(flags->prover, release);
    if (release < first || item->array != array || !is_strong(flags, release) || item->mode == ACCESS_READ)
        return false;
    if (release == first)
        return item->is_atomic;
    return implies(flags, first, release) || passes_barrier(flags, first, first + 1, release);
}

/* Item i stands between taking and giving back a lock in `array` by exchanges. */
static bool is_locked(struct flags *flags, uint32_t i, uint32_t array) {
    bool is_taken = false, is_given = false;
    for (uint32_t a = 0; a < i && !is_taken; a++)
        is_taken = item_of(flags->prover, a)->is_exchange && item_of(flags->prover, a)->array == array && controls(flags, a, i) != NO_CONTROL;
    for (uint32_t r = i + 1; r < flags->prover->protocol->item_count && is_taken && !is_given; r++)
        is_given = item_of(flags->prover, r)->is_atomic && is_release(flags, i, r, array);
    return is_given;
}

/* The flag of release and acquire may be another cell, if that can be told. */
static void note_cells(struct flags *flags, uint32_t first, uint32_t release, uint32_t acquire, enum control control, bool swapped) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    flags->found = true;
    if (control == BY_BLOCK || !implies(flags, first, release)) {
        flags->unconditional = true;
        return;
    }
    uint32_t by_t = swapped ? acquire : release, by_u = swapped ? release : acquire;
    term_ref differ = term_ne(t, prover->frame->items[by_t].offset, prover_second(prover, flags->pairing, prover->frame->items[by_u].offset));
    flags->other_cell = term_and(t, flags->other_cell, differ);
}

static void find_direction(struct flags *flags, uint32_t first, uint32_t then, bool swapped) {
    const struct protocol *p = flags->prover->protocol;
    for (uint32_t acquire = 0; acquire < then && !flags->unconditional; acquire++) {
        enum control control = controls(flags, acquire, then);
        uint32_t array = p->items[acquire].array;
        if (control == NO_CONTROL)
            continue;
        for (uint32_t release = first; release < p->item_count && !flags->unconditional; release++) {
            if (!is_release(flags, first, release, array))
                continue;
            bool is_lock = p->items[acquire].is_exchange && is_locked(flags, first, array) && is_locked(flags, then, array);
            if (release == first || is_fenced(flags, first, release) || is_lock)
                note_cells(flags, first, release, acquire, control, swapped);
        }
    }
}

bool prover_flag_between(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, term_ref *other_cell) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct flags flags = {.prover = prover, .pairing = pairing, .other_cell = term_true(prover->terms)};
    if (!prover->frame->has_flags)
        return false;
    find_direction(&flags, a, b, false);
    find_direction(&flags, b, a, true);
    *other_cell = flags.unconditional ? term_false(prover->terms) : flags.other_cell;
    return flags.found;
}
