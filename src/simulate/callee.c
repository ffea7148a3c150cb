#include "simulate/callee.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "simulate/value.h"

enum { EXACT = true, APPROXIMATE = false, NAME_BYTES = 64 };

#define MATH1(exact, name, expression)                                                                                                               \
    static double math_##name(double x) {                                                                                                            \
        return (expression);                                                                                                                         \
    }
#define MATH2(exact, name, expression)                                                                                                               \
    static double math_##name(double x, double y) {                                                                                                  \
        return (expression);                                                                                                                         \
    }
#include "simulate/math.def"
#undef MATH1
#undef MATH2

static const struct {
    const char *name;
    bool exact;
    double (*one)(double);
    double (*two)(double, double);
} functions[] = {
#define MATH1(exact, name, expression) {#name, exact, math_##name, NULL},
#define MATH2(exact, name, expression) {#name, exact, NULL, math_##name},
#include "simulate/math.def"
#undef MATH1
#undef MATH2
};

static bool strip_prefix(const char **name, const char *prefix) {
    size_t length = strlen(prefix);
    bool found = strncmp(*name, prefix, length) == 0;
    *name += found ? length : 0;
    return found;
}

static void strip_suffix(char *name, const char *suffix) {
    size_t length = strlen(name), cut = strlen(suffix);
    if (length > cut && strcmp(name + length - cut, suffix) == 0) {
        name[length - cut] = '\0';
    }
}

static int find_function(const char *base) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, base) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static bool is_known(const char *base) {
    return find_function(base) >= 0 || strcmp(base, "fma") == 0 || strcmp(base, "fmuladd") == 0;
}

void callee_base_name(const char *name, char *base, size_t size_bytes) {
    size_t limit = size_bytes - 1;
    if (strncmp(name, "_Z", 2) == 0 && isdigit((unsigned char)name[2])) {
        char *end;
        size_t length = (size_t)strtoul(name + 2, &end, 10);
        limit = length < limit ? length : limit;
        name = end;
    }
    strip_prefix(&name, "llvm.");
    strip_prefix(&name, "nvvm.");
    while (strip_prefix(&name, "__nv_") || strip_prefix(&name, "__") || strip_prefix(&name, "native_") || strip_prefix(&name, "fast_")) {
    }
    size_t length = strcspn(name, ".(");
    length = length < limit ? length : limit;
    memcpy(base, name, length);
    base[length] = '\0';
    strip_suffix(base, "_rn");
    length = strlen(base);
    if (!is_known(base) && length > 1 && base[length - 1] == 'f') {
        base[length - 1] = '\0';
        if (!is_known(base)) {
            base[length - 1] = 'f';
        }
    }
}

static double to_number(struct type type, uint64_t bits) {
    return type.kind == TYPE_INT ? (double)value_signed(bits, type.width_bits) : value_to_double(type, bits);
}

static uint64_t from_number(struct type type, double value) {
    return type.kind == TYPE_INT ? (uint64_t)(int64_t)value & value_mask(type.width_bits) : value_from_double(type, value);
}

static uint64_t fused(struct type type, const uint64_t *arguments) {
    double x = value_to_double(type, arguments[0]), y = value_to_double(type, arguments[1]);
    double z = value_to_double(type, arguments[2]);
    double result = type.width_bits == 64 ? fma(x, y, z) : (double)fmaf((float)x, (float)y, (float)z);
    return value_from_double(type, result);
}

static bool is_float(struct type type) {
    return type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT;
}

/* Functions with "approx" in their name, and the fast intrinsics, are exact in no case. */
static bool is_fast(const char *name) {
    return strstr(name, "approx") || strstr(name, "fast_") || strstr(name, "native_") || strstr(name, "half_") || strstr(name, ".ftz");
}

/* Arguments for which CUDA's documentation of the function names one result, which the C library gives, too: 0 is a fixed point, 1 the
 * result for 0, or 0 the result for 1. No number gives no number. */
static bool is_special_one(const char *base, double x) {
    static const char *const fixed[] = {"sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "expm1", "log1p", "cbrt", "erf", "sinpi"};
    static const char *const one_of_0[] = {"cos", "cosh", "exp", "exp2", "exp10", "cospi"};
    static const char *const zero_of_1[] = {"acos", "acosh", "log", "log2", "log10", "lgamma"};
    const char *const *names = x == 0 ? fixed : zero_of_1;
    size_t count = x == 0 ? sizeof fixed / sizeof *fixed : x == 1 ? sizeof zero_of_1 / sizeof *zero_of_1 : 0;
    bool found = isnan(x);
    for (size_t i = 0; i < count; i++) {
        found |= strcmp(base, names[i]) == 0;
    }
    for (size_t i = 0; x == 0 && i < sizeof one_of_0 / sizeof *one_of_0; i++) {
        found |= strcmp(base, one_of_0[i]) == 0;
    }
    return found;
}

/* The same for two arguments: powers of 0 with a positive exponent, of 1, and with the exponent 0; the length of a vector along an axis. */
static bool is_special_two(const char *base, double x, double y) {
    if (strcmp(base, "pow") == 0 || strcmp(base, "powi") == 0) {
        return (x == 0 && y > 0) || x == 1 || y == 0;
    }
    return strcmp(base, "hypot") == 0 && (x == 0 || y == 0);
}

/* CUDA's fast functions ("__sinf") and PTX's own promise less. */
static bool is_special(const char *name, const char *base, bool takes_one, double x, double y) {
    const char *reserved = strstr(name, "__");
    bool is_library = !reserved || strncmp(reserved, "__nv_", 5) == 0;
    return is_library && (takes_one ? is_special_one(base, x) : is_special_two(base, x, y));
}

static uint64_t unknown_value(const char *name, struct type result, const uint64_t *arguments, uint32_t count) {
    uint64_t hash = hash_bytes(name, strlen(name));
    for (uint32_t i = 0; i < count; i++) {
        hash = hash_mix(hash, arguments[i]);
    }
    return hash & value_mask(result.width_bits);
}

uint64_t callee_evaluate(const char *name, struct type result, const struct type *types, const uint64_t *arguments, uint32_t count, bool *exact) {
    char base[NAME_BYTES];
    callee_base_name(name, base, sizeof base);
    bool takes_floats = count > 0 && is_float(types[0]) && (is_float(result) || result.kind == TYPE_INT);
    if (takes_floats && count == 3 && is_known(base) && find_function(base) < 0 && is_float(result)) {
        *exact = true;
        return fused(result, arguments);
    }
    int found = find_function(base);
    bool fits = takes_floats && found >= 0 && (functions[found].one ? 1u : 2u) == count;
    if (!fits) {
        *exact = false;
        return unknown_value(name, result, arguments, count);
    }
    double x = to_number(types[0], arguments[0]);
    double y = count > 1 ? to_number(types[1], arguments[1]) : 0;
    *exact = (functions[found].exact || is_special(name, base, functions[found].one, x, y)) && !is_fast(name);
    double value = functions[found].one ? functions[found].one(x) : functions[found].two(x, y);
    return from_number(result, value);
}
