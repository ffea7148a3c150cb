/* The algebra of mixed-radix numbers, without a solver (docs/theory.md, "The mixed-radix lemma").

   Two offsets are equal. If both are X*W + low with 0 <= low < W, then X and X'
   are equal and so are low and low' (delinearisation); applied again and again
   this gives equations between single symbols. If they make the two threads the
   same thread (or their blocks the same block), the accesses never meet. W is a
   constant or a symbolic product; low < W follows from ranges, from the launch
   (threadIdx < blockDim), or is literally one of the guard's conjuncts. */
#include "prove/rung/algebra.h"

#include <assert.h>

#include "integer/integer.h"
#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/rung/premise.h"
#include "prove/rung/proof.h"
#include "prove/rung/radix.h"

#define LEARN_STEPS 50u /* what a query, an equation and a question about a digit cost, in solver steps */
#define PEEL_STEPS 20u
#define DIGIT_STEPS 10u

/* Two symbols, quotients or remainders that the guards give the same value. */
static void equate_constants(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->constant_count; i++)
        for (uint32_t j = 0; j < peeling->constant_count; j++) {
            const struct linear *a = &peeling->constants[i], *b = &peeling->constants[j];
            if (a->constant == b->constant && a->monomials[0].coefficient == b->monomials[0].coefficient)
                (void)peel_atoms(peeling, a, b);
        }
}

static bool is_same_division(const struct division *a, const struct division *b) {
    return integer_equal(&a->d, &b->d) && a->floors == b->floors && a->least == b->least && a->most == b->most;
}

/* x / (d * e) is x / d / e; from `whole`, x / (d * e), the quotient of the second step if it is a division
   of the kernel with these d and e; NULL: none. */
static const struct division *second_step(struct integer_space *space, const struct division *whole, const struct division *first,
                                          const struct linear *e) {
    struct linear product, middle = integer_atom(space, first->quotient);
    if (!integer_equal(&first->x, &whole->x) || first->floors != whole->floors || !integer_multiply(space, first->d, *e, &product) ||
        !integer_equal(&product, &whole->d))
        return NULL;
    for (uint32_t i = 0; i < space->divisions.size; i++) {
        const struct division *d = &space->divisions.data[i];
        if (integer_equal(&d->x, &middle) && integer_equal(&d->d, e) && d->floors == whole->floors)
            return d;
    }
    return NULL;
}

/* The quotients a and b of equal divisors are equal, and so are those of their second steps. */
static void equate_steps(struct peeling *peeling, const struct division *a, const struct division *b) {
    struct integer_space *space = peeling->space;
    for (uint32_t i = 0; i < space->divisions.size && !a->floors; i++) {
        const struct division first = space->divisions.data[i];
        for (uint32_t j = 0; j < space->divisions.size && integer_equal(&first.x, &a->x); j++) {
            const struct linear e = space->divisions.data[j].d;
            const struct division *own = second_step(space, a, &first, &e);
            for (uint32_t k = 0; own && k < space->divisions.size; k++) {
                const struct division other = space->divisions.data[k];
                const struct division *copy = is_same_division(&first, &other) ? second_step(space, b, &other, &e) : NULL;
                bool composes = digit_is_natural(peeling, &a->x) && digit_is_natural(peeling, &b->x);
                if (copy && composes && digit_is_nonzero(peeling, &first.d) && digit_is_nonzero(peeling, &e))
                    peel_add_pair(peeling, own->quotient, copy->quotient);
            }
        }
    }
}

static bool is_pair_of(const struct peeling *peeling, const struct linear *x, const struct linear *y, const struct linear *d) {
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        const struct division *a = division_with(peeling->space, peeling->pairs[i].first, false);
        const struct division *b = division_with(peeling->space, peeling->pairs[i].second, false);
        if (a && b && !a->floors && !b->floors && integer_equal(&a->x, x) && integer_equal(&b->x, y) && integer_equal(&a->d, d) &&
            integer_equal(&b->d, d))
            return true;
    }
    return false;
}

