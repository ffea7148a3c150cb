/* Tickets of two threads come from different updates: those of one cell differ
   by at least the step, in either direction, as long as the counter does not
   wrap. That it does not follows from the size of the launch, or is listed. */
#include <assert.h>

#include "base/breakage.h"
#include "protocol/stated.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

#define TICKET_PAIRS_MAX 64u
#define TICKETS_MAX 64u /* of a kernel: of more, nothing is known */

struct holders {
    const struct prover *prover;
    VEC(uint32_t) of[2]; /* tickets by thread */
};

static void note_holder(void *context, symbol_ref symbol) {
    struct holders *holders = context;
    const struct protocol *p = holders->prover->protocol;
    bool is_copy = threads_is_second(holders->prover, symbol);
    uint32_t own = threads_own(holders->prover, symbol).id;
    for (uint32_t i = 0; i < p->ticket_count && i < TICKETS_MAX; i++)
        if (p->tickets[i].symbol.id == own)
            vec_push(&holders->of[is_copy], i);
}

static void find_holders(const struct prover *prover, term_ref query, struct holders *holders) {
    assert(prover_is_condition(prover, query));
    *holders = (struct holders){.prover = prover};
    if (prover->protocol->ticket_count > 0)
        term_visit_symbols(prover->terms, query, note_holder, holders);
}

static void release_holders(struct holders *holders) {
    vec_release(&holders->of[0]);
    vec_release(&holders->of[1]);
}

static bool is_one_counter(const struct prover *prover, enum pairing pairing, const struct proto_ticket *x, const struct proto_ticket *y) {
    assert(pairing < PAIRING_COUNT);
    enum array_kind kind = prover->protocol->arrays[x->array].kind;
    bool of_block = kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC;
    return x->array == y->array && x->step == y->step && x->round == y->round && !(of_block && pairing == BETWEEN_BLOCKS) &&
           symbol_get(prover->terms, x->symbol)->width_bits == symbol_get(prover->terms, y->symbol)->width_bits;
}

static term_ref apart(struct prover *prover, enum pairing pairing, const struct proto_ticket *x, const struct proto_ticket *y) {
    assert(pairing < PAIRING_COUNT);
    struct term_table *t = prover->terms;
    term_ref a = term_symbol(t, x->symbol), b = prover_second(prover, pairing, term_symbol(t, y->symbol));
    term_ref cell_a = prover_scoped(prover, x->offset), cell_b = prover_second(prover, pairing, prover_scoped(prover, y->offset));
    uint8_t width = term_width(t, a);
    term_ref difference = term_sub(t, a, b, 0), differ = term_ne(t, a, b);
    if (x->step > 1)
        differ =
            term_and(t, term_ule(t, term_const(t, width, x->step), difference), term_ule(t, difference, term_neg(t, term_const(t, width, x->step))));
    term_ref same = term_eq(t, cell_a, cell_b);
    const struct proto_loop *loops = prover->protocol->loops;
    for (uint32_t round = x->round; round != PROTOCOL_NONE; round = loops[round].parent) {
        term_ref k = term_symbol(t, loops[round].counter);
        same = term_and(t, same, term_eq(t, k, prover_second(prover, pairing, k)));
    }
    return BREAK(TICKETS) ? differ : term_implies(t, same, differ);
}

/* At most so many updates of one cell; 0 if not known. */
static uint64_t updates(const struct prover *prover, const struct proto_ticket *ticket) {
    const struct protocol *p = prover->protocol;
    enum array_kind kind = p->arrays[ticket->array].kind;
    uint64_t count = ticket->sites, block = 1;
    for (uint32_t a = 0; a < 3; a++) {
        block = prover->frame->fixed_block[a] && block ? block * prover->frame->block[a] : 0;
        if (kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC)
            continue;
        if (!prover->frame->fixed_grid[a] || count >> 32 != 0)
            return 0;
        count *= prover->frame->grid[a];
    }
    if (block == 0)
        block = p->max_threads ? p->max_threads : term_range_of(prover->terms, p->bdim[0]).umax;
    return ticket->looped || count >> 48 != 0 ? 0 : count * block;
}

