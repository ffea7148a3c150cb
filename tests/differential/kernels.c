/* Whole random kernels. */
#include "maker.h"

/* One or two lists of statements, now and then in a loop, most of them with a barrier between. */
static void several(struct maker *g, struct node *root, struct node *(*make)(struct maker *g)) {
    uint32_t parts = 1 + (maker_below(g, 3) == 0);
    for (uint32_t i = 0; i < parts; i++) {
        struct node *list = make(g);
        if (maker_chance(g, 12)) {
            struct node *wrapped = node_list(g->arena);
            maker_add(g, wrapped, STMT(make_loop_form(g)->text[LOOP_DEPTH_MAX - 1], list));
            list = wrapped;
        }
        for (uint32_t j = 0; j < list->count; j++) {
            maker_add(g, root, list->kids[j]);
        }
        if (i + 1 < parts && maker_chance(g, 75)) {
            maker_add(g, root, STMT("__syncthreads();"));
        }
    }
    if (maker_chance(g, 15)) {
        make_statements(g, root, 1);
    }
}

static void change(struct maker *g, struct generated *kernel, uint32_t times) {
    for (uint32_t i = 0; i < times; i++) {
        generate_mutate(g->arena, g->rng, kernel);
    }
}

struct generated *generate_kernel(struct arena *arena, uint64_t seed) {
    static const char *const types[] = {"int", "int", "unsigned", "int", "unsigned", "long long", "size_t"};
    static const char *const local_types[] = {"int", "int", "unsigned", "long long"};
    struct rng rng;
    rng_init(&rng, seed);
    struct maker maker = {.arena = arena, .rng = &rng, .is_uniform = true}, *g = &maker;
    struct generated *kernel = arena_alloc(arena, sizeof *kernel);
    g->is_2d = maker_chance(g, 25);
    for (uint32_t i = 0; i < 3; i++) {
        g->written |= UINT32_C(1) << maker_below(g, PLACE_KINDS);
    }
    for (uint32_t i = 0; i < TYPED_COUNT; i++) {
        kernel->types[i] = i == TYPE_LOCAL ? PICK(g, local_types) : PICK(g, types);
    }
    kernel->attribute = maker_chance(g, 8) ? "__launch_bounds__(64) " : "";
    struct node *root = kernel->body = node_list(arena);
    switch (maker_below(g, 20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
        several(g, root, make_idiom);
        change(g, kernel, maker_below(g, 4));
        break;
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        make_statements(g, root, 2 + maker_below(g, 5));
        change(g, kernel, maker_below(g, 2));
        break;
    case 10:
    case 11:
    case 12:
    case 13:
    case 14: kernel->body = make_tight(g); break;
    default: several(g, root, make_family); change(g, kernel, maker_below(g, 3));
    }
    return kernel;
}
