/* Rung 2 of the ladder (design section 3.5): mixed-radix numbers, no solver.

   Two offsets are equal. If both are X*W + low with 0 <= low < W, then X and X'
   are equal and so are low and low' (delinearisation); applied again and again
   this gives equations between single symbols. If they make the two threads the
   same thread (or their blocks the same block), the accesses never meet. W is a
   constant or a symbolic product; low < W follows from ranges, from the launch
   (threadIdx < blockDim), or is literally one of the guard's conjuncts. */
#include "prove/algebra.h"

#define PEEL_DEPTH_MAX 10u
#define PEEL_STEPS_MAX 200u /* for one pair of accesses */
#define RADICES_MAX 6u
#define LEARN_STEPS 50u /* what a query, an equation and a question about a digit cost, in solver steps */
#define PEEL_STEPS 20u
#define DIGIT_STEPS 10u

/* l != 0, l not being negative: 1 - l <= 0. */
static void collect_nonzero(struct peeling *peeling, const struct linear *l) {
    struct linear fact, one = integer_constant(1);
    int64_t least, most;
    integer_range(peeling->space, l, &least, &most);
    if (least >= 0 && peeling->fact_count < FACTS_MAX && integer_combine(peeling->space, -1, l, 1, &one, &fact))
        peeling->facts[peeling->fact_count++] = fact;
}

static void collect_facts(struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    if (formula->kind == FORMULA_AND) {
        for (uint32_t i = 0; i < formula->count; i++)
            collect_facts(peeling, formula->parts[i]);
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

static int64_t common_divisor(const struct linear *l, int64_t divisor) {
    for (uint32_t i = 0; i < l->count; i++)
        for (int64_t rest = l->monomials[i].coefficient; rest != 0;) {
            int64_t next = divisor % rest;
            divisor = rest;
            rest = next;
        }
    return divisor < 0 ? -divisor : divisor;
}

static bool equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth);

/* l = x*w + low, x being what the monomials are multiplied with that have w's factors. */
static bool split_by(struct integer_space *space, const struct linear *l, uint32_t w, struct linear *x, struct linear *low) {
    struct linear shared, quotient, rest, whole = integer_atom(space, w);
    *x = integer_constant(0);
    *low = (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *low->monomials), 0, l->constant};
    for (uint32_t i = 0; i < l->count; i++) {
        bool has = integer_shared(space, l->monomials[i].atom, w, &shared, &quotient, &rest) && integer_equal(&shared, &whole);
        if (!has)
            low->monomials[low->count++] = l->monomials[i];
        else if (!integer_combine(space, 1, x, l->monomials[i].coefficient, &quotient, x))
            return false;
    }
    return true;
}

/* a = [X*W] + low and b = [Y*W] + low'; W, or W times what divides both X and Y, is the radix. */
static bool peel_radix(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t w, uint32_t depth) {
    struct integer_space *space = peeling->space;
    struct linear radix = integer_atom(space, w), zero = integer_constant(0), x, y, low_a, low_b, multiple;
    if (!split_by(space, a, w, &x, &low_a) || !split_by(space, b, w, &y, &low_b))
        return false;
    int64_t scale = common_divisor(&y, common_divisor(&x, 0));
    bool scaled = scale > 1 && x.constant % scale == 0 && y.constant % scale == 0 && integer_combine(space, scale, &radix, 0, &zero, &multiple);
    if (scaled && digits_of(peeling, &low_a, &low_b, &multiple)) {
        x = divided_by(space, &x, scale);
        y = divided_by(space, &y, scale);
    } else if (!digits_of(peeling, &low_a, &low_b, &radix)) {
        return false;
    }
    bool high = equate(peeling, &x, &y, depth + 1);
    return equate(peeling, &low_a, &low_b, depth + 1) && high;
}

/* The radices that were tried on two numbers. */
struct radices { uint32_t atoms[RADICES_MAX], count; };

static bool try_radix(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t w, uint32_t depth, struct radices *tried) {
    for (uint32_t t = 0; t < tried->count; t++)
        if (tried->atoms[t] == w)
            return false;
    if (tried->count == RADICES_MAX)
        return false;
    tried->atoms[tried->count++] = w;
    return peel_radix(peeling, a, b, w, depth);
}

