/* Floating-point numbers of 4 to 8 bits: conversions as the PTX ISA defines them (cvt to and from e4m3, e5m2, e8m0, e2m3, e3m2, e2m1), by integer
 * arithmetic on the bits, exact. Rounding is to nearest, ties to even. */
#ifndef __WP_MINIFLOAT_H
#define __WP_MINIFLOAT_H
#pragma clang system_header
#include <__warpproof_cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef __WP_ROUND_MODE
#define __WP_ROUND_MODE
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif

/* Codes: `exponent` and `mantissa` bits; `most`: the largest finite code; `above`: the code of what is larger, without saturation; `nan`. */
template <int exponent, int mantissa, unsigned most, unsigned above, unsigned nan> struct __wp_minifloat {
  static constexpr int bias = (1 << (exponent - 1)) - 1;
  static __WP_BOTH unsigned char encode(float value, bool saturates) {
    unsigned bits = __builtin_bit_cast(unsigned, value), magnitude = bits & 0x7fffffffu;
    unsigned sign = (bits >> 31) << (exponent + mantissa);
    if (magnitude > 0x7f800000u) return (unsigned char)nan;
    int power = (int)(magnitude >> 23) - 127, lacking = power < 1 - bias ? 1 - bias - power : 0;
    unsigned shift = 23 - mantissa + (lacking > 25 ? 25 : lacking);
    shift = shift > 31 ? 31 : shift;
    unsigned significand = (magnitude & 0x7fffffu) | (magnitude < 0x800000u ? 0 : 0x800000u);
    unsigned code = significand >> shift, rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
    code += (lacking ? 0u : (unsigned)(power + bias - 1) << mantissa) + (rest > half || (rest == half && (code & 1)));
    if (code > most || magnitude == 0x7f800000u) code = saturates ? most : above;
    return (unsigned char)(sign | code);
  }
  static __WP_BOTH float decode(unsigned char code) {
    unsigned sign = (unsigned)(code >> (exponent + mantissa) & 1) << 31, magnitude = code & ((1u << (exponent + mantissa)) - 1);
    unsigned power = magnitude >> mantissa, fraction = magnitude & ((1u << mantissa) - 1);
    if (magnitude > most) return __builtin_bit_cast(float, magnitude == above && above != nan ? sign | 0x7f800000u : 0x7fffffffu);
    if (power == 0) {
      float value = (float)fraction * __builtin_bit_cast(float, (unsigned)(127 + 1 - bias - mantissa) << 23);
      return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, value) | sign);
    }
    return __builtin_bit_cast(float, sign | (power + 127 - bias) << 23 | fraction << (23 - mantissa));
  }
};
typedef __wp_minifloat<4, 3, 0x7e, 0x7f, 0x7f> __wp_e4m3;
typedef __wp_minifloat<5, 2, 0x7b, 0x7c, 0x7f> __wp_e5m2;
typedef __wp_minifloat<2, 3, 0x1f, 0x1f, 0x1f> __wp_e2m3;
typedef __wp_minifloat<3, 2, 0x1f, 0x1f, 0x1f> __wp_e3m2;
typedef __wp_minifloat<2, 1, 0x7, 0x7, 0x7> __wp_e2m1;

/* A type of one number, and of two and four. `bits`: of a number in the pair's storage. */
#define __WP_MINIFLOAT_TYPE(T, storage, format, saturates)                                                                       \
  struct T {                                                                                                                     \
    storage __x;                                                                                                                 \
    T() = default;                                                                                                               \
    template <class V> explicit __WP_BOTH T(V v) : __x(format::encode((float)v, saturates)) {}                                   \
    explicit __WP_BOTH operator float() const { return format::decode(__x); }                                                    \
    explicit __WP_BOTH operator double() const { return format::decode(__x); }                                                   \
    explicit __WP_BOTH operator __half() const { return __half(format::decode(__x)); }                                           \
    explicit __WP_BOTH operator __nv_bfloat16() const { return __nv_bfloat16(format::decode(__x)); }                             \
    explicit __WP_BOTH operator int() const { return (int)format::decode(__x); }                                                 \
    explicit __WP_BOTH operator unsigned() const { return (unsigned)format::decode(__x); }                                       \
    explicit __WP_BOTH operator bool() const { return format::decode(__x) != 0; }                                                \
  };
#define __WP_MINIFLOAT_GROUP(T, bits, storage2, storage4, format, saturates)                                                     \
  template <> struct __wp_minifloats<T> {                                                                                        \
    typedef storage2 pair;                                                                                                       \
    typedef storage4 quad;                                                                                                       \
    static __WP_BOTH unsigned put(float v, int n) { return (unsigned)format::encode(v, saturates) << (bits * n); }               \
    static __WP_BOTH float get(unsigned x, int n) { return format::decode((unsigned char)(x >> (bits * n) & ((1u << bits) - 1))); } \
  };
template <class T> struct __wp_minifloats;
#define __WP_MINIFLOAT_PAIRS(T, name2, name4)                                                                                    \
  struct name2 {                                                                                                                 \
    __wp_minifloats<T>::pair __x;                                                                                                \
    name2() = default;                                                                                                           \
    explicit __WP_BOTH name2(float2 v) { __x = (__wp_minifloats<T>::pair)(__wp_minifloats<T>::put(v.x, 0) | __wp_minifloats<T>::put(v.y, 1)); } \
    explicit __WP_BOTH name2(double2 v) : name2(float2{(float)v.x, (float)v.y}) {}                                               \
    explicit __WP_BOTH name2(__half2 v) : name2(float2{v.x, v.y}) {}                                                             \
    explicit __WP_BOTH name2(__nv_bfloat162 v) : name2(float2{v.x, v.y}) {}                                                      \
    explicit __WP_BOTH operator float2() const { return {__wp_minifloats<T>::get(__x, 0), __wp_minifloats<T>::get(__x, 1)}; }    \
    explicit __WP_BOTH operator __half2() const { return {__half(__wp_minifloats<T>::get(__x, 0)), __half(__wp_minifloats<T>::get(__x, 1))}; } \
  };                                                                                                                             \
  struct name4 {                                                                                                                 \
    __wp_minifloats<T>::quad __x;                                                                                                \
    name4() = default;                                                                                                           \
    explicit __WP_BOTH name4(float4 v) {                                                                                         \
      __x = (__wp_minifloats<T>::quad)(__wp_minifloats<T>::put(v.x, 0) | __wp_minifloats<T>::put(v.y, 1) |                       \
                                       __wp_minifloats<T>::put(v.z, 2) | __wp_minifloats<T>::put(v.w, 3));                       \
    }                                                                                                                            \
    explicit __WP_BOTH operator float4() const {                                                                                 \
      return {__wp_minifloats<T>::get(__x, 0), __wp_minifloats<T>::get(__x, 1), __wp_minifloats<T>::get(__x, 2),                 \
              __wp_minifloats<T>::get(__x, 3)};                                                                                  \
    }                                                                                                                            \
  };
#endif
