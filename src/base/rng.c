#include "base/rng.h"

#include <assert.h>

static uint64_t splitmix_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t value, unsigned bits) {
    return value << bits | value >> (64 - bits);
}

void rng_init(struct rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        rng->state[i] = splitmix_next(&seed);
    }
}

uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Numbers below 2^64 mod bound are rejected, so every remainder is equally likely. */
uint64_t rng_below(struct rng *rng, uint64_t bound) {
    assert(bound > 0);
    uint64_t rejected = (0 - bound) % bound;
    uint64_t value;
    do {
        value = rng_next(rng);
    } while (value < rejected);
    return value % bound;
}
