/* What claims demand of sizes (demand.h). */
#include "prove/rung/demand.h"

#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "integer/polynomial.h"
#include "protocol/expression.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/bounding.h"
#include "prove/rung/ledger.h"

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

/* sum <= limit without its constant and its negative summands, which sizes only lower, divided by
 * what divides it. */
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

struct demanded {
    struct prover *prover;
    const struct demand *demand;
};

static bool has_sign(const struct demand *d, uint32_t atom) {
    bool found = false;
    for (uint32_t i = 0; i < d->sign_count; i++)
        found |= d->signs[i] == atom;
    return found;
}

/* The most that a size, read as an unsigned number, can be in any launch in scope in which the demand's sizes that must not be
   negative are not. */
static uint64_t most_of(void *context, uint32_t atom) {
    const struct demanded *d = context;
    struct term_range range = term_range_of(d->prover->terms, (term_ref){atom});
    bool is_natural = has_sign(d->demand, atom) && range.smax >= 0 && (uint64_t)range.smax < range.umax;
    return is_natural ? (uint64_t)range.smax : range.umax;
}

/* Adds that signed sizes of the sum are not negative; false if these are too many. */
static bool add_signs(const struct prover *prover, struct demand *d) {
    for (uint32_t i = 0; i < d->sum.count; i++)
        for (uint32_t a = 0; a < d->sum.terms[i].degree; a++) {
            uint32_t atom = d->sum.terms[i].atoms[a];
            if (!demand_is_read_signed(prover, atom) || has_sign(d, atom))
                continue;
            if (d->sign_count == DEMAND_SIGNS_MAX)
                return false;
            d->signs[d->sign_count++] = atom;
        }
    return true;
}

static bool is_dimension(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    return bounding_symbol_of(prover->terms, (term_ref){atom}, &s) && s->role == SYMBOL_BDIM;
}

/* A block's dimensions together are at most as many threads as a block may have. */
static bool holds_everywhere(struct prover *prover, const struct demand *d) {
    polynomial_value sum = 0;
    struct demanded demanded = {prover, d};
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
        polynomial_value most = polynomial_evaluate(&threads, most_of, &demanded), block = prover->frame->threads_max;
        polynomial_value others = polynomial_evaluate(&rest, most_of, &demanded);
        sum += others * (most < block || threads.terms[0].degree == 0 ? most : block);
        if (others >= POLYNOMIAL_HUGE / 4096 || sum > d->limit)
            return false;
    }
    return sum <= d->limit;
}

enum { CHOSEN_PARAM = 1024 }; /* of parameters that bound a choice: hashes of chosen indices overflow */

struct ordinary {
    struct prover *prover;
    const struct ordinary_launch *launch;
    uint64_t param; /* the value of each parameter, if it is not 0 */
};

static uint64_t ordinary_of(void *context, uint32_t atom) {
    const struct ordinary *o = context;
    const struct symbol *s;
    if (o->param && bounding_symbol_of(o->prover->terms, (term_ref){atom}, &s) && s->role == SYMBOL_PARAM)
        return o->param;
    uint64_t value = integer_ordinary_value(o->prover->integers, (term_ref){atom}, o->launch);
    return value;
}

/* Ordinary launches with arguments of ordinary size satisfy the demand. */
static bool holds_ordinarily(struct prover *prover, const struct demand *d) {
    for (uint32_t i = 0; i < integer_ordinary_count; i++) {
        struct ordinary o = {prover, &integer_ordinary_launches[i], d->is_of_choice ? CHOSEN_PARAM : 0};
        if (polynomial_evaluate(&d->sum, ordinary_of, &o) > d->limit)
            return false;
    }
    return true;
}

/* That sizes are not negative is no demand where every launch in scope has it so; the sum is judged with the others. */
static void drop_known_signs(struct prover *prover, struct demand *d) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->sign_count; i++)
        if (!demand_is_known_natural(prover, d->signs[i]))
            d->signs[kept++] = d->signs[i];
    d->sign_count = kept;
}

/* UNSTATED: no condition on sizes is known under which it holds; BROKEN: launches of ordinary size break the condition. */
enum standing { HOLDS, CONDITIONAL, UNSTATED, BROKEN };

enum { STEP_MOST = 4096, FACTOR_MOST = 16 };

static enum standing judge(struct prover *prover, struct demand d, bool notes) {
    d = simplified(d);
    bool is_met = d.sum.count == 0 || holds_everywhere(prover, &d);
    if (!is_met && !add_signs(prover, &d))
        return UNSTATED;
    is_met = is_met || holds_everywhere(prover, &d) || demand_is_implied(prover, &d);
    drop_known_signs(prover, &d);
    if (is_met) {
        if (d.limit < 0)
            return BROKEN;
        if (d.sign_count == 0)
            return HOLDS;
        d.sum = polynomial_constant(0);
        d.limit = INTEGER_LIMIT;
    }
    if (!holds_ordinarily(prover, &d))
        return BROKEN;
    if (notes)
        demand_add(prover, &d);
    return CONDITIONAL;
}

