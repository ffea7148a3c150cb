/* See reaching.h.

   Until the first race every write to a cell is ordered with every read of it,
   so the value read is that of a write that no other one follows on the way to
   the read. It is one of

     the last write of the reading thread itself in this interval, if it has one;
     a write w by any thread in an earlier interval, or by the reading thread;
     what was there before, of which nothing is said,

   and not one that a known write k overwrites: k comes after it and before the
   last barrier that stands in front of the read. k is sought where the written
   offset, solved for the thread, is the cell that is read; of a write in loops
   that are not around the read it is the one in their first iterations. */
#include "prove/value/reaching.h"

#include <assert.h>

#include "prove/frame/actor.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/interval.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/solve.h"

#define WRITES_MAX 8u
#define KILLERS_MAX 8u

struct killer {
    uint32_t item;
    uint32_t loop; /* the outermost that is not around the read, or PROTOCOL_NONE */
    term_ref condition;
};

struct reading {
    struct prover *prover;
    uint32_t item, array;
    term_ref cell, value;
    uint64_t bytes;
    struct actor reader;
    struct killer killers[KILLERS_MAX];
    uint32_t killer_count;
};

static term_ref bytes_of(const struct reading *r) {
    return term_const(r->prover->terms, 64, r->bytes);
}

static bool is_write_to(const struct reading *r, uint32_t i) {
    const struct proto_item *item = &r->prover->protocol->items[i];
    return item->kind == ITEM_ACCESS && item->mode != ACCESS_READ && item->array == r->array;
}

static term_ref offset_of(const struct reading *r, uint32_t i, struct actor by) {
    return actor_sees(r->prover, by, r->prover->frame->items[i].offset);
}

static term_ref size_of(const struct reading *r, uint32_t i, struct actor by) {
    return actor_sees(r->prover, by, r->prover->frame->items[i].size);
}

/* Both start at multiples of the size that they share. */
static bool is_all_or_nothing(const struct reading *r, uint32_t i) {
    const struct prover *prover = r->prover;
    uint64_t size;
    return term_is_const(prover->terms, prover->frame->items[i].size, &size) && size == r->bytes && size > 0 && (size & (size - 1)) == 0 &&
           prover_is_aligned(prover->terms, prover->frame->items[i].offset, size) && prover_is_aligned(prover->terms, r->cell, size);
}

static term_ref touches(const struct reading *r, uint32_t i, struct actor by) {
    struct term_table *t = r->prover->terms;
    term_ref at = offset_of(r, i, by);
    if (is_all_or_nothing(r, i))
        return term_eq(t, at, r->cell);
    term_ref before_end = term_slt(t, r->cell, term_add(t, at, size_of(r, i, by), TERM_NSW));
    return term_and(t, before_end, term_slt(t, at, term_add(t, r->cell, bytes_of(r), TERM_NSW)));
}

static term_ref covers(const struct reading *r, uint32_t i, struct actor by) {
    struct term_table *t = r->prover->terms;
    term_ref at = offset_of(r, i, by);
    if (is_all_or_nothing(r, i))
        return term_eq(t, at, r->cell);
    term_ref end = term_add(t, r->cell, bytes_of(r), TERM_NSW);
    return term_and(t, term_sle(t, at, r->cell), term_sle(t, end, term_add(t, at, size_of(r, i, by), TERM_NSW)));
}

/* One byte's value, over and over. */
static term_ref repeated(struct term_table *t, term_ref byte, uint8_t width_bits) {
    return term_mul(t, term_zext(t, byte, width_bits), term_const(t, width_bits, UINT64_C(0x0101010101010101)), 0);
}

/* If the write touches the cell, what the read gives; any value if only a part
   is written or the value is not known. */
static term_ref stores(const struct reading *r, uint32_t i, struct actor by) {
    struct term_table *t = r->prover->terms;
    const struct proto_item *item = &r->prover->protocol->items[i];
    term_ref stored = actor_sees(r->prover, by, r->prover->frame->items[i].value), whole = TERM_NONE;
    uint64_t size;
    uint8_t width = term_width(t, r->value);
    if (term_is_none(stored) || item->is_atomic || item->mode != ACCESS_WRITE)
        return touches(r, i, by);
    if (item->is_fill && width % 8 == 0) {
        whole = covers(r, i, by);
        stored = repeated(t, stored, width);
    } else if (!item->is_fill && term_is_const(t, r->prover->frame->items[i].size, &size) && size == r->bytes && term_width(t, stored) == width) {
        whole = term_eq(t, offset_of(r, i, by), r->cell);
    } else {
        return touches(r, i, by);
    }
    term_ref partial = term_and(t, touches(r, i, by), term_not(t, whole));
    return term_or(t, partial, term_and(t, whole, term_eq(t, r->value, stored)));
}

