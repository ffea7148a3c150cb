#include "kernel/rpo.h"

#include <stdbool.h>

#include "base/memory.h"

static uint32_t *numbers_create(uint32_t count) {
    return mem_alloc(mem_array_bytes(count, sizeof(uint32_t)));
}

static void numbers_destroy(uint32_t *numbers, uint32_t count) {
    mem_free(numbers, mem_array_bytes(count, sizeof(uint32_t)));
}

uint32_t rpo_number(const struct graph *successors, uint32_t *order, uint32_t *number) {
    uint32_t count = successors->node_count;
    if (count == 0) {
        return 0;
    }
    const uint32_t *first = successors->first;
    uint32_t *stack = numbers_create(count);
    uint32_t *left = numbers_create(count); /* edges of a node still to follow */
    for (uint32_t n = 0; n < count; n++) {
        number[n] = RPO_NONE;
        left[n] = first[n + 1] - first[n];
    }
    uint32_t depth = 0, finished = 0;
    stack[depth++] = 0;
    number[0] = 0;
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        if (left[node] == 0) {
            order[finished++] = node;
            depth--;
            continue;
        }
        uint32_t next = successors->targets[first[node] + --left[node]];
        if (number[next] == RPO_NONE) {
            number[next] = 0;
            stack[depth++] = next;
        }
    }
    for (uint32_t i = 0; i < finished / 2; i++) {
        uint32_t swapped = order[i];
        order[i] = order[finished - 1 - i];
        order[finished - 1 - i] = swapped;
    }
    for (uint32_t i = 0; i < finished; i++) {
        number[order[i]] = i;
    }
    numbers_destroy(left, count);
    numbers_destroy(stack, count);
    return finished;
}

static uint32_t intersect(const uint32_t *idom, uint32_t a, uint32_t b) {
    while (a != b) {
        while (a > b) {
            a = idom[a];
        }
        while (b > a) {
            b = idom[b];
        }
    }
    return a;
}

void rpo_dominators(const struct graph *predecessors, uint32_t *idom) {
    uint32_t count = predecessors->node_count;
    for (uint32_t n = 0; n < count; n++) {
        idom[n] = n == 0 ? 0 : RPO_NONE;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t n = 1; n < count; n++) {
            uint32_t dominator = RPO_NONE;
            for (uint32_t e = predecessors->first[n + 1]; e-- > predecessors->first[n];) {
                uint32_t from = predecessors->targets[e];
                if (idom[from] == RPO_NONE) {
                    continue;
                }
                dominator = dominator == RPO_NONE ? from : intersect(idom, from, dominator);
            }
            if (dominator != idom[n]) {
                idom[n] = dominator;
                changed = true;
            }
        }
    }
}

void rpo_tree_intervals(uint32_t node_count, const uint32_t *parent, uint32_t *first, uint32_t *last) {
    uint32_t *child = numbers_create(node_count), *sibling = numbers_create(node_count);
    uint32_t *stack = numbers_create(node_count);
    uint32_t depth = 0, place = 0;
    for (uint32_t n = 0; n < node_count; n++) {
        child[n] = RPO_NONE;
        first[n] = RPO_NONE;
    }
    for (uint32_t n = node_count; n-- > 0;) {
        if (parent[n] == RPO_NONE || parent[n] == n) {
            sibling[n] = RPO_NONE;
            stack[depth++] = n;
        } else {
            sibling[n] = child[parent[n]];
            child[parent[n]] = n;
        }
    }
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        if (first[node] == RPO_NONE) {
            first[node] = place++;
        }
        uint32_t next = child[node];
        if (next != RPO_NONE) {
            child[node] = sibling[next];
            stack[depth++] = next;
        } else {
            last[node] = place - 1;
            depth--;
        }
    }
    numbers_destroy(stack, node_count);
    numbers_destroy(sibling, node_count);
    numbers_destroy(child, node_count);
}
