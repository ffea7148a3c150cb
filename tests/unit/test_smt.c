/* The solver room against what its header promises: answers, models, cores, scopes,
 * budgets. Bit-vector meanings are compared with the evaluation of terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/vec.h"
#include "smt/smt.h"

enum { PLENTY = 50000000 };

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static void an_unused_context_costs_nothing(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    assert_int_equal(smt_steps_used(smt), 0);
    assert_int_equal(smt_query_count(smt), 0);
    smt_destroy(smt);
    smt_destroy(NULL);
}

/* a <= b */
static smt_ref at_most(struct smt *smt, smt_ref a, smt_ref b) {
    return smt_linear_le(smt, (int64_t[]){1, -1}, (smt_ref[]){a, b}, 2, 0);
}

static smt_ref less(struct smt *smt, smt_ref a, smt_ref b) {
    return smt_linear_le(smt, (int64_t[]){1, -1}, (smt_ref[]){a, b}, 2, 1);
}

static smt_ref same(struct smt *smt, smt_ref a, smt_ref b) {
    return smt_linear_eq(smt, (int64_t[]){1, -1}, (smt_ref[]){a, b}, 2, 0);
}

static smt_ref implies(struct smt *smt, smt_ref a, smt_ref b) {
    return smt_or(smt, (smt_ref[]){smt_not(smt, a), b}, 2);
}

/* low <= a <= high */
static smt_ref between(struct smt *smt, smt_ref a, int64_t low, int64_t high) {
    return smt_and(smt, (smt_ref[]){smt_linear_le(smt, (int64_t[]){-1}, &a, 1, low), smt_linear_le(smt, (int64_t[]){1}, &a, 1, -high)}, 2);
}

static enum smt_result check_one(struct smt *smt, enum smt_theory theory, smt_ref formula) {
    struct smt_query *query = smt_query_begin(smt, theory);
    smt_assert(query, formula);
    enum smt_result result = smt_check(query, PLENTY);
    smt_query_end(query);
    return result;
}

static void linear_constants_of_every_size(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref x = smt_int_variable(smt, "x");
    static const int64_t constants[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        int64_t k = constants[i];
        bool is_negative = k < 0, is_zero = k == 0;
        assert_int_equal(check_one(smt, SMT_INTEGERS, smt_linear_le(smt, NULL, NULL, 0, k)), is_negative || is_zero ? SMT_SAT : SMT_UNSAT);
        assert_int_equal(check_one(smt, SMT_INTEGERS, smt_linear_eq(smt, NULL, NULL, 0, k)), is_zero ? SMT_SAT : SMT_UNSAT);
        assert_int_equal(check_one(smt, SMT_INTEGERS, smt_linear_eq(smt, (int64_t[]){0}, &x, 1, k)), is_zero ? SMT_SAT : SMT_UNSAT);
        struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
        smt_assert(query, smt_linear_eq(smt, (int64_t[]){1}, &x, 1, k));
        assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
        assert_true(smt_model_int(query, x) == (k == INT64_MIN ? INT64_MAX : -k));
        smt_query_end(query);
    }
    smt_destroy(smt);
}

static void variables_of_one_name_are_one(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref x = smt_int_variable(smt, "x"), again = smt_int_variable(smt, "x");
    assert_int_equal(check_one(smt, SMT_INTEGERS, smt_not(smt, same(smt, x, again))), SMT_UNSAT);
    smt_ref b = smt_bool_variable(smt, "x"), c = smt_bool_variable(smt, "x");
    smt_ref parts[] = {b, smt_not(smt, c)};
    assert_int_equal(check_one(smt, SMT_INTEGERS, smt_and(smt, parts, 2)), SMT_UNSAT);
    smt_destroy(smt);
}

