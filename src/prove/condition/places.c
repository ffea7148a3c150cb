/* Two places of one array: what lies between them, and who writes them. */
#include <assert.h>

#include "prove/condition/index.h"
#include "prove/condition/precondition.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* Sums are large: the first SUMS_MAX that are asked for are kept. */
enum { SUMS_MAX = 512 };

struct item_sums {
    const struct index_sum **list; /* by item; NULL: not asked for yet, or not kept */
    bool *is_none;                 /* by item: the offset is no sum */
    uint32_t count;                /* that are kept */
    struct index_sum other;
};

static struct item_sums *sums_of(struct prover *prover) {
    struct item_sums *sums = prover->conditions->sums;
    if (!sums) {
        uint32_t items = prover->protocol->item_count + 1;
        sums = prover->conditions->sums = arena_alloc(prover->arena, sizeof *sums);
        sums->list = arena_alloc(prover->arena, items * sizeof *sums->list);
        sums->is_none = arena_alloc(prover->arena, items * sizeof *sums->is_none);
    }
    return sums;
}

const struct index_sum *survey_item_sum(struct prover *prover, uint32_t item) {
    struct item_sums *sums = sums_of(prover);
    if (sums->is_none[item] || sums->list[item])
        return sums->list[item];
    sums->is_none[item] = !index_sum_of(prover->terms, prover->frame->items[item].offset, &sums->other);
    if (sums->is_none[item] || sums->count == SUMS_MAX)
        return sums->is_none[item] ? NULL : &sums->other;
    struct index_sum *kept = arena_alloc(prover->arena, sizeof *kept);
    *kept = sums->other;
    sums->count++;
    return sums->list[item] = kept;
}

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

bool survey_same_digits(const struct survey *survey, const struct index_sum *a, const struct index_sum *b) {
    return same_digits(survey->prover, a, b);
}

/* The access is at `sum`. */
static bool is_access_at(const struct survey *survey, uint32_t item, const struct index_sum *sum) {
    struct prover *prover = survey->prover;
    const struct proto_item *it = &prover->protocol->items[item];
    const struct index_sum *other = it->kind == ITEM_ACCESS && it->array == survey->array ? survey_item_sum(prover, item) : NULL;
    return other && quantity_equal(&other->rest, &sum->rest) && same_digits(prover, other, sum);
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

/* Some instruction writes at `sum`, and none there with what is read at `from`: no exchange. `from` NULL: whatever it writes. */
static bool is_written(const struct survey *survey, const struct index_sum *sum, const struct index_sum *from) {
    const struct protocol *p = survey->prover->protocol;
    bool is = false;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].mode != ACCESS_WRITE || !is_access_at(survey, i, sum))
            continue;
        is = true;
        for (uint32_t j = 0; from && j < p->item_count; j++)
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

/* Another axis counts in steps from `from` on, below `to`. */
bool survey_counts_in(const struct prover *prover, const struct index_sum *sum, uint32_t axis, int64_t from, int64_t to) {
    bool does = false;
    for (uint32_t a = 0; a < 3; a++) {
        const struct digit *other = a != axis ? index_digit(prover, sum, SYMBOL_TID, a) : NULL;
        int64_t step;
        does |= other && quantity_is_constant(&other->coefficient, &step) && step >= from && step < to;
    }
    return does;
}

/* Rows of threads begin at one place, another access is in the last row of the array: behind the rows of the block. */
static bool is_last_row(const struct survey *survey, const struct index_sum *rows, const struct index_sum *other) {
    const struct prover *prover = survey->prover;
    const struct proto_array *array = survey->array < prover->protocol->array_count ? &prover->protocol->arrays[survey->array] : NULL;
    bool is = false;
    for (uint32_t axis = 0; axis < 3 && array && array->extent_bytes > 0; axis++) {
        const struct digit *thread = index_digit(prover, rows, SYMBOL_TID, axis);
        struct index_sum without = {.rest = rows->rest};
        int64_t step, begin, end;
        if (!thread || !quantity_is_constant(&thread->coefficient, &step) || step <= 0 || !quantity_is_constant(&rows->rest, &begin) ||
            !quantity_is_constant(&other->rest, &end) || !survey_counts_in(prover, rows, axis, 1, step))
            continue;
        for (uint32_t i = 0; i < rows->count; i++)
            if (&rows->digits[i] != thread)
                without.digits[without.count++] = rows->digits[i];
        bool is_last = end / step == (int64_t)(array->extent_bytes / (uint64_t)step) - 1 && (int64_t)array->extent_bytes % step == 0;
        is |= is_last && (end - begin) % step == 0 && same_digits(prover, &without, other);
    }
    return is;
}

