/* The launches that random kernels are executed in. */
#ifndef WP_TESTS_LAUNCH_H
#define WP_TESTS_LAUNCH_H

#include "base/rng.h"
#include "protocol/protocol.h"
#include "simulate/simulate.h"

/* Parameters as generate.c declares them: a b c d e p n m w z. */
enum { LAUNCH_ARRAYS = 6, LAUNCH_NUMBERS = 4, LAUNCH_STEPS = 60000 };

/* How large arrays are: so that no index of 32 bits leaves them, or as many elements as launch_size_texts says. */
enum launch_sizes { SIZES_UNKNOWN, SIZES_THREADS, SIZES_FIXED, SIZES_AXES, SIZES_COUNT };
extern const char *const launch_size_texts[SIZES_COUNT]; /* in the words of --extent; NULL: unknown */
enum { LAUNCH_SIZED = 5 };                               /* the first arrays; the size of p's elements is not known */

struct launch {
    uint32_t block[3], grid[3];
    int64_t numbers[LAUNCH_NUMBERS]; /* n m w z */
    enum launch_sizes sizes;
};

/* Axes that the kernel does not read have extent 1. Numbers are those that fit the launch, or
   small, or stand on an edge. */
struct launch launch_any(struct rng *rng, const struct kernel *kernel, const struct protocol *protocol);
int64_t launch_number(struct rng *rng, const struct launch *launch);
/* The `number`th of the smallest launches: one to four threads, one or two blocks, n from 0 to 3. */
enum { LAUNCH_SMALL = 32 };
struct launch launch_small(struct rng *rng, const struct kernel *kernel, const struct protocol *protocol, uint32_t number);

/* What the simulator takes. Arrays have size_bytes, pointers go to their middle, unless the launch says how large they are; contents are
   mostly small numbers, so that they are good indices. */
struct launch_input {
    struct simulate_array arrays[LAUNCH_ARRAYS];
    struct simulate_argument arguments[LAUNCH_ARRAYS + LAUNCH_NUMBERS];
    uint64_t modes[LAUNCH_ARRAYS];
    struct simulate_input input;
};
void launch_input(struct rng *rng, const struct launch *launch, uint64_t size_bytes, struct launch_input *in);
/* The contents of an array of the input. */
void launch_fill(struct launch_input *in, uint32_t array, uint8_t *bytes, uint64_t count);

#endif
