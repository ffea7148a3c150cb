#include "prove/candidate.h"

#include <inttypes.h>

#include "protocol/expression.h"
#include "prove/index.h"

enum { GUARDS_MAX = 16, PARAMS_MAX = 8, WARP = 32 };

/* sum < limit, from a guard. */
struct bound { struct index_sum sum; struct quantity limit; };

struct survey {
    struct prover *prover;
    struct candidates *out;
    struct bound bounds[GUARDS_MAX]; uint32_t bound_count;
    symbol_ref params[PARAMS_MAX], strides[PARAMS_MAX]; uint32_t param_count, stride_count;
};

/* ---- making candidates ---- */

static void add(struct survey *survey, struct candidate candidate) {
    struct candidates *out = survey->out;
    struct prover *prover = survey->prover;
    candidate.condition.term = prover_scoped(prover, candidate.condition.term);
    if (!candidate.condition.text || term_is_const(prover->terms, candidate.condition.term, NULL) || out->count == CANDIDATES_MAX)
        return;
    for (uint32_t i = 0; i < out->count; i++)
        if (term_same(out->list[i].condition.term, candidate.condition.term))
            return;
    uint32_t at = out->count++;
    for (; at > 0 && out->list[at - 1].class > candidate.class; at--)
        out->list[at] = out->list[at - 1];
    out->list[at] = candidate;
}

/* a >= b */
static void add_at_least(struct survey *survey, enum candidate_class class, const struct quantity *a, const struct quantity *b) {
    struct prover *prover = survey->prover;
    struct quantity difference;
    int64_t always;
    if (!quantity_add(a, -1, b, &difference) || quantity_is_constant(&difference, &always))
        return;
    const char *left = quantity_text(prover->arena, prover->protocol, a), *right = quantity_text(prover->arena, prover->protocol, b);
    if (!left || !right)
        return;
    term_ref term = term_sle(prover->terms, quantity_term(prover->protocol, b), quantity_term(prover->protocol, a));
    add(survey, (struct candidate){.class = class, .condition = {arena_printf(prover->arena, "%s >= %s", left, right), term}});
}

/* blockDim.axis <= limit */
static void add_limit(struct survey *survey, enum candidate_class class, uint32_t axis, uint64_t limit) {
    struct prover *prover = survey->prover;
    if (limit > 1024 || limit < 1)
        return;
    term_ref dim = prover->protocol->bdim[axis];
    const char *text = arena_printf(prover->arena, "blockDim.%c %s %" PRIu64, "xyz"[axis], limit == 1 ? "==" : "<=", limit);
    add(survey, (struct candidate){.class = class, .axis = axis, .limit = (uint32_t)limit,
                                   .condition = {text, term_ule(prover->terms, dim, term_const(prover->terms, 32, limit))}});
}

static void add_multiple(struct survey *survey, uint32_t axis, uint64_t of) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    term_ref rest = term_binary(t, TERM_UREM, prover->protocol->bdim[axis], term_const(t, 32, of));
    add(survey, (struct candidate){.class = CANDIDATE_MULTIPLE, .axis = axis, .multiple = (uint32_t)of,
                                   .condition = {arena_printf(prover->arena, "blockDim.%c %% %" PRIu64 " == 0", "xyz"[axis], of),
                                                 term_eq(t, rest, term_const(t, 32, 0))}});
}

static void add_power(struct survey *survey, term_ref symbol) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    struct quantity q = quantity_atom(symbol);
    const char *name = quantity_text(prover->arena, prover->protocol, &q);
    if (!name)
        return;
    term_ref term = expression_power_of_two(t, quantity_term(prover->protocol, &q));
    add(survey, (struct candidate){.class = CANDIDATE_POWER, .symbol = {(uint32_t)term_get(t, symbol)->value},
                                   .condition = {arena_printf(prover->arena, "power_of_two(%s)", name), term}});
}

/* ---- rows ---- */

/* What the axis of a digit is, if it is a thread's or a block's. */
static bool is_index_of(const struct prover *prover, term_ref index, enum symbol_role role, uint32_t *axis) {
    const struct term *term = term_get(prover->terms, index);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    const struct symbol *s = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value});
    *axis = s->axis;
    return s->role == role;
}

static const struct digit *find_digit(const struct prover *prover, const struct index_sum *sum, enum symbol_role role, uint32_t axis) {
    uint32_t of;
    for (uint32_t i = 0; i < sum->count; i++)
        if (is_index_of(prover, sum->digits[i].index, role, &of) && of == axis)
            return &sum->digits[i];
    return NULL;
}

