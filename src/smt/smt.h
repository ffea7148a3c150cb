/* The solver behind an opaque door: the only room that sees Z3.

   One `struct smt` per kernel. Two theories are used, never mixed in one
   query: linear integer arithmetic with free Booleans (proofs for every
   launch, integer/integer.h) and bit-vectors with uninterpreted functions
   (exact counterexamples). A query is one scope: what it asserts is gone when
   it ends, so nothing proved earlier can leak into a later claim. Budgets are
   solver steps (Z3's rlimit, and clauses of large queries: query.c), never time, so answers do not depend on the
   machine; Z3's random seed is fixed. */
#ifndef WP_SMT_SMT_H
#define WP_SMT_SMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/term.h"

struct smt;
struct smt_query;
typedef struct {
    uint32_t id;
} smt_ref; /* an expression of the context; 0 is none */

enum smt_result { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };
enum smt_theory { SMT_INTEGERS, SMT_BITVECTORS };

struct smt *smt_create(void);
void smt_destroy(struct smt *smt);
uint64_t smt_steps_used(const struct smt *smt); /* sum over all queries */
uint64_t smt_query_count(const struct smt *smt);

/* Expressions live as long as the context. */
smt_ref smt_int_variable(struct smt *smt, const char *name);
smt_ref smt_bool_variable(struct smt *smt, const char *name);
smt_ref smt_true(struct smt *smt);
smt_ref smt_false(struct smt *smt);
/* sum of coefficients[i]*variables[i] + constant, compared with 0 */
smt_ref smt_linear_le(struct smt *smt, const int64_t *coefficients, const smt_ref *variables, size_t count, int64_t constant);
smt_ref smt_linear_eq(struct smt *smt, const int64_t *coefficients, const smt_ref *variables, size_t count, int64_t constant);
smt_ref smt_not(struct smt *smt, smt_ref a);
smt_ref smt_and(struct smt *smt, const smt_ref *parts, size_t count);
smt_ref smt_or(struct smt *smt, const smt_ref *parts, size_t count);
smt_ref smt_ite(struct smt *smt, smt_ref condition, smt_ref then, smt_ref otherwise); /* Booleans */

/* The bit-vector meaning of a term, exactly and bit by bit (uninterpreted functions for
   APPLY, free constants for symbols; a width-1 term is a Boolean when
   smt_term_bool is used). Memoised per term; iterative. All terms of one smt are
   of one table. A symbol's facts and its built-in range are not asserted. */
smt_ref smt_term_bool(struct smt *smt, const struct term_table *table, term_ref t);

/* A query: assert, check, read the model, end. One open query per theory. It may be
   checked again after more was asserted. */
struct smt_query *smt_query_begin(struct smt *smt, enum smt_theory theory);
void smt_query_end(struct smt_query *query);
void smt_assert(struct smt_query *query, smt_ref formula);

/* Terms in a query of bit-vectors, in no more bits than the query lets them use (narrow.c).
   Bounds are asserted; a symbol's facts and its built-in range are not. */
/* low <= symbol <= high, unsigned: before any term. */
void smt_bound(struct smt_query *query, const struct term_table *table, symbol_ref symbol, uint64_t low, uint64_t high);
/* The addition or multiplication (TERM_ADD, TERM_MUL) of a and b does not wrap: best before
   what it is a part of. `result` is the term of its value, whatever it was folded to. */
struct smt_operation {
    enum term_op op;
    term_ref a, b, result;
    bool is_signed;
};
void smt_assert_no_wrap(struct smt_query *query, const struct term_table *table, const struct smt_operation *operation);
void smt_assert_term(struct smt_query *query, const struct term_table *table, term_ref t);

enum smt_result smt_check(struct smt_query *query, uint64_t budget_steps);
/* After SMT_SAT, before anything else is asserted. Values of variables (completed
   with 0; INT64_MIN or INT64_MAX if the value lies beyond). */
int64_t smt_model_int(struct smt_query *query, smt_ref variable);
bool smt_model_bool(struct smt_query *query, smt_ref variable);
/* Value of any term under the model (bit-vector queries), zero-extended. */
uint64_t smt_model_term(struct smt_query *query, const struct term_table *table, term_ref t);

#endif
