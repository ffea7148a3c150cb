/* __nv_bfloat16 and __nv_bfloat162. */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#pragma clang system_header
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__
#include "__wp/half.h"
__WP_HALF_TYPES(__nv_bfloat16, __nv_bfloat162, __bf16, __nv_bfloat16_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__WP_HALF_CONVERSIONS(__nv_bfloat16, bfloat16, bfloat16, b)
__WP_HALF_PAIRS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
__WP_HALF_COMMON(__nv_bfloat162)
__WP_HALF_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
__WP_BOTH float2 __bfloat1622float2(__nv_bfloat162 v) { return {v.x, v.y}; }
#endif
