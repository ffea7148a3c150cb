/* The simulator on small kernels: races, barriers, memory, collectives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernel_random.h"
#include "simulate_run.h"

/* $0 points to 64 ints, 0, 1, 2, ...; $1 is 5; @0 is 64 ints of shared memory. */
#define HEAD                                                                                                                                         \
    "kernel \"k\"\n"                                                                                                                                 \
    "param $0 \"a\" ptr.global elem 4\n"                                                                                                             \
    "param $1 \"n\" i32\n"                                                                                                                           \
    "object @0 \"s\" shared size 256 elem 4\n"                                                                                                       \
    "object @1 \"l\" local size 16 elem 4\n"                                                                                                         \
    "b0:\n"                                                                                                                                          \
    " %t = sreg tid.x i32\n"                                                                                                                         \
    " %b = sreg bid.x i32\n"                                                                                                                         \
    " %t8 = zext i64 %t\n"                                                                                                                           \
    " %o = mul i64 %t8, 4:i64\n"                                                                                                                     \
    " %first = eq i1 %t, 0\n"                                                                                                                        \
    " %p = ptradd ptr.global $0, %o\n"                                                                                                               \
    " %q = ptradd ptr.shared @0, %o\n"

static uint64_t iota(void *context, uint32_t member, uint64_t index) {
    (void)context, (void)member;
    return index;
}

struct scene {
    const char *name;
    uint32_t block, grid;
    const char *text; /* behind HEAD */
    const char *findings;
};

static struct simulate_result *run_scene(struct arena *arena, const struct kernel *k, const struct scene *scene, uint64_t seed, bool exit_diverges,
                                         bool lockstep) {
    const struct simulate_array array = {.size_bytes = 256, .element = iota, .elem_bytes = 4};
    const struct simulate_argument arguments[] = {{.array = 0}, {.bits = 5}};
    const struct simulate_input input = {.block = {scene->block, 1, 1},
                                         .grid = {scene->grid, 1, 1},
                                         .arguments = arguments,
                                         .arrays = &array,
                                         .array_count = 1,
                                         .seed = seed,
                                         .step_budget = 20000,
                                         .keep_contents = true,
                                         .lockstep = lockstep,
                                         .exit_diverges = exit_diverges};
    return simulate_run(arena, k, &input);
}

static void check_scenes(const struct scene *scenes, size_t count, bool exit_diverges, bool lockstep) {
    for (size_t i = 0; i < count; i++) {
        struct arena arena = {0};
        char *text = arena_printf(&arena, "%s%s", HEAD, scenes[i].text);
        struct kernel *k = simulate_parse(&arena, text);
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct simulate_result *result = run_scene(&arena, k, &scenes[i], seed, exit_diverges, lockstep);
            char *found = simulate_summary(&arena, k, result);
            if (strcmp(found, scenes[i].findings) != 0) {
                print_message("%s, seed %d:\n%s", scenes[i].name, (int)seed, found);
            }
            assert_string_equal(found, scenes[i].findings);
        }
        arena_release(&arena);
    }
}

#define CHECK(scenes) check_scenes(scenes, sizeof(scenes) / sizeof *(scenes), false, false)

