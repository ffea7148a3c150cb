// Loops are taken to end: what stands behind one is taken to be reached.
// expect: waits race=refuted|unproved
__global__ void waits(volatile int *flag, int *a) {
  while (*flag == 0) {
  }
  a[0] = (int)threadIdx.x; // may-race: write-write a; may-unproved: race
}

// A thread that never ends its loop never comes to the barrier, and nobody passes it.
// expect: waits_barrier race=proved divergence=proved
__global__ void waits_barrier(volatile int *flag, int *a) {
  __shared__ int s[1024];
  s[threadIdx.x] = (int)threadIdx.x;
  while (*flag == 0) {
  }
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}
