#include "prove/condition/index.h"

#include <inttypes.h>
#include <string.h>

#include "base/divisor.h"
#include "protocol/expression.h"
#include "term/walk.h"

#define UNIFORM_BARRED (DEP_THREAD | DEP_BLOCK | DEP_COUNTER | DEP_MEMORY | DEP_APPROX)

enum { TERM_DEPTH = 40 };

/* ---- quantities ---- */

struct quantity quantity_constant(int64_t value) {
    struct quantity q = {.count = value != 0};
    q.parts[0].factor = value;
    return q;
}

struct quantity quantity_atom(term_ref atom) {
    struct quantity q = {.count = 1};
    q.parts[0] = (struct addend){.factor = 1, .atoms = {atom}, .atom_count = 1};
    return q;
}

bool quantity_is_constant(const struct quantity *q, int64_t *value) {
    *value = q->count ? q->parts[0].factor : 0;
    return q->count == 0 || (q->count == 1 && q->parts[0].atom_count == 0);
}

static bool same_product(const struct addend *a, const struct addend *b) {
    bool same = a->atom_count == b->atom_count;
    for (uint32_t i = 0; same && i < a->atom_count; i++)
        same = term_same(a->atoms[i], b->atoms[i]);
    return same;
}

static bool add_part(struct quantity *q, struct addend part) {
    for (uint32_t i = 0; i < q->count; i++) {
        if (!same_product(&q->parts[i], &part))
            continue;
        if (__builtin_add_overflow(q->parts[i].factor, part.factor, &q->parts[i].factor))
            return false;
        if (q->parts[i].factor == 0)
            q->parts[i] = q->parts[--q->count];
        return true;
    }
    if (q->count == QUANTITY_PARTS)
        return false;
    if (part.factor != 0)
        q->parts[q->count++] = part;
    return true;
}

bool quantity_add(const struct quantity *a, int64_t factor, const struct quantity *b, struct quantity *out) {
    struct quantity sum = *a;
    for (uint32_t i = 0; i < b->count; i++) {
        struct addend part = b->parts[i];
        if (__builtin_mul_overflow(part.factor, factor, &part.factor) || !add_part(&sum, part))
            return false;
    }
    *out = sum;
    return true;
}

static bool multiply_parts(const struct addend *a, const struct addend *b, struct addend *out) {
    struct addend p = {.factor = 0};
    if (a->atom_count + b->atom_count > QUANTITY_ATOMS || __builtin_mul_overflow(a->factor, b->factor, &p.factor))
        return false;
    for (uint32_t i = 0, j = 0; i + j < a->atom_count + b->atom_count;) {
        bool first = j == b->atom_count || (i < a->atom_count && a->atoms[i].id <= b->atoms[j].id);
        p.atoms[p.atom_count++] = first ? a->atoms[i++] : b->atoms[j++];
    }
    *out = p;
    return true;
}

bool quantity_multiply(const struct quantity *a, const struct quantity *b, struct quantity *out) {
    struct quantity product = {.count = 0};
    struct addend part;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (!multiply_parts(&a->parts[i], &b->parts[j], &part) || !add_part(&product, part))
                return false;
    *out = product;
    return true;
}

int64_t quantity_content(const struct quantity *q) {
    int64_t content = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        int64_t a = q->parts[i].factor, b = content;
        for (a = a < 0 ? -a : a; b != 0;) {
            int64_t r = a % b;
            a = b;
            b = r;
        }
        content = a;
    }
    return content;
}

static bool divide_part(const struct addend *a, const struct addend *by, struct addend *out) {
    struct addend p = {.factor = a->factor / by->factor};
    uint32_t j = 0;
    for (uint32_t i = 0; i < a->atom_count; i++) {
        if (j < by->atom_count && term_same(a->atoms[i], by->atoms[j]))
            j++;
        else
            p.atoms[p.atom_count++] = a->atoms[i];
    }
    *out = p;
    return a->factor % by->factor == 0 && j == by->atom_count;
}

/* Products occur once each, so equal sums have the same parts. */
bool quantity_equal(const struct quantity *a, const struct quantity *b) {
    bool is_equal = a->count == b->count;
    for (uint32_t i = 0; i < a->count && is_equal; i++) {
        bool found = false;
        for (uint32_t j = 0; j < b->count && !found; j++)
            found = a->parts[i].factor == b->parts[j].factor && same_product(&a->parts[i], &b->parts[j]);
        is_equal = found;
    }
    return is_equal;
}

