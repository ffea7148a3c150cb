/* Copies of a kernel with a block barrier more, or barriers less. Everything but
   the instructions' order is shared with the original, which must outlive them. */
#ifndef WP_KERNEL_EDIT_H
#define WP_KERNEL_EDIT_H

#include "kernel/kernel.h"

/* Without the instructions for which `dropped` (by id) is true; nobody may use
   their results, and none is a terminator. */
struct kernel *kernel_without(struct arena *arena, const struct kernel *kernel, const bool *dropped);

/* With a block barrier before the instruction at `position` of `block`, which is
   not a phi. The barrier's id is inst_count of the original. */
struct kernel *kernel_with_barrier(struct arena *arena, const struct kernel *kernel, uint32_t block, uint32_t position, loc_ref loc);

#endif
