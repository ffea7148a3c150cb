/* Launches in scope, and the two threads.

   The scope's constants are put into the protocol's terms once. The first
   thread t keeps the protocol's symbols; the second thread u gets copies of
   the thread-private ones, and of the block-private ones too when it is in
   another block. Uniform symbols are shared (docs/theory.md,
   "Two threads suffice"). */
#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "protocol/approximation.h"
#include "protocol/expression.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/frame/threads.h"

static term_ref constant32(struct prover *prover, uint32_t value) {
    return term_const(prover->terms, 32, value);
}

static term_ref second_map(void *context, symbol_ref symbol);

static term_ref scoping_map(void *context, symbol_ref symbol) {
    struct prover *prover = context;
    const struct symbol *s = symbol_get(prover->terms, symbol);
    if (s->role == SYMBOL_TID && prover->frame->fixed_block[s->axis] && prover->frame->block[s->axis] == 1)
        return constant32(prover, 0);
    if (s->role == SYMBOL_BID && prover->frame->fixed_grid[s->axis] && prover->frame->grid[s->axis] == 1)
        return constant32(prover, 0);
    if (s->role == SYMBOL_BDIM && prover->frame->fixed_block[s->axis])
        return constant32(prover, prover->frame->block[s->axis]);
    if (s->role == SYMBOL_GDIM && prover->frame->fixed_grid[s->axis])
        return constant32(prover, prover->frame->grid[s->axis]);
    for (uint32_t i = 0; s->role == SYMBOL_PARAM && i < prover->scope->param_count; i++)
        if (strcmp(prover->scope->params[i].name, s->name) == 0)
            return term_const(prover->terms, s->width_bits, (uint64_t)prover->scope->params[i].value);
    if (s->role == SYMBOL_PARAM && s->width_bits == 1 && required_says(prover, symbol))
        return term_true(prover->terms);
    return s->role == SYMBOL_PARAM ? required_value(prover, symbol) : TERM_NONE;
}

void threads_begin(struct prover *prover) {
    prover->threads->scoping = substitution_create(prover->terms, scoping_map, prover);
    for (int i = 0; i < PAIRING_COUNT; i++) {
        prover->threads->second[i] = (struct second_thread){.prover = prover, .pairing = (enum pairing)i};
        prover->threads->second[i].substitution = substitution_create(prover->terms, second_map, &prover->threads->second[i]);
    }
}

term_ref prover_scoped(struct prover *prover, term_ref t) {
    return term_is_none(t) ? t : substitution_apply(prover->threads->scoping, t);
}

/* Constant bounds are known of the copy itself; other facts follow in prover_facts. */
static void copy_bounds(struct prover *prover, symbol_ref from, symbol_ref to) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < symbol_fact_count(t, from); i++) {
        term_ref fact = symbol_fact(t, from, i);
        if (term_op_of(term_get(t, fact)) == TERM_ULT && term_same(term_child(t, fact, 0), term_symbol(t, from)) &&
            term_is_const(t, term_child(t, fact, 1), NULL))
            symbol_add_fact(t, to, term_ult(t, term_symbol(t, to), term_child(t, fact, 1)));
    }
}

/* An index along an axis that is fixed is below the axis' extent. */
static void note_limit(struct prover *prover, symbol_ref symbol) {
    const struct symbol *s = symbol_get(prover->terms, symbol);
    if (s->role == SYMBOL_BID && prover->frame->fixed_grid[s->axis])
        integer_note_limit(prover->integers, symbol, prover->frame->grid[s->axis]);
    if (s->role == SYMBOL_TID && prover->frame->fixed_block[s->axis])
        integer_note_limit(prover->integers, symbol, prover->frame->block[s->axis]);
}

void threads_note_limits(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        const struct term *tid = term_get(prover->terms, p->tid[a]), *bid = term_get(prover->terms, p->bid[a]);
        if (term_op_of(tid) == TERM_SYMBOL)
            note_limit(prover, (symbol_ref){(uint32_t)tid->value});
        if (term_op_of(bid) == TERM_SYMBOL)
            note_limit(prover, (symbol_ref){(uint32_t)bid->value});
    }
}

bool threads_is_second(const struct prover *prover, symbol_ref symbol) {
    return symbol.id < prover->threads->origin.size && prover->threads->origin.data[symbol.id] != 0;
}

