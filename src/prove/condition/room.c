/* Sizes for which an access stays inside an array of known extent.

   The room that the array's shape leaves to an axis is rounded down to a size
   that an author would choose, and constants in the index are left out of it
   unless what they leave is a round size too: an index that is one too far in a
   block of the array's own shape stays a violation. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/largest.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

static int64_t magnitude(const struct quantity *coefficient) {
    int64_t value;
    return !quantity_is_constant(coefficient, &value) ? 0 : value < 0 ? -value : value;
}

/* A part of an array that an author would cut off: half of it, all but a halo. */
static bool is_round(int64_t limit) {
    return limit >= 8 && (limit % 32 == 0 || (limit & (limit - 1)) == 0);
}

/* threadIdx.a * C ends where the next larger step of the index begins, or the array ends. */
static void add_shape(struct survey *survey, const struct index_sum *sum, term_ref guard, int64_t bytes) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        const struct digit *thread = index_digit(survey->prover, sum, SYMBOL_TID, axis);
        int64_t step = thread ? magnitude(&thread->coefficient) : 0, room = bytes;
        if (step == 0 || step * 2 > bytes)
            continue;
        for (uint32_t i = 0; i < sum->count; i++) {
            int64_t other = magnitude(&sum->digits[i].coefficient);
            room = other > step && other < room ? other : room;
        }
        int64_t limit = room / step + survey_least(survey, guard, axis), begin;
        if (limit >= 2)
            survey_add_limit(survey, CANDIDATE_EXTENT, axis, (uint64_t)index_size_below(limit));
        if (quantity_is_constant(&sum->rest, &begin) && begin > 0 && is_round(limit - (begin % room) / step))
            survey_add_limit(survey, CANDIDATE_EXTENT, axis, (uint64_t)(limit - (begin % room) / step));
    }
}

/* blockIdx.a * C, from the array's first element on: an element for each block. */
static void add_blocks(struct survey *survey, const struct index_sum *sum, int64_t bytes) {
    int64_t begin;
    for (uint32_t axis = 0; axis < 3 && quantity_is_constant(&sum->rest, &begin) && begin == 0; axis++) {
        const struct digit *block = index_digit(survey->prover, sum, SYMBOL_BID, axis);
        int64_t step = block ? magnitude(&block->coefficient) : 0, room = bytes;
        for (uint32_t i = 0; i < sum->count && step > 0; i++) {
            int64_t other = magnitude(&sum->digits[i].coefficient);
            room = other > step && other < room ? other : room;
        }
        if (step > 0 && room / step > 1)
            survey_add_limit(survey, CANDIDATE_EXTENT, 3 + axis, (uint64_t)(room / step));
    }
}

/* How many parts the kernel counts off: accesses of the array at begin + step, begin + 2 * step, ... */
static int64_t counted_parts(const struct survey *survey, int64_t begin, int64_t step) {
    const struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    uint64_t found = 1, place;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->items[i].array == survey->array &&
            term_is_const(prover->terms, prover->frame->items[i].offset, &place) && place >= (uint64_t)begin &&
            (place - (uint64_t)begin) % (uint64_t)step == 0 && (place - (uint64_t)begin) / (uint64_t)step < 64)
            found |= UINT64_C(1) << (place - (uint64_t)begin) / (uint64_t)step;
    return ~found == 0 ? 64 : __builtin_ctzll(~found);
}

/* i / C, where i counts threads: the array has a part for each group of C threads; behind what it begins with
   only as many as the kernel counts off. */
