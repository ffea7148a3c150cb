/* Tight kernels: one array, few accesses, and indices that are sums of products, digits and
   bits, each with a guard that may or may not bound a digit by its radix. */
#include "maker.h"

static struct node *digit(struct maker *g) {
    static const char *const flat[] = {"tid",        "tid",
                                       "blockIdx.x", "blockIdx.x",
                                       "gid",        "gid",
                                       "tid / 4",    "tid % 4",
                                       "tid / 3",    "tid % 3",
                                       "(tid >> 2)", "(tid & 3)",
                                       "(tid ^ 1)",  "(tid & ~3)",
                                       "tid / 32",   "tid % 32",
                                       "(gid ^ 2)",  "gid % n",
                                       "gid / n",    "tid / n",
                                       "tid % n",    "(blockDim.x - 1 - tid)",
                                       "(n - tid)",  "(tid | 1)",
                                       "(gid & 7)",  "(gid >> 3)",
                                       "threadIdx.x"};
    static const char *const deep[] = {"tx",
                                       "ty",
                                       "tx",
                                       "ty",
                                       "row",
                                       "col",
                                       "blockIdx.x",
                                       "blockIdx.y",
                                       "(tx ^ 1)",
                                       "tx / 4",
                                       "tx % 4",
                                       "(ty & 1)",
                                       "(ty * blockDim.x + tx)",
                                       "(blockIdx.y * gridDim.x + blockIdx.x)",
                                       "(n - 1 - tx)",
                                       "min((int)col, n - 1)"};
    if (g->loop_depth > 0 && maker_chance(g, 45)) {
        return make_counter(g, false);
    }
    return g->is_2d ? EXPR(PICK(g, deep)) : EXPR(PICK(g, flat));
}

static struct node *radix(struct maker *g) {
    static const char *const texts[] = {"1",          "1",          "1",
                                        "2",          "3",          "4",
                                        "8",          "16",         "32",
                                        "33",         "64",         "n",
                                        "n",          "m",          "w",
                                        "blockDim.x", "blockDim.x", "gridDim.x",
                                        "(n + 1)",    "(m * n)",    "(blockDim.x * gridDim.x)",
                                        "(n - 1)",    "(n | 1)",    "(1 << (m & 7))",
                                        "-1",         "z",          "(n / 2)",
                                        "(int)w",     "blockDim.y", "(2 * n + 1)"};
    return EXPR(PICK(g, texts));
}

struct node *make_radix_sum(struct maker *g) {
    static const char *const forms[] = {"%0 * %1", "%0 * %1", "%0 + %1", "(%0 << (%1 & 3))", "(%0 ^ %1)", "(%0 | %1)"};
    struct node *sum = EXPR(PICK(g, forms), digit(g), radix(g));
    for (uint32_t terms = maker_below(g, 3); terms > 0; terms--) {
        static const char *const joins[] = {"%0 + %1", "%0 + %1", "%0 + %1", "%0 - %1", "(%0) ^ (%1)", "(%0) | (%1)"};
        sum = EXPR(PICK(g, joins), sum, maker_chance(g, 50) ? digit(g) : EXPR("%0 * %1", digit(g), radix(g)));
    }
    switch (maker_below(g, 12)) {
    case 0: return EXPR("(%0) % %1", sum, radix(g));
    case 1: return EXPR("(%0) / %1", sum, make_small(g));
    case 2: return EXPR("(%0) & %1", sum, EXPR("(blockDim.x - 1)"));
    case 3: return EXPR("(short)(%0)", sum);
    case 4: return EXPR("(unsigned)(%0)", sum);
    default: return sum;
    }
}

struct node *make_bound(struct maker *g) {
    static const char *const forms[] = {"%0 < %1",
                                        "%0 < %1",
                                        "%0 < %1",
                                        "%0 <= %1",
                                        "%0 == %1",
                                        "%0 != %1",
                                        "%0 >= %1",
                                        "%0 * 2 < %1",
                                        "%0 + 1 < %1",
                                        "(%0 & 1) < %1",
                                        "(unsigned)%0 < (unsigned)%1",
                                        "%0 % %1 == 0",
                                        "0 <= %0 - %1",
                                        "(%0 ^ %1) > %0"};
    struct node *first = EXPR(PICK(g, forms), digit(g), radix(g));
    return maker_chance(g, 35) ? EXPR(maker_chance(g, 70) ? "%0 && %1" : "!(%0) || %1", first, EXPR(PICK(g, forms), digit(g), radix(g))) : first;
}

