/* What is proved of an access's bounds: that it stays in its array, in bytes, and
   that its indices stay in their dimensions.

   Other proofs may use such a fact of an access, once it is proved for every launch
   in scope, and of nothing else (docs/soundness.md, "Assumptions that are printed"). A fact is proved by a query of
   its own that rests on no other fact of this kind, is decided when it is first asked
   for, and keeps its proof: who uses the fact rests on what that rests on. */
#include "prove/value/inside.h"

#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/promise.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/values.h"

#define EXTENT_MAX (UINT64_C(1) << 62)
#define INTENDED_MAX 64u

struct inside_fact {
    bool is_decided;
    struct proof proof;
};

struct inside {
    struct substitution *wrapping;
    struct inside_fact *arrays;     /* by access: it stays in its array */
    struct inside_fact *dimensions; /* by claim: the index stays in its dimension */
    uint32_t *first, *next;         /* by access, by claim: the claims about it, + 1; 0: no more */
    term_ref intended;              /* TERM_NONE: not made yet */
};

static struct inside *inside_of(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    if (prover->values->inside)
        return prover->values->inside;
    struct inside *inside = prover->values->inside = arena_alloc(prover->arena, sizeof *inside);
    uint32_t accesses = p->item_count + p->private_count;
    inside->intended = TERM_NONE;
    inside->wrapping = substitution_create_wrapping(prover->terms);
    inside->arrays = arena_alloc(prover->arena, (accesses + 1) * sizeof *inside->arrays);
    inside->dimensions = arena_alloc(prover->arena, (p->assert_count + 1) * sizeof *inside->dimensions);
    inside->first = arena_alloc(prover->arena, (accesses + 1) * sizeof *inside->first);
    inside->next = arena_alloc(prover->arena, (p->assert_count + 1) * sizeof *inside->next);
    for (uint32_t i = p->assert_count; i-- > 0;) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != CLAIM_BOUND)
            continue;
        inside->next[i] = inside->first[claim->access];
        inside->first[claim->access] = i + 1;
    }
    return inside;
}

void inside_release(struct prover *prover) {
    if (prover->values->inside)
        substitution_destroy(prover->values->inside->wrapping);
}

uint32_t inside_first(struct prover *prover, uint32_t at) {
    uint32_t first = inside_of(prover)->first[at];
    return first ? first - 1 : PROTOCOL_NONE;
}

uint32_t inside_next(struct prover *prover, uint32_t claim) {
    uint32_t next = inside_of(prover)->next[claim];
    return next ? next - 1 : PROTOCOL_NONE;
}

struct scoped_item inside_access(struct prover *prover, uint32_t at) {
    struct inside *inside = inside_of(prover);
    const struct proto_item *item = protocol_access(prover->protocol, at);
    bool is_private = at >= prover->protocol->item_count;
    term_ref guard = is_private ? prover_scoped(prover, item->guard) : prover->frame->items[at].guard;
    if (is_private)
        guard = term_and(prover->terms, guard, promises_at(prover, item->position, false, item->loop, item->claims));
    return (struct scoped_item){.guard = guard,
                                .offset = substitution_apply(inside->wrapping, prover_scoped(prover, item->offset)),
                                .size = prover_scoped(prover, item->size)};
}

struct scoped_item inside_element(struct prover *prover, uint32_t claim) {
    const struct proto_assert *c = &prover->protocol->asserts[claim];
    struct scoped_item s = inside_access(prover, c->access);
    s.offset = substitution_apply(inside_of(prover)->wrapping, prover_scoped(prover, c->index));
    s.size = term_const(prover->terms, 64, 1);
    return s;
}

/* Nothing is accessed if the size is 0. */
term_ref inside_leaves(struct prover *prover, const struct scoped_item *s, term_ref extent) {
    struct term_table *t = prover->terms;
    term_ref zero = term_const(t, 64, 0), most = term_const(t, 64, EXTENT_MAX);
    term_ref in_scope = term_and(t, term_sle(t, zero, extent), term_sle(t, extent, most));
    term_ref above = term_slt(t, term_sub(t, extent, s->size, TERM_NSW), s->offset); /* also where the size is above the extent */
    term_ref outside = term_or(t, term_slt(t, s->offset, zero), term_or(t, term_slt(t, s->size, zero), above));
    return term_and(t, in_scope, term_and(t, term_ne(t, s->size, zero), outside));
}

struct proof inside_decide(struct prover *prover, const struct scoped_item *s, term_ref query) {
    assert(prover_is_condition(prover, query));
    if (term_is_false(prover->terms, query))
        return proof_by(RUNG_STRUCTURE);
    struct proof proof = decide_integers(prover, WITHIN_BLOCK, query);
    bool is_allowed = !proof.holds || claims_allow(prover, WITHIN_BLOCK, &proof, access_happens(prover, s->guard, s->offset));
    if (is_allowed)
        return proof;
    ledger_refuse(prover, &proof);
    return proof_none(SMT_SAT);
}

static void decide_fact(struct prover *prover, const struct scoped_item *s, term_ref extent, struct inside_fact *fact) {
    fact->is_decided = true;
    fact->proof = inside_decide(prover, s, term_and(prover->terms, s->guard, inside_leaves(prover, s, extent)));
}

