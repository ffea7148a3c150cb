/* cfg_create against the definitions: dominance by removing a block, loops by search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/cfg.h"
#include "kernel_random.h"

enum { MAX_BLOCKS = 13, EXIT = MAX_BLOCKS }; /* EXIT: the virtual exit's index in `edge` */

struct naive {
    uint32_t count;
    bool edge[MAX_BLOCKS + 1][MAX_BLOCKS + 1];
};

/* Whether `to` can be reached from `from` without passing `without`. */
static bool reaches(const struct naive *n, uint32_t from, uint32_t to, uint32_t without) {
    bool seen[MAX_BLOCKS + 1] = {false};
    uint32_t stack[MAX_BLOCKS + 1], depth = 0;
    if (from == without || to == without) {
        return false;
    }
    seen[from] = true;
    stack[depth++] = from;
    while (depth > 0) {
        uint32_t node = stack[--depth];
        for (uint32_t next = 0; next <= MAX_BLOCKS; next++) {
            if (n->edge[node][next] && next != without && !seen[next]) {
                seen[next] = true;
                stack[depth++] = next;
            }
        }
    }
    return seen[to];
}

static bool naive_dominates(const struct naive *n, uint32_t a, uint32_t b) {
    return a == b || !reaches(n, 0, b, a);
}

static bool naive_postdominates(const struct naive *n, uint32_t a, uint32_t b) {
    return a == b || !reaches(n, b, EXIT, a);
}

static void naive_build(struct naive *n, const struct kernel *k) {
    *n = (struct naive){.count = k->block_count};
    bool endless[MAX_BLOCKS] = {false};
    for (uint32_t b = 0; b < k->block_count; b++) {
        n->edge[b][EXIT] = k->blocks[b].succ_count == 0;
        for (uint32_t i = 0; i < k->blocks[b].succ_count; i++) {
            n->edge[b][kernel_succ(k, b, i).id] = true;
        }
    }
    for (uint32_t b = 0; b < k->block_count; b++) {
        endless[b] = !reaches(n, b, EXIT, UINT32_MAX);
    }
    for (uint32_t b = 0; b < k->block_count; b++) {
        n->edge[b][EXIT] = n->edge[b][EXIT] || endless[b];
    }
}

static void check_dominance(const struct cfg *cfg, const struct naive *n) {
    for (uint32_t b = 0; b < n->count; b++) {
        for (uint32_t a = 0; a < n->count; a++) {
            assert_int_equal(cfg_dominates(cfg, a, b), naive_dominates(n, a, b));
            assert_int_equal(cfg_postdominates(cfg, a, b), naive_postdominates(n, a, b));
        }
        for (uint32_t a = 0; a < n->count; a++) {
            if (a != b && naive_dominates(n, a, b)) {
                assert_true(naive_dominates(n, a, cfg->idom[b]));
            }
            if (a != b && naive_postdominates(n, a, b)) {
                assert_true(cfg->ipdom[b] != CFG_NONE && naive_postdominates(n, a, cfg->ipdom[b]));
            }
        }
        assert_true(b == 0 ? cfg->idom[0] == 0 : cfg->idom[b] != b);
        assert_true(cfg->ipdom[b] == CFG_NONE || cfg->ipdom[b] != b);
    }
}

/* b is in the loop of h iff b is h, or b reaches a latch of h without passing h. */
static bool naive_in_loop(const struct naive *n, uint32_t h, uint32_t b) {
    for (uint32_t latch = 0; latch < n->count; latch++) {
        if (n->edge[latch][h] && naive_dominates(n, h, latch) && (b == h || b == latch || (latch != h && reaches(n, b, latch, h)))) {
            return true;
        }
    }
    return false;
}

static void check_loops(const struct cfg *cfg, const struct naive *n) {
    uint32_t index = 0;
    for (uint32_t h = 0; h < n->count; h++) {
        if (!naive_in_loop(n, h, h)) {
            continue;
        }
        assert_true(index < cfg->loop_count);
        const struct cfg_loop *loop = &cfg->loops[index];
        assert_int_equal(loop->header, h);
        uint32_t members = 0, latches = 0;
        for (uint32_t b = 0; b < n->count; b++) {
            bool inside = naive_in_loop(n, h, b);
            assert_int_equal(cfg_loop_contains(cfg, index, b), inside);
            if (inside) {
                assert_int_equal(loop->blocks[members], b);
                members++;
            }
            if (n->edge[b][h] && naive_dominates(n, h, b)) {
                assert_int_equal(loop->latches[latches], b);
                latches++;
            }
        }
        assert_int_equal(members, loop->block_count);
        assert_int_equal(latches, loop->latch_count);
        assert_true(loop->parent == CFG_NONE ? loop->depth == 1 : loop->depth == cfg->loops[loop->parent].depth + 1);
        index++;
    }
    assert_int_equal(index, cfg->loop_count);
}

