/* What random kernels are made of. */
#include <stdarg.h>
#include <string.h>

#include "generate.h"

enum { LOOP_DEPTH_MAX = 4, EXPRESSION_DEPTH = 2, PLACE_KINDS = 24 };

struct maker {
    struct arena *arena;
    struct rng *rng;
    bool is_2d, is_uniform;      /* all threads of a block are here together */
    uint32_t loop_depth, depth;
    bool uniform_counter[LOOP_DEPTH_MAX];
    const char *own[2];          /* the index that this kernel likes: of global, of shared arrays */
    uint32_t written;            /* which places it writes to; the others are mostly read */
};

static uint32_t below(struct maker *g, uint32_t bound) {
    return (uint32_t)rng_below(g->rng, bound);
}

static bool chance(struct maker *g, uint32_t percent) {
    return below(g, 100) < percent;
}

#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof *(table)))
#define PICK(g, table) ((table)[below((g), COUNT(table))])

/* As many children as the text has holes. */
static struct node *make(struct maker *g, enum node_kind kind, const char *text, ...) {
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

#define EXPR(...) make(g, NODE_EXPRESSION, __VA_ARGS__)
#define STMT(...) make(g, NODE_STATEMENT, __VA_ARGS__)
#define PLACE(...) make(g, NODE_PLACE, __VA_ARGS__)

static struct node *value(struct maker *g, uint32_t depth);
static void statements(struct maker *g, struct node *list, uint32_t count);

static void add(struct maker *g, struct node *list, struct node *statement) {
    node_append(g->arena, list, statement);
}

/* Expressions. */

static const char *const constants[] = {"0", "1", "2", "3", "4", "5", "7", "8", "15", "16", "17",
                                        "31", "32", "33", "63", "64", "100", "-1", "1u", "2u", "4LL"};
static const char *const small_constants[] = {"1", "2", "3", "4", "5", "7", "8", "16", "17", "32"};

static struct node *counter(struct maker *g, bool uniform) {
    static const char *const names[] = {"i0", "i1", "i2", "i3"};
    uint32_t i = g->loop_depth > 0 ? below(g, g->loop_depth) : 0;
    if (g->loop_depth == 0 || (uniform && !g->uniform_counter[i])) {
        return NULL;
    }
    return EXPR(names[i]);
}

static struct node *uniform_leaf(struct maker *g) {
    static const char *const leaves[] = {"n", "m", "w", "blockDim.x", "gridDim.x", "blockIdx.x", "n", "m", "(int)w", "z"};
    if (g->loop_depth > 0 && chance(g, 40)) {
        struct node *i = counter(g, true);
        if (i) {
            return i;
        }
    }
    return chance(g, 55) ? EXPR(PICK(g, constants)) : EXPR(PICK(g, leaves));
}

static const char *const binary[] = {"(%0 + %1)", "(%0 + %1)", "(%0 - %1)", "(%0 ^ %1)", "(%0 & %1)", "(%0 | %1)",
                                     "min((int)%0, (int)%1)", "max((int)%0, (int)%1)"};
static const char *const by_constant[] = {"(%0 * %1)", "(%0 * %1)", "(%0 / %1)", "(%0 % %1)", "(%0 >> (%1 & 7))",
                                          "(%0 << (%1 & 7))", "((unsigned)%0 % %1)", "((unsigned)%0 / %1)"};
static const char *const unary[] = {"(unsigned)%0", "(int)%0", "(long long)%0", "(short)%0", "(unsigned char)%0", "(~%0)", "(-%0)",
                                    "abs((int)%0)", "pick(%0)"};

static struct node *uniform(struct maker *g, uint32_t depth) {
    if (depth == 0 || chance(g, 55)) {
        return uniform_leaf(g);
    }
    if (chance(g, 60)) {
        return EXPR(PICK(g, binary), uniform(g, depth - 1), uniform(g, depth - 1));
    }
    return EXPR(PICK(g, by_constant), uniform(g, depth - 1), EXPR(PICK(g, small_constants)));
}

static struct node *thread_leaf(struct maker *g) {
    static const char *const flat[] = {"tid", "tid", "gid", "gid", "(tid & 31)", "(tid >> 5)", "threadIdx.x", "(tid & 1)", "v0", "v2"};
    static const char *const deep[] = {"tx", "ty", "row", "col", "tx", "ty", "(ty * blockDim.x + tx)", "v0"};
    if (g->loop_depth > 0 && chance(g, 20)) {
        return counter(g, false);
    }
    return g->is_2d ? EXPR(PICK(g, deep)) : EXPR(PICK(g, flat));
}

static struct node *of_thread(struct maker *g, uint32_t depth) {
    if (depth == 0 || chance(g, 45)) {
        return thread_leaf(g);
    }
    switch (below(g, 10)) {
    case 0: case 1: case 2: case 3:
        return EXPR(PICK(g, binary), of_thread(g, depth - 1), uniform(g, depth - 1));
    case 4: case 5:
        return EXPR(PICK(g, binary), of_thread(g, depth - 1), of_thread(g, depth - 1));
    case 6:
        return EXPR(PICK(g, unary), of_thread(g, depth - 1));
    default:
        return EXPR(PICK(g, by_constant), of_thread(g, depth - 1), EXPR(PICK(g, small_constants)));
    }
}

/* Indices, most of them different for different threads. */
static struct node *own_global(struct maker *g) {
    static const char *const flat[] = {
        "gid", "gid", "gid", "gid", "gid * 2", "gid * 2 + 1", "gid + n", "gid ^ 1", "n - gid", "n - 1 - gid", "gid << 1", "(gid << 2) + 1",
        "blockIdx.x * 64 + tid", "blockIdx.x * blockDim.x + (tid ^ 3)", "tid * gridDim.x + blockIdx.x", "blockIdx.x * w + tid",
        "blockIdx.x * n + tid", "gid % 64", "gid / 2", "gid & ~1", "(gid >> 2) * 4 + (gid & 3)", "(unsigned char)gid", "(short)gid",
        "gid * gid", "gid * 3 - gid * 2", "(gid + n) % 64", "-gid", "~gid", "gid | 1", "gid ^ (gid >> 1)", "gid + gid / 3",
        "tid + blockIdx.x * 32", "min((int)gid, n)", "abs((int)(gid - n))", "gid > n ? gid : n", "gid * n", "gid * (n | 1)", "gid * m + n",
        "blockIdx.x * 2 * blockDim.x + tid", "blockIdx.x * 2 * blockDim.x + tid + blockDim.x", "(gid * 5) & 255", "gid - 1u", "gid + 0xfffffff0u",
        "(unsigned)(gid * 3) / 3", "clamped(gid, n)", "(blockIdx.x << 6 | tid)", "(gid / 32) * 64 + gid % 32", "(gid % n) + n * (gid / n)",
        "gid + (gid >= n ? 1 : 0)", "gid + (gid >= n ? n : 0)", "gid ^ n", "gid ^ (n & 7)", "z + gid", "z * gid", "(long long)gid - n", "(gid + 1) / 2",
        "tid", "blockIdx.x", "c[gid]", "gid + c[0]", "gid + c[blockIdx.x]", "c[tid] + gid", "gid * 4 + (n & 3)", "gid % blockDim.x", "gid / blockDim.x",
        "gid - tid + (blockDim.x - 1 - tid)", "gid + blockDim.x * gridDim.x", "gid * gridDim.x", "blockIdx.x * blockDim.x + tid / 2 * 2 + tid % 2"};
    static const char *const deep[] = {
        "row * w + col", "row * n + col", "col * n + row", "row * blockDim.x * gridDim.x + col", "(row << 5) + col", "row * 32 + col", "row ^ col",
        "row + col", "(blockIdx.y * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y) + ty * blockDim.x + tx", "ty * blockDim.x + tx",
        "row * n + min((int)col, n - 1)", "row * (n + 1) + col", "col * gridDim.y * blockDim.y + row", "row * w - col", "row * z + col",
        "(row * w + col) * 2", "row * w + col + row * col", "(n - 1 - row) * n + col", "row * n + (n - 1 - col)", "col", "row",
        "(ty * blockDim.x + tx) + (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y", "row * n + (col ^ 1)"};
    if (!g->own[0] || chance(g, 20)) {
        const char *chosen = g->is_2d ? PICK(g, deep) : PICK(g, flat);
        g->own[0] = g->own[0] ? g->own[0] : chosen;
        return EXPR(chosen);
    }
    return EXPR(g->own[0]);
}

static struct node *own_shared(struct maker *g) {
    static const char *const flat[] = {
        "tid", "tid", "tid", "tid", "tid ^ 1", "tid + 1", "(tid + 1) % blockDim.x", "blockDim.x - 1 - tid", "tid * 2", "tid & 31", "(tid + n) & 127",
        "tid >> 1", "(tid * 5) & 127", "tid | 64", "tid + 64", "(tid + 1) & 63", "tid / 2 * 2 + tid % 2", "(tid & 31) * 4 + (tid >> 5)", "tid * 3 % 97",
        "tid % 32 + tid / 32 * 33", "(tid + 32) % 64", "tid ^ (n & 31)", "(unsigned)(tid - 1) % blockDim.x", "(tid + n) % blockDim.x", "(short)tid",
        "tid < 32 ? tid : tid + 32", "tid < 32 ? tid : 63 - tid", "c[tid] & 127", "(tid * (n | 1)) & 127", "tid * n & 127", "0", "(tid << 1) + (tid >> 5)",
        "((tid & 7) << 3) | (tid >> 3 & 7)", "tid + (tid >> 5)", "tid ^ (tid >> 1)", "__brev((unsigned)tid) >> 26", "min((int)tid, 31)", "max((int)tid, 31)",
        "tid + 2 * (tid & 1)", "tid ^ blockDim.x", "tid % n", "(tid + blockIdx.x) & 127"};
    static const char *const deep[] = {"ty * blockDim.x + tx", "ty * blockDim.x + tx", "tx * blockDim.y + ty", "ty * 16 + tx", "ty * 17 + tx",
                                       "tx * 17 + ty", "tx", "ty", "(ty << 4 | tx)", "ty ^ tx", "tx + ty", "(ty * 16 + (tx ^ ty)) & 255",
                                       "(ty + 1) * blockDim.x + tx", "ty * 16 + (tx + 1) % 16"};
    const char *chosen = g->own[1];
    if (!chosen || chance(g, 25)) {
        chosen = g->is_2d ? PICK(g, deep) : PICK(g, flat);
        g->own[1] = g->own[1] ? g->own[1] : chosen;
    }
    if (g->loop_depth > 0 && chance(g, 20)) {
        struct node *i = counter(g, false);
        static const char *const with[] = {"(%0 + %1) & 255", "%0 + 64 * (%1 & 1)", "%0 ^ %1", "%0 + %1", "(%0 + %1) % blockDim.x"};
        return EXPR(PICK(g, with), EXPR(chosen), i);
    }
    return EXPR(chosen);
}

static struct node *index_of(struct maker *g, bool shared) {
    uint32_t kind = below(g, 100);
    if (kind < 80) {
        return shared ? own_shared(g) : own_global(g);
    }
    if (kind < 87) {
        return EXPR("(%0 + %1)", shared ? own_shared(g) : own_global(g), uniform(g, 1));
    }
    if (kind < 95) {
        return of_thread(g, EXPRESSION_DEPTH);
    }
    return kind < 98 ? uniform(g, 1) : EXPR("c[%0]", of_thread(g, 1));
}

/* Places in memory; the index is chosen to fit. */
static struct node *place_of_kind(struct maker *g, uint32_t kind) {
    switch (kind) {
    case 0: case 1: case 2: case 3:
        return PLACE("a[%0]", index_of(g, false));
    case 4: case 5:
        return PLACE("b[%0]", index_of(g, false));
    case 6:
        return PLACE("d[%0]", index_of(g, false));
    case 7:
        return PLACE("e[%0]", index_of(g, false));
    case 8:
        return PLACE("p[%0].x", index_of(g, false));
    case 9:
        return PLACE("p[%0].z[%1 & 1]", index_of(g, false), of_thread(g, 1));
    case 10: case 11: case 12: case 13: case 14:
        return PLACE("s0[%0]", index_of(g, true));
    case 15:
        return PLACE("s1[%0 & 15][%1 & 15]", of_thread(g, 1), of_thread(g, 1));
    case 16:
        return PLACE("s2[%0 & 127]", index_of(g, true));
    case 17:
        return PLACE("dyn[%0]", index_of(g, true));
    case 18:
        return PLACE("((short *)a)[%0]", index_of(g, false));
    case 19:
        return PLACE("((char *)s0)[%0]", index_of(g, true));
    case 20:
        return PLACE("((int2 *)a)[%0].y", index_of(g, false));
    case 21:
        return PLACE("(%0 ? a : b)[%1]", chance(g, 50) ? uniform(g, 1) : EXPR("(tid & 1)"), index_of(g, false));
    case 22:
        return chance(g, 50) ? PLACE("q[%0]", index_of(g, false)) : PLACE("r[%0]", index_of(g, false));
    default:
        return chance(g, 50) ? PLACE("sq[%0 & 127]", own_shared(g)) : PLACE("sr[%0 & 127]", own_shared(g));
    }
}

/* Something to write: a few places of each kernel. */
static struct node *target(struct maker *g) {
    uint32_t kind = below(g, PLACE_KINDS);
    while (!(g->written >> kind & 1)) {
        kind = below(g, PLACE_KINDS);
    }
    return place_of_kind(g, kind);
}

static struct node *source(struct maker *g) {
    return place_of_kind(g, below(g, PLACE_KINDS));
}

static struct node *value(struct maker *g, uint32_t depth) {
    uint32_t kind = below(g, 100);
    if (kind < 20) {
        return EXPR("c[%0]", of_thread(g, 1));
    }
    if (kind < 45) {
        return EXPR("(int)%0", source(g));
    }
    if (kind < 55) {
        return uniform(g, depth);
    }
    return of_thread(g, depth);
}

static struct node *condition(struct maker *g, bool is_uniform) {
    static const char *const compare[] = {"%0 < %1", "%0 < %1", "%0 <= %1", "%0 == %1", "%0 != %1", "%0 > %1", "%0 >= %1"};
    static const char *const bits[] = {"(%0 & 1) == 0", "%0 & 1", "(%0 & 3) == 0", "(%0 ^ 1) > %0", "%0 % 3 == 1", "(%0 & 31) == 0", "(%0 >> 5) == 0", "!%0"};
    uint32_t kind = below(g, 100);
    if (is_uniform) {
        return kind < 70 ? EXPR(PICK(g, compare), uniform(g, 1), uniform(g, 1)) : EXPR(PICK(g, bits), uniform(g, 1));
    }
    if (kind < 50) {
        return EXPR(PICK(g, compare), of_thread(g, 1), uniform(g, 1));
    }
    if (kind < 75) {
        return EXPR(PICK(g, bits), of_thread(g, 1));
    }
    if (kind < 82) {
        return EXPR(PICK(g, compare), of_thread(g, 1), of_thread(g, 1));
    }
    if (kind < 88) {
        return EXPR("c[%0] > %1", of_thread(g, 1), uniform(g, 0));
    }
    return EXPR(chance(g, 60) ? "(%0) && (%1)" : "(%0) || (%1)", condition(g, false), condition(g, false));
}

/* Free statements. */

static struct node *body(struct maker *g, uint32_t count, bool uniform_here) {
    struct node *list = node_list(g->arena);
    bool was = g->is_uniform;
    g->is_uniform = was && uniform_here;
    g->depth++;
    statements(g, list, count);
    g->depth--;
    g->is_uniform = was;
    return list;
}

static struct node *barrier(struct maker *g) {
    static const char *const kinds[] = {"__syncthreads();", "__syncthreads();", "__syncthreads();", "__syncthreads();", "__syncthreads();",
                                        "__syncthreads();", "v3 = __syncthreads_or(v0 > 3);", "v3 = __syncthreads_count(v0 > 3);"};
    return STMT(PICK(g, kinds));
}

struct loop_form { const char *text[LOOP_DEPTH_MAX]; bool is_uniform; };
#define LOOP(v, a, b, c) "for (" v " = " a "; " v b "; " v c ") {%0}"
#define FORM(a, b, c, u) {{LOOP("i0", a, b, c), LOOP("i1", a, b, c), LOOP("i2", a, b, c), LOOP("i3", a, b, c)}, u}
#define WHILE(v, c, s) "for (" v " = 0;;) {%0\n    if (" v c ") break; " v s ";}"
#define UNTIL(v, c, s) v " = 0; do {%0\n    " v s ";} while (" v c ");"

static const struct loop_form loop_forms[] = {
    FORM("0", " < n", "++", true), FORM("0", " < m", "++", true), FORM("0", " < 4", "++", true), FORM("0", " < (int)w", "++", true),
    FORM("0", " <= n", "++", true), FORM("1", " < n", "++", true), FORM("0", " < n", " += 2", true), FORM("n", " > 0", "--", true),
    FORM("n", " >= 0", "--", true), FORM("n - 1", " > 0", " -= 3", true), FORM("blockDim.x / 2", " > 0", " >>= 1", true),
    FORM("1", " < blockDim.x", " <<= 1", true), FORM("1", " < blockDim.x", " *= 2", true), FORM("32", " > 0", " >>= 1", true),
    FORM("n", " > 0", " /= 2", true), FORM("0", " != n", "++", true), FORM("0", " < n", " += m", true), FORM("0", " != (n & 7)", "++", true),
    FORM("threadIdx.x", " < n", " += blockDim.x", false), FORM("threadIdx.x", " < 64", " += blockDim.x", false),
    FORM("blockIdx.x * blockDim.x + threadIdx.x", " < n", " += blockDim.x * gridDim.x", false), FORM("threadIdx.x", " < 64", " += 16", false),
    FORM("0", " < threadIdx.x", "++", false), FORM("threadIdx.x", " > 0", "--", false), FORM("threadIdx.x", " > 0", " >>= 1", false),
    FORM("0", " < c[threadIdx.x]", "++", false), FORM("0", " < c[0]", "++", true), FORM("n", " < m", "++", true), FORM("blockIdx.x", " < n", " += gridDim.x", true),
    FORM("0", " < blockDim.x", " += 8", true), FORM("0", " < 3", "++", true), FORM("3", " >= 0", "--", true),
    {{WHILE("i0", " >= n", "++"), WHILE("i1", " >= n", "++"), WHILE("i2", " >= n", "++"), WHILE("i3", " >= n", "++")}, true},
    {{UNTIL("i0", " < n", "++"), UNTIL("i1", " < n", "++"), UNTIL("i2", " < n", "++"), UNTIL("i3", " < n", "++")}, true},
};

static struct node *loop_around(struct maker *g, const struct loop_form *form, uint32_t count, struct node *inside) {
    const char *text = form->text[g->loop_depth];
    g->uniform_counter[g->loop_depth++] = form->is_uniform;
    struct node *list = body(g, count, form->is_uniform);
    for (uint32_t i = 0; inside && i < inside->count; i++) {
        add(g, list, inside->kids[i]);
    }
    g->loop_depth--;
    struct node *loop = STMT(text, list);
    loop->is_loop = true;
    return loop;
}

static struct node *free_loop(struct maker *g) {
    if (g->loop_depth >= LOOP_DEPTH_MAX - 1) {
        return barrier(g);
    }
    const struct loop_form *form = &PICK(g, loop_forms);
    return loop_around(g, form, 1 + below(g, 3), NULL);
}

static struct node *choice(struct maker *g) {
    bool is_uniform = chance(g, 25);
    struct node *c = condition(g, is_uniform), *first = body(g, 1 + below(g, 2), is_uniform || chance(g, 4));
    if (chance(g, 30)) {
        return STMT("if (%0) {%1} else {%2}", c, first, body(g, 1 + below(g, 2), is_uniform));
    }
    return STMT("if (%0) {%1}", c, first);
}

static struct node *several(struct maker *g) {
    bool is_uniform = chance(g, 40);
    struct node *on = is_uniform ? uniform(g, 1) : of_thread(g, 1);
    return STMT("switch (%0 & 3) {\n    case 0: {%1} break;\n    case 1: {%2}\n    default: {%3} break; }", on, body(g, 1, is_uniform),
                body(g, 1, is_uniform), body(g, 1, is_uniform));
}

static struct node *leaves(struct maker *g) {
    bool is_uniform = chance(g, 50);
    if (g->loop_depth > 0 && chance(g, 70)) {
        return STMT(chance(g, 60) ? "if (%0) break;" : "if (%0) continue;", condition(g, is_uniform));
    }
    return STMT("if (%0) return;", condition(g, is_uniform || (g->loop_depth == 0 && chance(g, 40))));
}

static struct node *update(struct maker *g) {
    static const char *const forms[] = {"atomicAdd(&a[%0], (int)%1);", "atomicAdd(&s0[%0 & 255], (int)%1);", "atomicExch(&a[%0], (int)%1);",
                                        "atomicMax(&s0[%0 & 255], (int)%1);", "v0 = atomicAdd(&a[%0], (int)%1);", "atomicCAS(&a[%0], 0, (int)%1);",
                                        "atomicAdd((int *)d + %0, (int)%1);", "atomicAdd_block(&b[%0], (int)%1);"};
    return STMT(PICK(g, forms), index_of(g, false), value(g, 1));
}

static struct node *pointers(struct maker *g) {
    switch (below(g, 8)) {
    case 0: return STMT("swap = q; q = r; r = swap;");
    case 1: return STMT("swap = sq; sq = sr; sr = swap;");
    case 2: return STMT("q = %0 ? a : b;", condition(g, true));
    case 3: return STMT("q = a + %0;", of_thread(g, 1));
    case 4: return STMT("q += %0;", uniform(g, 1));
    case 5: return STMT("exchange(&s0[%0 & 255], &s0[%1 & 255]);", own_shared(g), own_shared(g));
    case 6: return STMT("put(a, %0, n, %1);", index_of(g, false), value(g, 1));
    default: return STMT("((int2 *)a)[%0] = make_int2(%1, %2);", index_of(g, false), value(g, 1), value(g, 1));
    }
}

static struct node *statement(struct maker *g) {
    static const char *const locals[] = {"v0 = %0;", "v1 = %0;", "v2 += %0;", "v0 = %0;"};
    uint32_t kind = below(g, 100);
    bool deep = g->depth >= 3;
    if (kind < 34) {
        return STMT(chance(g, 80) ? "%0 = %1;" : "%0 += %1;", target(g), value(g, EXPRESSION_DEPTH));
    }
    if (kind < 44) {
        return STMT(PICK(g, locals), value(g, EXPRESSION_DEPTH));
    }
    if (kind < 58 && !deep) {
        return choice(g);
    }
    if (kind < 68 && !deep) {
        return free_loop(g);
    }
    if (kind < 71) {
        return leaves(g);
    }
    if (kind < 77) {
        return update(g);
    }
    if (kind < 82) {
        return pointers(g);
    }
    if (kind < 84 && !deep) {
        return several(g);
    }
    if (kind < 86) {
        static const char *const masks[] = {"__syncwarp();", "__syncwarp();", "__syncwarp(65535u);", "__syncwarp(3u << (tid & 30));",
                                            "__syncwarp(255u << (tid & 24));", "__syncwarp((tid & 31) < 16 ? 65535u : 4294901760u);"};
        return STMT(PICK(g, masks));
    }
    return g->is_uniform || chance(g, 4) ? barrier(g) : STMT("%0 = %1;", target(g), value(g, 1));
}

static void statements(struct maker *g, struct node *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        add(g, list, statement(g));
    }
}

