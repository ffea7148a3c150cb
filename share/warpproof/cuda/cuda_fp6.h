/* __nv_fp6_e2m3 and __nv_fp6_e3m2. */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__
#pragma clang system_header
#define __CUDA_FP6_TYPES_EXIST__
#include "__wp/minifloat.h"
typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
__WP_BOTH __nv_fp6_storage_t __nv_cvt_float_to_fp6(float v, __nv_fp6_interpretation_t i, cudaRoundMode) {
  return i == __NV_E2M3 ? __wp_e2m3::encode(v, true) : __wp_e3m2::encode(v, true);
}
__WP_BOTH __nv_fp6_storage_t __nv_cvt_double_to_fp6(double v, __nv_fp6_interpretation_t i, cudaRoundMode m) { return __nv_cvt_float_to_fp6((float)v, i, m); }
__WP_BOTH __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw v, __nv_fp6_interpretation_t i, cudaRoundMode m) {
  return __nv_cvt_float_to_fp6((float)__half(v), i, m);
}
__WP_BOTH __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw v, __nv_fp6_interpretation_t i, cudaRoundMode m) {
  return __nv_cvt_float_to_fp6((float)__nv_bfloat16(v), i, m);
}
__WP_BOTH __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 v, __nv_fp6_interpretation_t i, cudaRoundMode m) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_float_to_fp6(v.x, i, m) | __nv_cvt_float_to_fp6(v.y, i, m) << 8);
}
__WP_BOTH __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t i) {
  return __half(i == __NV_E2M3 ? __wp_e2m3::decode(x) : __wp_e3m2::decode(x));
}
__WP_BOTH __half_raw2 __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x, __nv_fp6_interpretation_t i) {
  return {__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)x, i).x, __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)(x >> 8), i).x};
}
__WP_MINIFLOAT_TYPE(__nv_fp6_e2m3, __nv_fp6_storage_t, __wp_e2m3, true)
__WP_MINIFLOAT_TYPE(__nv_fp6_e3m2, __nv_fp6_storage_t, __wp_e3m2, true)
__WP_MINIFLOAT_GROUP(__nv_fp6_e2m3, 8, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, __wp_e2m3, true)
__WP_MINIFLOAT_GROUP(__nv_fp6_e3m2, 8, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, __wp_e3m2, true)
__WP_MINIFLOAT_PAIRS(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3)
__WP_MINIFLOAT_PAIRS(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2)
#endif
