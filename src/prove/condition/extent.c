/* See extent.h. */
#include "prove/condition/extent.h"

#include <assert.h>

#include "base/divisor.h"
#include "integer/polynomial.h"
#include "prove/condition/largest.h"
#include "prove/frame/prover.h"
#include "prove/rung/bounding.h"

static bool varies(const struct bounding *b, const struct power_product *m) {
    bool varies = false;
    for (uint32_t a = 0; a < m->degree; a++)
        varies |= !bounding_is_size_atom(b, m->atoms[a]);
    return varies;
}

/* What divides the coefficients of all summands that differ between threads; 0: there are none. */
static int64_t step_of(const struct bounding *b, const struct polynomial *p) {
    int64_t step = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (varies(b, &p->terms[i]))
            step = common_divisor_of_signed(p->terms[i].coefficient, step);
    return step;
}

/* threadIdx.a of threadIdx.a / by, a constant. */
static bool is_group(const struct prover *prover, term_ref quotient, term_ref *thread, int64_t *by) {
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, quotient));
    uint64_t constant;
    uint32_t axis;
    bool is_shift = op == TERM_LSHR;
    if ((!is_shift && op != TERM_UDIV && op != TERM_SDIV) || !term_is_const(t, term_child(t, quotient, 1), &constant) || constant == 0 ||
        constant > (is_shift ? 9 : 512))
        return false;
    *thread = largest_without_casts(t, term_child(t, quotient, 0));
    *by = is_shift ? INT64_C(1) << constant : (int64_t)constant;
    return index_is(prover, *thread, SYMBOL_TID, &axis);
}

static bool has_leaf(const struct bounding *b, const struct polynomial *p, term_ref leaf) {
    bool has = false;
    for (uint32_t i = 0; i < p->count; i++)
        has |= p->terms[i].degree == 1 && term_same(largest_without_casts(b->prover->terms, b->leaves[p->terms[i].atoms[0]].term), leaf);
    return has;
}

/* p with threadIdx.a in place of threadIdx.a / *group, where there is one such quotient; else *group is 1. Beside threadIdx.a the
   quotient is padding, i + i / 32, and left out. */
static void count_groups(struct bounding *b, struct polynomial *p, int64_t *group) {
    struct polynomial out = polynomial_constant(0), thread, product;
    *group = 1;
    for (uint32_t i = 0; i < p->count; i++) {
        struct polynomial term = {.terms = {p->terms[i]}, .count = 1};
        term_ref index;
        int64_t by;
        bool is_one = p->terms[i].degree == 1 && is_group(b->prover, b->leaves[p->terms[i].atoms[0]].term, &index, &by);
        if (is_one && has_leaf(b, p, index))
            continue;
        is_one = is_one && (*group == 1 || *group == by) && bounding_flatten(b, index, false, 0, &thread);
        product = polynomial_constant(p->terms[i].coefficient);
        if (is_one && !polynomial_multiply(&product, &thread, &term))
            return;
        *group = is_one ? by : *group;
        if (!polynomial_add(&out, 1, &term))
            return;
    }
    *p = out;
}

/* min(x, u) of a uniform u; max(x, u) where `is_max`. *u: the uniform one, *x: the other. */
static bool is_clamped(const struct term_table *t, term_ref ite, bool *is_max, term_ref *u, term_ref *x) {
    if (term_op_of(term_get(t, ite)) != TERM_ITE)
        return false;
    const term_ref less = term_child(t, ite, 0), then = term_child(t, ite, 1), otherwise = term_child(t, ite, 2);
    enum term_op op = term_op_of(term_get(t, less));
    if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE)
        return false;
    term_ref low = term_child(t, less, 0), high = term_child(t, less, 1);
    *is_max = term_same(low, otherwise) && term_same(high, then);
    bool is_then = bounding_is_size(t, then);
    *u = is_then ? then : otherwise;
    *x = is_then ? otherwise : then;
    return bounding_is_size(t, *u) && (*is_max || (term_same(low, then) && term_same(high, otherwise)));
}

/* p with the largest values of clamped numbers: u of min(x, u); max(x, u) has as many values as x. */
static void take_clamped(struct bounding *b, struct polynomial *p) {
    struct polynomial out = polynomial_constant(0), most, product;
    for (uint32_t i = 0; i < p->count; i++) {
        struct polynomial term = {.terms = {p->terms[i]}, .count = 1};
        struct power_product rest = p->terms[i];
        term_ref u, x;
        bool is_max, is_taken = false;
        for (uint32_t a = 0; a < rest.degree && !is_taken; a++) {
            is_taken = is_clamped(b->prover->terms, b->leaves[rest.atoms[a]].term, &is_max, &u, &x) && largest_number(b, is_max ? x : u, &most);
            if (is_taken)
                rest.atoms[a] = rest.atoms[--rest.degree];
        }
        struct polynomial factor = {.terms = {rest}, .count = 1};
        if (is_taken && polynomial_multiply(&factor, &most, &product))
            term = product;
        if (!polynomial_add(&out, 1, &term))
            return;
    }
    *p = out;
}

/* What all threads have in common of p. */
static bool uniform_of(const struct bounding *b, const struct polynomial *p, struct quantity *out) {
    struct polynomial same = polynomial_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct polynomial term = {.terms = {p->terms[i]}, .count = 1};
        if (!varies(b, &p->terms[i]) && !polynomial_add(&same, 1, &term))
            return false;
    }
    return largest_quantity(b, &same, out);
}

bool extent_of(struct survey *survey, uint32_t subject, term_ref low, bool has_groups, struct extent *out) {
    assert(subject < survey->subject_count);
    struct bounding *b = largest_within(survey, &survey->subjects[subject], true);
    struct polynomial p, most;
    if (!largest_number(b, low, &p))
        return false;
    out->step = step_of(b, &p);
    out->group = 1;
    out->subject = subject;
    if (has_groups)
        count_groups(b, &p, &out->group);
    const struct polynomial begin = polynomial_constant(polynomial_constant_of(&p));
    if (!uniform_of(b, &p, &out->uniform))
        return false;
    take_clamped(b, &p);
    return polynomial_add(&p, -1, &begin) && largest_of(b, &p, &most) && polynomial_add(&most, 1, &begin) && largest_quantity(b, &most, &out->most);
}
