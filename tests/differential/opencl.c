/* Random kernels as OpenCL C: the text that is CUDA's, with macros for its words and address spaces for its pointers. */
#include "opencl.h"

#include <string.h>

const char opencl_prelude[] =
    "#define __shared__ local\n"
    "#define __launch_bounds__(n)\n"
    "#define threadIdx ((uint3)(get_local_id(0), get_local_id(1), get_local_id(2)))\n"
    "#define blockIdx ((uint3)(get_group_id(0), get_group_id(1), get_group_id(2)))\n"
    "#define blockDim ((uint3)(get_local_size(0), get_local_size(1), get_local_size(2)))\n"
    "#define gridDim ((uint3)(get_num_groups(0), get_num_groups(1), get_num_groups(2)))\n"
    "#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
    "#define __threadfence() mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
    "#define __threadfence_block() mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
    "#define atomicAdd atomic_add\n#define atomicExch atomic_xchg\n#define atomicMax atomic_max\n#define atomicCAS atomic_cmpxchg\n"
    "#define make_int2 (int2)\n#define __popc popcount\n#define __clz clz\n"
    "typedef struct { int x; short y; char z[2]; long w; } S;\n"
    "int clamped(int x, int n) { if (x < 0) return 0; if (x >= n) return n - 1; return x; }\n"
    "int pick(int x) { switch (x & 3) { case 0: return 1; case 1: return x; case 2: return x ^ 1; default: return 0; } }\n"
    "#define OF(space) \\\n"
    "  __attribute__((overloadable)) void put(space int *q, int i, int n, int v) { if (i >= n) return; q[i] = v; } \\\n"
    "  __attribute__((overloadable)) int get(const space int *q, int i, int n) { if (i < 0 || i >= n) return 0; return q[i]; } \\\n"
    "  __attribute__((overloadable)) void exchange(space int *x, space int *y) { int t = *x; if (t < *y) return; *x = *y; *y = t; } \\\n"
    "  __attribute__((overloadable)) int find(const space int *q, int n, int v) { for (int i = 0; i < n; i++) if (q[i] == v) return i; return n; }\n"
    "OF(global)\nOF(local)\n";

static const char parameters[] = "global int *a, global int *b, global const int *c, global unsigned *d, global char *e, global S *p, int n, int m, "
                                 "unsigned w, long z";

/* Where OpenCL C has no such thing, or one with another meaning. */
static const char *const foreign[] = {"__sync",    "__shfl",     "__activemask", "__reduce_", "__any_",          "__all_",  "__ballot_",
                                      "__match_",  "__pipeline", "copy(",        "dyn",       "assert(",         "_block(", "atomicInc",
                                      "atomicDec", "__brev",     "__ffs",        "volatile",  "reinterpret_cast"};

static const char *const replaced[][2] = {
    {"__threadfence_block()", "__threadfence_block()"}, /* before "_block(" is asked for */
    {"__syncthreads();", "__syncthreads();"},
    {"long long", "long"},
    {"int *q = a;", "global int *q = a;"},
    {"int *r = b;", "global int *r = b;"},
    {"int *swap;", "global int *swap;"},
    {"(int2 *)", "(global int2 *)"},
    {"(char *)", "(global char *)"},
    {"int *sq = s0;", "local int *sq = s0;"},
    {"int *sr = s0", "local int *sr = s0"},
};

/* The replacement that begins there; or NULL. */
static const char *const *replacement(const char *at) {
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++) {
        if (strncmp(at, replaced[i][0], strlen(replaced[i][0])) == 0) {
            return replaced[i];
        }
    }
    return NULL;
}

static bool is_foreign(const char *at) {
    bool found = false;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign && !found; i++) {
        found = strncmp(at, foreign[i], strlen(foreign[i])) == 0;
    }
    return found;
}

bool opencl_print(const struct generated *kernel, const char *name, struct buffer *out) {
    struct buffer cuda = {0}, body = {0};
    generate_print(kernel, name, &cuda);
    const char *at = strchr(buffer_text(&cuda), '{');
    bool fits = at != NULL;
    while (fits && *at) {
        const char *const *other = replacement(at);
        if (other) {
            buffer_add(&body, other[1]);
            at += strlen(other[0]);
        } else {
            fits = !is_foreign(at);
            buffer_char(&body, *at++);
        }
    }
    if (fits) {
        buffer_printf(out, "kernel void %s(%s) %s", name, parameters, buffer_text(&body));
    }
    buffer_release(&cuda);
    buffer_release(&body);
    return fits;
}
