// Rows whose length is a part of a size.
#include <wp_contract.h>

// expect: half race=unproved
__global__ void half(float *a, unsigned n, int stride) {
  float *row = a + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) row[i] = blockIdx.x; // race: write-write a [warning]; unproved: race needs-precondition stride >= n / 2
}

// expect: shifted race=unproved
__global__ void shifted(float *a, unsigned n, int stride) {
  float *row = a + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n >> 3; i += blockDim.x) row[i] = blockIdx.x; // race: write-write a [warning]; unproved: race needs-precondition stride >= n / 8
}

// One behind the half is written, too.
// expect: half_and_one race=unproved
__global__ void half_and_one(float *a, int n, int stride) {
  float *row = a + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) row[i] = blockIdx.x; // race: write-write a [warning]; race: write-write a @last [warning]; unproved: race needs-precondition stride >= n / 2 + 1
  if (threadIdx.x == 0) row[n / 2] = blockIdx.x; // @last; race: write-write a [warning]
}

// A sum is divided.
// expect: rounded race=unproved
__global__ void rounded(float *a, unsigned n, int stride) {
  float *row = a + blockIdx.x * stride;
  for (int i = threadIdx.x; i < (n + 3) / 4; i += blockDim.x) row[i] = blockIdx.x; // race: write-write a [warning]; unproved: race needs-precondition stride >= (n + 3) / 4
}

// Stated, it suffices.
// expect: stated race=proved
__global__ void stated(float *a, int n, int stride) {
  wp_requires(n >= 0 && stride >= n / 2 + 1);
  float *row = a + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) row[i] = blockIdx.x;
  if (threadIdx.x == 0) row[n / 2] = blockIdx.x;
}
