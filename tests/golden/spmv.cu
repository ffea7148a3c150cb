// Sparse matrix times vector: bounds and columns come from memory, the result is one's own.
// expect: spmv_free race=proved
__global__ void spmv_free(float *y, const int *row, const int *col, const float *val, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
      sum += val[j] * x[col[j]];
    y[i] = sum;
  }
}

// expect: spmv_racy race=refuted|unproved
__global__ void spmv_racy(float *y, const int *row, const int *col, const float *val, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = row[i]; j < row[i + 1]; j++)
      y[col[j]] += val[j]; // race: read-write y [*]; may-race: write-write y [*]
}
