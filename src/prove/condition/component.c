/* A component of a record, chosen by a parameter that guards compare with constants. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

struct chosen {
    const struct prover *prover;
    symbol_ref symbol;
    bool is_alone;
};

static void note_other(void *context, symbol_ref symbol) {
    struct chosen *chosen = context;
    chosen->is_alone &= symbol.id == chosen->symbol.id;
}

/* The guard tells values of the parameter apart: P % C == c, P == c. */
static bool selects(const struct prover *prover, term_ref guard, symbol_ref symbol) {
    const struct term_table *t = prover->terms;
    const struct term term = *term_get(t, guard);
    enum term_op op = term_op_of(&term);
    bool found = false;
    if (op == TERM_EQ && term_is_const(t, term_child(t, guard, 1), NULL)) {
        struct chosen chosen = {prover, symbol, true};
        term_visit_symbols(t, guard, note_other, &chosen);
        return chosen.is_alone && term_has_symbol(t, guard, symbol);
    }
    for (uint32_t i = 0; i < term.arity && term.width_bits == 1 && !found; i++)
        found = term_width(t, term_child(t, guard, i)) == 1 && selects(prover, term_child(t, guard, i), symbol);
    return found;
}

/* The smallest constant step of a thread's index: the bytes of a record. */
static int64_t record_of(const struct prover *prover, const struct index_sum *sum) {
    int64_t least = 0, value;
    uint32_t axis;
    for (uint32_t i = 0; i < sum->count; i++)
        if (index_is(prover, sum->digits[i].index, SYMBOL_TID, &axis) && quantity_is_constant(&sum->digits[i].coefficient, &value) && value > 0 &&
            (least == 0 || value < least))
            least = value;
    return least;
}

/* P, or P of P / C. */
static term_ref parameter_of(const struct survey *survey, term_ref atom, int64_t *divisor) {
    const struct term_table *t = survey->prover->terms;
    enum term_op op = term_op_of(term_get(t, atom));
    uint64_t value;
    *divisor = 1;
    if ((op == TERM_SDIV || op == TERM_UDIV || op == TERM_LSHR || op == TERM_ASHR) && term_is_const(t, term_child(t, atom, 1), &value)) {
        bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
        if (value == 0 || value > (is_shift ? 10 : 1024))
            return TERM_NONE;
        *divisor = is_shift ? INT64_C(1) << value : (int64_t)value;
        atom = term_child(t, atom, 0);
    }
    const struct term *term = term_get(t, atom);
    bool is_param = term_op_of(term) == TERM_SYMBOL && symbol_get(t, (symbol_ref){(uint32_t)term->value})->role == SYMBOL_PARAM;
    return is_param ? atom : TERM_NONE;
}

void survey_components(struct survey *survey) {
    const struct term_table *t = survey->prover->terms;
    for (uint32_t i = 0; i < survey->subject_count; i++) {
        struct index_sum sum, size;
        int64_t bytes, divisor;
        if (!index_sum_of(t, survey->subjects[i].offset, &sum) || !index_sum_of(t, survey->subjects[i].size, &size) || size.count ||
            !quantity_is_constant(&size.rest, &bytes))
            continue;
        int64_t record = record_of(survey->prover, &sum);
        for (uint32_t j = 0; j < sum.rest.count; j++) {
            const struct addend *part = &sum.rest.parts[j];
            term_ref p = part->atom_count == 1 && part->factor > 0 ? parameter_of(survey, part->atoms[0], &divisor) : TERM_NONE;
            if (term_is_none(p) || record / part->factor < 2 || record < bytes + part->factor ||
                !selects(survey->prover, survey->subjects[i].guard, (symbol_ref){(uint32_t)term_get(t, p)->value}))
                continue;
            int64_t most = (record - bytes) / part->factor;
            struct quantity last = quantity_constant(most * divisor + divisor - 1), value = quantity_atom(p);
            survey_add_at_least(survey, CANDIDATE_EXTENT, &last, &value);
        }
    }
}
