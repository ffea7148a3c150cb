/* protocol_check: the invariants of protocol.h. The first violation is reported.

   Order: tables that stand alone (locations, parameters, arrays), symbols, the
   nesting of loops, then items, whose terms may use the counters of the loops
   around them only. Which counters a term has is found in one pass over the
   term table: a term's scope is the innermost loop whose counter it has, or
   SCOPE_MIXED if its loops do not nest. */
#include <stdarg.h>
#include <stdio.h>

#include "base/vec.h"
#include "protocol/launch.h"

#define SCOPE_MIXED (UINT32_MAX - 1)

enum { MARKS_ALL = MARK_OFFSET | MARK_GUARD | MARK_SIZE | MARK_BASE };
enum { PROPERTIES_ALL = PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT };

struct checker {
    const struct protocol *p;
    uint32_t *term_scope; /* by term: loop, PROTOCOL_NONE or SCOPE_MIXED */
    const char *error;
};

static bool fail(struct checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct checker *c, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    c->error = arena_strdup(c->p->arena, text);
    return false;
}

static bool is_term(const struct checker *c, term_ref t, uint8_t width_bits) {
    return t.id != 0 && t.id < term_count(c->p->terms) && term_width(c->p->terms, t) == width_bits;
}

static bool is_valid_or_none(const struct checker *c, term_ref t) {
    return t.id < term_count(c->p->terms);
}

static bool check_locations(struct checker *c) {
    const struct protocol *p = c->p;
    if (!p->locs || p->loc_count == 0)
        return fail(c, "location table without entry 0");
    for (uint32_t i = 1; i < p->loc_count; i++) {
        if (p->locs[i].inlined_at.id >= i)
            return fail(c, "location L%u: inlined at a later location", i);
    }
    return true;
}

static bool check_params(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->member_count; i++)
        if (!p->members[i].name || !p->members[i].type || p->members[i].param >= p->param_count)
            return fail(c, "member %u: no name, no type, or of no parameter", i);
    for (uint32_t i = 0; i < p->param_count; i++) {
        const struct proto_param *param = &p->params[i];
        if (!param->name)
            return fail(c, "parameter %u: no name", i);
        if (param->is_pointer && param->array != PROTOCOL_NONE && param->array >= p->array_count)
            return fail(c, "parameter %u: no array %u", i, param->array);
        if (!is_valid_or_none(c, param->value))
            return fail(c, "parameter %u: no term %u", i, param->value.id);
        if (!term_is_none(param->value) && (param->is_pointer || term_get(p->terms, param->value)->op != TERM_SYMBOL))
            return fail(c, "parameter %u: its value is not the symbol of a scalar", i);
    }
    return true;
}

static bool check_arrays(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        if (!array->name)
            return fail(c, "array %u: no name", i);
        if ((unsigned)array->kind > ARRAY_UNKNOWN)
            return fail(c, "array %s: no kind %u", array->name, (unsigned)array->kind);
        if (array->param != PROTOCOL_NONE ? array->param >= p->param_count : array->kind == ARRAY_PARAM)
            return fail(c, "array %s: its parameter does not exist", array->name);
        if (array->location.id >= p->loc_count)
            return fail(c, "array %s: unknown location", array->name);
    }
    return true;
}

static bool check_launch(struct checker *c) {
    const struct term_table *terms = c->p->terms;
    const term_ref *families[4] = {c->p->tid, c->p->bid, c->p->bdim, c->p->gdim};
    static const enum symbol_role roles[4] = {SYMBOL_TID, SYMBOL_BID, SYMBOL_BDIM, SYMBOL_GDIM};
    for (uint32_t i = 0; i < 12; i++) {
        term_ref t = families[i / 3][i % 3];
        if (!is_term(c, t, 32) || term_get(terms, t)->op != TERM_SYMBOL || term_get(terms, t)->value != i)
            return fail(c, "launch symbol %u is missing", i);
        const struct symbol *symbol = symbol_get(terms, (symbol_ref){i});
        if (symbol->role != roles[i / 3] || symbol->axis != i % 3)
            return fail(c, "launch symbol %s has another's place", symbol->name);
    }
    const uint32_t *block = c->p->required_block;
    if ((block[0] || block[1] || block[2]) && !(block[0] && block[1] && block[2]))
        return fail(c, "a required block without threads");
    return true;
}

