/* What the candidates suggest of a launch, and what a counterexample breaks of it. */
#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/counterexample.h"
#include "prove/condition/precondition.h"
#include "prove/condition/search.h"
#include "prove/frame/elements.h"
#include "prove/frame/prover.h"
#include "prove/rung/demand.h"

/* Grids with more axes than the kernel numbers its blocks for are odd only where a proof says so. */
static bool is_odd_only_if_proved(const struct candidate *c) {
    return c->limit != 0 && c->axis >= 3;
}

/* Another violation of the kernel needs this condition: launches are meant to satisfy it. */
static bool is_needed_elsewhere(const struct search *search, const struct candidate *c) {
    const struct prover *prover = search->prover;
    bool is_needed = false;
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        for (uint32_t j = 0; j < prover->conditions->found.data[i].count; j++)
            is_needed |= term_same(prover->conditions->found.data[i].conditions[j].term, c->condition.term);
    return is_needed;
}

/* What the condition says of the query's sizes, or of the elements that it reads. */
static term_ref said_by(const struct search *search, const struct candidate *c) {
    return c->is_contents ? elements_meant(search->prover, c->condition.term, search->query) : c->condition.term;
}

term_ref search_suggested(struct search *search, enum candidate_class last) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        uint32_t *limit = &search->limit[c->axis];
        if ((c->class > last && !is_needed_elsewhere(search, c)) || is_odd_only_if_proved(c))
            continue;
        all = term_and(t, all, said_by(search, c));
        if (c->limit && (*limit == 0 || c->limit < *limit))
            *limit = c->limit;
    }
    return all;
}

void search_note_suggested(const struct search *search) {
    struct prove_condition *list = arena_alloc(search->prover->arena, (search->candidates.count + 1) * sizeof *list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        if (!c->is_contents && !is_odd_only_if_proved(c) && (c->class <= NATURAL_CLASS || is_needed_elsewhere(search, c)))
            list[count++] = c->condition;
    }
    search->witness->suggested = list;
    search->witness->suggested_count = count;
}

/* ---- pairs that nothing is asked about ---- */

/* An array may have thousands of them. Each of its accesses suggests in one pair at least, and the other pairs share what these suggest. */
enum { PAIRS_PER_ARRAY = 64 };

/* NULL: the request is not about two accesses. */
static struct array_suggested *suggested_of_array(struct prover *prover, const struct witness_request *request) {
    const struct proto_item *items = prover->protocol->items;
    struct conditions *c = prover->conditions;
    if (request->items[0] == PROTOCOL_NONE || request->items[1] == PROTOCOL_NONE || items[request->items[0]].kind != ITEM_ACCESS)
        return NULL;
    const uint32_t array = items[request->items[0]].array;
    for (uint32_t i = 0; i < c->suggested.size; i++)
        if (c->suggested.data[i].array == array)
            return &c->suggested.data[i];
    vec_push(&c->suggested, ((struct array_suggested){.array = array}));
    return &vec_last(&c->suggested);
}

static uint64_t key_of(const struct witness_request *request, int i) {
    return (uint64_t)request->items[i] * PAIRING_COUNT + request->pairing;
}

static bool has_new_item(const struct prover *prover, const struct witness_request *request) {
    const struct map *known = &prover->conditions->is_suggesting;
    return !map_get(known, key_of(request, 0), NULL) || !map_get(known, key_of(request, 1), NULL);
}

static void keep_suggested(struct prover *prover, const struct witness_request *request, const struct prove_witness *witness,
                           struct array_suggested *known) {
    struct prove_condition *all = arena_alloc(prover->arena, (known->count + witness->suggested_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (; count < known->count; count++)
        all[count] = known->list[count];
    for (uint32_t i = 0; i < witness->suggested_count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < known->count && !is_known; k++)
            is_known = term_same(known->list[k].term, witness->suggested[i].term);
        if (!is_known)
            all[count++] = witness->suggested[i];
    }
    if (count > known->count)
        *known = (struct array_suggested){known->array, known->pairs, all, count};
    known->pairs++;
    for (int i = 0; i < 2; i++)
        map_set(&prover->conditions->is_suggesting, key_of(request, i), 1);
}

void witness_suggest(struct prover *prover, const struct witness_request *request, struct prove_witness *witness) {
    if (prover->scope->proofs_only || demand_is_redone(prover)) /* what is open is not used */
        return;
    struct array_suggested *known = suggested_of_array(prover, request);
    if (known && known->pairs >= PAIRS_PER_ARRAY && !has_new_item(prover, request)) {
        witness->suggested = known->list;
        witness->suggested_count = known->count;
        return;
    }
    struct search search = {.prover = prover, .pairing = request->pairing, .request = request, .witness = witness};
    candidates_of(prover, request, &search.candidates);
    search_note_suggested(&search);
    if (known)
        keep_suggested(prover, request, witness, known);
}

struct seen_launch {
    const struct search *search;
    bool is_open;
};

static uint64_t seen_value(void *context, symbol_ref symbol) {
    struct seen_launch *seen = context;
    const struct prove_witness *w = seen->search->witness;
    const struct symbol *s = symbol_get(seen->search->prover->terms, symbol);
    if (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM)
        return s->role == SYMBOL_BDIM ? w->block[s->axis] : w->grid[s->axis];
    for (uint32_t i = 0; i < w->param_count; i++)
        if (strcmp(w->params[i].name, s->name) == 0)
            return w->params[i].value;
    seen->is_open = true;
    return 0;
}

static uint64_t seen_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)function, (void)width_bits, (void)arguments, (void)count;
    ((struct seen_launch *)context)->is_open = true;
    return 0;
}

const char *search_broken(const struct search *search, term_ref *all) {
    struct prover *prover = search->prover;
    const char *text = NULL;
    *all = term_true(prover->terms);
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        struct seen_launch seen = {search, false};
        struct term_model model = {&seen, seen_value, seen_application};
        struct evaluation *e = evaluation_create(prover->terms, &model);
        bool holds = !c->is_contents && (evaluation_value(e, c->condition.term) != 0 || seen.is_open);
        evaluation_destroy(e);
        if ((c->class > NATURAL_CLASS && !is_needed_elsewhere(search, c)) || is_odd_only_if_proved(c) || holds)
            continue;
        text = text ? arena_printf(prover->arena, "%s && %s", text, c->condition.text) : c->condition.text;
        *all = term_and(prover->terms, *all, said_by(search, c));
    }
    return text;
}