static const struct inside_fact *array_fact(struct prover *prover, uint32_t at) {
    struct inside_fact *fact = &inside_of(prover)->arrays[at];
    term_ref extent = prover_extent(prover, protocol_access(prover->protocol, at)->array);
    if (!fact->is_decided && !term_is_none(extent)) {
        const struct scoped_item s = inside_access(prover, at);
        decide_fact(prover, &s, extent, fact);
    }
    return fact;
}

static const struct inside_fact *dimension_fact(struct prover *prover, uint32_t claim) {
    struct inside_fact *fact = &inside_of(prover)->dimensions[claim];
    if (!fact->is_decided) {
        const struct scoped_item s = inside_element(prover, claim);
        decide_fact(prover, &s, term_const(prover->terms, 64, prover->protocol->asserts[claim].extent), fact);
    }
    return fact;
}

term_ref inside_facts(struct prover *prover, uint32_t i) {
    struct term_table *t = prover->terms;
    const struct scoped_item *s = &prover->frame->items[i];
    term_ref all = term_true(t), extent = prover_extent(prover, prover->protocol->items[i].array);
    for (uint32_t c = inside_first(prover, i); c != PROTOCOL_NONE; c = inside_next(prover, c))
        if (BREAK(DIMENSIONS) || dimension_fact(prover, c)->proof.holds)
            all = term_and(t, all, prover_scoped(prover, prover->protocol->asserts[c].condition));
    if (!term_is_none(extent) && term_is_const(t, extent, NULL) && array_fact(prover, i)->proof.holds) {
        term_ref low = term_sle(t, term_const(t, 64, 0), s->offset);
        all = term_and(t, all, term_and(t, low, term_sle(t, s->offset, term_sub(t, extent, s->size, TERM_NSW))));
    }
    return term_implies(t, s->guard, all);
}

static void add_fact(struct prover *prover, const struct inside_fact *fact, struct proof *proof) {
    if (fact->proof.holds)
        proof_add(prover->arena, proof, &fact->proof);
}

void inside_add(struct prover *prover, uint32_t i, struct proof *proof) {
    struct inside *inside = inside_of(prover);
    add_fact(prover, &inside->arrays[i], proof);
    for (uint32_t c = inside_first(prover, i); c != PROTOCOL_NONE; c = inside_next(prover, c))
        add_fact(prover, &inside->dimensions[c], proof);
}

const struct proof *inside_proof(struct prover *prover, uint32_t at) {
    return &array_fact(prover, at)->proof;
}

bool inside_holds(struct prover *prover, uint32_t at) {
    return array_fact(prover, at)->proof.holds;
}

bool inside_stays(struct prover *prover, uint32_t claim) {
    return dimension_fact(prover, claim)->proof.holds;
}

/* ---- what authors intend ---- */

struct closed {
    const struct prover *prover;
    bool failed;
};

static void note_open(void *context, symbol_ref symbol) {
    struct closed *closed = context;
    const struct symbol *s = symbol_get(closed->prover->terms, symbol);
    closed->failed |= s->role == SYMBOL_VALUE || s->role == SYMBOL_FINAL;
}

static term_ref zero_map(void *context, symbol_ref symbol) {
    struct prover *prover = context;
    const struct symbol *s = symbol_get(prover->terms, symbol);
    return s->role == SYMBOL_COUNTER ? term_const(prover->terms, s->width_bits, 0) : TERM_NONE;
}

/* The access, if it happens, stays inside its array, if that has a known size, and inside its dimensions. */
static term_ref intended(struct prover *prover, uint32_t at) {
    struct term_table *t = prover->terms;
    const struct scoped_item s = inside_access(prover, at);
    term_ref all = term_true(t), extent = prover_extent(prover, protocol_access(prover->protocol, at)->array);
    for (uint32_t c = inside_first(prover, at); c != PROTOCOL_NONE; c = inside_next(prover, c))
        all = term_and(t, all, prover_scoped(prover, prover->protocol->asserts[c].condition));
    if (!term_is_none(extent) && term_is_const(t, extent, NULL))
        all = term_and(t, all, term_not(t, inside_leaves(prover, &s, extent)));
    return term_implies(t, s.guard, all);
}

term_ref inside_intended(struct prover *prover, uint32_t i) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    struct inside *inside = inside_of(prover);
    uint32_t count = p->item_count + p->private_count;
    if (term_is_none(inside->intended)) {
        struct substitution *first = substitution_create(t, zero_map, prover);
        inside->intended = term_true(t);
        for (uint32_t at = 0, used = 0; at < count && used < INTENDED_MAX; at++) {
            const struct proto_item *item = protocol_access(p, at);
            struct closed closed = {prover, false};
            if (item->kind != ITEM_ACCESS)
                continue;
            term_ref one = intended(prover, at), before = inside->intended;
            term_visit_symbols(t, one, note_open, &closed);
            if (!closed.failed)
                inside->intended = term_and(t, before, item->loop == PROTOCOL_NONE ? one : substitution_apply(first, one));
            used += !term_same(before, inside->intended);
        }
        substitution_destroy(first);
    }
    return term_and(t, inside->intended, intended(prover, i));
}
