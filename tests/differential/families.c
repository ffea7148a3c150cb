/* Shapes that single rules of the prover are about: loops over powers of two with guards on the
 * contents of read-only arrays, values read back after a barrier, tickets, votes of blocks and
 * warps, writes of what is there already, extents, assertions, trees of blocks, contents that race, sizes at the edge of
 * 32 bits, inner dimensions. */
#include "maker.h"

/* Read-only contents in guards, at indices made of a loop's counter. */

static struct node *shifted_index(struct maker *g) {
    static const char *const forms[] = {"%0",           "%0",     "%0 - 1",     "%0 + 1",           "%0 + tid",        "tid + %0",
                                        "%0 / 2",       "%0 * 2", "(tid ^ %0)", "(%0 & 7)",         "tid % %0",        "tid / %0",
                                        "2 * %0 * tid", "tid",    "tid - %0",   "(tid & (%0 - 1))", "%0 + blockIdx.x", "tid * %0"};
    static const char *const zero_free[] = {"%0", "%0 - 1", "%0 + tid", "(tid ^ %0)", "tid - %0"};
    struct node *i = make_counter(g, false);
    if (!i) {
        return EXPR("tid");
    }
    return g->is_uniform ? EXPR(PICK(g, forms), i) : EXPR(PICK(g, zero_free), i);
}

static struct node *contents_guard(struct maker *g) {
    static const char *const forms[] = {"c[%0] == 1",
                                        "c[%0] == 1",
                                        "c[%0] != 0",
                                        "c[%0] == c[%1]",
                                        "c[%0] > %2",
                                        "c[%0] == 1 && tid < %2",
                                        "c[%0] == 0 || tid == %2",
                                        "c[c[%0] & 63] == 1",
                                        "tid < %1 && c[%0] != 2",
                                        "c[%0] == tid",
                                        "!c[%0]"};
    return EXPR(PICK(g, forms), shifted_index(g), shifted_index(g), make_uniform(g, 0));
}

static struct node *shifted_access(struct maker *g) {
    static const char *const forms[] = {
        "s0[%0 & 255] = tid;",   "s0[%0 & 255] = %1;", "a[%0] = %1;",  "v1 += s0[%0 & 255];", "s0[(%0) & 255] += s0[(%1) & 255];",
        "s2[(%0) & 127] = tid;", "a[%0] = c[%1];",     "v1 += a[%0];", "a[%0 + gid] = 1;",    "s0[tid] = c[%0];"};
    return STMT(PICK(g, forms), shifted_index(g), shifted_index(g));
}

static void fill_contents(struct maker *g, struct node *list, void *context) {
    uint32_t *nested = context;
    for (uint32_t i = 1 + maker_below(g, 3); i > 0; i--) {
        struct node *access = shifted_access(g), *inside = node_list(g->arena);
        maker_add(g, inside, access);
        maker_add(g, list, maker_chance(g, 70) ? STMT("if (%0) {%1}", contents_guard(g), inside) : access);
        if (g->is_uniform && maker_chance(g, 35)) {
            maker_add(g, list, make_barrier(g));
        }
    }
    if (*nested > 0) {
        (*nested)--;
        maker_add(g, list, make_loop(g, make_shift_form(g), fill_contents, nested));
    }
}

static void contents(struct maker *g, struct node *list) {
    uint32_t nested = maker_chance(g, 25);
    maker_add(g, list, make_loop(g, maker_chance(g, 75) ? make_shift_form(g) : make_loop_form(g), fill_contents, &nested));
    if (maker_chance(g, 40)) {
        maker_add(g, list, STMT("__syncthreads();"));
        maker_add(g, list, STMT("a[gid] = s0[tid & 255];"));
    }
}

/* Written before a barrier, read behind it, and used. */

static void use(struct maker *g, struct node *list, const char *value) {
    static const char *const uses[] = {"s0[%0 & 255] = tid;",
                                       "a[blockIdx.x * blockDim.x + %0] = tid;",
                                       "if (%0 == %1) a[0] = tid;",
                                       "if (%0 != tid) a[blockIdx.x] = tid;",
                                       "s0[%0 & 255] += 1;",
                                       "if (%0 < %1) s0[tid] = 1; else s0[tid ^ 1] = 2;",
                                       "a[%0] = 1;",
                                       "for (i3 = 0; i3 < (%0 & 3); i3++) s0[(tid + i3) & 255] = i3;",
                                       "if (%0 > %1) return;",
                                       "v1 += s0[%0 & 255];",
                                       "if (%0 == 1) s0[0] = tid;"};
    maker_add(g, list, STMT(PICK(g, uses), EXPR(value), make_uniform(g, 0)));
}