/* A few iterations, whatever the arguments: a loop over the rows of a tile. */
static bool is_short_loop(const struct survey *survey, term_ref index) {
    int64_t limit;
    for (uint32_t i = 0; i < survey->bound_count; i++)
        if (survey->bounds[i].sum.count == 1 && term_same(survey->bounds[i].sum.digits[0].index, index) &&
            quantity_is_constant(&survey->bounds[i].limit, &limit))
            return true;
    return false;
}

/* Whether some blockIdx counts in larger steps than this digit: a part of a block's tile. */
static bool is_inside_block(const struct prover *prover, const struct index_sum *row, const struct digit *digit, uint32_t axis) {
    for (uint32_t i = 0; i < row->count; i++) {
        struct quantity ratio;
        uint32_t of;
        int64_t tile;
        if (!is_index_of(prover, row->digits[i].index, SYMBOL_BID, &of) ||
            !quantity_divide(&row->digits[i].coefficient, &digit->coefficient, &ratio))
            continue;
        if (of == axis || (quantity_is_constant(&ratio, &tile) && tile > 1))
            return true;
    }
    return false;
}

/* Numbers of threads and blocks that the digits of `row` count: blockIdx.x * C +
   threadIdx.x counts gridDim.x * C. False if a digit is of another kind. */
