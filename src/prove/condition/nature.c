/* See nature.h. */
#include "prove/condition/nature.h"

#include <string.h>

#include "base/divisor.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

/* What an author believes. Each number is pinned by the golden test named beside it. */
enum {
    TILE_LEAST = 2,       /* steps of blocks, and of numbers that are taken apart, are tiles from this size on (contract_tile.cu) */
    PADDED_LEAST = 8,     /* steps of other threads and of loops: less may be a record; padding behind them does not count (padding.cu) */
    WALK_LEAST = 32,      /* steps of a loop of any length: whole warps (contract_walk.cu) */
    PART_LEAST = 128,     /* parts of one array for a line of threads: less may be a step of a reduction (contract_parts.cu) */
    WRITTEN_LEAST = 64,   /* where threads write both parts, a power of two: else a neighbour (contract_parts.cu) */
    VALUE_LEAST = 16,     /* steps of values that are read or counted, a power of two (contract_values.cu) */
    PART_ROWS_LEAST = 4,  /* parts for rows of threads (contract_halo.cu) */
    GRID_ROW_LEAST = 8,   /* constant rows that blocks share out are no shorter: less is a record (contract_rows_constant.cu) */
    GRID_PART_LEAST = 32, /* but for blocks that each have that many pieces of a row or more (contract_rows_constant.cu) */
    THREADS_MOST = 1024,  /* of a block */
    SHIFT_MOST = 10,
    DIVISOR_MOST = 1024, /* constants that P / C is told as C * ... for (contract_fields.cu) */
    FACTOR_MOST = 65536  /* of parameters: more is what a launch of any size has of something, not a row (search_suggested.cu) */
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

static bool is_power(int64_t number) {
    return (number & (number - 1)) == 0;
}

/* ---- which premises ---- */

/* Threads of the axis that count in a loop's steps of `tile` threads. */
static bool has_walk(const struct survey *survey, const struct index_sum *sum, uint32_t axis, int64_t tile, term_ref *counter) {
    int64_t step, by, ratio;
    for (uint32_t t = 0; t < sum->count; t++) {
        struct index_sum whole;
        uint32_t of;
        bool is_group = survey_divided(survey, sum->digits[t].index, &whole, &by) && whole.count == 1;
        term_ref index = is_group ? whole.digits[0].index : sum->digits[t].index;
        if (!index_is(survey->prover, index, SYMBOL_TID, &of) || of != axis || !quantity_is_constant(&sum->digits[t].coefficient, &step) || step <= 0)
            continue;
        for (uint32_t i = 0; i < sum->count; i++) {
            *counter = sum->digits[i].index;
            if (index_is(survey->prover, *counter, SYMBOL_COUNTER, &of) && quantity_is_constant(&sum->digits[i].coefficient, &ratio) &&
                ratio % step == 0 && ratio / step * (is_group ? by : 1) == tile)
                return true;
        }
    }
    return false;
}

/* One walk in constant steps of whole warps may step wrongly. Where another loop of the kernel steps by as
   much, a shared array has as many elements, or the steps are those of one warp and blocks have another axis for
   the warps, that is how many threads there are. */
static bool is_said_twice(const struct survey *survey, const struct row *row, uint32_t axis, int64_t tile) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    struct index_sum own;
    term_ref counter = TERM_NONE;
    if (tile == WALK_LEAST && axis == 0 && prover->frame->fixed_block[1] != 1)
        return true;
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        if (array->kind == ARRAY_SHARED && array->elem_bytes && array->extent_bytes == (uint64_t)tile * array->elem_bytes)
            return true;
    }
    if (index_sum_of(prover->terms, survey->subjects[row->side].offset, &own))
        (void)has_walk(survey, &own, axis, tile, &counter);
    for (uint32_t i = 0; i < p->item_count; i++) {
        term_ref other;
        const struct index_sum *sum = p->items[i].kind == ITEM_ACCESS ? survey_item_sum(survey->prover, i) : NULL;
        if (sum && has_walk(survey, sum, axis, tile, &other) && !term_same(other, counter))
            return true;
    }
    return false;
}

