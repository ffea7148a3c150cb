/* What the second rung of the ladder knows while it takes two equal numbers apart;
   algebra.c, peel.c and digit.c. */
#ifndef WP_PROVE_ALGEBRA_H
#define WP_PROVE_ALGEBRA_H

#include "integer/integer.h"
#include "prove/frame/prover.h"

#define FACTS_MAX 64u
#define PAIRS_MAX 64u
#define EQUAL_MAX 16u
#define CONSTANTS_MAX 16u

struct atom_pair { uint32_t first, second; };

struct peeling {
    struct prover *prover;
    struct integer_space *space;
    struct linear facts[FACTS_MAX]; /* each <= 0 */
    uint32_t fact_count;
    struct linear constants[CONSTANTS_MAX]; /* of one atom each, = 0 */
    uint32_t constant_count;
    term_ref equal[EQUAL_MAX];      /* symbols of t that equal u's */
    uint32_t equal_count;
    struct atom_pair pairs[PAIRS_MAX]; /* atoms of t and of u that are equal */
    uint32_t pair_count, digit_steps, steps;
    bool is_impossible;             /* what was derived contradicts itself */
};

/* a, of thread t, and b, of u, lie in one interval of |w| integers that only uniform values determine,
   and w is not 0: if they are equal modulo w they are equal. w is uniform. */
bool digits_of(struct peeling *peeling, const struct linear *a, const struct linear *b, const struct linear *w);

/* peel.c */
/* Takes the inequalities and constants among the conjuncts. */
void peel_facts(struct peeling *peeling, formula_ref f);
/* Draws what it can from a = b; true if nothing more can be drawn from it. */
bool peel_equate(struct peeling *peeling, const struct linear *a, const struct linear *b, uint32_t depth);
/* a = b, both single atoms: a symbol of u is the copy of t's, or quotients or remainders are equal. */
bool peel_atoms(struct peeling *peeling, const struct linear *a, const struct linear *b);
/* The greatest number that divides `divisor` and all coefficients of l. */
int64_t peel_divisor(const struct linear *l, int64_t divisor);
/* The atoms were found to be equal. */
bool peel_is_pair(const struct peeling *peeling, uint32_t first, uint32_t second);
void peel_add_pair(struct peeling *peeling, uint32_t first, uint32_t second);
/* The symbol of t was found to be equal to u's. */
bool peel_is_found(const struct peeling *peeling, term_ref t);

/* digit.c */
/* l >= 0: by its range, because a fact says so, or as a remainder of such a number. */
bool digit_is_natural(struct peeling *peeling, const struct linear *l);

/* Numbers that stand next to their own remainders, taken apart: k*x + c*(x mod d) is k*d*(x div d) + (k + c)*(x mod d).
   false: there are none in l. */
bool digit_spread(struct integer_space *space, const struct linear *l, struct linear *out);

/* w cannot be 0. */
bool digit_is_nonzero(struct peeling *peeling, const struct linear *w);

#endif
