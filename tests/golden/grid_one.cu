// RUN: check --only=race,divergence --grid 1
// With one block the block index is 0 and orders everything by its barriers.
// expect: one_block_free race=proved
__global__ void one_block_free(unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x;
  __syncthreads();
  b[i] = a[i + 1];
}

// expect: one_block_racy race=refuted
__global__ void one_block_racy(unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x; // @store
  b[i] = a[i + 1]; // race: read-write a @store
}
