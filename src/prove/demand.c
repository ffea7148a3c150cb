/* What claims demand of sizes (demand.h).

   The value of a claim's term is flattened into a polynomial over leaves: indices, ordinals, sizes, remainders. Each leaf is
   at least 0. Its largest value is found by replacing

     q * X by q * (E - 1), where the query says X < E and E is a size;
     threadIdx by blockDim - 1, blockIdx by gridDim - 1;
     a quotient, remainder or mask by its bound.

   A guard X < E speaks of the wrapped value of X, so it may be used for a claim about T only if X stands below T in the
   order of terms: the claims about X are then settled without T. For a loop `for (i = a; i < n; i += s)` that is not enough for i
   itself. There, induction over the iterations: before iteration k > 0 the value of iteration k - 1 was below n without a
   wrap, so that of iteration k is at most n - 1 + s. */
#include "prove/demand.h"

#include "base/breakage.h"
#include "protocol/expression.h"
#include "prove/actor.h"

#include <string.h>

enum { DEPTH_MAX = 60, GUARDS_MAX = 96, ROUNDS_MAX = 12, COUNTERS_MAX = 3, LEAVES_MAX = 64, LIMIT_SLACK = 1 << 16, TRIVIAL_LEAST = INT32_MAX, SMALL_MASK = 0xffff, MANY_MOST = 1 << 10, SIZE_MOST = 1 << 24, CHECK_STEPS = 1000000 };

/* X <= bound, X having a leaf that is no size. */
struct upper_bound { struct polynomial of, bound; term_ref term, by; bool is_signed, is_inductive, is_used; };

/* A number that is not flattened further. `needs_sign`: a size that is used as a number of the other sign somewhere, or may be
   negative; `is_natural`: the context says that it is not negative. */
struct leaf { term_ref term; bool is_signed, needs_sign, is_natural; };

struct bounding {
    struct prover *prover;
    term_ref about;                       /* the claim's term */
    term_ref asked;                       /* the context that the guards are of */
    uint32_t context_guards, context_leaves;
    struct upper_bound guards[GUARDS_MAX]; uint32_t guard_count;
    struct leaf leaves[LEAVES_MAX]; uint32_t leaf_count; /* atoms of polynomials are indices of these */
    uint32_t signs[DEMAND_SIGNS_MAX], sign_count;
};

/* ---- original symbols ---- */

static term_ref original_map(void *context, symbol_ref symbol) {
    const struct prover *prover = context;
    symbol_ref original = symbol;
    struct actor writer;
    if (symbol.id < prover->origin.size && prover->origin.data[symbol.id] != 0)
        original.id = prover->origin.data[symbol.id] - 1;
    while (actor_of_copy(prover, original, &writer, &original))
        continue;
    return original.id == symbol.id ? TERM_NONE : term_symbol(prover->terms, original);
}

/* What stands for sizes becomes the sizes. */
static void fix_sizes(struct prover *prover, struct substitution *s) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->exponents.size; i++)
        substitution_fix(s, prover->exponents.data[i].power, term_symbol(t, prover->exponents.data[i].symbol));
    for (uint32_t i = 0; i < prover->stand_ins.size; i++)
        substitution_fix(s, term_symbol(t, prover->stand_ins.data[i].other), term_symbol(t, prover->stand_ins.data[i].symbol));
    for (uint32_t i = 0; i < prover->quotients.size; i++) {
        const struct quotient *q = &prover->quotients.data[i];
        term_ref whole = term_symbol(t, q->symbol), by = term_const(t, term_width(t, whole), UINT64_C(1) << q->shift);
        substitution_fix(s, q->value, whole);
        substitution_fix(s, q->part, term_binary(t, TERM_SDIV, whole, by));
    }
}

