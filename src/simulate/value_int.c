#include <assert.h>

#include "simulate/value.h"

uint64_t value_mask(uint32_t width_bits) {
    return width_bits >= 64 ? UINT64_MAX : ((uint64_t)1 << width_bits) - 1;
}

int64_t value_signed(uint64_t value, uint32_t width_bits) {
    uint64_t sign = (uint64_t)1 << (width_bits - 1);
    return (int64_t)(((value & value_mask(width_bits)) ^ sign) - sign);
}

static uint64_t mulhi_unsigned(uint64_t a, uint64_t b) {
    uint64_t a_low = a & UINT32_MAX, a_high = a >> 32, b_low = b & UINT32_MAX, b_high = b >> 32;
    uint64_t low = a_low * b_low, cross = a_high * b_low + (low >> 32);
    uint64_t other = a_low * b_high + (cross & UINT32_MAX);
    return a_high * b_high + (cross >> 32) + (other >> 32);
}

/* The upper half of the product of two `width_bits` wide numbers. */
static uint64_t mulhi(uint32_t width_bits, uint64_t a, uint64_t b, bool is_signed) {
    uint64_t x = is_signed ? (uint64_t)value_signed(a, width_bits) : a;
    uint64_t y = is_signed ? (uint64_t)value_signed(b, width_bits) : b;
    uint64_t low = x * y, high = mulhi_unsigned(x, y);
    if (is_signed) {
        high -= (x >> 63 ? y : 0) + (y >> 63 ? x : 0);
    }
    return width_bits == 64 ? high : high << (64 - width_bits) | low >> width_bits;
}

static uint64_t divide_signed(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b) {
    bool a_negative = value_signed(a, width_bits) < 0, b_negative = value_signed(b, width_bits) < 0;
    uint64_t mask = value_mask(width_bits);
    uint64_t x = a_negative ? (0 - a) & mask : a, y = b_negative ? (0 - b) & mask : b;
    if (op == INST_SREM) {
        uint64_t rest = y == 0 ? x : x % y;
        return a_negative ? 0 - rest : rest;
    }
    uint64_t quotient = y == 0 ? mask : x / y;
    return a_negative != b_negative ? 0 - quotient : quotient;
}

static uint64_t shift(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b) {
    bool over = b >= width_bits;
    if (op == INST_ASHR) {
        uint64_t amount = over ? width_bits - 1 : b;
        int64_t value = value_signed(a, width_bits);
        return value < 0 ? ~(~(uint64_t)value >> amount) : (uint64_t)value >> amount;
    }
    return over ? 0 : op == INST_SHL ? a << b : a >> b;
}

uint64_t value_binary(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b, bool *defined) {
    uint64_t result = 0;
    bool divides = op == INST_UDIV || op == INST_UREM || op == INST_SDIV || op == INST_SREM;
    *defined = !divides || b != 0;
    if (op == INST_ADD) {
        result = a + b;
    } else if (op == INST_SUB) {
        result = a - b;
    } else if (op == INST_MUL) {
        result = a * b;
    } else if (op == INST_UDIV) {
        result = b == 0 ? UINT64_MAX : a / b;
    } else if (op == INST_UREM) {
        result = b == 0 ? a : a % b;
    } else if (divides) {
        result = divide_signed(op, width_bits, a, b);
    } else if (op == INST_SHL || op == INST_LSHR || op == INST_ASHR) {
        result = shift(op, width_bits, a, b);
    } else if (op == INST_AND) {
        result = a & b;
    } else if (op == INST_OR) {
        result = a | b;
    } else if (op == INST_XOR) {
        result = a ^ b;
    } else {
        assert(op == INST_MULHI_U || op == INST_MULHI_S);
        result = mulhi(width_bits, a, b, op == INST_MULHI_S);
    }
    return result & value_mask(width_bits);
}

