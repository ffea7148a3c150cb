/* Order of rows: X*W + low <= 0, W > 0 and -s*W < low; then X < s, since X >= s makes the sum at least s*W + low, which is above 0. For s = 0
   W >= 0 is enough: X*W <= -low < 0, so that W is not 0, and X is below 0.

   So an element beyond the end of the last row is in a row too many, and one before the first row in a row before it: `j*nx + i + 1 > nx*ny`
   with `i + 1 <= nx` gives `j >= ny`. X may have rows of its own: planes, images. What is compared is taken as a polynomial, and divided by
   what an index is multiplied with, `nx`, `nx + 2`; low has no product of sizes, so that the solver is asked of linear inequalities only. Where
   a number is compared that the query divides by d, it is q*d + r: `i < n*d` gives `i / d < n`. */
#include "base/breakage.h"
#include "base/vec.h"
#include "integer/polynomial.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/row_query.h"
#include "prove/rung/row_strides.h"

#define ORDER_STEPS UINT64_C(15000) /* for one question: they are linear */
#define COUNT_MAX 16u               /* of one query */
#define DIVISIONS_MAX 8u

struct ordering {
    struct row_query *query;
    struct integer_space *space;
    VEC(struct division) divisions; /* whose quotients or remainders the query names */
    uint32_t count;
    bool is_part; /* what is compared is a part of the query, so that what follows is one, too */
};

/* ---- one stride ---- */

/* What follows: rows <= 0, and w > 0. */
struct order {
    struct polynomial rows, w;
};

/* x*w + low <= 0 gives x < s. `is_positive`: that it is x*w + low presumes w > 0. */
static bool order_by_signed(const struct ordering *o, const struct divided *d, bool is_positive, struct order *out) {
    struct integer_space *space = o->space;
    struct linear low, minus, w, scaled, zero = integer_constant(0), below = integer_constant(-1);
    if (stride_degree(&d->x) == 0 || !stride_is_linear(space, &d->low) || !stride_collapse(space, &d->low, &low) ||
        !stride_collapse(space, &d->w, &w) || !integer_combine(space, -1, &low, 0, &zero, &minus))
        return false;
    const int64_t sizes[] = {0, polynomial_content(&d->x)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct polynomial more = polynomial_constant(1 - sizes[i]);
        *out = (struct order){d->x, d->w};
        if (!integer_combine(space, sizes[i], &w, 0, &zero, &scaled) || !polynomial_add(&out->rows, 1, &more))
            return false;
        row_query_about(o->query, &low);
        if (BREAK(ORDER_OF_ROWS) ||
            (row_query_below(o->query, &minus, &scaled) && row_query_below(o->query, sizes[i] == 0 && !is_positive ? &below : &zero, &w)))
            return true;
    }
    return false;
}

static bool order_by(const struct ordering *o, const struct divided *d, struct order *out) {
    struct divided other = *d;
    return order_by_signed(o, d, false, out) || (stride_negate(&other) && order_by_signed(o, &other, false, out));
}

/* ---- strides ---- */

static bool order_by_strides(const struct ordering *o, const struct polynomial *p, struct order *out) {
    struct divided *list = arena_alloc(o->space->arena, STRIDES_MAX * sizeof *list);
    const uint32_t count = strides_of(o->space, p, list);
    bool is_found = false;
    for (uint32_t i = 0; i < count && !is_found; i++)
        is_found = order_by(o, &list[i], out);
    return is_found;
}

/* How often p has `part`, all of it: the rest is what p has beside. 0: it has not. */
static int64_t times_of(const struct polynomial *p, const struct polynomial *part, struct polynomial *rest) {
    int64_t times = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        const struct power_product *summand = &part->terms[i];
        struct power_product quotient;
        int64_t here = 0;
        for (uint32_t k = 0; k < p->count; k++)
            if (p->terms[k].degree == summand->degree && polynomial_divides(&p->terms[k], summand, &quotient))
                here = quotient.coefficient;
        if (summand->degree == 0)
            continue;
        if (here == 0 || (times != 0 && here != times))
            return 0;
        times = here;
    }
    *rest = *p;
    return polynomial_add(rest, -times, part) ? times : 0;
}

/* Where p has the number that is divided by d: q*d + r stands for it, with d > 0. */
static bool order_by_division(const struct ordering *o, const struct polynomial *p, const struct division *division, struct order *out) {
    const struct polynomial q = polynomial_atom(division->quotient), r = polynomial_atom(division->quotient + 1);
    struct polynomial number, rest;
    struct divided d;
    if (!row_query_expand(o->query, &division->x, &number) || !row_query_expand(o->query, &division->d, &d.w))
        return false;
    int64_t times = stride_degree(&d.w) > 0 ? times_of(p, &number, &rest) : 0;
    return times != 0 && stride_divide(&rest, &d) && polynomial_add(&d.x, times, &q) && polynomial_add(&d.low, times, &r) &&
           order_by_signed(o, &d, true, out);
}

/* ---- formulas ---- */

static formula_ref with_rows(struct ordering *o, const struct polynomial *p, formula_ref f);

