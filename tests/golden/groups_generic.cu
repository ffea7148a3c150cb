// A group of any kind as an argument: inlined, it is one kind, and what other kinds do is not in the kernel.
// RUN: check --only=race,divergence
#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int reduce(thread_group g, int *temp, int lane, int n, int value) {
  for (int i = n / 2; i > 0; i /= 2) {
    temp[lane] = value; // @store; race: write-write temp
    g.sync();
    if (lane < i) value += temp[lane + i]; // race: read-write temp @store
    g.sync();
  }
  return value;
}

__device__ int reduce_once(thread_group g, int *temp, int lane, int n, int value) {
  for (int i = n / 2; i > 0; i /= 2) {
    temp[lane] = value + i; // @once
    g.sync();
    if (lane < i) value += temp[lane + i]; // race: read-write temp @once
  }
  return value;
}

// expect: of_block race=proved
// assume: !cooperative
__global__ void of_block(int *out, const int *in) {
  extern __shared__ int temp[];
  thread_block g = this_thread_block();
  int sum = reduce(g, temp, g.thread_rank(), g.size(), in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (g.thread_rank() == 0) atomicAdd(out, sum);
}

// expect: of_block_once race=refuted
__global__ void of_block_once(int *out, const int *in) {
  extern __shared__ int temp[];
  thread_block g = this_thread_block();
  int sum = reduce_once(g, temp, g.thread_rank(), g.size(), in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (g.thread_rank() == 0) atomicAdd(out, sum);
}

// expect: of_warp race=proved
// assume: !cooperative
__global__ void of_warp(int *out, const int *in) {
  __shared__ int temp[1024];
  thread_group g = tiled_partition(this_thread_block(), 32);
  int sum = reduce(g, temp + threadIdx.x / 32 * 32, g.thread_rank(), 32, in[threadIdx.x]);
  if (g.thread_rank() == 0) atomicAdd(out, sum);
}

// The same places for all warps.
// expect: of_warps race=refuted
__global__ void of_warps(int *out, const int *in) {
  __shared__ int temp[1024];
  thread_group g = tiled_partition(this_thread_block(), 32);
  int sum = reduce(g, temp, g.thread_rank(), 32, in[threadIdx.x]);
  if (g.thread_rank() == 0) atomicAdd(out, sum);
}

// expect: of_grid race=proved
// assume: cooperative
__global__ void of_grid(int *out) {
  thread_group g = this_grid();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1;
  g.sync();
  out[i / 2 * 2 == i ? i + 1 : i - 1] = 2;
}
