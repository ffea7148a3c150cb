/* Complex numbers of CUDA: plain arithmetic on float2 and double2; unlike the other library headers, used on the device, for host code that is only type-checked. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#pragma clang system_header
#include <__warpproof_cuda.h>
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __WP_COMPLEX(C, T, s, d, root)                                                                                           \
  __WP_BOTH T cuCreal##s(C z) { return z.x; }                                                                                    \
  __WP_BOTH T cuCimag##s(C z) { return z.y; }                                                                                    \
  __WP_BOTH C cuConj##s(C z) { return {z.x, -z.y}; }                                                                             \
  __WP_BOTH C cuCadd##s(C a, C b) { return {a.x + b.x, a.y + b.y}; }                                                             \
  __WP_BOTH C cuCsub##s(C a, C b) { return {a.x - b.x, a.y - b.y}; }                                                             \
  __WP_BOTH C cuCmul##s(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                                     \
  __WP_BOTH C cuCdiv##s(C a, C b) {                                                                                              \
    T n = b.x * b.x + b.y * b.y;                                                                                                 \
    return {(a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n};                                                           \
  }                                                                                                                              \
  __WP_BOTH T cuCabs##s(C z) { return root(z.x * z.x + z.y * z.y); }                                                             \
  __WP_BOTH C cuCfma##s(C a, C b, C c) { return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y}; }
__WP_COMPLEX(cuFloatComplex, float, f, , __builtin_sqrtf)
__WP_COMPLEX(cuDoubleComplex, double, , , __builtin_sqrt)
__WP_BOTH cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
__WP_BOTH cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
__WP_BOTH cuComplex make_cuComplex(float x, float y) { return {x, y}; }
__WP_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
__WP_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return {(float)z.x, (float)z.y}; }
#endif