static struct node *stored(struct maker *g) {
    static const char *const values[] = {
        "tid",     "tid", "tid ^ 1", "blockDim.x - 1 - tid", "2 * tid",   "c[tid] & 63", "n", "tid + n", "1", "0", "i0",
        "tid / 2", "v0",  "c[gid]",  "tid < 32 ? tid : 0",   "blockIdx.x"};
    return EXPR(PICK(g, values));
}

static void fill_forwarding(struct maker *g, struct node *list, void *context) {
    static const char *const writes[] = {"s2[%0 & 127] = %1;",         "s2[%0 & 127] = %1;", "s2[tid & 127] = %1;", "if (tid == 0) s2[0] = %1;",
                                         "if (%2) s2[%0 & 127] = %1;", "b[gid] = %1;",       "s2[tid & 127] = %1;", "dyn[%0] = %1;",
                                         "s2[tid & 127] += %1;"};
    static const char *const reads[] = {"v0 = s2[%0 & 127];", "v0 = s2[%0 & 127];", "v0 = s2[tid & 127];",         "v0 = s2[0];",
                                        "v0 = b[gid];",       "v0 = dyn[%0];",      "v0 = s2[s2[%0 & 127] & 127];"};
    (void)context;
    for (uint32_t i = 1 + maker_below(g, 2); i > 0; i--) {
        maker_add(g, list, STMT(PICK(g, writes), make_shared_index(g), stored(g), make_condition(g, maker_chance(g, 40))));
    }
    if (maker_chance(g, 85)) {
        maker_add(g, list, STMT("__syncthreads();"));
    }
    maker_add(g, list, STMT(PICK(g, reads), make_shared_index(g)));
    if (maker_chance(g, 60)) {
        maker_add(g, list, STMT("__syncthreads();"));
    }
    use(g, list, "v0");
}

static void forwarding(struct maker *g, struct node *list) {
    if (maker_chance(g, 30)) {
        maker_add(g, list, make_loop(g, make_loop_form(g), fill_forwarding, NULL));
    } else {
        fill_forwarding(g, list, NULL);
    }
    if (maker_chance(g, 30)) {
        fill_forwarding(g, list, NULL);
    }
}

/* Numbers that an atomic update gives out. */

static void draw(struct maker *g, struct node *list, bool of_block) {
    static const char *const shared[] = {"v0 = atomicAdd(&s0[0], 1);", "v0 = atomicAdd(&s0[0], 1);",       "v0 = atomicAdd(&s0[0], %0);",
                                         "v0 = atomicSub(&s0[0], 1);", "v0 = atomicAdd(&s0[tid & 1], 1);", "v0 = atomicMax(&s0[0], 1);",
                                         "v0 = atomicAdd(&s0[0], 2);", "v0 = atomicAdd(&s0[%0 & 7], 1);"};
    static const char *const global[] = {"v0 = atomicAdd(&b[0], 1);",       "v0 = atomicAdd(&b[0], 1);",    "v0 = atomicAdd(&b[blockIdx.x], 1);",
                                         "v0 = atomicAdd(&b[0], %0);",      "v0 = atomicInc(&d[0], 1000);", "v0 = atomicExch(&b[0], tid);",
                                         "v0 = atomicAdd_block(&b[0], 1);", "v0 = atomicAdd(&b[0], 4);"};
    struct node *by = maker_chance(g, 50) ? make_uniform(g, 0) : make_small(g);
    struct node *statement = of_block ? STMT(PICK(g, shared), by) : STMT(PICK(g, global), by), *inside = node_list(g->arena);
    maker_add(g, inside, statement);
    maker_add(g, list, maker_chance(g, 25) ? STMT("if (%0) {%1}", make_condition(g, false), inside) : statement);
}

