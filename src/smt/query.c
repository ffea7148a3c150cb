/* Queries: one scope each on a solver that is kept per theory.

   Opening a scope on a kept solver is several times cheaper than a new solver.
   What makes that safe is checked when a query begins: no scope and no assertion
   is left. A solver that gave up (budget, error) may be in any state, so it is
   replaced, and what the query asserted is asserted again.

   Integers: the solver is asked only where no assignment of an earlier query satisfies the formulas (reuse.c).

   Z3's count of steps says nothing of what it writes down before it searches: a question with a few divisions of 64 bits becomes millions
   of clauses. Each clause above CLAUSES_FREE of a check counts as a step, which takes about as long. */
#include "smt/context.h"

#include <stdio.h>

#include "base/buffer.h"

enum { CLAUSES_FREE = 500000, OTHER_SHARE = 3, OTHER_LEAST = 100000 };

static void forget_model(struct smt_query *query) {
    if (query->model) {
        Z3_model_dec_ref(query->smt->context, query->model);
        query->model = NULL;
    }
}

static void drop_solver(struct smt_query *query) {
    if (query->solver) {
        Z3_solver_dec_ref(query->smt->context, query->solver);
        query->solver = NULL;
    }
}

void smt_query_release(struct smt_query *query) {
    forget_model(query);
    drop_solver(query);
    vec_release(&query->asserted);
    vec_release(&query->formulas);
    smt_narrowing_clear(query);
    vec_release(&query->narrows);
}

static void note_error(struct smt *smt) {
    smt->has_failed = smt->has_failed || Z3_get_error_code(smt->context) != Z3_OK;
}

/* A parameter that Z3 does not know leaves a solver that answers wrongly. */
static void set_parameters(struct smt_query *query) {
    Z3_context c = query->smt->context;
    Z3_params params = Z3_mk_params(c);
    Z3_params_inc_ref(c, params);
    Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "random_seed"), 0);
    Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, "ctrl_c"), false);
    if (query->theory == SMT_INTEGERS) {
        Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "arith.solver"), query->arithmetic);
        Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "relevancy"), 0);
    }
    Z3_solver_set_params(c, query->solver, params);
    note_error(query->smt);
    Z3_params_dec_ref(c, params);
}

static void make_solver(struct smt_query *query) {
    Z3_context c = smt_context(query->smt);
    switch (query->theory) {
    case SMT_INTEGERS: query->solver = Z3_mk_simple_solver(c); break;
    case SMT_BITVECTORS: query->solver = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_UFBV")); break;
    }
    Z3_solver_inc_ref(c, query->solver);
    query->clauses_seen = 0;
    set_parameters(query);
}

#ifndef NDEBUG
static bool solver_is_empty(const struct smt_query *query) {
    Z3_context c = query->smt->context;
    Z3_ast_vector assertions = Z3_solver_get_assertions(c, query->solver);
    Z3_ast_vector_inc_ref(c, assertions);
    bool is_empty = Z3_ast_vector_size(c, assertions) == 0;
    Z3_ast_vector_dec_ref(c, assertions);
    return is_empty && Z3_solver_get_num_scopes(c, query->solver) == 0;
}
#endif

struct smt_query *smt_query_begin(struct smt *smt, enum smt_theory theory) {
    struct smt_query *query = &smt->queries[theory];
    assert(!query->is_open);
    query->smt = smt;
    query->theory = theory;
    query->arithmetic = ARITHMETIC_OLD;
    query->is_open = true;
    query->result = SMT_UNKNOWN;
    if (!query->solver) {
        make_solver(query);
    }
    assert(solver_is_empty(query));
    Z3_solver_push(smt->context, query->solver);
    smt->query_count++;
    return query;
}

void smt_query_end(struct smt_query *query) {
    assert(query->is_open);
    forget_model(query);
    if (query->is_doubtful) {
        drop_solver(query);
    } else {
        Z3_solver_pop(query->smt->context, query->solver, 1);
        assert(solver_is_empty(query));
    }
    query->is_doubtful = false;
    query->is_open = false;
    vec_clear(&query->asserted);
    vec_clear(&query->formulas);
    query->given = 0;
    smt_narrowing_clear(query);
}

