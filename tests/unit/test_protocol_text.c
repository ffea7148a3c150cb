/* The text form of protocols: printing, parsing, and the messages for bad text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/map.h"
#include "base/memory.h"
#include "protocol/text.h"
#include "protocol_random.h"

static const char SAXPY[] = "protocol \"_Z5saxpyifPfS_\" \"saxpy(int, float, float*, float*)\" at \"k.cu\":12 {\n"
                            "  threads 256\n"
                            "  reads tid.x bid.x bdim.x\n"
                            "  array x: parameter global param 2 element 4 extent ?\n"
                            "  array y: parameter global param 3 element 4 extent ? written\n"
                            "  array tile_1 \"tile:1\": static shared element 4 extent 1024 written at L1\n"
                            "  array idx: parameter global param 4 element 4 extent ?\n"
                            "  symbol n: i32 uniform param\n"
                            "  symbol k1: i32 thread counter loop 0\n"
                            "  symbol v1: i32 block value in 0 approximate \"value read from y\" at L1\n"
                            "  symbol w: i32 thread value approximate \"result of an atomic operation\" at L1\n"
                            "  function \"idx:32\": memory\n"
                            "  fact k1: 0 <=s k1\n"
                            "  fact v1: v1 <s n\n"
                            "  ticket w of tile_1[sext64(k1) *s 8:64] step 2 sites 3 looped atomic block\n"
                            "  lanes w source 5 in 0 when 3 <=s k1\n"
                            "  param \"n\": scalar = n\n"
                            "  param \"a\": float\n"
                            "  param \"x\": pointer = x\n"
                            "  param \"y\": pointer = y\n"
                            "  param \"idx\": pointer = idx\n"
                            "\n"
                            "  read x[sext64((bid.x * bdim.x) + tid.x) * 4:64] bytes 4 when"
                            " ((bid.x * bdim.x) +s tid.x) <s n at L1 // k.cu:14 typed\n"
                            "  read y[0:64] bytes 8 gives ?, v1 at L1 // k.cu:14 typed\n"
                            "  barrier block at L2 // k.cu:15 typed\n"
                            "  loop 0 counter k1 barrier exact proceeds k1 <s n header L2 when tid.x == 0 at L2 {"
                            " // k.cu:15\n"
                            "    write y[sext64(\"idx:32\":32(sext64(k1) *s 4:64)) *s 4:64] bytes 4 value tid.x"
                            " at L1 // k.cu:14 exact (offset: contents of idx)\n"
                            "    update tile_1[0:64] size zext64(n) value ? 32 atomic device exchange volatile when v1 == 2"
                            " marks offset, guard at L2"
                            " // k.cu:15 approximate (offset: unknown; guard: value read from y)\n"
                            "    write tile_1[0:64] bytes 1024 fill 7:8 // typed\n"
                            "    barrier warp mask -1 // typed\n"
                            "  }\n"
                            "  fence device at L2 // k.cu:15\n"
                            "  exit\n"
                            "\n"
                            "  assert 1 <=s n \"n > 0\" at L2\n"
                            "  problem needs-precondition of race, divergence \"say \\\"x\\\" // y\" at L1\n"
                            "  location L1 \"k.cu\":14:9 in \"saxpy\"\n"
                            "  location L2 \"dir/k.cu\":15:1 in \"f\" from L1\n"
                            "}\n";

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static struct protocol *parse(struct arena *arena, const char *text) {
    const char *error = NULL;
    struct protocol *p = protocol_parse(arena, text, "f", &error);
    if (!p)
        fail_msg("%s", error);
    return p;
}

static void text_is_read_and_printed_unchanged(void **state) {
    (void)state;
    struct arena arena = {0};
    struct protocol *p = parse(&arena, SAXPY);
    struct buffer out = {0};
    protocol_print(p, &out);
    assert_string_equal(buffer_text(&out), SAXPY);
    assert_int_equal(p->item_count, 10);
    assert_int_equal(p->items[3].kind, ITEM_LOOP);
    assert_int_equal(p->loops[0].begin, 4);
    assert_int_equal(p->loops[0].end, 8);
    assert_int_equal(p->items[4].loop, 0);
    assert_int_equal(p->items[8].loop, PROTOCOL_NONE);
    assert_string_equal(p->arrays[2].name, "tile:1");
    assert_int_equal(p->items[5].scope, SCOPE_KIND_DEVICE);
    assert_int_equal(p->problems[0].reason, REASON_NEEDS_PRECONDITION);
    assert_string_equal(p->problems[0].detail, "say \"x\" // y");
    assert_int_equal(p->locs[2].inlined_at.id, 1);
    assert_true(p->reads_bdim[0] && !p->reads_gdim[0]);
    protocol_destroy(p);
    buffer_release(&out);
    arena_release(&arena);
}

static void members_are_read_and_printed(void **state) {
    (void)state;
    static const char text[] = "protocol \"k\" \"k\" at \"k.cu\":1 {\n"
                               "  array s.x_2_ \"s.x[2]\": parameter global param 0 element 4 extent ?\n"
                               "  symbol s.ne[1]: i32 uniform param\n"
                               "  param \"s\": pointer\n"
                               "  member \"s.ne[1]\" of 0 at 4: \"unsigned int\"\n"
                               "  member \"s.x[2]\" of 0 at 24: \"float*\"\n"
                               "\n"
                               "  read s.x_2_[sext64(s.ne[1]) * 4:64] bytes 4 // typed\n"
                               "\n"
                               "}\n";
    struct arena arena = {0};
    struct protocol *p = parse(&arena, text);
    struct buffer out = {0};
    protocol_print(p, &out);
    assert_string_equal(buffer_text(&out), text);
    protocol_destroy(p);
    buffer_release(&out);
    arena_release(&arena);
}

struct bad {
    const char *text, *error;
};

#define HEAD "protocol \"k\" \"k()\" {\n"
#define ARRAY HEAD "array x: static shared element 4 extent 64 written\n"

static const struct bad bad_texts[] = {
    {"", "line 1: expected 'protocol', found the end of the text"},
    {"kernel", "line 1: expected 'protocol', found 'kernel'"},
    {"protocol \"k", "line 1: expected '\"' at the end of a string"},
    {"protocol \"k\\q\"", "line 1: expected '\"' at the end of a string"},
    {"protocol \"k\\", "line 1: expected '\"' at the end of a string"},
    {"protocol \"k\" \"k\" at \"f\" {", "line 1: expected ':', found '{'"},
    {HEAD, "line 2: expected a statement or '}', found the end of the text"},
    {HEAD "read", "line 2: expected the name of an array, found the end of the text"},
    {HEAD "frobnicate", "line 2: expected a statement or '}', found 'frobnicate'"},
    {HEAD "}\nx", "line 3: expected the end of the text after the protocol, found 'x'"},
    {HEAD "array x: heap", "line 2: expected a kind of array, found 'heap'"},
    {HEAD "array x: static near", "line 2: expected an address space, found 'near'"},
    {ARRAY "array x: static shared", "line 3: a second array x"},
    {HEAD "symbol tid.x: i32 thread value", "line 2: a second symbol tid.x"},
    {HEAD "symbol true: i32 thread value", "line 2: a second symbol true"},
    {HEAD "symbol s: i65 thread value", "line 2: expected a number of at most 64"},
    {HEAD "symbol s: i0 thread value", "line 2: expected a width of 1 to 64"},
    {HEAD "symbol s: 32 thread value", "line 2: expected a width (i1 to i64), found '32'"},
    {HEAD "symbol s: i32 warp value", "line 2: expected uniform, block or thread, found 'warp'"},
    {HEAD "symbol s: i32 thread tid", "line 2: expected param, counter, final or value, found 'tid'"},
    {HEAD "function \"f\": memory function \"f\": memory", "line 2: a second function f"},
    {HEAD "function \"f\": magic", "line 2: expected memory, approximate, ..., found 'magic'"},
    {HEAD "let $2 = 1", "line 2: expected $1 here"},
    {HEAD "let $1 = $1", "line 2: expected a symbol of the protocol (there is no '$1'), found '$'"},
    {HEAD "let $1 = 1 let $2 = $3", "line 2: expected a term named before, found '$'"},
    {HEAD "param \"n\": i32", "line 2: expected pointer, scalar or float, found 'i32'"},
    {HEAD "fact n: true", "line 2: expected the name of a symbol, found 'n'"},
    {HEAD "fact tid.x: tid.x", "line 2: expected a condition, found a term of 32 bits"},
    {ARRAY "\nread y[0:64] bytes 4", "line 4: expected the name of an array, found 'y'"},
    {ARRAY "read x 0", "line 3: expected '[', found '0'"},
    {ARRAY "read x[0] bytes 4", "line 3: expected an offset of 64 bits, found a term of 32 bits"},
    {ARRAY "read x[0:64 bytes 4", "line 3: expected ']', found 'bytes'"},
    {ARRAY "read x[q] bytes 4", "line 3: expected a symbol of the protocol (there is no 'q'), found 'q'"},
    {ARRAY "read x[0:64]\n\nexit", "line 3: expected 'bytes', found the end of the line"},
    {ARRAY "read x[0:64] bytes 99999999999999999999", "line 3: expected a number of at most 18446744073709551615"},
    {ARRAY "read x[0:64] size 4", "line 3: expected a size of 64 bits, found a term of 32 bits"},
    {ARRAY "read x[0:64] bytes 4 when 1", "line 3: expected a condition, found a term of 32 bits"},
    {ARRAY "read x[0:64] bytes 4 marks all", "line 3: expected offset, guard, size or base, found 'all'"},
    {ARRAY "read x[0:64] bytes 4 gives q", "line 3: expected the name of a symbol, found 'q'"},
    {ARRAY "read x[0:64] bytes 4 at 7", "line 3: expected a location (L1, L2, ...), found '7'"},
    {ARRAY "read x[0:64] bytes 4 at L0", "line 3: locations are counted from 1"},
    {ARRAY "read x[0:64] bytes 4 at L7\n}\n", "line 4: there is no location L7"},
    {HEAD "barrier fence", "line 2: expected a kind of barrier, found 'fence'"},
    {HEAD "loop 0 counter k {", "line 2: expected the name of a symbol, found 'k'"},
    {HEAD "symbol k: i32 thread counter loop 1\nloop 1 counter k { } }", "line 3: there is no loop 0"},
    {HEAD "symbol k: i32 thread counter loop 0\nloop 0 counter k { } loop 0 counter k { }", "line 3: a second loop 0"},
    {HEAD "symbol k: i32 thread counter loop 0\nloop 0 counter k {", "line 3: expected a statement or '}', found the end of the text"},
    {HEAD "problem bad of race", "line 2: expected a reason, found 'bad'"},
    {HEAD "problem timeout race", "line 2: expected 'of', found 'race'"},
    {HEAD "problem timeout of heat", "line 2: expected race, divergence, bounds or assert, found 'heat'"},
    {HEAD "location L1 \"f\":1:1 location L1 \"f\":1:1", "line 2: a second location L1"},
    {HEAD "array x: parameter global param 0 }", "line 2: protocol k: array x: its parameter does not exist"},
    {ARRAY "update x[0:64] bytes 4 }", "line 3: protocol k: item 0: an update that is not atomic"},
};

static void bad_text_is_refused_with_line_and_expectation(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        struct protocol *p = protocol_parse(&arena, bad_texts[i].text, "f", &error);
        if (p)
            fail_msg("accepted: %s", bad_texts[i].text);
        assert_string_equal(error, bad_texts[i].error);
        arena_release(&arena);
    }
}

/* Every prefix, and every text with one byte changed, is read or refused. */
static void damaged_text_does_no_harm(void **state) {
    (void)state;
    char text[sizeof SAXPY];
    for (size_t i = 0; i + 1 < sizeof SAXPY; i++) {
        for (uint32_t change = 0; change < 3; change++) {
            struct arena arena = {0};
            const char *error = NULL;
            memcpy(text, SAXPY, sizeof text);
            text[i] = "\0\"7"[change];
            struct protocol *p = protocol_parse(&arena, text, "f", &error);
            assert_true(p || error);
            if (p)
                protocol_destroy(p);
            arena_release(&arena);
        }
    }
}

