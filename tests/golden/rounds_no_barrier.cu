// Threads go round a loop as they like where none of them executes its barrier.

// No thread gets that far.
// expect: barrier_never divergence=proved race=unproved
__global__ void barrier_never(int *a) {
  for (int i = 0; i < threadIdx.x; i++)
    if (i >= 2048)
      __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// One does.
// expect: barrier_late divergence=refuted race=unproved
__global__ void barrier_late(int *a) {
  for (int i = 0; i < threadIdx.x; i++)
    if (i >= 48)
      __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A launch decides: the counterexample is one that executes the barrier.
// expect: barrier_chosen divergence=refuted race=unproved
__global__ void barrier_chosen(int *a, int n) {
  for (int i = 0; i < threadIdx.x; i++)
    if (n == 77)
      __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// What they do in other rounds races, barrier or none.
// expect: rounds_race divergence=proved race=refuted
__global__ void rounds_race(int *out, int n) {
  __shared__ int row[64];
  for (int i = 0; i < threadIdx.x; i++) {
    row[i & 63] = threadIdx.x; // @row; race: write-write row
    if (i >= 2048)
      __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = row[0]; // race: read-write row @row
}
