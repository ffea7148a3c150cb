/* Axes whose threads, or blocks, are only counted, or that shared memory does not know. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* Every use of threadIdx.y and z, or of z alone, is in the number of the thread in its block:
   x + blockDim.x * (y + blockDim.y * z), or a multiple of it. Likewise for the block in the grid. */
struct ranks {
    const struct prover *prover;
    enum symbol_role role;
    struct map seen;
    VEC(term_ref) pending;
    bool failed[3]; /* by axis: z's failure is y's, too */
};

static term_ref size_of(const struct ranks *ranks, uint32_t axis) {
    const struct prover *prover = ranks->prover;
    const struct protocol *p = prover->protocol;
    bool is_thread = ranks->role == SYMBOL_TID;
    if (is_thread ? prover->frame->fixed_block[axis] : prover->frame->fixed_grid[axis])
        return term_const(prover->terms, 32, is_thread ? prover->frame->block[axis] : prover->frame->grid[axis]);
    return is_thread ? p->bdim[axis] : p->gdim[axis];
}

static bool is_rank(const struct ranks *ranks, const struct index_sum *sum, uint32_t axis) {
    const struct prover *prover = ranks->prover;
    const struct digit *x = index_digit(prover, sum, ranks->role, 0), *other = index_digit(prover, sum, ranks->role, axis);
    if (!other)
        return true;
    if (!x)
        return false;
    struct quantity expected = x->coefficient;
    for (uint32_t a = 0; a < axis; a++) {
        struct index_sum dim;
        if (!index_sum_of(prover->terms, size_of(ranks, a), &dim) || !quantity_multiply(&expected, &dim.rest, &expected))
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
        ranks->failed[2] |= !is_rank(ranks, &sum, 2);
        ranks->failed[1] |= ranks->failed[2] || !is_rank(ranks, &sum, 1);
        for (uint32_t i = 0; i < sum.count; i++)
            if (!index_is(prover, sum.digits[i].index, ranks->role, &axis))
                vec_push(&ranks->pending, sum.digits[i].index);
        return;
    }
    if (index_is(prover, r, ranks->role, &axis) && axis > 0)
        ranks->failed[1] = ranks->failed[axis] = true;
    for (uint32_t i = 0; i < term.arity; i++)
        vec_push(&ranks->pending, term_child(prover->terms, r, i));
}

/* Axes that the scope fixes to one size do not matter. */
static void only_ranks(const struct prover *prover, enum symbol_role role, bool is_rank_only[3]) {
    const struct protocol *p = prover->protocol;
    const bool *fixed = role == SYMBOL_TID ? prover->frame->fixed_block : prover->frame->fixed_grid;
    struct ranks ranks = {.prover = prover, .role = role};
    map_init(&ranks.seen);
    for (uint32_t i = 0; i < p->item_count && !(fixed[1] && fixed[2]); i++) {
        const term_ref roots[] = {prover->frame->items[i].guard, prover->frame->items[i].offset, prover->frame->items[i].size,
                                  prover->frame->items[i].value};
        for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
            if (!term_is_none(roots[r]))
                vec_push(&ranks.pending, roots[r]);
    }
    while (ranks.pending.size > 0 && !ranks.failed[2]) {
        term_ref r = vec_pop(&ranks.pending);
        if (map_get(&ranks.seen, r.id, NULL))
            continue;
        map_set(&ranks.seen, r.id, 1);
        visit_rank(&ranks, r);
    }
    map_release(&ranks.seen);
    vec_release(&ranks.pending);
    for (uint32_t axis = 1; axis < 3; axis++)
        is_rank_only[axis] = !fixed[axis] && !ranks.failed[axis];
}

struct row_threads {
    const struct prover *prover;
    bool has_x, has_others;
};

static void note_row_threads(void *context, symbol_ref symbol) {
    struct row_threads *seen = context;
    const struct symbol *s = symbol_get(seen->prover->terms, symbol);
    seen->has_x |= s->role == SYMBOL_TID && s->axis == 0;
    seen->has_others |= s->role == SYMBOL_TID && s->axis != 0;
}

/* Shared memory, by threads along x alone, here and wherever the kernel uses any: the other axes are
   there to find a place in global memory. */
static bool is_shared_by_rows(const struct survey *survey) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    struct row_threads seen = {prover, false, false};
    if (survey->subject_count == 0 || survey->array >= p->array_count || p->arrays[survey->array].kind != ARRAY_SHARED)
        return false;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->arrays[p->items[i].array].kind == ARRAY_SHARED)
            term_visit_symbols(prover->terms, prover->frame->items[i].offset, note_row_threads, &seen);
    return seen.has_x && !seen.has_others;
}

void numbering_axes(const struct prover *prover, bool is_counted[LAUNCH_AXES]) {
    for (int grid = 0; grid < 2; grid++) {
        is_counted[3 * grid] = false;
        bool axes[3] = {false};
        only_ranks(prover, grid ? SYMBOL_BID : SYMBOL_TID, axes);
        for (uint32_t axis = 1; axis < 3; axis++)
            is_counted[3 * grid + (int)axis] =
                axes[axis] && (!grid || prover->protocol->reads_bid[axis]); /* else blocks along it may do the same thing twice */
    }
}

void survey_axes(struct survey *survey) {
    const struct prover *prover = survey->prover;
    bool is_counted[LAUNCH_AXES], is_line = is_shared_by_rows(survey);
    numbering_axes(prover, is_counted);
    for (uint32_t axis = 1; axis < 3; axis++)
        if (is_line || is_counted[axis])
            survey_add_limit(survey, CANDIDATE_AXIS, axis, 1);
    for (uint32_t axis = 4; axis < 6; axis++)
        if (is_counted[axis])
            survey_add_limit(survey, CANDIDATE_AXIS, axis, 1);
}
