// A length of blocks that the kernel compares with is one to try: with 32 threads there is no barrier.

// expect: one_warp race=refuted
__global__ void one_warp(int *b, const int *a) {
  __shared__ int s[1024];
  s[threadIdx.x] = a[threadIdx.x]; // @store
  if (blockDim.x > 32)
    __syncthreads();
  b[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; // race: read-write s @store
}

// expect: always race=proved
__global__ void always(int *a) {
  __shared__ int s[1024];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  if (blockDim.x > 0)
    __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