static term_ref no_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* The term with sizes in place of what stands for them; threads stay apart. */
static term_ref with_sizes(struct prover *prover, term_ref t) {
    if (prover->exponents.size + prover->stand_ins.size + prover->quotients.size == 0)
        return t;
    struct substitution *s = substitution_create(prover->terms, no_symbol, NULL);
    fix_sizes(prover, s);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

term_ref demand_original(struct prover *prover, term_ref t) {
    struct substitution *s = substitution_create(prover->terms, original_map, prover);
    fix_sizes(prover, s);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

/* ---- leaves ---- */

static bool is_size(const struct term_table *t, term_ref r) {
    return (term_deps(t, r) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0;
}

static bool is_symbol_of(const struct term_table *t, term_ref r, const struct symbol **symbol) {
    const struct term *term = term_get(t, r);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = symbol_get(t, (symbol_ref){(uint32_t)term->value});
    return true;
}

static bool is_counter(const struct term_table *t, term_ref r) {
    const struct symbol *s;
    return is_symbol_of(t, r, &s) && (s->role == SYMBOL_COUNTER || s->role == SYMBOL_FINAL);
}

/* In sums that claims make exact, integer views take these as unsigned numbers (integer.c, arithmetic_view). */
static bool is_never_negative(const struct term_table *t, term_ref r) {
    enum term_op op = term_op_of(term_get(t, r));
    return op == TERM_UDIV || op == TERM_UREM || op == TERM_LSHR || op == TERM_AND || is_counter(t, r);
}

static bool is_unsigned_param(const struct prover *prover, term_ref r) {
    const struct symbol *s;
    return is_symbol_of(prover->terms, r, &s) && s->role == SYMBOL_PARAM && expression_is_unsigned(prover->protocol, s->name);
}

/* The leaf's number as an atom; false if there are too many. A size is one atom, signed or not. */
static bool leaf_atom(struct bounding *b, term_ref r, bool is_signed, uint32_t *atom) {
    struct term_table *t = b->prover->terms;
    bool may_be_negative = term_range_of(t, r).umax >> (term_width(t, r) - 1) != 0, is_of_size = is_size(t, r);
    bool needs_sign = is_of_size && may_be_negative && (is_signed || !is_unsigned_param(b->prover, r));
    is_signed = is_signed && may_be_negative && !is_of_size && integer_view_of(&b->prover->integers, r, true)->low < 0;
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

static bool has_negative(const struct polynomial *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->terms[i].coefficient < 0)
            return true;
    return false;
}

/* ---- terms as polynomials ---- */

static bool flatten(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out);

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

/* The operation's view is the sum or product of its operands' views: by its range, by its flags or by a claim, which the
   integer views make for the same terms (integer.c). */
static bool is_exact(struct bounding *b, term_ref r, bool is_signed) {
    const struct integer_view *view = integer_view_of(&b->prover->integers, r, is_signed);
    for (uint32_t i = 0; i < view->linear.count; i++) {
        const struct atom *atom = &b->prover->integers.atoms.data[view->linear.monomials[i].atom];
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
        if ((op != TERM_SDIV && op != TERM_UDIV) || depth > DEPTH_MAX || !flatten(b, term_child(t, leaf.term, 0), op == TERM_SDIV, depth + 1, &x) ||
            !flatten(b, term_child(t, leaf.term, 1), op == TERM_SDIV, depth + 1, &d) || d.count != 1 || !polynomial_multiply(&d, &quotient, &product) ||
            !polynomial_divides(&m, &product.terms[0], &q) || q.degree > 0)
            continue;
        term_ref r = term_binary(t, op == TERM_SDIV ? TERM_SREM : TERM_UREM, term_child(t, leaf.term, 0), term_child(t, leaf.term, 1));
        if (!polynomial_add(&rest, -q.coefficient, &product) || !polynomial_add(&rest, q.coefficient, &x) ||
            !flatten(b, r, op == TERM_SDIV, depth + 1, &remainder) || !polynomial_add(&rest, -q.coefficient, &remainder))
            continue;
        *sum = rest;
        return true;
    }
    return false;
}

/* The sum or product of the operands' values. */
static bool flatten_operands(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    bool is_flagged = (term_get(t, r)->flags & (is_signed ? TERM_NSW : TERM_NUW)) != 0;
    struct polynomial parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        term_ref child = term_child(t, r, i);
        if (!flatten(b, child, is_signed && (is_flagged || !is_never_negative(t, child)), depth + 1, &parts[i]))
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
        return flatten_arithmetic(b, r, true, depth, out) && !has_negative(out);
    if (!is_exact(b, r, is_signed))
        return false;
    return flatten_operands(b, r, is_signed, depth, out);
}

/* x << p, where 2^p is a size. */
static bool flatten_shift(struct bounding *b, term_ref r, uint32_t depth, struct polynomial *out) {
    const struct prover *prover = b->prover;
    for (uint32_t i = 0; i < prover->exponents.size; i++) {
        const struct exponent *e = &prover->exponents.data[i];
        struct polynomial x, power;
        if (term_same(term_child(prover->terms, e->power, 1), term_child(prover->terms, r, 1)))
            return flatten(b, term_child(prover->terms, r, 0), false, depth + 1, &x) &&
                   flatten(b, term_symbol(prover->terms, e->symbol), false, depth + 1, &power) && polynomial_multiply(&x, &power, out);
    }
    return false;
}

static bool flatten(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    const struct term *term = term_get(t, r);
    if (depth > DEPTH_MAX)
        return false;
    switch (term_op_of(term)) {
    case TERM_CONST:
        return flatten_constant(term, is_signed, out);
    case TERM_ADD: case TERM_MUL:
        return flatten_arithmetic(b, r, is_signed, depth, out) || flatten_leaf(b, r, is_signed, out);
    case TERM_ZEXT:
        return flatten(b, term_child(t, r, 0), false, depth + 1, out);
    case TERM_SEXT:
        return flatten(b, term_child(t, r, 0), true, depth + 1, out) && (is_signed || !has_negative(out));
    case TERM_TRUNC:
        if (claim_is_cut(t, r))
            return flatten(b, term_child(t, r, 0), is_signed, depth + 1, out);
        return flatten_leaf(b, r, is_signed, out);
    case TERM_SHL:
        return flatten_shift(b, r, depth, out) || flatten_leaf(b, r, is_signed, out);
    case TERM_SYMBOL: case TERM_APPLY: case TERM_UDIV: case TERM_SDIV: case TERM_UREM: case TERM_SREM: case TERM_AND: case TERM_OR:
    case TERM_XOR: case TERM_LSHR: case TERM_ASHR: case TERM_ITE: case TERM_EQ: case TERM_ULT: case TERM_ULE:
    case TERM_SLT: case TERM_SLE: case TERM_OP_COUNT:
        break;
    }
    return flatten_leaf(b, r, is_signed, out);
}

/* ---- upper bounds ---- */

static bool upper(struct bounding *b, const struct polynomial *p, uint32_t depth, struct polynomial *out);

static bool is_size_atom(const struct bounding *b, uint32_t atom) {
    return is_size(b->prover->terms, b->leaves[atom].term);
}

static bool is_of_sizes(const struct bounding *b, const struct polynomial *p) {
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            if (!is_size_atom(b, p->terms[i].atoms[a]))
                return false;
    return true;
}

static bool demand_signs(struct bounding *b, const struct polynomial *p);

/* Not negative: a signed quotient or remainder of a sum that is not negative, by a size that is not. */
static bool demand_sign_of_division(struct bounding *b, term_ref r) {
    struct term_table *t = b->prover->terms;
    enum term_op op = term_op_of(term_get(t, r));
    struct polynomial x, by;
    if ((op != TERM_SDIV && op != TERM_SREM) || !flatten(b, term_child(t, r, 0), true, 0, &x) || !demand_signs(b, &x))
        return false;
    return op == TERM_SREM || (is_size(t, term_child(t, r, 1)) && flatten(b, term_child(t, r, 1), true, 0, &by) && demand_signs(b, &by));
}

/* The leaf's value is not negative: by its range or by the context, else that becomes part of the demand if it is a size. */
static bool demand_sign(struct bounding *b, uint32_t atom) {
    const struct leaf leaf = b->leaves[atom];
    if (!is_size(b->prover->terms, leaf.term))
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
    bool natural = !has_negative(p);
    for (uint32_t i = 0; i < p->count && natural; i++)
        for (uint32_t a = 0; a < p->terms[i].degree && natural; a++)
            natural = demand_sign(b, p->terms[i].atoms[a]);
    return natural;
}

static bool flatten_scoped(struct bounding *b, term_ref r, struct polynomial *out) {
    return flatten(b, with_sizes(b->prover, prover_scoped(b->prover, r)), false, 0, out);
}

/* With x <= *bound: what bounds x / d, d being one product. (m * d - 1) / d is m - 1; otherwise x / d <= x. */
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
        if (!flatten(b, term_child(t, leaf.term, 1), leaf.is_signed, depth, &x) || !flatten(b, term_child(t, leaf.term, 2), leaf.is_signed, depth, &y) ||
            has_negative(&x) || has_negative(&y) || !upper(b, &x, depth + 1, out) || !upper(b, &y, depth + 1, &whole))
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
    if (!flatten(b, term_child(t, leaf.term, 0), is_signed, depth, &x) || has_negative(&x))
        return false;
    if (remains && is_size(t, term_child(t, leaf.term, 1)) && flatten(b, term_child(t, leaf.term, 1), is_signed, depth, out) && !has_negative(out)) {
        const struct polynomial one = polynomial_constant(1);
        return polynomial_add(out, -1, &one); /* x % 0 is undefined */
    }
    if (!upper(b, &x, depth + 1, out))
        return false;
    if (!divides)
        return true;
    if ((op == TERM_LSHR || op == TERM_ASHR) && !term_is_const(t, term_child(t, leaf.term, 1), &by))
        return true;
    if (op == TERM_LSHR || op == TERM_ASHR)
        y = polynomial_constant(by < 62 ? INT64_C(1) << by : INTEGER_LIMIT);
    else if (!is_size(t, term_child(t, leaf.term, 1)) || !flatten(b, term_child(t, leaf.term, 1), is_signed, depth, &y))
        return true;
    divide_bound(out, &y);
    return true;
}

static bool upper_of_leaf(struct bounding *b, uint32_t atom, uint32_t depth, struct polynomial *out) {
    struct prover *prover = b->prover;
    struct leaf leaf = b->leaves[atom];
    const struct symbol *s;
    const struct polynomial one = polynomial_constant(1);
    if (is_symbol_of(prover->terms, leaf.term, &s) && (s->role == SYMBOL_TID || s->role == SYMBOL_BID)) {
        const struct protocol *p = prover->protocol;
        return flatten_scoped(b, (s->role == SYMBOL_TID ? p->bdim : p->gdim)[s->axis], out) && polynomial_add(out, -1, &one);
    }
    if (upper_of_operation(b, leaf, depth, out))
        return true;
    uint64_t most = term_range_of(prover->terms, leaf.term).umax;
    uint8_t width = term_width(prover->terms, leaf.term);
    if (leaf.is_signed || is_counter(prover->terms, leaf.term) || most >= (uint64_t)INTEGER_LIMIT || (width >= 32 && most >> (width - 1) != 0))
        return false;
    *out = polynomial_constant((int64_t)most);
    return true;
}

/* The monomial has a leaf that is no size; with `counter`, an ordinal. */
static bool has_leaf(const struct bounding *b, const struct power_product *m, bool counter) {
    bool found = false;
    for (uint32_t a = 0; a < m->degree; a++)
        found |= counter ? is_counter(b->prover->terms, b->leaves[m->atoms[a]].term) : !is_size_atom(b, m->atoms[a]);
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

/* p - q * X + q * bound, which is no less than p, with the q by which `lead`, a part of X, makes a part of p. */
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
    return guard->is_inductive || guard->term.id < b->about.id;
}

/* No more than the range of its type. */
static bool is_trivial(const struct upper_bound *guard) {
    return polynomial_is_constant(&guard->bound) && polynomial_constant_of(&guard->bound) >= TRIVIAL_LEAST;
}

/* Uses one guard, one that bounds most at once if there are several; trivial ones last. */
static bool use_largest(struct bounding *b, struct polynomial *p, bool whole) {
    for (int trivial = 0; trivial < 2; trivial++)
        for (uint32_t size = POLYNOMIAL_TERMS_MAX; size > 0; size--)
            for (uint32_t i = 0; i < b->guard_count; i++)
                if (b->guards[i].of.count == size && is_trivial(&b->guards[i]) == (trivial != 0) && may_use(b, &b->guards[i]) &&
                    use_guard(b, &b->guards[i], p, whole))
                    return true;
    return false;
}

/* Sums with an ordinal are bounded whole or not at all, other sums by their parts. */
static void use_guards(struct bounding *b, struct polynomial *p) {
    for (uint32_t round = 0; round < ROUNDS_MAX && (use_largest(b, p, false) || use_largest(b, p, true)); round++)
        continue;
}

static bool upper(struct bounding *b, const struct polynomial *p, uint32_t depth, struct polynomial *out) {
    struct polynomial left = *p;
    if (depth > 8)
        return false;
    use_guards(b, &left);
    *out = polynomial_constant(0);
    for (uint32_t i = 0; i < left.count; i++) {
        const struct power_product m = left.terms[i];
        struct polynomial product = polynomial_constant(1), next, most;
        bool is_dropped = false;
        for (uint32_t a = 0; a < m.degree && !is_dropped; a++) {
            bool is_size_leaf = is_size_atom(b, m.atoms[a]);
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
    return true;
}

/* ---- guards ---- */

/* All leaves are at least 0 whatever the sizes are. */
static bool is_natural(const struct bounding *b, const struct polynomial *p) {
    bool natural = !has_negative(p);
    for (uint32_t i = 0; i < p->count && natural; i++)
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            natural = natural && !b->leaves[p->terms[i].atoms[a]].is_signed && !b->leaves[p->terms[i].atoms[a]].needs_sign;
    return natural;
}

/* c * X <= bound with X >= 0 says X <= bound, and X <= bound / c if that is a polynomial. */
static void scale(const struct bounding *b, struct upper_bound *g) {
    int64_t divisor = polynomial_content(&g->of);
    if (divisor <= 1 || !is_natural(b, &g->of))
        return;
    for (uint32_t i = 0; i < g->of.count; i++)
        g->of.terms[i].coefficient /= divisor;
    if (polynomial_is_constant(&g->bound))
        g->bound = polynomial_constant(polynomial_constant_of(&g->bound) / divisor);
    else if (polynomial_content(&g->bound) % divisor == 0)
        for (uint32_t i = 0; i < g->bound.count; i++)
            g->bound.terms[i].coefficient /= divisor;
}

static bool is_equal(const struct polynomial *a, const struct polynomial *b) {
    struct polynomial apart = *a;
    return polynomial_add(&apart, -1, b) && apart.count == 0;
}

static void add_guard(struct bounding *b, term_ref x, term_ref e, bool is_signed, int64_t less, const struct polynomial *step) {
    struct term_table *t = b->prover->terms;
    struct upper_bound g = {.term = x, .by = e, .is_signed = is_signed, .is_inductive = step != NULL};
    if (b->guard_count == GUARDS_MAX || is_size(t, x) || !flatten(b, x, is_signed, 0, &g.of) || !flatten(b, e, is_signed, 0, &g.bound) ||
        !is_of_sizes(b, &g.bound))
        return;
    const struct polynomial one = polynomial_constant(less);
    if (!polynomial_add(&g.bound, -1, &one) || (step && !polynomial_add(&g.bound, 1, step)))
        return;
    scale(b, &g);
    for (uint32_t i = 0; i < b->guard_count; i++) { /* of two bounds of one sum that differ by a constant the lower one counts */
        struct upper_bound *old = &b->guards[i];
        struct polynomial apart = g.bound;
        if (old->is_inductive != g.is_inductive || !is_equal(&old->of, &g.of) || !polynomial_add(&apart, -1, &old->bound) || !polynomial_is_constant(&apart))
            continue;
        if (polynomial_constant_of(&apart) < 0 && old->term.id >= g.term.id)
            *old = g;
        if (polynomial_constant_of(&apart) >= 0 && old->term.id <= g.term.id)
            return;
    }
    b->guards[b->guard_count++] = g;
    bool is_atom = e.id != 0 && g.bound.count > 0 && is_natural(b, &g.of);
    for (uint32_t i = 0; i < b->leaf_count && is_atom; i++)
        b->leaves[i].is_natural |= term_same(b->leaves[i].term, e) && !is_unsigned_param(b->prover, e);
}

static bool take_comparison(const struct term_table *t, term_ref r, term_ref *x, term_ref *e, bool *is_signed, int64_t *less) {
    enum term_op op = term_op_of(term_get(t, r));
    if (op != TERM_ULT && op != TERM_ULE && op != TERM_SLT && op != TERM_SLE)
        return false;
    *x = term_child(t, r, 0);
    *e = term_child(t, r, 1);
    *is_signed = op == TERM_SLT || op == TERM_SLE;
    *less = op == TERM_ULT || op == TERM_SLT;
    return true;
}

static void collect_guards(struct bounding *b, term_ref condition) {
    struct term_table *t = b->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, condition);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending), x, e;
        bool is_signed;
        int64_t less;
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (take_comparison(t, r, &x, &e, &is_signed, &less)) {
            add_guard(b, x, e, is_signed, less, NULL);
        } else if (op == TERM_EQ && term_width(t, term_child(t, r, 0)) > 1) {
            for (uint32_t side = 0; side < 2; side++)
                if (is_size(t, term_child(t, r, 1 - side)))
                    add_guard(b, term_child(t, r, side), term_child(t, r, 1 - side), false, 0, NULL);
        }
    }
    vec_release(&pending);
}

/* A loop's condition as the claim's thread sees it: its symbols are those of the claim, or of the context. */
struct viewpoint { struct prover *prover; term_ref seen; symbol_ref wanted, found; };

static void find_copy(void *context, symbol_ref symbol) {
    struct viewpoint *view = context;
    term_ref original = original_map(view->prover, symbol);
    symbol_ref own = term_is_none(original) ? symbol : (symbol_ref){(uint32_t)term_get(view->prover->terms, original)->value};
    const struct symbol *s = symbol_get(view->prover->terms, own), *wanted = symbol_get(view->prover->terms, view->wanted);
    bool is_last = s->role == SYMBOL_FINAL && wanted->role == SYMBOL_COUNTER && s->loop == wanted->loop; /* the iteration that left the loop */
    if ((own.id == view->wanted.id || is_last) && view->found.id == UINT32_MAX)
        view->found = symbol;
}

static term_ref seen_map(void *context, symbol_ref symbol) {
    struct viewpoint *view = context;
    const struct symbol *s = symbol_get(view->prover->terms, symbol);
    if (s->scope == SCOPE_UNIFORM && s->role != SYMBOL_COUNTER && s->role != SYMBOL_FINAL)
        return TERM_NONE;
    view->wanted = symbol;
    view->found.id = UINT32_MAX;
    term_visit_symbols(view->prover->terms, view->seen, find_copy, view);
    return view->found.id == UINT32_MAX || view->found.id == symbol.id ? TERM_NONE : term_symbol(view->prover->terms, view->found);
}

/* By how much x grows from one iteration to the next: what the counter is multiplied with; false if x is not linear in it. */
static bool step_of(const struct bounding *b, const struct polynomial *x, uint32_t counter, struct polynomial *step) {
    *step = polynomial_constant(0);
    for (uint32_t i = 0; i < x->count; i++) {
        const struct power_product *m = &x->terms[i];
        struct power_product rest = {.coefficient = m->coefficient};
        uint32_t times = 0;
        for (uint32_t a = 0; a < m->degree; a++) {
            times += m->atoms[a] == counter;
            if (m->atoms[a] != counter)
                rest.atoms[rest.degree++] = m->atoms[a];
        }
        const struct polynomial one = polynomial_constant(1);
        if (times > 1 || (times == 1 && (m->coefficient < 0 || !polynomial_add_product(step, rest.coefficient, &rest, &one))))
            return false;
    }
    return step->count > 0 && is_of_sizes(b, step);
}

/* The loop went on in the iteration before: X(k - 1) < E, so X(k) <= E - 1 + step. */
static void add_induction(struct bounding *b, uint32_t loop, uint32_t counter) {
    struct prover *prover = b->prover;
    struct term_table *t = prover->terms;
    term_ref proceeds = prover->protocol->loops[loop].proceeds;
    if (term_is_none(proceeds))
        return;
    struct viewpoint view = {.prover = prover, .seen = b->about};
    struct substitution *s = substitution_create(t, seen_map, &view);
    VEC(term_ref) pending = {0};
    vec_push(&pending, with_sizes(prover, substitution_apply(s, prover_scoped(prover, proceeds))));
    substitution_destroy(s);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending), x, e;
        bool is_signed;
        int64_t less;
        struct polynomial flat, step;
        if (term_op_of(term_get(t, r)) == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (take_comparison(t, r, &x, &e, &is_signed, &less) && flatten(b, x, is_signed, 0, &flat) && step_of(b, &flat, counter, &step)) {
            add_guard(b, x, e, is_signed, less, &step);
        }
    }
    vec_release(&pending);
}

