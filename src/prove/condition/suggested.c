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

void witness_suggest(struct prover *prover, const struct witness_request *request, struct prove_witness *witness) {
    if (prover->scope->proofs_only || demand_is_redone(prover)) /* what is open is not used */
        return;
    struct search search = {.prover = prover, .pairing = request->pairing, .request = request, .witness = witness};
    candidates_of(prover, request, &search.candidates);
    search_note_suggested(&search);
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
