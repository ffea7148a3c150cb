#include "cli/plan.h"

#include <stdbool.h>
#include <string.h>

#include "base/map.h"

/* Many instances of one template still keep several workers busy. */
enum { GROUP_MOST = 8 };

/* Up to the arguments of the template, or of the kernel. */
static size_t base_length(const char *display) {
    static const char unnamed[] = "(anonymous namespace)";
    size_t length = strcspn(display, "<(");
    while (strncmp(display + length, unnamed, sizeof unnamed - 1) == 0) {
        length += sizeof unnamed - 1;
        length += strcspn(display + length, "<(");
    }
    return length;
}

/* Numbers the names: each kernel gets the number of the first kernel of its name. */
static uint32_t *first_of_name(struct arena *arena, const char *const *displays, uint32_t count) {
    uint32_t *firsts = arena_alloc(arena, (count + 1) * sizeof *firsts);
    struct map seen = {0};
    for (uint32_t i = 0; i < count; i++) {
        size_t length = base_length(displays[i]);
        uint64_t key = hash_bytes(displays[i], length);
        uint32_t first = i;
        while (map_get(&seen, key, &first) && (base_length(displays[first]) != length || memcmp(displays[first], displays[i], length) != 0)) {
            key++;
            first = i;
        }
        if (first == i) {
            map_set(&seen, key, i);
        }
        firsts[i] = first;
    }
    map_release(&seen);
    return firsts;
}

struct plan plan_make(struct arena *arena, const char *const *displays, uint32_t count) {
    const uint32_t *firsts = first_of_name(arena, displays, count);
    uint32_t *kernels = arena_alloc(arena, (count + 1) * sizeof *kernels);
    uint32_t *starts = arena_alloc(arena, ((size_t)count + 1) * sizeof *starts);
    uint32_t *next = arena_alloc(arena, (count + 1) * sizeof *next), *last = arena_alloc(arena, (count + 1) * sizeof *last);
    struct plan plan = {.kernels = kernels, .starts = starts};
    /* The kernels of one name as a list: a pass over the file for each name would be quadratic. */
    for (uint32_t i = 0; i < count; i++) {
        next[i] = count;
        if (firsts[i] != i) {
            next[last[firsts[i]]] = i;
        }
        last[firsts[i]] = i;
    }
    uint32_t placed = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t in_group = 0;
        for (uint32_t k = i; firsts[i] == i && k < count; k = next[k]) {
            if (in_group % GROUP_MOST == 0) {
                starts[plan.group_count++] = placed;
            }
            in_group++;
            kernels[placed++] = k;
        }
    }
    starts[plan.group_count] = placed;
    return plan;
}
