/* What guards compare: sums that they bound; P - Q >= 0, the premise of a comparison with a difference; sizes that they fix. */
#include <string.h>

#include "kernel/edit.h"
#include "protocol/expression.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

/* ---- guards ---- */

static void add_bound(struct survey *survey, term_ref low, term_ref high, bool or_equal) {
    struct bound bound;
    struct index_sum above;
    struct quantity one = quantity_constant(1);
    const struct term_table *t = survey->prover->terms;
    if (survey->bound_count == SURVEY_BOUNDS_MAX || !index_sum_of(t, low, &bound.sum) || !index_sum_of(t, high, &above) || above.count != 0 ||
        bound.sum.count == 0 || !quantity_add(&above.rest, -1, &bound.sum.rest, &bound.limit) ||
        (or_equal && !quantity_add(&bound.limit, 1, &one, &bound.limit)))
        return;
    bound.subject = survey->subject;
    survey->bounds[survey->bound_count++] = bound;
}

/* P - Q of parameters is meant not to be negative. */
static void survey_difference(struct survey *survey, const struct quantity *q) {
    struct quantity plus, minus;
    int64_t value;
    if (quantity_split(q, &plus, &minus) && quantity_has_param(survey->prover, &plus) && quantity_has_param(survey->prover, &minus) &&
        !quantity_is_constant(&minus, &value))
        survey_add_at_least(survey, CANDIDATE_ORDER, &plus, &minus);
}

/* The hardware's limit on the threads of a block says nothing of what the kernel is made for; `__launch_bounds__` does. */
static void note_limited(struct survey *survey, const struct quantity *q) {
    const struct prover *prover = survey->prover;
    uint32_t axis;
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            if (prover->protocol->max_threads || !index_is(prover, q->parts[i].atoms[j], SYMBOL_BDIM, &axis))
                vec_push(&survey->limited, q->parts[i].atoms[j]);
}

int64_t survey_least(const struct survey *survey, term_ref guard, uint32_t axis) {
    const struct term_table *t = survey->prover->terms;
    enum term_op op = term_op_of(term_get(t, guard));
    struct index_sum low, high;
    uint32_t of;
    int64_t value, least = 0;
    if (op == TERM_AND && term_width(t, guard) == 1) {
        int64_t first = survey_least(survey, term_child(t, guard, 0), axis), second = survey_least(survey, term_child(t, guard, 1), axis);
        return first > second ? first : second;
    }
    if ((op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE) || !index_sum_of(t, term_child(t, guard, 0), &low) ||
        !index_sum_of(t, term_child(t, guard, 1), &high) || low.count != 0 || high.count != 1)
        return 0;
    bool is_thread = index_is(survey->prover, high.digits[0].index, SYMBOL_TID, &of) && of == axis &&
                     quantity_is_constant(&high.digits[0].coefficient, &value) && value == 1;
    if (is_thread && quantity_add(&low.rest, -1, &high.rest, &low.rest) && quantity_is_constant(&low.rest, &value))
        least = value + (op == TERM_SLT || op == TERM_ULT);
    return least > 0 && least < 1024 ? least : 0;
}

void survey_limits(struct survey *survey, term_ref condition) {
    const struct term_table *t = survey->prover->terms;
    enum term_op op = term_op_of(term_get(t, condition));
    struct index_sum low;
    if (op == TERM_AND && term_width(t, condition) == 1) {
        survey_limits(survey, term_child(t, condition, 0));
        survey_limits(survey, term_child(t, condition, 1));
    }
    bool is_order = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
    if (is_order && term_is_const(t, term_child(t, condition, 1), NULL) && index_sum_of(t, term_child(t, condition, 0), &low))
        note_limited(survey, &low.rest);
}

/* blockDim.a == C: no other launch gets there. */
static void survey_fixed(struct survey *survey, term_ref equation) {
    const struct prover *prover = survey->prover;
    uint64_t threads;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t axis = 0; axis < 3; axis++)
            if (term_same(term_child(prover->terms, equation, side), prover->protocol->bdim[axis]) &&
                term_is_const(prover->terms, term_child(prover->terms, equation, 1 - side), &threads)) {
                survey_add_limit(survey, CANDIDATE_TILE, axis, threads);
                for (uint32_t i = 0; i < survey->out->count; i++)
                    survey->out->list[i].is_given |= survey->out->list[i].axis == axis && survey->out->list[i].limit == threads;
            }
}

void survey_guard(struct survey *survey, term_ref guard) {
    const struct term_table *t = survey->prover->terms;
    const struct term term = *term_get(t, guard);
    enum term_op op = term_op_of(&term);
    if (op == TERM_AND && term.width_bits == 1) {
        survey_guard(survey, term_child(t, guard, 0));
        survey_guard(survey, term_child(t, guard, 1));
        return;
    }
    if (op == TERM_EQ)
        survey_fixed(survey, guard);
    if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE)
        return;
    struct index_sum sides[2];
    for (uint32_t i = 0; i < 2; i++)
        if (index_sum_of(t, term_child(t, guard, i), &sides[i]))
            survey_difference(survey, &sides[i].rest);
    add_bound(survey, term_child(t, guard, 0), term_child(t, guard, 1), op == TERM_SLE || op == TERM_ULE);
}

/* ---- everything below the terms ---- */

void survey_note_param(void *context, symbol_ref symbol) {
    struct survey *survey = context;
    const struct symbol *s = symbol_get(survey->prover->terms, symbol);
    const struct protocol *p = survey->prover->protocol;
    bool is_number = s->role == SYMBOL_PARAM && s->width_bits >= 16 && s->width_bits != KERNEL_OFFSET_BITS && /* no condition on distances */
                     !expression_is_host_number(s->name);
    for (uint32_t i = 0; i < p->param_count; i++)
        is_number &= !p->params[i].is_float || strcmp(p->params[i].name, s->name) != 0;
    if (!is_number || survey->param_count == PARAMS_MAX)
        return;
    for (uint32_t i = 0; i < survey->param_count; i++)
        if (survey->params[i].id == symbol.id)
            return;
    survey->params[survey->param_count++] = symbol;
}
