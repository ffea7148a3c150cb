/* Orders and dominators of plain graphs given as arrays; shared by the builder,
 * the checker and cfg.c.
 *
 * Edges of node n are targets[first[n]] .. targets[first[n + 1] - 1]. */
#ifndef WP_KERNEL_RPO_H
#define WP_KERNEL_RPO_H

#include <stdint.h>

#define RPO_NONE UINT32_MAX

struct graph {
    uint32_t node_count;
    const uint32_t *first; /* node_count + 1 entries */
    const uint32_t *targets;
};

/* Reverse post-order of what is reachable from node 0: order[i] is the i-th node,
 * number[n] the place of node n or RPO_NONE. Successors are searched last to first, so
 * that the first successor comes early. Returns how many nodes are reachable. */
uint32_t rpo_number(const struct graph *successors, uint32_t *order, uint32_t *number);

/* Immediate dominators. Nodes are in reverse post-order and all reachable from node 0,
 * whose idom is itself; `predecessors` lists incoming edges in ascending order.
 * Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001). Predecessors are
 * intersected from the last to the first: this keeps joins of very many edges linear. */
void rpo_dominators(const struct graph *predecessors, uint32_t *idom);

/* Places in a depth-first walk of the tree given by parent[] (the root has itself or
 * RPO_NONE): a is an ancestor of b iff first[a] <= first[b] && first[b] <= last[a]. */
void rpo_tree_intervals(uint32_t node_count, const uint32_t *parent, uint32_t *first, uint32_t *last);

#endif
