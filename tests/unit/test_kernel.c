/* The builder's layout, and kernel_check against one corruption per invariant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/names.h"
#include "kernel/part.h"
#include "kernel/signature.h"
#include "kernel_random.h"

static const char diamond[] = "kernel \"k\"\n"
                              "param $0 \"a\" ptr.global elem 4\n"
                              "param $1 \"n\" i32\n"
                              "param $2 \"s\" ptr.param struct @1\n"
                              "object @0 \"tile\" shared size 64\n"
                              "object @1 \"s\" param size 8 param $2\n"
                              "loc !1 \"k.cu\" \"k\" 3:1\n"
                              "loc !2 \"k.cu\" \"f\" 9:1 at !1\n"
                              "entry:\n"
                              "  %i = sreg tid.x i32 !1\n"
                              "  %c = ult i1 %i, $1\n"
                              "  condbr %c -> left, right\n"
                              "left:\n"
                              "  %x = add nsw i32 %i, 1 !2\n"
                              "  br -> join\n"
                              "right:\n"
                              "  %f = load f32 @0\n"
                              "  br -> join\n"
                              "join:\n"
                              "  %p = phi i32 [left %x, right 7]\n"
                              "  %w = zext i64 %p\n"
                              "  %q = ptradd ptr.global $0, %w\n"
                              "  store %q, %p\n"
                              "  ret\n";

static struct kernel *parse(struct arena *arena, const char *text) {
    const char *error = NULL;
    struct kernel *kernel = kernel_parse(arena, text, &error);
    if (error) {
        print_message("%s\n", error);
    }
    assert_non_null(kernel);
    assert_null(error);
    return kernel;
}

static uint32_t find_op(const struct kernel *k, enum inst_op op) {
    for (uint32_t id = 1; id < k->inst_count; id++) {
        if (k->insts[id].op == op) {
            return id;
        }
    }
    fail();
    return 0;
}

static void layout_is_canonical(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = parse(&arena, diamond);
    assert_int_equal(k->block_count, 4);
    assert_int_equal(kernel_succ(k, 0, 0).id, 1);
    assert_int_equal(kernel_succ(k, 0, 1).id, 2);
    assert_int_equal(k->blocks[3].pred_count, 2);
    assert_int_equal(kernel_pred(k, 3, 0).id, 1);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        for (uint32_t i = 0; i < k->insts[id].operand_count; i++) {
            assert_true(kernel_operand(k, &k->insts[id], i).id < id);
        }
    }
    arena_release(&arena);
}

static void unreachable_blocks_go(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = parse(&arena, "kernel \"k\"\n"
                                     "a:\n br -> c\n"
                                     "dead:\n %d = sreg tid.y i32\n br -> c\n"
                                     "c:\n %p = phi i32 [dead %d, a 5]\n"
                                     " %q = add i32 %p, 6\n ret\n");
    assert_int_equal(k->block_count, 2);
    const struct inst *phi = &k->insts[find_op(k, INST_PHI)];
    assert_int_equal(phi->operand_count, 1);
    assert_int_equal(kernel_inst(k, kernel_operand(k, phi, 0))->imm, 5);
    assert_int_equal(k->inst_count, 1 + 2 + 4);
    arena_release(&arena);
}

static void repeated_edges_are_one_predecessor(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel *k = parse(&arena, "kernel \"k\"\nparam $0 \"n\" i32\n"
                                     "a:\n switch $0, 1, 2 -> b, b, c\n"
                                     "b:\n %p = phi i32 [a 1, a 1]\n br -> c\n"
                                     "c:\n %q = phi i32 [b %p, a 3]\n ret\n");
    assert_int_equal(k->blocks[1].pred_count, 1);
    assert_int_equal(k->blocks[2].pred_count, 2);
    assert_int_equal(k->blocks[0].succ_count, 3);
    arena_release(&arena);
}

static void leaves_and_locations_are_shared(void **state) {
    (void)state;
    struct arena arena = {0};
    struct kernel_builder *b = builder_create(&arena, "k");
    char name[] = "f.cu";
    struct loc loc = {.file = name, .function = "f", .line = 1, .column = 2};
    loc_ref first = builder_add_loc(b, &loc);
    name[0] = 'g';
    assert_int_equal(builder_add_loc(b, &loc).id, first.id + 1);
    name[0] = 'f';
    assert_int_equal(builder_add_loc(b, &loc).id, first.id);
    value_ref one = builder_leaf(b, INST_CONST, T_INT(32), 1);
    assert_int_equal(builder_leaf(b, INST_CONST, T_INT(32), 1).id, one.id);
    assert_int_not_equal(builder_leaf(b, INST_CONST, T_INT(64), 1).id, one.id);
    block_ref block = builder_add_block(b);
    builder_inst(b, block, &(struct inst){.op = INST_RET}, NULL, 0);
    struct kernel *k = builder_finish(b);
    assert_null(kernel_check(k));
    assert_int_equal(k->inst_count, 2);
    assert_string_equal(k->locs[first.id].file, "f.cu");
    arena_release(&arena);
}

/* 100,000 blocks: a chain whose blocks all may leave to one exit, and a ladder back. */
static void large_kernels_are_fine(void **state) {
    (void)state;
    enum { BLOCKS = 100000 };
    struct arena arena = {0};
    struct kernel_builder *b = builder_create(&arena, "k");
    for (uint32_t n = 0; n < BLOCKS; n++) {
        builder_add_block(b);
    }
    value_ref condition = builder_leaf(b, INST_UNDEF, T_INT(1), 0);
    value_ref zero = builder_leaf(b, INST_CONST, T_INT(32), 0);
    value_ref head = builder_inst(b, (block_ref){1}, &(struct inst){.op = INST_PHI, .type = T_INT(32)}, NULL, 0);
    value_ref exit = builder_inst(b, (block_ref){BLOCKS - 1}, &(struct inst){.op = INST_PHI, .type = T_INT(32)}, NULL, 0);
    for (uint32_t n = 0; n < BLOCKS; n++) {
        block_ref block = {n};
        block_ref successors[] = {{n + 1}, {n % 2 ? 1 : BLOCKS - 1}};
        if (n + 1 == BLOCKS) {
            builder_inst(b, block, &(struct inst){.op = INST_RET}, NULL, 0);
            continue;
        }
        builder_inst(b, block, &(struct inst){.op = INST_CONDBR}, &condition, 1);
        builder_successors(b, block, successors, 2);
        for (uint32_t i = 0; i < 2; i++) {
            if (successors[i].id == 1 || successors[i].id == BLOCKS - 1) {
                builder_phi_add(b, successors[i].id == 1 ? head : exit, zero, block);
            }
        }
    }
    struct kernel *k = builder_finish(b);
    assert_int_equal(k->block_count, BLOCKS);
    assert_null(kernel_check(k));
    arena_release(&arena);
}