bool survey_is_last_row(const struct survey *survey, const struct index_sum sums[2]) {
    return is_last_row(survey, &sums[0], &sums[1]) || is_last_row(survey, &sums[1], &sums[0]);
}

/* ---- fields ---- */

static bool same_atoms(const struct addend *a, const struct addend *b) {
    bool same = a->atom_count == b->atom_count;
    for (uint32_t i = 0; i < a->atom_count && same; i++)
        same = term_same(a->atoms[i], b->atoms[i]);
    return same;
}

/* Fields of a structure of arrays lie a multiple of a parameter, or of a product, apart: it is a stride if some
   offset into the array has a multiple of it. */
static bool separates_fields(struct prover *prover, uint32_t array, const struct addend *part) {
    assert(array < prover->protocol->array_count);
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct index_sum *sum = p->items[i].kind == ITEM_ACCESS && p->items[i].array == array ? survey_item_sum(prover, i) : NULL;
        for (uint32_t j = 0; sum && j < sum->rest.count; j++) {
            const struct addend *other = &sum->rest.parts[j];
            int64_t bytes = p->arrays[array].elem_bytes ? p->arrays[array].elem_bytes : 1;
            if (same_atoms(other, part) && other->factor >= 2 * bytes)
                return true;
        }
    }
    return false;
}

void survey_note_stride(struct survey *survey, term_ref atom) {
    const struct term *term = term_get(survey->prover->terms, atom);
    symbol_ref symbol = {(uint32_t)term->value};
    bool is_new =
        term_op_of(term) == TERM_SYMBOL && symbol_get(survey->prover->terms, symbol)->role == SYMBOL_PARAM && survey->stride_count < PARAMS_MAX;
    for (uint32_t k = 0; is_new && k < survey->stride_count; k++)
        is_new = survey->strides[k].id != symbol.id;
    uint32_t at = is_new ? survey->stride_count++ : 0;
    for (; is_new && at > 0 && survey->strides[at - 1].id > symbol.id; at--)
        survey->strides[at] = survey->strides[at - 1];
    if (is_new)
        survey->strides[at] = symbol;
}

/* Dynamic shared memory is one array for all that a kernel keeps there. */
static bool is_carved(const struct survey *survey) {
    const struct protocol *p = survey->prover->protocol;
    return survey->array < p->array_count && p->arrays[survey->array].kind == ARRAY_DYNAMIC;
}

bool survey_separates(struct survey *survey, const struct quantity *radix) {
    struct prover *prover = survey->prover;
    struct index_sum sums[2], elements;
    if (survey->subject_count < 2 || !index_sum_of(prover->terms, survey->subjects[0].offset, &sums[0]) ||
        !index_sum_of(prover->terms, survey->subjects[1].offset, &sums[1]))
        return false;
    const struct proto_array *array = survey->array < prover->protocol->array_count ? &prover->protocol->arrays[survey->array] : NULL;
    int64_t unit = array && array->elem_bytes ? array->elem_bytes : 1;
    elements = sums[0];
    bool are_parts = is_carved(survey) ? is_written(survey, &sums[0], NULL) && is_written(survey, &sums[1], NULL) : survey_both_written(survey, sums);
    if (index_to_elements(&elements) == unit && are_parts)
        return true;
    for (uint32_t i = 0; i < radix->count; i++)
        if (separates_fields(prover, survey->array, &radix->parts[i]))
            return true;
    return false;
}
