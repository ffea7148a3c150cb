// The result of __syncthreads_or is the same for the block, and the call is a barrier.
// expect: vote_free race=proved
__global__ void vote_free(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  if (__syncthreads_or(in[t] > 0))
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// A vote of the warp only is not uniform in the block.
// expect: vote_divergent divergence=refuted race=unproved
__global__ void vote_divergent(int *a, const int *in) {
  unsigned t = threadIdx.x;
  if (__any_sync(0xffffffffu, in[t] > 0))
    __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}
