// Sizes that the launch fixes are decided modulo 2^32.
// RUN: check --only=race,divergence --block 32 --grid 32

// expect: high race=refuted
__global__ void high(int *out) {
  if (threadIdx.x == 5)
    out[(blockIdx.x * 0x10000000u + threadIdx.x) >> 28] = blockIdx.x; // race: write-write out
}

// expect: low race=proved
__global__ void low(int *out) {
  if (threadIdx.x == 5)
    out[(blockIdx.x * 0x1000000u + threadIdx.x) >> 24] = blockIdx.x;
}
