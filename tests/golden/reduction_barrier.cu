// The barrier of the tree reduction at the start of an iteration, and none at all.
// expect: before_free race=proved
__global__ void before_free(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// The last round goes without a barrier.
// expect: tail_racy race=refuted
__global__ void tail_racy(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 1; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d]; // @loop
  }
  if (t < 1)
    s[t] += s[t + 1]; // race: read-write s @loop
  if (t == 0)
    out[blockIdx.x] = s[0];
}