/* Random systems over three variables in [-3, 3], against trying all values. */
static void linear_systems_agree_with_enumeration(void **state) {
    (void)state;
    enum { VARIABLES = 3, RELATIONS = 4, ROUNDS = 300 };
    struct rng rng;
    rng_init(&rng, 7);
    struct smt *smt = smt_create();
    smt_ref v[VARIABLES] = {smt_int_variable(smt, "x"), smt_int_variable(smt, "y"), smt_int_variable(smt, "z")};
    int seen[3] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        int64_t c[RELATIONS][VARIABLES + 1];
        struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
        for (int i = 0; i < VARIABLES; i++) {
            smt_assert(query, between(smt, v[i], -3, 3));
        }
        for (int r = 0; r < RELATIONS; r++) {
            for (int i = 0; i <= VARIABLES; i++) {
                c[r][i] = (int64_t)rng_below(&rng, 9) - 4;
            }
            smt_assert(query,
                       r % 2 ? smt_linear_eq(smt, c[r], v, VARIABLES, c[r][VARIABLES]) : smt_linear_le(smt, c[r], v, VARIABLES, c[r][VARIABLES]));
        }
        enum smt_result result = smt_check(query, PLENTY);
        int64_t found[VARIABLES] = {0};
        for (int i = 0; result == SMT_SAT && i < VARIABLES; i++) {
            found[i] = smt_model_int(query, v[i]);
        }
        bool is_possible = false, is_model = false;
        for (int n = 0; n < 7 * 7 * 7; n++) {
            int64_t x[VARIABLES] = {n % 7 - 3, n / 7 % 7 - 3, n / 49 - 3};
            bool holds = true;
            for (int r = 0; r < RELATIONS; r++) {
                int64_t sum = c[r][0] * x[0] + c[r][1] * x[1] + c[r][2] * x[2] + c[r][3];
                holds = holds && (r % 2 ? sum == 0 : sum <= 0);
            }
            is_possible = is_possible || holds;
            is_model = is_model || (holds && x[0] == found[0] && x[1] == found[1] && x[2] == found[2]);
        }
        assert_int_equal(result, is_possible ? SMT_SAT : SMT_UNSAT);
        assert_int_equal(result == SMT_SAT, is_model);
        seen[result]++;
        smt_query_end(query);
    }
    assert_true(seen[SMT_SAT] > 20 && seen[SMT_UNSAT] > 20);
    assert_int_equal(smt_query_count(smt), ROUNDS);
    assert_true(smt_steps_used(smt) > 0);
    smt_destroy(smt);
}

/* The negation of a number: an error of Z3, which must not pass for an answer. */
static void an_error_makes_every_answer_unknown(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref x = smt_int_variable(smt, "x");
    assert_int_equal(check_one(smt, SMT_INTEGERS, smt_false(smt)), SMT_UNSAT);
    smt_ref wrong = smt_not(smt, x);
    assert_int_equal(check_one(smt, SMT_INTEGERS, wrong), SMT_UNKNOWN);
    assert_int_equal(check_one(smt, SMT_INTEGERS, smt_false(smt)), SMT_UNKNOWN);
    assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_true(smt)), SMT_UNKNOWN);
    smt_destroy(smt);
}

static void connectives_have_their_truth_tables(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref v[3] = {smt_bool_variable(smt, "a"), smt_bool_variable(smt, "b"), smt_bool_variable(smt, "c")};
    for (int bits = 0; bits < 8; bits++) {
        bool a = bits & 1, b = bits & 2, c = bits & 4;
        struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
        for (int i = 0; i < 3; i++) {
            smt_assert(query, bits >> i & 1 ? v[i] : smt_not(smt, v[i]));
        }
        assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
        assert_int_equal(smt_model_bool(query, v[0]), a);
        assert_int_equal(smt_model_bool(query, smt_and(smt, v, 3)), a && b && c);
        assert_int_equal(smt_model_bool(query, smt_or(smt, v, 3)), a || b || c);
        assert_int_equal(smt_model_bool(query, smt_and(smt, v, 1)), a);
        assert_int_equal(smt_model_bool(query, smt_or(smt, v + 1, 1)), b);
        assert_int_equal(smt_model_bool(query, smt_and(smt, NULL, 0)), true);
        assert_int_equal(smt_model_bool(query, smt_or(smt, NULL, 0)), false);
        assert_int_equal(smt_model_bool(query, smt_true(smt)), true);
        assert_int_equal(smt_model_bool(query, smt_false(smt)), false);
        assert_int_equal(smt_model_bool(query, smt_ite(smt, v[0], v[1], v[2])), a ? b : c);
        smt_query_end(query);
    }
    smt_destroy(smt);
}

static void unconstrained_values_are_zero(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref x = smt_int_variable(smt, "x"), b = smt_bool_variable(smt, "b");
    struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
    assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
    assert_int_equal(smt_model_int(query, x), 0);
    assert_false(smt_model_bool(query, b));
    smt_query_end(query);
    smt_destroy(smt);
}

/* Two numbers b*D + t in mixed radix, the products b*D as variables M with the
 * facts that make them products (integer/integer.h). Parts 10 and 11 say nothing. */
