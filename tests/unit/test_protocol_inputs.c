/* Which inputs matter: protocols and the report each must give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "protocol/inputs.h"
#include "protocol_random.h"

struct example {
    const char *text, *report;
};

/* Parameters n and a, arrays x, y, idx; locations L1 to L9 are lines 1 to 9. */
#define HEAD                                                                                                                                         \
    "protocol \"k\" \"k()\" at \"dir/k.cu\":1 {\n"                                                                                                   \
    "array x: parameter global param 2 element 4 extent ?\n"                                                                                         \
    "array y: parameter global param 3 element 4 extent ? written\n"                                                                                 \
    "array s: static shared element 4 extent 64 written\n"                                                                                           \
    "symbol n: i32 uniform param\n"                                                                                                                  \
    "function \"x:32\": memory\n"                                                                                                                    \
    "param \"n\": scalar = n\n"                                                                                                                      \
    "param \"a\": float\n"                                                                                                                           \
    "param \"x\": pointer = x\n"                                                                                                                     \
    "param \"y\": pointer = y\n"                                                                                                                     \
    "location L1 \"dir/k.cu\":1:1 location L2 \"dir/k.cu\":2:1 location L3 \"dir/k.cu\":3:1\n"                                                       \
    "location L4 \"dir/k.cu\":4:1 location L5 \"dir/k.cu\":5:1 location L6 \"k.h\":6:1\n"
#define COUNTER "symbol k0: i32 thread counter loop 0\n"

