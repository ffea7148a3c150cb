// Safe exactly when the width of the block is a multiple of four.
// expect: swizzle race=unproved
__global__ void swizzle() {
  __shared__ unsigned s[1024];
  s[threadIdx.x % 4 * (blockDim.x / 4) + threadIdx.x / 4] = threadIdx.x; // race: write-write s [warning]
}

// expect: swizzle_free race=proved
__global__ void swizzle_free() {
  __shared__ unsigned s[2048];
  s[threadIdx.x % 4 * (blockDim.x / 4 + 1) + threadIdx.x / 4] = threadIdx.x;
}
