/* Conditions by abduction (docs/theory.md, "Preconditions"): the premise that the mixed-radix lemma lacks.

   The lemma's algebra hands up premises low < W (rung/premise.h). Let M be the largest value of low over all threads that execute
   the access: guards first, then threadIdx < blockDim, blockIdx < gridDim, x % d < d. Then M + 1 <= W is the condition. nature.c
   says in which words, and whether an author would believe it. */
#include <assert.h>

#include "base/divisor.h"
#include "integer/polynomial.h"
#include "prove/condition/candidate.h"
#include "prove/condition/extent.h"
#include "prove/condition/index.h"
#include "prove/condition/largest.h"
#include "prove/condition/nature.h"
#include "prove/condition/precondition.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/bounding.h"
#include "prove/rung/demand.h"
#include "prove/rung/premise.h"
#include "term/walk.h"

/* The greatest rank of an index in the sum. If `strides`, of those only that are counted in steps of a parameter, ordinals of loops
   not counted; else ordinals have the greatest rank of all. 0: there is none. */
static uint32_t rank_of(struct survey *survey, term_ref r, bool strides) {
    struct index_sum sum;
    uint32_t most = 0;
    if (term_is_none(r) || !index_sum_of(survey->prover->terms, r, &sum))
        return 0;
    survey_take_remainders(survey, &sum);
    for (uint32_t i = 0; i < sum.count; i++) {
        bool is_digit = survey_is_digit(survey, sum.digits[i].index);
        if (survey_is_short(survey, sum.digits[i].index, NULL))
            continue;
        bool counts = is_digit && (!strides || quantity_has_param(survey->prover, &sum.digits[i].coefficient));
        uint32_t rank = counts ? survey_digit_rank(survey, sum.digits[i].index) : strides || is_digit ? 0 : UINT32_MAX;
        most = rank > most ? rank : most;
    }
    return most;
}

/* What the high part counts in its smallest step. */
static enum separator separator_of(const struct survey *survey, term_ref high) {
    const struct prover *prover = survey->prover;
    const struct digit *least = NULL;
    struct index_sum sum;
    uint32_t axis;
    if (term_is_none(high) || !index_sum_of(prover->terms, high, &sum))
        return SEPARATE_VALUE;
    for (uint32_t i = 0; i < sum.count; i++)
        if (!least || quantity_content(&sum.digits[i].coefficient) < quantity_content(&least->coefficient))
            least = &sum.digits[i];
    if (!least)
        return SEPARATE_DISTANCE;
    if (index_is(prover, least->index, SYMBOL_BID, &axis))
        return SEPARATE_BLOCK;
    if (survey_is_short(survey, least->index, NULL))
        return SEPARATE_ROUNDS;
    if (survey_is_digit(survey, least->index))
        return term_deps(prover->terms, least->index) & DEP_THREAD ? SEPARATE_THREAD : SEPARATE_BLOCK;
    return index_is(prover, least->index, SYMBOL_COUNTER, &axis) ? SEPARATE_WALK : SEPARATE_VALUE;
}

/* The smallest number of bytes between two elements. */
static int64_t element_of(const struct survey *survey) {
    const struct protocol *p = survey->prover->protocol;
    return survey->array < p->array_count && p->arrays[survey->array].elem_bytes ? p->arrays[survey->array].elem_bytes : 1;
}

/* The factor that all of the offset has and the radix does not: an equation of offsets that all have a factor is one of what is left of them. */
static int64_t unit_of(const struct survey *survey, uint32_t subject, const struct quantity *radix) {
    struct index_sum sum;
    int64_t factor = 0;
    if (!index_sum_of(survey->prover->terms, survey->subjects[subject].offset, &sum))
        return 1;
    for (uint32_t i = 0; i < sum.count; i++) {
        int64_t content = quantity_content(&sum.digits[i].coefficient);
        while (content != 0) {
            int64_t rest = factor % content;
            factor = content;
            content = rest;
        }
    }
    return factor > 1 && quantity_content(radix) % factor != 0 ? factor : 1;
}

static bool has_same_digits(const struct index_sum *a, const struct index_sum *b) {
    bool is_same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && is_same; i++)
        is_same = term_same(a->digits[i].index, b->digits[i].index) && quantity_equal(&a->digits[i].coefficient, &b->digits[i].coefficient);
    return is_same;
}

