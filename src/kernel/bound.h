/* Dimensions that an address goes through.

   BOUND says of an address (a PTRADD) which element of an array it selects. An access
   goes through that element if its address is that PTRADD, or is computed from it by
   PTRADD and PTRCAST alone. */
#ifndef WP_KERNEL_BOUND_H
#define WP_KERNEL_BOUND_H

#include "base/arena.h"
#include "kernel/kernel.h"

struct kernel_bounds {
    uint32_t *first; /* by instruction: the last BOUND of this address, 0: none; NULL: the kernel has none */
    uint32_t *next;  /* by BOUND: the one before it of the same address */
};

/* The table lives in `arena`. */
void kernel_bounds_init(struct arena *arena, const struct kernel *kernel, struct kernel_bounds *bounds);

struct bound_walk {
    value_ref address;
    uint32_t next;
};

/* Begins at the address of an access. */
struct bound_walk bound_walk_begin(const struct kernel_bounds *bounds, value_ref address);
/* The next BOUND, inner dimensions first; NULL: no more. */
const struct inst *bound_walk_next(const struct kernel_bounds *bounds, const struct kernel *kernel, struct bound_walk *walk);

#endif
