/* Upper bounds (bounding.h). */
#include "prove/rung/bounding.h"

#include <string.h>

#include "base/divisor.h"
#include "integer/polynomial.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/demand.h"

enum { ROUNDS_MAX = 12, TRIVIAL_LEAST = INT32_MAX, SMALL_MASK = 0xffff, UPPER_DEPTH_MAX = 8 };

static bool demand_signs(struct bounding *b, const struct polynomial *p);

/* As a signed number, an unsigned quotient or remainder is not negative if what is divided is below half the type's range, since
   it is no larger than that; nor is a remainder by a size that is not negative, since it is below the size. Division by zero is
   undefined. */
static bool demand_sign_of_unsigned(struct bounding *b, term_ref r, enum term_op op) {
    struct term_table *t = b->prover->terms;
    term_ref divisor = term_child(t, r, 1);
    struct polynomial by;
    if (term_range_of(t, term_child(t, r, 0)).umax >> (term_width(t, r) - 1) == 0)
        return true;
    return op == TERM_UREM && bounding_is_size(t, divisor) && bounding_flatten(b, divisor, true, 0, &by) && demand_signs(b, &by);
}

/* Not negative as a signed number: a quotient or remainder of a sum that is not negative, by a size that is not. */
static bool demand_sign_of_division(struct bounding *b, term_ref r) {
    struct term_table *t = b->prover->terms;
    enum term_op op = term_op_of(term_get(t, r));
    struct polynomial x, by;
    if (op == TERM_UDIV || op == TERM_UREM)
        return demand_sign_of_unsigned(b, r, op);
    if ((op != TERM_SDIV && op != TERM_SREM) || !bounding_flatten(b, term_child(t, r, 0), true, 0, &x) || !demand_signs(b, &x))
        return false;
    return op == TERM_SREM ||
           (bounding_is_size(t, term_child(t, r, 1)) && bounding_flatten(b, term_child(t, r, 1), true, 0, &by) && demand_signs(b, &by));
}

/* The leaf's value is not negative: by its range or by the context, else that becomes part of the
 * demand if it is a size. */
static bool demand_sign(struct bounding *b, uint32_t atom) {
    const struct leaf leaf = b->leaves[atom];
    if (!bounding_is_size(b->prover->terms, leaf.term))
        return !leaf.is_signed || demand_sign_of_division(b, leaf.term);
    if (!leaf.needs_sign || leaf.is_natural)
        return true;
    for (uint32_t i = 0; i < b->sign_count; i++)
        if (b->signs[i] == leaf.term.id)
            return true;
    if (b->sign_count == DEMAND_SIGNS_MAX)
        return false;
    b->signs[b->sign_count++] = leaf.term.id;
    return true;
}

static bool demand_signs(struct bounding *b, const struct polynomial *p) {
    bool natural = !bounding_has_negative(p);
    for (uint32_t i = 0; i < p->count && natural; i++)
        for (uint32_t a = 0; a < p->terms[i].degree && natural; a++)
            natural = demand_sign(b, p->terms[i].atoms[a]);
    return natural;
}

static bool flatten_scoped(struct bounding *b, term_ref r, struct polynomial *out) {
    return bounding_flatten(b, demand_with_sizes(b->prover, prover_scoped(b->prover, r)), false, 0, out);
}

/* With x <= *bound: what bounds x / d, d being one product. (m * d - 1) / d is m - 1; otherwise x /
 * d <= x. */
static void divide_bound(struct polynomial *bound, const struct polynomial *d) {
    const struct polynomial one = polynomial_constant(1);
    struct polynomial above = *bound, quotient = polynomial_constant(0);
    if (d->count != 1 || d->terms[0].coefficient <= 0 || !polynomial_add(&above, 1, &one))
        return;
    for (uint32_t i = 0; i < above.count; i++) {
        struct power_product q;
        struct polynomial term = {.count = 1};
        if (!polynomial_divides(&above.terms[i], &d->terms[0], &q))
            return;
        term.terms[0] = q;
        if (!polynomial_add(&quotient, 1, &term))
            return;
    }
    if (polynomial_add(&quotient, -1, &one))
        *bound = quotient;
}

