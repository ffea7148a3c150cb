/* Products of linear forms.

   A product atom is a sorted list of factors, none of them a product itself,
   so that x*(y*z), (x*y)*z and z*x*y are one atom. Products in one sum that
   share factors are gathered: bid*D + k*D*G becomes (bid + k*G)*D, which is the
   mixed-radix form the lemmas of encode.c work on. */
#include "base/breakage.h"
#include "base/divisor.h"
#include "integer/integer.h"

#define FACTORS_MAX 8u

__extension__ typedef __int128 wide;

int64_t integer_divisor(const struct linear *l) {
    int64_t divisor = 0;
    for (uint32_t i = 0; i < l->count; i++)
        divisor = common_divisor_of_signed(divisor, l->monomials[i].coefficient);
    return divisor;
}

int64_t integer_content(const struct linear *l) {
    return common_divisor_of_signed(l->constant, integer_divisor(l));
}

/* Splits l into content * (its monomials divided by the content) + constant. */
static int64_t split_content(struct integer_space *space, struct linear *l, int64_t *constant) {
    int64_t content = integer_divisor(l);
    if (l->count && l->monomials[0].coefficient < 0)
        content = -content;
    *constant = l->constant;
    struct monomial *m = arena_alloc(space->arena, l->count * sizeof *m);
    for (uint32_t i = 0; i < l->count; i++)
        m[i] = (struct monomial){l->monomials[i].atom, l->monomials[i].coefficient / content};
    *l = (struct linear){m, l->count, 0};
    return content;
}

uint64_t integer_hash(uint64_t h, const struct linear *l) {
    for (uint32_t i = 0; i < l->count; i++)
        h = hash_mix(hash_mix(h, l->monomials[i].atom), (uint64_t)l->monomials[i].coefficient);
    return h;
}

static int64_t corner(int64_t a, int64_t b) {
    if (a == 0 || b == 0)
        return 0;
    wide p = (wide)a * b;
    return p >= INTEGER_LIMIT ? INTEGER_LIMIT : p <= -INTEGER_LIMIT ? -INTEGER_LIMIT : (int64_t)p;
}

static void product_range(const struct integer_space *space, struct atom *atom) {
    atom->low = atom->high = 1;
    for (uint32_t i = 0; i < atom->factor_count; i++) {
        int64_t low, high;
        integer_range(space, &atom->factors[i], &low, &high);
        int64_t c[4] = {corner(atom->low, low), corner(atom->low, high), corner(atom->high, low), corner(atom->high, high)};
        atom->low = atom->high = c[0];
        for (int j = 1; j < 4; j++) {
            atom->low = c[j] < atom->low ? c[j] : atom->low;
            atom->high = c[j] > atom->high ? c[j] : atom->high;
        }
    }
}

static bool same_factors(const struct atom *atom, const struct linear *factors, uint32_t count) {
    if (atom->kind != ATOM_PRODUCT || atom->factor_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!integer_equal(&atom->factors[i], &factors[i]))
            return false;
    return true;
}

/* The product of factors sorted by hash, as a linear form: 1, the only factor, or one atom. */
static struct linear product_of(struct integer_space *space, const struct linear *factors, uint32_t count) {
    if (count == 0)
        return integer_constant(1);
    if (count == 1)
        return factors[0];
    uint64_t key = 3;
    for (uint32_t i = 0; i < count; i++)
        key = hash_mix(key, integer_hash(1, &factors[i]));
    uint32_t found;
    for (key |= UINT64_C(1) << 63; map_get(&space->atom_of, key, &found); key++)
        if (same_factors(&space->atoms.data[found], factors, count))
            return integer_atom(space, found);
    struct atom atom = {.kind = ATOM_PRODUCT, .factor_count = count};
    atom.factors = arena_alloc(space->arena, count * sizeof *atom.factors);
    for (uint32_t i = 0; i < count; i++)
        atom.factors[i] = factors[i];
    product_range(space, &atom);
    found = integer_add_atom(space, atom);
    map_set(&space->atom_of, key, found);
    return integer_atom(space, found);
}

/* Appends the factors of l, which has content 1 and no constant. */
static uint32_t add_factors(const struct integer_space *space, const struct linear *l, struct linear *factors, uint32_t count) {
    if (l->count == 1 && l->monomials[0].coefficient == 1 && space->atoms.data[l->monomials[0].atom].kind == ATOM_PRODUCT) {
        const struct atom *atom = &space->atoms.data[l->monomials[0].atom];
        for (uint32_t i = 0; i < atom->factor_count && count < FACTORS_MAX; i++)
            factors[count++] = atom->factors[i];
    } else if (count < FACTORS_MAX) {
        factors[count++] = *l;
    }
    return count;
}

