// A barrier under a condition that is the same for the whole block.
// expect: when_free race=proved
__global__ void when_free(int *out, int twice) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  s[t] = t;
  if (twice)
    __syncthreads();
  if (twice)
    out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// The barrier is skipped when `twice` is 0, the read is not.
// expect: when_racy race=refuted
__global__ void when_racy(int *out, int twice) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  s[t] = t; // @store
  if (twice)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store
}
