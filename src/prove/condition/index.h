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

/* P or P - 1, but not 1 - P. */
bool quantity_is_negative(const struct quantity *q);
/* Some atom is a factor in both. */
bool quantity_shares_atoms(const struct quantity *a, const struct quantity *b);

/* Whether the index of a digit is a thread's or a block's (`role`), and of which axis. */
bool index_is(const struct prover *prover, term_ref index, enum symbol_role role, uint32_t *axis);
/* The digit of the sum that counts the axis of `role`; NULL: there is none. */
const struct digit *index_digit(const struct prover *prover, const struct index_sum *sum, enum symbol_role role, uint32_t axis);
/* The largest size up to the limit that an author would choose: a multiple of eight or a power of two. */
int64_t index_size_below(int64_t limit);
/* The sum in elements: without the constant that all coefficients share, which is returned, and without
   the uniform parts that do not. */
int64_t index_to_elements(struct index_sum *sum);
/* q = plus - minus, neither with a negative part. */
bool quantity_split(const struct quantity *q, struct quantity *plus, struct quantity *minus);
/* Some factor of the quantity is computed from parameters. */
bool quantity_has_param(const struct prover *prover, const struct quantity *q);

/* A product of several of the block's dimensions: its threads, numbered as a whole. */
bool quantity_is_block(const struct prover *prover, const struct quantity *q);
/* The quantity as a number of 64 bits, and as C text that expression.h reads. */
term_ref quantity_term(const struct protocol *protocol, const struct quantity *q);
const char *quantity_text(struct arena *arena, const struct protocol *protocol, const struct quantity *q);

#endif
