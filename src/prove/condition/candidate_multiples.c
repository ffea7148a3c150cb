/* Sizes that are handled in pieces: multiples of the piece. */
#include <inttypes.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

enum { PIECE_MAX = 1024 };

void survey_add_divisible(struct survey *survey, term_ref symbol, uint64_t of) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    const struct term *term = term_get(t, symbol);
    if (of < 2 || of > PIECE_MAX || term_op_of(term) != TERM_SYMBOL || symbol_get(t, (symbol_ref){(uint32_t)term->value})->role != SYMBOL_PARAM)
        return;
    struct quantity q = quantity_atom(symbol);
    const char *name = quantity_text(prover->arena, prover->protocol, &q);
    term_ref rest = term_binary(t, TERM_SREM, quantity_term(prover->protocol, &q), term_const(t, 64, of));
    survey_add(survey, (struct candidate){
                           .class = CANDIDATE_DIVISIBLE,
                           .symbol = {(uint32_t)term->value},
                           .multiple = (uint32_t)of,
                           .condition = {arena_printf(prover->arena, "%s %% %" PRIu64 " == 0", name, of), term_eq(t, rest, term_const(t, 64, 0))}});
}

/* The single parameter that q is, up to a factor and constants that are multiples of `piece`; TERM_NONE: it is no such. */
static term_ref param_of(const struct quantity *q, int64_t piece, int64_t *factor) {
    term_ref param = TERM_NONE;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct addend *part = &q->parts[i];
        if (part->atom_count == 0 ? part->factor % piece != 0 : part->atom_count > 1 || !term_is_none(param))
            return TERM_NONE;
        param = part->atom_count == 1 ? part->atoms[0] : param;
        *factor = part->atom_count == 1 ? part->factor : *factor;
    }
    return param;
}

static int64_t content_of(const struct index_sum *sum) {
    int64_t common = 0;
    for (uint32_t i = 0; i < sum->count; i++)
        common = index_common_divisor(quantity_content(&sum->digits[i].coefficient), common);
    return common < 0 ? -common : common;
}

/* A guard lets by whole pieces: C * index < P. */
static void add_guarded(struct survey *survey, const struct bound *bound) {
    int64_t piece = content_of(&bound->sum), factor = 0;
    term_ref param = piece > 1 ? param_of(&bound->limit, piece, &factor) : TERM_NONE;
    if (!term_is_none(param))
        survey_add_divisible(survey, param, (uint64_t)(piece / index_common_divisor(piece, factor < 0 ? -factor : factor)));
}

/* The largest constant step in a row. */
static int64_t row_step(const struct index_sum *sum) {
    int64_t step = 0, value;
    for (uint32_t i = 0; i < sum->count; i++)
        if (quantity_is_constant(&sum->digits[i].coefficient, &value) && value > step)
            step = value;
    return step;
}

/* Rows of P elements are made of whole pieces, or of whole accesses of `size` bytes. */
static void add_rows_of(struct survey *survey, const struct quantity *stride, int64_t step, int64_t size) {
    for (uint32_t i = 0; i < stride->count; i++) {
        const struct addend *part = &stride->parts[i];
        int64_t bytes = part->factor < 0 ? -part->factor : part->factor;
        for (uint32_t j = 0; j < part->atom_count; j++) {
            if (step > bytes && step % bytes == 0)
                survey_add_divisible(survey, part->atoms[j], (uint64_t)(step / bytes));
            if (size > bytes && size % bytes == 0)
                survey_add_divisible(survey, part->atoms[j], (uint64_t)(size / bytes));
        }
    }
}

static void add_rows(struct survey *survey, const struct subject *subject) {
    const struct term_table *t = survey->prover->terms;
    struct index_sum sum, size;
    int64_t bytes = 0;
    if (!index_sum_of(t, subject->offset, &sum))
        return;
    if (index_sum_of(t, subject->size, &size) && (size.count || !quantity_is_constant(&size.rest, &bytes)))
        bytes = 0;
    int64_t step = row_step(&sum);
    for (uint32_t i = 0; i < sum.count; i++)
        if (quantity_has_param(survey->prover, &sum.digits[i].coefficient))
            add_rows_of(survey, &sum.digits[i].coefficient, step, bytes);
}

/* The part of degree `degree` in a sum's coefficients that has no parameter of `done`. */
static void add_parts_of(struct survey *survey, const struct quantity *q, uint32_t degree, int64_t by, struct quantity *done) {
    for (uint32_t i = 0; i < q->count; i++) {
        struct quantity part = {.parts = {q->parts[i]}, .count = 1};
        bool is_done = part.parts[0].atom_count != degree;
        for (uint32_t j = 0; j < part.parts[0].atom_count && !is_done; j++)
            for (uint32_t k = 0; k < done->count && !is_done; k++)
                is_done = term_same(done->parts[k].atoms[0], part.parts[0].atoms[j]);
        if (is_done)
            continue;
        add_rows_of(survey, &part, by, 0);
        for (uint32_t j = 0; j < part.parts[0].atom_count; j++) {
            struct quantity atom = quantity_atom(part.parts[0].atoms[j]);
            (void)quantity_add(done, 1, &atom, done);
        }
    }
}

/* (row * P + i) / C: elements are accessed C at a time, and so are rows, and planes with them. */
static void add_divided(struct survey *survey, const struct subject *subject) {
    struct index_sum sum, whole;
    struct quantity done = quantity_constant(0);
    int64_t by;
    if (!index_sum_of(survey->prover->terms, subject->offset, &sum))
        return;
    for (uint32_t i = 0; i < sum.count; i++)
        for (uint32_t degree = 1; degree <= QUANTITY_ATOMS && survey_divided(survey, sum.digits[i].index, &whole, &by); degree++) {
            for (uint32_t j = 0; j < whole.count; j++)
                if (quantity_has_param(survey->prover, &whole.digits[j].coefficient))
                    add_parts_of(survey, &whole.digits[j].coefficient, degree, by, &done);
            add_parts_of(survey, &whole.rest, degree, by, &done);
        }
}

void survey_multiples(struct survey *survey) {
    for (uint32_t i = 0; i < survey->bound_count; i++)
        add_guarded(survey, &survey->bounds[i]);
    for (uint32_t i = 0; i < survey->subject_count; i++)
        add_rows(survey, &survey->subjects[i]);
    for (uint32_t i = 0; i < survey->subject_count; i++)
        add_divided(survey, &survey->subjects[i]);
    for (uint32_t i = 0; i < survey->part_count; i++)
        survey_add_divisible(survey, survey->parts[i].whole, survey->parts[i].of);
}
