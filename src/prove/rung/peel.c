/* Two equal numbers taken apart, digit by digit (algebra.h). */
#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/algebra.h"
#include "prove/rung/radix.h"

#define PEEL_DEPTH_MAX 10u
#define PEEL_STEPS_MAX 200u /* for one pair of accesses */
#define RADICES_MAX 6u

/* l != 0, l not being negative: 1 - l <= 0. */
static void collect_nonzero(struct peeling *peeling, const struct linear *l) {
    struct linear fact, one = integer_constant(1);
    int64_t least, most;
    integer_range(peeling->space, l, &least, &most);
    if (least >= 0 && peeling->fact_count < FACTS_MAX && integer_combine(peeling->space, -1, l, 1, &one, &fact))
        peeling->facts[peeling->fact_count++] = fact;
}

void peel_facts(struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    if (formula->kind == FORMULA_AND) {
        for (uint32_t i = 0; i < formula->count; i++)
            peel_facts(peeling, formula->parts[i]);
    } else if (formula->kind == FORMULA_LE && peeling->fact_count < FACTS_MAX) {
        peeling->facts[peeling->fact_count++] = formula->linear;
    } else if (formula->kind == FORMULA_NOT && peeling->space->formulas.data[formula->parts[0].id].kind == FORMULA_EQ) {
        collect_nonzero(peeling, &peeling->space->formulas.data[formula->parts[0].id].linear);
    } else if (formula->kind == FORMULA_EQ && formula->linear.count == 1 && peeling->constant_count < CONSTANTS_MAX) {
        peeling->constants[peeling->constant_count++] = formula->linear;
    }
}

static struct linear divided_by(struct integer_space *space, const struct linear *l, int64_t scale) {
    struct linear out = {arena_alloc(space->arena, (l->count + 1) * sizeof *out.monomials), l->count, l->constant / scale};
    for (uint32_t i = 0; i < l->count; i++)
        out.monomials[i] = (struct monomial){l->monomials[i].atom, l->monomials[i].coefficient / scale};
    return out;
}

int64_t peel_divisor(const struct linear *l, int64_t divisor) {
    for (uint32_t i = 0; i < l->count; i++)
        for (int64_t rest = l->monomials[i].coefficient; rest != 0;) {
            int64_t next = divisor % rest;
            divisor = rest;
            rest = next;
        }
    return divisor < 0 ? -divisor : divisor;
}

/* a = X*W + low and b = Y*W + low'; W, or W times what divides both X and Y, is the radix. */
static bool peel_radix(struct peeling *peeling, const struct linear *a, const struct linear *b, const struct linear *w, uint32_t depth) {
    struct integer_space *space = peeling->space;
    struct linear zero = integer_constant(0), x, y, low_a, low_b, multiple;
    if (!radix_divide(space, a, w, &x, &low_a) || !radix_divide(space, b, w, &y, &low_b))
        return false;
    const struct digits first = {&x, &low_a}, second = {&y, &low_b};
    int64_t scale = w->count > 0 ? peel_divisor(&y, peel_divisor(&x, 0)) : 1;
    bool scaled = scale > 1 && x.constant % scale == 0 && y.constant % scale == 0 && integer_combine(space, scale, w, 0, &zero, &multiple);
    if (scaled && digits_assumed(peeling, &first, &second, &multiple)) {
        x = divided_by(space, &x, scale);
        y = divided_by(space, &y, scale);
    } else if (!digits_assumed(peeling, &first, &second, w)) {
        return false;
    }
    bool high = peel_equate(peeling, &x, &y, depth + 1);
    return peel_equate(peeling, &low_a, &low_b, depth + 1) && high;
}

/* The radices that were tried on two numbers. */
struct radices {
    struct linear list[RADICES_MAX];
    uint32_t count;
};

static bool try_radix(struct peeling *peeling, const struct linear *a, const struct linear *b, const struct linear *w, uint32_t depth,
                      struct radices *tried) {
    for (uint32_t t = 0; t < tried->count; t++)
        if (integer_equal(&tried->list[t], w))
            return false;
    if (tried->count == RADICES_MAX)
        return false;
    tried->list[tried->count++] = *w;
    return peel_radix(peeling, a, b, w, depth);
}

/* A launch's dimension, a parameter, or what is computed from such alone. */
static bool is_size(struct integer_space *space, uint32_t atom) {
    const struct linear own = integer_atom(space, atom);
    return space->atoms.data[atom].kind != ATOM_PRODUCT && radix_is_uniform(space, &own);
}

