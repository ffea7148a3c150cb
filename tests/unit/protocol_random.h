/* Random protocols that protocol_check accepts, from a seed. */
#ifndef PROTOCOL_RANDOM_H
#define PROTOCOL_RANDOM_H

#include <stdio.h>

#include "base/rng.h"
#include "base/vec.h"
#include "protocol/launch.h"

struct random_protocol {
    struct rng rng;
    struct arena *arena;
    struct protocol *p;
    VEC(term_ref) pool[3]; /* terms without counters of width 1, 32, 64 */
    VEC(struct proto_item) items;
    VEC(struct proto_loop) loops;
};

static inline uint32_t random_below(struct random_protocol *r, uint32_t bound) {
    return (uint32_t)rng_below(&r->rng, bound);
}

static const uint8_t RANDOM_WIDTHS[3] = {1, 32, 64};

/* `counter` (32 bits) is mixed in if it is a term. */
static inline term_ref random_leaf(struct random_protocol *r, uint32_t kind, term_ref counter) {
    struct term_table *t = r->p->terms;
    uint8_t width = RANDOM_WIDTHS[kind];
    if (kind == 1 && !term_is_none(counter) && random_below(r, 3) == 0)
        return counter;
    if (r->pool[kind].size == 0 || random_below(r, 5) == 0)
        return term_const(t, width, random_below(r, 2) ? random_below(r, 9) : rng_next(&r->rng));
    return r->pool[kind].data[random_below(r, r->pool[kind].size)];
}

