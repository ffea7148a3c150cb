/* Barriers of a part of the block: bar.sync with a count, and tiles of more
   than 32 threads.

   bar.sync a, b lets threads go on as soon as b of them have come. It orders
   those that wait together, so it must be known who they are. That is the case
   if exactly a range of b threads executes it: one of them only if all do, in
   the same round, and nobody else uses barrier a. (Weft, PLDI 2015, tells
   generations of named barriers apart; here each is one round of one item.) */
#include "prove/order/part.h"

#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/warp.h"

static term_ref number(struct prover *prover, uint32_t value) {
    return term_const(prover->terms, 32, value);
}

static term_ref block_size(struct prover *prover) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint8_t both = TERM_NSW | TERM_NUW;
    return prover_scoped(prover, term_mul(t, term_mul(t, p->bdim[0], p->bdim[1], both), p->bdim[2], both));
}

term_ref part_in_range(struct prover *prover, const struct part *part, bool is_second) {
    struct term_table *t = prover->terms;
    term_ref line = warp_line(prover, is_second);
    return term_and(t, term_ule(t, number(prover, part->first), line), term_ult(t, line, number(prover, part->first + part->count)));
}

static term_ref tile_of(struct prover *prover, const struct part *part, bool is_second) {
    return term_binary(prover->terms, TERM_UDIV, warp_line(prover, is_second), number(prover, part->count));
}

term_ref part_includes(struct prover *prover, uint32_t item, bool by_second) {
    assert(item < prover->protocol->item_count);
    const struct part *part = &prover->frame->parts[item];
    if (part->kind == PART_RANGE)
        return part_in_range(prover, part, !by_second);
    return term_eq(prover->terms, tile_of(prover, part, false), tile_of(prover, part, true));
}

term_ref part_is_cut(struct prover *prover, uint32_t item) {
    assert(item < prover->protocol->item_count);
    struct term_table *t = prover->terms;
    const struct part *part = &prover->frame->parts[item];
    term_ref end = number(prover, part->first + part->count);
    if (part->kind == PART_TILE) {
        uint8_t both = TERM_NSW | TERM_NUW;
        term_ref next = term_add(t, tile_of(prover, part, false), number(prover, 1), both);
        end = term_mul(t, next, number(prover, part->count), both);
    }
    return term_ult(t, block_size(prover), end);
}