static void races(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"own cells", 64, 1, " store %p, %t !1\n ret\n", ""},
        {"one cell", 8, 1, " store $0, %t !1\n ret\n", "data-race write-write warp 1-1\n"},
        {"two warps", 64, 1, " store $0, %t !1\n ret\n", "data-race write-write block 1-1\ndata-race write-write warp 1-1\n"},
        {"same value", 8, 1, " store $0, 7 !1\n ret\n", "data-race write-write warp 1-1 =\n"},
        {"same value, except one bit", 8, 1, " %x = select i32 %first, 7, 6\n store $0, %x !1\n ret\n", "data-race write-write warp 1-1\n"},
        {"no numbers, which are one value as floats", 8, 1, " %n = or i32 %t, 0x7fc00000\n %x = bitcast f32 %n\n store $0, %x !1\n ret\n",
         "data-race write-write warp 1-1 =\n"},
        {"the same bits as integers", 8, 1, " %n = or i32 %t, 0x7fc00000\n store $0, %n !1\n ret\n", "data-race write-write warp 1-1\n"},
        {"neighbour", 8, 1, " store %p, 9 !1\n %x = load i32 $0 !2\n ret\n", "data-race read-write warp 1-2\n"},
        {"neighbour behind a barrier", 8, 1, " store %q, %t !1\n barrier block\n %x = load i32 @0 !2\n ret\n", ""},
        {"two blocks behind a barrier", 8, 2, " store %p, %b !1\n barrier block\n %x = load i32 $0 !2\n ret\n",
         "data-race read-write grid 1-2\ndata-race write-write grid 1-1\n"},
        {"shared memory of two blocks", 8, 2, " store %q, %b !1\n ret\n", ""},
        {"write of what was there", 8, 1, " %z = load i32 $0 !1\n store $0, 0 !2\n ret\n",
         "data-race read-write warp 1-2 =\ndata-race write-write warp 2-2 =\n"},
        {"read of what the reader wrote as well", 64, 1, " store $0, 7 !1\n %z = load i32 $0 !2\n ret\n",
         "data-race read-write block 1-2 =\ndata-race read-write warp 1-2 =\n"
         "data-race write-write block 1-1 =\ndata-race write-write warp 1-1 =\n"},
        {"read of what only another one wrote", 8, 1, " condbr %first -> b1, b2\nb1:\n store $0, 7 !1\n br -> b2\nb2:\n %z = load i32 $0 !2\n ret\n",
         "data-race read-write warp 1-2\n"},
        {"one of many differs", 64, 1, " %x = select i32 %first, 7, 6\n store @0, 1 !1\n barrier block\n store @0, %x !2\n ret\n",
         "data-race write-write block 1-1 =\ndata-race write-write block 2-2\n"
         "data-race write-write warp 1-1 =\ndata-race write-write warp 2-2\n"},
        {"part of a word", 4, 1, " %r = ptradd ptr.global $0, %t8\n store %r, 300:i16 !1\n ret\n",
         "data-race write-write warp 1-1\nmisaligned write 1\n"},
        {"a word and one of its bytes", 8, 1, " store $0, %t8 !1\n %z = load i8 $0 !2\n ret\n",
         "data-race read-write warp 1-2\ndata-race write-write warp 1-1\n"},
        {"a word and the byte behind it", 8, 1,
         " condbr %first -> b1, b2\nb1:\n store $0, 7 !1\n ret\n"
         "b2:\n %e = ptradd ptr.global $0, 4:i64\n %z = load i8 %e !2\n ret\n",
         ""},
        {"bytes of a word", 4, 1, " %r = ptradd ptr.global $0, %t8\n store %r, 3:i8 !1\n ret\n", ""},
    };
    CHECK(scenes);
}

static void atomics(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"add", 64, 2, " %x = atomic add device i32 $0, 1 !1\n ret\n", ""},
        {"add and read", 8, 1, " %x = atomic add device i32 $0, 1 !1\n %y = load i32 $0 !2\n ret\n", "data-race atomic-plain warp 1-2\n"},
        {"add and atomic read", 8, 1, " %x = atomic add device i32 $0, 1 !1\n %y = load atomic device i32 $0 !2\n ret\n", ""},
        {"volatile is plain", 8, 1, " store volatile $0, %t !1\n ret\n", "data-race write-write warp 1-1\n"},
        {"block scope, one block", 64, 1, " %x = atomic add block i32 $0, 1 !1\n ret\n", ""},
        {"block scope, two blocks", 8, 2, " %x = atomic add block i32 $0, 1 !1\n ret\n", "data-race atomic-atomic grid 1-1\n"},
        {"mixed sizes", 8, 1, " %x = atomic add device i32 $0, 1 !1\n %y = atomic add device i64 $0, 1:i64 !2\n ret\n",
         "data-race atomic-atomic warp 1-2\n"},
        {"failed compares only read", 8, 1, " %x = cmpxchg device i32 $0, 77, 1 !1\n %y = load i32 $0 !2\n ret\n", ""},
        {"ticket", 64, 2, " %x = atomic add device i32 $0, 0 !1\n %c = eq i1 %x, 0\n assert \"x\" %c !2\n ret\n", ""},
        {"lock", 8, 2,
         " br -> b1\nb1:\n %x = cmpxchg device i32 $0, 0, 1 !1\n %c = eq i1 %x, 0\n"
         " condbr %c -> b2, b1\nb2:\n %y = atomic xchg device i32 $0, 0 !2\n ret\n",
         ""},
    };
    CHECK(scenes);
}

