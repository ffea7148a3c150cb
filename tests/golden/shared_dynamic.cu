// A block rotates its elements through dynamic shared memory.
// expect: rotate_free race=proved
__global__ void rotate_free(const int *a, int *b) {
  extern __shared__ int pool[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  pool[t] = a[i];
  __syncthreads();
  b[i] = pool[(t + 1) % blockDim.x];
}

// expect: rotate_racy race=refuted
__global__ void rotate_racy(const int *a, int *b) {
  extern __shared__ int pool[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  pool[t] = a[i]; // @store
  b[i] = pool[(t + 1) % blockDim.x]; // race: read-write pool @store
}
