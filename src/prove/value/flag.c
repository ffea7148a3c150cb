/* Flags: a write that a thread makes known by a release, and an access of
   another thread that waits for it or tests whether it happened.

     t: first ... fence ... release    a strong write or update of the flag
     u: acquire ... then               a strong read or update of the flag, on
                                       whose value it depends that u gets here

   The release or the wait may be another thread's of the same block, if a
   barrier, a vote or a shuffle passes it on (last-block reductions, grid
   barriers). Threads that go around the wait are judged (the first one of a
   chain), and so are two threads of different flags, unless flags form a chain:
   some thread waits for the one and sets the other. In a loop around both accesses
   the acquire may be one of the round before, the release one of the round behind
   (barriers of all blocks at the end, or the beginning, of each round): what comes
   in a later round is then ordered; where all but the first thread at a flag
   go on (trees that are built from their leaves), in any. Of locks that
   are taken and given back by exchanges around both accesses no fence is asked.
   Between blocks a release or wait within one block counts where a third thread
   passes it on (find_relay).
   Nothing is concluded from such a pattern: the pair is neither proved nor
   reported (docs/soundness.md, "Order"; reason flag-synchronisation). Patterns are
   those of the PTX memory model, section "Release and Acquire Patterns". */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/value/flag_parts.h"
#include "prove/value/values.h"

bool prover_has_flags(const struct prover *prover) {
    for (uint32_t i = 0; i < prover->protocol->item_count; i++)
        if (flag_item(prover, i)->kind == ITEM_FENCE || flag_item(prover, i)->is_exchange)
            return true;
    return false;
}

static bool may_release(const struct flags *flags, uint32_t i) {
    return flag_is_strong(flags, i) && flag_item(flags->prover, i)->mode != ACCESS_READ;
}

/* A fence of one of the two stands between positions from and to. */
static bool has_fence(struct flags *flags, uint32_t first, uint32_t release, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const struct proto_item *item = flag_item(flags->prover, i);
        if (item->kind == ITEM_FENCE && flag_is_wide_enough(flags, item->scope) && (flag_implies(flags, first, i) || flag_implies(flags, release, i)))
            return true;
    }
    return false;
}

/* ---- scopes ---- */

static bool is_wide(const struct proto_item *item) {
    return item->scope <= SCOPE_KIND_DEVICE;
}

/* A fence of the device stands between positions a and r, where one who executes r passes it. */
static bool has_wide_fence(struct flags *flags, uint32_t a, uint32_t r) {
    for (uint32_t i = a + 1; i < r; i++) {
        const struct proto_item *item = flag_item(flags->prover, i);
        if (item->kind == ITEM_FENCE && is_wide(item) && flag_implies(flags, r, i))
            return true;
    }
    return false;
}

/* Order is transitive: what a block learns by a flag and a fence of its own, a thread of it that waits for that flag passes on to other blocks
   by a fence of the device, and the other way round (PTX memory model, "Causality order"). A kernel whose scopes are all as wide has no need. */
static bool find_relay(struct flags *flags) {
    const struct protocol *p = flags->prover->protocol;
    bool is_narrow = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        is_narrow |= p->items[i].scope == SCOPE_KIND_BLOCK && (p->items[i].kind == ITEM_FENCE || p->items[i].is_atomic);
    if (flags->pairing == WITHIN_BLOCK || !is_narrow)
        return false;
    flags->is_relayed = true; /* one end of the relay may be narrow */
    bool is_found = false;
    for (uint32_t r = 0; r < p->item_count && !is_found; r++)
        for (uint32_t a = 0; a < r && may_release(flags, r) && !is_found; a++)
            is_found = (is_wide(&p->items[a]) || is_wide(&p->items[r])) && has_wide_fence(flags, a, r) && flag_controls(flags, a, r).by != NO_CONTROL;
    flags->is_relayed = false;
    return is_found;
}

static bool is_fenced(struct flags *flags, uint32_t first, uint32_t release) {
    return has_fence(flags, first, release, first + 1, release);
}

/* Nothing is done in the loop but to look at flags: one that takes tickets, or counts, waits for nobody. */
static bool only_waits(struct flags *flags, const struct proto_loop *l) {
    bool only = true;
    for (uint32_t i = l->begin; i < l->end; i++)
        only &= flag_item(flags->prover, i)->kind != ITEM_ACCESS || flag_is_strong(flags, i);
    return only;
}

