// One result per block: written by one thread, or by all.
// expect: per_block_free race=proved
__global__ void per_block_free(int *a) {
  if (threadIdx.x == 0)
    a[blockIdx.x] = (int)threadIdx.x;
}

// expect: per_block_racy race=refuted
__global__ void per_block_racy(int *a) {
  if (threadIdx.x >= 0)
    a[blockIdx.x] = (int)threadIdx.x; // race: write-write a
}
