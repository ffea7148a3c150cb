/* The simulator's arithmetic against plain C: integers exhaustively at small widths,
 * floats against the host's, halves against their neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "simulate/callee.h"
#include "simulate/value.h"

#define FLOAT(bits) ((struct type){TYPE_FLOAT, (bits), 0, 1})
#define BFLOAT ((struct type){TYPE_BFLOAT, 16, 0, 1})
#define INT(bits) ((struct type){TYPE_INT, (bits), 0, 1})

/* Reference for one pair, in arithmetic much wider than the values. */
static int64_t reference(enum inst_op op, int width, int64_t a, int64_t b) {
    int64_t mask = ((int64_t)1 << width) - 1, sign = (int64_t)1 << (width - 1);
    int64_t x = (a ^ sign) - sign, y = (b ^ sign) - sign;
    bool add = op == INST_ADD, over = b >= width;
    if (op == INST_SDIV) {
        return (y == 0 ? (x < 0 ? 1 : -1) : x / y) & mask;
    }
    if (op == INST_SREM) {
        return (y == 0 ? x : x % y) & mask;
    }
    if (op == INST_UDIV || op == INST_UREM) {
        return op == INST_UDIV ? (b == 0 ? mask : a / b) : (b == 0 ? a : a % b);
    }
    if (op == INST_SHL || op == INST_LSHR) {
        return over ? 0 : op == INST_SHL ? (a * ((int64_t)1 << b)) & mask : a / ((int64_t)1 << b);
    }
    if (op == INST_ASHR) {
        int64_t by = over ? width - 1 : b, unit = (int64_t)1 << by;
        return ((x - (((x % unit) + unit) % unit)) / unit) & mask;
    }
    if (op == INST_MULHI_S) {
        int64_t product = x * y, unit = mask + 1;
        return ((product - (((product % unit) + unit) % unit)) / unit) & mask;
    }
    if (op == INST_MULHI_U) {
        return a * b / (mask + 1);
    }
    if (op == INST_AND || op == INST_OR || op == INST_XOR) {
        int64_t both = 0;
        for (int i = 0; i < width; i++) {
            int64_t p = a >> i & 1, q = b >> i & 1;
            int64_t bit = op == INST_AND ? p * q : op == INST_OR ? p + q - p * q : (p + q) % 2;
            both += bit << i;
        }
        return both;
    }
    return (op == INST_MUL ? a * b : add ? a + b : a - b + mask + 1) & mask;
}

static void small_integers(void **state) {
    (void)state;
    static const enum inst_op ops[] = {INST_ADD,  INST_SUB,  INST_MUL, INST_UDIV, INST_SDIV, INST_UREM,    INST_SREM,   INST_SHL,
                                       INST_LSHR, INST_ASHR, INST_AND, INST_OR,   INST_XOR,  INST_MULHI_U, INST_MULHI_S};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        for (int width = 1; width <= 7; width++) {
            for (int64_t a = 0; a < 1 << width; a++) {
                for (int64_t b = 0; b < 1 << width; b++) {
                    bool defined;
                    uint64_t found = value_binary(ops[i], (uint32_t)width, (uint64_t)a, (uint64_t)b, &defined);
                    bool divides = ops[i] >= INST_UDIV && ops[i] <= INST_SREM;
                    assert_int_equal(found, reference(ops[i], width, a, b));
                    assert_int_equal(defined, !divides || b != 0);
                }
            }
        }
    }
}