/* The largest constant distance of the access from another one of the array that has the same index but for that: members of one record. */
static int64_t distance_of(const struct survey *survey, uint32_t subject) {
    enum { RECORD_MOST = 256 };
    const struct prover *prover = survey->prover;
    struct index_sum own;
    int64_t most = 0;
    if (!index_sum_of(prover->terms, survey->subjects[subject].offset, &own))
        return 0;
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        const struct proto_item *item = &prover->protocol->items[i];
        struct index_sum other;
        struct quantity apart;
        int64_t distance;
        if (item->kind != ITEM_ACCESS || item->array != survey->array || !index_sum_of(prover->terms, prover->frame->items[i].offset, &other) ||
            !has_same_digits(&own, &other) || !quantity_add(&own.rest, -1, &other.rest, &apart) || !quantity_is_constant(&apart, &distance))
            continue;
        distance = distance < 0 ? -distance : distance;
        most = distance > most && distance <= RECORD_MOST ? distance : most;
    }
    return most;
}

/* A low part of one number: an element, and what lies between it and other members of the record that it is in. */
static int64_t record_of(const struct survey *survey, uint32_t subject, const struct quantity *radix) {
    int64_t unit = unit_of(survey, subject, radix), bytes = element_of(survey) + distance_of(survey, subject);
    return bytes > unit ? bytes / unit : 1;
}

/* How many numbers lie between the least low part, of access `from`, and the largest, of access `to`, both included. */
static bool width_between(const struct extent extents[2], uint32_t to, uint32_t from, int64_t step, struct quantity *width) {
    struct quantity one = quantity_constant(step), whole = extents[to].most, apart;
    if (quantity_add(&whole, -1, &extents[from].uniform, &apart) && (to != from || !quantity_is_negative(&apart)))
        whole = apart;
    return quantity_add(&whole, 1, &one, width);
}

/* The high part is the same for all threads, and computed from parameters. */
static bool is_name(const struct prover *prover, term_ref high) {
    struct index_sum sum;
    return !term_is_none(high) && index_sum_of(prover->terms, high, &sum) && sum.count == 0 && quantity_has_param(prover, &sum.rest);
}

/* Rows of the radix begin at products with it only: no other product is left in a low part. */
static bool has_product(const struct prover *prover, term_ref low) {
    struct index_sum sum;
    bool has = !index_sum_of(prover->terms, low, &sum);
    for (uint32_t i = 0; !has && i < sum.rest.count; i++)
        has = sum.rest.parts[i].atom_count > 1;
    return has;
}

/* The two numbers are in rows that parameters name: to * P + i and from * P + i. */
static bool is_named(const struct survey *survey, const struct premise *premise, const struct row *row) {
    const struct prover *prover = survey->prover;
    return !premise->is_stride && row->radix.count == 1 && quantity_has_param(prover, &row->width) && !has_product(prover, premise->low[0]) &&
           !has_product(prover, premise->low[1]) && (is_name(prover, premise->high[0]) || is_name(prover, premise->high[1]));
}

static void add_row(struct survey *survey, const struct premise *premise, const struct row *like, const struct extent extents[2], uint32_t to,
                    uint32_t from, struct rows_found *rows) {
    struct row row = *like;
    struct quantity apart;
    int64_t gap, step = extents[to].step ? extents[to].step : extents[from].step;
    step = step ? step : like->is_number ? element_of(survey) : record_of(survey, extents[to].subject, &like->radix);
    if (rows->count == ROWS_MAX || extents[0].group != extents[1].group || !width_between(extents, to, from, step, &row.width) ||
        !index_sum_of(survey->prover->terms, premise->low[to], &row.low))
        return;
    row.side = extents[to].subject;
    row.high = premise->high[to];
    row.is_element = extents[to].step == 0;
    row.group = extents[to].group;
    row.is_apart = to != from && quantity_add(&extents[to].uniform, -1, &extents[from].uniform, &apart) && quantity_is_constant(&apart, &gap);
    row.is_named = is_named(survey, premise, &row);
    row.separator = premise->is_stride ? separator_of(survey, premise->high[to]) : SEPARATE_DISTANCE;
    if (premise->is_stride && row.separator == SEPARATE_DISTANCE)
        row.separator = separator_of(survey, premise->high[1 - to]);
    row.rank = rank_of(survey, premise->high[to], false);
    row.low_rank = rank_of(survey, premise->low[to], true);
    row.order = rank_of(survey, premise->low[to], false);
    if (!row.is_apart || gap > 0)
        rows->list[rows->count++] = row;
}

