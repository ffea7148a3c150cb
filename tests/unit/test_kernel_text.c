/* kernel_print and kernel_parse: round trips, hand-written texts, errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/member.h"
#include "kernel_random.h"

static bool insts_equal(const struct kernel *a, const struct kernel *b) {
    if (a->inst_count != b->inst_count || a->operand_total != b->operand_total) {
        return false;
    }
    for (uint32_t id = 1; id < a->inst_count; id++) {
        const struct inst *x = &a->insts[id], *y = &b->insts[id];
        bool same = x->op == y->op && x->flags == y->flags && x->scope == y->scope && random_type_same(x->type, y->type) && x->loc.id == y->loc.id &&
                    x->block.id == y->block.id && x->first_operand == y->first_operand && x->operand_count == y->operand_count && x->imm == y->imm &&
                    !x->name == !y->name && (!x->name || strcmp(x->name, y->name) == 0);
        if (!same) {
            print_message("%%%u differs\n", id);
            return false;
        }
    }
    return a->operand_total == 0 || memcmp(a->operands, b->operands, a->operand_total * sizeof *a->operands) == 0;
}

static bool tables_equal(const struct kernel *a, const struct kernel *b) {
    bool same = a->param_count == b->param_count && a->object_count == b->object_count && a->loc_count == b->loc_count &&
                strcmp(a->name, b->name) == 0 && strcmp(a->display, b->display) == 0 && strcmp(a->file, b->file) == 0 && a->line == b->line &&
                a->max_threads == b->max_threads && memcmp(a->required_block, b->required_block, sizeof a->required_block) == 0;
    for (uint32_t i = 0; same && i < a->param_count; i++) {
        const struct param *x = &a->params[i], *y = &b->params[i];
        same = strcmp(x->name, y->name) == 0 && random_type_same(x->type, y->type) && x->by_value_struct == y->by_value_struct &&
               x->object == y->object && x->is_restrict == y->is_restrict && x->is_readonly == y->is_readonly && x->elem_bytes == y->elem_bytes;
    }
    for (uint32_t i = 0; same && i < a->object_count; i++) {
        const struct object *x = &a->objects[i], *y = &b->objects[i];
        same = strcmp(x->name, y->name) == 0 && x->space == y->space && x->size_bytes == y->size_bytes && x->elem_bytes == y->elem_bytes &&
               x->dynamic == y->dynamic && x->is_constant == y->is_constant && x->param == y->param && x->loc.id == y->loc.id &&
               !x->initialiser == !y->initialiser && (!x->initialiser || memcmp(x->initialiser, y->initialiser, x->size_bytes) == 0);
    }
    for (uint32_t i = 1; same && i < a->loc_count; i++) {
        const struct loc *x = &a->locs[i], *y = &b->locs[i];
        same = strcmp(x->file, y->file) == 0 && strcmp(x->function, y->function) == 0 && x->line == y->line && x->column == y->column &&
               x->inlined_at.id == y->inlined_at.id;
    }
    return same;
}

static bool control_equal(const struct kernel *a, const struct kernel *b) {
    bool same = a->block_count == b->block_count && a->order_total == b->order_total && a->edge_total == b->edge_total;
    return same && memcmp(a->blocks, b->blocks, a->block_count * sizeof *a->blocks) == 0 &&
           memcmp(a->order, b->order, a->order_total * sizeof *a->order) == 0 &&
           (a->edge_total == 0 || memcmp(a->edges, b->edges, a->edge_total * sizeof *a->edges) == 0);
}

static void round_trips(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct arena arena = {0};
        struct buffer text = {0}, again = {0};
        struct kernel *first = random_kernel_create(&arena, seed, 12, 12);
        kernel_print(first, &text);
        const char *error;
        struct kernel *second = kernel_parse(&arena, buffer_text(&text), &error);
        if (!second) {
            print_message("seed %d: %s\n%s\n", (int)seed, error, buffer_text(&text));
        }
        assert_non_null(second);
        assert_true(tables_equal(first, second));
        assert_true(insts_equal(first, second));
        assert_true(control_equal(first, second));
        kernel_print(second, &again);
        assert_string_equal(buffer_text(&text), buffer_text(&again));
        buffer_release(&text);
        buffer_release(&again);
        arena_release(&arena);
    }
}

static void text_is_as_documented(void **state) {
    (void)state;
    static const char text[] = "kernel \"_Z1fPf\" \"f(float*)\" \"f.cu\" 2\n"
                               "max_threads 256\n"
                               "param $0 \"a\" ptr.global restrict elem 4\n"
                               "param $1 \"s\" ptr.param struct @2\n"
                               "member $1 \"ne[0]\" \"int\" at 0 size 4\n"
                               "member $1 \"in.x\" \"float*\" at 8 size 8\n"
                               "object @0 \"tile\" shared size 64 elem 4 !1\n"
                               "object @1 \"lut\" constant size 4 constant init 0001feff\n"
                               "object @2 \"s\" param size 16 param $1\n"
                               "loc !1 \"f.cu\" \"f(float*)\" 3:5\n"
                               "loc !2 \"f.h\" \"g()\" 7:9 at !1\n"
                               "b0:\n"
                               "  %6 = sreg tid.x i32 !1\n"
                               "  %7 = atomic add device i32 $0.a, %6 !2\n"
                               "  %8 = load volatile align 4 v2f32 @0.tile\n"
                               "  %9 = lane 1 f32 %8\n"
                               "  %10 = fcmp olt i1 %9, 0x3f800000:f32\n"
                               "  condbr %10 -> b1, b2\n"
                               "b1: ; from b0\n"
                               "  barrier block !1\n"
                               "  store $0.a, -3:i64\n"
                               "  br -> b2\n"
                               "b2: ; from b0, b1\n"
                               "  %15 = phi i32 [b0 %7, b1 -1]\n"
                               "  ret\n";
    struct arena arena = {0};
    struct buffer out = {0};
    const char *error;
    struct kernel *k = kernel_parse(&arena, text, &error);
    if (!k) {
        print_message("%s\n", error);
    }
    assert_non_null(k);
    kernel_print(k, &out);
    assert_string_equal(buffer_text(&out), text);
    buffer_release(&out);
    arena_release(&arena);
}

static void constants_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {{"-1", 0xffffffff},
                 {"-1:i8", 0xff},
                 {"0xff:i8", 0xff},
                 {"1.5:f32", 0x3fc00000},
                 {"-2.0:f64", 0xc000000000000000u},
                 {"-128:i8", 0x80},
                 {"true", 1},
                 {"18446744073709551615:i64", UINT64_MAX},
                 {"0x3c00:f16", 0x3c00},
                 {"0x3f80:bf16", 0x3f80}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error;
        char *text = arena_printf(&arena,
                                  "kernel \"k\"\nobject @0 \"x\" shared size 8\n"
                                  "b0:\n store @0, %s\n ret\n",
                                  cases[i].text);
        struct kernel *k = kernel_parse(&arena, text, &error);
        assert_non_null(k);
        bool found = false;
        for (uint32_t id = 1; id < k->inst_count; id++) {
            found = found || (k->insts[id].op == INST_CONST && k->insts[id].imm == cases[i].bits);
        }
        assert_true(found);
        arena_release(&arena);
    }
}

static void errors_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "line 1: expected 'kernel'"},
        {"kernel \"k", "line 1: expected '\"'"},
        {"kernel \"k\"\nparam $1 \"a\" i32\n", "line 2: expected $0"},
        {"kernel \"k\"\nparam $0 \"a\" i99x\n", "line 2: expected a type"},
        {"kernel \"k\"\nobject @0 \"a\" nowhere\n", "line 2: expected an address space"},
        {"kernel \"k\"\nobject @0 \"a\" shared size 2 init 00\n", "line 2: expected 2 bytes"},
        {"kernel \"k\"\nhello\n", "line 2: expected a table entry"},
        {"kernel \"k\"\nmember $0 \"a\" \"int\" at 0 size 4\n", "line 2: a member without a parameter"},
        {"kernel \"k\"\nparam $0 \"a\" i32\nmember $1 \"b\" \"int\" at 0 size 4\n", "line 3: expected $0"},
        {"kernel \"k\"\nparam $0 \"a\" i32\nmember $0 \"b\" \"int\" at 0 size 4\nb0:\n ret\n", "members of no struct"},
        {"kernel \"k\"\nb0:\n ret\n ret\n", "line 4: expected a label"},
        {"kernel \"k\"\nb0:\n fence device\n", "line 4: expected a terminator"},
        {"kernel \"k\"\nb0:\n br -> b1\n", "line 4: expected all labels"},
        {"kernel \"k\"\nb0:\n ret\nb0:\n ret\n", "line 4: expected a new label"},
        {"kernel \"k\"\nb0:\n frobnicate\n ret\n", "line 3: expected an instruction"},
        {"kernel \"k\"\nb0:\n %a = add i32 %b, 1\n ret\n", "line 3: expected a defined value"},
        {"kernel \"k\"\nb0:\n %a = add i32 $0, 1\n ret\n", "line 3: expected a declared param"},
        {"kernel \"k\"\nb0:\n %a = add i32 1, 300:i8\n ret\n", "line 3: expected a number that"},
        {"kernel \"k\"\nb0:\n %a = sreg tid.w i32\n ret\n", "line 3: expected a kind of sreg"},
        {"kernel \"k\"\nb0:\n fence device !7\n ret\n", "line 3: expected a location"},
        {"kernel \"k\"\nb0:\n ret ret\n", "line 3: expected"},
        {"kernel \"k\"\nb0:\n br -> b1\nb1:\n %p = phi i32 [b0 %z]\n ret\n", "line 5: expected a defined value"},
        {"kernel \"k\"\nb0:\n %a = add i64 1, 2\n ret\n", "integers of one width"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *error = NULL;
        assert_null(kernel_parse(&arena, cases[i].text, &error));
        assert_non_null(error);
        if (!strstr(error, cases[i].error)) {
            print_message("%s, not %s\n", error, cases[i].error);
        }
        assert_non_null(strstr(error, cases[i].error));
        arena_release(&arena);
    }
}

/* Printed kernels with characters lost or changed: an error or a kernel, never worse. */
static void damaged_text_is_survived(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 7);
    static const char alphabet[] = " %$@!:,[]-0b9\n\"\\x.;";
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct arena arena = {0};
        struct buffer text = {0};
        kernel_print(random_kernel_create(&arena, seed, 5, 6), &text);
        for (uint32_t tries = 0; tries < 10; tries++) {
            char *damaged = arena_strdup(&arena, buffer_text(&text));
            uint64_t at = rng_below(&rng, text.size);
            damaged[at] = alphabet[rng_below(&rng, sizeof alphabet - 1)];
            if (tries == 9) {
                damaged[at] = '\0';
            }
            const char *error;
            struct kernel *k = kernel_parse(&arena, damaged, &error);
            assert_true((k == NULL) == (error != NULL));
        }
        buffer_release(&text);
        arena_release(&arena);
    }
}

