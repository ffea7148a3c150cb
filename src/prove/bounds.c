/* Bounds: an access of an array of known extent stays inside it, in bytes.

   A property of one thread. The offset is taken as the address arithmetic of
   the machine has it, modulo 2^64: a pointer that must not leave its array is
   no reason to believe that it does not, so flags of 64-bit sums and products
   are dropped, and neither dimensions nor other accesses are assumed to be in
   bounds. An array that the scope gives a size has one: between 0 and 2^62. */
#include "prove/prover.h"

#define EXTENT_MAX (UINT64_C(1) << 62)

/* Accesses that differ in their place only. */
struct decided { uint32_t at, violation; /* + 1; 0: proved */ };

struct bounds_work {
    struct prover *prover;
    struct substitution *wrapping;
    struct map known;             /* hash -> entry + 1 */
    VEC(struct decided) decided;
    VEC(struct prove_violation) violations;
};

static struct scoped_item scoped(struct bounds_work *work, uint32_t at) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    bool is_private = at >= prover->protocol->item_count;
    term_ref guard = is_private ? prover_scoped(prover, item->guard) : prover->items[at].guard;
    if (is_private)
        guard = term_and(prover->terms, guard, promises_at(prover, item->position, false, item->loop, item->claims));
    return (struct scoped_item){.guard = guard,
                                .offset = substitution_apply(work->wrapping, prover_scoped(prover, item->offset)),
                                .size = prover_scoped(prover, item->size)};
}

/* Some byte of the access is not in the array. Nothing is accessed if the size is 0. */
static term_ref is_outside(struct prover *prover, const struct scoped_item *s, term_ref extent) {
    struct term_table *t = prover->terms;
    term_ref zero = term_const(t, 64, 0), most = term_const(t, 64, EXTENT_MAX);
    term_ref in_scope = term_and(t, term_sle(t, zero, extent), term_sle(t, extent, most));
    term_ref too_large = term_or(t, term_slt(t, s->size, zero), term_slt(t, extent, s->size));
    term_ref above = term_slt(t, term_sub(t, extent, s->size, TERM_NSW), s->offset);
    term_ref outside = term_or(t, term_slt(t, s->offset, zero), term_or(t, too_large, above));
    return term_and(t, in_scope, term_and(t, term_ne(t, s->size, zero), outside));
}

/* ---- one access ---- */

static bool is_proved(struct prover *prover, term_ref happens, term_ref query, bool *unknown) {
    enum smt_result result = decide_integers(prover, WITHIN_BLOCK, query);
    *unknown |= result == SMT_UNKNOWN;
    return result == SMT_UNSAT && claims_allow(prover, WITHIN_BLOCK, happens);
}

static bool refute(struct prover *prover, uint32_t array, term_ref query, const struct scoped_item *s, term_ref extent, struct prove_violation *v,
                   bool *unknown) {
    struct witness_terms show = {{s->offset, s->offset}, {s->size, s->size}, {TERM_NONE, TERM_NONE}};
    struct witness_request request = witness_alone(prover, query, &show);
    request.shape = s->guard;
    request.access = s;
    request.extent = extent;
    request.array = array;
    return find_alone(prover, &request, v, unknown);
}

static struct prove_violation decide(struct bounds_work *work, uint32_t at, const struct scoped_item *s, term_ref extent) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    struct prove_violation v = {.at = at, .outcome = PROVE_PROVED};
    term_ref query = term_and(t, s->guard, is_outside(prover, s, extent));
    if (term_is_false(t, query))
        return v;
    if (prover->steps_left == 0)
        return (struct prove_violation){.at = at, .outcome = PROVE_UNKNOWN, .reason = REASON_SOLVER_BUDGET};
    bool unknown = false;
    if (is_proved(prover, access_happens(prover, s->guard, s->offset), query, &unknown))
        return v;
    v.approximation = prover_approximation(prover, query);
    if (!v.approximation && (item->marks & MARK_GUARD))
        v.approximation = prover_left_before;
    if (refute(prover, item->array, query, s, extent, &v, &unknown))
        return v;
    if (decide_bits(prover, WITHIN_BLOCK, query) == SMT_UNSAT)
        return v;
    v.outcome = PROVE_UNKNOWN;
    bool exhausted = prover->steps_left == 0 || (unknown && !v.approximation);
    v.reason = exhausted ? REASON_SOLVER_BUDGET : v.approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return v;
}

static bool is_same(struct bounds_work *work, uint32_t a, uint32_t b, const struct scoped_item *s) {
    const struct proto_item *x = protocol_access(work->prover->protocol, a), *y = protocol_access(work->prover->protocol, b);
    struct scoped_item other = scoped(work, a);
    return x->array == y->array && x->marks == y->marks && term_same(other.guard, s->guard) && term_same(other.offset, s->offset) &&
           term_same(other.size, s->size);
}

static void record(struct bounds_work *work, uint32_t at, const struct prove_violation *violation) {
    struct prove_violation v = *violation;
    v.at = at;
    vec_push(&work->violations, v);
}

static void judge(struct bounds_work *work, uint32_t at) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    if (item->kind != ITEM_ACCESS)
        return;
    term_ref extent = prover_extent(prover, item->array);
    if (term_is_none(extent))
        return;
    struct scoped_item s = scoped(work, at);
    uint64_t key = hash_mix(hash_mix(hash_mix(item->array, s.offset.id), s.guard.id), s.size.id);
    uint32_t found;
    for (; map_get(&work->known, key, &found); key++) {
        const struct decided *d = &work->decided.data[found];
        if (!is_same(work, d->at, at, &s))
            continue;
        if (d->violation)
            record(work, at, &work->violations.data[d->violation - 1]);
        return;
    }
    struct prove_violation v = decide(work, at, &s, extent);
    map_set(&work->known, key, work->decided.size);
    if (v.outcome != PROVE_PROVED)
        record(work, at, &v);
    vec_push(&work->decided, ((struct decided){at, v.outcome == PROVE_PROVED ? 0 : work->violations.size}));
}

bool bounds_hold(struct prover *prover, const struct proto_assert *bound) {
    struct term_table *t = prover->terms;
    term_ref guard = prover_scoped(prover, bound->guard), inside = prover_scoped(prover, bound->condition);
    bool unknown = false;
    return is_proved(prover, guard, term_and(t, guard, term_not(t, inside)), &unknown);
}

void prove_bounds(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct bounds_work work = {.prover = prover, .wrapping = substitution_create_wrapping(prover->terms)};
    map_init(&work.known);
    for (uint32_t i = 0; i < p->item_count + p->private_count; i++)
        judge(&work, i);
    report->bound_count = work.violations.size;
    report->bounds = arena_alloc(prover->arena, (work.violations.size + 1) * sizeof *report->bounds);
    for (uint32_t i = 0; i < work.violations.size; i++)
        report->bounds[i] = work.violations.data[i];
    substitution_destroy(work.wrapping);
    map_release(&work.known);
    vec_release(&work.decided);
    vec_release(&work.violations);
}
