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

// Shared memory knows threads along x only; y finds a row of global memory.
// expect: row_sum race=unproved
__global__ void row_sum(float *sums, const float *a, int width) {
  __shared__ float s[128];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  s[threadIdx.x] = a[y * width + x]; // @store; race: write-write s [warning]; unproved: race needs-precondition blockDim.y == 1
  __syncthreads();
  for (int i = 64; i > 0; i /= 2) {
    if (threadIdx.x < i)
      s[threadIdx.x] += s[threadIdx.x + i]; // race: write-write s [warning]; race: read-write s [warning]; may-unproved: race
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.y * gridDim.x + blockIdx.x] = s[0]; // race: write-write sums [*]; may-race: * * @store [*]; may-unproved: race
}

// Rows of the tile are y's, and one of the arrays forgot it.
// expect: tile_racy race=refuted
__global__ void tile_racy(float *out, const float *a, int width) {
  __shared__ float s[32], tile[8][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  bool inside = threadIdx.x < 32 && threadIdx.y < 8;
  if (inside)
    tile[threadIdx.y][threadIdx.x] = a[y * width + x];
  if (inside)
    s[threadIdx.x] = a[y * width + x]; // race: write-write s
  __syncthreads();
  if (inside && s[threadIdx.x] > tile[threadIdx.y][31 - threadIdx.x])
    atomicAdd(out, 1.0f);
}

// Rows of threads have places of their own, planes are only counted.
// expect: planes_counted race=unproved
__global__ void planes_counted() {
  __shared__ int s[1024];
  unsigned rank = cooperative_groups::this_thread_block().thread_rank();
  if (rank < 64)
    s[threadIdx.y * 32 + threadIdx.x] = rank; // race: write-write s [warning]; unproved: race needs-precondition blockDim.z == 1 && blockDim.x <= 32
}

// expect: planes_racy race=refuted
__global__ void planes_racy() {
  __shared__ int s[1024];
  unsigned rank = cooperative_groups::this_thread_block().thread_rank();
  if (rank < 64)
    s[threadIdx.y * 32 + threadIdx.x / 2] = rank; // race: write-write s
}
