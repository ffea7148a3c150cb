/* Terms as polynomials over leaves (bounding.h). The claims that make sums exact are those that
   integer views make for the same terms (integer.c). */
#include "integer/integer.h"
#include "integer/polynomial.h"
#include "protocol/expression.h"
#include "prove/frame/prover.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/bounding.h"

bool bounding_is_size(const struct term_table *t, term_ref r) {
    return (term_deps(t, r) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0;
}

bool bounding_symbol_of(const struct term_table *t, term_ref r, const struct symbol **symbol) {
    const struct term *term = term_get(t, r);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = symbol_get(t, (symbol_ref){(uint32_t)term->value});
    return true;
}

bool bounding_is_counter(const struct term_table *t, term_ref r) {
    const struct symbol *s;
    return bounding_symbol_of(t, r, &s) && (s->role == SYMBOL_COUNTER || s->role == SYMBOL_FINAL);
}

/* In sums that claims make exact, integer views take these as unsigned numbers (integer.c,
 * arithmetic_view). */
static bool is_never_negative(const struct term_table *t, term_ref r) {
    enum term_op op = term_op_of(term_get(t, r));
    return op == TERM_UDIV || op == TERM_UREM || op == TERM_LSHR || op == TERM_AND || bounding_is_counter(t, r);
}

bool bounding_is_unsigned(const struct prover *prover, term_ref r) {
    const struct symbol *s;
    return bounding_symbol_of(prover->terms, r, &s) && s->role == SYMBOL_PARAM && expression_is_unsigned(prover->protocol, s->name);
}

/* The leaf's number as an atom; false if there are too many. A size is one atom, signed or not. */
static bool leaf_atom(struct bounding *b, term_ref r, bool is_signed, uint32_t *atom) {
    struct term_table *t = b->prover->terms;
    bool may_be_negative = term_range_of(t, r).umax >> (term_width(t, r) - 1) != 0, is_of_size = bounding_is_size(t, r);
    bool needs_sign = is_of_size && may_be_negative && (is_signed || !bounding_is_unsigned(b->prover, r));
    is_signed = is_signed && may_be_negative && !is_of_size && integer_view_of(b->prover->integers, r, true)->low < 0;
    for (*atom = 0; *atom < b->leaf_count; (*atom)++)
        if (term_same(b->leaves[*atom].term, r) && b->leaves[*atom].is_signed == is_signed) {
            b->leaves[*atom].needs_sign |= needs_sign;
            return true;
        }
    if (b->leaf_count == LEAVES_MAX)
        return false;
    b->leaves[b->leaf_count++] = (struct leaf){r, is_signed, needs_sign, false};
    return true;
}

static bool flatten_leaf(struct bounding *b, term_ref r, bool is_signed, struct polynomial *out) {
    uint32_t atom;
    if (!leaf_atom(b, r, is_signed, &atom))
        return false;
    *out = polynomial_atom(atom);
    return true;
}

bool bounding_has_negative(const struct polynomial *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->terms[i].coefficient < 0)
            return true;
    return false;
}

/* ---- terms as polynomials ---- */

static bool flatten_constant(const struct term *term, bool is_signed, struct polynomial *out) {
    uint8_t w = term->width_bits;
    int64_t value = (int64_t)term->value;
    if (is_signed && w < 64 && term->value >> (w - 1))
        value = (int64_t)(term->value - (UINT64_C(1) << w));
    if (!is_signed && term->value >= (uint64_t)INTEGER_LIMIT)
        return false;
    *out = polynomial_constant(value);
    return value > -INTEGER_LIMIT && value < INTEGER_LIMIT;
}

/* The operation's view is the sum or product of its operands' views: by its range, by its flags or
   by a claim, which the integer views make for the same terms (integer.c). */
static bool is_exact(struct bounding *b, term_ref r, bool is_signed) {
    const struct integer_view *view = integer_view_of(b->prover->integers, r, is_signed);
    for (uint32_t i = 0; i < view->linear.count; i++) {
        const struct atom *atom = &b->prover->integers->atoms.data[view->linear.monomials[i].atom];
        if (atom->kind == ATOM_DEFINED && term_same(atom->term, r))
            return false; /* the value itself, a wrapped sum */
    }
    return true;
}

/* c * x - c * d * (x / d), the second being term `at` of the sum, becomes c * (x % d). */
static bool take_remainder(struct bounding *b, struct polynomial *sum, uint32_t at, uint32_t depth) {
    struct term_table *t = b->prover->terms;
    const struct power_product m = sum->terms[at];
    for (uint32_t i = 0; i < m.degree; i++) {
        struct leaf leaf = b->leaves[m.atoms[i]];
        enum term_op op = term_op_of(term_get(t, leaf.term));
        struct polynomial x, d, quotient = polynomial_atom(m.atoms[i]), product, rest = *sum, remainder;
        struct power_product q;
        if ((op != TERM_SDIV && op != TERM_UDIV) || depth > DEPTH_MAX ||
            !bounding_flatten(b, term_child(t, leaf.term, 0), op == TERM_SDIV, depth + 1, &x) ||
            !bounding_flatten(b, term_child(t, leaf.term, 1), op == TERM_SDIV, depth + 1, &d) || d.count != 1 ||
            !polynomial_multiply(&d, &quotient, &product) || !polynomial_divides(&m, &product.terms[0], &q) || q.degree > 0)
            continue;
        term_ref r = term_binary(t, op == TERM_SDIV ? TERM_SREM : TERM_UREM, term_child(t, leaf.term, 0), term_child(t, leaf.term, 1));
        if (!polynomial_add(&rest, -q.coefficient, &product) || !polynomial_add(&rest, q.coefficient, &x) ||
            !bounding_flatten(b, r, op == TERM_SDIV, depth + 1, &remainder) || !polynomial_add(&rest, -q.coefficient, &remainder))
            continue;
        *sum = rest;
        return true;
    }
    return false;
}

