// Padding that follows the block's width, for every launch.
// expect: pad_any_free race=proved
__global__ void pad_any_free() {
  __shared__ int s[2048];
  s[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = (int)threadIdx.y;
}

// expect: pad_any_racy race=refuted
__global__ void pad_any_racy() {
  __shared__ int s[2048];
  s[threadIdx.y * (blockDim.x - 1) + threadIdx.x] = (int)threadIdx.y; // race: write-write s
}
