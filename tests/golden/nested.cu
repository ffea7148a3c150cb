// Barriers in the inner of two loops.
// expect: inner_free race=proved
__global__ void inner_free(int *a, int n, int m) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      s[t] = v + i + j;
      __syncthreads();
      v = s[t + 1];
      __syncthreads();
    }
  }
  a[blockIdx.x * blockDim.x + t] = v;
}

// The outer loop's write meets the read of the round before; the inner loop may run zero times.
// expect: outer_racy race=refuted
__global__ void outer_racy(int *a, int n, int m) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int i = 0; i < n; i++) {
    s[t] = v + i; // @outer
    for (int j = 0; j < m; j++) {
      __syncthreads();
      v = s[t + 1]; // race: read-write s @outer
    }
  }
  a[blockIdx.x * blockDim.x + t] = v;
}
