/* Demands that what is required of launches implies: those of the program's launches need no assumption where host code says enough. */
#include "base/breakage.h"
#include "integer/polynomial.h"
#include "protocol/expression.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/rung/bounding.h"
#include "prove/rung/decide.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"

#define IMPLIED_STEPS 20000u   /* one demand; sizes are few, and most are linear */
enum { ALLOCATION_BITS = 57 }; /* host/facts.c: products that are sizes of allocations are less than 2^57 */
#define SUM_MOST ((polynomial_value)1 << 62)

bool demand_is_restricted(const struct prover *prover) {
    return prover->scope->required_count > 0 || prover->frame->launch_facts.size > prover->frame->own_facts;
}

bool demand_is_read_signed(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    return term_op_of(term_get(prover->terms, (term_ref){atom})) == TERM_SDIV ||
           (bounding_symbol_of(prover->terms, (term_ref){atom}, &s) && s->role == SYMBOL_PARAM && expression_is_signed(prover->protocol, s->name));
}

struct fitting {
    struct prover *prover;
    bool fit;
};

static bool is_excluded(struct prover *prover, term_ref condition);

/* What is required excludes that the claim's operation, of at most 32 bits, wraps: 64 bits hold the exact result. */
static bool is_shown_to_fit(struct prover *prover, const struct claim *claim) {
    struct term_table *t = prover->terms;
    const struct term term = *term_get(t, claim->term);
    struct demands *demands = prover->ledger->demands;
    const enum term_op op = term_op_of(&term);
    const bool is_signed = claim->is_signed;
    if ((op != TERM_ADD && op != TERM_MUL) || term.width_bits > 32 || (op == TERM_MUL && !is_signed) || demands->depth > 0)
        return false;
    const uint64_t most = UINT64_MAX >> (64 - term.width_bits) >> is_signed;
    term_ref side[2], exact;
    for (uint32_t i = 0; i < 2; i++)
        side[i] = is_signed ? term_sext(t, term_child(t, claim->term, i), 64) : term_zext(t, term_child(t, claim->term, i), 64);
    exact = op == TERM_ADD ? term_add(t, side[0], side[1], TERM_NSW) : term_mul(t, side[0], side[1], TERM_NSW);
    term_ref above = term_slt(t, term_const(t, 64, most), exact), below = term_slt(t, exact, term_const(t, 64, is_signed ? ~most : 0));
    term_ref wraps = term_or(t, above, below);
    uint32_t known;
    if (!map_get(&demands->implied, wraps.id, &known)) {
        demands->depth++;
        known = is_excluded(prover, wraps);
        demands->depth--;
        map_set(&demands->implied, wraps.id, known);
    }
    return known != 0;
}

static void look_at(void *context, uint32_t claim, uint32_t original, term_ref where) {
    struct fitting *fitting = context;
    (void)original, (void)where;
    const struct claim own = fitting->prover->integers->claims.data[claim];
    fitting->fit = fitting->fit && (demand_fits(fitting->prover, &own) || is_shown_to_fit(fitting->prover, &own));
}

/* No launch in scope satisfies the condition; the claims that this needs hold by ranges. */
static bool is_excluded(struct prover *prover, term_ref condition) {
    struct budget_share share = budget_begin(&prover->budget, budget_most(&prover->budget, IMPLIED_STEPS));
    struct proof proof = decide_once(prover, WITHIN_BLOCK, condition);
    (void)budget_end(&prover->budget, share);
    struct fitting fitting = {prover, proof.holds && proof.tickets == 0 && proof.basis.arrays == 0 && !proof.basis.lanes};
    if (fitting.fit)
        support_look(proof.claims, look_at, &fitting);
    return fitting.fit;
}

bool demand_is_known_natural(struct prover *prover, uint32_t size) {
    struct term_table *t = prover->terms;
    struct demands *demands = prover->ledger->demands;
    uint32_t known;
    if (!demand_is_restricted(prover))
        return false;
    if (!map_get(&demands->natural, size, &known)) {
        known = is_excluded(prover, term_slt(t, (term_ref){size}, term_const(t, term_width(t, (term_ref){size}), 0)));
        map_set(&demands->natural, size, known);
    }
    return known != 0;
}

/* What a size can be at most: as a signed number where that is how it is read. */
static uint64_t most_of(void *context, uint32_t atom) {
    const struct prover *prover = context;
    struct term_range range = term_range_of(prover->terms, (term_ref){atom});
    return demand_is_read_signed(prover, atom) ? (range.smax > 0 ? (uint64_t)range.smax : 0) : range.umax;
}

/* The size behind at most one cast that keeps its value as demands read it: TERM_NONE if the cast reads it otherwise, as a signed number
   where it is an unsigned one. */
