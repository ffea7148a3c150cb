// RUN: check --only=race,bounds --block 32,4
// Neighbours in rows of a width that is a parameter: a row is compared with the number of rows less a constant.
#include <wp_contract.h>

// expect: inner race=proved bounds=proved
__global__ void inner(const float *u, float *v, int nx, int ny) {
  wp_extent(u, nx * ny), wp_extent(v, nx * ny);
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1)
    v[j * nx + i] = u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i];
}

// expect: two_rows bounds=proved race=proved
__global__ void two_rows(const float *u, float *v, int nx, int ny) {
  wp_extent(u, nx * ny), wp_extent(v, nx * ny);
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j + 2 < ny)
    v[j * nx + i] = u[(j + 2) * nx + i];
}

// expect: one_too_far bounds=refuted race=unproved
__global__ void one_too_far(const float *u, float *v, int nx, int ny) {
  wp_extent(u, nx * ny), wp_extent(v, nx * ny);
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny - 1)
    v[j * nx + i] = u[(j + 2) * nx + i]; // bounds: u [*]; may-unproved: bounds; may-unproved: race
}

// expect: columns bounds=proved race=proved
__global__ void columns(float *sums, int w, int h) {
  wp_extent(sums, w * h);
  int x = blockIdx.x * blockDim.x + threadIdx.x + 32 * (blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x;
  if (x < w && threadIdx.y == 0 && blockIdx.y == 0)
    for (int y = 1; y < h; y++)
      sums[y * w + x] += sums[(y - 1) * w + x];
}

// Rows are as long as a multiple of the grid.
// expect: padded bounds=proved
__global__ void padded(float *a, int h, int stride, int w) {
  wp_extent(a, 32 * gridDim.x * h);
  wp_requires(stride == 32 * gridDim.x);
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < h)
    a[y * stride + x] = 1;
}

// Three dimensions: a place beyond a row's end is in a row behind it, in a plane behind it.
// expect: planes race=proved bounds=proved
__global__ void planes(const double *u, double *v, int nx, int ny, int nz) {
  wp_extent(u, nx * ny * nz), wp_extent(v, nx * ny * nz);
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i >= nx - 1 || j >= ny - 1)
    return;
  for (int k = 1; k < nz - 1; k++) {
    int c = (k * ny + j) * nx + i;
    v[c] = u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] + u[c - nx * ny] + u[c + nx * ny];
  }
}

// expect: corners race=proved bounds=proved
__global__ void corners(const float *u, float *v, int nx, int ny, int nz) {
  wp_extent(u, (nx + 2) * (ny + 2) * (nz + 2)), wp_extent(v, nx * ny * nz);
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny)
    for (int k = 0; k < nz; k++)
      v[(k * ny + j) * nx + i] = u[(k * (ny + 2) + j) * (nx + 2) + i] + u[((k + 2) * (ny + 2) + j + 2) * (nx + 2) + i + 2];
}

// expect: behind bounds=refuted race=unproved
__global__ void behind(const double *u, double *v, int nx, int ny, int nz) {
  wp_extent(u, nx * ny * nz), wp_extent(v, nx * ny * nz);
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny)
    for (int k = 1; k < nz; k++)
      v[(k * ny + j) * nx + i] = u[(k * ny + j) * nx + i + 1]; // bounds: u [*]; may-unproved: bounds; may-unproved: race
}
