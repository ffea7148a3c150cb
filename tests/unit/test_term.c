/* The table itself: symbols, facts, functions, dependencies, walks over terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "term_tree.h"

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static term_ref make(struct term_table *table, const char *name, uint8_t width, enum symbol_role role, enum symbol_scope scope) {
    struct symbol symbol = {.name = name, .width_bits = width, .role = role, .scope = scope};
    return term_symbol(table, symbol_create(table, &symbol));
}

static void symbols_have_unique_names(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    make(table, "i", 32, SYMBOL_PARAM, SCOPE_UNIFORM);
    make(table, "i", 32, SYMBOL_COUNTER, SCOPE_THREAD);
    make(table, "i.1", 8, SYMBOL_VALUE, SCOPE_BLOCK);
    make(table, "true", 1, SYMBOL_VALUE, SCOPE_BLOCK);
    static const char *const names[] = {"i", "i.1", "i.1.1", "true.1"};
    assert_int_equal(symbol_count(table), 4);
    for (uint32_t i = 0; i < 4; i++) {
        symbol_ref found;
        assert_string_equal(symbol_get(table, (symbol_ref){i})->name, names[i]);
        assert_true(symbol_find(table, names[i], &found));
        assert_int_equal(found.id, i);
    }
    symbol_ref found;
    assert_false(symbol_find(table, "true", &found));
    assert_false(symbol_find(table, "j", &found));
    term_table_destroy(table);
}

static void facts_are_kept_in_order(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    struct symbol symbol = {.name = "x", .width_bits = 32, .role = SYMBOL_VALUE};
    symbol_ref s = symbol_create(table, &symbol);
    term_ref x = term_symbol(table, s);
    term_ref low = term_ule(table, term_const(table, 32, 3), x);
    term_ref high = term_ult(table, x, term_const(table, 32, 9));
    assert_int_equal(symbol_fact_count(table, s), 0);
    symbol_add_fact(table, s, high);
    symbol_add_fact(table, s, low);
    assert_int_equal(symbol_fact_count(table, s), 2);
    assert_true(term_same(symbol_fact(table, s, 0), high));
    assert_true(term_same(symbol_fact(table, s, 1), low));
    term_table_destroy(table);
}

static void dependencies_are_those_of_the_parts(void **state) {
    (void)state;
    static const struct {
        enum symbol_role role;
        enum symbol_scope scope;
        bool approximate;
        uint16_t deps;
    } rows[] = {
        {SYMBOL_TID, SCOPE_THREAD, false, DEP_THREAD},
        {SYMBOL_BID, SCOPE_BLOCK, false, DEP_BLOCK},
        {SYMBOL_BDIM, SCOPE_UNIFORM, false, DEP_LAUNCH},
        {SYMBOL_GDIM, SCOPE_UNIFORM, false, DEP_LAUNCH},
        {SYMBOL_PARAM, SCOPE_UNIFORM, false, DEP_INPUT},
        {SYMBOL_COUNTER, SCOPE_UNIFORM, false, DEP_COUNTER},
        {SYMBOL_COUNTER, SCOPE_BLOCK, false, DEP_COUNTER | DEP_BLOCK},
        {SYMBOL_FINAL, SCOPE_THREAD, false, DEP_COUNTER | DEP_THREAD},
        {SYMBOL_VALUE, SCOPE_UNIFORM, false, DEP_MEMORY},
        {SYMBOL_VALUE, SCOPE_BLOCK, true, DEP_MEMORY | DEP_BLOCK | DEP_APPROX},
        {SYMBOL_VALUE, SCOPE_THREAD, true, DEP_MEMORY | DEP_THREAD | DEP_APPROX},
    };
    struct term_table *table = term_table_create();
    uint32_t f = function_intern(table, "sqrt", 0);
    uint32_t g = function_intern(table, "__sinf", DEP_APPROX);
    assert_int_equal(function_intern(table, "sqrt", 0), f);
    assert_int_equal(function_count(table), 2);
    assert_string_equal(function_name(table, g), "__sinf");
    uint16_t all = 0;
    term_ref sum = term_const(table, 32, 0);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct symbol symbol = {.name = "s", .width_bits = 32};
        symbol.role = rows[i].role;
        symbol.scope = rows[i].scope;
        symbol.approximate = rows[i].approximate;
        term_ref x = term_symbol(table, symbol_create(table, &symbol));
        assert_int_equal(term_deps(table, x), rows[i].deps);
        assert_int_equal(term_deps(table, term_apply(table, f, 32, &x, 1)), rows[i].deps);
        assert_int_equal(term_deps(table, term_apply(table, g, 32, &x, 1)), rows[i].deps | DEP_APPROX);
        all |= rows[i].deps;
        sum = term_add(table, sum, x, 0);
        assert_int_equal(term_deps(table, sum), all);
    }
    assert_int_equal(term_deps(table, term_const(table, 8, 3)), 0);
    assert_int_equal(term_deps(table, term_sub(table, sum, sum, 0)), 0);
    term_table_destroy(table);
}

struct seen {
    uint32_t ids[8], count;
};

static void see(void *context, symbol_ref symbol) {
    struct seen *seen = context;
    seen->ids[seen->count++] = symbol.id;
}

static void symbols_of_a_term_are_visited_in_order(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    term_ref x[5];
    for (int i = 0; i < 5; i++)
        x[i] = make(table, "x", 32, i == 2 ? SYMBOL_TID : SYMBOL_PARAM, SCOPE_THREAD);
    term_ref t = term_binary(table, TERM_UDIV, x[4], term_mul(table, x[1], x[2], 0));
    t = term_ite(table, term_ult(table, t, x[1]), t, x[1]);
    struct seen seen = {.count = 0};
    term_visit_symbols(table, t, see, &seen);
    assert_int_equal(seen.count, 3);
    assert_int_equal(seen.ids[0], 1);
    assert_int_equal(seen.ids[1], 2);
    assert_int_equal(seen.ids[2], 4);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(term_has_symbol(table, t, (symbol_ref){i}), i == 1 || i == 2 || i == 4);
    term_table_destroy(table);
}

static void ranges_of_the_launch(void **state) {
    (void)state;
    static const struct {
        enum symbol_role role;
        uint8_t axis;
        uint64_t low, high, high_with_4096;
    } rows[] = {
        {SYMBOL_TID, 0, 0, 1023, 4095},    {SYMBOL_TID, 1, 0, 1023, 4095},
        {SYMBOL_TID, 2, 0, 63, 4095},      {SYMBOL_BDIM, 1, 1, 1024, 4096},
        {SYMBOL_BDIM, 2, 1, 64, 4096},     {SYMBOL_BID, 0, 0, 2147483646, 2147483646},
        {SYMBOL_BID, 1, 0, 65534, 65534},  {SYMBOL_GDIM, 0, 1, 2147483647, 2147483647},
        {SYMBOL_GDIM, 2, 1, 65535, 65535}, {SYMBOL_PARAM, 0, 0, UINT32_MAX, UINT32_MAX},
    };
    struct term_table *table = term_table_create();
    for (int widened = 0; widened < 2; widened++) {
        for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct symbol symbol = {.name = "s", .width_bits = 32};
            symbol.role = rows[i].role;
            symbol.axis = rows[i].axis;
            struct term_range range = term_range_of(table, term_symbol(table, symbol_create(table, &symbol)));
            assert_int_equal(range.umin, rows[i].low);
            assert_int_equal(range.umax, widened ? rows[i].high_with_4096 : rows[i].high);
        }
        term_table_set_max_block(table, 4096);
    }
    term_table_destroy(table);
}

/* A model: symbol i has values[i]; functions mix their arguments. */
struct model {
    const uint64_t *values;
    uint32_t calls;
};

