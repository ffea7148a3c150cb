/* Tickets of two threads come from different updates: those of one cell differ
   by at least the step, in either direction, as long as the counter does not
   wrap. That it does not follows from the size of the launch, or is listed. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
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
