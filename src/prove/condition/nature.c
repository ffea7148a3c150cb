/* See nature.h. */
#include "prove/condition/nature.h"

#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

/* Limits of what is believed. */
enum {
    TILE_LEAST = 2,     /* of a limit on a dimension of the launch (contract_rows_constant.cu) */
    GRID_ROW_LEAST = 8, /* constant rows that blocks share out are no shorter: less is a record (contract_rows_constant.cu) */
    SHIFT_MOST = 10,
    DIVISOR_MOST = 1024 /* constants that P / C is told as C * ... for (contract_fields.cu) */
};

static bool quantity_has_grid(const struct prover *prover, const struct quantity *q) {
    uint32_t axis;
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            if (index_is(prover, q->parts[i].atoms[j], SYMBOL_GDIM, &axis))
                return true;
    return false;
}

/* A dimension of the launch, and which: blockDim's axis, or 3 + gridDim's. */
static bool dimension_of(const struct prover *prover, const struct quantity *q, uint32_t *axis) {
    bool is = q->count == 1 && q->parts[0].atom_count == 1 && q->parts[0].factor == 1;
    return is && (index_is(prover, q->parts[0].atoms[0], SYMBOL_BDIM, axis) ||
                  (index_is(prover, q->parts[0].atoms[0], SYMBOL_GDIM, axis) && (*axis += 3) < 6));
}

/* The launch, or a constant, does not bound a parameter, and no size bounds itself. */
static bool is_believable(struct survey *survey, const struct row *row) {
    int64_t constant;
    bool is_sized = quantity_has_param(survey->prover, &row->radix);
    if (!row->is_stride && !survey_separates(survey, &row->radix))
        return false;
    if (row->rank < row->low_rank || rows_shares_atoms(&row->radix, &row->width) || rows_is_negative(&row->radix))
        return false;
    return is_sized || (quantity_is_constant(&row->radix, &constant) && constant >= GRID_ROW_LEAST &&
                        !quantity_has_param(survey->prover, &row->width) && quantity_has_grid(survey->prover, &row->width));
}

/* P / C >= W says P >= C * W. */
static void take_divisor(const struct prover *prover, struct row *row) {
    const struct term_table *t = prover->terms;
    const struct addend *part = &row->radix.parts[0];
    struct index_sum whole;
    struct quantity wider;
    uint64_t by;
    if (row->radix.count != 1 || part->atom_count != 1 || part->factor != 1)
        return;
    enum term_op op = term_op_of(term_get(t, part->atoms[0]));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, part->atoms[0], 1), &by) || by == 0 ||
        by > (is_shift ? SHIFT_MOST : DIVISOR_MOST) || !index_sum_of(t, term_child(t, part->atoms[0], 0), &whole) || whole.count != 0)
        return;
    struct quantity pieces = quantity_constant(is_shift ? INT64_C(1) << by : (int64_t)by);
    if (!quantity_multiply(&row->width, &pieces, &wider))
        return;
    row->radix = whole.rest;
    row->width = wider;
}

/* The row without what is in one step of its largest digit: of H * S + inner - S, where inner <= S is a premise of its own, H * S. */
static void take_outer(struct quantity *width) {
    for (uint32_t i = 0; i < width->count; i++) {
        struct quantity step = {.parts = {width->parts[i]}, .count = 1}, outer = quantity_constant(0), ratio;
        if (step.parts[0].factor >= 0)
            continue;
        step.parts[0].factor = -step.parts[0].factor;
        for (uint32_t j = 0; j < width->count; j++) {
            struct quantity part = {.parts = {width->parts[j]}, .count = 1};
            if (j != i && part.parts[0].factor > 0 && quantity_divide(&part, &step, &ratio))
                (void)quantity_add(&outer, 1, &part, &outer);
        }
        if (outer.count > 0) {
            *width = outer;
            return;
        }
    }
}

static bool is_multiple_within(const struct quantity *sum, const struct quantity *of) {
    struct quantity ratio;
    bool is = false;
    for (uint32_t i = 0; i < sum->count; i++)
        is |= quantity_divide(&(struct quantity){.parts = {sum->parts[i]}, .count = 1}, of, &ratio);
    return is;
}

/* Where a function names the last of the quantity's parameters. */
static uint32_t place_of(const struct prover *prover, const struct quantity *q) {
    const struct protocol *p = prover->protocol;
    uint32_t last = 0, axis;
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            for (uint32_t k = 0; k < p->param_count && index_is(prover, q->parts[i].atoms[j], SYMBOL_PARAM, &axis); k++) {
                symbol_ref symbol = {(uint32_t)term_get(prover->terms, q->parts[i].atoms[j])->value};
                if (strcmp(p->params[k].name, symbol_get(prover->terms, symbol)->name) == 0 && k > last)
                    last = k;
            }
    return last;
}

/* One of two strides lies in the other's rows: that of the higher rank, else that which the function names first, in the other's. */
static bool is_reversed(const struct survey *survey, const struct row *row, const struct row *other) {
    return is_multiple_within(&row->width, &other->radix) && is_multiple_within(&other->width, &row->radix) &&
           place_of(survey->prover, &other->radix) > place_of(survey->prover, &row->radix);
}

/* For the same radix, the guards' parameters say how wide rows are, not the launch; and k * W >= W says more. */
static bool is_superseded(struct survey *survey, const struct rows_found *rows, uint32_t at) {
    const struct row *row = &rows->list[at];
    struct quantity ratio;
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct row *other = &rows->list[i];
        if (i != at && is_reversed(survey, row, other) && is_believable(survey, other))
            return true;
        if (i == at || !quantity_equal(&other->radix, &row->radix) || quantity_equal(&other->width, &row->width) || !is_believable(survey, other))
            continue;
        if (quantity_has_param(survey->prover, &other->width) ? !quantity_has_param(survey->prover, &row->width)
                                                              : quantity_divide(&other->width, &row->width, &ratio))
            return true;
    }
    return false;
}

static void add_width(struct survey *survey, enum candidate_class class, struct quantity radix, struct quantity width) {
    const struct prover *prover = survey->prover;
    int64_t common = index_common_divisor(quantity_content(&radix), quantity_content(&width)), most;
    struct quantity by = quantity_constant(common);
    uint32_t axis;
    if (common == 0 || !quantity_divide(&radix, &by, &radix) || !quantity_divide(&width, &by, &width))
        return;
    if (!quantity_is_constant(&radix, &most) || !dimension_of(prover, &width, &axis))
        survey_add_at_least(survey, class, &radix, &width);
    else if (most >= TILE_LEAST)
        survey_add_limit(survey, axis < 3 ? CANDIDATE_TILE : CANDIDATE_ROW, axis, (uint64_t)most);
}

void nature_add_rows(struct survey *survey, struct rows_found *rows) {
    struct quantity longer;
    for (uint32_t i = 0; i < rows->count; i++)
        take_outer(&rows->list[i].width);
    for (uint32_t i = 0; i < rows->count; i++)
        take_divisor(survey->prover, &rows->list[i]);
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->list[i];
        if (!is_believable(survey, row) || is_superseded(survey, rows, i))
            continue;
        add_width(survey, CANDIDATE_ROW, row->radix, row->width);
        struct quantity begin = quantity_constant((row->begin + row->step - 1) / row->step * row->step);
        if (row->begin >= row->step && quantity_has_param(survey->prover, &row->radix) && quantity_add(&row->width, 1, &begin, &longer))
            add_width(survey, CANDIDATE_LONG_ROW, row->radix, longer);
    }
}