bool quantity_divide(const struct quantity *a, const struct quantity *by, struct quantity *out) {
    struct quantity result = {.count = 0};
    if (a->count == 0 || by->count == 0)
        return false;
    if (by->count > 1) {
        int64_t content = quantity_content(by), factor = quantity_content(a) / content;
        struct quantity scaled;
        bool is_multiple = factor != 0 && quantity_multiply(by, &(struct quantity){.count = 1, .parts = {{.factor = factor}}}, &scaled) &&
                           quantity_equal(a, &scaled);
        *out = quantity_constant(factor);
        return is_multiple;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        struct addend part;
        if (!divide_part(&a->parts[i], &by->parts[0], &part) || !add_part(&result, part))
            return false;
    }
    *out = result;
    return true;
}

/* ---- sums ---- */

static int64_t signed_value(const struct term *t) {
    uint8_t w = t->width_bits;
    return w < 64 && t->value >> (w - 1) & 1 ? (int64_t)(t->value - (UINT64_C(1) << w)) : (int64_t)t->value;
}

static bool polynomial(const struct term_table *terms, term_ref t, uint32_t depth, struct quantity *out);

/* A sum divided by a constant that divides all its parts: vectors of elements. */
static bool divided(const struct term_table *terms, term_ref t, uint32_t depth, struct quantity *out) {
    enum term_op op = term_op_of(term_get(terms, t));
    bool is_shift = op == TERM_LSHR || op == TERM_ASHR;
    struct quantity sum, by;
    uint64_t value;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || depth == TERM_DEPTH || !term_is_const(terms, term_child(terms, t, 1), &value) ||
        value == 0 || value > (is_shift ? 16 : 1 << 16) || !polynomial(terms, term_child(terms, t, 0), depth + 1, &sum))
        return false;
    by = quantity_constant(is_shift ? INT64_C(1) << value : (int64_t)value);
    return sum.count > 1 && quantity_divide(&sum, &by, out);
}

/* t as a polynomial over all its atoms, those of threads included. */
static bool polynomial(const struct term_table *terms, term_ref t, uint32_t depth, struct quantity *out) {
    const struct term term = *term_get(terms, t);
    struct quantity a, b;
    enum term_op op = term_op_of(&term);
    if (op == TERM_CONST) {
        *out = quantity_constant(signed_value(&term));
        return true;
    }
    if (op == TERM_ZEXT || op == TERM_SEXT)
        return polynomial(terms, term_child(terms, t, 0), depth, out);
    if (divided(terms, t, depth, out))
        return true;
    if ((op != TERM_ADD && op != TERM_MUL) || term.width_bits == 1 || (op == TERM_ADD && integer_is_rest(terms, t))) {
        *out = quantity_atom(t);
        return true;
    }
    if (depth == TERM_DEPTH || !polynomial(terms, term_child(terms, t, 0), depth + 1, &a) ||
        !polynomial(terms, term_child(terms, t, 1), depth + 1, &b))
        return false;
    return op == TERM_ADD ? quantity_add(&a, 1, &b, out) : quantity_multiply(&a, &b, out);
}

static bool is_uniform(const struct term_table *terms, term_ref atom) {
    return (term_deps(terms, atom) & UNIFORM_BARRED) == 0;
}

static bool add_digit(struct index_sum *sum, term_ref index, const struct addend *coefficient) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (term_same(sum->digits[i].index, index))
            return add_part(&sum->digits[i].coefficient, *coefficient);
    if (sum->count == INDEX_DIGITS)
        return false;
    sum->digits[sum->count] = (struct digit){.index = index};
    return add_part(&sum->digits[sum->count++].coefficient, *coefficient);
}

bool index_sum_of(const struct term_table *terms, term_ref t, struct index_sum *sum) {
    struct quantity all;
    *sum = (struct index_sum){.count = 0};
    if (term_is_none(t) || !polynomial(terms, t, 0, &all))
        return false;
    for (uint32_t i = 0; i < all.count; i++) {
        struct addend uniform = {.factor = all.parts[i].factor};
        term_ref index = TERM_NONE;
        for (uint32_t j = 0; j < all.parts[i].atom_count; j++) {
            term_ref atom = all.parts[i].atoms[j];
            if (is_uniform(terms, atom))
                uniform.atoms[uniform.atom_count++] = atom;
            else if (term_is_none(index))
                index = atom;
            else
                return false;
        }
        if (term_is_none(index) ? !add_part(&sum->rest, uniform) : !add_digit(sum, index, &uniform))
            return false;
    }
    return true;
}

