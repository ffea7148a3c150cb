// Groups of 32 threads that agree: a block of other sizes has a ragged last group.
// expect: groups race=unproved divergence=unproved
__global__ void groups(int *v, int n) {
  if (threadIdx.x / 32 < blockDim.x / 32) // the ragged group skips the barrier
    __syncthreads(); // divergence: * [warning]; unproved: divergence needs-precondition blockDim.x % 32 == 0
  v[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// expect: tail race=proved|unproved divergence=refuted
__global__ void tail(int *v, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x < n)
    __syncthreads(); // divergence: *
  v[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
