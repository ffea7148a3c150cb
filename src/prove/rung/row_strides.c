/* See row_strides.h. */
#include "prove/rung/row_strides.h"

#include "prove/rung/radix.h"

#define DEPTH_MAX 4u /* of products in products */
#define STRIDE_DEGREE_MAX 3u

static bool expand(const struct integer_space *space, const struct linear *l, uint32_t depth, struct polynomial *out) {
    *out = polynomial_constant(l->constant);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        struct polynomial product = polynomial_atom(l->monomials[i].atom), factor, next;
        if (atom->kind == ATOM_PRODUCT) {
            product = polynomial_constant(1);
            for (uint32_t f = 0; f < atom->factor_count; f++, product = next)
                if (depth == 0 || !expand(space, &atom->factors[f], depth - 1, &factor) || !polynomial_multiply(&product, &factor, &next))
                    return false;
        }
        if (!polynomial_add(out, l->monomials[i].coefficient, &product))
            return false;
    }
    return true;
}

bool stride_collapse(struct integer_space *space, const struct polynomial *p, struct linear *out) {
    *out = integer_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct linear product = integer_constant(1);
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            if (!integer_multiply(space, product, integer_atom(space, p->terms[i].atoms[a]), &product))
                return false;
        if (!integer_combine(space, 1, out, p->terms[i].coefficient, &product, out))
            return false;
    }
    return true;
}

uint32_t stride_degree(const struct polynomial *p) {
    uint32_t degree = 0;
    for (uint32_t i = 0; i < p->count; i++)
        degree = p->terms[i].degree > degree ? p->terms[i].degree : degree;
    return degree;
}

bool stride_is_linear(const struct integer_space *space, const struct polynomial *p) {
    bool is = true;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree && p->terms[i].degree > 1; a++) {
            const struct atom *atom = &space->atoms.data[p->terms[i].atoms[a]];
            is &=
                atom->kind == ATOM_SYMBOL && !(term_deps(space->terms, atom->term) & ~(unsigned)(DEP_LAUNCH | DEP_BLOCK | DEP_THREAD | DEP_COUNTER));
        }
    return is;
}

/* p = over*d + rest, where d divides no summand of rest. */
static bool take_out(const struct polynomial *p, const struct power_product *d, struct polynomial *over, struct polynomial *rest) {
    const struct polynomial one = polynomial_constant(1);
    struct power_product quotient;
    *over = *rest = polynomial_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        bool divides = polynomial_divides(&p->terms[i], d, &quotient);
        const struct power_product *term = divides ? &quotient : &p->terms[i];
        if (!polynomial_add_product(divides ? over : rest, term->coefficient, term, &one))
            return false;
    }
    return true;
}

bool stride_name(struct polynomial *p, const struct power_product *product, uint32_t atom) {
    const struct polynomial whole = *p, name = polynomial_atom(atom);
    struct polynomial over, named;
    return take_out(&whole, product, &over, p) && polynomial_multiply(&over, &name, &named) && polynomial_add(p, 1, &named);
}

/* The atom of w that leads when others are divided by w: it stands in one summand, alone, once. */
static const struct power_product *leading(const struct polynomial *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const struct power_product *term = &w->terms[i];
        bool leads = w->count == 1 || (term->degree == 1 && (term->coefficient == 1 || term->coefficient == -1));
        for (uint32_t k = 0; k < w->count && leads && w->count > 1; k++)
            for (uint32_t a = 0; a < w->terms[k].degree; a++)
                leads &= k == i || w->terms[k].atoms[a] != term->atoms[0];
        if (leads && term->degree > 0)
            return term;
    }
    return NULL;
}

bool stride_divide(const struct polynomial *p, struct divided *out) {
    const struct power_product *leads = leading(&out->w);
    struct polynomial over, product;
    out->low = *p;
    out->x = polynomial_constant(0);
    for (uint32_t round = 0; leads && round < POLYNOMIAL_DEGREE_MAX; round++) {
        const struct polynomial whole = out->low;
        if (!take_out(&whole, leads, &over, &out->low))
            return false;
        if (over.count == 0)
            return out->x.count > 0;
        out->low = whole;
        if (!polynomial_multiply(&over, &out->w, &product) || !polynomial_add(&out->low, -1, &product) || !polynomial_add(&out->x, 1, &over))
            return false;
    }
    return false;
}

bool stride_is_uniform(const struct integer_space *space, const struct polynomial *p) {
    bool is = true;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree && is; a++) {
            struct monomial one = {p->terms[i].atoms[a], 1};
            is = radix_is_uniform(space, &(struct linear){&one, 1, 0});
        }
    return is;
}

static bool negate(struct polynomial *p) {
    const struct polynomial whole = *p;
    return polynomial_add(p, -2, &whole);
}

bool stride_negate(struct divided *d) {
    bool has_signs = false;
    for (uint32_t i = 1; i < d->w.count; i++)
        has_signs |= (d->w.terms[i].coefficient < 0) != (d->w.terms[0].coefficient < 0);
    return has_signs && negate(&d->w) && negate(&d->x);
}

/* What the index v is multiplied with in p, without what divides all of it; false: that is no number, or has indices itself. */
static bool stride_of(const struct integer_space *space, const struct polynomial *p, uint32_t v, struct polynomial *w) {
    const struct polynomial by = polynomial_atom(v);
    struct polynomial rest;
    if (!take_out(p, &by.terms[0], w, &rest) || stride_degree(w) == 0 || !stride_is_uniform(space, w))
        return false;
    int64_t content = polynomial_content(w);
    content = w->terms[w->count - 1].coefficient < 0 ? -content : content;
    for (uint32_t i = 0; i < w->count; i++)
        w->terms[i].coefficient /= content;
    return true;
}

bool stride_expand(const struct integer_space *space, const struct linear *l, struct polynomial *out) {
    return expand(space, l, DEPTH_MAX, out);
}

static bool is_new(const struct divided *list, uint32_t count, const struct polynomial *w) {
    bool is_new = true;
    for (uint32_t i = 0; i < count && is_new; i++)
        is_new = !polynomial_equal(&list[i].w, w);
    return is_new;
}

uint32_t strides_of(const struct integer_space *space, const struct polynomial *p, struct divided *out) {
    const bool has_indices = !stride_is_uniform(space, p);
    uint32_t count = 0;
    for (uint32_t degree = 1; degree <= STRIDE_DEGREE_MAX; degree++)
        for (uint32_t i = 0; i < p->count; i++)
            for (uint32_t a = 0; a < p->terms[i].degree && p->terms[i].degree > 1 && count < STRIDES_MAX; a++) {
                struct divided *d = &out[count];
                d->w = polynomial_atom(p->terms[i].atoms[a]);
                if (has_indices && (stride_is_uniform(space, &d->w) || !stride_of(space, p, p->terms[i].atoms[a], &d->w)))
                    continue;
                count += stride_degree(&d->w) == degree && is_new(out, count, &d->w) && stride_divide(p, d);
            }
    return count;
}
