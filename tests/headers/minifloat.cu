// Numbers of 4, 6 and 8 bits: types, pairs, conversions. Conversions are exact, so that what follows from them is proved.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
static_assert(sizeof(__nv_fp8_e4m3) == 1 && sizeof(__nv_fp8x2_e4m3) == 2 && sizeof(__nv_fp8x4_e5m2) == 4);
static_assert(sizeof(__nv_fp6_e3m2) == 1 && sizeof(__nv_fp6x4_e2m3) == 4 && sizeof(__nv_fp4x2_e2m1) == 1 && sizeof(__nv_fp4x4_e2m1) == 2);
__global__ void kernel(__nv_fp8_e4m3 *a, __nv_fp8_e5m2 *b, __nv_fp8_e8m0 *c, __nv_fp6_e3m2 *d, __nv_fp4_e2m1 *e, float *f, half *h, __nv_bfloat16 *g) {
  int i = threadIdx.x;
  a[i] = __nv_fp8_e4m3(f[i]);
  b[i] = __nv_fp8_e5m2(h[i]);
  c[i] = __nv_fp8_e8m0(g[i]);
  d[i] = __nv_fp6_e3m2(1.5);
  e[i] = __nv_fp4_e2m1(3.0f);
  f[i] = (float)a[i] + float(b[i]) + static_cast<float>(c[i]) + float(d[i]) + float(e[i]);
  h[i] = half(a[i]);
  __nv_fp8x2_e4m3 pair(make_float2(1, 2));
  __nv_fp8x4_e4m3 quad(make_float4(1, 2, 3, 4));
  __nv_fp4x2_e2m1 nibbles(make_float2(1, 2));
  f[1] = float2(pair).x + float4(quad).w + float2(nibbles).y;
  a[2].__x = __nv_cvt_float_to_fp8(f[2], __NV_SATFINITE, __NV_E4M3);
  h[2] = half(__nv_cvt_fp8_to_halfraw(a[2].__x, __NV_E4M3));
  c[2].__x = __nv_cvt_float_to_e8m0(f[3], __NV_SATFINITE, cudaRoundPosInf);
  e[2].__x = __nv_cvt_float_to_fp4(f[4], __NV_E2M1, cudaRoundNearest);
  d[2].__x = __nv_cvt_float_to_fp6(f[5], __NV_E3M2, cudaRoundNearest);
}
