/* What guards compare; what is halved, masked, divided, or grouped. */
#include <inttypes.h>
#include <string.h>

#include "kernel/edit.h"
#include "protocol/expression.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

enum { WARP = 32 };

static void add_multiple(struct survey *survey, uint32_t axis, uint64_t of) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    term_ref rest = term_binary(t, TERM_UREM, prover->protocol->bdim[axis], term_const(t, 32, of));
    survey_add(survey, (struct candidate){.class = CANDIDATE_MULTIPLE,
                                          .axis = axis,
                                          .multiple = (uint32_t)of,
                                          .symbol = {(uint32_t)term_get(t, prover->protocol->bdim[axis])->value},
                                          .condition = {arena_printf(prover->arena, "blockDim.%c %% %" PRIu64 " == 0", "xyz"[axis], of),
                                                        term_eq(t, rest, term_const(t, 32, 0))}});
}

static void add_power(struct survey *survey, term_ref symbol) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    struct quantity q = quantity_atom(symbol);
    const char *name = quantity_text(prover->arena, prover->protocol, &q);
    if (!name)
        return;
    term_ref term = expression_power_of_two(t, quantity_term(prover->protocol, &q));
    survey_add(survey, (struct candidate){.class = CANDIDATE_POWER,
                                          .symbol = {(uint32_t)term_get(t, symbol)->value},
                                          .condition = {arena_printf(prover->arena, "power_of_two(%s)", name), term}});
}

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

static void note_limited(struct survey *survey, const struct quantity *q) {
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
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
    bool is_number = s->role == SYMBOL_PARAM && s->width_bits >= 16 && s->width_bits != KERNEL_OFFSET_BITS; /* no condition on distances */
    for (uint32_t i = 0; i < p->param_count; i++)
        is_number &= !p->params[i].is_float || strcmp(p->params[i].name, s->name) != 0;
    if (!is_number || survey->param_count == PARAMS_MAX)
        return;
    for (uint32_t i = 0; i < survey->param_count; i++)
        if (survey->params[i].id == symbol.id)
            return;
    survey->params[survey->param_count++] = symbol;
}

static bool is_uniform_symbol(const struct prover *prover, term_ref t) {
    const struct term *term = term_get(prover->terms, t);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    enum symbol_role role = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value})->role;
    return role == SYMBOL_BDIM || role == SYMBOL_PARAM;
}

/* P of P / C or P >> C. */
static term_ref undivided(const struct term_table *t, term_ref a) {
    enum term_op op = term_op_of(term_get(t, a));
    bool is_divided = (op == TERM_LSHR || op == TERM_UDIV) && term_is_const(t, term_child(t, a, 1), NULL);
    return is_divided ? term_child(t, a, 0) : a;
}

/* Halving, and masks of P - 1 or P / C - 1. */
static void survey_power(struct survey *survey, term_ref t, enum term_op op) {
    const struct prover *prover = survey->prover;
    term_ref first = term_child(prover->terms, t, 0), second = term_child(prover->terms, t, 1);
    bool is_repeated = !term_is_const(prover->terms, second, NULL) || (term_deps(prover->terms, first) & DEP_LAUNCH) != 0;
    if ((op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_SDIV) && is_repeated && is_uniform_symbol(prover, first))
        add_power(survey, first);
    if ((op == TERM_UREM || op == TERM_SREM || op == TERM_UDIV) && is_uniform_symbol(prover, second))
        add_power(survey, second);
    for (int side = 0; op == TERM_AND && side < 2; side++) {
        term_ref mask = side ? second : first;
        const struct term *sum = term_get(prover->terms, mask);
        uint64_t less;
        term_ref size = term_op_of(sum) == TERM_ADD ? undivided(prover->terms, term_child(prover->terms, mask, 0)) : TERM_NONE;
        if (term_op_of(sum) == TERM_ADD && term_is_const(prover->terms, term_child(prover->terms, mask, 1), &less) &&
            less == (sum->width_bits == 64 ? UINT64_MAX : (UINT64_C(1) << sum->width_bits) - 1) && is_uniform_symbol(prover, size))
            add_power(survey, size);
    }
}

static bool thread_axis(const struct prover *prover, term_ref t, uint32_t *axis) {
    struct index_sum sum;
    if (!index_sum_of(prover->terms, t, &sum))
        return false;
    for (*axis = 0; *axis < 3; ++*axis)
        if (index_digit(prover, &sum, SYMBOL_TID, *axis))
            return true;
    return false;
}

/* Groups of C threads. */
static void survey_groups(struct survey *survey, term_ref t, const struct term *term) {
    const struct prover *prover = survey->prover;
    enum term_op op = term_op_of(term);
    uint32_t axis;
    uint64_t value, group = 0;
    if (term->arity != 2 || !term_is_const(prover->terms, term_child(prover->terms, t, 1), &value) ||
        !thread_axis(prover, term_child(prover->terms, t, 0), &axis))
        return;
    if (op == TERM_UDIV || op == TERM_UREM || op == TERM_SDIV || op == TERM_SREM)
        group = value;
    else if (op == TERM_LSHR && value < 11)
        group = UINT64_C(1) << value;
    else if (op == TERM_AND && value < 1024)
        group = value + 1;
    if (group >= 2 && group <= 1024 && (group & (group - 1)) == 0 && group % WARP == 0)
        add_multiple(survey, axis, group);
}

/* P / C */
static void survey_quotient(struct survey *survey, const struct term *term, term_ref t) {
    const struct term_table *terms = survey->prover->terms;
    enum term_op op = term_op_of(term);
    term_ref whole = undivided(terms, t);
    uint64_t value;
    if (term_same(whole, t) && (op == TERM_SDIV || op == TERM_ASHR) && term_is_const(terms, term_child(terms, t, 1), NULL))
        whole = term_child(terms, t, 0);
    if (term_same(whole, t) || !is_uniform_symbol(survey->prover, whole) || survey->part_count == PARAMS_MAX ||
        !term_is_const(terms, term_child(terms, t, 1), &value))
        return;
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    survey->parts[survey->part_count++] = (struct part_of){whole, !is_shift ? value : value < 11 ? UINT64_C(1) << value : 0};
}

void survey_terms(struct survey *survey, term_ref root) {
    const struct term_table *t = survey->prover->terms;
    VEC(term_ref) pending = {0};
    struct map seen;
    if (term_is_none(root))
        return;
    map_init(&seen);
    vec_push(&pending, root);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (map_get(&seen, r.id, NULL))
            continue;
        map_set(&seen, r.id, 1);
        const struct term term = *term_get(t, r);
        if (term.arity == 2) {
            survey_power(survey, r, term_op_of(&term));
            survey_quotient(survey, &term, r);
        }
        survey_groups(survey, r, &term);
        for (uint32_t i = 0; i < term.arity; i++)
            vec_push(&pending, term_child(t, r, i));
    }
    map_release(&seen);
    vec_release(&pending);
    term_visit_symbols(t, root, survey_note_param, survey);
}
