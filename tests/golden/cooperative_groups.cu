// Barriers of a block and of a tile through cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: group_free race=proved
__global__ void group_free(int *out) {
  __shared__ int s[1025];
  cg::thread_block block = cg::this_thread_block();
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  block.sync();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// A tile reads all axes of the block, so that blocks may be of any shape.
// expect: group_racy race=refuted
__global__ void group_racy(int *out) {
  __shared__ int s[1025];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store; may-same-value: s; may-race: write-write s
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store; may-race: write-write out
}