/* Of equal remainders: numbers below the divisor are equal themselves; x / d are if they are
   remainders of equal divisions by e and x / (d * e) are equal. */
static void equate_remainders(struct peeling *peeling, struct atom_pair pair) {
    struct integer_space *space = peeling->space;
    const struct division *own = division_with(space, pair.first, true), *copy = division_with(space, pair.second, true);
    if (!own || !copy || !is_same_division(own, copy) || !digit_is_nonzero(peeling, &own->d))
        return;
    const struct division a = *own, b = *copy;
    if (digits_of(peeling, &a.x, &b.x, &a.d)) {
        (void)peel_equate(peeling, &a.x, &b.x, 0);
        return;
    }
    bool are_atoms = a.x.count == 1 && b.x.count == 1 && a.x.constant == 0 && b.x.constant == 0 && a.x.monomials[0].coefficient == 1 &&
                     b.x.monomials[0].coefficient == 1 && !a.floors;
    own = are_atoms ? division_with(space, a.x.monomials[0].atom, false) : NULL;
    copy = are_atoms ? division_with(space, b.x.monomials[0].atom, false) : NULL;
    if (!own || !copy || own->floors || !is_same_division(own, copy))
        return;
    const struct division first = *own, second = *copy;
    struct linear whole;
    if (integer_multiply(space, first.d, a.d, &whole) && is_pair_of(peeling, &first.x, &second.x, &whole) && digit_is_natural(peeling, &first.x) &&
        digit_is_natural(peeling, &second.x) && digit_is_nonzero(peeling, &first.d))
        peel_add_pair(peeling, first.quotient, second.quotient);
}

/* The atom is the remainder of the number that the division divides: its own, or z % d where it divides z % (e * d), since
   z % (e * d) % d is z % d. */
static bool is_remainder_of(struct integer_space *space, uint32_t atom, const struct division *division) {
    const struct division *own = division_with(space, atom, true);
    bool is_atom = division->x.count == 1 && division->x.constant == 0 && division->x.monomials[0].coefficient == 1;
    const struct division *outer = is_atom && own ? division_with(space, division->x.monomials[0].atom, true) : NULL;
    struct linear e, rest;
    if (atom == division->quotient + 1)
        return true;
    if (!outer || division->floors || own->floors || outer->floors || !integer_equal(&own->d, &division->d) || !integer_equal(&own->x, &outer->x))
        return false;
    struct linear whole = outer->d, d = division->d;
    return radix_divide(space, &whole, &d, &e, &rest) && rest.count == 0 && rest.constant == 0;
}

/* Equal quotients and remainders of equal divisors are those of equal numbers. */
static void equate_divided(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->pair_count; i++) {
        struct atom_pair pair = peeling->pairs[i];
        equate_remainders(peeling, pair);
        const struct division *a = division_with(peeling->space, pair.first, false), *b = division_with(peeling->space, pair.second, false);
        if (a && b && is_same_division(a, b))
            equate_steps(peeling, &(struct division){a->x, a->d, a->floors, a->least, a->most, a->quotient},
                         &(struct division){b->x, b->d, b->floors, b->least, b->most, b->quotient});
        for (uint32_t j = 0; j <= i; j++) {
            struct atom_pair q = peeling->pairs[j], r = pair;
            for (uint32_t order = 0; order < 2; order++) {
                struct atom_pair swap = q;
                const struct division *own = division_with(peeling->space, q.first, false), *copy = division_with(peeling->space, q.second, false);
                if (own && copy && is_same_division(own, copy)) {
                    const struct division d = *own, other = *copy;
                    struct linear x = d.x, y = other.x;
                    if (is_remainder_of(peeling->space, r.first, &d) && is_remainder_of(peeling->space, r.second, &other) &&
                        digit_is_nonzero(peeling, &d.d))
                        (void)peel_equate(peeling, &x, &y, 0);
                }
                q = r;
                r = swap;
            }
        }
    }
}