/* The update only looks at a flag again and again: `while (atomicAdd(flag, 0) == 0)`. */
static bool is_look(struct flags *flags, uint32_t i) {
    const struct proto_item *item = flag_item(flags->prover, i);
    const struct proto_loop *l = item->loop == PROTOCOL_NONE ? NULL : &flags->prover->protocol->loops[item->loop];
    return l && !item->is_exchange && flag_mentions(flags->prover, l->proceeds, item) && only_waits(flags, l);
}

/* A thread that executes x comes to the outermost loop around the release that is not around x. How often that goes round is not asked. */
static bool comes_to_loop(struct flags *flags, uint32_t x, uint32_t release) {
    const struct protocol *p = flags->prover->protocol;
    uint32_t outermost = PROTOCOL_NONE, own = flag_item(flags->prover, x)->loop;
    for (uint32_t loop = flag_item(flags->prover, release)->loop; loop != PROTOCOL_NONE && !flag_is_around(p, loop, own);
         loop = p->loops[loop].parent)
        outermost = loop;
    return outermost != PROTOCOL_NONE && p->loops[outermost].begin > x && !is_look(flags, release) &&
           flag_implies(flags, x, p->loops[outermost].begin - 1);
}

/* The condition of a thread at `first` that the release comes behind it, by the thread or another of its block; false: it is none. */
static term_ref releases(struct flags *flags, uint32_t first, uint32_t release) {
    struct term_table *t = flags->prover->terms;
    const struct proto_item *item = flag_item(flags->prover, release);
    bool is_none = release < first || !may_release(flags, release);
    if (is_none || (release == first && !item->is_atomic))
        return term_false(t);
    if (release == first || flag_implies(flags, first, release) || comes_to_loop(flags, first, release))
        return term_true(t);
    return flag_passes_barrier(flags, first, first + 1, release, release);
}

/* Item i stands between taking and giving back a lock in `array` by exchanges. */
static bool is_locked(struct flags *flags, uint32_t i, uint32_t array) {
    bool is_taken = false, is_given = false;
    for (uint32_t a = 0; a < i && !is_taken; a++)
        is_taken =
            flag_item(flags->prover, a)->is_exchange && flag_item(flags->prover, a)->array == array && flag_controls(flags, a, i).by != NO_CONTROL;
    for (uint32_t r = i + 1; r < flags->prover->protocol->item_count && is_taken && !is_given; r++)
        is_given = flag_item(flags->prover, r)->is_atomic && flag_item(flags->prover, r)->array == array &&
                   !term_is_false(flags->prover->terms, releases(flags, i, r));
    return is_given;
}

/* Some thread waits for a flag in `from` before it sets one in `to`, another cell if that is the same array. */
static bool passes_order(struct flags *flags, uint32_t from, uint32_t to) {
    const struct prover *prover = flags->prover;
    bool passes = false;
    for (uint32_t r = 0; r < prover->protocol->item_count && !passes; r++) {
        if (!may_release(flags, r) || flag_item(prover, r)->array != to)
            continue;
        for (uint32_t a = 0; a < r && !passes; a++) {
            bool is_other = from != to || prover->frame->items[a].offset.id != prover->frame->items[r].offset.id;
            passes = flag_item(prover, a)->array == from && is_other && flag_controls(flags, a, r).by != NO_CONTROL;
        }
    }
    return passes;
}

/* Order passes from flags in `from` to flags in `to`, by way of other threads that wait for the one and set the next. */
static bool is_chained(struct flags *flags, uint32_t from, uint32_t to) {
    uint32_t count = flags->prover->protocol->array_count;
    bool *reached = arena_alloc(flags->prover->arena, count * sizeof *reached), is_new = true;
    for (bool is_start = true; is_new && !reached[to]; is_start = false) {
        is_new = false;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count && (is_start ? a == from : reached[a]); b++)
                if (!reached[b] && passes_order(flags, a, b))
                    reached[b] = is_new = true;
    }
    return reached[to];
}

/* A release of one thread and an acquire of the other; where t's access is the one that comes behind the acquire, they are swapped. */
struct pattern {
    uint32_t first, release, acquire;
    term_ref released; /* condition of the thread at `first` */
    struct control control;
    bool swapped, is_chained;
    uint32_t later; /* a loop: only what comes in a later round of it is ordered; PROTOCOL_NONE */
};