static void members_have_names(void **state) {
    (void)state;
    static const char text[] = "kernel \"k\"\nparam $0 \"s\" ptr.param struct @0\n"
                               "member $0 \"ne[1]\" \"int\" at 4 size 4\nmember $0 \"in.x\" \"float*\" at 8 size 8\n"
                               "object @0 \"s\" param size 16 param $0\nparam $1 \"n\" i32\nb0:\n ret\n";
    static const struct {
        const char *name;
        int64_t place;
    } places[] = {{"s.ne[1]", 4}, {"s.4", 4}, {"s.in.x", 8}, {"s.12", 12}, {"s", -1}, {"s.", -1}, {"s.ne", -1}, {"n.4", -1}, {"s.4x", -1}};
    struct arena arena = {0};
    const char *error;
    struct kernel *k = kernel_parse(&arena, text, &error);
    assert_non_null(k);
    const struct param *s = &k->params[0];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_int_equal(member_place(strchr(places[i].name, 'n') == places[i].name ? &k->params[1] : s, places[i].name), places[i].place);
    }
    assert_string_equal(member_name(&arena, s, 4, 4), "s.ne[1]");
    assert_string_equal(member_name(&arena, s, 4, 2), "s.4");
    assert_string_equal(member_name(&arena, s, 8, 8), "s.in.x");
    assert_true(member_is_same(k, "s.4", "s.ne[1]"));
    assert_false(member_is_same(k, "s.4", "s.in.x"));
    assert_false(member_is_same(k, "n", "n"));
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),          cmocka_unit_test(text_is_as_documented),    cmocka_unit_test(constants_are_read),
        cmocka_unit_test(errors_name_the_line), cmocka_unit_test(damaged_text_is_survived), cmocka_unit_test(members_have_names),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
