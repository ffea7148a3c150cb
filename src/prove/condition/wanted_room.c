/* Bounds on elements of index arrays, without which an access leaves its array (docs/contracts.md, "Contents"). */
#include <inttypes.h>
#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/largest.h"
#include "prove/condition/survey.h"
#include "prove/condition/wanted.h"
#include "prove/frame/elements.h"
#include "prove/frame/prover.h"

enum { SHIFT_MOST = 1 << 20 }; /* constants that are added to elements */

/* As many values as there are steps of the index in the array; one more, if the index lies before the value. */
static void survey_room_of(struct survey *survey, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    struct elements found;
    for (uint32_t i = 0; i < sum->count; i++) {
        struct quantity limit, more, one = quantity_constant(1);
        term_ref index = sum->digits[i].index;
        elements_of(survey->prover, array, index, &found);
        bool is_element_itself = found.count == 1 && term_same(found.list[0].value, index);
        if ((!is_element_itself && wanted_staged_in(survey->prover, array, index, index) != 1) ||
            !quantity_divide(bytes, &sum->digits[i].coefficient, &limit) || limit.count == 0)
            continue;
        wanted_add_range(survey, CANDIDATE_RANGE, array, 0, &limit);
        if (quantity_add(&limit, 1, &one, &more) && wanted_reads_several(survey->prover, array, &survey->subjects[0]))
            wanted_add_range(survey, CANDIDATE_END, array, 0, &more);
    }
}

/* The same of an array whose size is no such quantity, or rests on numbers of host code, which have no name there: elements(b). The index counts its
   elements. */
static void survey_room_by_elements(struct survey *survey, const struct index_sum *sum, uint32_t accessed, uint32_t array) {
    struct prover *prover = survey->prover;
    const struct proto_array *a = &prover->protocol->arrays[accessed];
    term_ref elements = prover->scope->elements ? prover->scope->elements[accessed] : TERM_NONE;
    const char *text = arena_printf(prover->arena, "elements(%s)", a->name);
    for (uint32_t i = 0; i < sum->count && !term_is_none(elements); i++) {
        struct elements found;
        int64_t step;
        elements_of(prover, array, sum->digits[i].index, &found);
        bool is_element_itself = found.count == 1 && term_same(found.list[0].value, sum->digits[i].index);
        if ((!is_element_itself && wanted_staged_in(prover, array, sum->digits[i].index, sum->digits[i].index) != 1) ||
            !quantity_is_constant(&sum->digits[i].coefficient, &step) || step != (int64_t)a->elem_bytes)
            continue;
        wanted_add_range_to(survey, CANDIDATE_RANGE, array, 0, elements, text);
        if (wanted_reads_several(prover, array, &survey->subjects[0]))
            wanted_add_range_to(survey, CANDIDATE_END, array, 0, term_add(prover->terms, elements, term_const(prover->terms, 64, 1), 0),
                                arena_printf(prover->arena, "%s + 1", text));
    }
}

/* The number is one element of the array; the index of the one digit of a sum, say. */
static bool is_value(const struct prover *prover, uint32_t array, term_ref number) {
    struct elements found;
    term_ref plain = largest_without_casts(prover->terms, number);
    elements_of(prover, array, plain, &found);
    return found.count == 1 && term_same(found.list[0].value, plain);
}

static int64_t rounded_down(int64_t a, int64_t by) {
    return a / by - (a % by < 0);
}

/* What the index of a sum's only digit is a quotient of, (C * a[i] + K) / D; or the sum itself, with D = 1. */
static bool shifted_of(const struct survey *survey, const struct index_sum *sum, uint32_t array, struct index_sum *whole, int64_t *by) {
    int64_t begin;
    if (survey_divided(survey, sum->digits[0].index, whole, by))
        return whole->count == 1 && *by >= 1 && *by <= SHIFT_MOST && quantity_is_constant(&sum->rest, &begin) && begin == 0 &&
               is_value(survey->prover, array, whole->digits[0].index);
    *whole = *sum;
    *by = 1;
    return is_value(survey->prover, array, sum->digits[0].index);
}

/* C * a[i] - K, or a quotient, counts elements: those of the index array that there is room for, letters say: s[a[i] - 97]. An index behind
   the element, a[i] + 1, is one too far. */
