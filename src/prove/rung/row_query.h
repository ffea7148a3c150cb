/* A query about rows that is taken apart: its parts, and what the solver says follows from them. Private to rows.c and row_order.c. */
#ifndef WP_PROVE_ROW_QUERY_H
#define WP_PROVE_ROW_QUERY_H

#include "base/vec.h"
#include "integer/integer.h"
#include "integer/polynomial.h"
#include "prove/frame/prover.h"

struct row_solution;

/* A size that the query says is a product of sizes: `hw == h * w`. */
struct named_product {
    struct power_product product;
    uint32_t atom;
};

struct row_query {
    struct prover *prover;
    const uint32_t *claims;
    uint32_t claim_count;
    VEC(formula_ref) parts; /* their conjunction is the query */
    VEC(struct named_product) named;
    VEC(struct row_solution *) solutions;
    VEC(uint32_t) atoms; /* what is asked is about them: solutions keep their values */
    uint64_t steps_each; /* solver steps for one question */
    uint64_t steps;      /* taken so far */
};

void row_query_begin(struct row_query *query, struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t claim_count,
                     uint64_t steps_each);
void row_query_release(struct row_query *query);
/* The form with its products multiplied out, and with the names of products that have one; false: it has too many summands. */
bool row_query_expand(const struct row_query *query, const struct linear *l, struct polynomial *out);
/* What is asked next is about the atoms of l. */
void row_query_about(struct row_query *query, const struct linear *l);
/* a < b follows from the query, as far as the solver says. */
bool row_query_below(struct row_query *query, const struct linear *a, const struct linear *b);
/* Another part follows from the query. */
void row_query_add(struct row_query *query, formula_ref f);
void row_query_replace(struct row_query *query, uint32_t part, formula_ref f);
/* The conjunction of the parts. */
formula_ref row_query_whole(const struct row_query *query);

#endif
