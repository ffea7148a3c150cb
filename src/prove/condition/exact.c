/* Premises of the lemmas about quotients, remainders, shifts and masks: C * (P / C) = P needs P % C == 0; x & (P - 1) = x % P and
   halving without a rest need a power of two; threads in groups of C fill their last group if blockDim.a % C == 0. */
#include <inttypes.h>
#include <string.h>

#include "base/divisor.h"
#include "kernel/edit.h"
#include "protocol/expression.h"

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"
#include "term/walk.h"

enum { PIECE_MAX = 1024 };

/* The fact has (P + C - 1) / C, with a C that divides `of`: whoever rounds up is given sizes that are no multiples. */
static bool rounds_up(const struct term_table *t, term_ref fact, term_ref symbol, uint64_t of) {
    struct term_walk walk;
    struct index_sum sum;
    bool is = false;
    term_walk_begin(&walk, t, fact);
    for (term_ref r; !is && term_walk_next(&walk, &r); term_walk_enter(&walk, r)) {
        enum term_op op = term_op_of(term_get(t, r));
        bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
        uint64_t by;
        if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, r, 1), &by) || by > (is_shift ? 16 : PIECE_MAX))
            continue;
        by = is_shift ? UINT64_C(1) << by : by;
        if (by < 2 || of % by != 0 || !index_sum_of(t, term_child(t, r, 0), &sum) || sum.count != 0)
            continue;
        const struct quantity up = quantity_atom(symbol), rest = quantity_constant((int64_t)by - 1);
        struct quantity rounded;
        is = quantity_add(&up, 1, &rest, &rounded) && quantity_equal(&rounded, &sum.rest);
    }
    term_walk_end(&walk);
    return is;
}

static bool is_rounded_up(const struct prover *prover, term_ref symbol, uint64_t of) {
    bool is = false;
    for (uint32_t i = 0; i < prover->scope->required_count && !is; i++)
        is = rounds_up(prover->terms, prover->scope->required[i].term, symbol, of);
    return is;
}

void survey_add_divisible(struct survey *survey, term_ref symbol, uint64_t of) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    const struct term *term = term_get(t, symbol);
    if (of < 2 || of > PIECE_MAX || term_op_of(term) != TERM_SYMBOL || symbol_get(t, (symbol_ref){(uint32_t)term->value})->role != SYMBOL_PARAM ||
        is_rounded_up(prover, symbol, of))
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
        common = common_divisor_of_signed(quantity_content(&sum->digits[i].coefficient), common);
    return common < 0 ? -common : common;
}

/* A guard lets by whole pieces: C * index < P. */
static void add_guarded(struct survey *survey, const struct bound *bound) {
    int64_t piece = content_of(&bound->sum), factor = 0;
    term_ref param = piece > 1 ? param_of(&bound->limit, piece, &factor) : TERM_NONE;
    if (!term_is_none(param))
        survey_add_divisible(survey, param, (uint64_t)(piece / common_divisor_of_signed(piece, factor < 0 ? -factor : factor)));
}

/* The largest constant step in a row. */
static int64_t row_step(const struct index_sum *sum) {
    int64_t step = 0, value;
    for (uint32_t i = 0; i < sum->count; i++)
        if (quantity_is_constant(&sum->digits[i].coefficient, &value) && value > step)
            step = value;
    return step;
}

/* d of x % d; 0: t is no remainder. */
static uint64_t remainder_divisor(const struct term_table *t, term_ref r, term_ref *x) {
    enum term_op op = term_op_of(term_get(t, r));
    uint64_t by;
    if ((op != TERM_AND && op != TERM_UREM && op != TERM_SREM) || !term_is_const(t, term_child(t, r, 1), &by))
        return 0;
    *x = term_child(t, r, 0);
    return op != TERM_AND ? by : (by & (by + 1)) == 0 && by < PIECE_MAX ? by + 1 : 0;
}

