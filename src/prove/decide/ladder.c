/* See ladder.h. */
#include "prove/decide/ladder.h"

#include <assert.h>

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/rung/bits.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "prove/value/inside.h"

/* What the rungs have in common while one question is decided. */
struct climb {
    struct prover *prover;
    const struct question *question;
    term_ref known;  /* of the values read that the query speaks about */
    uint64_t arrays; /* that this rests on */
};

struct question question_alone(const struct prover *prover, term_ref query, term_ref happens) {
    assert(prover_is_condition(prover, query));
    (void)prover;
    return (struct question){.pairing = WITHIN_BLOCK,
                             .query = query,
                             .given = proof_by(RUNG_STRUCTURE),
                             .happens = {happens, TERM_NONE},
                             .accesses = {PROTOCOL_NONE, PROTOCOL_NONE}};
}

struct question question_with(const struct question *question, term_ref query) {
    struct question other = *question;
    other.query = query;
    other.has_offsets = false;
    return other;
}

/* The claims of the proof leave possible what the question is about: else it only shows that they contradict it. */
static bool is_allowed(const struct climb *climb, const struct proof *proof) {
    const struct question *q = climb->question;
    for (int i = 0; i < 2; i++)
        if (!term_is_none(q->happens[i]) && !claims_allow(climb->prover, q->pairing, proof, q->happens[i]))
            return false;
    return true;
}

/* The proof, unless its claims contradict what the question is about. */
static struct proof allowed(const struct climb *climb, struct proof proof) {
    if (!proof.holds || is_allowed(climb, &proof))
        return proof;
    ledger_refuse(climb->prover, &proof);
    return proof_none(SMT_SAT);
}

/* In integers, with `more` added. */
static struct proof by_integers_with(const struct climb *climb, term_ref more) {
    struct term_table *t = climb->prover->terms;
    struct proof proof = decide_integers(climb->prover, climb->question->pairing, term_and(t, climb->question->query, more));
    return allowed(climb, proof);
}

static struct proof by_structure(struct climb *climb) {
    return term_is_false(climb->prover->terms, climb->question->query) ? proof_by(RUNG_STRUCTURE) : proof_none(SMT_SAT);
}

static struct proof by_algebra(struct climb *climb) {
    const struct question *q = climb->question;
    struct proof proof = proof_none(SMT_SAT);
    if (q->has_offsets)
        proof = algebra_disjoint(climb->prover, q->pairing, &q->offsets, q->has_sizes ? q->sizes : NULL);
    return allowed(climb, proof);
}

static struct proof by_integers(struct climb *climb) {
    return by_integers_with(climb, term_true(climb->prover->terms));
}

/* With what is known of the values read: `writes`, also from the writes that can reach them. */
static struct proof by_contents(struct climb *climb, bool writes) {
    const struct question *q = climb->question;
    struct prover *prover = climb->prover;
    if (!q->shares)
        return proof_none(SMT_SAT);
    term_ref more = contents_known(prover, q->pairing, q->query, &q->shared, writes, &climb->arrays), known = climb->known;
    climb->known = more;
    if (term_same(more, known))
        return proof_none(SMT_SAT);
    struct proof proof = by_integers_with(climb, more);
    if (proof.holds)
        proof.basis.arrays |= climb->arrays;
    return proof;
}

static struct proof by_equal_reads(struct climb *climb) {
    return by_contents(climb, false);
}

static struct proof by_writes(struct climb *climb) {
    return by_contents(climb, true);
}

/* With what is proved of the bounds of the accesses. */
static struct proof by_bounds(struct climb *climb) {
    const struct question *q = climb->question;
    struct prover *prover = climb->prover;
    struct term_table *t = prover->terms;
    if (q->accesses[0] == PROTOCOL_NONE)
        return proof_none(SMT_SAT);
    term_ref by_t = inside_facts(prover, q->accesses[0]), by_u = prover_second(prover, q->pairing, inside_facts(prover, q->accesses[1]));
    term_ref inside = order_share(prover, q->pairing, &q->shared, term_and(t, by_t, by_u));
    if (term_is_true(t, inside))
        return proof_none(SMT_SAT);
    struct proof proof = by_integers_with(climb, term_and(t, climb->known, inside));
    if (!proof.holds)
        return proof;
    proof.basis.arrays |= climb->arrays;
    for (int i = 0; i < 2; i++)
        inside_add(prover, q->accesses[i], &proof);
    return proof;
}

/* Those that need lemmas of a product and a number. */
static struct proof by_products(struct climb *climb) {
    const struct question *q = climb->question;
    struct proof proof = decide_products(climb->prover, q->pairing, q->query);
    if (proof.holds)
        proof.rung = RUNG_PRODUCTS;
    return allowed(climb, proof);
}

/* ---- bit-vectors ---- */

/* What integers show of indices that are computed with products: two threads do not have the same, of one or of all of
   them. The proofs of that are added to *proof. */
