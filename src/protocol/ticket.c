/* Tickets: results of atomic updates that are all different.

   If every write to a cell adds the same constant to it, two executions see
   values that are at least that constant apart, until the sum wraps. A cell of
   shared memory may also be initialised, before a barrier that every thread
   passes on its way to an update; or in each round of a loop, with barriers
   before and after the updates: then tickets of one round are different. */
#include "protocol/infer.h"

#define STEP_MAX 4096u

static uint64_t mask_of(uint8_t width) {
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* What the atomic adds to the cell, modulo its width; 0 if nothing constant. */
static uint64_t added(struct inference *inf, const struct inst *inst, uint32_t block) {
    uint8_t width = inst->type.width_bits;
    uint64_t operand;
    if (inst->op != INST_ATOMIC || inst->type.kind != TYPE_INT || inst->type.lanes != 1 || (width != 32 && width != 64) ||
        !term_is_const(inf->terms, value_scalar_at(inf, kernel_operand(inf->kernel, inst, 1), block), &operand))
        return 0;
    bool never_wraps = operand == mask_of(width);
    if (inst->imm == ATOMIC_ADD)
        return operand;
    if (inst->imm == ATOMIC_SUB)
        return (0 - operand) & mask_of(width);
    if (inst->imm == ATOMIC_INC)
        return never_wraps ? 1 : 0;
    return inst->imm == ATOMIC_DEC && never_wraps ? operand : 0; /* down by one */
}

void ticket_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t first_item, term_ref result) {
    uint64_t by = added(inf, inst, block);
    if (by == 0 || inf->items.size != first_item + 1 || inf->items.data[first_item].marks != 0)
        return;
    const struct proto_item *item = &inf->items.data[first_item];
    uint64_t back = (0 - by) & mask_of(inst->type.width_bits);
    struct ticket_site site = {.item = first_item, .by = by};
    site.ticket = (struct proto_ticket){.symbol = {(uint32_t)term_get(inf->terms, result)->value},
                                        .array = item->array,
                                        .offset = item->offset,
                                        .step = by < back ? by : back,
                                        .counts_up = by < back,
                                        .scope = item->scope,
                                        .round = PROTOCOL_NONE};
    if (site.ticket.step <= STEP_MAX)
        vec_push(&inf->tickets, site);
}

void ticket_note_phi(struct inference *inf, value_ref phi, term_ref value) {
    const struct term *term = term_get(inf->terms, value);
    if (term_op_of(term) == TERM_SYMBOL)
        vec_push(&inf->ticket_phis, (struct ticket_phi){phi, {(uint32_t)term->value}});
}

void ticket_leave(struct inference *inf, symbol_ref symbol, symbol_ref last, struct substitution *leave) {
    for (uint32_t i = 0, count = inf->tickets.size; i < count; i++) {
        struct ticket_site site = inf->tickets.data[i];
        if (site.ticket.symbol.id != symbol.id)
            continue;
        site.ticket.symbol = last;
        site.has_left = true;
        site.ticket.offset = substitution_apply(leave, site.ticket.offset);
        vec_push(&inf->tickets, site);
    }
}

/* Bytes at constant places that do not overlap. */
static bool is_elsewhere(const struct term_table *t, const struct proto_item *a, const struct proto_item *b) {
    uint64_t x, y, size_x, size_y;
    if (a->array != b->array || !term_is_const(t, a->offset, &x) || !term_is_const(t, b->offset, &y) || !term_is_const(t, a->size, &size_x) ||
        !term_is_const(t, b->size, &size_y) || (x | y | size_x | size_y) >> 62)
        return false;
    return x + size_x <= y || y + size_y <= x;
}

static bool is_inside(const struct inference *inf, uint32_t item, uint32_t loop) {
    uint32_t at = inf->items.data[item].loop;
    while (at != PROTOCOL_NONE && at != loop)
        at = inf->loops.data[at].parent;
    return at == loop;
}

