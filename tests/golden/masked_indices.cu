// One step of a bitonic sort over all blocks: of i and i ^ distance only one thread handles the two.
// expect: bitonic_step_free race=proved
__global__ void bitonic_step_free(float *values, int distance, int size) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ distance;
  if (other > i) {
    if ((i & size) == 0) {
      if (values[i] > values[other]) {
        float t = values[i];
        values[i] = values[other];
        values[other] = t;
      }
    }
    if ((i & size) != 0) {
      if (values[i] < values[other]) {
        float t = values[i];
        values[i] = values[other];
        values[other] = t;
      }
    }
  }
}

// expect: bitonic_step_racy race=refuted
__global__ void bitonic_step_racy(float *values, int distance) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i + distance;
  if (other > i) {
    float a = values[i]; // race: read-write values @high
    float b = values[other]; // may-race: read-write values @low; may-race: read-write values @high
    if (a > b) {
      values[i] = b; // @low ; may-race: write-write values @high
      values[other] = a; // @high ; may-race: write-write values
    }
  }
}

// Gray code is a permutation.
// expect: gray_free race=proved
__global__ void gray_free(unsigned *out) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  out[i ^ i >> 1] = i;
}

// expect: gray_racy race=refuted
__global__ void gray_racy(unsigned *out) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  out[i | i >> 1] = i; // race: write-write out
}

// Permuted inside of rows of 32.
// expect: rows_free race=proved
__global__ void rows_free(unsigned *out) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  out[(i & ~31u) | (i * 7 & 31)] = i;
}

// expect: rows_racy race=refuted
__global__ void rows_racy(unsigned *out) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  out[(i & ~31u) | (i * 6 & 31)] = i; // race: write-write out
}

// A number that threads share is no index: two threads have the same half.
// expect: halves_racy race=refuted
__global__ void halves_racy(unsigned *out, unsigned mask) {
  unsigned i = (threadIdx.x + blockDim.x * blockIdx.x) / 2;
  out[i ^ mask] = threadIdx.x; // race: write-write out
}

// Rows and columns: together they tell threads apart.
// expect: planes_free race=proved
__global__ void planes_free(unsigned *out, unsigned mask) {
  unsigned x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < 32 && y < 32)
    out[(y ^ mask & 31) << 5 | (x ^ mask >> 5 & 31)] = y << 16 | x;
}

// expect: planes_racy race=refuted
__global__ void planes_racy(unsigned *out, unsigned mask) {
  unsigned x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < 32 && y < 32)
    out[(y ^ mask & 31) << 4 | (x ^ mask >> 5 & 31)] = y << 16 | x; // race: write-write out
}