static void add_groups(struct survey *survey, const struct index_sum *sum, int64_t bytes) {
    const struct term_table *t = survey->prover->terms;
    int64_t begin;
    if (!quantity_is_constant(&sum->rest, &begin) || begin < 0 || begin > bytes)
        begin = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct term *term = term_get(t, sum->digits[i].index);
        enum term_op op = term_op_of(term);
        int64_t step = magnitude(&sum->digits[i].coefficient), own;
        struct index_sum threads;
        uint64_t group;
        if ((op != TERM_LSHR && op != TERM_UDIV && op != TERM_SDIV) || step == 0 ||
            !term_is_const(t, term_child(t, sum->digits[i].index, 1), &group) || group > 1024 || (op == TERM_LSHR && group > 10) ||
            !index_sum_of(t, term_child(t, sum->digits[i].index, 0), &threads))
            continue;
        group = op == TERM_LSHR ? UINT64_C(1) << group : group;
        int64_t parts = (bytes - begin) / step;
        if (begin > 0) {
            int64_t counted = counted_parts(survey, begin, step);
            parts = counted < 2 || counted > parts ? 0 : counted;
        }
        for (uint32_t axis = 0; axis < 3; axis++) {
            const struct digit *thread = index_digit(survey->prover, &threads, SYMBOL_TID, axis);
            own = thread ? magnitude(&thread->coefficient) : 0;
            if (own > 0)
                survey_add_limit(survey, CANDIDATE_EXTENT, axis, (uint64_t)parts * group / (uint64_t)own);
        }
    }
}

/* Where the offset ends at most (`sign` 1) or begins at least (-1), for threads that satisfy the guard or, without, in the launch. */
static bool reach_of(struct survey *survey, term_ref offset, int sign, bool guarded, struct quantity *to) {
    struct bounding *b = largest_within(survey, &survey->subjects[0], guarded);
    struct polynomial number, most, signed_number = polynomial_constant(0);
    const struct quantity zero = quantity_constant(0);
    return largest_number(b, offset, &number) && polynomial_add(&signed_number, sign, &number) && largest_of(b, &signed_number, &most) &&
           largest_quantity(b, &most, to) && quantity_add(&zero, sign, to, to);
}

/* The threads of a block, numbered as a whole, behind a constant part of the array. */
static bool is_block_size(const struct prover *prover, const struct quantity *end, int64_t extent) {
    struct quantity block = {.count = 0};
    int64_t begin = 0;
    for (uint32_t i = 0; i < end->count; i++)
        if (end->parts[i].atom_count == 0)
            begin = end->parts[i].factor;
        else if (block.count++ == 0)
            block.parts[0] = end->parts[i];
    return block.count == 1 && quantity_is_block(prover, &block) && block.parts[0].factor > 0 &&
           (begin == 0 || (begin > 0 && is_round((extent - begin) / block.parts[0].factor)));
}

/* The program itself bounds a parameter by a constant. */
static bool has_limited(const struct survey *survey, const struct quantity *q) {
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            for (uint32_t l = 0; l < survey->limited.size; l++)
                if (term_same(survey->limited.data[l], q->parts[i].atoms[j]))
                    return true;
    return false;
}

/* Without parameters the array's shape says it. */
static bool is_worth_saying(const struct survey *survey, const struct quantity *reach, int64_t extent) {
    return !has_limited(survey, reach) && (quantity_has_param(survey->prover, reach) || is_block_size(survey->prover, reach, extent));
}

/* An index that begins behind the threads of a block, arrays carved out of one, and not one element further. */
static bool is_carved(const struct survey *survey, const struct index_sum *sum, const struct quantity *reach) {
    bool is_further = false;
    for (uint32_t i = 0; i < sum->rest.count; i++)
        is_further |= sum->rest.parts[i].atom_count == 0;
    return sum->rest.count > 0 && !is_further && !has_limited(survey, reach);
}

/* extent - end >= 0, divided by what divides the sizes in it; false where more than the array's extent would be left for sizes, since
   sums that end before it may each be of another thread. */
static bool room_behind(const struct quantity *end, int64_t extent, struct quantity *room) {
    struct quantity sizes = quantity_constant(0);
    int64_t begin = 0;
    for (uint32_t i = 0; i < end->count; i++) {
        const struct quantity part = {.parts = {end->parts[i]}, .count = 1};
        if (end->parts[i].atom_count == 0)
            begin = end->parts[i].factor;
        else if (!quantity_add(&sizes, 1, &part, &sizes))
            return false;
    }
    struct quantity by = quantity_constant(quantity_content(&sizes));
    if (sizes.count == 0 || extent < begin || (extent - begin) / by.parts[0].factor > extent / by.parts[0].factor)
        return false;
    struct quantity limit = quantity_constant((extent - begin) / by.parts[0].factor);
    return quantity_divide(&sizes, &by, &sizes) && quantity_add(&limit, -1, &sizes, room);
}

