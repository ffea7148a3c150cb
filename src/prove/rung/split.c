/* Proofs by cases, where loops shift (docs/theory.md, "Loops").

   A loop that shifts ends within as many iterations as there are bits, and an
   offset depends on its ordinal only through the shifted value: 2^(j-k) takes
   a few dozen values, however many pairs (j, k) there are. So the parts of a
   query that depend on nothing but the ordinals of such loops are evaluated
   for all ordinals, and the query is decided once for each combination of
   values that occurs. Conditions that share no symbol with the rest are left
   out: a query is unsatisfiable if a part of it is. */
#include "prove/rung/split.h"

#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/memo.h"
#include "prove/rung/proof.h"
#include "term/walk.h"

static void note_shift(void *context, symbol_ref symbol) {
    struct split *split = context;
    enum symbol_role role = symbol_get(split->prover->terms, symbol)->role;
    bool splits = role == SYMBOL_COUNTER || role == SYMBOL_FINAL || role == SYMBOL_PARAM;
    if (!splits || split_is_ordinal(split, symbol))
        return;
    split->overflow |= split->count == ORDINALS_MAX;
    if (!split->overflow)
        split->ordinals[split->count++] = symbol;
}

/* The ordinals, and parameters like the logarithm of a size, by which something
   is shifted in the query. */
static bool find_ordinals(struct split *split, term_ref query) {
    const struct term_table *t = split->prover->terms;
    struct term_walk walk;
    term_walk_begin(&walk, t, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_SHL || op == TERM_LSHR || op == TERM_ASHR)
            term_visit_symbols(t, term_child(t, r, 1), note_shift, split);
        if (op == TERM_SHL || op == TERM_LSHR)
            vec_push(&split->shifts, r);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return split->count > 0 && !split->overflow;
}

struct connection {
    struct split *split;
    struct map *owner;
    uint32_t condition;
};

static uint32_t group_of(struct split *split, uint32_t i) {
    while (split->group.data[i] != i)
        i = split->group.data[i];
    return i;
}

static void connect(void *context, symbol_ref symbol) {
    struct connection *connection = context;
    struct split *split = connection->split;
    uint32_t other;
    if (split_is_ordinal(split, symbol))
        return;
    if (!map_get(connection->owner, symbol.id, &other)) {
        map_set(connection->owner, symbol.id, connection->condition);
        return;
    }
    uint32_t a = group_of(split, other), b = group_of(split, connection->condition);
    split->group.data[a > b ? a : b] = a < b ? a : b;
}

/* Takes the conjunction apart and groups what shares symbols. */
static void take_apart(struct split *split, term_ref query) {
    const struct term_table *t = split->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, query);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (term_op_of(term_get(t, r)) == TERM_AND) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (split_mixture(split, r).others) {
            vec_push(&split->group, split->conditions.size);
            vec_push(&split->conditions, r);
        } else {
            vec_push(&split->filters, r);
        }
    }
    vec_release(&pending);
    struct map owner;
    map_init(&owner);
    for (uint32_t i = 0; i < split->conditions.size; i++) {
        struct connection connection = {split, &owner, i};
        term_visit_symbols(t, split->conditions.data[i], connect, &connection);
    }
    map_release(&owner);
}