/* The largest value of a quotient, remainder, mask or choice; false: none is known. */
static bool upper_of_operation(struct bounding *b, struct leaf leaf, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    const struct term term = *term_get(t, leaf.term);
    enum term_op op = term_op_of(&term);
    struct polynomial x, y, whole;
    uint64_t by;
    if (op == TERM_ITE) {
        if (!bounding_flatten(b, term_child(t, leaf.term, 1), leaf.is_signed, depth, &x) ||
            !bounding_flatten(b, term_child(t, leaf.term, 2), leaf.is_signed, depth, &y) || bounding_has_negative(&x) || bounding_has_negative(&y) ||
            !bounding_upper(b, &x, depth + 1, out) || !bounding_upper(b, &y, depth + 1, &whole))
            return false;
        return polynomial_add(out, 1, &whole);
    }
    bool divides = op == TERM_UDIV || op == TERM_SDIV || op == TERM_LSHR || op == TERM_ASHR;
    bool remains = op == TERM_UREM || op == TERM_SREM;
    if (!divides && !remains && op != TERM_AND)
        return false;
    bool is_signed = op == TERM_SDIV || op == TERM_SREM || op == TERM_ASHR;
    bool is_masked = op == TERM_AND && term_is_const(t, term_child(t, leaf.term, 1), &by) && by < (uint64_t)INTEGER_LIMIT;
    if (is_masked && (by <= SMALL_MASK || !claim_is_cut(t, leaf.term))) {
        *out = polynomial_constant((int64_t)by);
        return true;
    }
    if (!bounding_flatten(b, term_child(t, leaf.term, 0), is_signed, depth, &x) || bounding_has_negative(&x))
        return false;
    if (remains && bounding_is_size(t, term_child(t, leaf.term, 1)) && bounding_flatten(b, term_child(t, leaf.term, 1), is_signed, depth, out) &&
        !bounding_has_negative(out)) {
        const struct polynomial one = polynomial_constant(1);
        return polynomial_add(out, -1, &one); /* x % 0 is undefined */
    }
    if (!bounding_upper(b, &x, depth + 1, out))
        return false;
    if (!divides)
        return true;
    if ((op == TERM_LSHR || op == TERM_ASHR) && !term_is_const(t, term_child(t, leaf.term, 1), &by))
        return true;
    if (op == TERM_LSHR || op == TERM_ASHR)
        y = polynomial_constant(by < 62 ? INT64_C(1) << by : INTEGER_LIMIT);
    else if (!bounding_is_size(t, term_child(t, leaf.term, 1)) || !bounding_flatten(b, term_child(t, leaf.term, 1), is_signed, depth, &y))
        return true;
    divide_bound(out, &y);
    return true;
}

static bool upper_of_leaf(struct bounding *b, uint32_t atom, uint32_t depth, struct polynomial *out) {
    struct prover *prover = b->prover;
    struct leaf leaf = b->leaves[atom];
    const struct symbol *s;
    const struct polynomial one = polynomial_constant(1);
    if (bounding_symbol_of(prover->terms, leaf.term, &s) && (s->role == SYMBOL_TID || s->role == SYMBOL_BID)) {
        const struct protocol *p = prover->protocol;
        return flatten_scoped(b, (s->role == SYMBOL_TID ? p->bdim : p->gdim)[s->axis], out) && polynomial_add(out, -1, &one);
    }
    if (upper_of_operation(b, leaf, depth, out))
        return true;
    uint64_t most = term_range_of(prover->terms, leaf.term).umax;
    uint8_t width = term_width(prover->terms, leaf.term);
    if (leaf.is_signed || bounding_is_counter(prover->terms, leaf.term) || most >= (uint64_t)INTEGER_LIMIT ||
        (width >= 32 && most >> (width - 1) != 0))
        return false;
    *out = polynomial_constant((int64_t)most);
    return true;
}

/* The monomial has a leaf that is no size; with `counter`, an ordinal. */
static bool has_leaf(const struct bounding *b, const struct power_product *m, bool counter) {
    bool found = false;
    for (uint32_t a = 0; a < m->degree; a++)
        found |= counter ? bounding_is_counter(b->prover->terms, b->leaves[m->atoms[a]].term) : !bounding_is_size_atom(b, m->atoms[a]);
    return found && m->coefficient > 0;
}

static int64_t coefficient_of(const struct polynomial *p, const struct power_product *m) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->terms[i].degree == m->degree && memcmp(p->terms[i].atoms, m->atoms, m->degree * sizeof *m->atoms) == 0)
            return p->terms[i].coefficient;
    return 0;
}

