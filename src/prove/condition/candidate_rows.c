/* A stride is no smaller than its row. */
#include <assert.h>
#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* The row without loops over the elements of a piece: i of C * index + i, i < C. */
static struct index_sum without_pieces(const struct survey *survey, const struct index_sum *row) {
    struct index_sum out = {.rest = row->rest};
    for (uint32_t i = 0; i < row->count; i++) {
        int64_t rounds = 0, step = 0;
        bool is_inner =
            survey_is_short(survey, row->digits[i].index, &rounds) && quantity_is_constant(&row->digits[i].coefficient, &step) && step > 0;
        for (uint32_t j = 0; j < row->count && is_inner; j++)
            is_inner = i == j || quantity_content(&row->digits[j].coefficient) >= rounds * step;
        if (!is_inner || row->count == 1)
            out.digits[out.count++] = row->digits[i];
    }
    return out;
}

/* C * (P / C), rounded up or down, is P where P is a multiple of C. */
static void take_whole_pieces(const struct prover *prover, struct quantity *width) {
    const struct term_table *t = prover->terms;
    struct index_sum sum;
    struct quantity whole = quantity_constant(0);
    uint64_t by;
    if (width->count != 1 || width->parts[0].atom_count != 1)
        return;
    term_ref atom = width->parts[0].atoms[0];
    enum term_op op = term_op_of(term_get(t, atom));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &by) || by > 1024 ||
        !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return;
    by = !is_shift ? by : by < 11 ? UINT64_C(1) << by : 0;
    for (uint32_t i = 0; i < sum.rest.count; i++) {
        struct quantity part = {.parts = {sum.rest.parts[i]}, .count = 1};
        if (part.parts[0].atom_count == 0 ? part.parts[0].factor != (int64_t)by - 1 : !quantity_add(&whole, 1, &part, &whole))
            return;
    }
    struct quantity pieces = quantity_constant(by == 0 || width->parts[0].factor % (int64_t)by != 0 ? 0 : width->parts[0].factor / (int64_t)by);
    if (pieces.count > 0 && whole.count > 0)
        (void)quantity_multiply(&whole, &pieces, width);
}

/* P / C >= W says P >= C * W. */
static void take_divisor(const struct prover *prover, struct quantity *radix, struct quantity *width) {
    const struct term_table *t = prover->terms;
    struct index_sum sum;
    uint64_t by;
    if (radix->count != 1 || radix->parts[0].atom_count != 1 || radix->parts[0].factor != 1)
        return;
    term_ref atom = radix->parts[0].atoms[0];
    enum term_op op = term_op_of(term_get(t, atom));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &by) || by == 0 ||
        by > (is_shift ? 10 : 1024) || !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return;
    struct quantity pieces = quantity_constant(is_shift ? INT64_C(1) << by : (int64_t)by), wider;
    if (!quantity_multiply(width, &pieces, &wider))
        return;
    *radix = sum.rest;
    *width = wider;
}

/* radix >= width, both divided by what they have in common. */
static void add_row(struct survey *survey, const struct quantity *radix, const struct quantity *width, int64_t gap) {
    struct quantity longer, one = quantity_constant(1);
    int64_t common = index_common_divisor(quantity_content(radix), quantity_content(width));
    struct quantity by = quantity_constant(common), a, b;
    if (common == 0 || !quantity_divide(radix, &by, &a) || !quantity_divide(width, &by, &b))
        return;
    take_divisor(survey->prover, &a, &b);
    survey_add_at_least(survey, CANDIDATE_ROW, &a, &b);
    if (gap != 0 && quantity_add(&b, gap / common + (gap % common != 0), &one, &longer))
        survey_add_at_least(survey, CANDIDATE_LONG_ROW, &a, &longer);
}

/* The stride without its constant factor. */
static bool primitive(const struct quantity *q, struct quantity *out) {
    struct quantity by = quantity_constant(quantity_content(q));
    return q->count > 0 && !rows_is_negative(q) && quantity_divide(q, &by, out);
}

static uint32_t degree(const struct quantity *q) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < q->count; i++)
        most = q->parts[i].atom_count > most ? q->parts[i].atom_count : most;
    return most;
}