static inline term_ref random_term(struct random_protocol *r, uint32_t kind, uint32_t depth, term_ref counter) {
    struct term_table *t = r->p->terms;
    if (depth == 0)
        return random_leaf(r, kind, counter);
    static const enum term_op binaries[] = {TERM_UDIV, TERM_SDIV, TERM_UREM, TERM_SREM, TERM_AND, TERM_OR, TERM_XOR, TERM_LSHR, TERM_ASHR};
    static const enum term_op comparisons[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    uint32_t choice = random_below(r, 8);
    if (kind == 0 && choice < 4) {
        uint32_t of = 1 + random_below(r, 2);
        term_ref a = random_term(r, of, depth - 1, counter);
        term_ref b = random_term(r, of, depth - 1, counter);
        return term_binary(t, comparisons[random_below(r, 5)], a, b);
    }
    if (choice == 0) {
        term_ref c = random_term(r, 0, depth - 1, counter);
        term_ref a = random_term(r, kind, depth - 1, counter);
        term_ref b = random_term(r, kind, depth - 1, counter);
        return term_ite(t, c, a, b);
    }
    if (choice == 1 && kind == 2)
        return random_below(r, 2) ? term_zext(t, random_term(r, 1, depth - 1, counter), 64) : term_sext(t, random_term(r, 1, depth - 1, counter), 64);
    if (choice == 1 && kind == 1)
        return term_trunc(t, random_term(r, 2, depth - 1, counter), 32);
    if (choice == 2 && kind > 0 && function_count(t) > 0) {
        term_ref argument = random_term(r, 2, depth - 1, counter);
        return term_apply(t, random_below(r, function_count(t)), RANDOM_WIDTHS[kind], &argument, 1);
    }
    term_ref a = random_term(r, kind, depth - 1, counter);
    term_ref b = random_term(r, kind, depth - 1, counter);
    uint8_t flags = (uint8_t)random_below(r, 4);
    if (choice == 3)
        return kind == 0 ? term_not(t, a) : term_mul(t, a, b, flags);
    if (choice < 6)
        return kind == 0 ? term_and(t, a, b) : term_add(t, a, b, flags);
    return term_binary(t, binaries[random_below(r, 9)], a, b);
}

static inline void random_symbols(struct random_protocol *r) {
    struct term_table *t = r->p->terms;
    for (uint32_t i = 0; i < 5; i++) {
        char name[16];
        bool is_unknown = i >= 3;
        snprintf(name, sizeof name, "%c%u", is_unknown ? 'v' : 'n', i);
        struct symbol symbol = {.name = name,
                                .width_bits = i == 1 ? 64 : 32,
                                .role = is_unknown ? SYMBOL_VALUE : SYMBOL_PARAM,
                                .scope = is_unknown ? SCOPE_THREAD : SCOPE_UNIFORM,
                                .approximate = is_unknown,
                                .reason = is_unknown ? "value read from a0" : NULL,
                                .location = is_unknown ? 1 : 0};
        vec_push(&r->pool[i == 1 ? 2 : 1], term_symbol(t, symbol_create(t, &symbol)));
    }
    for (uint32_t i = 0; i < 3; i++) {
        vec_push(&r->pool[1], r->p->tid[i]);
        vec_push(&r->pool[1], r->p->bid[i]);
        vec_push(&r->pool[1], r->p->bdim[i]);
    }
    function_intern(t, "a1:32", DEP_MEMORY);
    function_intern(t, "say \"f\\\"", DEP_APPROX);
}

/* Shared, growing terms. */
static inline void random_pool(struct random_protocol *r) {
    for (uint32_t i = 0; i < 30; i++) {
        uint32_t kind = random_below(r, 3);
        term_ref made = random_term(r, kind, 1 + random_below(r, 3), TERM_NONE);
        vec_push(&r->pool[kind], made);
    }
    for (uint32_t i = 0; i < 6; i++) {
        symbol_ref symbol = {random_below(r, symbol_count(r->p->terms))};
        symbol_add_fact(r->p->terms, symbol, random_term(r, 0, 2, TERM_NONE));
    }
}

static inline void random_items(struct random_protocol *r, uint32_t loop, uint32_t count, term_ref counter);

static inline void random_loop(struct random_protocol *r, struct proto_item item) {
    struct term_table *t = r->p->terms;
    uint32_t index = r->loops.size;
    char name[16];
    snprintf(name, sizeof name, "k%u", index);
    struct symbol symbol = {.name = name, .width_bits = 32, .role = SYMBOL_COUNTER, .scope = SCOPE_THREAD, .loop = index};
    struct proto_loop loop = {.parent = item.loop,
                              .begin = r->items.size + 1,
                              .counter = symbol_create(t, &symbol),
                              .has_barrier = true,
                              .exact = random_below(r, 2) == 0,
                              .location = {random_below(r, 4)}};
    term_ref counter = term_symbol(t, loop.counter);
    if (random_below(r, 2))
        loop.proceeds = random_term(r, 0, 2, counter);
    item.body_loop = index;
    vec_push(&r->loops, loop);
    vec_push(&r->items, item);
    random_items(r, index, random_below(r, 6), counter);
    r->loops.data[index].end = r->items.size;
}

static inline void random_access(struct random_protocol *r, struct proto_item *item, term_ref counter) {
    item->mode = (enum access_mode)random_below(r, 3);
    item->array = random_below(r, r->p->array_count);
    item->offset = random_term(r, 2, 3, counter);
    item->size = random_below(r, 4) ? term_const(r->p->terms, 64, 1u << random_below(r, 5)) : random_term(r, 2, 1, counter);
    if (item->mode == ACCESS_WRITE && random_below(r, 2)) {
        item->value = random_term(r, 1, 2, counter);
        item->value_bits = 32;
    } else if (item->mode == ACCESS_WRITE && random_below(r, 2)) {
        item->value = term_trunc(r->p->terms, random_term(r, 1, 2, counter), 8);
        item->value_bits = 8;
        item->is_fill = true;
    }
    item->is_atomic = item->mode == ACCESS_ATOMIC || random_below(r, 4) == 0;
    item->scope = item->is_atomic ? (enum scope_kind)random_below(r, 4) : SCOPE_KIND_SYSTEM;
    item->is_volatile = random_below(r, 5) == 0;
}

static inline uint32_t random_marks(const struct random_protocol *r, const struct proto_item *item) {
    const struct term_table *t = r->p->terms;
    bool is_access = item->kind == ITEM_ACCESS;
    return (term_deps(t, item->guard) & DEP_APPROX ? MARK_GUARD : 0u) | (is_access && (term_deps(t, item->offset) & DEP_APPROX) ? MARK_OFFSET : 0u) |
           (is_access && (term_deps(t, item->size) & DEP_APPROX) ? MARK_SIZE : 0u);
}

static inline void random_items(struct random_protocol *r, uint32_t loop, uint32_t count, term_ref counter) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t choice = random_below(r, 10);
        struct proto_item item = {.kind = choice < 7    ? ITEM_ACCESS
                                          : choice == 7 ? ITEM_BARRIER
                                          : choice == 8 ? ITEM_EXIT
                                                        : ITEM_LOOP,
                                  .loop = loop,
                                  .guard = random_term(r, 0, 2, counter),
                                  .location = {random_below(r, 4)},
                                  .array = PROTOCOL_NONE,
                                  .body_loop = PROTOCOL_NONE};
        if (item.kind == ITEM_ACCESS)
            random_access(r, &item, counter);
        if (item.kind == ITEM_BARRIER)
            item.barrier = (enum barrier_kind)random_below(r, BARRIER_KIND_COUNT);
        if (item.kind == ITEM_BARRIER && item.barrier == BARRIER_WARP)
            item.mask = random_term(r, 1, 1, counter);
        if (item.kind == ITEM_BARRIER && item.barrier == BARRIER_NAMED)
            item.count = random_term(r, 1, 1, counter);
        item.marks = random_marks(r, &item) | (random_below(r, 6) == 0 ? MARK_BASE : 0u);
        if (item.kind == ITEM_LOOP)
            random_loop(r, item);
        else
            vec_push(&r->items, item);
    }
}

