#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Ranks and sizes of groups are 64 bits wide; indices of 32 bits are made of them.
// expect: once_free race=proved
__global__ void once_free(int *a, int n) {
  int i = cg::this_grid().thread_rank();
  if (i < n)
    a[i] = i;
}

// expect: once_racy race=refuted
__global__ void once_racy(int *a, int n) {
  int i = cg::this_grid().block_rank();
  if (i < n)
    a[i] = threadIdx.x; // race: write-write a
}

// expect: stride_free race=proved
// assume: no-wrap
__global__ void stride_free(int *a, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    a[i] = i;
}

// expect: stride_racy race=refuted
__global__ void stride_racy(int *a, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size() - 1)
    a[i] = threadIdx.x; // race: write-write a
}

// expect: wide_stride_free race=proved
__global__ void wide_stride_free(int *a, unsigned n) {
  size_t step = (size_t)blockDim.x * gridDim.x;
  for (unsigned i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    a[i] = (int)i;
}

// expect: wide_stride_racy race=refuted
__global__ void wide_stride_racy(int *a, unsigned n) {
  size_t step = (size_t)blockDim.x * gridDim.x;
  for (unsigned i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step - 1)
    a[i] = (int)threadIdx.x; // race: write-write a
}

// One step after the other, in two arrays by turns.
// expect: steps_free race=proved
__global__ void steps_free(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  float *from = a, *to = b;
  for (int k = 0; k < steps; k++) {
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      to[i] = from[i > 0 ? i - 1 : 0] + from[i];
    grid.sync();
    float *t = from;
    from = to;
    to = t;
  }
}

// expect: steps_racy race=refuted
__global__ void steps_racy(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  float *from = a, *to = b;
  for (int k = 0; k < steps; k++) {
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      to[i] = from[i > 0 ? i - 1 : 0] + from[i]; // race: read-write a; race: read-write b
    cg::this_thread_block().sync();
    float *t = from;
    from = to;
    to = t;
  }
}