/* A launch's dimension, a parameter, or what is computed from such alone. */
static bool is_size(const struct integer_space *space, uint32_t atom) {
    const struct atom *a = &space->atoms.data[atom];
    return a->kind != ATOM_PRODUCT && !term_is_none(a->term) && (term_deps(space->terms, a->term) & ~(DEP_LAUNCH | DEP_INPUT)) == 0;
}

/* With the sizes that l is a multiple of in parts: the other number may be less than such a size. */
static bool peel_sizes_of(struct peeling *peeling, const struct linear *l, const struct linear *a, const struct linear *b, uint32_t depth,
                          struct radices *tried) {
    struct integer_space *space = peeling->space;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct atom whole = space->atoms.data[l->monomials[i].atom];
        for (uint32_t f = 0; whole.kind == ATOM_PRODUCT && f < whole.factor_count; f++) {
            const struct linear *factor = &whole.factors[f];
            bool is_atom = factor->count == 1 && factor->constant == 0 && factor->monomials[0].coefficient == 1;
            if (is_atom && is_size(space, factor->monomials[0].atom) && try_radix(peeling, a, b, factor->monomials[0].atom, depth, tried))
                return true;
        }
        if (is_size(space, l->monomials[i].atom) && try_radix(peeling, a, b, l->monomials[i].atom, depth, tried))
            return true;
    }
    return false;
}

/* With each radix that occurs in both numbers, then with the sizes in one, until one tells everything. */
static bool peel_products(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    struct integer_space *space = peeling->space;
    struct radices tried = {.count = 0};
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            struct linear w, x, y;
            if (integer_shared(space, a->monomials[i].atom, b->monomials[j].atom, &w, &x, &y) && w.count == 1 && w.constant == 0 &&
                w.monomials[0].coefficient == 1 && try_radix(peeling, a, b, w.monomials[0].atom, depth, &tried))
                return true;
        }
    return peel_sizes_of(peeling, a, a, b, depth, &tried) || peel_sizes_of(peeling, b, a, b, depth, &tried);
}

static int64_t largest(const struct linear *l) {
    int64_t most = 0;
    for (uint32_t i = 0; i < l->count; i++)
        most = l->monomials[i].coefficient > most ? l->monomials[i].coefficient : most;
    return most;
}

/* Splits off the monomials with the largest coefficient: l = scale*x + low. */
static void split_constant(struct integer_space *space, const struct linear *l, int64_t scale, struct linear *x, struct linear *low) {
    *x = (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *x->monomials), 0, 0};
    *low = (struct linear){arena_alloc(space->arena, (l->count + 1) * sizeof *low->monomials), 0, l->constant};
    for (uint32_t i = 0; i < l->count; i++) {
        const struct monomial m = l->monomials[i];
        if (m.coefficient % scale == 0)
            x->monomials[x->count++] = (struct monomial){m.atom, m.coefficient / scale};
        else
            low->monomials[low->count++] = m;
    }
}

static bool peel_constant(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    struct integer_space *space = peeling->space;
    int64_t scale = largest(a);
    struct linear xa, xb, low_a, low_b, w = integer_constant(scale);
    if (scale <= 1 || scale != largest(b))
        return false;
    split_constant(space, a, scale, &xa, &low_a);
    split_constant(space, b, scale, &xb, &low_b);
    if (!digits_of(peeling, &low_a, &low_b, &w))
        return false;
    bool high = equate(peeling, &xa, &xb, depth + 1);
    return equate(peeling, &low_a, &low_b, depth + 1) && high;
}

static bool is_pair(const struct peeling *peeling, uint32_t first, uint32_t second) {
    for (uint32_t i = 0; i < peeling->pair_count; i++)
        if (peeling->pairs[i].first == first && peeling->pairs[i].second == second)
            return true;
    return false;
}

static void add_pair(struct peeling *peeling, uint32_t first, uint32_t second) {
    if (peeling->pair_count < PAIRS_MAX && !is_pair(peeling, first, second))
        peeling->pairs[peeling->pair_count++] = (struct atom_pair){first, second};
}

static bool is_found(const struct peeling *peeling, term_ref t) {
    for (uint32_t i = 0; i < peeling->equal_count; i++)
        if (term_same(peeling->equal[i], t))
            return true;
    return false;
}