/* Reducible iff no cycle is left once edges to dominators are gone. */
static bool naive_irreducible(const struct naive *n) {
    struct naive forward = *n;
    for (uint32_t a = 0; a < n->count; a++) {
        for (uint32_t b = 0; b < n->count; b++) {
            forward.edge[a][b] = n->edge[a][b] && !naive_dominates(n, b, a);
        }
    }
    for (uint32_t b = 0; b < n->count; b++) {
        for (uint32_t next = 0; next < n->count; next++) {
            if (forward.edge[b][next] && reaches(&forward, next, b, UINT32_MAX)) {
                return true;
            }
        }
    }
    return false;
}

static void random_graphs(void **state) {
    (void)state;
    uint32_t irreducible = 0, endless = 0, nested = 0;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        struct arena arena = {0};
        struct naive naive;
        struct kernel *k = random_kernel_create(&arena, seed, 12, 1);
        struct cfg *cfg = cfg_create(&arena, k);
        naive_build(&naive, k);
        check_dominance(cfg, &naive);
        check_loops(cfg, &naive);
        assert_int_equal(cfg->irreducible, naive_irreducible(&naive));
        assert_true(cfg->irreducible == (cfg->irreducible_block != CFG_NONE));
        irreducible += cfg->irreducible;
        for (uint32_t b = 0; b < k->block_count; b++) {
            endless += naive.edge[b][EXIT] && k->blocks[b].succ_count > 0;
        }
        for (uint32_t i = 0; i < cfg->loop_count; i++) {
            nested += cfg->loops[i].depth > 1;
        }
        arena_release(&arena);
    }
    assert_true(irreducible > 100 && endless > 100 && nested > 100);
}

/* Edges as "from>to from>to ..."; the loops expected as "header:depth:blocks". */
static void loop_nests(void **state) {
    (void)state;
    static const struct {
        const char *edges, *loops;
    } cases[] = {
        {"0>1", ""},
        {"0>1 1>1 1>2", "1/1/1"},
        {"0>1 1>2 2>3 3>2 3>1 1>4", "1/1/123 2/2/23"},
        {"0>1 1>2 2>1 1>3 3>1 3>4", "1/1/123"},
        {"0>1 1>2 2>3 3>3 3>4 4>2 4>5 5>1 5>6", "1/1/12345 2/2/234 3/3/3"},
        {"0>1 1>1 1>2 2>2 2>3", "1/1/1 2/1/2"},
        {"0>1 0>2 1>2 2>1 1>3", ""},
        {"0>1 1>2 2>1", "1/1/12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct kernel_builder *b = builder_create(&arena, "k");
        block_ref succ[8][2];
        uint32_t succ_count[8] = {0}, count = 0;
        for (const char *e = cases[i].edges; *e; e += e[3] ? 4 : 3) {
            uint32_t from = (uint32_t)(e[0] - '0'), to = (uint32_t)(e[2] - '0');
            succ[from][succ_count[from]++].id = to;
            count = from >= count ? from + 1 : count;
            count = to >= count ? to + 1 : count;
        }
        value_ref undef = builder_leaf(b, INST_UNDEF, T_INT(1), 0);
        for (uint32_t n = 0; n < count; n++) {
            block_ref block = builder_add_block(b);
            uint8_t op = succ_count[n] == 0 ? INST_RET : succ_count[n] == 1 ? INST_BR : INST_CONDBR;
            builder_inst(b, block, &(struct inst){.op = op}, &undef, succ_count[n] == 2);
            builder_successors(b, block, succ[n], succ_count[n]);
        }
        struct kernel *k = builder_finish(b);
        assert_null(kernel_check(k));
        struct cfg *cfg = cfg_create(&arena, k);
        struct buffer found = {0};
        for (uint32_t l = 0; l < cfg->loop_count; l++) {
            buffer_printf(&found, "%s%u/%u/", l ? " " : "", cfg->loops[l].header, cfg->loops[l].depth);
            for (uint32_t j = 0; j < cfg->loops[l].block_count; j++) {
                buffer_printf(&found, "%u", cfg->loops[l].blocks[j]);
            }
        }
        assert_string_equal(buffer_text(&found), cases[i].loops);
        buffer_release(&found);
        arena_release(&arena);
    }
}

static void barriers_in_loops(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *error;
    struct kernel *k = kernel_parse(&arena,
                                    "kernel \"k\"\n"
                                    "a:\n br -> b\n"
                                    "b:\n barrier warp -1\n condbr undef:i1 -> b, c\n"
                                    "c:\n barrier and undef:i32\n condbr undef:i1 -> c, d\n"
                                    "d:\n ret\n",
                                    &error);
    assert_null(k);
    k = kernel_parse(&arena,
                     "kernel \"k\"\n"
                     "a:\n br -> b\n"
                     "b:\n barrier warp -1\n condbr undef:i1 -> b, c\n"
                     "c:\n %x = barrier and i32 undef:i32\n condbr undef:i1 -> c, d\n"
                     "d:\n ret\n",
                     &error);
    assert_non_null(k);
    struct cfg *cfg = cfg_create(&arena, k);
    assert_int_equal(cfg->loop_count, 2);
    assert_false(cfg->loops[0].has_barrier);
    assert_true(cfg->loops[1].has_barrier);
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(loop_nests),
        cmocka_unit_test(barriers_in_loops),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