/* A round of the loop that comes after one of the other thread: of the second thread, or (swapped) of the first. */
static term_ref comes_later(struct flags *flags, uint32_t loop, bool swapped) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    term_ref later = term_false(t);
    bool is_inner = true;
    for (; loop != PROTOCOL_NONE; loop = prover->protocol->loops[loop].parent, is_inner = false) {
        term_ref own = term_symbol(t, prover->protocol->loops[loop].counter), other = prover_second(prover, flags->pairing, own);
        term_ref is_later = swapped ? term_ult(t, other, own) : term_ult(t, own, other);
        later = is_inner ? is_later : term_or(t, is_later, term_and(t, term_eq(t, own, other), later));
    }
    return later;
}

/* The flag of release and acquire may be another cell, or one of the threads may go around them, if that can be told. */
static void note_pattern(struct flags *flags, const struct pattern *pattern) {
    struct prover *prover = flags->prover;
    struct term_table *t = prover->terms;
    const uint32_t first = pattern->first, release = pattern->release, acquire = pattern->acquire;
    const struct control control = pattern->control;
    const bool swapped = pattern->swapped;
    flags->found = true;
    flags->by_rounds |= pattern->later != PROTOCOL_NONE;
    term_ref by_t = swapped ? control.when : pattern->released, by_u = swapped ? pattern->released : control.when;
    term_ref ordered = term_and(t, by_t, prover_second(prover, flags->pairing, by_u));
    if (pattern->later != PROTOCOL_NONE)
        ordered = term_and(t, ordered, comes_later(flags, pattern->later, swapped));
    term_ref apart = term_not(t, ordered);
    if (pattern->later == PROTOCOL_NONE && !pattern->is_chained && control.by == BY_SELF && flag_implies(flags, first, release)) {
        term_ref cell = prover->frame->items[swapped ? acquire : release].offset;
        term_ref other = prover_second(prover, flags->pairing, prover->frame->items[swapped ? release : acquire].offset);
        apart = term_or(t, apart, term_ne(t, cell, other));
    }
    flags->apart = term_and(t, flags->apart, apart);
}

static bool is_found(const struct flags *flags) {
    return term_is_false(flags->prover->terms, flags->apart);
}

static void find_direction(struct flags *flags, uint32_t first, uint32_t then, bool swapped) {
    const struct protocol *p = flags->prover->protocol;
    for (uint32_t acquire = 0; acquire < then && !is_found(flags); acquire++) {
        struct control control = flag_controls(flags, acquire, then);
        uint32_t array = p->items[acquire].array;
        if (control.by == NO_CONTROL)
            continue;
        for (uint32_t release = first; release < p->item_count && !is_found(flags); release++) {
            term_ref released = releases(flags, first, release);
            if (term_is_false(flags->prover->terms, released))
                continue;
            bool is_same = p->items[release].array == array;
            bool is_lock = is_same && p->items[acquire].is_exchange && is_locked(flags, first, array) && is_locked(flags, then, array);
            if (release != first && !is_lock && !is_fenced(flags, first, release))
                continue;
            bool chained = is_chained(flags, p->items[release].array, array);
            if (is_same || chained)
                note_pattern(flags, &(struct pattern){first, release, acquire, released, control, swapped, chained, PROTOCOL_NONE});
        }
    }
}

/* ---- rounds of a loop around both accesses ---- */

/* The condition of a thread at `then` that has waited in the loop around the acquire, itself or by a barrier behind it: in the same round of
   the loop `around` both, or, where the acquire stands behind `then`, in the round before. */
static term_ref waits_in_round(struct flags *flags, uint32_t acquire, uint32_t then, const struct proto_loop *around) {
    struct prover *prover = flags->prover;
    const struct protocol *p = prover->protocol;
    const struct proto_item *item = flag_item(prover, acquire);
    struct term_table *t = prover->terms;
    if (!flag_is_strong(flags, acquire) || item->mode == ACCESS_WRITE)
        return term_false(t);
    for (uint32_t loop = item->loop; loop != PROTOCOL_NONE && &p->loops[loop] != around; loop = p->loops[loop].parent) {
        const struct proto_loop *l = &p->loops[loop];
        bool is_asked = flag_mentions(prover, l->proceeds, item) || flag_depends_on_exchange(prover, l->proceeds, acquire + 1, l->end);
        if (!is_asked || !only_waits(flags, l))
            continue;
        if (acquire < then)
            return l->end > then ? term_false(t) : flag_waits(flags, acquire, then).when;
        if (flag_implies(flags, then, l->begin - 1))
            return term_true(t);
        return term_or(t, flag_passes_barrier(flags, then, l->end, around->end, l->begin - 1),
                       flag_passes_barrier(flags, then, around->begin, then, l->begin - 1));
    }
    return term_false(t);
}

