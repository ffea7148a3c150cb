/* Where lanes of a warp meet: __syncwarp and collectives (shuffles, votes,
   matrix operations). Each has a mask; it must name the lane that comes there,
   and all lanes that it names come there in the same round with the same mask,
   or have left the kernel (CUDA C++ guide, warp functions; PTX ISA 9.7.9).
   Collectives order nothing, so no proof of a race rests on this but one that
   uses what lanes get (lanes.c). */
#include "prove/property/meeting.h"

#include <assert.h>
#include <string.h>

#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/interval.h"
#include "prove/order/order.h"
#include "prove/order/warp.h"
#include "prove/property/property.h"
#include "prove/value/values.h"

static bool is_warp_barrier(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_BARRIER && meeting_is(p, i);
}

static bool is_collective(const struct protocol *p, uint32_t i) {
    return p->items[i].kind == ITEM_COLLECTIVE && meeting_is(p, i);
}

/* The collective that gives the symbol in the same iteration, before item i; or PROTOCOL_NONE. */
static uint32_t maker_of(const struct protocol *p, uint32_t i, symbol_ref symbol) {
    for (uint32_t j = 0; j < i; j++)
        if (p->items[j].kind == ITEM_COLLECTIVE && !term_is_none(p->items[j].result) && term_get(p->terms, p->items[j].result)->value == symbol.id)
            return j;
    return PROTOCOL_NONE;
}

/* The collective whose result is item i's mask, which names lanes that execute it
   together and is the same for all of them; or PROTOCOL_NONE. */
static uint32_t group_of(const struct protocol *p, uint32_t i) {
    const struct term *mask = term_is_none(p->items[i].mask) ? NULL : term_get(p->terms, p->items[i].mask);
    if (!mask || term_op_of(mask) != TERM_SYMBOL)
        return PROTOCOL_NONE;
    uint32_t maker = maker_of(p, i, (symbol_ref){(uint32_t)mask->value});
    const char *name = maker == PROTOCOL_NONE ? "" : p->items[maker].operation;
    return strcmp(name, "activemask") == 0 || strncmp(name, "match.any", 9) == 0 ? maker : PROTOCOL_NONE;
}

/* What is asked of one place. */
struct meeting {
    struct divergences *all;
    struct prover *prover;
    const struct proto_item *item;
    uint32_t index, loop, group; /* group: see group_of; PROTOCOL_NONE */
    term_ref guard, other, mask; /* other: u comes there in t's round */
};

static term_ref in_round(const struct meeting *m, term_ref t) {
    return prover_same_round(m->prover, WITHIN_BLOCK, t, m->loop);
}

/* The group, if its lanes came together, and are in one round of the loops between it and the place. */
static uint32_t useful_group(const struct prover *prover, uint32_t i) {
    const struct protocol *p = prover->protocol;
    uint32_t group = group_of(p, i);
    if (group == PROTOCOL_NONE)
        return PROTOCOL_NONE;
    bool together = term_is_none(p->items[group].mask) || prover->frame->comes_together[group];
    bool same_rounds = p->items[group].loop == p->items[i].loop || p->items[group].loop == PROTOCOL_NONE;
    return together && same_rounds ? group : PROTOCOL_NONE;
}

/* A ballot whose lanes came together sets the bits of those whose condition held. */
static uint32_t ballot_of(const struct meeting *m, symbol_ref symbol) {
    const struct prover *prover = m->prover;
    const struct protocol *p = prover->protocol;
    uint32_t maker = maker_of(p, m->index, symbol);
    bool is_ballot = maker != PROTOCOL_NONE && !term_is_none(p->items[maker].ballot) && !term_is_none(p->items[maker].mask);
    bool is_known = is_ballot && prover->frame->comes_together[maker] && !(term_deps(prover->terms, p->items[maker].mask) & DEP_APPROX);
    return is_known ? maker : PROTOCOL_NONE;
}

static term_ref came_to(const struct meeting *m, uint32_t ballot, bool is_second) {
    struct prover *prover = m->prover;
    const struct scoped_item *b = &prover->frame->items[ballot];
    term_ref by_mask = warp_names(prover, b->mask, warp_lane(prover, is_second)), came = b->guard;
    return term_and(prover->terms, is_second ? in_round(m, came) : came, by_mask);
}