/* The largest other stride that divides this one; 1 if there is none. */
static struct quantity stride_below(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride) {
    struct quantity best = quantity_constant(1), other, ratio;
    for (uint32_t i = 0; i < sum->count; i++)
        if (quantity_has_param(prover, &sum->digits[i].coefficient) && primitive(&sum->digits[i].coefficient, &other) &&
            !quantity_equal(&other, stride) && degree(&other) > degree(&best) && quantity_divide(stride, &other, &ratio))
            best = other;
    return best;
}

static void note_stride(struct survey *survey, const struct quantity *stride) {
    for (uint32_t i = 0; i < stride->count; i++)
        for (uint32_t j = 0; j < stride->parts[i].atom_count; j++) {
            const struct term *term = term_get(survey->prover->terms, stride->parts[i].atoms[j]);
            symbol_ref symbol = {(uint32_t)term->value};
            bool is_new = term_op_of(term) == TERM_SYMBOL && symbol_get(survey->prover->terms, symbol)->role == SYMBOL_PARAM &&
                          survey->stride_count < PARAMS_MAX;
            for (uint32_t k = 0; is_new && k < survey->stride_count; k++)
                is_new = survey->strides[k].id != symbol.id;
            if (is_new)
                survey->strides[survey->stride_count++] = symbol;
        }
}

/* Where the row's digits begin: what is uniform, not of whole rows, and not a constant. */
static struct quantity begin_of(const struct index_sum *sum, const struct quantity *stride, const struct quantity *below) {
    struct quantity begin = quantity_constant(0);
    for (uint32_t i = 0; i < sum->rest.count; i++) {
        struct quantity part = {.parts = {sum->rest.parts[i]}, .count = 1}, ratio;
        if (part.parts[0].atom_count > 0 && !quantity_divide(&part, stride, &ratio) && quantity_divide(&part, below, &ratio))
            (void)quantity_add(&begin, 1, &ratio, &begin);
    }
    return begin;
}

/* radix >= begin + width, where the row does not begin at its first element. */
static void add_begun_row(struct survey *survey, const struct quantity *radix, const struct quantity *begin, const struct quantity *width) {
    struct quantity end;
    if (begin->count > 0 && begin->parts[0].factor > 0 && quantity_has_param(survey->prover, radix) && quantity_add(begin, 1, width, &end) &&
        !rows_shares_atoms(radix, &end))
        add_row(survey, radix, &end, 0);
}

/* P - 1: less than what rows of P need, unless the launch alone says how many there are. */
static bool is_shortened(const struct quantity *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->count; i++)
        is |= q->count > 1 && q->parts[i].atom_count == 0 && q->parts[i].factor < 0;
    return is;
}

/* radix >= width + (rounds - 1) * step: threads along the row, again in each of constantly many steps of a loop. */
static void add_repeated_row(struct survey *survey, const struct quantity *radix, const struct index_sum *row) {
    struct index_sum once = {.rest = row->rest};
    struct quantity width, one = quantity_constant(1);
    int64_t more = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        int64_t rounds = 0, step = 0;
        bool is_loop = survey_is_short(survey, row->digits[i].index, &rounds) && quantity_is_constant(&row->digits[i].coefficient, &step) &&
                       step > 0 && rounds > 0 && rounds < INT32_MAX / step;
        more += is_loop ? (rounds - 1) * step : 0;
        if (!is_loop)
            once.digits[once.count++] = row->digits[i];
    }
    if (more > 0 && more < INT32_MAX && once.count > 0 && survey_launch_width(survey, &once, &width) && quantity_add(&width, more, &one, &width))
        add_row(survey, radix, &width, 0);
}

