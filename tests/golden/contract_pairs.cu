// Each thread writes two neighbours of a row; blocks walk over rows and planes. An odd row's last pair reaches into the next.

// expect: row_pairs race=unproved
__global__ void row_pairs(float *y, const float *x, long columns, long rows, long planes) {
  long c = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (c >= columns)
    return;
  for (long r = blockIdx.y; r < rows; r += gridDim.y)
    for (long p = blockIdx.z; p < planes; p += gridDim.z) {
      long at = (p * rows + r) * columns + c;
      y[at] = x[at];         // @first
      y[at + 1] = x[at + 7]; // race: write-write y @first [warning]; may-unproved: race
    }
}

// expect: row_pairs_racy race=refuted
__global__ void row_pairs_racy(float *y, const float *x, long columns, long rows, long planes) {
  long c = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (c >= columns)
    return;
  for (long r = blockIdx.y; r < rows; r += gridDim.y)
    for (long p = blockIdx.z; p < planes; p += gridDim.z) {
      long at = (p * rows + r) * columns + c;
      y[at] = x[at];         // @one
      y[at + 2] = x[at + 7]; // race: write-write y @one; may-unproved: race
    }
}