/* Both low parts are x / d, with a size d that is no constant: x / d < W is x < d * W, of which the bound is exact. */
static bool take_numerators(struct prover *prover, struct premise *premise, struct quantity *radix) {
    struct term_table *t = prover->terms;
    term_ref divisor = TERM_NONE, x[2];
    struct index_sum by;
    for (uint32_t i = 0; i < 2; i++) {
        term_ref low = largest_without_casts(t, premise->low[i]);
        enum term_op op = term_op_of(term_get(t, low));
        if ((op != TERM_UDIV && op != TERM_SDIV) || (i == 1 && !term_same(divisor, term_child(t, low, 1))))
            return false;
        divisor = term_child(t, low, 1);
        x[i] = term_child(t, low, 0);
    }
    if (term_is_const(t, divisor, NULL) || !bounding_is_size(t, divisor) || !index_sum_of(t, divisor, &by) || by.count != 0 ||
        !quantity_multiply(radix, &by.rest, radix))
        return false;
    premise->low[0] = x[0];
    premise->low[1] = x[1];
    return true;
}

/* Two numbers that a constant multiple of the radix lies between: their low parts may be as large. */
static void take_distance(const struct prover *prover, const struct premise *premise, struct quantity *radix) {
    struct index_sum high[2];
    struct quantity apart;
    int64_t times;
    if (premise->is_stride || term_is_none(premise->high[0]) || term_is_none(premise->high[1]) ||
        !index_sum_of(prover->terms, premise->high[0], &high[0]) || !index_sum_of(prover->terms, premise->high[1], &high[1]) ||
        high[0].count + high[1].count != 0 || !quantity_add(&high[0].rest, -1, &high[1].rest, &apart) || !quantity_is_constant(&apart, &times) ||
        times == 0)
        return;
    const struct quantity factor = quantity_constant(times < 0 ? -times : times);
    (void)quantity_multiply(radix, &factor, radix);
}

/* The premise that low parts are less than the radix, as rows. `subjects`: whose numbers they are. */
static void rows_of_premise(struct survey *survey, struct premise *premise, const uint32_t subjects[2], bool is_number, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct row row = {.is_number = is_number};
    struct index_sum radix;
    struct extent extents[2];
    int64_t constant;
    if (!index_sum_of(prover->terms, premise->radix, &radix) || radix.count != 0)
        return;
    if (!premise->is_stride && term_same(premise->high[0], premise->high[1]))
        return;
    row.radix = radix.rest;
    take_distance(prover, premise, &row.radix);
    (void)take_numerators(prover, premise, &row.radix);
    bool has_groups = quantity_is_constant(&row.radix, &constant);
    if (!extent_of(survey, subjects[0], premise->low[0], has_groups, &extents[0]) ||
        !extent_of(survey, subjects[1], premise->low[1], has_groups, &extents[1]))
        return;
    for (uint32_t to = 0; to < 2; to++)
        for (uint32_t from = 0; from < 2; from++)
            add_row(survey, premise, &row, extents, to, from, rows);
}

/* The premises that the equality of two numbers lacks, as rows. */
static void rows_of(struct survey *survey, enum pairing pairing, const struct equal_offsets *numbers, const uint32_t subjects[2], bool is_number,
                    struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct premises *premises = arena_alloc(prover->arena, sizeof *premises);
    algebra_premises(prover, pairing, numbers, premises);
    for (uint32_t i = 0; i < premises->count; i++)
        rows_of_premise(survey, &premises->list[i], subjects, is_number, rows);
}

static void rows_of_number(struct survey *survey, enum pairing pairing, term_ref number, uint32_t subject, bool is_number, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    const struct equal_offsets numbers = {term_true(prover->terms), number, prover_second(prover, pairing, number)};
    rows_of(survey, pairing, &numbers, (const uint32_t[2]){subject, subject}, is_number, rows);
}

/* Elements that are accessed several at a time, (row * P + i) / C: rows are those of what is divided. */
static void rows_divided(struct survey *survey, enum pairing pairing, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct index_sum sum, whole;
    int64_t by;
    for (uint32_t i = 0; i < survey->subject_count; i++)
        for (uint32_t d = 0; index_sum_of(prover->terms, survey->subjects[i].offset, &sum) && d < sum.count; d++)
            if (survey_divided(survey, sum.digits[d].index, &whole, &by))
                rows_of_number(survey, pairing, term_child(prover->terms, sum.digits[d].index, 0), i, false, rows);
}

/* (head + i) % P of two threads is one number only for the same i, if all i lie in one interval of P numbers: a ring of P elements that
   begins anywhere. Of i % P alone nobody means that P is larger than all i. */