static uint64_t model_symbol(void *context, symbol_ref symbol) {
    return ((struct model *)context)->values[symbol.id];
}

static uint64_t model_apply(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    uint64_t value = function * 77 + width_bits;
    ((struct model *)context)->calls++;
    for (uint32_t i = 0; i < count; i++)
        value = value * 31 + arguments[i];
    return value;
}

static uint64_t value_under(const struct term_table *table, term_ref t, const uint64_t *values) {
    struct model model = {.values = values};
    struct term_model interface = {.context = &model, .symbol = model_symbol, .apply = model_apply};
    struct evaluation *evaluation = evaluation_create(table, &interface);
    uint64_t value = evaluation_value(evaluation, t);
    assert_int_equal(evaluation_value(evaluation, t), value);
    evaluation_destroy(evaluation);
    return value;
}

static void applications_are_evaluated_once(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    term_ref x = make(table, "x", 8, SYMBOL_PARAM, SCOPE_UNIFORM);
    uint32_t f = function_intern(table, "f", 0);
    term_ref fx = term_apply(table, f, 8, &x, 1);
    term_ref t = term_mul(table, fx, term_add(table, fx, x, 0), 0);
    uint64_t values[] = {511};
    struct model model = {.values = values};
    struct term_model interface = {.context = &model, .symbol = model_symbol, .apply = model_apply};
    struct evaluation *evaluation = evaluation_create(table, &interface);
    uint64_t f_value = (8 * 31 + 255) & 255;
    assert_int_equal(evaluation_value(evaluation, t), (f_value * (f_value + 255)) & 255);
    assert_int_equal(model.calls, 1);
    evaluation_destroy(evaluation);
    term_table_destroy(table);
}

