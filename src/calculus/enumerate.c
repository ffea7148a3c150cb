/* A protocol of the paper enumerated: the set of access values of each phase, thread by thread, and
   whether two of them conflict. Independent of execute.c on purpose: Theorem 1 compares the two. */
#include <stdlib.h>

#include "base/map.h"
#include "calculus/evaluate.h"
#include "calculus/type.h"

struct access_value {
    uint64_t cell;
    uint32_t phase, thread, is_write;
};

struct enumeration {
    const struct baby_program *map;
    uint32_t *values;
    uint32_t thread, phase;
    uint64_t steps;
    VEC(struct access_value) accesses;
};

static void enumerate(struct enumeration *e, uint32_t first);

static void enumerate_item(struct enumeration *e, const struct baby_stmt *s) {
    const struct baby_program *map = e->map;
    switch (s->kind) {
    case BABY_RD:
    case BABY_WR:
        vec_push(&e->accesses,
                 (struct access_value){(uint64_t)s->array << 32 | baby_evaluate(map, s->index, e->values), e->phase, e->thread, s->kind == BABY_WR});
        break;
    case BABY_SYNC: e->phase++; break;
    case BABY_IF: enumerate(e, baby_evaluate(map, s->condition, e->values) ? s->body : s->other); break;
    case BABY_FOR: {
        uint32_t to = baby_evaluate(map, s->value, e->values);
        for (uint32_t x = baby_evaluate(map, s->index, e->values); x < to && e->steps > 0; x++, e->steps--) {
            e->values[s->name] = x;
            enumerate(e, s->body);
        }
        break;
    }
    case BABY_SKIP:
    case BABY_READ:
    case BABY_WRITE: break;
    }
}

static void enumerate(struct enumeration *e, uint32_t first) {
    for (uint32_t at = first; at != BABY_NONE && e->steps > 0; at = e->map->stmts.data[at].next) {
        e->steps--;
        enumerate_item(e, &e->map->stmts.data[at]);
    }
}

static int compare_values(const void *left, const void *right) {
    const struct access_value *a = left, *b = right;
    if (a->phase != b->phase)
        return a->phase < b->phase ? -1 : 1;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    return a->is_write != b->is_write ? (a->is_write ? -1 : 1) : 0;
}

/* Sorted so that a cell's writes come first: it is racy if it is written and has two threads. */
static bool has_conflict(struct enumeration *e) {
    const struct access_value *v = e->accesses.data;
    uint32_t first = 0;
    if (e->accesses.size > 0)
        qsort(e->accesses.data, e->accesses.size, sizeof *v, compare_values);
    for (uint32_t i = 1; i < e->accesses.size; i++) {
        if (v[i].phase != v[first].phase || v[i].cell != v[first].cell)
            first = i;
        else if (v[first].is_write && v[i].thread != v[first].thread)
            return true;
    }
    return false;
}

uint64_t baby_access_hash(uint32_t phase, uint32_t thread, uint32_t array, uint32_t index, bool is_write) {
    return hash_mix(hash_mix(hash_mix(phase, thread), (uint64_t)array << 32 | index), is_write);
}

struct baby_enumeration baby_enumerate(const struct baby_program *map, uint32_t threads, const uint32_t *params, uint64_t steps) {
    struct enumeration e = {.map = map, .steps = steps};
    struct baby_enumeration result = {.is_complete = true};
    size_t bytes = map->names.size * sizeof *e.values;
    uint32_t phases = 0;
    e.values = mem_alloc(bytes);
    for (e.thread = 0; e.thread < threads; e.thread++) {
        memset(e.values, 0, bytes);
        e.values[BABY_NAME_TID] = e.thread;
        e.values[BABY_NAME_NTID] = threads;
        for (uint32_t i = 0; i < map->param_count; i++)
            e.values[BABY_NAME_PARAMS + i] = params[i];
        e.phase = 0;
        enumerate(&e, map->body);
        result.is_complete &= e.thread == 0 || e.phase == phases;
        phases = e.phase;
    }
    result.is_complete &= e.steps > 0;
    result.accesses = e.accesses.size;
    for (uint32_t i = 0; i < e.accesses.size; i++) {
        const struct access_value *v = &e.accesses.data[i];
        result.fingerprint += baby_access_hash(v->phase, v->thread, (uint32_t)(v->cell >> 32), (uint32_t)v->cell, v->is_write);
    }
    result.is_drf = !has_conflict(&e);
    vec_release(&e.accesses);
    mem_free(e.values, bytes);
    return result;
}