static void redeem(struct maker *g, struct node *list) {
    static const char *const uses[] = {"a[v0] = tid;",
                                       "a[v0] = tid;",
                                       "s2[v0 & 127] = 1;",
                                       "a[v0 * 2 + 1] = tid;",
                                       "a[blockIdx.x * 256 + v0] = tid;",
                                       "a[v0 / 2] = tid;",
                                       "if (v0 == 0) a[0] = tid;",
                                       "if (v0 == n) a[blockIdx.x] = 1;",
                                       "((short *)a)[v0] = 1;",
                                       "a[v0 - %0] = tid;",
                                       "a[v0 ^ %0] = tid;",
                                       "a[v0 + tid] = 1;",
                                       "if (v0 < %0) a[v0] = gid;",
                                       "p[v0].x = 1;",
                                       "a[v0 & 31] = tid;",
                                       "if (v0 == blockDim.x - 1) a[0] = tid;"};
    maker_add(g, list, STMT(PICK(g, uses), make_uniform(g, 0)));
}

static void fill_ticket(struct maker *g, struct node *list, void *of_block) {
    draw(g, list, *(bool *)of_block);
    redeem(g, list);
    if (g->is_uniform && maker_chance(g, 40)) {
        maker_add(g, list, STMT("__syncthreads();"));
        maker_add(g, list, STMT(maker_chance(g, 50) ? "if (tid == 0) s0[0] = 0;" : "v1 = s0[0];"));
        maker_add(g, list, STMT("__syncthreads();"));
    }
}

static void ticket(struct maker *g, struct node *list) {
    bool of_block = maker_chance(g, 50);
    if (of_block) {
        maker_add(g, list, STMT(maker_chance(g, 85) ? "if (tid < 8) s0[tid] = 0;" : "s0[0] = 0;"));
        maker_add(g, list, STMT("__syncthreads();"));
    }
    if (maker_chance(g, 35)) {
        maker_add(g, list, make_loop(g, make_loop_form(g), fill_ticket, &of_block));
    } else {
        fill_ticket(g, list, &of_block);
    }
    if (maker_chance(g, 35)) {
        draw(g, list, of_block);
        redeem(g, list);
    }
}

/* Votes. */

static void vote(struct maker *g, struct node *list) {
    static const char *const blocks[] = {"v3 = __syncthreads_count(%0);", "v3 = __syncthreads_or(%0);", "v3 = __syncthreads_and(%0);"};
    static const char *const warps[] = {"v3 = __any_sync(0xffffffffu, %0);",
                                        "v3 = __all_sync(0xffffffffu, %0);",
                                        "v3 = __ballot_sync(0xffffffffu, %0);",
                                        "v3 = __shfl_sync(0xffffffffu, (int)(%0), 0);",
                                        "v3 = __shfl_xor_sync(0xffffffffu, (int)(%0), 1);",
                                        "v3 = __shfl_sync(0xffffffffu, v0, 3);"};
    bool of_block = maker_chance(g, 60);
    struct node *inside = node_list(g->arena), *asked = make_condition(g, false);
    maker_add(g, list, STMT("s0[tid] = c[gid];"));
    maker_add(g, list, of_block ? STMT(PICK(g, blocks), asked) : STMT(PICK(g, warps), asked));
    bool is_for_block = of_block || maker_chance(g, 30); /* a barrier of the block that a vote of warps decides about */
    maker_add(g, inside, maker_chance(g, 60) ? STMT(is_for_block ? "__syncthreads();" : "__syncwarp();") : make_statement(g));
    maker_add(g, inside, STMT("v1 += s0[tid ^ 1];"));
    static const char *const guards[] = {"if (v3) {%0}",
                                         "if (v3 > n) {%0}",
                                         "if (v3 == 0) return;\n  {%0}",
                                         "for (i3 = 0; i3 < (v3 & 3); i3++) {%0}",
                                         "if (v3 == blockDim.x) {%0}",
                                         "if (v3 != v0) {%0}",
                                         "if (v3) {%0}\n  else s0[tid ^ 32] = 2;"};
    maker_add(g, list, STMT(PICK(g, guards), inside));
    if (maker_chance(g, 40)) {
        maker_add(g, list, STMT(maker_chance(g, 50) ? "s0[(tid + v3) & 255] = 1;" : "a[gid + v3] = 1;"));
    }
}