static formula_ref with_next(struct ordering *o, const struct order *next, formula_ref f) {
    struct integer_space *space = o->space;
    struct linear rows, w, one = integer_constant(1);
    if (!stride_collapse(space, &next->rows, &rows) || !stride_collapse(space, &next->w, &w))
        return f;
    const formula_ref follow[] = {formula_le(space, &rows), formula_less(space, &one, &w, true)};
    o->count++;
    for (size_t i = 0; i < sizeof follow / sizeof *follow; i++)
        if (o->is_part)
            row_query_add(o->query, follow[i]);
        else
            f = formula_and(space, f, follow[i]);
    return with_rows(o, &next->rows, f);
}

/* The formula, and what p <= 0 tells of rows: by each division, and by the first stride that tells something. */
static formula_ref with_rows(struct ordering *o, const struct polynomial *p, formula_ref f) {
    struct order next;
    if (stride_degree(p) < 2)
        return f;
    for (uint32_t i = 0; i < o->divisions.size && o->count < COUNT_MAX; i++)
        if (order_by_division(o, p, &o->divisions.data[i], &next))
            f = with_next(o, &next, f);
    return o->count < COUNT_MAX && order_by_strides(o, p, &next) ? with_next(o, &next, f) : f;
}

static formula_ref with_orders(struct ordering *o, formula_ref f) {
    const struct formula formula = o->space->formulas.data[f.id];
    struct polynomial p;
    if (formula.kind == FORMULA_LE && row_query_expand(o->query, &formula.linear, &p))
        return stride_is_uniform(o->space, &p) ? f : with_rows(o, &p, f);
    if (formula.kind != FORMULA_AND && formula.kind != FORMULA_OR)
        return f;
    formula_ref all = with_orders(o, formula.parts[0]);
    for (uint32_t i = 1; i < formula.count; i++) {
        formula_ref part = with_orders(o, formula.parts[i]);
        all = formula.kind == FORMULA_AND ? formula_and(o->space, all, part) : formula_or(o->space, all, part);
    }
    return all;
}

static void note_divisions(struct ordering *o, const struct linear *l);

/* With what is divided: it may be a quotient itself. */
static void note_division(struct ordering *o, const struct division *division) {
    bool is_known = o->space->atoms.data[division->quotient].definition.id == 0 || o->divisions.size == DIVISIONS_MAX;
    for (uint32_t k = 0; k < o->divisions.size && !is_known; k++)
        is_known = o->divisions.data[k].quotient == division->quotient;
    if (is_known)
        return;
    const struct linear x = division->x;
    vec_push(&o->divisions, *division);
    note_divisions(o, &x);
}

static void note_divisions(struct ordering *o, const struct linear *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &o->space->atoms.data[l->monomials[i].atom];
        const struct division *q = division_with(o->space, l->monomials[i].atom, false), *r = division_with(o->space, l->monomials[i].atom, true);
        if (q || r)
            note_division(o, q ? q : r);
        for (uint32_t f = 0; f < atom->factor_count; f++)
            note_divisions(o, &atom->factors[f]);
    }
}

static void note_all_divisions(struct ordering *o, formula_ref f) {
    const struct formula *formula = &o->space->formulas.data[f.id];
    if (formula->kind == FORMULA_LE || formula->kind == FORMULA_EQ)
        note_divisions(o, &formula->linear);
    for (uint32_t i = 0; i < formula->count; i++)
        note_all_divisions(o, formula->parts[i]);
}

static bool names_second(const struct prover *prover, const struct linear *l) {
    const struct integer_space *space = prover->integers;
    bool names = false;
    for (uint32_t i = 0; i < l->count && !names; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        const struct term *term = atom->kind == ATOM_SYMBOL ? term_get(space->terms, atom->term) : NULL;
        names = term && term_op_of(term) == TERM_SYMBOL && threads_is_second(prover, (symbol_ref){(uint32_t)term->value});
        for (uint32_t f = 0; f < atom->factor_count && !names; f++)
            names = names_second(prover, &atom->factors[f]);
    }
    return names;
}

/* The query is about two threads: an equation decides it, as a rule. */
static bool is_of_two(const struct prover *prover, formula_ref f) {
    const struct formula *formula = &prover->integers->formulas.data[f.id];
    bool is = (formula->kind == FORMULA_LE || formula->kind == FORMULA_EQ) && names_second(prover, &formula->linear);
    for (uint32_t i = 0; i < formula->count && !is; i++)
        is = is_of_two(prover, formula->parts[i]);
    return is;
}

formula_ref rows_order(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    struct row_query query;
    if (is_of_two(prover, f))
        return f;
    row_query_begin(&query, prover, f, claims, count, ORDER_STEPS);
    struct ordering o = {.query = &query, .space = prover->integers};
    const uint32_t parts = query.parts.size;
    for (uint32_t i = 0; i < parts; i++)
        note_all_divisions(&o, query.parts.data[i]);
    for (int round = 0; round < 2; round++) /* what follows from parts helps in cases of others */
        for (uint32_t i = 0; i < parts; i++) {
            const formula_ref part = query.parts.data[i];
            o.is_part = o.space->formulas.data[part.id].kind == FORMULA_LE;
            if (o.is_part != (round == 0))
                continue;
            const formula_ref after = with_orders(&o, part); /* adds parts */
            query.parts.data[i] = after;
        }
    if (o.count > 0)
        f = row_query_whole(&query);
    vec_release(&o.divisions);
    row_query_release(&query);
    return f;
}