static void warps(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"syncwarp", 8, 1, " store %q, %t !1\n barrier warp 255\n %x = load i32 @0 !2\n ret\n", ""},
        {"lockstep is not assumed", 8, 1, " store %p, 9 !1\n fence block\n %x = load i32 $0 !2\n ret\n", "data-race read-write warp 1-2\n"},
        {"shuffles order nothing", 8, 1,
         " store %p, %t !1\n"
         " %v = collective shfl \"shfl.sync.idx\" i32 255, %t, 0, 31\n"
         " %x = load i32 $0 !2\n ret\n",
         "data-race read-write warp 1-2 =\n"},
        {"syncwarp does not reach other warps", 64, 1, " store %p, 9 !1\n barrier warp -1\n %x = load i32 $0 !2\n ret\n",
         "data-race read-write block 1-2\n"},
        {"half a warp", 8, 1,
         " %h = ult i1 %t, 4\n condbr %h -> b1, b2\n"
         "b1:\n store %p, 9 !1\n barrier warp 15\n %x = load i32 $0 !2\n ret\n"
         "b2:\n %y = load i32 $0 !3\n ret\n",
         "data-race read-write warp 1-3\n"},
        {"chain of syncwarps", 8, 1,
         " %h = eq i1 %t, 0\n condbr %h -> b1, b2\n"
         "b1:\n store $0, 9 !1\n barrier warp 3\n ret\n"
         "b2:\n %i = eq i1 %t, 1\n condbr %i -> b3, b4\n"
         "b3:\n barrier warp 3\n barrier warp 6\n ret\n"
         "b4:\n %j = eq i1 %t, 2\n condbr %j -> b5, b6\n"
         "b5:\n barrier warp 6\n %x = load i32 $0 !2\n ret\n"
         "b6:\n ret\n",
         ""},
        {"lane not in its mask", 8, 1, " barrier warp 1 !1\n ret\n", "barrier-divergence outside-mask 1\n"},
        {"mask with exited lanes", 8, 1, " barrier warp -1 !1\n ret\n", ""},
        {"masks that differ", 8, 1,
         " %m = select i32 %first, 255, 254\n barrier warp %m !1\n"
         " barrier block !2\n ret\n",
         "barrier-divergence other-barrier 1-2\n"},
        {"named barriers order who waits", 64, 1, " store %p, %t !1\n barrier named 1, 64\n %x = load i32 $0 !2\n ret\n", ""},
        {"named barrier of one warp", 64, 1,
         " %h = ult i1 %t, 32\n condbr %h -> b1, b2\n"
         "b1:\n store %p, 9 !1\n barrier named 1, 32\n %x = load i32 $0 !2\n ret\n"
         "b2:\n %y = load i32 $0 !3\n ret\n",
         "data-race read-write block 1-3\n"},
    };
    CHECK(scenes);
}

static void lockstep(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"steps order", 8, 1, " store volatile %p, 9 !1\n %x = load volatile i32 $0 !2\n ret\n", ""},
        {"of what the compiler keeps", 8, 1, " store %p, 9 !1\n %x = load i32 $0 !2\n ret\n", "data-race read-write warp 1-2\n"},
        {"on both sides", 8, 1, " store volatile %p, 9 !1\n %x = load i32 $0 !2\n ret\n", "data-race read-write warp 1-2\n"},
        {"a fence keeps", 8, 1, " store %p, 9 !1\n fence block\n %x = load i32 $0 !2\n ret\n", ""},
        {"a fence after a step", 8, 1, " store volatile %p, 9 !1\n %x = load volatile i32 $0 !2\n fence block\n %y = load i32 $0 !3\n ret\n", ""},
        {"one step collides", 8, 1, " store volatile $0, %t !1\n ret\n", "data-race write-write warp 1-1\n"},
        {"other warps are out of step", 64, 1, " store volatile %p, 9 !1\n %x = load volatile i32 $0 !2\n ret\n", "data-race read-write block 1-2\n"},
        {"sides of a branch", 8, 1,
         " condbr %first -> b1, b2\nb1:\n store volatile $0, 9 !1\n br -> b3\n"
         "b2:\n %x = load volatile i32 $0 !2\n br -> b3\nb3:\n %y = load volatile i32 $0 !3\n ret\n",
         "data-race read-write warp 1-2\n"},
        {"a barrier on one side", 64, 1,
         " condbr %first -> b1, b2\nb1:\n barrier block !1\n br -> b3\n"
         "b2:\n br -> b3\nb3:\n ret\n",
         "barrier-divergence exited 1-0\n"},
        {"rounds", 8, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n store volatile %p, %i !1\n %x = load volatile i32 $0 !2\n"
         " %j = add i32 %i, 1\n %c = ult i1 %j, 5\n condbr %c -> b1, b2\nb2:\n ret\n",
         ""},
        {"lanes that leave early wait", 8, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n store volatile %p, %i !1\n"
         " %j = add i32 %i, 1\n %c = ule i1 %j, %t\n condbr %c -> b1, b2\nb2:\n %x = load volatile i32 $0 !2\n ret\n",
         ""},
        {"active lanes", 8, 1,
         " condbr %first -> b1, b2\nb1:\n %m = collective activemask \"activemask\" i32\n %k = eq i1 %m, 1\n assert \"alone\" %k !1\n br -> b2\n"
         "b2:\n %n = collective activemask \"activemask\" i32\n %l = eq i1 %n, 255\n assert \"all\" %l !2\n ret\n",
         ""},
    };
    check_scenes(scenes, sizeof scenes / sizeof *scenes, false, true);
}