static void sort_factors(struct linear *factors, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && integer_hash(1, &factors[j]) < integer_hash(1, &factors[j - 1]); j--) {
            struct linear swap = factors[j];
            factors[j] = factors[j - 1];
            factors[j - 1] = swap;
        }
}

static uint32_t factor_count_of(const struct integer_space *space, const struct linear *l) {
    const struct atom *atom = l->count == 1 ? &space->atoms.data[l->monomials[0].atom] : NULL;
    return atom && atom->kind == ATOM_PRODUCT && l->monomials[0].coefficient == 1 ? atom->factor_count : 1;
}

bool integer_multiply(struct integer_space *space, struct linear a, struct linear b, struct linear *out) {
    struct linear zero = integer_constant(0);
    if (a.count == 0 || b.count == 0) {
        const struct linear *l = a.count ? &a : &b;
        return integer_combine(space, a.count ? b.constant : a.constant, l, 0, &zero, out);
    }
    struct linear pa = a, pb = b, factors[FACTORS_MAX], bare = a, sum;
    int64_t ca, cb, ga = split_content(space, &pa, &ca), gb = split_content(space, &pb, &cb), content;
    if (__builtin_mul_overflow(ga, gb, &content) || factor_count_of(space, &pa) + factor_count_of(space, &pb) > FACTORS_MAX)
        return false;
    uint32_t count = add_factors(space, &pb, factors, add_factors(space, &pa, factors, 0));
    sort_factors(factors, count);
    struct linear product = product_of(space, factors, count);
    /* (ga*pa + ca) * (gb*pb + cb) = ga*gb*pa*pb + cb*(a - ca) + ca*b */
    bare.constant = 0;
    return integer_combine(space, content, &product, cb, &bare, &sum) && integer_combine(space, 1, &sum, ca, &b, out);
}

bool integer_shared(struct integer_space *space, uint32_t p, uint32_t q, struct linear *shared, struct linear *x, struct linear *y) {
    struct linear a = integer_atom(space, p), b = integer_atom(space, q);
    struct linear own[FACTORS_MAX], other[FACTORS_MAX], common[FACTORS_MAX], left[FACTORS_MAX], right[FACTORS_MAX];
    uint32_t owns = add_factors(space, &a, own, 0), others = add_factors(space, &b, other, 0), commons = 0, lefts = 0, rights = 0;
    bool taken[FACTORS_MAX] = {false};
    for (uint32_t i = 0; i < owns; i++) {
        bool found = false;
        for (uint32_t j = 0; j < others && !found; j++) {
            if (taken[j] || !integer_equal(&own[i], &other[j]))
                continue;
            taken[j] = found = true;
        }
        if (found)
            common[commons++] = own[i];
        else
            left[lefts++] = own[i];
    }
    for (uint32_t j = 0; j < others; j++)
        if (!taken[j])
            right[rights++] = other[j];
    if (commons == 0)
        return false;
    *shared = product_of(space, common, commons);
    *x = product_of(space, left, lefts);
    *y = product_of(space, right, rights);
    return true;
}

static bool merge_two(struct integer_space *space, struct linear *l, uint32_t i, uint32_t j, bool *merged) {
    uint32_t p = l->monomials[i].atom, q = l->monomials[j].atom;
    struct linear shared, x, y, both, product;
    *merged = false;
    if (space->atoms.data[p].kind != ATOM_PRODUCT || space->atoms.data[q].kind != ATOM_PRODUCT || !integer_shared(space, p, q, &shared, &x, &y) ||
        x.count == 0 || y.count == 0) /* (x + 1)*W is x*W + W */
        return true;
    struct linear rest = {arena_alloc(space->arena, l->count * sizeof *rest.monomials), 0, l->constant};
    for (uint32_t m = 0; m < l->count; m++)
        if (m != i && m != j)
            rest.monomials[rest.count++] = l->monomials[m];
    *merged = true;
    return integer_combine(space, l->monomials[i].coefficient, &x, l->monomials[j].coefficient, &y, &both) && integer_gather(space, &both) &&
           integer_multiply(space, both, shared, &product) && integer_combine(space, 1, &rest, 1, &product, l);
}

const struct division *division_with(const struct integer_space *space, uint32_t atom, bool remainder) {
    for (uint32_t i = 0; i < space->divisions.size; i++)
        if (space->divisions.data[i].quotient + remainder == atom)
            return &space->divisions.data[i];
    return NULL;
}

/* Quotient and remainder make up the number again. Of all divisions that SMT-LIB defines, those by 0 included, only that of
   the least number by -1 has a quotient that wraps. */