/* Values of symbols and functions that depend on their names only. */
static uint64_t symbol_value(void *context, symbol_ref symbol) {
    const struct protocol *p = *(const struct protocol **)context;
    const char *name = symbol_get(p->terms, symbol)->name;
    return hash_bytes(name, strlen(name)) & 1023;
}

static uint64_t apply_value(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    const struct protocol *p = *(const struct protocol **)context;
    const char *name = function_name(p->terms, function);
    uint64_t hash = hash_mix(hash_bytes(name, strlen(name)), width_bits);
    for (uint32_t i = 0; i < count; i++)
        hash = hash_mix(hash, arguments[i]);
    return hash;
}

static struct evaluation *evaluation_of(const struct protocol **p) {
    struct term_model model = {(void *)p, symbol_value, apply_value};
    return evaluation_create((*p)->terms, &model);
}

static void assert_equal_values(struct evaluation *x, term_ref a, struct evaluation *y, term_ref b) {
    assert_int_equal(term_is_none(a), term_is_none(b));
    if (!term_is_none(a))
        assert_int_equal(evaluation_value(x, a), evaluation_value(y, b));
}

static void assert_equal_terms(const struct protocol *p, const struct protocol *q) {
    struct evaluation *x = evaluation_of(&p), *y = evaluation_of(&q);
    assert_int_equal(p->item_count, q->item_count);
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *a = &p->items[i], *b = &q->items[i];
        assert_equal_values(x, a->guard, y, b->guard);
        assert_equal_values(x, a->offset, y, b->offset);
        assert_equal_values(x, a->size, y, b->size);
        assert_equal_values(x, a->value, y, b->value);
        assert_equal_values(x, a->mask, y, b->mask);
        assert_int_equal(a->marks, b->marks);
        assert_int_equal(a->loop, b->loop);
    }
    for (uint32_t i = 0; i < p->loop_count; i++)
        assert_equal_values(x, p->loops[i].proceeds, y, q->loops[i].proceeds);
    evaluation_destroy(x);
    evaluation_destroy(y);
}