/* All of q * X is in p: p - q * X, which is `rest`, has no negative summand that p did not have. */
static bool is_contained(const struct polynomial *p, const struct polynomial *rest) {
    for (uint32_t i = 0; i < rest->count; i++)
        if (rest->terms[i].degree > 0 && rest->terms[i].coefficient < 0 && rest->terms[i].coefficient < coefficient_of(p, &rest->terms[i]))
            return false;
    return true;
}

/* p - q * X + q * bound, which is no less than p, with the q by which `lead`, a part of X, makes a
 * part of p. */
static bool use_lead(struct upper_bound *guard, const struct power_product *lead, struct polynomial *p, bool whole) {
    for (uint32_t i = 0; i < p->count; i++) {
        struct power_product q;
        struct polynomial rest = *p;
        if (p->terms[i].coefficient <= 0 || !polynomial_divides(&p->terms[i], lead, &q) || q.coefficient <= 0 ||
            !polynomial_add_product(&rest, -q.coefficient, &q, &guard->of) || (whole && !is_contained(p, &rest)) ||
            !polynomial_add_product(&rest, q.coefficient, &q, &guard->bound))
            continue;
        *p = rest;
        guard->is_used = true;
        return true;
    }
    return false;
}

/* `whole`: only where all of q * X is in p; else for the sake of an ordinal in p. */
static bool use_guard(const struct bounding *b, struct upper_bound *guard, struct polynomial *p, bool whole) {
    for (uint32_t i = 0; i < guard->of.count; i++)
        if (has_leaf(b, &guard->of.terms[i], !whole) && use_lead(guard, &guard->of.terms[i], p, whole))
            return true;
    return false;
}

static bool may_use(const struct bounding *b, const struct upper_bound *guard) {
    /* claims about the bound are settled without this one: they stand below it, or they are about no ordinals, so that
       no guard on an ordinal bounds them */
    bool is_settled = guard->is_of_sizes || guard->by.id < b->about.id || (term_deps(b->prover->terms, guard->by) & DEP_COUNTER) == 0;
    return is_settled && (guard->is_inductive || guard->term.id < b->about.id);
}

/* No more than the range of its type. */
static bool is_trivial(const struct upper_bound *guard) {
    return polynomial_is_constant(&guard->bound) && polynomial_constant_of(&guard->bound) >= TRIVIAL_LEAST;
}

/* Bounds over sizes first; then those over other leaves, which are bounded in turn; trivial ones last. */
static int order_of(const struct upper_bound *guard) {
    return is_trivial(guard) ? 2 : !guard->is_of_sizes;
}

/* Uses one guard, one that bounds most at once if there are several. */
static bool use_largest(struct bounding *b, struct polynomial *p, bool whole) {
    for (int order = 0; order < 3; order++)
        for (uint32_t size = POLYNOMIAL_TERMS_MAX; size > 0; size--)
            for (uint32_t i = 0; i < b->guard_count; i++)
                if (b->guards[i].of.count == size && order_of(&b->guards[i]) == order && may_use(b, &b->guards[i]) &&
                    use_guard(b, &b->guards[i], p, whole))
                    return true;
    return false;
}

/* A part of p with an ordinal of which X has a larger multiple becomes that: none of its factors is negative. */
static bool raise_to(struct bounding *b, const struct power_product *lead, struct polynomial *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        struct power_product *m = &p->terms[i];
        bool is_same = m->coefficient > 0 && m->coefficient < lead->coefficient && m->degree == lead->degree &&
                       memcmp(m->atoms, lead->atoms, m->degree * sizeof *m->atoms) == 0;
        for (uint32_t a = 0; a < m->degree && is_same; a++)
            is_same = demand_sign(b, m->atoms[a]);
        if (!is_same)
            continue;
        m->coefficient = lead->coefficient;
        return true;
    }
    return false;
}

/* What a guard says of 8 * k bounds k, too. */
static bool use_raised(struct bounding *b, struct polynomial *p) {
    for (uint32_t i = 0; i < b->guard_count; i++) {
        struct upper_bound *guard = &b->guards[i];
        for (uint32_t k = 0; k < guard->of.count && may_use(b, guard); k++) {
            struct polynomial raised = *p;
            if (has_leaf(b, &guard->of.terms[k], true) && raise_to(b, &guard->of.terms[k], &raised) &&
                use_lead(guard, &guard->of.terms[k], &raised, false)) {
                *p = raised;
                return true;
            }
        }
    }
    return false;
}

