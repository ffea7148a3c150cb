// RUN: check --only=race --block=64 --grid=1
// Counterexamples that no whole array can hold, and elements beyond an array: neither is a failure of the analysis.
#include <wp_contract.h>

// expect: beyond race=unproved
__global__ void beyond(int *out, const int *perm) {
  wp_extent(perm, 32);
  wp_contents(distinct(perm));
  out[perm[threadIdx.x]] = threadIdx.x; // race: write-write out [possible]; unproved: race out-of-bounds
}

// expect: not_beyond race=proved
__global__ void not_beyond(int *out, const int *perm) {
  wp_extent(perm, 32);
  wp_contents(distinct(perm));
  if (threadIdx.x < 32) out[perm[threadIdx.x]] = threadIdx.x;
}

// The counterexample has offsets[64] == 0, and 64 smaller unsigned numbers before it.
// expect: no_room race=unproved
__global__ void no_room(int *out, const unsigned *offsets) {
  wp_contents(increasing(offsets));
  unsigned i = threadIdx.x;
  out[offsets[2 * i]] = i; // race: write-write out @next [warning]; unproved: race data-dependent increasing(offsets)
  out[offsets[2 * i] + 1u] = i + 100; // @next
}

// expect: room race=proved
__global__ void room(int *out, const unsigned *offsets) {
  wp_contents(increasing(offsets) && in_range(offsets, 0, 1000000));
  unsigned i = threadIdx.x;
  out[offsets[2 * i]] = i;
  out[offsets[2 * i] + 1u] = i + 100;
}