/* a = b, both single atoms: a symbol of u is the copy of t's, or quotients or remainders are equal. */
static bool equate_atoms(struct peeling *peeling, const struct linear *a, const struct linear *b) {
    struct prover *prover = peeling->prover;
    uint32_t first = a->monomials[0].atom, second = b->monomials[0].atom;
    const struct atom *x = &peeling->space->atoms.data[first], *y = &peeling->space->atoms.data[second];
    if (x->kind != y->kind || x->kind == ATOM_PRODUCT || a->constant != b->constant ||
        a->monomials[0].coefficient != b->monomials[0].coefficient || peeling->equal_count >= EQUAL_MAX)
        return false;
    add_pair(peeling, first, second);
    if (x->kind == ATOM_DEFINED)
        return true;
    symbol_ref copy = {(uint32_t)term_get(prover->terms, y->term)->value}, own = {(uint32_t)term_get(prover->terms, x->term)->value};
    if (copy.id < prover->origin.size && prover->origin.data[copy.id] == own.id + 1 && !is_found(peeling, x->term))
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
    int64_t a_least, a_most, b_least, b_most, divisor = common_divisor(b, common_divisor(a, 0));
    integer_range(peeling->space, a, &a_least, &a_most);
    integer_range(peeling->space, b, &b_least, &b_most);
    int64_t apart;
    return (a_most < b_least && a_most < INTEGER_LIMIT) || (b_most < a_least && b_most < INTEGER_LIMIT) ||
           (!__builtin_sub_overflow(a->constant, b->constant, &apart) && (divisor == 0 ? apart != 0 : apart % divisor != 0));
}

/* Draws what it can from a = b; true if nothing more can be drawn from it. */
static bool equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth) {
    if (integer_equal(a, b))
        return true;
    if (depth > PEEL_DEPTH_MAX || peeling->steps++ > PEEL_STEPS_MAX)
        return false;
    peeling->is_impossible |= are_apart(peeling, a, b);
    if (peeling->is_impossible)
        return true;
    int64_t scale = common_divisor(b, common_divisor(a, 0));
    if (scale > 1 && a->constant % scale == 0 && b->constant % scale == 0) {
        struct linear da = divided_by(peeling->space, a, scale), db = divided_by(peeling->space, b, scale);
        return equate(peeling, &da, &db, depth + 1);
    }
    if ((a->count == 1 && b->count == 1 && equate_atoms(peeling, a, b)) || peel_products(peeling, a, b, depth) ||
        peel_constant(peeling, a, b, depth))
        return true;
    struct linear own = *a, other = *b;
    if (cancel(peeling, &own, &other))
        return equate(peeling, &own, &other, depth + 1);
    bool spread_a = digit_spread(peeling->space, a, &own), spread_b = digit_spread(peeling->space, b, &other);
    return (spread_a || spread_b) && equate(peeling, &own, &other, depth + 1);
}

/* Two symbols, quotients or remainders that the guards give the same value. */
static void equate_constants(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->constant_count; i++)
        for (uint32_t j = 0; j < peeling->constant_count; j++) {
            const struct linear *a = &peeling->constants[i], *b = &peeling->constants[j];
            if (a->constant == b->constant && a->monomials[0].coefficient == b->monomials[0].coefficient)
                (void)equate_atoms(peeling, a, b);
        }
}

static bool is_same_division(const struct division *a, const struct division *b) {
    return integer_equal(&a->d, &b->d) && a->floors == b->floors && a->least == b->least && a->most == b->most;
}

/* x / (d * e) is x / d / e; from `whole`, x / (d * e), the quotient of the second step if it is a division
   of the kernel with these d and e; NULL: none. */
static const struct division *second_step(struct integer_space *space, const struct division *whole, const struct division *first, const struct linear *e) {
    struct linear product, middle = integer_atom(space, first->quotient);
    if (!integer_equal(&first->x, &whole->x) || first->floors != whole->floors || !integer_multiply(space, first->d, *e, &product) ||
        !integer_equal(&product, &whole->d))
        return NULL;
    for (uint32_t i = 0; i < space->divisions.size; i++) {
        const struct division *d = &space->divisions.data[i];
        if (integer_equal(&d->x, &middle) && integer_equal(&d->d, e) && d->floors == whole->floors)
            return d;
    }
    return NULL;
}

