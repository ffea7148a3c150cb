#include "report/report_accesses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { MOST_TUPLES = 1 << 22 };

/* A unit tuple; `copy` tells a block's copy of shared memory, 0 for global memory. */
struct tuple {
    int64_t unit;
    uint64_t copy, block, thread;
    uint32_t interval, order, count;
    uint32_t inst;
    uint8_t mode;
};

struct accesses {
    const struct kernel *kernel;
    const struct witness *launch;
    const char *name;
    uint32_t array, object;
    VEC(struct tuple) tuples;
    bool is_short;
};

static bool is_name_of(const char *own, const char *name) {
    const char *dot = own && own[0] == '@' ? strchr(own, '.') : NULL;
    return own && (strcmp(own, name) == 0 || (dot && strcmp(dot + 1, name) == 0));
}

struct accesses *accesses_create(const struct kernel *kernel, const struct witness *launch, const char *array) {
    struct accesses *a = mem_alloc(sizeof *a);
    *a = (struct accesses){.kernel = kernel, .launch = launch, .name = array, .array = SIMULATE_NONE, .object = SIMULATE_NONE};
    for (uint32_t i = 0; i < launch->array_count && a->array == SIMULATE_NONE; i++) {
        a->array = is_name_of(launch->arrays[i].name, array) ? i : SIMULATE_NONE;
    }
    for (uint32_t i = 0; i < kernel->object_count && a->object == SIMULATE_NONE; i++) {
        const struct object *object = &kernel->objects[i];
        bool is_it = object->name && strcmp(object->name, array) == 0 && (object->space == SPACE_SHARED || object->space == SPACE_GLOBAL);
        a->object = is_it ? i : SIMULATE_NONE;
    }
    if (a->array == SIMULATE_NONE && a->object == SIMULATE_NONE) {
        accesses_destroy(a);
        return NULL;
    }
    return a;
}

void accesses_destroy(struct accesses *a) {
    vec_release(&a->tuples);
    mem_free(a, sizeof *a);
}

static uint64_t linear(const uint32_t at[3], const uint32_t size[3]) {
    return at[0] + (uint64_t)size[0] * (at[1] + (uint64_t)size[1] * at[2]);
}

void accesses_add(void *context, const struct simulate_event *event) {
    struct accesses *a = context;
    bool is_it = event->array != SIMULATE_NONE ? event->array == a->array : a->object != SIMULATE_NONE && event->object == a->object;
    if (!is_it) {
        return;
    }
    struct witness_memory memory = witness_memory_of(a->kernel, a->launch, event);
    int64_t unit_bytes = memory.elem_bytes ? memory.elem_bytes : 1;
    int64_t last = memory.offset_bytes + (int64_t)event->size_bytes - 1;
    struct tuple tuple = {.block = linear(event->block, a->launch->grid),
                          .thread = linear(event->thread, a->launch->block),
                          .interval = event->interval,
                          .count = 1,
                          .inst = event->inst.id,
                          .mode = (uint8_t)event->mode};
    tuple.copy = memory.space == SPACE_SHARED ? tuple.block + 1 : 0;
    int64_t first = memory.offset_bytes - (memory.offset_bytes % unit_bytes + unit_bytes) % unit_bytes;
    for (int64_t at = first; at <= last; at += unit_bytes) {
        tuple.unit = at / unit_bytes;
        a->is_short |= a->tuples.size >= MOST_TUPLES;
        if (!a->is_short) {
            vec_push(&a->tuples, tuple);
        }
    }
}

#define ORDER_BY(a, b)                                                                                                                               \
    do {                                                                                                                                             \
        if ((a) != (b)) {                                                                                                                            \
            return (a) < (b) ? -1 : 1;                                                                                                               \
        }                                                                                                                                            \
    } while (0)

static int compare(const void *left, const void *right) {
    const struct tuple *a = left, *b = right;
    ORDER_BY(a->copy, b->copy);
    ORDER_BY(a->unit, b->unit);
    ORDER_BY(a->block, b->block);
    ORDER_BY(a->interval, b->interval);
    ORDER_BY(a->thread, b->thread);
    ORDER_BY(a->inst, b->inst);
    ORDER_BY(a->mode, b->mode);
    return 0;
}

static bool same_unit(const struct tuple *a, const struct tuple *b) {
    return a->copy == b->copy && a->unit == b->unit;
}

/* Visit orders, and equal tuples together; gives the number of those that stay. */
static uint32_t condense(struct tuple *tuples, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct tuple *last = kept > 0 ? &tuples[kept - 1] : NULL;
        if (last && compare(last, &tuples[i]) == 0) {
            last->count++;
            continue;
        }
        bool goes_on = last && same_unit(last, &tuples[i]) && last->block == tuples[i].block;
        uint32_t order = goes_on ? last->order + (last->interval != tuples[i].interval) : 0;
        tuples[kept] = tuples[i];
        tuples[kept++].order = order;
    }
    return kept;
}

static void print_triple(uint64_t at, const uint32_t size[3], struct buffer *out) {
    buffer_printf(out, "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", at % size[0], at / size[0] % size[1], at / size[0] / size[1]);
}

static void print_tuple(const struct accesses *a, const struct tuple *tuple, struct buffer *out) {
    static const char *const actions[] = {"read", "write", "atomic", "barrier", "other"};
    const struct loc *loc = &a->kernel->locs[a->kernel->insts[tuple->inst].loc.id];
    buffer_printf(out, "  %" PRIu32 "  %-6s  thread ", tuple->order, actions[tuple->mode]);
    print_triple(tuple->thread, a->launch->block, out);
    buffer_add(out, " of block ");
    print_triple(tuple->block, a->launch->grid, out);
    buffer_printf(out, "  %s:%" PRIu32 ":%" PRIu32, loc->file ? loc->file : a->kernel->file, loc->line, loc->column);
    if (tuple->count > 1) {
        buffer_printf(out, "  %" PRIu32 " times", tuple->count);
    }
    buffer_char(out, '\n');
}

void accesses_print(struct accesses *a, struct buffer *out) {
    struct tuple *tuples = a->tuples.data;
    if (a->tuples.size > 1) {
        qsort(tuples, a->tuples.size, sizeof *tuples, compare);
    }
    uint32_t count = condense(tuples, a->tuples.size);
    buffer_printf(out, "accesses of '%s': visit order, action, thread, place\n", a->name);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !same_unit(&tuples[i - 1], &tuples[i])) {
            buffer_printf(out, "%s[%" PRId64 "]", a->name, tuples[i].unit);
            if (tuples[i].copy > 0) {
                buffer_add(out, " of block ");
                print_triple(tuples[i].copy - 1, a->launch->grid, out);
            }
            buffer_char(out, '\n');
        }
        print_tuple(a, &tuples[i], out);
    }
    buffer_add(out, count == 0 ? "no access\n" : "");
    buffer_add(out, a->is_short ? "and more accesses than are kept here\n" : "");
}
