// The end of one iteration meets the start of the next.
// expect: round_free race=proved
__global__ void round_free(int *a, int rounds) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = a[blockIdx.x * blockDim.x + t];
  for (int k = 0; k < rounds; k++) {
    s[t] = v;
    __syncthreads();
    v += s[t + 1];
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = v;
}

// expect: round_racy race=refuted
__global__ void round_racy(int *a, int rounds) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = a[blockIdx.x * blockDim.x + t];
  for (int k = 0; k < rounds; k++) {
    s[t] = v; // @write
    __syncthreads();
    v += s[t + 1]; // race: read-write s @write
  }
  a[blockIdx.x * blockDim.x + t] = v;
}