static term_ref size_within(struct prover *prover, term_ref value) {
    const struct term_table *t = prover->terms;
    const enum term_op op = term_op_of(term_get(t, value));
    if (op != TERM_SEXT && op != TERM_ZEXT)
        return value;
    const term_ref size = term_child(t, value, 0);
    const bool is_alike =
        BREAK(QUOTIENT_CASTS) || (op == TERM_SEXT) == demand_is_read_signed(prover, size.id) || term_range_of(prover->terms, size).smin >= 0;
    return is_alike ? size : TERM_NONE;
}

static bool is_size(struct prover *prover, term_ref value, uint32_t size) {
    const term_ref within = size_within(prover, value);
    return !term_same(within, TERM_NONE) && within.id == size;
}

/* What conditions say of one size, as a signed number of 64 bits. */
struct said_bounds {
    int64_t least, most;
};

/* `size < C`, `C <= size`, and what is joined of such. */
static void read_bounds(struct prover *prover, term_ref condition, uint32_t size, struct said_bounds *b) {
    const struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, condition));
    uint64_t value;
    if (op == TERM_AND) {
        read_bounds(prover, term_child(t, condition, 0), size, b);
        read_bounds(prover, term_child(t, condition, 1), size, b);
    }
    if ((op != TERM_SLT && op != TERM_SLE) || term_width(t, term_child(t, condition, 0)) != 64)
        return;
    term_ref a = term_child(t, condition, 0), c = term_child(t, condition, 1);
    const int64_t strict = op == TERM_SLT;
    if (is_size(prover, a, size) && term_is_const(t, c, &value) && (int64_t)value > INT64_MIN)
        b->most = (int64_t)value - strict < b->most ? (int64_t)value - strict : b->most;
    if (is_size(prover, c, size) && term_is_const(t, a, &value) && (int64_t)value < INT64_MAX)
        b->least = (int64_t)value + strict > b->least ? (int64_t)value + strict : b->least;
}

/* What the size is at most, as a number that is not negative, by conditions of it alone. */
static uint64_t said_most_of(struct prover *prover, uint32_t size, uint64_t most) {
    struct said_bounds b = {INT64_MIN, INT64_MAX};
    for (uint32_t i = 0; i < prover->scope->required_count; i++)
        read_bounds(prover, prover->scope->required[i].term, size, &b);
    bool is_signed = demand_is_read_signed(prover, size) || b.least >= 0;
    return is_signed && b.most >= 0 && (uint64_t)b.most < most ? (uint64_t)b.most : most;
}

/* The same, of sizes that may be huge, by what is required: below 2^31, 2^32 or 2^40, or as a condition says of it alone. */
static uint64_t required_most_of(void *context, uint32_t atom) {
    static const uint32_t widths[] = {31, 32, 40};
    struct prover *prover = context;
    struct term_table *t = prover->terms;
    uint64_t most = said_most_of(prover, atom, most_of(prover, atom));
    uint32_t known = 64;
    if (most <= UINT64_C(1) << widths[2] || map_get(&prover->ledger->demands->below, atom, &known))
        return known < 64 ? (UINT64_C(1) << known) - 1 : most;
    uint64_t by;
    const term_ref self = {atom};
    if (term_op_of(term_get(t, self)) == TERM_LSHR && term_is_const(t, term_child(t, self, 1), &by) && by < 64) {
        const uint32_t shifted = term_child(t, self, 0).id; /* as an unsigned number: one that may be negative is huge */
        bool is_natural = !demand_is_read_signed(prover, shifted) || demand_is_known_natural(prover, shifted);
        uint64_t of = is_natural ? required_most_of(prover, shifted) >> by : most;
        return of < most ? of : most;
    }
    bool is_signed = demand_is_read_signed(prover, atom) || demand_is_known_natural(prover, atom); /* conditions on sizes are signed */
    for (size_t i = 0; i < sizeof widths / sizeof *widths && known == 64; i++) {
        const term_ref size = {atom}, least = term_const(t, term_width(t, size), UINT64_C(1) << widths[i]);
        if (is_excluded(prover, is_signed ? term_sle(t, least, size) : term_ule(t, least, size)))
            known = widths[i];
    }
    map_set(&prover->ledger->demands->below, atom, known);
    return known < 64 ? (UINT64_C(1) << known) - 1 : most;
}

/* The sizes are widened as in conditions (protocol/expression.h): the same product is the same term. */
static term_ref product_of(struct prover *prover, const struct power_product *product) {
    struct term_table *t = prover->terms;
    term_ref value = term_const(t, 64, 1);
    for (uint32_t a = 0; a < product->degree; a++) {
        term_ref size = {product->atoms[a]};
        bool is_signed = demand_is_read_signed(prover, product->atoms[a]);
        size = term_width(t, size) == 64 ? size : is_signed ? term_sext(t, size, 64) : term_zext(t, size, 64);
        value = term_mul(t, value, size, TERM_NSW);
    }
    return value;
}