/* Collectives of lanes that do, or just do not, come together. */
static void meetings(struct maker *g, struct node *list) {
    static const char *const masks[] = {"0xffffffffu",
                                        "0xffffffffu",
                                        "0xffffffffu",
                                        "0xffffu",
                                        "0x1ffffu",
                                        "__activemask()",
                                        "((tid & 31) < 16 ? 0xffffu : 0xffff0000u)",
                                        "3u << (tid & 30)",
                                        "1u << (tid & 31)",
                                        "(unsigned)v0",
                                        "(unsigned)v0",
                                        "~(unsigned)v0"};
    static const char *const made[] = {"v0 = __ballot_sync(0xffffffffu, %0);", "v0 = __ballot_sync(0xffffffffu, %0);", "v0 = __activemask();",
                                       "v0 = __match_any_sync(0xffffffffu, %0);", "if (%0) v0 = __ballot_sync(0xffffu, %0);"};
    static const char *const uses[] = {"(void)__shfl_xor_sync(%0, v1, 1);",
                                       "(void)__shfl_down_sync(%0, v1, 2);",
                                       "v3 += __any_sync(%0, v1 > 0);",
                                       "v3 += __reduce_add_sync(%0, (int)v1);",
                                       "__syncwarp(%0);",
                                       "v3 += __all_sync(%0, v3 < 9);"};
    static const char *const around[] = {"%0",
                                         "if (%1) {%0}",
                                         "if (%1) {%0}",
                                         "if ((tid & 31) < 16) {%0}",
                                         "if (%1) return;\n  {%0}",
                                         "if (%1) {%0} else {%2}",
                                         "if (tid < 32) {%0}",
                                         "for (i3 = 0; i3 < %3; i3++) {%0}",
                                         "for (i3 = tid; i3 < %3; i3 += blockDim.x) {%0}",
                                         "for (i3 = 0; i3 < 3; i3++) {if (%1) break; %0}",
                                         "for (i3 = 0; i3 < 3; i3++) {%0 if (%1) continue; %2}",
                                         "for (i3 = tid & 31; i3 < %3; i3 += 32) {%0}",
                                         "if (tid / 32 == 0) {%0}"};
    struct node *condition = make_condition(g, false);
    maker_add(g, list, STMT("v1 = c[gid];"));
    maker_add(g, list, STMT(PICK(g, made), maker_chance(g, 60) ? condition : make_condition(g, false)));
    for (uint32_t i = 1 + maker_below(g, 3); i > 0; i--) {
        struct node *inside = node_list(g->arena), *other = node_list(g->arena), *guard = maker_chance(g, 60) ? condition : make_condition(g, false);
        maker_add(g, inside, STMT(PICK(g, uses), EXPR(PICK(g, masks))));
        maker_add(g, other, maker_chance(g, 50) ? STMT(PICK(g, uses), EXPR(PICK(g, masks))) : STMT("a[gid] = 1;"));
        if (maker_chance(g, 30)) {
            maker_add(g, inside, maker_chance(g, 50) ? STMT("a[gid] = v3;") : STMT("if (v3 > 2) v1 = c[gid + v3 & 63];"));
        }
        maker_add(g, list, STMT(PICK(g, around), inside, guard, other, make_uniform(g, 0)));
    }
    if (maker_chance(g, 60)) {
        maker_add(g, list, STMT("a[gid] = v3;"));
    }
}

/* Writes of what may be there already. */
static void held(struct maker *g, struct node *list) {
    static const char *const writes[] = {"s0[%0 & 255] = 7;",
                                         "a[%0] = 7;",
                                         "s0[%0 & 255] = v1;",
                                         "a[%0] = n;",
                                         "if (tid < 16) s0[%0 & 255] = 7;",
                                         "if (a[%0] != 7) a[%0] = 7;",
                                         "v1 += s0[%0 & 255];",
                                         "v1 += a[%0];",
                                         "if (s0[%0 & 255] == 7) v1++;",
                                         "s0[%0 & 255] = 0;",
                                         "a[%0] = a[%0];",
                                         "s0[%0 & 255] = s0[%0 & 255] & 7;"};
    static const char *const indices[] = {"tid / 2", "0", "(tid & 7)", "tid", "(tid ^ 1)", "gid / 2", "gid", "n", "blockIdx.x"};
    for (uint32_t i = 2 + maker_below(g, 4); i > 0; i--) {
        maker_add(g, list, STMT(PICK(g, writes), EXPR(PICK(g, indices))));
        if (g->is_uniform && maker_chance(g, 45)) {
            maker_add(g, list, STMT("__syncthreads();"));
        }
    }
}

