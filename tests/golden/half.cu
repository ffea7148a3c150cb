// Half precision from its header.
#include <cuda_fp16.h>

// expect: half_free race=proved
__global__ void half_free(__half *a, const float *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = __float2half(b[i]);
}

// expect: half_racy race=refuted
__global__ void half_racy(__half *a, float *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = __float2half(1.0f); // @store
  b[i] = __half2float(a[i + 1]); // race: read-write a @store
}