static term_ref sum_of(struct prover *prover, const struct polynomial *sum) {
    struct term_table *t = prover->terms;
    term_ref all = term_const(t, 64, 0);
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct power_product *product = &sum->terms[i];
        term_ref value = product_of(prover, product);
        all = term_add(t, all, term_mul(t, term_const(t, 64, (uint64_t)product->coefficient), value, TERM_NSW), TERM_NSW);
    }
    return all;
}

/* ---- sizes that are required to be quotients: gridDim.x == (n + 255) / 256, gridDim.x == n / m / 256 ---- */

/* whole / of / by, rounded towards zero; `of`: TERM_NONE, or a size. */
struct quotient {
    term_ref whole, of;
    uint64_t by;
};

static bool take_divisor(struct prover *prover, term_ref divisor, bool is_signed, struct quotient *q) {
    uint64_t value;
    const term_ref size = size_within(prover, divisor);
    const struct term_range range = term_range_of(prover->terms, divisor);
    bool is_const = term_is_const(prover->terms, divisor, &value);
    if (is_const && (range.smin < 1 || value > UINT32_MAX || q->by > UINT32_MAX))
        return false;
    if (!is_const && term_same(size, divisor) && range.smin < 0 && term_width(prover->terms, size) < 64 &&
        is_signed != demand_is_read_signed(prover, size.id))
        return false; /* the division reads it otherwise */
    if (!is_const && (term_same(size, TERM_NONE) || term_op_of(term_get(prover->terms, size)) != TERM_SYMBOL || !term_same(q->of, TERM_NONE)))
        return false;
    q->by *= is_const ? value : 1;
    q->of = is_const ? q->of : size;
    return true;
}

/* The quotient in the value: a signed one, or one of numbers that are not negative either way, behind casts that keep it. */
static bool quotient_of(struct prover *prover, term_ref value, struct quotient *q) {
    struct term_table *t = prover->terms;
    *q = (struct quotient){.of = TERM_NONE, .by = 1};
    for (;;) {
        const enum term_op op = term_op_of(term_get(t, value));
        const bool is_unsigned = op == TERM_UDIV || op == TERM_ZEXT;
        if (op != TERM_UDIV && op != TERM_SDIV && op != TERM_ZEXT && op != TERM_SEXT)
            break;
        const term_ref inner = term_child(t, value, 0);
        if (is_unsigned && term_range_of(t, inner).smin < 0)
            return false;
        if ((op == TERM_UDIV || op == TERM_SDIV) && !take_divisor(prover, term_child(t, value, 1), op == TERM_SDIV, q))
            return false;
        value = inner;
    }
    q->whole = value;
    return q->by > 1 || !term_same(q->of, TERM_NONE);
}

/* The condition, or one that it is joined of, is `size == quotient`, as numbers of 64 bits. */
static bool says_quotient(struct prover *prover, term_ref condition, uint32_t size, struct quotient *q) {
    const struct term_table *t = prover->terms;
    if (term_op_of(term_get(t, condition)) == TERM_AND)
        return says_quotient(prover, term_child(t, condition, 0), size, q) || says_quotient(prover, term_child(t, condition, 1), size, q);
    if (term_op_of(term_get(t, condition)) != TERM_EQ || term_width(t, term_child(t, condition, 0)) != 64)
        return false;
    for (uint32_t side = 0; side < 2; side++)
        if (is_size(prover, term_child(t, condition, side), size) && quotient_of(prover, term_child(t, condition, 1 - side), q))
            return true;
    return false;
}

static bool is_required_quotient(struct prover *prover, uint32_t size, struct quotient *q) {
    bool is = false;
    for (uint32_t i = 0; i < prover->scope->required_count && !is; i++)
        is = says_quotient(prover, prover->scope->required[i].term, size, q);
    return is;
}

/* What the value, as a signed number, is at most: sums of sizes. */
static polynomial_value most_of_value(struct prover *prover, term_ref value) {
    struct term_table *t = prover->terms;
    struct term_range range = term_range_of(t, value);
    polynomial_value most = range.smax, by = most;
    enum term_op op = term_op_of(term_get(t, value));
    if (op == TERM_ADD && (term_get(t, value)->flags & TERM_NSW))
        by = most_of_value(prover, term_child(t, value, 0)) + most_of_value(prover, term_child(t, value, 1));
    else if (op == TERM_ZEXT || op == TERM_SEXT)
        by = op == TERM_SEXT || term_range_of(t, term_child(t, value, 0)).smin >= 0 ? most_of_value(prover, term_child(t, value, 0)) : most;
    else if (op == TERM_SYMBOL && (demand_is_read_signed(prover, value.id) || range.smin >= 0))
        by = (polynomial_value)required_most_of(prover, value.id);
    return by < most ? by : most;
}

