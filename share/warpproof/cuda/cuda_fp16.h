/* __half and __half2. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#pragma clang system_header
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__
#include "__wp/half.h"
__WP_HALF_TYPES(__half, __half2, _Float16, __half_raw)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__WP_HALF_CONVERSIONS(__half, half, half, h)
__WP_HALF_PAIRS(__half, __half2, half, half2)
__WP_HALF_COMMON(__half2)
__WP_HALF_FUNCTIONS(__half, __half2)
__WP_BOTH float2 __half22float2(__half2 v) { return {v.x, v.y}; }
__WP_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__WP_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
__WP_BOTH __half2 make_half2(__half2 v) { return v; }
#endif
