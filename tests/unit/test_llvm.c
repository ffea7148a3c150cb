/* From CUDA and IR text to kernel IR: which accesses the pass list keeps, what each construct is
 * decoded to (as fragments of the kernel's text), errors, and the choice of kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "front/front.h"
#include "llvm/llvm.h"

static char folder[] = "/tmp/test_llvm.XXXXXX";

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) && setenv("TMPDIR", folder, 1) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    return rmdir(folder);
}

static const char *write_text(struct arena *arena, const char *name, const char *text, size_t length) {
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(text, 1, length, stream), length);
    fclose(stream);
    return path;
}

/* CUDA is compiled, IR is loaded as it is. */
struct input {
    const char *path;
    struct front_result result;
    bool is_cuda;
};

static struct input make_input(struct arena *arena, const char *text) {
    struct input input = {0};
    input.is_cuda = strstr(text, "__global__") != NULL;
    input.path = write_text(arena, input.is_cuda ? "k.cu" : "k.ll", text, strlen(text));
    if (input.is_cuda) {
        struct front_options options = {0};
        enum front_status status = front_compile(arena, &options, input.path, &input.result);
        if (status != FRONT_OK) {
            print_error("%s\n", input.result.message);
        }
        assert_int_equal(status, FRONT_OK);
    }
    return input;
}

static const char *input_module(const struct input *input) {
    return input->is_cuda ? input->result.bitcode_path : input->path;
}

static void drop_input(struct input *input) {
    if (input->is_cuda) {
        front_discard(&input->result);
    }
    unlink(input->path);
}

static const char *decode_text(struct arena *arena, struct llvm_module *module, uint32_t index) {
    struct kernel *kernel = llvm_decode(module, index, arena);
    const char *violation = kernel_check(kernel);
    if (violation) {
        print_error("%s: %s\n", kernel->display, violation);
    }
    assert_null(violation);
    struct buffer text = {0};
    kernel_print(kernel, &text);
    const char *copy = arena_strdup(arena, buffer_text(&text));
    buffer_release(&text);
    return copy;
}

/* Texts of all kernels of a module, one after the other. */
static const char *decode_all(struct arena *arena, const char *source) {
    struct input input = make_input(arena, source);
    const char *error = NULL;
    struct llvm_module *module = llvm_load(arena, input_module(&input), NULL, &error);
    if (!module) {
        print_error("%s\n", error);
    }
    assert_non_null(module);
    struct buffer all = {0};
    for (uint32_t i = 0; i < llvm_kernel_count(module); i++) {
        const char *text = decode_text(arena, module, i);
        assert_string_equal(text, decode_text(arena, module, i));
        buffer_add(&all, text);
    }
    llvm_release(module);
    drop_input(&input);
    const char *copy = arena_strdup(arena, buffer_text(&all));
    buffer_release(&all);
    return copy;
}

/* ---- the pass list ---- */

static const struct llvm_access_count *find_count(const struct llvm_access_count *counts, uint32_t count, const struct llvm_access_count *like) {
    for (uint32_t i = 0; i < count; i++) {
        const struct llvm_access_count *c = &counts[i];
        if (c->line == like->line && c->column == like->column && c->kind == like->kind && c->is_private == like->is_private &&
            strcmp(c->file, like->file) == 0) {
            return c;
        }
    }
    return NULL;
}

