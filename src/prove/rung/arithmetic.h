/* Formulas for the solver, and symbols that replace sizes of which more is known. */
#ifndef WP_PROVE_ARITHMETIC_H
#define WP_PROVE_ARITHMETIC_H

#include "base/map.h"
#include "base/vec.h"
#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/encode.h"

/* A symbol that is a power of two, 2^p: that as a term, and the range of p. */
struct exponent {
    symbol_ref symbol;
    term_ref power, range;
};
/* A symbol that is a multiple of 2^shift: the symbol divided by that, as wide as it, what is known of that, and the product. */
struct quotient {
    symbol_ref symbol;
    uint8_t shift;
    term_ref part, range, value;
};
/* The symbol `other` replaces `symbol` in a query that implies that it is a multiple of `factor`, or >= 0 (known.c). */
struct stand_in {
    symbol_ref symbol, other;
    int64_t factor;
    bool is_natural;
};

struct arithmetic {
    struct encoder encoder;
    VEC(struct exponent) exponents; /* of symbols taken to be powers of two */
    VEC(struct quotient) quotients; /* made so far */
    VEC(struct stand_in) stand_ins; /* likewise */
    struct map products;            /* product -> the symbol that stands for it (opaque.c) */
    term_ref somewhere;             /* any offset; see access_happens */
    struct integer_space *meant;    /* terms as if nothing wrapped (premise.h); NULL: not needed so far */
};

/* rows.c: the formula with each equation X*W + low = 0 split into X = 0 and low = 0 where the lemma applies; under the claims it is
   equivalent. */
formula_ref rows_split(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count);
/* row_order.c: a query about one thread with what its comparisons say of rows; the same formula: nothing. Under the claims it is equivalent. */
formula_ref rows_order(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count);

/* multiple.c: the query restricted to values of the symbol that are multiples of `of`, with of * q in place of the symbol. */
term_ref multiple_fixed(struct prover *prover, term_ref query, symbol_ref symbol, uint64_t of);
/* The query with every size that is required to be a multiple replaced in this way. */
term_ref multiples_fixed(struct prover *prover, term_ref query);

/* A query in which sizes are replaced by what its conjuncts say they are (a constant, a multiple, a number >= 0), and the claims
   that the replacement rests on. */
struct known {
    term_ref query;
    VEC(uint32_t) claims;
};
/* known.c: makes it; release the claims. */
void known_fixed(struct prover *prover, term_ref query, struct known *known);

/* mask.c: drops x & m from the frame's terms where the limit of threads in a block shows x & m = x. */
void mask_drop(struct prover *prover);

#endif
