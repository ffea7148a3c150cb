/* Arithmetic on bit-vector constants of 1 to 64 bits, held zero-extended in a
 * uint64_t. Division by zero and over-wide shifts follow SMT-LIB (theory
 * FixedSizeBitVectors and the logic QF_BV). */
#ifndef WP_TERM_BITS_H
#define WP_TERM_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "term/term.h"

static inline uint64_t bits_mask(uint8_t width_bits) {
    return UINT64_MAX >> (64 - width_bits);
}

/* The least signed value, as bits. */
static inline uint64_t bits_sign(uint8_t width_bits) {
    return UINT64_C(1) << (width_bits - 1);
}

static inline int64_t bits_signed(uint64_t value, uint8_t width_bits) {
    uint64_t sign = bits_sign(width_bits);
    return (int64_t)((value ^ sign) - sign);
}

static inline int64_t bits_smin(uint8_t width_bits) {
    return bits_signed(bits_sign(width_bits), width_bits);
}

static inline int64_t bits_smax(uint8_t width_bits) {
    return (int64_t)(bits_mask(width_bits) >> 1);
}

static inline bool bits_is_power_of_two(uint64_t value) {
    return value != 0 && (value & (value - 1)) == 0;
}

/* Zero bits below the lowest one bit; 64 for 0. */
static inline uint8_t bits_trailing_zeros(uint64_t value) {
    uint8_t count = 0;
    while (count < 64 && (value >> count & 1) == 0)
        count++;
    return count;
}

/* Bits up to the highest one bit; 0 for 0. */
static inline uint8_t bits_length(uint64_t value) {
    uint8_t count = 0;
    while (count < 64 && value >> count != 0)
        count++;
    return count;
}

/* Whether the exact signed or unsigned result is representable. */
bool bits_add_fits_signed(uint8_t width_bits, uint64_t a, uint64_t b);
bool bits_mul_fits_signed(uint8_t width_bits, uint64_t a, uint64_t b);
bool bits_mul_fits_unsigned(uint8_t width_bits, uint64_t a, uint64_t b);

/* The value of a two-operand operator; comparisons give 0 or 1. */
uint64_t bits_binary(enum term_op op, uint8_t width_bits, uint64_t a, uint64_t b);

/* The inverse of an odd number modulo 2^width. */
uint64_t bits_inverse(uint64_t odd, uint8_t width_bits);

#endif
