// RUN: check --only=race --requires=columns>=1 --requires=pitch>=columns --requires=half>=1
// Elements numbered through, in rows of their own length.

// expect: rows race=proved
__global__ void rows(float *out, const float *in, int n, int pitch, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * pitch + i % columns] = in[i];
}

// expect: rows_unsigned race=proved
__global__ void rows_unsigned(float *out, const float *in, unsigned n, unsigned pitch, unsigned columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * pitch + i % columns] = in[i];
}

// expect: rows_racy race=refuted
__global__ void rows_racy(float *out, const float *in, unsigned n, unsigned pitch, unsigned columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * (pitch - 1) + i % columns] = in[i]; // race: write-write out
}

// Pairs that lie half a row apart are turned.
// expect: turned race=proved
__global__ void turned(float *x, int n, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int row = i / half, column = i % half;
  float a = x[row * 2 * half + column], b = x[row * 2 * half + column + half];
  x[row * 2 * half + column] = a - b;
  x[row * 2 * half + column + half] = a + b;
}
