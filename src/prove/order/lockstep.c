/* Warps in lockstep (--warp=lockstep; SESA, SC 2014, section IV-B).

   The lanes of a warp share one stream of instructions. What one lane does at
   one step comes before what another does at a later one, unless a branch has
   parted the two: its sides run in no known order. The compiler, though, sees
   one thread and may move accesses or keep values in registers, so the order of
   steps counts only between accesses it must keep: volatile and atomic ones. */
#include "prove/order/lockstep.h"

#include <assert.h>

#include "prove/frame/prover.h"

static bool is_kept(const struct proto_item *item) {
    return item->kind == ITEM_ACCESS && (item->is_volatile || item->is_atomic);
}

bool lockstep_rules(const struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    assert(pairing < PAIRING_COUNT);
    assert(a < prover->protocol->item_count && b < prover->protocol->item_count);
    const struct protocol *p = prover->protocol;
    return prover->scope->lockstep && p->has_sides && pairing == WITHIN_BLOCK && is_kept(&p->items[a]) && is_kept(&p->items[b]);
}

/* `inner` is `outer` or a loop in it; everything is in PROTOCOL_NONE. */
static bool is_inside(const struct protocol *p, uint32_t inner, uint32_t outer) {
    while (inner != PROTOCOL_NONE && inner != outer)
        inner = p->loops[inner].parent;
    return inner == outer;
}

static bool are_apart(uint64_t a, uint64_t b) {
    return a && b && (a != b || (a & (a - 1)) != 0);
}

static bool parts(const struct protocol *p, const struct proto_side *x, const struct proto_side *y, uint32_t a, uint32_t b, uint32_t rounds) {
    bool shared = is_inside(p, p->items[a].loop, x->loop) && is_inside(p, p->items[b].loop, x->loop);
    bool within = x->loop == PROTOCOL_NONE || shared; /* both are in one iteration of the loops around the branch */
    if (rounds != PROTOCOL_NONE && x->loop != PROTOCOL_NONE && is_inside(p, x->loop, rounds)) {
        if (x->join_loop != PROTOCOL_NONE && is_inside(p, x->join_loop, rounds))
            return false; /* its sides met before the next iteration */
        within = false;
    }
    return within ? are_apart(x->now, y->now) : are_apart(x->ever, y->ever);
}

bool lockstep_orders(const struct prover *prover, uint32_t a, uint32_t b, uint32_t rounds) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *x = &p->items[a], *y = &p->items[b];
    if (rounds == PROTOCOL_NONE && x->step == y->step)
        return false;
    for (uint32_t i = 0; i < x->side_count; i++)
        for (uint32_t j = 0; j < y->side_count; j++)
            if (x->sides[i].branch == y->sides[j].branch && parts(p, &x->sides[i], &y->sides[j], a, b, rounds))
                return false;
    return true;
}