/* Counters of loops in the polynomial. */
static uint32_t counters_of(const struct bounding *b, const struct polynomial *p, uint32_t counters[COUNTERS_MAX]) {
    uint32_t count = 0;
    for (uint32_t atom = 0; atom < b->leaf_count && count < COUNTERS_MAX; atom++) {
        bool has = false;
        for (uint32_t i = 0; i < p->count; i++)
            for (uint32_t a = 0; a < p->terms[i].degree; a++)
                has |= p->terms[i].atoms[a] == atom;
        if (has && is_counter(b->prover->terms, b->leaves[atom].term))
            counters[count++] = atom;
    }
    return count;
}

/* ---- demands ---- */

/* The demand over sizes: leaves become their terms. */
static bool over_terms(const struct bounding *b, const struct polynomial *p, struct polynomial *out) {
    *out = polynomial_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct polynomial product = polynomial_constant(p->terms[i].coefficient), next;
        for (uint32_t a = 0; a < p->terms[i].degree; a++) {
            struct polynomial atom = polynomial_atom(b->leaves[p->terms[i].atoms[a]].term.id);
            if (!polynomial_multiply(&product, &atom, &next))
                return false;
            product = next;
        }
        if (!polynomial_add(out, 1, &product))
            return false;
    }
    return true;
}

