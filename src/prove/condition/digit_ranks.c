/* Digits of numbers that a kernel takes apart: x % d, x / d, and x - x / d * d. */
#include "prove/condition/index.h"
#include "prove/condition/survey.h"

enum { DIGIT_DEPTH = 4 };

static bool is_division(const struct term *term) {
    return term_op_of(term) == TERM_UDIV || term_op_of(term) == TERM_SDIV;
}

static bool is_remainder(const struct term *term) {
    return term_op_of(term) == TERM_UREM || term_op_of(term) == TERM_SREM;
}

/* What the index is divided by, which is uniform. */
static bool divisor_of(const struct survey *survey, term_ref index, struct quantity *d) {
    const struct term_table *t = survey->prover->terms;
    struct index_sum sum;
    if (!index_sum_of(t, term_child(t, index, 1), &sum) || sum.count != 0)
        return false;
    *d = sum.rest;
    return true;
}

/* sum - factor * x, where every digit of x is one of the sum. */
static bool without(const struct index_sum *sum, const struct quantity *factor, const struct index_sum *x, struct index_sum *out) {
    struct quantity rest;
    *out = *sum;
    if (!quantity_multiply(factor, &x->rest, &rest) || !quantity_add(&out->rest, -1, &rest, &out->rest))
        return false;
    for (uint32_t i = 0; i < x->count; i++) {
        struct quantity product;
        uint32_t at = 0;
        while (at < out->count && !term_same(out->digits[at].index, x->digits[i].index))
            at++;
        if (at == out->count || !quantity_multiply(factor, &x->digits[i].coefficient, &product) ||
            !quantity_add(&out->digits[at].coefficient, -1, &product, &out->digits[at].coefficient) ||
            out->digits[at].coefficient.count >= sum->digits[at].coefficient.count)
            return false;
    }
    return true;
}

/* k * x - k * d * (x / d) at digit `at` becomes k * (x % d). */
static bool take_remainder(struct survey *survey, struct index_sum *sum, uint32_t at) {
    struct term_table *t = survey->prover->terms;
    const struct digit digit = sum->digits[at];
    const struct term term = *term_get(t, digit.index);
    struct quantity d, k;
    struct index_sum x, rest;
    if (!is_division(&term) || !divisor_of(survey, digit.index, &d) || !index_sum_of(t, term_child(t, digit.index, 0), &x))
        return false;
    survey_take_remainders(survey, &x);
    for (uint32_t i = 0; i < digit.coefficient.count; i++) {
        struct quantity part = {.parts = {digit.coefficient.parts[i]}, .count = 1}, zero = quantity_constant(0);
        if (part.parts[0].factor >= 0 || !quantity_divide(&part, &d, &k) || !quantity_add(&zero, -1, &k, &k) || !without(sum, &k, &x, &rest) ||
            !quantity_add(&rest.digits[at].coefficient, -1, &part, &rest.digits[at].coefficient))
            continue;
        struct index_sum kept = {.rest = rest.rest};
        for (uint32_t j = 0; j < rest.count; j++)
            if (rest.digits[j].coefficient.count > 0)
                kept.digits[kept.count++] = rest.digits[j];
        if (kept.count == INDEX_DIGITS)
            return false;
        term_ref remainder =
            term_binary(t, term_op_of(&term) == TERM_UDIV ? TERM_UREM : TERM_SREM, term_child(t, digit.index, 0), term_child(t, digit.index, 1));
        kept.digits[kept.count++] = (struct digit){remainder, k};
        *sum = kept;
        return true;
    }
    return false;
}

void survey_take_remainders(struct survey *survey, struct index_sum *sum) {
    for (uint32_t i = 0; i < sum->count;)
        i = take_remainder(survey, sum, i) ? 0 : i + 1;
}

/* The number as one remainder, if it is one. */
static term_ref as_digit(struct survey *survey, term_ref number) {
    struct index_sum sum;
    int64_t one, none;
    if (!index_sum_of(survey->prover->terms, number, &sum))
        return number;
    survey_take_remainders(survey, &sum);
    bool is_one =
        sum.count == 1 && quantity_is_constant(&sum.rest, &none) && none == 0 && quantity_is_constant(&sum.digits[0].coefficient, &one) && one == 1;
    return is_one ? sum.digits[0].index : number;
}

bool survey_is_digit(const struct survey *survey, term_ref index) {
    const struct term *term = term_get(survey->prover->terms, index);
    uint32_t axis;
    return is_remainder(term) || is_division(term) || index_is(survey->prover, index, SYMBOL_TID, &axis) ||
           index_is(survey->prover, index, SYMBOL_BID, &axis);
}

static uint32_t rank(struct survey *survey, term_ref index, uint32_t depth) {
    struct term_table *t = survey->prover->terms;
    index = as_digit(survey, index);
    const struct term term = *term_get(t, index);
    uint32_t axis;
    if (index_is(survey->prover, index, SYMBOL_TID, &axis) || index_is(survey->prover, index, SYMBOL_BID, &axis))
        return axis;
    if (depth == DIGIT_DEPTH)
        return 0;
    if (is_remainder(&term))
        return rank(survey, term_child(t, index, 0), depth + 1);
    struct quantity d;
    if (is_division(&term) && divisor_of(survey, index, &d)) {
        uint32_t factors = 0;
        for (uint32_t i = 0; i < d.count; i++)
            factors = d.parts[i].atom_count > factors ? d.parts[i].atom_count : factors;
        return 1 + factors + rank(survey, term_child(t, index, 0), depth + 1);
    }
    struct index_sum sum;
    uint32_t least = UINT32_MAX;
    if (is_division(&term) || !index_sum_of(t, index, &sum))
        return 0;
    for (uint32_t i = 0; i < sum.count && !term_same(sum.digits[i].index, index); i++) {
        uint32_t own = rank(survey, sum.digits[i].index, depth + 1);
        least = own < least ? own : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

uint32_t survey_digit_rank(struct survey *survey, term_ref index) {
    return rank(survey, index, 0);
}

bool survey_divided(const struct survey *survey, term_ref index, struct index_sum *whole, int64_t *by) {
    const struct term_table *t = survey->prover->terms;
    const struct term term = *term_get(t, index);
    enum term_op op = term_op_of(&term);
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    uint64_t value;
    if ((!is_shift && !is_division(&term)) || !term_is_const(t, term_child(t, index, 1), &value) || value < 1 || value > (is_shift ? 10 : 1024))
        return false;
    *by = is_shift ? INT64_C(1) << value : (int64_t)value;
    return *by > 1 && index_sum_of(t, term_child(t, index, 0), whole);
}