static bool check_symbol(struct checker *c, symbol_ref s) {
    const struct protocol *p = c->p;
    const struct symbol *symbol = symbol_get(p->terms, s);
    bool has_loop = symbol->role == SYMBOL_COUNTER || symbol->role == SYMBOL_FINAL;
    if (s.id >= 12 && symbol->role < SYMBOL_PARAM)
        return fail(c, "symbol %s: a second launch symbol", symbol->name);
    if (has_loop && symbol->loop >= p->loop_count)
        return fail(c, "symbol %s: no loop %u", symbol->name, symbol->loop);
    if (symbol->in_loop > p->loop_count)
        return fail(c, "symbol %s: no loop %u", symbol->name, symbol->in_loop - 1);
    if (symbol->in_loop != 0 && (symbol->scope == SCOPE_THREAD || (symbol->role != SYMBOL_FINAL && symbol->role != SYMBOL_VALUE)))
        return fail(c, "symbol %s: not a value that threads share in an iteration", symbol->name);
    if (symbol->location >= p->loc_count)
        return fail(c, "symbol %s: unknown location", symbol->name);
    if (symbol->approximate && !symbol->reason)
        return fail(c, "symbol %s: approximate without a reason", symbol->name);
    for (uint32_t i = 0; i < symbol_fact_count(p->terms, s); i++) {
        if (!is_term(c, symbol_fact(p->terms, s, i), 1))
            return fail(c, "symbol %s: fact %u is not Boolean", symbol->name, i);
    }
    return true;
}

static bool check_symbols(struct checker *c) {
    for (uint32_t i = 0; i < symbol_count(c->p->terms); i++) {
        if (!check_symbol(c, (symbol_ref){i}))
            return false;
    }
    return true;
}

static bool check_loop(struct checker *c, uint32_t index) {
    const struct protocol *p = c->p;
    const struct proto_loop *loop = &p->loops[index];
    if (loop->begin > loop->end || loop->end > p->item_count)
        return fail(c, "loop %u: items %u to %u", index, loop->begin, loop->end);
    if (loop->parent != PROTOCOL_NONE) {
        if (loop->parent >= p->loop_count || loop->parent == index)
            return fail(c, "loop %u: no parent %u", index, loop->parent);
        const struct proto_loop *parent = &p->loops[loop->parent];
        if (loop->begin <= parent->begin || loop->end > parent->end)
            return fail(c, "loop %u is not inside its parent %u", index, loop->parent);
    }
    if (loop->counter.id >= symbol_count(p->terms))
        return fail(c, "loop %u: no counter", index);
    const struct symbol *counter = symbol_get(p->terms, loop->counter);
    if (counter->role != SYMBOL_COUNTER || counter->loop != index)
        return fail(c, "loop %u: %s is not its counter", index, counter->name);
    if (!term_is_none(loop->proceeds) && !is_term(c, loop->proceeds, 1))
        return fail(c, "loop %u: 'proceeds' is not Boolean", index);
    if (loop->location.id >= p->loc_count)
        return fail(c, "loop %u: unknown location", index);
    return true;
}

static bool check_loops(struct checker *c) {
    for (uint32_t i = 0; i < c->p->loop_count; i++) {
        if (!check_loop(c, i))
            return false;
    }
    return true;
}

/* Whether `outer` is `loop` or around it; PROTOCOL_NONE is around everything. Parents
   are strictly larger ranges (check_loop), so this ends. */
static bool is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    if (outer == PROTOCOL_NONE)
        return true;
    while (loop != PROTOCOL_NONE && loop != outer)
        loop = p->loops[loop].parent;
    return loop == outer;
}

static uint32_t join_scopes(const struct protocol *p, uint32_t a, uint32_t b) {
    if (a == SCOPE_MIXED || b == SCOPE_MIXED)
        return SCOPE_MIXED;
    return is_around(p, a, b) ? b : is_around(p, b, a) ? a : SCOPE_MIXED;
}

static uint32_t scope_of_leaf(const struct protocol *p, const struct term *term) {
    if (term->op != TERM_SYMBOL)
        return PROTOCOL_NONE;
    const struct symbol *symbol = symbol_get(p->terms, (symbol_ref){(uint32_t)term->value});
    return symbol->role == SYMBOL_COUNTER ? symbol->loop : symbol->in_loop != 0 ? symbol->in_loop - 1 : PROTOCOL_NONE;
}