/* Sums of bits whose summands are known to be equal in part; where premises are assumed, they are no bits. */
static void equate_operands(struct peeling *peeling) {
    for (uint32_t i = 0; i < peeling->pair_count && !peeling->missing; i++)
        operands_equate(peeling, peeling->pairs[i]);
}

/* Every axis in which the threads (blocks) may differ is equal. */
static bool same_place(const struct peeling *peeling, enum pairing pairing) {
    assert(pairing < PAIRING_COUNT);
    struct prover *prover = peeling->prover;
    for (uint32_t a = 0; a < 3; a++) {
        term_ref own = prover_scoped(prover, pairing == WITHIN_BLOCK ? prover->protocol->tid[a] : prover->protocol->bid[a]);
        if (!term_is_const(prover->terms, own, NULL) && !peel_is_found(peeling, own))
            return false;
    }
    return true;
}

/* Offsets are constants apart from multiples of a number of bytes, and no access crosses such a multiple: accesses that
   overlap lie in one cell of so many bytes. */
static bool share_cell(struct peeling *peeling, struct linear *a, struct linear *b, const uint64_t size[2]) {
    int64_t cell = peel_divisor(b, peel_divisor(a, 0)), at[2];
    struct linear *both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        at[i] = cell == 0 ? 0 : (both[i]->constant % cell + cell) % cell;
        if (size[i] > (uint64_t)cell || size[i] + (uint64_t)at[i] > (uint64_t)cell)
            return false;
    }
    peeling->is_impossible |= (uint64_t)at[0] + size[0] <= (uint64_t)at[1] || (uint64_t)at[1] + size[1] <= (uint64_t)at[0];
    a->constant -= at[0];
    b->constant -= at[1];
    return true;
}

/* *offset becomes that of one of the access's bytes; false: it cannot be told. */
static bool take_byte(struct peeling *peeling, uint64_t size, struct linear *offset) {
    struct integer_space *space = peeling->space;
    if (size == 1)
        return true;
    if (size == 0 || size > INT32_MAX)
        return false;
    struct linear byte = integer_atom(space, integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .low = 0, .high = (int64_t)size - 1}));
    return integer_combine(space, 1, offset, 1, &byte, offset);
}

/* The equation l = 0 as one between numbers without negative coefficients. */
static void equate_signs(struct peeling *peeling, const struct linear *l) {
    struct arena *arena = peeling->space->arena;
    struct linear a = {arena_alloc(arena, (l->count + 1) * sizeof *a.monomials), 0, l->constant > 0 ? l->constant : 0};
    struct linear b = {arena_alloc(arena, (l->count + 1) * sizeof *b.monomials), 0, l->constant < 0 ? -l->constant : 0};
    for (uint32_t i = 0; i < l->count; i++)
        if (l->monomials[i].coefficient > 0)
            a.monomials[a.count++] = l->monomials[i];
        else
            b.monomials[b.count++] = (struct monomial){l->monomials[i].atom, -l->monomials[i].coefficient};
    (void)peel_equate(peeling, &a, &b, 0);
}

static void equate_sides(struct peeling *peeling, const struct linear *l) {
    struct linear digits;
    equate_signs(peeling, l);
    if (!peeling->is_impossible && digit_spread(peeling->space, l, &digits))
        equate_signs(peeling, &digits);
}

static void equate_parts(struct peeling *peeling, formula_ref f) {
    const struct formula formula = peeling->space->formulas.data[f.id];
    for (uint32_t i = 0; formula.kind == FORMULA_AND && i < formula.count; i++)
        equate_parts(peeling, formula.parts[i]);
    if (formula.kind == FORMULA_EQ && formula.linear.count > 1)
        equate_sides(peeling, &formula.linear);
}

enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_OPEN };

/* l, atoms being replaced by the ones that they equal; false if that is no constant. */
static bool is_constant(const struct peeling *peeling, const struct linear *l, int64_t *value) {
    uint32_t left = l->count;
    *value = l->constant;
    bool taken[FACTS_MAX] = {false};
    for (uint32_t i = 0; i < l->count && l->count <= FACTS_MAX; i++)
        for (uint32_t j = 0; j < l->count && !taken[i]; j++) {
            bool cancels = !taken[j] && i != j && l->monomials[i].coefficient == -l->monomials[j].coefficient &&
                           peel_is_pair(peeling, l->monomials[i].atom, l->monomials[j].atom);
            taken[i] |= cancels;
            taken[j] |= cancels;
            left -= cancels ? 2 : 0;
        }
    return left == 0;
}

/* The formula under the equations that were found. */
static enum truth truth_of(const struct peeling *peeling, formula_ref f) {
    const struct formula *formula = &peeling->space->formulas.data[f.id];
    bool is_and = formula->kind == FORMULA_AND;
    enum truth all = is_and ? TRUTH_TRUE : TRUTH_FALSE;
    int64_t value;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE: return formula->kind == FORMULA_TRUE ? TRUTH_TRUE : TRUTH_FALSE;
    case FORMULA_VARIABLE: return TRUTH_OPEN;
    case FORMULA_LE:
    case FORMULA_EQ:
        if (!is_constant(peeling, &formula->linear, &value))
            return TRUTH_OPEN;
        return (formula->kind == FORMULA_LE ? value <= 0 : value == 0) ? TRUTH_TRUE : TRUTH_FALSE;
    case FORMULA_NOT:
        all = truth_of(peeling, formula->parts[0]);
        return all == TRUTH_OPEN ? TRUTH_OPEN : all == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
    case FORMULA_AND:
    case FORMULA_OR:
        for (uint32_t i = 0; i < formula->count; i++) {
            enum truth part = truth_of(peeling, formula->parts[i]);
            if (part == (is_and ? TRUTH_FALSE : TRUTH_TRUE))
                return part;
            all = part == TRUTH_OPEN ? TRUTH_OPEN : all;
        }
        return all;
    }
    return TRUTH_OPEN;
}

/* This work counts against the budget too, in solver steps. */
static void charge(const struct peeling *peeling) {
    uint64_t cost = LEARN_STEPS + (uint64_t)peeling->steps * PEEL_STEPS + (uint64_t)peeling->digit_steps * DIGIT_STEPS;
    budget_pay(&peeling->prover->budget, cost);
}

formula_ref algebra_learn(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    struct integer_space *space = prover->integers;
    struct peeling peeling = {.prover = prover, .space = space, .is_limited = true, .claims = claims, .claim_count = count};
    peel_facts(&peeling, f);
    equate_parts(&peeling, f);
    equate_constants(&peeling);
    equate_divided(&peeling);
    equate_operands(&peeling);
    charge(&peeling);
    if (peeling.is_impossible || (peeling.pair_count > 0 && truth_of(&peeling, f) == TRUTH_FALSE))
        return formula_bool(space, false);
    for (uint32_t i = 0; i < peeling.pair_count; i++) {
        struct linear first = integer_atom(space, peeling.pairs[i].first), second = integer_atom(space, peeling.pairs[i].second), apart;
        if (integer_combine(space, 1, &first, -1, &second, &apart))
            f = formula_and(space, f, formula_eq(space, &apart));
    }
    return f;
}

/* What the equation x = y of two offsets tells, the views' claims included. */
struct drawn {
    term_ref whole;
    const uint32_t *claims;
    uint32_t count;
    const struct integer_view *views[2];
};