static void random_kernels_are_valid(void **state) {
    (void)state;
    bool seen[INST_OP_COUNT] = {false};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct arena arena = {0};
        struct kernel *k = random_kernel_create(&arena, seed, 12, 12);
        const char *error = kernel_check(k);
        if (error) {
            print_message("seed %d: %s\n", (int)seed, error);
        }
        assert_null(error);
        for (uint32_t id = 1; id < k->inst_count; id++) {
            seen[k->insts[id].op] = true;
        }
        arena_release(&arena);
    }
    for (uint32_t op = 0; op < INST_OP_COUNT; op++) {
        assert_true(seen[op] || op == INST_PARAM);
    }
}

/* Corruptions of the diamond: each must be noticed, with the expected words. */
#define CORRUPTIONS(X)                                                                                                                               \
    X(no_terminator, "terminator", k->insts[find_op(k, INST_RET)].op = INST_FENCE)                                                                   \
    X(early_terminator, "terminator inside", k->insts[find_op(k, INST_ADD)].op = INST_RET)                                                           \
    X(empty_block, "empty", k->blocks[1].inst_count = 0)                                                                                             \
    X(listed_twice, "listed twice", k->order[1] = k->order[0])                                                                                       \
    X(wrong_block, "says", k->insts[find_op(k, INST_ADD)].block.id = 2)                                                                              \
    X(unknown_op, "no such instruction", k->insts[find_op(k, INST_ADD)].op = 200)                                                                    \
    X(unknown_loc, "location", k->insts[find_op(k, INST_ADD)].loc.id = 3)                                                                            \
    X(missing_operand, "missing", k->operands[0].id = 0)                                                                                             \
    X(operand_beyond, "missing", k->operands[0].id = k->inst_count)                                                                                  \
    X(operand_table, "outside", k->insts[find_op(k, INST_ADD)].operand_count = 1000)                                                                 \
    X(missing_edge, "successors", k->blocks[0].succ_count = 1)                                                                                       \
    X(edge_beyond, "does not exist", k->edges[k->blocks[0].first_succ].id = 9)                                                                       \
    X(edge_moved, "predecessor", k->edges[k->blocks[1].first_succ].id = 2)                                                                           \
    X(pred_invented, "predecessor", k->blocks[0].pred_count = 1)                                                                                     \
    X(pred_order, "predecessor", swap(&k->edges[k->blocks[3].first_pred]))                                                                           \
    X(not_rpo, "reverse post-order", swap(&k->edges[k->blocks[0].first_succ]))                                                                       \
    X(phi_count, "operands for", k->insts[find_op(k, INST_PHI)].operand_count = 1)                                                                   \
    X(phi_late, "phi after", swap_insts(k, 3))                                                                                                       \
    X(not_dominated, "not defined before use", k->operands[k->insts[find_op(k, INST_ZEXT)].first_operand].id = find_op(k, INST_ADD))                 \
    X(phi_not_dominated, "not defined before use", swap_values(&k->operands[k->insts[find_op(k, INST_PHI)].first_operand]))                          \
    X(used_before, "not defined before use", k->operands[k->insts[find_op(k, INST_ULT)].first_operand].id = find_op(k, INST_ULT))                    \
    X(width, "width", k->insts[find_op(k, INST_ADD)].type.width_bits = 16)                                                                           \
    X(bad_type, "no such type", k->insts[find_op(k, INST_ADD)].type.kind = 99)                                                                       \
    X(wide, "no such type", k->insts[find_op(k, INST_ADD)].type.width_bits = 65)                                                                     \
    X(space, "pointer", k->insts[find_op(k, INST_PTRADD)].type.space = SPACE_SHARED)                                                                 \
    X(condition, "i1", k->operands[k->insts[find_op(k, INST_CONDBR)].first_operand].id = find_op(k, INST_SREG))                                      \
    X(vector, "one width", k->insts[find_op(k, INST_ADD)].type.lanes = 4)                                                                            \
    X(sreg, "register", k->insts[find_op(k, INST_SREG)].imm = SREG_COUNT)                                                                            \
    X(immediate, "immediate", k->insts[find_op(k, INST_ADD)].imm = 1)                                                                                \
    X(flags, "flag", k->insts[find_op(k, INST_ADD)].flags = 128)                                                                                     \
    X(async_flag, "asynchronous", k->insts[find_op(k, INST_ADD)].flags = INST_ASYNC)                                                                 \
    X(scope, "scope", k->insts[find_op(k, INST_ADD)].scope = 1)                                                                                      \
    X(const_bits, "bits", k->insts[find_op(k, INST_CONST)].imm = (uint64_t)1 << 32)                                                                  \
    X(param_index, "parameter", k->insts[find_op(k, INST_PARAM)].imm = 9)                                                                            \
    X(object_index, "object", k->insts[find_op(k, INST_OBJECT)].imm = 9)                                                                             \
    X(struct_object, "by-value", k->params[2].object = 0)                                                                                            \
    X(object_param, "parameter does not exist", (k->objects[1].param = 7, k->params[2].by_value_struct = false))                                     \
    X(loc_cycle, "inlined", k->locs[1].inlined_at.id = 2)                                                                                            \
    X(void_operand, "defined|value", k->operands[k->insts[find_op(k, INST_STORE)].first_operand + 1].id = find_op(k, INST_CONDBR))