static term_ref bit_of(const struct meeting *m, symbol_ref symbol, bool is_second) {
    uint32_t ballot = ballot_of(m, symbol);
    if (ballot == PROTOCOL_NONE)
        return TERM_NONE;
    term_ref held = m->prover->frame->items[ballot].ballot;
    return term_and(m->prover->terms, came_to(m, ballot, is_second), is_second ? in_round(m, held) : held);
}

static term_ref own_bit(const void *context, symbol_ref symbol) {
    return bit_of(context, symbol, false);
}

static term_ref other_bit(const void *context, symbol_ref symbol) {
    return bit_of(context, symbol, true);
}

static term_ref names_itself(const struct meeting *m) {
    if (m->group != PROTOCOL_NONE)
        return term_true(m->prover->terms);
    return warp_names_as(m->prover, m->mask, warp_lane(m->prover, false), own_bit, m);
}

/* t's mask names u, another lane of its warp, or a work-item that may be of its sub-group. */
static term_ref names_other(const struct meeting *m) {
    struct prover *prover = m->prover;
    struct term_table *t = prover->terms;
    if (m->item->is_sub_group)
        return prover_distinct(prover, WITHIN_BLOCK);
    term_ref lanes = term_and(t, warp_same(prover), prover_distinct(prover, WITHIN_BLOCK));
    if (m->group != PROTOCOL_NONE)
        return term_and(t, lanes, in_round(m, prover->frame->items[m->group].guard));
    return term_and(t, lanes, warp_names_as(prover, m->mask, warp_lane(prover, true), other_bit, m));
}

struct ballots {
    const struct meeting *m;
    term_ref same;
};

static void note_ballot(void *context, symbol_ref symbol) {
    struct ballots *b = context;
    struct prover *prover = b->m->prover;
    struct term_table *t = prover->terms;
    uint32_t ballot = ballot_of(b->m, symbol);
    if (ballot == PROTOCOL_NONE)
        return;
    term_ref v = term_symbol(t, symbol), both = term_and(t, came_to(b->m, ballot, false), came_to(b->m, ballot, true));
    b->same = term_and(t, b->same, term_implies(t, both, term_eq(t, v, in_round(b->m, v))));
}

/* Lanes that came to a ballot together got the same. */
static term_ref ballots_agree(const struct meeting *m) {
    struct ballots b = {m, term_true(m->prover->terms)};
    term_visit_symbols(m->prover->terms, m->mask, note_ballot, &b);
    return b.same;
}

/* The question, with what lanes know to be equal in the same iteration of the loops from `loop` outwards. */
static struct question with_lanes(struct prover *prover, uint32_t loop, term_ref reached, term_ref query) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    assert(prover_is_condition(prover, query));
    assert(prover_is_condition(prover, reached));
    const struct protocol *p = prover->protocol;
    uint32_t loops[SHARED_MAX] = {0}, count = 0;
    struct question q = divergence_question(prover, WITHIN_BLOCK, loop, reached, query);
    for (; loop != PROTOCOL_NONE && count < SHARED_MAX; loop = p->loops[loop].parent)
        loops[count++] = loop;
    q.query = term_and(prover->terms, query, prover_lane_facts(prover, query, loops, count, &q.given));
    return q;
}

static void add(struct divergences *all, struct prove_divergence d) {
    all->found[all->count++] = d;
}

/* Two work-items of which one misses a sub-group's barrier may be of two sub-groups: no counterexample. */
static void leave_open(const struct prover *prover, struct prove_divergence *d) {
    if (d->outcome != PROVE_MODEL || !prover->protocol->items[d->item].is_sub_group)
        return;
    d->outcome = PROVE_UNKNOWN;
    d->reason = REASON_BARRIER_KIND;
}

/* ---- rounds ---- */

static bool encloses(const struct proto_loop *l, uint32_t item) {
    return l->begin <= item && item < l->end;
}

/* Barriers, or collectives, at which the loop's rounds matter: not where each
   round makes its own group of lanes. */
static bool meets_by_rounds(const struct prover *prover, const struct proto_loop *l, uint32_t i, bool of_barriers) {
    const struct protocol *p = prover->protocol;
    if (of_barriers ? !is_warp_barrier(p, i) : !is_collective(p, i))
        return false;
    uint32_t group = group_of(p, i);
    return group == PROTOCOL_NONE || !term_is_none(p->items[group].mask) || !encloses(l, group) || p->items[group].loop != p->items[i].loop;
}

