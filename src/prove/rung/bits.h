/* Queries in bit-vectors; products in them as numbers that are only told apart. */
#ifndef WP_PROVE_BITS_H
#define WP_PROVE_BITS_H

#include "prove/frame/prover.h"

/* opaque.c: the query with symbols for products of symbols, or for such sums as these: it says no more than the query. */
#define OPAQUE_SUMS_MAX 4u
struct opaque_sums { term_ref of_t[OPAQUE_SUMS_MAX], of_u[OPAQUE_SUMS_MAX]; uint32_t count; };
term_ref opaque_products(struct prover *prover, term_ref query, const struct opaque_sums *sums);
/* The query with values of functions of products, such as what memory holds there, as symbols, if it has no other products. */
term_ref opaque_reads(struct prover *prover, term_ref query);
/* x is a product, quotient or remainder of values that are no constants; the query has one. */
bool opaque_is_product(const struct term_table *t, term_ref x);
bool opaque_has_product(const struct term_table *t, term_ref query);
/* Masks, shifts and the like of such products: bit-vectors may tell more than integers. */
bool opaque_is_masked(const struct term_table *t, term_ref query);
/* Sums with such products in them that t computes in the query; at most `max`. */
uint32_t opaque_indices(struct prover *prover, term_ref query, term_ref *indices, uint32_t max);

/* bits.c: what the query says of its symbols alone, their built-in ranges included. */
void bits_begin(struct prover *prover, struct smt_query *query, term_ref whole);
/* That, and the query. */
void bits_assert(struct prover *prover, struct smt_query *query, term_ref whole);

#endif
