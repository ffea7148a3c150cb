/* Seeded random numbers: xoshiro256** seeded by splitmix64 (Blackman and Vigna,
 * "Scrambled linear pseudorandom number generators", ACM TOMS 47(4), 2021). The same
 * seed gives the same numbers on every machine. Not for secrets. */
#ifndef WP_BASE_RNG_H
#define WP_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state[4]; /* never all zero */
};

void rng_init(struct rng *rng, uint64_t seed);

uint64_t rng_next(struct rng *rng);

/* Uniform in [0, bound); bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);

#endif
