// Cooperative groups: blocks, tiles, coalesced groups, grids; shuffles, reductions, partitions, copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int any_group(cg::thread_group group, int *scratch, int v) {
  int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    scratch[rank] = v;
    group.sync();
    if (rank < i) v += scratch[rank + i];
    group.sync();
  }
  return v;
}
template <class Tile> __device__ int tile_sum(const Tile &tile, int v) {
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  return v;
}
__global__ void kernel(int *a, double *d, float *f) {
  extern __shared__ int scratch[];
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  auto tile16 = cg::tiled_partition<16>(block);
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto tile4 = cg::tiled_partition<4>(warp);
  a[grid.thread_rank()] = tile_sum(tile16, a[0]) + cg::reduce(warp, 3, cg::plus<int>()) + tile4.shfl_xor(a[1], 1);
  d[0] = cg::reduce(warp, d[1], cg::greater<double>());
  float2 moved = warp.shfl(make_float2(1, 2), 3);
  f[0] = moved.x + warp.shfl_up(1.0f, 1);
  tile16.sync();
  block.sync();
  cg::sync(grid);
  grid.sync();
  a[1] = any_group(block, scratch, 2) + any_group(cg::tiled_partition(block, 8), scratch, 3);
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) a[2] = active.size() + active.shfl(a[3], 0);
  a[3] = warp.any(a[4]) + warp.all(a[5]) + warp.ballot(a[6]) + warp.match_any(a[7]) + warp.meta_group_rank() + warp.meta_group_size();
  auto part = cg::binary_partition(warp, a[8] > 0);
  auto label = cg::labeled_partition(active, a[9]);
  a[10] = part.size() + label.thread_rank() + block.group_index().x + block.thread_index().y + block.group_dim().z;
  cg::memcpy_async(block, scratch, a, sizeof(int) * 64);
  cg::wait(block);
  auto tile64 = cg::tiled_partition<64>(block);
  tile64.sync();
  a[11] = cg::inclusive_scan(warp, a[12]) + cg::exclusive_scan(warp, a[13], cg::plus<int>());
}