/* A guard says how many of the threads there are: the rest is no other part. */
static bool is_bounded(const struct survey *survey, uint32_t axis) {
    bool is = false;
    int64_t limit;
    for (uint32_t i = 0; i < survey->bound_count; i++)
        is |= index_digit(survey->prover, &survey->bounds[i].sum, SYMBOL_TID, axis) && quantity_is_constant(&survey->bounds[i].limit, &limit);
    return is;
}

/* Parts of one array, each for that many threads of the axis. */
static bool is_part(const struct survey *survey, const struct row *row, uint32_t axis, int64_t threads) {
    struct index_sum sums[2];
    const struct prover *prover = survey->prover;
    const struct digit *own = index_digit(prover, &row->low, SYMBOL_TID, axis);
    int64_t step;
    if (!index_sum_of(prover->terms, survey->subjects[0].offset, &sums[0]) || !index_sum_of(prover->terms, survey->subjects[1].offset, &sums[1]) ||
        !own || !quantity_is_constant(&own->coefficient, &step))
        return false;
    bool is_alike = survey_same_digits(survey, &sums[0], &sums[1]);
    bool has_rows = survey_counts_in(prover, &row->low, axis, 1, step);
    if (is_alike && survey_both_written(survey, sums) && !is_bounded(survey, axis))
        return threads >= (has_rows ? PART_ROWS_LEAST : is_power(threads) ? WRITTEN_LEAST : PART_LEAST);
    return (has_rows && survey_is_last_row(survey, sums) && threads >= PART_ROWS_LEAST) ||
           (is_alike && row->low.count == 1 && is_power(threads) && threads >= PART_LEAST);
}

/* A limit on the threads of an axis that an author would set, given what follows behind them. */
static bool is_believable_limit(const struct survey *survey, const struct row *row, uint32_t axis, int64_t *threads) {
    if (row->group > 1 && *threads % 32 != 0 && !is_power(*threads))
        return false;
    switch (row->separator) {
    case SEPARATE_BLOCK: return *threads >= TILE_LEAST;
    case SEPARATE_THREAD:
        if (row->is_number)
            return *threads >= TILE_LEAST;
        *threads = row->group > 1 ? *threads : index_size_below(*threads);
        return *threads >= PADDED_LEAST;
    case SEPARATE_ROUNDS: *threads = index_size_below(*threads); return !row->is_number && *threads >= PADDED_LEAST;
    case SEPARATE_WALK: return *threads % WALK_LEAST == 0 && is_said_twice(survey, row, axis, *threads);
    case SEPARATE_DISTANCE: return row->group > 1 || is_part(survey, row, axis, *threads);
    case SEPARATE_VALUE: return row->group == 1 && row->low.count == 1 && is_power(*threads) && *threads >= VALUE_LEAST;
    case SEPARATORS: break;
    }
    return false;
}

/* Fewer blocks than this share out no row, if each has `part` of it. */
static int64_t grid_row_least(const struct row *row, int64_t part) {
    int64_t least = part;
    for (uint32_t i = 0; i < row->low.count; i++) {
        int64_t step = quantity_content(&row->low.digits[i].coefficient);
        least = step < least ? step : least;
    }
    return least > 0 && part / least >= GRID_PART_LEAST ? TILE_LEAST : GRID_ROW_LEAST;
}

