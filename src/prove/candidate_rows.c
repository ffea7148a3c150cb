/* A stride is no smaller than its row. */
#include "prove/survey.h"

#include <string.h>

/* Whether some blockIdx counts in larger steps than this digit: a part of a block's tile. */
static bool is_inside_block(const struct prover *prover, const struct index_sum *row, const struct digit *digit, uint32_t axis) {
    for (uint32_t i = 0; i < row->count; i++) {
        struct quantity ratio;
        uint32_t of;
        int64_t tile;
        if (!index_is(prover, row->digits[i].index, SYMBOL_BID, &of) ||
            !quantity_divide(&row->digits[i].coefficient, &digit->coefficient, &ratio))
            continue;
        if (of == axis || (quantity_is_constant(&ratio, &tile) && tile > 1))
            return true;
    }
    return false;
}

bool survey_launch_width(struct survey *survey, const struct index_sum *row, struct quantity *width) {
    const struct prover *prover = survey->prover;
    *width = quantity_constant(0);
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t axis = 3;
        int64_t rounds = 0;
        struct quantity extent = row->digits[i].coefficient, dim;
        bool is_rest = survey_digit_width(survey, row->digits[i].index, &dim), is_block = index_is(prover, row->digits[i].index, SYMBOL_BID, &axis);
        bool is_thread = index_is(prover, row->digits[i].index, SYMBOL_TID, &axis);
        if (!is_block && !is_thread && !is_rest && !survey_is_short(survey, row->digits[i].index, &rounds))
            return false;
        if (rounds == 1)
            continue;
        if (!is_block && is_inside_block(prover, row, &row->digits[i], is_thread ? axis : 3))
            continue;
        if (!is_block && !is_thread && !is_rest)
            return false;
        if (is_block || is_thread)
            dim = quantity_atom(is_block ? prover->protocol->gdim[axis] : prover->protocol->bdim[axis]);
        if (!quantity_multiply(&extent, &dim, &extent) || !quantity_add(width, 1, &extent, width))
            return false;
    }
    return row->count > 0;
}

/* row = factor * bound's sum + uniform: then row is below factor * limit. */
static bool bounded_width(const struct index_sum *row, const struct bound *bound, struct quantity *width) {
    int64_t factor = 0, more;
    if (row->count != bound->sum.count)
        return false;
    for (uint32_t i = 0; i < row->count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < bound->sum.count; j++) {
            struct quantity ratio;
            if (!term_same(row->digits[i].index, bound->sum.digits[j].index))
                continue;
            found = quantity_divide(&row->digits[i].coefficient, &bound->sum.digits[j].coefficient, &ratio) &&
                    quantity_is_constant(&ratio, &more) && more > 0 && (factor == 0 || more == factor);
            factor = more;
        }
        if (!found)
            return false;
    }
    struct quantity by = quantity_constant(factor);
    return row->count > 0 && quantity_multiply(&bound->limit, &by, width);
}

/* The row without loops over the elements of a piece: i of C * index + i, i < C. */
static struct index_sum without_pieces(const struct survey *survey, const struct index_sum *row) {
    struct index_sum out = {.rest = row->rest};
    for (uint32_t i = 0; i < row->count; i++) {
        int64_t rounds = 0, step = 0;
        bool is_inner = survey_is_short(survey, row->digits[i].index, &rounds) && quantity_is_constant(&row->digits[i].coefficient, &step) && step > 0;
        for (uint32_t j = 0; j < row->count && is_inner; j++)
            is_inner = i == j || quantity_content(&row->digits[j].coefficient) >= rounds * step;
        if (!is_inner || row->count == 1)
            out.digits[out.count++] = row->digits[i];
    }
    return out;
}

/* C * (P / C), rounded up or down, is P where P is a multiple of C. */
static void take_whole_pieces(const struct prover *prover, struct quantity *width) {
    const struct term_table *t = prover->terms;
    struct index_sum sum;
    struct quantity whole = quantity_constant(0);
    uint64_t by;
    if (width->count != 1 || width->parts[0].atom_count != 1)
        return;
    term_ref atom = width->parts[0].atoms[0];
    enum term_op op = term_op_of(term_get(t, atom));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &by) || by > 1024 ||
        !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return;
    by = !is_shift ? by : by < 11 ? UINT64_C(1) << by : 0;
    for (uint32_t i = 0; i < sum.rest.count; i++) {
        struct quantity part = {.parts = {sum.rest.parts[i]}, .count = 1};
        if (part.parts[0].atom_count == 0 ? part.parts[0].factor != (int64_t)by - 1 : !quantity_add(&whole, 1, &part, &whole))
            return;
    }
    struct quantity pieces = quantity_constant(by == 0 || width->parts[0].factor % (int64_t)by != 0 ? 0 : width->parts[0].factor / (int64_t)by);
    if (pieces.count > 0 && whole.count > 0)
        (void)quantity_multiply(&whole, &pieces, width);
}

