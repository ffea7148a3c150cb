/* What the passes of kernel_check share; private to this room. */
#ifndef WP_KERNEL_CHECK_H
#define WP_KERNEL_CHECK_H

#include "kernel/kernel.h"

struct check {
    const struct kernel *kernel;
    struct arena scratch;
    uint32_t *place;                /* of an instruction in kernel.order, plus 1; 0: a leaf */
    uint32_t *dom_first, *dom_last; /* intervals of the dominator tree, by block */
};

/* A message in the kernel's arena. */
const char *check_fail(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Types, immediates and flags of each instruction (check_types.c). Requires that
 * operands exist. */
const char *check_types(struct check *check);

#endif
