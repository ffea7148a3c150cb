/* Equal sums of bits: what is left without equal summands is equal.

   A difference `z - q * n` of a thread's number may wrap, so the algebra knows it as an atom. Where two of them are equal, and so are q and q',
   whatever q is, the summands q * n cancel, and z = z': equal remainders and quotients belong to one number, also where the quotient is made
   otherwise, `(mulhi(z, m) + z) >> s`. */
#include "prove/rung/algebra.h"

#include "base/breakage.h"
#include "prove/frame/prover.h"

enum { SUMMANDS_MAX = 8, TERM_DEEPEST = 8 };

struct summands {
    term_ref list[SUMMANDS_MAX];
    uint32_t count;
    bool is_full;
};

static void collect(const struct term_table *t, term_ref sum, struct summands *out) {
    if (term_op_of(term_get(t, sum)) == TERM_ADD) {
        for (uint32_t i = 0; i < term_get(t, sum)->arity; i++)
            collect(t, term_child(t, sum, i), out);
    } else if (out->count < SUMMANDS_MAX) {
        out->list[out->count++] = sum;
    } else {
        out->is_full = true;
    }
}

static bool is_allowed(const struct peeling *peeling, const struct integer_view *view) {
    uint32_t known = 0;
    for (uint32_t i = 0; i < view->claim_count; i++)
        for (uint32_t n = 0; n < peeling->claim_count; n++)
            known += peeling->claims[n] == view->claims[i];
    return !peeling->is_limited || known == view->claim_count;
}

/* The view is noted, since what is drawn from it rests on its claims. */
static const struct integer_view *view_noted(struct peeling *peeling, term_ref t) {
    const struct integer_view *view = integer_view_of(peeling->space, t, false);
    if (!is_allowed(peeling, view))
        return NULL;
    for (uint32_t i = 0; i < peeling->operand_count; i++)
        if (peeling->operands[i] == view)
            return view;
    if (peeling->operand_count == OPERANDS_MAX)
        return NULL;
    peeling->operands[peeling->operand_count++] = view;
    return view;
}

static bool are_paired(const struct peeling *peeling, term_ref s, term_ref t) {
    if (BREAK(OPERANDS))
        return true;
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        const struct atom *a = &peeling->space->atoms.data[peeling->pairs[i].first], *b = &peeling->space->atoms.data[peeling->pairs[i].second];
        bool are_values = a->kind != ATOM_PRODUCT && b->kind != ATOM_PRODUCT && !term_is_none(a->term) && !term_is_none(b->term);
        if (are_values && ((term_same(a->term, s) && term_same(b->term, t)) || (term_same(a->term, t) && term_same(b->term, s))))
            return true;
    }
    return false;
}

/* The bits of s and of t are equal, by the pairs that were found. */
static bool are_equal(const struct peeling *peeling, term_ref s, term_ref t, uint32_t depth) {
    const struct term_table *terms = peeling->prover->terms;
    const struct term *a = term_get(terms, s), *b = term_get(terms, t);
    if (term_same(s, t))
        return true;
    if (a->width_bits != b->width_bits || depth > TERM_DEEPEST)
        return false;
    if (are_paired(peeling, s, t))
        return true;
    bool are = a->op == b->op && a->arity == b->arity && a->arity > 0 && a->value == b->value;
    for (uint32_t i = 0; i < a->arity && are; i++)
        are = are_equal(peeling, term_child(terms, s, i), term_child(terms, t, i), depth + 1);
    return are;
}

static term_ref sum_of(struct term_table *t, const struct summands *s, uint8_t width_bits) {
    term_ref sum = term_const(t, width_bits, 0);
    for (uint32_t i = 0; i < s->count; i++)
        sum = term_add(t, sum, s->list[i], 0);
    return sum;
}

/* Takes from both what is equal; false if nothing is but by being the same for both threads, which tells nothing new. */
static bool cancel(const struct peeling *peeling, struct summands *x, struct summands *y) {
    uint32_t kept = 0, before = x->count;
    bool is_new = false;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t at = 0;
        while (at < y->count && !are_equal(peeling, x->list[i], y->list[at], 0))
            at++;
        is_new |= at < y->count && !term_same(x->list[i], y->list[at]);
        if (at < y->count)
            y->list[at] = y->list[--y->count];
        else
            x->list[kept++] = x->list[i];
    }
    x->count = kept;
    return is_new;
}

void operands_equate(struct peeling *peeling, struct atom_pair pair) {
    struct term_table *t = peeling->prover->terms;
    const term_ref x = peeling->space->atoms.data[pair.first].term, y = peeling->space->atoms.data[pair.second].term;
    struct summands own = {.count = 0}, other = {.count = 0};
    if (term_is_none(x) || term_is_none(y) || term_width(t, x) != term_width(t, y) || term_op_of(term_get(t, x)) != TERM_ADD ||
        term_op_of(term_get(t, y)) != TERM_ADD)
        return;
    collect(t, x, &own);
    collect(t, y, &other);
    if (own.is_full || other.is_full || !cancel(peeling, &own, &other) || own.count == 0 || other.count == 0)
        return;
    const struct integer_view *a = view_noted(peeling, sum_of(t, &own, term_width(t, x)));
    const struct integer_view *b = a ? view_noted(peeling, sum_of(t, &other, term_width(t, x))) : NULL;
    if (b)
        (void)peel_equate(peeling, &a->linear, &b->linear, 0);
}