static uint64_t updates_most(const struct prover *prover, const struct proto_ticket *ticket) {
    uint8_t width = symbol_get(prover->terms, ticket->symbol)->width_bits;
    return (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1) / ticket->step;
}

/* A launch that is fixed, of so many threads that the counter would wrap: no proof takes it not to. */
static bool wraps(const struct prover *prover, const struct proto_ticket *ticket) {
    return updates(prover, ticket) > updates_most(prover, ticket);
}

term_ref prover_ticket_facts(struct prover *prover, enum pairing pairing, term_ref query, struct proof *given) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    const struct protocol *p = prover->protocol;
    term_ref facts = term_true(prover->terms);
    struct holders holders;
    find_holders(prover, query, &holders);
    for (uint32_t i = 0, pairs = 0; i < holders.of[0].size; i++)
        for (uint32_t j = 0; j < holders.of[1].size && pairs < TICKET_PAIRS_MAX; j++) {
            const struct proto_ticket *x = &p->tickets[holders.of[0].data[i]], *y = &p->tickets[holders.of[1].data[j]];
            if (!is_one_counter(prover, pairing, x, y) || wraps(prover, x) || wraps(prover, y))
                continue;
            facts = term_and(prover->terms, facts, apart(prover, pairing, x, y));
            given->tickets |= UINT64_C(1) << holders.of[0].data[i] | UINT64_C(1) << holders.of[1].data[j];
            pairs++;
        }
    release_holders(&holders);
    return facts;
}

/* ---- bounds ---- */

/* The access that gives the ticket, if it stands in no loop: each thread executes it once at most; else PROTOCOL_NONE. */
static uint32_t giver_of(const struct prover *prover, const struct proto_ticket *ticket) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++)
        for (uint32_t k = 0; p->items[i].kind == ITEM_ACCESS && k < p->items[i].give_count; k++) {
            const term_ref gives = p->items[i].gives[k];
            if (!term_is_none(gives) && term_same(gives, term_symbol(prover->terms, ticket->symbol)))
                return p->items[i].loop == PROTOCOL_NONE ? i : PROTOCOL_NONE;
        }
    return PROTOCOL_NONE;
}

/* A counter that does not begin at 0 wraps after fewer updates: there are not so many. That one from 0 does not is what all tickets rest on. */
static bool stays_above(const struct prover *prover, const struct proto_ticket *ticket, uint64_t initial) {
    const uint8_t width = symbol_get(prover->terms, ticket->symbol)->width_bits;
    const uint64_t largest = width == 64 ? INT64_MAX : (UINT64_C(1) << width) - 1, most = updates(prover, ticket);
    return initial == 0 || (most != 0 && initial <= largest && most <= (largest - initial) / ticket->step);
}

/* What the cell holds before the first update. */
static bool begins_at(const struct prover *prover, const struct proto_ticket *ticket, uint64_t *initial) {
    *initial = ticket->initial;
    bool is_known = ticket->has_initial;
    for (uint32_t i = 0; i < prover->frame->stated.size && !is_known; i++) {
        const struct stated *stated = stated_of(prover->protocol, prover->frame->stated.data[i]);
        is_known = stated->kind == CONTENT_ZERO && stated->array == ticket->array && term_is_none(stated->first) && stated->field == STATED_WHOLE;
    }
    return is_known && ticket->counts_up && !ticket->looped && stays_above(prover, ticket, *initial);
}

struct bounding_ticket {
    struct prover *prover;
    const struct proto_ticket *ticket;
    uint32_t item;
    uint64_t initial;
    struct ticket_bound *bound;
};

