#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// What all blocks read between two barriers of the grid is one value, if nobody writes it there.
// expect: again_free race=proved
__global__ void again_free(int *a, int *again) {
  cg::grid_group grid = cg::this_grid();
  do {
    if (grid.thread_rank() == 0)
      *again = 0;
    grid.sync();
    if (a[grid.thread_rank()] > 0) {
      a[grid.thread_rank()]--;
      *again = 1; // same-value: again
    }
    grid.sync();
    int v = *again;
    grid.sync();
    if (!v)
      break;
  } while (true);
}

// The next round clears the flag before all have read it.
// expect: again_racy race=refuted divergence=refuted
__global__ void again_racy(int *a, int *again) {
  cg::grid_group grid = cg::this_grid();
  do {
    if (grid.thread_rank() == 0)
      *again = 0; // @clear
    grid.sync(); // may-divergence: *; may-unproved: divergence
    if (a[grid.thread_rank()] > 0) {
      a[grid.thread_rank()]--;
      *again = 1; // same-value: again
    }
    grid.sync(); // may-divergence: *; may-unproved: divergence
    if (!*again) // race: read-write again @clear
      break;
  } while (true);
}

// expect: once_free race=proved
__global__ void once_free(const int *a, int *flag) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0)
    *flag = a[0];
  grid.sync();
  if (*flag)
    grid.sync();
}

// A barrier of the block is none for other blocks.
// expect: once_racy race=refuted divergence=refuted|unproved
__global__ void once_racy(const int *a, int *flag) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0)
    *flag = a[0]; // @flag
  __syncthreads();
  if (*flag) // race: read-write flag @flag
    grid.sync(); // may-divergence: * [*]; may-unproved: divergence
}

// The writer's own block is ordered, the others are not.
// expect: late_racy race=refuted divergence=refuted|unproved
__global__ void late_racy(int *flag) {
  cg::grid_group grid = cg::this_grid();
  int v = *flag; // race: read-write flag @late
  __syncthreads();
  if (grid.thread_rank() == 0)
    *flag = 0; // @late
  grid.sync();
  if (v)
    grid.sync(); // may-divergence: *; may-unproved: divergence
}

// Each block has a flag of its own.
// expect: own_racy race=unproved divergence=refuted
__global__ void own_racy(int *flag) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0)
    flag[blockIdx.x] = blockIdx.x;
  grid.sync();
  if (flag[blockIdx.x])
    grid.sync(); // divergence: *
}

// Counted down by one thread.
// expect: down_free race=proved
__global__ void down_free(int *rounds) {
  cg::grid_group grid = cg::this_grid();
  while (*rounds > 0) {
    grid.sync();
    if (grid.thread_rank() == 0)
      --*rounds;
    grid.sync();
  }
}
