// Rounds over global memory: the barrier serves one block, not the grid.
// expect: rounds_free race=proved
__global__ void rounds_free(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++) {
    int v = a[i + 0];
    __syncthreads();
    a[i] = v + 1;
    __syncthreads();
  }
}

// expect: rounds_racy race=refuted
__global__ void rounds_racy(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++) {
    int v = a[i + 1]; // @read
    __syncthreads();
    a[i] = v + 1; // race: read-write a @read
    __syncthreads();
  }
}