/* Accesses and assertions with guards that do, or just do not, keep them right. */
static void edges(struct maker *g, struct node *list) {
    static const char *const forms[] = {"if (%0 >= 0 && %0 < 256) s0[%0] = 1;",
                                        "if (%0 >= 0 && %0 <= 256) s0[%0] = 1;",
                                        "if ((unsigned)(%0) < 128) s2[%0] = 1;",
                                        "s0[(%0) & 255] = 1;",
                                        "s0[(%0) % 256] = 1;",
                                        "s0[(unsigned)(%0) % 256] = 1;",
                                        "assert(%0 < 1 << 20);",
                                        "if (%1) assert(%1);",
                                        "if (%0 < %2) assert(%0 <= %2);",
                                        "assert(%1);",
                                        "for (i3 = tid; i3 < 256; i3 += blockDim.x) s0[i3] = i3;",
                                        "for (i3 = tid; i3 <= 255; i3 += 32) s0[i3] = i3;",
                                        "for (i3 = 0; i3 < 16; i3++) s1[i3][tid & 15] = 1;",
                                        "if (tid > 0) v1 += s0[tid - 1];",
                                        "v1 += s0[tid - 1];"};
    for (uint32_t i = 1 + maker_below(g, 3); i > 0; i--) {
        maker_add(g, list, STMT(PICK(g, forms), make_radix_sum(g), make_bound(g), make_uniform(g, 0)));
        if (g->is_uniform && maker_chance(g, 35)) {
            maker_add(g, list, STMT("__syncthreads();"));
        }
    }
}

/* One memory seen as elements of several sizes. */
static void views(struct maker *g, struct node *list) {
    static const char *const global[] = {"((char *)a)[%0]",      "((short *)a)[%0]",  "a[%0]",
                                         "((long long *)a)[%0]", "((int2 *)a)[%0].y", "((char *)a)[%0 + 1]",
                                         "((short *)a)[%0 + 1]", "p[%0].y",           "p[%0].z[1]"};
    static const char *const shared[] = {"((char *)s0)[%0]", "((short *)s0)[%0]", "s0[%0]", "((char *)s0)[%0 + 3]", "((short *)s0)[%0 + 1]"};
    static const char *const indices[] = {"tid",     "tid * 2", "tid * 4",   "tid * 4 + 1", "tid * 2 + 1",
                                          "tid * 8", "tid / 2", "(tid ^ 1)", "tid * 4 + 4"};
    bool of_block = maker_chance(g, 50);
    for (uint32_t i = 2 + maker_below(g, 2); i > 0; i--) {
        struct node *place = PLACE(of_block ? PICK(g, shared) : PICK(g, global), EXPR(PICK(g, indices)));
        maker_add(g, list, maker_chance(g, 65) ? STMT("%0 = %1;", place, stored(g)) : STMT("v1 += (int)%0;", place));
        if (g->is_uniform && maker_chance(g, 25)) {
            maker_add(g, list, STMT("__syncthreads();"));
        }
    }
}

static void copy_steps(struct maker *g, struct node *list, uint32_t count, const char *const *indices, uint32_t index_count) {
    static const char *const steps[] = {"copy(&s0[%0 & 255], &c[gid]);",
                                        "copy(&s0[%0 & 255], &c[tid]);",
                                        "copy(&s0[%0 & 255], &a[gid]);",
                                        "__pipeline_commit();",
                                        "__pipeline_commit();",
                                        "__pipeline_wait_prior(0);",
                                        "__pipeline_wait_prior(0);",
                                        "__pipeline_wait_prior(1);",
                                        "__pipeline_wait_prior(2);",
                                        "v1 += s0[%0 & 255];",
                                        "v1 += s0[%0 & 255];",
                                        "a[gid] = s0[%0 & 255];",
                                        "s0[%0 & 255] = v1;",
                                        "if (%1) __pipeline_wait_prior(0);",
                                        "if (%1) __pipeline_commit();",
                                        "if (%1) copy(&s0[%0 & 255], &c[gid]);",
                                        "if (%2) break;"};
    for (uint32_t i = 0; i < count; i++) {
        bool barrier = g->is_uniform && maker_chance(g, 28);
        uint32_t kinds = (uint32_t)(sizeof steps / sizeof *steps) - (index_count > 5 ? 0 : 1); /* no break outside of a loop */
        const char *step = barrier ? (maker_chance(g, 85) ? "__syncthreads();" : "__syncwarp();") : steps[maker_below(g, kinds)];
        maker_add(g, list, STMT(step, EXPR(indices[maker_below(g, index_count)]), make_condition(g, false), make_condition(g, true)));
    }
}