static void round_trip(uint64_t seed, uint32_t item_count) {
    struct arena arena = {0};
    struct protocol *p = random_protocol(&arena, seed, item_count);
    const char *violation = protocol_check(p), *error = NULL;
    if (violation)
        fail_msg("seed %llu: %s", (unsigned long long)seed, violation);
    struct buffer first = {0}, second = {0};
    protocol_print(p, &first);
    struct protocol *q = protocol_parse(&arena, buffer_text(&first), "f", &error);
    if (!q)
        fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, error, buffer_text(&first));
    protocol_print(q, &second);
    if (strcmp(buffer_text(&first), buffer_text(&second)) != 0)
        fail_msg("seed %llu:\n%s\n%s", (unsigned long long)seed, buffer_text(&first), buffer_text(&second));
    assert_equal_terms(p, q);
    protocol_destroy(p);
    protocol_destroy(q);
    buffer_release(&first);
    buffer_release(&second);
    arena_release(&arena);
}

static void random_protocols_survive_the_round_trip(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++)
        round_trip(seed, 12);
    round_trip(5000, 5000);
}

static void several_protocols_in_one_text(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *error = NULL;
    uint32_t count = 7;
    static const char two[] = "// comment\n" HEAD "}\n" HEAD "exit }\n\n";
    struct protocol **all = protocol_parse_all(&arena, two, "f.cu", &count, &error);
    assert_non_null(all);
    assert_int_equal(count, 2);
    assert_int_equal(all[1]->item_count, 1);
    assert_string_equal(all[1]->file, "f.cu");
    protocol_destroy(all[0]);
    protocol_destroy(all[1]);
    assert_null(protocol_parse_all(&arena, HEAD "}\nexit", "f.cu", &count, &error));
    assert_string_equal(error, "line 3: expected 'protocol', found 'exit'");
    assert_int_equal(count, 0);
    assert_non_null(protocol_parse_all(&arena, " ", "f.cu", &count, &error));
    assert_int_equal(count, 0);
    arena_release(&arena);
}

