/* What the program says of its own threads: traps and failing assertions, which
   nobody gets past, and assumptions (__builtin_assume, wp_assume,
   __builtin_unreachable), which are used where they stand.

   A claim speaks of a thread in one iteration of the loops around it; it is used
   for what comes later in that iteration. Claims about values that are not known
   exactly are left out. */
#include "prove/frame/promise.h"

#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

#define PROMISES_MAX 64u

static bool is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    assert(loop == PROTOCOL_NONE || loop < p->loop_count);
    while (loop != outer && loop != PROTOCOL_NONE)
        loop = p->loops[loop].parent;
    return loop == outer;
}

static bool is_usable(const struct prover *prover, const struct proto_assert *claim) {
    const struct term_table *t = prover->terms;
    return (claim->kind == CLAIM_HALT || (claim->kind == CLAIM_ASSUME && prover->frame->assumes)) && claim->position != PROTOCOL_NONE &&
           !((term_deps(t, claim->guard) | term_deps(t, claim->condition)) & DEP_APPROX);
}

term_ref promise_says(struct prover *prover, const struct proto_assert *claim) {
    return prover_scoped(prover, term_implies(prover->terms, claim->guard, claim->condition));
}

/* What stands there is done by those who do not satisfy the claim, too. */
static bool is_on_the_way(const struct proto_assert *claim, uint32_t position, bool is_item) {
    return claim->but.some && claim->but.begin <= position && (position < claim->but.end || (!is_item && position == claim->but.end));
}

term_ref promises_at(struct prover *prover, uint32_t position, bool is_item, uint32_t loop, uint32_t claims) {
    assert(loop == PROTOCOL_NONE || loop < prover->protocol->loop_count);
    const struct protocol *p = prover->protocol;
    term_ref all = term_true(prover->terms);
    for (uint32_t i = 0, used = 0; i < claims && used < PROMISES_MAX; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (!is_usable(prover, claim) || claim->position > position || !is_around(p, claim->loop, loop) || is_on_the_way(claim, position, is_item))
            continue;
        term_ref before = all;
        all = term_and(prover->terms, all, promise_says(prover, claim));
        if (!term_same(before, all)) {
            prover->frame->is_used[i] = 1;
            used++;
        }
    }
    return all;
}

/* No item, no private access, and nothing that who fails it does on the way. */
static bool is_first(const struct protocol *p, uint32_t claim) {
    bool first = p->asserts[claim].position == 0 && !p->asserts[claim].but.some;
    for (uint32_t i = 0; first && i < p->private_count; i++)
        first = p->privates[i].claims > claim;
    return first;
}

/* A claim that speaks of the launch and its arguments only: an assumption, or
   what every thread must pass before it does anything. */
static bool is_about_launch(struct prover *prover, uint32_t index) {
    const struct proto_assert *claim = &prover->protocol->asserts[index];
    term_ref says = promise_says(prover, claim);
    return (claim->kind == CLAIM_ASSUME || is_first(prover->protocol, index)) && claim->loop == PROTOCOL_NONE &&
           (term_deps(prover->terms, says) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0;
}

static void add_launch_claims(struct prover *prover, enum claim_kind kind) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != kind || !is_usable(prover, claim) || !is_about_launch(prover, i))
            continue;
        term_ref says = promise_says(prover, claim);
        if (term_is_true(prover->terms, says))
            continue;
        vec_push(&prover->frame->launch_facts, says);
        prover->frame->is_used[i] = 1;
    }
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context;
    (void)symbol;
    return TERM_NONE;
}

static void fix_conjuncts(struct substitution *substitution, struct term_table *t, term_ref guard) {
    const struct term *term = term_get(t, guard);
    if (term->op == TERM_AND && term->width_bits == 1) {
        for (uint32_t i = 0; i < term->arity; i++)
            fix_conjuncts(substitution, t, term_child(t, guard, i));
        return;
    }
    substitution_fix(substitution, guard, term_true(t));
    substitution_fix(substitution, term_not(t, guard), term_false(t));
}

/* What the facts say where the guard holds: claims under one of its conditions, without it. */
static term_ref facts_under(struct term_table *t, term_ref guard, term_ref facts) {
    if (term_is_true(t, guard) || term_is_false(t, guard) || term_is_true(t, facts))
        return facts;
    struct substitution *where = substitution_create(t, keep_symbol, NULL);
    fix_conjuncts(where, t, guard);
    term_ref says = substitution_apply(where, facts);
    substitution_destroy(where);
    return says;
}

void promises_apply(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct term_table *t = prover->terms;
    prover->frame->facts = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *prover->frame->facts);
    prover->frame->own_facts = prover->frame->launch_facts.size;
    prover->frame->is_used = arena_alloc(prover->arena, p->assert_count + 1);
    for (uint32_t i = 0; i < p->item_count; i++) {
        prover->frame->facts[i] = promises_at(prover, i, true, p->items[i].loop, p->assert_count);
        if (p->items[i].kind == ITEM_ACCESS)
            prover->frame->items[i].guard =
                term_and(t, prover->frame->items[i].guard, facts_under(t, prover->frame->items[i].guard, prover->frame->facts[i]));
    }
    add_launch_claims(prover, CLAIM_ASSUME);
    prover->frame->facts_for_asserts = prover->frame->launch_facts.size;
    add_launch_claims(prover, CLAIM_HALT);
}
