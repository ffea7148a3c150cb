/* Boolean terms as formulas: comparisons of views, in the sign in which their sides do not wrap, and connectives. */
#include "integer/view.h"

struct claimed {
    formula_ref formula;
    struct integer_view claims;
};

static bool is_cast(const struct integer_space *space, term_ref t, enum term_op op) {
    return term_op_of(term_get(space->terms, t)) == op;
}

void integer_note_sides(struct integer_space *space, term_ref equality, term_ref x, term_ref y) {
    if (!is_cast(space, equality, TERM_EQ) || map_get(&space->sides_of, equality.id, NULL))
        return;
    vec_push(&space->sides, ((struct sides){x, y}));
    map_set(&space->sides_of, equality.id, space->sides.size - 1);
}

/* The view knows nothing of the summands. */
static bool is_lost(const struct integer_space *space, term_ref t, const struct integer_view *v) {
    enum term_op op = term_op_of(term_get(space->terms, t));
    const struct atom *atom = v->linear.count == 1 ? &space->atoms.data[v->linear.monomials[0].atom] : NULL;
    return (op == TERM_ADD || op == TERM_MUL) && atom && atom->kind == ATOM_DEFINED && term_same(atom->term, t);
}

static bool has_product(const struct integer_space *space, const struct linear *l) {
    bool has = false;
    for (uint32_t i = 0; i < l->count; i++)
        has |= space->atoms.data[l->monomials[i].atom].kind == ATOM_PRODUCT;
    return has;
}

/* x == y, as it was before equal summands were cancelled, if one of what is left is lost: products need to
   be seen (rows.c). */
static void restore(struct integer_space *space, term_ref t, const struct integer_view *left, const struct integer_view *right, struct claimed *out) {
    uint32_t known;
    struct linear difference;
    if (!map_get(&space->sides_of, t.id, &known) ||
        (!is_lost(space, term_child(space->terms, t, 0), left) && !is_lost(space, term_child(space->terms, t, 1), right)))
        return;
    const struct sides sides = space->sides.data[known];
    const struct integer_view *x = integer_view_of(space, sides.x, true), *y = integer_view_of(space, sides.y, true);
    if (!integer_combine(space, 1, &x->linear, -1, &y->linear, &difference) || !has_product(space, &difference))
        return;
    view_add_claims(space, &out->claims, x->claims, x->claim_count);
    view_add_claims(space, &out->claims, y->claims, y->claim_count);
    out->formula = formula_eq(space, &difference);
}

static bool is_unsigned_size(const struct integer_space *space, uint32_t symbol) {
    bool is = false;
    for (uint32_t i = 0; i < space->sizes.size; i++)
        is |= space->sizes.data[i].symbol == symbol && space->sizes.data[i].is_unsigned;
    return is;
}

/* A sum of products without a negative one: *found, some part is an unsigned number. */
static bool is_unsigned_sum(const struct integer_space *space, term_ref t, uint32_t depth, bool *found) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    *found |= op == TERM_UDIV || op == TERM_UREM || (op == TERM_SYMBOL && is_unsigned_size(space, (uint32_t)term->value));
    if (op == TERM_CONST)
        return term->value >> (term->width_bits - 1) == 0;
    if (op != TERM_ADD && op != TERM_MUL)
        return true;
    return depth < 20 && !(term->flags & TERM_NSW) && is_unsigned_sum(space, term_child(space->terms, t, 0), depth + 1, found) &&
           is_unsigned_sum(space, term_child(space->terms, t, 1), depth + 1, found);
}

/* A signed number, which as an unsigned one is known only where it is not negative: a signed operation, or a sum that does not wrap of such. */
static bool is_signed_value(const struct integer_space *space, term_ref t, int depth) {
    if (is_cast(space, t, TERM_SEXT) || is_cast(space, t, TERM_SDIV) || is_cast(space, t, TERM_SREM) || is_cast(space, t, TERM_ASHR))
        return true;
    bool is_sum = (is_cast(space, t, TERM_ADD) || is_cast(space, t, TERM_MUL)) && (term_get(space->terms, t)->flags & TERM_NSW) && depth < 8;
    return is_sum &&
           (is_signed_value(space, term_child(space->terms, t, 0), depth + 1) || is_signed_value(space, term_child(space->terms, t, 1), depth + 1));
}

/* Which views an equation compares: those in which the sides do not wrap. */
static bool is_signed_equation(const struct integer_space *space, term_ref x, term_ref y) {
    bool signs = is_signed_value(space, x, 0) || is_signed_value(space, y, 0), of_x = false, of_y = false;
    if (signs || is_cast(space, x, TERM_ZEXT) || is_cast(space, y, TERM_ZEXT))
        return signs;
    return !is_unsigned_sum(space, x, 0, &of_x) || !is_unsigned_sum(space, y, 0, &of_y) || !of_x || !of_y;
}

static struct claimed compare(struct integer_space *space, term_ref t, enum term_op op) {
    term_ref x = term_child(space->terms, t, 0), y = term_child(space->terms, t, 1);
    bool is_signed = op == TERM_SLT || op == TERM_SLE;
    if (op == TERM_EQ)
        is_signed = is_signed_equation(space, x, y);
    const struct integer_view *a = integer_view_of(space, x, is_signed), *b = integer_view_of(space, y, is_signed);
    struct claimed out = {.claims = {.claim_count = 0}};
    view_add_claims(space, &out.claims, a->claims, a->claim_count);
    view_add_claims(space, &out.claims, b->claims, b->claim_count);
    if (op != TERM_EQ) {
        out.formula = formula_less(space, &a->linear, &b->linear, op == TERM_SLE || op == TERM_ULE);
        return out;
    }
    struct linear difference;
    if (integer_combine(space, 1, &a->linear, -1, &b->linear, &difference))
        out.formula = formula_eq(space, &difference);
    else
        out.formula = formula_free(space);
    restore(space, t, a, b, &out);
    return out;
}

