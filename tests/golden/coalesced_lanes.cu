// RUN: check --only=race,divergence --block=32
// All lanes of a coalesced group come to one shuffle; matches number the group's members, not the warp's lanes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: shifted race=proved divergence=proved
__global__ void shifted(int *a, const int *b) {
  cg::coalesced_group g = cg::coalesced_threads();
  a[threadIdx.x] = g.shfl_up(b[threadIdx.x], 1) + g.shfl_down(b[threadIdx.x], 1);
}

// A mask of sixteen members.
// expect: members race=proved|unproved
__global__ void members(int *a) {
  cg::thread_block_tile<16> g = cg::tiled_partition<16>(cg::this_thread_block());
  int all;
  unsigned alike = g.match_all(0, all);
  if (alike > 0xffff) a[0] = threadIdx.x; // may-race: write-write a [warning]
}

// expect: members_racy race=refuted
__global__ void members_racy(int *a) {
  cg::thread_block_tile<16> g = cg::tiled_partition<16>(cg::this_thread_block());
  int all;
  unsigned alike = g.match_all(0, all);
  if (alike > 0xfffe) a[0] = threadIdx.x; // race: write-write a
}