/* P / C >= W says P >= C * W. */
static void take_divisor(const struct prover *prover, struct quantity *radix, struct quantity *width) {
    const struct term_table *t = prover->terms;
    struct index_sum sum;
    uint64_t by;
    if (radix->count != 1 || radix->parts[0].atom_count != 1 || radix->parts[0].factor != 1)
        return;
    term_ref atom = radix->parts[0].atoms[0];
    enum term_op op = term_op_of(term_get(t, atom));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &by) || by == 0 || by > (is_shift ? 10 : 1024) ||
        !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return;
    struct quantity pieces = quantity_constant(is_shift ? INT64_C(1) << by : (int64_t)by), wider;
    if (!quantity_multiply(width, &pieces, &wider))
        return;
    *radix = sum.rest;
    *width = wider;
}

/* radix >= width, both divided by what they have in common. */
static void add_row(struct survey *survey, const struct quantity *radix, const struct quantity *width, int64_t gap) {
    struct quantity longer, one = quantity_constant(1);
    int64_t common = index_common_divisor(quantity_content(radix), quantity_content(width));
    struct quantity by = quantity_constant(common), a, b;
    if (common == 0 || !quantity_divide(radix, &by, &a) || !quantity_divide(width, &by, &b))
        return;
    take_divisor(survey->prover, &a, &b);
    survey_add_at_least(survey, CANDIDATE_ROW, &a, &b);
    if (gap != 0 && quantity_add(&b, gap / common + (gap % common != 0), &one, &longer))
        survey_add_at_least(survey, CANDIDATE_LONG_ROW, &a, &longer);
}

/* The digits that a stride's radix must exceed: constant multiples of `below`. */
static void row_of(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride, const struct quantity *below, struct index_sum *row) {
    *row = (struct index_sum){.count = 0};
    for (uint32_t i = 0; i < sum->count; i++) {
        struct quantity ratio;
        if (quantity_divide(&sum->digits[i].coefficient, stride, &ratio) ||
            !quantity_divide(&sum->digits[i].coefficient, below, &ratio) || quantity_has_param(prover, &ratio))
            continue;
        row->digits[row->count++] = (struct digit){sum->digits[i].index, ratio};
    }
}

/* P or P - 1, but not 1 - P. */
static bool is_negative(const struct quantity *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->count; i++)
        is |= q->parts[i].factor < 0 && q->parts[i].atom_count > 0;
    return is || (q->count == 1 && q->parts[0].factor < 0);
}

/* The stride without its constant factor. */
static bool primitive(const struct quantity *q, struct quantity *out) {
    struct quantity by = quantity_constant(quantity_content(q));
    return q->count > 0 && !is_negative(q) && quantity_divide(q, &by, out);
}

static uint32_t degree(const struct quantity *q) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < q->count; i++)
        most = q->parts[i].atom_count > most ? q->parts[i].atom_count : most;
    return most;
}

/* The largest other stride that divides this one; 1 if there is none. */
static struct quantity stride_below(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride) {
    struct quantity best = quantity_constant(1), other, ratio;
    for (uint32_t i = 0; i < sum->count; i++)
        if (quantity_has_param(prover, &sum->digits[i].coefficient) && primitive(&sum->digits[i].coefficient, &other) &&
            !quantity_equal(&other, stride) && degree(&other) > degree(&best) && quantity_divide(stride, &other, &ratio))
            best = other;
    return best;
}

static void note_stride(struct survey *survey, const struct quantity *stride) {
    for (uint32_t i = 0; i < stride->count; i++)
        for (uint32_t j = 0; j < stride->parts[i].atom_count; j++) {
            const struct term *term = term_get(survey->prover->terms, stride->parts[i].atoms[j]);
            symbol_ref symbol = {(uint32_t)term->value};
            bool is_new = term_op_of(term) == TERM_SYMBOL && symbol_get(survey->prover->terms, symbol)->role == SYMBOL_PARAM &&
                          survey->stride_count < PARAMS_MAX;
            for (uint32_t k = 0; is_new && k < survey->stride_count; k++)
                is_new = survey->strides[k].id != symbol.id;
            if (is_new)
                survey->strides[survey->stride_count++] = symbol;
        }
}

