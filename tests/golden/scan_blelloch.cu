// RUN: check --only=race,divergence --block 64
// Work-efficient scan of two elements per thread; the twin lacks the barrier of the down-sweep.
// expect: sweep_free race=proved
__global__ void sweep_free(int *a) {
  extern __shared__ int s[];
  int t = threadIdx.x, n = 2 * blockDim.x, offset = 1;
  s[2 * t] = a[blockIdx.x * n + 2 * t];
  s[2 * t + 1] = a[blockIdx.x * n + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  a[blockIdx.x * n + 2 * t] = s[2 * t];
  a[blockIdx.x * n + 2 * t + 1] = s[2 * t + 1];
}

// expect: sweep_racy race=refuted
__global__ void sweep_racy(int *a) {
  extern __shared__ int s[];
  int t = threadIdx.x, n = 2 * blockDim.x, offset = 1;
  s[2 * t] = a[blockIdx.x * n + 2 * t];
  s[2 * t + 1] = a[blockIdx.x * n + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  if (t == 0)
    s[n - 1] = 0; // @clear
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int v = s[left]; // @l1
      s[left] = s[right]; // @l2; race: read-write s; race: read-write s @clear
      s[right] += v; // @l3; race: read-write s @l1; race: read-write s @l2; race: read-write s; race: read-write s @clear; may-race: write-write s @l2; may-race: write-write s; may-race: write-write s @clear
    }
  }
  __syncthreads();
  a[blockIdx.x * n + 2 * t] = s[2 * t];
  a[blockIdx.x * n + 2 * t + 1] = s[2 * t + 1];
}
