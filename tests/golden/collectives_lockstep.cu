// A warp in lockstep: who does not come to a shuffle is missed all the same.
// RUN: check --warp=lockstep
#define FULL 0xffffffffu

// expect: in_step divergence=proved race=proved
__global__ void in_step(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_xor_sync(FULL, a[i], 1);
}

// expect: half_in_step divergence=refuted race=proved
__global__ void half_in_step(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(FULL, v, 1); // divergence: *
  a[i] = v;
}
