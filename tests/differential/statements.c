/* Free statements of random kernels. */
#include "maker.h"

static struct node *body(struct maker *g, uint32_t count, bool uniform_here) {
    struct node *list = node_list(g->arena);
    bool was = g->is_uniform;
    g->is_uniform = was && uniform_here;
    g->depth++;
    make_statements(g, list, count);
    g->depth--;
    g->is_uniform = was;
    return list;
}

struct node *make_barrier(struct maker *g) {
    static const char *const kinds[] = {"__syncthreads();",
                                        "__syncthreads();",
                                        "__syncthreads();",
                                        "__syncthreads();",
                                        "__syncthreads();",
                                        "__syncthreads();",
                                        "v3 = __syncthreads_or(v0 > 3);",
                                        "v3 = __syncthreads_count(v0 > 3);",
                                        "v3 = __syncthreads_and(v0 < 3);"};
    return STMT(PICK(g, kinds));
}

#define LOOP(v, a, b, c) "for (" v " = " a "; " v b "; " v c ") {%0}"
#define FORM(a, b, c, u)                                                                                                                             \
    { {LOOP("i0", a, b, c), LOOP("i1", a, b, c), LOOP("i2", a, b, c), LOOP("i3", a, b, c)}, u }
#define WHILE(v, c, s) "for (" v " = 0;;) {%0\n    if (" v c ") break; " v s ";}"
#define UNTIL(v, c, s) v " = 0; do {%0\n    " v s ";} while (" v c ");"

static const struct loop_form loop_forms[] = {
    FORM("0", " < n", "++", true),
    FORM("0", " < m", "++", true),
    FORM("0", " < 4", "++", true),
    FORM("0", " < (int)w", "++", true),
    FORM("0", " <= n", "++", true),
    FORM("1", " < n", "++", true),
    FORM("0", " < n", " += 2", true),
    FORM("n", " > 0", "--", true),
    FORM("n", " >= 0", "--", true),
    FORM("n - 1", " > 0", " -= 3", true),
    FORM("blockDim.x / 2", " > 0", " >>= 1", true),
    FORM("1", " < blockDim.x", " <<= 1", true),
    FORM("1", " < blockDim.x", " *= 2", true),
    FORM("32", " > 0", " >>= 1", true),
    FORM("n", " > 0", " /= 2", true),
    FORM("0", " != n", "++", true),
    FORM("0", " < n", " += m", true),
    FORM("0", " != (n & 7)", "++", true),
    FORM("threadIdx.x", " < n", " += blockDim.x", false),
    FORM("threadIdx.x", " < 64", " += blockDim.x", false),
    FORM("blockIdx.x * blockDim.x + threadIdx.x", " < n", " += blockDim.x * gridDim.x", false),
    FORM("threadIdx.x", " < 64", " += 16", false),
    FORM("0", " < threadIdx.x", "++", false),
    FORM("threadIdx.x", " > 0", "--", false),
    FORM("threadIdx.x", " > 0", " >>= 1", false),
    FORM("0", " < c[threadIdx.x]", "++", false),
    FORM("0", " < c[0]", "++", true),
    FORM("n", " < m", "++", true),
    FORM("blockIdx.x", " < n", " += gridDim.x", true),
    FORM("0", " < blockDim.x", " += 8", true),
    FORM("0", " < 3", "++", true),
    FORM("3", " >= 0", "--", true),
    {{WHILE("i0", " >= n", "++"), WHILE("i1", " >= n", "++"), WHILE("i2", " >= n", "++"), WHILE("i3", " >= n", "++")}, true},
    {{UNTIL("i0", " < n", "++"), UNTIL("i1", " < n", "++"), UNTIL("i2", " < n", "++"), UNTIL("i3", " < n", "++")}, true},
};

/* Those whose counter shifts, doubles or halves. */
static const struct loop_form shift_forms[] = {
    FORM("1", " < blockDim.x", " <<= 1", true),
    FORM("1", " < blockDim.x", " *= 2", true),
    FORM("blockDim.x / 2", " > 0", " >>= 1", true),
    FORM("32", " > 0", " >>= 1", true),
    FORM("n", " > 0", " /= 2", true),
    FORM("1", " <= n", " *= 2", true),
    FORM("1", " < 64", " <<= 1", true),
    FORM("2", " < n", " <<= 1", true),
    FORM("64", " >= 1", " >>= 1", true),
    FORM("1", " < 256", " <<= 2", true),
    FORM("n", " > 1", " >>= 1", true),
    FORM("1", " < (int)w", " <<= 1", true),
    FORM("16", " != 0", " >>= 1", true),
    FORM("threadIdx.x", " > 0", " >>= 1", false),
    FORM("1", " <= threadIdx.x", " <<= 1", false),
    FORM("128", " > n", " /= 2", true),
};

const struct loop_form *make_loop_form(struct maker *g) {
    return &PICK(g, loop_forms);
}

const struct loop_form *make_shift_form(struct maker *g) {
    return &PICK(g, shift_forms);
}