/* The quotients a and b of equal divisors are equal, and so are those of their second steps. */
static void equate_steps(struct peeling *peeling, const struct division *a, const struct division *b) {
    struct integer_space *space = peeling->space;
    for (uint32_t i = 0; i < space->divisions.size && !a->floors; i++) {
        const struct division first = space->divisions.data[i];
        for (uint32_t j = 0; j < space->divisions.size && integer_equal(&first.x, &a->x); j++) {
            const struct linear e = space->divisions.data[j].d;
            const struct division *own = second_step(space, a, &first, &e);
            for (uint32_t k = 0; own && k < space->divisions.size; k++) {
                const struct division other = space->divisions.data[k];
                const struct division *copy = is_same_division(&first, &other) ? second_step(space, b, &other, &e) : NULL;
                bool composes = digit_is_natural(peeling, &a->x) && digit_is_natural(peeling, &b->x);
                if (copy && composes && digit_is_nonzero(peeling, &first.d) && digit_is_nonzero(peeling, &e))
                    add_pair(peeling, own->quotient, copy->quotient);
            }
        }
    }
}

static bool is_pair_of(const struct peeling *peeling, const struct linear *x, const struct linear *y, const struct linear *d) {
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        const struct division *a = division_with(peeling->space, peeling->pairs[i].first, false);
        const struct division *b = division_with(peeling->space, peeling->pairs[i].second, false);
        if (a && b && !a->floors && !b->floors && integer_equal(&a->x, x) && integer_equal(&b->x, y) && integer_equal(&a->d, d) && integer_equal(&b->d, d))
            return true;
    }
    return false;
}

/* Of equal remainders: numbers below the divisor are equal themselves; x / d are if they are
   remainders of equal divisions by e and x / (d * e) are equal. */
static void equate_remainders(struct peeling *peeling, struct atom_pair pair) {
    struct integer_space *space = peeling->space;
    const struct division *own = division_with(space, pair.first, true), *copy = division_with(space, pair.second, true);
    if (!own || !copy || !is_same_division(own, copy) || !digit_is_nonzero(peeling, &own->d))
        return;
    const struct division a = *own, b = *copy;
    if (digits_of(peeling, &a.x, &b.x, &a.d)) {
        (void)equate(peeling, &a.x, &b.x, 0);
        return;
    }
    bool are_atoms = a.x.count == 1 && b.x.count == 1 && a.x.constant == 0 && b.x.constant == 0 && a.x.monomials[0].coefficient == 1 &&
                     b.x.monomials[0].coefficient == 1 && !a.floors;
    own = are_atoms ? division_with(space, a.x.monomials[0].atom, false) : NULL;
    copy = are_atoms ? division_with(space, b.x.monomials[0].atom, false) : NULL;
    if (!own || !copy || own->floors || !is_same_division(own, copy))
        return;
    const struct division first = *own, second = *copy;
    struct linear whole;
    if (integer_multiply(space, first.d, a.d, &whole) && is_pair_of(peeling, &first.x, &second.x, &whole) &&
        digit_is_natural(peeling, &first.x) && digit_is_natural(peeling, &second.x) && digit_is_nonzero(peeling, &first.d))
        add_pair(peeling, first.quotient, second.quotient);
}

/* Equal quotients and remainders of equal divisors are those of equal numbers. */
static void equate_divided(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        struct atom_pair pair = peeling->pairs[i];
        equate_remainders(peeling, pair);
        const struct division *a = division_with(peeling->space, pair.first, false), *b = division_with(peeling->space, pair.second, false);
        if (a && b && is_same_division(a, b))
            equate_steps(peeling, &(struct division){a->x, a->d, a->floors, a->least, a->most, a->quotient},
                         &(struct division){b->x, b->d, b->floors, b->least, b->most, b->quotient});
        for (uint32_t j = 0; j <= i; j++) {
            struct atom_pair q = peeling->pairs[j], r = pair;
            for (uint32_t order = 0; order < 2; order++) {
                struct atom_pair swap = q;
                const struct division *own = division_with(peeling->space, q.first, false), *copy = division_with(peeling->space, q.second, false);
                bool are_both = own && copy && r.first == own->quotient + 1 && r.second == copy->quotient + 1;
                if (are_both && is_same_division(own, copy) && digit_is_nonzero(peeling, &own->d)) {
                    struct linear x = own->x, y = copy->x;
                    (void)equate(peeling, &x, &y, 0);
                }
                q = r;
                r = swap;
            }
        }
    }
}

/* Every axis in which the threads (blocks) may differ is equal. */
static bool same_place(const struct peeling *peeling, enum pairing pairing) {
    struct prover *prover = peeling->prover;
    for (uint32_t a = 0; a < 3; a++) {
        term_ref own = prover_scoped(prover, pairing == WITHIN_BLOCK ? prover->protocol->tid[a] : prover->protocol->bid[a]);
        if (!term_is_const(prover->terms, own, NULL) && !is_found(peeling, own))
            return false;
    }
    return true;
}

