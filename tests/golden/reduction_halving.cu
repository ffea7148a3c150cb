// Tree reduction by halving; the twin lets one thread too many add.
// expect: tree_free race=proved
__global__ void tree_free(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// Thread d writes s[d], which thread 0 reads.
// expect: tree_racy race=refuted
__global__ void tree_racy(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t <= d)
      s[t] += s[t + d]; // race: read-write s
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
