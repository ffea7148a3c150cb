/* What the program says of its own threads: traps and failing assertions, which
   nobody gets past, and assumptions (__builtin_assume, wp_assume,
   __builtin_unreachable), which are used where they stand.

   A claim speaks of a thread in one iteration of the loops around it; it is used
   for what comes later in that iteration. Claims about values that are not known
   exactly are left out. */
#include "prove/prover.h"

#define PROMISES_MAX 64u

static bool is_around(const struct protocol *p, uint32_t outer, uint32_t loop) {
    while (loop != outer && loop != PROTOCOL_NONE)
        loop = p->loops[loop].parent;
    return loop == outer;
}

static bool is_usable(const struct prover *prover, const struct proto_assert *claim) {
    const struct term_table *t = prover->terms;
    return (claim->kind == CLAIM_HALT || (claim->kind == CLAIM_ASSUME && prover->assumes)) && claim->position != PROTOCOL_NONE &&
           !((term_deps(t, claim->guard) | term_deps(t, claim->condition)) & DEP_APPROX);
}

static term_ref implication(struct prover *prover, const struct proto_assert *claim) {
    return prover_scoped(prover, term_implies(prover->terms, claim->guard, claim->condition));
}

/* What stands there is done by those who do not satisfy the claim, too. */
static bool is_on_the_way(const struct proto_assert *claim, uint32_t position, bool is_item) {
    return claim->but.some && claim->but.begin <= position && (position < claim->but.end || (!is_item && position == claim->but.end));
}

term_ref promises_at(struct prover *prover, uint32_t position, bool is_item, uint32_t loop, uint32_t claims) {
    const struct protocol *p = prover->protocol;
    term_ref all = term_true(prover->terms);
    for (uint32_t i = 0, used = 0; i < claims && used < PROMISES_MAX; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (!is_usable(prover, claim) || claim->position > position || !is_around(p, claim->loop, loop) ||
            is_on_the_way(claim, position, is_item))
            continue;
        term_ref before = all;
        all = term_and(prover->terms, all, implication(prover, claim));
        if (!term_same(before, all)) {
            prover->is_used[i] = 1;
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
    term_ref says = implication(prover, claim);
    return (claim->kind == CLAIM_ASSUME || is_first(prover->protocol, index)) && claim->loop == PROTOCOL_NONE &&
           (term_deps(prover->terms, says) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) == 0;
}

static void add_launch_claims(struct prover *prover, enum claim_kind kind) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != kind || !is_usable(prover, claim) || !is_about_launch(prover, i))
            continue;
        term_ref says = implication(prover, claim);
        if (term_is_true(prover->terms, says))
            continue;
        vec_push(&prover->launch_facts, says);
        prover->is_used[i] = 1;
    }
}

void promises_apply(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    struct term_table *t = prover->terms;
    prover->facts = arena_alloc(prover->arena, (p->item_count + 1) * sizeof *prover->facts);
    prover->own_facts = prover->launch_facts.size;
    prover->is_used = arena_alloc(prover->arena, p->assert_count + 1);
    for (uint32_t i = 0; i < p->item_count; i++) {
        prover->facts[i] = promises_at(prover, i, true, p->items[i].loop, p->assert_count);
        if (p->items[i].kind == ITEM_ACCESS)
            prover->items[i].guard = term_and(t, prover->items[i].guard, prover->facts[i]);
    }
    add_launch_claims(prover, CLAIM_ASSUME);
    prover->facts_for_asserts = prover->launch_facts.size;
    add_launch_claims(prover, CLAIM_HALT);
}

/* ---- contradictions ---- */

enum possible { POSSIBLE, NOT_SEEN, IMPOSSIBLE };

static enum possible possible(struct prover *prover, term_ref condition) {
    struct prove_witness witness;
    bool unknown = false;
    struct witness_request request = witness_alone(prover, condition, NULL);
    if (term_is_true(prover->terms, condition) || witness_find(prover, &request, &witness, &unknown))
        return POSSIBLE;
    return decide_integers(prover, WITHIN_BLOCK, condition) == SMT_UNSAT ? IMPOSSIBLE : NOT_SEEN;
}

struct corner { struct prover *prover; bool is_last; };

/* The first thread of the first block, or the last of the last: every launch has both. */
static term_ref corner_map(void *context, symbol_ref symbol) {
    const struct corner *corner = context;
    struct prover *prover = corner->prover;
    struct term_table *t = prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    if (s->role != SYMBOL_TID && s->role != SYMBOL_BID)
        return TERM_NONE;
    const struct protocol *p = prover->protocol;
    term_ref extent = prover_scoped(prover, (s->role == SYMBOL_TID ? p->bdim : p->gdim)[s->axis]);
    return corner->is_last ? term_sub(t, extent, term_const(t, 32, 1), TERM_NSW) : term_const(t, 32, 0);
}

static term_ref at_corner(struct prover *prover, term_ref condition, bool is_last) {
    struct corner corner = {prover, is_last};
    struct substitution *s = substitution_create(prover->terms, corner_map, &corner);
    term_ref result = substitution_apply(s, condition);
    substitution_destroy(s);
    return result;
}

/* Given what was assumed before: some thread gets to the claim and satisfies it
   (or none gets there), and the threads that every launch has can satisfy all. */
static enum possible agrees(struct prover *prover, term_ref before, const struct proto_assert *claim) {
    struct term_table *t = prover->terms;
    term_ref there = term_and(t, before, prover_scoped(prover, claim->guard));
    enum possible kept = possible(prover, term_and(t, there, prover_scoped(prover, claim->condition)));
    if (kept != POSSIBLE && possible(prover, there) != IMPOSSIBLE)
        return kept;
    term_ref all = term_and(t, before, implication(prover, claim));
    for (int last = 0; last < 2; last++) {
        enum possible corner = possible(prover, at_corner(prover, all, last == 1));
        if (corner != POSSIBLE)
            return corner;
    }
    return POSSIBLE;
}

uint32_t promises_contradiction(struct prover *prover, bool *is_certain) {
    const struct protocol *p = prover->protocol;
    term_ref before = term_true(prover->terms);
    uint32_t found = PROTOCOL_NONE, facts = prover->launch_facts.size;
    if (prover->launches.size == 0)
        launch_list(prover);
    prover->launch_facts.size = prover->own_facts; /* without those in question */
    for (uint32_t i = 0; i < p->assert_count && found == PROTOCOL_NONE; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (!prover->is_used[i])
            continue;
        enum possible answer = agrees(prover, before, claim);
        if (claim->kind == CLAIM_ASSUME && answer != POSSIBLE) {
            *is_certain = answer == IMPOSSIBLE;
            found = i;
        }
        before = term_and(prover->terms, before, implication(prover, claim));
    }
    prover->launch_facts.size = facts;
    return found;
}
