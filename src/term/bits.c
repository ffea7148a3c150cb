#include "term/bits.h"

#include <assert.h>

static bool fits(uint8_t width_bits, int64_t value) {
    return value >= bits_smin(width_bits) && value <= bits_smax(width_bits);
}

bool bits_add_fits_signed(uint8_t width_bits, uint64_t a, uint64_t b) {
    int64_t sum;
    return !__builtin_add_overflow(bits_signed(a, width_bits), bits_signed(b, width_bits), &sum) && fits(width_bits, sum);
}

bool bits_mul_fits_signed(uint8_t width_bits, uint64_t a, uint64_t b) {
    int64_t product;
    return !__builtin_mul_overflow(bits_signed(a, width_bits), bits_signed(b, width_bits), &product) && fits(width_bits, product);
}

bool bits_mul_fits_unsigned(uint8_t width_bits, uint64_t a, uint64_t b) {
    uint64_t product;
    return !__builtin_mul_overflow(a, b, &product) && product <= bits_mask(width_bits);
}

uint64_t bits_inverse(uint64_t odd, uint8_t width_bits) {
    assert(odd & 1);
    uint64_t inverse = odd;
    for (int step = 0; step < 6; step++)
        inverse *= 2 - odd * inverse;
    return inverse & bits_mask(width_bits);
}

static uint64_t magnitude(int64_t value) {
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static uint64_t signed_quotient(uint8_t width_bits, uint64_t a, uint64_t b) {
    int64_t x = bits_signed(a, width_bits), y = bits_signed(b, width_bits);
    if (y == 0)
        return x < 0 ? 1 : UINT64_MAX;
    uint64_t quotient = magnitude(x) / magnitude(y);
    return (x < 0) != (y < 0) ? 0 - quotient : quotient;
}

static uint64_t signed_remainder(uint8_t width_bits, uint64_t a, uint64_t b) {
    int64_t x = bits_signed(a, width_bits), y = bits_signed(b, width_bits);
    if (y == 0)
        return a;
    uint64_t remainder = magnitude(x) % magnitude(y);
    return x < 0 ? 0 - remainder : remainder;
}

static uint64_t shift_right_signed(uint8_t width_bits, uint64_t a, uint64_t b) {
    uint8_t amount = b < width_bits ? (uint8_t)b : (uint8_t)(width_bits - 1);
    uint64_t fill = bits_signed(a, width_bits) < 0 ? ~(bits_mask(width_bits) >> amount) : 0;
    return a >> amount | fill;
}

uint64_t bits_binary(enum term_op op, uint8_t width_bits, uint64_t a, uint64_t b) {
    uint64_t mask = bits_mask(width_bits);
    assert((a | b) <= mask);
    switch (op) {
    case TERM_ADD: return (a + b) & mask;
    case TERM_MUL: return (a * b) & mask;
    case TERM_UDIV: return b == 0 ? mask : a / b;
    case TERM_SDIV: return signed_quotient(width_bits, a, b) & mask;
    case TERM_UREM: return b == 0 ? a : a % b;
    case TERM_SREM: return signed_remainder(width_bits, a, b) & mask;
    case TERM_AND: return a & b;
    case TERM_OR: return a | b;
    case TERM_XOR: return a ^ b;
    case TERM_SHL: return b < width_bits ? (a << b) & mask : 0;
    case TERM_LSHR: return b < width_bits ? a >> b : 0;
    case TERM_ASHR: return shift_right_signed(width_bits, a, b) & mask;
    case TERM_EQ: return a == b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return bits_signed(a, width_bits) < bits_signed(b, width_bits);
    case TERM_SLE: return bits_signed(a, width_bits) <= bits_signed(b, width_bits);
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    assert(false && "a two-operand operator");
    return 0;
}
