/* Facts about a kernel's control flow: dominators, post-dominators, natural
   loops. Cooper, Harvey and Kennedy's iterative dominators (blocks are in
   reverse post-order already).

   RET, TRAP and UNREACHABLE lead to a virtual exit, and so does every block
   from which none of them can be reached (an endless loop). So a block behind a
   branch into an endless loop does not post-dominate the branch. Dominance is
   reflexive. Natural loops with one header are one loop; two loops are disjoint
   or nested, also in irreducible graphs. */
#ifndef WP_KERNEL_CFG_H
#define WP_KERNEL_CFG_H

#include "kernel/kernel.h"

#define CFG_NONE UINT32_MAX

struct cfg_loop {
    uint32_t header; /* block */
    uint32_t parent; /* loop index, CFG_NONE at the top */
    uint32_t depth;  /* 1 at the top */
    uint32_t *latches;
    uint32_t latch_count;
    uint32_t *blocks;
    uint32_t block_count; /* ascending, inner loops' included */
    bool has_barrier;     /* an INST_BARRIER (block, count, and, or, grid, named) in it */
};

struct cfg {
    uint32_t *idom;                                          /* immediate dominator; the entry's is itself */
    uint32_t *ipdom;                                         /* immediate post-dominator; CFG_NONE: the virtual exit */
    uint32_t *dom_first, *dom_last, *pdom_first, *pdom_last; /* intervals in the two trees, for the questions below */
    uint32_t *loop_of;                                       /* innermost loop of a block, CFG_NONE */
    struct cfg_loop *loops;
    uint32_t loop_count;        /* outer loops before inner ones, by header */
    bool irreducible;           /* a cycle without a dominating header */
    uint32_t irreducible_block; /* where the first such cycle is entered; CFG_NONE */
};

/* Allocates in the arena; the kernel must satisfy kernel_check. */
struct cfg *cfg_create(struct arena *arena, const struct kernel *kernel);
bool cfg_dominates(const struct cfg *cfg, uint32_t a, uint32_t b);
bool cfg_postdominates(const struct cfg *cfg, uint32_t a, uint32_t b);
bool cfg_loop_contains(const struct cfg *cfg, uint32_t loop, uint32_t block);

#endif