static void renew_solver(struct smt_query *query) {
    Z3_context c = query->smt->context;
    drop_solver(query);
    make_solver(query);
    Z3_solver_push(c, query->solver);
    query->given = 0;
    query->is_doubtful = false;
}

static void give_formulas(struct smt_query *query) {
    for (; query->given < query->asserted.size; query->given++) {
        Z3_solver_assert(query->smt->context, query->solver, query->asserted.data[query->given]);
        note_error(query->smt);
    }
}

void smt_query_assert(struct smt_query *query, Z3_ast formula) {
    assert(query->is_open);
    forget_model(query);
    query->result = SMT_UNKNOWN;
    vec_push(&query->asserted, formula);
    if (!query->is_doubtful) {
        give_formulas(query);
    }
}

static Z3_ast formula_ast(const struct smt_query *query, smt_ref formula) {
    const struct smt_expr *expr = smt_expr_get(query->smt, formula);
    assert(expr->uses == 0 || expr->uses == (query->theory == SMT_INTEGERS ? SMT_USES_INTEGERS : SMT_USES_BITVECTORS));
    return expr->ast;
}

void smt_assert(struct smt_query *query, smt_ref formula) {
    smt_query_assert(query, formula_ast(query, formula));
    vec_push(&query->formulas, formula);
}

/* Z3 counts steps over the whole life of the context, modulo 2^32. */
static void count_steps(struct smt_query *query) {
    Z3_context c = query->smt->context;
    Z3_stats stats = Z3_solver_get_statistics(c, query->solver);
    if (!stats) {
        return;
    }
    Z3_stats_inc_ref(c, stats);
    uint32_t now = query->smt->steps_seen, clauses = query->clauses_seen;
    for (unsigned i = Z3_stats_size(c, stats); i-- > 0;) {
        const char *key = Z3_stats_get_key(c, stats, i);
        if (strcmp(key, "rlimit count") == 0) {
            now = Z3_stats_get_uint_value(c, stats, i);
        } else if (strcmp(key, "mk clause") == 0) {
            clauses = Z3_stats_get_uint_value(c, stats, i);
        }
    }
    Z3_stats_dec_ref(c, stats);
    uint64_t steps = now - query->smt->steps_seen; /* 32 bits: the counter wraps */
    uint32_t made = clauses > query->clauses_seen ? clauses - query->clauses_seen : 0;
    steps += made > CLAUSES_FREE ? made - CLAUSES_FREE : 0;
    query->smt->steps_seen = now;
    query->clauses_seen = clauses;
    query->smt->steps += steps;
}

static void set_budget(Z3_context c, uint64_t budget_steps) {
    char text[24];
    uint64_t limit = budget_steps < UINT32_MAX ? budget_steps : UINT32_MAX - 1;
    snprintf(text, sizeof text, "%llu", (unsigned long long)(limit ? limit : 1));
    Z3_update_param_value(c, "rlimit", text);
}

