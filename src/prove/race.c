/* Races: every pair of accesses that can conflict (design sections 3.1, 3.5).

   Accesses that look the same (array, mode, offset, guard, size, and the same
   barriers before them) form a class; a pair of classes that is proved
   race-free is proved for all members. Where it is not, the members are told
   apart by the values they write, because equal values make a note. */
#include "base/breakage.h"
#include "term/walk.h"
#include "prove/contents.h"
#include "prove/inside.h"
#include "prove/trace.h"

#define READS_AGREE_STEPS UINT64_C(60000) /* reads of two threads are often of two cells: few steps show where they are of one */
#define VALUE_PAIRS_MAX 64u
#define PAIR_STEPS 500u
#define TERM_STEPS 20u
#define ARGUMENTS_DEPTH 4u

struct access_class {
    uint32_t representative;
    VEC(uint32_t) members;
    uint32_t segment; /* number of ordering barriers and loop boundaries before it */
};

struct race_work {
    struct prover *prover;
    VEC(struct access_class) classes;
    VEC(struct prove_conflict) conflicts;
    bool is_full; /* conflicts were left out */
};

static const struct proto_item *item_at(const struct race_work *work, uint32_t i) {
    return &work->prover->protocol->items[i];
}

static bool same_class(const struct race_work *work, uint32_t a, uint32_t b) {
    const struct proto_item *x = item_at(work, a), *y = item_at(work, b);
    const struct scoped_item *sx = &work->prover->items[a], *sy = &work->prover->items[b];
    if (work->prover->scope->lockstep)
        return false; /* the order of steps tells them apart */
    if (x->is_async || y->is_async)
        return false; /* one thread's copies may race with each other */
    return x->array == y->array && x->mode == y->mode && x->is_atomic == y->is_atomic && x->scope == y->scope &&
           x->loop == y->loop && x->value_bits == y->value_bits && x->marks == y->marks && x->is_fill == y->is_fill && x->is_copy == y->is_copy && x->source == y->source && x->collective == y->collective &&
           term_same(sx->offset, sy->offset) && term_same(sx->size, sy->size) && term_same(sx->guard, sy->guard);
}

static uint64_t class_hash(const struct race_work *work, uint32_t a, uint32_t segment) {
    const struct proto_item *x = item_at(work, a);
    const struct scoped_item *s = &work->prover->items[a];
    uint64_t h = hash_mix(hash_mix(x->array, (uint64_t)x->mode), segment);
    return hash_mix(hash_mix(hash_mix(h, s->offset.id), s->guard.id), s->size.id);
}

static bool is_raceable(const struct race_work *work, const struct proto_item *item) {
    if (item->kind != ITEM_ACCESS)
        return false;
    enum array_kind kind = work->prover->protocol->arrays[item->array].kind;
    return kind != ARRAY_LOCAL && kind != ARRAY_CONSTANT;
}

static void make_classes(struct race_work *work) {
    const struct protocol *p = work->prover->protocol;
    struct map class_of;
    map_init(&class_of);
    uint32_t segment = 0;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        bool is_flag = work->prover->has_flags && (item->kind == ITEM_FENCE || item->is_atomic || item->is_volatile);
        bool is_copy = item->is_async || item->kind == ITEM_COPY_COMMIT || item->kind == ITEM_COPY_WAIT; /* orders what its own thread does */
        if (item->kind == ITEM_BARRIER || item->kind == ITEM_LOOP || is_copy || is_flag)
            segment++;
        if (!is_raceable(work, item) || term_is_false(work->prover->terms, work->prover->items[i].guard))
            continue;
        uint64_t key = class_hash(work, i, segment);
        uint32_t found;
        bool joined = false;
        for (; map_get(&class_of, key, &found); key++) {
            struct access_class *class = &work->classes.data[found];
            if (class->segment == segment && same_class(work, class->representative, i)) {
                vec_push(&class->members, i);
                joined = true;
                break;
            }
        }
        if (joined)
            continue;
        struct access_class class = {.representative = i, .segment = segment};
        vec_push(&class.members, i);
        vec_push(&work->classes, class);
        map_set(&class_of, key, work->classes.size - 1);
    }
    map_release(&class_of);
}

static void release_classes(struct race_work *work) {
    for (uint32_t i = 0; i < work->classes.size; i++)
        vec_release(&work->classes.data[i].members);
    vec_release(&work->classes);
}

/* Whether two atomics with these scopes exclude each other's threads. */
static bool scopes_include(const struct proto_item *a, const struct proto_item *b, enum pairing pairing) {
    enum scope_kind weakest = a->scope > b->scope ? a->scope : b->scope;
    return pairing == WITHIN_BLOCK ? weakest <= SCOPE_KIND_BLOCK : weakest <= SCOPE_KIND_DEVICE;
}

