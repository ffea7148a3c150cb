// RUN: check --only=race
// Rows that end otherwise than with the threads along them.

// One element behind the row.
// expect: behind race=unproved
__global__ void behind(float *y, const float *x, int stride, int cols) {
  for (int j = threadIdx.x; j < cols; j += blockDim.x)
    y[blockIdx.x * stride + j] = x[j] * blockIdx.x; // @row; may-race: write-write y [warning]; race: write-write y @end [warning]; unproved: race needs-precondition stride >= cols + 1
  if (threadIdx.x == 0)
    y[blockIdx.x * stride + cols] = 2.0f * blockIdx.x; // @end; may-race: write-write y [warning]; may-unproved: race needs-precondition
}

// Two blocks write the element behind the row of one of them.
// expect: behind_racy race=refuted
__global__ void behind_racy(float *y, const float *x, int stride, int cols) {
  for (int j = threadIdx.x; j < cols; j += blockDim.x)
    y[blockIdx.x * stride + j] = x[j] * blockIdx.x; // @row_racy; race: write-write y [warning]; may-race: write-write y @end_racy [*]; may-unproved: race needs-precondition
  if (threadIdx.x == 0)
    y[blockIdx.x / 2 * stride + cols] = 2.0f * blockIdx.x; // @end_racy; race: write-write y
}

// Threads along a row, in each of four steps.
// expect: steps race=unproved
__global__ void __launch_bounds__(128) steps(int4 *out, const int4 *in, int n) {
  const int row = blockIdx.x * (n >> 3);
  for (int i = 0; i < 4; ++i) {
    const int at = threadIdx.x + i * 128;
    out[row + at] = make_int4(in[row + at].x, 1, 2, row); // race: write-write out [warning]; unproved: race needs-precondition n >= 8 * blockDim.x + 3072
  }
}

// expect: steps_racy race=refuted
__global__ void __launch_bounds__(128) steps_racy(int4 *out, const int4 *in, int n) {
  const int row = blockIdx.x / 2 * (n >> 3);
  for (int i = 0; i < 4; ++i) {
    const int at = threadIdx.x + i * 128;
    out[row + at] = make_int4(in[row + at].x, 1, 2, blockIdx.x); // race: write-write out
  }
}
