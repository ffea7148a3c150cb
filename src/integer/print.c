/* Integer formulas as text, for people who debug a verdict. */
#include "integer/integer.h"

#include <inttypes.h>

static void print_atom(const struct integer_space *space, uint32_t atom, struct buffer *out);

void integer_print_linear(const struct integer_space *space, const struct linear *l, struct buffer *out) {
    for (uint32_t i = 0; i < l->count; i++) {
        int64_t c = l->monomials[i].coefficient;
        buffer_add(out, i ? " + " : "");
        if (c != 1)
            buffer_printf(out, "%" PRId64 "*", c);
        print_atom(space, l->monomials[i].atom, out);
    }
    if (l->constant != 0 || l->count == 0)
        buffer_printf(out, "%s%" PRId64, l->count ? " + " : "", l->constant);
}

static void print_atom(const struct integer_space *space, uint32_t atom, struct buffer *out) {
    const struct atom *a = &space->atoms.data[atom];
    if (a->kind == ATOM_SYMBOL) {
        term_print(space->terms, a->term, out);
        return;
    }
    if (a->kind == ATOM_DEFINED) {
        buffer_printf(out, "d%u", atom);
        return;
    }
    buffer_add(out, "[");
    for (uint32_t i = 0; i < a->factor_count; i++) {
        buffer_add(out, i ? " * " : "");
        bool brackets = a->factors[i].count > 1;
        buffer_add(out, brackets ? "(" : "");
        integer_print_linear(space, &a->factors[i], out);
        buffer_add(out, brackets ? ")" : "");
    }
    buffer_add(out, "]");
}

void integer_print(const struct integer_space *space, formula_ref f, struct buffer *out) {
    const struct formula *formula = &space->formulas.data[f.id];
    switch (formula->kind) {
    case FORMULA_TRUE: buffer_add(out, "true"); return;
    case FORMULA_FALSE: buffer_add(out, "false"); return;
    case FORMULA_LE:
    case FORMULA_EQ:
        integer_print_linear(space, &formula->linear, out);
        buffer_add(out, formula->kind == FORMULA_LE ? " <= 0" : " == 0");
        return;
    case FORMULA_VARIABLE:
        if (term_is_none(formula->variable))
            buffer_printf(out, "free%u", f.id);
        else
            term_print(space->terms, formula->variable, out);
        return;
    case FORMULA_NOT: buffer_add(out, "!"); break;
    case FORMULA_AND:
    case FORMULA_OR: break;
    }
    buffer_add(out, "(");
    for (uint32_t i = 0; i < formula->count; i++) {
        buffer_add(out, i == 0 ? "" : formula->kind == FORMULA_AND ? " & " : " | ");
        integer_print(space, formula->parts[i], out);
    }
    buffer_add(out, ")");
}
