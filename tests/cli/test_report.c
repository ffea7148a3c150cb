/* Reports of results made by hand: JSON follows its schema and reads back equal,
   text is exactly as written here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "protocol/protocol.h"
#include "report/report.h"
#include "schema.h"

#define RACE_CU "tests/cli/race.cu"

static struct source_place place_at(uint32_t line, uint32_t column, const char *function) {
    return (struct source_place){RACE_CU, line, column, function};
}

/* A race with a call chain, a witness, and every optional member. */
static struct kernel_result *make_result(struct arena *arena) {
    struct kernel_result *result = arena_alloc(arena, sizeof *result);
    result->name = "_Z1kPii";
    result->display = "k(int*, int)";
    result->file = RACE_CU;
    result->line = 6;
    result->block_given = true;
    result->block[0] = 64;
    result->block[1] = result->block[2] = 1;
    result->properties[PROP_RACE] = VERDICT_UNPROVED;
    result->properties[PROP_DIVERGENCE] = VERDICT_PROVED;
    result->properties[PROP_BOUNDS] = VERDICT_UNCHECKED;
    result->properties[PROP_ASSERT] = VERDICT_PROVED;
    result->verdict = kernel_result_verdict(result);
    result->unchecked_count = 1;
    result->unchecked = arena_alloc(arena, sizeof *result->unchecked);
    result->unchecked[0] = "a";
    result->assumption_count = 1;
    result->assumptions = arena_alloc(arena, sizeof *result->assumptions);
    result->assumptions[0] = (struct assumption){ASSUMPTION_UNREAD_AXES, "blockDim.y = blockDim.z = 1"};
    result->finding_count = 1;
    struct finding *finding = result->findings = arena_alloc(arena, sizeof *finding);
    *finding = (struct finding){.rule = RULE_DATA_RACE,
                                .level = LEVEL_ERROR,
                                .kind = FINDING_KIND_READ_WRITE,
                                .scope = FINDING_SCOPE_BLOCK,
                                .space = "shared",
                                .array = "s",
                                .message = "data race on 's' (shared memory)",
                                .precondition = "n < 2",
                                .precondition_proved = true,
                                .approximation = "a[0]",
                                .access_count = 2,
                                .has_witness = true,
                                .instances = 2};
    finding->accesses = arena_alloc(arena, 2 * sizeof *finding->accesses);
    finding->accesses[0] = (struct finding_access){.place = place_at(3, 5, "put"), .mode = "write", .index = "1", .size_bytes = 4};
    finding->accesses[0].inlined_count = 1;
    finding->accesses[0].inlined_at = arena_alloc(arena, sizeof(struct source_place));
    finding->accesses[0].inlined_at[0] = place_at(8, 5, "k");
    finding->accesses[1] =
        (struct finding_access){.place = place_at(9, 12, "k"), .mode = "read", .thread = {1, 0, 0}, .index = "1", .value = "7", .size_bytes = 4};
    finding->witness = (struct finding_witness){.block = {64, 1, 1}, .grid = {1, 1, 1}, .param_count = 1, .array_count = 1, .value_count = 1};
    finding->witness.params = arena_alloc(arena, sizeof(struct named_value));
    finding->witness.params[0] = (struct named_value){"n", "64"};
    finding->witness.arrays = arena_alloc(arena, sizeof(struct named_value));
    finding->witness.arrays[0] = (struct named_value){"a", "{0: 3}"};
    finding->witness.values = arena_alloc(arena, sizeof(struct named_value));
    finding->witness.values[0] = (struct named_value){"i", "2"};
    result->advice_count = 1;
    result->advice = arena_alloc(arena, sizeof *result->advice);
    result->advice[0] = (struct advice){ADVICE_REDUNDANT_BARRIER, place_at(10, 5, "k"), "this barrier orders nothing", true, NULL, NULL, {0}};
    result->unproved_count = 2;
    result->unproved = arena_alloc(arena, 2 * sizeof *result->unproved);
    result->unproved[0] = (struct unproved){PROP_RACE, "not-replayed", place_at(3, 5, "put"), NULL, {0}};
    result->unproved[1] = (struct unproved){PROP_RACE, "solver-budget", place_at(9, 12, "k"), "after 1000 steps", {0}};
    result->stats = (struct kernel_stats){.seconds = 0.1, .pairs = 3, .solver_steps = UINT64_C(1) << 40};
    return result;
}

static struct file_result make_file(struct kernel_result **kernels, uint32_t count) {
    return (struct file_result){.path = RACE_CU, .status = "analysed", .headers = "bundled", .kernels = kernels, .kernel_count = count};
}

