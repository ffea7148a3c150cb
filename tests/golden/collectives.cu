// All lanes that a collective names come to it, or have left.
#define FULL 0xffffffffu

// expect: straight divergence=proved race=proved
__global__ void straight(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_down_sync(FULL, a[i], 16);
}

// expect: half_warp divergence=refuted race=proved
__global__ void half_warp(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(FULL, v, 8); // divergence: *
  a[i] = v;
}

// Warps as a whole.
// expect: whole_warps divergence=proved race=proved
__global__ void whole_warps(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x / 32 % 2 == 0)
    v += __shfl_down_sync(FULL, v, 8);
  a[i] = v;
}

// A mask that names who comes.
// expect: half_mask divergence=proved race=proved
__global__ void half_mask(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0xffffu, v, 8);
  a[i] = v;
}

// expect: mask_too_small divergence=refuted
__global__ void mask_too_small(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0xffu, v, 8); // divergence: outside-mask
  a[i] = v;
}

// expect: mask_too_large divergence=refuted
__global__ void mask_too_large(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0x1ffffu, v, 8); // divergence: *
  a[i] = v;
}

// Lanes that are gone do not count.
// expect: left_early divergence=proved race=proved
// assume: exited-threads
__global__ void left_early(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] += __shfl_down_sync(FULL, a[i], 16);
}

// They have something else to do first.
// expect: leaves_later divergence=refuted race=proved
__global__ void leaves_later(int *a, int *sums, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  if (i < n)
    v = a[i] + __shfl_down_sync(FULL, a[i], 16); // divergence: *
  sums[i] = v;
}
