// Columns that are read from memory: below the number of columns, they stay in their row.
// expect: columns race=unproved
__global__ void columns(float *out, const int *column, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  out[(size_t)row * width + column[row]] = row; // race: write-write out [warning]; may-unproved: race *
}

// expect: columns_racy race=refuted
__global__ void columns_racy(float *out, const int *column, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x / 2;
  out[(size_t)row * width + column[row]] = threadIdx.x; // race: write-write out
}

// expect: counts race=unproved
__global__ void counts(const int *label, float *out, int labels, int columns, int n) {
  extern __shared__ int shared[];
  int *count = shared + 2 * columns;
  for (unsigned i = threadIdx.x; i < n * columns; i += blockDim.x) {
    int column = i / n;
    out[i] = shared[column]; // @read
    for (int j = 0; j < 4; j++)
      atomicAdd(&count[label[i % n] + labels * j + column * labels * 4], 1); // race: atomic-plain shared @read [warning]; may-unproved: race *
  }
}

// expect: counts_racy race=refuted
__global__ void counts_racy(const int *label, float *out, int labels, int columns, int n) {
  extern __shared__ int shared[];
  int *count = shared;
  for (unsigned i = threadIdx.x; i < n * columns; i += blockDim.x) {
    int column = i / n;
    out[i] = shared[column]; // @read_first
    for (int j = 0; j < 4; j++)
      atomicAdd(&count[label[i % n] + labels * j + column * labels * 4], 1); // race: atomic-plain shared @read_first; may-unproved: race *
  }
}