static bool shares_atoms(const struct quantity *a, const struct quantity *b) {
    bool shared = false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            for (uint32_t k = 0; k < a->parts[i].atom_count; k++)
                for (uint32_t l = 0; l < b->parts[j].atom_count; l++)
                    shared |= term_same(a->parts[i].atoms[k], b->parts[j].atoms[l]);
    return shared;
}

/* Where the row's digits begin: what is uniform, not of whole rows, and not a constant. */
static struct quantity begin_of(const struct index_sum *sum, const struct quantity *stride, const struct quantity *below) {
    struct quantity begin = quantity_constant(0);
    for (uint32_t i = 0; i < sum->rest.count; i++) {
        struct quantity part = {.parts = {sum->rest.parts[i]}, .count = 1}, ratio;
        if (part.parts[0].atom_count > 0 && !quantity_divide(&part, stride, &ratio) && quantity_divide(&part, below, &ratio))
            (void)quantity_add(&begin, 1, &ratio, &begin);
    }
    return begin;
}

/* radix >= begin + width, where the row does not begin at its first element. */
static void add_begun_row(struct survey *survey, const struct quantity *radix, const struct quantity *begin, const struct quantity *width) {
    struct quantity end;
    if (begin->count > 0 && begin->parts[0].factor > 0 && quantity_has_param(survey->prover, radix) && quantity_add(begin, 1, width, &end) &&
        !shares_atoms(radix, &end))
        add_row(survey, radix, &end, 0);
}

/* P - 1: less than what rows of P need, unless the launch alone says how many there are. */
static bool is_shortened(const struct quantity *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->count; i++)
        is |= q->count > 1 && q->parts[i].atom_count == 0 && q->parts[i].factor < 0;
    return is;
}

static void add_rows(struct survey *survey, const struct index_sum *sum, const struct quantity *stride, int64_t gap, int64_t record) {
    struct prover *prover = survey->prover;
    struct quantity below = stride_below(prover, sum, stride), radix, width;
    struct index_sum row;
    if (!quantity_divide(stride, &below, &radix))
        return;
    row_of(prover, sum, stride, &below, &row);
    width = quantity_constant(record + 1);
    if (row.count == 0 && record > 0 && degree(&below) == 0)
        add_row(survey, &radix, &width, 0);
    struct quantity begin = begin_of(sum, stride, &below);
    struct index_sum pieces = without_pieces(survey, &row);
    bool is_guarded = false, is_own = false; /* the guard may be the other access's */
    bool is_short = is_shortened(stride);
    for (uint32_t i = 0; i < survey->bound_count; i++) {
        if (!bounded_width(&row, &survey->bounds[i], &width) && !bounded_width(&pieces, &survey->bounds[i], &width))
            continue;
        bool is_mine = survey->bounds[i].subject == survey->subject;
        is_guarded = true;
        is_own |= is_mine;
        take_whole_pieces(prover, &width);
        if (!shares_atoms(&radix, &width) && !is_short) {
            add_row(survey, &radix, &width, gap);
            if (is_mine)
                add_begun_row(survey, &radix, &begin, &width);
        }
    }
    if (!survey_launch_width(survey, &row, &width) || (is_short && quantity_has_param(survey->prover, &width)))
        return;
    if (!is_guarded) /* a guard is there because the launch is larger */
        add_row(survey, &radix, &width, gap);
    if (!is_own)
        add_begun_row(survey, &radix, &begin, &width);
}

/* ---- tensors: a stride for each dimension ---- */

struct dimension { struct quantity stride; symbol_ref symbol; uint32_t rank; };

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

struct dimensions { struct dimension list[INDEX_DIGITS]; uint32_t count; };

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
        struct dimension d = {quantity_atom(stride), {(uint32_t)term_get(prover->terms, stride)->value}, survey_digit_rank(survey, sum->digits[i].index)};
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
        if (!is_counter(prover, sum->digits[i].index) || survey_is_short(survey, sum->digits[i].index, NULL) || !stride_of(prover, &sum->digits[i].coefficient, &stride))
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
    row_of(survey->prover, sum, outer, inner, &row);
    for (uint32_t i = 0; i < survey->bound_count; i++) {
        if (!bounded_width(&row, &survey->bounds[i], &width))
            continue;
        is_guarded = true;
        if (!shares_atoms(outer, &width) && quantity_multiply(inner, &width, &least))
            survey_add_at_least(survey, CANDIDATE_ROW, outer, &least);
    }
    if (!is_guarded && survey_launch_width(survey, &row, &width) && !shares_atoms(outer, &width) && quantity_multiply(inner, &width, &least))
        survey_add_at_least(survey, CANDIDATE_ROW, outer, &least);
}