/* ---- terms and text ---- */

struct dividing {
    const struct term_table *terms;
    struct index_divisors *divisors;
};

static void note_divisor(void *context, symbol_ref symbol) {
    const struct dividing *dividing = context;
    struct index_divisors *divisors = dividing->divisors;
    bool is_new = symbol_get(dividing->terms, symbol)->role == SYMBOL_PARAM && divisors->count < INDEX_DIVISORS_MAX;
    for (uint32_t i = 0; is_new && i < divisors->count; i++)
        is_new = divisors->list[i].id != symbol.id;
    if (is_new)
        divisors->list[divisors->count++] = symbol;
}

void index_divisors(const struct term_table *t, term_ref root, struct index_divisors *divisors) {
    struct dividing dividing = {t, divisors};
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r);) {
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_UDIV || op == TERM_SDIV || op == TERM_UREM || op == TERM_SREM)
            term_visit_symbols(t, term_child(t, r, 1), note_divisor, &dividing);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

/* ---- as conditions are made of them ---- */

int64_t index_size_below(int64_t limit) {
    int64_t power = 1;
    while (power * 2 <= limit)
        power *= 2;
    return limit % 8 == 0 ? limit : power;
}

bool index_is(const struct prover *prover, term_ref index, enum symbol_role role, uint32_t *axis) {
    const struct term *term = term_get(prover->terms, index);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    const struct symbol *s = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value});
    *axis = s->axis;
    return s->role == role;
}

const struct digit *index_digit(const struct prover *prover, const struct index_sum *sum, enum symbol_role role, uint32_t axis) {
    uint32_t of;
    for (uint32_t i = 0; i < sum->count; i++)
        if (index_is(prover, sum->digits[i].index, role, &of) && of == axis)
            return &sum->digits[i];
    return NULL;
}

bool quantity_is_block(const struct prover *prover, const struct quantity *q) {
    bool is = q->count == 1 && q->parts[0].atom_count > 1;
    uint32_t axis;
    for (uint32_t j = 0; is && j < q->parts[0].atom_count; j++)
        is = index_is(prover, q->parts[0].atoms[j], SYMBOL_BDIM, &axis);
    return is;
}

bool quantity_has_param(const struct prover *prover, const struct quantity *q) {
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t j = 0; j < q->parts[i].atom_count; j++)
            if (term_deps(prover->terms, q->parts[i].atoms[j]) & DEP_INPUT)
                return true;
    return false;
}

bool quantity_split(const struct quantity *q, struct quantity *plus, struct quantity *minus) {
    bool fits = true;
    *plus = *minus = quantity_constant(0);
    for (uint32_t i = 0; i < q->count; i++) {
        struct quantity part = {.parts = {q->parts[i]}, .count = 1};
        fits &= q->parts[i].factor > 0 ? quantity_add(plus, 1, &part, plus) : quantity_add(minus, -1, &part, minus);
    }
    return fits;
}

int64_t index_to_elements(struct index_sum *sum) {
    int64_t common = 0;
    for (uint32_t i = 0; i < sum->count; i++)
        common = common_divisor_of_signed(quantity_content(&sum->digits[i].coefficient), common);
    struct quantity by = quantity_constant(common);
    for (uint32_t i = 0; i < sum->count; i++)
        (void)quantity_divide(&sum->digits[i].coefficient, &by, &sum->digits[i].coefficient);
    struct quantity rest = sum->rest;
    sum->rest = quantity_constant(0);
    for (uint32_t i = 0; i < rest.count; i++) {
        struct quantity part = {.parts = {rest.parts[i]}, .count = 1};
        if (common == 0 || quantity_divide(&part, &by, &part))
            (void)quantity_add(&sum->rest, 1, &part, &sum->rest);
    }
    return common ? common : 1;
}

/* P or P - 1, but not 1 - P. */
bool quantity_is_negative(const struct quantity *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->count; i++)
        is |= q->parts[i].factor < 0 && q->parts[i].atom_count > 0;
    return is || (q->count == 1 && q->parts[0].factor < 0);
}

bool quantity_shares_atoms(const struct quantity *a, const struct quantity *b) {
    bool shared = false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            for (uint32_t k = 0; k < a->parts[i].atom_count; k++)
                for (uint32_t l = 0; l < b->parts[j].atom_count; l++)
                    shared |= term_same(a->parts[i].atoms[k], b->parts[j].atoms[l]);
    return shared;
}
