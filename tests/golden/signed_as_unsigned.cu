// An unsigned sum with a signed parameter wraps where the parameter is negative: proofs say that it is not, or do not hold.
// RUN: check --only=race --block=32 --grid=1

// expect: halves race=proved
// assume: (n / 2) >= 0
__global__ void halves(int *a, int n) {
  unsigned tid = threadIdx.x;
  if (tid < n / 2) {
    a[tid] = 1;
    a[tid + n / 2] = tid;
  }
}

// expect: wholes race=proved
// assume: n >= 0
__global__ void wholes(int *a, int n) {
  unsigned tid = threadIdx.x;
  if (tid < n) {
    a[tid] = 1;
    a[tid + n] = tid;
  }
}

// expect: rounds race=proved
// assume: (n / 2) >= 0
__global__ void rounds(int *a, int n) {
  unsigned tid = threadIdx.x;
  if (tid < n / 2)
    for (unsigned i = 0; i < 4; i++)
      a[tid + (i & 1) * (n / 2)] = tid;
}
