/* Replay: hand-made counterexamples, right and wrong ones, against small kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/memory.h"
#include "check/replay.h"

#define HEAD                                                                                                                                         \
    "kernel \"k\"\n"                                                                                                                                 \
    "param $0 \"a\" ptr.global elem 4\n"                                                                                                             \
    "param $1 \"n\" i32\n"                                                                                                                           \
    "param $2 \"c\" ptr.global elem 4\n"                                                                                                             \
    "object @0 \"s\" shared size 260 elem 4\n"                                                                                                       \
    "loc !1 \"k.cu\" \"k\" 1:1\n"                                                                                                                    \
    "loc !2 \"k.cu\" \"k\" 2:1\n"                                                                                                                    \
    "loc !3 \"k.cu\" \"k\" 3:1\n"                                                                                                                    \
    "b0:\n"                                                                                                                                          \
    " %t = sreg tid.x i32\n"                                                                                                                         \
    " %b = sreg bid.x i32\n"                                                                                                                         \
    " %t8 = zext i64 %t\n"                                                                                                                           \
    " %o = mul i64 %t8, 4:i64\n"                                                                                                                     \
    " %p = ptradd ptr.global $0, %o\n"                                                                                                               \
    " %q = ptradd ptr.shared @0, %o\n"                                                                                                               \
    " %e = ptradd ptr.global $2, %o\n"                                                                                                               \
    " %first = eq i1 %t, 0\n"

/* The items of a conflict are given by line: the first item there, and the last. */
struct scene {
    const char *name;
    const char *text; /* behind HEAD */
    uint32_t lines[2];
    bool between_blocks, same_value;
    int64_t n;    /* -1: the model says nothing */
    int64_t cell; /* c[0], -1: nothing */
    enum replay_outcome outcome;
};

static uint32_t item_at(const struct protocol *p, uint32_t line, bool last) {
    uint32_t found = PROTOCOL_NONE;
    for (uint32_t i = 0; i < p->item_count; i++)
        if ((p->items[i].kind == ITEM_ACCESS || p->items[i].kind == ITEM_BARRIER) && p->locs[p->items[i].location.id].line == line &&
            (found == PROTOCOL_NONE || last))
            found = i;
    assert_int_not_equal(found, PROTOCOL_NONE);
    return found;
}

static struct prove_witness witness_of(struct arena *arena, const struct scene *scene) {
    struct prove_witness w = {.block = {64, 1, 1}, .grid = {4, 1, 1}, .thread = {{0, 0, 0}, {1, 0, 0}}};
    w.params = arena_alloc(arena, sizeof *w.params);
    w.cells = arena_alloc(arena, sizeof *w.cells);
    if (scene->between_blocks)
        w.block_index[1][0] = 1;
    if (scene->n >= 0)
        w.params[w.param_count++] = (struct prove_named){"n", (uint64_t)scene->n, 32};
    if (scene->cell >= 0)
        w.cells[w.cell_count++] = (struct prove_cell){"c", 0, (uint64_t)scene->cell, 32, false};
    return w;
}

static const struct replay_verdict *replay_scene(struct arena *arena, const struct scene *scene, bool is_divergence, struct protocol **protocol) {
    static const struct check_options options = {.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE};
    const char *error = NULL;
    struct kernel *kernel = kernel_parse(arena, arena_printf(arena, "%s%s", HEAD, scene->text), &error);
    if (!kernel)
        print_message("%s: %s\n", scene->name, error);
    assert_non_null(kernel);
    struct protocol *p = protocol_infer(arena, kernel, 1024);
    struct prove_conflict conflict = {.outcome = PROVE_MODEL, .between_blocks = scene->between_blocks, .same_value = scene->same_value};
    struct prove_divergence divergence = {.outcome = PROVE_MODEL, .kind = FINDING_KIND_NEVER_ARRIVES};
    conflict.item[0] = divergence.item = item_at(p, scene->lines[0], false);
    conflict.item[1] = item_at(p, scene->lines[1], true);
    conflict.witness = divergence.witness = witness_of(arena, scene);
    const struct prove_report models = {
        .conflicts = &conflict, .conflict_count = !is_divergence, .divergences = &divergence, .divergence_count = is_divergence};
    const struct replay_request request = {.kernel = kernel, .protocol = p, .options = &options};
    struct replay_report *report = replay_models(arena, &request, &models);
    *protocol = p;
    return is_divergence ? report->divergences : report->conflicts;
}

static void check_scenes(const struct scene *scenes, size_t count, bool is_divergence) {
    for (size_t i = 0; i < count; i++) {
        struct arena arena = {0};
        struct protocol *p;
        const struct replay_verdict *v = replay_scene(&arena, &scenes[i], is_divergence, &p);
        if (v->outcome != scenes[i].outcome)
            print_message("%s: %d, %s\n", scenes[i].name, (int)v->outcome, v->detail ? v->detail : "");
        assert_int_equal(v->outcome, scenes[i].outcome);
        protocol_destroy(p);
        arena_release(&arena);
    }
}

#define CHECK(scenes, is_divergence) check_scenes(scenes, sizeof(scenes) / sizeof *(scenes), is_divergence)

#define NEIGHBOUR " %i = ptradd ptr.shared %q, 4:i64\n %v = load i32 %i !1\n store %q, %t !2\n ret\n"
#define ORDERED " %i = ptradd ptr.shared %q, 4:i64\n %v = load i32 %i !1\n barrier block\n store %q, %t !2\n ret\n"
#define GUARDED                                                                                                                                      \
    " %go = slt i1 10, $1\n condbr %go -> yes, no\nyes:\n store $0, %t !1\n br -> no\n"                                                              \
    "no:\n ret\n"

