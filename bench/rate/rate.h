/* The launches that are timed, the same for CUDA and for OpenCL. */
#ifndef WP_BENCH_RATE_H
#define WP_BENCH_RATE_H

#include <stdbool.h>
#include <stdint.h>

enum { RATE_ARGUMENTS = 5 };

/* A scalar, or an array of `count` words of 32 bits (integers or floats). */
struct rate_argument {
    uint32_t *words;
    uint64_t count;
    uint32_t value;
};

struct rate_launch {
    uint32_t block[2], grid[2];
    struct rate_argument arguments[RATE_ARGUMENTS];
    uint32_t argument_count;
};

/* The launch of a kernel with about `threads` threads; false for an unknown kernel. The
 * arrays are never freed. */
bool rate_launch_of(const char *kernel, uint32_t threads, struct rate_launch *launch);

/* What the launch leaves in its last array, computed without threads; never freed. */
const uint32_t *rate_results(const char *kernel, const struct rate_launch *launch);

#endif