static void compares_and_bits(void **state) {
    (void)state;
    for (int width = 1; width <= 6; width++) {
        int64_t sign = (int64_t)1 << (width - 1);
        for (int64_t a = 0; a < 1 << width; a++) {
            uint64_t reversed = 0;
            int64_t ones = 0;
            int leading = 0, trailing = 0;
            for (int i = 0; i < width; i++) {
                reversed = reversed << 1 | (a >> i & 1);
                ones += a >> i & 1;
            }
            while (leading < width && !(a >> (width - 1 - leading) & 1)) {
                leading++;
            }
            while (trailing < width && !(a >> trailing & 1)) {
                trailing++;
            }
            uint32_t w = (uint32_t)width;
            assert_int_equal(value_unary(INST_BREV, w, (uint64_t)a), reversed);
            uint64_t mask = value_mask(w);
            assert_int_equal(value_unary(INST_POPC, w, (uint64_t)a), (uint64_t)ones & mask);
            assert_int_equal(value_unary(INST_CTLZ, w, (uint64_t)a), (uint64_t)leading & mask);
            assert_int_equal(value_unary(INST_CTTZ, w, (uint64_t)a), (uint64_t)trailing & mask);
            for (int64_t b = 0; b < 1 << width; b++) {
                int64_t x = (a ^ sign) - sign, y = (b ^ sign) - sign;
                assert_int_equal(value_compare(INST_ULT, w, (uint64_t)a, (uint64_t)b), a < b);
                assert_int_equal(value_compare(INST_ULE, w, (uint64_t)a, (uint64_t)b), a <= b);
                assert_int_equal(value_compare(INST_SLT, w, (uint64_t)a, (uint64_t)b), x < y);
                assert_int_equal(value_compare(INST_SLE, w, (uint64_t)a, (uint64_t)b), x <= y);
                assert_int_equal(value_compare(INST_EQ, w, (uint64_t)a, (uint64_t)b), a == b);
                assert_int_equal(value_compare(INST_NE, w, (uint64_t)a, (uint64_t)b), a != b);
            }
        }
    }
    assert_int_equal(value_unary(INST_BSWAP, 32, 0x01020304), 0x04030201);
    assert_true(value_unary(INST_BSWAP, 64, 0x0102030405060708) == 0x0807060504030201);
    assert_int_equal(value_funnel(INST_FSHL, 8, 0x12, 0x34, 4), 0x23);
    assert_int_equal(value_funnel(INST_FSHR, 8, 0x12, 0x34, 4), 0x23);
    assert_int_equal(value_funnel(INST_FSHR, 8, 0x12, 0x34, 8), 0x34);
    assert_int_equal(value_funnel(INST_FSHL, 8, 0x12, 0x34, 11), 0x91);
}

static void wide_products(void **state) {
    (void)state;
    __extension__ typedef __int128 wide;
    __extension__ typedef unsigned __int128 unsigned_wide;
    struct rng rng;
    rng_init(&rng, 3);
    for (int i = 0; i < 20000; i++) {
        uint64_t a = rng_next(&rng) >> rng_below(&rng, 64), b = rng_next(&rng) >> rng_below(&rng, 64);
        a = i % 2 ? ~a : a;
        wide s = (wide)(int64_t)a * (int64_t)b;
        bool defined;
        assert_true(value_binary(INST_MULHI_S, 64, a, b, &defined) == (uint64_t)(s >> 64));
        unsigned_wide u = (unsigned_wide)a * b;
        assert_true(value_binary(INST_MULHI_U, 64, a, b, &defined) == (uint64_t)(u >> 64));
        uint32_t x = (uint32_t)a, y = (uint32_t)b;
        assert_true(value_binary(INST_MULHI_U, 32, x, y, &defined) == (uint64_t)x * y >> 32);
        int64_t product = (int64_t)(int32_t)x * (int32_t)y;
        assert_true(value_binary(INST_MULHI_S, 32, x, y, &defined) == (uint32_t)((uint64_t)product >> 32));
    }
}

static uint64_t random_float_bits(struct rng *rng, uint32_t width) {
    uint64_t bits = rng_next(rng) & value_mask(width);
    static const uint64_t special[] = {0, 1, 0x7f800000, 0x7fc00000, 0x007fffff, 0x80000000, 0x3f800000, 0x7f7fffff};
    return width == 32 && rng_below(rng, 8) == 0 ? special[rng_below(rng, 8)] : bits;
}

