/* Blocks no larger than the tile that the indices count in. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "term/walk.h"

enum { WARP = 32 };

/* a = factor * b, or would be if the parameters they are multiples of were one. */
static bool is_multiple(const struct prover *prover, const struct quantity *a, const struct quantity *b, int64_t *factor) {
    struct quantity ratio;
    if (quantity_divide(a, b, &ratio))
        return quantity_is_constant(&ratio, factor);
    *factor = b->count ? quantity_content(a) / quantity_content(b) : 0;
    return a->count == 1 && b->count == 1 && a->parts[0].atom_count == 1 && b->parts[0].atom_count == 1 && quantity_has_param(prover, a) &&
           quantity_has_param(prover, b) && quantity_content(a) % quantity_content(b) == 0;
}

static bool is_counter(const struct prover *prover, term_ref index) {
    uint32_t axis;
    return index_is(prover, index, SYMBOL_COUNTER, &axis);
}

/* How many threads of the axis share a value of the index: 1 of threadIdx, C of threadIdx / C; 0: it is neither. */
static int64_t threads_of(const struct survey *survey, term_ref index, uint32_t axis) {
    struct index_sum whole;
    uint32_t of;
    int64_t by, one;
    if (index_is(survey->prover, index, SYMBOL_TID, &of))
        return of == axis;
    bool is_group = survey_divided(survey, index, &whole, &by) && whole.count == 1 && quantity_is_constant(&whole.rest, &one) && one == 0 &&
                    index_is(survey->prover, whole.digits[0].index, SYMBOL_TID, &of) && of == axis &&
                    quantity_is_constant(&whole.digits[0].coefficient, &one) && one == 1;
    return is_group ? by : 0;
}

/* Iterations of this sum's loop step over `tile` threads of the axis; *counter: the loop's. */
static bool has_walk(const struct survey *survey, const struct index_sum *sum, uint32_t axis, int64_t tile, term_ref *counter) {
    int64_t step;
    for (uint32_t t = 0; t < sum->count; t++) {
        int64_t threads = threads_of(survey, sum->digits[t].index, axis);
        for (uint32_t i = 0; i < sum->count && threads > 0; i++) {
            *counter = sum->digits[i].index;
            if (is_counter(survey->prover, *counter) &&
                is_multiple(survey->prover, &sum->digits[i].coefficient, &sum->digits[t].coefficient, &step) && step * threads == tile)
                return true;
        }
    }
    return false;
}

/* One walk in constant steps of whole warps may step wrongly. Where another loop of the kernel steps by as
   much, a shared array has as many elements, or the steps are those of one warp and blocks have another axis for
   the warps, that is how many threads there are. */
static bool is_said_twice(const struct survey *survey, uint32_t axis, int64_t tile, term_ref counter) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    if (tile == WARP && axis == 0 && prover->frame->fixed_block[1] != 1)
        return true;
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        if (array->kind == ARRAY_SHARED && array->elem_bytes && array->extent_bytes == (uint64_t)tile * array->elem_bytes)
            return true;
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct index_sum sum;
        term_ref other;
        if (p->items[i].kind == ITEM_ACCESS && index_sum_of(prover->terms, prover->frame->items[i].offset, &sum) &&
            has_walk(survey, &sum, axis, tile, &other) && !term_same(other, counter))
            return true;
    }
    return false;
}

static void add_walks(struct survey *survey, const struct index_sum *sum) {
    for (uint32_t axis = 0; axis < 3; axis++)
        for (int64_t tile = WARP; tile <= 1024; tile += WARP) {
            term_ref counter;
            if (has_walk(survey, sum, axis, tile, &counter) && is_said_twice(survey, axis, tile, counter))
                survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)tile);
        }
}

/* blockIdx.a * C, another axis * C or a short loop's iteration * C beside threadIdx.a: a tile of C. In memory
   a small C may be a mistake, and what is not a size is padding; a number of threads has neither, and is of no loop. */
