// Requirements on sizes: counterexamples satisfy them too.
#include <wp_contract.h>

// expect: three_warps race=refuted
__global__ void three_warps(int *p) {
  __shared__ int s[96];
  wp_requires(blockDim.x == 96);
  s[threadIdx.x] = 1;      // @front
  s[95 - threadIdx.x] = 2; // race: write-write s @front
}

// expect: three_warps_apart race=proved
// assume: wp_requires(blockDim.x == 96)
__global__ void three_warps_apart(int *p) {
  __shared__ int s[96 * 2];
  wp_requires(blockDim.x == 96);
  s[threadIdx.x] = 1;
  s[96 + 95 - threadIdx.x] = 2;
}

// expect: one_block race=proved
// assume: wp_requires(gridDim.x == 1)
__global__ void one_block(int *p) {
  wp_requires(gridDim.x == 1);
  p[threadIdx.x] = (int)(blockIdx.x + threadIdx.x);
}

// expect: blocks race=refuted
__global__ void blocks(int *p) {
  wp_requires(gridDim.x <= 4);
  p[threadIdx.x] = (int)(blockIdx.x + threadIdx.x); // race: write-write p
}

// expect: power race=proved divergence=proved
// assume: wp_requires
__global__ void power(int *p) {
  __shared__ int s[1024];
  wp_requires(blockDim.x == 256);
  s[threadIdx.x] = p[threadIdx.x + blockIdx.x * 256];
  if (blockDim.x == 256) __syncthreads();
  p[threadIdx.x + blockIdx.x * 256] = s[255 - threadIdx.x];
}

// Clang drops what __builtin_assume says of a call that may have effects: reading blockDim is none.
// expect: builtin race=proved
// assume: blockDim.x == 256
__global__ void builtin(int *p) {
  __shared__ int s[512];
  __builtin_assume(blockDim.x == 256);
  s[threadIdx.x] = 1;
  s[511 - threadIdx.x] = 2;
  p[threadIdx.x] = 3;
}

// expect: builtin_racy race=refuted
__global__ void builtin_racy(int *p) {
  __shared__ int s[512];
  __builtin_assume(blockDim.x == 257);
  s[threadIdx.x] = 1;       // @low
  s[511 - threadIdx.x] = 2; // race: write-write s @low
  p[threadIdx.x] = 3;
}