static bool launch_width(const struct survey *survey, const struct index_sum *row, struct quantity *width) {
    const struct prover *prover = survey->prover;
    *width = quantity_constant(0);
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t axis = 3;
        struct quantity extent = row->digits[i].coefficient;
        bool is_block = is_index_of(prover, row->digits[i].index, SYMBOL_BID, &axis);
        bool is_thread = is_index_of(prover, row->digits[i].index, SYMBOL_TID, &axis);
        if (!is_block && !is_thread && !is_short_loop(survey, row->digits[i].index))
            return false;
        if (!is_block && is_inside_block(prover, row, &row->digits[i], is_thread ? axis : 3))
            continue;
        if (!is_block && !is_thread)
            return false;
        struct quantity dim = quantity_atom(is_block ? prover->protocol->gdim[axis] : prover->protocol->bdim[axis]);
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

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* radix >= width, both divided by what they have in common. */
static void add_row(struct survey *survey, const struct quantity *radix, const struct quantity *width, int64_t gap) {
    struct quantity longer, one = quantity_constant(1);
    int64_t common = common_divisor(quantity_content(radix), quantity_content(width));
    struct quantity by = quantity_constant(common), a, b;
    if (common == 0 || !quantity_divide(radix, &by, &a) || !quantity_divide(width, &by, &b))
        return;
    add_at_least(survey, CANDIDATE_ROW, &a, &b);
    if (gap != 0 && quantity_add(&b, gap / common + (gap % common != 0), &one, &longer))
        add_at_least(survey, CANDIDATE_LONG_ROW, &a, &longer);
}

static bool has_param(const struct prover *prover, const struct quantity *q) {
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            if (term_deps(prover->terms, q->parts[i].atoms[j]) & DEP_INPUT)
                return true;
    return false;
}

/* The digits that a stride's radix must exceed: constant multiples of `below`. */
static void row_of(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride, const struct quantity *below, struct index_sum *row) {
    *row = (struct index_sum){.count = 0};
    for (uint32_t i = 0; i < sum->count; i++) {
        struct quantity ratio;
        if (quantity_divide(&sum->digits[i].coefficient, stride, &ratio) ||
            !quantity_divide(&sum->digits[i].coefficient, below, &ratio) || has_param(prover, &ratio))
            continue;
        row->digits[row->count++] = (struct digit){sum->digits[i].index, ratio};
    }
}

/* The stride without its constant factor. */
static bool primitive(const struct quantity *q, struct quantity *out) {
    struct quantity by = quantity_constant(quantity_content(q));
    return q->count > 0 && q->parts[0].factor > 0 && quantity_divide(q, &by, out);
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
        if (has_param(prover, &sum->digits[i].coefficient) && primitive(&sum->digits[i].coefficient, &other) &&
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

static void add_rows(struct survey *survey, const struct index_sum *sum, const struct quantity *stride, int64_t gap) {
    struct prover *prover = survey->prover;
    struct quantity below = stride_below(prover, sum, stride), radix, width;
    struct index_sum row;
    if (!quantity_divide(stride, &below, &radix))
        return;
    row_of(prover, sum, stride, &below, &row);
    bool is_guarded = false;
    for (uint32_t i = 0; i < survey->bound_count; i++) {
        if (!bounded_width(&row, &survey->bounds[i], &width))
            continue;
        is_guarded = true;
        if (!shares_atoms(&radix, &width))
            add_row(survey, &radix, &width, gap);
    }
    if (!is_guarded && launch_width(survey, &row, &width)) /* a guard is there because the launch is larger */
        add_row(survey, &radix, &width, gap);
}

static void survey_strides(struct survey *survey, const struct index_sum *sum, int64_t gap) {
    struct quantity stride;
    for (uint32_t i = 0; i < sum->count; i++) {
        if (!has_param(survey->prover, &sum->digits[i].coefficient) || !primitive(&sum->digits[i].coefficient, &stride))
            continue;
        note_stride(survey, &stride);
        add_rows(survey, sum, &stride, gap);
    }
}

/* ---- tiles ---- */

/* a = factor * b, or would be if the parameters they are multiples of were one. */
static bool is_multiple(const struct prover *prover, const struct quantity *a, const struct quantity *b, int64_t *factor) {
    struct quantity ratio;
    if (quantity_divide(a, b, &ratio))
        return quantity_is_constant(&ratio, factor);
    *factor = b->count ? quantity_content(a) / quantity_content(b) : 0;
    return a->count == 1 && b->count == 1 && a->parts[0].atom_count == 1 && b->parts[0].atom_count == 1 && has_param(prover, a) &&
           has_param(prover, b) && quantity_content(a) % quantity_content(b) == 0;
}

/* blockIdx.a * C, another axis * C or a short loop's iteration * C beside threadIdx.a: a tile of C. */
static void survey_tiles(struct survey *survey, const struct index_sum *sum) {
    const struct prover *prover = survey->prover;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const struct digit *thread = find_digit(prover, sum, SYMBOL_TID, axis);
        int64_t tile;
        if (!thread)
            continue;
        for (uint32_t i = 0; i < sum->count; i++) {
            uint32_t of;
            if (&sum->digits[i] == thread || !is_multiple(prover, &sum->digits[i].coefficient, &thread->coefficient, &tile))
                continue;
            bool is_block = is_index_of(prover, sum->digits[i].index, SYMBOL_BID, &of);
            if (!is_block && !is_index_of(prover, sum->digits[i].index, SYMBOL_TID, &of) && !is_short_loop(survey, sum->digits[i].index))
                continue;
            if (tile >= (is_block ? 2 : 8))
                add_limit(survey, CANDIDATE_TILE, axis, (uint64_t)tile);
        }
    }
}

/* ---- guards ---- */

static void add_bound(struct survey *survey, term_ref low, term_ref high, bool or_equal) {
    struct bound bound;
    struct index_sum above;
    struct quantity one = quantity_constant(1);
    const struct term_table *t = survey->prover->terms;
    if (survey->bound_count == GUARDS_MAX || !index_sum_of(t, low, &bound.sum) || !index_sum_of(t, high, &above) || above.count != 0 ||
        bound.sum.count == 0 || !quantity_add(&above.rest, -1, &bound.sum.rest, &bound.limit) ||
        (or_equal && !quantity_add(&bound.limit, 1, &one, &bound.limit)))
        return;
    survey->bounds[survey->bound_count++] = bound;
}

/* P - Q of parameters is meant not to be negative. */
static void survey_difference(struct survey *survey, const struct quantity *q) {
    struct quantity plus = quantity_constant(0), minus = quantity_constant(0);
    for (uint32_t i = 0; i < q->count; i++) {
        struct quantity part = {.parts = {q->parts[i]}, .count = 1};
        bool fits = q->parts[i].factor > 0 ? quantity_add(&plus, 1, &part, &plus) : quantity_add(&minus, -1, &part, &minus);
        if (!fits)
            return;
    }
    int64_t value;
    if (has_param(survey->prover, &plus) && has_param(survey->prover, &minus) && !quantity_is_constant(&minus, &value))
        add_at_least(survey, CANDIDATE_ORDER, &plus, &minus);
}

static void survey_guard(struct survey *survey, term_ref guard) {
    const struct term_table *t = survey->prover->terms;
    const struct term term = *term_get(t, guard);
    enum term_op op = term_op_of(&term);
    if (op == TERM_AND && term.width_bits == 1) {
        survey_guard(survey, term_child(t, guard, 0));
        survey_guard(survey, term_child(t, guard, 1));
        return;
    }
    if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE)
        return;
    struct index_sum sides[2];
    for (uint32_t i = 0; i < 2; i++)
        if (index_sum_of(t, term_child(t, guard, i), &sides[i]))
            survey_difference(survey, &sides[i].rest);
    add_bound(survey, term_child(t, guard, 0), term_child(t, guard, 1), op == TERM_SLE || op == TERM_ULE);
}

/* ---- everything below the terms ---- */

static void note_param(void *context, symbol_ref symbol) {
    struct survey *survey = context;
    const struct symbol *s = symbol_get(survey->prover->terms, symbol);
    const struct protocol *p = survey->prover->protocol;
    bool is_number = s->role == SYMBOL_PARAM && s->width_bits >= 16;
    for (uint32_t i = 0; i < p->param_count; i++)
        is_number &= !p->params[i].is_float || strcmp(p->params[i].name, s->name) != 0;
    if (!is_number || survey->param_count == PARAMS_MAX)
        return;
    for (uint32_t i = 0; i < survey->param_count; i++)
        if (survey->params[i].id == symbol.id)
            return;
    survey->params[survey->param_count++] = symbol;
}

static bool is_uniform_symbol(const struct prover *prover, term_ref t) {
    const struct term *term = term_get(prover->terms, t);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    enum symbol_role role = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value})->role;
    return role == SYMBOL_BDIM || role == SYMBOL_PARAM;
}