static void note_claims(struct prover *prover, const uint32_t *claims, uint32_t count, term_ref context) {
    for (uint32_t i = 0; i < count; i++)
        note_claim(prover, claims[i], context);
    prover->rests_on_claims |= count > 0;
}

/* Offsets are constants apart from multiples of a number of bytes, and no access crosses such a multiple: accesses that
   overlap lie in one cell of so many bytes. */
static bool share_cell(struct peeling *peeling, struct linear *a, struct linear *b, const uint64_t size[2]) {
    int64_t cell = common_divisor(b, common_divisor(a, 0)), at[2];
    struct linear *both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        at[i] = cell == 0 ? 0 : (both[i]->constant % cell + cell) % cell;
        if (size[i] > (uint64_t)cell || size[i] + (uint64_t)at[i] > (uint64_t)cell)
            return false;
    }
    peeling->is_impossible |= (uint64_t)at[0] + size[0] <= (uint64_t)at[1] || (uint64_t)at[1] + size[1] <= (uint64_t)at[0];
    a->constant -= at[0];
    b->constant -= at[1];
    return true;
}

/* The equation l = 0 as one between numbers without negative coefficients. */
static void equate_signs(struct peeling *peeling, const struct linear *l) {
    struct arena *arena = peeling->space->arena;
    struct linear a = {arena_alloc(arena, (l->count + 1) * sizeof *a.monomials), 0, l->constant > 0 ? l->constant : 0};
    struct linear b = {arena_alloc(arena, (l->count + 1) * sizeof *b.monomials), 0, l->constant < 0 ? -l->constant : 0};
    for (uint32_t i = 0; i < l->count; i++)
        if (l->monomials[i].coefficient > 0)
            a.monomials[a.count++] = l->monomials[i];
        else
            b.monomials[b.count++] = (struct monomial){l->monomials[i].atom, -l->monomials[i].coefficient};
    (void)equate(peeling, &a, &b, 0);
}

static void equate_sides(struct peeling *peeling, const struct linear *l) {
    struct linear digits;
    equate_signs(peeling, l);
    if (!peeling->is_impossible && digit_spread(peeling->space, l, &digits))
        equate_signs(peeling, &digits);
}

static void equate_parts(struct peeling *peeling, formula_ref f) {
    const struct formula formula = peeling->space->formulas.data[f.id];
    for (uint32_t i = 0; formula.kind == FORMULA_AND && i < formula.count; i++)
        equate_parts(peeling, formula.parts[i]);
    if (formula.kind == FORMULA_EQ && formula.linear.count > 1)
        equate_sides(peeling, &formula.linear);
}

enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_OPEN };

/* l, atoms being replaced by the ones that they equal; false if that is no constant. */
static bool is_constant(const struct peeling *peeling, const struct linear *l, int64_t *value) {
    uint32_t left = l->count;
    *value = l->constant;
    bool taken[FACTS_MAX] = {false};
    for (uint32_t i = 0; i < l->count && l->count <= FACTS_MAX; i++)
        for (uint32_t j = 0; j < l->count && !taken[i]; j++) {
            bool cancels = !taken[j] && i != j && l->monomials[i].coefficient == -l->monomials[j].coefficient &&
                           is_pair(peeling, l->monomials[i].atom, l->monomials[j].atom);
            taken[i] |= cancels;
            taken[j] |= cancels;
            left -= cancels ? 2 : 0;
        }
    return left == 0;
}

/* The formula under the equations that were found. */
static enum truth truth_of(const struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    bool is_and = formula->kind == FORMULA_AND;
    enum truth all = is_and ? TRUTH_TRUE : TRUTH_FALSE;
    int64_t value;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        return formula->kind == FORMULA_TRUE ? TRUTH_TRUE : TRUTH_FALSE;
    case FORMULA_VARIABLE:
        return TRUTH_OPEN;
    case FORMULA_LE:
    case FORMULA_EQ:
        if (!is_constant(peeling, &formula->linear, &value))
            return TRUTH_OPEN;
        return (formula->kind == FORMULA_LE ? value <= 0 : value == 0) ? TRUTH_TRUE : TRUTH_FALSE;
    case FORMULA_NOT:
        all = truth_of(peeling, formula->parts[0]);
        return all == TRUTH_OPEN ? TRUTH_OPEN : all == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
    case FORMULA_AND:
    case FORMULA_OR:
        for (uint32_t i = 0; i < formula->count; i++) {
            enum truth part = truth_of(peeling, formula->parts[i]);
            if (part == (is_and ? TRUTH_FALSE : TRUTH_TRUE))
                return part;
            all = part == TRUTH_OPEN ? TRUTH_OPEN : all;
        }
        return all;
    }
    return TRUTH_OPEN;
}