static bool wraps_under(const struct term_table *table, term_ref t, uint64_t x) {
    struct model model = {.values = &x};
    struct evaluation *evaluation = evaluation_create(table, &(struct term_model){&model, model_symbol, model_apply});
    (void)evaluation_value(evaluation, t);
    bool has_wrapped = evaluation_has_wrapped(evaluation);
    evaluation_destroy(evaluation);
    return has_wrapped;
}

/* In 8 bits: 3x fits a signed number up to x = 42 and an unsigned one up to 85, x + 100 up to 27 and 155. */
static void flags_that_do_not_hold_are_told(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    term_ref x = make(table, "x", 8, SYMBOL_PARAM, SCOPE_UNIFORM), three = term_const(table, 8, 3), hundred = term_const(table, 8, 100);
    for (uint64_t v = 0; v < 256; v++) {
        int64_t as_signed = v < 128 ? (int64_t)v : (int64_t)v - 256;
        assert_int_equal(wraps_under(table, term_mul(table, x, three, TERM_NSW), v), as_signed * 3 > 127 || as_signed * 3 < -128);
        assert_int_equal(wraps_under(table, term_mul(table, x, three, TERM_NUW), v), v * 3 > 255);
        assert_int_equal(wraps_under(table, term_add(table, x, hundred, TERM_NSW), v), as_signed + 100 > 127);
        assert_int_equal(wraps_under(table, term_add(table, x, hundred, TERM_NUW), v), v + 100 > 255);
        assert_false(wraps_under(table, term_mul(table, x, three, 0), v));
    }
    term_table_destroy(table);
}

static uint32_t layer_of_symbol(void *context, symbol_ref symbol) {
    (void)context;
    return symbol.id % EVALUATION_LAYERS;
}

/* Forgetting what rests on deep symbols alone gives the values that forgetting everything does. */
static void layers_keep_what_has_not_changed(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    struct rng rng;
    rng_init(&rng, 4);
    term_ref variables[TREE_VARIABLES];
    uint64_t values[TREE_VARIABLES] = {0};
    for (uint32_t i = 0; i < TREE_VARIABLES; i++)
        variables[i] = make(table, "x", i == TREE_VARIABLES - 1 ? 1 : 5, SYMBOL_VALUE, SCOPE_THREAD);
    struct model model = {.values = values};
    struct evaluation *e = evaluation_create(table, &(struct term_model){&model, model_symbol, model_apply});
    evaluation_use_layers(e, layer_of_symbol);
    for (uint32_t tree = 0; tree < 200; tree++) {
        struct tree_pool pool = {.used = 0, .w = 5};
        term_ref t = tree_build(table, tree_random(&pool, &rng, 5, 4), variables);
        for (uint32_t round = 0; round < 20; round++) {
            uint32_t layer = (uint32_t)rng_below(&rng, EVALUATION_LAYERS);
            for (uint32_t i = 0; i < TREE_VARIABLES; i++)
                if (i % EVALUATION_LAYERS >= layer)
                    values[i] = rng_below(&rng, i == TREE_VARIABLES - 1 ? 2 : 32);
            evaluation_restart_layer(e, layer);
            assert_int_equal(evaluation_value(e, t), value_under(table, t, values));
        }
    }
    evaluation_destroy(e);
    term_table_destroy(table);
}

static term_ref map_symbol(void *context, symbol_ref symbol) {
    return ((const term_ref *)context)[symbol.id];
}