bool race_is_asked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    const struct proto_item *x = &prover->protocol->items[a], *y = &prover->protocol->items[b];
    const struct proto_array *array = &prover->protocol->arrays[x->array];
    if (x->array != y->array || (x->mode == ACCESS_READ && y->mode == ACCESS_READ))
        return false;
    if (pairing == BETWEEN_BLOCKS && BREAK(BLOCKS))
        return false;
    if (pairing == BETWEEN_BLOCKS && (array->kind == ARRAY_SHARED || array->kind == ARRAY_DYNAMIC))
        return false;
    bool atomic = x->is_atomic && y->is_atomic;
    bool same_size = term_same(prover->items[a].size, prover->items[b].size);
    return !(atomic && same_size && scopes_include(x, y, pairing));
}

static term_ref overlap(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    struct term_table *t = prover->terms;
    term_ref x = prover->items[a].offset, y = prover_second(prover, pairing, prover->items[b].offset);
    term_ref sx = prover->items[a].size, sy = prover_second(prover, pairing, prover->items[b].size);
    term_ref below = term_slt(t, x, term_add(t, y, sy, TERM_NSW)), above = term_slt(t, y, term_add(t, x, sx, TERM_NSW));
    return term_and(t, below, above);
}

/* Offsets that are both multiples of the common size overlap only if equal. */
static bool is_exact_overlap(const struct prover *prover, uint32_t a, uint32_t b) {
    uint64_t size;
    const struct scoped_item *x = &prover->items[a], *y = &prover->items[b];
    return term_same(x->size, y->size) && term_is_const(prover->terms, x->size, &size) && size > 0 && (size & (size - 1)) == 0 &&
           prover_is_aligned(prover->terms, x->offset, size) && prover_is_aligned(prover->terms, y->offset, size);
}

static term_ref conflict_overlap(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    if (is_exact_overlap(prover, a, b) || BREAK(OVERLAP))
        return term_eq(prover->terms, prover->items[a].offset, prover_second(prover, pairing, prover->items[b].offset));
    return overlap(prover, pairing, a, b);
}

/* What follows from x != y: of results of one function, that the arguments differ. */
static term_ref apart(struct term_table *t, term_ref x, term_ref y, uint32_t depth) {
    const struct term a = *term_get(t, x), b = *term_get(t, y);
    bool is_function = depth < ARGUMENTS_DEPTH && term_op_of(&a) == TERM_APPLY && term_op_of(&b) == TERM_APPLY && a.value == b.value &&
                       a.arity == b.arity && a.width_bits == b.width_bits;
    term_ref any = term_false(t);
    for (uint32_t i = 0; is_function && i < a.arity; i++) {
        term_ref p = term_child(t, x, i), q = term_child(t, y, i);
        is_function = term_width(t, p) == term_width(t, q);
        if (is_function)
            any = term_or(t, any, apart(t, p, q, depth + 1));
    }
    term_ref differ = term_ne(t, x, y);
    return is_function ? term_and(t, differ, any) : differ;
}

/* A byte of both is one of the source, if what they copy is as far from where they put it. */
static term_ref copies_differ(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    struct term_table *t = prover->terms;
    if (prover->protocol->items[a].source != prover->protocol->items[b].source)
        return term_true(t);
    const struct scoped_item *x = &prover->items[a], *y = &prover->items[b];
    term_ref far_x = term_sub(t, x->source, x->offset, 0), far_y = term_sub(t, y->source, y->offset, 0);
    return term_ne(t, far_x, prover_second(prover, pairing, far_y));
}

/* Both are plain writes of one known scalar of one size, and overlap completely or not at all. */
static term_ref values_differ(struct race_work *work, enum pairing pairing, uint32_t a, uint32_t b) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    const struct proto_item *x = item_at(work, a), *y = item_at(work, b);
    term_ref vx = prover->items[a].value, vy = prover->items[b].value;
    if (BREAK(STORED))
        return term_false(t);
    if (x->is_fill && y->is_fill && !term_is_none(vx) && !term_is_none(vy))
        return apart(t, vx, prover_second(prover, pairing, vy), 0);
    if (x->is_copy && y->is_copy)
        return copies_differ(prover, pairing, a, b);
    if (x->is_fill || y->is_fill || x->mode != ACCESS_WRITE || y->mode != ACCESS_WRITE || x->is_atomic || y->is_atomic || term_is_none(vx) ||
        term_is_none(vy) || term_width(t, vx) != term_width(t, vy) || !term_same(prover->items[a].size, prover->items[b].size))
        return term_true(t);
    term_ref elsewhere = term_ne(t, prover->items[a].offset, prover_second(prover, pairing, prover->items[b].offset));
    term_ref partial = is_exact_overlap(prover, a, b) ? term_false(t) : elsewhere; /* the query says that they are equal */
    return term_or(t, partial, apart(t, vx, prover_second(prover, pairing, vy), 0));
}

