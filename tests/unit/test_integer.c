/* Integer views against evaluation: under its claims a view is the term's value, and atoms keep their bounds,
 * whatever wraps, however signs lie, and with divisors that are 0 or -1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "integer/integer.h"

enum { SYMBOLS = 3, WIDTH = 8, TERMS = 3000, WORLDS = 60 };

struct world {
    struct integer_space *space;
    struct evaluation *evaluation;
    uint64_t values[SYMBOLS];
    symbol_ref symbols[SYMBOLS];
    bool is_unknown; /* an atom that only constraints define */
};

static uint64_t value_of_symbol(void *context, symbol_ref symbol) {
    const struct world *world = context;
    for (int i = 0; i < SYMBOLS; i++)
        if (world->symbols[i].id == symbol.id)
            return world->values[i];
    return 0;
}

static uint64_t no_function(void *context, uint32_t function, uint8_t width, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width, (void)arguments, (void)count;
    return 0;
}

static int64_t signed_value(uint64_t value, uint8_t width) {
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((value ^ sign) - sign);
}

static int64_t linear_value(struct world *world, const struct linear *l);

/* As SMT-LIB has it, for operands of the width whose range is [least, most]. */
static int64_t divided(struct world *world, const struct division *division, bool remainder) {
    int64_t x = linear_value(world, &division->x), d = linear_value(world, &division->d);
    if (d == 0)
        return remainder ? x : division->least == 0 ? division->most : x < 0 ? 1 : -1;
    int64_t q = x / d, r = x % d;
    if (division->floors && r < 0) {
        q--;
        r += d;
    }
    return remainder ? r : q > division->most ? division->least : q;
}

/* Of a symbol of which more is known the atom is the quotient. */
static bool is_part_of_size(const struct world *world, uint32_t index, int64_t *value) {
    uint32_t atom;
    for (uint32_t i = 0; i < world->space->sizes.size; i++) {
        const struct size_known *size = &world->space->sizes.data[i];
        term_ref symbol = term_symbol(world->space->terms, (symbol_ref){size->symbol});
        uint64_t bits = evaluation_value(world->evaluation, symbol);
        if (!map_get(&world->space->atom_of, (uint64_t)symbol.id * 2 + 1, &atom) || atom != index)
            continue;
        *value = (size->is_unsigned ? (int64_t)bits : signed_value(bits, WIDTH)) / size->factor;
        return true;
    }
    return false;
}

static int64_t atom_value(struct world *world, uint32_t index) {
    const struct atom atom = world->space->atoms.data[index];
    int64_t value = 1;
    const struct division *quotient = division_with(world->space, index, false), *remainder = division_with(world->space, index, true);
    if (is_part_of_size(world, index, &value)) {
        return value;
    } else if (atom.kind == ATOM_PRODUCT) {
        for (uint32_t i = 0; i < atom.factor_count; i++)
            value *= linear_value(world, &atom.factors[i]);
    } else if (quotient || remainder) {
        value = divided(world, quotient ? quotient : remainder, !quotient);
    } else if (!term_is_none(atom.term)) {
        uint64_t bits = evaluation_value(world->evaluation, atom.term);
        value = atom.low < 0 ? signed_value(bits, term_width(world->space->terms, atom.term)) : (int64_t)bits;
    } else {
        world->is_unknown = true;
    }
    return value;
}

static int64_t linear_value(struct world *world, const struct linear *l) {
    int64_t value = l->constant;
    for (uint32_t i = 0; i < l->count; i++)
        value += l->monomials[i].coefficient * atom_value(world, l->monomials[i].atom);
    return value;
}

static bool formula_value(struct world *world, formula_ref f) {
    const struct formula formula = world->space->formulas.data[f.id];
    switch (formula.kind) {
    case FORMULA_TRUE: return true;
    case FORMULA_LE: return linear_value(world, &formula.linear) <= 0;
    case FORMULA_EQ: return linear_value(world, &formula.linear) == 0;
    case FORMULA_NOT: return !formula_value(world, formula.parts[0]);
    case FORMULA_AND: return formula_value(world, formula.parts[0]) && formula_value(world, formula.parts[1]);
    case FORMULA_OR: return formula_value(world, formula.parts[0]) || formula_value(world, formula.parts[1]);
    case FORMULA_FALSE:
    case FORMULA_VARIABLE: break;
    }
    return false;
}

