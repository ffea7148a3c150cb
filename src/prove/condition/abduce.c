/* Conditions by abduction (docs/theory.md, "Preconditions"): the premise that the mixed-radix lemma lacks.

   The lemma's algebra hands up premises low < W (rung/premise.h). Let M be the largest value of low over all threads that execute
   the access: guards first, then threadIdx < blockDim, blockIdx < gridDim, x % d < d. Then M + 1 <= W is the condition. nature.c
   says in which words, and whether an author would believe it. */
#include <assert.h>

#include "integer/polynomial.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/nature.h"
#include "prove/condition/precondition.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/bounding.h"
#include "prove/rung/demand.h"
#include "prove/rung/premise.h"

/* Bounds of what a thread that satisfies the guard computes. */
static struct bounding *bounds_within(struct prover *prover, term_ref guard) {
    struct bounding *b = prover->conditions->scratch;
    if (!b)
        b = prover->conditions->scratch = arena_alloc(prover->arena, sizeof *b);
    b->prover = prover;
    b->about = b->asked = (term_ref){UINT32_MAX}; /* no claim: every guard may be used */
    b->guard_count = b->leaf_count = b->sign_count = 0;
    bounding_collect_guards(b, demand_original(prover, guard));
    for (uint32_t i = 0; i < prover->frame->launch_facts.size; i++)
        bounding_collect_guards(b, demand_original(prover, prover->frame->launch_facts.data[i]));
    return b;
}

static term_ref without_casts(const struct term_table *t, term_ref r) {
    while (term_op_of(term_get(t, r)) == TERM_ZEXT || term_op_of(term_get(t, r)) == TERM_SEXT)
        r = term_child(t, r, 0);
    return r;
}

/* A polynomial over sizes as a quantity; false if it does not fit. */
static bool quantity_of(const struct bounding *b, const struct polynomial *p, struct quantity *out) {
    *out = quantity_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct quantity part = quantity_constant(p->terms[i].coefficient);
        for (uint32_t a = 0; a < p->terms[i].degree; a++) {
            struct quantity atom = quantity_atom(without_casts(b->prover->terms, b->leaves[p->terms[i].atoms[a]].term));
            if (!quantity_multiply(&part, &atom, &part))
                return false;
        }
        if (!quantity_add(out, 1, &part, out))
            return false;
    }
    return true;
}

/* What divides the coefficients of all summands that differ between threads; 0: there are none. */
static int64_t step_of(const struct bounding *b, const struct polynomial *p) {
    int64_t step = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        bool varies = false;
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            varies |= !bounding_is_size_atom(b, p->terms[i].atoms[a]);
        if (varies)
            step = index_common_divisor(p->terms[i].coefficient, step);
    }
    return step < 0 ? -step : step;
}

/* factor * q, a polynomial over leaves. */
static bool add_product(struct bounding *b, const struct quantity *q, const struct polynomial *factor, struct polynomial *into) {
    for (uint32_t i = 0; i < q->count; i++) {
        struct polynomial product = *factor, atom, next;
        for (uint32_t a = 0; a < q->parts[i].atom_count; a++) {
            if (!bounding_flatten(b, q->parts[i].atoms[a], true, 0, &atom) || !polynomial_multiply(&product, &atom, &next))
                return false;
            product = next;
        }
        if (!polynomial_add(into, q->parts[i].factor, &product))
            return false;
    }
    return true;
}

/* The number as a polynomial over leaves, as if nothing wrapped. */
static bool polynomial_of(struct bounding *b, term_ref number, struct polynomial *out) {
    const struct polynomial one = polynomial_constant(1);
    struct polynomial index;
    struct index_sum sum;
    *out = polynomial_constant(0);
    if (!index_sum_of(b->prover->terms, number, &sum) || !add_product(b, &sum.rest, &one, out))
        return false;
    for (uint32_t i = 0; i < sum.count; i++)
        if (!bounding_flatten(b, sum.digits[i].index, false, 0, &index) || !add_product(b, &sum.digits[i].coefficient, &index, out))
            return false;
    return true;
}

