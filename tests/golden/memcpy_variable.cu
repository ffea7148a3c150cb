// memcpy of a variable size.
// expect: rows_memcpy_free race=proved
__global__ void rows_memcpy_free(int *a, const int *b, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(a + i * n, b, n * sizeof(int));
}

// expect: rows_memcpy_racy race=refuted
__global__ void rows_memcpy_racy(int *a, const int *b, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(a + i * n, b, (n + 1) * sizeof(int)); // race: write-write a
}