static void add_rows(struct survey *survey, const struct index_sum *sum, const struct quantity *stride, int64_t gap, int64_t record) {
    struct prover *prover = survey->prover;
    struct quantity below = stride_below(prover, sum, stride), radix, width;
    struct index_sum row;
    if (!quantity_divide(stride, &below, &radix))
        return;
    rows_row_of(prover, sum, stride, &below, &row);
    width = quantity_constant(record + 1);
    if (row.count == 0 && record > 0 && degree(&below) == 0)
        add_row(survey, &radix, &width, 0);
    struct quantity begin = begin_of(sum, stride, &below);
    if (row.count == 0) {
        width = quantity_constant(1);
        add_begun_row(survey, &radix, &begin, &width); /* the element behind a row of `begin` */
    }
    struct index_sum pieces = without_pieces(survey, &row);
    bool is_guarded = false, is_own = false; /* the guard may be the other access's */
    bool is_short = is_shortened(stride);
    for (uint32_t i = 0; i < survey->bound_count; i++) {
        if (!rows_bounded_width(&row, &survey->bounds[i], &width) && !rows_bounded_width(&pieces, &survey->bounds[i], &width))
            continue;
        bool is_mine = survey->bounds[i].subject == survey->subject;
        is_guarded = true;
        is_own |= is_mine;
        take_whole_pieces(prover, &width);
        if (!rows_shares_atoms(&radix, &width) && !is_short) {
            add_row(survey, &radix, &width, gap);
            if (is_mine)
                add_begun_row(survey, &radix, &begin, &width);
        }
    }
    if (!is_guarded && !is_short)
        add_repeated_row(survey, &radix, &row);
    if (!survey_launch_width(survey, &row, &width) || (is_short && quantity_has_param(survey->prover, &width)))
        return;
    if (!is_guarded) /* a guard is there because the launch is larger */
        add_row(survey, &radix, &width, gap);
    if (!is_own)
        add_begun_row(survey, &radix, &begin, &width);
}

static void add_strides(struct survey *survey, const struct index_sum *sum, int64_t gap, int64_t record) {
    struct quantity stride;
    for (uint32_t i = 0; i < sum->count; i++) {
        if (!quantity_has_param(survey->prover, &sum->digits[i].coefficient) || tensors_is_diagonal(&sum->digits[i].coefficient) ||
            !primitive(&sum->digits[i].coefficient, &stride))
            continue;
        note_stride(survey, &stride);
        add_rows(survey, sum, &stride, gap, record);
    }
}

void survey_strides(struct survey *survey, const struct index_sum *sum, int64_t gap, int64_t record) {
    struct index_sum parts;
    add_strides(survey, sum, gap, record);
    tensors_add(survey, sum);
    if (tensors_apart(sum, &parts))
        add_strides(survey, &parts, gap, record);
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
static bool separates_fields(const struct prover *prover, uint32_t array, const struct addend *part) {
    assert(array < prover->protocol->array_count);
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct index_sum sum;
        if (p->items[i].kind != ITEM_ACCESS || p->items[i].array != array || !index_sum_of(prover->terms, prover->frame->items[i].offset, &sum))
            continue;
        for (uint32_t j = 0; j < sum.rest.count; j++) {
            const struct addend *other = &sum.rest.parts[j];
            int64_t bytes = p->arrays[array].elem_bytes ? p->arrays[array].elem_bytes : 1;
            if (same_atoms(other, part) && other->factor >= 2 * bytes)
                return true;
        }
    }
    return false;
}

/* A field of a structure of arrays, or, where threads write both places, one of two arrays in one. */
void survey_fields(struct survey *survey, const struct index_sum sums[2]) {
    struct quantity apart;
    if (!quantity_add(&sums[0].rest, -1, &sums[1].rest, &apart))
        return;
    const struct proto_array *array = survey->array < survey->prover->protocol->array_count ? &survey->prover->protocol->arrays[survey->array] : NULL;
    int64_t unit = array && array->elem_bytes ? array->elem_bytes : 1;
    struct index_sum elements = sums[0];
    bool is_dense = index_to_elements(&elements) == unit; /* else it may choose an element of a record */
    bool is_both_written = is_dense && survey_both_written(survey, sums);
    for (uint32_t i = 0; i < apart.count; i++) {
        struct quantity field = {.parts = {apart.parts[i]}, .count = 1};
        if (apart.parts[i].atom_count == 0 || apart.parts[i].factor % unit != 0)
            continue;
        field.parts[0].factor = unit;
        if (!quantity_has_param(survey->prover, &field) || (!is_both_written && !separates_fields(survey->prover, survey->array, &apart.parts[i])))
            continue;
        note_stride(survey, &field);
        for (int who = 0; who < 2; who++) {
            survey->subject = (uint32_t)who;
            add_rows(survey, &sums[who], &field, 0, 0);
        }
    }
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
    if (index_to_elements(&elements) == unit && survey_both_written(survey, sums))
        return true;
    for (uint32_t i = 0; i < radix->count; i++)
        if (separates_fields(prover, survey->array, &radix->parts[i]))
            return true;
    return false;
}
