/* Kernels of CUDA and OpenCL printed as BabyCUDA (calculus/express.h), executed by its semantics
   and by the simulator for the same launch. kernels.c goes through files and counts, compare.c
   compares one launch of one kernel. */
#ifndef WP_TESTS_CALCULUS_KERNELS_H
#define WP_TESTS_CALCULUS_KERNELS_H

#include "calculus/baby.h"
#include "kernel/kernel.h"
#include "protocol/protocol.h"

struct kernel_launch {
    uint32_t threads; /* of the one block */
    uint32_t number;  /* the value of every integer parameter */
};

/* What came of a launch. */
struct kernel_comparison {
    const char *left_out; /* why the calculus does not describe this launch, or NULL */
    const char *wrong;    /* how the two runs differ, or NULL */
    bool has_arrays;      /* the final arrays were compared: no race makes them depend on the order */
    uint32_t race_count;  /* pairs of accesses that race in both runs */
};

/* `text` is the program's text: the comment behind a statement is the place of its access. The
   result's texts live in `arena`. */
struct kernel_comparison compare_launch(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol,
                                        const struct baby_program *program, const char *text, struct kernel_launch launch);

#endif
