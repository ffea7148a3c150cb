/* Arrays that lie side by side in one, or halves of one: for as many threads as a part has elements. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* The least parts of a line of threads: fewer may be a step of a reduction, or, where threads write both
   parts, a neighbour; and of rows of threads. */
enum { PART_LEAST = 128, WRITTEN_LEAST = 64, ROWS_LEAST = 4 };

static bool is_quotient(const struct prover *prover, term_ref index) {
    enum term_op op = term_op_of(term_get(prover->terms, index));
    return op == TERM_LSHR || op == TERM_UDIV || op == TERM_SDIV || op == TERM_ASHR;
}

static const struct digit *same_digit(const struct index_sum *sum, term_ref index) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (term_same(sum->digits[i].index, index))
            return &sum->digits[i];
    return NULL;
}

/* Every digit of a is one of b, except quotients: padding, i + i / 32. */
static bool digits_within(const struct prover *prover, const struct index_sum *a, const struct index_sum *b) {
    bool within = true;
    for (uint32_t i = 0; i < a->count && within; i++) {
        const struct digit *other = same_digit(b, a->digits[i].index);
        within = other ? quantity_equal(&a->digits[i].coefficient, &other->coefficient) : is_quotient(prover, a->digits[i].index);
    }
    return within;
}

static bool same_digits(const struct prover *prover, const struct index_sum *a, const struct index_sum *b) {
    return digits_within(prover, a, b) && digits_within(prover, b, a);
}

static bool is_access_at(const struct survey *survey, uint32_t item, const struct index_sum *sum) {
    const struct prover *prover = survey->prover;
    const struct proto_item *it = &prover->protocol->items[item];
    struct index_sum other;
    return it->kind == ITEM_ACCESS && it->array == survey->array && index_sum_of(prover->terms, prover->frame->items[item].offset, &other) &&
           same_digits(prover, &other, sum) && quantity_equal(&other.rest, &sum->rest);
}

/* What is written, or whether, depends on what the other item reads. */
static bool depends_on(const struct survey *survey, uint32_t write, uint32_t read) {
    const struct prover *prover = survey->prover;
    const struct proto_item *r = &prover->protocol->items[read];
    const struct scoped_item *w = &prover->frame->items[write];
    bool depends = term_is_none(w->value);
    for (uint32_t i = 0; i < r->give_count && !depends; i++) {
        symbol_ref read_value = {term_is_none(r->gives[i]) ? 0 : (uint32_t)term_get(prover->terms, r->gives[i])->value};
        depends = !term_is_none(r->gives[i]) &&
                  (term_has_symbol(prover->terms, w->value, read_value) || term_has_symbol(prover->terms, w->guard, read_value));
    }
    return depends;
}

/* Some instruction writes at `sum`, and none there with what is read at `from`: no exchange. */
static bool is_written(const struct survey *survey, const struct index_sum *sum, const struct index_sum *from) {
    const struct protocol *p = survey->prover->protocol;
    bool is = false;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].mode != ACCESS_WRITE || !is_access_at(survey, i, sum))
            continue;
        is = true;
        for (uint32_t j = 0; j < p->item_count; j++)
            if (p->items[j].mode != ACCESS_WRITE && is_access_at(survey, j, from) && depends_on(survey, i, j))
                return false;
    }
    return is;
}

/* The guard says which thread it is: it does not count elements. */
static bool picks_thread(const struct prover *prover, term_ref guard) {
    const struct term_table *t = prover->terms;
    const struct term *term = term_get(t, guard);
    uint32_t axis;
    bool picks = false;
    if (term_op_of(term) == TERM_EQ)
        for (uint32_t i = 0; i < 2; i++)
            picks |= index_is(prover, term_child(t, guard, i), SYMBOL_TID, &axis) && term_is_const(t, term_child(t, guard, 1 - i), NULL);
    for (uint32_t i = 0; term_op_of(term) == TERM_AND && i < term->arity && !picks; i++)
        picks = picks_thread(prover, term_child(t, guard, i));
    return picks;
}

bool survey_both_written(const struct survey *survey, const struct index_sum sums[2]) {
    for (uint32_t i = 0; i < survey->subject_count; i++)
        if (picks_thread(survey->prover, survey->subjects[i].guard))
            return false;
    return is_written(survey, &sums[0], &sums[1]) && is_written(survey, &sums[1], &sums[0]);
}