static bool draw(struct peeling *peeling, enum pairing pairing, const struct equal_offsets *offsets, const uint64_t *size, struct drawn *drawn) {
    assert(pairing < PAIRING_COUNT);
    term_ref guards = offsets->guards, x = offsets->x, y = offsets->y;
    struct prover *prover = peeling->prover;
    struct integer_space *space = peeling->space;
    term_ref whole = term_and(prover->terms, guards, prover_facts(prover, pairing, term_and(prover->terms, guards, term_eq(prover->terms, x, y))));
    drawn->whole = whole;
    peel_facts(peeling, integer_query_of(space, whole, &drawn->claims, &drawn->count));
    drawn->views[0] = integer_view_of(space, x, true);
    drawn->views[1] = integer_view_of(space, y, true);
    struct linear own = drawn->views[0]->linear, other = drawn->views[1]->linear;
    if (size && !share_cell(peeling, &own, &other, size) && (!take_byte(peeling, size[0], &own) || !take_byte(peeling, size[1], &other)))
        return false; /* accesses overlap in a byte of both: the lowest digit */
    peel_equate(peeling, &own, &other, 0);
    equate_constants(peeling);
    equate_divided(peeling);
    equate_operands(peeling);
    return true;
}

/* What is drawn from the views needs no claim that stands beside them. */
static void add_needed(struct prover *prover, struct proof *proof, const uint32_t *claims, uint32_t count, term_ref whole) {
    uint32_t *needed = arena_alloc(prover->arena, (count + (size_t)1) * sizeof *needed);
    proof_add_claims(prover->arena, proof, needed, integer_needed_claims(prover->integers, claims, count, needed), whole);
}

static void add_operands(const struct peeling *peeling, struct proof *proof, term_ref whole) {
    for (uint32_t i = 0; i < peeling->operand_count; i++)
        add_needed(peeling->prover, proof, peeling->operands[i]->claims, peeling->operands[i]->claim_count, whole);
}

static struct proof proof_drawn(const struct peeling *peeling, const struct drawn *drawn) {
    struct prover *prover = peeling->prover;
    struct proof proof = proof_by(RUNG_ALGEBRA);
    add_needed(prover, &proof, drawn->claims, drawn->count, drawn->whole);
    for (int i = 0; i < 2; i++)
        add_needed(prover, &proof, drawn->views[i]->claims, drawn->views[i]->claim_count, drawn->whole);
    add_operands(peeling, &proof, drawn->whole);
    return proof;
}

/* *context: where the claims are needed; TERM_NONE: with all that is drawn from, which it gets. */
static struct proof disjoint(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, const uint64_t *size,
                             term_ref *context) {
    struct peeling peeling = {.prover = prover, .space = prover->integers};
    struct drawn drawn;
    if (!draw(&peeling, pairing, offsets, size, &drawn) || (!peeling.is_impossible && !same_place(&peeling, pairing)))
        return proof_none(SMT_SAT);
    *context = drawn.whole = term_is_none(*context) ? drawn.whole : *context;
    return proof_drawn(&peeling, &drawn);
}

enum { GUARDS_MOST = 8 };
/* The conjuncts of the guards whose views rest on claims; more than GUARDS_MOST: some of them. */
static void find_claiming(struct prover *prover, term_ref guards, term_ref list[], uint32_t *count) {
    const uint32_t *claims;
    uint32_t all;
    for (uint32_t i = 0; i < 2 && term_op_of(term_get(prover->terms, guards)) == TERM_AND; i++)
        find_claiming(prover, term_child(prover->terms, guards, i), list, count);
    if (term_op_of(term_get(prover->terms, guards)) == TERM_AND)
        return;
    (void)integer_query_of(prover->integers, guards, &claims, &all);
    uint32_t *needed = arena_alloc(prover->arena, (all + (size_t)1) * sizeof *needed);
    if (integer_needed_claims(prover->integers, claims, all, needed) > 0 && *count < GUARDS_MOST)
        list[(*count)++] = guards;
}