static void floats_as_on_the_host(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 4);
    for (int i = 0; i < 50000; i++) {
        uint64_t a = random_float_bits(&rng, 32), b = random_float_bits(&rng, 32);
        if (i % 2) {
            b = (b & 0x007fffff) | ((a + (rng_below(&rng, 8) << 23)) & 0xff800000);
        }
        float x, y;
        uint32_t aw = (uint32_t)a, bw = (uint32_t)b;
        memcpy(&x, &aw, 4);
        memcpy(&y, &bw, 4);
        const float results[] = {x + y, x - y, x * y, x / y, fmodf(x, y)};
        for (uint32_t op = 0; op < 5; op++) {
            uint64_t found = value_float((enum inst_op)(INST_FADD + op), FLOAT(32), a, b);
            uint32_t bits;
            memcpy(&bits, &results[op], 4);
            assert_true(isnan(results[op]) ? isnan(value_to_double(FLOAT(32), found)) : found == bits);
        }
        assert_int_equal(value_fcmp(4, FLOAT(32), a, b), x < y);
        assert_int_equal(value_fcmp(12, FLOAT(32), a, b), !(x >= y));
        assert_int_equal(value_fcmp(7, FLOAT(32), a, b), !isnan(x) && !isnan(y));
        assert_true(value_float(INST_FNEG, FLOAT(32), a, 0) == (a ^ 0x80000000));
        double dx, dy;
        uint64_t c = rng_next(&rng), d = rng_next(&rng);
        memcpy(&dx, &c, 8);
        memcpy(&dy, &d, 8);
        double sum = dx * dy;
        uint64_t bits;
        memcpy(&bits, &sum, 8);
        assert_true(isnan(sum) || value_float(INST_FMUL, FLOAT(64), c, d) == bits);
    }
}

/* Each small float survives; what lies between two of them goes to the nearer one, and
 * from the middle to the even one. */
static void small_floats(void **state) {
    (void)state;
    const struct type types[] = {FLOAT(16), BFLOAT};
    const uint64_t infinity[] = {0x7c00, 0x7f80};
    for (int n = 0; n < 2; n++) {
        for (uint64_t bits = 0; bits < 0x10000; bits++) {
            double value = value_to_double(types[n], bits);
            if (!isnan(value)) {
                assert_int_equal(value_from_double(types[n], value), bits);
            }
        }
        for (uint64_t bits = 0; bits + 1 < infinity[n]; bits++) {
            double low = value_to_double(types[n], bits);
            double high = value_to_double(types[n], bits + 1), middle = (low + high) / 2;
            assert_true(low < high);
            assert_int_equal(value_from_double(types[n], middle), bits + (bits & 1));
            assert_int_equal(value_from_double(types[n], nextafter(middle, low)), bits);
            assert_int_equal(value_from_double(types[n], nextafter(middle, high)), bits + 1);
            assert_int_equal(value_from_double(types[n], -nextafter(middle, low)), bits | 0x8000);
        }
        assert_int_equal(value_from_double(types[n], 1e300), infinity[n]);
        assert_int_equal(value_from_double(types[n], 1e-300), 0);
    }
    assert_int_equal(value_from_double(FLOAT(16), 65519.0), 0x7bff);
    assert_int_equal(value_from_double(FLOAT(16), 65520.0), 0x7c00);
    assert_int_equal(value_from_double(FLOAT(16), 1.0), 0x3c00);
    assert_int_equal(value_from_double(BFLOAT, 1.0), 0x3f80);
}

static void conversions(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 5);
    for (int i = 0; i < 20000; i++) {
        uint64_t a = rng_next(&rng) >> rng_below(&rng, 64);
        float f = (float)(int64_t)a, g = (float)a;
        uint32_t bits;
        memcpy(&bits, &f, 4);
        assert_true(value_convert(INST_SITOFP, FLOAT(32), INT(64), a) == bits);
        memcpy(&bits, &g, 4);
        assert_true(value_convert(INST_UITOFP, FLOAT(32), INT(64), a) == bits);
        int32_t small = (int32_t)a;
        double d = (double)small / 3;
        uint64_t wide;
        memcpy(&wide, &d, 8);
        assert_true(value_convert(INST_FPTOSI, INT(32), FLOAT(64), wide) == (uint32_t)(int32_t)d);
    }
    uint64_t big = value_from_double(FLOAT(32), 1e20), nan = 0x7fc00000;
    uint64_t minus = value_from_double(FLOAT(32), -1e20);
    assert_int_equal(value_convert(INST_FPTOSI, INT(32), FLOAT(32), big), 0x7fffffff);
    assert_int_equal(value_convert(INST_FPTOSI, INT(32), FLOAT(32), minus), 0x80000000);
    assert_int_equal(value_convert(INST_FPTOUI, INT(8), FLOAT(32), big), 255);
    assert_int_equal(value_convert(INST_FPTOUI, INT(8), FLOAT(32), minus), 0);
    assert_int_equal(value_convert(INST_FPTOSI, INT(32), FLOAT(32), nan), 0);
    assert_int_equal(value_convert(INST_SEXT, INT(16), INT(8), 0x80), 0xff80);
    assert_int_equal(value_convert(INST_TRUNC, INT(8), INT(16), 0x1234), 0x34);
    assert_int_equal(value_convert(INST_SITOFP, FLOAT(16), INT(64), 2049), 0x6800);
    assert_int_equal(value_convert(INST_SITOFP, FLOAT(16), INT(64), 2051), 0x6802);
}

