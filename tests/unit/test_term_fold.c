/* Folding: for every tree of a large family and every assignment the folded term has
 * the tree's value, its flagged nodes do not wrap if the tree's do not, its range
 * contains the value, and each node of it is what the builders make of its children. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "term/table.h"
#include "term_tree.h"

struct fixture {
    struct term_table *table;
    term_ref variables[TREE_VARIABLES];
    uint8_t w;
};

static void open_fixture(struct fixture *f, uint8_t w) {
    f->table = term_table_create();
    f->w = w;
    for (uint32_t i = 0; i < TREE_VARIABLES; i++) {
        struct symbol symbol = {
            .name = i == TREE_VARIABLES - 1 ? "p" : "x", .width_bits = i == TREE_VARIABLES - 1 ? 1 : w, .role = SYMBOL_VALUE, .scope = SCOPE_THREAD};
        f->variables[i] = term_symbol(f->table, symbol_create(f->table, &symbol));
    }
}

/* The value of a term over small widths, noting flagged nodes that wrap. */
static uint64_t value_of(const struct term_table *table, term_ref ref, struct tree_world *world) {
    const struct term *t = term_get(table, ref);
    struct tree kids[3] = {0};
    for (uint8_t i = 0; i < t->arity; i++) {
        term_ref child = term_child(table, ref, i);
        kids[i] = (struct tree){.op = TREE_CONST, .width = term_width(table, child), .value = value_of(table, child, world)};
    }
    static const enum tree_op ops[TERM_OP_COUNT] = {
        [TERM_ADD] = TREE_ADD,    [TERM_MUL] = TREE_MUL,   [TERM_UDIV] = TREE_UDIV, [TERM_SDIV] = TREE_SDIV, [TERM_UREM] = TREE_UREM,
        [TERM_SREM] = TREE_SREM,  [TERM_AND] = TREE_AND,   [TERM_OR] = TREE_OR,     [TERM_XOR] = TREE_XOR,   [TERM_SHL] = TREE_SHL,
        [TERM_LSHR] = TREE_LSHR,  [TERM_ASHR] = TREE_ASHR, [TERM_EQ] = TREE_EQ,     [TERM_ULT] = TREE_ULT,   [TERM_ULE] = TREE_ULE,
        [TERM_SLT] = TREE_SLT,    [TERM_SLE] = TREE_SLE,   [TERM_ITE] = TREE_ITE,   [TERM_ZEXT] = TREE_ZEXT, [TERM_SEXT] = TREE_SEXT,
        [TERM_TRUNC] = TREE_TRUNC};
    if (t->op == TERM_CONST)
        return t->value;
    if (t->op == TERM_SYMBOL)
        return world->values[t->value];
    struct tree node = {.op = ops[t->op], .width = t->width_bits, .flags = t->flags};
    if (t->op == TERM_ITE) {
        node.z = &kids[0];
        node.x = &kids[1];
        node.y = &kids[2];
    } else {
        node.x = &kids[0];
        node.y = t->arity > 1 ? &kids[1] : NULL;
    }
    return tree_value(&node, world);
}

static void print_tree(const struct tree *t, struct buffer *out) {
    static const char *const names[] = {"const", "var", "add", "sub", "mul", "shl", "udiv", "sdiv", "urem", "srem", "and",  "or",   "xor",  "lshr",
                                        "ashr",  "eq",  "ne",  "ult", "ule", "slt", "sle",  "not",  "neg",  "ite",  "zext", "sext", "trunc"};
    if (t->op <= TREE_VARIABLE) {
        buffer_printf(out, "%s%d", t->op == TREE_CONST ? "" : "v", (int)t->value);
        return;
    }
    buffer_printf(out, "%s.%d%s%s(", names[t->op], t->width, t->flags & TERM_NSW ? "s" : "", t->flags & TERM_NUW ? "u" : "");
    const struct tree *kids[] = {t->z, t->x, t->y};
    for (int i = 0; i < 3; i++)
        if (kids[i]) {
            print_tree(kids[i], out);
            buffer_char(out, ' ');
        }
    buffer_char(out, ')');
}

static void report(const struct fixture *f, const struct tree *tree, term_ref t, const char *what) {
    struct buffer out = {0};
    print_tree(tree, &out);
    buffer_add(&out, "\n  ->  ");
    term_print(f->table, t, &out);
    print_message("%s: %s\n", what, buffer_text(&out));
    buffer_release(&out);
    fail();
}

static void check_rebuilds(const struct fixture *f, const struct tree *tree, term_ref t) {
    const struct term *term = term_get(f->table, t);
    term_ref children[3];
    for (uint8_t i = 0; i < term->arity; i++) {
        children[i] = term_child(f->table, t, i);
        assert_true(children[i].id < t.id);
        check_rebuilds(f, tree, children[i]);
    }
    if (!term_same(table_rebuild(f->table, t, children), t))
        report(f, tree, t, "not rebuilt to itself");
}

