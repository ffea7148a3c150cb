/* Blocks that a kernel is written for, as far as its own text tells. */
#ifndef WP_KERNEL_SHAPE_H
#define WP_KERNEL_SHAPE_H

#include "kernel/kernel.h"

enum { SHAPES_MAX = 6 };

struct shapes {
    uint32_t blocks[SHAPES_MAX][3]; /* threads along each axis; the likeliest first */
    uint32_t count;
};

/* Collects blocks from the constants of the kernel: `max_threads` (of __launch_bounds__; 0: none), extents of shared arrays and of
   their dimensions, constants that thread indices are compared with, and row lengths in `threadIdx.y * C + threadIdx.x`. `axes`: the
   block's number of used axes, 1 to 3; the others have one thread. No block has more than 1024 threads, or than `max_threads`, and each
   has whole warps. */
struct shapes shapes_find(const struct kernel *kernel, uint32_t max_threads, uint32_t axes);

#endif