/* sum <= limit without its constant and its negative summands, which sizes only lower, divided by what divides it. */
static struct demand simplified(struct demand d) {
    struct polynomial kept = polynomial_constant(0);
    d.limit -= polynomial_constant_of(&d.sum);
    for (uint32_t i = 0; i < d.sum.count; i++)
        if (d.sum.terms[i].degree > 0 && d.sum.terms[i].coefficient > 0)
            kept.terms[kept.count++] = d.sum.terms[i];
    int64_t divisor = polynomial_content(&kept);
    for (uint32_t i = 0; i < kept.count; i++)
        kept.terms[i].coefficient /= divisor;
    d.sum = kept;
    if (divisor > 1)
        d.limit = d.limit / divisor - (d.limit % divisor < 0);
    return d;
}

/* The most that a size can be in any launch in scope. */
static uint64_t most_of(void *context, uint32_t atom) {
    return term_range_of(((struct prover *)context)->terms, (term_ref){atom}).umax;
}

static bool is_dimension(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    return is_symbol_of(prover->terms, (term_ref){atom}, &s) && s->role == SYMBOL_BDIM;
}

/* A block's dimensions together are at most as many threads as a block may have. */
static bool holds_everywhere(struct prover *prover, const struct demand *d) {
    polynomial_value sum = 0;
    for (uint32_t i = 0; i < d->sum.count; i++) {
        struct polynomial rest = {.count = 1}, threads = {.count = 1};
        rest.terms[0] = (struct power_product){.coefficient = d->sum.terms[i].coefficient};
        threads.terms[0] = (struct power_product){.coefficient = 1};
        for (uint32_t a = 0; a < d->sum.terms[i].degree; a++) {
            uint32_t atom = d->sum.terms[i].atoms[a];
            bool again = false;
            for (uint32_t k = 0; k < threads.terms[0].degree; k++)
                again |= threads.terms[0].atoms[k] == atom;
            struct power_product *into = is_dimension(prover, atom) && !again ? &threads.terms[0] : &rest.terms[0];
            into->atoms[into->degree++] = atom;
        }
        polynomial_value most = polynomial_evaluate(&threads, most_of, prover), block = prover->threads_max;
        polynomial_value others = polynomial_evaluate(&rest, most_of, prover);
        sum += others * (most < block || threads.terms[0].degree == 0 ? most : block);
        if (others >= POLYNOMIAL_HUGE / 4096 || sum > d->limit)
            return false;
    }
    return sum <= d->limit;
}

