// RUN: check --only=race --requires n%32==0
// Groups of 32 in rows of n, a multiple of 32.
// expect: unpacked race=proved
__global__ void unpacked(float *y, long n, long rows, long planes) {
  const long i = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= n)
    return;
  for (long row = blockIdx.y; row < rows; row += gridDim.y)
    for (long plane = blockIdx.z; plane < planes; plane += gridDim.z) {
      const long at = (plane * rows + row) * n + i - i % 32 + i % 32 / 2;
      y[at] = 1;
      y[at + 16] = 2;
    }
}

// Groups of 64 where rows may have half of one more.
// expect: unpacked_more race=unproved
__global__ void unpacked_more(float *y, long n, long rows, long planes) {
  const long i = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= n)
    return;
  for (long row = blockIdx.y; row < rows; row += gridDim.y)
    for (long plane = blockIdx.z; plane < planes; plane += gridDim.z) {
      const long at = (plane * rows + row) * n + i - i % 64 + i % 64 / 2;
      y[at] = 1; // race: write-write y @half [warning]; unproved: race needs-precondition n % 64 == 0
      y[at + 32] = 2; // @half
    }
}
