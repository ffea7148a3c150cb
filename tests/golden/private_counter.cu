// All threads make the same number of rounds, but start from different values.
// expect: skewed_free race=proved
__global__ void skewed_free(int *a, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, d = blockDim.x, v = 0;
  for (int k = 0; k < n; k++) {
    int i = t + k * d;
    s[i] = v;
    __syncthreads();
    v += s[i ^ 1];
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = v;
}

// expect: skewed_racy race=refuted
__global__ void skewed_racy(int *a, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, d = blockDim.x, v = 0;
  for (int k = 0; k < n; k++) {
    int i = t + k * d;
    s[i] = v; // race: read-write s @read
    v += s[i ^ 1]; // @read
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = v;
}
