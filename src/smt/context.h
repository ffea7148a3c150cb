/* What the files of this room share: the context, its expressions, its queries.

   Z3_mk_context (without _rc) keeps every expression until the context goes, so
   one context per kernel is an arena; solvers, models and statistics are counted.
   A Boolean and a term of width 1 are both of Z3's sort Bool: bit-vectors of width
   1 do not occur. The context is made when it is first needed, since that costs
   more than most queries. */
#ifndef WP_SMT_CONTEXT_H
#define WP_SMT_CONTEXT_H

#include <z3.h>

#include "base/map.h"
#include "base/vec.h"
#include "smt/reuse.h"
#include "smt/smt.h"

/* What an expression is made of, so that no query mixes the theories. */
enum { SMT_USES_INTEGERS = 1, SMT_USES_BITVECTORS = 2 };

struct smt_expr {
    Z3_ast ast;
    uint8_t uses;
};

enum { SMT_THEORY_COUNT = 2 };

/* A term's value in a query, modulo 2^width: `ast` of `bits` bits, which are all that it can
   use. low <= value <= high; if low < 0 the highest bit is its sign, else it has none and
   more bits are 0. Of width 1 it is a Boolean. */
struct narrow {
    Z3_ast ast;
    uint8_t bits;
    smt_wide low, high;
};

/* Z3's procedures for linear arithmetic, by the numbers of its parameter arith.solver. */
enum arithmetic { ARITHMETIC_OLD = 2, ARITHMETIC_LRA = 6 };

struct smt_query {
    struct smt *smt;
    enum smt_theory theory;
    enum arithmetic arithmetic; /* that the next solver of integers uses */
    bool is_open;
    bool is_doubtful;           /* the solver was interrupted: renew it before the next check */
    uint32_t clauses_seen;      /* that the solver had made at the last look */
    Z3_solver solver;           /* kept from query to query; one scope deep while open */
    VEC(Z3_ast) asserted;       /* formulas, in order */
    VEC(smt_ref) formulas;      /* of integers: the same, as expressions */
    uint32_t given;             /* so many of them the solver has */
    VEC(struct narrow) narrows; /* what the maps hold indices of: */
    struct map narrowed;        /* by term id: its value */
    struct map bounds;          /* by symbol id: of the symbols with bounds */
    enum smt_result result;     /* of the last check; SMT_UNKNOWN before */
    Z3_model model;             /* after SMT_SAT, until something is asserted; else NULL */
    bool is_reused;             /* after SMT_SAT: an earlier assignment satisfies the query, and there is no model */
};

struct smt {
    Z3_context context;             /* NULL until first needed */
    bool has_failed;                /* Z3 reported an error: every result is SMT_UNKNOWN */
    VEC(struct smt_expr) exprs;     /* [0] is never an expression */
    VEC(uint32_t) term_exprs;       /* by term id: index into exprs, 0 if not translated */
    const struct term_table *table; /* of the terms translated */
    VEC(uint32_t) pending;          /* stack of the translation */
    struct smt_reuse reuse;
    struct smt_query queries[SMT_THEORY_COUNT];
    uint64_t steps, query_count;
    uint32_t steps_seen; /* Z3's counter at the last look, modulo 2^32 */
};

Z3_context smt_context(struct smt *smt);

/* The number by which Z3 tells the declaration of a variable. */
uint64_t smt_declaration(Z3_context c, Z3_ast variable);

/* An expression of the context. A NULL ast (Z3 reported an error) marks the
   context as failed. */
smt_ref smt_expr_add(struct smt *smt, Z3_ast ast, unsigned uses);
const struct smt_expr *smt_expr_get(const struct smt *smt, smt_ref ref);

/* The symbol `name` followed by `mark`, which tells apart what otherwise could
   have equal names: free variables, symbols of terms, functions. */
Z3_symbol smt_symbol(struct smt *smt, const char *name, const char *mark);

/* Frees the solver and the model of a query. */
void smt_query_release(struct smt_query *query);

/* The operator on two vectors of one width, on two Booleans; the application t. */
Z3_ast smt_vector_operator(Z3_context c, enum term_op op, Z3_ast a, Z3_ast b);
Z3_ast smt_boolean_operator(Z3_context c, enum term_op op, Z3_ast a, Z3_ast b);
Z3_ast smt_apply(struct smt *smt, const struct term_table *table, term_ref t, const Z3_ast *arguments);

/* narrow.c: the translation of a term for this query, forgotten by smt_narrowing_clear. */
struct narrow smt_query_term(struct smt_query *query, const struct term_table *table, term_ref t);
void smt_narrowing_clear(struct smt_query *query);

/* Of a query of bit-vectors. */
void smt_query_assert(struct smt_query *query, Z3_ast formula);

#endif