/* Rows of constantly many elements: for as many threads, or blocks. */
static void add_constant(struct survey *survey, const struct row *row, int64_t most) {
    const struct prover *prover = survey->prover;
    struct quantity width = row->width, unit, rest = quantity_constant(0), limit;
    uint32_t axis;
    int64_t constant = 0;
    if (row->is_element || row->is_apart || quantity_has_param(prover, &width))
        return;
    for (uint32_t i = 0; i < width.count; i++)
        constant += width.parts[i].atom_count == 0 ? width.parts[i].factor : 0;
    rest = quantity_constant(constant);
    if (!quantity_add(&width, -1, &rest, &unit) || unit.count == 0)
        return;
    struct quantity by = quantity_constant(quantity_content(&unit));
    int64_t room = (most - constant) / by.parts[0].factor;
    if (!quantity_divide(&unit, &by, &unit) || room < 1)
        return;
    if (dimension_of(prover, &unit, &axis) && axis < 3) {
        int64_t threads = room * row->group + survey_least(survey, survey->subjects[row->side].guard, axis);
        if (threads <= THREADS_MOST && is_believable_limit(survey, row, axis, &threads))
            survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)threads);
        return;
    }
    limit = quantity_constant(room);
    if (row->separator == SEPARATE_DISTANCE && quantity_is_block(prover, &unit)) {
        bool is_of_block = false; /* whichever axis the block's threads are numbered along */
        for (uint32_t a = 0; a < 3; a++)
            is_of_block |= is_part(survey, row, a, room);
        if (room <= THREADS_MOST && row->group == 1 && is_of_block)
            survey_add_at_least(survey, CANDIDATE_TILE, &limit, &unit);
        return;
    }
    if (quantity_has_grid(prover, &unit) ? room < grid_row_least(row, by.parts[0].factor) || row->separator == SEPARATE_DISTANCE
                                         : row->separator != SEPARATE_BLOCK || room < TILE_LEAST)
        return;
    if (dimension_of(prover, &unit, &axis))
        survey_add_limit(survey, CANDIDATE_ROW, axis, (uint64_t)room);
    survey_add_at_least(survey, CANDIDATE_ROW, &limit, &unit);
}

/* P - 1: less than what rows of P need, unless the launch alone says how many there are. */
static bool is_shortened(const struct prover *prover, const struct row *row) {
    bool is = false;
    for (uint32_t i = 0; i < row->radix.count; i++)
        is |= row->radix.count > 1 && row->radix.parts[i].atom_count == 0 && row->radix.parts[i].factor < 0;
    return is && quantity_has_param(prover, &row->width);
}

/* The same indices count rows down and elements up, i - P * i: no rows. */
static bool is_slanted(const struct prover *prover, const struct row *row) {
    struct index_sum high;
    uint32_t shared = 0;
    bool is_down = false;
    if (term_is_none(row->high) || !index_sum_of(prover->terms, row->high, &high))
        return false;
    for (uint32_t i = 0; i < high.count; i++)
        for (uint32_t j = 0; j < row->low.count; j++) {
            bool is_same = term_same(high.digits[i].index, row->low.digits[j].index);
            shared += is_same;
            is_down |= is_same && quantity_is_negative(&high.digits[i].coefficient);
        }
    return is_down && shared == high.count;
}

static bool has_large_factor(const struct quantity *q) {
    bool has = false;
    for (uint32_t i = 0; i < q->count; i++)
        has |= q->parts[i].atom_count > 0 && (q->parts[i].factor > FACTOR_MOST || q->parts[i].factor < -FACTOR_MOST);
    return has;
}

/* A row of a parameter's elements. No launch and no constant bounds a parameter, and no size bounds itself. */
static bool is_believable(struct survey *survey, const struct row *row) {
    struct index_sum sums[2];
    if (row->separator == SEPARATE_DISTANCE && !row->is_named && !survey_separates(survey, &row->radix))
        return false;
    if (row->is_element && row->low.count == 0 && !quantity_has_param(survey->prover, &row->width)) /* a record */
        return row->separator != SEPARATE_DISTANCE && index_sum_of(survey->prover->terms, survey->subjects[0].offset, &sums[0]) &&
               index_sum_of(survey->prover->terms, survey->subjects[1].offset, &sums[1]) && survey_both_written(survey, sums);
    return !row->is_number && row->group == 1 && !has_large_factor(&row->width) && !is_shortened(survey->prover, row) &&
           !is_slanted(survey->prover, row) && quantity_has_param(survey->prover, &row->radix) && (row->rank >= row->low_rank || row->is_outer) &&
           !quantity_shares_atoms(&row->radix, &row->width) && !quantity_is_negative(&row->radix) && !quantity_is_negative(&row->width);
}

/* ---- in which words ---- */

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