static void check_tree(const struct fixture *f, const struct tree *tree) {
    term_ref t = tree_build(f->table, tree, f->variables);
    assert_int_equal(term_width(f->table, t), tree->width);
    check_rebuilds(f, tree, t);
    struct term_range range = term_range_of(f->table, t);
    uint64_t assignments = (uint64_t)1 << (3 * f->w + 1);
    for (uint64_t a = 0; a < assignments; a++) {
        struct tree_world before = {0}, after;
        uint64_t rest = a;
        for (uint32_t i = 0; i < 3; i++, rest >>= f->w)
            before.values[i] = rest & (((uint64_t)1 << f->w) - 1);
        before.values[3] = rest;
        after = before;
        uint64_t expected = tree_value(tree, &before), value = value_of(f->table, t, &after);
        if (expected != value)
            report(f, tree, t, "wrong value");
        if ((!before.nsw_wrapped && after.nsw_wrapped) || (!before.nuw_wrapped && after.nuw_wrapped))
            report(f, tree, t, "unsound flag");
        int64_t number = tree_signed(value, tree->width);
        if (value < range.umin || value > range.umax || number < range.smin || number > range.smax)
            report(f, tree, t, "outside its range");
    }
}

static void check_random(uint8_t w, uint64_t seed, uint32_t trees, int max_depth) {
    struct rng rng;
    struct fixture f;
    rng_init(&rng, seed);
    open_fixture(&f, w);
    for (uint32_t i = 0; i < trees; i++) {
        struct tree_pool pool = {.used = 0, .w = w};
        uint8_t width = rng_below(&rng, 2) ? w : (uint8_t)(1 + rng_below(&rng, 5));
        int depth = 1 + (int)rng_below(&rng, (uint64_t)max_depth);
        check_tree(&f, tree_random(&pool, &rng, width, depth));
    }
    term_table_destroy(f.table);
}

static void check_special(uint8_t w, uint64_t seed, uint32_t trees) {
    struct rng rng;
    struct fixture f;
    rng_init(&rng, seed);
    open_fixture(&f, w);
    for (uint32_t i = 0; i < trees; i++) {
        struct tree_pool pool = {.used = 0, .w = w};
        check_tree(&f, tree_random_sum(&pool, &rng, 2 + (int)rng_below(&rng, 3)));
        pool.used = 0;
        check_tree(&f, tree_random_digits(&pool, &rng));
        for (uint32_t j = 0; w == 2 && j < 8; j++) {
            pool.used = 0;
            check_tree(&f, tree_random_index(&pool, &rng));
        }
        pool.used = 0;
        check_tree(&f, tree_random_guard(&pool, &rng, 1 + (int)rng_below(&rng, 3)));
    }
    term_table_destroy(f.table);
}

static uint32_t scaled(uint32_t count) {
    const char *factor = getenv("WP_TEST_FACTOR");
    return factor ? count * (uint32_t)atoi(factor) : count;
}

/* Trees of random shape, widths 1 to 4, all assignments. */
static void test_random(void **state) {
    (void)state;
    uint64_t seed = scaled(1000);
    check_random(1, seed + 1, scaled(5000), 5);
    check_random(2, seed + 2, scaled(5000), 5);
    check_random(3, seed + 3, scaled(3000), 4);
    check_random(4, seed + 4, scaled(300), 3);
}

static const struct tree *leaf(struct tree *leaves, uint32_t index, uint8_t w) {
    struct tree *t = &leaves[index];
    if (index < 3)
        *t = (struct tree){.op = TREE_VARIABLE, .width = w, .value = index};
    else
        *t = (struct tree){.op = TREE_CONST, .width = w, .value = index - 3};
    return t;
}

/* Sums with flags, digits of sums, and guards over few comparisons. */
static void test_sums_and_guards(void **state) {
    (void)state;
    check_special(2, 7, scaled(1200));
    check_special(3, 8, scaled(1500));
}

/* outer(inner(a, b), c) and outer(c, inner(a, b)) for all two-operand operators, flags
 * and leaves. */
static void check_pair(const struct fixture *f, struct tree inner, struct tree outer) {
    struct tree leaves[3 + 16];
    uint32_t count = 3u + (1u << f->w);
    bool is_compared = inner.op >= TREE_EQ;
    for (uint32_t a = 0; a < 2; a++)
        for (uint32_t b = 0; b < count; b++)
            for (uint32_t c = 0; c < count; c++) {
                inner.x = leaf(leaves, a, f->w);
                inner.y = leaf(leaves, b, f->w);
                struct tree bit = {.op = TREE_VARIABLE, .width = 1, .value = 3};
                const struct tree *other = is_compared ? &bit : leaf(leaves, c, f->w);
                if (is_compared && c > 0)
                    break;
                outer.x = &inner;
                outer.y = other;
                check_tree(f, &outer);
                outer.x = other;
                outer.y = &inner;
                check_tree(f, &outer);
            }
}

static void test_pairs(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 2);
    for (int inner = TREE_ADD; inner <= TREE_SLE; inner++)
        for (int outer = TREE_ADD; outer <= TREE_SLE; outer++)
            for (uint8_t flags = 0; flags < 16; flags++) {
                struct tree x = {.op = (enum tree_op)inner, .width = inner >= TREE_EQ ? 1 : f.w};
                struct tree y = {.op = (enum tree_op)outer, .width = outer >= TREE_EQ ? 1 : x.width};
                x.flags = inner <= TREE_SHL ? flags & 3 : 0;
                y.flags = outer <= TREE_SHL ? flags >> 2 : 0;
                if (x.flags == (flags & 3) && y.flags == flags >> 2)
                    check_pair(&f, x, y);
            }
    term_table_destroy(f.table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_sums_and_guards),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