static term_ref happens(const struct reading *r, uint32_t i, struct actor by) {
    return actor_sees(r->prover, by, r->prover->frame->items[i].guard);
}

/* A write by t at the level of the read that may lie in its interval. */
static bool is_own(const struct reading *r, uint32_t i) {
    return is_write_to(r, i) && interval_is_level(r->prover->protocol, i, i, r->item);
}

/* The write w, by some thread, reaches the read, as far as can be told. */
static term_ref by_anyone(const struct reading *r, uint32_t w, struct actor writer) {
    struct prover *prover = r->prover;
    struct term_table *t = prover->terms;
    term_ref own = actor_same(prover, writer, r->reader);
    term_ref apart = term_not(t, interval_shared(prover, WITHIN_BLOCK, w, writer, r->item, r->reader));
    term_ref before = term_and(t, interval_may_precede(prover, w, writer, r->item, r->reader), term_or(t, own, apart));
    term_ref reaches = term_and(t, happens(r, w, writer), before);
    for (uint32_t k = 0; k < r->killer_count; k++) {
        if (interval_is_inside(prover->protocol, r->killers[k].loop, w))
            continue; /* perhaps in a later iteration */
        term_ref earlier = interval_precedes(prover, w, writer, r->killers[k].item, r->reader);
        reaches = term_and(t, reaches, term_not(t, term_and(t, earlier, r->killers[k].condition)));
    }
    return term_and(t, reaches, stores(r, w, writer));
}

/* No known write overwrites what the memory held when the kernel began. */
static term_ref is_uncovered(const struct reading *r) {
    struct term_table *t = r->prover->terms;
    term_ref uncovered = term_true(t);
    for (uint32_t k = 0; k < r->killer_count; k++)
        uncovered = term_and(t, uncovered, term_not(t, r->killers[k].condition));
    return uncovered;
}

/* The thread that writes the cell at item i, in the reader's rounds, if its
   number can be computed. */
static void add_killer(struct reading *r, uint32_t i) {
    struct prover *prover = r->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref parted = interval_parted(prover, i, r->item, r->reader), threads[3], condition;
    uint32_t outermost = interval_loop_apart(p, i, r->item);
    if (r->killer_count == KILLERS_MAX || term_is_false(t, parted) || !interval_is_exact(p, i) ||
        !solve_thread(prover, &prover->frame->items[i], r->cell, threads))
        return;
    struct actor writer = actor_writer(prover, false);
    condition = parted;
    for (uint32_t axis = 0; axis < 3; axis++) {
        term_ref tid = prover_scoped(prover, p->tid[axis]), extent = prover_scoped(prover, p->bdim[axis]);
        if (term_is_const(t, tid, NULL))
            continue;
        actor_fix(writer, (symbol_ref){(uint32_t)term_get(t, tid)->value}, threads[axis]);
        condition = term_and(t, condition, term_ult(t, threads[axis], extent));
    }
    for (uint32_t loop = p->items[i].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        symbol_ref counter = p->loops[loop].counter;
        bool is_apart = interval_is_inside(p, outermost, p->loops[loop].begin);
        actor_fix(writer, counter, is_apart ? term_const(t, symbol_get(t, counter)->width_bits, 0) : term_symbol(t, counter));
    }
    condition = term_and(t, condition, term_and(t, happens(r, i, writer), covers(r, i, writer)));
    if (!actor_is_fixed(writer))
        return; /* facts about its other values need a real thread */
    r->killers[r->killer_count++] = (struct killer){i, outermost, condition};
}

static bool collect(struct reading *r, uint32_t writes[WRITES_MAX], uint32_t *count) {
    const struct protocol *p = r->prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (!is_write_to(r, i))
            continue;
        if (*count == WRITES_MAX)
            return false;
        writes[(*count)++] = i;
        if (i < r->item)
            add_killer(r, i);
    }
    return true;
}

