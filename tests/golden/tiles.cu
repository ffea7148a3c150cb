// Tiles of cooperative groups: sync orders the lanes of one tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: tile16_free race=proved
__global__ void tile16_free(int *out) {
  __shared__ int s[1024];
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 8];
}

// expect: tile16_racy race=refuted
__global__ void tile16_racy(int *out) {
  __shared__ int s[1024];
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @tile16
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 16]; // race: read-write s @tile16
}

// expect: tile1_racy race=refuted
__global__ void tile1_racy(int *out) {
  __shared__ int s[1024];
  auto tile = cg::tiled_partition<1>(cg::this_thread_block());
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @tile1
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // race: read-write s @tile1
}

// expect: group_free race=proved
__global__ void group_free(int *out) {
  __shared__ int s[1024];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 4);
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  cg::sync(tile);
  out[blockIdx.x * blockDim.x + t] = s[t ^ 3];
}

// expect: group_racy race=refuted
__global__ void group_racy(int *out) {
  __shared__ int s[1024];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 4);
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @group
  cg::sync(tile);
  out[blockIdx.x * blockDim.x + t] = s[t ^ 7]; // race: read-write s @group
}

// expect: nested_free race=proved
__global__ void nested_free(int *out) {
  __shared__ int s[1024];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<8>(warp);
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 7];
}

// expect: nested_racy race=refuted
__global__ void nested_racy(int *out) {
  __shared__ int s[1024];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<8>(warp);
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @nested
  tile.sync();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 8]; // race: read-write s @nested
}

// Which lanes are active together is the machine's choice: those that are meet, and no more is known.
// expect: active_lanes race=proved divergence=proved
__global__ void active_lanes(int *out, const int *in) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if (in[t] > 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    s[t] = (int)t;
    group.sync();
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
}

// expect: active_neighbours race=refuted divergence=proved
__global__ void active_neighbours(int *out, const int *in) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @active
  if (in[t] > 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    group.sync();
    out[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // race: read-write s @active
  }
}
