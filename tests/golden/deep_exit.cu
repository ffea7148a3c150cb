// Leaving two loops at once: nobody comes to the barrier behind the inner one.
// expect: deep_racy race=refuted divergence=proved|unproved
__global__ void deep_racy(int *o) {
  __shared__ int s[1024];
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 4; j++) {
      s[threadIdx.x] = j; // @deep
      if (j == 2 && i == 3)
        goto out;
    }
    __syncthreads(); // may-divergence: * [*]; may-unproved: divergence
  }
out:
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // race: read-write s @deep
}

// expect: deep_free race=proved|unproved divergence=proved|unproved
__global__ void deep_free(int *o) {
  __shared__ int s[1024];
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 4; j++) {
      s[threadIdx.x] = j; // may-race: * * [*]; may-unproved: race
      if (j == 2 && i == 3)
        goto out;
    }
    __syncthreads(); // may-divergence: * [*]; may-unproved: divergence
  }
out:
  __syncthreads(); // may-divergence: * [*]; may-unproved: divergence
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}
