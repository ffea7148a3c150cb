/* Counterexamples as models have them: the launch, the two threads, arguments,
   iterations, contents of arrays. */
#include <assert.h>
#include <string.h>

#include "protocol/approximation.h"
#include "protocol/stated.h"
#include "prove/frame/actor.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"
#include "term/walk.h"

#define CELLS_MAX 32u

struct reader {
    struct prover *prover;
    struct smt_query *query;
    const struct launch *launch;
    enum pairing pairing;
    struct prove_witness *w;
    VEC(struct prove_named) values[2], params;
    VEC(struct prove_cell) cells;
};

static uint64_t value_of(struct reader *reader, term_ref t) {
    term_ref concrete = substitution_apply(reader->launch->substitution, t);
    return smt_model_term(reader->query, reader->prover->terms, concrete);
}

static bool is_disjoint(const struct prove_cell *a, const struct prove_cell *b) {
    uint64_t a_bytes = (a->width_bits + 7u) / 8u, b_bytes = (b->width_bits + 7u) / 8u;
    return strcmp(a->array, b->array) != 0 || a->offset_bytes - b->offset_bytes >= b_bytes || b->offset_bytes - a->offset_bytes >= a_bytes;
}

static void add_cell(struct reader *reader, struct prove_cell cell) {
    for (uint32_t i = 0; i < reader->cells.size; i++)
        if (!is_disjoint(&reader->cells.data[i], &cell))
            return;
    if (reader->cells.size < CELLS_MAX)
        vec_push(&reader->cells, cell);
}

/* The access that gives the value, a read or an update, or NULL. */
static const struct proto_item *giver(const struct prover *prover, symbol_ref value, uint32_t *lane, uint32_t *index) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        for (uint32_t l = 0; item->kind == ITEM_ACCESS && l < item->give_count; l++) {
            if (term_is_none(item->gives[l]) || term_get(prover->terms, item->gives[l])->value != value.id)
                continue;
            *lane = l;
            *index = i;
            return item;
        }
    }
    return NULL;
}

/* What is read in an array that the kernel writes: perhaps it was there from the start. */
static void guess_cell(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct prover *prover = reader->prover;
    bool is_copy = threads_is_second(prover, symbol);
    struct actor thread = {reader->pairing, is_copy, NULL};
    uint8_t width = symbol_get(prover->terms, symbol)->width_bits;
    uint32_t lane, index;
    const struct proto_item *item = giver(prover, threads_own(prover, symbol), &lane, &index);
    if (!item)
        return;
    const struct proto_array *array = &prover->protocol->arrays[item->array];
    if (array->kind != ARRAY_PARAM && array->kind != ARRAY_GLOBAL)
        return;
    uint64_t offset = value_of(reader, actor_sees(prover, thread, prover->frame->items[index].offset)) + lane * ((width + 7u) / 8u);
    add_cell(reader, (struct prove_cell){array->name, offset, value_of(reader, term_symbol(prover->terms, symbol)), width, true});
}

static void read_symbol(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct prover *prover = reader->prover;
    const struct symbol s = *symbol_get(prover->terms, symbol);
    struct prove_named named = {s.name, value_of(reader, term_symbol(prover->terms, symbol)), s.width_bits};
    bool is_copy = threads_is_second(prover, symbol);
    if (actor_is_copy(prover, threads_own(prover, symbol)) || stated_of(prover->protocol, symbol))
        return; /* of a thread that wrote what t or u read; a condition on contents */
    if (is_copy)
        named.name = symbol_get(prover->terms, threads_own(prover, symbol))->name;
    if (s.role == SYMBOL_PARAM) {
        vec_push(&reader->params, named);
    } else if (s.role == SYMBOL_COUNTER) {
        vec_push(&reader->values[is_copy], named);
    } else if (s.role == SYMBOL_VALUE) {
        if (s.reason)
            named.name = s.reason;
        vec_push(&reader->values[is_copy], named);
    }
}

static bool comes_before(const struct prove_cell *a, const struct prove_cell *b) {
    int order = strcmp(a->array, b->array);
    return order < 0 || (order == 0 && a->offset_bytes <= b->offset_bytes);
}

