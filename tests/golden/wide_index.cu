// 64-bit and mixed-width indices.
// expect: wide_free race=proved
__global__ void wide_free(int *a, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < n; i += (size_t)gridDim.x * blockDim.x)
    a[i] = (int)blockIdx.x;
}

// expect: wide_racy race=refuted
__global__ void wide_racy(int *a, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < n; i += (size_t)gridDim.x + blockDim.x)
    a[i] = (int)blockIdx.x; // race: write-write a
}

// expect: long_free race=proved
__global__ void long_free(int *a, long long pitch, int width) {
  long long row = blockIdx.y;
  int col = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (col < width && width <= pitch)
    a[row * pitch + col] = (int)row;
}
