/* See host_graph.h. */
#include "llvm/host_graph.h"

#include <string.h>

#include "base/map.h"

static uint32_t place_of(const struct host_graph *g, LLVMBasicBlockRef block) {
    return (uint32_t)hash_mix(0, (uint64_t)(uintptr_t)block) & g->place_mask;
}

uint32_t host_graph_index(const struct host_graph *graph, LLVMBasicBlockRef block) {
    for (uint32_t at = place_of(graph, block); graph->places[at]; at = (at + 1) & graph->place_mask)
        if (graph->blocks[graph->places[at] - 1] == block)
            return graph->places[at] - 1;
    return HOST_GRAPH_NONE;
}

static void index_blocks(struct host_graph *g, struct arena *arena) {
    uint32_t size = 4;
    while (size < 2 * g->count)
        size *= 2;
    g->place_mask = size - 1;
    g->places = arena_alloc(arena, size * sizeof *g->places);
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t at = place_of(g, g->blocks[i]);
        while (g->places[at])
            at = (at + 1) & g->place_mask;
        g->places[at] = i + 1;
    }
}

struct host_graph host_graph_make(struct arena *arena, LLVMValueRef function) {
    struct host_graph g = {.count = LLVMCountBasicBlocks(function), .arena = arena};
    g.blocks = arena_alloc(arena, (g.count + 1) * sizeof *g.blocks);
    g.next = arena_alloc(arena, (g.count + 1) * sizeof *g.next);
    g.next_count = arena_alloc(arena, (g.count + 1) * sizeof *g.next_count);
    g.seen = arena_alloc(arena, (g.count + 1) * sizeof *g.seen);
    g.stack = arena_alloc(arena, (g.count + 1) * sizeof *g.stack);
    LLVMGetBasicBlocks(function, g.blocks);
    index_blocks(&g, arena);
    for (uint32_t i = 0; i < g.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g.blocks[i]);
        g.next_count[i] = end ? LLVMGetNumSuccessors(end) : 0;
        g.next[i] = arena_alloc(arena, (g.next_count[i] + 1) * sizeof **g.next);
        for (uint32_t n = 0; n < g.next_count[i]; n++)
            g.next[i][n] = host_graph_index(&g, LLVMGetSuccessor(end, n));
    }
    return g;
}

bool host_graph_reaches(struct host_graph *g, uint32_t from, uint32_t to, uint32_t out, uint32_t edge, uint32_t stop) {
    uint32_t size = 0;
    memset(g->seen, 0, g->count * sizeof *g->seen);
    if (from == HOST_GRAPH_NONE && to == 0)
        return true;
    g->stack[size++] = from == HOST_GRAPH_NONE ? 0 : from;
    if (from == HOST_GRAPH_NONE)
        g->seen[0] = true;
    while (size > 0) {
        uint32_t at = g->stack[--size];
        for (uint32_t n = 0; n < g->next_count[at] && (at != stop || at == from); n++) {
            uint32_t next = g->next[at][n];
            if (at == out && n == edge)
                continue;
            if (next == to)
                return true;
            if (!g->seen[next]) {
                g->seen[next] = true;
                g->stack[size++] = next;
            }
        }
    }
    return false;
}

bool host_graph_comes_before(struct host_graph *g, LLVMValueRef first, LLVMValueRef second) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(first), to = LLVMGetInstructionParent(second);
    for (LLVMValueRef i = from == to ? LLVMGetNextInstruction(first) : NULL; i; i = LLVMGetNextInstruction(i))
        if (i == second)
            return true;
    return host_graph_reaches(g, host_graph_index(g, from), host_graph_index(g, to), HOST_GRAPH_NONE, 0, HOST_GRAPH_NONE);
}

/* ---- dominators ---- */

/* Blocks that the entry reaches, each after all that it reaches first: the reverse of this is an order for find_dominators. */
static uint32_t list_postorder(struct host_graph *g, uint32_t *order) {
    uint32_t count = 0, size = 0, *edges = arena_alloc(g->arena, (g->count + 1) * sizeof *edges);
    memset(g->seen, 0, g->count * sizeof *g->seen);
    g->stack[size++] = 0;
    g->seen[0] = true;
    while (size > 0) {
        uint32_t at = g->stack[size - 1];
        if (edges[at] == g->next_count[at]) {
            order[count++] = at;
            size--;
            continue;
        }
        uint32_t next = g->next[at][edges[at]++];
        if (!g->seen[next]) {
            g->seen[next] = true;
            g->stack[size++] = next;
        }
    }
    return count;
}

