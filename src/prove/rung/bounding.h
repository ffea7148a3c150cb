/* How large the value of a term can be, over all threads and iterations, as a polynomial over
   sizes.

   The value is flattened into a polynomial over leaves: indices, ordinals, sizes, remainders. Each
   leaf is at least 0. Its largest value is found by replacing

     q * X by q * (E - 1), where the query says X < E; leaves of E that are no sizes are replaced in turn;
     threadIdx by blockDim - 1, blockIdx by gridDim - 1;
     a quotient, remainder or mask by its bound.

   A guard X < E speaks of the wrapped value of X, so it may be used for a claim about T only if X
   stands below T in the order of terms: the claims about X are then settled without T. For a loop
   `for (i = a; i < n; i += s)` that is not enough for i itself. There, induction over the
   iterations: before iteration k > 0 the value of iteration k - 1 was below n without a wrap, so
   that of iteration k is at most n - 1 + s. */
#ifndef WP_PROVE_BOUNDING_H
#define WP_PROVE_BOUNDING_H

#include "integer/polynomial.h"
#include "prove/frame/prover.h"
#include "prove/rung/demand.h"

enum { DEPTH_MAX = 60, GUARDS_MAX = 96, COUNTERS_MAX = 3, LEAVES_MAX = 64 };

/* X <= bound, X having a leaf that is no size. */
struct upper_bound {
    struct polynomial of, bound;
    term_ref term, by;
    bool is_signed, is_inductive, is_of_sizes /* the bound */, is_used;
};

/* A number that is not flattened further. `needs_sign`: a size that is used as a number of the
   other sign somewhere, or may be negative; `is_natural`: the context says that it is not negative.
 */
struct leaf {
    term_ref term;
    bool is_signed, needs_sign, is_natural;
};

enum { CLAIM_CHOICES_MAX = 6 };

struct bounding {
    struct prover *prover;
    term_ref about; /* the claim's term */
    term_ref asked; /* the context that the guards are of */
    uint32_t context_guards, context_leaves;
    struct upper_bound guards[GUARDS_MAX];
    uint32_t guard_count;
    struct leaf leaves[LEAVES_MAX];
    uint32_t leaf_count; /* atoms of polynomials are indices of these */
    uint32_t signs[DEMAND_SIGNS_MAX], sign_count;
    bool is_picking; /* each choice in the claim stands for one of its sides: by its bit in `picks` */
    uint32_t picks, choice_count;
    term_ref choices[CLAIM_CHOICES_MAX];
};

/* flatten.c */
/* The term is computed from launch dimensions and parameters alone. */
bool bounding_is_size(const struct term_table *t, term_ref r);
/* The term is a symbol; which. */
bool bounding_symbol_of(const struct term_table *t, term_ref r, const struct symbol **symbol);
/* The term is the ordinal of an iteration. */
bool bounding_is_counter(const struct term_table *t, term_ref r);
/* The term is a parameter of an unsigned type. */
bool bounding_is_unsigned(const struct prover *prover, term_ref r);
bool bounding_has_negative(const struct polynomial *p);
/* Whether the leaf is a size, and whether all leaves of the polynomial are. */
bool bounding_is_size_atom(const struct bounding *b, uint32_t atom);
bool bounding_is_of_sizes(const struct bounding *b, const struct polynomial *p);
/* The term's value as a signed or unsigned number, over leaves; false if it is too large. */
bool bounding_flatten(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out);
/* The sum or product of the operands' values, wrapped or not; the value of x << p, where 2^p is a
 * size. */
bool bounding_flatten_operands(struct bounding *b, term_ref r, bool is_signed, uint32_t depth, struct polynomial *out);
bool bounding_flatten_shift(struct bounding *b, term_ref r, uint32_t depth, struct polynomial *out);

/* bounding.c */
/* The largest value of p, over sizes; false: none is known. Sizes that must not be negative for it
 * are added to b->signs. */
bool bounding_upper(struct bounding *b, const struct polynomial *p, uint32_t depth, struct polynomial *out);

/* recompose.c */
/* Replaces the digits of a number in p, x / d * d + x % d, by the number. */
void bounding_recompose(struct bounding *b, struct polynomial *p, uint32_t depth);
/* The leaf is x / d; of what. */
bool bounding_quotient_of(struct bounding *b, uint32_t atom, uint32_t depth, struct polynomial *x, struct polynomial *d);

/* guards.c */
/* Takes the comparisons among the conjuncts as guards. */
void bounding_collect_guards(struct bounding *b, term_ref condition);
/* Adds what the loop's condition in the iteration before says of this one; `counter` is the leaf of
 * the loop's ordinal. */
void bounding_add_induction(struct bounding *b, uint32_t loop, uint32_t counter);
/* The leaves of p that are ordinals; their number. */
uint32_t bounding_counters_of(const struct bounding *b, const struct polynomial *p, uint32_t counters[COUNTERS_MAX]);

#endif