/* Halving, and masks of P - 1. */
static void survey_power(struct survey *survey, term_ref t, enum term_op op) {
    const struct prover *prover = survey->prover;
    term_ref first = term_child(prover->terms, t, 0), second = term_child(prover->terms, t, 1);
    bool is_repeated = !term_is_const(prover->terms, second, NULL) || (term_deps(prover->terms, first) & DEP_LAUNCH) != 0;
    if ((op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_SDIV) && is_repeated && is_uniform_symbol(prover, first))
        add_power(survey, first);
    if ((op == TERM_UREM || op == TERM_SREM || op == TERM_UDIV) && is_uniform_symbol(prover, second))
        add_power(survey, second);
    for (int side = 0; op == TERM_AND && side < 2; side++) {
        term_ref mask = side ? second : first;
        const struct term *sum = term_get(prover->terms, mask);
        uint64_t less;
        if (term_op_of(sum) == TERM_ADD && term_is_const(prover->terms, term_child(prover->terms, mask, 1), &less) &&
            less == (sum->width_bits == 64 ? UINT64_MAX : (UINT64_C(1) << sum->width_bits) - 1) &&
            is_uniform_symbol(prover, term_child(prover->terms, mask, 0)))
            add_power(survey, term_child(prover->terms, mask, 0));
    }
}

static bool thread_axis(const struct prover *prover, term_ref t, uint32_t *axis) {
    struct index_sum sum;
    if (!index_sum_of(prover->terms, t, &sum))
        return false;
    for (*axis = 0; *axis < 3; ++*axis)
        if (find_digit(prover, &sum, SYMBOL_TID, *axis))
            return true;
    return false;
}

/* Groups of C threads. */
static void survey_groups(struct survey *survey, term_ref t, const struct term *term) {
    const struct prover *prover = survey->prover;
    enum term_op op = term_op_of(term);
    uint32_t axis;
    uint64_t value, group = 0;
    if (term->arity != 2 || !term_is_const(prover->terms, term_child(prover->terms, t, 1), &value) || !thread_axis(prover, term_child(prover->terms, t, 0), &axis))
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

static void survey_terms(struct survey *survey, term_ref root) {
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
        if (term.arity == 2)
            survey_power(survey, r, term_op_of(&term));
        survey_groups(survey, r, &term);
        for (uint32_t i = 0; i < term.arity; i++)
            vec_push(&pending, term_child(t, r, i));
    }
    map_release(&seen);
    vec_release(&pending);
    term_visit_symbols(t, root, note_param, survey);
}

/* ---- axes ---- */

/* Every use of threadIdx.y and z is in the number of the thread in its block:
   x + blockDim.x * (y + blockDim.y * z), or a multiple of it. */
struct ranks { const struct prover *prover; struct map seen; VEC(term_ref) pending; bool failed; };