/* C * (P / C), rounded up or down, is P where P is a multiple of C, and (C * P) / C is P. */
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
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &by) || by > DIVISOR_MOST ||
        !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return;
    by = !is_shift ? by : by <= SHIFT_MOST ? UINT64_C(1) << by : 0;
    for (uint32_t i = 0; i < sum.rest.count; i++) {
        struct quantity part = {.parts = {sum.rest.parts[i]}, .count = 1};
        if (part.parts[0].atom_count == 0 ? part.parts[0].factor != (int64_t)by - 1 : !quantity_add(&whole, 1, &part, &whole))
            return;
    }
    if (by == 0 || whole.count == 0)
        return;
    int64_t factor = width->parts[0].factor,
            all = factor % (int64_t)by == 0 ? (int64_t)by : common_divisor_of_signed((int64_t)by, quantity_content(&whole));
    const struct quantity parts = quantity_constant((int64_t)by), pieces = quantity_constant(factor);
    if (all == (int64_t)by && quantity_multiply(&whole, &pieces, &whole))
        (void)quantity_divide(&whole, &parts, width);
}

static void note_strides(struct survey *survey, const struct quantity *radix) {
    for (uint32_t i = 0; i < radix->count; i++)
        for (uint32_t j = 0; j < radix->parts[i].atom_count; j++)
            survey_note_stride(survey, radix->parts[i].atoms[j]);
}

static void add_width(struct survey *survey, const struct row *row) {
    struct quantity radix, width, by = quantity_constant(common_divisor_of_signed(quantity_content(&row->radix), quantity_content(&row->width)));
    enum candidate_class class = row->is_apart ? CANDIDATE_LONG_ROW : CANDIDATE_ROW;
    if (by.count == 0 || !quantity_divide(&row->radix, &by, &radix) || !quantity_divide(&row->width, &by, &width))
        return;
    survey_add_at_least(survey, class, &radix, &width);
}

/* Rows of W elements in steps of W are dense: a wider step that counts them has them inside it, whichever axis counts which. */
static void note_outer(struct rows_found *rows) {
    for (uint32_t i = 0; i < rows->count; i++) {
        struct row *row = &rows->list[i];
        bool is_dense = false;
        for (uint32_t j = 0; j < rows->count; j++)
            is_dense |= quantity_equal(&row->radix, &rows->list[j].radix) && quantity_equal(&rows->list[j].radix, &rows->list[j].width);
        for (uint32_t j = 0; j < rows->count && !is_dense; j++)
            row->is_outer |= quantity_equal(&rows->list[j].radix, &rows->list[j].width) && is_multiple_within(&row->width, &rows->list[j].radix);
    }
}

/* Rows of lower axes first, then those in which lower axes count rows. */
static bool is_before(const struct row *a, const struct row *b) {
    return a->order != b->order ? a->order < b->order : a->rank < b->rank;
}

static void sort_rows(struct rows_found *rows) {
    for (uint32_t i = 1; i < rows->count; i++) {
        struct row row = rows->list[i];
        uint32_t at = i;
        for (; at > 0 && is_before(&row, &rows->list[at - 1]); at--)
            rows->list[at] = rows->list[at - 1];
        rows->list[at] = row;
    }
}

void nature_add_rows(struct survey *survey, struct rows_found *rows) {
    int64_t constant;
    sort_rows(rows);
    for (uint32_t i = 0; i < rows->count; i++) {
        take_outer(&rows->list[i].width);
        take_whole_pieces(survey->prover, &rows->list[i].width);
        take_divisor(survey->prover, &rows->list[i]);
    }
    note_outer(rows);
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->list[i];
        if (quantity_is_constant(&row->radix, &constant)) {
            add_constant(survey, row, constant);
            continue;
        }
        const struct prover *prover = survey->prover;
        bool is_believed = is_believable(survey, row) && quantity_text(prover->arena, prover->protocol, &row->width) &&
                           quantity_text(prover->arena, prover->protocol, &row->radix);
        if (is_believed || row->separator != SEPARATE_DISTANCE)
            note_strides(survey, &row->radix);
        if (is_believed && !is_superseded(survey, rows, i))
            add_width(survey, row);
    }
}
