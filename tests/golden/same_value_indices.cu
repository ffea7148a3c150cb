// Threads that meet in a cell write the same function of the indices that are equal there.

// expect: same_sum race=proved
__global__ void same_sum(const int *in, int *out, unsigned n) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  if (i + 128 < n)
    sum += in[i + 128];
  s[threadIdx.x] = sum; // same-value: s
  __syncthreads();
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: same_sum_racy race=unproved
__global__ void same_sum_racy(const int *in, int *out, unsigned n) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  if (i + 128 < n)
    sum += in[i + threadIdx.y];
  s[threadIdx.x] = sum; // race: write-write s [warning]; unproved: race needs-precondition blockDim.y == 1
  __syncthreads();
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// A row and a column of one cell are those of both threads; each block writes them.
// expect: same_cell race=proved
__global__ void same_cell(const float *in, float *out, int width) {
  int row = threadIdx.y, column = threadIdx.x & 15;
  if (blockDim.x == 16 && width >= 16 && blockIdx.x < 4)
    out[row * width + column] = in[row] * in[column + 100]; // same-value: out
}

// expect: same_cell_racy race=refuted
__global__ void same_cell_racy(const float *in, float *out, int width) {
  int row = threadIdx.y, column = threadIdx.x & 15;
  if (blockDim.x == 16 && width >= 16 && blockIdx.x < 4)
    out[row * width + column] = in[row] * in[column + 100 * blockIdx.x]; // race: write-write out
}