/* Sums with an ordinal are bounded whole or not at all, other sums by their parts. */
static void use_guards(struct bounding *b, struct polynomial *p) {
    for (uint32_t round = 0; round < ROUNDS_MAX && (use_largest(b, p, false) || use_largest(b, p, true) || use_raised(b, p)); round++)
        continue;
}

/* What divides both products, with a positive coefficient. */
static struct power_product common_of(const struct power_product *m, const struct power_product *d) {
    struct power_product common = {.coefficient = common_divisor_of_signed(m->coefficient, d->coefficient)};
    bool taken[POLYNOMIAL_DEGREE_MAX] = {false};
    for (uint32_t i = 0; i < d->degree; i++)
        for (uint32_t k = 0; k < m->degree; k++)
            if (!taken[k] && m->atoms[k] == d->atoms[i]) {
                taken[k] = true;
                common.atoms[common.degree++] = d->atoms[i];
                break;
            }
    return common;
}

/* The monomial m = rest * c * (x / (c * e)), with c the largest product for which it is one, is at most rest * x; *next is that. Not
   where the bound of x is a multiple of c * e: that of the quotient is exact then. */
static bool multiple_of_quotient(struct bounding *b, const struct power_product *m, uint32_t depth, struct polynomial *next) {
    for (uint32_t a = 0; a < m->degree && m->coefficient > 0; a++) {
        struct polynomial x, d, bound, product = {.count = 1};
        struct power_product rest, quotient = {.coefficient = 1, .atoms = {m->atoms[a]}, .degree = 1};
        if (!bounding_quotient_of(b, m->atoms[a], depth, &x, &d) || bounding_has_negative(&x) || d.count != 1 || d.terms[0].coefficient <= 0 ||
            !polynomial_divides(m, &quotient, &rest))
            continue;
        struct power_product common = common_of(&rest, &d.terms[0]);
        if ((common.coefficient == 1 && common.degree == 0) || !polynomial_divides(&rest, &common, &product.terms[0]) ||
            !bounding_upper(b, &x, depth + 1, &bound))
            continue;
        struct polynomial divided = bound;
        divide_bound(&divided, &d);
        *next = polynomial_constant(0);
        if (polynomial_equal(&divided, &bound) && demand_signs(b, &d) && demand_signs(b, &x) &&
            polynomial_add_product(next, product.terms[0].coefficient, &product.terms[0], &x))
            return true;
    }
    return false;
}

bool bounding_upper(struct bounding *b, const struct polynomial *p, uint32_t depth, struct polynomial *out) {
    struct polynomial left = *p;
    if (depth > UPPER_DEPTH_MAX)
        return false;
    bounding_recompose(b, &left, depth);
    use_guards(b, &left);
    for (uint32_t i = 0; i < left.count; i++) {
        struct polynomial next, rest = left, own = {.count = 1};
        own.terms[0] = left.terms[i];
        if (!multiple_of_quotient(b, &left.terms[i], depth, &next) || !polynomial_add(&rest, -1, &own) || !polynomial_add(&rest, 1, &next))
            continue;
        return bounding_upper(b, &rest, depth + 1, out);
    }
    *out = polynomial_constant(0);
    for (uint32_t i = 0; i < left.count; i++) {
        const struct power_product m = left.terms[i];
        struct polynomial product = polynomial_constant(1), next, most;
        bool is_dropped = false;
        for (uint32_t a = 0; a < m.degree && !is_dropped; a++) {
            bool is_size_leaf = bounding_is_size_atom(b, m.atoms[a]);
            is_dropped = m.coefficient < 0 && !is_size_leaf; /* not positive */
            if (is_dropped)
                break;
            if (!demand_sign(b, m.atoms[a]))
                return false;
            if (is_size_leaf)
                most = polynomial_atom(m.atoms[a]);
            else if (!upper_of_leaf(b, m.atoms[a], depth + 1, &most))
                return false;
            if (!polynomial_multiply(&product, &most, &next))
                return false;
            product = next;
        }
        for (uint32_t a = 0; is_dropped && a < m.degree; a++)
            if (!demand_sign(b, m.atoms[a]))
                return false;
        if (!is_dropped && !polynomial_add(out, m.coefficient, &product))
            return false;
    }
    for (uint32_t i = 0; i < out->count; i++)
        for (uint32_t a = 0; a < out->terms[i].degree; a++)
            if (!demand_sign(b, out->terms[i].atoms[a]))
                return false;
    return true;
}
