/* What people write. Texts with ';' are split into statements. */
#include "maker.h"

#include <string.h>

struct idiom {
    bool is_2d;
    const char *lines[10];
};

static const struct idiom idioms[] = {
    {false, {"if (gid < n) a[gid] = c[gid] + 1;"}},
    {false, {"if (gid >= n) return;", "a[gid] = c[gid];"}},
    {false, {"s0[tid] = c[gid];", "B", "a[gid] = s0[tid] + s0[(tid + 1) % blockDim.x];"}},
    {false, {"s0[tid + 1] = c[gid];", "if (tid == 0) { s0[0] = c[gid - 1]; s0[blockDim.x + 1] = 0; }", "B", "a[gid] = s0[tid] + s0[tid + 2];"}},
    {false,
     {"s0[tid] = c[gid];", "B", "for (i0 = blockDim.x / 2; i0 > 0; i0 >>= 1) {", "if (tid < i0) s0[tid] += s0[tid + i0];", "B", "}",
      "if (tid == 0) a[blockIdx.x] = s0[0];"}},
    {false,
     {"s0[tid] = c[gid];", "B", "for (i0 = 1; i0 < blockDim.x; i0 *= 2) {", "if (tid % (2 * i0) == 0) s0[tid] += s0[tid + i0];", "B", "}",
      "if (tid == 0) a[blockIdx.x] = s0[0];"}},
    {false, {"for (i0 = 1; i0 < blockDim.x; i0 *= 2) {", "v0 = 2 * i0 * tid;", "if (v0 < blockDim.x) s0[v0] += s0[v0 + i0];", "B", "}"}},
    {false, {"for (i0 = 1; i0 < blockDim.x; i0 <<= 1) {", "v0 = tid >= i0 ? s0[tid - i0] : 0;", "B", "s0[tid] += v0;", "B", "}"}},
    {false,
     {"for (i0 = 1; i0 < blockDim.x; i0 <<= 1) {", "sr[tid] = tid >= i0 ? sq[tid] + sq[tid - i0] : sq[tid];", "B", "swap = sq; sq = sr; sr = swap;",
      "}"}},
    {false,
     {"v0 = 0; v1 = 1;", "for (i0 = 1; i0 < blockDim.x; i0 *= 2) {",
      "s0[v1 * 128 + tid] = s0[v0 * 128 + tid] + (tid >= i0 ? s0[v0 * 128 + tid - i0] : 0);", "B", "v0 = 1 - v0; v1 = 1 - v1;", "}"}},
    {false,
     {"for (i0 = 2; i0 <= blockDim.x; i0 *= 2) {", "for (i1 = i0 / 2; i1 > 0; i1 /= 2) {", "v0 = tid ^ i1;",
      "if (v0 > tid) exchange(&s0[tid], &s0[v0]);", "B", "}", "}"}},
    {false, {"for (i0 = gid; i0 < n; i0 += blockDim.x * gridDim.x) a[i0] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < m; i0++) a[gid * m + i0] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < m; i0++) a[i0 * n + gid] = c[i0];"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = c[i0 * blockDim.x + tid];", "B", "v0 += s0[tid ^ 1];", "B", "}", "a[gid] = v0;"}},
    {false,
     {"for (i0 = 0; i0 < n; i0++) {", "s0[tid + (i0 & 1) * 128] = c[gid + i0];", "B", "v0 += s0[(tid ^ 1) + (i0 & 1) * 128];", "}", "a[gid] = v0;"}},
    {false, {"q = a + gid;", "for (i0 = 0; i0 < n; i0++) {", "*q = i0;", "q += blockDim.x * gridDim.x;", "}"}},
    {false, {"for (q = a + gid; q < a + n; q += blockDim.x) *q = 1;"}},
    {false, {"if (tid == 0) s0[0] = c[blockIdx.x];", "B", "a[gid] = s0[0];"}},
    {false, {"for (i0 = tid * m; i0 < (tid + 1) * m; i0++) a[i0] = 1;"}},
    {false, {"for (i0 = gid; i0 < 256; i0 += 64) s0[i0 & 255] = 1;", "B", "v0 = s0[255 - tid];"}},
    {false,
     {"for (i0 = tid; i0 < 256; i0 += blockDim.x) s0[i0] = 0;", "B", "atomicAdd(&s0[c[gid] & 255], 1);", "B",
      "for (i0 = tid; i0 < 256; i0 += blockDim.x) atomicAdd(&a[i0], s0[i0]);"}},
    {false, {"s0[tid] = v0;", "__syncwarp();", "v1 = s0[tid ^ 1];", "__syncwarp();", "s0[tid] = v1;"}},
    {false, {"s0[tid] = v0;", "__syncwarp(3u << (tid & 30));", "v1 = s0[tid ^ 1];", "__syncwarp(15u << (tid & 28));", "s0[tid ^ 3] = v1;"}},
    {false, {"if ((tid & 31) < 16) {", "s0[tid] = v0;", "__syncwarp(65535u);", "v1 = s0[tid ^ 8];", "}", "a[gid] = v1;"}},
    {false,
     {"s0[tid] = c[gid];", "__syncwarp();", "for (i0 = 16; i0 > 0; i0 >>= 1) {", "if ((tid & 31) < i0) s0[tid] += s0[tid + i0];", "__syncwarp();",
      "}"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = i0;", "__syncwarp();", "v0 += s0[tid ^ 1];", "__syncwarp();", "}"}},
    {false, {"for (i0 = 0; i0 < c[gid >> 5]; i0++) {", "s0[tid] = i0;", "__syncwarp();", "v0 += s0[tid ^ 1];", "__syncwarp();", "}", "a[gid] = v0;"}},
    {false,
     {"for (i0 = 0; i0 < n; i0++) {", "if (i0 % 2 == 0) __syncwarp();", "s0[tid + (i0 & 1) * 128] = i0;", "__syncwarp(255u << (tid & 24));",
      "v0 += s0[(tid ^ 1) + (i0 & 1) * 128];", "}"}},
    {false, {"((char *)a)[gid * 4] = 1;", "v0 = a[gid];"}},
    {false, {"((short *)a)[gid * 2 + 1] = 1;", "((char *)a)[gid * 4] = 1;"}},
    {false, {"p[gid].x = 1;", "p[gid].y = 2;", "p[gid].z[1] = 3;", "p[gid].w = 4;"}},
    {false, {"put(a, gid, n, c[gid]);", "v0 = get(b, gid, n);"}},
    {false, {"i0 = 0;", "while (i0 < n) {", "if (c[i0] == 7) break;", "s0[tid] = i0;", "B", "v0 += s0[blockDim.x - 1 - tid];", "B", "i0++;", "}"}},
    {false, {"a[clamped(gid, n)] = 1;"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "if (tid == i0) s0[0] = c[gid];", "B", "v0 += s0[0];", "B", "}", "a[gid] = v0;"}},
    {false,
     {"for (i0 = 0; i0 < n; i0++) {", "if (i0 % 4 == 0) __syncthreads();", "s0[tid] = i0;", "if (i0 % 4 == 3) __syncthreads();", "v0 = s0[tid + 1];",
      "}"}},
    {false, {"for (i0 = 0; i0 < n; i0++) {", "s0[tid] = i0;", "for (i1 = 0; i1 < m; i1++) {", "B", "v0 += s0[tid ^ 1];", "}", "}"}},
    {false, {"s0[tid] = 1;", "if (n > 3) __syncthreads();", "v0 = s0[tid ^ 1];", "if (n <= 3) __syncthreads();", "s0[tid] = v0;"}},
    {false, {"if (tid < 32) { s0[tid] = 1; } else { s0[tid] = 2; }", "B", "if (tid >= 32) a[gid] = s0[tid - 32];"}},
    {false, {"dyn[tid] = c[gid];", "B", "((char *)dyn)[tid] = 1;", "B", "a[gid] = dyn[0];"}},
    {false, {"if (blockIdx.x == 0) a[tid] = 1; else b[gid] = a[gid];"}},
    {false, {"if (c[gid] > 0) a[c[gid]] = 1;", "b[gid] = a[gid];"}},
    {false,
     {"if (tid == 0) s0[0] = c[blockIdx.x] & 3;", "B", "v0 = s0[0];", "for (i0 = 0; i0 < v0; i0++) {", "s2[tid & 127] = i0;", "B",
      "v1 += s2[(tid + 1) & 127];", "B", "}"}},
    {false,
     {"if (tid == 0) s0[0] = c[blockIdx.x] & 1;", "B", "if (s0[0]) __syncthreads();", "s2[tid & 127] = 1;", "if (s0[0]) __syncthreads();",
      "v0 = s2[tid ^ 1];"}},
    {false,
     {"i0 = 0;", "while (i0 < 4) {", "B", "if (tid == 0) s0[0] = 0;", "B", "if (c[gid] > i0) s0[0] = 1;", "B", "if (s0[0] == 0) break;", "i0++;",
      "}"}},
    {false,
     {"i0 = 0;", "while (i0 < s0[200]) {", "if (tid == i0) s0[200] = 3;", "B", "s2[tid & 127] = i0;", "B", "v0 += s2[tid ^ 1];", "i0++;", "}"}},
    {false, {"s2[tid & 127] = blockDim.x - 1 - tid;", "B", "s0[s2[tid & 127]] = tid;"}},
    {false,
     {"s2[blockDim.x - 1 - tid] = tid;", "s2[127] = tid;", "B", "v0 = s2[tid & 127];", "s0[v0] = tid;", "B",
      "a[blockIdx.x * blockDim.x + s2[v0 & 127]] = v0;"}},
    {false, {"b[gid] = gid;", "B", "a[b[gid]] = tid;"}},
    {false,
     {"s2[tid & 127] = tid;", "for (i0 = 0; i0 < n; i0++) {", "v0 = s2[tid & 127];", "B", "s2[(tid + 1) & 127] = v0;", "B", "}",
      "s0[s2[tid & 127]] = 1;"}},
    {false, {"v0 = s0[tid];", "s0[tid] = tid;", "v1 = s0[tid];", "if (v0 != v1) s2[v1 & 127] = 1;"}},
    {false, {"copy(&s0[tid], &c[gid]);", "__pipeline_commit();", "__pipeline_wait_prior(0);", "B", "a[gid] = s0[blockDim.x - 1 - tid];"}},
    {false,
     {"copy(&s0[tid], &c[gid]);", "__pipeline_commit();", "for (i0 = 0; i0 < n; i0++) {", "copy(&s0[tid + (i0 + 1 & 1) * 128], &c[gid + i0]);",
      "__pipeline_commit();", "__pipeline_wait_prior(1);", "B", "v0 += s0[(tid ^ 1) + (i0 & 1) * 128];", "B", "}"}},
    {false,
     {"for (i0 = 0; i0 < 2; i0++) copy(&s0[tid + i0 * 128], &c[gid + i0]);", "__pipeline_commit();", "__pipeline_wait_prior(0);", "B",
      "v0 = s0[255 - tid];"}},
    {false,
     {"for (i0 = 0; i0 < n; i0++) {", "copy(&s0[tid], &c[gid + i0]);", "__pipeline_commit();", "__pipeline_wait_prior(0);", "B",
      "v0 += s0[blockDim.x - 1 - tid];", "B", "}"}},
    {false,
     {"for (i0 = 0; i0 < n; i0++) {", "copy(&s0[i0 % 3 * 64 + tid], &c[gid + i0]);", "__pipeline_commit();", "__pipeline_wait_prior(1);", "B",
      "v0 += s0[(i0 + 2) % 3 * 64 + (tid ^ 1)];", "}"}},
    {false,
     {"if (tid < n) copy(&s0[tid], &c[gid]);", "__pipeline_commit();", "s2[tid & 127] = tid;", "__pipeline_wait_prior(0);", "B",
      "a[gid] = s0[s2[tid & 127] ^ 1];"}},
    {false,
     {"copy(&s0[tid], &c[gid]);", "__pipeline_commit();", "copy(&s0[tid + 128], &c[gid + 1]);", "__pipeline_commit();", "__pipeline_wait_prior(1);",
      "B", "v0 = s0[tid ^ 1];", "__pipeline_wait_prior(0);", "B", "v1 = s0[(tid ^ 1) + 128];"}},
    {true, {"if (col < w && row < n) a[row * w + col] = c[col * n + row];"}},
    {true, {"if (col < w) a[row * w + col] = 1;"}},
    {true, {"s1[ty & 15][tx & 15] = c[row * n + col];", "B", "a[row * n + col] = s1[tx & 15][ty & 15];"}},
    {true,
     {"for (i0 = 0; i0 < n; i0++) {", "s1[ty & 15][tx & 15] = c[i0 + row];", "B",
      "for (i1 = 0; i1 < 16; i1++) v0 += s1[ty & 15][i1 & 15] * s1[i1 & 15][tx & 15];", "B", "}", "a[row * n + col] = v0;"}},
    {true,
     {"for (i0 = 0; i0 < blockDim.y; i0 += 4) s1[(ty + i0) & 15][tx & 15] = 1;", "B",
      "a[row * blockDim.x * gridDim.x + col] = s1[tx & 15][ty & 15];"}},
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
        maker_add(g, inside, line_node(g, rest));
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
            maker_add(g, list, STMT("__syncthreads();"));
        } else if (is_control(text) && text[strlen(text) - 1] == '{') {
            struct node *inside = node_list(g->arena);
            line = parse_lines(g, line, end, inside);
            maker_add(g, list, STMT(arena_printf(g->arena, "%s%%0}", text), inside));
        } else {
            maker_add(g, list, line_node(g, text));
        }
    }
    return line;
}

struct node *make_idiom(struct maker *g) {
    const struct idiom *chosen = &PICK(g, idioms);
    while (chosen->is_2d != g->is_2d) {
        chosen = &PICK(g, idioms);
    }
    struct node *list = node_list(g->arena);
    parse_lines(g, chosen->lines, chosen->lines + COUNT(chosen->lines), list);
    return list;
}