/* Asynchronous copies that are, or just are not, waited for; in stages. */
static void copies(struct maker *g, struct node *list) {
    static const char *const indices[] = {"tid",
                                          "tid",
                                          "(255 - tid)",
                                          "(tid ^ 1)",
                                          "(tid + 128)",
                                          "((i3 & 1) * 128 + tid)",
                                          "((i3 + 1 & 1) * 128 + tid)",
                                          "((i3 & 1) * 128 + (tid ^ 1))",
                                          "(i3 % 3 * 64 + tid)",
                                          "((i3 + 2) % 3 * 64 + tid)",
                                          "(i3 % 3 * 64 + (tid ^ 1))"};
    static const char *const loops[] = {"for (i3 = 0; i3 < %1; i3++) {%0}", "for (i3 = 1; i3 < %1; i3++) {%0}", "for (i3 = 0; i3 < 4; i3++) {%0}",
                                        "for (i3 = %1; i3 > 0; i3--) {%0}"};
    struct node *inside = node_list(g->arena);
    copy_steps(g, list, 2 + maker_below(g, 3), indices, 5);
    copy_steps(g, inside, 4 + maker_below(g, 5), indices, sizeof indices / sizeof *indices);
    maker_add(g, list, STMT(PICK(g, loops), inside, make_uniform(g, 0)));
    copy_steps(g, list, 2 + maker_below(g, 4), indices, 5);
}

/* Rows whose stride is said to be no smaller than what lies in them, perhaps, and numbers taken apart by that. */
static void rows(struct maker *g, struct node *list) {
    static const char *const strides[] = {"n > 0 && m >= n",  "n > 0 && m >= n", "n > 0 && m >= n",
                                          "m >= n && n >= 1", "0 < n && n <= m", "n > 0 && m >= n - 1"};
    static const char *const columns[] = {"tid < n", "tid < n", "tid <= n", "tid <= n", "tid < n + 1", "tid <= n + 1", "tid < m", "tid < 4"};
    static const char *const places[] = {"a[blockIdx.x * m + tid]",  "a[blockIdx.x * m + tid]",           "a[blockIdx.x * m + tid]",
                                         "a[gid / n * m + gid % n]", "a[(blockIdx.x * m + tid) * 2 + 1]", "a[tid * m + blockIdx.x]"};
    struct node *inside = node_list(g->arena);
    for (uint32_t i = 1 + maker_below(g, 2); i > 0; i--) {
        maker_add(g, inside, STMT(maker_chance(g, 75) ? "%0 = gid;" : "v1 += %0;", PLACE(PICK(g, places))));
    }
    maker_add(g, list, STMT("if (%0 && %1) {%2}", EXPR(PICK(g, strides)), EXPR(PICK(g, columns)), inside));
}

/* Rows handled in pieces, of a length that is said to be a multiple of some number. */
static void pieces(struct maker *g, struct node *list) {
    static const char *const multiples[] = {"n % 4 == 0", "n % 2 == 0",   "n % 2 == 0",   "n % 3 == 0",
                                            "n % 6 == 0", "(n & 3) == 0", "(n & 1) == 0", "n % 4 == 0 && n > 0"};
    static const char *const places[][3] = {
        {"tid * 4 < n", "a[blockIdx.x * n + tid * 4 + (i3 & 3)] = gid;", "a[blockIdx.x * n + tid * 4] = gid;"},
        {"tid * 2 < n", "a[blockIdx.x * n + tid * 2 + (i3 & 1)] = gid;", "a[blockIdx.x * n + tid * 2 + 1] = gid;"},
        {"tid * 3 < n", "a[blockIdx.x * n + tid * 3 + i3 % 3] = gid;", "a[blockIdx.x * n + tid * 3 + 2] = gid;"},
        {"tid < n / 2", "((int2 *)a)[blockIdx.x * (n / 2) + tid].x = i3;", "a[blockIdx.x * n + tid + n / 2] = gid;"},
        {"tid < n / 2", "a[blockIdx.x * n + tid + (i3 & 1) * (n / 2)] = gid;", "a[blockIdx.x * n + n / 2 + tid] = gid;"}};
    const char *const *place = PICK(g, places);
    struct node *inside = node_list(g->arena), *each = node_list(g->arena);
    maker_add(g, each, STMT(place[1]));
    maker_add(g, inside, maker_chance(g, 70) ? STMT("for (i3 = 0; i3 < 4; i3++) {%0}", each) : STMT(place[2]));
    if (maker_chance(g, 30)) {
        maker_add(g, inside, STMT(place[2]));
    }
    maker_add(g, list, STMT("if (%0 && %1) {%2}", EXPR(PICK(g, multiples)), EXPR(place[0]), inside));
}