/* The sum has c * x - m * (x % d): c * d * (x / d), and what is left of x % d. c * d; 0: not so. */
static int64_t rounded_step(const struct term_table *t, const struct index_sum *sum, uint32_t remainder) {
    struct index_sum whole;
    int64_t times, once;
    term_ref x;
    uint64_t by = remainder_divisor(t, sum->digits[remainder].index, &x);
    if (by < 2 || by > PIECE_MAX || !index_sum_of(t, x, &whole))
        return 0;
    for (uint32_t i = 0; i < whole.count; i++)
        for (uint32_t j = 0; j < sum->count; j++)
            if (term_same(whole.digits[i].index, sum->digits[j].index) && quantity_is_constant(&sum->digits[j].coefficient, &times) &&
                quantity_is_constant(&whole.digits[i].coefficient, &once) && once > 0 && times > 0 && times < INT32_MAX && times % once == 0)
                return times / once * (int64_t)by;
    return 0;
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
    int64_t step = row_step(&sum), rounded = 0;
    for (uint32_t i = 0; i < sum.count && rounded == 0; i++)
        rounded = rounded_step(t, &sum, i);
    for (uint32_t i = 0; i < sum.count; i++) {
        if (!quantity_has_param(survey->prover, &sum.digits[i].coefficient))
            continue;
        add_rows_of(survey, &sum.digits[i].coefficient, rounded, 0); /* the weaker one first: the last are dropped first */
        add_rows_of(survey, &sum.digits[i].coefficient, step, bytes);
    }
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

/* ---- powers of two and groups of threads ---- */

enum { WARP = 32 };

/* More rows than a warp has threads leave fewer threads to each: no block is made so, and the condition would hold for that reason alone. */
static void add_multiple(struct survey *survey, uint32_t axis, uint64_t of) {
    if (axis > 0 && of > WARP)
        return;
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    term_ref rest = term_binary(t, TERM_UREM, prover->protocol->bdim[axis], term_const(t, 32, of));
    survey_add(survey, (struct candidate){.class = CANDIDATE_MULTIPLE,
                                          .axis = axis,
                                          .multiple = (uint32_t)of,
                                          .symbol = {(uint32_t)term_get(t, prover->protocol->bdim[axis])->value},
                                          .condition = {arena_printf(prover->arena, "blockDim.%c %% %" PRIu64 " == 0", "xyz"[axis], of),
                                                        term_eq(t, rest, term_const(t, 32, 0))}});
}

void survey_add_power(struct survey *survey, term_ref symbol) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    struct quantity q = quantity_atom(symbol);
    const char *name = quantity_text(prover->arena, prover->protocol, &q);
    if (!name)
        return;
    term_ref term = expression_power_of_two(t, quantity_term(prover->protocol, &q));
    survey_add(survey, (struct candidate){.class = CANDIDATE_POWER,
                                          .symbol = {(uint32_t)term_get(t, symbol)->value},
                                          .condition = {arena_printf(prover->arena, "power_of_two(%s)", name), term}});
}

static bool is_uniform_symbol(const struct prover *prover, term_ref t) {
    const struct term *term = term_get(prover->terms, t);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    enum symbol_role role = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value})->role;
    return role == SYMBOL_BDIM || role == SYMBOL_PARAM;
}

/* P of P / C or P >> C. */
term_ref survey_undivided(const struct term_table *t, term_ref a) {
    enum term_op op = term_op_of(term_get(t, a));
    bool is_divided = (op == TERM_LSHR || op == TERM_UDIV) && term_is_const(t, term_child(t, a, 1), NULL);
    return is_divided ? term_child(t, a, 0) : a;
}

/* Halving, and masks of P - 1 or P / C - 1. */
static void survey_power(struct survey *survey, term_ref t, enum term_op op) {
    const struct prover *prover = survey->prover;
    term_ref first = term_child(prover->terms, t, 0), second = term_child(prover->terms, t, 1);
    bool is_repeated = !term_is_const(prover->terms, second, NULL) || (term_deps(prover->terms, first) & DEP_LAUNCH) != 0;
    bool is_halved = op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_SDIV;
    if (is_halved && is_repeated && is_uniform_symbol(prover, first))
        survey_add_power(survey, first);
    else if (is_halved && !term_is_const(prover->terms, second, NULL) && is_uniform_symbol(prover, survey_undivided(prover->terms, first)))
        survey_add_power(survey, survey_undivided(prover->terms, first));
    if ((op == TERM_UREM || op == TERM_SREM || op == TERM_UDIV) && is_uniform_symbol(prover, second))
        survey_add_power(survey, second);
    for (int side = 0; op == TERM_AND && side < 2; side++) {
        term_ref mask = side ? second : first;
        const struct term *sum = term_get(prover->terms, mask);
        uint64_t less;
        term_ref size = term_op_of(sum) == TERM_ADD ? survey_undivided(prover->terms, term_child(prover->terms, mask, 0)) : TERM_NONE;
        if (term_op_of(sum) == TERM_ADD && term_is_const(prover->terms, term_child(prover->terms, mask, 1), &less) &&
            less == (sum->width_bits == 64 ? UINT64_MAX : (UINT64_C(1) << sum->width_bits) - 1) && is_uniform_symbol(prover, size))
            survey_add_power(survey, size);
    }
}

static bool thread_axis(const struct prover *prover, term_ref t, uint32_t *axis) {
    struct index_sum sum;
    if (!index_sum_of(prover->terms, t, &sum))
        return false;
    for (*axis = 0; *axis < 3; ++*axis)
        if (index_digit(prover, &sum, SYMBOL_TID, *axis))
            return true;
    return false;
}

bool survey_is_param(const struct term_table *t, term_ref x) {
    const struct term *term = term_get(t, x);
    return term_op_of(term) == TERM_SYMBOL && symbol_get(t, (symbol_ref){(uint32_t)term->value})->role == SYMBOL_PARAM;
}

