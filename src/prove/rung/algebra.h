/* The state of the algebra while it draws equations from the equality of two numbers; algebra.c, peel.c and digit.c
   (docs/theory.md, "The mixed-radix lemma"). */
#ifndef WP_PROVE_ALGEBRA_H
#define WP_PROVE_ALGEBRA_H

#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/premise.h"

#define FACTS_MAX 64u
#define PAIRS_MAX 64u
#define EQUAL_MAX 16u
#define CONSTANTS_MAX 16u
#define OPERANDS_MAX 8u

struct atom_pair {
    uint32_t first, second;
};

struct peeling {
    struct prover *prover;
    struct integer_space *space;
    struct linear facts[FACTS_MAX]; /* each <= 0 */
    uint32_t fact_count;
    struct linear constants[CONSTANTS_MAX]; /* of one atom each, = 0 */
    uint32_t constant_count;
    term_ref equal[EQUAL_MAX]; /* symbols of t that equal u's */
    uint32_t equal_count;
    struct atom_pair pairs[PAIRS_MAX]; /* atoms of t and of u that are equal */
    uint32_t pair_count, digit_steps, steps;
    const struct integer_view *operands[OPERANDS_MAX]; /* of sums whose equal summands were cancelled: what is drawn rests on their claims */
    uint32_t operand_count;
    bool is_limited; /* to views of operands that rest on no claims but these */
    const uint32_t *claims;
    uint32_t claim_count;
    bool is_impossible;       /* an equation that was drawn has no solution */
    struct premises *missing; /* NULL: a proof. Else premises that nothing shows are assumed and recorded here, and
                                       every radix is tried */
};

/* The lemma's premise: w != 0, and a (of t) and b (of u) lie in one interval of |w| consecutive integers whose ends are the same
   for both threads. So a = b modulo w implies a = b. w is uniform. */
bool digits_of(struct peeling *peeling, const struct linear *a, const struct linear *b, const struct linear *w);
/* The same of the low parts of two numbers. With `missing` a premise that is not shown is recorded and assumed, if it can be stated. */
bool digits_assumed(struct peeling *peeling, const struct digits *a, const struct digits *b, const struct linear *w);

/* peel.c */
/* Adds the inequalities among the conjuncts to `facts` and equations of one atom to `constants`. */
void peel_facts(struct peeling *peeling, formula_ref f);
/* Draws equations from a = b, which holds; true if a and b were taken apart into atoms completely. */
bool peel_equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth);
/* Adds a = b, both single atoms that are no products, to the pairs; a symbol that equals its copy also to `equal`. */
bool peel_atoms(struct peeling *peeling, const struct linear *a, const struct linear *b);
/* The greatest number that divides `divisor` and all coefficients of l. */
int64_t peel_divisor(const struct linear *l, int64_t divisor);
/* The atoms were found to be equal. */
bool peel_is_pair(const struct peeling *peeling, uint32_t first, uint32_t second);
/* Adds the pair, once. */
void peel_add_pair(struct peeling *peeling, uint32_t first, uint32_t second);
/* The symbol of t was found to equal its copy for u. */
bool peel_is_found(const struct peeling *peeling, term_ref t);

/* digit.c */
/* l >= 0, by its range, by a fact, or because l is a remainder of a number >= 0 or its quotient by a number >= 1. */
bool digit_is_natural(struct peeling *peeling, const struct linear *l);

/* Replaces k*x + c*(x mod d) in l by k*d*(x div d) + (k + c)*(x mod d), which is equal as x = d*(x div d) + x mod d. False if l
   has no such summands. */
bool digit_spread(struct integer_space *space, const struct linear *l, struct linear *out);

/* w != 0. */
bool digit_is_nonzero(struct peeling *peeling, const struct linear *w);

/* operands.c. The pair is equal: so are its terms, and what two sums of bits have beside equal summands. */
void operands_equate(struct peeling *peeling, struct atom_pair pair);

#endif
