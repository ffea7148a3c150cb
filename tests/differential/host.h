/* Kernels compiled by clang for this machine, as plain C++ (shim.hpp): a second opinion on what a
 * kernel computes that shares neither decoder nor interpreter with the simulator.
 *
 * A launch runs block after block. The threads of a block are coroutines: one runs until it
 * waits, then the next; a barrier opens once all that have not left are there. That is one
 * schedule of many, so only launches without a race have to agree with it. */
#ifndef WP_TESTS_HOST_H
#define WP_TESTS_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { HOST_ARRAYS = 6, HOST_NUMBERS = 4, HOST_ARRAY_BYTES = 1 << 18, HOST_THREADS = 256 };

struct host_launch {
    uint32_t block[3], grid[3];
    int64_t numbers[HOST_NUMBERS];
    bool backwards; /* threads and blocks in descending order */
};

enum host_outcome {
    HOST_DONE,
    HOST_UNDEFINED, /* a division by zero, a shift by too much: not defined in C */
    HOST_OUTSIDE,   /* an access of memory that is not the kernel's */
    HOST_STUCK      /* threads that wait for each other */
};

/* Compiles the source to a library; false if clang or the linker object. */
bool host_compile(struct arena *arena, const char *source, const char *library);

/* In the process that judges: the kernels of a library, NULL if there is none. */
typedef void (*host_kernel)(int *, int *, const int *, unsigned *, char *, void *, int, int, unsigned, long long);
host_kernel host_find(const char *library, const char *name);

/* The memory of an array: HOST_ARRAY_BYTES, in the midst of nothing. Pointers go to its middle. */
uint8_t *host_array(uint32_t number);

enum host_outcome host_run(host_kernel kernel, const struct host_launch *launch);

#endif
