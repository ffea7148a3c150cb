// Masks that collectives make.
#define FULL 0xffffffffu

// expect: by_ballot divergence=proved race=proved
__global__ void by_ballot(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, mask = __ballot_sync(FULL, i < n);
  int v = 0;
  if (i < n) {
    v = a[i];
    for (int k = 16; k > 0; k /= 2)
      v += __shfl_down_sync(mask, v, k);
  }
  a[i] = v;
}

// One lane too many.
// expect: by_other_ballot divergence=refuted race=proved
__global__ void by_other_ballot(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, mask = __ballot_sync(FULL, i <= n);
  int v = 0;
  if (i < n)
    v = a[i] + __shfl_down_sync(mask, a[i], 1); // divergence: never-arrives @one_too_many
  a[i] = v;
} // @one_too_many

// expect: both_sides divergence=proved race=proved
__global__ void both_sides(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, mask = __ballot_sync(FULL, a[i] > 0);
  int v = a[i];
  if (v > 0)
    v = __shfl_sync(mask, v, 0);
  else
    v = __any_sync(~mask, v);
  a[i] = v;
}

// expect: sides_swapped divergence=refuted race=proved
__global__ void sides_swapped(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, mask = __ballot_sync(FULL, a[i] > 0);
  int v = a[i];
  if (v > 0)
    v = __shfl_sync(~mask, v, 0); // divergence: outside-mask
  a[i] = v;
}

// Whoever is here.
// expect: active divergence=proved race=proved
__global__ void active(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (v > 0)
    v += __shfl_xor_sync(__activemask(), v, 1);
  a[i] = v;
}

// Who was there may not be here.
// expect: active_before divergence=refuted race=proved
__global__ void active_before(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, mask = __activemask();
  int v = a[i];
  if (v > 0)
    v += __shfl_xor_sync(mask, v, 1); // divergence: never-arrives @was_there
  a[i] = v;
} // @was_there

// expect: active_rounds divergence=proved race=proved
__global__ void active_rounds(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  while (v > 0)
    v -= 1 + __popc(__match_any_sync(__activemask(), v));
  a[i] = v;
}

// expect: matching divergence=proved race=proved
__global__ void matching(int *counts, const int *in) {
  unsigned mask = __match_any_sync(FULL, in[blockIdx.x * blockDim.x + threadIdx.x]);
  int leader = __ffs(mask) - 1, v = 0;
  if (threadIdx.x % 32 == leader)
    v = atomicAdd(&counts[0], __popc(mask));
  v = __shfl_sync(mask, v, leader);
}

// expect: known_tiles divergence=proved race=proved
__global__ void known_tiles(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x / 8 % 2)
    v += __shfl_xor_sync(0xffu << (threadIdx.x & 24), v, 1);
  a[i] = v;
}

// expect: unknown_mask divergence=refuted race=proved
__global__ void unknown_mask(int *a, unsigned mask) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_xor_sync(mask, a[i], 1); // divergence: * [*]; may-unproved: divergence
}

// All come with a mask of eight lanes: meant for blocks of eight.
// expect: small_blocks_mask divergence=unproved race=proved
__global__ void small_blocks_mask(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_xor_sync(0xffu, a[i], 1); // divergence: outside-mask [warning]; unproved: divergence needs-precondition
}