/* 2^40 nodes as a tree, and 20,000 levels deep. */
static void large_terms_print_in_linear_space(void **state) {
    (void)state;
    struct arena arena = {0};
    struct protocol *p = parse(&arena, ARRAY "read x[0:64] bytes 4 }");
    term_ref shared = term_zext(p->terms, p->tid[0], 64), deep = shared;
    for (uint32_t i = 0; i < 40; i++)
        shared = term_binary(p->terms, TERM_UDIV, shared, term_binary(p->terms, TERM_LSHR, shared, term_const(p->terms, 64, i + 1)));
    for (uint32_t i = 0; i < 20000; i++)
        deep = term_binary(p->terms, i % 2 ? TERM_UREM : TERM_LSHR, term_const(p->terms, 64, i + 1), deep);
    p->items[0].offset = term_binary(p->terms, TERM_UDIV, shared, deep);
    struct buffer out = {0}, again = {0};
    protocol_print(p, &out);
    assert_true(out.size < 1000000);
    struct protocol *q = parse(&arena, buffer_text(&out));
    protocol_print(q, &again);
    assert_string_equal(buffer_text(&out), buffer_text(&again));
    protocol_destroy(p);
    protocol_destroy(q);
    buffer_release(&out);
    buffer_release(&again);
    arena_release(&arena);
}

