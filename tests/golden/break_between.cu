// A uniform break between the write and the barrier.
// expect: leave_free race=proved
__global__ void leave_free(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0;; k++) {
    s[t] = v + k;
    if (k == n)
      break;
    __syncthreads();
    v = s[t + 1];
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = s[t + 0];
}

// expect: leave_racy race=refuted
__global__ void leave_racy(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0;; k++) {
    s[t] = v + k; // @write
    if (k == n)
      break;
    __syncthreads();
    v = s[t + 1];
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @write
}