static struct witness_terms shown(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order) {
    const struct scoped_item *x = &prover->items[a], *y = &prover->items[b];
    return (struct witness_terms){{x->offset, order_share(prover, pairing, order, prover_second(prover, pairing, y->offset))},
                                  {x->size, order_share(prover, pairing, order, prover_second(prover, pairing, y->size))},
                                  {x->value, term_is_none(y->value) ? y->value : order_share(prover, pairing, order, prover_second(prover, pairing, y->value))}};
}

/* Members of a class that write one value. */
struct value_group { const uint32_t *members; uint32_t count; };

static void record(struct race_work *work, struct value_group a, struct value_group b, struct prove_conflict conflict) {
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = a.members == b.members ? i : 0; j < b.count; j++) {
            if (work->conflicts.size >= CONFLICTS_MAX) {
                work->is_full = true;
                return;
            }
            conflict.item[0] = a.members[i];
            conflict.item[1] = b.members[j];
            vec_push(&work->conflicts, conflict);
        }
    }
}

static term_ref happens(struct prover *prover, uint32_t i) {
    return access_happens(prover, prover->items[i].guard, prover->items[i].offset);
}

static bool guards_allowed(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    bool rests = prover->rests_on_claims;
    bool by_t = claims_allow(prover, pairing, happens(prover, a));
    prover->rests_on_claims = rests;
    return by_t && claims_allow(prover, pairing, happens(prover, b));
}

/* Two accesses of t and u, in one case of barrier order. */
struct pair_case { enum pairing pairing; uint32_t a, b; const struct order_case *order; term_ref guards; };

/* What is proved of the bounds of both accesses. */
static term_ref both_inside(struct prover *prover, const struct pair_case *pair) {
    term_ref by_t = inside_facts(prover, pair->a), by_u = prover_second(prover, pair->pairing, inside_facts(prover, pair->b));
    return order_share(prover, pair->pairing, pair->order, term_and(prover->terms, by_t, by_u));
}

static term_ref both_intended(struct prover *prover, const struct pair_case *pair) {
    term_ref by_t = inside_intended(prover, pair->a), by_u = prover_second(prover, pair->pairing, inside_intended(prover, pair->b));
    return order_share(prover, pair->pairing, pair->order, term_and(prover->terms, by_t, by_u));
}

static void note_inside(struct prover *prover, const struct pair_case *pair) {
    inside_note(prover, pair->a);
    inside_note(prover, pair->b);
}

static bool is_impossible(struct prover *prover, const struct pair_case *pair, term_ref query, enum proof_aid aid, bool *budget) {
    enum smt_result result = decide_integers(prover, pair->pairing, query);
    *budget |= result == SMT_UNKNOWN;
    if (result == SMT_UNSAT)
        prover->proof = (struct proof_note){prover->rung, aid};
    return result == SMT_UNSAT && guards_allowed(prover, pair->pairing, pair->a, pair->b);
}

/* Whether no launch satisfies the query: as it is, with what is known of the
   values in it, and with what is proved of the bounds of the accesses. */
static bool is_proved(struct prover *prover, const struct pair_case *pair, term_ref query, bool *budget) {
    struct term_table *t = prover->terms;
    uint64_t arrays = 0;
    if (is_impossible(prover, pair, query, AID_NONE, budget))
        return true;
    term_ref known = term_true(t);
    for (int writes = 0; writes < 2; writes++) {
        term_ref more = contents_known(prover, pair->pairing, query, pair->order, writes != 0, &arrays);
        if (!term_same(more, known) && is_impossible(prover, pair, term_and(t, query, more), writes ? AID_WRITES : AID_EQUAL_READS, budget)) {
            prover->rests_on.arrays |= arrays;
            return true;
        }
        known = more;
    }
    term_ref inside = both_inside(prover, pair);
    if (term_is_true(t, inside) || !is_impossible(prover, pair, term_and(t, term_and(t, query, known), inside), AID_BOUNDS, budget))
        return false;
    note_inside(prover, pair);
    prover->rests_on.arrays |= arrays;
    return true;
}

/* What integers show of indices that are computed with products: two threads do not
   have the same, of one or of all of them. */
static term_ref indices_differ(struct prover *prover, const struct pair_case *pair, term_ref query, struct opaque_sums *differ) {
    struct term_table *t = prover->terms;
    term_ref indices[OPAQUE_SUMS_MAX], facts = term_true(t), same = order_threads(prover, pair->pairing, pair->order), all = same;
    uint32_t count = opaque_indices(prover, query, indices, OPAQUE_SUMS_MAX);
    bool budget = false;
    for (uint32_t i = 0; i < count; i++) {
        term_ref other = order_share(prover, pair->pairing, pair->order, prover_second(prover, pair->pairing, indices[i]));
        term_ref equal = term_eq(t, indices[i], other);
        all = term_and(t, all, equal);
        if (!is_impossible(prover, pair, term_and(t, same, equal), AID_NONE, &budget))
            continue;
        facts = term_and(t, facts, term_implies(t, same, term_not(t, equal)));
        differ->of_t[differ->count] = indices[i];
        differ->of_u[differ->count++] = other;
    }
    bool whole = count > 1 && differ->count == 0 && is_impossible(prover, pair, all, AID_NONE, &budget);
    return whole ? term_implies(t, same, term_not(t, all)) : facts;
}

