// Rotation by remainder: of the block, or of a warp.
// expect: mod_free race=proved
__global__ void mod_free() {
  __shared__ unsigned s[1024];
  s[(threadIdx.x + 1) % blockDim.x] = threadIdx.x;
}

// expect: mod_racy race=refuted
__global__ void mod_racy() {
  __shared__ unsigned s[1024];
  s[(threadIdx.x + 1) % 32] = threadIdx.x; // race: write-write s
}
