// RUN: check --only=bounds
// Sizes of arguments that the kernels state themselves.
#include <wp_contract.h>
#define HALF(x) ((x) / 2)

// expect: guarded bounds=proved
// assume: wp_extent(a, n)
__global__ void guarded(int *a, int n) {
  wp_extent(a, n);
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) a[i] = 1;
}

// expect: one_more bounds=refuted
// assume: wp_extent(a, n)
__global__ void one_more(int *a, int n) {
  wp_extent(a, n);
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= n) a[i] = 1; // bounds: a
}

// The number of threads, through a macro.
// expect: each bounds=proved
__global__ void each(float *rows) {
  wp_extent(rows, HALF(2 * gridDim.x * blockDim.x));
  rows[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: next bounds=refuted
__global__ void next(float *rows) {
  wp_extent(rows, HALF(2 * gridDim.x * blockDim.x));
  rows[blockIdx.x * blockDim.x + threadIdx.x + 1] = 0; // bounds: rows
}

// A kernel that states nothing has no bounds to be checked.
// expect: silent bounds=unproved
__global__ void silent(int *a) {
  a[threadIdx.x] = 1; // unproved: bounds unknown-extent
}

// expect: misnamed bounds=unproved
__global__ void misnamed(int *a, int n) {
  int *b = a;
  wp_extent(b, n); // unproved: bounds unknown-extent wp_extent(b, n)
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) a[i] = 1; // unproved: bounds unknown-extent
}

// expect: local bounds=unproved
__global__ void local(int *a, int n) {
  int m = n;
  wp_extent(a, m);
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) a[i] = 1; // unproved: bounds unknown-extent wp_extent(a, m)
}

// The function's `a` is the kernel's `b`: nothing is concluded of the kernel's `a`.
__device__ void put(int *a, int n, int i) {
  wp_extent(a, n); // unproved: bounds unknown-extent wp_extent(a, n)
  if (i < n) a[i] = 1; // unproved: bounds unknown-extent
}
// expect: called bounds=unproved
__global__ void called(int *a, int *b, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  put(b, n, i);
  if (i < n) a[i] = 1; // unproved: bounds unknown-extent
}