static inline void random_tables(struct random_protocol *r) {
    struct protocol *p = r->p;
    static const struct loc locs[4] = {{0}, {"a b.cu", "f<int>", 3, 4, {0}}, {"c\"\\.cu", "g", 5, 0, {1}}, {"/x/d.cu", "h", 70000, 1, {2}}};
    p->locs = locs;
    p->loc_count = 4;
    p->array_count = 4;
    p->arrays = arena_alloc(r->arena, p->array_count * sizeof *p->arrays);
    static const char *const names[4] = {"a0", "a1", "tile", "tile"};
    for (uint32_t i = 0; i < 4; i++)
        p->arrays[i] = (struct proto_array){.name = names[i],
                                            .kind = i < 2 ? ARRAY_PARAM : ARRAY_SHARED,
                                            .space = i < 2 ? SPACE_GLOBAL : SPACE_SHARED,
                                            .elem_bytes = random_below(r, 9),
                                            .extent_bytes = random_below(r, 3) * 512,
                                            .written = true,
                                            .param = i < 2 ? i : PROTOCOL_NONE,
                                            .location = {random_below(r, 4)}};
    p->param_count = 3;
    p->params = arena_alloc(r->arena, p->param_count * sizeof *p->params);
    p->params[0] = (struct proto_param){.name = "a0", .is_pointer = true, .array = 0};
    p->params[1] = (struct proto_param){.name = "a1", .is_pointer = true, .array = PROTOCOL_NONE};
    p->params[2] = (struct proto_param){.name = "n", .is_float = true, .array = PROTOCOL_NONE, .value = r->pool[1].data[0]};
}

