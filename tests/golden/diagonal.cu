// Sums of coordinates collide along the diagonals.
// expect: diagonal_racy race=refuted
__global__ void diagonal_racy() {
  __shared__ unsigned s[2048];
  s[threadIdx.y + threadIdx.x] = threadIdx.y; // race: write-write s
}

// expect: diagonal_free race=proved
__global__ void diagonal_free() {
  __shared__ unsigned s[2048];
  s[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.y;
}
