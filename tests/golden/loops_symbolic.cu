// A row of symbolic width per thread.
// expect: row_free race=proved
__global__ void row_free(int *a, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int col = 0; col < width; col++)
    a[row * width + col] = row;
}

// expect: row_racy race=refuted
__global__ void row_racy(int *a, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int col = 0; col <= width; col++)
    a[row * width + col] = row; // race: write-write a
}
