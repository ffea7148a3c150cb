// RUN: check --only=bounds --block 1,128
// Rows that loops of all threads step through, in blocks of one column: a round is an index itself. Planes of which the length is named.
#include <wp_contract.h>

// expect: images bounds=proved
__global__ void images(const float *x, float *y, int n, int h) {
  wp_requires(gridDim.x == 32);
  wp_extent(x, n * 32 * h), wp_extent(y, n * 32 * h);
  const int c = blockIdx.x;
  for (int i = threadIdx.y; i < n; i += blockDim.y)
    for (int j = threadIdx.x; j < h; j += blockDim.x)
      y[(i * 32 + c) * h + j] = x[(i * 32 + c) * h + j];
}

// expect: images_over bounds=refuted
__global__ void images_over(const float *x, int *y, int n, int h) {
  wp_requires(gridDim.x == 33);
  wp_extent(x, n * 32 * h);
  const int c = blockIdx.x;
  for (int i = threadIdx.y; i < n; i += blockDim.y)
    for (int j = threadIdx.x; j < h; j += blockDim.x)
      if (x[(i * 32 + c) * h + j] > 0) // bounds: x
        *y = 1; // unproved: bounds unknown-extent
}

// A sum of rounds and threads wraps where x is near the largest number.
// expect: up_to_equal bounds=unproved
__global__ void up_to_equal(float *x, int h) {
  wp_extent(x, 1ul << 31);
  for (int j = threadIdx.x; j <= h; j += blockDim.x)
    x[j] = 1; // bounds: x [warning]
}

// expect: named bounds=proved
__global__ void named(float *x, int n, int area, int h, int w) {
  wp_requires(gridDim.x == 32 && area == h * w);
  wp_extent(x, n * 32 * h * w);
  const int c = blockIdx.x;
  for (int i = threadIdx.y; i < n; i += blockDim.y)
    for (int j = threadIdx.x; j < area; j += blockDim.x)
      x[(i * 32 + c) * area + j] = 1;
}

// expect: named_otherwise bounds=unproved
__global__ void named_otherwise(float *x, int n, int area, int h, int w) {
  wp_requires(gridDim.x == 32 && area == h * w + 1);
  wp_extent(x, n * 32 * h * w);
  const int c = blockIdx.x;
  for (int i = threadIdx.y; i < n; i += blockDim.y)
    for (int j = threadIdx.x; j < area; j += blockDim.x)
      x[(i * 32 + c) * area + j] = 1; // unproved: bounds
}