symbol_ref threads_own(const struct prover *prover, symbol_ref symbol) {
    return threads_is_second(prover, symbol) ? (symbol_ref){prover->threads->origin.data[symbol.id] - 1} : symbol;
}

static term_ref second_map(void *context, symbol_ref symbol) {
    struct second_thread *second = context;
    struct prover *prover = second->prover;
    struct symbol s = *symbol_get(prover->terms, symbol);
    bool own = s.scope == SCOPE_THREAD || (s.scope == SCOPE_BLOCK && second->pairing == BETWEEN_BLOCKS) || s.in_loop != 0;
    own = own && !(BREAK(COUNTERS) && s.role == SYMBOL_COUNTER) && !(BREAK(VALUES) && s.role == SYMBOL_VALUE);
    if (!own)
        return TERM_NONE;
    if (symbol.id >= prover->threads->copy_capacity) {
        uint32_t capacity = 2 * symbol.id + 64;
        uint32_t *grown = arena_alloc(prover->arena, capacity * sizeof *grown);
        for (uint32_t i = 0; i < prover->threads->copy_capacity; i++)
            grown[i] = prover->threads->copy_of[i];
        prover->threads->copy_of = grown;
        prover->threads->copy_capacity = capacity;
    }
    if (prover->threads->copy_of[symbol.id] == 0) {
        s.name = arena_printf(prover->arena, "%s.u", s.name);
        symbol_ref copy = symbol_create(prover->terms, &s);
        prover->threads->copy_of[symbol.id] = copy.id;
        if (prover->threads->origin.size <= copy.id)
            vec_resize_zero(&prover->threads->origin, copy.id + 1);
        prover->threads->origin.data[copy.id] = symbol.id + 1;
        copy_bounds(prover, symbol, copy);
        note_limit(prover, copy);
    }
    return term_symbol(prover->terms, (symbol_ref){prover->threads->copy_of[symbol.id]});
}

bool prover_shared_in_iteration(const struct prover *prover, enum pairing pairing, symbol_ref symbol) {
    assert(pairing < PAIRING_COUNT);
    const struct symbol *s = symbol_get(prover->terms, symbol);
    return s->in_loop != 0 && (s->scope == SCOPE_UNIFORM || (s->scope == SCOPE_BLOCK && pairing == WITHIN_BLOCK));
}

term_ref prover_second(struct prover *prover, enum pairing pairing, term_ref t) {
    assert(pairing < PAIRING_COUNT);
    return term_is_none(t) ? t : substitution_apply(prover->threads->second[pairing].substitution, t);
}

struct third {
    struct prover *prover;
    bool any_block;
};

static term_ref third_map(void *context, symbol_ref symbol) {
    struct third *third = context;
    struct prover *prover = third->prover;
    struct term_table *t = prover->terms;
    struct symbol s = *symbol_get(t, symbol);
    uint32_t known;
    if (s.scope == SCOPE_UNIFORM && s.in_loop == 0)
        return TERM_NONE;
    if (s.scope == SCOPE_BLOCK && s.in_loop == 0 && !third->any_block)
        return TERM_NONE;
    if (map_get(&prover->threads->third_of[third->any_block], symbol.id, &known))
        return term_symbol(t, (symbol_ref){known});
    s.name = arena_printf(prover->arena, "%s.w", s.name);
    symbol_ref copy = symbol_create(t, &s);
    map_set(&prover->threads->third_of[third->any_block], symbol.id, copy.id);
    map_set(&prover->threads->of_third, copy.id, symbol.id);
    if (s.role == SYMBOL_TID || s.role == SYMBOL_BID)
        symbol_add_fact(t, copy,
                        term_ult(t, term_symbol(t, copy),
                                 prover_scoped(prover, s.role == SYMBOL_TID ? prover->protocol->bdim[s.axis] : prover->protocol->gdim[s.axis])));
    return term_symbol(t, copy);
}