enum { RADIX_PARTS = 12 };
static void radix_parts(struct smt *smt, smt_ref parts[RADIX_PARTS]) {
    smt_ref b = smt_int_variable(smt, "b"), c = smt_int_variable(smt, "b'");
    smt_ref t = smt_int_variable(smt, "t"), u = smt_int_variable(smt, "t'");
    smt_ref m = smt_int_variable(smt, "M"), n = smt_int_variable(smt, "M'");
    smt_ref d = smt_int_variable(smt, "D");
    smt_ref differ[] = {smt_not(smt, same(smt, b, c)), smt_not(smt, same(smt, t, u))};
    smt_ref m_plus_d_le_n = smt_linear_le(smt, (int64_t[]){1, 1, -1}, (smt_ref[]){m, d, n}, 3, 0);
    smt_ref n_plus_d_le_m = smt_linear_le(smt, (int64_t[]){1, 1, -1}, (smt_ref[]){n, d, m}, 3, 0);
    smt_ref all[RADIX_PARTS] = {
        smt_linear_le(smt, (int64_t[]){-1}, &t, 1, 0),
        less(smt, t, d),
        smt_linear_le(smt, (int64_t[]){-1}, &u, 1, 0),
        less(smt, u, d),
        smt_linear_eq(smt, (int64_t[]){1, 1, -1, -1}, (smt_ref[]){m, t, n, u}, 4, 0),
        implies(smt, less(smt, b, c), m_plus_d_le_n),
        implies(smt, less(smt, c, b), n_plus_d_le_m),
        implies(smt, same(smt, b, c), same(smt, m, n)),
        smt_or(smt, differ, 2),
        smt_linear_le(smt, (int64_t[]){1}, &d, 1, -1024),
        at_most(smt, b, smt_int_variable(smt, "gridDim.x")),
        smt_bool_variable(smt, "no-wrap"),
    };
    for (int i = 0; i < RADIX_PARTS; i++) {
        parts[i] = all[i];
    }
}

static void linear_parts_that_contradict_are_unsat(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    smt_ref parts[RADIX_PARTS];
    radix_parts(smt, parts);
    for (uint32_t without = 0; without <= 9; without++) {
        struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
        for (uint32_t i = 0; i < 9; i++) {
            if (i != without) {
                smt_assert(query, parts[i]);
            }
        }
        assert_int_equal(smt_check(query, PLENTY), without < 9 ? SMT_SAT : SMT_UNSAT);
        smt_query_end(query);
    }
    smt_destroy(smt);
}

enum { SMALL_VARIABLES = 3, SMALL_FROM = -2, SMALL_TO = 2, FORMULAS_MAX = 64 };

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* A formula, and whether it holds for each of the 5*5*5*2 values of three integers and a Boolean. */
struct small_formula {
    smt_ref ref;
    bool holds[250];
};

static int64_t small_value(uint32_t assignment, uint32_t variable) {
    static const uint32_t place[] = {1, 5, 25};
    return SMALL_FROM + (int64_t)(assignment / place[variable] % 5);
}

static void random_formula(struct smt *smt, const smt_ref *variables, uint32_t *state, const struct small_formula *made, uint32_t count,
                           struct small_formula *out) {
    uint32_t kind = count < 4 ? next_random(state) % 2 : next_random(state) % 6;
    const struct small_formula *parts[3];
    for (int i = 0; i < 3 && count > 0; i++) {
        parts[i] = &made[next_random(state) % count];
    }
    int64_t coefficients[SMALL_VARIABLES], constant = (int64_t)(next_random(state) % 7) - 3;
    for (int i = 0; i < SMALL_VARIABLES; i++) {
        coefficients[i] = (int64_t)(next_random(state) % 5) - 2;
    }
    for (uint32_t a = 0; a < 250; a++) {
        int64_t sum = constant;
        for (uint32_t i = 0; i < SMALL_VARIABLES; i++) {
            sum += coefficients[i] * small_value(a, i);
        }
        switch (kind) {
        case 0: out->holds[a] = sum <= 0; break;
        case 1: out->holds[a] = sum == 0; break;
        case 2: out->holds[a] = parts[0]->holds[a] && parts[1]->holds[a]; break;
        case 3: out->holds[a] = parts[0]->holds[a] || parts[1]->holds[a]; break;
        case 4: out->holds[a] = !parts[0]->holds[a]; break;
        default: out->holds[a] = parts[0]->holds[a] ? parts[1]->holds[a] : parts[2]->holds[a]; break;
        }
    }
    switch (kind) {
    case 0: out->ref = smt_linear_le(smt, coefficients, variables, SMALL_VARIABLES, constant); break;
    case 1: out->ref = smt_linear_eq(smt, coefficients, variables, SMALL_VARIABLES, constant); break;
    case 2: out->ref = smt_and(smt, (smt_ref[]){parts[0]->ref, parts[1]->ref}, 2); break;
    case 3: out->ref = smt_or(smt, (smt_ref[]){parts[0]->ref, parts[1]->ref}, 2); break;
    case 4: out->ref = smt_not(smt, parts[0]->ref); break;
    default: out->ref = smt_ite(smt, parts[0]->ref, parts[1]->ref, parts[2]->ref); break;
    }
}

