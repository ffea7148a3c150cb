// What a launch or the kernel's own constants wrap is not claimed not to wrap.

// Threads 0 and 16 of every block with more than 16 threads along z.
// expect: constant_racy race=refuted
__global__ void constant_racy(int *a) {
  a[threadIdx.z * 0x10000000u] = threadIdx.z; // race: write-write a
}

// expect: constant_free race=proved|unproved
__global__ void constant_free(int *a) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z < 16)
    a[threadIdx.z * 0x10000000u] = threadIdx.z;
}

// Blocks 0 and 256 of a grid of 257 blocks.
// expect: blocks_racy race=refuted
__global__ void blocks_racy(int *a) {
  if (threadIdx.x == 0)
    a[blockIdx.x * 16777216u] = blockIdx.x; // race: write-write a
}

// Grids of more than 2^20 blocks wrap: a condition on sizes.
// expect: blocks_free race=proved
// assume: gridDim.x
__global__ void blocks_free(int *a) {
  if (threadIdx.x == 0)
    a[blockIdx.x * 4096u] = blockIdx.x;
}

// A loop over a grid: the index in a round is at most one stride beyond the last one below n.
// expect: stride_free race=proved
// assume: n + gridDim.x * blockDim.x < 2^32
__global__ void stride_free(int *a, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = i;
}

// What is assumed of the launch rules out the condition under which the index does not wrap.
// expect: promised race=unproved|refuted divergence=proved|unproved
__global__ void promised(int *a) {
  __builtin_assume(gridDim.x >= 100000); // may-unproved: race; may-unproved: divergence
  if (threadIdx.x == 0)
    a[blockIdx.x * 65536u] = blockIdx.x; // may-race: write-write a [*]; may-unproved: race
}
