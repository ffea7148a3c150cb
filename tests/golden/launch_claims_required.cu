// Sizes that the launch fixes are decided modulo 2^32.
// RUN: check --only=race,divergence --requires gridDim.x==512

// expect: blocks race=refuted
__global__ void blocks(int *a) {
  if (threadIdx.x == 0)
    a[blockIdx.x * 16777216u] = blockIdx.x; // race: write-write a
}

// expect: fewer race=proved
__global__ void fewer(int *a) {
  if (threadIdx.x == 0)
    a[blockIdx.x * 8388608u] = blockIdx.x;
}