/* Queries of one context are answered by assignments of earlier ones where they can be: never wrongly. */
static void answers_are_those_of_all_values(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        static struct small_formula formulas[FORMULAS_MAX];
        struct smt *smt = smt_create();
        uint32_t random = seed;
        const smt_ref variables[] = {smt_int_variable(smt, "x"), smt_int_variable(smt, "y"), smt_int_variable(smt, "z")};
        const smt_ref boolean = smt_bool_variable(smt, "b");
        formulas[0].ref = boolean;
        for (uint32_t a = 0; a < 250; a++) {
            formulas[0].holds[a] = a / 125;
        }
        for (uint32_t i = 1; i < FORMULAS_MAX; i++) {
            random_formula(smt, variables, &random, formulas, i, &formulas[i]);
        }
        uint64_t free_of_steps = 0;
        for (uint32_t round = 0; round < 100; round++) {
            uint32_t asked[4];
            struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
            for (int i = 0; i < SMALL_VARIABLES; i++) {
                smt_assert(query, between(smt, variables[i], SMALL_FROM, SMALL_TO));
            }
            for (int i = 0; i < 4; i++) {
                asked[i] = next_random(&random) % FORMULAS_MAX;
                smt_assert(query, formulas[asked[i]].ref);
            }
            bool is_possible = false;
            for (uint32_t a = 0; a < 250; a++) {
                bool holds = true;
                for (int i = 0; i < 4; i++) {
                    holds = holds && formulas[asked[i]].holds[a];
                }
                is_possible = is_possible || holds;
            }
            uint64_t before = smt_steps_used(smt);
            assert_int_equal(smt_check(query, PLENTY), is_possible ? SMT_SAT : SMT_UNSAT);
            if (is_possible) {
                free_of_steps += smt_steps_used(smt) == before;
                uint32_t a = smt_model_bool(query, boolean) ? 125 : 0;
                a += (uint32_t)(smt_model_int(query, variables[0]) - SMALL_FROM) + 5 * (uint32_t)(smt_model_int(query, variables[1]) - SMALL_FROM) +
                     25 * (uint32_t)(smt_model_int(query, variables[2]) - SMALL_FROM);
                for (int i = 0; i < 4; i++) {
                    assert_true(formulas[asked[i]].holds[a]);
                }
            }
            smt_query_end(query);
        }
        assert_true(free_of_steps > 10);
        smt_destroy(smt);
    }
}

/* Sums beyond 64 and beyond 128 bits; a value that no number of 64 bits is. */
static void large_values_are_not_mistaken(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    const smt_ref v[] = {smt_int_variable(smt, "x"), smt_int_variable(smt, "y"), smt_int_variable(smt, "z")};
    static const int64_t greatest[] = {INT64_MAX, INT64_MAX, INT64_MAX};
    struct smt_query *query = smt_query_begin(smt, SMT_INTEGERS);
    for (int i = 0; i < 3; i++) {
        smt_assert(query, smt_linear_eq(smt, (int64_t[]){1}, &v[i], 1, -INT64_MAX));
    }
    assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
    assert_int_equal(smt_model_int(query, v[1]), INT64_MAX);
    smt_query_end(query);
    /* Of those values 3 * (2^63 - 1)^2 is positive, and beyond 2^127. */
    assert_int_equal(check_one(smt, SMT_INTEGERS, smt_linear_le(smt, greatest, v, 3, 0)), SMT_SAT);
    query = smt_query_begin(smt, SMT_INTEGERS);
    smt_assert(query, smt_linear_le(smt, greatest, v, 3, 0));
    for (int i = 0; i < 3; i++) {
        smt_assert(query, smt_linear_le(smt, (int64_t[]){-1}, &v[i], 1, INT64_MAX));
    }
    assert_int_equal(smt_check(query, PLENTY), SMT_UNSAT);
    smt_query_end(query);
    query = smt_query_begin(smt, SMT_INTEGERS);
    smt_assert(query, smt_linear_le(smt, (int64_t[]){2, -1}, (smt_ref[]){v[0], v[1]}, 2, 0));
    smt_assert(query, smt_linear_eq(smt, (int64_t[]){1}, v, 1, -INT64_MAX));
    assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
    assert_int_equal(smt_model_int(query, v[1]), INT64_MAX);
    smt_query_end(query);
    smt_destroy(smt);
}

static symbol_ref make_symbol(struct term_table *table, const char *name, uint8_t width_bits) {
    return symbol_create(table, &(struct symbol){.name = name, .width_bits = width_bits, .role = SYMBOL_VALUE, .scope = SCOPE_THREAD});
}

static term_ref make_variable(struct term_table *table, const char *name, uint8_t width_bits) {
    return term_symbol(table, make_symbol(table, name, width_bits));
}

