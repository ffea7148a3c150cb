// RUN: search --only=race,divergence,bounds,assert --steps=2000000
// Inputs that cannot be show nothing.

// expect: overflows race=unchecked divergence=unchecked
__global__ void overflows(int *a, int n) {
  int big = n * 65536;
  if (n > 32768 && big < 0)
    a[0] = threadIdx.x;
}

// expect: multiplies race=refuted divergence=unchecked
__global__ void multiplies(int *a, int n) {
  int big = n * 2;
  if (n > 128 && big < 512)
    a[0] = threadIdx.x; // race: write-write a
}

// expect: trapped race=unchecked divergence=unchecked
__global__ void trapped(int *a, int n) {
  if (n > 3)
    __trap();
  if (n > 2 && n != 3)
    a[0] = threadIdx.x;
}

// expect: assumed race=unchecked divergence=unchecked
__global__ void assumed(int *a, int n) {
  __builtin_assume(n == 0);
  a[(blockIdx.x * blockDim.x + threadIdx.x) >> n] = threadIdx.x;
}

// expect: not_assumed race=refuted divergence=unchecked
__global__ void not_assumed(int *a, int n) {
  a[(blockIdx.x * blockDim.x + threadIdx.x) >> (n & 1)] = threadIdx.x; // race: write-write a
}

// An address that comes as a number leads nowhere.
// expect: pointers race=unproved divergence=unproved bounds=unproved assert=unproved
__global__ void pointers(unsigned long long a) {
  ((int *)a)[threadIdx.x] = threadIdx.x; // unproved: race replay-budget; unproved: divergence; unproved: bounds; unproved: assert
}

// expect: bounded race=unchecked divergence=unchecked
__global__ void __launch_bounds__(128) bounded(int *a) {
  if (threadIdx.x >= 128)
    a[0] = threadIdx.x;
}

// expect: unbounded race=refuted divergence=unchecked
__global__ void unbounded(int *a) {
  if (threadIdx.x >= 128)
    a[0] = threadIdx.x; // race: write-write a
}

// What comes behind an access out of bounds is not told.
// expect: behind race=unchecked divergence=unchecked bounds=unproved
__global__ void behind(int *a, int n) {
  __shared__ int s[16];
  if (threadIdx.x == 0)
    s[n] = 1; // bounds: s [warning]
  if (n >= 16)
    a[0] = threadIdx.x;
}
