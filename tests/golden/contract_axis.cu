// Threads are counted over all axes and indexed by one: meant for blocks of one row.
#include <cooperative_groups.h>

// expect: rank_lead race=unproved
__global__ void rank_lead(int *sums) {
  unsigned rank = cooperative_groups::this_thread_block().thread_rank();
  if (rank < 64)
    sums[blockIdx.x * blockDim.x + threadIdx.x] = rank; // race: write-write sums [warning]; unproved: race needs-precondition blockDim.y == 1
}

// expect: rank_racy race=refuted
__global__ void rank_racy(int *sums) {
  unsigned rank = cooperative_groups::this_thread_block().thread_rank();
  if (rank < 64)
    sums[(blockIdx.x * blockDim.x + threadIdx.x) / 2] = rank; // race: write-write sums
}

// The second axis is an index of its own: threads of one column collide.
// expect: column_racy race=refuted
__global__ void column_racy(int *sums, int *all) {
  all[threadIdx.y * blockDim.x + threadIdx.x] = 0;
  if (threadIdx.y < 4)
    sums[threadIdx.x] = threadIdx.y; // race: write-write sums
}