/* One proved claim must not prove the next one, whatever ended the query before. */
static void a_query_leaves_nothing_behind(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    struct term_table *table = term_table_create();
    term_ref a = make_variable(table, "a", 32), b = make_variable(table, "b", 32);
    smt_ref x = smt_int_variable(smt, "x");
    for (int round = 0; round < 5; round++) {
        struct smt_query *integers = smt_query_begin(smt, SMT_INTEGERS);
        struct smt_query *vectors = smt_query_begin(smt, SMT_BITVECTORS);
        smt_assert(integers, between(smt, x, 1, 0));
        smt_assert(vectors, smt_term_bool(smt, table, term_ult(table, a, b)));
        smt_assert(vectors, smt_term_bool(smt, table, term_ult(table, b, a)));
        assert_int_equal(smt_check(integers, PLENTY), SMT_UNSAT);
        if (round % 2) {
            assert_int_equal(smt_check(vectors, PLENTY), SMT_UNSAT);
        }
        smt_query_end(integers);
        smt_query_end(vectors);
        assert_int_equal(check_one(smt, SMT_INTEGERS, between(smt, x, 0, 1)), SMT_SAT);
        assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_term_bool(smt, table, term_ult(table, b, a))), SMT_SAT);
        assert_int_equal(check_one(smt, SMT_INTEGERS, smt_false(smt)), SMT_UNSAT);
        assert_int_equal(check_one(smt, SMT_INTEGERS, smt_true(smt)), SMT_SAT);
    }
    smt_destroy(smt);
    term_table_destroy(table);
}

/* x * y is a product of two primes of 18 bits, neither being 1. */
static smt_ref factoring(struct smt *smt, struct term_table *table, term_ref x, term_ref y) {
    term_ref product = term_const(table, 64, UINT64_C(131101) * 131111);
    term_ref limit = term_const(table, 64, 1 << 20), one = term_const(table, 64, 1);
    smt_ref parts[] = {
        smt_term_bool(smt, table, term_eq(table, term_mul(table, x, y, 0), product)),
        smt_term_bool(smt, table, term_ult(table, x, limit)),
        smt_term_bool(smt, table, term_ult(table, y, limit)),
        smt_term_bool(smt, table, term_ult(table, one, x)),
        smt_term_bool(smt, table, term_ult(table, one, y)),
    };
    return smt_and(smt, parts, sizeof parts / sizeof *parts);
}

static void a_spent_budget_is_unknown_each_time_alike(void **state) {
    (void)state;
    uint64_t steps[2];
    for (int run = 0; run < 2; run++) {
        struct smt *smt = smt_create();
        struct term_table *table = term_table_create();
        term_ref x = make_variable(table, "x", 64), y = make_variable(table, "y", 64);
        smt_ref hard = factoring(smt, table, x, y);
        for (uint64_t budget = 0; budget <= 100000; budget = budget * 10 + 1) {
            uint64_t before = smt_steps_used(smt);
            struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
            smt_assert(query, hard);
            smt_assert(query, smt_term_bool(smt, table, term_ule(table, x, y)));
            assert_int_equal(smt_check(query, budget), SMT_UNKNOWN);
            assert_int_equal(smt_check(query, budget), SMT_UNKNOWN);
            assert_true(smt_steps_used(smt) - before < 4 * budget + 400000);
            smt_query_end(query);
            assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_term_bool(smt, table, term_ult(table, x, y))), SMT_SAT);
        }
        struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
        smt_assert(query, smt_term_bool(smt, table, term_eq(table, x, term_const(table, 64, 131101))));
        smt_assert(query, hard);
        assert_int_equal(smt_check(query, 10), SMT_UNKNOWN);
        assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
        assert_int_equal(smt_model_term(query, table, y), 131111);
        smt_query_end(query);
        steps[run] = smt_steps_used(smt);
        smt_destroy(smt);
        term_table_destroy(table);
    }
    assert_int_equal(steps[0], steps[1]);
}

/* (...((x / y) * z / y) * z ...) / y: a few divisions of 64 bits are millions of clauses, whatever the search for an answer takes. */
static void what_is_written_down_counts_as_steps(void **state) {
    (void)state;
    enum { BUDGET = 1000, DIVISIONS = 10 };
    uint64_t steps[2];
    for (int run = 0; run < 2; run++) {
        struct smt *smt = smt_create();
        struct term_table *table = term_table_create();
        term_ref x = make_variable(table, "x", 64), y = make_variable(table, "y", 64), z = make_variable(table, "z", 64), quotient = x;
        for (int i = 0; i < DIVISIONS; i++)
            quotient = term_binary(table, TERM_UDIV, term_mul(table, quotient, z, 0), y);
        struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
        smt_assert(query, smt_term_bool(smt, table, term_eq(table, quotient, term_const(table, 64, 12345))));
        assert_int_equal(smt_check(query, BUDGET), SMT_UNKNOWN);
        smt_query_end(query);
        steps[run] = smt_steps_used(smt);
        smt_destroy(smt);
        term_table_destroy(table);
    }
    assert_true(steps[0] > 100 * BUDGET);
    assert_int_equal(steps[0], steps[1]);
}

static const enum term_op binary_operators[] = {TERM_ADD, TERM_MUL,  TERM_UDIV, TERM_SDIV, TERM_UREM, TERM_SREM, TERM_AND, TERM_OR, TERM_XOR,
                                                TERM_SHL, TERM_LSHR, TERM_ASHR, TERM_EQ,   TERM_ULT,  TERM_ULE,  TERM_SLT, TERM_SLE};
