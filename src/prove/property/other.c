/* Assertions that speak of values of another thread: GPUVerify's __uniform_int, __other_bool, __distinct_int and their kin. Such an
   assertion holds if every two threads t and u that get there in the same iteration of the loops around it satisfy the condition,
   where t's symbol for the other's value stands for what u has (docs/theory.md, "Assertions about two threads"). If a value of the
   other speaks of whether it gets there, the condition must hold of each u that does not, too: its values are then not known. */
#include <assert.h>

#include "prove/condition/counterexample.h"
#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/promise.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/property/property.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"

/* One way in which two threads break the assertion. */
struct pair_case {
    struct prover *prover;
    const struct proto_assert *claim;
    enum pairing pairing;
    bool is_absent; /* u does not get there */
    bool is_twin;   /* u may differ from t along axes only that are not read */
};

/* The value the symbol stands for: of another thread that gets to the claim's own place; or NULL. */
static const struct proto_other *other_of(const struct protocol *p, const struct proto_assert *claim, symbol_ref symbol) {
    for (uint32_t i = 0; i < p->other_count; i++)
        if (p->others[i].symbol.id == symbol.id)
            return p->others[i].loop == claim->loop && term_same(p->others[i].guard, claim->guard) ? &p->others[i] : NULL;
    return NULL;
}

static bool is_enabled_symbol(const struct prover *prover, symbol_ref symbol) {
    term_ref enabled = prover->protocol->enabled;
    return !term_is_none(enabled) && term_get(prover->terms, enabled)->value == symbol.id;
}

struct spoken {
    const struct prover *prover;
    const struct proto_assert *claim;
    bool of_others, of_enabled;
};

static void note_enabled(void *context, symbol_ref symbol) {
    struct spoken *spoken = context;
    spoken->of_enabled |= is_enabled_symbol(spoken->prover, symbol);
}

static void note_other(void *context, symbol_ref symbol) {
    struct spoken *spoken = context;
    const struct proto_other *other = other_of(spoken->prover->protocol, spoken->claim, symbol);
    if (!other)
        return;
    spoken->of_others = true;
    if (!other->is_same_block)
        term_visit_symbols(spoken->prover->terms, other->value, note_enabled, spoken);
}

static struct spoken spoken_of(const struct prover *prover, const struct proto_assert *claim) {
    struct spoken spoken = {prover, claim, false, false};
    if (prover->protocol->other_count > 0)
        term_visit_symbols(prover->terms, claim->condition, note_other, &spoken);
    return spoken;
}

bool assertion_is_about_two(const struct prover *prover, const struct proto_assert *claim) {
    return spoken_of(prover, claim).of_others;
}

static term_ref enabled_map(void *context, symbol_ref symbol) {
    const struct pair_case *c = context;
    struct term_table *t = c->prover->terms;
    return !is_enabled_symbol(c->prover, symbol) ? TERM_NONE : c->is_absent ? term_false(t) : term_true(t);
}

/* Of a thread that does not get there only its indices are known, and what all threads share. */
static term_ref unknown_map(void *context, symbol_ref symbol) {
    const struct pair_case *c = context;
    struct symbol s = *symbol_get(c->prover->terms, symbol);
    if (s.role == SYMBOL_TID || s.role == SYMBOL_BID || (s.scope != SCOPE_THREAD && s.in_loop == 0))
        return TERM_NONE;
    s = (struct symbol){.name = arena_printf(c->prover->arena, "%s.absent", s.name),
                        .width_bits = s.width_bits,
                        .role = SYMBOL_VALUE,
                        .scope = SCOPE_THREAD,
                        .approximate = true,
                        .reason = "a value of a thread that does not get there",
                        .location = s.location};
    return term_symbol(c->prover->terms, symbol_create(c->prover->terms, &s));
}

static term_ref mapped(const struct pair_case *c, substitution_map map, term_ref term) {
    struct pair_case context = *c;
    struct substitution *s = substitution_create(c->prover->terms, map, &context);
    term_ref result = substitution_apply(s, term);
    substitution_destroy(s);
    return result;
}

static term_ref of_second(const struct pair_case *c, term_ref term) {
    return prover_same_round(c->prover, c->pairing, prover_scoped(c->prover, term), c->claim->loop);
}

/* u's value in place of the symbol for it. */
static term_ref other_map(void *context, symbol_ref symbol) {
    const struct pair_case *c = context;
    const struct proto_other *other = other_of(c->prover->protocol, c->claim, symbol);
    if (!other)
        return TERM_NONE;
    if (other->is_same_block)
        return c->pairing == WITHIN_BLOCK ? term_true(c->prover->terms) : term_false(c->prover->terms);
    term_ref value = mapped(c, enabled_map, other->value);
    return of_second(c, c->is_absent ? mapped(c, unknown_map, value) : value);
}

