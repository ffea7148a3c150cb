// RUN: check --only=race,assert
// Functions of CUDA's device library, which a toolkit's headers call: values of
// floats are pure and unknown, integers are exact, results go through pointers.
#include <wp_contract.h>

extern "C" {
__device__ float __nv_rsqrtf(float), __nv_fast_sinf(float), __nv_sinf(float), __nv_cosf(float), __nv_fast_cosf(float), __nv_truncf(float);
__device__ double __nv_sin(double), __nv_cos(double), __nv_trunc(double), __nv_sinpi(double), __nv_cospi(double);
__device__ float __nv_sinpif(float), __nv_cospif(float), __nv_fadd_rd(float, float);
}
#include "../../share/warpproof/cuda-shim/__warpproof_libdevice.h"

// expect: scaled_free race=proved
__global__ void scaled_free(float *x, float by) {
  float scale = __nv_rsqrtf(by) + __nv_fast_sinf(by) + __nv_fadd_rd(by, 1);
  if (scale > 1)
    __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] *= scale;
}

// expect: divided_free race=proved assert=proved
__global__ void divided_free(int *s, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  wp_assert(__nv_umulhi(n, 1u << 31) == n / 2);
  wp_assert(__nv_mulhi(-4, 1 << 30) == -1);
  wp_assert(__nv_umin(n, 8) <= 8 && __nv_min(-1, 1) == -1 && __nv_max(-1, 1) == 1);
  wp_assert(__nv_float_as_int(__nv_int_as_float((int)n)) == (int)n);
  s[__nv_umulhi(t << 1, 1u << 31) + __nv_umax(t, t)] = 1;
}

// expect: divided_racy race=refuted
__global__ void divided_racy(int *s) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  s[__nv_umulhi(t, 1u << 31)] = t; // race: write-write s
}

// expect: stored_racy race=refuted
__global__ void stored_racy(float *sines) {
  float cosine;
  __nv_sincosf(threadIdx.x, sines + threadIdx.x / 2, &cosine); // race: write-write sines
}