static bool is_impossible_in_bits(struct prover *prover, const struct pair_case *pair, term_ref query) {
    query = opaque_reads(prover, query);
    if (opaque_has_product(prover->terms, query)) {
        if (!opaque_is_masked(prover->terms, query))
            return false;
        struct opaque_sums differ = {.count = 0};
        term_ref facts = indices_differ(prover, pair, query, &differ);
        query = opaque_products(prover, term_and(prover->terms, query, facts), &differ);
    }
    return decide_bits(prover, pair->pairing, query) == SMT_UNSAT;
}

/* By bit-vectors, for every launch. */
static bool is_proved_in_bits(struct prover *prover, const struct pair_case *pair, term_ref query) {
    struct term_table *t = prover->terms;
    uint64_t arrays = 0;
    enum proof_aid aid = AID_NONE;
    if (!is_impossible_in_bits(prover, pair, query)) {
        term_ref known = contents_known(prover, pair->pairing, query, pair->order, true, &arrays);
        if (term_is_true(t, known) || !is_impossible_in_bits(prover, pair, term_and(t, query, known)))
            return false;
        aid = AID_WRITES;
    }
    prover->rests_on.arrays |= arrays;
    prover->proof = (struct proof_note){RUNG_BITS, aid};
    return true;
}

/* `meeting`: the query, or what it says without the values. */
static struct prove_conflict refute(struct race_work *work, const struct pair_case *pair, term_ref meeting, term_ref query, bool budget) {
    struct prover *prover = work->prover;
    enum pairing pairing = pair->pairing;
    uint32_t a = pair->a, b = pair->b;
    struct prove_conflict conflict = {.between_blocks = pairing == BETWEEN_BLOCKS, .outcome = PROVE_MODEL,
                                      .approximation = prover_approximation(prover, query)};
    if (!conflict.approximation && ((item_at(work, a)->marks | item_at(work, b)->marks) & MARK_GUARD))
        conflict.approximation = prover_left_before;
    if (!conflict.approximation && pair->order->forgets)
        conflict.approximation = "whether a barrier stands between";
    if (!conflict.approximation && pairing == WITHIN_BLOCK && prover->scope->lockstep && prover->protocol->has_fence)
        conflict.approximation = "whether lanes of a warp meet at a fence";
    struct witness_terms show = shown(prover, pairing, a, b, pair->order);
    bool unknown = false;
    if (pair->order->threads == ORDER_ONE_THREAD) /* sharing has put t in u's place */
        query = term_and(prover->terms, query, order_threads(prover, pairing, pair->order));
    uint64_t arrays = 0;
    term_ref known = contents_known(prover, pairing, query, pair->order, true, &arrays);
    known = term_and(prover->terms, known, both_intended(prover, pair));
    term_ref threads = order_threads(prover, pairing, pair->order);
    struct witness_request request = {.pairing = pairing, .query = query, .known = known, .items = {pair->a, pair->b}, .show = &show,
                                      .shape = term_and(prover->terms, pair->guards, threads),
                                      .meeting = meeting};
    bool is_found = witness_find(prover, &request, &conflict.witness, &unknown);
    bool is_proved = !is_found && is_proved_in_bits(prover, pair, query);
    is_found |= !is_proved && !is_found && !unknown && !budget && witness_find_anywhere(prover, &request, &conflict.witness);
    bool is_conditional = !is_proved && conflict.witness.condition_count > 0;
    if (is_found)
        return conflict;
    conflict.outcome = is_proved ? PROVE_PROVED : PROVE_UNKNOWN;
    if (is_conditional) {
        conflict.reason = REASON_NEEDS_PRECONDITION;
        return conflict;
    }
    bool exhausted = prover->steps_left == 0 || ((budget || unknown) && conflict.approximation == NULL);
    conflict.reason = exhausted ? REASON_SOLVER_BUDGET : conflict.approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return conflict;
}

struct unknown { const struct prover *prover; bool found, is_read; };

static void note_unknown(void *context, symbol_ref symbol) {
    struct unknown *unknown = context;
    bool is_copy = symbol.id < unknown->prover->origin.size && unknown->prover->origin.data[symbol.id] != 0;
    bool is_shared = is_copy && prover_is_lane_value(unknown->prover, unknown->prover->origin.data[symbol.id] - 1);
    bool is_read = is_copy && contents_may_know(unknown->prover, symbol);
    unknown->is_read |= is_read;
    unknown->found |= is_copy && !is_shared && !is_read && symbol_get(unknown->prover->terms, symbol)->approximate;
}

/* Values that differ only by what floating-point operations and other functions
   give, or by what memory holds: equal arguments give equal values, and so do reads
   of one cell that nobody writes in between. Other unknown values of u are no
   function, unless its warp shares them. */