/* The example of docs/protocol-language.md; tests run in the source root. */
static void documented_example_is_exact(void **state) {
    (void)state;
    char text[20000];
    FILE *file = fopen("docs/protocol-language.md", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *example = strstr(text, "\nprotocol \"");
    assert_non_null(example);
    char *end = strstr(example, "\n}\n");
    assert_non_null(end);
    end[3] = '\0';
    struct arena arena = {0};
    struct buffer out = {0};
    struct protocol *p = parse(&arena, example + 1);
    protocol_print(p, &out);
    assert_string_equal(buffer_text(&out), example + 1);
    protocol_destroy(p);
    buffer_release(&out);
    arena_release(&arena);
}

static void reasons_have_names(void **state) {
    (void)state;
    assert_string_equal(reason_name(REASON_SOLVER_BUDGET), "solver-budget");
    for (uint32_t i = 0; i < REASON_COUNT; i++)
        assert_true(reason_name((enum reason_kind)i)[0] && reason_help((enum reason_kind)i)[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(text_is_read_and_printed_unchanged, nothing_is_live),
        cmocka_unit_test_teardown(members_are_read_and_printed, nothing_is_live),
        cmocka_unit_test_teardown(bad_text_is_refused_with_line_and_expectation, nothing_is_live),
        cmocka_unit_test_teardown(damaged_text_does_no_harm, nothing_is_live),
        cmocka_unit_test_teardown(random_protocols_survive_the_round_trip, nothing_is_live),
        cmocka_unit_test_teardown(several_protocols_in_one_text, nothing_is_live),
        cmocka_unit_test_teardown(large_terms_print_in_linear_space, nothing_is_live),
        cmocka_unit_test_teardown(documented_example_is_exact, nothing_is_live),
        cmocka_unit_test(reasons_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