/* The width of the row of cells that low counts: M + step, M the largest value without the constant, which is *begin. */
static bool width_of(struct bounding *b, term_ref low, struct row *row) {
    struct polynomial p, most;
    struct quantity cell;
    if (!polynomial_of(b, low, &p))
        return false;
    row->begin = polynomial_constant_of(&p);
    row->step = step_of(b, &p);
    const struct polynomial begin = polynomial_constant(row->begin);
    if (row->step == 0 || !polynomial_add(&p, -1, &begin) || !bounding_upper(b, &p, 0, &most) || !quantity_of(b, &most, &row->width))
        return false;
    cell = quantity_constant(row->step);
    return quantity_add(&row->width, 1, &cell, &row->width);
}

/* The greatest rank of an index in the sum. If `strides`, of those only that are counted in steps of a parameter, ordinals of loops
   not counted; else ordinals have the greatest rank of all. 0: there is none. */
static uint32_t rank_of(struct survey *survey, term_ref r, bool strides) {
    struct index_sum sum;
    uint32_t most = 0;
    if (term_is_none(r) || !index_sum_of(survey->prover->terms, r, &sum))
        return 0;
    survey_take_remainders(survey, &sum);
    for (uint32_t i = 0; i < sum.count; i++) {
        bool is_digit = survey_is_digit(survey, sum.digits[i].index);
        bool counts = is_digit && (!strides || quantity_has_param(survey->prover, &sum.digits[i].coefficient));
        uint32_t rank = counts ? survey_digit_rank(survey, sum.digits[i].index) : strides || is_digit ? 0 : UINT32_MAX;
        most = rank > most ? rank : most;
    }
    return most;
}

/* The premises that the equality of two offsets lacks, as rows. */
static void rows_of(struct survey *survey, enum pairing pairing, const struct equal_offsets *offsets, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct premises premises = {.count = 0};
    algebra_premises(prover, pairing, offsets, &premises);
    for (uint32_t i = 0; i < premises.count && rows->count < PREMISES_MAX; i++) {
        const struct premise *premise = &premises.list[i];
        struct index_sum radix;
        struct row *row = &rows->list[rows->count];
        assert(premise->side < survey->subject_count);
        struct bounding *b = bounds_within(prover, survey->subjects[premise->side].guard);
        if (!index_sum_of(prover->terms, premise->radix, &radix) || radix.count != 0 || !width_of(b, premise->low, row))
            continue;
        row->radix = radix.rest;
        row->is_stride = premise->is_stride;
        row->rank = rank_of(survey, premise->high, false);
        row->low_rank = rank_of(survey, premise->low, true);
        rows->count++;
    }
}

/* Elements that are accessed several at a time, (row * P + i) / C: rows are those of what is divided. */
static void rows_divided(struct survey *survey, enum pairing pairing, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct index_sum sum, whole;
    int64_t by;
    for (uint32_t i = 0; i < survey->subject_count; i++)
        for (uint32_t d = 0; index_sum_of(prover->terms, survey->subjects[i].offset, &sum) && d < sum.count; d++)
            if (survey_divided(survey, sum.digits[d].index, &whole, &by)) {
                term_ref x = term_child(prover->terms, sum.digits[d].index, 0);
                rows_of(survey, pairing, &(struct equal_offsets){term_true(prover->terms), x, prover_second(prover, pairing, x)}, rows);
            }
}

void survey_abduce(struct survey *survey, const struct witness_request *request) {
    struct prover *prover = survey->prover;
    if (request->items[1] == PROTOCOL_NONE || term_is_none(survey->subjects[0].offset) || term_is_none(survey->subjects[1].offset))
        return;
    const struct proto_array *array = &prover->protocol->arrays[survey->array];
    bool is_of_block = array->kind == ARRAY_SHARED || array->kind == ARRAY_DYNAMIC;
    /* rows of an array that all blocks use are for all blocks, whichever two threads meet */
    enum pairing pairing = is_of_block ? WITHIN_BLOCK : BETWEEN_BLOCKS;
    struct rows_found *rows = arena_alloc(prover->arena, sizeof *rows);
    rows->count = 0;
    rows_of(survey, pairing,
            &(struct equal_offsets){term_true(prover->terms), survey->subjects[0].offset, prover_second(prover, pairing, survey->subjects[1].offset)},
            rows);
    rows_divided(survey, pairing, rows);
    nature_add_rows(survey, rows);
}