static void compute_scopes(struct checker *c) {
    const struct protocol *p = c->p;
    c->term_scope[0] = PROTOCOL_NONE;
    for (uint32_t id = 1; id < term_count(p->terms); id++) {
        const struct term *term = term_get(p->terms, (term_ref){id});
        uint32_t scope = scope_of_leaf(p, term);
        for (uint32_t i = 0; i < term->arity; i++)
            scope = join_scopes(p, scope, c->term_scope[term_child(p->terms, (term_ref){id}, i).id]);
        c->term_scope[id] = scope;
    }
}

static bool is_in_scope(const struct checker *c, term_ref t, uint32_t loop) {
    uint32_t scope = c->term_scope[t.id];
    return scope != SCOPE_MIXED && is_around(c->p, scope, loop);
}

/* An item's term that must exist. */
static bool check_term(struct checker *c, uint32_t item, const char *what, term_ref t, uint8_t width_bits) {
    if (!is_term(c, t, width_bits))
        return fail(c, "item %u: its %s is not a term of width %u", item, what, width_bits);
    if (!is_in_scope(c, t, c->p->items[item].loop))
        return fail(c, "item %u: its %s uses the counter of a loop not around it", item, what);
    return true;
}

/* A term that depends on approximate values is marked. */
static bool check_mark(struct checker *c, uint32_t item, const char *what, term_ref t, uint32_t mark) {
    if ((term_deps(c->p->terms, t) & DEP_APPROX) && !(c->p->items[item].marks & mark))
        return fail(c, "item %u: its %s is approximate and not marked", item, what);
    return true;
}

static bool check_value(struct checker *c, uint32_t index) {
    const struct proto_item *item = &c->p->items[index];
    if (item->is_fill && (item->mode != ACCESS_WRITE || !is_term(c, item->value, 8)))
        return fail(c, "item %u: a fill that does not write one byte's value", index);
    if (item->is_copy && (item->mode != ACCESS_WRITE || item->source >= c->p->array_count || c->p->arrays[item->source].written))
        return fail(c, "item %u: a copy of no array that keeps its contents", index);
    if (item->is_copy && !check_term(c, index, "source", item->source_offset, 64))
        return false;
    if (term_is_none(item->value))
        return true;
    if (item->mode == ACCESS_READ)
        return fail(c, "item %u: a read with a value", index);
    if (item->value_bits < 1 || item->value_bits > 64)
        return fail(c, "item %u: a value of %u bits", index, item->value_bits);
    return check_term(c, index, "value", item->value, (uint8_t)item->value_bits);
}

static bool is_value(const struct term_table *terms, term_ref t) {
    const struct term *term = term_get(terms, t);
    return term->op == TERM_SYMBOL && symbol_get(terms, (symbol_ref){(uint32_t)term->value})->role == SYMBOL_VALUE;
}

static bool check_gives(struct checker *c, uint32_t index) {
    const struct proto_item *item = &c->p->items[index];
    if (item->give_count > 0 && item->mode == ACCESS_WRITE)
        return fail(c, "item %u: a write that gives a value", index);
    for (uint32_t i = 0; i < item->give_count; i++) {
        if (!is_valid_or_none(c, item->gives[i]))
            return fail(c, "item %u: no term %u", index, item->gives[i].id);
        if (!term_is_none(item->gives[i]) && !is_value(c->p->terms, item->gives[i]))
            return fail(c, "item %u: gives something that is no unknown value", index);
    }
    return true;
}

static bool check_access(struct checker *c, uint32_t index) {
    const struct protocol *p = c->p;
    const struct proto_item *item = &p->items[index];
    if ((unsigned)item->mode > ACCESS_ATOMIC || (unsigned)item->scope > SCOPE_KIND_WARP)
        return fail(c, "item %u: no such mode or scope", index);
    if (item->array >= p->array_count)
        return fail(c, "item %u: no array %u", index, item->array);
    if (item->mode != ACCESS_READ && !p->arrays[item->array].written)
        return fail(c, "item %u: writes array %s, which is not marked as written", index, p->arrays[item->array].name);
    if (item->mode != ACCESS_ATOMIC && item->is_exchange)
        return fail(c, "item %u: an exchange that is no update", index);
    if (item->is_async && item->is_atomic)
        return fail(c, "item %u: an atomic access that is asynchronous", index);
    if (item->mode == ACCESS_ATOMIC && !item->is_atomic)
        return fail(c, "item %u: an update that is not atomic", index);
    return check_term(c, index, "offset", item->offset, 64) && check_term(c, index, "size", item->size, 64) && check_value(c, index) &&
           check_gives(c, index) && check_mark(c, index, "offset", item->offset, MARK_OFFSET) && check_mark(c, index, "size", item->size, MARK_SIZE);
}