/* No iteration before the current one has left a loop around the claim, if guards hold. */
static bool is_exact(const struct protocol *p, uint32_t loop) {
    for (; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        if (!p->loops[loop].exact)
            return false;
    return true;
}

/* Decides the case; false if it is not proved: then *v says what was found. */
static bool decide_case(struct prover *prover, const struct pair_case *c, struct prove_violation *v) {
    struct term_table *t = prover->terms;
    const struct proto_assert *claim = c->claim;
    uint32_t position = claim->position;
    term_ref guard = prover_scoped(prover, claim->guard), other_guard = of_second(c, claim->guard);
    term_ref condition = prover_scoped(prover, mapped(c, other_map, claim->condition)), promises = term_true(t);
    if (position != PROTOCOL_NONE)
        promises = promises_at(prover, position, false, claim->loop, v->at);
    /* a guard that does not say whether an earlier iteration left the loop holds of threads that do not get there */
    term_ref there = !c->is_absent ? term_and(t, other_guard, prover_same_round(prover, c->pairing, promises, claim->loop))
                     : is_exact(prover->protocol, claim->loop) ? term_not(t, other_guard)
                                                               : term_true(t);
    term_ref apart = c->is_twin ? term_true(t) : prover_distinct(prover, c->pairing);
    term_ref shape = term_and(t, term_and(t, guard, promises), term_and(t, there, apart));
    term_ref query = term_and(t, shape, term_not(t, condition));
    if (term_is_false(t, query))
        return true;
    struct question question = question_alone(prover, query, guard);
    question.pairing = c->pairing;
    struct proof proof = ladder_decide(prover, &question);
    bool unknown = false, gave_up = proof.gave_up;
    v->approximation = prover_approximation(prover, query);
    if (!v->approximation && !is_exact(prover->protocol, claim->loop))
        v->approximation = prover_left_before;
    if (!proof.holds && !c->is_twin) { /* the launches that are tried have no twins */
        struct witness_request request = {.pairing = c->pairing,
                                          .query = query,
                                          .known = term_true(t),
                                          .shape = shape,
                                          .claim = condition,
                                          .items = {PROTOCOL_NONE, PROTOCOL_NONE}};
        if (witness_find(prover, &request, &v->witness, &unknown)) {
            v->outcome = PROVE_MODEL;
            return false;
        }
        proof = ladder_decide_late(prover, &question);
    }
    if (proof.holds) {
        ledger_list(prover, &proof);
        return true;
    }
    v->outcome = PROVE_UNKNOWN;
    v->reason = v->witness.condition_count > 0 ? REASON_NEEDS_PRECONDITION : ladder_reason(prover, gave_up || unknown, v->approximation);
    return false;
}

/* ---- axes that are not read ---- */

/* The axes along which the kernel reads no index, so that scopes have one thread or block there: the conditions that say so. */
static uint32_t unread_axes(const struct prover *prover, enum pairing pairing, struct prove_condition out[3]) {
    const struct protocol *p = prover->protocol;
    bool of_block = pairing == WITHIN_BLOCK;
    uint32_t count = 0;
    for (uint32_t a = 0; a < 3; a++) {
        bool is_fixed = of_block ? prover->frame->fixed_block[a] : prover->frame->fixed_grid[a];
        bool is_asked = of_block ? prover->scope->block[a] || p->required_block[a] : prover->scope->grid[a] != 0;
        if (!is_fixed || is_asked || required_dimension(prover, of_block ? SYMBOL_BDIM : SYMBOL_GDIM, a))
            continue;
        term_ref extent = of_block ? p->bdim[a] : p->gdim[a];
        out[count++] = (struct prove_condition){.text = arena_printf(prover->arena, "%s.%c == 1", of_block ? "blockDim" : "gridDim", "xyz"[a]),
                                                .term = term_eq(prover->terms, extent, term_const(prover->terms, 32, 1))};
    }
    return count;
}

/* Two threads that differ along unread axes only do not break the assertion, or one is asked for along them: then *v says so. */
static void decide_twins(struct prover *prover, const struct proto_assert *claim, bool speaks_of_absent, struct prove_violation *v) {
    struct prove_condition *needed = arena_alloc(prover->arena, 6 * sizeof *needed);
    uint32_t count = 0;
    for (enum pairing pairing = WITHIN_BLOCK; pairing < PAIRING_COUNT; pairing++) {
        uint32_t axes = unread_axes(prover, pairing, needed + count);
        bool holds = true;
        for (int absent = 0; absent <= speaks_of_absent && axes > 0; absent++) {
            struct pair_case c = {prover, claim, pairing, absent, true};
            struct prove_violation found = *v;
            holds &= decide_case(prover, &c, &found);
        }
        count += holds ? 0 : axes;
    }
    if (count == 0)
        return;
    struct prove_contract all = prove_join(prover->arena, prover->terms, needed, count);
    v->outcome = PROVE_UNKNOWN;
    v->reason = REASON_NEEDS_PRECONDITION;
    v->witness.precondition = all.text;
    v->witness.conditions = all.conditions;
    v->witness.condition_count = all.count;
}

struct prove_violation decide_about_two(struct prover *prover, uint32_t at) {
    assert(at < prover->protocol->assert_count);
    const struct proto_assert *claim = &prover->protocol->asserts[at];
    bool speaks_of_absent = spoken_of(prover, claim).of_enabled;
    struct prove_violation v = {.at = at, .claim = PROTOCOL_NONE, .outcome = PROVE_PROVED, .about_two = true};
    for (enum pairing pairing = WITHIN_BLOCK; pairing < PAIRING_COUNT; pairing++)
        for (int absent = 0; absent <= speaks_of_absent; absent++) {
            struct pair_case c = {prover, claim, pairing, absent, false};
            struct prove_violation found = v;
            if (decide_case(prover, &c, &found))
                continue;
            if (v.outcome == PROVE_PROVED || found.outcome == PROVE_MODEL)
                v = found;
            v.is_absent = absent;
            if (v.outcome == PROVE_MODEL)
                return v;
        }
    if (v.outcome == PROVE_PROVED)
        decide_twins(prover, claim, speaks_of_absent, &v);
    return v;
}
