/* Flags (see flag.c): who waits for one, and passes on what it found. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/warp.h"
#include "prove/rung/decide.h"
#include "prove/value/flag_parts.h"

const struct proto_item *flag_item(const struct prover *prover, uint32_t i) {
    return &prover->protocol->items[i];
}

bool flag_is_wide_enough(const struct flags *flags, enum scope_kind scope) {
    assert(flags->pairing < PAIRING_COUNT);
    return scope <= (flags->pairing == WITHIN_BLOCK || flags->is_relayed ? SCOPE_KIND_BLOCK : SCOPE_KIND_DEVICE);
}

bool flag_is_strong(const struct flags *flags, uint32_t i) {
    const struct proto_item *item = flag_item(flags->prover, i);
    return item->kind == ITEM_ACCESS && (item->is_atomic ? flag_is_wide_enough(flags, item->scope) : item->is_volatile);
}

bool flag_is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    while (loop != outer && loop != PROTOCOL_NONE)
        loop = p->loops[loop].parent;
    return loop == outer;
}

/* A thread that executes x executes y in the same iteration of the loops around y. */
bool flag_implies(struct flags *flags, uint32_t x, uint32_t y) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    if (!flag_is_around(prover->protocol, flag_item(prover, y)->loop, flag_item(prover, x)->loop))
        return false;
    term_ref without = term_and(t, prover->frame->items[x].guard, term_not(t, prover->frame->items[y].guard));
    return term_is_false(t, without) || decide_integers(prover, flags->pairing, without).holds;
}

/* The condition of a thread that passes barrier i: a thread that executes `who` passes it with it. Whose warp that may be is told where
   only threads of the block's first one execute it. */
static term_ref brought_together(struct flags *flags, uint32_t i, uint32_t who) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    const struct proto_item *item = flag_item(prover, i);
    if (item->kind != ITEM_BARRIER || item->barrier == BARRIER_NAMED || item->barrier == BARRIER_TILE || item->is_sub_group)
        return term_false(t);
    if (item->barrier != BARRIER_WARP)
        return term_true(t);
    term_ref line = warp_line(prover, false), in_first = term_ult(t, line, term_const(t, term_width(t, line), WARP_THREADS));
    term_ref in_other = term_and(t, prover->frame->items[who].guard, term_not(t, in_first));
    return decide_integers(prover, flags->pairing, in_other).holds ? in_first : term_true(t);
}

/* The condition of a thread at `at` that passes a barrier between positions from and to, with one that executes `who`. */
term_ref flag_passes_barrier(struct flags *flags, uint32_t at, uint32_t from, uint32_t to, uint32_t who) {
    struct term_table *t = flags->prover->terms;
    term_ref passes = term_false(t);
    for (uint32_t i = from; i < to && !term_is_true(t, passes); i++) {
        term_ref together = brought_together(flags, i, who);
        if (!term_is_false(t, together) && flag_implies(flags, at, i))
            passes = term_or(t, passes, together);
    }
    return passes;
}

bool flag_mentions(const struct prover *prover, term_ref t, const struct proto_item *source) {
    for (uint32_t i = 0; i < source->give_count && !term_is_none(t); i++)
        if (!term_is_none(source->gives[i]) &&
            term_has_symbol(prover->terms, t, (symbol_ref){(uint32_t)term_get(prover->terms, source->gives[i])->value}))
            return true;
    return false;
}

/* t depends on what a vote or a collective between from and to gave. */
bool flag_depends_on_exchange(const struct prover *prover, term_ref t, uint32_t from, uint32_t to) {
    bool depends = false;
    for (uint32_t i = from; i < to && !term_is_none(t) && !depends; i++) {
        term_ref result = flag_item(prover, i)->result;
        depends = !term_is_none(result) && term_has_symbol(prover->terms, t, (symbol_ref){(uint32_t)term_get(prover->terms, result)->value});
    }
    return depends;
}

struct fixed {
    const struct protocol *protocol;
    uint32_t loop;
    bool varies;
};

static void note_varying(void *context, symbol_ref symbol) {
    struct fixed *fixed = context;
    const struct symbol *s = symbol_get(fixed->protocol->terms, symbol);
    fixed->varies |=
        s->role == SYMBOL_FINAL || s->role == SYMBOL_VALUE || (s->role == SYMBOL_COUNTER && !flag_is_around(fixed->protocol, s->loop, fixed->loop));
}

/* The offset of the acquire is the same in all iterations before one of `then`. */
static bool is_fixed(const struct prover *prover, uint32_t acquire, uint32_t then) {
    struct fixed fixed = {prover->protocol, flag_item(prover, then)->loop, false};
    term_visit_symbols(prover->terms, prover->frame->items[acquire].offset, note_varying, &fixed);
    return !fixed.varies;
}