struct ordinary { struct prover *prover; const struct ordinary_launch *launch; };

static uint64_t ordinary_of(void *context, uint32_t atom) {
    const struct ordinary *o = context;
    uint64_t value = integer_ordinary_value(&o->prover->integers, (term_ref){atom}, o->launch);
    return value;
}

/* Ordinary launches with arguments of ordinary size satisfy the demand. */
static bool holds_ordinarily(struct prover *prover, const struct demand *d) {
    for (uint32_t i = 0; i < integer_ordinary_count; i++) {
        struct ordinary o = {prover, &integer_ordinary_launches[i]};
        if (polynomial_evaluate(&d->sum, ordinary_of, &o) > d->limit)
            return false;
    }
    return true;
}

static bool is_launch_dimension(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    return is_symbol_of(prover->terms, (term_ref){atom}, &s) && (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM);
}

/* y's factors are among x's, and x's others are at least 1. */
static bool is_within(const struct prover *prover, const struct power_product *y, const struct power_product *x) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->degree; i++) {
        if (at < y->degree && y->atoms[at] == x->atoms[i])
            at++;
        else if (!is_launch_dimension(prover, x->atoms[i]))
            return false;
    }
    return at == y->degree;
}

/* The largest limit up to a's own with which a implies b: each of b's summands is scaled to a summand of a that is no smaller;
   -1: there is none. */
static int64_t limit_implying(const struct prover *prover, const struct demand *a, const struct demand *b) {
    int64_t limit = a->limit;
    bool used[POLYNOMIAL_TERMS_MAX] = {false};
    for (uint32_t i = 0; i < b->sum.count; i++) {
        const struct power_product *y = &b->sum.terms[i];
        uint32_t j = 0;
        while (j < a->sum.count && (used[j] || !is_within(prover, y, &a->sum.terms[j])))
            j++;
        if (j == a->sum.count)
            return -1;
        used[j] = true;
        polynomial_value most = (polynomial_value)a->sum.terms[j].coefficient * b->limit / y->coefficient;
        limit = most < limit ? (int64_t)most : limit;
    }
    return limit;
}

/* What must not be negative for b must not be for a; false if that is too much. */
static bool take_signs(struct demand *a, const struct demand *b) {
    struct demand both = *a;
    for (uint32_t i = 0; i < b->sign_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < both.sign_count; j++)
            found |= both.signs[j] == b->signs[i];
        if (!found && both.sign_count == DEMAND_SIGNS_MAX)
            return false;
        if (!found)
            both.signs[both.sign_count++] = b->signs[i];
    }
    *a = both;
    return true;
}