/* The condition does not hold of a thread that finds zero: another one has come before it. */
static bool needs_another(struct flags *flags, term_ref condition, const struct proto_item *acquire) {
    struct term_table *t = flags->prover->terms;
    bool needs = false;
    for (uint32_t i = 0; i < acquire->give_count && !needs && !term_is_none(condition); i++) {
        term_ref found = acquire->gives[i];
        if (term_is_none(found))
            continue;
        term_ref is_first = term_and(t, condition, term_eq(t, found, term_const(t, term_width(t, found), 0)));
        needs = term_is_false(t, is_first) || decide_integers(flags->prover, flags->pairing, is_first).holds;
    }
    return needs;
}

/* A thread at `then` got there because it was not the first one at the acquire, without a wait: in the same round of the loop `around` both, or in
   the round before. */
static term_ref follows_another(struct flags *flags, uint32_t acquire, uint32_t then, const struct proto_loop *around) {
    const struct proto_item *item = flag_item(flags->prover, acquire);
    struct term_table *t = flags->prover->terms;
    term_ref decides = acquire < then ? flag_item(flags->prover, then)->guard : around->proceeds;
    bool is_strong = flag_is_strong(flags, acquire) && item->mode != ACCESS_WRITE;
    bool follows = is_strong && flag_mentions(flags->prover, decides, item) && needs_another(flags, decides, item);
    return follows ? term_true(t) : term_false(t);
}

/* Like releases, of a release that stands before `first` in the loop: of the round behind. */
static term_ref releases_next(struct flags *flags, uint32_t first, uint32_t release, const struct proto_loop *around) {
    struct term_table *t = flags->prover->terms;
    if (!may_release(flags, release))
        return term_false(t);
    if (flag_implies(flags, first, release))
        return term_true(t);
    return term_or(t, flag_passes_barrier(flags, first, first + 1, around->end, release),
                   flag_passes_barrier(flags, first, around->begin, release, release));
}

/* Patterns that order an access with those of later rounds only: of a loop that ends, or begins, by waiting for all blocks. */
static void find_rounds(struct flags *flags, uint32_t first, uint32_t then, bool swapped) {
    const struct protocol *p = flags->prover->protocol;
    struct term_table *t = flags->prover->terms;
    for (uint32_t loop = flag_item(flags->prover, then)->loop; loop != PROTOCOL_NONE && !is_found(flags); loop = p->loops[loop].parent) {
        const struct proto_loop *around = &p->loops[loop];
        if (!flag_is_around(p, loop, flag_item(flags->prover, first)->loop))
            continue;
        for (uint32_t acquire = around->begin; acquire < around->end && !is_found(flags); acquire++) {
            bool wraps = acquire >= then;
            term_ref when = waits_in_round(flags, acquire, then, around);
            bool waits = !term_is_false(t, when);
            when = waits ? when : follows_another(flags, acquire, then, around);
            if (term_is_false(t, when))
                continue;
            for (uint32_t release = around->begin; release < around->end && !is_found(flags); release++) {
                bool is_next = release < first, is_same = p->items[release].array == p->items[acquire].array;
                if (is_next == wraps) /* neither leaves its round, or a round lies between */
                    continue;
                term_ref released = is_next ? releases_next(flags, first, release, around) : releases(flags, first, release);
                bool is_fence =
                    is_next ? has_fence(flags, first, release, first + 1, around->end) || has_fence(flags, first, release, around->begin, release)
                            : release == first || is_fenced(flags, first, release);
                if (term_is_false(t, released) || !is_fence || !(is_same || is_chained(flags, p->items[release].array, p->items[acquire].array)))
                    continue;
                note_pattern(flags,
                             &(struct pattern){first, release, acquire, released, {BY_BLOCK, when}, swapped, false, waits ? loop : PROTOCOL_NONE});
            }
        }
    }
}

bool prover_flag_between(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct flag_order *order) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    struct flags flags = {.prover = prover, .pairing = pairing, .apart = term_true(prover->terms)};
    if (!prover->frame->has_flags)
        return false;
    flags.is_relayed = find_relay(&flags);
    find_direction(&flags, a, b, false);
    find_direction(&flags, b, a, true);
    find_rounds(&flags, a, b, false);
    find_rounds(&flags, b, a, true);
    *order = (struct flag_order){flags.apart, flags.by_rounds};
    return flags.found;
}