/* P <= most, P being the largest value of p (of -p for the least). */
static enum standing demand_below(struct bounding *b, const struct polynomial *p, int64_t most, enum assumption_kind kind, bool notes) {
    struct demand d = {.kind = kind, .limit = most, .is_of_choice = b->is_picking};
    struct polynomial largest;
    b->sign_count = 0;
    if (!bounding_upper(b, p, 0, &largest) || !over_terms(b, &largest, &d.sum))
        return UNSTATED;
    d.sign_count = b->sign_count;
    memcpy(d.signs, b->signs, b->sign_count * sizeof *b->signs);
    return judge(b->prover, d, notes);
}

static enum standing worse(enum standing a, enum standing b) {
    return a > b ? a : b;
}

struct range {
    int64_t least, most;
};

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

/* By induction: in iteration 0 of each subset of the loops, and in later iterations of the others.
 */
static enum standing demand_inductive(struct bounding *b, const struct polynomial *p, struct range range, enum assumption_kind kind, bool notes) {
    uint32_t counters[COUNTERS_MAX], count = bounding_counters_of(b, p, counters), plain = b->guard_count;
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
                bounding_add_induction(b, s->loop, counters[i]);
        }
        standing = worse(standing, demand_range(b, &now, range, kind, notes));
    }
    return standing;
}

/* As the guards have it; where that does not do, by induction. */
static enum standing demand_rounds(struct bounding *b, const struct polynomial *p, struct range range, enum assumption_kind kind, bool notes) {
    uint32_t counters[COUNTERS_MAX], count = bounding_counters_of(b, p, counters);
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
        return bounding_flatten(b, term_child(t, about, 0), claim->is_signed, 0, out);
    enum term_op op = term_op_of(term_get(t, about));
    if (op == TERM_SHL)
        return bounding_flatten_shift(b, about, 0, out);
    if (op == TERM_UDIV || op == TERM_UREM) /* an unsigned number, to be read as a signed one */
        return bounding_flatten(b, about, false, 0, out);
    if (op != TERM_ADD && op != TERM_MUL)
        return false;
    bool takes_signed = claim->is_signed || (term_get(t, about)->flags & (TERM_NSW | TERM_NUW)) == TERM_NSW;
    return bounding_flatten_operands(b, about, takes_signed, 0, out);
}

/* The scratch space with the guards of the context. */
static struct bounding *enter(struct prover *prover, term_ref context) {
    assert(prover_is_condition(prover, context));
    struct demands *demands = prover->ledger->demands;
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
    bounding_collect_guards(b, demand_with_sizes(prover, context));
    b->context_guards = b->guard_count;
    b->context_leaves = b->leaf_count;
    return b;
}

/* The value is least and largest where each choice in it, `i == 0 ? n - 1 : i - 1`, takes one side or the other, and each signed remainder of
   x % d is d - 1 or 1 - d: it is linear in each of them. */
static enum standing decide_choices(struct bounding *b, const struct claim *claim, struct range limits, bool notes) {
    enum standing standing = HOLDS;
    struct polynomial value;
    b->is_picking = true;
    b->choice_count = 0;
    for (b->picks = 0; b->picks < 1u << b->choice_count && standing < UNSTATED; b->picks++)
        standing = flatten_claim(b, claim, b->about, &value) ? worse(standing, demand_rounds(b, &value, limits, claim->kind, notes)) : UNSTATED;
    b->is_picking = false;
    return b->choice_count == 0 ? UNSTATED : standing;
}

static enum standing decide(struct prover *prover, const struct claim *claim, term_ref context, bool notes) {
    assert(prover_is_condition(prover, context));
    struct bounding *b = enter(prover, context);
    struct range limits = limits_of(prover->terms, claim);
    struct polynomial value;
    b->about = demand_with_sizes(prover, claim->term);
    b->is_picking = false;
    enum standing standing = flatten_claim(b, claim, b->about, &value) ? demand_rounds(b, &value, limits, claim->kind, notes) : UNSTATED;
    return standing == UNSTATED ? decide_choices(b, claim, limits, notes) : standing;
}

/* The guards that were used say what they say under the claims of their own sums. */
static void note_guards(struct prover *prover, term_ref context) {
    assert(prover_is_condition(prover, context));
    const struct bounding *b = prover->ledger->demands->scratch;
    VEC(uint32_t) claims = {0};
    for (uint32_t i = 0; i < b->guard_count; i++)
        for (uint32_t side = 0; side < 2 && b->guards[i].is_used; side++) {
            const struct integer_view *view = integer_view_of(prover->integers, side ? b->guards[i].by : b->guards[i].term, b->guards[i].is_signed);
            for (uint32_t c = 0; c < view->claim_count; c++)
                vec_push(&claims, view->claims[c]);
        }
    for (uint32_t i = 0; i < claims.size; i++)
        demand_note(prover, claims.data[i], context);
    vec_release(&claims);
}

