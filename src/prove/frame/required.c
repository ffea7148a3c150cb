/* What the user requires of launches (prove.h): facts of every query.

   An equality of a dimension or parameter with a constant or another parameter
   is also put into the terms, where a proof needs it, as is a multiple of a
   power of two, and a power of two is decided case by case. */
#include "prove/frame/required.h"

#include <assert.h>

#include "protocol/stated.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/said.h"

enum { EQUALITIES_MAX = 16 };

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
    for (uint32_t i = 0; i < prover->frame->equalities.size; i++)
        if (prover->frame->equalities.data[i].symbol.id == symbol.id)
            return;
    if (prover->frame->equalities.size < EQUALITIES_MAX && !term_has_symbol(prover->terms, value, symbol))
        vec_push(&prover->frame->equalities, (struct equality){symbol, value});
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
    for (uint32_t side = 0; side < 2 && prover->frame->powers.size == 0; side++) {
        term_ref mask = term_child(t, equation, side);
        if (term_op_of(term_get(t, mask)) != TERM_AND || !term_same(term_child(t, equation, 1 - side), term_const(t, term_width(t, mask), 0)))
            continue;
        for (uint32_t i = 0; i < 2; i++) {
            term_ref x = term_child(t, mask, i), less = term_sub(t, x, term_const(t, term_width(t, x), 1), 0);
            term_ref other = term_child(t, mask, 1 - i);
            bool is_less = term_same(other, less) || term_same(other, term_sub(t, x, term_const(t, term_width(t, x), 1), TERM_NSW));
            if (is_less && prover->frame->powers.size == 0 && is_launch_symbol(t, without_casts(t, x), &symbol))
                vec_push(&prover->frame->powers, symbol);
        }
    }
}

static void note_multiple(struct prover *prover, term_ref equation) {
    const struct term_table *t = prover->terms;
    for (uint32_t side = 0; side < 2; side++) {
        struct said_multiple said;
        symbol_ref symbol;
        if (said_multiple(t, term_child(t, equation, side), term_child(t, equation, 1 - side), &said) &&
            is_launch_symbol(t, without_casts(t, said.number), &symbol))
            vec_push(&prover->frame->multiples, ((struct size_multiple){symbol, said.of}));
    }
}

static void visit_condition(struct prover *prover, term_ref condition) {
    assert(prover_is_condition(prover, condition));
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, condition));
    if (op == TERM_AND) {
        visit_condition(prover, term_child(t, condition, 0));
        visit_condition(prover, term_child(t, condition, 1));
    } else if (stated_of_term(prover->protocol, condition)) {
        symbol_ref symbol = stated_of_term(prover->protocol, condition)->symbol;
        if (!required_says(prover, symbol))
            vec_push(&prover->frame->stated, symbol);
    } else if (op == TERM_EQ && term_width(t, term_child(t, condition, 0)) > 1) {
        note_equality(prover, term_child(t, condition, 0), term_child(t, condition, 1));
        note_power(prover, condition);
        note_multiple(prover, condition);
    }
}

bool required_says(const struct prover *prover, symbol_ref symbol) {
    bool found = false;
    for (uint32_t i = 0; i < prover->frame->stated.size; i++)
        found |= prover->frame->stated.data[i].id == symbol.id;
    return found;
}

void required_note(struct prover *prover) {
    for (uint32_t i = 0; i < prover->scope->required_count; i++)
        visit_condition(prover, prover->scope->required[i].term);
}

uint32_t required_dimension(const struct prover *prover, enum symbol_role role, uint32_t axis) {
    assert(axis < 3);
    uint64_t value;
    for (uint32_t i = 0; i < prover->frame->equalities.size; i++) {
        const struct symbol *s = symbol_get(prover->terms, prover->frame->equalities.data[i].symbol);
        if (s->role == role && s->axis == axis && term_is_const(prover->terms, prover->frame->equalities.data[i].value, &value))
            return (uint32_t)value;
    }
    return 0;
}

term_ref required_value(const struct prover *prover, symbol_ref symbol) {
    term_ref value = TERM_NONE;
    for (uint32_t step = 0; step < EQUALITIES_MAX; step++) {
        bool found = false;
        for (uint32_t i = 0; i < prover->frame->equalities.size && !found; i++) {
            found = prover->frame->equalities.data[i].symbol.id == symbol.id;
            value = found ? prover->frame->equalities.data[i].value : value;
        }
        const struct term *term = found ? term_get(prover->terms, value) : NULL;
        if (!found || term_op_of(term) != TERM_SYMBOL)
            return value;
        symbol = (symbol_ref){(uint32_t)term->value};
    }
    return TERM_NONE; /* a circle */
}
