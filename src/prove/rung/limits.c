/* Lemmas of a product and a number, for the late rung (closure.h; docs/theory.md, "The ladder"). */
#include "base/breakage.h"
#include "prove/rung/closure.h"

#define LIMITS_MAX 4u /* of one product */
#define THREADS_MOST 1024
#define GRID_LEAST_MOST 65535 /* gridDim.y and gridDim.z are at most that in every launch */

struct linear closure_atom(struct integer_space *space, uint32_t atom) {
    struct monomial *m = arena_alloc(space->arena, sizeof *m);
    *m = (struct monomial){atom, 1};
    return (struct linear){m, 1, 0};
}

/* x < y and W >= 1 give x*W + W <= y*W; x <= y and W >= 0 give x*W <= y*W. */
formula_ref closure_monotone(struct integer_space *space, const struct linear *x, const struct linear *y, const struct linear *w,
                             const struct linear *xw, const struct linear *yw) {
    struct linear one = integer_constant(1), zero = integer_constant(0), step;
    formula_ref positive = formula_less(space, &one, w, true), natural = formula_less(space, &zero, w, true);
    formula_ref less = formula_and(space, positive, formula_less(space, x, y, BREAK(LEMMA)));
    formula_ref at_most = formula_and(space, natural, formula_less(space, x, y, true));
    formula_ref lemma = closure_implies(space, at_most, formula_less(space, xw, yw, true));
    if (integer_combine(space, 1, xw, 1, w, &step))
        lemma = formula_and(space, lemma, closure_implies(space, less, formula_less(space, &step, yw, true)));
    return lemma;
}

/* The relation, or its negation, compares x with a number; the least number that x is below then. */
static bool is_limit(struct integer_space *space, formula_ref relation, const struct linear *x, int64_t *limit) {
    const struct linear l = space->formulas.data[relation.id].linear;
    struct linear d;
    if (l.count != x->count)
        return false;
    if (integer_combine(space, 1, &l, -1, x, &d) && d.count == 0) { /* x + d <= 0 */
        *limit = 1 - d.constant;
        return true;
    }
    if (integer_combine(space, 1, &l, 1, x, &d) && d.count == 0) { /* not d - x <= 0 */
        *limit = d.constant;
        return true;
    }
    return false;
}

/* There is a further lemma; it is not to be made. */
static bool only_asks(struct closure *closure) {
    closure->encoder->has_more = true;
    return !closure->query;
}

/* Some part of it belongs to a thread, a block or a round of a loop. */
static bool is_index(const struct integer_space *space, const struct linear *l) {
    bool is = false;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom *atom = &space->atoms.data[l->monomials[i].atom];
        is |= atom->kind == ATOM_SYMBOL && (term_deps(space->terms, atom->term) & (DEP_THREAD | DEP_BLOCK | DEP_COUNTER));
    }
    return is;
}

/* What the index is below by the ranges of its parts, where that says more than the hardware does: the launch is fixed. */
static int64_t limit_of_range(struct integer_space *space, const struct linear *x) {
    int64_t low, high;
    integer_range(space, x, &low, &high);
    bool is_hardware = high >= GRID_LEAST_MOST - 1 || (x->count == 1 && high == THREADS_MOST - 1);
    return is_hardware ? 0 : high + 1;
}

/* The relation, or its negation, compares a part of x, monomials of it by some number, with a number: what that part is at most, and which
   monomials it has, as bits; 0: it does not. */
static uint64_t limit_of_part(struct integer_space *space, formula_ref relation, const struct linear *x, int64_t *most) {
    const struct linear l = space->formulas.data[relation.id].linear;
    uint64_t part = 0;
    int64_t by = 0;
    for (uint32_t i = 0; i < l.count; i++) {
        uint32_t at = 0;
        while (at < x->count && x->monomials[at].atom != l.monomials[i].atom)
            at++;
        if (at == x->count || at >= 64 || x->monomials[at].coefficient % l.monomials[i].coefficient != 0)
            return 0;
        int64_t ratio = x->monomials[at].coefficient / l.monomials[i].coefficient;
        if (i > 0 && ratio != by)
            return 0;
        by = ratio;
        part |= UINT64_C(1) << at;
    }
    int64_t limit = by > 0 ? -l.constant : l.constant - 1; /* l <= 0, or not -l <= 0 */
    by = by < 0 ? -by : by;
    if (limit < 0 || limit >= INT32_MAX || by >= INT32_MAX)
        return 0;
    *most = by * limit;
    return part;
}

