/* Numbers, indices, places and conditions of random kernels. */
#include "maker.h"

#include <stdarg.h>

uint32_t maker_below(struct maker *g, uint32_t bound) {
    return (uint32_t)rng_below(g->rng, bound);
}

bool maker_chance(struct maker *g, uint32_t percent) {
    return maker_below(g, 100) < percent;
}

struct node *maker_node(struct maker *g, enum node_kind kind, const char *text, ...) {
    struct node *kids[4];
    uint32_t count = 0;
    va_list arguments;
    for (const char *c = text; *c; c++) {
        if (*c == '%' && c[1] >= '0' && c[1] <= '3' && (uint32_t)(c[1] - '0') >= count) {
            count = (uint32_t)(c[1] - '0') + 1;
        }
    }
    va_start(arguments, text);
    for (uint32_t i = 0; i < count; i++) {
        kids[i] = va_arg(arguments, struct node *);
    }
    va_end(arguments);
    return node_create(g->arena, kind, text, count, kids);
}

static const char *const constants[] = {"0",  "1",  "2",  "3",  "4",  "5",   "7",  "8",  "15", "16", "17",
                                        "31", "32", "33", "63", "64", "100", "-1", "1u", "2u", "4LL"};
static const char *const small_constants[] = {"1", "2", "3", "4", "5", "7", "8", "16", "17", "32"};

struct node *make_counter(struct maker *g, bool uniform) {
    static const char *const names[] = {"i0", "i1", "i2", "i3"};
    uint32_t i = g->loop_depth > 0 ? maker_below(g, g->loop_depth) : 0;
    if (g->loop_depth == 0 || (uniform && !g->uniform_counter[i])) {
        return NULL;
    }
    return EXPR(names[i]);
}

static struct node *uniform_leaf(struct maker *g) {
    static const char *const leaves[] = {"n", "m", "w", "blockDim.x", "gridDim.x", "blockIdx.x", "n", "m", "(int)w", "z"};
    if (g->loop_depth > 0 && maker_chance(g, 40)) {
        struct node *i = make_counter(g, true);
        if (i) {
            return i;
        }
    }
    return maker_chance(g, 55) ? EXPR(PICK(g, constants)) : EXPR(PICK(g, leaves));
}

static const char *const binary[] = {
    "(%0 + %1)", "(%0 + %1)", "(%0 - %1)", "(%0 ^ %1)", "(%0 & %1)", "(%0 | %1)", "min((int)%0, (int)%1)", "max((int)%0, (int)%1)"};
static const char *const by_constant[] = {"(%0 * %1)",        "(%0 * %1)",        "(%0 / %1)",           "(%0 % %1)",
                                          "(%0 >> (%1 & 7))", "(%0 << (%1 & 7))", "((unsigned)%0 % %1)", "((unsigned)%0 / %1)"};
static const char *const unary[] = {"(unsigned)%0", "(int)%0", "(long long)%0", "(short)%0", "(unsigned char)%0",
                                    "(~%0)",        "(-%0)",   "abs((int)%0)",  "pick(%0)"};

struct node *make_uniform(struct maker *g, uint32_t depth) {
    if (depth == 0 || maker_chance(g, 55)) {
        return uniform_leaf(g);
    }
    if (maker_chance(g, 60)) {
        return EXPR(PICK(g, binary), make_uniform(g, depth - 1), make_uniform(g, depth - 1));
    }
    return EXPR(PICK(g, by_constant), make_uniform(g, depth - 1), EXPR(PICK(g, small_constants)));
}

static struct node *thread_leaf(struct maker *g) {
    static const char *const flat[] = {"tid", "tid", "gid", "gid", "(tid & 31)", "(tid >> 5)", "threadIdx.x", "(tid & 1)", "v0", "v2"};
    static const char *const deep[] = {"tx", "ty", "row", "col", "tx", "ty", "(ty * blockDim.x + tx)", "v0"};
    if (g->loop_depth > 0 && maker_chance(g, 20)) {
        return make_counter(g, false);
    }
    return g->is_2d ? EXPR(PICK(g, deep)) : EXPR(PICK(g, flat));
}