/* Each conjunct of what is wanted is one of the guard's, or its negation contradicts the guard. */
static bool follows(struct term_table *t, term_ref guard, term_ref wanted) {
    const struct term term = *term_get(t, wanted);
    if (term_same(guard, wanted) || term_is_false(t, term_and(t, guard, term_not(t, wanted))))
        return true;
    bool all = term_op_of(&term) == TERM_AND && term.width_bits == 1;
    for (uint32_t i = 0; all && i < term.arity; i++)
        all = follows(t, guard, term_child(t, wanted, i));
    return all;
}

static bool implies(struct inference *inf, uint32_t item, uint32_t barrier) {
    return follows(inf->terms, inf->items.data[item].guard, inf->items.data[barrier].guard);
}

/* Every thread that gets to the update passes a barrier of the block that stands
   after the write, in no loop but of those around the update, the write being in
   none of them: the write comes before all updates. */
static bool is_before(struct inference *inf, uint32_t write, uint32_t update) {
    for (uint32_t at = inf->items.data[write].loop; at != PROTOCOL_NONE; at = inf->loops.data[at].parent)
        if (is_inside(inf, update, at))
            return false;
    for (uint32_t i = write + 1; i < update; i++) {
        const struct proto_item *item = &inf->items.data[i];
        bool is_on_the_way = item->loop == PROTOCOL_NONE || is_inside(inf, update, item->loop);
        if (item->kind == ITEM_BARRIER && is_on_the_way && item->barrier != BARRIER_WARP && item->barrier != BARRIER_NAMED &&
            item->barrier != BARRIER_TILE && implies(inf, update, i))
            return true;
    }
    return false;
}

/* A barrier directly in the loop stands between x and the next y: in this round, or around its end. */
static bool is_parted(struct inference *inf, uint32_t loop, uint32_t x, uint32_t y) {
    for (uint32_t i = inf->loops.data[loop].begin; i < inf->items.size && is_inside(inf, i, loop); i++) {
        const struct proto_item *item = &inf->items.data[i];
        if (item->kind != ITEM_BARRIER || item->loop != loop || item->barrier == BARRIER_WARP || item->barrier == BARRIER_NAMED ||
            item->barrier == BARRIER_TILE)
            continue;
        bool between = x < y ? x < i && i < y : false, around = x > y;
        if ((between && (implies(inf, x, i) || implies(inf, y, i))) || (around && i > x && implies(inf, x, i)) ||
            (around && i < y && implies(inf, y, i)))
            return true;
    }
    return false;
}

/* The write is done in each round of the loop, apart from the updates of the round: they start again. */
static bool is_each_round(struct inference *inf, struct ticket_site *site, uint32_t write) {
    uint32_t loop = inf->items.data[write].loop;
    if (loop == PROTOCOL_NONE || site->has_left || !is_inside(inf, site->item, loop) || !is_parted(inf, loop, write, site->item) ||
        !is_parted(inf, loop, site->item, write))
        return false;
    for (uint32_t at = loop; at != PROTOCOL_NONE; at = inf->loops.data[at].parent)
        if (inf->loops.data[at].wraps) /* ordinals return */
            return false;
    for (uint32_t i = 0; i < inf->tickets.size; i++) { /* none of the same round on the other side of the write */
        uint32_t other = inf->tickets.data[i].item;
        if (is_inside(inf, other, loop) && (other < write) != (site->item < write))
            return false;
    }
    if (site->ticket.round == PROTOCOL_NONE || loop > site->ticket.round) /* inner loops have higher numbers */
        site->ticket.round = loop;
    return true;
}

static const struct ticket_site *site_of(const struct inference *inf, uint32_t item) {
    for (uint32_t i = 0; i < inf->tickets.size; i++)
        if (inf->tickets.data[i].item == item)
            return &inf->tickets.data[i];
    return NULL;
}

