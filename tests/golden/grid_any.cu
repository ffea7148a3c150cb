// For any grid, the last thread of a block reads what the next block writes.
// expect: seam_racy race=refuted
__global__ void seam_racy(unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x; // @store
  __syncthreads();
  b[i] = a[i + 1]; // race: read-write a @store
}

// expect: seam_free race=proved
__global__ void seam_free(unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = threadIdx.x;
  __syncthreads();
  b[i] = a[i + 0];
}