/* The weaker demand goes. One that a slightly smaller limit makes the stronger one gets that: `n + g <= 2^31` beside `g < 2^31`
   becomes `n + g < 2^31`. */
static void add_demand(struct prover *prover, const struct demand *d) {
    struct demands *demands = prover->demands;
    struct demand added = *d;
    for (uint32_t i = 0; i < demands->list.size; i++) {
        struct demand *old = &demands->list.data[i];
        int64_t limit = limit_implying(prover, old, &added);
        if (limit < 0 || limit < old->limit - old->limit / LIMIT_SLACK || !take_signs(old, &added))
            continue;
        old->limit = limit;
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < demands->list.size; i++) {
        int64_t limit = limit_implying(prover, &added, &demands->list.data[i]);
        if (limit >= 0 && limit >= added.limit - added.limit / LIMIT_SLACK && take_signs(&added, &demands->list.data[i]))
            added.limit = limit;
        else
            demands->list.data[kept++] = demands->list.data[i];
    }
    demands->list.size = kept;
    vec_push(&demands->list, added);
}

enum standing { HOLDS, CONDITIONAL, UNSTATED };

static enum standing judge(struct prover *prover, struct demand d, bool notes) {
    d = simplified(d);
    if (d.sum.count == 0 || holds_everywhere(prover, &d)) {
        if (d.limit < 0)
            return UNSTATED;
        if (d.sign_count == 0)
            return HOLDS;
    }
    if (!holds_ordinarily(prover, &d))
        return UNSTATED;
    if (notes)
        add_demand(prover, &d);
    return CONDITIONAL;
}

/* P <= most, P being the largest value of p (of -p for the least). */
static enum standing demand_below(struct bounding *b, const struct polynomial *p, int64_t most, enum assumption_kind kind, bool notes) {
    struct demand d = {.kind = kind, .limit = most};
    struct polynomial largest;
    b->sign_count = 0;
    if (!upper(b, p, 0, &largest) || !over_terms(b, &largest, &d.sum))
        return UNSTATED;
    d.sign_count = b->sign_count;
    memcpy(d.signs, b->signs, b->sign_count * sizeof *b->signs);
    return judge(b->prover, d, notes);
}

static enum standing worse(enum standing a, enum standing b) {
    return a > b ? a : b;
}

struct range { int64_t least, most; };

/* p stays in the range. */
static enum standing demand_range(struct bounding *b, const struct polynomial *p, struct range range, enum assumption_kind kind, bool notes) {
    enum standing standing = demand_below(b, p, range.most, kind, notes);
    struct polynomial minus = polynomial_constant(0);
    if (range.least == 0 || !polynomial_add(&minus, -1, p))
        return range.least == 0 ? standing : UNSTATED;
    return worse(standing, demand_below(b, &minus, -(range.least + 1), kind, notes));
}

/* p in iteration 0 of the loop. */
static struct polynomial without(const struct polynomial *p, uint32_t counter) {
    struct polynomial rest = polynomial_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        bool has = false;
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            has |= p->terms[i].atoms[a] == counter;
        if (!has)
            rest.terms[rest.count++] = p->terms[i];
    }
    return rest;
}

/* By induction: in iteration 0 of each subset of the loops, and in later iterations of the others. */
static enum standing demand_inductive(struct bounding *b, const struct polynomial *p, struct range range, enum assumption_kind kind, bool notes) {
    uint32_t counters[COUNTERS_MAX], count = counters_of(b, p, counters), plain = b->guard_count;
    enum standing standing = HOLDS;
    for (uint32_t subset = 0; subset < 1u << count; subset++) {
        struct polynomial now = *p;
        b->guard_count = plain;
        for (uint32_t i = 0; i < count; i++) {
            const struct term *leaf = term_get(b->prover->terms, b->leaves[counters[i]].term);
            const struct symbol *s = symbol_get(b->prover->terms, (symbol_ref){(uint32_t)leaf->value});
            if (subset >> i & 1u)
                now = without(&now, counters[i]);
            else if (s->loop < b->prover->protocol->loop_count)
                add_induction(b, s->loop, counters[i]);
        }
        standing = worse(standing, demand_range(b, &now, range, kind, notes));
    }
    return standing;
}

/* As the guards have it; where that does not do, by induction. */
static enum standing demand_rounds(struct bounding *b, const struct polynomial *p, struct range range, enum assumption_kind kind, bool notes) {
    uint32_t counters[COUNTERS_MAX], count = counters_of(b, p, counters);
    enum standing direct = demand_range(b, p, range, kind, false);
    if (direct <= CONDITIONAL || count == 0)
        return notes ? demand_range(b, p, range, kind, true) : direct;
    enum standing inductive = demand_inductive(b, p, range, kind, notes);
    return direct < inductive ? direct : inductive;
}

/* What the claim says of its operation: its value without a wrap stays in the range. */
static struct range limits_of(const struct term_table *t, const struct claim *claim) {
    uint8_t width = claim_is_cut(t, claim->term) ? 24 : term_width(t, claim->term);
    if (width > 62)
        return (struct range){claim->is_signed ? -INTEGER_LIMIT : 0, INTEGER_LIMIT};
    return (struct range){claim->is_signed ? -(INT64_C(1) << (width - 1)) : 0, (INT64_C(1) << (width - claim->is_signed)) - 1};
}

/* The value that must not wrap, as a polynomial; no leaf is the term itself. */
static bool flatten_claim(struct bounding *b, const struct claim *claim, term_ref about, struct polynomial *out) {
    struct term_table *t = b->prover->terms;
    if (claim_is_cut(t, about))
        return flatten(b, term_child(t, about, 0), claim->is_signed, 0, out);
    enum term_op op = term_op_of(term_get(t, about));
    if (op == TERM_SHL)
        return flatten_shift(b, about, 0, out);
    if (op != TERM_ADD && op != TERM_MUL)
        return false;
    bool takes_signed = claim->is_signed || (term_get(t, about)->flags & (TERM_NSW | TERM_NUW)) == TERM_NSW;
    return flatten_operands(b, about, takes_signed, 0, out);
}

