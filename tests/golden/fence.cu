// A fence alone orders nothing.
// expect: fence_racy race=refuted
__global__ void fence_racy(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  __threadfence_block();
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store
}

// expect: fence_free race=proved
__global__ void fence_free(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __threadfence_block();
  out[blockIdx.x * blockDim.x + t] = s[t + 0];
}