struct node *make_of_thread(struct maker *g, uint32_t depth) {
    if (depth == 0 || maker_chance(g, 45)) {
        return thread_leaf(g);
    }
    switch (maker_below(g, 10)) {
    case 0:
    case 1:
    case 2:
    case 3: return EXPR(PICK(g, binary), make_of_thread(g, depth - 1), make_uniform(g, depth - 1));
    case 4:
    case 5: return EXPR(PICK(g, binary), make_of_thread(g, depth - 1), make_of_thread(g, depth - 1));
    case 6: return EXPR(PICK(g, unary), make_of_thread(g, depth - 1));
    default: return EXPR(PICK(g, by_constant), make_of_thread(g, depth - 1), EXPR(PICK(g, small_constants)));
    }
}

/* Indices, most of them different for different threads. */
static struct node *own_global(struct maker *g) {
    static const char *const flat[] = {"gid",
                                       "gid",
                                       "gid",
                                       "gid",
                                       "gid * 2",
                                       "gid * 2 + 1",
                                       "gid + n",
                                       "gid ^ 1",
                                       "n - gid",
                                       "n - 1 - gid",
                                       "gid << 1",
                                       "(gid << 2) + 1",
                                       "blockIdx.x * 64 + tid",
                                       "blockIdx.x * blockDim.x + (tid ^ 3)",
                                       "tid * gridDim.x + blockIdx.x",
                                       "blockIdx.x * w + tid",
                                       "blockIdx.x * n + tid",
                                       "gid % 64",
                                       "gid / 2",
                                       "gid & ~1",
                                       "(gid >> 2) * 4 + (gid & 3)",
                                       "(unsigned char)gid",
                                       "(short)gid",
                                       "gid * gid",
                                       "gid * 3 - gid * 2",
                                       "(gid + n) % 64",
                                       "-gid",
                                       "~gid",
                                       "gid | 1",
                                       "gid ^ (gid >> 1)",
                                       "gid + gid / 3",
                                       "tid + blockIdx.x * 32",
                                       "min((int)gid, n)",
                                       "abs((int)(gid - n))",
                                       "gid > n ? gid : n",
                                       "gid * n",
                                       "gid * (n | 1)",
                                       "gid * m + n",
                                       "blockIdx.x * 2 * blockDim.x + tid",
                                       "blockIdx.x * 2 * blockDim.x + tid + blockDim.x",
                                       "(gid * 5) & 255",
                                       "gid - 1u",
                                       "gid + 0xfffffff0u",
                                       "(unsigned)(gid * 3) / 3",
                                       "clamped(gid, n)",
                                       "(blockIdx.x << 6 | tid)",
                                       "(gid / 32) * 64 + gid % 32",
                                       "(gid % n) + n * (gid / n)",
                                       "gid + (gid >= n ? 1 : 0)",
                                       "gid + (gid >= n ? n : 0)",
                                       "gid ^ n",
                                       "gid ^ (n & 7)",
                                       "z + gid",
                                       "z * gid",
                                       "(long long)gid - n",
                                       "(gid + 1) / 2",
                                       "tid",
                                       "blockIdx.x",
                                       "c[gid]",
                                       "gid + c[0]",
                                       "gid + c[blockIdx.x]",
                                       "c[tid] + gid",
                                       "gid * 4 + (n & 3)",
                                       "gid % blockDim.x",
                                       "gid / blockDim.x",
                                       "gid - tid + (blockDim.x - 1 - tid)",
                                       "gid + blockDim.x * gridDim.x",
                                       "gid * gridDim.x",
                                       "blockIdx.x * blockDim.x + tid / 2 * 2 + tid % 2"};
    static const char *const deep[] = {"row * w + col",
                                       "row * n + col",
                                       "col * n + row",
                                       "row * blockDim.x * gridDim.x + col",
                                       "(row << 5) + col",
                                       "row * 32 + col",
                                       "row ^ col",
                                       "row + col",
                                       "(blockIdx.y * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y) + ty * blockDim.x + tx",
                                       "ty * blockDim.x + tx",
                                       "row * n + min((int)col, n - 1)",
                                       "row * (n + 1) + col",
                                       "col * gridDim.y * blockDim.y + row",
                                       "row * w - col",
                                       "row * z + col",
                                       "(row * w + col) * 2",
                                       "row * w + col + row * col",
                                       "(n - 1 - row) * n + col",
                                       "row * n + (n - 1 - col)",
                                       "col",
                                       "row",
                                       "(ty * blockDim.x + tx) + (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y",
                                       "row * n + (col ^ 1)"};
    if (!g->own[0] || maker_chance(g, 20)) {
        const char *chosen = g->is_2d ? PICK(g, deep) : PICK(g, flat);
        g->own[0] = g->own[0] ? g->own[0] : chosen;
        return EXPR(chosen);
    }
    return EXPR(g->own[0]);
}

