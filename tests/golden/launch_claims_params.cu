// Sizes that the launch fixes are decided modulo 2^32.
// RUN: check --only=race,divergence --grid 40 --param w=16384 --param h=8192

struct shape { int w, h; };

// Blocks 0 and 32: 32 * 8192 * 16384 is 2^32.
// expect: rows race=refuted
__global__ void rows(int *a, int w, int h) {
  if (threadIdx.x < 4)
    a[(blockIdx.x * h) * w + threadIdx.x] = blockIdx.x; // race: write-write a
}

// expect: wide_rows race=proved
__global__ void wide_rows(int *a, int w, int h) {
  if (threadIdx.x < 4)
    a[((size_t)blockIdx.x * h) * w + threadIdx.x] = blockIdx.x;
}