static bool functions_agree(struct prover *prover, const struct pair_case *pair, term_ref query, term_ref differ) {
    struct unknown unknown = {prover, false, false};
    term_visit_symbols(prover->terms, differ, note_unknown, &unknown);
    if (unknown.found)
        return false;
    term_ref harmful = term_and(prover->terms, query, differ);
    uint64_t kept = prover->steps_left, share = unknown.is_read && kept > READS_AGREE_STEPS ? READS_AGREE_STEPS : kept;
    bool budget = false;
    prover->steps_left = share;
    bool agree = is_proved(prover, pair, harmful, &budget) || (!unknown.is_read && is_proved_in_bits(prover, pair, harmful));
    prover->steps_left = kept - (share - prover->steps_left);
    return agree;
}

/* The two write one value wherever they meet: it is the same function of indices that are equal there. */
static bool is_one_value(struct prover *prover, const struct pair_case *pair, term_ref differ) {
    if (!is_exact_overlap(prover, pair->a, pair->b) || pair->order->threads == ORDER_ONE_THREAD)
        return false;
    term_ref other = order_share(prover, pair->pairing, pair->order, prover_second(prover, pair->pairing, prover->items[pair->b].offset));
    struct equal_offsets offsets = {pair->guards, prover->items[pair->a].offset, other};
    return algebra_agrees(prover, pair->pairing, &offsets, differ) && guards_allowed(prover, pair->pairing, pair->a, pair->b);
}

/* The pair's query is not proved impossible: a race, a same-value conflict, or unknown; false if it is proved after all. */
static bool decide_open(struct race_work *work, const struct pair_case *pair, term_ref query, bool budget, struct prove_conflict *conflict) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    term_ref differ = order_share(prover, pair->pairing, pair->order, values_differ(work, pair->pairing, pair->a, pair->b));
    if (item_at(work, pair->a)->mode == ACCESS_READ || item_at(work, pair->b)->mode == ACCESS_READ)
        differ = term_not(t, prover_held(prover, pair->pairing, pair->a, pair->b, pair->order, query));
    if (pair->pairing == WITHIN_BLOCK && !term_is_true(t, differ))
        differ = term_and(t, differ, prover_lane_facts(prover, term_and(t, query, differ), pair->order->shared, pair->order->shared_count));
    if (!term_is_true(t, differ) && !term_is_false(t, differ) && is_one_value(prover, pair, differ))
        differ = term_false(t);
    bool is_approximate = (term_deps(t, differ) & DEP_APPROX) != 0;
    if (is_approximate && functions_agree(prover, pair, query, differ))
        is_approximate = false;
    if (term_is_true(t, differ) || is_approximate) {
        *conflict = refute(work, pair, query, query, budget);
        if (!conflict->approximation)
            conflict->approximation = prover_approximation(prover, differ);
        return conflict->outcome != PROVE_PROVED;
    }
    bool is_copy = item_at(work, pair->a)->is_copy && item_at(work, pair->b)->is_copy;
    if (is_copy) { /* that they meet is easier than what they copy */
        *conflict = refute(work, pair, query, query, budget);
        if (conflict->outcome != PROVE_MODEL)
            return conflict->outcome != PROVE_PROVED;
    }
    term_ref harmful = term_and(t, query, differ);
    bool same = (term_deps(t, differ) & DEP_APPROX) || term_is_false(t, harmful) || is_proved(prover, pair, harmful, &budget);
    if (!same) {
        *conflict = refute(work, pair, query, harmful, budget);
        same = conflict->outcome == PROVE_PROVED;
        if (!same)
            return true;
    }
    *conflict = refute(work, pair, query, query, budget);
    conflict->same_value = conflict->outcome == PROVE_MODEL;
    return conflict->outcome != PROVE_PROVED;
}

/* The pair is left open where a flag may order it, and judged where the two
   threads use different flags. */
static bool decide_flagged(struct race_work *work, const struct pair_case *pair, term_ref query, term_ref other_cell,
                           struct prove_conflict *conflict) {
    struct prover *prover = work->prover;
    bool budget = false;
    term_ref elsewhere = term_and(prover->terms, query, order_share(prover, pair->pairing, pair->order, other_cell));
    if (!term_is_false(prover->terms, elsewhere) && !is_proved(prover, pair, elsewhere, &budget) &&
        decide_open(work, pair, elsewhere, budget, conflict) && conflict->outcome == PROVE_MODEL && !conflict->same_value &&
        !conflict->witness.precondition)
        return true;
    *conflict = (struct prove_conflict){.between_blocks = pair->pairing == BETWEEN_BLOCKS, .outcome = PROVE_UNKNOWN,
                                        .reason = REASON_FLAG_SYNCHRONISATION};
    return true;
}