static struct claimed connective(struct integer_space *space, term_ref t, enum term_op op) {
    struct claimed out = {.claims = {.claim_count = 0}};
    formula_ref parts[3], always = formula_bool(space, true);
    const uint32_t *claims[3];
    uint32_t arity = term_get(space->terms, t)->arity, count[3], total = 0;
    for (uint32_t i = 0; i < arity && i < 3; i++) {
        parts[i] = integer_formula_of(space, term_child(space->terms, t, i), &claims[i], &count[i]);
        total += count[i];
    }
    if (total > VIEW_CLAIMS_MAX) {
        out.formula = formula_variable(space, t);
        return out;
    }
    for (uint32_t i = 0; i < arity && i < 3; i++) {
        formula_ref decisive = always;
        if (op == TERM_AND || op == TERM_MUL)
            decisive = parts[1 - i];
        else if (op == TERM_OR)
            decisive = formula_not(space, parts[1 - i]);
        else if (op == TERM_ITE && i > 0)
            decisive = i == 1 ? parts[0] : formula_not(space, parts[0]);
        view_add_claims_under(space, &out.claims, decisive, claims[i], count[i]);
    }
    if (op == TERM_AND || op == TERM_MUL) {
        out.formula = formula_and(space, parts[0], parts[1]);
    } else if (op == TERM_OR) {
        out.formula = formula_or(space, parts[0], parts[1]);
    } else if (op == TERM_ITE) {
        out.formula = formula_and(space, formula_or(space, formula_not(space, parts[0]), parts[1]), formula_or(space, parts[0], parts[2]));
    } else { /* XOR and ADD differ, EQ agrees */
        formula_ref differ =
            formula_and(space, formula_or(space, parts[0], parts[1]), formula_or(space, formula_not(space, parts[0]), formula_not(space, parts[1])));
        out.formula = op == TERM_EQ ? formula_not(space, differ) : differ;
    }
    return out;
}

static struct claimed formula_compute(struct integer_space *space, term_ref t) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    struct claimed out = {.claims = {.claim_count = 0}};
    if (op == TERM_CONST) {
        out.formula = formula_bool(space, term->value != 0);
        return out;
    }
    if (space->depth <= VIEW_DEPTH_MAX) {
        bool on_booleans = term->arity >= 2 && term_width(space->terms, term_child(space->terms, t, 1)) == 1;
        if (op == TERM_ULT || op == TERM_ULE || op == TERM_SLT || op == TERM_SLE || (op == TERM_EQ && !on_booleans))
            return compare(space, t, op);
        if (op == TERM_AND || op == TERM_OR || op == TERM_XOR || op == TERM_ITE || op == TERM_EQ || op == TERM_ADD || op == TERM_MUL)
            return connective(space, t, op);
        if (op == TERM_TRUNC) { /* the lowest bit */
            struct integer_view two = view_of_linear(space, integer_constant(2));
            struct integer_view bit = view_divided(space, *integer_view_of(space, term_child(space->terms, t, 0), false), two, true, true);
            struct linear one = integer_constant(1), difference;
            if (integer_combine(space, 1, &bit.linear, -1, &one, &difference)) {
                out.formula = formula_eq(space, &difference);
                out.claims = bit;
                return out;
            }
        }
    }
    out.formula = formula_variable(space, t);
    return out;
}

formula_ref integer_formula_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count) {
    uint32_t index;
    if (!map_get(&space->formula_of, t.id, &index)) {
        space->depth++;
        struct claimed f = formula_compute(space, t);
        space->depth--;
        f.claims.linear.constant = (int64_t)f.formula.id;
        vec_push(&space->formula_claims, f.claims);
        index = space->formula_claims.size - 1;
        map_set(&space->formula_of, t.id, index);
    }
    const struct integer_view *known = &space->formula_claims.data[index];
    *claims = known->claims;
    *claim_count = known->claim_count;
    return (formula_ref){(uint32_t)known->linear.constant};
}

static void collect_claims(struct integer_space *space, term_ref t, struct integer_view *all) {
    const uint32_t *claims;
    uint32_t count;
    enum term_op op = term_op_of(term_get(space->terms, t));
    if ((op == TERM_AND || op == TERM_MUL) && term_width(space->terms, t) == 1) {
        collect_claims(space, term_child(space->terms, t, 0), all);
        collect_claims(space, term_child(space->terms, t, 1), all);
        return;
    }
    (void)integer_formula_of(space, t, &claims, &count);
    view_add_claims(space, all, claims, count);
}

formula_ref integer_query_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count) {
    formula_ref formula = integer_formula_of(space, t, claims, claim_count);
    uint32_t index;
    if (!map_get(&space->query_of, t.id, &index)) {
        struct integer_view all = {.claim_count = 0};
        collect_claims(space, t, &all);
        vec_push(&space->query_claims, all);
        index = space->query_claims.size - 1;
        map_set(&space->query_of, t.id, index);
    }
    *claims = space->query_claims.data[index].claims;
    *claim_count = space->query_claims.data[index].claim_count;
    return formula;
}
