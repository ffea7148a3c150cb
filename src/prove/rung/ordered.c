/* Proofs by cases of which row comes first, where a condition says that the elements of an array are in order: rows that begin at a[r]
   and end at a[r + 1], say (docs/theory.md, "The ladder").

   Of the rows of two threads the first ends before the second begins, or the second before the first: begin <= place < end of both says
   that their places differ. Or they are one row: then the elements of both threads are the same, and what is left is an equation that the
   mixed-radix lemma knows. */
#include <assert.h>

#include "base/breakage.h"
#include "prove/frame/budget.h"
#include "prove/frame/elements.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/proof.h"
#include "prove/rung/split.h"

#define ONE_ROW_STEPS UINT64_C(20000) /* of the solver, where algebra does not know the equation */

struct row {
    struct element begin, end;
    term_ref place; /* what the guard says is less than the end */
};

struct ordered {
    struct prover *prover;
    enum pairing pairing;
    const struct stated *stated;
    term_ref query;
    struct row rows[2]; /* of t, of u */
    struct proof proof; /* of the cases so far */
};

static bool is_impossible(struct ordered *o, term_ref query) {
    struct proof proof = decide_once(o->prover, o->pairing, query);
    if (proof.holds)
        proof_add(o->prover->arena, &o->proof, &proof);
    return proof.holds;
}

static const struct element *find_value(const struct elements *all, term_ref value) {
    for (uint32_t i = 0; i < all->count; i++)
        if (term_same(all->list[i].value, value))
            return &all->list[i];
    return NULL;
}

/* Elements of t that u has, too; the end lies behind the begin. */
static bool find_rows(struct ordered *o) {
    struct prover *prover = o->prover;
    struct term_table *t = prover->terms;
    struct elements all;
    const struct element *of_u[2];
    elements_of(prover, o->stated->array, o->query, &all);
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t j = 0; j < all.count; j++) {
            const struct element *begin = &all.list[i], *end = &all.list[j];
            of_u[0] = find_value(&all, prover_second(prover, o->pairing, begin->value));
            of_u[1] = of_u[0] && i != j ? find_value(&all, prover_second(prover, o->pairing, end->value)) : NULL;
            if (!of_u[1] || of_u[0] == begin || of_u[1] == end || of_u[0] == end || of_u[1] == begin ||
                !is_impossible(o, term_sle(t, end->offset, begin->offset)))
                continue;
            o->rows[0] = (struct row){*begin, *end, TERM_NONE};
            o->rows[1] = (struct row){*of_u[0], *of_u[1], TERM_NONE};
            return true;
        }
    return false;
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* The query with other terms for elements, and `more`, is impossible. */
static bool is_impossible_with(struct ordered *o, struct substitution *s, term_ref query, term_ref more) {
    term_ref now = term_and(o->prover->terms, substitution_apply(s, query), substitution_apply(s, more));
    struct proof proof = algebra_contradicts(o->prover, o->pairing, now);
    if (!proof.holds) {
        struct budget_share share = budget_begin(&o->prover->budget, ONE_ROW_STEPS);
        proof = decide_once(o->prover, o->pairing, now);
        (void)budget_end(&o->prover->budget, share);
    }
    if (proof.holds && proof.claims)
        split_add_case(o->prover, o->pairing, s, term_and(o->prover->terms, query, more), now, &o->proof);
    return proof.holds;
}

/* What a conjunct of the query says is less than the value; TERM_NONE: none does. */
static term_ref less_than(const struct ordered *o, term_ref query, term_ref value) {
    const struct term_table *t = o->prover->terms;
    enum term_op op = term_op_of(term_get(t, query));
    if (op == TERM_AND) {
        term_ref found = less_than(o, term_child(t, query, 0), value);
        return term_is_none(found) ? less_than(o, term_child(t, query, 1), value) : found;
    }
    return op == (o->stated->is_signed ? TERM_SLT : TERM_ULT) && term_same(term_child(t, query, 1), value) ? term_child(t, query, 0) : TERM_NONE;
}