static term_ref without(struct term_table *t, term_ref guards, term_ref conjunct) {
    if (term_op_of(term_get(t, guards)) == TERM_AND)
        return term_and(t, without(t, term_child(t, guards, 0), conjunct), without(t, term_child(t, guards, 1), conjunct));
    return term_same(guards, conjunct) ? term_true(t) : guards;
}

/* A proof that needs fewer guards, and so no claims of those, is preferred; the others are needed only where all guards hold. */
struct proof algebra_disjoint(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, const uint64_t *size) {
    assert(pairing < PAIRING_COUNT);
    term_ref list[GUARDS_MOST], context = TERM_NONE;
    struct proof proof = disjoint(prover, pairing, offsets, size, &context);
    uint32_t count = 0;
    if (!proof.holds || !proof.claims)
        return proof;
    struct equal_offsets fewer = *offsets;
    find_claiming(prover, offsets->guards, list, &count);
    for (uint32_t i = 0; i < count; i++) {
        const term_ref kept = fewer.guards;
        fewer.guards = without(prover->terms, kept, list[i]);
        struct proof other = disjoint(prover, pairing, &fewer, size, &context);
        proof = other.holds ? other : proof;
        fewer.guards = other.holds ? fewer.guards : kept;
    }
    return proof;
}

struct proof algebra_agrees(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, term_ref differ) {
    assert(pairing < PAIRING_COUNT);
    struct peeling peeling = {.prover = prover, .space = prover->integers};
    struct drawn drawn;
    (void)draw(&peeling, pairing, offsets, NULL, &drawn);
    charge(&peeling);
    for (uint32_t i = 0; i < peeling.equal_count; i++) {
        symbol_ref copy = {(uint32_t)term_get(prover->terms, prover_second(prover, pairing, peeling.equal[i]))->value};
        differ = term_replace(prover->terms, differ, copy, peeling.equal[i]);
    }
    return term_is_false(prover->terms, differ) ? proof_drawn(&peeling, &drawn) : proof_none(SMT_SAT);
}

struct proof algebra_contradicts(struct prover *prover, enum pairing pairing, term_ref query) {
    assert(pairing < PAIRING_COUNT);
    struct peeling peeling = {.prover = prover, .space = prover->integers};
    const uint32_t *claims;
    uint32_t count;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    formula_ref f = integer_query_of(prover->integers, whole, &claims, &count);
    peel_facts(&peeling, f);
    equate_parts(&peeling, f);
    equate_constants(&peeling);
    equate_divided(&peeling);
    equate_operands(&peeling);
    charge(&peeling);
    for (uint32_t i = 0; i < peeling.pair_count; i++) {
        const struct atom *x = &prover->integers->atoms.data[peeling.pairs[i].first], *y = &prover->integers->atoms.data[peeling.pairs[i].second];
        bool are_symbols = x->kind == ATOM_SYMBOL && y->kind == ATOM_SYMBOL && term_op_of(term_get(prover->terms, y->term)) == TERM_SYMBOL;
        if (are_symbols && term_width(prover->terms, x->term) == term_width(prover->terms, y->term))
            query = term_replace(prover->terms, query, (symbol_ref){(uint32_t)term_get(prover->terms, y->term)->value}, x->term);
    }
    struct proof proof = peeling.is_impossible || term_is_false(prover->terms, query) ? proof_by(RUNG_ALGEBRA) : proof_none(SMT_SAT);
    if (proof.holds) {
        add_needed(prover, &proof, claims, count, whole);
        add_operands(&peeling, &proof, whole);
    }
    return proof;
}

void algebra_premises(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, struct premises *out) {
    assert(pairing < PAIRING_COUNT);
    struct peeling peeling = {.prover = prover, .space = premise_space(prover), .missing = out};
    struct drawn drawn;
    out->count = 0;
    (void)draw(&peeling, pairing, offsets, NULL, &drawn);
    charge(&peeling);
}