/* t and u do not execute these items as lanes of one warp, together. */
static term_ref not_together(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    if (pairing != WITHIN_BLOCK || p->items[a].collective == 0 || p->items[a].collective != p->items[b].collective)
        return term_true(t);
    term_ref together = warp_same(prover);
    for (uint32_t loop = p->items[a].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent) {
        term_ref k = term_symbol(t, p->loops[loop].counter);
        together = term_and(t, together, term_eq(t, k, prover_second(prover, pairing, k)));
    }
    return term_not(t, together);
}

/* Proofs about the equality of offsets may use what they were before equal summands were cancelled. */
static void note_sides(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref equality) {
    if (!is_exact_overlap(prover, a, b) || !opaque_has_product(prover->terms, equality))
        return;
    term_ref y = prover_second(prover, pairing, prover->items[b].offset);
    integer_note_sides(&prover->integers, order_share(prover, pairing, order, equality), order_share(prover, pairing, order, prover->items[a].offset),
                       order_share(prover, pairing, order, y));
}

term_ref race_query(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order) {
    struct term_table *t = prover->terms;
    term_ref met = conflict_overlap(prover, pairing, a, b);
    note_sides(prover, pairing, a, b, order, met);
    term_ref query = term_and(t, prover->items[a].guard, prover_second(prover, pairing, prover->items[b].guard));
    query = term_and(t, query, term_and(t, order_threads(prover, pairing, order), order->condition));
    query = term_and(t, query, term_and(t, not_together(prover, pairing, a, b), met));
    query = term_and(t, query, prover_ticket_facts(prover, pairing, query));
    if (pairing == WITHIN_BLOCK)
        query = term_and(t, query, prover_lane_facts(prover, query, order->shared, order->shared_count));
    return order_share(prover, pairing, order, query);
}

static bool is_apart(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order) {
    struct term_table *t = prover->terms;
    const struct scoped_item *x = &prover->items[a], *y = &prover->items[b];
    uint64_t size[2];
    bool is_exact = is_exact_overlap(prover, a, b);
    if (order->threads == ORDER_ONE_THREAD)
        return false;
    if (!is_exact && (!term_is_const(t, x->size, &size[0]) || !term_is_const(t, y->size, &size[1])))
        return false;
    term_ref guards = order_share(prover, pairing, order, term_and(t, x->guard, prover_second(prover, pairing, y->guard)));
    term_ref other = order_share(prover, pairing, order, prover_second(prover, pairing, y->offset));
    return algebra_disjoint(prover, pairing, guards, x->offset, other, is_exact ? NULL : size) && guards_allowed(prover, pairing, a, b);
}

static struct pair_case case_of(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order) {
    term_ref guards = term_and(prover->terms, prover->items[a].guard, prover_second(prover, pairing, prover->items[b].guard));
    return (struct pair_case){pairing, a, b, order, order_share(prover, pairing, order, guards)};
}

bool race_is_excluded(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order,
                      term_ref query) {
    bool budget = false;
    if (term_is_false(prover->terms, query))
        return true;
    struct pair_case pair = case_of(prover, pairing, a, b, order);
    bool excluded = is_apart(prover, pairing, a, b, order) || is_proved(prover, &pair, query, &budget) ||
                    is_proved_in_bits(prover, &pair, query);
    if (excluded)
        prover_note_tickets(prover, query);
    return excluded;
}

/* One pair in one case of barrier order; false if it is proved race-free. */
static bool decide_case(struct race_work *work, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, struct prove_conflict *conflict) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    term_ref query = race_query(prover, pairing, a, b, order);
    if (trace_ask(prover, pairing, a, b, order, query))
        return false;
    if (term_is_false(t, query)) {
        prover->stats.structural++;
        prover->proof.rung = RUNG_STRUCTURE;
        return false;
    }
    if (is_apart(prover, pairing, a, b, order)) {
        prover->stats.algebra++;
        prover->proof.rung = RUNG_ALGEBRA;
        return false;
    }
    bool budget = false;
    struct pair_case pair = case_of(prover, pairing, a, b, order);
    if (is_proved(prover, &pair, query, &budget))
        return false;
    term_ref other_cell;
    if (prover_flag_between(prover, pairing, a, b, &other_cell))
        return decide_flagged(work, &pair, query, other_cell, conflict);
    return decide_open(work, &pair, query, budget, conflict);
}

/* The more telling of two answers about one pair. */
static bool is_worse(const struct prove_conflict *a, const struct prove_conflict *b) {
    int rank_a = a->outcome == PROVE_MODEL ? (a->same_value ? 1 : a->witness.precondition ? 3 : 4) : 2;
    int rank_b = b->outcome == PROVE_MODEL ? (b->same_value ? 1 : b->witness.precondition ? 3 : 4) : 2;
    return rank_a > rank_b;
}

/* Two cases of one pair: the more telling one, under the preconditions of both.
   A case without a proved precondition leaves the pair without one. */