/* The equations of the query. */
static term_ref equations(struct term_table *t, term_ref query) {
    enum term_op op = term_op_of(term_get(t, query));
    if (op == TERM_AND)
        return term_and(t, equations(t, term_child(t, query, 0)), equations(t, term_child(t, query, 1)));
    return op == TERM_EQ ? query : term_true(t);
}

static term_ref less(const struct ordered *o, term_ref a, term_ref b) {
    return o->stated->is_signed ? term_slt(o->prover->terms, a, b) : term_ult(o->prover->terms, a, b);
}

/* Both threads have one place: begin <= place < end, for t and for u. */
static bool have_places(struct ordered *o) {
    struct term_table *t = o->prover->terms;
    for (uint32_t i = 0; i < 2; i++) {
        struct row *row = &o->rows[i];
        row->place = less_than(o, o->query, row->end.value);
        if (term_is_none(row->place) || !is_impossible(o, term_and(t, less(o, row->place, row->end.value), less(o, row->place, row->begin.value))))
            return false;
    }
    return is_impossible(o, term_and(t, equations(t, o->query), term_ne(t, o->rows[0].place, o->rows[1].place)));
}

/* Where the row `first` begins before the other, it ends before that begins. */
static bool is_apart(struct ordered *o, uint32_t first) {
    struct term_table *t = o->prover->terms;
    const struct row *a = &o->rows[first], *b = &o->rows[1 - first];
    term_ref before = term_slt(t, a->begin.offset, b->begin.offset), within = less(o, b->begin.value, a->end.value);
    return BREAK(ORDERED) || is_impossible(o, term_and(t, term_and(t, before, within), elements_say(o->prover, o->stated, within)));
}

/* round == 0, or it was like that in the round before. */
static bool is_of_round(const struct term_table *t, term_ref r) {
    bool is = false;
    for (uint32_t i = 0; i < 2 && term_op_of(term_get(t, r)) == TERM_OR && !is; i++) {
        term_ref first = term_child(t, r, i);
        for (uint32_t side = 0; side < 2 && term_op_of(term_get(t, first)) == TERM_EQ && !is; side++) {
            const struct term *symbol = term_get(t, term_child(t, first, side));
            is = term_op_of(symbol) == TERM_SYMBOL && symbol_get(t, (symbol_ref){(uint32_t)symbol->value})->role == SYMBOL_COUNTER &&
                 term_is_const(t, term_child(t, first, 1 - side), NULL);
        }
    }
    return is;
}

/* Without what is said of earlier rounds. */
static term_ref without_rounds(struct term_table *t, term_ref query) {
    enum term_op op = term_op_of(term_get(t, query));
    if (op == TERM_AND)
        return term_and(t, without_rounds(t, term_child(t, query, 0)), without_rounds(t, term_child(t, query, 1)));
    return is_of_round(t, query) ? term_true(t) : query;
}

/* One row: u's elements are t's. */
static bool is_one_row(struct ordered *o) {
    struct term_table *t = o->prover->terms;
    const struct row *a = &o->rows[0], *b = &o->rows[1];
    term_ref same = term_eq(t, a->begin.offset, b->begin.offset);
    if (!is_impossible(o, term_and(t, same, term_ne(t, a->end.offset, b->end.offset))))
        return false;
    struct substitution *s = substitution_create(t, keep_symbol, NULL);
    substitution_fix(s, b->begin.value, a->begin.value);
    substitution_fix(s, b->end.value, a->end.value);
    bool is = is_impossible_with(o, s, without_rounds(t, o->query), same);
    substitution_destroy(s);
    return is;
}

struct proof ordered_proves(struct prover *prover, enum pairing pairing, term_ref query, const struct stated *stated) {
    assert(pairing < PAIRING_COUNT);
    assert(prover_is_condition(prover, query));
    struct ordered o = {.prover = prover, .pairing = pairing, .stated = stated, .query = query, .proof = proof_by(RUNG_ORDERED)};
    bool is_order = stated->kind == CONTENT_SORTED || stated->kind == CONTENT_INCREASING;
    bool is = is_order && (term_deps(prover->terms, query) & DEP_MEMORY) && find_rows(&o) && have_places(&o) && is_apart(&o, 0) && is_apart(&o, 1) &&
              is_one_row(&o);
    return is ? o.proof : proof_none(SMT_SAT);
}
