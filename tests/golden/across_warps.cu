// The partner is always in another warp.
// expect: warp_free race=proved
__global__ void warp_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  if (t >= 32)
    out[blockIdx.x * blockDim.x + t] = s[t - 0];
}

// expect: warp_racy race=refuted
__global__ void warp_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  if (t >= 32)
    out[blockIdx.x * blockDim.x + t] = s[t - 32]; // race: read-write s @store
}