static void add_ends(struct survey *survey, term_ref offset, const struct index_sum *sum, int64_t extent, int64_t size) {
    struct quantity to, room, bytes = quantity_constant(size);
    for (int guarded = 1; guarded >= 0; guarded--)
        if (reach_of(survey, offset, 1, guarded != 0, &to) && quantity_add(&to, 1, &bytes, &to) &&
            (is_worth_saying(survey, &to, extent) || is_carved(survey, sum, &to)) && room_behind(&to, extent, &room))
            survey_add_natural(survey, CANDIDATE_EXTENT, &room);
    if (reach_of(survey, offset, -1, false, &to) && is_worth_saying(survey, &to, extent))
        survey_add_natural(survey, CANDIDATE_EXTENT, &to);
}

struct made_of {
    const struct survey *survey;
    bool varies;
};

static void note_varying(void *context, symbol_ref symbol) {
    struct made_of *of = context;
    const struct symbol *s = symbol_get(of->survey->prover->terms, symbol);
    of->varies |= s->role == SYMBOL_COUNTER || s->role == SYMBOL_FINAL || s->role == SYMBOL_VALUE;
}

static bool mentions(const struct quantity *q, term_ref atom) {
    bool found = false;
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            found |= term_same(q->parts[i].atoms[j], atom);
    return found;
}

/* The offset depends on the parameter, on what loops and memory give, or on an index that a guard compares with it. */
static bool may_steer(const struct survey *survey, term_ref offset, const struct index_sum *sum, symbol_ref param) {
    struct term_table *t = survey->prover->terms;
    struct made_of of = {survey, term_has_symbol(t, offset, param)};
    term_visit_symbols(t, offset, note_varying, &of);
    for (uint32_t b = 0; b < survey->bound_count && !of.varies; b++)
        for (uint32_t i = 0; i < survey->bounds[b].sum.count * sum->count; i++)
            of.varies |= mentions(&survey->bounds[b].limit, term_symbol(t, param)) &&
                         term_same(survey->bounds[b].sum.digits[i / sum->count].index, sum->digits[i % sum->count].index);
    return of.varies;
}

/* No parameter is larger than the array: where loops between powers of two or
   masks make the index. */
static void add_params(struct survey *survey, term_ref offset, const struct index_sum *sum, int64_t extent, int64_t size) {
    struct quantity most = quantity_constant(extent / size);
    for (uint32_t i = 0; i < survey->param_count; i++) {
        struct quantity p = quantity_atom(term_symbol(survey->prover->terms, survey->params[i]));
        if (!has_limited(survey, &p) && may_steer(survey, offset, sum, survey->params[i]))
            survey_add_at_least(survey, CANDIDATE_EXTENT, &most, &p);
    }
}

/* Of an array whose extent is a parameter's affair: it has elements. */
static void add_some(struct survey *survey, const struct quantity *extent) {
    struct quantity one = quantity_constant(quantity_content(extent)), some;
    if (quantity_add(extent, -1, &one, &some))
        survey_add_natural(survey, CANDIDATE_SIGN, &some);
}

void survey_extent(struct survey *survey, const struct scoped_item *access, term_ref extent) {
    const struct term_table *t = survey->prover->terms;
    struct index_sum sum, size, bytes;
    int64_t width, whole;
    if (!index_sum_of(t, extent, &bytes) || bytes.count)
        return;
    if (!quantity_is_constant(&bytes.rest, &whole)) {
        add_some(survey, &bytes.rest);
        return;
    }
    if (!index_sum_of(t, access->offset, &sum) || !index_sum_of(t, access->size, &size) || size.count || !quantity_is_constant(&size.rest, &width) ||
        width == 0)
        return;
    add_shape(survey, &sum, access->guard, whole);
    survey_spread(survey, &sum, whole, width);
    if (survey->array < survey->prover->protocol->array_count && survey->prover->protocol->arrays[survey->array].kind != ARRAY_SHARED)
        add_blocks(survey, &sum, whole);
    add_groups(survey, &sum, whole);
    add_ends(survey, access->offset, &sum, whole, width);
    add_params(survey, access->offset, &sum, whole, width);
}