/* A factor of a counter: a size of the launch, the loop's own step, or of a sum as many bytes as elements have. */
static bool is_step(const struct term_table *t, term_ref factor, term_ref of) {
    uint64_t by = 0;
    uint64_t most = term_op_of(term_get(t, of)) == TERM_SYMBOL ? STEP_MOST : FACTOR_MOST;
    return (term_deps(t, factor) & ~(unsigned)DEP_LAUNCH) == 0 && (!term_is_const(t, factor, &by) || by <= most);
}

/* The counter of a loop that steps by a constant, or by sizes of the launch, or a small multiple of it. */
static bool steps_by_sizes(const struct term_table *t, term_ref r) {
    const struct term *term = term_get(t, r);
    if (!(term->deps & DEP_COUNTER) || term_op_of(term) == TERM_SYMBOL)
        return true;
    bool is_product = term_op_of(term) == TERM_MUL, are = is_product || term_op_of(term) == TERM_ADD;
    for (uint32_t i = 0; i < term->arity && are; i++) {
        const term_ref x = term_child(t, r, i);
        are = steps_by_sizes(t, x) && (!is_product || !(term_deps(t, x) & DEP_COUNTER) || is_step(t, term_child(t, r, 1 - i), x));
    }
    return are;
}

/* A counter that a number from memory bounds, `i < length[row]`: nobody means it to run past the largest number, whatever memory holds. */
static bool is_counter_of_memory(const struct prover *prover, const struct claim *claim, term_ref context) {
    uint32_t deps = term_deps(prover->terms, claim->term);
    return claim->kind == ASSUMPTION_NO_WRAP && (deps & DEP_COUNTER) && !(deps & (DEP_MEMORY | DEP_APPROX)) &&
           (term_deps(prover->terms, context) & DEP_MEMORY) && steps_by_sizes(prover->terms, claim->term);
}

/* What an unstated demand is told as: C leaves it undefined, or a claim about the shift says more, or it is of such a counter. */
static bool is_worded(const struct prover *prover, const struct claim *claim, term_ref context, enum standing standing) {
    bool is_of_sizes = (term_deps(prover->terms, claim->term) & (DEP_MEMORY | DEP_APPROX | DEP_COUNTER)) == 0;
    return (claim->kind == ASSUMPTION_NO_SIGNED_OVERFLOW && !is_of_sizes) || term_op_of(term_get(prover->terms, claim->term)) == TERM_SHL ||
           (standing == UNSTATED && is_counter_of_memory(prover, claim, context));
}

/* The claim and the context were not asked about before. */
static bool is_new(struct map *known, uint32_t index, term_ref context) {
    uint64_t key = (uint64_t)index << 32 | context.id;
    bool is = !map_get(known, key, NULL);
    if (is)
        map_set(known, key, 1);
    return is;
}

void demand_try(struct prover *prover, uint32_t index, term_ref context) {
    assert(prover_is_condition(prover, context));
    index = prover->integers->claims.data[index].of;
    if (!is_new(&prover->ledger->demands->tried, index, context))
        return;
    const struct claim claim = prover->integers->claims.data[index];
    if (demand_fits(prover, &claim))
        return;
    enum standing verdict = decide(prover, &claim, context, false);
    if (verdict > CONDITIONAL && !demand_holds_in_launch(prover, &claim, context) && !is_worded(prover, &claim, context, verdict) && !BREAK(CLAIMS))
        demand_refuse(prover, &claim);
}

/* Asked again for another property: what the claim is told as is known. */
static void word_again(struct demands *demands, uint32_t index, unsigned asking) {
    for (uint32_t i = 0; i < demands->worded.size; i++)
        if (demands->worded.data[i].claim == index)
            demands->worded.data[i].properties |= asking;
}

void demand_note(struct prover *prover, uint32_t index, term_ref context) {
    assert(prover_is_condition(prover, context));
    struct demands *demands = prover->ledger->demands;
    unsigned asking = prover->ledger->asking;
    index = prover->integers->claims.data[index].of;
    uint64_t key = (uint64_t)index << 32 | context.id;
    uint32_t before = 0;
    if (map_get(&demands->known, key, &before) && (before & asking) == asking)
        return;
    map_set(&demands->known, key, before | asking);
    const struct claim claim = prover->integers->claims.data[index];
    if (demand_fits(prover, &claim)) /* as in a product of 64 bits that a condition of the user's has */
        return;
    enum standing verdict = decide(prover, &claim, context, false);
    if (verdict == CONDITIONAL)
        (void)decide(prover, &claim, context, true);
    if (verdict <= CONDITIONAL)
        note_guards(prover, context);
    if (before != 0) {
        word_again(demands, index, asking);
        return;
    }
    if (verdict <= CONDITIONAL || demand_holds_in_launch(prover, &claim, context))
        return;
    if (is_worded(prover, &claim, context, verdict))
        vec_push(&demands->worded, (struct worded_claim){index, asking});
    else if (!BREAK(CLAIMS))
        demand_refuse(prover, &claim);
}
