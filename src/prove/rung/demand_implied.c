/* Demands that what is required of launches implies: those of the program's launches need no assumption where host code says enough. */
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

static void look_at(void *context, uint32_t claim, uint32_t original, term_ref where) {
    struct fitting *fitting = context;
    (void)original, (void)where;
    fitting->fit = fitting->fit && demand_fits(fitting->prover, &fitting->prover->integers->claims.data[claim]);
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

/* The same, of sizes that may be huge, by what is required: below 2^31, 2^32 or 2^40. */
static uint64_t required_most_of(void *context, uint32_t atom) {
    static const uint32_t widths[] = {31, 32, 40};
    struct prover *prover = context;
    struct term_table *t = prover->terms;
    uint64_t most = most_of(prover, atom);
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

/* What a product of sizes is at most: by its factors, or since it is required to be less, as sizes of allocations are. */
static polynomial_value most_of_product(struct prover *prover, const struct power_product *product) {
    struct term_table *t = prover->terms;
    const polynomial_value allocation = (polynomial_value)product->coefficient << ALLOCATION_BITS;
    const struct polynomial alone = {.terms = {*product}, .count = 1};
    polynomial_value most = polynomial_evaluate(&alone, required_most_of, prover);
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
static polynomial_value most_of_sum(struct prover *prover, const struct polynomial *sum) {
    polynomial_value most = 0;
    for (uint32_t i = 0; i < sum->count && most < POLYNOMIAL_HUGE; i++)
        most += most_of_product(prover, &sum->terms[i]);
    return most;
}

bool demand_is_implied(struct prover *prover, const struct demand *d) {
    struct term_table *t = prover->terms;
    struct demands *demands = prover->ledger->demands;
    uint32_t known;
    if (!demand_is_restricted(prover) || d->limit < 0)
        return false;
    if (!bounding_has_negative(&d->sum) && most_of_sum(prover, &d->sum) <= d->limit)
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
