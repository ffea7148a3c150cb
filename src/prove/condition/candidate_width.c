/* How many values the digits of a row have, by the launch. */
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

/* Whether some blockIdx counts in larger steps than this digit: a part of a block's tile. */
static bool is_inside_block(const struct prover *prover, const struct index_sum *row, const struct digit *digit, uint32_t axis) {
    for (uint32_t i = 0; i < row->count; i++) {
        struct quantity ratio;
        uint32_t of;
        int64_t tile;
        if (!index_is(prover, row->digits[i].index, SYMBOL_BID, &of) || !quantity_divide(&row->digits[i].coefficient, &digit->coefficient, &ratio))
            continue;
        if (of == axis || (quantity_is_constant(&ratio, &tile) && tile > 1))
            return true;
    }
    return false;
}

bool survey_launch_width(struct survey *survey, const struct index_sum *row, struct quantity *width) {
    const struct prover *prover = survey->prover;
    *width = quantity_constant(0);
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t axis = 3;
        int64_t rounds = 0;
        struct quantity extent = row->digits[i].coefficient, dim;
        bool is_rest = survey_digit_width(survey, row->digits[i].index, &dim), is_block = index_is(prover, row->digits[i].index, SYMBOL_BID, &axis);
        bool is_thread = index_is(prover, row->digits[i].index, SYMBOL_TID, &axis);
        if (!is_block && !is_thread && !is_rest && !survey_is_short(survey, row->digits[i].index, &rounds))
            return false;
        if (rounds == 1)
            continue;
        if (!is_block && is_inside_block(prover, row, &row->digits[i], is_thread ? axis : 3))
            continue;
        if (!is_block && !is_thread && !is_rest)
            return false;
        if (is_block || is_thread)
            dim = quantity_atom(is_block ? prover->protocol->gdim[axis] : prover->protocol->bdim[axis]);
        if (!quantity_multiply(&extent, &dim, &extent) || !quantity_add(width, 1, &extent, width))
            return false;
    }
    return row->count > 0;
}