/* What the terms of a case were before the ordinals got values. */
static void original_terms(struct prover *prover, struct substitution *s, term_ref query, struct map *original) {
    assert(prover_is_condition(prover, query));
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        uint32_t now = substitution_apply(s, r).id;
        if (!map_get(original, now, NULL))
            map_set(original, now, r.id);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

/* The claim about t of the same kind; a new one if there is none. */
static uint32_t claim_about(struct prover *prover, struct claim claim, term_ref t) {
    struct integer_space *space = prover->integers;
    for (uint32_t i = 0; i < space->claims.size; i++)
        if (space->claims.data[i].of == i && space->claims.data[i].kind == claim.kind && term_same(space->claims.data[i].term, t))
            return i;
    claim.term = t;
    claim.formula = formula_bool(space, true);
    claim.of = space->claims.size;
    vec_push(&space->claims, claim);
    return space->claims.size - 1;
}

/* A proof for one case rests on the claims of its views; the report lists them
   for the terms of the kernel, not for those of each case. */
void split_add_case(struct prover *prover, enum pairing pairing, struct substitution *s, term_ref query, term_ref now, struct proof *proof) {
    const uint32_t *claims;
    uint32_t count;
    struct map original;
    map_init(&original);
    if (s)
        original_terms(prover, s, query, &original);
    term_ref whole = term_and(prover->terms, now, prover_facts(prover, pairing, now));
    (void)integer_query_of(prover->integers, whole, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        struct claim claim = prover->integers->claims.data[claims[i]];
        uint32_t before = claim.term.id;
        bool is_known = map_get(&original, claim.term.id, &before) && before != claim.term.id;
        uint32_t about = is_known ? claim_about(prover, claim, (term_ref){before}) : claims[i];
        proof_add_case(prover->arena, proof, claims[i], about, whole);
    }
    map_release(&original);
}

/* x << p is a product of sizes, which claims may speak of. Where p is so large that it would wrap in any
   launch, its view has no claim (claim.c): one about the shift itself takes its place. */
static bool is_size_shifted(const struct split *split, term_ref shift) {
    struct term_table *t = split->prover->terms;
    term_ref x = term_child(t, shift, 0);
    return term_op_of(term_get(t, shift)) == TERM_SHL && !term_is_const(t, x, NULL) && integer_is_size(t, x) &&
           !term_is_const(t, term_child(t, shift, 1), NULL) && integer_is_size(t, term_child(t, shift, 1));
}

/* No bits are shifted out of what is a size, in this case. */
static term_ref sizes_shifted(const struct split *split, struct substitution *s) {
    struct term_table *t = split->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; s && i < split->shifts.size; i++) {
        term_ref shift = split->shifts.data[i], x = substitution_apply(s, term_child(t, shift, 0));
        uint8_t width = term_width(t, shift);
        uint64_t by, most = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        if (is_size_shifted(split, shift) && term_is_const(t, substitution_apply(s, term_child(t, shift, 1)), &by) && by < width)
            all = term_and(t, all, term_ule(t, x, term_const(t, width, most >> by)));
    }
    return all;
}

static void add_shifts(struct split *split, term_ref context) {
    for (uint32_t i = 0; i < split->shifts.size; i++)
        if (is_size_shifted(split, split->shifts.data[i]))
            proof_add_claim(split->prover->arena, &split->proof,
                            claim_about(split->prover, (struct claim){.kind = ASSUMPTION_NO_WRAP}, split->shifts.data[i]), context);
}

