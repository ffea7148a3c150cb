/* Values that the lanes of a warp share (protocol/lanes.c), provided that all lanes
   execute the collective in the same round; otherwise the result is undefined. Lanes that have left the kernel are none of them: of a vote
   those that execute it share the result, of a shuffle the source lane must be there. That
   the guards of all lanes are true together is proved here. That no lane has left a
   loop around the collective before is proved in meeting.c. Both proofs may use shared
   values of earlier meetings: induction over the first meeting that a lane misses
   (docs/theory.md, "Values that lanes share"). If the second proof fails, the
   collective's value is in doubt, and every answer that used it is found again. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/warp.h"
#include "prove/rung/decide.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

enum { LANES_USED = 1, LANES_DOUBTED = 2 };

static bool is_among(const uint32_t *loops, uint32_t count, uint32_t loop) {
    for (uint32_t i = 0; i < count; i++)
        if (loops[i] == loop)
            return true;
    return false;
}

/* All lanes of t's warp execute it in t's round. */
static const struct proof *converges(struct prover *prover, uint32_t index) {
    const struct proto_lanes *lanes = &prover->protocol->lanes[index];
    struct term_table *t = prover->terms;
    vec_resize_zero(&prover->values->lanes_converge, prover->protocol->lanes_count);
    struct lane_proof *known = &prover->values->lanes_converge.data[index];
    if (!known->is_decided) {
        term_ref guard = prover_scoped(prover, lanes->guard), other = prover_same_round(prover, WITHIN_BLOCK, guard, lanes->loop);
        term_ref misses = term_and(t, term_and(t, guard, term_not(t, other)), warp_same(prover));
        struct proof proof = term_is_false(t, misses) ? proof_by(RUNG_STRUCTURE) : decide_integers(prover, WITHIN_BLOCK, misses);
        known = &prover->values->lanes_converge.data[index];
        known->is_decided = true;
        known->proof = !proof.holds || claims_allow(prover, WITHIN_BLOCK, &proof, guard) ? proof : proof_none(SMT_SAT);
    }
    return &known->proof;
}

/* Both threads execute it in t's round, as far as guards tell. A lane that does not has left the kernel, or its collective is in doubt. */
static term_ref both_execute(struct prover *prover, const struct proto_lanes *lanes) {
    term_ref guard = prover_scoped(prover, lanes->guard);
    return term_and(prover->terms, guard, prover_same_round(prover, WITHIN_BLOCK, guard, lanes->loop));
}

bool prover_is_lane_value(const struct prover *prover, uint32_t symbol) {
    for (uint32_t i = 0; i < prover->protocol->lanes_count; i++)
        if (prover->protocol->lanes[i].symbol.id == symbol)
            return true;
    return false;
}

static uint32_t item_of(const struct protocol *p, symbol_ref symbol) {
    for (uint32_t i = 0; i < p->item_count; i++) {
        term_ref result = p->items[i].kind == ITEM_COLLECTIVE ? p->items[i].result : TERM_NONE;
        if (!term_is_none(result) && term_get(p->terms, result)->value == symbol.id)
            return i;
    }
    return PROTOCOL_NONE;
}

bool prover_doubt_lanes(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool was_used = false;
    vec_resize_zero(&prover->values->lanes_doubt, p->lanes_count);
    for (uint32_t i = 0; i < p->lanes_count; i++) {
        uint8_t *doubt = &prover->values->lanes_doubt.data[i];
        uint32_t item = item_of(p, p->lanes[i].symbol);
        if ((*doubt & LANES_DOUBTED) || (item != PROTOCOL_NONE && prover->frame->comes_together[item]) || BREAK(LANES))
            continue;
        was_used |= (*doubt & LANES_USED) != 0;
        *doubt |= LANES_DOUBTED;
    }
    return was_used;
}

struct mention {
    const struct prover *prover;
    uint32_t wanted;
    bool own, other;
};

static void note_mention(void *context, symbol_ref symbol) {
    struct mention *mention = context;
    bool is_copy = threads_is_second(mention->prover, symbol);
    mention->own |= symbol.id == mention->wanted;
    mention->other |= is_copy && threads_own(mention->prover, symbol).id == mention->wanted;
}

term_ref prover_lane_facts(struct prover *prover, term_ref query, const uint32_t *shared, uint32_t shared_count, struct proof *given) {
    assert(prover_is_condition(prover, query));
    const struct protocol *p = prover->protocol;
    struct term_table *t = prover->terms;
    term_ref facts = term_true(t);
    for (uint32_t i = 0; i < p->lanes_count; i++) {
        struct mention mention = {.prover = prover, .wanted = p->lanes[i].symbol.id};
        bool in_round = true;
        for (uint32_t loop = p->lanes[i].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
            in_round &= is_among(shared, shared_count, loop);
        vec_resize_zero(&prover->values->lanes_doubt, p->lanes_count);
        if (!in_round || (prover->values->lanes_doubt.data[i] & LANES_DOUBTED))
            continue;
        term_visit_symbols(t, query, note_mention, &mention);
        const struct proof *converging = mention.own && mention.other ? converges(prover, i) : NULL;
        if (!converging || (!converging->holds && p->lanes[i].source != PROTOCOL_NONE))
            continue;
        term_ref v = term_symbol(t, p->lanes[i].symbol), same = term_eq(t, v, prover_second(prover, WITHIN_BLOCK, v));
        term_ref together = BREAK(LANES) ? term_true(t) : term_and(t, warp_same(prover), warp_has_lane(prover, p->lanes[i].source));
        if (!converging->holds)
            together = term_and(t, together, both_execute(prover, &p->lanes[i]));
        facts = term_and(t, facts, term_implies(t, together, same));
        prover->values->lanes_doubt.data[i] |= LANES_USED;
        if (converging->holds)
            proof_add(prover->arena, given, converging);
        given->basis.lanes = true;
    }
    return facts;
}