static const struct example examples[] = {
    /* nothing but thread indices */
    {HEAD "read x[sext64(tid.x)] bytes 4 at L2 write y[sext64(tid.x)] bytes 4 at L2 }", "kernel k() k.cu:1\n"
                                                                                        "  n              reaches  nothing\n"
                                                                                        "  a              reaches  nothing\n"
                                                                                        "  contents of x  reaches  nothing\n"
                                                                                        "  contents of y  reaches  nothing\n"
                                                                                        "  no input matters\n"},
    /* a guard, an index through memory; a line is named once, in order */
    {HEAD "write y[sext64(\"x:32\":32(sext64(tid.x)))] bytes 4 when tid.x <s n at L5\n"
          "read y[sext64(\"x:32\":32(sext64(tid.x)))] bytes 4 when tid.x <s n at L3\n"
          "read y[0:64] bytes 4 when tid.x <s n at L3\n"
          "read y[0:64] bytes 4 when tid.x <s n at L6 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  branch around (k.cu:3, 5, k.h:6)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  index of y (k.cu:3, 5)\n"
     "  contents of y  reaches  nothing\n"
     "  2 of 4 inputs matter\n"},
    /* the address of a read decides its value */
    {HEAD "write y[sext64(\"x:32\":32(sext64(n)))] bytes 4 at L5 }", "kernel k() k.cu:1\n"
                                                                     "  n              reaches  index of y (k.cu:5)\n"
                                                                     "  a              reaches  nothing\n"
                                                                     "  contents of x  reaches  index of y (k.cu:5)\n"
                                                                     "  contents of y  reaches  nothing\n"
                                                                     "  2 of 4 inputs matter\n"},
    /* through shared memory: y[s[...]], s written from x when tid.x < n */
    {HEAD "symbol v: i32 thread value approximate \"value read from s\" at L4\n"
          "write s[sext64(tid.x)] bytes 4 value \"x:32\":32(sext64(tid.x)) when tid.x <s n at L2\n"
          "barrier block at L3 read s[0:64] bytes 4 at L4\n"
          "read y[sext64(v)] bytes 4 marks offset at L5 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of y (k.cu:5), branch around (k.cu:2)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  index of y (k.cu:5)\n"
     "  contents of y  reaches  nothing\n"
     "  2 of 4 inputs matter\n"},
    /* the address of a read whose value is not known */
    {HEAD "symbol v: i32 thread value approximate \"value read from s\" at L4\n"
          "read s[sext64(n)] bytes 4 at L4\n"
          "read y[sext64(v)] bytes 4 marks offset at L5 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of y (k.cu:5), index of s (k.cu:4)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  nothing\n"
     "  1 of 4 inputs matters\n"},
    /* contents of an array that the kernel itself writes */
    {HEAD "symbol v: i32 thread value approximate \"value read from y\" at L4\n"
          "write y[sext64(tid.x)] bytes 4 value n at L2 read y[0:64] bytes 4 at L4\n"
          "read x[sext64(v)] bytes 4 marks offset at L5 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of x (k.cu:5)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  index of x (k.cu:5)\n"
     "  2 of 4 inputs matter\n"},
    /* a loop bound, and a condition in the loop that is none */
    {HEAD COUNTER "loop 0 counter k0 proceeds k0 <s n header L3 at L3 {\n"
                  "read x[sext64(k0)] bytes 4 when k0 <s n at L4\n"
                  "read x[sext64(k0)] bytes 4 when (k0 <s n) & (k0 <s"
                  " \"x:32\":32(sext64(k0))) at L5 } }",
     "kernel k() k.cu:1\n"
     "  n              reaches  loop bound (k.cu:3)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  branch around (k.cu:5)\n"
     "  contents of y  reaches  nothing\n"
     "  2 of 4 inputs matter\n"},
    /* the same condition again, but not around everything in the loop */
    {HEAD COUNTER "loop 0 counter k0 proceeds k0 <s n header L3 at L3 {\n"
                  "read x[sext64(k0)] bytes 4 when k0 <s n at L4\n"
                  "read x[sext64(k0)] bytes 4 when (k0 <s n) & ((k0 + 1) <s n) at L5 } }",
     "kernel k() k.cu:1\n"
     "  n              reaches  branch around (k.cu:5), loop bound (k.cu:3)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  nothing\n"
     "  1 of 4 inputs matters\n"},
    /* the last iteration of a loop, used after it */
    {HEAD COUNTER "symbol last0: i32 thread final loop 0\n fact last0: n <=s last0\n"
                  "loop 0 counter k0 header L3 at L3 { }\n"
                  "read x[sext64(last0)] bytes 4 at L4 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of x (k.cu:4), loop bound (k.cu:3)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  nothing\n"
     "  1 of 4 inputs matters\n"},
    /* values that are not followed */
    {HEAD "symbol v: i32 thread value approximate \"loop-carried value i\" at L4\n"
          "symbol w: i32 thread value approximate \"loop-carried value i\" at L4\n"
          "read x[sext64(v + w)] bytes 4 marks offset at L5\n"
          "problem unsupported of race \"inline assembly\" at L2 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  nothing\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  nothing\n"
     "  unknown values, which may carry any input:\n"
     "  loop-carried value i (k.cu:4)  reaches  index of x (k.cu:5)\n"
     "  at least 0 of 4 inputs matter\n"
     "  not understood, so the list may be short:\n"
     "    inline assembly (k.cu:2)\n"},
    /* the result of an atomic operation; its operand is not known */
    {HEAD "symbol v: i32 thread value approximate \"result of an atomic operation\" at L4\n"
          "update y[sext64(n)] bytes 4 atomic device at L4\n"
          "read x[sext64(v)] bytes 4 marks offset at L5 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of x (k.cu:5), index of y (k.cu:4)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  index of x (k.cu:5)\n"
     "  unknown values, which may carry any input:\n"
     "  value written to y (k.cu:4)  reaches  index of x (k.cu:5)\n"
     "  at least 2 of 4 inputs matter\n"},
    /* an unknown pointer may write and read every array */
    {HEAD "array any \"?\": unknown generic element ? extent ? written\n"
          "symbol v: i32 thread value approximate \"value read from s\" at L4\n"
          "write any[0:64] bytes 4 value n at L2 read s[0:64] bytes 4 at L4\n"
          "read x[sext64(v)] bytes 4 marks offset at L5 }",
     "kernel k() k.cu:1\n"
     "  n              reaches  index of x (k.cu:5)\n"
     "  a              reaches  nothing\n"
     "  contents of x  reaches  nothing\n"
     "  contents of y  reaches  nothing\n"
     "  contents of ?  reaches  index of x (k.cu:5)\n"
     "  2 of 5 inputs matter\n"},
    /* barriers and assertions are sinks too */
    {HEAD "barrier block when tid.x <s n at L2 assert \"x:32\":32(0:64) == 0 at L3 }", "kernel k() k.cu:1\n"
                                                                                       "  n              reaches  branch around (k.cu:2)\n"
                                                                                       "  a              reaches  nothing\n"
                                                                                       "  contents of x  reaches  assertion (k.cu:3)\n"
                                                                                       "  contents of y  reaches  nothing\n"
                                                                                       "  2 of 4 inputs matter\n"},
    /* fields of a struct */
    {"protocol \"k\" \"k()\" at \"k.cu\":1 {\n"
     "symbol p.0: i32 uniform param symbol p.8: i32 uniform param\n"
     "param \"p\": pointer param \"q\": pointer\n"
     "barrier block when tid.x <s p.8 at L1 location L1 \"k.cu\":2:1 }",
     "kernel k() k.cu:1\n"
     "  p.0            reaches  nothing\n"
     "  p.8            reaches  branch around (k.cu:2)\n"
     "  contents of q  reaches  nothing\n"
     "  1 of 3 inputs matters\n"},
    {"protocol \"k\" \"k()\" at \"k.cu\":1 { }", "kernel k() k.cu:1\n  there are no inputs\n"},
};

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static void reports_are_as_expected(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        struct protocol *p = protocol_parse(&arena, examples[i].text, "k.cu", &error);
        if (!p)
            fail_msg("%s\n%s", error, examples[i].text);
        struct buffer out = {0};
        inputs_report(p, &out);
        assert_string_equal(buffer_text(&out), examples[i].report);
        buffer_release(&out);
        protocol_destroy(p);
        arena_release(&arena);
    }
}

static void random_protocols_are_reported_twice_alike(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct arena arena = {0};
        struct protocol *p = random_protocol(&arena, seed, 20);
        struct buffer first = {0}, second = {0};
        inputs_report(p, &first);
        inputs_report(p, &second);
        assert_string_equal(buffer_text(&first), buffer_text(&second));
        buffer_release(&first);
        buffer_release(&second);
        protocol_destroy(p);
        arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reports_are_as_expected, nothing_is_live),
        cmocka_unit_test_teardown(random_protocols_are_reported_twice_alike, nothing_is_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
