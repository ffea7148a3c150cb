// RUN: check --only=race,divergence
// Contents that kernels state, in OpenCL.
#include <wp_contract.h>

// expect: scatter race=proved
// assume: distinct(perm)
__kernel void scatter(__global int *out, __global const uint *perm, uint n) {
  wp_contents(distinct(perm));
  size_t i = get_global_id(0);
  if (i < n) out[perm[i]] = (int)i;
}

// expect: scatter_any race=unproved
__kernel void scatter_any(__global int *out, __global const uint *perm, uint n) {
  size_t i = get_global_id(0);
  wp_contents(sorted(perm));
  if (i < n) out[perm[i]] = (int)i; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}
