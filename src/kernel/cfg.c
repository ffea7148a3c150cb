#include "kernel/cfg.h"

#include <assert.h>
#include <stdlib.h>

#include "kernel/rpo.h"

_Static_assert(CFG_NONE == RPO_NONE, "one value for no block");

struct work {
    const struct kernel *kernel;
    struct arena scratch;
    struct arena *arena;
    struct cfg *cfg;
    uint32_t *stack; /* an entry per block and the virtual exit */
    uint32_t *mark;  /* an entry per block; zeros between uses */
    uint32_t *found; /* an entry per block */
};

static uint32_t *numbers(struct arena *arena, uint32_t count) {
    return arena_alloc(arena, (size_t)count * sizeof(uint32_t));
}

static void compute_dominators(struct work *w) {
    const struct kernel *k = w->kernel;
    uint32_t count = k->block_count;
    uint32_t *first = numbers(&w->scratch, count + 1);
    for (uint32_t b = 0; b < count; b++) {
        first[b + 1] = first[b] + k->blocks[b].pred_count;
    }
    uint32_t *preds = numbers(&w->scratch, first[count]);
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t i = 0; i < k->blocks[b].pred_count; i++) {
            preds[first[b] + i] = kernel_pred(k, b, i).id;
        }
    }
    struct graph graph = {count, first, preds};
    rpo_dominators(&graph, w->cfg->idom);
    rpo_tree_intervals(count, w->cfg->idom, w->cfg->dom_first, w->cfg->dom_last);
}

/* mark[b] = 1 where a block without successors can be reached. */
static void mark_ending(struct work *w) {
    const struct kernel *k = w->kernel;
    uint32_t depth = 0;
    for (uint32_t b = 0; b < k->block_count; b++) {
        if (k->blocks[b].succ_count == 0) {
            w->mark[b] = 1;
            w->stack[depth++] = b;
        }
    }
    while (depth > 0) {
        uint32_t b = w->stack[--depth];
        for (uint32_t i = 0; i < k->blocks[b].pred_count; i++) {
            uint32_t from = kernel_pred(k, b, i).id;
            if (!w->mark[from]) {
                w->mark[from] = 1;
                w->stack[depth++] = from;
            }
        }
    }
}

/* The reversed graph: node 0 is the virtual exit, node b + 1 is block b. Fills first and
 * targets of its successors (forward: the blocks' predecessors) or predecessors. */
static struct graph reversed(struct work *w, bool forward) {
    const struct kernel *k = w->kernel;
    uint32_t count = k->block_count + 1;
    uint32_t *first = numbers(&w->scratch, count + 1);
    uint32_t *targets = numbers(&w->scratch, k->edge_total + count);
    uint32_t used = 0;
    for (uint32_t b = 0; forward && b < k->block_count; b++) {
        if (k->blocks[b].succ_count == 0 || !w->mark[b]) {
            targets[used++] = b + 1;
        }
    }
    first[1] = used;
    for (uint32_t b = 0; b < k->block_count; b++) {
        const struct block *block = &k->blocks[b];
        if (!forward && (block->succ_count == 0 || !w->mark[b])) {
            targets[used++] = 0;
        }
        uint32_t edges = forward ? block->pred_count : block->succ_count;
        for (uint32_t i = 0; i < edges; i++) {
            targets[used++] = 1 + (forward ? kernel_pred(k, b, i).id : kernel_succ(k, b, i).id);
        }
        first[b + 2] = used;
    }
    return (struct graph){count, first, targets};
}

static void compute_postdominators(struct work *w) {
    uint32_t blocks = w->kernel->block_count, count = blocks + 1;
    mark_ending(w);
    struct graph forward = reversed(w, true), backward = reversed(w, false);
    uint32_t *order = numbers(&w->scratch, count), *number = numbers(&w->scratch, count);
    uint32_t reached = rpo_number(&forward, order, number);
    assert(reached == count);
    uint32_t *first = numbers(&w->scratch, count + 1);
    uint32_t *targets = numbers(&w->scratch, backward.first[count]);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t node = order[n], used = first[n];
        for (uint32_t e = backward.first[node]; e < backward.first[node + 1]; e++) {
            targets[used++] = number[backward.targets[e]];
        }
        first[n + 1] = used;
    }
    struct graph renumbered = {reached, first, targets};
    uint32_t *idom = numbers(&w->scratch, count);
    rpo_dominators(&renumbered, idom);
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t above = order[idom[number[b + 1]]];
        w->cfg->ipdom[b] = above == 0 ? CFG_NONE : above - 1;
        w->mark[b] = 0;
    }
    rpo_tree_intervals(blocks, w->cfg->ipdom, w->cfg->pdom_first, w->cfg->pdom_last);
}

/* Back edges lead to a dominator; any other edge to an earlier block is part of a cycle
 * with two entries. mark[h] counts the latches of h. */