/* One call of the solver. */
static enum smt_result ask_solver(struct smt_query *query, uint64_t budget_steps) {
    Z3_context c = query->smt->context;
    if (query->is_doubtful) {
        renew_solver(query);
    }
    give_formulas(query);
    set_budget(c, budget_steps);
    Z3_lbool answer = Z3_solver_check(c, query->solver);
    query->smt->has_failed |= Z3_get_error_code(c) == Z3_MEMOUT_FAIL;
    count_steps(query);
    if (query->smt->has_failed || answer == Z3_L_UNDEF) {
        query->is_doubtful = true;
        return SMT_UNKNOWN;
    }
    return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

/* Keeps the values that the model gives to variables; not if one of them is no number of 64 bits. */
static void keep_assignment(struct smt_query *query) {
    Z3_context c = query->smt->context;
    struct smt_reuse *reuse = &query->smt->reuse;
    smt_reuse_begin(reuse);
    for (unsigned i = Z3_model_get_num_consts(c, query->model); i-- > 0;) {
        Z3_func_decl declaration = Z3_model_get_const_decl(c, query->model, i);
        Z3_ast value = Z3_model_get_const_interp(c, query->model, declaration);
        int64_t number = 0;
        if (value && Z3_get_ast_kind(c, value) == Z3_NUMERAL_AST) {
            if (!Z3_get_numeral_int64(c, value, &number)) {
                smt_reuse_drop(reuse);
                return;
            }
        } else {
            number = value && Z3_get_bool_value(c, value) == Z3_L_TRUE;
        }
        smt_reuse_set(reuse, Z3_get_ast_id(c, Z3_func_decl_to_ast(c, declaration)), number);
    }
}

/* What one procedure for linear arithmetic does not decide in its share of the steps, the other one often decides in few; small budgets
   are not shared. */
static enum smt_result ask_both(struct smt_query *query, uint64_t budget_steps) {
    uint64_t share = query->theory == SMT_INTEGERS && budget_steps >= OTHER_LEAST ? budget_steps / OTHER_SHARE : 0;
    enum smt_result result = ask_solver(query, budget_steps - share);
    if (result == SMT_UNKNOWN && share > 0) {
        query->arithmetic = ARITHMETIC_LRA;
        renew_solver(query);
        result = ask_solver(query, share);
        query->arithmetic = ARITHMETIC_OLD;
        query->is_doubtful = true;
    }
    return result;
}

enum smt_result smt_check(struct smt_query *query, uint64_t budget_steps) {
    assert(query->is_open);
    forget_model(query);
    query->result = SMT_UNKNOWN;
    if (query->smt->has_failed) {
        return SMT_UNKNOWN;
    }
    query->is_reused = query->theory == SMT_INTEGERS && smt_reuse_find(&query->smt->reuse, query->formulas.data, query->formulas.size);
    enum smt_result result = query->is_reused ? SMT_SAT : ask_both(query, budget_steps);
    if (result == SMT_SAT && !query->is_reused) {
        query->model = Z3_solver_get_model(query->smt->context, query->solver);
        if (!query->model) {
            return SMT_UNKNOWN;
        }
        Z3_model_inc_ref(query->smt->context, query->model);
        if (query->theory == SMT_INTEGERS) {
            keep_assignment(query);
        }
    }
    query->result = result;
    return result;
}

/* The value of ast in the model; NULL if Z3 cannot give one. */
static Z3_ast model_value(struct smt_query *query, Z3_ast ast) {
    assert(query->model);
    Z3_ast value = NULL;
    return Z3_model_eval(query->smt->context, query->model, ast, true, &value) ? value : NULL;
}

int64_t smt_model_int(struct smt_query *query, smt_ref variable) {
    Z3_context c = query->smt->context;
    assert(query->result == SMT_SAT);
    if (query->is_reused) {
        return smt_reuse_value(&query->smt->reuse, variable);
    }
    Z3_ast value = model_value(query, smt_expr_get(query->smt, variable)->ast);
    if (!value || Z3_get_ast_kind(c, value) != Z3_NUMERAL_AST) {
        return 0;
    }
    int64_t number;
    if (Z3_get_numeral_int64(c, value, &number)) {
        return number;
    }
    return Z3_get_numeral_string(c, value)[0] == '-' ? INT64_MIN : INT64_MAX;
}

bool smt_model_bool(struct smt_query *query, smt_ref variable) {
    assert(query->result == SMT_SAT);
    if (query->is_reused) {
        return smt_reuse_value(&query->smt->reuse, variable) != 0;
    }
    Z3_ast value = model_value(query, smt_expr_get(query->smt, variable)->ast);
    return value && Z3_get_bool_value(query->smt->context, value) == Z3_L_TRUE;
}

uint64_t smt_model_term(struct smt_query *query, const struct term_table *table, term_ref t) {
    Z3_context c = query->smt->context;
    struct narrow v = smt_query_term(query, table, t);
    Z3_ast value = model_value(query, v.ast);
    uint64_t number, mask = UINT64_MAX >> (64 - term_width(table, t));
    if (!value) {
        return 0;
    }
    if (term_width(table, t) == 1) {
        return Z3_get_bool_value(c, value) == Z3_L_TRUE;
    }
    if (!Z3_get_numeral_uint64(c, value, &number)) {
        return 0;
    }
    bool is_negative = v.low < 0 && number >> (v.bits - 1);
    return is_negative ? (number | ~(UINT64_MAX >> (64 - v.bits))) & mask : number;
}
