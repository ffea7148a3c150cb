// Tree reduction with doubling strides; with the wrong divisor everybody adds.
// expect: stride_free race=proved
__global__ void stride_free(const int *in, int *out) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// expect: stride_racy race=refuted
__global__ void stride_racy(const int *in, int *out) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (1 * d) == 0)
      s[t] += s[t + d]; // race: read-write s
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