/* Functions of the device headers have no locations until they are inlined. */
static bool has_place_nowhere(const struct llvm_access_count *counts, uint32_t count, enum llvm_access_kind kind) {
    for (uint32_t i = 0; i < count; i++) {
        if (counts[i].line == 0 && counts[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* Accesses that are not private: the same places, and once everything is inlined the same number.
 */
static const char *const access_sources[] = {
    "__device__ float half_of(float x) { return x / 2; }\n"
    "__global__ void k(float *a, float *b, int n) {\n"
    "  __shared__ float s[64];\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  s[threadIdx.x] = i < n ? half_of(a[i]) : 0;\n"
    "  __syncthreads();\n"
    "  float x = s[0]; x = s[0]; x = s[0];\n"
    "  s[1]; a[5]; (void)b[7];\n"
    "  if (i & 1) s[2] = 1;\n"
    "  if (i & 2) s[2] = 1;\n"
    "  if (i & 4) s[3] = 1; else s[3] = 2;\n"
    "  s[4] = 1; s[4] = 1;\n"
    "  b[i] = x;\n"
    "  atomicAdd(&b[0], x);\n"
    "}\n",
    "template <class T> struct view { T *p; int n; __device__ T &at(int i) { return p[i]; } };\n"
    "__device__ int next(int *q, int i) { return q[i + 1]; }\n"
    "__device__ int sum(int *q, int i) { return next(q, i) + next(q, i + 2) + q[i]; }\n"
    "__global__ void k(view<int> v, int *q, volatile int *flag) {\n"
    "  for (int i = 0; i < 4; i++) {\n"
    "    v.at(i) += sum(q, i);\n"
    "    while (flag[0] == 0) ;\n"
    "  }\n"
    "  memcpy(q, q + 8, 16);\n"
    "  memset(v.p, 0, 4 * v.n);\n"
    "}\n",
};

static void passes_keep_every_access(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof access_sources / sizeof *access_sources; n++) {
        struct arena arena = {0};
        struct input input = make_input(&arena, access_sources[n]);
        struct llvm_access_count *before = NULL;
        uint32_t before_count = 0;
        assert_true(llvm_pass_count() >= 5);
        for (uint32_t pass = 0; pass <= llvm_pass_count(); pass++) {
            struct llvm_access_count *after;
            uint32_t after_count;
            const char *error;
            assert_true(llvm_count_accesses(&arena, input_module(&input), pass, &after, &after_count, &error));
            assert_true(after_count > 10 || pass > 2);
            bool is_inlined = pass > 2;
            for (uint32_t i = 0; i < before_count; i++) {
                const struct llvm_access_count *same = find_count(after, after_count, &before[i]);
                if (before[i].is_private || before[i].line == 0) {
                    continue;
                }
                if (!same || (is_inlined && same->count != before[i].count)) {
                    print_error("%s: access at %u:%u: %u, then %u\n", llvm_pass_name(pass - 1), before[i].line, before[i].column, before[i].count,
                                same ? same->count : 0);
                    fail();
                }
            }
            for (uint32_t i = 0; i < after_count && pass > 0; i++) {
                bool may_be_new = pass == 2 && has_place_nowhere(before, before_count, after[i].kind);
                if (!may_be_new && !find_count(before, before_count, &after[i])) {
                    print_error("%s: new access at %u:%u\n", llvm_pass_name(pass - 1), after[i].line, after[i].column);
                    fail();
                }
            }
            before = after;
            before_count = after_count;
        }
        drop_input(&input);
        arena_release(&arena);
    }
}

/* A load of "private or shared memory" must not become a load of both. */
static void no_access_is_invented(void **state) {
    (void)state;
    static const char source[] = "__device__ int pick(const int &a, const int &b, bool c) { return c ? a : b; }\n"
                                 "__global__ void k(int *out, int c) {\n"
                                 "  __shared__ int s[4];\n"
                                 "  int x = c * 3;\n"
                                 "  const int *p = c > 5 ? &x : &s[1];\n"
                                 "  out[0] = *p;\n"
                                 "  out[1] = pick(x, s[2], c > 7);\n"
                                 "}\n";
    struct arena arena = {0};
    const char *text = decode_all(&arena, source);
    uint32_t loads = 0;
    for (const char *at = text; (at = strstr(at, " = load ")) != NULL; at++) {
        loads++;
    }
    assert_int_equal(loads, 3); /* *p, and pick's two branches or its one pointer */
    arena_release(&arena);
}

/* ---- constructs ---- */

#define CUDA(body) "__global__ void k(int *p, float *f, unsigned *u, long long *l, int n) {\n" body "\n}\n"

static const struct {
    const char *name, *source;
    const char *expected[6]; /* fragments of the text; "!x" must not occur */
} constructs[] = {
    {"registers",
     CUDA("p[threadIdx.y] = blockIdx.z + blockDim.x * gridDim.y;"),
     {"sreg tid.y", "sreg bid.z", "sreg bdim.x", "sreg gdim.y", "!unsupported"}},
    {"block barrier",
     CUDA("__syncthreads(); p[0] = __syncthreads_count(n) + __syncthreads_or(n);"),
     {"barrier block", "barrier count", "barrier or"}},
    {"warp barrier", CUDA("__syncwarp(3);"), {"barrier warp 3"}},
    {"collectives",
     CUDA("p[0] = __shfl_down_sync(~0u, p[1], 2); u[0] = __ballot_sync(~0u, n); u[1] = "
          "__activemask();"),
     {"collective shfl", "collective vote", "collective activemask", "!barrier"}},
    {"fences", CUDA("__threadfence(); __threadfence_block(); __threadfence_system();"), {"fence device", "fence block", "fence system"}},
    {"atomics",
     CUDA("atomicAdd(f, 1.0f); atomicMax(p, n); atomicMin(u, 3u); atomicCAS(p, 1, 2); atomicInc(u, "
          "7);"),
     {"atomic fadd device", "atomic max device", "atomic umin device", "cmpxchg device", "atomic inc device"}},
    {"atomic scopes",
     CUDA("atomicAdd_block(p, 1); atomicAdd_system(p, 2); atomicCAS_block(p, 1, 2);"),
     {"atomic add block", "atomic add system", "cmpxchg block", "!unsupported"}},
    {"vectors", CUDA("float4 v = ((float4 *)f)[n]; ((float2 *)f)[1] = make_float2(v.x, v.w);"), {"!unsupported"}},
    {"volatile", CUDA("*(volatile int *)p = 1;"), {"volatile"}},
    {"bytes", CUDA("bool *b = (bool *)p; b[1] = b[0] && n;"), {"load i8", "!i1 store", "!unsupported"}},
    {"printf", CUDA("printf(\"%d\\n\", n);"), {"printf", "!unsupported"}},
    {"trap", CUDA("if (n) __trap(); p[0] = 1;"), {"trap", "store"}},
    {"minimum",
     "target triple = \"nvptx64-nvidia-cuda\"\n"
     "declare i32 @llvm.smin.i32(i32, i32)\ndeclare <2 x i16> @llvm.umax.v2i16(<2 x i16>, <2 x "
     "i16>)\n"
     "define ptx_kernel void @k(ptr %p, i32 %n) {\n"
     "  %v = load <2 x i16>, ptr %p, align 4\n"
     "  %w = call <2 x i16> @llvm.umax.v2i16(<2 x i16> %v, <2 x i16> <i16 1, i16 2>)\n"
     "  store <2 x i16> %w, ptr %p, align 4\n"
     "  %m = call i32 @llvm.smin.i32(i32 %n, i32 3)\n"
     "  store i32 %m, ptr %p\n"
     "  ret void\n}\n",
     {"select i16", "select i32", "load v2i16", "store", "!call"}},
    {"bits", CUDA("p[0] = __popc(n) + __clz(n) + __brev(n) + __ffs(n);"), {"popc", "ctlz", "brev", "!unsupported"}},
    {"mathematics", CUDA("f[0] = sinf(f[1]) + sqrtf(f[2]);"), {"call \"sinf\"", "sqrtf", "!unsupported"}},
    {"memory functions", CUDA("memset(p, 0, n); memcpy(p + 4, p, 16);"), {"memset", "memcpy"}},
    {"shared",
     "extern __shared__ float dynamic[];\n" CUDA("__shared__ double tile[4][8]; dynamic[n] = 1; tile[n][1] = 2;"),
     {"\"dynamic\" shared size 0 elem 4 dynamic", "\"tile\" shared size 256 elem 8"}},
    {"constants",
     "__constant__ int table[4];\n__device__ int counter;\n" CUDA("counter = table[n];"),
     {"\"table\" constant size 16 elem 4 constant", "\"counter\" global size 4 elem 4\n"}},
    {"initialised constants", "__device__ const int primes[3] = {2, 3, 5};\n" CUDA("p[0] = primes[n];"), {"init 020000000300000005000000"}},
    {"local array",
     CUDA("int a[4]; for (int i = 0; i < 4; i++) a[i] = i; p[0] = a[n & 3];"),
     {"\"a\" local size 16 elem 4", "ptr.local", "!unsupported"}},
    {"by-value struct",
     "struct s { int *q; int n; };\n__global__ void k(s v) { v.q[threadIdx.x] = v.n; }\n",
     {"\"v\" ptr.param struct", "ptrcast ptr.global", "!unsupported"}},
    {"written struct", "struct s { int *q; int n; };\n__global__ void k(s v) { v.n++; v.q[v.n] = 1; }\n", {"ptr.param", "!unsupported", "!store @0"}},
    {"lambda and reference",
     CUDA("int t = 0; auto add = [&](int i) { t += p[i]; }; add(1); add(n); p[0] = t;"),
     {"!local", "operator()", "!unsupported"}},
    {"recursion",
     "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n" CUDA("p[0] = fib(n);"),
     {"unsupported memory \"call to recursive function fib(int), called again in line 1\""}},
    {"undefined function",
     "__device__ void elsewhere(int *);\n" CUDA("elsewhere(p);"),
     {"unsupported memory \"call to undefined function elsewhere(int*)\""}},
    {"indirect call", "__global__ void k(int (*f)(int), int *p) { p[0] = f(1); }\n", {"unsupported memory \"indirect call\""}},
    {"known pointers",
     "__device__ int one(int *q) { return q[1]; }\n__device__ int two(int *q) { return q[2]; "
     "}\n" CUDA("int (*g)(int *) = n ? one : two; p[0] = g(p);"),
     {"!indirect", "!unsupported", "\"one\"", "\"two\""}},
    {"assembly register", CUDA("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(u[0]));"), {"sreg lane", "!unsupported"}},
    {"assembly barrier", CUDA("asm volatile(\"bar.sync 0;\"); asm volatile(\"bar.sync 1, 64;\");"), {"barrier block", "barrier named 1, 64"}},
    {"assembly arithmetic",
     CUDA("asm(\"bfind.u32 %0, %1;\" : \"=r\"(u[0]) : \"r\"(n));"
          "asm(\"{ .reg .pred p; setp.lt.s32 p, %1, 7; @p add.u32 %0, %0, 1; }\" : \"+r\"(u[1]) : "
          "\"r\"(n));"),
     {"ctlz", "slt i1 $4.n, 7", "select i32", "!unsupported"}},
    {"assembly value",
     CUDA("asm(\"lop3.b32 %0, %1, %1, %1, 0x80;\" : \"=r\"(u[0]) : \"r\"(n));"),
     {"unsupported value \"inline assembly: lop3.b32\""}},
    {"assembly accesses",
     CUDA("asm volatile(\"ld.acquire.gpu.u32 %0, [%1+4];\" : \"=r\"(n) : \"l\"(p));"
          "asm volatile(\"st.global.v2.f32 [%0], {%1, %1};\" :: \"l\"(f), \"f\"(1.0f));"
          "asm volatile(\"red.relaxed.gpu.global.add.u32 [%0], %1;\" :: \"l\"(u), \"r\"(n));"),
     {"load atomic device i32", "fence device", "store $1.f", "atomic add device i32 $2.u", "!unsupported"}},
    {"assembly shared address",
     CUDA("__shared__ int s[4]; unsigned a = (unsigned)__cvta_generic_to_shared(&s[n]);"
          "asm volatile(\"st.shared.u32 [%0+4], %1;\" :: \"r\"(a), \"r\"(n));"),
     {"ptr.shared @0.s", "store %", "!unsupported", "!inttoptr"}},
    {"assembly shuffle",
     CUDA("asm volatile(\"{ .reg .pred p; .reg .u32 r; shfl.sync.up.b32 r|p, %1, 1, 0, 0xffffffff;"
          " @p add.u32 %0, r, %1; }\" : \"=r\"(u[0]) : \"r\"(n));"),
     {"collective shfl \"shfl.sync.up\"", "shfl.sync.up.predicate", "!unsupported"}},
    {"assembly copy",
     CUDA("asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(n), \"l\"(p));"
          "asm volatile(\"cp.async.wait_all;\");"),
     {"memcpy async", "copy.commit", "copy.wait 0", "!unsupported"}},
    {"assembly copy of a part",
     CUDA("asm volatile(\"cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\" :: \"r\"(n), \"l\"(p), \"r\"(n));"
          "asm volatile(\"cp.async.commit_group;\"); asm volatile(\"cp.async.wait_group 2;\");"),
     {"memcpy async", "memset async", "copy.wait 2", "!unsupported"}},
    {"assembly copy under a condition",
     CUDA("asm volatile(\"{ .reg .pred q; setp.ne.b32 q, %2, 0; @q cp.async.ca.shared.global [%0], [%1], 8; }\""
          " :: \"r\"(n), \"l\"(p), \"r\"(n));"),
     {"select i64", "memcpy async", "!unsupported"}},
    {"assembly bulk copy", CUDA("asm volatile(\"cp.async.bulk.commit_group;\");"), {"unsupported memory \"bulk asynchronous copy\""}},
    {"assembly barrier of the compiler", CUDA("asm volatile(\"\" ::: \"memory\");"), {"!unsupported"}},
    {"assembly unknown", CUDA("asm volatile(\"bar.arrive 1, 64;\");"), {"unsupported memory \"inline assembly: bar.arrive\""}},
    {"assembly exit", CUDA("if (n) asm volatile(\"exit;\"); p[0] = 1;"), {"ret", "store", "!unsupported"}},
    {"wide integers", CUDA("*(__int128 *)p = *(__int128 *)l;"), {"load v2i64", "!unsupported"}},
    {"wide constants",
     CUDA("*(__int128 *)p = -5; ((__int128 *)l)[1] = ((__int128)3 << 64) + 7;"),
     {"pack v2i64 -5:i64, -1:i64", "pack v2i64 7:i64, 3:i64", "!unsupported"}},
    {"wide arithmetic", CUDA("*(__int128 *)p = *(__int128 *)l / 3;"), {"load v2i64", "unsupported value \"128-bit integer arithmetic\""}},
    {"wide products", CUDA("l[0] = __mul64hi(l[1], n); *(__int128 *)p = *(__int128 *)l + n;"), {"mulhi.u", "ult", "!unsupported"}},
    {"uninitialised branch", CUDA("int x; if (x) p[0] = 1;"), {"unsupported value \"branch on an uninitialised value\""}},
    {"grid barrier",
     "#include <cooperative_groups.h>\n__global__ void k() { "
     "cooperative_groups::this_grid().sync(); }\n",
     {"barrier grid", "!unsupported"}},
    {"inlining chain",
     "__device__ void in(int *q) {\n *q = 1; }\n__device__ void mid(int *q) { in(q + 1); }\n" CUDA("mid(p);"),
     {"\"in\" 2:", "\"mid\" 3:", "at !"}},
    {"atomic order",
     "target triple = \"nvptx64-nvidia-cuda\"\n"
     "define ptx_kernel void @k(ptr %p) {\n"
     "  %v = load atomic i32, ptr %p syncscope(\"block\") acquire, align 4\n"
     "  store atomic i32 %v, ptr %p release, align 4\n"
     "  %o = atomicrmw add ptr %p, i32 1 syncscope(\"agent\") monotonic\n"
     "  ret void\n}\n",
     {"load atomic block i32", "fence block", "fence system", "store atomic system", "atomic add device"}},
    {"switch", CUDA("switch (n) { case 1: p[1] = 1; break; case 5: p[5] = 1; break; default: p[0] = 1; }"), {"switch $4.n"}},
};

static void constructs_are_decoded(void **state) {
    (void)state;
    uint32_t failures = 0;
    for (size_t n = 0; n < sizeof constructs / sizeof *constructs; n++) {
        struct arena arena = {0};
        const char *text = decode_all(&arena, constructs[n].source);
        for (size_t i = 0; i < 6 && constructs[n].expected[i]; i++) {
            const char *fragment = constructs[n].expected[i];
            bool is_forbidden = fragment[0] == '!';
            bool found = strstr(text, fragment + is_forbidden) != NULL;
            if (found == is_forbidden) {
                print_error("%s: %s%s\n%s\n", constructs[n].name, is_forbidden ? "" : "no ", fragment + is_forbidden, text);
                failures++;
            }
        }
        arena_release(&arena);
    }
    assert_int_equal(failures, 0);
}

/* ---- modules ---- */

static void kernels_are_chosen_and_sorted(void **state) {
    (void)state;
    static const char source[] = "template <int N> __global__ void late(int *p) { p[N] = 1; }\n"
                                 "__global__ void __launch_bounds__(128) early(int *p) { p[0] = 1; }\n"
                                 "namespace space { __global__ void inner(int *p) { p[0] = 1; } }\n"
                                 "template __global__ void late<3>(int *);\n"
                                 "template __global__ void late<1>(int *);\n";
    static const struct {
        const char *glob;
        uint32_t count;
        const char *first;
    } choices[] = {
        {"*", 4, "late<1>(int*)"},
        {"early", 1, "early(int*)"},
        {"late", 2, "late<1>(int*)"},
        {"late<3>", 1, "late<3>(int*)"},
        {"space::*", 1, "space::inner(int*)"},
        {"_Z5earlyPi", 1, "early(int*)"},
        {"none", 0, NULL},
    };
    struct arena arena = {0};
    struct input input = make_input(&arena, source);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct llvm_options options = {.kernel_globs = &choices[i].glob, .kernel_glob_count = 1};
        const char *error = NULL;
        struct llvm_module *module = llvm_load(&arena, input_module(&input), &options, &error);
        assert_non_null(module);
        assert_int_equal(llvm_kernel_count(module), choices[i].count);
        if (choices[i].count > 0) {
            assert_string_equal(llvm_kernel_display(module, 0), choices[i].first);
        }
        if (choices[i].count == 4) {
            assert_int_equal(llvm_kernel_line(module, 0), 1);
            assert_string_equal(llvm_kernel_display(module, 2), "early(int*)");
            struct kernel *kernel = llvm_decode(module, 2, &arena);
            assert_int_equal(kernel->max_threads, 128);
            assert_string_equal(kernel->params[0].name, "p");
            assert_int_equal(kernel->params[0].elem_bytes, 4);
            assert_int_equal(kernel->params[0].type.space, SPACE_GLOBAL);
        }
        llvm_release(module);
    }
    drop_input(&input);
    arena_release(&arena);
}

static void bad_files_are_errors(void **state) {
    (void)state;
    static const char bitcode_head[] = "BC\xC0\xDE\x35\x14\x00\x00";
    static const struct {
        const char *name, *text;
        size_t length;
        const char *expected;
    } files[] = {
        {"empty.bc", "", 0, "empty file"},
        {"text.ll", "hello\n", 6, "expected top-level entity"},
        {"zeros.bc", "\0\0\0\0", 4, "it is empty"},
        {"cut.bc", bitcode_head, sizeof bitcode_head - 1, "cut.bc: "},
        {"host.ll", "target triple = \"x86_64-pc-linux-gnu\"\n", 38, "not a device module"},
        {"wrong.ll", "define void @f() {\n  %a = add i32 1, %b\n  %b = add i32 1, 2\n  ret void\n}\n", 72, "wrong.ll"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct arena arena = {0};
        const char *path = write_text(&arena, files[i].name, files[i].text, files[i].length);
        const char *error = NULL;
        assert_null(llvm_load(&arena, path, NULL, &error));
        assert_non_null(error);
        assert_true(strncmp(error, path, strlen(path)) == 0);
        assert_true(strchr(error, '\0') > error && error[strlen(error) - 1] != '\n');
        assert_non_null(strstr(error, files[i].expected));
        unlink(path);
        arena_release(&arena);
    }
    struct arena arena = {0};
    const char *error = NULL;
    assert_null(llvm_load(&arena, "/nowhere/at/all.bc", NULL, &error));
    assert_non_null(strstr(error, "/nowhere/at/all.bc: "));
    arena_release(&arena);
}

static void large_kernels_are_decoded(void **state) {
    (void)state;
    enum { STATEMENTS = 10000 };
    struct arena arena = {0};
    struct buffer source = {0};
    buffer_add(&source, "target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k(ptr %p) {\n");
    for (int i = 0; i < STATEMENTS; i++) {
        buffer_printf(&source,
                      "  %%a%d = getelementptr i32, ptr %%p, i64 %d\n"
                      "  %%o%d = atomicrmw add ptr %%a%d, i32 1 syncscope(\"block\") monotonic\n",
                      i, i, i, i);
    }
    buffer_add(&source, "  ret void\n}\n");
    struct input input = make_input(&arena, buffer_text(&source));
    const char *error = NULL;
    struct llvm_module *module = llvm_load(&arena, input.path, NULL, &error);
    assert_non_null(module);
    struct kernel *kernel = llvm_decode(module, 0, &arena);
    assert_null(kernel_check(kernel));
    uint32_t atomics = 0;
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        atomics += kernel->insts[i].op == INST_ATOMIC && kernel->insts[i].scope == SCOPE_KIND_BLOCK;
    }
    assert_int_equal(atomics, STATEMENTS);
    llvm_release(module);
    drop_input(&input);
    buffer_release(&source);
    arena_release(&arena);
}

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(passes_keep_every_access, nothing_is_live),
        cmocka_unit_test_teardown(no_access_is_invented, nothing_is_live),
        cmocka_unit_test_teardown(constructs_are_decoded, nothing_is_live),
        cmocka_unit_test_teardown(kernels_are_chosen_and_sorted, nothing_is_live),
        cmocka_unit_test_teardown(bad_files_are_errors, nothing_is_live),
        cmocka_unit_test_teardown(large_kernels_are_decoded, nothing_is_live),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