static void test_verdicts(void **state) {
    (void)state;
    static const struct {
        enum verdict properties[PROP_COUNT], expected;
    } cases[] = {
        {{VERDICT_PROVED, VERDICT_PROVED, VERDICT_PROVED, VERDICT_PROVED}, VERDICT_PROVED},
        {{VERDICT_PROVED, VERDICT_UNCHECKED, VERDICT_PROVED, VERDICT_PROVED}, VERDICT_PROVED},
        {{VERDICT_PROVED, VERDICT_UNPROVED, VERDICT_PROVED, VERDICT_UNCHECKED}, VERDICT_UNPROVED},
        {{VERDICT_REFUTED, VERDICT_UNPROVED, VERDICT_PROVED, VERDICT_UNCHECKED}, VERDICT_REFUTED},
        {{0}, VERDICT_UNCHECKED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kernel_result result = {0};
        memcpy(result.properties, cases[i].properties, sizeof result.properties);
        assert_int_equal(kernel_result_verdict(&result), cases[i].expected);
    }
}

static void test_exit_status(void **state) {
    (void)state;
    static const struct {
        uint32_t failed, unproved, refuted;
        int expected;
    } cases[] = {{0, 0, 0, 0}, {0, 0, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 2}, {0, 1, 0, 3}, {0, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct report_summary summary = {.failed_files = cases[i].failed};
        summary.verdicts[VERDICT_UNPROVED] = cases[i].unproved;
        summary.verdicts[VERDICT_REFUTED] = cases[i].refuted;
        assert_int_equal(report_exit_status(&summary), cases[i].expected);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buffer once = {0}, twice = {0};
    const char *error = NULL;
    report_json_kernel(make_result(&arena), true, &once);
    assert_null(strchr(buffer_text(&once), '\n'));
    struct kernel_result *read = report_read_kernel(&arena, once.data, once.size, &error);
    assert_null(error);
    assert_non_null(read);
    report_json_kernel(read, true, &twice);
    assert_string_equal(buffer_text(&once), buffer_text(&twice));
    for (size_t cut = 0; cut < once.size; cut += 7) {
        assert_null(report_read_kernel(&arena, once.data, cut, &error));
        assert_non_null(error);
    }
    assert_null(report_read_kernel(&arena, "{\"name\": 3}", 11, &error));
    assert_non_null(error);
    buffer_release(&once);
    buffer_release(&twice);
    arena_release(&arena);
}

static json_t *load_schema(void) {
    json_error_t error;
    json_t *schema = json_load_file(WP_SOURCE_SHARE_DIR "/schema/report-1.schema.json", JSON_REJECT_DUPLICATES, &error);
    assert_non_null(schema);
    return schema;
}

static json_t *report_tree(const struct file_result *file, bool stats) {
    struct report_options options = {.stats = stats, .version = "1.2.3"};
    struct buffer text = {0};
    json_error_t error;
    report_json(&file, 1, &options, &text);
    json_t *tree = json_loads(buffer_text(&text), JSON_REJECT_DUPLICATES, &error);
    buffer_release(&text);
    assert_non_null(tree);
    return tree;
}

static void test_schema(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel_result *kernels[] = {make_result(&arena)};
    struct file_result file = make_file(kernels, 1);
    json_t *schema = load_schema();
    for (int stats = 0; stats < 2; stats++) {
        json_t *tree = report_tree(&file, stats != 0);
        assert_int_equal(schema_validate(schema, tree, stderr), 0);
        json_decref(tree);
    }
    json_decref(schema);
    arena_release(&arena);
}

/* The validator sees what is wrong: each is one change to a good report. */
static void test_schema_rejects(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel_result *kernels[] = {make_result(&arena)};
    struct file_result file = make_file(kernels, 1);
    json_t *schema = load_schema();
    for (int change = 0; change < 7; change++) {
        json_t *tree = report_tree(&file, true);
        json_t *kernel = json_array_get(json_object_get(json_array_get(json_object_get(tree, "files"), 0), "kernels"), 0);
        json_t *finding = json_array_get(json_object_get(kernel, "findings"), 0);
        json_t *block = json_object_get(json_object_get(kernel, "launch"), "block");
        int failed = change == 0   ? json_object_set_new(tree, "schema", json_integer(2))
                     : change == 1 ? json_object_del(kernel, "verdict")
                     : change == 2 ? json_object_set_new(kernel, "verdict", json_string("fine"))
                     : change == 3 ? json_object_set_new(finding, "surprise", json_null())
                     : change == 4 ? json_array_append_new(block, json_integer(1))
                     : change == 5 ? json_array_set_new(block, 0, json_integer(-1))
                                   : json_object_set_new(finding, "message", json_integer(1));
        assert_int_equal(failed, 0);
        assert_true(schema_validate(schema, tree, NULL) > 0);
        json_decref(tree);
    }
    json_decref(schema);
    arena_release(&arena);
}

/* The enumeration at $defs/DEFINITION/properties/MEMBER (or $defs/DEFINITION) holds exactly the
   names given by name_of. */
static void assert_names(json_t *schema, const char *definition, const char *member, unsigned count, const char *(*name_of)(unsigned)) {
    json_t *at = json_object_get(json_object_get(schema, "$defs"), definition);
    at = member ? json_object_get(json_object_get(at, "properties"), member) : at;
    at = json_object_get(at, "items") ? json_object_get(at, "items") : at;
    at = json_object_get(at, "enum");
    assert_int_equal(json_array_size(at), count);
    for (unsigned i = 0; i < count; i++) {
        assert_string_equal(json_string_value(json_array_get(at, i)), name_of(i));
    }
}

#define NAMES(name_of, type)                                                                                                                         \
    static const char *name_of##_at(unsigned index) {                                                                                                \
        return name_of((type)index);                                                                                                                 \
    }
NAMES(verdict_name, enum verdict)
NAMES(rule_name, enum rule)
NAMES(advice_name, enum advice_rule)
NAMES(finding_kind_name, enum finding_kind)
NAMES(certainty_name, enum certainty)
NAMES(level_name, enum level)
NAMES(finding_scope_name, enum finding_scope)
NAMES(assumption_name, enum assumption_kind)
NAMES(reason_name, enum reason_kind)

/* The names of the schema are those of the .def files. */
static void test_schema_names(void **state) {
    (void)state;
    json_t *schema = load_schema();
    assert_names(schema, "verdict", NULL, VERDICT_COUNT, verdict_name_at);
    assert_names(schema, "finding", "rule", RULE_COUNT, rule_name_at);
    assert_names(schema, "finding", "kind", FINDING_KIND_COUNT, finding_kind_name_at);
    assert_names(schema, "finding", "certainty", CERTAINTY_COUNT, certainty_name_at);
    assert_names(schema, "finding", "level", LEVEL_COUNT, level_name_at);
    assert_names(schema, "finding", "scope", FINDING_SCOPE_COUNT, finding_scope_name_at);
    assert_names(schema, "advice", "rule", ADVICE_COUNT, advice_name_at);
    assert_names(schema, "unproved", "property", PROP_COUNT, property_name);
    assert_names(schema, "unproved", "reason", REASON_COUNT, reason_name_at);
    assert_names(schema, "kernel", "assumption_kinds", ASSUMPTION_COUNT, assumption_name_at);
    json_decref(schema);
}

static void test_not_utf8(void **state) {
    (void)state;
    struct file_result file = {.path = "a\xff\xc3(\xe2\x82\xac.cu", .status = "analysed"};
    json_t *tree = report_tree(&file, true);
    json_t *path = json_object_get(json_array_get(json_object_get(tree, "files"), 0), "path");
    assert_string_equal(json_string_value(path), "a\xEF\xBF\xBD\xEF\xBF\xBD(\xe2\x82\xac.cu");
    json_decref(tree);
}

static const char expected_text[] =
    RACE_CU ":6: k(int*, int): unproved: race; proved for blockDim (64,1,1), every gridDim: "
            "divergence, assert; unchecked: bounds\n"
            "    assuming blockDim.y = blockDim.z = 1\n"
            "    bounds not checked, size unknown: a; --extent 'a=COUNT' states it\n" RACE_CU
            ":3:5: error: possible data race on 's' (shared memory) [data-race]\n"
            "    3 |     s[i] = v;\n"
            "      |     ^\n" RACE_CU ":8:5: note: 'put' is called here\n"
            "    8 |     put(s, threadIdx.x, n);\n"
            "      |     ^\n" RACE_CU ":9:12: note: the other access, a read\n"
            "    9 |     a[0] = s[threadIdx.x + 1];\n"
            "      |            ^\n" RACE_CU ":3:5: note: with blockDim (64,1,1), gridDim (1,1,1), n = 64, a = {0: 3}: thread (0,0,0) "
            "of block (0,0,0) writes s[1] while thread (1,0,0) reads it; no barrier separates them; here i "
            "= 2 "
            "(not replayed)\n" RACE_CU ":3:5: note: this may be a false alarm: it rests on a value that is "
            "not known exactly, a[0]\n" RACE_CU ":3:5: note: it cannot happen if n < 2\n" RACE_CU
            ":3:5: note: the same in 2 inlined copies, and in 1 other instantiation\n" RACE_CU ":9:12: warning: race not proved: after 1000 steps "
            "[solver-budget]\n"
            "    9 |     a[0] = s[threadIdx.x + 1];\n"
            "      |            ^\n" RACE_CU ":9:12: note: the same in 1 other instantiation\n" RACE_CU
            ":10:5: note: this barrier orders nothing [redundant-barrier]\n"
            "   10 |     __syncthreads();\n"
            "      |     ^\n" RACE_CU ":10:5: note: the same in 1 other instantiation\n" RACE_CU
            ":6: k(int*, int): unproved: race; proved for blockDim (64,1,1), every gridDim: "
            "divergence, assert; unchecked: bounds\n"
            "    assuming blockDim.y = blockDim.z = 1\n"
            "    bounds not checked, size unknown: a; --extent 'a=COUNT' states it\n"
            "2 kernels in 1 file: 2 unproved\n";

static const char expected_brief[] =
    RACE_CU ":6: k(int*, int): unproved: race; proved for blockDim (64,1,1), every gridDim: divergence, assert; "
            "unchecked: bounds (size unknown: a); assuming extent 1 of unread axes (-v); 1 more message (-v)\n" RACE_CU
            ":3:5: error: possible data race on 's' (shared memory) [data-race] (the same in 1 other instantiation)\n"
            "    3 |     s[i] = v;\n"
            "      |     ^\n" RACE_CU ":8:5: note: 'put' is called here\n" RACE_CU ":9:12: note: the other access, a read\n"
            "    9 |     a[0] = s[threadIdx.x + 1];\n"
            "      |            ^\n" RACE_CU ":3:5: note: with blockDim (64,1,1), gridDim (1,1,1), n = 64, a = {0: 3}: thread (0,0,0) "
            "of block (0,0,0) writes s[1] while thread (1,0,0) reads it; no barrier separates them; here i "
            "= 2 "
            "(not replayed)\n" RACE_CU ":3:5: note: this may be a false alarm: it rests on a value that is "
            "not known exactly, a[0]\n" RACE_CU ":3:5: note: it cannot happen if n < 2\n" RACE_CU
            ":9:12: warning: race not proved: after 1000 steps; a larger --budget may settle it [solver-budget]\n" RACE_CU
            ":6: k(int*, int): unproved: race; proved for blockDim (64,1,1), every gridDim: divergence, assert; "
            "unchecked: bounds (size unknown: a); assuming extent 1 of unread axes (-v)\n"
            "2 kernels in 1 file: 2 unproved\n";

/* Two kernels with equal findings: told once. */
static void assert_text(bool verbose, const char *expected) {
    struct arena arena = {0};
    struct kernel_result *kernels[] = {make_result(&arena), make_result(&arena)};
    struct file_result file = make_file(kernels, 2);
    struct report_options options = {.verbose = verbose};
    struct report_summary summary = {0};
    struct buffer text = {0};
    report_text_file(&file, &options, &text);
    report_count(&summary, &file);
    report_text_summary(&summary, &options, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_release(&text);
    arena_release(&arena);
}

static void test_text(void **state) {
    (void)state;
    assert_text(true, expected_text);
}

static void test_brief_text(void **state) {
    (void)state;
    assert_text(false, expected_brief);
}

static void strip_colour(struct buffer *text) {
    size_t to = 0;
    for (size_t i = 0; i < text->size; i++) {
        if (text->data[i] == '\033') {
            while (text->data[i] != 'm') {
                i++;
            }
        } else {
            text->data[to++] = text->data[i];
        }
    }
    text->data[to] = '\0';
    text->size = to;
}

/* Colour only adds escapes; a confirmed finding is not called possible. */
static void test_text_colour(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel_result *kernels[] = {make_result(&arena)};
    kernels[0]->findings[0].certainty = CERTAINTY_CONFIRMED;
    kernels[0]->findings[0].message = "data race on \033[31m's'";
    struct file_result file = make_file(kernels, 1);
    struct buffer plain = {0}, coloured = {0};
    report_text_file(&file, &(struct report_options){0}, &plain);
    report_text_file(&file, &(struct report_options){.colour = true}, &coloured);
    assert_null(strchr(buffer_text(&plain), '\033'));
    assert_non_null(strstr(buffer_text(&plain), "error: data race on"));
    assert_non_null(strstr(buffer_text(&plain), "(replayed)"));
    assert_non_null(strstr(buffer_text(&coloured), "\033[1;31merror: \033[0m"));
    strip_colour(&coloured);
    assert_string_equal(buffer_text(&plain), buffer_text(&coloured));
    buffer_release(&plain);
    buffer_release(&coloured);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),       cmocka_unit_test(test_exit_status),  cmocka_unit_test(test_round_trip), cmocka_unit_test(test_schema),
        cmocka_unit_test(test_schema_rejects), cmocka_unit_test(test_schema_names), cmocka_unit_test(test_not_utf8),   cmocka_unit_test(test_text),
        cmocka_unit_test(test_brief_text),     cmocka_unit_test(test_text_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