/* The condition of a thread at `then` that came through the loop's header, or through a barrier behind it with one that did. */
static term_ref condition_of_waiting(struct flags *flags, const struct proto_loop *l, uint32_t then) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    term_ref when = term_false(t);
    for (uint32_t i = l->begin - 1; i < then; i = i < l->end ? l->end : i + 1) {
        const struct proto_item *item = flag_item(prover, i);
        term_ref waited = i < l->begin ? term_true(t) : brought_together(flags, i, l->begin - 1);
        if (flag_is_around(prover->protocol, item->loop, flag_item(prover, then)->loop))
            when = term_or(t, when, term_and(t, waited, prover->frame->items[i].guard));
    }
    return when;
}

/* Item w writes what the acquire found, or writes because of it. */
static bool tells(const struct prover *prover, uint32_t w, uint32_t acquire) {
    const struct proto_item *write = flag_item(prover, w), *source = flag_item(prover, acquire);
    return write->kind == ITEM_ACCESS && write->mode != ACCESS_READ &&
           (flag_mentions(prover, write->value, source) || flag_mentions(prover, write->guard, source));
}

/* What the acquire found is written to memory in the loop, and what is read there decides whether it goes on: one thread of a block polls
   for all, or a thread keeps what it found in memory. */
static bool polls_by_memory(const struct prover *prover, const struct proto_loop *l, uint32_t acquire) {
    bool polls = false;
    for (uint32_t w = acquire + 1; w < l->end; w++)
        for (uint32_t r = tells(prover, w, acquire) ? l->begin : l->end; r < l->end && !polls; r++) {
            const struct proto_item *read = flag_item(prover, r);
            polls = read->kind == ITEM_ACCESS && read->array == flag_item(prover, w)->array && flag_mentions(prover, l->proceeds, read);
        }
    return polls;
}

/* A loop around the acquire that `then` is behind waits for its value. */
struct control flag_waits(struct flags *flags, uint32_t acquire, uint32_t then) {
    struct prover *prover = flags->prover;
    const struct protocol *p = prover->protocol;
    struct control none = {NO_CONTROL, term_false(prover->terms)};
    for (uint32_t loop = flag_item(prover, acquire)->loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        const struct proto_loop *l = &p->loops[loop];
        if (l->end > then)
            return none;
        bool is_own =
            flag_mentions(prover, l->proceeds, flag_item(prover, acquire)) || flag_depends_on_exchange(prover, l->proceeds, acquire + 1, l->end);
        if (!is_own && !polls_by_memory(prover, l, acquire))
            continue;
        if (flag_implies(flags, then, l->begin - 1))
            return (struct control){is_own && is_fixed(prover, acquire, then) ? BY_SELF : BY_BLOCK, term_true(prover->terms)};
        term_ref when = flag_passes_barrier(flags, then, l->end, then, l->begin - 1);
        when = term_or(prover->terms, when, condition_of_waiting(flags, l, then));
        if (!term_is_false(prover->terms, when))
            return (struct control){BY_BLOCK, when};
    }
    return none;
}

/* The condition of a thread at `then` for which what the acquire found is written to memory, by itself or, a barrier before, by a thread of its
   block, and decides there whether it gets to `then`. */
static term_ref passed_on(struct flags *flags, uint32_t acquire, uint32_t then) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    term_ref when = term_false(t);
    for (uint32_t w = acquire + 1; w < then; w++) {
        if (!tells(prover, w, acquire))
            continue;
        bool is_own = flag_implies(flags, then, w) && flag_implies(flags, then, acquire);
        for (uint32_t r = w + 1; r <= then && !term_is_true(t, when); r++) {
            const struct proto_item *read = flag_item(prover, r);
            if (read->kind == ITEM_ACCESS && read->array == flag_item(prover, w)->array &&
                flag_mentions(prover, flag_item(prover, then)->guard, read))
                when = term_or(t, when, is_own ? term_true(t) : flag_passes_barrier(flags, then, w, r, w));
        }
    }
    return when;
}

/* Whether u gets to `then` depends on the value of the acquire. */
struct control flag_controls(struct flags *flags, uint32_t acquire, uint32_t then) {
    const struct prover *prover = flags->prover;
    const struct proto_item *item = flag_item(prover, acquire);
    term_ref always = term_true(prover->terms), guard = flag_item(prover, then)->guard;
    if (acquire >= then || !flag_is_strong(flags, acquire) || item->mode == ACCESS_WRITE)
        return (struct control){NO_CONTROL, always};
    if (flag_mentions(prover, guard, item))
        return (struct control){BY_SELF, always};
    struct control waiting = flag_waits(flags, acquire, then);
    if (waiting.by != NO_CONTROL)
        return waiting;
    term_ref when = flag_depends_on_exchange(prover, guard, acquire + 1, then) ? always : passed_on(flags, acquire, then);
    return (struct control){term_is_false(prover->terms, when) ? NO_CONTROL : BY_BLOCK, when};
}
