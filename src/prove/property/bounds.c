/* Bounds: an access of an array of known extent stays inside it, in bytes, and its
   indices stay inside the dimensions of arrays in arrays, in structs, and behind
   pointers to arrays.

   A property of one thread. The offset is taken as the address arithmetic of
   the machine has it, modulo 2^64: a pointer that must not leave its array is
   no reason to believe that it does not, so flags of 64-bit sums and products
   are dropped, and no other access is assumed to be in bounds. An array that the
   scope gives a size has one: between 0 and 2^62. */
#include "base/breakage.h"
#include "prove/condition/precondition.h"
#include "prove/decide/ladder.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/property/property.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "prove/value/inside.h"
#include "prove/value/values.h"
#include "prove/witness/witness.h"

/* Accesses that differ in their place only. */
struct decided {
    uint32_t at, first, count; /* of its violations */
};

struct bounds_work {
    struct prover *prover;
    struct map known; /* hash -> entry */
    VEC(struct decided) decided;
    VEC(struct prove_violation) violations;
    bool uses_contents; /* proofs may use contents of trusted arrays */
    uint64_t rests_on;  /* those arrays whose contents they use, as bits */
};

/* What an access should stay in: its array, or (`claim`) one of its dimensions, where it stays in the array. */
struct room {
    uint32_t at, claim;
    struct scoped_item access, element;
    term_ref extent, query;
    struct proof given; /* what facts in the query rest on */
};

/* ---- one access ---- */

/* No thread but the one that accesses. */
static const struct order_case alone = {.shared_count = 0};

static bool refute(struct bounds_work *work, const struct room *room, struct prove_violation *v, bool *unknown) {
    struct prover *prover = work->prover;
    uint64_t arrays = 0;
    struct witness_terms show = {{room->access.offset, room->access.offset}, {room->access.size, room->access.size}, {TERM_NONE, TERM_NONE}};
    if (room->claim != PROTOCOL_NONE)
        show.value[0] = room->element.offset;
    struct witness_request request = witness_alone(prover, room->query, &show);
    request.shape = room->access.guard;
    request.access = &room->element;
    request.extent = room->extent;
    request.array = protocol_access(prover->protocol, room->at)->array;
    if (work->uses_contents) /* of arrays that a condition found by them rests on */
        request.known = contents_known(prover, WITHIN_BLOCK, room->query, &alone, true, &arrays);
    return find_alone(prover, &request, v, unknown);
}

static struct prove_violation decide(struct bounds_work *work, struct room *room) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, room->at);
    struct prove_violation v = {.at = room->at, .claim = room->claim, .outcome = PROVE_PROVED};
    if (term_is_false(prover->terms, room->query))
        return v;
    v.outcome = PROVE_UNKNOWN;
    v.reason = REASON_SOLVER_BUDGET;
    if (prover->budget.left == 0)
        return v;
    v.outcome = PROVE_PROVED;
    room->given = proof_by(RUNG_STRUCTURE);
    room->query = term_and(prover->terms, room->query, prover_ticket_bounds(prover, room->query, &room->given));
    struct question question = question_alone(prover, room->query, access_happens(prover, room->element.guard, room->element.offset));
    question.shares = work->uses_contents;
    question.given = room->given;
    struct proof proof = ladder_decide(prover, &question);
    bool unknown = false, gave_up = proof.gave_up;
    if (proof.holds) {
        ledger_list(prover, &proof);
        work->rests_on |= proof.basis.arrays;
        return v;
    }
    v.approximation = prover_approximation(prover, room->query);
    if (!v.approximation && (item->marks & MARK_GUARD))
        v.approximation = prover_left_before;
    bool is_found = refute(work, room, &v, &unknown);
    if (is_found && !witness_is_odd(&v.witness))
        return v;
    proof = ladder_decide_late(prover, &question);
    if (proof.holds) {
        ledger_list(prover, &proof);
        work->rests_on |= proof.basis.arrays;
        return (struct prove_violation){.at = room->at, .claim = room->claim, .outcome = PROVE_PROVED};
    }
    if (is_found)
        return v;
    v.outcome = PROVE_UNKNOWN;
    v.reason = v.witness.condition_count > 0 ? REASON_NEEDS_PRECONDITION : ladder_reason(prover, gave_up || unknown, v.approximation);
    return v;
}

static struct prove_violation decide_array(struct bounds_work *work, uint32_t at, const struct scoped_item *s, term_ref extent) {
    struct room room = {.at = at, .claim = PROTOCOL_NONE, .access = *s, .element = *s, .extent = extent};
    if (term_is_none(extent))
        return (struct prove_violation){.at = at, .claim = PROTOCOL_NONE, .outcome = PROVE_PROVED};
    room.query = term_and(work->prover->terms, s->guard, inside_leaves(work->prover, s, extent));
    return decide(work, &room);
}

/* The index leaves its dimension, and the access stays in the array. */
static struct prove_violation decide_dimension(struct bounds_work *work, uint32_t claim, const struct scoped_item *s, term_ref stays) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    const struct proto_assert *c = &prover->protocol->asserts[claim];
    struct room room = {
        .at = c->access, .claim = claim, .access = *s, .element = inside_element(prover, claim), .extent = term_const(t, 64, c->extent)};
    room.query = term_and(t, term_and(t, s->guard, stays), inside_leaves(prover, &room.element, room.extent));
    return decide(work, &room);
}

