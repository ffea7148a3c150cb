// Places that count an element of an array together with the index that it is read at, as where rows move behind padding.

// expect: padded race=unproved
__global__ void padded(float *out, const float *in, const int *offset, int n) {
  int block = blockIdx.x, row = block + offset[block];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row * n + i] = in[blockIdx.x * n + i]; // race: write-write out [warning]; unproved: race needs-precondition sorted(offset)
}

// Without the index only elements that differ help.
// expect: moved race=unproved
__global__ void moved(float *out, const float *in, const int *offset, int n) {
  int row = offset[blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row * n + i] = in[blockIdx.x * n + i]; // race: write-write out [warning]; unproved: race needs-precondition distinct(offset)
}

// Elements in order take places back that the index gives: no order of them keeps the rows apart.
// expect: taken_back race=refuted
__global__ void taken_back(float *out, const float *in, const int *offset, int n) {
  int row = blockIdx.x - offset[blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row * n + i] = in[blockIdx.x * n + i]; // race: write-write out
}

// Blocks of two elements read one element each.
// expect: pairs race=refuted
__global__ void pairs(float *out, const float *in, const int *offset, int n) {
  int row = blockIdx.x + offset[blockIdx.x / 2];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row / 2 * n + i] = in[blockIdx.x * n + i]; // race: write-write out
}