/* With the sizes that l is a multiple of in parts: the other number may be less than such a size. */
static bool peel_sizes_of(struct peeling *peeling, const struct linear *l, const struct linear *a, const struct linear *b, uint32_t depth,
                          struct radices *tried) {
    struct integer_space *space = peeling->space;
    bool is_told = false;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom whole = space->atoms.data[l->monomials[i].atom];
        struct linear own = integer_atom(space, l->monomials[i].atom);
        for (uint32_t f = 0; whole.kind == ATOM_PRODUCT && f < whole.factor_count && (!is_told || peeling->missing); f++)
            is_told |= radix_is_atom(&whole.factors[f]) && is_size(space, whole.factors[f].monomials[0].atom) &&
                       try_radix(peeling, a, b, &whole.factors[f], depth, tried);
        if (!is_told || peeling->missing)
            is_told |= is_size(space, l->monomials[i].atom) && try_radix(peeling, a, b, &own, depth, tried);
    }
    return is_told;
}

/* With sums that indices are multiplied with: i of (n + 1) * i. */
static bool peel_sums(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth, struct radices *tried) {
    struct linear w;
    bool is_told = false;
    for (uint32_t i = 0; i < a->count && !(is_told && !peeling->missing); i++)
        is_told |= radix_sum_beside(peeling->space, a, a->monomials[i].atom, &w) && try_radix(peeling, a, b, &w, depth, tried);
    return is_told;
}

/* With each radix that occurs in both numbers, then with the sizes and sums in one, until one tells everything; with all of them where
   premises are recorded. */
static bool peel_products(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    struct integer_space *space = peeling->space;
    struct radices tried = {.count = 0};
    bool is_told = peeling->missing && peel_sums(peeling, a, b, depth, &tried);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            struct linear w, x, y;
            if ((!is_told || peeling->missing) && integer_shared(space, a->monomials[i].atom, b->monomials[j].atom, &w, &x, &y) && radix_is_atom(&w))
                is_told |= try_radix(peeling, a, b, &w, depth, &tried);
        }
    if (!is_told && !peeling->missing)
        is_told = peel_sums(peeling, a, b, depth, &tried);
    for (uint32_t side = 0; side < 2 && (!is_told || peeling->missing); side++)
        is_told |= peel_sizes_of(peeling, side ? b : a, a, b, depth, &tried);
    return is_told;
}

static int64_t largest(const struct linear *l) {
    int64_t most = 0;
    for (uint32_t i = 0; i < l->count; i++)
        most = l->monomials[i].coefficient > most ? l->monomials[i].coefficient : most;
    return most;
}

/* a = low and b = low' + w, or the other way round: what lies w apart is not equal if low and low' lie in one interval of w numbers. */
static void note_distance(struct peeling *peeling, const struct linear *a, const struct linear *b) {
    int64_t apart = a->constant > b->constant ? a->constant - b->constant : b->constant - a->constant;
    struct linear w = integer_constant(apart), one = integer_constant(1), none = integer_constant(0), low_a = *a, low_b = *b;
    low_a.constant = low_b.constant = a->constant < b->constant ? a->constant : b->constant;
    if (peeling->missing && apart > 1)
        (void)digits_assumed(peeling, &(struct digits){a->constant > b->constant ? &one : &none, &low_a},
                             &(struct digits){a->constant > b->constant ? &none : &one, &low_b}, &w);
}

/* With constants. Where premises are recorded, one of the two numbers may be less than the constant. */
static bool peel_constant(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    int64_t scales[2] = {largest(a), largest(b)};
    note_distance(peeling, a, b);
    bool is_told = false;
    for (uint32_t i = 0; i < 2 && (scales[0] == scales[1] || peeling->missing); i++) {
        struct linear w = integer_constant(scales[i]);
        is_told |= scales[i] > 1 && (i == 0 || scales[0] != scales[1]) && peel_radix(peeling, a, b, &w, depth);
    }
    return is_told;
}

bool peel_is_pair(const struct peeling *peeling, uint32_t first, uint32_t second) {
    for (uint32_t i = 0; i < peeling->pair_count; i++)
        if (peeling->pairs[i].first == first && peeling->pairs[i].second == second)
            return true;
    return false;
}

void peel_add_pair(struct peeling *peeling, uint32_t first, uint32_t second) {
    if (peeling->pair_count < PAIRS_MAX && !peel_is_pair(peeling, first, second))
        peeling->pairs[peeling->pair_count++] = (struct atom_pair){first, second};
}

bool peel_is_found(const struct peeling *peeling, term_ref t) {
    for (uint32_t i = 0; i < peeling->equal_count; i++)
        if (term_same(peeling->equal[i], t))
            return true;
    return false;
}