term_ref prover_third(struct prover *prover, bool any_block, term_ref t) {
    struct third context = {prover, any_block};
    struct substitution *s = substitution_create(prover->terms, third_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

term_ref prover_distinct(struct prover *prover, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref differ = term_false(t);
    for (uint32_t a = 0; a < 3; a++) {
        term_ref own = prover_scoped(prover, pairing == WITHIN_BLOCK ? p->tid[a] : p->bid[a]);
        differ = term_or(t, differ, term_ne(t, own, prover_second(prover, pairing, own)));
    }
    return differ;
}

static bool is_aligned(const struct term_table *terms, term_ref t, uint64_t size, uint32_t depth) {
    const struct term *term = term_get(terms, t);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST)
        return term->value % size == 0;
    if (depth > 30 || term->arity == 0)
        return false;
    bool first = is_aligned(terms, term_child(terms, t, 0), size, depth + 1);
    if (op == TERM_ZEXT || op == TERM_SEXT)
        return first;
    if (op != TERM_ADD && op != TERM_MUL && op != TERM_ITE && op != TERM_AND)
        return false;
    bool second = is_aligned(terms, term_child(terms, t, 1), size, depth + 1);
    if (op == TERM_MUL || op == TERM_AND)
        return first || second;
    return op == TERM_ADD ? first && second : second && is_aligned(terms, term_child(terms, t, 2), size, depth + 1);
}

bool prover_is_aligned(const struct term_table *terms, term_ref t, uint64_t size) {
    return is_aligned(terms, t, size, 0);
}

struct shift {
    struct prover *prover;
    symbol_ref counter;
    int64_t by;
};

static term_ref shift_map(void *context, symbol_ref symbol) {
    const struct shift *shift = context;
    struct term_table *t = shift->prover->terms;
    if (symbol.id != shift->counter.id)
        return TERM_NONE;
    term_ref k = term_symbol(t, symbol);
    return term_add(t, k, term_const(t, term_width(t, k), (uint64_t)shift->by), shift->by > 0 ? TERM_NUW | TERM_NSW : TERM_NSW);
}

term_ref prover_shift_counter(struct prover *prover, term_ref t, symbol_ref counter, int64_t by) {
    struct shift context = {prover, counter, by};
    struct substitution *s = substitution_create(prover->terms, shift_map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

static void note_giver(struct prover *prover, term_ref value, uint32_t item) {
    if (!term_is_none(value) && term_op_of(term_get(prover->terms, value)) == TERM_SYMBOL)
        map_set(&prover->frame->given_by, term_get(prover->terms, value)->value, item);
}

void prover_note_givers(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind == ITEM_COLLECTIVE)
            note_giver(prover, p->items[i].result, i);
        for (uint32_t lane = 0; lane < p->items[i].give_count; lane++)
            note_giver(prover, p->items[i].gives[lane], i);
    }
}

uint32_t prover_giver(const struct prover *prover, symbol_ref symbol) {
    uint32_t item;
    return map_get(&prover->frame->given_by, symbol.id, &item) ? item : PROTOCOL_NONE;
}

const char *const prover_left_before = "whether an earlier iteration left the loop";

struct approximation {
    const struct prover *prover;
    const char *found;
};

static void note_approximation(void *context, symbol_ref symbol) {
    struct approximation *a = context;
    const struct symbol *s = symbol_get(a->prover->terms, symbol);
    if (s->approximate && !a->found)
        a->found = s->reason ? s->reason : "an unknown value";
}

/* Ordinals of loops that may have been left before. */
static void note_inexact(void *context, symbol_ref symbol) {
    struct approximation *a = context;
    const struct symbol *s = symbol_get(a->prover->terms, symbol);
    if ((s->role == SYMBOL_COUNTER || s->role == SYMBOL_FINAL) && !a->prover->protocol->loops[s->loop].exact)
        a->found = prover_left_before;
}

const char *prover_approximation(const struct prover *prover, term_ref t) {
    struct approximation a = {prover, NULL};
    if (!(term_deps(prover->terms, t) & DEP_APPROX)) {
        term_visit_symbols(prover->terms, t, note_inexact, &a);
        return a.found;
    }
    term_visit_symbols(prover->terms, t, note_approximation, &a);
    a.found = a.found ? a.found : approximation_contents_of(prover->protocol, t);
    return a.found ? a.found : "the result of a floating-point or bit operation";
}

term_ref prover_extent(struct prover *prover, uint32_t array) {
    assert(array < prover->protocol->array_count);
    uint64_t bytes = prover->protocol->arrays[array].extent_bytes;
    if (prover->scope->extents && !term_is_none(prover->scope->extents[array]))
        return prover_scoped(prover, prover->scope->extents[array]);
    return bytes ? term_const(prover->terms, 64, bytes) : TERM_NONE;
}