/* Whose rounds of a loop must agree: threads that a mask in it names; all threads
   of a warp where masks change from round to round; of the block at a sub-group's. */
static term_ref share_rounds(struct prover *prover, const struct proto_loop *l, bool of_barriers) {
    struct term_table *t = prover->terms;
    term_ref named = term_false(t), lane = warp_lane(prover, false), other_lane = warp_lane(prover, true);
    for (uint32_t i = l->begin; i < l->end; i++) {
        term_ref mask = prover->frame->items[i].mask;
        if (!meets_by_rounds(prover, l, i, of_barriers))
            continue;
        if (prover->protocol->items[i].is_sub_group)
            return term_true(t);
        if (term_is_none(mask) || (term_deps(t, mask) & (DEP_COUNTER | DEP_APPROX | DEP_MEMORY)))
            return warp_same(prover);
        term_ref by_t = warp_names(prover, mask, other_lane);
        term_ref by_u = warp_names(prover, prover_second(prover, WITHIN_BLOCK, mask), lane);
        named = term_or(t, named, term_or(t, by_t, by_u));
    }
    return term_and(t, warp_same(prover), named);
}

static uint32_t first_in(const struct prover *prover, const struct proto_loop *l, bool of_barriers) {
    for (uint32_t i = l->begin; i < l->end; i++)
        if (meets_by_rounds(prover, l, i, of_barriers))
            return i;
    return PROTOCOL_NONE;
}

/* Guards are exact where no loop forgets that an earlier iteration left it;
   elsewhere lanes must be shown to go from round to round together. */
static bool rounds_agree(struct divergences *all, uint32_t at, uint32_t first, bool of_barriers) {
    struct prover *prover = all->prover;
    struct term_table *t = prover->terms;
    uint32_t loop = prover->protocol->items[at].body_loop;
    const struct proto_loop *l = &prover->protocol->loops[loop];
    struct prove_divergence d = {.item = first, .kind = FINDING_KIND_ROUNDS, .outcome = PROVE_UNKNOWN, .reason = REASON_NO_WITNESS};
    term_ref on = prover_scoped(prover, l->proceeds), entry = prover->frame->items[at].guard;
    if (!term_is_none(on)) {
        term_ref other = prover_same_round(prover, WITHIN_BLOCK, on, loop);
        if (term_same(on, other))
            return true;
        term_ref both = term_and(t, entry, prover_same_round(prover, WITHIN_BLOCK, entry, loop));
        term_ref parts = term_and(t, term_and(t, both, share_rounds(prover, l, of_barriers)), term_and(t, on, term_not(t, other)));
        if (!prover->scope->exit_diverges)
            parts = term_and(t, parts, divergence_goes_on(prover, WITHIN_BLOCK, l->end - 1, l->parent));
        struct question q = with_lanes(prover, loop, term_and(t, entry, on), parts);
        d.outcome = divergence_settle(all, &q, &d);
        leave_open(prover, &d);
    }
    if (d.outcome != PROVE_PROVED)
        add(all, d);
    return d.outcome == PROVE_PROVED;
}

void meeting_judge_rounds(struct divergences *all, uint32_t at) {
    const struct prover *prover = all->prover;
    const struct proto_loop *l = &prover->protocol->loops[prover->protocol->items[at].body_loop];
    uint32_t barrier = first_in(prover, l, true), collective = first_in(prover, l, false);
    if (l->exact)
        return;
    if (barrier != PROTOCOL_NONE && !rounds_agree(all, at, barrier, true) && !all->prover->protocol->items[barrier].is_sub_group)
        all->report->aligned = false;
    if (collective == PROTOCOL_NONE || rounds_agree(all, at, collective, false))
        return;
    for (uint32_t i = l->begin; i < l->end; i++)
        all->is_apart[i] = true;
}

/* ---- places ---- */

struct first_rounds {
    struct prover *prover;
    uint32_t place;
};

static term_ref first_rounds_map(void *context, symbol_ref symbol) {
    const struct first_rounds *first = context;
    struct term_table *t = first->prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    bool is_apart = s->role == SYMBOL_COUNTER && !interval_is_inside(first->prover->protocol, s->loop, first->place);
    return is_apart ? term_const(t, s->width_bits, 0) : TERM_NONE;
}

/* In the first iterations of loops that are not around the place: that u does not
   come there in one of them must not be taken for any other. */
