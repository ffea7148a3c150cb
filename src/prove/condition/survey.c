/* Makers of candidates add them here. */
#include "prove/condition/survey.h"

#include <inttypes.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

void survey_add(struct survey *survey, struct candidate candidate) {
    struct candidates *out = survey->out;
    struct prover *prover = survey->prover;
    candidate.condition.term = prover_scoped(prover, candidate.condition.term);
    if (!candidate.condition.text || term_is_const(prover->terms, candidate.condition.term, NULL) || out->count == CANDIDATES_MAX)
        return;
    for (uint32_t i = 0; i < out->count; i++)
        if (term_same(out->list[i].condition.term, candidate.condition.term))
            return;
    uint32_t at = out->count++;
    for (; at > 0 && out->list[at - 1].class > candidate.class; at--)
        out->list[at] = out->list[at - 1];
    out->list[at] = candidate;
}

void survey_add_at_least(struct survey *survey, enum candidate_class class, const struct quantity *a, const struct quantity *b) {
    struct prover *prover = survey->prover;
    struct quantity difference, plus, minus;
    int64_t always;
    if (!quantity_add(a, -1, b, &difference) || quantity_is_constant(&difference, &always))
        return;
    if (quantity_split(&difference, &plus, &minus) && plus.count == 0) /* no sizes are like that */
        return;
    const char *left = quantity_text(prover->arena, prover->protocol, a), *right = quantity_text(prover->arena, prover->protocol, b);
    if (!left || !right)
        return;
    const char *text = quantity_is_constant(a, &always) ? arena_printf(prover->arena, "%s <= %s", right, left)
                                                        : arena_printf(prover->arena, "%s >= %s", left, right);
    term_ref term = term_sle(prover->terms, quantity_term(prover->protocol, b), quantity_term(prover->protocol, a));
    survey_add(survey, (struct candidate){.class = class, .condition = {text, term}});
}

void survey_add_natural(struct survey *survey, enum candidate_class class, const struct quantity *q) {
    struct quantity plus, minus, by = quantity_constant(quantity_content(q)), least;
    if (quantity_divide(q, &by, &least) && quantity_split(&least, &plus, &minus) && plus.count > 0) /* no size is meant to be 0 */
        survey_add_at_least(survey, class, &plus, &minus);
}

void survey_add_limit(struct survey *survey, enum candidate_class class, uint32_t axis, uint64_t limit) {
    struct prover *prover = survey->prover;
    static const uint64_t most[] = {1024, 1024, 64, INT32_MAX - 1, UINT16_MAX - 1, UINT16_MAX - 1}; /* more there never are, or hardly */
    bool is_grid = axis >= 3;
    if (limit > most[axis] || limit < 1)
        return;
    term_ref dim = is_grid ? prover->protocol->gdim[axis - 3] : prover->protocol->bdim[axis];
    const char *text =
        arena_printf(prover->arena, "%s.%c %s %" PRIu64, is_grid ? "gridDim" : "blockDim", "xyz"[axis % 3], limit == 1 ? "==" : "<=", limit);
    survey_add(survey, (struct candidate){.class = class,
                                          .axis = axis,
                                          .limit = (uint32_t)limit,
                                          .condition = {text, term_ule(prover->terms, dim, term_const(prover->terms, 32, limit))}});
}

bool survey_is_short(const struct survey *survey, term_ref index, int64_t *rounds) {
    int64_t limit, step;
    for (uint32_t i = 0; i < survey->bound_count; i++)
        if (survey->bounds[i].sum.count == 1 && term_same(survey->bounds[i].sum.digits[0].index, index) &&
            quantity_is_constant(&survey->bounds[i].limit, &limit)) {
            bool is_up = quantity_is_constant(&survey->bounds[i].sum.digits[0].coefficient, &step) && step > 0;
            if (rounds)
                *rounds = is_up && limit > 0 ? (limit + step - 1) / step : limit;
            return true;
        }
    return false;
}