static bool is_block_barrier(const struct proto_item *item) {
    return item->kind == ITEM_BARRIER && item->barrier != BARRIER_WARP && item->barrier != BARRIER_NAMED && item->barrier != BARRIER_TILE;
}

static bool check_barrier(struct checker *c, uint32_t index) {
    const struct proto_item *item = &c->p->items[index];
    if ((unsigned)item->barrier >= BARRIER_KIND_COUNT)
        return fail(c, "item %u: no such barrier", index);
    if ((unsigned)item->fence >= FENCE_KIND_COUNT || (item->fence != FENCE_BOTH && !is_block_barrier(item) && !item->is_sub_group))
        return fail(c, "item %u: no such fence", index);
    if (item->is_sub_group && (item->barrier != BARRIER_WARP || item->fence != FENCE_NEITHER || !term_is_const(c->p->terms, item->mask, NULL)))
        return fail(c, "item %u: sub-groups at another barrier, or one that orders", index);
    if (!is_valid_or_none(c, item->mask))
        return fail(c, "item %u: its mask is not a term", index);
    if (!is_valid_or_none(c, item->count))
        return fail(c, "item %u: its count is not a term", index);
    return (term_is_none(item->mask) || check_term(c, index, "mask", item->mask, term_width(c->p->terms, item->mask))) &&
           (term_is_none(item->count) || check_term(c, index, "count", item->count, term_width(c->p->terms, item->count)));
}

static bool check_collective(struct checker *c, uint32_t index) {
    const struct proto_item *item = &c->p->items[index];
    if (!item->operation)
        return fail(c, "item %u: a collective without operation", index);
    if (!is_valid_or_none(c, item->mask) || !is_valid_or_none(c, item->ballot) || !is_valid_or_none(c, item->result))
        return fail(c, "item %u: its mask, ballot or result is not a term", index);
    if (!term_is_none(item->result) && term_op_of(term_get(c->p->terms, item->result)) != TERM_SYMBOL)
        return fail(c, "item %u: its result is no symbol", index);
    return (term_is_none(item->mask) || check_term(c, index, "mask", item->mask, 32)) &&
           (term_is_none(item->ballot) || check_term(c, index, "ballot", item->ballot, 1));
}

static bool check_item(struct checker *c, uint32_t index) {
    const struct proto_item *item = &c->p->items[index];
    if (item->location.id >= c->p->loc_count)
        return fail(c, "item %u: unknown location", index);
    if (item->marks & ~(uint32_t)MARKS_ALL)
        return fail(c, "item %u: unknown marks", index);
    if (!check_term(c, index, "guard", item->guard, 1) || !check_mark(c, index, "guard", item->guard, MARK_GUARD))
        return false;
    switch (item->kind) {
    case ITEM_ACCESS: return check_access(c, index);
    case ITEM_BARRIER: return check_barrier(c, index);
    case ITEM_COLLECTIVE: return check_collective(c, index);
    case ITEM_FENCE: return (unsigned)item->scope <= SCOPE_KIND_WARP || fail(c, "item %u: no such scope", index);
    case ITEM_COPY_WAIT: return check_term(c, index, "count", item->count, 64);
    case ITEM_COPY_COMMIT:
    case ITEM_EXIT:
    case ITEM_LOOP: return true;
    }
    return fail(c, "item %u: no such kind", index);
}

/* The loop item stands just before its body; the body of loops[loop] then begins. */
static bool enter_loop(struct checker *c, uint32_t index, bool *is_entered) {
    const struct protocol *p = c->p;
    uint32_t loop = p->items[index].body_loop;
    if (loop >= p->loop_count || is_entered[loop])
        return fail(c, "item %u: no loop %u, or begun before", index, loop);
    is_entered[loop] = true;
    if (p->loops[loop].begin != index + 1)
        return fail(c, "loop %u: its body does not follow item %u", loop, index);
    if (p->loops[loop].parent != p->items[index].loop)
        return fail(c, "loop %u: its item stands in another loop", loop);
    return true;
}