static void swap(block_ref *pair) {
    block_ref first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_values(value_ref *pair) {
    value_ref first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_insts(struct kernel *k, uint32_t block) {
    uint32_t *order = &k->order[k->blocks[block].first_inst], first = order[0];
    order[0] = order[1];
    order[1] = first;
}

static bool mentions(const char *text, const char *words) {
    const char *bar = strchr(words, '|');
    char first[64];
    size_t length = bar ? (size_t)(bar - words) : strlen(words);
    memcpy(first, words, length);
    first[length] = '\0';
    return strstr(text, first) || (bar && mentions(text, bar + 1));
}

static void corruptions_are_found(void **state) {
    (void)state;
#define ONE(name, words, change)                                                                                                                     \
    {                                                                                                                                                \
        struct arena arena = {0};                                                                                                                    \
        struct kernel *k = parse(&arena, diamond);                                                                                                   \
        (void)(change, 0);                                                                                                                           \
        const char *error = kernel_check(k);                                                                                                         \
        if (!error || !mentions(error, words)) {                                                                                                     \
            print_message("%s: %s\n", #name, error ? error : "(no error)");                                                                          \
        }                                                                                                                                            \
        assert_non_null(error);                                                                                                                      \
        assert_true(mentions(error, words));                                                                                                         \
        arena_release(&arena);                                                                                                                       \
    }
    CORRUPTIONS(ONE)
#undef ONE
}

static void signatures_tell_types(void **state) {
    (void)state;
    static const struct {
        const char *display;
        uint32_t param, bytes;
        const char *type, *scalar;
    } cases[] = {
        {"k(int*)", 0, 4, "int*", "i32"},
        {"k(int*)", 1, 0, "", ""},
        {"void ns::k<float, (int)3>(float const*, unsigned char volatile*, int)", 1, 1, "unsigned char volatile*", "i8"},
        {"k(int, float4 const*)", 1, 16, "float4 const*", "f32"},
        {"k(int, float4 const*)", 0, 0, "int", ""},
        {"k(__half*, __half2*, __nv_bfloat16*, double3*)", 0, 2, "__half*", "f16"},
        {"k(__half*, __half2*, __nv_bfloat16*, double3*)", 1, 4, "__half2*", "f16"},
        {"k(__half*, __half2*, __nv_bfloat16*, double3*)", 2, 2, "__nv_bfloat16*", "bf16"},
        {"k(__half*, __half2*, __nv_bfloat16*, double3*)", 3, 24, "double3*", "f64"},
        {"k(int**, float const* const*)", 0, 8, "int**", "i64"},
        {"k(int**, float const* const*)", 1, 8, "float const* const*", "i64"},
        {"k(Cell<int, 3>*, bool*)", 0, 0, "Cell<int, 3>*", ""},
        {"k(Cell<int, 3>*, bool*)", 1, 1, "bool*", "i8"},
        {"k(void*, float5*, int (*) [4], void (*)(int*))", 0, 0, "void*", ""},
        {"k(void*, float5*, int (*) [4], void (*)(int*))", 1, 0, "float5*", ""},
        {"k", 0, 0, "", ""},
        {"", 0, 0, "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct buffer scalar = {0};
        const char *type = signature_type(&arena, cases[i].display, cases[i].param);
        struct signature_pointee pointee = signature_pointee(type);
        assert_string_equal(type, cases[i].type);
        assert_int_equal(pointee.bytes, cases[i].bytes);
        if (pointee.bytes > 0) {
            type_print(pointee.scalar, &scalar);
        }
        assert_string_equal(buffer_text(&scalar), cases[i].scalar);
        buffer_release(&scalar);
        arena_release(&arena);
    }
}

static const char *parts_text(struct arena *arena, const struct struct_parts *parts) {
    const char *text = "";
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct struct_part *p = &parts->parts[i];
        const char *kind = p->type.kind == TYPE_POINTER ? "p" : p->type.kind == TYPE_INT ? "i" : "f";
        text = arena_printf(arena, "%s%s%u+%u", text, i > 0 ? " " : "", (unsigned)p->offset_bytes, p->size_bytes);
        text = arena_printf(arena, "%s%s", text, kind);
    }
    return text;
}

/* Where reads, and members, begin and end; but no pointers. */
static void structs_are_cut(void **state) {
    (void)state;
    static const struct {
        const char *members, *loads, *parts;
    } cases[] = {
        {"", " %a = load i32 $0\n", "0+4i"},
        {"", " %a = load i32 $0\n %b = load f32 $0\n", "0+4i"},
        {"", " %a = load f32 $0\n", "0+4f"},
        {"", " %a = load i64 $0\n %p = ptradd ptr.param $0, 4:i64\n %b = load i32 %p\n", "0+4i 4+4i"},
        {"member $0 \"x\" \"float\" at 0 size 4\nmember $0 \"y\" \"float\" at 4 size 4\n", " %a = load i64 $0\n", "0+4f 4+4f"},
        {"", " %p = ptradd ptr.param $0, 2:i64\n %a = load i32 $0\n %b = load i32 %p\n", "0+2i 2+2i 4+2i"},
        {"", " %p = ptradd ptr.param $0, 4:i64\n %a = load ptr.global $0\n %b = load i32 %p\n", "0+8p 4+4i"},
        {"", " %a = load i64 $0\n %b = load ptr.global $0\n", "0+8i"},      /* the first that begins there */
        {"", " %p = ptradd ptr.param $0, 14:i64\n %a = load i32 %p\n", ""}, /* ends behind the struct */
        {"", " %a = load v2i32 $0\n %b = load i64 $0\n", "0+4i 4+4i"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const struct kernel *k = parse(&arena, arena_printf(&arena,
                                                            "kernel \"k\"\nparam $0 \"s\" ptr.param struct @0\n%s"
                                                            "object @0 \"s\" param size 16 param $0\nb0:\n%s ret\n",
                                                            cases[i].members, cases[i].loads));
        const struct struct_parts parts = struct_parts(&arena, k, 0);
        assert_string_equal(parts_text(&arena, &parts), cases[i].parts);
        arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_is_canonical),
        cmocka_unit_test(unreachable_blocks_go),
        cmocka_unit_test(repeated_edges_are_one_predecessor),
        cmocka_unit_test(leaves_and_locations_are_shared),
        cmocka_unit_test(large_kernels_are_fine),
        cmocka_unit_test(random_kernels_are_valid),
        cmocka_unit_test(corruptions_are_found),
        cmocka_unit_test(signatures_tell_types),
        cmocka_unit_test(structs_are_cut),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
