/* __nv_fp8_e4m3, __nv_fp8_e5m2 and __nv_fp8_e8m0. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#pragma clang system_header
#define __CUDA_FP8_TYPES_EXIST__
#include "__wp/minifloat.h"
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

__WP_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return i == __NV_E4M3 ? __wp_e4m3::encode(v, s == __NV_SATFINITE) : __wp_e5m2::encode(v, s == __NV_SATFINITE);
}
__WP_BOTH float __wp_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t i) {
  return i == __NV_E4M3 ? __wp_e4m3::decode(x) : __wp_e5m2::decode(x);
}
__WP_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(double v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return __nv_cvt_float_to_fp8((float)v, s, i);
}
__WP_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return __nv_cvt_float_to_fp8((float)__half(v), s, i);
}
__WP_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(v), s, i);
}
__WP_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, s, i) | __nv_cvt_float_to_fp8(v.y, s, i) << 8);
}
__WP_BOTH __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  return __nv_cvt_float2_to_fp8x2({(float)v.x, (float)v.y}, s, i);
}
__WP_BOTH __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half_raw2 v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  __half2 h = v;
  return __nv_cvt_float2_to_fp8x2({h.x, h.y}, s, i);
}
__WP_BOTH __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat16_raw2 v, __nv_saturation_t s, __nv_fp8_interpretation_t i) {
  __nv_bfloat162 b = v;
  return __nv_cvt_float2_to_fp8x2({b.x, b.y}, s, i);
}
__WP_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t i) { return __half(__wp_fp8_to_float(x, i)); }
__WP_BOTH __half_raw2 __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t i) {
  return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, i).x, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), i).x};
}

/* Powers of two without a sign; 0xff is no number. */
struct __wp_e8m0 {
  static __WP_BOTH unsigned char encode(float value, bool saturates, cudaRoundMode mode = cudaRoundPosInf) {
    unsigned magnitude = __builtin_bit_cast(unsigned, value) & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0xff;
    unsigned code = magnitude >> 23, rest = magnitude & 0x7fffffu;
    if (mode == cudaRoundPosInf) code += code ? rest > 0 : rest > 0x400000u;
    return (unsigned char)(saturates && code > 0xfe ? 0xfe : code);
  }
  static __WP_BOTH float decode(unsigned char code) {
    return __builtin_bit_cast(float, code == 0 ? 0x400000u : code == 0xff ? 0x7fffffffu : (unsigned)code << 23);
  }
};
__WP_BOTH __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float v, __nv_saturation_t s, cudaRoundMode mode) { return __wp_e8m0::encode(v, s == __NV_SATFINITE, mode); }
__WP_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw v, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_float_to_e8m0((float)__nv_bfloat16(v), s, mode);
}
__WP_BOTH __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double v, __nv_saturation_t s, cudaRoundMode mode) { return __nv_cvt_float_to_e8m0((float)v, s, mode); }
__WP_BOTH __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) { return __nv_bfloat16(__wp_e8m0::decode(x)); }

__WP_MINIFLOAT_TYPE(__nv_fp8_e4m3, __nv_fp8_storage_t, __wp_e4m3, true)
__WP_MINIFLOAT_TYPE(__nv_fp8_e5m2, __nv_fp8_storage_t, __wp_e5m2, true)
__WP_MINIFLOAT_TYPE(__nv_fp8_e8m0, __nv_fp8_storage_t, __wp_e8m0, true)
__WP_MINIFLOAT_GROUP(__nv_fp8_e4m3, 8, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, __wp_e4m3, true)
__WP_MINIFLOAT_GROUP(__nv_fp8_e5m2, 8, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, __wp_e5m2, true)
__WP_MINIFLOAT_GROUP(__nv_fp8_e8m0, 8, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, __wp_e8m0, true)
__WP_MINIFLOAT_PAIRS(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
__WP_MINIFLOAT_PAIRS(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
__WP_MINIFLOAT_PAIRS(__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0)
#endif