static bool is_exact(const struct integer_space *space, const struct division *division) {
    int64_t x_least, x_most, d_least, d_most;
    integer_range(space, &division->x, &x_least, &x_most);
    integer_range(space, &division->d, &d_least, &d_most);
    return division->floors || x_least > division->least || d_least > -1 || d_most < -1;
}

/* A division with quotient x / (e * d), where `second` is that of x / e by d; NULL: none is known. The quotients are one number, since
   division by zero is undefined. */
static const struct division *composed(struct integer_space *space, const struct division *second) {
    bool is_atom = second->x.count == 1 && second->x.constant == 0 && second->x.monomials[0].coefficient == 1;
    const struct division *found = is_atom && !second->floors ? division_with(space, second->x.monomials[0].atom, false) : NULL;
    if (!found || found->floors || !is_exact(space, found))
        return NULL;
    const struct division first = *found;
    struct linear whole;
    if (!integer_multiply(space, first.d, second->d, &whole))
        return NULL;
    for (uint32_t i = 0; i < space->divisions.size; i++) {
        const struct division *d = &space->divisions.data[i];
        if (!d->floors && integer_equal(&d->x, &first.x) && (integer_equal(&d->d, &whole) || (BREAK(COMPOSED) && d->quotient != first.quotient)) &&
            d->least == first.least && d->most == first.most)
            return is_exact(space, d) ? d : NULL;
    }
    return NULL;
}

/* quotient * d + x % d in the sum, the remainder being the monomial at `index`, becomes x. */
static bool recompose_with(struct integer_space *space, struct linear *l, uint32_t index, const struct division *division, uint32_t quotient_atom) {
    struct linear quotient = integer_atom(space, quotient_atom), remainder = integer_atom(space, division->quotient + 1), whole, rest;
    int64_t factor = l->monomials[index].coefficient;
    if (!integer_multiply(space, quotient, division->d, &whole) || !integer_combine(space, 1, &whole, 1, &remainder, &whole) ||
        !integer_combine(space, 1, l, -factor, &whole, &rest) || rest.count + whole.count != l->count)
        return false;
    return integer_combine(space, 1, &rest, factor, &division->x, l);
}

/* x / d * d + x % d in the sum becomes x; so does x / e of x / (e * d) * d + (x / e) % d. */
static bool recompose(struct integer_space *space, struct linear *l, uint32_t index) {
    const struct division *found = division_with(space, l->monomials[index].atom, true);
    if (!found || !is_exact(space, found))
        return false;
    const struct division division = *found;
    if (recompose_with(space, l, index, &division, division.quotient))
        return true;
    const struct division *whole = composed(space, &division);
    return whole && recompose_with(space, l, index, &division, whole->quotient);
}

/* x - x/d*d in the sum, a product of x/d being the monomial at `index`, becomes x%d. */
static bool take_remainder(struct integer_space *space, struct linear *l, uint32_t index) {
    const struct atom product = space->atoms.data[l->monomials[index].atom];
    int64_t factor = l->monomials[index].coefficient;
    for (uint32_t f = 0; product.kind == ATOM_PRODUCT && f < product.factor_count; f++) {
        bool is_atom = product.factors[f].count == 1 && product.factors[f].constant == 0 && product.factors[f].monomials[0].coefficient == 1;
        const struct division *found = is_atom ? division_with(space, product.factors[f].monomials[0].atom, false) : NULL;
        if (!found || !is_exact(space, found) || found->x.count == 0)
            continue;
        const struct division division = *found;
        struct linear quotient = integer_atom(space, division.quotient), remainder = integer_atom(space, division.quotient + 1), whole, rest;
        if (integer_multiply(space, quotient, division.d, &whole) && integer_combine(space, 1, l, -factor, &whole, &rest) &&
            integer_combine(space, 1, &rest, factor, &division.x, &rest) && rest.count + whole.count + division.x.count == l->count)
            return integer_combine(space, 1, &rest, -factor, &remainder, l);
    }
    return false;
}

bool integer_gather(struct integer_space *space, struct linear *l) {
    for (uint32_t i = 0; i < l->count; i++)
        if (take_remainder(space, l, i))
            return integer_gather(space, l);
    for (uint32_t i = 0; i < l->count; i++) {
        for (uint32_t j = i + 1; j < l->count; j++) {
            bool merged;
            if (!merge_two(space, l, i, j, &merged))
                return false;
            if (merged)
                return integer_gather(space, l);
        }
    }
    for (uint32_t i = 0; i < l->count; i++)
        if (recompose(space, l, i))
            return integer_gather(space, l);
    return true;
}