static bool is_shared(const struct inference *inf, uint32_t array) {
    enum array_kind kind = inf->arrays.data[array].kind;
    return kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC;
}

/* Whether item `other` writes the cell of the site in the same manner, or never
   between two of its updates. */
static bool keeps_distinct(struct inference *inf, struct ticket_site *site, uint32_t other) {
    const struct proto_item *update = &inf->items.data[site->item], *item = &inf->items.data[other];
    const struct ticket_site *same = site_of(inf, other);
    if (same && same->by == site->by && term_same(update->size, item->size) && item->array == update->array)
        return true;
    return is_elsewhere(inf->terms, update, item) ||
           (is_shared(inf, site->ticket.array) && item->mode == ACCESS_WRITE && item->array == update->array &&
            (is_before(inf, other, site->item) || is_each_round(inf, site, other)));
}

static bool is_distinct(struct inference *inf, struct ticket_site *site) {
    enum scope_kind least = is_shared(inf, site->ticket.array) ? SCOPE_KIND_BLOCK : SCOPE_KIND_DEVICE;
    enum array_kind kind = inf->arrays.data[site->ticket.array].kind;
    if (inf->everything_written || kind == ARRAY_UNKNOWN || kind == ARRAY_LOCAL || site->ticket.scope > least)
        return false;
    for (uint32_t i = 0; i < inf->items.size; i++) {
        const struct proto_item *item = &inf->items.data[i];
        if (item->kind != ITEM_ACCESS || item->mode == ACCESS_READ ||
            (item->array != site->ticket.array && inf->arrays.data[item->array].kind != ARRAY_UNKNOWN))
            continue;
        if (!keeps_distinct(inf, site, i))
            return false;
        site->ticket.sites += site_of(inf, i) != NULL;
    }
    for (uint32_t i = 0; i < inf->items.size; i++) { /* site_of: an access that updates */
        const struct proto_item *item = &inf->items.data[i];
        bool writes = item->kind == ITEM_ACCESS && item->mode != ACCESS_READ && item->array == site->ticket.array;
        site->ticket.looped |= writes && site_of(inf, i) && item->loop != site->ticket.round;
    }
    return true;
}

/* ---- where counters begin ---- */

static term_ref first_of_block(void *context, symbol_ref symbol) {
    struct inference *inf = context;
    const struct symbol *s = symbol_get(inf->terms, symbol);
    return s->role == SYMBOL_TID ? term_const(inf->terms, s->width_bits, 0) : TERM_NONE;
}

/* The first thread of each block executes it, in every launch. */
static bool is_done_by_first(struct inference *inf, const struct proto_item *write) {
    struct substitution *first = substitution_create(inf->terms, first_of_block, inf);
    bool is = term_is_true(inf->terms, substitution_apply(first, write->guard));
    substitution_destroy(first);
    return is;
}

/* The write gives the site's cell a number before each update of the array. */
static bool initialises(struct inference *inf, const struct ticket_site *site, uint32_t write, uint64_t *number) {
    const struct proto_item *item = &inf->items.data[write], *update = &inf->items.data[site->item];
    bool is = item->mode == ACCESS_WRITE && item->loop == PROTOCOL_NONE && !item->is_fill && !item->is_copy && !item->is_async && item->marks == 0 &&
              !term_is_none(item->value) && term_is_const(inf->terms, item->value, number) && term_same(item->size, update->size) &&
              term_is_const(inf->terms, update->offset, NULL) && term_same(item->offset, update->offset) && is_done_by_first(inf, item);
    for (uint32_t i = 0; i < inf->tickets.size && is; i++)
        if (inf->items.data[inf->tickets.data[i].item].array == item->array)
            is = is_before(inf, write, inf->tickets.data[i].item);
    return is;
}