/* The reader's own writes before the read, the nearest last. */
static uint32_t first_own(const struct reading *r) {
    const struct protocol *p = r->prover->protocol;
    uint32_t first = r->item, around = p->items[r->item].loop;
    for (uint32_t i = r->item; i-- > 0;) {
        while (around != PROTOCOL_NONE && i < p->loops[around].begin) {
            for (uint32_t j = p->loops[around].begin; j < p->loops[around].end; j++)
                if (is_write_to(r, j) || p->items[j].kind == ITEM_BARRIER)
                    return first; /* its earlier iterations lie between */
            around = p->loops[around].parent;
        }
        if (p->items[i].kind == ITEM_BARRIER &&
            (!interval_is_level(p, i, i, r->item) || term_is_true(r->prover->terms, r->prover->frame->items[i].guard)))
            return first;
        if (is_write_to(r, i))
            first = i;
    }
    return first;
}

/* Whether the cell has been written before it is read, whatever the launch.
   Where it may not have been nothing much is known of its value. */
static bool is_covered(const struct reading *r, term_ref not_written) {
    struct prover *prover = r->prover;
    term_ref uncovered = term_and(prover->terms, prover->frame->items[r->item].guard, term_and(prover->terms, not_written, is_uncovered(r)));
    struct proof proof = decide_integers(prover, WITHIN_BLOCK, uncovered);
    if (proof.holds)
        ledger_list_kept(prover, &proof);
    return proof.holds;
}

struct own_write {
    uint32_t item;
    term_ref written;
};

/* What t itself wrote before the read, in the same iteration and interval; the
   nearest last. `*not_written`: none of it touches the cell. */
static uint32_t own_writes(const struct reading *r, const uint32_t *writes, uint32_t count, struct own_write *own, term_ref *not_written) {
    struct prover *prover = r->prover;
    struct term_table *t = prover->terms;
    uint32_t first = first_own(r), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (writes[i] < first || writes[i] >= r->item)
            continue;
        term_ref written = TERM_NONE; /* in other iterations too: any one of them */
        if (is_own(r, writes[i])) {
            term_ref near = interval_shared(prover, WITHIN_BLOCK, writes[i], r->reader, r->item, r->reader);
            written = term_and(t, near, term_and(t, happens(r, writes[i], r->reader), touches(r, writes[i], r->reader)));
            *not_written = term_and(t, *not_written, term_not(t, written));
        }
        own[found++] = (struct own_write){writes[i], written};
    }
    return found;
}

term_ref reaching_writes(struct prover *prover, uint32_t item, uint32_t lane_bytes, symbol_ref value) {
    assert(item < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    struct reading r = {
        .prover = prover, .item = item, .array = p->items[item].array, .value = term_symbol(t, value), .reader = {WITHIN_BLOCK, false, NULL}};
    r.bytes = (symbol_get(t, value)->width_bits + 7u) / 8u;
    r.cell = prover->frame->items[item].offset;
    if (lane_bytes > 0)
        r.cell = term_add(t, r.cell, term_const(t, 64, lane_bytes), TERM_NSW);
    uint32_t writes[WRITES_MAX], count = 0;
    struct own_write own[WRITES_MAX];
    term_ref not_written = term_true(t), known = term_false(t), other[WRITES_MAX];
    if (!collect(&r, writes, &count))
        return term_true(t);
    uint32_t own_count = own_writes(&r, writes, count, own, &not_written);
    if (!is_covered(&r, not_written))
        return term_true(t);
    bool anywhere = interval_has_barrier(p, BARRIER_GRID) && p->arrays[r.array].space != SPACE_SHARED;
    for (uint32_t i = 0; i < count; i++) {
        other[i] = by_anyone(&r, writes[i], actor_writer(prover, anywhere));
        known = term_or(t, known, other[i]);
    }
    for (uint32_t i = 0, w = 0; i < own_count; i++) {
        while (writes[w] != own[i].item)
            w++;
        if (term_is_none(own[i].written))
            known = term_or(t, known, other[w]);
        else
            known = term_or(t, term_and(t, own[i].written, stores(&r, own[i].item, r.reader)), term_and(t, term_not(t, own[i].written), known));
    }
    return term_implies(t, prover->frame->items[item].guard, known);
}
