/* 16-bit floating point: one generator for __half and __nv_bfloat16 and their pairs. A value is stored as its 16 bits, as in CUDA's headers;
 * arithmetic is clang's own on the native 16-bit type. Shuffles carry the bits; atomics are one atomic access of 16 bits for each element. */
#ifndef __WP_HALF_H
#define __WP_HALF_H
#pragma clang system_header
#include <__warpproof_cuda.h>

#define __WP_HALF_TYPES(H, H2, native, raw)                                                                                      \
  struct __attribute__((aligned(2))) raw { unsigned short x; };                                                                  \
  struct __attribute__((aligned(4))) raw##2 { unsigned short x, y; };                                                            \
  struct __attribute__((aligned(2))) H {                                                                                         \
    unsigned short __x;                                                                                                          \
    H() = default;                                                                                                               \
    __WP_BOTH constexpr H(raw r) : __x(r.x) {}                                                                                   \
    __WP_BOTH H(float v) : __x(__builtin_bit_cast(unsigned short, (native)v)) {}                                                 \
    __WP_BOTH H(double v) : __x(__builtin_bit_cast(unsigned short, (native)v)) {}                                                \
    __WP_BOTH H(int v) : H((float)v) {}                                                                                          \
    __WP_BOTH H(unsigned v) : H((float)v) {}                                                                                     \
    __WP_BOTH H(short v) : H((float)v) {}                                                                                        \
    __WP_BOTH H(unsigned short v) : H((float)v) {}                                                                               \
    __WP_BOTH H(long v) : H((float)v) {}                                                                                         \
    __WP_BOTH H(unsigned long v) : H((float)v) {}                                                                                \
    __WP_BOTH H(long long v) : H((float)v) {}                                                                                    \
    __WP_BOTH H(unsigned long long v) : H((float)v) {}                                                                           \
    __WP_BOTH native __get() const { return __builtin_bit_cast(native, __x); }                                                   \
    static __WP_BOTH H __make(native v) { H h; h.__x = __builtin_bit_cast(unsigned short, v); return h; }                        \
    __WP_BOTH operator float() const { return (float)__get(); }                                                                  \
    __WP_BOTH operator raw() const { return {__x}; }                                                                             \
    template <class T> __WP_BOTH typename __wp_if<__is_arithmetic(T), H &>::type operator=(T v) { return *this = H((float)v); }  \
    __WP_BOTH H &operator+=(H o) { return *this = __make(__get() + o.__get()); }                                                 \
    __WP_BOTH H &operator-=(H o) { return *this = __make(__get() - o.__get()); }                                                 \
    __WP_BOTH H &operator*=(H o) { return *this = __make(__get() * o.__get()); }                                                 \
    __WP_BOTH H &operator/=(H o) { return *this = __make(__get() / o.__get()); }                                                 \
  };                                                                                                                             \
  struct __attribute__((aligned(4))) H2 {                                                                                        \
    H x, y;                                                                                                                      \
    H2() = default;                                                                                                              \
    __WP_BOTH H2(H x, H y) : x(x), y(y) {}                                                                                       \
    __WP_BOTH H2(raw##2 r) { x.__x = r.x; y.__x = r.y; }                                                                         \
  };                                                                                                                             \
  __WP_BOTH H operator+(H a, H b) { return H::__make(a.__get() + b.__get()); }                                                   \
  __WP_BOTH H operator-(H a, H b) { return H::__make(a.__get() - b.__get()); }                                                   \
  __WP_BOTH H operator*(H a, H b) { return H::__make(a.__get() * b.__get()); }                                                   \
  __WP_BOTH H operator/(H a, H b) { return H::__make(a.__get() / b.__get()); }                                                   \
  __WP_BOTH H operator-(H a) { return H::__make(-a.__get()); }                                                                   \
  __WP_BOTH H operator+(H a) { return a; }                                                                                       \
  __WP_BOTH bool operator==(H a, H b) { return a.__get() == b.__get(); }                                                         \
  __WP_BOTH bool operator!=(H a, H b) { return a.__get() != b.__get(); }                                                         \
  __WP_BOTH bool operator<(H a, H b) { return a.__get() < b.__get(); }                                                           \
  __WP_BOTH bool operator>(H a, H b) { return a.__get() > b.__get(); }                                                           \
  __WP_BOTH bool operator<=(H a, H b) { return a.__get() <= b.__get(); }                                                         \
  __WP_BOTH bool operator>=(H a, H b) { return a.__get() >= b.__get(); }                                                         \
  __WP_BOTH H2 operator+(H2 a, H2 b) { return {a.x + b.x, a.y + b.y}; }                                                          \
  __WP_BOTH H2 operator-(H2 a, H2 b) { return {a.x - b.x, a.y - b.y}; }                                                          \
  __WP_BOTH H2 operator*(H2 a, H2 b) { return {a.x * b.x, a.y * b.y}; }                                                          \
  __WP_BOTH H2 operator/(H2 a, H2 b) { return {a.x / b.x, a.y / b.y}; }                                                          \
  __WP_BOTH H2 operator-(H2 a) { return {-a.x, -a.y}; }                                                                          \
  __WP_BOTH H2 &operator+=(H2 &a, H2 b) { return a = a + b; }                                                                    \
  __WP_BOTH H2 &operator-=(H2 &a, H2 b) { return a = a - b; }                                                                    \
  __WP_BOTH H2 &operator*=(H2 &a, H2 b) { return a = a * b; }                                                                    \
  __WP_BOTH H2 &operator/=(H2 &a, H2 b) { return a = a / b; }                                                                    \
  __WP_BOTH bool operator==(H2 a, H2 b) { return (a.x == b.x) & (a.y == b.y); }                                                  \
  __WP_BOTH bool operator!=(H2 a, H2 b) { return (a.x != b.x) & (a.y != b.y); }

/* Intrinsics of one element that exist under one name for both types, and for their pairs with a 2 at the end. */
#define __WP_HALF_BINARY(H, H2, name, expression)                                                                                \
  __WP_BOTH H name(H a, H b) { return expression; }                                                                              \
  __WP_BOTH H2 name##2(H2 p, H2 q) { return {name(p.x, q.x), name(p.y, q.y)}; }
#define __WP_HALF_COMPARE(H, H2, name, operation)                                                                                \
  __WP_BOTH bool __h##name(H a, H b) { return a operation b; }                                                                   \
  __WP_BOTH bool __h##name##u(H a, H b) { return a operation b || a != a || b != b; }                                            \
  __WP_BOTH H2 __h##name##2(H2 a, H2 b) { return {H(a.x operation b.x ? 1.0f : 0.0f), H(a.y operation b.y ? 1.0f : 0.0f)}; }     \
  __WP_BOTH bool __hb##name##2(H2 a, H2 b) { return (a.x operation b.x) & (a.y operation b.y); }                                 \
  __WP_BOTH unsigned __h##name##2_mask(H2 a, H2 b) { return (a.x operation b.x ? 0xffffu : 0) | (a.y operation b.y ? 0xffff0000u : 0); }

#define __WP_HALF_FUNCTIONS(H, H2)                                                                                               \
  __WP_HALF_BINARY(H, H2, __hadd, a + b)                                                                                         \
  __WP_HALF_BINARY(H, H2, __hsub, a - b)                                                                                         \
  __WP_HALF_BINARY(H, H2, __hmul, a * b)                                                                                         \
  __WP_HALF_BINARY(H, H2, __hmin, b != b || a < b ? a : b)                                                                       \
  __WP_HALF_BINARY(H, H2, __hmax, b != b || a > b ? a : b)                                                                       \
  __WP_BOTH H __hadd_rn(H a, H b) { return a + b; }                                                                              \
  __WP_BOTH H __hsub_rn(H a, H b) { return a - b; }                                                                              \
  __WP_BOTH H __hmul_rn(H a, H b) { return a * b; }                                                                              \
  __WP_BOTH H2 __hadd2_rn(H2 a, H2 b) { return a + b; }                                                                          \
  __WP_BOTH H2 __hsub2_rn(H2 a, H2 b) { return a - b; }                                                                          \
  __WP_BOTH H2 __hmul2_rn(H2 a, H2 b) { return a * b; }                                                                          \
  __WP_BOTH H __hdiv(H a, H b) { return a / b; }                                                                                 \
  __WP_BOTH H2 __h2div(H2 a, H2 b) { return a / b; }                                                                             \
  __WP_BOTH H __hneg(H a) { return -a; }                                                                                         \
  __WP_BOTH H2 __hneg2(H2 a) { return -a; }                                                                                      \
  __WP_BOTH H __habs(H a) { H r; r.__x = a.__x & 0x7fff; return r; }                                                             \
  __WP_BOTH H2 __habs2(H2 a) { return {__habs(a.x), __habs(a.y)}; }                                                              \
  __WP_DEVICE H __hfma(H a, H b, H c) { return H(fmaf((float)a, (float)b, (float)c)); }                                          \
  __WP_DEVICE H2 __hfma2(H2 a, H2 b, H2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }                            \
  __WP_DEVICE H __hfma_relu(H a, H b, H c) { H r = __hfma(a, b, c); return r > H(0.0f) ? r : H(0.0f); }                          \
  __WP_DEVICE H __hadd_sat(H a, H b) { return H(__saturatef((float)(a + b))); }                                                  \
  __WP_DEVICE H __hsub_sat(H a, H b) { return H(__saturatef((float)(a - b))); }                                                  \
  __WP_DEVICE H __hmul_sat(H a, H b) { return H(__saturatef((float)(a * b))); }                                                  \
  __WP_DEVICE H __hfma_sat(H a, H b, H c) { return H(__saturatef(fmaf((float)a, (float)b, (float)c))); }                         \
  __WP_BOTH bool __hisnan(H a) { return a != a; }                                                                                \
  __WP_BOTH int __hisinf(H a) { return __builtin_isinf((float)a) ? ((float)a < 0 ? -1 : 1) : 0; }                                \
  __WP_HALF_COMPARE(H, H2, eq, ==)                                                                                               \
  __WP_HALF_COMPARE(H, H2, ne, !=)                                                                                               \
  __WP_HALF_COMPARE(H, H2, lt, <)                                                                                                \
  __WP_HALF_COMPARE(H, H2, gt, >)                                                                                                \
  __WP_HALF_COMPARE(H, H2, le, <=)                                                                                               \
  __WP_HALF_COMPARE(H, H2, ge, >=)                                                                                               \
  __WP_DEVICE H hsqrt(H a) { return H(sqrtf(a)); }                                                                               \
  __WP_DEVICE H hrsqrt(H a) { return H(rsqrtf(a)); }                                                                             \
  __WP_DEVICE H hrcp(H a) { return H(1.0f / (float)a); }                                                                         \
  __WP_DEVICE H hexp(H a) { return H(expf(a)); }                                                                                 \
  __WP_DEVICE H hexp2(H a) { return H(exp2f(a)); }                                                                               \
  __WP_DEVICE H hexp10(H a) { return H(exp10f(a)); }                                                                             \
  __WP_DEVICE H hlog(H a) { return H(logf(a)); }                                                                                 \
  __WP_DEVICE H hlog2(H a) { return H(log2f(a)); }                                                                               \
  __WP_DEVICE H hlog10(H a) { return H(log10f(a)); }                                                                             \
  __WP_DEVICE H hsin(H a) { return H(sinf(a)); }                                                                                 \
  __WP_DEVICE H hcos(H a) { return H(cosf(a)); }                                                                                 \
  __WP_DEVICE H htanh(H a) { return H(tanhf(a)); }                                                                               \
  __WP_DEVICE H hfloor(H a) { return H(floorf(a)); }                                                                             \
  __WP_DEVICE H hceil(H a) { return H(ceilf(a)); }                                                                               \
  __WP_DEVICE H htrunc(H a) { return H(truncf(a)); }                                                                             \
  __WP_DEVICE H hrint(H a) { return H(rintf(a)); }                                                                               \
  __WP_DEVICE H2 h2sqrt(H2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }                                                               \
  __WP_DEVICE H2 h2rsqrt(H2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }                                                            \
  __WP_DEVICE H2 h2rcp(H2 a) { return {hrcp(a.x), hrcp(a.y)}; }                                                                  \
  __WP_DEVICE H2 h2exp(H2 a) { return {hexp(a.x), hexp(a.y)}; }                                                                  \
  __WP_DEVICE H2 h2exp2(H2 a) { return {hexp2(a.x), hexp2(a.y)}; }                                                               \
  __WP_DEVICE H2 h2log(H2 a) { return {hlog(a.x), hlog(a.y)}; }                                                                  \
  __WP_DEVICE H2 h2log2(H2 a) { return {hlog2(a.x), hlog2(a.y)}; }                                                               \
  __WP_DEVICE H2 h2sin(H2 a) { return {hsin(a.x), hsin(a.y)}; }                                                                  \
  __WP_DEVICE H2 h2cos(H2 a) { return {hcos(a.x), hcos(a.y)}; }                                                                  \
  __WP_DEVICE H2 h2floor(H2 a) { return {hfloor(a.x), hfloor(a.y)}; }                                                            \
  __WP_DEVICE H2 h2ceil(H2 a) { return {hceil(a.x), hceil(a.y)}; }                                                               \
  __WP_DEVICE H atomicAdd(H *address, H value) { return __wp_half_atomic_add(address, value); }                                  \
  __WP_DEVICE H2 atomicAdd(H2 *address, H2 value) { return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)}; } \
  __WP_HALF_SHUFFLE(H, H2, __shfl_sync, int)                                                                                     \
  __WP_HALF_SHUFFLE(H, H2, __shfl_up_sync, unsigned)                                                                             \
  __WP_HALF_SHUFFLE(H, H2, __shfl_down_sync, unsigned)                                                                           \
  __WP_HALF_SHUFFLE(H, H2, __shfl_xor_sync, int)                                                                                 \
  __WP_HALF_SHUFFLE_OLD(H, __shfl, int)                                                                                          \
  __WP_HALF_SHUFFLE_OLD(H, __shfl_up, unsigned)                                                                                  \
  __WP_HALF_SHUFFLE_OLD(H, __shfl_down, unsigned)                                                                                \
  __WP_HALF_SHUFFLE_OLD(H, __shfl_xor, int)

