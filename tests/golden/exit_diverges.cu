// Where exited threads do not count as arrived, leaving before a barrier is divergence.
// RUN: check --only=race,divergence --barrier-exit=diverge
// expect: exit_racy divergence=refuted|unproved race=unproved
__global__ void exit_racy(int *a, int n) {
  if ((int)threadIdx.x >= n)
    return;
  __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// expect: exit_free divergence=proved race=proved
__global__ void exit_free(int *a, int n) {
  if ((int)blockIdx.x >= n)
    return;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
