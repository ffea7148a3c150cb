/* See largest.h. */
#include "prove/condition/largest.h"

#include "prove/condition/precondition.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/demand.h"

/* Bounds of what a thread that satisfies the guard of the subject computes. */
struct bounding *largest_within(struct survey *survey, const struct subject *subject, bool guarded) {
    struct prover *prover = survey->prover;
    struct bounding *b = prover->conditions->scratch;
    if (!b)
        b = prover->conditions->scratch = arena_alloc(prover->arena, sizeof *b);
    b->prover = prover;
    b->about = b->asked = (term_ref){UINT32_MAX}; /* no claim: every guard may be used */
    b->guard_count = b->leaf_count = b->sign_count = 0;
    if (guarded)
        bounding_collect_guards(b, demand_original(prover, subject->guard));
    for (uint32_t i = 0; i < prover->frame->launch_facts.size; i++)
        bounding_collect_guards(b, demand_original(prover, prover->frame->launch_facts.data[i]));
    return b;
}

term_ref largest_without_casts(const struct term_table *t, term_ref r) {
    while (term_op_of(term_get(t, r)) == TERM_ZEXT || term_op_of(term_get(t, r)) == TERM_SEXT)
        r = term_child(t, r, 0);
    return r;
}

/* A polynomial over sizes as a quantity; false if it does not fit. */
bool largest_quantity(const struct bounding *b, const struct polynomial *p, struct quantity *out) {
    *out = quantity_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct quantity part = quantity_constant(p->terms[i].coefficient);
        for (uint32_t a = 0; a < p->terms[i].degree; a++) {
            struct quantity atom = quantity_atom(largest_without_casts(b->prover->terms, b->leaves[p->terms[i].atoms[a]].term));
            if (!quantity_multiply(&part, &atom, &part))
                return false;
        }
        if (!quantity_add(out, 1, &part, out))
            return false;
    }
    return true;
}

/* factor * q, a polynomial over leaves. */
static bool add_product(struct bounding *b, const struct quantity *q, const struct polynomial *factor, struct polynomial *into) {
    for (uint32_t i = 0; i < q->count; i++) {
        struct polynomial product = *factor, atom, next;
        for (uint32_t a = 0; a < q->parts[i].atom_count; a++) {
            if (!bounding_flatten(b, q->parts[i].atoms[a], true, 0, &atom) || !polynomial_multiply(&product, &atom, &next))
                return false;
            product = next;
        }
        if (!polynomial_add(into, q->parts[i].factor, &product))
            return false;
    }
    return true;
}

/* The number as a polynomial over leaves, as if nothing wrapped. */
bool largest_number(struct bounding *b, term_ref number, struct polynomial *out) {
    const struct polynomial one = polynomial_constant(1);
    struct polynomial index;
    struct index_sum sum;
    *out = polynomial_constant(0);
    if (!index_sum_of(b->prover->terms, number, &sum) || !add_product(b, &sum.rest, &one, out))
        return false;
    for (uint32_t i = 0; i < sum.count; i++)
        if (!bounding_flatten(b, sum.digits[i].index, false, 0, &index) || !add_product(b, &sum.digits[i].coefficient, &index, out))
            return false;
    return true;
}

/* The guard bounds the leaf alone, by a constant. */
static bool is_constant_bound(const struct upper_bound *guard, uint32_t leaf) {
    return guard->of.count == 1 && guard->of.terms[0].degree == 1 && guard->of.terms[0].atoms[0] == leaf && polynomial_is_constant(&guard->bound);
}

/* The guard bounds a sum with an ordinal that a constant bounds: `i < n` of `i = 1024 * b + 4 * t + k` with `k < 4`. */
static bool is_of_short_rounds(const struct bounding *b, const struct upper_bound *guard) {
    bool is_found = false;
    for (uint32_t i = 0; i < guard->of.count && guard->of.count > 1; i++)
        for (uint32_t a = 0; a < guard->of.terms[i].degree; a++)
            for (uint32_t k = 0; k < b->guard_count && bounding_is_counter(b->prover->terms, b->leaves[guard->of.terms[i].atoms[a]].term); k++)
                is_found |= is_constant_bound(&b->guards[k], guard->of.terms[i].atoms[a]);
    return is_found;
}

/* Such guards would make of an ordinal that is small whatever n is one that n bounds. */
static void drop_guards_of_short_rounds(struct bounding *b) {
    uint32_t kept = 0;
    bool *are_dropped = arena_alloc(b->prover->arena, (b->guard_count + (size_t)1) * sizeof *are_dropped);
    for (uint32_t i = 0; i < b->guard_count; i++)
        are_dropped[i] = is_of_short_rounds(b, &b->guards[i]);
    for (uint32_t i = 0; i < b->guard_count; i++)
        if (!are_dropped[i])
            b->guards[kept++] = b->guards[i];
    b->guard_count = kept;
}

/* The largest value of p over sizes: by all guards, or else by those alone that compare with sizes. */
bool largest_of(struct bounding *b, const struct polynomial *p, struct polynomial *most) {
    drop_guards_of_short_rounds(b);
    if (bounding_upper(b, p, 0, most))
        return true;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->guard_count; i++)
        if (b->guards[i].is_of_sizes)
            b->guards[kept++] = b->guards[i];
    bool is_changed = kept != b->guard_count;
    b->guard_count = kept;
    return is_changed && bounding_upper(b, p, 0, most);
}