static const char *const tight_places[] = {"a[%0]",
                                           "a[%0]",
                                           "a[%0]",
                                           "s0[%0]",
                                           "s0[%0]",
                                           "s0[(%0) & 255]",
                                           "s0[(unsigned)(%0) % 256]",
                                           "e[%0]",
                                           "((short *)a)[%0]",
                                           "((char *)a)[%0]",
                                           "((int2 *)a)[%0].x",
                                           "p[%0].y",
                                           "(a + (%0))[n]",
                                           "dyn[%0]"};

static struct node *tight_access(struct maker *g, const char *where) {
    static const char *const views[] = {"((char *)a)[%0]", "((short *)a)[%0]", "((long long *)a)[%0]", "a[%0]"};
    static const char *const forms[] = {"%0 = gid;", "%0 = gid;", "%0 = gid;", "v1 += %0;",  "v1 += %0;",
                                        "v1 = %0;",  "%0 += 1;",  "%0 = 7;",   "%0 = c[%1];"};
    static const char *const deep_forms[] = {"%0 = col + 64 * ty;", "%0 = col;", "v1 += %0;", "v1 += %0;", "%0 = tx;", "%0 += 1;", "%0 = 7;"};
    if (where[0] == 'a' && maker_chance(g, 12)) {
        where = PICK(g, views);
    }
    struct node *at = PLACE(where, make_radix_sum(g));
    struct node *access = g->is_2d ? STMT(PICK(g, deep_forms), at) : STMT(PICK(g, forms), at, digit(g));
    if (maker_chance(g, 60)) {
        return access;
    }
    struct node *inside = node_list(g->arena);
    maker_add(g, inside, access);
    if (maker_chance(g, 25)) {
        struct node *other = node_list(g->arena);
        maker_add(g, other, STMT(g->is_2d ? "%0 = ty;" : "%0 = gid;", PLACE(where, make_radix_sum(g))));
        return STMT("if (%0) {%1} else {%2}", make_bound(g), inside, other);
    }
    return STMT("if (%0) {%1}", make_bound(g), inside);
}

static void tight_statements(struct maker *g, struct node *list, const char *where, uint32_t count);

static void fill_tight(struct maker *g, struct node *list, void *where) {
    tight_statements(g, list, *(const char **)where, 1 + maker_below(g, 3));
}

static void tight_statements(struct maker *g, struct node *list, const char *where, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = maker_below(g, 100);
        if (kind < 50) {
            maker_add(g, list, tight_access(g, where));
        } else if (kind < 70) {
            maker_add(g, list, g->is_uniform || maker_chance(g, 8) ? STMT("__syncthreads();") : tight_access(g, where));
        } else if (kind < 86 && g->loop_depth < LOOP_DEPTH_MAX - 1) {
            maker_add(g, list, make_loop(g, make_loop_form(g), fill_tight, &where));
        } else if (kind < 93) {
            struct node *inside = node_list(g->arena);
            tight_statements(g, inside, where, 1);
            maker_add(g, list, STMT("if (%0) {%1}", make_condition(g, true), inside));
        } else {
            maker_add(g, list,
                      STMT(g->loop_depth > 0 ? (maker_chance(g, 50) ? "if (%0) break;" : "if (%0) continue;") : "if (%0) return;",
                           maker_chance(g, 50) ? make_condition(g, true) : make_bound(g)));
        }
    }
}

struct node *make_tight(struct maker *g) {
    struct node *list = node_list(g->arena);
    const char *where = PICK(g, tight_places);
    if (maker_chance(g, 20)) {
        maker_add(g, list, STMT("if (%0) return;", make_bound(g)));
    }
    do {
        tight_statements(g, list, where, 1 + maker_below(g, 3));
    } while (maker_chance(g, 30));
    return list;
}