/* A counter in shared memory that is set to a number once, by the first thread of the block at least. */
static void find_initial(struct inference *inf, struct ticket_site *site) {
    bool is_known = is_shared(inf, site->ticket.array) && !site->has_left && site->ticket.counts_up;
    uint32_t writes = 0;
    for (uint32_t i = 0; i < inf->items.size && is_known; i++) {
        const struct proto_item *item = &inf->items.data[i];
        if (item->kind != ITEM_ACCESS || item->mode == ACCESS_READ || item->array != site->ticket.array || site_of(inf, i) ||
            is_elsewhere(inf->terms, &inf->items.data[site->item], item))
            continue;
        uint64_t number = 0;
        is_known = initialises(inf, site, i, &number) && (writes == 0 || number == site->ticket.initial);
        site->ticket.initial = number;
        writes++;
    }
    site->ticket.has_initial = is_known && writes > 0;
    site->ticket.initial = site->ticket.has_initial ? site->ticket.initial : 0;
}

/* `for (k = atomicAdd(&next, 1); k < n; k = atomicAdd(&next, 1))`: k is one ticket or another of one cell. */
static void give_phi(struct inference *inf, const struct ticket_phi *p) {
    const struct inst *phi = kernel_inst(inf->kernel, p->phi);
    const struct ticket_site *first = NULL;
    bool are = symbol_get(inf->terms, p->symbol)->scope == SCOPE_THREAD;
    for (uint32_t i = 0; i < phi->operand_count && are; i++) {
        const value_ref from = kernel_operand(inf->kernel, phi, i);
        const struct ticket_site *site = NULL;
        for (uint32_t k = 0; k < inf->tickets.size && !site; k++)
            site = inf->items.data[inf->tickets.data[k].item].step == from.id && !inf->tickets.data[k].has_left ? &inf->tickets.data[k] : NULL;
        are = site && term_is_const(inf->terms, site->ticket.offset, NULL) &&
              symbol_get(inf->terms, p->symbol)->width_bits == symbol_get(inf->terms, site->ticket.symbol)->width_bits;
        first = first ? first : site;
        are = are && site->ticket.array == first->ticket.array && term_same(site->ticket.offset, first->ticket.offset) && site->by == first->by;
        struct ticket_site own = are ? *site : (struct ticket_site){.item = 0};
        are = are && is_distinct(inf, &own) && own.ticket.round == PROTOCOL_NONE;
    }
    if (!are || !first)
        return;
    struct ticket_site site = *first;
    site.ticket.symbol = p->symbol;
    site.has_left = true; /* of some round */
    vec_push(&inf->tickets, site);
}

static void note_used(void *context, symbol_ref symbol) {
    map_set(context, symbol.id, 1);
}

void ticket_give(struct inference *inf) {
    struct protocol *p = inf->protocol;
    struct map used;
    for (uint32_t i = 0; i < inf->ticket_phis.size; i++)
        give_phi(inf, &inf->ticket_phis.data[i]);
    vec_release(&inf->ticket_phis);
    if (inf->tickets.size == 0)
        return;
    map_init(&used);
    for (uint32_t i = 0; i < inf->items.size; i++) {
        const struct proto_item *item = &inf->items.data[i];
        const term_ref terms[] = {item->guard, item->offset, item->size, item->value};
        for (uint32_t j = 0; j < 4; j++)
            if (!term_is_none(terms[j]))
                term_visit_symbols(inf->terms, terms[j], note_used, &used);
    }
    p->tickets = arena_alloc(inf->arena, inf->tickets.size * sizeof *p->tickets);
    for (uint32_t i = 0; i < inf->tickets.size; i++) {
        struct ticket_site site = inf->tickets.data[i];
        if (!map_get(&used, site.ticket.symbol.id, NULL) || !is_distinct(inf, &site))
            continue;
        find_initial(inf, &site);
        p->tickets[p->ticket_count++] = site.ticket;
    }
    map_release(&used);
    vec_release(&inf->tickets);
}