bool value_wraps(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b, bool is_signed) {
    uint64_t mask = value_mask(width_bits), sign = (uint64_t)1 << (width_bits - 1);
    if (op == INST_SHL) {
        uint64_t shifted = shift(op, width_bits, a, b) & mask;
        return a != (b >= width_bits ? 0 : is_signed ? shift(INST_ASHR, width_bits, shifted, b) & mask : shifted >> b);
    }
    if (op == INST_MUL) {
        uint64_t high = mulhi(width_bits, a, b, is_signed) & mask;
        return high != (is_signed && (a * b & sign) ? mask : 0);
    }
    uint64_t result = (op == INST_ADD ? a + b : a - b) & mask;
    if (is_signed) {
        return ((op == INST_ADD ? ~(a ^ b) : a ^ b) & (a ^ result) & sign) != 0;
    }
    return op == INST_ADD ? result < a : a < b;
}

bool value_compare(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b) {
    int64_t x = value_signed(a, width_bits), y = value_signed(b, width_bits);
    if (op == INST_EQ || op == INST_NE) {
        return (a == b) == (op == INST_EQ);
    }
    if (op == INST_ULT || op == INST_ULE) {
        return op == INST_ULT ? a < b : a <= b;
    }
    assert(op == INST_SLT || op == INST_SLE);
    return op == INST_SLT ? x < y : x <= y;
}

uint64_t value_unary(enum inst_op op, uint32_t width_bits, uint64_t a) {
    uint64_t result = 0;
    for (uint32_t i = 0; i < width_bits; i++) {
        uint64_t bit = a >> i & 1;
        if (op == INST_POPC) {
            result += bit;
        } else if (op == INST_CTLZ) {
            result = bit ? 0 : result + 1;
        } else if (op == INST_CTTZ) {
            if (bit) {
                break;
            }
            result++;
        } else if (op == INST_BREV) {
            result |= bit << (width_bits - 1 - i);
        } else {
            assert(op == INST_BSWAP);
            result |= bit << ((width_bits / 8 - 1 - i / 8) * 8 + i % 8);
        }
    }
    return result & value_mask(width_bits);
}

uint64_t value_funnel(enum inst_op op, uint32_t width_bits, uint64_t high, uint64_t low, uint64_t amount) {
    uint64_t by = amount % width_bits;
    if (by == 0) {
        return op == INST_FSHL ? high : low;
    }
    uint64_t left = op == INST_FSHL ? by : width_bits - by;
    return (high << left | low >> (width_bits - left)) & value_mask(width_bits);
}

static bool is_float(struct type type) {
    return type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT;
}

static uint64_t float_atomic(enum atomic_op op, struct type type, uint64_t old, uint64_t operand) {
    bool is_max = op == ATOMIC_FMAX;
    double a = value_to_double(type, old), b = value_to_double(type, operand);
    if (op == ATOMIC_FADD || op == ATOMIC_FSUB) {
        return value_float(op == ATOMIC_FADD ? INST_FADD : INST_FSUB, type, old, operand);
    }
    if (a != a || b != b) {
        return a != a ? operand : old;
    }
    return (is_max ? a >= b : a <= b) ? old : operand;
}

uint64_t value_atomic(enum atomic_op op, struct type type, uint64_t old, uint64_t operand) {
    uint32_t width = type.width_bits;
    bool less = value_signed(old, width) < value_signed(operand, width);
    uint64_t mask = value_mask(width);
    switch (op) {
    case ATOMIC_XCHG: return operand;
    case ATOMIC_ADD: return is_float(type) ? float_atomic(ATOMIC_FADD, type, old, operand) : (old + operand) & mask;
    case ATOMIC_SUB: return (old - operand) & mask;
    case ATOMIC_AND: return old & operand;
    case ATOMIC_OR: return old | operand;
    case ATOMIC_XOR: return old ^ operand;
    case ATOMIC_NAND: return ~(old & operand) & mask;
    case ATOMIC_MAX: return less ? operand : old;
    case ATOMIC_MIN: return less ? old : operand;
    case ATOMIC_UMAX: return old < operand ? operand : old;
    case ATOMIC_UMIN: return old < operand ? old : operand;
    case ATOMIC_FADD:
    case ATOMIC_FSUB:
    case ATOMIC_FMAX:
    case ATOMIC_FMIN: return float_atomic(op, type, old, operand);
    case ATOMIC_INC: return old >= operand ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > operand ? operand : old - 1;
    case ATOMIC_OP_COUNT: break;
    }
    return old;
}