static void add_tiles(struct survey *survey, const struct index_sum *sum, term_ref guard, bool is_number) {
    const struct prover *prover = survey->prover;
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
            bool is_thread = index_is(prover, sum->digits[i].index, SYMBOL_TID, &of);
            if (!is_block && !is_thread && (is_number || !survey_is_short(survey, sum->digits[i].index, NULL)))
                continue;
            if (!is_block && !is_number)
                tile = index_size_below(tile);
            if (tile >= (is_block || is_number ? 2 : 8))
                survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)(tile + survey_least(survey, guard, axis)));
        }
    }
}

/* threadIdx.a, in a wider type or not. */
static bool is_thread(const struct prover *prover, term_ref index, uint32_t *axis) {
    const struct term *term = term_get(prover->terms, index);
    bool is_wide = term_op_of(term) == TERM_ZEXT || term_op_of(term) == TERM_SEXT;
    return index_is(prover, is_wide ? term_child(prover->terms, index, 0) : index, SYMBOL_TID, axis);
}

/* threadIdx.a / by, a constant. */
static bool is_quotient(const struct prover *prover, term_ref index, uint32_t *axis, int64_t *by) {
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, index));
    uint64_t constant;
    if ((op != TERM_LSHR && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, index, 1), &constant) || constant == 0 ||
        constant > (op == TERM_LSHR ? 9 : 512) || !is_thread(prover, term_child(t, index, 0), axis))
        return false;
    *by = op == TERM_LSHR ? INT64_C(1) << constant : (int64_t)constant;
    return true;
}

/* threadIdx.a % by. */
static bool is_remainder(const struct prover *prover, term_ref index, uint32_t axis, int64_t by) {
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, index));
    uint64_t constant;
    uint32_t of;
    return (op == TERM_AND || op == TERM_UREM || op == TERM_SREM) && term_is_const(t, term_child(t, index, 1), &constant) &&
           constant + (op == TERM_AND) == (uint64_t)by && is_thread(prover, term_child(t, index, 0), &of) && of == axis;
}

/* threadIdx.a / C counts no more pieces than lie between two steps of the next larger digit, which is blockIdx's or
   threadIdx.a % C's, or between the two accesses. Other numbers than whole warps and powers of two are no author's. */
static void add_quotients(struct survey *survey, const struct index_sum *sum, int64_t gap) {
    const struct prover *prover = survey->prover;
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t axis, of;
        int64_t by, piece, step;
        if (!is_quotient(prover, sum->digits[i].index, &axis, &by) || !quantity_is_constant(&sum->digits[i].coefficient, &piece) || piece < 1)
            continue;
        int64_t room = gap > piece && gap % piece == 0 ? gap : INT64_MAX;
        for (uint32_t j = 0; j < sum->count; j++) {
            bool is_digit = index_is(prover, sum->digits[j].index, SYMBOL_BID, &of) || is_remainder(prover, sum->digits[j].index, axis, by);
            if (is_digit && quantity_is_constant(&sum->digits[j].coefficient, &step) && step > piece && step % piece == 0 && step < room)
                room = step;
        }
        if (room / piece > 1024 / by)
            continue;
        int64_t threads = room / piece * by;
        if (threads % WARP == 0 || (threads & (threads - 1)) == 0)
            survey_add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)threads);
    }
}

void survey_tiles(struct survey *survey, const struct index_sum *sum, int64_t gap, term_ref guard) {
    add_walks(survey, sum);
    add_tiles(survey, sum, guard, false);
    add_quotients(survey, sum, gap);
}

/* Numbers that an index, or a guard, takes apart by a constant are sums, too: (threadIdx.y * 16 + threadIdx.x) / 32. */
void survey_numbers(struct survey *survey, term_ref root, term_ref guard) {
    const struct term_table *t = survey->prover->terms;
    struct term_walk walk;
    if (term_is_none(root))
        return;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r); term_walk_enter(&walk, r)) {
        enum term_op op = term_op_of(term_get(t, r));
        struct index_sum sum;
        bool is_part =
            op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_SDIV || op == TERM_UREM || op == TERM_SREM || op == TERM_AND;
        if (is_part && term_width(t, r) > 1 && term_is_const(t, term_child(t, r, 1), NULL) && index_sum_of(t, term_child(t, r, 0), &sum) &&
            sum.count > 1)
            add_tiles(survey, &sum, guard, true);
    }
    term_walk_end(&walk);
}