static void survey_shifted(struct survey *survey, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    struct index_sum whole;
    struct quantity room, more;
    int64_t by, step, unit, shift, most;
    if (sum->count != 1 || !shifted_of(survey, sum, array, &whole, &by) || !quantity_is_constant(&sum->digits[0].coefficient, &step) || step <= 0 ||
        !quantity_is_constant(&whole.digits[0].coefficient, &unit) || unit <= 0 || !quantity_is_constant(&whole.rest, &shift) ||
        shift < -SHIFT_MOST || shift > SHIFT_MOST || (by == 1 && shift >= 0))
        return;
    const int64_t low = shift < 0 ? -rounded_down(shift, unit) : 0;
    const struct quantity scale = quantity_constant(by), size = quantity_constant(by == 1 ? 1 : step), first = quantity_constant(-shift);
    if (!quantity_divide(bytes, &size, &room) || !quantity_multiply(&room, &scale, &room) || !quantity_add(&room, 1, &first, &room))
        return;
    if (quantity_is_constant(&room, &most))
        room = quantity_constant(-rounded_down(-most, unit));
    else if (more = quantity_constant(unit), !quantity_divide(&room, &more, &room))
        return;
    wanted_add_range(survey, CANDIDATE_RANGE, array, low, &room);
}

/* i < a[b], with an index that counts i: elements up to where i leaves the array. */
static void survey_counted(struct survey *survey, term_ref guard, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    const struct term_table *t = survey->prover->terms;
    const enum term_op op = term_op_of(term_get(t, guard));
    struct index_sum low, high;
    int64_t begin, room, one, rest;
    if (op == TERM_AND && term_width(t, guard) == 1) {
        survey_counted(survey, term_child(t, guard, 0), sum, bytes, array);
        survey_counted(survey, term_child(t, guard, 1), sum, bytes, array);
        return;
    }
    bool is_order = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE, or_equal = op == TERM_SLE || op == TERM_ULE;
    if (!is_order || !index_sum_of(t, term_child(t, guard, 0), &low) || !index_sum_of(t, term_child(t, guard, 1), &high) || high.count != 1 ||
        !quantity_is_constant(&high.digits[0].coefficient, &one) || one != 1 || !is_value(survey->prover, array, high.digits[0].index) ||
        !quantity_add(&low.rest, -1, &high.rest, &high.rest) || !quantity_is_constant(&high.rest, &rest) ||
        !quantity_is_constant(&sum->rest, &begin) || !quantity_is_constant(bytes, &room))
        return;
    for (uint32_t i = 0; i < low.count; i++)
        for (uint32_t j = 0; j < sum->count; j++) {
            int64_t counts, step;
            if (!term_same(low.digits[i].index, sum->digits[j].index) || !quantity_is_constant(&low.digits[i].coefficient, &counts) ||
                !quantity_is_constant(&sum->digits[j].coefficient, &step) || counts < 1 || step < 1 || begin > room || begin < 0)
                continue;
            int64_t most = (room - begin) / step;
            struct quantity end = quantity_constant(most);
            const struct quantity each = quantity_constant(counts), next = quantity_constant(rest + !or_equal);
            if (quantity_multiply(&end, &each, &end) && quantity_add(&end, 1, &next, &end))
                wanted_add_range(survey, CANDIDATE_RANGE, array, 0, &end);
        }
}

void survey_claimed(struct survey *survey, term_ref element, const struct quantity *limit) {
    for (uint32_t a = 0; a < survey->prover->protocol->array_count; a++)
        if (wanted_may_be_stated(survey->prover, a) && is_value(survey->prover, a, element))
            wanted_add_range(survey, CANDIDATE_RANGE, a, 0, limit);
}

/* It has no text, or a number of host code counts in it. */
static bool is_nameless(const struct prover *prover, const struct quantity *q) {
    const char *text = quantity_text(prover->arena, prover->protocol, q);
    return !text || strstr(text, "host.");
}

void wanted_survey_room(struct survey *survey, const struct witness_request *request) {
    struct prover *prover = survey->prover;
    struct index_sum sum, bytes;
    if (!index_sum_of(prover->terms, request->access->offset, &sum))
        return;
    bool is_quantity = index_sum_of(prover->terms, request->extent, &bytes) && bytes.count == 0;
    bool is_named = is_quantity && !is_nameless(prover, &bytes.rest);
    for (uint32_t a = 0; a < prover->protocol->array_count; a++) {
        if (wanted_may_be_stated(prover, a) && !is_named)
            survey_room_by_elements(survey, &sum, request->array, a);
        if (wanted_may_be_stated(prover, a) && is_named) {
            survey_room_of(survey, &sum, &bytes.rest, a);
            survey_shifted(survey, &sum, &bytes.rest, a);
            survey_counted(survey, request->access->guard, &sum, &bytes.rest, a);
        }
    }
}
