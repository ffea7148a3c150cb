// Row-major index with a symbolic width: guarded, guarded off by one, unguarded.
// expect: rows_free race=proved
__global__ void rows_free(int *a, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col < width)
    a[row * width + col] = row;
}

// Column `width` of a row is column 0 of the next.
// expect: rows_off_by_one race=refuted|unproved
__global__ void rows_off_by_one(int *a, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col <= width)
    a[row * width + col] = row; // race: write-write a [*]
}

// Safe exactly when width >= gridDim.x * blockDim.x.
// expect: rows_unguarded race=unproved
__global__ void rows_unguarded(int *a, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height)
    a[row * width + col] = row; // race: write-write a [warning]
}