/* t with terms for symbols has the value that t has with their values. */
static void substitution_commutes_with_evaluation(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 11);
    for (uint8_t w = 2; w <= 6; w++) {
        struct term_table *table = term_table_create();
        term_ref variables[TREE_VARIABLES];
        for (uint32_t i = 0; i < TREE_VARIABLES; i++)
            variables[i] = make(table, "x", i == TREE_VARIABLES - 1 ? 1 : w, SYMBOL_VALUE, SCOPE_THREAD);
        for (uint32_t round = 0; round < 4000; round++) {
            struct tree_pool pool = {.used = 0, .w = w};
            term_ref t = tree_build(table, tree_random(&pool, &rng, w, 4), variables);
            term_ref replacements[TREE_VARIABLES];
            uint64_t before[TREE_VARIABLES], after[TREE_VARIABLES];
            for (uint32_t i = 0; i < TREE_VARIABLES; i++) {
                uint8_t width = term_width(table, variables[i]);
                before[i] = rng_below(&rng, (uint64_t)1 << width);
                pool.used = 0;
                replacements[i] = tree_build(table, tree_random(&pool, &rng, width, (int)rng_below(&rng, 3)), variables);
                if (rng_below(&rng, 4) == 0)
                    replacements[i] = TERM_NONE;
            }
            for (uint32_t i = 0; i < TREE_VARIABLES; i++)
                after[i] = term_is_none(replacements[i]) ? before[i] : value_under(table, replacements[i], before);
            struct substitution *substitution = substitution_create(table, map_symbol, replacements);
            term_ref replaced = substitution_apply(substitution, t);
            assert_true(term_same(substitution_apply(substitution, t), replaced));
            assert_int_equal(value_under(table, replaced, before), value_under(table, t, after));
            substitution_destroy(substitution);
        }
        term_table_destroy(table);
    }
}

/* Substituting nothing, or symbols for themselves, changes nothing. */
static void substitution_of_nothing(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    term_ref none[TREE_VARIABLES] = {{0}}, variables[TREE_VARIABLES];
    for (uint32_t i = 0; i < TREE_VARIABLES; i++)
        variables[i] = make(table, "x", i == TREE_VARIABLES - 1 ? 1 : 4, SYMBOL_VALUE, SCOPE_THREAD);
    struct substitution *nothing = substitution_create(table, map_symbol, none);
    struct substitution *same = substitution_create(table, map_symbol, variables);
    struct rng rng;
    rng_init(&rng, 3);
    for (uint32_t round = 0; round < 5000; round++) {
        struct tree_pool pool = {.used = 0, .w = 4};
        term_ref t = tree_build(table, tree_random(&pool, &rng, 4, 5), variables);
        assert_true(term_same(substitution_apply(nothing, t), t));
        assert_true(term_same(substitution_apply(same, t), t));
    }
    substitution_destroy(nothing);
    substitution_destroy(same);
    term_table_destroy(table);
}

/* A term of 100,000 levels through every kind of operator that nests. */
static term_ref deep_term(struct term_table *table, term_ref x, term_ref y, term_ref p) {
    term_ref t = x;
    for (uint32_t i = 0; i < 100000; i++)
        switch (i % 8) {
        case 0: t = term_binary(table, TERM_XOR, t, y); break;
        case 1: t = term_add(table, t, x, TERM_NSW); break;
        case 2: t = term_binary(table, TERM_UDIV, t, y); break;
        case 3: t = term_ite(table, term_ult(table, t, y), t, x); break;
        case 4: t = term_mul(table, t, y, 0); break;
        case 5: t = term_add(table, t, term_const(table, 32, i), 0); break;
        case 6: t = term_ite(table, p, term_const(table, 32, 3), t); break;
        default: t = term_not(table, t); break;
        }
    return t;
}

static void deep_terms_need_no_stack(void **state) {
    (void)state;
    struct term_table *table = term_table_create();
    term_ref x = make(table, "x", 32, SYMBOL_PARAM, SCOPE_UNIFORM);
    term_ref y = make(table, "y", 32, SYMBOL_PARAM, SCOPE_UNIFORM);
    term_ref p = make(table, "p", 1, SYMBOL_PARAM, SCOPE_UNIFORM);
    term_ref t = deep_term(table, x, y, p);
    term_range_of(table, t);
    assert_true(term_has_symbol(table, t, (symbol_ref){1}));
    uint64_t values[] = {5, 7, 0};
    value_under(table, t, values);
    term_ref swapped[] = {y, x, p};
    struct substitution *substitution = substitution_create(table, map_symbol, swapped);
    term_ref other = substitution_apply(substitution, t);
    uint64_t swapped_values[] = {7, 5, 0};
    assert_int_equal(value_under(table, other, values), value_under(table, t, swapped_values));
    substitution_destroy(substitution);
    term_eq(table, t, term_const(table, 32, 12));
    term_table_destroy(table);
}