static void classify_edges(struct work *w) {
    const struct kernel *k = w->kernel;
    w->cfg->irreducible_block = CFG_NONE;
    for (uint32_t b = 0; b < k->block_count; b++) {
        for (uint32_t i = 0; i < k->blocks[b].pred_count; i++) {
            uint32_t from = kernel_pred(k, b, i).id;
            if (from < b) {
                continue;
            }
            if (cfg_dominates(w->cfg, b, from)) {
                w->cfg->loop_count += w->mark[b] == 0;
                w->mark[b]++;
            } else if (!w->cfg->irreducible) {
                w->cfg->irreducible = true;
                w->cfg->irreducible_block = b;
            }
        }
    }
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* The loop's blocks: what reaches a latch backwards without passing the header.
 * member[b] is the loop's index + 1 for the blocks found last. */
static void flood_loop(struct work *w, uint32_t index, uint32_t *member) {
    const struct kernel *k = w->kernel;
    struct cfg_loop *loop = &w->cfg->loops[index];
    uint32_t *found = w->found;
    uint32_t depth = 0, count = 0;
    member[loop->header] = index + 1;
    found[count++] = loop->header;
    for (uint32_t i = 0; i < loop->latch_count; i++) {
        if (member[loop->latches[i]] != index + 1) {
            member[loop->latches[i]] = index + 1;
            w->stack[depth++] = loop->latches[i];
        }
    }
    while (depth > 0) {
        uint32_t b = w->stack[--depth];
        found[count++] = b;
        for (uint32_t i = 0; i < k->blocks[b].pred_count; i++) {
            uint32_t from = kernel_pred(k, b, i).id;
            if (member[from] != index + 1) {
                member[from] = index + 1;
                w->stack[depth++] = from;
            }
        }
    }
    loop->block_count = count;
    loop->blocks = numbers(w->arena, count);
    for (uint32_t i = 0; i < count; i++) {
        loop->blocks[i] = found[i];
    }
    qsort(loop->blocks, count, sizeof *loop->blocks, compare_numbers);
}

static bool block_has_barrier(const struct kernel *k, uint32_t b) {
    for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
        const struct inst *inst = kernel_inst(k, kernel_at(k, b, i));
        if (inst->op == INST_BARRIER && inst->imm != BARRIER_WARP) {
            return true;
        }
    }
    return false;
}

static void fill_loop(struct work *w, uint32_t index, uint32_t header, uint32_t *member) {
    const struct kernel *k = w->kernel;
    struct cfg_loop *loop = &w->cfg->loops[index];
    loop->header = header;
    loop->latches = numbers(w->arena, w->mark[header]);
    for (uint32_t i = 0; i < k->blocks[header].pred_count; i++) {
        uint32_t from = kernel_pred(k, header, i).id;
        if (from >= header && cfg_dominates(w->cfg, header, from)) {
            loop->latches[loop->latch_count++] = from;
        }
    }
    loop->parent = w->cfg->loop_of[header];
    loop->depth = loop->parent == CFG_NONE ? 1 : w->cfg->loops[loop->parent].depth + 1;
    flood_loop(w, index, member);
    for (uint32_t i = 0; i < loop->block_count; i++) {
        w->cfg->loop_of[loop->blocks[i]] = index;
        loop->has_barrier = loop->has_barrier || block_has_barrier(k, loop->blocks[i]);
    }
}

/* By ascending header: an outer loop's header dominates, so precedes, an inner one's,
 * and the last loop to claim a block is its innermost. */
static void compute_loops(struct work *w) {
    const struct kernel *k = w->kernel;
    uint32_t *member = numbers(&w->scratch, k->block_count);
    classify_edges(w);
    w->cfg->loops = arena_alloc(w->arena, w->cfg->loop_count * sizeof *w->cfg->loops);
    for (uint32_t b = 0; b < k->block_count; b++) {
        w->cfg->loop_of[b] = CFG_NONE;
    }
    uint32_t index = 0;
    for (uint32_t b = 0; b < k->block_count; b++) {
        if (w->mark[b] > 0) {
            fill_loop(w, index++, b, member);
        }
    }
}

struct cfg *cfg_create(struct arena *arena, const struct kernel *kernel) {
    uint32_t count = kernel->block_count;
    struct work work = {.kernel = kernel, .arena = arena};
    struct work *w = &work;
    struct cfg *cfg = arena_alloc(arena, sizeof *cfg);
    w->cfg = cfg;
    arena_init(&w->scratch);
    w->stack = numbers(&w->scratch, count + 1);
    w->mark = numbers(&w->scratch, count);
    w->found = numbers(&w->scratch, count);
    uint32_t **const tables[] = {&cfg->idom, &cfg->ipdom, &cfg->loop_of, &cfg->dom_first, &cfg->dom_last, &cfg->pdom_first, &cfg->pdom_last};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        *tables[i] = numbers(arena, count);
    }
    compute_dominators(w);
    compute_postdominators(w);
    compute_loops(w);
    arena_release(&w->scratch);
    return cfg;
}

bool cfg_dominates(const struct cfg *cfg, uint32_t a, uint32_t b) {
    return cfg->dom_first[a] <= cfg->dom_first[b] && cfg->dom_first[b] <= cfg->dom_last[a];
}

bool cfg_postdominates(const struct cfg *cfg, uint32_t a, uint32_t b) {
    return cfg->pdom_first[a] <= cfg->pdom_first[b] && cfg->pdom_first[b] <= cfg->pdom_last[a];
}

bool cfg_loop_contains(const struct cfg *cfg, uint32_t loop, uint32_t block) {
    uint32_t inner = cfg->loop_of[block];
    while (inner != CFG_NONE && inner != loop) {
        inner = cfg->loops[inner].parent;
    }
    return inner == loop && loop != CFG_NONE;
}
