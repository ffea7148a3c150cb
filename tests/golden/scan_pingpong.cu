// Inclusive scan between two halves of a buffer; the twin reads the half it writes.
// expect: pingpong_free race=proved
__global__ void pingpong_free(const int *in, int *out) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x, n = blockDim.x;
  unsigned to = 0, from = 1;
  s[t] = in[blockIdx.x * n + t];
  __syncthreads();
  for (unsigned d = 1; d < n; d *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= d)
      s[to * n + t] = s[from * n + t] + s[from * n + t - d];
    else
      s[to * n + t] = s[from * n + t];
    __syncthreads();
  }
  out[blockIdx.x * n + t] = s[to * n + t];
}

// expect: pingpong_racy race=refuted
__global__ void pingpong_racy(const int *in, int *out) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x, n = blockDim.x;
  unsigned to = 0, from = 1;
  s[t] = in[blockIdx.x * n + t];
  __syncthreads();
  for (unsigned d = 1; d < n; d *= 2) {
    to = 1 - to;
    from = 0 + to;
    if (t >= d)
      s[to * n + t] = s[from * n + t] + s[from * n + t - d]; // race: read-write s [*]; race: read-write s @copy [*]
    else
      s[to * n + t] = s[from * n + t]; // @copy
    __syncthreads();
  }
  out[blockIdx.x * n + t] = s[to * n + t];
}
