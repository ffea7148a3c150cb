// RUN: check --only=race,assert
#include <assert.h>

// What the author asks of sizes is the precondition.
// expect: sizes assert=unproved
__global__ void sizes(float *x, int n, int m) {
  assert(blockDim.x == 32); // assert: [warning]; unproved: assert needs-precondition blockDim.x == 32
  assert(n % 4 == 0); // assert: [warning]; unproved: assert needs-precondition n % 4 == 0
  assert(n >= m && m > 0); // assert: [warning]; unproved: assert needs-precondition n >= m
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// What holds for some threads only is a check, and so is what depends on contents.
// expect: threads assert=refuted
__global__ void threads(float *x, const int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n); // assert:
}

// expect: contents assert=refuted
__global__ void contents(float *x, const int *y, int n) {
  assert(y[0] >= n); // assert:
}

// No launch satisfies it.
// expect: never assert=refuted
__global__ void never(int n) {
  assert(n < 0 && n > 0); // assert:
}

// A block of 32 threads is found for what stands behind it.
// expect: behind race=refuted assert=unproved
__global__ void behind(float *x) {
  assert(blockDim.x == 32); // assert: [warning]
  x[blockIdx.x * blockDim.x + threadIdx.x / 2] = threadIdx.x; // race: write-write x
}