static void divergence(void **state) {
    (void)state;
    static const char early[] = " condbr %first -> b1, b2\nb1:\n ret !1\n"
                                "b2:\n barrier block !2\n ret\n";
    static const struct scene scenes[] = {
        {"exit counts as arrival", 8, 1, early, "barrier-divergence exited 2-1\n"},
        {"different barriers", 8, 1,
         " condbr %first -> b1, b2\nb1:\n barrier block !1\n ret\n"
         "b2:\n barrier block !2\n ret\n",
         "barrier-divergence other-barrier 1-2\n"},
        {"rounds", 8, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n barrier block !1\n %j = add i32 %i, 1\n"
         " %c = ule i1 %j, %t\n condbr %c -> b1, b2\nb2:\n barrier block !2\n ret\n",
         "barrier-divergence rounds 2-1\n"},
        {"one barrier in different rounds", 8, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b3 %j]\n %c = eq i1 %i, %t\n condbr %c -> b2, b3\n"
         "b2:\n barrier block !1\n br -> b3\nb3:\n %j = add i32 %i, 1\n %d = ult i1 %j, 8\n"
         " condbr %d -> b1, b4\nb4:\n ret\n",
         "barrier-divergence rounds 1-1\n"},
        {"uniform loop", 8, 2,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n barrier block !1\n %j = add i32 %i, 1\n"
         " %c = ult i1 %j, $1\n condbr %c -> b1, b2\nb2:\n barrier block !2\n ret\n",
         ""},
        {"blocks may differ", 8, 2,
         " %c = eq i1 %b, 0\n condbr %c -> b1, b2\nb1:\n barrier block !1\n ret\n"
         "b2:\n ret\n",
         ""},
        {"warp and block barrier", 8, 1,
         " condbr %first -> b1, b2\nb1:\n barrier warp -1 !1\n ret\n"
         "b2:\n barrier block !2\n ret\n",
         "barrier-divergence other-barrier 1-2\n"},
        {"named barrier without enough threads", 32, 1, " barrier named 1, 64 !1\n ret\n", "barrier-divergence never-arrives 1\n"},
        {"grid barrier orders blocks", 8, 2,
         " %c = eq i1 %b, 0\n condbr %c -> b1, b2\nb1:\n store %p, 9 !1\n br -> b2\n"
         "b2:\n barrier grid\n %x = load i32 $0 !2\n %z = eq i1 %x, 9\n assert \"z\" %z !3\n ret\n",
         ""},
        {"grid barrier and exit of a block", 8, 2, " %c = eq i1 %b, 0\n condbr %c -> b1, b2\nb1:\n barrier grid !1\n ret\nb2:\n ret !2\n",
         "barrier-divergence never-arrives 1\n"},
    };
    CHECK(scenes);
    check_scenes(scenes, 1, true, false);
}

static void memory(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"beyond the array", 65, 1, " store %p, %t !1\n ret\n", "out-of-bounds write 1\n"},
        {"before the array", 2, 1, " %r = ptradd ptr.global %p, -4:i64\n %x = load i32 %r !1\n ret\n", "out-of-bounds read 1\n"},
        {"back again", 2, 1,
         " %r = ptradd ptr.global %p, -400:i64\n %u = ptradd ptr.global %r, 400:i64\n"
         " %x = load i32 %u !1\n %c = eq i1 %x, %t\n assert \"x\" %c !2\n ret\n",
         ""},
        {"beyond shared memory", 65, 1, " store %q, %t !1\n ret\n", "out-of-bounds write 1\n"},
        {"null", 1, 1, " store null:ptr, %t !1\n ret\n", "out-of-bounds write 1\n"},
        {"misaligned", 1, 1, " %r = ptradd ptr.global $0, 2:i64\n %x = load i32 %r !1\n ret\n", "misaligned read 1\n"},
        {"aligned as promised", 1, 1, " %r = ptradd ptr.global $0, 2:i64\n %x = load align 2 i32 %r !1\n ret\n", ""},
        {"uninitialised shared", 1, 1, " %x = load i32 %q !1\n ret\n", "uninitialised read 1\n"},
        {"uninitialised local", 1, 1, " %x = load i32 @1 !1\n ret\n", "uninitialised read 1\n"},
        {"local is private", 8, 1,
         " store @1, %t !1\n barrier block\n %x = load i32 @1 !2\n %c = eq i1 %x, %t\n"
         " assert \"x\" %c !3\n ret\n",
         ""},
        {"pointers through integers and memory", 8, 1,
         " %i = ptrtoint i64 %p\n %j = add i64 %i, 4:i64\n %r = inttoptr ptr.global %j\n"
         " store @1, %r !1\n %u = load ptr.global @1 !2\n %x = load i32 %u !3\n"
         " %y = add i32 %t, 1\n %c = eq i1 %x, %y\n assert \"x\" %c !4\n ret\n",
         ""},
        {"generic pointers", 8, 1,
         " %g = ptrcast ptr %q\n store %g, %t !1\n barrier block\n %x = load i32 %q !2\n"
         " %c = eq i1 %x, %t\n assert \"x\" %c !3\n ret\n",
         ""},
        {"copy and fill", 1, 1,
         " memset @0, 1:i8, 20:i64 !1\n memcpy @1, @0, 12:i64 !2\n memcpy @0, $0, 8:i64\n"
         " %l = ptradd ptr.local @1, 8:i64\n %x = load i32 %l\n %c = eq i1 %x, 16843009\n"
         " assert \"x\" %c !3\n %r = ptradd ptr.shared @0, 4:i64\n %y = load i32 %r\n"
         " %d = eq i1 %y, 1\n assert \"y\" %d !4\n ret\n",
         ""},
        {"overlapping copy", 1, 1,
         " %r = ptradd ptr.global $0, 4:i64\n memcpy %r, $0, 40:i64\n"
         " %u = ptradd ptr.global $0, 40:i64\n %x = load i32 %u\n %c = eq i1 %x, 9\n"
         " assert \"x\" %c !1\n ret\n",
         ""},
        {"racy fill", 2, 1, " memset $0, 1:i8, 20:i64 !1\n ret\n", "data-race write-write warp 1-1 =\n"},
        {"vectors", 1, 1,
         " %v = load v4i32 $0\n %x = lane 3 i32 %v\n %w = pack v2i32 %x, 8\n"
         " store $0, %w\n %y = load i32 $0\n %c = eq i1 %y, 3\n assert \"y\" %c !1\n ret\n",
         ""},
    };
    CHECK(scenes);
}