static uint32_t meet(const uint32_t *dominators, const uint32_t *place, uint32_t a, uint32_t b) {
    while (a != b) {
        while (place[a] < place[b])
            a = dominators[a];
        while (place[b] < place[a])
            b = dominators[b];
    }
    return a;
}

/* Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm": along edges, in reverse postorder, until nothing changes. */
static void find_dominators(struct host_graph *g) {
    uint32_t *order = arena_alloc(g->arena, (g->count + 1) * sizeof *order), *place = arena_alloc(g->arena, (g->count + 1) * sizeof *place);
    g->dominators = arena_alloc(g->arena, (g->count + 1) * sizeof *g->dominators);
    for (uint32_t b = 0; b < g->count; b++)
        g->dominators[b] = HOST_GRAPH_NONE;
    const uint32_t count = g->count > 0 ? list_postorder(g, order) : 0;
    for (uint32_t i = 0; i < count; i++)
        place[order[i]] = i;
    if (count > 0)
        g->dominators[0] = 0;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t i = count; i-- > 0;) {
            const uint32_t at = order[i];
            for (uint32_t n = 0; n < g->next_count[at]; n++) {
                const uint32_t next = g->next[at][n], old = g->dominators[next];
                const uint32_t found = next == 0 ? 0 : old == HOST_GRAPH_NONE ? at : meet(g->dominators, place, old, at);
                is_new |= found != old;
                g->dominators[next] = found;
            }
        }
    }
}

bool host_graph_is_dominated(struct host_graph *g, uint32_t first, uint32_t second) {
    if (!g->dominators)
        find_dominators(g);
    if (g->dominators[second] == HOST_GRAPH_NONE)
        return true; /* no path leads there */
    while (second != first && second != 0)
        second = g->dominators[second];
    return second == first;
}

const bool *host_graph_origins(struct host_graph *g, uint32_t to) {
    if (g->origins && g->origins_of == to)
        return g->origins;
    if (!g->origins)
        g->origins = arena_alloc(g->arena, (g->count + 1) * sizeof *g->origins);
    memset(g->origins, 0, g->count * sizeof *g->origins);
    g->origins_of = to;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t b = g->count; b-- > 0;)
            for (uint32_t n = 0; n < g->next_count[b] && !g->origins[b]; n++)
                if (g->next[b][n] == to || g->origins[g->next[b][n]])
                    g->origins[b] = is_new = true;
    }
    return g->origins;
}

bool host_graph_dominates(LLVMBasicBlockRef first, LLVMBasicBlockRef second) {
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(first));
    bool is =
        first == second || !host_graph_reaches(&g, HOST_GRAPH_NONE, host_graph_index(&g, second), HOST_GRAPH_NONE, 0, host_graph_index(&g, first));
    arena_release(&scratch);
    return is;
}

bool *host_graph_loop(struct host_graph *g, struct arena *arena, uint32_t header) {
    bool *is_in = arena_alloc(arena, (g->count + 1) * sizeof *is_in), is_loop = false;
    for (uint32_t b = 0; b < g->count; b++)
        for (uint32_t n = 0; n < g->next_count[b] && !is_in[b]; n++)
            is_in[b] = g->next[b][n] == header && (b == header || !host_graph_reaches(g, HOST_GRAPH_NONE, b, HOST_GRAPH_NONE, 0, header));
    for (uint32_t b = 0; b < g->count; b++)
        is_loop |= is_in[b];
    is_in[header] = true;
    for (bool is_new = is_loop; is_new;) {
        is_new = false;
        for (uint32_t b = g->count; b-- > 0;)
            for (uint32_t n = 0; n < g->next_count[b] && !is_in[b]; n++)
                if (g->next[b][n] != header && is_in[g->next[b][n]])
                    is_in[b] = is_new = true;
    }
    return is_loop ? is_in : NULL;
}

bool host_is_repeated(LLVMValueRef instruction) {
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph graph = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
    bool is_repeated = host_graph_comes_before(&graph, instruction, instruction);
    arena_release(&scratch);
    return is_repeated;
}
