/* Offsets and bounds as sums over indices.

   An index expression is a sum of coefficient * index, where an index is one
   of threadIdx, blockIdx, a loop's ordinal or any other value that differs
   between threads, and a coefficient is uniform: a quantity, a polynomial over
   parameters and launch dimensions. Casts are dropped and wraps are ignored, so a
   sum may suggest conditions (candidate.h), but no proof may use it. */
#ifndef WP_PROVE_INDEX_H
#define WP_PROVE_INDEX_H

#include "base/arena.h"
#include "protocol/protocol.h"
#include "prove/frame/prover.h"
#include "term/term.h"

enum { QUANTITY_PARTS = 12, QUANTITY_ATOMS = 4, INDEX_DIGITS = 12 };

/* factor times a product of uniform atoms, which ascend by id. */
struct addend {
    int64_t factor;
    term_ref atoms[QUANTITY_ATOMS];
    uint32_t atom_count;
};
/* Sum of parts of different products, no factor zero; no parts: zero. */
struct quantity {
    struct addend parts[QUANTITY_PARTS];
    uint32_t count;
};
struct digit {
    term_ref index;
    struct quantity coefficient;
};
struct index_sum {
    struct digit digits[INDEX_DIGITS];
    uint32_t count;
    struct quantity rest; /* the uniform part */
};

/* Reads t as such a sum; false if it is none or has too many summands. */
bool index_sum_of(const struct term_table *terms, term_ref t, struct index_sum *sum);

/* Adds to *divisors the parameters that occur as divisors in the term. */
#define INDEX_DIVISORS_MAX 8u
struct index_divisors {
    symbol_ref list[INDEX_DIVISORS_MAX];
    uint32_t count;
};
void index_divisors(const struct term_table *t, term_ref root, struct index_divisors *divisors);

struct quantity quantity_constant(int64_t value);
struct quantity quantity_atom(term_ref atom);
bool quantity_is_constant(const struct quantity *q, int64_t *value);
bool quantity_equal(const struct quantity *a, const struct quantity *b);
/* a + factor * b; false if it does not fit. */
bool quantity_add(const struct quantity *a, int64_t factor, const struct quantity *b, struct quantity *out);
bool quantity_multiply(const struct quantity *a, const struct quantity *b, struct quantity *out);
/* The greatest constant that divides every part; 0 for the quantity zero. */
int64_t quantity_content(const struct quantity *q);
/* a / by, if every part of a is a multiple of the single part `by`, or a is a constant multiple of `by`. */
bool quantity_divide(const struct quantity *a, const struct quantity *by, struct quantity *out);

/* The quantity as a number of 64 bits, and as C text that expression.h reads. */
term_ref quantity_term(const struct protocol *protocol, const struct quantity *q);
const char *quantity_text(struct arena *arena, const struct protocol *protocol, const struct quantity *q);

#endif
