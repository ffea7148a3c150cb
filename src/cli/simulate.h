/* The command `simulate`: from options to a launch, and from a run to output. */
#ifndef WP_CLI_SIMULATE_H
#define WP_CLI_SIMULATE_H

#include "cli/options.h"
#include "finding/finding.h"
#include "kernel/kernel.h"

/* --replay: reads the witness file and makes its source, kernel and clang options those of the
   run; a file on the command line stays. False and *error if it is no witness file. */
bool simulate_read_witness(struct arena *arena, struct options *options, const char **error);

/* The launch that the options ask for. NULL and *error, for the user, if there is none. */
struct witness *simulate_launch(struct arena *arena, const struct options *options, const char *path, const struct kernel *kernel,
                                const char **error);

struct simulate_output {
    int fd;              /* progress goes there as messages */
    struct buffer *text; /* what printf printed, then dumps and stories */
};

/* Runs it and writes the arrays that --out names. NULL and *error if that fails. */
struct kernel_result *simulate_kernel(struct arena *arena, const struct options *options, const struct kernel *kernel, const struct witness *launch,
                                      const struct simulate_output *output, const char **error);

#endif