/* What happens far up in a tree of blocks or threads only, and what happens there in none of a small launch. */
static void levels(struct maker *g, struct node *list) {
    static const char *const climbs[] = {"for (i3 = blockIdx.x; i3 > %0; i3 = (i3 - 1) / 2) v0++;",
                                         "for (i3 = blockIdx.x; i3 > %0; i3 /= 2) v0 += 2;", "for (i3 = tid; i3 > %0; i3 = (i3 - 1) / 2) v0++;",
                                         "for (i3 = blockIdx.x; i3 >= %0; i3 -= 3) v0++;"};
    static const char *const uses[] = {"if (v0 > 0) a[blockIdx.x] = tid;", "if (v0 > 0) a[tid / 2] = tid;", "if (v0 > 1) s0[0] = tid;",
                                       "if (v0 > 0) a[(int)blockIdx.x - 8] = c[tid];", "if (v0 == 1) a[0] = gid;"};
    maker_add(g, list, STMT("v0 = 0;"));
    maker_add(g, list, STMT(PICK(g, climbs), make_small(g)));
    maker_add(g, list, STMT(PICK(g, uses)));
}

/* Contents of an array that races, beside one that does not, decide what else happens. */
static void doubtful(struct maker *g, struct node *list) {
    static const char *const disturbs[] = {"if (tid == 1) s0[0] = 1;", "if (tid == 1) s0[0] = 1;", "s0[tid & 1] = tid;", "if (tid > 3) s0[0] = 1;",
                                           "if (tid == 0) s0[0] = 2;"};
    static const char *const uses[] = {"if (v0 == 1) __syncthreads();",
                                       "if (v0 != v1) __syncthreads();",
                                       "if (v0 != v1) a[blockIdx.x] = tid;",
                                       "if (v0 == 0) s2[0] = tid; else v3 = s2[1];",
                                       "for (i3 = 0; i3 < (v0 & 3); i3++) __syncthreads();",
                                       "assert(v0 == v1);"};
    maker_add(g, list, STMT("s2[tid & 127] = c[tid];"));
    maker_add(g, list, STMT("if (tid == 0) s0[0] = 0;"));
    maker_add(g, list, STMT("__syncthreads();"));
    if (maker_chance(g, 70)) {
        maker_add(g, list, STMT(PICK(g, disturbs)));
    }
    maker_add(g, list, STMT("v0 = s0[0];"));
    maker_add(g, list, STMT(PICK(g, disturbs)));
    if (maker_chance(g, 20)) {
        maker_add(g, list, STMT("__syncthreads();"));
    }
    maker_add(g, list, STMT("v1 = s0[0];"));
    maker_add(g, list, STMT("v2 = s2[(tid + 1) & 127];"));
    maker_add(g, list, STMT(PICK(g, uses)));
}

/* Sizes at the edge of 32 bits: what wraps in ordinary launches, and what does not. */
static void edge_sizes(struct maker *g, struct node *list) {
    static const char *const indices[] = {"threadIdx.x * 0x10000000u",
                                          "threadIdx.x * 0x8000000u",
                                          "(unsigned)tid * 0x4000000u",
                                          "blockIdx.x * 0x40000000u + tid",
                                          "blockIdx.x * 16777216u + tid",
                                          "(blockIdx.x * 0x10000000u + threadIdx.x) >> 28",
                                          "(threadIdx.x * 0x10000000u) >> 28",
                                          "(blockIdx.x * w) * 65536u + tid",
                                          "(unsigned)n * 0x1000000u + tid",
                                          "(threadIdx.x * 0x8000000u) / 0x8000000u",
                                          "(tid * 0x10001u) & 0xffff",
                                          "gid + 0xffffffe0u",
                                          "threadIdx.y * 0x10000000u + threadIdx.x",
                                          "(blockIdx.x * (unsigned)n) * w + threadIdx.x",
                                          "threadIdx.z * 0x10000000u + threadIdx.x + threadIdx.y * blockDim.x",
                                          "(long long)(threadIdx.x * 0x20000000u)"};
    for (uint32_t i = 1 + maker_below(g, 2); i > 0; i--) {
        struct node *index = EXPR(PICK(g, indices));
        static const char *const forms[] = {"a[%0] = tid;",
                                            "a[%0] = tid;",
                                            "d[%0] = gid;",
                                            "if ((%0) != 0) a[blockIdx.x] = tid;",
                                            "s0[(%0) & 255] = tid;",
                                            "v1 += a[%0];",
                                            "if ((%0) < %1) a[%0] = tid;"};
        maker_add(g, list, STMT(PICK(g, forms), index, make_uniform(g, 0)));
    }
}

