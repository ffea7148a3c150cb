/* Terms as mathematical integers.

   The arithmetic behind proofs for every launch (docs/theory.md, "Terms as integers"): indices are
   sums of products, and what is true of them is true of integers, not of
   bit-vectors. A term of w bits has two integer views, unsigned and signed.
   Each view is a linear form over atoms; an atom is a symbol, a product of
   linear forms, or a value with defining constraints (quotients, remainders,
   case distinctions, wrapped sums). Where an operation might wrap, the view is

     exact, if ranges show that it cannot wrap;
     a claim, if the language makes the wrap undefined (nsw), or if it is a sum
       or product of launch dimensions, indices and parameters only: the claim
       is an assumption that a proof lists when it uses it;
     modular otherwise: value - 2^w * q with a fresh q.

   So every view is sound under its claims, and a proof without claims in its
   core holds for the bit-vectors.

   One integer_space serves one kernel: views are cached by term. */
#ifndef WP_INTEGER_INTEGER_H
#define WP_INTEGER_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/vec.h"
#include "finding/finding.h"
#include "term/term.h"

struct monomial {
    uint32_t atom;
    int64_t coefficient;
};

/* sum of monomials + constant; monomials ascend by atom, no zero coefficients. */
struct linear {
    struct monomial *monomials;
    uint32_t count;
    int64_t constant;
};

enum formula_kind { FORMULA_TRUE, FORMULA_FALSE, FORMULA_LE, FORMULA_EQ, FORMULA_VARIABLE, FORMULA_NOT, FORMULA_AND, FORMULA_OR };

typedef struct {
    uint32_t id;
} formula_ref; /* 0: none */

struct formula {
    enum formula_kind kind;
    struct linear linear; /* LE: linear <= 0; EQ: linear = 0 */
    term_ref variable;    /* VARIABLE: the Boolean term it stands for; none: free */
    formula_ref *parts;   /* NOT: one; AND, OR: several */
    uint32_t count;
};

enum atom_kind { ATOM_SYMBOL, ATOM_PRODUCT, ATOM_DEFINED };

struct atom {
    enum atom_kind kind;
    term_ref term;          /* SYMBOL: the term; DEFINED: the term it belongs to, if any */
    struct linear *factors; /* PRODUCT: two or more, none of them a product */
    uint32_t factor_count;
    int64_t low, high;      /* bounds, saturated at +-INTEGER_LIMIT */
    formula_ref definition; /* holds whenever the atom has a value; 0 none */
};

#define INTEGER_LIMIT (INT64_C(1) << 62)

/* x divided by d: the quotient is an atom, the remainder the next one. */
struct division {
    struct linear x, d;
    bool floors;
    int64_t least, most;
    uint32_t quotient;
};

struct claim {
    enum assumption_kind kind;
    term_ref term;  /* what does not wrap */
    bool is_signed; /* in which view */
    formula_ref formula;
    uint32_t of;    /* the claim of which this one says the same under a condition; or itself */
    bool is_beside; /* the view says the same without it, modulo 2^w */
};

/* A launch of ordinary size: sums that wrap in it because of the kernel's own constants are meant to, or are wrong. */
struct ordinary_launch {
    uint32_t block[3], grid[3];
};
extern const struct ordinary_launch integer_ordinary_launches[];
extern const uint32_t integer_ordinary_count;

struct integer_space;
/* Those that a view needs, without those that stand beside it; into `out`, which has room for all. */
uint32_t integer_needed_claims(const struct integer_space *space, const uint32_t *claims, uint32_t count, uint32_t *out);

/* No claim may be made that the term does not wrap, in the given view. */
typedef bool claim_filter(void *context, term_ref t, bool is_signed);

struct sides {
    term_ref x, y;
};

struct integer_view {
    struct linear linear;
    int64_t low, high; /* bounds under the claims */
    uint32_t *claims;
    uint32_t claim_count; /* ascending */
};

/* A symbol of which more is known: a multiple of `factor`, and not negative; or a multiple as an unsigned number. */
struct size_known {
    uint32_t symbol;
    int64_t factor;
    bool is_natural, is_unsigned;
};

struct integer_space {
    struct arena *arena;
    struct term_table *terms;
    bool modular;       /* make no claims of kind no-wrap: exact views only */
    bool ignores_wraps; /* sums and products are those of whole numbers, without a claim: for suggestions, never for a proof */
    VEC(struct atom) atoms;
    VEC(struct formula) formulas;
    VEC(struct division) divisions;
    VEC(struct claim) claims;
    VEC(struct integer_view *) views;
    struct map view_of;     /* term and signedness -> view */
    struct map atom_of;     /* term -> its atom; hash of a product -> its atom */
    struct map formula_of;  /* Boolean term -> formula */
    struct map division_of; /* hash -> division, compared in full */
    struct map claim_of;
    struct map sides_of; /* equality -> sides, from which equal summands may have been cancelled */
    VEC(struct sides) sides;
    VEC(struct size_known) sizes;
    struct map limit_of; /* index -> what it is below in every launch in scope (integer_note_limit) */
    struct map exact;    /* sums and products that do not overflow as signed numbers, in every launch in scope (integer_note_exact) */
    claim_filter *refuses;
    void *refuses_context;
    uint32_t depth;
    VEC(struct integer_view) formula_claims; /* linear.constant: the formula */
    struct map query_of;                     /* Boolean term -> what it claims as a query */
    VEC(struct integer_view) query_claims;
};

