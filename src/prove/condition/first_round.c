/* Loops with a barrier go round at least once (docs/contracts.md).

   Where a barrier stands in a loop, the condition that none lies between two accesses on either side of the loop says
   that its rounds are none: a size that is 0, or a number of things that is read from memory. */
#include "prove/condition/candidate.h"
#include "prove/condition/survey.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/order/side.h"
#include "term/walk.h"

enum { DEPTH_MAX = 8 };

static void note_rounds_param(void *context, symbol_ref symbol) {
    struct survey *survey = context;
    const struct symbol *s = symbol_get(survey->prover->terms, symbol);
    bool is_noted = s->role != SYMBOL_PARAM || s->width_bits < 16 || survey->rounds_count == PARAMS_MAX;
    for (uint32_t i = 0; i < survey->rounds_count; i++)
        is_noted |= survey->rounds[i].id == symbol.id;
    if (is_noted)
        return;
    survey->rounds[survey->rounds_count++] = symbol;
    survey_note_param(survey, symbol);
}

/* The number that counts rounds: a parameter, an element of an array, either of two such, or what is made of parameters. */
static void note_number(struct survey *survey, term_ref number, uint32_t depth) {
    const struct prover *prover = survey->prover;
    const struct term_table *t = prover->terms;
    const struct term term = *term_get(t, number);
    enum term_op op = term_op_of(&term);
    struct elements found;
    if ((op == TERM_ZEXT || op == TERM_SEXT || op == TERM_TRUNC) && depth > 0) {
        note_number(survey, term_child(t, number, 0), depth - 1);
    } else if (op == TERM_ITE && depth > 0) {
        note_number(survey, term_child(t, number, 1), depth - 1);
        note_number(survey, term_child(t, number, 2), depth - 1);
    } else if (op != TERM_APPLY) {
        term_visit_symbols(t, number, note_rounds_param, survey);
    }
    for (uint32_t a = 0; op == TERM_APPLY && a < prover->protocol->array_count; a++) {
        elements_of(prover, a, number, &found);
        if (found.count > 0 && term_same(found.list[0].value, number))
            survey_counts(survey, a);
    }
}

/* The comparison, which holds in a first round, says that a number is 1 or more, or not 0. */
static void note_comparison(struct survey *survey, term_ref comparison) {
    const struct term_table *t = survey->prover->terms;
    const struct term *term = term_get(t, comparison);
    enum term_op op = term_op_of(term);
    uint64_t constant;
    if (op == TERM_XOR) {
        term_ref equation = term_child(t, comparison, 0);
        for (uint32_t i = 0; i < 2 && term_op_of(term_get(t, equation)) == TERM_EQ; i++)
            if (term_is_const(t, term_child(t, equation, i), &constant) && constant == 0)
                note_number(survey, term_child(t, equation, 1 - i), DEPTH_MAX);
        return;
    }
    bool is_strict = op == TERM_ULT || op == TERM_SLT;
    if ((is_strict || op == TERM_ULE || op == TERM_SLE) && term_is_const(t, term_child(t, comparison, 0), &constant) && constant == !is_strict)
        note_number(survey, term_child(t, comparison, 1), DEPTH_MAX);
}

static bool has_part(const struct term_table *t, term_ref whole, term_ref part) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, whole);
    for (term_ref x; term_walk_next(&walk, &x);) {
        found |= term_same(x, part);
        if (!found && term_width(t, x) == 1)
            term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    return found;
}

/* Those conditions of a barrier in a loop that are about the round. */
static void note_first_round(struct survey *survey, term_ref query, term_ref guard, uint32_t loop) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    if (term_op_of(term_get(t, guard)) == TERM_AND) {
        note_first_round(survey, query, term_child(t, guard, 0), loop);
        note_first_round(survey, query, term_child(t, guard, 1), loop);
    } else if (term_has_symbol(t, guard, prover->protocol->loops[loop].counter)) {
        term_ref first = side_iteration(prover, guard, (struct iteration){ITERATION_FIRST, loop, 0});
        if (has_part(t, query, first) || has_part(t, query, term_not(t, first)))
            note_comparison(survey, first);
    }
}

void survey_rounds(struct survey *survey, term_ref query) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_BARRIER && p->items[i].loop != PROTOCOL_NONE)
            note_first_round(survey, query, prover->frame->items[i].guard, p->items[i].loop);
}