static bool walk_items(struct checker *c, bool *is_entered, bool *has_barrier) {
    const struct protocol *p = c->p;
    uint32_t around = PROTOCOL_NONE;
    for (uint32_t i = 0; i < p->item_count; i++) {
        while (around != PROTOCOL_NONE && p->loops[around].end <= i)
            around = p->loops[around].parent;
        if (p->items[i].loop != around)
            return fail(c, "item %u: its loop is not the one it stands in", i);
        if (!check_item(c, i))
            return false;
        for (uint32_t l = around; is_block_barrier(&p->items[i]) && l != PROTOCOL_NONE; l = p->loops[l].parent)
            has_barrier[l] = true;
        if (p->items[i].kind != ITEM_LOOP)
            continue;
        if (!enter_loop(c, i, is_entered))
            return false;
        around = p->items[i].body_loop;
    }
    return true;
}

static bool check_items(struct checker *c) {
    const struct protocol *p = c->p;
    bool *is_entered = arena_alloc(p->arena, p->loop_count);
    bool *has_barrier = arena_alloc(p->arena, p->loop_count);
    if (!walk_items(c, is_entered, has_barrier))
        return false;
    for (uint32_t i = 0; i < p->loop_count; i++) {
        if (!is_entered[i])
            return fail(c, "loop %u: no item begins it", i);
        if (has_barrier[i] && !p->loops[i].has_barrier)
            return fail(c, "loop %u: has a barrier and is not marked so", i);
        if (!is_in_scope(c, p->loops[i].proceeds, i))
            return fail(c, "loop %u: 'proceeds' uses the counter of another loop", i);
    }
    return true;
}

static bool check_privates(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->private_count; i++) {
        const struct proto_item *item = &p->privates[i];
        if (item->kind != ITEM_ACCESS || item->array >= p->array_count)
            return fail(c, "private access %u: no array", i);
        if (!is_term(c, item->guard, 1) || !is_term(c, item->offset, 64) || !is_term(c, item->size, 64))
            return fail(c, "private access %u: a term of the wrong width", i);
        if (item->loop != PROTOCOL_NONE && item->loop >= p->loop_count)
            return fail(c, "private access %u: no such loop", i);
        if (item->position > p->item_count || item->claims > p->assert_count)
            return fail(c, "private access %u: no such place", i);
        if (item->location.id >= p->loc_count)
            return fail(c, "private access %u: unknown location", i);
    }
    return true;
}

static bool check_asserts(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *assertion = &p->asserts[i];
        if (!is_term(c, assertion->guard, 1) || !is_term(c, assertion->condition, 1))
            return fail(c, "assertion %u: not Boolean", i);
        if ((unsigned)assertion->kind > CLAIM_ASSUME)
            return fail(c, "assertion %u: no such kind", i);
        if (assertion->loop != PROTOCOL_NONE && assertion->loop >= p->loop_count)
            return fail(c, "assertion %u: no such loop", i);
        if (assertion->position != PROTOCOL_NONE && assertion->position > p->item_count)
            return fail(c, "assertion %u: not among the items", i);
        bool is_bound = assertion->kind == CLAIM_BOUND;
        if (is_bound && (!is_term(c, assertion->index, 64) || assertion->extent == 0 || assertion->extent > INT64_MAX))
            return fail(c, "assertion %u: no index or no extent", i);
        if (is_bound && (assertion->access >= p->item_count + p->private_count || protocol_access(p, assertion->access)->kind != ITEM_ACCESS))
            return fail(c, "assertion %u: no such access", i);
        if (assertion->but.some && (assertion->but.begin > assertion->but.end || assertion->but.end > p->item_count))
            return fail(c, "assertion %u: no such items", i);
        if (assertion->location.id >= p->loc_count)
            return fail(c, "assertion %u: unknown location", i);
    }
    return true;
}