enum { BINARY_OPERATORS = sizeof binary_operators / sizeof *binary_operators };

struct values {
    uint64_t symbols[64];
};

static uint64_t value_of_symbol(void *context, symbol_ref symbol) {
    return ((struct values *)context)->symbols[symbol.id];
}

static uint64_t no_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    fail();
    return 0;
}

/* Every operator at widths 1 to 4, every pair of values. */
static void operators_mean_what_terms_mean(void **state) {
    (void)state;
    static const char *const names[][2] = {{0}, {"a", "b"}, {"c", "d"}, {"e", "f"}, {"g", "h"}};
    struct smt *smt = smt_create();
    struct term_table *table = term_table_create();
    for (uint8_t width = 1; width <= 4; width++) {
        symbol_ref sa = make_symbol(table, names[width][0], width);
        symbol_ref sb = make_symbol(table, names[width][1], width);
        term_ref a = term_symbol(table, sa), b = term_symbol(table, sb);
        VEC(term_ref) terms = {0};
        for (int i = 0; i < BINARY_OPERATORS; i++) {
            vec_push(&terms, term_binary(table, binary_operators[i], a, b));
        }
        vec_push(&terms, term_ite(table, term_ult(table, a, b), b, a));
        vec_push(&terms, term_zext(table, a, (uint8_t)(width + 3)));
        vec_push(&terms, term_sext(table, a, (uint8_t)(width + 3)));
        vec_push(&terms, term_sext(table, a, 64));
        vec_push(&terms, term_trunc(table, a, 1));
        vec_push(&terms, term_trunc(table, a, (uint8_t)((width + 1) / 2)));
        for (uint64_t pair = 0; pair < UINT64_C(1) << 2 * width; pair++) {
            struct values values = {{0}};
            values.symbols[sa.id] = pair >> width;
            values.symbols[sb.id] = pair & ((UINT64_C(1) << width) - 1);
            struct evaluation *evaluation = evaluation_create(table, &(struct term_model){&values, value_of_symbol, no_application});
            struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
            term_ref equal_a = term_eq(table, a, term_const(table, width, pair >> width));
            term_ref equal_b = term_eq(table, b, term_const(table, width, values.symbols[sb.id]));
            smt_assert(query, smt_term_bool(smt, table, equal_a));
            smt_assert(query, smt_term_bool(smt, table, equal_b));
            assert_int_equal(smt_check(query, PLENTY), SMT_SAT);
            for (uint32_t i = 0; i < terms.size; i++) {
                assert_int_equal(smt_model_term(query, table, terms.data[i]), evaluation_value(evaluation, terms.data[i]));
            }
            smt_query_end(query);
            evaluation_destroy(evaluation);
        }
        vec_release(&terms);
    }
    smt_destroy(smt);
    term_table_destroy(table);
}

/* A random term of the width from those made so far, or a constant. */
struct pool {
    struct term_table *table;
    struct rng rng;
    VEC(term_ref) terms;
    uint32_t functions[65]; /* one for each width of the first argument */
};

static const uint8_t pool_widths[] = {1, 8, 32, 64};

static term_ref pick(struct pool *pool, uint8_t width_bits) {
    for (int attempt = 0; attempt < 8; attempt++) {
        term_ref t = pool->terms.data[rng_below(&pool->rng, pool->terms.size)];
        if (term_width(pool->table, t) == width_bits) {
            return t;
        }
    }
    uint64_t value = rng_next(&pool->rng) >> rng_below(&pool->rng, 64);
    return term_const(pool->table, width_bits, value);
}

static term_ref grow(struct pool *pool, bool with_functions) {
    struct term_table *table = pool->table;
    uint8_t width = pool_widths[rng_below(&pool->rng, 4)];
    uint8_t other = pool_widths[rng_below(&pool->rng, 4)];
    term_ref a = pick(pool, width), b = pick(pool, width);
    switch (rng_below(&pool->rng, with_functions ? 6 : 5)) {
    case 0: return term_ite(table, pick(pool, 1), a, b);
    case 1: return other < width ? term_trunc(table, a, other) : rng_below(&pool->rng, 2) ? term_zext(table, a, other) : term_sext(table, a, other);
    case 5: return term_apply(table, pool->functions[width], other, (term_ref[]){a, pick(pool, 8)}, 2);
    default: {
        enum term_op op = binary_operators[rng_below(&pool->rng, BINARY_OPERATORS)];
        bool is_slow = op == TERM_MUL || op == TERM_UDIV || op == TERM_SDIV || op == TERM_UREM || op == TERM_SREM;
        return term_binary(table, is_slow && width > 8 ? TERM_ADD : op, a, b);
    }
    }
}