static bool is_rank(const struct prover *prover, const struct index_sum *sum, uint32_t axis) {
    const struct protocol *p = prover->protocol;
    const struct digit *x = find_digit(prover, sum, SYMBOL_TID, 0), *other = find_digit(prover, sum, SYMBOL_TID, axis);
    if (!other)
        return true;
    if (!x)
        return false;
    struct quantity expected = x->coefficient;
    for (uint32_t a = 0; a < axis; a++) {
        struct index_sum dim;
        if (!index_sum_of(prover->terms, prover->fixed_block[a] ? term_const(prover->terms, 32, prover->block[a]) : p->bdim[a], &dim) ||
            !quantity_multiply(&expected, &dim.rest, &expected))
            return false;
    }
    return quantity_equal(&expected, &other->coefficient);
}

static void visit_rank(struct ranks *ranks, term_ref r) {
    const struct prover *prover = ranks->prover;
    const struct term term = *term_get(prover->terms, r);
    enum term_op op = term_op_of(&term);
    struct index_sum sum;
    uint32_t axis;
    if ((op == TERM_ADD || op == TERM_MUL) && index_sum_of(prover->terms, r, &sum)) {
        ranks->failed |= !is_rank(prover, &sum, 1) || !is_rank(prover, &sum, 2);
        for (uint32_t i = 0; i < sum.count; i++)
            if (!is_index_of(prover, sum.digits[i].index, SYMBOL_TID, &axis))
                vec_push(&ranks->pending, sum.digits[i].index);
        return;
    }
    ranks->failed |= is_index_of(prover, r, SYMBOL_TID, &axis) && axis > 0;
    for (uint32_t i = 0; i < term.arity; i++)
        vec_push(&ranks->pending, term_child(prover->terms, r, i));
}

static bool only_ranks(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct ranks ranks = {.prover = prover};
    map_init(&ranks.seen);
    for (uint32_t i = 0; i < p->item_count; i++) {
        const term_ref roots[] = {prover->items[i].guard, prover->items[i].offset, prover->items[i].size, prover->items[i].value};
        for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
            if (!term_is_none(roots[r]))
                vec_push(&ranks.pending, roots[r]);
    }
    while (ranks.pending.size > 0 && !ranks.failed) {
        term_ref r = vec_pop(&ranks.pending);
        if (map_get(&ranks.seen, r.id, NULL))
            continue;
        map_set(&ranks.seen, r.id, 1);
        visit_rank(&ranks, r);
    }
    map_release(&ranks.seen);
    vec_release(&ranks.pending);
    return !ranks.failed;
}

static void survey_axes(struct survey *survey) {
    const struct prover *prover = survey->prover;
    if ((prover->fixed_block[1] && prover->fixed_block[2]) || !only_ranks(prover))
        return;
    add_limit(survey, CANDIDATE_AXIS, 1, 1);
    add_limit(survey, CANDIDATE_AXIS, 2, 1);
}

/* ---- two offsets ---- */

/* In elements: without the constant that all coefficients share. */
static int64_t to_elements(struct index_sum *sum) {
    int64_t common = 0;
    for (uint32_t i = 0; i < sum->count; i++)
        common = common_divisor(quantity_content(&sum->digits[i].coefficient), common);
    struct quantity by = quantity_constant(common);
    for (uint32_t i = 0; i < sum->count; i++)
        (void)quantity_divide(&sum->digits[i].coefficient, &by, &sum->digits[i].coefficient);
    return common ? common : 1;
}

/* Fields of a structure of arrays lie a parameter's multiples apart: the
   parameter is a stride if some offset into the array has a multiple of it. */
static bool separates_fields(const struct prover *prover, uint32_t array, const struct addend *part) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct index_sum sum;
        if (p->items[i].kind != ITEM_ACCESS || p->items[i].array != array || !index_sum_of(prover->terms, prover->items[i].offset, &sum))
            continue;
        for (uint32_t j = 0; j < sum.rest.count; j++) {
            const struct addend *other = &sum.rest.parts[j];
            int64_t bytes = p->arrays[array].elem_bytes ? p->arrays[array].elem_bytes : 1;
            if (other->atom_count == 1 && term_same(other->atoms[0], part->atoms[0]) && other->factor >= 2 * bytes)
                return true;
        }
    }
    return false;
}

