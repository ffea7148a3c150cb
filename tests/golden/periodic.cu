// RUN: check --only=race,bounds
// Neighbours in a grid whose ends meet: indices that are chosen. That sums with a choice do not overflow is told as it stands.
#include <wp_contract.h>
#define CELL                                                                                                                                         \
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;                                                    \
  if (i >= nx || j >= ny)                                                                                                                            \
    return;

// expect: before race=proved bounds=proved
__global__ void before(float *a, const float *b, int nx, int ny) {
  wp_extent(a, nx * ny), wp_extent(b, nx * ny);
  CELL
  const int west = i == 0 ? nx - 1 : i - 1, south = j == 0 ? j + ny - 1 : j - 1;
  a[j * nx + i] = b[j * nx + west] + b[south * nx + i] + b[south * nx + west];
}

// expect: behind race=proved bounds=proved
__global__ void behind(float *a, const float *b, int nx, int ny) {
  wp_extent(a, nx * ny), wp_extent(b, nx * ny);
  CELL
  const int east = i == nx - 1 ? 0 : i + 1, north = (j + 1) % ny;
  a[j * nx + i] = b[j * nx + east] + b[north * nx + i];
}

// expect: shifted race=proved bounds=proved
__global__ void shifted(float *a, int nx, int ny) {
  wp_extent(a, nx * ny);
  CELL
  const int west = i == 0 ? nx - 1 : i - 1, south = j == 0 ? ny - 1 : j - 1;
  a[south * nx + west] = 1;
}

// The first column's neighbour is the last but one's.
// expect: shifted_racy race=refuted bounds=proved
__global__ void shifted_racy(float *a, int nx, int ny) {
  wp_extent(a, nx * ny);
  CELL
  const int west = i == 0 ? nx - 2 : i - 1;
  if (nx > 2)
    a[j * nx + west] = i; // race: write-write a
}

// The last column's neighbour is a column too many: the element is there, but for the last row.
// expect: one_more bounds=refuted race=unproved
__global__ void one_more(float *a, const float *b, int nx, int ny) {
  wp_extent(a, nx * ny), wp_extent(b, nx * ny);
  CELL
  const int west = i == 0 ? nx : i - 1;
  a[j * nx + i] = b[j * nx + west]; // bounds: b; may-unproved: race
}

// expect: around race=proved bounds=proved
__global__ void around(float *a, const float *b, int nx, int ny) {
  wp_extent(a, nx * ny), wp_extent(b, nx * ny);
  CELL
  a[j * nx + i] = b[(j - 1 + ny) % ny * nx + (i + nx - 1) % nx] + b[(j + 1) % ny * nx + (i + 1) % nx];
}

// expect: around_shifted race=proved bounds=proved
__global__ void around_shifted(float *a, int nx, int ny) {
  wp_extent(a, nx * ny);
  CELL
  a[(j + ny - 1) % ny * nx + (i - 1 + nx) % nx] = 1;
}

// A column too many: its neighbour is that of the first one.
// expect: around_racy race=refuted bounds=proved
__global__ void around_racy(float *a, int nx, int ny) {
  wp_extent(a, nx * ny);
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx > 0 && i <= nx && j < ny)
    a[j * nx + (i - 1 + nx) % nx] = i; // race: write-write a
}

// The neighbour before the first one is negative.
// expect: around_below bounds=refuted race=unproved
__global__ void around_below(float *a, const float *b, int nx, int ny) {
  wp_extent(a, nx * ny), wp_extent(b, nx * ny);
  CELL
  a[j * nx + i] = b[j * nx + (i - 1) % nx]; // bounds: b; may-unproved: race
}

// What is computed from a chosen index overflows in launches of ordinary size: nothing is claimed of it.
// expect: hashed race=unproved bounds=proved
__global__ void hashed(int *a, int n) {
  wp_extent(a, 256);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int q = (i == 0 ? n - 1 : i - 1) * 73856093;
    a[q & 255] = i; // race: write-write a [*]; may-unproved: race
  }
}

// expect: overflows bounds=unproved
__global__ void overflows(int *a, int n) {
  wp_extent(a, n);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[(i == 0 ? 2147483647 : i - 1) + 1] = i; // bounds: a [*]; may-race: * a [*]; may-unproved: race bounds
}
