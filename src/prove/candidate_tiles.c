/* Blocks no larger than the tile that the indices count in. */
#include "prove/survey.h"

enum { WARP = 32, PART_LEAST = 128 }; /* fewer may be a step of a reduction */

/* a = factor * b, or would be if the parameters they are multiples of were one. */
static bool is_multiple(const struct prover *prover, const struct quantity *a, const struct quantity *b, int64_t *factor) {
    struct quantity ratio;
    if (quantity_divide(a, b, &ratio))
        return quantity_is_constant(&ratio, factor);
    *factor = b->count ? quantity_content(a) / quantity_content(b) : 0;
    return a->count == 1 && b->count == 1 && a->parts[0].atom_count == 1 && b->parts[0].atom_count == 1 && quantity_has_param(prover, a) &&
           quantity_has_param(prover, b) && quantity_content(a) % quantity_content(b) == 0;
}

void survey_parts(struct survey *survey, const struct index_sum sums[2], int64_t gap) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        const struct digit *a = index_digit(survey->prover, &sums[0], SYMBOL_TID, axis), *b = index_digit(survey->prover, &sums[1], SYMBOL_TID, axis);
        int64_t step;
        if (sums[0].count != 1 || sums[1].count != 1 || !a || !b || !quantity_equal(&a->coefficient, &b->coefficient) ||
            !quantity_is_constant(&a->coefficient, &step) || step <= 0)
            continue;
        int64_t part = gap / step;
        if (gap % step == 0 && part >= PART_LEAST && (part & (part - 1)) == 0)
            survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)part);
    }
}

static bool is_counter(const struct prover *prover, term_ref index) {
    uint32_t axis;
    return index_is(prover, index, SYMBOL_COUNTER, &axis);
}

/* Iterations of this sum's loop step over `tile` threads of the axis; *counter: the loop's. */
static bool has_walk(const struct prover *prover, const struct index_sum *sum, uint32_t axis, int64_t tile, term_ref *counter) {
    const struct digit *thread = index_digit(prover, sum, SYMBOL_TID, axis);
    int64_t step;
    for (uint32_t i = 0; i < sum->count && thread; i++) {
        *counter = sum->digits[i].index;
        if (is_counter(prover, *counter) && is_multiple(prover, &sum->digits[i].coefficient, &thread->coefficient, &step) && step == tile)
            return true;
    }
    return false;
}

/* One walk in constant steps of whole warps may step wrongly. Where another loop of the kernel steps by as
   much, a shared array has as many elements, or the steps are those of one warp and blocks have another axis for
   the warps, that is how many threads there are. */
static bool is_said_twice(const struct prover *prover, uint32_t axis, int64_t tile, term_ref counter) {
    const struct protocol *p = prover->protocol;
    if (tile == WARP && axis == 0 && prover->fixed_block[1] != 1)
        return true;
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        if (array->kind == ARRAY_SHARED && array->elem_bytes && array->extent_bytes == (uint64_t)tile * array->elem_bytes)
            return true;
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct index_sum sum;
        term_ref other;
        if (p->items[i].kind == ITEM_ACCESS && index_sum_of(prover->terms, prover->items[i].offset, &sum) &&
            has_walk(prover, &sum, axis, tile, &other) && !term_same(other, counter))
            return true;
    }
    return false;
}

static void add_walks(struct survey *survey, const struct index_sum *sum) {
    const struct prover *prover = survey->prover;
    for (uint32_t axis = 0; axis < 3; axis++)
        for (int64_t tile = WARP; tile <= 1024; tile += WARP) {
            term_ref counter;
            if (has_walk(prover, sum, axis, tile, &counter) && is_said_twice(prover, axis, tile, counter))
                survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)tile);
        }
}

/* blockIdx.a * C, another axis * C or a short loop's iteration * C beside threadIdx.a: a tile of C. */
void survey_tiles(struct survey *survey, const struct index_sum *sum, term_ref guard) {
    const struct prover *prover = survey->prover;
    add_walks(survey, sum);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const struct digit *thread = index_digit(prover, sum, SYMBOL_TID, axis);
        int64_t tile;
        if (!thread)
            continue;
        for (uint32_t i = 0; i < sum->count; i++) {
            uint32_t of;
            if (&sum->digits[i] == thread || !is_multiple(prover, &sum->digits[i].coefficient, &thread->coefficient, &tile))
                continue;
            bool is_block = index_is(prover, sum->digits[i].index, SYMBOL_BID, &of);
            if (!is_block && !index_is(prover, sum->digits[i].index, SYMBOL_TID, &of) && !survey_is_short(survey, sum->digits[i].index, NULL))
                continue;
            if (!is_block)
                tile = index_size_below(tile); /* the rest is padding */
            if (tile >= (is_block ? 2 : 8))
                survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)(tile + survey_least(survey, guard, axis)));
        }
    }
}
