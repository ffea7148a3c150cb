// All lanes that a collective names come to it, or have left.
#define FULL 0xffffffffu

// expect: straight divergence=proved race=proved
__global__ void straight(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_down_sync(FULL, a[i], 16);
}

// expect: half_warp divergence=refuted race=proved
__global__ void half_warp(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(FULL, v, 8); // divergence: *
  a[i] = v;
}

// Warps as a whole.
// expect: whole_warps divergence=proved race=proved
__global__ void whole_warps(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x / 32 % 2 == 0)
    v += __shfl_down_sync(FULL, v, 8);
  a[i] = v;
}

// A mask that names who comes.
// expect: half_mask divergence=proved race=proved
__global__ void half_mask(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0xffffu, v, 8);
  a[i] = v;
}

// expect: mask_too_small divergence=refuted
__global__ void mask_too_small(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0xffu, v, 8); // divergence: outside-mask
  a[i] = v;
}

// expect: mask_too_large divergence=refuted
__global__ void mask_too_large(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0x1ffffu, v, 8); // divergence: *
  a[i] = v;
}

// Lanes that are gone do not count, but what others read of them is undefined.
// expect: left_early divergence=proved race=proved
// assume: exited-threads
__global__ void left_early(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] += __shfl_down_sync(FULL, a[i], 16); // divergence: exited [warning]
}

// Nobody reads them: lane 0 is there if any is, and a vote counts who is there.
// expect: left_unread divergence=proved race=proved
// assume: exited-threads
__global__ void left_unread(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] += __shfl_sync(FULL, a[i], 0) + __any_sync(FULL, a[i]);
}

// Lanes that skip a shuffle and then end have left, too.
// expect: left_beside divergence=proved race=proved
// assume: exited-threads
__global__ void left_beside(const int *a, int *out) {
  int v = a[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(FULL, v, 16); // divergence: exited [warning]
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

// They have something else to do first.
// expect: leaves_later divergence=refuted race=proved
__global__ void leaves_later(int *a, int *sums, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  if (i < n)
    v = a[i] + __shfl_down_sync(FULL, a[i], 16); // divergence: *
  sums[i] = v;
}

// Votes and reductions.
// expect: some_vote divergence=refuted race=proved
__global__ void some_vote(int *a, const int *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 2;
  if (in[i] > 0)
    v = __any_sync(FULL, in[i] > 3); // divergence: *
  a[i] = v;
}

// expect: some_reduce divergence=refuted race=proved
__global__ void some_reduce(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 2;
  if (threadIdx.x % 32 < 20)
    v = __reduce_add_sync(FULL, a[i]); // divergence: *
  a[i] = v;
}

// expect: all_reduce divergence=proved race=proved
__global__ void all_reduce(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x % 32 < 20 ? 2 : a[i];
  a[i] = __reduce_add_sync(FULL, a[i]);
}

// The lanes that do not come wait for them elsewhere.
// expect: at_a_barrier divergence=refuted race=proved
__global__ void at_a_barrier(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x % 32 < 16)
    v = __shfl_xor_sync(FULL, v, 1); // divergence: *
  __syncthreads();
  a[i] = v;
}

// Nothing is stored, but each half waits for the other.
// expect: cross divergence=refuted
__global__ void cross(int n) {
  if (threadIdx.x % 32 < 16)
    n = __shfl_xor_sync(FULL, n, 1); // divergence: * [*]; may-unproved: divergence
  else
    n = __any_sync(FULL, n); // divergence: * [*]; may-unproved: divergence
}

// One operation at two places: the machine may pair them, which do is not modelled.
// expect: two_places divergence=unproved race=proved
__global__ void two_places(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (threadIdx.x & 1)
    v = __shfl_xor_sync(FULL, v, 1); // unproved: divergence barrier-kind
  else
    v = __shfl_xor_sync(FULL, v + 1, 1); // unproved: divergence barrier-kind
  a[i] = v;
}

// A block may be no multiple of a warp: lanes that do not exist are not missed.
// expect: small_blocks divergence=proved race=proved
__global__ void small_blocks(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 32 == blockDim.x / 32)
    a[i] += __shfl_xor_sync(FULL, a[i], 1);
}

// Warps of the grid are warps of a block only if the block is a multiple of them.
// expect: grid_warps divergence=unproved race=proved
__global__ void grid_warps(int *a, int rows) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  if (i / 32 < rows)
    v = __shfl_xor_sync(FULL, a[i], 1); // divergence: * [warning]; unproved: divergence needs-precondition
  a[i] = v;
}