static void pool_init(struct pool *pool, uint64_t seed, bool with_functions) {
    static const char *const names[] = {"p", "q", "r", "s", "t", "u", "v", "w"};
    *pool = (struct pool){.table = term_table_create()};
    rng_init(&pool->rng, seed);
    static const char *const functions[] = {"f", "g", "h", "k"};
    for (int i = 0; i < 4; i++) {
        pool->functions[pool_widths[i]] = function_intern(pool->table, functions[i], DEP_INPUT);
    }
    for (int i = 0; i < 8; i++) {
        vec_push(&pool->terms, make_variable(pool->table, names[i], pool_widths[i / 2]));
    }
    while (pool->terms.size < 40) {
        term_ref grown = grow(pool, with_functions);
        vec_push(&pool->terms, grown);
    }
}

static void pool_release(struct pool *pool) {
    term_table_destroy(pool->table);
    vec_release(&pool->terms);
}

/* What the model says of every application among the terms. */
struct application {
    uint32_t function;
    uint8_t width_bits;
    uint64_t arguments[2], value;
};

struct interpretation {
    struct values values;
    VEC(struct application) applications;
};

static uint64_t value_in_interpretation(void *context, symbol_ref symbol) {
    return ((struct interpretation *)context)->values.symbols[symbol.id];
}

static uint64_t application_in_interpretation(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    struct interpretation *in = context;
    assert_int_equal(count, 2);
    for (uint32_t i = 0; i < in->applications.size; i++) {
        const struct application *a = &in->applications.data[i];
        if (a->function == function && a->width_bits == width_bits && a->arguments[0] == arguments[0] && a->arguments[1] == arguments[1]) {
            return a->value;
        }
    }
    fail_msg("an application that is not in the model");
    return 0;
}

static void read_interpretation(struct interpretation *in, struct smt_query *query, struct term_table *table) {
    for (uint32_t id = 1; id < term_count(table); id++) {
        const struct term *term = term_get(table, (term_ref){id});
        if (term->op == TERM_SYMBOL) {
            in->values.symbols[term->value] = smt_model_term(query, table, (term_ref){id});
        } else if (term->op == TERM_APPLY) {
            struct application made = {.function = (uint32_t)term->value, .width_bits = term->width_bits};
            for (uint32_t i = 0; i < 2; i++) {
                term_ref argument = term_child(table, (term_ref){id}, i);
                made.arguments[i] = smt_model_term(query, table, argument);
            }
            made.value = smt_model_term(query, table, (term_ref){id});
            vec_push(&in->applications, made);
        }
    }
}

/* Every term of the table has under the model the value that evaluation gives. */
static void model_agrees(struct smt_query *query, struct term_table *table) {
    struct interpretation in = {0};
    read_interpretation(&in, query, table);
    struct evaluation *evaluation = evaluation_create(table, &(struct term_model){&in, value_in_interpretation, application_in_interpretation});
    for (uint32_t id = 1; id < term_count(table); id++) {
        assert_int_equal(smt_model_term(query, table, (term_ref){id}), evaluation_value(evaluation, (term_ref){id}));
    }
    evaluation_destroy(evaluation);
    vec_release(&in.applications);
}

static uint64_t random_terms(uint64_t seed, int seen[3]) {
    struct pool pool;
    pool_init(&pool, seed, true);
    struct smt *smt = smt_create();
    for (uint32_t i = 8; i < pool.terms.size; i++) {
        if (term_width(pool.table, pool.terms.data[i]) != 1) {
            continue;
        }
        struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
        smt_assert(query, smt_term_bool(smt, pool.table, pool.terms.data[i]));
        enum smt_result result = smt_check(query, 2000000);
        if (result == SMT_SAT) {
            assert_int_equal(smt_model_term(query, pool.table, pool.terms.data[i]), 1);
            model_agrees(query, pool.table);
        }
        seen[result]++;
        smt_query_end(query);
    }
    uint64_t steps = smt_steps_used(smt);
    smt_destroy(smt);
    pool_release(&pool);
    return steps;
}

static void models_agree_with_evaluation(void **state) {
    (void)state;
    int seen[3] = {0};
    for (uint64_t seed = 0; seed < 12; seed++) {
        uint64_t steps = random_terms(seed, seen);
        if (seed < 3) {
            int again[3] = {0};
            assert_int_equal(random_terms(seed, again), steps);
        }
    }
    assert_true(seen[SMT_SAT] > 50 && seen[SMT_UNSAT] > 0);
    assert_int_equal(seen[SMT_UNKNOWN], 0);
}

