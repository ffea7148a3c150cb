// Write, read the neighbour, write again: each step needs its own barrier.
// expect: chain_free race=proved
__global__ void chain_free(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  int v = s[t + 1];
  __syncthreads();
  s[t] = v * 2;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// The second write may overtake a neighbour's first read.
// expect: chain_racy race=refuted
__global__ void chain_racy(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  int v = s[t + 1]; // race: read-write s @again
  s[t] = v * 2; // @again
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}