/* Without a mask, as before Volta. */
#define __WP_HALF_SHUFFLE_OLD(H, name, lane_type)                                                                                \
  __WP_DEVICE H name(H value, lane_type lane, int width = 32) {                                                                  \
    H r;                                                                                                                         \
    r.__x = (unsigned short)name((unsigned)value.__x, lane, width);                                                              \
    return r;                                                                                                                    \
  }

#define __WP_HALF_SHUFFLE(H, H2, name, lane_type)                                                                                \
  __WP_DEVICE H name(unsigned mask, H value, lane_type lane, int width = 32) {                                                   \
    H r;                                                                                                                         \
    r.__x = (unsigned short)name(mask, (unsigned)value.__x, lane, width);                                                        \
    return r;                                                                                                                    \
  }                                                                                                                              \
  __WP_DEVICE H2 name(unsigned mask, H2 value, lane_type lane, int width = 32) {                                                 \
    unsigned v = name(mask, (unsigned)value.y.__x << 16 | value.x.__x, lane, width);                                             \
    H2 r;                                                                                                                        \
    r.x.__x = (unsigned short)v;                                                                                                 \
    r.y.__x = (unsigned short)(v >> 16);                                                                                         \
    return r;                                                                                                                    \
  }

/* Conversions that do not round to the nearest: pure functions that give the 16 bits. */
#define __WP_HALF_ROUNDED_TO(H, name, type)                                                                                      \
  extern "C" __WP_PURE unsigned short name##_bits(type);                                                                         \
  __WP_DEVICE H name(type x) { H h; h.__x = name##_bits(x); return h; }                                                          \
  inline __host__ H name(type x) { return H((float)x); }
#define __WP_HALF_ROUNDED(H, name, type)                                                                                         \
  __WP_HALF_ROUNDED_TO(H, name##_rz, type)                                                                                       \
  __WP_HALF_ROUNDED_TO(H, name##_ru, type)                                                                                       \
  __WP_HALF_ROUNDED_TO(H, name##_rd, type)
#define __WP_HALF_CONVERSIONS(H, to, from, prefix)                                                                               \
  __WP_BOTH H __float2##to(float x) { return H(x); }                                                                             \
  __WP_BOTH H __float2##to##_rn(float x) { return H(x); }                                                                        \
  __WP_HALF_ROUNDED(H, __float2##to, float)                                                                                      \
  __WP_BOTH H __double2##to(double x) { return H(x); }                                                                           \
  __WP_BOTH float __##to##2float(H x) { return x; }                                                                              \
  __WP_HALF_INTEGER(H, to, int, int)                                                                                             \
  __WP_HALF_INTEGER(H, to, uint, unsigned)                                                                                       \
  __WP_HALF_INTEGER(H, to, short, short)                                                                                         \
  __WP_HALF_INTEGER(H, to, ushort, unsigned short)                                                                               \
  __WP_HALF_INTEGER(H, to, ll, long long)                                                                                        \
  __WP_HALF_INTEGER(H, to, ull, unsigned long long)                                                                              \
  __WP_BOTH short __##to##_as_short(H x) { return (short)x.__x; }                                                                \
  __WP_BOTH unsigned short __##to##_as_ushort(H x) { return x.__x; }                                                             \
  __WP_BOTH H __short_as_##to(short x) { H h; h.__x = (unsigned short)x; return h; }                                             \
  __WP_BOTH H __ushort_as_##to(unsigned short x) { H h; h.__x = x; return h; }
#define __WP_HALF_INTEGER(H, to, name, type)                                                                                     \
  __WP_BOTH H __##name##2##to##_rn(type x) { return H((float)x); }                                                               \
  __WP_HALF_ROUNDED(H, __##name##2##to, type)                                                                                    \
  __WP_BOTH type __##to##2##name##_rz(H x) { return (type)(float)x; }                                                            \
  __WP_DEVICE type __##to##2##name##_rn(H x) { return (type)rintf(x); }                                                          \
  __WP_DEVICE type __##to##2##name##_rd(H x) { return (type)floorf(x); }                                                         \
  __WP_DEVICE type __##to##2##name##_ru(H x) { return (type)ceilf(x); }

#define __WP_HALF_PAIRS(H, H2, to, pair)                                                                                         \
  __WP_BOTH H2 __##to##2##pair(H x) { return {x, x}; }                                                                           \
  __WP_BOTH H2 __##to##s2##pair(H x, H y) { return {x, y}; }                                                                     \
  __WP_BOTH H2 __floats2##pair##_rn(float x, float y) { return {H(x), H(y)}; }                                                   \
  __WP_BOTH H2 __float2##pair##_rn(float x) { return {H(x), H(x)}; }                                                             \
  __WP_BOTH H2 __float22##pair##_rn(float2 v) { return {H(v.x), H(v.y)}; }                                                       \
  __WP_BOTH H __low2##to(H2 v) { return v.x; }                                                                                   \
  __WP_BOTH H __high2##to(H2 v) { return v.y; }                                                                                  \
  __WP_BOTH H2 __low2##pair(H2 v) { return {v.x, v.x}; }                                                                         \
  __WP_BOTH H2 __high2##pair(H2 v) { return {v.y, v.y}; }                                                                        \
  __WP_BOTH H2 make_##pair(H x, H y) { return {x, y}; }

#define __WP_HALF_COMMON(H2)                                                                                                     \
  __WP_BOTH float __low2float(H2 v) { return v.x; }                                                                              \
  __WP_BOTH float __high2float(H2 v) { return v.y; }                                                                             \
  __WP_BOTH H2 __lowhigh2highlow(H2 v) { return {v.y, v.x}; }

template <class H> __WP_DEVICE H __wp_half_atomic_add(H *address, H value) {
  typedef decltype(value.__get()) native;
  return H::__make(__scoped_atomic_fetch_add((native *)address, value.__get(), 0, 1));
}
#endif