static void effects(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"assertion", 8, 1, " %c = ult i1 %t, 5\n assert \"t < 5\" %c !1\n ret\n", "assertion fails 1\n"},
        {"assertion that ends the launch", 1, 1, " assert \"no\" false !1\n unreachable\n", "assertion fails 1\n"},
        {"trap", 1, 1, " trap !1\n", "trap 1\n"},
        {"unreachable: no input of the program", 1, 1, " unreachable !1\n", ""},
        {"endless loop", 1, 1, " br -> b1\nb1:\n fence device !1\n br -> b1 !1\n", "budget 1\n"},
        {"a loop of few bytes", 1, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n memset $0, 1:i8, 4:i64 !1\n %j = add i32 %i, 1\n"
         " %c = ult i1 %j, 2000\n condbr %c -> b1, b2\nb2:\n ret\n",
         ""},
        {"a loop that takes steps for its bytes", 1, 1,
         " br -> b1\nb1:\n %i = phi i32 [b0 0, b1 %j]\n memset $0, 1:i8, 40:i64 !1\n %j = add i32 %i, 1 !1\n"
         " %c = ult i1 %j, 2000 !1\n condbr %c -> b1, b2 !1\nb2:\n ret\n",
         "budget 1\n"},
        {"unsupported value", 1, 1,
         " %x = unsupported value \"tex\" i32 !1\n %c = eq i1 %x, 3\n condbr %c -> b1, b1\n"
         "b1:\n assert \"no\" false !2\n ret\n",
         "assertion fails 2 ~\nunsupported 1\n"},
        {"approximate guard", 1, 1,
         " %x = call \"__nv_sinf\" f32 0.25:f32\n %c = fcmp olt i1 %x, 0.5:f32\n"
         " condbr %c -> b1, b2\nb1:\n assert \"no\" false !2\n ret\nb2:\n ret\n",
         "assertion fails 2 ~\n"},
        {"documented result of an approximate function", 1, 1,
         " %x = call \"__nv_sinf\" f32 0.0:f32\n %c = fcmp olt i1 %x, 0.5:f32\n"
         " condbr %c -> b1, b2\nb1:\n assert \"no\" false !2\n ret\nb2:\n ret\n",
         "assertion fails 2\n"},
        {"fast function", 1, 1,
         " %x = call \"__sinf\" f32 0.0:f32\n %c = fcmp olt i1 %x, 0.5:f32\n"
         " condbr %c -> b1, b2\nb1:\n assert \"no\" false !2\n ret\nb2:\n ret\n",
         "assertion fails 2 ~\n"},
        {"exact call", 1, 1,
         " %x = call \"llvm.floor.f32\" f32 -0.5:f32\n %c = fcmp oeq i1 %x, -1.0:f32\n"
         " assert \"floor\" %c !2\n ret\n",
         ""},
        {"approximate values travel through memory and barriers", 8, 1,
         " %x = call \"sinf\" f32 -0.25:f32\n store %q, %x\n barrier block\n"
         " %y = load f32 @0\n %c = fcmp ogt i1 %y, 0.0:f32\n assert \"y\" %c !1\n ret\n",
         "assertion fails 1 ~\n"},
        {"division by zero", 1, 1,
         " %x = udiv i32 %t, 0\n %c = eq i1 %x, -1\n assert \"x\" %c !1\n"
         " %d = eq i1 %x, 0\n assert \"y\" %d !2\n ret\n",
         "assertion fails 2 ~\n"},
    };
    CHECK(scenes);
}

