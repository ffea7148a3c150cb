// Barriers of the grid: every thread has to come; one that has left never does.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: rotate_free race=proved divergence=proved
__global__ void rotate_free(int *o) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  o[i] = 1;
  cg::this_grid().sync();
  int v = o[(i + 1) % all];
  cg::this_grid().sync();
  o[i] = v;
}

// The barrier of the block is none for the neighbour in the next one.
// expect: rotate_racy race=refuted|unproved
__global__ void rotate_racy(int *o) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  o[i] = 1;
  cg::this_grid().sync();
  int v = o[(i + 1) % all]; // may-race: read-write o @kept [*]; may-unproved: race
  __syncthreads();
  o[i] = v + 1; // @kept
}

// expect: some_blocks race=unproved divergence=refuted
__global__ void some_blocks(int *o) {
  if (blockIdx.x & 1)
    cg::this_grid().sync(); // divergence: never-arrives
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

// expect: blocks_leave race=unproved divergence=refuted
__global__ void blocks_leave(int *o) {
  if (blockIdx.x == 3)
    return;
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
  cg::this_grid().sync(); // divergence: never-arrives
}

// Its first thread speaks for a block, and any of them may be missed.
// expect: threads_leave race=unproved divergence=refuted
__global__ void threads_leave(int *o) {
  if (threadIdx.x == 3)
    return;
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
  cg::this_grid().sync(); // divergence: never-arrives
}

// expect: rounds_differ race=unproved divergence=refuted
__global__ void rounds_differ(int *o) {
  for (unsigned i = 0; i <= blockIdx.x; i++)
    cg::this_grid().sync(); // divergence: * ; may-divergence: * [*]
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}