/* ---- violations of one access ---- */

static bool is_error(const struct prove_violation *v) {
    return v->outcome == PROVE_MODEL && !v->witness.precondition;
}

static void add_violation(struct bounds_work *work, uint32_t first, const struct prove_violation *v) {
    struct prover *prover = work->prover;
    for (uint32_t i = first; i < work->violations.size; i++) {
        struct prove_violation *old = &work->violations.data[i];
        if (old->outcome != PROVE_MODEL || v->outcome != PROVE_MODEL)
            continue;
        if (!is_error(old) && is_error(v)) {
            *old = *v;
        } else if (!is_error(old)) { /* one defect, under the conditions of both */
            if (old->witness.condition_count > 0 && v->witness.condition_count > 0)
                precondition_merge(prover, &old->witness, &v->witness);
            else
                old->witness.condition_count = 0;
        }
        return;
    }
    vec_push(&work->violations, *v);
}

/* One counterexample of an access is enough: that it leaves its array, or, where it does not, a dimension. */
static void decide_access(struct bounds_work *work, uint32_t at, const struct scoped_item *s, term_ref extent) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    uint32_t first = work->violations.size;
    struct prove_violation v = decide_array(work, at, s, extent);
    term_ref stays = v.outcome == PROVE_PROVED ? term_true(t) : term_not(t, inside_leaves(prover, s, extent));
    if (v.outcome != PROVE_PROVED)
        add_violation(work, first, &v);
    bool is_wrong = is_error(&v);
    for (uint32_t c = inside_first(prover, at); c != PROTOCOL_NONE && !is_wrong && !BREAK(DIMENSIONS); c = inside_next(prover, c)) {
        v = decide_dimension(work, c, s, stays);
        if (v.outcome != PROVE_PROVED)
            add_violation(work, first, &v);
        is_wrong = is_error(&v);
    }
}

static bool is_same(struct prover *prover, uint32_t a, uint32_t b, const struct scoped_item *s) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *x = protocol_access(p, a), *y = protocol_access(p, b);
    struct scoped_item other = inside_access(prover, a);
    uint32_t c = inside_first(prover, a), d = inside_first(prover, b);
    for (; c != PROTOCOL_NONE && d != PROTOCOL_NONE; c = inside_next(prover, c), d = inside_next(prover, d))
        if (!term_same(p->asserts[c].condition, p->asserts[d].condition))
            return false;
    return c == d && x->array == y->array && x->marks == y->marks && term_same(other.guard, s->guard) && term_same(other.offset, s->offset) &&
           term_same(other.size, s->size);
}

static void judge(struct bounds_work *work, uint32_t at) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    if (item->kind != ITEM_ACCESS)
        return;
    term_ref extent = prover_extent(prover, item->array);
    if (term_is_none(extent) && inside_first(prover, at) == PROTOCOL_NONE)
        return;
    struct scoped_item s = inside_access(prover, at);
    uint64_t key = hash_mix(hash_mix(hash_mix(item->array, s.offset.id), s.guard.id), s.size.id);
    uint32_t found, first = work->violations.size;
    for (; map_get(&work->known, key, &found); key++) {
        const struct decided d = work->decided.data[found];
        if (!is_same(prover, d.at, at, &s))
            continue;
        for (uint32_t i = 0; i < d.count; i++) {
            struct prove_violation v = work->violations.data[d.first + i];
            v.at = at;
            vec_push(&work->violations, v);
        }
        return;
    }
    decide_access(work, at, &s, extent);
    map_set(&work->known, key, work->decided.size);
    vec_push(&work->decided, ((struct decided){at, first, work->violations.size - first}));
}

struct values_read {
    const struct prover *prover;
    bool is_found;
};

static void note_value(void *context, symbol_ref symbol) {
    struct values_read *v = context;
    v->is_found |= contents_may_know(v->prover, symbol);
}

static bool reads_values(const struct prover *prover, term_ref t) {
    struct values_read v = {prover, false};
    if (!term_is_none(t))
        term_visit_symbols(prover->terms, t, note_value, &v);
    return v.is_found;
}

bool bounds_read_memory(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool is = false;
    for (uint32_t i = 0; i < p->item_count && !is; i++)
        is = p->items[i].kind == ITEM_ACCESS && (reads_values(prover, p->items[i].offset) || reads_values(prover, p->items[i].guard));
    return is;
}

uint64_t prove_bounds(struct prover *prover, struct prove_report *report, bool uses_contents) {
    const struct protocol *p = prover->protocol;
    struct bounds_work work = {.prover = prover, .uses_contents = uses_contents};
    map_init(&work.known);
    for (uint32_t i = 0; i < p->item_count + p->private_count; i++)
        judge(&work, i);
    report->bound_count = work.violations.size;
    report->bounds = arena_alloc(prover->arena, (work.violations.size + 1) * sizeof *report->bounds);
    for (uint32_t i = 0; i < work.violations.size; i++)
        report->bounds[i] = work.violations.data[i];
    map_release(&work.known);
    vec_release(&work.decided);
    vec_release(&work.violations);
    return work.rests_on;
}