/* Long chains of one operator stay usable. */
static void long_chains(void **state) {
    (void)state;
    enum { LENGTH = 3000 };
    struct term_table *table = term_table_create();
    term_ref sum = term_const(table, 32, 1), product = sum, both = term_true(table), either = sum;
    either = term_false(table);
    uint64_t values[2 * LENGTH], expected_sum = 1, expected_product = 1;
    for (uint32_t i = 0; i < LENGTH; i++) {
        term_ref x = make(table, "x", 32, SYMBOL_PARAM, SCOPE_UNIFORM);
        term_ref p = make(table, "p", 1, SYMBOL_PARAM, SCOPE_UNIFORM);
        values[2 * i] = i * 2654435761u | 1;
        values[2 * i + 1] = i == 2000;
        sum = term_add(table, sum, x, 0);
        product = term_mul(table, product, x, 0);
        both = term_and(table, both, term_not(table, p));
        either = term_or(table, either, p);
        expected_sum += values[2 * i] & UINT32_MAX;
        expected_product *= values[2 * i];
    }
    assert_int_equal(value_under(table, sum, values), expected_sum & UINT32_MAX);
    assert_int_equal(value_under(table, product, values), expected_product & UINT32_MAX);
    assert_int_equal(value_under(table, both, values), 0);
    assert_int_equal(value_under(table, either, values), 1);
    assert_true(term_is_true(table, term_eq(table, sum, sum)));
    assert_int_equal(value_under(table, term_sub(table, sum, sum, 0), values), 0);
    assert_true(term_count(table) < 20 * LENGTH);
    term_table_destroy(table);
}

static void build_many(struct buffer *out) {
    struct term_table *table = term_table_create();
    term_ref variables[TREE_VARIABLES];
    struct rng rng;
    rng_init(&rng, 99);
    for (uint32_t i = 0; i < TREE_VARIABLES; i++)
        variables[i] = make(table, "x", i == TREE_VARIABLES - 1 ? 1 : 5, SYMBOL_VALUE, SCOPE_THREAD);
    for (uint32_t i = 0; i < 2000; i++) {
        struct tree_pool pool = {.used = 0, .w = 5};
        term_ref t = tree_build(table, tree_random(&pool, &rng, 5, 4), variables);
        buffer_printf(out, "%u ", t.id);
        term_print(table, t, out);
        buffer_char(out, '\n');
    }
    buffer_printf(out, "%u\n", term_count(table));
    term_table_destroy(table);
}

static void two_runs_build_the_same_table(void **state) {
    (void)state;
    struct buffer first = {0}, second = {0};
    build_many(&first);
    build_many(&second);
    assert_string_equal(buffer_text(&first), buffer_text(&second));
    buffer_release(&first);
    buffer_release(&second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(symbols_have_unique_names, nothing_is_live),
        cmocka_unit_test_teardown(facts_are_kept_in_order, nothing_is_live),
        cmocka_unit_test_teardown(dependencies_are_those_of_the_parts, nothing_is_live),
        cmocka_unit_test_teardown(symbols_of_a_term_are_visited_in_order, nothing_is_live),
        cmocka_unit_test_teardown(ranges_of_the_launch, nothing_is_live),
        cmocka_unit_test_teardown(applications_are_evaluated_once, nothing_is_live),
        cmocka_unit_test_teardown(flags_that_do_not_hold_are_told, nothing_is_live),
        cmocka_unit_test_teardown(layers_keep_what_has_not_changed, nothing_is_live),
        cmocka_unit_test_teardown(substitution_commutes_with_evaluation, nothing_is_live),
        cmocka_unit_test_teardown(substitution_of_nothing, nothing_is_live),
        cmocka_unit_test_teardown(deep_terms_need_no_stack, nothing_is_live),
        cmocka_unit_test_teardown(long_chains, nothing_is_live),
        cmocka_unit_test_teardown(two_runs_build_the_same_table, nothing_is_live),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
