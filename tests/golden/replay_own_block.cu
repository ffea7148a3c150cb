// RUN: check --only=race,divergence --block 256 --grid 10 --param n=1000
// A race within a block of a launch of many: all blocks together take more steps than a run has, the own one does not.

// expect: sums race=refuted
__global__ void sums(const float *x, float *y, int n) {
  __shared__ float s[256];
  __shared__ float carry;
  if (threadIdx.x == 0)
    carry = 0;
  __syncthreads();
  for (int b = 0; b < n; b += 256) {
    int i = b + threadIdx.x;
    s[threadIdx.x] = i < n ? x[blockIdx.x * n + i] : 0;
    __syncthreads();
    for (int o = 1; o < 256; o *= 2) {
      float v = threadIdx.x >= o ? s[threadIdx.x - o] : 0;
      __syncthreads();
      s[threadIdx.x] += v;
      __syncthreads();
    }
    if (i < n)
      y[blockIdx.x * n + i] = s[threadIdx.x] + carry; // race: read-write carry @add
    if (threadIdx.x == 255)
      carry += s[255]; // @add
    __syncthreads();
  }
}

// expect: sums_free race=proved
__global__ void sums_free(const float *x, float *y, int n) {
  __shared__ float s[256];
  __shared__ float carry;
  if (threadIdx.x == 0)
    carry = 0;
  __syncthreads();
  for (int b = 0; b < n; b += 256) {
    int i = b + threadIdx.x;
    s[threadIdx.x] = i < n ? x[blockIdx.x * n + i] : 0;
    __syncthreads();
    for (int o = 1; o < 256; o *= 2) {
      float v = threadIdx.x >= o ? s[threadIdx.x - o] : 0;
      __syncthreads();
      s[threadIdx.x] += v;
      __syncthreads();
    }
    if (i < n)
      y[blockIdx.x * n + i] = s[threadIdx.x] + carry;
    __syncthreads();
    if (threadIdx.x == 255)
      carry += s[255];
    __syncthreads();
  }
}