/* What a sum of indices is below by what parts of it are compared with, and by the ranges of the rest; 0: not known. */
static int64_t limit_of_parts(struct closure *closure, const struct linear *x) {
    struct integer_space *space = closure->encoder->space;
    uint64_t known = 0;
    int64_t most = x->constant, low, high;
    for (uint32_t r = 0; r < closure->relations.size; r++) {
        uint64_t part = limit_of_part(space, closure->relations.data[r], x, &high);
        bool is_new = part != 0 && (part & known) == 0;
        most += is_new ? high : 0;
        known |= is_new ? part : 0;
    }
    for (uint32_t i = 0; i < x->count && i < 64; i++) {
        const struct linear part = closure_atom(space, x->monomials[i].atom);
        integer_range(space, &part, &low, &high);
        if (known >> i & 1)
            continue;
        if (x->monomials[i].coefficient < 0 || x->monomials[i].coefficient > INT32_MAX || high >= GRID_LEAST_MOST - 1)
            return 0;
        most += x->monomials[i].coefficient * high;
    }
    return most >= 0 && most < INT32_MAX && x->count < 64 ? most + 1 : 0;
}

static void assert_limit(struct closure *closure, uint32_t p, const struct linear *x, const struct linear *w, int64_t limit) {
    struct integer_space *space = closure->encoder->space;
    const struct linear xw = closure_atom(space, p), y = integer_constant(limit);
    struct linear cw;
    if (!only_asks(closure) && integer_combine(space, limit, w, 0, w, &cw))
        vec_push(&closure->more, closure_monotone(space, x, &y, w, &xw, &cw));
}

/* x * W for each index x that is compared with a number c, and a size W: x < c gives x*W + W <= c*W, as of two products; c*W is none. */
void limits_of_product(struct closure *closure, uint32_t p) {
    struct integer_space *space = closure->encoder->space;
    const struct atom atom = space->atoms.data[p];
    uint32_t found = 0;
    for (uint32_t f = 0; f < atom.factor_count && atom.factor_count == 2; f++) {
        const struct linear x = atom.factors[f], w = atom.factors[1 - f];
        int64_t limit = x.count > 1 ? limit_of_parts(closure, &x) : limit_of_range(space, &x);
        if (!is_index(space, &x) || is_index(space, &w))
            continue;
        if (limit > 1)
            assert_limit(closure, p, &x, &w, limit);
        for (uint32_t i = 0; i < closure->relations.size && found < LIMITS_MAX; i++)
            if (is_limit(space, closure->relations.data[i], &x, &limit) && limit > 1) {
                found++;
                assert_limit(closure, p, &x, &w, limit);
            }
    }
}

/* The two are one number, or some formula compares them: where they are not equal, a lemma about both is no use, and true. */
static bool is_compared(struct closure *closure, const struct linear *a, const struct linear *b) {
    struct integer_space *space = closure->encoder->space;
    struct linear d, e;
    bool is = integer_equal(a, b);
    if (is || !integer_combine(space, 1, a, -1, b, &d) || !integer_combine(space, -1, &d, 0, &d, &e))
        return is;
    for (uint32_t i = 0; i < closure->equations.size && !is; i++) {
        const struct linear *l = &space->formulas.data[closure->equations.data[i].id].linear;
        is = integer_equal(l, &d) || integer_equal(l, &e);
    }
    return is;
}

/* The products h * P and y * (P / c), with numbers h and P that are not negative: P >= c * (P / c), and so h * P >= c * h * (P / c), which is a
   product to compare y * (P / c) with. */
void limits_of_quotient(struct closure *closure, uint32_t p, uint32_t with_quotient) {
    struct encoder *encoder = closure->encoder;
    struct integer_space *space = encoder->space;
    const struct atom whole = space->atoms.data[p], part = space->atoms.data[with_quotient];
    for (uint32_t i = 0; i < space->divisions.size && whole.factor_count == 2 && part.factor_count == 2; i++) {
        const struct division division = space->divisions.data[i];
        const struct linear q = closure_atom(space, division.quotient), zero = integer_constant(0);
        for (uint32_t f = 0; f < 4 && division.d.count == 0 && division.d.constant >= 2; f++) {
            const struct linear h = whole.factors[1 - f / 2], hp = closure_atom(space, p), own = part.factors[f % 2];
            struct linear hq, scaled, apart;
            if (!integer_equal(&whole.factors[f / 2], &division.x) || !is_compared(closure, &own, &q))
                continue;
            if (only_asks(closure) || !integer_multiply(space, h, own, &hq) || !integer_combine(space, division.d.constant, &hq, 0, &hq, &scaled) ||
                !integer_combine(space, 1, &own, -1, &q, &apart))
                continue;
            formula_ref natural = formula_and(space, formula_less(space, &zero, &h, true), formula_less(space, &zero, &division.x, true));
            natural = formula_and(space, natural, formula_eq(space, &apart));
            vec_push(&closure->more, closure_implies(space, natural, formula_less(space, &scaled, &hp, true)));
        }
    }
}