/* With all symbols fixed there is one answer, and evaluation knows it. */
static void fixed_symbols_decide_every_term(void **state) {
    (void)state;
    for (uint64_t seed = 100; seed < 108; seed++) {
        struct pool pool;
        pool_init(&pool, seed, false);
        struct values values = {{0}};
        struct smt *smt = smt_create();
        struct evaluation *evaluation = evaluation_create(pool.table, &(struct term_model){&values, value_of_symbol, no_application});
        VEC(smt_ref) fixed = {0};
        for (uint32_t i = 0; i < 8; i++) {
            uint8_t width = pool_widths[i / 2];
            uint64_t value = rng_next(&pool.rng) >> rng_below(&pool.rng, 64);
            values.symbols[i] = value & (UINT64_MAX >> (64 - width));
            term_ref equal = term_eq(pool.table, pool.terms.data[i], term_const(pool.table, width, value));
            vec_push(&fixed, smt_term_bool(smt, pool.table, equal));
        }
        smt_ref all = smt_and(smt, fixed.data, fixed.size);
        for (uint32_t i = 8; i < pool.terms.size; i++) {
            term_ref t = pool.terms.data[i];
            uint8_t width = term_width(pool.table, t);
            uint64_t value = evaluation_value(evaluation, t);
            term_ref right = term_eq(pool.table, t, term_const(pool.table, width, value));
            term_ref wrong = term_eq(pool.table, t, term_const(pool.table, width, value + 1));
            smt_ref parts[] = {all, smt_term_bool(smt, pool.table, right)};
            assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_and(smt, parts, 2)), SMT_SAT);
            parts[1] = smt_term_bool(smt, pool.table, wrong);
            assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_and(smt, parts, 2)), SMT_UNSAT);
        }
        vec_release(&fixed);
        evaluation_destroy(evaluation);
        smt_destroy(smt);
        pool_release(&pool);
    }
}

static void functions_are_congruent_and_apart(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    struct term_table *table = term_table_create();
    uint32_t f = function_intern(table, "f", 0), g = function_intern(table, "g", 0);
    term_ref a = make_variable(table, "a", 32), b = make_variable(table, "b", 32);
    term_ref wide = term_zext(table, a, 64), named_f = make_variable(table, "f", 8);
    term_ref fa = term_apply(table, f, 8, &a, 1), fb = term_apply(table, f, 8, &b, 1);
    struct {
        term_ref claim;
        enum smt_result result;
    } cases[] = {
        {term_and(table, term_eq(table, a, b), term_ne(table, fa, fb)), SMT_UNSAT},
        {term_and(table, term_ne(table, a, b), term_ne(table, fa, fb)), SMT_SAT},
        {term_ne(table, fa, term_apply(table, g, 8, &a, 1)), SMT_SAT},
        {term_ne(table, fa, term_apply(table, f, 8, &wide, 1)), SMT_SAT},
        {term_ne(table, fa, term_trunc(table, term_apply(table, f, 32, &a, 1), 8)), SMT_SAT},
        {term_ne(table, fa, term_apply(table, f, 8, (term_ref[]){a, b}, 2)), SMT_SAT},
        {term_ne(table, named_f, term_apply(table, f, 8, NULL, 0)), SMT_SAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(check_one(smt, SMT_BITVECTORS, smt_term_bool(smt, table, cases[i].claim)), cases[i].result);
    }
    smt_destroy(smt);
    term_table_destroy(table);
}

/* Translated whatever their depth; the checked one is of a depth met in practice. */
static void deep_terms_do_not_use_the_stack(void **state) {
    (void)state;
    struct smt *smt = smt_create();
    struct term_table *table = term_table_create();
    term_ref x = make_variable(table, "x", 32), y = make_variable(table, "y", 32), t = x;
    smt_ref shallow = {0}, deep;
    for (int i = 1; i <= 100000; i++) {
        t = term_binary(table, TERM_XOR, term_add(table, t, y, 0), x);
        if (i == 1000) {
            shallow = smt_term_bool(smt, table, term_ult(table, t, y));
        }
    }
    deep = smt_term_bool(smt, table, term_ult(table, t, y));
    assert_true(deep.id != 0);
    struct smt_query *query = smt_query_begin(smt, SMT_BITVECTORS);
    smt_assert(query, shallow);
    (void)smt_check(query, 1000);
    smt_query_end(query);
    smt_destroy(smt);
    term_table_destroy(table);
}

#define TEST(function) cmocka_unit_test_teardown(function, nothing_is_live)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_unused_context_costs_nothing),       TEST(linear_constants_of_every_size),         TEST(variables_of_one_name_are_one),
        TEST(linear_systems_agree_with_enumeration), TEST(an_error_makes_every_answer_unknown),    TEST(connectives_have_their_truth_tables),
        TEST(unconstrained_values_are_zero),         TEST(linear_parts_that_contradict_are_unsat), TEST(answers_are_those_of_all_values),
        TEST(large_values_are_not_mistaken),         TEST(a_query_leaves_nothing_behind),          TEST(a_spent_budget_is_unknown_each_time_alike),
        TEST(what_is_written_down_counts_as_steps),  TEST(operators_mean_what_terms_mean),         TEST(models_agree_with_evaluation),
        TEST(fixed_symbols_decide_every_term),       TEST(functions_are_congruent_and_apart),      TEST(deep_terms_do_not_use_the_stack),
    };
    return cmocka_run_group_tests_name("smt", tests, NULL, NULL);
}
