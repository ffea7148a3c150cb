// __syncwarp orders a warp, nothing more.
// expect: warp_free race=proved
__global__ void warp_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 16];
}

// expect: warp_racy race=refuted
__global__ void warp_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 32]; // race: read-write s @store
}