/* The kernels assert their own results. */
static void collectives(void **state) {
    (void)state;
#define ASSERT_EQ(value, expected, line) " %c" #line " = eq i1 " value ", " expected "\n assert \"" #line "\" %c" #line " !" #line "\n"
    static const struct scene scenes[] = {
        {"shuffle idx", 32, 1, " %x = collective shfl \"shfl.sync.idx\" i32 -1, %t, 3, 31\n" ASSERT_EQ("%x", "3", 1) " ret\n", ""},
        {"shuffle down", 32, 1,
         " %x = collective shfl \"shfl.sync.down\" i32 -1, %t, 4, 31\n %y = add i32 %t, 4\n"
         " %i = ult i1 %t, 28\n %z = select i32 %i, %y, %t\n" ASSERT_EQ("%x", "%z", 1) " ret\n",
         ""},
        {"shuffle up in segments of 8", 32, 1,
         " %x = collective shfl \"shfl.sync.up\" i32 -1, %t, 1, 6144\n %l = and i32 %t, 7\n"
         " %i = eq i1 %l, 0\n %y = sub i32 %t, 1\n %z = select i32 %i, %t, %y\n" ASSERT_EQ(
             "%x", "%z", 1) " %p1 = collective shfl \"shfl.sync.up.predicate\" i1 -1, %t, 1, 6144\n"
                            " %n = xor i1 %p1, %i\n assert \"n\" %n !2\n ret\n",
         ""},
        {"shuffle bfly", 32, 1,
         " %x = collective shfl \"shfl.sync.bfly\" i32 -1, %t, 16, 31\n %y = xor i32 %t, 16\n" ASSERT_EQ("%x", "%y", 1) " ret\n", ""},
        {"shuffle from an absent lane", 4, 1,
         " %x = collective shfl \"shfl.sync.idx\" i32 15, %t, 9, 31\n %k = eq i1 %x, 12345\n"
         " assert \"k\" %k !1\n ret\n",
         "assertion fails 1 ~\n"},
        {"ballot", 32, 2,
         " %i = ult i1 %t, 5\n %x = collective vote \"vote.ballot.sync\" i32 -1, %i\n" ASSERT_EQ(
             "%x", "31", 1) " %a = collective vote \"vote.any.sync\" i1 -1, %i\n assert \"a\" %a !2\n"
                            " %l = collective vote \"vote.all.sync\" i1 -1, %i\n %m = xor i1 %l, true\n"
                            " assert \"m\" %m !3\n ret\n",
         ""},
        {"match", 32, 1,
         " %v = and i32 %t, 1\n %x = collective match \"match.any.sync\" i32 -1, %v\n"
         " %o1 = eq i1 %v, 1\n %e = select i32 %o1, 0xaaaaaaaa, 0x55555555\n" ASSERT_EQ(
             "%x", "%e", 1) " %y = collective match \"match.all.sync\" i32 -1, 7\n" ASSERT_EQ("%y", "-1", 2) " ret\n",
         ""},
        {"redux", 32, 1,
         " %x = collective redux \"redux.sync.add\" i32 %t, -1\n" ASSERT_EQ(
             "%x", "496", 1) " %m = sub i32 %t, 9\n %y = collective redux \"redux.sync.min\" i32 %m, -1\n" ASSERT_EQ("%y", "-9", 2) " ret\n",
         ""},
        {"active mask", 32, 1,
         " %i = ult i1 %t, 5\n condbr %i -> b1, b2\n"
         "b1:\n %x = collective activemask \"activemask\" i32\n" ASSERT_EQ("%x", "31", 1) " ret\nb2:\n ret\n",
         ""},
        {"counting barriers", 64, 2,
         " %i = ult i1 %t, 5\n %w = zext i32 %i\n %x = barrier count i32 %w\n" ASSERT_EQ("%x", "5", 1) " %y = barrier and i32 %w\n" ASSERT_EQ(
             "%y", "0", 2) " %z = barrier or i32 %w\n" ASSERT_EQ("%z", "1", 3) " ret\n",
         ""},
        {"counting barriers order", 64, 1, " store %q, %t !1\n %x = barrier count i32 1\n %y = load i32 @0 !2\n ret\n", ""},
        {"collective in two places", 8, 1,
         " condbr %first -> b1, b2\n"
         "b1:\n %x = collective shfl \"shfl.sync.idx\" i32 255, %t, 0, 31 !1\n ret\n"
         "b2:\n %y = collective vote \"vote.ballot.sync\" i32 255, true !2\n ret\n",
         "barrier-divergence other-barrier 1-2\n"},
    };
    CHECK(scenes);
#undef ASSERT_EQ
}

static void schedules(void **state) {
    (void)state;
    static const char racy[] = HEAD " store $0, %t !1\n ret\n";
    static const char clean[] = HEAD " %x = atomic add device i32 $0, %t !1\n store %q, %t\n"
                                     " barrier block\n %r = xor i64 %o, 4:i64\n"
                                     " %u = ptradd ptr.shared @0, %r\n %y = load i32 %u\n"
                                     " condbr %first -> b1, b2\nb1:\n ret\n"
                                     "b2:\n store %p, %y\n ret\n";
    struct arena arena = {0};
    struct scene scene = {"", 32, 1, "", ""};
    struct kernel *k = simulate_parse(&arena, racy), *l = simulate_parse(&arena, clean);
    bool differs = false;
    uint8_t *first = run_scene(&arena, k, &scene, 0, false, false)->contents[0];
    uint8_t *same = run_scene(&arena, l, &scene, 0, false, false)->contents[0];
    for (uint64_t seed = 1; seed < 10; seed++) {
        struct simulate_result *result = run_scene(&arena, k, &scene, seed, false, false);
        differs = differs || memcmp(first, result->contents[0], 256) != 0;
        struct simulate_result *again = run_scene(&arena, k, &scene, seed, false, false);
        assert_memory_equal(result->contents[0], again->contents[0], 256);
        assert_int_equal(result->steps, again->steps);
        result = run_scene(&arena, l, &scene, seed, false, false);
        assert_int_equal(result->finding_count, 0);
        assert_true(result->complete);
        assert_memory_equal(same, result->contents[0], 256);
    }
    assert_true(differs);
    arena_release(&arena);
}