/* a = b, both single atoms: a symbol of u is the copy of t's, or quotients or remainders are equal. */
bool peel_atoms(struct peeling *peeling, const struct linear *a, const struct linear *b) {
    struct prover *prover = peeling->prover;
    uint32_t first = a->monomials[0].atom, second = b->monomials[0].atom;
    const struct atom *x = &peeling->space->atoms.data[first], *y = &peeling->space->atoms.data[second];
    if (x->kind != y->kind || x->kind == ATOM_PRODUCT || a->constant != b->constant || a->monomials[0].coefficient != b->monomials[0].coefficient ||
        peeling->equal_count >= EQUAL_MAX)
        return false;
    peel_add_pair(peeling, first, second);
    if (x->kind == ATOM_DEFINED)
        return true;
    symbol_ref copy = {(uint32_t)term_get(prover->terms, y->term)->value}, own = {(uint32_t)term_get(prover->terms, x->term)->value};
    if (copy.id < prover->threads->origin.size && prover->threads->origin.data[copy.id] == own.id + 1 && !peel_is_found(peeling, x->term))
        peeling->equal[peeling->equal_count++] = x->term;
    return true;
}

/* Without what a and b have in common, neither constant negative. */
static bool cancel(struct peeling *peeling, struct linear *a, struct linear *b) {
    struct linear zero = integer_constant(0), apart, minus;
    if (!integer_combine(peeling->space, 1, a, -1, b, &apart) || !integer_combine(peeling->space, -1, &apart, 0, &zero, &minus))
        return false;
    struct linear own = {arena_alloc(peeling->space->arena, (a->count + 1) * sizeof *own.monomials), 0, apart.constant > 0 ? apart.constant : 0};
    struct linear other = {arena_alloc(peeling->space->arena, (b->count + 1) * sizeof *other.monomials), 0, minus.constant > 0 ? minus.constant : 0};
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count;) {
        bool only_a = j == b->count || (i < a->count && a->monomials[i].atom < b->monomials[j].atom);
        bool only_b = i == a->count || (j < b->count && b->monomials[j].atom < a->monomials[i].atom);
        bool same = !only_a && !only_b && a->monomials[i].coefficient == b->monomials[j].coefficient;
        if (!only_b && !same)
            own.monomials[own.count++] = a->monomials[i];
        if (!only_a && !same)
            other.monomials[other.count++] = b->monomials[j];
        i += !only_b;
        j += !only_a;
    }
    bool changed = own.count != a->count || own.constant != a->constant;
    *a = own;
    *b = other;
    return changed;
}

/* a and b cannot be equal: their ranges lie apart, or what divides all else does not divide the difference of the constants. */
static bool are_apart(const struct peeling *peeling, const struct linear *a, const struct linear *b) {
    int64_t a_least, a_most, b_least, b_most, divisor = peel_divisor(b, peel_divisor(a, 0));
    integer_range(peeling->space, a, &a_least, &a_most);
    integer_range(peeling->space, b, &b_least, &b_most);
    int64_t apart;
    return (a_most < b_least && a_most < INTEGER_LIMIT) || (b_most < a_least && b_most < INTEGER_LIMIT) ||
           (!__builtin_sub_overflow(a->constant, b->constant, &apart) && (divisor == 0 ? apart != 0 : apart % divisor != 0));
}

bool peel_equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    if (integer_equal(a, b))
        return true;
    if (depth > PEEL_DEPTH_MAX || peeling->steps++ > PEEL_STEPS_MAX)
        return false;
    peeling->is_impossible |= are_apart(peeling, a, b);
    if (peeling->is_impossible)
        return true;
    int64_t scale = peel_divisor(b, peel_divisor(a, 0));
    if (scale > 1 && a->constant % scale == 0 && b->constant % scale == 0) {
        struct linear da = divided_by(peeling->space, a, scale), db = divided_by(peeling->space, b, scale);
        return peel_equate(peeling, &da, &db, depth + 1);
    }
    if (a->count == 1 && b->count == 1 && peel_atoms(peeling, a, b))
        return true;
    bool is_told = peel_products(peeling, a, b, depth);
    if (!is_told || peeling->missing)
        is_told |= peel_constant(peeling, a, b, depth);
    if (is_told)
        return true;
    struct linear own, other; /* digits first: what they are digits of may cancel */
    bool spread_a = digit_spread(peeling->space, a, &own), spread_b = digit_spread(peeling->space, b, &other);
    if ((spread_a || spread_b) && peel_equate(peeling, &own, &other, depth + 1))
        return true;
    own = *a;
    other = *b;
    return cancel(peeling, &own, &other) && peel_equate(peeling, &own, &other, depth + 1);
}