static term_ref indices_differ(const struct climb *climb, term_ref query, struct opaque_sums *differ, struct proof *proof) {
    const struct question *q = climb->question;
    struct prover *prover = climb->prover;
    struct term_table *t = prover->terms;
    term_ref indices[OPAQUE_SUMS_MAX], facts = term_true(t), same = order_threads(prover, q->pairing, &q->shared), all = same;
    uint32_t count = opaque_indices(prover, query, indices, OPAQUE_SUMS_MAX);
    struct climb of_indices = {.prover = prover, .question = q};
    struct question asked = *q;
    of_indices.question = &asked;
    for (uint32_t i = 0; i < count; i++) {
        term_ref other = order_share(prover, q->pairing, &q->shared, prover_second(prover, q->pairing, indices[i]));
        term_ref equal = term_eq(t, indices[i], other);
        all = term_and(t, all, equal);
        asked.query = term_and(t, same, equal);
        struct proof apart = by_integers(&of_indices);
        if (!apart.holds)
            continue;
        proof_add(prover->arena, proof, &apart);
        facts = term_and(t, facts, term_implies(t, same, term_not(t, equal)));
        differ->of_t[differ->count] = indices[i];
        differ->of_u[differ->count++] = other;
    }
    if (count < 2 || differ->count > 0)
        return facts;
    asked.query = all;
    struct proof apart = by_integers(&of_indices);
    if (!apart.holds)
        return facts;
    proof_add(prover->arena, proof, &apart);
    return term_implies(t, same, term_not(t, all));
}

/* Products are in the way of bit-vectors: they become symbols, where masks and shifts may tell more than they do. */
static struct proof by_bits_with(struct climb *climb, term_ref more) {
    const struct question *q = climb->question;
    struct prover *prover = climb->prover;
    struct proof indices = proof_by(RUNG_BITS);
    term_ref query = term_and(prover->terms, q->query, more);
    if (q->hides_products) {
        query = opaque_reads(prover, query);
        if (opaque_has_product(prover->terms, query)) {
            if (!opaque_is_masked(prover->terms, query))
                return proof_none(SMT_SAT);
            struct opaque_sums differ = {.count = 0};
            term_ref facts = indices_differ(climb, query, &differ, &indices);
            query = opaque_products(prover, term_and(prover->terms, query, facts), &differ);
        }
    }
    struct proof proof = decide_bits(prover, q->pairing, query);
    if (proof.holds)
        proof_add(prover->arena, &proof, &indices);
    return proof;
}

static struct proof by_bits(struct climb *climb) {
    return by_bits_with(climb, term_true(climb->prover->terms));
}

static struct proof by_bits_and_writes(struct climb *climb) {
    const struct question *q = climb->question;
    uint64_t arrays = 0;
    if (!q->shares || !q->hides_products)
        return proof_none(SMT_SAT);
    term_ref known = contents_known(climb->prover, q->pairing, q->query, &q->shared, true, &arrays);
    if (term_is_true(climb->prover->terms, known))
        return proof_none(SMT_SAT);
    struct proof proof = by_bits_with(climb, known);
    if (proof.holds)
        proof.basis.arrays |= arrays;
    return proof;
}

/* ---- the ladder ---- */

static const struct rung {
    bool is_late; /* tried when no model was found */
    enum added_facts added;
    struct proof (*climb)(struct climb *);
} rungs[] = {
    {false, ADDED_NONE, by_structure}, {false, ADDED_NONE, by_algebra},  {false, ADDED_NONE, by_integers}, {false, ADDED_EQUAL_READS, by_equal_reads},
    {false, ADDED_WRITES, by_writes},  {false, ADDED_BOUNDS, by_bounds}, {true, ADDED_NONE, by_bits},      {true, ADDED_WRITES, by_bits_and_writes},
    {true, ADDED_NONE, by_products},
};

static struct proof climb(struct prover *prover, const struct question *question, bool is_late) {
    struct climb state = {.prover = prover, .question = question, .known = term_true(prover->terms)};
    struct proof none = proof_none(SMT_SAT);
    assert(question->given.holds);
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        if (rungs[i].is_late != is_late)
            continue;
        struct proof proof = rungs[i].climb(&state);
        if (proof.holds) {
            proof.added = rungs[i].added;
            proof_add(prover->arena, &proof, &question->given);
            return proof;
        }
        none.gave_up |= proof.gave_up;
    }
    return none;
}

struct proof ladder_decide(struct prover *prover, const struct question *question) {
    return climb(prover, question, false);
}

struct proof ladder_decide_late(struct prover *prover, const struct question *question) {
    return climb(prover, question, true);
}

struct proof ladder_decide_plainly(struct prover *prover, const struct question *question) {
    struct climb state = {.prover = prover, .question = question, .known = term_true(prover->terms)};
    struct proof proof = by_integers(&state);
    if (proof.holds)
        proof_add(prover->arena, &proof, &question->given);
    return proof;
}

enum reason_kind ladder_reason(const struct prover *prover, bool gave_up, const char *approximation) {
    bool is_exhausted = prover->budget.left == 0 || (gave_up && !approximation);
    return is_exhausted ? REASON_SOLVER_BUDGET : approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
}
