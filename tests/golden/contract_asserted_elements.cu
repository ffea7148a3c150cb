// What an assertion asks of elements of an array is a condition on its contents, as a library's check of indices is.
// RUN: check --only=assert
#include <cassert>

// expect: rows assert=unproved
__global__ void rows(float *out, const float *in, const int *idx, int n, int count, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * cols)
    return;
  int r = idx[i / cols];
  assert(r >= 0 && r < count); // assert: [warning]; unproved: assert needs-precondition in_range(idx, 0, count)
  out[i] = in[r * cols + i % cols];
}

// Elements of 64 bits are cut.
// expect: cut assert=unproved
__global__ void cut(float *out, const float *in, const long *idx, unsigned total, unsigned inner, long n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    unsigned r = idx[i / inner];
    assert(r < n); // assert: [warning]; unproved: assert needs-precondition in_range(idx, 0, n)
    out[i] = in[r * inner + i % inner];
  }
}

// No range of the elements keeps the sum below n.
// expect: sums assert=refuted
__global__ void sums(int *out, const int *idx, int n) {
  int i = threadIdx.x;
  assert(idx[i] + i < n); // assert:
  out[i] = idx[i];
}

// One value of an element is no range of indices.
// expect: zero assert=refuted
__global__ void zero(int *out, const int *flag) {
  assert(*flag <= 0); // assert:
  out[threadIdx.x] = 1;
}
