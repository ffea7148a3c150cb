/* Formulas for the solver, and symbols that stand for sizes. */
#ifndef WP_PROVE_ARITHMETIC_H
#define WP_PROVE_ARITHMETIC_H

#include "base/map.h"
#include "base/vec.h"
#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/rung/encode.h"

/* A symbol that is a power of two, 2^p: that as a term, and the range of p. */
struct exponent { symbol_ref symbol; term_ref power, range; };
/* A symbol that is a multiple of 2^shift: the symbol divided by that, as wide as it, what is known of that, and the product. */
struct quotient { symbol_ref symbol; uint8_t shift; term_ref part, range, value; };
/* A symbol for `symbol` where it is known to be a multiple of `factor`, or not negative (known.c). */
struct stand_in { symbol_ref symbol, other; int64_t factor; bool is_natural; };

struct arithmetic {
    struct encoder encoder;
    VEC(struct exponent) exponents; /* of symbols taken to be powers of two */
    VEC(struct quotient) quotients; /* made so far */
    VEC(struct stand_in) stand_ins; /* likewise */
    struct map products;            /* product -> the symbol that stands for it (opaque.c) */
    term_ref somewhere;             /* any offset; see access_happens */
};

/* rows.c: the formula, with equations between indices of rows taken apart; it says the same under the claims. */
formula_ref rows_split(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count);

/* multiple.c: the query for multiples of `of` alone, in terms that show it. */
term_ref multiple_fixed(struct prover *prover, term_ref query, symbol_ref symbol, uint64_t of);
/* The query for multiples of what sizes are required to be multiples of. */
term_ref multiples_fixed(struct prover *prover, term_ref query);

/* A query with what it says of sizes in its terms; the claims that this rests on. */
struct known { term_ref query; VEC(uint32_t) claims; };
/* known.c: makes it; release the claims. */
void known_fixed(struct prover *prover, term_ref query, struct known *known);

/* mask.c: scoped terms are free of masks that the size of blocks makes superfluous. */
void mask_drop(struct prover *prover);

#endif
