// Index arithmetic that wraps on purpose.
// expect: char_racy race=refuted
__global__ void char_racy() {
  __shared__ unsigned s[1024];
  unsigned char c = (unsigned char)threadIdx.x;
  s[c] = threadIdx.x; // race: write-write s
}

// expect: short_free race=proved
__global__ void short_free() {
  __shared__ unsigned s[1024];
  unsigned short c = (unsigned short)threadIdx.x;
  s[c] = threadIdx.x;
}

// Thread 0 gets the largest number and fails the guard.
// expect: minus_free race=proved
__global__ void minus_free(int *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x - 1;
  if (i < n)
    a[i] = (int)threadIdx.x;
}

// (t - 1) & 31 puts thread 0 onto the cell of thread 32.
// expect: minus_racy race=refuted
__global__ void minus_racy() {
  __shared__ unsigned s[32];
  s[(threadIdx.x - 1u) & 31u] = threadIdx.x; // race: write-write s
}

// A hash: its product wraps in every launch, and nobody may assume that it does not.
// expect: hash_racy race=refuted
__global__ void hash_racy(int *a) {
  a[(threadIdx.x * 1103515245u + 12345u) >> 22] = (int)threadIdx.x; // race: write-write a
}

// An odd factor gives each index a cell of its own, wraps or not.
// expect: hash_free race=proved
__global__ void hash_free(int *a) {
  a[threadIdx.x * 1103515245u] = (int)threadIdx.x;
}

// expect: low_bits_racy race=refuted
__global__ void low_bits_racy(int *a) {
  a[(threadIdx.x << 29) >> 29] = (int)threadIdx.x; // race: write-write a
}

// expect: low_bits_free race=proved
__global__ void low_bits_free(int *a) {
  a[(threadIdx.x << 22) >> 22] = (int)threadIdx.x;
}