/* Bounds of the atoms below l hold. */
static bool keeps_bounds(struct world *world, const struct linear *l) {
    bool keeps = true;
    for (uint32_t i = 0; i < l->count && keeps; i++) {
        const struct atom atom = world->space->atoms.data[l->monomials[i].atom];
        int64_t value = atom_value(world, l->monomials[i].atom);
        keeps = value >= atom.low && value <= atom.high;
        for (uint32_t f = 0; f < atom.factor_count && keeps; f++)
            keeps = keeps_bounds(world, &atom.factors[f]);
    }
    return keeps;
}

static uint64_t hostile(struct rng *rng) {
    static const uint64_t values[] = {0, 1, 2, 3, 5, 16, 127, 128, 129, 254, 255};
    return rng_below(rng, 3) == 0 ? rng_below(rng, 256) : values[rng_below(rng, sizeof values / sizeof *values)];
}

static term_ref random_term(struct term_table *t, struct rng *rng, const term_ref *symbols, int depth) {
    if (depth == 0 || rng_below(rng, 5) == 0)
        return rng_below(rng, 5) ? symbols[rng_below(rng, SYMBOLS)] : term_const(t, WIDTH, hostile(rng));
    term_ref x = random_term(t, rng, symbols, depth - 1), d = random_term(t, rng, symbols, depth - 2 > 0 ? depth - 2 : 0);
    bool is_signed = rng_below(rng, 2);
    uint8_t flags = rng_below(rng, 3) == 0 ? 0 : is_signed ? TERM_NSW : TERM_NUW;
    term_ref q = term_binary(t, is_signed ? TERM_SDIV : TERM_UDIV, x, d), r = term_binary(t, is_signed ? TERM_SREM : TERM_UREM, x, d);
    switch (rng_below(rng, 6)) {
    case 0: return term_add(t, x, d, flags);
    case 1: return term_mul(t, x, d, flags);
    case 2: return q;
    case 3: return r;
    case 4: return term_add(t, term_mul(t, q, d, flags), r, flags); /* the number again */
    }
    term_ref e = symbols[rng_below(rng, SYMBOLS)]; /* in two steps, or with another radix */
    term_ref high = term_binary(t, is_signed ? TERM_SDIV : TERM_UDIV, q, e), low = term_binary(t, is_signed ? TERM_SREM : TERM_UREM, q, e);
    term_ref whole = term_add(t, term_mul(t, high, e, flags), low, flags);
    return term_add(t, term_mul(t, whole, rng_below(rng, 4) ? d : e, flags), r, flags);
}

/* A mask, or a division of a multiple by a constant, in 16, 40 or 64 bits; none of 64 bits is negative, as evaluation has 63 bits. */
static term_ref masked_or_divided(struct term_table *t, struct rng *rng, term_ref x) {
    static const uint64_t masks[] = {1, 3, 7, 15, 6, 12, 28, 248, 0xfff8, 0xfffc, UINT64_C(0xfffffffffffffff8)};
    static const uint8_t widths[] = {16, 40, 64};
    uint8_t width = widths[rng_below(rng, 3)];
    term_ref wide = width == 64 || rng_below(rng, 2) ? term_zext(t, x, width) : term_sext(t, x, width);
    term_ref times = term_mul(t, wide, term_const(t, width, 1 + rng_below(rng, 12)), TERM_NSW);
    uint64_t ones = masks[rng_below(rng, sizeof masks / sizeof *masks)] & UINT64_MAX >> (64 - width);
    term_ref mask = term_const(t, width, ones), low = term_const(t, width, ones & 0xffff);
    term_ref by = term_const(t, width, 2 + rng_below(rng, 40)), part = rng_below(rng, 2) ? times : wide;
    switch (rng_below(rng, 4)) {
    case 0: return term_and(t, part, mask);
    case 1: return term_binary(t, TERM_OR, part, low);
    case 2: return term_binary(t, TERM_SREM, part, by);
    }
    return term_binary(t, TERM_SDIV, part, by);
}

static bool claims_hold(struct world *world, const struct integer_view *view) {
    for (uint32_t i = 0; i < view->claim_count; i++)
        if (!formula_value(world, world->space->claims.data[view->claims[i]].formula))
            return false;
    return true;
}

