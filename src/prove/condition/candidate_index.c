/* Sums over indices, as candidates are made of them. */
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

int64_t index_common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

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
        common = index_common_divisor(quantity_content(&sum->digits[i].coefficient), common);
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

/* row = factor * bound's sum + uniform: then row is below factor * limit. */
bool rows_bounded_width(const struct index_sum *row, const struct bound *bound, struct quantity *width) {
    int64_t factor = 0, more;
    if (row->count != bound->sum.count)
        return false;
    for (uint32_t i = 0; i < row->count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < bound->sum.count; j++) {
            struct quantity ratio;
            if (!term_same(row->digits[i].index, bound->sum.digits[j].index))
                continue;
            found = quantity_divide(&row->digits[i].coefficient, &bound->sum.digits[j].coefficient, &ratio) && quantity_is_constant(&ratio, &more) &&
                    more > 0 && (factor == 0 || more == factor);
            factor = more;
        }
        if (!found)
            return false;
    }
    struct quantity by = quantity_constant(factor);
    return row->count > 0 && quantity_multiply(&bound->limit, &by, width);
}

/* The digits that a stride's radix must exceed: constant multiples of `below`. */
void rows_row_of(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride, const struct quantity *below,
                 struct index_sum *row) {
    *row = (struct index_sum){.count = 0};
    for (uint32_t i = 0; i < sum->count; i++) {
        struct quantity ratio;
        if (quantity_divide(&sum->digits[i].coefficient, stride, &ratio) || !quantity_divide(&sum->digits[i].coefficient, below, &ratio) ||
            quantity_has_param(prover, &ratio))
            continue;
        row->digits[row->count++] = (struct digit){sum->digits[i].index, ratio};
    }
}

/* P or P - 1, but not 1 - P. */
bool rows_is_negative(const struct quantity *q) {
    bool is = false;
    for (uint32_t i = 0; i < q->count; i++)
        is |= q->parts[i].factor < 0 && q->parts[i].atom_count > 0;
    return is || (q->count == 1 && q->parts[0].factor < 0);
}

bool rows_shares_atoms(const struct quantity *a, const struct quantity *b) {
    bool shared = false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            for (uint32_t k = 0; k < a->parts[i].atom_count; k++)
                for (uint32_t l = 0; l < b->parts[j].atom_count; l++)
                    shared |= term_same(a->parts[i].atoms[k], b->parts[j].atoms[l]);
    return shared;
}