/* The sum or product of the operands' values. */
bool bounding_flatten_operands(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    bool is_flagged = (term_get(t, r)->flags & (is_signed ? TERM_NSW : TERM_NUW)) != 0;
    struct polynomial parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        term_ref child = term_child(t, r, i);
        if (!bounding_flatten(b, child, is_signed && (is_flagged || !is_never_negative(t, child)), depth + 1, &parts[i]))
            return false;
    }
    if (term_op_of(term_get(t, r)) == TERM_MUL)
        return polynomial_multiply(&parts[0], &parts[1], out);
    *out = parts[0];
    if (!polynomial_add(out, 1, &parts[1]))
        return false;
    for (uint32_t i = 0; i < out->count; i++)
        if (out->terms[i].coefficient < 0 && take_remainder(b, out, i, depth))
            i = 0;
    return true;
}

static bool flatten_arithmetic(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    const struct term term = *term_get(t, r);
    bool nsw = (term.flags & TERM_NSW) != 0, nuw = (term.flags & TERM_NUW) != 0;
    if (!is_signed && nsw && !nuw) /* the view of the other sign; the same where nothing is negative */
        return flatten_arithmetic(b, r, true, depth, out) && !bounding_has_negative(out);
    if (!is_exact(b, r, is_signed))
        return false;
    return bounding_flatten_operands(b, r, is_signed, depth, out);
}

/* x << p, where 2^p is a size. */
bool bounding_flatten_shift(struct bounding *b, term_ref r, uint32_t depth, struct polynomial *out) {
    const struct prover *prover = b->prover;
    for (uint32_t i = 0; i < prover->arithmetic->exponents.size; i++) {
        const struct exponent *e = &prover->arithmetic->exponents.data[i];
        struct polynomial x, power;
        if (term_same(term_child(prover->terms, e->power, 1), term_child(prover->terms, r, 1)))
            return bounding_flatten(b, term_child(prover->terms, r, 0), false, depth + 1, &x) &&
                   bounding_flatten(b, term_symbol(prover->terms, e->symbol), false, depth + 1, &power) && polynomial_multiply(&x, &power, out);
    }
    return false;
}

/* Which side the choice takes; false: there are too many. */
static bool picked(struct bounding *b, term_ref choice, uint32_t *side) {
    uint32_t i = 0;
    while (i < b->choice_count && !term_same(b->choices[i], choice))
        i++;
    if (i == CLAIM_CHOICES_MAX)
        return false;
    if (i == b->choice_count)
        b->choices[b->choice_count++] = choice;
    *side = b->picks >> i & 1u;
    return true;
}

/* The side that a choice takes, or the end of its range that a signed remainder by a size is. */
static bool flatten_choice(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    const struct polynomial one = polynomial_constant(1);
    struct polynomial d;
    uint32_t side;
    if (!picked(b, r, &side))
        return false;
    if (term_op_of(term_get(t, r)) == TERM_ITE)
        return bounding_flatten(b, term_child(t, r, 1 + side), is_signed, depth + 1, out);
    *out = polynomial_constant(0);
    return is_signed && bounding_is_size(t, term_child(t, r, 1)) && bounding_flatten(b, term_child(t, r, 1), true, depth + 1, &d) &&
           polynomial_add(out, side ? -1 : 1, &d) && polynomial_add(out, side ? 1 : -1, &one);
}

bool bounding_flatten(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    const struct term *term = term_get(t, r);
    if (depth > DEPTH_MAX)
        return false;
    if (b->is_picking && ((term_op_of(term) == TERM_ITE && term->width_bits > 1) || term_op_of(term) == TERM_SREM))
        return flatten_choice(b, r, is_signed, depth, out);
    switch (term_op_of(term)) {
    case TERM_CONST: return flatten_constant(term, is_signed, out);
    case TERM_ADD:
    case TERM_MUL: return flatten_arithmetic(b, r, is_signed, depth, out) || flatten_leaf(b, r, is_signed, out);
    case TERM_ZEXT: return bounding_flatten(b, term_child(t, r, 0), false, depth + 1, out);
    case TERM_SEXT: return bounding_flatten(b, term_child(t, r, 0), true, depth + 1, out) && (is_signed || !bounding_has_negative(out));
    case TERM_TRUNC:
        if (claim_is_cut(t, r))
            return bounding_flatten(b, term_child(t, r, 0), is_signed, depth + 1, out);
        return flatten_leaf(b, r, is_signed, out);
    case TERM_SHL: return bounding_flatten_shift(b, r, depth, out) || flatten_leaf(b, r, is_signed, out);
    case TERM_SYMBOL:
    case TERM_APPLY:
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_LSHR:
    case TERM_ASHR:
    case TERM_ITE:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_OP_COUNT: break;
    }
    return flatten_leaf(b, r, is_signed, out);
}

bool bounding_is_size_atom(const struct bounding *b, uint32_t atom) {
    return bounding_is_size(b->prover->terms, b->leaves[atom].term);
}

bool bounding_is_of_sizes(const struct bounding *b, const struct polynomial *p) {
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            if (!bounding_is_size_atom(b, p->terms[i].atoms[a]))
                return false;
    return true;
}
