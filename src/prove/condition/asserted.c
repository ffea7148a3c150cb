/* What an assertion asks of sizes alone: the author's own precondition. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"
#include "prove/frame/said.h"

enum { VALUES_LEAST = 2 }; /* elements of which an assertion asks for one value are no indices */

static bool uniform_of(const struct survey *survey, term_ref side, struct quantity *q) {
    struct index_sum sum;
    if (!index_sum_of(survey->prover->terms, side, &sum) || sum.count != 0)
        return false;
    *q = sum.rest;
    return true;
}

static term_ref without_casts(const struct term_table *t, term_ref a) {
    while (term_op_of(term_get(t, a)) == TERM_ZEXT || term_op_of(term_get(t, a)) == TERM_SEXT)
        a = term_child(t, a, 0);
    return a;
}

/* a == b, in text with the constant on the right. */
static void add_equal(struct survey *survey, const struct quantity *a, const struct quantity *b) {
    struct prover *prover = survey->prover;
    int64_t value;
    if (quantity_is_constant(a, &value)) {
        const struct quantity *swap = a;
        a = b;
        b = swap;
    }
    const char *left = quantity_text(prover->arena, prover->protocol, a), *right = quantity_text(prover->arena, prover->protocol, b);
    if (!left || !right || quantity_is_constant(a, &value))
        return;
    struct candidate candidate = {
        .class = CANDIDATE_STATED,
        .condition = {.text = arena_printf(prover->arena, "%s == %s", left, right),
                      .term = term_eq(prover->terms, quantity_term(prover->protocol, a), quantity_term(prover->protocol, b))}};
    bool is_symbol = a->count == 1 && a->parts[0].factor == 1 && a->parts[0].atom_count == 1;
    for (uint32_t axis = 0; axis < 3 && is_symbol && quantity_is_constant(b, &value) && value > 0 && value <= 1024; axis++)
        if (term_same(a->parts[0].atoms[0], prover->protocol->bdim[axis])) {
            candidate.axis = axis;
            candidate.limit = (uint32_t)value;
        }
    survey_add(survey, candidate);
}

static void add_equation(struct survey *survey, term_ref left, term_ref right) {
    const struct term_table *t = survey->prover->terms;
    struct said_multiple said;
    struct quantity a, b;
    if (said_multiple(t, left, right, &said) && said.of > 1)
        survey_add_divisible(survey, without_casts(t, said.number), said.of);
    else if (uniform_of(survey, left, &a) && uniform_of(survey, right, &b))
        add_equal(survey, &a, &b);
}

/* What is left of a number of w bits without extensions, and without what it was cut to: `(unsigned)a[i]`. */
static term_ref uncut(const struct term_table *t, term_ref a) {
    uint64_t mask;
    for (term_ref before = TERM_NONE; !term_same(a, before);) {
        before = a;
        a = without_casts(t, a);
        bool is_cut = term_op_of(term_get(t, a)) == TERM_TRUNC ||
                      (term_op_of(term_get(t, a)) == TERM_AND && term_is_const(t, term_child(t, a, 1), &mask) && mask == UINT32_MAX);
        a = is_cut ? term_child(t, a, 0) : a;
    }
    return a;
}

/* Elements that are less than a size: each is. What an array holds is what the program is given, and so is what an assertion says of it. */
static void add_elements(struct survey *survey, term_ref claim, bool holds) {
    const struct term_table *t = survey->prover->terms;
    const struct term *term = term_get(t, claim);
    const enum term_op op = term_op_of(term);
    const bool is_less = op == TERM_ULT || op == TERM_SLT, or_equal = op == TERM_SLE || op == TERM_ULE;
    if (term->width_bits != 1 || !(term->deps & DEP_MEMORY))
        return;
    if (op == TERM_AND || op == TERM_OR || op == TERM_XOR) { /* `not` is an exclusive or */
        bool is_not = op == TERM_XOR && term_is_const(t, term_child(t, claim, 1), NULL);
        for (uint32_t i = 0; i < term->arity && (is_not || op != TERM_XOR); i++)
            add_elements(survey, term_child(t, claim, i), holds != is_not);
        return;
    }
    const struct quantity more = quantity_constant(or_equal == holds); /* !(n <= e) is e < n, !(n < e) is e <= n */
    struct quantity limit;
    int64_t most = VALUES_LEAST;
    if ((is_less || or_equal) && uniform_of(survey, term_child(t, claim, holds), &limit) && quantity_add(&limit, 1, &more, &limit) &&
        (!quantity_is_constant(&limit, &most) || most >= VALUES_LEAST))
        survey_claimed(survey, uncut(t, term_child(t, claim, !holds)), &limit);
}

void survey_elements(struct survey *survey, term_ref claim) {
    add_elements(survey, claim, true);
}

void survey_stated(struct survey *survey, term_ref claim) {
    const struct term_table *t = survey->prover->terms;
    enum term_op op = term_op_of(term_get(t, claim));
    struct quantity a, b, plus, minus, one = quantity_constant(1);
    if (term_width(t, claim) != 1 || (op != TERM_AND && (term_deps(t, claim) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) != 0))
        return;
    if (op == TERM_AND) {
        survey_stated(survey, term_child(t, claim, 0));
        survey_stated(survey, term_child(t, claim, 1));
    } else if (op == TERM_EQ) {
        add_equation(survey, term_child(t, claim, 0), term_child(t, claim, 1));
        add_equation(survey, term_child(t, claim, 1), term_child(t, claim, 0));
    } else if ((op == TERM_ULT || op == TERM_ULE || op == TERM_SLT || op == TERM_SLE) && uniform_of(survey, term_child(t, claim, 0), &a) &&
               uniform_of(survey, term_child(t, claim, 1), &b)) {
        bool is_strict = op == TERM_ULT || op == TERM_SLT;
        if (quantity_add(&b, -1, &a, &b) && (!is_strict || quantity_add(&b, -1, &one, &b)) && quantity_split(&b, &plus, &minus))
            survey_add_at_least(survey, CANDIDATE_STATED, &plus, &minus);
    }
}
