/* Mathematics. Double and float functions of the C library and of CUDA are declared-only and pure, under their C names (sin, sinf, __sinf, ...);
 * clang turns those it knows into llvm.* intrinsics. Overloads for C++ call them. Functions with a result parameter store it, once.
 * Names of <cmath> are also brought into namespace std before <cmath> itself: its constexpr functions, which clang makes callable from
 * device code, then stay host functions where a device function of the same type exists. */
#ifndef __WP_MATH_H
#define __WP_MATH_H
#pragma clang system_header

#define __MATH_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__

#define __WP_ONE(name) __WP_PURE double name(double); __WP_PURE float name##f(float);
#define __WP_TWO(name) __WP_PURE double name(double, double); __WP_PURE float name##f(float, float);
#define __WP_THREE(name) __WP_PURE double name(double, double, double); __WP_PURE float name##f(float, float, float);
#define __WP_FOUR(name) __WP_PURE double name(double, double, double, double); __WP_PURE float name##f(float, float, float, float);
#define __WP_ROUNDED(name, type, parameters)                                                                                     \
  __WP_PURE type name##_ru parameters;                                                                                           \
  __WP_PURE type name##_rd parameters;
#define __WP_ROUNDED_ALL(name, type, parameters)                                                                                 \
  __WP_PURE type name##_rn parameters;                                                                                           \
  __WP_PURE type name##_rz parameters;                                                                                           \
  __WP_ROUNDED(name, type, parameters)