struct node *make_shared_index(struct maker *g) {
    static const char *const flat[] = {"tid",
                                       "tid",
                                       "tid",
                                       "tid",
                                       "tid ^ 1",
                                       "tid + 1",
                                       "(tid + 1) % blockDim.x",
                                       "blockDim.x - 1 - tid",
                                       "tid * 2",
                                       "tid & 31",
                                       "(tid + n) & 127",
                                       "tid >> 1",
                                       "(tid * 5) & 127",
                                       "tid | 64",
                                       "tid + 64",
                                       "(tid + 1) & 63",
                                       "tid / 2 * 2 + tid % 2",
                                       "(tid & 31) * 4 + (tid >> 5)",
                                       "tid * 3 % 97",
                                       "tid % 32 + tid / 32 * 33",
                                       "(tid + 32) % 64",
                                       "tid ^ (n & 31)",
                                       "(unsigned)(tid - 1) % blockDim.x",
                                       "(tid + n) % blockDim.x",
                                       "(short)tid",
                                       "tid < 32 ? tid : tid + 32",
                                       "tid < 32 ? tid : 63 - tid",
                                       "c[tid] & 127",
                                       "(tid * (n | 1)) & 127",
                                       "tid * n & 127",
                                       "0",
                                       "(tid << 1) + (tid >> 5)",
                                       "((tid & 7) << 3) | (tid >> 3 & 7)",
                                       "tid + (tid >> 5)",
                                       "tid ^ (tid >> 1)",
                                       "__brev((unsigned)tid) >> 26",
                                       "min((int)tid, 31)",
                                       "max((int)tid, 31)",
                                       "tid + 2 * (tid & 1)",
                                       "tid ^ blockDim.x",
                                       "tid % n",
                                       "(tid + blockIdx.x) & 127"};
    static const char *const deep[] = {"ty * blockDim.x + tx",
                                       "ty * blockDim.x + tx",
                                       "tx * blockDim.y + ty",
                                       "ty * 16 + tx",
                                       "ty * 17 + tx",
                                       "tx * 17 + ty",
                                       "tx",
                                       "ty",
                                       "(ty << 4 | tx)",
                                       "ty ^ tx",
                                       "tx + ty",
                                       "(ty * 16 + (tx ^ ty)) & 255",
                                       "(ty + 1) * blockDim.x + tx",
                                       "ty * 16 + (tx + 1) % 16"};
    const char *chosen = g->own[1];
    if (!chosen || maker_chance(g, 25)) {
        chosen = g->is_2d ? PICK(g, deep) : PICK(g, flat);
        g->own[1] = g->own[1] ? g->own[1] : chosen;
    }
    if (g->loop_depth > 0 && maker_chance(g, 20)) {
        struct node *i = make_counter(g, false);
        static const char *const with[] = {"(%0 + %1) & 255", "%0 + 64 * (%1 & 1)", "%0 ^ %1", "%0 + %1", "(%0 + %1) % blockDim.x"};
        return EXPR(PICK(g, with), EXPR(chosen), i);
    }
    return EXPR(chosen);
}

struct node *make_index(struct maker *g, bool shared) {
    uint32_t kind = maker_below(g, 100);
    if (kind < 80) {
        return shared ? make_shared_index(g) : own_global(g);
    }
    if (kind < 87) {
        return EXPR("(%0 + %1)", shared ? make_shared_index(g) : own_global(g), make_uniform(g, 1));
    }
    if (kind < 95) {
        return make_of_thread(g, EXPRESSION_DEPTH);
    }
    return kind < 98 ? make_uniform(g, 1) : EXPR("c[%0]", make_of_thread(g, 1));
}

