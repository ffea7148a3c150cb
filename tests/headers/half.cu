// __half and __nv_bfloat16: arithmetic, pairs, conversions, comparisons, shuffles, atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(nv_bfloat162) == 4);
template <class H> __device__ H arithmetic(H a, H b) {
  H c = __hadd(a, b) * __hsub(a, b) - __hmul(a, b) / __hdiv(a, b);
  c += __hfma(a, b, c);
  c = -c + hsqrt(a) + hexp(b) + htanh(a) + __hmax(a, b) + __habs(a) + __shfl_xor_sync(~0u, a, 1);
  return a < b || __hgt(a, b) || __hisnan(c) ? c : H(1.0f);
}
__global__ void kernel(half *h, half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f, int *n) {
  int i = threadIdx.x;
  h[i] = arithmetic(h[i], h[i + 1]);
  b[i] = arithmetic(b[i], b[i + 1]);
  h2[i] = __hfma2(h2[i], __floats2half2_rn(1, 2), __hadd2(h2[1], h2[2])) * __half2half2(h[0]);
  b2[i] = __hmul2(b2[i], __floats2bfloat162_rn(1, 2)) + b2[1];
  f[i] = __half2float(h[i]) + __bfloat162float(b[i]) + __low2float(h2[i]) + __half22float2(h2[i]).x + (float)h[1];
  n[i] = __half2int_rn(h[i]) + __half_as_ushort(h[i]) + __heq(h[0], h[1]);
  h[1] = __float2half(f[0]) + __int2half_rn(n[0]) + half(2) + __short_as_half(3);
  h[2] = 1.0f;
  atomicAdd(h, h[3]);
  atomicAdd(h2, h2[3]);
  atomicAdd(b, b[3]);
  h2[4] = make_half2(h[0], h[1]);
  h2[5].x = __low2half(h2[4]);
  h[4] = __ldg(h + 5);
}