static void add_dimensions(struct survey *survey, const struct index_sum *sum) {
    struct dimensions dimensions = {.count = 0};
    digit_dimensions(survey, sum, &dimensions);
    counter_dimensions(survey, sum, &dimensions);
    for (uint32_t i = 0; i + 1 < dimensions.count; i++)
        add_dimension(survey, sum, &dimensions.list[i].stride, &dimensions.list[i + 1].stride);
}

/* blockIdx.x * (C - C * W) counts in columns and in rows: a diagonal. */
static bool is_diagonal(const struct quantity *q) {
    bool plus = false;
    for (uint32_t i = 0; i < q->count; i++)
        plus |= q->parts[i].factor > 0;
    return plus && is_negative(q);
}

/* Another digit counts in rows of the same parameter. */
static bool has_rows(const struct index_sum *sum, const struct digit *diagonal) {
    bool found = false;
    for (uint32_t i = 0; i < sum->count; i++)
        found |= &sum->digits[i] != diagonal && !is_diagonal(&sum->digits[i].coefficient) && shares_atoms(&sum->digits[i].coefficient, &diagonal->coefficient);
    return found;
}

/* The sum with diagonals as a digit for each part. */
static bool apart(const struct index_sum *sum, struct index_sum *parts) {
    bool found = false;
    *parts = (struct index_sum){.rest = sum->rest};
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct digit *digit = &sum->digits[i];
        bool is_split = is_diagonal(&digit->coefficient) && has_rows(sum, digit);
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

static void add_strides(struct survey *survey, const struct index_sum *sum, int64_t gap, int64_t record) {
    struct quantity stride;
    for (uint32_t i = 0; i < sum->count; i++) {
        if (!quantity_has_param(survey->prover, &sum->digits[i].coefficient) || is_diagonal(&sum->digits[i].coefficient) || !primitive(&sum->digits[i].coefficient, &stride))
            continue;
        note_stride(survey, &stride);
        add_rows(survey, sum, &stride, gap, record);
    }
}

void survey_strides(struct survey *survey, const struct index_sum *sum, int64_t gap, int64_t record) {
    struct index_sum parts;
    add_strides(survey, sum, gap, record);
    add_dimensions(survey, sum);
    if (apart(sum, &parts))
        add_strides(survey, &parts, gap, record);
}

/* ---- fields ---- */

static bool same_atoms(const struct addend *a, const struct addend *b) {
    bool same = a->atom_count == b->atom_count;
    for (uint32_t i = 0; i < a->atom_count && same; i++)
        same = term_same(a->atoms[i], b->atoms[i]);
    return same;
}

/* Fields of a structure of arrays lie a multiple of a parameter, or of a product, apart: it is a stride if some
   offset into the array has a multiple of it. */
static bool separates_fields(const struct prover *prover, uint32_t array, const struct addend *part) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct index_sum sum;
        if (p->items[i].kind != ITEM_ACCESS || p->items[i].array != array || !index_sum_of(prover->terms, prover->items[i].offset, &sum))
            continue;
        for (uint32_t j = 0; j < sum.rest.count; j++) {
            const struct addend *other = &sum.rest.parts[j];
            int64_t bytes = p->arrays[array].elem_bytes ? p->arrays[array].elem_bytes : 1;
            if (same_atoms(other, part) && other->factor >= 2 * bytes)
                return true;
        }
    }
    return false;
}

/* A field of a structure of arrays, or, where threads write both places, one of two arrays in one. */
void survey_fields(struct survey *survey, const struct index_sum sums[2]) {
    struct quantity apart;
    if (!quantity_add(&sums[0].rest, -1, &sums[1].rest, &apart))
        return;
    const struct proto_array *array = survey->array < survey->prover->protocol->array_count ? &survey->prover->protocol->arrays[survey->array] : NULL;
    int64_t unit = array && array->elem_bytes ? array->elem_bytes : 1;
    struct index_sum elements = sums[0];
    bool is_dense = index_to_elements(&elements) == unit; /* else it may choose an element of a record */
    bool is_both_written = is_dense && survey_both_written(survey, sums);
    for (uint32_t i = 0; i < apart.count; i++) {
        struct quantity field = {.parts = {apart.parts[i]}, .count = 1};
        if (apart.parts[i].atom_count == 0 || apart.parts[i].factor % unit != 0)
            continue;
        field.parts[0].factor = unit;
        if (!quantity_has_param(survey->prover, &field) || (!is_both_written && !separates_fields(survey->prover, survey->array, &apart.parts[i])))
            continue;
        note_stride(survey, &field);
        for (int who = 0; who < 2; who++) {
            survey->subject = (uint32_t)who;
            add_rows(survey, &sums[who], &field, 0, 0);
        }
    }
}