/* Decides the query with the substitution (NULL: none) applied. */
static bool ask(struct split *split, struct substitution *s, term_ref query) {
    struct prover *prover = split->prover;
    if (split->cases++ >= CASES_MAX)
        return false;
    term_ref now = s ? substitution_apply(s, query) : query, shifted = sizes_shifted(split, s), whole = term_and(prover->terms, now, shifted);
    struct proof proof = decide_once(prover, split->pairing, whole);
    if (proof.holds && !term_same(whole, now))
        add_shifts(split, whole);
    if (proof.claims)
        split_add_case(prover, split->pairing, s, query, whole, &split->proof);
    return proof.holds;
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* Unsatisfiable for each combination of values? */
static bool prove_part(struct split *split, term_ref part) {
    struct term_table *t = split->prover->terms;
    struct parts parts = {0};
    struct combinations found = {0};
    struct proof before = split->proof;
    split->proof = proof_by(RUNG_CASES);
    split_parts(split, part, &parts);
    bool proved = split_combine(split, &parts, &found);
    for (uint32_t i = 0; i < found.list.size && proved; i++) {
        struct substitution *s = substitution_create(t, keep_symbol, NULL);
        for (uint32_t p = 0; p < parts.list.size; p++)
            substitution_fix(s, parts.list.data[p], term_const(t, term_width(t, parts.list.data[p]), found.list.data[i][p]));
        proved = ask(split, s, part);
        substitution_destroy(s);
    }
    if (proved)
        proof_add(split->prover->arena, &before, &split->proof);
    else
        ledger_refuse(split->prover, &split->proof);
    split->proof = before;
    vec_release(&found.list);
    vec_release(&parts.list);
    return proved;
}

static term_ref group_condition(struct split *split, uint32_t first) {
    term_ref all = term_true(split->prover->terms);
    for (uint32_t i = 0; i < split->conditions.size; i++)
        if (first == UINT32_MAX || group_of(split, i) == first)
            all = term_and(split->prover->terms, all, split->conditions.data[i]);
    return all;
}

/* The query where an ordinal is beyond the bits of what it shifts. */
static term_ref beyond(struct split *split, term_ref query, symbol_ref ordinal) {
    struct term_table *t = split->prover->terms;
    term_ref k = term_symbol(t, ordinal), bits = term_const(t, term_width(t, k), term_width(t, k));
    struct substitution *s = substitution_create(t, keep_symbol, NULL);
    substitution_fix(s, term_ult(t, k, bits), term_false(t));
    substitution_fix(s, term_ule(t, bits, k), term_true(t));
    for (uint32_t i = 0; i < split->shifts.size; i++)
        if (term_same(term_child(t, split->shifts.data[i], 1), k))
            substitution_fix(s, split->shifts.data[i], term_const(t, term_width(t, k), 0));
    query = substitution_apply(s, query);
    substitution_destroy(s);
    return term_and(t, query, term_ule(t, bits, k));
}

static bool ends_in_time(struct split *split, term_ref query) {
    for (uint32_t i = 0; i < split->count; i++)
        if (!ask(split, NULL, beyond(split, query, split->ordinals[i])))
            return false;
    return true;
}

static bool has_exponent(const struct split *split) {
    const struct prover *prover = split->prover;
    bool found = false;
    for (uint32_t i = 0; i < split->count; i++)
        for (uint32_t j = 0; j < prover->arithmetic->exponents.size; j++)
            found |= term_has_symbol(prover->terms, prover->arithmetic->exponents.data[j].power, split->ordinals[i]);
    return found;
}

/* Without what rests on unknown values: among all powers of two it makes many more cases, and rarely matters. */
static term_ref exact_condition(struct split *split) {
    struct term_table *t = split->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < split->conditions.size; i++)
        if (!(term_deps(t, split->conditions.data[i]) & DEP_APPROX))
            all = term_and(t, all, split->conditions.data[i]);
    return all;
}

static bool prove_groups(struct split *split) {
    uint32_t groups = 0;
    for (uint32_t i = 0; i < split->conditions.size; i++)
        groups += group_of(split, i) == i;
    for (uint32_t i = 0; i < split->conditions.size && groups > 1; i++) {
        term_ref part = group_condition(split, i);
        if (group_of(split, i) == i && (term_deps(split->prover->terms, part) & DEP_THREAD) && prove_part(split, part))
            return true;
    }
    term_ref all = group_condition(split, UINT32_MAX), exact = has_exponent(split) ? exact_condition(split) : all;
    return (!term_same(all, exact) && prove_part(split, exact)) || prove_part(split, all);
}

struct proof split_proves(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct split split = {.prover = prover, .pairing = pairing, .proof = proof_by(RUNG_CASES)};
    bool proved = false;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    uint64_t key = (uint64_t)whole.id * PAIRING_COUNT + pairing;
    if (!map_get(&prover->memo->undivided, key, NULL) && find_ordinals(&split, query)) {
        take_apart(&split, whole);
        proved = ends_in_time(&split, whole) && prove_groups(&split);
        if (!proved) {
            ledger_refuse(prover, &split.proof);
            map_set(&prover->memo->undivided, key, 1);
        }
    }
    vec_release(&split.shifts);
    vec_release(&split.filters);
    vec_release(&split.conditions);
    vec_release(&split.group);
    return proved ? split.proof : proof_none(SMT_UNKNOWN);
}