/* The scratch space with the guards of the context. */
static struct bounding *enter(struct prover *prover, term_ref context) {
    struct demands *demands = prover->demands;
    struct bounding *b = demands->scratch;
    if (!b)
        b = demands->scratch = arena_alloc(prover->arena, sizeof *b);
    if (b->prover && term_same(b->asked, context)) {
        b->guard_count = b->context_guards;
        b->leaf_count = b->context_leaves;
        for (uint32_t i = 0; i < b->guard_count; i++)
            b->guards[i].is_used = false;
        return b;
    }
    b->prover = prover;
    b->asked = context;
    b->guard_count = b->leaf_count = 0;
    collect_guards(b, with_sizes(prover, context));
    b->context_guards = b->guard_count;
    b->context_leaves = b->leaf_count;
    return b;
}

static enum standing decide(struct prover *prover, const struct claim *claim, term_ref context, bool notes) {
    struct bounding *b = enter(prover, context);
    struct polynomial value;
    b->about = with_sizes(prover, claim->term);
    if (!flatten_claim(b, claim, b->about, &value))
        return UNSTATED;
    return demand_rounds(b, &value, limits_of(prover->terms, claim), claim->kind, notes);
}

/* The guards that were used say what they say under the claims of their own sums. */
static void note_guards(struct prover *prover, term_ref context) {
    const struct bounding *b = prover->demands->scratch;
    VEC(uint32_t) claims = {0};
    for (uint32_t i = 0; i < b->guard_count; i++)
        for (uint32_t side = 0; side < 2 && b->guards[i].is_used; side++) {
            const struct integer_view *view = integer_view_of(&prover->integers, side ? b->guards[i].by : b->guards[i].term, b->guards[i].is_signed);
            for (uint32_t c = 0; c < view->claim_count; c++)
                vec_push(&claims, view->claims[c]);
        }
    for (uint32_t i = 0; i < claims.size; i++)
        demand_note(prover, claims.data[i], context);
    vec_release(&claims);
}

static void refuse(struct prover *prover, const struct claim *claim) {
    vec_push(&prover->demands->refused, ((struct refusal){demand_original(prover, claim->term), claim->is_signed}));
}

void demand_note(struct prover *prover, uint32_t index, term_ref context) {
    struct demands *demands = prover->demands;
    index = prover->integers.claims.data[index].of;
    uint64_t key = (uint64_t)index << 32 | context.id;
    if (map_get(&demands->known, key, NULL))
        return;
    map_set(&demands->known, key, 1);
    const struct claim claim = prover->integers.claims.data[index];
    enum standing verdict = decide(prover, &claim, context, false);
    bool is_of_sizes = (term_deps(prover->terms, claim.term) & (DEP_MEMORY | DEP_APPROX | DEP_COUNTER)) == 0;
    bool is_undefined = (claim.kind == ASSUMPTION_NO_SIGNED_OVERFLOW && !is_of_sizes) || term_op_of(term_get(prover->terms, claim.term)) == TERM_SHL;
    if (verdict == CONDITIONAL)
        (void)decide(prover, &claim, context, true);
    if (verdict <= CONDITIONAL)
        note_guards(prover, context);
    if (verdict == UNSTATED && is_undefined)
        vec_push(&demands->worded, index);
    else if (verdict > CONDITIONAL && !BREAK(CLAIMS))
        refuse(prover, &claim);
}

/* ---- refusals ---- */

static bool is_banned(void *context, term_ref t, bool is_signed) {
    struct prover *prover = context;
    const struct refusals *banned = &prover->demands->banned;
    if (banned->all || banned->count == 0)
        return banned->all;
    term_ref original = demand_original(prover, t);
    for (uint32_t i = 0; i < banned->count; i++)
        if (term_same(banned->list[i].term, original) && banned->list[i].is_signed == is_signed)
            return true;
    return false;
}

void demand_ban(struct prover *prover, struct refusals refused) {
    prover->demands->banned = refused;
    integer_refuse(&prover->integers, is_banned, prover);
}

bool demand_refused(struct prover *prover, struct refusals *all) {
    const struct demands *demands = prover->demands;
    uint32_t before = demands->banned.count, now = demands->refused.size;
    struct refusal *list = arena_alloc(prover->arena, (before + now + 1) * sizeof *list);
    if (before > 0)
        memcpy(list, demands->banned.list, before * sizeof *list);
    if (now > 0)
        memcpy(list + before, demands->refused.data, now * sizeof *list);
    *all = (struct refusals){list, before + now, demands->banned.all};
    return now > 0;
}

struct example { struct prover *prover; struct evaluation *evaluation; };

static uint64_t example_of(void *context, uint32_t atom) {
    const struct example *example = context;
    return evaluation_value(example->evaluation, (term_ref){atom});
}

static bool holds_in(struct prover *prover, const struct term_model *model) {
    struct example example = {prover, evaluation_create(prover->terms, model)};
    const struct demands *demands = prover->demands;
    bool holds = true;
    for (uint32_t i = 0; i < demands->list.size; i++) {
        const struct demand *d = &demands->list.data[i];
        holds = holds && polynomial_evaluate(&d->sum, example_of, &example) <= d->limit;
        for (uint32_t k = 0; k < d->sign_count; k++) {
            uint8_t width = term_width(prover->terms, (term_ref){d->signs[k]});
            holds = holds && example_of(&example, d->signs[k]) >> (width - 1) == 0;
        }
    }
    evaluation_destroy(example.evaluation);
    return holds;
}

/* The demands as a term, for sizes below SIZE_MOST, so that nothing wraps in 64 bits. */
static term_ref as_term(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < prover->demands->list.size; i++) {
        const struct demand *d = &prover->demands->list.data[i];
        term_ref sum = term_const(t, 64, 0);
        for (uint32_t m = 0; m < d->sum.count; m++) {
            const struct power_product *product = &d->sum.terms[m];
            term_ref value = term_const(t, 64, (uint64_t)product->coefficient);
            for (uint32_t a = 0; a < product->degree; a++) {
                term_ref size = term_zext(t, (term_ref){product->atoms[a]}, 64);
                bool is_many = product->degree > 2;
                all = term_and(t, all, term_ult(t, size, term_const(t, 64, is_many ? MANY_MOST : SIZE_MOST)));
                value = term_mul(t, value, size, 0);
            }
            sum = term_add(t, sum, value, 0);
        }
        all = term_and(t, all, term_ule(t, sum, term_const(t, 64, (uint64_t)d->limit)));
    }
    return all;
}

