// A block reverses its elements through a static shared array.
// expect: reverse_free race=proved
__global__ void reverse_free(const int *a, int *b) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads();
  b[i] = s[blockDim.x - 1 - t];
}

// expect: reverse_racy race=refuted
__global__ void reverse_racy(const int *a, int *b) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i]; // @store
  b[i] = s[blockDim.x - 1 - t]; // race: read-write s @store
}
