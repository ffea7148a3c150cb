// RUN: check --only=race,divergence,assert --block=256 --grid=8
// A launch that breaks what the kernel relies on is told, where no proof needs it, too.
#include <wp_contract.h>

// expect: broken race=proved assert=unproved
__global__ void broken(int *a, int n) {
  wp_requires(n > 0 && blockDim.x == 128); // unproved: assert contradictory-assumptions
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}

// expect: kept race=proved assert=proved
__global__ void kept(int *a, int n) {
  wp_requires(n > 0 && blockDim.x == 256);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
