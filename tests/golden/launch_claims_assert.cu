// An index that the launch makes negative.
// RUN: check --block 1024 --grid 4194304
#include "wp_contract.h"

// expect: negative race=proved assert=refuted
__global__ void negative(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  wp_assert(i >= 0); // assert:
}

// expect: half race=proved assert=proved
__global__ void half(int *a) {
  int i = blockIdx.x * (blockDim.x / 2) + threadIdx.x / 2;
  wp_assert(i >= 0);
}