void demand_check(struct prover *prover, const struct term_model *example) {
    bool is_restricted = prover->scope->required_count > 0 || prover->launch_facts.size > prover->own_facts;
    if (prover->demands->list.size == 0 || !is_restricted || (example && holds_in(prover, example)))
        return;
    term_ref facts = prover_facts(prover, WITHIN_BLOCK, term_true(prover->terms));
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_assert(prover, query, term_and(prover->terms, facts, as_term(prover)));
    enum smt_result result = smt_check(query, CHECK_STEPS);
    smt_query_end(query);
    for (uint32_t i = 0; result != SMT_SAT && i < prover->claim_used.size; i++)
        if (prover->claim_used.data[i])
            refuse(prover, &prover->integers.claims.data[i]);
}

/* ---- words ---- */

const char *prover_in_cuda(struct prover *prover, const char *text) {
    static const char *const names[][2] = {{"tid.", "threadIdx."}, {"bid.", "blockIdx."}, {"bdim.", "blockDim."}, {"gdim.", "gridDim."}};
    struct buffer out = {0};
    for (const char *p = text; *p; p++) {
        bool word = p == text || strchr(" (", p[-1]) != NULL, done = false;
        for (size_t i = 0; i < 4 && word && !done; i++)
            if (strncmp(p, names[i][0], strlen(names[i][0])) == 0) {
                buffer_add(&out, names[i][1]);
                p += strlen(names[i][0]) - 1;
                done = true;
            }
        if (!done)
            buffer_char(&out, *p);
        bool flagged = (*p == '+' || *p == '*') && (p[1] == 's' || p[1] == 'u');
        while (flagged && (p[1] == 's' || p[1] == 'u'))
            p++;
        p += strchr("<=>/%", *p) && (p[1] == 's' || p[1] == 'u') && p[2] == ' ';
    }
    const char *result = arena_strdup(prover->arena, buffer_text(&out));
    buffer_release(&out);
    return result;
}

static void put_size(struct prover *prover, uint32_t atom, struct buffer *out) {
    struct buffer text = {0};
    term_ref size = demand_original(prover, (term_ref){atom});
    bool is_whole = term_op_of(term_get(prover->terms, size)) == TERM_SYMBOL;
    if (!term_print_limited(prover->terms, size, &text, 30))
        buffer_add(&text, "a size");
    buffer_printf(out, is_whole ? "%s" : "(%s)", prover_in_cuda(prover, buffer_text(&text)));
    buffer_release(&text);
}

/* The grid's dimensions before the block's, these before parameters. */
static uint64_t rank(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    uint64_t role = 2, axis = 0;
    if (is_symbol_of(prover->terms, (term_ref){atom}, &s) && (s->role == SYMBOL_GDIM || s->role == SYMBOL_BDIM)) {
        role = s->role == SYMBOL_GDIM ? 0 : 1;
        axis = s->axis;
    }
    return role << 40 | axis << 36 | atom;
}

static void put_product(struct prover *prover, const struct power_product *m, struct buffer *out) {
    struct power_product sorted = *m;
    for (uint32_t i = 1; i < sorted.degree; i++)
        for (uint32_t j = i; j > 0 && rank(prover, sorted.atoms[j]) < rank(prover, sorted.atoms[j - 1]); j--) {
            uint32_t swap = sorted.atoms[j];
            sorted.atoms[j] = sorted.atoms[j - 1];
            sorted.atoms[j - 1] = swap;
        }
    if (m->coefficient != 1)
        buffer_printf(out, "%lld * ", (long long)m->coefficient);
    for (uint32_t i = 0; i < sorted.degree; i++) {
        if (i > 0)
            buffer_add(out, " * ");
        put_size(prover, sorted.atoms[i], out);
    }
}

static void put_limit(int64_t limit, struct buffer *out) {
    for (int bit = 20; bit < 63; bit++) {
        if (limit == INT64_C(1) << bit) {
            buffer_printf(out, " <= 2^%d", bit);
            return;
        }
        if (limit == (INT64_C(1) << bit) - 1) {
            buffer_printf(out, " < 2^%d", bit);
            return;
        }
    }
    buffer_printf(out, " <= %lld", (long long)limit);
}

/* The sizes that must not be negative, each once. */
static void put_signs(struct prover *prover, enum assumption_kind kind, struct buffer *out) {
    VEC(uint32_t) seen = {0};
    for (uint32_t i = 0; i < prover->demands->list.size; i++) {
        const struct demand *d = &prover->demands->list.data[i];
        for (uint32_t k = 0; k < d->sign_count && d->kind == kind; k++) {
            bool known = false;
            for (uint32_t j = 0; j < seen.size; j++)
                known |= seen.data[j] == d->signs[k];
            if (known)
                continue;
            vec_push(&seen, d->signs[k]);
            buffer_add(out, out->size > 0 ? " && " : "");
            put_size(prover, d->signs[k], out);
            buffer_add(out, " >= 0");
        }
    }
    vec_release(&seen);
}

static void put_demand(struct prover *prover, const struct demand *d, struct buffer *out) {
    for (uint32_t i = 0; i < d->sum.count; i++) {
        buffer_add(out, i > 0 ? " + " : out->size > 0 ? " && " : "");
        put_product(prover, &d->sum.terms[i], out);
    }
    if (d->sum.count > 0)
        put_limit(d->limit, out);
}

const char *demands_text(struct prover *prover, enum assumption_kind kind) {
    struct buffer text = {0};
    put_signs(prover, kind, &text);
    for (uint32_t i = 0; i < prover->demands->list.size; i++)
        if (prover->demands->list.data[i].kind == kind)
            put_demand(prover, &prover->demands->list.data[i], &text);
    const char *result = text.size > 0 ? arena_strdup(prover->arena, buffer_text(&text)) : NULL;
    buffer_release(&text);
    return result;
}

/* ---- life ---- */

struct demands *demands_create(struct prover *prover) {
    struct demands *demands = arena_alloc(prover->arena, sizeof *demands);
    *demands = (struct demands){0};
    map_init(&demands->known);
    return demands;
}

void demands_restart(struct demands *demands) {
    vec_clear(&demands->list);
    vec_clear(&demands->worded);
    vec_clear(&demands->refused);
    map_release(&demands->known);
    map_init(&demands->known);
}

void demands_release(struct demands *demands) {
    map_release(&demands->known);
    vec_release(&demands->list);
    vec_release(&demands->worded);
    vec_release(&demands->refused);
}
