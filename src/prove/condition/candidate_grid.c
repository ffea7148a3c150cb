/* Rows of constant length that all threads of the grid share out: the grid is no larger. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"

enum { ROW_LEAST = 8 };

/* The digits that count in smaller steps than the stride; some block must be among them. */
static bool row_within(const struct survey *survey, const struct index_sum *sum, int64_t stride, struct index_sum *row) {
    bool has_blocks = false;
    *row = (struct index_sum){.count = 0};
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t axis;
        int64_t step = quantity_content(&sum->digits[i].coefficient);
        if (quantity_has_param(survey->prover, &sum->digits[i].coefficient))
            return false;
        if (step <= 0 || step >= stride)
            continue;
        has_blocks |= index_is(survey->prover, sum->digits[i].index, SYMBOL_BID, &axis);
        row->digits[row->count++] = sum->digits[i];
    }
    return has_blocks;
}

static void add_row(struct survey *survey, const struct index_sum *sum, int64_t stride) {
    struct index_sum row;
    struct quantity width;
    int64_t begin;
    uint32_t axis;
    if (!row_within(survey, sum, stride, &row) || !survey_launch_width(survey, &row, &width) || !quantity_is_constant(&sum->rest, &begin))
        return;
    int64_t room = stride - (begin % stride + stride) % stride;
    struct quantity most = quantity_constant(room);
    if (row.count == 1 && index_is(survey->prover, row.digits[0].index, SYMBOL_BID, &axis) && quantity_content(&width) == 1 && room > 1)
        survey_add_limit(survey, CANDIDATE_ROW, 3 + axis, (uint64_t)room);
    survey_add_at_least(survey, CANDIDATE_ROW, &most, &width);
}

void survey_constant_rows(struct survey *survey, const struct index_sum *sums, uint32_t count) {
    struct index_sum scaled[SUBJECTS_MAX];
    int64_t common = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < sums[i].count; j++)
            common = index_common_divisor(quantity_content(&sums[i].digits[j].coefficient), common);
    struct quantity by = quantity_constant(common);
    for (uint32_t i = 0; i < count; i++) {
        scaled[i] = sums[i];
        for (uint32_t j = 0; j < sums[i].count; j++)
            (void)quantity_divide(&sums[i].digits[j].coefficient, &by, &scaled[i].digits[j].coefficient);
        if (common == 0 || (sums[i].rest.count > 0 && !quantity_divide(&sums[i].rest, &by, &scaled[i].rest)))
            return;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < scaled[i].count; j++) {
            int64_t stride = quantity_content(&scaled[i].digits[j].coefficient);
            for (uint32_t k = 0; k < count && stride >= ROW_LEAST; k++) {
                survey->subject = k;
                add_row(survey, &scaled[k], stride);
            }
        }
}
