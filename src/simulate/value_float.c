#include <assert.h>
#include <math.h>
#include <string.h>

#include "simulate/value.h"

/* An IEEE format narrower than float: exponent and fraction bits. */
struct format {
    int exponent_bits, fraction_bits;
};

static struct format small_format(struct type type) {
    return type.kind == TYPE_BFLOAT ? (struct format){8, 7} : (struct format){5, 10};
}

static double unpack(struct format f, uint64_t bits) {
    int bias = (1 << (f.exponent_bits - 1)) - 1, top = (1 << f.exponent_bits) - 1;
    int exponent = (int)(bits >> f.fraction_bits) & top;
    double fraction = (double)(bits & (((uint64_t)1 << f.fraction_bits) - 1));
    bool negative = bits >> (f.exponent_bits + f.fraction_bits) & 1;
    double value;
    if (exponent == top) {
        value = fraction == 0 ? (double)INFINITY : (double)NAN;
    } else if (exponent == 0) {
        value = ldexp(fraction, 1 - bias - f.fraction_bits);
    } else {
        value = ldexp(fraction + ldexp(1, f.fraction_bits), exponent - bias - f.fraction_bits);
    }
    return negative ? -value : value;
}

static uint64_t pack(struct format f, double value) {
    int bias = (1 << (f.exponent_bits - 1)) - 1, exponent;
    uint64_t infinity = (((uint64_t)1 << f.exponent_bits) - 1) << f.fraction_bits;
    uint64_t sign = (uint64_t)(signbit(value) != 0) << (f.exponent_bits + f.fraction_bits);
    if (isnan(value)) {
        return sign | infinity | (uint64_t)1 << (f.fraction_bits - 1);
    }
    if (isinf(value)) {
        return sign | infinity;
    }
    if (value == 0) {
        return sign;
    }
    frexp(value, &exponent);
    int lead = exponent - 1; /* 2^lead <= |value| < 2^(lead + 1) */
    bool is_normal = lead >= 1 - bias;
    int unit = (is_normal ? lead : 1 - bias) - f.fraction_bits;
    uint64_t scaled = (uint64_t)nearbyint(ldexp(fabs(value), -unit));
    uint64_t bits = scaled;
    if (is_normal) {
        bits += (uint64_t)(lead + bias - 1) << f.fraction_bits;
    }
    return sign | (bits > infinity ? infinity : bits);
}

double value_to_double(struct type type, uint64_t bits) {
    if (type.width_bits == 64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (type.width_bits == 32) {
        uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    return unpack(small_format(type), bits);
}

uint64_t value_from_double(struct type type, double value) {
    if (type.width_bits == 64) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    if (type.width_bits == 32) {
        float narrow = (float)value;
        uint32_t word;
        memcpy(&word, &narrow, sizeof word);
        return word;
    }
    return pack(small_format(type), value);
}

uint64_t value_float(enum inst_op op, struct type type, uint64_t a, uint64_t b) {
    if (op == INST_FNEG) {
        return a ^ (uint64_t)1 << (type.width_bits - 1);
    }
    double x = value_to_double(type, a), y = value_to_double(type, b), result;
    if (op == INST_FADD) {
        result = x + y;
    } else if (op == INST_FSUB) {
        result = x - y;
    } else if (op == INST_FMUL) {
        result = x * y;
    } else if (op == INST_FDIV) {
        result = x / y;
    } else {
        assert(op == INST_FREM);
        result = fmod(x, y);
    }
    return value_from_double(type, result);
}

bool value_fcmp(uint64_t predicate, struct type type, uint64_t a, uint64_t b) {
    double x = value_to_double(type, a), y = value_to_double(type, b);
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
    uint64_t relation = isunordered(x, y) ? UNORDERED : x == y ? EQUAL : x > y ? GREATER : LESS;
    return (predicate & relation) != 0;
}

/* Toward zero; out of range to the nearest bound, NaN to 0, as PTX cvt does. */
static uint64_t to_integer(double value, uint32_t width_bits, bool is_signed) {
    if (isnan(value)) {
        return 0;
    }
    double whole = trunc(value);
    double limit = ldexp(1, (int)width_bits - (is_signed ? 1 : 0));
    uint64_t mask = value_mask(width_bits);
    if (whole >= limit) {
        return is_signed ? mask >> 1 : mask;
    }
    if (is_signed && whole < -limit) {
        return (mask >> 1) + 1;
    }
    if (whole < 0) {
        return is_signed ? (0 - (uint64_t)-whole) & mask : 0;
    }
    return (uint64_t)whole & mask;
}

/* One rounding: a detour over double would round 64-bit integers twice. */
static uint64_t from_integer(struct type to, uint64_t value, uint32_t width_bits, bool is_signed) {
    int64_t as_signed = value_signed(value, width_bits);
    bool negative = is_signed && as_signed < 0;
    uint64_t magnitude = negative ? 0 - (uint64_t)as_signed : value & value_mask(width_bits);
    if (to.width_bits == 64) {
        return value_from_double(to, negative ? -(double)magnitude : (double)magnitude);
    }
    if (to.width_bits == 32) {
        float rounded = (float)magnitude;
        return value_from_double(to, (double)(negative ? -rounded : rounded));
    }
    /* Sticky: what is below the double's precision only matters as not being zero. */
    uint32_t excess = 0;
    while (magnitude >> excess >= (uint64_t)1 << 52) {
        excess++;
    }
    uint64_t kept = magnitude >> excess;
    kept = (kept << 1) | ((kept << excess) != magnitude);
    double exact = ldexp((double)kept, (int)excess - 1);
    return value_from_double(to, negative ? -exact : exact);
}

uint64_t value_convert(enum inst_op op, struct type to, struct type from, uint64_t a) {
    if (op == INST_FPTOSI || op == INST_FPTOUI) {
        return to_integer(value_to_double(from, a), to.width_bits, op == INST_FPTOSI);
    }
    if (op == INST_SITOFP || op == INST_UITOFP) {
        return from_integer(to, a, from.width_bits, op == INST_SITOFP);
    }
    if (op == INST_FPTRUNC || op == INST_FPEXT) {
        return value_from_double(to, value_to_double(from, a));
    }
    if (op == INST_SEXT) {
        return (uint64_t)value_signed(a, from.width_bits) & value_mask(to.width_bits);
    }
    return a & value_mask(to.width_bits);
}
