// A quotient whose divisor a condition reads with a sign, and the kernel without: -2560 / -1 / 256 is 10.
// RUN: check --only=race --block=256 --requires=gridDim.x==n/signed(m)/256

// expect: rows race=proved
// assume: gridDim.x * m
__global__ void rows(int *a, int n, unsigned m) {
  unsigned i = blockIdx.x * m + threadIdx.x;
  if (threadIdx.x < m)
    a[i] = blockIdx.x + n;
}
