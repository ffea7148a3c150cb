/* Queries in bit-vectors, in which products of sizes are replaced by symbols. */
#ifndef WP_PROVE_BITS_H
#define WP_PROVE_BITS_H

#include "prove/frame/prover.h"

/* opaque.c: the query with a symbol in place of each product of symbols, and of each of these sums. The result is weaker: if it
   is impossible, so is the query. */
#define OPAQUE_SUMS_MAX 4u
struct opaque_sums {
    term_ref of_t[OPAQUE_SUMS_MAX], of_u[OPAQUE_SUMS_MAX];
    uint32_t count;
};
term_ref opaque_products(struct prover *prover, term_ref query, const struct opaque_sums *sums);
/* The query with a symbol in place of each application of a function to products (a value read at such an offset), if it has no
   other products; else the query. */
term_ref opaque_reads(struct prover *prover, term_ref query);
/* x is a product, quotient or remainder whose operands are no constants; the query contains one. */
bool opaque_is_product(const struct term_table *t, term_ref x);
bool opaque_has_product(const struct term_table *t, term_ref query);
/* The query applies masks, shifts or exclusive ors to such products, which bit-vectors decide better than integers. */
bool opaque_is_masked(const struct term_table *t, term_ref query);
/* Finds at most `max` sums in t's part of the query that contain such products; returns their number. */
uint32_t opaque_indices(struct prover *prover, term_ref query, term_ref *indices, uint32_t max);

/* bits.c: asserts the bounds of single symbols that the query implies, their ranges included. */
void bits_begin(struct prover *prover, struct smt_query *query, term_ref whole);
/* Asserts these bounds and the query. */
void bits_assert(struct prover *prover, struct smt_query *query, term_ref whole);

#endif