/* This work counts against the budget too, in solver steps. */
static void charge(const struct peeling *peeling) {
    uint64_t cost = LEARN_STEPS + (uint64_t)peeling->steps * PEEL_STEPS + (uint64_t)peeling->digit_steps * DIGIT_STEPS, left = peeling->prover->steps_left;
    peeling->prover->steps_left -= cost < left ? cost : left;
}

formula_ref algebra_learn(struct prover *prover, formula_ref f) {
    struct integer_space *space = &prover->integers;
    struct peeling peeling = {.prover = prover, .space = space};
    collect_facts(&peeling, f);
    equate_parts(&peeling, f);
    equate_constants(&peeling);
    equate_divided(&peeling);
    charge(&peeling);
    if (peeling.is_impossible || (peeling.pair_count > 0 && truth_of(&peeling, f) == TRUTH_FALSE))
        return formula_bool(space, false);
    for (uint32_t i = 0; i < peeling.pair_count; i++) {
        struct linear first = integer_atom(space, peeling.pairs[i].first), second = integer_atom(space, peeling.pairs[i].second), apart;
        if (integer_combine(space, 1, &first, -1, &second, &apart))
            f = formula_and(space, f, formula_eq(space, &apart));
    }
    return f;
}

/* What the equation x = y of two offsets tells, the views' claims included. */
struct drawn { term_ref whole; const uint32_t *claims; uint32_t count; const struct integer_view *views[2]; };

static bool draw(struct peeling *peeling, enum pairing pairing, term_ref guards, term_ref x, term_ref y, const uint64_t *size, struct drawn *drawn) {
    struct prover *prover = peeling->prover;
    struct integer_space *space = peeling->space;
    term_ref whole = term_and(prover->terms, guards, prover_facts(prover, pairing, term_and(prover->terms, guards, term_eq(prover->terms, x, y))));
    drawn->whole = whole;
    collect_facts(peeling, integer_query_of(space, whole, &drawn->claims, &drawn->count));
    drawn->views[0] = integer_view_of(space, x, true);
    drawn->views[1] = integer_view_of(space, y, true);
    struct linear own = drawn->views[0]->linear, other = drawn->views[1]->linear;
    prover->rests_on_claims = false;
    if (size && !share_cell(peeling, &own, &other, size))
        return false;
    equate(peeling, &own, &other, 0);
    equate_constants(peeling);
    equate_divided(peeling);
    return true;
}

static void mark_drawn(struct prover *prover, const struct drawn *drawn) {
    note_claims(prover, drawn->claims, drawn->count, drawn->whole);
    for (int i = 0; i < 2; i++)
        note_claims(prover, drawn->views[i]->claims, drawn->views[i]->claim_count, drawn->whole);
}

bool algebra_disjoint(struct prover *prover, enum pairing pairing, term_ref guards, term_ref x, term_ref y, const uint64_t *size) {
    struct peeling peeling = {.prover = prover, .space = &prover->integers};
    struct drawn drawn;
    if (!draw(&peeling, pairing, guards, x, y, size, &drawn) || (!peeling.is_impossible && !same_place(&peeling, pairing)))
        return false;
    mark_drawn(prover, &drawn);
    return true;
}

bool algebra_agrees(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, term_ref differ) {
    struct peeling peeling = {.prover = prover, .space = &prover->integers};
    struct drawn drawn;
    (void)draw(&peeling, pairing, offsets->guards, offsets->x, offsets->y, NULL, &drawn);
    charge(&peeling);
    for (uint32_t i = 0; i < peeling.equal_count; i++) {
        symbol_ref copy = {(uint32_t)term_get(prover->terms, prover_second(prover, pairing, peeling.equal[i]))->value};
        differ = fix_symbol(prover->terms, differ, copy, peeling.equal[i]);
    }
    if (!term_is_false(prover->terms, differ))
        return false;
    mark_drawn(prover, &drawn);
    return true;
}