/* Places in memory; the index is chosen to fit. */
static struct node *place_of_kind(struct maker *g, uint32_t kind) {
    switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3: return PLACE("a[%0]", make_index(g, false));
    case 4:
    case 5: return PLACE("b[%0]", make_index(g, false));
    case 6: return PLACE("d[%0]", make_index(g, false));
    case 7: return PLACE("e[%0]", make_index(g, false));
    case 8: return PLACE("p[%0].x", make_index(g, false));
    case 9: return PLACE("p[%0].z[%1 & 1]", make_index(g, false), make_of_thread(g, 1));
    case 10:
    case 11:
    case 12:
    case 13:
    case 14: return PLACE("s0[%0]", make_index(g, true));
    case 15: return PLACE("s1[%0 & 15][%1 & 15]", make_of_thread(g, 1), make_of_thread(g, 1));
    case 16: return PLACE("s2[%0 & 127]", make_index(g, true));
    case 17: return PLACE("dyn[%0]", make_index(g, true));
    case 18: return PLACE("((short *)a)[%0]", make_index(g, false));
    case 19: return PLACE("((char *)s0)[%0]", make_index(g, true));
    case 20: return PLACE("((int2 *)a)[%0].y", make_index(g, false));
    case 21: return PLACE("(%0 ? a : b)[%1]", maker_chance(g, 50) ? make_uniform(g, 1) : EXPR("(tid & 1)"), make_index(g, false));
    case 22: return maker_chance(g, 50) ? PLACE("q[%0]", make_index(g, false)) : PLACE("r[%0]", make_index(g, false));
    default: return maker_chance(g, 50) ? PLACE("sq[%0 & 127]", make_shared_index(g)) : PLACE("sr[%0 & 127]", make_shared_index(g));
    }
}

/* Something to write: a few places of each kernel. */
struct node *make_target(struct maker *g) {
    uint32_t kind = maker_below(g, PLACE_KINDS);
    while (!(g->written >> kind & 1)) {
        kind = maker_below(g, PLACE_KINDS);
    }
    return place_of_kind(g, kind);
}

static struct node *source(struct maker *g) {
    return place_of_kind(g, maker_below(g, PLACE_KINDS));
}

struct node *make_value(struct maker *g, uint32_t depth) {
    uint32_t kind = maker_below(g, 100);
    if (kind < 20) {
        return EXPR("c[%0]", make_of_thread(g, 1));
    }
    if (kind < 45) {
        return EXPR("(int)%0", source(g));
    }
    if (kind < 55) {
        return make_uniform(g, depth);
    }
    return make_of_thread(g, depth);
}

struct node *make_condition(struct maker *g, bool is_uniform) {
    static const char *const compare[] = {"%0 < %1", "%0 < %1", "%0 <= %1", "%0 == %1", "%0 != %1", "%0 > %1", "%0 >= %1"};
    static const char *const bits[] = {"(%0 & 1) == 0", "%0 & 1",         "(%0 & 3) == 0",  "(%0 ^ 1) > %0",
                                       "%0 % 3 == 1",   "(%0 & 31) == 0", "(%0 >> 5) == 0", "!%0"};
    uint32_t kind = maker_below(g, 100);
    if (is_uniform) {
        return kind < 70 ? EXPR(PICK(g, compare), make_uniform(g, 1), make_uniform(g, 1)) : EXPR(PICK(g, bits), make_uniform(g, 1));
    }
    if (kind < 50) {
        return EXPR(PICK(g, compare), make_of_thread(g, 1), make_uniform(g, 1));
    }
    if (kind < 75) {
        return EXPR(PICK(g, bits), make_of_thread(g, 1));
    }
    if (kind < 82) {
        return EXPR(PICK(g, compare), make_of_thread(g, 1), make_of_thread(g, 1));
    }
    if (kind < 88) {
        return EXPR("c[%0] > %1", make_of_thread(g, 1), make_uniform(g, 0));
    }
    return EXPR(maker_chance(g, 60) ? "(%0) && (%1)" : "(%0) || (%1)", make_condition(g, false), make_condition(g, false));
}

struct node *make_small(struct maker *g) {
    return EXPR(PICK(g, small_constants));
}

struct node *make_unary(struct maker *g, struct node *of) {
    return EXPR(PICK(g, unary), of);
}