int64_t survey_record(const struct survey *survey, const struct index_sum *sum) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    struct index_sum other;
    struct quantity apart;
    int64_t least = 0, most = 0, place;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->items[i].array == survey->array &&
            index_sum_of(prover->terms, prover->frame->items[i].offset, &other) && same_digits(prover, &other, sum) &&
            quantity_add(&other.rest, -1, &sum->rest, &apart) && quantity_is_constant(&apart, &place)) {
            least = place < least ? place : least;
            most = place > most ? place : most;
        }
    return most - least;
}

/* A guard says how many of the threads there are: the rest is no other part. */
static bool is_bounded(const struct survey *survey, term_ref index) {
    bool is = false;
    int64_t limit;
    for (uint32_t i = 0; i < survey->bound_count; i++)
        is |= same_digit(&survey->bounds[i].sum, index) && quantity_is_constant(&survey->bounds[i].limit, &limit);
    return is;
}

/* Another axis counts in steps from `from` on, below `to`. */
static bool counts_in(const struct prover *prover, const struct index_sum *sum, uint32_t axis, int64_t from, int64_t to) {
    bool does = false;
    for (uint32_t a = 0; a < 3; a++) {
        const struct digit *other = a != axis ? index_digit(prover, sum, SYMBOL_TID, a) : NULL;
        int64_t step;
        does |= other && quantity_is_constant(&other->coefficient, &step) && step >= from && step < to;
    }
    return does;
}

/* Rows of threads begin at one place, another access is in the last row of the array: behind the rows of the block. */
static void add_last_row(struct survey *survey, const struct index_sum *rows, const struct index_sum *other) {
    const struct prover *prover = survey->prover;
    const struct proto_array *array = survey->array < prover->protocol->array_count ? &prover->protocol->arrays[survey->array] : NULL;
    for (uint32_t axis = 0; axis < 3 && array && array->extent_bytes > 0; axis++) {
        const struct digit *thread = index_digit(prover, rows, SYMBOL_TID, axis);
        struct index_sum without = {.rest = rows->rest};
        int64_t step, begin, end;
        if (!thread || !quantity_is_constant(&thread->coefficient, &step) || step <= 0 || !quantity_is_constant(&rows->rest, &begin) ||
            !quantity_is_constant(&other->rest, &end) || !counts_in(prover, rows, axis, 1, step))
            continue;
        for (uint32_t i = 0; i < rows->count; i++)
            if (&rows->digits[i] != thread)
                without.digits[without.count++] = rows->digits[i];
        bool is_last = end / step == (int64_t)(array->extent_bytes / (uint64_t)step) - 1 && (int64_t)array->extent_bytes % step == 0;
        if (is_last && (end - begin) % step == 0 && (end - begin) / step >= ROWS_LEAST && same_digits(prover, &without, other))
            survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)((end - begin) / step));
    }
}

void survey_parts(struct survey *survey, const struct index_sum sums[2], int64_t gap) {
    const struct prover *prover = survey->prover;
    add_last_row(survey, &sums[0], &sums[1]);
    add_last_row(survey, &sums[1], &sums[0]);
    if (gap == 0 || !same_digits(prover, &sums[0], &sums[1]))
        return;
    bool is_both_written = survey_both_written(survey, sums);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const struct digit *thread = index_digit(prover, &sums[0], SYMBOL_TID, axis);
        int64_t step, least;
        if (!thread || !quantity_is_constant(&thread->coefficient, &step) || step <= 0 || gap % step != 0 ||
            counts_in(prover, &sums[0], axis, step + 1, gap + 1))
            continue;
        bool is_power = (gap / step & (gap / step - 1)) == 0;
        bool is_written_part = is_both_written && !is_bounded(survey, thread->index);
        least = !is_written_part                             ? (sums[0].count == 1 && is_power ? PART_LEAST : INT64_MAX)
                : counts_in(prover, &sums[0], axis, 1, step) ? ROWS_LEAST
                : is_power                                   ? WRITTEN_LEAST
                                                             : PART_LEAST;
        if (gap / step >= least)
            survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)(gap / step));
    }
}
