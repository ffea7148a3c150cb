/* What the user requires of launches (prove.h): facts of every query.

   An equality of a dimension or parameter with a constant or another parameter
   is also put into the terms, where a proof needs it, as is a multiple of a
   power of two, and a power of two is decided case by case. */
#include "prove/prover.h"

enum { EQUALITIES_MAX = 16 };
#define CONSISTENT_STEPS UINT64_C(300000)

static term_ref without_casts(const struct term_table *t, term_ref a) {
    while (term_op_of(term_get(t, a)) == TERM_ZEXT || term_op_of(term_get(t, a)) == TERM_SEXT)
        a = term_child(t, a, 0);
    return a;
}

static bool is_launch_symbol(const struct term_table *t, term_ref a, symbol_ref *symbol) {
    const struct term *term = term_get(t, a);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = (symbol_ref){(uint32_t)term->value};
    enum symbol_role role = symbol_get(t, *symbol)->role;
    return role == SYMBOL_BDIM || role == SYMBOL_GDIM || role == SYMBOL_PARAM;
}

static void add_equality(struct prover *prover, symbol_ref symbol, term_ref value) {
    for (uint32_t i = 0; i < prover->equalities.size; i++)
        if (prover->equalities.data[i].symbol.id == symbol.id)
            return;
    if (prover->equalities.size < EQUALITIES_MAX && !term_has_symbol(prover->terms, value, symbol))
        vec_push(&prover->equalities, (struct equality){symbol, value});
}

/* a == b of values that are widened the same way, or of a value and a constant in its range. */
static void note_equality(struct prover *prover, term_ref a, term_ref b) {
    struct term_table *t = prover->terms;
    term_ref x = without_casts(t, a), y = without_casts(t, b);
    symbol_ref symbol, other;
    uint64_t value;
    if (term_is_const(t, a, &value)) {
        note_equality(prover, b, a);
        return;
    }
    if (!is_launch_symbol(t, x, &symbol))
        return;
    uint8_t w = term_width(t, x), full = term_width(t, a);
    if (term_is_const(t, b, &value)) {
        term_ref narrow = term_const(t, w, value);
        bool is_signed = term_op_of(term_get(t, a)) == TERM_SEXT;
        if (term_same(is_signed ? term_sext(t, narrow, full) : term_zext(t, narrow, full), b))
            add_equality(prover, symbol, narrow);
        return;
    }
    if (is_launch_symbol(t, y, &other) && symbol_get(t, symbol)->role == SYMBOL_PARAM && symbol_get(t, other)->role == SYMBOL_PARAM &&
        term_op_of(term_get(t, a)) == term_op_of(term_get(t, b)) && w == term_width(t, y))
        add_equality(prover, symbol, y);
}

/* (x & (x - 1)) == 0: x is a power of two, or zero. */
static void note_power(struct prover *prover, term_ref equation) {
    struct term_table *t = prover->terms;
    symbol_ref symbol;
    for (uint32_t side = 0; side < 2 && prover->powers.size == 0; side++) {
        term_ref mask = term_child(t, equation, side);
        if (term_op_of(term_get(t, mask)) != TERM_AND || !term_same(term_child(t, equation, 1 - side), term_const(t, term_width(t, mask), 0)))
            continue;
        for (uint32_t i = 0; i < 2; i++) {
            term_ref x = term_child(t, mask, i), less = term_sub(t, x, term_const(t, term_width(t, x), 1), 0);
            term_ref other = term_child(t, mask, 1 - i);
            bool is_less = term_same(other, less) || term_same(other, term_sub(t, x, term_const(t, term_width(t, x), 1), TERM_NSW));
            if (is_less && prover->powers.size == 0 && is_launch_symbol(t, without_casts(t, x), &symbol))
                vec_push(&prover->powers, symbol);
        }
    }
}

/* x % C == 0 */
static void note_multiple(struct prover *prover, term_ref equation) {
    const struct term_table *t = prover->terms;
    for (uint32_t side = 0; side < 2; side++) {
        term_ref rest = term_child(t, equation, side);
        enum term_op op = term_op_of(term_get(t, rest));
        symbol_ref symbol;
        uint64_t of, zero;
        if ((op != TERM_UREM && op != TERM_SREM && op != TERM_AND) || !term_is_const(t, term_child(t, equation, 1 - side), &zero) || zero != 0 ||
            !term_is_const(t, term_child(t, rest, 1), &of) || !is_launch_symbol(t, without_casts(t, term_child(t, rest, 0)), &symbol))
            continue;
        of += op == TERM_AND;
        if (of != 0 && (op != TERM_AND || (of & (of - 1)) == 0))
            vec_push(&prover->multiples, ((struct size_multiple){symbol, of}));
    }
}

static void visit_condition(struct prover *prover, term_ref condition) {
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, condition));
    if (op == TERM_AND) {
        visit_condition(prover, term_child(t, condition, 0));
        visit_condition(prover, term_child(t, condition, 1));
    } else if (op == TERM_EQ && term_width(t, term_child(t, condition, 0)) > 1) {
        note_equality(prover, term_child(t, condition, 0), term_child(t, condition, 1));
        note_power(prover, condition);
        note_multiple(prover, condition);
    }
}

void required_note(struct prover *prover) {
    for (uint32_t i = 0; i < prover->scope->required_count; i++)
        visit_condition(prover, prover->scope->required[i].term);
}