/* A claim about an access, if there is one. */
static inline void random_bound(struct random_protocol *r, struct proto_assert *claim) {
    uint32_t access = 0;
    while (access < r->items.size && r->items.data[access].kind != ITEM_ACCESS)
        access++;
    if (access == r->items.size) {
        claim->kind = CLAIM_ASSERT;
        return;
    }
    claim->access = access;
    claim->index = random_term(r, 2, 2, TERM_NONE);
    claim->extent = 1 + random_below(r, 100);
    claim->condition = protocol_inside(r->p->terms, claim->index, claim->extent);
}

static inline void random_rest(struct random_protocol *r) {
    struct protocol *p = r->p;
    p->assert_count = random_below(r, 3);
    p->asserts = arena_alloc(r->arena, p->assert_count * sizeof *p->asserts);
    for (uint32_t i = 0; i < p->assert_count; i++)
        p->asserts[i] = (struct proto_assert){.kind = (enum claim_kind)random_below(r, CLAIM_ASSUME + 1),
                                              .guard = random_term(r, 0, 1, TERM_NONE),
                                              .condition = random_term(r, 0, 2, TERM_NONE),
                                              .location = {random_below(r, 4)},
                                              .text = random_below(r, 2) ? "x > 0\n" : NULL,
                                              .loop = random_below(r, 2) ? random_below(r, p->loop_count + 1) - 1 : PROTOCOL_NONE,
                                              .position = random_below(r, 2) ? random_below(r, p->item_count + 1) : PROTOCOL_NONE};
    for (uint32_t i = 0; i < p->assert_count; i++)
        if (random_below(r, 2)) {
            uint32_t begin = random_below(r, p->item_count + 1);
            p->asserts[i].but = (struct proto_range){true, begin, begin + random_below(r, p->item_count + 1 - begin)};
        }
    for (uint32_t i = 0; i < p->assert_count; i++)
        if (p->asserts[i].kind == CLAIM_BOUND)
            random_bound(r, &p->asserts[i]);
    p->problem_count = random_below(r, 3);
    p->problems = arena_alloc(r->arena, p->problem_count * sizeof *p->problems);
    for (uint32_t i = 0; i < p->problem_count; i++)
        p->problems[i] = (struct proto_problem){(enum reason_kind)random_below(r, REASON_COUNT),
                                                1 + random_below(r, 15),
                                                {random_below(r, 4)},
                                                random_below(r, 2) ? "asm // \"x\"" : NULL};
    for (uint32_t i = 0; i < 3; i++) {
        p->reads_tid[i] = random_below(r, 2);
        p->reads_gdim[i] = random_below(r, 2);
        p->required_block[i] = random_below(r, 2) ? 0 : p->required_block[0];
    }
}

#define RANDOM_GIVE(field, vec)                                                                                                                      \
    (field = memcpy(arena_alloc(r.arena, (vec).size * sizeof *(vec).data), (vec).size ? (const void *)(vec).data : (const void *)"",                 \
                    (vec).size * sizeof *(vec).data),                                                                                                \
     vec_release(&(vec)))

static inline struct protocol *random_protocol(struct arena *arena, uint64_t seed, uint32_t item_count) {
    struct random_protocol r = {.arena = arena, .p = arena_alloc(arena, sizeof *r.p)};
    rng_init(&r.rng, seed);
    *r.p = (struct protocol){.arena = arena, .terms = term_table_create(), .name = "_Z1kv", .display = "k<\"x\">()", .file = "a b.cu", .line = 7};
    if (random_below(&r, 4) == 0)
        term_table_set_max_block(r.p->terms, 4096);
    protocol_add_launch(r.p);
    random_symbols(&r);
    random_pool(&r);
    random_tables(&r);
    random_items(&r, PROTOCOL_NONE, item_count, TERM_NONE);
    random_rest(&r);
    r.p->item_count = r.items.size;
    r.p->loop_count = r.loops.size;
    RANDOM_GIVE(r.p->items, r.items);
    RANDOM_GIVE(r.p->loops, r.loops);
    for (uint32_t i = 0; i < 3; i++)
        vec_release(&r.pool[i]);
    return r.p;
}

#endif