static void survey_fields(struct survey *survey, uint32_t array, const struct index_sum sums[2]) {
    struct quantity apart;
    if (!quantity_add(&sums[0].rest, -1, &sums[1].rest, &apart))
        return;
    for (uint32_t i = 0; i < apart.count; i++) {
        struct quantity field = {.parts = {apart.parts[i]}, .count = 1};
        field.parts[0].factor = 1;
        if (apart.parts[i].atom_count != 1 || !has_param(survey->prover, &field) || !separates_fields(survey->prover, array, &apart.parts[i]))
            continue;
        note_stride(survey, &field);
        for (int who = 0; who < 2; who++) {
            struct index_sum elements = sums[who];
            (void)to_elements(&elements);
            add_rows(survey, &elements, &field, 0);
        }
    }
}

static int64_t gap_between(const struct index_sum sums[2]) {
    struct quantity apart;
    int64_t gap;
    if (!quantity_add(&sums[0].rest, -1, &sums[1].rest, &apart) || !quantity_is_constant(&apart, &gap))
        return 0;
    return gap < 0 ? -gap : gap;
}

static void survey_offsets(struct survey *survey, uint32_t a, uint32_t b) {
    struct prover *prover = survey->prover;
    const struct proto_item *item = &prover->protocol->items[a];
    struct index_sum sums[2];
    uint32_t both[2] = {a, b == PROTOCOL_NONE ? a : b};
    bool known[2];
    for (int i = 0; i < 2; i++)
        known[i] = item->kind == ITEM_ACCESS && index_sum_of(prover->terms, prover->items[both[i]].offset, &sums[i]);
    int64_t gap = known[0] && known[1] ? gap_between(sums) : 0;
    for (int i = 0; i < 2; i++)
        if (known[i]) {
            struct index_sum elements = sums[i];
            int64_t bytes = to_elements(&elements);
            survey_strides(survey, &elements, (gap + bytes - 1) / bytes);
            survey_tiles(survey, &elements);
        }
    if (known[0] && known[1])
        survey_fields(survey, item->array, sums);
}

static bool is_stride(const struct survey *survey, symbol_ref symbol) {
    for (uint32_t i = 0; i < survey->stride_count; i++)
        if (survey->strides[i].id == symbol.id)
            return true;
    return false;
}

static void survey_params(struct survey *survey) {
    struct prover *prover = survey->prover;
    for (uint32_t i = 0; i < survey->param_count; i++) {
        struct quantity p = quantity_atom(term_symbol(prover->terms, survey->params[i]));
        struct quantity least = quantity_constant(is_stride(survey, survey->params[i]));
        add_at_least(survey, CANDIDATE_SIGN, &p, &least);
    }
    for (uint32_t i = 0; i < survey->stride_count; i++)
        for (uint32_t j = i + 1; j < survey->stride_count; j++) {
            term_ref p = term_symbol(prover->terms, survey->strides[i]), q = term_symbol(prover->terms, survey->strides[j]);
            if (term_width(prover->terms, p) != term_width(prover->terms, q))
                continue;
            const char *text = arena_printf(prover->arena, "%s == %s", symbol_get(prover->terms, survey->strides[i])->name,
                                            symbol_get(prover->terms, survey->strides[j])->name);
            add(survey, (struct candidate){.class = CANDIDATE_SAME, .symbol = survey->strides[i], .other = q, .condition = {text, term_eq(prover->terms, p, q)}});
        }
}

/* No block satisfies both a multiple of C and a limit below C. */
static void drop_contradictions(struct candidates *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        bool contradicts = false;
        for (uint32_t j = 0; j < c->count && c->list[i].class == CANDIDATE_MULTIPLE; j++)
            contradicts |= c->list[j].limit != 0 && c->list[j].axis == c->list[i].axis && c->list[j].limit < c->list[i].multiple;
        if (!contradicts)
            c->list[kept++] = c->list[i];
    }
    c->count = kept;
}

void candidates_of(struct prover *prover, uint32_t a, uint32_t b, struct candidates *out) {
    struct survey *survey = arena_alloc(prover->arena, sizeof *survey);
    *survey = (struct survey){.prover = prover, .out = out};
    out->count = 0;
    if (a == PROTOCOL_NONE)
        return;
    uint32_t both[2] = {a, b};
    for (int i = 0; i < 2 && both[i] != PROTOCOL_NONE; i++)
        survey_guard(survey, prover->items[both[i]].guard);
    survey_axes(survey);
    survey_offsets(survey, a, b);
    for (int i = 0; i < 2 && both[i] != PROTOCOL_NONE; i++) {
        survey_terms(survey, prover->items[both[i]].guard);
        survey_terms(survey, prover->items[both[i]].offset);
    }
    survey_params(survey);
    drop_contradictions(out);
}