uint32_t required_dimension(const struct prover *prover, enum symbol_role role, uint32_t axis) {
    uint64_t value;
    for (uint32_t i = 0; i < prover->equalities.size; i++) {
        const struct symbol *s = symbol_get(prover->terms, prover->equalities.data[i].symbol);
        if (s->role == role && s->axis == axis && term_is_const(prover->terms, prover->equalities.data[i].value, &value))
            return (uint32_t)value;
    }
    return 0;
}

term_ref required_value(const struct prover *prover, symbol_ref symbol) {
    term_ref value = TERM_NONE;
    for (uint32_t step = 0; step < EQUALITIES_MAX; step++) {
        bool found = false;
        for (uint32_t i = 0; i < prover->equalities.size && !found; i++) {
            found = prover->equalities.data[i].symbol.id == symbol.id;
            value = found ? prover->equalities.data[i].value : value;
        }
        const struct term *term = found ? term_get(prover->terms, value) : NULL;
        if (!found || term_op_of(term) != TERM_SYMBOL)
            return value;
        symbol = (symbol_ref){(uint32_t)term->value};
    }
    return TERM_NONE; /* a circle */
}

void required_facts(struct prover *prover) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->scope->required_count; i++) {
        term_ref fact = prover_scoped(prover, prover->scope->required[i].term);
        if (!term_is_true(t, fact))
            vec_push(&prover->launch_facts, fact);
    }
    for (uint32_t i = 0; i < prover->equalities.size; i++) {
        symbol_ref symbol = prover->equalities.data[i].symbol;
        term_ref value = required_value(prover, symbol);
        if (symbol_get(t, symbol)->role == SYMBOL_PARAM && !term_is_none(value))
            vec_push(&prover->launch_facts, term_eq(t, term_symbol(t, symbol), value));
    }
}

/* ---- an example ---- */

static const uint64_t NATURAL_MOST[] = {64, 1024, 16384};

struct reader { struct prover *prover; struct smt_query *model; const struct launch *launch; term_ref natural; uint64_t most; VEC(struct prove_named) params; };

static void read_param(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct term_table *t = reader->prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    if (s.role != SYMBOL_PARAM)
        return;
    term_ref value = substitution_apply(reader->launch->substitution, term_symbol(t, symbol));
    vec_push(&reader->params, (struct prove_named){s.name, smt_model_term(reader->model, t, value), s.width_bits});
}

static void natural_param(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct term_table *t = reader->prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    if (s.role != SYMBOL_PARAM || s.width_bits < 16 || reader->most == 0)
        return;
    term_ref p = term_symbol(t, symbol);
    reader->natural = term_and(t, reader->natural, term_and(t, term_sle(t, term_const(t, s.width_bits, 1), p),
                                                            term_sle(t, p, term_const(t, s.width_bits, reader->most))));
}

static bool try_example(struct prover *prover, const struct launch *launch, term_ref all, struct prove_report *report) {
    struct reader reader = {.prover = prover, .launch = launch};
    term_ref here = substitution_apply(launch->substitution, all);
    if (witness_solve(prover, term_true(prover->terms), launch, here, CONSISTENT_STEPS, &reader.model) != SMT_SAT)
        return false;
    term_visit_symbols(prover->terms, all, read_param, &reader);
    smt_query_end(reader.model);
    report->has_example = true;
    memcpy(report->example.block, launch->block, sizeof launch->block);
    memcpy(report->example.grid, launch->grid, sizeof launch->grid);
    report->example.params = arena_alloc(prover->arena, (reader.params.size + 1) * sizeof *report->example.params);
    for (uint32_t i = 0; i < reader.params.size; i++)
        report->example.params[report->example.param_count++] = reader.params.data[i];
    vec_release(&reader.params);
    return true;
}

/* The most threads along each axis that the conditions do not plainly exclude; 0: any. */
static void axis_limits(struct prover *prover, term_ref all, uint32_t limit[LAUNCH_AXES]) {
    struct term_table *t = prover->terms;
    for (uint32_t a = 0; a < 3; a++) {
        const struct term *dim = term_get(t, prover->protocol->bdim[a]);
        symbol_ref symbol = {(uint32_t)dim->value};
        if (term_op_of(dim) != TERM_SYMBOL || prover->fixed_block[a])
            continue;
        for (uint32_t most = a == 2 ? 64 : 1024; most > 1 && limit[a] == 0; most /= 2)
            if (!term_is_false(t, fix_symbol(t, all, symbol, term_const(t, 32, most))))
                limit[a] = most;
        limit[a] = limit[a] ? limit[a] : 1;
    }
}

bool required_is_possible(struct prover *prover, struct prove_report *report) {
    struct term_table *t = prover->terms;
    term_ref all = prover_facts(prover, WITHIN_BLOCK, term_true(t));
    uint32_t limit[LAUNCH_AXES] = {0};
    if (prover->scope->required_count == 0)
        return true;
    if (term_is_false(t, all))
        return false;
    launch_list(prover);
    axis_limits(prover, all, limit);
    for (uint32_t pass = 0; pass < 4; pass++) {
        struct reader natural = {.prover = prover, .natural = all, .most = pass < 3 ? NATURAL_MOST[pass] : 0};
        term_visit_symbols(t, all, natural_param, &natural);
        for (uint32_t i = prover->first_between; i < prover->launches.size; i++) {
            const struct launch *launch = prover->launches.data[i].natural ? launch_within(prover, i, limit) : NULL;
            if (launch && try_example(prover, launch, natural.natural, report))
                return true;
        }
    }
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_assert(prover, query, all);
    enum smt_result result = smt_check(query, CONSISTENT_STEPS);
    smt_query_end(query);
    return result == SMT_SAT;
}
