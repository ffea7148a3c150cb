// RUN: check --only=race
// Elements numbered through, in rows of their own length: x / length, x % length.

// expect: rows race=unproved
__global__ void rows(float *out, const float *in, int n, int pitch, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * pitch + i % columns] = in[i]; // race: write-write out [warning]
}

// The last column of a row is the first of the next.
// expect: rows_racy race=refuted
__global__ void rows_racy(float *out, const float *in, int n, int pitch, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * (columns - 1) + i % columns] = in[i]; // race: write-write out
}

// expect: rows_unsigned race=unproved
__global__ void rows_unsigned(float *out, const float *in, unsigned n, unsigned pitch, unsigned columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / columns * pitch + i % columns] = in[i]; // race: write-write out [warning]
}

// Both strides are given, as of a tensor.
// expect: strided race=unproved
__global__ void strided(float *out, const float *in, long n, long outer, long inner, long length) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    out[i / length * outer + i % length * inner] = in[i]; // race: write-write out [warning]
}

// expect: strided_racy race=refuted
__global__ void strided_racy(float *out, const float *in, long n, long outer, long inner, long length) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    out[i / length * outer + i % length / 2 * inner] = in[i]; // race: write-write out
}
