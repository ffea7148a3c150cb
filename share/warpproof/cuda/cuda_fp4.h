/* __nv_fp4_e2m1; a pair is one byte. */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#pragma clang system_header
#define __CUDA_FP4_TYPES_EXIST__
#include "__wp/minifloat.h"
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
__WP_BOTH __nv_fp4_storage_t __nv_cvt_float_to_fp4(float v, __nv_fp4_interpretation_t, cudaRoundMode) { return __wp_e2m1::encode(v, true); }
__WP_BOTH __nv_fp4_storage_t __nv_cvt_double_to_fp4(double v, __nv_fp4_interpretation_t, cudaRoundMode) { return __wp_e2m1::encode((float)v, true); }
__WP_BOTH __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw v, __nv_fp4_interpretation_t i, cudaRoundMode m) {
  return __nv_cvt_float_to_fp4((float)__half(v), i, m);
}
__WP_BOTH __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw v, __nv_fp4_interpretation_t i, cudaRoundMode m) {
  return __nv_cvt_float_to_fp4((float)__nv_bfloat16(v), i, m);
}
__WP_BOTH __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 v, __nv_fp4_interpretation_t i, cudaRoundMode m) {
  return (__nv_fp4x2_storage_t)(__nv_cvt_float_to_fp4(v.x, i, m) | __nv_cvt_float_to_fp4(v.y, i, m) << 4);
}
__WP_BOTH __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2 v, __nv_fp4_interpretation_t i, cudaRoundMode m) {
  return __nv_cvt_float2_to_fp4x2({(float)v.x, (float)v.y}, i, m);
}
__WP_BOTH __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) { return __half(__wp_e2m1::decode(x)); }
__WP_BOTH __half_raw2 __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x, __nv_fp4_interpretation_t i) {
  return {__nv_cvt_fp4_to_halfraw(x & 15, i).x, __nv_cvt_fp4_to_halfraw(x >> 4, i).x};
}
__WP_MINIFLOAT_TYPE(__nv_fp4_e2m1, __nv_fp4_storage_t, __wp_e2m1, true)
__WP_MINIFLOAT_GROUP(__nv_fp4_e2m1, 4, __nv_fp4x2_storage_t, __nv_fp4x4_storage_t, __wp_e2m1, true)
__WP_MINIFLOAT_PAIRS(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1)
#endif