static polynomial_value most_of_product(struct prover *prover, const struct demand *d, const struct power_product *product);

/* The product without two of its factors. */
static struct power_product without(const struct power_product *product, uint32_t a, uint32_t b) {
    struct power_product rest = {.coefficient = product->coefficient};
    for (uint32_t i = 0; i < product->degree; i++)
        if (i != a && i != b)
            rest.atoms[rest.degree++] = product->atoms[i];
    return rest;
}

static bool is_natural(struct prover *prover, const struct demand *d, uint32_t size) {
    bool is = !demand_is_read_signed(prover, size);
    for (uint32_t i = 0; i < d->sign_count; i++)
        is |= d->signs[i] == size;
    return is || demand_is_known_natural(prover, size);
}

/* A factor that is a quotient, and its divisor with it: (x / m) * m is at most x, and is 0 if m is. */
static polynomial_value most_by_quotients(struct prover *prover, const struct demand *d, const struct power_product *product) {
    polynomial_value most = POLYNOMIAL_HUGE;
    struct quotient q;
    for (uint32_t i = 0; i < product->degree; i++) {
        if (!is_required_quotient(prover, product->atoms[i], &q))
            continue;
        polynomial_value whole = most_of_value(prover, q.whole) / (polynomial_value)q.by;
        uint32_t divisor = UINT32_MAX;
        for (uint32_t k = 0; k < product->degree && !term_same(q.of, TERM_NONE); k++)
            divisor = k != i && product->atoms[k] == q.of.id ? k : divisor;
        if ((!term_same(q.of, TERM_NONE) && (divisor == UINT32_MAX || !is_natural(prover, d, q.of.id))) || whole < 0)
            continue;
        const struct power_product rest = without(product, i, divisor);
        polynomial_value others = most_of_product(prover, d, &rest), all;
        all = whole > 0 && others > POLYNOMIAL_HUGE / whole ? POLYNOMIAL_HUGE : whole * others;
        most = all < most ? all : most;
    }
    return most;
}

/* What a product of sizes is at most: by its factors, by quotients among them, or since it is required to be less, as sizes of allocations are. */
static polynomial_value most_of_product(struct prover *prover, const struct demand *d, const struct power_product *product) {
    struct term_table *t = prover->terms;
    const polynomial_value allocation = (polynomial_value)product->coefficient << ALLOCATION_BITS;
    const struct polynomial alone = {.terms = {*product}, .count = 1};
    polynomial_value most = polynomial_evaluate(&alone, required_most_of, prover), by = most_by_quotients(prover, d, product);
    most = by < most ? by : most;
    if (product->degree < 2 || most <= allocation)
        return most;
    uint32_t known;
    term_ref value = product_of(prover, product);
    if (!map_get(&prover->ledger->demands->below, value.id, &known)) {
        known = is_excluded(prover, term_sle(t, term_const(t, 64, UINT64_C(1) << ALLOCATION_BITS), value)) ? ALLOCATION_BITS : 64;
        map_set(&prover->ledger->demands->below, value.id, known);
    }
    return known < 64 ? allocation : most;
}

/* Of a sum without negative summands. */
static polynomial_value most_of_sum(struct prover *prover, const struct demand *d) {
    const struct polynomial *sum = &d->sum;
    polynomial_value most = 0;
    for (uint32_t i = 0; i < sum->count && most < POLYNOMIAL_HUGE; i++)
        most += most_of_product(prover, d, &sum->terms[i]);
    return most;
}

bool demand_is_implied(struct prover *prover, const struct demand *d) {
    struct term_table *t = prover->terms;
    struct demands *demands = prover->ledger->demands;
    uint32_t known;
    if (!demand_is_restricted(prover) || d->limit < 0)
        return false;
    if (!bounding_has_negative(&d->sum) && most_of_sum(prover, d) <= d->limit)
        return true;
    if (polynomial_evaluate(&d->sum, most_of, prover) >= SUM_MOST)
        return false;
    term_ref broken = term_slt(t, term_const(t, 64, (uint64_t)d->limit), sum_of(prover, &d->sum));
    for (uint32_t i = 0; i < d->sign_count; i++) {
        term_ref size = {d->signs[i]};
        broken = term_and(t, broken, term_not(t, term_slt(t, size, term_const(t, term_width(t, size), 0))));
    }
    if (!map_get(&demands->implied, broken.id, &known)) {
        known = is_excluded(prover, broken);
        map_set(&demands->implied, broken.id, known);
    }
    return known != 0;
}