static void races(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"shown", NEIGHBOUR, {1, 2}, false, false, -1, -1, REPLAY_CONFIRMED},
        {"a barrier between", ORDERED, {1, 2}, false, false, -1, -1, REPLAY_NOT_SHOWN},
        {"another pair", NEIGHBOUR, {2, 2}, false, false, -1, -1, REPLAY_NOT_SHOWN},
        {"shared memory of two blocks", NEIGHBOUR, {1, 2}, true, false, -1, -1, REPLAY_NOT_SHOWN},
        {"two blocks", " store %p, %b !1\n ret\n", {1, 1}, true, false, -1, -1, REPLAY_CONFIRMED},
        {"one block", " store %p, %b !1\n ret\n", {1, 1}, false, false, -1, -1, REPLAY_NOT_SHOWN},
        {"one value", " store $0, 7 !1\n ret\n", {1, 1}, false, true, -1, -1, REPLAY_CONFIRMED},
        {"one value, not two", " store $0, 7 !1\n ret\n", {1, 1}, false, false, -1, -1, REPLAY_SAME_VALUE},
        {"two values, not one", " store $0, %t !1\n ret\n", {1, 1}, false, true, -1, -1, REPLAY_NOT_SHOWN},
        {"an argument decides", GUARDED, {1, 1}, false, false, 11, -1, REPLAY_CONFIRMED},
        {"the copied value differs only in full arrays",
         " %v = load i32 %e !3\n store $0, %v !1\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
        {"below the array", " %m = ptradd ptr.global $0, -4:i64\n store %m, %t !1\n ret\n", {1, 1}, false, false, -1, -1, REPLAY_CONFIRMED},
        {"far above the array",
         " %m = ptradd ptr.global $0, 68719476736:i64\n store %m, %t !1\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
        {"beyond a variable",
         " %m = ptradd ptr.shared %q, 260:i64\n store %m, 1 !1\n store @0, %t !2\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_PREVENTED},
        {"a cell decides",
         " %v = load i32 $2 !3\n %go = eq i1 %v, 1234567\n condbr %go -> yes, no\nyes:\n store $0, %t !1\n br -> no\nno:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         1234567,
         REPLAY_CONFIRMED},
        {"a cell is missing",
         " %v = load i32 $2 !3\n %go = eq i1 %v, 1234567\n condbr %go -> yes, no\nyes:\n store $0, %t !1\n br -> no\nno:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         7,
         REPLAY_NOT_SHOWN},
        {"an endless loop",
         " br -> again\nagain:\n br -> more\nmore:\n condbr %first -> again, end\nend:\n store %p, %t !1\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_EXHAUSTED},
        {"a trap", " store %p, %t !1\n trap\n", {1, 1}, false, false, -1, -1, REPLAY_PREVENTED},
        {"inexact guard",
         " %f = call \"__nv_sinf\" f32 0.25:f32\n %go = fcmp olt i1 %f, 0.5:f32\n"
         " condbr %go -> yes, no\nyes:\n store $0, %t !1\n br -> no\nno:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_APPROXIMATE},
    };
    CHECK(scenes, false);
}

static void divergences(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"one waits and the others go on",
         " condbr %first -> in, out\nin:\n barrier block !1\n br -> out\nout:\n store %p, %t !2\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
        {"all wait", " barrier block !1\n ret\n", {1, 1}, false, false, -1, -1, REPLAY_NOT_SHOWN},
        {"the others have left",
         " store %p, %t !2\n condbr %first -> in, out\nin:\n barrier block !1\n br -> out\nout:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_NOT_SHOWN},
        {"instead",
         " condbr %first -> in, out\nin:\n barrier block !1\n br -> end\nout:\n store %p, %t !2\n br -> end\nend:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
        {"two barriers",
         " condbr %first -> in, out\nin:\n barrier block !1\n br -> end\nout:\n barrier block !2\n br -> end\nend:\n ret\n",
         {2, 2},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
        {"once each, in different rounds",
         " br -> loop\nloop:\n %k = phi i32 [b0 0, latch %next]\n %mine = eq i1 %k, %t\n condbr %mine -> in, latch\n"
         "in:\n barrier block !1\n br -> latch\nlatch:\n %next = add i32 %k, 1\n %more = ult i1 %next, 64\n"
         " condbr %more -> loop, end\nend:\n ret\n",
         {1, 1},
         false,
         false,
         -1,
         -1,
         REPLAY_CONFIRMED},
    };
    CHECK(scenes, true);
}

/* What a confirmed verdict tells is what was executed. */
static void shown_as_executed(void **state) {
    (void)state;
    static const struct scene scene = {"", NEIGHBOUR, {1, 2}, false, false, 5, -1, REPLAY_CONFIRMED};
    struct arena arena = {0};
    struct protocol *p;
    const struct replay_verdict *v = replay_scene(&arena, &scene, false, &p);
    const struct prove_witness *w = &v->witness;
    assert_int_equal(v->outcome, REPLAY_CONFIRMED);
    assert_int_equal(v->kind, FINDING_KIND_READ_WRITE);
    assert_int_equal(w->offset[0], w->offset[1]);
    assert_int_equal(w->thread[0][0] * 4 + 4, w->offset[0]);
    assert_int_equal(w->thread[1][0] * 4, w->offset[1]);
    assert_int_equal(w->param_count, 1);
    assert_string_equal(w->params[0].name, "n");
    assert_int_equal(w->params[0].value, 5);
    protocol_destroy(p);
    arena_release(&arena);
}

static void nothing_leaks(void **state) {
    (void)state;
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races),
        cmocka_unit_test(divergences),
        cmocka_unit_test(shown_as_executed),
        cmocka_unit_test(nothing_leaks),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
