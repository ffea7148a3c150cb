// Shuffles and votes order nothing.
// expect: shuffle_free race=proved
__global__ void shuffle_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  v += __shfl_down_sync(0xffffffffu, v, 16);
  v += __any_sync(0xffffffffu, v > 0);
  a[i] = v + (int)__ballot_sync(0xffffffffu, v & 1);
}

// expect: shuffle_racy race=refuted
__global__ void shuffle_racy(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t]; // @store
  int v = __shfl_down_sync(0xffffffffu, (int)t, 16);
  a[blockIdx.x * blockDim.x + t] = v + s[t ^ 1]; // race: read-write s @store
}