static bool check_tickets(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->ticket_count; i++) {
        const struct proto_ticket *ticket = &p->tickets[i];
        if (ticket->symbol.id >= symbol_count(p->terms) || symbol_get(p->terms, ticket->symbol)->role != SYMBOL_VALUE ||
            symbol_get(p->terms, ticket->symbol)->scope != SCOPE_THREAD)
            return fail(c, "ticket %u: no value of a thread", i);
        if (ticket->array >= p->array_count || !is_term(c, ticket->offset, 64))
            return fail(c, "ticket %u: no cell", i);
        if (ticket->step == 0 || ticket->sites == 0 || (unsigned)ticket->scope > SCOPE_KIND_WARP)
            return fail(c, "ticket %u: no update", i);
        if (ticket->round != PROTOCOL_NONE && ticket->round >= p->loop_count)
            return fail(c, "ticket %u: no loop", i);
        if (ticket->has_initial && !ticket->counts_up)
            return fail(c, "ticket %u: counts from a number, but not up", i);
    }
    return true;
}

static bool is_thread_value(const struct checker *c, symbol_ref symbol) {
    const struct term_table *t = c->p->terms;
    return symbol.id < symbol_count(t) && symbol_get(t, symbol)->role == SYMBOL_VALUE && symbol_get(t, symbol)->scope == SCOPE_THREAD;
}

static bool check_lanes(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->lanes_count; i++) {
        const struct proto_lanes *lanes = &p->lanes[i];
        if (!is_thread_value(c, lanes->symbol))
            return fail(c, "lanes %u: no value of a thread", i);
        if ((lanes->loop != PROTOCOL_NONE && lanes->loop >= p->loop_count) || (lanes->source > 31 && lanes->source != PROTOCOL_NONE))
            return fail(c, "lanes %u: no such loop or lane", i);
        if (!is_term(c, lanes->guard, 1) || !is_in_scope(c, lanes->guard, lanes->loop))
            return fail(c, "lanes %u: no condition of its loop", i);
    }
    return true;
}

static bool check_others(struct checker *c) {
    const struct protocol *p = c->p;
    if (!term_is_none(p->enabled) && (!is_term(c, p->enabled, 1) || term_op_of(term_get(p->terms, p->enabled)) != TERM_SYMBOL))
        return fail(c, "enabled: no symbol of one bit");
    for (uint32_t i = 0; i < p->other_count; i++) {
        const struct proto_other *other = &p->others[i];
        if (!is_thread_value(c, other->symbol))
            return fail(c, "other %u: no value of a thread", i);
        if (other->loop != PROTOCOL_NONE && other->loop >= p->loop_count)
            return fail(c, "other %u: no such loop", i);
        uint8_t width = symbol_get(p->terms, other->symbol)->width_bits;
        bool is_value = other->is_same_block ? term_is_none(other->value) && width == 1
                                             : is_term(c, other->value, width) && is_in_scope(c, other->value, other->loop);
        if (!is_value)
            return fail(c, "other %u: no value of its loop", i);
        if (!is_term(c, other->guard, 1) || !is_in_scope(c, other->guard, other->loop))
            return fail(c, "other %u: no condition of its loop", i);
    }
    return true;
}

static bool check_problems(struct checker *c) {
    const struct protocol *p = c->p;
    for (uint32_t i = 0; i < p->problem_count; i++) {
        const struct proto_problem *problem = &p->problems[i];
        if ((unsigned)problem->reason >= REASON_COUNT)
            return fail(c, "problem %u: no such reason", i);
        if (problem->properties == 0 || (problem->properties & ~(uint32_t)PROPERTIES_ALL))
            return fail(c, "problem %u: unknown properties, or none", i);
        if (problem->location.id >= p->loc_count)
            return fail(c, "problem %u: unknown location", i);
    }
    for (uint32_t i = 0; i < p->trust_count; i++)
        if (!p->trusts[i].function || p->trusts[i].location.id >= p->loc_count)
            return fail(c, "trust %u: no function, or unknown location", i);
    return true;
}

const char *protocol_check(const struct protocol *protocol) {
    struct checker c = {.p = protocol};
    if (!protocol->name || !protocol->display)
        return "no name";
    if (!check_locations(&c) || !check_params(&c) || !check_arrays(&c) || !check_launch(&c) || !check_symbols(&c) || !check_loops(&c))
        return c.error;
    size_t size = mem_array_bytes(term_count(protocol->terms), sizeof *c.term_scope);
    c.term_scope = mem_alloc(size);
    compute_scopes(&c);
    if (check_items(&c) && check_privates(&c) && check_asserts(&c) && check_tickets(&c) && check_lanes(&c) && check_others(&c))
        check_problems(&c);
    mem_free(c.term_scope, size);
    return c.error;
}