extern "C" {
__WP_ONE(acos)
__WP_ONE(acosh)
__WP_ONE(asin)
__WP_ONE(asinh)
__WP_ONE(atan)
__WP_ONE(atanh)
__WP_ONE(cbrt)
__WP_ONE(ceil)
__WP_ONE(cos)
__WP_ONE(cosh)
__WP_ONE(cospi)
__WP_ONE(cyl_bessel_i0)
__WP_ONE(cyl_bessel_i1)
__WP_ONE(erf)
__WP_ONE(erfc)
__WP_ONE(erfcinv)
__WP_ONE(erfcx)
__WP_ONE(erfinv)
__WP_ONE(exp)
__WP_ONE(exp10)
__WP_ONE(exp2)
__WP_ONE(expm1)
__WP_ONE(fabs)
__WP_ONE(floor)
__WP_ONE(j0)
__WP_ONE(j1)
__WP_ONE(lgamma)
__WP_ONE(log)
__WP_ONE(log10)
__WP_ONE(log1p)
__WP_ONE(log2)
__WP_ONE(logb)
__WP_ONE(nearbyint)
__WP_ONE(normcdf)
__WP_ONE(normcdfinv)
__WP_ONE(rcbrt)
__WP_ONE(rint)
__WP_ONE(round)
__WP_ONE(rsqrt)
__WP_ONE(sin)
__WP_ONE(sinh)
__WP_ONE(sinpi)
__WP_ONE(sqrt)
__WP_ONE(tan)
__WP_ONE(tanh)
__WP_ONE(tanpi)
__WP_ONE(tgamma)
__WP_ONE(trunc)
__WP_ONE(y0)
__WP_ONE(y1)
__WP_TWO(atan2)
__WP_TWO(copysign)
__WP_TWO(fdim)
__WP_TWO(fmax)
__WP_TWO(fmin)
__WP_TWO(fmod)
__WP_TWO(hypot)
__WP_TWO(nextafter)
__WP_TWO(pow)
__WP_TWO(remainder)
__WP_TWO(rhypot)
__WP_THREE(fma)
__WP_THREE(norm3d)
__WP_THREE(rnorm3d)
__WP_FOUR(norm4d)
__WP_FOUR(rnorm4d)
__WP_PURE double jn(int, double), yn(int, double), ldexp(double, int), scalbn(double, int), scalbln(double, long);
__WP_PURE float jnf(int, float), ynf(int, float), ldexpf(float, int), scalbnf(float, int), scalblnf(float, long);
__WP_PURE int ilogb(double), ilogbf(float);
__WP_PURE long lrint(double), lrintf(float), lround(double), lroundf(float);
__WP_PURE long long llrint(double), llrintf(float), llround(double), llroundf(float);
__WP_PURE double __wp_frexp(double), __wp_modf(double), __wp_remquo(double, double);
__WP_PURE int __wp_frexp_exponent(double), __wp_remquo_bits(double, double);
__WP_CALL double norm(int, const double *), rnorm(int, const double *), nan(const char *);
__WP_CALL float normf(int, const float *), rnormf(int, const float *), nanf(const char *);

__WP_PURE float __sinf(float), __cosf(float), __tanf(float), __tanhf(float), __expf(float), __exp10f(float), __logf(float);
__WP_PURE float __log2f(float), __log10f(float), __powf(float, float), __saturatef(float), __frsqrt_rn(float);
__WP_PURE float __fdividef(float, float) /* not rounded as a division is */, __wp_round_to_tf32(float);
__WP_ROUNDED_ALL(__fmaf, float, (float, float, float))
__WP_ROUNDED_ALL(__fma, double, (double, double, double))
__WP_ROUNDED_ALL(__fmaf_ieee, float, (float, float, float))
__WP_ROUNDED_ALL(__frcp, float, (float))
__WP_ROUNDED_ALL(__drcp, double, (double))
__WP_ROUNDED_ALL(__fsqrt, float, (float))
__WP_ROUNDED_ALL(__dsqrt, double, (double))
#define __WP_ARITHMETIC(prefix, type)                                                                                            \
  __WP_PURE type prefix##add_rz(type, type), prefix##sub_rz(type, type), prefix##mul_rz(type, type), prefix##div_rz(type, type); \
  __WP_ROUNDED(prefix##add, type, (type, type))                                                                                  \
  __WP_ROUNDED(prefix##sub, type, (type, type))                                                                                  \
  __WP_ROUNDED(prefix##mul, type, (type, type))                                                                                  \
  __WP_ROUNDED(prefix##div, type, (type, type))
__WP_ARITHMETIC(__f, float)
__WP_ARITHMETIC(__d, double)
#define __WP_TO_INTEGER(from, type)                                                                                              \
  __WP_PURE int __##from##2int_rn(type);                                                                                         \
  __WP_PURE unsigned __##from##2uint_rn(type);                                                                                   \
  __WP_PURE long long __##from##2ll_rn(type);                                                                                    \
  __WP_PURE unsigned long long __##from##2ull_rn(type);                                                                          \
  __WP_ROUNDED(__##from##2int, int, (type))                                                                                      \
  __WP_ROUNDED(__##from##2uint, unsigned, (type))                                                                                \
  __WP_ROUNDED(__##from##2ll, long long, (type))                                                                                 \
  __WP_ROUNDED(__##from##2ull, unsigned long long, (type))
__WP_TO_INTEGER(float, float)
__WP_TO_INTEGER(double, double)
#define __WP_FROM_INTEGER(from, type)                                                                                            \
  __WP_PURE float __##from##2float_rz(type);                                                                                     \
  __WP_PURE double __##from##2double_rz(type);                                                                                   \
  __WP_ROUNDED(__##from##2float, float, (type))                                                                                  \
  __WP_ROUNDED(__##from##2double, double, (type))
__WP_FROM_INTEGER(int, int)
__WP_FROM_INTEGER(uint, unsigned)
__WP_FROM_INTEGER(ll, long long)
__WP_FROM_INTEGER(ull, unsigned long long)
__WP_PURE float __double2float_rz(double);
__WP_ROUNDED(__double2float, float, (double))
}

#define __WP_NEAREST(prefix, type)                                                                                               \
  __WP_DEVICE type prefix##add_rn(type x, type y) { return x + y; }                                                              \
  __WP_DEVICE type prefix##sub_rn(type x, type y) { return x - y; }                                                              \
  __WP_DEVICE type prefix##mul_rn(type x, type y) { return x * y; }                                                              \
  __WP_DEVICE type prefix##div_rn(type x, type y) { return x / y; }
__WP_NEAREST(__f, float)
__WP_NEAREST(__d, double)
__WP_DEVICE float fdividef(float x, float y) { return x / y; }
__WP_DEVICE double fdivide(double x, double y) { return x / y; }
#define __WP_CAST(name, to, from) __WP_DEVICE to name(from x) { return (to)x; }
__WP_CAST(__float2int_rz, int, float)
__WP_CAST(__float2uint_rz, unsigned, float)
__WP_CAST(__float2ll_rz, long long, float)
__WP_CAST(__float2ull_rz, unsigned long long, float)
__WP_CAST(__double2int_rz, int, double)
__WP_CAST(__double2uint_rz, unsigned, double)
__WP_CAST(__double2ll_rz, long long, double)
__WP_CAST(__double2ull_rz, unsigned long long, double)
__WP_CAST(__int2float_rn, float, int)
__WP_CAST(__uint2float_rn, float, unsigned)
__WP_CAST(__ll2float_rn, float, long long)
__WP_CAST(__ull2float_rn, float, unsigned long long)
__WP_CAST(__int2double_rn, double, int)
__WP_CAST(__uint2double_rn, double, unsigned)
__WP_CAST(__ll2double_rn, double, long long)
__WP_CAST(__ull2double_rn, double, unsigned long long)
__WP_CAST(__double2float_rn, float, double)
#undef __WP_CAST

/* Functions with a result parameter. */
__WP_DEVICE double frexp(double x, int *exponent) { *exponent = __wp_frexp_exponent(x); return __wp_frexp(x); }
__WP_DEVICE float frexpf(float x, int *exponent) { *exponent = __wp_frexp_exponent(x); return (float)__wp_frexp(x); }
__WP_DEVICE double modf(double x, double *whole) { *whole = trunc(x); return __wp_modf(x); }
__WP_DEVICE float modff(float x, float *whole) { *whole = truncf(x); return (float)__wp_modf(x); }
__WP_DEVICE double remquo(double x, double y, int *bits) { *bits = __wp_remquo_bits(x, y); return __wp_remquo(x, y); }
__WP_DEVICE float remquof(float x, float y, int *bits) { *bits = __wp_remquo_bits(x, y); return (float)__wp_remquo(x, y); }
__WP_DEVICE void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
__WP_DEVICE void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__WP_DEVICE void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
__WP_DEVICE void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
__WP_DEVICE void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
__WP_DEVICE void sincos(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__WP_DEVICE float frexp(float x, int *exponent) { return frexpf(x, exponent); }
__WP_DEVICE float modf(float x, float *whole) { return modff(x, whole); }
__WP_DEVICE float remquo(float x, float y, int *bits) { return remquof(x, y, bits); }

/* C++ overloads: float, integers (as double), mixed arithmetic types. */
template <bool condition, class T> struct __wp_if {};
template <class T> struct __wp_if<true, T> { typedef T type; };
template <class T> struct __wp_promoted { typedef double type; };
template <> struct __wp_promoted<float> { typedef float type; };
template <class T, class U> struct __wp_differ { enum { value = 1 }; };
template <class T> struct __wp_differ<T, T> { enum { value = __is_integral(T) }; };
#define __WP_ONE_OVERLOAD(name)                                                                                                  \
  __WP_DEVICE float name(float x) { return name##f(x); }                                                                         \
  template <class T> __WP_DEVICE typename __wp_if<__is_integral(T), double>::type name(T x) { return name((double)x); }
#define __WP_TWO_OVERLOAD(name)                                                                                                  \
  __WP_DEVICE float name(float x, float y) { return name##f(x, y); }                                                             \
  template <class T, class U>                                                                                                    \
  __WP_DEVICE typename __wp_if<__is_arithmetic(T) && __is_arithmetic(U) && __wp_differ<T, U>::value, double>::type name(T x, U y) { \
    return name((double)x, (double)y);                                                                                           \
  }
__WP_ONE_OVERLOAD(acos)
__WP_ONE_OVERLOAD(acosh)
__WP_ONE_OVERLOAD(asin)
__WP_ONE_OVERLOAD(asinh)
__WP_ONE_OVERLOAD(atan)
__WP_ONE_OVERLOAD(atanh)
__WP_ONE_OVERLOAD(cbrt)
__WP_ONE_OVERLOAD(ceil)
__WP_ONE_OVERLOAD(cos)
__WP_ONE_OVERLOAD(cosh)
__WP_ONE_OVERLOAD(cospi)
__WP_ONE_OVERLOAD(cyl_bessel_i0)
__WP_ONE_OVERLOAD(cyl_bessel_i1)
__WP_ONE_OVERLOAD(erf)
__WP_ONE_OVERLOAD(erfc)
__WP_ONE_OVERLOAD(erfcinv)
__WP_ONE_OVERLOAD(erfcx)
__WP_ONE_OVERLOAD(erfinv)
__WP_ONE_OVERLOAD(exp)
__WP_ONE_OVERLOAD(exp10)
__WP_ONE_OVERLOAD(exp2)
__WP_ONE_OVERLOAD(expm1)
__WP_ONE_OVERLOAD(fabs)
__WP_ONE_OVERLOAD(floor)
__WP_ONE_OVERLOAD(lgamma)
__WP_ONE_OVERLOAD(log)
__WP_ONE_OVERLOAD(log10)
__WP_ONE_OVERLOAD(log1p)
__WP_ONE_OVERLOAD(log2)
__WP_ONE_OVERLOAD(logb)
__WP_ONE_OVERLOAD(nearbyint)
__WP_ONE_OVERLOAD(normcdf)
__WP_ONE_OVERLOAD(normcdfinv)
__WP_ONE_OVERLOAD(rcbrt)
__WP_ONE_OVERLOAD(rint)
__WP_ONE_OVERLOAD(round)
__WP_ONE_OVERLOAD(rsqrt)
__WP_ONE_OVERLOAD(sin)
__WP_ONE_OVERLOAD(sinh)
__WP_ONE_OVERLOAD(sinpi)
__WP_ONE_OVERLOAD(sqrt)
__WP_ONE_OVERLOAD(tan)
__WP_ONE_OVERLOAD(tanh)
__WP_ONE_OVERLOAD(tanpi)
__WP_ONE_OVERLOAD(tgamma)
__WP_ONE_OVERLOAD(trunc)
__WP_TWO_OVERLOAD(atan2)
__WP_TWO_OVERLOAD(copysign)
__WP_TWO_OVERLOAD(fdim)
__WP_TWO_OVERLOAD(fmax)
__WP_TWO_OVERLOAD(fmin)
__WP_TWO_OVERLOAD(fmod)
__WP_TWO_OVERLOAD(hypot)
__WP_TWO_OVERLOAD(nextafter)
__WP_TWO_OVERLOAD(pow)
__WP_TWO_OVERLOAD(remainder)
__WP_TWO_OVERLOAD(rhypot)
__WP_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
__WP_DEVICE float norm3d(float x, float y, float z) { return norm3df(x, y, z); }
__WP_DEVICE float rnorm3d(float x, float y, float z) { return rnorm3df(x, y, z); }
__WP_DEVICE float norm4d(float x, float y, float z, float w) { return norm4df(x, y, z, w); }
__WP_DEVICE float rnorm4d(float x, float y, float z, float w) { return rnorm4df(x, y, z, w); }
__WP_DEVICE float ldexp(float x, int e) { return ldexpf(x, e); }
__WP_DEVICE float scalbn(float x, int e) { return scalbnf(x, e); }
__WP_DEVICE float scalbln(float x, long e) { return scalblnf(x, e); }
__WP_DEVICE int ilogb(float x) { return ilogbf(x); }
__WP_DEVICE long lrint(float x) { return lrintf(x); }
__WP_DEVICE long lround(float x) { return lroundf(x); }
__WP_DEVICE long long llrint(float x) { return llrintf(x); }
__WP_DEVICE long long llround(float x) { return llroundf(x); }
__WP_DEVICE float fdivide(float x, float y) { return x / y; }

#define __WP_CLASSIFY(type)                                                                                                      \
  __WP_DEVICE bool isnan(type x) { return __builtin_isnan(x); }                                                                  \
  __WP_DEVICE bool isinf(type x) { return __builtin_isinf(x); }                                                                  \
  __WP_DEVICE bool isfinite(type x) { return __builtin_isfinite(x); }                                                            \
  __WP_DEVICE bool isnormal(type x) { return __builtin_isnormal(x); }                                                            \
  __WP_DEVICE bool signbit(type x) { return __builtin_signbit(x); }                                                              \
  __WP_DEVICE bool isgreater(type x, type y) { return __builtin_isgreater(x, y); }                                               \
  __WP_DEVICE bool isgreaterequal(type x, type y) { return __builtin_isgreaterequal(x, y); }                                     \
  __WP_DEVICE bool isless(type x, type y) { return __builtin_isless(x, y); }                                                     \
  __WP_DEVICE bool islessequal(type x, type y) { return __builtin_islessequal(x, y); }                                           \
  __WP_DEVICE bool islessgreater(type x, type y) { return __builtin_islessgreater(x, y); }                                       \
  __WP_DEVICE bool isunordered(type x, type y) { return __builtin_isunordered(x, y); }
__WP_CLASSIFY(float)
__WP_CLASSIFY(double)
__WP_DEVICE int __isnan(double x) { return __builtin_isnan(x); }
__WP_DEVICE int __isnanf(float x) { return __builtin_isnan(x); }
__WP_DEVICE int __isinf(double x) { return __builtin_isinf(x); }
__WP_DEVICE int __isinff(float x) { return __builtin_isinf(x); }
__WP_DEVICE int __finite(double x) { return __builtin_isfinite(x); }
__WP_DEVICE int __finitef(float x) { return __builtin_isfinite(x); }
__WP_DEVICE int __signbit(double x) { return __builtin_signbit(x); }
__WP_DEVICE int __signbitf(float x) { return __builtin_signbit(x); }

extern "C" __WP_DEVICE int abs(int x) { return x < 0 ? -x : x; }
extern "C" __WP_DEVICE long labs(long x) { return x < 0 ? -x : x; }
extern "C" __WP_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }
__WP_DEVICE long abs(long x) { return labs(x); }
__WP_DEVICE long long abs(long long x) { return llabs(x); }
__WP_DEVICE float abs(float x) { return fabsf(x); }
__WP_DEVICE double abs(double x) { return fabs(x); }

/* Minimum and maximum: for host code too, as nvcc has them. */
#define __WP_MINMAX(type)                                                                                                        \
  __WP_BOTH type min(type x, type y) { return y < x ? y : x; }                                                                   \
  __WP_BOTH type max(type x, type y) { return x < y ? y : x; }
__WP_MINMAX(int)
__WP_MINMAX(unsigned)
__WP_MINMAX(long)
__WP_MINMAX(unsigned long)
__WP_MINMAX(long long)
__WP_MINMAX(unsigned long long)
#undef __WP_MINMAX
__host__ __WP_DEVICE float min(float x, float y) { return __builtin_fminf(x, y); }
__host__ __WP_DEVICE float max(float x, float y) { return __builtin_fmaxf(x, y); }
__host__ __WP_DEVICE double min(double x, double y) { return __builtin_fmin(x, y); }
__host__ __WP_DEVICE double max(double x, double y) { return __builtin_fmax(x, y); }
#define __WP_MIXED(name)                                                                                                         \
  template <class T, class U>                                                                                                    \
  __WP_BOTH typename __wp_if<__is_arithmetic(T) && __is_arithmetic(U) && !__is_same(T, U), decltype(T() + U())>::type name(T x, U y) { \
    typedef decltype(T() + U()) common;                                                                                          \
    return name((common)x, (common)y);                                                                                           \
  }
__WP_MIXED(min)
__WP_MIXED(max)
#undef __WP_MIXED
__WP_DEVICE unsigned umin(unsigned x, unsigned y) { return min(x, y); }
__WP_DEVICE unsigned umax(unsigned x, unsigned y) { return max(x, y); }
__WP_DEVICE long long llmin(long long x, long long y) { return min(x, y); }
__WP_DEVICE long long llmax(long long x, long long y) { return max(x, y); }
__WP_DEVICE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
__WP_DEVICE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }

namespace std {
using ::abs;
using ::labs;
using ::llabs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::isfinite;
using ::isgreater;
using ::isgreaterequal;
using ::isinf;
using ::isless;
using ::islessequal;
using ::islessgreater;
using ::isnan;
using ::isnormal;
using ::isunordered;
using ::ldexp;
using ::lgamma;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::rint;
using ::round;
using ::scalbln;
using ::scalbn;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
}
#endif