/* Fewer than `count` updates, 64 bits, come before each: a condition. */
static term_ref below_count(const struct bounding_ticket *b, term_ref count) {
    struct term_table *t = b->prover->terms;
    term_ref v = term_zext(t, term_symbol(t, b->ticket->symbol), 64), step = term_const(t, 64, b->ticket->step);
    term_ref past = term_add(t, v, step, TERM_NSW), end = term_add(t, term_mul(t, count, step, TERM_NSW), term_const(t, 64, b->initial), TERM_NSW);
    return term_and(t, term_ule(t, term_const(t, 64, b->initial), v), term_sle(t, past, end));
}

static bool is_impossible(const struct bounding_ticket *b, enum pairing pairing, term_ref query) {
    if (term_is_false(b->prover->terms, query))
        return true;
    struct proof proof = decide_integers(b->prover, pairing, query);
    if (proof.holds)
        proof_add(b->prover->arena, &b->bound->proof, &proof);
    return proof.holds;
}

/* Threads that come to the update have different values of x. */
static bool are_different(const struct bounding_ticket *b, term_ref x) {
    struct prover *prover = b->prover;
    struct term_table *t = prover->terms;
    const term_ref comes = term_and(t, prover->frame->items[b->item].guard, prover->frame->facts[b->item]);
    for (enum pairing pairing = 0; pairing < PAIRING_COUNT; pairing++) {
        term_ref both = term_and(t, comes, prover_second(prover, pairing, comes));
        both = term_and(t, both, term_and(t, prover_distinct(prover, pairing), term_eq(t, x, prover_second(prover, pairing, x))));
        if (!BREAK(TICKET_BOUNDS) && !is_impossible(b, pairing, both))
            return false;
    }
    return true;
}

/* x < limit holds of each thread that comes to the update: there are at most `limit` of them if their x differ and are not negative. TERM_NONE: that
   is not shown. */
static term_ref by_comparison(const struct bounding_ticket *b, term_ref condition) {
    struct term_table *t = b->prover->terms;
    const struct term term = *term_get(t, condition);
    const bool is_signed = term_op_of(&term) == TERM_SLT;
    if ((!is_signed && term_op_of(&term) != TERM_ULT) || b->ticket->sites != 1)
        return TERM_NONE;
    const term_ref x = term_child(t, condition, 0), limit = term_child(t, condition, 1), v = term_symbol(t, b->ticket->symbol);
    const unsigned varying = DEP_THREAD | DEP_BLOCK | DEP_COUNTER | DEP_MEMORY | DEP_APPROX;
    const uint8_t width = term_width(t, x);
    if (width > 32 || (term_deps(t, limit) & varying) || !(term_deps(t, x) & DEP_THREAD) || (term_deps(t, x) & (DEP_MEMORY | DEP_APPROX)))
        return TERM_NONE;
    const term_ref comes = term_and(t, b->prover->frame->items[b->item].guard, b->prover->frame->facts[b->item]);
    if (is_signed && !is_impossible(b, WITHIN_BLOCK, term_and(t, comes, term_slt(t, x, term_const(t, width, 0)))))
        return TERM_NONE;
    if (!are_different(b, x))
        return TERM_NONE;
    term_ref fact = below_count(b, is_signed ? term_sext(t, limit, 64) : term_zext(t, limit, 64));
    if (b->initial == 0 && b->ticket->step == 1 && width == term_width(t, v))
        fact = term_and(t, fact, is_signed ? term_and(t, term_sle(t, term_const(t, width, 0), v), term_slt(t, v, limit)) : term_ult(t, v, limit));
    return fact;
}

/* The same for one of the guard's conjuncts, the first that says something; else TERM_NONE. */
static term_ref by_guard(const struct bounding_ticket *b, term_ref guard) {
    struct term_table *t = b->prover->terms;
    const struct term term = *term_get(t, guard);
    if (term_op_of(&term) != TERM_AND)
        return by_comparison(b, guard);
    term_ref fact = TERM_NONE;
    for (uint32_t i = 0; i < term.arity && term_is_none(fact); i++) {
        const struct proof before = b->bound->proof;
        fact = by_guard(b, term_child(t, guard, i));
        if (term_is_none(fact))
            b->bound->proof = before; /* of what is not shown in the end nothing stays */
    }
    return fact;
}

