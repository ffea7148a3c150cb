// What is assumed holds only where an axis that the assumption alone reads has extent 1: that is no contradiction.
#include <wp_contract.h>

// expect: flat race=proved
__global__ void flat(int *a, int n) {
  wp_requires(n > 0 && blockDim.y == 1);
  a[blockIdx.x * blockDim.x + threadIdx.x] = n + threadIdx.y + threadIdx.x;
}

// expect: deep race=refuted
__global__ void deep(int *a, int n) {
  wp_requires(n > 0 && blockDim.y == 2);
  a[blockIdx.x * blockDim.x + threadIdx.x] = n + threadIdx.y + threadIdx.x; // race: write-write a
}

// expect: none race=unproved divergence=unproved
__global__ void none(int *a, int n) {
  wp_requires(n > 0 && blockDim.y == 1); // unproved: race contradictory-assumptions; unproved: divergence contradictory-assumptions
  wp_requires(n < 5 && blockDim.y == 2); // unproved: race contradictory-assumptions; unproved: divergence contradictory-assumptions
  a[blockIdx.x * blockDim.x + threadIdx.x] = n + threadIdx.y + threadIdx.x; // may-race: * a [*]
}