/* The parameter of `Q - 1`; TERM_NONE. */
term_ref survey_size_below(const struct term_table *t, term_ref mask) {
    const struct term *sum = term_get(t, mask);
    uint64_t less, ones = sum->width_bits == 64 ? UINT64_MAX : (UINT64_C(1) << sum->width_bits) - 1;
    bool is_less = term_op_of(sum) == TERM_ADD && term_is_const(t, term_child(t, mask, 1), &less) && less == ones;
    return is_less && survey_is_param(t, term_child(t, mask, 0)) ? term_child(t, mask, 0) : TERM_NONE;
}

static void note(struct thread_part *list, uint32_t *count, term_ref by, uint32_t axis) {
    for (uint32_t i = 0; i < *count; i++)
        if (term_same(list[i].by, by) && list[i].axis == axis)
            return;
    if (*count < PARTS_MAX)
        list[(*count)++] = (struct thread_part){by, axis};
}

static void note_part(struct survey *survey, enum term_op op, term_ref by, uint32_t axis) {
    const struct term_table *t = survey->prover->terms;
    unsigned deps = term_deps(t, by);
    bool is_uniform = deps != 0 && !(deps & ~(unsigned)(DEP_LAUNCH | DEP_INPUT));
    if (op == TERM_AND && (survey_is_param(t, by) || !term_is_none(survey_size_below(t, by))))
        note(survey->masks, &survey->mask_count, by, axis);
    if ((op == TERM_UDIV || op == TERM_SDIV) && is_uniform)
        note(survey->quotients, &survey->quotient_count, by, axis);
}

/* Masks and divisors that are no constants, of numbers of threads. */
static void survey_parts(struct survey *survey, term_ref t, const struct term *term) {
    const struct prover *prover = survey->prover;
    uint32_t axis;
    for (uint32_t side = 0; term->arity == 2 && side < 2; side++) {
        term_ref by = term_child(prover->terms, t, 1 - side);
        if (!term_is_const(prover->terms, by, NULL) && thread_axis(prover, term_child(prover->terms, t, side), &axis) &&
            (side == 0 || term_op_of(term) == TERM_AND))
            note_part(survey, term_op_of(term), by, axis);
    }
}

/* Groups of C threads. */
static void survey_groups(struct survey *survey, term_ref t, const struct term *term) {
    const struct prover *prover = survey->prover;
    enum term_op op = term_op_of(term);
    uint32_t axis;
    uint64_t value, group = 0;
    if (term->arity != 2 || !term_is_const(prover->terms, term_child(prover->terms, t, 1), &value) ||
        !thread_axis(prover, term_child(prover->terms, t, 0), &axis))
        return;
    if (op == TERM_UDIV || op == TERM_UREM || op == TERM_SDIV || op == TERM_SREM)
        group = value;
    else if (op == TERM_LSHR && value < 11)
        group = UINT64_C(1) << value;
    else if (op == TERM_AND && value < 1024)
        group = value + 1;
    if (group >= 2 && group <= 1024 && (group & (group - 1)) == 0 && group % WARP == 0)
        add_multiple(survey, axis, group);
}

/* P / C */
static void survey_quotient(struct survey *survey, const struct term *term, term_ref t) {
    const struct term_table *terms = survey->prover->terms;
    enum term_op op = term_op_of(term);
    term_ref whole = survey_undivided(terms, t);
    uint64_t value;
    if (term_same(whole, t) && (op == TERM_SDIV || op == TERM_ASHR) && term_is_const(terms, term_child(terms, t, 1), NULL))
        whole = term_child(terms, t, 0);
    if (term_same(whole, t) || !is_uniform_symbol(survey->prover, whole) || survey->part_count == PARAMS_MAX ||
        !term_is_const(terms, term_child(terms, t, 1), &value))
        return;
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    survey->parts[survey->part_count++] = (struct part_of){whole, !is_shift ? value : value < 11 ? UINT64_C(1) << value : 0};
}

void survey_terms(struct survey *survey, term_ref root) {
    const struct term_table *t = survey->prover->terms;
    VEC(term_ref) pending = {0};
    struct map seen;
    if (term_is_none(root))
        return;
    map_init(&seen);
    vec_push(&pending, root);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (map_get(&seen, r.id, NULL))
            continue;
        map_set(&seen, r.id, 1);
        const struct term term = *term_get(t, r);
        if (term.arity == 2) {
            survey_power(survey, r, term_op_of(&term));
            survey_quotient(survey, &term, r);
            if (term_width(t, r) > 1)
                survey_parts(survey, r, &term);
        }
        survey_groups(survey, r, &term);
        for (uint32_t i = 0; i < term.arity; i++)
            vec_push(&pending, term_child(t, r, i));
    }
    map_release(&seen);
    vec_release(&pending);
    term_visit_symbols(t, root, survey_note_param, survey);
}
