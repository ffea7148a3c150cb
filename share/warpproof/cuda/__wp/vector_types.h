/* CUDA's vector types, with the alignments of the CUDA C++ programming guide, dim3, and make_*. */
#ifndef __WP_VECTOR_TYPES_H
#define __WP_VECTOR_TYPES_H
#pragma clang system_header

#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

#define __WP_VECTOR(type, name, align1, align2, align4)                                                                          \
  struct __attribute__((aligned(align1))) name##1 { type x; };                                                                   \
  struct __attribute__((aligned(align2))) name##2 { type x, y; };                                                                \
  struct __attribute__((aligned(align1))) name##3 { type x, y, z; };                                                             \
  struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                                                          \
  static __WP_BOTH constexpr name##1 make_##name##1(type x) { return {x}; }                                                      \
  static __WP_BOTH constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                                           \
  static __WP_BOTH constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                \
  static __WP_BOTH constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

__WP_VECTOR(signed char, char, 1, 2, 4)
__WP_VECTOR(unsigned char, uchar, 1, 2, 4)
__WP_VECTOR(short, short, 2, 4, 8)
__WP_VECTOR(unsigned short, ushort, 2, 4, 8)
__WP_VECTOR(int, int, 4, 8, 16)
__WP_VECTOR(unsigned, uint, 4, 8, 16)
__WP_VECTOR(long, long, 8, 16, 16)
__WP_VECTOR(unsigned long, ulong, 8, 16, 16)
__WP_VECTOR(long long, longlong, 8, 16, 16)
__WP_VECTOR(unsigned long long, ulonglong, 8, 16, 16)
__WP_VECTOR(float, float, 4, 8, 16)
__WP_VECTOR(double, double, 8, 16, 16)
#undef __WP_VECTOR

#define __WP_VECTOR4(type, name, align)                                                                                          \
  struct __attribute__((aligned(align))) name { type x, y, z, w; };                                                              \
  static __WP_BOTH constexpr name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }
__WP_VECTOR4(long, long4_16a, 16)
__WP_VECTOR4(long, long4_32a, 32)
__WP_VECTOR4(unsigned long, ulong4_16a, 16)
__WP_VECTOR4(unsigned long, ulong4_32a, 32)
__WP_VECTOR4(long long, longlong4_16a, 16)
__WP_VECTOR4(long long, longlong4_32a, 32)
__WP_VECTOR4(unsigned long long, ulonglong4_16a, 16)
__WP_VECTOR4(unsigned long long, ulonglong4_32a, 32)
__WP_VECTOR4(double, double4_16a, 16)
__WP_VECTOR4(double, double4_32a, 32)
#undef __WP_VECTOR4

struct dim3 {
  unsigned x, y, z;
  __WP_BOTH constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __WP_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __WP_BOTH constexpr operator uint3() const { return {x, y, z}; }
};
#endif
