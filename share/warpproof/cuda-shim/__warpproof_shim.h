/* Forced in after a real toolkit's headers: what clang 19 leaves out of them. clang defines the guard of sm_32_intrinsics.h, and so loses the
 * loads and stores with a cache hint; and has no min and max for host code. What it has wrong is in files of their own. */
#ifndef __WARPPROOF_SHIM_H
#define __WARPPROOF_SHIM_H
#pragma clang system_header
#define __WARPPROOF__ 1
#include <__warpproof_libdevice.h>
#include <__warpproof_reduce.h>
#define __WP_SHIM inline __attribute__((device, always_inline, nodebug))
#define __WP_SHIM_LOAD(name)                                                                                                     \
  template <class T> __WP_SHIM T name(const T *p) { return *p; }
__WP_SHIM_LOAD(__ldcg)
__WP_SHIM_LOAD(__ldca)
__WP_SHIM_LOAD(__ldcs)
__WP_SHIM_LOAD(__ldlu)
__WP_SHIM_LOAD(__ldcv)
#undef __WP_SHIM_LOAD
template <class T> struct __wp_shim_same { typedef T type; };
#define __WP_SHIM_STORE(name)                                                                                                    \
  template <class T> __WP_SHIM void name(T *p, typename __wp_shim_same<T>::type value) { *p = value; }
__WP_SHIM_STORE(__stwb)
__WP_SHIM_STORE(__stcg)
__WP_SHIM_STORE(__stcs)
__WP_SHIM_STORE(__stwt)
#undef __WP_SHIM_STORE
template <bool condition, class T> struct __wp_shim_if {};
template <class T> struct __wp_shim_if<true, T> { typedef T type; };
/* More specialised than no overload of the toolkit, and exact: chosen where those would be ambiguous. */
#define __WP_SHIM_MIXED(name, operation)                                                                                         \
  template <class T, class U>                                                                                                    \
  inline __attribute__((host, device, always_inline, nodebug)) typename __wp_shim_if<                                            \
      __is_arithmetic(T) && __is_arithmetic(U) && !__is_same(T, U), decltype(T() + U())>::type name(T x, U y) {                  \
    typedef decltype(T() + U()) common;                                                                                          \
    return (common)y operation(common) x ? (common)y : (common)x;                                                                \
  }
__WP_SHIM_MIXED(min, <)
__WP_SHIM_MIXED(max, >)
#undef __WP_SHIM_MIXED
/* Of equal types, for host code: clang has them for device code only, and a launch whose sizes need one is left out with it. */
#define __WP_SHIM_EQUAL(T)                                                                                                       \
  inline __attribute__((host, always_inline, nodebug)) T min(T x, T y) { return y < x ? y : x; }                                 \
  inline __attribute__((host, always_inline, nodebug)) T max(T x, T y) { return x < y ? y : x; }
__WP_SHIM_EQUAL(int)
__WP_SHIM_EQUAL(unsigned)
__WP_SHIM_EQUAL(long)
__WP_SHIM_EQUAL(unsigned long)
__WP_SHIM_EQUAL(long long)
__WP_SHIM_EQUAL(unsigned long long)
__WP_SHIM_EQUAL(float)
__WP_SHIM_EQUAL(double)
#undef __WP_SHIM_EQUAL
#undef __WP_SHIM
/* Clang drops the scope of its atomic builtins, and has none of the compiler's own. */
#define __WP_DEVICE inline __attribute__((device, always_inline, nodebug))
#define __WP_BOTH inline __attribute__((host, device, always_inline, nodebug))
extern "C" __attribute__((device)) void __wp_order_fence(int order, int scope, int place);
#include "../cuda/__wp/scoped_builtins.h"
/* What clang makes of <<<...>>> when it links no device library. */
#ifdef __WARPPROOF_HOST__
#include <__warpproof_host.h>
#else
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
#endif
#endif