static void views_are_values(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 3);
    uint32_t compared = 0;
    for (uint32_t n = 0; n < TERMS; n++) {
        struct arena arena = {0};
        struct term_table *terms = term_table_create();
        struct integer_space space;
        struct world world = {.space = &space};
        term_ref symbols[SYMBOLS];
        for (int i = 0; i < SYMBOLS; i++) {
            struct symbol symbol = {.name = "xyz", .width_bits = WIDTH, .role = i == 2 ? SYMBOL_COUNTER : SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
            world.symbols[i] = symbol_create(terms, &symbol);
            symbols[i] = term_symbol(terms, world.symbols[i]);
        }
        integer_space_init(&space, &arena, terms, rng_below(&rng, 2));
        struct size_known size = {world.symbols[0].id, 1 + (int64_t)rng_below(&rng, 4), .is_natural = rng_below(&rng, 2)};
        size.is_unsigned = !size.is_natural && rng_below(&rng, 2);
        bool is_sized = rng_below(&rng, 2);
        if (is_sized)
            integer_note_size(&space, size);
        term_ref t = random_term(terms, &rng, symbols, 4);
        if (rng_below(&rng, 2))
            t = rng_below(&rng, 2) ? term_sext(terms, t, 16) : term_zext(terms, t, 16);
        else if (rng_below(&rng, 2))
            t = masked_or_divided(terms, &rng, t);
        struct term_model model = {&world, value_of_symbol, no_function};
        world.evaluation = evaluation_create(terms, &model);
        for (uint32_t w = 0; w < WORLDS; w++) {
            for (int i = 0; i < SYMBOLS; i++)
                world.values[i] = hostile(&rng);
            int64_t number = size.is_unsigned ? (int64_t)world.values[0] : signed_value(world.values[0], WIDTH);
            if (is_sized)
                world.values[0] = (uint64_t)((size.is_natural && number < 0 ? 0 : number) / size.factor * size.factor) & 255;
            evaluation_restart(world.evaluation);
            for (int is_signed = 0; is_signed < 2; is_signed++) {
                const struct integer_view view = *integer_view_of(&space, t, is_signed);
                uint64_t bits = evaluation_value(world.evaluation, t);
                int64_t value = is_signed ? signed_value(bits, term_width(terms, t)) : (int64_t)bits;
                world.is_unknown = false;
                bool applies = claims_hold(&world, &view);
                int64_t seen = linear_value(&world, &view.linear);
                bool keeps = keeps_bounds(&world, &view.linear);
                if (!applies || world.is_unknown)
                    continue;
                struct buffer text = {0};
                if (seen != value || !keeps || value < view.low || value > view.high) {
                    term_print(terms, t, &text);
                    print_message("%s signed %d: %d, seen as %d, bounds kept %d\n", buffer_text(&text), is_signed, (int)value, (int)seen, keeps);
                    buffer_release(&text);
                }
                assert_true(seen == value && keeps && value >= view.low && value <= view.high);
                int64_t times = 1 + (int64_t)rng_below(&rng, 6), more = (int64_t)rng_below(&rng, 60) - 30;
                struct linear scaled, constant = integer_constant(more);
                assert_true(integer_combine(&space, times, &view.linear, 1, &constant, &scaled));
                assert_int_equal(formula_value(&world, formula_le(&space, &scaled)), times * value + more <= 0);
                assert_int_equal(formula_value(&world, formula_eq(&space, &scaled)), times * value + more == 0);
                compared++;
            }
        }
        evaluation_destroy(world.evaluation);
        integer_space_release(&space);
        term_table_destroy(terms);
        arena_release(&arena);
    }
    assert_true(compared > 100000);
}

/* What quotients and remainders make up is the number they are of. */
static void numbers_are_put_together(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t atoms;
    } cases[] = {
        {"zext16((x /u d) *u d) +su zext16(x %u d)", 1},
        {"(sext16(((((x >>u 1:8) /s d) /s e) *s e) *s d) +s sext16((((x >>u 1:8) /s d) %s e) *s d)) +s sext16((x >>u 1:8) %s d)", 1},
        {"sext16((x /s d) *s d) +s sext16(x %s d)", 2}, /* x may be -128 and d -1 */
        {"zext16((x /u d) *u e) +su zext16(x %u d)", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct term_table *terms = term_table_create();
        struct integer_space space;
        const char *names[] = {"x", "d", "e"}, *text = cases[i].text, *error = NULL;
        for (int s = 0; s < SYMBOLS; s++)
            (void)symbol_create(terms, &(struct symbol){.name = names[s], .width_bits = WIDTH, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM});
        integer_space_init(&space, &arena, terms, false);
        term_ref t = term_parse(terms, &text, &arena, &error);
        assert_null(error);
        const struct integer_view *view = integer_view_of(&space, t, i == 1 || i == 2);
        struct buffer seen = {0};
        integer_print_linear(&space, &view->linear, &seen);
        if (view->linear.count != cases[i].atoms)
            print_message("%s: %s\n", cases[i].text, buffer_text(&seen));
        buffer_release(&seen);
        assert_int_equal(view->linear.count, cases[i].atoms);
        integer_space_release(&space);
        term_table_destroy(terms);
        arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_values),
        cmocka_unit_test(numbers_are_put_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
