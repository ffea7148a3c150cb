/* The values that parts of a query have together, for all ordinals that something is shifted by (split.h). */
#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/frame/budget.h"
#include "prove/frame/prover.h"
#include "prove/rung/split.h"
#include "term/walk.h"

#define COMBINATIONS_MAX 40000u
#define COMBINATION_STEPS 5u

bool split_is_ordinal(const struct split *split, symbol_ref symbol) {
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return true;
    return false;
}

struct mixture split_mixture(const struct split *split, term_ref root) {
    const struct term_table *t = split->prover->terms;
    struct mixture mixture = {false, false};
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r);) {
        const struct term *term = term_get(t, r);
        bool is_symbol = term_op_of(term) == TERM_SYMBOL;
        bool is = is_symbol && split_is_ordinal(split, (symbol_ref){(uint32_t)term->value});
        mixture.ordinals |= is;
        mixture.others |= (is_symbol && !is) || (term_op_of(term) == TERM_APPLY && !BREAK(SPLIT));
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return mixture;
}

/* The largest parts of t that depend on ordinals and on nothing else. */
void split_parts(const struct split *split, term_ref query, struct parts *parts) {
    struct term_walk walk;
    term_walk_begin(&walk, split->prover->terms, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        struct mixture mixture = split_mixture(split, r);
        if (mixture.ordinals && !mixture.others)
            vec_push(&parts->list, r);
        else if (mixture.ordinals)
            term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

_Static_assert(ORDINALS_MAX < EVALUATION_LAYERS, "a layer for each ordinal, and one for what has none");

static uint64_t ordinal_value(void *context, symbol_ref symbol) {
    const struct split *split = context;
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return split->values[i];
    return 0;
}

/* Never asked: what is evaluated has no functions (mixture_of). */
static uint64_t no_function(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    assert(BREAK(SPLIT) && "a function among the ordinals");
    return 0;
}

/* The values that the parts have together, for the ordinals that `split` holds. */
static void add_combination(struct split *split, struct evaluation *e, const struct parts *parts, struct combinations *found) {
    uint64_t hash = parts->list.size;
    for (uint32_t i = 0; i < parts->list.size; i++)
        hash = hash_mix(hash, found->next[i] = evaluation_value(e, parts->list.data[i]));
    uint32_t at;
    for (; map_get(&found->known, hash, &at); hash++)
        if (memcmp(found->list.data[at], found->next, parts->list.size * sizeof *found->next) == 0)
            return;
    map_set(&found->known, hash, found->list.size);
    vec_push(&found->list, found->next);
    found->next = arena_alloc(split->prover->arena, (parts->list.size + 1) * sizeof *found->next);
}

static uint32_t layer_of_ordinal(void *context, symbol_ref symbol) {
    const struct split *split = context;
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return i + 1;
    return 0;
}

struct layers {
    const struct split *split;
    uint32_t deepest;
};

static void note_layer(void *context, symbol_ref symbol) {
    struct layers *layers = context;
    uint32_t layer = layer_of_ordinal((void *)layers->split, symbol);
    layers->deepest = layer > layers->deepest ? layer : layers->deepest;
}

/* The filters by the last ordinal that they speak of, which decides how early they can be asked. */
static void filter_layers(const struct split *split, uint32_t *layers) {
    for (uint32_t i = 0; i < split->filters.size; i++) {
        struct layers of = {split, 0};
        term_visit_symbols(split->prover->terms, split->filters.data[i], note_layer, &of);
        layers[i] = of.deepest;
    }
}

struct enumeration {
    struct split *split;
    struct evaluation *evaluation;
    const struct parts *parts;
    struct combinations *found;
    uint32_t *layers; /* of the filters */
};

static bool passes_filters(const struct enumeration *in, uint32_t layer) {
    for (uint32_t i = 0; i < in->split->filters.size; i++)
        if (in->layers[i] == layer && evaluation_value(in->evaluation, in->split->filters.data[i]) == 0)
            return false;
    return true;
}

/* All values of the ordinals from `layer` on, for those before it that `split` holds. */
static void enumerate(struct enumeration *in, uint32_t layer) {
    if (!passes_filters(in, layer))
        return;
    if (layer == in->split->count || layer == ORDINALS_MAX) {
        add_combination(in->split, in->evaluation, in->parts, in->found);
        return;
    }
    uint8_t bits = symbol_get(in->split->prover->terms, in->split->ordinals[layer])->width_bits;
    for (uint64_t n = 0; n < bits && in->found->list.size <= CASES_MAX; n++) {
        in->split->values[layer] = n;
        evaluation_restart_layer(in->evaluation, layer + 1);
        enumerate(in, layer + 1);
    }
}

bool split_combine(struct split *split, const struct parts *parts, struct combinations *found) {
    struct prover *prover = split->prover;
    uint64_t total = 1;
    for (uint32_t i = 0; i < split->count; i++)
        total *= symbol_get(prover->terms, split->ordinals[i])->width_bits;
    uint64_t cost = total * COMBINATION_STEPS;
    if (total > COMBINATIONS_MAX || cost > prover->budget.left)
        return false;
    budget_pay(&prover->budget, cost);
    struct term_model model = {split, ordinal_value, no_function};
    struct evaluation *e = evaluation_create(prover->terms, &model);
    evaluation_use_layers(e, layer_of_ordinal);
    found->next = arena_alloc(prover->arena, (parts->list.size + 1) * sizeof *found->next);
    map_init(&found->known);
    uint32_t *layers = arena_alloc(prover->arena, (split->filters.size + 1) * sizeof *layers);
    filter_layers(split, layers);
    enumerate(&(struct enumeration){split, e, parts, found, layers}, 0);
    map_release(&found->known);
    evaluation_destroy(e);
    return found->list.size <= CASES_MAX;
}
