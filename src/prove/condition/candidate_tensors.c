/* Strides of tensors: one for each dimension. */
#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

struct dimension {
    struct quantity stride;
    symbol_ref symbol;
    uint32_t rank;
};

/* The only parameter that the index is multiplied with, beside dimensions of the launch. */
static bool stride_of(const struct prover *prover, const struct quantity *coefficient, term_ref *stride) {
    uint32_t found = 0;
    for (uint32_t i = 0; coefficient->count == 1 && i < coefficient->parts[0].atom_count; i++) {
        term_ref atom = coefficient->parts[0].atoms[i];
        if (!(term_deps(prover->terms, atom) & DEP_INPUT))
            continue;
        *stride = atom;
        found += term_op_of(term_get(prover->terms, atom)) == TERM_SYMBOL ? 1 : 2;
    }
    return found == 1 && coefficient->parts[0].factor > 0;
}

struct dimensions {
    struct dimension list[INDEX_DIGITS];
    uint32_t count;
};

static bool is_counter(const struct prover *prover, term_ref index) {
    const struct term *term = term_get(prover->terms, index);
    return term_op_of(term) == TERM_SYMBOL && symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value})->role == SYMBOL_COUNTER;
}

static bool has_dimension(const struct dimensions *d, symbol_ref symbol) {
    bool has = false;
    for (uint32_t i = 0; i < d->count; i++)
        has |= d->list[i].symbol.id == symbol.id;
    return has;
}

/* Where a function names a parameter. */
static uint32_t place_of(const struct prover *prover, symbol_ref symbol) {
    const char *name = symbol_get(prover->terms, symbol)->name;
    uint32_t i = 0;
    while (i < prover->protocol->param_count && strcmp(prover->protocol->params[i].name, name) != 0)
        i++;
    return i;
}

/* From the innermost to the outermost: in the order of axes or of divisions, else of parameters. */
static void digit_dimensions(struct survey *survey, const struct index_sum *sum, struct dimensions *out) {
    const struct prover *prover = survey->prover;
    uint32_t count = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        term_ref stride;
        if (!survey_is_digit(survey, sum->digits[i].index) || !stride_of(prover, &sum->digits[i].coefficient, &stride))
            continue;
        struct dimension d = {
            quantity_atom(stride), {(uint32_t)term_get(prover->terms, stride)->value}, survey_digit_rank(survey, sum->digits[i].index)};
        struct dimension *list = out->list;
        uint32_t at = 0;
        while (at < count && list[at].symbol.id != d.symbol.id)
            at++;
        if (at == count)
            count++;
        else if (list[at].rank < d.rank)
            d.rank = list[at].rank;
        uint32_t place = place_of(prover, d.symbol);
        for (; at > 0 && (list[at - 1].rank > d.rank || (list[at - 1].rank == d.rank && place_of(prover, list[at - 1].symbol) > place)); at--)
            list[at] = list[at - 1];
        list[at] = d;
    }
    out->count = count;
}

/* Strides that the counter of a loop over a dimension is multiplied with stand where the parameters' order puts them, if that is the order of the others, too. */
static void counter_dimensions(const struct survey *survey, const struct index_sum *sum, struct dimensions *out) {
    const struct prover *prover = survey->prover;
    bool ascends = true, descends = true;
    for (uint32_t i = 0; i + 1 < out->count; i++) {
        bool up = place_of(prover, out->list[i].symbol) < place_of(prover, out->list[i + 1].symbol);
        ascends &= up;
        descends &= !up;
    }
    for (uint32_t i = 0; i < sum->count && (ascends || descends); i++) {
        term_ref stride;
        if (!is_counter(prover, sum->digits[i].index) || survey_is_short(survey, sum->digits[i].index, NULL) ||
            !stride_of(prover, &sum->digits[i].coefficient, &stride))
            continue;
        struct dimension d = {quantity_atom(stride), {(uint32_t)term_get(prover->terms, stride)->value}, 0};
        if (has_dimension(out, d.symbol))
            continue;
        uint32_t at = out->count++, place = place_of(prover, d.symbol);
        for (; at > 0 && (place_of(prover, out->list[at - 1].symbol) > place) == ascends; at--)
            out->list[at] = out->list[at - 1];
        out->list[at] = d;
    }
}

/* outer >= inner * (how many steps of inner there are). */
static void add_dimension(struct survey *survey, const struct index_sum *sum, const struct quantity *inner, const struct quantity *outer) {
    struct quantity width, least;
    struct index_sum row;
    bool is_guarded = false;
    rows_row_of(survey->prover, sum, outer, inner, &row);
    for (uint32_t i = 0; i < survey->bound_count; i++) {
        if (!rows_bounded_width(&row, &survey->bounds[i], &width))
            continue;
        is_guarded = true;
        if (!rows_shares_atoms(outer, &width) && quantity_multiply(inner, &width, &least))
            survey_add_at_least(survey, CANDIDATE_ROW, outer, &least);
    }
    if (!is_guarded && survey_launch_width(survey, &row, &width) && !rows_shares_atoms(outer, &width) && quantity_multiply(inner, &width, &least))
        survey_add_at_least(survey, CANDIDATE_ROW, outer, &least);
}

void tensors_add(struct survey *survey, const struct index_sum *sum) {
    struct dimensions dimensions = {.count = 0};
    digit_dimensions(survey, sum, &dimensions);
    counter_dimensions(survey, sum, &dimensions);
    for (uint32_t i = 0; i + 1 < dimensions.count; i++)
        add_dimension(survey, sum, &dimensions.list[i].stride, &dimensions.list[i + 1].stride);
}

/* blockIdx.x * (C - C * W) counts in columns and in rows: a diagonal. */
bool tensors_is_diagonal(const struct quantity *q) {
    bool plus = false;
    for (uint32_t i = 0; i < q->count; i++)
        plus |= q->parts[i].factor > 0;
    return plus && rows_is_negative(q);
}

/* Another digit counts in rows of the same parameter. */
static bool has_rows(const struct index_sum *sum, const struct digit *diagonal) {
    bool found = false;
    for (uint32_t i = 0; i < sum->count; i++)
        found |= &sum->digits[i] != diagonal && !tensors_is_diagonal(&sum->digits[i].coefficient) &&
                 rows_shares_atoms(&sum->digits[i].coefficient, &diagonal->coefficient);
    return found;
}

/* The sum with diagonals as a digit for each part. */
bool tensors_apart(const struct index_sum *sum, struct index_sum *parts) {
    bool found = false;
    *parts = (struct index_sum){.rest = sum->rest};
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct digit *digit = &sum->digits[i];
        bool is_split = tensors_is_diagonal(&digit->coefficient) && has_rows(sum, digit);
        found |= is_split;
        for (uint32_t j = 0; j < (is_split ? digit->coefficient.count : 1); j++) {
            if (parts->count == INDEX_DIGITS)
                return false;
            struct digit *part = &parts->digits[parts->count++];
            *part = *digit;
            if (!is_split)
                continue;
            part->coefficient = (struct quantity){.parts = {digit->coefficient.parts[j]}, .count = 1};
            if (part->coefficient.parts[0].factor < 0)
                part->coefficient.parts[0].factor *= -1;
        }
    }
    return found;
}