static void chosen_blocks_and_huge_arrays(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = simulate_parse(&arena, "kernel \"k\"\nparam $0 \"a\" ptr.global\n"
                                              "b0:\n %b = sreg bid.x i32\n %w = zext i64 %b\n"
                                              " %o = mul i64 %w, 1048576:i64\n"
                                              " %p = ptradd ptr.global $0, %o\n store %p, %b !1\n"
                                              " %c = ult i1 %b, 2000\n assert \"small\" %c !2\n ret\n");
    const struct simulate_array array = {.size_bytes = (uint64_t)1 << 33};
    const struct simulate_argument argument = {.array = 0};
    const uint32_t blocks[][3] = {{3, 0, 0}, {7000, 0, 0}};
    const struct simulate_input input = {
        .block = {1, 1, 1}, .grid = {100000, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1, .blocks = blocks, .block_count = 2};
    struct simulate_result *result = simulate_run(&arena, k, &input);
    assert_int_equal(result->finding_count, 1);
    assert_int_equal(result->findings[0].rule, SIMULATE_ASSERTION);
    assert_int_equal(result->findings[0].events[0].block[0], 7000);
    assert_true(result->complete);
    arena_release(&arena);
}

static void count_events(void *context, const struct simulate_event *event) {
    uint32_t *counts = context;
    counts[event->mode]++;
    assert_int_equal(event->array, 0);
}

/* A thread reads one byte of each of 1000 pages: what is kept to watch a page is more than its contents. */
static void memory_has_a_limit(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = simulate_parse(&arena, "kernel \"k\"\nparam $0 \"a\" ptr.global\nb0:\n br -> loop\n"
                                              "loop:\n %k = phi i64 [b0 0:i64, loop %n]\n %o = mul i64 %k, 128:i64\n"
                                              " %p = ptradd ptr.global $0, %o\n %x = load i8 %p\n %n = add i64 %k, 1:i64\n"
                                              " %c = ult i1 %n, 1000:i64\n condbr %c -> loop, out\nout:\n ret\n");
    const struct simulate_array array = {.size_bytes = 128 * 1000};
    const struct simulate_argument argument = {.array = 0};
    struct simulate_input input = {.block = {1, 1, 1}, .grid = {1, 1, 1}, .arguments = &argument, .arrays = &array, .array_count = 1};
    assert_true(simulate_run(&arena, k, &input)->complete);
    input.memory_limit_bytes = 1 << 20;
    struct simulate_result *result = simulate_run(&arena, k, &input);
    assert_false(result->complete);
    assert_int_equal(result->finding_count, 1);
    assert_int_equal(result->findings[0].rule, SIMULATE_BUDGET);
    assert_string_equal(result->findings[0].text, "memory");
    input.memory_limit_bytes = 4 << 20;
    assert_true(simulate_run(&arena, k, &input)->complete);
    arena_release(&arena);
}

static void the_interpreter_has_a_budget(void **state) {
    (void)state;
    struct simulate_input input = {.step_budget = 0};
    assert_int_equal(simulate_interpreted_budget(&input), 0);
    input.interpreted_budget = 10;
    assert_int_equal(simulate_interpreted_budget(&input), 10);
    input.step_budget = 100;
    assert_int_equal(simulate_interpreted_budget(&input), 10);
    input.step_budget = 7;
    assert_int_equal(simulate_interpreted_budget(&input), 7);
    input.interpreted_budget = 0;
    assert_int_equal(simulate_interpreted_budget(&input), 7);
}

static void structs_and_observers(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = simulate_parse(&arena, "kernel \"k\"\nparam $0 \"s\" ptr.param struct @0\n"
                                              "object @0 \"s\" param size 16 param $0\n"
                                              "object @1 \"table\" constant size 8 constant init 0500000006000000\n"
                                              "object @2 \"counter\" global size 4\n"
                                              "object @3 \"dyn\" shared dynamic\nobject @4 \"dyn2\" shared dynamic\n"
                                              "b0:\n %p = load ptr.global @0\n %f = ptradd ptr.param @0, 8:i64\n"
                                              " %n = load i32 %f\n %t = ptradd ptr.constant @1, 4:i64\n %x = load i32 %t\n"
                                              " %y = add i32 %x, %n\n store %p, %y !1\n store %f, 0\n"
                                              " %g = load i32 @2\n %c = eq i1 %g, 77\n assert \"g\" %c !2\n"
                                              " store @3, 5\n %z = load i32 @4\n %d = eq i1 %z, 5\n assert \"z\" %d !3\n"
                                              " %e = ptradd ptr.shared @4, 128:i64\n store %e, 1 !4\n ret\n");
    uint8_t bytes[16] = {0};
    uint64_t address = simulate_address(0, 8);
    memcpy(bytes, &address, 8);
    bytes[8] = 10;
    const uint8_t counter[] = {77, 0, 0, 0};
    const struct simulate_array arrays[] = {{.size_bytes = 16}, {.size_bytes = 4, .bytes = counter, .byte_count = 4}};
    const struct simulate_argument argument = {.bytes = bytes, .byte_count = 16};
    const uint32_t object_arrays[] = {SIMULATE_NONE, SIMULATE_NONE, 1, SIMULATE_NONE, SIMULATE_NONE};
    const struct simulate_input input = {.block = {1, 1, 1},
                                         .grid = {1, 1, 1},
                                         .dynamic_shared_bytes = 128,
                                         .arguments = &argument,
                                         .arrays = arrays,
                                         .array_count = 2,
                                         .object_arrays = object_arrays,
                                         .keep_contents = true};
    struct simulate_result *result = simulate_run(&arena, k, &input);
    assert_string_equal(simulate_summary(&arena, k, result), "out-of-bounds write 4\n");
    assert_int_equal(result->contents[0][8], 16);
    arena_release(&arena);
}

static void accesses_are_observed(void **state) {
    (void)state;
    struct arena arena = {0};
    char *text = arena_printf(&arena, "%s store %%p, %%t\n %%x = load i32 %%p\n ret\n", HEAD);
    struct kernel *k = simulate_parse(&arena, text);
    uint32_t counts[8] = {0};
    const struct simulate_array array = {.size_bytes = 256};
    const struct simulate_argument arguments[] = {{.array = 0}, {.bits = 5}};
    const struct simulate_input input = {.block = {4, 2, 1},
                                         .grid = {1, 1, 1},
                                         .arguments = arguments,
                                         .arrays = &array,
                                         .array_count = 1,
                                         .observe = count_events,
                                         .observe_context = counts};
    struct simulate_result *result = simulate_run(&arena, k, &input);
    assert_int_equal(counts[SIMULATE_READ], 8);
    assert_int_equal(counts[SIMULATE_WRITE], 8);
    assert_string_equal(simulate_summary(&arena, k, result), "data-race read-write warp 0-0 =\ndata-race write-write warp 0-0 =\n");
    arena_release(&arena);
}

static void failed_assumption_ends_the_run(void **state) {
    (void)state;
    struct arena arena = {0};
    char *text = arena_printf(&arena, "%s assume false !4\n assert \"x\" false\n ret\n", HEAD);
    struct kernel *k = simulate_parse(&arena, text);
    const struct scene scene = {"", 1, 1, "", ""};
    struct simulate_result *result = run_scene(&arena, k, &scene, 0, false, false);
    assert_true(result->assumption_failed && !result->complete);
    assert_int_equal(result->assumption.id, 4);
    assert_int_equal(result->finding_count, 0);
    arena_release(&arena);
}

/* Any kernel that kernel_check accepts can be run. */
static void random_kernels_run(void **state) {
    (void)state;
    uint32_t complete = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        struct arena arena = {0};
        struct kernel *k = random_kernel_create(&arena, seed, 6, 10);
        const struct simulate_array array = {.size_bytes = 4096, .element = iota, .elem_bytes = 4};
        const struct simulate_argument arguments[] = {{.array = 0}, {.bits = 5}, {.byte_count = 0}};
        const struct simulate_input input = {
            .block = {33, 1, 1}, .grid = {2, 1, 1}, .arguments = arguments, .arrays = &array, .array_count = 1, .seed = seed, .step_budget = 3000};
        struct simulate_result *first = simulate_run(&arena, k, &input);
        struct simulate_result *second = simulate_run(&arena, k, &input);
        assert_int_equal(first->steps, second->steps);
        assert_string_equal(simulate_summary(&arena, k, first), simulate_summary(&arena, k, second));
        complete += first->complete;
        arena_release(&arena);
    }
    assert_true(complete > 20);
}

static void nothing_leaks(void **state) {
    (void)state;
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races),
        cmocka_unit_test(atomics),
        cmocka_unit_test(warps),
        cmocka_unit_test(lockstep),
        cmocka_unit_test(divergence),
        cmocka_unit_test(memory),
        cmocka_unit_test(effects),
        cmocka_unit_test(collectives),
        cmocka_unit_test(schedules),
        cmocka_unit_test(chosen_blocks_and_huge_arrays),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(the_interpreter_has_a_budget),
        cmocka_unit_test(structs_and_observers),
        cmocka_unit_test(accesses_are_observed),
        cmocka_unit_test(failed_assumption_ends_the_run),
        cmocka_unit_test(random_kernels_run),
        cmocka_unit_test(nothing_leaks),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