static void rows_around(struct survey *survey, struct rows_found *rows) {
    const struct term_table *t = survey->prover->terms;
    struct index_sum sum, of;
    for (uint32_t i = 0; i < survey->subject_count; i++)
        for (uint32_t d = 0; index_sum_of(t, survey->subjects[i].offset, &sum) && d < sum.count; d++) {
            const term_ref index = largest_without_casts(t, sum.digits[d].index);
            enum term_op op = term_op_of(term_get(t, index));
            if ((op != TERM_UREM && op != TERM_SREM) || term_is_const(t, term_child(t, index, 1), NULL))
                continue;
            const term_ref x = term_child(t, index, 0);
            if (!index_sum_of(t, x, &of) || !quantity_has_param(survey->prover, &of.rest))
                continue;
            struct premise premise = {.low = {x, x}, .high = {TERM_NONE, TERM_NONE}, .radix = term_child(t, index, 1), .is_stride = true};
            rows_of_premise(survey, &premise, (const uint32_t[2]){i, i}, false, rows);
        }
}

enum { NUMBERS_MAX = 8 };

/* Numbers that an index, or a guard, takes apart by a constant: (threadIdx.y * 16 + threadIdx.x) / 32. */
static void rows_numbered(struct survey *survey, enum pairing pairing, term_ref root, uint32_t subject, struct rows_found *rows) {
    const struct term_table *t = survey->prover->terms;
    struct term_walk walk;
    struct index_sum sum;
    uint32_t numbers = 0;
    if (term_is_none(root))
        return;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r); term_walk_enter(&walk, r)) {
        enum term_op op = term_op_of(term_get(t, r));
        bool takes_apart =
            op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_SDIV || op == TERM_UREM || op == TERM_SREM || op == TERM_AND;
        if (takes_apart && term_width(t, r) > 1 && term_is_const(t, term_child(t, r, 1), NULL) && index_sum_of(t, term_child(t, r, 0), &sum) &&
            sum.count > 1 && numbers++ < NUMBERS_MAX)
            rows_of_number(survey, pairing, term_child(t, r, 0), subject, true, rows);
    }
    term_walk_end(&walk);
}

/* Two strides that may name one thing: with them equal, other rows are lacking. */
static void rows_of_equals(struct survey *survey, enum pairing pairing, struct rows_found *rows) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < survey->stride_count; i++)
        for (uint32_t j = i + 1; j < survey->stride_count; j++) {
            term_ref q = term_symbol(t, survey->strides[j]);
            if (term_width(t, q) != symbol_get(t, survey->strides[i])->width_bits)
                continue;
            const struct equal_offsets offsets = {term_true(t), term_replace(t, survey->subjects[0].offset, survey->strides[i], q),
                                                  prover_second(prover, pairing, term_replace(t, survey->subjects[1].offset, survey->strides[i], q))};
            rows_of(survey, pairing, &offsets, (const uint32_t[2]){0, 1}, false, rows);
        }
}

void survey_abduce(struct survey *survey, const struct witness_request *request) {
    struct prover *prover = survey->prover;
    struct rows_found *rows = mem_alloc(sizeof *rows); /* large, and many in a kernel: not the arena's */
    rows->count = 0;
    bool is_access = survey->array < prover->protocol->array_count;
    enum array_kind kind = is_access ? prover->protocol->arrays[survey->array].kind : ARRAY_SHARED;
    bool is_of_block = kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC;
    /* rows of an array that all blocks use are for all blocks, whichever two threads meet */
    enum pairing pairing = is_of_block ? WITHIN_BLOCK : BETWEEN_BLOCKS;
    bool is_pair = request->items[1] != PROTOCOL_NONE && !term_is_none(survey->subjects[0].offset) && !term_is_none(survey->subjects[1].offset);
    if (is_pair) {
        const struct equal_offsets offsets = {term_true(prover->terms), survey->subjects[0].offset,
                                              prover_second(prover, pairing, survey->subjects[1].offset)};
        rows_of(survey, pairing, &offsets, (const uint32_t[2]){0, 1}, false, rows);
        rows_divided(survey, pairing, rows);
        rows_around(survey, rows);
    }
    for (uint32_t i = 0; i < survey->subject_count; i++) {
        rows_numbered(survey, pairing, survey->subjects[i].offset, i, rows);
        rows_numbered(survey, pairing, survey->subjects[i].guard, i, rows);
    }
    nature_add_rows(survey, rows);
    if (is_pair && survey->stride_count > 1) {
        rows->count = 0;
        rows_of_equals(survey, pairing, rows);
        nature_add_rows(survey, rows);
    }
    mem_free(rows, sizeof *rows);
}
