// Tiles of more than 32 threads are barriers of a part of the block.
// RUN: check --only=race,divergence --block 256
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: tile_free race=proved
__global__ void tile_free(int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 63];
}

// expect: tile_racy race=refuted
__global__ void tile_racy(int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 64]; // race: read-write s @store
}

// An exchange of values orders no memory.
// expect: exchange race=refuted
__global__ void exchange(int *out) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @before
  int v = tile.any((int)t & 1);
  out[blockIdx.x * blockDim.x + t] = s[t ^ 32] + v; // race: read-write s @before
}

// Half of a tile does not come.
// expect: half_a_tile race=unproved divergence=unproved
__global__ void half_a_tile(int *out) { // unproved: race divergent-barriers
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  if ((t & 63) < 32)
    tile.sync(); // unproved: race barrier-kind; unproved: divergence barrier-kind
  out[blockIdx.x * blockDim.x + t] = 1;
}