static struct prove_conflict both_cases(struct prover *prover, const struct prove_conflict *a, const struct prove_conflict *b) {
    bool second = is_worse(b, a);
    struct prove_conflict kept = second ? *b : *a;
    const struct prove_conflict *other = second ? a : b;
    if (kept.witness.condition_count > 0 && other->witness.condition_count > 0)
        precondition_merge(prover, &kept.witness, &other->witness);
    else
        kept.witness.condition_count = 0;
    if (kept.outcome == PROVE_UNKNOWN && kept.reason == REASON_NEEDS_PRECONDITION && kept.witness.condition_count == 0)
        kept.reason = other->outcome == PROVE_UNKNOWN ? other->reason : REASON_NO_WITNESS;
    return kept;
}

/* The work on terms counts against the budget too, in solver steps. */
static void charge_terms(struct prover *prover, uint32_t made) {
    uint64_t cost = PAIR_STEPS + (uint64_t)made * TERM_STEPS;
    prover->steps_left -= cost < prover->steps_left ? cost : prover->steps_left;
}

static void note_tickets(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b) {
    struct term_table *t = prover->terms;
    if (prover->protocol->ticket_count == 0)
        return;
    term_ref guards = term_and(t, prover->items[a].guard, prover_second(prover, pairing, prover->items[b].guard));
    prover_note_tickets(prover, term_and(t, guards, conflict_overlap(prover, pairing, a, b)));
}

static struct prove_conflict unasked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, enum reason_kind reason) {
    struct prove_conflict open = {.outcome = PROVE_UNKNOWN, .reason = reason, .between_blocks = pairing == BETWEEN_BLOCKS};
    trace_unasked(prover, a, b, &open);
    return open;
}

/* The worst answer over all cases of barrier order. */
static struct prove_conflict decide_items(struct race_work *work, enum pairing pairing, uint32_t a, uint32_t b) {
    if (work->prover->steps_left == 0)
        return unasked(work->prover, pairing, a, b, REASON_SOLVER_BUDGET);
    uint32_t terms = term_count(work->prover->terms);
    struct order_case cases[ORDER_CASES_MAX];
    struct prove_conflict worst = {.outcome = PROVE_PROVED};
    uint32_t count = order_cases(work->prover, pairing, a, b, cases);
    for (uint32_t i = 0; i < count; i++) {
        struct prove_conflict conflict;
        bool is_open = decide_case(work, pairing, a, b, &cases[i], &conflict);
        trace_answer(work->prover, is_open ? &conflict : NULL);
        if (!is_open || conflict.same_value)
            note_tickets(work->prover, pairing, a, b);
        if (!is_open)
            continue;
        worst = worst.outcome == PROVE_PROVED ? conflict : both_cases(work->prover, &worst, &conflict);
    }
    if (count == 0) /* loops nested too deeply for order_cases */
        worst = unasked(work->prover, pairing, a, b, REASON_BARRIER_IN_LOOP);
    worst.between_blocks = pairing == BETWEEN_BLOCKS;
    charge_terms(work->prover, term_count(work->prover->terms) - terms);
    return worst;
}

/* What is written: a value, or the bytes of an array from somewhere on. */
static uint64_t stored_key(const struct scoped_item *items, uint32_t item) {
    return (uint64_t)items[item].value.id << 32 | items[item].source.id;
}

/* Members sorted by value; the groups are runs of equal values. */
static uint32_t make_groups(const struct race_work *work, struct access_class *class, struct value_group *groups) {
    uint32_t *m = class->members.data, count = 0;
    const struct scoped_item *items = work->prover->items;
    for (uint32_t i = 1; i < class->members.size; i++)
        for (uint32_t j = i; j > 0 && stored_key(items, m[j]) < stored_key(items, m[j - 1]); j--) {
            uint32_t swap = m[j];
            m[j] = m[j - 1];
            m[j - 1] = swap;
        }
    for (uint32_t i = 0; i < class->members.size; i++) {
        if (i == 0 || stored_key(items, m[i]) != stored_key(items, m[i - 1]))
            groups[count++] = (struct value_group){m + i, 0};
        groups[count - 1].count++;
    }
    return count;
}

static void decide_pair(struct race_work *work, enum pairing pairing, struct access_class *ca, struct access_class *cb) {
    struct prover *prover = work->prover;
    struct prove_conflict first = decide_items(work, pairing, ca->representative, cb->representative);
    if (first.outcome == PROVE_PROVED && !first.same_value)
        return;
    bool writes = item_at(work, ca->representative)->mode == ACCESS_WRITE && item_at(work, cb->representative)->mode == ACCESS_WRITE;
    if (!writes && !first.same_value) {
        record(work, (struct value_group){ca->members.data, ca->members.size}, (struct value_group){cb->members.data, cb->members.size}, first);
        return;
    }
    struct value_group *ga = arena_alloc(prover->arena, ca->members.size * sizeof *ga);
    struct value_group *gb = ca == cb ? ga : arena_alloc(prover->arena, cb->members.size * sizeof *gb);
    uint32_t na = make_groups(work, ca, ga), nb = ca == cb ? na : make_groups(work, cb, gb), decided = 0;
    for (uint32_t i = 0; i < na; i++) {
        for (uint32_t j = ca == cb ? i : 0; j < nb; j++) {
            struct prove_conflict conflict = first;
            if (na > 1 || nb > 1)
                conflict = ++decided <= VALUE_PAIRS_MAX ? decide_items(work, pairing, ga[i].members[0], gb[j].members[0])
                                                        : unasked(prover, pairing, ga[i].members[0], gb[j].members[0], REASON_SOLVER_BUDGET);
            if (conflict.outcome != PROVE_PROVED)
                record(work, ga[i], gb[j], conflict);
        }
    }
}

