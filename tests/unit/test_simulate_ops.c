/* Every instruction of the kernel IR against plain C, bit for bit: each row is a piece of kernel
 * text and what it must compute. An instruction of ops.def without a row fails.
 *
 * One block of 8 x 4 x 2 threads runs a row. Thread i has %a, %b, %c (i64), %m (64 bytes of
 * memory of its own) and leaves %R (i64); the reference computes it from the same inputs, and
 * what is in the memory afterwards. Results that are NaN may be any NaN. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "simulate/simulate.h"

enum { THREADS = 64, MEMORY = 64, ROUNDS = 12 };

/* In place of a width: bfloat16. Its references compute in double and round once more, which gives the same
   (53 bits are more than twice 8 and two). */
enum { BRAIN = 17 };

__extension__ typedef _Float16 half;
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

struct inputs {
    uint64_t a[THREADS], b[THREADS], c[THREADS];
};

typedef uint64_t (*reference_fn)(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory);

enum form {
    INTEGER, /* %x, %y, %z are integers of each width 8 to 64; %r is one of that width */
    LOGIC,   /* the same, %r is an i1 */
    REAL,    /* floats of 16, 32, 64 bits and bfloat16, and %r is one */
    COMPARE, /* the same, %r is an i1 */
    WHOLE    /* the text computes %R from %a, %b, %c, %m; a whole block or more */
};

struct row {
    enum inst_op op;
    enum form form;
    const char *text;       /* $T: the type, $B: its width */
    reference_fn reference; /* NULL: only the finding counts */
    const char *finding;    /* rule that must be found; NULL: none may be */
};

/* ---- references ---- */

#define UNUSED (void)in, (void)i, (void)bits, (void)memory

#define INTEGER_OP(name, expression)                                                                                                                 \
    static uint64_t name(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory) {                                                      \
        UNUSED;                                                                                                                                      \
        if (bits == 8) {                                                                                                                             \
            typedef uint8_t U;                                                                                                                       \
            typedef int8_t S;                                                                                                                        \
            enum { B = 8 };                                                                                                                          \
            U x = (U)in->a[i], y = (U)in->b[i], z = (U)in->c[i];                                                                                     \
            S sx = (S)x, sy = (S)y;                                                                                                                  \
            (void)y, (void)z, (void)sx, (void)sy, (void)B;                                                                                           \
            return (U)(expression);                                                                                                                  \
        } else if (bits == 16) {                                                                                                                     \
            typedef uint16_t U;                                                                                                                      \
            typedef int16_t S;                                                                                                                       \
            enum { B = 16 };                                                                                                                         \
            U x = (U)in->a[i], y = (U)in->b[i], z = (U)in->c[i];                                                                                     \
            S sx = (S)x, sy = (S)y;                                                                                                                  \
            (void)y, (void)z, (void)sx, (void)sy, (void)B;                                                                                           \
            return (U)(expression);                                                                                                                  \
        } else if (bits == 32) {                                                                                                                     \
            typedef uint32_t U;                                                                                                                      \
            typedef int32_t S;                                                                                                                       \
            enum { B = 32 };                                                                                                                         \
            U x = (U)in->a[i], y = (U)in->b[i], z = (U)in->c[i];                                                                                     \
            S sx = (S)x, sy = (S)y;                                                                                                                  \
            (void)y, (void)z, (void)sx, (void)sy, (void)B;                                                                                           \
            return (U)(expression);                                                                                                                  \
        }                                                                                                                                            \
        typedef uint64_t U;                                                                                                                          \
        typedef int64_t S;                                                                                                                           \
        enum { B = 64 };                                                                                                                             \
        U x = (U)in->a[i], y = (U)in->b[i], z = (U)in->c[i];                                                                                         \
        S sx = (S)x, sy = (S)y;                                                                                                                      \
        (void)y, (void)z, (void)sx, (void)sy, (void)B;                                                                                               \
        return (U)(expression);                                                                                                                      \
    }

static uint64_t reversed_bits(uint64_t x, unsigned bits) {
    uint64_t result = 0;
    for (unsigned n = 0; n < bits; n++) {
        result |= (x >> n & 1) << (bits - 1 - n);
    }
    return result;
}

static uint64_t reversed_bytes(uint64_t x, unsigned bits) {
    return __builtin_bswap64(x) >> (64 - bits);
}

INTEGER_OP(ref_add, x + y)
INTEGER_OP(ref_sub, x - y)
INTEGER_OP(ref_mul, (uint64_t)x *y)
INTEGER_OP(ref_udiv, y == 0 ? (U)-1 : x / y)
INTEGER_OP(ref_sdiv, sy == 0 ? (sx < 0 ? (S)1 : (S)-1) : sy == -1 ? (S)(0 - (uint64_t)x) : sx / sy)
INTEGER_OP(ref_urem, y == 0 ? x : x % y)
INTEGER_OP(ref_srem, sy == 0 ? sx : sy == -1 ? (S)0 : sx % sy)
INTEGER_OP(ref_shl, y >= B ? 0 : (uint64_t)x << y)
INTEGER_OP(ref_lshr, y >= B ? 0 : (uint64_t)x >> y)
INTEGER_OP(ref_ashr, sx >> (y >= B ? (U)(B - 1) : y))
INTEGER_OP(ref_and, x &y)
INTEGER_OP(ref_or, x | y)
INTEGER_OP(ref_xor, x ^ y)
INTEGER_OP(ref_eq, x == y)
INTEGER_OP(ref_ne, x != y)
INTEGER_OP(ref_ult, x < y)
INTEGER_OP(ref_ule, x <= y)
INTEGER_OP(ref_slt, sx < sy)
INTEGER_OP(ref_sle, sx <= sy)
INTEGER_OP(ref_select, sx < sy ? x : z)
INTEGER_OP(ref_popc, __builtin_popcountll(x))
INTEGER_OP(ref_ctlz, x == 0 ? B : __builtin_clzll(x) - (64 - B))
INTEGER_OP(ref_cttz, x == 0 ? B : __builtin_ctzll(x))
INTEGER_OP(ref_brev, reversed_bits(x, B))
INTEGER_OP(ref_bswap, reversed_bytes(x, B))
INTEGER_OP(ref_mulhi_u, ((unsigned_wide)x * y) >> B)
INTEGER_OP(ref_mulhi_s, ((wide)sx * sy) >> B)
INTEGER_OP(ref_fshl, z % B == 0 ? x : (uint64_t)x << z % B | (uint64_t)y >> (B - z % B))
INTEGER_OP(ref_fshr, z % B == 0 ? y : (uint64_t)x << (B - z % B) | (uint64_t)y >> z % B)

