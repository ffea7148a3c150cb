// A loop with a barrier that may run zero times orders nothing; one that runs at least once does.
// expect: once_free race=proved
__global__ void once_free(int *out, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int k = 0;
  s[t] = (int)t;
  do {
    __syncthreads();
  } while (++k < n);
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// expect: zero_racy race=refuted|unproved
__global__ void zero_racy(int *out, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int k = 0;
  s[t] = (int)t; // @write
  while (k++ < n)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @write [*]
}
