// RUN: check --search --only=divergence
// A vote of the warp only is not uniform in the block. No model tells what it gives; a search finds contents that part the warps.
// expect: divergent divergence=refuted race=unchecked
__global__ void divergent(int *a, const int *in) {
  unsigned t = threadIdx.x;
  if (__any_sync(0xffffffffu, in[t] > 0))
    __syncthreads(); // divergence: * [*]
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// expect: together divergence=proved race=unchecked
__global__ void together(int *a, const int *in) {
  unsigned t = threadIdx.x;
  if (__syncthreads_or(in[t] > 0))
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads();
}
