/* See real.h. */
#include "term/real.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Predicates as LLVM numbers them: the sum of what they hold for. */
enum { HOLDS_EQUAL = 1, HOLDS_GREATER = 2, HOLDS_LESS = 4, HOLDS_UNORDERED = 8, PREDICATES = 16 };

/* Constants of formats that C has. */
static bool read_real(const struct term_table *table, term_ref t, double *number) {
    uint64_t bits;
    uint8_t width = term_width(table, t);
    if ((width != 32 && width != 64) || !term_is_const(table, t, &bits))
        return false;
    float single;
    uint32_t low = (uint32_t)bits;
    memcpy(&single, &low, sizeof single);
    memcpy(number, &bits, sizeof *number);
    bool is_tiny = width == 32 ? fpclassify(single) == FP_SUBNORMAL : fpclassify(*number) == FP_SUBNORMAL;
    if (width == 32)
        *number = (double)single;
    return !is_tiny;
}

/* 1 sign, 5 bits of exponent, 10 of fraction; rounded to the nearest, to the even one of two. */
static uint64_t half_bits(double number) {
    const uint64_t sign = signbit(number) ? 0x8000 : 0;
    const double size = fabs(number);
    int exponent;
    if (isnan(number) || size == 0 || size >= 65520)
        return isnan(number) ? 0x7e00 : sign | (size == 0 ? 0 : 0x7c00);
    (void)frexp(size, &exponent); /* size = f * 2^exponent, 1/2 <= f < 1 */
    exponent = exponent - 1 < -14 ? -14 : exponent - 1;
    uint64_t fraction = (uint64_t)nearbyint(ldexp(size, 10 - exponent)); /* below 2^10: subnormal; 2^11: the next exponent */
    return sign | (((uint64_t)(exponent + 15) << 10) + fraction - 1024);
}

uint64_t real_bits_of(double number, uint8_t width_bits) {
    float single = (float)number;
    uint64_t bits;
    uint32_t low;
    memcpy(&bits, &number, sizeof bits);
    memcpy(&low, &single, sizeof low);
    return width_bits == 64 ? bits : width_bits == 32 ? low : half_bits(number);
}

static term_ref compare(struct term_table *table, const char *predicate, double a, double b) {
    char *end;
    unsigned long holds = strtoul(predicate, &end, 10);
    if (*end || holds >= PREDICATES)
        return TERM_NONE;
    unsigned is = isunordered(a, b) ? HOLDS_UNORDERED : a == b ? HOLDS_EQUAL : a > b ? HOLDS_GREATER : HOLDS_LESS;
    return holds & is ? term_true(table) : term_false(table);
}

term_ref real_fold(struct term_table *table, const char *name, uint8_t width_bits, const term_ref *arguments, uint32_t count) {
    static const char comparison[] = "fcmp.";
    double a, b;
    if (name[0] != 'f' || count == 0 || count > 2 || !read_real(table, arguments[0], &a))
        return TERM_NONE;
    if (count == 2)
        return width_bits == 1 && strncmp(name, comparison, sizeof comparison - 1) == 0 && read_real(table, arguments[1], &b)
                   ? compare(table, name + sizeof comparison - 1, a, b)
                   : TERM_NONE;
    bool is_conversion = strcmp(name, "fpext") == 0 || strcmp(name, "fptrunc") == 0;
    if ((width_bits != 32 && width_bits != 64) || isnan(a) || (!is_conversion && strcmp(name, "fneg") != 0))
        return TERM_NONE;
    return term_const(table, width_bits, real_bits_of(is_conversion ? a : -a, width_bits));
}