static void atomic_operations(void **state) {
    (void)state;
    static const struct {
        enum atomic_op op;
        uint64_t old, operand, expected;
    } cases[] = {
        {ATOMIC_XCHG, 1, 2, 2},      {ATOMIC_ADD, 0xff, 2, 1},     {ATOMIC_SUB, 1, 2, 0xff},  {ATOMIC_AND, 6, 3, 2},
        {ATOMIC_OR, 6, 3, 7},        {ATOMIC_XOR, 6, 3, 5},        {ATOMIC_NAND, 6, 3, 0xfd}, {ATOMIC_MAX, 0xff, 1, 1},
        {ATOMIC_MIN, 0xff, 1, 0xff}, {ATOMIC_UMAX, 0xff, 1, 0xff}, {ATOMIC_UMIN, 0xff, 1, 1}, {ATOMIC_INC, 3, 3, 0},
        {ATOMIC_INC, 2, 3, 3},       {ATOMIC_DEC, 0, 3, 3},        {ATOMIC_DEC, 9, 3, 3},     {ATOMIC_DEC, 3, 3, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(value_atomic(cases[i].op, INT(8), cases[i].old, cases[i].operand), cases[i].expected);
    }
    assert_int_equal(value_atomic(ATOMIC_FADD, FLOAT(16), 0x3c00, 0x3c00), 0x4000);
    assert_int_equal(value_atomic(ATOMIC_FMAX, FLOAT(16), 0x3c00, 0xbc00), 0x3c00);
    assert_int_equal(value_atomic(ATOMIC_FMIN, FLOAT(16), 0x3c00, 0x7e00), 0x3c00);
}

static void names_of_functions(void **state) {
    (void)state;
    static const struct {
        const char *name, *base;
        bool exact;
    } cases[] = {{"__nv_expf", "exp", false},
                 {"llvm.exp.f32", "exp", false},
                 {"__nv_fast_sinf", "sin", false},
                 {"_Z4sqrtf", "sqrt", true},
                 {"llvm.nvvm.sqrt.rn.f", "sqrt", true},
                 {"llvm.nvvm.sqrt.approx.f", "sqrt", false},
                 {"fabsf", "fabs", true},
                 {"erf", "erf", false},
                 {"__nv_floorf", "floor", true},
                 {"llvm.nvvm.ex2.approx.ftz.f", "ex2", false},
                 {"frobnicate", "frobnicate", false},
                 {"native_cos", "cos", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char base[64];
        bool exact;
        struct type type = FLOAT(32);
        uint64_t one = 0x3f800000;
        callee_base_name(cases[i].name, base, sizeof base);
        assert_string_equal(base, cases[i].base);
        callee_evaluate(cases[i].name, type, &type, &one, 1, &exact);
        assert_int_equal(exact, cases[i].exact);
    }
    struct type types[] = {FLOAT(32), FLOAT(32), FLOAT(32)};
    const uint64_t arguments[] = {0x40000000, 0x40400000, 0x3f800000};
    bool exact;
    assert_int_equal(callee_evaluate("llvm.fma.f32", types[0], types, arguments, 3, &exact), 0x40e00000);
    assert_true(exact);
    assert_int_equal(callee_evaluate("__nv_fmaxf", types[0], types, arguments, 2, &exact), 0x40400000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_integers),        cmocka_unit_test(compares_and_bits),  cmocka_unit_test(wide_products),
        cmocka_unit_test(floats_as_on_the_host), cmocka_unit_test(small_floats),       cmocka_unit_test(conversions),
        cmocka_unit_test(atomic_operations),     cmocka_unit_test(names_of_functions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