/* The answer of an earlier round, if it does not rest on what is gone since. */
static bool is_answered(const struct race_memory *memory, uint32_t number, struct basis gone) {
    return number < memory->answers.size && !basis_meets(memory->answers.data[number].rests_on, gone);
}

static void answer_pair(struct race_work *work, struct race_memory *memory, uint32_t number, struct basis gone, enum pairing pairing,
                        struct access_class *a, struct access_class *b) {
    struct pair_answer answer = {.first = work->conflicts.size};
    if (is_answered(memory, number, gone)) {
        const struct pair_answer *old = &memory->answers.data[number];
        for (uint32_t i = 0; i < old->count; i++)
            vec_push(&work->conflicts, memory->conflicts[old->first + i]);
        answer.rests_on = old->rests_on;
    } else {
        work->prover->rests_on = (struct basis){0, false};
        trace_pair(work->prover, number);
        decide_pair(work, pairing, a, b);
        answer.rests_on = work->prover->rests_on;
    }
    answer.count = work->conflicts.size - answer.first;
    if (number < memory->answers.size)
        memory->answers.data[number] = answer;
    else
        vec_push(&memory->answers, answer);
}

/* Races of a thread's write with another's of the same value leave the
   contents as certain as they were. */
static uint64_t array_of_conflict(const struct protocol *p, const struct prove_conflict *conflict) {
    bool writes = p->items[conflict->item[0]].mode == ACCESS_WRITE && p->items[conflict->item[1]].mode == ACCESS_WRITE;
    return conflict->same_value && writes ? 0 : contents_bit(p->items[conflict->item[0]].array);
}

uint64_t prove_races(struct prover *prover, struct prove_report *report, struct race_memory *memory, struct basis gone, struct basis *rests_on) {
    struct race_work work = {.prover = prover};
    uint32_t number = 0;
    uint64_t unproved = 0;
    make_classes(&work);
    for (uint32_t i = 0; i < work.classes.size; i++)
        for (uint32_t j = i; j < work.classes.size; j++)
            for (int pairing = 0; pairing < PAIRING_COUNT; pairing++)
                if (race_is_asked(prover, (enum pairing)pairing, work.classes.data[i].representative, work.classes.data[j].representative))
                    answer_pair(&work, memory, number++, gone, (enum pairing)pairing, &work.classes.data[i], &work.classes.data[j]);
    prover->stats.pairs = number;
    for (uint32_t i = 0; i < number; i++)
        basis_add(rests_on, memory->answers.data[i].rests_on);
    report->conflict_count = work.conflicts.size;
    report->conflicts = arena_alloc(prover->arena, (work.conflicts.size + 1) * sizeof *report->conflicts);
    for (uint32_t i = 0; i < work.conflicts.size; i++) {
        report->conflicts[i] = work.conflicts.data[i];
        unproved |= array_of_conflict(prover->protocol, &work.conflicts.data[i]);
    }
    memory->conflicts = report->conflicts;
    release_classes(&work);
    vec_release(&work.conflicts);
    return work.is_full ? UINT64_MAX : unproved;
}

const uint32_t *race_representatives(struct prover *prover, uint32_t *count) {
    struct race_work work = {.prover = prover};
    make_classes(&work);
    uint32_t *items = arena_alloc(prover->arena, (work.classes.size + 1) * sizeof *items);
    *count = work.classes.size;
    for (uint32_t i = 0; i < work.classes.size; i++)
        items[i] = work.classes.data[i].representative;
    release_classes(&work);
    return items;
}

const uint32_t *race_alike(struct prover *prover) {
    struct race_work work = {.prover = prover};
    make_classes(&work);
    uint32_t count = prover->protocol->item_count, *alike = arena_alloc(prover->arena, (count + 1) * sizeof *alike);
    for (uint32_t i = 0; i < count; i++)
        alike[i] = PROTOCOL_NONE;
    for (uint32_t c = 0; c < work.classes.size; c++)
        for (uint32_t m = 0; m < work.classes.data[c].members.size; m++)
            alike[work.classes.data[c].members.data[m]] = work.classes.data[c].representative;
    release_classes(&work);
    return alike;
}