/* Arrays in arrays and in structs, and indices that may leave their dimension. */
static void dimensions(struct maker *g, struct node *list) {
    static const char *const flat[] = {"s3[tid >> %1][tid & %2]",
                                       "s3[tid / %0][tid % %0]",
                                       "s3[tid & 15][tid >> 4]",
                                       "s3[0][tid]",
                                       "s3[tid % %0][tid / %0]",
                                       "s3[1][tid - %1]",
                                       "s3[(tid ^ %1) / %0][(tid ^ %1) % %0]",
                                       "s4[tid >> 3].x[tid & %2]",
                                       "s4[tid / %0].y[tid % %0]",
                                       "s4[tid & 31].x[tid >> 5]",
                                       "s4[tid % 32].y[tid / 32 - 1]",
                                       "s3[tid & 15][i3]",
                                       "s3[i3][tid]",
                                       "s3[i3 >> %1][tid + i3]",
                                       "s4[tid & 31].x[i3]"};
    static const char *const deep[] = {"s3[ty][tx]",   "s3[tx][ty]",   "s3[ty][tx ^ %1]",      "s3[ty + %1][tx]",
                                       "s4[ty].x[tx]", "s4[tx].y[ty]", "s3[ty & 15][tx & %2]", "s1[ty][tx]"};
    static const char *const conditions[] = {"tid < %0", "tid < 64", "tid < 32", "blockDim.x <= %0", "tid < n", "i3 < n", "i3 <= 8"};
    static const char *const deep_conditions[] = {"tx < %0", "tx < 8", "blockDim.x <= %0", "tx < n && ty < 16", "ty < 4"};
    static const char *const sizes[] = {"4", "8", "8", "16", "17", "32"}, *const bits[] = {"1", "2", "3", "4"},
                             *const masks[] = {"3", "7", "7", "15"};
    g->is_2d = maker_chance(g, 40);
    for (uint32_t i = 2 + maker_below(g, 2); i > 0; i--) {
        struct node *size = EXPR(PICK(g, sizes)), *bit = EXPR(PICK(g, bits)), *mask = EXPR(PICK(g, masks)), *inside = node_list(g->arena);
        struct node *place = PLACE(g->is_2d ? PICK(g, deep) : PICK(g, flat), size, bit, mask);
        struct node *access = maker_chance(g, 65) ? STMT(g->is_2d ? "%0 = tx + 64 * ty;" : "%0 = tid;", place) : STMT("v1 += %0;", place);
        maker_add(g, inside, g->is_2d || maker_chance(g, 50) ? access : STMT("for (i3 = 0; i3 < %1; i3++) {%0}", access, make_uniform(g, 0)));
        maker_add(g, list,
                  maker_chance(g, 60)
                      ? STMT("if (%0) {%1}", EXPR(g->is_2d ? PICK(g, deep_conditions) : PICK(g, conditions), EXPR(PICK(g, sizes))), inside)
                      : inside);
        if (g->is_uniform && maker_chance(g, 35)) {
            maker_add(g, list, STMT("__syncthreads();"));
        }
    }
}

struct node *make_family(struct maker *g) {
    static void (*const families[])(struct maker *, struct node *) = {
        contents, contents, contents, forwarding, forwarding, ticket, ticket, vote,     meetings, meetings,   held,       edges,     copies,
        copies,   views,    rows,     rows,       pieces,     pieces, levels, doubtful, doubtful, edge_sizes, dimensions, dimensions};
    struct node *list = node_list(g->arena);
    g->is_2d = false;
    PICK(g, families)(g, list);
    return list;
}