struct node *make_loop(struct maker *g, const struct loop_form *form, filler *fill, void *context) {
    const char *text = form->text[g->loop_depth];
    struct node *list = node_list(g->arena);
    bool was = g->is_uniform;
    g->is_uniform = was && form->is_uniform;
    g->uniform_counter[g->loop_depth++] = form->is_uniform;
    g->depth++;
    fill(g, list, context);
    g->depth--;
    g->loop_depth--;
    g->is_uniform = was;
    struct node *loop = STMT(text, list);
    loop->is_loop = true;
    return loop;
}

static void fill_freely(struct maker *g, struct node *list, void *context) {
    (void)context;
    make_statements(g, list, 1 + maker_below(g, 3));
}

static struct node *free_loop(struct maker *g) {
    if (g->loop_depth >= LOOP_DEPTH_MAX - 1) {
        return make_barrier(g);
    }
    return make_loop(g, maker_chance(g, 15) ? make_shift_form(g) : make_loop_form(g), fill_freely, NULL);
}

static struct node *choice(struct maker *g) {
    bool is_uniform = maker_chance(g, 25);
    struct node *c = make_condition(g, is_uniform), *first = body(g, 1 + maker_below(g, 2), is_uniform || maker_chance(g, 4));
    if (maker_chance(g, 30)) {
        return STMT("if (%0) {%1} else {%2}", c, first, body(g, 1 + maker_below(g, 2), is_uniform));
    }
    return STMT("if (%0) {%1}", c, first);
}

static struct node *several(struct maker *g) {
    bool is_uniform = maker_chance(g, 40);
    struct node *on = is_uniform ? make_uniform(g, 1) : make_of_thread(g, 1);
    return STMT("switch (%0 & 3) {\n    case 0: {%1} break;\n    case 1: {%2}\n    default: {%3} break; }", on, body(g, 1, is_uniform),
                body(g, 1, is_uniform), body(g, 1, is_uniform));
}

static struct node *leaves(struct maker *g) {
    bool is_uniform = maker_chance(g, 50);
    if (g->loop_depth > 0 && maker_chance(g, 70)) {
        return STMT(maker_chance(g, 60) ? "if (%0) break;" : "if (%0) continue;", make_condition(g, is_uniform));
    }
    return STMT("if (%0) return;", make_condition(g, is_uniform || (g->loop_depth == 0 && maker_chance(g, 40))));
}

static struct node *update(struct maker *g) {
    static const char *const forms[] = {"atomicAdd(&a[%0], (int)%1);",        "atomicAdd(&s0[%0 & 255], (int)%1);", "atomicExch(&a[%0], (int)%1);",
                                        "atomicMax(&s0[%0 & 255], (int)%1);", "v0 = atomicAdd(&a[%0], (int)%1);",   "atomicCAS(&a[%0], 0, (int)%1);",
                                        "atomicAdd((int *)d + %0, (int)%1);", "atomicAdd_block(&b[%0], (int)%1);"};
    return STMT(PICK(g, forms), make_index(g, false), make_value(g, 1));
}

static struct node *pointers(struct maker *g) {
    switch (maker_below(g, 8)) {
    case 0: return STMT("swap = q; q = r; r = swap;");
    case 1: return STMT("swap = sq; sq = sr; sr = swap;");
    case 2: return STMT("q = %0 ? a : b;", make_condition(g, true));
    case 3: return STMT("q = a + %0;", make_of_thread(g, 1));
    case 4: return STMT("q += %0;", make_uniform(g, 1));
    case 5: return STMT("exchange(&s0[%0 & 255], &s0[%1 & 255]);", make_shared_index(g), make_shared_index(g));
    case 6: return STMT("put(a, %0, n, %1);", make_index(g, false), make_value(g, 1));
    default: return STMT("((int2 *)a)[%0] = make_int2(%1, %2);", make_index(g, false), make_value(g, 1), make_value(g, 1));
    }
}

struct node *make_statement(struct maker *g) {
    static const char *const locals[] = {"v0 = %0;", "v1 = %0;", "v2 += %0;", "v0 = %0;"};
    uint32_t kind = maker_below(g, 100);
    bool deep = g->depth >= 3;
    if (kind < 34) {
        return STMT(maker_chance(g, 80) ? "%0 = %1;" : "%0 += %1;", make_target(g), make_value(g, EXPRESSION_DEPTH));
    }
    if (kind < 44) {
        return STMT(PICK(g, locals), make_value(g, EXPRESSION_DEPTH));
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
        static const char *const masks[] = {"__syncwarp();",
                                            "__syncwarp();",
                                            "__syncwarp(65535u);",
                                            "__syncwarp(3u << (tid & 30));",
                                            "__syncwarp(255u << (tid & 24));",
                                            "__syncwarp((tid & 31) < 16 ? 65535u : 4294901760u);"};
        return STMT(PICK(g, masks));
    }
    return g->is_uniform || maker_chance(g, 4) ? make_barrier(g) : STMT("%0 = %1;", make_target(g), make_value(g, 1));
}

void make_statements(struct maker *g, struct node *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        maker_add(g, list, make_statement(g));
    }
}