static void sort_cells(struct prove_cell *cells, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && !comes_before(&cells[j - 1], &cells[j]); j--) {
            struct prove_cell swap = cells[j - 1];
            cells[j - 1] = cells[j];
            cells[j] = swap;
        }
}

/* Where memory lies to which pointers in memory lead is not told by a model. */
static bool is_behind_pointers(const struct protocol *p, uint32_t function) {
    uint32_t array = approximation_array_of_function(p, function);
    return array != PROTOCOL_NONE && p->arrays[array].kind == ARRAY_LOADED;
}

static void read_cells(struct reader *reader, term_ref query) {
    struct prover *prover = reader->prover;
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, query);
    for (term_ref t; term_walk_next(&walk, &t);) {
        term_walk_enter(&walk, t);
        const struct term term = *term_get(prover->terms, t);
        if (term_op_of(&term) != TERM_APPLY || term.arity != 1)
            continue;
        const char *name = function_name(prover->terms, (uint32_t)term.value), *colon = strrchr(name, ':');
        if (!colon || !(term.deps & DEP_MEMORY) || is_behind_pointers(prover->protocol, (uint32_t)term.value))
            continue;
        add_cell(reader, (struct prove_cell){arena_strndup(prover->arena, name, (size_t)(colon - name)),
                                             value_of(reader, term_child(prover->terms, t, 0)), value_of(reader, t), term.width_bits, false});
    }
    term_walk_end(&walk);
    term_visit_symbols(prover->terms, query, guess_cell, reader);
    sort_cells(reader->cells.data, reader->cells.size);
    reader->w->cells = arena_alloc(prover->arena, (reader->cells.size + 1) * sizeof *reader->cells.data);
    for (uint32_t i = 0; i < reader->cells.size; i++)
        reader->w->cells[i] = reader->cells.data[i];
    reader->w->cell_count = reader->cells.size;
    vec_release(&reader->cells);
}

static struct prove_named *keep(struct prover *prover, const struct prove_named *values, uint32_t count) {
    struct prove_named *kept = arena_alloc(prover->arena, (count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < count; i++)
        kept[i] = values[i];
    return kept;
}

void witness_read(struct prover *prover, const struct witness_request *request, term_ref query, struct smt_query *model, const struct launch *launch,
                  struct prove_witness *w) {
    assert(prover_is_condition(prover, query));
    const struct protocol *p = prover->protocol;
    const struct witness_terms *show = request->show;
    *w = (struct prove_witness){.precondition = NULL};
    struct reader reader = {.prover = prover, .query = model, .launch = launch, .pairing = request->pairing, .w = w};
    for (uint32_t a = 0; a < 3; a++) {
        w->block[a] = launch->block[a];
        w->grid[a] = launch->grid[a];
        term_ref tid = prover_scoped(prover, p->tid[a]), bid = prover_scoped(prover, p->bid[a]);
        w->thread[0][a] = (uint32_t)value_of(&reader, tid);
        w->thread[1][a] = (uint32_t)value_of(&reader, prover_second(prover, request->pairing, tid));
        w->block_index[0][a] = (uint32_t)value_of(&reader, bid);
        w->block_index[1][a] = (uint32_t)value_of(&reader, prover_second(prover, request->pairing, bid));
    }
    term_visit_symbols(prover->terms, query, read_symbol, &reader);
    read_cells(&reader, query);
    for (int i = 0; i < 2; i++) {
        w->values[i] = keep(prover, reader.values[i].data, reader.values[i].size);
        w->value_count[i] = reader.values[i].size;
        vec_release(&reader.values[i]);
        if (!show)
            continue;
        w->offset[i] = (int64_t)value_of(&reader, show->offset[i]);
        w->size[i] = value_of(&reader, show->size[i]);
        w->has_value[i] = !term_is_none(show->value[i]);
        if (w->has_value[i])
            w->value[i] = value_of(&reader, show->value[i]);
    }
    w->params = keep(prover, reader.params.data, reader.params.size);
    w->param_count = reader.params.size;
    vec_release(&reader.params);
}
