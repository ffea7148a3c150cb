// RUN: check --only=race,divergence
// Reductions as they are with a toolkit's headers: the mask comes first.
#include "../../share/warpproof/cuda-shim/__warpproof_reduce.h"

// expect: sum_free race=proved divergence=proved
__global__ void sum_free(int *a, int v) {
  int sum = __reduce_add_sync(0xffffffffu, v);
  if (threadIdx.x % 32 == 0)
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// expect: sum_without_first race=proved divergence=refuted
__global__ void sum_without_first(int *a, int v) {
  int sum = __reduce_add_sync(0xfffffffeu, v); // divergence: *
  if (threadIdx.x % 32 == 0)
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