static term_ref in_first_rounds(const struct meeting *m, term_ref t) {
    struct first_rounds context = {m->prover, m->index};
    struct substitution *s = substitution_create(m->prover->terms, first_rounds_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return prover_second(m->prover, WITHIN_BLOCK, result);
}

/* u executes another meeting of the kind that names t. CUDA lets lanes meet at
   different calls, which rounds do not show; matrix operations must be the same. */
static term_ref meets_elsewhere(const struct meeting *m) {
    struct prover *prover = m->prover;
    const struct protocol *p = prover->protocol;
    struct term_table *t = prover->terms;
    term_ref elsewhere = term_false(t), lane = warp_lane(prover, false);
    for (uint32_t i = 0; i < p->item_count && !m->item->is_aligned && !m->item->is_sub_group; i++) {
        if (i == m->index || p->items[i].kind != m->item->kind || !meeting_is(p, i) || term_is_none(prover->frame->items[i].mask) ||
            (m->item->operation && strcmp(m->item->operation, p->items[i].operation) != 0))
            continue;
        term_ref mask = in_first_rounds(m, prover->frame->items[i].mask), guard = in_first_rounds(m, prover->frame->items[i].guard);
        elsewhere = term_or(t, elsewhere, term_and(t, guard, warp_names(prover, mask, lane)));
    }
    return elsewhere;
}

static enum prove_outcome settle_lanes(const struct meeting *m, const struct question *q, struct prove_divergence *d) {
    struct term_table *t = m->prover->terms;
    term_ref elsewhere = meets_elsewhere(m);
    struct question here = question_with(q, term_and(t, q->query, term_not(t, elsewhere)));
    enum prove_outcome outcome = divergence_settle(m->all, &here, d);
    if (outcome != PROVE_PROVED || term_is_false(t, elsewhere))
        return outcome;
    outcome = divergence_settle(m->all, q, d);
    if (outcome == PROVE_MODEL)
        d->reason = REASON_BARRIER_KIND;
    return outcome == PROVE_PROVED ? PROVE_PROVED : PROVE_UNKNOWN;
}

/* A group of lanes made in the loop of the place may be of several rounds: each
   lane that was there when it was made comes here in its own. */
static bool is_group_of_rounds(const struct meeting *m) {
    return m->group != PROTOCOL_NONE && m->loop != PROTOCOL_NONE && m->prover->protocol->items[m->group].loop == m->loop;
}

/* Lanes that are named have left the kernel: what others get of them is undefined. Only of shuffles between neighbours, not of one that reads a
   lane which may always be there. Whether they are read, a replay says. */
static void judge_left(const struct meeting *m, const struct question *misses) {
    struct prove_divergence left = {.item = m->index, .kind = FINDING_KIND_EXITED};
    const char *operation = m->item->operation;
    if (!operation || strncmp(operation, "shfl.", 5) != 0 || strstr(operation, ".idx"))
        return;
    left.outcome = divergence_settle(m->all, misses, &left);
    if (left.outcome == PROVE_MODEL)
        add(m->all, left);
}

/* Lanes that are named and miss it: proved if there are none, or none that does
   anything more. */
static void judge_missing(const struct meeting *m, term_ref misses, struct prove_divergence *d) {
    struct prover *prover = m->prover;
    struct term_table *t = prover->terms;
    bool is_matrix = prover->protocol->items[m->index].is_aligned; /* undefined if any lane has left the kernel (PTX ISA, wmma) */
    bool exit_counts = !prover->scope->exit_diverges && !is_group_of_rounds(m) && !is_matrix, formulas = prover->scope->formulas_only;
    struct question q = with_lanes(prover, m->loop, m->guard, misses);
    d->kind = FINDING_KIND_NEVER_ARRIVES;
    if (!formulas && exit_counts && ladder_decide_plainly(prover, &q).holds) {
        d->outcome = divergence_settle(m->all, &q, d);
        return;
    }
    if (!exit_counts) {
        d->outcome = settle_lanes(m, &q, d);
        return;
    }
    term_ref active = divergence_goes_on(prover, WITHIN_BLOCK, m->index, m->loop);
    struct question goes_on = with_lanes(prover, m->loop, m->guard, term_and(t, misses, active));
    d->outcome = settle_lanes(m, &goes_on, d);
    m->all->report->exited |= d->outcome == PROVE_PROVED;
    if (d->outcome == PROVE_PROVED)
        judge_left(m, &q);
}

static void judge_mask(const struct meeting *m, struct prove_divergence *d) {
    struct prover *prover = m->prover;
    struct term_table *t = prover->terms;
    term_ref facts = term_and(t, prover->frame->facts[m->index], in_round(m, prover->frame->facts[m->index])), here = term_and(t, facts, m->guard);
    term_ref named = term_and(t, term_and(t, here, names_other(m)), ballots_agree(m));
    d->kind = FINDING_KIND_OUTSIDE_MASK;
    struct question own = divergence_question(prover, WITHIN_BLOCK, m->loop, m->guard, term_and(t, here, term_not(t, names_itself(m))));
    d->outcome = divergence_settle(m->all, &own, d);
    if (d->outcome == PROVE_PROVED && m->group == PROTOCOL_NONE) {
        term_ref differs = term_and(t, named, term_and(t, m->other, warp_masks_differ(prover, m->mask, in_round(m, m->mask))));
        d->kind = FINDING_KIND_OTHER_BARRIER;
        struct question q = with_lanes(prover, m->loop, m->guard, differs);
        d->outcome = divergence_settle(m->all, &q, d);
    }
    if (d->outcome == PROVE_PROVED && is_group_of_rounds(m))
        judge_missing(m, term_and(t, prover->frame->items[m->group].guard, term_not(t, m->guard)), d);
    else if (d->outcome == PROVE_PROVED)
        judge_missing(m, term_and(t, named, term_not(t, m->other)), d);
    if (d->outcome == PROVE_MODEL && (term_deps(t, m->mask) & DEP_APPROX)) {
        d->outcome = PROVE_UNKNOWN; /* any mask would do: no counterexample */
        d->reason = REASON_DATA_DEPENDENT;
    }
    leave_open(prover, d);
    if (m->loop != PROTOCOL_NONE && !d->approximation)
        d->approximation = "whether lanes meet here in another round";
}

/* An earlier collective that the same lanes come to, whose answer is this one's:
   what a lane does behind this one it does behind that one too. */
static uint32_t judged_before(const struct prover *prover, uint32_t i) {
    const struct protocol *p = prover->protocol;
    const struct scoped_item *x = &prover->frame->items[i];
    for (uint32_t j = i; is_collective(p, i) && j-- > 0;)
        if (is_collective(p, j) && p->items[j].loop == p->items[i].loop && term_same(prover->frame->items[j].guard, x->guard) &&
            term_same(prover->frame->items[j].mask, x->mask) && term_same(prover->frame->facts[j], prover->frame->facts[i]))
            return j;
    return PROTOCOL_NONE;
}

void meeting_judge(struct divergences *all, uint32_t i) {
    struct prover *prover = all->prover;
    const struct proto_item *item = &prover->protocol->items[i];
    struct meeting m = {all, prover, item, i, item->loop, PROTOCOL_NONE, prover->frame->items[i].guard, TERM_NONE, prover->frame->items[i].mask};
    struct prove_divergence d = {.item = i, .kind = FINDING_KIND_NEVER_ARRIVES, .outcome = PROVE_UNKNOWN, .reason = REASON_BARRIER_KIND};
    uint32_t before = judged_before(prover, i);
    m.other = in_round(&m, m.guard);
    m.group = useful_group(prover, i);
    if (before != PROTOCOL_NONE)
        d.outcome = prover->frame->comes_together[before] || all->is_apart[before] ? PROVE_PROVED : PROVE_UNKNOWN;
    else if (term_same(m.guard, m.other) && warp_mask_is_full(prover, m.mask))
        d.outcome = PROVE_PROVED;
    else if (!term_is_none(m.mask))
        judge_mask(&m, &d);
    bool is_barrier = item->kind == ITEM_BARRIER, is_tile = i + 1 < prover->protocol->item_count && (item[1].collective != 0 || item[1].owner != 0);
    prover->frame->comes_together[i] = d.outcome == PROVE_PROVED && (is_barrier || !all->is_apart[i]);
    if (!prover->frame->comes_together[i] && (is_barrier || is_tile) && !item->is_sub_group) /* races of tiles rest on it */
        all->report->aligned = false;
    if (d.outcome != PROVE_PROVED && before == PROTOCOL_NONE)
        add(all, d);
}
