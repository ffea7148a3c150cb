/* Axes whose threads are only counted. */
#include "prove/survey.h"

/* Every use of threadIdx.y and z is in the number of the thread in its block:
   x + blockDim.x * (y + blockDim.y * z), or a multiple of it. */
struct ranks { const struct prover *prover; struct map seen; VEC(term_ref) pending; bool failed; };

static bool is_rank(const struct prover *prover, const struct index_sum *sum, uint32_t axis) {
    const struct protocol *p = prover->protocol;
    const struct digit *x = index_digit(prover, sum, SYMBOL_TID, 0), *other = index_digit(prover, sum, SYMBOL_TID, axis);
    if (!other)
        return true;
    if (!x)
        return false;
    struct quantity expected = x->coefficient;
    for (uint32_t a = 0; a < axis; a++) {
        struct index_sum dim;
        if (!index_sum_of(prover->terms, prover->fixed_block[a] ? term_const(prover->terms, 32, prover->block[a]) : p->bdim[a], &dim) ||
            !quantity_multiply(&expected, &dim.rest, &expected))
            return false;
    }
    return quantity_equal(&expected, &other->coefficient);
}

static void visit_rank(struct ranks *ranks, term_ref r) {
    const struct prover *prover = ranks->prover;
    const struct term term = *term_get(prover->terms, r);
    enum term_op op = term_op_of(&term);
    struct index_sum sum;
    uint32_t axis;
    if ((op == TERM_ADD || op == TERM_MUL) && index_sum_of(prover->terms, r, &sum)) {
        ranks->failed |= !is_rank(prover, &sum, 1) || !is_rank(prover, &sum, 2);
        for (uint32_t i = 0; i < sum.count; i++)
            if (!index_is(prover, sum.digits[i].index, SYMBOL_TID, &axis))
                vec_push(&ranks->pending, sum.digits[i].index);
        return;
    }
    ranks->failed |= index_is(prover, r, SYMBOL_TID, &axis) && axis > 0;
    for (uint32_t i = 0; i < term.arity; i++)
        vec_push(&ranks->pending, term_child(prover->terms, r, i));
}

static bool only_ranks(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct ranks ranks = {.prover = prover};
    map_init(&ranks.seen);
    for (uint32_t i = 0; i < p->item_count; i++) {
        const term_ref roots[] = {prover->items[i].guard, prover->items[i].offset, prover->items[i].size, prover->items[i].value};
        for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
            if (!term_is_none(roots[r]))
                vec_push(&ranks.pending, roots[r]);
    }
    while (ranks.pending.size > 0 && !ranks.failed) {
        term_ref r = vec_pop(&ranks.pending);
        if (map_get(&ranks.seen, r.id, NULL))
            continue;
        map_set(&ranks.seen, r.id, 1);
        visit_rank(&ranks, r);
    }
    map_release(&ranks.seen);
    vec_release(&ranks.pending);
    return !ranks.failed;
}

void survey_axes(struct survey *survey) {
    const struct prover *prover = survey->prover;
    if ((prover->fixed_block[1] && prover->fixed_block[2]) || !only_ranks(prover))
        return;
    survey_add_limit(survey, CANDIDATE_AXIS, 1, 1);
    survey_add_limit(survey, CANDIDATE_AXIS, 2, 1);
}