/* Idioms: what people write. Texts with ';' are split into statements. */

struct idiom { bool is_2d; const char *lines[10]; };

static const struct idiom idioms[] = {
    {false, {"if (gid < n) a[gid] = c[gid] + 1;"}},
    {false, {"if (gid >= n) return;", "a[gid] = c[gid];"}},
    {false, {"s0[tid] = c[gid];", "B", "a[gid] = s0[tid] + s0[(tid + 1) % blockDim.x];"}},
    {false, {"s0[tid + 1] = c[gid];", "if (tid == 0) { s0[0] = c[gid - 1]; s0[blockDim.x + 1] = 0; }", "B", "a[gid] = s0[tid] + s0[tid + 2];"}},
    {false, {"s0[tid] = c[gid];", "B", "for (i0 = blockDim.x / 2; i0 > 0; i0 >>= 1) {", "if (tid < i0) s0[tid] += s0[tid + i0];", "B", "}", "if (tid == 0) a[blockIdx.x] = s0[0];"}},
    {false, {"s0[tid] = c[gid];", "B", "for (i0 = 1; i0 < blockDim.x; i0 *= 2) {", "if (tid % (2 * i0) == 0) s0[tid] += s0[tid + i0];", "B", "}", "if (tid == 0) a[blockIdx.x] = s0[0];"}},
    {false, {"for (i0 = 1; i0 < blockDim.x; i0 *= 2) {", "v0 = 2 * i0 * tid;", "if (v0 < blockDim.x) s0[v0] += s0[v0 + i0];", "B", "}"}},
    {false, {"for (i0 = 1; i0 < blockDim.x; i0 <<= 1) {", "v0 = tid >= i0 ? s0[tid - i0] : 0;", "B", "s0[tid] += v0;", "B", "}"}},
    {false, {"for (i0 = 1; i0 < blockDim.x; i0 <<= 1) {", "sr[tid] = tid >= i0 ? sq[tid] + sq[tid - i0] : sq[tid];", "B", "swap = sq; sq = sr; sr = swap;", "}"}},
    {false, {"v0 = 0; v1 = 1;", "for (i0 = 1; i0 < blockDim.x; i0 *= 2) {", "s0[v1 * 128 + tid] = s0[v0 * 128 + tid] + (tid >= i0 ? s0[v0 * 128 + tid - i0] : 0);", "B", "v0 = 1 - v0; v1 = 1 - v1;", "}"}},
    {false, {"for (i0 = 2; i0 <= blockDim.x; i0 *= 2) {", "for (i1 = i0 / 2; i1 > 0; i1 /= 2) {", "v0 = tid ^ i1;", "if (v0 > tid) exchange(&s0[tid], &s0[v0]);", "B", "}", "}"}},
    {false, {"for (i0 = gid; i0 < n; i0 += blockDim.x * gridDim.x) a[i0] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < m; i0++) a[gid * m + i0] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < m; i0++) a[i0 * n + gid] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = c[i0 * blockDim.x + tid];", "B", "v0 += s0[tid ^ 1];", "B", "}", "a[gid] = v0;"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid + (i0 & 1) * 128] = c[gid + i0];", "B", "v0 += s0[(tid ^ 1) + (i0 & 1) * 128];", "}", "a[gid] = v0;"}},
    {false, {"q = a + gid;", "for (i0 = 0; i0 < n; i0++) {", "*q = i0;", "q += blockDim.x * gridDim.x;", "}"}},
    {false, {"for (q = a + gid; q < a + n; q += blockDim.x) *q = 1;"}},
    {false, {"if (tid == 0) s0[0] = c[blockIdx.x];", "B", "a[gid] = s0[0];"}},
    {false, {"for (i0 = tid * m; i0 < (tid + 1) * m; i0++) a[i0] = 1;"}},
    {false, {"for (i0 = gid; i0 < 256; i0 += 64) s0[i0 & 255] = 1;", "B", "v0 = s0[255 - tid];"}},
    {false, {"for (i0 = tid; i0 < 256; i0 += blockDim.x) s0[i0] = 0;", "B", "atomicAdd(&s0[c[gid] & 255], 1);", "B", "for (i0 = tid; i0 < 256; i0 += blockDim.x) atomicAdd(&a[i0], s0[i0]);"}},
    {false, {"s0[tid] = v0;", "__syncwarp();", "v1 = s0[tid ^ 1];", "__syncwarp();", "s0[tid] = v1;"}},
    {false, {"s0[tid] = v0;", "__syncwarp(3u << (tid & 30));", "v1 = s0[tid ^ 1];", "__syncwarp(15u << (tid & 28));", "s0[tid ^ 3] = v1;"}},
    {false, {"if ((tid & 31) < 16) {", "s0[tid] = v0;", "__syncwarp(65535u);", "v1 = s0[tid ^ 8];", "}", "a[gid] = v1;"}},
    {false, {"s0[tid] = c[gid];", "__syncwarp();", "for (i0 = 16; i0 > 0; i0 >>= 1) {", "if ((tid & 31) < i0) s0[tid] += s0[tid + i0];", "__syncwarp();", "}"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = i0;", "__syncwarp();", "v0 += s0[tid ^ 1];", "__syncwarp();", "}"}},
    {false, {"for (i0 = 0; i0 < c[gid >> 5]; i0++) {", "s0[tid] = i0;", "__syncwarp();", "v0 += s0[tid ^ 1];", "__syncwarp();", "}", "a[gid] = v0;"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "if (i0 % 2 == 0) __syncwarp();", "s0[tid + (i0 & 1) * 128] = i0;", "__syncwarp(255u << (tid & 24));", "v0 += s0[(tid ^ 1) + (i0 & 1) * 128];", "}"}},
    {false, {"((char *)a)[gid * 4] = 1;", "v0 = a[gid];"}},
    {false, {"((short *)a)[gid * 2 + 1] = 1;", "((char *)a)[gid * 4] = 1;"}},
    {false, {"p[gid].x = 1;", "p[gid].y = 2;", "p[gid].z[1] = 3;", "p[gid].w = 4;"}},
    {false, {"put(a, gid, n, c[gid]);", "v0 = get(b, gid, n);"}},
    {false, {"i0 = 0;", "while (i0 < n) {", "if (c[i0] == 7) break;", "s0[tid] = i0;", "B", "v0 += s0[blockDim.x - 1 - tid];", "B", "i0++;", "}"}},
    {false, {"a[clamped(gid, n)] = 1;"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "if (tid == i0) s0[0] = c[gid];", "B", "v0 += s0[0];", "B", "}", "a[gid] = v0;"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "if (i0 % 4 == 0) __syncthreads();", "s0[tid] = i0;", "if (i0 % 4 == 3) __syncthreads();", "v0 = s0[tid + 1];", "}"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = i0;", "for (i1 = 0; i1 < m; i1++) {", "B", "v0 += s0[tid ^ 1];", "}", "}"}},
    {false, {"s0[tid] = 1;", "if (n > 3) __syncthreads();", "v0 = s0[tid ^ 1];", "if (n <= 3) __syncthreads();", "s0[tid] = v0;"}},
    {false, {"if (tid < 32) { s0[tid] = 1; } else { s0[tid] = 2; }", "B", "if (tid >= 32) a[gid] = s0[tid - 32];"}},
    {false, {"dyn[tid] = c[gid];", "B", "((char *)dyn)[tid] = 1;", "B", "a[gid] = dyn[0];"}},
    {false, {"if (blockIdx.x == 0) a[tid] = 1; else b[gid] = a[gid];"}},
    {false, {"if (c[gid] > 0) a[c[gid]] = 1;", "b[gid] = a[gid];"}},
    {false, {"if (tid == 0) s0[0] = c[blockIdx.x] & 3;", "B", "v0 = s0[0];", "for (i0 = 0; i0 < v0; i0++) {", "s2[tid & 127] = i0;", "B", "v1 += s2[(tid + 1) & 127];", "B", "}"}},
    {false, {"if (tid == 0) s0[0] = c[blockIdx.x] & 1;", "B", "if (s0[0]) __syncthreads();", "s2[tid & 127] = 1;", "if (s0[0]) __syncthreads();", "v0 = s2[tid ^ 1];"}},
    {false, {"i0 = 0;", "while (i0 < 4) {", "B", "if (tid == 0) s0[0] = 0;", "B", "if (c[gid] > i0) s0[0] = 1;", "B", "if (s0[0] == 0) break;", "i0++;", "}"}},
    {false, {"i0 = 0;", "while (i0 < s0[200]) {", "if (tid == i0) s0[200] = 3;", "B", "s2[tid & 127] = i0;", "B", "v0 += s2[tid ^ 1];", "i0++;", "}"}},
    {false, {"s2[tid & 127] = blockDim.x - 1 - tid;", "B", "s0[s2[tid & 127]] = tid;"}},
    {false, {"s2[blockDim.x - 1 - tid] = tid;", "s2[127] = tid;", "B", "v0 = s2[tid & 127];", "s0[v0] = tid;", "B", "a[blockIdx.x * blockDim.x + s2[v0 & 127]] = v0;"}},
    {false, {"b[gid] = gid;", "B", "a[b[gid]] = tid;"}},
    {false, {"s2[tid & 127] = tid;", "for (i0 = 0; i0 < n; i0++) {", "v0 = s2[tid & 127];", "B", "s2[(tid + 1) & 127] = v0;", "B", "}", "s0[s2[tid & 127]] = 1;"}},
    {false, {"v0 = s0[tid];", "s0[tid] = tid;", "v1 = s0[tid];", "if (v0 != v1) s2[v1 & 127] = 1;"}},
    {true, {"if (col < w && row < n) a[row * w + col] = c[col * n + row];"}},
    {true, {"if (col < w) a[row * w + col] = 1;"}},
    {true, {"s1[ty & 15][tx & 15] = c[row * n + col];", "B", "a[row * n + col] = s1[tx & 15][ty & 15];"}},
    {true, {"for (i0 = 0; i0 < n; i0++) {", "s1[ty & 15][tx & 15] = c[i0 + row];", "B", "for (i1 = 0; i1 < 16; i1++) v0 += s1[ty & 15][i1 & 15] * s1[i1 & 15][tx & 15];", "B", "}", "a[row * n + col] = v0;"}},
    {true, {"for (i0 = 0; i0 < blockDim.y; i0 += 4) s1[(ty + i0) & 15][tx & 15] = 1;", "B", "a[row * blockDim.x * gridDim.x + col] = s1[tx & 15][ty & 15];"}},
    {true, {"if (ty == 0) s0[tx] = 1;", "B", "v0 = s0[tx];", "B", "if (tx == 0) s0[ty] = v0;"}},
    {true, {"s0[ty * blockDim.x + tx] = 1;", "B", "a[row * w + col] = s0[ty * blockDim.x];"}},
};

static bool is_control(const char *line) {
    return strncmp(line, "if", 2) == 0 || strncmp(line, "for", 3) == 0 || strncmp(line, "while", 5) == 0;
}

/* A line with its integers and comparisons as expressions of their own, so that they can be
   changed: "x = y;" becomes two parts. */
static struct node *line_node(struct maker *g, const char *line) {
    const char *equals = strstr(line, " = ");
    const char *first_end = strchr(line, ';');
    if (is_control(line) && strncmp(line, "if (", 4) == 0) {
        uint32_t depth = 1;
        const char *close = line + 4;
        while (depth > 0) {
            depth += (*close == '(') - (uint32_t)(*close == ')');
            close++;
        }
        const char *c = arena_strndup(g->arena, line + 4, (size_t)(close - 1 - (line + 4)));
        const char *rest = close + (*close == ' ');
        if (strstr(rest, "else") || strncmp(rest, "return", 6) == 0 || strncmp(rest, "break", 5) == 0 || *rest == '{') {
            return STMT(arena_printf(g->arena, "if (%%0) %s", rest), EXPR(c));
        }
        struct node *inside = node_list(g->arena);
        add(g, inside, line_node(g, rest));
        return STMT("if (%0) {%1}", EXPR(c), inside);
    }
    if (!is_control(line) && equals && first_end && first_end[1] == '\0') {
        const char *target = arena_strndup(g->arena, line, (size_t)(equals - line));
        const char *source = arena_strndup(g->arena, equals + 3, (size_t)(first_end - equals - 3));
        const char *open = strchr(target, '[');
        size_t length = strlen(target);
        if (open && target[length - 1] == ']' && !strchr(open + 1, '[') && !strchr(target, '*')) {
            const char *base = arena_strndup(g->arena, target, (size_t)(open - target));
            const char *index = arena_strndup(g->arena, open + 1, length - (size_t)(open - target) - 2);
            return STMT(arena_printf(g->arena, "%s[%%0] = %%1;", base), EXPR(index), EXPR(source));
        }
        bool is_pointer = strncmp(target, "q", 1) == 0 || strncmp(target, "s", 1) == 0;
        return is_pointer ? STMT(line) : STMT(arena_printf(g->arena, "%s = %%0;", target), EXPR(source));
    }
    return STMT(line);
}

/* Statements up to a closing brace; the line after it. */
static const char *const *parse_lines(struct maker *g, const char *const *line, const char *const *end, struct node *list) {
    while (line < end && *line) {
        const char *text = *line++;
        if (strcmp(text, "}") == 0) {
            return line;
        }
        if (strcmp(text, "B") == 0) {
            add(g, list, STMT("__syncthreads();"));
        } else if (is_control(text) && text[strlen(text) - 1] == '{') {
            struct node *inside = node_list(g->arena);
            line = parse_lines(g, line, end, inside);
            add(g, list, STMT(arena_printf(g->arena, "%s%%0}", text), inside));
        } else {
            add(g, list, line_node(g, text));
        }
    }
    return line;
}

static struct node *idiom(struct maker *g) {
    const struct idiom *chosen = &PICK(g, idioms);
    while (chosen->is_2d != g->is_2d) {
        chosen = &PICK(g, idioms);
    }
    struct node *list = node_list(g->arena);
    parse_lines(g, chosen->lines, chosen->lines + COUNT(chosen->lines), list);
    return list;
}

/* Tight kernels: one array, few accesses, and indices that are sums of products, digits and
   bits, each with a guard that may or may not bound a digit by its radix. */

static struct node *digit(struct maker *g) {
    static const char *const flat[] = {"tid", "tid", "blockIdx.x", "blockIdx.x", "gid", "gid", "tid / 4", "tid % 4", "tid / 3", "tid % 3", "(tid >> 2)",
                                       "(tid & 3)", "(tid ^ 1)", "(tid & ~3)", "tid / 32", "tid % 32", "(gid ^ 2)", "gid % n", "gid / n", "tid / n", "tid % n",
                                       "(blockDim.x - 1 - tid)", "(n - tid)", "(tid | 1)", "(gid & 7)", "(gid >> 3)", "threadIdx.x"};
    static const char *const deep[] = {"tx", "ty", "tx", "ty", "row", "col", "blockIdx.x", "blockIdx.y", "(tx ^ 1)", "tx / 4", "tx % 4", "(ty & 1)",
                                       "(ty * blockDim.x + tx)", "(blockIdx.y * gridDim.x + blockIdx.x)", "(n - 1 - tx)", "min((int)col, n - 1)"};
    if (g->loop_depth > 0 && chance(g, 45)) {
        return counter(g, false);
    }
    return g->is_2d ? EXPR(PICK(g, deep)) : EXPR(PICK(g, flat));
}

static struct node *radix(struct maker *g) {
    static const char *const texts[] = {"1", "1", "1", "2", "3", "4", "8", "16", "32", "33", "64", "n", "n", "m", "w", "blockDim.x", "blockDim.x", "gridDim.x",
                                        "(n + 1)", "(m * n)", "(blockDim.x * gridDim.x)", "(n - 1)", "(n | 1)", "(1 << (m & 7))", "-1", "z", "(n / 2)", "(int)w",
                                        "blockDim.y", "(2 * n + 1)"};
    return EXPR(PICK(g, texts));
}

static struct node *radix_sum(struct maker *g) {
    static const char *const forms[] = {"%0 * %1", "%0 * %1", "%0 + %1", "(%0 << (%1 & 3))", "(%0 ^ %1)", "(%0 | %1)"};
    struct node *sum = EXPR(PICK(g, forms), digit(g), radix(g));
    for (uint32_t terms = below(g, 3); terms > 0; terms--) {
        static const char *const joins[] = {"%0 + %1", "%0 + %1", "%0 + %1", "%0 - %1", "(%0) ^ (%1)", "(%0) | (%1)"};
        sum = EXPR(PICK(g, joins), sum, chance(g, 50) ? digit(g) : EXPR("%0 * %1", digit(g), radix(g)));
    }
    switch (below(g, 12)) {
    case 0: return EXPR("(%0) % %1", sum, radix(g));
    case 1: return EXPR("(%0) / %1", sum, EXPR(PICK(g, small_constants)));
    case 2: return EXPR("(%0) & %1", sum, EXPR("(blockDim.x - 1)"));
    case 3: return EXPR("(short)(%0)", sum);
    case 4: return EXPR("(unsigned)(%0)", sum);
    default: return sum;
    }
}

static struct node *bound(struct maker *g) {
    static const char *const forms[] = {"%0 < %1", "%0 < %1", "%0 < %1", "%0 <= %1", "%0 == %1", "%0 != %1", "%0 >= %1", "%0 * 2 < %1", "%0 + 1 < %1",
                                        "(%0 & 1) < %1", "(unsigned)%0 < (unsigned)%1", "%0 % %1 == 0", "0 <= %0 - %1", "(%0 ^ %1) > %0"};
    struct node *first = EXPR(PICK(g, forms), digit(g), radix(g));
    return chance(g, 35) ? EXPR(chance(g, 70) ? "%0 && %1" : "!(%0) || %1", first, EXPR(PICK(g, forms), digit(g), radix(g))) : first;
}

static const char *const tight_places[] = {"a[%0]", "a[%0]", "a[%0]", "s0[%0]", "s0[%0]", "s0[(%0) & 255]", "s0[(unsigned)(%0) % 256]", "e[%0]", "((short *)a)[%0]",
                                           "((char *)a)[%0]", "((int2 *)a)[%0].x", "p[%0].y", "(a + (%0))[n]", "dyn[%0]"};

static struct node *tight_access(struct maker *g, const char *where) {
    static const char *const views[] = {"((char *)a)[%0]", "((short *)a)[%0]", "((long long *)a)[%0]", "a[%0]"};
    static const char *const forms[] = {"%0 = gid;", "%0 = gid;", "%0 = gid;", "v1 += %0;", "v1 += %0;", "v1 = %0;", "%0 += 1;", "%0 = 7;", "%0 = c[%1];"};
    static const char *const deep_forms[] = {"%0 = col + 64 * ty;", "%0 = col;", "v1 += %0;", "v1 += %0;", "%0 = tx;", "%0 += 1;", "%0 = 7;"};
    if (where[0] == 'a' && chance(g, 12)) {
        where = PICK(g, views);
    }
    struct node *at = PLACE(where, radix_sum(g));
    struct node *access = g->is_2d ? STMT(PICK(g, deep_forms), at) : STMT(PICK(g, forms), at, digit(g));
    if (chance(g, 60)) {
        return access;
    }
    struct node *inside = node_list(g->arena);
    add(g, inside, access);
    if (chance(g, 25)) {
        struct node *other = node_list(g->arena);
        add(g, other, STMT(g->is_2d ? "%0 = ty;" : "%0 = gid;", PLACE(where, radix_sum(g))));
        return STMT("if (%0) {%1} else {%2}", bound(g), inside, other);
    }
    return STMT("if (%0) {%1}", bound(g), inside);
}

static void tight_statements(struct maker *g, struct node *list, const char *where, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = below(g, 100);
        if (kind < 50) {
            add(g, list, tight_access(g, where));
        } else if (kind < 70) {
            add(g, list, g->is_uniform || chance(g, 8) ? STMT("__syncthreads();") : tight_access(g, where));
        } else if (kind < 86 && g->loop_depth < LOOP_DEPTH_MAX - 1) {
            const struct loop_form *form = &PICK(g, loop_forms);
            struct node *inside = node_list(g->arena);
            bool was = g->is_uniform;
            const char *text = form->text[g->loop_depth];
            g->is_uniform = was && form->is_uniform;
            g->uniform_counter[g->loop_depth++] = form->is_uniform;
            tight_statements(g, inside, where, 1 + below(g, 3));
            g->loop_depth--;
            g->is_uniform = was;
            struct node *loop = STMT(text, inside);
            loop->is_loop = true;
            add(g, list, loop);
        } else if (kind < 93) {
            struct node *inside = node_list(g->arena);
            tight_statements(g, inside, where, 1);
            add(g, list, STMT("if (%0) {%1}", condition(g, true), inside));
        } else {
            add(g, list, STMT(g->loop_depth > 0 ? (chance(g, 50) ? "if (%0) break;" : "if (%0) continue;") : "if (%0) return;",
                              chance(g, 50) ? condition(g, true) : bound(g)));
        }
    }
}

static struct node *tight(struct maker *g) {
    struct node *list = node_list(g->arena);
    const char *where = PICK(g, tight_places);
    if (chance(g, 20)) {
        add(g, list, STMT("if (%0) return;", bound(g)));
    }
    do {
        tight_statements(g, list, where, 1 + below(g, 3));
    } while (chance(g, 30));
    return list;
}

/* Mutations. */

struct places { struct node **slots[512]; struct node *owners[512]; uint32_t count; };

static void collect(struct node *node, enum node_kind kind, struct places *places) {
    for (uint32_t i = 0; i < node->count; i++) {
        if (node->kids[i]->kind == kind && places->count < 512) {
            places->slots[places->count] = &node->kids[i];
            places->owners[places->count++] = node;
        }
        collect(node->kids[i], kind, places);
    }
}

static void remove_kid(struct node *list, uint32_t at) {
    for (uint32_t i = at; i + 1 < list->count; i++) {
        list->kids[i] = list->kids[i + 1];
    }
    list->count--;
}

static void insert_kid(struct arena *arena, struct node *list, uint32_t at, struct node *kid) {
    node_append(arena, list, kid);
    for (uint32_t i = list->count - 1; i > at; i--) {
        list->kids[i] = list->kids[i - 1];
    }
    list->kids[at] = kid;
}

static void mutate_statement(struct maker *g, struct node *root) {
    struct places places = {.count = 0};
    collect(root, NODE_STATEMENT, &places);
    if (places.count == 0) {
        return;
    }
    uint32_t n = below(g, places.count);
    struct node *owner = places.owners[n], **slot = places.slots[n];
    uint32_t at = (uint32_t)(slot - owner->kids);
    struct node *old = *slot;
    switch (below(g, 8)) {
    case 0:
        remove_kid(owner, at);
        break;
    case 1:
        insert_kid(g->arena, owner, at + below(g, 2), barrier(g));
        break;
    case 2: {
        struct node *inside = node_list(g->arena);
        add(g, inside, old);
        *slot = STMT("if (%0) {%1}", condition(g, chance(g, 40)), inside);
        break;
    }
    case 3: {
        struct node *inside = node_list(g->arena);
        add(g, inside, old);
        g->loop_depth = 3;
        *slot = STMT(PICK(g, loop_forms).text[3], inside);
        g->loop_depth = 0;
        break;
    }
    case 4:
        insert_kid(g->arena, owner, at + below(g, 2), statement(g));
        break;
    case 5: {
        uint32_t m = below(g, places.count);
        struct node *other = node_copy(g->arena, *places.slots[m]);
        insert_kid(g->arena, owner, at, other);
        break;
    }
    case 6:
        if (at + 1 < owner->count) {
            *slot = owner->kids[at + 1];
            owner->kids[at + 1] = old;
        }
        break;
    default: {
        bool removed = false;
        for (uint32_t i = 0; i < places.count && !removed; i++) {
            uint32_t j = (n + i) % places.count;
            if ((*places.slots[j])->is_barrier) {
                remove_kid(places.owners[j], (uint32_t)(places.slots[j] - places.owners[j]->kids));
                removed = true;
            }
        }
    }
    }
}

/* Another number or operator in a leaf of text. The masks of s1's indices stay: the simulator
   does not see an index that leaves its row for another one. */
static const char *mutate_text(struct maker *g, const char *text) {
    static const struct { const char *from, *to; } swaps[] = {
        {" < ", " <= "}, {" <= ", " < "}, {" + ", " - "}, {" - ", " + "}, {" * ", " + "}, {" % ", " / "}, {" >= ", " > "}, {" == ", " != "},
        {"1", "2"}, {"2", "1"}, {"0", "1"}, {"n", "m"}, {"tid", "gid"}, {"gid", "tid"}, {"row", "col"}, {"col", "row"}, {"blockDim.x", "32"},
        {"blockDim.x", "gridDim.x"}, {" & ", " | "}, {" ^ ", " + "}, {"i0", "0"}, {"64", "63"}, {"16", "17"}, {"tx", "ty"}, {"ty", "tx"},
        {" && ", " || "}, {"s0", "sq"}, {"a[", "b["}, {" >> ", " << "}, {"w", "n"}};
    for (uint32_t tries = strstr(text, "s1[") ? 40 : 0; tries < 40; tries++) {
        uint32_t s = below(g, COUNT(swaps));
        const char *at = strstr(text, swaps[s].from);
        if (at && chance(g, 30) && strstr(at + 1, swaps[s].from)) {
            at = strstr(at + 1, swaps[s].from);
        }
        bool word = at && (at == text || !strchr("abcdefghijklmnopqrstuvwxyz0123456789%_.", at[-1]) || swaps[s].from[0] == ' ');
        size_t length = strlen(swaps[s].from);
        bool ends = at && (swaps[s].from[0] == ' ' || !strchr("abcdefghijklmnopqrstuvwxyz0123456789_I", at[length]) || at[length] == '\0' ||
                           swaps[s].from[length - 1] == '[');
        if (at && word && ends) {
            return arena_printf(g->arena, "%.*s%s%s", (int)(at - text), text, swaps[s].to, at + length);
        }
    }
    return text;
}

static void mutate_expression(struct maker *g, struct node *root) {
    struct places places = {.count = 0};
    collect(root, NODE_EXPRESSION, &places);
    if (places.count == 0) {
        return;
    }
    struct node **slot = places.slots[below(g, places.count)];
    switch (below(g, 6)) {
    case 0:
        *slot = EXPR("(%0 + %1)", *slot, uniform(g, 1));
        break;
    case 1:
        *slot = of_thread(g, 1);
        break;
    case 2:
        *slot = EXPR(PICK(g, unary), EXPR("(%0)", *slot));
        break;
    default:
        *slot = node_copy(g->arena, *slot);
        (*slot)->text = mutate_text(g, (*slot)->text);
    }
}

void generate_mutate(struct arena *arena, struct rng *rng, struct generated *kernel) {
    struct maker maker = {.arena = arena, .rng = rng, .is_uniform = true, .written = UINT32_MAX}, *g = &maker;
    struct node *copy = node_copy(arena, kernel->body);
    if (chance(g, 50)) {
        mutate_statement(g, copy);
    } else {
        mutate_expression(g, copy);
    }
    if (node_is_valid(copy, false)) {
        kernel->body = copy;
    }
}

struct generated *generate_kernel(struct arena *arena, uint64_t seed) {
    static const char *const types[] = {"int", "int", "unsigned", "int", "unsigned", "long long", "size_t"};
    static const char *const local_types[] = {"int", "int", "unsigned", "long long"};
    struct rng rng;
    rng_init(&rng, seed);
    struct maker maker = {.arena = arena, .rng = &rng, .is_uniform = true}, *g = &maker;
    struct generated *kernel = arena_alloc(arena, sizeof *kernel);
    g->is_2d = chance(g, 25);
    for (uint32_t i = 0; i < 3; i++) {
        g->written |= UINT32_C(1) << below(g, PLACE_KINDS);
    }
    for (uint32_t i = 0; i < TYPED_COUNT; i++) {
        kernel->types[i] = i == TYPE_LOCAL ? PICK(g, local_types) : PICK(g, types);
    }
    kernel->attribute = chance(g, 8) ? "__launch_bounds__(64) " : "";
    struct node *root = kernel->body = node_list(arena);
    uint32_t style = below(g, 100), parts = style < 35 ? 1 + below(g, 2) : 0;
    for (uint32_t i = 0; i < parts; i++) {
        struct node *list = idiom(g);
        if (chance(g, 12)) {
            g->loop_depth = 3;
            const struct loop_form *form = &PICK(g, loop_forms);
            g->loop_depth = 0;
            struct node *wrapped = node_list(arena);
            add(g, wrapped, STMT(form->text[3], list));
            list = wrapped;
        }
        for (uint32_t j = 0; j < list->count; j++) {
            add(g, root, list->kids[j]);
        }
        if (i + 1 < parts && chance(g, 75)) {
            add(g, root, STMT("__syncthreads();"));
        }
    }
    if (style >= 60) {
        kernel->body = tight(g);
        return kernel;
    }
    if (parts == 0) {
        statements(g, root, 2 + below(g, 5));
    } else if (chance(g, 25)) {
        statements(g, root, 1);
    }
    uint32_t changes = parts == 0 ? below(g, 2) : below(g, 4);
    for (uint32_t i = 0; i < changes; i++) {
        generate_mutate(arena, &rng, kernel);
    }
    return kernel;
}
