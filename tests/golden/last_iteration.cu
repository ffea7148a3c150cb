// A value of one iteration is not the one of the iteration that leaves the loop.
// The barrier is never executed: n < 0 <= i.
// expect: last_racy race=refuted|unproved divergence=proved|unproved
__global__ void last_racy(volatile int *flag, int *o, int n) {
  __shared__ int s[4];
  int i = 0;
  while (true) {
    int v = flag[i];
    if (threadIdx.x == 0 && v != 0)
      s[0] = 1; // @last; may-unproved: race
    i++;
    if (v == 0)
      break;
  }
  if (i < n && n < 0)
    __syncthreads(); // may-unproved: divergence
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // may-race: read-write s @last; may-unproved: race
}

// expect: last_free race=proved
__global__ void last_free(volatile int *flag, int *o, int n) {
  __shared__ int s[4];
  int i = 0;
  while (true) {
    int v = flag[i];
    if (threadIdx.x == 0 && v != 0)
      s[0] = 1;
    i++;
    if (v == 0)
      break;
  }
  __syncthreads();
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