void integer_space_init(struct integer_space *space, struct arena *arena, struct term_table *terms, bool modular);
void integer_space_release(struct integer_space *space);

/* The equality says x == y. Where summands were cancelled, which no longer shows that sums do not wrap, its
   formula is that of x and y. */
void integer_note_sides(struct integer_space *space, term_ref equality, term_ref x, term_ref y);
/* Before anything with the symbol is viewed: more is known of it. */
void integer_note_size(struct integer_space *space, struct size_known size);
/* Before the sum or product is viewed: as a signed one it does not overflow in any launch in scope, which is no claim. */
void integer_note_exact(struct integer_space *space, term_ref sum);
/* Before the symbol is viewed: an index that is below `limit` in every launch in scope, with the thread or block next to
   the limit in some. */
void integer_note_limit(struct integer_space *space, symbol_ref symbol, uint32_t limit);
/* Before anything is viewed: claims that may not be made. */
void integer_refuse(struct integer_space *space, claim_filter *refuses, void *context);
/* The value of a size, or of a sum or product of sizes and indices, for the last thread of the launch, with arguments of ordinary
   size; 0 for other operations. */
uint64_t integer_ordinary_value(const struct integer_space *space, term_ref r, const struct ordinary_launch *launch);
/* The view of t; indices stay valid for the life of the space. */
const struct integer_view *integer_view_of(struct integer_space *space, term_ref t, bool is_signed);
/* The formula of a Boolean term, and the claims it rests on. That signed arithmetic does not overflow is claimed
   where it is executed: of a part of a conjunction, disjunction or choice only where the others do not decide. */
formula_ref integer_formula_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count);
/* Likewise of a term that is said to hold: every part of a conjunction does. */
formula_ref integer_query_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count);

/* Like an operand of __mul24 or __umul24, which takes 24 bits of what is child 0 here: no type has so many.
   Claims may speak of it, but of x & 0xffffff only as a factor. */
bool claim_is_cut(const struct term_table *t, term_ref r);
/* A sum or product of launch dimensions, indices, ordinals and parameters: claims may speak of it. */
bool integer_is_size(struct term_table *t, term_ref r);
/* A sum from which a number is taken that is not made of sizes, `z - q * n` of a q by magic numbers: what is left of z, a digit of its own. */
bool integer_is_rest(const struct term_table *t, term_ref r);

struct linear integer_constant(int64_t constant);
/* a*x + b*y; false if a coefficient overflows. */
bool integer_combine(struct integer_space *space, int64_t x, const struct linear *a, int64_t y, const struct linear *b, struct linear *out);
/* a*b: constants and contents are multiplied out, the rest is one product atom;
   false if a coefficient overflows. */
bool integer_multiply(struct integer_space *space, struct linear a, struct linear b, struct linear *out);
/* x*W + y*W becomes (x + y)*W, so that a row is one product however it is written;
   x/d*d + x%d becomes x, and x - x/d*d becomes x%d. */
bool integer_gather(struct integer_space *space, struct linear *l);
struct linear integer_atom(struct integer_space *space, uint32_t atom);
uint32_t integer_add_atom(struct integer_space *space, struct atom atom);
uint64_t integer_hash(uint64_t h, const struct linear *l);
/* The division with this quotient or, for `remainder`, this remainder; NULL: none. */
const struct division *division_with(const struct integer_space *space, uint32_t atom, bool remainder);
/* What the atoms p and q have in common as products: p = shared * x, q = shared * y; false if nothing. */
bool integer_shared(struct integer_space *space, uint32_t p, uint32_t q, struct linear *shared, struct linear *x, struct linear *y);
/* The greatest number that divides all coefficients; 0: there are none. */
int64_t integer_divisor(const struct linear *l);
/* The greatest number that divides the constant, too; 0 for the number 0. */
int64_t integer_content(const struct linear *l);
bool integer_equal(const struct linear *a, const struct linear *b);
void integer_range(const struct integer_space *space, const struct linear *a, int64_t *low, int64_t *high);

formula_ref formula_le(struct integer_space *space, const struct linear *l);
formula_ref formula_eq(struct integer_space *space, const struct linear *l);
formula_ref formula_not(struct integer_space *space, formula_ref a);
formula_ref formula_and(struct integer_space *space, formula_ref a, formula_ref b);
formula_ref formula_or(struct integer_space *space, formula_ref a, formula_ref b);
formula_ref formula_variable(struct integer_space *space, term_ref boolean);
formula_ref formula_free(struct integer_space *space);
formula_ref formula_bool(struct integer_space *space, bool value);
/* a <= b or a < b; a free variable if the difference does not fit. */
formula_ref formula_less(struct integer_space *space, const struct linear *a, const struct linear *b, bool or_equal);

void integer_print_linear(const struct integer_space *space, const struct linear *l, struct buffer *out);
void integer_print(const struct integer_space *space, formula_ref f, struct buffer *out);

#endif
