/* Quantities as terms and in words (index.h). */
#include <inttypes.h>
#include <string.h>

#include "protocol/expression.h"
#include "prove/condition/index.h"
#include "prove/frame/prover.h"

enum { QUOTIENT_SHIFT = 10, QUOTIENT_DIVISOR = 1024 };

/* P / C and P >> S, of sizes: as the conditions have it, a quotient of whole numbers that is rounded towards 0. */
static bool is_quotient(struct term_table *t, term_ref atom, struct quantity *whole, int64_t *by) {
    enum term_op op = term_op_of(term_get(t, atom));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    struct index_sum sum;
    uint64_t value;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, atom, 1), &value) || value == 0 ||
        value > (is_shift ? QUOTIENT_SHIFT : QUOTIENT_DIVISOR) || !index_sum_of(t, term_child(t, atom, 0), &sum) || sum.count != 0)
        return false;
    *by = is_shift ? INT64_C(1) << value : (int64_t)value;
    *whole = sum.rest;
    return whole->count > 0;
}

static term_ref atom_term(const struct protocol *protocol, term_ref atom) {
    struct term_table *t = protocol->terms;
    struct quantity whole;
    int64_t by;
    if (is_quotient(t, atom, &whole, &by))
        return term_binary(t, TERM_SDIV, quantity_term(protocol, &whole), term_const(t, 64, (uint64_t)by));
    const struct term *term = term_get(t, atom);
    bool is_param = term_op_of(term) == TERM_SYMBOL && symbol_get(t, (symbol_ref){(uint32_t)term->value})->role == SYMBOL_PARAM;
    if (is_param && !expression_is_unsigned(protocol, symbol_get(t, (symbol_ref){(uint32_t)term->value})->name))
        return term_sext(t, atom, 64);
    return term_zext(t, atom, 64);
}

term_ref quantity_term(const struct protocol *protocol, const struct quantity *q) {
    struct term_table *t = protocol->terms;
    term_ref sum = term_const(t, 64, 0);
    for (uint32_t i = 0; i < q->count; i++) {
        term_ref product = term_const(t, 64, (uint64_t)q->parts[i].factor);
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            product = term_mul(t, product, atom_term(protocol, q->parts[i].atoms[j]), TERM_NSW);
        sum = term_add(t, sum, product, TERM_NSW);
    }
    return sum;
}

static const char *quotient_name(struct arena *arena, const struct protocol *protocol, const struct quantity *whole, int64_t by, bool is_alone) {
    const char *text = quantity_text(arena, protocol, whole);
    bool is_sum = whole->count > 1;
    return text ? arena_printf(arena, "%s%s%s%s / %" PRId64 "%s", is_alone ? "" : "(", is_sum ? "(" : "", text, is_sum ? ")" : "", by,
                               is_alone ? "" : ")")
                : NULL;
}

/* `is_alone`: nothing multiplies it. */
static const char *atom_name(struct arena *arena, const struct protocol *protocol, term_ref atom, bool is_alone) {
    struct quantity whole;
    int64_t by;
    if (is_quotient(protocol->terms, atom, &whole, &by))
        return quotient_name(arena, protocol, &whole, by, is_alone);
    const struct term *term = term_get(protocol->terms, atom);
    if (term_op_of(term) != TERM_SYMBOL)
        return NULL;
    const struct symbol *s = symbol_get(protocol->terms, (symbol_ref){(uint32_t)term->value});
    if (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM)
        return arena_printf(arena, "%s.%c", s->role == SYMBOL_BDIM ? "blockDim" : "gridDim", "xyz"[s->axis]);
    return s->role == SYMBOL_PARAM ? s->name : NULL;
}

/* The grid's dimensions first, then the block's, then parameters. */
static int rank_of(const char *name) {
    return strncmp(name, "gridDim.", 8) == 0 ? 0 : strncmp(name, "blockDim.", 9) == 0 ? 1 : 2;
}

static bool part_text(struct buffer *out, struct arena *arena, const struct protocol *protocol, const struct addend *part) {
    const char *names[QUANTITY_ATOMS];
    int64_t size = part->factor < 0 ? -part->factor : part->factor;
    for (uint32_t i = 0; i < part->atom_count; i++) {
        const char *name = atom_name(arena, protocol, part->atoms[i], size == 1 && part->atom_count == 1);
        if (!name)
            return false;
        uint32_t at = i;
        for (; at > 0 && rank_of(names[at - 1]) > rank_of(name); at--)
            names[at] = names[at - 1];
        names[at] = name;
    }
    if (size != 1 || part->atom_count == 0)
        buffer_printf(out, "%" PRId64 "%s", size, part->atom_count ? " * " : "");
    for (uint32_t i = 0; i < part->atom_count; i++)
        buffer_printf(out, "%s%s", i ? " * " : "", names[i]);
    return true;
}

const char *quantity_text(struct arena *arena, const struct protocol *protocol, const struct quantity *q) {
    struct buffer out = {0};
    bool is_written = true;
    for (int constants = 0; constants < 2; constants++)
        for (uint32_t i = 0; i < q->count && is_written; i++) {
            if ((q->parts[i].atom_count == 0) != (constants == 1))
                continue;
            bool is_negative = q->parts[i].factor < 0;
            if (out.size || is_negative)
                buffer_add(&out, !out.size ? "-" : is_negative ? " - " : " + ");
            is_written = part_text(&out, arena, protocol, &q->parts[i]);
        }
    if (q->count == 0)
        buffer_add(&out, "0");
    const char *text = is_written ? arena_strdup(arena, buffer_text(&out)) : NULL;
    buffer_release(&out);
    return text;
}