static half half_of(uint64_t bits) {
    uint16_t word = (uint16_t)bits;
    half value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static float float_of(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_half(half value) {
    uint16_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint64_t bits_of_float(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static double brain_of(uint64_t bits) {
    return (double)float_of((bits & 0xffff) << 16);
}

/* The nearest, ties to even: a multiple of the last place of its binade. */
static uint64_t bits_of_brain(double value) {
    int exponent = 0;
    if (isnan(value)) {
        return 0x7fc0;
    }
    (void)frexp(value, &exponent);
    int place = (exponent - 1 < -126 ? -126 : exponent - 1) - 7;
    double rounded = isinf(value) ? value : ldexp(nearbyint(ldexp(value, -place)), place);
    return bits_of_float(fabs(rounded) >= ldexp(1, 128) ? copysignf(INFINITY, (float)rounded) : (float)rounded) >> 16;
}

static unsigned width_of(uint32_t bits) {
    return bits == BRAIN ? 16 : bits;
}

static uint64_t bits_of_double(double value) {
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

#define REAL_OP(name, expression)                                                                                                                    \
    static uint64_t name(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory) {                                                      \
        UNUSED;                                                                                                                                      \
        if (bits == 16) {                                                                                                                            \
            half x = half_of(in->a[i]), y = half_of(in->b[i]);                                                                                       \
            (void)y;                                                                                                                                 \
            return bits_of_half((half)(expression));                                                                                                 \
        } else if (bits == 32) {                                                                                                                     \
            float x = float_of(in->a[i]), y = float_of(in->b[i]);                                                                                    \
            (void)y;                                                                                                                                 \
            return bits_of_float((float)(expression));                                                                                               \
        } else if (bits == BRAIN) {                                                                                                                  \
            double x = brain_of(in->a[i]), y = brain_of(in->b[i]);                                                                                   \
            (void)y;                                                                                                                                 \
            return bits_of_brain(expression);                                                                                                        \
        }                                                                                                                                            \
        double x = double_of(in->a[i]), y = double_of(in->b[i]);                                                                                     \
        (void)y;                                                                                                                                     \
        return bits_of_double(expression);                                                                                                           \
    }

REAL_OP(ref_fadd, x + y)
REAL_OP(ref_fsub, x - y)
REAL_OP(ref_fmul, x *y)
REAL_OP(ref_fdiv, x / y)
REAL_OP(ref_frem, fmod((double)x, (double)y))

static uint64_t ref_fneg(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory) {
    UNUSED;
    uint64_t sign = UINT64_C(1) << (width_of(bits) - 1);
    return (in->a[i] & (sign | (sign - 1))) ^ sign;
}

#define COMPARE_OP(name, expression)                                                                                                                 \
    static uint64_t name(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory) {                                                      \
        UNUSED;                                                                                                                                      \
        double x = bits == 16      ? (double)half_of(in->a[i])                                                                                       \
                   : bits == 32    ? (double)float_of(in->a[i])                                                                                      \
                   : bits == BRAIN ? brain_of(in->a[i])                                                                                              \
                                   : double_of(in->a[i]);                                                                                            \
        double y = bits == 16      ? (double)half_of(in->b[i])                                                                                       \
                   : bits == 32    ? (double)float_of(in->b[i])                                                                                      \
                   : bits == BRAIN ? brain_of(in->b[i])                                                                                              \
                                   : double_of(in->b[i]);                                                                                            \
        bool unordered = isnan(x) || isnan(y);                                                                                                       \
        (void)unordered;                                                                                                                             \
        return expression;                                                                                                                           \
    }

COMPARE_OP(ref_false, false)
COMPARE_OP(ref_oeq, x == y)
COMPARE_OP(ref_ogt, x > y)
COMPARE_OP(ref_oge, x >= y)
COMPARE_OP(ref_olt, x < y)
COMPARE_OP(ref_ole, x <= y)
COMPARE_OP(ref_one, !unordered && x != y)
COMPARE_OP(ref_ord, !unordered)
COMPARE_OP(ref_uno, unordered)
COMPARE_OP(ref_ueq, unordered || x == y)
COMPARE_OP(ref_ugt, unordered || x > y)
COMPARE_OP(ref_uge, unordered || x >= y)
COMPARE_OP(ref_fult, unordered || x < y)
COMPARE_OP(ref_fule, unordered || x <= y)
COMPARE_OP(ref_une, x != y)
COMPARE_OP(ref_true, true)

/* Rows that compute with %a, %b, %c as they are. */
#define WHOLE_OP(name, ...)                                                                                                                          \
    static uint64_t name(const struct inputs *in, uint32_t i, uint32_t bits, uint8_t *memory) {                                                      \
        UNUSED;                                                                                                                                      \
        uint64_t a = in->a[i], b = in->b[i], c = in->c[i];                                                                                           \
        (void)a, (void)b, (void)c;                                                                                                                   \
        __VA_ARGS__                                                                                                                                  \
    }

static double saturated(double value, double low, double high) {
    return isnan(value) ? 0 : value < low ? low : value > high ? high : value;
}

WHOLE_OP(ref_const, return a + 12345;)
WHOLE_OP(ref_zero, return 0;)
WHOLE_OP(ref_a, return a;)
WHOLE_OP(ref_param, return a ^ 0x1234567890abcdef;)
WHOLE_OP(ref_object, return 7;)
WHOLE_OP(ref_trunc, return (uint8_t)a + ((uint64_t)(uint16_t)b << 8) + ((uint64_t)(uint32_t)c << 24);)
WHOLE_OP(ref_zext, return (uint32_t)(uint8_t)a + (uint64_t)(uint16_t)b;)
WHOLE_OP(ref_sext, return (uint64_t)((int64_t)(int8_t)a + (int64_t)(int32_t)b);)
WHOLE_OP(ref_fptrunc, return bits_of_float((float)double_of(a)) << 16 | bits_of_half((half)float_of(b));)
WHOLE_OP(ref_brain_of_float, return bits_of_brain((double)float_of(a)) << 16;)
WHOLE_OP(ref_brain_of_double, return bits_of_brain(double_of(a)) << 16;)
WHOLE_OP(ref_float_of_brain, return bits_of_float((float)brain_of(a));)
WHOLE_OP(ref_brain_of_int, return bits_of_brain((double)(int32_t)a);)
WHOLE_OP(ref_int_of_brain, return (uint32_t)(int32_t)saturated(brain_of(a), INT32_MIN, INT32_MAX);)
WHOLE_OP(ref_fpext, return bits_of_double((double)float_of(a));)
WHOLE_OP(ref_fptosi, double x = double_of(a); return (uint32_t)(int32_t)saturated(trunc(x), -2147483648.0, 2147483647.0);)
WHOLE_OP(ref_fptoui, float x = float_of(a); return (uint64_t)(uint32_t)saturated(truncf(x), 0, 4294967295.0);)
WHOLE_OP(ref_sitofp, return bits_of_float((float)(int64_t)a) << 32 | bits_of_float((float)(int32_t)b);)
WHOLE_OP(ref_uitofp, return bits_of_double((double)a);)
WHOLE_OP(ref_half_of_int, return bits_of_half((half)(int32_t)a);)
WHOLE_OP(ref_call, return bits_of_double(sqrt(double_of(a)));)
WHOLE_OP(ref_fma, return bits_of_float(fmaf(float_of(a), float_of(b), float_of(c)));)
WHOLE_OP(ref_pack, memcpy(memory, (uint32_t[]){(uint32_t)a, (uint32_t)b, (uint32_t)c, 5}, 16); return (uint32_t)c;)
WHOLE_OP(ref_ptradd, uint64_t word; memcpy(&word, memory + 8 * (a & 7), 8); return word;)
WHOLE_OP(ref_store, memcpy(memory + 8 * (a & 7), &b, 8); memcpy(memory + 4 * (c & 15), &a, 2); uint32_t word; memcpy(&word, memory + 12, 4);
         return word;)
WHOLE_OP(ref_cmpxchg, uint64_t old; memcpy(&old, memory, 8); uint64_t expected = b & 1 ? old : a; if (old == expected) memcpy(memory, &c, 8);
         return old;)
WHOLE_OP(ref_memcpy, memmove(memory + 13, memory + 8, a & 31); return 0;)
WHOLE_OP(ref_memset, memset(memory + 3, (int)(b & 0xff), a & 31); return 0;)
WHOLE_OP(ref_phi, uint64_t sum = 0; for (uint64_t n = 0; n < (a & 15); n++) sum = sum * 3 + b; return sum;)
WHOLE_OP(ref_condbr, return (int64_t)a < (int64_t)b ? c : a;)
WHOLE_OP(ref_switch, return (a & 3) == 0 ? b : (a & 3) == 2 ? c : 99;)
WHOLE_OP(ref_sreg, return (i % 8) + 10 * (i / 8 % 4) + 100 * (i / 32) + 1000 * 1 + 10000 * 2 + 100000 * 3;)
WHOLE_OP(ref_sizes, return 8 + 10 * 4 + 100 * 2 + 1000 * 2 + 10000 * 3 + 100000 * 4;)
WHOLE_OP(ref_lanes, return i % 32 + 100 * (i / 32) + 10000 * 32;)
WHOLE_OP(ref_count, uint64_t n = 0; for (uint32_t t = 0; t < THREADS; t++) n += in->a[t] & 1; return n;)
WHOLE_OP(ref_all, uint64_t n = 0; for (uint32_t t = 0; t < THREADS; t++) n += (in->a[t] & 7) != 0; return n == THREADS;)
WHOLE_OP(ref_any, uint64_t n = 0; for (uint32_t t = 0; t < THREADS; t++) n += (in->a[t] & 63) == 1; return n > 0;)
WHOLE_OP(ref_neighbour, return in->a[i ^ 1];)
WHOLE_OP(ref_mirror, return in->a[63 - i];)
WHOLE_OP(ref_shfl_down, uint32_t by = 5; return (uint32_t)(i % 32 + by < 32 ? in->a[i + by] : a);)
WHOLE_OP(ref_shfl_up, uint32_t by = 3; return (uint32_t)(i % 32 >= by ? in->a[i - by] : a);)
WHOLE_OP(ref_shfl_bfly, return (uint32_t)in->a[i ^ 9];)
WHOLE_OP(ref_shfl_idx, return (uint32_t)in->a[i / 32 * 32 + (b & 31)];)
WHOLE_OP(ref_ballot, uint32_t n = 0; for (uint32_t t = 0; t < 32; t++) n |= (uint32_t)(in->a[i / 32 * 32 + t] & 1) << t; return n;)
WHOLE_OP(ref_match, uint32_t n = 0; for (uint32_t t = 0; t < 32; t++) n |= (uint32_t)((in->a[i / 32 * 32 + t] & 3) == (a & 3)) << t; return n;)
WHOLE_OP(ref_redux, uint32_t n = 0; for (uint32_t t = 0; t < 32; t++) n += (uint32_t)in->a[i / 32 * 32 + t]; return n;)
WHOLE_OP(ref_activemask, return UINT32_MAX;)

/* ---- atomics: old value in %R, the new one in memory ---- */

#define ATOMIC_OP_INT(name, T, expression)                                                                                                           \
    WHOLE_OP(name, T old; memcpy(&old, memory, sizeof old); T x = (T)a; T new = (T)(expression); memcpy(memory, &new, sizeof new);                   \
             return (uint64_t)old;)
#define ATOMIC_OP_FLOAT(name, expression)                                                                                                            \
    WHOLE_OP(name, float old; memcpy(&old, memory, sizeof old); float x = float_of(a); float new = expression; memcpy(memory, &new, sizeof new);     \
             return bits_of_float(old);)

ATOMIC_OP_INT(ref_xchg, uint32_t, x)
ATOMIC_OP_INT(ref_atomic_add, uint64_t, old + x)
ATOMIC_OP_INT(ref_atomic_sub, uint32_t, old - x)
ATOMIC_OP_INT(ref_atomic_and, uint32_t, old &x)
ATOMIC_OP_INT(ref_atomic_or, uint32_t, old | x)
ATOMIC_OP_INT(ref_atomic_xor, uint32_t, old ^ x)
ATOMIC_OP_INT(ref_nand, uint32_t, ~(old &x))
ATOMIC_OP_INT(ref_umax, uint32_t, old > x ? old : x)
ATOMIC_OP_INT(ref_umin, uint32_t, old < x ? old : x)
ATOMIC_OP_INT(ref_max, uint32_t, (int32_t)old > (int32_t)x ? old : x)
ATOMIC_OP_INT(ref_min, uint32_t, (int32_t)old < (int32_t)x ? old : x)
ATOMIC_OP_INT(ref_inc, uint32_t, old >= x ? 0 : old + 1)
ATOMIC_OP_INT(ref_dec, uint32_t, old == 0 || old > x ? x : old - 1)
ATOMIC_OP_FLOAT(ref_atomic_fadd, old + x)
ATOMIC_OP_FLOAT(ref_atomic_fsub, old - x)
/* A number goes before a NaN of either kind, as PTX has it. */
ATOMIC_OP_FLOAT(ref_fmax, isnan(old) ? x : isnan(x) || old >= x ? old : x)
ATOMIC_OP_FLOAT(ref_fmin, isnan(old) ? x : isnan(x) || old <= x ? old : x)

/* ---- rows ---- */

#define INT2(op, name, ref)                                                                                                                          \
    { INST_##op, INTEGER, " %r = " name " $T %x, %y\n", ref, NULL }
#define INT1(op, name, ref)                                                                                                                          \
    { INST_##op, INTEGER, " %r = " name " $T %x\n", ref, NULL }
#define INT3(op, name, ref)                                                                                                                          \
    { INST_##op, INTEGER, " %r = " name " $T %x, %y, %z\n", ref, NULL }
#define TEST2(op, name, ref)                                                                                                                         \
    { INST_##op, LOGIC, " %r = " name " i1 %x, %y\n", ref, NULL }
#define REAL2(op, name, ref)                                                                                                                         \
    { INST_##op, REAL, " %r = " name " $T %x, %y\n", ref, NULL }
#define FCMP(name, ref)                                                                                                                              \
    { INST_FCMP, COMPARE, " %r = fcmp " name " i1 %x, %y\n", ref, NULL }
#define ATOMIC32(name, ref)                                                                                                                          \
    { INST_ATOMIC, WHOLE, " %x = trunc i32 %a\n %o = atomic " name " i32 %m, %x\n %R = zext i64 %o\n", ref, NULL }
#define ATOMICF(name, ref)                                                                                                                           \
    {                                                                                                                                                \
        INST_ATOMIC, WHOLE,                                                                                                                          \
            " %xi = trunc i32 %a\n %x = bitcast f32 %xi\n %o = atomic " name " f32 %m, %x\n %oi = bitcast i32 %o\n %R = zext i64 %oi\n", ref, NULL   \
    }
#define SHFL(kind, by, clamp)                                                                                                                        \
    " %x = trunc i32 %a\n" by " %o = collective shfl \"shfl.sync." kind ".i32\" i32 -1, %x, %by, " clamp "\n %R = zext i64 %o\n"

static const struct row rows[] = {
    {INST_CONST, WHOLE, " %R = add i64 %a, 12345:i64\n", ref_const, NULL},
    {INST_UNDEF, WHOLE, " %R = and i64 undef:i64, 0:i64\n", ref_zero, NULL},
    {INST_PARAM, WHOLE, " %R = xor i64 %a, $2\n", ref_param, NULL},
    {INST_OBJECT, WHOLE, " %R = load i64 @0\n", ref_object, NULL},
    {INST_NULLPTR, WHOLE, " %R = ptrtoint i64 null:ptr\n", ref_zero, NULL},
    INT2(ADD, "add", ref_add),
    INT2(SUB, "sub", ref_sub),
    INT2(MUL, "mul", ref_mul),
    INT2(UDIV, "udiv", ref_udiv),
    INT2(SDIV, "sdiv", ref_sdiv),
    INT2(UREM, "urem", ref_urem),
    INT2(SREM, "srem", ref_srem),
    INT2(SHL, "shl", ref_shl),
    INT2(LSHR, "lshr", ref_lshr),
    INT2(ASHR, "ashr", ref_ashr),
    INT2(AND, "and", ref_and),
    INT2(OR, "or", ref_or),
    INT2(XOR, "xor", ref_xor),
    TEST2(EQ, "eq", ref_eq),
    TEST2(NE, "ne", ref_ne),
    TEST2(ULT, "ult", ref_ult),
    TEST2(ULE, "ule", ref_ule),
    TEST2(SLT, "slt", ref_slt),
    TEST2(SLE, "sle", ref_sle),
    {INST_TRUNC, WHOLE,
     " %x = trunc i8 %a\n %y = trunc i16 %b\n %z = trunc i32 %c\n %x8 = zext i64 %x\n %y8 = zext i64 %y\n"
     " %z8 = zext i64 %z\n %ys = shl i64 %y8, 8:i64\n %zs = shl i64 %z8, 24:i64\n %s = add i64 %x8, %ys\n %R = add i64 %s, %zs\n",
     ref_trunc, NULL},
    {INST_ZEXT, WHOLE, " %x = trunc i8 %a\n %y = trunc i16 %b\n %x4 = zext i32 %x\n %x8 = zext i64 %x4\n %y8 = zext i64 %y\n %R = add i64 %x8, %y8\n",
     ref_zext, NULL},
    {INST_SEXT, WHOLE, " %x = trunc i8 %a\n %y = trunc i32 %b\n %x2 = sext i16 %x\n %x8 = sext i64 %x2\n %y8 = sext i64 %y\n %R = add i64 %x8, %y8\n",
     ref_sext, NULL},
    {INST_SELECT, INTEGER, " %q = slt i1 %x, %y\n %r = select $T %q, %x, %z\n", ref_select, NULL},
    INT1(BSWAP, "bswap", ref_bswap),
    INT1(POPC, "popc", ref_popc),
    INT1(CTLZ, "ctlz", ref_ctlz),
    INT1(CTTZ, "cttz", ref_cttz),
    INT1(BREV, "brev", ref_brev),
    INT2(MULHI_U, "mulhi.u", ref_mulhi_u),
    INT2(MULHI_S, "mulhi.s", ref_mulhi_s),
    INT3(FSHL, "fshl", ref_fshl),
    INT3(FSHR, "fshr", ref_fshr),
    REAL2(FADD, "fadd", ref_fadd),
    REAL2(FSUB, "fsub", ref_fsub),
    REAL2(FMUL, "fmul", ref_fmul),
    REAL2(FDIV, "fdiv", ref_fdiv),
    REAL2(FREM, "frem", ref_frem),
    {INST_FNEG, REAL, " %r = fneg $T %x\n", ref_fneg, NULL},
    FCMP("false", ref_false),
    FCMP("oeq", ref_oeq),
    FCMP("ogt", ref_ogt),
    FCMP("oge", ref_oge),
    FCMP("olt", ref_olt),
    FCMP("ole", ref_ole),
    FCMP("one", ref_one),
    FCMP("ord", ref_ord),
    FCMP("uno", ref_uno),
    FCMP("ueq", ref_ueq),
    FCMP("ugt", ref_ugt),
    FCMP("uge", ref_uge),
    FCMP("ult", ref_fult),
    FCMP("ule", ref_fule),
    FCMP("une", ref_une),
    FCMP("true", ref_true),
    {INST_FPTRUNC, WHOLE,
     " %x = bitcast f64 %a\n %xf = fptrunc f32 %x\n %xi = bitcast i32 %xf\n %x8 = zext i64 %xi\n %yi = trunc i32 %b\n"
     " %y = bitcast f32 %yi\n %yh = fptrunc f16 %y\n %yw = bitcast i16 %yh\n %y8 = zext i64 %yw\n %s = shl i64 %x8, 16:i64\n %R = or i64 %s, %y8\n",
     ref_fptrunc, NULL},
    {INST_FPEXT, WHOLE, " %xi = trunc i32 %a\n %x = bitcast f32 %xi\n %w = fpext f64 %x\n %R = bitcast i64 %w\n", ref_fpext, NULL},
    {INST_FPTRUNC, WHOLE,
     " %ai = trunc i32 %a\n %x = bitcast f32 %ai\n %n = fptrunc bf16 %x\n %ni = bitcast i16 %n\n %w = zext i64 %ni\n %R = shl i64 %w, 16:i64\n",
     ref_brain_of_float, NULL},
    {INST_FPTRUNC, WHOLE, " %x = bitcast f64 %a\n %n = fptrunc bf16 %x\n %ni = bitcast i16 %n\n %w = zext i64 %ni\n %R = shl i64 %w, 16:i64\n",
     ref_brain_of_double, NULL},
    {INST_FPEXT, WHOLE, " %xi = trunc i16 %a\n %x = bitcast bf16 %xi\n %w = fpext f32 %x\n %wi = bitcast i32 %w\n %R = zext i64 %wi\n",
     ref_float_of_brain, NULL},
    {INST_SITOFP, WHOLE, " %xi = trunc i32 %a\n %x = sitofp bf16 %xi\n %xw = bitcast i16 %x\n %R = zext i64 %xw\n", ref_brain_of_int, NULL},
    {INST_FPTOSI, WHOLE, " %xi = trunc i16 %a\n %x = bitcast bf16 %xi\n %n = fptosi i32 %x\n %R = zext i64 %n\n", ref_int_of_brain, NULL},
    {INST_FPTOSI, WHOLE, " %x = bitcast f64 %a\n %n = fptosi i32 %x\n %R = zext i64 %n\n", ref_fptosi, NULL},
    {INST_FPTOUI, WHOLE, " %xi = trunc i32 %a\n %x = bitcast f32 %xi\n %n = fptoui i32 %x\n %R = zext i64 %n\n", ref_fptoui, NULL},
    {INST_SITOFP, WHOLE,
     " %x = sitofp f32 %a\n %xi = bitcast i32 %x\n %x8 = zext i64 %xi\n %yi = trunc i32 %b\n %y = sitofp f32 %yi\n"
     " %yw = bitcast i32 %y\n %y8 = zext i64 %yw\n %s = shl i64 %x8, 32:i64\n %R = or i64 %s, %y8\n",
     ref_sitofp, NULL},
    {INST_SITOFP, WHOLE, " %xi = trunc i32 %a\n %x = sitofp f16 %xi\n %xw = bitcast i16 %x\n %R = zext i64 %xw\n", ref_half_of_int, NULL},
    {INST_UITOFP, WHOLE, " %x = uitofp f64 %a\n %R = bitcast i64 %x\n", ref_uitofp, NULL},
    {INST_BITCAST, WHOLE, " %x = bitcast f64 %a\n %R = bitcast i64 %x\n", ref_a, NULL},
    {INST_CALL, WHOLE, " %x = bitcast f64 %a\n %y = call \"llvm.sqrt.f64\" f64 %x\n %R = bitcast i64 %y\n", ref_call, NULL},
    {INST_CALL, WHOLE,
     " %xi = trunc i32 %a\n %yi = trunc i32 %b\n %zi = trunc i32 %c\n %x = bitcast f32 %xi\n %y = bitcast f32 %yi\n"
     " %z = bitcast f32 %zi\n %f = call \"llvm.fma.f32\" f32 %x, %y, %z\n %fi = bitcast i32 %f\n %R = zext i64 %fi\n",
     ref_fma, NULL},
    {INST_LANE, WHOLE,
     " %x = trunc i32 %a\n %y = trunc i32 %b\n %z = trunc i32 %c\n %v = pack v4i32 %x, %y, %z, 5\n store %m, %v\n"
     " %w = load v4i32 %m\n %l = lane 2 i32 %w\n %R = zext i64 %l\n",
     ref_pack, NULL},
    {INST_PACK, WHOLE,
     " %x = trunc i32 %a\n %y = trunc i32 %b\n %z = trunc i32 %c\n %v = pack v4i32 %x, %y, %z, 5\n store %m, %v\n"
     " %l = lane 2 i32 %v\n %R = zext i64 %l\n",
     ref_pack, NULL},
    {INST_PTRADD, WHOLE, " %n = and i64 %a, 7:i64\n %o = mul i64 %n, 8:i64\n %p = ptradd ptr.global %m, %o\n %R = load i64 %p\n", ref_ptradd, NULL},
    {INST_PTRTOINT, WHOLE,
     " %n = and i64 %a, 7:i64\n %o = mul i64 %n, 8:i64\n %ip = ptrtoint i64 %m\n %s = add i64 %ip, %o\n"
     " %p = inttoptr ptr.global %s\n %R = load i64 %p\n",
     ref_ptradd, NULL},
    {INST_INTTOPTR, WHOLE, " %p = inttoptr ptr.global 0:i64\n %n = eq i1 %p, null:ptr.global\n %w = zext i64 %n\n %R = sub i64 %w, 1:i64\n", ref_zero,
     NULL},
    {INST_PTRCAST, WHOLE, " %n = and i64 %a, 7:i64\n %o = mul i64 %n, 8:i64\n %g = ptrcast ptr %m\n %p = ptradd ptr %g, %o\n %R = load i64 %p\n",
     ref_ptradd, NULL},
    {INST_PHI, WHOLE,
     " %n = and i64 %a, 15:i64\n br -> head\nhead:\n %k = phi i64 [entry 0:i64, body %k1]\n %s = phi i64 [entry 0:i64, body %s2]\n"
     " %more = ult i1 %k, %n\n condbr %more -> body, done\nbody:\n %k1 = add i64 %k, 1:i64\n %s1 = mul i64 %s, 3:i64\n %s2 = add i64 %s1, %b\n br -> "
     "head\n"
     "done:\n %R = add i64 %s, 0:i64\n",
     ref_phi, NULL},
    {INST_SREG, WHOLE,
     " %0 = sreg tid.x i32\n %1 = sreg tid.y i32\n %2 = sreg tid.z i32\n %3 = sreg bid.x i32\n %4 = sreg bid.y i32\n %5 = sreg bid.z i32\n"
     " %y = mul i32 %1, 10\n %z = mul i32 %2, 100\n %u = mul i32 %3, 1000\n %v = mul i32 %4, 10000\n %w = mul i32 %5, 100000\n %s1 = add i32 %0, %y\n"
     " %s2 = add i32 %s1, %z\n %s3 = add i32 %s2, %u\n %s4 = add i32 %s3, %v\n %s5 = add i32 %s4, %w\n %R = zext i64 %s5\n",
     ref_sreg, NULL},
    {INST_SREG, WHOLE,
     " %0 = sreg bdim.x i32\n %1 = sreg bdim.y i32\n %2 = sreg bdim.z i32\n %3 = sreg gdim.x i32\n %4 = sreg gdim.y i32\n %5 = sreg gdim.z i32\n"
     " %y = mul i32 %1, 10\n %z = mul i32 %2, 100\n %u = mul i32 %3, 1000\n %v = mul i32 %4, 10000\n %w = mul i32 %5, 100000\n %s1 = add i32 %0, %y\n"
     " %s2 = add i32 %s1, %z\n %s3 = add i32 %s2, %u\n %s4 = add i32 %s3, %v\n %s5 = add i32 %s4, %w\n %R = zext i64 %s5\n",
     ref_sizes, NULL},
    {INST_SREG, WHOLE,
     " %0 = sreg lane i32\n %1 = sreg warpid i32\n %2 = sreg warpsize i32\n %y = mul i32 %1, 100\n %z = mul i32 %2, 10000\n"
     " %s1 = add i32 %0, %y\n %s2 = add i32 %s1, %z\n %R = zext i64 %s2\n",
     ref_lanes, NULL},
    {INST_LOAD, WHOLE, " %n = and i64 %a, 7:i64\n %o = mul i64 %n, 8:i64\n %p = ptradd ptr.global %m, %o\n %R = load volatile i64 %p\n", ref_ptradd,
     NULL},
    {INST_STORE, WHOLE,
     " %n = and i64 %a, 7:i64\n %o = mul i64 %n, 8:i64\n %p = ptradd ptr.global %m, %o\n store %p, %b\n %k = and i64 %c, 15:i64\n"
     " %l = mul i64 %k, 4:i64\n %q = ptradd ptr.global %m, %l\n %h = trunc i16 %a\n store %q, %h\n %e = ptradd ptr.global %m, 12:i64\n %w = load i32 "
     "%e\n"
     " %R = zext i64 %w\n",
     ref_store, NULL},
    ATOMIC32("xchg", ref_xchg),
    {INST_ATOMIC, WHOLE, " %R = atomic add i64 %m, %a\n", ref_atomic_add, NULL},
    ATOMIC32("sub", ref_atomic_sub),
    ATOMIC32("and", ref_atomic_and),
    ATOMIC32("or", ref_atomic_or),
    ATOMIC32("xor", ref_atomic_xor),
    ATOMIC32("nand", ref_nand),
    ATOMIC32("umax", ref_umax),
    ATOMIC32("umin", ref_umin),
    ATOMIC32("max", ref_max),
    ATOMIC32("min", ref_min),
    ATOMIC32("inc", ref_inc),
    ATOMIC32("dec", ref_dec),
    ATOMICF("fadd", ref_atomic_fadd),
    ATOMICF("fsub", ref_atomic_fsub),
    ATOMICF("fmax", ref_fmax),
    ATOMICF("fmin", ref_fmin),
    {INST_CMPXCHG, WHOLE,
     " %w = load i64 %m\n %o = and i64 %b, 1:i64\n %q = eq i1 %o, 1:i64\n %e = select i64 %q, %w, %a\n %R = cmpxchg i64 %m, %e, %c\n", ref_cmpxchg,
     NULL},
    {INST_MEMCPY, WHOLE,
     " %n = and i64 %a, 31:i64\n %p = ptradd ptr.global %m, 13:i64\n %q = ptradd ptr.global %m, 8:i64\n memcpy %p, %q, %n\n %R = add i64 0:i64, "
     "0:i64\n",
     ref_memcpy, NULL},
    {INST_COPY_COMMIT, WHOLE, " copy.commit\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_COPY_WAIT, WHOLE, " copy.commit\n copy.wait 1:i64\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_MATRIX_LOAD, WHOLE, " matrix.load %m, 4:i64, 2:i64, 8:i64, 0:i64\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_MATRIX_STORE, WHOLE, " matrix.store %m, 4:i64, 0:i64, 8:i64, 0:i64\n %R = add i64 %a, 0:i64\n", ref_a,
     NULL}, /* what it stores is unknown */
    {INST_MEMSET, WHOLE,
     " %n = and i64 %a, 31:i64\n %v = trunc i8 %b\n %p = ptradd ptr.global %m, 3:i64\n memset %p, %v, %n\n %R = add i64 0:i64, 0:i64\n", ref_memset,
     NULL},
    {INST_FENCE, WHOLE, " fence device\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_BARRIER, WHOLE,
     " %w = zext i64 %i\n %o = mul i64 %w, 8:i64\n %p = ptradd ptr.shared @1, %o\n store %p, %a\n barrier block\n %v = sub i64 63:i64, %w\n"
     " %u = mul i64 %v, 8:i64\n %q = ptradd ptr.shared @1, %u\n %R = load i64 %q\n",
     ref_mirror, NULL},
    {INST_BARRIER, WHOLE,
     " %w = zext i64 %i\n %o = mul i64 %w, 8:i64\n %p = ptradd ptr.shared @1, %o\n store %p, %a\n barrier warp -1\n %v = xor i64 %w, 1:i64\n"
     " %u = mul i64 %v, 8:i64\n %q = ptradd ptr.shared @1, %u\n %R = load i64 %q\n",
     ref_neighbour, NULL},
    {INST_BARRIER, WHOLE,
     " %w = zext i64 %i\n %o = mul i64 %w, 8:i64\n %p = ptradd ptr.shared @1, %o\n store %p, %a\n barrier named 3\n %v = sub i64 63:i64, %w\n"
     " %u = mul i64 %v, 8:i64\n %q = ptradd ptr.shared @1, %u\n %R = load i64 %q\n",
     ref_mirror, NULL},
    {INST_BARRIER, WHOLE,
     " %w = zext i64 %i\n %o = mul i64 %w, 8:i64\n %p = ptradd ptr.shared @1, %o\n store %p, %a\n barrier tile 64\n %v = sub i64 63:i64, %w\n"
     " %u = mul i64 %v, 8:i64\n %q = ptradd ptr.shared @1, %u\n %R = load i64 %q\n",
     ref_mirror, NULL},
    {INST_BARRIER, WHOLE, " barrier same fence neither 7:i64\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_BARRIER, WHOLE, " barrier grid\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_BARRIER, WHOLE, " %n = and i64 %a, 1:i64\n %p = trunc i32 %n\n %s = barrier count i32 %p\n %R = zext i64 %s\n", ref_count, NULL},
    {INST_BARRIER, WHOLE, " %n = and i64 %a, 7:i64\n %p = trunc i32 %n\n %s = barrier and i32 %p\n %R = zext i64 %s\n", ref_all, NULL},
    {INST_BARRIER, WHOLE, " %n = and i64 %a, 63:i64\n %e = eq i1 %n, 1:i64\n %p = zext i32 %e\n %s = barrier or i32 %p\n %R = zext i64 %s\n", ref_any,
     NULL},
    {INST_COLLECTIVE, WHOLE, SHFL("down", " %by = add i32 5, 0\n", "31"), ref_shfl_down, NULL},
    {INST_COLLECTIVE, WHOLE, SHFL("up", " %by = add i32 3, 0\n", "0"), ref_shfl_up, NULL},
    {INST_COLLECTIVE, WHOLE, SHFL("bfly", " %by = add i32 9, 0\n", "31"), ref_shfl_bfly, NULL},
    {INST_COLLECTIVE, WHOLE, SHFL("idx", " %by = trunc i32 %b\n", "31"), ref_shfl_idx, NULL},
    {INST_COLLECTIVE, WHOLE,
     " %n = and i64 %a, 1:i64\n %p = eq i1 %n, 1:i64\n %o = collective vote \"vote.ballot.sync\" i32 -1, %p\n %R = zext i64 %o\n", ref_ballot, NULL},
    {INST_COLLECTIVE, WHOLE,
     " %n = and i64 %a, 3:i64\n %x = trunc i32 %n\n %o = collective match \"match.any.sync.i32\" i32 -1, %x\n %R = zext i64 %o\n", ref_match, NULL},
    {INST_COLLECTIVE, WHOLE, " %x = trunc i32 %a\n %o = collective redux \"redux.sync.add\" i32 %x, -1\n %R = zext i64 %o\n", ref_redux, NULL},
    {INST_COLLECTIVE, WHOLE, " %o = collective activemask \"activemask\" i32\n %R = zext i64 %o\n", ref_activemask, NULL},
    {INST_ASSUME, WHOLE, " %q = eq i1 %a, %a\n assume %q\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_ASSERT, WHOLE, " %q = eq i1 %a, %a\n assert \"a == a\" %q\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_ASSERT, WHOLE, " %q = ne i1 %a, %a\n assert \"a != a\" %q\n %R = add i64 %a, 0:i64\n", ref_a, "assertion"},
    {INST_OTHER, WHOLE, " %o = other i32 %i\n %q = ne i1 %o, %i\n assert \"indices differ\" %q\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_OTHER, WHOLE, " %h = lshr i32 %i, 1\n %o = other i32 %h\n %q = ne i1 %o, %h\n assert \"halves differ\" %q\n %R = add i64 %a, 0:i64\n",
     ref_a, "assertion"},
    {INST_OTHER, WHOLE, " %o = other i1\n assert \"one block\" %o\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_ENABLED, WHOLE, " %e = enabled i1\n %o = other i1 %e\n assert \"all are there\" %o\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_ENABLED, WHOLE,
     " %l = slt i1 %i, 5\n condbr %l -> some, next\nsome:\n %e = enabled i1\n %o = other i1 %e\n assert \"all are there\" %o\n br -> next\nnext:\n"
     " %R = add i64 %a, 0:i64\n",
     ref_a, "assertion"},
    {INST_BOUND, WHOLE, " bound 3:i64, 8:i64, null:ptr\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_PRINTF, WHOLE, " printf null:ptr, null:ptr, %a\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_UNSUPPORTED, WHOLE, " %u = unsupported value \"thing\" i64\n %R = and i64 %u, 0:i64\n", ref_zero, "unsupported"},
    {INST_BR, WHOLE, " br -> next\nnext:\n %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_CONDBR, WHOLE, " %q = slt i1 %a, %b\n condbr %q -> one, two\none:\n br -> join\ntwo:\n br -> join\njoin:\n %R = phi i64 [one %c, two %a]\n",
     ref_condbr, NULL},
    {INST_SWITCH, WHOLE,
     " %n = and i64 %a, 3:i64\n switch %n, 0:i64, 2:i64 -> rest, zero, two\nrest:\n br -> join\nzero:\n br -> join\ntwo:\n br -> join\njoin:\n"
     " %R = phi i64 [rest 99:i64, zero %b, two %c]\n",
     ref_switch, NULL},
    {INST_RET, WHOLE, " %R = add i64 %a, 0:i64\n", ref_a, NULL},
    {INST_TRAP, WHOLE, " %q = eq i1 %i, 64\n condbr %q -> out, stop\nstop:\n trap\nout:\n %R = add i64 %a, 0:i64\n", NULL, "trap"},
    {INST_UNREACHABLE, WHOLE, " %q = eq i1 %i, 64\n condbr %q -> out, stop\nstop:\n unreachable\nout:\n %R = add i64 %a, 0:i64\n", NULL,
     "assumption"},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* ---- kernels ---- */

static const char HEAD[] = "kernel \"k\"\n"
                           "param $0 \"in\" ptr.global elem 8\n"
                           "param $1 \"out\" ptr.global elem 8\n"
                           "param $2 \"p\" i64\n"
                           "param $3 \"m\" ptr.global elem 1\n"
                           "object @0 \"seven\" constant size 8 elem 8 constant init 0700000000000000\n"
                           "object @1 \"s\" shared size 512 elem 8\n"
                           "entry:\n"
                           " %tx = sreg tid.x i32\n %ty = sreg tid.y i32\n %tz = sreg tid.z i32\n"
                           " %t1 = mul i32 %tz, 4\n %t2 = add i32 %t1, %ty\n %t3 = mul i32 %t2, 8\n"
                           " %i = add i32 %t3, %tx\n %i8 = zext i64 %i\n"
                           " %io = mul i64 %i8, 24:i64\n %pa = ptradd ptr.global $0, %io\n"
                           " %pb = ptradd ptr.global %pa, 8:i64\n %pc = ptradd ptr.global %pa, 16:i64\n"
                           " %a = load i64 %pa\n %b = load i64 %pb\n %c = load i64 %pc\n"
                           " %mo = mul i64 %i8, 64:i64\n %m = ptradd ptr.global $3, %mo\n"
                           " %ro = mul i64 %i8, 8:i64\n %pr = ptradd ptr.global $1, %ro\n";

static void add_operands(const struct row *row, uint32_t bits, struct buffer *out) {
    static const char *const names[] = {"x", "y", "z"}, *const sources[] = {"a", "b", "c"};
    bool is_real = row->form == REAL || row->form == COMPARE;
    for (int n = 0; n < 3; n++) {
        if (bits == 64) {
            buffer_printf(out, " %%%s%s = add i64 %%%s, 0:i64\n", names[n], is_real ? "i" : "", sources[n]);
        } else {
            buffer_printf(out, " %%%s%s = trunc i%u %%%s\n", names[n], is_real ? "i" : "", width_of(bits), sources[n]);
        }
        if (is_real) {
            buffer_printf(out, " %%%s = bitcast %s%u %%%si\n", names[n], bits == BRAIN ? "bf" : "f", width_of(bits), names[n]);
        }
    }
}

static void add_result(const struct row *row, uint32_t bits, struct buffer *out) {
    const char *result = "r";
    if (row->form == REAL) {
        buffer_printf(out, " %%ri = bitcast i%u %%r\n", width_of(bits));
        result = "ri";
    }
    bool is_wide = bits == 64 && (row->form == INTEGER || row->form == REAL);
    buffer_printf(out, is_wide ? " %%R = add i64 %%%s, 0:i64\n" : " %%R = zext i64 %%%s\n", result);
}

static void add_text(const char *text, const struct row *row, uint32_t bits, struct buffer *out) {
    for (const char *c = text; *c; c++) {
        if (c[0] == '$' && c[1] == 'T') {
            buffer_printf(out, "%s%u", row->form != REAL ? "i" : bits == BRAIN ? "bf" : "f", width_of(bits));
            c++;
        } else {
            buffer_char(out, *c);
        }
    }
}

static struct kernel *make_kernel(struct arena *arena, const struct row *row, uint32_t bits) {
    struct buffer text = {0};
    const char *error = NULL;
    buffer_add(&text, HEAD);
    if (row->form != WHOLE) {
        add_operands(row, bits, &text);
    }
    add_text(row->text, row, bits, &text);
    if (row->form != WHOLE) {
        add_result(row, bits, &text);
    }
    buffer_add(&text, " store %pr, %R\n ret\n");
    struct kernel *kernel = kernel_parse(arena, buffer_text(&text), &error);
    if (!kernel) {
        fail_msg("%s: %s\n%s", inst_op_name(row->op), error, buffer_text(&text));
    }
    buffer_release(&text);
    return kernel;
}

static uint64_t random_word(struct rng *rng) {
    static const uint64_t special[] = {0,
                                       1,
                                       2,
                                       3,
                                       7,
                                       8,
                                       15,
                                       16,
                                       31,
                                       32,
                                       63,
                                       64,
                                       0x7f,
                                       0x80,
                                       0xff,
                                       0x7fff,
                                       0x8000,
                                       0x7fffffff,
                                       0x80000000,
                                       0xffffffff,
                                       0x7fffffffffffffff,
                                       0x8000000000000000,
                                       UINT64_MAX,
                                       0x3f800000,
                                       0xbf800000,
                                       0x7f800000,
                                       0xff800000,
                                       0x7fc00000,
                                       0x00000001,
                                       0x007fffff,
                                       0x7f7fffff,
                                       0x4b000000,
                                       0x4f000000,
                                       0xcf000000,
                                       0x3c00,
                                       0xbc00,
                                       0x7c00,
                                       0x7e00,
                                       0x0001,
                                       0x7bff,
                                       0x3f80,
                                       0xbf80,
                                       0x7f80,
                                       0xff80,
                                       0x7fc0,
                                       0x0080,
                                       0x007f,
                                       0x7f7f,
                                       0x3ff0000000000000,
                                       0xbff0000000000000,
                                       0x7ff0000000000000,
                                       0x7ff8000000000000,
                                       0x0000000000000001,
                                       0x41e0000000000000};
    uint64_t kind = rng_below(rng, 4), word = rng_next(rng);
    if (kind == 0) {
        return special[rng_below(rng, sizeof special / sizeof *special)];
    }
    double number = (double)(int64_t)rng_below(rng, 20000) / 16 - 600;
    return kind == 1 ? word >> rng_below(rng, 64) : kind == 2 ? (rng_below(rng, 2) ? bits_of_double(number) : bits_of_float((float)number)) : word;
}

static bool is_nan(enum form form, uint32_t bits, uint64_t value) {
    return form == REAL && (bits == 16      ? isnan((float)half_of(value))
                            : bits == BRAIN ? isnan(brain_of(value))
                            : bits == 32    ? isnan(float_of(value))
                                            : isnan(double_of(value)));
}

/* Of WHOLE rows a NaN in any of the formats; their references give few numbers besides. */
static bool may_be_nan(const struct row *row, uint32_t bits, uint64_t found, uint64_t expected) {
    if (row->form == REAL) {
        return is_nan(REAL, bits, found) && is_nan(REAL, bits, expected);
    }
    bool is_float_row = row->op == INST_FPTRUNC || row->op == INST_FPEXT || row->op == INST_CALL;
    return is_float_row && ((isnan(double_of(found)) && isnan(double_of(expected))) || (isnan(float_of(found)) && isnan(float_of(expected))) ||
                            (isnan(float_of(found >> 16)) && isnan(float_of(expected >> 16))) ||
                            (isnan((float)half_of(found)) && isnan((float)half_of(expected)) && found >> 16 == expected >> 16));
}

static bool same_memory(const struct row *row, const uint8_t *found, const uint8_t *expected) {
    float x, y;
    memcpy(&x, found, 4);
    memcpy(&y, expected, 4);
    bool nan = row->op == INST_ATOMIC && isnan(x) && isnan(y);
    return memcmp(found + (nan ? 4 : 0), expected + (nan ? 4 : 0), MEMORY - (nan ? 4 : 0)) == 0;
}

static bool has_finding(const struct simulate_result *result, const char *rule) {
    if (rule && strcmp(rule, "assumption") == 0) {
        return result->assumption_failed;
    }
    for (uint32_t i = 0; i < result->finding_count; i++) {
        if (rule && strcmp(simulate_rule_name(result->findings[i].rule), rule) == 0) {
            return true;
        }
    }
    return rule == NULL && result->finding_count == 0;
}

static void check_threads(const struct row *row, uint32_t bits, const struct inputs *in, const uint8_t *memory,
                          const struct simulate_result *result) {
    for (uint32_t i = 0; i < THREADS && row->reference; i++) {
        uint8_t expected_memory[MEMORY];
        uint64_t found;
        memcpy(expected_memory, memory + i * MEMORY, MEMORY);
        memcpy(&found, result->contents[1] + 8 * i, 8);
        uint64_t expected = row->reference(in, i, bits, expected_memory);
        if (found != expected && !may_be_nan(row, bits, found, expected)) {
            fail_msg("%s, %u bits: of %llx, %llx, %llx: %llx, expected %llx\n%s", inst_op_name(row->op), bits, (unsigned long long)in->a[i],
                     (unsigned long long)in->b[i], (unsigned long long)in->c[i], (unsigned long long)found, (unsigned long long)expected, row->text);
        }
        if (!same_memory(row, result->contents[2] + i * MEMORY, expected_memory)) {
            const uint8_t *m = result->contents[2] + i * MEMORY;
            fail_msg("%s of %llx: memory %02x%02x%02x%02x..., expected %02x%02x%02x%02x...\n%s", inst_op_name(row->op), (unsigned long long)in->a[i],
                     m[3], m[2], m[1], m[0], expected_memory[3], expected_memory[2], expected_memory[1], expected_memory[0], row->text);
        }
    }
}

static void check_row(const struct row *row, uint32_t bits, struct rng *rng) {
    static const uint32_t blocks[][3] = {{1, 2, 3}};
    struct arena arena = {0};
    struct kernel *kernel = make_kernel(&arena, row, bits);
    bool has_grid_barrier = strstr(row->text, "barrier grid") != NULL;
    for (int round = 0; round < ROUNDS; round++) {
        struct inputs in;
        uint64_t words[THREADS][3];
        uint8_t memory[THREADS * MEMORY];
        for (uint32_t i = 0; i < THREADS; i++) {
            in.a[i] = words[i][0] = random_word(rng);
            in.b[i] = words[i][1] = random_word(rng);
            in.c[i] = words[i][2] = random_word(rng);
        }
        for (uint32_t i = 0; i < sizeof memory / 8; i++) {
            uint64_t word = random_word(rng);
            memcpy(memory + 8 * i, &word, 8);
        }
        const struct simulate_array arrays[] = {{.size_bytes = sizeof words, .bytes = (const uint8_t *)words, .byte_count = sizeof words},
                                                {.size_bytes = THREADS * 8},
                                                {.size_bytes = sizeof memory, .bytes = memory, .byte_count = sizeof memory}};
        const struct simulate_argument arguments[] = {{.array = 0}, {.array = 1}, {.bits = 0x1234567890abcdef, .array = SIMULATE_NONE}, {.array = 2}};
        struct simulate_input input = {.block = {8, 4, 2},
                                       .grid = {2, 3, 4},
                                       .arguments = arguments,
                                       .arrays = arrays,
                                       .array_count = 3,
                                       .blocks = blocks,
                                       .block_count = 1,
                                       .seed = (uint64_t)round + 1,
                                       .keep_contents = true};
        if (has_grid_barrier) {
            memcpy(input.grid, (uint32_t[]){1, 1, 1}, sizeof input.grid);
            input.block_count = 0;
            input.blocks = NULL;
        }
        struct simulate_result *result = simulate_run(&arena, kernel, &input);
        if (!has_finding(result, row->finding)) {
            fail_msg("%s: %s", inst_op_name(row->op), row->finding ? "no finding" : simulate_rule_name(result->findings[0].rule));
        }
        check_threads(row, bits, &in, memory, result);
    }
    arena_release(&arena);
}

static void rows_compute_as_c(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 11);
    for (uint32_t n = 0; n < ROW_COUNT; n++) {
        const struct row *row = &rows[n];
        bool is_real = row->form == REAL || row->form == COMPARE;
        if (row->form == WHOLE) {
            check_row(row, 64, &rng);
            continue;
        }
        for (uint32_t bits = is_real || row->op == INST_BSWAP ? 16 : 8; bits <= 64; bits *= 2) {
            check_row(row, bits, &rng);
        }
        if (is_real) {
            check_row(row, BRAIN, &rng);
        }
    }
}

static void every_instruction_has_a_row(void **state) {
    (void)state;
    for (unsigned op = 0; op < INST_OP_COUNT; op++) {
        bool has_row = false;
        for (uint32_t n = 0; n < ROW_COUNT; n++) {
            has_row = has_row || rows[n].op == (enum inst_op)op;
        }
        if (!has_row) {
            fail_msg("no row for '%s'", inst_op_name((enum inst_op)op));
        }
    }
}

/* Words that stand behind an instruction: each in some row. */
static void every_kind_has_a_row(void **state) {
    (void)state;
    static const char *const atomics[] = {"xchg", "add",  "sub",  "and",  "or",   "xor",  "nand", "max", "min",
                                          "umax", "umin", "fadd", "fsub", "fmax", "fmin", "inc",  "dec"};
    static const char *const barriers[] = {"block", "count", "and", "or", "warp", "grid", "named", "tile", "same"};
    assert_int_equal(sizeof atomics / sizeof *atomics, ATOMIC_OP_COUNT);
    assert_int_equal(sizeof barriers / sizeof *barriers, BARRIER_KIND_COUNT);
    const struct {
        const char *word;
        const char *const *kinds;
        size_t count;
    } tables[] = {{"atomic", atomics, ATOMIC_OP_COUNT}, {"barrier", barriers, BARRIER_KIND_COUNT}};
    for (int t = 0; t < 2; t++) {
        for (size_t k = 0; k < tables[t].count; k++) {
            char words[40];
            bool found = false;
            int length = snprintf(words, sizeof words, "%s %s", tables[t].word, tables[t].kinds[k]);
            for (uint32_t n = 0; n < ROW_COUNT; n++) {
                const char *at = strstr(rows[n].text, words);
                found = found || (at && (at[length] == ' ' || at[length] == '\n'));
            }
            if (!found) {
                fail_msg("no row for '%s'", words);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_has_a_row),
        cmocka_unit_test(every_kind_has_a_row),
        cmocka_unit_test(rows_compute_as_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