/* At most each thread comes to each of the updates, of its block where the counter is. */
static term_ref by_threads(const struct bounding_ticket *b) {
    struct prover *prover = b->prover;
    struct term_table *t = prover->terms;
    enum array_kind kind = prover->protocol->arrays[b->ticket->array].kind;
    const uint64_t most = updates(prover, b->ticket);
    term_ref fact = term_true(t), v = term_symbol(t, b->ticket->symbol);
    if (most != 0 && most <= UINT32_MAX)
        fact = below_count(b, term_const(t, 64, most));
    if (most != 0 && most <= INT32_MAX / b->ticket->step && b->initial + b->ticket->step * most <= INT32_MAX && term_width(t, v) == 32)
        fact = term_and(
            t, fact,
            term_and(t, term_sle(t, term_const(t, 32, b->initial), v), term_sle(t, v, term_const(t, 32, b->initial + b->ticket->step * (most - 1)))));
    if ((kind != ARRAY_SHARED && kind != ARRAY_DYNAMIC) || b->ticket->sites != 1)
        return fact;
    term_ref count = term_const(t, 64, 1);
    for (uint32_t a = 0; a < 3; a++)
        count = term_mul(t, count, term_zext(t, prover_scoped(prover, prover->protocol->bdim[a]), 64), TERM_NSW);
    return term_and(t, fact, below_count(b, count));
}

static void decide_bound(struct prover *prover, uint32_t index, struct ticket_bound *bound) {
    struct term_table *t = prover->terms;
    const struct proto_ticket *ticket = &prover->protocol->tickets[index];
    struct bounding_ticket b = {.prover = prover, .ticket = ticket, .item = giver_of(prover, ticket), .bound = bound};
    *bound = (struct ticket_bound){.is_decided = true, .fact = term_true(t), .proof = proof_by(RUNG_STRUCTURE)};
    if (b.item == PROTOCOL_NONE || !begins_at(prover, ticket, &b.initial) || wraps(prover, ticket))
        return;
    const term_ref guarded = by_guard(&b, prover->frame->items[b.item].guard);
    bound->fact = by_threads(&b);
    if (!term_is_none(guarded))
        bound->fact = term_and(t, bound->fact, guarded);
    bound->fact = term_implies(t, prover->frame->items[b.item].guard, bound->fact);
    bound->proof.tickets |= UINT64_C(1) << index;
}

term_ref prover_ticket_bounds(struct prover *prover, term_ref query, struct proof *given) {
    assert(prover_is_condition(prover, query));
    term_ref facts = term_true(prover->terms);
    struct holders holders;
    find_holders(prover, query, &holders);
    for (uint32_t i = 0; i < holders.of[0].size; i++) {
        const uint32_t index = holders.of[0].data[i];
        while (prover->values->ticket_bounds.size <= index)
            vec_push(&prover->values->ticket_bounds, ((struct ticket_bound){.is_decided = false}));
        struct ticket_bound *bound = &prover->values->ticket_bounds.data[index];
        if (!bound->is_decided)
            decide_bound(prover, index, bound);
        if (term_is_true(prover->terms, bound->fact))
            continue;
        facts = term_and(prover->terms, facts, bound->fact);
        proof_add(prover->arena, given, &bound->proof);
    }
    release_holders(&holders);
    return facts;
}

const char *prover_ticket_assumption(struct prover *prover, unsigned properties, uint32_t index) {
    const struct proto_ticket *ticket = &prover->protocol->tickets[index];
    uint64_t used = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        used |= properties >> p & 1u ? prover->ledger->tickets_used[p] : 0;
    if (index >= TICKETS_MAX || !(used >> index & 1u))
        return NULL;
    uint64_t most = updates(prover, ticket);
    if (most != 0 && most <= updates_most(prover, ticket))
        return NULL;
    return arena_printf(prover->arena, "no wrap in the counter that hands out tickets in %s", prover->protocol->arrays[ticket->array].name);
}
