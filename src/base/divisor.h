/* Greatest common divisors. */
#ifndef WP_BASE_DIVISOR_H
#define WP_BASE_DIVISOR_H

#include <stdint.h>

/* The greatest number that divides both; the other one if one is 0. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Likewise of the numbers without their signs, none of them INT64_MIN. */
static inline int64_t common_divisor_of_signed(int64_t a, int64_t b) {
    return (int64_t)common_divisor(a < 0 ? (uint64_t)-a : (uint64_t)a, b < 0 ? (uint64_t)-b : (uint64_t)b);
}

#endif
