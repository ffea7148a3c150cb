/* Counterexamples for given arguments: products and quotients of symbols make a question hard for the solver, those of numbers do not.

   Arguments are drawn from a short list of plain numbers; a draw counts if it satisfies the conditions that speak of arguments only. */
#include <assert.h>

#include "prove/condition/search.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "term/walk.h"

enum { DRAWS_MAX = 256, ARGUMENTS_MAX = 12 };

/* Every other draw has small strides: more indices collide. */
static const uint64_t NUMBERS[] = {1, 2, 3, 4, 8, 16, 32, 64, 128, 1000}, SMALL[] = {1, 2, 3, 4}, LARGE[] = {2, 4, 8, 64, 1000};

/* The next number of a fixed sequence (xorshift32), so that verdicts do not change from run to run. */
static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

struct drawn {
    const struct search *search;
    uint64_t values[ARGUMENTS_MAX];
    bool is_other; /* a term depends on something else */
};

static bool is_argument(const struct search *search, symbol_ref symbol, uint32_t *place) {
    for (uint32_t i = 0; i < search->params.size; i++)
        if (search->params.data[i].id == symbol.id) {
            *place = i;
            return true;
        }
    return false;
}

static void note_other(void *context, symbol_ref symbol) {
    struct drawn *drawn = context;
    uint32_t place;
    drawn->is_other |= !is_argument(drawn->search, symbol, &place);
}

static bool is_about_arguments(struct drawn *drawn, term_ref t) {
    const struct term_table *table = drawn->search->prover->terms;
    drawn->is_other = (term_deps(table, t) & DEP_MEMORY) != 0;
    term_visit_symbols(table, t, note_other, drawn);
    return !drawn->is_other;
}

/* The conjuncts of `t` in which only arguments occur. */
static term_ref about_arguments(struct drawn *drawn, term_ref t) {
    struct term_table *table = drawn->search->prover->terms;
    const struct term term = *term_get(table, t);
    if (term_op_of(&term) != TERM_AND || term.width_bits != 1)
        return is_about_arguments(drawn, t) ? t : term_true(table);
    term_ref all = term_true(table);
    for (uint32_t i = 0; i < term.arity; i++)
        all = term_and(table, all, about_arguments(drawn, term_child(table, t, i)));
    return all;
}

#define PICK(list, state) (list)[next_random(state) % (sizeof(list) / sizeof *(list))]

static uint64_t draw_number(const struct search *search, symbol_ref symbol, bool has_small_strides, uint32_t *state) {
    if (!has_small_strides)
        return PICK(NUMBERS, state);
    return search_is_stride(search, symbol) ? PICK(SMALL, state) : PICK(LARGE, state);
}

static uint64_t drawn_value(void *context, symbol_ref symbol) {
    const struct drawn *drawn = context;
    uint32_t place = 0;
    bool is = is_argument(drawn->search, symbol, &place);
    assert(is);
    return is ? drawn->values[place] : 0;
}

static uint64_t no_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

static term_ref with_values(const struct drawn *drawn, term_ref whole) {
    const struct search *search = drawn->search;
    struct term_table *t = search->prover->terms;
    term_ref equal = term_true(t);
    for (uint32_t i = 0; i < search->params.size; i++) {
        symbol_ref symbol = search->params.data[i];
        term_ref value = term_const(t, symbol_get(t, symbol)->width_bits, drawn->values[i]);
        whole = term_replace(t, whole, symbol, value);
        equal = term_and(t, equal, term_eq(t, term_symbol(t, symbol), value));
    }
    return term_and(t, whole, equal);
}

uint32_t search_arguments(const struct search *search, term_ref whole, term_ref *questions, uint32_t most) {
    struct drawn drawn = {.search = search};
    uint32_t state = 2463534242u, count = 0;
    if (search->params.size == 0 || search->params.size > ARGUMENTS_MAX || search_nodes(search->prover->terms, whole) == SEARCH_NODES_MAX)
        return 0;
    term_ref condition = about_arguments(&drawn, whole);
    struct term_model model = {&drawn, drawn_value, no_application};
    struct evaluation *e = evaluation_create(search->prover->terms, &model);
    for (uint32_t draw = 0; draw < DRAWS_MAX && count < most; draw++) {
        for (uint32_t i = 0; i < search->params.size; i++)
            drawn.values[i] = draw_number(search, search->params.data[i], draw % 2 == 0, &state);
        evaluation_restart(e);
        if (evaluation_value(e, condition) != 0)
            questions[count++] = with_values(&drawn, whole);
    }
    evaluation_destroy(e);
    return count;
}
